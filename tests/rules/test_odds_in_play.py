"""Tests that the displayed odds equal the results of the real procedure, answered by the reference policy."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from jovian.dice import chain_from_seed
from jovian.game import EventLog, Game, State
from jovian.game.events import Attacked
from tests.rules.stage import gun, ship, squadron, stage
from tests.rules_api import Assessment, assess, resolve, squadron_share

ROLLS = 1500
SIGMAS = 4.5


def results(state: State, shot: Assessment) -> Counter[str]:
    """Return how often each result occurred in many rolls of the shot."""
    counts: Counter[str] = Counter()
    for number in range(ROLLS):
        twin = state.clone()
        twin.manual = False
        twin.chain = chain_from_seed(number)
        twin.rolls = 0
        game = Game(twin, EventLog())
        rule = resolve(game, shot)
        try:
            decision = next(rule)
            while True:
                decision = rule.send(decision.default())
        except StopIteration:
            pass
        assert game.log is not None
        counts[str(next(game.log.of(Attacked)).result)] += 1
    return counts


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("Particle Cannon", {"ac": 3, "macro": 1}), ("Beam Projector", {"ac": 3}),
        ("Mass Driver", {"ac": 3, "macro": 2}), ("Missile", {"ac": 4, "missile": "AC"}),
        ("Kinetic Cannon", {"ac": 5}),
    ],
)  # fmt: skip
def test_the_odds_of_a_shot_are_those_of_its_roll(kind: str, fields: dict[str, Any]) -> None:
    """R1, R5-R11: flex, macro, re-roll and opposed rolls together, as `Assessment.odds` says them."""
    staged = stage(
        ship("A", 0, (24, 12), weapons=[gun(kind, **fields)]), squadron("Mate", 0, (4, 4)),
        ship("B", 1, (24, 20), 90, activated=True, armor={"side": 1}),
    ).begin("a")  # fmt: skip
    state = staged.match.state
    shot = assess(state, state.models["a"], ("a1",), state.models["b"], "activation")
    assert isinstance(shot, Assessment)
    found, odds = results(state, shot), shot.odds()
    chances = {str(result): float(chance) for result, chance in odds.items()}
    assert set(found) <= set(chances)
    for result, chance in chances.items():
        spread = SIGMAS * (ROLLS * chance * (1 - chance)) ** 0.5 + 1
        assert abs(found[result] - ROLLS * chance) <= spread, result


def test_a_kill_is_worth_the_whole_squadron_and_a_wound_less() -> None:
    """Computer players and the plan prompt compare shots by their value."""
    worth = [squadron_share(steps, 3) for steps in range(5)]
    assert worth == sorted(worth) and worth[0] == 0
    assert worth[2] < worth[3] == worth[4] == 1
