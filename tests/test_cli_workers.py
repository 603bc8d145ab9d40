"""Tests of `simulate --workers`: workers end with their parent, and a killed worker or Ctrl+C loses no game."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.commands import ROOT, run_python

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
COMMAND = [sys.executable, "main.py", "simulate", "introductory", "--players", "random,random", "--seed", "1", "--json"]


def _heeding() -> None:
    """Handle Ctrl+C, which a process started in the background of a shell ignores."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def started(games: int) -> subprocess.Popen[str]:
    """Start two workers and wait for the first record."""
    running = subprocess.Popen(
        [*COMMAND, "--games", str(games), "--workers", "2"], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=_heeding,
    )  # fmt: skip
    assert running.stdout is not None
    while '"digest"' not in running.stdout.readline(400):
        assert running.poll() is None
    return running


def workers(session: int) -> list[int]:
    """Return loky's worker processes of a session."""
    processes = []
    for path in Path("/proc").iterdir():
        try:
            same = path.name.isdigit() and os.getsid(int(path.name)) == session
            if same and b"popen_loky" in (path / "cmdline").read_bytes():
                processes.append(int(path.name))
        except OSError:
            continue
    return processes


def workers_end(session: int) -> bool:
    """Return whether all workers end within a few seconds."""
    for _ in range(200):
        if not workers(session):
            return True
        time.sleep(0.05)
    return False


def test_workers_end_with_a_parent_that_is_killed() -> None:
    running = started(500)
    assert workers(running.pid)
    running.kill()
    running.communicate()
    assert workers_end(running.pid)


def test_an_interruption_is_one_line_that_counts_the_games() -> None:
    running = started(500)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert running.returncode == 130 and err.count("\n") == 1 and out.endswith(' of 500 finished"}\n')
    assert err.startswith("stopped: ") and " of 500 finished" in err and workers_end(running.pid)


def test_with_one_worker_too() -> None:
    command = [*COMMAND, "--games", "500"]
    running = subprocess.Popen(
        command, cwd=ROOT, bufsize=0, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=_heeding
    )
    assert running.stdout is not None
    begun = running.stdout.read(60)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    data = json.loads(begun + out)
    assert (running.returncode, err.decode()) == (130, f"stopped: {data['stopped']}\n")
    assert data["stopped"].startswith(str(len(data["games"]))) and data["stopped"].endswith(" of 500 finished")


def test_the_games_of_a_killed_worker_are_played_again() -> None:
    running = started(5)
    os.kill(workers(running.pid)[0], signal.SIGKILL)
    out, err = running.communicate(timeout=120)
    assert (running.returncode, err) == (0, "")
    digests = [part.split('"')[0] for part in out.split('"digest": "')[1:]]
    wanted = [game["digest"] for game in json.loads(run_python(*COMMAND[1:], "--games", "5").stdout)["games"]]
    assert digests == wanted[-len(digests) :] and len(digests) >= 3
