"""Commands that change a draft: add, move, rotate, copy, and delete pieces and corners of outlines.

Each command returns another draft and leaves the old one unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from jovian.editing.draft import Data, Draft, Piece, fresh_id, rounded
from jovian.table import Pose

# --- Pieces ---

TIES = ("embarked_in", "escorting", "assaulting", "formation", "touching")
"""The keys with which one model names another."""
ATTACHED = ("escorting", "assaulting", "touching")
"""The keys with which a model names the ship that it moves along with."""
COPY_INCHES = 2.0
"""The distance between a piece and its copy in inches."""


def add_piece(draft: Draft, section: str, line: Data) -> tuple[Draft, Piece]:
    """Add a piece, with another id if its own is in use. Remove what a scenario can't have beside it."""
    with_id = {**line, "id": fresh_id(draft, line["id"])} if "id" in line else line
    removed = {"models": ("fleets", "layout"), "terrain": ("layout",)}.get(section, ())
    data = {key: value for key, value in draft.data.items() if key not in removed}
    return replace(draft, data=data).with_line(section, with_id)


def table_of(draft: Draft) -> tuple[float, float]:
    """Return the width and height of the table, 48 inches if the draft has no valid size."""
    sizes = [draft.at(("table", key)) for key in ("width", "height")]
    width, height = (size if isinstance(size, int | float) and 24 <= size <= 96 else 48 for size in sizes)
    return float(width), float(height)


def pose_of(line: Data) -> Pose | None:
    """Return the pose of a piece, None if it has none of its own."""
    x, y, heading = line.get("x"), line.get("y"), line.get("heading", 0)
    if not isinstance(x, int | float) or not isinstance(y, int | float):
        return None
    return Pose(float(x), float(y), heading % 360 if isinstance(heading, int) else 0)


def outline_of(line: Data) -> list[tuple[float, float]]:
    """Return the corners of a line, [] if it has none or they are malformed."""
    points = line.get("points")
    pairs = [tuple(pair) for pair in points if isinstance(pair, list)] if isinstance(points, list) else []
    good = all(len(pair) == 2 and all(isinstance(number, int | float) for number in pair) for pair in pairs)
    return [(float(x), float(y)) for x, y in pairs] if good else []


def move_piece(draft: Draft, piece: Piece, dx: float, dy: float) -> Draft:
    """Move a piece, at most to the edge of the table, with the models attached to it."""
    line = draft.line(piece)
    corners = outline_of(line) if pose_of(line) is None else []
    if corners:
        moved = [[x + dx, y + dy] for x, y in corners]
        return draft.with_value((*piece.path, "points"), moved)
    pose = pose_of(line)
    if pose is None:
        return draft
    width, height = table_of(draft)
    goal = min(width, max(0.0, pose.x + dx)), min(height, max(0.0, pose.y + dy))
    for moving in (piece, *attached_models(draft, piece)):
        at = pose_of(draft.line(moving))
        if at is not None:
            x, y = at.x + goal[0] - pose.x, at.y + goal[1] - pose.y
            draft = draft.with_value((*moving.path, "x"), x).with_value((*moving.path, "y"), y)
    return draft


def placed_at(draft: Draft, piece: Piece, point: tuple[float, float]) -> Draft:
    """Give a piece without a pose, such as one that touches another, a position."""
    draft = draft.with_value((*piece.path, "at"), None)
    return draft.with_value((*piece.path, "x"), point[0]).with_value((*piece.path, "y"), point[1])


def rotate_piece(draft: Draft, piece: Piece, degrees: int) -> Draft:
    """Rotate a piece around its center, with the models attached to it."""
    pose = pose_of(draft.line(piece))
    if pose is None:
        return draft
    after = pose.turned(degrees)
    for model in attached_models(draft, piece):
        at = pose_of(draft.line(model))
        if at is not None:
            x, y = after.to_table(*pose.from_table(at.x, at.y))
            draft = _with_pose(draft, model, at.turned(degrees)._replace(x=x, y=y))
    return _with_pose(draft, piece, after)


def _with_pose(draft: Draft, piece: Piece, pose: Pose) -> Draft:
    draft = draft.with_value((*piece.path, "x"), pose.x).with_value((*piece.path, "y"), pose.y)
    return draft.with_value((*piece.path, "heading"), pose.heading)


def attached_models(draft: Draft, piece: Piece) -> tuple[Piece, ...]:
    """Return the models that move along with one: those attached to it, and those attached to these."""
    attached: list[Piece] = []
    open_ = [piece]
    while open_:
        model_id = draft.line(open_.pop()).get("id")
        for other in _models_naming(draft, model_id, ATTACHED):
            if other != piece and other not in attached:
                attached.append(other)
                open_.append(other)
    return tuple(attached)


def _models_naming(draft: Draft, model_id: Any, keys: tuple[str, ...]) -> Iterator[Piece]:
    """Yield the models that name another model with one of the keys."""
    for index, line in enumerate(draft.lines("models")):
        if model_id is not None and any(line.get(key) == model_id for key in keys):
            yield Piece("models", index)


def copy_piece(draft: Draft, piece: Piece) -> tuple[Draft, Piece]:
    """Add a copy of a piece next to it."""
    line = draft.line(piece)
    with_copy, copy = add_piece(draft, piece.section, rounded(line))
    step = _inward_step(draft, line)
    return move_piece(with_copy, copy, *step), copy


def _inward_step(draft: Draft, line: Data) -> tuple[float, float]:
    """Return a short step from a piece toward the center of the table."""
    pose, (width, height) = pose_of(line) or Pose(0.0, 0.0), table_of(draft)
    x = COPY_INCHES if pose.x < width / 2 else -COPY_INCHES
    return x, COPY_INCHES if pose.y < height / 2 else -COPY_INCHES


def delete_piece(draft: Draft, piece: Piece) -> Draft:
    """Delete a piece and the models aboard it. Other models that name it stay, without naming it."""
    model_id = draft.line(piece).get("id") if piece.section == "models" else None
    deleted = [piece, *_models_aboard(draft, model_id)]
    for other in _models_naming(draft, model_id, TIES):
        for key in TIES:
            if other not in deleted and draft.line(other).get(key) == model_id:
                draft = draft.with_value((*other.path, key), None)
    for model in sorted(deleted, key=lambda piece: piece.path, reverse=True):
        draft = draft.with_value(model.path, None)
    return draft


def _models_aboard(draft: Draft, model_id: Any) -> list[Piece]:
    """Return all models aboard a ship, and aboard these."""
    aboard: list[Piece] = []
    for other in _models_naming(draft, model_id, ("embarked_in",)):
        if other not in aboard:
            further = _models_aboard(draft, draft.line(other).get("id"))
            aboard += [other, *(model for model in further if model not in aboard)]
    return aboard


# --- Corners of an outline ---
# The corners of terrain are relative to its pose. The corners of a zone are points of the table.

MAX_CORNERS = 64
Point = tuple[float, float]


def corners_of(draft: Draft, piece: Piece) -> list[Point]:
    """Return the corners of a piece in inches on the table, [] if it has no outline."""
    pose = _frame(draft, piece)
    return [pose.to_table(x, y) for x, y in outline_of(draft.line(piece))]


def move_corner(draft: Draft, piece: Piece, number: int, point: Point) -> Draft:
    """Move one corner to a point of the table."""
    return draft.with_value((*piece.path, "points", number), list(_frame(draft, piece).from_table(*point)))


def add_corner(draft: Draft, piece: Piece, number: int) -> Draft:
    """Add a corner halfway between one and the next."""
    corners = draft.line(piece)["points"]
    (ax, ay), (bx, by) = corners[number], corners[(number + 1) % len(corners)]
    extended = [*corners[: number + 1], [(ax + bx) / 2, (ay + by) / 2], *corners[number + 1 :]]
    return draft.with_value((*piece.path, "points"), extended) if len(corners) < MAX_CORNERS else draft


def remove_corner(draft: Draft, piece: Piece, number: int) -> Draft:
    """Remove one corner. At least 3 corners remain."""
    corners = draft.line(piece)["points"]
    if len(corners) <= 3:
        return draft
    return draft.with_value((*piece.path, "points"), [*corners[:number], *corners[number + 1 :]])


def _frame(draft: Draft, piece: Piece) -> Pose:
    """Return the pose that the corners of a piece are relative to."""
    return pose_of(draft.line(piece)) or Pose(0.0, 0.0, 0)
