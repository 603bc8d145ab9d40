"""The fleet builder: the catalog at the left, the fleet with its rules in the middle, and at the right the card of the
chosen unit, what it may carry, and comparisons.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
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
    glance_step,
    line_name,
    line_words,
    offer_height,
    role_label,
    status_height,
    trial_rows,
)
from jovian.ui.editor.tool_bars import history_buttons
from jovian.ui.editor.unit_bench import UnitBench, card_box, new_unit_bench, unit_bench_of
from jovian.ui.kit.boxes import NOWHERE, Align, Box, button, caption, column, item, line, panel, pill, row, space, text
from jovian.ui.kit.button_list import ButtonList, PullDown, RowButton
from jovian.ui.kit.draw import draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height
from jovian.ui.kit.forms import Choice, SearchField, TextField, clipboard_text, copy_to_clipboard
from jovian.ui.kit.linked_text import LinkedText, plain
from jovian.ui.kit.theme import BLADE, DANGER, EDGE, GOOD, SIDES, TEXT_FAINT, TEXT_SOFT, WARN, WELL, mix_colors, px
from jovian.ui.kit.widgets import ScrollList, Tabs
from jovian.ui.panels.unit_card import UnitCard
from jovian.ui.screens.navigation import ToNewGame, ToTitle, ToUnit, read_in_background, settle_spelling
from jovian.ui.screens.page import Page
from jovian.ui.screens.screen import Host, Job, Screen, leave_fleet, leave_unit
from jovian.ui.session.fleet_trial import FleetTrial
from jovian.user_files.paths import user_shelf
from jovian.user_files.save_writer import save_picture, save_sheets
from jovian.user_files.saves import in_name

# --- The screen ---

MAX_NAME = 60
EDGES, TIGHT = (8, 8, 8, 8), (10, 10, 10, 10)
"""The space around the page, and at the edges of its panels."""
TWO_CARDS, TALL_WINDOW = 1330, 900
"""The unscaled width of the window from which two cards are next to each other, and the height from which the rows of
the catalog have two lines.
"""
KINDS = {"All": "", "Ships": "capital", "Squads": "squadron", "Fits": ""}
CARD, COMPARE, UPGRADES, GLANCE, TRY, IMPORT = "Card", "Compare", "Upgrades", "Glance", "Try", "Import"
TRIAL_PLAYERS = ("ensign", "captain")
TRIAL_SCENARIO = "introductory"
COPIES = {"Copy as text": "text", "Copy as one line": "code", "Copy as JSON": "json", "Copy as YAML": "yaml"}
"""The formats of the clipboard by the labels of their commands."""
OTHER_SIZE = "Other…"
ANY_ENDING = ""
"""Lists may be in files of any name."""


class FleetScreen(Page):
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
    def _chosen_line(self) -> Line | None:
        return self.draft.lines[self.bench.chosen] if self.bench.chosen >= 0 else None

    @property
    def shown_card(self) -> Card | None:
        """The card of the chosen line with what it carries, else that of the chosen unit of the catalog."""
        line = self._chosen_line
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
    def tabs(self) -> dict[str, Callable[[], Box]]:
        """The tabs of the right column."""
        imported = {IMPORT: self._import_tab} if self.bench.notes else {}
        return {CARD: self._card_tab, COMPARE: self._compare_tab, UPGRADES: self._upgrade_tab,
                GLANCE: self._glance_tab, TRY: self._try_tab, **imported}  # fmt: skip

    # --- Boxes ---
    def compose(self) -> Box:
        """Return three columns between the bars at the top and the bottom."""
        shown, every = self.library.units.get(self.bench.unit), self.library.fleet_units(self._shown_faction)
        if (shown is None or shown.faction != self._shown_faction) and every:
            self.bench.unit = every[0].key
        columns = row(self._catalog(), self._fleet(), self._right(), gap=8, grow=1)
        return column(self._top(), columns, self._foot(), gap=8, pad=EDGES)

    def on_layout(self) -> None:
        """Scroll to rows that are chosen now and weren't before."""
        for rows in self.group.widgets:
            if isinstance(rows, ButtonList):
                if 0 <= rows.chosen != self._seen.get(rows.name):
                    rows.scroll_to(rows.chosen)
                self._seen[rows.name] = rows.chosen

    def _top(self) -> Box:
        """Return the title, the faction, and the size, and at the right the commands for the whole fleet."""
        factions = Choice("faction", NOWHERE, FACTIONS, FACTIONS.index(self.draft.faction), self.within)
        factions.hint = f"The faction of the fleet. {FACTION_DOCTRINES[self.draft.faction]}"
        sizes = sorted({*SIZES, self.draft.size})
        labels = [*(f"{tv} TV" for tv in sizes), OTHER_SIZE]
        size = Choice("size", NOWHERE, labels, sizes.index(self.draft.size), self.within)
        size.hint = "The most that the fleet may cost"
        ready = [(label, partial(self._open, stem)) for stem, label in zip(self.fleets, self._labels, strict=True)]
        return row(
            line("Fleets", "title", priority=1), item(factions, self._choose_faction, width=104, min_width=104),
            item(size, lambda number: self._choose_size([*sizes, 0][number]), width=96, min_width=96),
            self._menu("open", "Open", "Build on a ready fleet, or change one of yours",
                       ready or [("No fleets", lambda: None)]), space(),
            self._menu("random", "Random", "A random legal fleet of a doctrine",
                       [(name, partial(self._random, name)) for name in DOCTRINES]),
            *history_buttons(self.bench),
            self._menu("import", "Import", "Read a list from the clipboard or from a file. You can also drop a file on "
                       "the window.", [("From the clipboard", self._import_text), ("From a file…", self._import_file)]),
            self._menu("export", "Export", "Copy the fleet for a chat or for another program", self._exports,
                       reason="" if self.draft.lines else "Add a unit first"),
            self._menu("more", "More", "More for this fleet", self._more), gap=6, height=36,
        )  # fmt: skip

    def _menu(
        self, name: str, label: str, hint: str, commands: Sequence[tuple[str, Callable[[], object]]], reason: str = ""
    ) -> Box:
        menu = PullDown(name, label, commands, self.within, hint)
        menu.set_enabled(not reason, reason)
        return item(menu)

    def _choose_faction(self, number: int) -> None:
        self.filter = CatalogFilter(sort=self.filter.sort)
        self._edit(replace(self.draft, faction=FACTIONS[number]))

    def _choose_size(self, size: int) -> None:
        """Use a size, or ask for one (0)."""
        if size:
            self._edit(replace(self.draft, size=size))
            return

        def use(text: str) -> None:
            if text.isdecimal() and 1 <= int(text[:9]) <= MAX_SIZE:
                self._edit(replace(self.draft, size=int(text)))
            elif text:
                self.app.say(f"A fleet has a size of 1 to {MAX_SIZE} TV, not '{text}'.", bad=True)
            self.refresh()

        text = f"Threat Value that the fleet may cost, 1 to {MAX_SIZE}:"
        self.app.ask_text("Fleet size", text, str(self.draft.size), "Use", use, str.isdecimal)

    def _fleet_label(self, stem: str) -> str:
        fleet = self.fleets[stem]
        if fleet is None:
            return f"{stem} · yours · has errors"
        own = "yours · " if own_file(stem) is not None else ""
        return f"{fleet.name} · {own}{fleet.faction} · {fleet.size}"

    def _foot(self) -> Box:
        words = "Unsaved changes" if self.bench.history.unsaved else "Saved" if self.bench.path is not None else ""
        broken = next((status for status in self.bench.statuses if not status.is_kept), None)
        reason = "" if broken is None else f"Not legal yet: {broken.name}, {broken.numbers} ({broken.limit})"
        return row(
            button("back", "Back", self.cancel, command="cancel", width=110), space(),
            line(words, "small", TEXT_SOFT, priority=1),
            button("save", "Save", self.save, hint="Save the fleet in your folder. New game lists it then.", width=90,
                   reason="" if self.draft.lines else "Add a unit first"),
            button("play", "Use this fleet" if self.on_use is not None else "Play with it", self._play, width=190,
                   kind="primary", key=pygame.K_RETURN, reason=reason.replace(" ()", "")),
            gap=8, height=44,
        )  # fmt: skip

    # --- The catalog ---
    def _catalog(self) -> Box:
        search = SearchField("search", NOWHERE, self.filter.words, ghost="Search", most=40)
        search.hint = "Searches names, roles, traits, and weapons. Enter adds the first unit."
        kinds = Tabs("kind", NOWHERE, list(KINDS))
        kinds.chosen = list(KINDS).index("Fits") if self.fits_only else list(KINDS.values()).index(self.filter.kind)
        kinds.hint = "All units, capital ships, squadrons, or only what the points that are left can pay"
        roles, traits = (of(self.library, self._shown_faction) for of in (roles_of, traits_of))
        others = [faction for faction in FACTIONS if faction != self.draft.faction]
        costs = [f"{low}–{high} TV" if high < 999 else f"{low}+ TV" for low, high in COSTS]
        whose = f"Whose units are shown: {self._shown_faction}"
        units = self.units
        listed = ButtonList(
            "catalog", self._draw_unit, self._unit_buttons, on_row=self._choose_unit, hint_of=self._unit_hint,
            row=px(44 if self.size[1] >= px(TALL_WINDOW) else 33),
        )  # fmt: skip
        listed.set_items(units)
        keys = [card.key for card in units]
        listed.chosen = keys.index(self.bench.unit) if self.bench.chosen < 0 and self.bench.unit in keys else -1
        return panel(
            "",
            row(item(search, lambda words: self._search(words, search.done), grow=1),
                self._filter_box("sort", list(SORTS), list(SORTS), width=98), gap=6, height=32),
            item(kinds, self._choose_kind, height=28),
            row(self._filter_box("role", ["", *roles], ["Any role", *(role.capitalize() for role in roles)]),
                self._filter_box("trait", ["", *traits], ["Any trait", *traits]), gap=6, height=28),
            row(self._filter_box("cost", [None, *range(len(COSTS))], ["Any cost", *costs]),
                self._filter_box("faction", ["", *others], ["This faction", *others], name="others", hint=whose),
                gap=6, height=28),
            item(listed, grow=1), gap=6, pad=TIGHT, width=232, min_width=232, grow=25,
        )  # fmt: skip

    def _filter_box(
        self, field: str, values: Sequence[Any], labels: Sequence[str], name: str = "", hint: str = "",
        width: float | None = None,
    ) -> Box:  # fmt: skip
        """Return the choice of a field of the filter."""
        value = getattr(self.filter, field)
        chosen = values.index(value) if value in values else 0
        choice = Choice(name or field, NOWHERE, labels, chosen, self.within, role="label")
        choice.hint = hint
        return item(choice, lambda number: self._filter(field, values[number]), width=width, grow=width is None)

    def _filter(self, field: str, value: object) -> None:
        changes: dict[str, Any] = {field: value}
        if field == "faction":
            changes |= {"role": "", "trait": ""}
        self.filter = replace(self.filter, **changes)

    def _choose_kind(self, label: str) -> None:
        self.fits_only = label == "Fits"
        self._filter("kind", KINDS[label])

    def _search(self, words: str, is_done: bool) -> None:
        """Show the units with some words. Enter adds the first one."""
        units = self.units
        if is_done and self.filter.words == words and units:
            self._add(units[0])
        self._filter("words", words)

    def _choose_unit(self, card: Card) -> None:
        self.bench.chosen, self.bench.unit = -1, card.key

    def _add(self, card: Card) -> None:
        """Add a unit of the catalog."""
        if len(self.draft.lines) >= MAX_LINES:
            self.app.say(f"A fleet has at most {MAX_LINES} lines.", bad=True)
        else:
            self.bench.add(card.key)

    def _counts(self, card: Card) -> tuple[int, int]:
        """Return the number of a unit in the fleet, and its Unit Cap."""
        return self.bench.count(card.key), unit_limit(card, self.draft.size)

    def _unit_warnings(self, card: Card) -> list[str]:
        """Return which rules the fleet would break with one more of a unit."""
        count, limit = self._counts(card)
        warnings = [f"The fleet is then {card.tv - self.bench.left} TV too dear."] if card.tv > self.bench.left else []
        warnings += [f"The Unit Cap allows {limit}."] if count >= limit else []
        return warnings + ([f"The fleet is {self.draft.faction}."] if card.faction != self.draft.faction else [])

    def _unit_buttons(self, card: Card, rect: pygame.Rect) -> Sequence[RowButton]:
        warnings = self._unit_warnings(card)
        hint = " ".join((f"Add {card.name}.", *warnings))
        return [RowButton("add", "+", add_rect(rect), lambda: self._add(card), hint, is_dim=bool(warnings))]

    def _unit_hint(self, card: Card) -> str:
        words = (f"{card.name}, {role_label(card)}, {card.tv} TV.", card.about, *self._unit_warnings(card))
        return " ".join(words).strip()

    def _draw_unit(self, surface: pygame.Surface, rect: pygame.Rect, card: Card, hovered: bool, chosen: bool) -> None:
        draw_unit_row(surface, rect, card, self._counts(card), hovered, chosen)

    # --- The fleet ---
    def _fleet(self) -> Box:
        """Return the name, the points, the lines, and the rules."""
        name = TextField("name", NOWHERE, self.draft.name, most=MAX_NAME, takes=is_name_letter)
        name.hint = "The name of the fleet"
        left, broken = self.bench.left, sum(not status.is_kept for status in self.bench.statuses)
        state = "Legal" if self.bench.is_legal else f"{-left} over" if left < 0 else "Not yet"
        color = GOOD if self.bench.is_legal else DANGER if left < 0 else WARN
        legal = "Is it legal? Yes" if not broken else f"Is it legal? Not yet: {pluralize(broken, 'rule')} broken"
        lines = ButtonList("lines", self._draw_line, self._line_buttons, on_row=self._choose_line,
                           hint_of=self._line_hint, row=px(46))  # fmt: skip
        lines.set_items([*enumerate(self.draft.lines)])
        lines.chosen = self.bench.chosen
        return panel(
            "", row(item(name, self._rename, grow=1), pill(state, color), gap=8, height=34),
            Box(paint=self._draw_points, height=9),
            item(lines, grow=1) if self.draft.lines else column(text(EMPTY, color=TEXT_FAINT), pad=EDGES, grow=1),
            column(caption(legal), self._rules(), gap=4), gap=8, pad=TIGHT, width=272, min_width=272, grow=33,
        )  # fmt: skip

    def _rename(self, name: str) -> None:
        self._edit(replace(self.draft, name=name), "name")

    def _rules(self) -> Box:
        """Return the rules of fleet construction, as high as they need and the window allows."""
        rules = ButtonList("statuses", self._draw_rule, self._rule_buttons, hint_of=_rule_hint)

        def height_at(width: int) -> int:
            rules.height_of = lambda status: status_height(status, width - px(12))
            rules.set_items(self.bench.statuses)
            return min(rules.full, self.size[1] * RULES_PERCENT // 100)

        return item(rules, height_at=height_at)

    def _rule_buttons(self, status: Status, rect: pygame.Rect) -> Sequence[RowButton]:
        fix = self.bench.fix(status.name)
        if fix is None:
            return []
        label = fix_label(fix, self.bench.cost, self.library)
        return [RowButton("fix", label, fix_rect(rect, label), lambda: self._edit(fix.draft), role="label")]

    def _draw_rule(
        self, surface: pygame.Surface, rect: pygame.Rect, status: Status, hovered: bool, chosen: bool
    ) -> None:
        note = "Looking for a fix…" if self.bench.is_searching else "No single change fixes it."
        note = "" if status.is_kept or self.bench.fix(status.name) is not None else note
        draw_status_row(surface, rect, status, note, chosen=chosen)

    def _choose_line(self, row: tuple[int, Line]) -> None:
        self.bench.chosen = row[0]

    def _line_buttons(self, row: tuple[int, Line], rect: pygame.Rect) -> Sequence[RowButton]:
        more, less = count_rects(rect)
        return [RowButton("more", "+", more, lambda: self._add_one(row[0]), "Add one more"),
                RowButton("less", "–", less, lambda: self._remove_one(row[0]), "Remove one")]  # fmt: skip

    def _add_one(self, number: int) -> None:
        self.bench.chosen, count = number, self.draft.lines[number].count
        if count < MAX_COUNT:
            self._edit(self.draft.with_line(number, count=count + 1))
        else:
            self.app.say(f"A line has at most {MAX_COUNT} units. Add the unit again for another line.", bad=True)

    def _remove_one(self, number: int) -> None:
        self.bench.chosen = number
        self._edit(self.draft.without_unit(number))

    def _line_hint(self, row: tuple[int, Line]) -> str:
        return f"{line_name(row[1], self.bench.card(row[0]))}: {line_words(row[1], self.library)[0]}"

    def _draw_line(
        self, surface: pygame.Surface, rect: pygame.Rect, row: tuple[int, Line], hovered: bool, chosen: bool
    ) -> None:
        draw_line_row(surface, rect, row[1], self.library, hovered, chosen)

    def _draw_points(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the points of capital ships, squadrons, and everything else as a bar."""
        spent = tally(self.bench.build(), self.library.units)
        extras = spent.total - spent.squadrons - spent.capitals
        surface.fill(WELL, rect)
        x, whole, look = rect.left, max(self.draft.size, spent.total, 1), SIDES[SIDE]
        for points, ink in ((spent.capitals, look.main), (spent.squadrons, look.light), (extras, BLADE)):
            width = round(rect.width * points / whole)
            surface.fill(ink if self.bench.left >= 0 else mix_colors(ink, DANGER, 0.5), (x, rect.top, width, px(9)))
            x += width
        pygame.draw.rect(surface, EDGE, rect, 1)

    # --- The right column ---
    def _right(self) -> Box:
        tabs = list(self.tabs)
        self.tab = self.tab if self.tab in tabs else CARD
        shown = item(Tabs("tab", NOWHERE, tabs, tabs.index(self.tab)), self._open_tab, height=30)
        return column(shown, self.tabs[self.tab](), gap=8, grow=42)

    def _open_tab(self, label: str) -> None:
        self.tab = label

    def _model_row(self) -> Box | None:
        """Return the name of the model of the chosen line, and the button that splits the line."""
        chosen = self._chosen_line
        if chosen is None:
            return None
        name = TextField("model", NOWHERE, chosen.name, ghost="Name of the model", most=MAX_NAME, takes=is_name_letter)
        name.hint = "The model's own name. Several models are numbered."
        split = button("split", "Split off one", self._split, hint=SPLIT_HINT, role="label")
        return row(item(name, self._rename_model, grow=1), split if chosen.count > 1 else None, gap=6, height=32)

    def _split(self) -> None:
        self._edit(self.draft.with_split(self.bench.chosen))

    def _rename_model(self, name: str) -> None:
        self._edit(self.draft.with_line(self.bench.chosen, name=name), f"model {self.bench.chosen}")

    def _card_tab(self) -> Box:
        """Return the card of what is chosen, its text, and what it may carry."""
        card, is_line = self.shown_card, self._chosen_line is not None
        shown = self._card_box(self.card, card, min_height=CARD_HEIGHT) if card is not None else None
        about = text(card.about, "small", TEXT_SOFT, priority=2) if card is not None and card.about else None
        offers = self._offers(height=OFFERS_HEIGHT, min_height=OFFERS_HEIGHT, priority=1) if is_line else None
        return column(self._model_row(), shown, about, offers, gap=8, grow=1)

    def _card_box(self, shown: UnitCard, card: Card, **more: Any) -> Box:
        """Return the box of a card, in the first panel with the name and the cargo of the chosen line."""
        line = self._chosen_line if shown is self.card else None
        model = Model("shown", card, 0, line_name(line, self.library.units.get(line.unit)) if line else "")
        model.cargo = line.cargo if line is not None else ()
        return card_box("card" if shown is self.card else "second card", shown, model, **more)

    def _offers(self, **more: Any) -> Box:
        """Return the list of what the chosen line may carry."""
        offers = ButtonList(
            "offers", lambda surface, rect, offer, hovered, chosen: draw_offer_row(
                surface, rect, offer, hovered=hovered, chosen=chosen and offers.focused),
            lambda offer, rect: [RowButton("toggle", "", rect, lambda: self._toggle(offer), _offer_hint(offer))],
        )  # fmt: skip

        def fill(rect: pygame.Rect) -> None:
            offers.height_of = lambda offer: offer_height(offer, rect.width - px(12))
            offers.set_items(equipment_offers(self.draft.lines[self.bench.chosen], self.library))

        return item(offers, grow=1, on_place=fill, **more)

    def _toggle(self, offer: EquipmentOffer) -> None:
        """Let the chosen line carry an offer or no longer, or say why it can't."""
        number = self.bench.chosen
        if offer.reason and not offer.is_carried:
            self.app.say(f"{offer.name}: {offer.reason}.", bad=True)
            return
        changed = with_equipment(self.draft.lines[number], offer)
        self._edit(replace(self.draft, lines=(*self.draft.lines[:number], changed, *self.draft.lines[number + 1 :])))

    def _upgrade_tab(self) -> Box:
        chosen = self._chosen_line
        if chosen is None:
            return text(CHOOSE_LINE, color=TEXT_SOFT, grow=1)
        count = f"Each of the {chosen.count} carries the same. " if chosen.count > 1 else ""
        prices = text(f"{count}Prices are in TV for one unit.", "small", TEXT_SOFT)
        return column(self._model_row(), prices, self._offers(), gap=6, grow=1)

    def _compare_tab(self) -> Box:
        """Return the numbers of two units of the shown faction, whatever the filter, and both cards if they fit."""
        card = self.shown_card
        units = self.library.fleet_units(self._shown_faction)
        others = {other.key: other for other in units if card is None or other.key != card.key}
        if not others:
            return space()
        keys = list(others)
        self.compared = self.compared if self.compared in keys else keys[0]
        other = others[self.compared]
        labels = [f"{other.name} · {other.tv}" for other in others.values()]
        choice = Choice("compared", NOWHERE, labels, keys.index(self.compared), self.within)
        choice.shown = f"Compare with: {labels[choice.chosen]}"
        cards = numbers = None
        if card is not None:
            numbers = drawn_rows("comparison", lambda width: comparison_rows((card, other), width))
            if self.size[0] >= px(TWO_CARDS):
                both = (self._card_box(self.card, card, grow=1), self._card_box(self.second_card, other, grow=1))
                cards = row(*both, gap=8, align=Align.START)
        chosen = item(choice, lambda number: setattr(self, "compared", keys[number]), height=32)
        return column(chosen, cards, panel("", numbers, pad=(12, 8, 12, 8), grow=1, priority=1), gap=8, grow=1)

    def _glance_tab(self) -> Box:
        """Return the numbers of the fleet next to those of a ready one."""
        opponents = self.opponents
        if not opponents:
            return text(f"There is no ready fleet of {self.draft.size} TV.", color=TEXT_SOFT, grow=1)
        stems = list(opponents)
        self.opponent = self.opponent if self.opponent in stems else stems[0]
        other = opponents[self.opponent]
        labels = [f"{fleet.name} · {fleet.faction}" for fleet in opponents.values()]
        choice = Choice("opponent", NOWHERE, labels, stems.index(self.opponent), self.within)
        choice.shown = f"Next to: {labels[choice.chosen]}"
        mine, others = (fleet_numbers(fleet, self.library.units) for fleet in (self.bench.build(), other))
        note = next((status for status in self.bench.statuses if status.is_note), None)
        words = f"{note.name}: {note.numbers} {note.limit}." if note is not None else ""
        return column(
            item(choice, lambda number: setattr(self, "opponent", stems[number]), height=32),
            panel("", row(_fleet_name(0, self.draft.name), _fleet_name(1, other.name)),
                  Box(paint=partial(draw_glance, mine, others), height_at=lambda _: glance_step() * len(mine),
                      min_height=0),
                  text(words, "small", TEXT_SOFT, priority=1), gap=6, pad=(12, 10, 12, 10), grow=1), gap=10, grow=1,
        )  # fmt: skip

    def _try_tab(self) -> Box:
        """Return the button that plays the fleet against others, and the results so far."""
        trial = self.bench.trial
        is_running = trial is not None and trial.running
        reason = "" if self.bench.is_legal else "Only a legal fleet can play"
        reason = reason or ("" if self.opponents else f"There is no ready fleet of {self.draft.size} TV")
        start = button("try", "How does it do?", self._start_trial, hint=TRY_HINT, reason=reason, width=150)
        stop = button("stop", "Stop", self._stop_trial, width=150)
        labels = [f"Both sides: {name.capitalize()}" for name in TRIAL_PLAYERS]
        players = Choice("trial player", NOWHERE, labels, TRIAL_PLAYERS.index(self.trial_player), self.within)
        return column(
            row(item(players, self._choose_trial_player, grow=1), stop if is_running else start, gap=6, height=34),
            panel("", *self._trial_results(), gap=6, pad=(12, 10, 12, 10), grow=1), gap=8, grow=1,
        )  # fmt: skip

    def _trial_results(self) -> Sequence[Box]:
        trial = self.bench.trial
        if trial is None or not trial.forecasts:
            words = trial.notice if trial is not None and trial.notice else TRY_WORDS
            return [text(WAITING if trial is not None and trial.running else words, color=TEXT_SOFT)]
        total = trial.total
        state = f"{total.games} of {trial.planned} games" if trial.running else pluralize(total.games, "game")
        state = trial.notice or (state if self.bench.is_trial_current else "The fleet has changed since")
        words = f"{trial.player.capitalize()} on both sides · {state}"
        return [line(words, "small", TEXT_SOFT, min_width=0), drawn_rows("results", lambda _: trial_rows(trial))]

    def _choose_trial_player(self, number: int) -> None:
        self.trial_player = TRIAL_PLAYERS[number]

    def _import_tab(self) -> Box:
        notes = LinkedText("notes", NOWHERE)
        lines = [plain(f"{pluralize(len(self.bench.notes), 'note')} on the import", "heading")]
        lines.append(plain("The fleet has everything else that the list has.", "small", TEXT_SOFT, gap=2))
        lines += [plain(f"{note[:1].upper()}{note[1:]}.", "body", WARN, gap=6) for note in self.bench.notes]
        dismiss = button("dismiss", "Dismiss", self._dismiss, hint="Close these notes", width=120, height=34)
        shown = item(notes, on_place=lambda _: notes.show(lines, keep=True), grow=1)
        return panel("", shown, row(dismiss, space()), gap=8, pad=(12, 10, 12, 10), grow=1)

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
            self.refresh()

    def finish(self) -> None:
        while self.bench.is_searching:
            self.bench.search()

    # --- Input ---
    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event. Down leads from the search to the catalog."""
        is_down = event.type == pygame.KEYDOWN and event.key == pygame.K_DOWN
        if is_down and isinstance(self.group.focus, SearchField):
            self.group.focus_on(self.group["catalog"])
        super().handle(event)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        commands: dict[str, Callable[[], object]] = {
            "undo": self.bench.undo, "redo": self.bench.redo, "save": self.save,
        }  # fmt: skip
        if (number := self.bench.chosen) >= 0:
            commands |= {
                "zoom in": lambda: self._add_one(number), "zoom out": lambda: self._remove_one(number),
                "delete": lambda: self._edit(self.draft.without_line(number)),
            }  # fmt: skip
        return commands

    def cancel(self) -> None:
        """Clear the search, else leave the page. The fleet stays here until the window is closed."""
        if isinstance(self.group.focus, SearchField) and self.filter.words:
            self._filter("words", "")
            self.refresh()
            return
        self._stop_trial()
        if self.back is not None:
            self.app.show(self.back)
        else:
            self.app.go(ToTitle())

    # --- Changes ---
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
            self.refresh()

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

    def _random(self, name: str) -> None:
        """Replace all lines by a random legal fleet of a doctrine, which a thread draws. Undo restores them."""
        draft, library = self.draft, self.library
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
            self.refresh()

        job: Job[FleetDraft | str] = ThreadJob(work)
        self.app.wait_for("Random fleet", f"{draft.faction}, {draft.size} TV, {name}", job, done)

    def _import_file(self) -> None:
        def take(path: str) -> None:
            if path:
                self.take_file(Path(path))

        self.app.ask_file("Import a fleet list", Path.home(), ANY_ENDING, "Import", take)

    def take_file(self, path: Path) -> bool:
        """Import a list from a file, whatever its name."""
        self._import_list(path, lambda: read_list_file(path, self.library))
        return True

    def _import_text(self) -> None:
        text = clipboard_text()
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

    @property
    def _exports(self) -> Sequence[tuple[str, Callable[[], object]]]:
        """The commands that copy the fleet to the clipboard, or write pictures and pages of it."""
        copies = [(label, partial(self._copy, label)) for label in COPIES]
        return [*copies, ("Save a QR code", self._save_code), ("Save sheets to print", self._save_sheets)]

    def _copy(self, label: str) -> None:
        if copy_to_clipboard(FORMATS[COPIES[label]](self.draft, self.library)):
            self.app.say(f"{label.replace('Copy', 'Copied')}: paste it wherever you like.")
        else:
            self.app.say("There is no clipboard here. Use the command: fleet text", bad=True)

    def _save_sheets(self) -> None:
        line, is_bad = save_sheets(fleet_sheets(self.draft, self.library), slug(self.draft.name) or "fleet")
        self.app.say(line, bad=is_bad)

    def _save_code(self) -> None:
        try:
            raw = make_qr_code(self.draft, "png")
        except CardError as error:
            self.app.say(str(error), bad=True)
            return
        line, is_bad = save_picture(lambda: raw)
        self.app.say(line, bad=is_bad)

    @property
    def _more(self) -> Sequence[tuple[str, Callable[[], object]]]:
        """The commands for the fleet, and for the cards of units. A card that came with the game is copied first."""
        return [
            ("New fleet", self._new), ("Copy this fleet", self._copy_fleet), ("Save as…", self._save_as),
            ("Delete the file", self._delete),
            ("Edit this unit card", lambda: self._edit_card(
                self.library.units.get(self.shown_card.key) if self.shown_card else None)),
            ("New unit card", lambda: self._edit_card(None)),
        ]  # fmt: skip

    def _new(self) -> None:
        faction, size = self.draft.faction, self.draft.size
        self._leave(lambda: self._take_bench(new_bench(self.library, faction, size)))

    def _copy_fleet(self) -> None:
        copied = replace(self.draft, name=f"{self.draft.name} copy"[:MAX_NAME])
        history = History((FleetDraft(NEW_NAME, self.draft.faction, self.draft.size), copied), 1)
        self._leave(lambda: self._take_bench(FleetBench(history, self.library)))

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
        self.refresh()
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


SPLIT_HINT = "Move one of these units to a line of its own, to name or equip it in another way"
TRY_HINT = "Computer players play this fleet against each ready fleet of its size, in the background"
TRY_WORDS = (
    "Computer players play this fleet against each ready fleet of its size, in the background. Its share of won games "
    "and the fates of its models appear here as games finish. A change of the fleet stops the games."
)
WAITING = "No game has finished yet."
EMPTY = "Add units from the catalog: click + next to one, or press Enter on it. Or choose Random."
CHOOSE_LINE = "Choose a line of your fleet to see what it may carry."


RULES_PERCENT = 36
"""The most that the rules get of the height of the window."""
CARD_HEIGHT, OFFERS_HEIGHT = 240, 90
"""The least heights of a card with a list of offers below it, and of that list."""


def drawn_rows(name: str, rows_at: Callable[[int], list[DrawnRow]]) -> Box:
    """Return a list of rows that draw themselves. The function gets the width of a row."""
    listed = ScrollList(name, NOWHERE, lambda surface, place, row, *_: row[1](surface, place),
                        height_of=lambda row: int(row[0]), well=False)  # fmt: skip
    return item(listed, on_place=lambda rect: listed.set_items(rows_at(rect.width - px(16))), grow=1)


def _fleet_name(side: int, name: str) -> Box:
    """Return the name of a fleet with the badge of a side."""
    look = SIDES[side]

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        draw_side_badge(surface, (rect.left + px(6), rect.top + px(9)), look.main, look.hatched, px(5))
        pos = (rect.left + px(18), rect.top)
        draw_text(surface, pos, name, "strong", look.main, width=rect.width - px(22))

    return Box(paint=paint, height_at=lambda _: line_height("strong"), grow=1)


def _rule_hint(status: Status) -> str:
    faults = " ".join(f"{fault[:1].upper()}{fault[1:]}." for fault in status.faults)
    return f"{faults or f'{status.name}: {status.numbers}'} {status.place}"


def _offer_hint(offer: EquipmentOffer) -> str:
    return f"Remove {offer.name}" if offer.is_carried else offer.reason or f"Add {offer.name}"


def _yaml_files(folder: Path) -> list[Path]:
    return list(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []


def _fleet_order(item: tuple[str, FleetList | None]) -> tuple[int, str, str]:
    """Return a sort key of a fleet: its size, its faction, its file. Own fleets with errors come first."""
    stem, fleet = item
    return (fleet.size, fleet.faction, stem) if fleet is not None else (0, "", stem)
