"""What `duel` is asked for: the command line read, and the pairs of games that it means. What a duel came to as
JSON. What `duel` prints for people: how it stands, over fleets and scenarios, and how far it is while it is played.
`duel`: pairs of games are played, followed, kept, and what they come to is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from jovian.cards import fleet_names, load_fleet, scenario_names
from jovian.commands.logfile import FaultReport
from jovian.commands.problem import INTERRUPTED, CommandError
from jovian.commands.rehearse import bar, hired
from jovian.commands.screen import make_console
from jovian.commands.simulate import able, chosen_seed
from jovian.commands.stdout import print_json
from jovian.dice import format_seed, parse_seed
from jovian.match.entries import Faults
from jovian.rehearsal.documents import to_json_value
from jovian.rehearsal.duels import (
    NOT_STRONGER,
    STRONGER,
    UNDECIDED,
    Duel,
    InScenario,
    Pace,
    Pair,
    Standing,
    Test,
    begun,
    begun_with,
    compact,
    duel,
    kept,
    known,
    meetings,
    standing,
)
from jovian.rehearsal.duels import written as duels_written
from jovian.rehearsal.forecast import Estimate, bounded
from jovian.rehearsal.workers import WorkersLost
from jovian.rules.basics.rolls import pluralize

# --- request ---
# What `duel` is asked for: the command line read, and the pairs of games that it means.

ALL = "all"
LOW, HIGH = 0.5, 0.6
"""The shares of wins between which the test decides if nothing is said."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for, as the command line says it."""

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


def asked(request: Request) -> tuple[Duel, list[Pair]]:
    """The duel, and the pairs of it that are known already. Raises Problem or CardError."""
    players = able(request.first, "A"), able(request.second, "B")
    low = LOW if request.low is None else request.low
    high = (HIGH if low < HIGH else (1 + low) / 2) if request.high is None else request.high
    if not 0 < low < high < 1:
        raise CommandError(f"usage: --from {low:g} --to {high:g}: two shares of wins, the lower first, between 0 and 1")
    met = meetings(_names(request.scenarios, "--scenarios", scenario_names()), _fleets(request))
    for scenario, fleets in met:  # bad input is told before any game is played
        begun(scenario, fleets)
    tested = request.pairs is None or request.low is not None or request.high is not None
    duel = Duel(players, met, _seed(request), Test(low, high), request.pairs, tested)
    return duel, known(request.save, duel) if request.save is not None else []


def _seed(request: Request) -> int:
    """That of the command line, else that of a duel that is gone on with, else a fresh one."""
    begun = "" if request.seed or request.save is None else begun_with(request.save)
    return parse_seed(begun) if begun else chosen_seed(request.seed)


def _fleets(request: Request) -> tuple[str, ...]:
    """The fleets that are named, else the ready ones of a size."""
    if request.fleets:
        return _names(request.fleets, "--fleets", ())
    found = tuple(name for name in fleet_names() if load_fleet(name).size == request.size)
    if not found:
        sizes = ", ".join(map(str, sorted({load_fleet(name).size for name in fleet_names()})))
        raise CommandError(f"usage: --size: there is no ready fleet of {request.size} TV, only of {sizes}")
    return found


def _names(text: str, option: str, every: tuple[str, ...]) -> tuple[str, ...]:
    """The names of a list with commas; `all` where that is offered. Raises Problem."""
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    if not all(names):
        raise CommandError(f"usage: {option}: names with commas between them, not '{text}'")
    return every if every and names == (ALL,) else names


# --- document ---
# What a duel came to as JSON: `docs/opponents.md` lists its keys.

FORMAT = 1


def document(asked: Duel, found: Standing, *, stopped: bool) -> dict[str, Any]:
    """All of it as plain JSON."""
    faults = Faults()
    faults.add(found.faults)
    test = {"from": asked.test.low, "to": asked.test.high, "error": asked.test.error, "ends": asked.tested}
    told = to_json_value(found)
    measured = {name: told.pop(name) for name in ("ratio", "bound", "verdict")}
    return {
        "format": FORMAT, "question": "duel", "players": list(asked.players), "seed": format_seed(asked.seed),
        "complete": not stopped, "stopped": stopped, "test": test | measured, **told, "faults": faults.to_json(),
    }  # fmt: skip


# --- printing ---
# What `duel` prints for people: how it stands, over fleets and scenarios, and how far it is while it is played.

VERDICTS = {
    STRONGER: "accepted: {name} wins {high:.0%} or more, not {low:.0%}",
    NOT_STRONGER: "{name} wins at most {low:.0%} rather than {high:.0%}",
    UNDECIDED: "undecided between {low:.0%} and {high:.0%}",
}


def so_far(asked: Duel, pairs: Sequence[Pair]) -> str:
    """How many pairs there are, what the first player made of them, and how far the test is."""
    scores = [pair.score for pair in pairs]
    share = _share(bounded(scores, 0.0, 1.0))
    test = f", test {asked.test.ratio(scores):+.2f} of ±{asked.test.bound:.2f}" if asked.tested else ""
    return f"{pluralize(len(pairs), 'pair')}, {asked.players[0]} wins {share}{test}"


def print_standing(asked: Duel, found: Standing) -> None:
    """Print it."""
    console, (first, second) = make_console(), asked.players
    console.print(
        f"{first} against {second}: {pluralize(found.pairs, 'pair')} of games, seed {format_seed(asked.seed)}"
    )
    console.print(
        f"{first} wins {_share(found.share)}: {found.won[0]} won, {found.won[1]} lost, {found.drawn} drawn; "
        f"objective points {_points(found.objective)}, victory points {_points(found.victory)} a game"
    )
    said = VERDICTS[found.verdict].format(name=first, low=asked.test.low, high=asked.test.high)
    ends = " ".join(map(str, found.ends))
    console.print(f"{said} ({found.ratio:+.2f} of ±{found.bound:.2f}; pairs by what they gave: {ends})")
    console.print(f"whoever has initiative wins {_share(found.initiative)}, side 0 {_share(found.first_side)}")
    _print_scenarios(console, asked, found)
    _print_fleets(console, asked, found)
    _print_paces(console, asked, found)
    _print_faults(console, asked, found)


def _print_scenarios(console: Console, asked: Duel, found: Standing) -> None:
    table = Table("scenario", "pairs", f"{asked.players[0]} wins", "objective", "victory points", "initiative wins")
    for each in found.scenarios:
        table.add_row(
            each.scenario, str(each.pairs), _share(each.share), _points(each.objective), _points(each.victory),
            _share(each.initiative),
        )  # fmt: skip
    console.print(table)


def _print_fleets(console: Console, asked: Duel, found: Standing) -> None:
    if not found.fleets:
        return
    table = Table("fleet", *(f"{name} wins with it" for name in asked.players))
    for each in found.fleets:
        table.add_row(each.fleet, *("" if share is None else _share(share) for share in each.shares))
    console.print(table)


def _print_paces(console: Console, asked: Duel, found: Standing) -> None:
    """Milliseconds a decision, of both players: in all, and where there are several, by scenario."""
    table = Table("ms a decision", "", "decisions", "median", "99 %", "99.9 %", "most")
    rows: list[tuple[str, Standing | InScenario]] = [("all", found)]
    if len(found.scenarios) > 1:
        rows += [(each.scenario, each) for each in found.scenarios]
    for name, each in rows:
        for player, pace in zip(asked.players, each.paces, strict=True):
            table.add_row(name, player, *_pace(pace))
    console.print(table)


def _print_faults(console: Console, asked: Duel, found: Standing) -> None:
    faults = Faults()
    faults.add(found.faults)
    for player, told in zip(asked.players, faults.to_json(), strict=True):
        if told["count"]:
            console.print(f"{player}: the default was taken for {pluralize(told['count'], 'choice')}")


def _pace(pace: Pace) -> tuple[str, ...]:
    taken = (pace.median, pace.of_100, pace.of_1000, pace.most)
    return (str(pace.decisions), *(f"{each:.3g}" if each < 1000 else f"{each:.0f}" for each in taken))


def _share(found: Estimate) -> str:
    return f"{found.value:.1%} ({found.low:.0%} to {found.high:.0%})"


def _points(found: Estimate) -> str:
    held = f" ({found.low:+.1f} to {found.high:+.1f})" if isfinite(found.half) else ""
    return f"{found.value:+.1f}{held}"


# --- command ---
# `duel`: pairs of games are played, followed, kept, and what they come to is told.


def show_duel(request: Request, as_json: bool) -> int:
    """Play, tell how far it is, and what it comes to. What is known so far is told if its user stops it."""
    wanted, pairs = asked(request)
    stopped = False
    try:
        _follow(request, wanted, pairs)
    except KeyboardInterrupt:
        stopped = True
    except WorkersLost as error:
        raise CommandError(str(error), 1) from None
    if not pairs:
        raise CommandError("stopped: no pair finished", INTERRUPTED)
    found = standing(pairs, wanted.test)
    if as_json:
        print_json(document(wanted, found, stopped=stopped))
    else:
        print_standing(wanted, found)
    if stopped:
        raise CommandError(f"stopped: {pluralize(len(pairs), 'pair')} finished", INTERRUPTED)
    return 0


def _follow(request: Request, wanted: Duel, pairs: list[Pair]) -> None:
    """Play on from what is known, with a bar on standard error where somebody looks; each pair is kept at once."""
    faults, shared = FaultReport(), dict[Any, Any]()
    with (
        kept(request.save, wanted, pairs) as file, hired(request.workers, request.cluster) as workers,
        bar(None if wanted.pairs is None else wanted.pairs - len(pairs)) as advance,
    ):  # fmt: skip
        for pair in duel(wanted, workers, tuple(pairs)):
            pairs.append(compact(pair, shared))
            for bout in pair.bouts:
                faults.add(bout.faults)
            if file is not None:
                file.write(f"{duels_written(pair)}\n")
                file.flush()
            advance(so_far(wanted, pairs))
