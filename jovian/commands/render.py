"""`render`: a picture of a position, into a file."""

from __future__ import annotations

from pathlib import Path

from jovian.commands.position import open_position
from jovian.commands.problem import Problem

SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".tga")


def render(target: str, out: Path, size: int, answers: int | None) -> int:
    """Draw the table of a save or a scenario."""
    if out.suffix.lower() not in SUFFIXES:
        raise Problem(f"{out}: a picture ends in {', '.join(SUFFIXES)}")
    state = open_position(target, answers).state
    from jovian.ui.headless import write_picture

    write_picture(state, out, size)
    print(f"{out}: turn {state.turn}")
    return 0
