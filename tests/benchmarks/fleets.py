"""Measure the balance of the ready fleets: `python -m tests.benchmarks.fleets [150|250] [games] [first seed]`.

Each fleet plays each other fleet of its level, ensign against ensign. Each pair of games uses one seed with the sides
swapped, so that neither the side nor the seed favors a fleet. A win counts 1, a draw 0.5.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from math import sqrt

from rich.console import Console
from rich.progress import track

from jovian.cards import fleet_names, load_fleet
from jovian.match import Match
from jovian.match.play_loop import play
from jovian.players import make_player
from tests.games import setup

Duel = tuple[str, str, int]
"""Two fleets and a seed."""
SURE = 1.96
"""The half width of a 95% confidence interval, in standard errors."""


def level(size: int) -> list[str]:
    """Return the ready fleets of a size without upgrades."""
    return [stem for stem in fleet_names() if (fleet := load_fleet(stem)).size == size and not fleet.upgrades]


def duels(stems: Sequence[str], games: int, first: int) -> list[Duel]:
    """Return pairs of games in which each fleet plays at least `games`, equally many against each other fleet."""
    each = -(-games // (2 * (len(stems) - 1)))
    return [(one, two, first + k) for k in range(each) for one, two in combinations(stems, 2)]


def score(duel: Duel) -> float:
    """Return the share of its two games that the first fleet wins."""
    one, two, seed = duel
    return (_won((one, two), seed, 0) + _won((two, one), seed, 1)) / 2


def _won(fleets: tuple[str, str], seed: int, side: int) -> float:
    match = Match(setup(seed, fleets), log=False)
    play(match, (make_player("ensign", seed), make_player("ensign", seed + 1)))
    winner = match.state.winner
    return 0.5 if winner is None else float(winner == side)


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and half the width of its 95% confidence interval."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, SURE * sqrt(spread / len(values))


def table(scores: Sequence[tuple[Duel, float]]) -> Iterator[str]:
    """Yield one row per fleet: its total score, and its score against each other fleet."""
    against: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for (one, two, _), share in scores:
        against[one][two].append(share)
        against[two][one].append(1 - share)
    stems = sorted(against)
    yield f"| fleet | games | score | {' | '.join(stems)} |"
    yield "|---" * (len(stems) + 3) + "|"
    for stem in stems:
        every = [share for shares in against[stem].values() for share in shares]
        mean, half = interval(every)
        cells = [f"{interval(against[stem][other])[0]:.2f}" if other in against[stem] else "" for other in stems]
        yield f"| {stem} | {2 * len(every)} | {mean:.2f} ± {half:.2f} | {' | '.join(cells)} |"


def main(size: int, games: int, first: int) -> None:
    """Play in 2 processes, show the progress, and print the table."""
    wanted = duels(level(size), games, first)
    with ProcessPoolExecutor(2) as pool:
        progress = track(pool.map(score, wanted), "pairs", len(wanted), console=Console(stderr=True))
        scores = list(zip(wanted, progress, strict=True))
    print("\n".join(table(scores)))


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]] + [150, 200, 1][len(sys.argv) - 1 :]
    main(*given)
