"""The walks of `docs/walks.md`, made through the window while it is noted which files of the house they enter."""

from __future__ import annotations

import re

import pytest

from tests.commands import ROOT
from tests.test_layers import HOUSE
from tests.ui.walks import WALKS

PAGE = (ROOT / "docs" / "walks.md").read_text(encoding="utf-8")
NEAR = 0.25
"""How far the returns that the page tells may be off, as a share: they depend on what has been reckoned before."""
NEAR_FILES = 4
"""How far the files may be off, for the same reason."""


def figures(title: str) -> tuple[int, int, int]:
    """What the page says of a walk: files, those of the window, returns."""
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| {title} |"))
    files, window, returns = (int(each.replace(",", "")) for each in re.findall(r"\*\*([\d,]+)\*\*", row))
    return files, window, returns


@pytest.mark.parametrize("title", WALKS)
def test_the_page_tells_the_way_as_it_is(title: str) -> None:
    walk, questions = WALKS[title]
    asked, trail = walk()
    assert asked == questions
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    at, way = 0, trail.way
    for file in re.findall(r"`([\w/]+\.py)`", section):
        assert file in way[at:], f"{file} is not entered, or not after what is named before it"
        at = way.index(file, at)
    window = len([file for file in trail.files if file.startswith("ui/")])
    files, of_window, returns = figures(title)
    found = f"{title}: {len(trail.files)} files, {window} of the window, {trail.returns} returns"
    assert abs(files - len(trail.files)) <= NEAR_FILES and abs(of_window - window) <= NEAR_FILES, found
    assert abs(returns - trail.returns) <= NEAR * trail.returns, found


def test_every_file_of_the_page_is_there() -> None:
    named = re.findall(r"`([\w/]+\.py)`", PAGE)
    assert len(named) > 60
    assert [file for file in named if not (HOUSE / file).is_file() and not (ROOT / file).is_file()] == []
