"""Puzzles: candidates, the sealed answer in the file, and the score of an answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from jovian.cards import CardError
from jovian.match import Match
from jovian.rehearsal.activations import proposed_activations
from jovian.rehearsal.forecast import Estimate, bounded, estimate_ratio
from jovian.rehearsal.game import Start
from jovian.rehearsal.puzzles import (
    Attempt,
    Puzzle,
    PuzzleError,
    PuzzleMaker,
    games_from,
    holds_puzzle,
    puzzle_text,
    read_puzzle,
    write_puzzle,
)
from jovian.rehearsal.workers import Here
from tests.games import finished
from tests.rehearsal.positions import shot_puzzle
from tests.rehearsal.test_rehearsing import start_game

TITLE = "Who goes first?"


@pytest.fixture(scope="module")
def game() -> Match:
    return finished(3)


@pytest.fixture(scope="module")
def moment(game: Match) -> int:
    """Return the number of answers before a choice of a model in the last turn."""
    return max(at for at, entry in enumerate(game.journal) if getattr(entry, "kind", "") == "activate")


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return shot_puzzle(TITLE)


# --- Candidates ---


def test_the_candidates_are_different_whole_activations(game: Match, moment: int) -> None:
    match = game.fork_at(moment)
    found = proposed_activations(games_from(match, "random", 8, 5, 1).start, "random", 6)
    assert len({one.plan.choices for one in found}) == len(found) >= 2
    assert [one.plan.name for one in found] == list("ABCDEF")[: len(found)]
    for one in found:
        assert match.decision is not None and one.plan.side == match.decision.side
        assert one.plan.unfit(match) == "" and one.model
        assert one.plan.choices[0][0] == "activate" and len(one.plan.choices) > 1


def test_candidates_name_nothing_that_the_side_does_not_know() -> None:
    match = start_game(150)
    begin = min(at for at, entry in enumerate(match.journal) if getattr(entry, "kind", "") == "activate")
    decision = match.fork_at(begin).decision
    assert decision is not None
    models = match.state_at(begin).models.values()
    hidden = {model.id for model in models if not model.public and model.owner != decision.side}
    found = proposed_activations(Start.of(match, begin, knowing=decision.side), "random", 3)
    named = {str(value) for one in found for _, choice in one.plan.choices for value in choice}
    assert hidden and not hidden & named


# --- Making ---


def test_a_puzzle_is_made_by_rehearsal(game: Match, moment: int, tmp_path: Path) -> None:
    maker = PuzzleMaker(game, moment, TITLE, player="random", games=4, seed=1, turns=1)
    assert sum(1 for _ in maker.run(Here())) == 4 * len(maker.race.runners)
    try:
        made = maker.puzzle()
    except PuzzleError as error:
        assert "candidate" in str(error)
        return
    assert made.best.behind is None and all(other.behind is not None for other in made.candidates[1:])
    assert made.best.chance.value == max(candidate.chance.value for candidate in made.candidates)
    write_puzzle(made, tmp_path / "made.json")
    assert read_puzzle(tmp_path / "made.json").candidates == made.candidates


def test_a_moment_in_which_no_activation_begins_is_refused(game: Match, moment: int) -> None:
    after = moment + 2
    with pytest.raises(
        PuzzleError, match=f"begins after {after} answers. The nearest moment is after {moment} answers"
    ):
        PuzzleMaker(game, after)
    with pytest.raises(PuzzleError, match="no activation begins after 0 answers"):
        PuzzleMaker(game, 0)


def test_a_game_that_is_not_over_keeps_its_secrets() -> None:
    match = start_game(150)
    begins = [at for at, entry in enumerate(match.journal) if getattr(entry, "kind", "") == "activate"]
    with pytest.raises(
        PuzzleError, match=r"the game isn't over, and the enemy still hides something about \d+ models?"
    ):
        PuzzleMaker(match, begins[0], player="random")


# --- Files ---


def test_a_file_gives_back_what_was_written(puzzle: Puzzle, tmp_path: Path) -> None:
    write_puzzle(puzzle, tmp_path / "puzzle.json")
    read = read_puzzle(tmp_path / "puzzle.json")
    assert (read.title, read.candidates, read.side) == (TITLE, puzzle.candidates, puzzle.side)
    assert read.match.state.digest() == puzzle.match.state.digest()
    assert replace(read.series, start=puzzle.series.start) == puzzle.series
    assert puzzle_text(read) == puzzle_text(puzzle)
    assert holds_puzzle(tmp_path / "puzzle.json") and not holds_puzzle(tmp_path / "nothing.json")


def test_neither_the_answer_nor_the_enemy_is_read_by_accident(puzzle: Puzzle) -> None:
    text = puzzle_text(puzzle)
    words = {puzzle.best.model, *(model.name for model in puzzle.match.state.models.values()), "declare"}
    assert [word for word in words if word in text] == []
    assert len(text) < 8_000, "it is small"


def damaged(puzzle: Puzzle, change: Callable[[dict[str, Any]], object], *, sealed: bool) -> str:
    """Return the text of the file with a change. If `sealed`, its digest is made again."""
    data = json.loads(puzzle_text(puzzle))
    change(data)
    if sealed:
        from jovian.rehearsal import puzzles

        data["digest"] = puzzles._digest(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("change", "sealed", "message"),
    [
        (lambda data: data.update(player="captain"), False, "its digest doesn't match"),
        (lambda data: data.update(answer=data["answer"][:-2]), False, "its digest doesn't match"),
        (lambda data: data.update(colour=1), False, "'colour' isn't a key of a puzzle"),
        (lambda data: data.pop("seed"), False, "not a puzzle: 'seed' is missing"),
        (lambda data: data.update(format=2), False, "format must be 1"),
        (lambda data: data.update(player="bot.py:Bot"), True, "there is no computer player 'bot.py:Bot'"),
        (lambda data: data.update(player=["captain"]), True, "there is no computer player"),
        (lambda data: data.update(puzzle="x" * 61), True, "puzzle must be a line of 1 to 60 characters"),
        (lambda data: data.update(games=1), True, "games must be a whole number from 2"),
        (lambda data: data.update(turns=0), True, "turns must be null or a whole number from 1"),
        (lambda data: data.update(seed="x"), True, "a seed is"),
        (lambda data: data.update(answer="~~~"), True, "answer: isn't a sealed text"),
        (lambda data: data.update(answer=data["answer"][:-10]), True, "answer: isn't a"),
        (lambda data: data.update(answer=data["position"]), True, "answer: must be a list of 2 to 6 candidates"),
        (lambda data: data.update(position=data["answer"]), True, "position: not a save of this game"),
    ],
)
def test_a_damaged_file_is_one_line(
    puzzle: Puzzle, change: Callable[[dict[str, Any]], object], sealed: bool, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "puzzle.json"
    file.write_text(damaged(puzzle, change, sealed=sealed), encoding="utf-8")
    with pytest.raises(CardError) as error:
        read_puzzle(file)
    assert str(error.value).startswith(str(file)) and message in str(error.value) and "\n" not in str(error.value)


def test_a_text_that_unpacks_to_gigabytes_is_refused(puzzle: Puzzle, tmp_path: Path) -> None:
    from jovian.rehearsal import puzzles

    bomb = puzzles._seal("x" * (9 << 20))
    file = tmp_path / "puzzle.json"
    file.write_text(damaged(puzzle, lambda data: data.update(answer=bomb), sealed=True), encoding="utf-8")
    with pytest.raises(CardError, match="isn't a complete sealed text"):
        read_puzzle(file)


# --- Scores ---


def test_a_known_answer_uses_the_sealed_numbers(puzzle: Puzzle) -> None:
    best = Attempt(puzzle, replace(puzzle.best.plan, name="mine"))
    assert best.wanted == 0 and list(best.run(Here())) == []
    assert best.score().kept == Estimate(1.0, 1.0, 1.0) and "is the best known answer" in best.score().sentence()
    second = Attempt(puzzle, puzzle.candidates[1].plan).score()
    assert second.kept.value == pytest.approx(4.0 / 6.5) and second.known == "B"
    assert second.kept.low < second.kept.value < second.kept.high
    assert second.sentence().startswith("keeps 62 % (")


def test_another_answer_is_rehearsed_in_the_same_games(puzzle: Puzzle) -> None:
    first = puzzle.candidates[1].plan.choices[0]
    attempt = Attempt(puzzle, replace(puzzle.best.plan, name="mine", choices=(first,)))
    outcomes = list(attempt.run(Here()))
    assert [outcome.number for outcome in outcomes] == list(range(8)) and attempt.known is None
    score = attempt.score()
    assert score.games == 8 and score.chance == bounded(attempt.scores, 0.0, 1.0) and score.best == puzzle.best.chance
    again = Attempt(puzzle, attempt.plan)
    assert [outcome.digest for outcome in again.run(Here())] == [outcome.digest for outcome in outcomes]


def test_the_interval_of_a_ratio_has_the_share_in_it() -> None:
    ones, twos = [1.0, 0.0] * 30, [1.0, 1.0, 1.0, 0.0] * 15
    ratio = estimate_ratio(ones, twos)
    assert ratio.value == pytest.approx(2 / 3) and 0.4 < ratio.low < 2 / 3 < ratio.high < 1.0
    same = estimate_ratio(twos, twos)
    assert same.low < 1.0 < same.high and same.high - same.low < ratio.high - ratio.low
    assert estimate_ratio([0.0, 1.0], [0.0, 0.0]).high == float("inf")
