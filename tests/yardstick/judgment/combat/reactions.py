"""What reactions to a move are worth where they come up."""

from __future__ import annotations

from jovian.game import State
from jovian.rules.close_combat.interception import INTERCEPTION, Chance, Reactions
from jovian.rules.damage.expected_damage import expected_value
from jovian.rules.rulebook.effect import AUTOFIRE
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.shot import along_line
from tests.yardstick.judgment.combat.raids import intercepting


def chance_worth(decision: Reactions, view: State, chance: Chance) -> float:
    """TV that it promises where it comes up; a shot that harms friends more is worth less than none."""
    shooter, mover = view.models[chance.ident], chance.target(view, view.models[decision.subject])
    if chance.rank == INTERCEPTION:
        return intercepting(view, shooter, mover)
    shot = assess(view, shooter, (chance.mount,), mover, AUTOFIRE)
    if not isinstance(shot, Assessment):
        return 0.0
    value = expected_value(view, shot)
    for other in along_line(view, shooter, mover) if shot.impact.kinetic else ():
        second = assess(view, shooter, (chance.mount,), other, AUTOFIRE, secondary=True)
        if isinstance(second, Assessment):
            value += expected_value(view, second) * (1 if other.side != shooter.side else -1)
    return value
