"""No computer player undoes its own move, in any activation of the first turns, or of whole games in the long run."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from jovian.game import Answer, Decision, State
from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.players.admiral import Admiral
from jovian.players.player import Player
from jovian.players.quick import EvaluationCache, Quick
from jovian.table import Pose
from tests.games import setup

SAME = 0.2
"""Inches within which a pose counts as the same."""
MOST = 4
"""The largest number of successive moves: a turn, a move, a turn, and one after an obstacle."""
MOVES = ("move", "turn", "fly")


class Reference:
    """Gives the default answer to each decision."""

    def choose(self, decision: Decision, view: State) -> Answer:
        return decision.default()


class QuickAlone:
    """The admiral's quick player in a real game."""

    def __init__(self) -> None:
        self._quick: Quick | None = None

    def choose(self, decision: Decision, view: State) -> Answer:
        self._quick = self._quick or Quick(EvaluationCache(view))
        return self._quick.choose(decision, view)


def player_of(name: str, seed: int) -> Player:
    if name == "reference":
        return Reference()
    if name == "quick":
        return QuickAlone()
    return Admiral(seed, nodes=20) if name == "admiral" else make_player(name, seed)


def pair(name: str, seed: int) -> list[Player]:
    return [player_of(name, seed), player_of(name, seed + 1)]


def undone_moves(
    match: Match, players: Sequence[Player], turns: int = 99, sides: Sequence[int] = (0, 1)
) -> tuple[list[str], int]:
    """Play a game to its end, or for a number of turns. Return all moves of some sides that led back or were too many,
    and the number of their moves.

    Only moves without an attack, action, or enemy reaction between them are compared.
    """
    undone: list[str] = []
    before: list[Pose] = []
    moves = 0
    while match.decision is not None and match.state.turn <= turns:
        decision, active = match.decision, match.state.active
        answer = decision.read(ask(match, players[decision.side]))
        is_move = decision.kind == "menu" and decision.side in sides and answer.verb in MOVES and active is not None
        before = [*before, active.pose] if is_move and active is not None else []
        match.answer(answer)
        if not is_move or active is None:
            continue
        moves += 1
        pose = match.state.models[active.id].pose
        has_moved = pose != before[-1]  # Not if terrain strikes a ship before its first inch.
        back = has_moved and any(was.distance_to(pose) < SAME and was.heading == pose.heading for was in before[:-1])
        if back or len(before) > MOST:
            undone.append(f"answer {len(match.journal)}: {active.name} {answer.to_json()}")
    return undone, moves


@pytest.mark.parametrize(("name", "scenario", "fleets", "seed"), [
    ("reference", "introductory", ("jovian-150", "cega-150"), 1),
    ("cadet", "introductory", ("jovian-strike-250", "venusian-strike-250"), 1),
    ("ensign", "introductory", ("jovian-squadrons-250", "cega-squadrons-250"), 1),
    ("quick", "introductory", ("jovian-150", "cega-150"), 1),
    ("quick", "water-raid", ("jovian-250", "cega-250"), 2),
])  # fmt: skip
@pytest.mark.parametrize("turns", [2, pytest.param(99, marks=pytest.mark.long)])
def test_no_player_takes_back_what_it_just_did(
    name: str, scenario: str, fleets: tuple[str, str], seed: int, turns: int
) -> None:
    undone, moves = undone_moves(Match(setup(seed, fleets, scenario)), pair(name, seed), turns)
    assert undone == [] and (moves > 20 or name == "reference")


@pytest.mark.parametrize("turns", [1, pytest.param(99, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ["captain", "admiral"])
def test_no_slow_player_takes_back_what_it_just_did(name: str, turns: int) -> None:
    undone, moves = undone_moves(Match(setup(1)), pair(name, 1), turns)
    assert undone == [] and moves > 10
