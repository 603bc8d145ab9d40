"""A replay's captions in the log's words, its keys, its column, and its log."""

from __future__ import annotations

import re
from itertools import pairwise

import pygame
import pytest

from jovian.game.events import Activated
from jovian.match import Match
from jovian.rehearsal.activations import is_beginning
from jovian.session.session import Session
from jovian.ui.panels.panel import MAIN
from jovian.ui.screens.replay import ReplayScreen
from tests.games import finished, reached
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, battle_at, fighting

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
        texts.append(replay.timeline.text)
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


def test_enter_plays_and_pauses_and_space_is_one_activation() -> None:
    pilot, replay = replaying(finished(6))
    replay.seek(0)
    pilot.key(pygame.K_RETURN)
    assert replay.playing and pilot.widget("play").label == "Pause"  # type: ignore[attr-defined]
    pilot.key(pygame.K_RETURN)
    assert not replay.playing and pilot.widget("play").label == "Play"  # type: ignore[attr-defined]
    replay.seek(0)
    stops = [step.place for step in replay.steps if step.place]
    for stop in stops[:4]:
        pilot.key(pygame.K_SPACE)
        assert replay.recording.at == stop
    pilot.key(pygame.K_RETURN)
    pilot.key(pygame.K_SPACE)
    assert not replay.playing, "a step stops"


def test_the_main_buttons_are_where_those_of_a_battle_are() -> None:
    pilot, replay = replaying(finished(6))
    battle = battle_at(Pilot(), fighting())
    assert replay.bar.rect == battle.bar.rect and replay.places.column == battle.places.column
    labels = [pilot.widget(name).label for name in ("play", "activation", "leave")]  # type: ignore[attr-defined]
    places = [replay.bar.place_of(place) for place in MAIN]
    assert labels == ["Play", "Next step", "Leave"]
    assert [pilot.widget(name).rect for name in ("play", "activation", "leave")] == places
    pilot.press("leave")
    assert pilot.screen is not replay


def test_the_context_tells_what_the_last_activation_did() -> None:
    pilot, replay = replaying(finished(6))
    replay.seek(0)
    pilot.wait()
    assert replay.context.content.title == "The beginning"
    step, after = next(pair for pair in pairwise(replay.steps) if pair[0].name)
    replay.seek(after.place)
    pilot.wait()
    assert replay.context.content.title == f"{step.name} acted"
    with recorded_texts() as drawn_texts:
        pilot.draw()
    assert any(step.name in text.whole and text.whole != f"{step.name} acted" for text in drawn_texts)


def test_a_click_on_a_model_shows_its_card_and_pointing_its_odds_at_that_moment() -> None:
    pilot, replay = replaying(fighting())
    replay.seek(replay.recording.length)
    pilot.wait()
    ships = [model for model in replay.shown.on_table() if model.is_capital]
    own, enemy = next(model for model in ships if model.side == 0), next(model for model in ships if model.side == 1)
    pilot.click(pilot.on(own.pose))
    assert replay.card.model is not None and replay.card.model.id == own.id
    pilot.move(pilot.on(enemy.pose))
    pilot.wait(2)
    assert replay.context.content.title == f"{own.name} at {enemy.name}"
    journal = len(replay.recording.whole.journal)
    pilot.click(pilot.on(enemy.pose))
    assert replay.card.model.id == enemy.id and len(replay.recording.whole.journal) == journal


def test_a_click_on_a_line_of_the_log_goes_there() -> None:
    pilot, replay = replaying(finished(6))
    pilot.wait(300)
    pilot.key(pygame.K_SLASH)
    pilot.draw()
    listed = replay.log.list
    row = next(n for n, row in enumerate(listed.items) if not row.folds and listed.rect.contains(listed.row_rect(n)))
    number = listed.items[row].number
    pilot.click(listed.row_rect(row).center)
    assert replay.seen_events()[-1].n >= number and replay.recording.at < replay.recording.length


def test_a_double_click_on_a_line_of_the_log_also_frames_its_models() -> None:
    pilot, replay = replaying(finished(6))
    pilot.wait(300)
    replay.seek(replay.recording.length // 2)
    pilot.key(pygame.K_SLASH)
    pilot.draw()
    listed, view = replay.log.list, replay.view_rect

    def visible(row: int) -> list[bool]:
        text = " ".join(piece.text for piece in listed.items[row].pieces)
        return [view.collidepoint(pilot.on(model.pose)) for model in replay.shown.on_table() if model.name in text]

    pilot.camera = pilot.camera.zoomed((2, 2), 8)
    rows = [n for n in range(len(listed.items)) if listed.rect.contains(listed.row_rect(n))]
    row = next(n for n in rows if visible(n) and not all(visible(n)))
    item, place = listed.items[row], listed.row_rect(row).center
    pilot.click(place)
    at = replay.recording.at
    pilot.click(place)
    text = " ".join(piece.text for piece in item.pieces)
    named = [model for model in replay.shown.on_table() if model.name in text]
    assert replay.recording.at == at and named and all(view.collidepoint(pilot.on(model.pose)) for model in named)
    pilot.wait(60)
    camera = pilot.camera
    pilot.click(place)
    assert pilot.camera == camera, "a later click isn't the second one"


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
