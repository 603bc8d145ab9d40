"""Drone Bays: launching drone squadrons from their stock (v1.2.4 Weapons > Drone, Drone Bay; R77)."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.cards import UnitCard, WeaponCard
from jovian.game import TABLE, Game, Model, Refusal, State
from jovian.game.pointing import PointRing, pointed_arcs, pointed_bases
from jovian.rules.facts.marking import mark_stock, stock_left
from jovian.rules.facts.reveal import reveal
from jovian.rules.firing.attack import spend
from jovian.rules.places.attached import Escorting, attach, attached_to, flush_spots
from jovian.rules.places.contact import contacts, named
from jovian.rules.rulebook.in_force import launched, weapon_type
from jovian.rules.shooting.ratings import fire_control_left
from jovian.rules.shooting.shot import weapon_of
from jovian.rules.squadrons.escort import CLASS_III, refuse_escort
from jovian.table import Pose, arcs_of, exits, is_flush, wholly_within

PLACE = "v1.2.4 Weapons > Drone Bay"
REACH = 6.0
AHEAD = {"fore": 0, "starboard": 90, "aft": 180, "port": 270, "turret": 0, "spinal": 0}


def bays(state: State, ship: Model) -> list[str]:
    """The mounts of a ship that are Drone Bays."""
    return [mount.id for mount in ship.card.mounts if weapon_type(state, mount.weapon).launches_drones]


def refuse_bay(state: State, ship: Model, mount: str) -> Refusal | None:
    """Why a bay may not launch now: used up, damaged, or without Fire Control."""
    act = state.activation
    if mount not in bays(state, ship):
        return Refusal(f"{ship.name} has no such Drone Bay.", PLACE)
    if mount in ship.damaged:
        return Refusal("This Drone Bay is damaged.", "v1.2.4 Damage > Weapon Damage")
    if act is not None and mount in act.bays:
        return None
    if act is not None and mount in act.used:
        return Refusal("This Drone Bay has already been used in this activation.", PLACE)
    if fire_control_left(state, ship) < 1:
        return Refusal("No Fire Control is left.", "v1.2.4 Attack > Fire Control")
    return None if any(stock_left(ship, mount).values()) else Refusal("Its stock is empty.", PLACE)


def refuse_drone(state: State, ship: Model, mount: str, key: str, pose: Pose) -> Refusal | None:
    """Why a bay may not launch that drone squadron there."""
    refusal = refuse_bay(state, ship, mount)
    if refusal is not None:
        return refusal
    card = drone_card(state, key)
    if card is None or card.drone_class is None:
        return Refusal(f"There is no drone squadron '{key}'.", PLACE)
    if not stock_left(ship, mount).get(card.drone_class, 0):
        return Refusal(f"No Class {card.drone_class} drones are left in stock.", PLACE)
    weapon = weapon_of(ship, mount)
    assert weapon is not None
    return _refuse_spot(state, ship, weapon, _drone(card, ship, pose))


def drone_card(state: State, key: str) -> UnitCard | None:
    """The card of a drone squadron that bays may launch."""
    return next((card for card in state.drone_cards if card.key == key), None)


def _drone(card: UnitCard, ship: Model, pose: Pose) -> Model:
    """A drone of that card as if it stood there."""
    return Model("a drone", card, ship.side).at(pose)


def _refuse_spot(state: State, ship: Model, weapon: WeaponCard, drone: Model) -> Refusal | None:
    if exits(drone.base, drone.pose, state.width, state.height):
        return Refusal("That is off the table.", PLACE)
    ring = (PointRing(ship.pose[:2], REACH),)
    if not wholly_within(drone.base, drone.pose, ship.base, ship.pose, REACH):
        return Refusal(f'It must be wholly within 6" of {ship.name}.', PLACE, ring)
    arcs = arcs_of(ship.base, ship.pose, drone.base, drone.pose)
    if "turret" not in weapon.arcs and not any(arc in weapon.arcs for arc in arcs):
        return Refusal("It must be in the bay's arc.", PLACE, pointed_arcs(ship.id, weapon.arcs))
    touched = contacts(state, drone)
    if not touched or escorted_by(state, drone) is not None:
        return None
    return Refusal(f"It would touch {named(state, touched)}.", PLACE, pointed_bases(touched))


def escorted_by(state: State, drone: Model) -> Model | None:
    """The ship whose escort a Class III drone would be where it stands, flush with it and touching nothing else."""
    if drone.card.drone_class != CLASS_III:
        return None
    touched = contacts(state, drone)
    ship = state.models.get(touched[0]) if len(touched) == 1 else None
    if ship is None or refuse_escort(state, drone, ship) is not None:
        return None
    return ship if is_flush(ship.base, ship.pose, drone.base, drone.pose) else None


def launch_drone(game: Game, ship: Model, mount: str, key: str, pose: Pose) -> None:
    """Set a drone squadron on the table; the first of a use costs Fire Control, its stock is marked."""
    act, card = game.state.activation, drone_card(game.state, key)
    assert act is not None and card is not None and card.drone_class is not None
    weapon = weapon_of(ship, mount)
    if mount in act.bays:
        left = list(act.bays)
        left.remove(mount)
        act.bays = tuple(left)
    elif weapon is not None:
        spend(game, (mount,))
        act.bays = (*act.bays, *[mount] * (weapon.drones - 1))
    mark_stock(game, ship, mount, card.drone_class)
    _add(game, ship, card, pose)


def _add(game: Game, ship: Model, card: UnitCard, pose: Pose) -> None:
    state = game.state
    state.serial += 1
    drone = Model(f"drone-{state.serial}", card, ship.side, f"{card.name} {state.serial}")
    drone.pose, drone.place, drone.activated = pose.rounded(), TABLE, True
    escort = escorted_by(state, drone)
    state.models[drone.id] = drone
    reveal(game, drone)
    game.tell_move(drone, [drone.pose], "launch")
    launched(game, drone, ship)
    if escort is not None:
        attach(game, drone, escort, Escorting)


def drone_spots(state: State, ship: Model, mount: str, card: UnitCard) -> Iterator[Pose]:
    """Places for a drone about a ship: first flush as an escort if it may be one, then in the bay's arcs."""
    drone = _drone(card, ship, ship.pose)
    if card.drone_class == CLASS_III and not any(each.escorting for each in attached_to(state, ship)):
        yield from flush_spots(state, drone, ship)[:2]
    weapon = weapon_of(ship, mount)
    for arc in weapon.arcs if weapon else ():
        for aside in (0, 30, -30):
            out = ship.pose.turned(AHEAD[arc] + aside)
            for inches in (5.0, 3.0):
                spot = out.advanced(ship.base.length / 2 + inches)
                yield Pose(round(spot.x, 3) + 0.0, round(spot.y, 3) + 0.0, ship.pose.heading)
