"""What the ensign shoots at."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game.answers import Attack, Defend, FireNuke
from jovian.players.ensign.attention import FULL, Attention
from jovian.players.judgment.combat.gunnery import Gunnery, together
from jovian.players.judgment.combat.shots import burst
from jovian.players.judgment.objectives.aims import NONE, Aims
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.shooting.ratings import fire_control_left

WORTH_A_NUKE = 3.0
"""TV that a Nuke must be expected to take, friends deducted."""
WORTH_FIRING = 0.05
"""TV below which a shot is not worth the trouble."""


@dataclass(frozen=True, slots=True)
class Shot:
    """The attack to make first, and what all that may follow is worth with it, in TV."""

    answer: Attack | Defend
    total: float


def best_attack(menu: NextOrder, aims: Aims, guns: Gunnery, attention: Attention = FULL) -> Shot | None:
    """The best attack from where the active model stands; None if there is none worth it."""
    if menu.leaving() is not None:
        return None
    left = fire_control_left(menu.state, menu.model)
    salvos = guns.salvos(menu.model, left)
    total = together(salvos, left)
    if total <= WORTH_FIRING + aims.truce:
        return None
    return Shot(attention.fire(menu.state, menu.model, salvos).answer, total)


def best_nuke(menu: NextOrder, aims: Aims = NONE) -> FireNuke | None:
    """A Nuke where it hurts the enemy most and friends little; None if that is not worth it."""
    best: tuple[float, FireNuke] | None = None
    if menu.model.aboard or fire_control_left(menu.state, menu.model) < 1:
        return None
    for answer in menu.choices_of(FireNuke):
        value = burst(menu.state, menu.model, answer)
        if value > WORTH_A_NUKE + aims.truce and (best is None or value > best[0]) and menu.judge(answer) is None:
            best = value, answer
    return best[1] if best is not None else None
