"""`--report` and `--save`: a page of the answer, and the games worth a look as saves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from jovian.commands.output.problem import print_line
from jovian.commands.rehearsing.request import Request
from jovian.commands.rehearsing.streaming import Form
from jovian.game import State
from jovian.match import Match
from jovian.match.saves.writing import try_whole, write_whole
from jovian.rehearsal.one_game.outcome import Outcome
from jovian.rehearsal.one_game.playing import played
from jovian.rehearsal.questions.comparing import Comparison, Race
from jovian.rehearsal.questions.forecast import Forecast
from jovian.rehearsal.questions.rehearsing import Ask
from jovian.rehearsal.questions.turning import Turning
from jovian.rehearsal.telling.games import Shown, shown, shown_of_plans

MAKER = "jovian.rehearsal.telling.report.report"
"""What makes the page: with its libraries it is read only if there is one to make."""
PAINTER = "jovian.ui.headless"
"""The module that draws the table for the page."""
PICTURE = 1000
"""Pixels along the longer side of the table."""


def refuse_early(request: Request) -> None:
    """Check, before any game is played, that the page and the saves can be written.

    Raises OSError, or ImportError if a package is missing.
    """
    if request.save is not None:
        request.save.mkdir(parents=True, exist_ok=True)
        try_whole(request.save / "games.json")
    if request.report is None:
        return
    try_whole(request.report)
    import_module(MAKER)
    import_module(PAINTER)


def report(
    request: Request, match: Match, ask: Ask, found: Sequence[Outcome], answer: Forecast, document: dict[str, Any]
) -> list[str]:
    """Write what is asked for of a position, and say what was written. Raises OSError."""
    if request.report is None and request.save is None:
        return []
    replayed = ask.start.knowing is None
    games = shown(found, lambda number: played(ask.job(number))) if replayed else ()
    told, start = _saved(request, games), _known(match, ask)
    return told + _page(request, start, lambda make, seen: make.from_here(start, document, answer, found, games, seen))


def report_plans(
    request: Request, match: Match, ask: Ask, race: Race, answer: Comparison, document: dict[str, Any]
) -> list[str]:  # fmt: skip
    """Write what is asked for of plans, and say what was written. Raises OSError."""
    if request.report is None and request.save is None:
        return []
    again = lambda plan, number: played(race.job(number, plan))  # noqa: E731
    games = shown_of_plans(race.runners, answer.best, again) if ask.start.knowing is None else ()
    told, start = _saved(request, games), _known(match, ask)
    return told + _page(request, start, lambda make, seen: make.of_plans(start, document, answer, games, seen))


def _saved(request: Request, games: Sequence[Shown]) -> list[str]:
    """Write the games into their folder if there is one, and say so. Raises OSError."""
    if request.save is None:
        return []
    for game in games:
        write_whole(request.save / game.file, game.text)
    return [f"{request.save / game.file}: {game.called[:1].lower()}{game.called[1:]}" for game in games]


def report_turning(request: Request, match: Match, answer: Turning, document: dict[str, Any]) -> list[str]:
    """Write the page about turning points if it is asked for, and say so. Raises OSError."""
    return _page(request, match.state, lambda make, seen: make.of_turning(match.state, document, answer, seen))


def tell_written(lines: list[str], form: Form) -> None:
    """Say what was written, where it does not mix with JSON."""
    for line in lines:
        print_line(line, None if form is Form.PRINTED else sys.stderr)


def _known(match: Match, ask: Ask) -> State:
    """The position as far as it is known to the side from whose knowledge games start."""
    return match.state if ask.start.knowing is None else match.view(ask.start.knowing)


def _page(request: Request, state: State, made: Callable[[Any, bytes], Any]) -> list[str]:
    """Write the page, made with what makes it and the picture of a state."""
    if request.report is None:
        return []
    make, painter = import_module(MAKER), import_module(PAINTER)
    write_whole(request.report, make.page(made(make, painter.start_picture(state, PICTURE))))
    return [f"{request.report}: the report"]
