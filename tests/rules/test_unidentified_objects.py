"""Tests of unidentified objects: boarded and fought over, but never attacked (v1.2.4 Terrain; R33, R46, R84)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.game import NEUTRAL
from tests.rules.fights import miss, throw
from tests.rules.stage import Cast, Staged, gun, rock, ship, squadron, stage, weapon

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
AWAY = ship("Z", 1, (44, 44), 180, **STILL)


def hulk(**keys: Any) -> dict[str, Any]:
    """Return the line of an object U with Structure 4, base 2" across, at (24, 24)."""
    return rock("unidentified-object", (24, 24), id="u", name="U", **{"structure": 4, **keys})


def stage_object(
    *cast: Cast, keys: dict[str, Any] | None = None, terrain: tuple[dict[str, Any], ...] = (), **more: Any
) -> Staged:
    """Return a game with an object and these models near it."""
    return stage(*cast, AWAY, terrain=(hulk(**(keys or {})), *terrain), **more)


def test_its_structure_is_one_die() -> None:
    """1d6; Signature 6" and its Structure."""
    game = stage_object(ship("A", 0, (10, 10)), keys={"structure": None}).faces([5])
    card = game.model("u").card
    assert (card.printed("structure"), card.signature, game.model("u").side) == (5, 11, NEUTRAL)
    assert (card.printed("marines"), card.printed("defense"), card.mounts) == (0, 0, ())
    assert game.last("station")["structure"] == 5


def test_it_is_never_attacked() -> None:
    """R33: by ships and squadrons, at range and in contact."""
    guns = {"weapons": [gun(ac=4, as_=4)]}
    game = stage_object(
        ship("A", 0, (24, 16), **STILL, **guns), squadron("F", 0, (30, 24), weapons=[weapon(ac=3, as_=3)])
    )
    assert "not attacked" in game.no_shot("a", "a1", "u") and "not attacked" in game.no_shot("f", "a1", "u")
    game.begin("f", "bombing").fly((25.6, 24))
    game.expect_refused(["resolve"], "contact with an enemy ship")
    game.end()


def test_no_explosion_harms_it() -> None:
    """R33, R70: an exploding ship damages other models, but not this."""
    dying = ship("B", 1, (28, 24), **STILL, structure_left=0, ratings={"defense": 0, "sensors": 0})
    game = to_the_end(stage_object(ship("A", 0, (28, 29), **STILL), dying)).faces([6])
    throw(game, *miss(6)[:4], 5, 6, 6, 6)
    assert {each["target"] for each in game.events("attacked")} == {"a"}
    assert game.rating("u", "structure") == 4


def test_what_flies_over_it_is_not_struck() -> None:
    """It has no Move effect, but no move may end on it (R24)."""
    game = stage_object(squadron("F", 0, (24, 21), speed=8)).begin("f").fly((24, 27)).expect("menu").end()
    assert not game.events("attacked")


def test_no_move_ends_on_it() -> None:
    """R24: its base is like any other."""
    game = stage_object(ship("A", 0, (24, 19.4), speed=4)).begin("a")
    game.expect_refused(["move", 4.0], "would end on U")
    game.move(2).end()


def test_no_tug_drags_it() -> None:
    game = stage_object(ship("T", 0, (24, 20), **STILL, traits=["Tug"])).begin("t", "tug")
    game.expect_refused(["resolve"], "No Static model")
    game.end()


def test_a_comet_passes_over_it_without_harm() -> None:
    """R31, R33: the body doesn't push it, and the tail doesn't attack it."""
    comet = rock("comet", (24, 16), radius=1, heading=0, tail_length=4, tail_width=3)
    game = stage_object(ship("A", 0, (10, 10), **STILL), terrain=(comet,))
    game.idle("a").idle("z").faces([4, 4])
    assert game.match.state.terrain["comet"].pose[:2] == (24, 24)
    assert game.at("u") == (24, 24, 0) and not game.events("attacked")


# --- Boarded ---
def boarding(*more: Cast, keys: dict[str, Any] | None = None) -> Staged:
    """Return A with 3 Marines next to it."""
    return stage_object(ship("A", 0, (24, 20.5), **STILL, marines=[3, 2, 1]), *more, keys=keys).begin("a", "board")


def test_marines_board_it_unopposed_and_stay() -> None:
    """R33, R46: it has no Defense and no Marines."""
    game = boarding().resolve().pick("commit", 2)
    assert game.model("u").states == {"boarded-first": 2} and game.model("u").side == NEUTRAL
    assert game.last("boarded")["boarders"] == 2
    game.end()
    assert not game.events("captured")


def to_the_end(game: Staged) -> Staged:
    """Idle until the End Phase needs dice, or the next turn starts."""
    turn = game.match.state.turn
    while game.kind and game.kind != "faces" and game.match.state.turn == turn:
        game.answer(*game.asked.default().to_json())
    return game


def test_marines_alone_there_fight_nobody() -> None:
    game = to_the_end(stage_object(ship("A", 0, (10, 10), **STILL), keys={"boarders": [3, 0]}))
    assert game.match.state.turn == 2 and game.model("u").states == {"boarded-first": 3}


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        ([1, 2, 3], [4, 5], (3, 2)),
        ([6, 6, 1], [4, 5], (3, 1)),
        ([6, 6, 6], [4, 4], (2, 0)),
        ([1, 2, 3], [5, 5], (2, 2)),
    ],
)
def test_marines_of_both_sides_fight_there_in_the_end_phase(
    first: list[int], second: list[int], left: tuple[int, int]
) -> None:
    """R84: both engage, and lose at once."""
    game = to_the_end(stage_object(ship("A", 0, (10, 10), **STILL), keys={"boarders": [3, 2]}))
    game.expect("faces", side=0).faces(first).expect("faces", side=1).faces(second)
    states = game.model("u").states
    assert (states.get("boarded-first", 0), states.get("boarded-second", 0)) == left
    assert game.model("u").side == NEUTRAL
