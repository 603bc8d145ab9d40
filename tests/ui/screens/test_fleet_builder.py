"""The fleet builder driven by clicks and keys: lists, rules with fixes, equipment, files, import, and a new game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from jovian.cards import load_fleet, unit_cards
from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.fleets.draft import FleetDraft, draft_of
from jovian.fleets.formats import format_code, format_text
from jovian.rehearsal.documents import Position, RehearsalResult
from jovian.rehearsal.forecast import forecast
from jovian.rehearsal.game import RehearsalSpec
from jovian.rehearsal.outcome import DESTROYED, UNHURT, Fate, Outcome
from jovian.ui.editor.fleet_bench import FleetBench, make_library
from jovian.ui.screens import fleet_builder
from jovian.ui.screens.navigation import ToTitle
from jovian.ui.session.fleet_trial import FleetTrial
from jovian.user_files.paths import user_shelf
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot

QUIT = pygame.event.Event(pygame.QUIT)
SIZES = [(1280, 720), (1920, 1080)]


class Builder(Pilot):
    """A pilot on the page of the fleet builder, which counts clicks."""

    clicks = 0

    def click(self, pos: Any, button: int = 1) -> None:
        self.clicks += 1
        super().click(pos, button)

    @property
    def bench(self) -> FleetBench:
        assert self.app.fleet_bench is not None
        return self.app.fleet_bench

    @property
    def draft(self) -> FleetDraft:
        return self.bench.draft

    def row(self, name: str, row: int, button: str = "") -> None:
        """Click a row of a list, or its button."""
        widget: Any = self.widget(name)
        widget.scroll_to(row)
        rect = widget.row_rect(row)
        self.click(widget.row_buttons(row)[button].rect.center if button else (rect.left + 60, rect.centery))

    def add(self, unit: str) -> None:
        keys = [card.key for card in self.widget("catalog").items]  # type: ignore[attr-defined]
        self.row("catalog", keys.index(unit), "add")

    def choose(self, name: str, words: str) -> None:  # type: ignore[override]
        """Choose the label with some words from a box."""
        box: Any = self.widget(name)
        self.click(box.rect.center)
        index = next(number for number, label in enumerate(box.labels) if words in label)
        box.list.scroll_to(index)
        self.click(box.list.row_rect(index).center)
        self.finish_jobs()

    def open_tab(self, label: str) -> None:
        tabs: Any = self.widget("tab")
        self.click(tabs.tab_rect(tabs.labels.index(label)).center)

    def write(self, name: str, text: str) -> None:
        self.click(self.widget(name).rect.center)
        self.key(pygame.K_a, pygame.KMOD_CTRL)
        self.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        self.wait(2)

    def counts(self) -> dict[str, int]:
        return {line.unit: line.count for line in self.draft.lines}

    @property
    def toast(self) -> str:
        return self.app.toast[0]


@pytest.fixture(autouse=True)
def shelves(headless: Path) -> Iterator[None]:
    with use_shelves(BUILTIN_SHELF, user_shelf()):
        yield


@pytest.fixture
def builder() -> Builder:
    pilot = Builder()
    pilot.press("fleets")
    assert pilot.page == "fleets"
    return pilot


@pytest.mark.parametrize("size", SIZES)
def test_from_the_title_to_playing_with_an_own_fleet_of_five_models(size: tuple[int, int]) -> None:
    pilot = Builder(size)
    pilot.press("fleets")
    pilot.choose("faction", "Jovian")
    for unit in ("jovian/alexander", "jovian/valiant", "jovian/kestrel", "jovian/kestrel", "jovian/pathfinder"):
        pilot.add(unit)
        assert misfits(pilot) == []
    pilot.press("play")
    assert pilot.page == "setup" and misfits(pilot) == []
    pilot.begin()
    assert pilot.page == "battle"
    names = sorted(model.card.name for model in pilot.match.state.side_models(0))
    assert names == ["Alexander", "Kestrel", "Kestrel", "Pathfinder", "Valiant"]
    assert [fleet.size for fleet in pilot.match.setup.fleets] == [150, 150]
    assert pilot.clicks <= 25


def test_units_are_added_counted_removed_and_named(builder: Builder) -> None:
    for _ in range(2):
        builder.add("cega/wyvern")
    builder.add("cega/uller")
    assert builder.counts() == {"cega/wyvern": 2, "cega/uller": 1} and builder.bench.chosen == 1
    builder.row("lines", 0, "more")
    builder.row("lines", 1, "less")
    assert builder.counts() == {"cega/wyvern": 3}
    builder.row("lines", 0)
    builder.write("model", "Anvil")
    builder.write("name", "First Fleet")
    assert builder.draft.name == "First Fleet" and builder.draft.lines[0].name == "Anvil"
    builder.press("split")
    assert [line.count for line in builder.draft.lines] == [2, 1]
    for _ in range(3):
        builder.press("undo")
    assert builder.draft.name == "New Fleet" and builder.draft.lines[0].name == ""
    builder.press("redo")
    assert builder.draft.lines[0].name == "Anvil"


def test_the_catalog_is_filtered_searched_and_sorted(builder: Builder) -> None:
    def keys() -> list[str]:
        return [card.key for card in builder.widget("catalog").items]  # type: ignore[attr-defined]

    every = keys()
    builder.choose("faction", "Jovian")
    assert not set(keys()) & set(every)
    builder.choose("sort", "Cheapest")
    cards = [unit_cards()[key] for key in keys()]
    assert [card.tv for card in cards] == sorted(card.tv for card in cards)
    builder.choose("role", "Frigate")
    assert keys() and {unit_cards()[key].role for key in keys()} == {"frigate"}
    builder.choose("role", "Any role")
    builder.choose("trait", "Command")
    assert keys() and all(unit_cards()[key].trait("Command") for key in keys())
    builder.choose("trait", "Any trait")
    builder.choose("cost", "46")
    assert keys() and all(unit_cards()[key].tv >= 46 for key in keys())
    builder.choose("cost", "Any cost")
    builder.choose("others", "CEGA")
    assert set(keys()) == set(every)
    builder.choose("others", "This")
    builder.key(pygame.K_SLASH)
    for letter in "kestr":
        builder.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    assert keys() == ["jovian/kestrel"]
    builder.key(pygame.K_RETURN)
    assert builder.counts() == {"jovian/kestrel": 1}
    builder.key(pygame.K_ESCAPE)
    assert len(keys()) > 10 and builder.page == "fleets"


def test_each_broken_rule_has_a_button_that_fixes_it(builder: Builder) -> None:
    builder.choose("faction", "Jovian")
    for _ in range(3):
        builder.add("jovian/alexander")
    builder.wait(400)
    assert not builder.bench.is_legal and not builder.widget("play").enabled and builder.widget("play").reason
    for _ in range(8):
        rules = builder.bench.statuses
        broken = next((number for number, rule in enumerate(rules) if not rule.is_kept), None)
        if broken is None:
            break
        builder.row("statuses", broken, "fix")
        builder.wait(400)
        assert misfits(builder) == []
    assert builder.bench.is_legal and builder.widget("play").enabled


def test_fixes_are_searched_a_few_edits_in_each_frame(builder: Builder) -> None:
    builder.choose("faction", "Jovian")
    for _ in range(3):
        builder.add("jovian/alexander")
    assert builder.bench.is_searching and builder.app.busy
    for _ in range(600):
        builder.wait()
        if not builder.bench.is_searching:
            break
    assert not builder.bench.is_searching and builder.bench.fix("Points") is not None


def test_equipment_that_fits_is_added_and_the_rest_says_why_not(builder: Builder) -> None:
    builder.choose("faction", "Jovian")
    builder.add("jovian/ballista")
    builder.open_tab("Upgrades")

    def toggle(name: str, letter: str = "") -> None:
        offers: Any = builder.widget("offers")
        row = next(n for n, each in enumerate(offers.items) if each.name == name and each.letter == letter)
        builder.row("offers", row, "toggle")

    toggle("Captain")
    toggle("Beam Projector I", "b")
    toggle("Kinetic Cannon I", "b")
    toggle("Ace Pilot")
    line = builder.draft.lines[0]
    assert line.upgrades == ("Captain",) and line.hardpoints == (("b", "Kinetic Cannon I"),)
    assert builder.toast == "Ace Pilot: Ace Pilot is for exo-armor or fighter."
    assert builder.bench.cost == 26 + 2 + 2 * 1
    toggle("Captain")
    assert builder.draft.lines[0].upgrades == ()
    builder.add("jovian/amphora")
    toggle("Fuel Pods")
    toggle("Marines")
    assert builder.draft.lines[1].cargo == ("Fuel Pods", "Marines")
    builder.app.say("")
    assert misfits(builder) == []


def test_a_fleet_is_saved_opened_copied_and_deleted(builder: Builder, headless: Path) -> None:
    builder.choose("open", "Ganymede Battle Line")
    assert not builder.bench.history.unsaved and builder.bench.path is None
    builder.row("lines", 0, "more")
    builder.press("save")
    path = user_shelf().fleets / "ganymede-battle-line.yaml"
    assert builder.bench.path == path and not builder.bench.history.unsaved
    assert draft_of(load_fleet("ganymede-battle-line")) == builder.draft
    builder.choose("more", "Copy")
    assert builder.draft.name == "Ganymede Battle Line copy" and builder.bench.history.unsaved
    builder.press("save")
    builder.choose("open", "copy · yours")
    assert builder.bench.path == path.with_stem("ganymede-battle-line-copy")
    builder.choose("more", "Delete")
    assert not builder.app.modal and sorted(each.stem for each in path.parent.iterdir()) == ["ganymede-battle-line"]
    assert builder.bench.history.unsaved
    builder.press("save")
    assert builder.bench.path is not None and builder.bench.path.exists()


def test_any_size_can_be_played(builder: Builder) -> None:
    for text, size in (("300", 300), ("", 300), ("0", 300), ("99999", 300), ("5000", 5000)):
        builder.choose("size", "Other")
        builder.reply(text)
        box: Any = builder.widget("size")
        assert builder.draft.size == size and box.labels[box.chosen] == f"{size} TV"
    assert builder.toast == "A fleet has a size of 1 to 5000 TV, not '99999'."


def test_a_unit_card_that_another_program_writes_is_known_at_the_next_page(builder: Builder) -> None:
    builder.add("cega/wyvern")
    folder = user_shelf().units / "cega"
    folder.mkdir(parents=True)
    text = (BUILTIN_SHELF.units / "cega" / "wyvern.yaml").read_text(encoding="utf-8")
    (folder / "drake.yaml").write_text(text.replace("name: Wyvern", "name: Drake"), encoding="utf-8")
    builder.app.go(ToTitle())
    builder.press("fleets")
    builder.add("cega/drake")
    assert [line.unit for line in builder.draft.lines] == ["cega/wyvern", "cega/drake"]
    assert builder.bench.left == builder.draft.size - 2 * unit_cards()["cega/drake"].tv
    (folder / "drake.yaml").unlink()
    builder.app.go(ToTitle())
    assert "cega/drake" not in unit_cards()


def test_another_file_is_overwritten_only_after_a_question(builder: Builder) -> None:
    builder.add("cega/wyvern")
    builder.press("save")
    builder.choose("more", "Copy")
    builder.row("lines", 0, "more")
    for answer, count in (("no", 1), ("yes", 2)):
        builder.choose("more", "Save as")
        builder.reply("New Fleet")
        builder.press(answer)
        assert len(load_fleet("new-fleet").entries) == count
    assert builder.bench.path == user_shelf().fleets / "new-fleet.yaml"


def test_an_empty_fleet_or_one_without_a_name_is_not_saved(builder: Builder) -> None:
    assert not builder.widget("save").enabled
    builder.add("cega/wyvern")
    builder.write("name", " ")
    builder.press("save")
    assert builder.toast == "Give the fleet a name first." and builder.bench.path is None


def test_names_are_those_that_files_may_have(builder: Builder) -> None:
    builder.choose("open", "Ganymede Battle Line")
    builder.write("name", " Ünter 5-0 {} ")
    assert builder.draft.name == " nter 5-0  "
    builder.row("lines", 0)
    builder.write("model", "- Bucephalus ")
    builder.press("save")
    assert builder.draft.name == "nter 5-0" and builder.draft.lines[0].name == "Bucephalus"
    assert builder.bench.path is not None and load_fleet(builder.bench.path.stem).name == "nter 5-0"


def test_an_own_file_with_errors_is_listed_and_opened(builder: Builder) -> None:
    folder = user_shelf().fleets
    folder.mkdir(parents=True)
    text = "name: Old Guard\nfaction: CEGA\nsize: 150\nunits: [cega/wyvern, cega/gone]\n"
    (folder / "old-guard.yaml").write_text(text, encoding="utf-8")
    (folder / "broken.yaml").write_text("name: [", encoding="utf-8")
    builder.press("back")
    builder.press("fleets")
    builder.choose("open", "old-guard")
    assert builder.counts() == {"cega/wyvern": 1} and "cega/gone" in builder.bench.notes[0]
    assert builder.bench.history.unsaved
    builder.press("save")
    assert builder.bench.path != folder / "old-guard.yaml" and (folder / "old-guard.yaml").read_text("utf-8") == text
    builder.choose("open", "broken")
    assert "broken.yaml" in builder.toast and builder.counts() == {"cega/wyvern": 1}


def test_unsaved_changes_are_asked_about(builder: Builder) -> None:
    builder.add("cega/wyvern")
    builder.choose("open", "Ganymede Battle Line")
    assert builder.app.modal is not None
    builder.press("no")
    assert builder.counts() == {"cega/wyvern": 1}
    builder.choose("open", "Ganymede Battle Line")
    builder.press("save")
    assert builder.draft.name == "Ganymede Battle Line" and load_fleet("new-fleet").entries
    builder.choose("more", "New fleet")
    builder.choose("faction", "CEGA")
    builder.add("cega/wyvern")
    builder.press("back")
    assert builder.page == "title"
    builder.press("quit")
    assert builder.app.modal is not None and builder.app.running
    builder.press("no")
    builder.post(QUIT)
    assert builder.app.modal is not None and builder.app.running
    builder.press("no")
    builder.press("fleets")
    assert builder.counts() == {"cega/wyvern": 1}, "leaving the page loses nothing"
    builder.post(QUIT)
    builder.press("lose")
    assert not builder.app.running


# --- Import and export ---


def clipboard(monkeypatch: pytest.MonkeyPatch, text: str) -> list[str]:
    copied: list[str] = []
    monkeypatch.setattr(fleet_builder, "clipboard_text", lambda: text)
    monkeypatch.setattr(fleet_builder, "copy_to_clipboard", lambda each: not copied.append(each))
    return copied


LIST = """Mixed Bag (Jovian, 250 TV)
- 2 Kestrel "Talon" = 99
- 1 Death Star = 500
- 1 Alexander + Captain + Cloaking Device = 56
"""


def test_a_list_from_the_clipboard_names_everything_that_it_could_not_read(
    builder: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    clipboard(monkeypatch, LIST)
    builder.choose("import", "clipboard")
    assert builder.counts() == {"jovian/kestrel": 2, "jovian/alexander": 1}
    notes = "\n".join(builder.bench.notes)
    assert "line 3" in notes and "line 4" in notes and "Cloaking Device" in notes and "32 TV now, not 99" in notes
    shown: Any = builder.widget("notes")
    texts = " ".join(run.text for line in shown.items for run in line.runs)
    builder.app.say("")
    assert "Death Star" in texts and misfits(builder) == []
    builder.press("dismiss")
    assert builder.bench.notes == ()


MISSPELLED = "Hello,\n> Night Watch (CEGA, 150 TV)\n> - 2 Wyvren\n> - 1 Uller + Captian\n> - 1 Death Star\n"


@pytest.mark.parametrize(
    ("answer", "counts"),
    [("yes", {"cega/wyvern": 2, "cega/uller": 1}), ("leave", {"cega/uller": 1}), ("no", {"cega/fury": 1})],
)
def test_spelling_errors_of_a_list_are_corrected_after_a_question(
    builder: Builder, monkeypatch: pytest.MonkeyPatch, answer: str, counts: dict[str, int]
) -> None:
    builder.add("cega/fury")
    clipboard(monkeypatch, MISSPELLED)
    builder.choose("import", "clipboard")
    modal = builder.app.modal
    assert modal is not None and misfits(builder) == []
    assert "Line 3: 'Wyvren' is read as Wyvern. Line 4: 'Captian' is read as Captain." in modal.text
    builder.press(answer)
    if builder.app.modal is not None:
        builder.press("lose")
    assert builder.counts() == counts
    notes = "\n".join(builder.bench.notes)
    assert ("Wyvren" in notes) == ("Death Star" in notes) == (answer != "no")
    assert ("'Wyvren' is read as Wyvern" in notes) == (answer == "yes")


@pytest.mark.parametrize("text", ["", "Not a list", '{"format": "other"}', "JW1.xyz", "JW9.abc"])
def test_what_is_no_list_is_one_line_and_changes_nothing(
    builder: Builder, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    builder.add("cega/wyvern")
    clipboard(monkeypatch, text)
    builder.choose("import", "clipboard")
    assert builder.app.toast[1] and "\n" not in builder.toast
    assert builder.counts() == {"cega/wyvern": 1} and builder.app.modal is None


def test_exports_can_be_imported_again(builder: Builder, monkeypatch: pytest.MonkeyPatch, headless: Path) -> None:
    builder.choose("open", "Ganymede Battle Line")
    draft = builder.draft
    copied = clipboard(monkeypatch, "")
    for words in ("as text", "one line", "JSON", "YAML"):
        builder.choose("export", words)
    assert copied[0] == format_text(draft, make_library()) and copied[1] == format_code(draft)
    for text in copied:
        clipboard(monkeypatch, text)
        builder.choose("more", "New fleet")
        if builder.app.modal is not None:
            builder.press("lose")
        builder.choose("import", "clipboard")
        assert builder.draft == draft and builder.bench.notes == ()
    builder.choose("export", "QR")
    assert [path.suffix for path in (headless / "pictures").iterdir()] == [".png"]
    builder.choose("export", "sheets")
    (sheets,) = (headless / "sheets").iterdir()
    assert sheets.suffix == ".html" and draft.name in sheets.read_text(encoding="utf-8")


def drop(pilot: Builder, path: Path) -> None:
    pilot.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    pilot.finish_jobs()


def test_a_list_in_a_dropped_file_is_imported(builder: Builder, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(LIST, encoding="utf-8")
    drop(builder, path)
    assert builder.counts() == {"jovian/kestrel": 2, "jovian/alexander": 1} and builder.bench.notes
    builder.row("lines", 0, "more")
    drop(builder, tmp_path / "missing.txt")
    assert "missing.txt" in builder.toast
    units = "  - cega/wyvern\n" * 10_000
    path.write_text(f"name: Many\nfaction: CEGA\nsize: 250\nunits:\n{units}", encoding="utf-8")
    drop(builder, path)
    assert "list.txt" in builder.toast and builder.counts()["jovian/kestrel"] == 3
    path.write_bytes(b"x" * 10_000_000)
    drop(builder, path)
    assert "larger than" in builder.toast and builder.counts()["jovian/kestrel"] == 3


def test_a_dropped_list_opens_the_builder_from_any_page(tmp_path: Path) -> None:
    pilot = Builder()
    for name, text in (("a.txt", LIST), ("b.json", '{"format": "jovian-wars-fleet", "version": 1, "name": "J", '
                       '"faction": "Jovian", "size": 150, "units": [{"unit": "jovian/kestrel"}]}')):  # fmt: skip
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        drop(pilot, path)
        if pilot.app.modal is not None:
            pilot.press("lose")
        assert pilot.page == "fleets" and "jovian/kestrel" in pilot.counts()
        pilot.press("back")


def test_a_line_without_a_card_is_shown_and_named(builder: Builder) -> None:
    unknown = FleetDraft("Old", "CEGA", 150).with_unit("cega/gone")[0].with_unit("cega/wyvern")[0]
    builder.bench.apply(unknown)
    builder.app.relayout()
    assert [line.unit for _, line in builder.widget("lines").items] == ["cega/gone", "cega/wyvern"]  # type: ignore[attr-defined]
    builder.row("lines", 0)
    assert not builder.bench.is_legal and misfits(builder) == []
    builder.row("lines", 0, "less")
    assert builder.counts() == {"cega/wyvern": 1}


# --- Random fleets and new games ---


def test_a_random_fleet_is_legal_and_can_be_undone(builder: Builder) -> None:
    for doctrine in ("Balanced", "Carrier"):
        builder.choose("random", doctrine)
        assert builder.bench.is_legal and builder.draft.name == f"CEGA {doctrine}"
    builder.press("undo")
    builder.press("undo")
    assert builder.draft.lines == ()


def test_a_fleet_of_a_new_game_is_edited_and_comes_back(builder: Builder) -> None:
    builder.press("back")
    builder.press("new")
    builder.press("build 1")
    assert builder.page == "fleets"
    builder.choose("random", "Line")
    builder.press("play")
    assert builder.page == "setup"
    fleets = [builder.screen.fleet(side) for side in (0, 1)]  # type: ignore[attr-defined]
    assert fleets[1].name == builder.draft.name and draft_of(fleets[1]) == builder.draft
    assert fleets[0].size == fleets[1].size
    builder.press("build 1")
    builder.press("save")
    builder.press("play")
    stem = builder.bench.path.stem if builder.bench.path is not None else ""
    screen: Any = builder.screen
    assert screen.fleets[screen.chosen[1]] == stem
    builder.begin()
    assert builder.page == "battle"


# --- Trial ---


class FakeRun:
    """A background rehearsal whose answers the test gives."""

    def __init__(self, spec: RehearsalSpec) -> None:
        self.spec = spec
        self.running, self.notice, self.news = True, "", 0
        self.value: RehearsalResult | None = None

    def cancel(self) -> None:
        self.running = False

    def play(self, won: int, games: int) -> None:
        """Finish some games."""

        def fate(name: str, side: int, cause: str) -> Fate:
            return Fate("1", name, side, True, DESTROYED if cause else UNHURT, cause, 1, 0.0, 0.0, 9)

        def outcome(number: int) -> Outcome:
            mine = fate("Bucephalus", 0, "Ram of Kurama" if number < 2 else "")
            other = fate("Kurama", 1, "Lance of Bucephalus" if number < 3 else "")
            return Outcome(number, int(number >= won), 1, (0, 0), (0, 0), (mine, other), 1, "", 0.0)

        outcomes = [outcome(number) for number in range(games)]
        position = Position("", 0, 0, "", True, None)
        self.value = RehearsalResult(position, (), ("A", "B"), forecast(outcomes), (), complete=False)
        self.news += 1


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[FakeRun]:
    started: list[FakeRun] = []

    def start(spec: RehearsalSpec) -> FakeRun:
        started.append(FakeRun(spec))
        return started[-1]

    monkeypatch.setattr(FleetTrial, "start_run", staticmethod(start))
    return started


@pytest.mark.parametrize("size", SIZES)
def test_a_trial_shows_shares_and_models_as_games_finish(size: tuple[int, int], runs: list[FakeRun]) -> None:
    pilot = Builder(size)
    pilot.press("fleets")
    pilot.choose("open", "Ganymede Battle Line")
    pilot.open_tab("Try")
    pilot.choose("trial player", "Captain")
    pilot.press("try")
    pilot.wait(2)
    assert len(runs) == 1 and runs[0].spec.players == ("captain", "captain")
    assert runs[0].spec.start.fresh and "Bucephalus" in runs[0].spec.start.game
    assert misfits(pilot) == []
    runs[0].play(3, 4)
    pilot.wait(2)
    trial = pilot.bench.trial
    assert trial is not None and trial.total.games == 4 and trial.total.estimate.value == 0.75
    assert trial.total.estimate.low < 0.5 < trial.total.estimate.high and misfits(pilot) == []
    record = trial.models()[0]
    assert (record.name, record.games, record.lost, record.felled) == ("Bucephalus", 4, 2, 3)
    runs[0].running = False
    pilot.wait(2)
    assert len(runs) == 2, "the next opponent"
    runs[1].play(1, 4)
    pilot.wait(2)
    assert trial.total.games == 8 and trial.total.estimate.value == 0.5
    pilot.press("stop")
    pilot.wait(2)
    assert not trial.running and not runs[1].running and trial.total.games == 8


def test_a_trial_stops_when_the_fleet_changes_or_the_page_is_left(builder: Builder, runs: list[FakeRun]) -> None:
    builder.choose("open", "Ganymede Battle Line")
    builder.open_tab("Try")
    builder.press("try")
    builder.wait(2)
    builder.write("name", "Another Name")
    assert runs[-1].running, "its name changes nothing"
    builder.row("lines", 5, "less")
    builder.wait(2)
    assert not runs[-1].running and len(runs) == 1
    builder.press("try")
    builder.wait(2)
    builder.press("back")
    assert len(runs) == 2 and not runs[-1].running


def test_a_trial_that_fails_says_why(builder: Builder, runs: list[FakeRun]) -> None:
    builder.choose("open", "Ganymede Battle Line")
    builder.open_tab("Try")
    builder.press("try")
    builder.wait(2)
    runs[0].notice, runs[0].running, runs[0].news = "It failed", False, 1
    builder.wait(2)
    assert builder.bench.trial is not None and builder.bench.trial.notice == "It failed" and len(runs) == 1
    assert builder.widget("try").enabled and misfits(builder) == []


def test_everything_works_by_keyboard(builder: Builder) -> None:
    def tab_to(name: str) -> None:
        for _ in range(60):
            focus = builder.app.screen.group.focus
            if focus is not None and focus.name == name:
                return
            builder.key(pygame.K_TAB)
        raise AssertionError(name)

    tab_to("catalog")
    for _ in range(3):
        builder.key(pygame.K_DOWN)
    builder.key(pygame.K_RETURN)
    assert sum(builder.counts().values()) == 1
    tab_to("lines")
    builder.key(pygame.K_RETURN)
    builder.key(pygame.K_EQUALS)
    assert sum(builder.counts().values()) == 3
    builder.key(pygame.K_MINUS)
    assert sum(builder.counts().values()) == 2
    builder.key(pygame.K_z, pygame.KMOD_CTRL)
    assert sum(builder.counts().values()) == 3
    builder.open_tab("Upgrades")
    tab_to("offers")
    for _ in range(2):
        builder.key(pygame.K_DOWN)
    builder.key(pygame.K_RETURN)
    assert builder.draft.lines[0].upgrades == (builder.widget("offers").items[1].name,)  # type: ignore[attr-defined]
    builder.key(pygame.K_DELETE)
    assert builder.counts() == {}
    tab_to("random")
    builder.key(pygame.K_DOWN)
    builder.key(pygame.K_RETURN)
    assert builder.bench.is_legal
    builder.key(pygame.K_s, pygame.KMOD_CTRL)
    assert builder.bench.path is not None
    builder.key(pygame.K_ESCAPE)
    assert builder.page == "title"
