"""Tests that no JSON makes `check` raise: verbs and ids of each decision in each other one, and junk everywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from jovian.game import Answer, Decision
from jovian.game.answers import arguments
from jovian.match import Match
from tests.games import random_answers, setup

GAMES = (
    ("introductory", ("jovian-150", "cega-150")), ("introductory", ("jovian-250", "cega-250")),
    ("introductory", ("venusian-250", "jovian-250")), ("introductory", ("cega-250", "venusian-250")),
)  # fmt: skip
DEEP: list[Any] = []
for _ in range(500):
    DEEP = [DEEP]
JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 0.5, -0.0, 1e308, -1e308, float("nan"), float("inf"), 10**400, -(10**5000), "",
    "none", "nonsense", "\ud800", "a\0b", "a\r\n\u202eb", "x" * 5000, [], {}, [[]], [None], [0, 0],
    [[0, 0]] * 40, {"a": 1}, DEEP,
    ["x"] * 100, [1e308, 1e308], [[1e6, 1e6]], [[0, 0], [0, 0]], -999_999, 999_999.9995,
)  # fmt: skip
SEEDS = (range(1), pytest.param(range(3), marks=pytest.mark.long))
"""The seeds of the games with each two fleets."""
EACH = 60
"""The number of decisions of one kind in a game that get hostile answers. In a long run all do."""


class Stop(BaseException):
    def __str__(self) -> str:
        raise ValueError


class Bomb:
    """An object whose every method raises."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("x" * 10_000_000)

    def __len__(self) -> int:
        raise Stop

    def __repr__(self) -> str:
        raise Stop

    def __bool__(self) -> bool:
        raise Stop

    @property
    def __class__(self) -> Any:
        raise Stop


class BombList(list[Any]):
    __len__ = __iter__ = __getitem__ = Bomb.__len__  # type: ignore[assignment]


class BombWord(str):
    __slots__ = ()
    __eq__ = Bomb.__eq__
    __len__ = __hash__ = __repr__ = __str__ = Bomb.__repr__  # type: ignore[assignment]


class BombMeta(type):
    def __eq__(cls, other: object) -> bool:
        raise Stop

    def __hash__(cls) -> int:
        raise Stop


class BombNumber(int, metaclass=BombMeta):
    pass


OBJECTS: tuple[Any, ...] = (
    Bomb(), BombList(["end"]), BombWord("end"), BombNumber(1), object(), type, len, 1j, b"end", {1}, range(3), Bomb,
)  # fmt: skip
"""Objects besides JSON that a Python player can return."""


class Hostile:
    """Makes answers from earlier answers of the game, its ids, its words, and junk."""

    def __init__(self, match: Match, rng: Random) -> None:
        self.match, self.rng = match, rng
        self.given: list[Any] = [["declare", "nonsense", 0], [], None, 7, "end", {"a": 1}, ["end", 1], [[]], DEEP]
        self.verbs: set[str] = set()

    def learn(self, decision: Decision, choice: list[Any]) -> None:
        self.given.append(choice)
        self.verbs.update(each.verb for each in decision.answers)
        self.verbs.add(choice[0])

    def word(self) -> Any:
        state = self.match.state
        ids = [*state.models, *state.terrain]
        mounts = [mount.id for model in state.models.values() for mount in model.card.mounts]
        actions = ["none", "interception", "bombing", "evade", "withdraw", "board", "ram", "tug", "overdrive"]
        return self.rng.choice([*ids, *(mounts or ids), *actions, "Thrusters", "D2,T4"])

    def argument(self) -> Any:
        roll = self.rng.randrange(6)
        if roll == 0:
            return self.word()
        if roll == 1:
            return [self.word() for _ in range(self.rng.randrange(4))]
        if roll == 2:
            return round(self.rng.uniform(-60, 60), self.rng.randrange(4))
        if roll == 3:
            return [[self.rng.uniform(-5, 60), self.rng.uniform(-5, 60)] for _ in range(self.rng.randrange(1, 5))]
        return self.rng.choice(JUNK)

    def answer(self, decision: Decision) -> Any:
        roll = self.rng.randrange(4)
        if roll == 0:
            return self.rng.choice(self.given)
        if roll == 1:
            verb = self.rng.choice([*sorted(self.verbs), *(each.verb for each in decision.answers)])
            return [verb, *(self.argument() for _ in range(self.rng.randrange(6)))]
        choice = list(self._legal(decision))
        for _ in range(self.rng.randrange(1, 3)):
            at = self.rng.randrange(len(choice) + 1)
            choice[at : at + 1] = [self.argument()] if self.rng.random() < 0.8 else []
        return choice

    def _legal(self, decision: Decision) -> list[Any]:
        return decision.sample(self.rng).to_json() if self.rng.random() < 0.5 else decision.default().to_json()

    def one_place_wrong(self, decision: Decision) -> Iterator[Any]:
        """Yield a legal answer with one argument replaced by an unknown word, a wrong number, an id, or junk."""
        choice = self._legal(decision)
        for at in range(1, len(choice) + 1):
            for wrong in ("nonsense", self.word(), 0, -1, 999, self.argument(), self.rng.choice(JUNK)):
                yield [*choice[:at], wrong, *choice[at + 1 :]]


@pytest.mark.parametrize(("scenario", "fleets"), GAMES)
@pytest.mark.parametrize("seeds", SEEDS)
def test_check_takes_any_json(scenario: str, fleets: tuple[str, str], seeds: range) -> None:
    kinds = Counter[str]()
    for seed in seeds:
        match, rng = Match(setup(seed, fleets, scenario), log=False), Random(seed)
        hostile = Hostile(match, rng)
        for choice in random_answers(match, seed):
            decision = match.decision
            assert decision is not None
            hostile.learn(decision, choice)
            kinds[decision.kind] += 1
            if kinds[decision.kind] > EACH and len(seeds) == 1:
                continue
            before = match.state.digest()
            asked = [decision, decision.on(match.view(decision.side))]
            answers = [*(hostile.answer(decision) for _ in range(10)), *hostile.one_place_wrong(decision)]
            for number, answer in enumerate(answers):
                refusal = asked[number % 2].check(answer)
                assert refusal is None or (refusal.reason and refusal.reason.isprintable()), (decision.kind, answer)
            assert match.state.digest() == before
    assert {"deploy", "activate", "declare", "menu"} <= set(kinds)


def test_check_takes_any_object_of_python() -> None:
    match, rng = Match(setup(1, ("jovian-250", "cega-250")), log=False), Random(1)
    kinds: set[str] = set()
    for choice in random_answers(match, 1):
        decision = match.decision
        assert decision is not None
        if decision.kind in kinds:
            continue
        kinds.add(decision.kind)
        hostile = Hostile(match, rng)
        hostile.learn(decision, choice)
        before = match.state.digest()
        for thing in OBJECTS:
            wholes = [thing, [thing], BombList([choice[0], thing]), [BombWord(choice[0]), *choice[1:]]]
            for answer in (*wholes, *([*choice[:at], thing, *choice[at + 1 :]] for at in range(1, len(choice) + 1))):
                refusal = decision.check(answer)
                assert refusal is None or refusal.reason.isprintable()
            for verb in decision.answers:
                refusal = decision.check(_filled(verb, thing))
                assert refusal is None or len(refusal.reason) < 500
        assert match.state.digest() == before
    assert {"deploy", "activate", "declare", "menu"} <= kinds


def _filled(verb: type[Answer], thing: Any) -> Answer:
    """Return an answer of a class with the same value in every place."""
    return verb(*[thing for _ in arguments(verb)])
