"""What it is worth by the objectives to take a model out of the battle."""

from __future__ import annotations

from jovian.game import TABLE, Model, State
from jovian.rules.actions.generic import Withdraw
from jovian.rules.damage.expected_damage import model_value
from jovian.rules.menu.declarations import refuse_action
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Pose
from tests.yardstick.judgment.objectives.exits import pace, way_out, way_to
from tests.yardstick.judgment.objectives.prospects import counting, point_worth, prospect, turns_left, victory
from tests.yardstick.judgment.objectives.searching import searching
from tests.yardstick.judgment.objectives.supposing import gain, gone, lost, supposing

STAYING = 0.02
"""Share of its TV that a model is reckoned to gain on the enemy in each turn that it stays and fights."""
FINDING = 0.3
"""Share of what a search is worth now that one in each of these turns is reckoned to bring."""
BURNS = 2
"""Turns in which a ship may make its Speed once more, by a burn."""
RISK = 0.15
"""How likely a model is reckoned to be lost in each turn that it stays."""


def leaving(view: State, model: Model) -> float:
    """TV that it would be worth to be Withdrawn now, less what it would yet do; 0 or less if it had better stay."""
    if not counting(rulebook(view)):
        return 0.0
    worth = left_at_last(view, model)
    at_risk = max(0.0, worth) - gain(view, model.side, lost(view, model))
    return worth + RISK * turns_left(view) * at_risk - staying(view, model)


def escape(view: State, model: Model) -> float:
    """TV of leaving, to a model that can in the turns that are left; 0 if it had better stay, or fight its way."""
    value = leaving(view, model)
    return value if value > 0 and gets_away(view, model, way_out(view, model)) else 0.0


def gets_away(view: State, model: Model, out: Pose | None) -> bool:
    """Can a model leave in time: over the edge, or by the action that it takes?"""
    burn = BURNS * model.card.speed if model.capital else 0
    if out is not None and way_to(model, out.x, out.y) <= pace(view, model) * (turns_left(view) + 1) + burn:
        return True
    return refuse_action(view, model, Withdraw.name) is None


def retreat(view: State, model: Model) -> float:
    """TV of leaving, to a model that is yet to come, as soon as it is on the table; 0 if it had better stay."""
    if not counting(rulebook(view)):
        return 0.0
    come = model.copy()
    come.place = TABLE
    return max(0.0, leaving(supposing(view, [come]), come))


def left_at_last(view: State, model: Model) -> float:
    """TV of leaving the battle if there were nothing left to do in it."""
    after, side = supposing(view, gone(view, model)), model.side
    points = prospect(after, side) - prospect(view, side) + victory(after, side) - victory(view, side)
    return point_worth(view, side) * points


def staying(view: State, model: Model) -> float:
    """TV that it may earn in the turns to come; nothing for a Crippled ship."""
    return (
        0.0
        if model.is_crippled
        else (STAYING * model_value(model) + FINDING * searching(view, model)) * turns_left(view)
    )
