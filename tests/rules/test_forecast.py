"""Forecasts of damage against simulated damage (v1.2.4 Damage; R2, R65, R67 to R69)."""

from __future__ import annotations

from functools import cache
from math import sqrt
from random import Random
from statistics import variance
from typing import Any, NamedTuple

import pytest

from jovian.dice import Odds, Pool, Result, odds, opposed_odds
from jovian.dice.pool import decoded
from jovian.game import Game, Model, State
from jovian.game.events import Damaged, EventLog, Rolled
from tests.rules.stage import gun, printed, ship, squadron, stage
from tests.rules_api import (
    TRACKS,
    DamageContext,
    DamageManner,
    TypedFaces,
    damage_context,
    forecast_damage,
    harm_words,
    kill_chance,
    outlook_words,
    strike,
)

MIN_SPREAD = 2.0
"""The variance of a count that is large enough for the normal approximation."""


class Damage(NamedTuple):
    """What a result did, by the events of the game."""

    structure: int
    """Boxes of Structure, or catastrophic rolls of a ship that was Crippled before."""
    others: int
    lost: bool
    destroyed: bool


def simulate(state: State, stake: DamageContext, result: Result, rng: Random) -> Damage:
    """Strike the target with a result, with the default for each choice and random dice."""
    played = state.clone()
    game, target = Game(played, EventLog()), played.models[stake.target]
    was_crippled, before = target.is_crippled, target.unmarked("structure")
    manner = DamageManner(1 - target.side, "test", stake.table, stake.redundant, stake.precise)
    procedure = strike(game, target, result, manner)
    try:
        asked = next(procedure)
        while True:
            asked = procedure.send(asked.sample(rng) if isinstance(asked, TypedFaces) else asked.default())
    except StopIteration:
        pass
    assert game.log is not None
    events = [entry.event for entry in game.log]
    purposes = [event.purpose for event in events if isinstance(event, Rolled)]
    rolls = sum(purpose.startswith("Catastrophic Damage") for purpose in purposes)
    others = sum(purpose.startswith("Weapon Damage") for purpose in purposes) + sum(
        isinstance(event, Damaged) and event.model == target.id and not event.weapon and event.track != "structure"
        for event in events
    )
    boxes, is_destroyed = before - target.unmarked("structure"), not target.is_in_game
    is_lost = is_destroyed or (target.is_crippled and not was_crippled)
    return Damage(rolls if was_crippled else boxes, others, is_lost, is_destroyed)


def random_target(state: State, rng: Random, *, badly: bool) -> Model:
    """Return one of the models, damaged at random. Marks most of its boxes if it is damaged badly."""
    model = state.models[rng.choice(sorted(state.models))]
    share = rng.uniform(0.6, 1.0) if badly else rng.uniform(0.0, 0.4)
    for track in ("structure", *TRACKS, "marines") if model.is_capital else ("structure",):
        boxes = len(model.boxes(track))
        model.marks[track] = min(boxes - (track == "structure"), round(boxes * min(1.0, share * rng.uniform(0.7, 1.5))))
    if model.is_capital:
        for trait in model.card.traits:
            if trait.name == "Hangers" and badly:
                model.marks[trait.name] = rng.randint(0, trait.level or 1)
        model.damaged = tuple(sorted(mount.id for mount in model.card.mounts if rng.random() < share * share))
        if badly and rng.random() < 0.3:
            model.marks["structure"], model.states["crippled"] = len(model.boxes("structure")), 1
    return model


def random_stake(target: Model, rng: Random) -> DamageContext:
    table = rng.choice(("standard", "standard", "mass")) if target.is_capital else "standard"
    is_plain = table == "mass"
    return DamageContext(target.id, table, not is_plain and rng.random() < 0.3, rng.random() < 0.3)


def fleet() -> State:
    """Return a state with targets of all kinds."""
    redundant = {"structure": [3, 2, 2, 1, 1], "defense": [2, 1, 1], "sensors": [2, 2, 1], "thrusters": [1, 1]}
    arms = [gun(ac=3), gun("Particle Cannon", ac=4, arcs=("spinal",))]
    game = stage(
        ship("A", 0, (4, 40), weapons=arms), ship("B", 1, (10, 10), weapons=arms, marines=[2, 1], **redundant),
        ship("C", 1, (20, 10), traits=["Shield", "Hangers:2"], weapons=arms),
        ship("D", 1, (30, 10), structure=[2, 1], defense=[1], sensors=[1], thrusters=[1]),
        squadron("S", 1, (40, 10)), squadron("T", 1, (40, 20), structure=[2, 2, 1, 1, 1], traits=["Shield"]),
        printed("jovian/valiant", 1, (10, 30)), printed("jovian/alexander", 1, (20, 30)),
    )  # fmt: skip
    return game.match.state


class Tally:
    """How far simulated events are from their forecast probabilities, as a chi-square statistic."""

    def __init__(self) -> None:
        self.chi_square, self.degrees = 0.0, 0
        self.difference, self.spread = 0.0, 0.0

    def add_event(self, happened: int, rolls: int, chance: float) -> None:
        """Add an event. Rare ones are left out of the statistic, but impossible and certain ones are checked."""
        expected, spread = rolls * chance, rolls * chance * (1.0 - chance)
        if spread >= MIN_SPREAD:
            self.chi_square += (happened - expected) ** 2 / spread
            self.degrees += 1
        self.add_mean([happened - expected], spread)
        assert expected > 1e-9 or not happened
        assert rolls - expected > 1e-9 or happened == rolls

    def add_mean(self, differences: list[float], spread: float) -> None:
        """Add the differences between values and their mean in the forecast."""
        self.difference += sum(differences)
        self.spread += spread

    def check(self) -> None:
        """Fail if such differences come by chance less than once in 1,000 times."""
        assert self.spread > 0 and abs(self.difference) < 3.3 * sqrt(self.spread)
        assert self.chi_square < self.degrees + 3.3 * sqrt(2 * self.degrees) + 3


def compare(positions: int, rolls: int, seed: int) -> dict[str, Tally]:
    """Return the tallies of forecasts for random positions, every second one badly damaged."""
    rng, origin = Random(seed), fleet()
    tallies = {name: Tally() for name in ("likely", "lost", "destroyed", "structure", "others")}
    for number in range(positions):
        state = origin.clone()
        target = random_target(state, rng, badly=number % 2 == 1)
        state.models = {model.id: model for model in state.models.values() if model.id in (target.id, "a")}
        stake, chances = random_stake(target, rng), random_odds(rng)
        forecast = forecast_damage(state, stake, chances)
        results = rng.choices([decoded(code) for code, _ in chances.weights], [w for _, w in chances.weights], k=rolls)
        damages = [simulate(state, stake, result, rng) for result in results]
        tallies["likely"].add_event(sum(each[:2] == forecast.likely for each in damages), rolls, forecast.chance)
        tallies["lost"].add_event(sum(each.lost for each in damages), rolls, forecast.lost)
        tallies["destroyed"].add_event(sum(each.destroyed for each in damages), rolls, forecast.destroyed)
        for name, field, mean in (("structure", 0, forecast.structure), ("others", 1, forecast.others)):
            values = [float(each[field]) for each in damages]
            tallies[name].add_mean([value - mean for value in values], rolls * variance(values))
    return tallies


def random_odds(rng: Random) -> Odds:
    """Return the odds of a random pool, opposed or not."""
    attack = odds(Pool(rng.randint(2, 6), rng.randint(0, 2), rng.randint(-1, 2)))
    return opposed_odds(attack, odds(Pool(rng.randint(2, 4)))) if rng.random() < 0.3 else attack


@pytest.mark.parametrize("name", ["likely", "lost", "destroyed", "structure", "others"])
def test_forecasts_of_random_positions_agree_with_simulated_damage(name: str) -> None:
    _compared(200, 40)[name].check()


@pytest.mark.long
@pytest.mark.parametrize("name", ["likely", "lost", "destroyed", "structure", "others"])
def test_forecasts_of_many_positions_agree_with_simulated_damage(name: str) -> None:
    _compared(1000, 400)[name].check()


@cache
def _compared(positions: int, rolls: int) -> dict[str, Tally]:
    return compare(positions, rolls, seed=7)


# --- Single cases ---


SPENT = dict.fromkeys(TRACKS, 0)


def words(chances: Odds, **fields: Any) -> str:
    """Return the forecast for a ship with these fields."""
    game = stage(ship("A", 0, (4, 40)), ship("B", 1, (30, 30), **fields))
    return outlook_words(forecast_damage(game.match.state, DamageContext("b"), chances))


def test_hits_on_spent_ratings_take_structure() -> None:
    """R68: a double takes Structure if no rating has a box left."""
    chances = odds(Pool(4, 1))
    whole, spent = words(chances), words(chances, structure_left=2, ratings=SPENT)
    assert whole == "expected 0.2 Structure, 1.2 ratings and systems; most likely 1 rating or system (46%)"
    assert spent == (
        "expected 1.4 Structure, 0.0 ratings and systems; most likely 1 Structure (46%); cripples it 44%; "
        "destroys it 30%"
    )


def test_a_crippled_ship_rolls_for_catastrophic_damage() -> None:
    """R69: more Structure means more rolls. They can't cripple it, but destroy it."""
    crippled = {"structure_left": 0, "ratings": SPENT}
    text = words(Odds.certain(Result.parse("T1")), **crippled)
    assert text == (
        "expected 1.3 catastrophic rolls, 0.0 ratings and systems; most likely 1 catastrophic roll (67%); "
        "destroys it 89%"
    )
    state = stage(ship("A", 0, (4, 40)), ship("B", 1, (30, 30), **crippled)).match.state
    assert harm_words(state, DamageContext("b"), Result.parse("D1,T2")) == "3 catastrophic rolls"


@pytest.mark.parametrize(("fields", "code", "message"), [
    ({"ratings": {**SPENT, "defense": 1}}, "D3", "a random rating"),
    ({"ratings": {**SPENT, "defense": 1}}, "D1,D3", "1 Structure of 3 and Defense"),
    ({"ratings": SPENT, "marines": [1]}, "D3,T4", "2 Structure of 3 (or Marines) and 1 Critical Hit"),
    ({"ratings": SPENT}, "Q+4", "3 Structure: Crippled"),
])  # fmt: skip
def test_a_result_on_spent_ratings_in_words(fields: dict[str, Any], code: str, message: str) -> None:
    state = stage(ship("A", 0, (4, 40)), ship("B", 1, (30, 30), **fields)).match.state
    assert harm_words(state, DamageContext("b"), Result.parse(code)) == message


def test_a_shot_at_a_crippled_ship_kills_only_by_its_rolls() -> None:
    game = stage(ship("A", 0, (24, 8), weapons=[gun(ac=3)]), ship("B", 1, (24, 19), structure_left=0))
    shot = game.shot("a", "a1", "b")
    chance = kill_chance(game.match.state, shot)
    forecast = forecast_damage(game.match.state, damage_context(shot), shot.odds())
    assert 0.0 < chance < shot.odds().success and chance == pytest.approx(forecast.destroyed)
