"""Ram (v1.2.4 Action > Ram)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.actions.action import Action, enemy_ships, touching

DESPERATE = 1
"""Structure at or below which a model may ram."""


class Ram(Action):
    """A last act of desperation."""

    name = "ram"
    place = "v1.2.4 Action > Ram"
    summary = "A squadron throws itself at an enemy ship: its Point Defense, then a skill test for a Critical Hit."
    needs = "Structure 0-1 or Fire Ship; contact with an enemy ship when resolved"
    tested = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Structure 1 or less, or a Fire Ship."""
        if model.capital:
            return self.no("Only squadrons ram.")
        if model.rating("structure") > DESPERATE and not model.card.trait("Fire Ship"):
            return self.no("It needs Structure 1 or less.")
        return None

    def closes_with(self, state: State, model: Model) -> list[str]:
        """Any enemy ship."""
        return enemy_ships(state, model)

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """In contact with an enemy ship, the one that is named if one is."""
        found = touching(state, model, enemy_ships(state, model))
        if not found:
            return self.no("It must be in contact with an enemy ship.")
        return self.no("It is not in contact with that ship.") if at and at not in found else None

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """The ship named, or the first it touches."""
        from jovian.rules.ramming import ram_ship  # attacks need what actions are part of

        ship = at or touching(game.state, model, enemy_ships(game.state, model))[0]
        yield from ram_ship(game, model, game.state.models[ship])
