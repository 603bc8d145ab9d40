"""Tests that pymunk and the exact arithmetic agree."""

import os
import subprocess
import sys

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from jovian.table import (
    Pose,
    Shape,
    convex_parts,
    covers,
    distance,
    first_touch,
    segment_touches,
    separation,
)
from jovian.table.space import QueryWorld
from tests.table.bases import HEX, LARGE, SMALL
from tests.table.posed import coordinates, poses, shapes, steps

MARGIN = 1e-5
KEPT = """
import os
from jovian.table import Pose, Shape
from jovian.table.space import QueryWorld
os.register_at_fork(after_in_child=lambda kept=QueryWorld([("a", Shape.circle(1.0), Pose(3, 3, 0))]): None)
"""
"""A program whose worlds live until the interpreter ends."""


def test_several_at_once() -> None:
    world = QueryWorld([(3, SMALL, Pose(5, 5, 0)), (1, LARGE, Pose(5, 8, 0)), (2, HEX, Pose(20, 20, 0))])
    assert world.overlapping(SMALL, Pose(5, 5.5, 0)) == [1, 3]
    assert world.overlapping(SMALL, Pose(5, 3, 0)) == []
    assert world.touching(SMALL, Pose(5, 3, 0)) == [3]
    assert world.along((12, 12), (30, 30), 1) == [2]
    assert world.along((0, 0), (30, 30), 1) == [1, 2, 3]
    assert world.along((5, 0), (5, 30), 0) == [1, 3]
    assert world.swept(HEX, Pose(0, 20, 0), 30, 0) == [2]
    assert world.pick(20.1, 20) == 2
    assert world.pick(12, 12) is None
    world.load([(7, SMALL, Pose(12, 12, 0))])
    assert world.pick(12, 12) == 7 and world.pick(20.1, 20) is None


def test_the_smaller_thing_is_picked_and_an_outline_is_one_thing() -> None:
    parts = convex_parts([(0, 0), (4, 0), (4, 4), (3, 4), (3, 1), (1, 1), (1, 4), (0, 4)])
    world = QueryWorld([("field", part, Pose(10, 10, 0)) for part in parts] + [("ship", SMALL, Pose(12, 11, 0))])
    assert world.pick(12, 10.5) == "ship"
    assert world.pick(10.5, 13) == "field"
    assert world.pick(12, 13) is None
    assert world.overlapping(HEX, Pose(10.5, 12, 0)) == ["field"]


@settings(max_examples=200)
@given(a=shapes, pa=poses, b=shapes, pb=poses)
def test_overlap_and_touch(a: Shape, pa: Pose, b: Shape, pb: Pose) -> None:
    gap = separation(a, pa, b, pb)
    assume(not -0.006 < gap < -MARGIN and abs(gap - 0.001) > MARGIN)
    world = QueryWorld([("a", a, pa)])
    assert bool(world.overlapping(b, pb)) == (gap < -0.001)
    assert bool(world.touching(b, pb)) == (distance(a, pa, b, pb) <= 0.001)


@settings(max_examples=100)
@given(
    p=st.tuples(coordinates, coordinates),
    q=st.tuples(coordinates, coordinates),
    width=st.sampled_from([0.0, 1.0]),
    shape=shapes,
    pose=poses,
)
def test_lines(p: tuple[float, float], q: tuple[float, float], width: float, shape: Shape, pose: Pose) -> None:
    sure = segment_touches(p, q, width, shape.grown(-MARGIN) if shape.round else shape, pose)
    assume(sure == segment_touches(p, q, width, shape.grown(2 * MARGIN), pose))
    assert bool(QueryWorld([("a", shape, pose)]).along(p, q, width)) == sure


@settings(max_examples=100)
@given(x=coordinates, y=coordinates, shape=shapes, pose=poses)
def test_picking(x: float, y: float, shape: Shape, pose: Pose) -> None:
    point = Shape.circle(0)
    assume(abs(separation(shape, pose, point, Pose(x, y, 0))) > 0.002)
    assert (QueryWorld([(1, shape, pose)]).pick(x, y) is not None) == covers((x, y), shape, pose)


@settings(max_examples=100)
@given(a=shapes, pose=poses, dx=steps, dy=steps, b=shapes, there=poses)
def test_sweeps(a: Shape, pose: Pose, dx: float, dy: float, b: Shape, there: Pose) -> None:
    """A circle's sweep is drawn with short edges, so only clear cases are compared."""
    assume(separation(a, pose, b, there) > 0.01)
    swept = bool(QueryWorld([(1, b, there)]).swept(a, pose, dx, dy))
    meets = first_touch(a, pose, dx, dy, b, there) is not None
    nearly = first_touch(a, pose, dx, dy, b, there, 0.009) is not None
    deeply = first_touch(a.grown(-0.009), pose, dx, dy, b, there) is not None if a.round else meets
    assume(nearly == deeply)
    assert swept == meets


def test_the_rest_of_the_layer_does_without_pymunk_and_numpy() -> None:
    code = "import sys, jovian.table; print([m for m in ('pymunk', 'numpy', 'pygame') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.skipif(not hasattr(os, "register_at_fork"), reason="there is no fork here, and nobody is kept for it")
def test_a_program_that_keeps_worlds_to_the_end_ends_well() -> None:
    """A program once crashed in pymunk at its end, because something kept its world longer than pymunk."""
    done = subprocess.run([sys.executable, "-c", KEPT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
