"""Check the data of files by the keys of a class, and turn the errors of pydantic into lines.

A line has file, line number, cause, and "did you mean".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    Tag,
    ValidationError,
    create_model,
)
from pydantic_core import CoreSchema, ErrorDetails, core_schema

from jovian.cards.files import FEW, CardError, Document, Path_, one_line, plain_copy, suggest_names
from jovian.cards.keys import Among, Bare, Check, Either, Key, Limits, OneOf, has_keys, keys_of, name_of

# --- From keys to models of pydantic ---


class Strict(BaseModel):
    """A model that converts no types and refuses unknown keys."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, hide_input_in_errors=True, defer_build=True)


@cache
def model_of(kind: type) -> type[Strict]:
    """Return the model of the keys of a class."""
    keys: dict[str, Any] = {name: (_model_type(key.kind), _default(key)) for name, key in keys_of(kind).items()}
    return create_model(kind.__name__, __base__=Strict, __doc__=kind.__doc__, **keys)


def _default(key: Key) -> Any:
    if key.required:
        return Field()
    if key.default == []:
        return Field(default_factory=list)
    if key.default == {}:
        return Field(default_factory=dict, validate_default=True)
    return Field(key.default, validate_default=True)


def _model_type(kind: Any) -> Any:
    """Return the type of a key with models for classes, and with the marks of pydantic."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        kind, *marks = args
        choice = _choice(marks[0])
        inner = _model_type(kind) if choice is None else choice
        for mark in marks if choice is None else marks[1:]:
            inner = Annotated[inner, _pydantic_mark(mark)]
        return inner
    if origin in (list, dict):
        return origin[tuple(map(_model_type, args))]
    if origin in (Union, UnionType):
        return Union[tuple(map(_model_type, args))]  # noqa: UP007
    return model_of(kind) if has_keys(kind) else kind


def _choice(mark: object) -> Any:
    """Return the type for a mark that replaces the type before it, or None for other marks."""
    if isinstance(mark, OneOf):
        return Literal[tuple(mark.names)]
    if isinstance(mark, Among):
        models = {name_of(piece, mark.key): model_of(piece) for piece in mark.pieces}
        return Annotated[Strict, AmongModels(mark.key, models, mark.bare)]
    if isinstance(mark, Either):
        yes, no = Annotated[model_of(mark.yes), Tag("yes")], Annotated[model_of(mark.no), Tag("no")]
        key = mark.key
        tag = Discriminator(lambda line: "yes" if isinstance(line, dict) and key in line else "no")
        return Annotated[Union[yes, no], tag]  # noqa: UP007
    return None


def _pydantic_mark(mark: object) -> Any:
    if isinstance(mark, Limits):
        return Field(**mark.limits)
    if isinstance(mark, Check):
        return AfterValidator(mark.function)
    assert isinstance(mark, Bare)
    key = mark.key
    return BeforeValidator(lambda line: {key: line} if isinstance(line, str) else line)


@dataclass(frozen=True)
class AmongModels:
    """Marks a mapping whose `key` names its model."""

    key: str
    models: dict[str, type[Strict]]
    bare: bool

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        choices = {name: handler.generate_schema(model) for name, model in self.models.items()}
        tagged = core_schema.tagged_union_schema(choices, self.key)
        if not self.bare:
            return tagged
        named = core_schema.literal_schema(list(choices))
        read = core_schema.no_info_before_validator_function(self._as_mapping, tagged)
        return core_schema.json_or_python_schema(core_schema.union_schema([named, tagged]), read)

    def _as_mapping(self, line: object) -> object:
        return {self.key: line} if isinstance(line, str) else line


# --- From errors of pydantic to lines ---

_CAUSES = {
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "string_type": "must be a text (in quotes if it looks like a number)",
    "string_pattern_mismatch": "is too long, empty, or has characters that are not allowed",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be a mapping",
    "model_type": "must be a mapping",
}


def checked(kind: type, document: Document) -> Any:
    """Return the data of a document: an object with an attribute for each key of the class, also for missing keys.

    Errors are recorded in the document. Raises CardError with all errors if the rest can't be read without the wrong
    keys.
    """
    schema = model_of(kind)
    try:
        return schema.model_validate(document.data)
    except ValidationError as problem:
        errors = [_at_its_tag(error) for error in problem.errors(include_url=False)]
    faults = sorted(_distinct(errors, schema, document), key=lambda fault: fault[:2])
    document.faults += [CardError(document.file, line or None, cause) for _, line, cause in faults]
    try:
        return schema.model_validate(_without(document.data, errors))
    except ValidationError:
        first, *more = document.faults
        document.faults.clear()
        raise CardError(document.file, first.line, first.cause, more) from None


def _at_its_tag(error: ErrorDetails) -> ErrorDetails:
    """Move an error about a missing or unknown name of a piece to the key of that name."""
    if not error["type"].startswith("union_tag"):
        return error
    context = error["ctx"]
    place = (*error["loc"], context["discriminator"].strip("'"))
    if error["type"] == "union_tag_not_found":
        return {**error, "type": "missing", "loc": place}
    listed = {"expected": context["expected_tags"]}
    return {**error, "type": "literal_error", "loc": place, "input": context["tag"], "ctx": listed}


def _without(data: Any, errors: list[ErrorDetails]) -> Any:
    """Return the data without the wrong keys, so that the rest can be checked, too."""
    copy = plain_copy(data)
    for error in errors:
        path = _place(error, data)
        at: Any = copy
        for part in path[:-1]:
            at = at.get(part, {}) if isinstance(at, dict) else at[part]
        if path and isinstance(at, dict) and error["type"] != "list_type":
            at.pop(path[-1], None)
    return copy


def _distinct(errors: list[ErrorDetails], schema: type[Strict], document: Document) -> Iterator[tuple[int, int, str]]:
    """Yield rank, line, and cause of each error once.

    Errors in several branches of a schema count once, and a misspelled key isn't reported as missing, too.
    """
    found: dict[Path_, ErrorDetails] = {}
    for error in errors:
        found.setdefault(_place(error, document.data), error)
    meant_by = {
        (*path[:-1], _nearest(error, schema)) for path, error in found.items() if error["type"] == "extra_forbidden"
    }
    for path, error in found.items():
        outer = error["type"] not in ("missing", "extra_forbidden") and any(
            other[: len(path)] == path and other != path for other in found
        )
        if not outer and not (error["type"] == "missing" and path in meant_by):
            yield _rank(error), document.line(error["loc"]) or 0, _cause(error, schema, document)


def _place(error: ErrorDetails, data: object) -> Path_:
    """Return the path of an error in the data, without the parts that name a branch of a schema."""
    path: list[str | int] = []
    for part in error["loc"]:
        inside = isinstance(data, dict) and part in data
        if inside or (isinstance(data, list) and isinstance(part, int) and part < len(data)):
            data = data[part]  # type: ignore[index]
            path.append(part)
    return (*path, error["loc"][-1]) if error["type"] == "missing" else tuple(path)


def _rank(error: ErrorDetails) -> int:
    """Return the order of reporting. Unknown keys come first, because a misspelled key is also missing."""
    return {"extra_forbidden": 0, "missing": 2}.get(error["type"], 1)


def _cause(error: ErrorDetails, schema: type[Strict], document: Document) -> str:
    path, kind = error["loc"], error["type"]
    if kind in ("extra_forbidden", "missing"):
        key = _format_path((*path[:-1], ""), document.data) + one_line(str(path[-1]), 40)
        near = _nearest(error, schema)
        hint = f"; did you mean '{near}'?" if near else ""
        return f"missing key '{key}'" if kind == "missing" else f"unknown key '{key}'{hint}"
    message = _message(error)
    return f"{_format_path(path, document.data)}: {message}" if path else message


def _message(error: ErrorDetails) -> str:
    """Return what is wrong with a value, and the value."""
    kind, context = error["type"], error.get("ctx", {})
    if kind == "literal_error":
        return _not_listed(re.findall(r"'([^']*)'", str(context["expected"])), error)
    if kind == "value_error":
        return error["msg"].removeprefix("Value error, ")
    if kind in ("too_short", "too_long"):
        many = context.get("min_length", context.get("max_length"))
        return f"must hold at {'least' if kind == 'too_short' else 'most'} {many}"
    message = _CAUSES.get(kind) or error["msg"]
    message = message.replace("Input should be", "must be").replace("String should", "must")
    return message + _format_value(error["input"])


def _not_listed(words: list[str], error: ErrorDetails) -> str:
    """Return the message for a word that isn't allowed: the allowed words if they are few, and a suggestion."""
    near = suggest_names(error["input"], words, few=0) if isinstance(error["input"], str) else ""
    if not 0 < len(words) <= FEW:
        return f"is not an allowed value{_format_value(error['input'])}{near}"
    listed = ", ".join(f"'{word}'" for word in words[:-1])
    return f"must be {listed}{' or ' if listed else ''}'{words[-1]}'{_format_value(error['input'])}{near}"


def _format_path(path: Path_, data: object) -> str:
    """Return a path as text: `weapons 2 ac` for `("weapons", 1, "ac")`, without branches of a schema."""
    parts: list[str] = []
    for part in path:
        if isinstance(data, dict) and part in data:
            data = data[part]
            parts.append(str(part))
        elif isinstance(data, list) and isinstance(part, int) and part < len(data):
            data = data[part]
            parts.append(str(part + 1))
        elif part == "":
            parts.append("")
    return one_line(" ".join(parts), 80) + (" " if parts[1:] and not parts[-1] else "")


def _format_value(value: object) -> str:
    """Return ", not VALUE" if the value is short and plain, or ""."""
    if isinstance(value, int) and abs(value) > 10**15:
        return ", not a number like that"
    return f", not {one_line(repr(value), 40)}" if isinstance(value, str | int | float | None) else ""


def _nearest(error: ErrorDetails, schema: type[Strict]) -> str:
    """Return the known key that is most like a misspelled one, or ""."""
    path = error["loc"]
    schemas: list[type[BaseModel]] = [schema]
    for part in path[:-1]:
        fields = [field for each in schemas for name, field in each.model_fields.items() if part in (name, field.alias)]
        schemas = [inner for field in fields for inner in _schemas_in(field.annotation)] or schemas
    known = [field.alias or name for each in schemas for name, field in each.model_fields.items()]
    return next(iter(get_close_matches(str(path[-1]), known, n=1)), "")


def _schemas_in(annotation: object) -> list[type[BaseModel]]:
    """Return the schemas inside a field, also in lists and unions."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    if isinstance(annotation, AmongModels):
        return list(annotation.models.values())
    return [schema for each in get_args(annotation) for schema in _schemas_in(each)]
