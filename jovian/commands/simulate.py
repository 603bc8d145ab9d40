"""The command `simulate`: play games without a window, in several processes.

The results don't depend on the number of processes. The functions for players, seeds, and options on the command line
are here too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

from jovian.cards.files import suggest_names
from jovian.commands.logfile import FaultReport, LogFile
from jovian.commands.position import pair
from jovian.commands.problem import INTERRUPTED, CommandError, check_distinct, make_folder
from jovian.commands.progress import stopped_by_signals
from jovian.commands.stdout import divert_players, write_text
from jovian.dice import format_seed, parse_seed, random_seed, seed_to_json, short
from jovian.frozen import frozen
from jovian.match import Match, RulesError
from jovian.match.entries import Fault, Faults, Remark
from jovian.match.files import write_whole
from jovian.match.saves import failure, save
from jovian.play import Play, new, setup_of
from jovian.players import NoPlayer, make_player
from jovian.players.player import is_file_player
from jovian.rehearsal.workers import local
from jovian.rules.basics.rolls import pluralize
from jovian.rules.setup.edition import edition_options, editions, option_faults
from jovian.rules.setup.setup import Setup, names_of_sides

# --- Players ---


def parse_players(text: str) -> tuple[str, str]:
    """Return the 2 players of `--players A,B` after making each once. Raises CommandError."""
    first, second = pair(text, "--players")
    return check_player(first, "--players"), check_player(second, "--players")


def check_player(name: str, option: str) -> str:
    """Make a player once and return its name. If it is from a file, divert its output. Raises CommandError."""
    if is_file_player(name):
        divert_players()
    try:
        make_player(name)
    except NoPlayer as error:
        line = str(error)
        raise CommandError(f"usage: {option}: {line}" if line.startswith("there is no player") else line) from error
    return name


def describe_sides(names: Sequence[str], players: Sequence[str]) -> str:
    """Return both sides with their players: `Red Fleet (ensign) against Blue Fleet (captain)`."""
    return " against ".join(f"{name} ({player})" for name, player in zip(names, players, strict=True))


# --- Games ---

Record = dict[str, Any]
"""The JSON of one game."""
LISTED = 40
"""The number of games that the table lists."""


@frozen
class SimulationJob:
    """One game, in plain values that can be sent to another process."""

    scenario: str
    fleets: tuple[str, ...]
    players: tuple[str, str]
    seed: int
    options: dict[str, str]
    log: Path | None
    save: Path | None


@dataclass(slots=True)
class Tally:
    """The totals of all games so far, and the first games."""

    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    wins: list[int] = field(default_factory=lambda: [0, 0])
    points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    listed: list[Record] = field(default_factory=list)
    faults: FaultReport = field(default_factory=FaultReport)

    def add(self, record: Record, faults: tuple[Fault, ...]) -> None:
        """Count one more game, and report new faults of its players."""
        self.games += 1
        self.faults.add(faults)
        self.decisions += record["decisions"]
        self.seconds += record["seconds"]
        for side in (0, 1):
            self.wins[side] += record["winner"] == side
            self.points[side] += record["victory"][side]
        if self.games <= LISTED:
            self.listed.append(record)

    def to_lines(self, sides: Sequence[str]) -> str:
        """Return wins of the named sides, draws, average points, and speed in 2 lines."""
        count, draws = self.games, self.games - self.wins[0] - self.wins[1]
        speed = self.decisions / max(self.seconds, 1e-9)
        return (
            f"{pluralize(count, 'game')}: {sides[0]} wins {self.wins[0]}, {sides[1]} {self.wins[1]}, "
            f"{pluralize(draws, 'draw')}; "
            f"average Victory Points {self.points[0] / count:.1f} : {self.points[1] / count:.1f}\n"
            f"{pluralize(self.decisions, 'decision')} in {self.seconds:.2f} s, {speed:.0f} per second"
        )


def first_game(
    scenario: str, fleets: str, players: str, seed: int, options: dict[str, str], log: Path | None, save: Path | None
) -> SimulationJob:
    """Return the first game of the command line, and make the folders for its files. Raises CommandError."""
    names = parse_players(players)
    fleet_names = pair(fleets, "--fleets") if fleets else ()
    for folder in (log, save):
        if folder is not None:
            make_folder(folder)
    return SimulationJob(scenario, fleet_names, names, seed, options, log, save)


def simulate(first: SimulationJob, games: int, workers: int, *, as_json: bool) -> int:
    """Play a first game and others with the next seeds, and print the results.

    JSON is printed game by game. If an error stops the games, it is raised, and the JSON ends with the number of
    finished games.
    """
    if not as_json:
        import_module("jovian.commands.screen")  # A missing package is an error before any game is played.
    # Find bad input before any game is played.
    setup = setup_of(first.scenario, first.fleets, options=first.options)
    existing = (path for path in _files(setup, first, games) if path.exists())
    check_distinct((first.scenario, *first.fleets, *first.players), *existing)
    tally = Tally()
    try:
        for record, faults in _play(first, games, workers):
            tally.add(record, faults)
            if as_json:
                separator = ", " if tally.games > 1 else f'{{"scenario": {json.dumps(setup.scenario.key)}, "games": ['
                write_text(separator + json.dumps(record))
    except (Exception, KeyboardInterrupt) as error:
        finished = f"{pluralize(tally.games, 'game')} of {games} finished"
        if as_json and tally.games and not isinstance(error, BrokenPipeError):
            write_text(f'], "stopped": {json.dumps(finished)}}}\n')  # valid JSON that says what is missing
        if isinstance(error, KeyboardInterrupt):
            raise CommandError(f"stopped: {finished}", INTERRUPTED) from None
        raise
    if as_json:
        write_text("]}\n")
    else:
        _print_table(setup, first, tally)
    return 0


def chosen_seed(text: str) -> int:
    """Return the seed of `--seed`, or a random one for "". Raises CommandError."""
    try:
        return parse_seed(text) if text else random_seed()
    except ValueError as error:
        raise CommandError(f"usage: --seed: {error}, not '{text}'") from error


def chosen_options(texts: list[str], edition: str) -> dict[str, str]:
    """Return the options of an older edition ("" for none), changed by `--option NAME=VALUE`. Raises CommandError."""
    if edition and edition not in editions():
        raise CommandError(f"usage: --edition: there is no edition '{edition}'{suggest_names(edition, editions())}")
    chosen = edition_options(edition) | dict(text.partition("=")[::2] for text in texts)
    for fault in option_faults(chosen):
        raise CommandError(f"usage: --option: {fault}")
    return chosen


def _play(first: SimulationJob, games: int, workers: int) -> Iterator[tuple[Record, tuple[Fault, ...]]]:
    """Yield the results in the order of their seeds, whatever the order in which games finish."""
    jobs = (replace(first, seed=first.seed + number) for number in range(games))
    with stopped_by_signals(), local(min(workers, games)) as pool:
        yield from pool.shared(play_one, jobs)


def play_one(job: SimulationJob) -> tuple[Record, tuple[Fault, ...]]:
    """Play one game and return its JSON and the faults of its players.

    The seed of the game determines the seeds of its players. Raises CommandError if a rule fails.
    """
    faults = Faults()
    game = new(job.scenario, job.fleets, job.seed, options=job.options, log=job.log is not None)
    stem = _stem(game.match.setup, job.seed)
    started = perf_counter()
    try:
        if job.log is None:
            game.play_out(*job.players, faults=faults)
        else:
            _play_with_log(game, job.players, job.log / f"{stem}.jsonl", faults)
    except RulesError as error:
        raise _write_report(game.match, error, (job.save or Path()) / f"{stem}-report.json") from error
    seconds = perf_counter() - started
    if job.save is not None:
        seats = [Path(player).name for player in job.players]  # Folders of this machine don't belong in a save.
        save(game.match, job.save / f"{stem}.json", {"seats": seats})
    return game_record(game.match, job.seed, seconds) | {"faults": faults.to_json()}, faults.faults


def _stem(setup: Setup, seed: int) -> str:
    """Return the name of the files of a game, without what they end in."""
    return f"{setup.scenario.key}-{format_seed(seed)}"


def _files(setup: Setup, first: SimulationJob, games: int) -> Iterator[Path]:
    """Yield the files to write for all games."""
    for number in range(games):
        stem = _stem(setup, first.seed + number)
        yield from (folder / f"{stem}.{end}" for folder, end in ((first.log, "jsonl"), (first.save, "json")) if folder)


def _play_with_log(game: Play, players: tuple[str, str], path: Path, faults: Faults) -> None:
    """Play a game and write each event to a file when it happens."""
    with LogFile(path) as log:
        log.follow(game.match)
        game.play_out(*players, lambda: log.follow(game.match), remarks=True, faults=faults)


def _write_report(match: Match, error: RulesError, path: Path) -> CommandError:
    """Write a report of a failed rule to a file, and return the error that names it."""
    write_whole(path, failure(match, error))
    return CommandError(f"{path}: {error}", 1)


def game_record(match: Match, seed: int, seconds: float) -> Record:
    """Return the JSON of a finished game."""
    state = match.state
    objective, victory = ([score[part] for score in state.scores] for part in (0, 1))
    return {
        "seed": seed_to_json(seed), "winner": state.winner, "turns": state.turn,
        "objective": objective, "victory": victory,
        "decisions": sum(not isinstance(entry, Remark) for entry in match.journal),
        "seconds": round(seconds, 4), "digest": state.digest(),
    }  # fmt: skip


def _print_table(setup: Setup, first: SimulationJob, tally: Tally) -> None:
    from rich.table import Table

    from jovian.commands.screen import make_console

    console, sides = make_console(), names_of_sides(setup)
    console.print(f"{setup.scenario.name}: {describe_sides(sides, first.players)}")
    if not short(first.seed):
        console.print(f"seed S: {format_seed(first.seed)}")
    table = Table()
    for column in ("seed", "winner", "turns", "objective", "victory points", "decisions", "digest"):
        table.add_column(column, justify="left" if column in ("winner", "digest") else "right")
    for number, game in enumerate(tally.listed):
        winner = "draw" if game["winner"] is None else sides[game["winner"]]
        points = ["{:g} : {:g}".format(*game[part]) for part in ("objective", "victory")]
        seed = str(game["seed"]) if short(first.seed) else f"S+{number}"
        table.add_row(seed, winner, str(game["turns"]), *points, str(game["decisions"]), game["digest"][:8])
    console.print(table)
    if tally.games > LISTED:
        console.print(f"... and {pluralize(tally.games - LISTED, 'more game')}")
    console.print(tally.to_lines(sides))
    for side, name in enumerate(sides):
        if count := tally.faults.to_json()[side]["count"]:
            console.print(f"{name} ({first.players[side]}): the default choice was used {pluralize(count, 'time')}")
