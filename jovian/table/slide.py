"""Ships that must not stand where they stopped: sliding clear of what they overlap (R25)."""

from collections.abc import Sequence
from math import sqrt

from jovian.table.measure import overlaps
from jovian.table.paths import entry
from jovian.table.place import nearest_free
from jovian.table.rects import exits
from jovian.table.shapes.minkowski import sum_of
from jovian.table.shapes.pose import Pose
from jovian.table.shapes.shape import Placed, Shape


def clear_after(moving: Shape, pose: Pose, other: Shape, other_pose: Pose, back: bool = False) -> float:
    """Inches straight ahead (or back) after which the moving shape is past the other, just touching it.

    0 if the other is not in its way.
    """
    total = sum_of(moving, other, 0 if other.round else (other_pose.heading - pose.heading) % 360)
    x, y = pose.from_table(other_pose.x, other_pose.y)
    if back:
        y = -y
    far = sqrt(x * x + y * y) + moving.reach + other.reach + 1.0
    sign = -1.0 if back else 1.0
    share = entry(total, (x, sign * (y - far)), (0.0, sign * far), moving.radius + other.radius)
    return 0.0 if share is None else far * (1.0 - share)


def slide_clear(
    moving: Shape, pose: Pose, other: Placed, further: Sequence[Placed] = (), back: bool = False
) -> Pose:
    """The pose, slid along its own heading until its rear edge touches the other (R25).

    With `back` it goes in reverse until its front edge touches. Whatever of `further` it would then
    overlap is passed likewise.
    """
    sign = -1.0 if back else 1.0
    passed = clear_after(moving, pose, other[0], other[1], back)
    ends = [clear_after(moving, pose, shape, stands, back) for shape, stands in further]
    for end, i in sorted(zip(ends, range(len(ends)), strict=True)):
        if end > passed and overlaps(moving, pose.advanced(sign * passed), *further[i]):
            passed = end
    return pose.advanced(sign * passed).rounded()


def reposition(
    moving: Shape, pose: Pose, other: Placed, further: Sequence[Placed], width: float, height: float
) -> Pose | None:
    """Where an overlapping ship goes: ahead, else back, else the nearest free place on the table (R25, R26).

    None if the table has no free place at all.
    """
    for back in (False, True):
        slid = slide_clear(moving, pose, other, further, back)
        if not exits(moving, slid, width, height):
            return slid
    return nearest_free(moving, pose, [other, *further], width, height)
