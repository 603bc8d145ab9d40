"""Why the ensign answered so, in a short sentence for both sides: of models that both know, and of nothing secret."""

from __future__ import annotations

from jovian.game import Answer, Decision, Model, State
from jovian.game.answers import Attack, Declaration, Fly, Move
from jovian.players.judgment.nearby import apart, enemies
from jovian.rules.actions.generic.withdraw import Withdraw
from jovian.rules.harm.expect import kill_chance
from jovian.rules.menu.declare import Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.rulebook.shot_facts import ACTIVATION
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess
from jovian.table import Pose

CLOSER = 2.0
"""Inches that a move must bring it nearer to an enemy, for that to be where it heads."""
SLIGHT = 0.005
"""A chance below which only hitting is spoken of."""


def reason(decision: Decision, answer: Answer, view: State) -> str:
    """What is to be said of an answer, "" for nothing."""
    match decision, answer:
        case NextOrder(model=model), Attack() if model.public:
            return _fires(view, model, answer)
        case NextOrder(model=model), Move(inches) if model.public:
            return _heads(view, model, model.pose.advanced(inches))
        case NextOrder(model=model), Fly(path) if model.public:
            return _heads(view, model, Pose(*path[-1], model.pose.heading))
        case Declare(model=model), Declaration(action) if model.public and action == Withdraw.name:
            return f"{model.name} is worth more at home than here"
    return ""


def _fires(view: State, model: Model, attack: Attack) -> str:
    """What it fires at, and how likely that puts it out of the battle."""
    target = view.models[attack.target]
    shot = assess(view, model, attack.mounts, target, ACTIVATION)
    if not isinstance(shot, Assessment):
        return ""
    chance, done = kill_chance(view, shot), "cripple" if target.capital and not target.crippled else "destroy"
    if chance < SLIGHT:
        chance, done = shot.odds().success, "hit"
    return f"{model.name} has {chance:.0%} to {done} {target.name}"


def _heads(view: State, model: Model, end: Pose) -> str:
    """The enemy that a move brings it nearest to, if that is where it leads."""
    there = model.at(end)
    near = min(((apart(there, foe), foe.id, foe) for foe in enemies(view, model)), default=None)
    if near is None or apart(model, near[2]) - near[0] < CLOSER:
        return ""
    return f'{model.name} heads for {near[2].name}, to within {near[0]:.0f}"'
