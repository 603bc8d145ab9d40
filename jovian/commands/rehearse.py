"""`--stream`: the answer so far as lines of JSON, the last one complete. What `rehearse` is asked for: the command
line read, and the position and the games that it means. Who plays many games: processes here, or a cluster. The
answer of `rehearse` as JSON. What `rehearse` prints for people: the answer as a table, and how far it is while it
plays. `--report` and `--save`: a page of the answer, and the games worth a look as saves. `rehearse`: the games are
played, followed, and their answer is told. `rehearse --plans`: several plans for the position are read, raced, and
told in a table of how they did.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from jovian.cards.files import holds_save
from jovian.commands.logfile import FaultReport
from jovian.commands.position import STANDARD_INPUT, open_position
from jovian.commands.problem import INTERRUPTED, CommandError, print_line
from jovian.commands.screen import make_console
from jovian.commands.simulate import players_of
from jovian.commands.stdout import print_json, stdout
from jovian.dice import format_seed
from jovian.game import State
from jovian.match import Match
from jovian.match.files import try_whole, write_whole
from jovian.rehearsal.comparison import MOST, Comparison, Race, RehearsalSpec, Standing, rehearse
from jovian.rehearsal.documents import Shown, plans_words, shown, shown_of_plans, story, summary, to_json_value
from jovian.rehearsal.forecast import Estimate, Forecast, estimate_proportion, forecast
from jovian.rehearsal.game import Plan, Start, drawn_anew, played, read_plan
from jovian.rehearsal.outcome import Outcome
from jovian.rehearsal.turning_points import POINTS, Turning
from jovian.rehearsal.workers import Workers, WorkersLost, cores, end_unheard, local
from jovian.rules.basics.rolls import pluralize

# --- streaming ---
# `--stream`: the answer so far as lines of JSON, the last one complete.
#
# Who reads them, a window or a script, need not stop it: it ends at once when its reader or its parent has.

SHARE = 20
"""A line comes after so many of the games so far are added again: after each game at first, later less often."""


class Form(Enum):
    """How the answer is told."""

    PRINTED = "for people"
    JSON = "one object"
    STREAM = "lines of JSON on the way, the last one complete"


def due(games: int) -> bool:
    """Is a line told after so many games? After every one of the first 40, every second of the next 20, and so on."""
    return games % max(1, games // SHARE) == 0


def tell(document: dict[str, Any]) -> None:
    """Print one line. Raises BrokenPipeError if nobody reads any more."""
    print_json(document)


# --- request ---
# What `rehearse` is asked for: the command line read, and the position and the games that it means.

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
    cluster: str = ""
    fresh: bool = False
    """Is each game to be set up anew, though the position is a save?"""
    plans: tuple[str, ...] = ()
    """Files of plans that are to be compared."""
    report: Path | None = None
    """The page that tells the answer."""
    save: Path | None = None
    """The folder of the games worth a look."""
    knowing: int | None = None
    """The side from whose knowledge games start, None for all that there is to know."""
    split: int = POINTS
    """Of how many parts of a recorded game the change is split into decisions and dice."""
    part: int | None = None
    """The one part for which this is done, by a number of answers after which it is on; None for the steepest."""


def asked(request: Request) -> tuple[Match, RehearsalSpec]:
    """The position and what is to be rehearsed. Raises Problem, CardError or SaveError."""
    players = players_of(request.players)
    if request.part is not None:
        raise CommandError("usage: --part goes with --turning-points: it is a part of a recorded game")
    match = open_position(request.target, request.at)
    if match.over:
        raise CommandError(
            f"{request.target}: the game is over, nothing is left to rehearse; --at takes an earlier moment"
        )
    if request.fresh and match.journal:
        raise CommandError("usage: --fresh: only a position without an answer can be set up anew; --at 0 takes it")
    fresh = request.fresh or not _is_save(request.target)
    if fresh and request.knowing is not None:
        raise CommandError("usage: --knowing: only a game that is under way has anything hidden; it takes a save")
    if request.knowing is not None and request.save is not None:
        raise CommandError("usage: --knowing: what is drawn anew can be in no save, so there is no --save")
    start = Start.of(match, fresh=fresh, knowing=request.knowing)
    games = request.games or (None if request.until is not None else GAMES)
    return match, RehearsalSpec(start, players, request.seed, games, request.until, request.turns)


def _is_save(target: str) -> bool:
    """Is the position one of a game, not the beginning of a scenario?"""
    return target == STANDARD_INPUT or holds_save(target)


# --- hiring ---
# Who plays many games: processes here, or a cluster.


def hired(workers: int | None, cluster: str) -> Workers:
    """So many processes, those of a cluster at that address, or as many as there are cores. Raises Problem."""
    if not cluster:
        return local(workers or cores())
    if workers is not None:
        raise CommandError("usage: --workers: a cluster has its own")
    from jovian.rehearsal.cluster import Cluster, NoCluster

    try:
        return Cluster(cluster)
    except NoCluster as error:
        raise CommandError(f"--cluster: {error}") from error


# --- document ---
# The answer of `rehearse` as JSON: `docs/rehearsal.md` lists its keys.

FORMAT = 1


def document(
    match: Match, ask: RehearsalSpec, answer: Forecast, *, complete: bool, stopped: bool = False
) -> dict[str, Any]:
    """The answer as plain JSON; `complete` if all games that were asked for are in it."""
    return {
        **_asked("from-here", match, ask, complete, stopped),
        "words": summary(answer),
        "forecast": to_json_value(answer),
    }


def compared(
    match: Match, ask: RehearsalSpec, answer: Comparison, *, complete: bool, stopped: bool = False
) -> dict[str, Any]:
    """The answer to which plan is best as plain JSON."""
    told = {"words": plans_words(answer), "comparison": to_json_value(answer)}
    return {**_asked("plans", match, ask, complete, stopped), **told}


def _asked(question: str, match: Match, ask: RehearsalSpec, complete: bool, stopped: bool) -> dict[str, Any]:
    return {
        "format": FORMAT, "question": question,
        "position": {
            "scenario": match.setup.scenario.key, "answers": ask.start.answers, "turn": match.state.turn,
            "phase": match.state.phase, "fresh": ask.start.fresh,
            "knowing": ask.start.knowing,
        },
        "drawn": list(drawn_anew(ask.start)),
        "players": list(ask.players), "seed": format_seed(ask.seed), "games": ask.games, "turns": ask.turns,
        "until": ask.until, "complete": complete, "stopped": stopped,
    }  # fmt: skip


# --- printing ---
# What `rehearse` prints for people: the answer as a table, and how far it is while it plays.


def print_answer(match: Match, ask: RehearsalSpec, answer: Forecast) -> None:
    """Print the answer."""
    console = make_console()
    console.print(
        f"{match.setup.scenario.name}, from turn {match.state.turn}: {ask.players[0]} (side 0) against "
        f"{ask.players[1]} (side 1), {pluralize(answer.games, 'game')}, seed {format_seed(ask.seed)}"
    )
    if ask.start.knowing is not None:
        known = f"from what side {ask.start.knowing} may know"
        anew = drawn_anew(ask.start)
        console.print(f"{known}; drawn anew in each game:" if anew else f"{known}, which is everything")
        for sentence in anew:
            console.print(f"- {sentence}")
    table = Table("", "wins", "objective", "victory points", "lost")
    for side in (0, 1):
        wins = answer.wins[side]
        points = (answer.objective[side].mean, answer.victory[side].mean, answer.losses[side].mean)
        shown = [f"{each.value:.1f} ± {each.half:.1f}" for each in points]
        table.add_row(f"side {side}", f"{wins.value:.1%} ({wins.low:.1%} to {wins.high:.1%})", *shown)
    console.print(table)
    draws = answer.draws
    console.print(f"draws {draws.value:.1%} ({draws.low:.1%} to {draws.high:.1%})")
    for sentence in story(answer):
        console.print(sentence, highlight=False)


def so_far(found: Sequence[Outcome]) -> str:
    """How many games there are, and how often side 0 won them."""
    wins = estimate_proportion(sum(outcome.winner == 0 for outcome in found), len(found))
    return f"{pluralize(len(found), 'game')}, side 0 wins {wins.value:.0%} ({wins.low:.0%} to {wins.high:.0%})"


@contextmanager
def bar(games: int | None) -> Iterator[Callable[[str], None]]:
    """A bar on standard error where somebody looks; what it gives is called after each game with how far it is."""
    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("no game finished yet", total=games)
        yield lambda said: progress.update(task, advance=1, description=said)


# --- reporting ---
# `--report` and `--save`: a page of the answer, and the games worth a look as saves.

MAKER = "jovian.rehearsal.report.report"
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
    request: Request,
    match: Match,
    ask: RehearsalSpec,
    found: Sequence[Outcome],
    answer: Forecast,
    document: dict[str, Any],
) -> list[str]:
    """Write what is asked for of a position, and say what was written. Raises OSError."""
    if request.report is None and request.save is None:
        return []
    replayed = ask.start.knowing is None
    games = shown(found, lambda number: played(ask.job(number))) if replayed else ()
    told, start = _saved(request, games), _known(match, ask)
    return told + _page(request, start, lambda make, seen: make.from_here(start, document, answer, found, games, seen))


def report_plans(
    request: Request, match: Match, ask: RehearsalSpec, race: Race, answer: Comparison, document: dict[str, Any]
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


def _known(match: Match, ask: RehearsalSpec) -> State:
    """The position as far as it is known to the side from whose knowledge games start."""
    return match.state if ask.start.knowing is None else match.view(ask.start.knowing)


def _page(request: Request, state: State, made: Callable[[Any, bytes], Any]) -> list[str]:
    """Write the page, made with what makes it and the picture of a state."""
    if request.report is None:
        return []
    make, painter = import_module(MAKER), import_module(PAINTER)
    write_whole(request.report, make.page(made(make, painter.start_picture(state, PICTURE))))
    return [f"{request.report}: the report"]


# --- command ---
# `rehearse`: the games are played, followed, and their answer is told.

Found = Sequence[Outcome]


def show_rehearsal(request: Request, form: Form) -> int:
    """Play, tell how far it is, and the answer. What is known so far is told if its user stops it."""
    if form is Form.STREAM:
        end_unheard(stdout())
    match, ask = asked(request)
    refuse_early(request)
    found: list[Outcome] = []
    stopped, faults = False, FaultReport()
    try:
        with hired(request.workers, request.cluster) as workers:
            _follow(ask, workers, found, _on_the_way(match, ask, form), faults)
    except KeyboardInterrupt:
        stopped = True
    except WorkersLost as error:
        raise CommandError(str(error), 1) from None
    if not found:
        raise CommandError("stopped: no game finished", INTERRUPTED)
    answer = forecast(found)
    whole = document(match, ask, answer, complete=not stopped, stopped=stopped) | {"faults": faults.to_json()}
    if form is Form.PRINTED:
        print_answer(match, ask, answer)
    else:
        print_json(whole)
    tell_written(report(request, match, ask, found, answer, whole), form)
    if stopped:
        raise CommandError(f"stopped: {pluralize(len(found), 'game')} finished", INTERRUPTED)
    return 0


def _on_the_way(match: Match, ask: RehearsalSpec, form: Form) -> Callable[[Found], None]:
    """What is told after each game but the last."""

    def told(found: Found) -> None:
        if due(len(found)) and len(found) != ask.games:
            tell(document(match, ask, forecast(found), complete=False))

    return told if form is Form.STREAM else lambda found: None


def _follow(
    ask: RehearsalSpec, workers: Workers, found: list[Outcome], told: Callable[[Found], None], faults: FaultReport
) -> None:
    """Play, with a bar on standard error where somebody looks."""
    with bar(ask.games) as advance:
        for outcome in rehearse(ask, workers):
            found.append(outcome)
            faults.add(outcome.faults)
            advance(so_far(found))
            told(found)


# --- planned ---
# `rehearse --plans`: several plans for the position are read, raced, and told in a table of how they did.


def show_plans(request: Request, form: Form) -> int:
    """Race the plans, tell how far it is, and which is best. What is known so far is told if its user stops it."""
    if form is Form.STREAM:
        end_unheard(stdout())
    match, ask = asked(request)
    race = Race(ask, read_plans(request.plans, match, ask))
    refuse_early(request)
    stopped, faults = False, FaultReport()
    try:
        with hired(request.workers, request.cluster) as workers:
            _follow_plans(match, ask, race, workers, form, faults)
    except KeyboardInterrupt:
        stopped = True
    except WorkersLost as error:
        raise CommandError(str(error), 1) from None
    known = race.known()
    if known is None:
        raise CommandError("stopped: too few games finished", INTERRUPTED)
    whole = compared(match, ask, known, complete=not stopped, stopped=stopped) | {"faults": faults.to_json()}
    if form is Form.PRINTED:
        print_plans(match, ask, known)
    else:
        print_json(whole)
    tell_written(report_plans(request, match, ask, race, known, whole), form)
    if stopped:
        raise CommandError(f"stopped: {pluralize(known.games, 'game')} finished", INTERRUPTED)
    return 0


def _follow_plans(
    match: Match, ask: RehearsalSpec, race: Race, workers: Workers, form: Form, faults: FaultReport
) -> None:
    said = "no game finished yet"
    with bar(race.horizon * len(race.runners)) as advance:
        for outcome in race.run(workers):
            faults.add(outcome.faults)
            known = race.known() if due(race.games) else None
            if known is not None:
                said = leading(known)
                if form is Form.STREAM:
                    tell(compared(match, ask, known, complete=False))
            advance(said)


def read_plans(files: Sequence[str], match: Match, ask: RehearsalSpec) -> list[Plan]:
    """The plans of files, all of one side and for this position. Raises CardError or Problem."""
    if not 2 <= len(files) <= MOST:
        raise CommandError(f"usage: --plans: two to {MOST} plans are compared, not {len(files)}")
    if ask.start.fresh:
        raise CommandError("usage: --plans: plans are for a position of one game: a save")
    plans = [read_plan(file) for file in files]
    for file, plan in zip(files, plans, strict=True):
        fault = plan.unfit(match)
        if not fault and plan.side != plans[0].side:
            fault = f"it is a plan of side {plan.side}, that of {files[0]} one of side {plans[0].side}"
        if fault:
            raise CommandError(f"{file}: {fault}")
    twice = [name for name, times in Counter(plan.name for plan in plans).items() if times > 1]
    if twice:
        raise CommandError(f"--plans: {pluralize(len(plans), 'plan')}, of which more than one is called '{twice[0]}'")
    return plans


def leading(known: Comparison) -> str:
    """Which plan is ahead, in one line."""
    best = next(each for each in known.plans if each.name == known.best)
    gone = sum(each.dropped is not None for each in known.plans)
    return f"{pluralize(known.games, 'game')}, {known.best} leads: {_percent(best.score)}, {gone} dropped"


def print_plans(match: Match, ask: RehearsalSpec, known: Comparison) -> None:
    """Print the table."""
    console = make_console()
    console.print(
        f"{match.setup.scenario.name}, from turn {match.state.turn}: plans of side {known.side}, {ask.players[0]} "
        f"(side 0) against {ask.players[1]} (side 1), {pluralize(known.games, 'game')}, seed {format_seed(ask.seed)}"
    )
    table = Table("plan", "chance", "to the best", "points to the best", "carried out", "games")
    for each in known.plans:
        table.add_row(*_row(each))
    console.print(table)
    console.print(
        "chance: of a win, a draw being half of one; points: Victory Points; the intervals of all differences hold "
        "together in 95 of 100 comparisons"
    )


def _row(each: Standing) -> tuple[str, ...]:
    games = str(each.games) if each.dropped is None else f"{each.games}, dropped"
    return (
        each.name, _percent(each.score), "best" if each.behind is None else _points(each.behind, 100),
        _points(each.margin_behind), f"{each.kept.value:.0%}", games,
    )  # fmt: skip


def _percent(share: Estimate) -> str:
    return f"{share.value:.1%} ({share.low:.0%} to {share.high:.0%})"


def _points(found: Estimate | None, scale: int = 1) -> str:
    if found is None:
        return ""
    value, low, high = (scale * each for each in (found.value, found.low, found.high))
    return f"{value:+.1f} ({low:+.0f} to {high:+.0f})"
