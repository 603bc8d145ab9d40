"""The list of all lessons."""

from __future__ import annotations

from typing import Any

import pygame

from jovian.cards import CardError
from jovian.frozen import frozen
from jovian.lessons import Lesson, load_lesson
from jovian.ui.kit.boxes import NOWHERE, Box, button, item, panel, row, space, text
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import GOOD, PANEL_HIGH, TEXT, TEXT_FAINT, TEXT_SOFT, VOID, WARN, px
from jovian.ui.kit.widgets import ScrollList, draw_back
from jovian.ui.screens.navigation import ToTitle, ask_puzzle, open_lesson
from jovian.ui.screens.page import Page, framed
from jovian.ui.screens.screen import Host
from jovian.user_files.lesson_progress import LessonFile, LessonProgress, all_lessons, load_progress, own_lessons

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
