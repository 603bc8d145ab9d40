"""Tests of private games with assumed dice: they show what a player assumes, and don't reveal or use real dice."""

from __future__ import annotations

from typing import Any

import pytest

import jovian
from jovian import TYPICAL
from jovian.dice.stream import typical
from jovian.game.events import Rolled
from jovian.match import Match
from jovian.match.play_loop import step
from jovian.players import make_player
from tests.games import setup


def before_an_attack() -> Match:
    """Return a game in which the current side can attack."""
    match, player = Match(setup(3)), make_player("ensign", 3)
    while match.decision is None or match.decision.kind != "menu" or not _attack(match):
        step(match, player)
    return match


def _attack(match: Match) -> Any:
    assert match.decision is not None
    attacks = jovian.attacks(match.view(match.decision.side), match.decision.subject)
    return next((each.answer for each in attacks if match.check(each.answer) is None), None)


def _rolled_faces(match: Match, key: bytes, *dice: Any) -> list[tuple[int, ...]]:
    """Return the faces of the pools rolled in a private game from the attack to the next menu."""
    assert match.decision is not None
    side = match.decision.side
    view = match.view(side)
    assert view.trial is not None
    trial = view.trial(key, *dice)
    trial.answer(_attack(match))
    while trial.decision is not None and trial.decision.kind != "menu":
        trial.answer(trial.decision.default())
    return [fell for fell in trial.state.rolled_faces if len(fell) > 1]


def test_typical_dice_are_the_same_whatever_the_key() -> None:
    match = before_an_attack()
    digest, answers = match.state.digest(), len(match.journal)
    told = [_rolled_faces(match, key, TYPICAL) for key in (b"one", b"two")]
    assert told[0] == told[1] and told[0]
    assert _rolled_faces(match, b"one") != _rolled_faces(match, b"two")
    assert (match.state.digest(), len(match.journal)) == (digest, answers)


def test_given_dice_fall_first() -> None:
    match = before_an_attack()
    fell = _rolled_faces(match, b"one")[0]
    given = tuple(1 + face % 6 for face in fell)
    assert _rolled_faces(match, b"one", (given,))[0] == given
    assert _rolled_faces(match, b"one", (given, *TYPICAL))[0] == given
    longer = (*given, 1, 1, 1, 1, 1, 1, 1, 1)
    assert _rolled_faces(match, b"one", (longer,))[0] == fell


def test_the_real_dice_are_neither_told_nor_used() -> None:
    match, twin = before_an_attack(), before_an_attack()
    _rolled_faces(match, b"one", TYPICAL)
    for each in (match, twin):
        each.answer(_attack(each))
    assert match.state.digest() == twin.state.digest()
    assert [each.event for each in match.events.entries] == [each.event for each in twin.events.entries]
    assert list(match.events.of(Rolled))


@pytest.mark.parametrize("faces", [(0,), (7,), (True,), ("6",)])
def test_faces_that_no_die_has_are_refused(faces: Any) -> None:
    match = before_an_attack()
    assert match.decision is not None
    view = match.view(match.decision.side)
    assert view.trial is not None
    with pytest.raises(ValueError, match="dice show 1 to 6"):
        view.trial(b"one", (faces,))


def test_whole_games_end_with_typical_dice() -> None:
    """No roll repeats forever."""
    match, player = Match(setup(5)), make_player("random", 5)
    assert match.decision is not None
    view = match.view(match.decision.side)
    assert view.trial is not None
    trial = view.trial(b"on", TYPICAL)
    while trial.decision is not None:
        step(trial, player)
    assert trial.over


def test_a_typical_throw_is_of_its_pool_and_neither_best_nor_worst() -> None:
    for base in range(1, 9):
        for flex in range(3):
            faces = typical(base, flex, 1)
            assert len(faces) == base + flex + 1 and all(1 <= face <= 6 for face in faces)
    assert len(set(typical(8)[:8])) > 1
    assert typical(6) == typical(6)


def test_the_score_is_in_the_view() -> None:
    match, player = Match(setup(5)), make_player("random", 5)
    while match.decision is not None:
        last = [jovian.current_score(match.view(side)).scores for side in (0, 1)]
        step(match, player)
    assert all(scores[0].victory >= 0 for scores in last)
    assert jovian.current_score(match.view(0)).scores == match.state.scores
