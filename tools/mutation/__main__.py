"""Break the rules once per trial and report the breaks that no test notices.

Usage: `python -m tools.mutation [breaks] [seed]`. The tests that run the broken line try it first, quickest first, then
the recorded games. A person must judge whether an unnoticed break changes behavior at all.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import Random

from tools.mutation.breaks import Break, breaks
from tools.mutation.reach import RECORDED, ROOT, RULES, Reach, reach
from tools.mutation.trying import NOTICED, Job

QUICK = 60
"""The number of tests tried first. Then come the recorded games, then the other tests that run the line."""
WORKERS = 2


def main(wanted: int, seed: int) -> None:
    """Draw a sample of breaks, try each, and print a report."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        known = reach(work)
        sample = Random(seed).sample([each for path in sorted(RULES.rglob("*.py")) for each in breaks(path)], wanted)
        jobs = [Job(number, one, _tests(one, known)) for number, one in enumerate(sample)]
        found, progress = [""] * wanted, count(1)

        def work_off(worker: int) -> None:
            for number, end in _tried(jobs[worker::WORKERS], work / f"jobs-{worker}"):
                found[number] = end
                print(f"{next(progress)}/{wanted} {end} {_told(sample[number])}", flush=True)

        with ThreadPoolExecutor(WORKERS) as pool:
            list(pool.map(work_off, range(WORKERS)))
    _report(sample, found)


def _tests(one: Break, known: Reach) -> list[str]:
    """Return the tests that try a break, in their order."""
    tests = known.get(str(one.path.relative_to(ROOT)), {}).get(0 if one.at_import else one.line, [])
    played = [each for each in tests if each.startswith(RECORDED)]
    others = [each for each in tests if not each.startswith(RECORDED)]
    return [*others[:QUICK], *played, *others[QUICK:]]


def _tried(jobs: Sequence[Job], file: Path) -> Iterable[tuple[int, str]]:
    """Yield the number and the outcome of each job, run in a process of its own."""
    file.write_bytes(pickle.dumps(jobs))
    command = [sys.executable, "-m", "tools.mutation.trying", str(file)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as trying:
        assert trying.stdout is not None
        for line in trying.stdout:
            number, _, end = line.strip().partition(" ")
            yield int(number), end


def _told(one: Break) -> str:
    return f"{one.path.relative_to(ROOT)}:{one.line}  {one.what}"


def _report(sample: Sequence[Break], found: Sequence[str]) -> None:
    others = [(one, end) for one, end in zip(sample, found, strict=True) if end != NOTICED]
    print(f"\n{len(sample) - len(others)} of {len(sample)} noticed; the others:")
    for one, end in others:
        print(f"- {end} {_told(one)}")


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    main(*(given + [60, 1][len(given) :]))
