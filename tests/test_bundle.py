"""The bundle: it needs no Python, plays the games of the source, and opens its window."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from jovian.cards.files import BUILTIN_SHELF, use_shelves
from tests.commands import ROOT, run
from tools.bundle import entry
from tools.bundle.__main__ import NAME, build

MAX_MB = 120
GAME = ("simulate", "introductory", "--players", "random,random", "--seed", "1", "--games", "2", "--json")


def bare_environment(folder: Path, **more: str) -> dict[str, str]:
    """Return an environment without Python and without the user's folder."""
    return {"HOME": str(folder), "PATH": "/usr/bin:/bin", **more}


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    pytest.importorskip("PyInstaller")
    yield build(tmp_path_factory.mktemp("dist"))


def run_bundle(bundle: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(bundle / NAME), *arguments]
    return subprocess.run(
        command, env=bare_environment(folder), cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )


def bundled(bundle: Path, folder: Path, *arguments: str) -> str:
    done = run_bundle(bundle, folder, *arguments)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


@pytest.mark.long
def test_it_is_small_and_holds_an_icon(bundle: Path) -> None:
    size = sum(path.stat().st_size for path in bundle.rglob("*") if path.is_file() and not path.is_symlink())
    assert size < MAX_MB << 20
    assert (bundle / "icon.png").stat().st_size > 1000
    if sys.platform.startswith("linux"):
        assert str(bundle / NAME) in (bundle / f"{NAME}.desktop").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("workers", ["1", "2"])
def test_it_plays_the_games_of_the_source(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], workers: str
) -> None:
    with use_shelves(BUILTIN_SHELF):
        expected = json.loads(run(capsys, *GAME)[1])["games"]
    games = json.loads(bundled(bundle, tmp_path, *GAME, "--workers", workers))["games"]
    assert [game["digest"] for game in games] == [game["digest"] for game in expected]


@pytest.mark.long
def test_it_starts_without_a_display(bundle: Path, tmp_path: Path) -> None:
    assert bundled(bundle, tmp_path).startswith("No display (")


@pytest.mark.long
def test_it_names_an_extra_that_it_lacks(bundle: Path, tmp_path: Path) -> None:
    done = run_bundle(bundle, tmp_path, "fleet", "print", "cega-150", "--out", "sheets.pdf")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("the extra pdf is not installed") and " pip " not in done.stderr


@pytest.mark.long
def test_it_writes_a_game_as_a_page(bundle: Path, tmp_path: Path) -> None:
    save = str(ROOT / "docs" / "table.json")
    bundled(bundle, tmp_path, "replay", save, "--html", "game.html")
    assert (tmp_path / "game.html").read_text(encoding="utf-8").count("const game = {") == 1


@pytest.mark.long
def test_a_rehearsal_of_its_window_is_a_process_of_its_own(bundle: Path, tmp_path: Path) -> None:
    arguments = ("--players", "random,random", "--games", "2", "--turns", "1", "--seed", "1", "--json")
    save = str(ROOT / "docs" / "table.json")
    here = bundled(bundle, tmp_path, "rehearse", save, *arguments)
    there = bundled(bundle, tmp_path, "-m", "jovian", "rehearse", save, *arguments)
    assert json.loads(here)["games"] == json.loads(there)["games"] == 2


@pytest.mark.long
@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="there is no Xvfb")
def test_its_window_opens(bundle: Path, tmp_path: Path) -> None:
    """It stays open until it is ended, and says nothing."""
    command = ["xvfb-run", "-a", "-s", "-screen 0 1280x720x24", str(bundle / NAME), "--size", "1280x720"]
    environment = bare_environment(tmp_path, SDL_AUDIODRIVER="dummy")
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(10)
    finally:
        os.killpg(process.pid, 15)
        _, err = process.communicate(timeout=30)
    assert "Error" not in err and "Traceback" not in err


@pytest.mark.parametrize("words", [("-m", "http.server"), ("-c", "print(1)"), ("simulate", "-m", "jovian")])
def test_nothing_but_our_own_modules_is_run(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [NAME, *words])
    with pytest.raises(SystemExit) as ended:
        entry.main()
    assert ended.value.code == 2 and capsys.readouterr().err.count("\n") == 1


def test_a_module_of_ours_is_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", [NAME, "-m", "jovian", "odds", "--base", "3"])
    with pytest.raises(SystemExit) as ended:
        entry.main()
    assert not ended.value.code and capsys.readouterr().out.startswith("3B")
