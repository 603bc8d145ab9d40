"""The battle screen: puts session, controllers, panels and animation together, and takes every answer to the match."""

from __future__ import annotations

import pygame

from jovian.game import Choice, Event, Refusal
from jovian.rules.shot import POINT_DEFENSE
from jovian.ui.answering.choose import ChooseController
from jovian.ui.answering.controller import Controller, drawn
from jovian.ui.answering.menu.blast import Blast
from jovian.ui.answering.menu.menu import MenuController
from jovian.ui.board import Overlay, Scene
from jovian.ui.kit.theme import px
from jovian.ui.kit.widgets import Action
from jovian.ui.over_the_board.dock import Dock, disks_of
from jovian.ui.over_the_board.reach import Shots
from jovian.ui.over_the_board.token_help import explain
from jovian.ui.panels.action_bar import ActionBar
from jovian.ui.panels.blast_panel import draw_blast
from jovian.ui.panels.odds_panel import draw_odds
from jovian.ui.panels.panel import Panel
from jovian.ui.playing.session import Session
from jovian.ui.screens.battle.aiming import aim_of, blast_of, shots_of
from jovian.ui.screens.battle.battle_menu import BattleMenu
from jovian.ui.screens.battle.controllers import controller_for
from jovian.ui.screens.battle.curtain import draw_curtain, recap, wanted_anew
from jovian.ui.screens.battle.curtain import wanted as curtain_wanted
from jovian.ui.screens.battle.watch import PREFIX
from jovian.ui.screens.battle.watching import Watching
from jovian.ui.screens.destinations import ToResult
from jovian.ui.screens.leaving import save
from jovian.ui.screens.screen import Host
from jovian.ui.sheets.sheet_panel import SheetPanel
from jovian.ui.telling.aim import Aim

KEPT_AT = ("phase", "deactivated", "ended")
"""Events after which the game keeps itself."""


class Battle(Watching):
    """Plays one session to its end."""

    def __init__(self, app: Host, session: Session) -> None:
        self.bar = ActionBar(app.keymap)
        super().__init__(app, session)
        self.sheet = SheetPanel()
        self.dock = Dock()
        self.covered: int | None = None
        """The side that is to look next, while the curtain is drawn."""
        self._told = len(session.match.events)
        self._over_told = False
        self._aim: Aim | None = None
        self._shots: Shots = {}
        self._answered_at: tuple[int, int] | None = None
        """Where the pointer stood at the last click on the board."""
        self._told_to: int | None = None
        """The side that the log was told to."""
        self.controller = Controller(self.desk, None)
        self.menu = BattleMenu(self, session, self.told_anew)
        app.game = session
        session.settle()
        self._ask_afresh()

    @property
    def bottom(self) -> Panel:
        """The action bar."""
        return self.bar

    # --- the flow of the game ---
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

    # --- input ---
    def _floating(self, event: pygame.event.Event) -> bool:
        if self.covered is not None:
            self._uncover(event)
            return True
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if pressed and self.animation.running and not self.bar.rect.collidepoint(event.pos):
            self.land()
            return True
        action = self.sheet.handle(event)
        if action is not None:
            self.controller.press(action.name)
            return True
        on_sheet = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and self.sheet.holds(event.pos)
        return on_sheet and event.button == 1

    def _uncover(self, event: pygame.event.Event) -> None:
        click = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if click or self.app.keymap.command(event) == "confirm":
            self.covered = None
            self._ask_afresh()

    def cover(self, *, first: bool = False) -> None:
        """The game was loaded (nobody has looked so far) or taken back: cover what only one player may see."""
        self._cover(self.app.settings.curtain and wanted_anew(self.session, first=first))

    def _cover(self, wanted: bool) -> None:
        """Draw the curtain or not; behind it whoever is asked takes the seat."""
        decision = self.session.match.decision
        if wanted and decision is not None:
            self.covered = decision.side
        self.session.settle(anyhow=wanted or not self.app.settings.curtain)

    def clicked(self) -> None:
        """A click on the board: ruler, decision, selection."""
        desk = self.desk
        desk.refuse(None)
        self._answered_at = self.pointer
        if self.ruler.on:
            super().clicked()
            return
        if desk.point is None or self._opened() or self.controller.click(desk.point, desk.hovered):
            return
        if desk.hovered:
            self.select(desk.hovered)

    def _opened(self) -> bool:
        """Was it a click on the name of a ship with models aboard, one of which is to be chosen?"""
        if self.desk.hovered or not isinstance(self.controller, ChooseController):
            return False
        return self.controller.open_hanger(self.board.label_at(self.pointer) or "")

    def select(self, ident: str) -> None:
        """Show another card; in deployment and choice it is the model in hand too."""
        if isinstance(self.controller, MenuController) and self.controller.firing:
            return
        super().select(ident)

    def turn_wheel(self, steps: int) -> bool:
        """Turn the ghost."""
        return self.controller.wheel(steps)

    def weapon(self, mount: str) -> None:
        """Take a weapon in hand, or show its arcs."""
        if isinstance(self.controller, MenuController) and self.desk.selected == self.controller.menu.subject:
            self.controller.pick(mount)
        else:
            super().weapon(mount)

    def act(self, action: Action) -> None:
        """A widget: an offer of the controller, or what all tables have."""
        if action.name == "event":
            self.again(self.deeds.of(int(action.value)))
        elif self.watch_pressed(action.name):
            self.desk.refuse(None)
        elif action.name in {offer.name for offer in self.controller.offers()}:
            self.desk.refuse(None)
            self.controller.press(action.name)
        else:
            super().act(action)

    def command(self, name: str) -> None:
        """A key: the buttons of the action bar, the decision, then what all tables have."""
        self.desk.refuse(None)
        offer = self.bar.pressed_by(name)
        watched = offer is not None and offer.name.startswith(PREFIX)
        if self.animation.running and name in ("confirm", "cancel", "end") and not watched:
            self.land()
            return
        if offer is not None:
            self.desk.refuse(offer.refusal)
            if offer.refusal is None and not self.watch_pressed(offer.name):
                self.controller.press(offer.name)
        elif name == "undo":
            self.undo()
        elif name == "menu":
            self.menu.open()
        elif name in ("save", "load"):
            save(self.app, self.session) if name == "save" else self.menu.load_last()
        elif not self.controller.command(name):
            super().command(name)

    def cancel(self) -> None:
        """Escape: ruler, what is in hand, arcs."""
        if self.ruler.on:
            self.ruler.toggle()
        elif not self.controller.cancel():
            super().cancel()

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

    # --- showing ---
    def shots(self) -> Shots:
        """Every weapon of the card against the enemy under the pointer."""
        return shots_of(self.desk, self.controller)

    def aim(self) -> Aim | None:
        """The shot that the odds sheet tells of."""
        if self.ruler.on or self.animation.running:
            return None
        if self.controller.sheet() is not None:
            return self.controller.aim(self.sheet.hovered)
        return aim_of(self.desk, self.controller, self._shots)

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """Of the sheet too."""
        return self.sheet.hint_at(pos) or super().hint_at(pos)

    @property
    def blast(self) -> Blast | None:
        """The Nuke that is aimed, None if none is."""
        return blast_of(self.controller) if not self.animation.running else None

    def refresh(self) -> None:
        """Panels, with what the controller offers."""
        self._shots = {} if self.animation.running else self.shots()
        if self._told_to != self.session.looker:  # the other player may not read what only one side knows
            self.log.show((), self.shown)
            self._told_to = self.session.looker
        super().refresh()
        state = self.shown
        decision = self.session.match.decision
        self.top.show(state, decision.side if decision else None, self.session.can_undo())
        model = state.models.get(self.desk.selected) or state.models.get(self.desk.hovered)
        weapons = self.desk.weapons if POINT_DEFENSE not in self.desk.weapons else ()
        self.card.show(state, model, weapons, self._shots)
        calm = not self.animation.running
        title, hint = self.controller.title, self.controller.hint
        if decision is not None and self.session.waits_for_computer:
            title = f"{self.names[decision.side]} {'waits' if self.halted else 'thinks'}"
            hint = "The computer player moves · click to skip what is shown"
        offers = self.watch_offers() or (self.controller.offers() if calm else [])
        self.bar.show(title, hint, offers, self.desk.notice)
        self._show_sheet(calm)
        self._aim = self.aim()

    def _show_sheet(self, calm: bool) -> None:
        """The prompt beside the board or below it, and in sight whom it is about."""
        sheet, decision = self.controller.sheet() if calm else None, self.controller.decision
        asked = (decision.side, self.names[decision.side]) if decision is not None else None
        self.sheet.show(sheet, self._column, self.middle, asked)
        self._lay_column()
        view = self.middle.copy()
        view.height = max(px(60), view.height - self.sheet.taken(self.middle))
        about = disks_of(self.shown, self.controller.about()) if sheet is not None else []
        self.dock.fit(self.board, view, self.controller if sheet is not None else None, about)

    @property
    def kept(self) -> int:
        """The prompt stands below card and log."""
        return self.sheet.taken(self._column)

    def layout(self, size: tuple[int, int]) -> None:
        """The board has all its room until something is asked."""
        self.dock.forget()
        super().layout(size)

    def overlays(self) -> tuple[Overlay, ...]:
        """The controller's, what a refusal draws, arcs and ruler."""
        self.desk.ghost = None
        if self.ruler.on:  # the pointer measures, it moves and aims nothing
            return super().overlays()
        return (*self.controller.overlays(), *drawn(self.desk, self.desk.notice), *super().overlays())

    @property
    def busy(self) -> bool:
        """Something moves, or a computer player is to answer."""
        if self.covered is not None or self.halted:
            return False
        waits = self.session.waits_for_computer or self._placing() or bool(self.desk.queued)
        return super().busy or waits or (self.session.match.over and not self._over_told)

    @property
    def stale(self) -> bool:
        """Anything to draw?"""
        return super().stale or self.sheet.dirty

    def scene(self) -> Scene:
        """Nothing at all behind the curtain."""
        return Scene() if self.covered is not None else super().scene()

    def draw(self, surface: pygame.Surface) -> None:
        """The table, or the curtain."""
        if self.covered is None:
            super().draw(surface)
            return
        key = self.app.keymap.shown("confirm")
        draw_curtain(surface, self.names[self.covered], self.covered, key, recap(self.session, self.names))
        self.dirty = False

    def draw_floating(self, surface: pygame.Surface) -> None:
        """The prompt, the numbers of the shot, who is inside a burst, what a token means."""
        self.sheet.draw(surface)
        blast = self.blast
        if blast is not None and blast.point is not None and blast.refusal() is None:
            corner = self.board.camera.to_screen(blast.point)
            draw_blast(surface, self.view_rect, blast.inside(blast.point), corner)
        if self._aim is not None:
            about = disks_of(self.shown, self.controller.about()) if self.sheet.sheet is not None else []
            clear = [self.board.camera.to_screen(point) for point, _ in about]
            draw_odds(surface, self.view_rect, self._aim, clear or [self.pointer], self._column)
        if self.sheet.sheet is None and not self.animation.running:
            explain(surface, self.board, self.shown, self.names, self.pointer)
