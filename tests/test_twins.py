"""Tests with twin games, which look equal to one side and differ only in the secrets of the other.

Whatever the first side can see must be the same in both: views, options, events, story, coach, undo, replay, pixels.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pygame
import pytest

from jovian.cards import FleetList, parse_fleet, parse_upgrade, unit_cards
from jovian.commands.account import game_story
from jovian.game import Choice, Decision, State
from jovian.game.game import OPEN
from jovian.match import Match, Setup
from jovian.match.knowledge import knowledge as known_of
from jovian.match.seen_knowledge import knowledge_to_json
from jovian.match.seen_moments import SeenWriter
from jovian.players import make_player
from jovian.session.session import Recording, Session
from jovian.ui.screens.replay import ReplayScreen
from tests.games import setup
from tests.match.reachable import content
from tests.match.test_secrecy import knowledge
from tests.match.test_secret_weapons import LOADS, fires, is_revealed, raid
from tests.rules_api import NextOrder
from tests.ui.pilot import Pilot, battle_at

PAIRS = 12
"""The number of pairs of each kind of secret in a long run."""
MOMENTS = 6
"""The number of moments of a pair that are compared in full."""
LENGTH, SAMPLE = 260, 110
"""The number of answers of a pair, in a long run and by default."""
TRIES = 60
CARGO = ("deploy decoy drones", "deploy debris field", "resupply")
"""The actions that reveal cargo."""


# --- Visible facts ---
def question(decision: Decision, view: State) -> Any:
    """Return everything that a decision says and offers."""
    asked = decision.on(view)
    options = [(option.choice, option.label, option.detail) for option in asked.options()]
    more: list[Any] = []
    if isinstance(asked, NextOrder):
        more = [repr(asked.envelope()), [repr(asked.shots(model)) for model in view.on_table()]]
    return asked.question(), asked.title, asked.cited, asked.anchor, asked.secret, asked.sealed, options, more


def plain_facts(match: Match, side: int) -> dict[str, Any]:
    """Return the facts that a side sees at any moment."""
    asked, view = match.decision, match.view(side)
    seen = {
        "view": content(view),
        "asked": None if asked is None else asked.side,
        "events": [entry.to_json() for entry in match.events.seen_by(side)],
        "open": [entry.to_json() for entry in match.events.seen_by(OPEN)],
        "undo": repr(match.can_undo()),
    }
    if asked is not None and asked.side == side:
        seen["question"] = question(asked, view)
    return seen


def deep_facts(match: Match, side: int, coach: str) -> dict[str, Any]:
    """Return the facts that a side can find out when it has a decision."""
    asked, view = match.decision, match.view(side)
    assert asked is not None and asked.side == side
    player = make_player(coach, 5)
    advice = player.choose(asked.on(view), view)
    moment = known_of(match, side)
    seats = ("human", "ensign") if side == 0 else ("ensign", "human")
    session = Session(match.fork(), seats)
    recording = Recording(session)
    replayed = []
    for at in sorted({0, recording.length // 3, recording.length - 1, recording.length}):
        recording.go(max(0, at))
        replayed.append((content(recording.view), [entry.to_json() for entry in recording.brought_about()]))
    return {
        "trial": knowledge(match),
        "knowledge": [
            content(moment.start), moment.answers, moment.rolled_faces,
            [entry.to_json() for entry in moment.past_events],
            list(moment.aboard.items()), list(moment.withdrawn_unknown.items()), moment.listed, moment.chooser,
            json.dumps(knowledge_to_json(moment)),
        ],
        "story": list(game_story(match.events.seen_by(side), view.rulebook)),
        "coach": (advice if isinstance(advice, list) else advice.to_json(), getattr(player, "reason", "")),
        "undo": repr(session.can_undo()),
        "replay": [recording.length, replayed],
    }  # fmt: skip


def pixels(match: Match, side: int) -> dict[str, bytes]:
    """Return the pixels of the battle and of the replay in a side's window."""
    seats = ("human", "ensign") if side == 0 else ("ensign", "human")
    pilot = Pilot((1000, 640))
    battle_at(pilot, match.fork(), seats)
    pictures = {"battle": pygame.image.tobytes(pilot.draw(), "RGB")}
    pilot = Pilot((1000, 640))
    pilot.app.show(ReplayScreen(pilot.app, Session(match.fork(), seats), None))
    pilot.wait()
    pictures["replay drawn"] = pygame.image.tobytes(pilot.draw(), "RGB")
    return pictures


# --- Pairs ---
@dataclass
class Pair:
    """Two games that differ in a secret of side 1."""

    games: tuple[Match, Match]
    secret: Callable[[Match], bool]
    """Whether the secret is still kept."""
    refuses: Callable[[Choice], bool] = lambda choice: False
    """Whether an answer of side 1 would reveal the secret."""
    viewer: int = 0
    rng: Random = field(default_factory=Random)
    compared: int = 0
    deep: int = 0
    drawn: int = 0
    writers: tuple[SeenWriter, ...] = ()
    """What each game sends to the other side."""

    @property
    def asked(self) -> Decision:
        decision = self.games[0].decision
        assert decision is not None
        return decision

    def send(self) -> None:
        """Compare what the other side would receive now, or whether it would receive nothing."""
        self.writers = self.writers or tuple(SeenWriter(self.viewer) for _ in self.games)
        one, other = (writer.moment(game) for writer, game in zip(self.writers, self.games, strict=True))
        assert json.dumps(one) == json.dumps(other)

    def compare(self, *, draw: int, coach: str) -> None:
        """Compare everything that the other side sees now."""
        same(*(plain_facts(game, self.viewer) for game in self.games))
        self.compared += 1
        if self.games[0].decision is None or self.asked.side != self.viewer:
            return
        if self.deep < MOMENTS and (not self.deep or self.rng.random() < 0.15):
            same(*(deep_facts(game, self.viewer, coach) for game in self.games))
            self.deep += 1
            if self.drawn < draw:
                same(*(pixels(game, self.viewer) for game in self.games))
                self.drawn += 1

    def step(self) -> bool:
        """Answer in both games without revealing the secret. Return whether this was possible."""
        for _ in range(TRIES):
            choice = self.asked.sample(self.rng).to_json()
            if self.asked.kind == "deploy" and self.asked.side != self.viewer and self.rng.random() < 0.7:
                choice = self._aboard() or choice
            if any(game.check(choice) for game in self.games):
                assert self.asked.side != self.viewer, "an answer of the viewer is legal in both or in none"
                continue
            if self.asked.side != self.viewer and self.refuses(choice):
                continue
            if self._keeps(choice):
                for game in self.games:
                    game.answer(choice)
                return all(self.secret(game) for game in self.games)
        return self._step_apart()

    def _step_apart(self) -> bool:
        """Let side 1 finish its secret decisions in each game separately. The dice after that are equal."""
        if not any(self._is_secret(game) for game in self.games):
            return False
        for game in self.games:
            while game.decision is not None and self._is_secret(game):
                choices = [["end"], game.decision.default().to_json()]
                game.answer(next(choice for choice in choices if game.check(choice) is None))
            game.reseed(b"the same".ljust(32))
        return all(self.secret(game) for game in self.games)

    def _is_secret(self, game: Match) -> bool:
        """Return whether side 1 decides for a model that the other side doesn't know."""
        asked = game.decision
        assert asked is not None
        return asked.side != self.viewer and asked.subject != "" and not game.state.models[asked.subject].public

    def _aboard(self) -> Choice | None:
        listed = [option.choice for option in self.asked.options() if option.choice[0] == "embark"]
        return self.rng.choice(listed) if listed else None

    def _keeps(self, choice: Choice) -> bool:
        twin = self.games[0].fork()
        twin.answer(choice)
        return self.secret(twin)


def same(one: dict[str, Any], other: dict[str, Any]) -> None:
    for name, value in one.items():
        assert value == other[name], name


def play(pair: Pair, length: int, *, draw: int, coach: str) -> Pair:
    """Continue a pair, and compare at each step."""
    pair.send()
    pair.compare(draw=draw, coach=coach)
    while pair.games[0].decision is not None and len(pair.games[0].journal) < length:
        if not pair.step():
            break
        assert (pair.games[0].decision is None) == (pair.games[1].decision is None)
        pair.send()
        if len(pair.games[0].journal) % 3 == 0:
            pair.compare(draw=draw, coach=coach)
    return pair


def answer_both(games: tuple[Match, Match], one: Choice, other: Choice) -> None:
    """Give each game its own answer, then the same dice again."""
    for game, choice in zip(games, (one, other), strict=True):
        game.answer(choice)
        game.reseed(b"the same".ljust(32))


# --- Kinds of secrets ---
ACE = parse_upgrade({"upgrade": "squadron", "name": "Ace", "tv": 1, "traits": ["Ace"]}, "twin")
FLEETS = (("jovian-squadrons-250", "cega-squadrons-250"), ("venusian-250", "jovian-squadrons-250"),
          ("cega-250", "venusian-squadrons-250"))  # fmt: skip


def fleet_of(name: str, change: Callable[[list[dict[str, Any]]], None]) -> FleetList:
    """Return a ready fleet with changed lines, each of one model."""
    data = dict(setup(1, (name, name)).fleets[0].source)
    data["units"] = [{**line, "count": 1} for line in data["units"] for _ in range(line.get("count", 1))]
    for number, line in enumerate(data["units"]):
        line["name"] = f"{line.get('name', 'Unit')} {number}"
    change(data["units"])
    return parse_fleet(data, "twin", unit_cards(), {ACE.name: ACE})


def matches(seed: int, fleets: tuple[str, str], changes: tuple[Any, Any], scenario: str = "introductory") -> Any:
    """Return two games in which side 1's fleet has one change or the other."""
    default = setup(seed, fleets, scenario)
    return tuple(
        Match(Setup(default.scenario, (default.fleets[0], fleet_of(fleets[1], change)), default.cards, seed))
        for change in changes
    )


def keep(units: list[dict[str, Any]]) -> None:
    """Keep the units unchanged."""


def hidden(idents: list[str]) -> Callable[[Match], bool]:
    return lambda match: not any(match.state.models[ident].public for ident in idents)


def other_squadrons(seed: int) -> Pair:
    """Return a pair whose squadrons aboard and in reserve differ, because two lines of the fleet list are swapped."""
    fleets, rng = FLEETS[seed % 3], Random(seed)
    lines = setup(1, fleets).fleets[1].entries
    places = [number for number, entry in enumerate(lines) if unit_cards()[entry.unit].kind == "squadron"]
    one = rng.choice(places)
    two = rng.choice([place for place in places if lines[place].unit != lines[one].unit])

    def swap(units: list[dict[str, Any]]) -> None:
        units[one], units[two] = units[two], units[one]

    games = matches(seed, fleets, (keep, swap))
    differing = [ident for ident in games[0].state.models if differ(games, ident)]
    assert len(differing) == 2
    return Pair(games, hidden(differing), rng=rng)


def differ(games: tuple[Match, Match], ident: str) -> bool:
    one, other = (game.state.models[ident] for game in games)
    return (one.card, one.name, one.cargo) != (other.card, other.name, other.cargo)


def other_berths(seed: int) -> Pair:
    """Return a pair in which two Embarked squadrons have swapped their ships."""
    games, rng = matches(seed, FLEETS[seed % 3], (keep, keep)), Random(seed)
    pair = Pair(games, lambda match: True, rng=rng)
    while pair.games[0].decision is not None:
        berth_pairs = berths(pair.asked) if pair.asked.kind == "deploy" and pair.asked.side == 1 else None
        if berth_pairs is None:
            assert pair.step()
            continue
        (one, other), (first, second) = berth_pairs
        pair.secret = hidden([one, other])
        answer_both(games, ["embark", one, first], ["embark", other, first])
        while pair.asked.side != 1:
            assert pair.step()
        answer_both(games, ["embark", other, second], ["embark", one, second])
        return pair
    raise AssertionError("no two ships with room")


def berths(asked: Any) -> tuple[list[str], list[str]] | None:
    """Return two squadrons and two ships such that either ship can carry either squadron."""
    choices = [option.choice for option in asked.options() if option.choice[0] == "embark"]
    aboard = {(choice[1], choice[2]) for choice in choices}
    models = list(dict.fromkeys(choice[1] for choice in choices))
    ships = list(dict.fromkeys(choice[2] for choice in choices))
    for first in ships:
        for second in ships:
            able = [m for m in models if first != second and {(m, first), (m, second)} <= aboard]
            if len(able) > 1:
                return [able[-1], able[0]], [first, second]
    return None


def other_upgrades(seed: int) -> Pair:
    """Return a pair in which a hidden squadron swaps an upgrade with another of its kind."""
    fleets, rng = FLEETS[seed % 3], Random(seed)
    lines = setup(1, fleets).fleets[1].entries
    places = [number for number, entry in enumerate(lines) if unit_cards()[entry.unit].kind == "squadron"]
    alike = [(a, b) for a in places for b in places if a != b and lines[a].unit == lines[b].unit]
    one, two = rng.choice(alike)

    def give(place: int) -> Callable[[list[dict[str, Any]]], None]:
        return lambda units: units[place].update(upgrades=["Ace"])

    games = matches(seed, fleets, (give(one), give(two)))
    differing = [ident for ident in games[0].state.models if differ(games, ident)]
    assert len(differing) == 2
    return Pair(games, hidden(differing), rng=rng)


def other_hardpoints(seed: int) -> Pair:
    """Return a pair in which a Q-Ship has different weapons in its hardpoints."""
    games = raid(seed, LOADS[seed % 3]), raid(seed, LOADS[(seed + 1) % 3])
    return Pair(games, lambda match: not is_revealed(match), fires, viewer=1, rng=Random(seed))


def other_cargo(seed: int) -> Pair:
    """Return a pair in which a visible ship has a different module in its hold, or none."""
    loads = (["Fuel Pods"], ["Marines"], [])

    def load(number: int) -> Callable[[list[dict[str, Any]]], None]:
        return lambda units: units.append({"unit": "jovian/amphora", "name": "Tender", "cargo": loads[number % 3]})

    games = matches(seed, ("cega-150", "jovian-150"), (load(seed), load(seed + 1)))
    (ship,) = [ident for ident in games[0].state.models if differ(games, ident)]

    def kept(match: Match) -> bool:
        return match.state.models[ship].side == 1

    return Pair(games, kept, lambda choice: any(word in CARGO for word in choice), rng=Random(seed))


def other_tokens(seed: int) -> Pair:
    """Return a pair in which other squadrons in reserve have water tokens."""
    fleets = ("jovian-squadrons-250", "cega-squadrons-250")
    games, rng = tuple(Match(setup(seed, fleets, "water-raid")) for _ in range(2)), Random(seed)
    pair = Pair((games[0], games[1]), lambda match: True, rng=rng)
    while pair.asked.kind != "issue":
        assert pair.step()
    pair.viewer = 1 - pair.asked.side
    state = games[0].state
    for _ in range(TRIES):
        choice = pair.asked.sample(rng).to_json()
        squadrons = [model.id for model in state.side_models(pair.asked.side) if not model.is_capital]
        issued = [ident for ident in squadrons if ident in choice[1]]
        others = [ident for ident in squadrons if ident not in choice[1]]
        if issued and others:
            one, two = rng.choice(issued), rng.choice(others)
            other = [choice[0], [two if ident == one else ident for ident in choice[1]], choice[2]]
            if games[1].check(other) is None:
                break
    else:
        raise AssertionError("no other squadrons can have the tokens")
    answer_both(pair.games, choice, other)
    pair.secret = hidden([one, two])
    return pair


def other_bids(seed: int) -> Pair:
    """Return a pair with different sealed plans for a close fight."""
    for number in range(TRIES):
        match, rng = Match(setup(seed + 100 * number, FLEETS[seed % 3])), Random(seed)
        while match.decision is not None:
            asked = match.decision
            if asked.sealed:
                before = match.fork_at(len(match.journal) - 1)
                assert before.decision is not None and before.decision.secret
                choices = [option.choice for option in before.decision.options()]
                others = [choice for choice in choices if choice != match.journal[-1].choice]
                if others:
                    twin = before.fork()
                    twin.answer(rng.choice(others))
                    return Pair((match, twin), lambda match: False, viewer=asked.side, rng=rng)
            match.answer(asked.sample(rng))
    raise AssertionError("no close fight with different plans")


KINDS = {
    "squadrons": other_squadrons, "berths": other_berths, "upgrades": other_upgrades, "hardpoints": other_hardpoints,
    "cargo": other_cargo, "tokens": other_tokens, "bids": other_bids,
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_twins_look_alike(kind: str) -> None:
    pair = play(KINDS[kind](1), SAMPLE, draw=1, coach="ensign")
    assert pair.compared > (0 if kind == "bids" else 12) and pair.deep and pair.drawn


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 2 + PAIRS))
@pytest.mark.parametrize("kind", KINDS)
def test_many_twins_look_alike(kind: str, seed: int) -> None:
    pair = play(KINDS[kind](seed), LENGTH, draw=2, coach="captain")
    assert pair.compared and pair.deep
