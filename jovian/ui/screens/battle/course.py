"""The course of a battle: answers go to the session, and what comes of each to all that shows it."""

from __future__ import annotations

from jovian.game import Answer, Choice, Refusal
from jovian.ui.answering.controller import Controller
from jovian.ui.playing.outcome import Outcome
from jovian.ui.playing.session import Session
from jovian.ui.screens.battle.battle_menu import BattleMenu
from jovian.ui.screens.battle.controllers import controller_for
from jovian.ui.screens.battle.watching import Watching
from jovian.ui.screens.destinations import ToResult
from jovian.ui.screens.screen import Host


class Course(Watching):
    """How a battle goes on: answers, computer players, animation, curtain, taking back."""

    def __init__(self, app: Host, session: Session) -> None:
        super().__init__(app, session)
        self.covered: int | None = None
        """The side that is to look next, while the curtain is drawn."""
        self._over_told = False
        self._answered_at: tuple[int, int] | None = None
        """Where the pointer stood at the last click on the board."""
        self.controller = Controller(self.desk, None)
        self.menu = BattleMenu(self, session, self.told_anew)
        self.desk.give = self._give
        app.game = session
        session.settle()
        self.ask()

    def ask(self) -> None:
        """Show the game as it stands, and what is asked now."""
        self.desk.notice = None
        self.shown = self.session.view
        decision = self.session.decision
        self.controller = controller_for(decision)(self.desk, decision)
        if decision is None and self.session.match.state.activation is not None:
            self.desk.selected = self.session.match.state.activation.model
            self.desk.weapons = ()
        self.dirty = True
        self.point()
        if self.pointer == self._answered_at:  # where the answer before was given nothing is meant yet
            self.desk.point = None

    # --- answers ---
    def _give(self, answer: Answer) -> None:
        """An answer of the controller; one that would take the model out of play is asked about first."""
        if self.animation.running:  # what is asked is not in sight yet
            self.land()
            return
        warning = self.controller.warning(answer)
        if warning is None or self.controller.check(answer) is not None:
            self.take(answer)
            return
        answers = (("yes", "Leave play", "danger"), ("no", "No", "primary"))
        take = lambda said: self.take(answer) if said == "yes" else None  # noqa: E731
        self.app.ask("Leave play?", warning.reason, answers, take)

    def take(self, choice: Answer | Choice) -> None:
        """Answer the pending decision, and show what comes of it."""
        self._taken(self.session.answer(choice, curtain=self.app.settings.curtain))

    def _taken(self, outcome: Outcome | Refusal | None) -> None:
        """Show what came of an answer, or why it was not taken; a rule that failed offers a way on."""
        self.desk.refuse(outcome if isinstance(outcome, Refusal) else None)
        if isinstance(outcome, Outcome):
            self._show(outcome)
        elif self.session.broken:
            self.menu.rule_failed()

    def _show(self, outcome: Outcome) -> None:
        """An outcome goes to whoever follows computers, to curtain and animation; the game keeps itself."""
        if not self.session.hot_seat:
            self.follow(outcome)
        if outcome.covered is not None:
            self.covered = outcome.covered
        if self.covered is None:
            speed = 0.0 if self.watch.skipping else self.app.settings.speed
            self.animation.start(outcome.events, outcome.before, speed)
        if not self.animation.running:
            self.ask()
        if outcome.milestone and self.app.settings.autosave:
            problem = self.session.autosave()
            if problem:
                self.app.say(problem, bad=True)

    # --- time ---
    def update(self, dt: float) -> None:
        """Animation, then the computer players, then the end; nothing moves while it is paused."""
        moving = self.animation.running
        super().update(0.0 if self.watch.paused and self.halted else dt)
        if moving and not self.animation.running:
            self.land()
        if not self.animation.running and self.covered is None and self.app.modal is None:
            self._go_on(dt)
        if self.dirty:
            self.refresh()

    def _go_on(self, dt: float) -> None:
        """The next answer that nobody has to be asked for, if one is due."""
        decision = self.session.match.decision
        if decision is not None and self.session.placing:
            self.take(decision.default())
        elif self.session.waits_for_computer:
            for _ in range(self.watch.answers(dt, self.app.settings.speed)):
                self._taken(self.session.step_computer(curtain=self.app.settings.curtain))
                if self.session.failed:
                    self.app.say(self.session.failed, bad=True)
                    self.session.failed = ""
                if not (self.watch.skipping and self.session.waits_for_computer):
                    break
        elif self.session.match.over and not self._over_told:
            self._over_told = True
            self.app.go(ToResult(self.session, self.names, self))

    def land(self) -> None:
        """The animation is over: the game is shown as it stands."""
        self.animation.finish()
        self.shows_again = False
        self.ask()

    # --- curtain and undo ---
    def cover(self, *, first: bool = False) -> None:
        """The game was loaded (nobody has looked so far) or taken back: cover what only one player may see."""
        curtain = self.app.settings.curtain
        covered = self.session.pass_on(curtain and self.session.hides_anew(first=first), curtain=curtain)
        self.covered = self.covered if covered is None else covered

    def undo(self) -> None:
        """Take back the last answer, or say why not."""
        if self.animation.running:
            self.land()
        refusal = self.session.undo()
        if refusal is not None:
            self.desk.refuse(refusal)
            return
        self.told_anew()

    def told_anew(self) -> None:
        """Answers were taken back: show where the game stands now, to whoever may see it."""
        self.cover()
        self.past.forget()
        self.session.unasked.clear()
        self.ask()

    @property
    def busy(self) -> bool:
        """Whether it wants to go on without an event: something moves, or an answer is due."""
        if self.covered is not None or self.halted:
            return False
        waits = self.session.waits_for_computer or self.session.placing
        return super().busy or waits or (self.session.match.over and not self._over_told)
