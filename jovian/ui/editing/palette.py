"""The palette: what may be put on the table, by lists. A click takes it in hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import pygame

from jovian.cards import library
from jovian.cards.values.names import TERRAIN_KINDS
from jovian.editing.forms.row import titled
from jovian.editing.forms.scenario_rows import piece_lists
from jovian.ui.board.art.palette import tint
from jovian.ui.editing.workbench import Tool, Workbench
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, mix, px
from jovian.ui.kit.widgets import Action, ScrollList, Tabs
from jovian.ui.kit.widgets.rows import draw_back
from jovian.ui.panels.panel import Panel

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
        self.bench = bench
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
            return [Entry(Tool("terrain", kind), titled(kind)) for kind in TERRAIN_KINDS]
        if self.open == ZONES:
            return [Entry(Tool("zones", kind, self.side), label) for kind, label in ZONE_KINDS]
        found: list[Entry] = []
        faction = ""
        for key, card in sorted(library().items(), key=lambda each: (each[1].faction, each[1].kind, each[1].tv)):
            if card.faction != faction:
                faction = card.faction
                found.append(Entry(None, faction))
            found.append(Entry(Tool("models", key, self.side, 180 * self.side), card.name, str(card.tv)))
        return found

    def _in_hand(self, entry: Entry) -> bool:
        held, meant = self.bench.tool, entry.tool
        return held is not None and meant is not None and held._replace(heading=meant.heading) == meant

    def use(self, action: Action) -> bool:
        """Take what a widget tells; False if it is none of its own."""
        if action.name == "palette":
            self.open, self.bench.tool = str(action.value), None
        elif action.name == "side":
            self.side, self.bench.tool = SIDE_TABS.index(str(action.value)), None
        elif action.name == "entries":
            entry: Entry = self.entries()[int(action.value)]
            self.bench.tool = None if self._in_hand(entry) else entry.tool
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
        surface.fill(mix(color, (0, 0, 0), 0.1), (rect.left + px(8), rect.centery - px(5), px(4), px(10)))
        ink = TEXT if chosen or hovered else TEXT_SOFT
        pos, wide = (rect.left + px(20), rect.centery), rect.width - px(64 if item.note else 28)
        draw_text(surface, pos, item.label, "body", ink, anchor="midleft", width=wide)
        draw_text(surface, (rect.right - px(10), rect.centery), item.note, "small", TEXT_FAINT, anchor="midright")
