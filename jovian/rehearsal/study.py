"""What the captain would have done in each activation of a finished game, and the chance that was lost.

`Study` plays, for each activation, games in which its side follows the recorded orders, and games in which it follows
the captain's. The games of a pair share their dice and know everything. The captain plans from what its side knew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt

from jovian.frozen import frozen
from jovian.rehearsal.activations import ActivationJob, CaptainActivation, captain_activation
from jovian.rehearsal.forecast import Estimate, bounded
from jovian.rehearsal.game import ORDERS, KindAndChoice, Plan, RehearsalSpec, play_one, recorded_game
from jovian.rehearsal.outcome import Outcome
from jovian.rehearsal.turning_points import GameSpan, names_at_end, span_summary, spans_of
from jovian.rehearsal.workers import Workers

MIN_GAMES = 2
"""The minimum number of pairs of games for a result."""
BLUNDER = 0.2
"""The lost chance from which a mistake is a large one."""


@frozen
class StudiedActivation:
    """An activation, what the captain would have done, and the chance lost."""

    span: GameSpan
    captain: CaptainActivation
    same: bool
    """Whether the recorded orders are the captain's. Then no games are played, and nothing is lost."""
    games: int
    """The number of pairs of games."""
    played: Estimate | None
    """The chance of its side with the recorded orders, from 0 to 1, with a draw as half a win; None without games."""
    better: Estimate | None
    """The chance with the captain's orders."""
    lost: Estimate
    """The captain's chance minus the played one. It is negative if the recorded orders were better."""


@frozen
class Mistake:
    """An activation that clearly lost a chance to win, in words."""

    begin: int
    """The number of answers before it."""
    end: int
    turn: int
    side: int
    name: str
    """The name of the model."""
    told: str
    """What it did, in one sentence."""
    captain: str
    """What the captain would have done: its reason, or the model that it would have activated."""
    lost: Estimate

    @property
    def sign(self) -> str:
        """The sign of a mistake: `?`, or `??` for a large one."""
        return "??" if self.lost.value >= BLUNDER else "?"


@frozen
class StudyReport:
    """The mistakes in a finished game."""

    sides: tuple[int, ...]
    """The sides whose activations were studied."""
    mistakes: tuple[Mistake, ...]
    """In the order of the game."""

    def with_other_sides(self, other: StudyReport) -> StudyReport:
        """Return this report, and what another one says about sides that are missing here."""
        more = [mistake for mistake in other.mistakes if mistake.side not in self.sides]
        mistakes = sorted((*self.mistakes, *more), key=lambda mistake: mistake.begin)
        return StudyReport(tuple(sorted({*self.sides, *other.sides})), tuple(mistakes))


@dataclass(slots=True)
class _Pair:
    """The two plans of an activation, and the scores of their games so far."""

    span: GameSpan
    played: Plan
    captain: CaptainActivation
    scores: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    @property
    def is_same(self) -> bool:
        """Return whether both plans give the same orders."""
        return _orders(self.played) == _orders(self.captain.plan)


class Study:
    """The study of a finished game. `answer` gives what is known so far."""

    def __init__(self, ask: RehearsalSpec) -> None:
        self.ask, self.games = ask, ask.games or 0
        self.match = recorded_game(ask.start)
        self.sides = (0, 1) if ask.side is None else (ask.side,)
        self.spans = tuple(span for span in spans_of(self.match) if span.model and span.side in self.sides)
        self._pairs: list[_Pair] = []

    @property
    def planned(self) -> int:
        """The number of activations whose plans are known."""
        return len(self._pairs)

    @property
    def max_games(self) -> int:
        """The maximum number of games, as far as the plans are known."""
        return sum(2 * self.games for pair in self._pairs if not pair.is_same)

    def plan(self, workers: Workers) -> Iterator[GameSpan]:
        """Let the captain plan, and yield each activation afterward. Raises WorkersLost."""
        spans = [(span, plan) for span in self.spans if (plan := self._recorded(span)) is not None]
        ask = self.ask
        jobs = (
            ActivationJob(replace(ask.start.at(span.begin), knowing=span.side), ask.players[1 - (span.side or 0)])
            for span, _ in spans
        )
        for (span, played), captain in zip(spans, workers.shared(captain_activation, jobs), strict=True):
            if captain is not None and captain.plan.side == span.side:
                self._pairs.append(_Pair(span, played, captain))
            yield span

    def play(self, workers: Workers) -> Iterator[Outcome]:
        """Play the games, and yield each as it is finished. Raises WorkersLost."""
        games = [
            (pair, which, number)
            for pair in self._pairs if not pair.is_same for number in range(self.games) for which in (0, 1)
        ]  # fmt: skip
        jobs = (
            replace(
                self.ask.job(number), start=replace(self.ask.start.at(pair.span.begin), common=True),
                plan=(pair.played, pair.captain.plan)[which],
            )
            for pair, which, number in games
        )  # fmt: skip
        for (pair, which, _), outcome in zip(games, workers.shared(play_one, jobs), strict=True):
            winner = outcome.winner
            pair.scores[which].append(0.5 if winner is None else float(winner == pair.span.side))
            yield outcome

    def answer(self) -> tuple[StudiedActivation, ...]:
        """Return the activations that are known so far, in the order of the game."""
        return tuple(
            _studied(pair) for pair in self._pairs if pair.is_same or len(pair.scores[1]) >= MIN_GAMES
        )  # fmt: skip

    def report(self) -> StudyReport:
        """Return the activations that clearly lost a chance, as far as they are known."""
        names, mistakes = names_at_end(self.match), list[Mistake]()
        for studied in self.answer():
            span, captain = studied.span, studied.captain
            if studied.lost.low > 0 and span.side is not None:
                name, told = names.model(span.model).text, span_summary(self.match, span, names) or "did nothing"
                reason = captain.reason or captain.model
                mistakes.append(
                    Mistake(span.begin, span.end, span.turn, span.side, name, told, reason, studied.lost)
                )
        return StudyReport(self.sides, tuple(mistakes))

    def _recorded(self, span: GameSpan) -> Plan | None:
        """Return the recorded answers of an activation, or None if it has none."""
        try:
            return Plan.of(self.match.fork_at(span.end), span.begin, "played", span.side)
        except ValueError:
            return None


def _orders(plan: Plan) -> tuple[KindAndChoice, ...]:
    return tuple(choice for choice in plan.choices if choice[0] in ORDERS)


def _studied(pair: _Pair) -> StudiedActivation:
    if pair.is_same:
        return StudiedActivation(pair.span, pair.captain, True, 0, None, None, Estimate(0.0, 0.0, 0.0))
    games = len(pair.scores[1])
    played, better = pair.scores[0][:games], pair.scores[1]
    lost = bounded([more - less for more, less in zip(better, played, strict=True)], -1.0, 1.0)
    return StudiedActivation(
        pair.span, pair.captain, False, games, bounded(played, 0.0, 1.0), bounded(better, 0.0, 1.0), lost
    )


def total_lost(answer: Sequence[StudiedActivation], side: int) -> tuple[int, Estimate]:
    """Return the number of studied activations of a side, and the sum of the chances that it lost.

    The interval adds the squares of the distances to the limits, because the games are separate.
    """
    losses = [studied.lost for studied in answer if studied.span.side == side]
    total = sum(lost.value for lost in losses)
    below = sqrt(sum((lost.value - lost.low) ** 2 for lost in losses))
    above = sqrt(sum((lost.high - lost.value) ** 2 for lost in losses))
    return len(losses), Estimate(total, total - below, total + above)
