"""The panel that shows a sheet on the screen, and the advice of the coach about a decision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import partial
from itertools import islice
from typing import Any

import pygame

from jovian.game import Answer, Decision, Model, State
from jovian.game.answers import Attack, Fly, Move, Pivot, Posed, Turn
from jovian.rules.basics.rolls import key_to_words
from jovian.table import Pose
from jovian.ui.board import BoardLine, BoardPath, Brackets, Overlay, Ring
from jovian.ui.board.board_help import ghost_of
from jovian.ui.kit.draw import draw_box, draw_side_badge
from jovian.ui.kit.fonts import draw_over, draw_text
from jovian.ui.kit.tables import RowWidget, first_row_after, scrolled
from jovian.ui.kit.theme import ACCENT, PANEL, SIDES, TEXT_SOFT, mix_colors, px
from jovian.ui.kit.widgets import Group, Signal, Slider, Widget
from jovian.ui.panels.panel import Press, renew_presses
from jovian.ui.questions.controller import Sheet
from jovian.ui.questions.declare import (
    COLUMN_SHARE,
    MIN_SPACE,
    SHARE,
    DeclareSheet,
    declare_hint_at,
    draw_declare,
    lay_declare,
)
from jovian.ui.questions.issue import IssueSheet, draw_issue, lay_issue
from jovian.ui.questions.plan import PlanSheet, draw_plan, lay_plan
from jovian.ui.questions.prompts import draw_on_buttons, draw_prompt, lay_prompt

# --- Advice ---

MAX_OPTIONS = 500
"""The maximum number of options searched for the one with the answer."""
STARBOARD, PORT = "starboard", "port"


def advice_words(view: State, decision: Decision, answer: Answer) -> str:
    """Return what an answer does, in a few words: the label of its button, else a description."""
    match answer:
        case Move(inches):
            return f'Move {abs(inches):g}" {"ahead" if inches >= 0 else "astern"}'
        case Turn(degrees) | Pivot(degrees):
            return f"Turn {abs(degrees)}° to {STARBOARD if degrees > 0 else PORT}"
        case Fly():
            return "Fly there"
    label = next((option.label for option in islice(decision.options(), MAX_OPTIONS) if option.answer == answer), "")
    return label or _describe_plainly(view, answer)


def _describe_plainly(view: State, answer: Answer) -> str:
    """Return the verb of an answer and the names of its models."""
    names = [model.name for model in _named_models(view, answer)]
    verb = key_to_words(answer.verb).capitalize()
    return f"{verb}: {', '.join(names)}" if names else verb


def _named_models(view: State, answer: Answer) -> list[Model]:
    """Return the models that an answer names, in order."""
    assert is_dataclass(answer)
    words = [word for field in fields(answer) for word in _strings_in(getattr(answer, field.name))]
    return [view.models[word] for word in dict.fromkeys(words) if word in view.models]


def _strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _strings_in(item)


def advice_overlays(view: State, decision: Decision, answer: Answer) -> tuple[Overlay, ...]:
    """Return the ghost where an answer leads, and marks on the models that it names."""
    models = _named_models(view, answer)
    subject = view.models.get(decision.subject)
    marks: list[Overlay] = [Brackets(model.base, model.pose, "lit") for model in models if model.is_on_table]
    if isinstance(answer, Posed):
        model = models[0] if models else subject
        pose = Pose(answer.x, answer.y, answer.heading)
        return (ghost_of(model, pose), *marks) if model is not None else (Ring((pose.x, pose.y), 1.0, "lit"), *marks)
    if isinstance(getattr(answer, "x", None), float):
        return (Ring((answer.x, answer.y), 1.0, "lit"), *marks)  # type: ignore[attr-defined]
    if subject is None or not subject.is_on_table:
        return tuple(marks)
    path = _path_of(subject.pose, answer)
    if path:
        return (BoardPath(path, subject.base), ghost_of(subject, path[-1]), *marks)
    if isinstance(answer, Attack):
        marks += [BoardLine(subject.pose[:2], model.pose[:2], 0.0, "lit") for model in models]
    return tuple(marks)


def _path_of(start: Pose, answer: Answer) -> tuple[Pose, ...]:
    """Return the poses on the path of a move, () if the answer moves nothing."""
    match answer:
        case Move(inches):
            return (start, start.advanced(inches))
        case Turn(degrees) | Pivot(degrees):
            return (start, start.turned(degrees))
        case Fly(path):
            return (start, *(Pose(x, y, start.heading) for x, y in path))
    return ()


# --- The panel ---

PLATE_HEIGHT = 34
"""Height of the line with the side that decides."""
MIN_BOARD_HEIGHT = 60
"""Minimum height of the board that stays visible above a sheet below it."""
MIN_BELOW_WIDTH = 520
"""Minimum width of a sheet below the board."""
MIN_ROWS = 5
"""Minimum number of visible rows of a list of actions in its column. If there are fewer, it is below the board."""
AskedSide = tuple[int, str]
"""A side and its name."""


class SheetPanel:
    """Show a sheet in the column of the card, or below the board if it needs more space. It never covers the board.

    Across the top is the side that decides.
    """

    def __init__(self) -> None:
        self.sheet: Sheet | None = None
        self.rect = pygame.Rect(0, 0, 0, 0)
        """The whole panel, with the line of the side."""
        self.is_below = False
        """Whether the panel is below the board."""
        self.group = Group()
        self._asked: AskedSide | None = None
        self._layout_key: object = None
        self._first = 0
        """The first visible row of the table."""
        self._pointer = (-1, -1)
        self._inner = pygame.Rect(0, 0, 0, 0)
        self._background = self._below = pygame.Rect(0, 0, 0, 0)
        """The part of the screen that the panel fills with the empty space next to it, and the part of the board below.
        """

    def show(
        self, sheet: Sheet | None, column: pygame.Rect, board: pygame.Rect, asked: AskedSide | None = None
    ) -> None:
        """Lay out a sheet at the bottom of the column or of the board's area, or show none."""
        if self.sheet is None or sheet is None or sheet.title != self.sheet.title:
            self._first = 0
        key = (sheet, tuple(column), tuple(board), asked, px(1000), self._first)
        self.sheet = sheet
        if key == self._layout_key:
            renew_presses(self.group.widgets, self.presses)
            return
        self._layout_key, self._asked = key, asked
        old = {widget.name: widget for widget in self.group.widgets}
        self.group.widgets = self._lay_out(sheet, column, board) if sheet else []
        for widget in self.group.widgets:
            _keep_state(old.get(widget.name), widget)

    def height_taken(self, area: pygame.Rect) -> int:
        """Return how much of an area's height the panel takes."""
        return area.bottom - self.rect.top + px(6) if self.sheet is not None and self.rect.colliderect(area) else 0

    def _lay_out(self, sheet: Sheet, column: pygame.Rect, board: pygame.Rect) -> list[Widget]:
        plate = px(PLATE_HEIGHT) if self._asked is not None else 0
        area = column
        rect, widgets = _lay(sheet, _without_top(area, plate), COLUMN_SHARE, self._first)
        is_cut = isinstance(sheet, DeclareSheet) and len(widgets) - 1 < min(len(sheet.rows), MIN_ROWS)
        self.is_below = is_cut or rect.height + plate > column.height
        if self.is_below:
            area = board if board.width >= px(MIN_BELOW_WIDTH) else _above(board.union(column), column.bottom)
            rect, widgets = _lay(sheet, _without_top(area, plate + px(MIN_BOARD_HEIGHT)), SHARE, self._first)
        self._inner = rect
        self.rect = pygame.Rect(rect.left, rect.top - plate, rect.width, rect.height + plate)
        top = self.rect.top - px(6)
        if not self.is_below and top < column.top + px(MIN_SPACE - 8):  # Don't show a part of the card's heading.
            top = column.top
        self._background = pygame.Rect(area.left, top, area.width, area.bottom - top)
        below = board.bottom - area.bottom if self.is_below else 0
        self._below = pygame.Rect(board.left, area.bottom, board.width, max(0, below))
        return widgets

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Return what was clicked or changed. The value is a press, or a function that makes the change."""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
        if event.type == pygame.MOUSEWHEEL and self.holds(self._pointer):
            self._first = scrolled(self.group.widgets, event)
        action = self.group.handle(event) if self.sheet else None
        if action is None or self.sheet is None or isinstance(action.value, Press):
            return action
        return Signal(action.name, partial(self.sheet.change, action.value))

    def reveal(self, name: str) -> bool:
        """Scroll the table to the row of an answer. Return whether there is such a row."""
        rows = [widget.name for widget in self.group.widgets if isinstance(widget, RowWidget)]
        self._first = rows.index(name) if name in rows else self._first
        return name in rows

    def take_arrow(self, event: pygame.event.Event) -> bool:
        """Go to the next row of the table by an arrow key. Return whether the event was one."""
        first = first_row_after(self.group, event)
        self._first = self._first if first is None else first
        return first is not None

    def holds(self, pos: tuple[int, int]) -> bool:
        """Return whether a point is on the panel."""
        return self.sheet is not None and self.rect.collidepoint(pos)

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """Return the explanation of something on the action sheet, or None."""
        sheet = self.sheet
        return declare_hint_at(self._inner, sheet, self.group.widgets, pos) if isinstance(sheet, DeclareSheet) else None

    @property
    def presses(self) -> tuple[Press, ...]:
        """All that the buttons and rows of the sheet do."""
        return self.sheet.presses if self.sheet is not None else ()

    @property
    def hovered(self) -> Press | None:
        """The answer under the pointer, or that the keyboard is on, None for none."""
        value = getattr(self.group.pointed, "value", None)
        return value if isinstance(value, Press) else None

    @property
    def dirty(self) -> bool:
        """Whether a button changed."""
        return self.group.dirty

    def draw(self, surface: pygame.Surface) -> None:
        sheet = self.sheet
        if sheet is None:
            return
        for place in (self._background, self._below):
            draw_over(surface, place, mix_colors(PANEL, (0, 0, 0), 0.35))
        draw_box(surface, self.rect, PANEL, radius=px(9), border=ACCENT)
        self._draw_plate(surface)
        if isinstance(sheet, PlanSheet):
            draw_plan(surface, self._inner, sheet, self.group.widgets)
        elif isinstance(sheet, DeclareSheet):
            draw_declare(surface, self._inner, sheet, self.group.widgets)
        elif isinstance(sheet, IssueSheet):
            draw_issue(surface, self._inner, sheet)
        else:
            draw_prompt(surface, self._inner, sheet)
        self.group.draw(surface)
        if not isinstance(sheet, PlanSheet | DeclareSheet | IssueSheet):
            draw_on_buttons(surface, sheet, self.group.widgets)

    def _draw_plate(self, surface: pygame.Surface) -> None:
        """Draw the badge and the name of the side that decides."""
        if self._asked is None:
            return
        side, name = self._asked
        look = SIDES[side]
        plate = pygame.Rect(
            self.rect.left + px(3), self.rect.top + px(3), self.rect.width - px(6), px(PLATE_HEIGHT) - px(3)
        )
        draw_box(surface, plate, look.deep, radius=px(7), border=look.main)
        draw_side_badge(surface, (plate.left + px(18), plate.centery), look.main, look.hatched, px(7))
        end = (plate.right - px(12), plate.centery)
        verb = draw_text(surface, end, "decides", "small", TEXT_SOFT, anchor="midright")
        width = verb.left - plate.left - px(44)
        pos = (plate.left + px(34), plate.centery)
        draw_text(surface, pos, name, "heading", look.light, anchor="midleft", width=width)


def _lay(sheet: Sheet, area: pygame.Rect, share: int, first: int) -> tuple[pygame.Rect, list[Widget]]:
    if isinstance(sheet, PlanSheet):
        return lay_plan(sheet, area, first)
    if isinstance(sheet, IssueSheet):
        return lay_issue(sheet, area)
    return lay_declare(sheet, area, share) if isinstance(sheet, DeclareSheet) else lay_prompt(sheet, area, first)


def _without_top(area: pygame.Rect, by: int) -> pygame.Rect:
    """Return an area without its top."""
    return pygame.Rect(area.left, area.top + by, area.width, max(1, area.height - by))


def _above(area: pygame.Rect, bottom: int) -> pygame.Rect:
    """Return the part of an area above a line."""
    return pygame.Rect(area.left, area.top, area.width, max(1, bottom - area.top))


def _keep_state(old: Widget | None, new: Widget) -> None:
    """Keep what is hovered, pressed, or focused when the sheet is laid out again."""
    if old is not None and type(old) is type(new):
        new.focused = old.focused
        new.hovered = old.hovered and old.rect == new.rect
        new.pressed = old.pressed and (isinstance(new, Slider) or (isinstance(new, RowWidget) and old.rect == new.rect))
