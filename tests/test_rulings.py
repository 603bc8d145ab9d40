"""Tests that every cited ruling is on the page of rulings, once and in order."""

from __future__ import annotations

import re
from pathlib import Path

from tools.rulings_page import page

TOP = Path(__file__).resolve().parents[1]
PAGE = TOP / "docs" / "rulings.md"
NUMBERED = re.compile(r"^- \*\*R(\d+)\*\* \S", re.MULTILINE)
CITED = re.compile(r"\bR([1-9]\d?)\b")


def rulings() -> list[int]:
    """Return the numbers of the numbered rulings, in the order of the page."""
    return [int(number) for number in NUMBERED.findall(PAGE.read_text(encoding="utf-8"))]


def citing() -> list[Path]:
    """Return all texts that can cite a ruling."""
    code = [path for folder in ("jovian", "tests") for path in (TOP / folder).rglob("*.py")]
    return sorted([*code, *(TOP / "docs").glob("*.md"), TOP / "README.md", TOP / "CONTRIBUTING.md"])


def test_the_rulings_stand_in_order() -> None:
    assert rulings() == list(range(1, 86))


def test_the_page_is_written_from_the_file_of_the_rules() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tools.rulings_page"


def test_a_citation_resolves() -> None:
    known = set(rulings())
    unknown = {
        str(path.relative_to(TOP)): strange
        for path in citing()
        if (strange := {int(number) for number in CITED.findall(path.read_text(encoding="utf-8"))} - known)
    }
    assert unknown == {}


def test_every_ruling_is_cited_by_a_test() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (TOP / "tests").rglob("*.py"))
    assert set(rulings()) - {int(number) for number in CITED.findall(sources)} == set()
