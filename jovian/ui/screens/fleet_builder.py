"""The fleet builder: the catalog at the left, the fleet with its rules in the middle, and at the right the card of the
chosen unit, what it may carry, and comparisons.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pygame

from jovian.background import ThreadJob
from jovian.cards import CardError, FleetList, UnitCard, fleet_names, load_fleet
from jovian.cards.fleet import MAX_SIZE
from jovian.cards.names import FACTION_DOCTRINES, FACTIONS, slug
from jovian.dice import random_seed
from jovian.editing.draft import History
from jovian.fleets.doctrines import DOCTRINES
from jovian.fleets.draft import SIZES, FleetDraft
from jovian.fleets.formats import FORMATS, make_qr_code
from jovian.fleets.random_fleet import random_fleet
from jovian.fleets.sheets import fleet_sheets
from jovian.match.files import write_whole
from jovian.rules.basics.rolls import pluralize
from jovian.ui.editor.fleet_bench import (
    NEW_NAME,
    SUFFIX,
    FleetBench,
    bench_of,
    make_library,
    new_bench,
    own_file,
    read_bench,
    read_list_file,
)
from jovian.ui.editor.tool_bars import history_buttons
from jovian.ui.editor.unit_bench import UnitBench, new_unit_bench, unit_bench_of
from jovian.ui.kit.boxes import NOWHERE, Box, button, column, item, line, row, space
from jovian.ui.kit.button_list import ButtonList, PullDown
from jovian.ui.kit.dock import dock
from jovian.ui.kit.forms import Choice, SearchField, clipboard_text, copy_to_clipboard
from jovian.ui.kit.theme import TEXT_SOFT
from jovian.ui.kit.widgets import Tabs
from jovian.ui.panels.unit_card import UnitCardPanel
from jovian.ui.screens.fleet_panels import (
    MAX_NAME,
    AboutPanel,
    CardPanel,
    CatalogPanel,
    ComparePanel,
    FleetPanel,
    GlancePanel,
    ImportPanel,
    LinesPanel,
    ModelPanel,
    OffersPanel,
    TryPanel,
)
from jovian.ui.screens.navigation import ToNewGame, ToTitle, ToUnit, read_in_background, settle_spelling
from jovian.ui.screens.page import Page
from jovian.ui.screens.screen import Host, Pollable, Screen, leave_fleet, leave_unit
from jovian.user_files.paths import user_shelf
from jovian.user_files.save_writer import save_picture, save_sheets
from jovian.user_files.saves import in_name

# --- The screen ---

CARD, COMPARE, UPGRADES, GLANCE, TRY, IMPORT = "Card", "Compare", "Upgrades", "Glance", "Try", "Import"
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
        self.tab = IMPORT if self.bench.notes else CARD
        self.card, self.second_card = UnitCardPanel(), UnitCardPanel()
        self.catalog, self.lines, self.trial = CatalogPanel(app), LinesPanel(app), TryPanel(app, self.find_opponents)
        model, find_opponents = ModelPanel(app), self.find_opponents
        self.tab_panels: dict[str, tuple[FleetPanel, ...]] = {
            CARD: (model, CardPanel(app, self.card), AboutPanel(app), OffersPanel(app)),
            COMPARE: (ComparePanel(app, self.catalog, (self.card, self.second_card)),),
            UPGRADES: (model, OffersPanel(app, is_alone=True)), GLANCE: (GlancePanel(app, find_opponents),),
            TRY: (self.trial,), IMPORT: (ImportPanel(app),),
        }  # fmt: skip
        """The panels of the right column by their tabs."""
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

    def find_opponents(self) -> dict[str, FleetList]:
        """Return the ready fleets of the same size by their stems, those of other factions first."""
        ready = [(stem, fleet) for stem, fleet in self.fleets.items() if fleet and fleet.size == self.draft.size]
        return dict(sorted(ready, key=lambda item: item[1].faction == self.draft.faction))

    @property
    def tabs(self) -> list[str]:
        """The tabs of the right column."""
        return [tab for tab in self.tab_panels if tab != IMPORT or self.bench.notes]

    # --- Boxes ---
    def compose(self) -> Box:
        """Return three columns between the bars at the top and the bottom."""
        shown, every = self.library.units.get(self.bench.unit), self.library.fleet_units(self.catalog.shown_faction)
        if (shown is None or shown.faction != self.catalog.shown_faction) and every:
            self.bench.unit = every[0].key
        self.tab = self.tab if self.tab in self.tabs else CARD
        tabs = item(Tabs("tab", NOWHERE, self.tabs, self.tabs.index(self.tab)), self._open_tab, height=30)
        right = column(tabs, dock(*self.tab_panels[self.tab], gap=8, grow=1), gap=8, grow=42)
        columns = row(self.catalog.compose(), self.lines.compose(), right, gap=8, grow=1)
        return column(self._top(), columns, self._foot(), gap=8, pad=(8, 8, 8, 8))

    def _open_tab(self, label: str) -> None:
        self.tab = label

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
        self.catalog.reset()
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
            button("back", "Back", self.cancel, command="cancel"), space(),
            line(words, "small", TEXT_SOFT, priority=1),
            button("save", "Save", self.save, hint="Puts the fleet in your folder, where New game finds it", width=90,
                   reason="" if self.draft.lines else "Add a unit first"),
            button("play", "Use this fleet" if self.on_use is not None else "Play with it", self._play, width=190,
                   kind="primary", key=pygame.K_RETURN, reason=reason.replace(" ()", "")),
            gap=8, height=44,
        )  # fmt: skip

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
                "zoom in": lambda: self.lines.add_one(number), "zoom out": lambda: self.lines.remove_one(number),
                "delete": lambda: self._edit(self.draft.without_line(number)),
            }  # fmt: skip
        return commands

    def cancel(self) -> None:
        """Clear the search, else leave the page. The fleet stays here until the window is closed."""
        if isinstance(self.group.focus, SearchField) and self.catalog.filter.words:
            self.catalog.clear_search()
            self.refresh()
            return
        self.trial.stop()
        if self.back is not None:
            self.app.show(self.back)
        else:
            self.app.go(ToTitle())

    # --- Changes ---
    def _edit(self, draft: FleetDraft, change_key: str = "") -> None:
        self.bench.apply(draft, change_key)

    # --- Commands ---
    def _leave(self, then: Callable[[], None]) -> None:
        """Call `then`, which discards the fleet. Ask first if it has unsaved changes."""
        leave_fleet(self.app, then, self.save if self.draft.lines else None)

    def _take_bench(self, bench: FleetBench) -> None:
        """Build another fleet."""
        self.trial.stop()
        self.bench = self.app.fleet_bench = bench
        self.tab = IMPORT if bench.notes else CARD
        self.catalog.reset()
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

        job: Pollable[FleetDraft | str] = ThreadJob(work)
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
                self.library.units.get(self.bench.shown_card.key) if self.bench.shown_card else None)),
            ("New unit card", lambda: self._edit_card(None)),
        ]  # fmt: skip

    def _new(self) -> None:
        faction, size = self.draft.faction, self.draft.size
        self._leave(lambda: self._take_bench(new_bench(self.library, faction, size)))

    def _copy_fleet(self) -> None:
        copied = replace(self.draft, name=f"{self.draft.name} copy"[:MAX_NAME])
        history = History((FleetDraft(NEW_NAME, self.draft.faction, self.draft.size), copied), 1)
        self._leave(lambda: self._take_bench(FleetBench(history, self.library)))

    def _edit_card(self, card: UnitCard | None) -> None:
        """Edit a card, or a new one for None."""

        def show(bench: UnitBench) -> None:
            self.app.go(ToUnit(bench, self, self._read_cards))

        before = self.app.unit_bench
        bench = new_unit_bench(self.catalog.shown_faction) if card is None else unit_bench_of(card)
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
        self.trial.stop()
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


def _yaml_files(folder: Path) -> list[Path]:
    return list(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []


def _fleet_order(item: tuple[str, FleetList | None]) -> tuple[int, str, str]:
    """Return a sort key of a fleet: its size, its faction, its file. Own fleets with errors come first."""
    stem, fleet = item
    return (fleet.size, fleet.faction, stem) if fleet is not None else (0, "", stem)
