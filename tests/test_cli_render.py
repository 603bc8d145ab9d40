"""Tests of `render`: pictures of positions, without a display."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from jovian.match.saves import save
from tests.commands import ROOT, run, run_python
from tests.games import finished

pygame = pytest.importorskip("pygame")


def test_a_scenario_is_drawn_at_the_size_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "new" / "board.png"
    status, output, err = run(capsys, "render", "introductory", "-o", out, "--size", 300)
    assert (status, err) == (0, "") and str(out) in output
    picture = pygame.image.load(str(out))
    assert picture.get_size() == (300, 300)
    assert len({tuple(picture.get_at((x, y))) for x in range(0, 300, 7) for y in range(0, 300, 7)}) > 50


def test_a_save_can_be_drawn_at_any_answer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = finished(2)
    save(match, tmp_path / "game.json")
    drawn = []
    for at in ((), ("--at", 0), ("--at", len(match.journal) // 2)):
        out = tmp_path / "board.png"
        assert run(capsys, "render", tmp_path / "game.json", "-o", out, "--size", 240, *at)[0] == 0
        drawn.append(out.read_bytes())
    assert len(set(drawn)) == 3
    assert run(capsys, "render", tmp_path / "game.json", "-o", out, "--at", len(match.journal) + 1)[0] == 2


def test_a_part_of_the_table_is_drawn_in_its_own_shape(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    assert run(capsys, "render", "introductory", "-o", out, "--size", 300, "--part", "4,20,10,24")[0] == 0
    near = pygame.image.load(str(out))
    assert near.get_size() == (300, 200)
    comet, space = near.get_at((150, 10)), near.get_at((75, 190))
    assert sum(comet[:3]) > 200 + sum(space[:3])


MEASURE = """
import re, sys
sys.path.insert(0, {root!r})
from jovian.cli import main
status = main({arguments!r})
print(status, int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) // 1024)
"""
"""Print the peak memory of this process alone. `resource` would also count the process that started it."""
LARGE = (
    ("render", "introductory", "--size", "4600"),
    ("render", "docs/table.json", "--size", "1600", "--part", "22,18,26,22"),
    ("render", "low-orbit", "--size", "4600", "--part", "9,9,13,13"),
)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no /proc")
@pytest.mark.parametrize("arguments", LARGE, ids=" ".join)
def test_a_large_picture_takes_less_than_300_mb(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """At any zoom: a part of a few inches shows pieces that are thousands of pixels wide."""
    drawn = [*arguments, "-o", str(tmp_path / "board.png")]
    process = run_python("-c", MEASURE.format(root=str(ROOT), arguments=drawn))
    status, megabytes = map(int, process.stdout.splitlines()[-1].split())
    assert (status, process.stderr) == (0, "") and megabytes < 300


def test_a_picture_that_takes_more_memory_is_refused_with_the_limit(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    drawn = ("render", "introductory", "-o", tmp_path / "board.png", "--size")
    status, _, err = run(capsys, *drawn, 6000)
    assert (status, err) == (
        2, "usage: --size: 6000 x 6000 pixels are too many; the limit for this shape is 4690\n",
    )  # fmt: skip
    assert not (tmp_path / "board.png").exists()
    assert run(capsys, *drawn, 6000, "--part", "0,20,40,26")[0] == 0


NO_PARTS = ("1,2,3", "a,b,c,d", "9,9,9,20", "20,0,4,9", "0,0,2,9", "0,0,nan,9", "inf,0,9,9", "0,0,9e9,9")


@pytest.mark.parametrize("part", NO_PARTS)
def test_a_part_that_is_none_is_refused(part: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, _, err = run(capsys, "render", "introductory", "-o", tmp_path / "board.png", "--part", part)
    assert status == 2 and "LEFT,BOTTOM,RIGHT,TOP" in err and not (tmp_path / "board.png").exists()
