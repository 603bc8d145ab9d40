"""The captain in the last turn, in which only losses count."""

from __future__ import annotations

import pytest

from jovian.players.captain.analysis import attacks_in_last_turn, loss_cost
from jovian.players.captain.plans import plans
from jovian.players.evaluation.gunnery import possible_attacks
from tests.players.captain.test_judgment import field
from tests.rules.stage import Staged, gun, ship, squadron, stage
from tests.rules_api import kill_chance

LAST, EARLY = 7, 3
GUN = {"weapons": [gun("Kinetic Cannon", ac=4, as_=4)]}


def targets(turn: int, fleet: int = 0) -> Staged:
    """Return a valuable undamaged ship and a squadron with 1 box left in reach of one weapon.

    Some friends are yet to activate.
    """
    friends = [ship(f"F{x}", 0, (4 + 4 * x, 4), **GUN) for x in range(fleet)]
    return stage(
        ship("A", 0, (24, 20), 0, fire_control=1, **GUN), *friends, ship("B", 1, (24, 27), 90, tv=60),
        squadron("S", 1, (21, 26), structure_left=1), turn=turn,
    )  # fmt: skip


def aimed(game: Staged) -> list[tuple[str, float]]:
    """Return the possible targets of the ship, best first, with their values."""
    seen = field(game)
    model = seen.view.models["a"]
    fires = seen.attacks(seen.view, model, [mount.id for mount in model.card.mounts], (), {})
    return [(fire.shots[0].target, fire.value) for fire in fires]


def test_in_the_last_turn_it_fires_at_whom_it_may_finish() -> None:
    assert [ident for ident, _ in aimed(targets(EARLY))] == ["b", "s"]
    assert [ident for ident, _ in aimed(targets(LAST))] == ["s", "b"]
    view = field(targets(LAST)).view
    for fire in possible_attacks(view, view.models["a"], ["a1"], ()):
        target = view.models[fire.shots[0].target]
        assert dict(aimed(targets(LAST)))[target.id] == pytest.approx(kill_chance(view, fire.shots[0]) * target.card.tv)


def test_wounds_count_as_long_as_friends_may_finish_it() -> None:
    assert aimed(targets(LAST, fleet=3)) == aimed(targets(EARLY, fleet=3))
    assert dict(aimed(targets(LAST)))["b"] < dict(aimed(targets(LAST, fleet=1)))["b"] < dict(aimed(targets(EARLY)))["b"]
    view = field(targets(LAST)).view
    fires = possible_attacks(view, view.models["a"], ["a1"], ())
    assert attacks_in_last_turn(view, fires, 3) == fires


def test_who_can_take_much_risks_little_in_the_last_turn() -> None:
    view = field(targets(LAST)).view
    whole, hurt = view.models["b"], view.models["s"]
    assert loss_cost(hurt, 4.0) == pytest.approx(4.0)
    assert loss_cost(whole, 6.0) < 1.0
    assert loss_cost(whole, 1000.0) == whole.card.tv


def test_a_plan_of_the_last_turn_fears_less() -> None:
    def risk(turn: int) -> float:
        game = stage(ship("A", 0, (24, 20), 0), ship("B", 1, (24, 27), 180, **GUN), turn=turn)
        seen = field(game)
        return seen.risk(seen.view.models["a"], seen.view.models["a"].pose)

    assert 0 < risk(LAST) < risk(EARLY)
    assert plans(field(targets(LAST)), field(targets(LAST)).view.models["a"])[0].offense > 0
