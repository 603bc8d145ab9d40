"""The command `balance`: measure what factions, ready fleets, and units are worth for their points."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from rich.table import Table

from jovian.cards import load_fleet, unit_cards
from jovian.commands.duel import check_stopped, play_pairs, read_fleets, read_scenarios, read_seed
from jovian.commands.problem import CommandError
from jovian.commands.screen import make_console
from jovian.commands.simulate import check_player
from jovian.commands.stdout import print_json
from jovian.dice import format_seed
from jovian.frozen import frozen
from jovian.play import setup_of
from jovian.rehearsal.balance import RandomDuel, UnitValue, fleet_meetings, share_table, unit_values
from jovian.rehearsal.documents import chance, to_json_value
from jovian.rehearsal.duels import Duel, Pair, begun, read_pairs
from jovian.rehearsal.forecast import Estimate
from jovian.rules.basics.rolls import pluralize

FLEETS, UNITS = SUBJECTS = ("fleets", "units")
FORMAT = 1


@frozen
class BalanceRequest:
    """The options of the command line."""

    subject: str
    player: str
    scenarios: str
    fleets: str
    size: int
    pairs: int
    seed: str
    workers: int | None
    cluster: str
    save: Path | None


def read_request(request: BalanceRequest) -> Duel:
    """Return the duel that measures the subject. Raises CommandError or CardError."""
    if request.subject not in SUBJECTS:
        raise CommandError(f"usage: measure '{FLEETS}' or '{UNITS}', not '{request.subject}'")
    player = check_player(request.player, "--player")
    scenarios = tuple(name for name in read_scenarios(request.scenarios) if not setup_of(name).scenario.models)
    if not scenarios:
        raise CommandError(f"usage: --scenarios: '{request.scenarios}' places its own models")
    seed = read_seed(request.seed, request.save)
    if request.subject == UNITS:
        if request.fleets:
            raise CommandError(f"usage: --fleets: '{UNITS}' plays with random fleets")
        places = tuple((name, ()) for name in scenarios)
        return RandomDuel((player, player), places, seed, pairs=request.pairs, tested=False, size=request.size)
    pairings = fleet_meetings(scenarios, read_fleets(request.fleets, request.size))
    if not pairings:
        raise CommandError("usage: --fleets: needs fleets of at least 2 factions")
    for scenario, fleets in pairings:  # find bad input before any game is played
        begun(scenario, fleets)
    return Duel((player, player), pairings, seed, pairs=request.pairs, tested=False, swaps_fleets=True)


# --- The JSON document (`docs/balance.md` lists the keys) ---


def document(duel: Duel, pairs: Sequence[Pair], *, stopped: bool) -> dict[str, Any]:
    """Return the JSON of a balance."""
    head = {
        "format": FORMAT, "question": "balance", "player": duel.players[0], "seed": format_seed(duel.seed),
        "complete": not stopped, "stopped": stopped, "pairs": len(pairs),
    }  # fmt: skip
    if isinstance(duel, RandomDuel):
        return head | {"units": to_json_value(unit_values(duel, pairs))}
    tables = {"factions": share_table(pairs, _faction), "fleets": share_table(pairs, str)}
    return head | {name: to_json_value(table) for name, table in tables.items()}


def _faction(fleet: str) -> str:
    return load_fleet(fleet).faction


# --- Printed output ---


def progress_text(duel: Duel, pairs: Sequence[Pair]) -> str:
    """Return the number of pairs, and the faction that wins most."""
    text = pluralize(len(pairs), "pair")
    if isinstance(duel, RandomDuel):
        return text
    best = share_table(pairs, _faction)[0]
    return f"{text}, {best.name} wins {chance(best.share)}"


def print_result(duel: Duel, pairs: Sequence[Pair]) -> None:
    """Print the tables of a balance."""
    console = make_console()
    games = f"{pluralize(len(pairs), 'pair')} of games, seed {format_seed(duel.seed)}"
    console.print(f"{duel.players[0]} against {duel.players[1]}: {games}")
    if isinstance(duel, RandomDuel):
        console.print(_unit_table(unit_values(duel, pairs)))
        return
    for title, group_of in (("faction", _faction), ("fleet", str)):
        table = Table(title, "pairs", "wins")
        for row in share_table(pairs, group_of):
            table.add_row(row.name, str(row.pairs), chance(row.share))
        console.print(table)


def _unit_table(values: Sequence[UnitValue]) -> Table:
    table, cards = Table("unit", "TV", "pairs", "value per point"), unit_cards()
    for row in values:
        points = str(cards[row.unit].tv) if row.unit in cards else ""
        table.add_row(row.unit, points, str(row.pairs), _format_value(row.value))
    return table


def _format_value(value: Estimate) -> str:
    interval = f" ({value.low:.2f} to {value.high:.2f})" if isfinite(value.half) else " (unknown)"
    return f"{value.value:.2f}{interval}"


# --- The command ---


def show_balance(request: BalanceRequest, as_json: bool) -> int:
    """Play the pairs and print the tables. If the user stops them, print the tables so far."""
    duel = read_request(request)
    pairs = read_pairs(request.save, duel) if request.save is not None else []
    stopped = play_pairs(duel, pairs, request.workers, request.cluster, request.save, progress_text)
    if as_json:
        print_json(document(duel, pairs, stopped=stopped))
    else:
        print_result(duel, pairs)
    check_stopped(stopped, pairs)
    return 0
