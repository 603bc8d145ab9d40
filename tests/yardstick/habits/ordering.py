"""What the ensign orders the active model: act, shoot now or after moving, move, end."""

from __future__ import annotations

from collections.abc import Callable

from jovian.game import OBJECT, Answer, Model, State
from jovian.game.answers import Resolve
from jovian.rules.actions.generic import Board, CombinedAttack, Ram, markable, struck
from jovian.rules.actions.generic import in_boarding_range as in_boarding_reach
from jovian.rules.actions.ship import SuppressingFire, Tug, draggable, suppressible
from jovian.rules.actions.squadron import Bombing, Interception
from jovian.rules.damage.expected_damage import model_value
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.rulebook.rulebook import rulebook
from tests.yardstick.habits.closing import close_in
from tests.yardstick.habits.launching import drones
from tests.yardstick.habits.moving import next_move
from tests.yardstick.habits.shooting import best_attack, best_nuke
from tests.yardstick.judgment.objectives.aims import aims
from tests.yardstick.judgment.objectives.objects import boarding

PATIENCE = 1.1
"""It shoots first unless moving first promises this much more."""
CLOSING = (Bombing.name, Interception.name)
"""Actions that are resolved once the squadron is in contact."""
TARGETS: dict[str, Callable[[State, Model], list[str]]] = {
    Board.name: in_boarding_reach, CombinedAttack.name: markable, SuppressingFire.name: suppressible, Ram.name: struck,
    Tug.name: draggable,
}  # fmt: skip
"""The ids that an action may be resolved on."""


def order(menu: NextOrder) -> Answer | None:
    """The next order of the active model; None for one aboard that has nothing better to do than the default."""
    after = aims(menu.state, menu.model)
    special = _resolve(menu) or close_in(menu) or (drones(menu) if menu.model.capital else None)
    special = special or best_nuke(menu, after)
    if special is not None or menu.model.aboard:
        return special
    shot = best_attack(menu, after)
    plan = next_move(menu, after)
    if shot is not None and (plan is None or shot.total * PATIENCE >= plan.offense):
        return shot.answer
    if plan is not None and plan.answer is not None:
        return plan.answer
    return shot.answer if shot is not None else menu.default()


def _resolve(menu: NextOrder) -> Answer | None:
    """Resolve the declared action if this is the place for it; on the best target where it has one."""
    act = menu.act
    at_once = act.action and rulebook(menu.state).actions[act.action].at_once
    if not act.action or act.resolved or at_once or act.action in CLOSING:
        return None
    targets = TARGETS.get(act.action)
    if targets is None:
        return Resolve() if menu.judge(Resolve()) is None else None
    able = (ident for ident in targets(menu.state, menu.model) if menu.judge(Resolve(ident)) is None)
    ready = {ident: _worth(menu, ident) for ident in able}
    best = max(ready, key=lambda ident: ready[ident], default="")
    return Resolve(best) if ready and ready[best] > 0 else None


def _worth(menu: NextOrder, ident: str) -> float:
    """What resolving an action on a model is about: an object for what its search brings, else its TV."""
    other = menu.state.models[ident]
    return boarding(menu.state, menu.model, other) if other.card.kind == OBJECT else model_value(other)
