"""The expected damage of a shot is its average damage, with burned fuel and ships lost after being Crippled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Any

import pytest

from jovian.game import State
from jovian.game.answers import SpendFuel
from jovian.match import Match
from jovian.players.admiral import expected_loss, share_left
from jovian.players.evaluation.fights import fight_value
from jovian.players.evaluation.gunnery import expected_share, kill_chance
from tests import rules_api
from tests.rules.stage import Staged, gun, ship, squadron, stage, weapon
from tests.rules_api import BOMBING, DOGFIGHT, TRACKS

GAMES = 400
CANNON = gun("Kinetic Cannon", ac=5, as_=5)
EVASIVE = {"traits": ["Evasive"], "structure": [3, 2, 1]}


def duel(target: str, **fields: Any) -> Staged:
    """Activate A with T in Optimum Range, a squadron or a ship."""
    cast = (squadron if target == "squadron" else ship)("T", 1, (24, 25), **fields)
    staged = stage(ship("A", 0, (24, 14), sensors=[4, 3, 2, 1], weapons=[CANNON]), cast, ship("Z", 1, (4, 44)))
    staged.match = Match(replace(staged.match.setup, manual=False))
    staged.match.answer(["declare", "none", 0])
    return staged


def value_lost(game: Staged, number: int) -> float:
    """Return the TV that the shot takes of T in a private game, in which T burns fuel whenever possible."""
    trial = game.match.view(0).trial(b"%d" % number)
    before = value_of_t(trial.state)
    trial.answer(["attack", ["a1"], "t"])
    while trial.decision is not None and trial.decision.kind != "menu":
        burn = trial.decision.kind == "evasion"
        trial.answer(SpendFuel() if burn else trial.decision.default())
    return before - value_of_t(trial.state)


def value_of_t(state: State) -> float:
    """Return the TV that T counts for."""
    return state.models["t"].card.tv * share_left(state, state.models["t"])


FRAIL = {"structure_left": 1, "ratings": dict.fromkeys(TRACKS, 0)}


@pytest.mark.parametrize(
    "game", [lambda: duel("squadron"), lambda: duel("squadron", **EVASIVE), lambda: duel("ship", **FRAIL)],
    ids=["squadron", "evasive", "frail ship"],
)  # fmt: skip
def test_attacks_take_on_average_what_they_are_expected_to(game: Callable[[], Staged]) -> None:
    staged = game()
    came = [value_lost(staged, number) for number in range(GAMES)]
    off = fmean(came) - expected_loss(staged.match.state, staged.shot("a", "a1", "t"))
    assert stdev(came) > 0 and abs(off) < 3.0 * stdev(came) / sqrt(GAMES)


@pytest.mark.parametrize("fields", [{}, EVASIVE])
def test_fuel_makes_a_shot_at_an_evasive_squadron_worth_less(fields: dict[str, Any]) -> None:
    game = duel("squadron", structure_left=2, **fields)
    state, shot = game.match.state, game.shot("a", "a1", "t")
    by_dice = rules_api.expected_share(state, shot), rules_api.kill_chance(state, shot)
    judged = expected_share(state, shot), kill_chance(state, shot)
    assert judged == by_dice if not fields else (judged[0] < by_dice[0] and judged[1] < by_dice[1])


@pytest.mark.parametrize("window", [DOGFIGHT, BOMBING])
@pytest.mark.parametrize("guns", [(3, 3), (5, 1), (1, 6)])
def test_a_fight_that_is_worth_too_little_is_not_reckoned_to_its_end(window: str, guns: tuple[int, int]) -> None:
    own, other = ([weapon("Kinetic Cannon", ac=gun, as_=gun)] for gun in guns)
    foe = squadron("T", 1, (20, 28), weapons=other) if window == DOGFIGHT else ship("T", 1, (20, 28), weapons=[CANNON])
    seen = stage(squadron("S", 0, (20, 26), weapons=own), foe, ship("B", 1, (40, 40))).match.view(0)
    model, prey = seen.models["s"], seen.models["t"]
    whole = fight_value(seen, model, prey, window)
    assert fight_value(seen, model, prey, window, whole - 1.0) == fight_value(seen, model, prey, window, -inf) == whole
    for least in range(-20, 21, 5):
        value = fight_value(seen, model, prey, window, least)
        assert value == whole or value < least
    assert fight_value(seen, model, prey, window, 1000.0) >= whole - 0.5, "as much as one plan of the foe leaves"
