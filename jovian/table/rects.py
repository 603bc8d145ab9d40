"""Shapes against upright rectangles: the table, its edges and deployment zones."""


from jovian.table.measure import TOLERANCE
from jovian.table.shapes.pose import Pose
from jovian.table.shapes.shape import Shape


def bounds(shape: Shape, pose: Pose) -> tuple[float, float, float, float]:
    """The upright rectangle around a shape: left, right, bottom, top."""
    x, y, heading = pose
    x0, x1, y0, y1 = shape.extents(heading)
    return x + x0, x + x1, y + y0, y + y1


def wholly_inside_rect(shape: Shape, pose: Pose, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether the whole shape lies in the rectangle, its rim included."""
    left, right, bottom, top = bounds(shape, pose)
    return (
        left >= x0 - TOLERANCE
        and right <= x1 + TOLERANCE
        and bottom >= y0 - TOLERANCE
        and top <= y1 + TOLERANCE
    )


def exits(shape: Shape, pose: Pose, width: float, height: float) -> bool:
    """Whether any part of the shape lies off a table of that size."""
    return not wholly_inside_rect(shape, pose, 0.0, 0.0, width, height)


def wholly_outside(shape: Shape, pose: Pose, width: float, height: float) -> bool:
    """Whether the shape's surrounding rectangle has left a table of that size altogether."""
    left, right, bottom, top = bounds(shape, pose)
    return right < TOLERANCE or top < TOLERANCE or left > width - TOLERANCE or bottom > height - TOLERANCE


def edge_distances(
    shape: Shape, pose: Pose, width: float, height: float
) -> tuple[float, float, float, float]:
    """Inches from the shape to the left, right, bottom and top table edge; negative where it sticks out."""
    left, right, bottom, top = bounds(shape, pose)
    return left, width - right, bottom, height - top
