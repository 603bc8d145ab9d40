"""`rehearse`: many games from one position, and what they come to."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

from jovian.cards.error import meant
from jovian.commands.arguments.position import open_position, pair
from jovian.commands.output.problem import INTERRUPTED, Problem
from jovian.commands.output.screen import screen
from jovian.dice import told_seed
from jovian.match import Match
from jovian.play.starting import holds_save
from jovian.players import PLAYERS
from jovian.rehearsal.forecast import Forecast, forecast
from jovian.rehearsal.outcome import Outcome
from jovian.rehearsal.rehearsing import Ask, rehearse
from jovian.rehearsal.start import Start
from jovian.rehearsal.statistics import share
from jovian.rehearsal.workers import Workers, WorkersLost, local
from jovian.rehearsal.written import written
from jovian.rules.facts.words import counted

FORMAT = 1
GAMES = 100
"""How many games are played if nothing is said."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for, as the command line says it."""

    target: str
    at: int | None
    players: str
    games: int | None
    until: float | None
    turns: int | None
    seed: int
    workers: int | None
    cluster: str


def show_rehearsal(request: Request, as_json: bool) -> int:
    """Play, tell how far it is, and print the answer. What is known so far is printed if its user stops it."""
    match, ask = _asked(request)
    found: list[Outcome] = []
    stopped = False
    try:
        with _hired(request) as workers:
            _follow(ask, workers, found)
    except KeyboardInterrupt:
        stopped = True
    except WorkersLost as error:
        raise Problem(str(error), 1) from None
    if not found:
        raise Problem("stopped: no game finished", INTERRUPTED)
    answer = forecast(found)
    if as_json:
        print(json.dumps(_document(match, ask, answer, stopped)))
    else:
        _print(match, ask, answer)
    if stopped:
        raise Problem(f"stopped: {counted(len(found), 'game')} finished", INTERRUPTED)
    return 0


def _asked(request: Request) -> tuple[Match, Ask]:
    """The position and what is to be rehearsed. Raises Problem, CardError or SaveError."""
    players = pair(request.players, "--players")
    for name in players:
        if name not in PLAYERS:
            raise Problem(f"usage: --players: there is no player '{name}'{meant(name, PLAYERS)}")
    match = open_position(request.target, request.at)
    if match.over:
        raise Problem(f"{request.target}: the game is over, nothing is left to rehearse; --at takes an earlier moment")
    start = Start.of(match, fresh=not holds_save(request.target))
    games = request.games or (None if request.until is not None else GAMES)
    return match, Ask(start, players, request.seed, games, request.until, request.turns)


def _hired(request: Request) -> Workers:
    """Who plays. Raises Problem."""
    if not request.cluster:
        return local(request.workers or cores())
    if request.workers is not None:
        raise Problem("usage: --workers: a cluster has its own")
    try:
        from jovian.rehearsal.cluster import Cluster, NoCluster
    except ImportError as error:
        raise Problem(f"--cluster: {error.name} is missing: pip install -r requirements-cluster.txt") from error
    try:
        return Cluster(request.cluster)
    except NoCluster as error:
        raise Problem(f"--cluster: {error}") from error


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _follow(ask: Ask, workers: Workers, found: list[Outcome]) -> None:
    """Play, with a bar on standard error where somebody looks."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("no game finished yet", total=ask.games)
        for outcome in rehearse(ask, workers):
            found.append(outcome)
            progress.update(bar, advance=1, description=_so_far(found))


def _so_far(found: list[Outcome]) -> str:
    wins = share(sum(outcome.winner == 0 for outcome in found), len(found))
    return f"{counted(len(found), 'game')}, side 0 wins {wins.value:.0%} ({wins.low:.0%} to {wins.high:.0%})"


def _document(match: Match, ask: Ask, answer: Forecast, stopped: bool) -> dict[str, Any]:
    return {
        "format": FORMAT, "question": "from-here",
        "position": {
            "scenario": match.setup.scenario.key, "answers": ask.start.answers, "turn": match.state.turn,
            "phase": match.state.phase, "fresh": ask.start.fresh,
        },
        "players": list(ask.players), "seed": told_seed(ask.seed), "turns": ask.turns, "until": ask.until,
        "stopped": stopped, "forecast": written(answer),
    }  # fmt: skip


def _print(match: Match, ask: Ask, answer: Forecast) -> None:
    from rich.table import Table

    console = screen()
    console.print(
        f"{match.setup.scenario.name}, from turn {match.state.turn}: {ask.players[0]} (side 0) against "
        f"{ask.players[1]} (side 1), {counted(answer.games, 'game')}, seed {told_seed(ask.seed)}"
    )
    table = Table("", "wins", "objective", "victory points", "lost")
    for side in (0, 1):
        wins = answer.wins[side]
        points = (answer.objective[side].mean, answer.victory[side].mean, answer.losses[side].mean)
        shown = [f"{each.value:.1f} ± {each.half:.1f}" for each in points]
        table.add_row(f"side {side}", f"{wins.value:.1%} ({wins.low:.1%} to {wins.high:.1%})", *shown)
    console.print(table)
    draws = answer.draws
    console.print(f"draws {draws.value:.1%} ({draws.low:.1%} to {draws.high:.1%})")
    console.print("decided by: " + "; ".join(f"{what} ({times})" for what, times in answer.decided[:5]))
