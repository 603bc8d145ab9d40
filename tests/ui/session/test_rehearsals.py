"""A rehearsal of the window: typed results of a process that plays the same games as this one would."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from jovian.background import Background, Status
from jovian.rehearsal import questions
from jovian.rehearsal.comparison import rehearse
from jovian.rehearsal.documents import RehearsalResult
from jovian.rehearsal.forecast import forecast
from jovian.rehearsal.game import RehearsalSpec, Start
from jovian.rehearsal.questions import rehearsal_results
from jovian.rehearsal.workers import Here
from tests.bounds import until
from tests.rehearsal.test_rehearsing import LATE, RANDOM, start_game

LONG = 300.0
"""Seconds that a process on a busy machine may take. No successful test waits that long."""
WALKER = """
class Walker:
    def choose(self, decision, view):
        print("noise")
        return decision.default()
"""


def until_over(run: Background[Any]) -> None:
    run.wait(LONG)
    assert not run.running


def until_heard(run: Background[Any]) -> None:
    for _ in until(lambda: run.value is not None or not run.running, 30_000):
        sleep(0.01)


@pytest.fixture(scope="module")
def spec() -> RehearsalSpec:
    return RehearsalSpec(Start.of(start_game(LATE)), RANDOM, 1, games=3, turns=1)


def start(spec: RehearsalSpec) -> Background[RehearsalResult]:
    return Background(rehearsal_results, spec, add=RehearsalResult.with_games)


def test_its_games_are_those_of_this_process(spec: RehearsalSpec) -> None:
    run = start(spec)
    until_over(run)
    result, outcomes = run.value, list(rehearse(spec, Here()))
    assert (run.status, run.notice) == (Status.DONE, "") and result is not None and result.complete
    assert result.forecast == forecast(outcomes)
    assert [game.digest for game in result.played] == [outcome.digest for outcome in outcomes]
    assert (result.position.answers, result.position.knowing, result.drawn) == (LATE, None, ())


def test_a_player_of_a_file_plays(spec: RehearsalSpec, tmp_path: Path) -> None:
    (tmp_path / "walker.py").write_text(WALKER, encoding="utf-8")
    run = start(replace(spec, players=(f"{tmp_path}/walker.py:Walker", "random"), games=1))
    until_over(run)
    assert run.notice == "" and run.value is not None and run.value.forecast.games == 1 and not run.value.faults


def test_a_player_that_cannot_be_made_is_a_line(spec: RehearsalSpec) -> None:
    run = start(replace(spec, players=("nobody", "random")))
    until_over(run)
    assert run.status is Status.FAILED and "there is no player 'nobody'" in run.notice and "\n" not in run.notice


def test_what_is_canceled_keeps_what_it_told(spec: RehearsalSpec) -> None:
    run = start(replace(spec, games=1_000_000))
    until_heard(run)
    run.cancel()
    assert (run.status, run.notice) == (Status.CANCELED, "")
    assert run.value is not None and not run.value.complete and run.value.played


def test_the_window_keeps_a_core_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, spare in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(questions, "cores", lambda cores=cores: cores)
        assert questions.spare_workers().size == spare
