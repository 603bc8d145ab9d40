"""`rehearse --turning-points`: where a recorded game turned, and how lucky both sides were in it."""

from __future__ import annotations

from jovian.commands.arguments.players import players_of
from jovian.commands.arguments.position import open_position
from jovian.commands.output.faults import Told
from jovian.commands.output.problem import INTERRUPTED, Problem
from jovian.commands.output.stdout import print_json, stdout
from jovian.commands.rehearsing.hiring import hired
from jovian.commands.rehearsing.printing import bar
from jovian.commands.rehearsing.reporting import refuse_early, report_turning, tell_written
from jovian.commands.rehearsing.request import Request
from jovian.commands.rehearsing.streaming import Form, due, tell
from jovian.commands.rehearsing.turning_document import document, print_turning
from jovian.rehearsal.one_game.start import Start
from jovian.rehearsal.questions.turning import Rehearsed, TurningAsk
from jovian.rehearsal.work.ending import end_unheard
from jovian.rehearsal.work.workers import Workers, WorkersLost
from jovian.rules.facts.words import counted

GAMES = 40
"""How many games are played from a moment at most if nothing is said."""


def show_turning_points(request: Request, form: Form) -> int:
    """Play, tell how far it is, and the answer. What is known so far is told if its user stops it."""
    if form is Form.STREAM:
        end_unheard(stdout())
    rehearsed, stopped, faults = _asked(request), False, Told()
    refuse_early(request)
    try:
        with hired(request.workers, request.cluster) as workers:
            _follow(rehearsed, workers, form, faults)
    except KeyboardInterrupt:
        stopped = True
    except WorkersLost as error:
        raise Problem(str(error), 1) from None
    whole = document(rehearsed, complete=not stopped, stopped=stopped) | {"faults": faults.written()}
    if form is Form.PRINTED:
        print_turning(rehearsed)
    else:
        print_json(whole)
    tell_written(report_turning(request, rehearsed.match, rehearsed.answer(), whole), form)
    if stopped:
        raise Problem("stopped: the curve is not whole", INTERRUPTED)
    return 0


def _asked(request: Request) -> Rehearsed:
    """The game that is looked at. Raises Problem, CardError or SaveError."""
    players = players_of(request.players)
    if request.until is not None or request.fresh or request.knowing is not None:
        raise Problem("usage: --turning-points goes without --until, --fresh and --knowing: it is of a recorded game")
    match = open_position(request.target, request.at)
    games, part = request.games or GAMES, request.part
    ask = TurningAsk(Start.of(match), players, request.seed, games, request.turns, request.split, part)
    rehearsed = Rehearsed(ask)
    if not rehearsed.spans:
        raise Problem(f"{request.target}: nothing has activated yet, so nothing can have turned")
    if part is not None and not rehearsed.spans[0].begin <= part < rehearsed.spans[-1].end:
        first, last = rehearsed.spans[0].begin, rehearsed.spans[-1].end - 1
        raise Problem(f"usage: --part: {request.target} has parts after {first} to {last} answers, none after {part}")
    return rehearsed


def _follow(rehearsed: Rehearsed, workers: Workers, form: Form, faults: Told) -> None:
    """Play, with a bar on standard error where somebody looks, or with lines of JSON."""
    with bar(rehearsed.most) as advance:
        for done, outcome in enumerate(rehearsed.play(workers), 1):
            faults.add(outcome.faults)
            advance(counted(done, "game"))
            if form is Form.STREAM and due(done):
                tell(document(rehearsed, complete=False))
