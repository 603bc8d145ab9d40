"""Reorient, Station Keep, and the free turn: ships that can't point at an enemy, or that would be carried on."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from jovian.game.answers import Declaration, Move, Pivot, Resolve, Turn
from jovian.match.play_loop import ask, step
from jovian.players import make_player
from jovian.players.captain import Captain
from jovian.players.evaluation.moves import PIVOTS
from tests.rules.stage import Cast, Staged, gun, ship, stage

LEVELS = ("ensign", "captain")
BOW_GUN = gun("Mass Driver", arcs=("fore",), ac=6, as_=6)


def hunter(heading: int, at: tuple[float, float] = (24, 24), **fields: object) -> Cast:
    """Return a slow ship with one strong weapon in its bow."""
    return ship("H", 0, at, heading, **{"tv": 60, "weapons": [BOW_GUN], **fields})


def target(at: tuple[float, float] = (24, 33)) -> Cast:
    """Return an unarmed ship."""
    return ship("T", 1, at, 90, tv=60)


def declaration(game: Staged, level: str) -> str:
    """Return the action that a player declares."""
    assert game.kind == "declare"
    return cast(Declaration, ask(game.match, make_player(level, 1))).action


@pytest.mark.parametrize("level", LEVELS)
def test_a_ship_reorients_toward_an_enemy_astern(level: str) -> None:
    assert declaration(stage(hunter(180, speed=2), target()), level) == "reorient"
    assert declaration(stage(hunter(0, speed=2), target()), level) != "reorient"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("faces", [[6, 6, 6], [1, 2, 3]])
def test_it_uses_the_free_turn_that_a_success_grants(level: str, faces: list[int]) -> None:
    game, player, orders = stage(hunter(180, speed=2), target()), make_player(level, 1), []
    step(game.match, player)
    assert ask(game.match, player) == Resolve()
    step(game.match, player)
    game.faces(faces)
    while game.kind == "menu":
        orders.append(ask(game.match, player))
        step(game.match, player)
    assert isinstance(orders[0], Pivot if faces[0] == 6 else Turn | Move)
    assert any(isinstance(order, Pivot) for order in orders) == (faces[0] == 6)


@pytest.mark.parametrize("level", LEVELS)
def test_a_ship_that_would_be_carried_off_the_table_keeps_its_station(level: str) -> None:
    assert declaration(stage(hunter(0, (24, 45), speed=6, turns=0), target((24, 20))), level) == "station keep"
    assert declaration(stage(hunter(0, (24, 20), speed=6, turns=0), target((24, 30))), level) != "station keep"


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (
            lambda: stage(hunter(180, speed=2), target()),
            "H reorients, because another heading would give it better shots",
        ),
        (
            lambda: stage(hunter(0, (24, 45), speed=6, turns=0), target((24, 20))),
            "H keeps its station, because its minimum move would carry it to a worse place",
        ),
    ],
)
def test_the_captain_says_why(game: Callable[[], Staged], text: str) -> None:
    captain = Captain(1)
    ask(game().match, captain)
    assert captain.reason == text


def test_a_free_turn_reaches_headings_beyond_two_usual_ones() -> None:
    assert all(45 < abs(angle) <= 180 for angle in PIVOTS) and len(set(PIVOTS)) == len(PIVOTS)
