"""Tests of files on the command line: bad input gives one line, and an aborted run leaves only whole lines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from jovian.match.saves import load, save
from tests.commands import ROOT, run
from tests.games import finished

pytestmark = pytest.mark.usefixtures("short_games")

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="no such device here")


@pytest.fixture(scope="module")
def whole_save(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("whole") / "game.json"
    save(finished(3), path)
    return path.read_text(encoding="utf-8")


@pytest.fixture
def saved(tmp_path: Path, whole_save: str) -> Path:
    path = tmp_path / "saves" / "game.json"
    path.parent.mkdir()
    path.write_text(whole_save, encoding="utf-8")
    return path


Fails = Callable[..., str]


@pytest.fixture
def fails(capsys: pytest.CaptureFixture[str]) -> Fails:
    """Return the one line that a command prints about bad input."""

    def told(*arguments: object) -> str:
        status, _, error = run(capsys, *arguments)
        assert status == 2 and len(error.splitlines()) == 1, (status, error)
        return error

    return told


@needs_full
def test_a_full_disk_is_told_with_the_file(saved: Path, tmp_path: Path, fails: Fails) -> None:
    assert "/dev/full: No space left" in fails("replay", str(saved), "--verify", "--log", str(FULL))
    picture = tmp_path / "board.png"
    picture.symlink_to(FULL)
    assert f"{picture}: No space left" in fails("render", str(saved), "-o", str(picture))
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "introductory-5.jsonl").symlink_to(FULL)
    error = fails("simulate", "introductory", "--seed", "5", "--log", str(logs))
    assert "introductory-5.jsonl: No space left" in error
    assert FULL.is_char_device()


def test_a_folder_that_cannot_be_made_is_told(saved: Path, fails: Fails) -> None:
    for arguments in (
        ("simulate", "introductory", "--log", str(saved)), ("simulate", "introductory", "--save", str(saved)),
        ("render", str(saved), "-o", f"{saved}/board.png"), ("replay", str(saved), "--log", f"{saved}/log"),
    ):  # fmt: skip
        assert str(saved) in fails(*arguments)
    assert load(saved).over


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".bmp", ".tga"])
def test_every_kind_of_picture_is_written_whole(
    saved: Path, tmp_path: Path, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / f"board{suffix}"
    assert run(capsys, "render", saved, "-o", out, "--size", 200)[0] == 0
    assert out.stat().st_size > 1000 and [each.name for each in out.parent.iterdir()] == [out.name]


@pytest.mark.skipif(os.name == "nt", reason="there are no such files")
@pytest.mark.parametrize("kind", ["pipe", "zero", "loop", "folder", "deep", "digits"])
def test_no_kind_of_file_stops_a_command(tmp_path: Path, kind: str, fails: Fails) -> None:
    path = tmp_path / f"{kind}.yaml"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind in ("zero", "loop"):
        path.symlink_to("/dev/zero" if kind == "zero" else path)
    else:
        path.write_text("[" * 99_999 if kind == "deep" else '{"format": ' + "9" * 9999 + "}")
    for command in ("check", "measure", "simulate", "replay"):
        assert str(path) in fails(command, str(path))


BROKEN = "a\nb\u2028c" + "d" * 9000
LINE_BREAKS = (
    ("rules", BROKEN), ("app", BROKEN), ("seed", BROKEN), ("format", BROKEN), (BROKEN, 1), ("undone", [BROKEN]),
    ("journal", [[0, BROKEN, BROKEN]]), ("digests", [[1, BROKEN]]), ("seal", {BROKEN: 1}), ("branches", [[BROKEN]]),
)  # fmt: skip


@pytest.mark.parametrize(("key", "value"), LINE_BREAKS, ids=[key[:8].strip("a\n") for key, _ in LINE_BREAKS])
def test_a_line_break_in_a_save_does_not_break_the_message(
    saved: Path, capsys: pytest.CaptureFixture[str], key: str, value: object
) -> None:
    data = json.loads(saved.read_text(encoding="utf-8"))
    data["digests"] = [[1, "no digest"]]
    saved.write_text(json.dumps(data | {key: value}), encoding="utf-8")
    for command in ("check", "replay"):
        status, _, error = run(capsys, command, saved)
        assert status in (1, 2) and error.startswith(f"{saved}: ") and len(error) < 1000
        assert error.endswith("\n") and error.strip().isprintable()


def test_a_line_break_in_a_name_on_the_command_line_does_not_break_the_message(tmp_path: Path, fails: Fails) -> None:
    name = f"{tmp_path}/a\nb\x1b\udcff"
    for arguments in (
        ("check", name), ("replay", name), ("measure", name), ("simulate", name), ("duel", name, "random"), (name,),
        ("render", "introductory", "-o", name), ("scenario", name, "-o", "x"), ("check", "--assets", name, "x"),
        ("simulate", "introductory", "--players", f"{name}.py:Bot,random"), ("rehearse", name),
        ("simulate", "introductory", "--fleets", f"{name},x"), ("simulate", "introductory", "--seed", name),
        ("simulate", "introductory", "--option", name), ("rehearse", "introductory", "--plans", name, name),
    ):  # fmt: skip
        assert fails(*arguments).strip().isprintable(), arguments


OVER_INPUTS = (
    ("replay", "game.json", "--log"), ("replay", "game.json", "--html"), ("replay", "game.json", "--gif"),
    ("replay", "game.json", "--mp4"), ("replay", "game.json", "--knowing", "0", "--copy"),
    ("render", "game.json", "--svg"), ("rehearse", "game.json", "--at", "1", "--report"),
    ("rehearse", "introductory", "--players", "bot.py:Gunner,ensign", "--report"),
    ("rehearse", "game.json", "--turning-points", "--report"), ("puzzle", "make", "game.json", "--out"),
    ("puzzle", "show", "game.json", "--out"), ("fleet", "text", "fleet.yaml", "--out"),
    ("fleet", "import", "fleet.yaml", "--out"), ("duel", "bot.py:Gunner", "ensign", "--save"),
    ("balance", "fleets", "--fleets", "fleet.yaml,cega-250", "--save"),
)  # fmt: skip
"""Commands that read a file. The path of an output comes last."""


@pytest.mark.parametrize("arguments", OVER_INPUTS, ids=[" ".join(arguments) for arguments in OVER_INPUTS])
@pytest.mark.parametrize("link", ["", "hard link", "symbolic link"])
def test_no_output_is_an_input(
    saved: Path, fails: Fails, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], link: str
) -> None:
    monkeypatch.chdir(saved.parent)
    Path("bot.py").write_bytes((ROOT / "docs/example_bot.py").read_bytes())
    Path("fleet.yaml").write_bytes((ROOT / "assets/fleets/cega-150.yaml").read_bytes())
    read = next(Path(name) for name in ("game.json", "fleet.yaml", "bot.py") if any(name in part for part in arguments))
    before, out = read.read_bytes(), Path("out.json") if link else read
    if link == "hard link":
        out.hardlink_to(read)
    elif link:
        out.symlink_to(read)
    assert fails(*arguments, str(out)) == f"{out}: the command reads this file. Choose another name for the output\n"
    assert read.read_bytes() == before


def test_no_game_of_many_is_written_over_an_input(saved: Path, fails: Fails) -> None:
    folder = saved.parent
    save(load(saved, until=4), folder / "best-for-side-1.json")
    scenario = folder / "skirmish.yaml"
    scenario.write_bytes((ROOT / "scenarios/introductory.yaml").read_bytes())
    (folder / "skirmish-8.jsonl").hardlink_to(scenario)
    (folder / "skirmish-9.json").symlink_to(scenario)
    before = scenario.read_bytes()
    for arguments in (
        ("rehearse", folder / "best-for-side-1.json", "--games", "2", "--save", folder),
        ("simulate", scenario, "--seed", "7", "--games", "2", "--log", folder),
        ("simulate", scenario, "--seed", "9", "--save", folder),
    ):  # fmt: skip
        assert "the command reads this file" in fails(*arguments)
    assert scenario.read_bytes() == before


def test_no_output_is_another_output_a_journal_file_or_standard_input(
    saved: Path, tmp_path: Path, fails: Fails, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "2 outputs are this file" in fails("replay", saved, "--log", tmp_path / "x", "--html", tmp_path / "." / "x")
    journal = saved.with_suffix(".journal")
    journal.write_bytes(b"")
    assert "the command reads this file" in fails("replay", saved, "--log", journal)
    listed = tmp_path / "list.txt"
    listed.write_bytes((ROOT / "docs/fleet.txt").read_bytes())
    command = [sys.executable, "main.py", "fleet", "import", "-", "--out", str(listed)]
    with listed.open("rb") as stream:
        process = subprocess.run(command, cwd=ROOT, stdin=stream, capture_output=True, text=True, check=False)
    assert process.returncode == 2 and "the command reads this file" in process.stderr


def test_a_log_is_written_as_the_game_goes_and_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = ("simulate", "introductory", "--log", tmp_path / "a", "--save", tmp_path / "b")
    assert run(capsys, *played)[0] == 0
    log, game = next((tmp_path / "a").iterdir()), next((tmp_path / "b").iterdir())
    assert run(capsys, "replay", game, "--log", tmp_path / "log", "--verify")[0] == 0
    assert log.read_text() == (tmp_path / "log").read_text()


def test_a_killed_run_leaves_whole_lines(tmp_path: Path) -> None:
    command = [sys.executable, "main.py", "simulate", "introductory", "--games", "500", "--log", str(tmp_path)]
    for wait in (1, 40, 300):
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        while sum(path.read_bytes().count(b"\n") for path in tmp_path.iterdir()) < wait:
            assert process.poll() is None
            time.sleep(0.005)
        process.kill()
        process.wait()
        for path in tmp_path.iterdir():
            text = path.read_text(encoding="utf-8")
            assert text.endswith("\n") or not text
            assert [json.loads(line)["n"] for line in text.splitlines()] == list(range(text.count("\n")))
            path.unlink()
