"""`rehearse`: the games are played, followed, and their answer is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from enum import Enum

from jovian.commands.output.problem import INTERRUPTED, Problem
from jovian.commands.rehearsing.document import document
from jovian.commands.rehearsing.hiring import hired
from jovian.commands.rehearsing.printing import print_answer, so_far
from jovian.commands.rehearsing.request import Request, asked
from jovian.commands.rehearsing.streaming import due, tell
from jovian.match import Match
from jovian.rehearsal.ending import end_unheard
from jovian.rehearsal.forecast import forecast
from jovian.rehearsal.outcome import Outcome
from jovian.rehearsal.rehearsing import Ask, rehearse
from jovian.rehearsal.workers import Workers, WorkersLost
from jovian.rules.facts.words import counted

Found = Sequence[Outcome]


class Form(Enum):
    """How the answer is told."""

    PRINTED = "for people"
    JSON = "one object"
    STREAM = "lines of JSON on the way, the last one complete"


def show_rehearsal(request: Request, form: Form) -> int:
    """Play, tell how far it is, and the answer. What is known so far is told if its user stops it."""
    if form is Form.STREAM:
        end_unheard()
    match, ask = asked(request)
    found: list[Outcome] = []
    stopped = False
    try:
        with hired(request) as workers:
            _follow(ask, workers, found, _on_the_way(match, ask, form))
    except KeyboardInterrupt:
        stopped = True
    except WorkersLost as error:
        raise Problem(str(error), 1) from None
    if not found:
        raise Problem("stopped: no game finished", INTERRUPTED)
    answer = forecast(found)
    if form is Form.PRINTED:
        print_answer(match, ask, answer)
    else:
        print(json.dumps(document(match, ask, answer, complete=not stopped, stopped=stopped)))
    if stopped:
        raise Problem(f"stopped: {counted(len(found), 'game')} finished", INTERRUPTED)
    return 0


def _on_the_way(match: Match, ask: Ask, form: Form) -> Callable[[Found], None]:
    """What is told after each game but the last."""

    def told(found: Found) -> None:
        if due(len(found)) and len(found) != ask.games:
            tell(document(match, ask, forecast(found), complete=False))

    return told if form is Form.STREAM else lambda found: None


def _follow(ask: Ask, workers: Workers, found: list[Outcome], told: Callable[[Found], None]) -> None:
    """Play, with a bar on standard error where somebody looks."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("no game finished yet", total=ask.games)
        for outcome in rehearse(ask, workers):
            found.append(outcome)
            progress.update(bar, advance=1, description=so_far(found))
            told(found)
