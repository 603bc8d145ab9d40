"""Board (v1.2.4 Action > Board, R46)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.facts.formation import members
from jovian.rules.harm.boarding import board, landing_force
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.in_force import attacked
from jovian.table import TOLERANCE, distance

REACH, ASSAULT_CRAFT = 1.0, 3.0


class Board(Action):
    """Send marines to an enemy ship."""

    __slots__ = ()

    name = "board"
    place = "v1.2.4 Action > Board"
    verb = "board"
    summary = "Marines cross to an enemy ship nearby, through its Point Defense, and fight for it from within."
    needs = 'Marines 1+, not Boarded; an enemy ship within 1" (Assault Craft 3") when resolved'
    boards = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without marines to send."""
        return None if landing_force(state, model) else self.no("It needs Marines 1 or more.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """An enemy ship in reach, the one that is named if one is."""
        found = in_reach(state, model)
        if not found:
            return self.no(f'No enemy ship is within {reach(model):.0f}".')
        return self.no("That ship is out of reach.") if at and at not in found else None

    def reach(self, model: Model) -> float:
        """As far as its marines board."""
        return reach(model)

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Board the ship named by `at`, or the nearest."""
        ship = game.state.models[at or in_reach(game.state, model)[0]]
        attacked(game, model, ship, self.name)
        yield from board(game, model, ship)


def reach(model: Model) -> float:
    """Inches across which it boards."""
    return ASSAULT_CRAFT if model.card.trait("Assault Craft") else REACH


def boardable(state: State, model: Model) -> list[Model]:
    """Whatever has a deck and is not its own: enemy and neutral ships, stations, unidentified objects (R33, R46)."""
    return [other for other in state.on_table() if other.side != model.side and other.card.kind != "squadron"]


def in_reach(state: State, model: Model) -> list[str]:
    """What it, or another of its formation, may board, nearest first."""
    group = members(state, model)
    apart = [
        (min(round(distance(each.base, each.pose, ship.base, ship.pose), 4) for each in group), ship.id)
        for ship in boardable(state, model)
    ]
    return [ident for inches, ident in sorted(apart) if inches <= reach(model) + TOLERANCE]
