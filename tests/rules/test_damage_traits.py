"""Tests of traits about damage (v1.2.4 Traits, Weapon Traits; R11, R29, R50, R65, R66, R68, R79).

They are Precise, Shield, Autohit, Self Destruct, Renowned, Expendable, and the System Traits.
"""

from typing import Any

import pytest

from jovian.dice import Result
from jovian.game import NEUTRAL
from tests.rules.fights import plan, wing
from tests.rules.stage import Cast, Staged, gun, rock, ship, squadron, stage, weapon
from tests.rules.turns import AWAY, HOME, RESULTS, set_states, whiff
from tests.rules_api import DamageContext, harm_words, multiplier, refuse_action, values, victory_points

FACES = {"D": [3, 3, 1, 2], "T": [3, 3, 3, 1], "Q+": [3, 3, 3, 3]}
LOW = {"D": [1, 1, 3, 4], "T": [1, 1, 1, 4], "Q+": [1, 1, 1, 1]}


def hit(line: dict[str, Any], faces: list[int], *others: Cast, **fields: Any) -> Staged:
    """Hit ship B with these faces of a weapon of AC 4."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[line]), ship("B", 1, (24, 22), 180, activated=True, **fields), *others, HOME,
        AWAY,
    )  # fmt: skip
    return game.begin("a").attack("a1", "b").faces(faces)


def precise(faces: list[int], type_: str = "Kinetic Cannon", **fields: Any) -> Staged:
    """Hit ship B with a Precise weapon."""
    return hit(gun(type_, ac=4, traits=["Precise"]), faces, **fields)


# --- Precise ---
def test_a_precise_double_goes_where_the_attacker_wants() -> None:
    """v1.2.4 Weapon Traits > Precise: any System Trait, or Defense, Sensors, Thrusters; no weapons."""
    game = precise(FACES["D"], traits=["Hangers:2", "Catapult", "CAP"], weapons=[gun(ac=2)]).expect("critical", 0)
    offered = {tuple(choice) for choice in game.offered()}
    assert offered == {
        ("damage", "thrusters"), ("damage", "defense"), ("damage", "sensors"), ("system", "Hangers"),
        ("system", "Catapult"),
    }  # fmt: skip
    game.pick("system", "Hangers").expect("menu")
    assert game.model("b").marks == {"Hangers": 1}


def test_a_precise_double_does_one_damage() -> None:
    """v1.2.4 Weapon Traits > Precise: one rating, whatever the value."""
    game = precise(FACES["D"]).pick("damage", "thrusters").expect("menu")
    assert (game.rating("b", "thrusters"), game.rating("b", "sensors")) == (1, 2)


def test_marines_may_be_chosen_as_ever() -> None:
    """v1.2.4 Damage > Rating Damage, R68: Precise is optional. The attacker can still take Marines."""
    game = precise(FACES["D"], marines=[2, 1])
    assert ["damage", "marines"] in game.offered()
    game.pick("damage", "marines")
    assert game.rating("b", "marines") == 1


SPENT = {"defense": 0, "sensors": 0, "thrusters": 0}
"""The ratings of a ship that has none left."""


def test_a_precise_double_may_strike_the_hull_when_the_ratings_are_spent() -> None:
    """v1.2.4 Weapon Traits > Precise: it may be applied so, and need not: others cost Structure then (R68)."""
    game = precise(FACES["D"], traits=["Hangers:2"], marines=[1], ratings=SPENT).expect("critical", 0)
    assert game.offered() == [["damage", "structure"], ["damage", "marines"], ["system", "Hangers"]]
    assert game.asked.default().to_json() == ["damage", "structure"]
    game.pick("damage", "structure").expect("menu")
    assert (game.rating("b", "structure"), game.model("b").marks.get("Hangers")) == (2, None)


def test_a_precise_double_still_has_the_choice_of_a_system() -> None:
    """v1.2.4 Weapon Traits > Precise: the attacker chooses, with the ratings spent too."""
    game = precise(FACES["D"], traits=["Hangers:2"], ratings=SPENT).pick("system", "Hangers").expect("menu")
    assert (game.rating("b", "structure"), game.model("b").marks["Hangers"]) == (3, 1)


def test_nobody_is_asked_where_only_the_hull_is_left() -> None:
    """R68: a double of any weapon has the same effect on a ship without ratings, Marines, and systems."""
    assert precise(FACES["D"], ratings=SPENT).expect("menu").rating("b", "structure") == 2


def test_a_precise_double_on_a_crippled_hull_is_a_roll() -> None:
    """v1.2.4 Damage > Structure Damage: no Structure remains."""
    game = precise(FACES["D"], traits=["Hangers:1"], ratings=SPENT, structure_left=0).pick("damage", "structure")
    assert game.expect("faces").faces([1]).expect("menu").model("b").is_on_table


def test_in_the_older_text_a_precise_double_on_the_hull_escalates() -> None:
    """v1.2.1 Damage > Rating Damage, option `rating_damage`: Structure and a Critical Hit, as with any weapon."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(ac=4, traits=["Precise"])]), HOME, AWAY,
        ship("B", 1, (24, 22), 180, activated=True, traits=["Hangers:2"], ratings=SPENT),
        options={"rating_damage": "v1.2.1"},
    ).begin("a").attack("a1", "b").faces(FACES["D"])  # fmt: skip
    game.pick("damage", "structure").expect("menu")
    assert (game.rating("b", "structure"), game.model("b").marks["Hangers"]) == (2, 1)


def test_what_a_precise_double_may_do_is_said_before_it_is_kept() -> None:
    """The texts of a result, for a ship with ratings and for one without."""
    hangers = {"traits": ["Hangers:2"]}
    for fields, words in (
        (hangers, "a rating or system of choice"), ({"ratings": SPENT}, "1 Structure of 3"),
        ({"ratings": SPENT, **hangers}, "1 Structure of 3 (or a system of choice)"),
        ({"ratings": SPENT, "marines": [1]}, "1 Structure of 3 (or Marines)"),
    ):  # fmt: skip
        game = precise([1, 2, 3, 4], **fields)
        assert harm_words(game.match.state, DamageContext("b", precise=True), Result.parse("D3")) == words


def test_a_precise_particle_double_burns_redundant_boxes() -> None:
    """v1.2.4 Weapons > Particle Cannon: a double marks all boxes of the damaged rating, also of a chosen one."""
    game = precise(FACES["D"], "Particle Cannon", thrusters=[1, 1, 1]).pick("damage", "thrusters").expect("menu")
    assert game.rating("b", "thrusters") == 0


@pytest.mark.parametrize(("line", "face", "broken"), [
    (gun(ac=2), 3, False), (gun(ac=2), 4, True), (gun(arcs=("spinal",), ac=2), 4, False),
    (gun(arcs=("spinal",), ac=2), 5, True),
])  # fmt: skip
def test_precise_weapons_break_weapons_more_easily(line: dict[str, Any], face: int, broken: bool) -> None:
    """v1.2.4 Weapon Traits > Precise: on 4+, spinal on 5+; else a triple is resolved normally."""
    game = precise(FACES["T"], weapons=[line]).expect("critical")
    assert game.rating("b", "structure") == 2
    game.pick("weapon", "a1").faces([face]).expect("menu")
    assert game.model("b").damaged == (("a1",) if broken else ())


def test_without_anything_to_choose_a_precise_double_falls_as_usual() -> None:
    """R68: with all ratings exhausted the hit is Structure."""
    gone = {"defense": 0, "sensors": 0, "thrusters": 0}
    game = precise(FACES["D"], ratings=gone).expect("menu")
    assert game.rating("b", "structure") == 2


def test_squadrons_feel_no_difference() -> None:
    """v1.2.4 Weapon Traits > Precise: it is about System Ratings and Traits."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(as_=4, traits=["Precise"])]), squadron("S", 1, (24, 20), activated=True),
        AWAY,
    ).begin("a").attack("a1", "s").faces(FACES["D"]).expect("menu")  # fmt: skip
    assert game.rating("s", "structure") == 3


# --- Shield ---
@pytest.mark.parametrize(("magnitude", "structure", "criticals"), [("D", 3, 0), ("T", 3, 1), ("Q+", 2, 2)])
def test_a_shield_softens_low_values(magnitude: str, structure: int, criticals: int) -> None:
    """R65: D nothing, T only the critical, Q+ one Structure and two criticals."""
    game = hit(gun(ac=4), LOW[magnitude], traits=["Shield"])
    picked = 0
    while game.kind == "critical":
        game.pick("damage", "thrusters" if picked else "defense")
        picked += 1
    assert (game.expect("menu").rating("b", "structure"), picked) == (structure, criticals)


def test_a_shield_does_nothing_against_higher_values() -> None:
    """v1.2.4 Traits > Shield: values 1 and 2 only; each set by itself."""
    game = hit(gun(ac=4), [2, 2, 3, 3], traits=["Shield"]).expect("menu")
    assert (game.rating("b", "defense"), game.rating("b", "sensors")) == (3, 1)


@pytest.mark.parametrize(("faces", "left"), [(LOW["D"], 4), (LOW["T"], 3), (LOW["Q+"], 2), (FACES["D"], 3)])
def test_a_shield_of_a_squadron(faces: list[int], left: int) -> None:
    """R65: squadrons take one less."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(as_=4)]), squadron("S", 1, (24, 20), activated=True, traits=["Shield"]),
        AWAY,
    ).begin("a").attack("a1", "s").faces(faces).expect("menu")  # fmt: skip
    assert game.rating("s", "structure") == left


@pytest.mark.parametrize(("magnitude", "ratings", "criticals"), [("D", 0, 0), ("T", 0, 1), ("Q+", 1, 2)])
def test_a_shield_against_a_mass_driver(magnitude: str, ratings: int, criticals: int) -> None:
    """v1.2.4 Traits > Shield, Weapons > Mass Driver: one damage less by that table."""
    game = hit(gun("Mass Driver", ac=4), LOW[magnitude], traits=["Shield"])
    picked = 0
    while game.kind == "critical":
        game.pick("damage", "thrusters")
        picked += 1
    assert (game.expect("menu").rating("b", "defense"), picked) == (3 - ratings, criticals)


def test_a_shield_helps_against_terrain_too() -> None:
    """v1.2.4 Traits > Shield, R29: it is no modifier, armor, ECM or Evasive, so it counts against debris as well."""
    game = stage(
        ship("A", 0, (24, 12), traits=["Shield"]), AWAY, terrain=(rock("debris-field", (24, 20), radius=4),)
    ).begin("a").move(4)  # fmt: skip
    if game.kind == "avoid":
        game.pick("enter")
    game.faces([1, 1, 3]).expect("menu")
    assert game.rating("a", "defense") == 3


# --- Autohit ---
@pytest.mark.parametrize(("magnitude", "result"), [("D", "D5"), ("T", "T5"), ("Q+", "Q+5")])
def test_autohit_rolls_its_value_only(magnitude: str, result: str) -> None:
    """v1.2.4 Weapon Traits > Autohit, R11: its magnitude without a roll, the value by a die; modifiers do nothing."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(ac=4, traits=[f"Autohit:{magnitude}"])]),
        ship("B", 1, (24, 22), 180, activated=True, armor={"fore": 4}, traits=["ECM:3"], structure=[9, 8, 7, 6]), AWAY,
    ).begin("a").attack("a1", "b").faces([5])  # fmt: skip
    assert game.last("attacked")["result"] == result
    while game.kind == "critical":
        game.pick("damage", "sensors")


def test_an_autohit_missile_is_opposed() -> None:
    """R11: its result can be opposed like any other."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun("Missile", missile="AC", ac=4, traits=["Autohit:D"])]),
        ship("B", 1, (24, 22), 180, activated=True), AWAY,
    ).begin("a").attack("a1", "b").faces([5]).expect("faces", 1).faces([2, 2, 3]).expect("menu")  # fmt: skip
    assert game.last("attacked")["result"] == "N"


def test_an_autohit_is_escalated_and_diminished() -> None:
    """R11, R52: a Target Designator raises it, ECM by the other setting lowers it."""
    line = gun("Missile", missile="AC", ac=4, traits=["Autohit:D"])
    spotter = squadron("D", 0, (28, 22), traits=["TD"], activated=True)
    for traits, result in (([], "T5"), (["ECM:1"], "D5"), (["ECM:2"], "N")):
        game = stage(
            ship("A", 0, (24, 12), weapons=[line]), ship("B", 1, (24, 22), 180, activated=True, traits=traits), spotter,
            AWAY, options={"ecm": "diminish"},
        ).begin("a").attack("a1", "b").faces([5])  # fmt: skip
        if result != "N":
            game.faces([1, 2, 3])
        assert game.last("attacked")["result"] == result
        while game.kind == "critical":
            game.pick("damage", "sensors")


def test_an_autohit_cannot_attack_what_it_has_no_rating_for() -> None:
    """R51: a printed "-" cannot attack that type at all."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(as_=4, traits=["Autohit:D"])]), ship("B", 1, (24, 22), activated=True)
    ).begin("a")  # fmt: skip
    game.expect_refused(["attack", ["a1"], "b"], "no rating")


def test_an_autohit_beam_is_not_rolled_again() -> None:
    """R11: it makes no roll."""
    game = hit(gun("Beam Projector", ac=4, traits=["Autohit:D"]), [5])
    assert game.expect("menu").rating("b", "thrusters") == 1


# --- Self Destruct ---
def fused(**fields: Any) -> Staged:
    """Return a squadron with Self Destruct, and an enemy ship ahead."""
    return stage(
        squadron("S", 0, (24, 12), traits=["Self Destruct"], **{"weapons": [weapon(ac=3, as_=3)], **fields}),
        ship("B", 1, (24, 22), 180, activated=True), HOME, AWAY,
    ).activate("s")  # fmt: skip


def test_it_is_gone_after_its_first_attack() -> None:
    """v1.2.4 Traits > Self Destruct, R50: after full resolution, hit or miss; its activation is over."""
    game = fused(fire_control=2).declare().attack("a1", "b").faces([1, 1, 3])
    assert (game.model("s").place, game.rating("b", "defense")) == ("destroyed", 2)
    assert game.match.state.activation is None or game.act.model != "s"


def test_it_is_gone_after_its_first_action() -> None:
    """v1.2.4 Traits > Self Destruct: or Action, once that is resolved."""
    game = fused().declare("withdraw").resolve().faces([1, 2, 3])
    assert game.model("s").place == "destroyed"


def test_it_is_gone_after_an_action_that_works_at_once() -> None:
    """v1.2.4 Traits > Self Destruct, R43: those are resolved by their declaration."""
    game = fused().declare("evade")
    assert game.model("s").place == "destroyed"


def test_it_lives_until_then() -> None:
    """v1.2.4 Traits > Self Destruct: moving, and an action that is never resolved, are neither."""
    game = fused().declare("withdraw").fly((24, 16)).end()
    assert game.model("s").place == "table"


def test_a_boost_does_not_set_it_off() -> None:
    """docs/rulings.md, R41: Boost, Launch and Land are extra; its first attack or other action does."""
    game = fused().declare("none", 2).fly((24, 16)).expect("menu")
    assert game.model("s").is_on_table
    whiff(game.attack("a1", "b"))
    assert game.model("s").place == "destroyed"


def test_a_formation_that_destroys_itself_goes_whole() -> None:
    """v1.2.4 Traits > Formation, Self Destruct: it attacks as one unit."""
    game = stage(
        *wing("S", 0, (24, 12), (24, 11), weapons=[weapon(ac=3)], traits=["Self Destruct"]),
        ship("B", 1, (24, 22), 180, activated=True), HOME, AWAY,
    ).begin("s")  # fmt: skip
    whiff(game.attack("a1", "b"))
    assert (game.model("s").place, game.model("s2").place) == ("destroyed", "destroyed")


def test_autofire_is_an_attack() -> None:
    """v1.2.4 Traits > Self Destruct: its first Attack, in whatever window."""
    mine = [weapon(ac=3, traits=["Autofire"])]
    game = stage(
        squadron("S", 0, (24, 12), traits=["Self Destruct"], weapons=mine, activated=True), HOME, AWAY,
        ship("B", 1, (24, 30), 180), initiative=1,
    ).begin("b").move(5)  # fmt: skip
    whiff(game.pick("fire", "s", "a1")).expect("menu")
    assert game.model("s").place == "destroyed"


def test_self_destruct_after_a_fight_that_it_did_not_seek() -> None:
    """v1.2.4 Traits > Self Destruct: an attack in a Dogfight is its first attack too. Without an attack it lives."""
    for share, place in ((4, "destroyed"), (0, "table")):
        game = stage(
            squadron("S", 0, (24, 24), weapons=[weapon(as_=3)]),
            squadron("T", 1, (24, 25), weapons=[weapon(as_=3)], traits=["Self Destruct"], activated=True), HOME, AWAY,
        ).activate("s").answer("declare", "interception", 0, "t").resolve()  # fmt: skip
        plan(game, 0, "a1", 0, 0)
        plan(game, 1, "a1", 0, share)
        while game.kind != "menu":
            whiff(game) if game.kind == "faces" else game.answer(*game.asked.default().to_json())
        assert game.model("t").place == place


# --- Renowned, Expendable ---
def test_renowned_adds_to_skill() -> None:
    """v1.2.4 Traits > Renowned: +1 for each instance."""
    game = stage(ship("A", 0, (24, 12), traits=["Renowned:2"]), AWAY).begin("a", "silent running")
    game.faces([1, 2, 3, 4, 5]).expect("menu")


@pytest.mark.parametrize(("trait", "own", "enemy"), [("Renowned", 0, 8), ("Renowned:2", 0, 16), ("CAP", 0, 0)])
def test_a_renowned_ship_destroyed(trait: str, own: int, enemy: int) -> None:
    """R66: its enemy scores 20 % of its TV (40) for each instance."""
    game = stage(ship("A", 0, (24, 12), traits=[trait]), ship("B", 1, (24, 30)))
    game.model("a").place = "destroyed"
    state = game.match.state
    assert (victory_points(state, 0), victory_points(state, 1) - 40) == (own, enemy)


def test_a_renowned_ship_destroyed_while_captured() -> None:
    """R66, R78: it is an enemy of its first owner, which scores its 20%. Its captor scores nothing."""
    game = stage(ship("A", 0, (24, 12), traits=["Renowned"]), ship("B", 1, (24, 30)))
    game.model("a").side, game.model("a").place = 1, "destroyed"
    state = game.match.state
    assert (victory_points(state, 0), victory_points(state, 1)) == (8, 40)
    assert [(value.name, value.points, value.why) for value in values(state, 0)] == [("A", 8, "enemy destroyed")]


def test_a_renowned_model_of_neither_side_scores_for_neither() -> None:
    game = stage(ship("A", 0, (24, 12), traits=["Renowned"]), ship("B", 1, (24, 30)))
    game.model("a").side, game.model("a").place = NEUTRAL, "destroyed"
    state = game.match.state
    assert (victory_points(state, 0), victory_points(state, 1)) == (0, 40)


@pytest.mark.parametrize(("traits", "tv", "points"), [(["Renowned:3"], 10, 6), (["Renowned:3"], 41, 25)])
def test_a_share_that_is_whole_is_not_rounded_up(traits: list[str], tv: int, points: int) -> None:
    """R9: three times 20 % of 10 are 6; of 41 they are 24.6, so 25."""
    game = stage(ship("A", 0, (24, 12), traits=traits, tv=tv), ship("B", 1, (24, 30)))
    game.model("a").place = "destroyed"
    assert victory_points(game.match.state, 1) == 40 + points


@pytest.mark.parametrize(("traits", "states", "place", "share"), [
    ([], {"captured": 1}, "table", 1.5),
    (["Renowned"], {"captured": 1}, "table", 1.8),
    (["Renowned:2"], {"captured": 1}, "table", 2.1),
    (["Renowned"], {"captured": 1, "crippled": 1}, "table", 0.0),
    ([], {"captured": 1}, "withdrawn", 0.75),
    ([], {"captured": 1, "crippled": 1}, "withdrawn", 0.75),
    (["Renowned"], {"captured": 1, "crippled": 1}, "withdrawn", 0.9),
    ([], {"crippled": 1}, "withdrawn", 0.5),
    ([], {"crippled": 1}, "table", 0.0),
    (["Expendable"], {"crippled": 1}, "table", 1.0),
    (["Expendable"], {}, "destroyed", 1.0),
    (["Expendable"], {}, "withdrawn", 0.5),
    ([], {}, "reserve", 1.0),
    ([], {}, "embarked", 1.0),
])  # fmt: skip
def test_what_share_of_its_points_a_model_is_worth(
    traits: list[str], states: dict[str, int], place: str, share: float
) -> None:
    """R66, R79: multipliers multiply, but Withdrawn replaces Crippled's 0 by a half."""
    game = set_states(stage(ship("A", 0, (24, 12), traits=traits), AWAY), "a", **states)
    game.model("a").place = place
    assert multiplier(game.match.state, game.model("a")) == pytest.approx(share)


@pytest.mark.parametrize(
    ("states", "place"), [({"captured": 1, "crippled": 1}, "table"), ({"captured": 1}, "destroyed")]
)
def test_an_expendable_prize_is_worth_nothing_crippled(states: dict[str, int], place: str) -> None:
    """R66, R79: it counts in full for its owner, not for a captor, if crippled or destroyed."""
    game = set_states(stage(ship("A", 0, (24, 12), traits=["Expendable"]), ship("B", 1, (24, 30))), "a", **states)
    game.model("a").side = 1
    game.model("a").place = place
    assert victory_points(game.match.state, 1) == 40


def test_a_captured_ship_scores_for_its_captor() -> None:
    """v1.2.4 States > Captured, R78: 1.5 times 40 for the side that holds it."""
    game = set_states(stage(ship("A", 0, (24, 12)), ship("B", 1, (24, 30))), "a", captured=1)
    game.model("a").side = 1
    state = game.match.state
    assert (victory_points(state, 0), victory_points(state, 1)) == (0, 100)


# --- System Trait ---
def test_a_critical_hit_breaks_a_system_and_damage_control_mends_it() -> None:
    """v1.2.4 Traits > System Trait: damaged by a critical, repaired by a triple. Its effect ends and returns."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(ac=4)]), ship("B", 1, (24, 22), 180, traits=["Sensor Array"], skill=4),
        HOME, AWAY,
    ).begin("a").attack("a1", "b").faces(FACES["T"]).pick("system", "Sensor Array").move(2).end()  # fmt: skip
    game.activate("b").expect_refused(["declare", "combined attack", 0], "Sensor Array")
    game.declare("damage control").resolve().faces(RESULTS["T"])
    assert game.model("b").marks.get("Sensor Array", 0) == 0
    assert refuse_action(game.match.state, game.model("b"), "combined attack") is None


@pytest.mark.parametrize("trait", ["Catapult", "Cloak", "Hangers:1", "Launchers", "Sensor Array"])
def test_every_system_trait_may_be_hit_until_it_is_gone(trait: str) -> None:
    """v1.2.4 Traits > System Trait, R65: one box without a number."""
    name = trait.split(":")[0]
    game = hit(gun("Missile", missile="AC", ac=4), FACES["T"], traits=[trait]).faces([1, 2, 4])
    game.pick("system", name).expect("menu")
    assert game.last("damaged") | {"trait": name, "left": 0} == game.last("damaged")


def test_other_traits_are_no_target() -> None:
    """v1.2.4 Traits > System Trait: only those so marked."""
    game = hit(gun(ac=4), FACES["T"], traits=["CAP", "ECCM:1", "Tender", "Cloak"], damaged=["Cloak"])
    assert all(choice[0] != "system" for choice in game.offered())
    game.pick("damage", "defense")
