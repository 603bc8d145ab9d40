"""Where a game turned, as JSON (`docs/rehearsal.md` lists its keys) and as a table for people. `rehearse
--turning-points`: where a recorded game turned, and how lucky both sides were in it.
"""

from __future__ import annotations

from typing import Any

from rich.table import Table

from jovian.commands.logfile import FaultReport
from jovian.commands.position import open_position
from jovian.commands.problem import INTERRUPTED, CommandError
from jovian.commands.rehearse import Form, Request, bar, due, hired, refuse_early, report_turning, tell, tell_written
from jovian.commands.screen import make_console
from jovian.commands.simulate import players_of
from jovian.commands.stdout import print_json, stdout
from jovian.dice import format_seed
from jovian.narrator import Names, activation_summary
from jovian.rehearsal.documents import to_json_value, turning_words
from jovian.rehearsal.forecast import Estimate
from jovian.rehearsal.game import Start
from jovian.rehearsal.luck import KINDS, Throw, luck_of, throws_of
from jovian.rehearsal.turning_points import Rehearsed, Span, Swing, TurningAsk
from jovian.rehearsal.workers import Workers, WorkersLost, end_unheard
from jovian.rules.basics.rolls import pluralize

# --- turning document ---
# Where a game turned, as JSON (`docs/rehearsal.md` lists its keys) and as a table for people.

FORMAT = 1
SHOWN = 3
"""Throws of each sort that are printed for a side."""


def document(rehearsed: Rehearsed, *, complete: bool, stopped: bool = False) -> dict[str, Any]:
    """The answer so far as plain JSON; `complete` if all games are in it."""
    ask, match, answer = rehearsed.ask, rehearsed.match, rehearsed.answer()
    names, throws = _names(rehearsed), throws_of(match.events)
    who = [_name(each.span, names) for each in answer.swings]
    return {
        "format": FORMAT, "question": "turning-points",
        "position": {
            "scenario": match.setup.scenario.key, "answers": len(match.journal), "turn": match.state.turn,
            "phase": match.state.phase, "fresh": False,
        },
        "players": list(ask.players), "seed": format_seed(ask.seed), "games": ask.games, "turns": ask.turns,
        "complete": complete, "stopped": stopped, "words": list(turning_words(answer, who)),
        "curve": to_json_value(answer.curve),
        "parts": [_part(rehearsed, each, names) for each in answer.swings], "points": list(answer.points),
        "luck": [_luck(throws, side) for side in (0, 1)],
        "throws": [to_json_value(each) | {"luck": to_json_value(each.luck)} for each in throws],
    }  # fmt: skip


def _part(rehearsed: Rehearsed, swing: Swing, names: Names) -> dict[str, Any]:
    span = swing.span
    return {
        "begin": span.begin,
        "end": span.end,
        "turn": span.turn,
        "model": span.model,
        "side": span.side,
        "name": _name(span, names),
        "told": _told(rehearsed, span, names),
        "change": to_json_value(swing.change),
        "decision": to_json_value(swing.decision),
        "dice": to_json_value(swing.dice),
        "answered": to_json_value(swing.answered),
        "fell": to_json_value(swing.fell),
        "games": swing.games,
        "close": swing.close,
    }


def _luck(throws: tuple[Throw, ...], side: int) -> dict[str, Any]:
    """The luck of a side in all and by kinds of dice."""
    whole = luck_of(throws, side)
    kinds = {kind: to_json_value(luck_of(throws, side, kind)) for kind in KINDS}
    return {**to_json_value(whole), "score": to_json_value(whole.score), "kinds": kinds}


def _names(rehearsed: Rehearsed) -> Names:
    """What everything is called, as the end of the game knows it."""
    names = Names()
    for entry in rehearsed.match.events:
        names.learn(entry.event)
    names.learn_state(rehearsed.match.state)
    return names


def _name(span: Span, names: Names) -> str:
    return names.model(span.model).text if span.model else "between activations"


def _told(rehearsed: Rehearsed, span: Span, names: Names) -> str:
    """What happened in a part, in a sentence; "" for nothing."""
    return activation_summary(rehearsed.match.events.entries[span.first : span.last], span.model, names)


def print_turning(rehearsed: Rehearsed) -> None:
    """Print the parts that moved the chance most, and the luck of both sides."""
    console, answer, names = make_console(), rehearsed.answer(), _names(rehearsed)
    ask, setup = rehearsed.ask, rehearsed.match.setup
    console.print(
        f"{setup.scenario.name}: {ask.players[0]} (side 0) against {ask.players[1]} (side 1) from "
        f"{pluralize(len(answer.curve), 'moment')}, up to {pluralize(ask.games, 'game')} each, "
        f"seed {format_seed(ask.seed)}. "
        "Percentages are the chance of side 0, a draw counted as half a win."
    )
    table = Table("", "turn", "after", "who", "before", "change", "its decision", "answered", "dice")
    happened = []
    for place, number in enumerate(answer.points, 1):
        swing, before = answer.swings[number], answer.curve[number].chance
        span, who = swing.span, _name(swing.span, names)
        whose = "" if span.side is None else f" (side {span.side})"
        table.add_row(
            str(place),
            str(span.turn),
            str(span.begin),
            who + whose,
            _chance(before),
            _points(swing.change),
            _points(swing.decision),
            _points(swing.answered),
            _points(swing.fell),
        )
        happened.append(f"{place}. {who} {_told(rehearsed, span, names) or 'did nothing'}")
    console.print(table)
    for said in happened:
        console.print(said)
    _print_luck(rehearsed)


def _print_luck(rehearsed: Rehearsed) -> None:
    """The luck of both sides, with the throws that made most of it."""
    console = make_console()
    throws = throws_of(rehearsed.match.events)
    for side in (0, 1):
        luck = luck_of(throws, side)
        console.print(
            f"luck of side {side}: {luck.steps:+.1f} steps over {pluralize(luck.throws, 'throw')}, "
            f"{luck.score:+.1f} standard deviations"
        )
        own = sorted((each for each in throws if each.side == side), key=lambda each: -each.luck)
        for each in [*own[:SHOWN], *own[SHOWN:][-SHOWN:]]:
            console.print(f"  event {each.n}, turn {each.turn}: {each.purpose}: {each.luck:+.1f} steps")


def _chance(found: Estimate | None) -> str:
    return "" if found is None else f"{found.value:.0%} ({found.low:.0%} to {found.high:.0%})"


def _points(found: Estimate | None) -> str:
    """A change in points of a hundred."""
    return "" if found is None else f"{100 * found.value:+.0f} ({100 * found.low:+.0f} to {100 * found.high:+.0f})"


# --- turning points ---
# `rehearse --turning-points`: where a recorded game turned, and how lucky both sides were in it.

GAMES = 40
"""How many games are played from a moment at most if nothing is said."""


def show_turning_points(request: Request, form: Form) -> int:
    """Play, tell how far it is, and the answer. What is known so far is told if its user stops it."""
    if form is Form.STREAM:
        end_unheard(stdout())
    rehearsed, stopped, faults = _asked(request), False, FaultReport()
    refuse_early(request)
    try:
        with hired(request.workers, request.cluster) as workers:
            _follow(rehearsed, workers, form, faults)
    except KeyboardInterrupt:
        stopped = True
    except WorkersLost as error:
        raise CommandError(str(error), 1) from None
    whole = document(rehearsed, complete=not stopped, stopped=stopped) | {"faults": faults.to_json()}
    if form is Form.PRINTED:
        print_turning(rehearsed)
    else:
        print_json(whole)
    tell_written(report_turning(request, rehearsed.match, rehearsed.answer(), whole), form)
    if stopped:
        raise CommandError("stopped: the curve is not whole", INTERRUPTED)
    return 0


def _asked(request: Request) -> Rehearsed:
    """The game that is looked at. Raises Problem, CardError or SaveError."""
    players = players_of(request.players)
    if request.until is not None or request.fresh or request.knowing is not None:
        raise CommandError(
            "usage: --turning-points goes without --until, --fresh and --knowing: it is of a recorded game"
        )
    match = open_position(request.target, request.at)
    games, part = request.games or GAMES, request.part
    ask = TurningAsk(Start.of(match), players, request.seed, games, request.turns, request.split, part)
    rehearsed = Rehearsed(ask)
    if not rehearsed.spans:
        raise CommandError(f"{request.target}: nothing has activated yet, so nothing can have turned")
    if part is not None and not rehearsed.spans[0].begin <= part < rehearsed.spans[-1].end:
        first, last = rehearsed.spans[0].begin, rehearsed.spans[-1].end - 1
        raise CommandError(
            f"usage: --part: {request.target} has parts after {first} to {last} answers, none after {part}"
        )
    return rehearsed


def _follow(rehearsed: Rehearsed, workers: Workers, form: Form, faults: FaultReport) -> None:
    """Play, with a bar on standard error where somebody looks, or with lines of JSON."""
    with bar(rehearsed.most) as advance:
        for done, outcome in enumerate(rehearsed.play(workers), 1):
            faults.add(outcome.faults)
            advance(pluralize(done, "game"))
            if form is Form.STREAM and due(done):
                tell(document(rehearsed, complete=False))
