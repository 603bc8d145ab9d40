"""Players against each other, to measure who is stronger."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import count as itertools_count
from itertools import islice
from math import ceil, log
from pathlib import Path
from random import Random
from time import process_time
from typing import IO, Any

from pydantic import TypeAdapter, ValidationError
from scipy.optimize import brentq

from jovian.cards.files import CardError, UnreadableFileError, parse_json, read_lines
from jovian.dice import format_seed, parse_seed
from jovian.game import Answer, Choice, Decision, State
from jovian.match import Match, Setup
from jovian.match.entries import Fault, Faults
from jovian.match.files import write_whole
from jovian.match.play_loop import Chooser, name_of
from jovian.match.saves import from_data, to_data
from jovian.play import Play, setup_of
from jovian.players import make_player, seat_seed
from jovian.rehearsal.forecast import Estimate, bounded, estimate_mean
from jovian.rehearsal.workers import Workers

# --- times ---
# How long decisions took: a count for each length, so that many games are kept as little.
#
# Lengths are told apart by a twentieth. They depend on the machine, and are no part of an answer.

STEP = 1.05
"""How much longer each length is than the one before."""
LEAST = 0.001
"""Milliseconds; whatever took less counts as this."""


@dataclass(frozen=True, slots=True)
class Times:
    """How many decisions took how long."""

    counts: tuple[tuple[int, int], ...] = ()
    """The number of a length, and how many took that long, shortest first."""
    most: float = 0.0
    """The milliseconds of the longest."""

    @classmethod
    def of(cls, milliseconds: Iterable[float]) -> Times:
        """Each decision by itself."""
        taken = list(milliseconds)
        lengths = Counter(ceil(log(max(each, LEAST) / LEAST) / log(STEP)) for each in taken)
        return cls(tuple(sorted(lengths.items())), round(max(taken, default=0.0), 3))

    def __add__(self, other: Times) -> Times:
        lengths = Counter(dict(self.counts))
        lengths.update(dict(other.counts))
        return Times(tuple(sorted(lengths.items())), max(self.most, other.most))

    @property
    def decisions(self) -> int:
        """How many there were."""
        return sum(count for _, count in self.counts)

    def within(self, share: float) -> float:
        """The milliseconds that so many of them, 0 to 1, did not exceed."""
        wanted, seen = share * self.decisions, 0
        for length, count in self.counts:
            seen += count
            if seen >= wanted:
                return round(min(self.most, LEAST * STEP**length), 3)
        return self.most


# --- bouts ---
# What came of a pair of games, as plain values. Players are told apart by their number, 0 and 1, not by their side.


@dataclass(frozen=True, slots=True)
class Bout:
    """One game."""

    seats: tuple[int, int]
    """The players of side 0 and of side 1."""
    winner: int | None
    """Which player won, None for a draw."""
    first: int
    """Which player had initiative."""
    turns: int
    """The Game Turn in which it ended."""
    objective: tuple[float, float]
    """The Objective Points of both players."""
    victory: tuple[float, float]
    """Their Victory Points."""
    decisions: int
    digest: str
    """The fingerprint of the last state: that of the same game of `simulate`."""
    faults: tuple[Fault, ...] = ()
    """What they did wrong, `side` being the player."""
    times: tuple[Times, Times] = field(default=(Times(), Times()), compare=False)
    """How long the decisions of both players took."""

    def score(self, player: int) -> float:
        """1 for a win of a player, half for a draw."""
        return 0.5 if self.winner is None else float(self.winner == player)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games of the same scenario, fleets and seed, the sides swapped."""

    number: int
    """Which of the pairs it is, from 0."""
    scenario: str
    fleets: tuple[str, ...]
    """Of side 0 and of side 1; none in a scenario that places its models."""
    seed: str
    """As `simulate --seed` takes it."""
    bouts: tuple[Bout, Bout]

    @property
    def score(self) -> float:
        """What player 0 made of both games, 0 to 1."""
        return sum(bout.score(0) for bout in self.bouts) / 2

    @property
    def objective(self) -> float:
        """By how many Objective Points a game player 0 was ahead."""
        return sum(bout.objective[0] - bout.objective[1] for bout in self.bouts) / 2

    @property
    def victory(self) -> float:
        """By how many Victory Points a game player 0 was ahead."""
        return sum(bout.victory[0] - bout.victory[1] for bout in self.bouts) / 2


# --- fighting ---
# One pair of games, played where it is asked for: the work that processes share.

KEPT = 8
"""How many set-ups a process keeps ready."""
SEATS = ((0, 1), (1, 0))
"""Who plays side 0 and side 1 in the two games of a pair."""


@dataclass(frozen=True, slots=True)
class Job:
    """A pair that is to be played."""

    number: int
    scenario: str
    fleets: tuple[str, ...]
    game: str
    """A game of these that has not begun, as the text of a save: a worker needs no file for it."""
    players: tuple[str, str]
    """By name or file."""
    seed: int


class Timed:
    """A player whose decisions are timed."""

    def __init__(self, player: Chooser) -> None:
        self._player = player
        self.milliseconds: list[float] = []

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """What the player answers."""
        began = process_time()
        try:
            return self._player.choose(decision, view)
        finally:
            self.milliseconds.append(1000 * (process_time() - began))

    @property
    def called(self) -> str:
        """Who it is, for a complaint."""
        return name_of(self._player)


def fight(job: Job) -> Pair:
    """Play both games of a pair to their ends."""
    setup = replace(_setup(job.game), seed=job.seed)
    one, two = (_bout(setup, job, seats) for seats in SEATS)
    return Pair(job.number, job.scenario, job.fleets, format_seed(job.seed), (one, two))


def _bout(setup: Setup, job: Job, seats: tuple[int, int]) -> Bout:
    game, faults = Play(Match(setup, log=False)), Faults()
    timed = [Timed(make_player(job.players[who], seat_seed(job.seed, side))) for side, who in enumerate(seats)]
    game.play_out(timed[0], timed[1], faults=faults)
    state, side_of = game.state, seats.index
    points = [state.scores[side_of(who)] for who in (0, 1)]
    return Bout(
        seats, None if state.winner is None else seats[state.winner], seats[state.initiative], state.turn,
        (points[0].objective, points[1].objective), (points[0].victory, points[1].victory), len(game.match.journal),
        state.digest(), tuple(_of_player(fault, seats) for fault in faults.found),
        (Times.of(timed[side_of(0)].milliseconds), Times.of(timed[side_of(1)].milliseconds)),
    )  # fmt: skip


def _of_player(fault: Fault, seats: tuple[int, int]) -> Fault:
    return fault._replace(side=seats[fault.side])


@lru_cache(maxsize=KEPT)
def _setup(text: str) -> Setup:
    data: Any = json.loads(text)
    return from_data(data, "the set-up").setup


# --- sequential ---
# When enough pairs have been played: a sequential test over what one player made of each pair.
#
# A generalized sequential probability ratio test, as testers of chess engines use it (fishtest, cutechess; M. Van
# den Bergh, "A practical introduction to the GSPRT"): the two games of a pair share their seed, and so much of their
# luck, so that the pair is what is counted. It gives 0, a quarter, a half, three quarters or all of what there is to
# win (it is pentanomial), and how often each comes is estimated from the pairs, once under each hypothesis about their
# mean.

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
UNSEEN = 1e-3
"""How many pairs an end is taken to have come in that has not come yet."""
STRONGER, NOT_STRONGER, UNDECIDED = "stronger", "not stronger", "undecided"
"""Verdicts on the first player: its share of wins is the higher of the two, the lower, or cannot be told yet."""
FEWEST = 5
"""Pairs before any verdict."""


@dataclass(frozen=True, slots=True)
class Test:
    """Which of two shares of wins, 0 to 1, is that of the first player? A draw is half a win."""

    __test__ = False

    low: float = 0.5
    high: float = 0.6
    error: float = 0.05
    """How often it may say the wrong one, of either."""

    @property
    def bound(self) -> float:
        """How far the ratio must go for a verdict, to either side."""
        return log((1 - self.error) / self.error)

    def ratio(self, scores: Sequence[float]) -> float:
        """The logarithm of how much likelier these are under the higher share than under the lower."""
        counts = Counter(scores)
        often = [max(counts[score], UNSEEN) for score in SCORES]
        return sum(
            number * log(high / low)
            for number, low, high in zip(often, _likeliest(often, self.low), _likeliest(often, self.high), strict=True)
        )

    def verdict(self, scores: Sequence[float]) -> str:
        """What is known after these pairs."""
        ratio = self.ratio(scores) if len(scores) >= FEWEST else 0.0
        return STRONGER if ratio >= self.bound else NOT_STRONGER if ratio <= -self.bound else UNDECIDED


def _likeliest(often: Sequence[float], mean: float) -> list[float]:
    """How likely each end is if their mean is so much and they came so often: the likeliest such shares."""
    whole = sum(often)
    shares = [each / whole for each in often]
    off = [score - mean for score in SCORES]

    def slope(x: float) -> float:
        return sum(share * each / (1 + x * each) for share, each in zip(shares, off, strict=True))

    edge = 1e-9
    x = brentq(slope, -1 / off[-1] + edge, -1 / off[0] - edge)
    return [share / (1 + x * each) for share, each in zip(shares, off, strict=True)]


# --- dueling ---
# A duel: which pairs are played in which order, and until when. One seed gives one duel with any workers.

Meeting = tuple[str, tuple[str, ...]]
"""A scenario, and the fleets of side 0 and side 1."""


@dataclass(frozen=True, slots=True)
class Duel:
    """What is to be played, and until when."""

    players: tuple[str, str]
    """By name or file."""
    meetings: tuple[Meeting, ...]
    """The scenarios with their fleets: all are played once before any is played again."""
    seed: int
    """Of the first pair; each further pair has the next."""
    test: Test = field(default_factory=Test)
    pairs: int | None = None
    """How many pairs are played at most, None for as many as the test takes."""
    tested: bool = True
    """Does it end as soon as the test has decided?"""

    def fights(self, begin: int = 0) -> Iterator[Job]:
        """Its pairs in their order, from one on."""
        for number, (scenario, fleets) in islice(enumerate(self._drawn()), begin, self.pairs):
            yield Job(number, scenario, fleets, begun(scenario, fleets), self.players, self.seed + number)

    def _drawn(self) -> Iterator[Meeting]:
        """Rounds of all meetings, each in an order of its own."""
        for turn in itertools_count():
            order = list(self.meetings)
            Random(blake2b(f"round {turn} of {self.seed}".encode(), digest_size=8).digest()).shuffle(order)
            yield from order

    def over(self, pairs: Sequence[Pair]) -> bool:
        """Are these enough?"""
        if self.pairs is not None and len(pairs) >= self.pairs:
            return True
        return self.tested and self.test.verdict([pair.score for pair in pairs]) != UNDECIDED


@cache
def begun(scenario: str, fleets: tuple[str, ...]) -> str:
    """A game that has not begun, as the text of a save. Raises CardError."""
    return json.dumps(to_data(Match(setup_of(scenario, fleets), log=False)))


def meetings(scenarios: Sequence[str], fleets: Sequence[str]) -> tuple[Meeting, ...]:
    """Each scenario with each fleet against each, itself among them; once where it places its models.

    Raises CardError.
    """
    found: list[Meeting] = []
    for scenario in scenarios:
        if setup_of(scenario).scenario.models:
            found.append((scenario, ()))
        else:
            found += [(scenario, (one, other)) for one in fleets for other in fleets]
    return tuple(found)


def duel(asked: Duel, workers: Workers, known: Sequence[Pair] = ()) -> Iterator[Pair]:
    """The pairs that follow those that are known, in their order, as they are finished. Raises WorkersLost."""
    pairs = list(known)
    if asked.over(pairs):
        return
    for pair in workers.shared(fight, asked.fights(len(pairs))):
        pairs.append(pair)
        yield pair
        if asked.over(pairs):
            return


# --- standings ---
# How a duel stands: who wins how often and by how much, over fleets and scenarios, and how long they thought.

Both = tuple[Estimate | None, Estimate | None]


@dataclass(frozen=True, slots=True)
class Pace:
    """How long one player took for a decision, in milliseconds of the processor."""

    decisions: int
    median: float
    of_100: float
    """What 99 of 100 did not exceed."""
    of_1000: float
    """What 999 of 1000 did not exceed."""
    most: float


@dataclass(frozen=True, slots=True)
class WithFleet:
    """How both players did with one fleet."""

    fleet: str
    shares: Both
    """How much of their games with it they won, a draw being half; None for one who never had it."""


@dataclass(frozen=True, slots=True)
class InScenario:
    """How a scenario went."""

    scenario: str
    pairs: int
    share: Estimate
    """How much the first player won."""
    objective: Estimate
    """By how many Objective Points a game it was ahead."""
    victory: Estimate
    """By how many Victory Points."""
    initiative: Estimate
    """How much was won by whoever had initiative."""
    paces: tuple[Pace, Pace]


@dataclass(frozen=True, slots=True)
class Standing:
    """What so many pairs came to. Shares are 0 to 1, a draw being half a win; the unit of intervals is the pair."""

    pairs: int
    won: tuple[int, int]
    """How many games each player won."""
    drawn: int
    share: Estimate
    """How much the first player won."""
    objective: Estimate
    """By how many Objective Points a game it was ahead."""
    victory: Estimate
    """By how many Victory Points."""
    ends: tuple[int, ...]
    """How many pairs gave it 0, a quarter, a half, three quarters and all."""
    ratio: float
    """How far the test is: at `bound` the higher share is taken for true, at minus that the lower."""
    bound: float
    verdict: str
    """`stronger`, `not stronger` or `undecided`: of the first player."""
    initiative: Estimate
    """How much was won by whoever had initiative."""
    first_side: Estimate
    """How much was won by side 0."""
    fleets: tuple[WithFleet, ...]
    scenarios: tuple[InScenario, ...]
    paces: tuple[Pace, Pace]
    faults: tuple[Fault, ...]
    """What the players did wrong, `side` being the player."""


def standing(pairs: Sequence[Pair], test: Test) -> Standing:
    """Take pairs together; there is at least one."""
    bouts, scores = _bouts(pairs), [pair.score for pair in pairs]
    faults = Faults()
    for bout in bouts:
        faults.add(bout.faults)
    return Standing(
        len(pairs), (_won(bouts, 0), _won(bouts, 1)), _won(bouts, None), _share(scores),
        estimate_mean([pair.objective for pair in pairs]), estimate_mean([pair.victory for pair in pairs]),
        tuple(scores.count(score) for score in SCORES), test.ratio(scores), test.bound, test.verdict(scores),
        _initiative(pairs), _by_pair(pairs, lambda bout: bout.score(bout.seats[0])),
        tuple(_with_fleet(pairs, each) for each in sorted({fleet for pair in pairs for fleet in pair.fleets})),
        tuple(_in_scenario(pairs, each) for each in dict.fromkeys(sorted(pair.scenario for pair in pairs))),
        _paces(bouts), faults.found,
    )  # fmt: skip


def _bouts(pairs: Sequence[Pair]) -> list[Bout]:
    return [bout for pair in pairs for bout in pair.bouts]


def _won(bouts: Sequence[Bout], player: int | None) -> int:
    return sum(bout.winner == player for bout in bouts)


def _share(scores: Sequence[float]) -> Estimate:
    return bounded(scores, 0.0, 1.0)


def _by_pair(pairs: Sequence[Pair], score: Callable[[Bout], float]) -> Estimate:
    return _share([sum(map(score, pair.bouts)) / 2 for pair in pairs])


def _initiative(pairs: Sequence[Pair]) -> Estimate:
    return _by_pair(pairs, lambda bout: bout.score(bout.first))


def _with_fleet(pairs: Sequence[Pair], fleet: str) -> WithFleet:
    return WithFleet(fleet, (_share_with(pairs, fleet, 0), _share_with(pairs, fleet, 1)))


def _share_with(pairs: Sequence[Pair], fleet: str, player: int) -> Estimate | None:
    """How much of its games with a fleet a player won; of a pair in which it had it twice both count as one."""
    scores = []
    for pair in (each for each in pairs if fleet in each.fleets):
        own = [bout.score(player) for bout in pair.bouts if pair.fleets[bout.seats.index(player)] == fleet]
        scores.append(sum(own) / len(own))
    return _share(scores) if scores else None


def _in_scenario(pairs: Sequence[Pair], scenario: str) -> InScenario:
    own = [pair for pair in pairs if pair.scenario == scenario]
    return InScenario(
        scenario, len(own), _share([pair.score for pair in own]), estimate_mean([pair.objective for pair in own]),
        estimate_mean([pair.victory for pair in own]), _initiative(own), _paces(_bouts(own)),
    )  # fmt: skip


def _paces(bouts: Sequence[Bout]) -> tuple[Pace, Pace]:
    return _pace(bouts, 0), _pace(bouts, 1)


def _pace(bouts: Sequence[Bout], player: int) -> Pace:
    taken = sum((bout.times[player] for bout in bouts), Times())
    return Pace(taken.decisions, taken.within(0.5), taken.within(0.99), taken.within(0.999), taken.most)


# --- keeping ---
# A duel in a file: what was asked for in its first line, then a line of JSON for each pair as it is finished.
#
# A duel that was stopped goes on from it. A last line that was cut short, by whatever stopped it, is played again;
# any other damage is one line that names the file, the line of it and the cause.

FORMAT = 1
MOST = 64 << 20
"""Bytes of such a file; a pair takes some 2,500 to 4,000."""
MAX_LINE = 64 << 10
"""Bytes of a line of it."""
MAX_NUMBER = 1_000_000_000
"""The largest count, time in milliseconds, or number of points that is read."""
MAX_LENGTH = 1000
"""The largest number of a length of time (`Times`), some 10 to the power of 18 milliseconds."""
OTHERS = {"players": "other players", "seed": "another seed", "meetings": "other scenarios or fleets"}
"""What is said of a duel whose first line differs in one of these."""
_PAIR = TypeAdapter(Pair)


def heading(asked: Duel) -> dict[str, Any]:
    """What must be the same for a duel to go on; until when it is played is not part of it."""
    meetings = [[scenario, *fleets] for scenario, fleets in asked.meetings]
    return {"duel": FORMAT, "players": list(asked.players), "seed": format_seed(asked.seed), "meetings": meetings}


def begun_with(path: Path) -> str:
    """The seed of the duel in a file, "" if there is no such file. Raises CardError."""
    lines = _lines(path)
    if lines is None:
        return ""
    seed = _heading(path, lines).get("seed")
    try:
        parse_seed(seed if isinstance(seed, str) else "")
    except ValueError as error:
        raise CardError(str(path), 1, f"seed: {error}") from None
    return str(seed)


def known(path: Path, asked: Duel) -> list[Pair]:
    """The pairs of a file, which is of this duel; none if there is no file. Raises CardError."""
    lines = _lines(path)
    if lines is None:
        return []
    found, wanted = _heading(path, lines), heading(asked)
    for key, other in OTHERS.items():
        if found.get(key) != wanted[key]:
            raise CardError(str(path), 1, f"is a duel of {other}: another file begins another duel")
    fights = replace(asked, pairs=None).fights()
    share: dict[Any, Any] = {}
    return [compact(_pair(path, job, line), share) for line, job in zip(lines, fights, strict=False)]


@contextmanager
def kept(path: Path | None, asked: Duel, pairs: list[Pair]) -> Iterator[IO[str] | None]:
    """The file with these pairs, open for those that follow; None where nothing is to be kept. Raises OSError."""
    if path is None:
        yield None
        return
    if pairs:
        _cut_after(path, 1 + len(pairs))
    else:
        write_whole(path, f"{json.dumps(heading(asked))}\n")
    with path.open("a", encoding="utf-8") as file:
        yield file


def compact(pair: Pair, shared: dict[Any, Any]) -> Pair:
    """Return the same pair, whose lengths of times are the equal ones of other pairs: a duel has thousands of pairs."""
    first, second = pair.bouts
    return replace(pair, bouts=(_compact_bout(first, shared), _compact_bout(second, shared)))


def _compact_bout(bout: Bout, shared: dict[Any, Any]) -> Bout:
    first, second = (tuple(shared.setdefault(entry, entry) for entry in times.counts) for times in bout.times)
    return replace(bout, times=(replace(bout.times[0], counts=first), replace(bout.times[1], counts=second)))


def _cut_after(path: Path, count: int) -> None:
    """Remove what follows so many lines of a file: a line that was cut short. Raises OSError."""
    with path.open("r+b") as file:
        for _ in range(count):
            file.readline(MAX_LINE)
        file.truncate(file.tell())


def written(pair: Pair) -> str:
    """The line of a pair."""
    return json.dumps(asdict(pair), separators=(",", ":"))


def _lines(path: Path) -> Iterator[str] | None:
    """Return the whole lines of a file, read one at a time, None if there is no file."""
    return _read(path) if path.exists() else None


def _read(path: Path) -> Iterator[str]:
    try:
        yield from read_lines(path, MOST, MAX_LINE)
    except UnreadableFileError as error:
        raise CardError(str(path), error.line, error.cause) from None


def _heading(path: Path, lines: Iterator[str]) -> dict[str, Any]:
    """Read the first line."""
    found = _json(path, 1, next(lines, "{}"))
    if not isinstance(found, dict) or found.get("duel") != FORMAT:
        raise CardError(str(path), 1, "is no duel")
    return found


def _pair(path: Path, job: Job, line: str) -> Pair:
    number = job.number + 2
    try:
        pair = _PAIR.validate_python(_json(path, number, line))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise CardError(str(path), number, f"is no pair of games: {where}: {first['msg']}") from None
    if fault := _find_fault(pair, job):
        raise CardError(str(path), number, fault)
    return pair


def _find_fault(pair: Pair, job: Job) -> str:
    """Describe what in a pair can't come from playing the job, "" if nothing does."""
    if pair.number != job.number:
        return f"is pair {pair.number}, where {job.number} should be"
    wanted = {"scenario": job.scenario, "fleets": job.fleets, "seed": format_seed(job.seed)}
    for key, value in wanted.items():
        if getattr(pair, key) != value:
            return f"{key}: must be {json.dumps(value)}, not {json.dumps(getattr(pair, key))}"
    faults = (_bout_fault(bout, seats) for bout, seats in zip(pair.bouts, SEATS, strict=True))
    return next((f"bouts.{index}.{fault}" for index, fault in enumerate(faults) if fault), "")


def _bout_fault(bout: Bout, seats: tuple[int, int]) -> str:
    """Describe what no game can come to, "" if nothing is wrong."""
    if bout.seats != seats:
        return f"seats: must be {list(seats)}"
    if bout.winner not in (None, *seats) or bout.first not in seats:
        return "winner, first: a player is 0 or 1"
    if any(fault.side not in seats for fault in bout.faults):
        return "faults: a player is 0 or 1"
    lengths = [length for times in bout.times for length, _ in times.counts]
    counts = [fault.times for fault in bout.faults] + [count for times in bout.times for _, count in times.counts]
    longest = [times.most for times in bout.times]
    if not all(0 <= number <= MAX_NUMBER for number in (bout.turns, bout.decisions, *counts, *longest)):
        return f"counts and times must be between 0 and {MAX_NUMBER}"
    if not all(abs(points) <= MAX_NUMBER for points in (*bout.objective, *bout.victory)):
        return f"points must be between -{MAX_NUMBER} and {MAX_NUMBER}"
    return "" if all(0 <= length <= MAX_LENGTH for length in lengths) else "times: there is no such length"


def _json(path: Path, number: int, line: str) -> Any:
    try:
        return parse_json(line)
    except UnreadableFileError as error:
        raise CardError(str(path), number, error.cause) from None
