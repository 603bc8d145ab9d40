"""Overdrive (v1.2.4 Action > Overdrive)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.facts.marking import mark
from jovian.rules.facts.skill_test import SkillTest, take
from jovian.rules.rulebook.action import Action
from jovian.rules.shooting.skill import skill_test
from jovian.rules.traits.action_states import BY_RATING


class Overdrive(Action):
    """Run a damaged rating as if it were whole."""

    __slots__ = ()

    name = "overdrive"
    place = "v1.2.4 Action > Overdrive"
    summary = "Defense, Sensors or Thrusters count as undamaged until the End Phase; a poor test damages them first."
    needs = "a capital ship with 1+ left of the rating that it names"
    at_once = True
    names_target = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal where no rating has a box left."""
        if not model.capital:
            return self.no("Only capital ships may do this.")
        return None if self.targets(state, model) else self.no("None of its ratings has a box left.")

    def targets(self, state: State, model: Model) -> list[str]:
        """The ratings with a box left, by name."""
        return [track for track in BY_RATING if model.unmarked(track)]

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, f"Overdrive of {at}" if at else "Overdrive")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Test; failure burns all boxes of the value, a double one; then drive it."""
        act = game.state.activation
        track = at or (act.target if act else "")
        result = yield from take(game, model, self.test(game.state, model, track))
        if result.best < 2:
            mark(game, model, track, "Overdrive", whole=not result)
        BY_RATING[track].enter(game, model)
