"""The walks of `docs/walks.md`, made through the window while it is noted which files of the house they enter."""

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

PAGE = (ROOT / "docs" / "walks.md").read_text(encoding="utf-8")
NEAR = 0.02
"""How far the returns that the page tells may be off, as a share: some of what was reckoned before is not again."""


def figures(title: str) -> tuple[int, int, int]:
    """What the page says of a walk: files, those of the window, returns."""
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| {title} |"))
    files, window, returns = (int(each.replace(",", "")) for each in re.findall(r"\*\*([\d,]+)\*\*", row))
    return files, window, returns


@pytest.mark.parametrize("title", WALKS)
def test_the_page_tells_the_way_as_it_is(title: str) -> None:
    walk, questions = WALKS[title]
    walk()  # what a program does but once is done
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
    assert (files, of_window) == (len(trail.files), window), found
    assert abs(returns - trail.returns) <= NEAR * trail.returns, found


def test_a_trail_is_not_crossed_by_what_the_garbage_of_another_test_closes() -> None:
    match: Any = scene([ship("Bow", 0, (24, 14)), ship("Far", 1, (44, 44))])
    match.itself = match
    with Trail() as trail:
        del match
        assert len([[] for _ in range(100_000)]) > gc.get_threshold()[0]
    assert trail.way == []
    assert gc.isenabled()


def test_every_file_of_the_page_is_there() -> None:
    named = re.findall(r"`([\w/]+\.py)`", PAGE)
    assert len(named) > 60
    assert [file for file in named if not (PACKAGE / file).is_file() and not (ROOT / file).is_file()] == []
