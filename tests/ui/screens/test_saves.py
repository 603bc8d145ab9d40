"""Tests of saving, loading, continuing, and replaying in the window, with damaged files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from jovian.match import Match, SaveError
from jovian.match import saves as loading
from jovian.match.entries import journal_to_json
from jovian.match.saves import load
from jovian.ui.screens.battle_flow import AUTOSAVE
from jovian.ui.screens.load_screen import LoadScreen
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.screens.title import TitleScreen
from jovian.user_files import save_writer as claims
from jovian.user_files import saves
from jovian.user_files.loaded_game import CanceledError, LoadJob
from jovian.user_files.save_writer import SaveWriter
from tests.commands import ROOT
from tests.games import random_answers, setup
from tests.ui.pilot import Pilot, battle_at, fighting


def play_random(answers: int, seed: int = 3) -> Match:
    match = Match(setup(seed), keep_all=True)
    for count, _ in enumerate(random_answers(match, seed)):
        if count == answers:
            break
    return match


def save_as(match: Match, name: str) -> str:
    got, problem = SaveWriter().save_as(match, saves.HUMANS, name)
    assert problem == ""
    return got


def test_save_leave_load_and_play_on() -> None:
    pilot = Pilot()
    match = fighting()
    assert match.decision is not None
    side = match.decision.side
    seats = ("human", "ensign") if side == 0 else ("ensign", "human")
    battle_at(pilot, match, seats)
    digest = match.state.digest()
    pilot.key(pygame.K_s, pygame.KMOD_CTRL)
    assert pilot.app.toast[0].startswith("Saved as")
    pilot.key(pygame.K_F10)
    pilot.press("title")
    assert pilot.page == "title"
    pilot.press("load")
    assert pilot.page == "load"
    names = {slot.name for slot in pilot.screen.slots}
    assert names == {"game 1, latest", "game 1, saved in turn 2"}
    assert all(slot.seats == seats for slot in pilot.screen.slots)
    pilot.seat(1 - side, "human")
    pilot.press("open")
    assert pilot.match.state.digest() == digest and pilot.battle.session.hot_seat
    pilot.key(pygame.K_ESCAPE)
    pilot.draw()


def test_continue_takes_the_latest() -> None:
    pilot = Pilot()
    match = fighting()
    assert save_as(match, "mine") == "mine"
    pilot.app.show(TitleScreen(pilot.app))
    pilot.press("continue")
    assert pilot.journal == match.journal


PLAYER = """
import json, sys
from random import Random
from tests.frozen_contents import use_frozen_contents
use_frozen_contents()
from jovian.user_files import save_writer
from tests.ui.pilot import Pilot
save_writer.PATIENCE = 60.0
pilot, rng = Pilot(), Random(4)
pilot.setup(("human", "human"), "4")
while pilot.match.decision is not None:
    pilot.give(pilot.match.decision.sample(rng))
    print(json.dumps(pilot.journal[-1].to_json()), flush=True)
"""
"""A program that plays a game at random in the window and prints each answer."""


@pytest.mark.parametrize("answers", [9, 150, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 60))])
def test_a_window_that_is_killed_loses_one_answer_at_most(headless: Path, answers: int) -> None:
    """The first kills happen during deployment, the last one in the second turn."""
    window = subprocess.Popen(
        [sys.executable, "-c", PLAYER], cwd=ROOT, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": "."},
    )  # fmt: skip
    assert window.stdout is not None
    given = [json.loads(next(window.stdout)) for _ in range(answers)]
    window.kill()
    given += [json.loads(line) for line in window.stdout if line.endswith("\n")]
    window.wait()
    pilot = Pilot()
    pilot.press("continue")
    pilot.uncover()
    kept = journal_to_json(pilot.journal)
    assert len(given) - 1 <= len(kept) <= len(given) + 1 and kept[: len(given)] == given[: len(kept)]
    assert (pilot.match.state.turn > 1) == (answers == 150)
    for path in (headless / "saves" / "game 1").glob("turn *.json"):
        begun = load(path, keep_all=True)
        turn, before = begun.state.turn, len(begun.journal)
        assert path.stem == f"turn {turn}" and journal_to_json(begun.journal) == given[:before]
        assert before == 0 or begun.fork_at(before - 1).state.turn == turn - 1
    pilot.give(pilot.match.decision.default())  # type: ignore[union-attr]
    pilot.battle.session.keeper.settle(None)
    assert load(headless / "saves" / "game 1" / "latest.json").journal == pilot.journal


def test_every_answer_is_saved_and_the_menu_and_the_page_on_playing_say_so(headless: Path) -> None:
    pilot = Pilot()
    pilot.setup(("human", "random"), "4")
    for _ in range(3):
        pilot.answer_one()
        pilot.battle.session.keeper.settle(None)
        assert load(headless / "saves" / "game 1" / "latest.json").journal == pilot.journal
    assert saves.slots()[0].seats == ("human", "random")
    pilot.key(pygame.K_F10)
    assert pilot.app.modal is not None and pilot.app.modal.text == f"Autosaved as 'game 1'. {AUTOSAVE}"
    assert AUTOSAVE in " ".join((ROOT / "docs" / "playing.md").read_text(encoding="utf-8").split())


def test_an_autosave_that_fails_is_told_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = Pilot()
    pilot.setup(("human", "random"), "4")

    def full(*args: object, **named: bool) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("jovian.match.saves.write_whole", full)
    monkeypatch.setattr("jovian.match.journal.append", full)
    messages: list[str] = []
    monkeypatch.setattr(pilot.app, "say", lambda text, bad=False: messages.append(text))
    for _ in range(4):
        pilot.answer_one()
        pilot.battle.session.keeper.settle(None)
        pilot.wait()
    assert len(pilot.journal) >= 4 and len(messages) == 1 and "No space left" in messages[0]


def test_the_list_of_saves_grows_while_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two", "three"):
        save_as(fighting(), name)
    gate, note_of = threading.Semaphore(0), saves.note_of

    def slow(path: Path) -> dict[str, Any]:
        gate.acquire()
        return note_of(path)

    monkeypatch.setattr(saves, "note_of", slow)
    monkeypatch.setattr(saves, "PATIENCE", 0.0)
    pilot = Pilot()
    assert not pilot.widget("continue").enabled
    pilot.draw()
    pilot.press("load")
    page = pilot.screen
    assert isinstance(page, LoadScreen) and page.slots == [] and page.busy
    pilot.draw()
    gate.release(9)
    until(pilot, lambda: not page.busy)
    assert {slot.name for slot in page.slots} == {"one", "two", "three"} and pilot.widget("open").enabled
    pilot.draw()
    pilot.press("back")
    until(pilot, lambda: pilot.widget("continue").enabled)
    pilot.press("continue")
    assert pilot.page == "battle"


def until(pilot: Pilot, reached: Callable[[], bool]) -> None:
    """Let time pass until the window has reached a state."""
    for _ in range(3000):
        pilot.wait()
        if reached():
            return
        time.sleep(0.01)
    raise AssertionError("the window does not get there")


def test_damaged_saves_are_said_and_left_alone(headless: Path) -> None:
    folder = headless / "saves"
    folder.mkdir(parents=True)
    good = fighting()
    save_as(good, "good")
    whole = (folder / "good.json").read_text()
    for name, text in (
        ("cut", whole[: len(whole) // 2]),
        ("odd", "[]"),
        ("new", whole.replace('"format":2', '"format":9')),
    ):
        (folder / f"{name}.json").write_text(text)
        pilot = Pilot()
        pilot.press("load")
        page = pilot.screen
        assert isinstance(page, LoadScreen)
        row = [slot.name for slot in page.slots].index(name)
        pilot.click(pilot.widget("slots").row_rect(row).center)  # type: ignore[attr-defined]
        pilot.press("open")
        with pytest.raises(SaveError) as error:
            load(folder / f"{name}.json")
        assert pilot.page == "load" and pilot.app.toast == (str(error.value), True)
        assert (folder / f"{name}.json").read_text() == text
        (folder / f"{name}.json").unlink()


def test_a_save_that_diverged_is_offered_as_far_as_it_holds(headless: Path) -> None:
    match = fighting()
    save_as(match, "old")
    file = headless / "saves" / "old.json"
    last = match.digests[-1][1]
    file.write_text(file.read_text().replace(last, "0" * len(last)))
    pilot = Pilot()
    pilot.press("continue")
    assert pilot.app.modal is not None and pilot.page == "title"
    pilot.draw()
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.modal is None and pilot.page == "title"
    pilot.press("continue")
    pilot.press("yes")
    kept = pilot.journal
    assert 0 < len(kept) < len(match.journal) and kept == match.journal[: len(kept)]


def test_replay_steps_both_ways_by_buttons_and_timeline() -> None:
    pilot = Pilot()
    match = play_random(10_000)
    assert match.over
    save_as(match, "done")
    pilot.app.show(TitleScreen(pilot.app))
    pilot.press("replay")
    pilot.press("open")
    replay = pilot.screen
    assert isinstance(replay, ReplayScreen) and replay.recording.at == 0
    digests = [replay.recording.match.state.digest()]
    for _ in range(12):
        pilot.press("step")
        digests.append(replay.recording.match.state.digest())
    assert replay.recording.at == 12 and len(set(digests)) == 13
    for wanted in reversed(digests[:-1]):
        pilot.press("back")
        assert replay.recording.match.state.digest() == wanted
    pilot.press("last")
    assert replay.recording.match.state.digest() == match.state.digest()
    graph, middle = replay.timeline.graph, replay.steps[len(replay.steps) // 2].place
    pilot.click((graph.x_of(middle), graph.rect.bottom - 4))
    assert replay.recording.at == middle
    pilot.press("turn")
    turn = replay.recording.match.state.turn
    assert replay.recording.whole.fork_at(replay.recording.at - 1).state.turn == turn - 1
    pilot.draw()


def test_replay_plays_pauses_and_plays_on_from_here() -> None:
    pilot = Pilot()
    match = play_random(90)
    battle_at(pilot, match)
    pilot.key(pygame.K_F10)
    pilot.press("replay")
    replay = pilot.screen
    assert isinstance(replay, ReplayScreen)
    pilot.key(pygame.K_RETURN)
    pilot.wait(200)
    assert replay.playing and replay.recording.at > 2
    pilot.key(pygame.K_RETURN)
    at, whole = replay.recording.at, len(match.journal)
    pilot.wait(60)
    assert replay.recording.at == at and len(match.journal) == whole
    pilot.press("on")
    assert pilot.page == "battle" and pilot.journal == match.journal[:at]


def test_a_finished_battle_shows_its_result() -> None:
    pilot = Pilot()
    match = play_random(10_000)
    battle_at(pilot, match)
    pilot.wait(3)
    assert pilot.page == "result"
    pilot.draw()
    pilot.press("table")
    assert pilot.page == "battle"
    pilot.draw()
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(3)
    assert pilot.page == "battle"


class Gate:
    """Delays every load until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened, self.reached, self.given = threading.Event(), threading.Event(), 0
        real = loading.replay_entry

        def slow(*args: Any) -> bool:
            self.reached.set()
            assert self.opened.wait(60)
            self.given += 1
            return real(*args)

        monkeypatch.setattr(loading, "replay_entry", slow)


def held_up(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Press Continue or Open, and wait until the save is replayed."""
    gate = Gate(monkeypatch)
    name = "continue" if pilot.page == "title" else "open"
    pilot.click(pilot.widget(name).rect.center)
    assert gate.reached.wait(60) and pilot.app.job is not None
    return gate


def test_frames_go_on_while_a_save_is_loaded_and_its_dialog_is_shown_after_a_moment(
    headless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = fighting()
    save_as(match, "mine")
    pilot = Pilot()
    gate = held_up(pilot, monkeypatch)
    before = pygame.image.tobytes(pilot.draw(), "RGB")
    pilot.post(*(down(key) for key in (pygame.K_ESCAPE, pygame.K_RETURN)))  # These keys don't answer what isn't shown.
    pilot.wait(3)
    assert pilot.app.job is not None and pygame.image.tobytes(pilot.draw(), "RGB") == before
    pilot.wait(30)
    assert pilot.app.job is not None and pygame.image.tobytes(pilot.draw(), "RGB") != before
    gate.opened.set()
    pilot.finish_jobs()
    assert pilot.page == "battle" and pilot.journal == match.journal and pilot.app.modal is None


def test_a_key_pressed_while_a_save_is_loaded_answers_nothing_in_it(
    headless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play_random(40)
    save_as(match, "mine")
    pilot = Pilot()
    gate = held_up(pilot, monkeypatch)
    keys = (pygame.K_SPACE, pygame.K_x, pygame.K_1, pygame.K_u)
    pilot.post(*map(down, keys))
    pilot.wait(30)
    pilot.post(*map(down, keys))
    gate.opened.set()
    pilot.finish_jobs()
    for _ in range(6):  # The system repeats them.
        pilot.post(*map(down, keys))
    assert pilot.page == "battle" and pilot.journal == match.journal and pilot.app.modal is None


def test_a_canceled_load_leaves_the_page_and_the_claim_as_they_were(
    headless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, match = SaveWriter(), fighting()
    assert keeper.autosave(match, saves.HUMANS) == ""
    folder = headless / "saves" / "game 1"
    claims.claim_again(folder).release()  # type: ignore[union-attr]
    written = {path: path.read_bytes() for path in folder.glob("*.json")}
    pilot = Pilot()
    pilot.press("load")
    page, load_page = pilot.screen, [widget.name for widget in pilot.screen.group.widgets]  # type: ignore[attr-defined]
    gate = held_up(pilot, monkeypatch)
    job = pilot.app.job
    assert job is not None
    pilot.wait(30)
    pilot.draw()
    pilot.click(pilot.widget("no").rect.center)
    gate.opened.set()
    with pytest.raises(CanceledError):
        job.poll(60.0)
    pilot.wait(2)
    assert gate.given == 1, "the replay ends early"
    assert pilot.screen is page and pilot.app.modal is None and pilot.app.toast[0] == ""
    assert [widget.name for widget in pilot.screen.group.widgets] == load_page  # type: ignore[attr-defined]
    assert not claims.is_claimed_here(folder), "another window may continue it"
    assert {path: path.read_bytes() for path in folder.glob("*.json")} == written
    pilot.press("open")
    assert pilot.journal == match.journal and pilot.battle.session.keeper.name == "game 1"


def test_a_running_game_stands_still_while_another_is_loaded_and_continues_if_that_is_canceled(
    headless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own latest save is dropped on the window."""
    pilot = Pilot()
    pilot.setup(("random", "random"), "4")
    until(pilot, lambda: len(pilot.journal) > 12)
    latest = headless / "saves" / "game 1" / "latest.json"
    gate, before, battle = Gate(monkeypatch), list(pilot.journal), pilot.battle
    drop = pygame.event.Event(pygame.DROPFILE, file=str(latest))
    pilot.post(drop)
    until(pilot, gate.reached.is_set)
    pilot.wait(60)
    assert pilot.app.job is not None and pilot.journal == before
    pilot.post(down(pygame.K_ESCAPE))
    gate.opened.set()
    assert pilot.app.job is None and pilot.screen is battle
    until(pilot, lambda: len(pilot.journal) > len(before))
    keeper = pilot.battle.session.keeper
    keeper.settle(None)
    assert keeper.name == "game 1" and load(latest).journal == pilot.journal
    pilot.post(drop)
    pilot.finish_jobs()
    assert pilot.battle is not battle and pilot.battle.session.keeper.name == "game 1"
    assert pilot.app.game is pilot.battle.session


def test_a_game_that_is_loaded_but_not_wanted_any_more_gives_its_name_back(headless: Path) -> None:
    keeper = SaveWriter()
    assert keeper.autosave(fighting(), saves.HUMANS) == ""
    folder = headless / "saves" / "game 1"
    claims.claim_again(folder).release()  # type: ignore[union-attr]
    job = LoadJob(folder / "latest.json", to_play=True)
    assert job.poll(60.0) is not None and claims.is_claimed_here(folder)
    job.cancel()
    assert not claims.is_claimed_here(folder)


def down(key: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")
