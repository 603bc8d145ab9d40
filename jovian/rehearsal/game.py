"""One game played on from a position, under a plan."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from jovian.cards.files import CardError, UnreadableFileError, one_line, read_json, short_name, suggest_names
from jovian.game import Answer, Choice, Decision, State
from jovian.game.game import is_stranger
from jovian.match import Match
from jovian.match.entries import Answered, Edited, Faults
from jovian.match.files import write_whole
from jovian.match.knowledge import knowledge
from jovian.match.lookahead import Trial
from jovian.match.play_loop import Chooser, name_of, step
from jovian.match.saves import from_data, to_data
from jovian.players import make_player, seat_seed
from jovian.rehearsal.hidden_info import Unknown, drawn, imagined
from jovian.rehearsal.outcome import Fate, Outcome, awards, decided, fates
from jovian.rules.book import QUESTIONS
from jovian.rules.sequence.sequence import current_score

# --- start ---
# What is rehearsed: a position, as plain values that any process can take a game up from.

KEPT = 4
"""How many games a process keeps ready to take up."""


@dataclass(frozen=True, slots=True)
class Start:
    """A position that games are played on from."""

    game: str
    """The game as the text of a save."""
    answers: int
    """After how many of its answers."""
    fresh: bool = False
    """Is it the beginning of a scenario, so that each game has a seed, and with it a setting-up, of its own?"""
    knowing: int | None = None
    """The side from whose knowledge each game starts, what is hidden from it drawn anew; None: everything is known."""

    common: bool = False
    """Do dice depend on what they are rolled for, not on the answers, so that other answers leave them as they are?"""

    @classmethod
    def of(cls, match: Match, answers: int | None = None, *, fresh: bool = False, knowing: int | None = None) -> Start:
        """The position of a match after so many of its answers (None: as it stands)."""
        text, count = json.dumps(to_data(match)), len(match.journal) if answers is None else answers
        return cls(text, count, fresh, knowing)

    def at(self, answers: int) -> Start:
        """Another moment of the same game."""
        return replace(self, answers=answers)


def recorded(start: Start) -> Match:
    """The whole game that a start is a moment of, to be looked at."""
    return _game(start.game)


def opened(start: Start, key: bytes) -> Match | Trial:
    """A game of its own that stands at the start, with dice from here on that depend on the key alone.

    A match, which can be saved; from what a side may know a private game, which depends on nothing else.
    """
    return matched(start, key) if start.knowing is None else imagined(unknown(start), key, common=start.common)


def matched(start: Start, key: bytes) -> Match:
    """A match that stands at a start of which everything is known."""
    whole = _game(start.game)
    if start.fresh:
        return Match(replace(whole.setup, seed=int.from_bytes(key[:16], "big")))
    match = whole.fork_at(start.answers)
    match.reseed(key, common=start.common)
    return match


def drawn_anew(start: Start) -> tuple[str, ...]:
    """What of each game is drawn anew since its side may not know it, a sentence each; () if everything is known."""
    return () if start.knowing is None else drawn(unknown(start))


@lru_cache(maxsize=KEPT)
def unknown(start: Start) -> Unknown:
    """What its side knows at a start, and what may be hidden from it."""
    assert start.knowing is not None
    return Unknown.of(knowledge(_game(start.game).fork_at(start.answers), start.knowing))


@lru_cache(maxsize=KEPT)
def _game(text: str) -> Match:
    data: Any = json.loads(text)
    return from_data(data, "the position", keep_all=True)


# --- plans ---
# A plan: what a side answered from a position on, kept so that it can be tried again and again with other dice.
#
# A decision is one, and so is a whole activation, or several. `game.py` says how it is followed.

FORMAT = 1
KEYS = ("format", "name", "scenario", "answers", "side", "choices")
MOST_BYTES = 256 << 10
"""Bytes of a file."""
MOST_CHOICES = 2000
LONGEST_NAME = 40
MOST_ANSWERS = 1_000_000
ORDERS = tuple(kind for kind, question in QUESTIONS.items() if question.anchor)
"""Kinds of questions that a side plays the game by: who activates, what it declares, every order."""
FALLEN = ("faces", "flex", "reroll", "reduce")
"""Kinds of questions about dice that fell: they fall otherwise in each game, so no plan holds an answer to them."""
Said = tuple[str, tuple[Any, ...]]
"""The kind of a question and the answer to it, as it is written but in tuples."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a side answers from a position on."""

    name: str
    """What it is called, such as `A`."""
    scenario: str
    """The key of the scenario of the game that it is for."""
    answers: int
    """After how many answers of that game it begins."""
    side: int
    """Whose plan it is."""
    choices: tuple[Said, ...]
    """The answers in their order."""

    @classmethod
    def of(cls, match: Match, answers: int, name: str, side: int | None = None) -> Plan:
        """What a side (None: who was asked first) has answered in a match since so many answers. Raises ValueError."""
        since = match.journal[answers:]
        if any(isinstance(entry, Edited) for entry in since):
            raise ValueError("something was changed by hand since")
        played = [entry for entry in since if isinstance(entry, Answered)]
        if not played:
            raise ValueError(f"nothing was answered after answer {answers}")
        whose = played[0].side if side is None else side
        kept = [(kind, frozen(choice)) for by, kind, choice in played if by == whose and kind not in FALLEN]
        if not kept:
            raise ValueError(f"side {whose} ordered nothing after answer {answers}")
        return cls(name, match.setup.scenario.key, answers, whose, tuple(kept))

    def unfit(self, match: Match) -> str:
        """Why it is no plan for the position of a match, "" if it is."""
        if self.scenario != match.setup.scenario.key:
            return f"it is for a game of '{self.scenario}', not of '{match.setup.scenario.key}'"
        if self.answers != len(match.journal):
            return f"it begins after {self.answers} answers, the position stands after {len(match.journal)}"
        decision = match.decision
        if decision is None:
            return "the game is over"
        kind, choice = self.choices[0]
        if decision.side != self.side or (decision.kind != kind and kind not in ORDERS):
            return ""
        if decision.kind != kind:
            return f"it begins with an answer to '{kind}', and '{decision.kind}' is asked"
        judged = decision.judged(choice)
        return "" if isinstance(judged, Answer) else f"its first answer is not allowed: {judged.reason}"

    def to_json(self) -> dict[str, Any]:
        """It as a file holds it."""
        return {
            "format": FORMAT, "name": self.name, "scenario": self.scenario, "answers": self.answers, "side": self.side,
            "choices": [[kind, choice] for kind, choice in self.choices],
        }  # fmt: skip


def frozen(choice: Any) -> Any:
    """A written answer with tuples for its lists."""
    return tuple(map(frozen, choice)) if isinstance(choice, list | tuple) else choice


def write_plan(plan: Plan, path: str | Path) -> None:
    """Write a plan into a file, whole or not at all. Raises OSError."""
    write_whole(path, json.dumps(plan.to_json()) + "\n")


def read_plan(path: str | Path) -> Plan:
    """The plan of a file. Raises CardError: one line that begins with the file."""
    where = short_name(str(path))
    try:
        return plan_of(read_json(path, MOST_BYTES))
    except UnreadableFileError as error:
        raise CardError(where, error.line, error.cause) from None
    except ValueError as error:
        raise CardError(where, None, str(error)) from None


def plan_of(data: Any) -> Plan:
    """The plan that the data of a file describe. Raises ValueError with what is wrong."""
    fault = next(_faults(data), "")
    if fault:
        raise ValueError(fault)
    choices = tuple((kind, frozen(choice)) for kind, choice in data["choices"])
    return Plan(data["name"], data["scenario"], data["answers"], data["side"], choices)


def _faults(data: Any) -> Iterator[str]:
    """What is wrong with the data of a plan; each is looked at only if those before it are right."""
    if not isinstance(data, dict):
        yield "not a plan: an object is needed"
        return
    for key in data:
        if key not in KEYS:
            yield f"'{one_line(key, 80)}' is no key of a plan{suggest_names(key, KEYS)}"
    for key in KEYS:
        if key not in data:
            yield f"not a plan: '{key}' is missing"
    if type(data["format"]) is not int or data["format"] != FORMAT:
        yield f"format must be {FORMAT}: another one is of a version that this one cannot read"
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
    for number, each in enumerate(choices, 1):
        if not isinstance(each, list) or len(each) != 2 or not isinstance(each[0], str):
            yield f"choice {number} must be a pair: the kind of the question, and the answer"
        elif each[0] not in QUESTIONS:
            yield f"choice {number}: there is no question '{one_line(each[0], 80)}'{suggest_names(each[0], QUESTIONS)}"
        elif not isinstance(each[1], list) or not each[1] or not isinstance(each[1][0], str):
            yield f"choice {number}: an answer is a list that begins with a verb"


# --- following ---
# A player who carries out a plan, and leaves to another one what the plan does not say.
#
# Dice fall differently in each game, so the questions do too. Orders are given in their order: one that is not asked
# for next, or not allowed any more, ends the plan, since what follows it was meant for another position; so does a
# question for an order after the last one. Between two orders a question takes the next answer to its kind that is
# allowed; where there is none, the other player answers.


class Follower:
    """Answers by a plan as long as it goes, then as another player does."""

    def __init__(self, plan: Plan, player: Chooser) -> None:
        self._left: tuple[Said, ...] = plan.choices
        self._player = player
        self.broken = False
        """Has the plan been given up before its end?"""

    @property
    def called(self) -> str:
        """Who it is, for a complaint."""
        return name_of(self._player)

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """What the plan says, or the other player."""
        said = self._order(decision) if decision.kind in ORDERS else self._reply(decision)
        return self._player.choose(decision, view) if said is None else said

    def _order(self, decision: Decision) -> Answer | None:
        """The next order; if it is not one for this question the plan is given up."""
        at = self._next_order()
        if at is None:
            self._left = ()
            return None
        kind, choice = self._left[at]
        answer = decision.judged(choice) if kind == decision.kind else None
        self.broken = not isinstance(answer, Answer)
        self._left = () if self.broken else self._left[at + 1 :]
        return answer if isinstance(answer, Answer) else None

    def _reply(self, decision: Decision) -> Answer | None:
        """An answer between two orders: the first of its kind that is allowed, if the plan has one there."""
        if decision.kind in FALLEN:
            return None
        for at, (kind, choice) in enumerate(self._left[: self._next_order()]):
            answer = decision.judged(choice) if kind == decision.kind else None
            if isinstance(answer, Answer):
                self._left = self._left[at + 1 :]
                return answer
        return None

    def _next_order(self) -> int | None:
        """Where in what is left the next order stands."""
        return next((at for at, (kind, _) in enumerate(self._left) if kind in ORDERS), None)


# --- playing ---
# One rehearsed game, played where it is asked for: the work that processes share.

FACES = "faces"
"""The kind of question that asks what real dice show."""


@dataclass(frozen=True, slots=True)
class Job:
    """One game that is to be played."""

    start: Start
    players: tuple[str, str]
    """The computer players of side 0 and side 1, by name or file."""
    seed: int
    """Of the whole rehearsal."""
    number: int
    """Which of its games this is, from 0; the two decide how the dice fall."""
    turns: int | None = None
    """How many Game Turns are played at most, None for all that there are."""
    plan: Plan | None = None
    """What its side answers first."""
    answered: Plan | None = None
    """What the other side answers to it, as far as it is asked."""

    @property
    def key(self) -> bytes:
        """What its dice depend on besides the answers."""
        return blake2b(f"rehearsal {self.seed} game {self.number}".encode(), digest_size=32).digest()

    @property
    def luck(self) -> int:
        """The seed of its players, and of real dice."""
        return int.from_bytes(self.key[:8], "big")


class Roller:
    """A player who is asked what real dice show throws them; everything else another one answers."""

    def __init__(self, player: Chooser, dice: Random) -> None:
        self.player = player
        self._dice = dice

    @property
    def called(self) -> str:
        """Who it is, for a complaint."""
        return name_of(self.player)

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """What fell, or what the player answers."""
        return decision.sample(self._dice) if decision.kind == FACES else self.player.choose(decision, view)


def play_one(job: Job) -> Outcome:
    """Play a game from its start to its end, or for as many turns as are wanted."""
    began = process_time()
    seats, faults = _seats(job), Faults()
    match = _played(job, seats, faults)
    seconds = process_time() - began
    state = match.state
    scores = state.scores if match.over else current_score(state).scores
    winner = state.winner if match.over else _ahead(scores)
    before = opened(job.start, job.key).state
    return Outcome(
        job.number, winner, state.turn, (scores[0].objective, scores[1].objective),
        (scores[0].victory, scores[1].victory), _fates(job, before, match), len(match.journal) - _given(job),
        state.digest(), seconds, any(isinstance(seat.player, Follower) and seat.player.broken for seat in seats),
        awards(state), decided(before, state, winner), faults.found,
    )  # fmt: skip


def played(job: Job) -> Match:
    """The match of a game that has been played, from a start of which everything is known."""
    match = _played(job, _seats(job), Faults())
    assert isinstance(match, Match)
    return match


def _seats(job: Job) -> list[Roller]:
    """The players of both sides, who throw the same dice, one after the other."""
    dice = Random(job.luck)
    return [Roller(_player(job, side), dice) for side in (0, 1)]


def _player(job: Job, side: int) -> Chooser:
    """The computer player of a side, who carries out a plan first if there is one of that side."""
    player = make_player(job.players[side], seat_seed(job.luck, side))
    plan = next((each for each in (job.plan, job.answered) if each is not None and each.side == side), None)
    return player if plan is None else Follower(plan, player)


def _played(job: Job, seats: list[Roller], faults: Faults) -> Match | Trial:
    """A game that has been played, whatever its players did wrong.

    From what a side may know it is a private one, which no save could hold.
    """
    match = opened(job.start, job.key)
    last = max(match.state.turn, 1) + job.turns if job.turns is not None else None
    while match.decision is not None and (last is None or match.state.turn < last):
        step(match, seats[match.decision.side], faults)
    return match


def _ahead(scores: tuple[tuple[float, float], tuple[float, float]]) -> int | None:
    """Who would win if the game ended now."""
    return None if scores[0] == scores[1] else int(scores[1] > scores[0])


def _given(job: Job) -> int:
    """How many entries of the journal were there before, the key of the dice among them."""
    return 0 if job.start.fresh or job.start.knowing is not None else job.start.answers + 1


def _fates(job: Job, before: State, match: Match | Trial) -> tuple[Fate, ...]:
    known = {ident: str(number) for number, ident in enumerate(_counted(job, before))}
    return fates(match.state, match.events.entries, known)


def _counted(job: Job, before: State) -> Iterator[str]:
    """The ids of the models that are the same in every game: where something is hidden, those that its side knows."""
    models = before.models if job.start.knowing is None else unknown(job.start).known.start.models
    return (model.id for model in models.values() if not is_stranger(model))
