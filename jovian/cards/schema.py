"""Parts that the schemas of all files share: types of fields, and error messages.

`checked` turns the errors of pydantic into lines with file, line, cause, and "did you mean".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, StringConstraints, ValidationError
from pydantic_core import CoreSchema, ErrorDetails, core_schema

from jovian.cards.files import FEW, CardError, Document, Path_, one_line, suggest_names
from jovian.cards.names import (
    ARCS,
    CARRIERS,
    COMMON,
    CONTACTS,
    DEPLOYMENTS,
    EDGES,
    FACTIONS,
    INITIATIVES,
    LAYOUTS,
    MISSILE_KINDS,
    PLACED_STATES,
    PRINTED_WEAPONS,
    SLOTS,
    SQUADRON_TYPES,
    STATION_WEAPONS,
    TERRAIN_KINDS,
    UPGRADE_KINDS,
    ZONES,
)

# --- Names from closed lists ---


@dataclass(frozen=True)
class OneOf:
    """Marks a text that must be one of these names, like a Literal of them."""

    names: Iterable[str]

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:
        return core_schema.literal_schema(list(self.names))


@dataclass(frozen=True)
class Among:
    """Marks a mapping whose `key` names its schema."""

    key: str
    pieces: tuple[type[BaseModel], ...]
    bare: bool = False
    """Whether the name alone may replace the mapping."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        choices = {name_of(piece, self.key): handler.generate_schema(piece) for piece in self.pieces}
        tagged = core_schema.tagged_union_schema(choices, self.key)
        if not self.bare:
            return tagged
        named = core_schema.literal_schema(list(choices))
        read = core_schema.no_info_before_validator_function(self._as_mapping, tagged)
        return core_schema.json_or_python_schema(core_schema.union_schema([named, tagged]), read)

    def _as_mapping(self, line: object) -> object:
        return {self.key: line} if isinstance(line, str) else line


def name_of(piece: type[BaseModel], key: str) -> str:
    """Return the name of a schema in files: the value of its `key`."""
    (name,) = get_args(piece.model_fields[key].annotation)
    return str(name)


Arc = Annotated[str, OneOf(ARCS)]
Builder = Annotated[str, OneOf((*FACTIONS, COMMON))]
"""The faction of a unit."""
Carrier = Annotated[str, OneOf(CARRIERS)]
"""A kind of unit that may have an upgrade."""
Contact = Annotated[str, OneOf(CONTACTS)]
"""The side of a base in contact with another."""
Deployment = Annotated[str, OneOf(DEPLOYMENTS)]
Edge = Annotated[str, OneOf(EDGES)]
Faction = Annotated[str, OneOf(FACTIONS)]
Initiative = Annotated[str, OneOf(INITIATIVES)]
Layout = Annotated[str, OneOf(LAYOUTS)]
MissileKind = Annotated[str, OneOf(MISSILE_KINDS)]
PlacedState = Annotated[str, OneOf(PLACED_STATES)]
SlotClass = Annotated[str, OneOf(SLOTS)]
StationWeapons = Annotated[str, OneOf(tuple(STATION_WEAPONS))]
SquadronType = Annotated[str, OneOf(SQUADRON_TYPES)]
TerrainKind = Annotated[str, OneOf(TERRAIN_KINDS)]
UpgradeKind = Annotated[str, OneOf(UPGRADE_KINDS)]
WeaponType = Annotated[str, OneOf(PRINTED_WEAPONS)]
Zones = Annotated[str, OneOf(ZONES)]


# --- Types of fields ---

Schema = TypeVar("Schema", bound="Strict")

Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9 .,'&()/:+-]{0,59}$")]
"""The name of a unit, fleet, model, or scenario."""
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
"""A file name or id: lower case, digits, hyphens."""
UnitKey = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,60}/[a-z0-9-]{1,60}$")]
"""The key of a unit card: `faction/name`."""
Rating = Annotated[int, Field(ge=0, le=20)]
Inches = Annotated[float, Field(ge=-96, le=96, allow_inf_nan=False)]
"""A coordinate on or near the table."""
Extent = Annotated[float, Field(gt=0, le=48, allow_inf_nan=False)]
"""A size on the table, in inches."""
Heading = Annotated[int, Field(ge=-360, le=360)]
"""Whole degrees, 0 up the table, clockwise positive."""

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


class Strict(BaseModel):
    """A schema that converts no types and refuses unknown keys."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, hide_input_in_errors=True, defer_build=True)


def checked(schema: type[Schema], document: Document) -> Schema:
    """Return the data of a document, read by a schema. Errors are recorded in the document.

    Raises CardError with all errors if the rest can't be read without the wrong keys.
    """
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
    if isinstance(annotation, Among):
        return list(annotation.pieces)
    return [schema for each in get_args(annotation) for schema in _schemas_in(each)]


def plain_copy(data: Any) -> Any:
    """Return a deep copy of plain data."""
    if isinstance(data, dict):
        return {key: plain_copy(value) for key, value in data.items()}
    if isinstance(data, list):
        return [plain_copy(value) for value in data]
    return data
