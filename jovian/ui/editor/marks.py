"""The zones that a scenario draws itself, on the board of the editor, right or wrong. What the editor draws over
the table: the chosen piece with its corners, what is in hand, what is wrong where. What the sides settle only
before the battle, on the board of the editor: quarters, beacons, the edge of an escape.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

import pygame

from jovian.cards import unit_cards
from jovian.cards.names import ROLES
from jovian.cards.scenario_schema import outline_fault
from jovian.editing.commands import add_piece, corners_of, outline_of, pose_of
from jovian.editing.draft import Data, Draft, Piece
from jovian.editing.problems import sketch
from jovian.game import State, base_shape
from jovian.rules.basics.rolls import key_to_words
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import has_roles, role_of
from jovian.rules.scenario.special import NEAR, Ambush, band, escape_edge, open_edges
from jovian.rules.scenario.zones import FRONTS, CornerZone, beacons, quarter
from jovian.table import Pose, Rect, Shape, convex_parts, covers
from jovian.ui.board import BaseRing, Board, Ghost, Overlay, PointLabel, Region, Ring, Zone
from jovian.ui.board.board_help import landmark_hint
from jovian.ui.editor.workbench import Point, Workbench

# --- areas ---
# The zones that a scenario draws itself, on the board of the editor, right or wrong.

STEPS = 72
"""Corners that stand for a circle."""
NOWHERE = Pose(0.0, 0.0, 0)


def areas(bench: Workbench) -> tuple[Zone, ...]:
    """Every zone that has an outline; () if the scenario draws none."""
    lines = [(line.get("side"), _outline(line)) for line in bench.draft.lines("zones")]
    return tuple(Zone(tuple(corners), _side(side), _label(side)) for side, corners in lines if corners)


def area_at(bench: Workbench, point: Point) -> Piece | None:
    """The zone under a point of the table, the one drawn last."""
    found = None
    for number, line in enumerate(bench.draft.lines("zones")):
        corners = _outline(line)
        if corners and not outline_fault(corners) and any(covers(point, p, NOWHERE) for p in convex_parts(corners)):
            found = Piece("zones", number)
    return found


def _outline(line: Data) -> list[Point]:
    """The corners of a zone on the table, those that stand for a circle among them."""
    pose, radius = pose_of(line), line.get("radius")
    if pose is not None and isinstance(radius, int | float) and radius > 0:
        return Shape.circle(float(radius)).outline(pose, STEPS)
    return outline_of(line)


def _side(side: Any) -> int:
    """In whose color it is drawn: the attacker's like side 0."""
    return ROLES.index(side) if side in ROLES else side if side in (0, 1) else 0


def _label(side: Any) -> str:
    return f"Deployment zone · {side if side in ROLES else f'side {side}'}"


# --- marks ---
# What the editor draws over the table: the chosen piece with its corners, what is in hand, what is wrong where.

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
            yield BaseRing(model.base, model.pose, 0.0, "refused")
        elif ident in shown.state.terrain:
            yield from _outline_marked(bench, piece, "refused")
        elif pose is not None:
            yield Ring((pose.x, pose.y), ROUGH, "refused", str(bench.draft.line(piece).get("id", "")))


def _outline_marked(bench: Workbench, piece: Piece, style: str) -> Iterator[Overlay]:
    for each in bench.sketch.state.terrain.values():
        if bench.sketch.piece(each.id) == piece:
            yield from (BaseRing(part, each.pose, 0.0, style) for part in each.outline)


def _chosen(bench: Workbench) -> Iterator[Overlay]:
    piece = bench.chosen
    if piece is None:
        return
    corners = corners_of(bench.draft, piece)
    if piece.section == "terrain" and not corners:
        yield from _outline_marked(bench, piece, "select")
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
        card = unit_cards()[tool.name]
        yield Ghost(base_shape(card), Pose(x, y, tool.heading), card.image, card.kind, tool.side)
        yield PointLabel((x, y), f'{card.name} · {x:g}", {y:g}" · {tool.heading}°', "legal")
        return
    only = Draft({"table": bench.draft.data.get("table", {})})
    shown = sketch(add_piece(only, tool.section, tool.line(x, y))[0]).state
    for piece in shown.terrain.values():
        yield from (BaseRing(part, piece.pose, 0.0, "lit") for part in piece.outline)
    yield PointLabel((x, y), f'{key_to_words(tool.name)} · {x:g}", {y:g}"', "legal")


# --- to come ---
# What the sides settle only before the battle, on the board of the editor: quarters, beacons, the edge of an escape.
#
# Beacons stand where the sketch has set them up for an example. Quarters and edges that may be chosen are outlined.

SIDES = ("Side A", "Side B")
ASKED = {"quarter of one side?": CornerZone.summary, "escape edge?": Ambush.summary}
"""What is written on what may be chosen, and what is told of it under the pointer."""
QUARTER, EDGE = ASKED
EXAMPLE = "The sides set their beacons up before the battle: this is an example."


def to_come(state: State) -> tuple[Overlay, ...]:
    """Quarters and edges that may be chosen; () once models stand on the table."""
    return () if state.phase else tuple(_parts(state))


def _parts(state: State) -> Iterator[Overlay]:
    clauses = rulebook(state).clauses
    if any(isinstance(each, CornerZone) for each in clauses):
        yield from _marked([quarter(state, each) for each in FRONTS], QUARTER)
    if any(isinstance(each, Ambush) for each in clauses) and not escape_edge(state):
        yield from _marked([band(state, each, NEAR) for each in open_edges(state)], EDGE)


def _marked(parts: list[Rect], text: str) -> Iterator[Overlay]:
    for part in parts:
        left, bottom, right, top = part.box
        yield Region(part.outline, "measure")
        yield PointLabel(((left + right) / 2, (bottom + top) / 2), text)


def settled_hint(board: Board, state: State, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
    """The box and the words of a beacon, an edge, or what may be chosen under a pixel, None where there is none."""
    left, top = board.camera.view[:2]
    for pill, rect in board.pills:
        if pill.text in ASKED and rect.collidepoint(pos[0] - left, pos[1] - top):
            return rect.move(left, top), ASKED[pill.text]
    roles = has_roles(state.scenario)
    names = (f"the {role_of(state, 0)}", f"the {role_of(state, 1)}") if roles else SIDES
    found = landmark_hint(board, state, names, pos)
    if found is None or not beacons(state):
        return found
    return found[0], f"{found[1]}. {EXAMPLE}"
