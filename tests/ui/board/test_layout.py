"""Names move only if something near them has changed, and keep their sides. A changed picture is like a new one."""

from __future__ import annotations

from dataclasses import replace

import pygame
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.table import Pose
from jovian.ui.board import Board, Scene
from jovian.ui.board.labels import EMPTY, LabelLayout, LabelRequest, spots_area, spots_around, update_layout
from tests.rules.stage import squadron, stage
from tests.ui.board.board_demo import demo_state
from tests.ui.board.test_picture import VIEW, full_scene

AREA = pygame.Rect(0, 0, 900, 700)
boxes = st.tuples(st.integers(-50, 900), st.integers(-50, 700), st.integers(6, 60), st.integers(6, 80))
moves = st.lists(st.tuples(st.integers(0, 29), st.integers(-40, 40), st.integers(-40, 40)), max_size=3)
Things = dict[str, list[pygame.Rect]]


class Asked:
    """A layout that records which names it had to place."""

    def __init__(self) -> None:
        self.keys: list[str] = []

    def settle(self, things: Things, before: LabelLayout = EMPTY, shift: tuple[int, int] = (0, 0)) -> LabelLayout:
        every = [rect for each in things.values() for rect in each]
        places = {key: n for n, key in enumerate(things)}

        def request(key: str) -> LabelRequest:
            self.keys.append(key)
            own, size, n = things[key][0], (40 + 7 * (int(key) % 6), 18), places[key]
            return LabelRequest(
                key, spots_around(own, size), [own], every, mine=range(n, n + 1), bounds=spots_area(own, size)
            )

        self.keys = []
        wishes = {key: (40 + 7 * (int(key) % 6), 18) for key in things}
        return update_layout(AREA, things, every, wishes, request, before, shift)


@given(st.lists(boxes, min_size=1, max_size=30), moves, st.integers(-30, 30), st.integers(-30, 30), st.integers(0, 29))
@settings(max_examples=150)
def test_what_was_before_changes_no_place(
    raw: list[tuple[int, int, int, int]], moved: list[tuple[int, int, int]], dx: int, dy: int, gone: int
) -> None:
    things: Things = {str(n): [pygame.Rect(each)] for n, each in enumerate(raw)}
    now = {key: [rect.move(dx, dy) for rect in each] for key, each in things.items()}
    for n, x, y in moved:
        if str(n) in now:
            now[str(n)] = [now[str(n)][0].move(x, y)]
    now.pop(str(gone), None)
    asked = Asked()
    before = asked.settle(things)
    again = asked.settle(now, before, (dx, dy))
    anew = asked.settle(now)
    assert {key: each.at for key, each in again.labels.items()} == {key: each.at for key, each in anew.labels.items()}


def test_only_what_a_move_touches_is_placed_again() -> None:
    things: Things = {str(n): [pygame.Rect(100 + 150 * (n % 5), 100 + 120 * (n // 5), 30, 30)] for n in range(25)}
    asked = Asked()
    before = asked.settle(things)
    assert len(asked.keys) == 25
    assert asked.settle(things, before) == before and asked.keys == []
    asked.settle(things | {"12": [things["12"][0].move(3, 0)]}, before)
    assert asked.keys == ["12"]
    panned = {key: [each[0].move(-7, 4)] for key, each in things.items()}
    asked.settle(panned, before, (-7, 4))
    assert asked.keys == []


def test_a_board_that_was_panned_or_zoomed_shows_what_a_fresh_one_does() -> None:
    state = demo_state()
    scene = replace(full_scene(state), labels=False)
    old, surface = Board(VIEW, (48, 48)), pygame.Surface(VIEW[2:], 0, 32)
    old.draw(surface, state, scene)
    for step in range(8):
        camera = old.camera.panned(37, -13) if step % 4 else old.camera.zoomed((450, 450), 1.3)
        old.camera = camera
        old.draw(surface, state, scene)
        fresh, other = Board(VIEW, (48, 48)), pygame.Surface(VIEW[2:], 0, 32)
        fresh.camera = camera
        fresh.draw(other, state, scene)
        assert old.pills == fresh.pills
        assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(other, "RGB")
    old.draw(surface, state, scene)
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(other, "RGB")
    drawn = list(old.redraws)
    old.draw(surface, state, scene)
    assert old.redraws == drawn, "what was dragged is kept once it rests"
    old.draw(surface, state, replace(scene, hovered="a5"))
    fresh.draw(other, state, replace(scene, hovered="a5"))
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(other, "RGB")


def test_a_name_keeps_its_side_when_the_camera_moves_and_when_there_is_room_elsewhere() -> None:
    state = stage(squadron("A", 0, (24, 24)), squadron("B", 0, (24, 22.4)), squadron("C", 1, (40, 40))).match.state
    board, surface = Board(VIEW, (48, 48)), pygame.Surface(VIEW[2:], 0, 32)
    board.draw(surface, state)

    def is_above() -> bool:
        return board.names["a"].bottom <= board.camera.to_screen((24, 24))[1]

    assert is_above(), "B is in the way"
    board.camera = board.camera.zoomed(board.camera.center, 1.5)
    board.draw(surface, state)
    assert is_above()
    apart = Scene(poses={"b": Pose(30, 10)})
    board.draw(surface, state, apart)
    assert is_above()
    board = Board(VIEW, (48, 48))
    board.draw(surface, state, apart)
    assert not is_above(), "a name that appears is below"


def test_a_zoom_out_of_a_drag_begins_with_a_sharp_picture() -> None:
    state = demo_state()
    scene = replace(full_scene(state), labels=False)
    old, surface = Board(VIEW, (48, 48)), pygame.Surface(VIEW[2:], 0, 32)
    old.draw(surface, state, scene)
    old.camera = old.camera.panned(37, -13)
    old.draw(surface, state, scene, 0.016)
    old.camera = old.camera.zoomed((450, 450), 1.3)
    old.draw(surface, state, scene, 0.016)
    fresh, other = Board(VIEW, (48, 48)), pygame.Surface(VIEW[2:], 0, 32)
    fresh.camera = old.camera
    fresh.draw(other, state, scene)
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(other, "RGB")


def test_a_hover_draws_no_ship_again() -> None:
    state = demo_state()
    board, surface = Board(VIEW, (48, 48)), pygame.Surface(VIEW[2:], 0, 32)
    for model in state.on_table():
        board.draw(surface, state, Scene(hovered=model.id))
        assert model.id in board.names, "the hovered one has its name"
    assert board.redraws[:2] == [1, 1]


def test_the_names_of_others_stay_while_one_flies_over_the_void() -> None:
    state = demo_state()
    board, surface = Board(VIEW, (48, 48)), pygame.Surface(VIEW[2:], 0, 32)
    places = []
    for step in range(30):
        board.draw(surface, state, Scene(selected="a0", poses={"a0": Pose(45, 34 - 0.15 * step, step)}))
        places.append({key: tuple(rect) for key, rect in board.names.items() if key != "a0"})
    assert all(each == places[0] for each in places)
    assert len(places[0]) > 30
