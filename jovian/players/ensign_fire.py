"""What the ensign shoots at: the attack with the best exact expected damage, less what it would do to friends."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game import Choice, Model, State
from jovian.rules.assessment import Assessment
from jovian.rules.attack import defenses
from jovian.rules.effects.bearing import weapon_type
from jovian.rules.expect import expected_value
from jovian.rules.formula import assess
from jovian.rules.link import link_group
from jovian.rules.menu import Menu
from jovian.rules.nukes import blast_at
from jovian.rules.ratings import fire_control_left
from jovian.rules.shot import ACTIVATION, POINT_DEFENSE
from jovian.rules.sight import along_line
from jovian.table import TOLERANCE, distance

WORTH_A_NUKE = 3.0
"""TV that a Nuke must be expected to take, friends deducted."""
WORTH_FIRING = 0.05
"""TV below which a shot is not worth the trouble."""


@dataclass(frozen=True, slots=True)
class Fire:
    """An attack and what it is worth, in TV."""

    choice: Choice
    value: float
    mounts: tuple[str, ...]
    total: float = 0.0
    """What all remaining Fire Control is worth from here, this attack first."""


def best_attack(menu: Menu) -> Fire | None:
    """The best attack from where the active model stands; None if there is none worth it."""
    if menu.leaving() is not None:
        return None
    fires = volleys(menu.state, menu.model, menu.free_mounts(), menu.act.used)
    if not fires:
        return None
    left = fire_control_left(menu.state, menu.model)
    total = offense(fires, left)
    best = fires[0]
    return Fire(best.choice, best.value, best.mounts, total) if total > WORTH_FIRING else None


def best_nuke(menu: Menu) -> Choice | None:
    """A Nuke where it hurts the enemy most and friends little; None if that is not worth it."""
    best: tuple[float, Choice] | None = None
    for order in menu.orders():
        if order.verb == "nuke" and fire_control_left(menu.state, menu.model) > 0:
            for choice in order.choices(menu.state, menu.model):
                value = _burst(menu, choice)
                if value > WORTH_A_NUKE and (best is None or value > best[0]) and menu.judge(choice) is None:
                    best = value, choice
    return best[1] if best is not None else None


def _burst(menu: Menu, choice: Choice) -> float:
    total = 0.0
    for shot in blast_at(menu.state, menu.model, *choice[1:]):
        value = expected_value(menu.state, shot)
        total += value if menu.state.models[shot.target].side != menu.side else -1.3 * value
    return total


def volleys(state: State, model: Model, free: list[str], used: tuple[str, ...]) -> list[Fire]:
    """Every attack that the model could make from its pose, best first. The model may be a ghost."""
    if fire_control_left(state, model) < 1:
        return []
    enemies = [other for other in state.on_table() if other.side != model.side]
    found = [fire for enemy in enemies for fire in _at(state, model, free, enemy)]
    if model.capital and POINT_DEFENSE not in used and any(not enemy.capital for enemy in enemies):
        found += _defense(state, model, free)
    return sorted(found, key=lambda fire: (-fire.value, fire.choice))


def _at(state: State, model: Model, free: list[str], enemy: Model) -> list[Fire]:
    found: list[Fire] = []
    bearing: list[str] = []
    apart = distance(model.base, model.pose, enemy.base, enemy.pose)
    for ident in free:
        if not _reaches(state, model, ident, enemy, apart):
            continue
        shot = assess(state, model, (ident,), enemy, ACTIVATION)
        if isinstance(shot, Assessment):
            bearing.append(ident)
            found.append(_fire(state, model, enemy, shot))
    for ident in bearing:
        group = link_group(model, ident, bearing, enemy) if len(bearing) > 1 else [ident]
        if len(group) > 1 and group[0] == min(group):
            shot = assess(state, model, tuple(group), enemy, ACTIVATION)
            if isinstance(shot, Assessment):
                found.append(_fire(state, model, enemy, shot))
    return found


def _reaches(state: State, model: Model, ident: str, enemy: Model, apart: float) -> bool:
    """A cheap test in front of the formula."""
    mount = model.mount(ident)
    if mount is None or mount.weapon.trait("Sniper") or "long-shot" in model.states:
        return mount is not None
    return apart <= weapon_type(mount.weapon).reach(state, model, mount.weapon, enemy) + TOLERANCE


def _fire(state: State, model: Model, enemy: Model, shot: Assessment) -> Fire:
    value = expected_value(state, shot)
    if shot.kinetic:
        value += _along(state, model, shot, enemy)
    return Fire(["attack", list(shot.mounts), enemy.id], value, shot.mounts)


def _along(state: State, model: Model, shot: Assessment, enemy: Model) -> float:
    """What the line does to the others it touches: enemies count, friends count against it."""
    total = 0.0
    for other in along_line(state, model, enemy):
        if other.id != model.id:
            second = assess(state, model, shot.mounts, other, ACTIVATION, secondary=True)
            if isinstance(second, Assessment):
                worth = expected_value(state, second)
                total += worth if other.side != model.side else -1.2 * worth
    return total


def _defense(state: State, model: Model, free: list[str]) -> list[Fire]:
    found = []
    for mount in (POINT_DEFENSE, *(m for m in free if _clusters(model, m))):
        total = 0.0
        for shot in defenses(state, model, mount):
            total += expected_value(state, shot)
        if total > 0:
            found.append(Fire(["defend"] if mount == POINT_DEFENSE else ["defend", mount], total, (mount,)))
    return found


def _clusters(model: Model, mount: str) -> bool:
    found = model.mount(mount)
    return found is not None and found.weapon.trait("CMM") is not None


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
