"""Sounds: what is heard when, how loud, and that nothing is heard without a device. Motion: full, short, and none."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pygame
import pytest

from jovian.game.events import Attacked, Damaged, LeftPlay, Moved
from jovian.session.session import Session
from jovian.ui.kit.sound import FOLDER, MAX_SOUNDS, PAN, MixerDevice, SoundPlayer
from jovian.ui.kit.widgets import Slider
from jovian.ui.presentation import sounds
from jovian.ui.presentation.sounds import CAPTIONS, ENGINE, EVENT_SOUNDS, TURN, WEAPON_SOUNDS, cues_of
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.screens.settings_screen import SettingsScreen
from jovian.ui.settings import MOTIONS, Settings, load_settings, save_settings
from tests.rules.test_reactions import fly, gauntlet
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, battle_at, fighting
from tests.ui.sound_recorder import SoundRecorder

CTRL_M = (pygame.K_m, pygame.KMOD_CTRL)


def hearing(**settings: object) -> tuple[Pilot, SoundRecorder]:
    """Return a window at its title, and what is heard there."""
    recorder = SoundRecorder()
    values = {"speed": 1.0, "scale": 1.0, "curtain": False, **settings}
    return Pilot(settings=Settings(**values), device=recorder), recorder  # type: ignore[arg-type]


def watched(seconds: float, motion: str = "full", **settings: object) -> tuple[Pilot, SoundRecorder]:
    """Return a window in which computers have played a fight for some seconds."""
    pilot, recorder = hearing(motion=motion, **settings)
    battle_at(pilot, fighting(), ("ensign", "ensign"))
    pilot.wait(round(seconds * 60))
    return pilot, recorder


# --- Player ---
def player(volume: float = 1.0) -> tuple[SoundPlayer, SoundRecorder]:
    recorder = SoundRecorder()
    heard = SoundPlayer(recorder)
    heard.volume = volume
    return heard, recorder


def test_the_same_sound_is_not_heard_twice_within_a_moment() -> None:
    heard, recorder = player()
    for name in ("gun", "gun", "hit"):
        heard.play(name)
    assert recorder.take() == ["gun", "hit"]
    heard.advance(0.05)
    heard.play("gun")
    assert recorder.take() == []
    heard.advance(0.02)
    heard.play("gun")
    assert recorder.take() == ["gun"]


def test_a_sound_is_louder_on_its_side_of_the_table() -> None:
    heard, recorder = player(0.5)
    for name, place in (("gun", -1.0), ("hit", 0.0), ("beam", 1.0), ("miss", 7.0)):
        heard.play(name, place)
    far = 0.5 * (1 - PAN)
    assert [(left, right) for _, left, right in recorder.played] == [
        (0.5, pytest.approx(far)), (0.5, 0.5), (pytest.approx(far), 0.5), (pytest.approx(far), 0.5),
    ]  # fmt: skip


def test_a_silent_player_opens_no_device() -> None:
    heard, recorder = player(0.0)
    heard.play("gun")
    assert (recorder.opened, recorder.played) == (0, [])


def test_a_device_that_fails_is_not_asked_again() -> None:
    heard, recorder = player()
    recorder.works = False
    heard.play("gun")
    heard.play("hit")
    assert (recorder.opened, recorder.played, heard.has_device) == (1, [], False)
    heard, recorder = player()
    assert heard.has_device
    recorder.works = False
    heard.play("gun")
    heard.play("hit")
    assert recorder.take() == ["gun"] and not heard.has_device


def test_the_mixer_plays_every_file_and_no_more_than_four_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    device = MixerDevice()
    try:
        assert device.open()
        for path in sorted(FOLDER.glob("*.wav")):
            assert device.play(path.stem, 0.5, 0.5), path.stem
        assert pygame.mixer.get_num_channels() == MAX_SOUNDS
        assert not device.play("no such sound", 0.5, 0.5)
    finally:
        pygame.mixer.quit()


def test_without_a_device_the_mixer_is_silent_and_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_driver")
    assert not MixerDevice().open()
    assert capfd.readouterr() == ("", "")
    os.fstat(2)  # The error output is still open.


def test_every_sound_of_the_tables_has_a_file() -> None:
    names = {value for name, value in vars(sounds).items() if name.isupper() and isinstance(value, str)}
    files = {path.stem for path in FOLDER.glob("*.wav")}
    assert {*EVENT_SOUNDS.values(), *WEAPON_SOUNDS.values()} - {""} <= names == files - {"press", "end"}
    assert set(CAPTIONS) | {ENGINE, TURN} <= files


# --- Window ---
def test_buttons_are_heard_and_typing_is_not() -> None:
    pilot, recorder = hearing()
    pilot.press("new")
    assert recorder.take() == ["press"]
    pilot.click(pilot.widget("seed").rect.center)
    pilot.post(pygame.event.Event(pygame.TEXTINPUT, text="7"))
    assert recorder.take() == []


def test_moves_and_shots_are_heard_when_they_are_shown() -> None:
    pilot, recorder = watched(0.0)
    battle, shots = pilot.battle, 0
    for _ in range(60 * 25):
        before, act = len(recorder.played), battle.animation.acts[0] if battle.animation.acts else None
        pilot.wait()
        for name in recorder.names[before:]:
            now = battle.animation.acts[0] if battle.animation.acts else None
            kinds = {each.kind for each in (act, now) if each is not None}
            if name in ("engine", "turn"):
                assert "glide" in kinds, kinds
            elif name in ("gun", "beam", "missile", "miss"):
                assert "shot" in kinds, kinds
                shots += 1
            elif name in ("dice", "die_lands"):
                assert kinds & {"roll", "dice"}, kinds
    assert shots > 1 and {"engine", "gun", "hit"} <= set(recorder.names)


def test_what_happens_is_heard_once_for_each_visible_event() -> None:
    pilot, recorder = watched(25.0)
    seen = [entry.event for entry in pilot.battle.seen_events()[len(fighting().events) :]]
    assert (
        0
        < recorder.names.count("destroyed") + recorder.names.count("hit")
        <= sum(isinstance(event, Damaged | LeftPlay) for event in seen)
    )
    assert recorder.names.count("miss") <= sum(isinstance(event, Attacked) and not event.result for event in seen)
    assert recorder.names.count("engine") <= sum(isinstance(event, Moved) for event in seen)


def test_skipped_turns_are_silent() -> None:
    pilot, recorder = watched(1.0)
    pilot.press("watch skip")
    recorder.take()
    turn = pilot.match.state.turn
    while pilot.match.state.turn == turn and pilot.battle.watching.watch.skipping:
        assert set(recorder.take()) <= {"press"}
        pilot.wait()


def test_a_refused_click_is_heard_once() -> None:
    pilot, recorder = hearing(speed=0.0, auto_frame=False)
    battle_at(pilot, fighting())
    menu, mount = pilot.menu, pilot.menu.model.card.mounts[0].id
    enemies = [model for model in pilot.view.on_table() if model.side != menu.side]
    target = next(model for model in enemies if menu.check(["attack", [mount], model.id]) is not None)
    pilot.key(pygame.K_1)
    recorder.take()
    pilot.click(pilot.on(target.pose))
    pilot.wait(30)
    assert pilot.refused is not None and recorder.take() == ["refuse"]


def test_a_new_card_and_the_own_turn_are_heard() -> None:
    pilot, recorder = hearing(speed=0.0)
    battle_at(pilot, fighting())
    own = [model.id for model in pilot.view.on_table() if model.side == pilot.menu.side]
    recorder.take()
    pilot.select(next(model for model in own if model != pilot.selected))
    assert recorder.take() == ["select"]
    side, count = pilot.menu.side, len(pilot.journal)
    pilot.move(pilot.at(47, 47))
    while pilot.kind == "menu":
        pilot.answer_one()
    assert len(pilot.journal) > count and pilot.kind == "activate" and pilot.asked is not None
    assert pilot.asked.side != side and recorder.take()[-1] == "your_turn"


def test_a_reaction_that_is_asked_for_is_heard() -> None:
    pilot, recorder = hearing(speed=0.0)
    battle_at(pilot, fly(gauntlet()).match)
    assert recorder.take() == ["question"]


def test_a_step_of_a_replay_is_heard() -> None:
    pilot, recorder = hearing()
    pilot.app.show(ReplayScreen(pilot.app, Session(fighting(), ("human", "human")), None))
    recorder.take()
    for _ in range(40):
        pilot.key(pygame.K_RIGHT)
        pilot.wait(40)
    assert {"engine", "turn"} & set(recorder.take())
    pilot.press("last")
    assert set(recorder.take()) <= {"press"}


def test_the_end_of_the_game_is_heard() -> None:
    pilot, recorder = hearing(speed=0.0)
    battle_at(pilot, fighting(), ("random", "random"))
    for _ in range(3000):
        if pilot.page == "result":
            break
        if not pilot.match.over and not pilot.battle.watching.watch.skipping:
            pilot.press("watch skip")
        pilot.wait()
    assert pilot.page == "result" and recorder.names[-1] == "end"


def test_a_key_turns_the_sound_off_and_on_anywhere(headless: Path) -> None:
    pilot, recorder = hearing()
    pilot.key(*CTRL_M)
    assert not pilot.app.settings.sound and not load_settings()[0].sound and pilot.app.toast[0] == "Sound is off."
    recorder.take()
    pilot.press("new")
    assert recorder.take() == []
    pilot.key(*CTRL_M)
    assert pilot.app.settings.sound and pilot.app.toast[0] == "Sound is on." and recorder.take() == ["press"]
    pilot.app.ask("A question", "Any text", (("yes", "OK", "primary"),))
    pilot.key(*CTRL_M)
    assert not pilot.app.settings.sound and pilot.app.modal is not None


# --- Settings ---
def test_the_volume_is_heard_while_it_is_set(headless: Path) -> None:
    pilot, recorder = hearing()
    pilot.app.show(SettingsScreen(pilot.app, pilot.app.screen))
    slider = pilot.widget("volume")
    assert isinstance(slider, Slider) and slider.value == 60
    pilot.wait(10)
    track = slider.track_rect
    pilot.click((track.left + track.width // 5, track.centery))
    assert recorder.played == [("select", 0.2, 0.2)] and load_settings()[0].volume == 20
    pilot.press("sound")
    pilot.wait(10)
    recorder.take()
    pilot.press("captions")
    assert recorder.take() == [] and load_settings()[0].captions


@pytest.mark.parametrize("works", [False, True])
def test_a_missing_device_is_one_line_in_the_settings(works: bool) -> None:
    pilot, recorder = hearing()
    recorder.works = works
    pilot.press("settings")
    with recorded_texts() as drawn:
        pilot.draw()
    assert [text.whole for text in drawn].count("No sound device.") == (not works)
    assert pilot.app.toast[0] == ""


def test_settings_from_before_still_load_and_wrong_ones_cost_nothing(headless: Path) -> None:
    headless.mkdir()
    file = headless / "settings.json"
    file.write_text('{"speed": 4, "labels": false}')
    settings, complaint = load_settings()
    assert (settings.speed, settings.volume, settings.sound, settings.motion) == (4.0, 60, True, "full")
    assert not complaint
    for name, value in (("volume", "101"), ("motion", '"slow"'), ("sound", "1"), ("captions", '"no"')):
        file.write_text(f'{{"speed": 8, "{name}": {value}}}')
        settings, complaint = load_settings()
        assert settings.speed == 8.0 and getattr(settings, name) == getattr(Settings(), name)
        assert f"'{name}' cannot be" in complaint
    file.unlink()
    assert save_settings(Settings(volume=0, motion="none")) == ""
    assert load_settings() == (Settings(volume=0, motion="none"), "")


def test_captions_describe_the_sounds_in_the_log() -> None:
    pilot, _ = watched(12.0, captions=True)
    captions = [line for line in pilot.told() if line.startswith("(")]
    assert any(line.endswith("fires)") or " fires, " in line for line in captions), captions
    assert not [line for line in watched(6.0)[0].told() if line.endswith(("fires)", "(a hit)"))]


# --- Motion ---
def test_the_motion_changes_no_game_and_no_log() -> None:
    logs = []
    for motion in MOTIONS:
        pilot, _ = hearing(motion=motion, speed=8.0)
        battle_at(pilot, fighting(), ("ensign", "ensign"))
        known = len(pilot.journal)
        while len(pilot.journal) < known + 40:
            pilot.wait()
        pilot.battle.course.land()
        number = len(pilot.match.fork_at(known + 40).events)
        logs.append([entry.event for entry in pilot.battle.session.events()[:number]])
    assert logs[0] == logs[1] == logs[2]


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)])
def test_without_motion_models_jump_and_their_path_is_drawn(whole: bool) -> None:
    pilot, recorder = hearing(motion="none")
    battle = battle_at(pilot, fighting(), ("ensign", "ensign"))
    kinds = set()
    for _ in range(60 * 40):
        pilot.wait()
        if not whole and kinds >= {"glide", "shot", "float"}:
            break
        if not battle.animation.acts:
            continue
        act = battle.animation.acts[0]
        if act.kind not in kinds:
            kinds.add(act.kind)
            first = pygame.image.tobytes(pilot.draw().subsurface(pilot.battle.view_rect), "RGB")
            pilot.wait(6)
            assert pygame.image.tobytes(pilot.draw().subsurface(pilot.battle.view_rect), "RGB") == first, act.kind
        if act.kind == "glide" and battle.animation.acts and battle.animation.acts[0] is act:
            assert battle.animation.poses[act.model] == act.path[-1]
            assert act.seconds == 1.0
    assert {"glide", "shot", "float"} <= kinds and "dice" not in recorder.names


def test_a_side_hears_only_what_it_sees() -> None:
    pilot, recorder = hearing(speed=0.0)
    battle_at(pilot, fighting(), ("human", "ensign"))
    known = len(pilot.match.events)
    for _ in range(60):
        pilot.answer_one()
    entries = [entry for entry in pilot.match.events.seen_by(0) if entry.n >= 0][-(len(pilot.match.events) - known) :]
    possible = Counter(cue.name for entry in entries for cue in cues_of(entry.event, pilot.view))
    heard = Counter(name for name in recorder.names if name in possible or name in ("engine", "turn", "hit"))
    assert heard["engine"] and not heard - possible
