"""The captain: whole legal games, reproducible in each process, from its own view only."""

from __future__ import annotations

import pytest

from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.players.captain import Captain
from jovian.players.captain.analysis import TEMPERAMENTS
from tests.games import setup, shortened
from tests.players.test_players import PAIRS, Watched, duel
from tests.players.test_undoing import undone_moves


@pytest.mark.parametrize("fleets", [PAIRS[0], pytest.param(PAIRS[1], marks=pytest.mark.long)])
def test_it_answers_legally_from_its_own_view_and_takes_nothing_back(fleets: tuple[str, str]) -> None:
    players = Watched(make_player("captain", 1)), Watched(make_player("random", 1))
    match = Match(shortened(setup(1, fleets), 4))
    undone, moves = undone_moves(match, players, sides=(0,))
    assert undone == [] and moves > 10
    assert match.over and match.state.winner == 0 and {"deploy", "activate", "declare", "menu"} <= players[0].kinds


@pytest.mark.parametrize("turns", [2, pytest.param(3, marks=pytest.mark.long)])
def test_it_remembers_nothing_and_gives_its_reasons_in_a_sentence_and_hides_what_is_hidden(turns: int) -> None:
    """A captain that joins at one of the first moments gives the same answers as one that has played from the start."""
    asked = 0
    match, players = Match(setup(7)), [Captain(14), Captain(15)]
    reasons: set[str] = set()
    of: set[str] = set()
    while match.decision is not None and match.state.turn <= turns:
        decision = match.decision
        captain = players[decision.side]
        answer = ask(match, captain)
        if asked < 25 and decision.kind in ("activate", "declare", "deploy"):
            assert ask(match, Captain(14 + decision.side)) == answer
            asked += 1
        hidden = decision.subject in match.state.models and not match.state.models[decision.subject].public
        assert not hidden or not captain.reason
        reasons.add(captain.reason)
        of |= {decision.kind} if captain.reason else set()
        match.answer(answer)
    assert asked == 25 and of >= {"deploy", "activate", "declare", "menu", "autofire"} and "plan" not in of
    assert len(reasons) > 10 and not any(text.endswith(".") for text in reasons)
    assert all(captain.reason == captain.reason for captain in players)


def test_its_proposals_can_be_taken() -> None:
    match, players = Match(setup(8)), [Captain(16), Captain(17)]
    taken = 0
    while match.decision is not None and taken < 12:
        decision = match.decision
        captain, seen = players[decision.side], match.view(decision.side)
        asked = decision.on(seen)
        found = captain.proposals(asked, seen, 3)
        assert len(found) <= 3 and found == sorted(found, key=lambda proposal: -proposal.value)
        if decision.kind == "activate":
            answer = captain.take(found[-1], asked, seen)
            taken += 1
        else:
            answer = captain.choose(asked, seen)
        assert decision.check(answer) is None
        match.answer(answer)
    assert taken == 12


@pytest.mark.parametrize("side", [1, pytest.param(0, marks=pytest.mark.long)])
def test_it_beats_random(side: int) -> None:
    names = ("captain", "random") if side == 0 else ("random", "captain")
    assert duel(2, names, PAIRS[2]).state.winner == side


@pytest.mark.parametrize("name", ["bold", "steady", "wary"])
def test_its_temperaments_have_names(name: str) -> None:
    captain = make_player(f"captain:{name}", 1)
    assert isinstance(captain, Captain) and captain.temperament is TEMPERAMENTS[name]
    assert Captain(1).temperament is TEMPERAMENTS["steady"]
