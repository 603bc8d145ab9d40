"""Tests of Silent Running and Stealthed (v1.2.4 Action > Silent Running, Traits > Stealth, ECM; R43, R52, R54)."""

from typing import Any

import pytest

from jovian.game import Terrain
from jovian.table import Pose, Shape
from tests.rules.fights import miss, plan, wing
from tests.rules.stage import Staged, bay, gun, parts, rock, ship, squadron, stage, stocked, weapon
from tests.rules.turns import AWAY, HOME, RESULTS, has_state, pass_turn, set_states, whiff
from tests.rules_api import stealth_levels

MISSILE = gun("Missile", missile="AC", ac=3)
CLUSTER = gun("Missile", missile="AS", as_=2, traits=["CMM"])


def silent(magnitude: str = "N", **fields: Any) -> Staged:
    """Return ship A in Silent Running with this test result. B fires back with guns and missiles, and S is near A."""
    return stage(
        ship("A", 0, (24, 12), **{"skill": 4, "weapons": [gun(ac=3), MISSILE, CLUSTER], **fields}),
        ship("B", 1, (24, 24), 180, activated=True, weapons=[gun(ac=3), MISSILE]),
        squadron("S", 1, (24, 15.5), activated=True), HOME, AWAY,
    ).begin("a", "silent running").faces(RESULTS[magnitude])  # fmt: skip


# --- Entering ---
@pytest.mark.parametrize("magnitude", ["N", "D", "T", "Q+"])
def test_it_works_from_its_declaration(magnitude: str) -> None:
    """v1.2.4 Action > Silent Running, R43: tested at once. It is Stealthed whatever the result."""
    game = silent(magnitude)
    assert has_state(game, "a", "stealthed")
    game.expect_refused(["resolve"], "No declared action")


def test_squadrons_run_silent_too() -> None:
    """v1.2.4 Action > Generic Special Actions; no requirement but the test."""
    game = stage(squadron("S", 0, (24, 12)), AWAY).begin("s", "silent running").faces([1, 2, 3])
    assert game.model("s").states == {"stealthed": 1}


def test_a_formation_runs_silent_as_one() -> None:
    """v1.2.4 Traits > Formation: it declares the same Actions, so each of it is Stealthed."""
    game = stage(*wing("S", 0, (24, 12), (24, 11)), AWAY).begin("s", "silent running").faces([1, 1, 3])
    assert (has_state(game, "s", "stealthed"), has_state(game, "s2", "stealthed")) == (True, True)


def test_a_formation_that_fires_is_seen_as_one() -> None:
    """v1.2.4 Traits > Formation, Action > Silent Running, N: it attacks as one, so each member is revealed."""
    game = stage(
        *wing("S", 0, (24, 12), (24, 11), weapons=[weapon(ac=3)]),
        ship("B", 1, (24, 22), 180, activated=True), HOME, AWAY,
    ).begin("s", "silent running").faces([1, 2, 3])  # fmt: skip
    whiff(game.attack("a1", "b")).expect("menu")
    assert (has_state(game, "s", "stealthed"), has_state(game, "s2", "stealthed")) == (False, False)


# --- Effect ---
@pytest.mark.parametrize(("traits", "level"), [([], 1), (["ECM:2"], 3)])
def test_one_more_ecm(traits: list[str], level: int) -> None:
    """v1.2.4 Action > Stealthed: ECM one higher, or ECM:1."""
    assert parts(silent(traits=traits).shot("b", "a1", "a"))[f"ECM {level}"] == -level


def test_eccm_cancels_it() -> None:
    """v1.2.4 Traits > ECCM."""
    game = stage(
        ship("A", 0, (24, 12)), ship("B", 1, (24, 24), 180, weapons=[gun(ac=3)], traits=["ECCM:2"]),
    )  # fmt: skip
    set_states(game, "a", stealthed=2)
    assert game.shot("b", "a1", "a").roll.net == 0


@pytest.mark.parametrize(("traits", "shift"), [([], -1), (["ECM:1"], -2)])
def test_it_diminishes_by_option(traits: list[str], shift: int) -> None:
    """R52: by the option each rating diminishes once."""
    game = stage(
        ship("A", 0, (24, 12), traits=traits), ship("B", 1, (24, 24), 180, weapons=[gun(ac=3)]),
        options={"ecm": "diminish"},
    )  # fmt: skip
    set_states(game, "a", stealthed=2)
    assert (game.shot("b", "a1", "a").roll.shift, game.shot("b", "a1", "a").roll.net) == (shift, 0)


@pytest.mark.parametrize(
    ("traits", "gap", "reached"),
    [([], 12, True), ([], 12.01, False), (["Stealth"], 12, True), (["Stealth"], 12.01, False),
     (["Stealth:2"], 6, True), (["Stealth:2"], 6.01, False)],
)  # fmt: skip
def test_stealth(traits: list[str], gap: float, reached: bool) -> None:
    """v1.2.4 Action > Stealthed, R65: 6" more for missiles. It doesn't add to the trait Stealth."""
    game = stage(
        ship("A", 0, (24, 12), traits=traits), ship("B", 1, (24, 15 + gap), 180, weapons=[MISSILE]),
    )  # fmt: skip
    set_states(game, "a", stealthed=1)
    if reached:
        assert game.shot("b", "a1", "a").range.distance == pytest.approx(gap)
    else:
        assert "Stealth" in game.no_shot("b", "a1", "a")


def test_guns_reach_as_far_as_before() -> None:
    """v1.2.4 Traits > Stealth: only missiles measure more."""
    assert silent().shot("b", "a1", "a").range.band == "optimum"


# --- Duration ---
def test_guns_give_it_away_after_a_failure() -> None:
    """v1.2.4 Action > Silent Running, N: until Fire Control is spent on guns, after the attack."""
    game = silent("N").attack("a1", "b").expect("faces")
    assert has_state(game, "a", "stealthed")
    whiff(game).expect("menu")
    assert not has_state(game, "a", "stealthed")


@pytest.mark.parametrize("magnitude", ["D", "T", "Q+"])
def test_guns_do_not_after_a_success(magnitude: str) -> None:
    """v1.2.4 Action > Silent Running, D+: until the End Phase."""
    game = whiff(silent(magnitude).attack("a1", "b")).expect("menu")
    assert has_state(game, "a", "stealthed")


def test_missiles_do_not() -> None:
    """v1.2.4 Action > Stealthed: weapons other than Missiles or Drones."""
    game = whiff(silent().attack("b1", "b")).expect("menu")
    assert has_state(game, "a", "stealthed")


def test_a_nuke_is_a_missile() -> None:
    """v1.2.4 Weapons > Missile: a Nuke is a missile too."""
    game = silent(weapons=[gun("Missile", missile="Nuke", ac=2, as_=2)])
    game.answer("nuke", "a1", 30.0, 26.0)
    while game.kind == "faces":
        whiff(game)
    assert has_state(game.expect("menu"), "a", "stealthed")


def test_drones_do_not() -> None:
    """v1.2.4 Action > Stealthed: a Drone Bay is excepted too."""
    card = stocked("Bee", 1)
    game = stage(ship("A", 0, (24, 12), weapons=[bay(1, [1])]), AWAY, yard=(card,))
    game.begin("a", "silent running").faces([1, 2, 3]).drone("a1", card.key, 24, 16)
    assert has_state(game, "a", "stealthed")


@pytest.mark.parametrize(("choice", "kept"), [(["defend"], False), (["defend", "c1"], True)])
def test_point_defense_does_but_cluster_missiles_do_not(choice: list[str], kept: bool) -> None:
    """v1.2.4 Action > Stealthed: Point Defense spends Fire Control and is no missile. A CMM weapon is one (R64)."""
    game = whiff(silent().answer(*choice)).expect("menu")
    assert has_state(game, "a", "stealthed") == kept


def test_autofire_spends_no_fire_control() -> None:
    """v1.2.4 Action > Silent Running, Weapon Traits > Autofire: no Fire Control, so it stays silent."""
    game = stage(
        ship("A", 0, (24, 12), activated=True, defense=[1]), squadron("S", 1, (24, 20), speed=8), HOME, AWAY,
        initiative=1,
    ).begin("s")  # fmt: skip
    set_states(game, "a", stealthed=1).fly((24, 16))
    whiff(game.pick("fire", "a", "pd")).expect("menu")
    assert has_state(game, "a", "stealthed")


def test_guns_in_a_bombing_run_give_it_away() -> None:
    """v1.2.4 Action > Stealthed, Bombing Run 6: the ship's reply spends Fire Control on guns."""
    game = stage(
        squadron("S", 0, (24, 22), weapons=[weapon(ac=3)]),
        ship("B", 1, (24, 20), activated=True, weapons=[gun(as_=2)]), HOME, AWAY,
    ).begin("s", "bombing")  # fmt: skip
    set_states(game, "b", stealthed=1).resolve()
    plan(game, 0, "a1", 0, 2)
    plan(game, 1, "a1", 0, 5)
    while game.kind == "faces":
        whiff(game)
    game.expect("free").answer("fly", [[24, 25.9]])
    assert not has_state(game, "b", "stealthed")


def test_guns_in_a_dogfight_give_it_away() -> None:
    """v1.2.4 Action > Stealthed, Dogfight: a squadron's guns there too, but not without an attack."""
    for share, kept in ((4, False), (0, True)):
        game = stage(
            squadron("S", 0, (24, 24), weapons=[weapon(as_=3)]),
            squadron("T", 1, (24, 25), activated=True), HOME, AWAY,
        ).activate("s").answer("declare", "interception", 0, "t")  # fmt: skip
        set_states(game, "s", stealthed=1).resolve()
        plan(game, 0, "a1", 0, share)
        while game.kind != "menu":
            if game.kind == "faces":
                game.faces(miss(game.asked.counts[0]))  # type: ignore[attr-defined]
            else:
                game.answer(*game.asked.default().to_json())
        assert has_state(game, "s", "stealthed") == kept


@pytest.mark.parametrize("magnitude", ["N", "D"])
def test_both_end_in_the_end_phase(magnitude: str) -> None:
    """v1.2.4 Action > Stealthed: at the latest then."""
    assert not has_state(pass_turn(silent(magnitude)), "a", "stealthed")


@pytest.mark.parametrize(("traits", "state", "swarm", "asteroid", "levels"), [
    ([], False, False, False, 0), (["Stealth"], False, True, False, 1), ([], True, True, False, 1),
    (["Stealth"], True, True, False, 1), (["Stealth:2"], True, True, False, 2), ([], False, False, True, 1),
    (["Stealth"], True, True, True, 2),
])  # fmt: skip
def test_sources_of_stealth_do_not_add_up(
    traits: list[str], state: bool, swarm: bool, asteroid: bool, levels: int
) -> None:
    """R65: only numbered traits add up. A large body near it adds one level to any (R32)."""
    pieces = (rock("large-asteroid", (24, 16), radius=1),) if asteroid else ()
    game = stage(ship("A", 0, (24, 12), traits=traits), ship("B", 1, (40, 40)), terrain=pieces)
    if swarm:
        game.match.state.terrain["s"] = Terrain("s", "decoy-swarm", Pose(24, 12, 0), (Shape.circle(4),))
    if state:
        set_states(game, "a", stealthed=1)
    assert stealth_levels(game.match.state, game.model("a")).levels == levels


@pytest.mark.parametrize(("traits", "states", "skill_dice"), [
    (["Evasive"], {}, 3), ([], {"evading": 1}, 3), (["Evasive"], {"evading": 1}, 3),
    ([], {"evading": 1, "boosting": 1}, 3), (["Evasive"], {"boosting": 1}, 4),
    (["Evasive", "Fast"], {"evading": 1, "boosting": 2}, 5),
])  # fmt: skip
def test_ways_to_be_evasive_do_not_add_up(traits: list[str], states: dict[str, int], skill_dice: int) -> None:
    """R65: Evasive counts once. Only Boost in addition to the trait, and Fast, add a die (v1.2.4 Action > Boost)."""
    game = stage(
        squadron("S", 0, (24, 14), traits=traits), ship("B", 1, (24, 24), 180, weapons=[gun(as_=3)], activated=True)
    )
    set_states(game, "s", **states)
    evading = game.shot("b", "a1", "s").opposition
    assert evading is not None and evading.pool.base + evading.pool.flex == skill_dice
