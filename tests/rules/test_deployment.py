"""Tests of deployment (v1.2.4 Sequence > Deployment Phase, Scenarios > Fleet Deployment, Deployment Zone)."""

from typing import Any

import pytest

from jovian.cards import parse_unit
from tests.rules.stage import SHIP, SQUADRON, Staged, muster, rock
from tests.rules_api import spots


def hull(name: str) -> Any:
    """Return a ship that may stay where it is."""
    return parse_unit({**SHIP, "name": name, "speed": 0, "thrusters": [1]}, "test")


def wing(name: str) -> Any:
    """Return a squadron."""
    return parse_unit({**SQUADRON, "name": name, "faction": "CEGA"}, "test")


def two_a_side(**scenario: Any) -> Staged:
    """Return two ships against one, and two squadrons against one."""
    return muster((hull("A"), hull("B"), wing("S"), wing("T")), (hull("C"), wing("U")), **scenario)


def ships_placed(game: Staged) -> Staged:
    """Deploy all ships. The squadrons are next."""
    return game.place("a", 10, 10).place("c", 10, 40, 180).place("b", 20, 10)


def test_ships_first_and_in_turn() -> None:
    """v1.2.4 Scenarios > Fleet Deployment: Capital Ships alternate from initiative, then the Squadrons."""
    game = two_a_side().expect("deploy", side=0)
    game.expect_refused(["place", game.model("s").id, 10, 10, 0], "deployed now")
    game.place("a", 10, 10).expect("deploy", side=1).place("c", 10, 40, 180).expect("deploy", side=0)
    game.place("b", 20, 10).expect("deploy", side=0)
    game.place("s", 30, 10).expect("deploy", side=1).place("u", 30, 40).expect("deploy", side=0).place("t", 34, 10)
    assert (game.kind, game.match.state.phase) == ("activate", "activation")


def test_initiative_begins() -> None:
    """v1.2.4 Sequence > Deployment Phase: the player with initiative deploys first, in both parts."""
    game = (
        two_a_side(initiative=1).expect("deploy", side=1).place("c", 10, 40, 180).place("a", 10, 10).place("b", 20, 10)
    )
    game.expect("deploy", side=1)
    assert game.match.state.stage == "squadrons"


def test_all_ships_must_be_deployed() -> None:
    """v1.2.4 Scenarios > Fleet Deployment: all their Capital Ships; none is held back."""
    game = two_a_side()
    game.expect_refused(["decline"], "All capital ships")


@pytest.mark.parametrize(("y", "free"), [(10.5, True), (10.6, False), (1.5, True), (1.4, False)])
def test_wholly_in_the_twelve_inch_strip(y: float, free: bool) -> None:
    """v1.2.4 Scenarios > Standard Deployment Zone: 12" from the own edge, the whole base within (R13)."""
    game = two_a_side()
    choice = ["place", game.model("a").id, 24, y, 0]
    if free:
        game.expect_allowed(choice)
    else:
        game.expect_refused(choice, "deployment zone")


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("x", "aside"), [(1.0, -1), (47.0, 1)])
@pytest.mark.parametrize(("y", "beyond"), [(1.5, -1), (10.5, 1)])
def test_every_corner_of_the_strip(side: int, x: float, aside: int, y: float, beyond: int) -> None:
    """v1.2.4 Scenarios > Standard Deployment Zone: the strip reaches from edge to edge, for either side."""
    game, name = two_a_side(initiative=side), "ac"[side]
    down = (48 - y, -beyond) if side else (y, beyond)
    corner = ["place", game.model(name).id, x, down[0], 0]
    game.expect_allowed(corner)
    game.expect_refused([*corner[:2], x + aside * 0.1, *corner[3:]], "deployment zone")
    game.expect_refused([*corner[:3], down[0] + down[1] * 0.1, 0], "deployment zone")


def test_any_heading_and_the_other_strip() -> None:
    """v1.2.4 Sequence > Deployment Phase: any facing; each in its own zone."""
    game = two_a_side()
    game.expect_allowed(["place", game.model("a").id, 24, 6, 137])
    game.place("a", 24, 6, 137)
    assert game.at("a") == (24, 6, 137)
    game.expect_refused(["place", game.model("c").id, 24, 20, 0], "deployment zone")
    game.expect_allowed(["place", game.model("c").id, 24, 37.5, 0])


def test_not_on_another_model_nor_on_a_rock() -> None:
    """v1.2.4 Movement > Overlapping: models are not placed touching others; a rock may not be overlapped."""
    game = two_a_side(terrain=[rock("large-asteroid", (30, 6), radius=1)]).place("a", 10, 10).place("c", 10, 40, 180)
    game.expect_refused(["place", game.model("b").id, 12, 10, 0], "would overlap")
    game.expect_refused(["place", game.model("b").id, 30, 6, 0], "would overlap")
    game.expect_allowed(["place", game.model("b").id, 12.1, 10, 0])


def test_declining_is_for_the_whole_phase() -> None:
    """v1.2.4 Sequence > Deployment Phase: after declining, a side deploys again only in the next turn."""
    game = ships_placed(two_a_side()).decline().expect("deploy", side=1).place("u", 30, 40)
    assert game.kind == "activate"
    assert {game.model(model_id).place for model_id in ("s", "t")} == {"reserve"}


def test_the_other_side_goes_on_alone() -> None:
    """v1.2.4 Sequence > Structure of a Game: consecutive deployments once the other has run out or declined."""
    game = ships_placed(two_a_side(initiative=0)).place("s", 30, 10).decline().place("t", 34, 10)
    assert game.kind == "activate"
    assert game.events("declined")[0]["side"] == 1


def test_reserves_arrive_in_a_later_turn() -> None:
    """v1.2.4 Scenarios > Fleet Deployment: squadrons held In Reserve come in subsequent Deployment Phases."""
    game = ships_placed(two_a_side()).decline().place("u", 30, 40)
    for name in ("a", "u", "b", "c"):
        game.idle(name)
    game.expect("deploy", side=0)
    assert game.match.state.turn == 2
    game.expect_refused(["place", game.model("s").id, 30, 20, 0], "deployment zone")
    game.place("s", 30, 10).place("t", 34, 10)
    assert (game.kind, game.model("s").place) == ("activate", "table")


def test_reserves_may_wait_on() -> None:
    """v1.2.4 Sequence > Deployment Phase: it may decline in every turn."""
    game = ships_placed(two_a_side()).decline().place("u", 30, 40)
    for name in ("a", "u", "b", "c"):
        game.idle(name)
    game.decline().expect("activate", side=0)
    assert game.model("s").place == "reserve"


def test_cards_are_secret_until_they_are_placed() -> None:
    """v1.2.4 Basic Rules > Secret Information: fleet lists are hidden. Models on the table are public."""
    game = two_a_side()
    assert all(model.owner == 0 for model in game.match.view(0).models.values())
    game.place("a", 10, 10)
    seen = game.match.view(1).models
    assert game.model("a").id in seen
    assert game.model("b").id not in seen
    assert game.last("revealed")["model"] == game.model("a").id


def test_no_terrain_attack_by_placement() -> None:
    """v1.2.4 Terrain: it attacks models that move, not models that stay there."""
    game = two_a_side(terrain=[rock("asteroid-field", (10, 8), radius=3)]).place("a", 10, 10)
    assert not game.events("attacked")
    assert game.asked.side == 1


def test_ships_that_take_squadrons_in_are_offered() -> None:
    """v1.2.4 Scenarios > Fleet Deployment: aboard own ships with space, never the enemy's."""
    roomy = {"speed": 0, "thrusters": [1], "traits": ["Hangers:1"]}
    one, two = (parse_unit({**SHIP, "name": name, **roomy}, "test") for name in "AC")
    game = muster((one, wing("S")), (two, wing("U"))).place("a", 10, 10).place("c", 10, 40, 180)
    aboard = [answer[1:] for answer in game.offered() if answer[0] == "embark"]
    assert aboard == [[game.model("s").id, game.model("a").id]]


@pytest.mark.parametrize("base", ["small", "large"])
def test_free_places_are_looked_for_in_the_whole_zone(base: str) -> None:
    """v1.2.4 Sequence > Deployment Phase: from its front to its very back, on both sides."""
    for side in (0, 1):
        game = muster((parse_unit({**SHIP, "name": "A", "base": base}, "test"),), (hull("B"),))
        model = game.model("a")
        model.side = side
        places = list(spots(game.match.state, model))
        edge = 0 if side == 0 else 48
        backs = [abs(pose.y - edge) - model.base.reach for pose in places]
        assert -0.001 < min(backs) < 0.55 and max(backs) + 2 * model.base.reach > 11.4
