"""The plans that the admiral tries: the captain's choice comes first, and has a captain's move for any declaration."""

from __future__ import annotations

from jovian.game.answers import Declaration, Move
from jovian.players.admiral import to_outline, with_own_choice_first
from jovian.players.captain.declarations import Proposal
from jovian.players.captain.plans import ActivationPlan, PlaceValue
from jovian.players.evaluation.moves import CandidateMove
from jovian.table import Pose
from tests.players.test_quick import to_battle
from tests.rules_api import NONE

PLAIN, EVADE, MEND = Declaration(NONE, 0), Declaration("evade", 0), Declaration("damage control", 0)


def plan(inches: float) -> ActivationPlan:
    move = CandidateMove((Move(inches),), Pose(0.0, inches, 0), [])
    return ActivationPlan("a", move, (), 0.0, 0.0, 0.0, PlaceValue(), 0.0)


FOUND = [Proposal(EVADE, plan(2.0), 5.0), Proposal(PLAIN, plan(4.0), 3.0), Proposal(PLAIN, plan(6.0), 2.0)]


def test_what_the_captain_would_declare_is_first_by_the_best_plan_for_it() -> None:
    choices = with_own_choice_first(PLAIN, FOUND)
    assert choices[0] is FOUND[1] and choices[1:] == [FOUND[0], FOUND[2]]


def test_an_action_that_is_planned_later_goes_the_way_without_one() -> None:
    first, *others = with_own_choice_first(MEND, FOUND)
    assert first.answer == MEND and first.plan is FOUND[1].plan and others == FOUND


def test_who_burns_fuel_has_no_such_way() -> None:
    assert with_own_choice_first(Declaration(NONE, 1), FOUND)[0].plan is None


def test_a_quick_player_is_handed_the_way() -> None:
    match = to_battle(1)
    assert match.decision is not None
    outline = to_outline(match.decision, FOUND[0])
    assert (outline.declaration, outline.steps, outline.end) == (EVADE, (Move(2.0),), Pose(0.0, 2.0, 0))
