"""The command `duel`: let 2 computer players play pairs of games with swapped sides until a test decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from pathlib import Path
from typing import IO, Any

from rich.console import Console
from rich.table import Table

from jovian.cards import fleet_names, load_fleet, scenario_names
from jovian.commands.logfile import FaultReport
from jovian.commands.problem import INTERRUPTED, CommandError
from jovian.commands.progress import progress_bar
from jovian.commands.rehearse import play
from jovian.commands.screen import make_console
from jovian.commands.simulate import check_player, chosen_seed
from jovian.commands.stdout import print_json
from jovian.dice import format_seed, parse_seed
from jovian.frozen import frozen
from jovian.match.entries import Faults
from jovian.rehearsal.documents import chance, to_json_value
from jovian.rehearsal.duels import (
    NOT_STRONGER,
    STRONGER,
    UNDECIDED,
    Duel,
    DuelScore,
    InScenario,
    Pace,
    Pair,
    Test,
    begun,
    compact,
    meetings,
    open_file,
    read_pairs,
    score_pairs,
    seed_of_file,
)
from jovian.rehearsal.duels import duel as play_duel
from jovian.rehearsal.duels import format_pair as pair_to_json
from jovian.rehearsal.forecast import Estimate, bounded
from jovian.rehearsal.workers import Workers
from jovian.rules.basics.rolls import pluralize

# --- The request ---

ALL = "all"
LOW, HIGH = 0.5, 0.6
"""The shares of wins that the test compares by default."""


@frozen
class DuelRequest:
    """The options of the command line."""

    first: str
    second: str
    scenarios: str
    fleets: str
    size: int
    low: float | None
    high: float | None
    pairs: int | None
    seed: str
    workers: int | None
    cluster: str
    save: Path | None


def read_request(request: DuelRequest) -> tuple[Duel, list[Pair]]:
    """Return the duel and its pairs that were saved before. Raises CommandError or CardError."""
    players = check_player(request.first, "A"), check_player(request.second, "B")
    low = LOW if request.low is None else request.low
    high = (HIGH if low < HIGH else (1 + low) / 2) if request.high is None else request.high
    if not 0 < low < high < 1:
        limits = f"--from {low:g} --to {high:g}"
        raise CommandError(f"usage: {limits}: requires 2 shares of wins between 0 and 1, the lower one first")
    pairings = meetings(read_scenarios(request.scenarios), read_fleets(request.fleets, request.size))
    for scenario, fleets in pairings:  # find bad input before any game is played
        begun(scenario, fleets)
    tested = request.pairs is None or request.low is not None or request.high is not None
    seed = read_seed(request.seed, request.save)
    duel = Duel(players, pairings, seed, Test(low, high), request.pairs, tested)
    return duel, read_pairs(request.save, duel) if request.save is not None else []


def read_seed(seed: str, save: Path | None) -> int:
    """Return the seed of the command line, else that of the saved duel, else a random one."""
    saved_seed = "" if seed or save is None else seed_of_file(save)
    return parse_seed(saved_seed) if saved_seed else chosen_seed(seed)


def read_scenarios(names: str) -> tuple[str, ...]:
    """Return the named scenarios. Raises CommandError."""
    return _names(names, "--scenarios", scenario_names())


def read_fleets(names: str, size: int) -> tuple[str, ...]:
    """Return the named fleets, or all ready fleets of a size. Raises CommandError."""
    if names:
        return _names(names, "--fleets", ())
    fleets = tuple(name for name in fleet_names() if load_fleet(name).size == size)
    if not fleets:
        sizes = ", ".join(map(str, sorted({load_fleet(name).size for name in fleet_names()})))
        raise CommandError(f"usage: --size: there is no ready fleet of {size} TV, only of {sizes}")
    return fleets


def _names(text: str, option: str, every: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of a list separated by commas. Expand `all` if it is allowed. Raises CommandError."""
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    if not all(names):
        raise CommandError(f"usage: {option}: requires names separated by commas, not '{text}'")
    return every if every and names == (ALL,) else names


# --- The JSON document (`docs/opponents.md` lists the keys) ---

FORMAT = 1


def document(duel: Duel, result: DuelScore, *, stopped: bool) -> dict[str, Any]:
    """Return the JSON of a duel."""
    faults = Faults()
    faults.add(result.faults)
    test = {"from": duel.test.low, "to": duel.test.high, "error": duel.test.error, "ends": duel.tested}
    values = to_json_value(result)
    measured = {name: values.pop(name) for name in ("ratio", "bound", "verdict")}
    return {
        "format": FORMAT, "question": "duel", "players": list(duel.players), "seed": format_seed(duel.seed),
        "complete": not stopped, "stopped": stopped, "test": test | measured, **values, "faults": faults.to_json(),
    }  # fmt: skip


# --- Printed output ---

VERDICTS = {
    STRONGER: "accepted: {name} wins {high:.0%} or more rather than {low:.0%}",
    NOT_STRONGER: "rejected: {name} wins {low:.0%} or less rather than {high:.0%}",
    UNDECIDED: "undecided between {low:.0%} and {high:.0%}",
}


def progress_text(duel: Duel, pairs: Sequence[Pair]) -> str:
    """Return the number of pairs, the first player's share of wins, and the progress of the test."""
    scores = [pair.score for pair in pairs]
    share = chance(bounded(scores, 0.0, 1.0))
    test = f", test {duel.test.ratio(scores):+.2f} of ±{duel.test.bound:.2f}" if duel.tested else ""
    return f"{pluralize(len(pairs), 'pair')}, {duel.players[0]} wins {share}{test}"


def print_result(duel: Duel, result: DuelScore) -> None:
    """Print the result of a duel."""
    console, (first, second) = make_console(), duel.players
    console.print(
        f"{first} against {second}: {pluralize(result.pairs, 'pair')} of games, seed {format_seed(duel.seed)}"
    )
    console.print(
        f"{first} wins {chance(result.share)}: {result.won[0]} won, {result.won[1]} lost, {result.drawn} drawn; "
        f"Objective Points {_points(result.objective)}, Victory Points {_points(result.victory)} per game"
    )
    verdict = VERDICTS[result.verdict].format(name=first, low=duel.test.low, high=duel.test.high)
    ends = " ".join(map(str, result.ends))
    console.print(f"{verdict} ({result.ratio:+.2f} of ±{result.bound:.2f}; numbers of pairs by their points: {ends})")
    console.print(
        f"the side with initiative wins {chance(result.initiative)}, the first side {chance(result.first_side)}"
    )
    _print_scenarios(console, duel, result)
    _print_fleets(console, duel, result)
    _print_paces(console, duel, result)
    _print_faults(console, duel, result)


def _print_scenarios(console: Console, duel: Duel, result: DuelScore) -> None:
    columns = ("scenario", "pairs", f"{duel.players[0]} wins", "Objective Points", "Victory Points", "initiative wins")
    table = Table(*columns)
    for row in result.scenarios:
        table.add_row(
            row.scenario, str(row.pairs), chance(row.share), _points(row.objective), _points(row.victory),
            chance(row.initiative),
        )  # fmt: skip
    console.print(table)


def _print_fleets(console: Console, duel: Duel, result: DuelScore) -> None:
    if not result.fleets:
        return
    table = Table("fleet", *(f"{name} wins with it" for name in duel.players))
    for row in result.fleets:
        table.add_row(row.fleet, *("" if share is None else chance(share) for share in row.shares))
    console.print(table)


def _print_paces(console: Console, duel: Duel, result: DuelScore) -> None:
    """Print the milliseconds per decision of both players, in total and by scenario."""
    table = Table("ms per decision", "", "decisions", "median", "99%", "99.9%", "maximum")
    rows: list[tuple[str, DuelScore | InScenario]] = [("all", result)]
    if len(result.scenarios) > 1:
        rows += [(row.scenario, row) for row in result.scenarios]
    for name, row in rows:
        for player, pace in zip(duel.players, row.paces, strict=True):
            table.add_row(name, player, *_pace(pace))
    console.print(table)


def _print_faults(console: Console, duel: Duel, result: DuelScore) -> None:
    faults = Faults()
    faults.add(result.faults)
    for player, faults_of_player in zip(duel.players, faults.to_json(), strict=True):
        if count := faults_of_player["count"]:
            console.print(f"{player}: the default choice was used {pluralize(count, 'time')}")


def _pace(pace: Pace) -> tuple[str, ...]:
    times = (pace.median, pace.of_100, pace.of_1000, pace.most)
    return (str(pace.decisions), *(f"{time:.3g}" if time < 1000 else f"{time:.0f}" for time in times))


def _points(points: Estimate) -> str:
    interval = f" ({points.low:+.1f} to {points.high:+.1f})" if isfinite(points.half) else ""
    return f"{points.value:+.1f}{interval}"


# --- The command ---

Describe = Callable[[Duel, Sequence[Pair]], str]
"""What the progress bar says about the pairs so far."""


def show_duel(request: DuelRequest, as_json: bool) -> int:
    """Play the pairs and print the result. If the user stops them, print the result so far."""
    duel, pairs = read_request(request)
    stopped = play_pairs(duel, pairs, request.workers, request.cluster, request.save, progress_text)
    result = score_pairs(pairs, duel.test)
    if as_json:
        print_json(document(duel, result, stopped=stopped))
    else:
        print_result(duel, result)
    check_stopped(stopped, pairs)
    return 0


def play_pairs(
    duel: Duel, pairs: list[Pair], workers: int | None, cluster: str, save: Path | None, describe: Describe
) -> bool:
    """Play the rest of a duel with a progress bar, and add its pairs. Each pair is saved immediately.

    Return whether the user stopped it. Raises CommandError if there is no pair then, or WorkersLost.
    """
    with open_file(save, duel, pairs) as file:
        stopped = play(lambda hired: _follow(duel, pairs, hired, file, describe), workers, cluster)
    if not pairs:
        raise CommandError("stopped: no pair finished", INTERRUPTED)
    return stopped


def _follow(duel: Duel, pairs: list[Pair], hired: Workers, file: IO[str] | None, describe: Describe) -> None:
    faults, shared = FaultReport(), dict[Any, Any]()
    with progress_bar(None if duel.pairs is None else duel.pairs - len(pairs), hired.size) as advance:
        for pair in play_duel(duel, hired, tuple(pairs)):
            pairs.append(compact(pair, shared))
            for bout in pair.bouts:
                faults.add(bout.faults)
            if file is not None:
                file.write(f"{pair_to_json(pair)}\n")
                file.flush()
            advance(describe(duel, pairs))


def check_stopped(stopped: bool, pairs: Sequence[Pair]) -> None:
    """Raise CommandError if the user stopped a duel, after its result is printed."""
    if stopped:
        raise CommandError(f"stopped: {pluralize(len(pairs), 'pair')} finished", INTERRUPTED)
