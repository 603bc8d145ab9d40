"""What close flights of squadrons are worth: bombing, catching, and standing off to shoot instead."""

from __future__ import annotations

from math import sqrt

from jovian.game import Model, State
from jovian.rules.actions.generic import Ram
from jovian.rules.actions.squadron import Bombing
from jovian.rules.damage.expected_damage import expected_value, model_value
from jovian.rules.rulebook.effect import AUTOFIRE, BOMBING, DOGFIGHT
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.shot import POINT_DEFENSE
from jovian.table import Pose, approaches
from tests.yardstick.judgment.combat.fights import fight_value
from tests.yardstick.judgment.combat.shots import fire_from
from tests.yardstick.judgment.nearby import enemies_within

WEARY = 0.34
"""Share of Structure at or below which a squadron goes home."""
THREAT = 0.1
"""Share of a bomber's value that stopping it is reckoned to save."""
STANDOFF = 3.0
"""Inches short of an enemy from which its shots are reckoned."""
ROUND = 4.0
"""Inches beyond its Speed within which a squadron looks for something to shoot at."""
SHOT_AT = 2
"""How many of the nearest ships, and of squadrons, are weighed as targets."""


def bombing(view: State, squadron: Model, ship: Model, boost: int) -> float:
    """What bombing a ship is worth, less what its Point Defense is expected to cost on the way in."""
    there = at_contact(view, squadron, ship, boost)
    return fight_value(view, there, ship, BOMBING) - _flak(view, there, ship)


def catching(view: State, squadron: Model, other: Model, boost: int) -> float:
    """What intercepting another squadron as an action is worth."""
    return fight_value(view, at_contact(view, squadron, other, boost), other, DOGFIGHT)


def bombing_at_hand(view: State, squadron: Model, ship: Model) -> float:
    """What bombing a ship is worth to a squadron that has come near."""
    return fight_value(view, at_contact(view, squadron, ship), ship, BOMBING)


def intercepting(view: State, squadron: Model, mover: Model) -> float:
    """What intercepting one that moves is worth, more if it comes to bomb."""
    value = fight_value(view, squadron, mover, DOGFIGHT)
    act = view.activation
    if act is not None and act.action in (Bombing.name, Ram.name) and not act.resolved:
        value += THREAT * model_value(mover)
    return value


def standing_off(view: State, squadron: Model) -> float:
    """TV of the shots it could make from near its nearest enemies, one Fire Control kept for a fight."""
    best = 0.0
    for capital in (True, False):
        for _, other in enemies_within(view, squadron, squadron.card.speed + ROUND, capital)[:SHOT_AT]:
            best = max(best, fire_from(view, squadron.at(_beside(squadron, other)), 1))
    return best


def at_contact(view: State, squadron: Model, other: Model, boost: int = 0) -> Model:
    """The squadron as if it were in contact with another model, the fuel of a boost spent."""
    burnt = squadron.marks.get("fuel", 0) + min(boost, squadron.unmarked("fuel"))
    found = approaches(squadron.base, squadron.pose, other.base, other.pose, [], view.width, view.height)
    return squadron.supposed(marks={"fuel": burnt}).at(next(iter(found), squadron.pose))


def weary(squadron: Model) -> bool:
    """Has it lost so much that it had better go home?"""
    boxes = len(squadron.boxes("structure"))
    return not squadron.drone and squadron.unmarked("structure") <= boxes * WEARY


def guard(view: State, model: Model) -> bool:
    """Is it made for escorts: quick to intercept, and no bomber?"""
    guns = [mount.weapon for mount in model.card.mounts]
    best_as, best_ac = max((g.as_ or 0 for g in guns), default=0), max((g.ac or 0 for g in guns), default=0)
    return ratings.speed(view, model) > 0 and best_as >= best_ac and not model.capital


def _flak(view: State, squadron: Model, ship: Model) -> float:
    """TV that the ship's Point Defense is expected to cost on the way in."""
    shot = assess(view, ship, (POINT_DEFENSE,), squadron, AUTOFIRE)
    return expected_value(view, shot) if isinstance(shot, Assessment) else 0.0


def _beside(model: Model, other: Model) -> Pose:
    """A pose a few inches short of another model."""
    dx, dy = other.pose.x - model.pose.x, other.pose.y - model.pose.y
    size = sqrt(dx * dx + dy * dy) or 1.0
    share = max(0.0, size - STANDOFF) / size
    return model.pose.moved(dx * share, dy * share).rounded()
