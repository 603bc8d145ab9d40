"""The keys of card files: their types and limits, and how they follow from the fields of a class.

The fields of a class are the keys of its mapping in a file, unless a mark in `Annotated` says otherwise. `schema.py`
checks files by these keys with pydantic, which this module doesn't import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from jovian.cards.names import SQUADRON_TYPES
from jovian.frozen import freeze_mapping, frozen

# --- Marks ---


class Mark(Enum):
    """How a field is written in a file."""

    NULL = "null"
    """The key may be missing or null. Then the builder of the card, or the class, has a default."""
    UNWRITTEN = "unwritten"
    """The field has no key."""
    FLAT = "flat"
    """The keys of the class of the field are among the keys of its card."""


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


@frozen
class Among:
    """Marks a mapping whose `key` names the class of its keys."""

    key: str
    pieces: tuple[type, ...]
    bare: bool = False
    """Whether the name alone may replace the mapping."""


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

T = TypeVar("T")


class Keys:
    """A mapping of a file that is no card of its own. The annotations are its keys."""

    __slots__ = ()


class Key(NamedTuple):
    """A key of a mapping."""

    name: str
    field: str
    """The field of the class that holds its value."""
    kind: Any
    """Its type in the file. Tuples are lists there."""
    default: Any = MISSING
    """The value of a missing key, or MISSING if it is required."""
    older: str = ""
    """A former name that is still read, "" if there is none."""

    @property
    def required(self) -> bool:
        """Whether the key can't be missing."""
        return self.default is MISSING


def has_keys(kind: Any) -> bool:
    """Return whether a type is a class of cards or keys."""
    return isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, Keys))


@cache
def keys_of(kind: type) -> dict[str, Key]:
    """Return the keys of a class by name, in the order of its fields."""
    defaults, found = _defaults(kind), dict[str, Key]()
    for field, hint in get_type_hints(kind, include_extras=True).items():
        base, marks = split_marks(hint)
        if Mark.FLAT in marks:
            found |= keys_of(next(part for part in get_args(base) if part is not NoneType))
        elif Mark.UNWRITTEN not in marks:
            written = next((mark for mark in marks if isinstance(mark, Written)), Written())
            name = written.key or field.rstrip("_")
            type_in_file = file_type(hint)
            default = None if NoneType in get_args(type_in_file) else defaults.get(field, MISSING)
            is_empty_mapping = default == [] and get_origin(split_marks(type_in_file)[0]) is not list
            found[name] = Key(name, field, type_in_file, {} if is_empty_mapping else default, written.older)
    return found


def split_marks(hint: Any) -> tuple[Any, list[Any]]:
    """Return a type without its marks, and the marks."""
    kind, *marks = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    return kind, marks


def _defaults(kind: type) -> dict[str, Any]:
    """Return the defaults of fields as a file would write them."""
    if not is_dataclass(kind):
        return {name: value for part in reversed(kind.__mro__) for name, value in vars(part).items()}
    found = {field.name: field.default for field in fields(kind)}
    found |= {field.name: field.default_factory() for field in fields(kind) if field.default_factory is not MISSING}
    return {name: _as_in_file(value) for name, value in found.items()}


def _as_in_file(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_as_in_file(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _as_in_file(getattr(value, field.name)) for field in fields(value)}
    return dict(value) if isinstance(value, Mapping) else value


def file_type(hint: Any) -> Any:
    """Return the type of a key for the type of its field, with all marks except for `Written` and `Mark`."""
    base, marks = split_marks(hint)
    if marks:
        written = next((mark.kind for mark in marks if isinstance(mark, Written) and mark.kind is not None), None)
        inner = file_type(base if written is None else written)
        for mark in marks:
            inner = inner if isinstance(mark, Mark | Written) else Annotated[inner, mark]
        return inner | None if Mark.NULL in marks else inner
    origin, args = get_origin(hint), get_args(hint)
    if origin is tuple:
        items: Any = list.__class_getitem__(file_type(args[0]))
        return items if args[-1] is Ellipsis else Annotated[items, Limits(min_length=len(args), max_length=len(args))]
    if origin in (list, dict):
        return origin[tuple(map(file_type, args))]
    if origin in (Union, UnionType):
        return Union[tuple(map(file_type, args))]  # noqa: UP007
    return dict[tuple(map(file_type, args))] if origin is Mapping else hint  # type: ignore[misc]


def name_of(piece: type, key: str) -> str:
    """Return the name of a class in files: the only value of its `key`."""
    (name,) = get_args(keys_of(piece)[key].kind)
    return str(name)


# --- From keys to values ---


def make(kind: type[T], line: Any, /, **values: Any) -> T:
    """Return the card of a line of a file, which is an object with an attribute for each key.

    `values` are those of fields that the file writes in another way. A key without a value leaves its field at its
    default.
    """
    own: Any = kind
    named = {key.field: name for name, key in keys_of(own).items()}
    found = {field.name: getattr(line, named.get(field.name, ""), None) for field in fields(own)}
    return kind(**({name: frozen_value(value) for name, value in found.items() if value is not None} | values))


def frozen_value(value: Any) -> Any:
    """Return a value of a file with tuples for lists, and frozen mappings."""
    if isinstance(value, list):
        return tuple(map(frozen_value, value))
    return freeze_mapping(value) if isinstance(value, dict) else value
