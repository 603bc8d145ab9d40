"""The turning points of a recorded game: the chances before each activation, and what changed them most.

`Rehearsed` plays the games and gives a `Turning`.

The chance is that of side 0, with a draw as half a win. First a quarter of the games is played from each moment. Around
the parts of the game where the chance changes most, all games are played. There the change is split by games with other
dice: games that follow the recorded answers of the active side show the value of its decisions, games that also follow
the other side's answers show the value of those, and the rest is dice. All games from one moment share their dice, so
differences are those of pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import sqrt

from jovian.frozen import frozen
from jovian.game import LogEntry
from jovian.game.events import Activated, Deactivated
from jovian.match import Match
from jovian.match.entries import Answered, Remark
from jovian.narrator import Names, activation_summary
from jovian.rehearsal.forecast import Estimate, bounded, estimate_proportion
from jovian.rehearsal.game import GameJob, Plan, RehearsalSpec, play_one, recorded_game
from jovian.rehearsal.outcome import Outcome
from jovian.rehearsal.workers import Workers

# --- Parts of a game ---

ACTIVATE = "activate"
"""The kind of decision that begins an activation, if there is a choice."""


@frozen
class GameSpan:
    """A part of a game: an activation, or what is between two activations."""

    begin: int
    """The number of answers before it."""
    end: int
    """The number of answers at its end."""
    first: int
    """The number of its first event."""
    last: int
    """The number of the first event after it."""
    turn: int
    """The Game Turn in which it begins."""
    model: str = ""
    """The active model, or "" between activations."""
    side: int | None = None
    """The side whose activation it is."""


def spans_of(match: Match) -> tuple[GameSpan, ...]:
    """Return the parts of a game from its first activation on. The match must keep all of its moments."""
    spans: list[GameSpan] = []
    for first, last in _activations(match.events.entries):
        begin = _first_answer(match, first.n)
        end = len(match.journal) if last is None else _end_with_remarks(match, match.answers_until(last.n))
        if end <= begin or (spans and begin < spans[-1].end):
            continue
        if spans and spans[-1].end < begin:
            spans.append(_between(match, spans[-1].end, begin))
        event = first.event
        assert isinstance(event, Activated)
        events = match.events_after(begin), match.events_after(end)
        spans.append(GameSpan(begin, end, *events, first.turn, event.model, event.side))
    if spans and spans[-1].end < len(match.journal):
        spans.append(_between(match, spans[-1].end, len(match.journal)))
    return tuple(spans)


def _activations(entries: list[LogEntry]) -> Iterator[tuple[LogEntry, LogEntry | None]]:
    """Yield the first and last entry of each activation that isn't inside another one; None for an unfinished one.

    An activation can end with another model: if the leader of a formation is lost, a member continues. The enemy learns
    of a secret activation in another entry, which isn't an activation.
    """
    first: LogEntry | None = None
    depth = 0
    for entry in entries:
        match entry.event:
            case Activated(on_reveal=None):
                first = first or entry
                depth += 1
            case Deactivated() if first is not None:
                depth -= 1
                if not depth:
                    yield first, entry
                    first = None
    if first is not None:
        yield first, None


def _end_with_remarks(match: Match, end: int) -> int:
    """Return the end of an activation, including the remarks on its last answer."""
    journal = match.journal
    return next((index for index in range(end, len(journal)) if not isinstance(journal[index], Remark)), len(journal))


def _first_answer(match: Match, event: int) -> int:
    """Return the number of answers before an activation: before its choice, or before its first event."""
    answer = match.answers_until(event) - 1
    entry = match.journal[answer] if answer >= 0 else None
    was_chosen = isinstance(entry, Answered) and entry.kind == ACTIVATE
    return answer if was_chosen else answer + 1


def _between(match: Match, begin: int, end: int) -> GameSpan:
    return GameSpan(begin, end, match.events_after(begin), match.events_after(end), match.state_at(begin).turn)


def moments_of(spans: tuple[GameSpan, ...]) -> tuple[int, ...]:
    """Return the moments where parts begin, and where the last one ends."""
    assert all(one.end == two.begin for one, two in pairwise(spans))
    return (*(span.begin for span in spans), spans[-1].end) if spans else ()


# --- Turning points ---

MIN_GAMES = 4
"""The minimum number of games from each moment."""
ROUGH_SHARE = 4
"""The inverse share of the games that is played from every moment."""
NEIGHBORS = 2
"""The number of moments on each side whose mean shows where the chance changes."""
PLAN = "recorded"


@frozen
class Moment:
    """The chance at one moment of the game."""

    answers: int
    """The number of answers before it."""
    turn: int
    games: int
    """The number of games from there, 0 if the game is over."""
    chance: Estimate | None
    """The chance of side 0, from 0 to 1, with a draw as half a win; None if unknown."""


@frozen
class Swing:
    """What one part of the game did to the chance of side 0."""

    span: GameSpan
    change: Estimate | None
    """The change of the chance, or None if unknown."""
    decision: Estimate | None
    """The value of the active side's recorded answers with other dice, or of both sides' between activations.

    None without games or answers.
    """
    dice: Estimate | None
    """The rest of the change: dice, and the answers of the other side."""
    answered: Estimate | None
    """The value of the other side's recorded answers with other dice, or None as above."""
    luck: Estimate | None
    """The rest of the change: the dice compared with average ones."""
    games: int
    """The number of games that followed the recorded answers."""
    close: bool
    """Whether it was examined closely, with all games at both ends."""


@frozen
class Turning:
    """The turning points of a game."""

    curve: tuple[Moment, ...]
    swings: tuple[Swing, ...]
    """One for each part of the game, in order."""

    @property
    def points(self) -> tuple[int, ...]:
        """The numbers of the closely examined parts that changed the chance, largest change first."""
        close = {n: abs(swing.change.value) for n, swing in enumerate(self.swings) if swing.close and swing.change}
        return tuple(sorted((n for n in close if close[n]), key=lambda n: (-close[n], n)))


@frozen
class PartReport:
    """A part of the game in words. These are the keys of its JSON (`docs/rehearsal.md`)."""

    begin: int
    """The number of answers before it."""
    end: int
    turn: int
    model: str
    side: int | None
    name: str
    """The name of the activated model."""
    told: str
    """What happened, in one sentence, or "" for nothing."""
    change: Estimate | None
    decision: Estimate | None
    dice: Estimate | None
    answered: Estimate | None
    fell: Estimate | None
    """The dice compared with average ones."""
    games: int
    close: bool
    """Whether its change was split into decisions and dice."""


@frozen
class TurningPoints:
    """The turning points of a game in words, as far as they are known."""

    curve: tuple[Moment, ...] = ()
    parts: tuple[PartReport, ...] = ()
    points: tuple[int, ...] = ()
    """The numbers of the turning points among the parts, largest change first."""
    complete: bool = False

    @property
    def chances(self) -> list[tuple[int, Estimate]]:
        """The known chances of side 0, with the numbers of answers before."""
        return [(moment.answers, moment.chance) for moment in self.curve if moment.chance is not None]

    @property
    def turns(self) -> list[PartReport]:
        """The parts that are turning points, largest change first."""
        return [self.parts[number] for number in self.points]

    def is_unsplit(self, answers: int) -> bool:
        """Return whether the part after a number of answers could be split, but wasn't yet."""
        return self.complete and any(not part.close and part.begin <= answers < part.end for part in self.parts)

    def with_split(self, split: TurningPoints) -> TurningPoints:
        """Return this complete result with the part that another one has split.

        If an older version divided the game into other parts, they don't match. Then nothing changes.
        """
        if [part.begin for part in self.parts] != [part.begin for part in split.parts]:
            return self
        moments = zip(self.curve, split.curve, strict=True)
        curve = tuple(new if new.chance is not None and new.games > old.games else old for old, new in moments)
        parts = tuple(new if new.close else old for old, new in zip(self.parts, split.parts, strict=True))
        close = (number for number, part in enumerate(split.parts) if part.close and number not in self.points)
        return TurningPoints(curve, parts, (*self.points, *close), self.complete)


def names_at_end(match: Match) -> Names:
    """Return all names as they are at the end of a game."""
    names = Names()
    for entry in match.events:
        names.learn(entry.event)
    names.learn_state(match.state)
    return names


def span_name(span: GameSpan, names: Names) -> str:
    """Return the name of the active model."""
    return names.model(span.model).text if span.model else "between activations"


def span_summary(match: Match, span: GameSpan, names: Names) -> str:
    """Return what happened in a part of a game in one sentence, "" for nothing."""
    return activation_summary(match.events.entries[span.first : span.last], span.model, names)


@dataclass(slots=True)
class _Results:
    """The results of the games from one start."""

    winners: list[int | None] = field(default_factory=list)

    def scores(self) -> list[float]:
        """Return the score of each game for side 0."""
        return [0.5 if winner is None else float(winner == 0) for winner in self.winners]

    def chance(self) -> Estimate:
        """Return the chance of side 0: the mean of winning and not losing, with Wilson intervals."""
        games = len(self.winners)
        won = estimate_proportion(self.winners.count(0), games)
        unlost = estimate_proportion(games - self.winners.count(1), games)
        return Estimate((won.value + unlost.value) / 2, (won.low + unlost.low) / 2, (won.high + unlost.high) / 2)


@frozen
class _GameLine:
    """Games to play from a moment, along recorded answers or without."""

    at: int
    numbers: range
    results: _Results
    plan: Plan | None = None
    answered: Plan | None = None


class Rehearsed:
    """The search for the turning points of a game. `answer` gives what is known so far at any time."""

    def __init__(self, ask: RehearsalSpec) -> None:
        self.ask, self.games = ask, ask.games or 0
        self.match = recorded_game(ask.start)
        self.spans = spans_of(self.match)
        self.moments = moments_of(self.spans)
        self._turns = [self.match.state_at(answers).turn for answers in self.moments]
        self._without_plan = [_Results() for _ in self.moments]
        self._with_own_plan: dict[int, _Results] = {}
        """Games that followed the active side's answers, by part."""
        self._with_both_plans: dict[int, _Results] = {}
        """Games that followed the answers of both sides, by part."""
        self._close: list[int] = []

    @property
    def max_games(self) -> int:
        """The maximum number of games."""
        few = self._rough_games()
        if self.ask.part is not None:
            return 4 * self.games
        close = min(self.ask.points, len(self.spans))
        return len(self.moments) * few + close * (2 * (self.games - few) + 2 * self.games)

    def play(self, workers: Workers) -> Iterator[Outcome]:
        """Play all games in order, the same ones with any number of workers. Raises WorkersLost."""
        few = self._rough_games() if self.ask.part is None else 0
        yield from self._play_lines(
            workers, [_GameLine(at, range(few), self._without_plan[at]) for at in self._open_moments()]
        )
        self._close = close = self._largest_changes() if self.ask.part is None else self._part_with(self.ask.part)
        ends = sorted({at for number in close for at in (number, number + 1)} & set(self._open_moments()))
        rest = [_GameLine(at, range(few, self.games), self._without_plan[at]) for at in ends]
        yield from self._play_lines(workers, [*rest, *(line for number in close for line in self._lines(number))])

    def answer(self) -> Turning:
        """Return what is known so far."""
        chances = [self._chance(at) for at in range(len(self.moments))]
        curve = (
            Moment(answers, turn, len(tally.winners), chance)
            for answers, turn, tally, chance in zip(self.moments, self._turns, self._without_plan, chances, strict=True)
        )
        return Turning(tuple(curve), tuple(self._swing(number, chances) for number in range(len(self.spans))))

    def result(self, *, complete: bool) -> TurningPoints:
        """Return what is known so far in words. `complete`: all games were played."""
        answer, names = self.answer(), names_at_end(self.match)
        parts = tuple(
            PartReport(
                span.begin, span.end, span.turn, span.model, span.side, span_name(span, names),
                span_summary(self.match, span, names), swing.change, swing.decision, swing.dice, swing.answered,
                swing.luck, swing.games, swing.close,
            )
            for swing in answer.swings for span in (swing.span,)
        )  # fmt: skip
        return TurningPoints(answer.curve, parts, answer.points, complete)

    def _rough_games(self) -> int:
        return min(self.games, max(MIN_GAMES, self.games // ROUGH_SHARE))

    def _open_moments(self) -> list[int]:
        """Return the moments at which the game isn't over."""
        return [at for at, answers in enumerate(self.moments) if not self._is_over_at(answers)]

    def _is_over_at(self, answers: int) -> bool:
        return self.match.over and answers == len(self.match.journal)

    def _play_lines(self, workers: Workers, lines: Sequence[_GameLine]) -> Iterator[Outcome]:
        """Play the games of some lines, and store who won."""
        games = [(line, number) for line in lines for number in line.numbers]
        jobs = (self._job(line, number) for line, number in games)
        for (line, _), outcome in zip(games, workers.shared(play_one, jobs), strict=True):
            line.results.winners.append(outcome.winner)
            yield outcome

    def _job(self, line: _GameLine, number: int) -> GameJob:
        ask = self.ask
        start = replace(ask.start.at(self.moments[line.at]), common=True)
        return replace(ask.job(number), start=start, plan=line.plan, answered=line.answered)

    def _lines(self, number: int) -> Iterator[_GameLine]:
        """Yield the games that follow the recorded answers of a part: one side's, then both sides'."""
        side, games = self.spans[number].side, range(self.games)
        first, second = self._plan(number, side or 0), self._plan(number, 1 - (side or 0))
        if side is not None and first is not None:
            yield _GameLine(number, games, self._with_own_plan.setdefault(number, _Results()), first)
        if (side is None and first is not None) or second is not None:
            yield _GameLine(number, games, self._with_both_plans.setdefault(number, _Results()), first, second)

    def _plan(self, number: int, side: int) -> Plan | None:
        """Return a side's recorded answers in a part, without those about dice, or None."""
        span = self.spans[number]
        try:
            return Plan.of(self.match.fork_at(span.end), span.begin, PLAN, side)
        except ValueError:
            return None

    def _largest_changes(self) -> list[int]:
        """Return the parts in which the chance changes most, comparing the means of the moments around them."""
        chances = [chance.value for at in range(len(self.moments)) if (chance := self._chance(at)) is not None]
        changes = [
            abs(_mean(chances[after : after + NEIGHBORS]) - _mean(chances[max(0, after - NEIGHBORS) : after]))
            for after in range(1, len(chances))
        ]
        steepest = sorted(range(len(changes)), key=lambda number: (-changes[number], number))
        return sorted(steepest[: self.ask.points])

    def _part_with(self, answers: int) -> list[int]:
        """Return the part that contains this answer, if there is one."""
        return [number for number, span in enumerate(self.spans) if span.begin <= answers < span.end]

    def _chance(self, at: int) -> Estimate | None:
        if self._is_over_at(self.moments[at]):
            winner = self.match.state.winner
            result = 0.5 if winner is None else float(winner == 0)
            return Estimate(result, result, result)
        return self._without_plan[at].chance() if self._without_plan[at].winners else None

    def _swing(self, number: int, chances: Sequence[Estimate | None]) -> Swing:
        before, after = chances[number], chances[number + 1]
        own_plan, both_plans = self._with_own_plan.get(number), self._with_both_plans.get(number)
        active_plan = own_plan if self.spans[number].side is not None else both_plans
        other_plan = both_plans if active_plan is not both_plans else None
        return Swing(
            self.spans[number], difference(after, before), paired(active_plan, self._without_plan[number]),
            self._rest(number, chances, active_plan), paired(other_plan, active_plan or self._without_plan[number]),
            self._rest(number, chances, other_plan or active_plan),
            len(active_plan.winners) if active_plan is not None else 0, number in self._close,
        )  # fmt: skip

    def _rest(self, number: int, chances: Sequence[Estimate | None], followed: _Results | None) -> Estimate | None:
        """Return the rest of a change without the followed answers, or all of it without any."""
        before, after = chances[number], chances[number + 1]
        if followed is None:
            return difference(after, before) if number in self._close else None
        return difference(after, followed.chance()) if followed.winners else None


def paired(one: _Results | None, other: _Results | None) -> Estimate | None:
    """Return the difference of two chances from games that share their dice in pairs."""
    if one is None or other is None or not one.winners or not other.winners:
        return None
    gains = [mine - yours for mine, yours in zip(one.scores(), other.scores(), strict=False)]
    return bounded(gains, -1.0, 1.0)


def difference(one: Estimate | None, other: Estimate | None) -> Estimate | None:
    """Return the difference of two chances from separate games (Newcombe's square-and-add method)."""
    if one is None or other is None:
        return None
    change = one.value - other.value
    low = change - sqrt((one.value - one.low) ** 2 + (other.high - other.value) ** 2)
    high = change + sqrt((one.high - one.value) ** 2 + (other.value - other.low) ** 2)
    return Estimate(change, low, high)


def _mean(chances: Sequence[float]) -> float:
    return sum(chances) / len(chances)
