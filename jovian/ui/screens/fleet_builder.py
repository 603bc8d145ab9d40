"""The fleet builder: the catalog at the left, the fleet with its rules in the middle, and at the right the card of the
chosen unit, what it may carry, and comparisons.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pygame

from jovian.background import ThreadJob
from jovian.cards import CardError, FleetList, fleet_names, load_fleet, load_scenario
from jovian.cards import UnitCard as Card
from jovian.cards.fleet import MAX_SIZE
from jovian.cards.names import FACTION_DOCTRINES, FACTIONS, slug
from jovian.dice import random_seed
from jovian.editing.draft import History
from jovian.fleets.catalog import COSTS, SORTS, CatalogFilter, roles_of, traits_of
from jovian.fleets.doctrines import DOCTRINES
from jovian.fleets.draft import MAX_COUNT, MAX_LINES, SIZES, FleetDraft, Line
from jovian.fleets.equipment import EquipmentOffer, equipment_offers, with_equipment
from jovian.fleets.formats import FORMATS, make_qr_code
from jovian.fleets.numbers import fleet_numbers
from jovian.fleets.random_fleet import random_fleet
from jovian.fleets.sheets import fleet_sheets
from jovian.fleets.status import Status
from jovian.game import Model
from jovian.match.files import write_whole
from jovian.rules.basics.rolls import pluralize
from jovian.rules.setup.legality import tally, unit_limit
from jovian.ui.board.grid import backdrop
from jovian.ui.editor.fleet_bench import (
    NEW_NAME,
    SUFFIX,
    FleetBench,
    bench_of,
    is_name_letter,
    make_library,
    new_bench,
    own_file,
    read_bench,
    read_list_file,
)
from jovian.ui.editor.fleet_rows import (
    SIDE,
    DrawnRow,
    add_rect,
    comparison_rows,
    count_rects,
    draw_glance,
    draw_line_row,
    draw_offer_row,
    draw_status_row,
    draw_unit_row,
    fix_label,
    fix_rect,
    line_name,
    line_words,
    offer_height,
    role_label,
    status_height,
    trial_rows,
)
from jovian.ui.editor.tool_bars import REDO, UNDO, BarEntry, lay_bar
from jovian.ui.editor.unit_bench import UnitBench, new_unit_bench, show_card, unit_bench_of
from jovian.ui.files.paths import user_shelf
from jovian.ui.files.save_writer import save_picture, save_sheets
from jovian.ui.files.saves import in_name
from jovian.ui.kit.button_list import ButtonList, PullDown
from jovian.ui.kit.draw import draw_panel, draw_pill, draw_side_badge, pill_size
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height, text_size, wrap
from jovian.ui.kit.forms import Choice, SearchField, TextField, clipboard_text, copy_to_clipboard
from jovian.ui.kit.linked_text import LinkedText, plain
from jovian.ui.kit.theme import (
    BLADE,
    DANGER,
    EDGE,
    GOOD,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WARN,
    WELL,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import Action, Button, ScrollList, Tabs, Tooltip, Widget
from jovian.ui.panels.unit_card import UnitCard
from jovian.ui.screens.navigation import ToNewGame, ToTitle, ToUnit, read_in_background, settle_spelling
from jovian.ui.screens.screen import Host, Job, Screen, leave_fleet, leave_unit
from jovian.ui.session.fleet_trial import FleetTrial

# --- The screen ---

MAX_NAME = 60
TOP, LOW, GAP = 52, 60, 8
LEFT_SHARE, MIN_LEFT, MAX_LEFT = 0.25, 232, 420
MIDDLE_SHARE, MIN_MIDDLE = 0.33, 272
TWO_CARDS = 560
"""The unscaled width of the right column from which two cards are next to each other."""
TALL_ROWS = 620
"""The unscaled height of the catalog from which its rows have two lines."""
KINDS = {"All": "", "Ships": "capital", "Squads": "squadron", "Fits": ""}
CARD, COMPARE, UPGRADES, GLANCE, TRY, IMPORT = "Card", "Compare", "Upgrades", "Glance", "Try", "Import"
TRIAL_PLAYERS = ("ensign", "captain")
TRIAL_SCENARIO = "introductory"
IMPORTS = ("From the clipboard", "From a file…")
EXPORTS = ("Copy as text", "Copy as one line", "Copy as JSON", "Copy as YAML", "Save a QR code", "Save sheets to print")
MORE = ("New fleet", "Copy this fleet", "Save as…", "Delete the file", "Edit this unit card", "New unit card")
"""The commands for the fleet, and for the cards of units. A card that came with the game is copied first."""
OTHER_SIZE = "Other…"
ANY_ENDING = ""
"""Lists may be in files of any name."""
HINTS = {
    "faction": "The faction of the fleet", "size": "The most that the fleet may cost",
    "open": "Build on a ready fleet, or change one of yours", "random": "A random legal fleet of a doctrine",
    "import": "Read a list from the clipboard or from a file. You can also drop a file on the window.",
    "export": "Copy the fleet for a chat or for another program", "more": "More for this fleet",
}  # fmt: skip
"""The tooltips of the bar at the top."""


class FleetScreen(Screen):
    """The page on which a fleet is built.

    `back` is the screen to return to, None for the title. If `on_use` is given, that screen gets the fleet.
    """

    def __init__(
        self, app: Host, bench: FleetBench | None = None, back: Screen | None = None,
        on_use: Callable[[FleetBench], None] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(app)
        self.library = make_library()
        self.bench = bench or app.fleet_bench or new_bench(self.library)
        self.bench.use_library(self.library)
        app.fleet_bench = self.bench
        self.back, self.on_use = back, on_use
        self.filter, self.fits_only = CatalogFilter(), False
        self.tab = IMPORT if self.bench.notes else CARD
        self.compared = ""
        """The key of the unit that the chosen one is compared with, "" for the first one."""
        self.opponent = ""
        """The stem of the fleet that this one is compared with, "" for the first one."""
        self.trial_player = TRIAL_PLAYERS[0]
        self.card, self.second_card = UnitCard(), UnitCard()
        self._pointer = (-1, -1)
        self._seen: dict[str, int] = {}
        """The chosen row of each list when it was laid out last."""
        self._read_fleets()

    def _read_fleets(self) -> None:
        """Read the fleets of the shelves. Of those with errors, only the user's own are listed, as None."""
        fleets: dict[str, FleetList | None] = {}
        for stem in fleet_names():
            try:
                fleets[stem] = load_fleet(stem)
            except CardError:
                if own_file(stem) is not None:
                    fleets[stem] = None
        self.fleets = dict(sorted(fleets.items(), key=_fleet_order))
        self._labels = [self._fleet_label(stem) for stem in self.fleets]

    # --- What is shown ---
    @property
    def draft(self) -> FleetDraft:
        """The fleet that is being built."""
        return self.bench.draft

    @property
    def units(self) -> list[Card]:
        """The units of the catalog that the filter shows."""
        shown = replace(self.filter, most=self.bench.left) if self.fits_only else self.filter
        return shown.find_units(self.library, self.draft.faction)

    @property
    def _shown_faction(self) -> str:
        """The faction whose units the catalog shows."""
        return self.filter.faction or self.draft.faction

    @property
    def shown_card(self) -> Card | None:
        """The card of the chosen line with what it carries, else that of the chosen unit of the catalog."""
        line = self.draft.lines[self.bench.chosen] if self.bench.chosen >= 0 else None
        if line is None:
            return self.library.units.get(self.bench.unit)
        if line.unit not in self.library.units:
            return None
        alone = FleetDraft("", self.draft.faction, self.draft.size, (line,))
        entries = alone.build(self.library.units, self.library.upgrades).entries
        return entries[0].flown(self.library.units[line.unit])

    @property
    def opponents(self) -> dict[str, FleetList]:
        """The ready fleets of the same size, those of other factions first."""
        ready = [(stem, fleet) for stem, fleet in self.fleets.items() if fleet and fleet.size == self.draft.size]
        return dict(sorted(ready, key=lambda item: item[1].faction == self.draft.faction))

    @property
    def tabs(self) -> list[str]:
        """The tabs of the right column."""
        return [CARD, COMPARE, UPGRADES, GLANCE, TRY, *([IMPORT] if self.bench.notes else [])]

    # --- Layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """Lay out three columns between the bars at the top and the bottom."""
        super().layout(size)
        gap, top, low = px(GAP), px(TOP), px(LOW)
        height = size[1] - top - low
        left = max(px(MIN_LEFT), min(px(MAX_LEFT), round(size[0] * LEFT_SHARE)))
        middle = max(px(MIN_MIDDLE), round(size[0] * MIDDLE_SHARE))
        self._left = pygame.Rect(gap, top, left, height)
        self._middle = pygame.Rect(self._left.right + gap, top, middle, height)
        self._right = pygame.Rect(self._middle.right + gap, top, size[0] - self._middle.right - 2 * gap, height)
        self._within = pygame.Rect((0, 0), size).inflate(-px(16), -px(16))
        self.tab = self.tab if self.tab in self.tabs else CARD
        shown, every = self.library.units.get(self.bench.unit), self.library.fleet_units(self._shown_faction)
        if (shown is None or shown.faction != self._shown_faction) and every:
            self.bench.unit = every[0].key
        widgets = [*self._top_widgets(), *self._catalog_widgets(), *self._fleet_widgets(), *self._right_widgets()]
        self.group.renew([*widgets, *self._low_widgets()])
        for name in ("catalog", "lines"):
            rows = self._list(name)
            if rows.chosen >= 0 and rows.chosen != self._seen.get(name):
                rows.scroll_to(rows.chosen)
            self._seen[name] = rows.chosen

    def _top_widgets(self) -> list[Widget]:
        gap, top, height = px(6), px(8), px(36)
        entries = (
            BarEntry("random", "Random", HINTS["random"], tuple(DOCTRINES)), UNDO, REDO,
            BarEntry("import", "Import", HINTS["import"], IMPORTS),
            BarEntry("export", "Export", HINTS["export"], EXPORTS), BarEntry("more", "More", HINTS["more"], MORE),
        )  # fmt: skip
        place = pygame.Rect(0, top, self.size[0] - px(GAP), height)
        widgets = lay_bar(entries, place, self._within, self.bench.history)
        right = widgets[0].rect.left - gap
        by_name = {widget.name: widget for widget in widgets}
        by_name["export"].set_enabled(bool(self.draft.lines), "Add a unit first")
        title = text_size("Fleets", "title")[0] + px(16)
        widths = [px(104), px(96), px(84)]
        start = px(GAP) + (title if px(GAP) + title + sum(widths) + 3 * gap < right else 0)
        self._has_title = start > px(GAP)
        faction = pygame.Rect(start, top, widths[0], height)
        size = pygame.Rect(faction.right + gap, top, widths[1], height)
        opened = pygame.Rect(size.right + gap, top, widths[2], height)
        sizes = self._sizes
        factions = Choice("faction", faction, FACTIONS, FACTIONS.index(self.draft.faction), self._within)
        labels = [*(f"{tv} TV" for tv in sizes), OTHER_SIZE]
        points = Choice("size", size, labels, sizes.index(self.draft.size), self._within)
        ready = PullDown("open", opened, "Open", self._labels or ["No fleets"], self._within)
        factions.hint = f"{HINTS['faction']}. {FACTION_DOCTRINES[self.draft.faction]}"
        points.hint, ready.hint = HINTS["size"], HINTS["open"]
        return [factions, points, ready, *widgets]

    @property
    def _sizes(self) -> list[int]:
        """The sizes to choose from: the three levels, and that of the draft. Any other one can be typed."""
        return sorted({*SIZES, self.draft.size})

    def _choose_size(self, number: int) -> None:
        """Use a size of the box, or ask for one."""
        if number < len(self._sizes):
            self._edit(replace(self.draft, size=self._sizes[number]))
            return

        def use(text: str) -> None:
            if text.isdecimal() and 1 <= int(text[:9]) <= MAX_SIZE:
                self._edit(replace(self.draft, size=int(text)))
            elif text:
                self.app.say(f"A fleet has a size of 1 to {MAX_SIZE} TV, not '{text}'.", bad=True)
            self.layout(self.size)

        text = f"Threat Value that the fleet may cost, 1 to {MAX_SIZE}:"
        self.app.ask_text("Fleet size", text, str(self.draft.size), "Use", use, str.isdecimal)

    def _fleet_label(self, stem: str) -> str:
        fleet = self.fleets[stem]
        if fleet is None:
            return f"{stem} · yours · has errors"
        own = "yours · " if own_file(stem) is not None else ""
        return f"{fleet.name} · {own}{fleet.faction} · {fleet.size}"

    def _catalog_widgets(self) -> list[Widget]:
        inner, gap, height = self._left.inflate(-px(20), -px(20)), px(6), px(32)
        sort_width = px(98)
        search = SearchField(
            "search", pygame.Rect(inner.left, inner.top, inner.width - sort_width - gap, height), self.filter.words,
            ghost="Search", most=40,
        )  # fmt: skip
        search.hint = "Searches names, roles, traits, and weapons. Enter adds the first unit."
        sort = Choice(
            "sort", pygame.Rect(inner.right - sort_width, inner.top, sort_width, height), list(SORTS),
            list(SORTS).index(self.filter.sort), self._within, role="label",
        )  # fmt: skip
        y = search.rect.bottom + gap
        kinds = Tabs("kind", pygame.Rect(inner.left, y, inner.width, px(28)), list(KINDS))
        kinds.chosen = list(KINDS).index("Fits") if self.fits_only else list(KINDS.values()).index(self.filter.kind)
        kinds.hint = "All units, capital ships, squadrons, or only what the points that are left can pay"
        y = kinds.rect.bottom + gap
        faction = self._shown_faction
        others = [other for other in FACTIONS if other != self.draft.faction]
        costs = [f"{low}–{high} TV" if high < 999 else f"{low}+ TV" for low, high in COSTS]
        choices = (
            ("role", "Any role", [role.capitalize() for role in self._roles], _index(self._roles, self.filter.role)),
            ("trait", "Any trait", self._traits, _index(self._traits, self.filter.trait)),
            ("cost", "Any cost", costs, 0 if self.filter.cost is None else self.filter.cost + 1),
            ("others", "This faction", others, _index(others, self.filter.faction)),
        )
        half, boxes = (inner.width - gap) // 2, list[Widget]()
        for number, (name, label, labels, chosen) in enumerate(choices):
            place = pygame.Rect(inner.left + number % 2 * (half + gap), y + number // 2 * (px(28) + gap), half, px(28))
            boxes.append(Choice(name, place, [label, *labels], chosen, self._within, role="label"))
        boxes[-1].hint = f"Whose units are shown: {faction}"
        y = boxes[-1].rect.bottom + gap
        area = pygame.Rect(inner.left, y, inner.width, inner.bottom - y)
        row = px(44) if area.height >= px(TALL_ROWS) else px(33)
        catalog = ButtonList("catalog", area, self._draw_unit, lambda _, rect: [("add", add_rect(rect))], row=row)
        units = self.units
        catalog.set_items(units)
        keys = [card.key for card in units]
        catalog.chosen = keys.index(self.bench.unit) if self.bench.chosen < 0 and self.bench.unit in keys else -1
        return [search, sort, kinds, *boxes, catalog]

    @property
    def _roles(self) -> list[str]:
        return roles_of(self.library, self._shown_faction)

    @property
    def _traits(self) -> list[str]:
        return traits_of(self.library, self._shown_faction)

    def _fleet_widgets(self) -> list[Widget]:
        inner = self._middle.inflate(-px(20), -px(20))
        self._pill = (
            "Legal" if self.bench.is_legal else f"{-self.bench.left} over" if self.bench.left < 0 else "Not yet"
        )
        width = inner.width - pill_size(self._pill)[0] - px(8)
        name = TextField("name", pygame.Rect(inner.left, inner.top, width, px(34)), self.draft.name, most=MAX_NAME,
                         takes=is_name_letter)  # fmt: skip
        name.hint = "The name of the fleet"
        self._bar = pygame.Rect(inner.left, name.rect.bottom + px(8), inner.width, px(9))
        top = self._bar.bottom + px(8)
        statuses = ButtonList("statuses", pygame.Rect(inner.left, 0, inner.width, 0), self._draw_status,
                              self._status_buttons, height_of=self._status_height)  # fmt: skip
        statuses.set_items(self.bench.statuses)
        heading = line_height("caps") + px(8)
        most = (inner.bottom - top) * 55 // 100 - heading
        statuses.rect.height = min(most, statuses.full)
        statuses.rect.bottom = inner.bottom
        self._rules_top = statuses.rect.top - heading + px(4)
        lines = ButtonList("lines", pygame.Rect(inner.left, top, inner.width, self._rules_top - px(8) - top),
                           self._draw_line, self._line_buttons, row=px(46))  # fmt: skip
        lines.set_items([*enumerate(self.draft.lines)])
        lines.chosen = self.bench.chosen
        return [name, lines, statuses]

    @staticmethod
    def _line_buttons(item: object, rect: pygame.Rect) -> Sequence[tuple[str, pygame.Rect]]:
        return [*zip(("more", "less"), count_rects(rect), strict=True)]

    def _status_height(self, status: Status) -> int:
        return status_height(status, self._middle.width - px(32))

    def _fix_label(self, status: Status) -> str:
        fix = self.bench.fix(status.name)
        return fix_label(fix, self.bench.cost, self.library) if fix is not None else ""

    def _status_buttons(self, status: Status, rect: pygame.Rect) -> Sequence[tuple[str, pygame.Rect]]:
        label = self._fix_label(status)
        return [("fix", fix_rect(rect, label))] if label else []

    def _right_widgets(self) -> list[Widget]:
        area = self._right
        tabs = Tabs("tab", pygame.Rect(area.left, area.top, area.width, px(30)), self.tabs)
        tabs.chosen = self.tabs.index(self.tab)
        self._page = pygame.Rect(
            area.left, tabs.rect.bottom + px(8), area.width, area.bottom - tabs.rect.bottom - px(8)
        )
        self.card.layout(pygame.Rect(0, 0, 0, 0))
        self.second_card.layout(pygame.Rect(0, 0, 0, 0))
        pages = {
            CARD: self._card_page, COMPARE: self._compare_page, UPGRADES: self._upgrade_page,
            GLANCE: self._glance_page, TRY: self._try_page, IMPORT: self._import_page,
        }  # fmt: skip
        return [tabs, *pages[self.tab]()]

    def _model_widgets(self) -> list[Widget]:
        """Return the field for the name of a model, and the button that splits its line."""
        if self.bench.chosen < 0:
            return []
        line = self.draft.lines[self.bench.chosen]
        label = "Split off one"
        width = text_size(label, "label")[0] + px(20) if line.count > 1 else 0
        row = pygame.Rect(self._page.left, self._page.top, self._page.width, px(32))
        field = pygame.Rect(row.left, row.top, row.width - (width + px(6) if width else 0), row.height)
        model = TextField("model", field, line.name, ghost="Name of the model", most=MAX_NAME, takes=is_name_letter)
        model.hint = "The model's own name. Several models are numbered."
        self._page.height -= row.height + px(6)
        self._page.top = row.bottom + px(6)
        split = Button("split", pygame.Rect(row.right - width, row.top, width, row.height), label, role="label")
        split.hint = "Move one of these units to a line of its own, to name or equip it in another way"
        return [model, split] if width else [model]

    def _card_page(self) -> list[Widget]:
        widgets, area = self._model_widgets(), self._page
        self._show(self.card, self.shown_card, area)
        card, y = self.shown_card, self.card.rect.bottom + px(8)
        about = wrap(card.about, "small", area.width - px(8)) if card is not None and card.about else ()
        height = len(about) * line_height("small")
        self._about = pygame.Rect(area.left + px(4), y, area.width - px(8), height if y + height <= area.bottom else 0)
        y = self._about.bottom + px(8)
        rest = pygame.Rect(area.left, y, area.width, area.bottom - y)
        if self.bench.chosen >= 0 and rest.height >= px(120):
            widgets.append(self._offers(rest))
        return widgets

    def _offers(self, rect: pygame.Rect) -> ButtonList:
        """Return the list of what the chosen line may carry."""
        offers = ButtonList(
            "offers", rect, self._draw_offer, lambda _, place: [("toggle", place)],
            height_of=lambda offer: offer_height(offer, rect.width),
        )  # fmt: skip
        offers.set_items(equipment_offers(self.draft.lines[self.bench.chosen], self.library))
        return offers

    def _upgrade_page(self) -> list[Widget]:
        widgets = self._model_widgets()
        if self.bench.chosen < 0:
            return widgets
        line = self.draft.lines[self.bench.chosen]
        count = f"Each of the {line.count} carries the same. " if line.count > 1 else ""
        self._equipment_text = f"{count}Prices are in TV for one unit."
        self._page.top += line_height("small") + px(4)
        self._page.height -= line_height("small") + px(4)
        return [*widgets, self._offers(self._page)]

    def _compare_page(self) -> list[Widget]:
        area = self._page
        keys = self._comparable
        labels = [f"{self.library.units[key].name} · {self.library.units[key].tv}" for key in keys]
        rect = pygame.Rect(area.left, area.top, area.width, px(32))
        if not keys:
            return []
        chosen = keys.index(self._other) if self._other in keys else 0
        choice = Choice("compared", rect, labels, chosen, self._within)
        choice.shown = f"Compare with: {labels[chosen]}"
        self._page = pygame.Rect(area.left, rect.bottom + px(8), area.width, area.bottom - rect.bottom - px(8))
        if area.width >= px(TWO_CARDS) and self.shown_card is not None:
            half = (area.width - px(8)) // 2
            places = [pygame.Rect(self._page.left, self._page.top, half, self._page.height)]
            places.append(places[0].move(half + px(8), 0))
            self._show(self.card, self.shown_card, places[0])
            self._show(self.second_card, self.library.units[keys[chosen]], places[1])
            bottom = max(self.card.rect.bottom, self.second_card.rect.bottom) + px(10)
            self._page = pygame.Rect(area.left, bottom, area.width, area.bottom - bottom)
        inner = self._page.inflate(-px(24), -px(16))
        if self.shown_card is None or inner.height < line_height("small"):
            return [choice]
        rows = comparison_rows((self.shown_card, self.library.units[keys[chosen]]), inner.width - px(16))
        return [choice, _row_list("comparison", inner, rows)]

    @property
    def _comparable(self) -> list[str]:
        """The keys of the units that a unit can be compared with: of the catalog, whatever its filter."""
        faction = self._shown_faction
        shown = self.shown_card
        return [card.key for card in self.library.fleet_units(faction) if shown is None or card.key != shown.key]

    @property
    def _other(self) -> str:
        keys = self._comparable
        return self.compared if self.compared in keys else keys[0] if keys else ""

    def _glance_page(self) -> list[Widget]:
        if not self.opponents:
            return []
        area, stems = self._page, list(self.opponents)
        self.opponent = self.opponent if self.opponent in stems else stems[0]
        rect = pygame.Rect(area.left, area.top, area.width, px(32))
        labels = [f"{fleet.name} · {fleet.faction}" for fleet in self.opponents.values()]
        choice = Choice("opponent", rect, labels, stems.index(self.opponent), self._within)
        choice.shown = f"Next to: {labels[choice.chosen]}"
        self._page = pygame.Rect(area.left, rect.bottom + px(10), area.width, area.bottom - rect.bottom - px(10))
        return [choice]

    def _try_page(self) -> list[Widget]:
        area, trial = self._page, self.bench.trial
        is_running = trial is not None and trial.running
        row = pygame.Rect(area.left, area.top, area.width, px(34))
        label = "Stop" if is_running else "How does it do?"
        width = text_size("How does it do?", "button")[0] + px(28)
        start = Button(
            "stop" if is_running else "try", pygame.Rect(row.right - width, row.top, width, row.height), label
        )
        start.hint = "" if is_running else TRY_HINT
        if not is_running:
            reason = "" if self.bench.is_legal else "Only a legal fleet can play"
            reason = reason or ("" if self.opponents else f"There is no ready fleet of {self.draft.size} TV")
            start.set_enabled(not reason, reason)
        players = Choice(
            "trial player", pygame.Rect(row.left, row.top, row.width - width - px(6), row.height),
            [f"Both sides: {name.capitalize()}" for name in TRIAL_PLAYERS], TRIAL_PLAYERS.index(self.trial_player),
            self._within,
        )  # fmt: skip
        self._page = pygame.Rect(area.left, row.bottom + px(8), area.width, area.bottom - row.bottom - px(8))
        if trial is None or not trial.forecasts:
            return [players, start]
        inner = self._page.inflate(-px(24), -px(20))
        top = inner.top + line_height("body") + px(6)
        area = pygame.Rect(inner.left, top, inner.width, inner.bottom - top)
        return [players, start, _row_list("results", area, trial_rows(trial))]

    def _import_page(self) -> list[Widget]:
        inner = self._page.inflate(-px(24), -px(20))
        height = px(34)
        text = LinkedText("notes", pygame.Rect(inner.left, inner.top, inner.width, inner.height - height - px(8)))
        lines = [plain(f"{pluralize(len(self.bench.notes), 'note')} on the import", "heading")]
        lines.append(plain("The fleet has everything else that the list has.", "small", TEXT_SOFT, gap=2))
        lines += [plain(f"{note[:1].upper()}{note[1:]}.", "body", WARN, gap=6) for note in self.bench.notes]
        text.show(lines, keep=True)
        place = pygame.Rect(inner.left, inner.bottom - height, px(120), height)
        return [text, Button("dismiss", place, "Dismiss", hint="Close these notes")]

    def _show(self, panel: UnitCard, card: Card | None, area: pygame.Rect) -> None:
        """Show a card in a panel, as high as it needs to be and the area allows."""
        if card is None:
            panel.layout(pygame.Rect(area.left, area.top, area.width, 0))
            return
        line = self.draft.lines[self.bench.chosen] if self.bench.chosen >= 0 and panel is self.card else None
        model = Model("shown", card, 0, line_name(line, self.library.units.get(line.unit)) if line else "")
        model.cargo = line.cargo if line is not None else ()
        show_card(panel, model, area)

    def _low_widgets(self) -> list[Widget]:
        y, height, gap = self.size[1] - px(52), px(44), px(8)
        back = Button("back", pygame.Rect(gap, y, px(110), height), "Back")
        back.cap = self.app.keymap.key_label("cancel")
        label = "Use this fleet" if self.on_use is not None else "Play with it"
        play = pygame.Rect(self.size[0] - gap - px(190), y, px(190), height)
        save = Button("save", pygame.Rect(play.left - px(98), y, px(90), height), "Save")
        save.hint = "Save the fleet in your folder. New game lists it then."
        lit = Button("play", play, label, kind="primary", key=pygame.K_RETURN)
        broken = next((status for status in self.bench.statuses if not status.is_kept), None)
        reason = "" if broken is None else f"Not legal yet: {broken.name}, {broken.numbers} ({broken.limit})"
        lit.set_enabled(broken is None, reason.replace(" ()", ""))
        save.set_enabled(bool(self.draft.lines), "Add a unit first")
        self._low = (back.rect.right + px(16), save.rect.left - px(16), save.rect.centery)
        return [back, save, lit]

    # --- Time ---
    @property
    def busy(self) -> bool:
        return self.bench.is_searching

    @property
    def stale(self) -> bool:
        return self.dirty or self.group.dirty

    def update(self, dt: float) -> None:
        """Look for fixes, and show new results of the trial."""
        if self.bench.is_searching and self.bench.search():
            self.dirty = True
        if self.bench.trial is not None and self.bench.trial.update():
            self.layout(self.size)

    def finish(self) -> None:
        while self.bench.is_searching:
            self.bench.search()

    # --- Input ---
    def handle(self, event: pygame.event.Event) -> None:
        self.dirty = self.dirty or event.type != pygame.MOUSEMOTION
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
        if event.type == pygame.KEYDOWN and self._take_key(event):
            return
        for panel in (self.card, self.second_card):
            panel.handle(event)
            self.dirty = self.dirty or panel.stale
        super().handle(event)

    def _take_key(self, event: pygame.event.Event) -> bool:
        """Handle a key that means the same wherever the focus is. Return whether it was used."""
        search, command = self.group["search"], self.app.keymap.command(event)
        assert isinstance(search, SearchField)
        if search.focused and command == "cancel" and search.text:
            search.write("")
            self._filter(words="")
            return True
        if search.focused and event.key == pygame.K_DOWN:
            self.group.focus_on(self.group["catalog"])
            return False
        if self.caret is not None or self.group.engaged:
            return False
        if search.is_called_by(event):
            self.group.focus_on(search)
            search.select_all()
            return True
        if command in ("undo", "redo", "save"):
            self.act(Action(command))
            return True
        if self.bench.chosen >= 0 and command in ("zoom in", "zoom out", "delete"):
            names = {"zoom in": "more", "zoom out": "less", "delete": "remove"}
            self._change_line(names[command], self.bench.chosen)
            return True
        return False

    def act(self, action: Action) -> None:
        """Handle an action of a widget, then show what it has changed."""
        name, value = action.name, action.value
        simple: dict[str, Callable[[], object]] = {
            "undo": self.bench.undo, "redo": self.bench.redo, "save": self.save, "play": self._play,
            "back": self.cancel, "split": lambda: self._edit(self.draft.with_split(self.bench.chosen)),
            "dismiss": self._dismiss, "try": self._start_trial, "stop": self._stop_trial,
        }  # fmt: skip
        commands = {"import": self._import, "export": self._export, "more": self._more, "random": self._random}
        if name in simple:
            simple[name]()
        elif name in commands:
            commands[name](int(value))
        elif name in ("search", "kind", "role", "trait", "cost", "others", "sort"):
            self._act_on_filter(name, value)
        elif name in ("catalog", "lines", "statuses", "offers"):
            self._act_on_list(name, *value)
        elif name == "name":
            self._edit(replace(self.draft, name=str(value)), "name")
        elif name == "model":
            self._edit(self.draft.with_line(self.bench.chosen, name=str(value)), f"model {self.bench.chosen}")
        elif name == "faction":
            self.filter = CatalogFilter(sort=self.filter.sort)
            self._edit(replace(self.draft, faction=FACTIONS[int(value)]))
        elif name == "size":
            self._choose_size(int(value))
        elif name == "open" and self.fleets:
            self._open(list(self.fleets)[int(value)])
        elif name == "trial player":
            self.trial_player = TRIAL_PLAYERS[int(value)]
        elif name == "tab":
            self.tab = str(value)
        elif name == "compared":
            self.compared = self._comparable[int(value)]
        elif name == "opponent":
            self.opponent = list(self.opponents)[int(value)]
        if self.app.screen is self:
            self.layout(self.size)

    def _edit(self, draft: FleetDraft, change_key: str = "") -> None:
        self.bench.apply(draft, change_key)

    def _dismiss(self) -> None:
        self.bench.notes = ()

    def _start_trial(self) -> None:
        """Play the fleet in the background against the ready fleets of its size."""
        try:
            scenario = load_scenario(TRIAL_SCENARIO)
        except CardError as error:
            self.app.say(str(error), bad=True)
            return
        self._stop_trial()
        self.bench.trial = FleetTrial(self.bench.build(), scenario, self.opponents, self.trial_player)

    def _stop_trial(self) -> None:
        if self.bench.trial is not None:
            self.bench.trial.cancel()

    def _act_on_filter(self, name: str, value: object) -> None:
        """Change what the catalog shows. Enter in the search adds the first unit."""
        number = value if isinstance(value, int) else 0
        if name == "search":
            search, units = self.group["search"], self.units
            assert isinstance(search, SearchField)
            if search.done and self.filter.words == value and units:
                self._add(units[0])
            self._filter(words=str(value))
        elif name == "kind":
            self.fits_only = value == "Fits"
            self._filter(kind=KINDS[str(value)])
        elif name == "sort":
            self._filter(sort=list(SORTS)[number])
        elif name == "cost":
            self._filter(cost=number - 1 if number else None)
        elif name == "others":
            others = [other for other in FACTIONS if other != self.draft.faction]
            self._filter(faction=others[number - 1] if number else "", role="", trait="")
        elif name == "role":
            self._filter(role=self._roles[number - 1] if number else "")
        else:
            self._filter(trait=self._traits[number - 1] if number else "")

    def _filter(self, **values: str | int | None) -> None:
        self.filter = replace(self.filter, **values)  # type: ignore[arg-type]
        self.layout(self.size)

    def _act_on_list(self, name: str, button: str, row: int) -> None:
        """Choose a row, or press its button."""
        if name == "catalog":
            card = self.units[row]
            if button == "add":
                self._add(card)
            else:
                self.bench.chosen, self.bench.unit = -1, card.key
        elif name == "lines":
            self._change_line(button, row)
        elif name == "offers" and button:
            line = self.draft.lines[self.bench.chosen]
            offer = equipment_offers(line, self.library)[row]
            if offer.is_carried or not offer.reason:
                changed = with_equipment(line, offer)
                lines = (*self.draft.lines[: self.bench.chosen], changed, *self.draft.lines[self.bench.chosen + 1 :])
                self._edit(replace(self.draft, lines=lines))
            else:
                self.app.say(f"{offer.name}: {offer.reason}.", bad=True)
        elif name == "statuses" and button:
            fix = self.bench.fix(self.bench.statuses[row].name)
            if fix is not None:
                self._edit(fix.draft)

    def _add(self, card: Card) -> None:
        """Add a unit of the catalog."""
        if len(self.draft.lines) >= MAX_LINES:
            self.app.say(f"A fleet has at most {MAX_LINES} lines.", bad=True)
        else:
            self.bench.add(card.key)

    def _change_line(self, button: str, row: int) -> None:
        """Choose a line, or change its number of units."""
        self.bench.chosen = row
        if button == "less":
            self._edit(self.draft.without_unit(row))
        elif button == "remove":
            self._edit(self.draft.without_line(row))
        elif button == "more" and self.draft.lines[row].count < MAX_COUNT:
            self._edit(self.draft.with_line(row, count=self.draft.lines[row].count + 1))
        elif button == "more":
            self.app.say(f"A line has at most {MAX_COUNT} units. Add the unit again for another line.", bad=True)
        self.layout(self.size)

    def cancel(self) -> None:
        """Leave the page. The fleet stays here until the window is closed."""
        self._stop_trial()
        if self.back is not None:
            self.app.show(self.back)
        else:
            self.app.go(ToTitle())

    # --- Commands ---
    def _leave(self, then: Callable[[], None]) -> None:
        """Call `then`, which discards the fleet. Ask first if it has unsaved changes."""
        leave_fleet(self.app, then, self.save if self.draft.lines else None)

    def _take_bench(self, bench: FleetBench) -> None:
        """Build another fleet."""
        self._stop_trial()
        self.bench = self.app.fleet_bench = bench
        self.filter, self.tab = CatalogFilter(sort=self.filter.sort), IMPORT if bench.notes else CARD
        bench.chosen = min(0, len(bench.draft.lines) - 1)
        if self.app.screen is self:
            self.layout(self.size)

    def _open(self, stem: str) -> None:
        """Open a fleet. One with errors is read as far as possible, and the notes name the rest."""
        fleet, path = self.fleets[stem], own_file(stem)

        def go() -> None:
            if fleet is not None:
                self._take_bench(bench_of(fleet, stem, self.library))
            elif path is not None:
                read_in_background(
                    self.app, path, lambda: read_list_file(path, self.library),
                    lambda bench: settle_spelling(self.app, bench, take),
                )  # fmt: skip

        def take(bench: FleetBench) -> None:
            bench.path = None if bench.notes else path  # Then it is saved under another name, and nothing is lost.
            self._take_bench(bench)

        self._leave(go)

    def _random(self, doctrine: int) -> None:
        """Replace all lines by a random legal fleet, which a thread draws. Undo restores them."""
        draft, library, name = self.draft, self.library, list(DOCTRINES)[doctrine]
        is_unnamed = draft.name in (NEW_NAME, *(f"{faction} {each}" for faction in FACTIONS for each in DOCTRINES))
        fleet_name = f"{draft.faction} {name}" if is_unnamed else draft.name
        rng = Random(random_seed())

        def work() -> FleetDraft | str:
            try:
                return random_fleet(library, draft.faction, draft.size, rng, DOCTRINES[name], fleet_name)
            except ValueError as error:
                return str(error)

        def done(result: FleetDraft | str) -> None:
            if isinstance(result, str):
                self.app.say(f"{result[:1].upper()}{result[1:]}.", bad=True)
                return
            self._edit(result)
            self.bench.chosen = 0
            self.layout(self.size)

        job: Job[FleetDraft | str] = ThreadJob(work)
        self.app.wait_for("Random fleet", f"{draft.faction}, {draft.size} TV, {name}", job, done)

    def _import(self, command: int) -> None:
        if command == 0:
            self._import_text(clipboard_text())
        else:
            self.app.ask_file("Import a fleet list", Path.home(), ANY_ENDING, "Import", self._import_file)

    def _import_file(self, path: str) -> None:
        if path:
            self.take_file(Path(path))

    def take_file(self, path: Path) -> bool:
        """Import a list from a file, whatever its name."""
        self._import_list(path, lambda: read_list_file(path, self.library))
        return True

    def _import_text(self, text: str) -> None:
        if text.strip():
            self._import_list(Path("clipboard"), lambda: read_bench(text, "clipboard", self.library))
        else:
            self.app.say("There is no text in the clipboard.", bad=True)

    def _import_list(self, where: Path, read: Callable[[], FleetBench]) -> None:
        """Import a list, or show why it can't be read. Ask before unsaved changes are discarded."""

        def take(bench: FleetBench) -> None:
            self._leave(lambda: self._take_import(bench))

        read_in_background(self.app, where, read, lambda bench: settle_spelling(self.app, bench, take))

    def _take_import(self, bench: FleetBench) -> None:
        self._take_bench(bench)
        notes = f" {pluralize(len(bench.notes), 'note')}: see the tab Import." if bench.notes else ""
        self.app.say(f"Imported: {bench.draft.name}.{notes}", bad=bool(notes))

    def _export(self, command: int) -> None:
        """Copy the fleet to the clipboard, or save its QR code."""
        if command == EXPORTS.index("Save a QR code"):
            self._save_code()
            return
        if command == EXPORTS.index("Save sheets to print"):
            line, is_bad = save_sheets(fleet_sheets(self.draft, self.library), slug(self.draft.name) or "fleet")
            self.app.say(line, bad=is_bad)
            return
        text = FORMATS[("text", "code", "json", "yaml")[command]](self.draft, self.library)
        if copy_to_clipboard(text):
            self.app.say(f"{EXPORTS[command].replace('Copy', 'Copied')}: paste it wherever you like.")
        else:
            self.app.say("There is no clipboard here. Use the command: fleet text", bad=True)

    def _save_code(self) -> None:
        try:
            raw = make_qr_code(self.draft, "png")
        except CardError as error:
            self.app.say(str(error), bad=True)
            return
        line, is_bad = save_picture(lambda: raw)
        self.app.say(line, bad=is_bad)

    def _more(self, command: int) -> None:
        faction, size = self.draft.faction, self.draft.size
        if command == 0:
            self._leave(lambda: self._take_bench(new_bench(self.library, faction, size)))
        elif command == 1:
            copied = replace(self.draft, name=f"{self.draft.name} copy"[:MAX_NAME])
            history = History((FleetDraft(NEW_NAME, faction, size), copied), 1)
            self._leave(lambda: self._take_bench(FleetBench(history, self.library)))
        elif command == 2:
            self._save_as()
        elif command == 3:
            self._delete()
        else:
            self._edit_card(self.library.units.get(self.shown_card.key) if command == 4 and self.shown_card else None)

    def _edit_card(self, card: Card | None) -> None:
        """Edit a card, or a new one for None."""

        def show(bench: UnitBench) -> None:
            self.app.go(ToUnit(bench, self, self._read_cards))

        before = self.app.unit_bench
        bench = new_unit_bench(self._shown_faction) if card is None else unit_bench_of(card)
        leave_unit(self.app, lambda: show(bench), (lambda: show(before)) if before is not None else None)

    def _read_cards(self) -> None:
        """Read the cards again, because one was changed."""
        self.library = make_library()
        self.bench.use_library(self.library)

    def _delete(self) -> None:
        """Delete the file of the fleet. The fleet stays in the builder, so that Save restores the file."""
        path = self.bench.path
        if path is None:
            self.app.say("This fleet has no file of yours yet.", bad=True)
            return
        try:
            path.unlink()
        except OSError as error:
            self.app.say(f"{path.name}: {error.strerror or error}", bad=True)
            return
        self.bench.path, self.bench.history = None, replace(self.bench.history, saved=FleetDraft("", "", 0))
        self._read_fleets()
        self.app.say(f"{path.name} is deleted. Save writes it again.")

    def save(self) -> bool:
        """Save the fleet in its file, else under a free name in the user's folder. Return whether that worked."""
        path = self.bench.path
        if path is None:
            stem = slug(self.draft.name) or "fleet"
            taken = {*fleet_names(), *(path.stem for path in _yaml_files(user_shelf().fleets))}
            numbered = (stem, *(f"{stem}-{number}" for number in range(2, 1000)))
            free = next(name for name in numbered if name not in taken)
            path = user_shelf().fleets / f"{free}{SUFFIX}"
        return self._write(path)

    def _save_as(self) -> None:
        """Ask for a file name, and save the fleet."""
        default = self.bench.path.stem if self.bench.path is not None else slug(self.draft.name) or "fleet"

        def on_name(name: str) -> None:
            if not name:
                return
            path = user_shelf().fleets / f"{slug(name) or 'fleet'}{SUFFIX}"
            if path == self.bench.path or not path.exists():
                self._write(path)
                return

            def on_answer(answer: str) -> None:
                if answer == "yes":
                    self._write(path)

            answers = (("yes", "Overwrite", "danger"), ("no", "Cancel", "plain"))
            text = f"A fleet named '{path.stem}' already exists."
            self.app.ask("Overwrite it?", text, answers, on_answer)

        self.app.ask_text("Save fleet", "File name:", default, "Save", on_name, in_name)

    def _write(self, path: Path) -> bool:
        self.bench.tidy_names()
        if not self.draft.name:
            self.app.say("Give the fleet a name first.", bad=True)
            return False
        try:
            write_whole(path, FORMATS["yaml"](self.draft, self.library))
        except OSError as error:
            self.app.say(f"The fleet could not be saved: {error.strerror or error}", bad=True)
            return False
        self.bench.path, self.bench.history = path, self.bench.history.marked_saved()
        self._read_fleets()
        warning = "" if self.bench.is_legal else " It isn't legal yet."
        self.app.say(f"Saved as {path}.{warning}")
        self.layout(self.size)
        return True

    def _play(self) -> None:
        """Use the fleet in a new game."""
        self._stop_trial()
        self.bench.tidy_names()
        try:
            self.bench.ready_fleet()
        except CardError as error:
            self.app.say("Give the fleet a name first." if not self.draft.name else str(error), bad=True)
            return
        if self.on_use is not None and self.back is not None:
            self.app.show(self.back)
            self.on_use(self.bench)
        else:
            self.app.go(ToNewGame(bench=self.bench))

    # --- Tooltips ---
    def tooltip(self) -> tuple[Tooltip, pygame.Rect] | None:
        """Return the tooltip of what is under the pointer: a row, a part of a card, or a widget."""
        if self.group.spread is not None:
            return None
        for widget in self.group.widgets:
            if isinstance(widget, ButtonList) and widget.hovered and 0 <= widget.hover_row < len(widget.items):
                text = self.row_hint(widget.name, widget.items[widget.hover_row], widget.hover_button)
                rect = widget.row_rect(widget.hover_row)
                return (Tooltip.of(text), rect) if text else None
        for panel in (self.card, self.second_card):
            if (hint := panel.hint_at(self._pointer)) is not None:
                return Tooltip.of(hint[1]), hint[0]
        return super().tooltip()

    def row_hint(self, name: str, item: Any, button: str) -> str:
        """Return the tooltip of a row or of its button."""
        if name == "catalog":
            return self._unit_hint(item, button)
        if name == "lines":
            number, line = item
            card = self.bench.card(number)
            if button:
                return "Add one more" if button == "more" else "Remove one"
            return f"{line_name(line, card)}: {line_words(line, self.library)[0]}"
        if name == "statuses":
            faults = " ".join(f"{fault[:1].upper()}{fault[1:]}." for fault in item.faults)
            return f"{faults or f'{item.name}: {item.numbers}'} {item.place}"
        if item.is_carried:
            return f"Remove {item.name}"
        return item.reason or f"Add {item.name}"

    def _unit_hint(self, card: Card, button: str) -> str:
        """Return what a unit is, or what adding it leads to."""
        count, limit = self.bench.count(card.key), unit_limit(card, self.draft.size)
        reasons = [f"The fleet is then {card.tv - self.bench.left} TV too dear."] if card.tv > self.bench.left else []
        reasons += [f"The Unit Cap allows {limit}."] if count >= limit else []
        reasons += [f"The fleet is {self.draft.faction}."] if card.faction != self.draft.faction else []
        if button:
            return " ".join((f"Add {card.name}.", *reasons))
        return " ".join((f"{card.name}, {role_label(card)}, {card.tv} TV.", card.about, *reasons)).strip()

    # --- Drawing ---
    def _draw_unit(self, surface: pygame.Surface, rect: pygame.Rect, card: Card, hovered: bool, chosen: bool) -> None:
        counts = self.bench.count(card.key), unit_limit(card, self.draft.size)
        fits = card.tv <= self.bench.left and counts[0] < counts[1] and card.faction == self.draft.faction
        button = self._list("catalog").hover_button if hovered else ""
        draw_unit_row(surface, rect, card, counts, hovered=hovered, chosen=chosen, on_button=bool(button), fits=fits)

    def _draw_line(
        self, surface: pygame.Surface, rect: pygame.Rect, item: tuple[int, Line], hovered: bool, chosen: bool
    ) -> None:
        button = self._list("lines").hover_button if hovered else ""
        draw_line_row(surface, rect, item[1], self.library, hovered=hovered, chosen=chosen, button=button)

    def _draw_status(
        self, surface: pygame.Surface, rect: pygame.Rect, status: Status, hovered: bool, chosen: bool
    ) -> None:
        statuses = self._list("statuses")
        draw_status_row(
            surface, rect, status, self._fix_label(status), is_searching=self.bench.is_searching,
            on_button=hovered and bool(statuses.hover_button), chosen=chosen and statuses.focused,
        )  # fmt: skip

    def _draw_offer(
        self, surface: pygame.Surface, rect: pygame.Rect, offer: EquipmentOffer, hovered: bool, chosen: bool
    ) -> None:
        chosen = chosen and self._list("offers").focused
        draw_offer_row(surface, rect, offer, hovered=hovered, chosen=chosen)

    def _list(self, name: str) -> ButtonList:
        widget = self.group[name]
        assert isinstance(widget, ButtonList)
        return widget

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        if self._has_title:
            draw_text(surface, (px(12), px(26)), "Fleets", "title", TEXT, anchor="midleft")
        for area in (self._left, self._middle):
            draw_panel(surface, area)
        self._draw_totals(surface)
        self._draw_page(surface)
        left, right, y = self._low
        words = "Unsaved changes" if self.bench.history.unsaved else "Saved" if self.bench.path is not None else ""
        draw_text(surface, (right, y), words, "small", TEXT_SOFT, anchor="midright", width=max(1, right - left))
        self.group.draw(surface)
        self.dirty = False

    def _draw_totals(self, surface: pygame.Surface) -> None:
        """Draw whether the fleet is legal, a bar of its points, and the heading of the rules."""
        name = self.group["name"].rect
        color = GOOD if self.bench.is_legal else DANGER if self.bench.left < 0 else WARN
        draw_pill(surface, (self._middle.right - px(10), name.centery), self._pill, color, anchor="midright")
        fleet = self.bench.build()
        spent = tally(fleet, self.library.units)
        extras = spent.total - spent.squadrons - spent.capitals
        surface.fill(WELL, self._bar)
        x, whole = self._bar.left, max(self.draft.size, spent.total, 1)
        look = SIDES[SIDE]
        for points, ink in ((spent.capitals, look.main), (spent.squadrons, look.light), (extras, BLADE)):
            width = round(self._bar.width * points / whole)
            surface.fill(
                ink if self.bench.left >= 0 else mix_colors(ink, DANGER, 0.5), (x, self._bar.top, width, px(9))
            )
            x += width
        pygame.draw.rect(surface, EDGE, self._bar, 1)
        broken = sum(not status.is_kept for status in self.bench.statuses)
        text = "Is it legal? Yes" if not broken else f"Is it legal? Not yet: {pluralize(broken, 'rule')} broken"
        draw_text(surface, (self._bar.left, self._rules_top), text, "caps", TEXT_SOFT, width=self._bar.width)
        if not self.draft.lines:
            area = self.group["lines"].rect.inflate(-px(16), -px(16))
            draw_wrapped(surface, area, EMPTY, "body", TEXT_FAINT)

    def _draw_page(self, surface: pygame.Surface) -> None:
        """Draw what the open tab shows besides its widgets."""
        for panel in (self.card, self.second_card):
            if panel.rect.height:
                panel.stale = True
                panel.draw(surface)
        card = self.shown_card
        if self.tab == CARD and card is not None and self._about.height:
            draw_wrapped(surface, self._about, card.about, "small", TEXT_SOFT)
        elif self.tab == COMPARE:
            draw_panel(surface, self._page)
        elif self.tab == UPGRADES and self.bench.chosen < 0:
            draw_wrapped(surface, self._page, CHOOSE_LINE, "body", TEXT_SOFT)
        elif self.tab == UPGRADES:
            y = self._page.top - line_height("small") - px(4)
            draw_text(surface, (self._page.left, y), self._equipment_text, "small", TEXT_SOFT, width=self._page.width)
        elif self.tab == GLANCE and not self.opponents:
            text = f"There is no ready fleet of {self.draft.size} TV."
            draw_wrapped(surface, self._page, text, "body", TEXT_SOFT)
        elif self.tab == GLANCE:
            self._draw_glance(surface)
        elif self.tab == TRY:
            self._draw_trial(surface)
        elif self.tab == IMPORT:
            draw_panel(surface, self._page)

    def _draw_glance(self, surface: pygame.Surface) -> None:
        """Draw the numbers of the fleet next to those of a ready one."""
        other = self.opponents[self.opponent]
        draw_panel(surface, self._page)
        area = self._page.inflate(-px(24), -px(20))
        names = ((0, self.draft.name), (1, other.name))
        y = area.top
        for side, name in names:
            look, left = SIDES[side], area.left + side * area.width // 2
            draw_side_badge(surface, (left + px(6), y + px(9)), look.main, look.hatched, px(5))
            draw_text(surface, (left + px(18), y), name, "strong", look.main, width=area.width // 2 - px(22))
        area.top, area.height = y + line_height("strong") + px(6), area.height - line_height("strong") - px(6)
        mine, others = (fleet_numbers(fleet, self.library.units) for fleet in (self.bench.build(), other))
        y = draw_glance(surface, area, mine, others)
        note = next((status for status in self.bench.statuses if status.is_note), None)
        words = f"{note.name}: {note.numbers} {note.limit}." if note is not None else ""
        rest = pygame.Rect(area.left, y + px(8), area.width, max(0, area.bottom - y - px(8)))
        draw_wrapped(surface, rest, words, "small", TEXT_SOFT)

    def _draw_trial(self, surface: pygame.Surface) -> None:
        """Draw the results of the trial so far."""
        trial = self.bench.trial
        draw_panel(surface, self._page)
        inner = self._page.inflate(-px(24), -px(20))
        if trial is None or not trial.forecasts:
            is_waiting = trial is not None and trial.running
            text = trial.notice if trial is not None and trial.notice else TRY_WORDS
            draw_wrapped(surface, inner, WAITING if is_waiting else text, "body", TEXT_SOFT)
            return
        total = trial.total
        state = f"{total.games} of {trial.planned} games" if trial.running else pluralize(total.games, "game")
        state = trial.notice or (state if self.bench.is_trial_current else "The fleet has changed since")
        text = f"{trial.player.capitalize()} on both sides · {state}"
        draw_text(surface, inner.topleft, text, "small", TEXT_SOFT, width=inner.width)


TRY_HINT = "Computer players play this fleet against each ready fleet of its size, in the background"
TRY_WORDS = (
    "Computer players play this fleet against each ready fleet of its size, in the background. Its share of won games "
    "and the fates of its models appear here as games finish. A change of the fleet stops the games."
)
WAITING = "No game has finished yet."
EMPTY = "Add units from the catalog: click + next to one, or press Enter on it. Or choose Random."
CHOOSE_LINE = "Choose a line of your fleet to see what it may carry."


def _row_list(name: str, rect: pygame.Rect, rows: list[DrawnRow]) -> ScrollList:
    """Return a list of rows that draw themselves."""
    shown = ScrollList(
        name, rect, lambda surface, place, row, hovered, chosen: row[1](surface, place),
        height_of=lambda row: int(row[0]), well=False,
    )  # fmt: skip
    shown.set_items(rows)
    return shown


def _index(values: Sequence[str], value: str) -> int:
    """Return the place of a value in a choice whose first label stands for all, 0 for none."""
    return values.index(value) + 1 if value in values else 0


def _yaml_files(folder: Path) -> list[Path]:
    return list(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []


def _fleet_order(item: tuple[str, FleetList | None]) -> tuple[int, str, str]:
    """Return a sort key of a fleet: its size, its faction, its file. Own fleets with errors come first."""
    stem, fleet = item
    return (fleet.size, fleet.faction, stem) if fleet is not None else (0, "", stem)
