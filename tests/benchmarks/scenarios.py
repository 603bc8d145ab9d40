"""Measure how the ensign plays for objectives.

`python -m tests.benchmarks.scenarios [games] [first seed] [processes] [scenario ...]`

The ensign plays each scenario of the rulebook, or each named one, with the scenario's fleets. First it plays against
the random player, with alternating seats. Then it plays against itself, and each objective counts the games in which it
gave points to the side with initiative (the attacker, if there are roles) and to the other. The tables of a scenario
are printed as soon as its games are over.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from jovian.match import Match
from jovian.match.play_loop import play
from jovian.play import setup_of
from jovian.players import make_player, seat_seed
from tests.rules_api import catalogs

SCENARIOS = (
    "introductory", "escalating-engagement", "solar-storm", "fleet-engagement", "break-the-truce", "water-raid",
    "scavenger-hunt", "ambush",
)  # fmt: skip
RANDOM, ITSELF = "random", "ensign"
FIRST, OTHER = "with initiative", "the other"
DRAWN = "drawn"

Told = Counter[tuple[str, str, str]]
"""The number of games by scenario, opponent, and outcome."""


class Duel(NamedTuple):
    """One game of the ensign."""

    scenario: str
    against: str
    seed: int


def play_duel(duel: Duel) -> Told:
    """Play one game. Its seed is the seed of the dice. The ensign's seat is odd or even like the seed."""
    scenario, against, seed = duel
    names = (against, ITSELF) if seed % 2 else (ITSELF, against)
    match = Match(setup_of(scenario, (), seed), log=False)
    play(match, [make_player(name, seat_seed(seed, side)) for side, name in enumerate(names)])
    return Counter((scenario, against, each) for each in (_won(match, seed) if against == RANDOM else _scored(match)))


def _won(match: Match, seed: int) -> Iterator[str]:
    """Yield the side of the ensign, and whether it won."""
    state, mine = match.state, seed % 2
    seat = FIRST if state.initiative == mine else OTHER
    yield seat
    if state.winner == mine:
        yield f"won {seat}"


def _scored(match: Match) -> Iterator[str]:
    """Yield the winner, and the objectives that gave points to each side."""
    state = match.state
    yield DRAWN if state.winner is None else FIRST if state.winner == state.initiative else OTHER
    victory = (state.scores[0].victory, state.scores[1].victory)
    awards = {(each.side, each.why) for clause in state.rulebook.clauses for each in clause.awards(state, victory)}
    for side, title in sorted(awards):
        yield f"{FIRST if side == state.initiative else OTHER}: {title}"


def share(part: int, whole: int) -> str:
    """Return `part` of `whole` as a percentage."""
    return f"{100 * part / whole:.0f} %" if whole else "-"


def table_of_wins(counts: Told, games: int, name: str) -> str:
    """Return a table of the ensign's wins against the random player in a scenario."""
    head = f"| {games} games | ensign beats random | {FIRST} | {OTHER} |\n|---|---|---|---|"
    wins = [(counts[name, RANDOM, f"won {seat}"], counts[name, RANDOM, seat]) for seat in (FIRST, OTHER)]
    whole = share(sum(won for won, _ in wins), games)
    return f"{head}\n| {name} | {whole} | {' | '.join(share(*each) for each in wins)} |\n"


def table_of_objectives(counts: Told, games: int, name: str) -> Iterator[str]:
    """Yield a table of wins and of scored objectives in a scenario of ensign against ensign."""
    yield f"| {games} games, ensign against ensign | {FIRST} | {OTHER} |\n|---|---|---|"
    won = [share(counts[name, ITSELF, seat], games) for seat in (FIRST, OTHER)]
    yield f"| **{name}**, won (drawn {share(counts[name, ITSELF, DRAWN], games)}) | {' | '.join(won)} |"
    for title in sorted(_titles(name)):
        scored = [share(counts[name, ITSELF, f"{seat}: {title}"], games) for seat in (FIRST, OTHER)]
        yield f"| {title} | {' | '.join(scored)} |"


def _titles(name: str) -> set[str]:
    """Return the titles of all objectives of a scenario, including those that nobody scores."""
    kinds = tuple(catalogs.OBJECTIVES.values())
    clauses = Match(setup_of(name, (), 0), log=False).state.rulebook.clauses
    return {each.title for each in clauses if isinstance(each, kinds)}


def main(games: int, first: int, processes: int, names: tuple[str, ...]) -> None:
    """Play scenario by scenario, and print both tables of each."""
    seeds = range(first, first + games)
    with ProcessPoolExecutor(processes) as pool:
        for name in names:
            counts: Told = Counter()
            for each in pool.map(play_duel, [Duel(name, foe, seed) for foe in (RANDOM, ITSELF) for seed in seeds]):
                counts.update(each)
            tables = (table_of_wins(counts, games, name), *table_of_objectives(counts, games, name))
            print("\n".join(tables) + "\n", flush=True)


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:4] if each.isdecimal()]
    count, start, workers = (*numbers, *(100, 12000, 2)[len(numbers) :])
    main(count, start, workers, tuple(sys.argv[1 + len(numbers) :]) or SCENARIOS)
