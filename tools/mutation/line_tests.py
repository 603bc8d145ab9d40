"""Which tests run which line of the rules, from a run of the tests of the rules under coverage.

The result is stored in the system's folder for temporary files, under a digest of the sources.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
RULES = ROOT / "jovian" / "rules"
LineTests = Mapping[str, Mapping[int, list[str]]]
"""The ids of tests by file (relative to the root) and line, the fastest first. Line 0 has all tests of the file."""
TESTS = ("tests/rules", "tests/playthroughs", "tests/test_playable.py", "tests/match")
IGNORED = tuple(
    f"tests/match/test_{name}.py"
    for name in ("contract", "everything_happens", "hostile_answers", "save", "seal", "secrecy", "undo", "writing")
)
"""Tests of files and secrecy, and long random games, which are slow and notice only crashes."""
OPTIONS = ("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "tools.mutation.coverage_plugin")
MAX_SECONDS = 1.5
"""Tests that take more processor time play whole games and are left out, because faster tests do so too."""
RECORDED = "tests/playthroughs/test_recorded.py"
"""The recorded games are used at any speed: they compare all that the rules offer."""


def load_line_tests(folder: Path) -> LineTests:
    """Return the stored result for these sources, or measure it with `folder` for temporary files."""
    stored = Path(tempfile.gettempdir()) / f"jovian-wars-line-tests-{_digest()}.json"
    if not stored.exists():
        result = folder / "line_tests.json"
        result.write_text(json.dumps(_measure(folder)), encoding="utf-8")
        result.replace(stored)
    files = json.loads(stored.read_text(encoding="utf-8"))
    return {name: {int(line): tests for line, tests in lines.items()} for name, lines in files.items()}


def _digest() -> str:
    sources = sorted(path for folder in ("jovian", "tests") for path in (ROOT / folder).rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


def _measure(folder: Path) -> LineTests:
    """Run the tests under coverage in two processes, and return which test ran which line."""
    config = folder / "coveragerc"
    config.write_text(f"[run]\nsource = {RULES}\nparallel = true\ndata_file = {folder / 'data'}\n", encoding="utf-8")
    coverage = [sys.executable, "-m", "coverage"]
    ignored = [f"--ignore={path}" for path in IGNORED]
    command = [*coverage, "run", f"--rcfile={config}", "-m", "pytest", *OPTIONS, *ignored]
    halves = {folder / "seconds-0.json": TESTS[:1], folder / "seconds-1.json": TESTS[1:]}
    processes = [
        subprocess.Popen([*command, f"--seconds-file={file}", *half], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for file, half in halves.items()
    ]
    with ThreadPoolExecutor(2) as pool:
        outputs = list(pool.map(lambda process: process.communicate()[0], processes))
    if any(process.returncode for process in processes):
        raise SystemExit("tests fail without a mutation:\n" + "\n".join(output[-2000:] for output in outputs))
    report = folder / "report.json"
    subprocess.run([*coverage, "combine", f"--rcfile={config}", "-q"], cwd=ROOT, check=True)
    to_json = [*coverage, "json", f"--rcfile={config}", "--show-contexts", "-q", "-o", str(report)]
    subprocess.run(to_json, cwd=ROOT, check=True)
    seconds = {test: value for file in halves for test, value in json.loads(file.read_text(encoding="utf-8")).items()}
    return _sorted_by_seconds(json.loads(report.read_text(encoding="utf-8")), seconds)


def _sorted_by_seconds(report: dict[str, Any], seconds: Mapping[str, float]) -> dict[str, dict[int, list[str]]]:
    files: dict[str, dict[int, list[str]]] = {}
    for name, data in report["files"].items():
        lines = {int(line): _fast_tests(tests, seconds) for line, tests in data["contexts"].items()}
        lines[0] = set().union(*lines.values())
        files[name] = {line: sorted(tests, key=lambda test: (seconds[test], test)) for line, tests in lines.items()}
    return files


def _fast_tests(tests: Iterable[str], seconds: Mapping[str, float]) -> set[str]:
    """Return the recorded games, and the tests that take less than `MAX_SECONDS`."""
    return {test for test in tests if test and (seconds[test] < MAX_SECONDS or test.startswith(RECORDED))}
