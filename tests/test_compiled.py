"""Tests of the compiled package: it plays the same games as the plain one, to the digest."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.commands import ROOT

COMPILER = (sysconfig.get_config_var("CC") or "cl").split()[0]
GAMES = (
    ("introductory", "ensign,ensign", "jovian-250,cega-250", "2"),
    ("water-raid", "ensign,ensign", "venusian-250,cega-squadrons-250", "2"),
    ("introductory", "captain,captain", "jovian-150,cega-150", "1"),
    ("ambush", "random,random", "jovian-squadrons-250,cega-raiders-250", "4"),
)
"""Scenarios, players, fleets, and the number of games."""
RECORDED = """
import sys
sys.path.insert(0, sys.argv[1])
import jovian.table.measure
sys.path.insert(1, "")
import pytest
assert jovian.table.measure.__file__.startswith(sys.argv[1])
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "", "tests/playthroughs"]))
"""
"""A script that plays the recorded games with the package of one folder and the tests of another."""

pytestmark = [
    pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"there is no C compiler ({COMPILER})"),
    pytest.mark.skipif(find_spec("mypyc") is None, reason="there is no mypyc"),
    pytest.mark.skipif(sysconfig.get_config_var("INCLUDEPY") is None, reason="Python has no headers to compile with"),
]


def _built(folder: Path, asked: str) -> Path:
    """Build the package into a folder of its own, with its contents."""
    package = folder / "package"
    line = (sys.executable, "setup.py", "-q", "build", "--build-base", str(folder), "--build-lib", str(package))
    wanted = {"JOVIAN_WARS_COMPILED": asked, "JOVIAN_WARS_OPTIMIZED": "0"}
    done = subprocess.run(line, cwd=ROOT, env={**os.environ, **wanted}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return package


def _run_in(place: Path, *arguments: str) -> str:
    """Return the output of a script run in a folder, so that Python finds the package there."""
    done = subprocess.run([sys.executable, *arguments], cwd=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _game_lines(place: Path, scenario: str, players: str, fleets: str, games: str) -> list[str]:
    output = _run_in(
        place, "-m", "jovian", "simulate", scenario, "--players", players, "--fleets", fleets, "--games", games,
        "--seed", "4400", "--workers", "1", "--json",
    )  # fmt: skip
    return [game["digest"] for game in json.loads(output)["games"]]


def _home(place: Path, module: str) -> Path:
    """Return the file from which a module is imported."""
    return Path(_run_in(place, "-c", f"import {module}; print({module}.__file__)").strip())


@pytest.mark.compiled
def test_the_same_games_with_a_few_modules_compiled(tmp_path: Path) -> None:
    package = _built(tmp_path, "table/polygons")
    assert _home(package, "jovian.table.polygons").suffix in (".so", ".pyd")
    assert _home(package, "jovian.game.state").suffix == ".py"
    assert _game_lines(package, *GAMES[-1]) == _game_lines(ROOT, *GAMES[-1])


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _built(tmp_path_factory.mktemp("compiled"), "1")


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES, ids=lambda each: each[1])
def test_all_that_is_compiled_plays_the_same_games(compiled: Path, game: tuple[str, str, str, str]) -> None:
    assert _home(compiled, "jovian.game.state").suffix in (".so", ".pyd")
    assert _game_lines(compiled, *game) == _game_lines(ROOT, *game)


@pytest.mark.compiled
def test_recorded_games_go_as_they_went_when_compiled(compiled: Path) -> None:
    assert "[100%]" in _run_in(ROOT, "-c", RECORDED, str(compiled))
