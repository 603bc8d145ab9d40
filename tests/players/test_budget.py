"""A budget counts nodes, and is empty once its flag is set."""

from __future__ import annotations

from multiprocessing import Event as ProcessFlag
from threading import Event

from jovian.players.player import Budget


def test_it_is_spent_node_by_node_and_no_further() -> None:
    budget = Budget(3)
    assert [budget.spend() for _ in range(5)] == [True, True, True, False, False]
    assert (budget.spent, budget.nodes_left) == (3, 0)


def test_more_than_is_left_is_not_begun() -> None:
    budget = Budget(10)
    assert budget.spend(8)
    assert not budget.spend(3)
    assert (budget.nodes_left, budget.spend(2), budget.nodes_left) == (2, True, 0)


def test_a_flag_set_from_outside_leaves_nothing() -> None:
    for flag in (Event(), ProcessFlag()):
        budget = Budget(10, flag)
        assert budget.spend()
        flag.set()
        assert (budget.nodes_left, budget.spend(), budget.spent) == (0, False, 1)
