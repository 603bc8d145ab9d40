"""The games worth a look: the typical one, and the one that each side won by most."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jovian.match import Match
from jovian.match.saves.save import to_data
from jovian.match.saves.seal import sealed
from jovian.rehearsal.one_game.outcome import Outcome
from jovian.rehearsal.one_game.plans import Plan
from jovian.rehearsal.questions.comparing import Runner


@dataclass(frozen=True, slots=True)
class Shown:
    """A game of a rehearsal as a save."""

    what: str
    """What it shows, in a few words."""
    outcome: Outcome
    text: str
    """The text of the save."""
    plan: str = ""
    """The plan that it was played with, "" for none."""
    place: int = 0
    """Which of all plans that is, from 1."""

    @property
    def called(self) -> str:
        """What it shows, and of which plan."""
        return f"Plan {self.plan}: {_small(self.what)}" if self.plan else self.what

    @property
    def file(self) -> str:
        """What its file is called."""
        before = f"plan {self.place} " if self.plan else ""
        return f"{re.sub('[^a-z0-9]+', '-', f'{before}{self.what}'.lower()).strip('-')}.json"


def to_be_shown(outcomes: Sequence[Outcome]) -> tuple[tuple[str, Outcome], ...]:
    """The game in the middle of all, and the best of each side, none of them twice."""
    ordered = sorted(outcomes, key=lambda each: (each.objective[0] - each.objective[1], each.margin, each.number))
    named = (
        ("Typical game", ordered[len(ordered) // 2]), ("Best for side 0", ordered[-1]),
        ("Best for side 1", ordered[0]),
    )  # fmt: skip
    numbers = [outcome.number for _, outcome in named]
    return tuple(each for place, each in enumerate(named) if each[1].number not in numbers[:place])


def shown(outcomes: Sequence[Outcome], again: Callable[[int], Match]) -> tuple[Shown, ...]:
    """The games that are to be shown as saves; `again` plays a game by its number once more."""
    games = to_be_shown(outcomes)
    return tuple(Shown(what, outcome, sealed(to_data(again(outcome.number)))) for what, outcome in games)


def shown_of_plans(runners: Sequence[Runner], best: str, again: Callable[[Plan, int], Match]) -> tuple[Shown, ...]:
    """The typical game of each plan, and of the best one those that each side won by most.

    `again` plays a game of a plan by its number once more.
    """
    return tuple(
        Shown(what, outcome, sealed(to_data(again(each.plan, outcome.number))), each.plan.name, place)
        for place, each in enumerate(runners, 1)
        for what, outcome in to_be_shown(each.outcomes)[: None if each.plan.name == best else 1]
    )


def _small(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
