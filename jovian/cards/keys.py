"""The keys of card files: their types and limits, and how they follow from the fields of a class.

The fields of a class are the keys of its mapping in a file, unless a mark in `Annotated` says otherwise. `schema.py`
checks files by these keys with pydantic, which this module doesn't import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from jovian.cards.names import SQUADRON_TYPES
from jovian.frozen import frozen

# --- Marks ---


class Mark(Enum):
    """How a field is written in a file."""

    NULL = "null"
    """The key may be missing or null. Then the class or the builder of the card has a default."""
    UNWRITTEN = "unwritten"
    """The field has no key."""
    FLAT = "flat"
    """The keys of the class of the field are among the keys of its card."""
    LOOKED_UP = "looked up"
    """The file has names, which the builder of the card replaces by what they name."""


class Limits:
    """Limits of a number, a text, a list, or a mapping, as pydantic names them: `ge`, `le`, `max_length`, `pattern`."""

    def __init__(self, **limits: Any) -> None:
        self.limits = limits


@frozen
class Written:
    """The type of a key that isn't the type of the field, and the name of the key if it isn't the one of the field."""

    kind: Any = None
    key: str = ""
    older: str = ""
    """A former name of the key, which is still read."""


@frozen
class Check:
    """A function that returns the value of a key, or raises ValueError with the cause."""

    function: Callable[[Any], Any]
    json: Mapping[str, Any] | None = None
    """What a JSON schema says about the same values, None if it can't."""


class OneOf:
    """Marks a text that must be one of these names."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)


@frozen
class Bare:
    """Marks a mapping that may be written as the value of this key alone."""

    key: str


@frozen
class Either:
    """Marks a mapping with the keys of `yes` if it has `key`, or of `no` otherwise."""

    key: str
    yes: type
    no: type


@frozen(eq=False)
class Among:
    """Marks a mapping whose `key` names its class."""

    key: str
    """The key, or "" if there is only one class."""
    pieces: Mapping[str, type]
    """The classes by name. Higher layers may fill it."""
    bare: bool = False
    """Whether the name alone may replace the mapping."""

    def find(self, name: object) -> type | None:
        """Return the class of a name, or None."""
        return self.pieces.get(name) if isinstance(name, str) else None


# --- Types of keys ---

Name = Annotated[str, Limits(pattern=r"^[A-Za-z0-9][A-Za-z0-9 .,'&()/:+-]{0,59}$")]
"""The name of a unit, fleet, model, or scenario."""
Slug = Annotated[str, Limits(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
"""A file name or id: lower case, digits, hyphens."""
UnitKey = Annotated[str, Limits(pattern=r"^[a-z0-9-]{1,60}/[a-z0-9-]{1,60}$")]
"""The key of a unit card: `faction/name`."""
Word = Annotated[str, Limits(max_length=40)]
"""A name from a list that isn't closed."""
Rating = Annotated[int, Limits(ge=0, le=20)]
Extent = Annotated[float, Limits(gt=0, le=48, allow_inf_nan=False)]
"""A size on the table, in inches."""
SquadronType = Annotated[str, OneOf(SQUADRON_TYPES)]


# --- The keys of a class ---

class Key(NamedTuple):
    """A key of a mapping."""

    name: str
    field: str
    """The field of the class that holds its value."""
    kind: Any
    """Its type in the file, with marks. Tuples are lists there."""
    default: Any = MISSING
    """The value of a missing key, or MISSING if it is required."""
    older: str = ""
    """A former name that is still read, "" if there is none."""
    looked_up: bool = False
    """Whether the builder of the card finds the value."""
    of_part: bool = False
    """Whether the field belongs to the class of a FLAT field."""

    @property
    def required(self) -> bool:
        """Whether the key can't be missing."""
        return self.default is MISSING


def has_keys(kind: Any) -> bool:
    """Return whether a type is a class with keys."""
    return isinstance(kind, type) and is_dataclass(kind)


@cache
def keys_of(kind: type) -> dict[str, Key]:
    """Return the keys of a class by name, in the order of its fields."""
    defaults, found = _defaults(kind), dict[str, Key]()
    for field, hint in hints_of(kind).items():
        _, marks = split_marks(hint)
        if Mark.FLAT in marks:
            found |= {name: key._replace(of_part=True) for name, key in keys_of(part_class(hint)).items()}
        elif Mark.UNWRITTEN not in marks:
            written = next((mark for mark in marks if isinstance(mark, Written)), Written())
            name, in_file = written.key or field.rstrip("_"), _file_type(hint)
            default = None if NoneType in get_args(in_file) else defaults.get(field, MISSING)
            if default == [] and get_origin(split_marks(in_file)[0]) in (dict, Mapping, None):
                default = {}
            found[name] = Key(name, field, in_file, default, written.older, Mark.LOOKED_UP in marks)
    return found


@cache
def hints_of(kind: type) -> dict[str, Any]:
    """Return the types of the fields of a class, with marks."""
    own: Any = kind
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(own)}


def part_class(hint: Any) -> type:
    """Return the class of a FLAT field, which may be None."""
    kind: type = next(part for part in get_args(split_marks(hint)[0]) if part is not NoneType)
    return kind


def split_marks(hint: Any) -> tuple[Any, list[Any]]:
    """Return a type without its marks, and the marks."""
    kind, *marks = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    return kind, marks


def _defaults(kind: Any) -> dict[str, Any]:
    """Return the defaults of fields as a file would write them."""
    found = {field.name: field.default for field in fields(kind)}
    found |= {field.name: field.default_factory() for field in fields(kind) if field.default_factory is not MISSING}
    return {name: _as_in_file(value) for name, value in found.items()}


def _as_in_file(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_as_in_file(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _as_in_file(getattr(value, field.name)) for field in fields(value)}
    return dict(value) if isinstance(value, Mapping) else value


def _file_type(hint: Any) -> Any:
    """Return the type of a key for the type of its field, with the marks that limit its values."""
    kind, marks = split_marks(hint)
    for mark in marks:
        if isinstance(mark, Written):
            kind = kind if mark.kind is None else mark.kind
        elif not isinstance(mark, Mark):
            kind = Annotated[kind, mark]
    return kind | None if Mark.NULL in marks else kind
