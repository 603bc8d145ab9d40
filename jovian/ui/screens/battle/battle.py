"""The battle screen: what hands do on it goes to the controller that is asked, and its panels show what that offers."""

from __future__ import annotations

import pygame

from jovian.rules.shooting.shot import POINT_DEFENSE
from jovian.ui.answering.controller import Controller, drawn
from jovian.ui.board import Overlay, Scene
from jovian.ui.files.saves import HUMANS
from jovian.ui.kit.theme import px
from jovian.ui.kit.widgets import Action
from jovian.ui.over_the_board.dock import Dock, disks_of
from jovian.ui.over_the_board.plan_ghosts import plan_ghosts
from jovian.ui.over_the_board.reach import Shots
from jovian.ui.over_the_board.token_help import explain
from jovian.ui.panels.action_bar import ActionBar
from jovian.ui.panels.blast_panel import Burst, draw_blast
from jovian.ui.panels.odds_panel import draw_odds
from jovian.ui.panels.panel import Panel
from jovian.ui.playing.seats import called
from jovian.ui.playing.session import Session
from jovian.ui.presenting.aim import Aim
from jovian.ui.screens.battle.aiming import Aiming
from jovian.ui.screens.battle.coaching import ASK, COACH, Coaching
from jovian.ui.screens.battle.course import Course
from jovian.ui.screens.battle.curtain import draw_curtain, recap
from jovian.ui.screens.battle.sign import HURRY, Sign
from jovian.ui.screens.battle.watch import PREFIX
from jovian.ui.screens.leaving import save
from jovian.ui.screens.screen import Host
from jovian.ui.screens.table.table_screen import TableScreen
from jovian.ui.sheets.sheet_panel import BOARD, SheetPanel


class Battle(TableScreen):
    """The screen on which one session is played to its end, as its course leads."""

    coached = True

    def __init__(self, app: Host, session: Session) -> None:
        self.bar = ActionBar(app.keymap)
        self._asked_side: int | None = None
        """The side that the top bar marks as the one to answer."""
        super().__init__(app, session)
        self.sheet = SheetPanel()
        self.dock = Dock()
        self.course = Course(self)
        self.watching = self.course.watching
        self.panels.append(self.watching.recap)
        self.sign = Sign()
        self.coach = Coaching(session, self.course.give, lambda: self.controller.offers())
        self._aim: Aim | None = None
        self._aiming = Aiming(self.desk)
        self._told_to: int | None = None
        """The side that the log was told to."""
        app.game, session.thinking.mind = session, app.mind
        session.autosaves = lambda: app.settings.autosave
        session.settle()
        self.course.ask()

    @property
    def bottom(self) -> Panel:
        """The action bar."""
        return self.bar

    @property
    def corner(self) -> tuple[int, int] | None:
        """Nothing stands over the curtain."""
        return super().corner if self.course.covered is None else None

    @property
    def controller(self) -> Controller:
        """What answers the question that is asked now."""
        return self.course.controller

    @property
    def question(self) -> tuple[object, ...]:
        """The curtain, and what a human is asked as far as it is in sight: nothing before the animation is over.

        The card of the coach and the strip of the last activation count too, because a click can land on them.
        """
        decision = None if self.animation.running else self.controller.decision
        sheet = type(self.sheet.sheet) if decision is not None else None
        return (self.course.covered, decision, sheet, self.coach.advice, bool(self.watching.past.last))

    # --- input ---
    def let_go(self) -> None:
        """Forget every button that is held, on the sheet and on the card of the coach too."""
        super().let_go()
        self.sheet.group.let_go()
        self.coach.let_go()

    def handle(self, event: pygame.event.Event) -> None:
        """As every table; a pointer that moves means something again."""
        if event.type == pygame.MOUSEMOTION:
            self.course.shows_nothing = False
        super().handle(event)

    def _floating(self, event: pygame.event.Event) -> bool:
        if self.course.covered is not None:
            self._uncover(event)
            return True
        if self.sign.shown and self.sign.pressed(event):
            self.session.thinking.hurry()
        if self.coach.advice is not None and self.coach.pressed(event):
            return True
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if pressed and self.sign.shown and self.sign.holds(event.pos):
            return True
        if pressed and self.animation.running and not self.bar.rect.collidepoint(event.pos):
            self.course.land()
            return True
        if self.sheet.sheet is None:
            return False
        action = self.sheet.handle(event)
        if action is not None:
            self.controller.use(action)
            return True
        on_sheet = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and self.sheet.holds(event.pos)
        return on_sheet and event.button == 1

    def _uncover(self, event: pygame.event.Event) -> None:
        click = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if click or self.app.keymap.command(event) == "confirm":
            self.course.covered = None
            self.course.ask()

    def clicked(self) -> None:
        """A click on the board: ruler, decision, selection."""
        desk = self.desk
        desk.refuse(None)
        if self.coach.advice is not None:  # its answer is drawn, and not what a click would do
            self.coach.leave()
            return
        if self.course.shows_nothing and not self.ruler.on:  # the first click shows what the next one does
            self.course.shows_nothing = False
            return
        self.course.clicked()
        if self.ruler.on:
            super().clicked()
            return
        if desk.point is None or self._opened() or self.controller.click(desk.point, desk.hovered):
            return
        if desk.hovered:
            self.select(desk.hovered)

    def _opened(self) -> bool:
        """Was it a click on the name of a ship with models aboard, one of which is to be chosen?"""
        name = "" if self.desk.hovered else self.board.label_at(self.pointer)
        return bool(name) and self.controller.click_name(name or "")

    def select(self, ident: str) -> None:
        """Show another card; in deployment and choice it is the model in hand too."""
        if not self.controller.holds_card:
            super().select(ident)

    def turn_wheel(self, steps: int) -> bool:
        """The wheel with the right button held: it turns what is placed or moved; True if it was used."""
        return self.controller.wheel(steps)

    def weapon(self, mount: str) -> None:
        """Take a weapon in hand, or show its arcs."""
        if not self.controller.take_weapon(mount):
            super().weapon(mount)

    def act(self, action: Action) -> None:
        """A widget: an offer of the controller, or what all tables have."""
        if action.name == "event":
            self.watching.again(self.watching.past.of(int(action.value)))
        elif self.watching.pressed(action.name):
            self.desk.refuse(None)
        elif action.name in {offer.name for offer in self.controller.offers()}:
            self.desk.refuse(None)
            self.controller.press(action.name)
        else:
            super().act(action)

    def command(self, name: str) -> None:
        """A key: the buttons of the action bar, the decision, then what all tables have."""
        self.desk.refuse(None)
        if self.coach.at is not None and self.coach.command(name):
            return
        offer = self.bar.pressed_by(name)
        watched = offer is not None and offer.name.startswith(PREFIX)
        if self.animation.running and name in ("confirm", "cancel", "end") and not watched:
            self.course.land()
            return
        if offer is not None:
            self.desk.refuse(offer.refusal)
            press = self.watching.pressed if watched else self.controller.press
            if offer.refusal is None:
                press(offer.name)
        elif name == "undo":
            self.course.undo()
        elif name == "plans":
            self.course.menu.plans_menu.open()
        elif name == "keep plan":
            self.course.menu.plans_menu.keep()
        elif name == "menu":
            self.course.menu.open()
        elif name == ASK:
            self.desk.refuse(self.coach.ask())
        elif name == HURRY:
            self.session.thinking.hurry()
        elif name in ("save", "load"):
            save(self.app, self.session) if name == "save" else self.course.menu.load_last()
        elif not self.controller.command(name):
            super().command(name)

    def called_off(self) -> bool:
        """Call off what the controller has in hand."""
        return self.controller.cancel()

    # --- showing ---
    def shots(self) -> Shots:
        """Every weapon of the card against the enemy under the pointer."""
        return {} if self.animation.running else self._aiming.shots(self.controller)

    def aim(self) -> Aim | None:
        """The shot that the odds sheet tells of."""
        if self.ruler.on or self.animation.running:
            return None
        if self.controller.sheet() is not None:
            return self.controller.aim(self.sheet.hovered)
        return self._aiming.aim(self.controller)

    @property
    def aimed(self) -> bool:
        """True while the odds sheet is there."""
        return self._aim is not None

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """What is to be said of what is drawn under a point: on the sheet, else on card and log."""
        return self.sheet.hint_at(pos) or super().hint_at(pos)

    @property
    def burst(self) -> Burst | None:
        """The Nuke that is aimed, None if none is."""
        return self.controller.burst if not self.animation.running else None

    def refresh(self) -> None:
        """Hand every panel what it is to show, the bar and the sheet what the controller offers."""
        if self._told_to != self.session.looker:  # the other player may not read what only one side knows
            self.log.show((), self.shown)
            self._told_to = self.session.looker
        self.watching.recap.show(self.watching.past.last_seen(self.first_unseen))
        super().refresh()
        state = self.shown
        decision = self.session.match.decision
        if not self.animation.running:
            self._asked_side = decision.side if decision is not None else None
        self.top.show(state, self._asked_side, self.session.can_undo(), self.coach.refused)
        model = state.models.get(self.desk.selected) or state.models.get(self.desk.hovered)
        weapons = self.desk.weapons if POINT_DEFENSE not in self.desk.weapons else ()
        self.card.show(state, model, weapons, self.shots())
        calm = not self.animation.running
        title, hint = self.controller.title, self.controller.hint
        if decision is not None and self.session.waits_for_computer:
            title = f"{self.names[decision.side]} {'waits' if self.watching.halted else 'thinks'}"
            hint = "The computer player moves · click to skip what is shown"
        offers = self.watching.offers() or (self.controller.offers() if calm else [])
        self.bar.show(title, hint, offers, self.desk.notice)
        self._show_sheet(calm)
        self._aim = self.aim()

    def _show_sheet(self, calm: bool) -> None:
        """The prompt beside the board or below it, and in sight whom it is about."""
        sheet, decision = self.controller.sheet() if calm else None, self.controller.decision
        asked = (decision.side, self.names[decision.side]) if decision is not None else None
        self.sheet.show(sheet, self.column.rect, self.middle, asked)
        self.lay_column()
        view = self.middle.copy()
        view.height = max(px(BOARD), view.height - self.sheet.taken(self.middle))
        about = disks_of(self.shown, self.controller.about()) if sheet is not None else []
        self.dock.fit(self.board, view, self.controller if sheet is not None else None, about)

    @property
    def first_unseen(self) -> int | None:
        """The same; an activation that is shown once more has been seen before."""
        return None if self.watching.shows_again else super().first_unseen

    @property
    def kept(self) -> int:
        """The prompt stands below card and log."""
        return self.sheet.taken(self.column.rect)

    @property
    def strip(self) -> int:
        """The height of the strip that tells what a computer player did last."""
        return self.watching.recap.wanted

    def lay_strip(self, rect: pygame.Rect) -> None:
        """Lay that strip out."""
        self.watching.recap.layout(rect)

    def layout(self, size: tuple[int, int]) -> None:
        """The board has all its room until something is asked."""
        self.dock.forget()
        super().layout(size)

    def overlays(self) -> tuple[Overlay, ...]:
        """The controller's, what a refusal draws, arcs and ruler."""
        self.desk.ghost = None
        if self.ruler.on:  # the pointer measures, it moves and aims nothing
            return super().overlays()
        plans = self.course.menu.plans
        tried = plan_ghosts(self.shown, plans.shown, plans.figures)
        if self.coach.advice is not None:  # its answer is looked at, and none in hand
            return (*tried, *self.coach.overlays(), *super().overlays())
        return (*tried, *self.controller.overlays(), *drawn(self.desk, self.desk.notice), *super().overlays())

    # --- time ---
    def update(self, dt: float) -> None:
        """Animation, then the course of the game; nothing moves while it is paused."""
        course, moves = self.course, self.animation.running
        super().update(0.0 if self.watching.watch.paused and self.watching.halted else dt)
        if moves and not (moves := self.animation.running):
            course.land()
        if self.session.seats != HUMANS:
            self.dirty = course.think(dt) or self.dirty
        if self.coach.at is not None:
            self.dirty = self.coach.live(dt) or self.dirty
        if self.coach.failed:
            self.app.say(f"The coach has nothing to say: {self.coach.failed}", bad=True)
            self.coach.failed = ""
        if course.saying.text:
            course.saying.live(dt)
        if self.session.thinking.asked is not None or self.sign.shown:
            self._show_sign()
        if not moves and course.covered is None and self.app.modal is None:
            course.go_on(dt)
        if self.session.match.rehearsal:
            self.dirty = course.menu.plans.news() or self.dirty
        if self.dirty:
            self.refresh()

    def _show_sign(self) -> None:
        """Who thinks, if it takes a while."""
        decision = self.session.match.decision
        if decision is not None:
            who = self.session.seats[decision.side]
            said = f"Coach: the {COACH}" if self.coach.thinks else f"{self.names[decision.side]}: the {called(who)}"
            said = f"{said} thinks"
            key = self.app.keymap.shown(HURRY)
            self.sign.show(self.view_rect, self.session.thinking, decision.side, said, key)

    @property
    def busy(self) -> bool:
        """Whether it wants to go on without an event."""
        coached = self.coach.at is not None and self.coach.thinks
        lives = super().busy or self.course.due or coached or bool(self.course.saying.text)
        return not self.course.stands and lives

    @property
    def stale(self) -> bool:
        """Whether it must be drawn again."""
        return super().stale or self.sheet.dirty

    def scene(self) -> Scene:
        """What the board shows besides the state: nothing behind the curtain."""
        return Scene() if self.course.covered is not None else super().scene()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table with its panels, or the curtain in their place."""
        covered = self.course.covered
        if covered is None:
            super().draw(surface)
            return
        key = self.app.keymap.shown("confirm")
        draw_curtain(surface, self.names[covered], covered, key, recap(self.session, self.names))
        self.dirty = False

    def draw_floating(self, surface: pygame.Surface) -> None:
        """The prompt, the numbers of the shot, who is inside a burst, what a token means."""
        self.course.saying.draw(surface, self.view_rect, self.board.camera, self.shown)
        self.sign.draw(surface)
        self.coach.draw(surface, self.view_rect, self.board.camera)
        self.sheet.draw(surface)
        burst = self.burst
        if burst is not None and burst.point is not None and burst.refusal() is None:
            corner = self.board.camera.to_screen(burst.point)
            draw_blast(surface, self.view_rect, burst.inside(burst.point), corner)
        if self._aim is not None:
            about = disks_of(self.shown, self.controller.about()) if self.sheet.sheet is not None else []
            clear = [self.board.camera.to_screen(point) for point, _ in about]
            draw_odds(surface, self.view_rect, self._aim, clear or [self.pointer], self.column.rect)
        if self.sheet.sheet is None and not self.animation.running:
            explain(surface, self.board, self.shown, self.names, self.pointer)
