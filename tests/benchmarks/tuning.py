"""Find out which weights make the captain stronger: `python -m tests.benchmarks.tuning [pairs] [seed] [size]`.

In each pair of games, two captains play each other in any scenario. Each weight of each captain is raised or lowered at
random. The mean result by the differences between both captains says what each weight does to the share of wins (a
factorial design; G. E. P. Box, J. S. Hunter and W. G. Hunter, *Statistics for Experimenters*). So all games count for
all weights, which needs far fewer games than a search that plays some games for each point.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import astuple, fields
from math import exp, sqrt
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from jovian.cards import fleet_names, load_fleet, scenario_names
from jovian.frozen import frozen
from jovian.players.captain.analysis import TEMPERAMENTS, Temperament
from jovian.rehearsal.duels import Duel, Meeting, fight, meetings
from jovian.rehearsal.forecast import CONFIDENCE, deviate
from jovian.rehearsal.workers import Workers, local

STEP = 0.35
"""The logarithm of the factor by which weights are raised or lowered."""
STEADY = astuple(TEMPERAMENTS["steady"])
NAMES = tuple(field.name for field in fields(Temperament))

BOT = '''"""Captains that are tried."""

from jovian.players.captain import Captain
from jovian.players.captain.analysis import Temperament
'''
CLASS = """

class Tried{number}{seat}(Captain):
    def __init__(self, seed):
        super().__init__(seed, Temperament{weights})
"""

Levels = tuple[int, ...]
"""Whether each weight of a captain is raised (1), lowered (-1), or neither (0)."""


def weights(levels: Levels) -> tuple[float, ...]:
    """Return the weights of a temperament with these levels."""
    return tuple(round(usual * exp(STEP * level), 4) for usual, level in zip(STEADY, levels, strict=True))


@frozen
class Trial:
    """A pair of games between two captains."""

    levels: tuple[Levels, Levels]
    score: float
    """The share of games that the first captain won."""


def trials(
    levels: Sequence[tuple[Levels, Levels]], fought: tuple[Meeting, ...], seed: int, workers: Workers
) -> list[Trial]:
    """Play a pair of games for each pair of captains."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tried.py"
        classes = (
            CLASS.format(number=number, seat=seat, weights=weights(own))
            for number, pair in enumerate(levels)
            for seat, own in zip("AB", pair, strict=True)
        )
        file.write_text(BOT + "".join(classes), encoding="utf-8")
        duels = (
            Duel((f"{file}:Tried{number}A", f"{file}:Tried{number}B"), fought, seed + number, pairs=1, tested=False)
            for number in range(len(levels))
        )
        pairs = workers.shared(fight, (job for duel in duels for job in duel.fights()))
        return [Trial(own, pair.score) for own, pair in zip(levels, pairs, strict=True)]


@frozen
class Effect:
    """What raising a weight instead of lowering it adds to the share of wins."""

    name: str
    share: float
    half: float
    """Half of the 95% interval."""


def effects(played: Sequence[Trial]) -> list[Effect]:
    """Return the effect of each weight, the surest first."""
    found = []
    for number, name in enumerate(NAMES):
        leads = [trial.levels[0][number] - trial.levels[1][number] for trial in played]
        scores = [trial.score - 0.5 for trial in played]
        total = sum(lead * lead for lead in leads) or 1
        slope = sum(lead * score for lead, score in zip(leads, scores, strict=True)) / total
        noise = sum((score - slope * lead) ** 2 for lead, score in zip(leads, scores, strict=True)) / len(played)
        found.append(Effect(name, 2 * slope, 2 * deviate(CONFIDENCE) * sqrt(noise / total)))
    return sorted(found, key=lambda effect: -abs(effect.share) / (effect.half or 1.0))


def draw(count: int, seed: int) -> list[tuple[Levels, Levels]]:
    """Return the levels of pairs of captains."""
    rng = Random(seed)
    one, other = ([tuple(rng.choice((-1, 1)) for _ in NAMES) for _ in range(count)] for _ in "AB")
    return list(zip(one, other, strict=True))


def main(pairs: int, seed: int, size: int, many: int) -> None:
    """Print a table of the effects."""
    fought = meetings(scenario_names(), [name for name in fleet_names() if load_fleet(name).size == size])
    with local(many) as workers:
        found = effects(trials(draw(pairs, seed), fought, seed, workers))
    print("| weight | raised by 1.42 | effect on the share of wins |\n|---|---|---|")
    for effect in found:
        usual = STEADY[NAMES.index(effect.name)]
        print(f"| {effect.name} | {usual:g} | {effect.share:+.3f} ± {effect.half:.3f} |")


if __name__ == "__main__":
    asked = [int(each) for each in sys.argv[1:]]
    main(*(*asked, *(300, 60_000, 150, 2)[len(asked) :]))
