"""A game on the screen: the match, its players, and the side that looks. Every answer goes through a session.

Computer players think in a worker that is polled, so the window never waits. A recording is a session that can go to
any point of a game and answers nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any

from jovian.frozen import frozen
from jovian.game import Answer, Choice, Decision, LogEntry, Refusal, State, view
from jovian.game.game import OPEN
from jovian.match import Match, Refused, RulesError
from jovian.match.entries import Answered, Edited, Entry, last_answer
from jovian.match.play_loop import say
from jovian.match.saves import failure, replay_entry, resume_branch
from jovian.play import obvious_answer
from jovian.players import seat_seed
from jovian.players.worker import DecisionWorker, InlineWorker, PlayerQuestion, WorkerResult
from jovian.rules.basics.rolls import pluralize
from jovian.session.views import ViewedMatch, ask_player, count_public, find_stops, known_seat, player_name
from jovian.user_files import saves
from jovian.user_files.game_notes import MAX_BOOKMARKS, MAX_TEXT, NO_NOTES, Bookmark, load_notes, save_notes
from jovian.user_files.player_files import OwnPlayer, find_player
from jovian.user_files.save_writer import SaveWriter, open_journal, report

# --- Outcome of an answer ---


@frozen
class AnswerOutcome:
    """What one answer led to, as far as the current viewer may know. It knows no screen."""

    side: int
    """The side that answered."""
    before: State
    """The visible state before the answer. Animations run over it."""
    after: State
    """The visible state after all animations."""
    viewer: int | None
    """The side whose knowledge `after` is, `OPEN` for what both know, or None if everything is visible."""
    events: tuple[LogEntry, ...]
    """What happened, in order."""
    covered: int | None
    """The side that looks next, behind a curtain, or None without a curtain."""


# --- Computer players at work ---

QUIET = 0.3
"""Seconds of thinking that aren't shown."""


class Thinking:
    """The decision that a computer player of one game works on."""

    def __init__(self) -> None:
        self.decision_worker: DecisionWorker = InlineWorker()
        self.seconds = 0.0
        """Seconds since the decision was handed over, in the time of the window."""
        self.hurried = False
        """Whether the player was told to hurry."""
        self.asked: tuple[object, PlayerQuestion] | None = None
        """The moment of the game and the question at work, or None."""
        self._result: WorkerResult | None = None

    @property
    def is_visible(self) -> bool:
        """Whether the player has thought long enough to be shown."""
        return self.asked is not None and self._result is None and self.seconds > QUIET

    def about(self, match: Match, moment: object, question: PlayerQuestion) -> None:
        """Hand over what the match asks at a moment. Another question at work is dropped."""
        if self.asked != (moment, question):
            self.forget()
            self.asked = moment, question
            self.decision_worker.ask(match, question)

    def update(self, dt: float) -> bool:
        """Let a number of seconds pass. Return whether there is a result, or the work should now be shown."""
        if self.asked is None or self._result is not None or not self.decision_worker.in_background:
            return False
        shown = self.is_visible
        self.seconds += dt
        self._result = self.decision_worker.poll()
        return self._result is not None or shown != self.is_visible

    def take(self, wait: float = 0.0) -> WorkerResult | None:
        """Return the result once, or None while the player thinks."""
        result = self._result
        if result is None and self.asked is not None:
            result = self.decision_worker.poll(wait)
        if result is not None:
            self.asked = self._result = None
            self.seconds, self.hurried = 0.0, False
        return result

    def hurry(self) -> None:
        """Ask for the best answer so far. Asked again, end the work."""
        self.hurried = True
        self.decision_worker.hurry()

    def forget(self) -> None:
        """Drop the question at work."""
        if self.asked is not None and self._result is None:
            self.decision_worker.drop()
        self.asked = self._result = None
        self.seconds, self.hurried = 0.0, False


# --- Session ---


class Session(ViewedMatch):
    """One game that is played."""

    def __init__(self, match: Match, seats: saves.Seats = saves.HUMANS, keeper: SaveWriter | None = None) -> None:
        super().__init__(match, saves.HUMANS)
        self._seat(seats)
        self.keeper = keeper or SaveWriter()
        """Writes the game to the disk."""
        self.kept: dict[str, Any] = {}
        """What screens have computed about the game, by subject. Its replay finds it here."""
        self.keeper.meet(match)
        self.autosaves: Callable[[], bool] = lambda: False
        """Returns whether the game is saved after each change."""
        self.thinking = self.advising = Thinking()
        """Where computer players think, and where the coach does."""
        self.reasons = True
        """Whether computer players give their reasons."""
        self._undo: tuple[int, Refusal | None] | None = None
        self.turned: Any = None
        """The search of the window for where the game turned, once it was started."""
        self.failed = ""
        """What went wrong with a computer player, in a line, or ""."""
        self.broken = ""
        """What went wrong with a rule at the last answer, which was refused, or ""."""

    has_news = False
    """Whether something has come of itself that `step_computer` returns, although a human is to answer."""
    notice = ""
    """What the game waits for, for the sign on the table, "" for nothing."""
    has_line = False
    """Whether there is a line to another computer, so that `keep_up` must be called all the time."""

    def keep_up(self, *, is_shown: bool) -> bool:
        """Take in what comes from another computer. Return whether there is news. `is_shown`: the table is in sight."""
        return False

    asks_undo = False
    """Whether the player at another computer was asked to undo, and hasn't replied."""
    request = ""
    """What the player at another computer asks to undo, in words, "" for nothing."""

    stand_in_label = ""
    """What lets a computer player take the seat of an absent player, as a button says it, "" if that wasn't agreed."""

    def reply(self, *, agrees: bool) -> None:
        """Reply to the request of the player at another computer."""

    def refuse_stand_in(self) -> Refusal | None:
        """Return why no computer player can take a seat now, None if one can."""
        return None

    def let_stand_in(self) -> bool:
        """Let a computer player take the seat of an absent player. Return whether the player here has to leave now."""
        return False

    @property
    def unkept(self) -> Refusal | None:
        """Why the game can't be saved and replayed here, or None."""
        return None

    awaits_friend = False
    """Whether the game must be passed to a friend by file before it continues here."""
    unseen: int | None = None
    """The number of answers after which a friend has played and passed the game, None in other games."""

    def refuse_pass(self) -> Refusal | None:
        """Return why the game can't be passed to a friend by file now, or None."""
        if self.elsewhere is not None:
            return Refusal("Your friend plays over the network.")
        if not self.hot_seat:
            return Refusal("Only a game of two people can be passed to a friend. Change the players first.")
        if self.match.rehearsal:
            return Refusal("A game with unlimited undo can't be passed to a friend.")
        return Refusal("The game is over. Share it instead.") if self.match.over else None

    @property
    def has_ended(self) -> bool:
        """Whether the game is over, and everything about it is known."""
        return self.match.over

    def close(self) -> None:
        """Leave the game. One with a player at another computer says goodbye."""

    def use_worker(self, worker: DecisionWorker) -> None:
        """Let computer players think in a worker."""
        self.thinking.decision_worker = worker

    def _seat(self, seats: saves.Seats) -> None:
        """Set the players: humans, computer players, and players from files that the user chose."""
        self.seats = (known_seat(seats[0]), known_seat(seats[1]))
        self._own: list[OwnPlayer | None] = [find_player(seat) for seat in self.seats]

    # --- Answers ---
    def answer(self, choice: Answer | Choice, *, curtain: bool = True, reason: str = "") -> AnswerOutcome | Refusal:
        """Answer the pending decision. Return the outcome, or why the answer was refused or a rule failed.

        `curtain` says whether a curtain hides secrets between two people at one screen. `reason` is a remark of a
        computer player on its answer.
        """
        self.broken = ""
        self.keeper.settle()  # If the program is killed now, only this answer is lost.
        decision = self.match.decision
        before, event_count = self.view, len(self.match.events)
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
        return self._outcome(decision.side, before, event_count, curtain)

    def answer_unasked(self, choice: Answer, words: str, *, curtain: bool = True) -> AnswerOutcome | Refusal:
        """Answer for a player without asking, and log it with these words unless the dice were secret."""
        decision, event_count = self.match.decision, len(self.match.events)
        outcome = self.answer(choice, curtain=curtain)
        new_entries = self.match.events.entries[event_count:]
        public = all(entry.known_to(side) for entry in new_entries for side in (0, 1))
        if decision is not None and isinstance(outcome, AnswerOutcome) and public:
            say(self.match, decision.side, words)
            self._changed()
        return outcome

    def admit(self, answers: tuple[Answer, ...]) -> tuple[Answer, ...] | Refusal:
        """Return what is answered when a player gives an answer with those after it, or why it may not be given."""
        return answers

    def obvious(self, decision: Decision) -> Answer | None:
        """Return the answer to give for a player without asking, None to ask."""
        return obvious_answer(self.view, decision)

    def _outcome(self, side: int, before: State, event_count: int, curtain: bool) -> AnswerOutcome:
        """Return the outcome of an answer by a side, with the events after a number of them.

        The player to answer next becomes the viewer, if needed behind a curtain.
        """
        covered = self.pass_on(curtain and not self.placing and self.hides_next(), curtain=curtain)
        viewer = self.viewer
        visible = tuple(self.match.events.seen_by(viewer, event_count))
        return AnswerOutcome(side, before, self.view, viewer, visible, covered)

    def pass_on(self, hidden: bool, *, curtain: bool) -> int | None:
        """Make the side that answers next the viewer, as `settle`. Return the side behind the curtain, or None."""
        decision = self.match.decision
        self.settle(anyhow=hidden or not curtain)
        return decision.side if hidden and decision is not None else None

    def let_both_view(self) -> None:
        """Make both players viewers, as when a game opens."""
        if self.hot_seat:
            self.hot_seat_viewer = OPEN

    def cover(self, *, curtain: bool = True) -> int | None:
        """Make the side that answers the viewer if no answer led here. Return the side behind the curtain, or None."""
        return self.pass_on(curtain and self.hides_next(), curtain=curtain)

    def _changed(self) -> None:
        super()._changed()
        if self.turned is not None:  # It is about the game up to the last answer.
            self.turned.cancel()
            self.turned = None
        self.thinking.forget()
        self.advising.forget()
        if self.seats != saves.HUMANS:
            self.thinking.decision_worker.follow(self.match)
        self._keep()

    def update(self, dt: float) -> bool:
        """Let a computer player think for a number of seconds, and return whether there is news."""
        decision = self.match.decision
        if decision is None or not self.waits_for_computer:
            return False
        seat, own = self._player_of(decision.side)
        question = ask_player(seat, own, seat_seed(self.match.setup.seed, decision.side + 1))
        self.thinking.about(self.match, self._serial, question)
        return self.thinking.update(dt)

    def _player_of(self, side: int) -> tuple[str, OwnPlayer | None]:
        """Return the computer player that decides for a side, and the file that it is from."""
        return self.seats[side], self._own[side]

    def step_computer(self, *, curtain: bool = True, wait: float = 0.0) -> AnswerOutcome | Refusal | None:
        """Let the computer player answer one decision. After an illegal choice, use the default.

        Return None while it thinks (waiting for at most `wait` seconds), or if a human is to answer.
        """
        self.update(0.0)
        result = self.thinking.take(wait) if self.waits_for_computer else None
        return None if result is None else self._use_result(result, curtain)

    def _use_result(self, result: WorkerResult, curtain: bool) -> AnswerOutcome | Refusal:
        """Give the answer of a computer player, or the default if it failed."""
        decision = self.match.decision
        assert decision is not None
        player = f"The {player_name(self._player_of(decision.side)[0])}"
        choice: Answer | Choice = decision.default() if result.choice is None else result.choice
        if result.choice is None:
            self.failed = f"{player} failed ({result.failed}). The default choice was used."
        outcome = self.answer(choice, curtain=curtain, reason=result.reason)
        if isinstance(outcome, Refusal) and not self.broken:
            self.failed = f"{player} made an illegal choice. The default choice was used."
            choice = decision.default()
            outcome = self.answer(choice, curtain=curtain)
        pending = self.match.decision  # The game asks again if a rule failed.
        if self.broken and pending is not None and pending.read(choice) != pending.default():
            self.failed = f"{self.broken} The default choice was used."
            outcome = self.answer(pending.default(), curtain=curtain)
        return outcome

    def reseat(self, seats: tuple[str, str], *, curtain: bool = True) -> int | None:
        """Change the players. Return the side behind the curtain, or None.

        No player sees more than before, except a human who takes over a side.
        """
        before = self.viewer
        self._seat(seats)
        self.hot_seat_viewer = before if before in (0, 1) else self.hot_seat_viewer
        self._changed()
        if self.hot_seat:
            if before is None:
                self.let_both_view()
            return self.cover(curtain=curtain)
        after = self.viewer
        hidden = curtain and before is not None and after not in (None, before) and self.held_back
        return after if hidden else None

    # --- Changes to a rehearsal ---
    @property
    def changes(self) -> int:
        """A number that grows with each change of the game."""
        return self._serial

    def change(self, change: Any) -> Refusal | None:
        """Change something by hand (`Match.edit`). Return why that can't be done, or None."""
        return self._done(lambda: self.match.edit(change))

    def keep_branch(self, name: str) -> Refusal | None:
        """Keep the answers up to here as a named branch. Return why that can't be done, or None."""
        return self._done(lambda: self.match.keep_branch(name))

    def take_up(self, name: str) -> Refusal | None:
        """Continue from a named branch. Return why that can't be done, or None."""
        return self._done(lambda: resume_branch(self.match, name))

    def _done(self, action: Callable[[], None]) -> Refusal | None:
        try:
            action()
        except Refused as refused:
            return refused.refusal
        except RulesError as error:
            return Refusal(f"{error}. {report(self.keeper.name or 'game', '.json', failure(self.match, error))}")
        self._changed()
        self.settle()
        return None

    # --- Undo ---
    def can_undo(self) -> Refusal | None:
        """Return why the last answer of a human and what followed can't be undone, or None."""
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
        """Undo the last answer. Return why that can't be done, or None."""
        refusal = self.can_undo()
        if refusal is None:
            self.match.undo()
            self._changed()
        return refusal

    def take_back_to(self, answers: int) -> Refusal | None:
        """Undo everything after a number of answers of a rehearsal. Return why that can't be done, or None."""

        def undo_all() -> None:
            while len(self.match.journal) > answers:
                self.match.undo()

        return self._done(undo_all)

    def step_back(self) -> None:
        """Go back before the last answer, even if undo isn't allowed, because a rule fails."""
        self.match.seek(last_answer(self.match.journal))
        self._changed()

    # --- Saves ---
    @property
    def unsaved(self) -> bool:
        """Whether something would be lost if the program ended now."""
        return self.has_started and not self.keeper.holds(self.match)

    @property
    def has_started(self) -> bool:
        """Whether there is anything to save."""
        return bool(self.match.journal or self.keeper.note)

    def autosave(self) -> str:
        """Save the game under its own name. Return a line about what went wrong, or ""."""
        return self.keeper.autosave(self.match, self.seats)

    def save_extra(self, name: str, value: Any) -> None:
        """Keep a JSON value next to the game, or remove it with None."""
        self.keeper.save_extra(name, value)
        self._keep()

    # --- Bookmarks ---
    is_played = True
    """Whether the game is played, not only looked at."""

    @property
    def answers(self) -> int:
        """The number of answers that a save of this moment contains."""
        return len(open_journal(self.match))

    @property
    def total_answers(self) -> int:
        """The number of answers of the whole game."""
        return self.answers

    def add_bookmark(self, text: str) -> str:
        """Bookmark this moment, and save the game if it has no name yet. Return what went wrong in a line, or ""."""
        problem = self.autosave() if self.is_played and not self.keeper.name else ""
        file = self.keeper.notes_file
        if file is None:
            return problem or "There is nothing to bookmark before the first answer."
        notes = load_notes(file)[0]
        if len(notes.bookmarks) >= MAX_BOOKMARKS:
            return f"A game has at most {MAX_BOOKMARKS} bookmarks. Remove one under Load first."
        return save_notes(file, notes.with_bookmark(Bookmark(self.answers, self.match.state.turn, text[:MAX_TEXT])))

    def bookmarks(self) -> tuple[tuple[Bookmark, ...], str]:
        """Return the bookmarks of this game, and a line about what is wrong with their file (or "")."""
        file = self.keeper.notes_file
        notes, fault = load_notes(file) if file is not None else (NO_NOTES, "")
        return tuple(mark for mark in notes.bookmarks if mark.answers <= self.total_answers), fault

    def _keep(self) -> None:
        """Save changes if autosave is on."""
        if self.autosaves():
            self.keeper.follow(self.match, self.seats)

    def save(self, name: str = "") -> tuple[str, str]:
        """Save the game next to its other saves. Return the name, and a line about what went wrong."""
        return self.keeper.save_as(self.match, self.seats, name)

    def rescue(self) -> tuple[str, str]:
        """Save the game after an error, in the same way."""
        return self.keeper.rescue(self.match, self.seats)

    def copy_at(self, answers: int, seats: saves.Seats) -> Session:
        """Return a new game that starts after a number of answers of this one."""
        count = pluralize(count_public(self.match, None if self.match.over else self.viewer, answers), "answer")
        origin = f"{self.keeper.name or 'a game'} after {count}"
        return Session(self.match.fork_at(answers), seats, SaveWriter(origin=origin))


# --- Recording ---


class Recording(Session):
    """A session that can go to any point of a game, and answers nothing.

    It stops after answers that tell the viewer something. Other answers belong to the stop before, so that no number
    counts what the other side did in secret.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session.match, session.seats, session.keeper)
        self.whole, self.kept, self.has_agreed = session.match, session.kept, session.has_agreed
        viewer = OPEN if session.hot_seat else session.viewer
        self._kept_viewer = None if session.match.over else viewer
        decision = session.match.decision
        last = len(self.whole.journal) - (decision.sealed if decision is not None else 0)
        self._stops = find_stops(self.whole, self._kept_viewer, last)
        self._event_count = 0
        """The number of events before the last answer."""
        self.at = self.length
        """The current stop. 0 is the beginning."""
        self.go(self.at)

    is_played = False

    @property
    def total_answers(self) -> int:
        return len(self.whole.journal)

    @property
    def length(self) -> int:
        """The number of stops after the beginning."""
        return len(self._stops) - 1

    @property
    def answers(self) -> int:
        """The number of answers given at the current stop."""
        return self._stops[self.at]

    def answers_at(self, at: int) -> int:
        """Return the number of answers given at a stop."""
        return self._stops[at]

    def view_at(self, at: int) -> State:
        """Return the state at a stop as the viewer knows it."""
        state = self.whole.state_at(self._stops[at])
        return state if self._kept_viewer is None else view(state, self._kept_viewer)

    def place_of(self, answers: int) -> int:
        """Return the first stop with a number of answers, or the last stop."""
        return min(bisect_left(self._stops, answers), self.length)

    @property
    def viewer(self) -> int | None:
        """The side whose knowledge is shown. For two humans it is what both know. A finished game hides nothing."""
        return self._kept_viewer

    @property
    def decision(self) -> Decision | None:
        """None, because a viewer answers nothing."""
        return None

    @property
    def waits_for_computer(self) -> bool:
        """False, because no computer player decides."""
        return False

    def go(self, at: int) -> None:
        """Go to a stop."""
        self.at = max(0, min(self.length, at))
        start = self._stops[self.at - 1] if self.at else self.answers
        self.match = self.whole.fork_at(start)
        self._event_count = len(self.match.events) if self.at else 0
        for entry in self.whole.journal[start : self.answers]:
            replay_entry(self.match, entry)
        self._changed()

    def events(self) -> list[LogEntry]:
        """Return the events so far that the viewer may know of."""
        return self.whole.events.seen_by(self._kept_viewer)[: self.told_by(self.answers)]

    def told_by(self, answers: int) -> int:
        """Return the number of events that the viewer knows of after a number of answers."""
        return self.whole.events.known_to(self._kept_viewer, self.whole.events_after(answers))

    def brought_about(self) -> list[LogEntry]:
        """Return the visible events since the last answer."""
        return self.events()[self.whole.events.known_to(self._kept_viewer, self._event_count) :]
