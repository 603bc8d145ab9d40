"""A game that this computer hosts. It has the only real match, and sends each line what its side may know.

The seed is made of two halves, so that neither side chooses the dice. The host commits itself to its half first.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from jovian.cards import FleetList, UnitCard
from jovian.cards.files import one_line
from jovian.cards.load import upgrades
from jovian.cards.plain_json import to_plain
from jovian.frozen import frozen
from jovian.game import Choice, Decision
from jovian.game.decision import MAX_REASON
from jovian.game.game import OPEN
from jovian.match import Match
from jovian.match.entries import Answered, MalformedSaveError, last_answer
from jovian.match.knowledge import knowledge
from jovian.match.saves import read_setup_data, setup_to_data, to_data
from jovian.match.seen_json import setup_to_json
from jovian.match.seen_knowledge import knowledge_to_json
from jovian.match.seen_moments import SeenWriter
from jovian.net.agreement import Agreement
from jovian.net.messages import Message
from jovian.net.server import GameServer, Line, Received
from jovian.rules.setup.setup import Setup

HALF_BYTES = 16
KNOWLEDGE_SECONDS = 10.0
"""The least time between two requests for knowledge."""


@frozen
class Terms:
    """What a host offers: everything but the guest's fleet and the seed."""

    setup: Setup
    """The scenario, cards, and options. Of the fleets, the guest's is a placeholder. No fleets if the scenario places
    its models."""
    side: int
    """The host's side."""
    name: str
    """The name of the host's player."""
    agreement: Agreement = Agreement()


def commitment(half: bytes) -> str:
    """Return what the host sends before it knows the guest's half of the seed."""
    return hashlib.sha256(half).hexdigest()


def joint_seed(host_half: bytes, guest_half: bytes) -> int:
    """Return the seed of both halves. It is too long to be searched."""
    digest = hashlib.blake2b(host_half + guest_half, digest_size=HALF_BYTES).digest()
    return int.from_bytes(digest, "big") | 1 << 8 * HALF_BYTES - 1


def fleet_to_data(fleet: FleetList, cards: Mapping[str, UnitCard]) -> dict[str, Any]:
    """Return a fleet with its cards and upgrades as JSON."""
    return {
        "fleet": fleet.source, "cards": {entry.unit: cards[entry.unit].source for entry in fleet.entries},
        "upgrades": {name: upgrade.source for name, upgrade in fleet.upgrades.items()},
    }  # fmt: skip


class HostedGame:
    """The match of a host, and what was sent to the guest and to spectators."""

    def __init__(self, terms: Terms, server: GameServer, clock: Callable[[], float] = time.monotonic) -> None:
        self.terms, self._clock = terms, clock
        self.server = server
        self.match: Match | None = None
        """The match, None until the guest has chosen its fleet."""
        self.guest: Line | None = None
        """The line to the guest, None while it is away."""
        self.guest_name = ""
        """The name of the guest's player, "" before it has joined."""
        self._half = secrets.token_bytes(HALF_BYTES)
        self._writers: dict[Line, SeenWriter] = {}
        self._sent: dict[Line, tuple[int, int, Decision | None]] = {}
        """The answers, the events, and the question of the match when each line was looked after."""
        self._asks = 0
        """The number of moments that the guest's side was sent."""
        self._taken = 0
        """The number of the guest's answers that were taken."""
        self._answer: Choice | None = None
        self._has_undo = False
        self._next_knowledge = 0.0
        """When the guest may be sent its knowledge again."""

    @property
    def guest_side(self) -> int:
        return 1 - self.terms.side

    def update(self, wait: float = 0.0) -> list[str]:
        """Take in what arrived, after waiting for at most some seconds. Return in words what the host should know."""
        self._publish()  # An answer that arrives now must not count for a question that the guest hasn't seen.
        told = [line for received in self.server.poll(wait) for line in self._receive(received)]
        self._publish()
        return told

    def _publish(self) -> None:
        """Send each line what is new for its side."""
        if self.match is None:
            return
        now = len(self.match.journal), len(self.match.events), self.match.decision
        for line, writer in [*self._writers.items()]:
            if self._sent.get(line) == now:  # Each frame asks.
                continue
            self._sent[line] = now
            moment = writer.moment(self.match)
            if moment is not None:
                if line is self.guest:  # What it has sent was about the moment before.
                    self._asks, self._answer, self._has_undo = self._asks + 1, None, False
                line.send({"type": "moment", "ask": self._asks, "taken": self._taken, "moment": moment})
                if self.match.over:
                    line.send({"type": "over", "save": to_data(self.match), "half": self._half.hex()})

    def take_answer(self) -> Choice | None:
        """Return the guest's answer to the pending decision, None if there is none yet."""
        answer, self._answer = self._answer, None
        self._taken += answer is not None
        return answer

    def take_undo(self) -> bool:
        """Return whether the guest wants to undo its last answer, and may."""
        has_undo, self._has_undo = self._has_undo, False
        return has_undo

    def close(self, reason: str) -> None:
        """Tell all that the host leaves, and stop listening."""
        self.server.close(reason)

    # --- Messages ---
    def _receive(self, received: Received) -> list[str]:
        line, message = received.line, received.message
        if message is None:
            return self._leave(line)
        if message["type"] == "hello":
            return self._join(line)
        if line is not self.guest:
            return []
        if message["type"] == "fleet":
            return self._begin(message)
        if message["type"] == "undo":
            self._has_undo = message["ask"] == self._asks and self.may_undo()
            return []
        if message["type"] == "knowledge":
            self._tell_knowledge(line, message["ask"])
            return []
        self._take(message)
        return []

    def _tell_knowledge(self, line: Line, ask: int) -> None:
        """Send the guest what its side knows, if rehearsals were agreed on, and not too often."""
        match, now = self.match, self._clock()
        if match is None or match.over or ask != self._asks or not self.terms.agreement.is_rehearsing:
            return
        if now >= self._next_knowledge:
            self._next_knowledge = now + KNOWLEDGE_SECONDS
            known = knowledge_to_json(knowledge(match, self.guest_side))
            line.send({"type": "knowledge", "ask": ask, "knowledge": known})

    def _join(self, line: Line) -> list[str]:
        side = OPEN if line.is_watching else self.guest_side
        if not line.is_watching:
            self.guest, self.guest_name = line, line.name
        setup = self.terms.setup
        line.send({
            "type": "setup", "setup": setup_to_json(setup.scenario, setup.options, manual=setup.manual), "side": side,
            "name": self.terms.name, "commitment": commitment(self._half),
            "size": setup.fleets[self.terms.side].size if setup.fleets else 0, "has_begun": self.match is not None,
            "agreement": to_plain(self.terms.agreement),
        })  # fmt: skip
        self._writers[line] = SeenWriter(side)
        return [f"{line.name} {'watches' if line.is_watching else 'has joined'}."]

    def _leave(self, line: Line) -> list[str]:
        self._writers.pop(line, None)
        self._sent.pop(line, None)
        if line is self.guest:
            self.guest, self._answer, self._has_undo = None, None, False
            return [f"{line.name} has left. The same invite continues the game."]
        return []

    def may_undo(self) -> bool:
        """Return whether the last answer is the guest's and can be undone."""
        match = self.match
        last = match.journal[last_answer(match.journal)] if match is not None and match.journal else None
        is_own = isinstance(last, Answered) and last.side == self.guest_side
        return is_own and match is not None and match.can_undo() is None

    def _begin(self, message: Message) -> list[str]:
        """Make the match of the guest's fleet, or refuse the fleet."""
        if self.match is not None:
            return []
        try:
            setup = self._joint_setup(message["fleet"], joint_seed(self._half, bytes.fromhex(message["half"])))
        except (MalformedSaveError, ValueError) as error:
            assert self.guest is not None
            reason = one_line(error.cause if isinstance(error, MalformedSaveError) else str(error), MAX_REASON)
            self.guest.send({"type": "refused", "ask": 0, "reason": reason, "rule": ""})
            return []
        self.match = Match(setup, keep_all=True)
        return ["The game begins."]

    def _joint_setup(self, data: Any, seed: int) -> Setup:
        """Return the setup with the guest's fleet. Raises MalformedSaveError, or ValueError."""
        own = self.terms.setup
        if not own.fleets:
            return replace(own, seed=seed)
        if not isinstance(data, dict) or set(data) != {"fleet", "cards", "upgrades"}:
            raise ValueError("a fleet must have the keys fleet, cards, and upgrades")
        whole = setup_to_data(own)
        ours = {"cards": own.cards, "upgrades": upgrades()}
        for kind, known in ours.items():
            if not isinstance(data[kind], dict):
                raise ValueError(f"{kind} must be a mapping")
            for key, card in data[kind].items():
                if key in known and known[key].source != card:
                    raise ValueError(f"'{key[:80]}' isn't the same on both computers")
        fleets = [fleet.source for fleet in own.fleets]
        fleets[self.guest_side] = data["fleet"]
        joint = {"cards": whole["cards"] | data["cards"], "upgrades": whole.get("upgrades", {}) | data["upgrades"]}
        return read_setup_data(whole | joint | {"fleets": fleets}, seed, "the guest's fleet")

    def _take(self, message: Message) -> None:
        """Keep a legal answer to the pending decision. An answer to an earlier one is dropped."""
        decision = self.match.decision if self.match is not None else None
        if decision is None or decision.side != self.guest_side or message["ask"] != self._asks:
            return
        refusal = decision.check(message["choice"])
        if refusal is None:
            self._answer = message["choice"]
        elif self.guest is not None:
            reason, rule = refusal.reason, refusal.cited
            self.guest.send({"type": "refused", "ask": message["ask"], "reason": reason, "rule": rule})
