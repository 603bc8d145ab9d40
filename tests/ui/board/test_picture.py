"""The board draws the state, draws nothing twice, and picks what it draws."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from jovian.cards.art import silhouette
from jovian.game import State
from jovian.table import Pose
from jovian.ui.board import (
    STYLES,
    ArcOverlay,
    BaseRing,
    Board,
    BoardLine,
    BoardPath,
    Brackets,
    Ghost,
    Overlay,
    PointLabel,
    Region,
    Ring,
    Scene,
    picture,
)
from jovian.ui.board.board import MIN_PIXELS, PIXELS
from jovian.ui.board.sprites import SpriteKey, sprite, sprite_key, sprites
from jovian.ui.board.terrain import art
from tests.ui.board.board_demo import demo_state, demo_zones, orbit_terrain

GOLDEN = Path(__file__).parent / "golden"
VIEW = (0, 0, 900, 900)


@pytest.fixture(scope="module")
def state() -> State:
    return demo_state()


def full_scene(state: State) -> Scene:
    """Return a scene with one of every overlay in every style."""
    me, foe = state.models["a1"], state.models["b5"]
    ahead = me.pose.advanced(3)
    way = (me.pose, ahead, ahead.turned(30), ahead.turned(30).advanced(2))
    rings = tuple(Ring((6 + 5 * n, 5), 2.0, style, style) for n, style in enumerate(STYLES))
    overlays: tuple[Overlay, ...] = (
        ArcOverlay(me.pose, me.base, ("fore", "aft"), 6, 12),
        ArcOverlay(foe.pose, foe.base, ("spinal", "port"), 6, 12, "threat"),
        Region(((14, 16), (18, 20.5), (23, 19.6), (20, 15))),
        BoardPath(way, me.base), Ghost(me.base, way[-1], "valiant", "capital", 0), Brackets(foe.base, foe.pose),
        BoardLine((me.pose.x, me.pose.y), (foe.pose.x, foe.pose.y), 1.0, "attack", '10.7" optimum'),
        BaseRing(foe.base, foe.pose, 3.0), PointLabel((30, 30), "Blocked", "refused"), *rings,
    )  # fmt: skip
    return Scene("a1", "b1", overlays, zones=demo_zones())


def difference(one: pygame.Surface, other: pygame.Surface) -> float:
    """Return the mean difference of color channels, from 0 to 255."""
    raw = zip(pygame.image.tobytes(one, "RGB"), pygame.image.tobytes(other, "RGB"), strict=True)
    return sum(abs(a - b) for a, b in raw) / (3 * one.get_width() * one.get_height())


@pytest.mark.parametrize("name", ["plain", "overlays", "near", "orbit"])
def test_pictures_look_as_they_did(name: str, state: State) -> None:
    if name == "orbit":
        state = state.clone()
        state.terrain = {piece.id: piece for piece in orbit_terrain()}
    scene = Scene(zones=demo_zones()) if name in ("plain", "orbit") else full_scene(state)
    surface = pygame.Surface(VIEW[2:], 0, 32)
    board = Board(VIEW, (state.width, state.height))
    if name == "near":
        board.camera = board.camera.focused((18, 17)).zoomed(board.camera.center, 2.5)
    board.draw(surface, state, scene)
    small = pygame.transform.smoothscale(surface, (225, 225))
    path = GOLDEN / f"{name}.png"
    if os.environ.get("JOVIAN_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        pygame.image.save(small, path)
    assert difference(small, pygame.image.load(path)) < 2.0, "set JOVIAN_GOLDEN=write to accept a new look"


def test_the_golden_compare_notices_a_missing_ship(state: State) -> None:
    scene = Scene(labels=False)
    whole = pygame.transform.smoothscale(picture(state, 900, scene), (225, 225))
    less = pygame.transform.smoothscale(picture(state, 900, replace(scene, hidden=frozenset(state.models))), (225, 225))
    assert difference(whole, less) > 2.0


def test_pictures_need_no_display_and_are_repeatable(state: State) -> None:
    one, two = picture(state, 600), picture(state, 600)
    assert one.get_size() == (600, 600)
    assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(two, "RGB")


def test_pick_finds_every_model_at_its_middle_and_nothing_in_the_void(state: State) -> None:
    board = Board(VIEW, (48, 48))
    for model in state.on_table():
        assert board.pick(board.camera.to_screen((model.pose.x, model.pose.y)), state) == model.id
    assert board.pick(board.camera.to_screen((3, 46)), state) is None
    assert board.pick((2000, 20), state) is None


def test_pick_follows_moved_and_hidden_models(state: State) -> None:
    board = Board(VIEW, (48, 48))
    away = board.camera.to_screen((3, 46))
    assert board.pick(away, state, Scene(poses={"a0": Pose(3, 46, 0)})) == "a0"
    here = state.models["a0"].pose
    pixel = board.camera.to_screen((here.x, here.y))
    assert board.pick(pixel, state, Scene(hidden=frozenset({"a0"}))) is None


def test_pick_uses_the_real_outline(state: State) -> None:
    """A corner of the box around a turned base isn't part of the base."""
    board = Board(VIEW, (48, 48))
    board.camera = board.camera.focused((12, 20)).zoomed(board.camera.center, 6)
    scene = Scene(poses={"a0": Pose(12, 20, 45)}, hidden=frozenset(state.models) - {"a0"})
    _, x1, _, y1 = state.models["a0"].base.extents(45)
    assert board.pick(board.camera.to_screen((12 + x1 * 0.97, 20 + y1 * 0.97)), state, scene) is None
    tip = Pose(12, 20, 45).to_table(0.0, state.models["a0"].base.length / 2 * 0.97)
    assert board.pick(board.camera.to_screen(tip), state, scene) == "a0"


def test_what_is_drawn_is_where_it_is_picked(state: State) -> None:
    scene = Scene(labels=False)
    board = Board(VIEW, (48, 48))
    with_ships, without = (pygame.Surface(VIEW[2:], 0, 32) for _ in range(2))
    board.draw(with_ships, state, scene)
    board.draw(without, state, replace(scene, hidden=frozenset(state.models)))
    for model in state.on_table():
        pixel = board.camera.to_screen((model.pose.x, model.pose.y))
        at = (round(pixel[0]), round(pixel[1]))
        assert with_ships.get_at(at) != without.get_at(at), model.name


def test_only_what_changed_is_drawn_again(state: State) -> None:
    board, surface = Board(VIEW, (48, 48)), pygame.Surface(VIEW[2:], 0, 32)
    scene = full_scene(state)
    board.draw(surface, state, scene)
    assert board.redraws == [1, 1, 1]
    board.draw(surface, state, full_scene(state))
    assert board.redraws == [1, 1, 1]
    board.draw(surface, state, replace(scene, overlays=()))
    assert board.redraws == [1, 1, 2]
    other = state.clone()
    other.models["a0"].pose = other.models["a0"].pose.advanced(1)
    board.draw(surface, other, replace(scene, overlays=()))
    assert board.redraws == [1, 2, 3]
    board.camera = board.camera.panned(5, 5)
    board.draw(surface, other, replace(scene, overlays=()))
    assert board.redraws == [2, 3, 4]


def test_zooming_scales_first_and_refines_when_quiet(state: State) -> None:
    board, surface = Board(VIEW, (48, 48)), pygame.Surface(VIEW[2:], 0, 32)
    board.draw(surface, state)
    board.camera = board.camera.zoomed((450, 450), 1.5)
    board.draw(surface, state, dt=0.016)
    assert board.busy and board.redraws == [1, 1, 1]
    rough = surface.copy()
    for _ in range(40):
        board.draw(surface, state, dt=0.016)
    assert not board.busy and board.redraws == [2, 2, 2]
    assert 0 < difference(rough, surface) < 20


def test_the_pictures_of_a_new_zoom_are_made_a_few_per_frame(state: State) -> None:
    board, surface = Board(VIEW, (48, 48)), pygame.Surface(VIEW[2:], 0, 32)
    board.draw(surface, state)
    art.clear()
    sprites.clear()
    board.camera = board.camera.zoomed((450, 450), 0.9)
    board.draw(surface, state, dt=0.016)
    made = []
    for _ in range(60):
        before = (art.built, sprites.built)
        board.draw(surface, state, dt=0.016)
        made.append((art.built - before[0], sprites.built - before[1]))
    assert not board.busy and board.redraws == [2, 2, 2]
    pieces, models = zip(*made, strict=True)
    assert max(pieces) <= 3 < sum(pieces) and max(models) <= PIXELS // MIN_PIXELS < sum(models)


def test_caches_stay_bounded(state: State) -> None:
    surface = pygame.Surface((300, 300), 0, 32)
    board = Board((0, 0, 300, 300), (48, 48))
    model = state.models["b0"]
    for step in range(120):
        sprite(sprite_key(model), 6 + step / 7, step * 11)
        if step % 6 == 0:
            board.camera = board.camera.zoomed((150, 150), 1.12)
            board.draw(surface, state)
    for cache in (sprites, art):
        assert len(cache) <= cache.most
        assert cache.pixels <= cache.limit or len(cache) == 1
    built = sprites.built
    sprite(sprite_key(model), 6, 0)
    sprite(sprite_key(model), 6, 0)
    assert sprites.built <= built + 1


def test_what_has_no_drawing_is_drawn_like_its_kind() -> None:
    assert silhouette("no-such-ship", "fighter") == silhouette("fighter")
    assert silhouette("no-such-ship") == silhouette("capital")


def test_sides_differ_without_color(state: State) -> None:
    """In gray, hatching and a second chevron mark the other side's ships."""
    look = sprite_key(state.models["a1"])
    whole = [sprite(replace_side(look, side), 24, 0).get_abs_parent() for side in (0, 1)]
    gray = [pygame.transform.grayscale(each) for each in whole]
    alphas = [pygame.mask.from_surface(each, 60).count() for each in whole]
    assert alphas[0] != alphas[1]
    assert difference(*gray) > 1.0


def replace_side(look: SpriteKey, side: int) -> SpriteKey:
    return look._replace(side=side)
