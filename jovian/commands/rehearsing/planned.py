"""`rehearse --plans`: several plans for the position are read, raced, and told in a table of how they did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.table import Table

from jovian.commands.output.faults import Told
from jovian.commands.output.problem import INTERRUPTED, Problem
from jovian.commands.output.screen import screen
from jovian.commands.output.stdout import print_json, stdout
from jovian.commands.rehearsing.document import compared
from jovian.commands.rehearsing.hiring import hired
from jovian.commands.rehearsing.printing import bar
from jovian.commands.rehearsing.reporting import refuse_early, report_plans, tell_written
from jovian.commands.rehearsing.request import Request, asked
from jovian.commands.rehearsing.streaming import Form, due, tell
from jovian.dice import told_seed
from jovian.match import Match
from jovian.rehearsal.one_game.plans import Plan, read_plan
from jovian.rehearsal.questions.comparing import MOST, Comparison, Race, Standing
from jovian.rehearsal.questions.rehearsing import Ask
from jovian.rehearsal.questions.statistics import Estimate
from jovian.rehearsal.work.ending import end_unheard
from jovian.rehearsal.work.workers import Workers, WorkersLost
from jovian.rules.facts.words import counted


def show_plans(request: Request, form: Form) -> int:
    """Race the plans, tell how far it is, and which is best. What is known so far is told if its user stops it."""
    if form is Form.STREAM:
        end_unheard(stdout())
    match, ask = asked(request)
    race = Race(ask, read_plans(request.plans, match, ask))
    refuse_early(request)
    stopped, faults = False, Told()
    try:
        with hired(request.workers, request.cluster) as workers:
            _follow(match, ask, race, workers, form, faults)
    except KeyboardInterrupt:
        stopped = True
    except WorkersLost as error:
        raise Problem(str(error), 1) from None
    known = race.known()
    if known is None:
        raise Problem("stopped: too few games finished", INTERRUPTED)
    whole = compared(match, ask, known, complete=not stopped, stopped=stopped) | {"faults": faults.written()}
    if form is Form.PRINTED:
        print_plans(match, ask, known)
    else:
        print_json(whole)
    tell_written(report_plans(request, match, ask, race, known, whole), form)
    if stopped:
        raise Problem(f"stopped: {counted(known.games, 'game')} finished", INTERRUPTED)
    return 0


def _follow(match: Match, ask: Ask, race: Race, workers: Workers, form: Form, faults: Told) -> None:
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


def read_plans(files: Sequence[str], match: Match, ask: Ask) -> list[Plan]:
    """The plans of files, all of one side and for this position. Raises CardError or Problem."""
    if not 2 <= len(files) <= MOST:
        raise Problem(f"usage: --plans: two to {MOST} plans are compared, not {len(files)}")
    if ask.start.fresh:
        raise Problem("usage: --plans: plans are for a position of one game: a save")
    plans = [read_plan(file) for file in files]
    for file, plan in zip(files, plans, strict=True):
        fault = plan.unfit(match)
        if not fault and plan.side != plans[0].side:
            fault = f"it is a plan of side {plan.side}, that of {files[0]} one of side {plans[0].side}"
        if fault:
            raise Problem(f"{file}: {fault}")
    twice = [name for name, times in Counter(plan.name for plan in plans).items() if times > 1]
    if twice:
        raise Problem(f"--plans: {counted(len(plans), 'plan')}, of which more than one is called '{twice[0]}'")
    return plans


def leading(known: Comparison) -> str:
    """Which plan is ahead, in one line."""
    best = next(each for each in known.plans if each.name == known.best)
    gone = sum(each.dropped is not None for each in known.plans)
    return f"{counted(known.games, 'game')}, {known.best} leads: {_percent(best.score)}, {gone} dropped"


def print_plans(match: Match, ask: Ask, known: Comparison) -> None:
    """Print the table."""
    console = screen()
    console.print(
        f"{match.setup.scenario.name}, from turn {match.state.turn}: plans of side {known.side}, {ask.players[0]} "
        f"(side 0) against {ask.players[1]} (side 1), {counted(known.games, 'game')}, seed {told_seed(ask.seed)}"
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
