"""What shots are worth: exact expected damage in TV, less what they would do to friends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from jovian.game import Model, State
from jovian.game.answers import Attack, Defend, FireNuke
from jovian.rules.attack.attack import defenses, stand_in
from jovian.rules.attack.impacts import blast_at
from jovian.rules.damage.expected_damage import expected_share, expected_value
from jovian.rules.rulebook.active_effects import weapon_type
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.shots.formula import Assessment, assess, may_reach_long
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import POINT_DEFENSE, along_line, link_group
from jovian.table import TOLERANCE
from tests.yardstick.judgment.nearby import apart, enemies

FRIENDS_IN_LINE = 1.2
"""What damage to a friend on a kinetic line counts, against the same to an enemy."""
FRIENDS_IN_BLAST = 1.3
"""What damage to a friend in a Nuke's burst counts."""


@dataclass(frozen=True, slots=True)
class Fire:
    """An attack and what it is worth, in TV."""

    answer: Attack | Defend
    value: float
    mounts: tuple[str, ...]
    shots: tuple[Assessment, ...]
    """The shot that it is, or every shot of a Point Defense; a kinetic line's on its target alone."""


def offense(fires: list[Fire], fire_control: int) -> float:
    """What the best attacks with different weapons are worth together, one for each Fire Control."""
    used: tuple[str, ...] = ()
    total = 0.0
    for fire in fires:
        if fire_control < 1:
            break
        if fire.value > 0 and not any(mount in used for mount in fire.mounts):
            used = (*used, *fire.mounts)
            total += fire.value
            fire_control -= 1
    return total


def fire_from(view: State, model: Model, fire_control: int) -> float:
    """TV that all of a model's guns are worth together from its pose, which need not be where it stands."""
    free = [mount.id for mount in model.card.mounts if mount.id not in model.damaged]
    return offense(volleys(view, model, free, ()), fire_control)


def burst(view: State, model: Model, nuke: FireNuke) -> float:
    """What a Nuke is worth where an order would send it, friends deducted."""
    total = 0.0
    for shot in blast_at(view, model, nuke.mount, nuke.x, nuke.y):
        value, target = expected_value(view, shot), view.models[shot.target]
        if not target.neutral:
            total += value if target.side != model.side else -FRIENDS_IN_BLAST * value
    return total


def volleys(
    view: State, model: Model, free: list[str], used: tuple[str, ...], prey: Mapping[str, float] | None = None
) -> list[Fire]:
    """Every attack that the model could make from its pose, which need not be where it stands; best first.

    `prey` is what the loss of an enemy is worth beyond its own TV, by id.
    """
    if fire_control_left(view, model) < 1:
        return []
    foes = enemies(view, model)
    found = [fire for enemy in foes for fire in _at(view, model, free, enemy)]
    if model.capital and POINT_DEFENSE not in used and any(not enemy.capital for enemy in foes):
        found += _defense(view, model, free)
    if prey:
        found = [_at_prey(view, fire, prey) for fire in found]
    return sorted(found, key=_best_first)


def _at_prey(view: State, fire: Fire, prey: Mapping[str, float]) -> Fire:
    """An attack, its value raised by the share of what its targets are worth besides."""
    more = sum(prey.get(shot.target, 0.0) * expected_share(view, shot) for shot in fire.shots)
    return replace(fire, value=fire.value + more) if more else fire


def _best_first(fire: Fire) -> tuple[float, str, tuple[str, ...], str]:
    """By worth; of those alike attacks before Point Defense, by weapon and target."""
    match fire.answer:
        case Attack(mounts, target):
            return -fire.value, Attack.verb, mounts, target
        case Defend(mount):
            return -fire.value, Defend.verb, () if mount is None else (mount,), ""


def _at(view: State, model: Model, free: list[str], enemy: Model) -> list[Fire]:
    """Attacks on one enemy: each gun by itself, then those that link."""
    found: list[Fire] = []
    bearing: list[str] = []
    inches = apart(model, enemy)
    for ident in free:
        if not _reaches(view, model, ident, enemy, inches):
            continue
        shot = assess(view, model, (ident,), enemy, ACTIVATION)
        if isinstance(shot, Assessment):
            bearing.append(ident)
            found.append(_fire(view, model, enemy, shot))
    for ident in bearing:
        group = link_group(view, model, ident, bearing, enemy) if len(bearing) > 1 else [ident]
        if len(group) > 1 and group[0] == min(group):
            shot = assess(view, model, tuple(group), enemy, ACTIVATION)
            if isinstance(shot, Assessment):
                found.append(_fire(view, model, enemy, shot))
    return found


def _reaches(view: State, model: Model, ident: str, enemy: Model, inches: float) -> bool:
    """May a weapon reach an enemy so far away at all? A cheap test in front of the formula."""
    mount = model.mount(ident)
    if mount is None or may_reach_long(view, model, mount.weapon):
        return mount is not None
    return inches <= weapon_type(view, mount.weapon).reach(view, model, mount.weapon, enemy) + TOLERANCE


def _fire(view: State, model: Model, enemy: Model, shot: Assessment) -> Fire:
    value = expected_value(view, shot)
    if shot.impact.kinetic:
        value += _along(view, model, shot, enemy)
    return Fire(Attack(shot.mounts, enemy.id), value, shot.mounts, (shot,))


def _along(view: State, model: Model, shot: Assessment, enemy: Model) -> float:
    """What the line does to the others it touches: enemies count, friends count against it."""
    total = 0.0
    for other in along_line(view, model, enemy):
        if other.id != model.id and not other.neutral:
            second = assess(view, model, shot.mounts, other, ACTIVATION, secondary=True)
            if isinstance(second, Assessment):
                worth = expected_value(view, second)
                total += worth if other.side != model.side else -FRIENDS_IN_LINE * worth
    return total


def _defense(view: State, model: Model, free: list[str]) -> list[Fire]:
    """Point Defense, and each CMM used as one, at all that is near."""
    found = []
    for mount in (POINT_DEFENSE, *(m for m in free if stand_in(view, model, m) is not None)):
        total, shots = 0.0, tuple(defenses(view, model, mount))
        for shot in shots:
            total += expected_value(view, shot)
        if total > 0:
            answer = Defend() if mount == POINT_DEFENSE else Defend(mount)
            found.append(Fire(answer, total, (mount,), shots))
    return found
