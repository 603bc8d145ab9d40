"""Work in a process: it hands over values, is canceled, fails in one line, and never outlives the program."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import psutil
import pytest

from jovian.background import SPAWN, Background, Status
from jovian.cards.files import CardError, Shelf, shelves, use_shelves
from jovian.rehearsal.workers import local
from tests.bounds import until

LONG = 120.0
"""Seconds that a process on a busy machine may take. No successful test waits that long."""


def count(numbers: int) -> Iterator[int]:
    yield from range(numbers)


def endless() -> Iterator[int]:
    """Yield the process ids of this process and of a worker, and work on."""
    with local(2) as workers:
        yield from (os.getpid(), next(iter(workers.shared(own_id, [0]))))
        while True:
            sleep(1)


def own_id(_: object) -> int:
    return os.getpid()


def describe_process() -> Iterator[tuple[int, tuple[Shelf, ...]]]:
    yield os.nice(0) if hasattr(os, "nice") else 0, shelves()


def fail(kind: str) -> Iterator[int]:
    yield 1
    if kind == "own":
        raise CardError("game.json", 3, "is\nwrong")
    raise FileNotFoundError(2, "No such file", "a.json") if kind == "file" else ValueError("two\nlines")


def vanish() -> Iterator[int]:
    yield 1
    os._exit(3)


def finished(work: Background[int]) -> Background[int]:
    work.wait(LONG)
    assert not work.running
    return work


def started() -> tuple[Background[list[int]], list[psutil.Process]]:
    """Return endless work with its process and its worker."""
    work = Background(listed, add=list.__add__)
    for _ in until(lambda: len(work.value or ()) == 2):
        sleep(0.01)
    return work, [psutil.Process(process) for process in work.value or ()]


def listed() -> Iterator[list[int]]:
    return ([number] for number in endless())


def test_the_latest_value_stays() -> None:
    work = Background(count, 4)
    assert work.value is None and work.news == 0
    assert (finished(work).status, work.notice, work.value, work.news) == (Status.DONE, "", 3, 5)
    work.cancel()
    assert work.status is Status.DONE and work.news == 5


def test_values_are_added_up() -> None:
    assert finished(Background(count, 4, add=int.__add__)).value == 6


def test_it_has_low_priority_and_reads_the_same_cards(tmp_path: Path) -> None:
    with use_shelves(shelves()[0], Shelf.at(tmp_path)):
        work = Background(describe_process)
        work.wait(LONG)
        assert work.value is not None and work.value[1] == shelves()
    assert work.value[0] > 0 or not hasattr(os, "nice")


def test_canceled_work_ends_with_its_workers_and_keeps_its_values() -> None:
    work, processes = started()
    assert processes[0].pid == work.pid
    work.cancel()
    assert work.status is Status.CANCELED and len(work.value or ()) == 2
    assert psutil.wait_procs(processes, LONG)[1] == []


def test_it_may_be_canceled_at_once() -> None:
    work = Background(endless)
    work.cancel()
    assert work.status is Status.CANCELED and work.value is None


@pytest.mark.parametrize(
    ("kind", "notice"),
    [
        ("own", "game.json:3: is wrong"), ("file", "a.json: No such file"),
        ("other", "internal error: ValueError: two lines"),
    ],
)  # fmt: skip
def test_an_error_is_one_line(kind: str, notice: str) -> None:
    work = finished(Background(fail, kind))
    assert (work.status, work.notice, work.value) == (Status.FAILED, notice, 1)


def test_a_process_that_ends_too_early_has_failed() -> None:
    work = finished(Background(vanish))
    assert work.status is Status.FAILED and work.notice.startswith("Its process ended")


def test_without_a_process_it_fails_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(SPAWN.Process, "start", refuse)
    work = finished(Background(count, 1))
    assert work.status is Status.FAILED and work.notice.startswith("No process can be started for it: ")


PARENT = """
from tests.test_background import started

if __name__ == "__main__":
    work, processes = started()
    print(*(process.pid for process in processes), flush=True)
    input()
"""


@pytest.mark.parametrize("is_killed", [False, True])
def test_it_ends_with_the_program(tmp_path: Path, is_killed: bool) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    ) as parent:  # fmt: skip
        assert parent.stdin is not None and parent.stdout is not None
        processes = [psutil.Process(int(number)) for number in parent.stdout.readline().split()]
        assert len(processes) == 2
        if is_killed:
            parent.kill()
        else:
            parent.stdin.close()
        assert psutil.wait_procs(processes, LONG)[1] == []
