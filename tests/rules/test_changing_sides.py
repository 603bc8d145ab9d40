"""Tests of models that change sides, die, or are freed during a procedure (R37, R46, R47, R56, R74, R78)."""

from __future__ import annotations

from typing import Any

from tests.rules.fights import GUN, counts, double, plan, throw, triple, wing
from tests.rules.stage import Cast, Staged, gun, rock, ship, squadron, stage, weapon
from tests.rules.test_stations import STILL, stage_station
from tests.rules.turns import AWAY, HOME, lay, set_states, whiff
from tests.rules_api import refuse_action

SENTRY = gun(ac=3, traits=["Autofire"])
GONE = {"defense": 0, "sensors": 0, "thrusters": 0}
"""Ratings with which a 6 on the Catastrophic Damage Table is an explosion."""
LAST: dict[str, Any] = {"marines": [2, 1], "ratings": {"marines": 1}}
"""A ship with 1 remaining Marine."""


def pair(game: Staged, alike: int = 2) -> Staged:
    """Roll `alike` fives, whatever dice are pending, and no other set."""
    base, flex, macro = counts(game)
    return throw(game, *(double if alike == 2 else triple)(base, 5), *[6] * (flex + macro))


def boarded(game: Staged, ident: str, by: int = 2) -> Staged:
    """Put this number of enemy Marines aboard."""
    return set_states(game, ident, boarded=by)


# --- Reactions to captured models ---
def run(*guns: dict[str, Any], more: tuple[Cast, ...] = (), **scenario: Any) -> Staged:
    """Return a game in which X of side 0, boarded by side 1, comes within 12" of G's weapons after 1.5" of its move."""
    game = stage(
        ship("X", 0, (24, 10), speed=6, **LAST), ship("G", 1, (24, 26.5), 180, activated=True, weapons=list(guns)),
        *more, HOME, AWAY, **scenario,
    ).begin("x")  # fmt: skip
    return boarded(game, "x")


def test_nobody_fires_at_a_ship_that_the_first_shot_has_taken() -> None:
    """R78: the first shot kills the last Marine. The second weapon belongs to a friend now, so it isn't offered."""
    game = run(SENTRY, SENTRY).move(6).expect("autofire", side=1).pick("fire", "g", "a1")
    game.faces(double(3, 5)).pick("damage", "marines").expect("menu", side=1)
    assert (game.model("x").side, len(game.events("attacked"))) == (1, 1)


def test_its_captor_goes_on_with_what_is_left_of_its_move() -> None:
    """R47: the remaining order of the former controller is dropped."""
    game = run(SENTRY)
    most = game.room.forward
    game.move(6).pick("fire", "g", "a1").faces(double(3, 5)).pick("damage", "marines").expect("menu", side=1)
    assert (game.at("x"), game.room.forward) == ((24, 11.5, 0), most - 1.5)
    game.move(game.room.min_move).end()


def test_a_ship_that_drifts_goes_on_drifting_whoever_holds_it() -> None:
    """R47, v1.2.1 Damage > Crippled Capital Ships: no player ordered the move, so the captor gives no other order."""
    game = stage(
        ship("X", 0, (24, 10), structure_left=0, **LAST), HOME, AWAY,
        ship("G", 1, (24, 26), 180, activated=True, weapons=[SENTRY]), options={"drift": "v1.2.1"},
    )  # fmt: skip
    boarded(game, "x").faces([3]).pick("fire", "g", "a1")
    pair(game).pick("damage", "marines").expect("declare", side=1)
    assert game.at("x") == (24, 12, 0)


def test_what_is_declared_by_another_is_no_action_of_a_captured_ship() -> None:
    """v1.2.4 States > Captured, R47: the captor may resolve only what the ship itself declared."""
    game = stage(
        ship("A", 0, (24, 10), **STILL), ship("C", 0, (34, 10), states={"captured": 1}), AWAY,
    ).begin("a", "reorient")  # fmt: skip
    refused = refuse_action(game.match.state, game.model("c"), "reorient")
    assert refused is not None and "Captured" in refused.reason
    game.end()


def test_who_has_let_everything_pass_does_not_speak_for_the_other_side() -> None:
    """R47, R56: the captor's enemies decide again, on their own side."""
    own = ship("F", 0, (24, 33), 180, activated=True, sensors=[3, 2, 1], weapons=[SENTRY])
    game = run(SENTRY, more=(own,), terrain=(rock("asteroid-field", (24, 15.5), radius=2),))
    game.move(1.7).answer("pass").expect("menu", side=0).move(4.3).pick("enter")
    pair(game).pick("damage", "marines").expect("menu", side=1)
    assert not game.act.let_pass
    game.move(game.room.forward).expect("autofire", side=0)
    assert game.offered()[0] == ["fire", "f", "a1"]
    game.decline().end()


def test_a_gun_that_its_neighbor_has_handed_over_does_not_fire_at_its_own_side() -> None:
    """R46, R58, R78: a kinetic line kills the next shooter's last Marine, so at its turn it belongs to the enemy."""
    game = stage(
        ship("X", 0, (24, 10), speed=6), HOME, AWAY,
        ship("G", 1, (24, 29.5), 180, activated=True, sensors=[3, 2, 1], weapons=[SENTRY]),
        ship("H", 1, (24, 23.5), 180, activated=True, sensors=[1], weapons=[SENTRY], defense=[], **LAST),
    ).begin("x")  # fmt: skip
    boarded(game, "h").move(2).expect("autofire", side=1)
    assert game.offered()[:2] == [["fire", "g", "a1"], ["fire", "h", "a1"]]
    whiff(game.pick("fire", "g", "a1"))
    pair(game.expect("faces", side=0))
    game.pick("damage", "marines").expect("menu", side=0)
    assert (game.model("h").side, game.at("x")) == (0, (24, 12, 0))
    game.move(2).end()


def test_an_attack_on_who_has_come_over_is_not_made() -> None:
    """R46, R78, option `autofire`: the reaction to the attack captures its target. No enemy is left to hit."""
    game = stage(
        squadron("S", 0, (24, 16), weapons=[weapon(ac=3)]), HOME, AWAY,
        ship("T", 1, (24, 21), 180, activated=True, defense=[], **LAST),
        ship("G", 1, (24, 26), 180, activated=True, defense=[], weapons=[gun(ac=3, as_=4, traits=["Autofire"])]),
        options={"autofire": "v1.2.3"},
    ).begin("s")  # fmt: skip
    boarded(game, "t").attack("a1", "t").expect("autofire", side=1)
    whiff(game.pick("fire", "g", "a1"))
    pair(game.expect("faces", side=0))
    game.pick("damage", "marines").expect("menu", side=0)
    assert (game.model("t").side, game.act.used) == (0, ())
    game.end()


# --- Crippled ships at the start of a turn ---
def drifting(c_side: int, *more: Cast, **fields: Any) -> Staged:
    """Return a game with A of side 0 Crippled and about to explode 4" from the boarded C. Side 0 has the initiative."""
    game = stage(
        ship("C", c_side, (24, 27), 180, **{"structure_left": 0, "activated": True, **LAST, **fields}),
        ship("A", 0, (24, 20), structure_left=0, ratings=GONE, activated=True), *more,
        ship("Mate", 0, (4, 4), **STILL), AWAY, initiative=0,
    )  # fmt: skip
    if "marines" not in fields:
        boarded(game, "c")
    return game.begin("mate").end()


def catastrophes(game: Staged) -> list[str]:
    """Return the models of the rolls on the Catastrophic Damage Table, in order."""
    return [event["purpose"].split()[3] for event in game.events("rolled") if "Catastrophic" in event["purpose"]]


def test_a_ship_that_has_rolled_and_is_captured_does_not_roll_again() -> None:
    """R37: once each, even if it belongs to the other side at that side's turn."""
    game = drifting(0).faces([1]).faces([6])
    pair(game).pick("damage", "marines").expect("declare")
    assert (game.model("c").side, catastrophes(game)) == (1, ["C", "A"])


def test_a_ship_that_is_captured_before_its_turn_rolls_all_the_same() -> None:
    """R37: it was Crippled at the start of the phase. Its captor rolls."""
    game = drifting(1).faces([6])
    pair(game).pick("damage", "marines").expect("faces", side=0).faces([1])
    assert (game.model("c").side, catastrophes(game)) == (0, ["A", "C"])


def test_a_ship_crippled_by_the_explosion_of_another_has_had_its_roll() -> None:
    """R37, v1.2.4 States > Crippled: it rolls when it loses its last Structure, and not again in that phase."""
    game = drifting(1, structure_left=1, marines=[], ratings={}).faces([6])
    pair(game, 3).expect("faces").faces([1])
    while game.kind == "critical":
        game.pick("damage", "sensors")
    assert game.model("c").is_crippled and catastrophes(game) == ["A", "C"]


def test_a_ship_that_has_died_meanwhile_rolls_no_more() -> None:
    """R37: only models that are still on the table."""
    game = drifting(1, marines=[], ratings=GONE).faces([6])
    pair(game, 3).expect("faces").faces([6])
    while game.kind == "faces":
        whiff(game)
    assert (game.model("c").place, catastrophes(game)) == ("destroyed", ["A", "C"])


# --- Hulls ---
def test_a_station_that_was_nobodys_shakes_off_only_the_friends_of_its_captor() -> None:
    """R74: for the other side it is still an enemy, whose squadrons stay."""
    exo = {"squadron_type": "exo-armor"}
    game = stage_station(
        ship("A", 0, (20.5, 24), **STILL, marines=[3, 2, 1]), squadron("X", 0, (24, 22), **exo),
        squadron("Y", 1, (24, 26), **exo),
    )  # fmt: skip
    for ident in ("x", "y"):
        game.model(ident).host = "s"
        set_states(game, ident, assaulting=1)
    game.model("s").marks.update(marines=3, defense=3)
    game.begin("a", "board").answer("resolve", "s").pick("commit", 2)
    assert (game.model("s").side, game.model("x").host, game.model("y").host) == (0, "", "s")
    assert (game.model("x").activated, game.model("y").activated) == (False, False), "R74: X keeps its activation"
    game.end().begin("y", "bombing").decline().expect_refused(["end"], "assaults")
    game.resolve()
    while game.kind not in ("menu", "free"):
        whiff(game) if game.kind == "faces" else game.answer(*game.asked.default().to_json())
    game.expect("free", side=1).answer(*game.asked.default().to_json())


def test_who_takes_a_ship_by_ramming_it_leaves_no_hull_to_cling_to() -> None:
    """R46, R74: it is captured at once, so the free move of the rest of the formation starts at a friend."""
    exo = {"squadron_type": "exo-armor", "structure": [1], "weapons": [GUN]}
    game = stage(
        *wing("S", 0, (24, 22), (24, 23), **exo), HOME, AWAY, ship("B", 1, (24, 20), activated=True, defense=[], **LAST)
    ).begin("s", "bombing")  # fmt: skip
    boarded(game, "b").resolve()
    plan(game, 0, "", 0, 0)
    game.pick("ram", "s2")
    pair(game).pick("damage", "marines").expect("free", side=0)
    assert game.model("b").side == 0 and not any(choice[0] == "assault" for choice in game.offered())
    game.answer("fly", [[24, 25.9]]).end()


# --- Removed terrain ---
def test_a_station_that_is_lost_as_it_is_met_strikes_nobody() -> None:
    """R29, R70: a ship explodes in the rocks before a station, whose hull is gone at its turn."""
    game = stage_station(
        ship("X", 0, (24, 19.5), speed=9, structure_left=1, ratings=GONE),
        HOME, keys={"structure": 1},
    )  # fmt: skip
    lay(game, "asteroid-field", (24, 24), 1.49)
    game.model("s").marks.update(defense=1, sensors=3)
    game.begin("x").move(8).pick("enter").pick("enter")
    pair(game).faces([6])
    pair(game.expect("faces"), 3)
    game.faces([6])
