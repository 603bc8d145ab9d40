"""The guide of a lesson: its steps in the strip above the board, what they highlight, and what they allow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pygame

from jovian.lessons import LEARNER, Highlight, LessonRun
from jovian.ui.board import Brackets, Overlay, PointLabel, Ring
from jovian.ui.kit.sound import REFUSE
from jovian.ui.kit.theme import BLADE, px
from jovian.ui.panels.lesson_strip import AGAIN, BACK, CONTINUE, FIRST_GAME, LEAVE, NEXT, SHOW, StripPage
from jovian.ui.panels.panel import CanvasPanel, Press
from jovian.ui.questions.controller import Controller
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.guide import Guide, IdleController
from jovian.ui.screens.navigation import ToLessons, ToSettings, open_lesson, start_first_game
from jovian.user_files.lesson_progress import LessonFile, LessonProgress, all_lessons, load_progress, save_progress

RING = 0.8
"""The radius in inches of the ring around a highlighted place."""
FINISHED = "You have finished this lesson. You can play it again at any time."
FINISHED_LAST = (
    "You have finished the last lesson. Now play a small game: a ship and two squadrons on each side, four turns, "
    "against the cadet, the gentlest computer player."
)
SECOND_CLICK, SECOND_CLICK_REACH = 0.4, 8
"""A second click within these seconds after a step has come, and these pixels of the first, isn't meant for it."""
MENU_TEXT = "The lesson remembers its step. You can resume it from the list of lessons."


class LessonGuide(Guide):
    """The guide of a lesson."""

    is_game = False

    def __init__(self, table: BattleScreen, file: LessonFile, run: LessonRun) -> None:
        self.file, self.run = file, run
        self._table = table
        self._at = -1
        """The step that the strip shows. It changes when the animation has ended."""
        self._revealed: tuple[int, str] = (-1, "")
        """The step and the sheet that was scrolled to its lit answer."""
        self._step_seconds = 0.0
        """How long the strip has shown the step."""
        self._clicked_at: tuple[int, int] | None = None
        """Where the player clicked last, None before the first click."""

    @property
    def idle(self) -> Controller | None:
        if not self.run.is_reading or self._table.course.controller.decision is not None:
            return None
        if self.run.is_over:
            return IdleController(self._table.selection, "The lesson is over", "Choose above what comes next.")
        return IdleController(self._table.selection, "Read the lesson above the board", "Then press Continue there.")

    # --- Strip ---
    @property
    def pages(self) -> Sequence[StripPage]:
        return [self._page_of(at) for at in range(len(self.run.lesson.steps) + 1)]

    def refresh(self) -> None:
        """Show the current step, and remember it. A complaint of the lesson is in the strip only."""
        run, notice = self.run, self._table.selection.notice
        if notice is not None and notice.reason == run.complaint:
            self._begin_again()
        if run.at != self._at:
            self._at, self._step_seconds = run.at, 0.0
            self._table.threats.is_detailed = any(mark.panel == "threats" for mark in run.step.show)
            if not run.is_over:
                self.prepare()
            self._remember()
        self._table.strip.show(replace(self._page_of(run.at), complaint="" if run.is_over else run.complaint))

    def reveal(self) -> None:
        """Scroll a new sheet to the lit answer, if that is out of sight."""
        table = self._table
        key = (self.run.at, table.context.content.title)
        if key == self._revealed:
            return
        self._revealed = key
        for name in self._lit_buttons:
            table.context.reveal(name)

    def prepare(self) -> None:
        """Select what the step says, so that it begins the same after a click, Show me, Back, and a mistake."""
        step, selection = self.run.step, self._table.selection
        if step.selected:
            self._table.select(step.selected)
        if step.aimed:
            (weapon, target), controller = step.aimed, self._table.controller
            while selection.weapons and controller.take_weapon(selection.weapons[0]):
                pass  # A chosen weapon is dropped.
            controller.take_weapon(weapon)
            controller.take_target(target)

    def _page_of(self, at: int) -> StripPage:
        """Return what the strip shows in a step, or after the last one."""
        number = f"Lesson {self.file.path.stem.partition('-')[0]} · " if not self.file.is_own else ""
        title, count = f"{number}{self.run.lesson.title}", len(self.run.lesson.steps)
        if at >= count:
            following, is_last = self._following, self._is_last
            start_again = partial(open_lesson, self._table.app, self.file, 0)
            again = Press(AGAIN, "Again", start_again, hint="Play this lesson again from its beginning")
            leave_hint, chosen = "Go to the list of lessons", ToLessons((following or self.file).key)
            leave = Press(LEAVE, "All lessons", partial(self._table.app.go, chosen), hint=leave_hint)
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
        leave = Press(LEAVE, "Leave", partial(self._table.app.go, ToLessons(self.file.key)), hint=hint)
        back = Press(BACK, "Back", self._go_back, hint="Go to the step before") if at else "Back"
        return StripPage(title, f"step {at + 1} of {count}", step.say, step.task, "", at, count, (back, show, leave))

    def _remember(self) -> None:
        """Save how far the player got."""
        key, is_over = self.file.key, self.run.is_over
        was_done = load_progress()[0].get(key, LessonProgress()).done
        problem = save_progress(key, LessonProgress(0 if is_over else self.run.at, is_over or was_done))
        if problem:
            self._table.app.say(problem, bad=True)

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
    def prompt(self, asked: tuple[int, object]) -> tuple[int, object]:
        return LEARNER, (self._at, asked)

    def ignores(self, event: pygame.event.Event) -> bool:
        """Return whether an event is the second click of a pair whose first one ended a step."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            last, self._clicked_at = self._clicked_at, event.pos
            is_near = last is None or math.dist(last, event.pos) <= px(SECOND_CLICK_REACH)
            return is_near and self._step_seconds < SECOND_CLICK
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._clicked_at = event.pos  # A drag ends elsewhere.
        return False

    def command(self, name: str) -> bool:
        """Open the menu. Enter continues after a step that is only read, and after the lesson."""
        if name == "menu":
            self._open_menu()
        elif name == "confirm" and self.run.is_over:
            self._go_on()
        elif name == "confirm" and self.run.is_reading and not self._table.animation.running:
            self._continue()
        else:
            return False
        return True

    def judge(self, *, looks: bool = False) -> None:
        """Complain if that neither ended the step nor can be part of its answer. A reader may look at other cards."""
        self._note_pointer()
        run = self.run
        until = None if run.is_reading else run.step.until
        is_part = until is not None and bool(until.answer or until.event)
        if run.at == self._at and not is_part and not (run.is_reading and looks):
            self.complain()
        self._ask_again()

    def complain(self) -> None:
        if not self.run.is_over and not self.run.is_answering:
            self.run.complain()
            self._begin_again()

    def _begin_again(self) -> None:
        """Drop what the player has chosen, because something was wrong with it."""
        self._table.app.sounds.play(REFUSE)
        if not self.run.is_reading:
            self._table.selection.weapons, self._table.selection.target = (), ""
            self._table.course.ask()
            self.prepare()
        self._table.dirty = True

    def _note_pointer(self) -> None:
        """Note the models that are selected, pointed at, and aimed at."""
        selection = self._table.selection
        noted = {"select": selection.selected, "point": selection.hovered, "aim": selection.target}
        if not self._table.animation.running and any(self.run.do(kind, name) for kind, name in noted.items()):
            self._ask_again()

    def _ask_again(self) -> None:
        """Show the decision again if it may be answered now, or no longer."""
        table = self._table
        has_decision = table.session.decision is not None
        if not table.animation.running and (table.controller.decision is not None) != has_decision:
            table.course.ask()
        table.dirty = True

    def _go_on(self) -> None:
        """Continue after the lesson: with the next one, or after the last one with a small game."""
        if self._is_last:
            start_first_game(self._table.app)
        elif self._following is not None:
            open_lesson(self._table.app, self._following)

    def _go_back(self) -> None:
        """Go to the step before."""
        open_lesson(self._table.app, self.file, max(0, self.run.at - 1))

    def _continue(self) -> None:
        self.run.read_on()
        self._ask_again()

    def _show(self) -> None:
        """Do the step for the player."""
        table, until = self._table, self.run.step.until
        if until is None or table.animation.running:
            return
        self.run.show()
        table.selection.refuse(None)
        if until.select:
            table.select(until.select)
        elif until.aim:
            table.controller.click(table.shown.models[until.aim].pose[:2], until.aim)
        elif until.point:
            self.run.do("point", until.point)
        self._note_pointer()
        table.course.ask() if until.answer or until.event else self._ask_again()

    def _open_menu(self) -> None:
        app, following = self._table.app, self._following
        presses = [
            Press("resume", "Resume", lambda: None, "primary"),
            Press("again", "Start again", partial(open_lesson, app, self.file, 0)),
            Press("settings", "Settings", lambda: app.go(ToSettings(self._table))),
            Press("leave", "Leave lesson", partial(app.go, ToLessons(self.file.key)), "danger"),
        ]
        if following is not None:
            presses.insert(2, Press("next", "Skip to the next lesson", partial(open_lesson, app, following)))
        self._table.ask(self.run.lesson.title, MENU_TEXT, presses)

    # --- Time ---
    def update(self, dt: float) -> None:
        self._step_seconds += dt
        self._note_pointer()

    @property
    def is_busy(self) -> bool:
        return self._step_seconds < SECOND_CLICK

    # --- Highlights ---
    @property
    def _marks(self) -> tuple[Highlight, ...] | None:
        """What the step highlights besides the buttons that give its answer, None if the player may not do it now."""
        run = self.run
        if self._at != run.at or run.is_over or run.is_answering or self._table.animation.running:
            return None
        return run.step.marks

    @property
    def _lit_buttons(self) -> list[str]:
        """The names of the buttons that the step highlights: those in its file, and those that give its answer."""
        if (marks := self._marks) is None:
            return []
        right = [press for press in self._table.presses if press.refusal is None and self.run.is_awaited(press.do)]
        return [*(mark.button for mark in marks if mark.button), *(press.name for press in right)]

    def highlights(self, name: str) -> bool:
        return name in self._lit_buttons

    def overlays(self) -> Sequence[Overlay]:
        overlays: list[Overlay] = []
        for mark in self._marks or ():
            model, point = self._table.shown.models.get(mark.model), mark.place
            if model is not None and model.is_on_table:
                overlays.append(Brackets(model.base, model.pose, "lit"))
                point = model.pose[:2]
            elif point is not None:
                overlays.append(Ring(point, RING, "lit"))
            if mark.note and point is not None:
                overlays.append(PointLabel(point, mark.note, "lit"))
        return overlays

    def draw(self, surface: pygame.Surface) -> None:
        """Draw a frame around each highlighted button and part of the window that is visible."""
        table, names = self._table, self._lit_buttons
        widgets = [widget for panel in (table.bar, table.context, table.icons) for widget in panel.group.widgets]
        rects = [widget.rect for widget in widgets if widget.visible and widget.name in names]
        parts: dict[str, CanvasPanel] = {
            "card": table.card, "log": table.log_line, "roster": table.roster, "objectives": table.top,
            "top": table.top, "dock": table.bar, "odds": table.context, "threats": table.context,
        }  # fmt: skip
        panels = [parts[mark.panel].rect for mark in self._marks or () if mark.panel]
        rects += [rect.inflate(-px(8), -px(8)) for rect in panels if rect.height > px(8)]
        for rect in rects:
            pygame.draw.rect(surface, BLADE, rect.inflate(px(6), px(6)), px(3), px(8))
