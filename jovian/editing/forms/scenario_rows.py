"""The form of a scenario as a whole: its keys, and its lists of pieces with what may be put into each."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import BaseModel

from jovian.cards.schemas.scenarios.scenario import Scenario
from jovian.editing.draft import Draft, Where
from jovian.editing.forms.help import LISTS
from jovian.editing.forms.keys import key_rows, kinds_of
from jovian.editing.forms.known import known
from jovian.editing.forms.row import Kind, Option, Row, heading, titled
from jovian.editing.forms.types import Shape, shape_of, shapes_of

ON_TABLE = ("terrain", "models")
"""Lists whose pieces are taken from the palette and chosen on the board."""
DRAWN = ("zones",)
"""Lists whose pieces are drawn on the board too, and stand in the form besides."""
LONGEST = 60
"""Letters by which a piece is told in a list."""


def scenario_rows(draft: Draft) -> list[Row]:
    """Every row of the form of a scenario, in the order of the file."""
    lists = piece_lists()
    without = (*ON_TABLE, *(section for section in lists if section not in DRAWN))
    rows = [*heading("Scenario"), *key_rows(Scenario, draft.data, (), known(draft), without)]
    for section, shape in lists.items():
        if section not in DRAWN or isinstance(draft.data.get(section), list):
            rows += _list_rows(draft, section, shape)
    return rows


@cache
def piece_lists() -> dict[str, Shape]:
    """What the lists hold whose pieces have forms of their own, by key; those on the table are not among them."""
    found = {}
    for key, shape in shapes_of(Scenario).items():
        of = shape.inner if shape.base is list else shape.also
        inner = shape_of(of) if of is not None else None
        piece = inner is not None and (inner.among is not None or _is_schema(inner.base))
        if inner is not None and piece and key not in ON_TABLE:
            found[key] = inner
    return found


def _is_schema(base: Any) -> bool:
    return isinstance(base, type) and issubclass(base, BaseModel)


def _list_rows(draft: Draft, section: str, inner: Shape) -> list[Row]:
    options = kinds_of(inner.among) if inner.among is not None else (Option("", f"one of {titled(section).lower()}"),)
    there = draft.data.get(section)
    lines = there if isinstance(there, list) else []
    key = inner.among.key if inner.among is not None else "name"
    helped = {str(option.value): option.help for option in options}
    pieces = [
        Row(Kind.PIECE, told(line, key), (section, number), None, (), helped.get(str(_name(line, key)), ""))
        for number, line in enumerate(lines)
    ]
    more = [] if section in DRAWN else [Row(Kind.ADD, "", (section,), None, options)]
    return [*heading(titled(section), LISTS.get(section, "")), *pieces, *more]


def _name(line: Any, key: str) -> Any:
    return line.get(key) if isinstance(line, dict) else line


def told(line: Any, key: str) -> str:
    """A line in a few words: what it is, and what it says besides."""
    if not isinstance(line, dict):
        return titled(str(line))
    rest = [f"{each} {_plain(value)}" for each, value in line.items() if each != key]
    said = " · ".join([titled(str(line.get(key, ""))), *rest]).strip(" ·")
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(_plain(each) for each in value.values())
    return ", ".join(map(_plain, value)) if isinstance(value, list) else str(value)


def at_path(draft: Draft, path: Where) -> Any:
    """What stands at a path; a piece that is written as its bare name is the mapping that this is short for."""
    found = draft.at(path)
    shape = piece_lists().get(str(path[0])) if path else None
    if len(path) == 2 and isinstance(found, str) and shape is not None and shape.among is not None:
        return {shape.among.key: found}
    return found
