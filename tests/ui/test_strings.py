"""Checks of every string on screen: no codes, keys, ids, or cut texts, on any page and in whole games.

The default run plays a part of one game. `pytest -m long tests/ui/test_strings.py` plays every scenario to its end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from typing import Any

import pygame
import pytest

from jovian.cards import load_fleet, load_scenario, unit_cards
from jovian.cards.files import BUILTIN_SHELF, SCENARIO, use_shelves
from jovian.cards.load import card_file
from jovian.editing.draft import History, Piece, draft_of
from jovian.editing.forms import DRAWN, Kind, piece_lists
from jovian.editing.labels import piece_names
from jovian.lessons import BUILTIN_LESSONS, lesson_files
from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.ui.editor.change_form import row_options
from jovian.ui.editor.fleet_bench import bench_of, make_library
from jovian.ui.editor.tool_bars import MODELS
from jovian.ui.editor.unit_bench import unit_bench_of
from jovian.ui.editor.workbench import Workbench
from jovian.ui.kit.forms import Choice, TextField
from jovian.ui.kit.widgets import Signal
from jovian.ui.screens.navigation import (
    REHEARSE,
    WATCH,
    ToBriefing,
    ToColors,
    ToEditor,
    ToFleets,
    ToKeys,
    ToLessons,
    ToOptions,
    ToPlayers,
    ToPositionEdit,
    ToRehearsal,
    ToReplay,
    ToRules,
    ToSaves,
    ToSettings,
    ToUnit,
    open_file,
)
from jovian.ui.screens.new_game import NewGameScreen
from jovian.ui.screens.result import ResultScreen
from jovian.ui.screens.table import TableScreen
from jovian.ui.screens.title import TitleScreen
from jovian.ui.session.rehearsals import current_position
from jovian.ui.settings import Settings
from tests.games import setup
from tests.rules_api import rule_pages
from tests.ui.fitting import groups_of, recorded_texts
from tests.ui.pilot import Pilot, battle_at

_COUNTED = "dice|points|marines|squadrons|ships|models|weapons|games|missiles|boxes|tokens|lines|places|fuels|systems"
FAULTS = {
    "a code of dice": r"\b\d+[BFM]\b|(?<![\w-])[DTQ][1-6](?:\+\d)?\b",
    "a code of states or damage": r"\b(?:MD|SR|EV|BO)\b",
    "a code of a weapon": r"\b[A-EG-P]\d\b|\bMissile: ?[A-Z]",
    "a value of the code": r"\b(?:None|nan|inf)\b(?! of\b)|^(?:True|False)$|\w+\(\w+=|<\w+[ .]| object at ",
    "a key": r"\b[a-z0-9]+_[a-z0-9_]+\b|\b[a-z]{2,}\.(?!yaml|json|png|md|py)[a-z]{2,}\b",
    "the number of a side": r"(?i:\bside [012]\b)",
    "a long fraction": r"\d\.(?!001\")\d{3,}",
    "nothing in brackets": r"\(\s*\)|\[\s*\]|''|\"\"|\{|\}",
    "a plural after 1": rf"^1 (?:[a-z]+ )?(?:{_COUNTED})\b|"
    r"(?:\b[a-z]+|[(·;,:]) 1 (?:(?!off|base|flex|macro)[a-z]+ )?(?:dice|[a-z]+[^su\W]s)\b",
    "a wrong plural": r"\b\w+(?:xs|chs|shs|sss|zs)\b|\b\w*[^aeiou\W]ys\b",
    "doubled or lost punctuation": r"(?<!\.)\.\.(?!\.)|,,|::| ,|\w +[.;:](?:\s|$)(?<!\d : )",
}  # fmt: skip
"""What no string on screen may contain, by name."""
_PATTERNS = {fault: re.compile(pattern) for fault, pattern in FAULTS.items()}
WHOLE = ("Open…", "Open file…", "Save as…", "Add…", "Copy…", "Player file…", "Choose file…", "Reading the saves…", "…")
"""Complete texts that end with an ellipsis: a question or a list follows. A cut text always ends with one."""
EXPLAINED = ("rules, Dice System > Dice Pools", "rules, Dice System > Magnitude")
"""Pages that explain the codes of dice, which the terminal and the details of the log write."""


def faults_in(text: str, ids: Collection[str] = ()) -> list[str]:
    """Return the names of the faults of a text. `ids` are ids of models and cards."""
    text = re.sub(r"(?:/[\w.-]+){2,}", "", text)  # A path on this computer.
    faults = [fault for fault, pattern in _PATTERNS.items() if pattern.search(text)]
    words = set(re.findall(r"[a-z0-9/]+(?:-[a-z0-9/]+)*", text))
    return [*faults, *(f"the id {each}" for each in sorted(words.intersection(ids)))]


class Reader:
    """Reads all texts on screen, and remembers the faults."""

    def __init__(self, pilot: Pilot) -> None:
        self.pilot = pilot
        self.ids = {key for key in unit_cards() if "-" in key or "/" in key}
        self.faults: Counter[str] = Counter()
        self.read = 0

    def look(self, where: str = "") -> None:
        """Check all texts of the current picture except those that are typed into fields."""
        for panel in getattr(self.pilot.screen, "panels", ()):
            panel.stale = True
        with recorded_texts() as texts:
            self.pilot.draw()
        where = where or self.pilot.page
        widgets = (widget for group in groups_of(self.pilot) for widget in group.widgets)
        fields = [widget.rect for widget in widgets if isinstance(widget, TextField)]
        for text in texts:
            if not text.rect.colliderect(text.clip) or any(field.contains(text.clip) for field in fields):
                continue
            self.check(where, text.whole)
            if text.text.endswith("…") and (text.text not in WHOLE or text.text != text.whole):
                self.faults[f"{where}: cut: {text.text} of {text.whole}"] += 1

    def check(self, where: str, text: str) -> None:
        """Check one text."""
        self.read += 1
        for fault in () if where in EXPLAINED else faults_in(text, self.ids):
            self.faults[f"{where}: {fault}: {text}"] += 1

    def look_at_hints(self, where: str = "") -> None:
        """Check the tooltips of all widgets, and of a grid of points on a table's panels."""
        where = f"{where or self.pilot.page}, tooltip"
        for group in groups_of(self.pilot):
            for widget in group.widgets:
                self.check(where, getattr(widget, "hint", ""))
        screen = self.pilot.screen
        if isinstance(screen, TableScreen):
            width, height = self.pilot.app.size
            for x in (*range(10, 220, 40), *range(900, width, 30)):
                for y in range(20, height, 30):
                    hint = screen.hint_at((x, y))
                    self.check(where, hint[1] if hint is not None else "")


@pytest.fixture(autouse=True)
def real_cards() -> Iterator[None]:
    with use_shelves(BUILTIN_SHELF):
        yield


def start(scenario: str, fleets: tuple[str, ...] = ("jovian-150", "cega-150"), seed: int = 3) -> tuple[Reader, Match]:
    """Open a game for two players at one screen."""
    own = bool(load_scenario(card_file(scenario, SCENARIO)).models)
    match = Match(setup(seed, () if own else fleets, scenario), keep_all=True)  # type: ignore[arg-type]
    pilot = Pilot(settings=Settings(speed=0.0, scale=1.0, ask_always=True))
    battle_at(pilot, match)
    reader = Reader(pilot)
    reader.ids |= {key for key in (*match.state.models, *match.state.terrain) if "-" in key}
    return reader, match


def play(reader: Reader, match: Match, every: int, most: int = 3000) -> None:
    """Let ensigns answer. At every nth decision, check the screen, tooltips, targets, and the all-actions list."""
    pilot, players = reader.pilot, [make_player("ensign", seed=1), make_player("ensign", seed=2)]
    for step in range(most):
        decision = match.decision
        if decision is None or pilot.page != "battle":
            break
        pilot.uncover()
        if step % every == 0:
            reader.look()
            reader.look_at_hints()
            if decision.kind == "menu":
                _look_at_targets(reader, decision.side, step)
            if step % (5 * every) == 0 and decision.kind in ("menu", "declare"):
                pilot.key(pygame.K_w)
                pilot.wait(3)
                reader.look()
        pilot.take(ask(match, players[decision.side]).to_json())
        pilot.wait()
    pilot.wait(20)
    reader.look()


def _look_at_targets(reader: Reader, side: int, step: int) -> None:
    """Point at an enemy, first to move, then to attack."""
    pilot = reader.pilot
    enemies = [model for model in pilot.view.models.values() if model.owner != side and model.is_on_table]
    if enemies:
        place = pilot.on(enemies[step % len(enemies)].pose)
        pilot.move(place)
        reader.look()
        pilot.key(pygame.K_t)
        reader.look()
        pilot.move((place[0] + 1, place[1]))
        reader.look()


def visit_pages(reader: Reader, every: int) -> None:
    """Check every other page, with a game in progress that has been saved. Draw every nth page of the rules."""
    pilot = reader.pilot
    app, battle = pilot.app, pilot.battle
    battle.command("save")
    pilot.wait(300)
    battle.command("menu")
    reader.look("menu")
    for answer in ("title", "quit"):
        app.modal = None
        battle.command("menu")
        names = [widget.name for widget in app.modal.buttons.widgets] if app.modal else []
        if answer in names:
            pilot.press(answer)
            reader.look(f"menu, {answer}")
    app.modal = None
    title = TitleScreen(app)
    session = battle.session
    visits: dict[str, Callable[[], object]] = {
        "title": lambda: app.show(title),
        "new game": lambda: app.show(NewGameScreen(app)),
        "options": lambda: app.go(ToOptions({}, title)),
        "lessons": lambda: app.go(ToLessons()),
        "settings": lambda: app.go(ToSettings(title)),
        "keys": lambda: app.go(ToKeys(title)),
        "colors": lambda: app.go(ToColors(title)),
        "load": lambda: app.go(ToSaves()),
        "load to watch": lambda: app.go(ToSaves(WATCH)),
        "load to rehearse": lambda: app.go(ToSaves(REHEARSE)),
        "briefing": lambda: app.go(ToBriefing(session, battle)),
        "replay": lambda: app.go(ToReplay(session, battle)),
        "result": lambda: app.show(ResultScreen(app, session, battle.names, battle)),
        "rehearsal": lambda: app.go(ToRehearsal(current_position(session), battle)),
        "changing": lambda: app.go(ToPositionEdit(session, battle, lambda: None)),
        "players": lambda: app.go(ToPlayers(session, battle, lambda seats: None)),
        "fleets": lambda: app.go(ToFleets(bench_of(load_fleet("jovian-250"), "", make_library()))),
        "unit": lambda: app.go(ToUnit(unit_bench_of(unit_cards()["jovian/valiant"]), title, lambda: None)),
        "editor": lambda: open_file(app, BUILTIN_SHELF.scenarios / "waystation.yaml"),
    }
    for name, visit in visits.items():
        app.modal = None
        visit()
        pilot.finish_jobs()
        pilot.wait(60 if "load" in name else 5)
        reader.look(name)
        reader.look_at_hints(name)
        if name == "new game":
            _choose_all(reader, name, ("scenario", "fleet 0"))
        if name == "options":
            _choose_all(reader, name, ("options",))
        if name == "fleets":
            _visit_fleet(reader)
        if name == "unit":
            _visit_unit(reader)
        if name == "editor":
            _visit_pieces(reader)
    for number, key in enumerate(rule_pages().by_key):
        app.go(ToRules(title, session, key))
        if number % every == 0:
            reader.look(f"rules, {key}")
        page: Any = pilot.widget("page")
        for line in page.items:
            reader.check(f"rules, {key}", "".join(run.text for run in line.runs))
    for file in lesson_files(BUILTIN_LESSONS):
        app.go(ToLessons(file.stem))
        pilot.wait(2)
        reader.look("lessons")
    pilot.press("start")
    pilot.wait(60)
    reader.look("lesson")
    app.show(battle)


def _choose_all(reader: Reader, page: str, names: tuple[str, ...]) -> None:
    """Choose every item of some lists on the page."""
    screen: Any = reader.pilot.screen
    for name in names:
        widget: Any = reader.pilot.widget(name)
        for index in range(len(widget.labels if isinstance(widget, Choice) else widget.items)):
            screen.act(Signal(name, index))
            reader.pilot.wait(3)
            reader.look(page)


def _visit_fleet(reader: Reader) -> None:
    """Choose each line of the fleet and each unit of the catalog, open each tab, and break rules."""
    screen: Any = reader.pilot.screen
    for name in ("lines", "catalog"):
        for row in range(len(reader.pilot.widget(name).items)):  # type: ignore[attr-defined]
            screen.act(Signal(name, ("", row)))
            reader.look(f"fleets, {name}")
    for row in (0, 4, 6, 9):
        screen.act(Signal("catalog", ("add", row)))
        screen.act(Signal("offers", ("toggle", 0)))
    screen.finish()
    for tab in list(screen.tabs):
        screen.act(Signal("tab", tab))
        reader.look(f"fleets, {tab}")
    for name in ("catalog", "lines", "statuses"):
        rows: Any = reader.pilot.widget(name)
        for row in range(len(rows.items)):
            for button in ("", *rows.row_buttons(row)):
                reader.check(f"fleets, {name}, tooltip", rows.row_hint(row, button))
    reader.pilot.app.fleet_bench = None


def _visit_unit(reader: Reader) -> None:
    """Look at the form of a weapon and of a hardpoint, at the silhouette, and at the texts of problems."""
    screen: Any = reader.pilot.screen
    bench = screen.bench
    for action in (Signal("weapons/1"), Signal("tab", "Silhouette"), Signal("unit"), Signal("weapons+", 2)):
        is_of_form = any(widget.name == action.name for widget in screen.form.group.widgets)
        screen.act(Signal("form", action) if is_of_form else action)
        reader.look("unit")
        reader.look_at_hints("unit")
    bad = bench.draft.card.with_value(("tv",), None).with_value(("speed",), 99).with_value(("traits",), ["ECMM"])
    bench.apply_card(bad)
    screen.layout(screen.size)
    reader.look("unit, problems")
    reader.pilot.app.unit_bench = None


def _visit_pieces(reader: Reader) -> None:
    """Choose pieces of the draft in the editor, one of each section."""
    pilot = reader.pilot
    bench = pilot.app.workbench
    assert isinstance(bench, Workbench)
    for section in ("models", "terrain", "zones", "objectives", "special"):
        for index in range(len(bench.draft.lines(section))):
            bench.choose(Piece(section, index))
            pilot.wait(3)
            reader.look(f"editor, {section}")


def _walk_form(reader: Reader, where: str) -> None:
    """Check all labels, options, and tooltips of the editor's form, also those below its lower edge."""
    screen: Any = reader.pilot.screen
    screen.refresh()
    where = f"editor, {where}"
    for row in screen.form.rows:
        reader.check(where, row.label)
        reader.check(where, row.help)
        for option in row_options(row) if row.kind in (Kind.CHOICE, Kind.ADD) else ():
            reader.check(where, option.label)
            reader.check(where, option.help)
    for widget in screen.form.group.widgets:
        reader.check(where, getattr(widget, "label", ""))
        reader.check(where, widget.hint)
    for overlay in screen.scene().overlays:
        reader.check(where, getattr(overlay, "text", ""))


def _walk_draft(reader: Reader) -> None:
    """Check the forms of the scenario and of each piece in the editor."""
    bench = reader.pilot.app.workbench
    assert bench is not None
    reader.ids |= {
        line["id"] for section in ("models", "terrain") for line in bench.draft.lines(section) if "-" in line["id"]
    }
    _walk_form(reader, "scenario")
    for section in ("models", "terrain", "zones", *piece_lists()):
        for index in range(len(bench.draft.lines(section))):
            bench.choose(Piece(section, index))
            _walk_form(reader, section)
    bench.choose(None)
    screen: Any = reader.pilot.screen
    for _ in range(60):
        screen.refresh()
        reader.look("editor, scenario")
        before = screen.form.offset
        reader.pilot.move(screen.form.rect.center)
        reader.pilot.wheel(-6)
        if screen.form.offset == before:
            break


def _place_all(reader: Reader) -> None:
    """Place each kind of piece from the palette, add each kind of objective and rule, and check their forms."""
    screen: Any = reader.pilot.screen
    bench, palette = screen.workbench, screen.palette
    for number, name in enumerate(palette.lists):
        screen.act(Signal("palette", name))
        for entry in palette.entries()[: 40 if name != MODELS else 12]:
            reader.check(f"palette, {name}", entry.label)
            reader.check(f"palette, {name}", entry.note)
            if entry.tool is not None:
                bench.tool, bench.point = entry.tool, (10.0, 10.0)
                _walk_form(reader, f"placing, {name}")
                bench.place_tool(10.0 + number, 10.0)
                _walk_form(reader, name)
                reader.look(f"editor, {name}")
        bench.tool = None
    for section, inner in piece_lists().items():
        for index in range(len(inner.among.pieces) if inner.among is not None else section not in DRAWN):
            bench.choose(None)
            screen.refresh()
            screen.act(Signal("form", Signal(f"{section}+", index + 1)))
            assert bench.chosen is not None and bench.chosen.section == section
            _walk_form(reader, section)
            bench.choose(None)
            _walk_form(reader, "scenario")
    reader.look("editor, scenario")


# --- Tests ---


@pytest.mark.parametrize("text", [
    "full Thrusters, and an attack of 2B 3M", "Double (D3)", "Q2+1", "Long Reach is SR", "Defend with CMM C1",
    "with a Missile: AC", "None", "range(start=2)", "station_keeping", "state.over", "side 0", "SIDE 1", '14.204"',
    "Thorn ()", "Nothing in ''", "{name}", "1 marines", "has 1 marines aboard", "for 1 points", "1 dice",
    "2 Black Boxs", "2 supplys", "It is lost..", "Talon , Anvil", "Q/E : heading", "the jovian-raider",
])  # fmt: skip
def test_faults_are_found(text: str) -> None:
    assert faults_in(text, {"jovian-raider"})


@pytest.mark.parametrize("text", [
    "Anvil 1 intercepts", "Sickle 1 takes 1, Sickle 2 none", "None of them", "1 more die", "10 : 7", "F1: rules",
    "Mare Nubium is Suppressed:3. Ignore it?", "4 boxes", "2 base, 1 flex, -2 macro dice", 'after 1.1"', "R64",
    "Verdict 1 is lost.", "1 Structure of 2", "Thorn-Class", "save.yaml", "Open…", "0.97", "1 of 4 points",
])  # fmt: skip
def test_good_words_have_no_faults(text: str) -> None:
    assert faults_in(text, {"thorn"}) == []


def test_part_of_a_game() -> None:
    reader, match = start("first-game")
    play(reader, match, 9)
    assert reader.read > 2000
    assert dict(reader.faults) == {}


def test_every_page() -> None:
    reader, match = start("waystation")
    play(reader, match, 1000, most=60)
    visit_pages(reader, 12)
    assert reader.read > 2000
    assert dict(reader.faults) == {}


def test_every_scenario_in_the_editor() -> None:
    reader = Reader(Pilot())
    for path in sorted(BUILTIN_SHELF.scenarios.glob("*.yaml")):
        open_file(reader.pilot.app, path)
        reader.pilot.wait(5)
        _walk_draft(reader)
    assert reader.read > 10_000
    assert dict(reader.faults) == {}


def test_every_piece_of_the_editor() -> None:
    reader = Reader(Pilot())
    open_file(reader.pilot.app, BUILTIN_SHELF.scenarios / "first-game.yaml")
    reader.pilot.wait(5)
    _place_all(reader)
    assert reader.read > 10_000
    assert dict(reader.faults) == {}


def test_the_editor_calls_pieces_by_their_names() -> None:
    """Models aboard a station, at a station, with a broken weapon, and at no place."""
    models = [
        {"id": "long-one", "card": "jovian/valiant", "side": 0, "x": 10, "y": 6, "damaged": ["a1"]},
        {"id": "two-two", "card": "jovian/valiant", "side": 0, "x": 20, "y": 6, "ratings": {"sensors": 1}},
        {"id": "three-a", "card": "jovian/pathfinder", "side": 0, "embarked_in": "out-post"},
        {"id": "three-b", "card": "jovian/pathfinder", "side": 0, "embarked_in": "long-one"},
        {"id": "four-b", "card": "cega/wyvern", "side": 1, "embarked_in": "gone-away"},
    ]  # fmt: skip
    terrain = [
        {"id": "out-post", "kind": "space-station", "x": 30, "y": 24, "owner": 0},
        {"id": "far-out", "kind": "large-asteroid", "x": 90, "y": 24, "radius": 1},
    ]
    cards = unit_cards()
    models = [line for line in models if line["card"] in cards]
    assert len(models) == 5
    reader = Reader(Pilot())
    draft = draft_of({"name": "Names", "summary": "Names", "models": models, "terrain": terrain, "turns": 5})
    bench = Workbench(History((draft,)))
    reader.pilot.app.go(ToEditor(bench, None))
    reader.pilot.wait(5)
    _walk_draft(reader)
    names = piece_names(draft)
    assert names["three-a"] == "Pathfinder aboard Space station" and names["three-b"] == "Pathfinder aboard Valiant"
    bench.choose(Piece("models", 2))
    screen: Any = reader.pilot.screen
    screen.refresh()
    aboard: Any = reader.pilot.widget("models/2/embarked_in")
    assert aboard.labels[aboard.chosen] == "Space station"
    assert dict(reader.faults) == {}


FORCES = ("jovian-150", "cega-150"), ("jovian-raiders-250", "cega-strike-250"), ("venusian-250", "cega-squadrons-250")
"""Pairs of fleets for the long run."""


@pytest.mark.long
@pytest.mark.parametrize("fleets", FORCES, ids="-".join)
@pytest.mark.parametrize("scenario", sorted(path.stem for path in BUILTIN_SHELF.scenarios.glob("*.yaml")))
def test_whole_games(scenario: str, fleets: tuple[str, str]) -> None:
    reader, match = start(scenario, fleets)
    play(reader, match, 3)
    assert match.over
    assert dict(reader.faults) == {}
