"""How the ensign reacts to a move: each worthwhile shot as it comes up, and the best of the interceptions."""

from __future__ import annotations

from jovian.game import Choice, State
from jovian.players.ensign_squadrons import intercepts
from jovian.rules.assessment import Assessment
from jovian.rules.expect import expected_value
from jovian.rules.formula import assess
from jovian.rules.ratings import fire_control_left
from jovian.rules.reactions import INTERCEPTION, Chance, Reactions
from jovian.rules.shot import AUTOFIRE
from jovian.rules.sight import along_line

WORTHWHILE = 0.2
"""TV that an interception must promise."""


def react(decision: Reactions, view: State) -> Choice:
    """The first that comes up of those that it means to take, at one point the best; what is passed by is lost."""
    meant = _meant(decision, view)
    if not meant:
        return ["decline"]
    first = min(meant, key=lambda each: (each.inches, each.rank, -meant[each]))
    return list(first.choice)


def _meant(decision: Reactions, view: State) -> dict[Chance, float]:
    """What it means to take, with its worth: one interception, and as many shots as there is Fire Control for."""
    worth = {each: _worth(decision, view, each) for each in decision.chances}
    hunts = [each for each in worth if each.rank == INTERCEPTION and worth[each] > WORTHWHILE]
    found = {each: worth[each] for each in hunts if each is max(hunts, key=lambda one: worth[one])}
    shots = [each for each in worth if each.rank != INTERCEPTION and worth[each] > 0]
    for ident in dict.fromkeys(each.ident for each in shots):
        own = sorted((each for each in shots if each.ident == ident), key=lambda each: -worth[each])
        found |= {each: worth[each] for each in own[: fire_control_left(view, view.models[ident])]}
    return found


def _worth(decision: Reactions, view: State, chance: Chance) -> float:
    """TV that it promises where it comes up; a shot that harms friends more is worth less than none."""
    shooter, mover = view.models[chance.ident], chance.ghost(view, view.models[decision.subject])
    if chance.rank == INTERCEPTION:
        return intercepts(view, chance.ident, mover)
    shot = assess(view, shooter, (chance.mount,), mover, AUTOFIRE)
    if not isinstance(shot, Assessment):
        return 0.0
    value = expected_value(view, shot)
    for other in along_line(view, shooter, mover) if shot.kinetic else ():
        second = assess(view, shooter, (chance.mount,), other, AUTOFIRE, secondary=True)
        if isinstance(second, Assessment):
            value += expected_value(view, second) * (1 if other.side != shooter.side else -1)
    return value
