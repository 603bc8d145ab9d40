"""What the editor draws over the table: the chosen piece with its corners, what is in hand, what is wrong where."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from jovian.cards import library
from jovian.editing.commands import pose_of, put
from jovian.editing.corners import corners_of
from jovian.editing.draft import Draft, Piece
from jovian.editing.sketch import sketch
from jovian.game import base_shape
from jovian.rules.facts.words import spoken
from jovian.table import Pose
from jovian.ui.board import Around, Ghost, Note, Overlay, Region, Ring
from jovian.ui.editing.workbench import Point, Workbench

GRID, FINE = 0.5, 0.05
"""Inches to which places are rounded, and with Shift."""
HANDLE, MIDDLE = 0.34, 0.2
"""Inches: the size of the handle of a corner, and of that for another corner between two."""
ROUGH = 1.0
"""Inches about a piece that is so wrong that it cannot be drawn."""


def on_grid(point: Point, fine: bool) -> Point:
    """A point as pieces are set down."""
    step = FINE if fine else GRID
    x, y = (round(round(each / step) * step, 3) for each in point)
    return x, y


def overlays(bench: Workbench) -> tuple[Overlay, ...]:
    """Everything that the editor draws over the table."""
    return (*_wrong(bench), *_chosen(bench), *_in_hand(bench))


def _wrong(bench: Workbench) -> Iterator[Overlay]:
    """What has a problem is outlined; what cannot be drawn has a ring where it would be."""
    shown = bench.sketch
    for piece in dict.fromkeys(problem.piece for problem in bench.problems):
        if piece is None:
            continue
        ident, pose = shown.ident(piece), pose_of(bench.draft.line(piece))
        model = shown.state.models.get(ident)
        if model is not None and model.on_table:
            yield Around(model.base, model.pose, 0.0, "refused")
        elif ident in shown.state.terrain:
            yield from _outline(bench, piece, "refused")
        elif pose is not None:
            yield Ring((pose.x, pose.y), ROUGH, "refused", str(bench.draft.line(piece).get("id", "")))


def _outline(bench: Workbench, piece: Piece, style: str) -> Iterator[Overlay]:
    for each in bench.sketch.state.terrain.values():
        if bench.sketch.piece(each.id) == piece:
            yield from (Around(part, each.pose, 0.0, style) for part in each.outline)


def _chosen(bench: Workbench) -> Iterator[Overlay]:
    piece = bench.chosen
    if piece is None:
        return
    corners = corners_of(bench.draft, piece)
    if piece.section == "terrain" and not corners:
        yield from _outline(bench, piece, "select")
    if corners:
        yield Region(tuple(corners), "select")
    for number, corner in enumerate(corners):
        yield Ring(corner, HANDLE, "lit" if number == bench.corner else "select")
    for middle in middles(corners):
        yield Ring(middle, MIDDLE, "measure")


def middles(corners: list[Point]) -> list[Point]:
    """The points half way between corners, from which another is drawn."""
    after = [*corners[1:], *corners[:1]]
    return [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(corners, after, strict=True)]


def corner_at(corners: list[Point], point: Point) -> int | None:
    """The number of the corner under a point, None for none."""
    near = [(hypot(x - point[0], y - point[1]), number) for number, (x, y) in enumerate(corners)]
    return min(near)[1] if near and min(near)[0] <= HANDLE * 1.4 else None


def _in_hand(bench: Workbench) -> Iterator[Overlay]:
    """What is in hand, where a click would set it down."""
    tool, point = bench.tool, bench.point
    if tool is None or point is None:
        return
    x, y = on_grid(point, bench.shift)
    if tool.section == "models":
        card = library()[tool.name]
        yield Ghost(base_shape(card), Pose(x, y, tool.heading), card.image, card.kind, tool.side)
        yield Note((x, y), f'{card.name} · {x:g}", {y:g}" · {tool.heading}°', "legal")
        return
    only = Draft({"table": bench.draft.data.get("table", {})})
    shown = sketch(put(only, tool.section, tool.line(x, y))[0]).state
    for piece in shown.terrain.values():
        yield from (Around(part, piece.pose, 0.0, "lit") for part in piece.outline)
    yield Note((x, y), f'{spoken(tool.name)} · {x:g}", {y:g}"', "legal")
