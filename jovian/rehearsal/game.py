"""One rehearsed game: its start position, the plan that a side follows, and playing it to the end.

`Start` is a position as plain values, `Plan` a list of answers, and `GameJob` one game to play. `play_one` plays it in
any process.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from jovian.cards.files import CardError, UnreadableFileError, one_line, read_json, short_name, suggest_names
from jovian.frozen import frozen
from jovian.game import Answer, Choice, Decision, State
from jovian.game.game import is_stranger
from jovian.match import Match
from jovian.match.entries import Answered, Edited, Entry, Faults
from jovian.match.knowledge import GuessedMatch, knowledge
from jovian.match.lookahead import Trial
from jovian.match.play_loop import Chooser, name_of, step
from jovian.match.saves import from_data, to_data
from jovian.match.seen_knowledge import KnownMatch
from jovian.match.seen_match import SeenMatch
from jovian.match.seen_moments import SeenWriter
from jovian.players import make_player, seat_seed
from jovian.rehearsal.hidden_info import Unknown, drawn, imagined
from jovian.rehearsal.luck import luck_in_attacks
from jovian.rehearsal.outcome import Fate, Outcome, awards, deciding_factor, fates
from jovian.rules.book import QUESTIONS
from jovian.rules.sequence.sequence import current_score

# --- Start positions ---

SEEN = "seen"
"""The only key of a game on another computer."""
MAX_LOADED = 4
"""How many games a process keeps loaded."""


@frozen
class Start:
    """A position from which games are played."""

    game: str
    """The game as the text of a save, or as the JSON of a moment of a game on another computer."""
    answers: int
    """The number of its answers before the position."""
    fresh: bool = False
    """Whether it is the beginning of a scenario, so that each game gets its own seed and setup."""
    knowing: int | None = None
    """The side whose knowledge each game starts from, with new guesses for everything hidden; None if all is known."""

    common: bool = False
    """Whether dice depend on what they are rolled for, not on the answers before them."""

    @classmethod
    def of(cls, match: Match, answers: int | None = None, *, fresh: bool = False, knowing: int | None = None) -> Start:
        """Return the position of a match after this number of answers (None: its current position)."""
        text, count = json.dumps(to_data(match)), len(match.journal) if answers is None else answers
        return cls(text, count, fresh, knowing)

    @classmethod
    def seen(cls, match: SeenMatch, known: dict[str, Any]) -> Start:
        """Return the position of a game on another computer, with the JSON of what its side knows."""
        seen = [match.public, match.side, SeenWriter(match.side).moment(match), known]
        return cls(json.dumps({SEEN: seen}), 0, knowing=match.side)

    def at(self, answers: int) -> Start:
        """Return another position of the same game."""
        return replace(self, answers=answers)


def recorded_game(start: Start) -> Match:
    """Return the whole game of a start position. Read-only."""
    return _load_game(start.game)


def open_game(start: Start, key: bytes) -> Match | Trial:
    """Return a new game at the start position, whose later dice depend only on the key.

    This is a match, which can be saved, or a private game if the position is known to one side only.
    """
    return open_match(start, key) if start.knowing is None else imagined(unknown_at(start), key, common=start.common)


def open_match(start: Start, key: bytes) -> Match:
    """Return a match at a start position of which everything is known."""
    whole = _load_game(start.game)
    if start.fresh:
        return Match(replace(whole.setup, seed=int.from_bytes(key[:16], "big")))
    match = whole.fork_at(start.answers)
    match.reseed(key, common=start.common)
    return match


def guessed_facts(start: Start) -> tuple[str, ...]:
    """Return a sentence for each hidden thing that is guessed again in each game, or () if everything is known."""
    return () if start.knowing is None else drawn(unknown_at(start))


@lru_cache(maxsize=MAX_LOADED)
def unknown_at(start: Start) -> Unknown:
    """Return what a side knows at a start position, and what may be hidden from it."""
    assert start.knowing is not None
    match = _load_game(start.game)
    if isinstance(match, KnownMatch):
        return Unknown.of(match.knowledge)
    return Unknown.of(knowledge(match.fork_at(start.answers), start.knowing))


@lru_cache(maxsize=MAX_LOADED)
def _load_game(text: str) -> Match:
    data: Any = json.loads(text)
    if SEEN in data:
        return KnownMatch(*data[SEEN])
    return from_data(data, "the position", keep_all=True)


# --- Plans ---

FORMAT = 1
KEYS = ("format", "name", "scenario", "answers", "side", "choices")
MOST_BYTES = 256 << 10
"""The largest size of a plan file."""
MOST_CHOICES = 2000
LONGEST_NAME = 40
MOST_ANSWERS = 1_000_000
ORDERS = tuple(kind for kind, question in QUESTIONS.items() if question.anchor)
"""The kinds of decisions that form a plan: activations, declarations, and orders."""
DICE_KINDS = ("faces", "flex", "reroll", "reduce")
"""The kinds of decisions about dice rolls. Rolls differ in each game, so plans contain no answers to them."""
KindAndChoice = tuple[str, tuple[Any, ...]]
"""The kind of a decision and its answer as JSON, with tuples instead of lists."""


@frozen
class Plan:
    """The answers of one side from a position on, which can be tried again with other dice.

    A plan can be one decision, an activation, or several activations. `PlanFollower` carries it out.
    """

    name: str
    """Its name, such as `A`."""
    scenario: str
    """The key of the game's scenario."""
    answers: int
    """The number of answers in the game before it begins."""
    side: int
    """The side that the plan is for."""
    choices: tuple[KindAndChoice, ...]
    """The answers in order."""

    @classmethod
    def of(cls, match: Match, answers: int, name: str, side: int | None = None) -> Plan:
        """Return a side's answers since `answers` (None: the side that answered first). Raises ValueError."""
        since = match.journal[answers:]
        if any(isinstance(entry, Edited) for entry in since):
            raise ValueError("the game was edited after that")
        answered = [entry for entry in since if isinstance(entry, Answered)]
        if not answered:
            raise ValueError(f"there is no answer after answer {answers}")
        owner = answered[0].side if side is None else side
        choices = choices_of(answered, owner)
        if not choices:
            raise ValueError(f"side {owner} gave no order after answer {answers}")
        return cls(name, match.setup.scenario.key, answers, owner, choices)

    def unfit(self, match: Match) -> str:
        """Return why the plan doesn't fit the position of a match, or "" if it does."""
        if self.scenario != match.setup.scenario.key:
            return f"it is for a game of '{self.scenario}', not of '{match.setup.scenario.key}'"
        if self.answers != len(match.journal):
            return f"it begins after {self.answers} answers, but the position is after {len(match.journal)}"
        decision = match.decision
        if decision is None:
            return "the game is over"
        kind, choice = self.choices[0]
        if decision.side != self.side or (decision.kind != kind and kind not in ORDERS):
            return ""
        if decision.kind != kind:
            return f"it begins with an answer to '{kind}', but the game asks for '{decision.kind}'"
        judged = decision.parse_legal(choice)
        return "" if isinstance(judged, Answer) else f"its first answer isn't legal: {judged.reason}"

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON for a file."""
        return {
            "format": FORMAT, "name": self.name, "scenario": self.scenario, "answers": self.answers, "side": self.side,
            "choices": [[kind, choice] for kind, choice in self.choices],
        }  # fmt: skip


def choices_of(entries: Sequence[Entry], side: int) -> tuple[KindAndChoice, ...]:
    """Return the answers of a side, without those about dice."""
    return tuple(
        (entry.kind, to_tuples(entry.choice)) for entry in entries
        if isinstance(entry, Answered) and entry.side == side and entry.kind not in DICE_KINDS
    )  # fmt: skip


def to_tuples(choice: Any) -> Any:
    """Return a JSON answer with tuples instead of lists."""
    return tuple(map(to_tuples, choice)) if isinstance(choice, list | tuple) else choice


def read_plan(path: str | Path) -> Plan:
    """Return the plan in a file. Raises CardError with one line that begins with the file name."""
    where = short_name(str(path))
    try:
        return plan_of(read_json(path, MOST_BYTES))
    except UnreadableFileError as error:
        raise CardError(where, error.line, error.cause) from None
    except ValueError as error:
        raise CardError(where, None, str(error)) from None


def plan_of(data: Any) -> Plan:
    """Return the plan in the data of a file. Raises ValueError with the problem."""
    fault = next(_faults(data), "")
    if fault:
        raise ValueError(fault)
    choices = tuple((kind, to_tuples(choice)) for kind, choice in data["choices"])
    return Plan(data["name"], data["scenario"], data["answers"], data["side"], choices)


def _faults(data: Any) -> Iterator[str]:
    """Yield the problems of the data of a plan. Take only the first: each check assumes that those before it passed."""
    if not isinstance(data, dict):
        yield "not a plan: an object is needed"
        return
    for key in data:
        if key not in KEYS:
            yield f"'{one_line(key, 80)}' isn't a key of a plan{suggest_names(key, KEYS)}"
    for key in KEYS:
        if key not in data:
            yield f"not a plan: '{key}' is missing"
    if type(data["format"]) is not int or data["format"] != FORMAT:
        yield f"format must be {FORMAT}: this version can't read other formats"
    if not isinstance(data["name"], str) or not 0 < len(data["name"].strip()) <= LONGEST_NAME:
        yield f"name must be a text of 1 to {LONGEST_NAME} characters"
    if not isinstance(data["scenario"], str):
        yield "scenario must be the key of a scenario"
    if type(data["answers"]) is not int or not 0 <= data["answers"] <= MOST_ANSWERS:
        yield "answers must be a whole number from 0"
    if type(data["side"]) is not int or data["side"] not in (0, 1):
        yield "side must be 0 or 1"
    yield from _faults_of_choices(data["choices"])


def _faults_of_choices(choices: Any) -> Iterator[str]:
    if not isinstance(choices, list) or not 0 < len(choices) <= MOST_CHOICES:
        yield f"choices must be a list of 1 to {MOST_CHOICES} answers"
        return
    for number, choice in enumerate(choices, 1):
        if not isinstance(choice, list) or len(choice) != 2 or not isinstance(choice[0], str):
            yield f"choice {number} must be a pair of the kind of decision and the answer"
        elif choice[0] not in QUESTIONS:
            suggestion = suggest_names(choice[0], QUESTIONS)
            yield f"choice {number}: there is no decision '{one_line(choice[0], 80)}'{suggestion}"
        elif not isinstance(choice[1], list) or not choice[1] or not isinstance(choice[1][0], str):
            yield f"choice {number}: an answer must be a list that begins with a verb"


# --- Following a plan ---


class PlanFollower:
    """Answers by a plan as long as possible, then like another player.

    Dice differ in each game, so the decisions do too. The orders of the plan are given one after the other. If the next
    order isn't asked for or isn't legal, the plan ends, because the rest was meant for another position. The plan also
    ends after its last order. Between two orders, a decision gets the next legal answer of its kind in the plan.
    Without one, the other player answers.
    """

    def __init__(self, plan: Plan, player: Chooser) -> None:
        self._remaining: tuple[KindAndChoice, ...] = plan.choices
        self._player = player
        self.broken = False
        """Whether the plan was given up before its end."""

    @property
    def called(self) -> str:
        """The player's name for error messages."""
        return name_of(self._player)

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """Return the plan's answer, or the other player's."""
        answer = self._order(decision) if decision.kind in ORDERS else self._reply(decision)
        return self._player.choose(decision, view) if answer is None else answer

    def _order(self, decision: Decision) -> Answer | None:
        """Return the next order, or give up the plan if the order doesn't fit this decision."""
        index = self._next_order()
        if index is None:
            self._remaining = ()
            return None
        kind, choice = self._remaining[index]
        answer = decision.parse_legal(choice) if kind == decision.kind else None
        self.broken = not isinstance(answer, Answer)
        self._remaining = () if self.broken else self._remaining[index + 1 :]
        return answer if isinstance(answer, Answer) else None

    def _reply(self, decision: Decision) -> Answer | None:
        """Return the first legal answer of this kind before the next order, or None."""
        if decision.kind in DICE_KINDS:
            return None
        for index, (kind, choice) in enumerate(self._remaining[: self._next_order()]):
            answer = decision.parse_legal(choice) if kind == decision.kind else None
            if isinstance(answer, Answer):
                self._remaining = self._remaining[index + 1 :]
                return answer
        return None

    def _next_order(self) -> int | None:
        """Return the index of the next order in the remaining plan."""
        return next((index for index, (kind, _) in enumerate(self._remaining) if kind in ORDERS), None)


# --- Playing a game ---

FACES = "faces"
"""The kind of decision that asks for the result of real dice."""


@frozen
class GameJob:
    """One game to play."""

    start: Start
    players: tuple[str, str]
    """The players of side 0 and side 1, by name or file."""
    seed: int
    """The seed of the whole rehearsal."""
    number: int
    """The number of the game, from 0. Seed and number decide the dice."""
    turns: int | None = None
    """The maximum number of Game Turns to play, or None for all."""
    plan: Plan | None = None
    """The plan that its side follows first."""
    answered: Plan | None = None
    """The plan of the other side."""

    @property
    def key(self) -> bytes:
        """The key of its dice."""
        return blake2b(f"rehearsal {self.seed} game {self.number}".encode(), digest_size=32).digest()

    @property
    def luck(self) -> int:
        """The seed of its players, and of real dice."""
        return int.from_bytes(self.key[:8], "big")


POINTS = 6
"""The default number of parts of a recorded game to examine closely."""


@frozen
class RehearsalSpec:
    """What to rehearse: games from one start that differ in their dice. Each question uses some of the options."""

    start: Start
    """The position. For turning points and studies, the end of a recorded game."""
    players: tuple[str, str] = ("ensign", "ensign")
    """The players of side 0 and side 1, by name or file."""
    seed: int = 0
    turns: int | None = None
    """The maximum number of Game Turns to play, or None for all."""
    games: int | None = 100
    """The number of games, or None for as many as `until` needs.

    It is per plan, and for turning points the maximum from a moment, and for studies the pairs of an activation.
    """
    until: float | None = None
    """The half width of the win interval of side 0 at which the games end, from 0 to 1.

    For plans, that of each difference to the best one.
    """
    plans: tuple[Plan, ...] = ()
    """The plans to compare."""
    points: int = POINTS
    """The number of parts of a recorded game to examine closely."""
    part: int | None = None
    """The number of answers in the only part to examine, or None for the whole game."""
    side: int | None = None
    """The side to study, or None for both."""

    def job(self, number: int) -> GameJob:
        """Return one of the games."""
        return GameJob(self.start, self.players, self.seed, number, self.turns)


class DiceRoller:
    """Rolls the dice when the game asks for real dice. Another player answers everything else."""

    def __init__(self, player: Chooser, dice: Random) -> None:
        self.player = player
        self._dice = dice

    @property
    def called(self) -> str:
        """The player's name for error messages."""
        return name_of(self.player)

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """Return a roll, or the player's answer."""
        return decision.sample(self._dice) if decision.kind == FACES else self.player.choose(decision, view)


def play_one(job: GameJob) -> Outcome:
    """Play a game from its start to its end, or for the wanted number of turns."""
    start_time = process_time()
    players, faults = _make_players(job), Faults()
    match = _play(job, players, faults)
    seconds = process_time() - start_time
    state = match.state
    scores = state.scores if match.over else current_score(state).scores
    winner = state.winner if match.over else _leader(scores)
    start = open_game(job.start, job.key)
    before, played = start.state, match.events.entries[len(start.events.entries) :]
    return Outcome(
        job.number, winner, state.turn, (scores[0].objective, scores[1].objective),
        (scores[0].victory, scores[1].victory), _fates(job, before, match), len(match.journal) - _entries_before(job),
        state.digest(), seconds, any(isinstance(seat.player, PlanFollower) and seat.player.broken for seat in players),
        awards(state), deciding_factor(before, state, winner), faults.faults, luck_in_attacks(played),
    )  # fmt: skip


def play_match(job: GameJob) -> Match:
    """Return the played match of a game whose start is fully known."""
    match = _play(job, _make_players(job), Faults())
    assert isinstance(match, Match)
    return match


def game_to_json(job: GameJob) -> dict[str, Any]:
    """Play a game again, and return it as JSON: a save, or its answers if hidden information was guessed."""
    match = _play(job, _make_players(job), Faults())
    if isinstance(match, Match):
        return {"save": to_data(match)}
    return {"answers": [entry.choice for entry in match.journal if isinstance(entry, Answered)]}


def game_from_json(job: GameJob, played: dict[str, Any]) -> Match:
    """Return a game that `game_to_json` has returned. With guesses, it can be watched, but not saved."""
    if "save" in played:
        return from_data(played["save"], "the game", keep_all=True)
    trial = open_game(job.start, job.key)
    assert isinstance(trial, Trial)
    match = GuessedMatch(recorded_game(job.start).setup, trial)
    for choice in played["answers"]:
        match.answer(choice)
    return match


def _make_players(job: GameJob) -> list[DiceRoller]:
    """Return the players of both sides, who share one sequence of dice."""
    dice = Random(job.luck)
    return [DiceRoller(_make_player(job, side), dice) for side in (0, 1)]


def _make_player(job: GameJob, side: int) -> Chooser:
    """Return the computer player of a side, which first follows the side's plan if there is one."""
    player = make_player(job.players[side], seat_seed(job.luck, side))
    plan = next((plan for plan in (job.plan, job.answered) if plan is not None and plan.side == side), None)
    return player if plan is None else PlanFollower(plan, player)


def _play(job: GameJob, players: list[DiceRoller], faults: Faults) -> Match | Trial:
    """Play a game, whatever mistakes its players make, and return it.

    It is a private game, which can't be saved, if its start is known to one side only.
    """
    match = open_game(job.start, job.key)
    last = max(match.state.turn, 1) + job.turns if job.turns is not None else None
    while match.decision is not None and (last is None or match.state.turn < last):
        step(match, players[match.decision.side], faults)
    return match


def _leader(scores: tuple[tuple[float, float], tuple[float, float]]) -> int | None:
    """Return which side would win if the game ended now, or None."""
    return None if scores[0] == scores[1] else int(scores[1] > scores[0])


def _entries_before(job: GameJob) -> int:
    """Return the number of journal entries before the game, including the key of the dice."""
    return 0 if job.start.fresh or job.start.knowing is not None else job.start.answers + 1


def _fates(job: GameJob, before: State, match: Match | Trial) -> tuple[Fate, ...]:
    numbers = {model_id: str(number) for number, model_id in enumerate(_common_models(job, before))}
    return fates(match.state, match.events.entries, numbers)


def _common_models(job: GameJob, before: State) -> Iterator[str]:
    """Yield the ids of the models that are the same in every game: with hidden models, those known to the side."""
    models = before.models if job.start.knowing is None else unknown_at(job.start).knowledge.start.models
    return (model.id for model in models.values() if not is_stranger(model))
