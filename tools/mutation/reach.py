"""Which tests run which line of the rules, read from a run of the suite under coverage.

Only what speaks about the rules is run: the window, the table, the dice, the cards and the command line have their own
tests, and those of the long fuzz would notice little but a crash, slowly. What was read is kept in the system's folder
for temporary files, under a digest of the sources, so that the same sources are read only once.
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
"""File by file (from the root), line by line: the tests, the quickest first; under 0 all of the file."""
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
"""Seconds above which a test is not asked: it plays whole games, as quicker ones do too."""
RECORDED = "tests/playthroughs/test_recorded.py"
"""Games that are asked whatever they take: they look at all that is offered on the way."""


def reach(work: Path) -> Reach:
    """What each test runs; kept from an earlier call over the same sources, or found in a folder to work in."""
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
    """Run the suite under coverage, a half on each of two cores, and read what each test ran."""
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
    """How long each test took, added up over its phases."""
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
