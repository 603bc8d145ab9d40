"""`simulate`: many games without a window, in as many processes as asked for, the results the same whatever that is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from jovian.commands.logfile import LogFile
from jovian.commands.position import pair, scenario_setup
from jovian.commands.problem import Problem
from jovian.dice import fresh_seed, plain_seed, read_seed, short, told_seed
from jovian.match import Match, RulesError
from jovian.match.drive import Chooser, play
from jovian.match.save import save
from jovian.match.seal import sealed
from jovian.match.writing import write_whole
from jovian.rules.telling import counted

Record = dict[str, Any]
"""One game of `simulate --json`."""
LISTED = 40
"""How many games the table shows one by one; more are only summed up."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What is to be played, as the command line says it."""

    scenario: str
    players: str
    fleets: str
    games: int
    seed: int
    workers: int
    log: Path | None
    save: Path | None


@dataclass(frozen=True, slots=True)
class Job:
    """One game, as plain values that another process can be handed."""

    scenario: str
    fleets: tuple[str, ...]
    players: tuple[str, ...]
    seed: int
    log: Path | None
    save: Path | None


def simulate(batch: Batch, as_json: bool) -> int:
    """Play the batch and print what came of it."""
    jobs = list(_jobs(batch))
    scenario = scenario_setup(batch.scenario, jobs[0].fleets).scenario  # bad input is told before any game is played
    records = list(_play(jobs, batch.workers))
    if as_json:
        print(json.dumps({"scenario": scenario.key, "games": records}))
    else:
        _table(scenario.name, batch, records)
    return 0


def chosen_seed(text: str) -> int:
    """The seed that `--seed` tells; one that nobody can guess if it tells none. Raises Problem."""
    try:
        return read_seed(text) if text else fresh_seed()
    except ValueError as error:
        raise Problem(f"usage: --seed: {error}, not '{text}'") from error


def _jobs(batch: Batch) -> Iterator[Job]:
    from jovian.players import PLAYERS

    players = pair(batch.players, "--players")
    for name in players:
        if name not in PLAYERS:
            raise Problem(f"usage: --players: there is no player '{name}'; there are {', '.join(PLAYERS)}")
    fleets = pair(batch.fleets, "--fleets") if batch.fleets else ()
    for folder in (batch.log, batch.save):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    first = Job(batch.scenario, fleets, players, batch.seed, batch.log, batch.save)
    for number in range(batch.games):
        yield replace(first, seed=batch.seed + number)


def _play(jobs: list[Job], workers: int) -> Iterator[Record]:
    """The records in order of seed, whoever finishes first."""
    if workers == 1 or len(jobs) == 1:
        yield from map(play_one, jobs)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    share = max(1, min(8, len(jobs) // (workers * 4)))
    with ProcessPoolExecutor(min(workers, len(jobs)), get_context("spawn")) as pool:
        yield from pool.map(play_one, jobs, chunksize=share)


def play_one(job: Job) -> Record:
    """Play one game to its end. Each side's player is seeded by the game's seed alone."""
    from jovian.players import make_player, seat_seed

    setup = scenario_setup(job.scenario, job.fleets, job.seed)
    match = Match(setup, log=job.log is not None)
    sides = [make_player(name, seat_seed(job.seed, side)) for side, name in enumerate(job.players)]
    stem = f"{setup.scenario.key}-{told_seed(job.seed)}"
    started = perf_counter()
    try:
        if job.log is None:
            play(match, sides)
        else:
            _told(match, sides, job.log / f"{stem}.jsonl")
    except RulesError as error:
        raise _reported(error, (job.save or Path()) / f"{stem}-report.json") from error
    seconds = perf_counter() - started
    if job.save is not None:
        save(match, job.save / f"{stem}.json")
    return record(match, job.seed, seconds)


def _told(match: Match, sides: Sequence[Chooser], path: Path) -> None:
    """Play, and write every event as it happens."""
    with LogFile(path) as log:
        log.follow(match)
        play(match, sides, lambda: log.follow(match))


def _reported(error: RulesError, path: Path) -> Problem:
    """Leave the report of a rule that failed in a file; what is told of it."""
    write_whole(path, sealed(error.report))
    return Problem(f"{path}: {error}", 1)


def record(match: Match, seed: int, seconds: float) -> Record:
    """What `simulate --json` says about a game that is over."""
    state = match.state
    objective, victory = ([score[part] for score in state.scores] for part in (0, 1))
    return {
        "seed": plain_seed(seed), "winner": state.winner, "turns": state.turn,
        "objective": objective, "victory": victory,
        "decisions": len(match.journal), "seconds": round(seconds, 4), "digest": state.digest(),
    }  # fmt: skip


def _table(title: str, batch: Batch, records: list[Record]) -> None:
    from rich.table import Table

    from jovian.commands.screen import screen

    names = pair(batch.players, "--players")
    console = screen()
    console.print(f"{title}: {names[0]} (side 0) against {names[1]} (side 1)")
    if not short(batch.seed):
        console.print(f"seed S: {told_seed(batch.seed)}")
    table = Table()
    for column in ("seed", "winner", "turns", "objective", "victory points", "decisions", "digest"):
        table.add_column(column, justify="left" if column in ("winner", "digest") else "right")
    for number, each in enumerate(records[:LISTED]):
        winner = "draw" if each["winner"] is None else f"side {each['winner']}"
        points = ["{:g} : {:g}".format(*each[part]) for part in ("objective", "victory")]
        seed = str(each["seed"]) if short(batch.seed) else f"S+{number}"
        table.add_row(seed, winner, str(each["turns"]), *points, str(each["decisions"]), each["digest"][:8])
    console.print(table)
    if len(records) > LISTED:
        console.print(f"... and {counted(len(records) - LISTED, 'more game')}")
    console.print(totals(records))


def totals(records: list[Record]) -> str:
    """Wins, draws, average points and pace, in two lines."""
    count = len(records)
    wins = [sum(1 for each in records if each["winner"] == side) for side in (0, 1)]
    points = [sum(each["victory"][side] for each in records) / count for side in (0, 1)]
    decisions = sum(each["decisions"] for each in records)
    seconds = sum(each["seconds"] for each in records)
    return (
        f"{counted(count, 'game')}: side 0 wins {wins[0]}, side 1 wins {wins[1]}, {count - sum(wins)} drawn; "
        f"victory points {points[0]:.1f} : {points[1]:.1f} on average\n"
        f"{counted(decisions, 'decision')} in {seconds:.2f} s of playing, {decisions / max(seconds, 1e-9):.0f} a second"
    )
