"""From a pydantic complaint to one clear line: what every schema of this layer is checked with."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from jovian.cards.document import Document, Path_
from jovian.cards.error import one_line

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

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, hide_input_in_errors=True)


def checked(schema: type[Schema], document: Document) -> Schema:
    """The document's data as the schema reads it. Raises CardError with the first thing wrong."""
    try:
        return schema.model_validate(document.data)
    except ValidationError as problem:
        errors = problem.errors(include_url=False)
        first = min(errors, key=lambda error: (_rank(error), document.line(error["loc"]) or 0))
        raise document.error(first["loc"], _cause(first, schema, document)) from None


def _rank(error: ErrorDetails) -> int:
    """Unknown keys are told first, since a misspelled key also leaves one missing."""
    return {"extra_forbidden": 0, "missing": 2}.get(error["type"], 1)


def _cause(error: ErrorDetails, schema: type[Strict], document: Document) -> str:
    path, kind = error["loc"], error["type"]
    if kind in ("extra_forbidden", "missing"):
        spoken = _spoken((*path[:-1], ""), document.data) + one_line(str(path[-1]), 40)
        return (
            f"missing key '{spoken}'" if kind == "missing" else f"unknown key '{spoken}'{_hint(path, schema)}"
        )
    context = error.get("ctx", {})
    message = _CAUSES.get(kind) or error["msg"].removeprefix("Value error, ")
    if kind in ("too_short", "too_long"):
        many = context.get("min_length", context.get("max_length"))
        message = f"must hold at {'least' if kind == 'too_short' else 'most'} {many}"
    message = message.replace("Input should be", "must be").replace("String should", "must")
    return f"{_spoken(path, document.data)}: {message}{_shown(error['input'])}" if path else message


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


def _hint(path: Path_, schema: type[Strict]) -> str:
    """A suggestion for a misspelled key at the top of a card."""
    if len(path) != 1:
        return ""
    known = [field.alias or name for name, field in schema.model_fields.items()]
    near = get_close_matches(str(path[0]), known, n=1)
    return f"; did you mean '{near[0]}'?" if near else ""


def plain_copy(data: Any) -> Any:
    """A copy of checked plain data that shares nothing with it."""
    if isinstance(data, dict):
        return {key: plain_copy(value) for key, value in data.items()}
    if isinstance(data, list):
        return [plain_copy(value) for value in data]
    return data


def raise_if(condition: bool, document: Document, path: Path_, cause: str) -> None:
    """Refuse the document if the condition holds."""
    if condition:
        raise document.error(path, cause)
