"""Tests of copies as one side may know a game: what they show, that they hold no secret, and damaged files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.cards import scenario_names, unit_cards
from jovian.cards.card_json import card_to_json, read_card
from jovian.dice import format_seed
from jovian.game import State, view
from jovian.match import Match, SaveError, Setup
from jovian.match.files import SEAL_KEY, seal_text
from jovian.match.saves import load, replay_entry, save
from jovian.side_copy import SideCopy, copy_data, copy_text, load_copy, save_copy
from tests.commands import run
from tests.games import finished, manned, setup
from tests.match.test_secrecy import PAIRS, SEED, hidden, play

Data = dict[str, Any]
SIDES = (0, 1)


def played(start: Setup, answers: int, seed: int = 5) -> Match:
    """Return a match after some random answers."""
    match = Match(start)
    for number, _ in enumerate(play(match, seed)):
        if number == answers:
            break
    return match


@cache
def early(fleets: tuple[str, str]) -> Match:
    """Return a game in which both sides still hide models. Tests must not change it."""
    match = Match(setup(SEED, fleets))
    for number, decision in enumerate(play(match, 4)):
        if number > 30 and not decision.sealed and all(len(hidden(match, side)) > 1 for side in SIDES):
            break
        if number > 80:
            break
    return match


@pytest.fixture(scope="module")
def over() -> Match:
    """Return a finished game."""
    return finished(9)


def copied(match: Match, side: int, folder: Path) -> SideCopy:
    save_copy(match, side, folder / "copy.json")
    return load_copy(folder / "copy.json")


def known(state: State) -> Data:
    """Return everything about a state that a copy must show."""
    act = state.activation
    return {
        "models": {model.id: (model.digested(), model.card, model.name, model.cargo) for model in state.models.values()},
        "terrain": {piece.id: (piece.digested(), piece.outline, piece.still) for piece in state.terrain.values()},
        "active": (act.model, act.action) if act is not None else None, "scenario": state.scenario,
        "rulebook": state.rulebook, "options": state.options, "unseen": state.unseen, "notes": state.notes,
        "moment": (state.turn, state.phase, state.stage, state.initiative, state.side_to_go),
        "end": (state.over, state.winner, state.scores), "viewer": state.viewer,
    }  # fmt: skip


# --- What a copy shows ---


@pytest.mark.parametrize("side", SIDES)
def test_each_moment_is_the_view_of_the_side(side: int, tmp_path: Path) -> None:
    match = played(setup(SEED, PAIRS[5]), 260)
    copy = copied(match, side, tmp_path)
    live, views = Match(match.setup), []
    for entry in (None, *match.journal):
        assert entry is None or replay_entry(live, entry)
        views.append(known(view(live.state, side)))
    shown = [known(state) for state in copy.states]
    assert len(shown) > 150 and all(moment in views for moment in shown)
    assert shown[0] == views[0] and shown[-1] == views[-1]
    assert [event["n"] for event in copy.events] == list(range(copy.event_counts[-1]))
    assert [*copy.events] == json.loads(json.dumps([entry.to_json() for entry in match.events.seen_by(side)]))
    words = [line.text for line in copy.lines]
    assert any(" fires " in text for text in words) and len(copy.lines_until(100)) < len(words)
    assert copy.lines_until(len(copy.states) - 1) == copy.lines


@pytest.mark.parametrize("scenario", scenario_names())
def test_every_scenario_can_be_copied(scenario: str, tmp_path: Path) -> None:
    match = played(setup(SEED, scenario=scenario), 60)
    copy = copied(match, 1, tmp_path)
    assert known(copy.states[-1]) == known(view(match.state, 1)) and copy.scenario.name == match.setup.scenario.name


def test_stations_with_rolled_ratings_are_copied(tmp_path: Path) -> None:
    match = played(manned(3), 60)
    assert known(copied(match, 0, tmp_path).states[-1]) == known(view(match.state, 0))


def test_a_finished_game_is_copied_whole(over: Match, tmp_path: Path) -> None:
    one, other = (copy_data(over, side) for side in SIDES)
    assert {key for key in one if one[key] != other[key]} == {"side", "contains"}
    copy = copied(over, 1, tmp_path)
    assert copy.is_whole and "nothing hidden" in copy.about and copy.states[-1].viewer is None
    assert {**known(copy.states[-1]), "viewer": None} == known(over.state)
    assert len(copy.events) == len(over.events) and len(copy.states) > 200
    assert str(over.setup.seed) not in {*copy.lines[0].text.split()} and "seed" not in copy.events[0]


# --- What a copy hides ---


@pytest.mark.parametrize("fleets", PAIRS)
def test_no_secret_is_in_the_bytes(fleets: tuple[str, str]) -> None:
    match = early(fleets)
    for side in SIDES:
        text, unknown = copy_text(match, side), hidden(match, side)
        shown = [model for model in match.state.models.values() if model not in unknown]
        secrets = {model.id for model in unknown} | {model.name for model in unknown} - {model.name for model in shown}
        secrets |= {model.card.key for model in unknown} - {model.card.key for model in shown}
        secrets |= {format_seed(SEED), str(SEED), f"{SEED:x}", match.state.chain.hex(), *match.setup.scenario.fleets}
        assert [secret for secret in secrets if f'"{secret}"' in text] == []
        assert not any(secret in text for secret in secrets if len(secret) > 12), side
        assert sum(secret in text for secret in {model.id for model in shown}) == len(shown)


def permuted(match: Match, side: int, order: list[int]) -> Match | None:
    """Return the game with the lines that a side doesn't know in another order, None if it couldn't be like that."""
    ids = [model.id for model in match.state.models.values() if model.owner != side]
    unknown = {model.id for model in hidden(match, side)}
    places = [number for number, model_id in enumerate(ids) if model_id in unknown]
    fleet = match.setup.fleets[1 - side]
    entries = list(fleet.entries)
    shuffled = sorted(places, key=lambda place: (order[place % len(order)], place))
    for place, other in zip(places, shuffled, strict=True):
        entries[place] = fleet.entries[other]
    if entries == list(fleet.entries):
        return None
    fleets = list(match.setup.fleets)
    fleets[1 - side] = replace(fleet, entries=tuple(entries))
    twin = Match(replace(match.setup, fleets=tuple(fleets)))
    return twin if all(replay_entry(twin, entry) for entry in match.journal) else None


SEEN: dict[bool, int] = {True: 0, False: 0}
"""How many permutations were possible, and how many weren't."""


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PAIRS), st.sampled_from(SIDES), st.lists(st.integers(0, 99), min_size=5, max_size=12))
def test_permuting_what_is_hidden_changes_no_byte(fleets: tuple[str, str], side: int, order: list[int]) -> None:
    match = early(fleets)
    twin = permuted(match, side, order)
    SEEN[twin is not None] += 1
    if twin is not None:
        assert copy_text(twin, side) == copy_text(match, side)
        assert copy_text(twin, 1 - side) != copy_text(match, 1 - side)


def test_some_permutations_were_possible() -> None:
    assert SEEN[True] > 10


def sealed_games() -> Iterator[Match]:
    """Yield games in which one half of a secret pair of answers is given."""
    for seed in range(6):
        match = Match(setup(SEED + seed, ("jovian-squadrons-250", "cega-squadrons-250")))
        for decision in play(match, seed):
            if decision.sealed:
                yield match
                break


def test_pending_answers_change_no_byte() -> None:
    tried = 0
    for match in sealed_games():
        before = match.fork_at(len(match.journal) - 1)
        texts = [copy_text(match, side) for side in SIDES]
        assert before.decision is not None
        for option in list(before.decision.options())[:4]:
            other = before.fork()
            other.answer(option.choice)
            tried += other.journal[-1] != match.journal[-1]
            assert [copy_text(other, side) for side in SIDES] == texts
    assert tried > 3


def test_a_rehearsal_does_not_copy_its_undone_answers_and_branches(tmp_path: Path) -> None:
    match = played(setup(SEED, rehearsal="on"), 40)
    text = copy_text(match, 0)
    match.keep_branch("A plan that nobody knows")
    decision = match.decision
    assert decision is not None
    match.answer(decision.default())
    match.undo()
    assert match.undone and copy_text(match, 0) == text
    save(match, tmp_path / "save.json", {"seats": ["human", "human"]})
    assert copy_text(load(tmp_path / "save.json"), 0) == text
