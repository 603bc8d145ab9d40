"""The cadet: it makes mistakes by its seed, beats random play, and does nothing absurd."""

from __future__ import annotations

import pytest

from jovian.match import Match
from jovian.match.play_loop import step
from jovian.players import make_player
from jovian.players.cadet import GOOD_SHARE, MAX_LOSS, Mistakes
from jovian.players.evaluation.gunnery import Salvo
from jovian.players.evaluation.moves import MoveValue
from jovian.players.orders import FULL, ValuedMove
from tests.games import setup
from tests.players.test_players import PAIRS, duel


@pytest.mark.parametrize("answers", [150, pytest.param(9999, marks=pytest.mark.long)])
def test_its_seed_gives_its_game(answers: int) -> None:
    """In a long run, these are whole games."""
    digests = {}
    for seed in (1, 1, 2):
        match = Match(setup(4))
        players = make_player("cadet", seed), make_player("random", 4)
        while match.decision is not None and len(match.journal) < answers:
            step(match, players[match.decision.side])
        assert match.over or len(match.journal) == answers
        digests.setdefault(seed, set()).add(match.state.digest())
    assert len(digests[1]) == 1 and digests[1] != digests[2]


@pytest.mark.parametrize("side", [1, pytest.param(0, marks=pytest.mark.long)])
def test_it_beats_random_and_stays_on_the_table(side: int) -> None:
    match = duel(2, ("cadet", "random") if side == 0 else ("random", "cadet"), PAIRS[1])
    assert match.state.winner == side
    own = [model for model in match.state.models.values() if model.owner == side and model.place == "withdrawn"]
    declared = [entry.choice for entry in match.journal if entry.side == side and entry.kind == "declare"]
    asked = [choice for choice in declared if "withdraw" in choice]
    assert len(own) <= len(asked)


def test_it_does_not_always_take_the_best_and_nothing_absurd() -> None:
    state = Match(setup(4)).view(0)
    model = state.side_models(0)[0]
    ends = [ValuedMove((), MoveValue(float(worth), 0.0)) for worth in (0, -MAX_LOSS / 2, -2 * MAX_LOSS, -1000)]
    salvos = [Salvo(-value, "attack", (), "", ()) for value in (10.0, 9.0, 10 * GOOD_SHARE, 1.0)]
    ranks: set[tuple[int, int]] = set()
    for seed in range(60):
        mistakes = Mistakes(seed)
        end, fire = mistakes.end(state, model, ends[::-1]), mistakes.fire(state, model, salvos)
        ranks.add((ends.index(end), salvos.index(fire)))
    assert {end for end, _ in ranks} <= {0, 1} and {fire for _, fire in ranks} == {0, 1, 2}
    assert FULL.end(state, model, ends) is ends[0] and FULL.fire(state, model, salvos) is salvos[0]


@pytest.mark.long
def test_it_is_between_random_and_the_ensign() -> None:
    won = {"random": 0.0, "ensign": 0.0}
    for against in won:
        for seed in range(48):
            names = ("cadet", against) if seed % 2 == 0 else (against, "cadet")
            winner = duel(900 + seed // 2, names, PAIRS[seed // 2 % 3]).state.winner
            won[against] += 0.5 if winner is None else winner == seed % 2
    assert won["random"] >= 0.8 * 48 and won["ensign"] <= 0.35 * 48
