"""Pictures of shots, losses, and what stays: always the same, and cached within limits."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from jovian.ui.board import Board, Scene, effects
from jovian.ui.board.board import EMPTY_SCENE
from jovian.ui.board.effects import (
    Trail,
    draw_beam,
    draw_explosion,
    draw_falling_box,
    draw_hit,
    draw_missiles,
    draw_tracers,
)
from jovian.ui.board.sprites import sprite_key
from jovian.ui.kit.fonts import SurfaceCache, clear_caches
from tests.ui.board.board_demo import demo_state

START, END = (60.0, 60.0), (340.0, 240.0)
EFFECTS: dict[str, Callable[[pygame.Surface, float], None]] = {
    "tracers": lambda surface, share: draw_tracers(surface, START, END, (90, 170, 255), share, is_heavy=False),
    "heavy": lambda surface, share: draw_tracers(surface, START, END, (90, 170, 255), share, is_heavy=True),
    "beam": lambda surface, share: draw_beam(surface, START, END, (90, 170, 255), share),
    "missiles": lambda surface, share: draw_missiles(surface, START, END, (90, 170, 255), share, 3, 1),
    "hit": lambda surface, share: draw_hit(surface, END, START, share, flashes=True),
    "explosion": lambda surface, share: draw_explosion(surface, (200, 150), 60.0, share, flashes=True),
    "box": lambda surface, share: draw_falling_box(surface, pygame.Rect(90, 90, 12, 6), (90, 220, 130), share),
}


def drawn(name: str, share: float) -> bytes:
    surface = pygame.Surface((400, 300), 0, 32)
    EFFECTS[name](surface, share)
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("name", EFFECTS)
def test_an_effect_changes_and_looks_the_same_each_time(name: str) -> None:
    shares = (0.2, 0.35, 0.5, 0.65, 0.8)
    first = [drawn(name, share) for share in shares]
    clear_caches()
    assert [drawn(name, share) for share in shares] == first and len(set(first)) == len(shares)


def lit_pixels(name: str, share: float) -> int:
    return sum(map(bool, drawn(name, share)))


def test_a_beam_swells_and_fades_and_macro_dice_fire_heavier_shots() -> None:
    sizes = [lit_pixels("beam", share) for share in (0.1, 0.45, 0.85)]
    assert sizes[1] > 1.3 * sizes[0] and sizes[1] > 1.3 * sizes[2]
    assert lit_pixels("heavy", 0.5) > lit_pixels("tracers", 0.5)


def test_a_missile_that_is_shot_down_never_arrives() -> None:
    ends = []
    for down in (0, 1):
        surface = pygame.Surface((400, 300), 0, 32)
        draw_missiles(surface, START, END, (90, 170, 255), 0.99, 1, down)
        ends.append(pygame.transform.average_color(surface, pygame.Rect(320, 220, 40, 40)))
    assert sum(ends[0][:3]) > 0 == sum(ends[1][:3])


@pytest.mark.parametrize("count", [1, 2, 6, 11, 12, 30])
def test_any_number_of_missiles_leave_and_arrive_in_time(count: int) -> None:
    first, middle, last = (pygame.Surface((400, 300), 0, 32) for _ in range(3))
    for surface, share, down in ((first, 0.0, 0), (middle, 0.5, count // 2), (last, 0.99, 0)):
        draw_missiles(surface, START, END, (90, 170, 255), share, count, down)
    assert not any(pygame.image.tobytes(first, "RGB")), "none has left"
    assert any(pygame.image.tobytes(middle, "RGB"))
    assert sum(pygame.transform.average_color(last, pygame.Rect(320, 220, 40, 40))[:3]) > 0


def test_the_pictures_stay_within_the_limits_of_their_caches() -> None:
    surface = pygame.Surface((400, 300), 0, 32)
    for number in range(400):
        color = (number % 250, 2 * number % 250, 90)
        draw_beam(surface, START, END, color, 0.3 + number % 40 / 100)
        draw_explosion(surface, (200, 150), 10.0 + number, number % 10 / 10, flashes=True)
    caches = [value for value in vars(effects).values() if isinstance(value, SurfaceCache)]
    assert len(caches) == 3 and all(len(cache) <= cache.most and cache.pixels <= cache.limit for cache in caches)
    clear_caches()
    assert not any(len(cache) for cache in caches)


def test_trails_smoke_and_wrecks_are_drawn_below_the_models() -> None:
    state = demo_state()
    board = Board((0, 0, 800, 600), (state.width, state.height))
    ship = state.models["a0"]

    def picture(scene: Scene = EMPTY_SCENE) -> bytes:
        surface = pygame.Surface((800, 600), 0, 32)
        board.draw(surface, state, scene)
        return pygame.image.tobytes(surface, "RGB")

    plain = picture()
    path = (ship.pose, ship.pose.advanced(4))
    assert picture(Scene(trails=(Trail(path, ship.base, ship.side),))) != plain == picture()
    state = state.clone()
    state.apart()
    state.models["a0"].states["crippled"] = 1
    dark = picture()
    assert dark != plain and picture(Scene(lit=frozenset({"a0"}))) not in (plain, dark)
    state.models["a0"].place = "destroyed"
    wrecked = picture()
    state.models["a0"].host = "a1"
    assert picture() != wrecked, "what is lost aboard another ship leaves no wreck"


def test_a_model_that_has_acted_stays_bright_with_a_thin_frame() -> None:
    model = demo_state().models["a0"].copy()
    looks = []
    for model.activated in (False, True):
        looks.append(sprite_key(model))
    assert looks[1] == looks[0]._replace(has_acted=True) and not looks[1].dim
