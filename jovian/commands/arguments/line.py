"""A command line as typer reads it, made quickly: one command and not all, and what is plain taken as it stands.

For a command line typer makes every command of the program, and to see that a text is a text it imports pydantic: a
quarter of what a short command takes. Whatever is not plainly right is left to it, with what it says of that.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any, get_args, get_origin

from typer import Typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from jovian.commands.arguments.completion import VARIABLE

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
