"""`frozen`: a frozen dataclass with slots whose methods are written when the first of its kind is made.

`dataclasses` writes six methods of every class as text and compiles them, three quarters of a millisecond a class. Of
the 180 classes that come with the rules a command makes values of a few dozen; the others go without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from typing import Any, NoReturn, TypeVar, dataclass_transform, overload

T = TypeVar("T")


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
    made.__init__, made.__setstate__ = _first(made, "__init__"), _first(made, "__setstate__")
    return made  # type: ignore[no-any-return]


def _first(made: Any, name: str) -> Callable[..., None]:
    """What makes the first value of a class, or the first out of a pickle: its methods are written, then called."""

    def first(self: object, /, *given: Any, **named: Any) -> None:
        _write(made)
        getattr(made, name)(self, *given, **named)

    return first


def _write(made: Any) -> None:
    """Give a class the methods that its fields tell."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_left_out": MISSING}
    text = "\n".join((*_init(made, known), *_compared(fields(made))))
    exec(text, known)
    own = vars(made)
    if "__eq__" not in own:
        made.__eq__ = known["__eq__"]
    if own.get("__hash__") is None:
        made.__hash__ = known["__hash__"]
    made.__init__, made.__setstate__ = known["__init__"], _set_state


def _init(made: Any, known: dict[str, Any]) -> Iterator[str]:
    """The lines of `__init__`; what is left out if not given comes to be known by name."""
    found = fields(made)
    given = ["self", *(_parameter(each, known) for each in found if not each.kw_only)]
    named = [_parameter(each, known) for each in found if each.kw_only]
    yield f"def __init__({', '.join([*given, '*', *named] if named else given)}):"
    for each in found:
        listed = each.default_factory is not MISSING
        either = f"_of_{each.name}() if {each.name} is _left_out else {each.name}" if listed else each.name
        yield f"    _set(self, {each.name!r}, {either})"
    yield "    self.__post_init__()" if hasattr(made, "__post_init__") else "    pass"


def _parameter(each: Field[Any], known: dict[str, Any]) -> str:
    if each.default_factory is not MISSING:
        known[f"_of_{each.name}"] = each.default_factory
        return f"{each.name}=_left_out"
    if each.default is MISSING:
        return each.name
    known[f"_of_{each.name}"] = each.default
    return f"{each.name}=_of_{each.name}"


def _compared(found: tuple[Field[Any], ...]) -> Iterator[str]:
    """The lines of `__eq__` and `__hash__`."""
    names = [each.name for each in found if each.compare]
    mine, other = ("(" + "".join(f"{whose}.{name}, " for name in names) + ")" for whose in ("self", "other"))
    yield "def __eq__(self, other):"
    yield f"    return {mine} == {other} if other.__class__ is self.__class__ else NotImplemented"
    yield "def __hash__(self):"
    yield f"    return hash({mine})"


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
