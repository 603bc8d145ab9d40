"""Tests of common dice, which depend on the roll's purpose: equal in games that differ, fair, and unpredictable."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import pytest

from jovian.game import Game
from jovian.game.events import Rolled
from jovian.match import Match
from jovian.match.entries import Diverged, Reseeded
from jovian.match.lookahead import Trial
from jovian.match.saves import from_data, to_data
from tests.rehearsal.positions import AHEAD, PASS, SHOOT, last_shot
from tests.rules_api import one_die

KEYS = 400


def key(number: int) -> bytes:
    return number.to_bytes(32, "big")


def after(number: int, *orders: Any, common: bool = True) -> Match:
    """Return the gunner's position with dice of a key, after this number of orders."""
    match = last_shot()
    match.reseed(key(number), common=common)
    for order in orders:
        match.answer(order[1])
    return match


def shot(match: Match) -> tuple[int, ...]:
    """Return the faces of the last roll."""
    return next(e.event.faces.base for e in reversed(match.events.entries) if isinstance(e.event, Rolled))


def test_the_same_shot_falls_the_same_whatever_was_answered_before() -> None:
    at_once = [shot(after(number, SHOOT)) for number in range(20)]
    later = [shot(after(number, AHEAD, SHOOT)) for number in range(20)]
    assert [faces[:3] for faces in later] == at_once
    assert len(set(at_once)) > 10
    assert [shot(after(number, AHEAD, SHOOT, common=False))[:3] for number in range(20)] != at_once


def test_each_face_is_as_likely_as_any_other() -> None:
    fell = [shot(after(number, SHOOT)) for number in range(KEYS)]
    counts = Counter(face for faces in fell for face in faces)
    dice = sum(map(len, fell))
    assert set(counts) == set(range(1, 7))
    assert all(abs(times - dice / 6) < 4 * sqrt(dice * 5 / 36) for times in counts.values())
    alike = sum(faces[0] == faces[1] for faces in fell)
    assert abs(alike - KEYS / 6) < 4 * sqrt(KEYS * 5 / 36), "one die tells nothing of the next"


def test_a_second_throw_for_the_same_is_another_one_and_so_is_that_of_another_turn() -> None:
    throws = [thrown(number, turn) for number in range(40) for turn in (1, 2)]
    assert len(set(throws)) > 20
    assert len({first == second for first, second in throws}) == 2, "alike or not, as it falls"
    assert [thrown(number, 1) for number in range(40)] != [thrown(number, 2) for number in range(40)]


def thrown(number: int, turn: int) -> tuple[int, int]:
    """Return two rolls of a die for the same purpose in a turn."""
    match = after(number)
    match.state.turn = turn
    game = Game(match.state, match.events)
    for _ in range(2):
        for _ in one_die(game, 0, "a throw"):
            pass
    faces = [entry.event.faces.base[0] for entry in match.events.entries if isinstance(entry.event, Rolled)]
    return faces[-2], faces[-1]


def test_a_save_of_such_a_game_is_played_again_to_the_letter() -> None:
    match = after(7, AHEAD, SHOOT, PASS)
    again = from_data(to_data(match), "a save")
    assert again.state.digest() == match.state.digest()
    assert Reseeded(key(7), common=True) in again.journal


@pytest.mark.parametrize("entry", [["reseed", "00", "other"], ["reseed", "00", "common", 1], ["reseed"], ["reseed", 1]])
def test_another_way_of_dice_is_none(entry: list[Any]) -> None:
    data = to_data(last_shot())
    data["journal"].append(entry)
    data.pop("seal")
    with pytest.raises(Diverged, match="answer 2: a reseed needs a key in hexadecimal"):
        from_data(data, "a save")


def test_nobody_who_plays_knows_them() -> None:
    match = after(3)
    seen = match.view(0)
    assert seen.common is None and seen.trial is not None
    trial = seen.trial(b"another key")
    assert trial.state.common is None
    fell = [tried(match, number) for number in range(20)]
    assert len(set(fell)) > 10, "its own dice fall in a look ahead"


def tried(match: Match, number: int) -> tuple[tuple[int, ...], ...]:
    """Return the dice rolled in a private game."""
    trial = match.view(0).trial
    assert trial is not None
    private: Trial = trial(key(number))
    private.answer(SHOOT[1])
    return private.state.rolled_faces


def test_a_game_has_none_unless_it_is_told_so() -> None:
    match = last_shot()
    assert match.state.common is None
    match.reseed(key(1))
    assert match.state.common is None


def in_a_trial(number: int, *orders: Any, common: bool = True) -> tuple[int, ...]:
    """Return the faces of the last pool rolled in a private game after this number of orders."""
    match = last_shot()
    assert match.decision is not None
    view = match.view(match.decision.side)
    assert view.trial is not None
    trial = view.trial(key(number), common=common)
    for order in orders:
        trial.answer(order[1])
    return tuple(next(fell for fell in reversed(trial.state.rolled_faces) if len(fell) > 1))


def test_private_games_have_them_too_where_they_are_asked_for() -> None:
    at_once = [in_a_trial(number, SHOOT) for number in range(20)]
    assert [in_a_trial(number, AHEAD, SHOOT)[:3] for number in range(20)] == [faces[:3] for faces in at_once]
    assert len(set(at_once)) > 10
    assert [in_a_trial(number, AHEAD, SHOOT, common=False)[:3] for number in range(20)] != [
        in_a_trial(number, SHOOT, common=False)[:3] for number in range(20)
    ]
