"""Sequential halving: playouts for the plans that still look best, half of them dropped after each round.

Karnin, Koren and Somekh 2013, *Almost optimal exploration in multi-armed bandits*. In a round all plans that are left
are played on with the same keys, the first of all plans always among them; of those that come to the same but one goes
on. So each is compared with the first key by key, and what is believed of the difference lies between what it seemed to
be beforehand and what the playouts say: the nearer to the playouts, the less they scatter, and never quite there, since
they are not played as the game will be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean

SURE = 4.0
"""TV by which two plans are reckoned to differ from what they seemed to, as a standard deviation."""
ASTRAY = 3.0
"""TV by which the playouts are reckoned to be wrong about a difference, however many there are."""
SAME = 2
"""Keys after which plans that came to the same under each are taken for one."""
USUAL, AS_IF = 12.0, 3
"""TV by which a playout's difference usually scatters, and for how many of them that counts."""


@dataclass(slots=True)
class Arm:
    """One plan in the race."""

    number: int
    prior: float
    """By how much it seemed to be better than the first, in TV."""
    leads: list[float] = field(default_factory=list)
    """By how much it came out better than the first, by key."""

    def score(self) -> float:
        """By how much it is believed to be better than the first."""
        if not self.leads or not self.number:
            return self.prior
        trust = SURE**2 / (SURE**2 + ASTRAY**2 + self._scatter() / len(self.leads))
        return self.prior + trust * (fmean(self.leads) - self.prior)

    def _scatter(self) -> float:
        """The variance of a lead, as far as is known."""
        mean = fmean(self.leads)
        total = sum((lead - mean) ** 2 for lead in self.leads)
        return (total + AS_IF * USUAL**2) / (len(self.leads) - 1 + AS_IF)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a race ended."""

    best: int
    plays: int
    lead: float
    """By how much the best is believed to be ahead of the next of the last round."""


def race(priors: Sequence[float], play: Callable[[int, int], float], left: Callable[[], int], nodes: int) -> Verdict:
    """Which plan comes out best: `play(plan, key)` plays one on, `left()` of `nodes` are what may yet be spent."""
    arms = [Arm(number, prior - priors[0]) for number, prior in enumerate(priors)]
    ranked = running = arms
    key = plays = 0
    rounds = max(1, (len(arms) - 1).bit_length())
    for number in range(1, rounds + 1):
        until = nodes - nodes * number // rounds
        while len(running) > 1 and left() > until:
            first = play(0, key)
            plays += 1
            for arm in running:
                if arm.number and left() > 0:
                    arm.leads.append(play(arm.number, key) - first)
                    plays += 1
            key += 1
            running = _distinct(running, key)
        ranked = sorted(running, key=lambda arm: -arm.score())
        running = ranked[: (len(ranked) + 1) // 2]
    lead = ranked[0].score() - ranked[1].score() if len(ranked) > 1 else 0.0
    return Verdict(ranked[0].number, plays, lead)


def _distinct(arms: list[Arm], keys: int) -> list[Arm]:
    """The plans, of those that came to the same under so many keys only the first."""
    if keys < SAME:
        return arms
    found: dict[tuple[float, ...], Arm] = {}
    for arm in sorted(arms, key=lambda each: each.number):
        found.setdefault(tuple(arm.leads) if arm.number else (0.0,) * keys, arm)
    return [arm for arm in arms if arm in found.values()]
