"""`python -m tests.mutation [breaks] [seed]`: break the rules so often, one break at a time; which does a test notice?

Each break is tried on a copy of the project by the tests that run its line, the quickest first; those that no test
noticed are listed, for a person to judge whether they change behavior at all.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from random import Random

from tests.mutation.breaks import Break, breaks, broken
from tests.mutation.reach import ASKED, ROOT, RULES, Reach, reach

PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]

QUICK = 60
"""Tests that are tried first; the rest of those that run the line follow if none of them noticed."""
WORKERS = 2
LONGEST = 180
"""Seconds of processor time after which a run of tests counts as having noticed: the game was stuck."""
MOST = 4 << 30
"""Bytes that a run may fill, for the same reason."""


def main(wanted: int, seed: int) -> None:
    """Sample, try, and report."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        known = reach(work)
        sample = Random(seed).sample([each for path in sorted(RULES.rglob("*.py")) for each in breaks(path)], wanted)
        desks: SimpleQueue[Path] = SimpleQueue()
        for number in range(WORKERS):
            desks.put(_desk(work / str(number)))
        progress = count(1)

        def tried(one: Break) -> bool:
            desk = desks.get()
            try:
                noticed = _noticed(one, known, desk)
            finally:
                desks.put(desk)
            print(f"{next(progress)}/{wanted} {'noticed ' if noticed else 'SURVIVED'} {_told(one)}", flush=True)
            return noticed

        with ThreadPoolExecutor(WORKERS) as pool:
            found = list(pool.map(tried, sample))
    _report(sample, found)


def _desk(place: Path) -> Path:
    """A copy of the project to break things in, compiled once."""
    left_out = shutil.ignore_patterns(".*cache", ".git", ".hypothesis", "__py*")
    desk = Path(shutil.copytree(ROOT, place, ignore=left_out))
    subprocess.run([*PYTEST, "--collect-only", *ASKED], cwd=desk, capture_output=True, check=False)
    return desk


def _noticed(one: Break, known: Reach, desk: Path) -> bool:
    name = one.path.relative_to(ROOT)
    tests = known.get(str(name), {}).get(0 if one.at_import else one.line, [])
    copied = desk / name
    copied.write_text(broken(one), encoding="utf-8")
    try:
        return _fails(tests[:QUICK], desk) or _fails(tests[QUICK:], desk)
    finally:
        shutil.copy2(one.path, copied)  # with its time, so that what was compiled of it holds again


def _fails(tests: Sequence[str], desk: Path) -> bool:
    if not tests:
        return False
    named = desk / "chosen.txt"
    named.write_text("\n".join(tests), encoding="utf-8")
    command = [*PYTEST, "-x", f"@{named}"]
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(command, cwd=desk, env=env, capture_output=True, preexec_fn=_bounded, check=False)
    return ran.returncode != 0


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
    resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))


def _told(one: Break) -> str:
    return f"{one.path.relative_to(ROOT)}:{one.line}  {one.what}"


def _report(sample: Sequence[Break], found: Sequence[bool]) -> None:
    survived = [one for one, noticed in zip(sample, found, strict=True) if not noticed]
    print(f"\n{len(sample) - len(survived)} of {len(sample)} noticed; the others:")
    for one in survived:
        print(f"- {_told(one)}")


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    main(*(given + [60, 1][len(given) :]))
