"""Tests of Barrier, Countermeasures, Drones, and Ring Module of older editions, as options (v1.2.2, v1.2.3 Traits)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.stage import Cast, Staged, gun, ship, squadron, stage
from tests.rules.turns import AWAY, HOME
from tests.rules_api import Assessment, crossing_shot

OLD, LATER = "v1.2.2", "v1.2.3"
WEAPONS = [gun(ac=4, as_=4), gun("Mass Driver", ac=4), gun("Beam Projector", ac=4),
           gun("Missile", missile="AC", ac=4), gun("Missile", missile="AS", as_=4)]  # fmt: skip
KINETIC, DRIVER, BEAM, MISSILE, HUNTER = "a1", "b1", "c1", "d1", "e1"


def fired(options: Any, *friends: Cast, target: Cast | None = None, **fields: Any) -> Staged:
    """Return the active A with all kinds of weapons, and B 10" ahead of it with other models next to it."""
    at = target or ship("B", 1, (24, 19), 180, activated=True, **fields)
    return stage(ship("A", 0, (24, 6), weapons=WEAPONS), at, *friends, HOME, AWAY, options=options).begin("a")


def guard(at: tuple[float, float] = (28, 19), **fields: Any) -> Cast:
    """Return a friend of B with a Barrier, 2" next to it."""
    return ship("G", 1, at, 180, activated=True, **{"traits": ["Barrier"], "defense": [5, 4, 3, 2, 1], **fields})


def pool(game: Staged, weapon: str, target: str = "b") -> tuple[int, int] | None:
    """Return the base and flex dice that resist a shot."""
    against = game.shot("a", weapon, target).opposition
    return None if against is None else (against.pool.base, against.pool.flex)


# --- Barrier ---
def test_a_barrier_of_old_meets_shells_and_slugs() -> None:
    """v1.2.2 Traits > Barrier: its Defense against kinetic cannons and mass drivers, not against beams."""
    game = fired({"barrier": OLD}, guard())
    assert [pool(game, each) for each in (KINETIC, DRIVER, BEAM)] == [(5, 0), (5, 0), None]
    usual = fired(None, guard())
    assert [pool(usual, each) for each in (KINETIC, DRIVER, BEAM)] == [None, None, None]


def test_the_better_defense_is_taken_against_missiles() -> None:
    """v1.2.2 Traits > Barrier: without help of others. Its own Defense with a friend's flex die can be better."""
    assert pool(fired({"barrier": OLD}, guard()), MISSILE) == (5, 0)
    assert pool(fired({"barrier": OLD}, guard(defense=[3, 2, 1])), MISSILE) == (3, 1)


@pytest.mark.parametrize(
    ("where", "fields", "dice"),
    [
        ((29, 19), {}, (5, 0)),
        ((29.1, 19), {}, None),
        ((28, 19), {"ratings": {"defense": 0}}, None),
    ],
)
def test_how_far_it_reaches(where: tuple[float, float], fields: Any, dice: Any) -> None:
    """v1.2.2 Traits > Barrier: friends within 3", while it has Defense."""
    assert pool(fired({"barrier": OLD}, guard(where, **fields)), KINETIC) == dice


def test_it_defends_itself_and_squadrons() -> None:
    """v1.2.2 Traits > Barrier: itself, and any friendly target."""
    assert pool(fired({"barrier": OLD}, traits=["Barrier"]), KINETIC) == (3, 0)
    near = squadron("S", 1, (26, 15), activated=True)
    game = fired({"barrier": OLD}, guard((26, 19)), target=near)
    assert (pool(game, KINETIC, "s"), pool(game, HUNTER, "s")) == ((5, 0), (5, 0))


def test_what_it_resists_is_rolled_and_told() -> None:
    """v1.2.2 Traits > Barrier: an opposed roll; the odds are those of what is rolled."""
    game = fired({"barrier": OLD}, guard(), structure=[6, 5, 4, 3, 2, 1])
    assert game.shot("a", DRIVER, "b").odds().success < fired(None, guard()).shot("a", DRIVER, "b").odds().success
    game.attack(DRIVER, "b").faces([2, 2, 3, 4]).faces([1, 1, 3, 4, 5]).expect("menu")
    event = game.last("attacked")
    assert (event["result"], event["defense"]["base"]) == ("N", 5)
    assert "Barrier of G" in str(event["defense_dice"])


def test_a_later_barrier_lends_its_defense_against_missiles_and_boarders() -> None:
    """v1.2.3 Traits > Barrier: within 6" instead of their own. In Point Defense it helps like any ship."""
    game = fired({"barrier": LATER}, guard((31.5, 19)))
    assert (pool(game, MISSILE), pool(game, KINETIC)) == ((5, 0), None)
    assert pool(fired({"barrier": LATER}, guard()), MISSILE) == (5, 0), "the lender is near, and helps only once"
    assert pool(fired(None, guard((31.5, 19))), MISSILE) == (3, 0)
    assert pool(fired({"barrier": LATER}, guard((33, 19))), MISSILE) == (3, 0)
    bare = crossing_shot(game.match.state, game.model("b"), game.model("a"))
    assert bare is not None and bare.all_contributions[0].label == "Defense of G"
    raider = squadron("R", 0, (24, 16.4), activated=True)
    near = stage(raider, ship("B", 1, (24, 19), 180), guard((31.5, 19)), HOME, AWAY, options={"barrier": LATER})
    shot = near.activate("b").declare().shot("b", "pd", "r")
    assert isinstance(shot, Assessment) and (shot.roll.pool.base, shot.roll.pool.flex) == (4, 0)


# --- Countermeasures ---
def test_countermeasures_roll_again() -> None:
    """v1.2.2 Traits > Countermeasures: the defense against a missile may be rolled again."""
    options = {"countermeasures": OLD}
    game = fired(options, traits=["Countermeasures"])
    fair, plain = game.shot("a", MISSILE, "b").odds(), fired(options).shot("a", MISSILE, "b").odds()
    assert fair.success < plain.success
    game.attack(MISSILE, "b").faces([2, 2, 2, 4]).faces([1, 3, 5]).expect("reroll", side=1)
    game.pick("reroll").faces([1, 1, 5]).expect("menu")
    assert game.last("attacked")["result"] == "D2"


def test_countermeasures_behind_a_barrier_roll_again_against_missiles_only() -> None:
    """v1.2.2 Traits > Barrier, Countermeasures."""
    both = {"barrier": OLD, "countermeasures": OLD}
    game = fired(both, guard(traits=["Barrier", "Countermeasures"]))
    assert [game.shot("a", each, "b").opposition.reroll for each in (MISSILE, KINETIC)] == [True, False]
    assert not fired(both, guard()).shot("a", MISSILE, "b").opposition.reroll


def test_they_break_with_the_last_defense() -> None:
    """v1.2.2 Traits > Countermeasures: damaged at Defense 0, and repaired separately."""
    game = fired({"countermeasures": OLD}, traits=["Countermeasures"], ratings={"defense": 1})
    game.attack(BEAM, "b").faces([1, 1, 3, 4]).pick("stand")
    assert game.model("b").marks == {"defense": 3, "Countermeasures": 1}
    assert game.last("damaged") | {"trait": "Countermeasures", "left": 0} == game.last("damaged")
    still = fired(None, traits=["Countermeasures"], ratings={"defense": 1})
    still.attack(BEAM, "b").faces([1, 1, 3, 4]).pick("stand")
    assert still.model("b").marks == {"defense": 3}


# --- Drones ---
def test_work_drones_help_defense_and_repairs() -> None:
    """v1.2.2 Traits > Drones: a flex die in rolls of its Defense and in tests of repair, unless damaged."""
    options = {"drones": OLD}
    game = fired(options, traits=["Drones"])
    assert pool(game, MISSILE) == (3, 1)
    game.model("b").marks["Drones"] = 1
    assert pool(game, MISSILE) == (3, 0)
    assert pool(fired(None, traits=["Drones"]), MISSILE) == (3, 0)
    guns = stage(
        ship("B", 0, (24, 19), traits=["Drones"], speed=0, thrusters=[1], ratings={"sensors": 1}),
        squadron("S", 1, (24, 22), activated=True), HOME, AWAY, options=options,
    ).begin("b", "damage control")  # fmt: skip
    assert guns.shot("b", "pd", "s").roll.pool.flex == 1
    guns.resolve().faces([1, 1, 3], [4]).pick("keep", [1, 1, 3]).expect("menu")
    assert guns.rating("b", "sensors") == 2


# --- Ring Module ---
@pytest.mark.parametrize(
    ("marines", "option", "dice"),
    [
        ([3, 2, 1], OLD, 4),
        ([2, 1], OLD, 3),
        ([1], OLD, 2),
        ([3, 2, 1], "v1.2.4", 3),
    ],
)
def test_marines_in_a_ring(marines: list[int], option: str, dice: int) -> None:
    """v1.2.2 Traits > Ring Module: 1 more base die for 2 or more defending Marines. A single one rolls 2 dice."""
    game = stage(
        ship("B", 0, (24, 16), marines=marines, traits=["Ring Module"], speed=0, thrusters=[1]),
        ship("E", 1, (24, 40), 180, activated=True), options={"ring_module": option},
    )  # fmt: skip
    game.model("b").states["boarded"] = 3
    game.begin("b").pick("engage").pick("engage")
    assert game.asked.counts[0] == dice  # type: ignore[attr-defined]
    game.faces([1, 2, 3, 4, 5][:dice]).faces([1, 2, 3])
