"""The bars of the editor: what is edited and what may be done with it, above; what is wrong with it, below. The bar
below a rehearsal that is changed by hand: how to go on, or why something cannot be; taking back, done. The palette:
what may be put on the table, by lists.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pygame

from jovian.cards import unit_cards
from jovian.cards.names import TERRAIN_KINDS
from jovian.editing.forms import key_to_label, piece_lists
from jovian.editing.problems import Fix, Problem, mend
from jovian.rules.basics.rolls import pluralize
from jovian.ui.board.colors import tint
from jovian.ui.editor.workbench import Tool, Workbench
from jovian.ui.kit.fonts import draw_text, text_size
from jovian.ui.kit.theme import DANGER, GOOD, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, mix_colors, px
from jovian.ui.kit.widgets import Action, Button, ScrollList, Tabs, draw_back, draw_line
from jovian.ui.panels.panel import Panel

# --- bars ---
# The bars of the editor: what is edited and what may be done with it, above; what is wrong with it, below.

BUTTONS = (
    ("open", "Open …", "plain"), ("save", "Save", "plain"), ("undo", "Undo", "plain"), ("redo", "Redo", "plain"),
    ("play", "Play from here", "primary"), ("watch", "Let the computers play it", "plain"),
    ("rehearse", "Rehearse", "plain"), ("menu", "Menu", "plain"),
)  # fmt: skip
MEND = 330
"""Pixels of the button that mends a problem."""
HINTS = {"rehearse": "Let it be rehearsed: computer players play many games of it"}
NOT_PLAYABLE = "Fix the problems listed below first"


class EditorBar(Panel):
    """Its buttons are those of `BUTTONS`."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.workbench = bench

    def layout(self, rect: pygame.Rect) -> None:
        """Buttons from the right end."""
        super().layout(rect)
        right, made = rect.right - px(10), []
        for name, label, kind in reversed(BUTTONS):
            wide = text_size(label, "button")[0] + px(26)
            place = pygame.Rect(right - wide, rect.top + px(6), wide, rect.height - px(12))
            made.append(Button(name, place, label, kind=kind, hint=HINTS.get(name, "")))
            right = place.left - px(6)
        self.left_of = right
        self.group.renew(reversed(made))

    def refresh(self) -> None:
        """Buttons on and off."""
        bench = self.workbench
        self.group["undo"].set_enabled(bench.history.can_undo, "Nothing has been done yet")
        self.group["redo"].set_enabled(bench.history.can_redo, "Nothing has been undone")
        for name in ("play", "watch", "rehearse"):
            self.group[name].set_enabled(not bench.problems, NOT_PLAYABLE)
        self.offer((bench.draft.data.get("name"), bench.path, bench.history.unsaved))

    def paint(self, canvas: pygame.Surface) -> None:
        """Its name, and where it is kept."""
        super().paint(canvas)
        name = str(self.workbench.draft.data.get("name") or "A scenario without a name")
        left, room = self.rect.left + px(14), self.left_of - self.rect.left - px(30)
        place = self.workbench.path.name if self.workbench.path is not None else "not saved yet"
        said = f"{place} · changed" if self.workbench.path is not None and self.workbench.history.unsaved else place
        head = draw_text(canvas, (left, self.rect.centery), name, "heading", TEXT, anchor="midleft", width=room)
        rest = room - head.width - px(14)
        if rest > px(60):
            pos = (head.right + px(14), self.rect.centery + px(1))
            draw_text(canvas, pos, said, "small", TEXT_FAINT, anchor="midleft", width=rest)


class ProblemBar(Panel):
    """How to go on with what is in hand or chosen; below it all that is wrong (`problems`), and what helps (`mend`)."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.workbench = bench
        self.hint = ""
        self.list = ScrollList("problems", pygame.Rect(0, 0, 10, 10), draw_line, row=px(26), well=False)
        self.button = Button("mend", pygame.Rect(0, 0, 10, 10), "", kind="primary")
        self.button.visible = False
        self.group.widgets = [self.list, self.button]
        self._told: list[Problem] = []
        self._mend: Fix | None = None
        """What would mend the problem that is chosen, else the first."""
        self._sought = True

    def layout(self, rect: pygame.Rect) -> None:
        """The list below the hint."""
        super().layout(rect)
        if self.list.row != px(26):
            rows, self.list.row = self.list.items, px(26)
            self.list.set_items(())
            self.list.set_items(rows)
        wide = px(MEND) if self._mend is not None else 0
        top = rect.top + px(30)
        self.list.rect = pygame.Rect(rect.left + px(8), top, rect.width - px(16) - wide, rect.height - px(34))
        self.button.rect = pygame.Rect(rect.right - px(MEND), top, px(MEND) - px(10), px(38))

    def show(self, hint: str, settled: bool) -> None:
        """Tell how to go on, and what is wrong now; what would help as soon as nothing is dragged."""
        self.hint = hint
        told = self.workbench.problems
        if told != self._told or len(self.list.items) != len(told):
            self._told = list(told)
            self.list.set_items(())
            self.list.set_items([each.reason for each in told])
            self.list.chosen = 0 if told else -1
            self._sought = False
        if settled and not self._sought:
            self._find()
        self.offer((hint, tuple(told)))

    def _find(self) -> None:
        """See what would mend the chosen problem."""
        self._sought = True
        self._mend = mend(self.workbench.draft, self._told[self.list.chosen]) if self._told else None
        self.button.visible = self._mend is not None
        self.button.label = f"Mend: {self._mend.said}" if self._mend is not None else ""
        self.layout(self.rect)

    def use(self, action: Action) -> bool:
        """Choose the piece that a problem is about; mend a problem."""
        if action.name == "mend" and self._mend is not None:
            self.workbench.do(self._mend.draft)
        elif action.name == "problems":
            self.workbench.choose(self._told[int(action.value)].piece)
            self._find()
        return action.name in ("problems", "mend")

    def paint(self, canvas: pygame.Surface) -> None:
        """The hint on the left, how many problems there are on the right."""
        super().paint(canvas)
        wrong = len(self._told)
        said, ink = (
            (pluralize(wrong, "problem"), mix_colors(DANGER, WARN, 0.3))
            if wrong
            else ("Nothing is wrong with it", GOOD)
        )
        right, y = self.rect.right - px(14), self.rect.top + px(16)
        head = draw_text(canvas, (right, y), said, "strong", ink, anchor="midright")
        room = head.left - self.rect.left - px(28)
        draw_text(canvas, (self.rect.left + px(14), y), self.hint, "body", TEXT_SOFT, anchor="midleft", width=room)


# --- change bar ---
# The bar below a rehearsal that is changed by hand: how to go on, or why something cannot be; taking back, done.

CHANGE_BUTTONS = (("undo", "Take back", "plain"), ("done", "Done", "primary"))
HINT = "Drag a model to move it, {keys} turn it (Shift: by 1°); everything else in the column at the right."


class ChangeBar(Panel):
    """Its buttons are those of `BUTTONS`."""

    def __init__(self, keys: str) -> None:
        super().__init__()
        self._hint = HINT.format(keys=keys)
        self.said, self.bad = self._hint, False

    def layout(self, rect: pygame.Rect) -> None:
        """Buttons at the right end."""
        super().layout(rect)
        right, made = rect.right - px(14), []
        for name, label, kind in reversed(CHANGE_BUTTONS):
            wide = text_size(label, "button")[0] + px(40)
            made.append(Button(name, pygame.Rect(right - wide, rect.bottom - px(46), wide, px(38)), label, kind=kind))
            right -= wide + px(8)
        self._room = right - rect.left - px(28)
        self.group.renew(reversed(made))

    def show(self, refused: str, undoable: str) -> None:
        """Why the last change was refused, and why nothing can be taken back; "" for neither."""
        self.said, self.bad = refused or self._hint, bool(refused)
        self.group["undo"].set_enabled(not undoable, undoable)
        self.offer((self.said, undoable))

    def paint(self, canvas: pygame.Surface) -> None:
        """The line of words."""
        super().paint(canvas)
        pos = (self.rect.left + px(14), self.rect.top + px(16))
        draw_text(canvas, pos, "CHANGED BY HAND", "strong", TEXT, anchor="midleft")
        ink = DANGER if self.bad else TEXT_SOFT
        low = (pos[0], self.rect.bottom - px(27))
        draw_text(canvas, low, self.said, "body", ink, anchor="midleft", width=self._room)


# --- palette ---
# The palette: what may be put on the table, by lists. A click takes it in hand.

TERRAIN, MODELS, ZONES = "Terrain", "Models", "Zones"
ZONE_KINDS = (("corners", "A zone by its corners"), ("circle", "A round zone"))
SIDE_TABS = ("Side 0", "Side 1")


class Entry(NamedTuple):
    """A row of the list."""

    tool: Tool | None
    """What is taken in hand, None for a title."""
    label: str
    note: str = ""


class Palette(Panel):
    """Its widgets are `palette` (which list), `side` (of models and zones) and `entries`."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.workbench = bench
        self.open, self.side = TERRAIN, 0
        self.lists = (TERRAIN, MODELS, ZONES) if "zones" in piece_lists() else (TERRAIN, MODELS)

    def layout(self, rect: pygame.Rect) -> None:
        """Tabs above, the list below."""
        super().layout(rect)
        inner = rect.inflate(-px(16), -px(16))
        lists = Tabs("palette", pygame.Rect(inner.left, inner.top, inner.width, px(30)), self.lists)
        lists.chosen = self.lists.index(self.open)
        widgets: list[Any] = [lists]
        top = lists.rect.bottom + px(8)
        if self.open != TERRAIN:
            sides = Tabs("side", pygame.Rect(inner.left, top, inner.width, px(28)), SIDE_TABS, self.side)
            widgets.append(sides)
            top = sides.rect.bottom + px(8)
        place = pygame.Rect(inner.left, top, inner.width, inner.bottom - top)
        entries = ScrollList("entries", place, self._draw_entry, row=px(30), well=False)
        entries.set_items(self.entries())
        entries.chosen = next((n for n, each in enumerate(entries.items) if self._in_hand(each)), -1)
        widgets.append(entries)
        self.group.renew(widgets)

    def entries(self) -> list[Entry]:
        """The rows of the list that is open."""
        if self.open == TERRAIN:
            return [Entry(Tool("terrain", kind), key_to_label(kind)) for kind in TERRAIN_KINDS]
        if self.open == ZONES:
            return [Entry(Tool("zones", kind, self.side), label) for kind, label in ZONE_KINDS]
        found: list[Entry] = []
        faction = ""
        for key, card in sorted(unit_cards().items(), key=lambda each: (each[1].faction, each[1].kind, each[1].tv)):
            if card.faction != faction:
                faction = card.faction
                found.append(Entry(None, faction))
            found.append(Entry(Tool("models", key, self.side, 180 * self.side), card.name, str(card.tv)))
        return found

    def _in_hand(self, entry: Entry) -> bool:
        held, meant = self.workbench.tool, entry.tool
        return held is not None and meant is not None and held._replace(heading=meant.heading) == meant

    def use(self, action: Action) -> bool:
        """Take what a widget tells; False if it is none of its own."""
        if action.name == "palette":
            self.open, self.workbench.tool = str(action.value), None
        elif action.name == "side":
            self.side, self.workbench.tool = SIDE_TABS.index(str(action.value)), None
        elif action.name == "entries":
            entry: Entry = self.entries()[int(action.value)]
            self.workbench.tool = None if self._in_hand(entry) else entry.tool
        else:
            return False
        self.layout(self.rect)
        return True

    def refresh(self) -> None:
        """Show what is in hand now."""
        entries = self.group["entries"]
        assert isinstance(entries, ScrollList)
        chosen = next((n for n, each in enumerate(entries.items) if self._in_hand(each)), -1)
        if chosen != entries.chosen:
            entries.chosen = chosen
            entries.touch()

    def _draw_entry(self, surface: pygame.Surface, rect: pygame.Rect, item: Entry, hovered: bool, chosen: bool) -> None:
        if item.tool is None:
            pos = (rect.left + px(4), rect.bottom - px(8))
            draw_text(surface, pos, item.label.upper(), "caps", TEXT_FAINT, anchor="midleft")
            return
        draw_back(surface, rect, hovered, chosen)
        color = tint(item.tool.name) if item.tool.section == "terrain" else SIDES[item.tool.side].main
        surface.fill(mix_colors(color, (0, 0, 0), 0.1), (rect.left + px(8), rect.centery - px(5), px(4), px(10)))
        ink = TEXT if chosen or hovered else TEXT_SOFT
        pos, wide = (rect.left + px(20), rect.centery), rect.width - px(64 if item.note else 28)
        draw_text(surface, pos, item.label, "body", ink, anchor="midleft", width=wide)
        draw_text(surface, (rect.right - px(10), rect.centery), item.note, "small", TEXT_FAINT, anchor="midright")
