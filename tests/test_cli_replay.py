"""Tests of `replay`: the story of a save, its events, and the check of its digest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jovian.commands.position import open_position
from jovian.match import Match
from jovian.match.course import Runner
from jovian.match.saves import save
from tests.commands import run
from tests.games import finished


@pytest.fixture(scope="module")
def match() -> Match:
    """Return a finished game."""
    return finished(9)


@pytest.fixture
def game(match: Match, tmp_path: Path) -> Path:
    """Save the game, and return the path."""
    save(match, tmp_path / "game.json")
    return tmp_path / "game.json"


def test_verify_says_that_it_replays(capsys: pytest.CaptureFixture[str], match: Match, game: Path) -> None:
    status, out, err = run(capsys, "replay", game, "--verify")
    assert (status, err) == (0, "")
    assert out.count("\n") == 1 and f"{len(match.journal)} answers replayed" in out and match.state.digest() in out


def test_the_log_holds_every_event(
    capsys: pytest.CaptureFixture[str], match: Match, game: Path, tmp_path: Path
) -> None:
    log = tmp_path / "events.jsonl"
    assert run(capsys, "replay", game, "--verify", "--log", log)[0] == 0
    logged = [json.loads(line) for line in log.read_text().splitlines()]
    assert logged == json.loads(json.dumps(match.events.to_json()))


def test_the_story_tells_turns_attacks_and_the_end(
    capsys: pytest.CaptureFixture[str], match: Match, game: Path
) -> None:
    _, out, _ = run(capsys, "replay", game)
    lines = out.splitlines()
    for turn in range(1, match.state.turn + 1):
        assert f"Turn {turn} - Activation Phase" in lines
    shots = [e for e in match.events.to_json() if e["type"] == "attacked" and e["window"] not in ("terrain", "ram")]
    assert sum(" fires " in line for line in lines) == len(shots) > 0
    names = [model.name for model in match.state.models.values() if model.public]
    assert names and all(name in out for name in names)
    assert not any(ident in out for ident in match.state.models)
    assert f"The game ends in turn {match.state.turn}" in out


def test_a_changed_answer_diverges(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    data = json.loads(game.read_text())
    last = next(n for n in range(len(data["journal"]) - 1, 0, -1) if data["journal"][n][2][0] == "move")
    data["journal"][last][2][1] += 500
    game.write_text(json.dumps(data))
    status, out, err = run(capsys, "replay", game, "--verify")
    assert status == 1 and out == "" and err.startswith(f"{game}: diverged at answer ") and err.count("\n") == 1


@pytest.mark.parametrize("key", ["journal", "digests"])
def test_verify_notices_what_was_cut_off_the_end(capsys: pytest.CaptureFixture[str], game: Path, key: str) -> None:
    data = json.loads(game.read_text())
    del data[key][-1]
    data["digests"] = [each for each in data["digests"] if each[0] <= len(data["journal"])]
    game.write_text(json.dumps(data, separators=(",", ":")))
    status, out, err = run(capsys, "replay", game, "--verify")
    assert status == 1 and out == "" and err.startswith(f"{game}: changed or cut short") and err.count("\n") == 1


def test_an_older_save_is_told_as_unsealed(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    data = json.loads(game.read_text())
    del data["seal"]
    game.write_text(json.dumps({**data, "format": 1}))
    status, out, err = run(capsys, "replay", game, "--verify")
    assert (status, err) == (0, "") and "unsealed" in out and out.count("\n") == 1


def test_a_damaged_save_is_bad_input(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    game.write_text(game.read_text()[:500])
    status, _, err = run(capsys, "replay", game)
    assert status == 2 and err.startswith(f"{game}:1: ") and err.count("\n") == 1


def test_a_moment_of_a_save_is_played_to_and_nothing_beyond_it(
    match: Match, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fed, apply = [], Runner.apply
    monkeypatch.setattr(Runner, "apply", lambda self, *given: (fed.append(given), apply(self, *given))[1])
    at = len(match.journal) // 2
    position = open_position(str(game), at)
    assert len(fed) == len(position.journal) == at
    assert position.state.digest() == match.fork_at(at).state.digest()
