"""What the ensign shoots at."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game.answers import Attack, Defend, FireNuke
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.shots.ratings import fire_control_left
from tests.yardstick.judgment.combat.shots import burst, offense, volleys
from tests.yardstick.judgment.objectives.aims import NONE, Aims

WORTH_A_NUKE = 3.0
"""TV that a Nuke must be expected to take, friends deducted."""
WORTH_FIRING = 0.05
"""TV below which a shot is not worth the trouble."""


@dataclass(frozen=True, slots=True)
class Shot:
    """The attack to make first, and what all that may follow is worth with it, in TV."""

    answer: Attack | Defend
    total: float


def best_attack(menu: NextOrder, aims: Aims = NONE) -> Shot | None:
    """The best attack from where the active model stands; None if there is none worth it."""
    if menu.leaving() is not None:
        return None
    fires = volleys(menu.state, menu.model, menu.free_mounts(), menu.act.used, aims.prey)
    total = offense(fires, fire_control_left(menu.state, menu.model))
    return Shot(fires[0].answer, total) if total > WORTH_FIRING + aims.truce else None


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
