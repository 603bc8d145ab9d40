"""A real Dask cluster on this machine, whose workers receive the game's code."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest

from jovian.rehearsal.comparison import rehearse
from jovian.rehearsal.game import RehearsalSpec, Start
from jovian.rehearsal.outcome import Outcome
from jovian.rehearsal.workers import Here, Workers, WorkersLost
from tests.commands import run
from tests.rehearsal.test_rehearsing import RANDOM, start_game

if TYPE_CHECKING:
    from jovian.rehearsal.cluster import Cluster

pytestmark = pytest.mark.usefixtures("short_games")

GAMES = 6
WORKERS = 2
PATIENCE = 60
"""Seconds that a process may take to start."""


class Machines:
    """A scheduler and its workers, in processes with empty folders."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._all: list[subprocess.Popen[bytes]] = []
        scheduler = self._run("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.scheduler = self._all[0]
        self.address = self._said(scheduler, r"Scheduler at:\s+(tcp://\S+)")
        self.workers = [self.worker() for _ in range(WORKERS)]

    def worker(self, path: str = "") -> subprocess.Popen[bytes]:
        """Start a worker and wait until it is connected. Modules in `path` come before installed ones."""
        log = self._run("dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", path=path)
        self._said(log, r"Starting established connection")
        return self._all[-1]

    def end_workers(self) -> None:
        """Kill all workers."""
        for process in self._all[1:]:
            process.kill()
            process.wait()

    def stop(self) -> None:
        """End all of them."""
        for process in self._all:
            process.kill()
            process.wait()

    def _run(self, program: str, *arguments: str, path: str = "") -> Path:
        """Start a process, and return its log file."""
        own = {**os.environ, "PYTHONPATH": path}
        log = self._folder / f"{len(self._all)}.log"
        with log.open("w") as told:
            made = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{program}", *arguments], cwd=self._folder, env=own, stderr=told
            )
        self._all.append(made)
        return log

    def _said(self, log: Path, pattern: str) -> str:
        """Wait for a process's output, and return it."""
        for _ in range(PATIENCE * 10):
            if match_found := re.search(pattern, log.read_text()):
                return match_found[match_found.lastindex or 0]
            sleep(0.1)
        raise AssertionError(f"{log} does not say {pattern}: {log.read_text()}")


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    made = Machines(tmp_path_factory.mktemp("machines"))
    yield made
    made.stop()


def connect(address: str, report: Callable[[str], None] = print) -> Cluster:
    """Connect to a scheduler. The import takes a second, which is spared to all who only collect tests."""
    from jovian.rehearsal.cluster import Cluster

    return Cluster(address, report)


def ask() -> RehearsalSpec:
    return RehearsalSpec(Start.of(start_game(120)), RANDOM, 11, games=GAMES)


@pytest.mark.long
def test_a_duel_of_longer_games_too(machines: Machines, capsys: pytest.CaptureFixture[str]) -> None:
    assert_same_duel(machines, capsys, "cadet")


def test_a_cluster_gives_the_answers_of_this_machine_whatever_happens_to_its_workers(
    machines: Machines, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One test, because tests in several processes would start more machines."""
    monkeypatch.setattr("jovian.rehearsal.workers.LOOK_SECONDS", 0.2)
    assert_same_duel(machines, capsys, "random")
    expected = list(rehearse(ask(), Here()))
    with connect(machines.address) as cluster:
        assert cluster.size == WORKERS
        assert _with_a_loss(cluster, machines) == expected
    assert_jobs_wait_for_a_worker(machines, expected)
    assert_a_missing_package_is_one_line(machines, capsys, tmp_path)
    assert_a_lost_scheduler_is_one_line(machines)


def assert_same_duel(machines: Machines, capsys: pytest.CaptureFixture[str], player: str) -> None:
    """Check that a duel on the cluster is the duel of this machine."""
    asked = ("duel", "random", player, "--fleets", "jovian-150,cega-150", "--seed", 3, "--pairs", 2, "--json")
    here, there = (run(capsys, *asked, *where) for where in (("--workers", 1), ("--cluster", machines.address)))
    assert here[0] == there[0] == 0
    assert timeless(json.loads(here[1])) == timeless(json.loads(there[1]))


def timeless(text: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON of a duel without milliseconds."""
    for part in (text, *text["scenarios"]):
        del part["paces"]
    return text


def _with_a_loss(cluster: Workers, machines: Machines) -> list[object]:
    """Return the games. A worker is killed after the first one."""
    answers: list[object] = []
    for outcome in rehearse(ask(), cluster):
        answers.append(outcome)
        if len(answers) == 1:
            machines.workers[0].send_signal(signal.SIGKILL)
    return answers


def assert_jobs_wait_for_a_worker(machines: Machines, expected: list[Outcome]) -> None:
    """Kill all workers, and start one as soon as the wait is reported."""
    lines: list[str] = []

    def report(line: str) -> None:
        lines.append(line)
        if len(lines) == 1:
            machines.worker()

    with connect(machines.address, report) as cluster:
        machines.end_workers()
        assert list(rehearse(ask(), cluster)) == expected
    assert lines[0] == "the cluster has no worker left: waiting for one"
    assert lines[1:] in ([], ["a worker of the cluster is back"])  # The next result can come before the next look.


def assert_a_missing_package_is_one_line(machines: Machines, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    from jovian.rehearsal.cluster import INSTALL

    (folder / "pymunk.py").write_text("raise ModuleNotFoundError('No module named pymunk', name='pymunk')\n")
    lacking = machines.worker(str(folder))
    line = rf"tcp://[\d.:]+ lacks the package pymunk\. On its machine, run {re.escape(INSTALL)} in the game's folder"
    status, output, text = run(capsys, "rehearse", "introductory", "--cluster", machines.address)
    assert (status, output) == (2, "") and re.fullmatch(f"--cluster: {line}\n", text)
    lacking.kill()
    lacking.wait()


def assert_a_lost_scheduler_is_one_line(machines: Machines) -> None:
    """Few of the games are sent in advance, so the others can't be finished."""
    with connect(machines.address) as cluster:
        games = rehearse(replace(ask(), games=100), cluster)
        next(games)
        machines.scheduler.kill()
        with pytest.raises(WorkersLost, match="the connection to the cluster is lost"):
            list(games)


def test_no_cluster_is_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from jovian.rehearsal.cluster import NoCluster

    monkeypatch.setattr("jovian.rehearsal.cluster.PATIENCE", 1)
    with pytest.raises(NoCluster, match="no cluster"):
        connect("tcp://127.0.0.1:9")
    status, output, line = run(capsys, "rehearse", "introductory", "--cluster", "tcp://127.0.0.1:9")
    assert (status, output) == (2, "")
    assert line.startswith("--cluster: tcp://127.0.0.1:9") and line.count("\n") == 1
