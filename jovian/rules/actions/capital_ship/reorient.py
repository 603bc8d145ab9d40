"""Reorient (v1.2.4 Action > Reorient, R22)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.game.activation import EXTRA_TURN, FREE_TURN, TWO_TURNS
from jovian.rules.actions.needs import thrusters_needed
from jovian.rules.facts.skill_test import SkillTest, take
from jovian.rules.places.limits import turns_end_move
from jovian.rules.rulebook.action import Action
from jovian.rules.shooting.skill import skill_test


class Reorient(Action):
    """More turns than the ship is built for."""

    __slots__ = ()

    name = "reorient"
    place = "v1.2.4 Action > Reorient"
    summary = "A skill test: failure gives one more turn, success one free turn to any heading."
    needs = "Thrusters 1+"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without Thrusters 1+."""
        return thrusters_needed(self, state, model)

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, "Reorient")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Test, and note what the ship may do with it. A Sluggish ship makes two turns in all, either way."""
        act = game.state.activation
        assert act is not None
        result = yield from take(game, model, self.test(game.state, model))
        if turns_end_move(game.state, model):
            act.granted = (*act.granted, TWO_TURNS)
        else:
            act.granted = (*act.granted, FREE_TURN if result else EXTRA_TURN)
