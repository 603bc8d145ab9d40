"""The few plans of a close fight that tell: enough to judge it by, or to draw one from."""

from __future__ import annotations

from jovian.game.answers import SecretPlan
from jovian.rules.close_combat.dogfight import Fight, secret_plan

MOST_ARMS = 2
"""How many weapons are tried, the best first."""
FINE: tuple[float, ...] = (0.0, 1 / 3, 0.5, 2 / 3, 1.0)
COARSE: tuple[float, ...] = (0.0, 0.5, 1.0)
"""Shares of the pool that are tried: for a plan, and for judging whether a fight is worth seeking."""


def telling_plans(fight: Fight, shares: tuple[float, ...] = FINE) -> list[SecretPlan]:
    """A few telling plans: the best weapons, no fuel, one or all of it, and some shares of the pool that attack."""
    arms = sorted(fight.arms()[:-1], key=lambda each: -fight.dice(each, 0) - each.linked)[:MOST_ARMS]
    bids = sorted({0, min(1, fight.max_fuel), fight.max_fuel} if shares is FINE else {0, fight.max_fuel})
    found: list[SecretPlan] = []
    for each in arms or fight.arms():
        for bid in bids:
            splits, pool = fight.splits(each, bid), fight.dice(each, bid)
            wanted = {_nearest(splits, pool * share) for share in shares}
            found += [secret_plan(each, bid, share) for share in sorted(wanted)]
    return found


def _nearest(splits: list[int], wanted: float) -> int:
    return min(splits, key=lambda split: abs(split - wanted))
