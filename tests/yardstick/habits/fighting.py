"""How the ensign plans a close fight: by a draw from a strategy that cannot be read."""

from __future__ import annotations

from hashlib import blake2b
from random import Random

from jovian.game import State
from jovian.game.answers import SecretPlan
from jovian.rules.close_combat.dogfight import PlanFight
from tests.yardstick.judgment.combat.fights import payoff
from tests.yardstick.judgment.combat.mixed import draw, solve
from tests.yardstick.judgment.combat.plans import telling_plans


def plan(decision: PlanFight, view: State, seed: int) -> SecretPlan:
    """A plan drawn from the mixed strategy."""
    mine, theirs = telling_plans(decision.fight), telling_plans(decision.foes)
    frequencies, _ = solve(payoff(decision.fight, mine, theirs))
    rng = Random(blake2b(f"{seed} {view.digest()}".encode(), digest_size=8).digest())
    return mine[draw(frequencies, rng)]
