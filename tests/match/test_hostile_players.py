"""Tests of a player that damages everything it can reach: only its own copies are damaged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from types import (
    BuiltinFunctionType,
    CodeType,
    FrameType,
    FunctionType,
    GeneratorType,
    MappingProxyType,
    MethodType,
    ModuleType,
)
from typing import Any

import pytest

from jovian.game import Decision
from jovian.match import Match, Setup, files
from jovian.match.saves import to_data
from jovian.table import Pose, Shape
from tests.games import manned, setup
from tests.rules_api import NextOrder

PLAIN = (str, int, float, bytes, type(None))
PROGRAM = (type, ModuleType, FunctionType, CodeType, FrameType, GeneratorType)
"""The program itself. Code that changes it needs no view (docs/programs.md)."""
OF_PYTHON = "_field_defaults"
"""A dict on a NamedTuple class that Python never reads again."""
SQUADRONS = ("jovian-squadrons-250", "cega-squadrons-250")
SETUPS = {
    "squadrons": partial(setup, 4, SQUADRONS),
    "stations": partial(manned, 4),
    "older": partial(setup, 4, ("jovian-150", "cega-150"), "water-raid", repair="v1.2.1"),
    "tokens": partial(setup, 4, ("jovian-150", "cega-150"), "scavenger-hunt"),
    "placed": partial(setup, 4, ("jovian-150", "venusian-150"), "ambush"),
}


def gifts(match: Match) -> list[Any]:
    """Return what a player is given, and what it can make from that."""
    asked = match.decision
    assert asked is not None
    view = match.view(asked.side)
    decision = asked.on(view)
    assert view.trial is not None
    trial = view.trial(b"key")
    return [decision, view, trial, trial.decision, trial.view(1 - asked.side), *results(decision)]


def results(decision: Decision) -> Iterator[Any]:
    """Yield what the methods of a decision return."""
    yield list(decision.options())
    yield [decision.default(), decision.question()]
    if isinstance(decision, NextOrder):
        yield decision.envelope()
        for other in decision.state.on_table()[:12]:
            yield decision.shots(other)


def reach(roots: Sequence[Any]) -> list[Any]:
    """Return everything reachable by attributes and items, each object once."""
    waiting, seen = list(roots), {id(root): root for root in roots}
    while waiting:
        for part in parts(waiting.pop()):
            if isinstance(part, (MethodType, BuiltinFunctionType)):
                part = part.__self__
            if id(part) not in seen and not isinstance(part, (*PLAIN, *PROGRAM)):
                seen[id(part)] = part
                waiting.append(part)
    return list(seen.values())


def parts(thing: Any) -> Iterator[Any]:
    if isinstance(thing, Mapping):
        yield from thing.keys()
        yield from thing.values()
    elif isinstance(thing, (list, tuple, set, frozenset)):
        yield from thing
    for name in names(thing):
        with suppress(Exception):
            yield getattr(thing, name)


def names(thing: Any) -> list[str]:
    return [name for name in dir(thing) if not name.startswith("__") and name != OF_PYTHON]


def damage(things: Sequence[Any]) -> None:
    """Empty, overwrite, and delete wherever possible."""
    for thing in things:
        for name in ("cache_clear", "clear"):
            with suppress(Exception):
                getattr(thing, name)()
        with suppress(Exception):
            thing["spoiled"] = "spoiled"
        for name in (*names(thing), "spoiled", "__dict__"):
            for value in ("spoiled", None, 0):
                with suppress(Exception):
                    setattr(thing, name, value)
            with suppress(Exception):
                delattr(thing, name)


def play(given: Setup, hostile: bool, answers: int = 200) -> tuple[list[str], str]:
    """Play random answers. Return the digests and the save."""
    match, rng, digests = Match(given), Random(7), []
    while match.decision is not None and len(match.journal) < answers:
        choice = match.decision.sample(rng).to_json()
        if hostile and is_moment(match):
            vandalize(match)
        match.answer(choice)
        digests.append(match.state.digest())
    return digests, files.add_checksum(to_data(match))


def is_moment(match: Match) -> bool:
    """Return whether to check this moment: sometimes, and more often in the middle of an activation."""
    number, decision = len(match.journal), match.decision
    return number % 40 == 0 or (decision is not None and not decision.anchor and number % 7 == 0)


def vandalize(match: Match) -> None:
    """Damage what the player is given, and then use it as far as it still works."""
    misplace(match)
    given = gifts(match)
    damage([thing for thing in reach(given) if thing is not given[0]])
    with suppress(Exception):
        list(given[0].options())
    damage(given)
    with suppress(Exception):
        given[0].default()


def misplace(match: Match) -> None:
    """Put all models of a view into a corner, the last one off the table, and query their neighbors."""
    decision = gifts(match)[0]
    models = getattr(decision, "state", gifts(match)[1]).on_table()
    for model in models:
        model.pose, model.base = Pose(1.0, 1.0, 0), Shape.circle(0.1)
    for model in models[-1:]:
        model.pose = ()  # type: ignore[assignment]
    for method in (decision.default, lambda: list(decision.options())):
        with suppress(Exception):
            method()


@pytest.mark.parametrize("name", SETUPS)
def test_a_hostile_player_changes_nothing(name: str) -> None:
    """Its game, its save, and the next game in the process are the same as without it."""
    before = play(SETUPS[name](), hostile=False)
    assert play(SETUPS[name](), hostile=True) == before
    assert play(SETUPS[name](), hostile=False) == before


@pytest.mark.parametrize("name", SETUPS)
def test_views_share_no_container_and_nothing_that_changes(name: str) -> None:
    """Everything that two views of one moment share is immutable."""
    match, rng = Match(SETUPS[name]()), Random(7)
    looked = 0
    while match.decision is not None and len(match.journal) < 200:
        if is_moment(match):
            once, kept = reach(first := gifts(match)), gifts(match)
            ids = {id(thing) for thing in reach(kept)}
            shared = [thing for thing in once if id(thing) in ids]
            assert len(shared) > 300 and first is not kept
            assert [thing for thing in shared if isinstance(thing, (dict, list, set, bytearray))] == []
            assert [thing for thing in shared if takes_attributes(thing)] == []
            looked += 1
        match.answer(match.decision.sample(rng))
    assert looked > 4


def takes_attributes(thing: Any) -> bool:
    """Return whether an attribute of an object can be set. Cached functions don't count."""
    if hasattr(thing, "cache_clear") or isinstance(thing, (tuple, frozenset, MappingProxyType)):
        return False
    if getattr(thing, "__dict__", None) is not None:
        return True
    for name in names(thing):
        with suppress(Exception):
            setattr(thing, name, getattr(thing, name))
            return True
    return False
