"""How the ensign closes in: a squadron flies to what it declared, a ship runs into its prey, the weary go home."""

from __future__ import annotations

from jovian.game import Answer, Model, Terrain
from jovian.game.answers import Fly, Land, Move, Resolve
from jovian.rules.actions.generic import Ram
from jovian.rules.actions.squadron import Bombing, Interception
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.attached import flight_to
from jovian.rules.scenario.tokens import Mine
from jovian.rules.squadrons import refuse_aboard
from jovian.table import first_touch
from tests.yardstick.habits.launching import launch_out
from tests.yardstick.judgment.combat.raids import bombing_at_hand, weary
from tests.yardstick.judgment.nearby import apart, enemies, enemies_within
from tests.yardstick.judgment.objectives.goals import havens
from tests.yardstick.judgment.objectives.mining import seams

NEAREST = 4
"""How many ships are weighed."""


def close_in(menu: NextOrder) -> Answer | None:
    """Fly into contact with what the declared action wants, and resolve it there; home if weary."""
    act, model = menu.act, menu.model
    if model.capital:
        return _run_into(menu) if act.action == Ram.name and not act.resolved else None
    if model.aboard:
        return launch_out(menu)
    if act.action in (Bombing.name, Interception.name, Ram.name) and not act.resolved:
        if menu.judge(Resolve()) is None:
            return Resolve()
        return _fly_to(menu, [act.target] if act.target else _ships(menu))
    if act.action == Mine.name and not act.resolved:
        if menu.judge(Resolve()) is None:
            return Resolve()
        if way := _fly_to(menu, [piece.id for _, piece in sorted(seams(menu.state, model), key=_nearest)]):
            return way
    if act.landed:
        return None
    if wanted := [ship for ship, _ in havens(menu.state, model)]:
        return _land(menu, wanted)
    return _home(menu) if weary(model) else None


def _run_into(menu: NextOrder) -> Answer | None:
    """A ship that rams goes straight ahead until it touches its prey."""
    ship, forward = menu.model, menu.envelope().forward
    end = ship.pose.advanced(forward)
    dx, dy = end.x - ship.pose.x, end.y - ship.pose.y
    for other in enemies(menu.state, ship, True) if forward > 0 else ():
        touch = first_touch(ship.base, ship.pose, dx, dy, other.base, other.pose)
        move = Move(round(touch, 3)) if touch is not None else None
        if move is not None and menu.judge(move) is None:
            return move
    return None


def _nearest(seam: tuple[float, Terrain]) -> tuple[float, str]:
    return round(seam[0], 4), seam[1].id


def _ships(menu: NextOrder) -> list[str]:
    """Enemy ships, those first that promise most."""
    state, model = menu.state, menu.model
    near = enemies_within(state, model, menu.envelope().forward + 0.1, True)[:NEAREST]
    value = {ship.id: bombing_at_hand(state, model, ship) for _, ship in near}
    return sorted(value, key=lambda ident: (-value[ident], ident))


def _fly_to(menu: NextOrder, idents: list[str]) -> Answer | None:
    """The flight into contact with the first of these that it can reach, None if it reaches none."""
    forward = menu.envelope().forward
    for ident in idents:
        pose = flight_to(menu.state, menu.model, ident, forward)
        if pose is not None:
            return Fly(((pose.x + 0.0, pose.y + 0.0),))
    return None


def _home(menu: NextOrder) -> Answer | None:
    """The way to land on a ship that has room, None without one."""
    state, model = menu.state, menu.model
    ships = [s for s in state.on_table() if s.capital and refuse_aboard(state, model, s) is None and not s.is_crippled]
    return _land(menu, sorted(ships, key=lambda ship: apart(model, ship)))


def _land(menu: NextOrder, ships: list[Model]) -> Answer | None:
    """Land on the first of the ships that is in contact, else fly to the first in reach."""
    for ship in ships:
        if menu.judge(Land(ship.id)) is None:
            return Land(ship.id)
    return _fly_to(menu, [ship.id for ship in ships])
