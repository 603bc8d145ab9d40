"""Tests of the JSON form of what one side may know: views, questions, events, and private games made from it."""

from __future__ import annotations

import json
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from jovian.cards import scenario_names
from jovian.game import Activation, Model, State
from jovian.game.game import OPEN
from jovian.match import Match
from jovian.match.entries import Refused
from jovian.match.saves import replay_entry
from jovian.match.seen_json import MODEL_VALUES, NOT_WRITTEN, ActivationJson, StateJson, setup_to_json
from jovian.match.seen_match import SeenMatch
from jovian.match.seen_moments import SeenReader, SeenWriter
from tests.games import finished, setup
from tests.match.reachable import content
from tests.match.test_secrecy import PAIRS, SEED, play
from tests.rules_api import OPTIONS
from tests.test_twins import question

SIDES = (0, 1, OPEN)


class Guest:
    """A side that reads only the moments of a match."""

    def __init__(self, match: Match, side: int) -> None:
        self.side, self.writer = side, SeenWriter(side)
        game = setup_to_json(match.setup.scenario, match.setup.options, manual=match.setup.manual)
        self.reader = SeenReader(through_json(game), side, "the host")
        self.match = SeenMatch(self.reader, match.answer)
        self.received = 0

    def follow(self, match: Match) -> None:
        """Receive the present moment, if there is anything new in it."""
        moment = self.writer.moment(match)
        if moment is not None:
            data = through_json(moment)
            self.received += 1
            self.match.show(self.reader.read(data))


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data, allow_nan=False))


def seen(state: State) -> Any:
    """Return everything in a view. The files of cards aren't sent."""
    return json.loads(json.dumps(content(state), default=repr))


def assert_the_same_is_known(match: Match, guest: Guest) -> None:
    view, own = match.view(guest.side), guest.match.view(guest.side)
    assert [x for x in zip(seen(own), seen(view), strict=True) if x[0] != x[1]] == []
    assert own.digest() == view.digest() and own.rulebook == view.rulebook
    theirs = guest.match.events.entries
    assert theirs == match.events.seen_by(guest.side)
    asked, own_asked = match.decision, guest.match.decision
    assert (asked and asked.side) == (own_asked and own_asked.side)
    if asked is not None and own_asked is not None and asked.side == guest.side:
        assert question(own_asked, own) == question(asked, view)
    assert guest.match.can_undo() == match.can_undo()


def test_all_values_are_written() -> None:
    """A new value of a state needs a place in the JSON form, or among those that follow from something else."""
    own = {"models", "terrain", "order", "activation", "paused", "drone_cards"}
    assert {*State.__slots__} == ({*StateJson.__annotations__} | {*NOT_WRITTEN} | own) - {"order"}
    assert {*Model.__slots__} == {*MODEL_VALUES, "id", "card", "owner", "base"}
    assert {*Activation.__slots__} == {*ActivationJson.__annotations__}


def follow_game(match: Match, seed: int, length: int, every: int) -> None:
    """Play at random with some answers undone, and compare what the guests know."""
    guests, rng = [Guest(match, side) for side in SIDES], Random(seed)
    for number in range(length):
        for guest in guests:
            guest.follow(match)
            if not number % every or match.over:
                assert_the_same_is_known(match, guest)
        if match.decision is None:
            break
        if number > 5 and rng.random() < 0.1:
            match.seek(len(match.journal) - rng.randrange(1, 4))
        else:
            match.answer(match.decision.sample(rng).to_json())


@pytest.mark.parametrize("scenario", scenario_names())
def test_a_guest_knows_what_its_side_knows(scenario: str) -> None:
    follow_game(Match(setup(SEED, scenario=scenario), keep_all=True), 7, 60, 8)


OLDER = {name: option.values[-1] for name, option in OPTIONS.items() if len(option.values) > 1}
"""The last value of each option of the rules."""


@pytest.mark.parametrize(("options", "manual"), [(OLDER, False), ({}, True)], ids=["options", "real dice"])
def test_a_guest_knows_a_game_with_options_or_real_dice(options: dict[str, str], manual: bool) -> None:
    start = replace(setup(SEED, PAIRS[2], **options), manual=manual)
    follow_game(Match(start, keep_all=True), 3, 120, 10)


def test_a_guest_knows_a_whole_game() -> None:
    over = finished(9)
    match = Match(over.setup)
    guests = [Guest(match, side) for side in SIDES]
    for number, entry in enumerate([None, *over.journal]):
        assert entry is None or replay_entry(match, entry)
        for guest in guests[number % 3 :: 3]:
            guest.follow(match)
    for guest in guests:
        guest.follow(match)
        assert_the_same_is_known(match, guest)
    assert match.over and guests[0].match.over
    assert all(guest.received < len(over.journal) for guest in guests)


@pytest.mark.long
@pytest.mark.parametrize("fleets", PAIRS)
@pytest.mark.parametrize("scenario", scenario_names())
def test_guests_know_whole_games(scenario: str, fleets: tuple[str, str]) -> None:
    follow_game(Match(setup(SEED, fleets, scenario), keep_all=True), 11, 2000, 3)


# --- What a guest can do ---


def test_a_guest_finds_the_same_refusals_and_private_games() -> None:
    match, rng = Match(setup(SEED, PAIRS[4]), keep_all=True), Random(2)
    guest, refused, stepped = Guest(match, 0), 0, 0
    for number, decision in enumerate(play(match, 5)):
        guest.follow(match)
        if decision.side == 0 and not number % 3:
            wrong = [decision.sample(rng).to_json(), ["fly", [[1.0, 2.0]]], ["move", 50.0], ["end"], ["attack", 3], "x"]
            assert [guest.match.check(choice) for choice in wrong] == [match.check(choice) for choice in wrong]
            refused += sum(match.check(choice) is not None for choice in wrong)
            one, other = (course.view(0).trial for course in (match, guest.match))
            assert one is not None and other is not None
            games = one(b"same key"), other(b"same key")
            for _ in range(6):
                if (asked := games[0].decision) is not None:
                    choice = asked.sample(rng).to_json()
                    for game in games:
                        game.answer(choice)
                assert games[0].state.digest() == games[1].state.digest()
                stepped += 1
        if number > 130:
            break
    assert refused > 60 and stepped > 100


def test_a_guest_answers() -> None:
    match = Match(setup(SEED))
    guests = [Guest(match, side) for side in (0, 1)]
    rng = Random(1)
    for _ in range(80):
        for guest in guests:
            guest.follow(match)
        decision = match.decision
        assert decision is not None
        guests[decision.side].match.answer(decision.sample(rng).to_json())
        other = guests[1 - decision.side].match
        with pytest.raises(Refused, match=r"The other side is to answer\."):
            other.answer(["end"])
    assert len(match.journal) == 80
    with pytest.raises(Refused):
        guests[0].match.answer(["nothing"])


# --- Damaged moments ---


def test_damaged_moments_give_one_line_and_change_nothing() -> None:
    """Each value is replaced by another, in the first moment and in later ones."""
    match, rng, refused = Match(setup(SEED, PAIRS[1])), Random(8), 0
    guest, moments = Guest(match, 0), list[str]()
    for number, _ in enumerate(play(match, 5)):
        if (moment := guest.writer.moment(match)) is not None:
            moments.append(json.dumps(moment))
        if number > 40:
            break
    for raw in moments:
        for _ in range(40):
            wrong, before = damaged(json.loads(raw), rng), copy(guest.reader)
            try:
                guest.reader.read(wrong)
            except ValueError as error:
                assert "\n" not in str(error) and len(str(error)) < 300
                refused += 1
            else:
                guest.reader = copy(before)
        guest.match.show(guest.reader.read(json.loads(raw)))
    assert refused > 500
    assert_the_same_is_known(match, guest)


def damaged(data: Any, rng: Random) -> Any:
    """Return JSON in which one value, at any depth, is another."""
    place, key = data, rng.choice(list(data))
    while isinstance(place[key], (dict, list)) and place[key] and rng.random() < 0.9:
        place = place[key]
        key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
    place[key] = rng.choice([None, True, -1, 0.5, 10**12, "", "x", "x\n", [], {}, [1], {"a": 1}, [[]]])
    return data
