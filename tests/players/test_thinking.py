"""A worker in a process: it follows the game, answers like a player in this process, and never blocks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from jovian.match import Match
from jovian.match.entries import Answered, Edited, Remark, Reseeded
from jovian.match.play_loop import say
from jovian.players import seat_seed
from jovian.players.worker import TAKEN, DecisionWorker, InlineWorker, PlayerQuestion, ProcessWorker, WorkerResult
from tests.bounds import until
from tests.games import setup

PLAYERS = ("ensign", "random")
LONG = 120.0
"""Seconds that a process on a busy machine may take. No successful test waits that long."""


@pytest.fixture
def beside() -> Iterator[ProcessWorker]:
    mind = ProcessWorker()
    yield mind
    mind.close()


def question(match: Match) -> PlayerQuestion:
    assert match.decision is not None
    side = match.decision.side
    return PlayerQuestion(PLAYERS[side], seat_seed(match.setup.seed, side))


def thought_of(mind: DecisionWorker, match: Match) -> WorkerResult:
    mind.ask(match, question(match))
    return wait_for_result(mind)


def wait_for_result(mind: DecisionWorker) -> WorkerResult:
    results: list[WorkerResult] = []
    for _ in until(lambda: results, 3):
        thought = mind.poll(LONG)
        if thought is not None:
            results.append(thought)
    return results[0]


def play_game(mind: DecisionWorker, answers: int) -> Match:
    """Play a game with a worker, including undone answers, remarks, other dice, and a moved ship."""
    match = Match(setup(8, ("jovian-150", "cega-150"), rehearsal="on"), keep_all=True)
    edited = False
    for number in range(answers):
        if match.decision is None:
            break
        thought = thought_of(mind, match)
        side = match.decision.side
        match.answer(thought.choice)
        say(match, side, thought.reason)
        if number % 40 == 20:
            match.undo()
            match.undo()
        if number % 50 == 30:
            match.reseed(bytes([number]) * 32)
        if not edited and match.refuse_edit(["turn", 2]) is None:
            match.edit(["turn", 2])
            edited = True
        mind.follow(match)
    return match


def test_the_same_game_comes_of_it_as_of_players_here(beside: ProcessWorker) -> None:
    here, there = play_game(InlineWorker(), 90), play_game(beside, 90)
    assert there.journal == here.journal and there.state.digest() == here.state.digest()
    assert {type(entry) for entry in here.journal} == {Answered, Edited, Remark, Reseeded}


def test_it_is_begun_when_first_asked_and_anew_if_it_dies(beside: ProcessWorker) -> None:
    match = Match(setup(3))
    assert beside.pid is None
    beside.follow(match)
    assert beside.pid is None
    first, pid = thought_of(beside, match), beside.pid
    assert pid is not None and first.choice is not None and first.ms > 0
    os.kill(pid, signal.SIGTERM)
    assert thought_of(beside, match).choice == first.choice
    assert beside.pid not in (None, pid)


def test_what_is_not_wanted_any_more_is_not_heard(beside: ProcessWorker) -> None:
    match, other = Match(setup(3)), Match(setup(4))
    beside.ask(match, question(match))
    beside.drop()
    assert beside.poll() is None
    beside.ask(other, question(other))
    thought = wait_for_result(beside)
    assert other.check(thought.choice) is None
    assert thought.choice == thought_of(InlineWorker(), other).choice


def test_a_player_that_cannot_be_made_is_named(beside: ProcessWorker) -> None:
    match = Match(setup(3))
    for mind in (beside, InlineWorker()):
        mind.ask(match, PlayerQuestion("nobody", 1))
        thought = wait_for_result(mind)
        assert thought.choice is None and "there is no player 'nobody'" in thought.failed


STUBBORN = """
import threading
from pathlib import Path

class Patient:
    hurry = threading.Event()

    def choose(self, decision, view):
        while not self.hurry.wait(1):
            pass
        self.reason = "in a hurry"
        return decision.default()

class Deaf:
    def choose(self, decision, view):
        Path(__file__).with_name("begun").touch()
        while True:
            pass

class Odd:
    def choose(self, decision, view):
        return object()

class Lost:
    def choose(self, decision, view):
        raise SystemExit(3)
"""


def ask_player_file(mind: DecisionWorker, match: Match, folder: Path, name: str) -> Match:
    """Let a worker use a player from a file for the current decision of a match."""
    path = folder / "stubborn.py"
    path.write_text(STUBBORN, encoding="utf-8")
    mind.ask(match, PlayerQuestion(f"{path}:{name}", 1))
    return match


def test_a_player_that_is_told_to_hurry_has_an_answer(beside: ProcessWorker, tmp_path: Path) -> None:
    match = ask_player_file(beside, Match(setup(3)), tmp_path, "Patient")
    assert beside.poll() is None and match.decision is not None
    beside.hurry()
    thought = wait_for_result(beside)
    assert thought.choice == match.decision.default().to_json() and thought.reason == "in a hurry"


def test_one_that_does_not_hurry_is_done_without(beside: ProcessWorker, tmp_path: Path) -> None:
    match = ask_player_file(beside, Match(setup(3)), tmp_path, "Deaf")
    beside.hurry()
    assert beside.poll() is None
    beside.hurry()
    thought = wait_for_result(beside)
    assert thought.choice is None and thought.failed == TAKEN
    assert thought_of(beside, match).choice is not None, "another one answers, in a process of its own"


def test_who_thinks_for_nobody_is_not_waited_for(beside: ProcessWorker, tmp_path: Path) -> None:
    match = ask_player_file(beside, Match(setup(3)), tmp_path, "Deaf")
    beside.drop()
    assert thought_of(beside, match).choice is not None


def test_who_thinks_on_for_nobody_ends(beside: ProcessWorker, tmp_path: Path) -> None:
    match = ask_player_file(beside, Match(setup(3)), tmp_path, "Deaf")
    for _ in until((tmp_path / "begun").exists, 1200):
        assert beside.poll(0.1) is None
    assert beside.pid is not None
    process = psutil.Process(beside.pid)
    beside.drop()
    assert process.wait(LONG) is not None, "nobody asks anything more, and nothing burns"
    assert thought_of(beside, match).choice is not None


@pytest.mark.parametrize(("name", "wrong"), [("Odd", "TypeError"), ("Lost", "SystemExit"), ("Nobody", "no 'Nobody'")])
def test_a_player_that_answers_nonsense_or_stops_is_named(
    beside: ProcessWorker, tmp_path: Path, name: str, wrong: str
) -> None:
    match = Match(setup(3))
    for mind in (beside, InlineWorker()):
        ask_player_file(mind, match, tmp_path, name)
        thought = wait_for_result(mind)
        assert thought.choice is None and wrong in thought.failed


KILLED = """
from tests.players.test_thinking import question, thought_of
from jovian.match import Match
from jovian.players.worker import ProcessWorker
from tests.games import setup

if __name__ == "__main__":
    match, mind = Match(setup(3)), ProcessWorker()
    thought_of(mind, match)
    print(mind.pid, flush=True)
    input()
"""


def test_it_dies_with_whoever_has_it_and_leaves_nothing_behind(tmp_path: Path) -> None:
    """The process shares standard output with its parent, so the stream ends only after both have ended."""
    script, rest = tmp_path / "killed.py", tmp_path / "rest"
    script.write_text(KILLED, encoding="utf-8")
    rest.mkdir()
    paths = {name: str(rest) for name in ("TMPDIR", "TEMP", "TMP")}
    with subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, **paths, "PYTHONPATH": str(Path.cwd())},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert int(process.stdout.readline()) != process.pid
        process.kill()
        assert process.stdout.read() == ""
    assert list(rest.iterdir()) == []
