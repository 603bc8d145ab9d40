"""Tests of unidentified objects in quarters without deployment (v1.2.4 Scenarios > Scavenger Hunt > Valuable UIOs)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.cards import CardError, parse_unit
from jovian.game import NEUTRAL
from jovian.narrator import Names, narrate
from tests.rules.stage import SHIP, Staged, muster, rock, ship, stage
from tests.rules_api import build_rulebook

MIDDLES = {"south-west": (12, 12), "south-east": (36, 12), "north-west": (12, 36), "north-east": (36, 36)}


def hull(name: str) -> Any:
    """Return a ship that may stay where it is."""
    return parse_unit({**SHIP, "name": name, "speed": 0, "thrusters": [1]}, "test")


def two(rule: Any = "objects-in-free-quarters", **scenario: Any) -> Staged:
    """Return a ship per side, by default in corners."""
    return muster((hull("A"),), (hull("C"),), **{"zones": "corners", "special_rules": [rule], **scenario})


def roll_objects(game: Staged, *pairs: tuple[int, int]) -> Staged:
    """Roll the size and the Structure of each object."""
    for size, structure in pairs:
        game.faces([size]).faces([structure])
    return game


def places(game: Staged) -> list[tuple[float, float]]:
    return [(m.pose.x, m.pose.y) for m in game.match.state.on_table() if m.is_neutral]


@pytest.mark.parametrize("corner", MIDDLES)
def test_one_lies_in_the_middle_and_one_in_each_quarter_that_is_nobodys(corner: str) -> None:
    game = roll_objects(two().answer("corner", corner), (1, 3), (1, 3), (1, 3))
    game.expect("deploy")
    opposite = (48 - MIDDLES[corner][0], 48 - MIDDLES[corner][1])
    assert set(places(game)) == {(24, 24), *MIDDLES.values()} - {MIDDLES[corner], opposite}


def test_their_size_and_structure_are_rolled_in_the_open() -> None:
    """A die gives 2" to 4", and another die the Structure. Both sides know them."""
    game = roll_objects(two().answer("corner", "south-west"), (1, 6), (3, 1), (6, 4))
    objects = [game.model(f"uio-{number}") for number in (1, 2, 3)]
    assert [obj.card.base.width for obj in objects] == [2, 3, 4]
    assert [obj.card.printed("structure") for obj in objects] == [6, 1, 4]
    assert [obj.card.signature for obj in objects] == [12, 7, 10]
    assert {(obj.side, obj.card.level("Hangers"), obj.public) for obj in objects} == {(NEUTRAL, 2, True)}
    purposes = [event["purpose"] for event in game.events("rolled")]
    assert purposes[:2] == ["the size of UIO 1", "the Structure of UIO 1"]
    light = game.events("revealed")
    assert [(event["model"], event["side"], event["kind"]) for event in light] == [
        (f"uio-{number}", None, "object") for number in (1, 2, 3)
    ]
    assert all(entry.seen_by == (0, 1) or entry.seen_by == -1 for entry in game.match.events if entry.event in light)


def test_one_size_needs_no_die_and_other_hangers_are_as_the_scenario_says() -> None:
    rule = {"rule": "objects-in-free-quarters", "size": [3, 3], "hangers": 0}
    game = two(rule).answer("corner", "north-east").faces([2]).faces([2]).faces([2])
    assert {game.model(f"uio-{n}").card.base.width for n in (1, 2, 3)} == {3}
    assert {game.model(f"uio-{n}").card.level("Hangers") for n in (1, 2, 3)} == {0}


def test_on_something_else_it_lies_at_the_nearest_free_place() -> None:
    boulder = rock("large-asteroid", (24, 24.5), radius=2)
    game = roll_objects(two(terrain=[boulder]).answer("corner", "south-west"), (1, 3), (1, 3), (1, 3))
    (at,) = [place for place in places(game) if 12 < place[0] < 36]
    assert at == pytest.approx((24, 21.5), abs=0.15)


def test_a_zone_keeps_a_quarter_whose_middle_it_reaches() -> None:
    """The strips along the edges of the default table do. Those of a larger one don't."""
    assert places(roll_objects(two(zones="standard"), (1, 3)).expect("deploy")) == [(24, 24)]
    table = {"width": 60, "height": 60}
    game = roll_objects(two(zones="standard", table=table), *[(1, 3)] * 5).expect("deploy")
    assert places(game) == [(30, 30), (15, 15), (45, 15), (15, 45), (45, 45)]


def test_a_scenario_that_places_its_models_lists_its_objects_itself() -> None:
    adrift = rock("unidentified-object", (30, 30), id="u", structure=4)
    game = stage(ship("A", 0, (10, 10)), ship("Z", 1, (40, 40)), terrain=(adrift,),
                 special_rules=["objects-in-free-quarters"])  # fmt: skip
    assert places(game) == [(30, 30)]


@pytest.mark.parametrize(
    ("keys", "cause"),
    [
        ({"size": [4, 2]}, "the smaller number comes first"), ({"size": [1, 4]}, "greater than or equal to 2"),
        ({"size": [2]}, "size"), ({"hangers": -1}, "hangers"), ({"number": 3}, "unknown key"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_clear_error(keys: dict[str, Any], cause: str) -> None:
    with pytest.raises(CardError) as raised:
        two({"rule": "objects-in-free-quarters", **keys})
    assert cause in str(raised.value) and "\n" not in str(raised.value)


def test_they_are_told_as_what_lies_there() -> None:
    game = roll_objects(two().answer("corner", "south-west"), (1, 3), (1, 3), (1, 3))
    names = Names.of(game.match.state, ("First", "Second"))
    texts = ["".join(span.text + " " for span in line.spans).strip()
            for entry in game.match.events for line in narrate(entry, names, build_rulebook())]  # fmt: skip
    assert "UIO 1 is placed at (24.0, 24.0) heading 0" in texts
    assert 'UIO 1 Structure 3, Hangers 2, Signature 9"' in texts and not any("comes to light" in line for line in texts)


def test_ids_that_the_scenario_uses_are_left_alone() -> None:
    terrain = [rock("large-asteroid", (5, 24), id="uio-1", radius=1)]
    game = roll_objects(two(terrain=terrain).answer("corner", "south-west"), (1, 3), (1, 3), (1, 3))
    assert game.match.state.terrain["uio-1"].kind == "large-asteroid" and len(places(game)) == 3
    assert {model.id for model in game.match.state.on_table()} == {"uio-1x", "uio-2", "uio-3"}
