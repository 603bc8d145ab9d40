"""The bars and the palette of the editor, and the bar below a rehearsal that is changed by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame

from jovian.cards import unit_cards
from jovian.cards.names import TERRAIN_KINDS
from jovian.editing.draft import Bench
from jovian.editing.forms import piece_lists
from jovian.editing.labels import cause_words, key_to_label, side_labels
from jovian.editing.problems import Fix, Problem, find_fix
from jovian.frozen import frozen
from jovian.rules.basics.rolls import pluralize
from jovian.ui.board.colors import tint
from jovian.ui.editor.workbench import Tool, Workbench
from jovian.ui.kit.boxes import NOWHERE, Align, Box, button, column, item, line, row
from jovian.ui.kit.dock import Panel
from jovian.ui.kit.fonts import draw_text, text_size
from jovian.ui.kit.theme import DANGER, EDGE, GOOD, SIDES, TARGET, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, mix_colors, px
from jovian.ui.kit.widgets import ScrollList, Tabs, draw_back, draw_line
from jovian.ui.panels.panel import GROUND, CanvasPanel, Press, press_button

# --- Buttons of a bar ---

def history_buttons(bench: Bench[Any]) -> tuple[Box, Box]:
    """Return the buttons Undo and Redo of a page."""
    undo = "" if bench.history.can_undo else "There is nothing to undo"
    redo = "" if bench.history.can_redo else "There is nothing to redo"
    return (
        button("undo", "Undo", bench.undo, hint="Undo the last change", reason=undo),
        button("redo", "Redo", bench.redo, hint="Redo what was undone", reason=redo),
    )


# --- Parts of the scenario editor ---

MIN_PALETTE, FIX_WIDTH = 200, 320
"""The least width of the palette, and the width of the button that fixes a problem."""


def draw_ground(surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Draw the background of a panel."""
    surface.fill(GROUND, rect)
    pygame.draw.rect(surface, EDGE, rect, 1)


class ProblemBar(Panel):
    """The hint and the problems below the board of the editor, with a button that fixes a problem."""

    def __init__(self, workbench: Workbench, hint: Callable[[], str], is_settled: Callable[[], bool]) -> None:
        """Create the bar. `is_settled` returns whether nothing is being dragged, so that a fix is looked for."""
        self.workbench, self.hint, self.is_settled = workbench, hint, is_settled
        self._problems: list[Problem] = []
        self._chosen = 0
        self._fix: Fix | None = None
        """The fix of the chosen problem, None if there is none."""
        self._has_searched = True

    def compose(self) -> Box:
        if self.workbench.problems != self._problems:
            self._problems, self._chosen, self._has_searched = list(self.workbench.problems), 0, False
        if self.is_settled() and not self._has_searched:
            self._find_fix()
        count, fix = len(self._problems), self._fix
        listed = ScrollList("problems", NOWHERE, draw_line, row=px(TARGET), well=False)
        listed.set_items([cause_words(self.workbench.draft, problem.cause) for problem in self._problems])
        listed.chosen = self._chosen if count else -1
        words, color = (pluralize(count, "problem"), mix_colors(DANGER, WARN, 0.3)) if count else ("No problems", GOOD)

        def draw_hint(surface: pygame.Surface, rect: pygame.Rect) -> None:
            draw_text(surface, rect.midleft, self.hint(), "body", TEXT_SOFT, anchor="midleft", width=rect.width)

        mend = None
        if fix is not None:
            mend = button("mend", f"Fix: {fix.description}", lambda: self.workbench.apply(fix.draft), kind="primary",
                          width=FIX_WIDTH, height=38)  # fmt: skip
        return column(
            row(Box(paint=draw_hint, grow=1), line(words, "strong", color), gap=14, height=24, pad=(6, 0, 6, 0)),
            row(item(listed, self._choose, grow=1), mend, gap=10, grow=1, align=Align.START), gap=2, pad=(8, 4, 10, 4),
            paint=draw_ground,
        )  # fmt: skip

    def _find_fix(self) -> None:
        """Look for a fix of the chosen problem."""
        self._has_searched = True
        self._fix = find_fix(self.workbench.draft, self._problems[self._chosen]) if self._problems else None

    def _choose(self, number: int) -> None:
        """Choose a problem, and its piece."""
        self._chosen = number
        self.workbench.choose(self._problems[number].piece)
        self._find_fix()


TERRAIN, MODELS, ZONES = "Terrain", "Models", "Zones"
ZONE_KINDS = (("corners", "Zone with corners"), ("circle", "Round zone"))


@frozen
class PaletteRow:
    """A row of the palette."""

    tool: Tool | None
    """The tool that a click chooses, None for a heading."""
    label: str
    note: str = ""


class PalettePanel(Panel):
    """The palette: lists of what may be placed on the table.

    Its widgets are `palette` (which list), `side` (of models and zones), and `entries`.
    """

    def __init__(self, workbench: Workbench) -> None:
        self.workbench = workbench
        self.open, self.side = TERRAIN, 0
        self.lists = (TERRAIN, MODELS, ZONES) if "zones" in piece_lists() else (TERRAIN, MODELS)

    def compose(self) -> Box:
        lists = Tabs("palette", NOWHERE, self.lists, self.lists.index(self.open))
        sides = Tabs("side", NOWHERE, side_labels(self.workbench.draft), self.side)
        entries = self.entries()
        listed = ScrollList("entries", NOWHERE, _draw_entry, row=px(30), well=False)
        listed.set_items(entries)
        listed.chosen = next((number for number, entry in enumerate(entries) if self._is_chosen(entry)), -1)
        return column(
            item(lists, self._open, height=30),
            item(sides, lambda _: self._choose_side(sides.chosen), height=28) if self.open != TERRAIN else None,
            item(listed, lambda number: self._take(entries[number]), grow=1), gap=8, pad=(8, 8, 8, 8),
            paint=draw_ground, width=MIN_PALETTE, min_width=MIN_PALETTE,
        )  # fmt: skip

    def _open(self, label: str) -> None:
        self.open, self.workbench.tool = label, None

    def _choose_side(self, side: int) -> None:
        self.side, self.workbench.tool = side, None

    def _take(self, entry: PaletteRow) -> None:
        self.workbench.tool = None if self._is_chosen(entry) else entry.tool

    def entries(self) -> list[PaletteRow]:
        """Return the rows of the open list."""
        if self.open == TERRAIN:
            return [PaletteRow(Tool("terrain", kind), key_to_label(kind)) for kind in TERRAIN_KINDS]
        if self.open == ZONES:
            return [PaletteRow(Tool("zones", kind, self.side), label) for kind, label in ZONE_KINDS]
        entries: list[PaletteRow] = []
        faction = ""
        for key, card in sorted(unit_cards().items(), key=lambda pair: (pair[1].faction, pair[1].kind, pair[1].tv)):
            if card.faction != faction:
                faction = card.faction
                entries.append(PaletteRow(None, faction))
            entries.append(PaletteRow(Tool("models", key, self.side, 180 * self.side), card.name, str(card.tv)))
        return entries

    def _is_chosen(self, entry: PaletteRow) -> bool:
        chosen, tool = self.workbench.tool, entry.tool
        return chosen is not None and tool is not None and replace(chosen, heading=tool.heading) == tool


def _draw_entry(surface: pygame.Surface, rect: pygame.Rect, item: PaletteRow, hovered: bool, chosen: bool) -> None:
    if item.tool is None:
        pos = (rect.left + px(4), rect.bottom - px(8))
        draw_text(surface, pos, item.label, "caps", TEXT_FAINT, anchor="midleft")
        return
    draw_back(surface, rect, hovered, chosen)
    color = tint(item.tool.name) if item.tool.section == "terrain" else SIDES[item.tool.side].main
    surface.fill(mix_colors(color, (0, 0, 0), 0.1), (rect.left + px(8), rect.centery - px(5), px(4), px(10)))
    color = TEXT if chosen or hovered else TEXT_SOFT
    pos, max_width = (rect.left + px(20), rect.centery), rect.width - px(64 if item.note else 28)
    draw_text(surface, pos, item.label, "body", color, anchor="midleft", width=max_width)
    draw_text(surface, (rect.right - px(10), rect.centery), item.note, "small", TEXT_FAINT, anchor="midright")


# --- Bar of a changed rehearsal ---

CHANGE_HINT = (
    "Drag a model to move it, {keys} to turn it (Shift: by 1°). Change everything else in the form on the right."
)


class ChangeBar(CanvasPanel):
    """The bar below the board. `undo` and `done` are what its buttons do."""

    is_urgent = True

    def __init__(self, keys: str, undo: Callable[[], object], done: Callable[[], object]) -> None:
        super().__init__()
        self._presses = (Press("undo", "Undo", undo), Press("done", "Done", done, "primary"))
        self._hint = CHANGE_HINT.format(keys=keys)
        self.text, self.is_refusal = self._hint, False

    def layout(self, rect: pygame.Rect) -> None:
        super().layout(rect)
        right, buttons = rect.right - px(14), []
        for press in reversed(self._presses):
            button_width = text_size(press.label, "button")[0] + px(40)
            place = pygame.Rect(right - button_width, rect.bottom - px(46), button_width, px(38))
            buttons.append(press_button(press, place))
            right -= button_width + px(8)
        self._text_width = right - rect.left - px(28)
        self.group.renew(reversed(buttons))

    def show(self, refusal_text: str, undoable: str) -> None:
        """Show why the last change was refused, and why undo is disabled; "" for neither."""
        self.text, self.is_refusal = refusal_text or self._hint, bool(refusal_text)
        self.group["undo"].set_enabled(not undoable, undoable)
        self.offer((self.text, undoable))

    def paint(self, canvas: pygame.Surface) -> None:
        super().paint(canvas)
        pos = (self.rect.left + px(14), self.rect.top + px(16))
        draw_text(canvas, pos, "Changed by hand", "strong", TEXT, anchor="midleft")
        color = DANGER if self.is_refusal else TEXT_SOFT
        low = (pos[0], self.rect.bottom - px(27))
        draw_text(canvas, low, self.text, "body", color, anchor="midleft", width=self._text_width)
