"""Combat Air Patrol: squadrons that take up the escort of a ship (v1.2.4 Action > Combat Air Patrol, R75)."""

from __future__ import annotations

from jovian.game import Game, Model, Refusal, State
from jovian.game.pointing import pointed_bases
from jovian.rules.facts import formation
from jovian.rules.places.attached import (
    ESCORT,
    Escorting,
    attach,
    attached_to,
    escorts_at_will,
    flush_spots,
    move_to,
    nearest_flush,
)
from jovian.table import touches

CAP = "v1.2.4 Action > Combat Air Patrol"
CLASS_III = 3


def roams(state: State, squadron: Model) -> bool:
    """May it take up an escort at any ship and, if not a drone, in any activation?"""
    return escorts_at_will(state, squadron) or squadron.card.drone_class == CLASS_III


def refuse_escort(state: State, squadron: Model, ship: Model | None) -> Refusal | None:
    """Why a squadron may not escort that ship, wherever both are."""
    if ship is None or not ship.capital or ship.side != squadron.side or not ship.on_table or squadron.capital:
        return Refusal("A squadron escorts a friendly ship on the table.", CAP)
    if squadron.drone and squadron.card.drone_class != CLASS_III:
        return Refusal("Only Class III drones escort.", "v1.2.4 Weapons > Drone Bay")
    if not ship.card.trait("CAP") and not roams(state, squadron):
        return Refusal(f"{ship.name} has no CAP.", CAP)
    if any(each.escorting and each.id != squadron.id for each in attached_to(state, ship)):
        return Refusal(f"{ship.name} already has its escort.", CAP)
    return None


def refuse_take_up(state: State, squadron: Model, ship: Model | None) -> Refusal | None:
    """Why the active squadron may not become the escort of a ship here and now."""
    refusal = refuse_escort(state, squadron, ship)
    if refusal is not None or ship is None:
        return refusal
    act = state.activation
    if squadron.escorting:
        return Refusal(f"It already escorts {ship.name}.", CAP)
    if not escorts_at_will(state, squadron) and not (act is not None and act.launched):
        return Refusal("It takes up an escort only when it has just been deployed or launched.", CAP)
    if not touches(squadron.base, squadron.pose, ship.base, ship.pose):
        return Refusal(f"It must be in contact with {ship.name}.", ESCORT, pointed_bases([ship.id]))
    if not flush_spots(state, squadron, ship):
        return Refusal(f"There is no room beside {ship.name}.", ESCORT)
    return None


def take_up(game: Game, squadron: Model, ship: Model) -> None:
    """Become the escort, flush with the ship at the nearest free place; a formation breaks (R75)."""
    if squadron.formation:
        formation.leave_formation(game, squadron)
    spot = nearest_flush(game.state, squadron, ship)
    attach(game, squadron, ship, Escorting)
    if spot is not None:
        move_to(game, squadron, spot, "escort")
