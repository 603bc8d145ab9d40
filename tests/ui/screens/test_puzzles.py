"""Puzzles in the window: one activation is played, then its score and the best known answer are shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import sleep
from typing import Any

import pygame
import pytest

from jovian.game import Answer
from jovian.rehearsal.activations import is_beginning
from jovian.rehearsal.game import KindAndChoice
from jovian.rehearsal.puzzles import Puzzle, read_puzzle, write_puzzle
from jovian.session.session import Session
from jovian.ui.puzzle_guide import PuzzleGuide
from jovian.ui.screens.navigation import ToReplay
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.session.puzzle_session import MakingJob
from tests.bounds import until
from tests.rehearsal.positions import last_shot, passed_shot, shot_puzzle
from tests.ui.pilot import Pilot

PASSING = (("declare", ("none", 0)), ("menu", ("move", 2.0)), ("menu", ("end",)))


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return shot_puzzle()


@pytest.fixture
def pilot(puzzle: Puzzle, tmp_path: Path) -> Pilot:
    """Return a window in which the file of the puzzle was opened."""
    pilot = Pilot()
    write_puzzle(puzzle, tmp_path / "puzzle.json")
    pilot.app.open_file(str(tmp_path / "puzzle.json"))
    pilot.finish_jobs()
    assert pilot.page == "puzzle"
    return pilot


def guide_of(pilot: Pilot) -> PuzzleGuide:
    assert isinstance(pilot.battle.guide, PuzzleGuide)
    return pilot.battle.guide


def play(pilot: Pilot, choices: Sequence[KindAndChoice]) -> None:
    """Give the answers of a plan as far as the game wants them, then the defaults until the activation is over."""
    remaining: list[Any] = list(choices)
    session = guide_of(pilot).session
    while not session.is_over:
        pilot.wait(5)
        decision = session.decision
        if decision is None or session.waits_for_computer:
            continue
        kind, choice = remaining[0] if remaining else ("", ())
        answer = decision.parse_legal(choice) if kind == decision.kind else None
        if isinstance(answer, Answer):
            del remaining[0]
        pilot.battle.course.give(answer if isinstance(answer, Answer) else decision.default())
    pilot.wait(20)
    pilot.draw()


def test_a_known_answer_is_scored_at_once_and_the_best_one_is_shown(pilot: Pilot, puzzle: Puzzle) -> None:
    page = pilot.battle.strip.page
    assert page.title == "Puzzle · To shoot or not" and "Which activation is best?" in page.say and page.task == ""
    assert puzzle.best.reason not in page.say
    play(pilot, puzzle.candidates[1].plan.choices)
    page = pilot.battle.strip.page
    if guide_of(pilot).session.plan().choices == puzzle.candidates[1].plan.choices:
        assert page.say.startswith("Your answer keeps 62 % (")
        assert page.task.startswith("Best known: Gunner, 81 % (") and puzzle.best.reason in page.task
        assert page.task.endswith(" 1 other activation may be as good.")
    else:
        assert "rehearsed" in page.say, "the dice asked for another answer"
    assert not pilot.app.game


class Ended:
    """A process that has ended with these scores, or with a complaint."""

    running = False

    def __init__(self, *scores: float, notice: str = "") -> None:
        self.value, self.notice = list(scores), notice


KEEPS = "Your answer keeps 108 % (59 to 208 %) of the best chance: it wins 88 % of 8 games instead of 81 %."


@pytest.mark.parametrize(
    ("process", "say", "complaint"),
    [
        (Ended(*[0.5, 0.5, *[1.0] * 6]), KEEPS, ""),
        (Ended(notice="Its process ended"), "Your answer has no score.", "Its process ended"),
    ],
)
def test_the_score_of_the_process_is_shown(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, process: Ended, say: str, complaint: str
) -> None:
    asked: list[Any] = []
    name = "jovian.ui.session.puzzle_session.Background"
    monkeypatch.setattr(name, lambda work, spec: (asked.append(spec), process)[1])
    play(pilot, PASSING)
    page = pilot.battle.strip.page
    assert page.say == f"{say} {complaint}".strip() and page.task.startswith("Best known: Gunner")
    assert [(spec.games, spec.start.knowing, len(spec.plans)) for spec in asked] == [(8, 0, 1)]
    journal = len(pilot.journal)
    pilot.key(pygame.K_RETURN)
    pilot.wait(20)
    assert len(pilot.journal) == journal, "nothing is asked after the activation"


@pytest.mark.long
def test_another_answer_is_rehearsed_by_a_process(pilot: Pilot) -> None:
    play(pilot, PASSING)
    guide = guide_of(pilot)
    assert guide.session.is_over and guide.scoring is not None and guide.scoring.is_running and pilot.battle.busy
    assert pilot.battle.strip.page.say.startswith("Your activation is rehearsed in 8 games")
    for _ in until(lambda: guide.scoring is not None and not guide.scoring.is_running):
        sleep(0.01)
        pilot.wait()
    pilot.draw()
    say = pilot.battle.strip.page.say
    assert say.startswith("Your answer keeps 62 % (") or "it wins 50 %" in say


def test_the_answer_can_be_shown_and_the_puzzle_played_again(pilot: Pilot, puzzle: Puzzle) -> None:
    pilot.press("lesson show")
    pilot.wait(2)
    assert pilot.battle.strip.page.task.startswith("Best known: Gunner, 81 %")
    play(pilot, PASSING)
    first = guide_of(pilot)
    pilot.press("lesson again")
    pilot.wait(2)
    again = guide_of(pilot)
    assert again is not first and not again.session.is_over and pilot.battle.strip.page.task == ""
    assert len(puzzle.match.journal) == 0, "the puzzle itself doesn't change"
    pilot.press("lesson leave")
    assert pilot.page == "lessons" and "puzzle" in [widget.name for widget in pilot.app.screen.group.widgets]


def test_a_damaged_puzzle_is_one_line(tmp_path: Path, puzzle: Puzzle) -> None:
    file = tmp_path / "puzzle.json"
    write_puzzle(puzzle, file)
    file.write_text(file.read_text(encoding="utf-8").replace('"games": 8', '"games": 9'), encoding="utf-8")
    pilot = Pilot()
    pilot.app.open_file(str(file))
    pilot.finish_jobs()
    assert pilot.page == "title" and "its digest doesn't match" in str(pilot.app.toast)


@pytest.mark.long
def test_a_replay_makes_a_puzzle_of_a_moment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JOVIAN_WARS_HOME", str(tmp_path))
    pilot = Pilot()
    session = Session(passed_shot())
    pilot.app.go(ToReplay(session, None))
    pilot.wait(2)
    pilot.click(pilot.widget("puzzle").rect.center)
    job = pilot.app.job
    assert isinstance(job, MakingJob) and job.file.parent == tmp_path / "puzzles"
    for _ in until(lambda: job.poll() is not None):
        sleep(0.01)
    pilot.wait(2)
    assert pilot.app.job is None and f"Saved as {job.file.name}" in str(pilot.app.toast)
    made = read_puzzle(job.file)
    assert made.side == 0 and made.best.chance.value > 0.5 and made.series.players == ("ensign", "ensign")


def test_a_replay_makes_a_puzzle_of_the_nearest_activation_once_the_game_is_over() -> None:
    pilot = Pilot()
    pilot.app.go(ToReplay(Session(passed_shot()), None))
    pilot.wait(2)
    pilot.press("step")
    pilot.press("step")
    replay = pilot.screen
    assert isinstance(replay, ReplayScreen) and not is_beginning(replay.recording.match)
    pilot.click(pilot.widget("puzzle").rect.center)
    assert isinstance(pilot.app.job, MakingJob) and is_beginning(replay.recording.match)
    pilot.app.job.cancel()
    pilot.app.go(ToReplay(Session(last_shot()), None))
    pilot.wait(2)
    assert not pilot.widget("puzzle").enabled, "the game isn't over"
