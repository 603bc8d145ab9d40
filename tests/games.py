"""Games for tests: setups with ready scenarios and fleets, and matches played at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

from jovian.cards import parse_scenario
from jovian.game import Choice
from jovian.match import Match, Setup
from jovian.play import setup_of

FLEETS = ("jovian-150", "cega-150")


def setup(seed: int, fleets: tuple[str, str] = FLEETS, scenario: str = "introductory", **options: str) -> Setup:
    """Return the setup of a scenario with two ready fleets."""
    return setup_of(scenario, fleets, seed, options=options)


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


def finished(seed: int, fleets: tuple[str, str] = FLEETS) -> Match:
    """Return a random match played to its end. It keeps every checkpoint, as the window does."""
    match = Match(setup(seed, fleets), keep_all=True)
    for _ in random_answers(match, seed):
        pass
    return match
