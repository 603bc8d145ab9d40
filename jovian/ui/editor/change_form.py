"""A branch in the tree of a rehearsal: its name behind the lines that lead to it; a click goes on from there. Which
widget a row of a form is. Rows of a form in a column that scrolls: what the forms of the window share. The form of
the editor: the rows of the chosen piece, or of the scenario. The form of a rehearsal that is changed by hand: the
rows of the chosen model, else those of the game.
"""

from __future__ import annotations

from typing import Any

import pygame

from jovian.editing.branches import BRANCH, KEEP, LAST, OFF, PAST, PHASE, Twig, change_of, game_rows, model_rows
from jovian.editing.branches import NOTHING as BRANCHES_NOTHING
from jovian.editing.draft import Piece
from jovian.editing.forms import LISTED, Kind, Option, Row, piece_rows, scenario_rows, set_row_value, text_of, value_of
from jovian.rules.basics.rolls import pluralize
from jovian.ui.editor.workbench import Workbench
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_text, draw_wrapped
from jovian.ui.kit.forms import Choice, TextField
from jovian.ui.kit.theme import ACCENT, DANGER, EDGE, EDGE_HIGH, PANEL_HIGH, TEXT, TEXT_FAINT, TEXT_SOFT, mix_colors, px
from jovian.ui.kit.widgets import Action, Button, Toggle, Widget
from jovian.ui.panels.panel import Panel
from jovian.ui.session.table_selection import TableSelection

# --- branch ---
# A branch in the tree of a rehearsal: its name behind the lines that lead to it; a click goes on from there.

COLUMN = 16
"""Pixels from one line of the tree to the next."""
NARROWEST = 160
"""Pixels that a name and its length have at least: where many lines stand side by side they draw together."""
NOW = "Now"
THERE = "The game stands here."


class BranchRow(Button):
    """One line of the tree."""

    def __init__(self, name: str, rect: pygame.Rect, twig: Twig) -> None:
        super().__init__(name, rect, twig.name or NOW, role="label", hint=_hint(twig))
        self.twig = twig
        if twig.here:
            self.set_enabled(False, THERE)

    @property
    def _step(self) -> int:
        """Pixels from one column to the next."""
        return min(px(COLUMN), (self.rect.width - px(COLUMN + NARROWEST)) // max(1, self.twig.widest))

    @property
    def room(self) -> int:
        """The pixels behind the knot."""
        return self.rect.width - self._step * len(self.twig.columns) - px(COLUMN)

    def draw(self, surface: pygame.Surface) -> None:
        """Lines, knot, name, length."""
        super(Button, self).draw(surface)
        if not self.visible:
            return
        twig, rect, step = self.twig, self.rect, self._step
        middle = rect.right - self.room - px(COLUMN) // 2
        plate = pygame.Rect(middle + px(10), rect.top + px(3), rect.right - middle - px(10), rect.height - px(6))
        if self.hovered or self.focused:
            draw_box(surface, plate, PANEL_HIGH, radius=px(5), border=ACCENT if self.focused else EDGE_HIGH)
        self._draw_lines(surface, step, middle)
        ink = ACCENT if twig.here else (255, 255, 255) if self.hovered else TEXT
        long = pluralize(twig.answers, "answer")
        told = draw_text(surface, (rect.right - px(8), rect.centery), long, "small", TEXT_FAINT, anchor="midright")
        room = told.left - plate.left - px(14)
        draw_text(surface, (plate.left + px(6), rect.centery), self.label, "label", ink, anchor="midleft", width=room)

    def _draw_lines(self, surface: pygame.Surface, step: int, middle: int) -> None:
        rect, ink, thick = self.rect, mix_colors(EDGE_HIGH, TEXT_SOFT, 0.35), px(2)
        y = rect.centery

        def upright(x: int, top: int, bottom: int) -> None:
            surface.fill(ink, (x - thick // 2, top, thick, bottom - top))

        for number, mark in enumerate(self.twig.columns):
            x = rect.left + step * number + px(COLUMN) // 2
            if mark != BRANCHES_NOTHING:
                upright(x, rect.top, y if mark == LAST else rect.bottom)
            if mark in (PAST, LAST):
                surface.fill(ink, (x, y - thick // 2, middle - x, thick))
        if self.twig.above:
            upright(middle, rect.top, y)
        if self.twig.below:
            upright(middle, y, rect.bottom)
        color = ACCENT if self.twig.here else TEXT_SOFT
        pygame.draw.circle(surface, color, (middle, y), px(5))
        if not self.twig.here:
            pygame.draw.circle(surface, mix_colors(PANEL_HIGH, EDGE_HIGH, 0.3), (middle, y), px(3))


def _hint(twig: Twig) -> str:
    """What a click does, and where the branch hangs."""
    if not twig.leaves:
        return "Go on from here."
    after = pluralize(twig.leaves, "answer")
    hangs = f"It leaves '{twig.parent}' after {after}" if twig.parent else f"It leaves the present after {after}"
    return f"Go on from here. {hangs}."


# --- row widgets ---
# Which widget a row of a form is.

HIGH = 36
"""Height of a row."""
LABELED = 38
"""The share of a row that its label has, in per cent."""
LONGEST = 2000
"""Letters of a text."""
DIGITS = "0123456789.-, "
OWN = "its own"
"""What is said of a list that stands where else a word does."""
MORE = Option(None, "Add …")


def label_room(place: pygame.Rect) -> int:
    """The pixels of a label."""
    return place.width * LABELED // 100 - px(8)


def choices(row: Row) -> tuple[Option, ...]:
    """What is offered in a row: first that nothing is added, or what stands there though it may not."""
    if row.kind is Kind.ADD:
        return (MORE, *row.options)
    there = any(option.value == row.value for option in row.options)
    label = OWN if isinstance(row.value, list) else str(row.value)
    return row.options if there else (Option(row.value, label), *row.options)


def widget_of(row: Row, place: pygame.Rect, within: pygame.Rect, writing: str | None) -> Widget | None:
    """The widget of a row, None if it needs none; `writing` is what is being written in its field."""
    name = "/".join(map(str, row.path)) + ("+" if row.kind is Kind.ADD else "")
    left = place.left + place.width * LABELED // 100
    right = pygame.Rect(left, place.top + px(3), place.right - left, place.height - px(6))
    made: Widget | None = None
    if row.kind in (Kind.CHOICE, Kind.ADD):
        options = choices(row)
        chosen = next((n for n, option in enumerate(options) if option.value == row.value), 0)
        made = Choice(name, right, [option.label for option in options], chosen, within)
        made.set_enabled(len(options) > 1, "There is nothing to choose from")
    elif row.kind is Kind.FLAG:
        made = Toggle(name, place, row.label, bool(row.value))
    elif row.kind is Kind.PIECE:
        made = Button(name, place.inflate(0, -px(6)), row.label, role="label")
    elif row.kind is Kind.BRANCH:
        made = BranchRow(name, place, row.value)
    elif row.kind not in (Kind.HEADING, Kind.NOTE):
        typed = row.kind in (Kind.NUMBER, Kind.WHOLE, Kind.NUMBERS)
        takes = _digit if typed else str.isprintable
        made = TextField(name, right, text_of(row) if writing is None else writing, most=LONGEST, takes=takes)
        made.ghost = "" if row.usual in (None, "") else f"{row.usual:g}" if typed else str(row.usual)
    hint = f"{row.help} {LISTED}".strip() if row.kind is Kind.NUMBERS else row.help
    if made is not None and made.enabled and hint:
        made.hint = hint
    return made


def _digit(letter: str) -> bool:
    return letter in DIGITS


# --- rows ---
# Rows of a form in a column that scrolls: what the forms of the window share.

FOOT = 52
"""Pixels of the buttons below the rows."""
NOTCH = 48
"""Pixels of a notch of the wheel."""


class Rows(Panel):
    """Its widgets are called by the paths of their rows (`terrain/0/x`). Subclasses say which rows and buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Row] = []
        self.offset = 0
        self.bad = ""
        """The name of the field in which something stands that means nothing."""

    # --- what there is ---
    def made(self) -> list[Row]:
        """The rows as they are now."""
        raise NotImplementedError

    @property
    def foot(self) -> int:
        """The pixels below the rows that buttons have."""
        return 0

    def below(self) -> list[Widget]:
        """The buttons there."""
        return []

    def wrong(self, row: Row) -> bool:
        """Is something wrong with what stands in a row?"""
        return self.bad == name_of(row)

    # --- layout ---
    def layout(self, rect: pygame.Rect) -> None:
        """Rows from the top, as far down as it is scrolled."""
        super().layout(rect)
        self.rows = self.made()
        high = rect.height - px(16) - self.foot
        self.inner = pygame.Rect(rect.left + px(12), rect.top + px(8), rect.width - px(24), high)
        self.offset = max(0, min(self.offset, px(HIGH) * len(self.rows) - self.inner.height))
        widgets: list[Widget] = []
        for number, row in enumerate(self.rows):
            place = self.place(number)
            made = widget_of(row, place, rect.inflate(-px(8), -px(8)), self._writing(row))
            if made is not None:
                made.visible = self.inner.contains(place)
                widgets.append(made)
        self.group.renew([*widgets, *self.below()])

    def place(self, number: int) -> pygame.Rect:
        """Where a row stands now, in sight or not."""
        wide = self.inner.width - (px(12) if self.full > self.inner.height else 0)
        return pygame.Rect(self.inner.left, self.inner.top + px(HIGH) * number - self.offset, wide, px(HIGH))

    @property
    def full(self) -> int:
        """The height of all rows."""
        return px(HIGH) * len(self.rows)

    def _writing(self, row: Row) -> str | None:
        """What is being written in the field of a row, None if that is not where something is written."""
        focus = self.group.focus
        there = focus is not None and focus.types and focus.name == name_of(row)
        return getattr(focus, "text", None) if there else None

    # --- input ---
    def handle(self, event: pygame.event.Event) -> Action | None:
        """The wheel scrolls, unless a list is spread; Tab goes from row to row, in sight or not."""
        if event.type == pygame.MOUSEWHEEL and self.group.spread is None:
            self.offset -= round(getattr(event, "precise_y", event.y) * px(NOTCH))
            self.layout(self.rect)
            return None
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB and not self.group.engaged:
            self._tab(-1 if getattr(event, "mod", 0) & pygame.KMOD_SHIFT else 1)
            return None
        return super().handle(event)

    def _tab(self, step: int) -> None:
        """Give the focus to the next widget, and scroll to it."""
        able = [widget.name for widget in self.group.widgets if widget.enabled]
        if not able:
            return
        focus = self.group.focus
        at = able.index(focus.name) + step if focus is not None and focus.name in able else min(0, step)
        name = able[at % len(able)]
        row = next((number for number, each in enumerate(self.rows) if name_of(each) == name), None)
        if row is not None:
            top = px(HIGH) * row
            self.offset = max(min(self.offset, top), top + px(HIGH) - self.inner.height)
        for widget in self.group.widgets:
            widget.focused = widget.name == name
        self.layout(self.rect)

    def value_in(self, row: Row, action: Action) -> object:
        """What a widget gave to a row. Raises ValueError, and the row is marked, if that means nothing."""
        self.bad = ""
        if row.kind in (Kind.CHOICE, Kind.ADD):
            return choices(row)[int(action.value)].value
        try:
            return action.value if row.kind is Kind.FLAG else value_of(row, str(action.value))
        except ValueError:
            self.bad = action.name
            raise

    def row_of(self, action: Action) -> Row | None:
        """The row of the widget that was used."""
        return next((row for row in self.rows if name_of(row) == action.name and row.path), None)

    def option_hint(self) -> tuple[pygame.Rect, str] | None:
        """What is to be said of the option under the pointer, in a list that is spread."""
        spread = self.group.spread
        row = next((row for row in self.rows if spread is not None and name_of(row) == spread.name), None)
        if row is None or not isinstance(spread, Choice) or spread.list is None or spread.list.hover_row < 0:
            return None
        said = choices(row)[spread.list.hover_row].help
        row_rect = spread.list.row_rect(spread.list.hover_row)
        return (pygame.Rect(self.rect.left - px(330), row_rect.top - px(6), 1, 1), said) if said else None

    # --- drawing ---
    def paint(self, canvas: pygame.Surface) -> None:
        """Titles, labels, and the bar beside what scrolls."""
        super().paint(canvas)
        for number, row in enumerate(self.rows):
            place = self.place(number)
            if not self.inner.contains(place):
                continue
            if row.kind is Kind.HEADING:
                draw_text(canvas, (place.left, place.bottom - px(6)), row.label, "heading", TEXT, anchor="bottomleft")
                canvas.fill(EDGE, (place.left, place.bottom - px(3), place.width, 1))
            elif row.kind is Kind.NOTE:
                draw_wrapped(canvas, place, row.label, "small", TEXT_SOFT)
            elif row.kind not in (Kind.PIECE, Kind.BRANCH, Kind.FLAG):
                ink = DANGER if self.wrong(row) else TEXT_SOFT
                pos = (place.left, place.centery)
                draw_text(canvas, pos, row.label, "body", ink, anchor="midleft", width=label_room(place))
        if self.full > self.inner.height:
            high = max(px(24), self.inner.height * self.inner.height // self.full)
            top = self.inner.top + (self.inner.height - high) * self.offset // (self.full - self.inner.height)
            thumb = pygame.Rect(self.inner.right - px(4), top, px(6), high)
            draw_box(canvas, thumb, mix_colors(EDGE, EDGE_HIGH, 0.7), radius=px(3))


def name_of(row: Row) -> str:
    """What the widget of a row is called."""
    return "/".join(map(str, row.path)) + ("+" if row.kind is Kind.ADD else "")


# --- form ---
# The form of the editor: the rows of the chosen piece, or of the scenario.


class Form(Rows):
    """Below its rows: `scenario`, `copy`, `delete`."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.workbench = bench
        self._of: Piece | None = None

    def layout(self, rect: pygame.Rect) -> None:
        """Another piece begins at the top."""
        if self.workbench.chosen != self._of:
            self.offset, self._of, self.bad = 0, self.workbench.chosen, ""
        super().layout(rect)

    def made(self) -> list[Row]:
        """Those of the chosen piece, else those of the scenario."""
        chosen = self.workbench.chosen
        return piece_rows(self.workbench.draft, chosen) if chosen is not None else scenario_rows(self.workbench.draft)

    @property
    def foot(self) -> int:
        """Where a piece is chosen there are buttons."""
        return px(FOOT) if self.workbench.chosen is not None else 0

    def below(self) -> list[Widget]:
        """Back to the scenario, a copy, away with it."""
        if not self.foot:
            return []
        top, wide = self.rect.bottom - self.foot, (self.inner.width - px(16)) // 3
        names = (("scenario", "Scenario", "plain"), ("copy", "Copy", "plain"), ("delete", "Delete", "danger"))
        return [
            Button(name, pygame.Rect(self.inner.left + n * (wide + px(8)), top, wide, px(38)), label, kind=kind)
            for n, (name, label, kind) in enumerate(names)
        ]

    def wrong(self, row: Row) -> bool:
        """A problem is about it, or nothing is meant by it."""
        return super().wrong(row) or any(each.path == row.path for each in self.workbench.problems)

    def use(self, action: Action) -> bool:
        """Take what a widget tells; False if it is none of its own."""
        if action.name in ("scenario", "copy", "delete"):
            {
                "scenario": lambda: self.workbench.choose(None),
                "copy": self.workbench.copy,
                "delete": self.workbench.delete,
            }[action.name]()
            return True
        row = self.row_of(action)
        if row is None:
            return False
        if row.kind is Kind.PIECE:
            self.workbench.choose(Piece(str(row.path[0]), int(row.path[1])))
        else:
            self._give(row, action)
        return True

    def _give(self, row: Row, action: Action) -> None:
        """Put what was written or chosen into the draft; what means nothing stays in its field alone."""
        try:
            value = self.value_in(row, action)
        except ValueError:
            return
        draft, piece = set_row_value(self.workbench.draft, row, value)
        doing = f"write {action.name}" if row.kind not in (Kind.ADD,) else ""
        if piece is None:
            self.workbench.do(draft, doing)
        else:
            self.workbench.add(draft, piece, doing)

    def refresh(self) -> None:
        """Show the draft as it is now."""
        fact = (self.workbench.draft, self.workbench.chosen, self.bad)
        if fact != self._shown:
            self.offer(fact)
            self.layout(self.rect)

    def paint(self, canvas: pygame.Surface) -> None:
        """A line at the side where a piece is chosen."""
        super().paint(canvas)
        if self.workbench.chosen is not None:
            canvas.fill(mix_colors(ACCENT, EDGE, 0.6), (self.rect.left, self.rect.top, px(2), self.rect.height))


# --- change form ---
# The form of a rehearsal that is changed by hand: the rows of the chosen model, else those of the game.

NOTHING: list[Any] = []
"""The change that a row means which was left as it is."""


class ChangeForm(Rows):
    """Below its rows: `game` (back to the rows of the game)."""

    def __init__(self, desk: TableSelection, names: tuple[str, str]) -> None:
        super().__init__()
        self.selection = desk
        self.names = names
        self._of = ""
        self._made: tuple[tuple[int, str], list[Row]] = ((-1, ""), [])
        """The rows that were made last, and of what: the game after so many changes, and who is chosen."""

    def layout(self, rect: pygame.Rect) -> None:
        """Another model begins at the top."""
        if self.selection.selected != self._of:
            self.offset, self._of, self.bad = 0, self.selection.selected, ""
        super().layout(rect)

    def made(self) -> list[Row]:
        """Of the model as it may be seen, else of the game."""
        chosen, session = self.selection.chosen, self.selection.session
        of = (session.changes, chosen.id if chosen is not None else "")
        if of != self._made[0]:
            rows = game_rows(session.match, self.names) if chosen is None else model_rows(self.selection.view, chosen)
            self._made = (of, rows)
        return self._made[1]

    @property
    def foot(self) -> int:
        """Where a model is chosen there is a button."""
        return px(FOOT) if self.selection.chosen is not None else 0

    def below(self) -> list[Widget]:
        """Back to the game."""
        if not self.foot:
            return []
        place = pygame.Rect(self.inner.left, self.rect.bottom - self.foot, self.inner.width, px(38))
        return [Button("game", place, "Turn, phase, dice, branches")]

    def meant(self, action: Action) -> tuple[Row, list[Any]] | None:
        """The row that was used and the change it means (empty while it is being written); None if it is no row."""
        row = self.row_of(action)
        if row is None:
            return None
        field = self.group[action.name]
        if isinstance(field, TextField):
            if not field.done:
                return row, NOTHING
            field.focused = False
        if row.path[0] in (KEEP, BRANCH):
            return row, [row.path[-1] if row.kind is Kind.BRANCH else str(action.value)]
        try:
            value = self.value_in(row, action)
        except ValueError:
            return row, NOTHING
        left = value == row.value or (value is None and row.path[0] in (OFF, PHASE, "state", "put", "dice"))
        return row, NOTHING if left else change_of(self.selection.selected, row.path, value)

    def leave_field(self) -> None:
        """Nothing is written any more; what was not confirmed is gone."""
        for widget in self.group.widgets:
            widget.focused = False
        self.layout(self.rect)

    def refresh(self, serial: int) -> None:
        """Show the game as it is now; the number grows with every change."""
        fact = (serial, self.selection.selected, self.bad)
        if fact != self._shown:
            self.offer(fact)
            self.layout(self.rect)
