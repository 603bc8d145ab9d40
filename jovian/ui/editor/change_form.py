"""The forms at the right of the editor and of a rehearsal that is changed by hand: rows of widgets that scroll."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from jovian.editing.branches import BRANCH, KEEP, LAST, OFF, PAST, PHASE, TreeLine, change_of, game_rows, model_rows
from jovian.editing.branches import NOTHING as NO_LINE
from jovian.editing.draft import Piece
from jovian.editing.forms import (
    NUMBER_LIST_HELP,
    SEPARATOR,
    FormOption,
    FormRow,
    Kind,
    piece_rows,
    scenario_rows,
    set_row_value,
    text_of,
    value_of,
)
from jovian.rules.basics.rolls import pluralize
from jovian.ui.editor.workbench import Workbench
from jovian.ui.kit import boxes
from jovian.ui.kit.boxes import NOWHERE, Align, Box, button, column, item, line, text
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_text, text_size
from jovian.ui.kit.forms import Choice, TextField
from jovian.ui.kit.theme import ACCENT, DANGER, EDGE, EDGE_HIGH, PANEL_HIGH, TEXT, TEXT_FAINT, TEXT_SOFT, mix_colors, px
from jovian.ui.kit.widgets import BUTTON_PAD, NOTCH, NOTHING, Button, Signal, Toggle, Widget
from jovian.ui.panels.panel import CanvasPanel
from jovian.ui.session.table_selection import TableSelection

# --- Branches ---

TREE_COLUMN = 16
"""Pixels between two lines of the tree."""
MIN_NAME_WIDTH = 160
"""The minimum width of a name with its length. If many lines are next to each other, they move closer together."""
NOW_LABEL = "Now"
HERE_TEXT = "The game is here."


class BranchRow(Button):
    """A branch in the tree of a rehearsal: its name behind the lines that lead to it. A click continues from its
    end.
    """

    def __init__(self, name: str, rect: pygame.Rect, twig: TreeLine) -> None:
        super().__init__(name, rect, twig.name or NOW_LABEL, role="label", hint=_branch_hint(twig))
        self.twig = twig
        if twig.here:
            self.set_enabled(False, HERE_TEXT)

    @property
    def _step(self) -> int:
        """The pixels between two columns."""
        return min(px(TREE_COLUMN), (self.rect.width - px(TREE_COLUMN + MIN_NAME_WIDTH)) // max(1, self.twig.widest))

    @property
    def label_width_left(self) -> int:
        """The pixels to the right of the knot."""
        return self.rect.width - self._step * len(self.twig.columns) - px(TREE_COLUMN)

    def draw(self, surface: pygame.Surface) -> None:
        super(Button, self).draw(surface)
        if not self.visible:
            return
        twig, rect, step = self.twig, self.rect, self._step
        middle = rect.right - self.label_width_left - px(TREE_COLUMN) // 2
        box = pygame.Rect(middle + px(10), rect.top + px(3), rect.right - middle - px(10), rect.height - px(6))
        if self.hovered or self.focused:
            draw_box(surface, box, PANEL_HIGH, radius=px(5), border=ACCENT if self.focused else EDGE_HIGH)
        self._draw_lines(surface, step, middle)
        color = ACCENT if twig.here else (255, 255, 255) if self.hovered else TEXT
        length_text = pluralize(twig.answers, "answer")
        length_rect = draw_text(
            surface, (rect.right - px(8), rect.centery), length_text, "small", TEXT_FAINT, anchor="midright"
        )
        max_width = length_rect.left - box.left - px(14)
        draw_text(
            surface, (box.left + px(6), rect.centery), self.label, "label", color, anchor="midleft", width=max_width
        )

    def _draw_lines(self, surface: pygame.Surface, step: int, middle: int) -> None:
        rect, ink, thickness = self.rect, mix_colors(EDGE_HIGH, TEXT_SOFT, 0.35), px(2)
        y = rect.centery

        def draw_vertical(x: int, top: int, bottom: int) -> None:
            surface.fill(ink, (x - thickness // 2, top, thickness, bottom - top))

        for number, mark in enumerate(self.twig.columns):
            x = rect.left + step * number + px(TREE_COLUMN) // 2
            if mark != NO_LINE:
                draw_vertical(x, rect.top, y if mark == LAST else rect.bottom)
            if mark in (PAST, LAST):
                surface.fill(ink, (x, y - thickness // 2, middle - x, thickness))
        if self.twig.above:
            draw_vertical(middle, rect.top, y)
        if self.twig.below:
            draw_vertical(middle, y, rect.bottom)
        color = ACCENT if self.twig.here else TEXT_SOFT
        pygame.draw.circle(surface, color, (middle, y), px(5))
        if not self.twig.here:
            pygame.draw.circle(surface, mix_colors(PANEL_HIGH, EDGE_HIGH, 0.3), (middle, y), px(3))


def _branch_hint(twig: TreeLine) -> str:
    """Return what a click does, and where the branch starts."""
    if not twig.leaves:
        return "Continue from here."
    after = pluralize(twig.leaves, "answer")
    origin = (
        f"It starts from '{twig.parent}' after {after}"
        if twig.parent
        else f"It starts from the current game after {after}"
    )
    return f"Continue from here. {origin}."


# --- Widgets of rows ---

ROW_HEIGHT, FIELD_HEIGHT, LABEL_PERCENT = 36, 30, 38
"""The heights of a row and of a field in it, and the share of a row for its label, in percent."""
MAX_LETTERS = 2000
DIGITS = "0123456789.-, "
LIST_LABEL = "custom"
"""The option for a list where other scenarios have a word."""
ADD_OPTION = FormOption(None, "Add…")


def row_options(row: FormRow) -> tuple[FormOption, ...]:
    """Return the options of a row: "Add…" first, or a current value that isn't among the options."""
    if row.kind is Kind.ADD:
        return (ADD_OPTION, *row.options)
    is_offered = any(option.value == row.value for option in row.options)
    label = LIST_LABEL if isinstance(row.value, list) else str(row.value)
    return row.options if is_offered else (FormOption(row.value, label), *row.options)


def make_widget(row: FormRow, within: pygame.Rect, typed_text: str | None) -> Widget:
    """Return the widget of a row. Its list opens `within` a rectangle. `typed_text` is being typed in its field."""
    name = widget_name(row)
    widget: Widget
    if row.kind in (Kind.CHOICE, Kind.ADD):
        options = row_options(row)
        chosen = next((n for n, option in enumerate(options) if option.value == row.value), 0)
        widget = Choice(name, NOWHERE, [option.label for option in options], chosen, within)
        widget.set_enabled(len(options) > 1, "There is only one option")
    elif row.kind is Kind.FLAG:
        widget = Toggle(name, NOWHERE, row.label, bool(row.value))
    elif row.kind is Kind.PIECE:
        widget = Button(name, NOWHERE, row.label, role="label")
    elif row.kind is Kind.BRANCH:
        widget = BranchRow(name, NOWHERE, row.value)
    else:
        is_numeric = row.kind in (Kind.NUMBER, Kind.WHOLE, Kind.NUMBERS)
        takes = _is_digit if is_numeric else str.isprintable
        text = text_of(row) if typed_text is None else typed_text
        widget = TextField(name, NOWHERE, text, most=MAX_LETTERS, takes=takes)
        widget.ghost = "" if row.default in (None, "") else f"{row.default:g}" if is_numeric else str(row.default)
    hint = f"{row.help} {NUMBER_LIST_HELP}".strip() if row.kind is Kind.NUMBERS else row.help
    if widget.enabled and hint:
        widget.hint = hint
    return widget


def _fit_label(widget: Widget, row: FormRow) -> None:
    """Shorten the label of a piece to its width. Its tooltip has the whole label."""
    if row.kind is Kind.PIECE and isinstance(widget, Button):
        widget.label = fitting_label(row.label, widget.rect.width - 2 * px(BUTTON_PAD))
        widget.hint = row.help if widget.label == row.label else f"{row.label}\n{row.help}".strip()


def fitting_label(label: str, width: int) -> str:
    """Return the label of a piece without the last of its parts that don't fit into a width."""
    parts = label.split(SEPARATOR)
    labels = [SEPARATOR.join(parts[:count]) for count in range(len(parts), 0, -1)]
    return next((text for text in labels if text_size(text, "label")[0] <= width), labels[-1])


def _is_digit(letter: str) -> bool:
    return letter in DIGITS


# --- Panel of rows ---

"""Pixels per notch of the wheel."""


class RowsPanel(CanvasPanel):
    """A column of rows that scrolls. Subclasses define its rows and buttons.

    A widget has the path of its row as its name (`terrain/0/x`).
    """

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[FormRow] = []
        self.inner = self.rect
        """The part in which the rows scroll."""
        self.offset = 0
        self.bad_field = ""
        """The name of the field whose text is invalid."""
        self._content = Box()
        """The boxes of the rows, as they are placed now."""
        self._shown_for: object = None

    # --- Content ---
    def current_rows(self) -> list[FormRow]:
        """Return the current rows."""
        raise NotImplementedError

    @property
    def subject(self) -> object:
        """What the rows are about. For another one, they begin at the top."""
        return None

    def foot(self) -> Box | None:
        """Return the buttons below the rows, None for none."""
        return None

    def use_row(self, row: FormRow, value: Any) -> None:
        """Use the value of a signal of a row's widget. Subclasses override it."""

    def is_wrong(self, row: FormRow) -> bool:
        """Return whether the content of a row is invalid."""
        return self.bad_field == widget_name(row)

    # --- Layout ---
    def layout(self, rect: pygame.Rect) -> None:
        """Lay out the rows from the top, moved by the scroll offset."""
        super().layout(rect)
        if self.subject != self._shown_for:
            self.offset, self._shown_for, self.bad_field = 0, self.subject, ""
        self.rows = self.current_rows()
        self._content = column(*map(self._row_box, self.rows))
        root = column(Box(on_place=self._place_rows, grow=1), self.foot(), gap=8, pad=(12, 8, 12, 8))
        root.place(rect)
        self.group.renew([*self._content.widgets(), *root.widgets()])

    def _row_box(self, row: FormRow) -> Box:
        """Return the label of a row and its widget."""
        if row.kind is Kind.HEADING:
            return boxes.row(line(row.label, "heading"), height=ROW_HEIGHT, pad=(0, 0, 0, 6), align=Align.END,
                             paint=_draw_line_below)  # fmt: skip
        if row.kind is Kind.NOTE:
            return text(row.label, "small", TEXT_SOFT, height=ROW_HEIGHT)
        widget = make_widget(row, self.rect.inflate(-px(8), -px(8)), self._typed_text(row))
        is_high, color = row.kind in (Kind.BRANCH, Kind.FLAG), DANGER if self.is_wrong(row) else TEXT_SOFT
        label = line(row.label, "body", color, content_width=NOTHING, grow=LABEL_PERCENT)
        field = item(
            widget, partial(self.use_row, row), on_place=lambda _: _fit_label(widget, row),
            height=ROW_HEIGHT if is_high else FIELD_HEIGHT, grow=100 - LABEL_PERCENT,
        )  # fmt: skip
        is_alone = is_high or row.kind is Kind.PIECE
        return boxes.row(None if is_alone else label, field, gap=8, height=ROW_HEIGHT)

    def _place_rows(self, rect: pygame.Rect) -> None:
        """Place the rows so that the first ones are above the rectangle. Only whole rows are visible."""
        self.inner, content, width = rect, self._content, rect.width - px(12)
        height = content.wanted_height(width).best
        self.offset = max(0, min(self.offset, height - rect.height))
        width = width if height > rect.height else rect.width
        content.place(pygame.Rect(rect.left, rect.top - self.offset, width, height))
        for box in content.children:
            for widget in box.widgets():
                widget.visible = rect.contains(box.rect)

    def _typed_text(self, row: FormRow) -> str | None:
        """Return the text being typed in the field of a row, None if its field isn't focused."""
        focus = self.group.focus
        is_focused = focus is not None and focus.types and focus.name == widget_name(row)
        return getattr(focus, "text", None) if is_focused else None

    # --- Input ---
    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Handle an event: the wheel scrolls unless a list is open, and Tab goes from row to row."""
        if event.type == pygame.MOUSEWHEEL and self.group.spread is None:
            self.offset -= round(getattr(event, "precise_y", event.y) * px(NOTCH))
            self.layout(self.rect)
            return None
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB and not self.group.engaged:
            self._focus_next(-1 if getattr(event, "mod", 0) & pygame.KMOD_SHIFT else 1)
            return None
        return super().handle(event)

    def _focus_next(self, step: int) -> None:
        """Focus the next widget, and scroll to it."""
        names = [widget.name for widget in self.group.widgets if widget.enabled]
        if not names:
            return
        focus = self.group.focus
        index = names.index(focus.name) + step if focus is not None and focus.name in names else min(0, step)
        self._focus_name(names[index % len(names)])

    def focus_row(self, row: FormRow) -> None:
        """Focus the widget of a row, and scroll to it."""
        self._focus_name(widget_name(row))

    def _focus_name(self, name: str) -> None:
        for box, row in zip(self._content.children, self.rows, strict=True):
            if widget_name(row) == name:
                top = box.rect.top - self.inner.top + self.offset
                self.offset = max(min(self.offset, top), top + box.rect.height - self.inner.height)
        for widget in self.group.widgets:
            widget.focused = widget.name == name
        self.layout(self.rect)

    def value_in(self, row: FormRow, value: Any) -> object:
        """Return what the value of a widget's signal gives to a row. If it is invalid, mark the row.

        Raises:
            ValueError: if the typed text is no valid value.

        """
        self.bad_field = ""
        if row.kind in (Kind.CHOICE, Kind.ADD):
            return row_options(row)[int(value)].value
        try:
            return value if row.kind is Kind.FLAG else value_of(row, str(value))
        except ValueError:
            self.bad_field = widget_name(row)
            raise

    def option_hint(self) -> tuple[pygame.Rect, str] | None:
        """Return the explanation of the option under the pointer in an open list, or None."""
        choice = self.group.spread
        row = next((row for row in self.rows if choice is not None and widget_name(row) == choice.name), None)
        if row is None or not isinstance(choice, Choice) or choice.list is None or choice.list.hover_row < 0:
            return None
        help_text = row_options(row)[choice.list.hover_row].help
        row_rect = choice.list.row_rect(choice.list.hover_row)
        left = self.rect.left - px(330) if self.rect.left >= px(330) else self.rect.right + px(10)
        return (pygame.Rect(left, row_rect.top - px(6), 1, 1), help_text) if help_text else None

    # --- Drawing ---
    def paint(self, canvas: pygame.Surface) -> None:
        super().paint(canvas)
        for box in self._content.children:
            if self.inner.contains(box.rect):
                box.draw(canvas)
        height, total = self.inner.height, self._content.rect.height
        if total > height:
            thumb_height = max(px(24), height * height // total)
            top = self.inner.top + (height - thumb_height) * self.offset // (total - height)
            thumb = pygame.Rect(self.inner.right - px(4), top, px(6), thumb_height)
            draw_box(canvas, thumb, mix_colors(EDGE, EDGE_HIGH, 0.7), radius=px(3))


def widget_name(row: FormRow) -> str:
    """Return the name of a row's widget."""
    return "/".join(map(str, row.path)) + ("+" if row.kind is Kind.ADD else "")


def _draw_line_below(surface: pygame.Surface, rect: pygame.Rect) -> None:
    surface.fill(EDGE, (rect.left, rect.bottom - px(3), rect.width, 1))


def piece_buttons(back: Box, copy: Callable[[], object], delete: Callable[[], object]) -> Box:
    """Return the buttons below the form of a piece, the first one leads back to the whole."""
    return boxes.row(
        back, button("copy", "Copy", copy, width=0, grow=1),
        button("delete", "Delete", delete, kind="danger", width=0, grow=1), gap=8,
    )  # fmt: skip


# --- Form of the editor ---


class EditorForm(RowsPanel):
    """The rows of the chosen piece, or of the scenario."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__()
        self.workbench = workbench

    @property
    def subject(self) -> object:
        return self.workbench.chosen

    def current_rows(self) -> list[FormRow]:
        chosen = self.workbench.chosen
        return piece_rows(self.workbench.draft, chosen) if chosen is not None else scenario_rows(self.workbench.draft)

    def foot(self) -> Box | None:
        if self.workbench.chosen is None:
            return None
        whole = button("scenario", "Scenario", lambda: self.workbench.choose(None), width=0, grow=1)
        return piece_buttons(whole, self.workbench.copy, self.workbench.delete)

    def is_wrong(self, row: FormRow) -> bool:
        return super().is_wrong(row) or any(problem.path == row.path for problem in self.workbench.problems)

    def use_row(self, row: FormRow, value: Any) -> None:
        """Choose a piece, or put a typed or chosen value into the draft. Invalid text stays in its field."""
        if row.kind is Kind.PIECE:
            self.workbench.choose(Piece(str(row.path[0]), int(row.path[1])))
            return
        try:
            draft, piece = set_row_value(self.workbench.draft, row, self.value_in(row, value))
        except ValueError:
            return
        change_key = f"write {widget_name(row)}" if row.kind is not Kind.ADD else ""
        if piece is None:
            self.workbench.apply(draft, change_key)
        else:
            self.workbench.add(draft, piece, change_key)

    def paint(self, canvas: pygame.Surface) -> None:
        super().paint(canvas)
        if self.workbench.chosen is not None:
            canvas.fill(mix_colors(ACCENT, EDGE, 0.6), (self.rect.left, self.rect.top, px(2), self.rect.height))


# --- Form of a changed rehearsal ---

class ChangeForm(RowsPanel):
    """The rows of the chosen model, or of the game. Its button `game` returns to the rows of the game.

    `change` gets a row and the change that its use means.
    """

    def __init__(
        self, selection: TableSelection, names: tuple[str, str], change: Callable[[FormRow, list[Any]], object]
    ) -> None:
        super().__init__()
        self.selection = selection
        self.names = names
        self._change = change
        self._cached_rows: tuple[tuple[int, str], list[FormRow]] = ((-1, ""), [])
        """The cached rows, with what they were made for: the number of changes, and the chosen model."""

    @property
    def subject(self) -> object:
        return self.selection.selected

    def current_rows(self) -> list[FormRow]:
        chosen, session = self.selection.chosen, self.selection.session
        key = (session.changes, chosen.id if chosen is not None else "")
        if key != self._cached_rows[0]:
            rows = game_rows(session.match, self.names) if chosen is None else model_rows(self.selection.view, chosen)
            self._cached_rows = (key, rows)
        return self._cached_rows[1]

    def foot(self) -> Box | None:
        if self.selection.chosen is None:
            return None
        return column(button("game", "Back to turn, phase, dice, branches", self._show_game))

    def _show_game(self) -> None:
        self.selection.selected = ""

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Return what the used widget does, as panels of the battle do."""
        signal = super().handle(event)
        return Signal(signal.name, partial(self.group.carry_out, signal)) if signal is not None else None

    def use_row(self, row: FormRow, value: Any) -> None:
        """Make the change that a value means. Text that is still being typed means none."""
        field = self.group[widget_name(row)]
        if isinstance(field, TextField):
            if not field.done:
                return
            field.focused = False
        if row.path[0] in (KEEP, BRANCH):
            self._change(row, [row.path[-1] if row.kind is Kind.BRANCH else str(value)])
            return
        try:
            value = self.value_in(row, value)
        except ValueError:
            return
        is_unset = value is None and row.path[0] in (OFF, PHASE, "state", "put", "dice")
        if value != row.value and not is_unset:
            self._change(row, change_of(self.selection.selected, row.path, value))

    def leave_field(self) -> None:
        """Remove the focus from all fields. Unconfirmed text is lost."""
        for widget in self.group.widgets:
            widget.focused = False
        self.layout(self.rect)

    def refresh(self, serial: int) -> None:
        """Show the current game. `serial` grows with every change."""
        content = (serial, self.selection.selected, self.bad_field)
        if content != self._shown:
            self.offer(content)
            self.layout(self.rect)
