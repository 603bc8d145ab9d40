"""Tests of the camera that moves by itself: it frames what acts, waits while something is held, and gives way."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from jovian.session.session import Session
from jovian.ui.board import Camera
from jovian.ui.board.camera import CLOSEST, LEAST_ZOOM
from jovian.ui.screens.battle_flow import SKIP
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.settings import Settings
from tests.bounds import until
from tests.games import ARMED, reached
from tests.rules.stage import Cast, gun, rock, ship, squadron, stage
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, battle_at, fighting

FLEET = (
    ship("A", 0, (24, 20), weapons=[gun("Kinetic Cannon", ac=3, as_=3)]), ship("B", 0, (6, 6)),
    ship("N", 1, (24, 28), 180), ship("M", 1, (30, 26), 180), ship("F", 1, (44, 44), 180),
)  # fmt: skip


def opened(*cast: Cast, speed: float = 0.0, initiative: int = 0, **settings: Any) -> Pilot:
    """Return the window in which the side with initiative chooses a model."""
    pilot = Pilot(settings=Settings(speed=speed, scale=1.0, ends_itself=False, **settings))
    battle_at(pilot, stage(*(cast or FLEET), initiative=initiative).match)
    pilot.uncover()
    return pilot


def choose(pilot: Pilot, model_id: str) -> None:
    """Click a model."""
    pilot.click(pilot.on(pilot.view.models[model_id].pose))


def is_visible(pilot: Pilot, x: float, y: float, inches: float = 2.0) -> bool:
    """Return whether a place on the table with some inches around it is visible."""
    left, bottom, right, top = pilot.camera.extent
    return left <= x - inches and bottom <= y - inches and x + inches <= right and y + inches <= top


def drag_table(pilot: Pilot, dx: int, dy: int, button: int = 3) -> None:
    """Drag the table with the right or the middle button."""
    x, y = pilot.battle.view_rect.center
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=button))
    pilot.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(x + dx, y + dy), rel=(dx, dy), buttons=(0, 0, 1)))
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x + dx, y + dy), button=button))
    pilot.wait(2)


# --- What is framed ---


def test_a_chosen_model_is_framed_with_its_reach_and_its_targets() -> None:
    pilot = opened()
    whole = pilot.camera
    choose(pilot, "a")
    camera = pilot.camera
    assert camera != whole and LEAST_ZOOM <= camera.pixels_per_inch <= CLOSEST
    for model_id in ("a", "n", "m"):
        assert is_visible(pilot, *pilot.view.models[model_id].pose[:2]), model_id
    assert pilot.orders is not None
    end = pilot.view.models["a"].pose.advanced(pilot.orders.envelope().forward)
    assert is_visible(pilot, end.x, end.y) and not is_visible(pilot, 44, 44)
    assert pilot.view.models["a"].base.length * camera.pixels_per_inch >= 60
    choose(pilot, "a")
    assert pilot.camera == camera, "it acts already"


def test_after_a_move_the_new_targets_are_framed_unless_the_table_was_dragged() -> None:
    for is_dragged in (False, True):
        pilot = opened(
            squadron("S", 0, (24, 8), speed=9), ship("E", 1, (24, 27), 180), ship("F", 1, (44, 44), 180),
        )  # fmt: skip
        choose(pilot, "s")
        assert pilot.battle.frame.targets == () and not is_visible(pilot, 24, 27)
        if is_dragged:
            drag_table(pilot, 60, -60)
        camera = pilot.camera
        pilot.click(pilot.at(24, 16.5))
        assert pilot.last[0] == "fly" and pilot.battle.frame.targets == ("e",)
        assert is_visible(pilot, 24, 27) != is_dragged and (pilot.camera == camera) == is_dragged


def test_another_model_is_framed_when_it_is_chosen() -> None:
    pilot = opened()
    choose(pilot, "a")
    assert not is_visible(pilot, 6, 6)
    pilot.key(pygame.K_d)
    assert pilot.selected == "b" and is_visible(pilot, 6, 6)


@pytest.mark.parametrize("is_zoomed", [False, True])
def test_models_that_may_act_are_framed_if_none_is_visible_and_the_player_has_not_zoomed(is_zoomed: bool) -> None:
    pilot = opened(
        ship("A", 0, (4, 4), speed=0, thrusters=[1]), ship("B", 0, (9, 4)), squadron("E", 1, (44, 44)),
        ship("F", 1, (30, 44), 180), initiative=1,
    )  # fmt: skip
    choose(pilot, "e")
    pilot.click(pilot.at(42, 42))
    if is_zoomed:
        pilot.move(pilot.at(42, 42))
        pilot.wheel(2)
    assert not is_visible(pilot, 4, 4) and not is_visible(pilot, 9, 4)
    pilot.choose("end")
    pilot.uncover()
    pilot.wait(3)
    assert pilot.kind == "activate" and pilot.asked is not None and pilot.asked.side == 0
    assert (is_visible(pilot, 4, 4) and is_visible(pilot, 9, 4)) != is_zoomed


def test_the_camera_stays_if_all_is_visible() -> None:
    pilot = opened()
    pilot.camera = Camera(pilot.camera.view, (48, 48), 25.0, 25.0, 31.0)
    choose(pilot, "a")
    assert pilot.camera == Camera(pilot.camera.view, (48, 48), 25.0, 25.0, 31.0)


def test_targets_that_have_no_room_are_named_at_the_edge() -> None:
    around = ((24, 33), (24, 10), (12, 20), (36, 20), (15, 29), (33, 11))
    pilot = opened(
        ship("A", 0, (24, 22)), *(ship(f"E{number}", 1, place, 180) for number, place in enumerate(around)),
    )  # fmt: skip
    choose(pilot, "a")
    pilot.camera = pilot.camera.zoomed(pilot.camera.center, 1.6)
    pilot.move((2, 2))
    with_arrows = pilot.draw().copy()
    pilot.app.settings.auto_frame = False
    pilot.battle.mover.subject = None
    pilot.wait(2)
    without = pilot.draw()
    top = pygame.Rect(pilot.battle.view_rect.left, pilot.battle.view_rect.top, pilot.battle.view_rect.width, 60)
    assert pygame.image.tobytes(with_arrows.subsurface(top), "RGB") != pygame.image.tobytes(
        without.subsurface(top), "RGB"
    )


# --- When it moves ---


def test_it_takes_a_moment_in_which_a_click_means_nothing() -> None:
    pilot = opened(speed=1.0)
    whole = pilot.camera
    choose(pilot, "a")
    on_its_way = pilot.camera
    assert whole.pixels_per_inch < on_its_way.pixels_per_inch < LEAST_ZOOM
    pilot.draw()
    pilot.click(pilot.at(24, 23))
    camera = pilot.camera
    assert pilot.journal == [] and not pilot.battle.mover.is_moving, "it only ends the move of the camera"
    assert camera.pixels_per_inch >= LEAST_ZOOM
    pilot.wait(20)
    assert pilot.camera == camera


def test_a_click_that_came_before_the_table_had_moved_gives_no_order() -> None:
    pilot = opened()
    at = tuple(round(each) for each in pilot.on(pilot.view.models["a"].pose))
    pilot.move(at)
    for _ in range(2):
        pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
        pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    pilot.wait(2)
    assert pilot.selected == "a" and pilot.journal == [] and pilot.pinned == []


def test_nothing_moves_while_a_button_is_held() -> None:
    pilot = opened()
    camera, at = pilot.camera, pilot.on(pilot.view.models["a"].pose)
    pilot.move(at)
    pos = round(at[0]), round(at[1])
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
    pilot.wait(5)
    assert pilot.selected == "a" and pilot.camera == camera
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
    assert pilot.camera != camera


def test_it_stays_from_aiming_to_the_shot() -> None:
    pilot = opened()
    choose(pilot, "a")
    camera = pilot.camera
    choose(pilot, "n")
    assert pilot.attacking and pilot.camera == camera
    choose(pilot, "n")
    assert [entry.kind for entry in pilot.journal][-1] == "menu" and pilot.camera == camera


def test_a_target_that_is_aimed_at_by_a_key_becomes_visible() -> None:
    pilot = opened(ship("A", 0, (24, 6), weapons=[gun("Kinetic Cannon", ac=3, as_=3)]), ship("N", 1, (24, 14), 180))
    choose(pilot, "a")
    pilot.camera = pilot.camera.zoomed(pilot.battle.view_rect.center, 4.0).focused((24, 3))
    pilot.wait(2)
    assert not is_visible(pilot, 24, 14, 0.0)
    pilot.key(pygame.K_t)
    assert pilot.attacking and is_visible(pilot, 24, 14, 1.0) and is_visible(pilot, 24, 6, 1.0)


@pytest.mark.parametrize("button", [2, 3])
def test_a_dragged_table_stays_until_the_next_activation(button: int) -> None:
    pilot = opened(speed=1.0)
    choose(pilot, "a")
    pilot.wait(3)
    assert pilot.battle.mover.is_moving
    drag_table(pilot, 900, 900, button)
    taken = pilot.camera
    pilot.wait(30)
    assert pilot.camera == taken and not pilot.battle.mover.is_moving
    pilot.give(pilot.completed(pilot.orders.default()))  # type: ignore[union-attr]
    for _ in until(lambda: not pilot.battle.animation.running, 600):
        pilot.wait()
    assert pilot.camera == taken, "the motion doesn't move it either"
    pilot.battle.course.undo()
    pilot.battle.selection.choose("b")
    pilot.wait(30)
    assert pilot.camera != taken and is_visible(pilot, 6, 6)


def test_without_the_setting_only_a_question_moves_it() -> None:
    pilot = opened(auto_frame=False)
    camera = pilot.camera
    choose(pilot, "a")
    assert pilot.camera == camera


def test_an_enemy_is_framed_before_its_motion() -> None:
    pilot = Pilot(settings=Settings(speed=1.0, scale=1.0))
    battle = battle_at(pilot, fighting(), ("ensign", "ensign"))
    framed, seen = set[str](), set[str]()
    for _ in until(lambda: len(framed) > 1 and len(seen) > 3, 4000):
        poses, before = dict(battle.animation.poses), battle.animation.path
        pilot.wait()
        path, act = battle.animation.path, battle.shown.activation
        if battle.mover.is_moving:
            framed.add(battle.framed)
            assert all(battle.animation.poses.get(model_id, pose) == pose for model_id, pose in poses.items())
        elif path and path is before and act is not None:
            seen.add(act.model)
            assert all(is_visible(pilot, *pose[:2], 1.0) for pose in path if 0 < pose.x < 48 and 0 < pose.y < 48)


def test_skipped_turns_move_no_camera() -> None:
    pilot = Pilot(settings=Settings(speed=1.0, scale=1.0))
    battle = battle_at(pilot, fighting(), ("ensign", "ensign"))
    pilot.press(SKIP)
    assert battle.watching.watch.skipping
    has_arrived = False
    for _ in until(lambda: not battle.watching.watch.skipping, 600):
        assert not (has_arrived and battle.mover.is_moving)
        has_arrived = not battle.mover.is_moving
        pilot.wait()
    assert has_arrived


def test_a_replay_frames_each_activation() -> None:
    match = reached(lambda match: match.state.turn == 2 and match.decision.kind == "activate", 5, ARMED)
    pilot = Pilot(settings=Settings(speed=0.0, scale=1.0))
    replay = ReplayScreen(pilot.app, Session(match, ("human", "human")), None)
    pilot.app.show(replay)
    pilot.wait(2)
    count = 0
    for _ in range(8):
        pilot.key(pygame.K_e)
        pilot.key(pygame.K_RIGHT)
        act = replay.shown.activation
        model = replay.shown.models.get(act.model) if act is not None else None
        if model is not None and model.is_on_table:
            count += 1
            assert is_visible(pilot, *model.pose[:2], 1.0) and pilot.camera.pixels_per_inch > 20
    assert count > 3


# --- Keys ---


def test_f_shows_the_whole_table_and_then_what_was_visible_before() -> None:
    pilot = opened()
    whole = pilot.camera
    pilot.key(pygame.K_f)
    assert pilot.camera == whole, "there is nothing to go back to"
    choose(pilot, "a")
    near = pilot.camera
    pilot.key(pygame.K_f)
    assert pilot.camera == whole
    pilot.key(pygame.K_f)
    assert pilot.camera == near


def test_c_goes_to_the_model_that_acts() -> None:
    pilot = opened()
    choose(pilot, "a")
    drag_table(pilot, 300, 300)
    pilot.key(pygame.K_c)
    assert (pilot.camera.x, pilot.camera.y) == pilot.view.models["a"].pose[:2]


def test_nothing_is_explained_that_the_camera_moves_under_the_pointer() -> None:
    pilot = Pilot(settings=Settings(speed=0.0, scale=1.0, ends_itself=False, auto_frame=False))
    cast = ship("A", 0, (6, 6)), ship("N", 1, (44, 44), 180)
    battle_at(pilot, stage(*cast, terrain=(rock("large-asteroid", (24, 24), radius=2),)).match)
    pilot.uncover()
    x, y = pilot.at(26.4, 24)
    pilot.move((x, y))

    def is_explained() -> bool:
        with recorded_texts() as texts:
            pilot.draw()
        return any("Stealth" in text.text for text in texts)

    for _ in range(3):
        pilot.key(pygame.K_KP_PLUS)
    assert not is_explained()
    pilot.move((x - 1, y))
    assert is_explained()
