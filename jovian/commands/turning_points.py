"""The command `rehearse --turning-points`: find where a recorded game turned, and how lucky both sides were."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from jovian.commands.logfile import FaultReport
from jovian.commands.position import open_position
from jovian.commands.problem import INTERRUPTED, CommandError
from jovian.commands.rehearse import (
    Form,
    Output,
    check_outputs,
    follow,
    play,
    print_files,
    write_turning_report,
)
from jovian.commands.screen import make_console
from jovian.commands.simulate import describe_sides, parse_players
from jovian.commands.stdout import print_json
from jovian.dice import format_seed
from jovian.rehearsal.documents import to_json_value, turning_sentences
from jovian.rehearsal.forecast import Estimate
from jovian.rehearsal.game import RehearsalSpec, Start
from jovian.rehearsal.luck import KINDS, RollLuck, luck_of, throws_of
from jovian.rehearsal.turning_points import Rehearsed
from jovian.rules.basics.rolls import pluralize
from jovian.rules.setup.setup import names_of_sides

# --- The JSON document (`docs/rehearsal.md` lists the keys) ---

FORMAT = 1
SHOWN = 3
"""The number of luckiest and of unluckiest throws printed for each side."""


def document(rehearsed: Rehearsed, *, complete: bool, stopped: bool = False) -> dict[str, Any]:
    """Return the JSON of the answer so far. `complete`: all games were played."""
    ask, match, answer = rehearsed.ask, rehearsed.match, rehearsed.answer()
    result, throws, sides = rehearsed.result(complete=complete), throws_of(match.events), names_of_sides(match.setup)
    names = [part.name for part in result.parts]
    return {
        "format": FORMAT, "question": "turning-points",
        "position": {
            "scenario": match.setup.scenario.key, "answers": len(match.journal), "turn": match.state.turn,
            "phase": match.state.phase, "fresh": False,
        },
        "sides": list(sides), "players": list(ask.players), "seed": format_seed(ask.seed), "games": ask.games,
        "turns": ask.turns,
        "complete": complete, "stopped": stopped, "words": list(turning_sentences(answer, names, sides[0])),
        "curve": to_json_value(result.curve), "parts": to_json_value(result.parts), "points": list(result.points),
        "luck": [_luck(throws, side) for side in (0, 1)],
        "throws": [to_json_value(throw) | {"luck": to_json_value(throw.luck)} for throw in throws],
    }  # fmt: skip


def _luck(throws: tuple[RollLuck, ...], side: int) -> dict[str, Any]:
    """Return the luck of a side, in total and by kinds of dice."""
    whole = luck_of(throws, side)
    kinds = {kind: to_json_value(luck_of(throws, side, kind)) for kind in KINDS}
    return {**to_json_value(whole), "score": to_json_value(whole.score), "kinds": kinds}


# --- Printed output ---


def print_turning(rehearsed: Rehearsed) -> None:
    """Print the parts that changed the chance to win most, and the luck of both sides."""
    console, answer, result = make_console(), rehearsed.answer(), rehearsed.result(complete=True)
    ask, setup = rehearsed.ask, rehearsed.match.setup
    sides = names_of_sides(setup)
    console.print(
        f"{setup.scenario.name}: {describe_sides(sides, ask.players)} from "
        f"{pluralize(len(answer.curve), 'moment')}, up to {pluralize(rehearsed.games, 'game')} each, "
        f"seed {format_seed(ask.seed)}. "
        f"Percentages are the chance of {sides[0]} to win. A draw counts as half a win.",
        highlight=False,
    )
    table = Table("", "turn", "answers before", "model", "before", "change", "its decision", "answered", "dice")
    summaries = []
    for place, number in enumerate(answer.points, 1):
        part, before = result.parts[number], answer.curve[number].chance
        side = "" if part.side is None else f" ({sides[part.side]})"
        table.add_row(
            str(place),
            str(part.turn),
            str(part.begin),
            part.name + side,
            _chance(before),
            _points(part.change),
            _points(part.decision),
            _points(part.answered),
            _points(part.fell),
        )
        summaries.append(f"{place}. {part.name} {part.told or 'did nothing'}")
    console.print(table)
    for summary in summaries:
        console.print(summary)
    _print_luck(rehearsed, sides)


def _print_luck(rehearsed: Rehearsed, names: Sequence[str]) -> None:
    """Print the luck of both sides, with the luckiest and the unluckiest throws."""
    console = make_console()
    throws = throws_of(rehearsed.match.events)
    for side in (0, 1):
        luck = luck_of(throws, side)
        console.print(
            f"luck of {names[side]}: {luck.steps:+.1f} magnitudes over {pluralize(luck.throws, 'throw')}, "
            f"{luck.score:+.1f} standard deviations"
        )
        own = sorted((throw for throw in throws if throw.side == side), key=lambda throw: -throw.luck)
        for throw in [*own[:SHOWN], *own[SHOWN:][-SHOWN:]]:
            console.print(f"  event {throw.n}, turn {throw.turn}: {throw.purpose}: {throw.luck:+.1f} magnitudes")


def _chance(chance: Estimate | None) -> str:
    return "" if chance is None else f"{chance.value:.0%} ({chance.low:.0%} to {chance.high:.0%})"


def _points(change: Estimate | None) -> str:
    """Return a change in percentage points."""
    if change is None:
        return ""
    return f"{100 * change.value:+.0f} ({100 * change.low:+.0f} to {100 * change.high:+.0f})"


# --- The command ---

DEFAULT_GAMES = 40
"""The maximum number of games from each moment if `--games` isn't given."""


def show_turning_points(rehearsed: Rehearsed, output: Output) -> int:
    """Play the games and print the result. If the user stops them, print the result so far."""
    check_outputs(output, rehearsed.ask)
    faults = FaultReport()

    def stream(_: int) -> None:
        if output.form is Form.STREAM:
            print_json(document(rehearsed, complete=False))

    games = lambda workers: follow(rehearsed.play(workers), rehearsed.max_games, workers, faults, stream)  # noqa: E731
    stopped = play(games, output.workers, output.cluster)
    whole = document(rehearsed, complete=not stopped, stopped=stopped) | {"faults": faults.to_json()}
    if output.form is Form.PRINTED:
        print_turning(rehearsed)
    else:
        print_json(whole)
    print_files(write_turning_report(output, rehearsed.match, rehearsed.answer(), whole), output.form)
    if stopped:
        raise CommandError("stopped: the curve is incomplete", INTERRUPTED)
    return 0


def read_recorded(
    target: str, at: int | None, players: str, seed: int, turns: int | None, games: int | None, points: int,
    part: int | None,
) -> Rehearsed:  # fmt: skip
    """Return the recorded game and what to find out about it. Raises CommandError, CardError, or SaveError."""
    names, match = parse_players(players), open_position(target, at)
    rehearsed = Rehearsed(
        RehearsalSpec(Start.of(match), names, seed, turns, games or DEFAULT_GAMES, points=points, part=part)
    )
    if not rehearsed.spans:
        raise CommandError(f"{target}: no model has activated yet, so there are no turning points")
    if part is not None and not rehearsed.spans[0].begin <= part < rehearsed.spans[-1].end:
        first, last = rehearsed.spans[0].begin, rehearsed.spans[-1].end - 1
        raise CommandError(f"usage: --part: {target} has parts at {first} to {last} answers, none at {part}")
    return rehearsed
