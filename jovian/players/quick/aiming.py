"""What a quick player shoots at: the best attacks from a pose, by remembered shares."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from jovian.game import Model, State
from jovian.game.answers import Attack, Defend
from jovian.players.judgment.places.standing import EXPOSED, SEEN, UNDER_GUNS
from jovian.players.quick.memory import Memory
from jovian.rules.harm.expect import worth
from jovian.rules.shooting.shot import POINT_DEFENSE

LITTLE = 0.05
"""TV below which a shot is not worth the trouble."""
WIDE = 5.0
"""Inches that two bases take of the distance of their centers at most."""


class Aim(NamedTuple):
    """An attack, and what it is worth in TV."""

    value: float
    answer: Attack | Defend
    mounts: tuple[str, ...]


class Sight(NamedTuple):
    """What a model has from a pose."""

    aims: list[Aim]
    """Its attacks, the best first."""
    nearest: float
    """Inches from center to center of the nearest enemy."""
    exposed: float
    """The share of its own TV that the arcs which it shows cost."""


def look(state: State, memory: Memory, model: Model, free: Collection[str], foes: list[Model]) -> Sight:
    """What a model could do with its free mounts from a pose, which need not be where it stands."""
    found: list[Aim] = []
    prey = memory.prey(state, model.side)
    defense, nearest, exposed = 0.0, 999.0, 0.0
    for foe in foes:
        lie = memory.lie(model, foe)
        nearest = min(nearest, lie.apart)
        steps = memory.reaches(state, model, foe)
        if lie.apart <= SEEN:
            arcs = lie.arcs
            flak = UNDER_GUNS if foe.capital and not arcs and lie.inches < model.card.signature else 0.0
            exposed += EXPOSED.get(arcs[0], 0.0) if arcs else flak
        if not steps or lie.apart >= steps[-1] + WIDE or lie.inches > steps[-1]:
            continue
        value = worth(foe) + prey.get(foe.id, 0.0)
        for mounts, share in memory.gunnery(state, model, foe, steps, lie):
            if mounts[0] == POINT_DEFENSE:
                defense += share * value
            elif all(each in free for each in mounts):
                found.append(Aim(share * value, Attack(mounts, foe.id), mounts))
    if defense > 0 and POINT_DEFENSE in free:
        found.append(Aim(defense, Defend(), (POINT_DEFENSE,)))
    found.sort(key=lambda each: -each.value)
    return Sight(found, nearest, exposed)


def total(aims: list[Aim], fire_control: int) -> float:
    """What the best of them are worth together, one for each Fire Control."""
    used: set[str] = set()
    found = 0.0
    for aim in aims:
        if fire_control < 1:
            break
        if not used.intersection(aim.mounts):
            used.update(aim.mounts)
            found += aim.value
            fire_control -= 1
    return found
