"""Tests of several comets on one table, stationary comets, and a swarm from the start (v1.2.4 Terrain; R31)."""

from __future__ import annotations

from typing import Any

from tests.rules.stage import Staged, rock, ship, squadron, stage
from tests.rules.turns import pass_turn

EAST = rock("comet", (10, 20), id="first", heading=90, radius=1, tail_length=6, tail_width=2)
NORTH = rock("comet", (38, 10), id="second", heading=0, radius=1, tail_length=4, tail_width=1)
STILL = rock("comet", (24, 30), id="still", radius=1, moves=False)


def table(*cast: Any, terrain: tuple[dict[str, Any], ...]) -> Staged:
    """Play to the End Phase. Comets move after both sides have ended their activations."""
    far = ship("Far", 1, (44, 44), speed=0, thrusters=[1])
    game = stage(ship("Home", 0, (4, 4), speed=0, thrusters=[1], activated=True), far, *cast, terrain=terrain)
    return game.begin("far").end()


def at(game: Staged, ident: str) -> tuple[float, float]:
    """Return the place of a piece."""
    return game.match.state.terrain[ident].pose[:2]


def test_two_comets_fly_in_the_order_of_the_scenario() -> None:
    """v1.2.4 Terrain > Comets: each by dice of its own, with its own tail (R31)."""
    game = table(terrain=(EAST, NORTH)).faces([1, 2])
    assert (at(game, "first"), at(game, "second")) == ((13, 20), (38, 10))
    game.faces([6, 6])
    assert (at(game, "first"), at(game, "second")) == ((13, 20), (38, 22))
    assert (at(game, "first-tail"), at(game, "second-tail")) == ((13, 20), (38, 22))
    assert [each["model"] for each in game.events("moved")] == ["first", "first-tail", "second", "second-tail"]
    other = table(terrain=(NORTH, EAST)).faces([1, 2])
    assert (at(other, "second"), at(other, "first")) == ((38, 13), (10, 20))
    other.faces([1, 2])


def test_a_model_may_be_swept_by_both() -> None:
    """R31: each tail attacks once the models that it overlaps or sweeps."""
    across = rock("comet", (20, 12), id="second", heading=0, radius=1, tail_length=4, tail_width=1)
    game = table(squadron("S", 1, (20, 22), activated=True), terrain=({**EAST, "y": 22}, across))
    game.faces([6, 6]).expect("faces", side=0).faces([1, 1]).expect("faces").faces([6, 6])
    game.expect("faces", side=0).faces([2, 2])
    assert [each["attacker"] for each in game.events("attacked")] == ["first-tail", "second-tail"]
    assert game.rating("s", "structure") == 2


def test_a_comet_that_stays_rolls_nothing() -> None:
    """R83: a stationary comet. Without a tail it sweeps nothing."""
    game = table(terrain=(STILL,)).expect("declare")
    assert at(game, "still") == (24, 30) and not game.pieces("comet-tail")
    assert not game.events("rolled") and not game.events("moved")


def test_a_comet_that_stays_lets_the_others_fly() -> None:
    """v1.2.4 Terrain > Comets: the tail of a stationary comet attacks models that enter it, and sweeps none."""
    tailed = {**STILL, "tail_length": 6, "tail_width": 2}
    game = table(squadron("S", 0, (24, 22.5), activated=True, speed=12), terrain=(tailed, EAST)).faces([1, 1])
    assert (at(game, "still"), at(game, "still-tail"), at(game, "first")) == ((24, 30), (24, 30), (12, 20))
    game.begin("s").fly((24, 25)).pick("enter").faces([1, 2])
    assert game.last("attacked")["weapon"] == "Comet Tail"


def test_a_comet_that_stays_is_a_rock() -> None:
    """v1.2.4 Terrain > Comets: its body is a Large Asteroid; no move ends on it."""
    game = stage(squadron("S", 0, (24, 26), speed=12), ship("Far", 1, (44, 44), activated=True), terrain=(STILL,))
    game.begin("s").expect_no_end(24, 29.5, "comet")


def test_a_swarm_laid_by_the_scenario_shrinks_like_any_other() -> None:
    """v1.2.4 Terrain > Decoy Drone Swarm: 4" until the next End Phase, 3" until the one after, or from the start."""
    swarms = (rock("decoy-swarm", (24, 24)), rock("decoy-swarm", (10, 10), id="small", radius=3))
    game = table(terrain=swarms)
    assert [(each.id, each.outline[0].reach) for each in game.pieces("decoy-swarm")] == [("decoy-swarm", 3)]
    assert pass_turn(game).pieces("decoy-swarm") == []


def test_debris_and_wrecks_laid_by_the_scenario_stay() -> None:
    """v1.2.4 Terrain > Debris Field, Wreck: no attack by lying there (R32)."""
    game = table(
        ship("B", 1, (24, 24), activated=True), terrain=(rock("debris-field", (24, 24)), rock("wreck", (30, 30)))
    )
    assert len(game.pieces("debris-field")) == len(game.pieces("wreck")) == 1
    assert not game.events("attacked")
