"""What the ensign orders the active model: act, shoot now or after moving, move, end."""

from __future__ import annotations

from collections.abc import Callable

from jovian.game import OBJECT, Answer, Model, State
from jovian.game.answers import Resolve
from jovian.players.ensign.attention import FULL, Attention
from jovian.players.ensign.orders.closing import close_in
from jovian.players.ensign.orders.launching import drones
from jovian.players.ensign.orders.moving import Going, next_move
from jovian.players.ensign.orders.shooting import best_attack, best_nuke
from jovian.players.judgment.moves import gunnery
from jovian.players.judgment.objectives.aims import aims
from jovian.players.judgment.objectives.objects import boarding
from jovian.rules.actions.capital_ship.suppressing_fire import SuppressingFire, suppressible
from jovian.rules.actions.capital_ship.tug import Tug, draggable
from jovian.rules.actions.generic.board import Board
from jovian.rules.actions.generic.board import in_reach as in_boarding_reach
from jovian.rules.actions.generic.combined_attack import CombinedAttack, markable
from jovian.rules.actions.generic.ram import Ram, struck
from jovian.rules.actions.squadron.bombing import Bombing
from jovian.rules.actions.squadron.interception import Interception
from jovian.rules.harm.expect import worth
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.rulebook.rulebook import rulebook

PATIENCE = 1.1
"""It shoots first unless moving first promises this much more."""
CLOSING = (Bombing.name, Interception.name)
"""Actions that are resolved once the squadron is in contact."""
TARGETS: dict[str, Callable[[State, Model], list[str]]] = {
    Board.name: in_boarding_reach, CombinedAttack.name: markable, SuppressingFire.name: suppressible, Ram.name: struck,
    Tug.name: draggable,
}  # fmt: skip
"""The ids that an action may be resolved on."""


def order(
    menu: NextOrder, going: Going | None = None, attention: Attention = FULL
) -> tuple[Answer | None, Going | None]:
    """The next order of the active model, after the way that it was on; and the way that it is on from there.

    No order for one aboard that has nothing better to do than the default.
    """
    after = aims(menu.state, menu.model)
    special = resolve(menu) or close_in(menu) or (drones(menu) if menu.model.capital else None)
    special = special or best_nuke(menu, after)
    if special is not None or menu.model.aboard:
        return special, None
    guns = gunnery(menu, after)
    shot = best_attack(menu, after, guns, attention)
    if going is None or not going.leads(menu, shot is not None):
        going = next_move(menu, after, guns, attention)
    if going is not None and going.steps and (shot is None or shot.total * PATIENCE < going.offense):
        return going.take(menu.model), going
    if going is not None and shot is not None:
        going.stand()
    return shot.answer if shot is not None else menu.default(), going


def resolve(menu: NextOrder) -> Answer | None:
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
    return boarding(menu.state, menu.model, other) if other.card.kind == OBJECT else worth(other)
