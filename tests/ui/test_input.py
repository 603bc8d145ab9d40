"""Tests of input: keys pressed before a decision is visible never answer it; layouts, keypad, trackpad, held keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pygame
import pytest

from jovian.match import Match
from jovian.play import obvious_answer
from jovian.session.session import Session
from jovian.ui import run
from jovian.ui.app import App
from jovian.ui.input import REPEAT_DELAY, REPEAT_INTERVAL
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.settings_screen import KeysScreen, SettingsScreen
from jovian.ui.settings import Settings, load_settings
from tests.games import ARMED, reached
from tests.ui.pilot import TICK, Pilot, battle_at, fighting, quick

Event = pygame.event.Event
ANSWERING = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_x, pygame.K_1, pygame.K_u)
RUSSIAN_Z, RUSSIAN_T, GREEK_Z = ord("я"), ord("е"), ord("ζ")
CHOOSE = "Choose who acts"
"""The title while no model is chosen."""
SEEN = {"deploy", "activate", "menu", "declare", "attach"}
"""Kinds of prompts that occur in every game."""


def down(key: int, mod: int = 0, scancode: int = 0) -> Event:
    return Event(pygame.KEYDOWN, key=key, mod=mod, scancode=scancode, unicode="")


def key_up(key: int, scancode: int = 0) -> Event:
    return Event(pygame.KEYUP, key=key, mod=0, scancode=scancode)


def press(pos: tuple[int, int], button: int = 1) -> Event:
    return Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)


def release(pos: tuple[int, int], button: int = 1) -> Event:
    return Event(pygame.MOUSEBUTTONUP, pos=pos, button=button)


@cache
def play_whole_game() -> Match:
    """Return most of a game, with prompts of many kinds."""
    return reached(lambda match: len(match.journal) == 400, 11, ARMED)


@cache
def prompts() -> dict[str, int]:
    """Return the first answer of each kind in that game that the window asks for."""
    first_answers: dict[str, int] = {}
    match = play_whole_game()
    for number, entry in enumerate(match.journal):
        if entry.kind not in first_answers:
            decision = match.fork_at(number).decision
            assert decision is not None
            view = match.fork_at(number).view(decision.side)
            if obvious_answer(view, decision.on(view)) is None:
                first_answers[entry.kind] = number
    return first_answers


def before_prompt(pilot: Pilot, number: int) -> BattleScreen:
    """Return a battle that will show the decision before an answer, while keys are down."""
    return BattleScreen(pilot.app, Session(play_whole_game().fork_at(number), ("human", "human")))


def clicks(pilot: Pilot) -> list[Event]:
    """Return a click on each button of the bar and of the prompt."""
    battle = pilot.battle
    rects = [widget.rect for group in (battle.bar.group, battle.context.group) for widget in group.widgets]
    return [make(rect.center) for rect in rects for make in (press, release)]


def test_a_game_has_prompts_of_many_kinds() -> None:
    assert set(prompts()) > SEEN and len(prompts()) >= 10


def test_keys_that_were_already_down_answer_no_prompt_of_any_kind() -> None:
    for kind, number in prompts().items():
        pilot = Pilot()
        pilot.post(*map(down, ANSWERING))
        pilot.finish_jobs()
        battle = before_prompt(pilot, number)
        pilot.app.show(battle)
        journal = list(pilot.journal)
        for _ in range(6):  # The system repeats them.
            pilot.post(*map(down, ANSWERING))
        assert pilot.journal == journal and pilot.app.modal is None, kind
        assert pilot.screen is battle and pilot.refused is None, kind
        pilot.post(*map(key_up, ANSWERING))
        if kind == "activate":
            pilot.uncover()
            pilot.key(pygame.K_RETURN)
            assert pilot.title != CHOOSE and pilot.selected, "released, they count"


def test_presses_queued_before_a_prompt_is_visible_do_not_answer_it() -> None:
    for kind, number in prompts().items():
        pilot = Pilot()
        battle = before_prompt(pilot, number)
        pilot.app.show(battle)
        battle.update(0.0)
        journal = list(pilot.journal)
        pilot.app.take_unseen([*map(down, ANSWERING), *map(key_up, ANSWERING), *clicks(pilot)])
        assert pilot.journal == journal and pilot.app.modal is None, kind
        assert (pilot.screen, battle.selection.notice) == (battle, None), kind


def test_keys_answer_a_visible_prompt_only_after_a_moment() -> None:
    pilot = Pilot()
    pilot.app.show(before_prompt(pilot, prompts()["activate"]))
    pilot.post()
    number = len(pilot.journal)
    for _ in range(8):
        pilot.post(*(make(key) for key in ANSWERING[:4] for make in (down, key_up)))
    assert len(pilot.journal) == number and pilot.app.modal is None, "0.13 s after it was shown"
    assert pilot.title == CHOOSE
    pilot.wait(30)
    pilot.uncover()
    pilot.wait(30)
    pilot.post(down(pygame.K_RETURN), key_up(pygame.K_RETURN))
    pilot.wait(2)
    assert pilot.title != CHOOSE and pilot.selected


def test_a_key_ends_a_motion_from_its_first_frame_on() -> None:
    pilot = Pilot(settings=Settings(speed=1.0, scale=1.0))
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    pilot.take(["move", 3.0])
    pilot.post()
    assert battle.animation.running
    pilot.post(down(pygame.K_RETURN), key_up(pygame.K_RETURN))
    assert not battle.animation.running


def test_two_presses_in_one_frame_answer_one_question() -> None:
    pilot = Pilot()
    pilot.app.show(before_prompt(pilot, prompts()["attach"]))
    pilot.wait(2)
    for _ in range(40):
        before, covered = len(pilot.journal), pilot.covered
        pilot.post(*(make(pygame.K_RETURN) for _ in range(4) for make in (down, key_up)))
        assert len(pilot.journal) <= before + 1 and (covered is None or len(pilot.journal) == before)
        if pilot.app.modal is not None or pilot.battle.session.decision is None:
            break
    assert len(pilot.journal) > prompts()["attach"]


def busy_loop(monkeypatch: pytest.MonkeyPatch, app: App, frames: list[Callable[[], None]]) -> None:
    """Run the real loop. In each frame one of the functions acts as the user during drawing."""

    class Window:
        def __init__(self, app: App) -> None:
            app.running = True

        def follow(self) -> None:
            app.relayout()

        def events(self, events: list[Event]) -> list[Event]:
            return list(events)

        def note_size(self) -> None:
            pass

        def show(self) -> None:
            if frames:
                frames.pop(0)()
            else:
                app.quit()

    pygame.display.set_mode((1280, 720))
    pygame.event.clear()
    monkeypatch.setattr(run, "AppWindow", Window)
    run._loop(app)


def test_what_is_pressed_while_the_loop_is_busy_answers_nothing_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window shows a prompt after 0.6 s. Input before that was meant for the screen before."""
    pilot = Pilot()
    number = prompts()["activate"]
    battle = before_prompt(pilot, number)
    queued = [
        down(pygame.K_RETURN),
        key_up(pygame.K_RETURN),
        down(pygame.K_SPACE),
        press((640, 360)),
        release((640, 360)),
    ]
    seen: list[tuple[int, str]] = []

    def show_prompt() -> None:
        pilot.app.show(battle)
        battle.update(0.0)
        queued.extend(clicks(pilot))
        for event in queued:
            pygame.event.post(event)

    def look() -> None:
        is_shown = pilot.screen is battle
        seen.append((len(pilot.journal), pilot.question) if is_shown else (number, CHOOSE))

    def answer() -> None:
        pygame.event.post(down(pygame.K_RETURN))

    busy_loop(monkeypatch, pilot.app, [look, show_prompt, look, look, *[look] * 30, answer, look, look])
    assert seen[1] == seen[2] == seen[0] == (number, CHOOSE), "nothing that was queued has answered"
    assert seen[-1][0] == number and seen[-1][1] != CHOOSE, "a press on the visible prompt chooses a model"


def test_one_press_of_undo_takes_back_one_answer() -> None:
    pilot = Pilot()
    battle = pilot.setup()
    for _ in range(3):
        pilot.uncover()
        decision = battle.session.decision
        assert decision is not None
        pilot.give(decision.default())
    before = len(pilot.journal)
    for _ in range(5):
        pilot.post(down(pygame.K_z, pygame.KMOD_LCTRL))
        pilot.uncover()
    assert len(pilot.journal) == before - 1
    pilot.post(key_up(pygame.K_z))
    pilot.key(pygame.K_z, pygame.KMOD_LCTRL)
    assert len(pilot.journal) == before - 2


def test_a_held_key_pans_zooms_and_turns_but_presses_nothing_again() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    pilot.camera = pilot.camera.zoomed(pilot.camera.center, 2.0)
    x, ppi = pilot.camera.x, pilot.camera.pixels_per_inch
    pilot.hold(pygame.K_LEFT)
    once = x - pilot.camera.x
    assert pilot.app.busy
    pilot.wait(round((REPEAT_DELAY + 2.5 * REPEAT_INTERVAL) / TICK) - 1)
    assert x - pilot.camera.x == pytest.approx(4 * once)
    pilot.release(pygame.K_LEFT)
    x = pilot.camera.x
    pilot.wait(30)
    assert pilot.camera.x == x
    pilot.hold(pygame.K_EQUALS)
    pilot.wait(60)
    assert pilot.camera.pixels_per_inch > ppi * 1.15**2
    pilot.release(pygame.K_EQUALS)
    pilot.hold(pygame.K_t)
    attacking = pilot.attacking
    pilot.wait(60)
    pilot.post(down(pygame.K_t), down(pygame.K_t), down(pygame.K_t))
    assert pilot.attacking == attacking and battle is pilot.screen


def test_a_held_key_stops_when_something_else_is_asked() -> None:
    pilot = Pilot()
    battle_at(pilot, fighting())
    pilot.uncover()
    pilot.camera = pilot.camera.zoomed(pilot.camera.center, 3.0)
    pilot.hold(pygame.K_LEFT)
    pilot.key(pygame.K_F10)
    assert pilot.app.modal is not None
    pilot.key(pygame.K_ESCAPE)
    x = pilot.camera.x
    pilot.hold(pygame.K_LEFT)
    pilot.wait(60)
    assert pilot.camera.x == x, "it is ignored until it is released"
    pilot.release(pygame.K_LEFT)
    pilot.hold(pygame.K_LEFT)
    assert pilot.camera.x < x


def test_a_key_whose_release_another_window_got_counts_again() -> None:
    pilot = Pilot()
    battle_at(pilot, fighting())
    pilot.uncover()
    attacking = pilot.attacking
    pilot.hold(pygame.K_t)
    pilot.post(Event(pygame.WINDOWFOCUSLOST))
    pilot.wait(60)
    pilot.key(pygame.K_t)
    assert pilot.attacking == attacking, "pressed twice"


def test_a_held_key_edits_a_text_again_and_again() -> None:
    pilot = Pilot()
    pilot.app.ask_text("Name", "", "abcdefghij", "OK", lambda answer: None)
    pilot.wait()
    field = pilot.app.modal.field  # type: ignore[union-attr]
    pilot.key(pygame.K_END)
    pilot.hold(pygame.K_BACKSPACE)
    pilot.wait(round((REPEAT_DELAY + 2 * REPEAT_INTERVAL) / TICK) + 3)
    assert len(field.text) <= 7
    pilot.release(pygame.K_BACKSPACE)
    pilot.post(down(pygame.K_RETURN), down(pygame.K_RETURN))
    assert pilot.app.modal is None


def test_a_letter_that_was_down_is_not_written_into_a_new_field() -> None:
    pilot = Pilot()
    pilot.hold(pygame.K_s)
    pilot.app.ask_text("Name", "", "kept", "OK", lambda answer: None)
    for _ in range(3):
        pilot.post(Event(pygame.TEXTINPUT, text="s"))
    assert pilot.app.modal.field.text == "kept"  # type: ignore[union-attr]
    pilot.release(pygame.K_s)
    pilot.post(down(pygame.K_s), Event(pygame.TEXTINPUT, text="s"))
    assert pilot.app.modal.field.text == "s"  # type: ignore[union-attr]


def test_a_button_held_over_a_change_presses_nothing_when_it_is_released() -> None:
    settings = quick()
    settings.curtain = False
    pilot = Pilot(settings=settings)
    battle = pilot.setup()
    rect = pilot.widget("all").rect
    pilot.move(rect.center)
    pilot.post(press(rect.center))
    decision = battle.session.decision
    assert decision is not None
    pilot.take(decision.default())
    pilot.wait(2)
    assert pilot.kind == "deploy" and pilot.widget("all").rect == rect
    pilot.post(release(rect.center))
    pilot.wait(4)
    assert len(pilot.journal) == 1
    pilot.click(rect.center)
    assert len(pilot.journal) > 1


def test_a_drag_ends_when_a_dialog_opens() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    pilot.camera = pilot.camera.zoomed(pilot.camera.center, 2.0)
    center = battle.view_rect.center
    pilot.post(press(center, 3))
    pilot.key(pygame.K_F10)
    pilot.post(release(center, 3))
    pilot.key(pygame.K_ESCAPE)
    camera = pilot.camera
    pilot.move((center[0] + 50, center[1]))
    assert pilot.camera == camera


# --- Layouts ---
def test_a_key_without_a_latin_letter_is_the_key_in_the_same_place() -> None:
    pilot = Pilot()
    command = pilot.app.keymap.command
    battle_at(pilot, fighting())
    pilot.uncover()
    attacking = pilot.attacking
    pilot.post(down(RUSSIAN_T, scancode=pygame.KSCAN_T), key_up(RUSSIAN_T, scancode=pygame.KSCAN_T))
    assert pilot.attacking != attacking, "the key of 'fire' on a Russian keyboard"
    assert pilot.app.keymap.key_label("fire") == "Е", "the cap that its user sees"
    pilot.post(down(pygame.K_j, scancode=pygame.KSCAN_J), key_up(pygame.K_j, scancode=pygame.KSCAN_J))
    assert pilot.app.keymap.key_label("fire") == "T"
    assert command(down(pygame.K_q, scancode=pygame.KSCAN_A)) == "left", "a French key goes by its letter"
    assert command(down(ord("&"), scancode=pygame.KSCAN_1)) == "pick 1", "and its row of digits by its place"
    assert command(down(ord("é"), scancode=pygame.KSCAN_2)) == "pick 2"
    assert command(down(ord("ö"), scancode=pygame.KSCAN_SEMICOLON)) == ""


@pytest.mark.parametrize("key", [RUSSIAN_Z, GREEK_Z])
def test_ctrl_works_on_every_layout(key: int) -> None:
    pilot = Pilot()
    battle = pilot.setup()
    decision = battle.session.decision
    assert decision is not None
    pilot.give(decision.default())
    before = len(pilot.journal)
    pilot.post(down(key, pygame.KMOD_LCTRL, pygame.KSCAN_Z))
    assert len(pilot.journal) == before - 1
    pilot.app.ask_text("Name", "", "given", "OK", lambda answer: None)
    pilot.wait()
    pilot.key(pygame.K_END)
    pilot.post(down(ord("ф"), pygame.KMOD_LCTRL, pygame.KSCAN_A))
    pilot.post(Event(pygame.TEXTINPUT, text="я"))
    assert pilot.app.modal.field.text == "я"  # type: ignore[union-attr]


def test_letters_on_the_title_work_on_every_layout() -> None:
    pilot = Pilot()
    pilot.post(down(ord("т"), scancode=pygame.KSCAN_N))
    assert pilot.page == "setup"


def bound(pilot: Pilot, name: str, *events: Event) -> KeysScreen:
    """Press keys for a command on the keys page."""
    screen = KeysScreen(pilot.app, pilot.app.screen)
    pilot.app.show(screen)
    screen.waiting = name
    pilot.wait()
    pilot.post(*events)
    return screen


def test_a_binding_is_never_empty() -> None:
    pilot = Pilot()
    keymap = pilot.app.keymap
    keymap.bound["again"] = ()
    bound(pilot, "ruler", down(RUSSIAN_Z, scancode=pygame.KSCAN_Z), key_up(RUSSIAN_Z, scancode=pygame.KSCAN_Z))
    assert keymap.bound["ruler"] == ("z",) and keymap.key_label("ruler") == "Я"
    assert keymap.command(down(pygame.K_z)) == "ruler" and keymap.command(down(0)) == ""
    assert pilot.app.settings.keys["ruler"] == "z" and load_settings()[0].caps == {"z": "Я"}
    assert App((1280, 720), pilot.app.settings).keymap.key_label("ruler") == "Я", "the cap is known at the next start"
    bound(pilot, "arcs", down(ord("ö"), scancode=pygame.KSCAN_SEMICOLON))
    assert keymap.bound["arcs"] == ("ö",) and keymap.key_label("arcs") == "Ö"
    screen = bound(pilot, "labels", down(0), down(pygame.K_LALT), down(pygame.K_CAPSLOCK))
    assert screen.waiting == "labels" and keymap.bound["labels"] == ("j",)
    pilot.post(down(0, scancode=150))
    assert keymap.bound["labels"] == ("key 150",)


def test_stored_bindings_without_a_key_are_dropped_with_a_note() -> None:
    settings = quick()
    settings.keys = {"undo": "", "save": "ctrl+", "ruler": "y"}
    pilot = Pilot(settings=settings)
    keymap = pilot.app.keymap
    assert keymap.bound["undo"] == ("u", "ctrl+z") and keymap.bound["ruler"] == ("y",)
    text, bad = pilot.app.toast
    assert "Undo the last choice" in text and "Quick save" in text and not bad
    assert keymap.command(down(ord("\x00"))) == "" and keymap.own() == {"ruler": "y"}


def test_keypad_digits_choose_like_digits() -> None:
    pilot = Pilot()
    for number in range(1, 10):
        assert pilot.app.keymap.command(down(getattr(pygame, f"K_KP_{number}"))) == f"pick {number}"
    screen = KeysScreen(pilot.app, pilot.app.screen)
    pilot.app.show(screen)
    screen.search = "keypad 4"
    assert [command.name for command in screen.listed] == ["pick 4"]


# --- Trackpad ---
def scroll(x: float, y: float) -> Event:
    return Event(pygame.MOUSEWHEEL, x=int(x), y=int(y), precise_x=float(x), precise_y=float(y), touch=False)


def table(scrolling: str = "detect") -> Pilot:
    settings = quick()
    settings.scrolling = scrolling
    pilot = Pilot(settings=settings)
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    pilot.camera = pilot.camera.zoomed(pilot.camera.center, 2.0)
    pilot.move((battle.view_rect.left + 100, battle.view_rect.top + 100))
    return pilot


def test_two_fingers_pan_and_a_wheel_zooms() -> None:
    pilot = table()
    before = pilot.camera
    pilot.post(scroll(0, 1))
    assert pilot.camera.pixels_per_inch > before.pixels_per_inch
    pilot.camera = before
    pilot.post(scroll(0.4, -0.7))
    assert (
        pilot.camera.pixels_per_inch == before.pixels_per_inch
        and pilot.camera.x > before.x
        and pilot.camera.y < before.y
    )
    now = pilot.camera
    pilot.post(scroll(0, -1))
    assert pilot.camera.pixels_per_inch == now.pixels_per_inch and pilot.camera.y < now.y, (
        "a whole step in the middle of a gesture"
    )
    pilot.wait(60)
    pilot.post(scroll(0, 1))
    assert pilot.camera.pixels_per_inch > now.pixels_per_inch, "after a rest it may be a wheel"
    now = pilot.camera
    pilot.post(scroll(1, 0))
    assert pilot.camera.pixels_per_inch == now.pixels_per_inch and pilot.camera.x > now.x
    pilot.post(scroll(0, 1))
    assert pilot.camera.pixels_per_inch > now.pixels_per_inch, "a wheel that tilts is a wheel"


def test_ctrl_with_two_fingers_and_a_pinch_zoom_at_the_pointer() -> None:
    pilot = table()
    pointer = pilot.battle.pointer
    point, ppi = pilot.camera.to_table(pointer), pilot.camera.pixels_per_inch
    pilot.hold(pygame.K_LCTRL)
    pilot.post(scroll(0.2, 0.5))
    pilot.release(pygame.K_LCTRL)
    assert ppi < pilot.camera.pixels_per_inch < ppi * 1.15
    assert pilot.camera.to_table(pointer) == pytest.approx(point, abs=0.01)
    ppi = pilot.camera.pixels_per_inch
    pinch = {"touch_id": 1, "x": 0.5, "y": 0.5, "rotated": 0.0, "num_fingers": 2}
    pilot.post(Event(pygame.MULTIGESTURE, pinched=0.05, **pinch))
    assert pilot.camera.pixels_per_inch == pytest.approx(1.25 * ppi)
    assert pilot.camera.to_table(pointer) == pytest.approx(point, abs=0.01)
    now = pilot.camera
    pilot.post(Event(pygame.MULTIGESTURE, pinched=0.0005, **pinch))
    assert pilot.camera == now, "fingers side by side"


@pytest.mark.parametrize("scrolling", ["zoom", "pan"])
def test_scrolling_does_what_is_set_where_devices_cannot_be_told_apart(scrolling: str) -> None:
    pilot = table(scrolling)
    before = pilot.camera
    pilot.post(scroll(0, 1))
    pilot.post(scroll(0.0, 0.5))
    assert (pilot.camera.pixels_per_inch > before.pixels_per_inch) == (scrolling == "zoom")
    assert (pilot.camera.y > before.y and pilot.camera.x == before.x) or scrolling == "zoom"


def test_scrolling_is_a_setting_and_told_in_the_help() -> None:
    pilot = Pilot()
    pilot.app.show(SettingsScreen(pilot.app, pilot.app.screen))
    tabs = pilot.widget("scrolling")
    pilot.click((tabs.rect.right - 10, tabs.rect.centery))
    assert pilot.app.settings.scrolling == "pan"


def test_a_trackpad_pans_in_the_editor_and_a_wheel_zooms() -> None:
    pilot = Pilot()
    pilot.press("editor")
    pilot.move((pilot.camera.view[0] + 80, pilot.camera.view[1] + 80))
    pilot.camera = pilot.camera.zoomed(pilot.camera.center, 2.0)
    before = pilot.camera
    pilot.post(scroll(0.5, -0.5))
    assert (
        pilot.camera.pixels_per_inch == before.pixels_per_inch
        and pilot.camera.x > before.x
        and pilot.camera.y < before.y
    )
    pilot.wait(60)
    pilot.post(scroll(0, 1))
    assert pilot.camera.pixels_per_inch > before.pixels_per_inch
