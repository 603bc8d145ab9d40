"""A background rehearsal delivers answers, can be canceled, and reports faults in one line."""

from __future__ import annotations

import sys
from time import sleep

import pytest

from jovian.ui.session import rehearsals
from jovian.ui.session.rehearsals import RehearsalProcess, RehearsalStatus, position_of
from tests.rehearsal.test_rehearsing import start_game

QUICK = ("--players", "random,random", "--seed", "1")
LOOKS, PAUSE = 30000, 0.01


def until_over(run: RehearsalProcess) -> None:
    """Poll until it is over, as the window does."""
    for _ in range(LOOKS):
        if not run.running:
            return
        sleep(PAUSE)
    raise AssertionError("it never ended")


def until_heard(run: RehearsalProcess) -> None:
    for _ in range(LOOKS):
        if run.poll() is not None or not run.running:
            return
        sleep(PAUSE)
    raise AssertionError("it never told anything")


def test_answers_come_until_the_whole_one() -> None:
    run = RehearsalProcess(position_of(start_game(120)), (*QUICK, "--games", "3"))
    assert run.running and run.poll() is None
    until_over(run)
    answer = run.poll()
    assert (run.course, run.notice) == (RehearsalStatus.DONE, "")
    assert answer is not None and answer["complete"] and answer["forecast"]["games"] == 3
    assert answer["position"]["answers"] == 120


def test_it_is_called_off_and_keeps_what_it_told() -> None:
    run = RehearsalProcess(position_of(start_game(120)), (*QUICK, "--games", "1000000"))
    until_heard(run)
    run.cancel()
    told, answer = run.receive, run.poll()
    assert (run.course, run.notice) == (RehearsalStatus.CANCELED, "")
    assert answer is not None and not answer["complete"]
    process = run._process
    assert process is not None and process.wait() != 0
    run.cancel()
    assert run.receive >= told and run.course is RehearsalStatus.CANCELED


def test_it_may_be_called_off_at_once() -> None:
    run = RehearsalProcess(position_of(start_game(120)), (*QUICK, "--games", "1000000"))
    run.cancel()
    assert run.course is RehearsalStatus.CANCELED and run.poll() is None


@pytest.mark.parametrize(
    ("position", "arguments", "message"),
    [
        ("{}", (), "standard input: not a save of this game"),
        ("x" * 200_000, (), "standard input:1: not JSON"),
        (position_of(start_game(0)), ("--players", "nobody,random"), "there is no player 'nobody'"),
    ],
    ids=["no save", "no JSON", "no player"],
)
def test_a_fault_is_one_line(position: str, arguments: tuple[str, ...], message: str) -> None:
    run = RehearsalProcess(position, arguments)
    until_over(run)
    assert run.course is RehearsalStatus.FAILED
    assert message in run.notice and "\n" not in run.notice


def test_a_process_that_is_killed_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    run = RehearsalProcess(position_of(start_game(120)), (*QUICK, "--games", "1000000"))
    until_heard(run)
    assert run._process is not None
    run._process.kill()
    until_over(run)
    assert run.course is RehearsalStatus.FAILED and "status" in run.notice


def test_without_a_process_it_fails_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    run = RehearsalProcess(position_of(start_game(0)))
    until_over(run)
    assert run.course is RehearsalStatus.FAILED and run.notice.startswith("No process can be started")


def test_the_window_keeps_a_core_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, spare in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(rehearsals, "cores", lambda cores=cores: cores)
        assert rehearsals.spare_cores() == spare
