"""What the captain declares: a squadron a raid only where it beats its best plan without one, all risks counted."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Activation, Model
from jovian.game.answers import Declaration
from jovian.players.captain.actions.marking import marking_plans, may_come_to_mark
from jovian.players.captain.actions.raiding import raids
from jovian.players.captain.actions.searching import may_search
from jovian.players.captain.field import Field
from jovian.players.captain.planning import Plan, plans
from jovian.players.ensign import declaring
from jovian.players.ensign.declaring import ERRANDS, MARGIN, best_of, flight, may_ram
from jovian.players.judgment.actions.worths import VALUES
from jovian.players.judgment.combat.raids import weary
from jovian.players.judgment.objectives.prospects import turns_left
from jovian.players.judgment.objectives.truce import truce
from jovian.rules.actions.capital_ship.hard_burn import HardBurn
from jovian.rules.actions.capital_ship.long_shot import LongShot
from jovian.rules.actions.capital_ship.overdrive import Overdrive
from jovian.rules.actions.generic.board import Board
from jovian.rules.actions.generic.combined_attack import CombinedAttack
from jovian.rules.actions.generic.evade import Evade
from jovian.rules.actions.generic.ram import Ram
from jovian.rules.actions.generic.withdraw import Withdraw
from jovian.rules.menu.declarable import refuse_action
from jovian.rules.menu.declare import NONE, Declare
from jovian.rules.shooting import ratings
from jovian.rules.shooting.evasion import Evading
from jovian.rules.traits.action_states import HardBurn as Burning

SPARED = 2
"""Turns to come in which a gun is worth more whole than what a Long Shot may take with it."""
DANGER = 1.0
"""TV that must be at risk for evading to be thought of."""
ALIKE = 3
"""How many plans without an action are proposed."""


def declaration(decision: Declare, field: Field) -> tuple[Declaration, Plan | None]:
    """What to declare, and the plan that goes with it; None where that is made once it is declared."""
    model, view = decision.model, decision.state
    if model.capital:
        return _of_ship(decision, field)
    if model.aboard and not decision.must_bomb:
        return _launched(decision, field), None
    if decision.must_bomb:
        return declaring.declaration(decision, view), None
    errand, name = _errand(field, model)
    _, answer, plan = max(declarations(decision, field), key=lambda each: each[0])
    if answer.action != NONE:
        return answer, plan
    if errand > 0:
        return Declaration(name, 0), None
    if model.rating("structure") == 1 and may_ram(view, model):
        return Declaration(Ram.name, 0), None
    boost = 0 if field.stays(model) else flight(view, model, decision.most_boost)
    if boost or (plan is not None and _evades(field, model, plan)):
        return Declaration(NONE if boost else Evade.name, boost), None
    return answer, plan


def _launched(decision: Declare, field: Field) -> Declaration:
    """What a squadron declares that is about to launch: to mark a ship that it may come to, or else to evade."""
    model, view = decision.model, field.view
    there = model.at(view.models[model.host].pose)
    if may_come_to_mark(field, model) and refuse_action(view, model, CombinedAttack.name) is None:
        return Declaration(CombinedAttack.name, 0)
    if field.risk(there, there.pose) > DANGER and refuse_action(view, model, Evade.name) is None:
        return Declaration(Evade.name, 0)
    return declaring.declaration(decision, view)


def _of_ship(decision: Declare, field: Field) -> tuple[Declaration, Plan | None]:
    """A ship's best action; guns are strained only when there is little left to use them for."""
    view, ship = field.view, decision.model
    found = sorted(declarations(decision, field), key=lambda each: -each[0])
    plain = next(worth for worth, answer, _ in found if answer.action == NONE)
    spared = turns_left(view) < SPARED
    strained = set() if spared else {LongShot.name}
    far = set() if field.escape(ship) > 0 else {HardBurn.name}
    names = [name for name in VALUES if name not in {Board.name, Evade.name, *strained, *far, *_kept(field, ship)}]
    worth, name = best_of(view, ship, names)
    if found[0][0] - plain >= max(0.0, worth):
        return found[0][1:]
    return Declaration(name, 0, "sensors" if name == Overdrive.name else None), None


def declarations(decision: Declare, field: Field) -> Iterator[tuple[float, Declaration, Plan | None]]:
    """What may be declared, after its worth, with the plan for it: nothing, or a close fight that could be sought."""
    model, view = decision.model, decision.state
    if decision.must_bomb or model.aboard:
        yield 0.0, decision.default(), None
        return
    best = plans(field, model)
    for plan in best[:ALIKE]:
        yield plan.worth, Declaration(NONE, 0), plan
    errand = 0.0 if model.capital else max(0.0, _errand(field, model)[0], field.escape(model))
    for plan, answer in (*_guarded(field, model, best[0]), *_marking(field, model)):
        yield plan.worth - errand, answer, plan
    if not model.capital and not weary(model):
        bar = MARGIN + errand + truce(view, model.side)
        for worth, answer in raids(field, decision):
            yield worth - bar, answer, None


def _errand(field: Field, model: Model) -> tuple[float, str]:
    """What a squadron declares that objectives make most worth, after its TV."""
    return best_of(field.view, model, [name for name in ERRANDS if name not in _kept(field, model)])


def _kept(field: Field, model: Model) -> set[str]:
    """What a model had better not declare for now."""
    return {Withdraw.name} if field.stays(model) else set()


def _guarded(field: Field, model: Model, best: Plan) -> Iterator[tuple[Plan, Declaration]]:
    """Plans of a model that evades, hurries, or boards one."""
    view = field.view
    if best.risk > DANGER and refuse_action(view, model, Evade.name) is None:
        for plan in plans(field, model, guise=Evading.supposed(model))[:ALIKE]:
            yield plan, Declaration(Evade.name, 0)
    if model.capital and field.hurries(model) and refuse_action(view, model, HardBurn.name) is None:
        for plan in plans(field, Burning.begun(model))[:ALIKE]:
            yield plan, Declaration(HardBurn.name, 0)
    if field.prizes(model) or (model.capital and may_search(view, model)):
        for plan in plans(field, model, boarding_party(model))[:ALIKE]:
            yield plan, Declaration(Board.name, 0)


def _marking(field: Field, model: Model) -> Iterator[tuple[Plan, Declaration]]:
    """Plans of a squadron that marks a ship."""
    if model.capital:
        return
    if refuse_action(field.view, model, CombinedAttack.name) is None:
        for plan in marking_plans(field, model)[:ALIKE]:
            yield plan, Declaration(CombinedAttack.name, 0)


def boarding_party(model: Model) -> Activation:
    """An activation in which it is to board."""
    act = Activation(model.id)
    act.declared, act.action = True, Board.name
    return act


def _evades(field: Field, model: Model, plan: Plan) -> bool:
    """Does it cost nothing to be hard to hit: is it in danger, and has it no more than one weapon to fire?"""
    if refuse_action(field.view, model, Evade.name) is not None:
        return False
    return ratings.fire_control(field.view, model) == 1 or (plan.offense <= 0 and plan.risk > 0)
