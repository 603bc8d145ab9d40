"""Bases on the table: poses, shapes, measuring, arcs, paths, lines and placing. Inches and whole degrees.

Everything here is plain arithmetic that gives the same numbers on every machine. The pymunk query world
lives in `jovian.table.space` and is imported from there by those who need it.
"""

from jovian.table.approach import approaches, blocked_part, part_on_table
from jovian.table.arcs import MAIN_ARCS, arc_shares, arcs_of, in_spinal, main_arcs
from jovian.table.flush import free_flush, is_flush, pack
from jovian.table.lines import segment_touches, strip
from jovian.table.measure import (
    TOLERANCE,
    covers,
    distance,
    farthest,
    nearest_segment,
    overlaps,
    separation,
    touches,
    wholly_within,
    within,
)
from jovian.table.paths import first_touch, first_touch_outline, pivot, sweep_hull, turn_touches
from jovian.table.place import nearest_free, nearest_free_about
from jovian.table.rects import bounds, edge_distances, exits, wholly_inside_rect, wholly_outside
from jovian.table.regions import Disc, Patch, Rect, Region, Vicinity
from jovian.table.shapes.convex import convex_parts
from jovian.table.shapes.polygon import length
from jovian.table.shapes.pose import Pose
from jovian.table.shapes.shape import POINT, Outline, Placed, Shape
from jovian.table.slide import clear_after, reposition, slide_clear

__all__ = [
    "MAIN_ARCS",
    "POINT",
    "TOLERANCE",
    "Disc",
    "Outline",
    "Patch",
    "Placed",
    "Pose",
    "Rect",
    "Region",
    "Shape",
    "Vicinity",
    "approaches",
    "arc_shares",
    "arcs_of",
    "blocked_part",
    "bounds",
    "clear_after",
    "convex_parts",
    "covers",
    "distance",
    "edge_distances",
    "exits",
    "farthest",
    "first_touch",
    "first_touch_outline",
    "free_flush",
    "in_spinal",
    "is_flush",
    "length",
    "main_arcs",
    "nearest_free",
    "nearest_free_about",
    "nearest_segment",
    "overlaps",
    "pack",
    "part_on_table",
    "pivot",
    "reposition",
    "segment_touches",
    "separation",
    "slide_clear",
    "strip",
    "sweep_hull",
    "touches",
    "turn_touches",
    "wholly_inside_rect",
    "wholly_outside",
    "wholly_within",
    "within",
]
