"""The rows of the keys of a schema, and lines that hold what a schema must have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from pydantic import BaseModel

from jovian.cards.schemas.listed import Among
from jovian.editing.draft import Data, Where
from jovian.editing.forms.help import HELP
from jovian.editing.forms.row import Kind, Option, Row, nothing, titled
from jovian.editing.forms.types import Shape, schema_of, shape_of, shapes_of, summary_of
from jovian.rules.facts.words import spoken
from jovian.rules.rulebook.clause import Clause
from jovian.rules.scenario.catalog import OBJECTIVES, SPECIAL_RULES

CATALOG: dict[str, type[Clause]] = {**SPECIAL_RULES, **OBJECTIVES}
Known = Mapping[str, tuple[Option, ...]]
"""What may stand at a key in this very draft: ids of its models, names of its tokens."""
TYPED = {int: Kind.WHOLE, float: Kind.NUMBER, str: Kind.TEXT, bool: Kind.FLAG}


def key_rows(schema: type[BaseModel], data: Any, path: Where, known: Known, without: Collection[str] = ()) -> list[Row]:
    """A row, or some, for each key of a schema; `data` is the mapping that stands at the path."""
    said = data if isinstance(data, dict) else {}
    rows: list[Row] = []
    for key, shape in shapes_of(schema).items():
        if key not in without:
            field = schema.model_fields[key]
            usual = None if field.is_required() or field.default_factory is not None else field.default
            rows += _rows(key, shape, said.get(key), (*path, key), known, field.is_required(), usual)
    return rows


def _rows(key: str, shape: Shape, value: Any, path: Where, known: Known, needed: bool, usual: Any = None) -> list[Row]:
    label, told = titled(key), HELP.get(f"{path[0]}.{key}") or HELP.get(key, "")
    if shape.among is not None:
        return _among(label, shape.among, value, path, known, needed)
    if shape.base is dict:
        return _mapping(label, shape, value, path, told, known.get(key, ()))
    if shape.base is list:
        return _listed(key, label, shape_of(shape.inner), value, path, known, told)
    if isinstance(shape.base, type) and issubclass(shape.base, BaseModel):
        return key_rows(shape.base, value, path, known)
    options = known.get(key) or tuple(Option(word, _word(key, word)) for word in shape.words)
    if options:
        chosen = options if needed else (nothing(usual), *options)
        return [Row(Kind.CHOICE, label, path, value, chosen, told, needed, usual)]
    kind = TYPED.get(shape.base)
    return [Row(kind, label, path, value, (), told, needed, usual)] if kind is not None else []


def _word(key: str, word: object) -> str:
    if isinstance(word, int) and key in ("side", "owner", "initiative"):
        return f"side {word}"
    return spoken(str(word))


def _among(label: str, among: Among, value: Any, path: Where, known: Known, needed: bool) -> list[Row]:
    """Which piece stands there, and below it the keys of that piece."""
    options = kinds_of(among)
    name = value.get(among.key) if isinstance(value, dict) else value
    chosen = options if needed else (nothing(), *options)
    first = Row(Kind.CHOICE, label, (*path, among.key), name, chosen, HELP.get(among.key, ""), needed, among=among)
    schema = schema_of(among, name)
    return [first, *(key_rows(schema, value, path, known, (among.key,)) if schema is not None else ())]


def kinds_of(among: Among) -> tuple[Option, ...]:
    """The pieces that may stand in a place, each with what it says of itself."""
    words = [(shapes_of(each)[among.key].words[0], each) for each in among.pieces]
    return tuple(Option(word, titled(str(word)), help_of(word, each)) for word, each in words)


def help_of(name: object, schema: type[BaseModel]) -> str:
    """What a piece does: as the rules say it, else as its schema does."""
    said = getattr(CATALOG.get(str(name)), "summary", "")  # of some it depends on their parameters
    return said if isinstance(said, str) and said else summary_of(schema)


def _mapping(label: str, shape: Shape, value: Any, path: Where, told: str, known: tuple[Option, ...]) -> list[Row]:
    """A row for each key that stands there, and one for another."""
    said, kind = value if isinstance(value, dict) else {}, TYPED.get(shape_of(shape.inner).base, Kind.TEXT)
    rows = [Row(kind, f"· {key if known else titled(str(key))}", (*path, key), each) for key, each in said.items()]
    words = known or tuple(Option(word, titled(str(word))) for word in shape_of(shape.keys).words)
    rest = tuple(option for option in words if option.value not in said)
    return [Row(Kind.ADD, label, path, None, rest, told), *rows] if rest or rows else []


def _listed(key: str, label: str, inner: Shape, value: Any, path: Where, known: Known, told: str) -> list[Row]:
    """A list of words; what it holds of other kinds is edited elsewhere."""
    said = value if isinstance(value, list) else []
    options = known.get(key) or tuple(Option(word, _word(key, word)) for word in inner.words)
    if inner.among is None and options and not all(isinstance(option.value, int) for option in options):
        rows = [
            Row(Kind.CHOICE, f"· {label} {number + 1}", (*path, number), each, (nothing(), *options))
            for number, each in enumerate(said)
        ]
        return [Row(Kind.ADD, label, path, None, options, told), *rows]
    kind = {str: Kind.WORDS, int: Kind.NUMBERS, float: Kind.NUMBERS}.get(inner.base)
    return [Row(kind, label, path, value, (), told)] if kind is not None else []


def least_line(schema: type[BaseModel], known: Callable[[str], Any] = lambda key: None) -> Data:
    """A line with what a schema must have, as little as may be; `known` says what stands at a key in this draft."""
    line: Data = {}
    for key, shape in shapes_of(schema).items():
        if schema.model_fields[key].is_required():
            given = known(key)
            line[key] = given if given is not None else _least(shape, known)
    return line


def _least(shape: Shape, known: Callable[[str], Any]) -> Any:
    if shape.among is not None:
        return least_line(shape.among.pieces[0], known)
    if shape.words:
        return shape.words[0]
    if shape.base is list:
        return [_least(shape_of(shape.inner), known)]
    if shape.base in (int, float):
        return max(1, int(shape.least or 0))
    return "Token" if shape.base is str else False
