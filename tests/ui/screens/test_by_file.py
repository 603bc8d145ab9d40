"""Tests of a game that two windows pass to each other by file: its course, secrets, undo, and files that don't fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pygame
import pytest

from jovian.cards import parse_scenario
from jovian.game import view
from jovian.match import Match
from jovian.match.saves import load, replay_entry, save
from jovian.session.by_file import BRANCH, OLDER, PASSED_ON
from jovian.session.session import Session
from jovian.session.views import HUMAN
from jovian.ui.kit.forms import clipboard_text
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.navigation import ToBattle, open_received
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.screens.result import ResultScreen
from jovian.user_files import passed_games
from jovian.user_files.saves import FRIEND, slot_at
from tests.bounds import until
from tests.games import setup
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot

PATROLS = {
    "name": "Two patrols", "summary": "Two ships and two squadrons meet.", "briefing": "Fight.",
    "table": {"width": 36, "height": 36}, "initiative": 0, "turns": 1,
    "objectives": [{"kind": "most_victory_points", "points": 10}],
    "models": [
        {"id": "valiant", "card": "jovian/valiant", "side": 0, "x": 15, "y": 8, "heading": 0},
        {"id": "pathfinder", "card": "jovian/pathfinder", "side": 0, "x": 11, "y": 14, "heading": 0},
        {"id": "uller", "card": "cega/uller", "side": 1, "x": 21, "y": 28, "heading": 180},
        {"id": "wyvern", "card": "cega/wyvern", "side": 1, "x": 11, "y": 17, "heading": 180},
    ],
}  # fmt: skip
"""A short game in which a squadron is in reach of another one, so that a hidden choice must be passed."""


class Computer:
    """A player's computer: a window, and a folder of its own."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] = (1280, 720)) -> None:
        self.home, self._monkeypatch = home, monkeypatch
        self.sit_down()
        self.pilot = Pilot(size)

    def sit_down(self) -> Pilot:
        """Use this computer from now on."""
        self._monkeypatch.setenv("JOVIAN_WARS_HOME", str(self.home))
        return getattr(self, "pilot", None)  # type: ignore[return-value]

    def begin(self, match: Match) -> None:
        self.sit_down().app.go(ToBattle(Session(match)))
        self.pilot.wait(3)

    def open(self, file: Path) -> None:
        """Open a file that came from the friend."""
        open_received(self.sit_down().app, file)
        for _ in range(3):
            self.pilot.finish_jobs()
            self.pilot.wait(2)

    def look(self) -> None:
        """Lift the curtain, and skip what is replayed."""
        if self.pilot.covered is not None:
            self.pilot.key(pygame.K_RETURN)
            self.pilot.wait(2)
        if isinstance(self.pilot.screen, ReplayScreen):
            self.pilot.press("leave")
        self.pilot.wait(2)

    def answer(self, rng: Random, most: int = 1_000) -> None:
        """Answer until the friend must."""
        for _ in range(most):
            decision = self.pilot.match.decision
            if decision is None or self.pilot.battle.session.awaits_friend:
                break
            self.pilot.take(decision.default() if decision.kind == "deploy" else decision.sample(rng))
            self.pilot.wait()

    def pass_on(self) -> Path:
        """Press the main button, and return the file for the friend."""
        press = self.pilot.battle.bar.presses[0]
        assert press.name == "pass" and press.refusal is None
        return self.write(lambda: self.pilot.press("pass"))

    def write(self, press: object) -> Path:
        assert callable(press)
        before = set(self.home.glob("passed/*"))
        press()
        (file,) = set(self.home.glob("passed/*")) - before
        assert self.pilot.app.modal is not None and str(file) in self.pilot.app.modal.text
        self.pilot.press("no")
        self.pilot.wait(2)
        if self.pilot.page == "battle":
            self.pilot.draw()
            assert not self.pilot.battle.context.content.title.endswith(" thinks"), "a friend is no computer player"
        return file


@pytest.fixture
def computers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Computer, Computer]]:
    yield Computer(tmp_path / "one", monkeypatch), Computer(tmp_path / "two", monkeypatch)


def begin(computers: tuple[Computer, Computer]) -> Path:
    """Begin a game at the first computer, answer once, and return the file that it passes from the curtain."""
    first = computers[0]
    match = Match(setup(9), keep_all=True)
    first.begin(match)
    first.pilot.uncover()
    assert match.decision is not None
    first.pilot.take(match.decision.default())
    first.pilot.wait(2)
    first.pilot.draw()
    assert first.pilot.covered is not None  # The side to choose is the friend's, whose secrets this player never sees.
    first.pilot.click(first.pilot.battle.passing["pass"].rect.center)
    assert first.pilot.app.modal is not None and "trust" in first.pilot.app.modal.text
    return first.write(lambda: first.pilot.press("yes"))


def test_two_windows_pass_a_game_to_its_end(computers: tuple[Computer, Computer]) -> None:
    first, rng, passes, sealed = computers[0], Random(4), 1, 0
    base = setup(1)
    patrols = parse_scenario(PATROLS, "patrols", base.cards)
    match = Match(replace(base, scenario=patrols, fleets=()), keep_all=True)
    first.begin(match)
    while match.decision is not None and match.decision.side == 0:
        first.pilot.take(match.decision.sample(rng))
    first.pilot.battle.command("menu")
    first.pilot.press("pass")
    file = first.write(lambda: first.pilot.press("yes"))
    while not isinstance(computers[passes % 2].pilot.screen, ResultScreen):
        receiver = computers[passes % 2]
        receiver.open(file)
        receiver.look()
        if isinstance(receiver.pilot.screen, ResultScreen):
            break
        session = receiver.pilot.battle.session
        assert session.seats == ((HUMAN, FRIEND), (FRIEND, HUMAN))[passes % 2]
        receiver.answer(rng)
        match = session.match
        session.keeper.note["plans"] = "a secret of the sender"
        file = receiver.pass_on()
        assert load(file).journal == match.journal and b"a secret" not in file.read_bytes()
        own = receiver.home / "saves" / "game 1" / "latest.json"
        sealed += match.decision.sealed if match.decision is not None else 0
        assert load(own).journal == match.journal and slot_at(own).seats == session.seats
        passes += 1
    assert passes > 5 and match.over and sealed
    sessions = [one.pilot.screen.session for one in computers if isinstance(one.pilot.screen, ResultScreen)]
    local = Match(match.setup)
    assert all(replay_entry(local, entry) for entry in match.journal) and len(sessions) == 2
    assert {session.match.state.digest() for session in sessions} == {local.state.digest()}
    assert [[path.name for path in one.home.glob("saves/*/")] for one in computers] == [["game 1"]] * 2


def test_the_receiver_sees_the_curtain_then_the_news_of_its_side_then_its_question(
    computers: tuple[Computer, Computer],
) -> None:
    first, second = computers
    file = begin(computers)
    assert file.name == "Introductory Scenario, turn 1, for Orbital Patrol.json"
    second.open(file)
    assert second.pilot.covered == 1
    second.pilot.key(pygame.K_RETURN)
    second.pilot.wait(2)
    replay = second.pilot.screen
    assert isinstance(replay, ReplayScreen) and replay.recording.viewer == 1
    assert replay.shown.digest() == view(replay.recording.match.state, 1).digest()
    for _ in until(lambda: second.pilot.screen is not replay):  # It ends by itself.
        second.pilot.wait(5)
    assert second.pilot.asked is not None and second.pilot.asked.side == 1 == second.pilot.viewer
    first.sit_down()
    assert first.pilot.asked is None and first.pilot.viewer == 0
    assert "Passed" in first.pilot.battle.session.notice
    first.pilot.wait(30)
    assert not first.pilot.battle.busy  # The window waits for the player, and redraws nothing.
    first.pilot.battle.command("menu")
    first.pilot.wait(2)
    refused = {"players", "edit"}
    assert all(not first.pilot.widget(name).enabled for name in refused) and first.pilot.widget("pass").enabled


def test_what_was_passed_is_not_undone(computers: tuple[Computer, Computer]) -> None:
    first, second = computers
    file = begin(computers)
    assert first.pilot.battle.session.can_undo() is PASSED_ON
    second.open(file)
    second.look()
    assert second.pilot.battle.session.can_undo() is PASSED_ON
    second.answer(Random(1), 1)
    assert second.pilot.battle.session.undo() is None and len(second.pilot.journal) == 1
    assert second.pilot.battle.session.can_undo() is PASSED_ON


def test_an_older_file_another_branch_and_the_file_of_the_friend_are_refused(
    computers: tuple[Computer, Computer], tmp_path: Path
) -> None:
    first, second = computers
    rng, old = Random(2), begin(computers)
    second.open(old)
    second.look()
    second.answer(rng)
    answered = second.pilot.match.fork()
    second.open(old)  # The player has answered since.
    modal = second.pilot.app.modal
    assert modal is not None and modal.text == OLDER
    second.pilot.press("watch")
    second.pilot.wait(2)
    replay = second.pilot.screen
    assert isinstance(replay, ReplayScreen) and replay.recording.viewer == 1
    branch = tmp_path / "branch.json"
    other = answered.fork_at(1)
    while other.decision is not None and len(other.journal) <= len(answered.journal):
        other.answer(other.decision.sample(rng))
    save(other, branch, {"seats": [FRIEND, HUMAN], "passed": len(other.journal)})
    second.open(branch)
    modal = second.pilot.app.modal
    assert modal is not None and modal.text == BRANCH and misfits(second.pilot) == []
    second.pilot.press("yes")
    assert second.pilot.battle.session.seats == (FRIEND, HUMAN)
    assert second.pilot.battle.session.keeper.name == "game 2"  # The other branch stays as it was.
    second.open(old)
    second.pilot.press("both")
    second.pilot.finish_jobs()
    second.pilot.wait(2)
    assert second.pilot.battle.session.seats == (HUMAN, HUMAN)
    first.open(old)
    modal = first.pilot.app.modal
    assert modal is not None and "this file is for Orbital Patrol" in modal.text
    first.pilot.press("no")
    assert isinstance(first.pilot.screen, BattleScreen) and first.pilot.viewer == 0


def test_a_closed_window_continues_in_the_middle_of_a_turn(computers: tuple[Computer, Computer]) -> None:
    _, second = computers
    second.open(begin(computers))
    second.look()
    second.answer(Random(1), 1)
    count = len(second.pilot.journal)
    session = second.pilot.battle.session
    session.keeper.settle(None)
    own = second.home / "saves" / session.keeper.name / "latest.json"
    second.pilot = Pilot()
    second.open(own)
    assert second.pilot.app.modal is None and second.pilot.covered is None
    assert len(second.pilot.journal) == count and second.pilot.battle.session.seats == (FRIEND, HUMAN)
    assert second.pilot.battle.session.keeper.name == session.keeper.name


@pytest.mark.parametrize("content", ["{", "[]", '{"format": 2}', '{"format": 1, "games": {"a": {"side": 3}}}'])
def test_an_unreadable_note_is_one_line_and_no_harm(computers: tuple[Computer, Computer], content: str) -> None:
    _, second = computers
    file = begin(computers)
    second.sit_down()
    second.home.mkdir(exist_ok=True)
    (second.home / passed_games.FILE).write_text(content)
    second.open(file)
    assert "can't be read" in second.pilot.app.toast[0] and "\n" not in second.pilot.app.toast[0]
    assert second.pilot.covered == 1 and passed_games.load_passed()[1] == ""
    assert (second.home / "passed.bad.json").read_text() == content


def test_a_game_that_cannot_be_passed_says_why(computers: tuple[Computer, Computer]) -> None:
    first, _ = computers
    first.sit_down()
    games = {
        ("human", "ensign"): "Change the players first", ("human", "remote"): "over the network",
    }  # fmt: skip
    for seats, reason in games.items():
        refusal = Session(Match(setup(1)), seats).refuse_pass()
        assert refusal is not None and reason in refusal.reason
    refusal = Session(Match(setup(1, rehearsal="on"))).refuse_pass()
    assert refusal is not None and "unlimited undo" in refusal.reason


def test_the_path_of_a_passed_file_is_copied(computers: tuple[Computer, Computer]) -> None:
    first, _ = computers
    file = begin(computers)
    first.pilot.press("pass")
    first.pilot.press("copy")
    assert clipboard_text() == str(file.with_name(f"{file.stem} (2).json"))


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_everything_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    pair = Computer(tmp_path / "one", monkeypatch, size), Computer(tmp_path / "two", monkeypatch, size)
    file = begin(pair)
    assert misfits(pair[0].pilot) == []
    pair[1].open(file)
    pair[1].pilot.key(pygame.K_RETURN)
    assert misfits(pair[1].pilot) == []
