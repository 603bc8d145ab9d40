"""Tests of fingers on a touch screen: taps, drags, scrolling, pinches, and what a finger never does."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.ui.app import TOO_SOON
from jovian.ui.board import Ghost
from jovian.ui.input import HOLD_SECONDS, FingerInput
from jovian.ui.kit.widgets import ScrollList
from jovian.ui.screens.navigation import ToRules
from tests.rules.stage import gun, ship, stage
from tests.ui.panels.test_parts_of_cards import asked
from tests.ui.pilot import TICK, Pilot, battle_at, fighting, open_game
from tests.ui.test_input import before_prompt, prompts

Event = pygame.event.Event
HELD = round(HOLD_SECONDS / TICK) + 2
"""The frames after which a finger only points."""
FINGERS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)


def two_ships() -> Pilot:
    """Return the window of a game in which A or B acts."""
    armed = ship("A", 0, (24, 20), weapons=[gun(ac=3, as_=3)])
    pilot, _ = open_game(stage(armed, ship("B", 0, (10, 10)), ship("E", 1, (24, 30), 180)))
    pilot.uncover()
    pilot.wait(30)
    return pilot


def on(pilot: Pilot, model_id: str) -> tuple[float, float]:
    return pilot.on(pilot.view.models[model_id].pose)


def answers(pilot: Pilot) -> list[object]:
    return [entry.choice for entry in pilot.journal]


# --- Taps ---
def test_taps_choose_a_ship_move_it_and_fire() -> None:
    pilot = two_ships()
    pilot.tap(on(pilot, "a"))
    assert pilot.selected == "a" and answers(pilot) == []
    pilot.tap(pilot.at(24, 23))
    assert answers(pilot)[2:] == [["move", 3.0]]
    pilot.tap(on(pilot, "e"))
    assert pilot.attacking and len(pilot.journal) == 3
    pilot.tap(on(pilot, "e"))
    assert answers(pilot)[3][0] == "attack"  # type: ignore[index]


def test_what_a_mouse_is_made_of_a_finger_by_the_system_does_nothing() -> None:
    """SDL sends a mouse for each finger, too. A second click would move the ship."""
    pilot = two_ships()
    pilot.tap(on(pilot, "a"))
    place = tuple(map(round, pilot.at(24, 23)))
    copies = [Event(kind, pos=place, button=1, touch=True) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)]
    pilot.post(Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0), touch=True), *copies)
    pilot.wait(2)
    assert pilot.journal == [] and pilot.pointer != pytest.approx((24, 23), abs=0.1)
    for event in copies:
        pilot.post(Event(event.type, pos=place, button=1, touch=False))
    assert len(pilot.journal) == 3, "a real mouse works beside it"


def test_fingers_on_a_trackpad_are_not_on_the_screen() -> None:
    pilot = two_ships()
    place = on(pilot, "a")
    pilot.post(*(Event(kind, {**pilot.finger(kind, place).dict, "touch_id": -1}) for kind in FINGERS))
    assert pilot.selected != "a" and pilot.pointer is None


def test_a_tap_on_a_button_presses_it_and_leaves_no_pointer_behind() -> None:
    pilot = Pilot()
    pilot.tap(pilot.widget("new").rect.center)
    assert pilot.page == "setup"
    pilot.tap(pilot.widget("options").rect.center)
    widgets = pilot.app.screen.group.widgets
    assert not any(widget.hovered or widget.pressed for widget in widgets) and pilot.app.screen.tooltip() is None


def test_a_tap_on_a_disabled_button_says_why() -> None:
    pilot = Pilot()
    pilot.app.go(ToRules(pilot.app.screen))
    back = pilot.widget("older")
    assert not back.enabled
    pilot.tap(back.rect.center)
    tooltip = pilot.app.screen.tooltip()
    assert tooltip is not None and back.reason in tooltip[0].text


# --- Pointing ---
def test_a_finger_that_is_held_points_and_the_preview_stays() -> None:
    pilot = two_ships()
    pilot.tap(on(pilot, "a"))
    pilot.land(pilot.at(24, 23))
    pilot.wait(HELD)
    (ghost,) = pilot.sees(Ghost)
    pilot.slide(pilot.at(24, 24))
    pilot.lift(pilot.at(24, 24))
    (later,) = pilot.sees(Ghost)
    assert later.pose.y - ghost.pose.y == pytest.approx(1, abs=0.1) and pilot.journal == []
    pilot.tap(pilot.at(24, 23))
    assert answers(pilot)[2:] == [["move", 3.0]]


def test_the_window_stays_awake_until_a_finger_only_points() -> None:
    pilot = Pilot()
    assert not pilot.app.busy
    pilot.land((5, 5))
    assert pilot.app.busy
    pilot.wait(HELD)
    assert not pilot.app.busy


# --- Dragging ---
def test_a_finger_on_a_place_turns_the_bow() -> None:
    pilot = two_ships()
    pilot.tap(on(pilot, "a"))
    pilot.swipe(pilot.at(24, 24), pilot.at(27, 28))
    assert answers(pilot)[2:] == [["move", 4.0], ["turn", 35]]


def test_a_second_finger_cancels_the_first() -> None:
    pilot = two_ships()
    pilot.tap(on(pilot, "a"))
    first, second = pilot.at(24, 24), pilot.at(30, 24)
    pilot.land(first)
    pilot.slide(pilot.at(27, 28))
    (ghost,) = pilot.sees(Ghost)
    assert ghost.pose.heading == 35
    pilot.land(pilot.at(27, 28), second)
    pilot.lift(pilot.at(27, 28), second)
    assert pilot.journal == [] and pilot.sees(Ghost) == []
    pilot.land(first, second)
    pilot.lift(first, second)
    assert pilot.journal == [] and pilot.selected == "a"


def test_a_finger_on_the_empty_table_pans_it_even_beyond_its_edge() -> None:
    pilot = two_ships()
    pilot.camera = pilot.camera.zoomed(pilot.camera.center, 2.0)
    before, (x, y) = pilot.camera, pilot.board_place.center
    point = before.to_table((x, y))
    pilot.swipe((x, y), (x + 90, y + 40))
    assert pilot.camera.to_screen(point) == pytest.approx((x + 90, y + 40), abs=1)
    assert pilot.camera.pixels_per_inch == before.pixels_per_inch and pilot.pointer is None
    pilot.land((x, y))
    pilot.slide((x - 30, y))
    x_now = pilot.camera.x
    pilot.slide((pilot.app.size[0] - 5, y))
    assert pilot.camera.x < x_now
    pilot.lift((x, y))


@pytest.mark.parametrize("is_chosen", [False, True])
def test_two_fingers_zoom_at_their_middle_and_pan(is_chosen: bool) -> None:
    pilot = two_ships()
    if is_chosen:
        pilot.tap(on(pilot, "a"))
    pilot.camera = pilot.camera.zoomed(pilot.camera.center, 1.5)
    before, middle = pilot.camera, (pilot.board_place.centerx - 60, pilot.board_place.centery)
    point = before.to_table(middle)
    pilot.pinch(middle, 1.5)
    assert pilot.camera.pixels_per_inch == pytest.approx(1.5 * before.pixels_per_inch, rel=0.01)
    assert pilot.camera.to_table(middle) == pytest.approx(point, abs=0.1)
    (x, y), point = middle, pilot.camera.to_table(middle)
    pilot.land((x - 50, y), (x + 50, y))
    pilot.slide((x - 20, y + 30), (x + 80, y + 30))
    assert pilot.camera.to_screen(point) == pytest.approx((x + 30, y + 30), abs=1)
    pilot.post(pilot.finger(pygame.FINGERUP, (x - 20, y + 30), 0))
    pilot.post(pilot.finger(pygame.FINGERMOTION, (x + 120, y + 30), 1))
    assert pilot.camera.to_screen(point) == pytest.approx((x + 70, y + 30), abs=1), "one finger pans on"
    pilot.post(pilot.finger(pygame.FINGERUP, (x + 120, y + 30), 1))
    assert pilot.journal == [] and pilot.selected == ("a" if is_chosen else pilot.selected)


def test_the_pinch_that_the_system_makes_of_two_fingers_is_not_added() -> None:
    pilot = two_ships()
    x, y = pilot.board_place.center
    pilot.land((x - 60, y), (x + 60, y))
    before = pilot.camera
    pilot.post(Event(pygame.MULTIGESTURE, touch_id=7, x=0.5, y=0.5, pinched=0.1, rotated=0.0, num_fingers=2))
    assert pilot.camera == before


def test_a_finger_scrolls_lists_by_its_own_way() -> None:
    pilot = Pilot()
    pilot.app.go(ToRules(pilot.app.screen))
    page = pilot.widget("page")
    assert isinstance(page, ScrollList) and page.furthest > 200
    key, (x, y) = page.name, page.rect.center
    pilot.swipe((x, y), (x + 3, y - 100))
    assert pilot.live(key).offset == 100
    pilot.swipe((x, y), (x, y + 60))
    assert pilot.live(key).offset == 40
    thumb = pilot.live(key).thumb
    pilot.swipe(thumb.center, (thumb.centerx, thumb.centery + 50))
    assert pilot.live(key).offset > 140, "the scroll bar is dragged"


def test_a_finger_scrolls_the_questions_of_a_battle() -> None:
    pilot = Pilot((1024, 600))
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    pilot.key(pygame.K_a)
    context = battle.context
    assert not context.shows_all
    pilot.draw()
    before, (x, y) = pygame.image.tobytes(pilot.surface.subsurface(context.rect), "RGB"), context.rect.center
    pilot.swipe((x, y), (x, y - 40))
    after = pygame.image.tobytes(pilot.draw().subsurface(context.rect), "RGB")
    assert after != before and pilot.app.toast[0] == ""


def test_a_finger_moves_a_piece_of_the_editor_or_the_view() -> None:
    pilot = Pilot()
    pilot.press("editor")
    tabs = pilot.widget("palette")
    pilot.tap(tabs.tab_rect(0).center)  # type: ignore[attr-defined]
    pilot.tap(pilot.widget("entries").row_rect(0).center)  # type: ignore[attr-defined]
    pilot.tap(pilot.at(24, 24))
    pilot.key(pygame.K_ESCAPE)
    draft = pilot.app.workbench.draft if pilot.app.workbench is not None else None
    assert draft is not None
    camera = pilot.camera
    pilot.swipe(pilot.at(24, 24), pilot.at(30, 20))
    assert pilot.app.workbench is not None and pilot.app.workbench.draft != draft and pilot.camera == camera
    moved = pilot.app.workbench.draft
    pilot.camera = camera.zoomed(camera.center, 2.0)
    before = pilot.camera
    pilot.swipe(pilot.at(14, 14), pilot.at(18, 14))
    assert pilot.app.workbench.draft == moved and pilot.camera.x < before.x


# --- Too soon ---
def test_a_finger_that_landed_before_a_question_was_visible_does_not_answer_it() -> None:
    for kind, number in prompts().items():
        pilot = Pilot()
        title, battle = pilot.app.screen, before_prompt(pilot, number)
        pilot.app.show(battle)
        battle.update(0.0)
        widgets = [*battle.bar.group.widgets, *battle.context.group.widgets]
        place = widgets[0].rect.center if widgets else pilot.board_place.center
        pilot.app.take_unseen([pilot.finger(pygame.FINGERDOWN, place)])
        pilot.wait(20)
        pilot.lift(place)
        assert len(pilot.journal) == number and pilot.app.modal is None, kind
        pilot.app.show(title)
        pilot.land(place)
        pilot.app.show(battle)
        pilot.wait(20)
        pilot.lift(place)
        assert len(pilot.journal) == number and pilot.app.modal is None, f"{kind}, which came under the finger"


def test_a_tap_that_began_too_soon_is_said_and_a_later_one_counts() -> None:
    pilot = asked("critical")
    for _ in range(60):
        assert pilot.match.decision is not None
        pilot.take(pilot.match.decision.default())
        pilot.wait()
        if pilot.app.is_guarding_clicks and pilot.covered is None and pilot.sheet is not None:
            break
        pilot.uncover()
    count, place = len(pilot.journal), pilot.widget("0").rect.center
    pilot.land(place)
    pilot.wait(26)
    assert not pilot.app.is_guarding_clicks
    pilot.lift(place)
    assert len(pilot.journal) == count and pilot.app.toast[0] == TOO_SOON
    pilot.tap(place)
    assert len(pilot.journal) > count


# --- Anything ---
STEPS = st.lists(
    st.tuples(
        st.sampled_from(("down", "move", "up", "wait", "key", "blur")), st.integers(0, 2),
        st.floats(-0.1, 1.1), st.floats(-0.1, 1.1),
    ), max_size=40,
)  # fmt: skip
KINDS = dict(zip(("down", "move", "up"), FINGERS, strict=True))


def finger_event(step: tuple[str, int, float, float]) -> Event:
    kind, number, x, y = step
    if kind in KINDS:
        return Event(KINDS[kind], touch_id=1, finger_id=number, x=x, y=y)
    return Event(pygame.WINDOWFOCUSLOST) if kind == "blur" else Event(pygame.KEYDOWN, key=pygame.K_n, mod=0, unicode="")


@given(STEPS, st.sampled_from((0, 1, 2)))
def test_each_button_that_fingers_press_is_released(steps: list[tuple[str, int, float, float]], button: int) -> None:
    """Fingers press one button at a time, inside the screen, and hold none when all are lifted."""
    held, fingers = list[int](), FingerInput(lambda pos: button, lambda pos: True)
    for step in [*steps, *(("up", number, 0.5, 0.5) for number in range(3))]:
        fingers.wait(0.3 if step[0] == "wait" else 0.0)
        for event in fingers.translate([finger_event(step)] if step[0] != "wait" else [], (400, 300)):
            if event.type == pygame.MOUSEBUTTONDOWN:
                assert not held and pygame.Rect(0, 0, 400, 300).collidepoint(event.pos)
                held.append(event.button)
            elif event.type == pygame.MOUSEBUTTONUP:
                assert held.pop() == event.button
    assert not held and not fingers.is_waiting


def lift_all(pilot: Pilot) -> None:
    pilot.lift(*[(0, 0)] * 3)


def battle() -> Pilot:
    pilot = Pilot()
    battle_at(pilot, fighting())
    pilot.uncover()
    return pilot


@pytest.mark.parametrize("opened", [two_ships, battle, Pilot])
def test_no_fingers_make_a_page_fail_or_leave_a_button_pressed(opened: Callable[[], Pilot]) -> None:
    pilot = opened()

    @settings(max_examples=25)
    @given(STEPS)
    def play(steps: list[tuple[str, int, float, float]]) -> None:
        pilot.frames = 0
        for step in steps:
            pilot.wait(12) if step[0] == "wait" else pilot.post(finger_event(step))
        lift_all(pilot)
        pilot.finish_jobs()
        groups = [pilot.app.screen.group, *(panel.group for panel in getattr(pilot.app.screen, "panels", ()))]
        groups += [pilot.app.modal.buttons] if pilot.app.modal is not None else []
        assert not any(widget.pressed for group in groups for widget in group.widgets)

    play()
