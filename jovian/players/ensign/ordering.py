"""What the ensign orders the active model: act, shoot now or after moving, move, end."""

from __future__ import annotations

from collections.abc import Callable

from jovian.game import Choice, Model, State
from jovian.players.ensign.closing import close_in
from jovian.players.ensign.launching import drones
from jovian.players.ensign.moving import next_move
from jovian.players.ensign.shooting import best_attack, best_nuke
from jovian.rules.actions.board import in_reach as in_boarding_reach
from jovian.rules.actions.combined_attack import markable
from jovian.rules.actions.ram import struck
from jovian.rules.actions.suppressing_fire import suppressible
from jovian.rules.actions.tug import draggable
from jovian.rules.harm.expect import worth
from jovian.rules.menu.menu import Menu
from jovian.rules.rulebook.rulebook import rulebook

PATIENCE = 1.1
"""It shoots first unless moving first promises this much more."""
CLOSING = ("bombing", "interception")
"""Actions that are resolved once the squadron is in contact."""
TARGETS: dict[str, Callable[[State, Model], list[str]]] = {
    "board": in_boarding_reach, "combined attack": markable, "suppressing fire": suppressible, "ram": struck,
    "tug": draggable,
}  # fmt: skip
"""The ids that an action may be resolved on."""


def order(menu: Menu) -> Choice | None:
    """Its next order."""
    special = _resolve(menu) or close_in(menu) or (drones(menu) if menu.model.capital else None) or best_nuke(menu)
    if special is not None or menu.model.aboard:
        return special
    shot = best_attack(menu)
    plan = next_move(menu)
    if shot is not None and (plan is None or shot.total * PATIENCE >= plan.offense):
        return shot.choice
    if plan is not None and plan.choice is not None:
        return plan.choice
    return shot.choice if shot is not None else menu.default()


def _resolve(menu: Menu) -> Choice | None:
    """Resolve the declared action if this is the place for it; on the best target where it has one."""
    act = menu.act
    at_once = act.action and rulebook(menu.state).actions[act.action].at_once
    if not act.action or act.resolved or at_once or act.action in CLOSING:
        return None
    targets = TARGETS.get(act.action)
    if targets is None:
        return ["resolve"] if menu.judge(["resolve"]) is None else None
    ready = [ident for ident in targets(menu.state, menu.model) if menu.judge(["resolve", ident]) is None]
    return ["resolve", max(ready, key=lambda ident: worth(menu.state.models[ident]))] if ready else None
