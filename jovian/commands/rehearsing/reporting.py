"""`--report` and `--save`: a page of the answer, and the games worth a look as saves."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from jovian.commands.output.problem import Problem
from jovian.commands.rehearsing.request import Request
from jovian.match import Match
from jovian.match.writing import try_whole, write_whole
from jovian.rehearsal.forecast import Forecast
from jovian.rehearsal.games import Shown, shown
from jovian.rehearsal.outcome import Outcome
from jovian.rehearsal.playing import played
from jovian.rehearsal.rehearsing import Ask

MAKER = "jovian.rehearsal.report.report"
"""What makes the page: with its libraries it is read only if there is one to make."""
PICTURE = 1000
"""Pixels along the longer side of the table."""


def refuse_early(request: Request) -> None:
    """Before any game is played: can what is asked for be written? Raises OSError, or Problem."""
    if request.save is not None:
        request.save.mkdir(parents=True, exist_ok=True)
        try_whole(request.save / "games.json")
    if request.report is None:
        return
    try_whole(request.report)
    try:
        import_module(MAKER)
    except ImportError as error:
        raise Problem(f"--report: {error.name} is missing: pip install -r requirements.txt") from error


def report(
    request: Request, match: Match, ask: Ask, found: Sequence[Outcome], answer: Forecast, document: dict[str, Any]
) -> list[str]:
    """Write what is asked for, and say what was written. Raises OSError."""
    if request.report is None and request.save is None:
        return []
    replayed = ask.start.knowing is None
    games = shown(found, lambda number: played(ask.job(number))) if replayed else ()
    told = []
    if request.save is not None:
        for game in games:
            write_whole(request.save / game.file, game.text)
            told.append(f"{request.save / game.file}: {game.what[:1].lower()}{game.what[1:]}")
    if request.report is not None:
        write_whole(request.report, _page(match, ask, found, answer, document, games))
        told.append(f"{request.report}: the report")
    return told


def _page(
    match: Match, ask: Ask, found: Sequence[Outcome], answer: Forecast, document: dict[str, Any],
    games: tuple[Shown, ...],
) -> str:  # fmt: skip
    from jovian.rehearsal.report.report import Report, page
    from jovian.ui.headless import start_picture

    side = ask.start.knowing
    start = match.state if side is None else match.view(side)
    picture = start_picture(start, PICTURE)
    return page(Report(match.setup.scenario.name, document, answer, found, start, picture, games))
