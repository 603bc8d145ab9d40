"""The timeline of a replay: its graph and marks, the way along it, and what is found in the background."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from jovian.match import Match
from jovian.rehearsal.documents import to_json_value
from jovian.rehearsal.forecast import Estimate
from jovian.rehearsal.game import RehearsalSpec, Start, recorded_game
from jovian.rehearsal.study import Mistake, StudyReport
from jovian.rehearsal.turning_points import Moment, PartReport, TurningPoints
from jovian.session.session import Recording, Session
from jovian.ui.panels.timeline import TimelineMark
from jovian.ui.screens.replay import ReplayScreen, describe_mistake, describe_turning_point
from jovian.ui.session import rehearsals
from jovian.ui.session.rehearsals import TurningPointSearch
from jovian.user_files.findings import load_turning_points, save_study, save_turning_points
from jovian.user_files.paths import HOME
from tests.games import finished, random_answers, reached
from tests.rehearsal.test_turning import one_shot, shot
from tests.rules.stage import gun, ship, squadron, stage
from tests.rules_api import fleet_left
from tests.ui.fitting import misfits
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


MISTAKES = StudyReport((0, 1), (
    Mistake(10, 40, 0, 0, "Talon 1", "moved", "Attack Anvil.", Estimate(0.2, 0.1, 0.3)),
    Mistake(70, 90, 2, 1, "Anvil", "did nothing", "Move", Estimate(0.1, 0.05, 0.15)),
))  # fmt: skip


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


def open_marks(match: Match, size: tuple[int, int] = (1280, 720)) -> tuple[Pilot, ReplayScreen]:
    """Return the replay of a game with known chances and mistakes, when all is computed."""
    save_turning_points(match, FOUND)
    save_study(match, MISTAKES)
    pilot, replay = replaying(match, size)
    while replay.busy:
        pilot.wait(2)
    return pilot, replay


def marks_of(replay: ReplayScreen) -> dict[str, TimelineMark]:
    return {mark.sign: mark for mark in replay.timeline.graph.graph.marks}


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
    assert turned.results.complete and turned.status == ""
    assert turned.results.chances[0][0] == 0
    assert turned.results.chances[-1][1].value == 1.0


def test_a_search_is_canceled_by_its_button_and_keeps_what_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ask_for(monkeypatch, 100_000)
    pilot, replay = replaying(with_events(shot(True)))
    pilot.press("turned")
    turned = replay.source.turned
    assert turned is not None and turned.run is not None and turned.running
    until_heard(turned.run)
    pilot.wait()
    assert pilot.widget("turned").label == "Cancel"  # type: ignore[attr-defined]
    pilot.press("turned")
    pilot.wait()
    assert not turned.running and replay.source.turned is turned
    assert "Canceled" in replay.context.content.hint and turned.results.curve


def test_a_flat_part_is_split_from_the_timeline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new point is saved with the others."""
    monkeypatch.setenv(HOME, str(tmp_path))
    match = with_events(skirmish())
    ask_for(monkeypatch, 4, turns=1, points=1)
    turned = TurningPointSearch.start(match)
    assert turned.run is not None
    until_over(turned.run)
    assert turned.listen() and len(turned.results.points) <= 1
    begin, end = next((part.begin, part.end) for part in turned.results.parts[1:] if not part.close)
    pilot, replay = replaying(match)
    replay.seek(replay.recording.place_of(begin))
    pilot.wait()
    assert begin <= replay.recording.answers < end
    assert pilot.widget("turned").label == "Split this part"  # type: ignore[attr-defined]
    pilot.press("turned")
    pilot.wait()
    again = replay.source.turned
    assert again is not None and again.run is not None and replay.context.content.hint == "This part is being split"
    until_over(again.run)
    pilot.wait(2)
    latest = again.results.turns[-1]
    assert again.run.notice == "" and latest.begin == begin
    assert latest.decision is not None and not again.results.is_unsplit(begin)
    assert len(again.results.chances) == len(turned.results.chances)
    assert all(press.name != "turned" for press in replay.context.content.buttons)
    kept, fault = load_turning_points(match)
    assert kept is not None and to_json_value(kept) == to_json_value(again.results) and fault == ""


def test_a_split_of_other_parts_than_those_that_an_older_version_saved_changes_nothing() -> None:
    assert FOUND.with_split(replace(FOUND, parts=FOUND.parts[1:])) == FOUND


def test_what_is_kept_of_a_game_is_marked(game: Match) -> None:
    _, replay = open_marks(game)
    marks, place_of = marks_of(replay), replay.recording.place_of
    assert list(marks) == ["??", "2", "?", "1"], "in the order of the game"
    assert [mark.place for mark in marks.values()] == [place_of(begin) for begin in (10, 40, 70, 90)]
    assert [marks[sign].side for sign in ("1", "2", "?", "??")] == [None, None, 1, 0]
    again = ReplayScreen(replay.app, replay.source, None)
    assert again.source.turned is replay.source.turned


def test_a_click_on_a_mark_goes_to_its_beginning_and_pointing_tells_it(game: Match) -> None:
    pilot, replay = open_marks(game)
    for mark in marks_of(replay).values():
        place = replay.timeline.graph.position_of(mark)
        pilot.move(place)
        assert replay.timeline.graph.hint == mark.words
        pilot.click(place)
        assert replay.recording.at == mark.place
        pilot.wait()
        assert mark.words in replay.context.content.advice


def test_tab_goes_from_mark_to_mark_and_around(game: Match) -> None:
    pilot, replay = open_marks(game)
    replay.seek(0)
    places = [mark.place for mark in marks_of(replay).values()]
    for place in (*places, places[0]):
        pilot.key(pygame.K_TAB)
        assert replay.recording.at == place
    for place in (places[3], places[2]):
        pilot.app.shift = True
        pilot.key(pygame.K_TAB, pygame.KMOD_SHIFT)
        assert replay.recording.at == place
    pilot.app.shift = False


def test_a_click_on_the_graph_goes_to_the_nearest_step_and_a_drag_along_all(game: Match) -> None:
    pilot, replay = open_marks(game)
    graph, places = replay.timeline.graph, [step.place for step in replay.steps]
    y = graph.rect.bottom - 5
    pilot.click((graph.x_of(places[7]) + 1, y))
    assert replay.recording.at == places[7]
    seen = list[int]()
    for number in (20, 21, 24, 22):
        kind = pygame.MOUSEMOTION if seen else pygame.MOUSEBUTTONDOWN
        pos = (graph.x_of(places[number]), y)
        pilot.post(pygame.event.Event(kind, pos=pos, button=1, rel=(1, 0), buttons=(1, 0, 0)))
        pilot.wait()
        seen.append(replay.recording.at)
    assert seen == [places[number] for number in (20, 21, 24, 22)]
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(graph.rect.left + 30, y), button=1))
    pilot.move((graph.rect.left + 40, y))
    assert replay.recording.at == places[22], "the drag is over"


def test_keys_go_along_the_graph_that_has_the_focus(game: Match) -> None:
    pilot, replay = open_marks(game)
    for _ in range(20):
        if replay.timeline.group.focus is not None:
            break
        pilot.key(pygame.K_F6)
    for _ in range(20):
        if replay.timeline.graph.focused:
            break
        pilot.key(pygame.K_TAB)
    places = [step.place for step in replay.steps]
    keys = (pygame.K_HOME, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_END, pygame.K_RIGHT)
    shown = []
    for key in keys:
        pilot.key(key)
        shown.append(replay.recording.at)
    assert shown == [places[number] for number in (0, 1, 2, 1, -1, -1)]
    pilot.key(pygame.K_ESCAPE)
    assert pilot.screen is replay and replay.focus is None


def test_words_say_who_did_what_and_why_it_counted() -> None:
    assert describe_turning_point(SECOND, "CEGA") == (
        "Turn 2: Anvil moved 2. The chance of CEGA changes by -30 points "
        "(decision -10, the other side's answers +5, dice -25)."
    )
    told = describe_turning_point(FIRST, "CEGA")
    assert told == "Turn 3: Long Reach fired Lance. The chance of CEGA changes by +50 points."
    assert describe_mistake(MISTAKES.mistakes[0]) == (
        "Turn 0: Talon 1 moved, which loses 20 points of the chance to win. The captain: Attack Anvil."
    )


def test_pointing_tells_the_chance_of_a_moment(game: Match) -> None:
    pilot, replay = open_marks(game)
    graph = replay.timeline.graph.graph
    for answers, chance in ((0, "50 % (25 to 100 %)"), (75, "30 % (15 to 100 %)"), (10**6, "90 % (45 to 100 %)")):
        assert f"{replay.names[0]} wins with {chance}" in graph.describe(replay.recording.place_of(answers))
    step = replay.steps[12]
    pilot.move((replay.timeline.graph.x_of(step.place), replay.timeline.graph.rect.bottom - 5))
    assert replay.timeline.graph.hint.startswith(f"Turn {step.turn}, {step.name}. {replay.names[0]} wins with ")


def test_without_chances_the_graph_is_what_is_left_of_the_fleets(game: Match) -> None:
    pilot, replay = replaying(game)
    while replay.busy:
        pilot.wait(2)
    graph = replay.timeline.graph.graph
    assert [place for place, *_ in graph.fleets] == [step.place for step in replay.steps]
    left = [sum(value.points for value in fleet_left(game.state, side)) for side in (0, 1)]
    assert graph.fleets[-1][1:] == tuple(left) and graph.chances == ()
    assert f"{replay.names[0]} {left[0]}, {replay.names[1]} {left[1]}" in graph.describe(replay.recording.length)
    marks = graph.marks
    assert 0 < len(marks) <= 4 and {mark.sign for mark in marks} == {str(n + 1) for n in range(len(marks))}
    for mark in marks:
        assert "points of fleet" in mark.words
        before, after = (next(fleets for fleets in graph.fleets if fleets[0] == at) for at in (mark.place, mark.end))
        assert before[1:] != after[1:]


@pytest.mark.parametrize("viewer", [0, 1])
def test_the_fleets_of_a_running_game_are_what_the_viewer_knows(viewer: int) -> None:
    match = reached(lambda match: len(match.journal) == 60, 5, seats=(("ensign", 1), ("random", 2)))
    seats = ("human", "ensign") if viewer == 0 else ("ensign", "human")
    pilot = Pilot()
    replay = ReplayScreen(pilot.app, Session(match, seats), None)
    pilot.app.show(replay)
    while replay.busy:
        pilot.wait(2)
    graph, last = replay.timeline.graph.graph, match.view(viewer)
    assert graph.fleets[-1][1:] == tuple(sum(value.points for value in fleet_left(last, side)) for side in (0, 1))
    hidden = [model.name for model in match.state.models.values() if model.owner != viewer and not model.public]
    texts = [*(step.name for step in graph.steps), *(mark.words for mark in graph.marks)]
    texts += [graph.describe(place) for place in range(replay.recording.length + 1)]
    assert bool(hidden) == (viewer == 0) and not any(name in text for name in hidden for text in texts)
    other = Recording(Session(match, seats))
    assert all(other.view_at(at).viewer == viewer for at in (0, other.length))


def test_a_game_that_goes_on_has_neither_chances_nor_mistakes() -> None:
    match = with_events(one_shot())
    save_turning_points(match, replace(FOUND, curve=(), parts=(), points=()))
    save_study(match, StudyReport((0,), ()))
    pilot, replay = replaying(match)
    button = pilot.widget("turned")
    assert not button.enabled and "over" in button.reason and replay.source.turned is None
    pilot.click(button.rect.center)
    assert replay.source.turned is None


def test_a_damaged_file_is_said_in_one_line_and_the_replay_opens(game: Match, headless: Path) -> None:
    save_study(game, MISTAKES)
    (file,) = (headless / "studies").iterdir()
    file.write_text('{"sides": 3}')
    pilot, replay = replaying(game)
    notice, is_bad = pilot.app.toast
    assert is_bad and file.name in notice and "can't be read" in notice
    assert not any(mark.side is not None for mark in replay.timeline.graph.graph.marks)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (960, 540)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_it_fits_with_all_marks(size: tuple[int, int], scale: float, game: Match) -> None:
    pilot, replay = open_marks(game, size)
    pilot.app.settings.scale = scale
    pilot.app.relayout()
    pilot.wait(2)
    pilot.draw()
    assert replay.view_rect.bottom <= replay.timeline.rect.top and misfits(pilot) == []
    graph = replay.timeline.graph
    assert all(graph.rect.collidepoint(graph.position_of(mark)) for mark in graph.graph.marks)


def test_escape_closes_ruler_and_log_and_only_then_the_replay() -> None:
    pilot, replay = replaying(skirmish())
    pilot.key(pygame.K_m)
    pilot.key(pygame.K_SLASH)
    for _ in range(2):
        pilot.key(pygame.K_ESCAPE)
        assert pilot.screen is replay and not replay.ruler.on
    assert not replay.is_log_open
    pilot.key(pygame.K_ESCAPE)
    assert pilot.screen is not replay
