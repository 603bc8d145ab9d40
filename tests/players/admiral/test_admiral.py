"""Tests of the admiral: legal games, reproducible in each process, from its own view only, and an early answer."""

from __future__ import annotations

import re
from threading import Event

import pytest

from jovian.game.answers import Activate
from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.players.admiral import Admiral
from jovian.players.captain import Captain
from tests.commands import same_output
from tests.games import reached, setup, shortened
from tests.players.test_players import PAIRS, Watched
from tests.players.test_quick import to_battle
from tests.players.test_undoing import undone_moves
from tests.rules.stage import gun, ship, squadron, stage

FEW = 60
"""Nodes per answer, enough to try a few plans."""


def admiral(seed: int, nodes: int = FEW) -> Admiral:
    return Admiral(seed, nodes=nodes)


def in_second_turn() -> Match:
    """Return a game of captains at its first activation in turn 2."""
    return reached(
        lambda match: match.state.turn == 2 and match.decision is not None and match.decision.kind == "activate", 3,
        seats=(("captain", 1), ("captain", 2)),
    )  # fmt: skip


def test_it_plays_a_whole_game_legally_from_its_own_view_and_takes_nothing_back() -> None:
    players = Watched(admiral(1, 30)), Watched(make_player("random", 1))
    match = Match(shortened(setup(1, PAIRS[0]), 4), log=False)
    undone, moves = undone_moves(match, players, sides=(0,))
    assert undone == [] and moves > 10
    assert match.over and match.state.winner == 0 and {"deploy", "activate", "declare", "menu"} <= players[0].kinds


@pytest.mark.parametrize("answers", [18, pytest.param(30, marks=pytest.mark.long)])
@pytest.mark.parametrize("scenario", ["water-raid", "ambush"])
def test_it_answers_legally_where_there_are_objectives(scenario: str, answers: int) -> None:
    match = to_battle(2, scenario)
    players = Watched(admiral(1)), Watched(admiral(2))
    for _ in range(answers):
        if match.decision is not None:
            match.answer(ask(match, players[match.decision.side]))
    assert players[0].kinds & players[1].kinds >= {"activate", "declare"}


def test_it_says_how_it_found_its_plan() -> None:
    match, player = in_second_turn(), admiral(3)
    answer = ask(match, player)
    why, _, how = player.reason.partition("; ")
    assert isinstance(answer, Activate) and why.startswith(f"{match.state.models[answer.model].name} activates ")
    assert re.fullmatch(r"best of \d plans in \d+ trials, (close to the next|\d+\.\d TV ahead)", how)


def test_told_to_hurry_it_answers_the_best_so_far() -> None:
    """At once, this is the captain's first proposal, and later the best so far."""
    match = in_second_turn()
    asked = match.decision
    assert asked is not None
    player, hurry = admiral(3, 10**9), Event()
    player.hurry = hurry
    hurry.set()
    view = match.view(asked.side)
    first = Captain(3).proposals(asked.on(view), view, 1)[0].answer
    assert ask(match, player) == first
    player.hurry = _After(40)
    assert asked.check(ask(match, player)) is None
    assert player.reason


class _After:
    """A flag that is set after it has been checked this many times."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def test_it_knows_nothing_hidden() -> None:
    """A permutation of the hidden cards aboard an enemy ship changes neither its answer nor its reason."""
    guns = [gun(ac=4, name="Bow gun")]
    game = stage(
        ship("A", 0, (20, 20), weapons=guns), ship("B", 0, (26, 20), weapons=guns),
        ship("Z", 1, (22, 32), 180, weapons=guns, traits=["Hangers:2"]), squadron("Y", 1, (22, 32), embarked_in="z"),
        squadron("X", 1, (22, 32), speed=11, fire_control=2, tv=30, embarked_in="z"),
    )  # fmt: skip
    one, two = game.model("x"), game.model("y")
    assert not one.public and not two.public
    before = _thought(game.match)
    one.card, two.card = two.card, one.card
    assert _thought(game.match) == before
    assert "trials" in before[1]


def _thought(match: Match) -> tuple[object, str]:
    player = admiral(4)
    return ask(match, player), player.reason


SCRIPT = """
from jovian.match.play_loop import ask
from jovian.players import make_player
from tests.players.test_quick import to_battle
from tests.players.admiral.test_admiral import admiral
match = to_battle(5)
players = admiral(5), make_player("random", 5)
for _ in range({answers}):
    match.answer(ask(match, players[match.decision.side]))
print(match.state.digest(), len(match.journal))
"""


@pytest.mark.parametrize("answers", [24, pytest.param(40, marks=pytest.mark.long)])
def test_it_plays_the_same_game_in_every_process(answers: int) -> None:
    assert same_output(SCRIPT.format(answers=answers)).strip()
