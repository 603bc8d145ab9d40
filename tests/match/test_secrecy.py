"""Tests that a player gets only its view: what it can reach, what it is shown, and the success of cheating."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from jovian.cards import FleetList, fleet_names
from jovian.dice import advance, format_seed, parse_seed, random_seed, roll_faces
from jovian.game import Choice, Decision, EventLog, Game, Model, State, limited_to_view
from jovian.game.game import CARD
from jovian.match import Match, Setup
from jovian.match.course import Runner
from jovian.match.entries import Answered
from jovian.match.lookahead import LookAhead, Trial
from jovian.match.play_loop import ask
from jovian.play import Play
from jovian.players import make_player
from tests.games import setup
from tests.match.reachable import content, reachable
from tests.rules_api import Deploy, opaque_id

SEED = parse_seed("3f2a-91bc-0d4e-7788-5566-aabb-ccdd-0011")
FLEETS = sorted(fleet_names())
PAIRS = list(zip(FLEETS[::2], FLEETS[1::2][::-1], strict=False))
"""Pairs that contain each ready fleet."""


def play(match: Match, seed: int) -> Iterator[Decision]:
    """Play at random with most squadrons aboard. Yield each decision before it is answered."""
    rng = Random(seed)
    while match.decision is not None:
        decision = match.decision
        yield decision
        choice = decision.sample(rng).to_json()
        if isinstance(decision, Deploy) and rng.random() < 0.6:
            beside = [each.choice for model in decision.models for each in decision.ships_to_join(model)]
            choice = beside[int(rng.random() * len(beside))] if beside else choice
        match.answer(choice)


@cache
def random_choices(fleets: tuple[str, str]) -> tuple[Choice, ...]:
    """Return the answers of a random game, which is played once for all tests of two fleets."""
    match = Match(setup(SEED, fleets), log=False)
    for _ in play(match, 4):
        pass
    return tuple(entry.choice for entry in match.journal)


def walk(match: Match, fleets: tuple[str, str]) -> Iterator[Decision]:
    """Play the random game of two fleets. Yield each decision before it is answered."""
    for choice in random_choices(fleets):
        assert match.decision is not None
        yield match.decision
        match.answer(choice)


def hidden(match: Match, side: int) -> list[Model]:
    """Return the models that a side may not know."""
    return [model for model in match.state.models.values() if model.owner != side and not model.public]


def looks(match: Match) -> list[Any]:
    """Return everything that the current player is given, and what it can make from that."""
    asked = match.decision
    assert asked is not None
    view = match.view(asked.side)
    assert view.trial is not None
    trial = view.trial(b"key")
    far = trial.fork()
    for _ in range(4):
        if far.decision is not None:
            far.answer(far.decision.default())
    back = far.fork_at(1) if len(far.journal) > 1 else far.fork()
    back.seek(0)
    return [asked.on(view), view, trial, trial.decision, far, back, far.view(0), far.view(1), back.view(asked.side)]


class Secrets:
    """What the current side must not find."""

    def __init__(self, match: Match, chains: set[bytes]) -> None:
        assert match.decision is not None
        self.side = match.decision.side
        unknown = hidden(match, self.side)
        state = match.state
        known = {model.card.key for model in state.models.values() if model not in unknown}
        known |= {card.key for card in state.drone_cards}
        self.cards = {model.card.key for model in unknown} - known
        names = {model.name for model in state.models.values() if model not in unknown}
        self.texts = {model.id for model in unknown} | {model.name for model in unknown} - names - self.cards
        self.texts |= {format_seed(match.setup.seed), str(match.setup.seed), f"{match.setup.seed:x}"}
        self.ids = {model.id for model in state.models.values()} - {model.id for model in unknown}
        self.chains = chains
        self.seed = match.setup.seed
        self.cargo = {m.id for m in state.models.values() if m.side != self.side}
        self.owned = {id(each) for each in (match, match.setup, state, match._runner, match._runner._step,
                                            match.journal, match.setup.scenario, match.setup.cards)}  # fmt: skip
        self.owned |= {id(mark.state) for mark in match._marks} | {id(entry) for entry in match.journal}

    def told_by(self, found: Any) -> str:
        """Return the secret that an object reveals, "" if none."""
        if id(found) in self.owned or isinstance(found, (Match, Setup, FleetList, EventLog)):
            return "an object of the real game"
        if isinstance(found, int) and found == self.seed:
            return "the seed"
        if isinstance(found, bytes) and found in self.chains:
            return "the dice"
        if isinstance(found, str) and found in self.texts:
            return "an id, a name or the seed"
        if getattr(found, "key", None) in self.cards:
            return "a hidden card"
        return self._model(found) if isinstance(found, Model) else ""

    def _model(self, found: Model) -> str:
        if found.card is CARD:
            return "" if found.id.startswith("unseen-") else "the id of a stranger"
        if found.id not in self.ids and not found.is_drone:
            return "a hidden model"
        return "a cargo" if found.cargo and found.id in self.cargo else ""


@pytest.mark.parametrize("fleets", PAIRS)
def test_each_player_knows_its_view_alone_all_through_a_game(fleets: tuple[str, str]) -> None:
    """One test for all that is checked at the decisions of a game, because the game takes longer than the checks."""
    match = Match(setup(SEED, fleets))
    owners = {model.id: model.owner for model in match.state.models.values()}
    chains, looked, looked_between, tried_between, swapped = set(), 0, 0, 0, 0
    for number, decision in enumerate(walk(match, fleets)):
        chains.add(match.state.chain)
        count = len(hidden(match, decision.side))
        if not number % 40 or not (decision.anchor or number % 6) or (count and not number % 8):
            assert_nothing_secret_is_reachable(match, chains, number)
            looked += 1
            looked_between += not decision.anchor
        if not number % 5 or not decision.anchor:
            assert_a_trial_is_where_its_view_is(match)
            tried_between += not decision.anchor
        if count > 1 and (match.state.turn < 2 or not number % 20):
            assert_swapped_cards_change_nothing(match, count)
            swapped += 1
    assert looked > 25 and looked_between > 5 and tried_between > 20 and swapped > 3
    assert match.over and match.view(0).trial is None and match.view(1).trial is None  # Nothing is left to try.
    assert_events_name_nothing_hidden(match, owners)


def assert_nothing_secret_is_reachable(match: Match, chains: set[bytes], number: int) -> None:
    """Check everything that the current player can reach."""
    seen = looks(match)
    secrets = Secrets(match, chains)  # A search can add checkpoints to a match.
    for found in reachable(*seen):
        assert not secrets.told_by(found), (secrets.told_by(found), match.decision, number)


def assert_events_name_nothing_hidden(match: Match, owners: dict[str, int]) -> None:
    """Check that the events of a finished game that a side sees name no hidden model and no seed."""
    for side in (0, 1):
        public: set[str] = set()
        for entry in match.events.seen_by(side):
            event = entry.to_json()
            words = set(strings(event))
            text = "\n".join(words)
            if event["type"] == "revealed":
                public.add(event["model"])
            named = {ident for ident in owners if ident in text}
            assert all(owners[ident] == side or ident in public for ident in named), event
            assert format_seed(SEED) not in words and "seed" not in event
    assert match.events.to_json()[0]["seed"] == format_seed(SEED)


def test_the_walk_finds_what_is_there() -> None:
    """The same search finds each secret if it is handed out."""
    match = Match(setup(SEED))
    for _ in range(3):
        assert match.decision is not None
        match.answer(match.decision.default())
    secrets = Secrets(match, {match.state.chain})
    view = match.view(secrets.side)
    unknown = hidden(match, secrets.side)
    assert unknown
    leaks = {
        "match": lambda: match.fork_at(1), "bound": match.fork, "state": match.state, "step": match._runner._step,
        "seed": match.setup.seed, "dice": [match.state.chain], "model": {"a": unknown[0]}, "id": (unknown[0].id,),
    }  # fmt: skip
    for name, leak in leaks.items():
        view.trial = leak  # type: ignore[assignment]
        assert any(secrets.told_by(found) for found in reachable(view)), name


def assert_a_trial_is_where_its_view_is(match: Match) -> None:
    """It has the same decision and state. Its steps and forks don't leak, and its dice come from its key."""
    decision = match.decision
    assert decision is not None
    view = match.view(decision.side)
    assert view.trial is not None and match.view(1 - decision.side).trial is None
    trial = view.trial(b"key")
    assert trial.decision is not None and trial.decision.question() == decision.on(view).question()
    bare = trial.state.clone()
    bare.chain, bare.rolls = b"", 0
    assert (bare.digest(), bare.unseen, bare.drone_cards) == (view.digest(), view.unseen, view.drone_cards)
    here = trial.state.digest()
    told = trial.fork()
    for _ in range(3):
        if told.decision is not None:
            told.answer(told.decision.default())
    ends = (told.state.digest(), len(told.journal))
    assert trial.state.digest() == here and trial.journal == []
    told.seek(0)
    assert told.state.digest() == here
    again = view.trial(b"key")
    while len(again.journal) < ends[1]:
        assert again.decision is not None
        again.answer(again.decision.default())
    assert again.state.digest() == ends[0]


def knowledge(match: Match) -> tuple[Any, ...]:
    """Return what the current side can learn: its view, its decision, and how its private games continue."""
    asked = match.decision
    assert asked is not None
    view = match.view(asked.side)
    assert view.trial is not None
    trial, played = view.trial(b"key"), []
    while trial.decision is not None and len(played) < 12:
        played.append((trial.state.digest(), trial.decision.question()))
        trial.answer(trial.decision.default())
    return content(view), asked.on(view).question(), played, content(trial.state)


def swap(match: Match, side: int) -> int:
    """Exchange the cards unknown to a side, wherever the match keeps them. Return their number."""
    unknown = [model.id for model in hidden(match, side)]
    for state in (match.state, *(mark.state for mark in match._marks)):
        models = [state.models[ident] for ident in unknown if ident in state.models]
        cards = [(model.card, model.name, model.cargo) for model in models]
        for model, card in zip(models, cards[1:] + cards[:1], strict=True):
            model.card, model.name, model.cargo = card
    return len(unknown)


def assert_swapped_cards_change_nothing(match: Match, count: int) -> None:
    """Exchange the cards that the current side doesn't know, and put them back."""
    assert match.decision is not None
    before, side = knowledge(match), match.decision.side
    swap(match, side)
    assert knowledge(match) == before
    for _ in range(count - 1):
        swap(match, side)


def test_pending_bids_change_nothing() -> None:
    """Whatever the first side plans in secret, the second side sees the same and has the same private games."""
    bids = 0
    for seed in range(12):
        match = Match(setup(SEED + seed, ("jovian-squadrons-250", "cega-squadrons-250")), log=False)
        for decision in play(match, seed):
            if not decision.sealed:
                continue
            assert match.journal[-1].side != decision.side
            before = match.fork_at(len(match.journal) - 1)
            assert before.decision is not None and before.decision.secret
            known = knowledge(match)
            for option in list(before.decision.options())[:6]:
                other = before.fork()
                other.answer(option.choice)
                assert knowledge(other) == known
                bids += other.journal[-1] != match.journal[-1]
        if bids > 40:
            break
    assert bids > 40


def test_a_stranger_stands_in_where_an_answer_is_about_a_hidden_model() -> None:
    """Its stand-in stays aboard or goes aboard, as the hidden one did, and leads to the same decision."""
    match = Match(setup(SEED, ("jovian-squadrons-250", "venusian-squadrons-250")), log=False)
    stood = {"menu": 0, "deploy": 0}
    for decision in play(match, 4):
        other = 1 - decision.side
        real = match.fork()
        choice = ["end"] if decision.kind == "menu" else next(
            (each.choice for each in decision.options() if each.choice[0] == "embark"), None
        )  # fmt: skip
        if choice is None or decision.kind not in stood or decision.check(choice) is not None:
            continue
        real.answer(choice)
        ident = decision.subject or choice[1]
        seen = real.view(other)
        if ident in seen.models or real.decision is None or real.decision.side != other:
            continue
        state = limited_to_view(match.state, seen, {ident: "unseen-1"})
        assert state.models["unseen-1"].card is CARD and not set(strings(choice)) & set(state.models) - set(seen.models)
        runner = Runner(Game(state))
        runner.run(None)
        told = ["unseen-1" if each == ident else each for each in choice]
        runner.apply(Answered(decision.side, decision.kind, told))
        assert runner.decision is not None and runner.decision.question() == real.decision.on(seen).question()
        stood[decision.kind] += 1
    assert stood["menu"] > 1 and stood["deploy"] > 1


def test_what_a_player_does_to_its_decision_changes_nothing() -> None:
    """Options, agenda, and options of the edition are copies. The match continues unchanged."""
    match, spoiled = Match(setup(SEED, ("cega-250", "venusian-250")), log=False), 0
    twin = match.fork()
    rng = Random(5)
    while match.decision is not None:
        view = match.view(match.decision.side)
        given = match.decision.on(view)
        assert given is not match.decision
        choice = match.decision.sample(rng).to_json()
        for option in list(getattr(given, "listed", ())):
            option.choice[:] = ["spoiled"]
            spoiled += 1
        for step in view.agenda:
            step.clear()
        view.options["spoiled"] = "yes"
        view.models.clear()
        match.answer(choice)
        twin.answer(choice)
        assert match.state.digest() == twin.state.digest()
    assert spoiled > 50 and "spoiled" not in match.state.options


class Cheat:
    """A player that searches everything it is given for future dice, and records its guesses."""

    def __init__(self, match: Match) -> None:
        self.match = match
        """Used to compare the dice later, and to plant a leak that proves that the search works."""
        self.right = self.guessed = self.right_with_leak = self.rolls = 0
        self._rng = Random(9)

    def choose(self, decision: Decision, view: State) -> Choice:
        """Choose at random, preferring attacks, and guess the next die."""
        fires = [each.choice for each in decision.options() if each.choice[0] in ("attack", "fire", "defend", "reroll")]
        choice = fires[int(self._rng.random() * len(fires))] if fires else decision.sample(self._rng).to_json()
        if fires:
            self._guess(decision, view, decision.read(choice).to_json())
        return choice

    def _guess(self, decision: Decision, view: State, choice: Choice) -> None:
        fell = self._next(self.match.fork(), choice)
        if fell is None:
            return
        assert view.trial is not None
        given: list[Any] = [decision, view, view.trial, view.trial(b"")]
        entry = Answered(decision.side, decision.kind, choice).to_bytes()
        guesses = [self._die(chain, entry) for chain in self._keys(given)] + self._tried(given[3], choice)
        chain = self.match.state.chain
        leaked = [self._die(chain, entry)] if chain in self._keys([*given, [chain]]) else []
        self.rolls += 1
        self.right_with_leak += leaked == [fell]
        if guesses:
            self.guessed += 1
            self.right += max(set(guesses), key=guesses.count) == fell

    def _keys(self, given: list[Any]) -> list[bytes]:
        """Return all keys of dice that can be found."""
        return sorted({each for each in reachable(*given) if isinstance(each, bytes) and len(each) == 32})

    def _die(self, chain: bytes, entry: bytes) -> int:
        return roll_faces(advance(chain, entry), 0, 1)[0]

    def _tried(self, trial: Trial, choice: Choice) -> list[int]:
        """Return the next die in private games that were stepped in each way."""
        dice = []
        for twin in (trial.fork(), trial.fork_at(0), trial):
            twin.seek(0)
            if (die := self._next(twin, choice)) is not None:
                dice.append(die)
        return dice

    def _next(self, course: Match | Trial, choice: Choice) -> int | None:
        """Return the first die that is rolled after an answer."""
        assert course.decision is not None
        known = 0 if course.decision.anchor else len(course.state.rolled_faces)
        course.answer(choice)
        return course.state.rolled_faces[known][0] if len(course.state.rolled_faces) > known else None


def test_a_cheat_guesses_no_better_than_anybody_unless_the_chain_leaks() -> None:
    right = guessed = leaked = rolls = 0
    for number in range(3):
        match = Match(setup(SEED + number, ("jovian-150", "cega-150")), log=False)
        cheat = Cheat(match)
        sides = (cheat, make_player("ensign", seed=number))
        while match.decision is not None:
            match.answer(ask(match, sides[match.decision.side]))
        right, guessed = right + cheat.right, guessed + cheat.guessed
        leaked, rolls = leaked + cheat.right_with_leak, rolls + cheat.rolls
    assert guessed > 40 and right / guessed < 0.3
    assert leaked == rolls


def test_ids_of_a_drawn_seed_are_not_found_by_searching_short_ones() -> None:
    match = Match(setup(SEED), log=False)
    seen = set(match.view(0).models)
    assert seen and not any(opaque_id(seed, 0, 0) in seen for seed in range(20_000))
    assert opaque_id(SEED, 0, 0) in seen and random_seed() > 1 << 64


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from strings(key)
            yield from strings(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from strings(each)


def test_events_of_a_side_have_numbers_without_gaps() -> None:
    """A gap would count secret events of the other side. An undo reduces the numbers again."""
    game = Play(Match(setup(SEED, PAIRS[0])))
    for _ in play(game.match, 6):
        pass
    for answers in (len(game.match.journal), 150, 40):
        game.match.seek(answers)
        whole = game.events()
        for side in (0, 1):
            known = game.events(side=side)
            assert [event["n"] for event in known] == list(range(len(known))) and len(known) < len(whole)
            assert [event["type"] for event in known] == [e["type"] for e in whole if e["seen_by"] in ("both", side)]
            assert game.events(7, side) == known[7:]


def test_a_view_holds_no_running_rules() -> None:
    match = Match(setup(SEED), log=False)
    assert match.decision is not None
    view = match.view(match.decision.side)
    assert isinstance(view.trial, LookAhead)
    assert [each for each in reachable(view) if isinstance(each, Runner)] == []
