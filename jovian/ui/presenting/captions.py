"""What a replay says of the answer that it stands after: in the words of the log, of nothing that may not be seen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from jovian.game import Decision, LogEntry
from jovian.narrator import HEADLINE, Names, narrate
from jovian.narrator.line import CARD, DICE, PLACE, WHY
from jovian.rules.rulebook.rulebook import Rulebook

MOST_LINES, MOST_OPTIONS = 3, 60
"""Lines of the log in a caption, and answers that are looked through for the one that was given."""
QUIET = (DICE, WHY)
"""What lines are about that are left out where others tell as much; headlines are too."""


def caption(entries: Sequence[LogEntry], names: Names, book: Rulebook) -> str:
    """What happened in an answer, in the words of the log, "" if nothing was seen."""
    lines = [line.spelled().without(PLACE, CARD) for entry in entries for line in narrate(entry, names, book)]
    loud = [line for line in lines if line.about not in QUIET and line.level != HEADLINE]
    texts = list(dict.fromkeys(line.text for line in loud or lines if not line.dice))
    more = f" · and {len(texts) - MOST_LINES} more" if len(texts) > MOST_LINES else ""
    return " · ".join(texts[:MOST_LINES]) + more


def answered(decision: Decision, choice: Any) -> str:
    """An answer of which the log tells nothing: what was asked, and what was said."""
    label = next((each.label for each in islice(decision.options(), MOST_OPTIONS) if each.choice == choice), "")
    return f"{decision.title}: {label}" if label else decision.title
