"""Games for tests: setups with ready scenarios and fleets, and matches played at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from random import Random

from jovian.cards import parse_scenario
from jovian.cards.files import Shelf, shelves
from jovian.game import Choice
from jovian.match import Match, Setup
from jovian.match.play_loop import ask
from jovian.play import setup_of
from jovian.players import Player, make_player

FLEETS, ARMED = ("jovian-150", "cega-150"), ("jovian-250", "cega-250")
Seats = tuple[tuple[str, int], tuple[str, int]]
"""The computer player of each side, and its seed."""
ENSIGNS: Seats = ("ensign", 1), ("ensign", 2)
Course = tuple[Match, list[Player]]
"""A game as far as any test has wanted it, and its players."""


def setup(seed: int, fleets: tuple[str, str] = FLEETS, scenario: str = "introductory", **options: str) -> Setup:
    """Return the setup of a scenario with two ready fleets."""
    return replace(_setup(shelves(), scenario, fleets, tuple(options.items())), seed=seed, options=options)


@cache
def _setup(
    _: tuple[Shelf, ...], scenario: str, fleets: tuple[str, str], options: tuple[tuple[str, str], ...]
) -> Setup:
    """Read the files of a setup once for all tests of a process and these shelves."""
    return setup_of(scenario, fleets, options=dict(options))


def shortened(whole: Setup, turns: int) -> Setup:
    """Return a setup with fewer Game Turns."""
    short = parse_scenario({**whole.scenario.source, "turns": turns}, whole.scenario.key, whole.cards)
    return replace(whole, scenario=short)


STATIONS = (
    {"id": "waystation", "kind": "space-station", "x": 20, "y": 24, "tv": 20},
    {"id": "outpost", "kind": "space-station", "x": 30, "y": 8, "owner": 0},
    {"id": "hulk", "kind": "unidentified-object", "x": 32, "y": 24, "boarders": [1, 1]},
)


def manned(seed: int, fleets: tuple[str, str] = FLEETS, **options: str) -> Setup:
    """Return a setup with a neutral station, one of side 0, and an unidentified object. Their ratings are rolled."""
    default = setup(seed, fleets, **options)
    data = {**default.scenario.source, "terrain": list(STATIONS)}
    return replace(default, scenario=parse_scenario(data, "manned", default.cards))


def random_answers(match: Match, seed: int) -> Iterator[list[object]]:
    """Answer a match at random until it ends. Yield each answer just before it is given."""
    rng = Random(seed)
    while match.decision is not None:
        choice = match.decision.sample(rng).to_json()
        yield choice
        match.answer(choice)


def replay(start: Setup, answers: Iterable[Choice]) -> Match:
    """Return a match after these answers. This is much faster than asking computer players again."""
    match = Match(start, keep_all=True)
    for choice in answers:
        match.answer(choice)
    return match


@cache
def _course(
    _: tuple[Shelf, ...], seats: Seats, seed: int, fleets: tuple[str, str], options: tuple[tuple[str, str], ...]
) -> Course:
    """Return a game that all tests of a process and these shelves share."""
    return Match(setup(seed, fleets, **dict(options)), log=False), [make_player(*seat) for seat in seats]


def game_answers(
    seed: int, fleets: tuple[str, str] = FLEETS, seats: Seats = ENSIGNS, **options: str
) -> Iterator[Choice]:
    """Yield the answers of a game of computer players, who play it once for all tests of a process."""
    course, players = _course(shelves(), seats, seed, fleets, tuple(options.items()))
    number = 0
    while number < len(course.journal) or course.decision is not None:
        if number == len(course.journal):
            course.answer(ask(course, players[course.decision.side]))  # type: ignore[union-attr]
        yield course.journal[number].choice
        number += 1


def reached(
    until: Callable[[Match], bool], seed: int, fleets: tuple[str, str] = FLEETS, seats: Seats = ENSIGNS, **options: str
) -> Match:
    """Return a game of computer players where `until` first holds, or at its end."""
    match = Match(setup(seed, fleets, **options), keep_all=True)
    for choice in game_answers(seed, fleets, seats, **options):
        if until(match):
            break
        match.answer(choice)
    return match


def is_about_to_move(capital: bool) -> Callable[[Match], bool]:
    """Return whether a ship, or a squadron on the table, is at its menu."""

    def is_so(match: Match) -> bool:
        model = match.state.models.get(match.decision.subject) if match.decision is not None else None
        at_menu = model is not None and match.decision.kind == "menu"  # type: ignore[union-attr]
        return at_menu and model.is_on_table and model.is_capital == capital  # type: ignore[union-attr]

    return is_so


def finished(seed: int, fleets: tuple[str, str] = FLEETS) -> Match:
    """Return a random match played to its end. It keeps every checkpoint, as the window does."""
    return replay(setup(seed, fleets), _random_game(shelves(), seed, fleets))


@cache
def _random_game(_: tuple[Shelf, ...], seed: int, fleets: tuple[str, str]) -> tuple[Choice, ...]:
    return tuple(random_answers(Match(setup(seed, fleets), log=False), seed))
