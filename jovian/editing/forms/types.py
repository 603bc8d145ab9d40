"""What the type of a key in a schema says may stand there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, Gt, Le
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from jovian.cards.schemas.listed import Among, OneOf, name_of

FEW = 3
"""Whole numbers that are chosen from a list rather than typed, if there are no more."""


class Shape(NamedTuple):
    """A type, taken apart."""

    base: Any
    """The class of the value: `int`, `str`, `list`, a schema; None if only one of the words may stand there."""
    words: tuple[Any, ...] = ()
    """What may stand there, of a closed list."""
    inner: Any = None
    """What a list holds, or what the values of a mapping are."""
    keys: Any = None
    """What the keys of a mapping are."""
    among: Among | None = None
    least: float | None = None
    optional: bool = False
    also: Any = None
    """What a list holds that may stand there in place of a word."""


def types_of(schema: type[BaseModel]) -> dict[str, Any]:
    """The types of a schema's keys, in the order of the schema."""
    hints = get_type_hints(schema, include_extras=True)
    return {key: hints[key] for key in schema.model_fields}


@cache
def shapes_of(schema: type[BaseModel]) -> dict[str, Shape]:
    """What the types of a schema's keys say, in the order of the schema."""
    return {key: shape_of(kind) for key, kind in types_of(schema).items()}


def shape_of(kind: Any) -> Shape:
    """The type of a key, taken apart: what may stand there."""
    origin = get_origin(kind)
    if origin is Annotated:
        base, *said = get_args(kind)
        return _annotated(shape_of(base), said)
    if origin in (Union, UnionType):
        return _either([shape_of(each) for each in get_args(kind) if each is not NoneType], NoneType in get_args(kind))
    if origin is Literal:
        return Shape(None, get_args(kind))
    if origin is list:
        return Shape(list, inner=get_args(kind)[0])
    if origin is dict:
        return Shape(dict, keys=get_args(kind)[0], inner=get_args(kind)[1])
    return Shape(kind)


def _annotated(shape: Shape, said: Iterable[Any]) -> Shape:
    least: float | None = shape.least
    most: float | None = None
    for each in said:
        if isinstance(each, OneOf):
            return Shape(None, tuple(each.names))
        if isinstance(each, Among):
            return Shape(None, tuple(name_of(piece, each.key) for piece in each.pieces), among=each)
        for limit in each.metadata if isinstance(each, FieldInfo) else (each,):
            least = float(limit.ge) if isinstance(limit, Ge) else least  # type: ignore[arg-type]
            least = 1.0 if isinstance(limit, Gt) else least
            most = float(limit.le) if isinstance(limit, Le) else most  # type: ignore[arg-type]
    if shape.base is int and least is not None and most is not None and most - least < FEW:
        return Shape(None, tuple(range(int(least), int(most) + 1)))
    return shape._replace(least=least)


def _either(shapes: list[Shape], optional: bool) -> Shape:
    """Of several only what can be chosen from a list; a type alone, or nothing, is that type."""
    if len(shapes) == 1:
        return shapes[0]._replace(optional=optional)
    words = tuple(word for shape in shapes for word in shape.words)
    return Shape(None, words, optional=optional, also=next((s.inner for s in shapes if s.base is list), None))


def schema_of(among: Among, name: object) -> type[BaseModel] | None:
    """The schema of a piece by its name, None for an unknown one."""
    return next((each for each in among.pieces if name_of(each, among.key) == name), None)


def summary_of(schema: type[BaseModel]) -> str:
    """What a schema says of itself."""
    return (schema.__doc__ or "").strip().split("\n\n")[0].replace("\n", " ")
