"""Tests of the interface scale: from 80 to 200% nothing is cut, covered, or outside the window on any screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pygame
import pytest

from jovian.background import Status
from jovian.cards import load_fleet, unit_cards
from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.editing.draft import Piece
from jovian.game import Refusal
from jovian.lessons import load_lesson
from jovian.match import Match
from jovian.match.entries import Answered
from jovian.session.session import Session
from jovian.side_copy import load_copy, save_copy
from jovian.ui.editor.fleet_bench import bench_of, make_library
from jovian.ui.editor.unit_bench import unit_bench_of
from jovian.ui.kit.fonts import WRITTEN
from jovian.ui.kit.widgets import Signal
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.copy_screen import CopyScreen
from jovian.ui.screens.navigation import (
    WATCH,
    ToBriefing,
    ToColors,
    ToEditor,
    ToFleets,
    ToLessons,
    ToOptions,
    ToPlayers,
    ToRehearsal,
    ToReplay,
    ToRules,
    ToSaves,
    ToUnit,
    open_lesson,
)
from jovian.ui.screens.new_game import NewGameScreen
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.screens.result import ResultScreen
from jovian.ui.screens.settings_screen import KeysScreen, SettingsScreen
from jovian.ui.screens.title import TitleScreen
from jovian.ui.session.rehearsals import KNOWS, current_position
from jovian.ui.settings import FIRST_GAMES, Settings
from jovian.user_files.game_notes import Bookmark, GameNotes, save_notes
from jovian.user_files.lesson_progress import all_lessons
from jovian.user_files.save_writer import SaveWriter
from jovian.user_files.saves import folder, notes_file
from tests.games import ARMED, finished, reached
from tests.match.test_decisions import MOST_GAMES, SOUGHT, stage_positions
from tests.playthroughs.write import EPISODES
from tests.rules_api import QUESTIONS
from tests.ui.fitting import misfits, misplaced
from tests.ui.pilot import Pilot, battle_at, fighting
from tests.ui.presentation.test_dice_tray import firing, roll
from tests.ui.presentation.test_dice_tray import until as until_act
from tests.ui.rehearsed import SOLO, GivenRun, rehearsed, show_rehearsal

SCALES = (0.8, 1.0, 1.5, 2.0)
SIZES = ((1280, 720), (1920, 1080))
ENDS = {"sizes": SIZES[:1], "scales": (0.8, 2.0)}
"""Both ends of the scale in a small window."""
ALL = {"sizes": ((1024, 600), (1280, 720), (1920, 1080), (2560, 1440), (3840, 2160)), "scales": SCALES}
"""The windows in which pages are laid out."""


def until(kind: Callable[[Match], bool], seed: int = 5, most: int = 700) -> Match:
    """Return a game of ensigns at a decision of a kind."""
    return reached(lambda match: len(match.journal) == most or kind(match), seed, ARMED)


def asks(*kinds: str) -> Callable[[Match], bool]:
    return lambda match: match.decision is not None and match.decision.kind in kinds


def every_question() -> Iterator[tuple[str, Match]]:
    """Yield each kind of question once, with a game that asks it: from golden scenes, positions, and random games."""
    seen: set[str] = set()
    for scene in EPISODES.values():
        match = scene()
        for number, entry in enumerate(match.journal):
            if isinstance(entry, Answered) and entry.kind not in seen:
                seen.add(entry.kind)
                yield entry.kind, match.fork_at(number)
    for game, _ in stage_positions():
        if game.kind not in seen:
            seen.add(game.kind)
            yield game.kind, game.match
    for make, missing in SOUGHT:
        wanted = {name for name in missing if isinstance(name, str)} or set(QUESTIONS)
        for seed in range(MOST_GAMES):
            match, rng = make(seed), Random(seed)
            while match.decision is not None and not wanted <= seen:
                if (kind := match.decision.kind) not in seen:
                    seen.add(kind)
                    yield kind, match.fork_at(len(match.journal))
                match.answer(match.decision.sample(rng))


def looks(pilot: Pilot, sizes: Sequence[tuple[int, int]] = SIZES, scales: Sequence[float] = SCALES) -> Iterator[str]:
    """Yield the window in each size at each scale. Scales with the same result occur once."""
    seen: set[tuple[tuple[int, int], float]] = set()
    for size in sizes:
        for scale in scales:
            settings = pilot.app.settings
            settings.scale = scale
            if (size, settings.interface_scale(size)) not in seen:
                seen.add((size, settings.interface_scale(size)))
                if size == pilot.app.size:
                    pilot.app.relayout()
                pilot.app.resize(size)
                yield f"{size[0]}x{size[1]} at {scale:.0%}"


def page_faults(pilot: Pilot, name: str) -> list[str]:
    """Return the faults of a page: of its layout in every window, and of its picture at both ends of the scale."""
    faults = [f"{name}, {look}: {fault}" for look in looks(pilot, **ALL) for fault in misplaced(pilot)]
    for look in looks(pilot, **ENDS):
        pilot.wait(3)
        faults += [f"{name}, {look}: {fault}" for fault in misfits(pilot)]
    return faults


def test_pages() -> None:
    pilot = Pilot()
    app, title = pilot.app, pilot.screen
    assert isinstance(title, TitleScreen)
    for screen in (title, NewGameScreen(app), SettingsScreen(app, title), KeysScreen(app, title)):
        app.show(screen)
        assert page_faults(pilot, type(screen).__name__) == []
    for look in looks(pilot):
        app.ask("Leave this game?", "It is kept as it is. " * 12, [(f"a{n}", f"Answer {n}", "plain") for n in range(6)])
        assert misfits(pilot) == [], f"a question with many answers, {look}"
        app.ask_text("A name", "What the save is called", "Turn 2", "Save", lambda answer: None)
        assert misfits(pilot) == [], f"a question for a text, {look}"
        app.ask_file("Open a save", Path(__file__).parents[2], ".md", "Open", lambda answer: None)
        assert misfits(pilot) == [], f"a question for a file, {look}"
        app.modal = None


@pytest.mark.parametrize("kind", ["deploy", "activate", "declare", "menu", "plan"])
def test_battle(kind: str) -> None:
    match = until(asks(kind))
    assert match.decision is not None
    pilot = Pilot(settings=Settings(ask_always=True))
    battle = battle_at(pilot, match)
    covered = pilot.covered
    for look in looks(pilot):
        pilot.covered = covered if covered is not None else match.decision.side
        assert misfits(pilot) == [], f"the curtain, {look}"
        pilot.uncover()
        pilot.wait(2)
        assert misfits(pilot) == [], f"{kind}, {look}"
        battle.command("menu")
        assert misfits(pilot) == [], f"the menu of the battle, {look}"
        pilot.app.modal = None
        if pilot.kind == "menu":
            pilot.key(pygame.K_t)
            assert misfits(pilot) == [], f"attacking, {look}"
        if kind == "declare":
            if pilot.sheet is None:
                pilot.key(pygame.K_a)
            assert misfits(pilot) == [], f"all actions, {look}"


def test_every_question_at_both_ends() -> None:
    asked, faults = set(), []
    pilot = Pilot(settings=Settings(ask_always=True, hint_games=FIRST_GAMES))
    for kind, match in every_question():
        asked.add(kind)
        battle = battle_at(pilot, match)
        for look in looks(pilot, **ENDS):
            pilot.uncover()
            pilot.wait(2)
            if battle.course.saying.text:
                battle.course.saying.forget()
            assert pilot.kind == kind
            faults += [f"{kind}, {look}: {fault}" for fault in misfits(pilot)]
    assert asked == set(QUESTIONS) and faults == []


def test_every_card() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, until(asks("activate")))
    pilot.uncover()
    card = battle.card
    for look in looks(pilot):
        for model in {model.card.key: model for model in battle.shown.models.values()}.values():
            battle.select(model.id)
            pilot.wait(2)
            assert misfits(pilot) == [], f"{model.card.key}, {look}"
            mounts: set[str] = set()
            for _ in range(30):  # The wheel scrolls hidden parts into sight.
                mounts |= {mount for mount, row in card._rows.items() if card.rect.contains(row)}
                pilot.move(card.rect.center)
                pilot.wheel(-1)
                if not card.dirty:
                    break
                pilot.draw()
            assert mounts == {mount.id for mount in model.card.mounts}, f"{model.card.key}, {look}"


def test_attack_odds_threats_and_dice_at_both_ends() -> None:
    pilot = Pilot()
    battle_at(pilot, fighting())
    pilot.uncover()
    pilot.key(pygame.K_s)
    for look in looks(pilot, **ENDS):
        pilot.key(pygame.K_y)
        assert misfits(pilot) == [], f"threats, {look}"
    pilot.key(pygame.K_t)
    for look in looks(pilot, **ENDS):
        pilot.wait(2)
        assert pilot.attacking and misfits(pilot) == [], f"attack, {look}"
    pilot = firing()
    roll(pilot, 3, 3, 5)
    until_act(pilot, "float")
    for look in looks(pilot, **ENDS):
        assert pilot.battle.animation.plate is not None and misfits(pilot) == [], f"dice, {look}"


def test_every_other_page(headless: Path) -> None:
    SaveWriter().save_as(fighting(), ("human", "ensign"), "a game with a long name of its own")
    SaveWriter().save_as(fighting(), ("human", "human"), "another")
    marks = tuple(Bookmark(number, 1, f"move {number}") for number in range(9))
    save_notes(notes_file(folder() / "another.json"), GameNotes("a note", marks))
    pilot, faults = Pilot(), list[str]()

    def look_at(name: str) -> None:
        faults.extend(page_faults(pilot, name))

    app, title = pilot.app, pilot.screen
    look_at("title with a game")
    save_copy(fighting(), 0, headless / "copy.json")
    copy = CopyScreen(app, load_copy(headless / "copy.json"), title)
    copy.selected = next(model.id for model in copy.state.on_table() if model.is_capital)
    app.show(copy)
    look_at("copy with a card")
    session, solo = Session(fighting(), ("human", "human")), Session(fighting(), ("human", "ensign"))
    battle = BattleScreen(app, session)
    with use_shelves(BUILTIN_SHELF):
        destinations = (
            ToLessons(), ToRules(title), ToOptions({}, title), ToColors(title),
            ToBriefing(session, None), ToBriefing(session, battle), ToPlayers(session, battle, lambda seats: None),
            ToSaves(), ToSaves(WATCH), ToReplay(session, None, 30),
            ToRehearsal(current_position(solo), title), ToFleets(),
        )  # fmt: skip
        for destination in destinations:
            app.go(destination)
            look_at(type(destination).__name__)
        app.go(ToRules(battle, session, "Action > Evade", Refusal("Thorn 1 is Sluggish, and such a ship can't Evade.")))
        app.screen.act(Signal("search", "ecm"))
        look_at("rules with a refusal and a search")
        for fleet in (load_fleet("jovian-250"), load_fleet("cega-250")):
            bench = bench_of(fleet, "", make_library())
            bench.apply(bench.draft.with_unit("jovian/ballista")[0].with_unit("cega/gone")[0])
            bench.chosen, bench.notes = 0, ("line 3: there is no unit card 'jovian/death-star', 1 left out",)
            app.go(ToFleets(bench))
            pilot.app.screen.finish()
            for tab in pilot.widget("tab").labels:  # type: ignore[attr-defined]
                tabs = pilot.widget("tab")
                pilot.click(tabs.tab_rect(tabs.labels.index(tab)).center)  # type: ignore[attr-defined]
                look_at(f"fleets, {fleet.name}, {tab}")
        app.fleet_bench = None
        for key in ("jovian/valiant", "cega/wyvern"):
            unit = unit_bench_of(unit_cards()[key])
            app.go(ToUnit(unit, title, lambda: None))
            for tab in ("Card", "Silhouette"):
                app.screen.act(Signal("tab", tab))
                look_at(f"unit, {tab}")
            unit.weapon = Piece("weapons", 0)
            look_at("unit, weapon")
            unit.apply_card(unit.draft.card.with_value(("tv",), None).with_value(("traits",), ["ECMM:2", "Evasiv"]))
            look_at("unit, problems")
        app.unit_bench = None
        app.go(ToEditor())
        for tab in ("Models", "Zones", "Terrain"):
            tabs = pilot.widget("palette")
            pilot.click(tabs.tab_rect(tabs.labels.index(tab)).center)  # type: ignore[attr-defined]
            look_at(f"editor, {tab}")
        entries = pilot.widget("entries")
        pilot.click(entries.row_rect(0).center)  # type: ignore[attr-defined]
        pilot.click(pilot.at(24, 24))
        look_at("editor with a piece")
        for file in all_lessons():
            steps = load_lesson(file.path).steps
            longest = max(range(len(steps)), key=lambda step: len(steps[step].say))
            open_lesson(app, file, longest)
            look_at(f"lesson {file.key}, step {longest + 1}")
    app.go(ToSaves())
    app.settings.scale = 1.0
    app.relayout()
    pilot.press("delete")
    app.say("")
    look_at("load with a deleted game")
    assert "\n".join(faults) == ""


def test_rehearsal() -> None:
    pilot, done = Pilot(), rehearsed(SOLO)
    result, faults = replace(done.run.value, drawn=("the hidden cards of the other fleet",) * 9), list[str]()
    running, failed = GivenRun(result), GivenRun(None, Status.FAILED, "No process can be started for it: no memory")
    name = "The Second Battle Group of the Outer Moons"
    of = replace(done.of, names=(name, name), knowledge_line=KNOWS.format(name=name))
    show_rehearsal(pilot, replace(done, of=of, run=running))
    for tab in ("Models", "Causes", "Games"):
        pilot.app.screen.act(Signal("result", tab))
        faults += page_faults(pilot, f"rehearsal, {tab}")
    show_rehearsal(pilot, replace(done, run=failed))
    assert [*faults, *page_faults(pilot, "a rehearsal that failed")] == []


def test_after_the_game() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, until(lambda match: False, most=150))
    pilot.uncover()
    battle.command("save")
    pilot.app.modal = None
    pilot.wait(300)
    replay = ReplayScreen(pilot.app, battle.session, None)
    pilot.app.show(replay)
    for look in looks(pilot):
        assert misfits(pilot) == [], f"replay, {look}"
    result = ResultScreen(pilot.app, Session(finished(1), ("human", "ensign")), battle.names, battle)
    pilot.app.show(result)
    pilot.wait()
    for name in ("summary", "details"):
        assert page_faults(pilot, name) == []
        result.act(Signal("detail"))


def test_a_text_that_was_cut_tells_all_of_itself_under_the_pointer() -> None:
    pilot = Pilot((1024, 600), Settings(speed=0.0, scale=2.0))
    battle_at(pilot, until(asks("interception")))
    pilot.uncover()
    pilot.draw()
    rect, whole = WRITTEN.cut[0]
    assert len(whole) > 3
    before = pilot.surface.copy()
    pilot.move(rect.center)
    assert pilot.app.dirty
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(pilot.draw(), "RGB")


def test_a_scale_that_the_window_does_not_hold_is_held_to_what_it_does() -> None:
    settings = Settings(scale=2.0)
    assert settings.interface_scale((1920, 1080)) == 2.0
    assert settings.interface_scale((1280, 720)) == pytest.approx(4 / 3, abs=0.01)
    assert Settings(scale=0.8).interface_scale((1280, 720)) == 0.8
