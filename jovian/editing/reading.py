"""Drafts from files, whether what they say is right or not."""

from __future__ import annotations

from pathlib import Path

from jovian.cards import CardError
from jovian.cards.reading.kinds import SCENARIO, expect
from jovian.cards.reading.parsing import parse_document, read_text
from jovian.editing.draft import Draft, draft_of


def read_draft(path: Path) -> Draft:
    """The draft of a scenario file. Raises CardError if it cannot be read at all."""
    return parse_draft(read_text(path), str(path))


def parse_draft(text: str, where: str) -> Draft:
    """The draft of a text. Raises CardError if it is no mapping, or plainly something else than a scenario."""
    document = expect(parse_document(text, where), SCENARIO)
    if not isinstance(document.data, dict):
        raise CardError(where, None, "a scenario is a mapping")
    return draft_of(document.data, _heading(text))


def _heading(text: str) -> str:
    """The comment above the first key."""
    lines = []
    for line in text.split("\n"):
        if not line.startswith("#"):
            break
        lines.append(line[1:].removeprefix(" ").rstrip())
    return "\n".join(lines)
