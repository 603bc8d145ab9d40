"""`completion`: what a shell must read to complete the commands, their options and their scenarios."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from typer._completion_classes import completion_init
from typer._completion_shared import get_completion_script

from jovian.commands.output.problem import Problem

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
        raise Problem(f"usage: completion: there is no '{shell}', there are {', '.join(FUNCTIONS)}")
    main = Path(__file__).resolve().parents[3] / "main.py"
    program = f"'{sys.executable}' '{main}'" if main.is_file() else f"'{sys.executable}' -m jovian"
    script = get_completion_script(prog_name=NAME, complete_var=VARIABLE, shell=shell)
    asked = ASKING[shell].rsplit(" ", 1)[0]
    print(FUNCTIONS[shell].format(program=program))
    print(script.replace(ASKING[shell], f"{asked} {program}"))
    return 0
