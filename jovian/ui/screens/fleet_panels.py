"""The panels of the fleet builder: the catalog, the fleet with its rules, and the tabs at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from jovian.cards import CardError, FleetList, UnitCard, load_scenario
from jovian.cards.names import FACTIONS
from jovian.fleets.catalog import COSTS, SORTS, CatalogFilter, roles_of, traits_of
from jovian.fleets.draft import MAX_COUNT, MAX_LINES, FleetDraft, FleetLine
from jovian.fleets.equipment import EquipmentOffer, equipment_offers, with_equipment
from jovian.fleets.numbers import fleet_numbers
from jovian.fleets.status import Library, RuleStatus
from jovian.game import Model
from jovian.rules.basics.rolls import pluralize
from jovian.rules.setup.legality import tally, unit_limit
from jovian.ui.editor.fleet_bench import FleetBench, is_name_letter
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
from jovian.ui.editor.unit_bench import card_box
from jovian.ui.kit.boxes import NOWHERE, Align, Box, button, caption, column, item, line, panel, pill, row, space, text
from jovian.ui.kit.button_list import ButtonList, RowButton
from jovian.ui.kit.dock import Panel
from jovian.ui.kit.draw import draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height
from jovian.ui.kit.forms import Choice, SearchField, TextField, list_area
from jovian.ui.kit.linked_text import LinkedText, plain
from jovian.ui.kit.theme import BLADE, DANGER, EDGE, GOOD, SIDES, TEXT_FAINT, TEXT_SOFT, WARN, WELL, mix_colors, px
from jovian.ui.kit.widgets import ScrollList, Tabs
from jovian.ui.panels.unit_card import UnitCardPanel
from jovian.ui.screens.screen import Host
from jovian.ui.session.fleet_trial import FleetTrial

TIGHT = (10, 10, 10, 10)
"""The space at the edges of a panel."""
TWO_CARDS, TALL_WINDOW = 1330, 900
"""The unscaled width of the window from which two cards are next to each other, and the height from which the rows of
the catalog have two lines.
"""
KINDS = {"All": "", "Ships": "capital", "Squads": "squadron", "Fits": ""}
TRIAL_PLAYERS = ("ensign", "captain")
TRIAL_SCENARIO = "introductory"
MAX_NAME = 60
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
Opponents = Callable[[], dict[str, FleetList]]
"""Returns the ready fleets of the size of this one by their stems, those of other factions first."""


class FleetPanel(Panel):
    """A panel of the fleet builder."""

    grow = 1

    def __init__(self, app: Host) -> None:
        self.app = app

    @property
    def bench(self) -> FleetBench:
        assert self.app.fleet_bench is not None
        return self.app.fleet_bench

    @property
    def draft(self) -> FleetDraft:
        """The fleet that is being built."""
        return self.bench.draft

    @property
    def library(self) -> Library:
        return self.bench.library

    @property
    def within(self) -> pygame.Rect:
        """The part of the window in which lists open."""
        return list_area(self.app.size)

    def card_box(self, name: str, shown: UnitCardPanel, card: UnitCard, line: FleetLine | None, **more: Any) -> Box:
        """Return the box of a card, with the name and the cargo of a line."""
        model = Model("shown", card, 0, line_name(line, self.library.units.get(line.unit)) if line else "")
        model.cargo = line.cargo if line is not None else ()
        return card_box(name, shown, model, **more)


# --- The catalog ---


class CatalogPanel(FleetPanel):
    """The units that may be added, and what filters and sorts them."""

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.filter, self.fits_only = CatalogFilter(), False

    def reset(self) -> None:
        """Show all units of the faction of the fleet."""
        self.filter = CatalogFilter(sort=self.filter.sort)

    def clear_search(self) -> None:
        self._filter("words", "")

    @property
    def units(self) -> list[UnitCard]:
        """The units of the catalog that the filter shows."""
        shown = replace(self.filter, most=self.bench.left) if self.fits_only else self.filter
        return shown.find_units(self.library, self.draft.faction)

    @property
    def shown_faction(self) -> str:
        """The faction whose units the catalog shows."""
        return self.filter.faction or self.draft.faction

    def compose(self) -> Box:
        search = SearchField("search", NOWHERE, self.filter.words, ghost="Search", most=40)
        search.hint = "Searches names, roles, traits, and weapons. Enter adds the first unit."
        kinds = Tabs("kind", NOWHERE, list(KINDS))
        kinds.chosen = list(KINDS).index("Fits") if self.fits_only else list(KINDS.values()).index(self.filter.kind)
        kinds.hint = "All units, capital ships, squadrons, or only what the points that are left can pay"
        roles, traits = (of(self.library, self.shown_faction) for of in (roles_of, traits_of))
        others = [faction for faction in FACTIONS if faction != self.draft.faction]
        costs = [f"{low}–{high} TV" if high < 999 else f"{low}+ TV" for low, high in COSTS]
        whose = f"Whose units are shown: {self.shown_faction}"
        units = self.units
        listed = ButtonList(
            "catalog", self._draw_unit, self._unit_buttons, on_row=self._choose_unit, hint_of=self._unit_hint,
            row=px(44 if self.app.size[1] >= px(TALL_WINDOW) else 33),
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

    def _choose_unit(self, card: UnitCard) -> None:
        self.bench.chosen, self.bench.unit = -1, card.key

    def _add(self, card: UnitCard) -> None:
        """Add a unit of the catalog."""
        if len(self.draft.lines) >= MAX_LINES:
            self.app.say(f"A fleet has at most {MAX_LINES} lines.", bad=True)
        else:
            self.bench.add(card.key)

    def _counts(self, card: UnitCard) -> tuple[int, int]:
        """Return the number of a unit in the fleet, and its Unit Cap."""
        return self.bench.count(card.key), unit_limit(card, self.draft.size)

    def _unit_warnings(self, card: UnitCard) -> list[str]:
        """Return which rules the fleet would break with one more of a unit."""
        count, limit = self._counts(card)
        warnings = [f"The fleet is then {card.tv - self.bench.left} TV too dear."] if card.tv > self.bench.left else []
        warnings += [f"The Unit Cap allows {limit}."] if count >= limit else []
        return warnings + ([f"The fleet is {self.draft.faction}."] if card.faction != self.draft.faction else [])

    def _unit_buttons(self, card: UnitCard, rect: pygame.Rect) -> Sequence[RowButton]:
        warnings = self._unit_warnings(card)
        hint = " ".join((f"Add {card.name}.", *warnings))
        return [RowButton("add", "+", add_rect(rect), lambda: self._add(card), hint, is_dim=bool(warnings))]

    def _unit_hint(self, card: UnitCard) -> str:
        words = (f"{card.name}, {role_label(card)}, {card.tv} TV.", card.about, *self._unit_warnings(card))
        return " ".join(words).strip()

    def _draw_unit(
        self, surface: pygame.Surface, rect: pygame.Rect, card: UnitCard, hovered: bool, chosen: bool
    ) -> None:
        draw_unit_row(surface, rect, card, self._counts(card), hovered, chosen)


# --- The fleet ---


class LinesPanel(FleetPanel):
    """The fleet: its name, its points, its lines, and the rules of its construction."""

    def compose(self) -> Box:
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
            item(lines, grow=1) if self.draft.lines else column(text(EMPTY, color=TEXT_FAINT), pad=TIGHT, grow=1),
            column(caption(legal), self._rules(), gap=4), gap=8, pad=TIGHT, width=272, min_width=272, grow=33,
        )  # fmt: skip

    def _rename(self, name: str) -> None:
        self.bench.apply(replace(self.draft, name=name), "name")

    def _rules(self) -> Box:
        """Return the rules of fleet construction, as high as they need and the window allows."""
        rules = ButtonList(
            "statuses", lambda surface, rect, status, _, chosen: draw_status_row(
                surface, rect, status, self._fix_note(status), chosen=chosen and rules.focused),
            self._rule_buttons, hint_of=_rule_hint, keeps_chosen=True,
        )  # fmt: skip

        def height_at(width: int) -> int:
            rules.height_of = lambda status: status_height(status, width - px(12))
            rules.set_items(self.bench.statuses)
            return min(rules.full, self.app.size[1] * RULES_PERCENT // 100)

        return item(rules, height_at=height_at)

    def _rule_buttons(self, status: RuleStatus, rect: pygame.Rect) -> Sequence[RowButton]:
        fix = self.bench.fix(status.name)
        if fix is None:
            return []
        label = fix_label(fix, self.bench.cost, self.library)
        return [RowButton("fix", label, fix_rect(rect, label), lambda: self.bench.apply(fix.draft), role="label")]

    def _fix_note(self, status: RuleStatus) -> str:
        """Return why there is no button that fixes a rule, "" if there is one or the rule is kept."""
        if status.is_kept or self.bench.fix(status.name) is not None:
            return ""
        return "Looking for a fix…" if self.bench.is_searching else "No single change fixes it."

    def _choose_line(self, row: tuple[int, FleetLine]) -> None:
        self.bench.chosen = row[0]

    def _line_buttons(self, row: tuple[int, FleetLine], rect: pygame.Rect) -> Sequence[RowButton]:
        more, less = count_rects(rect)
        return [RowButton("more", "+", more, lambda: self.add_one(row[0]), "Add one more"),
                RowButton("less", "–", less, lambda: self.remove_one(row[0]), "Remove one")]  # fmt: skip

    def add_one(self, number: int) -> None:
        self.bench.chosen, count = number, self.draft.lines[number].count
        if count < MAX_COUNT:
            self.bench.apply(self.draft.with_line(number, count=count + 1))
        else:
            self.app.say(f"A line has at most {MAX_COUNT} units. Add the unit again for another line.", bad=True)

    def remove_one(self, number: int) -> None:
        self.bench.chosen = number
        self.bench.apply(self.draft.without_unit(number))

    def _line_hint(self, row: tuple[int, FleetLine]) -> str:
        return f"{line_name(row[1], self.bench.card(row[0]))}: {line_words(row[1], self.library)[0]}"

    def _draw_line(
        self, surface: pygame.Surface, rect: pygame.Rect, row: tuple[int, FleetLine], hovered: bool, chosen: bool
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


def _rule_hint(status: RuleStatus) -> str:
    faults = " ".join(f"{fault[:1].upper()}{fault[1:]}." for fault in status.faults)
    return f"{faults or f'{status.name}: {status.numbers}'} {status.place}"


# --- What is chosen ---


class ModelPanel(FleetPanel):
    """The name of the models of the chosen line, and the button that splits the line."""

    grow = 0

    def compose(self) -> Box | None:
        """Return the name of the model of the chosen line, and the button that splits the line."""
        chosen = self.bench.line
        if chosen is None:
            return None
        name = TextField("model", NOWHERE, chosen.name, ghost="Name of the model", most=MAX_NAME, takes=is_name_letter)
        name.hint = "The model's own name. Several models are numbered."
        split = button("split", "Split off one", self._split, hint=SPLIT_HINT, role="label")
        return row(item(name, self._rename_model, grow=1), split if chosen.count > 1 else None, gap=6, height=32)

    def _split(self) -> None:
        self.bench.apply(self.draft.with_split(self.bench.chosen))

    def _rename_model(self, name: str) -> None:
        self.bench.apply(self.draft.with_line(self.bench.chosen, name=name), f"model {self.bench.chosen}")


class CardPanel(FleetPanel):
    """The card of what is chosen."""

    grow, min_height = 0, 240

    def __init__(self, app: Host, card: UnitCardPanel) -> None:
        super().__init__(app)
        self.card = card

    def compose(self) -> Box | None:
        card = self.bench.shown_card
        return self.card_box("card", self.card, card, self.bench.line) if card is not None else None


class AboutPanel(FleetPanel):
    """The text about the unit."""

    priority, grow = 2, 0

    def compose(self) -> Box | None:
        card = self.bench.shown_card
        return text(card.about, "small", TEXT_SOFT) if card is not None and card.about else None


class OffersPanel(FleetPanel):
    """What the chosen line may carry. `is_alone`: without the card, but with a note."""

    priority, height, min_height = 1, 90, 90

    def __init__(self, app: Host, *, is_alone: bool = False) -> None:
        super().__init__(app)
        self.is_alone = is_alone

    def compose(self) -> Box | None:
        line = self.bench.line
        if line is None:
            return text(CHOOSE_LINE, color=TEXT_SOFT) if self.is_alone else None
        count = f"Each of the {line.count} carries the same. " if line.count > 1 else ""
        prices = text(f"{count}Prices are in TV for one unit.", "small", TEXT_SOFT)
        return column(prices, self._offers(), gap=6) if self.is_alone else self._offers()

    def _offers(self) -> Box:
        offers = ButtonList(
            "offers", lambda surface, rect, offer, hovered, chosen: draw_offer_row(
                surface, rect, offer, hovered=hovered, chosen=chosen and offers.focused),
            lambda offer, rect: [RowButton("toggle", "", rect, lambda: self._toggle(offer), _offer_hint(offer))],
            keeps_chosen=True,
        )  # fmt: skip

        def fill(rect: pygame.Rect) -> None:
            offers.height_of = lambda offer: offer_height(offer, rect.width - px(12))
            offers.set_items(equipment_offers(self.draft.lines[self.bench.chosen], self.library))

        return item(offers, grow=1, on_place=fill)

    def _toggle(self, offer: EquipmentOffer) -> None:
        """Let the chosen line carry an offer or no longer, or say why it can't."""
        number, lines = self.bench.chosen, self.draft.lines
        if offer.reason and not offer.is_carried:
            self.app.say(f"{offer.name}: {offer.reason}.", bad=True)
            return
        changed = with_equipment(lines[number], offer)
        self.bench.apply(replace(self.draft, lines=(*lines[:number], changed, *lines[number + 1 :])))


def _offer_hint(offer: EquipmentOffer) -> str:
    return f"Remove {offer.name}" if offer.is_carried else offer.reason or f"Add {offer.name}"


# --- Comparisons ---


class ComparePanel(FleetPanel):
    """The numbers of two units of the shown faction, and both cards if they fit."""

    def __init__(self, app: Host, catalog: CatalogPanel, cards: tuple[UnitCardPanel, UnitCardPanel]) -> None:
        super().__init__(app)
        self.catalog, self.cards = catalog, cards
        self.compared = ""
        """The key of the unit that the chosen one is compared with, "" for the first one."""

    def compose(self) -> Box:
        """Return the numbers of two units of the shown faction, whatever the filter, and both cards if they fit."""
        card = self.bench.shown_card
        units = self.library.fleet_units(self.catalog.shown_faction)
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
            if self.app.size[0] >= px(TWO_CARDS):
                mine = self.card_box("card", self.cards[0], card, self.bench.line, grow=1)
                its = self.card_box("second card", self.cards[1], other, None, grow=1)
                cards = row(mine, its, gap=8, align=Align.START)
        chosen = item(choice, lambda number: setattr(self, "compared", keys[number]), height=32)
        return column(chosen, cards, panel("", numbers, pad=(12, 8, 12, 8), grow=1, priority=1), gap=8, grow=1)


class GlancePanel(FleetPanel):
    """The numbers of the fleet next to those of a ready one."""

    def __init__(self, app: Host, opponents: Opponents) -> None:
        super().__init__(app)
        self.opponents = opponents
        self.opponent = ""
        """The stem of the other fleet, "" for the first one."""

    def compose(self) -> Box:
        """Return the numbers of the fleet next to those of a ready one."""
        opponents = self.opponents()
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


def _fleet_name(side: int, name: str) -> Box:
    """Return the name of a fleet with the badge of a side."""
    look = SIDES[side]

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        draw_side_badge(surface, (rect.left + px(6), rect.top + px(9)), look.main, look.hatched, px(5))
        pos = (rect.left + px(18), rect.top)
        draw_text(surface, pos, name, "strong", look.main, width=rect.width - px(22))

    return Box(paint=paint, height_at=lambda _: line_height("strong"), grow=1)


# --- Games of computer players ---


class TryPanel(FleetPanel):
    """The button that plays the fleet against others, and the results so far."""

    def __init__(self, app: Host, opponents: Opponents) -> None:
        super().__init__(app)
        self.opponents = opponents
        self.player = TRIAL_PLAYERS[0]

    def compose(self) -> Box:
        """Return the button that plays the fleet against others, and the results so far."""
        trial = self.bench.trial
        is_running = trial is not None and trial.running
        reason = "" if self.bench.is_legal else "Only a legal fleet can play"
        reason = reason or ("" if self.opponents() else f"There is no ready fleet of {self.draft.size} TV")
        start = button("try", "How does it do?", self._start, hint=TRY_HINT, reason=reason, width=150)
        stop = button("stop", "Stop", self.stop, width=150)
        labels = [f"Both sides: {name.capitalize()}" for name in TRIAL_PLAYERS]
        players = Choice("trial player", NOWHERE, labels, TRIAL_PLAYERS.index(self.player), self.within)
        return column(
            row(item(players, self._choose_player, grow=1), stop if is_running else start, gap=6, height=34),
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

    def _choose_player(self, number: int) -> None:
        self.player = TRIAL_PLAYERS[number]

    def _start(self) -> None:
        """Play the fleet in the background against the ready fleets of its size."""
        try:
            scenario = load_scenario(TRIAL_SCENARIO)
        except CardError as error:
            self.app.say(str(error), bad=True)
            return
        self.stop()
        self.bench.trial = FleetTrial(self.bench.build(), scenario, self.opponents(), self.player)

    def stop(self) -> None:
        if self.bench.trial is not None:
            self.bench.trial.cancel()


# --- An import ---


class ImportPanel(FleetPanel):
    """The notes on an import."""

    def compose(self) -> Box:
        notes = LinkedText("notes", NOWHERE)
        lines = [plain(f"{pluralize(len(self.bench.notes), 'note')} on the import", "heading")]
        lines.append(plain("The fleet has everything else that the list has.", "small", TEXT_SOFT, gap=2))
        lines += [plain(f"{note[:1].upper()}{note[1:]}.", "body", WARN, gap=6) for note in self.bench.notes]
        dismiss = button("dismiss", "Dismiss", self._dismiss, hint="Close these notes", width=120, height=34)
        shown = item(notes, on_place=lambda _: notes.show(lines, keep=True), grow=1)
        return panel("", shown, row(dismiss, space()), gap=8, pad=(12, 10, 12, 10), grow=1)

    def _dismiss(self) -> None:
        self.bench.notes = ()


def drawn_rows(name: str, rows_at: Callable[[int], list[DrawnRow]]) -> Box:
    """Return a list of rows that draw themselves. The function gets the width of a row."""
    listed = ScrollList(name, NOWHERE, lambda surface, place, row, *_: row[1](surface, place),
                        height_of=lambda row: int(row[0]), well=False)  # fmt: skip
    return item(listed, on_place=lambda rect: listed.set_items(rows_at(rect.width - px(16))), grow=1)
