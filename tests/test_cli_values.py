"""Tests of every value of every command: huge, empty, and unprintable values are legal or give one short line.

The commands and their parameters come from the program itself, so a new option is tested at once.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from jovian.commands.app import app
from jovian.commands.line import build_program
from jovian.match.files import add_checksum
from jovian.match.saves import to_data
from jovian.rehearsal.puzzles import puzzle_text
from tests.commands import ROOT, run, run_python, write_short_scenario
from tests.rehearsal.positions import passed_shot, shot_puzzle

SAVE, SHORT = "finished.json", "introductory.yaml"
ONE_GAME = {"players": "random,random", "games": "1", "turns": "1", "workers": "1"}
LINES: dict[str, dict[str, str]] = {
    "": {"version": ""},
    "show": {"file": SAVE},
    "play": {"target": SHORT, "text": "", "players": "human,random"},
    "simulate": {"scenario": SHORT, "players": "random,random", "games": "1"},
    "host": {"scenario": SHORT, "address": "127.0.0.1", "port": "0", "stand_in": "cadet"},
    "join": {"invite": f"127.0.0.1:1/{'a' * 42}", "fleet": "cega-150"},
    "rehearse": {"target": SHORT, **ONE_GAME},
    "puzzle": {"action": "show", "file": "puzzle.json"},
    "study": {"save": SAVE, "player": "random", "games": "2", "turns": "1", "workers": "1"},
    "duel": {"first": "random", "second": "random", "scenarios": SHORT, "fleets": "cega-150", "pairs": "1",
             "workers": "1"},
    "balance": {"subject": "units", "player": "random", "scenarios": SHORT, "size": "150", "pairs": "1",
                "workers": "1"},
    "odds": {"base": "3"},
    "measure": {"target": SHORT},
    "fleet": {"action": "text", "files": "cega-150"},
    "check": {"files": SAVE},
    "replay": {"save": SAVE, "verify": ""},
    "render": {"target": SHORT, "out": "table.png", "size": "200"},
    "scenario": {"save": str(ROOT / "docs" / "table.json"), "out": "position.yaml"},
    "rules": {"words": "kinetic"},
    "options": {},
    "completion": {"shell": "bash"},
}  # fmt: skip
"""A short line of each command, by the parameter whose value is replaced. A flag has no value."""
UNPRINTABLE = ("a\nb\r\u2028c", "\x1b[31m\x07\t", "\udcff\udc80")
"""Line breaks, control characters, and bytes that are not text."""
VALUES = ("x" * 5000, "x " * 2500, "9" * 5000, "".join(UNPRINTABLE), "")
FORMS = (
    "{}", "{}.yaml", "{}.json", "{}.png", "{}.py:Name", "nowhere/{}", " {}", "{0},{0}", "{0}={0}",
    "initiative={}", "{0}x{0}",
)  # fmt: skip
"""The forms in which a value can occur in an option: a file, two names, a setting, a size."""
MAX_LINE = 320
"""The maximum length of a complaint about a value with thousands of characters."""
COMMANDS: dict[str, Any] = {"": build_program(app, []), **build_program(app, []).commands}
SWEPT = [
    (command, parameter.name)
    for command, found in COMMANDS.items() for parameter in found.params if not getattr(parameter, "is_flag", False)
]  # fmt: skip
"""The parameters that take a value."""


@cache
def small_files() -> dict[str, str]:
    """Return a finished game of one activation, and a puzzle, by name."""
    return {SAVE: add_checksum(to_data(passed_shot())), "puzzle.json": puzzle_text(shot_puzzle())}


@pytest.fixture(autouse=True)
def without_window(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Open no window, play no game, and type nothing. Write files to a folder of the test, with small ones."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    monkeypatch.setattr("jovian.ui.headless.display_trouble", lambda: "there is none")
    monkeypatch.setattr("jovian.commands.window.demonstrate", lambda folder: 0)
    for name in ("play_hosted", "play_joined"):
        monkeypatch.setattr(f"jovian.commands.network.{name}", lambda *_: passed_shot())
    monkeypatch.chdir(tmp_path)
    for name, text in small_files().items():
        Path(name).write_text(text, encoding="utf-8")
    write_short_scenario(tmp_path)


def line_of(command: str, name: str, value: str) -> list[str]:
    """Return the short line of a command with another value for one of its parameters."""
    options, arguments = [command] if command else [], []
    values = {**LINES[command], name: value}
    for parameter in COMMANDS[command].params:
        if parameter.param_type_name == "argument":
            arguments += [values[parameter.name]] if parameter.name in values else []
        elif getattr(parameter, "is_flag", False):
            options += [parameter.opts[0]] if parameter.name in (*values, "as_json") else []
        elif parameter.name in values:
            options += [parameter.opts[0], values[parameter.name]]
    return [*options, "--", *arguments] if arguments else options


def complaints(line: list[str], answer: tuple[int, str, str]) -> Iterator[str]:
    """Yield the faults of the answer to a line."""
    status, out, err = answer
    if status not in ((0, 1, 2) if line[0] == "rules" else (0, 2)):
        yield f"status {status}"
    if status and err.count("\n") != (0 if line[0] == "check" and out else 1):
        yield "not one line"
    if not all(text.isprintable() and len(text) <= MAX_LINE for text in err.split("\n")):
        yield "no short printable line"
    if "Traceback" in err or "should not happen" in err:
        yield "a mistake of the program"
    if status and out and line[0] != "check":
        yield "output of a command that failed"
    if "--json" in line and out:
        try:
            json.loads(out)
        except ValueError:
            yield "no JSON"


def sweep(capsys: pytest.CaptureFixture[str], lines: list[list[str]]) -> None:
    found = [(line, told) for line in lines for told in [run(capsys, *line)]]
    wrong = [(problem, [word[:40] for word in line], told[2][:200], len(told[2]))
             for line, told in found for problem in complaints(line, told)]  # fmt: skip
    assert not wrong, wrong


def test_there_is_a_line_of_each_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(LINES) == set(COMMANDS) and len(SWEPT) > 50
    for command in set(LINES) - {"show"}:
        name = next(iter(LINES[command]), "")
        assert run(capsys, *line_of(command, name, LINES[command].get(name, "")))[0] == 0, command


@pytest.mark.parametrize(("command", "name"), SWEPT)
def test_any_value_is_legal_or_answered_with_one_short_line(
    capsys: pytest.CaptureFixture[str], command: str, name: str
) -> None:
    sweep(capsys, [line_of(command, name, value) for value in VALUES])


@pytest.mark.long
@pytest.mark.parametrize(("command", "name"), SWEPT)
def test_any_value_in_any_form_is_legal_or_answered_with_one_short_line(
    capsys: pytest.CaptureFixture[str], command: str, name: str
) -> None:
    for form in FORMS:
        sweep(capsys, [line_of(command, name, form.format(value)) for value in (*VALUES, *UNPRINTABLE)])


def test_any_word_is_a_command_or_a_file_or_answered_with_one_short_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = [form.format(value) for form in ("-{}", "--{}", "--{}=1", *FORMS) for value in VALUES]
    sweep(capsys, [["simulate", SHORT, word] for word in words if word.startswith("-")])
    sweep(capsys, [[word] for word in words if word not in ("-", "--")])


def test_a_name_that_the_terminal_cannot_show_is_printed_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "class Игрок:\n    def choose(self, decision, view):\n        return decision.default()\n", encoding="utf-8"
    )
    line = ("simulate", str(tmp_path / SHORT), "--players", f"random,{tmp_path}/bot.py:Игрок")
    process = run_python("main.py", *line, PYTHONIOENCODING="ascii:strict", PYTHONUTF8="1")
    assert process.returncode == 0 and "\\u0418" in process.stdout and process.stderr == ""
