"""Tests of the Attack Modifier: each row of both tables, the sum, and the dice (v1.2.4 Attack Modifier)."""

from typing import Any

import pytest

from jovian.dice import net_to_dice
from tests.rules.stage import Staged, dice, gun, parts, rock, ship, squadron, stage, weapon
from tests.rules_api import MODIFIERS, fire_control_left


def duel(
    gun_fields: dict[str, Any] | None = None, at: tuple[float, float] = (24, 22), heading: int = 180, **fields: Any
) -> Staged:
    """Return a ship at (24, 12) and a target. By default it is in Optimum Range in the fore arc: no modifiers."""
    line = {"type_": "Particle Cannon", "ac": 3, "as_": 3, **(gun_fields or {})}
    more = fields.pop("more", ())
    options = fields.pop("options", None)
    own = fields.pop("own", {})
    terrain = fields.pop("terrain", ())
    return stage(
        ship("A", 0, (24, 12), weapons=[gun(**line)], **own),
        ship("B", 1, at, heading, activated=True, **fields),
        *more,
        options=options,
        terrain=terrain,
    ).begin("a")


def test_no_modifier_at_optimum_range_into_the_fore_arc() -> None:
    """v1.2.4 Attack > Attack Modifier: net 0 has no effect."""
    shot = duel().shot("a", "a1", "b")
    assert (parts(shot), shot.roll.net, dice(shot)) == ({}, 0, (3, 0, 0))
    assert (shot.range.band, shot.range.arc) == ("optimum", "fore")


def test_short_range() -> None:
    """v1.2.4 Attack > Attack Modifier: Target in Short Range +1, with its place."""
    shot = duel(at=(24, 21)).shot("a", "a1", "b")
    assert parts(shot) == {"Short Range": 1}
    assert shot.roll.contributions[0].place == MODIFIERS
    assert dice(shot) == (4, 0, 0)


def test_long_range_by_a_sniper() -> None:
    """v1.2.4 Attack > Attack Modifier: Target in Long Range -3, once (R54)."""
    shot = duel({"traits": ["Sniper"]}, at=(24, 28)).shot("a", "a1", "b")
    assert (shot.range.band, parts(shot), dice(shot)) == ("long", {"Long Range": -3}, (3, 0, -3))


@pytest.mark.parametrize("mounts", ["a1 b1", "b1 a1"])
def test_each_linked_weapon_must_reach_long_range(mounts: str) -> None:
    """R54, R59: one of the two is a Sniper. The order of their names doesn't matter."""
    arms = [gun(ac=4, traits=["Link", "Sniper"]), gun(ac=4, traits=["Link"])]
    game = stage(
        ship("A", 0, (24, 4), speed=0, thrusters=[1], weapons=arms), ship("B", 1, (24, 24), 180, activated=True)
    ).begin("a")  # fmt: skip
    assert "at Long Range" in game.no_shot("a", mounts, "b")
    game.expect_refused(["attack", mounts.split(), "b"], "at Long Range")
    game.expect_allowed(["attack", ["a1"], "b"])
    assert ["attack", ["a1", "b1"], "b"] not in game.offered()
    near = stage(
        ship("A", 0, (24, 4), speed=0, thrusters=[1], weapons=arms), ship("B", 1, (24, 14), 180, activated=True)
    ).begin("a")  # fmt: skip
    near.expect_allowed(["attack", mounts.split(), "b"])
    game.end()
    near.end()


def test_weapons_without_link_may_not_fire_together() -> None:
    game = stage(ship("A", 0, (24, 12), weapons=[gun(ac=3)] * 2), ship("B", 1, (24, 22), 180, activated=True))
    game.begin("a").expect_refused(["attack", ["a1", "b1"], "b"], "Only weapons with Link")


@pytest.mark.parametrize(("heading", "arc"), [(90, "starboard"), (270, "port")])
def test_port_and_starboard_arc(heading: int, arc: str) -> None:
    """v1.2.4 Attack > Attack Modifier: In Target's P/S Arc +1."""
    shot = duel(heading=heading).shot("a", "a1", "b")
    assert (shot.range.arc, parts(shot)) == (arc, {f"{arc.capitalize()} arc": 1})


def test_aft_arc() -> None:
    """v1.2.4 Attack > Attack Modifier: In Target's Aft Arc +2."""
    shot = duel(heading=0).shot("a", "a1", "b")
    assert (shot.range.arc, parts(shot), dice(shot)) == ("aft", {"Aft arc": 2}, (4, 1, 0))


def test_obscured() -> None:
    """v1.2.4 Attack > Attack Modifier: Target is Obscured -2."""
    shot = duel(terrain=(rock("large-asteroid", (24, 18.5), radius=1),)).shot("a", "a1", "b")
    assert (parts(shot), dice(shot)) == ({"Obscured by Large Asteroid": -2}, (3, 0, -2))


@pytest.mark.parametrize("armor", [1, 2, 3])
def test_armor(armor: int) -> None:
    """v1.2.4 Attack > Attack Modifier, Armor: -1 per rating of the attacked arc."""
    shot = duel(armor={"fore": armor, "side": 5, "aft": 5}).shot("a", "a1", "b")
    assert (parts(shot), dice(shot)) == ({f"Armor {armor}": -armor}, (3, 0, -armor))


def test_armor_of_squadrons_applies_from_all_sides() -> None:
    """v1.2.4 Attack > Armor: squadrons have no facing; no arc bonus against them either."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(ac=3, as_=4)]),
        squadron("S", 1, (24, 20), armor=1, activated=True),
        ship("C", 1, (40, 40), activated=True),
    ).begin("a")
    shot = game.shot("a", "a1", "s")
    assert (parts(shot), shot.range.arc, shot.range.against) == ({"Armor 1": -1}, "", "squadrons")


def test_station_keeping_gives_a_flex_die() -> None:
    """v1.2.4 Attack > Attack Modifier, States > Station Keeping: one flex die instead of +1 (R57)."""
    shot = duel(states={"station-keeping": 1}).shot("a", "a1", "b")
    assert (parts(shot), dice(shot)) == ({}, (3, 1, 0))
    assert [(part.label, part.kind) for part in shot.roll.contributions] == [("Station Keeping", "flex")]


def test_station_keeping_as_a_modifier() -> None:
    """v1.2.4 Attack > Attack Modifier: the table's +1, as an option (R57)."""
    shot = duel(states={"station-keeping": 1}, options={"station_keeping": "modifier"}).shot("a", "a1", "b")
    assert (parts(shot), dice(shot)) == ({"Station Keeping": 1}, (4, 0, 0))


def test_ecm() -> None:
    """v1.2.4 Attack > Attack Modifier: ECM -1 per rating."""
    shot = duel(traits=["ECM:2"]).shot("a", "a1", "b")
    assert (parts(shot), dice(shot)) == ({"ECM 2": -2}, (3, 0, -2))


@pytest.mark.parametrize(("eccm", "net"), [(1, -1), (2, 0), (3, 0)])
def test_eccm(eccm: int, net: int) -> None:
    """v1.2.4 Attack > Attack Modifier, Traits > ECCM: +1 per rating, up to the ECM it cancels (R52)."""
    shot = duel(traits=["ECM:2"], own={"traits": [f"ECCM:{eccm}"]}).shot("a", "a1", "b")
    assert (parts(shot)["ECM 2"], shot.roll.net) == (-2, net)


def test_eccm_alone_is_no_bonus() -> None:
    """v1.2.4 Traits > ECCM: it cancels ECM, no more."""
    assert duel(own={"traits": ["ECCM:2"]}).shot("a", "a1", "b").roll.net == 0


@pytest.mark.parametrize(("mounts", "bonus"), [("a1", 0), ("a1 a2", 1), ("a1 a2 a3", 2)])
def test_link(mounts: str, bonus: int) -> None:
    """v1.2.4 Attack > Attack Modifier: Link +1 per additional weapon."""
    shot = duel({"count": 3, "traits": ["Link"]}).shot("a", mounts, "b")
    assert shot.roll.net == bonus
    assert parts(shot) == ({f"Link, {bonus} more": bonus} if bonus else {})


def test_friendly_ship_aids_point_defense() -> None:
    """v1.2.4 Attack > Attack Modifier: Friendly Capital Ship in 3", +1 to Point Defense."""
    game = stage(
        ship("A", 0, (24, 12)),
        ship("Friend", 0, (28.9, 12), activated=True),
        squadron("S", 1, (24, 16), activated=True),
    ).begin("a")
    assert parts(game.shot("a", "pd", "s")) == {"Short Range": 1, "Friend near": 1}


@pytest.mark.parametrize(
    ("net", "expected"),
    [
        (-4, (0, 0, -4)),
        (-3, (0, 0, -3)),
        (-1, (0, 0, -1)),
        (0, (0, 0, 0)),
        (1, (1, 0, 0)),
        (2, (1, 1, 0)),
        (3, (1, 1, 1)),
        (4, (1, 1, 2)),
        (6, (1, 1, 4)),
    ],
)
def test_net_modifier_effects(net: int, expected: tuple[int, int, int]) -> None:
    """v1.2.4 Attack > Attack Modifier, Net Modifier Effects: +4 is +1B, +1F, +2M; -3 is -3M."""
    assert net_to_dice(net) == expected


def test_modifiers_are_summed_before_they_turn_into_dice() -> None:
    """v1.2.4 Attack > Attack Modifier: two bonuses and a penalty net to +1; then other dice are added (R10)."""
    shot = duel({"macro": 1}, heading=0, armor={"aft": 1}).shot("a", "a1", "b")
    assert (shot.roll.net, parts(shot), dice(shot)) == (1, {"Aft arc": 2, "Armor 1": -1}, (4, 0, 1))


def test_macro_dice_are_added_after_the_net() -> None:
    """R10: Macro 2 against a net of -1 leaves one macro die."""
    shot = duel({"macro": 2}, armor={"fore": 1}).shot("a", "a1", "b")
    assert dice(shot) == (3, 0, 1)


def test_each_attack_costs_fire_control() -> None:
    """v1.2.4 Attack > Fire Control: one rating a use; without any, no weapon fires."""
    game = duel({"count": 3}, own={"fire_control": 2})
    game.attack("a1", "b").faces([1, 2, 3])
    assert game.last("attacked")["fire_control_left"] == 1
    game.attack("a2", "b").faces([1, 2, 3]).expect_refused(["attack", ["a3"], "b"], "No Fire Control")


def test_a_weapon_fires_once_in_an_activation() -> None:
    """v1.2.4 Attack > Attack Window: not more than one time per activation."""
    game = duel().attack("a1", "b").faces([1, 2, 3])
    game.expect_refused(["attack", ["a1"], "b"], "already been used")


def test_fire_control_and_weapons_are_fresh_in_the_next_turn() -> None:
    """v1.2.4 Attack > Fire Control: it refreshes at the end of an activation (R40)."""
    game = duel(own={"fire_control": 1, "speed": 1, "thrusters": [1]}, speed=1, thrusters=[1])
    game.attack("a1", "b").faces([1, 2, 3]).end().begin("a").attack("a1", "b").faces([1, 2, 3]).expect("menu")
    assert game.match.state.turn == 2


def test_damaged_weapons_do_not_fire() -> None:
    """v1.2.4 Damage > Weapon Damage: a damaged weapon may not attack."""
    game = duel({"count": 2}, own={"damaged": ["a1"]})
    game.expect_refused(["attack", ["a1"], "b"], "damaged")
    game.expect_allowed(["attack", ["a2"], "b"])


def test_only_enemies_on_the_table_are_targets() -> None:
    """v1.2.4 Attack: an attack is made on an enemy model."""
    game = duel(more=(ship("Mate", 0, (12, 12), activated=True),))
    game.expect_refused(["attack", ["a1"], "mate"], "enemy")
    game.expect_refused(["attack", ["a1"], "nobody"], "enemy")
    game.expect_refused(["attack", ["z9"], "b"], "no weapon")


def test_weapon_without_a_rating_cannot_attack_that_type() -> None:
    """R51: a printed 0 or dash cannot attack that type at all."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(ac=3, as_="-"), gun(ac=0, as_=3)]),
        ship("B", 1, (24, 22), activated=True),
        squadron("S", 1, (20, 18), activated=True),
    ).begin("a")
    assert "squadrons" in game.no_shot("a", "a1", "s")
    assert "ships" in game.no_shot("a", "b1", "b")


def test_squadron_fires_all_around() -> None:
    """v1.2.4 Attack > Model Arcs: squadrons fire in any direction, with their own Sensors."""
    game = stage(
        squadron("S", 0, (24, 24), weapons=[weapon("Mass Driver", ac=3, as_=3)]),
        ship("B", 1, (24, 14), activated=True),
        ship("C", 1, (36, 24), activated=True),
    ).begin("s")
    assert {game.shot("s", "a1", target).range.band for target in ("b", "c")} == {"optimum"}


def test_outside_of_an_activation_no_fire_control_is_spent() -> None:
    """v1.2.4 Attack > Fire Control: the card's value, shown before any activation."""
    game = stage(ship("A", 0, (24, 12), fire_control=2), ship("C", 0, (4, 4)), ship("B", 1, (24, 40)))
    assert game.match.state.activation is None
    assert fire_control_left(game.match.state, game.model("a")) == 2
