"""What the schemas of all files share."""

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

# --- listed ---
# Texts of a file that must stand in a closed list of names, and lines that are one of a closed list of pieces.
#
# The lists of names are written down in `values/` alone.


@dataclass(frozen=True)
class OneOf:
    """Says of a text that it must be one of these names; it is read, and refused, as a Literal of them would be."""

    names: Iterable[str]

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:
        return core_schema.literal_schema(list(self.names))


@dataclass(frozen=True)
class Among:
    """Says of a mapping that its `key` names which of these schemas it is read by."""

    key: str
    pieces: tuple[type[BaseModel], ...]
    bare: bool = False
    """May a line be the name alone?"""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        choices = {name_of(each, self.key): handler.generate_schema(each) for each in self.pieces}
        tagged = core_schema.tagged_union_schema(choices, self.key)
        if not self.bare:
            return tagged
        named = core_schema.literal_schema(list(choices))
        read = core_schema.no_info_before_validator_function(self._whole, tagged)
        return core_schema.json_or_python_schema(core_schema.union_schema([named, tagged]), read)

    def _whole(self, line: object) -> object:
        return {self.key: line} if isinstance(line, str) else line


def name_of(piece: type[BaseModel], key: str) -> str:
    """What a schema of a piece is called in a file."""
    (name,) = get_args(piece.model_fields[key].annotation)
    return str(name)


Arc = Annotated[str, OneOf(ARCS)]
Builder = Annotated[str, OneOf((*FACTIONS, COMMON))]
"""Who builds a unit."""
Carrier = Annotated[str, OneOf(CARRIERS)]
"""Who may have an upgrade."""
Contact = Annotated[str, OneOf(CONTACTS)]
"""The side of a base that another touches."""
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


# --- validate ---
# From a pydantic complaint to one clear line: what every schema of this layer is checked with.

Schema = TypeVar("Schema", bound="Strict")

Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9 .,'&()/:+-]{0,59}$")]
"""What a unit, fleet, model or scenario is called."""
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
"""The name of a file or an id: lower case, digits, hyphens."""
UnitKey = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,60}/[a-z0-9-]{1,60}$")]
"""The key of a unit card: `faction/name`."""
Rating = Annotated[int, Field(ge=0, le=20)]
Inches = Annotated[float, Field(ge=-96, le=96, allow_inf_nan=False)]
"""A place on the table or a little off it."""
Extent = Annotated[float, Field(gt=0, le=48, allow_inf_nan=False)]
"""A size of something on the table, in inches."""
Heading = Annotated[int, Field(ge=-360, le=360)]
"""Whole degrees, 0 up the table, clockwise positive."""

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
    """A schema that takes nothing for something else and knows all its keys."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, hide_input_in_errors=True, defer_build=True)


def checked(schema: type[Schema], document: Document) -> Schema:
    """The document's data as the schema reads it; faults that leave the rest readable are noted in the document.

    Raises CardError with everything that is wrong if it cannot be read on.
    """
    try:
        return schema.model_validate(document.data)
    except ValidationError as problem:
        errors = [_at_its_tag(error) for error in problem.errors(include_url=False)]
    faults = sorted(_distinct(errors, schema, document), key=lambda each: each[:2])
    document.faults += [CardError(document.file, line or None, cause) for _, line, cause in faults]
    try:
        return schema.model_validate(_without(document.data, errors))
    except ValidationError:
        found = list(document.faults)
        document.faults.clear()
        raise CardError(document.file, found[0].line, found[0].cause, found[1:]) from None


def _at_its_tag(error: ErrorDetails) -> ErrorDetails:
    """A line of pieces without a name, or with none that is known, is wrong where that name should stand."""
    if not error["type"].startswith("union_tag"):
        return error
    context = error["ctx"]
    place = (*error["loc"], context["discriminator"].strip("'"))
    if error["type"] == "union_tag_not_found":
        return {**error, "type": "missing", "loc": place}
    listed = {"expected": context["expected_tags"]}
    return {**error, "type": "literal_error", "loc": place, "input": context["tag"], "ctx": listed}


def _without(data: Any, errors: list[ErrorDetails]) -> Any:
    """The data less the keys that are wrong, so that what follows can be looked at too."""
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
    """Rank, line and cause of each fault, once: not for each branch of a schema, nor a misspelled key as missing."""
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
    """Where in the data an error is, without the parts that only name a branch of a schema."""
    path: list[str | int] = []
    for part in error["loc"]:
        inside = isinstance(data, dict) and part in data
        if inside or (isinstance(data, list) and isinstance(part, int) and part < len(data)):
            data = data[part]  # type: ignore[index]
            path.append(part)
    return (*path, error["loc"][-1]) if error["type"] == "missing" else tuple(path)


def _rank(error: ErrorDetails) -> int:
    """Unknown keys are told first, since a misspelled key also leaves one missing."""
    return {"extra_forbidden": 0, "missing": 2}.get(error["type"], 1)


def _cause(error: ErrorDetails, schema: type[Strict], document: Document) -> str:
    path, kind = error["loc"], error["type"]
    if kind in ("extra_forbidden", "missing"):
        spoken = _spoken((*path[:-1], ""), document.data) + one_line(str(path[-1]), 40)
        near = _nearest(error, schema)
        hint = f"; did you mean '{near}'?" if near else ""
        return f"missing key '{spoken}'" if kind == "missing" else f"unknown key '{spoken}'{hint}"
    message = _message(error)
    return f"{_spoken(path, document.data)}: {message}" if path else message


def _message(error: ErrorDetails) -> str:
    """What is wrong with a value, and what stood there."""
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
    return message + _shown(error["input"])


def _not_listed(words: list[str], error: ErrorDetails) -> str:
    """A word that is not among those allowed: these, where they are few, and the one that was meant."""
    near = suggest_names(error["input"], words, few=0) if isinstance(error["input"], str) else ""
    if not 0 < len(words) <= FEW:
        return f"is not an allowed value{_shown(error['input'])}{near}"
    listed = ", ".join(f"'{word}'" for word in words[:-1])
    return f"must be {listed}{' or ' if listed else ''}'{words[-1]}'{_shown(error['input'])}{near}"


def _spoken(path: Path_, data: object) -> str:
    """`weapons 2 ac` for `("weapons", 1, "ac")`; parts that only name a branch of a schema are left out."""
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


def _shown(value: object) -> str:
    """What stood there, if it is short and plain enough to say."""
    if isinstance(value, int) and abs(value) > 10**15:
        return ", not a number like that"
    return f", not {one_line(repr(value), 40)}" if isinstance(value, str | int | float | None) else ""


def _nearest(error: ErrorDetails, schema: type[Strict]) -> str:
    """The key that a misspelled one was meant to be, "" if none is near; at any depth."""
    path = error["loc"]
    schemas: list[type[BaseModel]] = [schema]
    for part in path[:-1]:
        fields = [field for each in schemas for name, field in each.model_fields.items() if part in (name, field.alias)]
        schemas = [inner for field in fields for inner in _schemas_in(field.annotation)] or schemas
    known = [field.alias or name for each in schemas for name, field in each.model_fields.items()]
    return next(iter(get_close_matches(str(path[-1]), known, n=1)), "")


def _schemas_in(annotation: object) -> list[type[BaseModel]]:
    """The schemas that a field may hold, in lists and unions too."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    if isinstance(annotation, Among):
        return list(annotation.pieces)
    return [schema for each in get_args(annotation) for schema in _schemas_in(each)]


def plain_copy(data: Any) -> Any:
    """A copy of checked plain data that shares nothing with it."""
    if isinstance(data, dict):
        return {key: plain_copy(value) for key, value in data.items()}
    if isinstance(data, list):
        return [plain_copy(value) for value in data]
    return data
