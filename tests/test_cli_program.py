"""Tests of the whole program: help, version, `python -m`, completion, closed pipes, own assets, illegal answers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from jovian.game import Decision, State
from jovian.match import IllegalAnswer, Match
from jovian.match.play_loop import play
from jovian.match.saves import save
from jovian.players import make_player
from tests.commands import ROOT, run, run_python
from tests.games import finished, setup
from tests.test_contents import FLEET, SCENARIO, UNIT

RANDOM = ("--players", "random,random")


@pytest.mark.parametrize("arguments", [["-h"], ["simulate", "-h"], ["check", "-h"]])
def test_help_has_a_short_name(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, err) == (0, "") and "Usage: python main.py" in out


def test_the_package_runs_like_the_program() -> None:
    processes = [run_python(*start, "--version") for start in (["main.py"], ["-m", "jovian"])]
    assert [(each.returncode, each.stderr) for each in processes] == [(0, "")] * 2
    assert processes[0].stdout == processes[1].stdout and processes[0].stdout.startswith("Jovian Wars ")


def test_a_shell_completes_commands_and_options() -> None:
    script = run_python("main.py", "completion", "bash").stdout
    for words, at, wanted in (("jovian-wars sim", 1, "simulate"), ("jovian-wars simulate x --wor", 3, "--workers")):
        asked = f"{script}\nCOMP_WORDS=({words}); COMP_CWORD={at}; _jovian_wars_completion; echo ${{COMPREPLY[@]}}"
        process = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=False)
        assert process.stdout.split() == [wanted], process
    for shell in ("zsh", "fish"):
        assert "main.py" in run_python("main.py", "completion", shell).stdout
    assert run_python("main.py", "completion", "dos").returncode == 2


@pytest.mark.parametrize("command", [["rules"], ["rules", "a"], ["odds", "--base", "6"], ["-h"]])
def test_it_ends_quietly_when_its_reader_has_gone(command: list[str]) -> None:
    """Standard output is a pipe whose reader has closed it."""
    started = subprocess.Popen(
        [sys.executable, "main.py", *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert started.stdout is not None and started.stderr is not None
    started.stdout.close()
    errors = started.stderr.read()
    started.stderr.close()
    assert (started.wait(), errors) == (0, "")


def test_replay_tells_plain_data(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = finished(4)
    save(match, tmp_path / "game.json")
    status, out, err = run(capsys, "replay", tmp_path / "game.json", "--json")
    data = json.loads(out)
    assert (status, err) == (0, "") and data["digest"] == match.state.digest() and data["over"] and data["sealed"]
    assert list(data) == [
        "file", "scenario", "answers", "turn", "over", "winner", "digests", "digest", "sealed",
    ]  # fmt: skip


def test_check_tells_plain_data(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good, bad = ROOT / "assets/units/cega/wyvern.yaml", tmp_path / "bad.yaml"
    bad.write_text("kind: squadron\nspeed: fast\n", encoding="utf-8")
    status, out, err = run(capsys, "check", good, bad, "--json")
    first, second = json.loads(out)["files"]
    assert (status, err) == (2, "") and (first["good"], first["kind"], first["errors"]) == (True, "unit", [])
    assert {"file": str(bad), "line": 2, "cause": "speed: must be a whole number, not 'fast'"} in second["errors"]


def own(folder: Path) -> Path:
    """Write a folder with a user's own contents, one card of which is broken."""
    texts = {"units/own": UNIT, "units/broken": "kind: capital\n", "fleets/own": FLEET, "scenarios/own": SCENARIO}
    for name, text in texts.items():
        path = folder / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("home", [True, False])
def test_own_contents_are_read_and_a_broken_card_is_left_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, home: bool
) -> None:
    folder = own(tmp_path / "assets")
    named = [] if home else ["--assets", folder]
    monkeypatch.setenv("JOVIAN_WARS_HOME", str(tmp_path if home else tmp_path / "elsewhere"))
    for command in (["simulate", "own", *RANDOM], ["simulate", "introductory", *RANDOM, "--fleets", "own,jovian-150"]):
        status, out, err = run(capsys, *command, *named, "--json")
        assert status == 0 and err.startswith(f"skipped: {folder}/units/broken.yaml:1: ") and err.count("\n") == 1
        assert len(json.loads(out)["games"]) == 1
    assert run(capsys, "measure", "own", *named)[0] == 0
    assert run(capsys, "measure", "own")[0] == (0 if home else 2)
    assert run(capsys, "measure", "introductory", "--assets", tmp_path / "nowhere")[0] == 2


UNUSABLE = {
    "nowhere": "there is no such folder", "file": "is not a folder", "empty": "none of the folders units, fleets, ",
    "cards": "none of the folders units, fleets, ", "damaged": "'units' in it is not a folder",
}  # fmt: skip


@pytest.fixture
def unusable(tmp_path: Path) -> Path:
    """Create folders from which no card can be read, one for each cause."""
    for name in ("empty", "cards", "damaged"):
        (tmp_path / name).mkdir()
    for name in ("file", "cards/own.yaml", "damaged/units"):
        (tmp_path / name).write_text(UNIT, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", UNUSABLE)
def test_an_assets_folder_without_cards_is_refused(
    capsys: pytest.CaptureFixture[str], unusable: Path, name: str
) -> None:
    named = ("--assets", unusable / name)
    for line in (
        (*named, "--version"), (*named, "options"), ("simulate", "introductory", *RANDOM, *named, "--json"),
        ("check", ROOT / "assets/units/cega/wyvern.yaml", *named), ("show", ROOT / "docs/table.json", *named),
        ("measure", "introductory", *named), ("render", "introductory", "-o", unusable / "table.png", *named),
        ("rehearse", "introductory", *named), ("duel", "random", "random", *named),
    ):  # fmt: skip
        status, out, err = run(capsys, *line)
        assert (status, out, err.count("\n")) == (2, "", 1), line
        assert err.startswith(f"--assets: {unusable / name}: {UNUSABLE[name]}"), err


@pytest.mark.parametrize("name", UNUSABLE)
def test_a_folder_of_the_user_without_cards_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, unusable: Path, name: str
) -> None:
    home = unusable / "home"
    home.mkdir()
    monkeypatch.setenv("JOVIAN_WARS_HOME", str(home))
    if name != "nowhere":
        (unusable / name).rename(home / "assets")
    status, _, err = run(capsys, "measure", "introductory")
    legal = name in ("nowhere", "empty")
    assert (status, err.count("\n")) == (0, 0 if legal else 1)
    assert err.startswith("" if legal else f"skipped: {home / 'assets'}: {UNUSABLE[name]}")


def test_the_folder_of_the_environment_must_be_a_folder(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, unusable: Path
) -> None:
    monkeypatch.setenv("JOVIAN_WARS_HOME", str(unusable / "file"))
    for line in ((), ("measure", "introductory")):
        status, out, err = run(capsys, *line)
        assert (status, out, err) == (2, "", f"JOVIAN_WARS_HOME: {unusable / 'file'}: is not a folder\n")


def test_assets_of_the_program_and_of_the_command_are_both_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder, other = own(tmp_path / "own"), tmp_path / "other"
    (other / "units").mkdir(parents=True)
    for more in ((), ("--assets", other)):
        for line in (("measure", "own"), ("check", folder / "fleets" / "own.yaml")):
            assert run(capsys, "--assets", folder, *line, *more)[0] == 0, (line, more)


def test_a_fleet_that_needs_a_broken_card_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = own(tmp_path)
    (folder / "units" / "cega").mkdir()
    (folder / "units" / "own.yaml").rename(folder / "units" / "cega" / "aardvark.yaml")
    path = folder / "units" / "cega" / "aardvark.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("speed: 3", "speed: three"), encoding="utf-8")
    status, _, err = run(capsys, "check", folder / "fleets" / "own.yaml", "--assets", folder)
    assert status == 2 and f"no unit card has the key 'cega/aardvark'; its file has an error: {path}:7: speed" in err


class Cheat:
    """A player that gives one illegal answer."""

    def choose(self, decision: Decision, view: State) -> Any:
        return ["place", "nobody", 1, 2, 3] if decision.kind == "deploy" else decision.default().to_json()


class Broken:
    """A player that raises an error at its first decision."""

    def choose(self, decision: Decision, view: State) -> Any:
        raise ZeroDivisionError("a slip")


@pytest.mark.parametrize(("player", "message"), [(Cheat(), "answered ['place', 'nobody'"), (Broken(), "a slip")])
def test_an_illegal_answer_names_player_game_and_question(player: Any, message: str) -> None:
    with pytest.raises(IllegalAnswer) as caught:
        play(Match(setup(8)), [player, make_player("random", 1)])
    message = str(caught.value)
    assert message in message and "introductory, seed 8, decision " in message and "(deploy: " in message
    assert message.startswith(f"{type(player).__name__} (side 0)")
