"""One rehearsed game, played where it is asked for: the work that processes share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from random import Random
from time import process_time

from jovian.game import Answer, Choice, Decision, State
from jovian.game.stranger import is_stranger
from jovian.match import Match
from jovian.match.drive import Chooser, name_of, step
from jovian.match.faults import Faults
from jovian.match.lookahead import Trial
from jovian.players import make_player, seat_seed
from jovian.rehearsal.one_game.deciding import awards, decided
from jovian.rehearsal.one_game.fates import fates
from jovian.rehearsal.one_game.following import Follower
from jovian.rehearsal.one_game.outcome import Fate, Outcome
from jovian.rehearsal.one_game.plans import Plan
from jovian.rehearsal.one_game.start import Start, opened, unknown
from jovian.rules.sequence.scoring import standing

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
    scores = state.scores if match.over else standing(state).scores
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
