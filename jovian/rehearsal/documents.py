"""The answers of a rehearsal in words and files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from math import isfinite
from typing import Any

from jovian.match import Match
from jovian.match.files import add_checksum
from jovian.match.saves import to_data
from jovian.rehearsal.comparison import Comparison, Runner
from jovian.rehearsal.forecast import Estimate, Forecast, Hinge, ModelForecast, Spread
from jovian.rehearsal.game import Plan
from jovian.rehearsal.outcome import CAPTURED, CRIPPLED, DESTROYED, WITHDRAWN, Outcome
from jovian.rehearsal.turning_points import Turning
from jovian.rules.basics.rolls import join_words, pluralize

# --- words ---
# Answers of a rehearsal in plain sentences: what the terminal, a report and the window say of them.

USUAL = 3
"""How many of the things that decided games are told."""
CAUSES = 2
"""How many causes are told of a loss."""


def percent(share: float) -> str:
    """A share without places behind the point, such as `62 %`."""
    return f"{100 * share:.0f} %"


def chance(found: Estimate) -> str:
    """A share with its interval: `62 % (55 to 68 %)`."""
    return f"{percent(found.value)} ({100 * found.low:.0f} to {percent(found.high)})"


def about(found: Estimate) -> str:
    """A mean with its interval: `41.5 ± 3.2`; without one where nothing is known of it."""
    known = found.half < float("inf")
    return f"{found.value:.1f} ± {found.half:.1f}" if known else f"{found.value:.1f}"


def summary(answer: Forecast) -> list[str]:
    """The answer in a few sentences, the first the chances."""
    return [chances(answer), points(answer), *story(answer)]


def story(answer: Forecast) -> tuple[str, ...]:
    """What chances and points do not tell: losses, how long it lasts, what usually decides it."""
    return *lost(answer), _lasting(answer.turns), *usually(answer), *map(hinge, answer.hinges[:1])


def chances(answer: Forecast) -> str:
    """`Side 0 wins 62 % of 200 games (55 to 68 %), side 1 30 % (24 to 37 %); 8 % are drawn (5 to 13 %).`"""
    first, second = answer.wins
    interval = f"({100 * first.low:.0f} to {percent(first.high)})"
    drawn = f"; {percent(answer.draws.value)} are drawn" if answer.draws.value else "; none is drawn"
    return (
        f"Side 0 wins {percent(first.value)} of {pluralize(answer.games, 'game')} {interval}, "
        f"side 1 {chance(second)}{drawn} ({100 * answer.draws.low:.0f} to {percent(answer.draws.high)})."
    )


def points(answer: Forecast) -> str:
    """The points of both sides in the mean: Objective Points where there are any, and Victory Points."""
    told = [("Objective Points", answer.objective)] if any(each.mean.value for each in answer.objective) else []
    said = [
        f"{what}: side 0 {about(found[0].mean)}, side 1 {about(found[1].mean)}"
        for what, found in (*told, ("Victory Points", answer.victory))
    ]
    return f"In the mean {'; '.join(said)}."


def lost(answer: Forecast) -> Iterator[str]:
    """What each side loses, in Threat Value, and which model most often."""
    for side in (0, 1):
        told = f"Side {side} loses {about(answer.losses[side].mean)} TV"
        likely = max(
            (model for model in answer.models if model.side == side and gone(model) and model.value),
            key=gone, default=None,
        )  # fmt: skip
        yield f"{told}, most often {likely.name}: {percent(gone(likely))}{_by(likely)}." if likely else f"{told}."


def gone(model: ModelForecast) -> float:
    """How often a model is lost to its side, 0 to 1."""
    return model.fates[DESTROYED].value + model.fates[CAPTURED].value


def model_words(model: ModelForecast) -> str:
    """How often a model was lost, crippled and withdrawn, and by what."""
    parts = [
        f"{percent(model.fates[how].value)} {how}" for how in (DESTROYED, CAPTURED, CRIPPLED, WITHDRAWN)
        if model.fates[how].value
    ]  # fmt: skip
    return f"{model.name}: {join_words(parts)}{_by(model)}" if parts else f"{model.name}: always there at the end"


def _by(model: ModelForecast) -> str:
    """By what it mostly was, in brackets."""
    told = [f"{what} ×{times}" for what, times in model.by[:CAUSES]]
    return f" ({', '.join(told)})" if told else ""


def _lasting(turns: Spread) -> str:
    """How long games last."""
    first, last = turns.counts[0][0], turns.counts[-1][0]
    if first == last:
        return f"Every game ends in turn {first:g}."
    usual = max(turns.counts, key=lambda each: each[1])[0]
    return f"Games end in turn {first:g} to {last:g}, most often in turn {usual:g}."


def usually(answer: Forecast) -> Iterator[str]:
    """What usually decided it."""
    told = [f"{what} ({percent(times / answer.games)})" for what, times in answer.decided[:USUAL]]
    if told:
        yield f"Most often it was decided by: {'; '.join(told)}."


def hinge(found: Hinge) -> str:
    """What the loss of a model goes along with."""
    return (
        f"Side {found.side} wins {chance(found.otherwise)} where it keeps {found.name} in fighting order, "
        f"{chance(found.wins)} where it does not."
    )


def plans_words(answer: Comparison) -> list[str]:
    """Which plan is best, and how far the others are behind."""
    best = next(each for each in answer.plans if each.name == answer.best)
    others = [
        f"Plan {each.name} is behind by {points_of(each.behind)}{_dropped(each.dropped)}."
        for each in answer.plans if each.behind is not None
    ]  # fmt: skip
    return [f"Plan {best.name} does best for side {answer.side}: {chance(best.score)}.", *others]


def _dropped(games: int | None) -> str:
    return "" if games is None else f" and was dropped after {pluralize(games, 'game')}"


def points_of(behind: Estimate) -> str:
    """How far something is behind, in points of a hundred, with its interval: `12 points (3 to 20)`."""
    return f"{-100 * behind.value:.0f} points ({-100 * behind.high:.0f} to {-100 * behind.low:.0f})"


def turning_words(answer: Turning, names: Sequence[str]) -> Iterator[str]:
    """Which parts of a game moved the chance most; `names` says who activated in each."""
    if not answer.points:
        yield "No part of the game moved the chance for sure."
    for number in answer.points[:USUAL]:
        swing, before, after = answer.swings[number], answer.curve[number].chance, answer.curve[number + 1].chance
        if before is not None and after is not None:
            moved = f"from {percent(before.value)} to {percent(after.value)}"
            yield f"In turn {swing.span.turn} the chance of side 0 went {moved}: {names[number]}."


# --- written ---
# Answers of a rehearsal as JSON knows them: `docs/rehearsal.md` lists their fields.

DIGITS = 4


def to_json_value(value: Any) -> Any:
    """A value of frozen classes, tuples and numbers as plain JSON: objects, lists, rounded numbers.

    An end of an interval that is not known is null.
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: to_json_value(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_json_value(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [to_json_value(each) for each in value]
    if isinstance(value, float):
        return round(value, DIGITS) if isfinite(value) else None
    return value


# --- games ---
# The games worth a look: the typical one, and the one that each side won by most.


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
    return tuple(Shown(what, outcome, add_checksum(to_data(again(outcome.number)))) for what, outcome in games)


def shown_of_plans(runners: Sequence[Runner], best: str, again: Callable[[Plan, int], Match]) -> tuple[Shown, ...]:
    """The typical game of each plan, and of the best one those that each side won by most.

    `again` plays a game of a plan by its number once more.
    """
    return tuple(
        Shown(what, outcome, add_checksum(to_data(again(each.plan, outcome.number))), each.plan.name, place)
        for place, each in enumerate(runners, 1)
        for what, outcome in to_be_shown(each.outcomes)[: None if each.plan.name == best else 1]
    )


def _small(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
