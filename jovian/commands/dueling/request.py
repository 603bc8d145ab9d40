"""What `duel` is asked for: the command line read, and the pairs of games that it means."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jovian.cards import fleet_names, load_fleet, scenario_names
from jovian.commands.arguments.players import able
from jovian.commands.output.problem import Problem
from jovian.commands.simulate import chosen_seed
from jovian.dice import read_seed
from jovian.rehearsal.duels.bouts import Pair
from jovian.rehearsal.duels.dueling import Duel, begun, meetings
from jovian.rehearsal.duels.keeping import begun_with, known
from jovian.rehearsal.duels.sequential import Test

ALL = "all"
LOW, HIGH = 0.5, 0.6
"""The shares of wins between which the test decides if nothing is said."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for, as the command line says it."""

    first: str
    second: str
    scenarios: str
    fleets: str
    size: int
    low: float | None
    high: float | None
    pairs: int | None
    seed: str
    workers: int | None
    cluster: str
    save: Path | None


def asked(request: Request) -> tuple[Duel, list[Pair]]:
    """The duel, and the pairs of it that are known already. Raises Problem or CardError."""
    players = able(request.first, "A"), able(request.second, "B")
    low = LOW if request.low is None else request.low
    high = (HIGH if low < HIGH else (1 + low) / 2) if request.high is None else request.high
    if not 0 < low < high < 1:
        raise Problem(f"usage: --from {low:g} --to {high:g}: two shares of wins, the lower first, between 0 and 1")
    met = meetings(_names(request.scenarios, "--scenarios", scenario_names()), _fleets(request))
    for scenario, fleets in met:  # bad input is told before any game is played
        begun(scenario, fleets)
    tested = request.pairs is None or request.low is not None or request.high is not None
    duel = Duel(players, met, _seed(request), Test(low, high), request.pairs, tested)
    return duel, known(request.save, duel) if request.save is not None else []


def _seed(request: Request) -> int:
    """That of the command line, else that of a duel that is gone on with, else a fresh one."""
    begun = "" if request.seed or request.save is None else begun_with(request.save)
    return read_seed(begun) if begun else chosen_seed(request.seed)


def _fleets(request: Request) -> tuple[str, ...]:
    """The fleets that are named, else the ready ones of a size."""
    if request.fleets:
        return _names(request.fleets, "--fleets", ())
    found = tuple(name for name in fleet_names() if load_fleet(name).size == request.size)
    if not found:
        sizes = ", ".join(map(str, sorted({load_fleet(name).size for name in fleet_names()})))
        raise Problem(f"usage: --size: there is no ready fleet of {request.size} TV, only of {sizes}")
    return found


def _names(text: str, option: str, every: tuple[str, ...]) -> tuple[str, ...]:
    """The names of a list with commas; `all` where that is offered. Raises Problem."""
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    if not all(names):
        raise Problem(f"usage: {option}: names with commas between them, not '{text}'")
    return every if every and names == (ALL,) else names
