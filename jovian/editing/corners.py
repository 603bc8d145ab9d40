"""Corners of an outline as they lie on the table: of terrain they turn with it, of a zone they are its place."""

from __future__ import annotations

from jovian.editing.commands import outline_of, pose_of
from jovian.editing.draft import Draft, Piece
from jovian.table import Pose

MOST = 64
Point = tuple[float, float]


def corners_of(draft: Draft, piece: Piece) -> list[Point]:
    """The corners of a piece in inches of the table; [] if it is no outline."""
    pose = _frame(draft, piece)
    return [pose.to_table(x, y) for x, y in outline_of(draft.line(piece))]


def corner_moved(draft: Draft, piece: Piece, number: int, point: Point) -> Draft:
    """Put one corner elsewhere."""
    return draft.with_at((*piece.path, "points", number), list(_frame(draft, piece).from_table(*point)))


def corner_added(draft: Draft, piece: Piece, number: int) -> Draft:
    """Another corner half way between one and the next."""
    corners = draft.line(piece)["points"]
    (ax, ay), (bx, by) = corners[number], corners[(number + 1) % len(corners)]
    made = [*corners[: number + 1], [(ax + bx) / 2, (ay + by) / 2], *corners[number + 1 :]]
    return draft.with_at((*piece.path, "points"), made) if len(corners) < MOST else draft


def corner_removed(draft: Draft, piece: Piece, number: int) -> Draft:
    """Without one corner; three stay at least."""
    corners = draft.line(piece)["points"]
    if len(corners) <= 3:
        return draft
    return draft.with_at((*piece.path, "points"), [*corners[:number], *corners[number + 1 :]])


def _frame(draft: Draft, piece: Piece) -> Pose:
    """What the corners of a piece are relative to."""
    return pose_of(draft.line(piece)) or Pose(0.0, 0.0, 0)
