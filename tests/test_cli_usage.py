"""Tests of wrong usage: one line on standard error, the documented exit status, and no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from jovian import cli
from jovian.cli import run_command
from tests.commands import ROOT, run, run_python

SAVE = str(ROOT / "docs" / "table.json")
"""A running game of 2 turns."""
BAD = [
    (["dance"], "dance"),
    (["--dance"], "--dance"),
    (["odds"], "--base"),
    (["odds", "--base", "many"], "--base"),
    (["odds", "--base", "99"], "--base"),
    (["odds", "--base", "3", "--against", "1,2,3"], "--against"),
    (["odds", "--base", "3", "--against", "-1"], "--against"),
    (["simulate"], "SCENARIO"),
    (["simulate", "nowhere"], "nowhere: "),
    (["simulate", "introductory", "--games", "0"], "--games"),
    (["simulate", "introductory", "--workers", "-2"], "--workers"),
    (["simulate", "introductory", "--players", "random"], "--players"),
    (["simulate", "introductory", "--players", "random,nobody"], "nobody"),
    (["simulate", "introductory", "--fleets", "jovian-150"], "--fleets"),
    (["simulate", "introductory", "--fleets", "jovian-150,nowhere"], "nowhere: "),
    (["measure", "nowhere.json"], "nowhere.json"),
    (["replay", "nowhere.json"], "nowhere.json"),
    (["replay", SAVE, "--gif", "x.gif", "--start", "3"], "the game has 2 turns, not 3"),
    (["replay", SAVE, "--gif", "x.gif", "--end", "5"], "the game has 2 turns, not 5"),
    (["replay", SAVE, "--gif", "x.gif", "--start", "2", "--end", "1"], "turn 1 is before turn 2"),
    (["replay", SAVE, "--gif", "x.gif", "--start", "-1"], "--start"),
    (["replay", SAVE, "--gif", "x.gif", "--end", "0"], "no moment"),
    (["replay", SAVE, "--gif", "x.gif", "--speed", "0"], "0.1 to 25"),
    (["replay", SAVE, "--gif", "x.gif", "--speed", "nan"], "0.1 to 25"),
    (["replay", SAVE, "--gif", "x.gif", "--speed", "fast"], "--speed"),
    (["replay", SAVE, "--gif", "x.gif", "--size", "100"], "--size"),
    (["replay", SAVE, "--gif", str(ROOT / "docs")], "docs: is a folder"),
    (["replay", SAVE, "--gif", f"{SAVE}/x.gif"], SAVE),
    (["replay", SAVE, "--end", "1"], "require --gif or --mp4"),
    (["render", "introductory", "-o", "table.txt"], "table.txt"),
    (["render", "introductory"], "-o"),
    (["render", "introductory", "-o", "x.png", "--at", "3"], "only 0 answers"),
    (["render", "introductory", "-o", "x.png", "--at", "-3"], "--at"),
    (["check"], "FILE"),
    (["check", "nowhere.yaml"], "nowhere.yaml: "),
]


@pytest.mark.parametrize(("arguments", "named"), BAD, ids=lambda value: " ".join(value) if type(value) is list else "")
def test_bad_usage_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], named: str
) -> None:
    status, _, err = run(capsys, *arguments)
    assert status == 2
    assert err.count("\n") == 1 and named in err and "Traceback" not in err


def test_the_program_itself_exits_with_the_status() -> None:
    process = run_python("main.py", "replay", "nowhere.json")
    assert process.returncode == 2 and process.stderr.count("\n") == 1 and process.stdout == ""


def test_help_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "--help")
    assert (status, err) == (0, "")
    for command in ("simulate", "odds", "measure", "check", "replay", "render", "rules"):
        assert command in out


def test_a_file_that_cannot_be_written_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    status, _, err = run(
        capsys, "simulate", "introductory", "--players", "random,random", "--log", tmp_path / "file" / "logs"
    )
    assert status == 2 and err.count("\n") == 1 and str(tmp_path) in err


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [(ValueError("two\nlines"), 1, "ValueError: two lines"), (KeyboardInterrupt(), 130, "stopped")],
)
def test_even_the_unexpected_is_one_line(
    capsys: pytest.CaptureFixture[str], error: BaseException, status: int, told: str
) -> None:
    def fails() -> int:
        raise error

    assert run_command(fails) == status
    err = capsys.readouterr().err
    assert told in err and err.count("\n") == 1


def test_importing_the_command_line_imports_nothing_heavy() -> None:
    code = (
        "import sys, jovian.cli; loaded = {name.split('.')[0] for name in sys.modules}\n"
        "print(sorted(loaded & {'pygame', 'typer', 'rich', 'yaml'}))"
    )
    assert run_python("-c", code).stdout == "[]\n"
    assert cli.DONE == 0


def test_an_illegal_fleet_is_not_played(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """v1.2.4 Fleet > Point Restrictions: `simulate` names the fault and plays no game."""
    path = tmp_path / "guns.yaml"
    path.write_text("name: Only guns\nfaction: CEGA\nsize: 150\nunits:\n  - cega/tengu\n", encoding="utf-8")
    assert cli.main(["simulate", "introductory", "--fleets", f"{path},cega-150"]) == 2
    error = capsys.readouterr().err.strip()
    assert error.startswith(f"{path}:") and "squadrons" in error and "\n" not in error
