"""What the parts of the fleet builder share: the draft with its history, the chosen line, its status, and its fixes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from jovian.cards import CardError, FleetList, UnitCard, unit_cards, upgrades
from jovian.cards.files import FLEET, UnreadableFileError, decoded, read_bytes, read_start, short_name
from jovian.cards.load import card_file, parse_fleet
from jovian.cards.names import FACTIONS
from jovian.editing.draft import Bench, History
from jovian.fleets.draft import SIZES, FleetDraft, FleetLine, draft_of
from jovian.fleets.formats import FORMAT, Import, read_list
from jovian.fleets.status import FleetFix, Library, RuleStatus, fleet_cost, fleet_status, is_legal, search_fix
from jovian.ui.session.fleet_trial import FleetTrial
from jovian.user_files.paths import user_shelf

NAME_SIGNS = " .,'&()/:+-"
"""What names may have besides letters and digits (`cards/keys.py`)."""
EDITS_PER_FRAME = 6
"""The edits that the search for fixes tries in a frame: one or two milliseconds."""


@dataclass(slots=True)
class FleetBench(Bench[FleetDraft]):
    """The shared state of the fleet builder. Every change of the draft goes through `apply`."""

    library: Library
    path: Path | None = None
    """The user's file of the draft, None before it is saved."""
    chosen: int = -1
    """The number of the chosen line, -1 for none."""
    unit: str = ""
    """The key of the unit of the catalog whose card is shown if no line is chosen."""
    notes: tuple[str, ...] = ()
    """What an import left out or changed, a sentence each."""
    corrected: FleetBench | None = None
    """The same import with small spelling errors corrected, None if there are none."""
    corrections: tuple[str, ...] = ()
    """What they were corrected to, a sentence each."""
    trial: FleetTrial | None = None
    """The games in the background that show how the fleet does, or None before they are started."""
    _checked: tuple[FleetDraft, list[RuleStatus]] | None = field(default=None, repr=False)
    _priced: tuple[FleetDraft, int] | None = field(default=None, repr=False)
    _fixes: dict[str, FleetFix] = field(default_factory=dict, repr=False)
    _search: Iterator[None] | None = field(default=None, repr=False)

    @property
    def cost(self) -> int:
        if self._priced is None or self._priced[0] is not self.draft:
            self._priced = self.draft, fleet_cost(self.draft, self.library)
        return self._priced[1]

    @property
    def left(self) -> int:
        """The Threat Value that may still be spent. Negative if the fleet is too dear."""
        return self.draft.size - self.cost

    def card(self, number: int) -> UnitCard | None:
        """Return the card of a line, or None if it is unknown."""
        return self.library.units.get(self.draft.lines[number].unit)

    @property
    def line(self) -> FleetLine | None:
        """The chosen line."""
        return self.draft.lines[self.chosen] if self.chosen >= 0 else None

    @property
    def shown_card(self) -> UnitCard | None:
        """The card of the chosen line with what it carries, else that of the chosen unit of the catalog."""
        line = self.line
        if line is None:
            return self.library.units.get(self.unit)
        if line.unit not in self.library.units:
            return None
        alone = FleetDraft("", self.draft.faction, self.draft.size, (line,))
        entries = alone.build(self.library.units, self.library.upgrades).entries
        return entries[0].flown(self.library.units[line.unit])

    def count(self, unit: str) -> int:
        """Return the number of units of a card in the draft."""
        return sum(line.count for line in self.draft.lines if line.unit == unit)

    def ready_fleet(self) -> FleetList:
        """Return the fleet as its file would be read. Raises CardError if a file can't have it."""
        return parse_fleet(self.draft.to_data(), self.draft.name, self.library.units, self.library.upgrades)

    def build(self) -> FleetList:
        """Return the fleet, without what no card is known for."""
        return self.draft.build(self.library.units, self.library.upgrades)

    @property
    def is_trial_current(self) -> bool:
        """Whether the trial is of this fleet, whatever its name."""
        return self.trial is not None and self.trial.fleet.entries == self.build().entries

    def use_library(self, library: Library) -> None:
        """Use other cards from now on. Prices and rules are checked again."""
        self.library, self._checked, self._priced = library, None, None

    # --- Changes ---
    def keep_choice(self) -> None:
        if self.trial is not None and not self.is_trial_current:
            self.trial.cancel()
        self.chosen = min(self.chosen, len(self.draft.lines) - 1)

    def tidy_names(self) -> None:
        """Make all names such as files may have: without spaces at the ends, and with a letter or a digit first."""
        lines = tuple(replace(line, name=_tidied(line.name)) for line in self.draft.lines)
        self.apply(replace(self.draft, name=_tidied(self.draft.name), lines=lines), self.change_key)

    def add(self, unit: str) -> None:
        """Add a unit, and choose its line."""
        draft, number = self.draft.with_unit(unit)
        self.apply(draft)
        self.chosen, self.unit = number, unit

    # --- Status ---
    @property
    def statuses(self) -> list[RuleStatus]:
        """The rules of fleet construction for the draft. Fixes of an earlier draft are forgotten."""
        if self._checked is None or self._checked[0] is not self.draft:
            statuses = fleet_status(self.draft, self.library)
            self._checked, self._fixes = (self.draft, statuses), {}
            self._search = self._find_fixes([status.name for status in statuses if not status.is_kept])
        return self._checked[1]

    @property
    def is_legal(self) -> bool:
        return is_legal(self.statuses)

    def fix(self, name: str) -> FleetFix | None:
        """Return the fix of a broken rule, None if there is none or it hasn't been found yet."""
        return self._fixes.get(name) if self.statuses else None

    @property
    def is_searching(self) -> bool:
        """Whether fixes are still being looked for."""
        return bool(self.statuses) and self._search is not None

    def search(self, edits: int = EDITS_PER_FRAME) -> bool:
        """Try a few edits. Return whether a fix was found or the search has ended."""
        known = len(self._fixes)
        for _ in range(edits if self.is_searching else 0):
            if self._search is not None and next(self._search, "end") == "end":
                self._search = None
                return True
        return len(self._fixes) > known

    def _find_fixes(self, names: list[str]) -> Iterator[None]:
        """Find the fix of each broken rule, one edit at a time."""
        draft = self.draft
        for name in names:
            best: FleetFix | None = None
            for fix in search_fix(draft, name, self.library):
                best = fix
                yield
            if best is not None:
                self._fixes[name] = best


# --- Fleets of the shelves ---

NEW_NAME, SUFFIX, MAX_BYTES = "New Fleet", ".yaml", 1 << 20


def make_library() -> Library:
    """Return the cards of all shelves."""
    return Library(unit_cards(), upgrades())


def new_bench(library: Library, faction: str = FACTIONS[0], size: int = SIZES[0]) -> FleetBench:
    """Return a bench with an empty fleet."""
    return FleetBench(History((FleetDraft(NEW_NAME, faction, size),)), library)


def bench_of(fleet: FleetList, stem: str, library: Library) -> FleetBench:
    """Return a bench with a ready fleet. One that came with the game is a copy without a file."""
    path = own_file(stem)
    history = History((draft_of(fleet),))
    return FleetBench(history.marked_saved() if path is not None else history, library, path)


def is_name_letter(letter: str) -> bool:
    """Return whether a name in a file may have a character."""
    return letter.isascii() and (letter.isalnum() or letter in NAME_SIGNS)


def _tidied(name: str) -> str:
    return name.lstrip(NAME_SIGNS).rstrip()


def own_file(stem: str) -> Path | None:
    """Return the file of a fleet if it is in the user's folder, else None."""
    path = user_shelf().fleets / f"{stem}{SUFFIX}"
    try:
        return path if card_file(stem, FLEET).resolve() == path.resolve() else None
    except CardError:
        return None


def read_bench(text: str, where: str, library: Library) -> FleetBench:
    """Return a bench with the fleet of a list in any format. Its notes name what the fleet doesn't have.

    `corrected` of the bench is offered to the user.

    Raises:
        CardError: if the text is no list.

    """
    result = read_list(text, library, where)
    bench = _imported(result, library)
    if result.corrected is not None:
        bench.corrected = _imported(result.accepted(), library)
        meant = (replace(problem, cause=problem.meant) for problem in result.problems if problem.meant)
        bench.corrections = tuple(map(str, meant))
    return bench


def _imported(result: Import, library: Library) -> FleetBench:
    notes = tuple(map(str, result.remarks()))
    return FleetBench(History((FleetDraft(NEW_NAME, FACTIONS[0], SIZES[0]), result.draft), 1), library, notes=notes)


def read_list_file(path: Path, library: Library) -> FleetBench:
    """Return a bench with the fleet of a list in a file of any name.

    Raises:
        CardError: if the file can't be read, or is no list.

    """
    try:
        text = decoded(read_bytes(path, MAX_BYTES))
    except UnreadableFileError as error:
        raise CardError(short_name(str(path)), error.line, error.cause) from None
    return read_bench(text, short_name(path.name), library)


def holds_json_list(path: Path) -> bool:
    """Return whether a file starts like a list in JSON, which also looks like a save."""
    try:
        return f'"{FORMAT}"'.encode() in read_start(path, 100)
    except UnreadableFileError:
        return False
