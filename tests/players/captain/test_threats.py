"""The enemies' next attacks: tables by the attack formula, and the cost of a place."""

from __future__ import annotations

import pytest

from jovian.game import State
from jovian.players import habits
from jovian.players.captain.plans import choose_free_move
from jovian.players.evaluation.places import (
    blast_risk,
    blast_share,
    explosion_share,
    explosion_value,
    possible_explosions,
)
from jovian.players.evaluation.threats import Matchups, Raids, Threats, quadrant, reach, spinal
from jovian.table import MAIN_ARCS, POINT, Pose, arcs_of, distance
from tests.players.captain.test_judgment import field
from tests.rules.stage import Cast, gun, ship, squadron, stage, weapon
from tests.rules_api import Assessment, FreeMove, assess, expected_share

GUN = {"weapons": [gun("Kinetic Cannon", ac=4, as_=4)]}
BOW = {"weapons": [gun("Kinetic Cannon", ("fore",), ac=4, as_=4)]}
FIGHTER = {"weapons": [weapon("Kinetic Cannon", ac=3, as_=3)]}


def view(*casts: Cast, side: int = 0) -> State:
    return stage(*casts).match.view(side)


def threats(seen: State, side: int = 0) -> Threats:
    return Threats(seen, side, Matchups(), Raids())


@pytest.mark.parametrize("heading", [0, 30, 200])
@pytest.mark.parametrize("point", [(3, 9), (9, 3), (4, -9), (-9, 1)])
def test_the_arc_of_a_point_is_that_of_the_rules(heading: int, point: tuple[float, float]) -> None:
    base = view(ship("A", 0, (20, 20))).models["a"].base
    pose, (dx, dy) = Pose(20, 20, heading), point
    found = quadrant(pose, dx, dy)
    assert found in MAIN_ARCS and found in arcs_of(base, pose, POINT, Pose(20 + dx, 20 + dy))
    assert spinal(Pose(0, 0, 0), 0.2, 5.0, 0.5) and not spinal(Pose(0, 0, 0), 0.2, -5.0, 0.5)


@pytest.mark.parametrize(("at", "heading"), [((20, 26), 0), ((20, 30), 90), ((28, 20), 180)])
def test_a_matchup_takes_what_the_formula_says(at: tuple[float, float], heading: int) -> None:
    seen = view(ship("A", 0, (20, 20), **GUN), ship("B", 1, at, heading))
    a, b = seen.models["a"], seen.models["b"]
    found = Matchups().matchup(seen, a, b).by_mount(a.pose, b.pose)
    shot = assess(seen, a, ("a1",), b, "activation")
    assert isinstance(shot, Assessment) and found == {"a1": pytest.approx(expected_share(seen, shot))}


def test_a_gun_that_does_not_bear_takes_nothing() -> None:
    seen = view(ship("A", 0, (20, 20), **BOW), ship("B", 1, (20, 30)))
    matchup = Matchups().matchup(seen, seen.models["a"], seen.models["b"])
    assert matchup.share(Pose(20, 20, 0), Pose(20, 30, 0)) > 0 == matchup.share(Pose(20, 20, 180), Pose(20, 30, 0))
    assert matchup.share(Pose(20, 20, 0), Pose(20, 46, 0)) == 0, "out of range"


def test_a_stern_costs_more_than_a_bow() -> None:
    seen = view(ship("A", 0, (20, 20)), ship("B", 1, (20, 30), 180, **GUN))
    found, own = threats(seen), seen.models["a"]
    bow, stern = (found.cost(own, Pose(20, 20, heading), 0.5) for heading in (0, 180))
    assert stern > bow > 0


def test_who_has_acted_counts_less_and_who_is_far_nothing() -> None:
    casts = ship("A", 0, (20, 4)), ship("B", 1, (20, 18), 180, **GUN)
    seen = view(*casts)
    spent = view(casts[0], ship("B", 1, (20, 18), 180, activated=True, **GUN))
    own = seen.models["a"]
    ready, later = (threats(state).cost(own, own.pose, 0.25) for state in (seen, spent))
    assert later == pytest.approx(0.25 * ready, rel=0.5) and ready > later > 0
    assert threats(seen).cost(own, Pose(20, 2, 0), 0.5) > threats(seen).cost(own, Pose(46, 2, 0), 0.5) == 0


def test_an_enemy_with_a_better_target_is_feared_less() -> None:
    foe = ship("B", 1, (20, 18), 180, **GUN)
    alone = view(ship("A", 0, (18, 8)), foe)
    other = view(ship("A", 0, (18, 8)), ship("D", 0, (24, 8), tv=120), foe)
    costs = [threats(seen).cost(seen.models["a"], seen.models["a"].pose, 0.5) for seen in (alone, other)]
    assert costs[0] > costs[1] > 0


def test_a_ship_may_come_where_it_may_move() -> None:
    seen = view(ship("A", 0, (20, 20), 90), squadron("S", 0, (10, 10)), ship("B", 1, (20, 40)))
    found = reach(seen, seen.models["a"])
    assert found.poses[0] == Pose(22, 20, 90) and Pose(26, 20, 90) in found.poses and found.max_distance == 6
    assert reach(seen, seen.models["s"]).radius == 9.0, "Speed 6 and a Boost"


def test_a_ship_that_may_blow_up_is_kept_away_from() -> None:
    frail = ship("F", 1, (20, 20), structure_left=1, ratings={"defense": 0, "sensors": 0, "thrusters": 0})
    seen = view(ship("A", 0, (20, 24)), squadron("S", 1, (22, 22)), frail, ship("C", 0, (40, 40)))
    risks = possible_explosions(seen)
    assert [risk.ship.id for risk in risks] == ["f"] and explosion_share(seen, seen.models["f"]) == pytest.approx(1 / 3)
    own = seen.models["a"]
    assert blast_risk(seen, own, risks) > 0 == blast_risk(seen, own.at(Pose(20, 40, 0)), risks)
    assert blast_share(seen, seen.models["f"], own) < blast_share(seen, seen.models["f"], seen.models["s"])
    assert explosion_value(seen, seen.models["f"], 0) == -explosion_value(seen, seen.models["f"], 1)


@pytest.mark.parametrize("player", ["ensign", "captain"])
def test_a_bomber_flies_clear_of_the_ship_that_explodes_after_its_free_move(player: str) -> None:
    """R70: the explosion waits for the free move. Farther than 3" from the ship it has no macro dice."""
    game = stage(
        squadron("S", 0, (20, 22), tv=30, structure=[2, 1], **FIGHTER), ship("F", 1, (20, 20)),
        ship("G", 1, (28, 26), structure_left=0, tv=1), ship("A", 0, (4, 4)),
    )  # fmt: skip
    state = game.match.state

    def clearance() -> float:
        known = field(game)
        model = known.view.models["s"]
        decision = FreeMove(known.view, model, 4.0)
        answer = (
            choose_free_move(decision, known) if player == "captain" else habits.choose_free_move(decision, known.view)
        )
        assert answer is not None
        wreck = known.view.models["f"]
        return distance(model.base, habits.end_of_free_move(model, answer), wreck.base, wreck.pose)

    state.models["f"].place = "destroyed"
    near = clearance()
    state.queue = [["held"], ["explosion", "f"]]
    assert next((bomb.ship.id, bomb.chance) for bomb in possible_explosions(game.match.view(0))) == ("f", 1.0)
    assert clearance() > 3.0 and clearance() >= near
