"""Measure the speed of rehearsals and check their intervals.

Usage: `python -m tests.benchmarks.rehearsal pace|calibration`. A table for the docs goes to standard output, and the
progress to standard error.

`pace [games] [address]`: games per minute of ensigns from the start at 250 TV and from turn 4, with 1, 2, and 4 workers
(or those of a cluster), the share of time not spent playing, and the memory of a worker.

`calibration [positions] [fresh]`: for positions of random games in any turn, played for one more turn, how often the
interval of 100 games contains the share of `fresh` new games.
"""

from __future__ import annotations

import os
import sys
from math import erf, sqrt
from random import Random
from time import perf_counter

from jovian.match import Match
from jovian.match.play_loop import step
from jovian.players import make_player
from jovian.rehearsal.comparison import rehearse
from jovian.rehearsal.forecast import estimate_proportion
from jovian.rehearsal.game import GameJob, RehearsalSpec, Start, play_one
from jovian.rehearsal.workers import Workers, local
from tests.games import setup

FLEETS = ("jovian-250", "cega-250")
QUIET = ("random", "random")
KNOWN, SEED = 100, 40_000
NORMAL = 1.96


def at_turn(turn: int, players: tuple[str, str], seed: int, fleets: tuple[str, str]) -> Match | None:
    """Return a game at the first decision of a turn, or None if it ends before."""
    match = Match(setup(seed, fleets), log=False)
    seats = [make_player(name, seed + side) for side, name in enumerate(players)]
    while match.decision is not None and match.state.turn < turn:
        step(match, seats[match.decision.side])
    return match if match.decision is not None else None


def memory(_: int) -> float:
    """Return the peak memory of the process that runs this, in megabytes."""
    from resource import RUSAGE_SELF, getrusage

    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


def timed(workers: Workers, ask: RehearsalSpec) -> tuple[float, float]:
    """Return the wall-clock seconds of a rehearsal and the processor seconds of its games, with warm workers."""
    list(workers.shared(play_one, (GameJob(ask.start, QUIET, 1, number, turns=1) for number in range(8))))
    began, played = perf_counter(), 0.0
    for outcome in rehearse(ask, workers):
        played += outcome.seconds
        tell(f"  game {outcome.number + 1} of {ask.games}")
    return perf_counter() - began, played


def tell(text: str) -> None:
    """Print the progress."""
    print(text, file=sys.stderr, flush=True)


def pace(games: int, address: str) -> None:
    """Print a row for each start and number of workers."""
    tell("a game is played to turn 4")
    turn4 = next(middle for seed in range(99) if (middle := at_turn(4, ("ensign", "ensign"), seed, FLEETS)) is not None)
    starts = {"250 TV, start": Start.of(Match(setup(1, FLEETS)), fresh=True), "250 TV, turn 4": Start.of(turn4)}
    print(f"{os.cpu_count()} processors:\n")
    print("| from | workers | games | a minute | an hour | not playing | MB a worker |")
    print("|---|---|---|---|---|---|---|", flush=True)
    for name, start in starts.items():
        for count in (1, 2, 4) if not address else (0,):
            tell(f"{name}, {count or address} workers")
            with _hired(count, address) as workers:
                wall, played = timed(workers, RehearsalSpec(start, seed=SEED, games=games))
                heavy = max(workers.shared(memory, range(max(1, count) * 4)))
            busy = min(count or 2, os.cpu_count() or 1)
            idle = 1 - played / (wall * busy)
            print(f"| {name} | {count or address} | {games} | {60 * games / wall:.1f} | {3600 * games / wall:.0f} "
                  f"| {idle:.1%} | {heavy:.0f} |", flush=True)  # fmt: skip


def _hired(count: int, address: str) -> Workers:
    if not address:
        return local(count)
    from jovian.rehearsal.cluster import Cluster

    return Cluster(address)


def calibration(positions: int, fresh: int) -> None:
    """Print how often the interval of `KNOWN` games contains the share of new games, and how often it should."""
    rng, held, tried = Random(SEED), 0, 0
    print("| position | turn | said | interval | fresh | held |\n|---|---|---|---|---|---|", flush=True)
    with local(2) as workers:
        while tried < positions:
            match = at_turn(rng.randrange(2, 8), QUIET, rng.randrange(10**6), ("jovian-150", "cega-150"))
            if match is None:
                continue
            tried += 1
            start = Start.of(match)
            found = [_won(workers, RehearsalSpec(start, QUIET, SEED + part, games=games, turns=1))
                     for part, games in ((0, KNOWN), (1, fresh))]  # fmt: skip
            estimate, truth = estimate_proportion(found[0], KNOWN), found[1] / fresh
            held += estimate.low <= truth <= estimate.high
            kept = "yes" if estimate.low <= truth <= estimate.high else "no"
            print(f"| {tried} | {match.state.turn} | {estimate.value:.2f} | {estimate.low:.2f} to {estimate.high:.2f} "
                  f"| {truth:.3f} | {kept} |", flush=True)  # fmt: skip
            tell(f"{held} of {tried} held, {positions} positions in all")
    expected = erf(NORMAL / sqrt(1 + KNOWN / fresh) / sqrt(2))
    print(f"\n{held} of {positions} held = {held / positions:.1%}; {expected:.1%} expected: the fresh share errs too")


def _won(workers: Workers, ask: RehearsalSpec) -> int:
    return sum(outcome.winner == 0 for outcome in rehearse(ask, workers))


if __name__ == "__main__":
    task, *given = sys.argv[1:]
    if task == "pace":
        pace(int(given[0]) if given else 40, given[1] if len(given) > 1 else "")
    else:
        calibration(*(int(text) for text in [*given, *("40", "400")[len(given) :]]))
