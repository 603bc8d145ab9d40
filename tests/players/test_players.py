"""Computer players: they answer legally, use only their side's view, and are reproducible."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from typing import Any

import pytest

from docs.example_bot import Gunner, Planner
from jovian.game import Decision, State
from jovian.match import Match
from jovian.match.play_loop import ask, play, step
from jovian.play import Play
from jovian.players import PLAYERS, Player, ScriptedPlayer, make_player
from tests.commands import same_output
from tests.games import setup, shortened

PAIRS = [("jovian-150", "cega-150"), ("cega-150", "venusian-150"), ("venusian-150", "jovian-150")]
THINKING = ("ensign", "captain")


class Watched:
    """A player whose answers are all checked."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.kinds: set[str] = set()

    def choose(self, decision: Decision, view: State) -> Any:
        assert view.viewer == decision.side and view.chain == b""
        assert all(model.owner == decision.side or model.public for model in view.models.values())
        choice = self.player.choose(decision, view)
        assert decision.check(choice) is None
        self.kinds.add(decision.kind)
        return choice


def duel(seed: int, names: tuple[str, str], fleets: tuple[str, str] = PAIRS[0]) -> Match:
    match = Match(setup(seed, fleets))
    play(match, [make_player(name, seed) for name in names])
    return match


@pytest.mark.parametrize("name", THINKING)
def test_games_leave_nothing_to_the_garbage_collector(name: str) -> None:
    """Whatever refers to itself and to a view, a player, or a match keeps all their models until a long pause."""
    match, players = Match(setup(3), log=False), [make_player(name, side) for side in (0, 1)]
    play_on(match, players, 40)
    gc.collect()
    gc.disable()
    try:
        play_on(match, players, 20)
        assert gc.collect() < 20
        del match, players
        assert gc.collect() < 20
    finally:
        gc.enable()


def play_on(match: Match, players: Sequence[Player], answers: int) -> None:
    for _ in range(answers):
        assert match.decision is not None
        step(match, players[match.decision.side])


@pytest.mark.parametrize("fleets", PAIRS)
def test_the_ensign_answers_legally_from_its_own_view(fleets: tuple[str, str]) -> None:
    players = Watched(make_player("ensign", 1)), Watched(make_player("random", 1))
    match = Match(shortened(setup(1, fleets), 3))
    play(match, players)
    assert match.over and {"deploy", "activate", "declare", "menu"} <= players[0].kinds


@pytest.mark.parametrize(("fleets", "side"), [
    (PAIRS[0], 0), (PAIRS[1], 1), (PAIRS[2], 1),
    *(pytest.param(PAIRS[pair], side, marks=pytest.mark.long) for pair, side in ((0, 1), (1, 0), (2, 0))),
])  # fmt: skip
def test_the_ensign_beats_random(fleets: tuple[str, str], side: int) -> None:
    names = ("ensign", "random") if side == 0 else ("random", "ensign")
    assert duel(2, names, fleets).state.winner == side


@pytest.mark.long
def test_the_ensign_beats_random_in_95_of_100_games() -> None:
    won = 0
    for seed in range(100):
        side = seed % 2
        names = ("ensign", "random") if side == 0 else ("random", "ensign")
        won += duel(seed, names, PAIRS[seed % 3]).state.winner == side
    assert won >= 95


def test_the_ensign_does_not_fly_off_the_table() -> None:
    match = duel(3, ("ensign", "ensign"))
    withdrawn = [model for model in match.state.models.values() if model.place == "withdrawn"]
    asked = [entry for entry in match.journal if entry.kind == "declare" and entry.choice[1] == "withdraw"]
    assert len(withdrawn) <= len(asked)


@pytest.mark.parametrize("name", THINKING)
def test_it_knows_nothing_hidden(name: str) -> None:
    """A permutation of the enemy's hidden cards doesn't change its answer."""
    match, player = Match(setup(4)), make_player(name, 4)
    compared = 0
    while match.decision is not None and match.decision.kind == "deploy":
        side = match.decision.side
        answer = ask(match, player)
        hidden = [m for m in match.state.models.values() if m.owner != side and not m.public]
        cards = [model.card for model in hidden]
        for model, card in zip(hidden, cards[1:] + cards[:1], strict=True):
            model.card = card
        assert ask(match, player) == answer
        for model, card in zip(hidden, cards, strict=True):
            model.card = card
        compared += len(hidden) > 1
        match.answer(answer)
    assert compared > 3


SCRIPT = """
from jovian.match import Match
from jovian.match.play_loop import step
from jovian.players import make_player
from tests.games import setup
for name in {names}:
    match, players = Match(setup(5)), [make_player(each, 5) for each in (name, "random")]
    while match.state.turn <= {turns}:
        step(match, players[match.decision.side])
    print(match.state.digest(), len(match.journal))
"""


@pytest.mark.parametrize("turns", [2, pytest.param(3, marks=pytest.mark.long)])
def test_they_play_the_same_game_in_every_process(turns: int) -> None:
    assert len(same_output(SCRIPT.format(names=THINKING, turns=turns)).splitlines()) == len(THINKING)


def test_the_example_of_the_documents_plays_a_game() -> None:
    game = Play(Match(setup(6)))
    game.play_out(Gunner(), "random")
    assert game.over and any(entry.kind == "menu" and entry.choice[0] == "attack" for entry in game.match.journal)


def test_the_one_that_tries_its_attacks_beats_random_in_private_games_of_its_own() -> None:
    game = Play(Match(setup(6)))
    game.play_out(Planner(), "random")
    assert game.over and game.winner == 0


def test_a_scripted_player_says_its_lines_and_then_the_default() -> None:
    match = Match(setup(7))
    decision = match.decision
    assert decision is not None
    line = decision.default().to_json()
    player = ScriptedPlayer([line])
    assert player.choose(decision, match.view(decision.side)) == line
    assert player.choose(decision, match.view(decision.side)) == decision.default()


def test_an_unknown_player_is_named() -> None:
    assert PLAYERS == ("random", "cadet", "ensign", "captain", "admiral")
    with pytest.raises(ValueError, match="no player 'commodore'"):
        make_player("commodore")
