"""Whom the ensign activates, what it declares, and when it resolves an action."""

from __future__ import annotations

from collections.abc import Callable

from jovian.game import Choice, Model, State
from jovian.players.ensign_actions import ship_action
from jovian.players.ensign_fire import offense, volleys
from jovian.players.ensign_squadrons import raid, weary
from jovian.rules import ratings
from jovian.rules.actions.board import in_reach as in_boarding_reach
from jovian.rules.actions.catalog import ACTIONS, refuse_action
from jovian.rules.actions.combined_attack import markable
from jovian.rules.actions.ram import struck
from jovian.rules.actions.suppressing_fire import suppressible
from jovian.rules.actions.tug import draggable
from jovian.rules.activation import ChooseModel, eligible
from jovian.rules.declare import Declare
from jovian.rules.expect import worth
from jovian.rules.hangers import refuse_aboard
from jovian.rules.menu import Menu
from jovian.table import distance

FAR = 10.0
"""Inches beyond its Speed at which an enemy is far for a squadron."""


def who(decision: ChooseModel, view: State) -> Choice:
    """Crippled ships first, to get away; then whoever has the best shots; then the fleet's order."""
    models = eligible(view, decision.side)
    worth = {model.id: _worth(view, model) for model in models}
    best = max(models, key=lambda model: worth[model.id])
    return ["activate", best.id]


def _worth(view: State, model: Model) -> float:
    if model.crippled:
        return 1000.0
    free = [mount.id for mount in model.card.mounts if mount.id not in model.damaged]
    return offense(volleys(view, model, free, ()), ratings.fire_control(view, model))


def what(decision: Declare, view: State) -> Choice:
    """Withdraw when crippled, repair what is broken, evade where it costs nothing, boost toward a far enemy."""
    model = decision.model
    if model.capital:
        return ship_action(decision, view)
    if decision.must_bomb:
        return decision.default()
    if model.aboard:
        return ["declare", "none", 0]
    if not weary(model):
        sought = raid(decision, view)
        if sought is not None:
            return sought
    if model.rating("structure") == 1 and _may_ram(view, model):
        return ["declare", "ram", 0]
    boost = _boost(view, model, decision.most_boost)
    evade = refuse_action(view, model, "evade") is None and ratings.fire_control(view, model) == 1
    return ["declare", "evade" if evade and not boost else "none", boost]


def _may_ram(view: State, model: Model) -> bool:
    """Is an enemy ship in reach of a squadron that has little to lose, and no carrier to go home to?"""
    if refuse_action(view, model, "ram") is not None:
        return False
    home = any(ship.capital and refuse_aboard(view, model, ship) is None for ship in view.on_table())
    near = any(
        other.side != model.side and other.capital
        and distance(model.base, model.pose, other.base, other.pose) <= model.card.speed - 0.1
        for other in view.on_table()
    )  # fmt: skip
    return near and not home


def _boost(view: State, squadron: Model, most: int) -> int:
    apart = nearest(view, squadron)
    if apart <= squadron.card.speed + FAR or most < 1:
        return 0
    return max(0, min(most, squadron.left("fuel") - 1))


def nearest(view: State, model: Model) -> float:
    """Inches to the nearest enemy, 99 without one."""
    apart = [
        distance(model.base, model.pose, other.base, other.pose)
        for other in view.on_table()
        if other.side != model.side
    ]
    return min(apart, default=99.0)


def resolve_now(menu: Menu) -> Choice | None:
    """Resolve the declared action if this is the place for it; on the best target where it has one."""
    act = menu.act
    if not act.action or act.resolved or ACTIONS[act.action].at_once or act.action in CLOSING:
        return None
    targets = TARGETS.get(act.action)
    if targets is None:
        return ["resolve"] if menu.judge(["resolve"]) is None else None
    ready = [ident for ident in targets(menu.state, menu.model) if menu.judge(["resolve", ident]) is None]
    return ["resolve", max(ready, key=lambda ident: worth(menu.state.models[ident]))] if ready else None


CLOSING = ("bombing", "interception")
"""Actions that are resolved once the squadron is in contact."""
TARGETS: dict[str, Callable[[State, Model], list[str]]] = {
    "board": in_boarding_reach, "combined attack": markable, "suppressing fire": suppressible, "ram": struck,
    "tug": draggable,
}  # fmt: skip
"""The ids that an action may be resolved on."""


def last_words(menu: Menu) -> Choice:
    """Nothing else is worth doing: end, or what must be done before."""
    return menu.default()
