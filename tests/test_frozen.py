"""Tests of `frozen`: its classes behave like dataclasses from the first value on, however that value is created."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from itertools import product
from typing import Any
from weakref import ref

import pytest

from jovian.frozen import frozen
from tests.commands import ROOT
from tests.test_values import classes


@frozen
class Point:
    x: int
    y: int = 2
    marks: list[str] = field(default_factory=list, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Usual:
    x: int
    y: int = 2
    marks: list[str] = field(default_factory=list, compare=False, repr=False)


@frozen
class Named(Point):
    name: str = field(kw_only=True)


@frozen
class Even:
    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError("odd")


class Plain(Point):
    """A subclass that adds nothing."""

    __slots__ = ()


@frozen(kw_only=True)
class Told:
    side: int = 0
    text: str

    def __hash__(self) -> int:
        return 7

    def __repr__(self) -> str:
        return self.text


@frozen(eq=False, weakref_slot=True)
class Unique:
    number: int


@pytest.mark.parametrize("given", [(1,), (1, 2), (3, 4, ["a"])])
def test_it_is_what_a_usual_one_is(given: tuple[Any, ...]) -> None:
    ours, usual = Point(*given), Usual(*given)
    assert repr(ours) == repr(usual).replace("Usual", "Point")
    assert hash(ours) == hash(usual)
    assert [getattr(ours, each.name) for each in fields(ours)] == [getattr(usual, each.name) for each in fields(usual)]
    assert (Point.__match_args__, Point.__slots__) == (Usual.__match_args__, Usual.__slots__)


def test_values_are_equal_by_their_class_and_fields() -> None:
    some = [Point(1), Point(1, 3), Plain(1), Named(1, name="a"), Named(1, name="b")]
    assert [one == other for one, other in product(some, some)] == [one is other for one, other in product(some, some)]
    assert Point(1, marks=["a"]) == Point(1)
    assert Point(1) != (1, 2)
    assert Plain(1) == Plain(1)
    assert len({*some, *map(copy.copy, some)}) == len(some)


def test_a_value_may_equal_only_itself() -> None:
    one, other = Unique(1), Unique(1)
    assert (one == other, one == one, hash(one) == object.__hash__(one)) == (False, True, True)
    assert ref(one)() is one
    with pytest.raises(TypeError, match="weak reference"):
        ref(Point(1))


def test_every_value_has_a_list_of_its_own() -> None:
    assert Point(1).marks is not Point(1).marks


def test_nothing_of_it_changes() -> None:
    for change in (
        lambda: setattr(Point(1), "x", 2),
        lambda: delattr(Point(1), "x"),
        lambda: setattr(Point(1), "z", 2),
    ):
        with pytest.raises(FrozenInstanceError):
            change()
    assert not hasattr(Point(1), "__dict__")
    assert replace(Named(1, name="a"), y=5) == Named(1, 5, name="a")


def test_what_is_given_must_fit() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'name'"):
        Named(1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="positional"):
        Told(1, "a")  # type: ignore[misc]


def test_what_is_to_be_done_after_it_is_made_is_done() -> None:
    assert Even(2).number == 2
    with pytest.raises(ValueError, match="odd"):
        Even(3)


def test_what_a_class_says_itself_stays() -> None:
    assert (hash(Told(text="a")), repr(Told(text="a")), Told(text="a") == Told(side=0, text="a")) == (7, "a", True)


@pytest.mark.parametrize("each", [Point(1), Plain(1, 5, ["a"]), Named(1, name="b"), Told(text="c")], ids=repr)
def test_copies_are_equal(each: object) -> None:
    for again in (copy.copy(each), copy.deepcopy(each), pickle.loads(pickle.dumps(each))):
        assert (again, hash(again), type(again)) == (each, hash(each), type(each))


def test_a_method_is_written_when_it_is_first_called() -> None:
    """Most values are never compared."""

    @frozen
    class Fresh:
        x: int

    one, other = Fresh(1), Fresh(1)
    stand_ins = [name for name in ("__init__", "__eq__", "__hash__") if vars(Fresh)[name].__name__ != name]
    assert stand_ins == ["__eq__", "__hash__"]
    assert one == other and hash(one) == hash(other)
    assert (vars(Fresh)["__eq__"].__name__, vars(Fresh)["__hash__"].__name__) == ("__eq__", "__hash__")


def test_a_process_may_get_its_first_value_out_of_a_pickle() -> None:
    """A worker unpickles values before anything calls the class there."""
    code = "import pickle, sys; a, b = pickle.load(sys.stdin.buffer); print(a == b, hash(a) == hash(b), a is b, a)"
    both = pickle.dumps([Named(1, name="b"), Named(1, name="b")])
    done = subprocess.run([sys.executable, "-c", code], input=both, cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.decode().split(maxsplit=3) == ["True", "True", "False", "Named(x=1, y=2, name='b')\n"]


def test_no_class_asks_for_what_frozen_does_not_do() -> None:
    """Such as fields without an argument, or fields that count only for the hash."""
    ours = [each for each in classes() if is_ours(each)]
    assert len(ours) > 150
    for each in ours:
        assert all(each.init and each.hash is None for each in fields(each)), each


def is_ours(each: type) -> bool:
    """Return whether `frozen` made this class."""
    return getattr(vars(each).get("__setattr__"), "__module__", "") == "jovian.frozen"
