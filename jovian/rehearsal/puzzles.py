"""Puzzles: a moment of a game, and the question which activation is best.

`PuzzleMaker` finds the best of the captain's activations by rehearsal. `read_puzzle` and `write_puzzle` are about its
file, which seals the answer. `Attempt` rehearses an answer in the same games, and says how much of the best chance it
keeps.
"""

from __future__ import annotations

import json
import zlib
from base64 import b85decode, b85encode
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from math import inf
from pathlib import Path
from typing import Any

from jovian.cards.files import (
    MAX_JSON,
    CardError,
    UnreadableFileError,
    decoded,
    one_line,
    parse_json,
    read_json,
    read_start,
    short_name,
    suggest_names,
)
from jovian.dice import format_seed, parse_seed
from jovian.frozen import frozen
from jovian.match import Match, SaveError
from jovian.match.files import write_whole
from jovian.match.saves import from_data, to_data
from jovian.players import NAMES
from jovian.rehearsal.activations import CHOOSE, is_beginning, proposed_activations
from jovian.rehearsal.comparison import Race
from jovian.rehearsal.forecast import Estimate, bounded, estimate_ratio
from jovian.rehearsal.game import Plan, RehearsalSpec, Start, plan_of, play_one
from jovian.rehearsal.outcome import Outcome
from jovian.rehearsal.workers import Workers
from jovian.rules.basics.rolls import pluralize

# --- Values ---

DEFAULT_GAMES = 60
"""The number of games of each candidate, unless it is dropped earlier."""
MAX_GAMES = 2000
MAX_CANDIDATES = 6
"""The maximum number of candidates, to find them and to read them."""
MAX_TITLE = 60
"""The maximum number of characters of a title."""


class PuzzleError(Exception):
    """No puzzle can be made from this moment. The message says why in one line."""


@frozen
class Candidate:
    """An activation that was rehearsed when the puzzle was made."""

    plan: Plan
    model: str
    """The name of the model that activates."""
    reason: str
    """Why the captain would play it, or ""."""
    scores: tuple[float, ...]
    """The score of each game: 1 for a win, 0.5 for a draw."""
    behind: Estimate | None
    """Its chance minus the one of the best candidate, or None for the best."""

    @property
    def chance(self) -> Estimate:
        """The chance of a win, from 0 to 1, with a draw as half a win."""
        return bounded(self.scores, 0.0, 1.0)


@frozen(eq=False)
class Puzzle:
    """A moment of a game in which a side begins an activation, and the sealed answer."""

    title: str
    match: Match
    """The game up to the moment."""
    series: RehearsalSpec
    """The games from there, as far as the side knows the position."""
    candidates: tuple[Candidate, ...] = ()
    """The best one first. Empty while the puzzle is made."""

    @property
    def side(self) -> int:
        """The side that is to activate a model."""
        assert self.match.decision is not None
        return self.match.decision.side

    @property
    def best(self) -> Candidate:
        """The best candidate."""
        return self.candidates[0]

    @property
    def rivals(self) -> tuple[Candidate, ...]:
        """The candidates that can't be told apart from the best one."""
        return tuple(other for other in self.candidates[1:] if other.behind is None or other.behind.high >= 0)


def games_from(match: Match, player: str, games: int, seed: int, turns: int | None) -> RehearsalSpec:
    """Return games from the current moment of a match, with the knowledge of the side that is to answer."""
    assert match.decision is not None
    start = replace(Start.of(match, knowing=match.decision.side), common=True)
    return RehearsalSpec(start, (player, player), seed, turns, games)


# --- Making a puzzle ---


class PuzzleMaker:
    """Makes a puzzle from a moment of a game: collects candidates, and lets them race over the same games."""

    def __init__(
        self, match: Match, answers: int, title: str = "", *, player: str = "ensign", games: int = DEFAULT_GAMES,
        seed: int = 0, turns: int | None = None,
    ) -> None:  # fmt: skip
        """Collect the candidates.

        Raises:
            PuzzleError: The moment isn't the beginning of an activation, something is hidden in a game that isn't over,
                or there is only one candidate.

        """
        check_moment(match, answers)
        position = match.fork_at(answers)
        series = games_from(position, player, games, seed, turns)
        hidden = 0 if match.over else count_hidden(position)
        if hidden:
            cause = f"the enemy still hides something about {pluralize(hidden, 'model')} that the file would contain"
            raise PuzzleError(f"the game isn't over, and {cause}")
        self._found = proposed_activations(series.start, player, MAX_CANDIDATES)
        if len(self._found) < 2:
            raise PuzzleError("the captain knows only one activation here, so there is nothing to choose")
        turn = f"turn {position.state.turn}"
        name = position.setup.scenario.name
        default = f"{name[: MAX_TITLE - len(turn) - 2]}, {turn}"
        self._puzzle = Puzzle(title or default, position, series)
        self.race = Race(replace(series, plans=tuple(found.plan for found in self._found)))

    def run(self, workers: Workers) -> Iterator[Outcome]:
        """Yield each game as it is finished. Raises WorkersLost."""
        return self.race.run(workers)

    def puzzle(self) -> Puzzle:
        """Return the puzzle, after all games. Raises PuzzleError if no candidate wins a game, or all games are won."""
        result = self.race.result_so_far()
        assert result is not None
        rows = zip(self._found, self.race.runners, result.plans, strict=True)
        candidates = [
            Candidate(found.plan, found.model, found.reason, tuple(runner.scores()), plan_result.behind)
            for found, runner, plan_result in rows
        ]
        best = next(candidate for candidate in candidates if candidate.plan.name == result.best)
        others = sorted((each for each in candidates if each is not best), key=lambda other: -other.chance.value)
        if len({score for candidate in candidates for score in candidate.scores}) == 1:
            raise PuzzleError("all games of all candidates end alike, so there is nothing to choose")
        if not any(best.scores):
            raise PuzzleError("no candidate wins a game")
        return replace(self._puzzle, candidates=(best, *others))


def count_hidden(match: Match) -> int:
    """Return the number of models about which the side to answer doesn't know everything."""
    assert match.decision is not None
    known = match.view(match.decision.side).models
    hidden = (
        model.id not in known
        or any(getattr(model, name) != getattr(known[model.id], name) for name in ("card", "cargo", "loads"))
        for model in match.state.models.values()
    )
    return sum(hidden)


def check_moment(match: Match, answers: int) -> None:
    """Raise PuzzleError if no activation begins after a number of answers. The message names the nearest one."""
    if is_beginning(match.fork_at(answers)):
        return
    kinds = [getattr(entry, "kind", "") for entry in match.journal]
    near = min((at for at, kind in enumerate(kinds) if kind == CHOOSE), key=lambda at: abs(at - answers), default=None)
    hint = "" if near is None else f". The nearest moment is after {near} answers"
    raise PuzzleError(f"no activation begins after {answers} answers{hint}")


# --- Score of an answer ---


def play_answer(ask: RehearsalSpec, workers: Workers) -> Iterator[tuple[Outcome, float]]:
    """Yield each game of the only plan, and its score: 1 for a win, 0.5 for a draw. Raises WorkersLost."""
    (plan,) = ask.plans
    jobs = (replace(ask.job(number), plan=plan) for number in range(ask.games or 0))
    for outcome in workers.shared(play_one, jobs):
        yield outcome, 0.5 if outcome.winner is None else float(outcome.winner == plan.side)


class Attempt:
    """An answer to a puzzle, and its games so far."""

    def __init__(self, puzzle: Puzzle, plan: Plan) -> None:
        """Take an answer that fits the position (`Plan.unfit`). A known candidate needs no games."""
        self.puzzle = puzzle
        self.plan = plan
        self.known = next((other for other in puzzle.candidates if other.plan.choices == plan.choices), None)
        """The candidate that is the same answer, or None."""
        self.scores: list[float] = list(self.known.scores) if self.known is not None else []

    @property
    def wanted(self) -> int:
        """The number of games to play."""
        return 0 if self.known is not None else len(self.puzzle.best.scores)

    @property
    def ask(self) -> RehearsalSpec:
        """The games to play."""
        return replace(self.puzzle.series, plans=(self.plan,), games=self.wanted)

    def run(self, workers: Workers) -> Iterator[Outcome]:
        """Yield each game as it is finished. Raises WorkersLost."""
        for outcome, score in play_answer(self.ask, workers):
            self.scores.append(score)
            yield outcome

    def score(self) -> PuzzleScore:
        """Return the score by the games so far, of which there must be some."""
        best = self.puzzle.best
        even = min(len(self.scores), len(best.scores))
        is_best = self.known is best
        kept = Estimate(1.0, 1.0, 1.0) if is_best else estimate_ratio(self.scores[:even], best.scores[:even])
        known = self.known.plan.name if self.known is not None else ""
        return PuzzleScore(kept, bounded(self.scores, 0.0, 1.0), best.chance, even, known, is_best)


@frozen
class PuzzleScore:
    """How good an answer is."""

    kept: Estimate
    """The share of the best chance that it keeps, 1 for all of it. The upper limit can be infinite."""
    chance: Estimate
    """Its chance of a win, from 0 to 1."""
    best: Estimate
    """The chance of the best candidate."""
    games: int
    known: str
    """The name of the candidate that it is, or ""."""
    is_best: bool
    """Whether it is the best candidate."""

    def sentence(self) -> str:
        """Return the score in words without a subject: `keeps 92 % (85 to 99 %) of the best chance: …`."""
        if self.is_best:
            return f"is the best known answer: it wins {100 * self.chance.value:.0f} % of {self.games} games"
        kept, high = self.kept, f"{100 * self.kept.high:.0f} %" if self.kept.high < inf else "unknown"
        interval = f"{100 * kept.low:.0f} to {high}"
        wins = f"{100 * self.chance.value:.0f} % of {self.games} games instead of {100 * self.best.value:.0f} %"
        return f"keeps {100 * kept.value:.0f} % ({interval}) of the best chance: it wins {wins}"


# --- Files ---
# A seal keeps the answer and the position from being read by accident. It is no lock.

FORMAT = 1
KEYS = ("puzzle", "format", "player", "games", "seed", "turns", "position", "answer", "digest")
CANDIDATE_KEYS = ("name", "model", "reason", "choices", "scores", "behind")
MAX_BYTES = 2 << 20
"""The largest size of a puzzle file."""
SCORES = {0.0: "0", 0.5: "d", 1.0: "1"}
"""The letters of the scores: lost, drawn, and won."""
MAX_REASON = 1000
"""The maximum number of characters of a reason."""


def write_puzzle(puzzle: Puzzle, path: str | Path) -> None:
    """Write a puzzle to a file completely or not at all. Raises OSError."""
    write_whole(path, puzzle_text(puzzle))


def puzzle_text(puzzle: Puzzle) -> str:
    """Return the text of the file of a puzzle."""
    series = puzzle.series
    data = {
        "puzzle": puzzle.title, "format": FORMAT, "player": series.players[0], "games": series.games,
        "seed": format_seed(series.seed), "turns": series.turns, "position": _seal(to_data(puzzle.match)),
        "answer": _seal([_candidate_to_json(candidate) for candidate in puzzle.candidates]),
    }  # fmt: skip
    return json.dumps({**data, "digest": _digest(data)}, indent=1) + "\n"


def holds_puzzle(path: str | Path) -> bool:
    """Return whether a file starts like a puzzle. A missing file doesn't."""
    try:
        return read_start(path, 64).lstrip().removeprefix(b"{").lstrip().startswith(b'"puzzle"')
    except UnreadableFileError:
        return False


def read_puzzle(path: str | Path) -> Puzzle:
    """Return the puzzle in a file. Raises CardError with one line that begins with the file name."""
    where = short_name(str(path))
    try:
        data = read_json(path, MAX_BYTES)
        fault = next(_faults(data), "")
        if fault:
            raise ValueError(fault)
        return _puzzle_of(data)
    except UnreadableFileError as error:
        raise CardError(where, error.line, error.cause) from None
    except SaveError as error:
        raise CardError(where, None, f"position: {error.cause}") from None
    except ValueError as error:
        raise CardError(where, None, str(error)) from None


def _puzzle_of(data: dict[str, Any]) -> Puzzle:
    """Return the puzzle in checked data. Raises ValueError, UnreadableFileError, or SaveError."""
    match = from_data(_unseal(data["position"], "position"), "position", keep_all=True)
    if not is_beginning(match):
        raise ValueError("position: no activation begins there")
    series = games_from(match, data["player"], data["games"], parse_seed(data["seed"]), data["turns"])
    puzzle = Puzzle(data["puzzle"], match, series)
    answer = _unseal(data["answer"], "answer")
    if not isinstance(answer, list) or not 2 <= len(answer) <= MAX_CANDIDATES:
        raise ValueError(f"answer: must be a list of 2 to {MAX_CANDIDATES} candidates")
    candidates = tuple(_candidate_of(line, puzzle) for line in answer)
    if not any(candidates[0].scores):
        raise ValueError("answer: the best candidate wins no game")
    return replace(puzzle, candidates=candidates)


def _candidate_to_json(candidate: Candidate) -> dict[str, Any]:
    behind = candidate.behind
    return {
        "name": candidate.plan.name, "model": candidate.model, "reason": candidate.reason,
        "choices": [[kind, choice] for kind, choice in candidate.plan.choices],
        "scores": "".join(SCORES[score] for score in candidate.scores),
        "behind": None if behind is None else [behind.value, behind.low, behind.high],
    }  # fmt: skip


def _candidate_of(line: Any, puzzle: Puzzle) -> Candidate:
    """Return a candidate from its JSON. Raises ValueError."""
    if not isinstance(line, dict) or set(line) != set(CANDIDATE_KEYS):
        raise ValueError(f"answer: a candidate must hold {', '.join(CANDIDATE_KEYS)}")
    match, scores, behind = puzzle.match, line["scores"], line["behind"]
    plan = plan_of({
        "format": 1, "name": line["name"], "scenario": match.setup.scenario.key, "answers": len(match.journal),
        "side": puzzle.side, "choices": line["choices"],
    })  # fmt: skip
    if fault := plan.unfit(match):
        raise ValueError(f"answer: {fault}")
    for key, limit in (("model", MAX_TITLE), ("reason", MAX_REASON)):
        if not isinstance(line[key], str) or one_line(line[key], limit) != line[key]:
            raise ValueError(f"answer: {key} must be one line of up to {limit} characters")
    letters = {letter: score for score, letter in SCORES.items()}
    if not isinstance(scores, str) or not 2 <= len(scores) <= MAX_GAMES or set(scores) - set(letters):
        raise ValueError(f"answer: scores must be 2 to {MAX_GAMES} of the letters {', '.join(letters)}")
    if behind is not None and not (isinstance(behind, list) and [type(number) for number in behind] == [float] * 3):
        raise ValueError("answer: behind must be null or three numbers")
    estimate = None if behind is None else Estimate(*behind)
    return Candidate(plan, line["model"], line["reason"], tuple(letters[letter] for letter in scores), estimate)


def _faults(data: Any) -> Iterator[str]:
    """Yield the problems of a puzzle file. Take only the first: each check assumes that those before it passed."""
    if not isinstance(data, dict):
        yield "not a puzzle: an object is needed"
        return
    for key in data:
        if key not in KEYS:
            yield f"'{one_line(key, 80)}' isn't a key of a puzzle{suggest_names(key, KEYS)}"
    for key in KEYS:
        if key not in data:
            yield f"not a puzzle: '{key}' is missing"
    if type(data["format"]) is not int or data["format"] != FORMAT:
        yield f"format must be {FORMAT}: this version can't read other formats"
    if data["digest"] != _digest(data):
        yield "changed or cut short since it was made: its digest doesn't match"
    if fault := title_fault(data["puzzle"]):
        yield f"puzzle {fault}"
    if data["player"] not in NAMES:
        yield f"player: there is no computer player '{one_line(str(data['player']), 80)}'"
    if type(data["games"]) is not int or not 2 <= data["games"] <= MAX_GAMES:
        yield f"games must be a whole number from 2 to {MAX_GAMES}"
    if data["turns"] is not None and (type(data["turns"]) is not int or data["turns"] < 1):
        yield "turns must be null or a whole number from 1"
    for key in ("seed", "position", "answer"):
        if not isinstance(data[key], str):
            yield f"{key} must be a text"


def title_fault(title: Any) -> str:
    """Return what is wrong with a title, such as `must be a line of …`, or ""."""
    is_right = isinstance(title, str) and len(title.strip()) > 0 and len(title) <= MAX_TITLE and title.isprintable()
    return "" if is_right else f"must be a line of 1 to {MAX_TITLE} characters"


def _digest(data: dict[str, Any]) -> str:
    """Return the digest of all keys except the digest itself."""
    text = json.dumps({key: value for key, value in data.items() if key != "digest"}, sort_keys=True)
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _seal(data: Any) -> str:
    """Return data as a text that no reader understands at a glance."""
    return b85encode(zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)).decode()


def _unseal(text: str, key: str) -> Any:
    """Return the data of a sealed text, of bounded size. Raises ValueError or UnreadableFileError."""
    try:
        reader = zlib.decompressobj()
        raw = reader.decompress(b85decode(text), MAX_JSON)
    except (ValueError, zlib.error):
        raise ValueError(f"{key}: isn't a sealed text") from None
    if not reader.eof or reader.unused_data:
        raise ValueError(f"{key}: isn't a complete sealed text")
    return parse_json(decoded(raw))
