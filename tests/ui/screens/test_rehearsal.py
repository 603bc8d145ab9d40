"""Tests of a rehearsal in the window: started, watched next to the game, canceled, saved, and kept secret."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from time import sleep
from typing import Any

import pygame
import pytest

from jovian.background import SPAWN, Status
from jovian.match import Match
from jovian.match.play_loop import step
from jovian.players import make_player
from jovian.rehearsal.documents import RehearsalResult, rehearsal_document
from jovian.rehearsal.forecast import Estimate, Hinge, forecast
from jovian.rehearsal.outcome import FleetModel, PlayedGame
from jovian.session.session import Session
from jovian.ui.presentation.rehearsed_games import cause_rows, describe_game, whole_percents
from jovian.ui.screens import rehearsal
from jovian.ui.screens.navigation import ToEditor, ToReplay
from jovian.ui.screens.rehearsal import RehearsalScreen, describe_rehearsal
from jovian.ui.session.rehearsals import (
    GUESSED,
    OFF,
    OVER,
    BackgroundRehearsal,
    RehearsalPosition,
    current_position,
    refuse_rehearsal,
)
from tests.games import setup
from tests.ui.counting import Called, Counted
from tests.ui.fitting import misfits, recorded_texts
from tests.ui.pilot import Pilot, battle_at

STEPS, PAUSE = 30000, 0.01
LATE = 550
"""Answers after which little of the game remains."""
COMPUTERS, SOLO = ("random", "random"), ("human", "random")


def game(answers: int, options: dict[str, str] | None = None) -> Match:
    """Return a game of random players after this number of answers."""
    match = Match(setup(3, ("jovian-150", "cega-150"), **(options or {})), keep_all=True)
    players = [make_player("random", 3 + side) for side in (0, 1)]
    for _ in range(answers):
        assert match.decision is not None
        step(match, players[match.decision.side])
    return match


@pytest.fixture
def pilot(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pilot]:
    """Return the window with 3 as a possible number of games. No rehearsal outlives its test."""
    monkeypatch.setitem(rehearsal.GAMES, "3", 3)
    pilot = Pilot()
    yield pilot
    if pilot.app.background is not None:
        pilot.app.background.run.cancel()


def page(pilot: Pilot) -> RehearsalScreen:
    assert pilot.page == "rehearsal"
    return pilot.screen


def beside(pilot: Pilot) -> BackgroundRehearsal:
    assert pilot.app.background is not None
    return pilot.app.background


def ask_for(pilot: Pilot, games: str) -> None:
    """Choose random players and a number of games, and start."""
    for side in (0, 1):
        if page(pilot).form.spec.players[side] != "random":
            pilot.press(f"player {side}")
            pilot.key(pygame.K_UP)
            pilot.key(pygame.K_RETURN)
    tabs = pilot.widget("games")
    pilot.click(tabs.tab_rect(tuple(rehearsal.GAMES).index(games)).center)  # type: ignore[attr-defined]
    pilot.press("start")


def until(pilot: Pilot, reached: Callable[[], bool]) -> None:
    """Let time pass until a condition holds."""
    for _ in range(STEPS):
        if reached():
            pilot.wait(2)
            return
        pilot.wait()
        sleep(PAUSE)
    raise AssertionError("it never came to that")


def test_a_whole_rehearsal_from_a_battle(pilot: Pilot, headless: Path) -> None:
    battle_at(pilot, game(LATE), COMPUTERS)
    pilot.key(pygame.K_F10)
    pilot.press("rehearse")
    ask_for(pilot, "3")
    pilot.draw()
    until(pilot, lambda: not beside(pilot).run.running)
    answer = beside(pilot).run.value
    assert answer is not None and beside(pilot).run.status is Status.DONE
    assert beside(pilot).spec.players == COMPUTERS and answer.forecast.games == 3
    pilot.draw()
    assert len(page(pilot).sheet.list.items) == len(answer.forecast.models)
    pilot.app.resize((1920, 1080))
    with recorded_texts() as drawn_texts:
        pilot.draw()
    words = " ".join(text.whole for text in drawn_texts)
    assert "95 of 100 such rehearsals" in words and "is ahead" in words.replace("clearly ", "")
    for size, scale in (((1920, 1080), 0.0), ((1280, 720), 1.0), ((1280, 720), 1.5), ((1920, 1080), 1.5)):
        pilot.app.settings.scale = scale
        pilot.app.resize(size)
        pilot.app.relayout()
        assert misfits(pilot) == [], (size, scale)
        assert (page(pilot).board is not None) == (scale == 0.0)
    for _ in range(2):
        pilot.press("keep")
    kept = sorted((headless / "rehearsals").iterdir())
    assert [path.suffix for path in kept] == [".html", ".json", ".html", ".json"]
    document = rehearsal_document(beside(pilot).spec, answer)
    assert all(json.loads(path.read_text()) == document for path in kept if path.suffix == ".json")
    assert document["complete"] and [side["count"] for side in document["faults"]] == [0, 0]
    assert all("<html" in path.read_text(encoding="utf-8") for path in kept if path.suffix == ".html")
    pilot.press("back")
    assert pilot.page == "battle"


def test_a_wide_window_shows_the_table_and_the_model_of_the_row_under_the_pointer(pilot: Pilot) -> None:
    battle_at(pilot, game(150), SOLO)
    pilot.app.resize((1920, 1080))
    view = pilot.view
    pilot.key(pygame.K_r, pygame.KMOD_CTRL)
    screen = page(pilot)
    pilot.draw()
    assert screen.board is not None and screen.of.view is view
    assert pilot.widget("start").rect.top > screen.table_rect.bottom > 600
    model = next(model for model in view.models.values() if model.is_on_table)
    screen.sheet.list.set_items([FleetModel("1", model.name, model.side)])
    screen.sheet.list.hover_row = 0
    assert screen.scene(view).selected == model.id
    screen.sheet.list.set_items([])
    pilot.press("start")
    assert screen.board is not None and screen.rehearsal is beside(pilot)


def test_the_game_goes_on_beside_it(pilot: Pilot) -> None:
    battle = battle_at(pilot, game(150), COMPUTERS)
    pilot.key(pygame.K_r, pygame.KMOD_CTRL)
    ask_for(pilot, "1000")
    pilot.key(pygame.K_ESCAPE)
    match, began = pilot.match, len(pilot.journal)
    until(pilot, lambda: len(pilot.journal) > began)
    assert beside(pilot).run.running and pilot.screen is battle
    pilot.draw()
    assert battle.corner is not None
    pilot.click((battle.corner[0] + 5, battle.corner[1] + 5))
    assert page(pilot).rehearsal is beside(pilot)
    until(pilot, lambda: beside(pilot).run.value is not None)
    answer = beside(pilot).run.value
    assert answer is not None and answer.position.answers < len(match.journal)
    assert f"/{rehearsal.GAMES['1000']}" in describe_rehearsal(beside(pilot))


def test_an_idle_frame_beside_it_judges_nothing(pilot: Pilot) -> None:
    """Its news are drawn without calls of the rules."""
    battle_at(pilot, game(150), ("human", "human"))
    of = RehearsalPosition(current_position(Session(game(150), COMPUTERS)).spec, "Elsewhere", ("A", "B"), "")
    pilot.app.background = BackgroundRehearsal.start(of, replace(of.spec, games=1000))
    pilot.uncover()
    pilot.wait(2)
    pilot.draw()
    heard = beside(pilot).run.news
    with Counted() as counted:
        until(pilot, lambda: beside(pilot).run.news > heard)
        pilot.draw()
    assert not counted


MOTIONS = 6
WHERE = {"ui/screens/battle.py: corner", "ui/screens/table.py: corner", "ui/kit/theme.py: px"}
"""Functions that place the status of a rehearsal, once per pointer motion."""
WORD = "ui/screens/rehearsal.py: "
"""The prefix of calls about that status: news in each frame, clicks in each motion."""
FRAMES = 60


def lived(pilot: Pilot) -> tuple[Called, int]:
    """Return the calls in 60 frames with some pointer motions, and the number of redrawn frames."""
    drawn = 0
    with Called() as called:
        for number in range(FRAMES):
            if number % (FRAMES // MOTIONS) == 0:
                pilot.move((500 + 2 * number, 300))
            pilot.wait()
            if pilot.app.dirty:
                drawn += 1
                pilot.pass_over()
    return called, drawn


def test_frames_of_the_window_do_no_more_work_beside_a_rehearsal(pilot: Pilot) -> None:
    """Its thread reads and its process plays. The frames make the same calls as without it."""
    battle_at(pilot, game(150), ("human", "human"))
    of = RehearsalPosition(current_position(Session(game(150), COMPUTERS)).spec, "Elsewhere", ("A", "B"), "")
    pilot.uncover()
    for _ in range(3):
        lived(pilot)
        pilot.draw()
    alone, drawn = lived(pilot)
    pilot.app.background = BackgroundRehearsal.start(of, replace(of.spec, games=1000))
    until(pilot, lambda: beside(pilot).run.news > 0)
    pilot.draw()
    heard = beside(pilot).run.news
    along, drawn_along = lived(pilot)
    assert beside(pilot).run.running and alone.total() > 1000
    more = along - alone
    asked = {name: count for name, count in more.items() if name.startswith(WORD)}
    assert set(more) <= {*WHERE, *asked} and max(asked.values()) <= FRAMES + MOTIONS
    assert more.total() - sum(asked.values()) <= 4 * MOTIONS
    assert drawn_along - drawn <= beside(pilot).run.news - heard, "one picture more for each answer that came in"


def test_it_is_called_off_and_asked_again(pilot: Pilot) -> None:
    battle_at(pilot, game(150), COMPUTERS)
    pilot.key(pygame.K_r, pygame.KMOD_CTRL)
    ask_for(pilot, "1000")
    first = beside(pilot)
    pilot.press("stop")
    assert first.run.status is Status.CANCELED and not first.run.notice
    pilot.press("start")
    assert beside(pilot) is not first and beside(pilot).run.running


def test_another_one_ends_the_one_before_it(pilot: Pilot) -> None:
    battle = battle_at(pilot, game(150), COMPUTERS)
    of = current_position(battle.session)
    pilot.app.background = BackgroundRehearsal.start(of, replace(of.spec, games=1000))
    hidden = beside(pilot).run
    pilot.app.show(RehearsalScreen(pilot.app, of, battle))
    page(pilot)._start()
    assert hidden.status is Status.CANCELED


def test_a_process_that_fails_is_a_line_on_the_page(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    battle_at(pilot, game(150), COMPUTERS)
    pilot.key(pygame.K_r, pygame.KMOD_CTRL)
    monkeypatch.setattr(SPAWN.Process, "start", refuse)
    pilot.press("start")
    until(pilot, lambda: not beside(pilot).run.running)
    pilot.draw()
    assert beside(pilot).run.status is Status.FAILED and "\n" not in beside(pilot).run.notice
    assert describe_rehearsal(beside(pilot)) == "Rehearsal failed"
    assert not pilot.widget("keep").enabled and pilot.widget("start").enabled
    pilot.press("back")
    assert pilot.page == "battle"


@pytest.mark.parametrize("options", [{}, {"rehearsing": "on"}, {"rehearsal": "on"}])
def test_who_plays_alone_may_rehearse_from_what_that_side_knows(options: dict[str, str]) -> None:
    session = Session(game(150, options), SOLO)
    assert refuse_rehearsal(session) == ""
    assert current_position(session).spec.start.knowing == 0
    assert current_position(session).side == 0 and "knows" in current_position(session).knowledge_line


def test_two_people_at_one_screen_rehearse_only_if_both_agreed(pilot: Pilot) -> None:
    battle = battle_at(pilot, game(150), ("human", "human"))
    pilot.key(pygame.K_r, pygame.KMOD_CTRL)
    assert pilot.screen is battle and pilot.app.toast == (OFF, True)
    pilot.press("menu")
    assert "rehearse" not in [button.name for button in pilot.app.modal.buttons.widgets]  # type: ignore[union-attr]
    pilot.press("replay")
    assert not pilot.widget("rehearse").visible
    for option in ("rehearsing", "rehearsal"):
        assert refuse_rehearsal(Session(game(150, {option: "on"}), ("human", "human"))) == ""
        agreed = battle_at(pilot, game(150, {option: "on"}), ("human", "human"))
        pilot.uncover()
        pilot.press("menu")
        assert pilot.widget("rehearse").enabled and pilot.screen is agreed
        pilot.key(pygame.K_ESCAPE)


def test_it_starts_from_what_its_side_may_know(pilot: Pilot, headless: Path) -> None:
    battle_at(pilot, game(LATE), SOLO)
    pilot.uncover()
    pilot.key(pygame.K_r, pygame.KMOD_CTRL)
    ask_for(pilot, "3")
    until(pilot, lambda: not beside(pilot).run.running)
    answer = beside(pilot).run.value
    assert (beside(pilot).run.status, beside(pilot).run.notice) == (Status.DONE, "")
    assert answer is not None and answer.position.knowing == 0
    pilot.draw()
    pilot.press("keep")
    assert {path.suffix for path in (headless / "rehearsals").iterdir()} == {".html", ".json"}


def test_what_one_player_has_rehearsed_the_other_does_not_see(pilot: Pilot) -> None:
    battle = battle_at(pilot, game(150, {"rehearsing": "on"}), ("human", "human"))
    mine = current_position(Session(game(150, {"rehearsing": "on"}), SOLO))
    pilot.app.background = BackgroundRehearsal.start(mine, replace(mine.spec, players=COMPUTERS, games=1000))
    other = RehearsalPosition(mine.spec, "Other", mine.names, "", side=1)
    for viewer, of, known in ((0, mine, True), (1, other, False)):
        battle.session.hot_seat_viewer = viewer
        pilot.app.show(RehearsalScreen(pilot.app, of, battle))
        assert (page(pilot).rehearsal is not None) == known
        pilot.draw()


def test_from_any_moment_of_a_replay(pilot: Pilot) -> None:
    match = game(150)
    while match.decision is not None:
        match.answer(match.decision.default())
    pilot.app.go(ToReplay(Session(match, SOLO), None))
    assert pilot.page == "replay"
    replay = pilot.screen
    pilot.press("last")
    pilot.press("rehearse")
    assert pilot.screen is replay and pilot.app.toast == (OVER, True)
    for _ in range(4):
        pilot.key(pygame.K_UP)
    at = replay.recording.at
    pilot.press("rehearse")
    assert f"after {at} answers" in page(pilot).of.title and page(pilot).of.spec.start.knowing is None


def test_from_the_editor_each_game_is_set_up_anew(pilot: Pilot) -> None:
    pilot.app.go(ToEditor())
    pilot.wait()
    pilot.press("rehearse")
    assert page(pilot).of.spec.start.fresh
    ask_for(pilot, "3")
    until(pilot, lambda: beside(pilot).run.value is not None)
    answer = beside(pilot).run.value
    assert answer is not None and answer.position.fresh
    pilot.press("back")
    assert pilot.page == "editor"


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_nothing_on_the_page_leaves_it(size: tuple[int, int]) -> None:
    pilot = Pilot(size)
    battle_at(pilot, game(150), COMPUTERS)
    pilot.key(pygame.K_r, pygame.KMOD_CTRL)
    whole, widgets = pygame.Rect((0, 0), pilot.app.size), page(pilot).group.widgets
    assert all(whole.contains(widget.rect) for widget in widgets)
    places = [widget.rect for widget in widgets]
    assert all(rect.collidelist(places[number + 1 :]) < 0 for number, rect in enumerate(places))


# --- The games one by one ---

GAMES = [
    PlayedGame(1, 0, 3, (10, 0), (90, 40), "Hornet destroyed", "a", ((0, 10, 10, True), (1, 40, 40, False))),
    PlayedGame(0, 1, 3, (0, 0), (30, 40), "Anvil 1 withdrawn", "b", ()),
    PlayedGame(2, None, 3, (0, 0), (3, 3), "a draw", "c", ()),
]  # fmt: skip
NAMES = ("Red", "Blue")


FORECAST = replace(forecast([]), games=3, decided=tuple((game.decided, 1) for game in GAMES))


@pytest.mark.parametrize("counts", [[3], [1, 1, 1], [5, 2, 0, 1], [0, 0], [], [1] * 7, [997, 2, 1]])
def test_shares_add_up(counts: list[int]) -> None:
    percents = whole_percents(counts)
    assert sum(percents) == (100 if sum(counts) else 0) and len(percents) == len(counts)
    assert all(
        abs(share - 100 * count / sum(counts)) < 1 for share, count in zip(percents, counts, strict=True) if share
    )


def test_causes_are_counted_by_winner() -> None:
    rows = cause_rows(FORECAST, GAMES)
    cells = {row.text: row.cells for row in rows}
    assert cells["Hornet destroyed"] == ("1", "-", "1", "34 %")
    assert cells["Anvil 1 withdrawn"] == ("-", "1", "1", "33 %") and cells["A draw"] == ("-", "-", "1", "33 %")
    assert cells["All games"] == ("1", "1", "3", "100 %")


def test_the_loss_of_a_model_has_its_chances() -> None:
    hinge = Hinge("1", "Hornet", 1, 1, Estimate(0.0, 0.0, 1.0), Estimate(0.5, 0.0, 1.0))
    row = next(row for row in cause_rows(replace(FORECAST, hinges=(hinge,)), GAMES) if row.text == "Hornet")
    assert (row.cells, row.side) == (("0 % of 1", "50 % of 2"), 1)


def test_a_game_is_described() -> None:
    assert [describe_game(game, NAMES) for game in GAMES] == [
        "Game 2: Red wins 10 : 0 in turn 3, decided by: Hornet destroyed.",
        "Game 1: Blue wins 40 : 30 in turn 3, decided by: Anvil 1 withdrawn.",
        "Game 3: A draw 3 : 3 in turn 3.",
    ]


def finished_rehearsal(pilot: Pilot) -> RehearsalResult:
    """Rehearse 3 games from the shown battle, and return the answer."""
    pilot.uncover()
    pilot.key(pygame.K_r, pygame.KMOD_CTRL)
    ask_for(pilot, "3")
    until(pilot, lambda: not beside(pilot).run.running)
    answer = beside(pilot).run.value
    assert answer is not None and sorted(game.number for game in answer.played) == [0, 1, 2]
    return answer


def open_tab(pilot: Pilot, name: str) -> None:
    tabs: Any = pilot.widget("result")
    pilot.click(tabs.tab_rect(tabs.labels.index(name)).center)


@pytest.mark.parametrize("seats", [COMPUTERS, SOLO])
def test_a_game_is_watched_again(pilot: Pilot, seats: tuple[str, str]) -> None:
    """Of a game with guesses, the replay can't be saved, shared, or continued."""
    battle_at(pilot, game(LATE), seats)
    answer = finished_rehearsal(pilot)
    rehearsal_page = page(pilot)
    open_tab(pilot, "Games")
    grid: Any = pilot.widget("game")
    pilot.click(grid.row_rect(1).center)
    until(pilot, lambda: pilot.page == "replay")
    replay: Any = pilot.screen
    assert replay.recording.whole.state.digest() == answer.played[1].digest
    keeping = [name for name in ("on", "edit", "bookmarks", "share", "puzzle") if pilot.widget(name).enabled]
    assert keeping == ([] if seats == SOLO else ["on", "edit", "bookmarks", "share", "puzzle"])
    if seats == SOLO:
        pilot.key(pygame.K_r, pygame.KMOD_CTRL)
        assert pilot.screen is replay and pilot.app.toast == (GUESSED, True)
    pilot.press("last")
    assert replay.recording.match.over
    pilot.press("leave")
    assert pilot.screen is rehearsal_page


def test_games_are_chosen_by_keys(pilot: Pilot) -> None:
    battle_at(pilot, game(LATE), COMPUTERS)
    finished_rehearsal(pilot)
    open_tab(pilot, "Games")
    grid: Any = pilot.widget("game")
    for _ in range(30):
        if grid.focused:
            break
        pilot.key(pygame.K_TAB)
    assert grid.focused
    for key in (pygame.K_HOME, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT):
        pilot.key(key)
    assert pilot.page == "rehearsal" and pilot.app.modal is None and grid.chosen == 1
    with recorded_texts() as texts:
        pilot.draw()
    assert describe_game(grid.items[1], page(pilot).sheet.names) in " ".join(text.text for text in texts)
    pilot.key(pygame.K_RETURN)
    until(pilot, lambda: pilot.page == "replay")


def test_all_tabs_fit_in_each_window(pilot: Pilot) -> None:
    battle_at(pilot, game(LATE), COMPUTERS)
    finished_rehearsal(pilot)
    for size, scale in product(((1280, 720), (1920, 1080)), (0.0, 0.8, 1.5, 2.0)):
        pilot.app.settings.scale = scale
        pilot.app.resize(size)
        pilot.app.relayout()
        tabs: Any = pilot.widget("result")
        for name in tabs.labels:
            open_tab(pilot, name)
            assert misfits(pilot) == [], (size, scale, name)
        if "Games" not in tabs.labels:
            assert page(pilot).sheet.grid in page(pilot).sheet.widgets
