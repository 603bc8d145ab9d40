"""Tests of long commands without a terminal: they forecast their time, and a termination signal keeps the results."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pytest

from jovian.commands import progress
from jovian.commands.progress import describe_time, progress_bar, stopped_by_signals
from tests.commands import ROOT, run, run_python
from tests.rehearsal.positions import last_shot

LOOKS = 6000
"""Waits of 10 ms each until a test gives up."""
QUICK = ("--players", "random,random", "--seed", 1, "--workers", 1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that the test sets."""
    now = [0.0]
    monkeypatch.setattr("jovian.commands.progress.time.monotonic", lambda: now[0])
    monkeypatch.setattr(progress, "SECONDS", 10.0)
    return now


def test_the_first_games_forecast_the_time_and_a_line_follows_every_few_seconds(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    with progress_bar(100) as advance:
        for game in range(1, 101):
            clock[0] = 1.0 + 2.0 * game
            advance(f"{game} games")
    lines = capsys.readouterr().err.splitlines()
    assert lines[:3] == ["2 games, about 3 min left", "7 games, about 3 min left", "12 games, about 3 min left"]
    assert lines[-1] == "97 games, about 6 s left" and len(lines) == 20


def test_games_that_end_together_forecast_the_time_too(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar(30, workers=2) as advance:
        for game in range(1, 9):
            clock[0] = 40.0 * ((game + 1) // 2)
            advance(f"{game} games")
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["1 games", "3 games", "5 games, about 11 min left", "7 games, about 9 min left"]


def test_many_workers_get_lines_before_a_forecast(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar(100, workers=64) as advance:
        for game in range(1, 101):
            clock[0] = 1.0 * game
            advance(f"{game} games")
    assert capsys.readouterr().err.splitlines() == [f"{game} games" for game in range(10, 101, 10)]


def test_a_better_forecast_of_the_number_of_games_is_used(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    with progress_bar(None) as advance:
        for game in range(1, 9):
            clock[0] = 3.0 * game
            advance(f"{game} games", 8)
    assert capsys.readouterr().err.splitlines() == ["4 games, about 12 s left", "8 games, about 0 s left"]


@pytest.mark.parametrize(("total", "seconds"), ((3, 3.0), (None, 3.0)))
def test_a_short_command_prints_nothing(
    total: int | None, seconds: float, clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    with progress_bar(total) as advance:
        for game in range(1, 4):
            clock[0] = seconds * game
            advance("games")
    assert capsys.readouterr().err == ""


def test_times_in_words() -> None:
    assert [describe_time(seconds) for seconds in (0.4, 59, 60, 330)] == ["0 s", "59 s", "1 min", "6 min"]


def test_an_interruption_that_is_lost_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python drops an exception that is raised while C code calls back."""
    monkeypatch.setattr(progress, "AGAIN", 0.01)
    handler = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), stopped_by_signals():
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        for _ in range(LOOKS):
            time.sleep(0.01)
    assert signal.getsignal(signal.SIGTERM) == handler


def test_an_interruption_while_the_block_is_left_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that repeats it ends, and the signal means what it meant."""

    class Interrupted(threading.Event):
        signals: ClassVar = [signal.SIGTERM]

        def set(self) -> None:
            if self.signals:
                signal.raise_signal(self.signals.pop())
            super().set()

    handler, count = signal.getsignal(signal.SIGTERM), threading.active_count()
    monkeypatch.setattr(progress, "AGAIN", 0.01)
    with monkeypatch.context() as patch:
        patch.setattr(progress, "threading", SimpleNamespace(**{**vars(threading), "Event": Interrupted}))
        with stopped_by_signals():
            pass
    assert signal.getsignal(signal.SIGTERM) == handler
    for _ in range(LOOKS):
        if threading.active_count() <= count:
            break
        time.sleep(0.01)
    assert threading.active_count() <= count


def test_a_signal_ends_a_rehearsal_with_the_result_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from jovian.commands import rehearse

    told = rehearse.progress_text

    def tell(outcomes: rehearse.Outcomes, name: str) -> str:
        if len(outcomes) == 3:
            signal.raise_signal(signal.SIGTERM)
        return told(outcomes, name)

    monkeypatch.setattr(rehearse, "progress_text", tell)
    before = signal.getsignal(signal.SIGTERM)
    status, out, err = run(capsys, "rehearse", "introductory", "--turns", 1, "--games", 50, *QUICK)
    assert (status, err) == (130, "stopped: 3 games finished\n") and "3 games" in out
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_signal_ends_worker_processes_too(tmp_path: Path) -> None:
    """The result of games in two processes is printed after the signal."""
    from jovian.match.saves import save

    save(last_shot(), tmp_path / "game.json")
    command = (
        "rehearse",
        tmp_path / "game.json",
        "--players",
        "random,random",
        "--games",
        "100000",
        "--json",
        "--stream",
    )
    with subprocess.Popen(
        [sys.executable, "main.py", *map(str, command), "--workers", "2"], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        assert running.stdout.readline(20).startswith("{")
        running.send_signal(signal.SIGTERM)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 130 and err.startswith("stopped: ") and err.count("\n") == 1
    assert '"stopped": true' in out.splitlines()[-1]


FIRST_MOMENTS = """
import os, signal, sys

class Terminator:
    def find_spec(name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGTERM)

sys.meta_path.insert(0, Terminator)
sys.argv = ["jovian-wars", *{arguments!r}]
from jovian.cli import program
sys.exit(program())
"""
"""A start that receives a termination signal when it imports a module."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no termination signal")
@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("jovian.commands.problem", []),
        ("jovian.commands.window", []),
        ("pygame", []),
        ("jovian.commands.app", ["simulate", "introductory"]),
        ("jovian.commands.simulate", ["simulate", "introductory"]),
        ("pymunk", ["render", "introductory", "--svg", "never-written.svg"]),
    ],
)
def test_a_signal_in_the_first_moments_is_one_line(module: str, arguments: list[str]) -> None:
    code = FIRST_MOMENTS.format(module=module, arguments=arguments)
    done = run_python("-c", code, SDL_VIDEODRIVER="dummy")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "stopped\n")


def test_outside_a_command_the_signal_means_what_it_meant() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), stopped_by_signals():
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is before
