"""The course of a battle: answers go to the session, and what comes of each to all that shows it."""

from __future__ import annotations

from jovian.game import Answer, Choice, Decision, Refusal
from jovian.play.obvious import obvious_answer, obvious_words
from jovian.ui.answering.controller import Controller
from jovian.ui.files.saves import HUMANS
from jovian.ui.files.settings import SHOWN, UNSAID
from jovian.ui.playing.outcome import Outcome
from jovian.ui.presenting.saying import Saying
from jovian.ui.screens.battle.battle_menu import BattleMenu
from jovian.ui.screens.battle.controllers import controller_for
from jovian.ui.screens.battle.watching import Watching
from jovian.ui.screens.destinations import ToResult
from jovian.ui.screens.table.table_screen import TableScreen

MOMENT = 0.002
"""Seconds that an answer is waited for where many are given in a frame."""


class Course:
    """How a battle goes on at its table: answers, computer players, animation, curtain, taking back."""

    def __init__(self, table: TableScreen) -> None:
        self._table, self._app, self._session = table, table.app, table.session
        self.watching = Watching(table, self.land)
        self.menu = BattleMenu(table, self._session, self.told_anew, self.reseat)
        self.controller = Controller(table.desk, None)
        """What answers the question that is asked now."""
        self.obvious: Answer | None = None
        """The answer that is given for the player without asking, None to ask."""
        self.covered: int | None = None
        """The side that is to look next, while the curtain is drawn."""
        self._over_told = False
        self.saying = Saying()
        """What a computer player says of its answer."""
        self._owed = 0
        """Answers of computer players that are due, and are still thought about."""
        self._answered_at: tuple[int, int] | None = None
        """Where the pointer stood at the last click on the board."""
        self.shows_nothing = False
        """Is nothing drawn for the pointer, since it hasn't moved since the last answer?"""
        table.desk.give = self.give

    def ask(self) -> None:
        """Show the game as it stands, and what is asked now."""
        table, desk, active = self._table, self._table.desk, self._session.match.state.activation
        desk.notice = None
        table.shown = self._session.view
        decision = self._session.decision
        asked_always = self._app.settings.ask_always
        self.obvious = None if decision is None or asked_always else obvious_answer(table.shown, decision)
        self.controller = controller_for(decision)(desk, decision)
        if decision is None and active is not None:
            desk.selected, desk.weapons = active.model, ()
        table.dirty = True
        table.point()
        self.shows_nothing = table.pointer == self._answered_at
        if self.shows_nothing:  # where the answer before was given nothing is meant yet
            desk.point = None

    def begin(self) -> None:
        """A new game: the dice that fell before its first question are shown."""
        self._table.animation.start(self._session.events(), self._table.shown, self._app.settings.speed)

    def clicked(self) -> None:
        """The board is clicked: it is not taken for the next answer while the pointer stays there."""
        self._answered_at = self._table.pointer

    # --- answers ---
    def give(self, answer: Answer) -> None:
        """An answer of the controller; one that would take the model out of play is asked about first."""
        if self._table.animation.running:  # what is asked is not in sight yet
            self.land()
            return
        warning = self.controller.warning(answer)
        if warning is None or self.controller.check(answer) is not None:
            self.take(answer)
            return
        answers = (("yes", "Leave play", "danger"), ("no", "No", "primary"))
        take = lambda said: self.take(answer) if said == "yes" else None  # noqa: E731
        self._app.ask("Leave play?", warning.reason, answers, take)

    def take(self, choice: Answer | Choice) -> None:
        """Answer the pending decision, and show what comes of it."""
        self._taken(self._session.answer(choice, curtain=self._app.settings.curtain))

    def _taken(self, outcome: Outcome | Refusal | None) -> None:
        """Show what came of an answer, or why it was not taken; a rule that failed offers a way on."""
        self._table.desk.refuse(outcome if isinstance(outcome, Refusal) else None)
        if isinstance(outcome, Outcome):
            self._show(outcome)
        elif self._session.broken:
            self.menu.rule_failed()

    def _show(self, outcome: Outcome) -> None:
        """Hand an outcome to whoever follows computers, to the curtain, and to the animation."""
        if not self._session.hot_seat:
            self.watching.follow(outcome)
        if outcome.covered is not None:
            self.covered = outcome.covered
        if self.covered is None:
            if self._app.settings.reasons == SHOWN:
                self.saying.take(outcome.events, outcome.before, outcome.after)
            speed = 0.0 if self.watching.watch.skipping else self._app.settings.speed
            self._table.animation.start(outcome.events, outcome.before, speed)
        if not self._table.animation.running:
            self.ask()

    # --- time ---
    def go_on(self, dt: float) -> None:
        """The next answer that nobody has to be asked for, if one is due."""
        decision = self._session.match.decision
        if decision is None:
            if self._session.match.over and not self._over_told:
                self._over_told = True
                self._app.go(ToResult(self._session, self._table.names, self._table))
        elif self._session.unasked and self._session.placing:
            self.take(decision.default())
        elif self.obvious is not None:
            self._give_obvious(decision, self.obvious)
        elif self._session.seats != HUMANS and self._session.waits_for_computer:
            self._owed = self.watching.watch.answers(dt, self._app.settings.speed) or self._owed
            while self._owed and not self.watching.halted and self._step_computer():
                pass

    def _give_obvious(self, decision: Decision, answer: Answer) -> None:
        """Give the answer that needs no asking, and log that it was given."""
        self.obvious = None
        words = obvious_words(decision, answer)
        self._taken(self._session.answer_unasked(answer, words, curtain=self._app.settings.curtain))

    def think(self, dt: float) -> bool:
        """Have whoever is to answer next think, whatever is shown meanwhile; True if there is news of it."""
        return self._session.think(dt)

    def _step_computer(self) -> bool:
        """Take an answer of a computer player that is due; True if there may be another one at once."""
        skipping = bool(self.watching.watch.skipping)
        self._session.reasons = self._app.settings.reasons != UNSAID
        found = self._session.step_computer(curtain=self._app.settings.curtain, wait=MOMENT if skipping else 0.0)
        if found is None:
            self._owed = 1
            return False
        self._owed = self._owed - 1 if skipping else 0
        self._taken(found)
        if self._session.failed:
            self._app.say(self._session.failed, bad=True)
            self._session.failed = ""
        return self._session.waits_for_computer and not self._table.animation.running

    def land(self) -> None:
        """The animation is over: the game is shown as it stands."""
        self._table.animation.finish()
        self.watching.shows_again = False
        self.ask()

    # --- curtain and undo ---
    def cover(self, *, first: bool = False) -> None:
        """The game was loaded (nobody has looked so far) or taken back: cover what only one player may see."""
        curtain = self._app.settings.curtain
        covered = self._session.pass_on(curtain and self._session.hides_anew(first=first), curtain=curtain)
        self.covered = self.covered if covered is None else covered

    def undo(self) -> None:
        """Take back the last answer, or say why not."""
        if self._table.animation.running:
            self.land()
        refusal = self._session.undo()
        if refusal is not None:
            self._table.desk.refuse(refusal)
            return
        while self._is_obvious() and self._session.undo() is None:  # it was given with the answer before it
            pass
        self.told_anew()
        self.obvious = None

    def _is_obvious(self) -> bool:
        """Return whether the question that is pending would be answered without asking."""
        decision = self._session.decision
        if decision is None or self._app.settings.ask_always:
            return False
        return obvious_answer(self._session.view, decision) is not None

    def told_anew(self) -> None:
        """Answers were taken back: show where the game stands now, to whoever may see it."""
        self.cover()
        self.watching.past.forget()
        self.saying.forget()
        self._session.unasked.clear()
        self.ask()

    def reseat(self, seats: tuple[str, str]) -> None:
        """Others play from now on: show the game to whoever may see it."""
        if seats == self._session.seats:
            return
        if self._table.animation.running:
            self.land()
        covered = self._session.reseat(seats, curtain=self._app.settings.curtain)
        self.covered = covered
        self.watching.reseated()
        self.saying.forget()
        self.ask()

    @property
    def stands(self) -> bool:
        """Does it wait for somebody: for who is to look next, or for a game to go on that is paused?"""
        return self.covered is not None or self.watching.halted

    @property
    def due(self) -> bool:
        """Would it go on by itself: with an answer that nobody is asked for, or to the page of the result?"""
        waits = self._session.waits_for_computer or self._session.placing or self.obvious is not None
        return waits or (self._session.match.over and not self._over_told)
