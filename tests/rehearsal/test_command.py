"""The command `rehearse`: its output and its error messages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jovian.match.saves import save
from tests.commands import run
from tests.rehearsal.positions import AHEAD, PASS, SHOOT, last_shot, plan, write_plan
from tests.rehearsal.test_rehearsing import start_game

pytestmark = pytest.mark.usefixtures("short_games")

QUICK = ("--players", "random,random", "--seed", 1, "--workers", 1)


def test_it_prints_chances(capsys: pytest.CaptureFixture[str]) -> None:
    status, output, _ = run(capsys, "rehearse", "introductory", "--games", 2, *QUICK)
    assert status == 0
    assert "2 games" in output
    assert "Callisto Picket (random) against Orbital Patrol (random)" in output and "draws" in output
    assert "side 0" not in output.lower()


def test_its_json_from_the_middle_of_a_save(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = start_game(120)
    save(match, tmp_path / "game.json")
    status, output, _ = run(capsys, "rehearse", tmp_path / "game.json", "--at", 100, "--games", 2, "--json", *QUICK)
    answer = json.loads(output)
    assert status == 0
    assert answer["position"]["answers"] == 100 and not answer["position"]["fresh"]
    assert answer["forecast"]["games"] == 2
    assert len(answer["forecast"]["models"]) >= len(match.state.models)


def test_its_json_from_what_a_side_may_know(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    save(start_game(12), tmp_path / "game.json")
    asked = ("rehearse", tmp_path / "game.json", "--games", 1, "--turns", 1, *QUICK)
    status, output, _ = run(capsys, *asked, "--knowing", 1, "--json")
    answer = json.loads(output)
    assert status == 0 and answer["position"]["knowing"] == 1
    assert answer["drawn"] and all(sentence.endswith(".") for sentence in answer["drawn"])
    status, output, _ = run(capsys, *asked, "--knowing", 1)
    assert status == 0 and all(sentence in output.replace("\n", " ") for sentence in answer["drawn"])
    status, output, _ = run(capsys, *asked, "--json")
    answer = json.loads(output)
    assert status == 0 and answer["position"]["knowing"] is None and answer["drawn"] == []
    status, _, errors = run(capsys, *asked, "--knowing", 1, "--save", tmp_path / "games")
    assert status == 2 and "use either --knowing or --save" in errors and errors.count("\n") == 1


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (("rehearse", "introductory", "--players", "nobody,random"), "there is no player 'nobody'"),
        (("rehearse", "nowhere"), "nowhere"),
        (("rehearse", "introductory", "--knowing", 0), "--knowing requires a save"),
        (("rehearse", "introductory", "--at", 5), "there are only 0 answers"),
        (("rehearse", "introductory", "--until", "2"), "--until"),
    ],
)
def test_bad_input_is_one_line(wrong: tuple[object, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, output, line = run(capsys, *wrong)
    assert (status, output) == (2, "")
    assert message in line and line.count("\n") == 1


def test_a_game_that_is_over_leaves_nothing_to_rehearse(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = start_game(0)
    while match.decision is not None:
        match.answer(match.decision.default())
    save(match, tmp_path / "over.json")
    status, _, line = run(capsys, "rehearse", tmp_path / "over.json", *QUICK)
    assert status == 2
    assert "the game is over" in line


def two_plans(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Return a save, and the files of two plans for its position."""
    match = last_shot()
    save(match, tmp_path / "game.json")
    write_plan(plan(match, "A", SHOOT, AHEAD, PASS), tmp_path / "a.json")
    write_plan(plan(match, "B", AHEAD, PASS), tmp_path / "b.json")
    return tmp_path / "game.json", tmp_path / "a.json", tmp_path / "b.json"


def test_plans_are_compared_in_a_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game, a, b = two_plans(tmp_path)
    status, output, _ = run(capsys, "rehearse", game, "--plans", a, b, "--games", 240, *QUICK)
    assert status == 0
    assert (
        "plans of CEGA, CEGA (random) against Jovian (random)" in output and "best" in output and ", dropped" in output
    )


def test_plans_compared_as_json_and_as_a_stream(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game, a, b = two_plans(tmp_path)
    asked = ("rehearse", game, "--plans", a, "--plans", b, "--games", 20, *QUICK, "--json")
    status, output, _ = run(capsys, *asked)
    answer = json.loads(output)
    assert status == 0
    assert answer["question"] == "plans" and answer["complete"]
    assert answer["comparison"]["best"] == "A" and answer["comparison"]["games"] == 40
    best, other = answer["comparison"]["plans"]
    assert (best["name"], best["behind"], other["name"], other["score"]["value"]) == ("A", None, "B", 0.5)
    assert other["behind"]["value"] == pytest.approx(0.5 - best["score"]["value"])
    _, streamed, _ = run(capsys, *asked, "--stream")
    lines = [json.loads(line) for line in streamed.splitlines()]
    assert lines[-1] == answer
    assert len(lines) > 2 and not any(line["complete"] for line in lines[:-1])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"scenario": "ambush"}, "it is for a game of 'ambush', not of 'scenario'"),
        ({"answers": 9}, "it begins after 9 answers, but the position is after 1"),
        ({"side": 1}, "it is a plan of side 1, but"),
        ({"name": "A"}, "more than one has the name 'A'"),
        ({"choices": [["menu", ["attack", ["a1"], "nobody"]]]}, "its first answer isn't legal"),
        ({"choices": []}, "choices must be"),
    ],
)
def test_a_plan_for_something_else_is_one_line(
    change: dict[str, object], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game, a, b = two_plans(tmp_path)
    b.write_text(json.dumps(json.loads(b.read_text(encoding="utf-8")) | change), encoding="utf-8")
    status, output, line = run(capsys, "rehearse", game, "--plans", a, b, *QUICK)
    assert (status, output) == (2, "")
    assert message in line and line.count("\n") == 1


def test_too_few_plans_a_scenario_and_stray_words_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game, a, b = two_plans(tmp_path)
    for wrong, message in (
        (("rehearse", game, "--plans", a), "requires 2 to 8 plans"),
        (("rehearse", "introductory", "--plans", a, b), "plans are for a position of one game"),
        (("rehearse", game, a), "unexpected extra argument"),
        (("rehearse", game, "--plans", a, tmp_path / "c.json"), "c.json"),
    ):
        status, _, line = run(capsys, *wrong)
        assert status == 2
        assert message in line and line.count("\n") == 1
