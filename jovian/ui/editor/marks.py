"""What the editor draws over the table: zones, marks on pieces, the tool, and what the sides decide before the
battle.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

import pygame

from jovian.cards import unit_cards
from jovian.cards.names import ROLES
from jovian.cards.scenario_builder import outline_fault
from jovian.editing.commands import add_piece, corners_of, outline_of, pose_of
from jovian.editing.draft import Data, Draft, Piece
from jovian.editing.labels import piece_name, side_labels
from jovian.editing.problems import sketch
from jovian.game import State, base_shape
from jovian.rules.basics.rolls import key_to_words
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import has_roles, role_of
from jovian.rules.scenario.special import NEAR, Ambush, edge_strip, escape_edge, open_edges
from jovian.rules.scenario.zones import FRONTS, CornerZone, beacons, quarter
from jovian.table import Pose, Rect, Shape, convex_parts, covers
from jovian.ui.board import BaseRing, Board, Ghost, Overlay, PointLabel, Region, Ring, Zone
from jovian.ui.board.board_help import landmark_hint
from jovian.ui.editor.workbench import Point, Workbench

# --- Zones ---

CIRCLE_CORNERS = 72
"""The number of corners that approximate a circle."""
ORIGIN = Pose(0.0, 0.0, 0)


def drawn_zones(workbench: Workbench) -> tuple[Zone, ...]:
    """Return the zones of the draft that have an outline, valid or not. () if it has none."""
    lines = [(line.get("side"), _zone_corners(line)) for line in workbench.draft.lines("zones")]
    names = side_labels(workbench.draft)
    return tuple(
        Zone(tuple(corners), _color_side(side), _zone_label(side, names)) for side, corners in lines if corners
    )


def zone_at(workbench: Workbench, point: Point) -> Piece | None:
    """Return the zone under a point of the table: the one drawn last, or None."""
    zone = None
    for number, line in enumerate(workbench.draft.lines("zones")):
        corners = _zone_corners(line)
        if corners and not outline_fault(corners) and any(covers(point, p, ORIGIN) for p in convex_parts(corners)):
            zone = Piece("zones", number)
    return zone


def _zone_corners(line: Data) -> list[Point]:
    """Return the corners of a zone on the table. A circle has many corners."""
    pose, radius = pose_of(line), line.get("radius")
    if pose is not None and isinstance(radius, int | float) and radius > 0:
        return Shape.circle(float(radius)).outline(pose, CIRCLE_CORNERS)
    return outline_of(line)


def _color_side(side: Any) -> int:
    """Return the side in whose color a zone is drawn. The attacker has the color of side 0."""
    return ROLES.index(side) if side in ROLES else side if side in (0, 1) else 0


def _zone_label(side: Any, names: tuple[str, str]) -> str:
    whose = side if side in ROLES else names[side] if side in (0, 1) else f"unknown side {side}"
    return f"Deployment zone · {whose}"


# --- Marks ---

GRID_STEP, FINE_STEP = 0.5, 0.05
"""Inches to which places are rounded, and with Shift."""
CORNER_SIZE, MIDDLE_SIZE = 0.34, 0.2
"""Size in inches of the handle of a corner, and of the handle that adds a corner between two."""
PROBLEM_RING = 1.0
"""Radius in inches of the ring around a piece that can't be drawn."""


def on_grid(point: Point, is_fine: bool) -> Point:
    """Return a point rounded as pieces are placed."""
    step = FINE_STEP if is_fine else GRID_STEP
    x, y = (round(round(coordinate / step) * step, 3) for coordinate in point)
    return x, y


def overlays(workbench: Workbench) -> tuple[Overlay, ...]:
    """Return everything that the editor draws over the table."""
    return (*_problem_marks(workbench), *_chosen_marks(workbench), *_tool_marks(workbench))


def _problem_marks(workbench: Workbench) -> Iterator[Overlay]:
    """Outline the pieces with problems. Pieces that can't be drawn get a ring at their place."""
    sketch = workbench.sketch
    for piece in dict.fromkeys(problem.piece for problem in workbench.problems):
        if piece is None:
            continue
        piece_id, pose = sketch.piece_id(piece), pose_of(workbench.draft.line(piece))
        model = sketch.state.models.get(piece_id)
        if model is not None and model.is_on_table:
            yield BaseRing(model.base, model.pose, 0.0, "refused")
        elif piece_id in sketch.state.terrain:
            yield from _outline_marks(workbench, piece, "refused")
        elif pose is not None:
            yield Ring((pose.x, pose.y), PROBLEM_RING, "refused", piece_name(workbench.draft.line(piece)))


def _outline_marks(workbench: Workbench, piece: Piece, style: str) -> Iterator[Overlay]:
    for piece_drawn in workbench.sketch.state.terrain.values():
        if workbench.sketch.piece(piece_drawn.id) == piece:
            yield from (BaseRing(part, piece_drawn.pose, 0.0, style) for part in piece_drawn.outline)


def _chosen_marks(workbench: Workbench) -> Iterator[Overlay]:
    piece = workbench.chosen
    if piece is None:
        return
    corners = corners_of(workbench.draft, piece)
    if piece.section == "terrain" and not corners:
        yield from _outline_marks(workbench, piece, "select")
    if corners:
        yield Region(tuple(corners), "select")
    for number, corner in enumerate(corners):
        yield Ring(corner, CORNER_SIZE, "lit" if number == workbench.corner else "select")
    for middle in edge_middles(corners):
        yield Ring(middle, MIDDLE_SIZE, "measure")


def edge_middles(corners: list[Point]) -> list[Point]:
    """Return the points halfway between corners, at which corners can be added."""
    after = [*corners[1:], *corners[:1]]
    return [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(corners, after, strict=True)]


def corner_at(corners: list[Point], point: Point) -> int | None:
    """Return the index of the corner at a point, or None."""
    near = [(hypot(x - point[0], y - point[1]), number) for number, (x, y) in enumerate(corners)]
    return min(near)[1] if near and min(near)[0] <= CORNER_SIZE * 1.4 else None


def _tool_marks(workbench: Workbench) -> Iterator[Overlay]:
    """Yield the piece of the tool where a click would place it."""
    tool, point = workbench.tool, workbench.point
    if tool is None or point is None:
        return
    x, y = on_grid(point, workbench.shift)
    if tool.section == "models":
        card = unit_cards()[tool.name]
        yield Ghost(base_shape(card), Pose(x, y, tool.heading), card.image, card.kind, tool.side)
        yield PointLabel((x, y), f'{card.name} · {x:g}", {y:g}" · {tool.heading}°', "legal")
        return
    table_draft = Draft({"table": workbench.draft.data.get("table", {})})
    state = sketch(add_piece(table_draft, tool.section, tool.line(x, y))[0]).state
    for piece in state.terrain.values():
        yield from (BaseRing(part, piece.pose, 0.0, "lit") for part in piece.outline)
    yield PointLabel((x, y), f'{key_to_words(tool.name)} · {x:g}", {y:g}"', "legal")


# --- Decided before the battle ---

UNDECIDED_HINTS = {"quarter of one side?": CornerZone.summary, "escape edge?": Ambush.summary}
"""The labels of parts that the sides choose before the battle, with their explanation."""
QUARTER, EDGE = UNDECIDED_HINTS
BEACON_NOTE = "The sides place their beacons before the battle. These are an example."


def undecided_parts(state: State) -> tuple[Overlay, ...]:
    """Return the quarters and edges that the sides choose before the battle; () after models are on the table."""
    return () if state.phase else tuple(_undecided(state))


def _undecided(state: State) -> Iterator[Overlay]:
    clauses = rulebook(state).clauses
    if any(isinstance(clause, CornerZone) for clause in clauses):
        yield from _mark_parts([quarter(state, clause) for clause in FRONTS], QUARTER)
    if any(isinstance(clause, Ambush) for clause in clauses) and not escape_edge(state):
        yield from _mark_parts([edge_strip(state, clause, NEAR) for clause in open_edges(state)], EDGE)


def _mark_parts(parts: list[Rect], text: str) -> Iterator[Overlay]:
    for part in parts:
        left, bottom, right, top = part.box
        yield Region(part.outline, "measure")
        yield PointLabel(((left + right) / 2, (bottom + top) / 2), text)


def settled_hint(
    board: Board, state: State, pos: tuple[int, int], sides: tuple[str, str]
) -> tuple[pygame.Rect, str] | None:
    """Return the box and the explanation of a beacon, an edge, or a part to choose under a pixel, or None."""
    left, top = board.camera.view[:2]
    for pill, rect in board.pills:
        if pill.text in UNDECIDED_HINTS and rect.collidepoint(pos[0] - left, pos[1] - top):
            return rect.move(left, top), UNDECIDED_HINTS[pill.text]
    roles = has_roles(state.scenario)
    names = (f"the {role_of(state, 0)}", f"the {role_of(state, 1)}") if roles else sides
    hint = landmark_hint(board, state, names, pos)
    if hint is None or not beacons(state):
        return hint
    return hint[0], f"{hint[1]}. {BEACON_NOTE}"
