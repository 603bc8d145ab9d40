"""Ram (v1.2.4 Action > Ram)."""

from __future__ import annotations

from jovian.game import Game, Model, Option, Pick, Procedure, Refusal, State, answers, ask
from jovian.rules.actions.needs import enemy_ships, touching
from jovian.rules.facts.formation import members
from jovian.rules.facts.skill_test import SkillTest
from jovian.rules.firing.ramming import COLLISION, bow_on, ram_capital, ram_ship, ramming_test
from jovian.rules.harm.meaning import Stake
from jovian.rules.rulebook.action import Action
from jovian.table import touches

DESPERATE = 1
"""Structure at or below which a model may ram."""


class Ram(Action):
    """Run into an enemy ship on purpose."""

    __slots__ = ()

    name = COLLISION
    place = "v1.2.4 Action > Ram"
    verb = COLLISION
    summary = "Run into an enemy ship: two ships roll their Structure at each other; a squadron spends itself."
    needs = "Structure 0-1 or Fire Ship; contact with an enemy ship when resolved"
    rams = True
    desperate = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal above Structure 1, but for Fire Ships."""
        return None if rammers(state, model) else self.no("It needs Structure 1 or less.")

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
        if model.capital:
            yield from ram_capital(game, model, ship)
        else:
            yield from ram_ship(game, (yield from self._rammer(game, model, ship)), ship)

    def _rammer(self, game: Game, squadron: Model, ship: Model) -> Procedure[Model]:
        """Who of a formation rams: one of those that may and are in contact, as their owner chooses."""
        able = [each for each in rammers(game.state, squadron) if in_touch(each, ship)]
        listed = [Option(answers.Ram(each.id), f"{each.name} rams {ship.name}") for each in able]
        title = f"{squadron.name}: who of the formation rams {ship.name}?"
        pick = Pick(COLLISION, squadron.side, title, self.place, listed, subject=squadron.id, stake=Stake(ship.id))
        return game.state.models[(yield from ask(pick)).model or squadron.id]


def rammers(state: State, model: Model) -> list[Model]:
    """Who of a formation, or the model alone, has so little Structure left that it may ram, or is made for it."""
    group = members(state, model)
    return [each for each in group if each.rating("structure") <= DESPERATE or each.card.trait("Fire Ship")]


def in_touch(one: Model, other: Model) -> bool:
    """Are the two in contact?"""
    return touches(one.base, one.pose, other.base, other.pose)


def struck(state: State, model: Model) -> list[str]:
    """The enemy ships that it, or another of its formation that may ram, touches; for a ship, with its front."""
    if model.capital:
        found = touching(state, model, enemy_ships(state, model))
        return [ident for ident in found if bow_on(model, state.models[ident])]
    able = rammers(state, model)
    return [ident for ident in enemy_ships(state, model) if any(in_touch(each, state.models[ident]) for each in able)]
