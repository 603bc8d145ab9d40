"""The command `puzzle`: a puzzle is made, shown, and solved, and bad input gives one line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from jovian.match.saves import load, save
from jovian.rehearsal.puzzles import Puzzle, read_puzzle, write_puzzle
from tests.commands import ROOT, run, run_python
from tests.rehearsal.positions import passed_shot, shot_puzzle, write_plan

TABLE = ROOT / "docs" / "table.json"
MAKE = ("--player", "random", "--games", "4", "--turns", "1", "--seed", "1", "--workers", "1")


@pytest.fixture
def puzzle(tmp_path: Path) -> Puzzle:
    """Return a puzzle that is also in the file `puzzle.json`."""
    made = shot_puzzle()
    write_puzzle(made, tmp_path / "puzzle.json")
    return made


def test_a_puzzle_is_made_from_a_save(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    finished, out, again = (tmp_path / name for name in ("finished.json", "made.json", "again.json"))
    save(passed_shot(), finished)
    line = ("puzzle", "make", finished, "--at", "0", "--title", "First", *MAKE)
    status, told, err = run(capsys, *line, "--out", out)
    assert (status, err) == (0, "")
    made = read_puzzle(out)
    assert made.title == "First" and made.match.state.digest() == load(finished, until=0).state.digest()
    assert made.best.behind is None and made.best.chance.value == max(c.chance.value for c in made.candidates)
    assert told.startswith(f"{out}: First, {len(made.candidates)} candidates, ") and made.best.reason not in told
    documents = json.loads(run(capsys, *line, "--out", again, "--json")[1])
    assert documents["complete"] and documents["candidates"] == len(made.candidates)
    assert again.read_bytes() == out.read_bytes(), "the same seed makes the same puzzle"


def test_a_damaged_save_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out, broken = tmp_path / "made.json", tmp_path / "broken.json"
    text = TABLE.read_text(encoding="utf-8")
    for damaged in (
        text[: len(text) // 2],
        text.replace('"seed":', '"sed":'),
        "{}",
    ):
        broken.write_text(damaged, encoding="utf-8")
        status, told, err = run(capsys, "puzzle", "make", broken, "--out", out, *MAKE)
        assert status == 2 and told == "" and err.count("\n") == 1 and err.startswith(f"{broken}:"), err
        assert not out.exists()


def test_what_is_asked_is_shown_without_the_answer(
    capsys: pytest.CaptureFixture[str], puzzle: Puzzle, tmp_path: Path
) -> None:
    file, position = tmp_path / "puzzle.json", tmp_path / "position.json"
    status, told, _ = run(capsys, "puzzle", "show", file, "--out", position)
    assert status == 0 and told.startswith("To shoot or not: which activation of CEGA is best?\n")
    assert puzzle.best.reason not in told
    assert load(position).state.digest() == puzzle.match.state.digest()
    status, told, _ = run(capsys, "puzzle", "show", file, "--answer")
    assert status == 0 and f"A: {puzzle.best.reason}" in told.replace("\n", " ") and "81 % (" in told
    data = json.loads(run(capsys, "puzzle", "show", file, "--json")[1])
    assert data["question"] == "puzzle" and data["candidates"] == 2 and "answer" not in data
    data = json.loads(run(capsys, "puzzle", "show", file, "--answer", "--json")[1])
    assert [line["name"] for line in data["answer"]] == ["A", "B"] and data["answer"][0]["chance"]["value"] == 0.8125


def test_answers_are_scored(capsys: pytest.CaptureFixture[str], puzzle: Puzzle, tmp_path: Path) -> None:
    files = [tmp_path / f"{candidate.plan.name}.json" for candidate in puzzle.candidates]
    for candidate, file in zip(puzzle.candidates, files, strict=True):
        write_plan(candidate.plan, file)
    line = ("puzzle", "solve", tmp_path / "puzzle.json", *files, "--workers", "1")
    status, told, err = run(capsys, *line)
    first, second = told.splitlines()
    assert (status, err) == (0, "") and first.startswith("A (candidate A) is the best known answer: it wins 81 %")
    assert second.startswith("B (candidate B) keeps 62 % (")
    data = json.loads(run(capsys, *line, "--json")[1])
    assert data["complete"] and [answer["known"] for answer in data["answers"]] == ["A", "B"]
    assert data["answers"][1]["kept"]["value"] == pytest.approx(0.6154)


def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], puzzle: Puzzle, tmp_path: Path) -> None:
    file, finished = tmp_path / "puzzle.json", tmp_path / "finished.json"
    save(passed_shot(), finished)
    lines = {
        ("puzzle", "ask", file): "usage: puzzle ask: the actions are make, show, and solve",
        ("puzzle", "solve", file): "usage: puzzle solve requires a plan",
        ("puzzle", "show", file, "--games", "4"): "usage: puzzle show takes no --games",
        ("puzzle", "make", TABLE): "usage: puzzle make requires --out",
        ("puzzle", "make", TABLE, "--out", tmp_path / "x", "--at", "900"): f"{TABLE}: there are only 158 answers",
        ("puzzle", "make", finished, "--out", tmp_path / "x"): f"{finished}: no activation begins after 3 answers",
        ("puzzle", "make", TABLE, "--out", tmp_path / "x", "--player", "docs/example_bot.py:Bot"): "usage: --player: a",
        ("puzzle", "show", TABLE): f"{TABLE}: 'app' isn't a key of a puzzle",
        ("puzzle", "solve", file, "docs/plan-a.json"): "docs/plan-a.json: it is for a game of",
    }
    for line, expected in lines.items():
        status, told, err = run(capsys, *line)
        assert (status, told) == (2, "") and err.startswith(expected) and err.count("\n") == 1, err
    assert not (tmp_path / "x").exists()


def test_scores_are_streamed_game_by_game(capsys: pytest.CaptureFixture[str], puzzle: Puzzle, tmp_path: Path) -> None:
    first = replace(puzzle.best.plan, choices=puzzle.best.plan.choices[:1])
    write_plan(first, tmp_path / "first.json")
    line = ("puzzle", "solve", tmp_path / "puzzle.json", tmp_path / "first.json", "--workers", "1", "--json")
    process = run_python("main.py", *map(str, line), "--stream")
    documents = [json.loads(text) for text in process.stdout.splitlines()]
    assert [document["answers"][0]["games"] for document in documents] == list(range(1, 9))
    assert [document["complete"] for document in documents] == [False] * 7 + [True]
    assert documents[-1] == json.loads(run(capsys, *line)[1])
    assert run(capsys, *line[:-1], "--stream")[2] == "usage: --stream requires --json\n"
