"""The course of a battle: what is asked is put to the player, answers go to the match, and what follows is shown."""

from __future__ import annotations

from jovian.game import Choice, Event, Refusal
from jovian.ui.answering.controller import Controller
from jovian.ui.playing.session import Session
from jovian.ui.screens.battle.battle_menu import BattleMenu
from jovian.ui.screens.battle.controllers import controller_for
from jovian.ui.screens.battle.curtain import wanted as curtain_wanted
from jovian.ui.screens.battle.curtain import wanted_anew
from jovian.ui.screens.battle.watching import Watching
from jovian.ui.screens.destinations import ToResult
from jovian.ui.screens.screen import Host

KEPT_AT = ("phase", "deactivated", "ended")
"""Events after which the game keeps itself."""


class Course(Watching):
    """The battle screen builds on it."""

    def __init__(self, app: Host, session: Session) -> None:
        super().__init__(app, session)
        self.covered: int | None = None
        """The side that is to look next, while the curtain is drawn."""
        self._told = len(session.match.events)
        self._over_told = False
        self._answered_at: tuple[int, int] | None = None
        """Where the pointer stood at the last click on the board."""
        self.controller = Controller(self.desk, None)
        self.menu = BattleMenu(self, session, self.told_anew)
        app.game = session
        session.settle()
        self._ask_afresh()

    def _ask_afresh(self) -> None:
        """Show what is asked now."""
        self.desk.notice = None
        foreign = self.shown.viewer not in (None, self.session.looker)
        if not (foreign and self._placing()):  # what is placed unasked does not show the reserves of the other player
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

    def _give(self, choice: Choice) -> None:
        """Take an answer; one that would take the model out of play is asked about first."""
        warning = self.controller.warning(choice)
        if warning is None:
            self.take(choice)
            return
        answers = (("yes", "Leave play", "danger"), ("no", "No", "primary"))
        take = lambda answer: self.take(choice) if answer == "yes" else None  # noqa: E731
        self.app.ask("Leave play?", warning.reason, answers, take)

    def take(self, choice: object) -> None:
        """Answer the pending decision, and show what comes of it."""
        decision = self.session.match.decision
        before = decision.side if decision else None
        refusal = self.session.answer(choice)  # type: ignore[arg-type]
        if refusal is not None:
            self._not_taken(refusal)
            return
        self._followed(before)

    def _not_taken(self, refusal: Refusal) -> None:
        """Say why an answer was not taken; a rule that failed offers a way on."""
        self.desk.refuse(refusal)
        if self.session.broken:
            self.menu.rule_failed()

    def _followed(self, before: int | None) -> None:
        """An answer was taken: curtain, animation, autosave."""
        fresh = self.session.match.events.events[self._told :]
        self._told = len(self.session.match.events)
        seen = [each for each in fresh if self._seen(each)]
        speed = 0.0 if self.watch.skipping else self.app.settings.speed
        self.follow(seen)
        self._cover(self.app.settings.curtain and not self._placing() and curtain_wanted(self.session, before))
        if self.covered is None:
            self.animation.start([each for each in seen if self._seen(each)], self.shown, speed)
        if not self.animation.running:
            self._ask_afresh()
        if self.app.settings.autosave and any(event["type"] in KEPT_AT for event in fresh):
            problem = self.session.autosave()
            if problem:
                self.app.say(problem, bad=True)

    def _seen(self, event: Event) -> bool:
        looker = self.session.looker
        return looker is None or event["seen_by"] in ("both", looker)

    def update(self, dt: float) -> None:
        """Animation, then the computer players, then the end."""
        moving = self.animation.running
        super().update(dt)
        if moving and not self.animation.running:
            self.land()
        if not self.animation.running and self.covered is None and self.app.modal is None:
            self._go_on(dt)
        self.refresh()

    def _go_on(self, dt: float) -> None:
        """The next answer, if one is there to be given."""
        decision = self.session.match.decision
        if self.desk.queued:
            self._give(self.desk.queued.pop(0))
        elif decision is not None and self._placing():
            self.take(decision.default())
        elif self.session.waits_for_computer:
            for _ in range(self.watch.answers(dt, self.app.settings.speed)):
                self._computer()
                if not (self.watch.skipping and self.session.waits_for_computer):
                    break
        elif self.session.match.over and not self._over_told:
            self._finish()

    def _placing(self) -> bool:
        """Has the side to deploy asked for the rest to be placed for it?"""
        decision, state = self.session.match.decision, self.session.match.state
        deploying = decision is not None and decision.kind == "deploy"
        return deploying and (state.turn_of, state.turn) in self.desk.placing

    def _computer(self) -> None:
        before = self.session.match.decision
        refusal = self.session.step_computer()
        if self.session.failed:
            self.app.say(self.session.failed, bad=True)
            self.session.failed = ""
        if refusal is not None:
            self._not_taken(refusal)
            return
        self._followed(before.side if before else None)

    def land(self) -> None:
        """The animation is over: the state of now is shown."""
        self.animation.finish()
        self.shows_again = False
        self._ask_afresh()

    def _finish(self) -> None:
        self._over_told = True
        self.app.go(ToResult(self.session, self.names, self))

    # --- curtain and undo ---
    def cover(self, *, first: bool = False) -> None:
        """The game was loaded (nobody has looked so far) or taken back: cover what only one player may see."""
        self._cover(self.app.settings.curtain and wanted_anew(self.session, first=first))

    def _cover(self, wanted: bool) -> None:
        """Draw the curtain or not; behind it whoever is asked takes the seat."""
        decision = self.session.match.decision
        if wanted and decision is not None:
            self.covered = decision.side
        self.session.settle(anyhow=wanted or not self.app.settings.curtain)

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
        self._told = len(self.session.match.events)
        self.deeds.forget()
        self.desk.queued = []
        self.desk.placing.clear()
        self._ask_afresh()

    @property
    def busy(self) -> bool:
        """Something moves, or a computer player is to answer."""
        if self.covered is not None or self.halted:
            return False
        waits = self.session.waits_for_computer or self._placing() or bool(self.desk.queued)
        return super().busy or waits or (self.session.match.over and not self._over_told)
