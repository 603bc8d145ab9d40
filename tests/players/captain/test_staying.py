"""Models that gain by leaving but fight on while their side is strong enough."""

from __future__ import annotations

from typing import cast

import pytest

from jovian.game.answers import Declaration
from jovian.match.play_loop import ask
from jovian.players.captain import Captain
from jovian.players.captain.analysis import can_hold, can_leave_later
from jovian.players.evaluation.objectives import escape_value
from tests.players.captain.test_judgment import field
from tests.rules.stage import Cast, Staged, ship, squadron, stage

AWAY = {"kind": "at_least", "role": "attacker", "points": 6, "amount": 25,
        "count": {"of": "force", "fate": ["withdrawn"]}}  # fmt: skip
RULES = {"objectives": [{"kind": "most_victory_points", "points": 1}, AWAY], "initiative": 0}
"""The side with initiative wins if a quarter of its force escapes."""


def caught(*enemies: Cast, turn: int = 2) -> Staged:
    own = (squadron("S", 0, (24, 3)), ship("A", 0, (30, 10), 0))
    return stage(*own, *enemies, turn=turn, turns=7, **RULES)


FEW = (squadron("E", 1, (24, 40)),)
EVEN = (ship("B", 1, (24, 40), 180),)
MANY = (ship("B", 1, (24, 40), 180), ship("C", 1, (34, 40), 180))


def test_whoever_is_strong_enough_stays_while_there_is_time() -> None:
    for enemies, turn, stays in ((FEW, 2, True), (EVEN, 2, True), (MANY, 2, False), (FEW, 7, False)):
        seen = field(caught(*enemies, turn=turn))
        model = seen.view.models["s"]
        assert can_hold(seen.view, 0) == (enemies is not MANY)
        assert can_leave_later(seen.view, model) == (turn == 2)
        assert seen.should_stay(model) is stays
        assert escape_value(seen.view, model) > 0 and (seen.escape(model) == 0) is stays
        assert (seen.aims(model).escape == 0) is stays
        assert any(goal.y < 0 for goal in seen.aims(model).goals) is not stays


@pytest.mark.parametrize(("enemies", "action"), [(FEW, False), (MANY, True)])
def test_it_withdraws_only_where_it_is_weaker(enemies: tuple[Cast, ...], action: bool) -> None:
    declared = cast(Declaration, ask(caught(*enemies).activate("s").match, Captain(1)))
    assert (declared.action == "withdraw") is action


def test_who_carries_something_or_is_crippled_does_not_wait() -> None:
    game = caught(*FEW)
    model = field(game).view.models["s"].copy()
    model.loads = (("Water Unit", 1),)
    assert not can_leave_later(field(game).view, model)
    hurt = stage(ship("A", 0, (24, 3), 180, structure_left=0, states={"crippled": 1}), *FEW, turns=7, **RULES)
    assert not can_leave_later(field(hurt).view, field(hurt).view.models["a"])
