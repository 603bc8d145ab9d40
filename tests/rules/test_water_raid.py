"""Tests of Water Raid: a comet in the zone, and water issued in secret, carried, captured (v1.2.4 Scenarios; R83)."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from jovian.cards import UnitCard, load_scenario, parse_unit
from jovian.game import view
from jovian.match import Match
from tests.rules.stage import SHIP, SQUADRON, Staged, muster, ship, stage, weapon

WATER = "Water Unit"
CARD = load_scenario(Path(__file__).parents[2] / "scenarios" / "water-raid.yaml")
KEYS = ("tokens", "special_rules", "objectives")
RAID: dict[str, Any] = {key: CARD.source[key] for key in KEYS}
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}


def cruiser(name: str, **fields: Any) -> UnitCard:
    return parse_unit({**SHIP, "faction": "Jovian", "name": name, **fields}, name)


def exos(name: str, **fields: Any) -> UnitCard:
    lance = [weapon("Lance", as_=3)]
    return parse_unit({**SQUADRON, "squadron_type": "exo-armor", "weapons": lance, "name": name, **fields}, name)


RAIDER = parse_unit({**SHIP, "name": "R"}, "R")
FLEET = (cruiser("A"), cruiser("B", traits=["Hangers:2"]), exos("S"), exos("T"),
         parse_unit({**SQUADRON, "name": "F"}, "F"))  # fmt: skip
"""Two ships and two squadrons that may carry water, and fighters that may not."""


def raid(*fleet: UnitCard, attacker: int = 1, **scenario: Any) -> Staged:
    """Return a game at its first decision. Side 0 defends by default."""
    sides = (fleet or FLEET, (RAIDER,)) if attacker else ((RAIDER,), fleet or FLEET)
    return muster(*sides, initiative=attacker, **{**RAID, **scenario})


def place_comet(*fleet: UnitCard, **scenario: Any) -> Staged:
    """Place the comet in the middle of the zone. The decision about water is next."""
    return raid(*fleet, **scenario).answer("lay", "comet-in-zone", 24, 6, 0, kind="lay")


def issue(game: Staged, **shares: int) -> Staged:
    """Issue these numbers to models by name."""
    return game.answer("issue", [game.model(name).id for name in shares], list(shares.values()), kind="issue")


def water(game: Staged, name: str) -> int:
    return dict(game.model(name).loads).get(WATER, 0)


def issued_units(game: Staged) -> list[tuple[str, int, str]]:
    """Return the numbers of issued units, with the sides that know them."""
    return [(each["model"], each["amount"], each["seen_by"]) for each in game.events("carried")]


# --- Comet ---
def test_the_defender_lays_a_comet_in_its_zone_before_anything_is_deployed() -> None:
    game = raid().expect("lay", 0)
    comet = "comet-in-zone"
    game.expect_refused(["decline"], "verb")
    game.expect_refused(["lay", comet, 24, 10.6, 0], "wholly in your deployment zone")
    game.expect_refused(["lay", comet, 24, 42, 0], "wholly in your deployment zone")
    game.expect_refused(["lay", comet, 24, 4, 0], "off the table")
    game.expect_allowed(["lay", comet, 24, 10.5, 0]).expect_allowed(["lay", comet, 24, 4, 180])
    game.answer("lay", comet, 24, 6, 0)
    body, tail = game.pieces("comet")[0], game.pieces("comet-tail")[0]
    assert (body.still, body.pose[:2], tail.group) == (True, (24, 6), body.group)
    game.expect("issue", 0).answer(*game.asked.default().to_json())


def test_the_side_that_defends_lays_it() -> None:
    game = raid(attacker=0).expect("lay", 1)
    game.answer(*game.asked.default().to_json())
    assert game.pieces("comet")[0].pose.y > 36
    game.expect("issue", 1).answer(*game.asked.default().to_json())


def test_it_keeps_clear_of_terrain() -> None:
    rocks = [{"kind": "large-asteroid", "x": 24, "y": 14, "radius": 1.5}]
    game = raid(terrain=rocks)
    game.expect_refused(["lay", "comet-in-zone", 24, 7, 0], "away from the large asteroid")
    game.answer(*game.asked.default().to_json()).answer(*game.asked.default().to_json())


# --- Issuing ---
def test_all_ten_are_issued_five_to_a_ship_one_to_a_squadron_of_exo_armors() -> None:
    game = place_comet().expect("issue", 0)
    a, b, s, t, f = (game.model(each).id for each in "abstf")
    for models, counts, reason in (
        ([a, b], [5, 4], "issued 9"), ([a, b], [6, 4], "at most 5"), ([a, b, s], [4, 4, 2], "at most 1"),
        ([a, b, f], [5, 4, 1], "can't be issued any"), ([a, a], [5, 5], "once"), ([a, b], [5], "once"),
        ([a, b, s], [5, 5, 1], "issued 11"), ([a, game.model("r").id], [5, 5], "can't be issued any"),
    ):  # fmt: skip
        game.expect_refused(["issue", models, counts], reason)
    for models, counts in (([a, b], [5, 5]), ([t, s, b, a], [1, 1, 3, 5]), ([a, b, s], [5, 5, 0])):
        game.expect_allowed(["issue", models, counts])
    assert game.asked.default().to_json() == ["issue", [a, b], [5, 5]]
    issue(game, a=5, b=3, s=1, t=1)
    assert [water(game, each) for each in "abstf"] == [5, 3, 1, 1, 0]


@pytest.mark.parametrize(("fleet", "total"), [((0,), 5), ((0, 2), 6), ((2, 3), 2), ((0, 1), 10), ((4,), 0)])
def test_what_fits_is_issued(fleet: tuple[int, ...], total: int) -> None:
    """R83: a small fleet is issued what fits. If nothing fits, there is no decision."""
    game = place_comet(*(FLEET[each] for each in fleet))
    if total:
        game.answer(*game.asked.default().to_json())
    assert sum(dict(each.loads).get(WATER, 0) for each in game.match.state.models.values()) == total
    game.expect("deploy", 1)
    assert game.match.state.notes[f"{WATER} issued"] == total


def test_every_proposal_and_every_sample_is_legal() -> None:
    game = place_comet()
    assert len(game.offered()) == 4
    for choice in (*game.offered(), *(game.asked.sample(Random(n)).to_json() for n in range(40))):
        game.expect_allowed(choice)
    game.answer(*game.asked.default().to_json())


def test_what_a_model_carries_is_known_when_it_is_deployed_and_not_before() -> None:
    game = issue(place_comet(), a=5, b=4, s=1)
    names = {each.id: each.name for each in game.match.state.models.values()}
    assert [(names[ident], count, seen) for ident, count, seen in issued_units(game)] == [
        ("A", 5, 0),
        ("B", 4, 0),
        ("S", 1, 0),
    ]
    assert not {each.id for each in view(game.match.state, 1).models.values() if each.owner == 0}
    game.place("r", 24, 44, 180)
    before = len(game.events("carried"))
    game.place("a", 10, 4)
    seen = view(game.match.state, 1).models[game.model("a").id]
    assert seen.loads == ((WATER, 5),)
    assert [each["seen_by"] for each in game.events("carried")[before:]] == [1]
    assert len(view(game.match.state, 1).models) == 2
    game.place("b", 34, 4)


def twin(*shares: tuple[str, int]) -> Match:
    """Return the same game with other issued units."""
    game = place_comet()
    issue(game, **dict(shares))
    return game.match


def test_the_other_side_sees_the_same_whatever_is_issued() -> None:
    """Views, events, and private games don't differ."""
    one, two = twin(("a", 5), ("b", 5)), twin(("a", 4), ("b", 4), ("s", 1), ("t", 1))
    assert one.decision is not None and one.decision.side == 1

    def known(match: Match) -> str:
        seen = match.view(1)
        log = [entry.to_json() for entry in match.events if entry.seen_by in ("both", 1)]
        for event in log:
            event.pop("n")
        trial = seen.trial(b"key") if seen.trial is not None else None
        facts = [model.digested() for model in seen.models.values()]
        ahead = [model.digested() for model in trial.state.models.values()] if trial is not None else None
        return json.dumps([log, repr(facts), repr(ahead), repr(sorted(seen.notes.items())), repr(match.decision)])

    assert known(one) == known(two) and one.state.digest() != two.state.digest()


def test_who_has_been_issued_water_does_not_start_aboard() -> None:
    """v1.2.4: at least one unit if not Embarked."""
    game = issue(place_comet(), a=5, b=4, s=1)
    game.place("r", 24, 44, 180).place("a", 10, 4).place("b", 34, 4)
    b, s, t = (game.model(each).id for each in "bst")
    game.expect_refused(["embark", s, b], "has been issued")
    game.expect_allowed(["embark", t, b])
    assert ["embark", s, b] not in game.offered() and ["embark", t, b] in game.offered()


def test_issuing_is_undone() -> None:
    game = place_comet()
    before = game.match.state.digest()
    issue(game, a=5, b=4, s=1)
    after = game.match.state.digest()
    game.match.undo()
    assert game.kind == "issue" and game.match.state.digest() == before
    issue(game, a=5, b=4, s=1)
    assert game.match.state.digest() == after


# --- End ---
def ended(issued: int = 10, prepare: Any = None, **loads: int) -> tuple[float, float]:
    """Return the Objective Points of attacker (side 1) and defender (side 0, with 3 ships) after the last turn."""
    cast = [ship(name, 0, (10.0 + 8 * n, 6), **STILL, activated=name != "A") for n, name in enumerate("ABC")]
    lines = [line for line in RAID["objectives"] if line["kind"] != "most_victory_points"]
    game = stage(
        *cast, ship("R", 1, (10, 42), 180, **STILL), turn=7, initiative=1, objectives=lines, tokens=RAID["tokens"],
    )  # fmt: skip
    game.match.state.notes[f"{WATER} issued"] = issued
    for name, count in loads.items():
        game.model(name).loads = ((WATER, count),)
        if name != "a":
            game.model(name).place = "withdrawn"
    if prepare is not None:
        prepare(game)
    game.idle("r").idle("a")
    (defender, _), (attacker, _) = game.match.state.scores
    return attacker, defender


@pytest.mark.parametrize(
    ("home", "attacker", "defender"),
    [(0, 7, 0), (1, 3, 0), (4, 3, 0), (5, 3, 3), (6, 0, 3), (9, 0, 3), (10, 0, 7), (12, 0, 7)],
)
def test_water_that_comes_home_scores_and_what_does_not_scores_for_the_other_side(
    home: int, attacker: int, defender: int
) -> None:
    """Steps of 5 and 10 add up for both (R80). Mined units can make up for lost ones (R83)."""
    assert ended(b=home) == (attacker, defender)
    assert ended(b=home // 2, c=home - home // 2) == (attacker, defender)


def test_water_still_on_the_table_has_not_come_home() -> None:
    assert ended(a=10) == (7, 0)


def test_on_a_crippled_ship_it_has_come_home_but_scores_nobody() -> None:
    def cripple(game: Staged) -> None:
        game.model("b").states = {"crippled": 1}

    assert ended(b=10, prepare=cripple) == (0, 0)
    assert ended(b=5, c=5, prepare=cripple) == (0, 3)


def test_captured_water_is_kept_from_the_defender() -> None:
    """v1.2.4 Scenarios > Water Raid > Captured Water; R83."""

    def take(game: Staged) -> None:
        game.model("b").side = 1

    assert ended(b=5, c=5, prepare=take) == (3, 3)
    assert ended(b=10, prepare=take) == (7, 0)


def test_mined_water_does_not_make_up_for_captured_water_that_its_captor_withdraws() -> None:
    """10 units were issued and 5 or 10 mined. The defender brings 10 home, the captor 5 or 10."""

    def take(game: Staged) -> None:
        game.model("b").side = 1

    assert ended(b=5, c=10, prepare=take) == (3, 7)
    assert ended(b=10, c=10, prepare=take) == (7, 7)
    assert ended(b=4, c=10, prepare=take) == (0, 7)


def test_captured_water_that_stays_on_the_table_does_not_count_for_the_captor() -> None:
    def take(game: Staged) -> None:
        game.model("b").side = 1
        game.model("b").place = "table"
        game.model("b").activated = True

    assert ended(b=5, c=10, prepare=take) == (0, 7)
    assert ended(b=5, c=5, prepare=take) == (3, 3), "the defender has not brought it home"


def test_no_more_is_prevented_than_was_issued() -> None:
    assert ended(issued=6) == (3, 0) and ended(issued=4) == (0, 0)
