"""The command `rehearse`: what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jovian.match.save import save
from tests.commands import run
from tests.rehearsal.test_rehearsing import begun

QUICK = ("--players", "random,random", "--seed", 1, "--workers", 1)


def test_it_prints_chances(capsys: pytest.CaptureFixture[str]) -> None:
    status, told, _ = run(capsys, "rehearse", "introductory", "--games", 2, *QUICK)
    assert status == 0
    assert "2 games" in told
    assert "side 0" in told and "draws" in told


def test_its_json_from_the_middle_of_a_save(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = begun(120)
    save(match, tmp_path / "game.json")
    status, told, _ = run(capsys, "rehearse", tmp_path / "game.json", "--at", 100, "--games", 2, "--json", *QUICK)
    answer = json.loads(told)
    assert status == 0
    assert answer["position"]["answers"] == 100 and not answer["position"]["fresh"]
    assert answer["forecast"]["games"] == 2
    assert len(answer["forecast"]["models"]) >= len(match.state.models)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("rehearse", "introductory", "--players", "nobody,random"), "there is no player 'nobody'"),
        (("rehearse", "nowhere"), "nowhere"),
        (("rehearse", "introductory", "--at", 5), "there are only 0 answers"),
        (("rehearse", "introductory", "--until", "2"), "--until"),
    ],
)
def test_bad_input_is_one_line(wrong: tuple[object, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, told, line = run(capsys, *wrong)
    assert (status, told) == (2, "")
    assert said in line and line.count("\n") == 1


def test_a_game_that_is_over_leaves_nothing_to_rehearse(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = begun(0)
    while match.decision is not None:
        match.answer(match.decision.default())
    save(match, tmp_path / "over.json")
    status, _, line = run(capsys, "rehearse", tmp_path / "over.json", *QUICK)
    assert status == 2
    assert "the game is over" in line
