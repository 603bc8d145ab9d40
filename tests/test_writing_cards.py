"""Tests of the page about writing cards: `check` accepts each of its examples."""

from __future__ import annotations

import re
from pathlib import Path

from tests.commands import ROOT, run_python

PAGE = (ROOT / "docs" / "writing-cards.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
KINDS = ("unit", "fleet", "fleet", "upgrade", "upgrade")


def test_the_examples_pass_the_check(tmp_path: Path) -> None:
    """A new process reads the cards of the game, not those of the tests."""
    paths = [tmp_path / f"example-{number}.yaml" for number in range(len(EXAMPLES))]
    for path, example in zip(paths, EXAMPLES, strict=True):
        path.write_text(example, encoding="utf-8")
    done = run_python("main.py", "check", *map(str, paths))
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line for line in done.stdout.splitlines() if line.startswith(str(tmp_path))]
    assert sorted(line.split(": ")[1].split(",")[0] for line in lines) == sorted(KINDS)
