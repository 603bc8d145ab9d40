"""What may be done to a draft: pieces placed, moved, turned, copied and deleted. Corners of an outline as they lie
on the table: of terrain they turn with it, of a zone they are its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from jovian.editing.draft import Data, Draft, Piece, fresh_id, short
from jovian.table import Pose

# --- commands ---
# What may be done to a draft: pieces placed, moved, turned, copied and deleted. Each command makes another draft.

TIES = ("embarked_in", "escorting", "assaulting", "formation", "touching")
"""Keys by which one model names another."""
CARRIED = ("escorting", "assaulting", "touching")
"""Those of them by which it goes along with a ship."""
BESIDE = 2.0
"""Inches from a piece at which its copy lies."""


def add_piece(draft: Draft, section: str, line: Data) -> tuple[Draft, Piece]:
    """Lay a piece; it gets an id that no other has. What cannot stand beside it in a scenario gives way."""
    named = {**line, "id": fresh_id(draft, line["id"])} if "id" in line else line
    gone = {"models": ("fleets", "layout"), "terrain": ("layout",)}.get(section, ())
    data = {key: value for key, value in draft.data.items() if key not in gone}
    return replace(draft, data=data).with_line(section, named)


def table_of(draft: Draft) -> tuple[float, float]:
    """Width and height of the table, as far as the draft says something sensible."""
    sizes = [draft.at(("table", key)) for key in ("width", "height")]
    width, height = (each if isinstance(each, int | float) and 24 <= each <= 96 else 48 for each in sizes)
    return float(width), float(height)


def pose_of(line: Data) -> Pose | None:
    """Where a piece stands, None if it has no place of its own."""
    x, y, heading = line.get("x"), line.get("y"), line.get("heading", 0)
    if not isinstance(x, int | float) or not isinstance(y, int | float):
        return None
    return Pose(float(x), float(y), heading % 360 if isinstance(heading, int) else 0)


def outline_of(line: Data) -> list[tuple[float, float]]:
    """The corners that a line says; [] if it says none, or no corners with that word."""
    said = line.get("points")
    pairs = [tuple(each) for each in said if isinstance(each, list)] if isinstance(said, list) else []
    good = all(len(each) == 2 and all(isinstance(part, int | float) for part in each) for each in pairs)
    return [(float(x), float(y)) for x, y in pairs] if good else []


def move_piece(draft: Draft, piece: Piece, dx: float, dy: float) -> Draft:
    """Move a piece so far, no farther than the edge of the table, with all that moves along with it."""
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
    for each in (piece, *carried(draft, piece)):
        at = pose_of(draft.line(each))
        if at is not None:
            x, y = at.x + goal[0] - pose.x, at.y + goal[1] - pose.y
            draft = draft.with_value((*each.path, "x"), x).with_value((*each.path, "y"), y)
    return draft


def placed_at(draft: Draft, piece: Piece, point: tuple[float, float]) -> Draft:
    """A piece that has had no place of its own put somewhere: one that touches another comes from there."""
    draft = draft.with_value((*piece.path, "at"), None)
    return draft.with_value((*piece.path, "x"), point[0]).with_value((*piece.path, "y"), point[1])


def rotate_piece(draft: Draft, piece: Piece, degrees: int) -> Draft:
    """Turn a piece about its middle, with all that moves along with it."""
    pose = pose_of(draft.line(piece))
    if pose is None:
        return draft
    after = pose.turned(degrees)
    for each in carried(draft, piece):
        at = pose_of(draft.line(each))
        if at is not None:
            x, y = after.to_table(*pose.from_table(at.x, at.y))
            draft = _stood(draft, each, at.turned(degrees)._replace(x=x, y=y))
    return _stood(draft, piece, after)


def _stood(draft: Draft, piece: Piece, pose: Pose) -> Draft:
    draft = draft.with_value((*piece.path, "x"), pose.x).with_value((*piece.path, "y"), pose.y)
    return draft.with_value((*piece.path, "heading"), pose.heading)


def carried(draft: Draft, piece: Piece) -> tuple[Piece, ...]:
    """The models that move along with one: in contact with it, and with these in turn."""
    found: list[Piece] = []
    open_ = [piece]
    while open_:
        ident = draft.line(open_.pop()).get("id")
        for other in _naming(draft, ident, CARRIED):
            if other != piece and other not in found:
                found.append(other)
                open_.append(other)
    return tuple(found)


def _naming(draft: Draft, ident: Any, keys: tuple[str, ...]) -> Iterator[Piece]:
    """The models that name another by one of the keys."""
    for index, line in enumerate(draft.lines("models")):
        if ident is not None and any(line.get(key) == ident for key in keys):
            yield Piece("models", index)


def copied(draft: Draft, piece: Piece) -> tuple[Draft, Piece]:
    """Lay a copy of a piece beside it."""
    line = draft.line(piece)
    made, copy = add_piece(draft, piece.section, short(line))
    step = _inward(draft, line)
    return move_piece(made, copy, *step), copy


def _inward(draft: Draft, line: Data) -> tuple[float, float]:
    """A short way from a piece that does not lead off the table."""
    pose, (width, height) = pose_of(line) or Pose(0.0, 0.0), table_of(draft)
    return (BESIDE if pose.x < width / 2 else -BESIDE, BESIDE if pose.y < height / 2 else -BESIDE)


def delete_piece(draft: Draft, piece: Piece) -> Draft:
    """Take a piece away. Who is aboard a ship goes with it; who only belongs to it stays, by itself."""
    ident = draft.line(piece).get("id") if piece.section == "models" else None
    gone = [piece, *_aboard(draft, ident)]
    for other in _naming(draft, ident, TIES):
        for key in TIES:
            if other not in gone and draft.line(other).get(key) == ident:
                draft = draft.with_value((*other.path, key), None)
    for each in sorted(gone, reverse=True):
        draft = draft.with_value(each.path, None)
    return draft


def _aboard(draft: Draft, ident: Any) -> list[Piece]:
    """Everybody aboard a ship, and aboard these."""
    found: list[Piece] = []
    for other in _naming(draft, ident, ("embarked_in",)):
        if other not in found:
            found += [other, *(each for each in _aboard(draft, draft.line(other).get("id")) if each not in found)]
    return found


# --- corners ---
# Corners of an outline as they lie on the table: of terrain they turn with it, of a zone they are its place.

MOST = 64
Point = tuple[float, float]


def corners_of(draft: Draft, piece: Piece) -> list[Point]:
    """The corners of a piece in inches of the table; [] if it is no outline."""
    pose = _frame(draft, piece)
    return [pose.to_table(x, y) for x, y in outline_of(draft.line(piece))]


def corner_moved(draft: Draft, piece: Piece, number: int, point: Point) -> Draft:
    """Put one corner elsewhere."""
    return draft.with_value((*piece.path, "points", number), list(_frame(draft, piece).from_table(*point)))


def corner_added(draft: Draft, piece: Piece, number: int) -> Draft:
    """Another corner half way between one and the next."""
    corners = draft.line(piece)["points"]
    (ax, ay), (bx, by) = corners[number], corners[(number + 1) % len(corners)]
    made = [*corners[: number + 1], [(ax + bx) / 2, (ay + by) / 2], *corners[number + 1 :]]
    return draft.with_value((*piece.path, "points"), made) if len(corners) < MOST else draft


def corner_removed(draft: Draft, piece: Piece, number: int) -> Draft:
    """Without one corner; three stay at least."""
    corners = draft.line(piece)["points"]
    if len(corners) <= 3:
        return draft
    return draft.with_value((*piece.path, "points"), [*corners[:number], *corners[number + 1 :]])


def _frame(draft: Draft, piece: Piece) -> Pose:
    """What the corners of a piece are relative to."""
    return pose_of(draft.line(piece)) or Pose(0.0, 0.0, 0)
