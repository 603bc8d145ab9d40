"""Who plays, on the command line: computer players by name, or from files of one's own. `simulate`: many games
without a window, in as many processes as asked for, the results the same whatever that is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

from jovian.cards.files import suggest_names
from jovian.commands.logfile import FaultReport, LogFile
from jovian.commands.position import pair
from jovian.commands.problem import INTERRUPTED, CommandError
from jovian.commands.stdout import divert_players, write_text
from jovian.dice import format_seed, parse_seed, random_seed, seed_to_json, short
from jovian.match import Match, RulesError
from jovian.match.entries import Fault, Faults, Remark
from jovian.match.files import write_whole
from jovian.match.saves import failure
from jovian.play import Play, new, setup_of
from jovian.players import NoPlayer, make_player
from jovian.players.player import of_file
from jovian.rehearsal.workers import WorkersLost, local
from jovian.rules.basics.rolls import pluralize
from jovian.rules.setup.edition import edition_options, editions, option_faults

# --- players ---
# Who plays, on the command line: computer players by name, or from files of one's own.


def players_of(text: str) -> tuple[str, str]:
    """The two players of `--players A,B`, each of which can be made. Raises Problem."""
    first, second = pair(text, "--players")
    return able(first, "--players"), able(second, "--players")


def able(name: str, option: str) -> str:
    """Return the name of a player after making it once. If it is from a file, divert what it writes. Raises Problem."""
    if of_file(name):
        divert_players()
    try:
        make_player(name)
    except NoPlayer as error:
        line = str(error)
        raise CommandError(f"usage: {option}: {line}" if line.startswith("there is no player") else line) from error
    return name


# --- simulate ---
# `simulate`: many games without a window, in as many processes as asked for, the results the same whatever that is.

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
    options: dict[str, str]
    log: Path | None
    save: Path | None


@dataclass(frozen=True, slots=True)
class Job:
    """One game, as plain values that another process can be handed."""

    scenario: str
    fleets: tuple[str, ...]
    players: tuple[str, str]
    seed: int
    options: dict[str, str]
    log: Path | None
    save: Path | None


@dataclass(slots=True)
class Tally:
    """The games so far, of which only the first are kept."""

    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    wins: list[int] = field(default_factory=lambda: [0, 0])
    points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    listed: list[Record] = field(default_factory=list)
    faults: FaultReport = field(default_factory=FaultReport)

    def add(self, record: Record, faults: tuple[Fault, ...]) -> None:
        """Count one more game, and tell what its players did wrong for the first time."""
        self.games += 1
        self.faults.add(faults)
        self.decisions += record["decisions"]
        self.seconds += record["seconds"]
        for side in (0, 1):
            self.wins[side] += record["winner"] == side
            self.points[side] += record["victory"][side]
        if self.games <= LISTED:
            self.listed.append(record)

    def told(self) -> str:
        """Wins, draws, average points and pace, in two lines."""
        count, drawn = self.games, self.games - self.wins[0] - self.wins[1]
        pace = self.decisions / max(self.seconds, 1e-9)
        return (
            f"{pluralize(count, 'game')}: {self.wins[0]} wins for side 0, {self.wins[1]} wins for side 1, "
            f"{drawn} draws; "
            f"victory points {self.points[0] / count:.1f} : {self.points[1] / count:.1f} on average\n"
            f"{pluralize(self.decisions, 'decision')} in {self.seconds:.2f} s of playing, {pace:.0f} a second"
        )


def simulate(batch: Batch, as_json: bool) -> int:
    """Play the batch and print what came of it.

    JSON is printed game by game. What stops the batch midway is raised, and the JSON ends with the games so far and how
    many were to be.
    """
    if not as_json:
        import_module("jovian.commands.screen")  # A missing package is an error before any game is played.
    first = _first(batch)
    # bad input is told before any game is played
    scenario = setup_of(batch.scenario, first.fleets, options=first.options).scenario
    tally = Tally()
    try:
        for record, faults in _play(first, batch):
            tally.add(record, faults)
            if as_json:
                begun = ", " if tally.games > 1 else f'{{"scenario": {json.dumps(scenario.key)}, "games": ['
                write_text(begun + json.dumps(record))
    except (Exception, KeyboardInterrupt) as error:
        finished = f"{pluralize(tally.games, 'game')} of {batch.games} finished"
        if as_json and tally.games and not isinstance(error, BrokenPipeError):
            write_text(f'], "stopped": {json.dumps(finished)}}}\n')  # JSON all the same, which says what it lacks
        if isinstance(error, KeyboardInterrupt):
            raise CommandError(f"stopped: {finished}", INTERRUPTED) from None
        raise
    if as_json:
        write_text("]}\n")
    else:
        _table(scenario.name, batch, tally)
    return 0


def chosen_seed(text: str) -> int:
    """The seed that `--seed` tells; one that nobody can guess if it tells none. Raises Problem."""
    try:
        return parse_seed(text) if text else random_seed()
    except ValueError as error:
        raise CommandError(f"usage: --seed: {error}, not '{text}'") from error


def chosen_options(texts: list[str], edition: str) -> dict[str, str]:
    """The options of an older text ("" for none), and over them what `--option NAME=VALUE` sets. Raises Problem."""
    if edition and edition not in editions():
        raise CommandError(f"usage: --edition: there is no '{edition}'{suggest_names(edition, editions())}")
    chosen = edition_options(edition) | dict(text.partition("=")[::2] for text in texts)
    for fault in option_faults(chosen):
        raise CommandError(f"usage: --option: {fault}")
    return chosen


def _first(batch: Batch) -> Job:
    """The first game; the others differ in their seed."""
    players = players_of(batch.players)
    fleets = pair(batch.fleets, "--fleets") if batch.fleets else ()
    for folder in (batch.log, batch.save):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    return Job(batch.scenario, fleets, players, batch.seed, batch.options, batch.log, batch.save)


def _play(first: Job, batch: Batch) -> Iterator[tuple[Record, tuple[Fault, ...]]]:
    """The records in order of seed, whoever finishes first."""
    jobs = (replace(first, seed=batch.seed + number) for number in range(batch.games))
    try:
        with local(min(batch.workers, batch.games)) as workers:
            yield from workers.shared(play_one, jobs)
    except WorkersLost as error:
        raise CommandError(str(error), 1) from None


def play_one(job: Job) -> tuple[Record, tuple[Fault, ...]]:
    """Play one game to its end, each player seeded by the game's seed alone: what came of it, and their faults.

    Raises Problem.
    """
    faults = Faults()
    game = new(job.scenario, job.fleets, job.seed, options=job.options, log=job.log is not None)
    stem = f"{game.match.setup.scenario.key}-{format_seed(job.seed)}"
    started = perf_counter()
    try:
        if job.log is None:
            game.play_out(*job.players, faults=faults)
        else:
            _told(game, job.players, job.log / f"{stem}.jsonl", faults)
    except RulesError as error:
        raise _reported(game.match, error, (job.save or Path()) / f"{stem}-report.json") from error
    seconds = perf_counter() - started
    if job.save is not None:
        game.save(job.save / f"{stem}.json")
    return record(game.match, job.seed, seconds) | {"faults": faults.to_json()}, faults.found


def _told(game: Play, players: tuple[str, str], path: Path, faults: Faults) -> None:
    """Play, and write every event as it happens."""
    with LogFile(path) as log:
        log.follow(game.match)
        game.play_out(*players, lambda: log.follow(game.match), remarks=True, faults=faults)


def _reported(match: Match, error: RulesError, path: Path) -> CommandError:
    """Leave the report of a rule that failed in a file; what is told of it."""
    write_whole(path, failure(match, error))
    return CommandError(f"{path}: {error}", 1)


def record(match: Match, seed: int, seconds: float) -> Record:
    """What `simulate --json` says about a game that is over."""
    state = match.state
    objective, victory = ([score[part] for score in state.scores] for part in (0, 1))
    return {
        "seed": seed_to_json(seed), "winner": state.winner, "turns": state.turn,
        "objective": objective, "victory": victory,
        "decisions": sum(not isinstance(each, Remark) for each in match.journal),
        "seconds": round(seconds, 4), "digest": state.digest(),
    }  # fmt: skip


def _table(title: str, batch: Batch, tally: Tally) -> None:
    from rich.table import Table

    from jovian.commands.screen import make_console

    names = pair(batch.players, "--players")
    console = make_console()
    console.print(f"{title}: {names[0]} (side 0) against {names[1]} (side 1)")
    if not short(batch.seed):
        console.print(f"seed S: {format_seed(batch.seed)}")
    table = Table()
    for column in ("seed", "winner", "turns", "objective", "victory points", "decisions", "digest"):
        table.add_column(column, justify="left" if column in ("winner", "digest") else "right")
    for number, each in enumerate(tally.listed):
        winner = "draw" if each["winner"] is None else f"side {each['winner']}"
        points = ["{:g} : {:g}".format(*each[part]) for part in ("objective", "victory")]
        seed = str(each["seed"]) if short(batch.seed) else f"S+{number}"
        table.add_row(seed, winner, str(each["turns"]), *points, str(each["decisions"]), each["digest"][:8])
    console.print(table)
    if tally.games > LISTED:
        console.print(f"... and {pluralize(tally.games - LISTED, 'more game')}")
    console.print(tally.told())
    for side in (0, 1):
        if count := tally.faults.to_json()[side]["count"]:
            console.print(f"{names[side]} (side {side}): the default was taken for {pluralize(count, 'choice')}")
