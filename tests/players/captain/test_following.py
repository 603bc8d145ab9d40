"""A captain follows its plan as long as possible, and otherwise makes a new one."""

from __future__ import annotations

from dataclasses import replace

from jovian.game.answers import Move, Turn
from jovian.players.captain.captain import next_order, start_plan
from jovian.players.evaluation.moves import CandidateMove
from tests.players.captain.test_judgment import GUN, field
from tests.rules.stage import ship, stage
from tests.rules_api import NextOrder


def test_a_way_that_is_barred_is_planned_anew() -> None:
    game = stage(ship("A", 0, (20, 12), **GUN), ship("C", 0, (20, 18.5)), ship("B", 1, (36, 30), 180, **GUN))
    menu = game.begin("a").asked
    assert isinstance(menu, NextOrder)
    seen = field(game)
    menu = menu.on(seen.view)
    course, barred = start_plan(menu, seen), Move(6.0)
    end = menu.model.pose.advanced(6.0)
    assert menu.judge(barred) is not None
    course.plan = replace(course.plan, before=(), move=CandidateMove((barred,), end, [(menu.model.pose, end)]))
    course.steps = [barred]
    answer = next_order(menu, seen, course)
    assert isinstance(answer, Move | Turn) and menu.judge(answer) is None
