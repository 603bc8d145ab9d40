"""Tests of templates from ships (v1.2.4 Action > Deploy Debris Field, Deploy Decoy Drones; R19, R32, R38, R43)."""

from math import hypot
from typing import Any

import pytest

from tests.rules.stage import Staged, gun, parts, ship, squadron, stage
from tests.rules.turns import AWAY, HOME, lay, pass_turn, whiff


def layer(cargo: str, *others: Any, **more: Any) -> Staged:
    """Return ship A with this cargo."""
    game = stage(ship("A", 0, (24, 24), ratings={"defense": 0}), *others, AWAY, **more)
    game.model("a").cargo = (cargo,)
    return game.activate("a")


def swarm(game: Staged) -> tuple[float, float, float]:
    """Return the center and radius of the only decoy swarm."""
    (piece,) = game.pieces("decoy-swarm")
    return piece.pose.x, piece.pose.y, piece.outline[0].reach


# --- Deploy Debris Field ---
def test_debris_lies_where_it_was_declared_once_the_activation_ends() -> None:
    """v1.2.4 Action > Deploy Debris Field: centered on the ship at its declaration, on the table at the end."""
    game = layer("Debris Dispenser").declare("deploy debris field").move(4).resolve()
    assert game.pieces("debris-field") == []
    game.move(2).end()
    (piece,) = game.pieces("debris-field")
    assert (piece.pose.x, piece.pose.y, piece.outline[0].reach) == (24, 24, 4)
    assert not game.events("attacked")


def test_debris_that_is_not_resolved_is_not_laid() -> None:
    """R43: an action that is never resolved is wasted."""
    game = layer("Debris Dispenser").declare("deploy debris field").move(4).end()
    assert game.pieces("debris-field") == []


@pytest.mark.parametrize(
    ("action", "other"), [("deploy debris field", "Decoy Drones"), ("deploy decoy drones", "Marines")]
)
def test_each_needs_its_cargo(action: str, other: str) -> None:
    """v1.2.4 Action: Cargo: Debris Dispenser, Decoy Drones. Checked again at resolution (R42), and not used up."""
    layer(other).expect_refused(["declare", action, 0], "carries no")
    right = "Debris Dispenser" if other == "Decoy Drones" else "Decoy Drones"
    later = layer(right).declare(action)
    later.model("a").cargo = ()
    later.expect_refused(["resolve"], "carries no")


def test_debris_stays_and_strikes_who_comes_after() -> None:
    """v1.2.4 Terrain > Debris Field: in later turns too. A placed template doesn't attack at once (R32)."""
    game = layer("Debris Dispenser", squadron("S", 1, (36, 24), speed=12)).declare("deploy debris field").move(2)
    game.resolve().end().begin("s").fly((26.5, 24)).pick("enter").faces([1, 2, 3, 4])
    assert game.last("attacked")["window"] == "terrain"
    assert len(pass_turn(game).pieces("debris-field")) == 1


def test_debris_may_lie_on_models() -> None:
    """R32: wrecks and debris may be placed on models without an attack. The first one to move there is attacked."""
    game = layer("Debris Dispenser", squadron("S", 1, (24, 28.4))).declare("deploy debris field")
    game.move(2).resolve().end()
    assert game.rating("s", "structure") == 4
    game.begin("s").fly((24, 31)).expect("faces")
    whiff(game)


def test_who_starts_flush_with_a_field_is_struck() -> None:
    """R29: at the first touch. A ship whose bow touches the field moves into it like any other."""
    game = lay(stage(ship("A", 0, (24, 12)), AWAY), "debris-field", (24, 17.5)).begin("a").move(2)
    if game.kind == "avoid":
        game.pick("enter")
    whiff(game.expect("faces"))


# --- Deploy Decoy Drones ---
@pytest.mark.parametrize(
    ("at", "legal"),
    [((24, 24), True), ((24, 27.5), True), ((24, 27.51), False), ((27, 24), True), ((27.01, 24), False)],
)
def test_decoys_lie_wholly_within_six_inches(at: tuple[float, float], legal: bool) -> None:
    """v1.2.4 Action > Deploy Decoy Drones: a circle of 4" wholly within 6" of the ship's base (2" by 3")."""
    game = layer("Decoy Drones").declare("deploy decoy drones").resolve().expect("spot", 0)
    if not legal:
        game.expect_refused(["at", *at], "wholly within 6")
        at = (24, 24)
    game.answer("at", *at).expect("menu")
    assert swarm(game) == (*at, 4)


def test_decoys_are_laid_from_where_the_ship_is_then() -> None:
    """R42: distance is checked at resolution. The swarm is there at once."""
    game = layer("Decoy Drones").declare("deploy decoy drones").move(6).resolve()
    game.expect_refused(["at", 24, 26.0])
    game.answer("at", 24, 30)
    assert swarm(game) == (24, 30, 4)


def test_every_option_is_legal() -> None:
    """All listed options are legal, and the default is too."""
    game = layer("Decoy Drones").declare("deploy decoy drones").resolve()
    for choice in [*game.offered(), game.asked.default().to_json()]:
        game.expect_allowed(choice)
    game.answer(*game.asked.default().to_json())


def test_what_is_offered_is_the_ship_and_all_around_it() -> None:
    """R38: 4" of the swarm in 6" of the ship leave 2" each way."""
    game = layer("Decoy Drones").declare("deploy decoy drones").resolve()
    (own, *around) = game.offered()
    assert own == game.asked.default().to_json() == ["at", 24.0, 24.0]
    assert len(around) == 8
    assert {round(hypot(x - 24, y - 24), 2) for _, x, y in around} == {2.0}
    assert {(24, 26), (26, 24), (24, 22), (22, 24)} < {(x, y) for _, x, y in around}
    game.answer(*own)


def test_decoys_shrink_and_expire() -> None:
    """v1.2.4 Action > Deploy Decoy Drones: 3" after one End Phase, gone after two (R38), logged each time."""
    game = layer("Decoy Drones").declare("deploy decoy drones").resolve().answer("at", 24, 24)
    pass_turn(game)
    assert swarm(game) == (24, 24, 3)
    assert game.match.state.turn == 2
    pass_turn(game)
    assert game.pieces("decoy-swarm") == []
    assert game.last("left_play")["model"].startswith("decoy-swarm")


def test_swarms_of_two_turns_shrink_each_in_its_time() -> None:
    """v1.2.4 Action > Deploy Decoy Drones: each has its own two End Phases."""
    game = pass_turn(layer("Decoy Drones").declare("deploy decoy drones").resolve().answer("at", 24, 24)).activate("a")
    game.declare("deploy decoy drones").resolve().answer("at", *game.at("a")[:2])
    assert sorted(each.outline[0].reach for each in game.pieces("decoy-swarm")) == [3, 4]
    pass_turn(game)
    assert [each.outline[0].reach for each in game.pieces("decoy-swarm")] == [3]
    pass_turn(game)
    assert game.pieces("decoy-swarm") == []


# --- Swarm ---
def covered() -> Staged:
    """Return ship A, which fires at ship B with a swarm over its bow."""
    lines = [gun(ac=3), gun("Missile", missile="AC", ac=3)]
    game = stage(
        ship("A", 0, (24, 12), weapons=lines), ship("B", 1, (24, 24), 180, activated=True, weapons=lines), HOME, AWAY
    )
    return lay(game, "decoy-swarm", (24, 21)).begin("a")


def test_a_swarm_obscures_what_overlaps_it() -> None:
    """v1.2.4 Terrain > Decoy Drone Swarm, R19, R32: even in part; for guns, not for missiles."""
    game = covered()
    assert parts(game.shot("a", "a1", "b")) == {"Obscured by Decoy Drone Swarm": -2}
    assert "Obscured by Decoy Drone Swarm" not in parts(game.shot("a", "b1", "b"))


@pytest.mark.parametrize(("traits", "gap", "reached"), [
    ([], 12.0, True), ([], 12.01, False), (["Stealth"], 12.0, True), (["Stealth"], 12.01, False),
])  # fmt: skip
def test_a_swarm_gives_stealth(traits: list[str], gap: float, reached: bool) -> None:
    """v1.2.4 Terrain > Decoy Drone Swarm: whatever overlaps it gains Stealth, once (R65)."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun("Missile", missile="AC", ac=3)]),
        ship("B", 1, (24, 15 + gap), 180, activated=True, traits=traits),
    ).begin("a")
    lay(game, "decoy-swarm", (24, 15 + gap))
    if reached:
        game.expect_allowed(["attack", ["a1"], "b"])
    else:
        game.expect_refused(["attack", ["a1"], "b"], "Stealth")


def test_a_swarm_blinds_what_is_in_it() -> None:
    """v1.2.4 Terrain > Decoy Drone Swarm, R32: Sensors 0: only Short Range and missiles."""
    game = covered()
    assert "Long Range" in game.no_shot("b", "a1", "a")
    assert game.shot("b", "b1", "a").range.band == "optimum"
    assert game.shot("a", "a1", "b").range.band == "optimum"


def test_a_blind_ship_still_has_short_range() -> None:
    """R32, R54: within the target's own Signature."""
    game = stage(ship("A", 0, (24, 12), weapons=[gun(ac=3)]), ship("B", 1, (24, 21), 180, activated=True)).begin("a")
    lay(game, "decoy-swarm", (24, 10))
    assert game.shot("a", "a1", "b").range.band == "short"


def test_a_blind_ship_lacks_the_sensors_that_actions_need() -> None:
    """v1.2.4 Action > Long Shot, Vector Attack: Sensors 1+."""
    game = lay(stage(ship("A", 0, (24, 12)), AWAY), "decoy-swarm", (24, 10)).activate("a")
    game.expect_refused(["declare", "long shot", 0], "Sensors 1")
    game.expect_refused(["declare", "vector attack", 0])


def test_a_swarm_lets_everything_through_unharmed() -> None:
    """v1.2.4 Terrain > Decoy Drone Swarm: no Move effect, and a move may end in it."""
    game = lay(stage(squadron("S", 0, (24, 12)), AWAY), "decoy-swarm", (24, 18)).begin("s")
    game.fly((24, 18)).end()
    assert not game.events("attacked")
