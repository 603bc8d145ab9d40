"""Tests of each weapon type (v1.2.4 Weapons; R18, R54, R57 to R60, R67)."""

from typing import Any

import pytest

from tests.rules.stage import Staged, dice, gun, parts, printed, ship, squadron, stage, weapon


def exposed(key: str, **fields: Any) -> Any:
    """Return a ship of the roster at (24, 22), facing the guns at (24, 10)."""
    return printed(key, 1, (24, 22), 180, activated=True, **fields)


# --- Attributes, beams ---
def test_ac_against_ships_as_against_squadrons() -> None:
    """v1.2.4 Weapons > Weapon Attributes: AC 3 and AS 2 roll 3d6 and 2d6."""
    game = stage(
        ship("A", 0, (24, 10), weapons=[gun(ac=3, as_=2)]),
        ship("B", 1, (20, 20), 180, activated=True),
        squadron("S", 1, (28, 16), activated=True),
    ).begin("a")
    assert (game.shot("a", "a1", "b").range.against, dice(game.shot("a", "a1", "b"))) == ("ships", (3, 0, 0))
    assert (game.shot("a", "a1", "s").range.against, dice(game.shot("a", "a1", "s"))) == ("squadrons", (2, 0, 0))


@pytest.mark.parametrize("kind", ["Kinetic Cannon", "Mass Driver", "Particle Cannon"])
def test_only_beams_are_rolled_again(kind: str) -> None:
    """v1.2.4 Weapons > Beam Projector: beams may re-roll attacks, others may not."""
    game = stage(ship("A", 0, (24, 10), weapons=[gun(kind, ac=3)]), ship("B", 1, (24, 20), 180, activated=True)).begin(
        "a"
    )
    game.attack("a1", "b").faces([1, 2, 3]).expect("menu")
    assert not game.shot("a", "a1", "b").roll.reroll


def test_lances_and_drone_bays_make_no_attack() -> None:
    """v1.2.4 Weapons > Lance: only in a Bombing or Dogfight; Drone Bay: it launches."""
    game = stage(
        squadron("S", 0, (24, 16), weapons=[weapon("Lance", ac=3)]),
        ship("B", 1, (24, 20), 180, activated=True),
        ship("A", 0, (40, 10), weapons=[gun("Drone Bay", drones=1, stock=[1])]),
    ).begin("s")
    game.expect_refused(["attack", ["a1"], "b"], "Lance")
    assert game.no_shot("a", "a1", "b")


# --- Kinetic cannons ---
def test_javelin_secondary_target() -> None:
    """v1.2.4 Weapons > Kinetic Cannon, the Javelin: AC 3 at the Uller, then 2d6 at the Syreen on the line (R57)."""
    game = stage(
        printed("jovian/javelin", 0, (24, 10)),
        exposed("cega/uller"),
        squadron("Syreen", 1, (24, 16), activated=True),
    ).begin("javelin")
    assert dice(game.shot("javelin", "a1", "uller")) == (3, 0, 0)
    game.attack("a1", "uller").faces([1, 2, 3]).faces([4, 4]).expect("menu")
    assert [event["target"] for event in game.events("attacked")] == ["uller", "syreen"]
    assert game.rating("syreen", "structure") == 3


def test_godsfire_secondary_target() -> None:
    """v1.2.4 Weapons > Kinetic Cannon, the Godsfire: AC 3 at the Uller, AS 4 less one die at the Syreen."""
    game = stage(
        printed("jovian/godsfire", 0, (24, 10)),
        exposed("cega/uller"),
        squadron("Syreen", 1, (24, 16), activated=True),
    ).begin("godsfire")
    game.attack("b1", "uller").faces([1, 2, 3]).faces([4, 4, 4]).expect("menu")
    assert game.rating("syreen", "structure") == 2
    assert game.last("attacked")["modifiers"][-1][:2] == ["Secondary Target", -1]


def test_secondary_penalty_as_a_modifier() -> None:
    """v1.2.4 Weapons > Kinetic Cannon: a -1 Attack Modifier, as an option (R57)."""
    game = stage(
        printed("jovian/javelin", 0, (24, 10)),
        exposed("cega/uller"),
        squadron("Syreen", 1, (24, 16), activated=True),
        options={"secondary": "modifier"},
    ).begin("javelin")
    assert dice(game.shot("javelin", "a1", "syreen", secondary=True)) == (3, 0, -1)


def line_up(*others: Any, **gun_fields: Any) -> Staged:
    """Return a kinetic cannon at (24, 10) that fires at a ship at (24, 24)."""
    line = {"ac": 3, "as_": 3, **gun_fields}
    return stage(
        ship("A", 0, (24, 8), weapons=[gun(**line)], sensors=[4, 3, 2, 1]),
        ship("B", 1, (24, 24), 180, activated=True),
        *others,
    ).begin("a")


def test_secondaries_from_far_to_near_friends_too() -> None:
    """v1.2.4 Weapons > Kinetic Cannon: friend or foe, farthest first; the enemy chooses against a friend (R58, R60)."""
    game = line_up(squadron("Near", 0, (24, 13), activated=True), squadron("Mid", 1, (24.9, 16), activated=True))
    game.attack("a1", "b").faces([1, 2, 3])
    game.expect("faces", side=0).faces([1, 2]).expect("faces", side=1).faces([1, 1, 5]).expect("menu")
    assert [event["target"] for event in game.events("attacked")] == ["b", "mid", "near"]
    assert game.rating("near", "structure") == 3


@pytest.mark.parametrize(("x", "hit"), [(24.95, True), (25.2, False), (22.95, True)])
def test_the_line_is_an_inch_wide(x: float, hit: bool) -> None:
    """v1.2.4 Weapons > Kinetic Cannon: any base on the 1" wide line; the corners of a hexagon lie 0.577" out."""
    game = line_up(squadron("S", 1, (x, 17), activated=True))
    game.attack("a1", "b").faces([1, 2, 3])
    if hit:
        game.faces([1, 2])
    assert len(game.events("attacked")) == 1 + hit


def test_secondary_ship_uses_its_own_arc_and_armor() -> None:
    """R58: own arc, armor, cover and range."""
    game = line_up(ship("C", 1, (24, 15), 90, activated=True, armor={"side": 2}, base="small"))
    game.attack("a1", "b").faces([1, 2, 3]).expect("faces", side=0)
    shot = game.shot("a", "a1", "c", secondary=True)
    assert parts(shot) == {"Short Range": 1, "Starboard arc": 1, "Armor 2": -2}
    assert dice(shot) == (2, 0, 0)
    game.faces([1, 2])


def test_secondary_at_long_range_suffers_minus_three() -> None:
    """R58: a secondary beyond Optimum Range is attacked as at Long Range."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun(ac=3, as_=4)]),
        ship("B", 1, (24, 22.9), 180, activated=True, sensors=[2, 1]),
        squadron("S", 1, (24, 20.5), activated=True),
    ).begin("a")
    shot = game.shot("a", "a1", "s", secondary=True)
    assert (shot.range.band, parts(shot), dice(shot)) == ("long", {"Long Range": -3}, (3, 0, -3))


def test_no_secondary_rating_no_secondary_attack() -> None:
    """R51: a cannon without AS doesn't attack squadrons."""
    game = line_up(squadron("S", 1, (24, 16), activated=True), as_="-")
    game.attack("a1", "b").faces([1, 2, 3]).expect("menu")
    assert len(game.events("attacked")) == 1


def test_no_line_in_contact() -> None:
    """R18: at distance 0 there is no line."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun(ac=3, as_=3)]),
        ship("B", 1, (24, 11), 180, activated=True),
        squadron("S", 1, (25.5, 9.5), activated=True),
    ).begin("a")
    game.attack("a1", "b").faces([1, 2, 3, 4]).expect("menu")
    assert len(game.events("attacked")) == 1


def test_other_weapons_strike_no_secondaries() -> None:
    """v1.2.4 Weapons > Kinetic Cannon: only these."""
    game = stage(
        ship("A", 0, (24, 10), weapons=[gun("Particle Cannon", ac=3, as_=3)]),
        ship("B", 1, (24, 22), 180, activated=True),
        squadron("S", 1, (24, 16), activated=True),
    ).begin("a")
    game.attack("a1", "b").faces([1, 2, 3]).expect("menu")
    assert len(game.events("attacked")) == 1


# --- Mass drivers ---
def driver(faces: list[int], macro: int = 0, flex: list[int] | None = None, **fields: Any) -> Staged:
    """Return a Mass Driver's attack on a ship with Defense 3, Sensors 2, Thrusters 2 1."""
    game = stage(
        ship("A", 0, (24, 10), weapons=[gun("Mass Driver", ac=4, macro=macro)]),
        ship("B", 1, (24, 20), 180, activated=True, **fields),
    ).begin("a")
    return game.attack("a1", "b").faces(faces, flex=flex)


def test_wyvern_mass_driver() -> None:
    """v1.2.4 Damage > Capital Ship Damage, the Wyvern: AC 2 rolls 2, 2: [D2] lowers the point defense by one."""
    game = stage(
        printed("cega/wyvern", 0, (24, 15)), ship("B", 1, (24, 22), 180, activated=True, armor={"fore": 2})
    ).begin("wyvern")
    assert dice(game.shot("wyvern", "a1", "b")) == (2, 0, 0)
    game.attack("a1", "b").faces([2, 2]).pick("damage", "rating").expect("menu")
    assert game.rating("b", "defense") == 2
    game.expect_allowed(["attack", ["b1"], "b"])


def test_macro_becomes_flex() -> None:
    """v1.2.4 Weapons > Mass Driver: positive macro dice are rolled as flex dice (R10)."""
    game = driver([1, 2, 3, 4], macro=2, flex=[5, 6])
    assert game.last("rolled")["pool"] == {"base": 4, "flex": 2, "macro": 0}


def test_negative_macro_stays() -> None:
    """v1.2.4 Weapons > Mass Driver: after armor; negative macro dice are resolved normally."""
    game = stage(
        ship("A", 0, (24, 10), weapons=[gun("Mass Driver", ac=4, macro=1)]),
        ship("B", 1, (24, 20), 180, activated=True, armor={"fore": 2}),
    ).begin("a")
    assert dice(game.shot("a", "a1", "b")) == (4, 0, -1)


def test_driver_double_is_a_rating_or_a_critical() -> None:
    """v1.2.4 Weapons > Mass Driver: D: 1 Rating Damage or 1 Critical Hit."""
    game = driver([6, 6, 1, 2]).expect("mass", side=0).pick("damage", "rating").expect("menu")
    assert game.rating("b", "thrusters") == 1
    other = driver([6, 6, 1, 2]).pick("damage", "critical").expect("critical", side=0).pick("damage", "sensors")
    assert (other.rating("b", "thrusters"), other.rating("b", "sensors")) == (2, 1)
    assert other.rating("b", "structure") == 3


def test_driver_triple_is_a_rating_and_a_critical() -> None:
    """v1.2.4 Weapons > Mass Driver: T: 1 Rating Damage and 1 Critical Hit, no Structure."""
    game = driver([6, 6, 6, 2]).expect("critical").pick("damage", "defense").expect("menu")
    assert [game.rating("b", track) for track in ("thrusters", "defense", "structure")] == [1, 2, 3]


def test_driver_quadruple_is_two_of_each() -> None:
    """v1.2.4 Weapons > Mass Driver: Q+: 2 Rating Damage and 2 Critical Hits."""
    game = driver([4, 4, 4, 4]).pick("damage", "defense").pick("damage", "defense").expect("menu")
    assert [game.rating("b", track) for track in ("sensors", "defense", "structure")] == [0, 1, 3]


def test_driver_damages_squadrons_like_any_weapon() -> None:
    """v1.2.4 Damage > Squadron Damage: magnitudes only (R2)."""
    game = stage(
        ship("A", 0, (24, 10), weapons=[gun("Mass Driver", as_=4)]),
        squadron("S", 1, (24, 17), activated=True),
        ship("B", 1, (40, 40), activated=True),
    ).begin("a")
    game.attack("a1", "s").faces([6, 6, 6, 2]).expect("menu")
    assert game.rating("s", "structure") == 2


# --- Missiles ---
RANGES = [
    ("AC", [], 18),
    ("AS", [], 12),
    ("AS", ["CMM"], 12),
    ("AC", ["Swarm"], 9),
    ("AS", ["Swarm"], 9),
    ("Torpedo", [], 24),
]


@pytest.mark.parametrize(("kind", "traits", "reach"), RANGES)
def test_missile_ranges(kind: str, traits: list[str], reach: int) -> None:
    """v1.2.4 Weapons > Missile, Maximum Range; Sensors do not matter."""
    for inches, hit in ((reach, True), (reach + 0.01, False)):
        game = stage(
            ship(
                "A",
                0,
                (24, 6),
                weapons=[gun("Missile", missile=kind, ac=3, as_=3, traits=traits)],
                ratings={"sensors": 0},
            ),
            ship("B", 1, (24, 9 + inches), 180, activated=True),
        ).begin("a")
        if hit:
            game.expect_allowed(["attack", ["a1"], "b"])
        else:
            game.expect_refused(["attack", ["a1"], "b"], "beyond the missile")


@pytest.mark.parametrize(("inches", "net", "band"), [(6, 1, "short"), (6.01, 0, "optimum"), (17, 0, "optimum")])
def test_missiles_have_short_range_but_never_long(inches: float, net: int, band: str) -> None:
    """R54: Short Range's +1 within the Signature, no Long Range."""
    game = stage(
        ship("A", 0, (24, 6), weapons=[gun("Missile", missile="AC", ac=3)]),
        ship("B", 1, (24, 9 + inches), 180, activated=True),
    ).begin("a")
    shot = game.shot("a", "a1", "b")
    assert (shot.roll.net, shot.range.band) == (net, band)


@pytest.mark.parametrize(("trait", "reach"), [("Stealth", 12), ("Stealth:2", 6)])
def test_stealth_shortens_missiles(trait: str, reach: float) -> None:
    """v1.2.4 Traits > Stealth: 6" farther away for missiles, a level; their Short Range with it (R54)."""
    near = stage(
        ship("A", 0, (24, 6), weapons=[gun("Missile", missile="AC", ac=3)]),
        ship("B", 1, (24, 9 + reach), 180, activated=True, traits=[trait]),
    ).begin("a")
    assert near.shot("a", "a1", "b").range.band == "optimum"
    far = stage(
        ship("A", 0, (24, 6), weapons=[gun("Missile", missile="AC", ac=3), gun(ac=3)], sensors=[3, 2, 1]),
        ship("B", 1, (24, 9.01 + reach), 180, activated=True, traits=[trait]),
    ).begin("a")
    far.expect_refused(["attack", ["a1"], "b"], "Stealth")
    far.expect_allowed(["attack", ["b1"], "b"])


def test_missiles_meet_the_defense_of_ships() -> None:
    """v1.2.4 Weapons > Missile: an Opposed Roll against Defense, as it is now."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun("Missile", missile="AC", ac=3)]),
        ship("B", 1, (24, 20), 180, activated=True, defense=[5, 4, 3, 2, 1], ratings={"defense": 4}),
    ).begin("a")
    game.attack("a1", "b").faces([5, 5, 1]).expect("faces", side=1).faces([1, 1, 2, 3]).expect("menu")
    assert game.last("attacked")["result"] == "N"
    assert not game.events("damaged")


def test_missiles_meet_the_skill_of_squadrons() -> None:
    """v1.2.4 Weapons > Missile: squadrons defend with their Skill, without Fuel or Evasive (R62)."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun("Missile", missile="AS", as_=3)]),
        ship("B", 1, (40, 40), activated=True),
        squadron("S", 1, (24, 18), activated=True, skill=4, traits=["Evasive"]),
    ).begin("a")
    game.attack("a1", "s").faces([5, 5, 5]).expect("faces", side=1).faces([1, 1, 2, 3]).expect("menu")
    assert game.last("attacked")["result"] == "D5"
    assert (game.rating("s", "structure"), game.rating("s", "fuel")) == (3, 3)


def test_friends_help_against_missiles() -> None:
    """v1.2.4 Weapons > Missile: a flex die for each friendly ship within 3" with Defense left (R55)."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun("Missile", missile="AC", ac=3)]),
        ship("B", 1, (24, 20), 180, activated=True),
        ship("Near", 1, (28.9, 20), activated=True),
        ship("Spent", 1, (19.1, 20), activated=True, ratings={"defense": 0}),
        ship("Off", 1, (24, 26.1), activated=True),
        squadron("S", 1, (24, 22.5), activated=True),
    ).begin("a")
    shot = game.shot("a", "a1", "b")
    assert shot.opposition is not None
    assert (shot.opposition.pool.base, shot.opposition.pool.flex) == (3, 1)
    assert [part.label for part in shot.opposition.contributions] == ["Defense", "Near near"]


def test_squadrons_get_no_such_help() -> None:
    """R55: flex dice only for capital ships."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun("Missile", missile="AS", as_=3)]),
        ship("Near", 1, (26.5, 18), activated=True),
        squadron("S", 1, (24, 18), activated=True),
    ).begin("a")
    shot = game.shot("a", "a1", "s")
    assert shot.opposition is not None
    assert (shot.opposition.pool.base, shot.opposition.pool.flex) == (3, 0)


def test_without_defense_two_dice_resist() -> None:
    """R6: a pool below 2 rolls exactly 2d6, without the friends' flex dice."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun("Missile", missile="AC", ac=3)]),
        ship("Near", 1, (28.9, 20), activated=True),
        ship("B", 1, (24, 20), 180, activated=True, ratings={"defense": 0}),
    ).begin("a")
    game.attack("a1", "b").faces([3, 3, 1]).expect("faces", side=1).faces([1, 2]).expect("menu")
    assert game.rating("b", "sensors") == 1


# --- Particle cannons ---
def particle(faces: list[int], ratings: dict[str, int] | None = None, **fields: Any) -> Staged:
    """Return a Particle Cannon of AC 4 at the Appalachian: Sensors 2 1 1, Thrusters 2 1 1, and armor on the fore."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun("Particle Cannon", ac=4, as_=4, macro=1)]),
        printed("cega/appalachian", 1, (24, 20), 180, activated=True, ratings=ratings or {}, **fields),
    ).begin("a")
    assert dice(game.shot("a", "a1", "appalachian")) == (4, 0, 0)
    return game.attack("a1", "appalachian").faces(faces)


def boxes(game: Staged, ident: str, track: str) -> int:
    """Return the number of marked boxes of a track."""
    return game.model(ident).marks.get(track, 0)


def test_appalachian_triple_three() -> None:
    """v1.2.4 Weapons > Particle Cannon, [T3]: 1 Structure, a Critical Hit, and one damage to the Sensors."""
    game = particle([3, 3, 3, 1]).expect("critical", side=0).pick("damage", "sensors").expect("menu")
    assert game.rating("appalachian", "structure") == 4
    assert boxes(game, "appalachian", "sensors") == 2


def test_appalachian_double_three() -> None:
    """v1.2.4 Weapons > Particle Cannon, [D3]: both redundant 1's of the Sensors are marked."""
    game = particle([3, 3, 2, 1], ratings={"sensors": 1}).pick("damage", "sensors").expect("menu")
    assert boxes(game, "appalachian", "sensors") == 3
    assert game.rating("appalachian", "sensors") == 0


def test_appalachian_double_six_then_five() -> None:
    """v1.2.4 Weapons > Particle Cannon, [D6]: the 2 of the Thrusters; then [D5] marks both 1's."""
    game = particle([6, 6, 2, 1]).pick("damage", "thrusters")
    assert (boxes(game, "appalachian", "thrusters"), game.rating("appalachian", "thrusters")) == (1, 1)
    second = particle([5, 5, 2, 1], ratings={"thrusters": 1}).pick("damage", "thrusters")
    assert (boxes(second, "appalachian", "thrusters"), second.rating("appalachian", "thrusters")) == (3, 0)


def test_extra_hit_and_criticals_take_one_box() -> None:
    """R67: of a T+ only Structure marks all redundant boxes. The extra hit and the criticals take one box each."""
    game = particle([3, 3, 3, 1], ratings={"sensors": 1}).pick("damage", "defense")
    assert (boxes(game, "appalachian", "sensors"), game.rating("appalachian", "sensors")) == (2, 1)
    assert boxes(game, "appalachian", "defense") == 1


def burning(structure: list[int], faces: list[int], target: str = "ship") -> Staged:
    """Return a Particle Cannon's attack on a target with redundant Structure."""
    other = (
        ship("B", 1, (24, 20), 180, activated=True, structure=structure)
        if target == "ship"
        else squadron("B", 1, (24, 17), activated=True, structure=structure)
    )
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun("Particle Cannon", ac=4, as_=4)]),
        other,
        ship("Far", 1, (44, 44), activated=True),
    ).begin("a")
    return game.attack("a1", "b").faces(faces)


def test_redundant_structure_burns_whole() -> None:
    """v1.2.4 Weapons > Particle Cannon: each Structure point of a T+ marks all boxes of its value (R67)."""
    game = burning([3, 3, 2, 2, 1], [1, 1, 1, 2]).pick("damage", "sensors")
    assert game.rating("b", "structure") == 2
    two = burning([3, 3, 2, 2, 1], [1, 1, 1, 1]).pick("damage", "sensors").pick("damage", "sensors")
    assert two.rating("b", "structure") == 1


def test_squadrons_lose_redundant_structure() -> None:
    """v1.2.4 Weapons > Particle Cannon: D+ on squadrons marks all boxes of the value, T+ several times."""
    assert burning([3, 3, 2, 2, 1], [1, 1, 2, 3], "squadron").rating("b", "structure") == 2
    assert burning([3, 3, 2, 2, 1], [1, 1, 1, 3], "squadron").rating("b", "structure") == 1
    assert burning([3, 3, 2, 2, 1], [1, 1, 1, 1], "squadron").model("b").place == "destroyed"


def test_struck_marines_burn_whole_too() -> None:
    """R67: a D takes all boxes of the current value of the damaged rating, Marines included."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun("Particle Cannon", ac=4)]),
        ship("B", 1, (24, 20), 180, activated=True, marines=[2, 2, 1]),
    ).begin("a")
    game.attack("a1", "b").faces([3, 3, 2, 1]).pick("damage", "marines")
    assert game.rating("b", "marines") == 1
