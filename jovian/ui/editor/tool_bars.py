"""The bars and the palette of the editor, and the bar below a rehearsal that is changed by hand."""

from __future__ import annotations

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
from jovian.ui.kit.boxes import Box, button, row, space
from jovian.ui.kit.fonts import draw_text, text_size
from jovian.ui.kit.theme import DANGER, GOOD, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, mix_colors, px
from jovian.ui.kit.widgets import Button, ScrollList, Signal, Tabs, draw_back, draw_line
from jovian.ui.panels.panel import Panel

# --- Buttons of a bar ---

UNDO, REDO = "undo", "redo"


def history_buttons(bench: Bench[Any]) -> tuple[Box, Box]:
    """Return the buttons Undo and Redo of a page."""
    undo = "" if bench.history.can_undo else "There is nothing to undo"
    redo = "" if bench.history.can_redo else "There is nothing to redo"
    return (
        button(UNDO, "Undo", bench.undo, hint="Undo the last change", reason=undo),
        button(REDO, "Redo", bench.redo, hint="Redo what was undone", reason=redo),
    )


# --- Bar of the scenario editor ---

BUTTONS = (
    ("open", "Open…", ""), ("save", "Save", ""), (UNDO, "Undo", "Undo the last change"),
    (REDO, "Redo", "Redo what was undone"), ("play", "Play from here", ""), ("watch", "Watch computers play", ""),
    ("rehearse", "Rehearse", "Computer players play many games of this scenario"), ("menu", "Menu", ""),
)  # fmt: skip
FIX_WIDTH = 330
"""Width of the button that fixes a problem."""
NOT_PLAYABLE = "Fix the problems listed below first"


class EditorBar(Panel):
    """The bar at the top of the editor, with the buttons of `BUTTONS`."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__()
        self.workbench = workbench

    def layout(self, rect: pygame.Rect) -> None:
        super().layout(rect)
        buttons = [button(name, label, lambda: None, kind="primary" if name == "play" else "plain", hint=hint)
                   for name, label, hint in BUTTONS]  # fmt: skip
        row(space(), *buttons, gap=6, pad=(0, 6, 10, 6)).place(rect)
        self.buttons_left = buttons[0].rect.left - px(6)
        self.group.renew(box.widget for box in buttons if box.widget is not None)

    def refresh(self) -> None:
        """Enable and disable the buttons."""
        workbench = self.workbench
        self.group[UNDO].set_enabled(workbench.history.can_undo, "There is nothing to undo")
        self.group[REDO].set_enabled(workbench.history.can_redo, "There is nothing to redo")
        for name in ("play", "watch", "rehearse"):
            self.group[name].set_enabled(not workbench.problems, NOT_PLAYABLE)
        self.offer((workbench.draft.data.get("name"), workbench.path, workbench.history.unsaved))

    def paint(self, canvas: pygame.Surface) -> None:
        super().paint(canvas)
        name = str(self.workbench.draft.data.get("name") or "Untitled scenario")
        left, max_width = self.rect.left + px(14), self.buttons_left - self.rect.left - px(30)
        place = self.workbench.path.name if self.workbench.path is not None else "not saved yet"
        status = f"{place} · changed" if self.workbench.path is not None and self.workbench.history.unsaved else place
        head = draw_text(canvas, (left, self.rect.centery), name, "heading", TEXT, anchor="midleft", width=max_width)
        status_width = max_width - head.width - px(14)
        if status_width > px(60):
            pos = (head.right + px(14), self.rect.centery + px(1))
            draw_text(canvas, pos, status, "small", TEXT_FAINT, anchor="midleft", width=status_width)


class ProblemBar(Panel):
    """The hint and the problems below the board of the editor, with a button that fixes a problem."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__()
        self.workbench = workbench
        self.hint = ""
        self.list = ScrollList("problems", pygame.Rect(0, 0, 10, 10), draw_line, row=px(26), well=False)
        self.button = Button("mend", pygame.Rect(0, 0, 10, 10), "", kind="primary")
        self.button.visible = False
        self.group.widgets = [self.list, self.button]
        self._problems: list[Problem] = []
        self._fix: Fix | None = None
        """The fix of the chosen problem, None if there is none."""
        self._has_searched = True

    def layout(self, rect: pygame.Rect) -> None:
        super().layout(rect)
        if self.list.row != px(26):
            rows, self.list.row = self.list.items, px(26)
            self.list.set_items(())
            self.list.set_items(rows)
        fix_width = px(FIX_WIDTH) if self._fix is not None else 0
        top = rect.top + px(30)
        self.list.rect = pygame.Rect(rect.left + px(8), top, rect.width - px(16) - fix_width, rect.height - px(34))
        self.button.rect = pygame.Rect(rect.right - px(FIX_WIDTH), top, px(FIX_WIDTH) - px(10), px(38))

    def show(self, hint: str, is_settled: bool) -> None:
        """Show the hint and the current problems. Look for a fix when nothing is being dragged (`settled`)."""
        self.hint = hint
        problems = self.workbench.problems
        if problems != self._problems or len(self.list.items) != len(problems):
            self._problems = list(problems)
            self.list.set_items(())
            self.list.set_items([cause_words(self.workbench.draft, problem.cause) for problem in problems])
            self.list.chosen = 0 if problems else -1
            self._has_searched = False
        if is_settled and not self._has_searched:
            self._find_fix()
        self.offer((hint, tuple(problems)))

    def _find_fix(self) -> None:
        """Look for a fix of the chosen problem."""
        self._has_searched = True
        self._fix = find_fix(self.workbench.draft, self._problems[self.list.chosen]) if self._problems else None
        self.button.visible = self._fix is not None
        self.button.label = f"Fix: {self._fix.description}" if self._fix is not None else ""
        self.layout(self.rect)

    def handle_action(self, action: Signal) -> bool:
        """Choose the piece of a problem, or fix the problem. Return whether the action belongs to the bar."""
        if action.name == "mend" and self._fix is not None:
            self.workbench.apply(self._fix.draft)
        elif action.name == "problems":
            self.workbench.choose(self._problems[int(action.value)].piece)
            self._find_fix()
        return action.name in ("problems", "mend")

    def paint(self, canvas: pygame.Surface) -> None:
        super().paint(canvas)
        count = len(self._problems)
        text, color = (pluralize(count, "problem"), mix_colors(DANGER, WARN, 0.3)) if count else ("No problems", GOOD)
        right, y = self.rect.right - px(14), self.rect.top + px(16)
        head = draw_text(canvas, (right, y), text, "strong", color, anchor="midright")
        max_width = head.left - self.rect.left - px(28)
        draw_text(canvas, (self.rect.left + px(14), y), self.hint, "body", TEXT_SOFT, anchor="midleft", width=max_width)


# --- Bar of a changed rehearsal ---

CHANGE_BUTTONS = (("undo", "Undo", "plain"), ("done", "Done", "primary"))
CHANGE_HINT = (
    "Drag a model to move it, {keys} to turn it (Shift: by 1°). Change everything else in the form on the right."
)


class ChangeBar(Panel):
    """The bar below the board, with the buttons of `CHANGE_BUTTONS`."""

    def __init__(self, keys: str) -> None:
        super().__init__()
        self._hint = CHANGE_HINT.format(keys=keys)
        self.text, self.is_refusal = self._hint, False

    def layout(self, rect: pygame.Rect) -> None:
        super().layout(rect)
        right, buttons = rect.right - px(14), []
        for name, label, kind in reversed(CHANGE_BUTTONS):
            button_width = text_size(label, "button")[0] + px(40)
            buttons.append(
                Button(
                    name,
                    pygame.Rect(right - button_width, rect.bottom - px(46), button_width, px(38)),
                    label,
                    kind=kind,
                )
            )
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


# --- Palette ---

TERRAIN, MODELS, ZONES = "Terrain", "Models", "Zones"
ZONE_KINDS = (("corners", "Zone with corners"), ("circle", "Round zone"))


@frozen
class Entry:
    """A row of the palette."""

    tool: Tool | None
    """The tool that a click chooses, None for a heading."""
    label: str
    note: str = ""


class Palette(Panel):
    """The palette: lists of what may be placed on the table.

    Its widgets are `palette` (which list), `side` (of models and zones), and `entries`.
    """

    def __init__(self, workbench: Workbench) -> None:
        super().__init__()
        self.workbench = workbench
        self.open, self.side = TERRAIN, 0
        self._side_names = side_labels(workbench.draft)
        self.lists = (TERRAIN, MODELS, ZONES) if "zones" in piece_lists() else (TERRAIN, MODELS)

    def layout(self, rect: pygame.Rect) -> None:
        super().layout(rect)
        inner = rect.inflate(-px(16), -px(16))
        lists = Tabs("palette", pygame.Rect(inner.left, inner.top, inner.width, px(30)), self.lists)
        lists.chosen = self.lists.index(self.open)
        widgets: list[Any] = [lists]
        top = lists.rect.bottom + px(8)
        if self.open != TERRAIN:
            self._side_names = side_labels(self.workbench.draft)
            sides = Tabs("side", pygame.Rect(inner.left, top, inner.width, px(28)), self._side_names, self.side)
            widgets.append(sides)
            top = sides.rect.bottom + px(8)
        place = pygame.Rect(inner.left, top, inner.width, inner.bottom - top)
        entries = ScrollList("entries", place, self._draw_entry, row=px(30), well=False)
        entries.set_items(self.entries())
        entries.chosen = next((n for n, entry in enumerate(entries.items) if self._is_chosen(entry)), -1)
        widgets.append(entries)
        self.group.renew(widgets)

    def entries(self) -> list[Entry]:
        """Return the rows of the open list."""
        if self.open == TERRAIN:
            return [Entry(Tool("terrain", kind), key_to_label(kind)) for kind in TERRAIN_KINDS]
        if self.open == ZONES:
            return [Entry(Tool("zones", kind, self.side), label) for kind, label in ZONE_KINDS]
        entries: list[Entry] = []
        faction = ""
        for key, card in sorted(unit_cards().items(), key=lambda pair: (pair[1].faction, pair[1].kind, pair[1].tv)):
            if card.faction != faction:
                faction = card.faction
                entries.append(Entry(None, faction))
            entries.append(Entry(Tool("models", key, self.side, 180 * self.side), card.name, str(card.tv)))
        return entries

    def _is_chosen(self, entry: Entry) -> bool:
        chosen, tool = self.workbench.tool, entry.tool
        return chosen is not None and tool is not None and replace(chosen, heading=tool.heading) == tool

    def handle_action(self, action: Signal) -> bool:
        """Handle an action of a widget. Return whether it belongs to the palette."""
        if action.name == "palette":
            self.open, self.workbench.tool = str(action.value), None
        elif action.name == "side":
            self.side, self.workbench.tool = self._side_names.index(str(action.value)), None
        elif action.name == "entries":
            entry: Entry = self.entries()[int(action.value)]
            self.workbench.tool = None if self._is_chosen(entry) else entry.tool
        else:
            return False
        self.layout(self.rect)
        return True

    def refresh(self) -> None:
        if self.open != TERRAIN and side_labels(self.workbench.draft) != self._side_names:
            self.layout(self.rect)
        entries = self.group["entries"]
        assert isinstance(entries, ScrollList)
        chosen = next((n for n, entry in enumerate(entries.items) if self._is_chosen(entry)), -1)
        if chosen != entries.chosen:
            entries.chosen = chosen
            entries.touch()

    def _draw_entry(self, surface: pygame.Surface, rect: pygame.Rect, item: Entry, hovered: bool, chosen: bool) -> None:
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
