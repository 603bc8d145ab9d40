"""Games for tests: set-ups of the project's own scenarios and fleets, played by random answers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from jovian.match import Match, Setup
from jovian.play.starting import setup_of

FLEETS = ("jovian-150", "cega-150")


def setup(seed: int, fleets: tuple[str, str] = FLEETS, scenario: str = "introductory", **options: str) -> Setup:
    """A set-up of a scenario with two ready fleets."""
    return setup_of(scenario, fleets, seed, options=options)


def random_answers(match: Match, seed: int) -> Iterator[list[object]]:
    """Play a match at random; yields each answer just before it is given."""
    rng = Random(seed)
    while match.decision is not None:
        choice = match.decision.sample(rng).written()
        yield choice
        match.answer(choice)


def finished(seed: int, fleets: tuple[str, str] = FLEETS) -> Match:
    """A random game played to its end, each anchor kept as the window keeps it: any moment of it is near."""
    match = Match(setup(seed, fleets), keep_all=True)
    for _ in random_answers(match, seed):
        pass
    return match
