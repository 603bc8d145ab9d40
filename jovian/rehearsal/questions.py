"""The questions of the window, each as a function for a process of its own that yields typed values.

The commands ask the same, and print as they go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from jovian.dice import random_seed
from jovian.frozen import frozen
from jovian.game import State
from jovian.match import Match
from jovian.match.entries import Faults
from jovian.match.files import check_writable
from jovian.rehearsal.comparison import Comparison, Race, rehearse
from jovian.rehearsal.documents import (
    ExampleGame,
    RehearsalResult,
    example_games,
    example_games_of_plans,
    rehearsal_document,
)
from jovian.rehearsal.game import RehearsalSpec, Start, game_to_json, recorded_game
from jovian.rehearsal.outcome import Outcome
from jovian.rehearsal.puzzles import PuzzleMaker, play_answer, write_puzzle
from jovian.rehearsal.turning_points import Rehearsed, TurningPoints
from jovian.rehearsal.workers import Workers, cores, local
from jovian.rules.setup.setup import names_of_sides

STREAM_STEP = 20
"""A result is due whenever the number of games has grown by 1/20."""


def is_line_due(games: int) -> bool:
    """Return whether a result is due: after each of the first 40 games, each second of the next 20, and so on."""
    return games % max(1, games // STREAM_STEP) == 0


def spare_workers() -> Workers:
    """Return workers of this machine. One processor is left for the window."""
    return local(max(1, cores() - 1))


# --- Reports ---

REPORT_MODULE = "jovian.rehearsal.report"
"""The module that makes a report. It has heavy imports, so it is imported only for a report."""
PICTURE_PX = 1000
"""The longer side of the picture in pixels."""


def known_state(match: Match, ask: RehearsalSpec) -> State:
    """Return the position, limited to the knowledge of the side that the games start from."""
    return match.state if ask.start.knowing is None else match.view(ask.start.knowing)


def report_page(state: State, drawing: str, build: Callable[[Any, bytes], Any]) -> str:
    """Return a report, built from the report module and a picture of a state. `drawing` is the module that draws it."""
    maker = import_module(REPORT_MODULE)
    page: str = maker.page(build(maker, import_module(drawing).start_picture(state, PICTURE_PX)))
    return page


# --- From here ---


def rehearsal_results(ask: RehearsalSpec, drawing: str = "") -> Iterator[RehearsalResult]:
    """Yield what is known, each time with the new games, and the report at last if a module can draw its picture."""
    match, faults = recorded_game(ask.start).fork_at(ask.start.answers), Faults()
    outcomes: list[Outcome] = []
    listed = 0
    with spare_workers() as workers:
        for outcome in rehearse(ask, workers):
            outcomes.append(outcome)
            faults.add(outcome.faults)
            if is_line_due(len(outcomes)) and len(outcomes) != ask.games:
                yield RehearsalResult.of(match, ask, outcomes, listed, complete=False)
                listed = len(outcomes)
    result = replace(RehearsalResult.of(match, ask, outcomes, listed, complete=True), faults=faults.faults)
    yield result
    if drawing:
        document, games = rehearsal_document(ask, result), example_games(ask, outcomes, result.sides)
        state = known_state(match, ask)
        page = report_page(
            state, drawing, lambda make, picture: make.from_here(
                state, document, result.forecast, outcomes, games, picture
            )
        )  # fmt: skip
        yield replace(result, played=(), report=page)


def replayed_game(ask: RehearsalSpec, number: int) -> Iterator[dict[str, Any]]:
    """Yield a game that was played again, for `game_from_json`."""
    yield game_to_json(ask.job(number))


# --- Plans ---


@frozen
class PlansResult:
    """What is known of some plans so far."""

    comparison: Comparison
    games: tuple[ExampleGame, ...] = ()
    """The games to watch at last, if all is known."""


def plan_results(ask: RehearsalSpec) -> Iterator[PlansResult]:
    """Yield the comparison of the plans so far."""
    race = Race(ask)
    with spare_workers() as workers:
        for _ in race.run(workers):
            known = race.result_so_far() if is_line_due(race.games) else None
            if known is not None:
                yield PlansResult(known)
    known = race.result_so_far()
    assert known is not None
    yield PlansResult(known)
    yield PlansResult(known, example_games_of_plans(race, known.best, names_of_sides(recorded_game(ask.start).setup)))


# --- Turning points ---


def turning_results(ask: RehearsalSpec) -> Iterator[TurningPoints]:
    """Yield the turning points so far."""
    rehearsed = Rehearsed(ask)
    with spare_workers() as workers:
        for number, _ in enumerate(rehearsed.play(workers), 1):
            if is_line_due(number):
                yield rehearsed.result(complete=False)
    yield rehearsed.result(complete=True)


# --- Puzzles ---


def answer_scores(ask: RehearsalSpec) -> Iterator[list[float]]:
    """Yield the scores of all games of an answer."""
    with spare_workers() as workers:
        yield [score for _, score in play_answer(ask, workers)]


def made_puzzle(start: Start, file: Path) -> Iterator[Path]:
    """Make a puzzle of a position, write it, and yield its file. Raises PuzzleError or OSError."""
    check_writable(file)
    maker = PuzzleMaker(recorded_game(start), start.answers, seed=random_seed())
    with spare_workers() as workers:
        for _ in maker.run(workers):
            pass
    write_puzzle(maker.puzzle(), file)
    yield file
