"""A game on the screen: the match, who sits where, whose eyes the screen has. Every answer goes through it.

Screens know the match only through this. A computer player is asked one decision at a time, and its mind is polled, so
the window never waits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jovian.game import Answer, Choice, Refusal, State
from jovian.match import Match, Refused, RulesError
from jovian.match.drive import say
from jovian.match.entries import Answered, Edited, Entry, last_answer
from jovian.match.saves.load import take_up
from jovian.match.saves.save import failure
from jovian.players import seat_seed
from jovian.players.thinking import Thought
from jovian.rules.facts.words import counted
from jovian.ui.files import saves
from jovian.ui.files.keeper import Keeper, report
from jovian.ui.files.own_players import OwnPlayer, find_player
from jovian.ui.playing.looking import Looking, count_public
from jovian.ui.playing.outcome import Outcome
from jovian.ui.playing.seats import ask_player, called, known
from jovian.ui.playing.thinking import Thinking
from jovian.ui.playing.turned import Turned


class Session(Looking):
    """One game being played."""

    def __init__(self, match: Match, seats: saves.Seats = saves.HUMANS, keeper: Keeper | None = None) -> None:
        super().__init__(match, saves.HUMANS)
        self._seat(seats)
        self.keeper = keeper or Keeper()
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

    def _thought_of(self, thought: Thought, curtain: bool) -> Outcome | Refusal:
        """Answer as was thought, else by default."""
        decision = self.match.decision
        assert decision is not None
        who = f"The {called(self.seats[decision.side])}"
        choice: Answer | Choice = decision.default() if thought.choice is None else thought.choice
        if thought.choice is None:
            self.failed = f"{who} failed ({thought.failed}); the default was taken."
        found = self.answer(choice, curtain=curtain, reason=thought.reason)
        if isinstance(found, Refusal) and not self.broken:
            self.failed = f"{who} gave an answer that is not legal; the default was taken."
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
        given = counted(count_public(self.match, None if self.match.over else self.looker, answers), "answer")
        origin = f"{self.keeper.name or 'a game'} after {given}"
        return Session(self.match.fork_at(answers), seats, Keeper(origin=origin))
