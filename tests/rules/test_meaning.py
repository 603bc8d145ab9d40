"""Tests of the texts of results: they say what a result does (v1.2.4 Damage; R2, R65, R67)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from jovian.dice import Odds, Pool, Result, odds
from jovian.game import Game, ListDecision
from tests.rules.stage import Staged, gun, rock, settled, ship, squadron, stage
from tests.rules_api import (
    TRACKS,
    Assessment,
    DamageContext,
    DamageManner,
    DamageTable,
    Outcomes,
    TerrainStake,
    assess,
    code_words,
    damage_context,
    describe_result,
    forecast_damage,
    harm_words,
    kill_chance,
    outlook_words,
    strike,
)

CODES = ["N", "D1", "D2,T4", "T1", "Q+5", "D1,D3,T6", "Q+2,D4", "T3,T5", "D6", "T2", "Q+1"]


def facing(**fields: Any) -> Staged:
    """Return a ship and a squadron of side 1 as targets."""
    return stage(
        ship("A", 0, (10, 10)), squadron("S", 1, (24, 24), **fields),
        ship("B", 1, (30, 30), structure=[6, 5, 4, 3, 2, 1], defense=[3, 2, 1], sensors=[3, 2, 1], thrusters=[3, 2, 1],
             **fields),
    )  # fmt: skip


def test_results_in_words() -> None:
    assert describe_result(Result.parse("D2,T4")) == "double of twos and triple of fours"
    assert describe_result(Result.parse("D1,D3,Q+6")) == "double of ones, double of threes and four or more sixes"
    assert describe_result(Result.parse("N")) == "no result"
    assert code_words("T2").startswith("T2: triple of twos. T, a triple:") and code_words("12") == ""


@pytest.mark.parametrize(("target", "stake", "code", "message"), [
    ("s", {}, "D2,T4", "3 Structure of 4"), ("s", {}, "Q+1,D2", "4 Structure: destroyed"), ("s", {}, "N", "no damage"),
    ("b", {}, "D2", "Defense"), ("b", {}, "D3,D4", "Sensors and Sensors"),
    ("b", {}, "T6", "1 Structure of 6 and 1 Critical Hit"),
    ("b", {}, "D2,Q+4", "2 Structure of 6, Defense and 2 Critical Hits"),
    ("b", {"table": "mass"}, "D5", "Thrusters or a Critical Hit"),
    ("b", {"table": "mass"}, "Q+5", "2 Thrusters and 2 Critical Hits"),
    ("b", {"redundant": True}, "T5", "1 Structure of 6, Thrusters and 1 Critical Hit"),
    ("b", {"precise": True}, "D5", "a rating or system of choice"),
    ("b", {"swarm": True}, "T6", "Thrusters"),
])  # fmt: skip
def test_what_a_result_does_in_words(target: str, stake: dict[str, Any], code: str, message: str) -> None:
    assert harm_words(facing().match.state, DamageContext(target, **stake), Result.parse(code)) == message


def test_a_shield_is_counted() -> None:
    """R65: values 1 and 2 do one less."""
    state = facing(traits=["Shield"]).match.state
    assert harm_words(state, DamageContext("b"), Result.parse("D1")) == "no damage"
    assert harm_words(state, DamageContext("b"), Result.parse("T2")) == "1 Critical Hit"
    assert harm_words(state, DamageContext("s"), Result.parse("T2,D3")) == "2 Structure of 4"


@pytest.mark.parametrize("traits", [[], ["Shield"]])
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("table", ["standard", "mass"])
def test_the_structure_that_is_said_is_the_structure_that_is_lost(code: str, table: str, traits: list[str]) -> None:
    """The texts, the odds, and the attack read one table."""
    result = Result.parse(code)
    for target in ("s", "b"):
        game = facing(traits=traits)
        state = game.match.state
        model, rng = state.models[target], Random(3)
        before = model.unmarked("structure")
        forecast = forecast_damage(state, DamageContext(target, table), Odds.certain(result))
        procedure = strike(Game(state), model, result, DamageManner(0, "test", table))
        try:
            asked = next(procedure)
            while True:
                asked = procedure.send(asked.sample(rng))
        except StopIteration:
            pass
        assert before - model.unmarked("structure") == forecast.structure == forecast.likely[0]
        assert forecast.lost == float(not model.unmarked("structure")) and forecast.chance == 1.0


def test_a_mass_driver_is_not_said_to_cripple() -> None:
    """v1.2.4 Weapons > Mass Driver: it damages ratings and systems, not Structure as long as there are any."""
    game = stage(
        ship("A", 0, (24, 24), weapons=[gun("Mass Driver", ac=9)]),
        ship("B", 1, (24, 29), structure=[1], **{track: [*range(9, 0, -1)] for track in (*TRACKS, "marines")}),
    )
    shot = assess(game.match.state, game.model("a"), ("a1",), game.model("b"), "activation")
    assert isinstance(shot, Assessment) and kill_chance(game.match.state, shot) == 0.0
    forecast = forecast_damage(game.match.state, damage_context(shot), shot.odds())
    assert (forecast.structure, forecast.lost) == (0.0, 0.0) and forecast.others > 1


def test_expected_and_most_likely_damage() -> None:
    forecast = forecast_damage(facing().match.state, DamageContext("s"), odds(Pool(3)))
    assert forecast.structure == pytest.approx(float(odds(Pool(3)).expected_steps))
    assert forecast.likely == (0, 0) and forecast.chance == pytest.approx(odds(Pool(3)).magnitude()["N"])
    text = outlook_words(forecast)
    assert text == f"expected {forecast.structure:.1f} Structure; most likely no damage ({forecast.chance:.0%})"


def test_no_more_is_expected_than_is_left() -> None:
    game = stage(ship("A", 0, (9, 9)), squadron("S", 1, (24, 24), structure=[1]))
    forecast = forecast_damage(game.match.state, DamageContext("s"), Odds.certain(Result.parse("Q+5")))
    assert (forecast.structure, forecast.lost) == (1.0, 1.0) and "destroys it 100%" in outlook_words(forecast)


def test_every_set_of_every_table_takes_no_less_with_more_steps() -> None:
    more = {"mass": True}, {"redundant": True}, {"shielded": True}
    for table in (DamageTable(False), DamageTable(True), *(DamageTable(True, **options) for options in more)):
        for value in range(1, 7):
            tolls = [table.set_damage(value, steps) for steps in (1, 2, 3)]
            sums = [total.structure + total.ratings + total.criticals + total.either for total in tolls]
            assert sums == sorted(sums)


def test_who_is_struck_by_terrain_does_not_oppose_it() -> None:
    """v1.2.4 Terrain: it rolls unopposed. The window never says that an answer might be opposed."""
    game = stage(
        ship("A", 0, (24, 12), speed=6, thrusters=[2, 1]), ship("B", 1, (44, 44), activated=True),
        terrain=(rock("debris-field", (24, 20)),),
    ).begin("a").move(5).expect("avoid", side=0)  # fmt: skip
    asked = game.asked
    assert isinstance(asked, ListDecision) and isinstance(asked.stake, TerrainStake) and not asked.stake.stake.opposed
    game.pick("avoid").expect("menu")


@pytest.mark.parametrize(("action", "opposed"), [("evade", True), ("none", False)])
def test_whether_a_result_may_still_be_opposed_is_known_with_it(action: str, opposed: bool) -> None:
    """R62: a target opposes a shot only if it evades. The decision about a re-roll shows this."""
    beam = gun("Beam Projector", ac=3, as_=3)
    game = stage(
        ship("A", 0, (24, 12), weapons=[beam]), squadron("S", 1, (24, 21)), ship("B", 1, (44, 44)),
        ship("C", 0, (4, 4)), initiative=1,
    ).begin("s", action).end().begin("a").attack("a1", "s").faces([5, 5, 1]).expect("reroll", 0)  # fmt: skip
    asked = game.asked
    assert isinstance(asked, ListDecision) and isinstance(asked.stake, Outcomes)
    assert isinstance(asked.stake.stake, DamageContext) and asked.stake.stake.opposed == opposed
    game.answer(*asked.default().to_json())
    game = settled(game)
    if opposed:
        game.faces([1, 2, 3])
