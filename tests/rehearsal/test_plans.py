"""Plans: taken from a match, written and read, and followed as long as possible."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from jovian.cards import CardError
from jovian.match import Match
from jovian.match.play_loop import step
from jovian.rehearsal.game import (
    DICE_KINDS,
    GameJob,
    Plan,
    PlanFollower,
    Start,
    play_match,
    play_one,
    read_plan,
)
from tests.rehearsal.positions import AHEAD, PASS, SHOOT, last_shot, plan, write_plan
from tests.rehearsal.test_rehearsing import RANDOM, start_game

GOOD: dict[str, Any] = {
    "format": 1, "name": "A", "scenario": "test", "answers": 1, "side": 0, "choices": [["menu", ["end"]]],
}  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Match:
    """Return a game of random players after some answers."""
    return start_game(260)


def test_a_plan_is_what_one_side_answered_but_nothing_about_dice_that_fell(game: Match) -> None:
    kept = Plan.of(game, 150, "A")
    since = [entry for entry in game.journal[150:] if entry.side == kept.side]
    assert kept.side == game.journal[150].side
    assert [kind for kind, _ in kept.choices] == [entry.kind for entry in since if entry.kind not in DICE_KINDS]
    other = Plan.of(game, 150, "B", side=1 - kept.side)
    assert len(kept.choices) + len(other.choices) < len(game.journal) - 150, "some dice fell"


def test_of_nothing_no_plan_is_made(game: Match) -> None:
    with pytest.raises(ValueError, match="there is no answer after"):
        Plan.of(game, len(game.journal), "A")


def test_a_file_gives_back_what_was_written(game: Match, tmp_path: Path) -> None:
    kept = Plan.of(game, 150, "A")
    write_plan(kept, tmp_path / "a.json")
    assert read_plan(tmp_path / "a.json") == kept
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8")) == json.loads(json.dumps(kept.to_json()))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"format": 2}, "format must be 1"),
        ({"format": True}, "format must be 1"),
        ({"name": ""}, "name must be"),
        ({"name": "A" * 41}, "name must be"),
        ({"scenario": 3}, "scenario must be"),
        ({"answers": -1}, "answers must be"),
        ({"answers": True}, "answers must be"),
        ({"side": 2}, "side must be 0 or 1"),
        ({"choices": []}, "choices must be"),
        ({"choices": [["menu"]]}, "choice 1 must be a pair"),
        ({"choices": [["menu", ["end"]], ["menue", ["end"]]]}, "choice 2: there is no decision 'menue'; did you mean"),
        ({"choices": [["menu", [3]]]}, "choice 1: an answer must be a list that begins with a verb"),
        ({"colour": 1}, "'colour' isn't a key of a plan"),
    ],
)
def test_a_damaged_file_is_one_line(wrong: dict[str, Any], message: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(GOOD | wrong), encoding="utf-8")
    with pytest.raises(CardError, match=message) as caught:
        read_plan(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": 1}', "\x00", "[" * 500])
def test_what_is_no_plan_at_all_is_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text(text, encoding="utf-8")
    with pytest.raises(CardError) as caught:
        read_plan(tmp_path / "plan.json")
    assert "\n" not in str(caught.value)


def test_it_fits_its_own_position_and_no_other(game: Match) -> None:
    match = last_shot()
    good = plan(match, "A", SHOOT, PASS)
    assert good.unfit(match) == ""
    assert "not of 'scenario'" in replace(good, scenario="ambush").unfit(match)
    assert "but the position is after 1" in replace(good, answers=7).unfit(match)
    assert "its first answer isn't legal" in plan(match, "A", ["menu", ["attack", ["a9"], "mark"]]).unfit(match)
    assert "the game asks for 'menu'" in plan(match, "A", ["activate", ["activate", "gunner"]]).unfit(match)
    kept = Plan.of(game, 150, "A")
    assert kept.unfit(game.fork_at(150)) == ""


def test_what_is_planned_is_done() -> None:
    match = last_shot()
    job = GameJob(Start.of(match), RANDOM, 1, 0, plan=plan(match, "A", SHOOT, AHEAD, PASS))
    own = [[entry.kind, entry.choice] for entry in play_match(job).journal[len(match.journal) + 1 :] if entry.side == 0]
    assert own == [SHOOT, AHEAD, PASS]
    assert not play_one(job).broken


def test_an_order_that_is_refused_ends_the_plan() -> None:
    """The mark was already destroyed or never existed, so the second shot is impossible."""
    match = last_shot()
    tried = plan(match, "A", SHOOT, SHOOT, SHOOT, SHOOT, AHEAD, PASS)
    job = GameJob(Start.of(match), ("ensign", "ensign"), 1, 0, plan=tried)
    done = play_match(job)
    assert done.over
    assert [[entry.kind, entry.choice] for entry in done.journal[len(match.journal) + 1 :]].count(SHOOT) in (1, 2)
    assert play_one(job).broken


def test_an_order_that_is_not_asked_for_ends_the_plan() -> None:
    match = last_shot()
    odd = plan(match, "A", ["menu", ["move", 1.0]], ["activate", ["activate", "gunner"]], SHOOT)
    job = GameJob(Start.of(match), ("ensign", "ensign"), 1, 0, plan=odd)
    assert play_match(job).over
    assert play_one(job).broken


@pytest.mark.parametrize("seed", range(6))
def test_any_plan_is_followed_to_a_legal_end(game: Match, seed: int) -> None:
    """Shuffled, missing, and foreign answers never block a game and are never refused."""
    rng = Random(seed)
    kept = Plan.of(game, 150, "A")
    choices = list(kept.choices)
    if seed % 2:
        rng.shuffle(choices)
    some = tuple(choice for choice in choices if rng.random() < 0.8) or kept.choices
    for side in (0, 1):
        odd = replace(kept, side=side, choices=some)
        assert play_one(GameJob(Start.of(game, 150), RANDOM, seed, seed, turns=2, plan=odd)).decisions > 0


def test_with_the_dice_that_fell_the_same_game_is_played(game: Match) -> None:
    """Both sides follow their recorded answers, and dice are the same: the same game."""
    again = start_game(150)
    sides = [PlanFollower(Plan.of(game, 150, "A", side=side), _Teller(game)) for side in (0, 1)]
    while len(again.journal) < len(game.journal):
        assert again.decision is not None
        step(again, sides[again.decision.side])
    assert again.state.digest() == game.state.digest()
    assert not any(side.broken for side in sides)


class _Teller:
    """Answers dice decisions as in a recorded game."""

    def __init__(self, game: Match) -> None:
        self._game = game
        self.told: list[int] = []

    def choose(self, decision: Any, view: Any) -> Any:
        for at, entry in enumerate(self._game.journal[150:]):
            is_same = (entry.side, entry.kind) == (decision.side, decision.kind)
            if entry.kind in DICE_KINDS and at not in self.told and is_same:
                self.told.append(at)
                return entry.choice
        raise AssertionError(f"{decision.kind} is no question about dice")
