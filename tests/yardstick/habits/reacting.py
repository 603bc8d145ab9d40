"""How the ensign reacts to a move: each worthwhile shot as it comes up, and the best of the interceptions."""

from __future__ import annotations

from jovian.game import State
from jovian.game.answers import Decline
from jovian.rules.close_combat.interception import INTERCEPTION, Chance, Reactions, Reply
from jovian.rules.shots.ratings import fire_control_left
from tests.yardstick.judgment.combat.reactions import chance_worth
from tests.yardstick.judgment.objectives.truce import truce

WORTHWHILE = 0.2
"""TV that an interception must promise."""


def react(decision: Reactions, view: State) -> Reply:
    """The first that comes up of those that it means to take, at one point the best; what is passed by is lost."""
    meant = _meant(decision, view)
    if not meant:
        return Decline()
    first = min(meant, key=lambda each: (each.inches, each.rank, -meant[each]))
    return first.answer


def _meant(decision: Reactions, view: State) -> dict[Chance, float]:
    """What it means to take, with its worth: one interception, and as many shots as there is Fire Control for."""
    peace = truce(view, decision.side)
    worth = {each: chance_worth(decision, view, each) - peace for each in decision.chances}
    hunts = [each for each in worth if each.rank == INTERCEPTION and worth[each] > WORTHWHILE]
    found = {each: worth[each] for each in hunts if each is max(hunts, key=lambda one: worth[one])}
    shots = [each for each in worth if each.rank != INTERCEPTION and worth[each] > 0]
    for ident in dict.fromkeys(each.ident for each in shots):
        own = sorted((each for each in shots if each.ident == ident), key=lambda each: -worth[each])
        found |= {each: worth[each] for each in own[: fire_control_left(view, view.models[ident])]}
    return found
