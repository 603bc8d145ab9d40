"""Duels: two players against each other in pairs of games with swapped sides, to measure which one is stronger.

`duel` plays the pairs, a sequential test decides when there are enough, `score_pairs` summarizes them, and a file keeps
them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, field, replace
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import count as itertools_count
from itertools import islice, starmap
from math import ceil, log
from pathlib import Path
from random import Random
from time import process_time
from typing import IO, Any

from mpmath import fp
from pydantic import TypeAdapter, ValidationError

from jovian.cards.files import CardError, Shelf, UnreadableFileError, parse_json, read_lines, shelves
from jovian.dice import format_seed, parse_seed
from jovian.frozen import frozen
from jovian.game import Answer, Choice, Decision, State
from jovian.match import Match, Setup
from jovian.match.entries import Fault, Faults
from jovian.match.files import sum_of, write_whole
from jovian.match.play_loop import Chooser, name_of
from jovian.match.saves import from_data, to_data
from jovian.play import Play, setup_of
from jovian.players import make_player, seat_seed
from jovian.rehearsal.forecast import Estimate, bounded, estimate_mean
from jovian.rehearsal.workers import Workers

# --- Decision times ---

STEP = 1.05
"""The ratio between successive lengths."""
LEAST = 0.001
"""The shortest counted length in milliseconds."""


@frozen
class Times:
    """How long decisions took, as a count for each length.

    Lengths differ by 5%, so that many games need little space. They depend on the machine and aren't part of a result.
    """

    counts: tuple[tuple[int, int], ...] = ()
    """Pairs of a length's number and the count of decisions, shortest first."""
    most: float = 0.0
    """The longest time in milliseconds."""

    @classmethod
    def of(cls, milliseconds: Iterable[float]) -> Times:
        """Return the times of single decisions."""
        times = list(milliseconds)
        lengths = Counter(ceil(log(max(time, LEAST) / LEAST) / log(STEP)) for time in times)
        return cls(tuple(sorted(lengths.items())), round(max(times, default=0.0), 3))

    def __add__(self, other: Times) -> Times:
        lengths = Counter(dict(self.counts))
        lengths.update(dict(other.counts))
        return Times(tuple(sorted(lengths.items())), max(self.most, other.most))

    @property
    def decisions(self) -> int:
        """The number of decisions."""
        return sum(count for _, count in self.counts)

    def within(self, share: float) -> float:
        """Return the milliseconds that this share of the decisions, from 0 to 1, did not exceed."""
        needed, seen = share * self.decisions, 0
        for length, count in self.counts:
            seen += count
            if seen >= needed:
                return round(min(self.most, LEAST * STEP**length), 3)
        return self.most


# --- Results of a pair ---


@frozen
class Bout:
    """One game. Players have the numbers 0 and 1, independent of their sides."""

    seats: tuple[int, int]
    """The players of side 0 and side 1."""
    winner: int | None
    """The player who won, or None for a draw."""
    first: int
    """The player who had initiative."""
    turns: int
    """The Game Turn in which it ended."""
    objective: tuple[float, float]
    """The Objective Points of both players."""
    victory: tuple[float, float]
    """The Victory Points of both players."""
    decisions: int
    digest: str
    """The digest of the last state, which is the same as for this game in `simulate`."""
    faults: tuple[Fault, ...] = ()
    """The mistakes of the players. `side` is the player."""
    times: tuple[Times, Times] = field(default=(Times(), Times()), compare=False)
    """How long the decisions of both players took."""

    def score(self, player: int) -> float:
        """Return 1 for a win of the player, 0.5 for a draw."""
        return 0.5 if self.winner is None else float(self.winner == player)


@frozen
class Pair:
    """Two games of the same scenario, fleets, and seed, with swapped sides."""

    number: int
    """The number of the pair, from 0."""
    scenario: str
    fleets: tuple[str, ...]
    """The fleets of side 0 and side 1; () in a scenario that places its models."""
    seed: str
    """The seed, as `simulate --seed` takes it."""
    bouts: tuple[Bout, Bout]

    @property
    def score(self) -> float:
        """The score of player 0 in both games, from 0 to 1."""
        return sum(bout.score(0) for bout in self.bouts) / 2

    @property
    def objective(self) -> float:
        """The lead of player 0 in Objective Points per game."""
        return sum(bout.objective[0] - bout.objective[1] for bout in self.bouts) / 2

    @property
    def victory(self) -> float:
        """The lead of player 0 in Victory Points per game."""
        return sum(bout.victory[0] - bout.victory[1] for bout in self.bouts) / 2


# --- Playing a pair ---

MAX_LOADED = 8
"""How many setups a process keeps loaded."""
SEATS = ((0, 1), (1, 0))
"""The players of side 0 and side 1 in the two games of a pair."""


@frozen
class PairJob:
    """A pair to play."""

    number: int
    scenario: str
    fleets: tuple[str, ...]
    game: str
    """A new game as the text of a save, so that a worker needs no files."""
    players: tuple[str, str]
    """The players by name or file."""
    seed: int
    swaps_fleets: bool = False
    """Whether the fleets belong to the players and swap sides with them."""


class Timed:
    """A player whose decisions are timed."""

    def __init__(self, player: Chooser) -> None:
        self._player = player
        self.milliseconds: list[float] = []

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """Return the player's answer."""
        start_time = process_time()
        try:
            return self._player.choose(decision, view)
        finally:
            self.milliseconds.append(1000 * (process_time() - start_time))

    @property
    def called(self) -> str:
        """The player's name for error messages."""
        return name_of(self._player)


def fight(job: PairJob) -> Pair:
    """Play both games of a pair to the end."""
    setup = replace(_load_setup(job.game), seed=job.seed)
    first, second = (_play_bout(setup, job, seats) for seats in SEATS)
    return Pair(job.number, job.scenario, job.fleets, format_seed(job.seed), (first, second))


def _play_bout(setup: Setup, job: PairJob, seats: tuple[int, int]) -> Bout:
    if job.swaps_fleets:
        setup = replace(setup, fleets=tuple(setup.fleets[player] for player in seats))
    game, faults = Play(Match(setup, log=False)), Faults()
    players = [Timed(make_player(job.players[player], seat_seed(job.seed, side))) for side, player in enumerate(seats)]
    game.play_out(players[0], players[1], faults=faults)
    state, side_of = game.state, seats.index
    points = [state.scores[side_of(player)] for player in (0, 1)]
    return Bout(
        seats, None if state.winner is None else seats[state.winner], seats[state.initiative], state.turn,
        (points[0].objective, points[1].objective), (points[0].victory, points[1].victory), len(game.match.journal),
        state.digest(), tuple(_with_player(fault, seats) for fault in faults.faults),
        (Times.of(players[side_of(0)].milliseconds), Times.of(players[side_of(1)].milliseconds)),
    )  # fmt: skip


def _with_player(fault: Fault, seats: tuple[int, int]) -> Fault:
    return fault._replace(side=seats[fault.side])


@lru_cache(maxsize=MAX_LOADED)
def _load_setup(text: str) -> Setup:
    data: Any = json.loads(text)
    return from_data(data, "the set-up").setup


# --- Sequential test ---

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
UNSEEN = 1e-3
"""The number of pairs that is assumed for a score that hasn't occurred."""
STRONGER, NOT_STRONGER, UNDECIDED = "stronger", "not stronger", "undecided"
"""Verdicts on the first player: it has the higher of two shares of wins, the lower one, or it isn't decided."""
FEWEST = 5
"""The smallest number of pairs for a verdict."""


@frozen
class Test:
    """A sequential test of which of two shares of wins, from 0 to 1, the first player has. A draw is half a win.

    This is a generalized sequential probability ratio test, as used for chess engines (fishtest, cutechess; M. Van den
    Bergh, "A practical introduction to the GSPRT"). The two games of a pair share their seed, and so much of their
    luck, so the pair is the unit. A pair has 5 possible scores (pentanomial). Their frequencies are estimated from the
    pairs, once under each hypothesis about the mean.
    """

    __test__ = False

    low: float = 0.5
    high: float = 0.6
    error: float = 0.05
    """The probability of either wrong verdict."""

    @property
    def bound(self) -> float:
        """The absolute ratio that leads to a verdict."""
        return log((1 - self.error) / self.error)

    def ratio(self, scores: Sequence[float]) -> float:
        """Return the logarithm of the likelihood ratio of the higher and the lower share."""
        counts = Counter(scores)
        frequencies = [max(counts[score], UNSEEN) for score in SCORES]
        return sum(
            number * log(high / low)
            for number, low, high in zip(
                frequencies, _likely_shares(frequencies, self.low), _likely_shares(frequencies, self.high), strict=True
            )
        )

    def verdict(self, scores: Sequence[float]) -> str:
        """Return the verdict after these pairs."""
        ratio = self.ratio(scores) if len(scores) >= FEWEST else 0.0
        return STRONGER if ratio >= self.bound else NOT_STRONGER if ratio <= -self.bound else UNDECIDED


def _likely_shares(frequencies: Sequence[float], mean: float) -> list[float]:
    """Return the most likely probability of each score for these frequencies and this mean."""
    total = sum(frequencies)
    shares = [frequency / total for frequency in frequencies]
    deviations = [score - mean for score in SCORES]

    def slope(x: float) -> float:
        return sum(share * deviation / (1 + x * deviation) for share, deviation in zip(shares, deviations, strict=True))

    edge = 1e-9
    ends = -1 / deviations[-1] + edge, -1 / deviations[0] - edge
    x = fp.findroot(slope, ends, solver="bisect", maxsteps=200, tol=1e-18)
    return [share / (1 + x * deviation) for share, deviation in zip(shares, deviations, strict=True)]


# --- Duel ---

Meeting = tuple[str, tuple[str, ...]]
"""A scenario, and the fleets of side 0 and side 1."""


@frozen
class Duel:
    """What to play, and until when. One seed gives the same duel with any number of workers."""

    players: tuple[str, str]
    """The players by name or file."""
    meetings: tuple[Meeting, ...]
    """The scenarios with their fleets. All are played once before any is played again."""
    seed: int
    """The seed of the first pair. Each further pair has the next one."""
    test: Test = field(default_factory=Test)
    pairs: int | None = None
    """The maximum number of pairs, or None for as many as the test needs."""
    tested: bool = True
    """Whether the duel ends as soon as the test has decided."""
    swaps_fleets: bool = False
    """Whether the fleets belong to the players and swap sides with them."""

    def fights(self, begin: int = 0) -> Iterator[PairJob]:
        """Yield its pairs in order, starting with number `begin`."""
        for number, (scenario, fleets) in islice(enumerate(self._shuffled_meetings()), begin, self.pairs):
            game = begun(scenario, fleets)
            yield PairJob(number, scenario, fleets, game, self.players, self.seed + number, self.swaps_fleets)

    def heading(self) -> dict[str, Any]:
        """Return the first line of its file.

        A duel continues only if this line is equal, so the line doesn't contain the end condition.
        """
        meetings = [[scenario, *fleets] for scenario, fleets in self.meetings]
        words = {"duel": FORMAT, "players": list(self.players), "seed": format_seed(self.seed), "meetings": meetings}
        return words | ({"swaps": "fleets"} if self.swaps_fleets else {})

    def _shuffled_meetings(self) -> Iterator[Meeting]:
        """Yield all meetings in random order, again and again."""
        for turn in itertools_count():
            order = list(self.meetings)
            Random(blake2b(f"round {turn} of {self.seed}".encode(), digest_size=8).digest()).shuffle(order)
            yield from order

    def over(self, pairs: Sequence[Pair]) -> bool:
        """Return whether these pairs are enough."""
        if self.pairs is not None and len(pairs) >= self.pairs:
            return True
        return self.tested and self.test.verdict([pair.score for pair in pairs]) != UNDECIDED


def begun(scenario: str, fleets: tuple[str, ...]) -> str:
    """Return a new game as the text of a save. Raises CardError."""
    return _begun(scenario, fleets, shelves())


@cache
def _begun(scenario: str, fleets: tuple[str, ...], _: tuple[Shelf, ...]) -> str:
    """Return the same for fleets of these shelves."""
    return as_save(setup_of(scenario, fleets))


def as_save(setup: Setup) -> str:
    """Return a new game as the text of a save."""
    return json.dumps(to_data(Match(setup, log=False)))


def meetings(scenarios: Sequence[str], fleets: Sequence[str]) -> tuple[Meeting, ...]:
    """Return each scenario with all pairs of fleets, or once if it places its models. A fleet also meets itself.

    Raises CardError.
    """
    pairings: list[Meeting] = []
    for scenario in scenarios:
        if setup_of(scenario).scenario.models:
            pairings.append((scenario, ()))
        else:
            pairings += [(scenario, (one, other)) for one in fleets for other in fleets]
    return tuple(pairings)


def duel(duel_spec: Duel, workers: Workers, known: Sequence[Pair] = ()) -> Iterator[Pair]:
    """Yield the pairs after the known ones in order, as they are finished. Raises WorkersLost."""
    pairs = list(known)
    if duel_spec.over(pairs):
        return
    for pair in workers.shared(fight, duel_spec.fights(len(pairs))):
        pairs.append(pair)
        yield pair
        if duel_spec.over(pairs):
            return


# --- Standings ---

Both = tuple[Estimate | None, Estimate | None]


@frozen
class Pace:
    """How long one player took per decision, in milliseconds of processor time."""

    decisions: int
    median: float
    of_100: float
    """The time that 99 of 100 decisions did not exceed."""
    of_1000: float
    """The time that 999 of 1000 decisions did not exceed."""
    most: float


@frozen
class WithFleet:
    """The results of both players with one fleet."""

    fleet: str
    shares: Both
    """The share of their games with it that they won, with draws as half; None without games."""


@frozen
class InScenario:
    """The results in one scenario."""

    scenario: str
    pairs: int
    share: Estimate
    """The share of the first player."""
    objective: Estimate
    """Its lead in Objective Points per game."""
    victory: Estimate
    """Its lead in Victory Points per game."""
    initiative: Estimate
    """The share of the player with initiative."""
    paces: tuple[Pace, Pace]


@frozen
class DuelScore:
    """The result of all pairs so far. Shares are 0 to 1, a draw is half a win, and intervals are over pairs."""

    pairs: int
    won: tuple[int, int]
    """The games that each player won."""
    drawn: int
    share: Estimate
    """The share of the first player."""
    objective: Estimate
    """Its lead in Objective Points per game."""
    victory: Estimate
    """Its lead in Victory Points per game."""
    ends: tuple[int, ...]
    """The number of pairs with a score of 0, 0.25, 0.5, 0.75, and 1."""
    ratio: float
    """The ratio of the test: at `bound` the higher share is accepted, at minus `bound` the lower one."""
    bound: float
    verdict: str
    """`stronger`, `not stronger`, or `undecided`, about the first player."""
    initiative: Estimate
    """The share of the player with initiative."""
    first_side: Estimate
    """The share of side 0."""
    fleets: tuple[WithFleet, ...]
    scenarios: tuple[InScenario, ...]
    paces: tuple[Pace, Pace]
    faults: tuple[Fault, ...]
    """The mistakes of the players. `side` is the player."""


def score_pairs(pairs: Sequence[Pair], test: Test) -> DuelScore:
    """Return the score of these pairs, at least one."""
    bouts, scores = _all_bouts(pairs), [pair.score for pair in pairs]
    faults = Faults()
    for bout in bouts:
        faults.add(bout.faults)
    return DuelScore(
        len(pairs), (_games_won(bouts, 0), _games_won(bouts, 1)), _games_won(bouts, None), _share(scores),
        estimate_mean([pair.objective for pair in pairs]), estimate_mean([pair.victory for pair in pairs]),
        tuple(scores.count(score) for score in SCORES), test.ratio(scores), test.bound, test.verdict(scores),
        _initiative(pairs), _by_pair(pairs, lambda bout: bout.score(bout.seats[0])),
        tuple(_with_fleet(pairs, key) for key in sorted({fleet for pair in pairs for fleet in pair.fleets})),
        tuple(_in_scenario(pairs, scenario) for scenario in dict.fromkeys(sorted(pair.scenario for pair in pairs))),
        _paces(bouts), faults.faults,
    )  # fmt: skip


def _all_bouts(pairs: Sequence[Pair]) -> list[Bout]:
    return [bout for pair in pairs for bout in pair.bouts]


def _games_won(bouts: Sequence[Bout], player: int | None) -> int:
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
    """Return the share of a player in its games with a fleet.

    If it had the fleet twice in a pair, both games count as one.
    """
    scores = []
    for pair in (pair for pair in pairs if fleet in pair.fleets):
        own = [bout.score(player) for bout in pair.bouts if pair.fleets[bout.seats.index(player)] == fleet]
        scores.append(sum(own) / len(own))
    return _share(scores) if scores else None


def _in_scenario(pairs: Sequence[Pair], scenario: str) -> InScenario:
    own = [pair for pair in pairs if pair.scenario == scenario]
    return InScenario(
        scenario, len(own), _share([pair.score for pair in own]), estimate_mean([pair.objective for pair in own]),
        estimate_mean([pair.victory for pair in own]), _initiative(own), _paces(_all_bouts(own)),
    )  # fmt: skip


def _paces(bouts: Sequence[Bout]) -> tuple[Pace, Pace]:
    return _pace(bouts, 0), _pace(bouts, 1)


def _pace(bouts: Sequence[Bout], player: int) -> Pace:
    times = sum((bout.times[player] for bout in bouts), Times())
    return Pace(times.decisions, times.within(0.5), times.within(0.99), times.within(0.999), times.most)


# --- File of a duel ---

FORMAT = 2
CHECKSUM = "sum"
MOST = 64 << 20
"""The largest size of such a file in bytes. A pair takes about 2,500 to 4,000."""
MAX_LINE = 64 << 10
"""The largest length of a line in bytes."""
MAX_NUMBER = 1_000_000_000
"""The largest count, time in milliseconds, or number of points that is read."""
MAX_LENGTH = 1000
"""The largest number of a length of time (`Times`), about 10 to the power of 18 milliseconds."""
OTHERS = {"players": "other players", "seed": "another seed", "meetings": "other scenarios or fleets",
          "swaps": "another way to swap sides", "size": "another size"}  # fmt: skip
"""The words for a duel whose first line differs in one of these."""
_PAIR = TypeAdapter(Pair)


def seed_of_file(path: Path) -> str:
    """Return the seed of the duel in a file, or "" if there is no such file. Raises CardError."""
    lines = _lines(path)
    if lines is None:
        return ""
    seed = _heading(path, lines).get("seed")
    try:
        parse_seed(seed if isinstance(seed, str) else "")
    except ValueError as error:
        raise CardError(str(path), 1, f"seed: {error}") from None
    return str(seed)


def read_pairs(path: Path, duel_spec: Duel) -> list[Pair]:
    """Return the pairs in a file of this duel, or [] if there is no file. Raises CardError.

    A last line that was cut short is ignored, so this pair is played again.
    """
    lines = _lines(path)
    if lines is None:
        return []
    first_line, expected = _heading(path, lines), duel_spec.heading()
    for key, other in OTHERS.items():
        if first_line.get(key) != expected.get(key):
            raise CardError(str(path), 1, f"is a duel with {other}. Use another file for a new duel.")
    fights = replace(duel_spec, pairs=None).fights()
    share: dict[Any, Any] = {}
    return [compact(_pair(path, job, line), share) for line, job in zip(lines, fights, strict=False)]


@contextmanager
def open_file(path: Path | None, duel_spec: Duel, pairs: list[Pair]) -> Iterator[IO[str] | None]:
    """Yield the file with these pairs, open for the next ones, or None without a path. Raises OSError."""
    if path is None:
        yield None
        return
    if pairs:
        _cut_after(path, 1 + len(pairs))
    else:
        write_whole(path, f"{json.dumps(duel_spec.heading())}\n")
    with path.open("a", encoding="utf-8") as file:
        yield file


def compact(pair: Pair, shared: dict[Any, Any]) -> Pair:
    """Return an equal pair that shares the lengths of its times with other pairs.

    A duel has thousands of pairs.
    """
    first, second = pair.bouts
    return replace(pair, bouts=(_compact_bout(first, shared), _compact_bout(second, shared)))


def _compact_bout(bout: Bout, shared: dict[Any, Any]) -> Bout:
    first, second = (tuple(shared.setdefault(entry, entry) for entry in times.counts) for times in bout.times)
    return replace(bout, times=(replace(bout.times[0], counts=first), replace(bout.times[1], counts=second)))


def _cut_after(path: Path, count: int) -> None:
    """Remove everything after this number of lines, such as a line that was cut short. Raises OSError."""
    with path.open("r+b") as file:
        for _ in range(count):
            file.readline(MAX_LINE)
        file.truncate(file.tell())


def format_pair(pair: Pair) -> str:
    """Return the line of a pair: a JSON object whose last key is the checksum of the rest."""
    text = json.dumps(asdict(pair), separators=(",", ":"))
    return _with_checksum(text)


def _with_checksum(text: str) -> str:
    return f'{text.removesuffix("}")},"{CHECKSUM}":"{sum_of(text.encode())}"}}'


def _has_checksum(line: str) -> bool:
    """Return whether a line ends with the checksum of the rest."""
    text, mark, _ = line.rpartition(f',"{CHECKSUM}":')
    return bool(mark) and line == _with_checksum(text + "}")


def _lines(path: Path) -> Iterator[str] | None:
    """Yield the whole lines of a file, or return None if there is no file."""
    return _read(path) if path.exists() else None


def _read(path: Path) -> Iterator[str]:
    try:
        yield from read_lines(path, MOST, MAX_LINE)
    except UnreadableFileError as error:
        raise CardError(str(path), error.line, error.cause) from None


def _heading(path: Path, lines: Iterator[str]) -> dict[str, Any]:
    """Return the first line of a duel's file. Raises CardError."""
    first_line = _json(path, 1, next(lines, "{}"))
    if not isinstance(first_line, dict) or type(first_line.get("duel")) is not int:
        raise CardError(str(path), 1, "isn't the file of a duel")
    if first_line["duel"] != FORMAT:
        cause = f"is a duel of file format {first_line['duel']}, not {FORMAT}. Use another file for a new duel."
        raise CardError(str(path), 1, cause)
    return first_line


def _pair(path: Path, job: PairJob, line: str) -> Pair:
    number = job.number + 2
    data = _json(path, number, line)
    if isinstance(data, dict):
        data.pop(CHECKSUM, None)
    try:
        pair = _PAIR.validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise CardError(str(path), number, f"isn't a pair of games: {where}: {first['msg']}") from None
    if fault := _find_fault(pair, job):
        raise CardError(str(path), number, fault)
    if not _has_checksum(line):
        raise CardError(str(path), number, "its checksum doesn't match")
    return pair


def _find_fault(pair: Pair, job: PairJob) -> str:
    """Return what in a pair can't come from playing the job, or ""."""
    if pair.number != job.number:
        return f"is pair {pair.number}, where {job.number} should be"
    expected = {"scenario": job.scenario, "fleets": job.fleets, "seed": format_seed(job.seed)}
    for key, value in expected.items():
        if getattr(pair, key) != value:
            return f"{key}: must be {json.dumps(value)}, not {json.dumps(getattr(pair, key))}"
    faults = (_bout_fault(bout, seats) for bout, seats in zip(pair.bouts, SEATS, strict=True))
    return next((f"bouts.{index}.{fault}" for index, fault in enumerate(faults) if fault), "")


def _bout_fault(bout: Bout, seats: tuple[int, int]) -> str:
    """Return what is impossible in a game, or ""."""
    if bout.seats != seats:
        return f"seats: must be {list(seats)}"
    players = {
        "winner": () if bout.winner is None else (bout.winner,), "first": (bout.first,),
        "faults": tuple(fault.side for fault in bout.faults),
    }  # fmt: skip
    for key, numbers in players.items():
        for number in numbers:
            if number not in seats:
                return f"{key}: a player is 0 or 1, not {number}"
    return next(filter(None, starmap(_range_fault, _ranges(bout))), "")


def _ranges(bout: Bout) -> Iterator[tuple[str, float, float, float]]:
    """Yield the key of each number of a game, the number, and its limits."""
    yield "turns", bout.turns, 0, MAX_NUMBER
    yield "decisions", bout.decisions, 0, MAX_NUMBER
    for key, points in (("objective", bout.objective), ("victory", bout.victory)):
        for number in points:
            yield key, number, -MAX_NUMBER, MAX_NUMBER
    for fault in bout.faults:
        yield "faults", fault.times, 0, MAX_NUMBER
    for times in bout.times:
        yield "times.most", times.most, 0, MAX_NUMBER
        for length, decisions in times.counts:
            yield "times.counts", length, 0, MAX_LENGTH
            yield "times.counts", decisions, 0, MAX_NUMBER


def _range_fault(key: str, number: float, least: float, most: float) -> str:
    return "" if least <= number <= most else f"{key}: must be between {least} and {most}, not {number}"


def _json(path: Path, number: int, line: str) -> Any:
    try:
        return parse_json(line)
    except UnreadableFileError as error:
        raise CardError(str(path), number, error.cause) from None
