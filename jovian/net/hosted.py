"""A game that this computer hosts. It has the only real match, and sends each line what its side may know.

The seed is made of two halves, so that neither side chooses the dice. The host commits itself to its half first.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any, TypedDict

from jovian.cards import FleetList, UnitCard
from jovian.cards.building import read_plain
from jovian.cards.files import one_line
from jovian.cards.keys import Limits
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
from jovian.net.clocks import OUT_OF_TIME, TurnClocks
from jovian.net.messages import Hex, Message, Name
from jovian.net.server import GameServer, Line, Received
from jovian.net.talk import Talk
from jovian.rules.sequence.deployment import DEPLOYMENT
from jovian.rules.setup.setup import Setup

HALF_BYTES = 16
HOSTED = "hosted"
"""The key of a `HostedNote` in the note of a save."""
FIRST_ASKS = 500_000
"""The numbers from which each start of the program numbers its moments. So no answer to an older moment counts."""
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


class HostedNote(TypedDict):
    """What the host's save holds beside the game, so that the guest can join it again. It stays on this computer."""

    half: Annotated[Hex, Limits(min_length=2 * HALF_BYTES)]
    """The host's half of the seed."""
    side: Annotated[int, Limits(ge=0, le=1)]
    """The host's side."""
    name: Name
    guest: Name
    """The name of the guest's player."""
    port: Annotated[int, Limits(ge=0, le=65535)]
    agreement: Agreement


def read_note(data: Any) -> HostedNote:
    """Return what a save holds about its guest. Raises ValueError with one line."""
    return read_plain(HostedNote, data, f"{HOSTED}: ")


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


def count_answers(match: Match, side: int) -> int:
    """Return the number of answers of a side in the game."""
    return sum(isinstance(entry, Answered) and entry.side == side for entry in match.journal)


class HostedGame:
    """The match of a host, and what was sent to the guest and to spectators."""

    def __init__(self, terms: Terms, server: GameServer, clock: Callable[[], float] = time.monotonic) -> None:
        self.terms, self._clock = terms, clock
        self.clocks = TurnClocks(terms.agreement.minutes, clock)
        self.talk = Talk(clock)
        self.is_paused = False
        """Whether the host looks at something else than the table, so that no clock runs."""
        self._statuses: dict[Line, object] = {}
        """What each line was sent last about the players."""
        self._has_started = False
        """Whether the guest has answered something, so that clocks may run."""
        self._late: tuple[int, int] | None = None
        """The last Game Turn in which a side has run out of time, and the side."""
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
        self._asks = secrets.randbelow(FIRST_ASKS)
        self._answer: Choice | None = None
        self._has_undo = False
        self.wants_undo = False
        """Whether the guest asks to undo more than its own last answer, which needs our consent."""
        self.is_handed_over = False
        """Whether the guest wants the computer player of the agreement to take its seat when it has left."""
        self.asks_undo = False
        """Whether we have asked the guest to undo, and it hasn't replied."""
        self._undo_reply = ""
        self._next_knowledge = 0.0
        """When the guest may be sent its knowledge again."""

    @classmethod
    def resume(cls, match: Match, note: HostedNote, server: GameServer) -> HostedGame:
        """Return the game of a save, which the guest can join again."""
        game = cls(Terms(match.setup, note["side"], note["name"], note["agreement"]), server)
        game.match, game.guest_name, game._half = match, note["guest"], bytes.fromhex(note["half"])
        return game

    @property
    def note(self) -> dict[str, Any]:
        """The JSON of what a save must hold for `resume`."""
        terms = self.terms
        return {
            "half": self._half.hex(), "side": terms.side, "name": terms.name, "guest": self.guest_name,
            "port": self.server.port, "agreement": to_plain(terms.agreement),
        }  # fmt: skip

    @property
    def guest_side(self) -> int:
        return 1 - self.terms.side

    def update(self, wait: float = 0.0) -> list[str]:
        """Take in what arrived, after waiting for at most some seconds. Return in words what the host should know."""
        count = self.talk.count
        self._publish()  # An answer that arrives now must not count for a question that the guest hasn't seen.
        for received in self.server.poll(wait):
            self._receive(received)
        self._publish()
        self._run_clocks()
        self._send_status()
        return [line.text for line in self.talk.since(count)]

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
                ask = taken = 0
                if line is self.guest:  # What it has sent was about the moment before.
                    self._asks += 1
                    self._forget()
                    ask, taken = self._asks, count_answers(self.match, self.guest_side)
                line.send({"type": "moment", "ask": ask, "taken": taken, "moment": moment})
                if self.match.over:
                    line.send({"type": "over", "save": to_data(self.match), "half": self._half.hex()})

    # --- Clocks and talk ---
    @property
    def names(self) -> tuple[str, str]:
        """The players of both sides."""
        own, other = self.terms.name, self.guest_name
        return (own, other) if self.terms.side == 0 else (other, own)

    @property
    def watchers(self) -> tuple[str, ...]:
        """The names of the spectators."""
        return tuple(line.name for line in self._writers if line.is_watching)

    @property
    def is_out_of_time(self) -> bool:
        """Whether the side that is to answer has no time left, so that the default answer is due."""
        decision, running = self.match.decision if self.match is not None else None, self.clocks.running
        return decision is not None and decision.side == running and not self.clocks.seconds(decision.side)

    def _run_clocks(self) -> None:
        """Let the clock of the side run that is to answer. No clock runs while models are deployed or a player is away.

        The first clock runs when the guest has answered something, because until then it may read the briefing.
        """
        match = self.match
        if match is None or not self.clocks.are_on:
            return
        state, decision = match.state, match.decision
        if not self._has_started:
            answers = (entry for entry in match.journal if isinstance(entry, Answered))
            self._has_started = any(entry.side == self.guest_side for entry in answers)
        runs = self.guest is not None and self._has_started and not self.is_paused and state.phase != DEPLOYMENT
        self.clocks.run(decision.side if decision is not None and runs else None, state.turn)
        late = self.clocks.running
        if late is not None and self.is_out_of_time and (state.turn, late) != self._late:
            self._late = state.turn, late
            self._announce(OUT_OF_TIME.format(self.names[late], state.turn))

    def _send_status(self) -> None:
        """Send what has changed about the players and clocks to each line."""
        clocks, names, watchers = self.clocks, self.names, self.watchers
        turn = self.match.state.turn if self.match is not None else 0
        status = (turn, clocks.running, self.is_out_of_time, names, watchers)
        for line in self._writers:
            if self._statuses.get(line) != status:
                self._statuses[line] = status
                left = [round(clocks.seconds(side), 1) for side in (0, 1)]
                line.send({"type": "status", "names": names, "left": left, "running": clocks.running,
                           "watchers": watchers})  # fmt: skip

    def say(self, words: str) -> bool:
        """Say something to the guest and to spectators. Return whether it was said: not too soon after the last one."""
        return self._pass_on(self.terms.side, words, None)

    def _pass_on(self, side: int, words: str, sender: Line | None) -> bool:
        """Keep a line of a player, and send it to the others. Return whether it was kept."""
        said = self.talk.say(side, self.names[side], words)
        if said:
            self._send_line(self.names[side], said, sender)
        return bool(said)

    def _announce(self, words: str) -> None:
        """Tell something to all."""
        self.talk.note(words)
        self._send_line("", words, None)

    def _send_line(self, name: str, words: str, sender: Line | None) -> None:
        for line in self._writers:
            if line is not sender:
                line.send({"type": "signal", "name": name, "text": words})

    # --- Answers ---
    def take_answer(self) -> Choice | None:
        """Return the guest's answer to the pending decision, None if there is none yet."""
        answer, self._answer = self._answer, None
        return answer

    def take_undo(self) -> bool:
        """Return whether the guest wants to undo its last answer, and may."""
        has_undo, self._has_undo = self._has_undo, False
        return has_undo

    def take_undo_reply(self) -> str:
        """Return the guest's reply to our wish to undo, `yes` or `no`, "" if there is none yet."""
        reply, self._undo_reply = self._undo_reply, ""
        return reply

    def send_undo(self, wish: str) -> None:
        """Ask the guest to undo (`request`), or reply to its wish (`yes` or `no`)."""
        self.asks_undo = wish == "request" and self.guest is not None
        self.wants_undo = False
        if self.guest is not None:
            self.guest.send({"type": "undo", "ask": self._asks, "wish": wish})

    def _forget(self) -> None:
        """Drop what the guest has sent about an earlier moment, and what it was asked then."""
        self._answer, self._has_undo = None, False
        self.wants_undo, self.asks_undo, self._undo_reply = False, False, ""

    def close(self, reason: str) -> None:
        """Tell all that the host leaves, and stop listening."""
        self.server.close(reason)

    # --- Messages ---
    def _receive(self, received: Received) -> None:
        line, message = received.line, received.message
        if message is None:
            self._leave(line)
        elif message["type"] == "hello":
            self._join(line)
        elif line is not self.guest:
            return
        elif message["type"] == "fleet":
            self._begin(message)
        elif message["type"] == "signal":
            self._pass_on(self.guest_side, message["text"], line)
        elif message["type"] == "undo":
            self._take_undo(message)
        elif message["type"] == "hand_over":
            self.is_handed_over = bool(self.terms.agreement.stand_in)
        elif message["type"] == "knowledge":
            self._tell_knowledge(line, message["ask"])
        else:
            self._take(message)

    def _tell_knowledge(self, line: Line, ask: int) -> None:
        """Send the guest what its side knows, if rehearsals were agreed on, and not too often."""
        match, now = self.match, self._clock()
        if match is None or match.over or ask != self._asks or not self.terms.agreement.is_rehearsing:
            return
        if now >= self._next_knowledge:
            self._next_knowledge = now + KNOWLEDGE_SECONDS
            known = knowledge_to_json(knowledge(match, self.guest_side))
            line.send({"type": "knowledge", "ask": ask, "knowledge": known})

    def _join(self, line: Line) -> None:
        side = OPEN if line.is_watching else self.guest_side
        if not line.is_watching:
            self.guest, self.guest_name, self.is_handed_over = line, line.name, False
        setup = self.terms.setup
        line.send({
            "type": "setup", "setup": setup_to_json(setup.scenario, setup.options, manual=setup.manual), "side": side,
            "name": self.terms.name, "commitment": commitment(self._half),
            "size": setup.fleets[self.terms.side].size if setup.fleets else 0, "has_begun": self.match is not None,
            "agreement": to_plain(self.terms.agreement),
        })  # fmt: skip
        self._announce(f"{line.name} {'watches' if line.is_watching else 'has joined'}.")
        self._writers[line] = SeenWriter(side)

    def _leave(self, line: Line) -> None:
        self._writers.pop(line, None)
        self._sent.pop(line, None)
        self._statuses.pop(line, None)
        if line is self.guest:
            self.guest = None
            self._forget()
            self._announce(f"{line.name} has left. The same invite continues the game.")
        elif line.is_watching:
            self._announce(f"{line.name} no longer watches.")

    def may_undo(self) -> bool:
        """Return whether the last answer is the guest's and can be undone."""
        match = self.match
        last = match.journal[last_answer(match.journal)] if match is not None and match.journal else None
        is_own = isinstance(last, Answered) and last.side == self.guest_side
        return is_own and match is not None and match.can_undo() is None

    def _take_undo(self, message: Message) -> None:
        """Take a wish to undo, or the reply to ours, if it is about the latest moment."""
        if message["ask"] != self._asks or self.match is None:
            return
        if message["wish"] != "request":
            self._undo_reply, self.asks_undo = message["wish"] if self.asks_undo else "", False
        elif self.may_undo():
            self._has_undo = True
        elif self.match.rehearsal and count_answers(self.match, self.guest_side):
            self.wants_undo = True
        else:
            self.send_undo("no")

    def _begin(self, message: Message) -> None:
        """Make the match of the guest's fleet, or refuse the fleet."""
        if self.match is not None:
            return
        try:
            setup = self._joint_setup(message["fleet"], joint_seed(self._half, bytes.fromhex(message["half"])))
        except (MalformedSaveError, ValueError) as error:
            assert self.guest is not None
            reason = one_line(error.cause if isinstance(error, MalformedSaveError) else str(error), MAX_REASON)
            self.guest.send({"type": "refused", "ask": 0, "reason": reason, "rule": ""})
            return
        self.match = Match(setup, keep_all=True)
        self.talk.note("The game begins.")

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
