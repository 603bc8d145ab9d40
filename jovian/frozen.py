"""`frozen`: a decorator like `dataclass(frozen=True, slots=True)` that generates methods when they are first called.

The standard decorator compiles six methods of each class at import, which takes 0.75 ms per class. The package has over
400 such classes, and a command uses a few dozen of them. Only the most used values of compiled modules have it, because
mypyc reads their fields faster.
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
def frozen(*, kw_only: bool = ..., eq: bool = ..., weakref_slot: bool = ...) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T] | None = None, /, *, kw_only: bool = False, eq: bool = True, weakref_slot: bool = False) -> Any:
    """Make a class a frozen dataclass with slots. Its fields must not set `init` or `hash`.

    With `eq=False`, a value equals only itself.
    """
    if cls is None:
        return lambda decorated: _make_frozen(decorated, kw_only, eq, weakref_slot)
    return _make_frozen(cls, kw_only, eq, weakref_slot)


def _make_frozen(cls: type[T], kw_only: bool, eq: bool, weakref_slot: bool) -> type[T]:
    own = set(vars(cls))
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only, weakref_slot=weakref_slot)(cls)
    made.__setattr__, made.__delattr__, made.__getstate__ = _refuse, _refuse, _state
    if "__repr__" not in own:
        made.__repr__ = _repr
    made.__init__, made.__setstate__ = _generate_on_call(made, "__init__", _init), _set_state
    if eq and "__eq__" not in own:
        made.__eq__ = _generate_on_call(made, "__eq__", _eq)
    if eq and vars(cls).get("__hash__") is None:
        made.__hash__ = _generate_on_call(made, "__hash__", _hash)
    return made  # type: ignore[no-any-return]


def _generate_on_call(
    made: Any, name: str, lines: Callable[[Any, dict[str, Any]], Iterator[str]]
) -> Callable[..., Any]:
    """Return a function that generates the method of a name, stores it in the class, and calls it."""

    def generate(self: object, /, *args: Any, **kwargs: Any) -> Any:
        namespace: dict[str, Any] = {"_missing": MISSING}
        exec("\n".join(lines(made, namespace)), namespace)
        setattr(made, name, namespace[name])
        return namespace[name](self, *args, **kwargs)

    return generate


def _init(made: Any, namespace: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of `__init__`. The defaults and the setters of the slots are added to the namespace."""
    positional = ["self", *(_parameter(item, namespace) for item in fields(made) if not item.kw_only)]
    keywords = [_parameter(item, namespace) for item in fields(made) if item.kw_only]
    yield f"def __init__({', '.join([*positional, '*', *keywords] if keywords else positional)}):"
    for item in fields(made):
        name = item.name
        value = name if item.default_factory is MISSING else f"_default_{name}() if {name} is _missing else {name}"
        namespace[f"_set_{name}"] = getattr(made, name).__set__  # This is faster than object.__setattr__.
        yield f"    _set_{name}(self, {value})"
    yield "    self.__post_init__()" if hasattr(made, "__post_init__") else "    pass"


def _parameter(item: Field[Any], namespace: dict[str, Any]) -> str:
    if item.default_factory is not MISSING:
        namespace[f"_default_{item.name}"] = item.default_factory
        return f"{item.name}=_missing"
    if item.default is MISSING:
        return item.name
    namespace[f"_default_{item.name}"] = item.default
    return f"{item.name}=_default_{item.name}"


def _eq(made: Any, _: dict[str, Any]) -> Iterator[str]:
    yield "def __eq__(self, other):"
    comparison = f"{_compared(made, 'self')} == {_compared(made, 'other')}"
    yield f"    return {comparison} if other.__class__ is self.__class__ else NotImplemented"


def _hash(made: Any, _: dict[str, Any]) -> Iterator[str]:
    yield "def __hash__(self):"
    yield f"    return hash({_compared(made, 'self')})"


def _compared(made: Any, variable: str) -> str:
    """Return an expression for the tuple of the compared fields."""
    return "(" + "".join(f"{variable}.{item.name}, " for item in fields(made) if item.compare) + ")"


def _repr(self: Any) -> str:
    values = ", ".join(f"{item.name}={getattr(self, item.name)!r}" for item in fields(self) if item.repr)
    return f"{self.__class__.__qualname__}({values})"


def _refuse(_: object, name: str, *__: object) -> NoReturn:
    raise FrozenInstanceError(f"can't change {name!r} of a frozen value")


def _state(self: Any) -> list[Any]:
    """Return the values of the fields, for pickles and copies."""
    return [getattr(self, item.name) for item in fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for item, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, item.name, value)
