"""Tests of Q-Ships: the weapons in their hardpoints are private until the first use (v1.2.4 Traits > Q-Ship)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.cards import Loaded, UnitCard, parse_unit, parse_upgrade, with_upgrades
from jovian.narrator import Names, narrate
from tests.rules.fights import GUN, miss
from tests.rules.stage import SHIP, Cast, Staged, gun, ship, squadron, stage
from tests.rules_api import build_rulebook, point_defense_support, victory_points

LINES = [
    gun("Beam Projector", ac=2, as_=2),
    {"hardpoint": "II", "arcs": ["turret"], "count": 2}, {"hardpoint": "I", "arcs": ["fore"]},
]  # fmt: skip
RAIDER = parse_unit({**SHIP, "name": "Q", "traits": ["Q-Ship"], "marines": [2, 1], "weapons": LINES}, "test")
FAR = ship("Z", 1, (44, 46), 180, activated=True)
UNKNOWN = ["Hardpoint II (unknown)", "Hardpoint II (unknown)", "Hardpoint I (unknown)"]


def load(line: str, count: int, tv: int, **weapon: Any) -> Loaded:
    """Return a line of hardpoints filled with a weapon."""
    slot, name = {"b": "II", "c": "I"}[line], f"{weapon['type']} {line}"
    data = {"upgrade": "weapon", "name": name, "tv": tv, "slot": slot, "weapon": weapon}
    return Loaded(line, parse_upgrade(data, "test"), count)


CANNONS = load("b", 2, 3, type="Kinetic Cannon", ac=3, **{"as": 3})
CLUSTER = load("b", 2, 2, type="Missile", missile="AS", traits=["CMM", "Autofire"], **{"as": 5})


def raider(*loaded: Loaded, at: tuple[float, float] = (24, 10), heading: int = 0, side: int = 0, **line: Any) -> Cast:
    """Return a Q-Ship with these weapons in its hardpoints."""
    card = with_upgrades(RAIDER, (), loaded)
    return Cast(card, {"card": card.key, "id": "q", "side": side, "x": at[0], "y": at[1], "heading": heading, **line})


def card_seen_by(game: Staged, side: int) -> UnitCard:
    """Return the Q-Ship's card as a side knows it."""
    return game.match.view(side).models["q"].card


def hardpoint_weapons(card: UnitCard) -> list[str]:
    """Return the weapons in its hardpoints."""
    return [mount.weapon.name for mount in card.mounts if mount.weapon.hardpoint]


def test_only_its_own_side_knows_what_it_holds() -> None:
    game = stage(raider(CANNONS), FAR)
    assert hardpoint_weapons(card_seen_by(game, 0)) == ["Kinetic Cannon b", "Kinetic Cannon b", "Hardpoint I (empty)"]
    assert hardpoint_weapons(card_seen_by(game, 1)) == hardpoint_weapons(card_seen_by(game, -1)) == UNKNOWN
    assert (card_seen_by(game, 0).tv, card_seen_by(game, 1).tv) == (40 + 6, 40)
    assert (
        card_seen_by(game, 1) == card_seen_by(stage(raider(), FAR), 1) == card_seen_by(stage(raider(CLUSTER), FAR), 1)
    )
    assert victory_points(game.match.view(0), 0) == 46 and victory_points(game.match.view(1), 0) == 40
    assert game.last("started")["models"][0]["tv"] == 40


def test_a_printed_weapon_gives_nothing_away() -> None:
    game = stage(raider(CANNONS), ship("E", 1, (24, 18), 180), FAR)
    game.begin("q").attack("a1", "e").faces(miss(3)).pick("stand")
    assert (
        game.model("q").is_concealed
        and hardpoint_weapons(card_seen_by(game, 1)) == UNKNOWN
        and game.events("hardpoints") == []
    )


def test_the_first_use_of_a_hardpoint_shows_all_of_them() -> None:
    game = stage(raider(CANNONS), ship("E", 1, (24, 18), 180), FAR)
    game.begin("q").attack("b1", "e")
    assert game.last("hardpoints") | {
        "model": "q", "weapons": ["Kinetic Cannon b", "Kinetic Cannon b"], "tv": 46, "seen_by": "both",
    } == game.last("hardpoints")  # fmt: skip
    assert (
        hardpoint_weapons(card_seen_by(game, 1)) == hardpoint_weapons(card_seen_by(game, 0))
        and card_seen_by(game, 1).tv == 46
    )
    assert not game.model("q").is_concealed
    refusal = game.match.can_undo()
    assert refusal is not None and "weapons of a ship" in refusal.reason
    lines = narrate(game.entry("hardpoints"), Names(), build_rulebook())
    assert any("2 Kinetic Cannon b, 46 TV" in line.text for line in lines)
    game.faces(miss(4))
    assert len(game.events("hardpoints")) == 1


def test_an_empty_hardpoint_cannot_be_fired_by_either_side() -> None:
    game = stage(raider(), ship("E", 1, (24, 18), 180), FAR).begin("q")
    game.expect_refused(["attack", ["b1"], "e"], "has no rating")
    shown = stage(raider(CANNONS), ship("E", 1, (24, 18), 180), FAR).begin("q")
    shown.expect_allowed(["attack", ["b1"], "e"]).expect_refused(["attack", ["c1"], "e"], "has no rating")


def test_nothing_under_cover_fires_by_itself() -> None:
    """Our ruling: Autofire would reveal them."""
    hidden = stage(raider(CLUSTER), squadron("S", 1, (24, 28)), FAR, initiative=1)
    hidden.begin("s").fly((24, 22)).expect("menu")
    shown = stage(raider(CLUSTER), squadron("S", 1, (24, 28)), FAR, initiative=1)
    shown.model("q").states.clear()
    shown.begin("s").fly((24, 22)).expect("autofire", side=0).decline()
    while shown.kind == "autofire":
        shown.decline()


def test_cluster_missiles_under_cover_help_nobody() -> None:
    """Our ruling: neither friends nor the ship itself, until they are known."""
    game = stage(raider(CLUSTER), ship("F", 0, (24, 17)), squadron("S", 1, (24, 20)), FAR)
    state, ally = game.match.state, game.model("f")
    assert point_defense_support(state, ally) == []
    game.model("q").states.clear()
    assert [part.value for part in point_defense_support(state, ally)] == [1]


@pytest.mark.parametrize("loaded", [(), (CANNONS,), (CLUSTER,)])
def test_critical_hits_see_hardpoints_and_not_what_is_in_them(loaded: tuple[Loaded, ...]) -> None:
    """Our ruling: while they are secret, every hardpoint can be hit, filled or not."""
    game = stage(raider(*loaded, at=(24, 18), heading=180, side=1), ship("A", 0, (24, 10), weapons=[gun(ac=3)]), FAR)
    game.begin("a").attack("a1", "q").faces([2, 2, 2, 5]).expect("critical", side=0)
    weapons = [(option.choice[-1], option.label) for option in game.asked.options() if option.choice[0] == "weapon"]
    names = ["Beam Projector", f"{UNKNOWN[0]} (no. 1)", f"{UNKNOWN[1]} (no. 2)", UNKNOWN[2]]
    assert weapons == list(zip(["a1", "b1", "b2", "c1"], names, strict=True))
    game.pick("weapon", "b1")
    assert "Hardpoint II (unknown) of Q" in game.asked.title
    game.faces([6])
    assert game.model("q").damaged == ("b1",) and hardpoint_weapons(card_seen_by(game, 0)) == UNKNOWN


def test_once_shown_what_is_empty_cannot_be_struck() -> None:
    game = stage(raider(CANNONS, at=(24, 18), heading=180, side=1), ship("A", 0, (24, 10), weapons=[gun(ac=3)]), FAR)
    game.model("q").states.clear()
    game.begin("a").attack("a1", "q").faces([2, 2, 2, 5])
    assert [each[-1] for each in game.offered() if each[0] == "weapon"] == ["a1", "b1", "b2"]
    game.pick("weapon", "b2").faces([1])


def test_a_damaged_hardpoint_stays_damaged() -> None:
    game = stage(raider(CANNONS, damaged=["b1"]), ship("E", 1, (24, 18), 180), FAR).begin("q")
    game.expect_refused(["attack", ["b1"], "e"])
    game.expect_allowed(["attack", ["b2"], "e"])


def test_whoever_captures_it_looks_into_it() -> None:
    """Our ruling: its captor sees them, and its first owner knows them anyway, so they are public."""
    game = stage(
        raider(CANNONS, at=(24, 16), states={"boarded": 2}, ratings={"marines": 1}),
        ship("E", 1, (24, 40), activated=True),
    )  # fmt: skip
    game.begin("q").pick("defend").pick("engage").faces(miss(2)).faces([4, 4]).expect("menu", side=1)
    assert game.last("captured")["model"] == "q" and game.last("hardpoints")["tv"] == 46
    assert hardpoint_weapons(card_seen_by(game, 0)) == hardpoint_weapons(card_seen_by(game, 1))


def bombed(*loaded: Loaded) -> Staged:
    """Return a game in which S bombs the Q-Ship, whose printed beam is damaged."""
    game = stage(
        raider(*loaded, at=(24, 20), side=1, damaged=["a1"]), squadron("S", 0, (24, 22), weapons=[GUN]),
        ship("O", 0, (44, 4), activated=True), FAR,
    )  # fmt: skip
    return game.begin("s", "bombing").resolve()


@pytest.mark.parametrize("loaded", [(), (CANNONS,), (CLUSTER,)])
def test_who_bombs_it_learns_nothing_from_what_it_is_asked(loaded: tuple[Loaded, ...]) -> None:
    """The decisions are a missile and a plan, whatever it has. Declining keeps the secret."""
    game = bombed(*loaded).expect("missile", side=1).decline()
    game.expect("plan", side=0).answer("plan", [], "singly", 0, 0).expect("plan", side=1)
    assert ["plan", [], "singly", 0, 0] in game.offered()
    game.answer("plan", [], "singly", 0, 0)
    assert (
        game.model("q").is_concealed
        and game.events("hardpoints") == []
        and hardpoint_weapons(card_seen_by(game, 0)) == UNKNOWN
    )
    while game.kind not in ("menu", "activate"):
        game.answer(*game.asked.default().to_json())


def test_guns_and_missiles_against_bombers_are_a_first_use() -> None:
    game = bombed(CLUSTER).expect("missile", side=1)
    assert game.pick("missile", ["b1"]).last("hardpoints")["weapons"][0] == CLUSTER.upgrade.name
    gunned = bombed(CANNONS).expect("missile", side=1).decline().answer("plan", [], "singly", 0, 0)
    gunned.answer("plan", ["b1"], "singly", 0, 2)
    types = [event["type"] for event in gunned.match.events.to_json()]
    assert types.index("hardpoints") < types.index("plans")
    for each in (game, gunned):
        each.match.seek(0)


@pytest.mark.parametrize(("loaded", "answer"), [
    (load("b", 2, 5, type="Missile", missile="Nuke", ac=5, **{"as": 5}), ["nuke", "b1", 24, 24]),
    (CLUSTER, ["defend", "b1"]),
])  # fmt: skip
def test_nukes_and_cluster_missiles_in_its_own_activation_are_a_first_use(loaded: Loaded, answer: list[Any]) -> None:
    game = stage(raider(loaded), ship("E", 1, (24, 26), 180), squadron("S", 1, (24, 13)), FAR).begin("q")
    game.answer(*answer)
    assert not game.model("q").is_concealed and len(game.events("hardpoints")) == 1
    game.match.seek(0)


def test_suppressing_fire_is_a_first_use() -> None:
    game = stage(raider(CANNONS), ship("E", 1, (24, 18), 180), FAR).begin("q", "suppressing fire").resolve()
    game.expect("weapons").pick("attack", ["b1"])
    assert game.last("hardpoints")["model"] == "q" and game.events("expended")
