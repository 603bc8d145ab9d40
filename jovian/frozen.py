"""`frozen`: a frozen dataclass with slots whose methods are written when they are first called.

`dataclasses` writes six methods of every class as text and compiles them, three quarters of a millisecond a class. Of
the 180 classes that come with the rules a command makes values of a few dozen, and compares fewer; the others go
without.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from types import MappingProxyType
from typing import Any, NoReturn, TypeVar, dataclass_transform, overload

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


def freeze_mapping(mapping: Mapping[K, V]) -> Mapping[K, V]:
    """Return a copy of a mapping that cannot change. It can be pickled."""
    return MappingProxyType(dict(mapping))


def _reduce_mapping(mapping: MappingProxyType[Any, Any]) -> tuple[Callable[..., Any], tuple[dict[Any, Any]]]:
    return freeze_mapping, (dict(mapping),)


copyreg.pickle(MappingProxyType, _reduce_mapping)


@overload
def frozen(cls: type[T], /) -> type[T]: ...


@overload
def frozen(*, kw_only: bool = ...) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T] | None = None, /, *, kw_only: bool = False) -> Any:
    """As `dataclass(frozen=True, slots=True)` does, of a class whose fields have no `init` or `hash` of their own."""
    if cls is None:
        return lambda later: _made(later, kw_only)
    return _made(cls, kw_only)


def _made(cls: type[T], kw_only: bool) -> type[T]:
    own = set(vars(cls))
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(cls)
    made.__setattr__, made.__delattr__, made.__getstate__ = _refuse, _refuse, _state
    if "__repr__" not in own:
        made.__repr__ = _told
    made.__init__, made.__setstate__ = _first(made, "__init__", _init), _set_state
    if "__eq__" not in own:
        made.__eq__ = _first(made, "__eq__", _eq)
    if vars(cls).get("__hash__") is None:
        made.__hash__ = _first(made, "__hash__", _hash)
    return made  # type: ignore[no-any-return]


def _first(made: Any, name: str, lines: Callable[[Any, dict[str, Any]], Iterator[str]]) -> Callable[..., Any]:
    """What is called the first time: the method of that name is written, then called."""

    def first(self: object, /, *given: Any, **named: Any) -> Any:
        known: dict[str, Any] = {"_left_out": MISSING}
        exec("\n".join(lines(made, known)), known)
        setattr(made, name, known[name])
        return known[name](self, *given, **named)

    return first


def _init(made: Any, known: dict[str, Any]) -> Iterator[str]:
    """The lines of `__init__`; what is left out if not given comes to be known by name, as do the slots' setters."""
    found = fields(made)
    given = ["self", *(_parameter(each, known) for each in found if not each.kw_only)]
    named = [_parameter(each, known) for each in found if each.kw_only]
    yield f"def __init__({', '.join([*given, '*', *named] if named else given)}):"
    for each in found:
        listed = each.default_factory is not MISSING
        either = f"_of_{each.name}() if {each.name} is _left_out else {each.name}" if listed else each.name
        known[f"_set_{each.name}"] = getattr(made, each.name).__set__  # quicker than object.__setattr__
        yield f"    _set_{each.name}(self, {either})"
    yield "    self.__post_init__()" if hasattr(made, "__post_init__") else "    pass"


def _parameter(each: Field[Any], known: dict[str, Any]) -> str:
    if each.default_factory is not MISSING:
        known[f"_of_{each.name}"] = each.default_factory
        return f"{each.name}=_left_out"
    if each.default is MISSING:
        return each.name
    known[f"_of_{each.name}"] = each.default
    return f"{each.name}=_of_{each.name}"


def _eq(made: Any, _: dict[str, Any]) -> Iterator[str]:
    """The lines of `__eq__`."""
    yield "def __eq__(self, other):"
    same = f"{_compared(made, 'self')} == {_compared(made, 'other')}"
    yield f"    return {same} if other.__class__ is self.__class__ else NotImplemented"


def _hash(made: Any, _: dict[str, Any]) -> Iterator[str]:
    """The lines of `__hash__`."""
    yield "def __hash__(self):"
    yield f"    return hash({_compared(made, 'self')})"


def _compared(made: Any, whose: str) -> str:
    """What of a value is compared, as a tuple."""
    return "(" + "".join(f"{whose}.{each.name}, " for each in fields(made) if each.compare) + ")"


def _told(self: Any) -> str:
    shown = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{self.__class__.__qualname__}({shown})"


def _refuse(_: object, name: str, *__: object) -> NoReturn:
    raise FrozenInstanceError(f"{name!r} of a value does not change")


def _state(self: Any) -> list[Any]:
    """What a pickle or a copy keeps of a value."""
    return [getattr(self, each.name) for each in fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for each, kept in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, kept)
