"""Why the captain did what it did, in one sentence of public facts; nothing where something is hidden."""

from __future__ import annotations

from jovian.game import Answer, Model, State
from jovian.game.answers import Activate, Attack, Declaration, Defend, Fly, Move, Turn
from jovian.players.captain.actions.boarding import capture, prizes
from jovian.players.captain.field import Field
from jovian.players.captain.planning import Plan
from jovian.players.judgment.combat.expecting import expected_value, kill_chance
from jovian.rules.actions.generic.board import Board
from jovian.rules.actions.generic.combined_attack import CombinedAttack
from jovian.rules.menu.declare import NONE
from jovian.rules.rulebook.shot_facts import ACTIVATION
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess

MUCH = 1.0
"""TV below which nothing is worth a word."""
LIKELY = 0.05
"""How likely an end must be to be named."""


def reason(field: Field, model: Model, answer: Answer, plan: Plan | None) -> str:
    """One sentence on an answer that is about a model of the own side, "" if there is nothing to say of it."""
    if not (model.public and model.on_table) or model.concealed:
        return ""
    match answer:
        case Activate():
            return _going(field, model, plan)
        case Declaration():
            return _declaring(field.view, model, answer, plan)
        case Attack(mounts, target):
            return _shooting(field.view, model, mounts, target)
        case Defend():
            return f"{model.name} fires its Point Defense at all who are near"
        case Move() | Fly() | Turn():
            return _moving(field, model, plan)
    return ""


def _going(field: Field, model: Model, plan: Plan | None) -> str:
    if model.crippled:
        return f"{model.name} goes first, to get away while it can"
    if plan is not None and plan.offense > MUCH:
        return f"{model.name} goes now: it can take {plan.offense:.0f} TV"
    feared = _feared(field, model)
    if feared:
        return f"{model.name} goes now: {feared} could hit it where it is"
    return f"{model.name} goes now, since others gain more by waiting"


def _declaring(view: State, model: Model, answer: Declaration, plan: Plan | None) -> str:
    if answer.action == NONE:
        return f"{model.name} boosts to come farther" if answer.boost else ""
    if plan is not None and plan.mark and answer.action == CombinedAttack.name:
        return f"{model.name} marks {view.models[plan.mark].name}, so that everybody hits it more easily"
    if answer.action == Board.name and (found := prizes(view, model)):
        other = view.models[max(found, key=lambda ident: found[ident])]
        return f"{model.name} boards {other.name}: {capture(view, model, other):.0%} to take it"
    aim = view.models.get(answer.target or "")
    at = f" at {aim.name}" if aim is not None else ""
    return f"{model.name} declares {answer.action.title()}{at}"


def _shooting(view: State, model: Model, mounts: tuple[str, ...], target: str) -> str:
    other = view.models[target]
    shot = assess(view, model, mounts, other, ACTIVATION)
    if not isinstance(shot, Assessment):
        return ""
    chance, end = kill_chance(view, shot), "cripple" if other.capital else "destroy"
    if chance >= LIKELY and not other.crippled:
        return f"{chance:.0%} to {end} {other.name}"
    return f"{other.name} is the best target in reach, {expected_value(view, shot):.1f} TV to expect"


def _moving(field: Field, model: Model, plan: Plan | None) -> str:
    if plan is None:
        return ""
    if plan.offense > MUCH and len(plan.before) == 0:
        return f"{model.name} brings its guns to bear"
    feared = _feared(field, model)
    here = field.risk(model, model.pose)
    if feared and plan.risk < here - MUCH:
        return f"{model.name} gets out of the way of {feared}"
    return f"{model.name} closes up"


def _feared(field: Field, model: Model) -> str:
    """The enemy that could do most to a model where it stands, "" if none could do much."""
    ready = [foe for foe in field.threats.foes if foe.ready and foe.model.public]
    blows = [(field.threats.blow(foe, model, model.pose), foe.model.name) for foe in ready]
    worst, name = max(blows, default=(0.0, ""))
    return name if worst > MUCH else ""
