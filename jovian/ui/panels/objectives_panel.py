"""The panel of the objectives: what each one gives, what both sides have of it, and who has the points now.

The panel uses only what the viewer knows. The texts are also used by the briefing and the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from jovian.frozen import frozen
from jovian.game import State
from jovian.rules.basics.rolls import pluralize
from jovian.rules.scenario.objectives import amount_words, known_role
from jovian.rules.sequence.sequence import ObjectiveProgress, progress
from jovian.ui.kit.draw import draw_box, draw_pill, draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height, text_size, wrap
from jovian.ui.kit.theme import (
    BLADE,
    EDGE,
    PANEL_HIGH,
    PANEL_HOVER,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    Color,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import ScrollList, Signal
from jovian.ui.panels.panel import CanvasPanel

# --- Texts ---

Names = tuple[str, str]


def points_words(points: int) -> str:
    """Return a number of points with its unit."""
    return pluralize(points, "point") if abs(points) != 1 else f"{points} point"


def heading(objective: ObjectiveProgress) -> str:
    """Return what an objective gives, and for what."""
    role = f", {objective.role} only" if objective.role else ""
    return f"{points_words(objective.points)} for {objective.title}{role}"


def amounts_of(objective: ObjectiveProgress) -> tuple[str, str]:
    """Return the amount that each side has, or "" if nothing is counted for the side."""
    unit = objective.unit.strip() if objective.unit == "%" else ""
    first, second = ("" if share.amount is None else amount_words(share.amount, unit) for share in objective.shares)
    return first, second


def side_words(objective: ObjectiveProgress, side: int, names: Names) -> str:
    """Return what a side has of an objective, and the points that this gives."""
    share = objective.shares[side]
    if not share.eligible:
        return f"{names[side]}: not for this side"
    amount = "" if share.amount is None else amount_words(share.amount, objective.unit)
    status = ", ".join(filter(None, (amount, share.words)))
    points = f"{points_words(share.earned)}" if share.earned else "no points"
    return f"{names[side]}: {status + ' · ' if status else ''}{points}"


def when_words(objective: ObjectiveProgress, over: bool) -> str:
    """Return when the objective is or was counted."""
    if objective.missed:
        return f"The game started after turn {objective.turn}, so neither side scores this."
    if objective.settled:
        return f"Settled in turn {objective.turn}." if objective.turn else "Settled." if not over else ""
    return f"Counted at the end of turn {objective.turn}." if objective.turn else "Counted at the end."


def open_words(objective: ObjectiveProgress, names: Names) -> str:
    """Return which sides can still win or lose the points, or "" if the objective is settled."""
    if objective.settled:
        return ""
    shares = objective.shares
    able = [names[side] for side in (0, 1) if shares[side].open]
    if not able:
        return "Neither side can still score this."
    unable = [names[side] for side in (0, 1) if shares[side].eligible and not shares[side].open]
    verb = "lose" if objective.points < 0 else "win"
    return f"{' and '.join(able)} can still {verb} it{f', {unable[0]} no longer' if unable else ''}."


def lines_of(objective: ObjectiveProgress, names: Names, over: bool = False) -> list[str]:
    """Return the lines of an objective's tooltip."""
    ends = " ".join(filter(None, (when_words(objective, over), open_words(objective, names))))
    sides = (side_words(objective, side, names) for side in (0, 1))
    return [f"{heading(objective)}.".replace("..", "."), *sides, ends]


def role_holder(state: State, role: str) -> int | None:
    """Return the side that has a role, or None if that is unknown."""
    return next((side for side in (0, 1) if role and known_role(state, side) == role), None)


# --- Rows ---
#
# Compact rows have short titles, and their amounts follow the title if there is space.

HIGH = 42
"""Height of a wide row with one line of title."""
LEFT, RIGHT, GAP = 34, 6, 4
"""Pixels before the title, after it, and between two rows."""
STEP, FRAME = 16, 6
"""Line height of the title in a compact row, and the pixels that the row adds to its lines."""
BADGE, APART = 11, 8
"""Width of a badge with its gap, and the gap between the amounts of both sides."""
NOBODY = "nobody yet"


@frozen
class ObjectiveRow:
    """An objective, and the side of its role if that is known."""

    objective: ObjectiveProgress
    role: int | None


@frozen
class RowLook:
    """How to draw all rows."""

    lines: int
    """The most lines of a title."""
    compact: bool
    width: int
    """The width of a title in pixels."""


def row_height(row: ObjectiveRow, look: RowLook) -> int:
    """Return the height of a row."""
    lines = min(look.lines, len(title_lines(row, look)))
    if look.compact:
        return px(FRAME) + (lines + (not _fits_after_title(row, look))) * px(STEP)
    return px(HIGH) + (lines - 1) * line_height("label")


def title_lines(row: ObjectiveRow, look: RowLook) -> tuple[str, ...]:
    """Return all lines of the title."""
    title = row.objective.short if look.compact else row.objective.title
    marked = row.role is not None and not look.compact
    return wrap(title[:1].upper() + title[1:], "label", max(px(60), look.width - (px(14) if marked else 0)))


def draw_objective_row(
    surface: pygame.Surface, rect: pygame.Rect, row: ObjectiveRow, look: RowLook, hovered: bool
) -> None:
    """Draw the points, the title, the amounts of both sides, and the status of a row."""
    objective, body = row.objective, rect.inflate(0, -px(GAP))
    draw_box(surface, body, PANEL_HOVER if hovered else PANEL_HIGH, radius=px(5), border=EDGE)
    ink = BLADE if not objective.settled else mix_colors(BLADE, TEXT_FAINT, 0.6)
    draw_text(surface, (body.left + px(17), body.centery), f"{objective.points:g}", "value", ink, anchor="center",
              width=px(30))  # fmt: skip
    left, step = body.left + px(LEFT), px(STEP) if look.compact else line_height("label")
    top, bottom = body.top + px(11), body.bottom - px(10)
    if look.compact:
        top, bottom = rect.top + (px(FRAME) + step) // 2, rect.bottom + -(px(FRAME) + step) // 2
    title_left = left
    if row.role is not None and not look.compact:
        side = SIDES[row.role]
        draw_side_badge(surface, (left + px(5), top), side.main, side.hatched, px(4))
        title_left += px(14)
    color, max_width = TEXT_FAINT if objective.settled else TEXT, body.right - px(RIGHT) - title_left
    lines = title_lines(row, look)
    if len(lines) > look.lines:
        lines = (*lines[: look.lines - 1], " ".join(lines[look.lines - 1 :]))
    for number, line in enumerate(lines):
        pos = (title_left, top + number * step)
        title_right = draw_text(surface, pos, line, "label", color, anchor="midleft", width=max_width).right
    right = _draw_state(surface, body.right - px(RIGHT), bottom, objective)
    after_title = look.compact and _fits_after_title(row, look)
    _draw_amounts(surface, title_right + px(APART) if after_title else left, right - px(4), bottom, objective)


def _fits_after_title(row: ObjectiveRow, look: RowLook) -> bool:
    """Return whether the amounts fit after the last line of the title."""
    lines = title_lines(row, look)
    if len(lines) > look.lines:
        return False
    return text_size(lines[-1], "label")[0] + px(APART) + _amounts_width(row.objective) <= look.width


def _amounts_width(objective: ObjectiveProgress) -> int:
    """Return the width of the amounts of both sides and of the status after them."""
    width = sum(px(BADGE) + text_size(text, "label")[0] + px(APART) for _, text in _amounts(objective))
    width += text_size(NOBODY, "label")[0] if _has_no_holder(objective) else 0
    width += sum(text_size(f"{share.earned:+d}", "tiny")[0] + px(18) for share in objective.shares if share.earned)
    note = _note(objective)[0]
    return width + (text_size(note, "tiny")[0] + px(6) if note else 0)


def _amounts(objective: ObjectiveProgress) -> list[tuple[int, str]]:
    """Return the amounts of the sides that can score the objective."""
    shares = objective.shares
    return [(side, text) for side, text in enumerate(amounts_of(objective)) if text and shares[side].eligible]


def _has_no_holder(objective: ObjectiveProgress) -> bool:
    """Return whether an objective without amounts has given no points yet."""
    shares = objective.shares
    return shares[0].amount is None and not objective.settled and not any(share.earned for share in shares)


def _draw_amounts(surface: pygame.Surface, left: int, right: int, y: int, objective: ObjectiveProgress) -> None:
    """Draw the amounts of the sides in their colors."""
    if _has_no_holder(objective):
        draw_text(surface, (left, y), NOBODY, "label", TEXT_FAINT, anchor="midleft")
    for side, text in _amounts(objective):
        look = SIDES[side]
        draw_side_badge(surface, (left + px(4), y), look.main, look.hatched, px(4))
        left = draw_text(surface, (left + px(BADGE), y), text, "label", look.light, anchor="midleft",
                         width=max(1, right - left - px(BADGE))).right + px(APART)  # fmt: skip


def _draw_state(surface: pygame.Surface, right: int, y: int, objective: ObjectiveProgress) -> int:
    """Draw the points of the sides and a note at the right end, and return where they start."""
    for side in (1, 0):
        if earned := objective.shares[side].earned:
            rect = draw_pill(surface, (right, y), f"{earned:+d}", SIDES[side].main, anchor="midright", role="tiny")
            right = rect.left - px(3)
    note, color = _note(objective)
    if note and text_size(note, "tiny")[0] < px(90):
        right = draw_text(surface, (right - px(2), y), note, "tiny", color, anchor="midright").left
    return right


def _note(objective: ObjectiveProgress) -> tuple[str, Color]:
    """Return a note on when the objective is counted, or "" for the end of the game."""
    if objective.settled:
        return "Settled", TEXT_FAINT
    if not any(share.open for share in objective.shares):
        return "Out of reach", TEXT_FAINT
    return (f"Turn {objective.turn}", TEXT_SOFT) if objective.turn else ("", TEXT_SOFT)


# --- CanvasPanel ---

HEAD = 30
LOOKS = ((3, False, 50), (4, True, 60), (3, True, 60))
"""From the largest layout: lines of a title, whether rows are compact, and the most height in percent of the column.

If the smallest is too high, the list scrolls.
"""
SHARE = "%"
"""The unit of a share of a fleet."""
TOTALS, TOTALS_NOW = "The Objective Points of both sides.", "The Objective Points of both sides if the game ended now."
SEEN = "Of the enemy's fleet, only the models that you have seen are counted."
BRIEFING = "briefing"
"""The command that does the same as a click."""


class Objectives(CanvasPanel):
    """The panel of the objectives. A click opens the briefing."""

    def __init__(
        self, names: tuple[str, str], key: str = "", open_briefing: Callable[[], object] = lambda: None
    ) -> None:
        super().__init__()
        self.names, self.key, self._open_briefing = names, key, open_briefing
        self._state: State | None = None
        self.rows: tuple[ObjectiveRow, ...] = ()
        self.totals = (0, 0)
        self._look = RowLook(1, False, px(158))
        self.list = ScrollList("objectives", self.rect, self._draw_row, height_of=self._height, well=False)

    def wanted(self, column_height: int, width: int) -> int:
        """Choose the largest layout that fits into a column, and return its height in pixels."""
        bare, title_width = px(HEAD + 8), width - px(72)
        for lines, compact, share in LOOKS:
            self._look, max_height = RowLook(lines, compact, title_width), column_height * share // 100
            needed = bare + sum(row_height(row, self._look) for row in self.rows)
            if needed <= max_height:
                break
        return min(max_height, needed) if self.rows else 0

    def _height(self, row: Any) -> int:
        return row_height(row, self._look)

    def layout(self, rect: pygame.Rect) -> None:
        """Place the heading, and the list below it."""
        super().layout(rect)
        area = pygame.Rect(rect.left + px(8), rect.top + px(HEAD), rect.width - px(16), rect.height - px(HEAD + 6))
        offset = self.list.offset
        self.list = ScrollList("objectives", area, self._draw_row, height_of=self._height, well=False)
        self.list.set_items(self.rows)
        self.list.offset = min(offset, self.list.furthest)
        self.group.widgets = [self.list] if area.height > 0 else []

    def take(self, state: State) -> None:
        """Show the objectives of a state."""
        if state is self._state:  # States are immutable: a new state is a new object.
            return
        self._state = state
        rows = tuple(ObjectiveRow(objective, role_holder(state, objective.role)) for objective in progress(state))
        if rows != self.rows:
            self.rows = rows
            self.list.set_items(rows)
        first, second = (sum(row.objective.shares[side].earned for row in rows) for side in (0, 1))
        self.totals = first, second
        self.offer((rows, self.totals, state.over))

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """Return the tooltip of the heading or of the objective at a point."""
        if self._state is None or not self.rect.collidepoint(pos):
            return None
        more = f"Click, or press {self.key}, for the briefing." if self.key else "Click for the briefing."
        over = self._state.over
        if self._heading.collidepoint(pos):
            return self._heading, f"{TOTALS if over else TOTALS_NOW}\n{more}"
        index = self.list.row_at(pos)
        if index < 0:
            return None
        objective = self.rows[index].objective
        seen = SEEN if objective.unit == SHARE and self._state.viewer is not None and not over else ""
        lines = [*lines_of(objective, self.names, over), seen, more]
        return self.list.row_rect(index), "\n".join(filter(None, lines))

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Open the briefing at a click on a row or on the heading."""
        is_click = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        is_on_heading = is_click and bool(self.rows) and self._heading.collidepoint(event.pos)
        is_pressed = super().handle(event) is not None or is_on_heading
        return Signal(BRIEFING, self._open_briefing) if is_pressed else None

    @property
    def _heading(self) -> pygame.Rect:
        return pygame.Rect(self.rect.topleft, (self.rect.width, px(HEAD)))

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the heading with the points of both sides."""
        super().paint(canvas)
        if not self.rect.height:
            return
        middle, right = self.rect.top + px(HEAD) // 2 + px(2), self.rect.right - px(12)
        for side in (1, 0):
            look = SIDES[side]
            right = draw_text(
                canvas, (right, middle), str(self.totals[side]), "strong", look.light, anchor="midright"
            ).left - px(9)
            draw_side_badge(canvas, (right, middle), look.main, look.hatched, px(5))
            right -= px(14)
        if self._state is not None and not self._state.over:
            right = draw_text(canvas, (right, middle), "now", "tiny", TEXT_FAINT, anchor="midright").left - px(4)
        width = right - self.rect.left - px(16)
        pos = (self.rect.left + px(12), middle)
        draw_text(canvas, pos, "Objectives", "caps", TEXT_SOFT, anchor="midleft", width=width)

    def _draw_row(self, surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
        draw_objective_row(surface, rect, row, self._look, hovered)
