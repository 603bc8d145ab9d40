"""Write `docs/events.md` and `docs/events.schema.json` from the classes of events: `python -m tools.events_page`."""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Iterator
from dataclasses import MISSING
from functools import cache, reduce
from operator import or_
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from jovian.dice import Faces, Pool, Result
from jovian.game import LogEntry, Note
from jovian.game.events import (
    BASE,
    DIMINISH,
    ESCALATE,
    FLEX,
    MACRO,
    MODIFIER,
    TYPES,
    Contribution,
    Event,
    JsonValue,
    written_fields,
)
from jovian.table import Pose

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE, SCHEMA = DOCS / "events.md", DOCS / "events.schema.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
KINDS = (MODIFIER, BASE, FLEX, MACRO, ESCALATE, DIMINISH)
PLAIN: dict[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
Schema = dict[str, Any]

HEAD = """# Events

This page is for programs that read the events of a game. Events go to the log of the window, to `jovian.Play.log()`
and `.events()`, to a match's `.events`, and as JSON lines to the files of `simulate --log` and `replay --log`.
`python -m tools.events_page` writes this page from `jovian/game/events.py`. A test checks that it is up to date and
that the events of whole games follow it. [events.schema.json](events.schema.json) is a JSON Schema (2020-12) of a line.

A line has the fields of the log entry, `type`, and the fields of that type's event.

- A field that ends in `?` can be missing.
- Lengths are inches from the lower left corner of the table. Headings are whole degrees, clockwise from 0 (up the
  table). Sides are 0 and 1.
- In Python an entry is a `LogEntry`. Its `event` is a frozen value of the class named below.

```python
from jovian.game.events import Damaged

for entry in game.log():
    match entry.event:
        case Damaged(track="structure", amount=amount):
            print(entry.turn, entry.event.model, amount)
```

## Every line

{entry}

## Values

| value | JSON |
|---|---|
| pose | `[x, y, heading]`: inches, inches, whole degrees |
| part | `[label, value, place, kind]`: a reason, the number that it adds, the rule that says so, and what it adds to. Parts of the kind `modifier` add up to `net`, those of `base`, `flex`, and `macro` (with its sign) to the pool, and `escalate` minus `diminish` to `shift` |
| pool | `{{"base": 3, "flex": 1, "macro": -1}}`: dice of the 3 kinds |
| faces | `{{"base": [...], "flex": [...], "macro": [...]}}`: faces from 1 to 6, in the order rolled |
| result | a code such as `D2,T4`: the Magnitude (`D`, `T`, `Q+`) of each set and its value, or `N` for no result |
| note | a number, a text, or a list of notes |

{values}

## Types

{types}
"""  # noqa: E501


class Field(NamedTuple):
    """A field of an event in JSON."""

    key: str
    hint: Any
    means: str
    needed: bool


# --- Fields ---
@cache
def fields(of: type) -> tuple[Field, ...]:
    """Return the fields of a class in order, each with the docstring below it."""
    hints, said = _hints(of), dict(_docstrings(of))
    if not issubclass(of, JsonValue):
        return tuple(Field(name, hints[name], text, True) for name, text in said.items() if name != "event")
    return tuple(
        Field(key, hints[name] if default is MISSING else _present(hints[name]), said[name], default is MISSING)
        for name, key, default in written_fields(of)
    )


def _hints(of: type) -> dict[str, Any]:
    """Return the type of each field. A note can hold notes, so its hint stays `Note`."""
    raw = inspect.get_annotations(of)
    return {name: Note if raw.get(name) == "Note" else hint for name, hint in get_type_hints(of).items()}


def _docstrings(of: type) -> Iterator[tuple[str, str]]:
    (found,) = ast.parse(inspect.getsource(of)).body
    assert isinstance(found, ast.ClassDef)
    for line, after in zip(found.body, found.body[1:], strict=False):
        if isinstance(line, ast.AnnAssign) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            assert isinstance(line.target, ast.Name)
            yield line.target.id, " ".join(str(after.value.value).split())


def _present(hint: Any) -> Any:
    """Return the type of an optional field without None."""
    return reduce(or_, (each for each in _union(hint) if each is not NoneType))


def _union(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else ()


def values() -> tuple[type[JsonValue], ...]:
    """Return the classes of values inside events that have fields of their own."""
    module = sys.modules[Event.__module__]
    named = (getattr(module, name) for name in module.__all__)
    classes = (each for each in named if isinstance(each, type) and issubclass(each, JsonValue))
    return tuple(each for each in classes if not issubclass(each, Event) and each is not JsonValue)


# --- JSON Schema ---
def schema() -> Schema:
    """Return the JSON Schema of one line."""
    entry = {each.key: _described(each) for each in fields(LogEntry)}
    types = {name: _object(of, _with_type(entry, name)) for name, of in TYPES.items()}
    return {
        "$schema": DIALECT, "title": "An event of a game of Jovian Wars, as one line of a log",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in types],
        "$defs": {**types, **{of.__name__: _object(of, {}) for of in values()}, **_VALUES},
    }  # fmt: skip


def _with_type(entry: Schema, name: str) -> Schema:
    """Return the fields of the entry, with the constant `type` in its place."""
    seen = {"enum": ["both", 0, 1], "description": entry["seen_by"]["description"]}
    return {**{key: entry[key] for key in ("n", "turn", "phase")}, "type": {"const": name}, "seen_by": seen}


def _object(of: type[JsonValue], before: Schema) -> Schema:
    found = fields(of)
    return {
        "type": "object", "description": inspect.getdoc(of),
        "properties": {**before, **{each.key: _described(each) for each in found}},
        "required": [*before, *(each.key for each in found if each.needed)], "additionalProperties": False,
    }  # fmt: skip


def _described(field: Field) -> Schema:
    return {**_schema(field.hint), "description": field.means}


_VALUES: dict[str, Schema] = {
    "Pose": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}, {"type": "integer"}],
             "minItems": 3, "items": False, "description": "x and y in inches, heading in degrees"},
    "Part": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}, {"type": "string"},
             {"enum": list(KINDS)}], "minItems": 4, "items": False, "description": "label, value, place, kind"},
    "Pool": {"type": "object", "properties": {kind: {"type": "integer"} for kind in ("base", "flex", "macro")},
             "required": ["base", "flex", "macro"], "additionalProperties": False},
    "Faces": {"type": "object", "properties": {kind: {"type": "array", "items": {"enum": [1, 2, 3, 4, 5, 6]}}
              for kind in ("base", "flex", "macro")}, "required": ["base", "flex", "macro"],
              "additionalProperties": False},
    "Result": {"type": "string", "pattern": r"^(N|(D|T|Q\+)[1-6](,(D|T|Q\+)[1-6])*)$"},
    "Note": {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/Note"}}]},
}  # fmt: skip
"""The schemas of values whose classes have a JSON form of their own."""
_CLASSES = {Pose: "Pose", Contribution: "Part", Pool: "Pool", Faces: "Faces", Result: "Result"}


def _schema(hint: Any) -> Schema:
    if hint == Note:
        return {"$ref": "#/$defs/Note"}
    if hint in PLAIN:
        return {"type": PLAIN[hint]}
    if hint in _CLASSES:
        return {"$ref": f"#/$defs/{_CLASSES[hint]}"}
    if _union(hint):
        return _either([_schema(each) for each in _union(hint)])
    if get_origin(hint) is tuple:
        one, *rest = get_args(hint)
        if rest == [Ellipsis]:
            return {"type": "array", "items": _schema(one)}
        each = [_schema(part) for part in (one, *rest)]
        return {"type": "array", "prefixItems": each, "minItems": len(each), "items": False}
    return {"$ref": f"#/$defs/{hint.__name__}"}


def _either(found: list[Schema]) -> Schema:
    if all(list(each) == ["type"] for each in found):
        return {"type": [each["type"] for each in found]}
    return {"anyOf": found}


# --- Page ---
def page() -> str:
    """Return the text of the page."""
    inner = "\n\n".join(f"### {of.__name__}\n\n{inspect.getdoc(of)}\n\n{_table(of)}" for of in values())
    types = "\n\n".join(f"### `{name}`\n\n{inspect.getdoc(of)} Class `{of.__name__}`.\n\n{_table(of)}"
                        for name, of in TYPES.items())  # fmt: skip
    return HEAD.format(entry=_table(LogEntry), values=inner, types=types)


def _table(of: type) -> str:
    rows = (f"| `{each.key}{'?' * (not each.needed)}` | {_spoken(each.hint)} | {each.means} |" for each in fields(of))
    return "\n".join(["| field | type | meaning |", "|---|---|---|", *rows])


_SPOKEN = {
    str: "text", int: "whole number", float: "number", bool: "true or false", NoneType: "null", Pose: "pose",
    Contribution: "part", Pool: "pool", Faces: "faces", Result: "result",
}  # fmt: skip


def _spoken(hint: Any) -> str:
    if hint == Note:
        return "note"
    if hint in _SPOKEN:
        return _SPOKEN[hint]
    if _union(hint):
        return " or ".join(map(_spoken, _union(hint)))
    if get_origin(hint) is tuple:
        one, *rest = get_args(hint)
        return f"list of: {_spoken(one)}" if rest == [Ellipsis] else f"[{', '.join(map(_spoken, (one, *rest)))}]"
    return f"`{hint.__name__}`"


def text() -> str:
    """Return the text of the schema's file."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    SCHEMA.write_text(text(), encoding="utf-8")
    print(f"{PAGE.name}, {SCHEMA.name}: {len(TYPES)} types")
