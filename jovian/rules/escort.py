"""Escorts: the trait, Combat Air Patrol, and squadrons that escort a ship (v1.2.4 Action > Combat Air Patrol, R75).

`placement/attached.py` has the state `Escorting` and the places around a ship.
"""

from __future__ import annotations

from jovian.cards.traits import implements
from jovian.game import Game, Model, Refusal, State
from jovian.game.decision import pointed_bases
from jovian.rules.basics.formation import leave_formation
from jovian.rules.placement.attached import (
    ESCORT,
    Escorting,
    attach,
    attached_to,
    cast_off,
    escorts_at_will,
    flush_spots,
    move_to,
    nearest_flush,
)
from jovian.rules.placement.legal_places import ids_in_contact
from jovian.table import is_flush, touches

CAP = "v1.2.4 Action > Combat Air Patrol"
CLASS_III = 3
"""The class of drones that may escort and intercept."""


def escorts_of(state: State, ship: Model) -> list[Model]:
    """Return the squadrons that escort a ship."""
    return [squadron for squadron in attached_to(state, ship) if squadron.is_escorting]


@implements("CAP", tests="rules/test_escorts")
def refuse_escort(state: State, squadron: Model, ship: Model | None) -> Refusal | None:
    """Return why a squadron may not escort that ship, wherever both are, or None if it may."""
    if ship is None or not ship.is_capital or ship.side != squadron.side or not ship.is_on_table or squadron.is_capital:
        return Refusal("A squadron escorts a friendly ship on the table.", CAP)
    if squadron.is_drone and squadron.card.drone_class != CLASS_III:
        return Refusal("Only Class III drones may escort.", "v1.2.4 Weapons > Drone Bay")
    needs_cap = not escorts_at_will(state, squadron) and squadron.card.drone_class != CLASS_III
    if needs_cap and not ship.card.trait("CAP"):
        return Refusal(f"{ship.name} has no Air patrol (CAP).", CAP)
    if any(escort.id != squadron.id for escort in escorts_of(state, ship)):
        return Refusal(f"{ship.name} already has an escort.", CAP)
    return None


def refuse_start_of_escort(state: State, squadron: Model, ship: Model | None) -> Refusal | None:
    """Return why the active squadron may not start to escort a ship where both are now, or None if it may."""
    refusal = refuse_escort(state, squadron, ship)
    if refusal is not None or ship is None:
        return refusal
    act = state.activation
    if squadron.is_escorting:
        return Refusal(f"{squadron.name} already escorts {ship.name}.", CAP)
    if act is not None and act.action:
        reason = f"Combat Air Patrol is an action, and {squadron.name} has declared {act.action.title()}."
        return Refusal(reason, CAP)
    if not escorts_at_will(state, squadron) and not (act is not None and act.launched):
        return Refusal(f"{squadron.name} may start an escort only when it has just been deployed or launched.", CAP)
    if not touches(squadron.base, squadron.pose, ship.base, ship.pose):
        return Refusal(f"{squadron.name} must be in contact with {ship.name}.", ESCORT, pointed_bases([ship.id]))
    if not flush_spots(state, squadron, ship):
        return Refusal(f"There is no free place next to {ship.name}.", ESCORT)
    return None


def start_escort(game: Game, squadron: Model, ship: Model) -> None:
    """Start an escort at the nearest free place flush with the ship. The squadron leaves its formation (R75)."""
    if squadron.formation:
        leave_formation(game, squadron)
    spot = nearest_flush(game.state, squadron, ship)
    attach(game, squadron, ship, Escorting)
    if spot is not None:
        move_to(game, squadron, spot, "escort")


def ship_to_escort(state: State, drone: Model) -> Model | None:
    """Return the ship that a Class III drone would escort where it is, or None.

    The drone must be flush with the ship and touch nothing else.
    """
    if drone.card.drone_class != CLASS_III:
        return None
    touched = ids_in_contact(state, drone)
    ship = state.models.get(touched[0]) if len(touched) == 1 else None
    if ship is None or refuse_escort(state, drone, ship) is not None:
        return None
    return ship if is_flush(ship.base, ship.pose, drone.base, drone.pose) else None


def return_to_ship(game: Game, escort: Model, ship: Model) -> None:
    """Put an escort back at its ship after an interception. Without a free place there, it is cast off."""
    spot = nearest_flush(game.state, escort, ship)
    if spot is None:
        cast_off(game, escort)
    else:
        move_to(game, escort, spot, "escort")
