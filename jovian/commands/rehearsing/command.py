"""`rehearse`: the games are played, followed, and their answer is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jovian.commands.output.faults import Told
from jovian.commands.output.problem import INTERRUPTED, Problem
from jovian.commands.output.stdout import print_json, stdout
from jovian.commands.rehearsing.document import document
from jovian.commands.rehearsing.hiring import hired
from jovian.commands.rehearsing.printing import bar, print_answer, so_far
from jovian.commands.rehearsing.reporting import refuse_early, report, tell_written
from jovian.commands.rehearsing.request import Request, asked
from jovian.commands.rehearsing.streaming import Form, due, tell
from jovian.match import Match
from jovian.rehearsal.one_game.outcome import Outcome
from jovian.rehearsal.questions.forecast import forecast
from jovian.rehearsal.questions.rehearsing import Ask, rehearse
from jovian.rehearsal.work.ending import end_unheard
from jovian.rehearsal.work.workers import Workers, WorkersLost
from jovian.rules.facts.words import counted

Found = Sequence[Outcome]


def show_rehearsal(request: Request, form: Form) -> int:
    """Play, tell how far it is, and the answer. What is known so far is told if its user stops it."""
    if form is Form.STREAM:
        end_unheard(stdout())
    match, ask = asked(request)
    refuse_early(request)
    found: list[Outcome] = []
    stopped, faults = False, Told()
    try:
        with hired(request.workers, request.cluster) as workers:
            _follow(ask, workers, found, _on_the_way(match, ask, form), faults)
    except KeyboardInterrupt:
        stopped = True
    except WorkersLost as error:
        raise Problem(str(error), 1) from None
    if not found:
        raise Problem("stopped: no game finished", INTERRUPTED)
    answer = forecast(found)
    whole = document(match, ask, answer, complete=not stopped, stopped=stopped) | {"faults": faults.written()}
    if form is Form.PRINTED:
        print_answer(match, ask, answer)
    else:
        print_json(whole)
    tell_written(report(request, match, ask, found, answer, whole), form)
    if stopped:
        raise Problem(f"stopped: {counted(len(found), 'game')} finished", INTERRUPTED)
    return 0


def _on_the_way(match: Match, ask: Ask, form: Form) -> Callable[[Found], None]:
    """What is told after each game but the last."""

    def told(found: Found) -> None:
        if due(len(found)) and len(found) != ask.games:
            tell(document(match, ask, forecast(found), complete=False))

    return told if form is Form.STREAM else lambda found: None


def _follow(
    ask: Ask, workers: Workers, found: list[Outcome], told: Callable[[Found], None], faults: Told
) -> None:
    """Play, with a bar on standard error where somebody looks."""
    with bar(ask.games) as advance:
        for outcome in rehearse(ask, workers):
            found.append(outcome)
            faults.add(outcome.faults)
            advance(so_far(found))
            told(found)
