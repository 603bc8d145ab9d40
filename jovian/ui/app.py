"""The contents of the window, without the window itself: screens, dialogs, notices, and recovery after an error.

Nothing here reads a clock, the mouse, or the keyboard. Events and seconds are passed in, so that tests can drive it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from traceback import format_exception
from typing import Any

import pygame

from jovian.background import ThreadJob
from jovian.cards import art, load
from jovian.cards.files import one_line, shelf_stamp
from jovian.garbage import forget_games
from jovian.players.worker import DecisionWorker, InlineWorker
from jovian.rules.pages import RulePage, rule_pages
from jovian.session.session import Session
from jovian.ui.editor.fleet_bench import FleetBench
from jovian.ui.editor.unit_bench import UnitBench
from jovian.ui.editor.workbench import Workbench
from jovian.ui.headless import encode_picture
from jovian.ui.input import (
    EDITING,
    GUARD_SECONDS,
    OTHER_SIDE_GUARD_SECONDS,
    PRESSES,
    REPEATED,
    FingerInput,
    InputGate,
    ScrollPolicy,
)
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import WRITTEN, age_caches, clear_texts, draw_text, drop_old_surfaces, text_size
from jovian.ui.kit.forms import FileDialog, TextDialog
from jovian.ui.kit.keyboard import KEYBOARD
from jovian.ui.kit.linked_text import drawn_term_at
from jovian.ui.kit.sound import NO_SOUND_DEVICE, PRESS, PRESS_NOTE, REFUSE, SoundDevice, SoundPlayer
from jovian.ui.kit.theme import ACCENT, DANGER_DEEP, EDGE_HIGH, PANEL_HIGH, SCALE, TEXT, px
from jovian.ui.kit.widgets import Modal, Tooltip
from jovian.ui.lesson_guide import LessonGuide
from jovian.ui.puzzle_guide import PuzzleGuide
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.briefing import BriefingScreen
from jovian.ui.screens.colors_screen import ColorsScreen
from jovian.ui.screens.copy_screen import CopyScreen
from jovian.ui.screens.editor_screen import EditorScreen, empty_workbench
from jovian.ui.screens.fleet_builder import FleetScreen
from jovian.ui.screens.lessons_screen import LessonsScreen
from jovian.ui.screens.load_screen import LoadScreen
from jovian.ui.screens.lobby import FriendScreen, HostAgainScreen, InviteScreen, JoinScreen
from jovian.ui.screens.navigation import (
    ToBattle,
    ToBriefing,
    ToColors,
    ToCopy,
    ToEditor,
    ToFleets,
    ToFriend,
    ToHostAgain,
    ToInvite,
    ToJoin,
    ToKeys,
    ToLesson,
    ToLessons,
    ToNewGame,
    ToOptions,
    ToPlayers,
    ToPositionEdit,
    ToPuzzle,
    ToRehearsal,
    ToReplay,
    ToResult,
    ToRules,
    ToSaves,
    ToSettings,
    ToTitle,
    ToUnit,
    open_received,
)
from jovian.ui.screens.new_game import NewGameScreen, PlayersScreen
from jovian.ui.screens.position_edit import PositionEditScreen
from jovian.ui.screens.rehearsal import RehearsalNote, RehearsalScreen
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.screens.result import ResultScreen
from jovian.ui.screens.rules_screen import RulesScreen
from jovian.ui.screens.screen import Answered, Destination, Host, Pollable, Report, Screen, leave, leave_drafts
from jovian.ui.screens.settings_screen import KeysScreen, OptionsScreen, SettingsScreen
from jovian.ui.screens.table import TableScreen
from jovian.ui.screens.title import TitleScreen
from jovian.ui.screens.unit_editor import UnitScreen
from jovian.ui.session.keymap import ANSWERS, BY_NAME, Keymap
from jovian.ui.session.lesson_session import LessonSession
from jovian.ui.session.puzzle_session import PuzzleSession
from jovian.ui.session.rehearsals import BackgroundRehearsal
from jovian.ui.settings import Settings, save_settings
from jovian.user_files.save_writer import report, save_picture

# --- Screens of destinations ---


def _make_battle(app: Host, to: ToBattle) -> Screen:
    battle = BattleScreen(app, to.session)
    battle.course.begin(taken_up=to.taken_up)
    return battle


def _make_lesson(app: Host, to: ToLesson) -> Screen:
    return BattleScreen(app, LessonSession(to.run), partial(LessonGuide, file=to.file, run=to.run))


def _make_puzzle(app: Host, to: ToPuzzle) -> Screen:
    session = PuzzleSession(to.puzzle)
    return BattleScreen(app, session, partial(PuzzleGuide, file=to.file, session=session))


SCREENS: dict[type[Destination], Callable[[Host, Any], Screen]] = {
    ToTitle: lambda app, to: TitleScreen(app),
    ToNewGame: lambda app, to: NewGameScreen(app, to.file, to.ready, to.bench, is_hosted=to.is_hosted),
    ToFriend: lambda app, to: FriendScreen(app),
    ToInvite: lambda app, to: InviteScreen(app, to.setup, to.side, to.back, to.agreement),
    ToHostAgain: lambda app, to: HostAgainScreen(app, to.session, to.note),
    ToJoin: lambda app, to: JoinScreen(app, to.invite, to.back, is_watching=to.is_watching),
    ToOptions: lambda app, to: OptionsScreen(app, to.chosen, to.back),
    ToSaves: lambda app, to: LoadScreen(app, to.purpose),
    ToBriefing: lambda app, to: BriefingScreen(app, to.session, to.back, to.origin),
    ToBattle: _make_battle,
    ToEditor: lambda app, to: EditorScreen(app, to.workbench or app.workbench or empty_workbench(), to.back),
    ToFleets: lambda app, to: FleetScreen(app, to.bench, to.back, to.on_use),
    ToUnit: lambda app, to: UnitScreen(app, to.bench, to.back, to.on_saved),
    ToPositionEdit: lambda app, to: PositionEditScreen(app, to.session, to.back, to.on_done),
    ToPlayers: lambda app, to: PlayersScreen(app, to.session, to.back, to.on_chosen),
    ToReplay: lambda app, to: ReplayScreen(app, to.session, to.back, to.at, is_news=to.is_news),
    ToCopy: lambda app, to: CopyScreen(app, to.copy, to.back, to.file, to.at),
    ToRehearsal: lambda app, to: RehearsalScreen(app, to.of, to.back),
    ToResult: lambda app, to: ResultScreen(app, to.session, to.names, to.table),
    ToLessons: lambda app, to: LessonsScreen(app, to.chosen),
    ToLesson: _make_lesson,
    ToPuzzle: _make_puzzle,
    ToSettings: lambda app, to: SettingsScreen(app, to.back),
    ToKeys: lambda app, to: KeysScreen(app, to.back),
    ToRules: lambda app, to: RulesScreen(app, to.back, to.session, to.key, to.refusal, to.view),
    ToColors: lambda app, to: ColorsScreen(app, to.back),
}


def screen_at(app: Host, destination: Destination) -> Screen:
    """Return the screen that a destination leads to."""
    return SCREENS[type(destination)](app, destination)


# --- Errors ---

CLOSED = "This page was closed because of an error"
OK = (("yes", "OK", "primary"),)


class EmptyScreen(Screen):
    """An empty screen, used if the title itself fails. If this screen fails too, the program ends."""


def recover(app: Host, error: Exception) -> None:
    """Save the game, show where, and go back to the title. Raise the error again if there is no way back."""
    if isinstance(app.screen, EmptyScreen):
        raise error
    sentences = [f"{type(error).__name__}: {one_line(str(error), 160)}.", *_rescue_game(app)]
    sentences.append(report("error", ".txt", "".join(format_exception(error))))
    screen = _recovery_screen(app, app.game is None and isinstance(app.screen, TitleScreen))
    app.game = None
    app.show(screen)
    app.ask(CLOSED, " ".join(sentences), OK, lambda answer: _retry_title(app))


def _rescue_game(app: Host) -> list[str]:
    """Save the running game under its own name. Return the sentences about it."""
    game = app.game
    if game is None:
        return []
    try:
        name, problem = game.rescue()
    except Exception as error:  # The game itself may be broken.
        return [f"The game could not be saved ({type(error).__name__})."]
    return [f"{problem}."] if problem else [f"The game is saved as '{name}'."]


def _recovery_screen(app: Host, bare: bool) -> Screen:
    if bare:
        return EmptyScreen(app)
    try:
        return screen_at(app, ToTitle())
    except Exception:  # A file that the title reads may be broken.
        return EmptyScreen(app)


def _retry_title(app: Host) -> None:
    """Leave the empty screen for the title."""
    if isinstance(app.screen, EmptyScreen):
        app.go(ToTitle())


# --- App ---

WAIT_BEFORE_DIALOG = 0.3
"""Seconds that a job may take before its dialog is shown."""
TOAST_SECONDS = 4.0
"""Seconds for which a notice is shown."""
TOO_SOON = "That came too soon to answer this question. Do it again."
MAX_NOTICE = 1000
"""The maximum number of letters of a notice."""
ANYWHERE = ("fullscreen", "sound", "picture")
"""Commands that work on every screen, also over a dialog."""
MIN_SIZE = (960, 540)
"""The smallest size that is laid out. In a smaller window everything is drawn smaller."""


class App:
    """The whole program, without its window."""

    def __init__(
        self,
        size: tuple[int, int],
        settings: Settings | None = None,
        complaint: str = "",
        decision_worker: DecisionWorker | None = None,
        device: SoundDevice | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.sounds = SoundPlayer(device)
        PRESS_NOTE.take()
        self.size = self._usable_size(size)
        WRITTEN.clear(self.size)
        SCALE.set(self.settings.interface_scale(self.size))
        KEYBOARD.start(self.settings.caps)
        self.keymap = Keymap(self.settings.keys)
        self._gate, self._scrolling = InputGate(self._may_repeat, self._is_answer), ScrollPolicy()
        self._fingers = FingerInput(self._drag_button, self._keeps_pointer)
        self.running = True
        self.reopens = False
        """Whether the program starts again after the window has closed."""
        self.shift = self.ctrl = self.alt = False
        self.toast: tuple[str, bool] = ("", False)
        self._toast_left = 0.0
        self._pointer = (-1, -1)
        self._pressed_citation: RulePage | None = None
        """The rule of the citation on which a button is held, or None."""
        self.modal: Modal | None = None
        self._game: Session | None = None
        self.decision_worker: DecisionWorker = decision_worker or InlineWorker()
        """The worker in which computer players decide."""
        self.workbench: Workbench | None = None
        """The scenario edited last, unless it was discarded."""
        self.fleet_bench: FleetBench | None = None
        self.unit_bench: UnitBench | None = None
        """The fleet built last."""
        self.background: BackgroundRehearsal | None = None
        """The background rehearsal that runs now, or the last one."""
        self.rules_seen: list[str] = []
        """The pages of the rules that were looked at lately, the latest first."""
        self._rehearsal_note = RehearsalNote(self)
        self._answered: Answered = _ignore
        self.job: Pollable[Any] | None = None
        """The job that the window waits for."""
        self._job_modal: Modal | None = None
        self._job_done: Callable[[Any], None] = _ignore
        self._job_seconds = 0.0
        self._picture_job: ThreadJob[tuple[str, bool]] | None = None
        """The writing of a picture of the window."""
        self._shelf_stamp = shelf_stamp()
        """What the files of units, upgrades, and drawings looked like when they were read."""
        self._dirty = True
        self._drops_old = False
        """Whether cached drawings that the next picture doesn't use are dropped after it."""
        self.screen: Screen = screen_at(self, ToTitle())
        self.screen.layout(self.size)
        self._last_question, self._last_prompt = self._current_question(), self._current_prompt()
        self._last_side = -1
        """The side that had to answer last, -1 if none had."""
        if complaint:
            self.say(complaint, bad=True)
        elif self.keymap.dropped:
            labels = ", ".join(f"'{command.label}'" for command in self.keymap.dropped)
            self.say(f"Settings: no key was stored for {labels}. The default key is used again.")
        self.sounds.volume = self.settings.loudness  # Last, so that a complaint doesn't open the device at the start.

    @property
    def game(self) -> Session | None:
        """The running game, whatever page is shown over it. Another one ends it."""
        return self._game

    @game.setter
    def game(self, game: Session | None) -> None:
        if self._game is not None and self._game is not game:
            self._game.close()
        self._game = game

    @staticmethod
    def _usable_size(size: tuple[int, int]) -> tuple[int, int]:
        """Return a size of the same shape that can be laid out."""
        factor = max(1.0, MIN_SIZE[0] / max(1, size[0]), MIN_SIZE[1] / max(1, size[1]))
        return round(size[0] * factor), round(size[1] * factor)

    # --- Host of the screens ---
    def go(self, destination: Destination) -> None:
        """Make the screen of a destination, and change to it. It shows the cards that the files have now.

        At the title, cached drawings are dropped, except those that it draws itself, and what the rules have cached.
        """
        stamp = shelf_stamp()
        if stamp != self._shelf_stamp:
            self._shelf_stamp = stamp
            load.read_again()
            art.read_again()
        if isinstance(destination, ToTitle):
            age_caches()
            clear_texts()
            forget_games()
            self._drops_old = True
        self.show(screen_at(self, destination))

    def show(self, screen: Screen) -> None:
        WRITTEN.clear(self.size)
        self.screen = screen
        screen.layout(self.size)
        self._dirty = True

    def say(self, text: str, bad: bool = False) -> None:
        if bad:
            self.sounds.play(REFUSE)
        self.toast, self._toast_left, self._dirty = (one_line(text, MAX_NOTICE), bad), TOAST_SECONDS, True

    def ask(
        self, title: str, text: str, answers: Sequence[tuple[str, str, str]],
        answered: Answered = lambda answer: None, caps: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.modal = Modal("question", pygame.Rect((0, 0), self.size), title, text, answers, caps)
        self._answered, self._dirty = answered, True

    def ask_text(
        self, title: str, text: str, given: str, yes: str, answered: Answered,
        takes: Callable[[str], bool] = str.isprintable,
    ) -> None:  # fmt: skip
        self.modal = TextDialog("question", pygame.Rect((0, 0), self.size), title, text, given, yes, takes=takes)
        self._answered, self._dirty = answered, True

    def ask_file(self, title: str, folder: Path, ending: str, yes: str, answered: Answered) -> None:
        self.modal = FileDialog("question", pygame.Rect((0, 0), self.size), title, folder, ending, yes)
        self._answered, self._dirty = answered, True

    def open_file(self, path: str) -> None:
        """Open a save, a scenario, or a fleet. Show why, if a file can't be opened."""
        if self.modal is not None or not self.screen.take_file(Path(path)):
            open_received(self, Path(path))

    def wait_for(self, title: str, text: str, job: Pollable[Report], done: Callable[[Report], None]) -> None:
        """Show that a job runs, with a way to cancel it. The function gets the result unless the user cancels.

        For the first moment the dialog is hidden and takes no input. A game below it is paused, as under any dialog.
        """
        self.ask(title, text, (("no", "Cancel", "plain"),), lambda answer: self._end_job())
        self.job, self._job_done, self._job_modal, self._job_seconds = job, done, self.modal, 0.0

    def _end_job(self) -> None:
        if self.job is not None:
            self.job.cancel()
        self.job = self._job_modal = None

    def _poll_job(self, dt: float) -> None:
        """Pass the result of the job on, if it has ended."""
        assert self.job is not None
        self._job_seconds += dt
        if self.modal is not self._job_modal:  # Another dialog was opened meanwhile.
            self._end_job()
        elif (result := self.job.poll()) is not None:
            self.job = self._job_modal = self.modal = None
            self._dirty = True
            self._job_done(result)

    @property
    def _is_wait_hidden(self) -> bool:
        """Whether the dialog of a job is still hidden, since most jobs end at once."""
        return self.modal is not None and self.modal is self._job_modal and self._job_seconds < WAIT_BEFORE_DIALOG

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out for a window of another size."""
        if self._usable_size(size) != self.size:
            self.size = self._usable_size(size)
            self.relayout()

    def quit(self, *, reopen: bool = False) -> None:
        self.running, self.reopens = False, reopen

    def keep_settings(self) -> None:
        self.sounds.volume = self.settings.loudness
        self.write_settings()
        self.relayout()

    def write_settings(self) -> None:
        """Save changed settings. Bindings of commands that this version doesn't have stay."""
        unknown = {name: key for name, key in self.settings.keys.items() if name not in BY_NAME}
        self.settings.keys, self.settings.caps = unknown | self.keymap.own(), dict(KEYBOARD.caps)
        problem = save_settings(self.settings)
        if problem:
            self.say(problem, bad=True)

    def relayout(self) -> None:
        """Lay everything out for the current size and scale."""
        SCALE.set(self.settings.interface_scale(self.size))
        self.screen.layout(self.size)
        if self.modal is not None:
            self.modal.layout(pygame.Rect((0, 0), self.size))
        self._dirty = True

    # --- Main loop ---
    @property
    def busy(self) -> bool:
        """Whether the app continues without an event."""
        has_held_key = self._gate.repeating is not None or self._gate.is_guarding
        waiting = self.job is not None or self.is_taking_picture or self._fingers.is_waiting
        waiting = waiting or (self.game is not None and self.game.has_line)
        return self.screen.busy or self._toast_left > 0 or has_held_key or waiting

    @property
    def is_guarding(self) -> bool:
        """Whether keys don't answer the prompt yet, because it is too new to have been read."""
        return self._gate.is_guarding

    @property
    def is_guarding_clicks(self) -> bool:
        """Whether clicks don't answer yet, because the page or dialog has just come by itself."""
        return self._gate.is_guarding_clicks

    @property
    def is_taking_picture(self) -> bool:
        """Whether a picture of the window is being written."""
        return self._picture_job is not None

    @property
    def dirty(self) -> bool:
        """Whether anything has changed since the last picture."""
        return self._dirty or self.screen.stale or (self.modal is not None and self.modal.dirty)

    @property
    def caret(self) -> pygame.Rect | None:
        return self.screen.caret if self.modal is None else self.modal.caret

    def step(self, events: Sequence[pygame.event.Event], dt: float) -> None:
        """Handle events, and advance the time. An error in a screen only closes that screen.

        The previous question is on the screen by now. `take_unseen` takes the events from before that.
        """
        self._notice_question()
        self._gate.show()
        self._gate.wait(dt)
        self._fingers.wait(dt)
        try:
            self._take_all(events)
            self._advance(dt)
        except Exception as error:
            self._fingers.forget()
            recover(self, error)

    def take_unseen(self, events: Sequence[pygame.event.Event]) -> None:
        """Handle events that were queued before the latest picture was on the screen."""
        self._notice_question()
        try:
            self._take_all(events)
        except Exception as error:
            self._fingers.forget()
            recover(self, error)

    def _take_all(self, events: Sequence[pygame.event.Event]) -> None:
        has_acted = False
        for event in self._fingers.translate(map(KEYBOARD.translate, events), self.size):
            if has_acted and event.type in PRESSES:  # The press before may have changed the question.
                self.screen.update(0.0)
                self._notice_question()
            if not self._gate.admits(event):
                if self._gate.take_early() and self.job is None:
                    self.say(TOO_SOON)
            else:
                has_acted = has_acted or event.type != pygame.MOUSEMOTION
                self._take(event)
                if PRESS_NOTE.take():
                    self.sounds.play(PRESS)
                self._notice_question()

    def _advance(self, dt: float) -> None:
        self.sounds.advance(dt)
        repeated = self._gate.repeat(dt)
        if repeated is not None:
            self._route(repeated)
        self._scrolling.wait(dt)
        if self.job is not None:
            self._poll_job(dt)
        if self._picture_job is not None and (result := self._picture_job.poll()) is not None:
            self._picture_job = None
            line, is_bad = result
            self.say(line, bad=is_bad)
        if self.background is not None:
            self._dirty = self._rehearsal_note.news() or self._dirty
        if self.game is not None and (fault := self.game.keeper.take_fault()):
            self.say(fault, bad=True)
        is_shown = self.modal is None and isinstance(self.screen, BattleScreen)
        if self.game is not None and self.game.keep_up(is_shown=is_shown):
            self.screen.dirty = True
        if self._toast_left > 0:
            self._toast_left -= dt
            self._dirty = self._dirty or self._toast_left <= 0
        self.screen.update(dt)
        self._notice_question(by_itself=True)

    def _current_question(self) -> tuple[object, ...]:
        """Return what a press would answer now."""
        if self.modal is None:
            return self.screen, *self.screen.question
        return self.modal, self._is_wait_hidden, *self.modal.question

    def _current_prompt(self) -> tuple[int, Screen, Modal | None, object]:
        """Return the side that must answer (-1 if it is no side), the page, and what must be answered, or None."""
        side, prompt = (-1, None) if self.modal is not None else self.screen.prompt
        return side, self.screen, self.modal, prompt

    def _notice_question(self, *, by_itself: bool = False) -> None:
        """If the question has changed, ignore presses from before it is on the screen.

        `by_itself`: no press of the player has changed it.
        """
        prompt, old = self._current_prompt(), self._last_prompt
        if prompt != old:
            is_other_side = prompt[0] not in (-1, self._last_side)
            self._last_prompt, self._last_side = prompt, prompt[0] if prompt[0] != -1 else self._last_side
            is_asked = prompt[1:3] != old[1:3] or prompt[3] is not None  # A motion waits for no answer.
            seconds = OTHER_SIDE_GUARD_SECONDS if is_other_side else GUARD_SECONDS
            is_other_page = prompt[1:3] != old[1:3]
            clicks = by_itself if is_other_page else self.modal is None and self.screen.guards_clicks
            self._gate.guard(seconds if is_asked else 0.0, clicks=clicks)
        question, last = self._current_question(), self._last_question
        if question == last:
            return
        self._last_question, self._dirty = question, True
        if self._gate.change():
            self._let_go(last[0])

    def _let_go(self, last: object = None) -> None:
        """Release all held mouse buttons: drags end, and the release does nothing. `last`: the page before."""
        self._pressed_citation = None
        for page in {self.screen, last, self.modal}:
            if isinstance(page, Screen | Modal):
                page.let_go()

    def _drag_button(self, pos: tuple[int, int]) -> int:
        """Return the mouse button that drags something at a point, 0 if none does."""
        return (self.modal or self.screen).drag_button(pos)

    def _keeps_pointer(self, pos: tuple[int, int]) -> bool:
        """Return whether the pointer stays after a tap: on a table, or to show why a widget is disabled."""
        group = self.modal.buttons if self.modal is not None else self.screen.group_at(pos)
        widget = group.at(pos)
        is_on_table = self.modal is None and self.screen.is_table_at(pos)
        return is_on_table or (widget is not None and not widget.enabled)

    def _is_answer(self, event: pygame.event.Event) -> bool:
        """Return whether a key answers prompts: it confirms, declines, ends an activation, or picks by number."""
        command = self.keymap.command(event)
        is_same = self.modal is None and self.screen.is_same_answer(command)
        return self.caret is None and command in ANSWERS and not is_same

    def _may_repeat(self, event: pygame.event.Event) -> bool:
        """Return whether a held key repeats: it pans, zooms, turns a model, or edits text."""
        if self.caret is not None:
            return event.key in EDITING
        return not self.screen.grabbing and self.keymap.command(event) in REPEATED

    def _take(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            leave(self, lambda: leave_drafts(self, self.quit))
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWRESIZED):
            self.resize((event.w, event.h) if event.type == pygame.VIDEORESIZE else (event.x, event.y))
        elif event.type == pygame.DROPFILE:
            self.open_file(event.file)
        elif event.type == pygame.WINDOWEXPOSED:
            self._dirty = True
        elif event.type in (pygame.FINGERDOWN, pygame.WINDOWFOCUSLOST):
            if self._gate.is_holding:
                self._let_go()
                self.screen.drop_held()
        elif event.type == pygame.KEYDOWN and self.keymap.command(event) in ANYWHERE and not self.screen.grabbing:
            self._switch(self.keymap.command(event))
        else:
            if event.type == pygame.MOUSEMOTION:
                before, self._pointer = self._pointer, event.pos
                self._dirty |= any(
                    at(before) != at(event.pos) for at in (WRITTEN.cut_at, WRITTEN.cited_at, self.term_at)
                )
            self._modifiers(event)
            if event.type == pygame.MOUSEWHEEL:
                pans = self._scrolling.pans(event, self.settings.scrolling, self.ctrl)
                event = pygame.event.Event(event.type, {**event.dict, "pans": pans})
            self._route(event)

    def _switch(self, command: str) -> None:
        """Switch full screen or the sound by its key, or save a picture of the window."""
        if command == "picture":
            self._take_picture()
            return
        if command == "fullscreen":
            self.settings.fullscreen = not self.settings.fullscreen
            self.keep_settings()
            return
        self.settings.sound = not self.settings.sound
        self.keep_settings()
        self.sounds.play(PRESS)
        state = "Sound is off." if not self.settings.sound else "Sound is on."
        self.say(state if not self.settings.sound or self.sounds.has_device else NO_SOUND_DEVICE)

    def _take_picture(self) -> None:
        """Save a picture of the window in the background, and then say where it is."""
        surface = pygame.Surface(self.size, 0, 32)
        self._toast_left = 0.0
        self.screen.finish()
        self._draw(surface)
        self._picture_job = ThreadJob(lambda: save_picture(lambda: encode_picture(surface, "window.png")))

    def _modifiers(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.KEYUP):
            is_down = event.type == pygame.KEYDOWN
            if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
                self.shift = is_down
            elif event.key in (pygame.K_LCTRL, pygame.K_RCTRL):
                self.ctrl = is_down
            elif event.key in (pygame.K_LALT, pygame.K_RALT):
                self.alt = is_down
        elif event.type == pygame.WINDOWFOCUSLOST:  # Alt+Tab
            self.alt = False

    def _cited_page(self, *, with_tooltip: bool = False) -> RulePage | None:
        """Return the rule that the drawn text under the pointer cites, or also a tooltip, or None.

        The rules themselves have links of their own.
        """
        cited = WRITTEN.cited_at(self._pointer)
        text = cited[1] if cited is not None else WRITTEN.tooltip if with_tooltip else ""
        if not text or self.modal is not None or isinstance(self.screen, RulesScreen):
            return None
        return rule_pages().cited_page(text)

    def term_at(self, pos: tuple[int, int], *, only_links: bool = False) -> tuple[RulePage, pygame.Rect] | None:
        """Return the page of the term of the rules that is drawn at a point, and its place, or None."""
        if self.modal is not None or isinstance(self.screen, RulesScreen) or self.screen.is_table_at(pos):
            return None
        return drawn_term_at(pos, only_links=only_links)

    def _linked_page(self) -> RulePage | None:
        """Return the page that a click at the pointer opens, or None."""
        term = self.term_at(self._pointer, only_links=True)
        return self._cited_page() or (term[0] if term is not None else None)

    def _open_citation(self, event: pygame.event.Event) -> bool:
        """Open the rule of a citation by a click on it, or by the key for rules. Return whether the event was used.

        Outside tables, the key also opens the rule that a tooltip cites.
        """
        if event.type == pygame.KEYDOWN and self.keymap.command(event) == "help" and not self.screen.grabbing:
            with_tooltip = not isinstance(self.screen, TableScreen)  # A table knows more about the pointer.
            page = self._cited_page(with_tooltip=with_tooltip) if self.caret is None else None
            if (
                page is None
                and with_tooltip
                and self.caret is None
                and (term := self.term_at(self._pointer)) is not None
            ):
                page = term[0]
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button == 1:
            self._pointer = event.pos
            page, pressed, self._pressed_citation = self._linked_page(), self._pressed_citation, None
            if event.type == pygame.MOUSEBUTTONDOWN:
                self._pressed_citation = page
                return page is not None
            if page is not pressed:
                return False
        else:
            return False
        if page is not None and isinstance(self.screen, TableScreen):
            self.screen.open_rules(page)
        elif page is not None:
            self.go(ToRules(self.screen, key=page.key))
        return page is not None

    def _route(self, event: pygame.event.Event) -> None:
        if self._open_citation(event):
            return
        if self.modal is None:
            rehearsal = self._rehearsal_note.pressed(event, self.screen) if self.background is not None else None
            if rehearsal is not None:
                self.go(ToRehearsal(rehearsal.of, self.screen))
            else:
                self.screen.handle(event)
            return
        if self._is_wait_hidden and event.type in PRESSES:
            return
        action = self.modal.handle(event)
        if action is not None:
            answered, self.modal = self._answered, None
            self._dirty = True
            answered(str(action.value))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the screen, then notices and dialogs. An error in a screen only closes that screen."""
        try:
            self._draw(surface)
        except Exception as error:
            recover(self, error)

    def _draw(self, surface: pygame.Surface) -> None:
        WRITTEN.clear(surface.get_size())
        Tooltip.rules_key = self.keymap.key_label("help")
        self.screen.draw(surface)
        self._rehearsal_note.draw(surface, self.screen)
        if self.modal is None and (tip := self.screen.tooltip()) is not None:
            tip[0].draw(surface, tip[1])
        cut = WRITTEN.cut_at(self._pointer)
        if cut is not None and self.modal is None:
            Tooltip.of(cut[1]).draw(surface, cut[0])
        if self._toast_left > 0:
            self._draw_toast(surface)
        if self._cited_page() is not None and (cited := WRITTEN.cited_at(self._pointer)) is not None:
            surface.fill(TEXT, (cited[0].left, cited[0].bottom - px(3), cited[0].width, px(1)))
        elif (term := self.term_at(self._pointer)) is not None:
            surface.fill(ACCENT, (term[1].left, term[1].bottom - px(3), term[1].width, px(1)))
        if self.modal is not None and not self._is_wait_hidden:
            self.modal.draw(surface)
        self._dirty = False
        if self._drops_old:
            drop_old_surfaces()
            self._drops_old = False

    def _draw_toast(self, surface: pygame.Surface) -> None:
        text, is_error = self.toast
        width = min(self.size[0] - px(40), text_size(text, "body")[0] + px(36))
        rect = pygame.Rect(0, 0, width, px(36))
        rect.midtop = (self.size[0] // 2, px(58))
        WRITTEN.cover(rect)
        draw_box(surface, rect, DANGER_DEEP if is_error else PANEL_HIGH, radius=px(8), border=EDGE_HIGH, alpha=245)
        draw_text(surface, rect.center, text, "body", anchor="center", width=width - px(20))


def _ignore(answer: str) -> None:
    """Ignore an answer."""
