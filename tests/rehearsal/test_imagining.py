"""Rehearsals from one side's knowledge: hidden facts change nothing, and the guesses are possible."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from jovian.cards import fleet_names, load_fleet, scenario_names, unit_cards
from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.cards.fleet_builder import hold
from jovian.cards.names import CARGO
from jovian.game import EMBARKED, RESERVE, WITHDRAWN, Decision, Model
from jovian.match import Match
from jovian.match.knowledge import knowledge
from jovian.match.play_loop import step
from jovian.players import make_player
from jovian.rehearsal.comparison import rehearse
from jovian.rehearsal.game import GameJob, RehearsalSpec, Start, guessed_facts, open_game, play_one
from jovian.rehearsal.hidden_info import Unknown, drawn, imagined
from jovian.rehearsal.workers import Here
from tests.games import setup
from tests.match.reachable import content
from tests.match.test_secrecy import play, swap
from tests.match.test_secret_weapons import LOADS, raid
from tests.rehearsal.test_rehearsing import two_workers
from tests.rules_api import models_aboard, victory_value

RANDOM = ("random", "random")
SQUADRONS = ("jovian-squadrons-250", "cega-squadrons-250")
FAR = 12
"""The number of answers of a game to compare."""


def visible_results(match: Match, side: int, key: bytes = b"key", far: int = FAR) -> tuple[Any, ...]:
    """Return what a side can learn from a rehearsal: the guesses, and how a game continues."""
    unknown = Unknown.of(knowledge(match, side))
    game = imagined(unknown, key)
    players = [make_player("random", seed) for seed in (1, 2)]
    played = []
    for _ in range(far):
        if game.decision is None:
            break
        played.append((game.state.digest(), game.decision.question()))
        step(game, players[game.decision.side])
    return drawn(unknown), played, content(game.state), game.journal, game.events.to_json()


def hidden(match: Match, side: int) -> list[Model]:
    return [model for model in match.state.models.values() if model.owner != side and not model.public]


def moments(match: Match, seed: int, most: int) -> Iterator[Decision]:
    """Yield some moments of a random game with full hangers: in deployment, then mostly between anchors."""
    rng, found = Random(seed), 0
    for decision in play(match, seed):
        if found == most:
            return
        share = 0.1 if match.state.phase != "activation" else 0.02 if decision.anchor else 0.15
        if rng.random() < share:
            found += 1
            yield decision


def disturb(match: Match, side: int) -> None:
    """Change everything that a side may not know: cards, cargo, seed, dice, and activations."""
    swap(match, side)
    match.setup = replace(match.setup, seed=match.setup.seed + 1)
    for state in (match.state, *(mark.state for mark in match._marks)):
        state.chain, state.rolls = bytes(32), state.rolls + 3
        for model in state.models.values():
            if model.side != side and hold(model.card):
                model.cargo = () if model.cargo else ("Marines",)
            if model.owner != side and not model.public and model.place == EMBARKED:
                model.activated = not model.activated and state.activation is None


@pytest.mark.parametrize("fleets", [SQUADRONS, ("venusian-250", "jovian-250")])
def test_nothing_hidden_changes_anything(fleets: tuple[str, str]) -> None:
    seen: Counter[str] = Counter()
    for number in range(2):
        match = Match(setup(number, fleets), keep_all=True)
        for decision in moments(match, number, 9):
            for side in (0, 1):
                before = visible_results(match.fork(), side)
                other = match.fork()
                disturb(other, side)
                assert visible_results(other, side) == before, (decision, side)
                seen["hidden"] += len(hidden(match, side)) > 1
                seen["asked" if decision.side == side else "waits"] += 1
                seen["between"] += not decision.anchor
    assert seen["hidden"] > 10 and seen["waits"] > 10 and seen["between"] > 6


def test_what_was_chosen_in_secret_changes_nothing() -> None:
    plans = 0
    for seed in range(8):
        match = Match(setup(seed, SQUADRONS))
        for decision in play(match, seed):
            if not decision.sealed:
                continue
            before = match.fork_at(len(match.journal) - 1)
            assert before.decision is not None and before.decision.secret
            heard = visible_results(match, decision.side, far=6)
            assert any("secret choice" in sentence for sentence in heard[0])
            for option in list(before.decision.options())[:4]:
                other = before.fork()
                other.answer(option.choice)
                assert visible_results(other, decision.side, far=6) == heard
                plans += other.journal[-1] != match.journal[-1]
            break
        if plans > 6:
            return
    pytest.fail("no secret choice was met")


def test_an_own_secret_choice_is_known() -> None:
    for decision in play(match := Match(setup(1, SQUADRONS)), 1):
        if decision.sealed:
            owner = 1 - decision.side
            game = imagined(Unknown.of(knowledge(match, owner)), b"key")
            assert game.decision is not None and game.decision.question() == decision.question()
            assert game.since(None)[-1] == match.journal[-1]
            return
    pytest.fail("no secret choice was met")


def test_the_weapons_under_cover_change_nothing() -> None:
    for seed in (1, 2):
        matches = [raid(seed, load) for load in LOADS]
        for match in matches:
            rng = Random(seed)
            while match.state.turn < 1 or match.state.phase == "deployment":
                assert match.decision is not None
                match.answer(match.decision.sample(rng).to_json())
        heard = [visible_results(match, 1) for match in matches]
        assert heard[0] == heard[1] == heard[2]
        assert any("hardpoints of Raider" in sentence for sentence in heard[0][0])
        with use_shelves(BUILTIN_SHELF):
            armed = {
                tuple(mount.weapon.name for mount in model.card.mounts)
                for key in range(6) for model in opened_by(matches[0], 1, bytes([key])) if model.is_concealed
            }  # fmt: skip
        assert len(armed) > 1


def opened_by(match: Match, side: int, key: bytes) -> list[Model]:
    """Return the models of the other side in a private game for a side."""
    game = imagined(Unknown.of(knowledge(match, side)), key)
    return [model for model in game.state.models.values() if model.owner != side]


def unpacked(data: dict[str, Any], side: int, order: list[int]) -> dict[str, Any]:
    """Return a save with the models of a fleet listed singly, with some numbers in another order."""
    fleet = data["setup"]["fleets"][side]
    units = [
        {**{key: value for key, value in unit.items() if key != "count"}, "name": f"{unit['name']} {number}"}
        for unit in fleet["units"] for number in range(unit.get("count", 1))
    ]  # fmt: skip
    mixed = list(units)
    for to, number in zip(sorted(order), order, strict=True):
        mixed[to] = units[number]
    fleets = list(data["setup"]["fleets"])
    fleets[side] = {**fleet, "units": mixed}
    return {**data, "setup": {**data["setup"], "fleets": fleets}, "digests": []}


def test_another_fleet_behind_the_same_front_gives_the_same_outcomes() -> None:
    """From the text of a save: other hidden models and other dice give the same result."""
    match = Match(setup(5, SQUADRONS))
    for decision in play(match, 5):
        if match.state.turn == 1 and match.state.phase == "activation" and decision.side == 0:
            break
    numbers = [number for number, model in enumerate(m for m in match.state.models.values() if m.owner == 1)
               if not model.public]  # fmt: skip
    assert len(numbers) > 2
    text = json.loads(Start.of(match).game)
    count, outcomes, words = len(match.journal), [], []
    for order, dice in ((numbers, "00" * 32), ([*numbers[1:], numbers[0]], "ff" * 32)):
        data = unpacked(text, 1, order)
        data["journal"] = [*data["journal"], ["reseed", dice]]
        start = Start(json.dumps(data), count + 1, knowing=0)
        outcomes.append([play_one(GameJob(start, RANDOM, 1, number, turns=1)) for number in range(2)])
        words.append(guessed_facts(start))
    assert outcomes[0] == outcomes[1] and words[0] == words[1] != ()


def test_any_workers_give_the_same_answer() -> None:
    ask = RehearsalSpec(Start.of(next_activation(), knowing=1), RANDOM, 7, games=3, turns=1)
    with two_workers() as two:
        assert list(rehearse(ask, two)) == list(rehearse(ask, Here()))


def next_activation(seed: int = 5, fleets: tuple[str, str] = SQUADRONS) -> Match:
    """Return a random game with full hangers at its first activation."""
    match = Match(setup(seed, fleets))
    for _ in play(match, seed):
        if match.state.phase == "activation":
            break
    return match


def test_drawn_models_are_called_by_their_cards_and_known_ones_by_their_names() -> None:
    match = next_activation()
    outcome = play_one(GameJob(Start.of(match, knowing=0), RANDOM, 1, 0, turns=1))
    secret = {model.name for model in hidden(match, 0)} | {model.id for model in hidden(match, 0)}
    cards = {card.name for card in unit_cards().values()} | set(unit_cards())
    assert not secret & {text for fate in outcome.fates for text in (fate.who, fate.name, fate.by)} - cards
    drawn_ones = [fate for fate in outcome.fates if fate.who in unit_cards() and not unit_cards()[fate.who].drone]
    assert drawn_ones and all(fate.name == unit_cards()[fate.who].name for fate in drawn_ones)
    known = {model.name for model in match.state.models.values() if model not in hidden(match, 0)}
    assert known <= {fate.name for fate in outcome.fates}


def test_an_outcome_numbers_only_what_is_known() -> None:
    """The number of a model in its fleet would reveal how many come before it."""
    match = next_activation()
    outcome = play_one(GameJob(Start.of(match, knowing=0), RANDOM, 1, 0, turns=1))
    numbers = [int(fate.who) for fate in outcome.fates if fate.who.isdigit()]
    assert sorted(numbers) == list(range(len(numbers)))


@pytest.mark.parametrize("key", [b"a", b"b", b"c"])
def test_what_is_drawn_is_possible(key: bytes) -> None:
    """Each ship has its known number of models, and TV and cards stay within their limits."""
    for seed in (1, 2, 3):
        match = next_activation(seed, (SQUADRONS[seed % 2], "venusian-squadrons-250"))
        side = seed % 2
        real = Counter(model.host for model in hidden(match, side) if model.place == EMBARKED)
        game = imagined(Unknown.of(knowledge(match, side)), key)
        foes = [model for model in game.state.models.values() if model.owner != side]
        anew = [model for model in foes if model.id not in match.state.models]
        assert Counter(model.host for model in anew if model.place == EMBARKED) == real
        for ship in foes:
            assert len(models_aboard(game.state, ship)) <= ship.card.level("Hangers")
        assert all(model.card.faction == match.setup.fleets[1 - side].faction and not model.public for model in anew)
        assert all(model.place in (EMBARKED, RESERVE, WITHDRAWN) for model in anew)
        assert sum(map(victory_value, foes)) <= match.setup.fleets[1 - side].size
        assert game.decision is not None and game.check(game.decision.default()) is None


def test_a_ready_fleet_that_holds_all_that_was_seen_is_what_it_is() -> None:
    """Once enough has been seen, only the real fleet remains among the ready ones."""
    match = next_activation(3)
    cards = Counter(model.card.key for model in match.state.models.values() if model.owner == 1)
    games = [opened_by(match, 0, bytes([number])) for number in range(3)]
    assert all(Counter(model.card.key for model in game) == cards for game in games)
    assert any(load_fleet(SQUADRONS[1]).name in sentence for sentence in drawn(Unknown.of(knowledge(match, 0))))


def test_cards_are_drawn_where_no_ready_fleet_fits() -> None:
    match = next_activation(3)
    known = [model for model in match.state.models.values() if model.owner == 1 and model.public]
    known[0].card = replace(known[0].card, tv=known[0].card.tv - 1)
    unknown = Unknown.of(knowledge(match, 0))
    assert not unknown.ready and unknown.enemy.max_unseen_value == 250 - sum(model.card.tv for model in known)
    drawn_ones = [
        Counter(model.card.key for model in opened_by(match, 0, bytes([number])) if not model.public)
        for number in range(4)
    ]  # fmt: skip
    assert any(one != drawn_ones[0] for one in drawn_ones)
    assert all(
        sum(unit_cards()[key].tv * count for key, count in one.items()) <= unknown.enemy.max_unseen_value
        for one in drawn_ones
    )


def test_before_anything_was_seen_a_whole_legal_fleet_is_drawn() -> None:
    match = Match(setup(4, ("cega-250", "jovian-250")))
    ready = {load_fleet(stem).name for stem in fleet_names() if load_fleet(stem).faction == "Jovian"}
    unknown = Unknown.of(knowledge(match, 0))
    assert {guess.name for guess in unknown.ready} <= ready and len(unknown.ready) > 2
    kinds = [{model.card.kind for model in opened_by(match, 0, bytes([number]))} for number in range(3)]
    assert all(kind == {"capital", "squadron"} for kind in kinds)


@pytest.mark.parametrize("scenario", sorted(scenario_names()))
def test_games_of_every_scenario_play_to_their_end(scenario: str) -> None:
    """From moments of random games, for the side that decides and the other one. All defaults are legal."""
    number = sorted(scenario_names()).index(scenario)
    match = Match(setup(number, (("cega-150", "jovian-150"), ("venusian-150", "cega-150"))[number % 2], scenario))
    ends = 0
    for decision in moments(match, number, 3):
        side = decision.side if ends % 2 else 1 - decision.side
        game, rng = imagined(Unknown.of(knowledge(match, side)), bytes([ends])), Random(ends)
        while game.decision is not None:
            asked = game.decision
            assert asked.check(asked.default()) is None
            if len(game.journal) % 40 == 0:
                view = game.view(asked.side)
                assert view.trial is not None
                assert view.trial(b"key").decision.question() == asked.on(view).question()
            game.answer(asked.sample(rng))
        assert game.over
        ends += 1
    assert ends == 3


def test_a_private_game_steps_and_forks_like_any_other() -> None:
    game = open_game(Start.of(next_activation(), knowing=0), b"key")
    rng, digests = Random(1), [game.state.digest()]
    for _ in range(30):
        assert game.decision is not None
        game.answer(game.decision.sample(rng).to_json())
        digests.append(game.state.digest())
    heard = game.events.to_json()
    twin = game.fork_at(10)
    assert twin.state.digest() == digests[10] and twin.events.to_json() == heard[: len(twin.events)]
    for entry in game.journal[10:]:
        twin.answer(entry.choice)
    assert twin.state.digest() == digests[-1] and twin.events.to_json() == heard


def test_where_everything_is_known_nothing_is_drawn() -> None:
    match = next_activation()
    assert guessed_facts(Start.of(match)) == ()
    assert isinstance(open_game(Start.of(match), b"key"), Match)


def test_cargo_that_is_not_known_is_drawn() -> None:
    match = next_activation(2, ("jovian-250", "cega-strike-250"))
    for number, model in enumerate(match.state.models.values()):
        model.card = replace(model.card, tv=model.card.tv + 1) if number == 0 else model.card
    ships = [model.id for model in match.state.models.values() if model.owner == 1 and hold(model.card)]
    if not ships:
        pytest.fail("no ship carries cargo")
    cargoes = {
        model.cargo for number in range(6) for model in opened_by(match, 0, bytes([number])) if model.id in ships
    }  # fmt: skip
    assert all(name in CARGO for cargo in cargoes for name in cargo)


def test_who_left_aboard_a_ship_is_drawn_among_those_who_left() -> None:
    match = next_activation()
    host = next(model.host for model in hidden(match, 0) if model.place == EMBARKED)
    gone = [match.state.models[host], *(model for model in hidden(match, 0) if model.host == host)]
    for model in gone:
        model.place = WITHDRAWN
    drawn_models = [model for model in opened_by(match, 0, b"key") if not model.public and model.place == WITHDRAWN]
    assert len(drawn_models) == len(gone) - 1 and all(model.host == host for model in drawn_models)
