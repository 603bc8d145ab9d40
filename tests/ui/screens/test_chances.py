"""Tests of the curve of chances in a replay: computed in the background, canceled, and saved with the game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from jovian.match import Match
from jovian.rehearsal.documents import to_json_value
from jovian.rehearsal.forecast import Estimate
from jovian.rehearsal.game import RehearsalSpec, Start, recorded_game
from jovian.rehearsal.turning_points import Moment, PartReport, TurningPoints
from jovian.session.session import Session
from jovian.ui.screens.replay import ChanceCurve, ReplayScreen, describe_turning_point
from jovian.ui.session import rehearsals
from jovian.ui.session.rehearsals import TurningPointSearch
from jovian.user_files.findings import load_turning_points
from jovian.user_files.paths import HOME
from tests.games import finished, random_answers
from tests.rehearsal.test_turning import one_shot, shot
from tests.rules.stage import gun, ship, squadron, stage
from tests.ui.fitting import misfits, recorded_texts
from tests.ui.pilot import Pilot
from tests.ui.session.test_rehearsals import until_heard, until_over

RANDOM = ("random", "random")


def part(
    begin: int, end: int, side: int, name: str, told: str, *changes: float | None, close: bool = True
) -> PartReport:
    """Return a part of turn 2 or 3 with its changes: in all, decision, answers, and dice."""
    change, decision, answered, fell = (each if each is None else Estimate(each, -1.0, 1.0) for each in changes)
    turn = 2 + begin // 90
    return PartReport(begin, end, turn, name, side, name, told, change, decision, fell, answered, fell, 4, close)


SECOND = part(40, 60, 1, "Anvil", "moved 2", -0.3, -0.1, 0.05, -0.25)
FIRST = part(90, 100, 0, "Long Reach", "fired Lance", 0.5, None, None, None)
FLAT = tuple(part(*ends, 0, "", "", None, None, None, None, close=False) for ends in ((0, 40), (60, 90)))
MOMENTS = ((0, 0.5), (40, 0.6), (60, 0.3), (90, 0.4), (100, 0.9))
CURVE = tuple(Moment(at, 2, 4, Estimate(value, value / 2, 1.0)) for at, value in MOMENTS)
FOUND = TurningPoints(CURVE, (FLAT[0], SECOND, FLAT[1], FIRST), (3, 1), True)


class Known:
    """A finished search with this result."""

    running, results, status = False, FOUND, ""

    def listen(self) -> bool:
        return False


@pytest.fixture(scope="module")
def game() -> Match:
    return finished(6)


def replaying(match: Match, size: tuple[int, int] = (1280, 720)) -> tuple[Pilot, ReplayScreen]:
    pilot = Pilot(size)
    replay = ReplayScreen(pilot.app, Session(match), None)
    pilot.app.show(replay)
    pilot.wait()
    return pilot, replay


def with_events(match: Match) -> Match:
    """Return the same game with its events."""
    return recorded_game(Start.of(match))


def skirmish() -> Match:
    """Return 2 turns of a random game with 2 ships and 2 squadrons."""
    cast = (ship("Bow", 0, (20, 14), weapons=[gun(ac=3)]), ship("Mark", 1, (26, 30), 180, weapons=[gun(ac=3)]),
            squadron("S", 0, (24, 12)), squadron("W", 1, (22, 36)))  # fmt: skip
    match = Match(replace(stage(*cast, turns=2).match.setup, manual=False, seed=1), keep_all=True)
    for _ in random_answers(match, 1):
        pass
    return match


def ask_for(monkeypatch: pytest.MonkeyPatch, games: int, turns: int | None = None, points: int = 6) -> None:
    """Let searches play random games."""

    def spec(match: Match) -> RehearsalSpec:
        return RehearsalSpec(Start.of(match), RANDOM, 1, turns, games, points=points)

    monkeypatch.setattr(rehearsals, "turning_spec", spec)


def open_curve(match: Match, size: tuple[int, int] = (1280, 720)) -> tuple[Pilot, ReplayScreen, ChanceCurve]:
    """Return the replay of a game with a known curve."""
    pilot, replay = replaying(match, size)
    replay.source.turned = Known()
    pilot.press("chances")
    pilot.wait(2)
    curve = replay.chances.group["at"]
    assert isinstance(curve, ChanceCurve)
    return pilot, replay, curve


def test_it_is_found_out_by_a_process_and_kept_with_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))
    match = shot(True)
    ask_for(monkeypatch, 4)
    assert load_turning_points(match)[0] is None
    turned = TurningPointSearch.start(match)
    assert turned.run is not None
    until_over(turned.run)
    assert turned.listen() and not turned.listen()
    again = load_turning_points(match)[0]
    assert again is not None and to_json_value(again) == to_json_value(turned.results)
    (kept,) = (tmp_path / "turning points").rglob("*.json")
    for damage in ("", "[]", "{}", '{"curve": [1], "parts": [], "points": [], "complete": true}'):
        kept.write_text(damage)
        assert load_turning_points(match)[0] is None
    assert turned.results.complete and turned.status == ""
    assert turned.results.chances[0][0] == 0
    assert turned.results.chances[-1][1].value == 1.0


def test_it_is_called_off_by_its_button_and_keeps_what_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ask_for(monkeypatch, 100_000)
    pilot, replay = replaying(with_events(shot(True)))
    pilot.press("chances")
    pilot.wait()
    pilot.press("turned")
    turned = replay.source.turned
    assert turned is not None and turned.run is not None and turned.running
    until_heard(turned.run)
    pilot.wait()
    assert replay.chances.group["turned"].label == "Cancel"  # type: ignore[attr-defined]
    pilot.press("turned")
    pilot.wait()
    assert not turned.running and replay.source.turned is turned
    assert "Canceled" in replay.chances.status and turned.results.curve


def test_a_point_is_jumped_to_by_click_and_by_buttons(game: Match) -> None:
    pilot, replay, curve = open_curve(game)
    pilot.click(curve.point_position(FIRST))
    assert replay.recording.at == FIRST.begin
    pilot.wait()
    pilot.press("point back")
    assert replay.recording.at == SECOND.begin
    pilot.wait()
    pilot.press("point on")
    assert replay.recording.at == FIRST.begin
    pilot.wait()
    assert not replay.chances.group["point on"].enabled
    pilot.click(curve.screen_point(20, 0.02))
    assert abs(replay.recording.at - 20) <= 1


def test_keys_move_along_the_curve_and_jump_to_the_moment(game: Match) -> None:
    pilot, replay, curve = open_curve(game)
    moments = [answers for answers, _ in curve.found.chances]
    for _ in range(60):
        if curve.focused:
            break
        pilot.key(pygame.K_TAB)
    keys = (pygame.K_HOME, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_END, pygame.K_RIGHT)
    shown = []
    for key in keys:
        pilot.key(key)
        pilot.wait()
        shown.append(replay.recording.at)
    assert shown == [moments[n] for n in (0, 1, 2, 1, -1, -1)]


def test_words_say_who_how_far_and_by_what(game: Match) -> None:
    assert (
        describe_turning_point(SECOND)
        == "Turn 2, Anvil: -30 points (decision -10, the other side's answers +5, dice -25). moved 2"
    )
    assert describe_turning_point(FIRST) == "Turn 3, Long Reach: +50 points. fired Lance"
    pilot, replay, curve = open_curve(game)
    pilot.move(curve.point_position(SECOND))
    pilot.wait()
    assert curve.hint == describe_turning_point(SECOND)
    replay._go(SECOND.begin, animated=False)
    pilot.wait()
    with recorded_texts() as drawn_texts:
        pilot.draw()
    assert describe_turning_point(SECOND) in [each.whole for each in drawn_texts]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (960, 540)])
def test_it_takes_room_from_the_board_and_gives_it_back(size: tuple[int, int], game: Match) -> None:
    pilot, replay = replaying(game, size)
    before = replay.view_rect
    pilot.press("chances")
    pilot.wait(2)
    pilot.draw()
    assert replay.view_rect.bottom <= replay.chances.rect.top and misfits(pilot) == []
    pilot.press("chances")
    pilot.wait(2)
    assert replay.view_rect == before


def test_it_is_kept_with_the_game_when_the_replay_is_left(game: Match) -> None:
    pilot, replay, _ = open_curve(game)
    again = ReplayScreen(pilot.app, replay.source, None)
    assert again.source.turned is replay.source.turned


def test_a_game_that_goes_on_has_no_curve() -> None:
    pilot, replay = replaying(with_events(one_shot()))
    pilot.wait()
    button = replay.bar.group["chances"]
    assert not button.enabled and "over" in button.reason
    pilot.click(button.rect.center)
    assert not replay.chances.open
    pygame.event.clear()


def test_the_chance_of_the_moment_is_told(game: Match) -> None:
    pilot, replay, _ = open_curve(game)
    for wanted, chance in (
        (0, "50 % (25 to 100 %)"),
        (75, "30 % (15 to 100 %)"),
        (replay.recording.length, "90 % (45"),
    ):
        replay._go(wanted, animated=False)
        pilot.wait(2)
        with recorded_texts() as drawn_texts:
            pilot.draw()
        assert any(f"{replay.names[0]}: {chance}" in each.whole for each in drawn_texts), wanted
    assert misfits(pilot) == []


def test_a_flat_part_is_split_from_the_curve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A click on it and a button split it. The new point is saved with the others."""
    monkeypatch.setenv(HOME, str(tmp_path))
    match = with_events(skirmish())
    ask_for(monkeypatch, 4, turns=1, points=1)
    turned = TurningPointSearch.start(match)
    assert turned.run is not None
    until_over(turned.run)
    assert turned.listen() and len(turned.results.points) <= 1
    flat = [(part.begin, part.end) for part in turned.results.parts if not part.close]
    pilot, replay = replaying(match)
    pilot.press("chances")
    pilot.wait(2)
    curve, (begin, end) = replay.chances.group["at"], flat[1]
    assert isinstance(curve, ChanceCurve)
    pilot.click(curve.screen_point((begin + end) / 2, 0.02))
    assert begin <= replay.recording.at < end
    assert replay.chances.group["turned"].label == "Split this part"  # type: ignore[attr-defined]
    pilot.press("turned")
    pilot.wait()
    again = replay.source.turned
    assert again is not None and again.run is not None and replay.chances.status == "This part is being split"
    until_over(again.run)
    pilot.wait(2)
    latest = again.results.turns[-1]
    assert again.run.notice == "" and latest.begin == begin
    assert latest.decision is not None and not again.results.is_unsplit(begin)
    assert len(again.results.chances) == len(turned.results.chances)
    assert not replay.chances.group["turned"].visible
    kept = load_turning_points(match)[0]
    assert kept is not None and to_json_value(kept) == to_json_value(again.results)
    pilot.draw()


def test_a_split_of_other_parts_than_those_that_an_older_version_saved_changes_nothing() -> None:
    assert FOUND.with_split(replace(FOUND, parts=FOUND.parts[1:])) == FOUND


def test_escape_closes_the_curve_and_only_then_the_replay() -> None:
    pilot, replay, _ = open_curve(skirmish())
    pilot.key(pygame.K_m)
    assert replay.ruler.on
    for _ in range(2):
        pilot.key(pygame.K_ESCAPE)
        assert pilot.screen is replay and not replay.ruler.on
    assert not replay.chances.open and replay.chances not in replay.panels
    pilot.key(pygame.K_ESCAPE)
    assert pilot.screen is not replay
