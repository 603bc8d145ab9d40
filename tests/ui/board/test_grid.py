"""Every grid line adds its light to the backdrop, wherever the table is in the viewport."""

from __future__ import annotations

import pygame
import pytest

from jovian.ui.board.camera import Camera
from jovian.ui.board.grid import backdrop, draw_table

VIEW = (0, 0, 300, 230)
WASH, INCH, HALF_FOOT, FOOT = (2, 4, 9), (6, 8, 13), (11, 15, 27), (18, 25, 46)


def light(inch: int, ppi: float) -> tuple[int, ...]:
    """Return the brightness that the lines at an inch add."""
    strengths = [each for step, each in ((1, INCH), (6, HALF_FOOT), (12, FOOT)) if step * ppi >= 7 and inch % step == 0]
    return tuple(map(sum, zip((0, 0, 0), *strengths, strict=True)))


@pytest.mark.parametrize(("point", "ppi"), [((24, 24), 4.0), ((24, 24), 9.3), ((2, 46), 30.0), ((47.3, 1.1), 17.59)])
def test_each_line_adds_its_light(point: tuple[float, float], ppi: float) -> None:
    camera = Camera(VIEW, (48.0, 48.0), *point, ppi)
    surface, dark = pygame.Surface(VIEW[2:], 0, 32), backdrop(VIEW[2:])
    draw_table(surface, camera)
    columns = {round(camera.to_screen((inch, 0))[0]): light(inch, ppi) for inch in range(1, 48)}
    rows = {round(camera.to_screen((0, inch))[1]): light(inch, ppi) for inch in range(1, 48)}
    (left, top), (right, bottom) = camera.to_screen((0, 48)), camera.to_screen((48, 0))
    inside = [(x, y) for x in range(VIEW[2]) for y in range(VIEW[3]) if left + 4 < x < right - 4]
    looked = [(x, y) for x, y in inside if top + 4 < y < bottom - 4]
    assert len(looked) > 5000
    for x, y in looked:
        added = [sum(each) for each in zip(WASH, columns.get(x, (0, 0, 0)), rows.get(y, (0, 0, 0)), strict=True)]
        wanted = tuple(min(255, a + b) for a, b in zip(dark.get_at((x, y)), added, strict=False))
        assert tuple(surface.get_at((x, y)))[:3] == wanted, (x, y)


def test_a_table_out_of_sight_leaves_the_backdrop() -> None:
    surface, dark = pygame.Surface(VIEW[2:], 0, 32), backdrop(VIEW[2:])
    draw_table(surface, Camera(VIEW, (48.0, 48.0), 200.0, 200.0, 20.0))
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(dark, "RGB")
