"""Withdraw (v1.2.4 Action > Withdraw, R50)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.facts.nearby import refuse_near_enemies
from jovian.rules.facts.skill_test import SkillTest, take
from jovian.rules.harm.casualties import withdraw
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_on
from jovian.rules.shooting.skill import skill_test

CLEARANCE = 6.0


class Withdraw(Action):
    """Leave the battle alive."""

    __slots__ = ()

    name = "withdraw"
    place = "v1.2.4 Action > Withdraw"
    summary = "At least 6\" from every enemy, a successful skill test takes the model out for half its points."
    needs = '6" or more from every enemy when resolved'
    gives_up = True
    desperate = True
    by_captors = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A station stays where it was built (R33)."""
        return self.no("A station stays where it was built.") if model.card.station else None

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """No enemy nearer than 6", measured when it is resolved."""
        return refuse_near_enemies(state, model, CLEARANCE, self.place)

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        aids = (effect.aids_withdrawal() for effect in effects_on(state, model, Effect.aids_withdrawal))
        return skill_test(state, model, "Withdraw", further=[aid for aid in aids if aid is not None])

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Take the test; if it is passed the model is Withdrawn."""
        if (yield from take(game, model, self.test(game.state, model))):
            withdraw(game, model)
