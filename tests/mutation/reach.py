"""Which tests run which line of the rules, read once from a run of the whole suite under coverage."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
RULES = ROOT / "jovian" / "rules"
Reach = Mapping[str, Mapping[int, list[str]]]
"""File by file (from the root), line by line: the tests, the quickest first; under 0 all of the file."""
LEFT_OUT = ("tests/test_layers.py", "tests/test_readme.py", "tests/benchmarks", "tests/test_cli_simulate.py")
"""Tests of the house, not of the rules, and those that start other processes."""


def reach(work: Path) -> Reach:
    """Run the suite under coverage in a folder of its own, and read what each test ran."""
    options = ["-p", "no:cacheprovider", "-p", "tests.mutation.contexts", "--durations=0", "-vv"]
    ignored = [f"--ignore={each}" for each in LEFT_OUT]
    config = work / "coveragerc"
    config.write_text(f"[run]\nsource = {RULES}\ndata_file = {work / 'data'}\n", encoding="utf-8")
    command = [sys.executable, "-m", "coverage", "run", f"--rcfile={config}", "-m", "pytest", *options, *ignored]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if told.returncode:
        raise SystemExit(f"the suite fails before anything is broken:\n{told.stdout[-2000:]}{told.stderr[-2000:]}")
    report = work / "reach.json"
    shown = [sys.executable, "-m", "coverage", "json", f"--rcfile={config}", "--show-contexts", "-q", "-o", str(report)]
    subprocess.run(shown, cwd=ROOT, check=True)
    return _ordered(json.loads(report.read_text(encoding="utf-8")), _seconds(told.stdout))


def _seconds(told: str) -> dict[str, float]:
    """How long each test took, added up over its phases."""
    spent: dict[str, float] = defaultdict(float)
    for seconds, name in re.findall(r"^(\d+\.\d+)s (?:call|setup|teardown) +(\S.*)$", told, re.MULTILINE):
        spent[name] += float(seconds)
    return spent


def _ordered(report: dict[str, Any], seconds: Mapping[str, float]) -> Reach:
    found: dict[str, dict[int, list[str]]] = {}
    for name, data in report["files"].items():
        lines = {int(line): set(filter(None, tests)) for line, tests in data["contexts"].items()}
        lines[0] = set().union(*lines.values())
        found[name] = {
            line: sorted(tests, key=lambda test: (seconds.get(test, 0.0), test)) for line, tests in lines.items()
        }
    return found
