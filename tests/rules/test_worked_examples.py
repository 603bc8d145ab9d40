"""Examples of the damage chapter over several hits, with the rulebook's ships and dice.

Other examples are tested with their rule: Wyvern, Tengu, and Pathfinders in `test_damage.py` and `test_weapons.py`, the
Valiant in `test_ram.py` and `test_firefight.py`.
"""

from __future__ import annotations

from tests.rules.stage import Staged, gun, printed, ship, stage

BURNER = gun("Particle Cannon", ac=4, as_=4, macro=1, count=3)
"""Three cannons whose macro die the Appalachian's armor removes."""


def appalachian(**ratings: int) -> Staged:
    """Return the Appalachian in front of the guns."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[BURNER], fire_control=3),
        printed("cega/appalachian", 1, (24, 20), 180, activated=True, ratings=ratings),
    )
    return game.begin("a")


def marked(game: Staged, track: str) -> int:
    """Return the number of marked boxes of the Appalachian."""
    return game.model("appalachian").marks.get(track, 0)


def test_the_appalachian_under_a_triple_of_threes() -> None:
    """v1.2.4 Weapons > Particle Cannon, [T3]: Structure, a Critical, a Sensors hit; the Critical anywhere else too."""
    for choice, sensors in (("sensors", 2), ("defense", 1), ("thrusters", 1), ("marines", 1)):
        game = appalachian().attack("a1", "appalachian").faces([3, 3, 3, 1])
        game.expect("critical", side=0).pick("damage", choice).expect("menu", side=0)
        assert (marked(game, "structure"), marked(game, "sensors")) == (1, sensors)
        assert choice == "sensors" or marked(game, choice) == 1
        assert game.rating("appalachian", "structure") == 4


def test_the_appalachian_loses_both_its_last_sensors() -> None:
    """v1.2.4 Weapons > Particle Cannon, [D3]: of two equal boxes both are marked, and nothing else."""
    game = appalachian(sensors=1).attack("a1", "appalachian").faces([3, 3, 2, 1]).pick("damage", "sensors")
    assert (game.rating("appalachian", "sensors"), marked(game, "sensors")) == (0, 3)
    assert (marked(game, "structure"), marked(game, "defense"), marked(game, "thrusters")) == (0, 0, 0)


def test_the_appalachian_loses_its_thrusters_by_two_hits() -> None:
    """v1.2.4 Weapons > Particle Cannon, [D6], then [D5]: first the 2 alone, then both boxes of 1."""
    game = appalachian().attack("a1", "appalachian").faces([6, 6, 2, 1]).pick("damage", "thrusters")
    assert (game.rating("appalachian", "thrusters"), marked(game, "thrusters")) == (1, 1)
    game.attack("a2", "appalachian").faces([5, 5, 2, 1]).pick("damage", "thrusters")
    assert (game.rating("appalachian", "thrusters"), marked(game, "thrusters")) == (0, 3)


def test_the_uller_that_dies() -> None:
    """v1.2.4 Damage > Catastrophic Damage Table: Structure 0, no point defense, no Thrusters: 5 + 2 is Dead."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun(ac=3)]),
        printed("cega/uller", 1, (24, 19), 180, activated=True, structure_left=1,
                ratings={"defense": 0, "thrusters": 0}),
        ship("Other", 1, (44, 44), activated=True),
    ).begin("a")  # fmt: skip
    game.attack("a1", "uller").faces([1, 1, 1]).faces([5]).expect("menu", side=0)
    uller = game.model("uller")
    assert (uller.place, uller.rating("structure"), "crippled" in uller.states) == ("destroyed", 0, True)
    (wreck,) = game.pieces("wreck")
    assert (wreck.pose.x, wreck.pose.y, 2 * wreck.outline[0].radius) == (24, 19, 2.0)
    assert not game.pieces("debris-field")


def test_the_uller_that_would_live() -> None:
    """v1.2.4 Damage > Catastrophic Damage Table: with both systems whole the same 5 has no effect."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun(ac=3)]),
        printed("cega/uller", 1, (24, 19), 180, activated=True, structure_left=1),
    ).begin("a")  # fmt: skip
    game.attack("a1", "uller").faces([1, 1, 1]).faces([5]).expect("critical", side=0).pick("damage", "defense")
    assert (game.model("uller").is_on_table, game.model("uller").is_crippled) == (True, True)
