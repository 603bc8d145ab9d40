"""Tests of sensors and countermeasures (v1.2.4 Traits > Cloak, Command, ECM, Emissions, Jammer, TD; R52, R62, R63)."""

from typing import Any

import pytest

from tests.rules.fights import counts, plan
from tests.rules.stage import Cast, Staged, gun, parts, ship, squadron, stage, weapon
from tests.rules.turns import AWAY, HOME, whiff
from tests.rules_api import BOMBING, burst_shots, close_shot

MISSILE = gun("Missile", missile="AC", ac=3)
GUNS = [gun(ac=3, as_=3), MISSILE, gun(ac=3, traits=["Sniper"])]


def facing(y: float = 22, *others: Cast, options: Any = None, own: Any = None, **fields: Any) -> Staged:
    """Return the active ship A, with B ahead of it."""
    return stage(
        ship("A", 0, (24, 12), **{"weapons": GUNS, **(own or {})}),
        ship("B", 1, (24, y), 180, activated=True, **fields), *others, HOME, AWAY, options=options,
    ).begin("a")  # fmt: skip


# --- Cloak ---
@pytest.mark.parametrize("y", [15.1, 22.0])
def test_a_cloaked_ship_is_always_at_long_range(y: float) -> None:
    """v1.2.4 Traits > Cloak, R63: guns need Sniper (or a Long Shot), without Short Range's +1, however near."""
    facing(y, traits=["Cloak"]).expect_refused(["attack", ["a1"], "b"], "cloaked")
    assert parts(facing(y, traits=["Cloak"]).shot("a", "c1", "b")) == {"Long Range": -3}


def test_missiles_find_a_cloaked_ship() -> None:
    """R63: missiles are unaffected, their Short Range bonus too."""
    assert parts(facing(17, traits=["Cloak"]).shot("a", "b1", "b")) == {"Short Range": 1}


def test_point_defense_does_not_see_a_cloaked_squadron() -> None:
    """R63: neither as an attack nor by Autofire."""
    cloaked = squadron("S", 1, (24, 15), activated=True, traits=["Cloak"])
    facing(30, cloaked).expect_refused(["defend"], "Signature")
    game = stage(ship("A", 0, (24, 12)), squadron("S", 1, (24, 20), traits=["Cloak"]), AWAY, initiative=1)
    game.begin("s").fly((24, 15)).expect("menu")


def test_close_fights_do_not_mind_a_cloak() -> None:
    """R63: Cloak has no effect in a Bombing Run (and Dogfight)."""
    game = stage(
        squadron("S", 0, (24, 22), weapons=[weapon(ac=3)]),
        ship("B", 1, (24, 20), activated=True, traits=["Cloak"]), HOME,
    )  # fmt: skip
    shot = close_shot(game.match.state, game.model("s"), ("a1",), game.model("b"), 3, 2, BOMBING)
    assert parts(shot) == {"Bombing": 2}


@pytest.mark.parametrize(("worn", "made"), [({}, {}), ({"damaged": ["Cloak"]}, {"Short Range": 1})])
def test_an_explosion_finds_a_cloaked_ship_but_not_at_short_range(worn: dict[str, Any], made: dict[str, int]) -> None:
    """R63, R70: never Long Range, which would be -3, and no +1 of Short Range while the system works."""
    nuke = [gun("Missile", missile="Nuke", ac=3, as_=3)]
    game = facing(own={"weapons": nuke}, traits=["Cloak"], **worn)
    (burst,) = burst_shots(game.match.state, game.model("a"), "a1", 24, 20)
    assert parts(burst) == made


def test_a_damaged_cloak_hides_nothing() -> None:
    """v1.2.4 Traits > System Trait: a critical hit damages it, a repair restores it."""
    game = facing(22, traits=["Cloak"], damaged=["Cloak"])
    assert game.shot("a", "a1", "b").range.band == "optimum"
    game.model("b").marks["Cloak"] = 0
    assert "cloaked" in game.no_shot("a", "a1", "b")


# --- Emissions ---
@pytest.mark.parametrize(("traits", "band"), [([], "long"), (["Emissions:1"], "optimum"), (["Emissions:2"], "optimum")])
def test_emissions_add_to_the_attackers_sensors(traits: list[str], band: str) -> None:
    """v1.2.4 Traits > Emissions: 15" with Sensors 2 + 1."""
    assert facing(29.5, traits=traits).shot("a", "c1", "b").range.band == band


def test_emissions_help_even_at_sensors_zero() -> None:
    """v1.2.4 Traits > Emissions: added to the rating, whatever it is."""
    game = facing(22, own={"ratings": {"sensors": 0}}, traits=["Emissions:1"])
    assert game.shot("a", "a1", "b").range.band == "optimum"


# --- ECM, ECCM ---
@pytest.mark.parametrize(("ecm", "eccm", "net"), [(1, 0, -1), (3, 0, -3), (3, 1, -2), (2, 2, 0), (1, 3, 0)])
def test_ecm_hinders_what_eccm_does_not_cancel(ecm: int, eccm: int, net: int) -> None:
    """R52, the default: -1 per rating, +1 per rating that ECCM cancels, never a bonus."""
    own = {"traits": [f"ECCM:{eccm}"] if eccm else []}
    assert facing(own=own | {"weapons": GUNS}, traits=[f"ECM:{ecm}"]).shot("a", "a1", "b").roll.net == net
    assert facing(own=own | {"weapons": GUNS}, traits=[f"ECM:{ecm}"]).shot("a", "b1", "b").roll.net == net


@pytest.mark.parametrize(("ecm", "eccm", "shift"), [(1, 0, -1), (3, 1, -2), (1, 2, 0)])
def test_ecm_may_diminish(ecm: int, eccm: int, shift: int) -> None:
    """R52, the other option: one step per remaining rating."""
    own = {"traits": [f"ECCM:{eccm}"] if eccm else []}
    shot = facing(own=own, traits=[f"ECM:{ecm}"], options={"ecm": "diminish"}).shot("a", "a1", "b")
    assert (shot.roll.shift, shot.roll.net) == (shift, 0)


def test_stealthed_adds_one_to_ecm() -> None:
    """v1.2.4 Action > Stealthed: its rating is one higher."""
    game = facing(traits=["ECM:3"])
    assert game.shot("a", "a1", "b").roll.net == -3
    game.model("b").states["stealthed"] = 1
    assert game.shot("a", "a1", "b").roll.net == -4


def test_ecm_does_nothing_against_an_explosion() -> None:
    """R52: only against attacks by models."""
    nuke = [gun("Missile", missile="Nuke", ac=3, as_=3)]
    game = facing(own={"weapons": nuke}, traits=["ECM:2"]).answer("nuke", "a1", 24, 27.0)
    whiff(game).expect("menu")
    assert "v1.2.4 Traits > ECM" not in [each[2] for each in game.last("attacked")["modifiers"]]


# --- Jammer ---
def jammed(inches: float = 6.0, side: int = 1, **fields: Any) -> Staged:
    """Return a game with B at this distance from a model with a Jammer of that side."""
    jammer = squadron("J", side, (24 + 1.577 + inches, 22), traits=["Jammer"], activated=True)
    return facing(22, jammer, **fields)


@pytest.mark.parametrize("side", [0, 1])
def test_missiles_at_what_a_jammer_covers_fail(side: int) -> None:
    """v1.2.4 Traits > Jammer, R63: of either side; the weapon and the Fire Control are spent, nothing is rolled."""
    game = jammed(side=side).attack("b1", "b").expect("menu")
    assert (game.last("attacked")["result"], game.last("attacked")["fire_control_left"]) == ("N", 2)
    assert not game.events("rolled")
    game.expect_refused(["attack", ["b1"], "b"], "already been used")


def test_a_jammed_limited_missile_is_gone() -> None:
    """R63: the weapon is spent."""
    game = jammed(own={"weapons": [gun("Missile", missile="AC", ac=3, traits=["Limited"])]}).attack("a1", "b")
    assert game.expect("menu").model("a").damaged == ("a1",)


def test_its_odds_are_none() -> None:
    """The tooltip shows it."""
    game = jammed()
    assert game.shot("a", "b1", "b").jammed == "J"
    assert game.shot("a", "b1", "b").odds().expected_steps == 0


def test_a_jammer_reaches_six_inches_and_stops_no_guns() -> None:
    """v1.2.4 Traits > Jammer: models within 6"."""
    assert jammed(6.01).shot("a", "b1", "b").jammed == ""
    assert jammed().shot("a", "a1", "b").jammed == ""


def test_a_jammer_covers_itself() -> None:
    """v1.2.4 Traits > Jammer: it is within 6" of itself."""
    assert facing(traits=["Jammer"]).shot("a", "b1", "b").jammed == "B"


def test_nukes_are_not_jammed() -> None:
    """v1.2.4 Traits > Jammer: non-Nuke missiles."""
    game = jammed(own={"weapons": [gun("Missile", missile="Nuke", ac=3, as_=3)]}).answer("nuke", "a1", 24, 27.0)
    whiff(game).expect("menu")
    assert [each["target"] for each in game.events("attacked")] == ["b"]


def test_missiles_of_a_bombing_run_are_jammed_too() -> None:
    """R63: in every window; Fire Control spent."""
    game = stage(
        squadron("S", 0, (24, 22), weapons=[weapon("Missile", missile="AC", ac=4)]),
        ship("B", 1, (24, 20), activated=True, traits=["Jammer"]), HOME, AWAY,
    ).begin("s", "bombing").resolve().pick("missile", ["a1"])  # fmt: skip
    plan(game, 0, "", 0, 0)
    game.expect("free").answer("fly", [[24, 25.9]])
    assert (game.last("attacked")["result"], game.events("rolled")) == ("N", [])
    game.expect_refused(["attack", ["a1"], "b"])


def test_cluster_missiles_in_point_defense_are_no_missile_attack() -> None:
    """v1.2.4 Weapon Traits > CMM: there they are used as Point Defense."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun("Missile", missile="AS", as_=3, traits=["CMM"])]),
        squadron("S", 1, (24, 15), activated=True, traits=["Jammer"]), HOME, AWAY,
    ).begin("a").answer("defend", "a1")  # fmt: skip
    whiff(game).expect("menu")


# --- Target Designator ---
def designated(at: tuple[float, float] = (31, 22), *others: Cast, side: int = 0, **fields: Any) -> Staged:
    """Return a squadron with TD at a place, by default with B at 3" (Signature 6", Sensors 2)."""
    return facing(fields.pop("y", 22), squadron("D", side, at, traits=["TD"], activated=True), *others, **fields)


@pytest.mark.parametrize(("x", "shift"), [(31.0, 1), (37.577, 1), (37.588, 0)])
def test_missiles_escalate_within_its_optimum_range(x: float, shift: int) -> None:
    """v1.2.4 Traits > TD: Signature 6" and 3" for each of its Sensors: 12" from base to base."""
    game = designated((x, 22))
    assert (game.shot("a", "b1", "b").roll.shift, game.shot("a", "a1", "b").roll.shift) == (shift, 0)


def test_two_designators_are_one_escalate() -> None:
    """R63: one at most."""
    twin = squadron("E", 0, (17, 22), traits=["TD"], activated=True)
    assert designated((31, 22), twin).shot("a", "b1", "b").roll.shift == 1


def test_an_enemys_designator_helps_nobody_else() -> None:
    """v1.2.4 Traits > TD: only friendly models benefit."""
    assert designated(side=1).shot("a", "b1", "b").roll.shift == 0


@pytest.mark.parametrize(("x", "reached"), [(31.577, True), (31.588, False)])
def test_stealth_is_ignored_within_its_short_range(x: float, reached: bool) -> None:
    """v1.2.4 Traits > TD: within the target's Signature of the designator, 14" for a missile of 18" with Stealth."""
    game = designated((x, 29), y=29, traits=["Stealth"])
    if reached:
        game.expect_allowed(["attack", ["b1"], "b"])
    else:
        game.expect_refused(["attack", ["b1"], "b"], "Stealth")


def test_the_arc_is_the_firing_models() -> None:
    """v1.2.4 Traits > TD: from the firing model, not from the designator behind the ship."""
    assert designated((24, 28)).shot("a", "b1", "b").range.arc == "fore"


def test_a_cloaked_ship_is_in_nobodys_optimum_range() -> None:
    """v1.2.4 Traits > Cloak, TD: always at Long Range, so a near designator doesn't help."""
    game = designated(y=29, at=(30, 29), traits=["Cloak", "Stealth"])
    game.expect_refused(["attack", ["b1"], "b"], "Stealth")
    assert designated(traits=["Cloak"]).shot("a", "b1", "b").roll.shift == 0


def test_a_blind_designator_has_short_range_only() -> None:
    """v1.2.4 Traits > TD: Optimum Range by its own Sensors: none but Short at 0."""
    blind = ship("D", 0, (24, 29), traits=["TD"], activated=True, ratings={"sensors": 0})
    assert facing(22, blind).shot("a", "b1", "b").roll.shift == 1
    far = ship("D", 0, (24, 31.01), traits=["TD"], activated=True, ratings={"sensors": 0})
    assert facing(22, far).shot("a", "b1", "b").roll.shift == 0


def test_autofire_missiles_know_their_designator() -> None:
    """v1.2.4 Traits > TD, Autofire: without Stealth the missile's 12" is where it enters range."""
    missile = gun("Missile", missile="AS", as_=3, traits=["Autofire"])
    game = stage(
        ship("A", 0, (24, 12), weapons=[missile], activated=True), squadron("S", 1, (24, 28.6), traits=["Stealth"]),
        squadron("D", 0, (26.5, 26.6), traits=["TD"], fuel_left=0, activated=True), HOME, AWAY, initiative=1,
    ).begin("s").fly((24, 24.5))  # fmt: skip
    game.expect("autofire", 0).decline()
    assert game.events("moved")[0]["to"][1] == pytest.approx(26.0, abs=0.01)


def test_autofire_missiles_reach_less_far_at_stealth() -> None:
    """v1.2.4 Traits > Stealth, Autofire: 6" more are measured, so S enters range 6" from the ship."""
    missile = gun("Missile", missile="AS", as_=3, traits=["Autofire"])
    game = stage(
        ship("A", 0, (24, 12), weapons=[missile], activated=True), squadron("S", 1, (24, 25), traits=["Stealth"]),
        HOME, AWAY, initiative=1,
    ).begin("s").fly((24, 19.5))  # fmt: skip
    game.expect("autofire", 0).decline()
    assert game.events("moved")[0]["to"][1] == pytest.approx(20.0, abs=0.01)


# --- Command ---
def commanded(gap: float = 6.0, skill: int = 5) -> Staged:
    """Return the active A (Skill 3, Signature 6"), with a friend with Command at this distance ahead."""
    friend = ship("C", 0, (24, 15 + gap), traits=["Command"], skill=skill, activated=True)
    return stage(ship("A", 0, (24, 12)), friend, AWAY).activate("a")


@pytest.mark.parametrize(("gap", "skill", "base"), [(6.0, 5, 5), (6.01, 5, 3), (6.0, 2, 3)])
def test_a_friend_may_use_the_commanders_skill(gap: float, skill: int, base: int) -> None:
    """v1.2.4 Traits > Command, R62: within the friend's Signature, the better of both."""
    game = commanded(gap, skill).declare("silent running")
    assert counts(game)[0] == base
    whiff(game)


def test_not_for_repairs() -> None:
    """v1.2.4 Traits > Command: except Repair."""
    game = commanded().declare("damage control").resolve()
    assert counts(game)[0] == 3
    whiff(game)
    while game.kind == "faces":
        whiff(game)


def test_not_for_evasion_nor_bombing() -> None:
    """R62: skill tests only."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(ac=3)]), ship("B", 1, (24, 24), states={"evading": 1}, activated=True),
        ship("C", 1, (28, 24), traits=["Command"], skill=6, activated=True), HOME,
    ).begin("a")  # fmt: skip
    shot = game.shot("a", "a1", "b")
    assert shot.opposition is not None and shot.opposition.pool.base == 3


def test_an_enemy_commander_is_no_help() -> None:
    """v1.2.4 Traits > Command: friendly models."""
    game = stage(ship("A", 0, (24, 12)), ship("C", 1, (24, 18), traits=["Command"], skill=6, activated=True), AWAY)
    assert counts(game.begin("a", "silent running"))[0] == 3
    whiff(game)
