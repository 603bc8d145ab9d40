"""Tests of sensor range, arcs, and cover (v1.2.4 Attack > Sensor Range, Obscured, Model Arcs; R13 to R19, R54)."""

from typing import Any

import pytest

from tests.rules.stage import Staged, gun, parts, rock, ship, squadron, stage, weapon


def facing(inches: float, target: str = "ship", **fields: Any) -> Staged:
    """Return a gunship of Sensors 2 and a target at this distance ahead, base to base."""
    line = gun("Particle Cannon", ac=3, as_=3)
    if target == "ship":
        other = ship("B", 1, (24, 9 + inches), 180, activated=True, **fields)
    else:
        other = squadron("B", 1, (24, 8 + inches), activated=True, **fields)
    return stage(ship("A", 0, (24, 6), weapons=[line]), other, ship("Far", 1, (44, 44), activated=True)).begin("a")


@pytest.mark.parametrize(("inches", "band"), [(1, "short"), (6, "short"), (6.002, "optimum"), (12, "optimum")])
def test_range_bands_of_ships(inches: float, band: str) -> None:
    """v1.2.4 Attack > Sensor Range: Short to the Signature (6"), Optimum to Signature + 3" x Sensors, exactly (R54)."""
    shot = facing(inches).shot("a", "a1", "b")
    assert (shot.range.band, round(shot.range.distance, 3)) == (band, inches)


@pytest.mark.parametrize(("inches", "band"), [(3, "short"), (3.002, "optimum"), (9, "optimum")])
def test_range_bands_of_squadrons(inches: float, band: str) -> None:
    """v1.2.4 Attack > Short Range: most squadrons have a Signature of 3"."""
    shot = facing(inches, "squadron").shot("a", "a1", "b")
    assert (shot.range.band, round(shot.range.distance, 3)) == (band, inches)


@pytest.mark.parametrize(("inches", "target"), [(12.01, "ship"), (9.01, "squadron")])
def test_long_range_needs_a_sniper(inches: float, target: str) -> None:
    """v1.2.4 Attack > Long Range: beyond Signature + 3" x Sensors only Sniper or Long Shot fire."""
    game = facing(inches, target)
    assert "Long Range" in game.no_shot("a", "a1", "b")
    game.expect_refused(["attack", ["a1"], "b"], "Long Range")


def test_lost_sensors_shorten_the_range() -> None:
    """v1.2.4 Damage > Rating Damage, Sensors: 3" less a rating; Sensors 0 leaves Short Range (R54)."""
    game = stage(
        ship("A", 0, (24, 6), weapons=[gun(ac=3)], ratings={"sensors": 1}),
        ship("B", 1, (24, 19), 180, activated=True),
        ship("C", 1, (16, 6), activated=True),
    ).begin("a")
    assert "Long Range" in game.no_shot("a", "a1", "b")
    blind = stage(
        ship("A", 0, (24, 6), weapons=[gun(ac=3)], ratings={"sensors": 0}),
        ship("B", 1, (24, 15), 180, activated=True),
        ship("C", 1, (40, 40), 180, activated=True),
    ).begin("a")
    assert blind.shot("a", "a1", "b").range.band == "short"


def test_target_signature_decides() -> None:
    """v1.2.4 Attack > Sensor Range: two targets at one distance may be in different bands."""
    game = stage(
        ship("A", 0, (24, 6), weapons=[gun(ac=3, as_=3)]),
        ship("B", 1, (21, 14), 180, activated=True, signature=8),
        ship("C", 1, (27, 14), 180, activated=True, signature=2),
    ).begin("a")
    b, c = game.shot("a", "a1", "b"), game.shot("a", "a1", "c")
    assert (b.range.distance, b.range.band, c.range.band) == (c.range.distance, "short", "optimum")


AROUND = {"fore": (24, 32), "starboard": (32, 24), "aft": (24, 16), "port": (16, 24)}


@pytest.mark.parametrize("arc", AROUND)
@pytest.mark.parametrize("where", AROUND)
def test_weapon_arcs(arc: str, where: str) -> None:
    """v1.2.4 Attack > Model Arcs: a weapon fires only into its arc, of 90 degrees each (R15)."""
    game = stage(
        ship("A", 0, (24, 24), weapons=[gun("Missile", (arc,), missile="AC", ac=3)]),
        ship("B", 1, AROUND[where], activated=True, base="small"),
    ).begin("a")
    if arc == where:
        assert game.shot("a", "a1", "b").range.arc
    else:
        game.expect_refused(["attack", ["a1"], "b"], f"outside the {arc} arc")


@pytest.mark.parametrize("where", AROUND)
def test_turrets_fire_everywhere(where: str) -> None:
    """v1.2.4 Attack > Model Arcs, Turret: any direction."""
    game = stage(ship("A", 0, (24, 24), weapons=[gun(ac=3)]), ship("B", 1, AROUND[where], activated=True)).begin("a")
    game.expect_allowed(["attack", ["a1"], "b"])


def test_several_arcs() -> None:
    """v1.2.4 Attack > Model Arcs: a weapon with several arcs fires into any of them."""
    game = stage(
        ship("A", 0, (24, 24), weapons=[gun(arcs=("fore", "port"), ac=3)]),
        ship("B", 1, AROUND["port"], activated=True),
        ship("C", 1, AROUND["aft"], activated=True),
    ).begin("a")
    game.expect_allowed(["attack", ["a1"], "b"])
    game.expect_refused(["attack", ["a1"], "c"], "outside")


def test_on_the_line_is_in_both_arcs() -> None:
    """R15, R16: weapons of an arc can fire at a base if any part of it is in the arc."""
    game = stage(
        ship(
            "A",
            0,
            (24, 24),
            weapons=[gun(arcs=("fore",), ac=3), gun(arcs=("starboard",), ac=3), gun(arcs=("aft",), ac=3)],
        ),
        ship("B", 1, (30, 30), activated=True),
    ).begin("a")
    game.expect_allowed(["attack", ["a1"], "b"]).expect_allowed(["attack", ["b1"], "b"])
    game.expect_refused(["attack", ["c1"], "b"], "outside")


@pytest.mark.parametrize(("x", "hit"), [(24.0, True), (25.9, True), (26.0, True), (26.1, False), (21.9, False)])
def test_spinal_arc_is_the_strip_ahead(x: float, hit: bool) -> None:
    """v1.2.4 Attack > Model Arcs, Spinal: as wide as the base, straight ahead (R15); a medium base is 2" wide."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(arcs=("spinal",), ac=3)]), ship("B", 1, (x, 22), 180, activated=True)
    ).begin("a")
    choice = ["attack", ["a1"], "b"]
    if hit:
        game.expect_allowed(choice)
    else:
        game.expect_refused(choice, "spinal")


def test_spinal_does_not_fire_back() -> None:
    """R15: ahead of the front edge only."""
    game = stage(
        ship("A", 0, (24, 24), weapons=[gun(arcs=("spinal",), ac=3)]), ship("B", 1, (24, 14), activated=True)
    ).begin("a")
    game.expect_refused(["attack", ["a1"], "b"], "spinal")


@pytest.mark.parametrize(
    ("at", "arc"),
    [((24, 34), "fore"), ((33, 26), "starboard"), ((30, 31), "fore"), ((31, 29), "starboard"), ((20, 15), "aft")],
)
def test_attacked_arc_holds_most_of_the_attacker(at: tuple[float, float], arc: str) -> None:
    """v1.2.4 Attack > Model Arcs: whichever arc the majority of the attacking model is in (R17)."""
    game = stage(
        ship("A", 0, at, weapons=[gun("Missile", missile="AC", ac=3)]), ship("B", 1, (24, 24), activated=True)
    ).begin("a")
    assert game.shot("a", "a1", "b").range.arc == arc


def test_equal_shares_count_as_the_best_defended_arc() -> None:
    """R17: with equal shares, the arc with the lowest arc bonus minus armor counts."""
    diagonal = squadron("S", 0, (30, 30), weapons=[weapon("Missile", missile="AC", ac=3)])
    fore = stage(diagonal, ship("B", 1, (24, 24), activated=True)).begin("s").shot("s", "a1", "b")
    assert (fore.range.arc, parts(fore)) == ("fore", {})
    side = stage(diagonal, ship("B", 1, (24, 24), activated=True, armor={"side": 2})).begin("s").shot("s", "a1", "b")
    assert (side.range.arc, side.roll.net) == ("starboard", -1)


# --- Obscured ---
def hidden(*terrain: dict[str, Any], between: tuple[Any, ...] = (), gun_fields: dict[str, Any] | None = None) -> Staged:
    """Return a ship that fires 11.5" straight ahead at a squadron."""
    line = {"type_": "Particle Cannon", "ac": 3, "as_": 3, **(gun_fields or {})}
    return stage(
        ship("A", 0, (24, 8), weapons=[gun(**line)], sensors=[4, 3, 2, 1]),
        squadron("S", 1, (24, 21.5), activated=True),
        *between,
        terrain=terrain,
    ).begin("a")


def test_rock_in_the_way_near_the_target_obscures() -> None:
    """v1.2.4 Attack > Obscured: on the shortest line, Signature above the target's, within 3" of it."""
    shot = hidden(rock("large-asteroid", (24, 17.5), radius=1)).shot("a", "a1", "s")
    assert (shot.range.obscured, shot.roll.net) == ("Large Asteroid", -2)


def test_rock_far_from_the_target_does_not() -> None:
    """v1.2.4 Attack > Obscured: within 3" of the target."""
    assert hidden(rock("large-asteroid", (24, 15.9), radius=1)).shot("a", "a1", "s").range.obscured == ""


def test_rock_beside_the_line_does_not() -> None:
    """v1.2.4 Attack > Obscured: the shortest line must pass through it (R18)."""
    assert hidden(rock("large-asteroid", (25.2, 18), radius=1)).shot("a", "a1", "s").range.obscured == ""


def test_ship_in_the_way_obscures_a_squadron() -> None:
    """v1.2.4 Attack > Obscured: a model of greater Signature blocks, friend or foe."""
    for side in (0, 1):
        game = hidden(between=(ship("B", side, (24, 17), activated=True),))
        assert game.shot("a", "a1", "s").range.obscured == "B"


def test_ship_does_not_obscure_a_ship_of_its_signature() -> None:
    """v1.2.4 Attack > Obscured: the Signature must exceed the target's."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun("Particle Cannon", ac=3)], sensors=[3, 2, 1]),
        ship("B", 1, (24, 16), 90, activated=True),
        ship("C", 1, (24, 20), activated=True),
    ).begin("a")
    assert game.shot("a", "a1", "c").range.obscured == ""


def test_wreck_obscures_squadrons_only() -> None:
    """v1.2.4 Terrain > Wreck: Signature 6" is above a squadron's 3", not above a ship's 6"."""
    wreck = rock("wreck", (24, 18), radius=1)
    game = hidden(wreck)
    assert game.shot("a", "a1", "s").range.obscured == "Wreck"
    other = stage(
        ship("A", 0, (24, 8), weapons=[gun("Particle Cannon", ac=3)], sensors=[3, 2, 1]),
        ship("B", 1, (24, 22), activated=True),
        terrain=(wreck,),
    ).begin("a")
    assert other.shot("a", "a1", "b").range.obscured == ""


def test_obscured_counts_once() -> None:
    """R19: however many pieces are on the line."""
    game = hidden(
        rock("large-asteroid", (24, 17.5), radius=1),
        rock("particle-cloud", (24, 22), radius=1),
        rock("wreck", (24, 17.5), radius=1),
    )
    assert [value for value in parts(game.shot("a", "a1", "s")).values() if value == -2] == [-2]


def test_missiles_are_not_hindered() -> None:
    """v1.2.4 Attack > Obscured: only non-missile attacks."""
    game = hidden(
        rock("particle-cloud", (24, 22), radius=1), gun_fields={"type_": "Missile", "missile": "AS", "ac": "-"}
    )
    shot = game.shot("a", "a1", "s")
    assert (shot.range.obscured, parts(shot)) == ("", {})


def test_the_attacker_in_a_cloud_sees_out() -> None:
    """v1.2.4 Terrain > Particle Cloud: only a target in the cloud is obscured."""
    assert hidden(rock("particle-cloud", (24, 7), radius=1)).shot("a", "a1", "s").range.obscured == ""


def test_a_reach_of_nothing_is_said_in_inches() -> None:
    """v1.2.4 Attack > Long Range: without Sensors, a target of Signature 0 is out of range, but not cloaked."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(ac=3)], ratings={"sensors": 0}),
        ship("B", 1, (24, 20), 180, signature=0, activated=True),
    ).activate("a")  # fmt: skip
    assert '(beyond 0")' in game.no_shot("a", "a1", "b")
