"""Tests of damage to squadrons and ships by v1.2.1 and v1.2.3, each as an option of a game."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.dice import Result
from tests.rules.stage import Staged, gun, ship, squadron, stage
from tests.rules.turns import AWAY, HOME
from tests.rules_api import code_words, damage_context, harm_words, kill_chance, speed

OLD = "v1.2.1"


def hit(faces: list[int], options: dict[str, str], kind: str = "Kinetic Cannon", **fields: Any) -> Staged:
    """Hit ship B, which has no armor, from ship A with this number of dice in the fore arc."""
    guns = [gun(kind, ac=len(faces), as_=len(faces))]
    game = stage(
        ship("A", 0, (24, 8), weapons=guns), ship("B", 1, (24, 19), 180, activated=True, **fields), HOME, AWAY,
        options=options,
    ).begin("a")  # fmt: skip
    return game.attack("a1", "b").faces(faces)


def ratings(game: Staged) -> tuple[int, ...]:
    """Return Structure, Defense, Sensors, Thrusters of B."""
    return tuple(game.rating("b", track) for track in ("structure", "defense", "sensors", "thrusters"))


def strafed(faces: list[int], options: dict[str, str] | None, **fields: Any) -> Staged:
    """Hit the squadron S from ship A with this number of dice."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun(as_=len(faces), macro=0)]),
        squadron("S", 1, (24, 15), activated=True, **fields), HOME, AWAY, options=options,
    ).begin("a")  # fmt: skip
    return game.attack("a1", "s").faces(faces)


def preview_text(game: Staged, attacker: str, target: str, result: str) -> str:
    """Return the text of the previews about a result."""
    return harm_words(game.match.state, damage_context(game.shot(attacker, "a1", target)), Result.parse(result))


# --- Squadrons ---
@pytest.mark.parametrize(("faces", "left"), [([2, 2, 2, 2], 0), ([3, 3, 3, 1], 6), ([3, 3, 1, 1], 6)])
def test_four_alike_destroy_a_squadron(faces: list[int], left: int) -> None:
    """v1.2.1 Damage > Squadron Damage: `Q+` destroys it whatever Structure remains. Other results are unchanged."""
    fields = {"structure": [8, 7, 6, 5, 4, 3, 2, 1]}
    game = strafed(faces, {"squadron_damage": OLD}, **fields).expect("menu")
    assert game.rating("s", "structure") == (left or 8)
    assert (game.model("s").place == "destroyed") == (left == 0)
    assert strafed([2, 2, 2, 2], None, **fields).rating("s", "structure") == 5


def test_previews_and_odds_know_that_four_alike_destroy() -> None:
    """v1.2.1 Damage > Squadron Damage: one result can destroy a squadron with all its Structure."""
    ways = (({"squadron_damage": OLD}, "destroyed outright", True), ({}, "3 Structure of 8", False))
    for options, words, chance in ways:
        game = stage(
            ship("A", 0, (24, 8), weapons=[gun(as_=5)]), HOME, AWAY,
            squadron("S", 1, (24, 15), structure=[8, 7, 6, 5, 4, 3, 2, 1]), options=options,
        ).begin("a")  # fmt: skip
        assert preview_text(game, "a", "s", "Q4") == words
        assert (kill_chance(game.match.state, game.shot("a", "a1", "s")) > 0) == chance


def test_the_help_of_a_result_says_what_it_does_in_this_game() -> None:
    """v1.2.1 Damage > Squadron Damage."""
    assert "A squadron loses 3 Structure" in code_words("Q4")
    assert "A squadron is lost" in code_words("Q4", fatal=True)
    assert code_words("D4", fatal=True) == code_words("D4")


def test_a_shield_makes_a_low_four_alike_a_triple() -> None:
    """v1.2.1 Damage > Squadron Damage; R65: values 1 and 2 do one less, so the squadron lives."""
    shielded = {"traits": ["Shield"], "structure": [4, 3, 2, 1]}
    assert strafed([2, 2, 2, 2], {"squadron_damage": OLD}, **shielded).rating("s", "structure") == 2
    assert strafed([3, 3, 3, 3], {"squadron_damage": OLD}, **shielded).model("s").place == "destroyed"


def test_of_a_formation_its_owner_gives_one() -> None:
    """v1.2.1 Damage > Squadron Damage: one squadron is destroyed, the weakest first among the answers."""
    pair = {"traits": ["Formation"], "activated": True}
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun(as_=4)]), HOME, AWAY,
        squadron("S", 1, (24, 15), formation="t", **pair),
        squadron("S", 1, (25, 15), id="t", formation="s", structure_left=1, **pair), options={"squadron_damage": OLD},
    ).begin("a")  # fmt: skip
    assert preview_text(game, "a", "s", "Q4") == "one model of the formation is destroyed"
    game.attack("a1", "s").faces([4, 4, 4, 4]).expect("allocate", side=1)
    assert game.offered()[0] == ["allocate", [0, 1]]
    game.pick("allocate", [1, 0]).expect("menu")
    assert (game.model("s").place, game.model("t").place) == ("destroyed", "table")


# --- Ships: ratings ---
def test_a_double_never_strikes_marines() -> None:
    """v1.2.1 Damage > Capital Ship Damage: only the value selects the rating. In v1.2.4 there is a choice."""
    marines = {"marines": [2, 1]}
    assert ratings(hit([2, 2, 3], {"rating_damage": OLD}, **marines).expect("menu")) == (3, 2, 2, 2)
    hit([2, 2, 3], {}, **marines).expect("rating").pick("damage", "marines")


def test_a_precise_double_does_not_strike_marines_either() -> None:
    """v1.2.1 Damage > System Traits: only critical hits and boarders kill Marines."""
    guns = [gun(ac=3, traits=["Precise"])]
    for options, offered in (({"rating_damage": OLD}, False), ({}, True)):
        game = stage(
            ship("A", 0, (24, 8), weapons=guns), HOME, AWAY,
            ship("B", 1, (24, 19), 180, activated=True, marines=[1]), options=options,
        ).begin("a")  # fmt: skip
        game.attack("a1", "b").faces([2, 2, 3]).expect("critical")
        assert (["damage", "marines"] in game.offered()) == offered
        game.pick("damage", "defense")


def test_a_double_on_a_ship_without_ratings_is_a_triple() -> None:
    """v1.2.1 Damage > Systems Damage Effects: the hit escalates. In v1.2.4 it costs a Structure."""
    spent = {"ratings": {"defense": 0, "sensors": 0, "thrusters": 0}, "weapons": [gun(ac=2)]}
    game = hit([5, 5, 1], {"rating_damage": OLD}, **spent)
    assert game.rating("b", "structure") == 2
    game.faces([5]).expect("menu")
    assert game.model("b").damaged == ("a1",)
    assert hit([5, 5, 1], {}, **spent).expect("menu").model("b").damaged == ()


def test_an_exhausted_rating_passes_the_hit_on_as_ever() -> None:
    """v1.2.1 Damage > Systems Damage Effects: to a random remaining rating."""
    game = hit([5, 5, 1], {"rating_damage": OLD}, ratings={"thrusters": 0})
    game.faces([4]).expect("menu")
    assert ratings(game) == (3, 3, 1, 0)


# --- Ships: critical hits by value ---
def test_ones_breach_the_hull() -> None:
    """v1.2.1 Damage > Critical Damage: a Marine, if there is any."""
    game = hit([1, 1, 1], {"critical": OLD}, marines=[2, 1]).expect("menu")
    assert (ratings(game), game.rating("b", "marines")) == ((2, 3, 2, 2), 1)
    assert ratings(hit([1, 1, 1], {"critical": OLD}).expect("menu")) == (2, 3, 2, 2)


@pytest.mark.parametrize("value", [2, 3])
def test_twos_and_threes_hit_the_engine(value: int) -> None:
    """v1.2.1 Damage > Critical Damage: 2" of Speed; without engine damage in force, Thrusters."""
    plain = hit([value] * 3, {"critical": OLD}).expect("menu")
    assert ratings(plain) == (2, 3, 2, 1) and pace(plain) == 4
    game = hit([value] * 3, {"critical": OLD, "engine": OLD}).expect("menu")
    assert ratings(game) == (2, 3, 2, 2) and pace(game) == 2


@pytest.mark.parametrize("value", [4, 5])
def test_fours_and_fives_hit_a_weapon_at_random_or_a_system_of_choice(value: int) -> None:
    """v1.2.1 Damage > Critical Damage."""
    armed = {"weapons": [gun(ac=2), gun(ac=3)], "traits": ["Catapult", "Hangers:1"]}
    game = hit([value] * 3, {"critical": OLD}, **armed).expect("critical", side=0)
    assert game.offered() == [["damage", "weapon"], ["system", "Catapult"], ["system", "Hangers"]]
    game.pick("damage", "weapon").faces([6]).expect("menu")
    assert game.model("b").damaged == ("b1",)
    other = hit([value] * 3, {"critical": OLD}, **armed).pick("system", "Hangers").expect("menu")
    assert other.model("b").marks["Hangers"] == 1
    assert ratings(hit([value] * 3, {"critical": OLD}).expect("menu")) == (2, 3, 2, 2)


def test_a_weapon_at_random_is_found_among_more_than_six() -> None:
    """v1.2.4 Basic Rules > Random Selection: two dice read as one, which may have to be rolled again."""
    game = hit([4, 4, 4], {"critical": OLD}, weapons=[gun(ac=2) for _ in range(8)])
    game.faces([6]).faces([6]).faces([2]).faces([3]).expect("menu")
    assert len(game.model("b").damaged) == 1


def test_sixes_are_severe() -> None:
    """v1.2.1 Damage > Critical Damage: one more Structure, a Marine, a system of the attacker's choice."""
    armed: dict[str, Any] = {"marines": [1], "traits": ["Catapult"], "weapons": [gun(ac=2)]}
    game = hit([6, 6, 6], {"critical": OLD}, **armed).expect("menu")
    assert (game.rating("b", "structure"), game.rating("b", "marines")) == (1, 0)
    assert game.model("b").marks["Catapult"] == 1 and not game.model("b").damaged


def test_four_alike_are_two_triples_in_turn() -> None:
    """v1.2.1 Damage > Capital Ship Damage: the first is resolved before the second costs Structure."""
    game = hit([6, 6, 6, 6], {"critical": OLD}, structure=[6, 5, 4, 3, 2, 1], marines=[2, 1]).expect("menu")
    lost = [event["track"] for event in game.events("damaged") if event["track"] in ("structure", "marines")]
    assert lost == ["structure", "structure", "marines"] * 2


def test_a_ship_that_dies_on_the_way_is_hit_no_more() -> None:
    """v1.2.1 Damage > Critical Damage; R69: the catastrophic roll of the first Structure ends it."""
    weak = {"structure_left": 1, "ratings": {"defense": 0, "sensors": 0}, "marines": [1]}
    game = hit([6, 6, 6], {"critical": OLD}, **weak).faces([4]).expect("menu")
    assert game.model("b").place == "destroyed" and game.rating("b", "marines") == 1


def test_previews_name_the_critical_by_its_value() -> None:
    """v1.2.1 Damage > Critical Damage."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun(ac=3)]), ship("B", 1, (24, 19), 180), options={"critical": OLD}
    ).begin("a")
    assert preview_text(game, "a", "b", "T2") == "1 Structure of 3 and 1 Engine Hit"
    assert preview_text(game, "a", "b", "T6") == "2 Structure of 3 and 1 Severe Damage"


# --- Engine ---
def pace(game: Staged) -> int:
    """Return the Speed of B now."""
    return speed(game.match.state, game.model("b"))


def test_a_critical_may_strike_the_engine() -> None:
    """v1.2.1 Damage > System Traits: 2" of Speed per hit, as one of the attacker's choices, until none remains."""
    game = hit([1, 1, 1, 1], {"engine": OLD}, speed=3).pick("damage", "engine").pick("damage", "engine").expect("menu")
    assert pace(game) == 0 and game.model("b").states["engine-damage"] == 3
    for still in (hit([1, 1, 1], {"engine": OLD}, speed=0), hit([1, 1, 1], {})):
        assert ["damage", "engine"] not in still.offered()
        still.pick("damage", "defense").expect("menu")


@pytest.mark.parametrize(("faces", "left"), [([1, 1, 3], 2), ([1, 1, 1], 1)])
def test_damage_control_mends_the_engine(faces: list[int], left: int) -> None:
    """v1.2.1 Damage > System Traits: 1" with a double, 2" with more."""
    game = stage(ship("B", 0, (24, 8), speed=4), HOME, AWAY, options={"engine": OLD})
    game.model("b").states["engine-damage"] = 3
    game.begin("b", "damage control")
    assert (game.room.min_move, game.room.forward) == (0.0, 3.0)
    game.resolve().faces(faces).expect("menu")
    assert game.model("b").states["engine-damage"] == left


def test_an_engine_without_speed_is_silent_in_a_failed_repair() -> None:
    """v1.2.1 Damage > System Traits: without a result there is no repair."""
    game = stage(ship("B", 0, (24, 8)), HOME, AWAY, options={"engine": OLD})
    game.model("b").states["engine-damage"] = 2
    game.begin("b", "damage control").resolve().faces([1, 2, 4])
    assert game.model("b").states["engine-damage"] == 2 and pace(game) == 2


# --- Repairs ---
def test_a_double_mends_a_weapon_or_a_system() -> None:
    """v1.2.1 Damage > System Traits: without a die. v1.2.4 requires a triple or a 4+."""
    broken = {"weapons": [gun(ac=2, arcs=("spinal",)), gun(ac=3)], "damaged": ["a1", "b1", "Catapult"],
              "traits": ["Catapult"]}  # fmt: skip
    game = stage(ship("B", 0, (24, 8), **broken), HOME, AWAY, options={"repair": OLD}).begin("b", "damage control")
    game.resolve().faces([1, 1, 3]).expect("repair")
    assert game.offered() == [["repair", part, ""] for part in ("system", "weapon", "spinal")]
    game.pick("repair", "spinal", "").expect("menu")
    assert game.model("b").damaged == ("b1",)
    usual = stage(ship("B", 0, (24, 8), **broken), HOME, AWAY).begin("b", "damage control")
    usual.resolve().faces([1, 1, 3]).faces([3]).expect("menu")
    assert usual.model("b").damaged == ("a1", "b1")
