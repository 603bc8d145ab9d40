"""At any moment of a game, the guesses fit a side's knowledge, and hidden facts don't affect them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from jovian.game import EMBARKED, Model, State
from jovian.game.game import is_stranger
from jovian.match import Match
from jovian.match.knowledge import knowledge
from jovian.rehearsal.hidden_info import Unknown, imagined
from tests.games import setup
from tests.match.test_secrecy import play
from tests.rehearsal.test_imagining import SQUADRONS, disturb, visible_results
from tests.rules_api import models_aboard, victory_value

FLEETS = (SQUADRONS, ("venusian-squadrons-250", "jovian-squadrons-250"), ("cega-250", "venusian-250"))
FAR = 220
"""The number of answers of a game to choose moments from: deployment and the first activations."""
MOMENTS = st.builds(lambda game, answers: (game, answers), st.integers(0, len(FLEETS) - 1), st.integers(0, FAR))
SIDES, KEYS = st.integers(0, 1), st.binary(min_size=1, max_size=8)


@cache
def game(number: int) -> Match:
    """Return a random game with most squadrons aboard."""
    match = Match(setup(number, FLEETS[number]), keep_all=True)
    for _ in play(match, number):
        if len(match.journal) == FAR:
            break
    return match


def at(moment: tuple[int, int]) -> Match:
    number, answers = moment
    return game(number).fork_at(min(answers, FAR))


def known(state: State) -> dict[str, tuple[Any, ...]]:
    """Return what a view shows of the models that its side knows."""
    return {
        model.id: visible_facts(model) for model in state.models.values() if not is_stranger(model) and model.public
    }


def visible_facts(model: Model) -> tuple[Any, ...]:
    return (
        model.open_card.key, model.name, model.side, model.owner, model.place, model.host, model.pose,
        dict(model.marks), frozenset(model.damaged), dict(model.states), model.activated,
    )  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(MOMENTS, SIDES, KEYS)
@example((0, 125), 1, b"one is aboard: else no choice")
@example((2, 91), 0, b"nothing aboard is left to act")
def test_what_is_drawn_fits_everything_that_the_side_knows(moment: tuple[int, int], side: int, key: bytes) -> None:
    match = at(moment)
    assert match.decision is not None
    found = knowledge(match, side)
    drawn = imagined(Unknown.of(found), key)
    before, after = match.view(side), drawn.view(side)
    if not match.decision.sealed and not found.is_choice_open:
        assert drawn.decision is not None
        assert (drawn.decision.side, drawn.decision.kind) == (match.decision.side, match.decision.kind)
        assert known(after) == known(before)
        assert after.unseen == before.unseen
        assert (after.turn, after.phase, after.scores, after.initiative) == (
            before.turn, before.phase, before.scores, before.initiative,
        )  # fmt: skip
        assert {ident: piece.digested() for ident, piece in after.terrain.items()} == {
            ident: piece.digested() for ident, piece in before.terrain.items()
        }
    own = {model.id for model in match.state.models.values() if model.owner == side}
    assert own == {model.id for model in drawn.state.models.values() if model.owner == side}
    foes = [model for model in drawn.state.models.values() if model.owner != side]
    fleet = match.setup.fleets[1 - side]
    assert {model.card.faction for model in foes if not model.is_drone} <= {fleet.faction}
    assert sum(victory_value(model) for model in foes if not model.is_drone) <= fleet.size
    assert all(len(models_aboard(drawn.state, ship)) <= ship.card.level("Hangers") for ship in foes if ship.is_capital)
    assert len({model.id for model in drawn.state.models.values()}) == len(drawn.state.models)
    assert Counter(model.host for model in foes if model.place == EMBARKED).keys() <= {ship.id for ship in foes}


@settings(max_examples=20, deadline=None)
@given(MOMENTS, SIDES, KEYS)
def test_nothing_hidden_has_a_say_wherever_a_game_stands(moment: tuple[int, int], side: int, key: bytes) -> None:
    match = at(moment)
    heard = visible_results(match.fork(), side, key, far=3)
    disturb(match, side)
    assert visible_results(match, side, key, far=3) == heard
