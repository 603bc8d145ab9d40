"""A replay's captions in the log's words, its keys, its ticks for turns, and its length."""

from __future__ import annotations

import re

import pygame
import pytest

from jovian.game.events import Activated
from jovian.match import Match
from jovian.rehearsal.activations import is_beginning
from jovian.session.session import Session
from jovian.ui.panels.replay_bar import TurnSlider
from jovian.ui.screens.replay import ReplayScreen
from tests.games import finished, reached
from tests.ui.pilot import Pilot

CODES = re.compile(r"\b(declare none|menu:|activate:|\[|\]|[a-z]+ [bcdfghjklmnpqrstvwxz]{5,}\b)")


def replaying(match: Match, seats: tuple[str, str] = ("human", "human")) -> tuple[Pilot, ReplayScreen]:
    pilot = Pilot()
    replay = ReplayScreen(pilot.app, Session(match, seats), None)
    pilot.app.show(replay)
    pilot.wait()
    return pilot, replay


def captions(replay: ReplayScreen) -> list[str]:
    texts = []
    for at in range(1, replay.recording.length + 1):
        replay._go(at, animated=False)
        replay.refresh()
        texts.append(replay.bar.text)
    return texts


def test_captions_are_in_the_words_of_the_log() -> None:
    _, replay = replaying(finished(6))
    texts = captions(replay)
    assert all(texts) and not [each for each in texts if CODES.search(each)]
    idents = set(replay.recording.whole.state.models)
    assert not [each for each in texts if any(ident in each.split() for ident in idents)]
    assert any(" misses " in each for each in texts) and any(" activates" in each for each in texts)
    assert any(re.search(r'moves [\d.]+"', each) for each in texts)


def test_arrow_keys_step_and_go_by_turns() -> None:
    pilot, replay = replaying(finished(6))
    for key, at in ((pygame.K_RIGHT, 1), (pygame.K_RIGHT, 2), (pygame.K_LEFT, 1)):
        pilot.key(key)
        assert replay.recording.at == at
    pilot.key(pygame.K_DOWN)
    second = dict(replay.turns)[2]
    assert replay.recording.at == second and replay.recording.match.state.turn == 2
    pilot.key(pygame.K_UP)
    assert replay.recording.at == dict(replay.turns)[1]


def test_q_and_e_go_by_activations() -> None:
    """Each stop is the moment at which the next model is chosen."""
    pilot, replay = replaying(finished(6))
    begun = sum(isinstance(entry.event, Activated) for entry in replay.recording.whole.events)
    replay._go(0, animated=False)
    stops = []
    pilot.key(pygame.K_e)
    while replay.recording.at < replay.recording.length:
        stops.append(replay.recording.at)
        assert is_beginning(replay.recording.match)
        pilot.key(pygame.K_e)
    assert stops == sorted(set(stops)) and begun - 3 <= len(stops) <= begun
    for stop in reversed(stops):
        pilot.key(pygame.K_q)
        assert replay.recording.at == stop
    replay._go(stops[4] + 1, animated=False)
    pilot.key(pygame.K_q)
    assert replay.recording.at == stops[4], "first to the beginning of the running activation"


def test_ticks_stand_where_turns_begin_and_the_length_is_shown() -> None:
    pilot, replay = replaying(finished(6))
    slider = replay.bar.group["at"]
    assert isinstance(slider, TurnSlider)
    last = replay.recording.whole.state.turn
    assert [turn for turn, _ in slider.turns] == list(range(1, last + 1))
    for turn, at in slider.turns:
        assert replay.recording.whole.fork_at(at).state.turn == turn
        assert at == 0 or replay.recording.whole.fork_at(at - 1).state.turn == turn - 1
    assert slider.show(7.0) == f"7 of {replay.recording.length}"
    pilot.draw()


@pytest.mark.parametrize("viewer", [0, 1])
def test_captions_of_a_running_game_tell_the_viewer_nothing_that_is_hidden(viewer: int) -> None:
    match = reached(lambda match: len(match.journal) == 60, 5, seats=(("ensign", 1), ("random", 2)))
    seats = ("human", "ensign") if viewer == 0 else ("ensign", "human")
    _, replay = replaying(match, seats)
    assert replay.recording.viewer == viewer
    text = " ".join(captions(replay))
    hidden = [each.name for each in match.state.models.values() if each.owner != viewer and not each.public]
    assert all(name not in text for name in hidden) and len(text) > 200


def test_the_log_of_a_jump_is_that_of_whoever_comes_there_first() -> None:
    match = finished(6)
    _, replay = replaying(match)
    last = replay.recording.length
    for at in (last, last // 2, last // 3, last - 1, 5):
        replay._go(at, animated=False)
        replay.refresh()
        _, fresh = replaying(match)
        fresh._go(at, animated=False)
        fresh.refresh()
        assert replay.log.lines == fresh.log.lines and fresh.log.lines
        shown, afresh = replay.log.list, fresh.log.list
        assert shown.items == afresh.items and shown.full == afresh.full and shown.offset == shown.furthest
        heights = [[each.row_rect(n).height for n in range(len(each.items))] for each in (shown, afresh)]
        assert heights[0] == heights[1]


def test_the_log_tells_only_what_a_jump_back_leaves_standing(monkeypatch: pytest.MonkeyPatch) -> None:
    _, replay = replaying(finished(6))
    last = replay.recording.length
    for at in (last, last // 2):
        replay._go(at, animated=False)
        replay.refresh()
        lines = replay.log.lines
    taken: list[int] = []
    take = replay.log._take
    monkeypatch.setattr(replay.log, "_take", lambda entries: (taken.append(len(entries)), take(entries)))
    replay._go(last // 2 - 1, animated=False)
    replay.refresh()
    assert replay.log.lines == lines[: len(replay.log.lines)] and len(replay.log.lines) > 20
    assert sum(taken) == 0, "nothing of it is told anew"


def test_the_log_stays_where_it_was_scrolled_to_when_its_height_changes() -> None:
    pilot, replay = replaying(finished(6))
    replay._go(replay.recording.length, animated=False)
    replay.command("log")
    pilot.wait()
    pilot.draw()
    listed, log = replay.log.list, replay.log.rect
    assert listed.offset == listed.furthest > 50
    replay.log.layout(pygame.Rect(log.left, log.top + 20, log.width, log.height - 20))
    assert replay.log.list.offset == replay.log.list.furthest, "it stood at its end"
    replay.log.list.offset = 40
    replay.log.layout(log)
    assert replay.log.list.offset == 40


def test_a_jump_to_the_next_answer_leaves_no_dice_of_the_one_before() -> None:
    pilot, replay = replaying(finished(6))
    pilot.app.settings.speed = 1.0
    while replay.animation.plate is None:
        replay._go(replay.recording.at + 1)
        pilot.wait(3)
        replay.animation.finish()
    replay._go(replay.recording.at + 1, animated=False)
    assert replay.animation.plate is None
