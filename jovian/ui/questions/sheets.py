"""An answer that the coach would give: in words, and over the table where it leads and whom it is about. A prompt
on the screen, beside the board: in the column of card and log, or below the board if it needs more room.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

import pygame

from jovian.game import Answer, Decision, Model, State
from jovian.game.answers import Attack, Fly, Move, Pivot, Posed, Turn
from jovian.rules.basics.rolls import key_to_words
from jovian.table import Pose
from jovian.ui.board import Brackets, Line, Overlay, Path, Ring
from jovian.ui.board.board_help import ghost_of
from jovian.ui.kit.draw import draw_box, draw_side_badge
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import ACCENT, PANEL, SIDES, TEXT_SOFT, mix_colors, px
from jovian.ui.kit.widgets import Action, Group, Slider, Widget
from jovian.ui.questions.controller import Sheet
from jovian.ui.questions.declare import DeclareSheet, draw_declare, lay_declare, magnitudes_at
from jovian.ui.questions.issue import IssueSheet, draw_issue, lay_issue
from jovian.ui.questions.plan import PlanSheet, draw_plan, lay_plan, share_at
from jovian.ui.questions.prompts import draw_on_buttons, draw_prompt, lay_prompt

# --- advice ---
# An answer that the coach would give: in words, and over the table where it leads and whom it is about.

MOST_OPTIONS = 500
"""Answers that are looked through for the one whose label says it."""
STARBOARD, PORT = "starboard", "port"


def advice_words(view: State, decision: Decision, answer: Answer) -> str:
    """What an answer is, in a few words: as its button says it, else as what it does."""
    match answer:
        case Move(inches):
            return f'Move {abs(inches):g}" {"ahead" if inches >= 0 else "astern"}'
        case Turn(degrees) | Pivot(degrees):
            return f"Turn {abs(degrees)}° to {STARBOARD if degrees > 0 else PORT}"
        case Fly():
            return "Fly there"
    label = next((each.label for each in islice(decision.options(), MOST_OPTIONS) if each.answer == answer), "")
    return label or _plainly(view, answer)


def _plainly(view: State, answer: Answer) -> str:
    """The verb of an answer and the names of whom it is about."""
    names = [model.name for model in _named(view, answer)]
    verb = key_to_words(answer.verb).capitalize()
    return f"{verb}: {', '.join(names)}" if names else verb


def _named(view: State, answer: Answer) -> list[Model]:
    """The models that an answer names, in its order."""
    assert is_dataclass(answer)
    words = [word for each in fields(answer) for word in _words(getattr(answer, each.name))]
    return [view.models[word] for word in dict.fromkeys(words) if word in view.models]


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _words(each)


def advice_overlays(view: State, decision: Decision, answer: Answer) -> tuple[Overlay, ...]:
    """Ghosts where an answer leads, and marks about whom it names."""
    named = _named(view, answer)
    about = view.models.get(decision.subject)
    marks: list[Overlay] = [Brackets(model.base, model.pose, "lit") for model in named if model.on_table]
    if isinstance(answer, Posed):
        model = named[0] if named else about
        pose = Pose(answer.x, answer.y, answer.heading)
        return (ghost_of(model, pose), *marks) if model is not None else (Ring((pose.x, pose.y), 1.0, "lit"), *marks)
    if isinstance(getattr(answer, "x", None), float):
        return (Ring((answer.x, answer.y), 1.0, "lit"), *marks)  # type: ignore[attr-defined]
    if about is None or not about.on_table:
        return tuple(marks)
    way = _way(about.pose, answer)
    if way:
        return (Path(way, about.base), ghost_of(about, way[-1]), *marks)
    if isinstance(answer, Attack):
        marks += [Line(about.pose[:2], model.pose[:2], 0.0, "lit") for model in named]
    return tuple(marks)


def _way(start: Pose, answer: Answer) -> tuple[Pose, ...]:
    """The poses on the way of a move, none for what moves nothing."""
    match answer:
        case Move(inches):
            return (start, start.advanced(inches))
        case Turn(degrees) | Pivot(degrees):
            return (start, start.turned(degrees))
        case Fly(path):
            return (start, *(Pose(x, y, start.heading) for x, y in path))
    return ()


# --- sheet panel ---
# A prompt on the screen, beside the board: in the column of card and log, or below the board if it needs more room.
#
# It never lies over the board. Across its top stands in large who is asked. Not modal.

WHO = 34
"""Height of the line that says who is asked."""
BOARD = 60
"""The height of the board that is left in sight above a sheet below it."""
PLAN_WIDE = 520
"""Width that the table of a plan needs."""
CARD = 170
"""What is left of the column for the card at least, else the sheet stands below the board."""
Asked = tuple[int, str]
"""A side and its name."""


class SheetPanel:
    """Shows a sheet; its action is the name of the answer."""

    def __init__(self) -> None:
        self.sheet: Sheet | None = None
        self.rect = pygame.Rect(0, 0, 0, 0)
        """All of it, with the line that says who is asked."""
        self.below = False
        """Does it stand below the board?"""
        self.group = Group()
        self._asked: Asked | None = None
        self._laid: object = None
        self._inner = pygame.Rect(0, 0, 0, 0)
        self._ground = pygame.Rect(0, 0, 0, 0)
        """The part of the screen that is its own, with what stays empty beside it."""

    def show(self, sheet: Sheet | None, column: pygame.Rect, board: pygame.Rect, asked: Asked | None = None) -> None:
        """Lay a sheet out at the bottom of the column, or of the board's part of the screen; or show none."""
        laid = (sheet, tuple(column), tuple(board), asked, px(1000))
        if laid == self._laid:
            return
        self._laid, self.sheet, self._asked = laid, sheet, asked
        old = {widget.name: widget for widget in self.group.widgets}
        self.group.widgets = self._laid_out(sheet, column, board) if sheet else []
        for widget in self.group.widgets:
            _keep(old.get(widget.name), widget)

    def taken(self, area: pygame.Rect) -> int:
        """How much it takes of the height of a part of the screen."""
        return area.bottom - self.rect.top + px(6) if self.sheet is not None and self.rect.colliderect(area) else 0

    def _laid_out(self, sheet: Sheet, column: pygame.Rect, board: pygame.Rect) -> list[Widget]:
        who = px(WHO) if self._asked is not None else 0
        area = column
        rect, widgets = _lay(sheet, _lower(area, who))
        narrow = isinstance(sheet, PlanSheet) and rect.width < px(PLAN_WIDE)
        self.below = narrow or rect.height + who > column.height - px(CARD)
        if self.below:
            area = board.union(column) if narrow else board
            rect, widgets = _lay(sheet, _lower(area, who + px(BOARD)))
        self._inner = rect
        self.rect = pygame.Rect(rect.left, rect.top - who, rect.width, rect.height + who)
        top = self.rect.top - px(6)
        self._ground = pygame.Rect(area.left, top, area.width, area.bottom - top)
        return widgets

    def handle(self, event: pygame.event.Event) -> Action | None:
        """The answer that was clicked; of a plan the part that was changed, as its value."""
        action = self.group.handle(event) if self.sheet else None
        if action is not None and isinstance(self.sheet, PlanSheet) and action.name == "share":
            return Action(action.name, share_at(self.sheet, action.value))
        return action

    def holds(self, pos: tuple[int, int]) -> bool:
        """Is a point on the sheet?"""
        return self.sheet is not None and self.rect.collidepoint(pos)

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """What the magnitudes in the foot of the action sheet are."""
        return magnitudes_at(self._inner, self.sheet, pos) if isinstance(self.sheet, DeclareSheet) else None

    @property
    def hovered(self) -> str:
        """The name of the answer under the pointer, "" for none."""
        return next((widget.name for widget in self.group.widgets if widget.hovered), "")

    @property
    def dirty(self) -> bool:
        """Did a button change?"""
        return self.group.dirty

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""
        sheet = self.sheet
        if sheet is None:
            return
        surface.fill(mix_colors(PANEL, (0, 0, 0), 0.35), self._ground)
        draw_box(surface, self.rect, PANEL, radius=px(9), border=ACCENT)
        self._draw_asked(surface)
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

    def _draw_asked(self, surface: pygame.Surface) -> None:
        """The badge and the name of the side that is asked."""
        if self._asked is None:
            return
        side, name = self._asked
        look = SIDES[side]
        plate = pygame.Rect(self.rect.left + px(3), self.rect.top + px(3), self.rect.width - px(6), px(WHO) - px(3))
        draw_box(surface, plate, look.deep, radius=px(7), border=look.main)
        draw_side_badge(surface, (plate.left + px(18), plate.centery), look.main, look.hatched, px(7))
        end = (plate.right - px(12), plate.centery)
        said = draw_text(surface, end, "is asked", "body", TEXT_SOFT, anchor="midright")
        width = said.left - plate.left - px(44)
        pos = (plate.left + px(34), plate.centery)
        draw_text(surface, pos, name, "title", look.light, anchor="midleft", width=width)


def _lay(sheet: Sheet, area: pygame.Rect) -> tuple[pygame.Rect, list[Widget]]:
    if isinstance(sheet, PlanSheet):
        return lay_plan(sheet, area)
    if isinstance(sheet, IssueSheet):
        return lay_issue(sheet, area)
    return lay_declare(sheet, area) if isinstance(sheet, DeclareSheet) else lay_prompt(sheet, area)


def _lower(area: pygame.Rect, by: int) -> pygame.Rect:
    """An area without its uppermost part."""
    return pygame.Rect(area.left, area.top + by, area.width, max(1, area.height - by))


def _keep(old: Widget | None, new: Widget) -> None:
    """What is hovered, held or in focus stays so when the sheet is laid out anew."""
    if old is not None and type(old) is type(new):
        new.focused = old.focused
        new.hovered = old.hovered and old.rect == new.rect
        new.pressed = old.pressed and isinstance(new, Slider)
