"""What the ensign does with squadrons beyond shooting: bombing, catching, boarding carriers, escorts, drones."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from jovian.game import Choice, Model, State
from jovian.players.ensign_fights import fight_value
from jovian.players.ensign_fire import offense, volleys
from jovian.rules import ratings
from jovian.rules.assessment import Assessment
from jovian.rules.declare import Declare
from jovian.rules.expect import expected_value, worth
from jovian.rules.formula import assess
from jovian.rules.fuel import shared_fuel
from jovian.rules.hangers import refuse_aboard
from jovian.rules.interception import may_intercept
from jovian.rules.menu import Menu
from jovian.rules.shot import AUTOFIRE, BOMBING, DOGFIGHT, POINT_DEFENSE
from jovian.rules.touching import flight_to
from jovian.table import Pose, approaches, distance, first_touch

BOOST_INCHES = 3.0
MARGIN = 0.4
"""TV by which a close fight must beat shooting."""
WEARY = 0.34
"""Share of Structure at or below which a squadron goes home."""
NEAREST = 4
"""How many enemies are weighed."""


@dataclass(frozen=True, slots=True)
class Raid:
    """A close fight that could be sought."""

    action: str
    target: str
    boost: int
    worth: float


def raid(decision: Declare, view: State) -> Choice | None:
    """Declare the close fight that is worth most, if it beats shooting from afar."""
    model = decision.model
    found = [*_bombing(view, model, decision.most_boost), *_catching(view, model, decision.most_boost)]
    if not found:
        return None
    best = max(found, key=lambda each: each.worth)
    if best.worth < MARGIN + _shooting(view, model):
        return None
    named = [best.target] if best.action == "interception" else []
    return ["declare", best.action, best.boost, *named]


def _shooting(view: State, model: Model) -> float:
    """TV of the shots it could make from near its nearest enemies, one Fire Control kept for a fight."""
    free = [mount.id for mount in model.card.mounts if mount.id not in model.damaged]
    best = 0.0
    for capital in (True, False):
        for _, other in _nearest(view, model, model.card.speed + 4.0, capital)[:2]:
            ghost = model.copy()
            ghost.pose = _beside(model, other)
            best = max(best, offense(volleys(view, ghost, free, ()), 1))
    return best


def _beside(model: Model, other: Model) -> Pose:
    """A pose a few inches short of another model."""
    dx, dy = other.pose.x - model.pose.x, other.pose.y - model.pose.y
    size = sqrt(dx * dx + dy * dy) or 1.0
    share = max(0.0, size - 3.0) / size
    return model.pose.moved(dx * share, dy * share).rounded()


def _nearest(view: State, model: Model, reach: float, capital: bool) -> list[tuple[float, Model]]:
    found = [
        (distance(model.base, model.pose, other.base, other.pose), other)
        for other in view.on_table() if other.side != model.side and other.capital == capital
    ]  # fmt: skip
    near = sorted(((apart, other.id, other) for apart, other in found if apart <= reach), key=lambda each: each[:2])
    return [(apart, other) for apart, _, other in near[:NEAREST]]


def _boost_for(apart: float, speed: float, most: int) -> int | None:
    """Fuel to burn to come that far, None if it cannot."""
    for burnt in range(most + 1):
        if apart <= speed + BOOST_INCHES * burnt - 0.05:
            return burnt
    return None


def _bombing(view: State, model: Model, most: int) -> list[Raid]:
    found = []
    for apart, ship in _nearest(view, model, model.card.speed + BOOST_INCHES * most, True):
        boost = _boost_for(apart, model.card.speed, most)
        if boost is not None:
            ghost = at_contact(view, model, ship, boost)
            value = fight_value(view, ghost, ship, BOMBING) - _flak(view, ghost, ship)
            found.append(Raid("bombing", ship.id, boost, value))
    return found


def _catching(view: State, model: Model, most: int) -> list[Raid]:
    if not may_intercept(view, model):
        return []
    found = []
    for apart, other in _nearest(view, model, model.card.speed + BOOST_INCHES * most, False):
        boost = _boost_for(apart, model.card.speed, most)
        if boost is not None and boost < shared_fuel(view, model):
            ghost = at_contact(view, model, other, boost)
            found.append(Raid("interception", other.id, boost, fight_value(view, ghost, other, DOGFIGHT)))
    return found


def at_contact(view: State, model: Model, other: Model, boost: int = 0) -> Model:
    """A ghost of the model in contact with another, the fuel of a boost spent."""
    ghost = model.copy()
    ghost.marks["fuel"] = ghost.marks.get("fuel", 0) + min(boost, ghost.left("fuel"))
    for pose in approaches(model.base, model.pose, other.base, other.pose, [], view.width, view.height):
        ghost.pose = pose
        break
    return ghost


def _flak(view: State, ghost: Model, ship: Model) -> float:
    """TV that the ship's Point Defense is expected to cost on the way in."""
    shot = assess(view, ship, (POINT_DEFENSE,), ghost, AUTOFIRE)
    return expected_value(view, shot) if isinstance(shot, Assessment) else 0.0


# --- in the activation ---
def close_in(menu: Menu) -> Choice | None:
    """Fly into contact with what the declared action wants, and resolve it there; home if weary."""
    act, model = menu.act, menu.model
    if model.capital:
        return _run_into(menu) if act.action == "ram" and not act.resolved else None
    if model.aboard:
        return _launch(menu)
    if act.action in ("bombing", "interception", "ram") and not act.resolved:
        if menu.judge(["resolve"]) is None:
            return ["resolve"]
        return _fly_to(menu, [act.target] if act.target else _ships(menu))
    if weary(model) and not act.landed:
        return _home(menu)
    return None


def _run_into(menu: Menu) -> Choice | None:
    """A ship that rams goes straight ahead until it touches its prey."""
    ship, forward = menu.model, menu.envelope().forward
    end = ship.pose.advanced(forward)
    dx, dy = end.x - ship.pose.x, end.y - ship.pose.y
    for other in menu.state.on_table():
        if other.capital and other.side != ship.side and forward > 0:
            touch = first_touch(ship.base, ship.pose, dx, dy, other.base, other.pose)
            choice = ["move", round(touch, 3)] if touch is not None else None
            if choice is not None and menu.judge(choice) is None:
                return choice
    return None


def _ships(menu: Menu) -> list[str]:
    """Enemy ships, those first that promise most."""
    state, model = menu.state, menu.model
    near = [ship for _, ship in _nearest(state, model, menu.envelope().forward + 0.1, True)]
    value = {ship.id: fight_value(state, at_contact(state, model, ship), ship, BOMBING) for ship in near}
    return sorted(value, key=lambda ident: (-value[ident], ident))


def _fly_to(menu: Menu, idents: list[str]) -> Choice | None:
    forward = menu.envelope().forward
    for ident in idents:
        pose = flight_to(menu.state, menu.model, ident, forward)
        if pose is not None:
            return ["fly", [[pose.x + 0.0, pose.y + 0.0]]]
    return None


def weary(model: Model) -> bool:
    """Has it lost so much that it had better go home?"""
    boxes = len(model.boxes("structure"))
    return not model.drone and model.left("structure") <= boxes * WEARY


def _home(menu: Menu) -> Choice | None:
    """Land where there is room."""
    state, model = menu.state, menu.model
    ships = [s for s in state.on_table() if s.capital and refuse_aboard(state, model, s) is None and not s.crippled]
    for ship in ships:
        if menu.judge(["land", ship.id]) is None:
            return ["land", ship.id]
    return _fly_to(menu, [ship.id for ship in sorted(ships, key=lambda s: _apart(model, s))])


def _apart(one: Model, other: Model) -> float:
    return distance(one.base, one.pose, other.base, other.pose)


def _launch(menu: Menu) -> Choice | None:
    """Leave the ship where the enemy is nearest; a weary squadron stays aboard."""
    if weary(menu.model) and menu.judge(["end"]) is None:
        return ["end"]
    enemies = [m for m in menu.state.on_table() if m.side != menu.side]
    found = [option.choice for order in menu.orders() for option in order.options(menu.state, menu.model)]
    found = [choice for choice in found if menu.judge(choice) is None]
    if not found:
        return None
    ghost = menu.model.copy()

    def gap(choice: Choice) -> tuple[float, int]:
        ghost.pose = Pose(*choice[1:4])
        return min((_apart(ghost, enemy) for enemy in enemies), default=0.0), -len(choice)

    return min(found, key=gap)


def drones(menu: Menu) -> Choice | None:
    """Launch what a bay holds, Class III beside the ship first, else toward the enemy."""
    enemies = [m for m in menu.state.on_table() if m.side != menu.side]
    near = min((_apart(menu.model, enemy) for enemy in enemies), default=99.0)
    if near > DRONE_RANGE:
        return None
    found = [
        option.choice for order in menu.orders() if order.verb == "drone"
        for option in order.options(menu.state, menu.model) if menu.judge(option.choice) is None
    ]  # fmt: skip
    cards = {card.key: card for card in menu.state.yard}
    return max(found, key=lambda choice: (cards[choice[2]].drone_class or 0, choice[2]), default=None)


DRONE_RANGE = 16.0
"""Inches within which an enemy must be for drones to be launched."""


# --- reactions ---
def intercepts(view: State, ident: str, mover: Model) -> float:
    """What intercepting the mover is worth, more if it comes to bomb."""
    squadron = view.models[ident]
    value = fight_value(view, squadron, mover, DOGFIGHT)
    act = view.activation
    if act is not None and act.action in ("bombing", "ram") and not act.resolved:
        value += THREAT * worth(mover)
    return value


THREAT = 0.1
"""Share of a bomber's value that stopping it is reckoned to save."""


def guard(view: State, model: Model) -> bool:
    """Is it made for escorts: quick to intercept, and no bomber?"""
    guns = [mount.weapon for mount in model.card.mounts]
    best_as, best_ac = max((g.as_ or 0 for g in guns), default=0), max((g.ac or 0 for g in guns), default=0)
    return ratings.speed(view, model) > 0 and best_as >= best_ac and not model.capital
