"""Tests of crippled, dead, and exploding ships (v1.2.4 Damage > Catastrophic Damage Table, Explosion; R69, R70)."""

from typing import Any

import pytest

from tests.rules.stage import Staged, gun, ship, squadron, stage
from tests.rules_api import stealth_levels

SINGLE = {"structure_left": 1}


def broken(*others: Any, faces: tuple[int, ...] = (1, 1, 1), gun_type: str = "Kinetic Cannon", **fields: Any) -> Staged:
    """Hit a ship with 1 remaining Structure by a triple. Its catastrophic roll is next."""
    game = stage(
        ship("A", 0, (24, 6), weapons=[gun(gun_type, ac=3, as_=3)], speed=1, thrusters=[1]),
        ship("B", 1, (24, 17), 180, activated=True, **{**SINGLE, **fields}),
        *others,
    ).begin("a")
    return game.attack("a1", "b").faces(list(faces)).expect("faces")


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_up_to_five_it_is_only_crippled(face: int) -> None:
    """v1.2.4 Catastrophic Damage Table: 1-5 no effect; the ship is Crippled, and the Critical Hit follows (R69)."""
    game = broken().faces([face]).pick("damage", "sensors").expect("menu")
    b = game.model("b")
    assert (b.is_on_table, b.is_crippled, b.rating("structure")) == (True, True, 0)
    assert game.last("state") | {"state": "crippled", "model": "b", "entered": True} == game.last("state")


def test_six_is_dead_and_leaves_a_wreck() -> None:
    """v1.2.4 Catastrophic Damage Table: 6-7 Dead: Destroyed, replaced by a Wreck of 2" diameter."""
    game = broken().faces([6]).expect("menu")
    (wreck,) = game.pieces("wreck")
    assert (wreck.pose.x, wreck.pose.y, wreck.outline[0].radius) == (24, 17, 1.0)
    assert game.model("b").place == "destroyed"


def test_the_uller_that_dies() -> None:
    """v1.2.4 Catastrophic Damage Table, the Uller: no point defense, no Thrusters: 5 + 2 is Dead."""
    game = broken(ratings={"defense": 0, "thrusters": 0}).faces([5]).expect("menu")
    assert game.model("b").place == "destroyed"
    assert len(game.pieces("wreck")) == 1
    assert not game.pieces("debris-field")


@pytest.mark.parametrize(
    ("gone", "face", "how"),
    [(3, 2, "on"), (3, 3, "wreck"), (3, 5, "debris-field"), (2, 6, "debris-field"), (1, 6, "wreck")],
)
def test_systems_at_zero_are_added(gone: int, face: int, how: str) -> None:
    """v1.2.4 Catastrophic Damage Table: 1d6 plus the systems at 0: 8 and more explodes (R69)."""
    lost = dict.fromkeys(("defense", "sensors", "thrusters")[:gone], 0)
    game = broken(ratings=lost, marines=[1]).faces([face])
    if how == "on":
        assert game.model("b").is_crippled
        assert game.rating("b", "marines") == 0, "all that the Critical Hit could choose"
    else:
        assert len(game.pieces(how)) == 1
    assert game.kind == "menu"


def test_crippled_ship_rolls_again_instead_of_losing_structure() -> None:
    """v1.2.4 States > Crippled: it rolls when it would lose another point; Structure stays 0."""
    game = broken(structure_left=0).faces([4]).pick("damage", "sensors")
    assert game.model("b").is_on_table
    assert [event["track"] for event in game.events("damaged")] == ["sensors"]


def test_quadruple_rolls_for_each_point() -> None:
    """R69: each Structure with its catastrophic roll at 0."""
    game = (
        stage(ship("A", 0, (24, 6), weapons=[gun(ac=4)]), ship("B", 1, (24, 17), 180, activated=True, **SINGLE))
        .begin("a")
        .attack("a1", "b")
        .faces([2, 2, 2, 2])
    )
    game.faces([1]).faces([2]).pick("damage", "sensors").pick("damage", "sensors").expect("menu")
    assert len(game.events("rolled")) == 3


def test_ratings_fall_before_the_roll() -> None:
    """v1.2.4 Damage > Capital Ship Damage: D before T, so that more ratings are 0 on the table."""
    game = (
        stage(
            ship("A", 0, (24, 6), weapons=[gun(ac=5)]),
            ship("B", 1, (24, 17), 180, activated=True, **SINGLE, ratings={"thrusters": 1}),
        )
        .begin("a")
        .attack("a1", "b")
        .faces([5, 5, 1, 1, 1])
    )
    game.faces([5]).expect("menu")
    assert game.model("b").place == "destroyed"


def test_crippled_ships_roll_as_the_deployment_phase_begins() -> None:
    """v1.2.4 States > Crippled: at the start of each Deployment Phase, initiative side first (R37)."""
    game = stage(
        ship("A", 0, (10, 10), structure_left=0, activated=True),
        ship("C", 1, (40, 40), structure_left=0, activated=True),
        ship("Mate", 0, (20, 6), speed=0, thrusters=[1]),
        ship("Foe", 1, (20, 44), activated=True),
        initiative=1,
    )
    game.begin("mate").end().expect("faces")
    assert (game.match.state.turn, game.match.state.phase) == (2, "deployment")
    game.faces([6]).faces([5])
    assert (game.model("c").place, game.model("a").place) == ("destroyed", "table")


# --- Explosions ---
def boom(*others: Any, **fields: Any) -> Staged:
    """Let a ship of Structure 3 explode at (24, 17)."""
    return broken(*others, ratings={"defense": 0, "sensors": 0, "thrusters": 0}, **fields).faces([6])


def test_explosion_strikes_all_within_six_inches_nearest_first() -> None:
    """v1.2.4 Damage > Explosion: a Particle Cannon of starting Structure AC/AS, friend or foe, within 6" (R70)."""
    game = boom(
        ship("Side", 1, (31.4, 17), 180, activated=True),
        squadron("S", 0, (20, 17), activated=True),
        ship("Away", 1, (24, 26.1), 180, activated=True),
    )
    game.faces([1, 2, 3, 4], macro=[6, 6]).faces([1, 2, 3, 4], flex=[5]).expect("menu")
    assert [event["target"] for event in game.events("attacked")[1:]] == ["s", "side"]
    assert {event["window"] for event in game.events("attacked")[1:]} == {"explosion"}


def test_models_at_the_same_distance_are_struck_in_a_rolled_order() -> None:
    """R12, R70: one die decides in the open. Only a survivor is struck."""
    small: dict[str, Any] = {"activated": True, "signature": 1}
    game = boom(squadron("S", 0, (20, 17), **small), squadron("T", 0, (28, 17), **small))
    assert "whether the explosion of B strikes S or T first" in game.asked.title
    game.faces([4]).faces([1, 2, 3], macro=[4, 4]).faces([1, 2, 3], macro=[4, 4]).expect("menu")
    assert [event["target"] for event in game.events("attacked")[1:]] == ["t", "s"]
    assert game.events("rolled")[-3]["seen_by"] == "both"


def test_macro_two_within_three_inches() -> None:
    """v1.2.4 Damage > Explosion: Macro 2 up to 3", none beyond; Short Range +1 or none (R70)."""
    game = boom(
        squadron("S", 0, (20, 17), activated=True, signature=1), squadron("T", 0, (24, 23), activated=True, signature=1)
    )
    game.expect("faces").faces([1, 2, 3], macro=[4, 4])
    assert game.last("attacked")["modifiers"] == []
    game.faces([1, 2, 3]).expect("menu")
    assert [event["target"] for event in game.events("attacked")[1:]] == ["s", "t"]


def test_short_range_needs_no_sensors() -> None:
    """v1.2.4 Damage > Explosion: a model with Signature 0 is at Short Range only in contact (R70)."""
    game = boom(squadron("S", 0, (24, 19), activated=True, signature=0))
    game.faces([1, 2, 3, 4], macro=[6, 6])
    assert [modifier[:2] for modifier in game.last("attacked")["modifiers"]] == [["Short Range", 1]]


def test_explosion_counts_arcs_armor_and_short_range() -> None:
    """v1.2.4 Damage > Explosion: arcs and range as if it had fired turrets; energy armor counts as well."""
    game = boom(ship("Side", 1, (28, 17), 0, activated=True, armor={"side": 1}, traits=["Energy Armor:1"]))
    game.faces([1, 2, 3], macro=[4, 4])
    assert [modifier[:2] for modifier in game.last("attacked")["modifiers"]] == [
        ["Short Range", 1],
        ["Port arc", 1],
        ["Armor 2, Energy Armor", -2],
    ]
    game.expect("menu")


def test_explosion_burns_redundant_boxes() -> None:
    """v1.2.4 Damage > Explosion: it is a Particle Cannon."""
    game = boom(squadron("S", 0, (20, 17), activated=True, signature=1, structure=[2, 2, 2, 1]))
    game.faces([3, 3, 1], macro=[4, 4]).expect("menu")
    assert game.rating("s", "structure") == 1


def test_opponent_chooses_where_a_ship_blasts_its_friends() -> None:
    """R60: if the attack's owner also controls the target, the opponent makes the attacker's choices."""
    game = boom(ship("Side", 1, (28, 17), 0, activated=True, marines=[1], signature=1, armor={"side": 1}))
    game.expect("faces", side=0).faces([3, 3, 1], macro=[4, 4]).expect("rating", side=0).pick("damage", "marines")
    assert game.rating("side", "marines") == 0


def test_debris_is_left_where_it_was() -> None:
    """v1.2.4 Damage > Explosion: a Debris Field of 4" radius at the ship's last place, without an attack (R32)."""
    game = boom()
    (field,) = game.pieces("debris-field")
    assert (field.pose.x, field.pose.y, field.outline[0].radius) == (24, 17, 4.0)
    assert game.kind == "menu"


def test_explosions_wait_for_the_end_of_the_attack() -> None:
    """R70: resolved after the whole attack, its secondary targets included."""
    game = boom(squadron("S", 1, (24, 11.8), activated=True, signature=1))
    game.expect("faces").faces([1, 2])
    assert game.last("attacked")["window"] == "activation"
    game.faces([1, 2, 3]).expect("menu")
    assert game.last("attacked")["window"] == "explosion"


def test_chain_of_explosions() -> None:
    """R70: what an explosion causes is queued behind it."""
    weak = {"structure_left": 1, "ratings": {"defense": 0, "sensors": 0, "thrusters": 0}}
    game = boom(
        ship("C", 1, (24, 20.5), 180, activated=True, signature=1, **weak),
        squadron("S", 1, (24, 27), activated=True, signature=1),
        structure=[4, 3, 2, 1],
    )
    game.faces([1, 1, 1, 2, 3], macro=[6, 6]).faces([6])
    assert game.model("c").place == "destroyed"
    game.expect("faces").faces([1, 2, 3]).expect("menu")
    assert [event["attacker"] for event in game.events("attacked")] == ["a", "b", "c"]
    assert len(game.pieces("debris-field")) == 2


def test_active_ship_that_dies_ends_its_activation() -> None:
    """R70: if the active model dies its activation ends."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(ac=3)], structure_left=1),
        squadron("Mate", 0, (4, 4)),
        ship(
            "B",
            1,
            (24, 16.5),
            180,
            structure_left=1,
            activated=True,
            ratings={"defense": 0, "sensors": 0, "thrusters": 0},
        ),
        ship("C", 1, (44, 44), activated=True),
    ).begin("a")
    game.attack("a1", "b").faces([1, 1, 1, 2]).faces([6])
    game.expect("faces", side=1).faces([2, 2, 2, 3], macro=[1, 1]).faces([6])
    assert game.model("a").place == "destroyed"
    game.expect("declare")
    assert game.act.model == "mate"


def test_exploding_carrier_takes_its_squadrons_along() -> None:
    """v1.2.4 Catastrophic Damage Table: those embarked on an exploding ship are Destroyed."""
    game = boom(
        squadron("S", 1, (0, 0), embarked_in="b"), squadron("T", 1, (40, 40), activated=True), traits=["Hangers:1"]
    )
    assert game.model("s").place == "destroyed"
    assert game.kind == "menu"


def test_who_dies_aboard_is_known_before_it_is_lost() -> None:
    """R70: destroyed models leave play by name and card. The enemy learns the carrier's cargo."""
    game = boom(
        squadron("S", 1, (0, 0), embarked_in="b"), squadron("T", 1, (40, 40), activated=True), traits=["Hangers:1"]
    )
    assert game.model("s").public
    shown, lost = game.last("revealed"), [event for event in game.events("left_play") if event["model"] == "s"]
    assert shown["model"] == "s" and shown["n"] < lost[0]["n"] and lost[0]["seen_by"] == "both"


def test_dead_carrier_sets_its_squadrons_free() -> None:
    """v1.2.4 Catastrophic Damage Table: those embarked on a Dead ship are placed within 1" of it (R28, R70)."""
    game = broken(squadron("S", 1, (0, 0), embarked_in="b"), traits=["Hangers:1"]).faces([6])
    game.expect("unload", side=1).answer(*game.asked.default().to_json())
    assert game.model("s").is_on_table, "lost with the ship"
    assert game.model("b").place == "destroyed"


def test_crippled_ship_hit_by_a_quadruple_rolls_twice() -> None:
    """v1.2.4 Damage > Structure Damage: each point that it would lose is a roll."""
    game = (
        stage(ship("A", 0, (24, 6), weapons=[gun(ac=4)]), ship("B", 1, (24, 17), 180, activated=True, structure_left=0))
        .begin("a")
        .attack("a1", "b")
        .faces([2, 2, 2, 2])
    )
    game.faces([5]).faces([6]).expect("menu")
    assert game.model("b").place == "destroyed"


def test_wreck_hides_what_is_near() -> None:
    """v1.2.4 Terrain > Wreck: like a Large Asteroid, it gives Stealth within 3" (R32)."""
    game = broken(ship("C", 1, (27, 17), 180, activated=True)).faces([6]).expect("menu")
    hidden = stealth_levels(game.match.state, game.model("c"))
    assert (hidden.levels, hidden.why) == (1, "near Wreck")
