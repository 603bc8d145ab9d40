"""The page about writing cards: `check` accepts each example, and its units can be played together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.commands import ROOT, run

PAGE = (ROOT / "docs" / "writing-cards.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
KINDS = ("unit", "fleet", "fleet", "upgrade", "upgrade")


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_an_example_passes_the_check(number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "example.yaml"
    path.write_text(EXAMPLES[number], encoding="utf-8")
    status, text, errors = run(capsys, "check", path)
    assert (status, errors) == (0, "") and text.startswith(f"{path}: {KINDS[number]}, ")


def test_there_is_no_other_example() -> None:
    assert len(EXAMPLES) == len(KINDS)
