"""The results of a rehearsal as sentences, as JSON values, and as saves of example games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from math import isfinite
from typing import Any

from jovian.dice import format_seed
from jovian.frozen import frozen
from jovian.game.events import Started
from jovian.match import Match
from jovian.match.entries import Fault, Faults
from jovian.match.files import add_checksum
from jovian.match.saves import from_data, to_data
from jovian.rehearsal.comparison import Comparison, Race
from jovian.rehearsal.forecast import Estimate, Forecast, Hinge, ModelForecast, Spread, forecast
from jovian.rehearsal.game import GameJob, RehearsalSpec, guessed_facts, play_match
from jovian.rehearsal.outcome import CAPTURED, DESTROYED, Outcome, PlayedGame
from jovian.rehearsal.turning_points import Turning
from jovian.rules.basics.rolls import pluralize
from jovian.rules.setup.setup import names_of_sides

# --- Sentences ---

MAX_LISTED = 3
"""How many causes of decisions, and turning points, are listed."""
MAX_CAUSES = 2
"""How many causes of a loss are listed."""


def percent(share: float) -> str:
    """Return a share without decimals, such as `62 %`."""
    return f"{100 * share:.0f} %"


def chance(estimate: Estimate) -> str:
    """Return a share with its interval: `62 % (55 to 68 %)`."""
    return f"{percent(estimate.value)}{_interval(estimate)}"


def _interval(estimate: Estimate) -> str:
    """Return the interval of a share behind a space, "" for an estimate from a few games."""
    return "" if estimate.is_rough else f" ({100 * estimate.low:.0f} to {percent(estimate.high)})"


COARSE = 2.0
"""From this half width of an interval on, a mean has no decimals."""


def about(estimate: Estimate) -> str:
    """Return a mean with its interval: `41.5 ± 1.2`, `142 ± 3`, or the mean alone if the interval is unknown."""
    digits = 1 if estimate.half < COARSE else 0
    known = estimate.half < float("inf") and not estimate.is_rough
    return f"{estimate.value:.{digits}f}" + (f" ± {estimate.half:.{digits}f}" if known else "")


def summary(answer: Forecast, names: Sequence[str]) -> list[str]:
    """Return the result in a few sentences, the chances first. `names` are those of the sides."""
    return [chances(answer, names), points(answer, names), *story(answer, names)]


def story(answer: Forecast, names: Sequence[str]) -> tuple[str, ...]:
    """Return the sentences about losses, the number of turns, and what usually decides the game."""
    hinges = (hinge(each, names) for each in answer.hinges[:1])
    return *losses(answer, names), _duration(answer.turns), *decisions(answer), *hinges, *_luck(answer)


def _luck(answer: Forecast) -> tuple[str, ...]:
    """Return a sentence about the luck that is subtracted from the chances, if it is as much as a percent."""
    share = percent(answer.explained)
    return (f"The luck in attacks, {share} of the scatter, is subtracted from the chances.",) * (
        answer.explained >= 0.01
    )


def chances(answer: Forecast, names: Sequence[str]) -> str:
    """Return the chances of both sides and of a draw.

    Example: `Red Fleet wins 62 % of 200 games (55 to 68 %), Blue Fleet 30 % (24 to 37 %); 8 % are drawn (5 to 13 %).`
    """
    first, second = answer.wins
    drawn = f"; {percent(answer.draws.value)} are drawn" if answer.draws.value else "; none is drawn"
    return (
        f"{names[0]} wins {percent(first.value)} of {pluralize(answer.games, 'game')}{_interval(first)}, "
        f"{names[1]} {chance(second)}{drawn}{_interval(answer.draws)}."
    )


def points(answer: Forecast, names: Sequence[str]) -> str:
    """Return the mean points of both sides: Objective Points if there are any, and Victory Points."""
    objective_points = (
        [("Objective Points", answer.objective)] if any(spread.mean.value for spread in answer.objective) else []
    )
    parts = [
        f"{label}: {names[0]} {about(spreads[0].mean)}, {names[1]} {about(spreads[1].mean)}"
        for label, spreads in (*objective_points, ("Victory Points", answer.victory))
    ]
    return f"On average {'; '.join(parts)}."


def losses(answer: Forecast, names: Sequence[str]) -> Iterator[str]:
    """Yield what each side loses in TV, and which model most often."""
    for side in (0, 1):
        text = f"{names[side]} loses {about(answer.losses[side].mean)} TV"
        likely = max(
            (model for model in answer.models if model.side == side and loss_rate(model) and model.value),
            key=loss_rate, default=None,
        )  # fmt: skip
        if likely is None:
            yield f"{text}."
        else:
            yield f"{text}, most often {likely.name}: {percent(loss_rate(likely))}{_causes(likely)}."


def loss_rate(model: ModelForecast) -> float:
    """Return how often a model is lost to its side, from 0 to 1."""
    return model.fates[DESTROYED].value + model.fates[CAPTURED].value


def _causes(model: ModelForecast) -> str:
    """Return the most common causes in brackets, and how often there was another one."""
    causes = [f"{cause} ×{times}" for cause, times in model.by[:MAX_CAUSES]]
    if others := sum(times for _, times in model.by[MAX_CAUSES:]):
        causes.append(f"others ×{others}")
    return f" ({', '.join(causes)})" if causes else ""


def _duration(turns: Spread) -> str:
    """Return how many turns the games last."""
    first, last = turns.counts[0][0], turns.counts[-1][0]
    if first == last:
        return f"Every game ends in turn {first:g}."
    most_common = max(turns.counts, key=lambda entry: entry[1])[0]
    return f"Games end in turn {first:g} to {last:g}, most often in turn {most_common:g}."


def decisions(answer: Forecast) -> Iterator[str]:
    """Yield what usually decided the games, and how often it was something else."""
    causes = [f"{cause} ({percent(times / answer.games)})" for cause, times in answer.decided[:MAX_LISTED]]
    if others := sum(times for _, times in answer.decided[MAX_LISTED:]):
        causes.append(f"something else ({percent(others / answer.games)})")
    if causes:
        yield f"Most often it was decided by: {'; '.join(causes)}."


def hinge(result: Hinge, names: Sequence[str]) -> str:
    """Return how the loss of a model changes the chances."""
    return (
        f"{names[result.side]} wins {chance(result.otherwise)} if {result.name} stays in fighting order, "
        f"{chance(result.wins)} otherwise."
    )


def plan_sentences(answer: Comparison, names: Sequence[str]) -> list[str]:
    """Return which plan is best, and how far the others are behind."""
    best = next(plan for plan in answer.plans if plan.name == answer.best)
    others = [
        f"Plan {plan.name} is behind by {percentage_points(plan.behind)}{_dropped_after(plan.dropped)}."
        for plan in answer.plans if plan.behind is not None
    ]  # fmt: skip
    return [f"Plan {best.name} is best for {names[answer.side]}: {chance(best.score)}.", *others]


def _dropped_after(games: int | None) -> str:
    return "" if games is None else f" and was dropped after {pluralize(games, 'game')}"


def percentage_points(behind: Estimate) -> str:
    """Return a difference in percentage points with its interval: `12 points (3 to 20)`."""
    return f"{-100 * behind.value:.0f} points ({-100 * behind.high:.0f} to {-100 * behind.low:.0f})"


def turning_sentences(answer: Turning, names: Sequence[str], side_name: str) -> Iterator[str]:
    """Yield the parts of a game that changed the chances most.

    `names` says who activated in each part, and `side_name` is that of side 0.
    """
    if not answer.points:
        yield "No part of the game clearly changed the chances."
    for number in answer.points[:MAX_LISTED]:
        swing, before, after = answer.swings[number], answer.curve[number].chance, answer.curve[number + 1].chance
        if before is not None and after is not None:
            change = f"from {percent(before.value)} to {percent(after.value)}"
            yield f"In turn {swing.span.turn} the chance of {side_name} changed {change}: {names[number]}."


# --- JSON (`docs/rehearsal.md` lists the keys) ---

FORMAT = 1
DIGITS = 4


@frozen
class Position:
    """Where the games begin, in words."""

    scenario: str
    """The key of the scenario."""
    answers: int
    turn: int
    phase: str
    fresh: bool
    knowing: int | None


@frozen
class RehearsalResult:
    """What is known of a rehearsal so far. In a stream, each one lists only the new games."""

    position: Position
    drawn: tuple[str, ...]
    """Sentences about what each game draws."""
    sides: tuple[str, str]
    """The names of the sides."""
    forecast: Forecast
    played: tuple[PlayedGame, ...]
    complete: bool
    """Whether all games were played."""
    faults: tuple[Fault, ...] | None = None
    """The mistakes of the players, None before the games end."""
    report: str = ""
    """The page with the complete result, or ""."""

    @classmethod
    def of(
        cls, match: Match, ask: RehearsalSpec, outcomes: Sequence[Outcome], listed: int = 0, *, complete: bool
    ) -> RehearsalResult:
        """Return the result of games, of which the first ones were listed before."""
        played = tuple(map(PlayedGame.of, outcomes[listed:]))
        started = next(match.events.of(Started), None)  # Without a log, the setup is known.
        names = names_of_sides(match.setup) if started is None else (started.sides[0].name, started.sides[1].name)
        drawn, sides = guessed_facts(ask.start), (names[0], names[1])
        return cls(position_of(match, ask), drawn, sides, forecast(outcomes), played, complete)

    def with_games(self, other: RehearsalResult) -> RehearsalResult:
        """Return the next result, with the games of this one."""
        return replace(other, played=(*self.played, *other.played))


def position_of(match: Match, ask: RehearsalSpec) -> Position:
    """Return where the games of a match begin."""
    state, start = match.state, ask.start
    return Position(match.setup.scenario.key, start.answers, state.turn, state.phase, start.fresh, start.knowing)


def rehearsal_document(ask: RehearsalSpec, result: RehearsalResult, *, stopped: bool = False) -> dict[str, Any]:
    """Return the JSON of a rehearsal. `stopped`: the user stopped the games."""
    faults = Faults()
    faults.add(result.faults or ())
    return {
        **_head("from-here", ask, result.position, result.drawn, result.sides),
        "complete": result.complete, "stopped": stopped, "words": summary(result.forecast, result.sides),
        "forecast": to_json_value(result.forecast), "played": to_json_value(result.played),
        **({} if result.faults is None else {"faults": faults.to_json()}),
    }  # fmt: skip


def comparison_document(
    match: Match, ask: RehearsalSpec, answer: Comparison, *, complete: bool, stopped: bool = False
) -> dict[str, Any]:
    """Return the JSON of a comparison of plans. `complete`: all games were played."""
    sides = names_of_sides(match.setup)
    return {
        **_head("plans", ask, position_of(match, ask), guessed_facts(ask.start), sides), "complete": complete,
        "stopped": stopped, "words": plan_sentences(answer, sides), "comparison": to_json_value(answer),
    }  # fmt: skip


def _head(
    question: str, ask: RehearsalSpec, position: Position, drawn: Sequence[str], sides: Sequence[str]
) -> dict[str, Any]:
    return {
        "format": FORMAT, "question": question, "position": to_json_value(position), "drawn": list(drawn),
        "sides": list(sides), "players": list(ask.players), "seed": format_seed(ask.seed), "games": ask.games,
        "turns": ask.turns, "until": ask.until,
    }  # fmt: skip


def to_json_value(value: Any) -> Any:
    """Return a value of frozen classes, tuples, and numbers as plain JSON, with rounded numbers.

    An unknown end of an interval becomes null.
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json_value(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_json_value(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [to_json_value(item) for item in value]
    if isinstance(value, float):
        return round(value, DIGITS) if isfinite(value) else None
    return value


# --- Example games ---


@frozen
class ExampleGame:
    """A game of a rehearsal as a save."""

    best_for: int | None
    """The side that it was the best game for, or None for the typical game."""
    title: str
    """What it shows, in a few words."""
    outcome: Outcome
    text: str
    """The text of the save."""
    plan: str = ""
    """The plan that it was played with, or ""."""
    place: int = 0
    """The number of that plan among all plans, from 1."""

    @property
    def label(self) -> str:
        """What it shows, with the name of the plan."""
        return f"Plan {self.plan}: {_lower_first(self.title)}" if self.plan else self.title

    @property
    def what(self) -> str:
        """What it shows, with the number of the side."""
        return "typical game" if self.best_for is None else f"best for side {self.best_for}"

    def load(self) -> Match:
        """Return the game."""
        return from_data(json.loads(self.text), "the game", keep_all=True)

    @property
    def file(self) -> str:
        """The name of its file."""
        return game_file(self.best_for, self.place)


def game_file(best_for: int | None, place: int) -> str:
    """Return the file name of an example game: the best one for a side, or the typical one. Place 0 is no plan."""
    what = "typical-game" if best_for is None else f"best-for-side-{best_for}"
    return f"plan-{place}-{what}.json" if place else f"{what}.json"


def _choose_examples(outcomes: Sequence[Outcome], names: Sequence[str]) -> tuple[ExampleGame, ...]:
    """Return the median game and the best game of each side, without duplicates and without their text."""
    ordered = sorted(
        outcomes, key=lambda outcome: (outcome.objective[0] - outcome.objective[1], outcome.margin, outcome.number)
    )
    examples = (
        ExampleGame(None, "Typical game", ordered[len(ordered) // 2], ""),
        ExampleGame(0, f"Best for {names[0]}", ordered[-1], ""),
        ExampleGame(1, f"Best for {names[1]}", ordered[0], ""),
    )
    numbers = [example.outcome.number for example in examples]
    return tuple(example for place, example in enumerate(examples) if example.outcome.number not in numbers[:place])


def example_games(ask: RehearsalSpec, outcomes: Sequence[Outcome], names: Sequence[str]) -> tuple[ExampleGame, ...]:
    """Return the example games, played again, or () if games begin with guesses, which are in no save."""
    if ask.start.knowing is not None:
        return ()
    return tuple(
        replace(example, text=_save_of(ask.job(example.outcome.number)))
        for example in _choose_examples(outcomes, names)
    )


def example_games_of_plans(race: Race, best: str, names: Sequence[str]) -> tuple[ExampleGame, ...]:
    """Return the typical game of each plan, and for the best plan also the best game of each side, or () as above."""
    if race.ask.start.knowing is not None:
        return ()
    return tuple(
        replace(
            example, text=_save_of(race.job(example.outcome.number, runner.plan)), plan=runner.plan.name, place=place
        )
        for place, runner in enumerate(race.runners, 1)
        for example in _choose_examples(runner.outcomes, names)[: None if runner.plan.name == best else 1]
    )


def _save_of(job: GameJob) -> str:
    """Play a game again, and return it as a save."""
    return add_checksum(to_data(play_match(job)))


def _lower_first(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
