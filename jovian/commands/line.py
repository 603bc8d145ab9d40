"""`completion`: what a shell must read to complete the commands, their options and their scenarios. A command line
as typer reads it, made quickly: one command and not all, and what is plain taken as it stands. Which contents the
commands read: the project's own, the user's, and those of `--assets`.
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
from jovian.ui.files.paths import HOME, home, kept_cards, user_shelf

# --- completion ---
# `completion`: what a shell must read to complete the commands, their options and their scenarios.

NAME = "jovian-wars"
VARIABLE = "_JOVIAN_WARS_COMPLETE"
"""The environment variable by which a shell asks for completions."""
FUNCTIONS = {
    "bash": 'jovian-wars() {{ {program} "$@"; }}',
    "zsh": 'jovian-wars() {{ {program} "$@"; }}',
    "fish": "function jovian-wars; {program} $argv; end",
}
ASKING = {"bash": "complete_bash $1", "zsh": "complete_zsh jovian-wars", "fish": "(commandline -cp) jovian-wars"}
"""How the script of a shell calls the program, which there is no file of that name for."""


def answer_shells() -> None:
    """Let typer answer a shell that asks for completions."""
    if VARIABLE in os.environ:
        completion_init()


def show_completion(shell: str) -> int:
    """Print a function `jovian-wars` for the shell, and how it is completed. Raises Problem for an unknown shell."""
    if shell not in FUNCTIONS:
        raise CommandError(f"usage: completion: there is no '{shell}', there are {', '.join(FUNCTIONS)}")
    main = Path(__file__).resolve().parents[2] / "main.py"
    program = f"'{sys.executable}' '{main}'" if main.is_file() else f"'{sys.executable}' -m jovian"
    script = get_completion_script(prog_name=NAME, complete_var=VARIABLE, shell=shell)
    asked = ASKING[shell].rsplit(" ", 1)[0]
    print(FUNCTIONS[shell].format(program=program))
    print(script.replace(ASKING[shell], f"{asked} {program}"))
    return 0


# --- line ---
# A command line as typer reads it, made quickly: one command and not all, and what is plain taken as it stands.
#
# For a command line typer makes every command of the program, and to see that a text is a text it imports pydantic:
# a quarter of what a short command takes. Whatever is not plainly right is left to it, with what it says of that.

UNSURE = object()
"""Stands for a value that typer must look at."""
_WHOLE = re.compile(r"-?[0-9]{1,9}")


class Command(TyperCommand):
    """A command that takes plain values as they stand."""

    def get_params(self, ctx: Any) -> Any:
        """Its arguments and options, and that for help."""
        return [_taking_plain(each) for each in super().get_params(ctx)]


class Group(TyperGroup):
    """The program itself, which does so with its own options."""

    def get_params(self, ctx: Any) -> Any:
        """Its options, and that for help."""
        return [_taking_plain(each) for each in super().get_params(ctx)]


def made(app: Typer, arguments: Sequence[str]) -> Any:
    """The program as typer runs it, with the command alone whose name a line begins with, or with all of them."""
    program = copy(app)
    named = [each for each in app.registered_commands if each.callback and each.callback.__name__ in arguments[:1]]
    if named and VARIABLE not in os.environ:
        program.registered_commands = named
    return get_command(program)


def _taking_plain(parameter: Any) -> Any:
    """The parameter, of whose values typer looks only at those that are not plain."""
    form = getattr(parameter, "type_descriptor", None)
    if form is not None and "process_value" not in vars(parameter):  # there is none in a typer without pydantic
        look = parameter.process_value

        def process_value(context: Any, value: Any) -> Any:
            found = plain(value, form.annotation, form.parameter_info, required=parameter.required)
            if found is UNSURE:
                return look(context, value)
            return found if parameter.callback is None else parameter.callback(context, parameter, found)

        parameter.process_value = process_value
    return parameter


def plain(value: Any, kind: Any, limits: Any, *, required: bool = False) -> Any:
    """What typer makes of a value of a kind, if that is plain to see; `UNSURE` if it is not."""
    several = get_origin(kind) is list
    if value is None:
        return UNSURE if required else () if several else None
    if not several:
        return _one(value, kind, limits)
    found = [_one(each, get_args(kind)[0], limits) for each in value] if isinstance(value, list | tuple) else [UNSURE]
    return UNSURE if UNSURE in found or (required and not found) else found


def _one(value: Any, kind: Any, limits: Any) -> Any:
    """The same of a single value, which is there."""
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


# --- shelves ---
# Which contents the commands read: the project's own, the user's, and those of `--assets`.


def open_shelves(assets: Sequence[Path] = ()) -> None:
    """Read the user's contents and those of the folders beside the project's. Keep the checked cards.

    Raises Problem if no card can be read from a folder, OSError if the folder can't be read.
    """
    if os.environ.get(HOME) and home().exists() and not home().is_dir():
        raise CommandError(f"{HOME}: {place(str(home()), None)}: is not a folder")
    more = _read_shelves(assets)
    keep_in(kept_cards())
    put_beside(user_shelf(), *more)


def add_shelves(assets: Sequence[Path]) -> None:
    """Read the contents of these folders too. Raises Problem or OSError as `open_shelves` does."""
    put_beside(*shelves()[1:], *_read_shelves(assets))


def _read_shelves(assets: Sequence[Path]) -> list[Shelf]:
    for folder in assets:
        if fault := Shelf.find_fault(folder):
            raise CommandError(f"--assets: {place(str(folder), None)}: {fault}")
    return [Shelf.at(folder.resolve()) for folder in assets]


def tell_left_out() -> None:
    """Name the cards that are wrong and left out, a line each."""
    for fault in left_out():
        print_line(f"skipped: {fault}", sys.stderr)
