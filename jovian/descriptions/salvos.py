"""Which attacks of a model at a target are worth firing together.

A salvo is a list of attacks, each with one weapon or linked ones, as many as Fire Control allows.
"""

from __future__ import annotations

from collections.abc import Sequence

from jovian.descriptions.odds import shot_figures, shot_outlook
from jovian.game import Model, Refusal
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.menu.orders import weapon_groups
from jovian.rules.rulebook.active_effects import find_weapon_effect
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.shots.formula import along_shot, assess, origin_of
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import weapon_of
from jovian.rules.traits.weapon_traits import Limited

Salvo = tuple[tuple[str, ...], ...]
"""The mounts of each attack, in the order in which they are fired."""


def best_salvo(menu: NextOrder, target: Model) -> Salvo:
    """Return the attacks with the most expected damage in all, best first.

    Attacks that hit a friend, use up a weapon, or reveal a hardpoint are left to the player.
    """
    groups: dict[tuple[str, ...], float] = {}
    for mount in menu.free_mounts():
        for group in weapon_groups(menu.state, menu.model, mount, target):
            if not _is_delicate(menu, group, target):
                groups[group] = _value(menu, group, target)
    most = fire_control_left(menu.state, menu.model)
    chosen = _best(sorted(groups, key=lambda group: (-groups[group], group)), groups, most)
    return tuple(sorted(chosen, key=lambda group: -groups[group]))


def salvo_value(menu: NextOrder, target: Model) -> float:
    """Return what the best attacks at a target promise together, mainly the expected points of damage."""
    return sum(_value(menu, group, target) for group in best_salvo(menu, target))


def _best(candidates: Sequence[tuple[str, ...]], values: dict[tuple[str, ...], float], most: int) -> Salvo:
    """Return the attacks with different weapons, at most that many, with the greatest sum of values."""
    if not candidates or not most:
        return ()
    first, rest = candidates[0], candidates[1:]
    with_first = (first, *_best([group for group in rest if not set(group) & set(first)], values, most - 1))
    if len(first) == 1 and not any(set(first) & set(group) for group in rest):
        return with_first  # Nothing else needs this weapon, and no later attack is better.
    without = _best(rest, values, most)
    return max(with_first, without, key=lambda salvo: sum(values[group] for group in salvo))


def _value(menu: NextOrder, group: tuple[str, ...], target: Model) -> float:
    """Return the expected points of damage of an attack, and a little for its chance to hit."""
    shot = assess(menu.state, menu.model, group, target, ACTIVATION)
    if isinstance(shot, Refusal):
        return 0.0
    figures = shot_figures(shot, shot_outlook(menu.state, shot))
    return figures.get("damage", 0.0) + 0.01 * figures["hits"]


def _is_delicate(menu: NextOrder, group: tuple[str, ...], target: Model) -> bool:
    """Return whether the player should decide on an attack: it has a price besides Fire Control."""
    state, model = menu.state, menu.model
    for mount in group:
        weapon = weapon_of(model, mount)
        if weapon is None or find_weapon_effect(state, weapon, Limited) is not None:
            return True
        if model.is_concealed and weapon.hardpoint:
            return True
    shot = assess(state, model, group, target, ACTIVATION)
    if isinstance(shot, Refusal):
        return True
    return any(other.side == model.side for other in along_shot(state, origin_of(state, model, shot), shot, target))
