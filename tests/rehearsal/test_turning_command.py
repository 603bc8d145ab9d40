"""`rehearse --turning-points`: its output, its JSON, and its error messages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jovian.match.saves import save
from jovian.rehearsal.turning_points import spans_of
from tests.commands import run
from tests.games import finished
from tests.rehearsal.test_turning import one_shot, shot

ASKED = ("--turning-points", "--games", 6, "--seed", 1, "--workers", 1)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    save(shot(True), path)
    return path


def test_it_tells_the_activation_in_words_and_the_luck_of_both(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    status, output, _ = run(capsys, "rehearse", game, *ASKED)
    assert status == 0
    assert "1. Gunner " in output and "fired Kinetic Cannon at Mark" in output
    assert "luck of CEGA: +" in output and "luck of Jovian: +0.0 magnitudes over 0 throws" in output


def test_fewer_parts_may_be_split(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    answer = json.loads(run(capsys, "rehearse", game, "--json", "--split", 1, *ASKED)[1])
    assert sum(part["close"] for part in answer["parts"]) == 1
    assert run(capsys, "rehearse", game, "--split", 0, *ASKED)[0] == 2


def test_one_part_alone_is_split(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """All games are played from both its ends, and none from other moments."""
    path = tmp_path / "game.json"
    match = finished(3)
    save(match, path)
    part = spans_of(match)[4]
    asked = ("--turning-points", "--games", 4, "--turns", 1, "--seed", 1, "--workers", 1, "--players", "random,random")
    for on in (part.begin, part.end - 1):
        status, output, line = run(capsys, "rehearse", path, "--json", "--part", on, *asked)
        assert status == 0, line
        answer = json.loads(output)
        assert [number for number, entry in enumerate(answer["parts"]) if entry["close"]] == [4]
        curve = answer["curve"]
        assert [(moment["answers"], moment["games"]) for moment in curve if moment["chance"] and moment["games"]] == [
            (part.begin, 4), (part.end, 4),
        ]  # fmt: skip
        assert answer["parts"][4]["games"] == 4 and answer["parts"][4]["decision"] is not None


@pytest.mark.parametrize(
    ("asked", "message"),
    [(("--turning-points", "--part", 999), "none at 999"), (("--part", 1), "requires --turning-points")],
)
def test_a_part_that_there_is_not_is_one_line(
    asked: tuple[object, ...], message: str, capsys: pytest.CaptureFixture[str], game: Path
) -> None:
    status, output, line = run(capsys, "rehearse", game, *asked)
    assert (status, output) == (2, "") and message in line and line.count("\n") == 1


def test_its_json(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    status, output, _ = run(capsys, "rehearse", game, "--json", *ASKED)
    answer = json.loads(output)
    assert status == 0 and answer["question"] == "turning-points" and answer["complete"]
    assert [moment["answers"] for moment in answer["curve"]] == [0, answer["position"]["answers"]]
    assert answer["curve"][1]["chance"] == {"value": 1.0, "low": 1.0, "high": 1.0, "is_rough": False}
    (part,) = answer["parts"]
    assert part["name"] == "Gunner" and part["games"] == 6 and part["close"]
    before, change = answer["curve"][0]["chance"]["value"], part["change"]["value"]
    assert before + change == pytest.approx(1)
    assert part["decision"]["value"] + part["dice"]["value"] == pytest.approx(change)
    (throw,) = answer["throws"]
    assert throw["side"] == 0 and throw["luck"] == answer["luck"][0]["steps"] > 0


def test_lines_on_the_way_end_with_the_whole(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    status, output, _ = run(capsys, "rehearse", game, "--json", "--stream", *ASKED)
    lines = [json.loads(line) for line in output.splitlines()]
    assert status == 0 and [line["complete"] for line in lines[-2:]] == [False, True]
    assert lines[0]["curve"][0]["games"] == 1


@pytest.mark.parametrize(
    ("more", "message"), [(("--until", 0.1), "can't be combined with --until"), (("--at", 999), "there are only")]
)
def test_bad_input_is_one_line(
    more: tuple[object, ...], message: str, capsys: pytest.CaptureFixture[str], game: Path
) -> None:
    status, output, line = run(capsys, "rehearse", game, *ASKED, *more)
    assert (status, output) == (2, "")
    assert message in line and line.count("\n") == 1


def test_a_damaged_game_and_one_without_an_answer_are_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: Path
) -> None:
    game.write_bytes(game.read_bytes()[:400])
    save(one_shot(), tmp_path / "begun.json")
    for name in ("game.json", "begun.json"):
        status, output, line = run(capsys, "rehearse", tmp_path / name, *ASKED)
        assert (status, output) == (2, "") and name in line and line.count("\n") == 1
