"""Read the plain JSON of frozen values, as `plain_json.py` writes it, and check all of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache
from types import NoneType
from typing import Any, Required, TypeVar, get_args, get_origin, get_type_hints, is_typeddict

from pydantic_core import CoreSchema, SchemaValidator, ValidationError
from pydantic_core import core_schema as core

from jovian.cards.keys import Key, Limits, split_marks
from jovian.cards.plain_json import KEY, MAX_ITEMS, MAX_NUMBER, READERS, SOURCE, read_text
from jovian.cards.schema import Schemas, first_cause

T = TypeVar("T")


def read_plain(kind: type[T], data: Any, prefix: str = "") -> T:
    """Return the value of a frozen class, or the checked mapping of a TypedDict, from any JSON.

    Raises ValueError with one line that begins with `prefix`.
    """
    as_key: Any = kind
    value: T
    try:
        value = _validator(as_key).validate_python(data, strict=True)
    except ValidationError as problem:
        raise ValueError(f"{prefix}{first_cause(problem, data)}") from None
    return value


@cache
def _validator(kind: Any) -> SchemaValidator:
    return SchemaValidator(_PlainSchemas(_all_fields, JSON_TYPES, MAX_ITEMS).of(kind))


def _all_fields(kind: Any) -> dict[str, Key]:
    """Return the keys of a class: all fields, without the source and the marks for files, or the keys of a TypedDict.

    Keys without a default are required.
    """
    hints, names = get_type_hints(kind, include_extras=is_typeddict(kind)), dict[str, str]()
    if is_typeddict(kind):
        marked = {name for name, hint in hints.items() if get_origin(hint) is Required}
        hints |= {name: get_args(hints[name])[0] for name in marked}
        needed = hints.keys() if kind.__total__ else marked
    else:
        needed = {item.name for item in fields(kind) if item.default is MISSING and item.default_factory is MISSING}
        names |= {item.name: item.metadata[KEY] for item in fields(kind) if KEY in item.metadata}
        hints = {item.name: hints[item.name] for item in fields(kind) if item.name != SOURCE}
    keys = ((names.get(field, field), field, hint) for field, hint in hints.items())
    return {name: Key(name, field, hint, MISSING if field in needed else None) for name, field, hint in keys}


class _PlainSchemas(Schemas):
    """Schemas of JSON in which nothing has marks. A TypedDict is read as a mapping with the keys that are there."""

    def _maker(self, kind: Any) -> Callable[[dict[str, Any]], Any]:
        fields_by_key = {name: key.field for name, key in self.keys(kind).items()}
        return dict if is_typeddict(kind) else lambda values: kind(
            **{fields_by_key[name]: value for name, value in values.items()}
        )

    def _field(self, key: Key) -> core.TypedDictField:
        return core.typed_dict_field(self._schema(key.kind), required=key.required)

    def _schema(self, kind: Any) -> CoreSchema:
        """As for files. A text has its limits besides those of all texts."""
        bare, marks = split_marks(kind)
        schema = super()._schema(kind)
        if bare is not str or not marks:
            return schema
        limits = {name: limit for mark in marks if isinstance(mark, Limits) for name, limit in mark.limits.items()}
        return core.chain_schema([schema, core.str_schema(**limits)])

    def _unmarked(self, kind: Any) -> CoreSchema:
        args = get_args(kind)
        if kind in READERS:
            return core.no_info_plain_validator_function(READERS[kind])
        if is_typeddict(kind):
            return self._mapping(kind)
        if get_origin(kind) is tuple and args[-1] is not Ellipsis:
            return self._fixed(args, tuple)
        if isinstance(kind, type) and issubclass(kind, tuple):
            return self._fixed(tuple(get_type_hints(kind).values()), kind._make)  # type: ignore[attr-defined]
        return super()._unmarked(kind)

    def _fixed(self, parts: tuple[Any, ...], make: Callable[[Any], Any]) -> CoreSchema:
        """Return the schema of a list with a type for each item."""

        def check_length(data: Any) -> tuple[Any, ...]:
            if type(data) is not list or len(data) != len(parts):
                raise ValueError(f"must be a list of {len(parts)}")
            return tuple(data)

        items = core.tuple_schema([self._schema(part) for part in parts])
        return core.no_info_after_validator_function(make, core.no_info_before_validator_function(check_length, items))


JSON_TYPES: dict[Any, CoreSchema] = {
    str: core.no_info_after_validator_function(read_text, core.str_schema()),
    int: core.int_schema(ge=-MAX_NUMBER, le=MAX_NUMBER),
    float: core.float_schema(ge=-MAX_NUMBER, le=MAX_NUMBER, allow_inf_nan=False),
    bool: core.bool_schema(),
    Any: core.any_schema(),
    NoneType: core.none_schema(),
}
