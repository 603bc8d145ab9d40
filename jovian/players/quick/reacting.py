"""How a quick player reacts to a move: the first shot that comes up and harms, or a fight that it is good at."""

from __future__ import annotations

from jovian.game import State
from jovian.game.answers import Decline
from jovian.players.judgment.combat.expecting import expected_value
from jovian.players.quick.closing import close_fight
from jovian.players.quick.memory import Memory
from jovian.rules.close_combat.reactions import INTERCEPTION, Reactions, Reply
from jovian.rules.rulebook.shot_facts import AUTOFIRE, DOGFIGHT
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess

GOOD = 0.5
"""TV that an interception must promise."""


def react(decision: Reactions, state: State, memory: Memory) -> Reply:
    """The first that is worth it where it comes up."""
    for chance in sorted(decision.chances, key=lambda each: (each.inches, each.rank)):
        shooter, mover = state.models[chance.ident], chance.target(state, state.models[decision.subject])
        if chance.rank == INTERCEPTION:
            if close_fight(state, memory, shooter, mover, DOGFIGHT, there=True) > GOOD:
                return chance.answer
            continue
        shot = assess(state, shooter, (chance.mount,), mover, AUTOFIRE)
        if isinstance(shot, Assessment) and expected_value(state, shot) > 0:
            return chance.answer
    return Decline()
