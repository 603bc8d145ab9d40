"""Tests that play the lessons in the window: every step by clicks, after a wrong one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.lessons import BUILTIN_LESSONS, READ_FIRST, LessonRun, lesson_files
from jovian.ui.lesson_guide import LessonGuide
from jovian.ui.settings import Settings
from jovian.user_files.lesson_progress import LessonProgress, save_progress
from tests.ui.lesson_reader import READING_FRAMES, Reader
from tests.ui.pilot import Pilot

FILES = lesson_files(BUILTIN_LESSONS)
ALSO_RIGHT = ("shoot", "launch", "fire")
"""Buttons that do the same as clicks on the table."""
GIVES = ("shoot", "declare", "owed", "launch", "confirm")
"""Buttons that give what others have changed."""


@pytest.fixture(autouse=True)
def real_cards() -> Iterator[None]:
    with use_shelves(BUILTIN_SHELF):
        yield


def start(path: Path) -> Pilot:
    """Open a lesson from the title by clicks."""
    pilot = Pilot()
    pilot.press("lessons")
    rows: Any = pilot.widget("lessons")
    keys = [row.file.path.stem for row in rows.items]
    index = keys.index(path.stem)
    rows.scroll_to(index)
    pilot.click(rows.row_rect(index).center)
    pilot.press("start")
    assert pilot.page == "lesson", pilot.app.toast
    pilot.wait(READING_FRAMES)
    return pilot


def guide_of(pilot: Pilot) -> LessonGuide:
    assert isinstance(pilot.battle.guide, LessonGuide)
    return pilot.battle.guide


def run_of(pilot: Pilot) -> LessonRun:
    return guide_of(pilot).run


def settle(pilot: Pilot) -> None:
    """Wait until the lesson has given its answers."""
    for _ in range(400):
        pilot.wait()
        if not pilot.battle.session.waits_for_computer:
            pilot.wait(READING_FRAMES)
            return
    raise AssertionError("the lesson doesn't stop answering")


def complaint_of(pilot: Pilot) -> str:
    return pilot.battle.strip.page.complaint


def do_wrong(pilot: Pilot) -> None:
    """Press and click what the step doesn't ask for, until the lesson says so."""
    run = run_of(pilot)
    at, expected = run.at, READ_FIRST if run.is_reading else run.step.complaint
    for click in wrong_clicks(pilot):
        before = len(pilot.journal)
        click()
        pilot.wait(2)
        assert run.at == at and len(pilot.journal) == before, f"step {at + 1}: a wrong click was taken: {pilot.last}"
        if complaint_of(pilot):
            assert complaint_of(pilot) == expected
            pilot.draw()
            pilot.cancel()
            return
    raise AssertionError(f"step {at + 1} says nothing about a wrong click")


def wrong_clicks(pilot: Pilot) -> Iterator[Callable[[], object]]:
    """Yield clicks on what isn't highlighted: places and models of the table, then buttons and what they change."""
    run, reader = run_of(pilot), Reader(pilot)
    if run.is_reading:
        yield lambda: pilot.click(pilot.at(2, 2))
        return
    marked = {mark.model for mark in run.step.marks}
    models = [model for model in pilot.view.on_table() if model.id not in marked]
    own = [model.pose for model in pilot.view.on_table() if model.side == 0]
    places = [pose.turned(angle).advanced(4) for pose in own for angle in (80, -80, 180)]
    for pose in [*(model.pose for model in models), *places] if pilot.sheet is None else []:
        for _ in range(2):
            yield lambda pose=pose: pilot.click(pilot.on(pose))
    yield lambda: pilot.key(pygame.K_ESCAPE)
    names = [widget.name for widget in buttons(pilot) if widget.enabled and not reader.is_lit(widget.rect)]
    for name in [name for name in names if name not in ALSO_RIGHT]:
        for pressed in (name, *GIVES):
            if any(widget.name == pressed and widget.enabled for widget in buttons(pilot)):
                yield lambda pressed=pressed: pilot.press(pressed)
        yield lambda: pilot.key(pygame.K_ESCAPE)


def do_right(pilot: Pilot) -> None:
    """Do the step as a player who reads its task."""
    if run_of(pilot).step.is_read:
        pilot.press("lesson continue")
    else:
        Reader(pilot).do()


def buttons(pilot: Pilot) -> list[Any]:
    battle = pilot.battle
    groups = (battle.context.group, battle.icons.group, battle.bar.group)
    return [widget for group in groups for widget in group.widgets if widget.visible]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_lesson_is_played_by_clicks_with_a_wrong_one_at_each_step(path: Path) -> None:
    pilot = start(path)
    run = run_of(pilot)
    while not run.is_over:
        settle(pilot)
        at = run.at
        do_wrong(pilot)
        do_right(pilot)
        settle(pilot)
        assert run.at == at + 1 and complaint_of(pilot) == "", f"step {at + 1}"
    assert pilot.battle.strip.page.place == "done"
    pilot.press("lesson leave")
    rows: Any = pilot.widget("lessons")
    assert next(row.state for row in rows.items if row.file.path == path) == "done"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_show_me_plays_a_lesson_to_the_same_end(path: Path) -> None:
    pilot = start(path)
    run = run_of(pilot)
    while not run.is_over:
        at = run.at
        pilot.press("lesson continue" if run.step.is_read else "lesson show")
        settle(pilot)
        assert run.at == at + 1, f"step {at + 1}"


def test_a_second_press_of_enter_skips_no_page() -> None:
    pilot = start(FILES[6])
    pilot.wait(60)
    for _ in range(3):
        pilot.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
        pilot.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0))
    assert run_of(pilot).at == 1


def test_there_are_eight_lessons() -> None:
    assert len(FILES) == 8


def test_a_lesson_is_left_and_resumed_at_its_step() -> None:
    pilot = start(FILES[1])
    for _ in range(3):
        do_right(pilot)
        settle(pilot)
    at, pose = run_of(pilot).at, pilot.view.models["amalthea"].pose
    pilot.press("lesson leave")
    assert pilot.page == "lessons"
    pilot.press("start")
    assert run_of(pilot).at == at == 3 and pilot.view.models["amalthea"].pose == pose
    settle(pilot)
    do_right(pilot)
    settle(pilot)
    assert run_of(pilot).at == at + 1


def test_a_lesson_starts_again_from_the_list() -> None:
    pilot = start(FILES[0])
    do_right(pilot)
    pilot.press("lesson leave")
    pilot.press("again")
    assert run_of(pilot).at == 0


def test_back_goes_to_the_step_before() -> None:
    pilot = start(FILES[1])
    for _ in range(2):
        do_right(pilot)
        settle(pilot)
    pilot.press("lesson back")
    assert run_of(pilot).at == 1 and pilot.view.models["amalthea"].pose.y == 6


def test_undo_save_and_coach_are_off() -> None:
    pilot = start(FILES[0])
    do_right(pilot)
    for key in (pygame.K_u, pygame.K_F5, pygame.K_F9, pygame.K_w):
        pilot.key(key)
        assert pilot.page == "lesson" and pilot.app.modal is None
    assert "Back" in pilot.battle.session.can_undo().reason  # type: ignore[union-attr]


def test_the_menu_leaves_a_lesson(headless: Path) -> None:
    pilot = start(FILES[0])
    do_right(pilot)
    pilot.key(pygame.K_F10)
    pilot.press("leave")
    assert pilot.page == "lessons" and pilot.app.game is None
    assert not (headless / "saves").exists(), "a lesson is never saved"


def test_a_lesson_is_skipped_in_its_menu() -> None:
    pilot = start(FILES[2])
    pilot.press("menu")
    pilot.press("next")
    assert guide_of(pilot).file.path == FILES[3] and run_of(pilot).at == 0


def test_a_lesson_that_is_done_leads_to_the_next() -> None:
    pilot = start(FILES[0])
    run = run_of(pilot)
    while not run.is_over:
        pilot.press("lesson continue" if run.step.is_read else "lesson show")
        settle(pilot)
    assert not pilot.battle.bar.group.widgets, "no button waits for a choice that never comes"
    pilot.press("lesson leave")
    rows: Any = pilot.widget("lessons")
    assert rows.items[rows.chosen].file.path == FILES[1]
    pilot.press("back")
    pilot.press("learn")
    assert guide_of(pilot).file.path == FILES[1]
    pilot = start(FILES[0])
    run = run_of(pilot)
    while not run.is_over:
        pilot.press("lesson continue" if run.step.is_read else "lesson show")
        settle(pilot)
    pilot.key(pygame.K_RETURN)
    assert guide_of(pilot).file.path == FILES[1]


def test_the_title_offers_the_lessons_that_are_left() -> None:
    """Also beside a game that can be continued, until all are done."""
    lessons = {path.stem: LessonProgress(0, done=True) for path in FILES[:2]}
    for key, progress in lessons.items():
        save_progress(key, progress)
    pilot = Pilot()
    assert pilot.widget("lessons").note == "6 of 8 left"  # type: ignore[attr-defined]
    pilot.setup()
    pilot.key(pygame.K_F5)
    pilot = Pilot()
    pilot.wait(30)
    assert pilot.widget("continue here").enabled
    assert pilot.live("learn").label == "Next lesson"
    pilot.press("learn")
    assert guide_of(pilot).file.path == FILES[2]
    for path in FILES[2:]:
        save_progress(path.stem, LessonProgress(0, done=True))
    pilot = Pilot()
    pilot.wait(30)
    names = [widget.name for widget in pilot.app.screen.group.widgets]
    assert "continue here" in names and "learn" not in names


def test_progress_from_a_longer_lesson_starts_again(headless: Path) -> None:
    headless.mkdir(parents=True, exist_ok=True)
    rows = {FILES[0].stem: {"step": 90, "done": False}}
    (headless / "lessons.json").write_text(json.dumps({"format": 1, "lessons": rows}), encoding="utf-8")
    assert run_of(start(FILES[0])).at == 0


@pytest.mark.parametrize("text", ["{", '{"format": 2, "lessons": {}}', '{"format": 1, "lessons": []}'])
def test_damaged_progress_is_said_and_kept(headless: Path, text: str) -> None:
    headless.mkdir(parents=True, exist_ok=True)
    (headless / "lessons.json").write_text(text, encoding="utf-8")
    pilot = Pilot()
    pilot.press("lessons")
    assert "lessons.json" in pilot.app.toast[0]
    pilot.press("start")
    assert "the file is kept as lessons.bad.json" in pilot.app.toast[0]
    assert (headless / "lessons.bad.json").read_text(encoding="utf-8") == text


def test_own_lessons_are_listed_after_the_others(headless: Path) -> None:
    folder = headless / "assets" / "lessons"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(FILES[0].read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "wrong.yaml").write_text("lesson: Wrong\nstep: []\n", encoding="utf-8")
    pilot = Pilot()
    pilot.press("lessons")
    rows: Any = pilot.widget("lessons")
    own = [row for row in rows.items if row.file.is_own]
    assert [row.file.key for row in own] == ["own/mine", "own/wrong"]
    assert own[1].state == "can't be played" and "wrong.yaml:2: unknown key 'step'" in own[1].fault
    rows.scroll_to(len(FILES) + 1)
    pilot.click(rows.row_rect(len(FILES) + 1).center)
    assert not pilot.widget("start").enabled
    pilot.draw()
    rows = pilot.widget("lessons")
    rows.scroll_to(len(FILES))
    pilot.click(rows.row_rect(len(FILES)).center)
    pilot.press("start")
    assert run_of(pilot).lesson.title == "A first shot"


def test_learn_to_play_opens_the_first_lesson() -> None:
    pilot = Pilot()
    pilot.key(pygame.K_RETURN)
    assert pilot.page == "lesson" and guide_of(pilot).file.path == FILES[0]


OWN = """
lesson: Keep moving
summary: Move a ship.
scenario:
  name: Keep moving
  summary: Two ships.
  table: {width: 24, height: 24}
  initiative: 0
  objectives: [{kind: most_victory_points, points: 10}]
  models:
    - {id: fury, card: jovian/javelin, side: 0, x: 12, y: 5, name: Fury}
    - {id: wolf, card: cega/uller, side: 1, x: 12, y: 15, heading: 180, name: Wolf}
steps:
  - say: Aim.
    task: Click Wolf.
    until: {aim: wolf}
    otherwise: Not that one.
  - say: Move.
    task: Move the ship.
    until: {event: moved, where: {model: fury}}
    do: [[declare, none, 0], [move, 3]]
  - say: Turn as you like, then move on.
    task: Move on.
    also: [turn]
    until: {answer: move}
    do: [[move, 3]]
"""


def open_own(headless: Path) -> Pilot:
    folder = headless / "assets" / "lessons"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(OWN, encoding="utf-8")
    return start(folder / "mine.yaml")


def test_a_step_may_wait_for_an_aim_an_event_or_allow_other_answers(headless: Path) -> None:
    pilot = open_own(headless)
    run = run_of(pilot)
    pilot.press("evade")
    assert complaint_of(pilot) == "Not that one." and not pilot.journal
    pilot.cancel()
    pilot.click(pilot.on(pilot.view.models["wolf"].pose))
    assert run.at == 1
    pilot.cancel()
    pilot.click(pilot.at(12, 8.05))
    assert run.at == 2 and pilot.last == ["move", 3.0]
    pilot.key(pygame.K_e)
    pilot.press("turn")
    assert run.at == 2 and pilot.last == ["turn", 5] and complaint_of(pilot) == ""
    pilot.press("end")
    assert complaint_of(pilot) == "Not now. Move on."
    pilot.press("lesson show")
    settle(pilot)
    assert run.is_over and pilot.last == ["move", 3.0]


def test_a_click_that_begins_wrongly_begins_nothing() -> None:
    """A place that the step doesn't ask for neither activates the ship nor declares anything."""
    pilot = start(FILES[1])
    do_right(pilot)
    settle(pilot)
    assert complaint_of(pilot) == ""
    pilot.click(pilot.at(12, 2))
    assert complaint_of(pilot) == "Not there. Click in the small ring." and not pilot.journal
    pilot.click(pilot.at(15, 10.9))
    assert complaint_of(pilot) == "Not there. Click in the small ring." and not pilot.journal
    do_right(pilot)
    assert [entry.choice[0] for entry in pilot.journal] == ["activate", "declare", "move"]


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 0.85), ((1280, 720), 1.5), ((1920, 1080), 2.0)])
def test_all_of_a_lesson_is_in_the_window(size: tuple[int, int], scale: float) -> None:
    pilot = Pilot(size, Settings(speed=0.0, scale=scale))
    pilot.press("lessons")
    check_inside(pilot, pilot.app.screen.group.widgets)
    pilot.press("start")
    for _ in range(3):
        while not run_of(pilot).is_over:
            pilot.draw()
            panel = pilot.battle.strip
            assert panel.rect.height > 0 and not panel.rect.colliderect(pilot.battle.bar.rect)
            check_inside(pilot, [*panel.group.widgets, *buttons(pilot)])
            pilot.press("lesson continue" if run_of(pilot).step.is_read else "lesson show")
            settle(pilot)
        pilot.press("lesson next")


def check_inside(pilot: Pilot, widgets: list[Any]) -> None:
    """Check that all widgets are in the window, and that no two of them overlap."""
    window = pygame.Rect((0, 0), pilot.app.size)
    rects = [widget.rect for widget in widgets if widget.visible and widget.name != "wheel"]
    assert all(window.contains(rect) for rect in rects)
    assert not any(one.colliderect(other) for n, one in enumerate(rects) for other in rects[:n])
