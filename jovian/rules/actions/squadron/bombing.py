"""Bombing (v1.2.4 Action > Bombing): resolves a Bombing Run."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.actions.needs import enemy_ships, touching
from jovian.rules.close_combat.bombing import bombing_run
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.shot_facts import BOMBING


class Bombing(Action):
    """Attack a capital ship in contact."""

    __slots__ = ()

    name = BOMBING
    place = "v1.2.4 Action > Bombing"
    verb = "bomb"
    summary = "Fly into contact with an enemy ship and bomb it: fuel, skill and a weapon against its guns and Defense."
    needs = "a squadron; contact with an enemy ship when resolved"
    owed_on_hull = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for all but squadrons."""
        return self.no("Only squadrons bomb.") if model.capital else None

    def closes_with(self, state: State, model: Model) -> list[str]:
        """Any enemy ship; from a hull only that ship."""
        return [model.host] if model.assaulting else enemy_ships(state, model)

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """In contact with an enemy ship, the one that is named if one is."""
        found = touching(state, model, self.closes_with(state, model))
        if not found:
            return self.no("It must be in contact with an enemy ship.")
        return self.no("It is not in contact with that ship.") if at and at not in found else None

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """The Bombing Run on the ship named, or the first it touches."""
        ship = at or touching(game.state, model, self.closes_with(game.state, model))[0]
        yield from bombing_run(game, model, game.state.models[ship])
