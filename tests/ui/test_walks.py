"""Tests of the walkthroughs in `docs/walkthroughs.md`: they are played, and the entered files are counted."""

from __future__ import annotations

import gc
import re
from typing import Any

import pytest

from tests.commands import ROOT
from tests.playthroughs.episodes import scene
from tests.rules.stage import ship
from tests.source import PACKAGE
from tests.ui.trail import Trail
from tests.ui.walks import WALKS

PAGE = (ROOT / "docs" / "walkthroughs.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`([\w/]+\.py)`", PAGE)
TOLERANCE = 2
"""The tolerance in files. What an earlier game has cached isn't computed again."""


def stated_numbers(title: str) -> tuple[int, int]:
    """Return what the page says of a walkthrough: the number of files, and of those in the window."""
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| {title} |"))
    files, in_window = map(int, re.findall(r"\*\*(\d+)\*\*", row))
    return files, in_window


@pytest.mark.parametrize("title", WALKS)
def test_the_page_describes_the_real_way(title: str) -> None:
    play, questions = WALKS[title]
    play()  # Now everything that a program does only once is done.
    asked, trail = play()
    assert asked == questions
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    at, way = 0, trail.way
    for file in re.findall(r"`([\w/]+\.py)`", section):
        assert file in way[at:], f"{file} is not entered, or not after the files named before it"
        at = way.index(file, at)
    entered = len(trail.files), len([file for file in trail.files if file.startswith("ui/")])
    differences = [abs(real - stated) for real, stated in zip(entered, stated_numbers(title), strict=True)]
    assert max(differences) <= TOLERANCE, f"{title}: {entered[0]} files, {entered[1]} of them in the window"


def test_garbage_of_another_test_leaves_no_trail() -> None:
    match: Any = scene([ship("Bow", 0, (24, 14)), ship("Far", 1, (44, 44))])
    match.itself = match
    with Trail() as trail:
        del match
        assert len([[] for _ in range(300_000)]) > gc.get_threshold()[0]
    assert trail.way == []
    assert gc.isenabled()


def test_every_file_of_the_page_exists() -> None:
    assert len(NAMED) > 50
    assert [file for file in NAMED if not (PACKAGE / file).is_file() and not (ROOT / file).is_file()] == []
