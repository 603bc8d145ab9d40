"""Whom the ensign activates, what it declares, and when it resolves an action."""

from __future__ import annotations

from jovian.game import Choice, Model, State
from jovian.players.ensign_fire import offense, volleys
from jovian.players.ensign_squadrons import raid, weary
from jovian.rules import ratings
from jovian.rules.actions.catalog import ACTIONS, refuse_action
from jovian.rules.actions.damage_control import repairable
from jovian.rules.actions.drone_command import controllable
from jovian.rules.activation import ChooseModel, eligible
from jovian.rules.declare import Declare
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
        return ["declare", _ship_action(view, model), 0]
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


def _ship_action(view: State, ship: Model) -> str:
    if ship.crippled:
        return "withdraw"
    if len(controllable(view, ship, [])) > 0:
        return "drone command"
    broken = sum(len(repairable(ship, row)) for row in ("damage", "weapon", "system"))
    if broken:
        return "damage control"
    free = [mount.id for mount in ship.card.mounts if mount.id not in ship.damaged]
    idle = not volleys(view, ship, free, ()) and nearest(view, ship) > FAR * 2
    return "evade" if idle and refuse_action(view, ship, "evade") is None else "none"


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


def resolve_now(menu: Menu) -> bool:
    """Is there a declared action that is worth resolving here?"""
    act = menu.act
    if not act.action or act.resolved or ACTIONS[act.action].at_once:
        return False
    timely = act.action in ("damage control", "withdraw", "drone command", "vector attack")
    return timely and menu.judge(["resolve"]) is None


def last_words(menu: Menu) -> Choice:
    """Nothing else is worth doing: end, or what must be done before."""
    return menu.default()
