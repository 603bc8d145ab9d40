"""From afar, squadrons are plates of a readable size that move apart, and clicks follow what is seen."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

import pygame
import pytest

from jovian.game import State
from jovian.table import Pose
from jovian.ui.board import Board, Scene
from jovian.ui.board.markers import plate_width
from tests.ui.board.board_demo import demo_state
from tests.ui.pilot import Pilot, battle_at, fighting

VIEW = (0, 0, 680, 680)
PAIR = ("a12", "a13")
"""Two squadrons of the demo."""


@pytest.fixture
def state() -> State:
    """Return a state with two squadrons in contact, far from all others."""
    state = demo_state()
    for key in list(state.models):
        if key not in (*PAIR, "b14"):
            del state.models[key]
    for n, key in enumerate(PAIR):
        model = state.models[key]
        model.pose, model.activated, model.name = Pose(12 + n, 24, 0), False, f"Thorn {n + 1}"
    return state


def board_at(zoom: float = 0.0) -> Board:
    board = Board(VIEW, (48, 48))
    if zoom:
        board.camera = replace(board.camera, x=12, y=24, pixels_per_inch=zoom)
    return board


def drawn(board: Board, state: State, scene: Scene | None = None) -> pygame.Surface:
    surface = pygame.Surface(VIEW[2:], 0, 32)
    board.draw(surface, state, scene or Scene())
    return surface


def test_plates_are_readable_from_afar_and_true_from_near(state: State) -> None:
    for size, least in ((680, 25), (1034, 32)):
        camera = Board((0, 0, size, size), (48, 48)).camera
        assert plate_width(camera.pixels_per_inch) * camera.pixels_per_inch >= least - 0.5
    near = board_at(24).markers(state)
    assert all(near[key].shape is state.models[key].base and near[key].pose == state.models[key].pose for key in PAIR)
    far = board_at().markers(state)
    assert far["a12"].shape is far["a13"].shape and far["a12"].shape is not far["b14"].shape, "sides differ in shape"


def test_plates_in_contact_move_apart_and_clicks_follow_them(state: State) -> None:
    board = board_at()
    markers, width = board.markers(state), plate_width(board.camera.pixels_per_inch)
    one, other = (markers[key].pose for key in PAIR)
    assert hypot(one.x - other.x, one.y - other.y) > 0.9 * width
    for key in PAIR:
        true = state.models[key].pose
        assert markers[key].true == true and hypot(markers[key].pose.x - true.x, markers[key].pose.y - true.y) < width
        assert board.pick(board.camera.to_screen(markers[key].pose[:2]), state) == key


def test_who_flies_past_pushes_nobody(state: State) -> None:
    board = board_at()
    still = board.markers(state, Scene(hidden=frozenset({"a13"})))["a12"]
    passing = board.markers(state, Scene(poses={"a13": Pose(12.4, 24, 90)}))
    assert passing["a12"] == still and passing["a13"].true is not None


def test_a_formation_is_one_marker_with_one_name_and_a_second_plate(state: State) -> None:
    for key in PAIR:
        state.models[key].formation = "a12"
    board = board_at()
    drawn(board, state)
    assert set(board.names) & set(PAIR) == {"a12"}
    tag = next(tag for placed, tag in board.visible_names if placed.key == "a12")
    assert tag.name == "Thorn 1+2"
    markers = board.markers(state)
    middle, back = (board.camera.to_screen(markers[key].pose[:2]) for key in PAIR)
    assert board.pick(middle, state) == "a12"
    reach = plate_width(board.camera.pixels_per_inch) * board.camera.pixels_per_inch / 2
    assert board.pick((back[0] + reach - 2, back[1]), state) == "a13"
    near = board_at(26)
    drawn(near, state)
    assert set(near.names) >= set(PAIR), "from near each has its own"


def test_states_are_dots_then_letters_then_words(state: State) -> None:
    state.models["a12"].states.update({"crippled": 1, "targeted": 1, "evading": 1, "boosting": 1})
    texts = {}
    for zoom in (20, 25, 36):
        board = board_at(zoom)
        drawn(board, state)
        tag = next(tag for placed, tag in board.visible_names if placed.key == "a12")
        texts[zoom] = [token.text(tag.detail) for token in tag.tokens]
    assert texts[20] == ["", "", ""]
    assert len(texts[25]) >= 4 and all(text.split()[0].isupper() for text in texts[25])
    assert [text[0] for text in texts[36]] == [text[0] for text in texts[25]] and "Crippled" in texts[36]


def test_what_has_acted_stays_bright(state: State) -> None:
    def light(surface: pygame.Surface) -> float:
        return sum(pygame.transform.average_color(surface.subsurface((140, 300, 80, 100)))[:3])

    ground = light(drawn(board_at(), state, Scene(hidden=frozenset(state.models))))
    ready = light(drawn(board_at(), state)) - ground
    before = pygame.image.tobytes(drawn(board_at(), state), "RGB")
    for key in PAIR:
        state.models[key].activated = True
    acted = drawn(board_at(), state)
    assert light(acted) - ground > 0.8 * ready
    assert pygame.image.tobytes(acted, "RGB") != before, "the check"


def test_the_name_of_who_flies_keeps_its_place_beside_it(state: State) -> None:
    board, surface = board_at(), pygame.Surface(VIEW[2:], 0, 32)
    offsets = set()
    for step in range(20):
        pose = Pose(20 + 0.5 * step, 36, 0)
        board.draw(surface, state, Scene(poses={"a13": pose}))
        x, y = board.camera.to_screen(pose[:2])
        rect = board.names["a13"]
        offsets.add((round((rect.centerx - x) / 3), round((rect.centery - y) / 3)))
    assert len(offsets) <= 2, "only rounding moves it"


def test_a_click_on_a_marker_selects_its_model() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    markers = battle.board.markers(battle.shown, battle.drawn)
    plates = [key for key, marker in markers.items() if marker.is_plate and not marker.leader]
    assert len(plates) > 5
    for key in plates:
        pilot.move(pilot.camera.to_screen(markers[key].pose[:2]))
        assert battle.selection.hovered == key
