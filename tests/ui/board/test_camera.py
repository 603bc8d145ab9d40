"""The camera converts pixels and inches both ways, zooming keeps a point, and frames show enough."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.table import Pose
from jovian.ui.board.camera import (
    CLOSEST,
    FRAME_MARGIN,
    LEAST_ZOOM,
    MARGIN,
    MAX_ZOOM,
    MIN_ZOOM,
    NEAREST,
    Camera,
    Disk,
    acting_zoom,
    framed,
)

sizes = st.tuples(st.integers(0, 300), st.integers(0, 300), st.integers(200, 3000), st.integers(200, 2000))
tables = st.tuples(st.floats(12, 96), st.floats(12, 96))
points = st.tuples(st.floats(-10, 100), st.floats(-10, 100))


@given(sizes, tables, points, st.floats(0.2, 5), st.floats(-500, 500), st.floats(-500, 500))
@settings(max_examples=100)
def test_pixels_and_inches_are_inverse(
    view: tuple[int, int, int, int], table: tuple[float, float], point: tuple[float, float], factor: float,
    dx: float, dy: float,
) -> None:  # fmt: skip
    camera = Camera.fit(view, table).zoomed((view[0] + 50, view[1] + 60), factor).panned(dx, dy)
    x, y = camera.to_table(camera.to_screen(point))
    assert abs(x - point[0]) < 1e-6 and abs(y - point[1]) < 1e-6
    (screen,) = camera.polygon([point])
    direct = camera.to_screen(point)
    assert abs(screen[0] - direct[0]) < 1e-6 and abs(screen[1] - direct[1]) < 1e-6


@given(sizes, tables, st.floats(0.05, 20))
@settings(max_examples=100)
def test_zoom_stays_in_limits_and_keeps_the_point(
    view: tuple[int, int, int, int], table: tuple[float, float], factor: float
) -> None:
    camera = Camera.fit(view, table)
    pixel = camera.to_screen((table[0] / 2 + 1, table[1] / 2 - 1))
    closer = camera.zoomed(pixel, factor)
    assert MIN_ZOOM <= closer.pixels_per_inch <= MAX_ZOOM
    assert closer.pixels_per_inch >= closer.min_zoom - 1e-9
    before, after = camera.to_table(pixel), closer.to_table(pixel)
    if 0 < closer.x < table[0] and 0 < closer.y < table[1]:
        assert abs(before[0] - after[0]) < 1e-6 and abs(before[1] - after[1]) < 1e-6


def test_up_the_table_is_up_the_screen() -> None:
    camera = Camera.fit((0, 0, 800, 600), (48, 48))
    assert camera.to_screen((10, 40))[1] < camera.to_screen((10, 8))[1]
    assert camera.to_screen((40, 10))[0] > camera.to_screen((8, 10))[0]


def test_fit_shows_the_whole_table_and_pan_is_held() -> None:
    camera = Camera.fit((100, 50, 800, 600), (48, 36))
    for corner in ((0, 0), (48, 36)):
        x, y = camera.to_screen(corner)
        assert 100 < x < 900 and 50 < y < 650
    far = camera.panned(-1e6, 1e6)
    assert (far.x, far.y) == (48.0, 36.0)
    assert camera.sees(Pose(24, 18), 1) and not camera.zoomed(camera.center, 8).sees(Pose(0, 0), 1)


def test_another_viewport_keeps_the_middle() -> None:
    camera = Camera.fit((0, 0, 800, 600), (48, 48)).focused((12, 30))
    moved = camera.shown_in((200, 0, 1600, 1200))
    assert (moved.x, moved.y) == (12, 30)
    assert moved.pixels_per_inch > camera.pixels_per_inch


# --- Frames ---

views = st.tuples(st.integers(0, 300), st.integers(0, 300), st.integers(500, 3000), st.integers(450, 2000))
disks = st.tuples(st.tuples(st.floats(0, 48), st.floats(0, 48)), st.floats(0.5, 8))


def shows(camera: Camera, disk: Disk) -> bool:
    """Return whether a disk and its margin are visible, as far as they are on the table."""
    ((x, y), reach), (x0, y0, x1, y1) = disk, camera.extent
    inches, (width, height) = reach + FRAME_MARGIN, camera.table
    left, bottom = max(-MARGIN, x - inches), max(-MARGIN, y - inches)
    right, top = min(width + MARGIN, x + inches), min(height + MARGIN, y + inches)
    return x0 - 1e-5 <= left and y0 - 1e-5 <= bottom and right <= x1 + 1e-5 and top <= y1 + 1e-5


@given(views, disks, st.floats(0.3, 6), st.lists(disks, min_size=1, max_size=5), st.lists(disks, max_size=9))
@settings(max_examples=200)
def test_a_frame_has_what_it_must_and_is_as_near_as_that_allows(
    view: tuple[int, int, int, int], about: Disk, factor: float, needed: list[Disk], others: list[Disk]
) -> None:
    before = Camera.fit(view, (48, 48)).focused(about[0])
    before = before.zoomed(before.center, factor)
    camera = framed(before, needed, others, acting_zoom(view))
    assert all(shows(camera, disk) for disk in (*needed, *others[:NEAREST]))
    assert camera == before or camera.pixels_per_inch <= CLOSEST
    assert framed(camera, needed, others, acting_zoom(view)) == camera
    if not all(shows(camera, disk) for disk in others):
        near = replace(before, pixels_per_inch=MAX_ZOOM)
        assert framed(near, [*needed, *others]).pixels_per_inch < LEAST_ZOOM, "all would fit"
    if camera.pixels_per_inch < LEAST_ZOOM - 1e-6:
        closer = replace(camera, pixels_per_inch=camera.pixels_per_inch * 1.01)
        assert not all(shows(closer, disk) for disk in (*needed, *others[:NEAREST])), "it could be closer"


@given(views, disks, st.floats(0.3, 6), st.lists(disks, min_size=1, max_size=5))
@settings(max_examples=100)
def test_the_camera_stays_if_all_is_visible_and_near_enough(
    view: tuple[int, int, int, int], about: Disk, factor: float, needed: list[Disk]
) -> None:
    camera = Camera.fit(view, (48, 48)).focused(about[0])
    camera = camera.zoomed(camera.center, factor)
    is_visible = all(shows(camera, disk) for disk in needed)
    assert (framed(camera, needed) == camera) or not is_visible
    if camera.pixels_per_inch >= LEAST_ZOOM:
        assert (framed(camera, needed, (), acting_zoom(view)) == camera) or not is_visible
    assert framed(camera, ()) == camera


def test_a_ship_is_at_least_sixty_pixels_long_in_all_windows() -> None:
    for width, height in ((758, 644), (850, 652), (1198, 998), (3000, 2000)):
        assert LEAST_ZOOM <= acting_zoom((0, 0, width, height)) <= CLOSEST
    assert acting_zoom((0, 0, 850, 652)) == 30
