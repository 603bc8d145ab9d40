"""`render`: a picture of a position, into a file."""

from __future__ import annotations

from math import isfinite, sqrt
from pathlib import Path

from jovian.commands.position import open_position
from jovian.commands.problem import CommandError, print_line

SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".tga")
MAX_PIXELS = 22_000_000
"""Pixels of the largest picture that is drawn: it takes less than 300 MB."""
LEAST, MOST = 4, 200
"""How many inches the sides of a part may have."""


def render(target: str, out: Path, size: int, answers: int | None, part: str) -> int:
    """Draw the table of a save or a scenario, or the part of it that four numbers name. Raises Problem."""
    if out.suffix.lower() not in SUFFIXES:
        raise CommandError(f"{out}: a picture ends in {', '.join(SUFFIXES)}")
    frame = _frame(part) if part else None
    state = open_position(target, answers).state
    from jovian.ui.board.board import picture_size
    from jovian.ui.headless import write_picture

    width, height = picture_size(state, size, frame)
    if width * height > MAX_PIXELS:
        most = int(size * sqrt(MAX_PIXELS / (width * height)))
        raise CommandError(f"usage: --size: {width} x {height} pixels are too many; the limit for this shape is {most}")
    write_picture(state, out, size, frame)
    print_line(f"{out}: turn {state.turn}")
    return 0


def _frame(part: str) -> tuple[float, float, float, float]:
    """The edges of a part as it is typed. Raises Problem."""
    try:
        left, bottom, right, top = (float(each) for each in part.split(","))
    except ValueError:
        left = bottom = right = top = 0.0
    if not (LEAST <= right - left <= MOST and LEAST <= top - bottom <= MOST and isfinite(left) and isfinite(bottom)):
        raise CommandError(f"usage: --part: LEFT,BOTTOM,RIGHT,TOP in inches, {LEAST} to {MOST} apart, not '{part}'")
    return left, bottom, right, top
