"""A pilot acts as the user: it posts events to the real App and lets time pass, without a display."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import pygame

from jovian.descriptions.odds import Aim
from jovian.game import Answer, Decision, Model, Refusal, State
from jovian.game.answers import End, Move
from jovian.match import Match
from jovian.match.entries import Entry
from jovian.session.session import Session
from jovian.ui.app import CLOSED, App
from jovian.ui.board import PointLabel, Scene
from jovian.ui.kit.sound import SoundDevice
from jovian.ui.kit.widgets import Widget
from jovian.ui.panels.panel import Press
from jovian.ui.questions.menu import MenuController
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.battle_flow import controller_for
from jovian.ui.screens.briefing import BriefingScreen
from jovian.ui.screens.form_page import FormPage
from jovian.ui.screens.result import ResultScreen
from jovian.ui.screens.screen import SeatChoice
from jovian.ui.screens.table import TableScreen
from jovian.ui.settings import Settings
from tests.bounds import until
from tests.games import ARMED, reached
from tests.rules.stage import Staged
from tests.rules_api import NextOrder
from tests.ui.pages import PAGES
from tests.ui.table_seen import TableSeen

TICK = 1 / 60
MOST_FRAMES = 40_000
"""The frames of one window. This bounds each loop of a test that clicks, presses keys, or waits."""
T = TypeVar("T")


def quick() -> Settings:
    """Return settings without animation, in which the camera stays."""
    return Settings(speed=0.0, scale=1.0, ends_itself=False, auto_frame=False)


def noted(scene: Scene) -> list[str]:
    """Return the texts of a scene's notes on the table."""
    return [each.text for each in scene.overlays if isinstance(each, PointLabel)]


class Live:
    """The present widget of a name."""

    def __init__(self, pilot: Pilot, name: str) -> None:
        self._pilot, self._name = pilot, name

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pilot.widget(self._name), name)


class Pilot(TableSeen):
    """Drives the App with clicks and keys, and reads the screen."""

    def __init__(
        self, size: tuple[int, int] = (1280, 720), settings: Settings | None = None, device: SoundDevice | None = None
    ) -> None:
        pygame.display.init()
        pygame.font.init()
        self.app = App(size, settings or quick(), device=device)
        self.frames = 0
        """The number of frames so far. A test that waits in vain fails at `MOST_FRAMES`."""
        self.daring = False
        """Whether screens may fail in the test."""
        self.surface = pygame.Surface(self.app.size, 0, 32)

    # --- State of the screen ---
    @property
    def screen(self) -> object:
        return self.app.screen

    @property
    def battle(self) -> BattleScreen:
        assert isinstance(self.app.screen, BattleScreen)
        return self.app.screen

    def draw(self) -> pygame.Surface:
        """Draw a frame with all changed panels and pictures. The window spreads them over several frames."""
        if self.surface.get_size() != self.app.size:
            self.surface = pygame.Surface(self.app.size, 0, 32)
        if isinstance(table := self.app.screen, TableScreen):
            table.panels_per_frame = 100
            table.board.finish(table.shown, table.scene())
        else:
            self.app.screen.finish()
        self.wait(0)
        self.app.draw(self.surface)
        self._unhurt()
        return self.surface

    def pass_over(self) -> None:
        """Mark the frame as drawn, as the window draws each one before the next."""
        self.app._dirty = self.app.screen.dirty = False

    def widget(self, name: str) -> Widget:
        modal = self.app.modal
        groups = [modal.buttons] if modal is not None else [self.app.screen.group]
        if modal is None and isinstance(self.app.screen, FormPage):
            groups.append(self.app.screen.form.group)
        if modal is None and hasattr(self.app.screen, "panels"):
            groups += [panel.group for panel in self.app.screen.panels]
        if modal is None and isinstance(self.app.screen, BattleScreen):
            groups.insert(0, self.app.screen.context.group)
        for group in groups:
            for widget in group.widgets:
                if widget.name == name:
                    return widget
        raise AssertionError(f"no widget '{name}' on {type(self.app.screen).__name__}")

    def live(self, name: str) -> Any:
        """Return what stands for the widget of a name, also after its page has been composed again."""
        return Live(self, name)

    def names(self) -> list[str]:
        groups = [panel.group for panel in self.battle.panels]
        return [widget.name for group in groups for widget in group.widgets if widget.enabled]

    # --- State of a battle ---
    @property
    def match(self) -> Match:
        return self.battle.session.match

    @property
    def view(self) -> State:
        """The view of the side that looks at the screen."""
        return self.battle.session.view

    @property
    def viewer(self) -> int | None:
        """The side that looks at the screen, None for all."""
        return self.battle.session.viewer

    @property
    def asked(self) -> Decision | None:
        """The pending decision of a human on the screen."""
        return self.battle.course.controller.decision

    @property
    def menu(self) -> NextOrder:
        """The pending menu."""
        assert isinstance(self.asked, NextOrder), self.asked
        return self.asked

    @property
    def able(self) -> Sequence[Model]:
        """The models of which one is to be chosen."""
        return self.battle.course.controller.able

    @property
    def orders(self) -> NextOrder | None:
        """The orders of the active model, or those that the chosen one would have. None if there is neither."""
        controller = self.battle.course.controller
        return controller.menu if isinstance(controller, MenuController) else None

    @property
    def pinned(self) -> list[Any]:
        """The orders that are shown and wait for a second click."""
        controller = self.battle.course.controller
        return [order.to_json() for order in controller.mover.pinned] if isinstance(controller, MenuController) else []

    @property
    def question(self) -> str:
        """The title of the pending question, drawn or not."""
        return self.battle.course.controller.title

    @property
    def kind(self) -> str:
        """The kind of the pending decision, "" if there is none."""
        return self.asked.kind if self.asked is not None else ""

    @property
    def journal(self) -> list[Entry]:
        """Every answer so far: side, kind, answer."""
        return self.match.journal

    @property
    def last(self) -> list[Any]:
        """The latest answer."""
        choice: list[Any] = self.journal[-1].choice
        return choice

    @property
    def selected(self) -> str:
        """The model whose card is shown."""
        return self.battle.selection.selected

    @property
    def weapons(self) -> tuple[str, ...]:
        """The selected mounts."""
        return self.battle.selection.weapons

    @property
    def title(self) -> str:
        """The question in one line."""
        return self.battle.controller.title

    @property
    def hint(self) -> str:
        """How to answer."""
        return self.battle.controller.hint

    @property
    def refused(self) -> Refusal | None:
        """The reason why the last click or key was refused."""
        return self.battle.selection.notice

    @property
    def sheet(self) -> Any:
        """The prompt next to the board, or None."""
        return self.battle.sheet

    @property
    def answers(self) -> list[tuple[str, str]]:
        """The answers of the prompt: labels and details."""
        return [(press.label, press.hint) for press in self.sheet.answers]

    @property
    def pointed_row(self) -> str:
        """The name of the answer under the pointer, as the board knows it, "" for none."""
        pointed = self.battle.controller.pointed
        return pointed.name if pointed is not None else ""

    @property
    def attacking(self) -> bool:
        """Whether a weapon is selected, and no move."""
        controller = self.battle.course.controller
        return isinstance(controller, MenuController) and controller.is_firing

    def offers(self) -> dict[str, Press]:
        """Return the buttons of the action bar by name, with whether they are enabled."""
        return {offer.name: offer for offer in self.battle.course.controller.offers()}

    def sees(self, kind: type[T], style: str = "") -> list[T]:
        """Return the overlays of a kind (and style) on the table."""
        overlays = [each for each in self.battle.overlays() if isinstance(each, kind)]
        return [each for each in overlays if not style or getattr(each, "style", "") == style]

    def notes(self) -> list[str]:
        """Return the texts of the notes on the table."""
        return [note.text for note in self.sees(PointLabel)]

    def told(self) -> list[str]:
        """Return the lines of the log."""
        return [" ".join(piece.text for piece in line.pieces) for line in self.battle.log.lines]

    def aim(self) -> Aim | None:
        """Return the shot whose odds are shown."""
        return self.battle.aim()

    def aim_of(self, name: str) -> Aim | None:
        """Return the shot whose odds are shown while the pointer is on an answer of the prompt."""
        press = next((each for each in self.sheet.answers if each.name == name), None)
        return self.sheet.aim(press)

    def burst(self) -> Any:
        """Return the aimed Nuke, or None."""
        return self.battle.burst

    def choose(self, name: str) -> None:
        """Press a button of the bar, or a widget of the prompt, even if it is out of sight."""
        presses = [*(self.sheet.presses if self.sheet is not None else ()), *self.battle.course.controller.offers()]
        self.battle.carry_out(next(each for each in presses if each.name == name))
        self.battle.dirty = True
        self.wait(2)

    def change(self, value: object) -> None:
        """Give the prompt the value of a widget that is no button."""
        self.sheet.change(value)
        self.battle.dirty = True
        self.wait(2)

    def open_log(self) -> None:
        """Open the log, if it is closed."""
        if not self.battle.is_log_open:
            self.battle.command("log")
            self.wait()

    def select(self, ident: str) -> None:
        """Show a model's card."""
        self.battle.selection.selected = ident
        self.battle.dirty = True
        self.wait()

    @property
    def pointer(self) -> tuple[float, float] | None:
        """The table point under the pointer, None off the board."""
        return self.battle.selection.point

    @property
    def page(self) -> str:
        """The name of the current page."""
        screen = self.screen
        kind = type(screen.guide if isinstance(screen, BattleScreen) and not screen.guide.is_game else screen)
        return PAGES.get(kind, kind.__name__)

    @property
    def covered(self) -> int | None:
        """The side that must confirm the curtain over the table, None without a curtain."""
        return self.battle.course.covered

    @covered.setter
    def covered(self, side: int | None) -> None:
        self.battle.course.covered = side

    def take(self, choice: Any) -> None:
        """Give an answer directly, without buttons and board."""
        self.battle.course.take(choice)

    def completed(self, answer: Answer) -> Answer:
        """Return what the controller gives first for an answer."""
        return self.battle.course.controller.complete((answer,))[0]

    def give(self, choice: Any) -> None:
        """Give an answer directly, and close the curtain or message after it."""
        self.take(choice)
        self.wait(2)
        self.uncover()

    def ask(self, decision: Decision) -> list[Any]:
        """Replace the pending decision of the game. Return the list that receives its legal answers."""
        battle, answers = self.battle, []
        battle.course.controller = controller_for(decision)(battle.selection, decision)

        def take(answer: Answer) -> None:
            battle.selection.refuse(decision.check(answer))
            if battle.selection.notice is None:
                answers.append(answer.to_json())

        battle.selection.give = take
        battle.dirty = True
        self.wait(2)
        return answers

    # --- Acting ---
    def post(self, *events: pygame.event.Event) -> None:
        self.frames += 1
        assert self.frames <= MOST_FRAMES, "the test waits for what never comes"
        self.app.step(events, TICK)
        self._unhurt()

    def wait(self, frames: int = 1) -> None:
        """Let frames pass, and all frames in which a result page draws its parts. Each but the last counts as drawn."""
        for number in range(frames):
            if number:
                self.pass_over()
            self.post()
        while isinstance(self.app.screen, ResultScreen) and self.app.screen.busy:
            self.post()

    def finish_jobs(self) -> None:
        """Let time pass until the window waits for no job. `press` and `key` do so, `click` and `post` don't."""
        for _ in until(lambda: self.app.job is None, 300):
            assert self.app.job is not None
            self.app.job.poll(1.0)
            self.wait()

    def _unhurt(self) -> None:
        """Check that no screen has failed, unless the test expects it. The window would survive it."""
        modal = self.app.modal
        assert self.daring or modal is None or modal.title != CLOSED, modal.text

    def move(self, pos: Sequence[float]) -> None:
        at = (round(pos[0]), round(pos[1]))
        self.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))

    def look(self) -> None:
        """Wait until clicks count."""
        while self.app.is_guarding_clicks or (isinstance(self.screen, BattleScreen) and self.screen.is_fresh):
            self.wait()
            self.pass_over()

    def click(self, pos: Sequence[float], button: int = 1) -> None:
        """Click, as a person who has seen the page."""
        self.look()
        at = (round(pos[0]), round(pos[1]))
        self.move(at)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.pass_over()
            self.post(pygame.event.Event(kind, pos=at, button=button))
        self.pass_over()
        self.wait(2)

    def place(self, pos: Sequence[float]) -> None:
        """Click a place that is shown first, and then again."""
        self.click(pos)
        self.click(pos)

    def drag(self, start: Sequence[float], *others: Sequence[float]) -> None:
        """Press at a place, and release at the last of other ones."""
        self.look()
        self.move(start)
        motions = [(pygame.MOUSEMOTION, place) for place in others]
        for kind, place in ((pygame.MOUSEBUTTONDOWN, start), *motions, (pygame.MOUSEBUTTONUP, others[-1])):
            at = (round(place[0]), round(place[1]))
            button = {"rel": (0, 0), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
            self.post(pygame.event.Event(kind, pos=at, **button))
        self.wait(2)

    def finger(self, kind: int, pos: Sequence[float], number: int = 0) -> pygame.event.Event:
        """Return an event of a finger on the screen: it lands, moves, or is lifted."""
        x, y = ((round(at) + 0.5) / length for at, length in zip(pos, self.app.size, strict=True))
        return pygame.event.Event(kind, touch_id=7, finger_id=number, x=x, y=y, dx=0.0, dy=0.0)

    def land(self, *places: Sequence[float]) -> None:
        """Put a finger on each place."""
        self.post(*(self.finger(pygame.FINGERDOWN, pos, number) for number, pos in enumerate(places)))

    def slide(self, *places: Sequence[float]) -> None:
        """Move each finger to a place."""
        self.post(*(self.finger(pygame.FINGERMOTION, pos, number) for number, pos in enumerate(places)))

    def lift(self, *places: Sequence[float]) -> None:
        """Take a finger from each place."""
        self.post(*(self.finger(pygame.FINGERUP, pos, number) for number, pos in enumerate(places)))
        self.wait(2)

    def tap(self, pos: Sequence[float]) -> None:
        """Tap with a finger, as a person who has seen the page."""
        self.look()
        self.land(pos)
        self.wait(4)
        self.lift(pos)
        self.finish_jobs()

    def swipe(self, start: Sequence[float], end: Sequence[float]) -> None:
        """Move a finger from a place to another one."""
        self.look()
        self.land(start)
        for share in (0.3, 0.6, 1.0):
            self.slide([a + share * (b - a) for a, b in zip(start, end, strict=True)])
        self.lift(end)

    def pinch(self, middle: Sequence[float], factor: float, apart: float = 60) -> None:
        """Move two fingers apart by a factor, or together."""
        (x, y), end = middle, apart * factor
        self.land((x - apart, y), (x + apart, y))
        self.slide((x - end, y), (x + end, y))
        self.lift((x - end, y), (x + end, y))

    def click_table(self) -> None:
        """Click the middle of the table, which ends a running animation."""
        self.click(self.battle.middle.center)

    def cancel(self) -> None:
        """Cancel what is unfinished with the right button, which opens nothing if nothing is."""
        self.click(self.battle.middle.center, 3)

    def press(self, name: str) -> None:
        self.click(self.widget(name).rect.center)
        self.finish_jobs()

    def key(self, key: int, mod: int = 0) -> None:
        """Press a key, as a person who has read the prompt."""
        self.wait()
        while self.app.is_guarding:
            self.pass_over()
            self.wait()
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self.pass_over()
            self.post(pygame.event.Event(kind, key=key, mod=mod, unicode=""))
        self.pass_over()
        self.wait(2)
        self.finish_jobs()

    def hold(self, key: int) -> None:
        self.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))

    def release(self, key: int) -> None:
        self.post(pygame.event.Event(pygame.KEYUP, key=key, mod=0))

    def wheel(self, steps: int) -> None:
        self.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=steps, precise_y=float(steps)))
        self.wait(2)

    # --- Procedures ---
    def setup(self, seats: tuple[str, str] = ("human", "human"), seed: str = "7") -> BattleScreen:
        """Start a game from the title, past the briefing, to the first decision."""
        self.press("new")
        for side, seat in enumerate(seats):
            self.seat(side, seat)
        field = self.widget("seed")
        self.click(field.rect.center)
        for _ in range(12):
            self.key(pygame.K_BACKSPACE)
        self.post(pygame.event.Event(pygame.TEXTINPUT, text=seed))
        self.begin()
        self.uncover()
        return self.battle

    def seat(self, side: int, seat: str) -> None:
        """Choose who plays a side, "" for the row that asks for a file."""
        choice = self.widget(f"seat {side}")
        assert isinstance(choice, SeatChoice)
        self.click(choice.rect.center)
        index = choice.seats.index(seat) if seat else len(choice.seats)
        assert choice.list is not None
        choice.list.scroll_to(index)
        self.click(choice.list.row_rect(index).center)

    def reply(self, text: str) -> None:
        """Answer the dialog with a text or a path, without its widgets."""
        answered, self.app.modal = self.app._answered, None
        answered(text)
        self.wait()
        self.finish_jobs()

    def begin(self) -> None:
        """Start the game, past its briefing if it can be played."""
        self.press("start")
        if isinstance(self.screen, BriefingScreen):
            self.press("go")

    def uncover(self) -> None:
        while self.battle.course.covered is not None:
            self.key(pygame.K_RETURN)

    def deploy_all(self) -> None:
        """Let both sides deploy everything."""
        while self.battle.session.match.decision and self.battle.session.match.decision.kind == "deploy":
            self.uncover()
            if self.battle.session.decision is not None:
                self.press("all")
            self.wait(4)
        self.wait(2)

    def answer_one(self) -> None:
        """Answer the pending decision by the suggested button, or move what must move."""
        battle = self.battle
        self.uncover()
        decision = battle.session.decision
        if decision is None:
            self.wait()
        elif decision.kind == "deploy":
            self.press("all")
        elif self.orders is None:
            self.key(pygame.K_RETURN)
        if decision is not None and self.asked is decision and self.orders is not None:
            self._follow_menu(self.orders)

    def _follow_menu(self, menu: NextOrder) -> None:
        """End the activation of the model, or give the next order that it needs, by a click if it is a move."""
        default, given = menu.default(), len(self.journal)
        if menu.check(End()) is None:
            self.press("end")
            return
        if isinstance(default, Move):
            pose = menu.model.pose.advanced(default.inches)
            self.camera = self.camera.focused(pose[:2])
            self.hold(pygame.K_LSHIFT)
            self.click(self.on(pose))
            self.release(pygame.K_LSHIFT)
        if len(self.journal) == given:  # A marker lies over the place, or something may answer the move.
            self.move((2, 2))
            self.key(pygame.K_RETURN)


def battle_at(pilot: Pilot, match: Match, seats: tuple[str, str] = ("human", "human")) -> BattleScreen:
    """Open a battle with a match."""
    battle = BattleScreen(pilot.app, Session(match, seats))
    pilot.app.show(battle)
    pilot.wait(2)
    return battle


def fighting(seed: int = 5) -> Match:
    """Return a game in its second turn. A ship with several attacks, some of them linked, is about to act."""

    def may_link(match: Match) -> bool:
        decision = match.decision
        acting = isinstance(decision, NextOrder) and match.state.turn >= 2 and decision.model.is_capital
        attacks = [option.choice[1] for option in decision.attacks()] if acting else []  # type: ignore[union-attr]
        return len(attacks) > 3 and any(len(mounts) > 1 for mounts in attacks)

    return reached(may_link, seed, ARMED)


def open_game(game: Staged) -> tuple[Pilot, BattleScreen]:
    """Open the window with a scripted game with manual dice."""
    pilot = Pilot()
    return pilot, battle_at(pilot, game.match)


def last(battle: BattleScreen) -> list[Any]:
    """Return the latest answer of the game."""
    choice: list[Any] = battle.session.match.journal[-1].choice
    return choice


def answers_given(battle: BattleScreen) -> int:
    """Return the number of answers in the journal of a game, whichever page is shown."""
    return len(battle.session.match.journal)
