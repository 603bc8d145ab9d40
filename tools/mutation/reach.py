"""The tests that run each line of the rules, found by a run of the suite under coverage.

Only tests of the rules run here. The window, the table, the dice, the cards, and the command line have tests of their
own, and long fuzz tests notice only crashes, slowly. The result is cached in the system's folder for temporary files,
under a digest of the sources.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
RULES = ROOT / "jovian" / "rules"
Reach = Mapping[str, Mapping[int, list[str]]]
"""The tests of each line of each file (from the root), quickest first. Line 0 is the whole file."""
ASKED = ("tests/rules", "tests/playthroughs", "tests/test_playable.py", "tests/match")
LEFT_OUT = tuple(
    f"tests/match/test_{name}.py"
    for name in ("contract", "everything_happens", "hostile_answers", "save", "seal", "secrecy", "undo", "writing")
)
"""Tests of files and of secrecy, and long fuzz."""
OPTIONS = (
    "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "tools.mutation.contexts", "--durations=0", "-vv",
)  # fmt: skip
LONG = 1.5
"""Seconds above which a test is left out: it plays whole games, and quicker tests do that too."""
RECORDED = "tests/playthroughs/test_recorded.py"
"""Games that try every break, however long they take: they look at every choice offered on the way."""


def reach(work: Path) -> Reach:
    """Return the tests that run each line, from the cache or from a new run in the folder `work`."""
    kept = Path(tempfile.gettempdir()) / f"jovian-wars-reach-{_digest()}.json"
    if not kept.exists():
        found = _found(work)
        written = work / "kept.json"
        written.write_text(json.dumps(found), encoding="utf-8")
        written.replace(kept)
    read = json.loads(kept.read_text(encoding="utf-8"))
    return {name: {int(line): tests for line, tests in lines.items()} for name, lines in read.items()}


def _digest() -> str:
    sources = sorted(each for folder in ("jovian", "tests") for each in (ROOT / folder).rglob("*.py"))
    return hashlib.sha256(b"".join(each.read_bytes() for each in sources)).hexdigest()[:16]


def _found(work: Path) -> Reach:
    """Run the suite under coverage in 2 processes, and return the tests that ran each line."""
    config = work / "coveragerc"
    config.write_text(f"[run]\nsource = {RULES}\nparallel = true\ndata_file = {work / 'data'}\n", encoding="utf-8")
    covered = [sys.executable, "-m", "coverage"]
    ignored = [f"--ignore={each}" for each in LEFT_OUT]
    command = [*covered, "run", f"--rcfile={config}", "-m", "pytest", *OPTIONS, *ignored]
    halves = [
        subprocess.Popen([*command, *half], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for half in (ASKED[:1], ASKED[1:])
    ]
    with ThreadPoolExecutor(2) as pool:
        told = list(pool.map(lambda half: half.communicate()[0], halves))
    if any(half.returncode for half in halves):
        raise SystemExit("the suite fails before anything is broken:\n" + "\n".join(each[-2000:] for each in told))
    report = work / "reach.json"
    subprocess.run([*covered, "combine", f"--rcfile={config}", "-q"], cwd=ROOT, check=True)
    shown = [*covered, "json", f"--rcfile={config}", "--show-contexts", "-q", "-o", str(report)]
    subprocess.run(shown, cwd=ROOT, check=True)
    return _ordered(json.loads(report.read_text(encoding="utf-8")), _seconds("\n".join(told)))


def _seconds(told: str) -> dict[str, float]:
    """Return the seconds that each test took in all its phases."""
    spent: dict[str, float] = defaultdict(float)
    for seconds, name in re.findall(r"^(\d+\.\d+)s (?:call|setup|teardown) +(\S.*)$", told, re.MULTILINE):
        spent[name] += float(seconds)
    return spent


def _ordered(report: dict[str, Any], seconds: Mapping[str, float]) -> Reach:
    found: dict[str, dict[int, list[str]]] = {}
    for name, data in report["files"].items():
        lines = {int(line): _quick(tests, seconds) for line, tests in data["contexts"].items()}
        lines[0] = set().union(*lines.values())
        found[name] = {
            line: sorted(tests, key=lambda test: (seconds.get(test, 0.0), test)) for line, tests in lines.items()
        }
    return found


def _quick(tests: Iterable[str], seconds: Mapping[str, float]) -> set[str]:
    return {test for test in tests if test and (seconds.get(test, 0.0) < LONG or test.startswith(RECORDED))}
