"""Searching: an action and a skill test by which any model finds tokens (v1.2.4 Scenarios > Break the Truce)."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.frozen import frozen
from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.facts.skill_test import SkillTest, take
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.in_force import clauses_with
from jovian.rules.scenario.roles import plays
from jovian.rules.scenario.tokens.token import take_on, token_called
from jovian.rules.shooting.skill import skill_test

PLACE = "v1.2.4 Scenarios > Break the Truce > Search for Escape Pods"


class Search(Action):
    """Look for what the scenario has hidden; one test finds tokens of every kind that may be found."""

    __slots__ = ()

    name = "search"
    place = PLACE
    summary = "A skill test anywhere on the table finds what the scenario says; it is aboard at once."

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal where this side finds nothing, or has no room for it."""
        able = list(_finders(state, model))
        if not able:
            return self.no("There is nothing for its side to find.")
        if all(token_called(state, each.token).room(model) < 1 for each in able):
            return self.no("It carries all that it can.")
        return None

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, "Search")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Test, and load what is found onto the model itself."""
        result = yield from take(game, model, self.test(game.state, model))
        for finder in list(_finders(game.state, model)):
            count = take_on(game, model, finder.token, finder.found[result.best], self.name)
            if count:
                said = token_called(game.state, finder.token).words(count)
                for clause in clauses_with(game.state, Clause.searched):
                    clause.searched(game, model, said)


@frozen
class SearchFor(Clause):
    """What may be found by searching."""

    name = "Search"
    place = PLACE
    summary = "Any model may search, anywhere: a skill test finds so many by its result."

    token: str
    found: tuple[int, ...] = (0, 1, 2, 2)
    """How many, by N, D, T and Q+."""
    role: str = ""

    def actions(self) -> tuple[Action, ...]:
        """The action of searching."""
        return (Search(),)


def _finders(state: State, model: Model) -> Iterator[SearchFor]:
    """What the side of a model may find."""
    clauses = state.rulebook.clauses
    return (each for each in clauses if isinstance(each, SearchFor) and plays(state, model.side, each.role))
