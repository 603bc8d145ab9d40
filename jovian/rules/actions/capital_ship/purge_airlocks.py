"""Purge Airlocks (v1.2.4 Action > Purge Airlocks)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.facts.skill_test import SkillTest, take
from jovian.rules.harm.boarded import Boarded
from jovian.rules.harm.boarding import purge
from jovian.rules.rulebook.action import Action
from jovian.rules.shooting.skill import skill_test


class PurgeAirlocks(Action):
    """Throw the boarders out, and perhaps marines with them."""

    __slots__ = ()

    name = "purge airlocks"
    place = "v1.2.4 Action > Purge Airlocks"
    summary = "A skill test: failure halves boarders and marines, a double halves the boarders, better throws all out."
    needs = "a Boarded ship"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without boarders."""
        return None if Boarded.holds(model) else self.no("No boarders are aboard.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, "Purge Airlocks")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Take the test and apply its row of the table."""
        result = yield from take(game, model, self.test(game.state, model))
        yield from purge(game, model, result)
