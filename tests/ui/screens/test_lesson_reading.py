"""Tests that play the lessons as a reader does: by what is drawn. Everything that a step says is there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from jovian.cards import load_scenario, unit_cards
from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.dice.looks import MACRO_PLUS
from jovian.lessons import BUILTIN_LESSONS, LessonRun, is_met, is_same_but_for_the_click, lesson_files, load_lesson
from jovian.ui.board import Region
from jovian.ui.presentation.odds_tables import WEAPON
from jovian.ui.screens.navigation import open_lesson
from jovian.ui.settings import Settings
from jovian.user_files.lesson_progress import LessonFile
from tests.ui.lesson_reader import Reader
from tests.ui.pilot import Pilot

FILES = lesson_files(BUILTIN_LESSONS)
SIZES = ((1280, 720), (1920, 1080))
BIG = 1.5
"""A scale of the window at which lists have to scroll."""


@pytest.fixture(autouse=True)
def real_cards() -> Iterator[None]:
    with use_shelves(BUILTIN_SHELF):
        yield


def start(path: Path, at: int = 0, size: tuple[int, int] = SIZES[0], scale: float = 1.0) -> Reader:
    """Open a lesson at a step."""
    pilot = Pilot(size, Settings(speed=0.0, scale=scale))
    open_lesson(pilot.app, LessonFile(path.stem, path), at)
    reader = Reader(pilot)
    reader.wait()
    return reader


# --- What steps promise ---


def shows_odds(reader: Reader) -> bool:
    """Return whether the odds of the model's weapons are drawn: chance to hit, and average damage."""
    battle = reader.pilot.battle
    reader.pilot.draw()
    return battle.aimed and any(widget.name.startswith(WEAPON) for widget in battle.context.group.widgets)


def shows_macro_die(reader: Reader) -> bool:
    """Return whether each answer on the sheet shows the macro die with a 4."""
    return bool(reader.pilot.sheet.dice) and all((4, MACRO_PLUS) in dice for dice in reader.pilot.sheet.dice)


def has_panel(name: str) -> Callable[[Reader], bool]:
    return lambda reader: reader.is_panel_lit(name)


PROMISING = re.compile(r"\b(window|card|log|list|area|panel|each row)\b")
PROMISES: list[tuple[str, Callable[[Reader], Any]]] = [
    (r"boxes on the card", has_panel("card")),
    (r"green area", lambda reader: reader.pilot.sees(Region)),
    (r"The list at the right says how likely", shows_odds),
    (r"macro die.* shows a 4", shows_macro_die),
    (r"The log", has_panel("log")),
]
"""What texts say is drawn, and whether it is, with the pointer at what is lit."""
LATER = ("The window warns you before",)
"""What comes in other games."""


def check_promises(reader: Reader) -> None:
    """Check that everything that the step says is drawn while the pointer is at what is lit."""
    for sentence in re.split(r"(?<=[.!?]) ", reader.says):
        if PROMISING.search(sentence) and not any(words in sentence for words in LATER):
            checks = [check for pattern, check in PROMISES if re.search(pattern, sentence)]
            assert checks, f"{reader.place}: no test knows what '{sentence}' promises"
            assert checks[0](reader), f"{reader.place}: '{sentence}' isn't true"


def check_lit(reader: Reader) -> None:
    """Check that everything that the step highlights is drawn, except what only follows in it."""
    for mark in reader.guide.run.step.marks:
        if mark.panel:
            assert reader.is_panel_lit(mark.panel), f"{reader.place}: {mark.panel} isn't lit"
        elif mark.model and reader.pilot.view.models[mark.model].is_on_table:
            name = reader.pilot.view.models[mark.model].name
            assert name in reader.lit_poses(), f"{reader.place}: {name} isn't lit"


def play(reader: Reader, *, alternative: bool = False) -> None:
    """Play a lesson to its end."""
    run = reader.guide.run
    while not run.is_over:
        at, until = run.at, run.step.until
        is_only_pointed = until is not None and bool(until.point)
        if not is_only_pointed:
            reader.point()
            check_lit(reader)
            check_promises(reader)
        if run.step.is_read:
            reader.pilot.press("lesson continue")
        else:
            reader.do(alternative=alternative)
        if is_only_pointed:
            assert shows_odds(reader), f"{reader.place}: the odds aren't shown"
        complaint = reader.pilot.battle.strip.page.complaint
        assert not complaint, f"{reader.place}: {complaint}"
        reader.wait()
        assert run.at == at + 1, f"{reader.place}: '{reader.task}' doesn't do the step"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_reader_plays_a_lesson_by_what_is_drawn(path: Path, size: tuple[int, int]) -> None:
    reader = start(path, 0, size)
    play(reader)
    assert reader.pilot.battle.strip.page.place == "done"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_step_can_be_read_after_back_show_me_or_a_break(path: Path) -> None:
    """A step is the same, however the player came to it."""
    for at in range(len(load_lesson(path).steps)):
        reader = start(path, at)
        if not reader.guide.run.step.is_read:
            reader.do(alternative=True)
            reader.wait()
            assert reader.guide.run.at == at + 1, reader.place


@pytest.mark.parametrize("path", [FILES[2], FILES[7]], ids=lambda path: path.stem)
def test_a_lit_answer_is_in_sight_in_a_list_that_scrolls(path: Path) -> None:
    reader = start(path, scale=BIG)
    run = reader.guide.run
    while not run.is_over:
        if run.step.is_read:
            reader.pilot.press("lesson continue")
        else:
            reader.do()
        reader.wait()


# --- Second clicks ---


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_second_click_does_nothing(path: Path) -> None:
    """A double click to continue or to give an answer neither goes back nor skips a step."""
    reader = start(path)
    run, pilot = reader.guide.run, reader.pilot
    while not run.is_over:
        at = run.at
        is_only_pointed = run.step.until is not None and bool(run.step.until.point)
        if run.step.is_read:
            pilot.press("lesson continue")
        else:
            reader.do()
        for _ in range(100):
            if not pilot.battle.session.waits_for_computer:
                break
            pilot.wait()
        given = len(pilot.journal)
        if not is_only_pointed:
            pilot.click(reader.pointer)
        assert pilot.page == "lesson" and reader.guide.run is run and run.at == at + 1, f"step {at + 1}"
        assert len(pilot.journal) == given
        reader.wait()


def test_buttons_of_the_strip_keep_their_places() -> None:
    places: dict[str, set[tuple[int, int]]] = {}
    for path in FILES[:2]:
        reader = start(path)
        run, pilot = reader.guide.run, reader.pilot
        while not run.is_over:
            pilot.draw()
            guide = reader.pilot.battle.strip
            for widget in guide.group.widgets:
                places.setdefault(widget.name, set()).add((widget.rect.left - guide.rect.right, widget.rect.width))
            pilot.press("lesson continue" if run.step.is_read else "lesson show")
            reader.wait()
    assert {name: len(found) for name, found in places.items()} == dict.fromkeys(places, 1)
    assert places["lesson show"] == places["lesson continue"], "one stands in for the other"


# --- What lessons accept ---


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_step_accepts_one_answer_but_for_places(path: Path) -> None:
    """What the player confirms is what is played, and what follows fits it."""
    run = LessonRun(load_lesson(path))
    while not run.is_over:
        decision, until = run.match.decision, run.step.until
        if until is not None and until.answer and decision is not None and decision.side == 0:
            chosen = [decision.read(choice) for choice in run.step.do if decision.check(choice) is None]
            accepted = [option.answer for option in decision.options() if is_met(until, option.answer)]
            for answer in accepted:
                assert any(is_same_but_for_the_click(answer, other) for other in chosen), f"{run.at + 1}: {answer}"
        run.play_step()


def test_a_name_is_one_model_of_one_side_in_all_lessons_and_in_the_first_game() -> None:
    scenarios = [load_lesson(path).setup.scenario for path in FILES]
    scenarios.append(load_scenario(BUILTIN_SHELF.scenarios / "first-game.yaml", unit_cards()))
    known: dict[str, set[tuple[str, int]]] = {}
    for scenario in scenarios:
        for model in scenario.models:
            known.setdefault(model.name, set()).add((model.card, model.side))
    assert {name: found for name, found in known.items() if len(found) > 1} == {}


# --- Around the steps ---


@pytest.mark.parametrize("by_key", [False, True])
def test_the_last_lesson_leads_to_the_small_first_game(by_key: bool) -> None:
    reader = start(FILES[-1])
    run, pilot = reader.guide.run, reader.pilot
    while not run.is_over:
        pilot.press("lesson continue" if run.step.is_read else "lesson show")
        reader.wait()
    assert "small game" in reader.says and "lesson next" not in pilot.names()
    if by_key:
        pilot.key(pygame.K_RETURN)
    else:
        pilot.press("lesson first game")
    assert pilot.page == "briefing"
    pilot.press("go")
    assert pilot.battle.session.seats == ("human", "cadet")
    assert {model.name for model in pilot.view.on_table()} >= {"Amalthea", "Talon", "Lantern"}


def test_who_reads_may_look_at_every_card() -> None:
    reader = start(FILES[6])
    pilot = reader.pilot
    for model in list(pilot.view.on_table()):
        pilot.click(pilot.on(model.pose))
        assert pilot.selected == model.id and not reader.pilot.battle.strip.page.complaint
    pilot.click(pilot.at(2, 2))
    assert reader.pilot.battle.strip.page.complaint
