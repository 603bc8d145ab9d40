"""The command line: shell completion, fast parsing, and the folders of cards (shelves) that the commands read.

typer builds all commands to run one, and imports pydantic to check a string. Together this takes a quarter of the time
of a short command. The classes here build one command and accept plain values directly. They leave all other values,
and the error messages, to typer.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any, get_args, get_origin

from typer import Typer
from typer._completion_classes import completion_init
from typer._completion_shared import get_completion_script
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from jovian.cards import left_out
from jovian.cards.cache import keep_in
from jovian.cards.files import Shelf, place, put_beside, shelves
from jovian.commands.problem import CommandError, print_line
from jovian.user_files.paths import HOME, home, kept_cards, user_shelf

# --- Shell completion ---

NAME = "jovian-wars"
VARIABLE = "_JOVIAN_WARS_COMPLETE"
"""The environment variable with which a shell asks for completions."""
FUNCTIONS = {
    "bash": 'jovian-wars() {{ {program} "$@"; }}',
    "zsh": 'jovian-wars() {{ {program} "$@"; }}',
    "fish": "function jovian-wars; {program} $argv; end",
}
ASKING = {"bash": "complete_bash $1", "zsh": "complete_zsh jovian-wars", "fish": "(commandline -cp) jovian-wars"}
"""The call of a program file in the script of each shell. There is no such file, so the call is replaced."""


def answer_shells() -> None:
    """Let typer answer if a shell asks for completions."""
    if VARIABLE in os.environ:
        completion_init()


def show_completion(shell: str) -> int:
    """Print a function `jovian-wars` for the shell and its completion script. Raises CommandError."""
    if shell not in FUNCTIONS:
        raise CommandError(f"usage: completion: there is no shell '{shell}'. Use one of {', '.join(FUNCTIONS)}")
    main = Path(__file__).resolve().parents[2] / "main.py"
    program = f"'{sys.executable}' '{main}'" if main.is_file() else f"'{sys.executable}' -m jovian"
    script = get_completion_script(prog_name=NAME, complete_var=VARIABLE, shell=shell)
    call = ASKING[shell].rsplit(" ", 1)[0]
    print(FUNCTIONS[shell].format(program=program))
    print(script.replace(ASKING[shell], f"{call} {program}"))
    return 0


# --- Fast parsing ---

UNSURE = object()
"""Marks a value that typer must parse."""
_WHOLE = re.compile(r"-?[0-9]{1,9}")


class Command(TyperCommand):
    """A command that parses plain values itself."""

    def get_params(self, ctx: Any) -> Any:
        """Return its arguments and options, including --help."""
        return [_with_fast_parsing(parameter) for parameter in super().get_params(ctx)]


class Group(TyperGroup):
    """The program, which parses its own options in the same way."""

    def get_params(self, ctx: Any) -> Any:
        """Return its options, including --help."""
        return [_with_fast_parsing(parameter) for parameter in super().get_params(ctx)]


def build_program(app: Typer, arguments: Sequence[str]) -> Any:
    """Return the program with only the command that the first argument names, or with all commands."""
    program = copy(app)
    commands = [
        command for command in app.registered_commands
        if command.callback and command.callback.__name__ in arguments[:1]
    ]  # fmt: skip
    if commands and VARIABLE not in os.environ:
        program.registered_commands = commands
    return get_command(program)


def _with_fast_parsing(parameter: Any) -> Any:
    """Return the parameter, changed so that typer parses only values that aren't plain."""
    form = getattr(parameter, "type_descriptor", None)
    if form is not None and "process_value" not in vars(parameter):  # typer without pydantic has no type_descriptor
        look = parameter.process_value

        def process_value(context: Any, value: Any) -> Any:
            parsed = plain(value, form.annotation, form.parameter_info, required=parameter.required)
            if parsed is UNSURE:
                return look(context, value)
            return parsed if parameter.callback is None else parameter.callback(context, parameter, parsed)

        parameter.process_value = process_value
    return parameter


def plain(value: Any, kind: Any, limits: Any, *, required: bool = False) -> Any:
    """Return the value as typer would parse it, `UNSURE` if it isn't plain."""
    several = get_origin(kind) is list
    if value is None:
        return UNSURE if required else () if several else None
    if not several:
        return _one(value, kind, limits)
    values = [_one(item, get_args(kind)[0], limits) for item in value] if isinstance(value, list | tuple) else [UNSURE]
    return UNSURE if UNSURE in values or (required and not values) else values


def _one(value: Any, kind: Any, limits: Any) -> Any:
    """Return the same for a single value."""
    if kind is str and isinstance(value, str):
        return value
    if kind is Path and isinstance(value, str) and (os.access(value, os.R_OK) or not os.path.exists(value)):
        return Path(value)
    if kind is int and isinstance(value, str) and _WHOLE.fullmatch(value):
        value = int(value)
    if kind in (int, float) and type(value) is kind and _within(value, limits):
        return value
    return UNSURE


def _within(value: float, limits: Any) -> bool:
    return (limits.min is None or value >= limits.min) and (limits.max is None or value <= limits.max)


# --- Shelves ---


def open_shelves(assets: Sequence[Path] = ()) -> None:
    """Read the cards of the user and of the folders in addition to the project's, and cache the checked cards.

    Raises:
        CommandError: No card can be read from a folder.
        OSError: A folder can't be read.

    """
    if os.environ.get(HOME) and home().exists() and not home().is_dir():
        raise CommandError(f"{HOME}: {place(str(home()), None)}: is not a folder")
    more = _read_shelves(assets)
    keep_in(kept_cards())
    put_beside(user_shelf(), *more)


def add_shelves(assets: Sequence[Path]) -> None:
    """Also read the cards of these folders. Raises what `open_shelves` raises."""
    put_beside(*shelves()[1:], *_read_shelves(assets))


def _read_shelves(assets: Sequence[Path]) -> list[Shelf]:
    for folder in assets:
        if fault := Shelf.find_fault(folder):
            raise CommandError(f"--assets: {place(str(folder), None)}: {fault}")
    return [Shelf.at(folder.resolve()) for folder in assets]


def report_skipped_cards() -> None:
    """Print one line for each card that was skipped because it is wrong."""
    for fault in left_out():
        print_line(f"skipped: {fault}", sys.stderr)
