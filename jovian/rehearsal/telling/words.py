"""Answers of a rehearsal in plain sentences: what the terminal, a report and the window say of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jovian.rehearsal.one_game.outcome import CAPTURED, CRIPPLED, DESTROYED, WITHDRAWN
from jovian.rehearsal.questions.comparing import Comparison
from jovian.rehearsal.questions.forecast import Forecast, Hinge, ModelForecast, Spread
from jovian.rehearsal.questions.statistics import Estimate
from jovian.rehearsal.questions.turning import Turning
from jovian.rules.facts.words import counted, joined

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
        f"Side 0 wins {percent(first.value)} of {counted(answer.games, 'game')} {interval}, "
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
    return f"{model.name}: {joined(parts)}{_by(model)}" if parts else f"{model.name}: always there at the end"


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
    return "" if games is None else f" and was dropped after {counted(games, 'game')}"


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
