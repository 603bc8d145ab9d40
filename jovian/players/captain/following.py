"""How the captain carries a plan out, order by order, as long as things go as planned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from jovian.game import Answer, Model
from jovian.game.answers import Attack, Defend, Fly, Resolve
from jovian.players.captain.actions.boarding import prize
from jovian.players.captain.actions.marking import marking_plans
from jovian.players.captain.field import Field
from jovian.players.captain.planning import Plan, plans
from jovian.players.ensign.orders.closing import close_in
from jovian.players.ensign.orders.launching import drones
from jovian.players.ensign.orders.ordering import resolve
from jovian.players.ensign.orders.shooting import WORTH_FIRING, best_nuke
from jovian.players.judgment.combat.raids import bombing_at_hand
from jovian.players.judgment.combat.shots import Fire
from jovian.players.judgment.nearby import enemies_within
from jovian.players.judgment.objectives.objects import boarding
from jovian.players.moves.underway import Underway
from jovian.players.moves.ways import leads_on
from jovian.rules.actions.generic.board import Board, in_reach
from jovian.rules.actions.generic.combined_attack import CombinedAttack
from jovian.rules.actions.squadron.bombing import Bombing
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.places.touching import flight_to
from jovian.rules.shooting.shot import POINT_DEFENSE
from jovian.table import Pose

IN_CONTACT = 0.1
"""Inches beyond its flight at which a ship may yet be touched."""


class Course(Underway):
    """A plan on its way: what has been done of it, and where the model should be by now."""

    def __init__(self, plan: Plan, pose: Pose, prey: Mapping[str, float]) -> None:
        super().__init__(plan.model, pose, plan.way.steps)
        self.plan = plan
        self.prey = prey
        """TV beyond their own that enemies were worth when it was made."""

    def anew(self, menu: NextOrder, field: Field) -> None:
        """Plan afresh from here, now that it is known what the first shots have done."""
        fresh = begin(menu, field)
        self.plan, self.prey, self.steps = fresh.plan, fresh.prey, fresh.steps


def special(menu: NextOrder, field: Field) -> Answer | None:
    """What comes before shots and moves: the declared action, contact, drones, a Nuke."""
    if menu.act.action == Board.name and not menu.act.resolved:
        return _board(menu, manned=False)
    found = (None if to_mark(menu) else resolve(menu)) or _bomb(menu, field) or close_in(menu)
    found = found or (drones(menu) if menu.model.capital else None)
    return found or best_nuke(menu, field.aims(menu.model))


def _bomb(menu: NextOrder, field: Field) -> Answer | None:
    """The flight of a bomber to the ship in reach that is worth most to it; None once it touches one."""
    state, model = menu.state, menu.model
    if model.aboard or menu.still_to_do() != Bombing.name or menu.judge(Resolve()) is None:
        return None
    prey, far = field.prey_of(model), menu.envelope().forward

    def value(ship: Model) -> float:
        return bombing_at_hand(state, model, ship) + prey.get(ship.id, 0.0) * field.raids.feared(state, model, ship)

    near = [ship for _, ship in enemies_within(state, model, far + IN_CONTACT, True) if ship.id != field.spared]
    for ship in sorted(near, key=lambda each: (-value(each), each.id)):
        pose = flight_to(state, model, ship.id, far)
        if pose is not None:
            return Fly(((pose.x + 0.0, pose.y + 0.0),))
    return None


def to_mark(menu: NextOrder) -> bool:
    """Is a squadron yet to mark a ship?"""
    return menu.act.action == CombinedAttack.name and not menu.act.resolved and not menu.model.capital


def begin(menu: NextOrder, field: Field) -> Course:
    """The best plan from here."""
    found = marking_plans(field, menu.model, menu.act) if to_mark(menu) else []
    found = found or plans(field, menu.model, menu.act)
    best = next((plan for plan in found if leads_on(menu.state, menu.model, plan.way.steps)), found[0])
    return Course(best, menu.model.pose, field.prey_of(menu.model))


def follow(menu: NextOrder, field: Field, course: Course) -> Answer | None:
    """The next order of a plan: shots before the move, its steps, shots at its end; None once all is done."""
    if course.plan.mark_first and (mark := _mark(menu, course.plan)) is not None:
        return mark
    shot = _early(menu, field, course)
    if shot is None and course.plan.before:
        course.anew(menu, field)
        shot = _early(menu, field, course)
    if shot is not None:
        return shot.answer
    if course.steps and _blocked(menu, course):  # something lies where it would end
        course.anew(menu, field)
    course.plan = replace(course.plan, before=())
    if course.steps and not _blocked(menu, course):
        return course.take(menu.model)
    course.steps.clear()
    if (mark := _mark(menu, course.plan)) is not None:
        return mark
    shot = _best_of(menu, field, course, menu.free_mounts(), POINT_DEFENSE)
    return shot.answer if shot is not None else _board(menu, manned=True)


def _blocked(menu: NextOrder, course: Course) -> bool:
    """Return whether the next step of a course is not legal, or would have to be taken back."""
    return menu.judge(course.steps[0]) is not None or not leads_on(menu.state, menu.model, course.steps)


def _board(menu: NextOrder, manned: bool) -> Resolve | None:
    """Board the best prize in reach: at once where there is nobody to fight, those with marines after all shots."""
    if menu.act.action != Board.name or menu.act.resolved:
        return None
    view, model = menu.state, menu.model
    aboard = [view.models[ident] for ident in in_reach(view, model)]
    able = [each for each in aboard if manned or not each.rating("marines")]
    found = [(prize(view, model, each) or boarding(view, model, each), each.id) for each in able]
    worth, ident = max(found, default=(0.0, ""))
    return Resolve(ident) if worth > 0 and menu.judge(Resolve(ident)) is None else None


def _mark(menu: NextOrder, plan: Plan) -> Resolve | None:
    """Mark the ship that is to be marked, if that can be done from here."""
    order = Resolve(plan.mark)
    return order if plan.mark and to_mark(menu) and menu.judge(order) is None else None


def _early(menu: NextOrder, field: Field, course: Course) -> Fire | None:
    """The next of the shots before the move, None once they are fired or not worth it any more."""
    early = [each for each in course.plan.before if each not in menu.act.used]
    return _best_of(menu, field, course, early) if early else None


def _best_of(menu: NextOrder, field: Field, course: Course, free: list[str], *more: str) -> Fire | None:
    """The best attack with some of the guns, None if there is none worth it."""
    if menu.leaving() is not None:
        return None
    model, limit = menu.model, WORTH_FIRING + field.aims(menu.model).truce
    able, guns = {*free, *more}, [each for each in free if each != POINT_DEFENSE]
    fires = field.fires(menu.state, model, guns, menu.act.used, course.prey)
    found = [fire for fire in fires if able.issuperset(fire.mounts)]
    total = found[0].value if found else 0.0
    return found[0] if total > limit and isinstance(found[0].answer, Attack | Defend) else None
