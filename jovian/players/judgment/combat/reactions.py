"""What reactions to a move are worth where they come up."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.players.judgment.combat.expecting import expected_value
from jovian.players.judgment.combat.raids import intercepting
from jovian.players.judgment.places.hazards import dangers
from jovian.rules.close_combat.interception import contact_pose
from jovian.rules.close_combat.reactions import INTERCEPTION, Chance, Reactions
from jovian.rules.rulebook.shot_facts import AUTOFIRE
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess
from jovian.rules.shooting.origin import along_shot, origin_of


def chance_worth(decision: Reactions, view: State, chance: Chance) -> float:
    """TV that it promises where it comes up; a shot that harms friends more is worth less than none."""
    shooter, mover = view.models[chance.ident], chance.target(view, view.models[decision.subject])
    if chance.rank == INTERCEPTION:
        return intercepting(view, shooter, mover) - _harm(view, shooter, mover)
    shot = assess(view, shooter, (chance.mount,), mover, AUTOFIRE)
    if not isinstance(shot, Assessment):
        return 0.0
    value = expected_value(view, shot)
    origin = origin_of(view, shooter, shot)
    for other in along_shot(view, origin, shot, mover):
        second = assess(view, origin, (chance.mount,), other, AUTOFIRE, secondary=True)
        if isinstance(second, Assessment):
            value += expected_value(view, second) * (1 if other.side != shooter.side else -1)
    return value


def _harm(view: State, hunter: Model, mover: Model) -> float:
    """TV that the way to an interception costs it by what lies there."""
    end = contact_pose(view, hunter, mover)
    return dangers(view, hunter, end, [(hunter.pose, end)]) if end is not None else 0.0
