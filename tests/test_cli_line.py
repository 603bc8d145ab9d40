"""Tests of the command line parser: values, single commands, and light imports."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.core import TyperCommand
from typer.main import get_command

from jovian.commands.app import UsageError, app
from jovian.commands.line import VARIABLE, Command, build_program
from jovian.match.saves import save
from tests.commands import run_python
from tests.games import finished

HEAVY = {
    "pydantic", "pydantic_core", "yaml", "rich.table", "pygame", "mpmath", "matplotlib", "jinja2",
    "jovian.cards.schema",
}  # fmt: skip
LINES = [
    ["replay", "{save}", "--verify"], ["replay", "{save}"], ["measure", "introductory", "--json"],
    ["measure", "{save}", "--json"], ["odds", "--base", "3", "--macro", "-1", "--json"],
    ["simulate", "-h"],
]  # fmt: skip


def parsed_values(kind: type[TyperCommand], line: list[str]) -> Any:
    """Return the values passed to a command of this kind, or its complaint."""
    own = typer.Typer(add_completion=False)

    @own.command(cls=kind)
    def command(
        name: Annotated[str, typer.Argument()],
        more: Annotated[list[str] | None, typer.Argument()] = None,
        number: Annotated[int, typer.Option(min=-12, max=12)] = 1,
        any_number: int | None = None,
        share: Annotated[float | None, typer.Option(max=0.5)] = None,
        low: float = 0.25,
        out: Path | None = None,
        folder: Annotated[list[Path] | None, typer.Option()] = None,
        word: Annotated[list[str] | None, typer.Option()] = None,
        loud: bool = False,
    ) -> list[Any]:
        return [name, more, number, any_number, share, low, out, folder, word, loud]

    try:
        return get_command(own)(args=line, standalone_mode=False)
    except UsageError as error:
        return error.format_message()  # type: ignore[attr-defined]


@pytest.mark.parametrize("line", [
    "", "a", "a b c", "a --number 12", "a --number -12", "a --number 13", "a --number 007", "a --number 1_0",
    "a --number +3", "a --number x", "a --number 3.0", "a --any-number -0", "a --any-number 12345678901234567890",
    "a --share 0.5", "a --share 0.6", "a --share 1e-1", "a --low 2", "a --low x", "a --out tests", "a --out nowhere/b",
    "a --folder tests --folder docs", "a --word x --word y --loud", "a --loud --no-loud", "a --strange", "a --number",
])  # fmt: skip
def test_it_is_read_as_typer_reads_it(line: str) -> None:
    ours = parsed_values(Command, line.split())
    assert ours == parsed_values(TyperCommand, line.split())
    assert [type(each) for each in ours] == [type(each) for each in parsed_values(TyperCommand, line.split())]


def test_what_may_not_be_read_is_left_to_typer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    assert parsed_values(Command, ["a", "--out", str(tmp_path)]) == parsed_values(
        TyperCommand, ["a", "--out", str(tmp_path)]
    )


def test_only_the_command_that_is_named_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    every = set(build_program(app, []).commands)
    assert {"replay", "odds", "measure"} < every
    assert set(build_program(app, ["odds", "--base", "3"]).commands) == {"odds"}
    for line in (["-h"], ["odd"], ["--assets", "odds", "replay"]):
        assert set(build_program(app, line).commands) == every
    monkeypatch.setenv(VARIABLE, "complete_bash")
    assert set(build_program(app, ["odds"]).commands) == every


def test_every_command_takes_plain_values() -> None:
    assert {type(each) for each in build_program(app, []).commands.values()} == {Command}


def test_a_short_command_imports_nothing_heavy(tmp_path: Path) -> None:
    """The cards that it reads are cached."""
    save(finished(9), tmp_path / "game.json")
    lines = [[word.format(save=tmp_path / "game.json") for word in line] for line in LINES]
    code = f"import sys; from jovian.cli import main; [main(line) for line in {lines}]"
    code += f"; print({HEAVY} & set(sys.modules), file=sys.stderr)"
    first, second = (run_python("-c", code, JOVIAN_WARS_HOME=str(tmp_path)) for _ in range(2))
    assert first.stdout == second.stdout and second.stdout.count("\n") > 3 * len(LINES)
    assert second.stderr == "set()\n"
