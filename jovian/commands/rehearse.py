"""The command `rehearse`: play many games from one position, or compare plans for it, and print the outcomes.

The parts in order: the request, the workers, printed tables, reports and saves, the rehearsal of a position, and the
comparison of plans. `turning_points.py` finds the turning points of a recorded game.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.table import Table

from jovian.background import end_unheard
from jovian.cards.files import holds_save
from jovian.commands.logfile import FaultReport
from jovian.commands.position import STANDARD_INPUT, open_position
from jovian.commands.problem import INTERRUPTED, CommandError, check_distinct, make_folder, print_line
from jovian.commands.progress import progress_bar, stopped_by_signals
from jovian.commands.screen import make_console
from jovian.commands.simulate import describe_sides, parse_players
from jovian.commands.stdout import print_json, stdout
from jovian.dice import format_seed
from jovian.frozen import frozen
from jovian.game import State
from jovian.match import Match
from jovian.match.files import check_writable, write_whole
from jovian.rehearsal.comparison import MOST, Comparison, PlanResult, Race, games_needed, rehearse
from jovian.rehearsal.documents import (
    ExampleGame,
    RehearsalResult,
    about,
    chance,
    comparison_document,
    example_games,
    example_games_of_plans,
    game_file,
    rehearsal_document,
    story,
)
from jovian.rehearsal.forecast import Estimate, Forecast, estimate_chance
from jovian.rehearsal.game import Plan, RehearsalSpec, Start, game_to_json, guessed_facts, read_plan
from jovian.rehearsal.outcome import Outcome
from jovian.rehearsal.questions import REPORT_MODULE, is_line_due, known_state, report_page
from jovian.rehearsal.turning_points import Turning
from jovian.rehearsal.workers import Workers, cores, local
from jovian.rules.basics.rolls import pluralize
from jovian.rules.setup.setup import names_of_sides

# --- Forms of output ---
# `--stream` ends immediately when its reader or its parent process ends, so that neither needs to stop it.

class Form(Enum):
    """The form of the output."""

    PRINTED = "tables"
    JSON = "one JSON object"
    STREAM = "lines of JSON, the last one complete"


def form_of(as_json: bool, stream: bool) -> Form:
    """Return the form that the options ask for. A stream ends with its reader from now on. Raises CommandError."""
    if stream and not as_json:
        raise CommandError("usage: --stream requires --json")
    if stream:
        end_unheard(stdout())
    return Form.STREAM if stream else Form.JSON if as_json else Form.PRINTED


# --- The request ---


DEFAULT_GAMES = 100
"""The number of games if neither `--games` nor `--until` is given."""


@frozen
class Output:
    """Where the games are played, and where the result goes."""

    form: Form
    inputs: tuple[str, ...]
    """The position and the files of plans as they were named, which no output may overwrite."""
    workers: int | None
    cluster: str = ""
    report: Path | None = None
    """The file of the report."""
    save: Path | None = None
    """The folder for selected games."""


def read_position(
    target: str, at: int | None, files: Sequence[str], players: str, seed: int, turns: int | None, games: int | None,
    until: float | None, fresh: bool, knowing: int | None,
) -> tuple[Match, RehearsalSpec]:  # fmt: skip
    """Return the position and what to rehearse. Raises CommandError, CardError, or SaveError.

    Without `fresh`, a scenario is also set up for each game. `files` are those of plans to compare.
    """
    names = parse_players(players)
    match = open_position(target, at)
    if match.over:
        raise CommandError(f"{target}: the game is over, so it can't be rehearsed. Use --at for an earlier position")
    if fresh and match.journal:
        raise CommandError("usage: --fresh requires a position without answers. Add --at 0")
    fresh = fresh or not _is_save(target)
    if fresh and knowing is not None:
        raise CommandError("usage: --knowing requires a save of a game that has started")
    start = Start.of(match, fresh=fresh, knowing=knowing)
    games = games or (None if until is not None else DEFAULT_GAMES)
    ask = RehearsalSpec(start, names, seed, turns, games, until)
    return match, replace(ask, plans=tuple(read_plans(files, match, ask))) if files else ask


def _is_save(target: str) -> bool:
    """Return whether the position is from a save, and not the start of a scenario."""
    return target == STANDARD_INPUT or holds_save(target)


# --- Workers ---


@contextmanager
def start_workers(workers: int | None, cluster: str) -> Iterator[Workers]:
    """Start a number of processes (None: one per core), or a cluster, and end them. Raises CommandError.

    A termination signal raises KeyboardInterrupt meanwhile.
    """
    with stopped_by_signals(), _hired(workers, cluster) as hired:
        yield hired


def play(games: Callable[[Workers], None], workers: int | None, cluster: str = "") -> bool:
    """Let workers play games. Return whether the user stopped them. Raises CommandError or WorkersLost."""
    try:
        with start_workers(workers, cluster) as hired:
            games(hired)
    except KeyboardInterrupt:
        return True
    return False


def follow(
    outcomes: Iterable[Outcome], games: int, workers: Workers, faults: FaultReport,
    stream: Callable[[int], None] = lambda number: None,
) -> None:  # fmt: skip
    """Play games with a progress bar. Call `stream` with their number if a line of a stream is due."""
    with progress_bar(games, workers.size) as advance:
        for number, outcome in enumerate(outcomes, 1):
            faults.add(outcome.faults)
            advance(pluralize(number, "game"))
            if is_line_due(number):
                stream(number)


def _hired(workers: int | None, cluster: str) -> Workers:
    if not cluster:
        return local(workers or cores())
    if workers is not None:
        raise CommandError("usage: use either --workers or --cluster, not both")
    from jovian.rehearsal.cluster import Cluster, NoCluster

    try:
        return Cluster(cluster, lambda line: print_line(line, sys.stderr))
    except NoCluster as error:
        raise CommandError(f"--cluster: {error}") from error


# --- Printed output ---


def print_answer(match: Match, ask: RehearsalSpec, answer: Forecast) -> None:
    """Print the result of a rehearsal."""
    console, names = make_console(), names_of_sides(match.setup)
    console.print(
        f"{match.setup.scenario.name}, from turn {match.state.turn}: {describe_sides(names, ask.players)}, "
        f"{pluralize(answer.games, 'game')}, seed {format_seed(ask.seed)}", highlight=False,
    )  # fmt: skip
    if ask.start.knowing is not None:
        known = f"using only what {names[ask.start.knowing]} knows"
        random_parts = guessed_facts(ask.start)
        console.print(f"{known}. Random in each game:" if random_parts else f"{known}, which is everything")
        for sentence in random_parts:
            console.print(f"- {sentence}")
    table = Table("", "wins", "Objective Points", "Victory Points", "TV lost")
    for side in (0, 1):
        wins = answer.wins[side]
        points = (answer.objective[side].mean, answer.victory[side].mean, answer.losses[side].mean)
        table.add_row(names[side], chance(wins), *map(about, points))
    console.print(table)
    console.print(f"draws {chance(answer.draws)}", highlight=False)
    for sentence in story(answer, names):
        console.print(sentence, highlight=False)


def progress_text(outcomes: Sequence[Outcome], name: str) -> str:
    """Return the number of games and the share that side 0, with this name, has won."""
    return f"{pluralize(len(outcomes), 'game')}, {name} wins {chance(estimate_chance(outcomes, 0))}"


# --- Reports and saves ---

DRAWING_MODULE = "jovian.ui.headless"
"""The module that draws the table for the report."""
TEMPLATE_MODULE = "jinja2"
"""The package that writes the page after the games. Without it no game is played."""


def check_outputs(output: Output, ask: RehearsalSpec) -> None:
    """Check before any game is played that the report and the saves can be written.

    Raises CommandError, OSError, or ImportError if a package is missing.
    """
    places = range(1, len(ask.plans) + 1) if ask.plans else (0,)
    names = [game_file(best_for, place) for place in places for best_for in (None, 0, 1)]
    games = [output.save / name for name in names] if output.save is not None else []
    check_distinct((*output.inputs, *ask.players), output.report, *games)
    if output.save is not None:
        make_folder(output.save)
        check_writable(output.save / "games.json")
    if output.report is None:
        return
    check_writable(output.report)
    for module in (REPORT_MODULE, DRAWING_MODULE, TEMPLATE_MODULE):
        import_module(module)


def write_report(
    output: Output, match: Match, ask: RehearsalSpec, outcomes: Sequence[Outcome], answer: Forecast,
    document: dict[str, Any],
) -> list[str]:  # fmt: skip
    """Write the requested report and saves of a rehearsal. Return a line for each file. Raises OSError."""
    if output.report is None and output.save is None:
        return []
    games = example_games(ask, outcomes, names_of_sides(match.setup))
    lines, start = _write_games(output, games), known_state(match, ask)
    return lines + _write_page(
        output, start, lambda make, picture: make.from_here(start, document, answer, outcomes, games, picture)
    )


def write_plans_report(
    output: Output, match: Match, ask: RehearsalSpec, race: Race, answer: Comparison, document: dict[str, Any]
) -> list[str]:  # fmt: skip
    """Write the requested report and saves of a comparison. Return a line for each file. Raises OSError."""
    if output.report is None and output.save is None:
        return []
    games = example_games_of_plans(race, answer.best, names_of_sides(match.setup))
    lines, start = _write_games(output, games), known_state(match, ask)
    return lines + _write_page(
        output, start, lambda make, picture: make.of_plans(start, document, answer, games, picture)
    )


def _write_games(output: Output, games: Sequence[ExampleGame]) -> list[str]:
    """Write the games to their folder if there is one. Return a line for each file. Raises OSError."""
    if output.save is None:
        return []
    for game in games:
        write_whole(output.save / game.file, game.text)
    return [f"{output.save / game.file}: {game.label[:1].lower()}{game.label[1:]}" for game in games]


def write_turning_report(output: Output, match: Match, answer: Turning, document: dict[str, Any]) -> list[str]:
    """Write the report of turning points if it is requested. Return a line for the file. Raises OSError."""
    return _write_page(
        output, match.state, lambda make, picture: make.of_turning(match.state, document, answer, picture)
    )


def print_files(lines: list[str], form: Form) -> None:
    """Print the lines about written files, on standard error if JSON is on standard output."""
    for line in lines:
        print_line(line, None if form is Form.PRINTED else sys.stderr)


def _write_page(output: Output, state: State, build: Callable[[Any, bytes], Any]) -> list[str]:
    """Write the report, built from the report module and a picture of a state."""
    if output.report is None:
        return []
    write_whole(output.report, report_page(state, DRAWING_MODULE, build))
    return [f"{output.report}: the report"]


# --- Rehearsal of a position ---


def show_rehearsal(match: Match, ask: RehearsalSpec, output: Output) -> int:
    """Play the games and print the result. If the user stops them, print the result so far."""
    check_outputs(output, ask)
    outcomes: list[Outcome] = []
    faults, stream = FaultReport(), Stream(match, ask, output.form)
    games = lambda workers: _follow(match, ask, workers, outcomes, stream.add, faults)  # noqa: E731
    stopped = play(games, output.workers, output.cluster)
    if not outcomes:
        raise CommandError("stopped: no game finished", INTERRUPTED)
    result = RehearsalResult.of(match, ask, outcomes, stream.printed, complete=not stopped)
    whole = rehearsal_document(ask, replace(result, faults=faults.faults), stopped=stopped)
    if output.form is Form.PRINTED:
        print_answer(match, ask, result.forecast)
    else:
        print_json(whole)
    print_files(write_report(output, match, ask, outcomes, result.forecast, whole), output.form)
    if stopped:
        raise CommandError(f"stopped: {pluralize(len(outcomes), 'game')} finished", INTERRUPTED)
    return 0


class Stream:
    """The lines of a rehearsal before its last one, none if its form isn't `STREAM`."""

    def __init__(self, match: Match, ask: RehearsalSpec, form: Form) -> None:
        self._match, self._ask, self._form = match, ask, form
        self.printed = 0
        """The number of games that are listed in the lines so far."""

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """Print a line after a game if one is due. It lists the games since the line before."""
        games = len(outcomes)
        if self._form is Form.STREAM and is_line_due(games) and games != self._ask.games:
            result = RehearsalResult.of(self._match, self._ask, outcomes, self.printed, complete=False)
            print_json(rehearsal_document(self._ask, result))
            self.printed = games


def show_game(ask: RehearsalSpec, number: int) -> int:
    """Play one game of a rehearsal again, and print it as JSON."""
    end_unheard(stdout())
    with stopped_by_signals():
        print_json({"complete": True, **game_to_json(ask.job(number))})
    return 0


def _follow(
    match: Match, ask: RehearsalSpec, workers: Workers, outcomes: list[Outcome],
    stream: Callable[[Sequence[Outcome]], None], faults: FaultReport,
) -> None:  # fmt: skip
    """Play the games with a progress bar."""
    name = names_of_sides(match.setup)[0]
    with progress_bar(ask.games, workers.size) as advance:
        for outcome in rehearse(ask, workers):
            outcomes.append(outcome)
            faults.add(outcome.faults)
            advance(progress_text(outcomes, name), games_needed(ask, outcomes))
            stream(outcomes)


# --- Comparison of plans ---


def show_plans(match: Match, ask: RehearsalSpec, output: Output) -> int:
    """Compare the plans and print the result. If the user stops the games, print the result so far."""
    race = Race(ask)
    check_outputs(output, ask)
    faults = FaultReport()
    games = lambda workers: _follow_plans(match, ask, race, workers, output.form, faults)  # noqa: E731
    stopped = play(games, output.workers, output.cluster)
    known = race.result_so_far()
    if known is None:
        raise CommandError("stopped: too few games finished", INTERRUPTED)
    whole = comparison_document(match, ask, known, complete=not stopped, stopped=stopped)
    whole |= {"faults": faults.to_json()}
    if output.form is Form.PRINTED:
        print_plans(match, ask, known)
    else:
        print_json(whole)
    print_files(write_plans_report(output, match, ask, race, known, whole), output.form)
    if stopped:
        raise CommandError(f"stopped: {pluralize(known.games, 'game')} finished", INTERRUPTED)
    return 0


def _follow_plans(
    match: Match, ask: RehearsalSpec, race: Race, workers: Workers, form: Form, faults: FaultReport
) -> None:
    text = "no game finished yet"
    with progress_bar(race.horizon * len(race.runners), workers.size) as advance:
        for outcome in race.run(workers):
            faults.add(outcome.faults)
            known = race.result_so_far() if is_line_due(race.games) else None
            if known is not None:
                text = plans_progress_text(known)
                if form is Form.STREAM:
                    print_json(comparison_document(match, ask, known, complete=False))
            advance(text)


def read_plans(files: Sequence[str], match: Match, ask: RehearsalSpec) -> list[Plan]:
    """Return the plans of files, all of one side and for this position. Raises CardError or CommandError."""
    if not 2 <= len(files) <= MOST:
        raise CommandError(f"usage: --plans: requires 2 to {MOST} plans, not {len(files)}")
    if ask.start.fresh:
        raise CommandError("usage: --plans: requires a save, because plans are for a position of one game")
    plans = [read_plan(file) for file in files]
    for file, plan in zip(files, plans, strict=True):
        fault = plan.unfit(match)
        if not fault and plan.side != plans[0].side:
            fault = f"it is a plan of side {plan.side}, but {files[0]} is one of side {plans[0].side}"
        if fault:
            raise CommandError(f"{file}: {fault}")
    repeated = [name for name, times in Counter(plan.name for plan in plans).items() if times > 1]
    if repeated:
        raise CommandError(f"--plans: of {pluralize(len(plans), 'plan')} more than one has the name '{repeated[0]}'")
    return plans


def plans_progress_text(known: Comparison) -> str:
    """Return the best plan so far in one line."""
    best = next(plan for plan in known.plans if plan.name == known.best)
    dropped = sum(plan.dropped is not None for plan in known.plans)
    return f"{pluralize(known.games, 'game')}, {known.best} leads: {chance(best.score)}, {dropped} dropped"


def print_plans(match: Match, ask: RehearsalSpec, known: Comparison) -> None:
    """Print the result of a comparison."""
    console, names = make_console(), names_of_sides(match.setup)
    console.print(
        f"{match.setup.scenario.name}, from turn {match.state.turn}: plans of {names[known.side]}, "
        f"{describe_sides(names, ask.players)}, {pluralize(known.games, 'game')}, seed {format_seed(ask.seed)}",
        highlight=False,
    )
    table = Table("plan", "win rate", "difference to the best", "Victory Points to the best", "carried out", "games")
    for plan in known.plans:
        table.add_row(*_row(plan))
    console.print(table)
    console.print(
        "A draw counts as half a win. In 95% of all comparisons all confidence intervals of the differences hold "
        "together."
    )


def _row(plan: PlanResult) -> tuple[str, ...]:
    games = str(plan.games) if plan.dropped is None else f"{plan.games}, dropped"
    return (
        plan.name, chance(plan.score), "best" if plan.behind is None else _points(plan.behind, 100),
        _points(plan.margin_behind), f"{plan.kept.value:.0%}", games,
    )  # fmt: skip


def _points(estimate: Estimate | None, scale: int = 1) -> str:
    if estimate is None:
        return ""
    value, low, high = (scale * number for number in (estimate.value, estimate.low, estimate.high))
    return f"{value:+.0f} ({low:+.0f} to {high:+.0f})"
