"""What came of an answer: all that the screen needs to show it, as a value that knows no screen. What the players
of one game think about: asked once for each question, heard when it is wanted, never waited for. A game on the
screen: the match, who sits where, whose eyes the screen has. A game as it was recorded: a session that stands
anywhere in its game and answers nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jovian.game import Answer, Choice, Decision, LogEntry, Refusal, State
from jovian.game.game import OPEN
from jovian.match import Match, Refused, RulesError
from jovian.match.entries import Answered, Edited, Entry, last_answer
from jovian.match.play_loop import say
from jovian.match.saves import failure, give_again, take_up
from jovian.players import seat_seed
from jovian.players.worker import DecisionWorker, InlineWorker, Question, WorkerResult
from jovian.rules.basics.rolls import pluralize
from jovian.ui.files import saves
from jovian.ui.files.player_files import OwnPlayer, find_player
from jovian.ui.files.save_writer import SaveWriter, report
from jovian.ui.session.rehearsals import Turned
from jovian.ui.session.views import Looking, ask_player, called, count_public, find_stops, known

# --- outcome ---
# What came of an answer: all that the screen needs to show it, as a value that knows no screen.


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one answer led to, as far as those who look at the screen now may know it."""

    side: int
    """Whose answer it was."""
    before: State
    """What was seen before it: animation runs over this."""
    after: State
    """What is seen now, when nothing moves any more."""
    eyes: int | None
    """The side whose knowledge `after` is (`OPEN`: what both know), None if everything may be seen."""
    events: tuple[LogEntry, ...]
    """What happened, in order."""
    covered: int | None
    """The side that is to look next, behind a curtain until it is there; None if none is drawn."""


# --- thinking ---
# What the players of one game think about: asked once for each question, heard when it is wanted, never waited for.

QUIET = 0.3
"""Seconds of thinking that nobody is told of."""


class Thinking:
    """A mind at work for one game."""

    def __init__(self) -> None:
        self.mind: DecisionWorker = InlineWorker()
        self.seconds = 0.0
        """For how long it has thought about the question, as the window lives."""
        self.hurried = False
        """Was it told to hurry with it?"""
        self.asked: tuple[object, Question] | None = None
        """The moment and the question that are thought about, or were; None for nothing."""
        self._thought: WorkerResult | None = None

    @property
    def shown(self) -> bool:
        """Does it think, and for so long that it is to be seen?"""
        return self.asked is not None and self._thought is None and self.seconds > QUIET

    def about(self, match: Match, moment: object, question: Question) -> None:
        """See to it that somebody thinks about what the match asks at a moment; what was thought before is dropped."""
        if self.asked != (moment, question):
            self.forget()
            self.asked = moment, question
            self.mind.ask(match, question)

    def live(self, dt: float) -> bool:
        """Let so many seconds pass; True if it has come to something, or is first to be seen."""
        if self.asked is None or self._thought is not None or not self.mind.beside:
            return False
        shown = self.shown
        self.seconds += dt
        self._thought = self.mind.poll()
        return self._thought is not None or shown != self.shown

    def take(self, wait: float = 0.0) -> WorkerResult | None:
        """What it came to, once; None while it thinks."""
        thought = self._thought
        if thought is None and self.asked is not None:
            thought = self.mind.poll(wait)
        if thought is not None:
            self.asked = self._thought = None
            self.seconds, self.hurried = 0.0, False
        return thought

    def hurry(self) -> None:
        """Have the best so far; asked again, have done with it."""
        self.hurried = True
        self.mind.hurry()

    def forget(self) -> None:
        """Nothing is to be thought about."""
        if self.asked is not None and self._thought is None:
            self.mind.drop()
        self.asked = self._thought = None
        self.seconds, self.hurried = 0.0, False


# --- session ---
# A game on the screen: the match, who sits where, whose eyes the screen has. Every answer goes through it.
#
# Screens know the match only through this. A computer player is asked one decision at a time, and its mind is
# polled, so the window never waits.


class Session(Looking):
    """One game being played."""

    def __init__(self, match: Match, seats: saves.Seats = saves.HUMANS, keeper: SaveWriter | None = None) -> None:
        super().__init__(match, saves.HUMANS)
        self._seat(seats)
        self.keeper = keeper or SaveWriter()
        """Who writes it to the disk."""
        self.keeper.meet(match)
        self.autosaves: Callable[[], bool] = lambda: False
        """Returns whether it is saved after each change."""
        self.thinking = Thinking()
        """Where its computer players think."""
        self.reasons = True
        """Are they asked why?"""
        self._undo: tuple[int, Refusal | None] | None = None
        self.turned: Turned | None = None
        """Where it turned, once somebody has asked."""
        self.failed = ""
        """What went wrong with a computer player, in a line, "" for nothing."""
        self.broken = ""
        """What went wrong with a rule at the last answer, which was not taken; "" for nothing."""

    def _seat(self, seats: saves.Seats) -> None:
        """Have these play: humans, computer players, and players from files that the user chose."""
        self.seats = (known(seats[0]), known(seats[1]))
        self._own: list[OwnPlayer | None] = [find_player(seat) for seat in self.seats]

    # --- answering ---
    def answer(self, choice: Answer | Choice, *, curtain: bool = True, reason: str = "") -> Outcome | Refusal:
        """Answer the pending decision: what came of it, or why it was not taken (refused, or a rule failed).

        `curtain` says whether two people at one machine have a curtain drawn between them, `reason` why a player has
        answered so.
        """
        self.broken = ""
        self.keeper.settle()  # A program that is killed now loses this answer only.
        decision = self.match.decision
        before, told = self.view, len(self.match.events)
        try:
            self.match.answer(choice)
        except Refused as refused:
            return refused.refusal
        except RulesError as error:
            name = f"{self.keeper.name or 'game'}, turn {self.match.state.turn}"
            self.broken = f"{error}. {report(name, '.json', failure(self.match, error))}"
            return Refusal(self.broken)
        assert decision is not None
        if reason and self.reasons:
            say(self.match, decision.side, reason)
        self._changed()
        return self._outcome(decision.side, before, told, curtain)

    def answer_unasked(self, choice: Answer, words: str, *, curtain: bool = True) -> Outcome | Refusal:
        """Answer for the player who need not be asked, and log it with these words, unless the dice were secret."""
        decision, told = self.match.decision, len(self.match.events)
        found = self.answer(choice, curtain=curtain)
        fresh = self.match.events.entries[told:]
        public = all(entry.known_to(side) for entry in fresh for side in (0, 1))
        if decision is not None and isinstance(found, Outcome) and public:
            say(self.match, decision.side, words)
            self._changed()
        return found

    def _outcome(self, side: int, before: State, told: int, curtain: bool) -> Outcome:
        """Return what came of an answer of a side, before which so many events had been told.

        The player to answer next takes the seat, behind a curtain if need be.
        """
        covered = self.pass_on(curtain and not self.placing and self.hides_next(), curtain=curtain)
        eyes = self.looker
        seen = tuple(self.match.events.seen_by(eyes, told))
        return Outcome(side, before, self.view, eyes, seen, covered)

    def pass_on(self, hidden: bool, *, curtain: bool) -> int | None:
        """Whoever is asked takes the seat, if that shows nobody anything; the side behind the curtain, if one falls."""
        decision = self.match.decision
        self.settle(anyhow=hidden or not curtain)
        return decision.side if hidden and decision is not None else None

    def _changed(self) -> None:
        super()._changed()
        if self.thinking.asked is not None:
            self.thinking.forget()
        if self.seats != saves.HUMANS:
            self.thinking.mind.follow(self.match)
        self._keep()

    def think(self, dt: float) -> bool:
        """Have a computer player that is asked think on for so many seconds; True if there is news of it."""
        decision = self.match.decision
        if decision is None or not self.waits_for_computer:
            return False
        seat, own = self.seats[decision.side], self._own[decision.side]
        question = ask_player(seat, own, seat_seed(self.match.setup.seed, decision.side + 1))
        self.thinking.about(self.match, self._serial, question)
        return self.thinking.live(dt)

    def step_computer(self, *, curtain: bool = True, wait: float = 0.0) -> Outcome | Refusal | None:
        """Let the computer player answer one decision; one that answers amiss is answered for by default.

        None while it thinks, for which it may wait so many seconds, and if no computer player is asked.
        """
        self.think(0.0)
        thought = self.thinking.take(wait) if self.waits_for_computer else None
        return None if thought is None else self._thought_of(thought, curtain)

    def _thought_of(self, thought: WorkerResult, curtain: bool) -> Outcome | Refusal:
        """Answer as was thought, else by default."""
        decision = self.match.decision
        assert decision is not None
        who = f"The {called(self.seats[decision.side])}"
        choice: Answer | Choice = decision.default() if thought.choice is None else thought.choice
        if thought.choice is None:
            self.failed = f"{who} failed ({thought.failed}). The default choice was used."
        found = self.answer(choice, curtain=curtain, reason=thought.reason)
        if isinstance(found, Refusal) and not self.broken:
            self.failed = f"{who} made an illegal choice. The default choice was used."
            choice = decision.default()
            found = self.answer(choice, curtain=curtain)
        asked = self.match.decision  # asked anew if a rule failed
        if self.broken and asked is not None and asked.read(choice) != asked.default():
            self.failed, found = f"{self.broken} The default was taken.", self.answer(asked.default(), curtain=curtain)
        return found

    def reseat(self, seats: tuple[str, str], *, curtain: bool = True) -> int | None:
        """Have others play from now on; the side behind the curtain, if one falls before the screen is seen again.

        Nobody sees by it what they did not see before, but for whoever takes a side over.
        """
        before = self.looker
        self._seat(seats)
        self.holder = before if before in (0, 1) else self.holder
        self._changed()
        if self.hot_seat:
            return self.pass_on(curtain and self.hides_anew(first=before is None), curtain=curtain)
        after = self.looker
        hidden = curtain and before is not None and after not in (None, before) and self.held_back
        return after if hidden else None

    # --- a rehearsal changed by hand ---
    @property
    def changes(self) -> int:
        """A number that grows whenever the game stands elsewhere."""
        return self._serial

    def change(self, change: Any) -> Refusal | None:
        """Change something by hand (`Match.edit`); why not, if that cannot be."""
        return self._done(lambda: self.match.edit(change))

    def keep_branch(self, name: str) -> Refusal | None:
        """Keep the line of answers up to here by a name; why not, if that cannot be."""
        return self._done(lambda: self.match.keep_branch(name))

    def take_up(self, name: str) -> Refusal | None:
        """Go on from a line that was kept; why not, if that cannot be."""
        return self._done(lambda: take_up(self.match, name))

    def _done(self, deed: Callable[[], None]) -> Refusal | None:
        try:
            deed()
        except Refused as refused:
            return refused.refusal
        except RulesError as error:
            return Refusal(f"{error}. {report(self.keeper.name or 'game', '.json', failure(self.match, error))}")
        self._changed()
        self.settle(anyhow=True)
        return None

    # --- taking back ---
    def can_undo(self) -> Refusal | None:
        """Why nothing can be taken back, None if something can: the last answer of a human and what followed it."""
        if self._undo is None or self._undo[0] != self._serial:
            self._undo = (self._serial, self._may_undo())
        return self._undo[1]

    def _may_undo(self) -> Refusal | None:
        human = self._last_human()
        if human < 0:
            return Refusal("Nothing has been answered yet.", "Undo")
        if human == last_answer(self.match.journal):
            return self.match.can_undo()
        return Refusal("The computer player has answered since.", "Undo")

    def _last_human(self) -> int:
        journal = self.match.journal
        return next((n for n in range(len(journal) - 1, -1, -1) if self._of_human(journal[n])), -1)

    def _of_human(self, entry: Entry) -> bool:
        return isinstance(entry, Edited) or (isinstance(entry, Answered) and entry.side in self.humans)

    def undo(self) -> Refusal | None:
        """Take back the last answer; why not, if that cannot be."""
        refusal = self.can_undo()
        if refusal is None:
            self.match.undo()
            self.turned = None
            self._changed()
        return refusal

    def take_back_to(self, answers: int) -> Refusal | None:
        """Take back everything after so many answers of a rehearsal; why not, if that cannot be."""

        def deed() -> None:
            while len(self.match.journal) > answers:
                self.match.undo()

        return self._done(deed)

    def step_back(self) -> None:
        """Go back before the last answer, whatever it led to: the way out of a rule that fails."""
        self.match.seek(last_answer(self.match.journal))
        self._changed()

    # --- keeping ---
    @property
    def unsaved(self) -> bool:
        """Would something be lost if it ended now?"""
        return self.begun and not self.keeper.holds(self.match)

    @property
    def begun(self) -> bool:
        """Is there anything to keep?"""
        return bool(self.match.journal or self.keeper.note)

    def autosave(self) -> str:
        """Keep it under its own name; one line about what went wrong."""
        return self.keeper.autosave(self.match, self.seats)

    def put(self, name: str, value: Any) -> None:
        """Keep something of JSON beside the game, None for nothing any more."""
        self.keeper.put(name, value)
        self._keep()

    def _keep(self) -> None:
        """Save what has changed."""
        if self.autosaves():
            self.keeper.follow(self.match, self.seats)

    def save(self, name: str = "") -> tuple[str, str]:
        """Save it beside everything else: the name it got, and one line about what went wrong."""
        return self.keeper.save_as(self.match, self.seats, name)

    def rescue(self) -> tuple[str, str]:
        """Save it after an error, in the same way."""
        return self.keeper.rescue(self.match, self.seats)

    def copy_at(self, answers: int, seats: saves.Seats) -> Session:
        """A game of its own that begins after so many answers of this one, and takes nothing back in this one."""
        given = pluralize(count_public(self.match, None if self.match.over else self.looker, answers), "answer")
        origin = f"{self.keeper.name or 'a game'} after {given}"
        return Session(self.match.fork_at(answers), seats, SaveWriter(origin=origin))


# --- recording ---
# A game as it was recorded: a session that stands anywhere in its game and answers nothing.


class Recording(Session):
    """A session that stands anywhere in a game, and answers nothing.

    It stands after answers that tell the looker something. Those that don't belong to the one before them, so that no
    number counts what the other side did in secret.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session.match, session.seats)
        self.whole = session.match
        watcher = OPEN if session.hot_seat else session.looker
        self._looker = None if session.match.over else watcher
        decision = session.match.decision
        last = len(self.whole.journal) - (decision.sealed if decision is not None else 0)
        self._stops = find_stops(self.whole, self._looker, last)
        self._told = 0
        """How many events had been told before the last answer."""
        self.at = self.length
        """At which of its places it stands, 0 at the beginning."""
        self.go(self.at)

    @property
    def length(self) -> int:
        """How many places it has after the beginning."""
        return len(self._stops) - 1

    @property
    def answers(self) -> int:
        """How many answers have been given where it stands."""
        return self._stops[self.at]

    def answers_at(self, at: int) -> int:
        """Return how many answers have been given at a place."""
        return self._stops[at]

    def place_of(self, answers: int) -> int:
        """Return the first place at which so many answers have been given, the last if there is none."""
        return min(bisect_left(self._stops, answers), self.length)

    @property
    def looker(self) -> int | None:
        """Who plays a game watches its replay, of two humans what both know; a game that is over hides nothing."""
        return self._looker

    @property
    def decision(self) -> Decision | None:
        """None: whoever watches is asked nothing."""
        return None

    @property
    def waits_for_computer(self) -> bool:
        """False: no computer player is asked."""
        return False

    def go(self, at: int) -> None:
        """Go to a place."""
        self.at = max(0, min(self.length, at))
        begin = self._stops[self.at - 1] if self.at else self.answers
        self.match = self.whole.fork_at(begin)
        self._told = len(self.match.events) if self.at else 0
        for entry in self.whole.journal[begin : self.answers]:
            give_again(self.match, entry)
        self._changed()

    def events(self) -> list[LogEntry]:
        """What the looker may know to have happened so far."""
        return self.whole.events.seen_by(self._looker)[: self.told_by(self.match)]

    def told_by(self, match: Match) -> int:
        """Return how many events the looker knows of at a moment of the game."""
        return self.whole.events.known_to(self._looker, len(match.events))

    def brought_about(self) -> list[LogEntry]:
        """What of it came of the last answer."""
        return self.events()[self.whole.events.known_to(self._looker, self._told) :]
