"""Tests of values that replaced texts or numbers: their JSON is unchanged."""

from __future__ import annotations

import json

import pytest

from jovian.game import Activation, Game, MountRef, StockBox, TerrainEncounter, WeaponRef
from jovian.table import Pose
from tests.rules.stage import bay, ship, stage
from tests.rules_api import LongShotState, Towed


@pytest.mark.parametrize(("ident", "member", "text"), [("a1", 0, "a1"), ("a1", 1, "a1+"), ("b12", 2, "b12++")])
def test_a_weapon_of_a_formation_is_written_with_a_plus_for_each_further_member(
    ident: str, member: int, text: str
) -> None:
    ref = MountRef.of(ident, member)
    assert (ref, json.loads(json.dumps([ref]))) == (text, [text])
    assert (MountRef(text).ident, MountRef(text).member, MountRef(text).line) == (ident, member, ident[0])


@pytest.mark.parametrize(("place", "left"), [(0, [None, "a1", "a1+"]), (1, ["a1", None, "a1+"])])
def test_weapons_move_up_when_one_of_a_formation_is_gone(place: int, left: list[str | None]) -> None:
    assert [MountRef(text).without(place) for text in ("a1", "a1+", "a1++")] == left


def test_a_model_thought_elsewhere_leaves_the_real_one_where_it_is() -> None:
    game = stage(ship("A", 0, (24, 12)), ship("B", 1, (24, 36), 180))
    state, model = game.match.state, game.model("a")
    before, there = state.digest(), model.at(Pose(30, 30, 90)).supposed(marks={"sensors": 1}, states={"evading": 1})
    assert (there.pose, there.marks["sensors"], there.states["evading"]) == (Pose(30, 30, 90), 1, 1)
    assert (there.id, there.side, there.card, there.place) == (model.id, model.side, model.card, model.place)
    assert state.digest() == before and model.pose == Pose(24, 12, 0)


def test_states_are_read_as_what_they_mean() -> None:
    state = stage(ship("A", 0, (24, 12)), ship("B", 1, (24, 36), 180)).match.state
    game, model = Game(state), state.models["a"]
    Towed.drag(game, model, 1.25)
    Towed.drag(game, model, 0.5)
    assert (Towed.inches(model), model.states["towed"]) == (1.75, 1750)
    LongShotState.tested(game, model, 2)
    assert (LongShotState(model.states["long-shot"]).best, model.states["long-shot"]) == (2, 3)


def test_what_a_digest_reads_is_as_it_was_written_before_there_were_values() -> None:
    act = Activation("a")
    act.fired_on, act.struck = (WeaponRef("b", "a1"),), (TerrainEncounter("a", "rock"),)
    act.start, act.thrusters_test, act.ran = (1.5, 2.0), False, 0.25
    digested = act.digested()
    assert (
        ("b/a1",) in digested
        and ("a/rock",) in digested
        and (15000, 20000) in digested
        and -1 in digested
        and 2500 in digested
    )
    carrier = stage(ship("A", 0, (24, 12), weapons=[bay(1, [1, 2])]), ship("B", 1, (24, 36), 180)).model("a")
    carrier.stock_used = (StockBox("a1", 2), StockBox("a1", 2))
    assert [("a1 class 2", 2)] in carrier.digested()
