"""Actions that the captain plans: marking a ship for friends, evading, and boarding."""

from __future__ import annotations

from typing import cast

import pytest

from jovian.game import Answer, ListDecision, Option
from jovian.game.answers import Commit, Damage, Declaration, Move, Resolve, Turn
from jovian.match.play_loop import ask
from jovian.players.captain import Captain
from jovian.players.captain.boarding import boarding_values
from jovian.players.captain.declarations import boarding_activation, help_value, marking_plans, with_mark
from jovian.players.captain.plans import PlanSearch, plans
from jovian.players.evaluation.goals import boarding_value
from jovian.players.evaluation.marines import capture_chance, marines_damage, ship_boarding_value
from jovian.players.habits import choose_marines
from tests.players.captain.test_judgment import field
from tests.players.test_objectives import stage_object
from tests.rules.stage import Cast, Staged, gun, ship, squadron, stage, weapon
from tests.rules_api import DamageContext, in_boarding_range, in_sensor_range

DRIVER = {"weapons": [weapon("Mass Driver", ac=3, as_=1)]}
GUN = {"weapons": [gun("Kinetic Cannon", ac=5, as_=4)]}


def declared(game: Staged, ident: str) -> Declaration:
    if game.match.decision is not None and game.match.decision.kind == "activate":
        game.answer("activate", ident)
    return cast(Declaration, ask(game.match, Captain(1)))


def marking(acted: bool = False) -> Staged:
    return stage(
        squadron("S", 0, (20, 22), **DRIVER), ship("A", 0, (20, 18), 0, activated=acted, **GUN),
        ship("B", 1, (20, 30), 90, structure=[6, 5, 4, 3, 2, 1], weapons=[gun("Kinetic Cannon", as_=6)]),
    )  # fmt: skip


def test_a_squadron_marks_the_ship_that_friends_will_fire_at() -> None:
    game = marking()
    seen = field(game)
    squad, target = seen.view.models["s"], seen.view.models["b"]
    alone = field(marking(acted=True))
    assert help_value(seen, squad, target) > 0 == help_value(alone, alone.view.models["s"], alone.view.models["b"])
    assert with_mark(with_mark(target)).states["targeted"] == 2
    plan = marking_plans(PlanSearch(seen, squad))[0]
    assert (plan.mark, plan.aid > 0) == ("b", True)
    captain = Captain(1)
    game.answer("activate", "s")
    assert cast(Declaration, ask(game.match, captain)).action == "combined attack"
    assert captain.reason == "S marks B so that all friends hit it more easily"


@pytest.mark.parametrize(("away", "action"), [(10, "combined attack"), (26, "evade"), (38, "none")])
def test_whoever_is_launched_marks_a_ship_that_it_may_come_to_or_evades_where_it_is_in_danger(
    away: int, action: str
) -> None:
    carrier = ship("C", 0, (24, 6), activated=True, traits=["Hangers:1"])
    foe = ship("B", 1, (24, 6 + away), 180, sensors=[6, 4, 2, 1], speed=6, weapons=[gun("Kinetic Cannon", ac=5, as_=6)])
    wing = squadron("S", 0, (24, 6), embarked_in="c", tv=20, **DRIVER)
    assert declared(stage(carrier, wing, foe), "s").action == action


def test_what_it_marks_it_fires_at() -> None:
    game, captain = marking(), Captain(1)
    game.answer("activate", "s")
    orders: list[Answer] = []
    while game.match.decision is not None and game.match.decision.kind in ("declare", "menu") and len(orders) < 4:
        answer = cast(Answer, ask(game.match, captain))
        orders.append(answer)
        game.match.answer(answer)
    assert Resolve("b") in orders
    assert game.match.state.models["b"].states == {"targeted": 1}


@pytest.mark.parametrize("sensors", [1, 2, 3])
def test_it_marks_nothing_beyond_its_sensors(sensors: int) -> None:
    far = {**DRIVER, "sensors": sensors, "speed": 3}
    game = stage(
        squadron("S", 0, (20, 16), **far), ship("A", 0, (20, 22), 0, **GUN),
        ship("B", 1, (20, 30), 90, structure=[6, 5, 4, 3, 2, 1], signature=6),
    )  # fmt: skip
    seen = field(game)
    squad, target = seen.view.models["s"], seen.view.models["b"]
    found = marking_plans(PlanSearch(seen, squad))
    assert bool(found) == (sensors > 1)
    ends = [squad if plan.mark_first else squad.at(plan.move.end) for plan in found]
    assert all(in_sensor_range(seen.view, end, target) for end in ends)


def test_who_could_only_be_shot_at_evades() -> None:
    idle = squadron("S", 0, (20, 20), fire_control=2, speed=1, weapons=[weapon("Kinetic Cannon", ac=2, as_=2)])
    far = [gun("Beam Projector", as_=6)]
    game = stage(idle, *(ship(f"B{x}", 1, (x, 33), 180, weapons=far, sensors=[5, 4, 3, 2, 1]) for x in (16, 24)))
    assert declared(game, "s").action == "evade"


def moved(game: Staged, most: int = 6) -> str:
    """Return the captain's reason for its first move."""
    captain = Captain(1)
    for _ in range(most):
        assert game.match.decision is not None
        answer = ask(game.match, captain)
        if isinstance(answer, Move | Turn):
            return captain.reason
        game.match.answer(answer)
    raise AssertionError("it doesn't move")


def test_a_move_has_what_it_gains_and_what_it_avoids_as_its_reason() -> None:
    own = ship("A", 0, (24, 12), **GUN)
    assert moved(stage(own, ship("B", 1, (24, 20), 180, **GUN))) == "A moves closer to B"
    unarmed = ship("A", 0, (24, 12), 180, speed=6, thrusters=[6], weapons=[])
    short = {"weapons": [gun("Kinetic Cannon", ac=5, as_=4)], "speed": 0, "sensors": [3]}
    reason = moved(stage(unarmed, ship("B", 1, (24, 15), 180, **short)))
    assert reason.startswith("A moves away from B, which could take ")
    assert moved(stage(ship("A", 0, (24, 8), weapons=[]), ship("B", 1, (24, 40), 90, weapons=[]))).startswith(
        "A moves "
    )


def beside(**fields: object) -> Staged:
    own = ship("A", 0, (20, 20), 0, marines=[3, 2, 1])
    return stage(own, ship("B", 1, (20, 26), 90, **{"ratings": {"defense": 0}, **fields}))


def test_a_ship_without_marines_is_boarded() -> None:
    game = beside()
    seen = field(game).view
    own, other = seen.models["a"], seen.models["b"]
    assert capture_chance(seen, own, other, 1) == 1.0 and capture_chance(seen, own, other, 0) == 0.0
    assert list(boarding_values(seen, own)) == ["b"] and ship_boarding_value(seen, own, other) > 40
    captain = Captain(1)
    assert cast(Declaration, ask(game.match, captain)).action == "board"
    assert captain.reason == "A boards B: 100% chance to capture it"


def test_the_point_defense_of_a_ship_costs_marines() -> None:
    seen = field(beside(ratings={"defense": 3})).view
    own, other = seen.models["a"], seen.models["b"]
    assert 0.0 < capture_chance(seen, own, other, 1) < capture_chance(seen, own, other, 3) < 1.0


@pytest.mark.parametrize("spoilt", [{"structure_left": 0, "states": {"crippled": 1}}, {"marines": [4, 3, 2, 1]}])
def test_nobody_boards_what_is_worth_nothing_or_well_guarded(spoilt: dict[str, object]) -> None:
    seen = field(beside(**spoilt)).view
    assert boarding_values(seen, seen.models["a"]) == {}


def test_some_marines_stay_where_they_are_needed() -> None:
    def sent(*others: Cast) -> Answer:
        own, prey = ship("A", 0, (20, 20), marines=[3, 2, 1]), ship("B", 1, (20, 26), 90, ratings={"defense": 0})
        listed = [Option(Commit(count), "") for count in (3, 2, 1)]
        asked = ListDecision[Answer]("commit", 0, "", "", listed, subject="a", stake=DamageContext("b"))
        seen = field(stage(own, prey, *others)).view
        return choose_marines(asked, seen)

    assert (sent(), sent(ship("C", 1, (26, 20), marines=[1]))) == (Commit(3), Commit(2))


def test_marines_are_worn_down_where_somebody_may_board() -> None:
    def chosen(y: float, kind: str = "rating") -> Answer | None:
        game = stage(ship("A", 0, (20, 10), marines=[2, 1]), ship("B", 1, (20, y), marines=[2, 1]))
        names = ("rating", "critical") if kind == "mass" else ("sensors", "marines")
        listed = [Option(Damage(name), "") for name in names]
        return marines_damage(ListDecision[Answer](kind, 0, "", "", listed, subject="b"), field(game).view)

    assert chosen(18) == chosen(18, "critical") == Damage("marines")
    assert chosen(18, "mass") == Damage("rating")
    assert chosen(40) is None


@pytest.mark.parametrize("aboard", [(0, 0), (0, 2), (3, 0)])
def test_an_end_beside_an_object_is_worth_what_the_marines_win_there(aboard: tuple[int, int]) -> None:
    """It is worth as much as the marines improve the lead aboard, and nothing if the lead is good enough already."""
    seen = field(stage_object(ship("A", 0, (24, 17), marines=[5, 4, 3, 2, 1]), boarders=aboard))
    model, hulk = seen.view.models["a"], seen.view.models["u"]
    places = {plan.move.end: plan.place for plan in plans(seen, model)}
    for plan in plans(seen, model, boarding_activation(model)):
        if plan.move.end in places and in_boarding_range(seen.view, model.at(plan.move.end)):
            assert plan.place - places[plan.move.end] == pytest.approx(max(0.0, boarding_value(seen.view, model, hulk)))
            break
    else:
        pytest.fail("no plan comes near it")
