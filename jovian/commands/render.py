"""The command `render`: draw the table of a position to a file, in pixels or as SVG."""

from __future__ import annotations

from math import isfinite, sqrt
from pathlib import Path

from jovian.board_svg import Part, board_svg
from jovian.cards.files import holds_copy
from jovian.commands.position import load_state
from jovian.commands.problem import CommandError, print_line
from jovian.game import State
from jovian.game.game import open_state
from jovian.match.files import write_whole

SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".tga")
MAX_PIXELS = 22_000_000
"""The maximum number of pixels. A picture of this size takes less than 300 MB of memory."""
MIN_INCHES, MAX_INCHES = 4, 200
"""The limits for the sides of a part of the table."""


def render(target: str, out: Path | None, svg: Path | None, size: int, answers: int | None, part: str) -> int:
    """Draw the table of a save or a scenario, or a part of it. Raises CommandError."""
    if out is None and svg is None:
        raise CommandError("usage: render requires -o or --svg with the name of a file")
    if out is not None and out.suffix.lower() not in SUFFIXES:
        raise CommandError(f"{out}: a picture must end in {', '.join(SUFFIXES)}")
    frame = _parse_part(part) if part else None
    state = load_state(target, answers)
    if out is not None:
        _write_pixels(state, out, size, frame)
    if svg is not None:
        shown = state if holds_copy(target) else open_state(state, is_over=state.over)
        write_whole(svg, board_svg(shown, size, frame))
    for path in (out, svg):
        if path is not None:
            print_line(f"{path}: turn {state.turn}")
    return 0


def _write_pixels(state: State, out: Path, size: int, frame: Part | None) -> None:
    """Write a picture file. Raises CommandError if it needs too much memory."""
    from jovian.ui.board.board import picture_size
    from jovian.ui.headless import write_picture

    width, height = picture_size(state, size, frame)
    if width * height > MAX_PIXELS:
        limit = int(size * sqrt(MAX_PIXELS / (width * height)))
        raise CommandError(
            f"usage: --size: {width} x {height} pixels are too many; the limit for this shape is {limit}"
        )
    write_picture(state, out, size, frame)


def _parse_part(part: str) -> Part:
    """Return the edges of a part in inches. Raises CommandError."""
    try:
        left, bottom, right, top = (float(edge) for edge in part.split(","))
    except ValueError:
        left = bottom = right = top = 0.0
    sizes_fit = all(MIN_INCHES <= size <= MAX_INCHES for size in (right - left, top - bottom))
    if not (sizes_fit and isfinite(left) and isfinite(bottom)):
        limits = f"{MIN_INCHES} to {MAX_INCHES} apart"
        raise CommandError(f"usage: --part: requires LEFT,BOTTOM,RIGHT,TOP in inches, {limits}, not '{part}'")
    return left, bottom, right, top
