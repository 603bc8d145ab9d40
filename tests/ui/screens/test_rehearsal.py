"""Tests of a rehearsal in the window: started, watched next to the game, canceled, saved, and kept secret."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import pygame
import pytest

from jovian.background import SPAWN, Status
from jovian.match import Match
from jovian.rehearsal.documents import rehearsal_document
from jovian.rehearsal.forecast import Estimate, Hinge, forecast
from jovian.rehearsal.outcome import PlayedGame
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
from tests.bounds import until
from tests.games import reached
from tests.ui.counting import Called, Counted
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, battle_at
from tests.ui.rehearsed import COMPUTERS, LATE, SOLO, GivenRun, rehearsed, show_rehearsal
from tests.ui.session.test_rehearsals import until_over

PAUSE = 0.01


def game(answers: int, options: dict[str, str] | None = None) -> Match:
    """Return a game of random players after this number of answers."""
    seats = ("random", 3), ("random", 4)
    return reached(lambda match: len(match.journal) == answers, 3, seats=seats, **(options or {}))


@pytest.fixture
def pilot(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pilot]:
    """Return the window with 3 as a possible number of games. No rehearsal outlives its test."""
    monkeypatch.setitem(rehearsal.GAMES, "3", 3)
    pilot = Pilot()
    yield pilot
    if pilot.app.background is not None:
        pilot.app.background.run.cancel()


def elsewhere() -> BackgroundRehearsal:
    """Return a running rehearsal of a game like the shown one."""
    of = RehearsalPosition(current_position(Session(game(150), COMPUTERS)).spec, "Elsewhere", ("A", "B"), "")
    return BackgroundRehearsal(of, replace(of.spec, games=1000), GivenRun())


def page(pilot: Pilot) -> RehearsalScreen:
    assert pilot.page == "rehearsal"
    return pilot.screen


def beside(pilot: Pilot) -> BackgroundRehearsal:
    assert pilot.app.background is not None
    return pilot.app.background


def ask_for(pilot: Pilot, games: str) -> None:
    """Choose random players and a number of games, and start."""
    for side in (0, 1):
        if page(pilot).spec.players[side] != "random":
            pilot.press(f"player {side}")
            pilot.key(pygame.K_UP)
            pilot.key(pygame.K_RETURN)
    tabs = pilot.widget("games")
    pilot.click(tabs.tab_rect(tuple(rehearsal.GAMES).index(games)).center)  # type: ignore[attr-defined]
    pilot.press("start")


def test_a_whole_rehearsal_from_a_battle(pilot: Pilot, headless: Path) -> None:
    battle_at(pilot, game(LATE), COMPUTERS)
    pilot.key(pygame.K_F10)
    pilot.press("rehearse")
    ask_for(pilot, "3")
    pilot.draw()
    until_over(beside(pilot).run)
    pilot.wait(2)
    answer = beside(pilot).run.value
    assert answer is not None and beside(pilot).run.status is Status.DONE
    assert beside(pilot).spec.players == COMPUTERS and answer.forecast.games == 3
    pilot.draw()
    assert len(page(pilot).models.items) == len(answer.forecast.models)
    pilot.app.resize((1920, 1080))
    with recorded_texts() as drawn_texts:
        pilot.draw()
    words = " ".join(text.whole for text in drawn_texts)
    assert "95 of 100 such rehearsals" in words and "is ahead" in words.replace("clearly ", "")
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
    show_rehearsal(pilot, rehearsed(COMPUTERS))
    screen = page(pilot)
    assert screen.board is None
    pilot.app.resize((1920, 1080))
    pilot.draw()
    assert screen.board is not None and screen.of.view is not None
    pilot.move(screen.models.row_rect(1).center)
    chosen = screen.scene(screen.of.view).selected
    assert screen.of.view.models[chosen].name == screen.models.items[1].name
    pilot.move((0, 0))
    assert not screen.scene(screen.of.view).selected
    pilot.press("start")
    assert screen.board is not None and screen.rehearsal is beside(pilot)


def test_the_game_goes_on_beside_it(pilot: Pilot) -> None:
    battle = battle_at(pilot, game(150), COMPUTERS)
    of = current_position(battle.session)
    pilot.app.background = BackgroundRehearsal(of, replace(of.spec, games=1000), GivenRun())
    began = len(pilot.journal)
    for _ in until(lambda: len(pilot.journal) > began):
        pilot.wait()
        sleep(PAUSE)
    pilot.wait(2)
    assert beside(pilot).run.running and pilot.screen is battle
    pilot.draw()
    assert battle.corner is not None
    pilot.click((battle.corner[0] + 5, battle.corner[1] + 5))
    assert page(pilot).rehearsal is beside(pilot)
    assert describe_rehearsal(beside(pilot)) == "Rehearsal: no games finished yet"
    beside(pilot).run.value = rehearsed(COMPUTERS).run.value
    assert describe_rehearsal(beside(pilot)).startswith("Rehearsal 3/1000 · wins ")


def test_an_idle_frame_beside_it_judges_nothing(pilot: Pilot) -> None:
    """Its news are drawn without calls of the rules."""
    battle_at(pilot, game(150), ("human", "human"))
    pilot.app.background = elsewhere()
    result = rehearsed(COMPUTERS).run.value
    pilot.uncover()
    pilot.wait(2)
    pilot.draw()
    with Counted() as counted:
        give(pilot, result)
        pilot.wait(2)
        pilot.draw()
    assert not counted


def give(pilot: Pilot, value: object) -> None:
    """Give the rehearsal another result."""
    run = beside(pilot).run
    run.value, run.news = value, run.news + 1  # type: ignore[assignment]


MOTIONS = 6
WHERE = {f"ui/screens/{name}" for name in ("battle.py: corner", "table.py: corner", "table.py: middle")}
WHERE |= {"ui/kit/theme.py: px"}
"""Functions that place the status of a rehearsal, once per pointer motion."""
WORD = "ui/screens/rehearsal.py: "
"""The prefix of calls about that status: news in each frame, clicks in each motion."""
FRAMES = 60


def lived(pilot: Pilot, value: object = None) -> tuple[Called, int]:
    """Return the calls in 60 frames with some pointer motions and new results, and the number of redrawn frames."""
    drawn = 0
    with Called() as called:
        for number in range(FRAMES):
            if number % (FRAMES // MOTIONS) == 0:
                pilot.move((500 + 2 * number, 300))
                if value is not None:
                    give(pilot, value)
            pilot.wait()
            if pilot.app.dirty:
                drawn += 1
                pilot.pass_over()
    return called, drawn


def test_frames_of_the_window_do_no_more_work_beside_a_rehearsal(pilot: Pilot) -> None:
    """Its thread reads and its process plays. The frames make the same calls as without it."""
    battle_at(pilot, game(150), ("human", "human"))
    result = rehearsed(COMPUTERS).run.value
    pilot.uncover()
    for _ in range(3):
        lived(pilot)
        pilot.draw()
    alone, drawn = lived(pilot)
    pilot.app.background = elsewhere()
    pilot.wait(2)
    pilot.draw()
    along, drawn_along = lived(pilot, result)
    assert beside(pilot).run.running and alone.total() > 1000
    more = along - alone
    asked = {name: count for name, count in more.items() if name.startswith(WORD)}
    assert set(more) <= {*WHERE, *asked} and max(asked.values()) <= FRAMES + MOTIONS
    assert more.total() - sum(asked.values()) <= 4 * MOTIONS
    assert drawn_along - drawn <= MOTIONS, "one picture more for each answer that came in"


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
    pilot.app.background = other = elsewhere()
    pilot.app.show(RehearsalScreen(pilot.app, current_position(battle.session), battle))
    pilot.press("start")
    assert other.run.running
    pilot.press("yes")
    assert other.run.status is Status.CANCELED and page(pilot).rehearsal is beside(pilot)
    pilot.wait(2)
    pilot.press("stop")


def test_a_process_that_fails_is_a_line_on_the_page(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    battle_at(pilot, game(150), COMPUTERS)
    pilot.key(pygame.K_r, pygame.KMOD_CTRL)
    monkeypatch.setattr(SPAWN.Process, "start", refuse)
    pilot.press("start")
    until_over(beside(pilot).run)
    pilot.wait(2)
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
    assert "rehearse" not in [each.name for panel in pilot.screen.panels for each in panel.group.widgets]  # type: ignore[attr-defined]
    for option in ("rehearsing", "rehearsal"):
        assert refuse_rehearsal(Session(game(150, {option: "on"}), ("human", "human"))) == ""
        agreed = battle_at(pilot, game(150, {option: "on"}), ("human", "human"))
        pilot.uncover()
        pilot.press("menu")
        assert pilot.widget("rehearse").enabled and pilot.screen is agreed
        pilot.key(pygame.K_ESCAPE)


def test_it_starts_from_what_its_side_may_know(pilot: Pilot) -> None:
    battle_at(pilot, game(150), SOLO)
    pilot.uncover()
    pilot.key(pygame.K_r, pygame.KMOD_CTRL)
    pilot.press("start")
    assert beside(pilot).spec.start.knowing == 0
    result = rehearsed(SOLO).run.value
    assert result is not None and result.position.knowing == 0


def test_what_one_player_has_rehearsed_the_other_does_not_see(pilot: Pilot) -> None:
    battle = battle_at(pilot, game(150, {"rehearsing": "on"}), ("human", "human"))
    mine = current_position(Session(game(150, {"rehearsing": "on"}), SOLO))
    pilot.app.background = BackgroundRehearsal(mine, mine.spec, GivenRun())
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
    pilot.press("start")
    assert beside(pilot).spec.start.fresh
    pilot.press("back")
    assert pilot.page == "editor"


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


def open_tab(pilot: Pilot, name: str) -> None:
    tabs: Any = pilot.widget("result")
    pilot.click(tabs.tab_rect(tabs.labels.index(name)).center)


def test_new_results_do_not_disturb_what_the_player_does(pilot: Pilot) -> None:
    done = rehearsed(COMPUTERS)
    show_rehearsal(pilot, replace(done, run=GivenRun(done.run.value)))
    open_tab(pilot, "Games")
    grid = pilot.live("game")
    pilot.move(grid.row_rect(1).center)
    drawn, game = pilot.draw().get_buffer().raw, grid.pointed
    give(pilot, done.run.value)
    pilot.wait(2)
    assert grid.pointed is game is not None and pilot.draw().get_buffer().raw == drawn
    pilot.press("player 1")
    give(pilot, done.run.value)
    pilot.wait(2)
    assert pilot.widget("player 1").spread


@pytest.mark.parametrize("seats", [COMPUTERS, SOLO])
def test_a_game_is_watched_again(pilot: Pilot, seats: tuple[str, str]) -> None:
    """Of a game with guesses, the replay can't be saved, shared, or continued."""
    show_rehearsal(pilot, rehearsed(seats))
    answer = rehearsed(seats).run.value
    assert answer is not None
    rehearsal_page = page(pilot)
    open_tab(pilot, "Games")
    grid: Any = pilot.widget("game")
    pilot.click(grid.row_rect(1).center)
    pilot.finish_jobs()
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
    show_rehearsal(pilot, rehearsed(COMPUTERS))
    open_tab(pilot, "Games")
    grid = pilot.live("game")
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
    assert describe_game(grid.items[1], rehearsed(COMPUTERS).of.names) in " ".join(text.text for text in texts)
    pilot.key(pygame.K_RETURN)
    assert pilot.page == "replay"
