"""Tune the captain's weights: `python -m tests.benchmarks.tuning [generations] [first seed] [size] [workers]`.

An evolution strategy (cma) draws `DRAWN` captains per generation. Each has weights of its own, as logarithms of their
ratio to the steady captain's. All captains of a generation play the same pairs of games against the ensign,
in all scenarios by turns. Each generation plays new games. The score is the share of wins plus half as much for points,
because few games say little. The output is the mean of the strategy after each generation: the score of a single
captain is mostly chance.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, fields
from math import exp, tanh
from pathlib import Path
from tempfile import TemporaryDirectory

from cma import CMAEvolutionStrategy

from jovian.cards import fleet_names, load_fleet, scenario_names
from jovian.players.captain.analysis import TEMPERAMENTS, Temperament
from jovian.rehearsal.duels import Duel, Meeting, Pair, fight, meetings
from jovian.rehearsal.workers import Workers, local

REFERENCE = "ensign"
"""The player against which all captains play."""
DRAWN, PAIRS = 12, 3
"""Captains per generation, and pairs of games per captain."""
SPREAD = 0.3
"""The initial standard deviation of the logarithms of weights."""
POINTS, SCALE = 0.5, 0.3
"""The weight of points relative to wins, and the lead, as a share of a fleet, that gives most of that."""
STEADY = astuple(TEMPERAMENTS["steady"])

BOT = '''"""Captains that are tried."""

from jovian.players.captain import Captain
from jovian.players.captain.analysis import Temperament
'''
CLASS = """

class Tried{number}(Captain):
    def __init__(self, seed):
        super().__init__(seed, Temperament{weights})
"""


def weights(point: Sequence[float]) -> tuple[float, ...]:
    """Return the weights of a temperament at a point of the search."""
    return tuple(round(usual * exp(each), 4) for usual, each in zip(STEADY, point, strict=True))


def worth(pair: Pair, size: int) -> float:
    """Return the score of the first player in a pair of games, from 0 to 1."""
    ahead = tanh(pair.victory / (SCALE * size))
    return (pair.score + POINTS * (1 + ahead) / 2) / (1 + POINTS)


def generation(
    points: Sequence[Sequence[float]], fought: tuple[Meeting, ...], seed: int, size: int, workers: Workers
) -> Iterator[float]:
    """Yield the score of each captain of a generation."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tried.py"
        classes = (CLASS.format(number=number, weights=weights(point)) for number, point in enumerate(points))
        file.write_text(BOT + "".join(classes), encoding="utf-8")
        duels = (
            Duel((f"{file}:Tried{number}", REFERENCE), fought, seed, pairs=PAIRS, tested=False)
            for number in range(len(points))
        )
        pairs = list(workers.shared(fight, (job for each in duels for job in each.fights())))
    for number in range(len(points)):
        yield sum(worth(pair, size) for pair in pairs[PAIRS * number : PAIRS * (number + 1)]) / PAIRS


def main(generations: int, seed: int, size: int, many: int) -> None:
    """Print a line per generation: the scores of its captains, and the mean of the strategy."""
    fought = meetings(scenario_names(), [name for name in fleet_names() if load_fleet(name).size == size])
    names = [each.name for each in fields(Temperament)]
    strategy = CMAEvolutionStrategy([0.0] * len(names), SPREAD, {"popsize": DRAWN, "seed": seed, "verbose": -9})
    print(f"| generation | mean | best | spread | {' | '.join(names)} |\n|---|---|---|---|{'---|' * len(names)}")
    with local(many) as workers:
        for number in range(generations):
            points = strategy.ask()
            scores = list(generation(points, fought, seed + number * PAIRS, size, workers))
            strategy.tell(points, [-each for each in scores])
            mean = " | ".join(f"{each:.3f}" for each in weights(strategy.mean))
            fared = f"{sum(scores) / DRAWN:.3f} | {max(scores):.3f} | {strategy.sigma:.3f}"
            print(f"| {number + 1} | {fared} | {mean} |", flush=True)


if __name__ == "__main__":
    asked = [int(each) for each in sys.argv[1:]]
    main(*(*asked, *(10, 60_000, 150, 2)[len(asked) :]))
