"""What a form gives: the draft after a row got another value."""

from __future__ import annotations

import re
from typing import Any

from jovian.editing.commands import placed_at, put
from jovian.editing.draft import Data, Draft, Piece, Where
from jovian.editing.forms.keys import least_line
from jovian.editing.forms.known import known
from jovian.editing.forms.row import Kind, Row
from jovian.editing.forms.scenario_rows import at_path, piece_lists
from jovian.editing.forms.types import schema_of

PARAGRAPH = " ¶ "
"""Stands in a field for the end of a paragraph."""
LISTED = "Write a comma and a space between numbers, and a point in them: 1.5, 2"
_TIGHT_COMMA = re.compile(r"\d,\d")


def text_of(row: Row) -> str:
    """What stands in the field of a row."""
    if row.kind in (Kind.WORDS, Kind.NUMBERS):
        return ", ".join(map(str, row.value)) if isinstance(row.value, list) else ""
    return "" if row.value is None else PARAGRAPH.join(str(row.value).strip().split("\n\n")).replace("\n", " ")


def value_of(row: Row, text: str) -> Any:
    """Return the value that a text in its field means, None for none. Raises ValueError if it means nothing.

    A number may have a decimal comma. In a list the comma separates, so `1,5` is an error there.
    """
    said = text.strip()
    if not said:
        return None
    if row.kind is Kind.NUMBERS:
        if _TIGHT_COMMA.search(said):
            raise ValueError(LISTED)
        return [float(each) if "." in each else int(each) for each in said.split(",")]
    if row.kind is Kind.WORDS:
        return [word for each in said.split(",") if (word := each.strip())]
    if row.kind in (Kind.WHOLE, Kind.NUMBER):
        return int(said) if row.kind is Kind.WHOLE else float(said if "." in said else said.replace(",", "."))
    return "\n\n".join(each.strip() for each in said.split(PARAGRAPH.strip()))


def given(draft: Draft, row: Row, value: Any) -> tuple[Draft, Piece | None]:
    """The draft with a value in that row, and the piece that this made, if one."""
    if row.kind is Kind.ADD:
        return added(draft, row.path, value)
    draft = _spelled(draft, row.path)
    if row.among is not None:
        path = row.path[:-1]
        return draft.with_at(path, _another(draft, row, draft.at(path), value)), None
    return _bared(_placed(draft, row.path, value).with_at(row.path, value), row.path), None


def _placed(draft: Draft, path: Where, value: Any) -> Draft:
    """A model that goes aboard, or to a side of another, gives up its place; one that comes out stands beside."""
    piece, key = Piece(str(path[0]), path[1]) if len(path) > 2 and isinstance(path[1], int) else None, path[-1]
    if piece is None or piece.section != "models" or key not in ("embarked_in", "at", "touching"):
        return draft
    if value is not None and key in ("embarked_in", "at"):
        for gone in ("x", "y", *(("heading", "touching", "at") if key == "embarked_in" else ())):
            draft = draft.with_at((*piece.path, gone), None)
    elif value is None and key != "at" and "x" not in draft.line(piece):
        host = next((each for each in draft.lines("models") if each.get("id") == draft.at(path)), {})
        draft = placed_at(draft, piece, (host.get("x", 0), host.get("y", 0)))
    return draft


def added(draft: Draft, path: Where, value: Any) -> tuple[Draft, Piece | None]:
    """Another entry in a list or a mapping, and the piece that it is, if it is one."""
    inner = piece_lists().get(str(path[0])) if len(path) == 1 else None
    if inner is None:
        there = draft.at(path)
        if isinstance(there, list) or _is_list(path):
            return draft.with_at(path, [*(there or []), value]), None
        return draft.with_at((*path, value), 1), None
    schema = schema_of(inner.among, value) if inner.among is not None else inner.base
    line = least_line(schema, lambda key: _first(draft, key)) if schema is not None else {}
    made, piece = put(draft, str(path[0]), line)
    return _bared(made, piece.path), piece


def _is_list(path: Where) -> bool:
    return path[-1] in ("damaged", "cargo", "fleets", "fate", "without", "upgrades")


def _first(draft: Draft, key: str) -> Any:
    """What may stand at a key in this draft, the first of it."""
    options = known(draft).get(key, ())
    return options[0].value if options else None


def _another(draft: Draft, row: Row, old: Any, name: Any) -> Data | None:
    """The line of another piece, with what it has in common with the one before."""
    schema = schema_of(row.among, name) if row.among is not None else None
    if schema is None or row.among is None:
        return None
    kept = {key: value for key, value in (old or {}).items() if key in schema.model_fields}
    return {**least_line(schema, lambda key: _first(draft, key)), **kept, row.among.key: name}


def _spelled(draft: Draft, path: Where) -> Draft:
    """With a piece that is written as its bare name spelled out."""
    line = at_path(draft, path[:2])
    return draft.with_at(path[:2], line) if len(path) > 2 and line != draft.at(path[:2]) else draft


def _bared(draft: Draft, path: Where) -> Draft:
    """With a piece that says only its name written as that, where a file may."""
    inner = piece_lists().get(str(path[0])) if path else None
    among = inner.among if inner is not None else None
    line = draft.at(path[:2])
    if among is not None and among.bare and isinstance(line, dict) and set(line) == {among.key}:
        return draft.with_at(path[:2], line[among.key])
    return draft
