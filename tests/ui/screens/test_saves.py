"""Saving, loading, continuing, replaying: through the window, with damaged files among them."""

from __future__ import annotations

from pathlib import Path

import pygame

from jovian.match import Match
from jovian.ui.files import saves
from jovian.ui.files.keeper import Keeper
from jovian.ui.screens.loadgame import LoadGame
from jovian.ui.screens.table.replay import Replay
from jovian.ui.screens.title import Title
from tests.games import random_answers, setup
from tests.ui.pilot import Pilot, battle_at, fighting


def played(answers: int, seed: int = 3) -> Match:
    match = Match(setup(seed), keep_all=True)
    for count, _ in enumerate(random_answers(match, seed)):
        if count == answers:
            break
    return match


def named(match: Match, name: str) -> str:
    got, problem = Keeper().save_as(match, saves.HUMANS, name)
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
    assert names == {"game 1, latest", "game 1, turn 2", "game 1, saved in turn 2"}
    assert all(slot.seats == seats for slot in pilot.screen.slots)
    pilot.seat(1 - side, "human")
    pilot.press("open")
    assert pilot.match.state.digest() == digest and pilot.battle.session.hot_seat
    pilot.key(pygame.K_ESCAPE)
    pilot.draw()


def test_continue_takes_the_latest() -> None:
    pilot = Pilot()
    match = fighting()
    assert named(match, "mine") == "mine"
    pilot.app.show(Title(pilot.app))
    pilot.press("continue")
    assert pilot.journal == match.journal


def test_autosave_after_every_activation(headless: Path) -> None:
    pilot = Pilot()
    pilot.setup(("human", "random"), "4")
    pilot.deploy_all()
    for _ in range(60):
        if any(event["type"] == "deactivated" for event in pilot.match.events.written()):
            break
        pilot.answer_one()
    folder = headless / "saves" / "game 1"
    assert {path.name for path in folder.glob("*.json")} >= {"latest.json", "turn 1.json"}
    assert saves.slots()[0].seats == ("human", "random")


def test_damaged_saves_are_said_and_left_alone(headless: Path) -> None:
    folder = headless / "saves"
    folder.mkdir(parents=True)
    good = fighting()
    named(good, "good")
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
        assert isinstance(page, LoadGame)
        row = [slot.name for slot in page.slots].index(name)
        pilot.click(pilot.widget("slots").row_rect(row).center)  # type: ignore[attr-defined]
        pilot.press("open")
        assert pilot.page == "load" and f"{name}.json" in pilot.app.toast[0] and pilot.app.toast[1]
        assert (folder / f"{name}.json").read_text() == text
        (folder / f"{name}.json").unlink()


def test_a_save_that_diverged_is_offered_as_far_as_it_holds(headless: Path) -> None:
    match = fighting()
    named(match, "old")
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


def test_deleting_asks_first() -> None:
    pilot = Pilot()
    named(fighting(), "mine")
    pilot.app.show(LoadGame(pilot.app, replay=False))
    pilot.press("delete")
    pilot.key(pygame.K_ESCAPE)
    assert len(saves.slots()) == 1
    pilot.press("delete")
    pilot.press("yes")
    assert saves.slots() == []


def test_replay_steps_both_ways_by_buttons_and_slider() -> None:
    pilot = Pilot()
    match = played(10_000)
    assert match.over
    named(match, "done")
    pilot.app.show(Title(pilot.app))
    pilot.press("replay")
    pilot.press("open")
    replay = pilot.screen
    assert isinstance(replay, Replay) and replay.recording.at == 0
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
    run = replay.bar.group["at"].track_rect  # type: ignore[attr-defined]
    pilot.click((run.centerx, run.centery))
    assert abs(replay.recording.at - len(match.journal) / 2) < 8
    pilot.press("turn")
    turn = replay.recording.match.state.turn
    assert replay.recording.whole.fork_at(replay.recording.at - 1).state.turn == turn - 1
    pilot.draw()


def test_replay_plays_pauses_and_plays_on_from_here() -> None:
    pilot = Pilot()
    match = played(90)
    battle_at(pilot, match)
    pilot.key(pygame.K_F10)
    pilot.press("replay")
    replay = pilot.screen
    assert isinstance(replay, Replay)
    pilot.key(pygame.K_SPACE)
    pilot.wait(200)
    assert replay.playing and replay.recording.at > 2
    pilot.key(pygame.K_SPACE)
    at, whole = replay.recording.at, len(match.journal)
    pilot.wait(60)
    assert replay.recording.at == at and len(match.journal) == whole
    pilot.press("on")
    assert pilot.page == "battle" and pilot.journal == match.journal[:at]


def test_a_finished_battle_shows_its_result() -> None:
    pilot = Pilot()
    match = played(10_000)
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
