"""How a random player fills a menu: any legal answer, most often one that makes for the enemy.

A random player that never fights would make every benchmark green and find no bug; so 60 % of its moves head for an
enemy, and it fires when something bears.
"""

from __future__ import annotations

from math import sqrt
from random import Random

from jovian.game import Choice, Model
from jovian.rules.menu.offers import MenuOffers
from jovian.rules.places.limits import Envelope
from jovian.rules.places.touching import flight_to, may_touch
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shooting.ratings import fire_control_left
from jovian.rules.shooting.shot import POINT_DEFENSE
from jovian.table import Pose

HEADING_FOR_ENEMY = 0.6
ATTACK_TRIES = 5
FLY_TRIES = 4
END_SHARE = 0.15
LEAVING_SHARE = 0.1
"""How often it tries to declare something partly off the table, which takes the model out of play (R27)."""
GIVING_UP_SHARE = 0.1
"""How often it goes through with leaving the battle."""
CONTACT_SHARE, HOMING_SHARE = 0.8, 0.1


def sample(menu: MenuOffers, rng: Random) -> Choice:
    """One random legal answer; it always comes to an end."""
    room = menu.envelope()
    if room.least <= 0 and rng.random() < END_SHARE and menu.judge(["end"]) is None:
        return ["end"]
    attempts = (_order, _attack, _act, _move) if rng.random() < 0.5 else (_move, _attack, _act, _order)
    stays = menu.leaving() is not None and rng.random() >= LEAVING_SHARE
    for attempt in (_move,) if stays else attempts:
        choice = attempt(menu, room, rng)
        if choice is not None and menu.judge(choice) is None:
            return choice
    return menu.default()


def _attack(menu: MenuOffers, room: Envelope, rng: Random) -> Choice | None:
    model = menu.model
    if fire_control_left(menu.state, model) < 1:
        return None
    enemies = [m for m in menu.state.on_table() if m.side != menu.side]
    mounts = menu.free_mounts()
    if model.capital and POINT_DEFENSE not in menu.act.used and rng.random() < 0.2:
        clusters = menu.clusters()
        return ["defend", clusters[0]] if clusters and rng.random() < 0.5 else ["defend"]
    for _ in range(ATTACK_TRIES if enemies and mounts else 0):
        ident = mounts[int(rng.random() * len(mounts))]
        enemy = enemies[int(rng.random() * len(enemies))]
        groups = menu.groups(ident, enemy)
        if groups:
            return ["attack", groups[int(rng.random() * len(groups))], enemy.id]
    return None


def _act(menu: MenuOffers, room: Envelope, rng: Random) -> Choice | None:
    if not menu.act.action or menu.act.resolved:
        return None
    gives_up = rulebook(menu.state).actions[menu.act.action].gives_up
    return ["resolve"] if not gives_up or rng.random() < GIVING_UP_SHARE else None


def _order(menu: MenuOffers, room: Envelope, rng: Random) -> Choice | None:
    """Now and then one of the further orders; nearly always what gets an embarked model out."""
    if not menu.model.aboard and rng.random() < 0.5:
        return None
    found = [option.choice for order in menu.orders() for option in order.options(menu.state, menu.model)]
    return found[int(rng.random() * len(found))] if found else None


def _move(menu: MenuOffers, room: Envelope, rng: Random) -> Choice | None:
    goal = _goal(menu, rng)
    if not room.capital:
        return _into_contact(menu, room, rng) or _flight(menu, room, goal, rng)
    if (room.turns or room.pivot) and rng.random() < 0.5:
        return _turn(menu, room, goal, rng)
    if room.forward > 0:
        inches = room.least + rng.random() * (room.forward - room.least)
        return ["move", max(round(inches, 1), min(0.1, room.forward))]
    if room.reverse > 0:
        return ["move", -max(0.1, round(rng.random() * room.reverse, 1))]
    return None


def _into_contact(menu: MenuOffers, room: Envelope, rng: Random) -> Choice | None:
    """Most often a squadron flies up to what its action wants, now and then to a ship of its own."""
    act, model = menu.act, menu.model
    wanted: list[str] = []
    if act.action and not act.resolved:
        wanted = rulebook(menu.state).actions[act.action].closes_with(menu.state, model)
    if rng.random() >= (CONTACT_SHARE if wanted else HOMING_SHARE) or room.forward < 0.1:
        return None
    wanted = wanted or may_touch(menu.state, model)
    ident = wanted[int(rng.random() * len(wanted))] if wanted else ""
    pose = flight_to(menu.state, model, ident, room.forward)
    return ["fly", [[pose.x + 0.0, pose.y + 0.0]]] if pose is not None else None


def _goal(menu: MenuOffers, rng: Random) -> Pose | None:
    """Somewhere to make for: most often an enemy."""
    if rng.random() >= HEADING_FOR_ENEMY:
        return None
    enemies = [m for m in menu.state.on_table() if m.side != menu.side]
    return enemies[int(rng.random() * len(enemies))].pose if enemies else None


def _turn(menu: MenuOffers, room: Envelope, goal: Pose | None, rng: Random) -> Choice | None:
    angle = 1 + int(rng.random() * 45)
    side = aside(menu.model, goal) if goal is not None else rng.random() - 0.5
    signed = angle if side > 0 else -angle
    if room.pivot and not room.turns:
        return ["pivot", signed * 4]
    return ["turn", signed]


def aside(model: Model, goal: Pose) -> float:
    """Where a point lies as seen by the model: positive to starboard, negative to port."""
    ahead = model.pose.advanced(1.0)
    fx, fy = ahead.x - model.pose.x, ahead.y - model.pose.y
    dx, dy = goal.x - model.pose.x, goal.y - model.pose.y
    return dx * fy - dy * fx


def _flight(menu: MenuOffers, room: Envelope, goal: Pose | None, rng: Random) -> Choice | None:
    if room.forward < 0.5:
        return None
    x, y, _ = menu.model.pose
    for _ in range(FLY_TRIES):
        dx, dy = (goal.x - x, goal.y - y) if goal is not None else (rng.random() - 0.5, rng.random() - 0.5)
        dx, dy = dx + (rng.random() - 0.5) * 2, dy + (rng.random() - 0.5) * 2
        size = sqrt(dx * dx + dy * dy)
        if size < 0.01:
            continue
        inches = (0.3 + 0.69 * rng.random()) * room.forward
        point = [round(x + dx / size * inches, 2), round(y + dy / size * inches, 2)]
        choice: Choice = ["fly", [point]]
        if menu.judge(choice) is None:
            return choice
    return None
