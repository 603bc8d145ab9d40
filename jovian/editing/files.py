"""Read a draft from a scenario file, and write one: keys in the order of the format, one line per piece."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jovian.cards import CardError
from jovian.cards.files import SCENARIO, expect
from jovian.cards.keys import keys_of
from jovian.cards.parsing import parse_document, read_text
from jovian.cards.scenario import ScenarioCard
from jovian.cards.writing import format_document, in_order
from jovian.editing.draft import Draft, draft_of
from jovian.match.files import write_whole
from jovian.rules.scenario.objectives import Counted

# --- Reading ---


def read_draft(path: Path) -> Draft:
    """Return the draft of a scenario file, valid or not. Raises CardError if the file can't be read."""
    return parse_draft(read_text(path), str(path))


def parse_draft(text: str, where: str) -> Draft:
    """Return the draft of a text. Raises CardError if the text isn't a mapping or clearly isn't a scenario."""
    document = expect(parse_document(text, where), SCENARIO)
    if not isinstance(document.data, dict):
        raise CardError(where, None, "a scenario must be a mapping")
    return draft_of(_with_new_names(document.data), _leading_comment(text))


_FORMER_NAMES = {key.older: name for name, key in keys_of(Counted).items() if key.older}


def _with_new_names(value: Any) -> Any:
    """Return plain data with the present names of the keys of each count, which is a mapping with `of`."""
    if isinstance(value, list):
        return [_with_new_names(item) for item in value]
    if not isinstance(value, dict):
        return value
    names = _FORMER_NAMES if "of" in value else {}
    return {names.get(key, key): _with_new_names(item) for key, item in value.items()}


def _leading_comment(text: str) -> str:
    """Return the comment above the first key."""
    lines = []
    for line in text.split("\n"):
        if not line.startswith("#"):
            break
        lines.append(line[1:].removeprefix(" ").rstrip())
    return "\n".join(lines)


# --- Writing ---

FIRST = ("id", "card", "kind", "rule", "side", "x", "y", "heading", "edge")
"""The first keys of a piece, in this order."""
_ORDER = {key: number for number, key in enumerate(keys_of(ScenarioCard))}


def format_scenario(draft: Draft) -> str:
    """Return the text of the file. Reading it gives the same draft again."""
    keys = sorted(draft.data, key=lambda key: _ORDER.get(key, len(_ORDER)))
    return format_document({key: in_order(draft.data[key], FIRST) for key in keys}, draft.heading)


def write_draft(draft: Draft, path: Path) -> None:
    """Write a draft to a file, completely or not at all. Raises OSError."""
    write_whole(path, format_scenario(draft))
