"""Deeds: all that the active model can do with another one. A click on it opens them, a second one does the lit one.

A deed may need a move into contact first, or an action that isn't declared yet. Both belong to it.
"""

from __future__ import annotations

from collections.abc import Iterator

from jovian.frozen import frozen
from jovian.game import Answer, Model
from jovian.game.answers import Activate, Defend, FireNuke, Fly, Move, Resolve, parse_answer
from jovian.rules.attack.nukes_and_rams import nukes
from jovian.rules.basics.rolls import pluralize
from jovian.rules.menu.declarations import NONE, suppose_declared
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.attached import flight_to
from jovian.rules.placement.move_limits import LITTLE
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.weapons import PointDefense
from jovian.table import TOLERANCE, first_touch
from jovian.ui.questions.attacks import AskedMenu, names_model
from jovian.ui.questions.declare import ActivationDraft

SHOTS = "shots"
"""The name of the deed that attacks with chosen weapons."""


@frozen
class Deed:
    """Something that the active model can do with another one."""

    name: str
    label: str
    orders: tuple[Answer, ...] = ()
    """The orders that carry it out. `()` for attacks, whose weapons are chosen, and for choosing the other model."""
    action: str = ""
    """The action that must be declared for it, "" for what is declared or drafted already."""
    hint: str = ""

    @property
    def approach(self) -> Fly | Move | None:
        """The move into contact that comes first, or None."""
        first = self.orders[0] if len(self.orders) > 1 else None
        return first if isinstance(first, Fly | Move) else None


def deeds_with(menu: AskedMenu, draft: ActivationDraft | None, other: Model, *, can_attack: bool) -> list[Deed]:
    """Return the deeds with another model. The first one is lit: that of the declared action, else attacks.

    `draft`: what the model will declare. Then all actions count that it could declare, except on friends.
    """
    own = list(_deeds_of_action(menu, other))
    shots = [Deed(SHOTS, f"Attack {other.name}", hint="With the weapons that you choose")] if can_attack else []
    further = [*_nukes(menu, other), *_defenses(menu, other), *_orders(menu, other)]
    if draft is not None:
        further += [deed for name in draft.actions.legal_names for deed in _deeds_of_draft(draft, name, other)]
        if isinstance(draft.asked, ChooseModel) and draft.asked.check(Activate(other.id)) is None:
            further.append(Deed("choose", f"Choose {other.name}", hint="Let that model act instead"))
    return [*own, *shots, *further]


def _deeds_of_draft(draft: ActivationDraft, name: str, other: Model) -> Iterator[Deed]:
    """Yield what an action that could be declared would allow with an enemy."""
    is_drafted, is_friend = name in (NONE, draft.action), other.side == draft.decision.side
    if is_drafted or is_friend or rulebook(draft.decision.state).actions[name].at_once:
        return
    target = other.id if other.id in draft.actions.targets.get(name, ()) else ""
    state = suppose_declared(draft.decision.state, draft.decision.model, draft.actions.answer(name, target))
    for deed in _deeds_of_action(AskedMenu(state, state.models[draft.model_id]), other):
        yield Deed(deed.name, deed.label, deed.orders, name, deed.hint)


def _deeds_of_action(menu: NextOrder, other: Model) -> Iterator[Deed]:
    """Yield how the declared action is resolved on another model: from here, or after a move into contact."""
    state, model, act = menu.state, menu.model, menu.act
    action = rulebook(state).actions.get(act.action) if not act.resolved else None
    if action is None or not model.is_on_table:
        return
    word, hint = action.verb.capitalize() or action.name.capitalize(), f"{action.summary} {action.place}"
    is_named = names_model(menu, action)
    resolve = Resolve(other.id) if is_named else Resolve()
    if (is_named or other.id == act.target) and menu.check(resolve) is None:
        yield Deed(action.name, f"{word} {other.name}{_chance(action, menu, other)}", (resolve,), hint=hint)
    elif other.id in action.closes_with(state, model) and (approach := _approach(menu, other)) is not None:
        yield Deed(action.name, f"Go and {word.lower()} {other.name}{_chance(action, menu, other)}",
                   (approach, resolve), hint=hint)  # fmt: skip


def _chance(action: Action, menu: NextOrder, other: Model) -> str:
    """Return the chance of the test that the action needs, in words, "" without a test."""
    test = action.test(menu.state, menu.model, other.id)
    return f": {float(test.odds().success):.0%}" if test is not None else ""


def _approach(menu: NextOrder, other: Model) -> Fly | Move | None:
    """Return the legal move straight into contact with another model, or None."""
    state, model, inches_left = menu.state, menu.model, menu.envelope().forward
    move: Fly | Move | None = None
    if inches_left <= LITTLE:
        return None
    if model.is_capital:
        end = model.pose.advanced(inches_left)
        dx, dy = end.x - model.pose.x, end.y - model.pose.y
        inches = first_touch(model.base, model.pose, dx, dy, other.base, other.pose)
        move = Move(round(inches, 3)) if inches is not None else None
    else:
        pose = flight_to(state, model, other.id, inches_left - TOLERANCE)
        move = Fly(((pose.x + 0.0, pose.y + 0.0),)) if pose is not None and pose[:2] != model.pose[:2] else None
    return move if move is not None and menu.check(move) is None else None


def _orders(menu: NextOrder, other: Model) -> Iterator[Deed]:
    """Yield the orders that a squadron may give in contact with a ship: to land on it, and to escort it."""
    state, model = menu.state, menu.model
    if model.is_capital or not model.is_on_table or not other.is_capital:
        return
    for order in rulebook(state).orders.values():
        if not order.settles:
            continue
        answer = parse_answer([order.verb, other.id], (order.answer,))
        label = order.words(state, answer)
        if menu.check(answer) is None:
            yield Deed(order.verb, label, (answer,), hint=order.summary)
        elif order.welcomes(state, model, other) and (approach := _approach(menu, other)) is not None:
            yield Deed(order.verb, f"Go and {label[0].lower()}{label[1:]}", (approach, answer), hint=order.summary)


def _nukes(menu: NextOrder, other: Model) -> Iterator[Deed]:
    """Yield a Nuke that bursts at an enemy."""
    x, y = (round(length, 2) + 0.0 for length in other.pose[:2])
    for mount in nukes(menu.state, menu.model) if other.side != menu.side and menu.model.is_on_table else ():
        order = FireNuke(mount, x, y)
        if menu.check(order) is None:
            yield Deed("nuke", f"Nuke over {other.name}", (order,), hint="Shows whom the burst would hit")
            return


def _defenses(menu: NextOrder, other: Model) -> Iterator[Deed]:
    """Yield Point Defense, if an enemy squadron is one of its targets."""
    targets = [shot.target for shot in menu.defenses()] if not other.is_capital and other.side != menu.side else []
    if other.id in targets and menu.check(Defend()) is None:
        label = f"{PointDefense.name}: {pluralize(len(targets), 'target')}"
        yield Deed("defend", label, (Defend(),), hint="At every enemy squadron in range, for one Fire Control")
