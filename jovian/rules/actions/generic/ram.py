"""Ram (v1.2.4 Action > Ram)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.actions.needs import enemy_ships, touching
from jovian.rules.facts.skill_test import SkillTest
from jovian.rules.firing.ramming import COLLISION, bow_on, ram_capital, ram_ship, ramming_test
from jovian.rules.rulebook.action import Action

DESPERATE = 1
"""Structure at or below which a model may ram."""


class Ram(Action):
    """Run into an enemy ship on purpose."""

    name = COLLISION
    place = "v1.2.4 Action > Ram"
    verb = COLLISION
    summary = "Run into an enemy ship: two ships roll their Structure at each other; a squadron spends itself."
    needs = "Structure 0-1 or Fire Ship; contact with an enemy ship when resolved"
    rams = True
    desperate = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal above Structure 1, but for Fire Ships."""
        if model.rating("structure") > DESPERATE and not model.card.trait("Fire Ship"):
            return self.no("It needs Structure 1 or less.")
        return None

    def closes_with(self, state: State, model: Model) -> list[str]:
        """The ids of all enemy ships."""
        return enemy_ships(state, model)

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """In contact with an enemy ship (a ship with its front), the one that is named if one is."""
        found = struck(state, model)
        if not found:
            return self.no("It must be in contact with an enemy ship" + (" with its front." if model.capital else "."))
        return self.no("It is not in contact with that ship.") if at and at not in found else None

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return ramming_test(state, model, state.models.get(at))

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Ram the ship named by `at`, or the first it touches."""
        ship = game.state.models[at or struck(game.state, model)[0]]
        yield from (ram_capital if model.capital else ram_ship)(game, model, ship)


def struck(state: State, model: Model) -> list[str]:
    """The enemy ships that it is in contact with; for a ship, with its front."""
    found = touching(state, model, enemy_ships(state, model))
    return [ident for ident in found if not model.capital or bow_on(model, state.models[ident])]
