"""Lessons: the list of all lessons, and the battle screen on which one is played."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from jovian.cards import CardError
from jovian.frozen import frozen
from jovian.lessons import LEARNER, Highlight, Lesson, LessonRun, load_lesson
from jovian.players.worker import InlineWorker
from jovian.ui.board import Brackets, Overlay, PointLabel, Ring
from jovian.ui.kit.boxes import NOWHERE, Box, button, item, panel, row, space, text
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.sound import REFUSE
from jovian.ui.kit.theme import BLADE, GOOD, PANEL_HIGH, TEXT, TEXT_FAINT, TEXT_SOFT, VOID, WARN, px
from jovian.ui.kit.widgets import ScrollList, Signal, draw_back
from jovian.ui.panels.lesson_strip import AGAIN, BACK, CONTINUE, FIRST_GAME, LEAVE, NEXT, SHOW, StripPage
from jovian.ui.panels.panel import CanvasPanel, Press, find_press
from jovian.ui.questions.coach import COACH_COMMAND
from jovian.ui.questions.controller import Controller
from jovian.ui.questions.menu import MenuController
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.navigation import ToLessons, ToSettings, ToTitle, ask_puzzle, open_lesson, start_first_game
from jovian.ui.screens.page import Page, framed
from jovian.ui.screens.screen import Host
from jovian.ui.session.lesson_session import LessonSession
from jovian.user_files.lesson_progress import (
    LessonFile,
    LessonProgress,
    all_lessons,
    load_progress,
    own_lessons,
    save_progress,
)

# --- A lesson ---

RING = 0.8
"""The radius in inches of the ring around a highlighted place."""
OFF = (COACH_COMMAND, "save", "load", "plans", "keep plan", "rehearse", "undo")
"""Commands that a lesson doesn't have."""
FINISHED = "You have finished this lesson. You can play it again at any time."
FINISHED_LAST = (
    "You have finished the last lesson. Now play a small game: a ship and two squadrons on each side, four turns, "
    "against the cadet, the gentlest computer player."
)
SECOND_CLICK, SECOND_CLICK_REACH = 0.4, 8
"""A second click within these seconds after a step has come, and these pixels of the first, isn't meant for it."""
MENU_TEXT = "The lesson remembers its step. You can resume it from the list of lessons."


class ReadingController(Controller):
    """The controller while the player reads: it asks nothing."""

    is_over = False
    """Whether the lesson is over."""

    @property
    def title(self) -> str:
        return "The lesson is over" if self.is_over else "Read the lesson above the board"

    @property
    def hint(self) -> str:
        return "Choose above what comes next." if self.is_over else "Then press Continue there."


class LessonScreen(BattleScreen):
    """A battle that is a lesson, with its strip above the board."""

    has_coach = False

    def __init__(self, app: Host, file: LessonFile, run: LessonRun) -> None:
        self.file, self.run = file, run
        self._shown_at = -1
        """The step that the panel shows. It changes when the animation has ended."""
        self._revealed: tuple[int, str] = (-1, "")
        """The step and the sheet that was scrolled to its lit answer."""
        self._step_seconds = 0.0
        """How long the panel has shown it."""
        self._clicked_at: tuple[int, int] | None = None
        """Where the player clicked last, None before the first click."""
        super().__init__(app, LessonSession(run))
        app.game, self.session.thinking.decision_worker = None, InlineWorker()
        self.session.autosaves = lambda: False
        self.course.has_shown_result = True  # The panel ends a lesson, not the result page.

    @property
    def controller(self) -> Controller:
        """The controller of the current question, or of reading."""
        if not self.run.is_reading or self.course.controller.decision is not None:
            return self.course.controller
        reading = ReadingController(self.selection, None)
        reading.is_over = self.run.is_over
        return reading

    # --- Layout ---
    def refresh(self) -> None:
        """Update all panels. A complaint of the lesson is in its own panel only."""
        notice = self.selection.notice
        if notice is not None and notice.reason == self.run.complaint:
            self._begin_again()
        super().refresh()
        self._reveal_lit()

    def _reveal_lit(self) -> None:
        """Scroll a new sheet to the lit answer, if that is out of sight."""
        key = (self.run.at, self.context.content.title)
        if key == self._revealed:
            return
        self._revealed = key
        for name in self._lit_buttons:
            if not self.context.reveal(name) and self.controller.reveal(name):
                super().refresh()
                self.context.reveal(name)

    def _prepare(self) -> None:
        """Select what the step says, so that it begins the same after a click, Show me, Back, and a mistake."""
        step = self.run.step
        if step.selected:
            self.select(step.selected)
        if step.aimed:
            weapon, target = step.aimed
            while self.selection.weapons and self.controller.take_weapon(self.selection.weapons[0]):
                pass  # A chosen weapon is dropped.
            self.controller.take_weapon(weapon)
            self.controller.take_target(target)

    def layout(self, size: tuple[int, int]) -> None:
        self.strip.pages = [self._page_of(at) for at in range(len(self.run.lesson.steps) + 1)]
        super().layout(size)

    def show_strip(self) -> None:
        """Show the current step, and remember it."""
        run = self.run
        if run.at != self._shown_at:
            self._shown_at, self._step_seconds = run.at, 0.0
            self.threats.is_detailed = any(mark.panel == "threats" for mark in run.step.show)
            if not run.is_over:
                self._prepare()
            self._remember()
        self.strip.show(replace(self._page_of(run.at), complaint="" if run.is_over else run.complaint))

    def _page_of(self, at: int) -> StripPage:
        """Return what the strip shows in a step, or after the last one."""
        number = f"Lesson {self.file.path.stem.partition('-')[0]} · " if not self.file.is_own else ""
        title, count = f"{number}{self.run.lesson.title}", len(self.run.lesson.steps)
        if at >= count:
            following, is_last = self._following, self._is_last
            start_again = partial(open_lesson, self.app, self.file, 0)
            again = Press(AGAIN, "Again", start_again, hint="Play this lesson again from its beginning")
            leave_hint, chosen = "Go to the list of lessons", ToLessons((following or self.file).key)
            leave = Press(LEAVE, "All lessons", partial(self.app.go, chosen), hint=leave_hint)
            buttons: tuple[Press | str, ...] = (again, leave)
            if is_last:
                buttons = (*buttons, Press(FIRST_GAME, "Play a small game", self._go_on, "primary"))
            elif following is not None:
                buttons = (*buttons, Press(NEXT, "Next lesson", self._go_on, "primary", hint=following.key))
            say = FINISHED_LAST if is_last else FINISHED
            return StripPage(title, "done", say, at=count, count=count, buttons=buttons)
        # Each button has a place of its own, so that a further click never presses another one.
        step = self.run.lesson.steps[at]
        show = Press(SHOW, "Show me", self._show)
        show = Press(CONTINUE, "Continue", self._continue, "primary") if step.is_read else show
        hint = "Go to the list of lessons. You can resume the lesson there."
        leave = Press(LEAVE, "Leave", partial(self.app.go, ToLessons(self.file.key)), hint=hint)
        back = Press(BACK, "Back", self._go_back, hint="Go to the step before") if at else "Back"
        return StripPage(title, f"step {at + 1} of {count}", step.say, step.task, "", at, count, (back, show, leave))

    def _remember(self) -> None:
        """Save how far the player got."""
        key, is_over = self.file.key, self.run.is_over
        was_done = load_progress()[0].get(key, LessonProgress()).done
        problem = save_progress(key, LessonProgress(0 if is_over else self.run.at, is_over or was_done))
        if problem:
            self.app.say(problem, bad=True)

    @property
    def _following(self) -> LessonFile | None:
        """The lesson after this one, or None."""
        files = all_lessons()
        at = next((number for number, file in enumerate(files) if file.key == self.file.key), len(files))
        return files[at + 1] if at + 1 < len(files) else None

    @property
    def _is_last(self) -> bool:
        """Whether this is the last lesson that comes with the game."""
        return not self.file.is_own and (self._following is None or self._following.is_own)

    # --- Input ---
    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event as every battle does. Ignore the second click of a pair whose first one ended a step."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            last, self._clicked_at = self._clicked_at, event.pos
            is_near = last is None or math.dist(last, event.pos) <= px(SECOND_CLICK_REACH)
            if is_near and self._step_seconds < SECOND_CLICK:
                return
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._clicked_at = event.pos  # A drag ends elsewhere.
        super().handle(event)

    @property
    def question(self) -> tuple[object, ...]:
        return (*super().question, self._shown_at)

    @property
    def prompt(self) -> tuple[int, object]:
        return LEARNER, (self._shown_at, super().prompt)

    def act(self, action: Signal) -> None:
        at, is_in_dock = self.run.at, any(press.name == action.name for press in self.bar.presses)
        super().act(action)
        if is_in_dock:
            self._note_press(at)
        self._ask_again()

    def command(self, name: str) -> None:
        if name in OFF:
            self.selection.refuse(None if name != "undo" else self.session.can_undo())
        elif name == "confirm" and self.run.is_over:
            self._go_on()
        elif name == "confirm" and self.run.is_reading and not self.animation.running:
            self._continue()
        else:
            press, at = find_press(self.bar.presses, name), self.run.at
            super().command(name)
            if press is not None and press.refusal is None:
                self._note_press(at)
                self._ask_again()

    def battle_commands(self) -> dict[str, Callable[[], object]]:
        return {**super().battle_commands(), "menu": self._open_menu}

    def _go_on(self) -> None:
        """Continue after the lesson: with the next one, or after the last one with a small game."""
        if self._is_last:
            start_first_game(self.app)
        elif self._following is not None:
            open_lesson(self.app, self._following)

    def clicked(self) -> None:
        at, selected = self.run.at, self.selection.selected
        super().clicked()
        self._note_pointer()
        looks = self.run.is_reading and self.selection.selected != selected  # A reader may look at other cards.
        if at == self.run.at and not self._awaits_answer and not looks:
            self._complain()

    def released(self) -> None:
        """Handle the end of a click. If the ship can't go there, say what to do."""
        controller = self.controller
        was_held = isinstance(controller, MenuController) and controller.mover.held is not None
        if not controller.release() and was_held:
            self._complain()

    @property
    def _awaits_answer(self) -> bool:
        """Whether the step ends with an answer or an event, so that clicks may be part of it."""
        until = None if self.run.is_reading else self.run.step.until
        return until is not None and bool(until.answer or until.event)

    def _note_press(self, at: int) -> None:
        """Note that a button was pressed in a step, which may have ended it."""
        self._note_pointer()
        if self.run.at == at and not self._awaits_answer:
            self._complain()

    def _complain(self) -> None:
        if not self.run.is_over and not self.run.is_answering:
            self.run.complain()
            self._begin_again()

    def _begin_again(self) -> None:
        """Drop what the player has chosen, because something was wrong with it."""
        self.app.sounds.play(REFUSE)
        if not self.run.is_reading:
            self.selection.weapons, self.selection.target = (), ""
            self.course.ask()
            self._prepare()
        self.dirty = True

    def cancel_unfinished(self) -> bool:
        """Cancel what is unfinished, but not what the step begins with."""
        had_any = super().cancel_unfinished()
        if had_any and not self.run.is_reading:
            self._prepare()
        return had_any

    def _note_pointer(self) -> None:
        """Note the models that are selected, pointed at, and aimed at."""
        selection = self.selection
        noted = {"select": selection.selected, "point": selection.hovered, "aim": selection.target}
        if not self.animation.running and any(self.run.do(kind, name) for kind, name in noted.items()):
            self._ask_again()

    def _ask_again(self) -> None:
        """Show the decision again if it may be answered now, or no longer."""
        has_decision = self.session.decision is not None
        if not self.animation.running and (self.controller.decision is not None) != has_decision:
            self.course.ask()
        self.dirty = True

    def _go_back(self) -> None:
        """Go to the step before."""
        open_lesson(self.app, self.file, max(0, self.run.at - 1))

    def _continue(self) -> None:
        self.run.read_on()
        self._ask_again()

    def _show(self) -> None:
        """Do the step for the player."""
        until = self.run.step.until
        if until is None or self.animation.running:
            return
        self.run.show()
        self.selection.refuse(None)
        if until.select:
            self.select(until.select)
        elif until.aim:
            self.controller.click(self.shown.models[until.aim].pose[:2], until.aim)
        elif until.point:
            self.run.do("point", until.point)
        self._note_pointer()
        self.course.ask() if until.answer or until.event else self._ask_again()

    def _open_menu(self) -> None:
        app, following = self.app, self._following
        presses = [
            Press("resume", "Resume", lambda: None, "primary"),
            Press("again", "Start again", partial(open_lesson, app, self.file, 0)),
            Press("settings", "Settings", lambda: app.go(ToSettings(self))),
            Press("leave", "Leave lesson", partial(app.go, ToLessons(self.file.key)), "danger"),
        ]
        if following is not None:
            presses.insert(2, Press("next", "Skip to the next lesson", partial(open_lesson, app, following)))
        self.ask(self.run.lesson.title, MENU_TEXT, presses)

    def update(self, dt: float) -> None:
        self._step_seconds += dt
        self._note_pointer()
        super().update(dt)

    @property
    def busy(self) -> bool:
        return super().busy or self._step_seconds < SECOND_CLICK

    # --- Highlights ---
    @property
    def _is_awaiting(self) -> bool:
        """Whether the step is shown, and the player may do it."""
        run = self.run
        return self._shown_at == run.at and not (run.is_over or run.is_answering or self.animation.running)

    @property
    def _marks(self) -> tuple[Highlight, ...]:
        """What the step highlights, besides the buttons that give its answer."""
        return self.run.step.marks if self._is_awaiting else ()

    @property
    def _lit_buttons(self) -> list[str]:
        """The names of the buttons that the step highlights: those in its file, and those that give its answer."""
        if not self._is_awaiting:
            return []
        right = [press.name for press in self._presses if press.refusal is None and self.run.is_awaited(press.do)]
        return [*(mark.button for mark in self._marks if mark.button), *right]

    def overlays(self) -> tuple[Overlay, ...]:
        overlays = list(super().overlays())
        for mark in self._marks:
            model, point = self.shown.models.get(mark.model), mark.place
            if model is not None and model.is_on_table:
                overlays.append(Brackets(model.base, model.pose, "lit"))
                point = model.pose[:2]
            elif point is not None:
                overlays.append(Ring(point, RING, "lit"))
            if mark.note and point is not None:
                overlays.append(PointLabel(point, mark.note, "lit"))
        return tuple(overlays)

    def draw_floating(self, surface: pygame.Surface) -> None:
        super().draw_floating(surface)
        groups = (self.bar.group, self.context.group, self.icons.group)
        names, widgets = self._lit_buttons, [widget for group in groups for widget in group.widgets]
        rects = [widget.rect for widget in widgets if widget.visible and widget.name in names]
        for rect in (*rects, *self._lit_panels()):
            pygame.draw.rect(surface, BLADE, rect.inflate(px(6), px(6)), px(3), px(8))

    def _lit_panels(self) -> list[pygame.Rect]:
        """Return the rectangles of the highlighted parts of the window that are visible."""
        parts: dict[str, CanvasPanel] = {
            "card": self.card, "log": self.log_line, "roster": self.roster, "objectives": self.top, "top": self.top,
            "dock": self.bar, "odds": self.context, "threats": self.context,
        }  # fmt: skip
        rects = [parts[mark.panel].rect for mark in self._marks if mark.panel]
        return [rect.inflate(-px(8), -px(8)) for rect in rects if rect.height > px(8)]


# --- The list ---

HINTS = "Each lesson takes about two minutes. A lesson that you leave resumes at the same step."
NO_OWN = "Lessons of your own go to {folder}."
PUZZLE_HINT = "Opens the file of a puzzle: find the best activation at one moment of a game."


@frozen
class LessonRow:
    """A row of the list: a lesson with its progress, or a file that can't be played."""

    file: LessonFile
    lesson: Lesson | None
    fault: str
    progress: LessonProgress

    @property
    def state(self) -> str:
        """The state of the lesson in words."""
        if self.lesson is None:
            return "can't be played"
        if self.progress.step:
            return f"at step {self.progress.step + 1} of {len(self.lesson.steps)}"
        return "done" if self.progress.done else ""


class LessonsScreen(Page):
    """The page with the list of lessons."""

    def __init__(self, app: Host, chosen: str = "") -> None:
        super().__init__(app)
        progress, fault = load_progress()
        self.rows = [_read_row(file, progress.get(file.key, LessonProgress())) for file in all_lessons()]
        keys = [row.file.key for row in self.rows]
        first = next((n for n, row in enumerate(self.rows) if not row.progress.done and row.lesson), 0)
        self.chosen = keys.index(chosen) if chosen in keys else first
        if fault:
            app.say(fault, bad=True)

    def compose(self) -> Box:
        chosen = self.rows[self.chosen] if self.rows else None
        is_begun = chosen is not None and chosen.progress.step > 0
        lessons = ScrollList("lessons", NOWHERE, _draw_row, row=px(52))
        lessons.set_items(self.rows)
        lessons.chosen = self.chosen if self.rows else -1
        fault = chosen.fault if chosen is not None else "No lessons"
        note, color = (fault, WARN) if fault else (NO_OWN.format(folder=own_lessons()), TEXT_FAINT)
        body = panel(
            "", text("Lessons", "heading"), text(HINTS, "small", TEXT_SOFT), item(lessons, self._choose, grow=1),
            text(note, "small", color), gap=8, grow=1,
        )  # fmt: skip
        foot = row(
            button("back", "Back", self.cancel, width=140),
            button("puzzle", "Open a puzzle", lambda: ask_puzzle(self.app), hint=PUZZLE_HINT, width=160), space(),
            button("again", "Start again", lambda: self._start(0), width=180) if is_begun else None,
            button("start", "Resume" if is_begun else "Start", self._start, kind="primary", key=pygame.K_RETURN,
                   reason=fault, width=200), gap=10,
        )  # fmt: skip
        return framed(body, width=860, foot=foot)

    def _choose(self, number: int) -> None:
        self.chosen = number

    def _start(self, at: int | None = None) -> None:
        open_lesson(self.app, self.rows[self.chosen].file, at)

    def cancel(self) -> None:
        self.app.go(ToTitle())


def _read_row(file: LessonFile, progress: LessonProgress) -> LessonRow:
    try:
        lesson = load_lesson(file.path)
    except CardError as error:
        return LessonRow(file, None, str(error), progress)
    at = progress.step if progress.step < len(lesson.steps) else 0
    return LessonRow(file, lesson, "", LessonProgress(at, progress.done))


def _draw_row(surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
    draw_back(surface, rect, hovered, chosen)
    mark = pygame.Rect(rect.left + px(14), rect.top + px(16), px(20), px(20))
    number = "" if row.file.is_own else row.file.path.stem.partition("-")[0]
    draw_box(surface, mark, GOOD if row.progress.done else PANEL_HIGH, radius=px(10))
    if row.progress.done:
        points = [(mark.left + px(5), mark.centery), (mark.left + px(9), mark.bottom - px(6)),
                  (mark.right - px(5), mark.top + px(6))]  # fmt: skip
        pygame.draw.lines(surface, VOID, False, points, px(2))
    else:
        draw_text(surface, mark.center, number, "label", TEXT_SOFT, anchor="center")
    end = rect.right - px(16)
    color = WARN if row.lesson is None else GOOD if row.progress.done and not row.progress.step else TEXT_SOFT
    state = draw_text(surface, (end, rect.top + px(9)), row.state, "small", color, anchor="topright")
    left = mark.right + px(14)
    title = row.lesson.title if row.lesson is not None else row.file.path.name
    summary = row.lesson.summary if row.lesson is not None else row.fault
    draw_text(surface, (left, rect.top + px(7)), title, "strong", TEXT, width=state.left - left - px(8))
    draw_text(surface, (left, rect.top + px(27)), summary, "small", TEXT_SOFT, width=end - left)
