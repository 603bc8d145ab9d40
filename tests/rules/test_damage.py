"""Tests of damage: the effect of a result on squadrons and ships (v1.2.4 Damage; R2, R65 to R69)."""

from typing import Any

import pytest

from tests.rules.stage import Staged, gun, printed, ship, squadron, stage


def hit(faces: list[int], reroll: bool = False, **fields: Any) -> Staged:
    """Hit a ship without armor with this number of dice at Optimum Range in the fore arc."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun(ac=len(faces), as_=len(faces))]),
        ship("B", 1, (24, 19), 180, activated=True, **fields),
    ).begin("a")
    return game.attack("a1", "b").faces(faces)


def ratings(game: Staged, ident: str = "b") -> tuple[int, ...]:
    """Return Structure, Defense, Sensors, Thrusters."""
    return tuple(game.rating(ident, track) for track in ("structure", "defense", "sensors", "thrusters"))


# --- Squadrons ---
@pytest.mark.parametrize(
    ("faces", "left"), [([1, 2, 3, 4], 4), ([2, 2, 3, 4], 3), ([6, 6, 6, 1], 2), ([5, 5, 5, 5], 1), ([1, 1, 6, 6], 2)]
)
def test_squadron_damage_by_magnitude(faces: list[int], left: int) -> None:
    """v1.2.4 Damage > Squadron Damage: D 1, T 2, Q+ 3, each result by itself, whatever the value (R2)."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun(as_=4)]),
        squadron("S", 1, (24, 15), activated=True),
        ship("B", 1, (4, 44), activated=True),
    ).begin("a")
    game.attack("a1", "s").faces(faces).expect("menu")
    assert game.rating("s", "structure") == left


def test_uller_against_pathfinders() -> None:
    """v1.2.4 Damage > Squadron Damage: the Uller's missiles roll [D2,T3], not reduced: three Structure are marked."""
    game = stage(
        printed("cega/uller", 0, (24, 8)),
        printed("jovian/pathfinder", 1, (24, 18), activated=True),
        ship("B", 1, (4, 44), activated=True),
    ).begin("uller")
    game.attack("b1 b2", "pathfinder").faces([2, 2, 3, 3, 3]).faces([1, 2, 4]).expect("menu")
    assert game.last("attacked")["result"] == "D2,T3"
    assert sum(event["amount"] for event in game.events("damaged")) == 3


def test_squadron_without_structure_is_destroyed() -> None:
    """v1.2.4 Damage > Squadron Damage: at zero it is removed from the table."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun(as_=4)]),
        squadron("S", 1, (24, 15), activated=True, structure_left=2),
        ship("B", 1, (4, 44), activated=True),
    ).begin("a")
    game.attack("a1", "s").faces([4, 4, 4, 1])
    assert game.model("s").place == "destroyed"
    assert game.last("left_play")["how"] == "destroyed"


# --- Ships: magnitudes ---
@pytest.mark.parametrize(
    ("value", "expected"),
    [(1, (3, 2, 2, 2)), (2, (3, 2, 2, 2)), (3, (3, 3, 1, 2)), (4, (3, 3, 1, 2)), (5, (3, 3, 2, 1)), (6, (3, 3, 2, 1))],
)
def test_double_damages_the_rating_of_its_value(value: int, expected: tuple[int, ...]) -> None:
    """v1.2.4 Damage > Rating Damage: 1-2 Defense, 3-4 Sensors, 5-6 Thrusters."""
    other = 1 + value % 6
    assert ratings(hit([value, value, other])) == expected


def test_triple_is_structure_and_a_critical() -> None:
    """v1.2.4 Damage > Capital Ship Damage: T: 1 Structure Damage, 1 Critical Hit, nothing by its value."""
    game = hit([5, 5, 5]).expect("critical", side=0).pick("damage", "sensors").expect("menu")
    assert ratings(game) == (2, 3, 1, 2)


def test_quadruple_is_two_of_each() -> None:
    """v1.2.4 Damage > Capital Ship Damage: Q+: 2 Structure Damage, 2 Critical Hits; five alike are no more."""
    game = hit([5, 5, 5, 5, 5]).pick("damage", "sensors").pick("damage", "sensors").expect("menu")
    assert ratings(game) == (1, 3, 0, 2)


def test_lowest_magnitude_then_lowest_value_first() -> None:
    """v1.2.4 Damage > Capital Ship Damage: D before T, and of two D the lower value first."""
    game = hit([6, 6, 2, 2, 1, 1, 1]).pick("damage", "sensors").expect("menu")
    hits = [event["track"] for event in game.events("damaged")]
    assert hits == ["defense", "thrusters", "structure", "sensors"]


# --- Ratings ---
def test_the_attacker_may_choose_marines() -> None:
    """v1.2.4 Damage > Rating Damage: the rating of the value, or Marines."""
    game = hit([5, 5, 1], marines=[2, 1]).expect("rating", side=0)
    assert game.offered() == [["damage", "thrusters"], ["damage", "marines"]]
    game.pick("damage", "marines").expect("menu")
    assert (game.rating("b", "marines"), game.rating("b", "thrusters")) == (1, 2)


def test_no_marines_no_choice() -> None:
    """R68: Marines only while above 0."""
    game = hit([5, 5, 1], marines=[2, 1], ratings={"marines": 0}).expect("menu")
    assert game.rating("b", "thrusters") == 1


def test_redundant_boxes_cost_two_hits() -> None:
    """v1.2.4 Damage > Rating Damage: the rating is the highest unmarked box (R67)."""
    game = hit([3, 3, 1], sensors=[2, 2, 1])
    assert game.rating("b", "sensors") == 2
    again = hit([3, 3, 4, 4, 1], sensors=[2, 2, 1])
    assert again.rating("b", "sensors") == 1


def tengu() -> Staged:
    """Return the damaged Tengu of the rulebook: Defense 4, Sensors 3, Thrusters 1, no Marines, as in the example."""
    return stage(
        ship("A", 0, (24, 8), weapons=[gun(ac=4)]),
        printed("cega/tengu", 1, (24, 19), 180, activated=True, ratings={"thrusters": 1, "marines": 0}),
    ).begin("a")


@pytest.mark.parametrize(
    ("face", "track", "left"), [(1, "defense", 3), (3, "defense", 3), (4, "sensors", 2), (6, "sensors", 2)]
)
def test_tengu_five_and_six(face: int, track: str, left: int) -> None:
    """v1.2.4 Damage > Rating Damage, the Tengu: [D5,D6] takes the Thrusters and then Defense or Sensors (R68).

    The die that chooses falls in the open (R12).
    """
    game = tengu()
    assert game.shot("a", "a1", "tengu").roll.net == -1, "the bow armor of our own Tengu"
    game.attack("a1", "tengu").faces([5, 5, 6, 6], macro=[1]).faces([face]).expect("menu")
    assert game.rating("tengu", "thrusters") == 0
    assert game.rating("tengu", track) == left
    assert (game.last("rolled")["faces"]["base"], game.last("rolled")["seen_by"]) == ([face], "both")


def test_marines_instead_of_an_exhausted_track() -> None:
    """R68: they are chosen before any random die."""
    game = hit([5, 5, 1], ratings={"thrusters": 0}, marines=[2, 1]).pick("damage", "marines").expect("menu")
    assert game.rating("b", "marines") == 1


def test_one_track_left_needs_no_die() -> None:
    """R68: at random among those with boxes left."""
    game = hit([5, 5, 1], ratings={"thrusters": 0, "sensors": 0}).expect("menu")
    assert ratings(game) == (3, 2, 0, 0)


def test_no_ratings_left_is_structure() -> None:
    """v1.2.4 Damage > Rating Damage: with no remaining ratings, a damage to Structure."""
    game = hit([5, 5, 1], ratings={"thrusters": 0, "sensors": 0, "defense": 0}).expect("menu")
    assert ratings(game) == (2, 0, 0, 0)


# --- Criticals ---
def test_what_a_critical_may_break() -> None:
    """v1.2.4 Damage > Critical Hit: a rating above 0, a System Trait, or a weapon."""
    game = hit(
        [5, 5, 5],
        ratings={"defense": 0},
        marines=[1],
        traits=["Hangers:2", "CAP", "Catapult"],
        weapons=[gun(ac=2), gun("Mass Driver", ("spinal",), ac=4), gun(ac=1)],
        damaged=["c1"],
    )
    assert sorted(game.offered()) == [
        ["damage", "marines"],
        ["damage", "sensors"],
        ["damage", "thrusters"],
        ["system", "Catapult"],
        ["system", "Hangers"],
        ["weapon", "a1"],
        ["weapon", "b1"],
    ]
    details = {option.choice[1]: option.detail for option in game.asked.options() if option.choice[0] == "weapon"}
    assert details == {"a1": "on a 5+, 33%", "b1": "on a 6+, 17%"}
    game.pick("system", "Hangers")
    assert game.last("damaged")["trait"] == "Hangers"
    assert game.model("b").marks["Hangers"] == 1


def test_system_trait_without_number_has_one_box() -> None:
    """R65: a second Critical Hit cannot choose it."""
    game = hit([5, 5, 5, 5], traits=["Catapult"]).pick("system", "Catapult")
    assert ["system", "Catapult"] not in game.offered()
    game.pick("damage", "sensors")


@pytest.mark.parametrize(("face", "damaged"), [(4, ()), (5, ("a1",)), (6, ("a1",))])
def test_weapon_breaks_on_five(face: int, damaged: tuple[str, ...]) -> None:
    """v1.2.4 Damage > Weapon Damage: on 5+; a failed die spends the Critical Hit (R69)."""
    game = hit([5, 5, 5], weapons=[gun(ac=2)]).pick("weapon", "a1").faces([face]).expect("menu")
    assert game.model("b").damaged == damaged
    assert ratings(game) == (2, 3, 2, 2)


@pytest.mark.parametrize(("face", "damaged"), [(5, ()), (6, ("a1",))])
def test_spinal_weapon_breaks_on_six(face: int, damaged: tuple[str, ...]) -> None:
    """v1.2.4 Damage > Weapon Damage: Spinal on 6 only."""
    game = hit([5, 5, 5], weapons=[gun("Mass Driver", ("spinal",), ac=4)]).pick("weapon", "a1").faces([face])
    assert game.model("b").damaged == damaged


def test_nothing_left_to_break_is_structure() -> None:
    """v1.2.4 Damage > Critical Hit: if there is no option, one more Structure."""
    game = hit([5, 5, 5], ratings={"defense": 0, "sensors": 0, "thrusters": 0}).expect("menu")
    assert ratings(game)[0] == 1


def test_target_destroyed_on_the_way_takes_no_more() -> None:
    """R69: a target destroyed by its first Structure takes no further sets or criticals."""
    game = hit([1, 1, 5, 5, 5], structure_left=1, ratings={"thrusters": 0, "sensors": 0}).faces([5]).expect("menu")
    assert game.model("b").place == "destroyed"
    assert [event["track"] for event in game.events("damaged")] == ["defense", "structure"]
