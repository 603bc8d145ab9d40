"""What a replay says of the answer that it stands after: in the words of the log, of nothing that may not be seen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from jovian.game import Decision, Event
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.ui.telling.log_line import Names
from jovian.ui.telling.log_lines import lines_of

MOST_LINES, MOST_OPTIONS = 3, 60
"""Lines of the log in a caption, and answers that are looked through for the one that was given."""
QUIET = ("dice", "head", "reason")
"""Kinds of lines that are left out where others tell as much."""


def caption(events: Sequence[Event], names: Names, sides: tuple[str, str], book: Rulebook) -> str:
    """What happened in an answer, as the log tells it, "" if nothing was seen."""
    lines = [line.in_words() for event in events for line in lines_of(event, names, sides, book)]
    told = [line for line in lines if line.kind not in QUIET] or [line for line in lines if not line.dice]
    texts = list(dict.fromkeys(" ".join(piece.text.strip() for piece in line.pieces) for line in told))
    more = f" · and {len(texts) - MOST_LINES} more" if len(texts) > MOST_LINES else ""
    return " · ".join(texts[:MOST_LINES]) + more


def answered(decision: Decision, choice: Any) -> str:
    """An answer of which the log tells nothing: what was asked, and what was said."""
    label = next((each.label for each in islice(decision.options(), MOST_OPTIONS) if each.choice == choice), "")
    return f"{decision.title}: {label}" if label else decision.title
