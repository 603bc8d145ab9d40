"""Assaulting: exo-armors that cling to the hull of a ship they have bombed (v1.2.4 Action > Assaulting, R74)."""

from __future__ import annotations

from jovian.game import Game, Model, State
from jovian.rules.places.attached import Assaulting, attach, attached_to, flush_spots, move_to, refuse_flush
from jovian.rules.places.obstacles import taken
from jovian.table import Pose, pack


def may_assault(squadron: Model, ship: Model) -> bool:
    """Can it cling to that ship: exo-armors, an enemy ship still on the table?"""
    return squadron.card.squadron_type == "exo-armor" and ship.on_table and ship.side != squadron.side


def hull_spots(state: State, squadron: Model, ship: Model) -> list[Pose]:
    """Free places on the hull; if there is none, one that the other assailants free by making room."""
    return flush_spots(state, squadron, ship) or room_made(state, squadron, ship)[-1:]


def room_made(state: State, squadron: Model, ship: Model) -> list[Pose]:
    """Places for all assailants and one more, the new one's last; [] if the hull has no room for it."""
    there = [each for each in attached_to(state, ship) if each.assaulting]
    moving = {squadron.id, ship.id, *(each.id for each in there)}
    others = taken(state, squadron, (ship.base, ship.pose), moving)
    found = pack(ship.base, ship.pose, squadron.base, len(there) + 1, others, state.width, state.height)
    return found or []


def cling(game: Game, squadron: Model, ship: Model, pose: Pose) -> None:
    """Set the squadron on the hull; where it has no free place, the other assailants close up."""
    if refuse_flush(game.state, squadron.at(pose), ship) is not None:
        there = [each for each in attached_to(game.state, ship) if each.assaulting]
        for each, spot in zip(there, room_made(game.state, squadron, ship), strict=False):
            move_to(game, each, spot, "assault")
    move_to(game, squadron, pose, "assault")
    attach(game, squadron, ship, Assaulting)
