"""Where a game that was played turned."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import sqrt

from jovian.game import LogEntry
from jovian.game.events import Activated, Deactivated
from jovian.match import Match
from jovian.match.entries import Answered, Remark
from jovian.rehearsal.forecast import Estimate, bounded, estimate_proportion
from jovian.rehearsal.game import Job, Plan, Start, play_one, recorded
from jovian.rehearsal.outcome import Outcome
from jovian.rehearsal.workers import Workers

# --- spans ---
# A recorded game cut into its activations, and what lies between them, by answers and events.

ACTIVATE = "activate"
"""The kind of question that an activation begins with, if there is a choice."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a game that begins where another one ends."""

    begin: int
    """After how many answers it begins."""
    end: int
    """After how many it ends."""
    first: int
    """The number of its first event."""
    last: int
    """The number of the first event after it."""
    turn: int
    """The Game Turn in which it begins."""
    model: str = ""
    """Who activates in it, "" for what lies between activations."""
    side: int | None = None
    """Whose activation it is."""


def spans_of(match: Match) -> tuple[Span, ...]:
    """The parts of a game that was told, from its first activation on. The match keeps all of its moments."""
    told = [len(match.fork_at(answers).events) for answers in range(len(match.journal) + 1)]
    found: list[Span] = []
    for begun, done in _activations(match.events.entries):
        begin = _begin(match, told, begun.n)
        end = len(match.journal) if done is None else _said(match, bisect_right(told, done.n))
        if end <= begin or (found and begin < found[-1].end):
            continue
        if found and found[-1].end < begin:
            found.append(_between(match, told, found[-1].end, begin))
        event = begun.event
        assert isinstance(event, Activated)
        found.append(Span(begin, end, told[begin], told[end], begun.turn, event.model, event.side))
    if found and found[-1].end < len(match.journal):
        found.append(_between(match, told, found[-1].end, len(match.journal)))
    return tuple(found)


def _activations(entries: list[LogEntry]) -> Iterator[tuple[LogEntry, LogEntry | None]]:
    """The beginning and the end of each activation that is no part of another, None for the end of one that goes on."""
    begun: LogEntry | None = None
    for entry in entries:
        match entry.event:
            case Activated() if begun is None:
                begun = entry
            case Deactivated(model=model) if begun is not None and _model(begun) == model:
                yield begun, entry
                begun = None
    if begun is not None:
        yield begun, None


def _said(match: Match, end: int) -> int:
    """The end of an activation, with what was said of its last answer."""
    journal = match.journal
    return next((at for at in range(end, len(journal)) if not isinstance(journal[at], Remark)), len(journal))


def _model(entry: LogEntry) -> str:
    assert isinstance(entry.event, Activated)
    return entry.event.model


def _begin(match: Match, told: list[int], event: int) -> int:
    """After how many answers an activation begins: before it was chosen, or once it has begun without a choice."""
    answer = bisect_right(told, event) - 1
    entry = match.journal[answer] if answer >= 0 else None
    chosen = isinstance(entry, Answered) and entry.kind == ACTIVATE
    return answer if chosen else answer + 1


def _between(match: Match, told: list[int], begin: int, end: int) -> Span:
    turn = match.fork_at(begin).state.turn
    return Span(begin, end, told[begin], told[end], turn)


def moments_of(spans: tuple[Span, ...]) -> tuple[int, ...]:
    """Where parts begin, and where the last one ends."""
    assert all(one.end == two.begin for one, two in pairwise(spans))
    return (*(span.begin for span in spans), spans[-1].end) if spans else ()


# --- turning ---
# Where a game turned: its chances before each activation and at the end, and the activations that moved them most.
#
# The chance is that of side 0, a draw counted as half a win. Each moment is rehearsed with a quarter of the games
# first; where the chance moves for good (the moments around a part of the game, before and after it, taken together)
# both ends have all of the games. There the change is split, with dice drawn anew: what games that follow the recorded
# answers of whoever activates are worth more than the chance before was its decision; what games that follow those of
# the other side as well are worth more than these was that side's; what is left are the dice, against average ones.
#
# All games from one moment share their dice, game by game, so these differences are those of pairs.

POINTS = 6
"""How many parts of the game are looked at closely if nothing is said."""
FEWEST = 4
"""Games from each moment at least."""
PART = 4
"""One in so many games is played from every moment."""
AROUND = 2
"""Moments to either side that are taken together to see where the chance moves."""
PLAN = "recorded"


@dataclass(frozen=True, slots=True)
class TurningAsk:
    """What is to be found out about a game."""

    start: Start
    """The game, at its end."""
    players: tuple[str, str] = ("ensign", "ensign")
    seed: int = 0
    games: int = 40
    """How many games from a moment at most."""
    turns: int | None = None
    """How many Game Turns are played at most, None for all that there are."""
    points: int = POINTS
    """How many parts of the game are looked at closely."""
    part: int | None = None
    """One part alone, that which is on after so many answers; None for the whole game."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The chance at one moment of the game."""

    answers: int
    """After how many answers it is."""
    turn: int
    games: int
    """How many were played from there; none where the game is over."""
    chance: Estimate | None
    """Of side 0, 0 to 1, a draw being half a win; None if nothing is known of it yet."""


@dataclass(frozen=True, slots=True)
class Swing:
    """What one part of the game did to the chance of side 0."""

    span: Span
    change: Estimate | None
    """None if nothing is known of it yet."""
    decision: Estimate | None
    """What the recorded answers of whoever activates were worth with other dice, between activations those of both
    sides; None if that was not rehearsed, or nothing was answered."""
    dice: Estimate | None
    """The rest: what fell, and how the other side answered."""
    answered: Estimate | None
    """What the recorded answers of the other side were worth with other dice; None as above."""
    fell: Estimate | None
    """What is left then: what the dice were worth against average ones."""
    games: int
    """How many games followed the recorded answers."""
    close: bool
    """Was it looked at closely, with all of the games at both ends?"""


@dataclass(frozen=True, slots=True)
class Turning:
    """Where a game turned."""

    curve: tuple[Moment, ...]
    swings: tuple[Swing, ...]
    """One for each part of the game, in order."""

    @property
    def points(self) -> tuple[int, ...]:
        """The numbers of the parts that were looked at closely and moved the chance, most first."""
        close = {n: abs(each.change.value) for n, each in enumerate(self.swings) if each.close and each.change}
        return tuple(sorted((n for n in close if close[n]), key=lambda n: (-close[n], n)))


@dataclass(slots=True)
class _Tally:
    """Games that were played from one start."""

    winners: list[int | None] = field(default_factory=list)

    def scores(self) -> list[float]:
        """What each game was to side 0."""
        return [0.5 if winner is None else float(winner == 0) for winner in self.winners]

    def chance(self) -> Estimate:
        """The chance of side 0: halfway between winning and not losing, and so are its ends, by Wilson."""
        games = len(self.winners)
        won = estimate_proportion(self.winners.count(0), games)
        unlost = estimate_proportion(games - self.winners.count(1), games)
        return Estimate((won.value + unlost.value) / 2, (won.low + unlost.low) / 2, (won.high + unlost.high) / 2)


@dataclass(frozen=True, slots=True)
class _Line:
    """Games to be played from a moment, along recorded answers or none."""

    at: int
    numbers: range
    kept: _Tally
    plan: Plan | None = None
    answered: Plan | None = None


class Rehearsed:
    """A game while it is found out where it turned: what is known so far can be asked for at any time."""

    def __init__(self, ask: TurningAsk) -> None:
        self.ask = ask
        self.match = recorded(ask.start)
        self.spans = spans_of(self.match)
        self.moments = moments_of(self.spans)
        self._turns = [self.match.fork_at(answers).state.turn for answers in self.moments]
        self._from = [_Tally() for _ in self.moments]
        self._along: dict[int, _Tally] = {}
        """Games that followed the answers of whoever activated, by the part."""
        self._both: dict[int, _Tally] = {}
        """Those that followed the answers of both sides."""
        self._close: list[int] = []

    @property
    def most(self) -> int:
        """How many games there will be at most."""
        few = self._few()
        if self.ask.part is not None:
            return 4 * self.ask.games
        close = min(self.ask.points, len(self.spans))
        return len(self.moments) * few + close * (2 * (self.ask.games - few) + 2 * self.ask.games)

    def play(self, workers: Workers) -> Iterator[Outcome]:
        """Play all games, in their order, the same ones with any workers. Raises WorkersLost."""
        few = self._few() if self.ask.part is None else 0
        yield from self._shared(workers, [_Line(at, range(few), self._from[at]) for at in self._open()])
        self._close = close = self._steepest() if self.ask.part is None else self._holding(self.ask.part)
        ends = sorted({at for number in close for at in (number, number + 1)} & set(self._open()))
        rest = [_Line(at, range(few, self.ask.games), self._from[at]) for at in ends]
        yield from self._shared(workers, [*rest, *(line for number in close for line in self._lines(number))])

    def answer(self) -> Turning:
        """What is known so far."""
        chances = [self._chance(at) for at in range(len(self.moments))]
        curve = (
            Moment(answers, turn, len(tally.winners), chance)
            for answers, turn, tally, chance in zip(self.moments, self._turns, self._from, chances, strict=True)
        )
        return Turning(tuple(curve), tuple(self._swing(number, chances) for number in range(len(self.spans))))

    def _few(self) -> int:
        return min(self.ask.games, max(FEWEST, self.ask.games // PART))

    def _open(self) -> list[int]:
        """The moments at which the game is not over."""
        return [at for at, answers in enumerate(self.moments) if not self._ended(answers)]

    def _ended(self, answers: int) -> bool:
        return self.match.over and answers == len(self.match.journal)

    def _shared(self, workers: Workers, lines: Sequence[_Line]) -> Iterator[Outcome]:
        """Play the games of lines, and keep how they ended."""
        each = [(line, number) for line in lines for number in line.numbers]
        jobs = (self._job(line, number) for line, number in each)
        for (line, _), outcome in zip(each, workers.shared(play_one, jobs), strict=True):
            line.kept.winners.append(outcome.winner)
            yield outcome

    def _job(self, line: _Line, number: int) -> Job:
        ask = self.ask
        start = replace(ask.start.at(self.moments[line.at]), common=True)
        return Job(start, ask.players, ask.seed, number, ask.turns, line.plan, line.answered)

    def _lines(self, number: int) -> Iterator[_Line]:
        """The games that follow the recorded answers of a part, of one side and then of both."""
        side, games = self.spans[number].side, range(self.ask.games)
        first, second = self._plan(number, side or 0), self._plan(number, 1 - (side or 0))
        if side is not None and first is not None:
            yield _Line(number, games, self._along.setdefault(number, _Tally()), first)
        if (side is None and first is not None) or second is not None:
            yield _Line(number, games, self._both.setdefault(number, _Tally()), first, second)

    def _plan(self, number: int, side: int) -> Plan | None:
        """The recorded answers of a side in a part that no dice asked for, None where there are none."""
        span = self.spans[number]
        try:
            return Plan.of(self.match.fork_at(span.end), span.begin, PLAN, side)
        except ValueError:
            return None

    def _steepest(self) -> list[int]:
        """The parts across which the chance moves most, what is around them taken together."""
        chances = [found.value for at in range(len(self.moments)) if (found := self._chance(at)) is not None]
        moved = [
            abs(_mean(chances[after : after + AROUND]) - _mean(chances[max(0, after - AROUND) : after]))
            for after in range(1, len(chances))
        ]
        steepest = sorted(range(len(moved)), key=lambda number: (-moved[number], number))
        return sorted(steepest[: self.ask.points])

    def _holding(self, answers: int) -> list[int]:
        """The part that is on after so many answers, if there is one."""
        return [number for number, span in enumerate(self.spans) if span.begin <= answers < span.end]

    def _chance(self, at: int) -> Estimate | None:
        if self._ended(self.moments[at]):
            winner = self.match.state.winner
            sure = 0.5 if winner is None else float(winner == 0)
            return Estimate(sure, sure, sure)
        return self._from[at].chance() if self._from[at].winners else None

    def _swing(self, number: int, chances: Sequence[Estimate | None]) -> Swing:
        before, after = chances[number], chances[number + 1]
        along, both = self._along.get(number), self._both.get(number)
        decided = along if self.spans[number].side is not None else both
        answered = both if decided is not both else None
        return Swing(
            self.spans[number], difference(after, before), paired(decided, self._from[number]),
            self._rest(number, chances, decided), paired(answered, decided or self._from[number]),
            self._rest(number, chances, answered or decided), len(decided.winners) if decided is not None else 0,
            number in self._close,
        )  # fmt: skip

    def _rest(self, number: int, chances: Sequence[Estimate | None], followed: _Tally | None) -> Estimate | None:
        """What of a change is left besides the answers that were followed; all of it where there were none."""
        before, after = chances[number], chances[number + 1]
        if followed is None:
            return difference(after, before) if number in self._close else None
        return difference(after, followed.chance()) if followed.winners else None


def paired(one: _Tally | None, other: _Tally | None) -> Estimate | None:
    """How much greater one chance is than another, by games that share their dice one by one."""
    if one is None or other is None or not one.winners or not other.winners:
        return None
    gains = [mine - yours for mine, yours in zip(one.scores(), other.scores(), strict=False)]
    return bounded(gains, -1.0, 1.0)


def difference(one: Estimate | None, other: Estimate | None) -> Estimate | None:
    """How much greater one chance is than another, each found by games of its own, by Newcombe's square and add."""
    if one is None or other is None:
        return None
    found = one.value - other.value
    low = found - sqrt((one.value - one.low) ** 2 + (other.high - other.value) ** 2)
    high = found + sqrt((one.high - one.value) ** 2 + (other.value - other.low) ** 2)
    return Estimate(found, low, high)


def _mean(chances: Sequence[float]) -> float:
    return sum(chances) / len(chances)
