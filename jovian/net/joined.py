"""A game on another computer that this one has joined: its line, and the match as this side knows it."""

from __future__ import annotations

import hashlib
import secrets
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from jovian.cards import CardError, FleetList, UnitCard
from jovian.cards.files import describe_error, one_line
from jovian.frozen import frozen
from jovian.game import Choice
from jovian.game.game import OPEN
from jovian.match import Match, SaveError
from jovian.match.saves import from_data
from jovian.match.seen_knowledge import read_knowledge
from jovian.match.seen_match import SeenMatch
from jovian.match.seen_moments import SeenReader
from jovian.net.agreement import Agreement
from jovian.net.client import HostLine
from jovian.net.clocks import TurnClocks
from jovian.net.hosted import HALF_BYTES, commitment, fleet_to_data, joint_seed
from jovian.net.messages import Message
from jovian.net.talk import Talk
from jovian.players.worker import MomentCheck

HOST = "the host"
"""What errors about received data begin with."""
MAX_CAUSE = 300


@frozen
class SentAnswer:
    """An answer that was sent to the host, and the position in which it was given."""

    choice: Choice
    taken: int
    digest: str


class JoinedGame:
    """The match of a host, as this side knows it."""

    def __init__(
        self, line: HostLine, fleet: FleetList | None, cards: Mapping[str, UnitCard], secret: bytes = b"",
        check: MomentCheck | None = None,
    ) -> None:  # fmt: skip
        """`fleet` is sent if the game needs one, None to choose it later. `cards` are those of its units.

        This computer's half of the seed comes from `secret`, so that the same one can join again at any time. `check`
        tries each moment before it is shown.
        """
        self.line = line
        self._check = check
        self._inbox: deque[Message] = deque()
        """What has arrived and wasn't read yet, because the moment before is still tried."""
        self.host_name = ""
        """The name of the host's player, "" before its first message."""
        self.size = 0
        """The Threat Value of the host's fleet, 0 if no fleets are chosen."""
        self.agreement = Agreement()
        """What the host offers besides, known with its first message."""
        self.names = ("", "")
        """The players of both sides, once the host has sent them."""
        self.watchers: tuple[str, ...] = ()
        """The names of the spectators."""
        self.clocks, self.talk = TurnClocks(), Talk()
        self.is_resumed = False
        """Whether the game had begun when this computer joined."""
        self.wants_fleet = False
        """Whether the host waits for `choose_fleet`."""
        self.may_undo = False
        """Whether the last answer was this side's, and was taken."""
        self.fault = ""
        """What the host last refused, or has sent wrong, in words."""
        self.match: SeenMatch | None = None
        """The match as this side knows it, None until the game begins."""
        self.whole: Match | None = None
        """The whole match after its end, which agrees with all that this side has seen."""
        self.knowledge: dict[str, Any] | None = None
        """What this side knows at the last moment as JSON, None before it was asked for."""
        self.side = OPEN
        self.moments = 0
        """The number of moments that were received."""
        self._fleet = fleet_to_data(fleet, cards) if fleet is not None else None
        self._secret = secret or secrets.token_bytes(HALF_BYTES)
        self.commitment = ""
        """The hash of the host's half of the seed. It tells games apart."""
        self._reader: SeenReader | None = None
        self._is_back = False
        """Whether the next moment is the first one on a line that was lost before."""
        self._ask = self._taken = 0
        self._sent: SentAnswer | None = None
        """The last answer that was sent, None after it was undone. A cut line may have lost it, or a host's restart."""
        self.is_waiting = False
        """Whether an answer was sent that has had no effect yet."""
        self.wants_undo = False
        """Whether the host asks to undo, which needs our consent."""
        self.asks_undo = False
        """Whether we have asked the host to undo, and it hasn't replied."""

    def update(self, wait: float = 0.0) -> list[str]:
        """Take in what arrived, after waiting for at most some seconds. Return in words what the player should know.

        If the host sends something wrong, the line is closed, and the last words say why.
        """
        count = self.talk.count
        try:
            for message in self._arrived(wait):
                for words in self._receive(message):
                    self.talk.note(words)
        except Exception as error:  # The rules can fail in any way on a position that no game reaches.
            self.close()
            self._inbox.clear()
            self.line.poll()  # Nothing more is read.
            cause = str(error) if isinstance(error, (ValueError, CardError, SaveError)) else describe_error(error)
            self.fault = f"The host has sent something that can't be right: {one_line(cause, MAX_CAUSE)}"
            self.line.trouble = self.fault
            self.talk.note(self.fault)
        if self.line.standing != "open":  # The host has stopped it, too.
            self.clocks.run(None, 0)
        return [line.text for line in self.talk.since(count)]

    def _arrived(self, wait: float) -> Iterator[Message]:
        """Yield the messages that can be read now. Those on which rules run are tried first."""
        if not self._inbox:
            self._take_in(wait)
        while self._inbox:
            message = self._inbox[0]
            if self._check is not None and _runs_rules(message):
                fault = self._check.poll(wait)
                if fault is None:
                    return
                if fault:
                    raise ValueError(fault)
            yield self._inbox.popleft()
            if message["type"] == "moment":  # The owner sees each of them.
                return

    def _take_in(self, wait: float) -> None:
        """Take what the line has, and let all moments be tried."""
        for message in self.line.poll(wait):
            self._inbox.append(message)
            if self._check is not None and message["type"] == "setup":
                self._check.begin(message["setup"], message["side"])
            elif self._check is not None and message["type"] == "moment":
                self._check.send(message["moment"])
            elif self._check is not None and message["type"] == "over":
                self._check.end(message["save"])

    @property
    def waits_for_check(self) -> bool:
        """Whether a moment has arrived that is still tried."""
        return bool(self._inbox)

    @property
    def has_begun(self) -> bool:
        """Whether there is something to see."""
        return self.moments > 0

    @property
    def _half(self) -> bytes:
        """Our half of the seed. The host can't know it before it has committed itself to its own."""
        return hashlib.blake2b(self.commitment.encode(), key=self._secret, digest_size=HALF_BYTES).digest()

    def choose_fleet(self, fleet: FleetList, cards: Mapping[str, UnitCard]) -> None:
        """Send the fleet of this side."""
        self._fleet = fleet_to_data(fleet, cards)
        self._send_fleet()

    def send_undo(self, wish: str) -> None:
        """Ask the host to undo our last answer and what followed (`request`), or reply to its wish (`yes` or `no`)."""
        self.may_undo, self.asks_undo, self.wants_undo = False, wish == "request", False
        if wish != "no":
            self._sent = None
        self.line.send({"type": "undo", "ask": self._ask, "wish": wish})

    @property
    def has_answered(self) -> bool:
        """Whether the game has an answer of this side."""
        return self._taken > 0

    def hand_over(self) -> None:
        """Let the computer player of the agreement take this seat when the line is closed."""
        self.line.send({"type": "hand_over"})

    def say(self, words: str) -> bool:
        """Say something to the host and to spectators. Return whether it was said: not too soon after the last one."""
        said = self.talk.say(self.side, self.names[self.side], words)
        if said:
            self.line.send({"type": "signal", "name": "", "text": said})
        return bool(said)

    def ask_knowledge(self) -> None:
        """Ask the host for all that this side knows now. It comes as `knowledge`."""
        if self.knowledge is None:
            self.line.send({"type": "knowledge", "ask": self._ask})

    def close(self) -> None:
        """Leave the game."""
        self.line.close()
        if self._check is not None:
            self._check.close()

    # --- Messages ---
    def _receive(self, message: Message) -> list[str]:
        match message["type"]:
            case "setup":
                return self._prepare(message)
            case "moment":
                return self._show(message)
            case "undo":
                if message["wish"] == "request":
                    self.wants_undo = message["ask"] == self._ask
                elif message["wish"] == "no" and self.asks_undo:
                    self.asks_undo = False
                    self.fault = f"{self.host_name} doesn't agree to undo."
                    return [self.fault]
            case "refused":
                self._sent, self.is_waiting = None, False
                if not self.has_begun:
                    self._fleet, self.wants_fleet = None, True
                if self.match is not None and self.has_begun:
                    self.match.ask_again()
                    self.moments += 1
                self.fault = f"The host refuses: {message['reason']}"
                return [self.fault]
            case "signal":
                self.talk.note(one_line(message["text"]), one_line(message["name"]))
            case "status":
                self.names, self.watchers = (message["names"][0], message["names"][1]), tuple(message["watchers"])
                self.clocks.take_over(message["left"], message["running"])
            case "knowledge":
                if message["ask"] == self._ask and self._reader is not None and self.match is not None:
                    read_knowledge(message["knowledge"], self._reader, self.match.events.entries)
                    self.knowledge = message["knowledge"]
            case "over":
                return self._check_end(message)
        return []

    def _prepare(self, message: Message) -> list[str]:
        """Begin to read moments with the next one, and send the fleet if the game hasn't begun."""
        is_new = self._reader is None
        if not is_new and (message["commitment"], message["agreement"]) != (self.commitment, self.agreement):
            raise ValueError("this is another game than before")
        self.side, self.commitment = message["side"], message["commitment"]
        self.host_name, self.size, self.agreement = message["name"], message["size"], message["agreement"]
        self._is_back = not is_new
        self.is_resumed = message["has_begun"] if is_new else self.is_resumed
        self._reader = SeenReader(message["setup"], self.side, HOST)
        self.clocks = TurnClocks(self.agreement.minutes)
        if self.match is None:
            self.match = SeenMatch(self._reader, self._send, places_models=not self.size)
        if not message["has_begun"] and self.side != OPEN:
            if not self.size:  # The scenario places its models.
                self._fleet = None
            elif self._fleet is None:
                self.wants_fleet = True
            if not self.wants_fleet:
                self._send_fleet()
        does = "watch the game of" if self.side == OPEN else "play with"
        told = [f"You {does} {self.host_name}. {self.agreement.words}" if is_new else "The line is open again."]
        return [*told, f"Choose a fleet of {self.size} TV."] if self.wants_fleet else told

    def _send_fleet(self) -> None:
        self.wants_fleet = False
        self.line.send({"type": "fleet", "fleet": self._fleet, "half": self._half.hex()})

    def _show(self, message: Message) -> list[str]:
        """Show a moment. Send the last answer again if it is lost, and the question is the same."""
        if self._reader is None or self.match is None:
            raise ValueError("a moment came before the setup")
        count = len(self.match.events)
        self.match.show(self._reader.read(message["moment"]))
        is_earlier, self._is_back = self._is_back and len(self.match.events) < count, False
        self.wants_fleet, self.knowledge = False, None
        self.moments += 1
        before, self._ask, self._taken = self._taken, message["ask"], message["taken"]
        self.may_undo = self._taken > before and self.moments > 1
        was_waiting, self.is_waiting = self.is_waiting, False
        self.wants_undo = self.asks_undo = False
        sent, decision = self._sent, self.match.decision
        is_same = sent is not None and (sent.taken, sent.digest) == (self._taken, self.match.state.digest())
        if sent is not None and is_same and decision is not None and decision.check(sent.choice) is None:
            self._send(sent.choice)
        elif is_earlier:
            self.fault = f"{self.host_name} continues from an earlier moment of the game."
            return [self.fault]
        elif was_waiting and sent is not None and self._taken <= sent.taken:
            self.fault = "Your last answer wasn't used, because the question has changed."
            return [self.fault]
        return []

    def _send(self, choice: Choice) -> None:
        """Send an answer, and keep it in case it is lost before it is in the host's save."""
        assert self.match is not None
        self._sent, self.is_waiting = SentAnswer(choice, self._taken, self.match.state.digest()), True
        self.line.send({"type": "answer", "ask": self._ask, "choice": choice})

    def _check_end(self, message: Message) -> list[str]:
        """Compare the whole game with what this side has seen. Raises ValueError that names what differs."""
        if self.match is None:
            raise ValueError("the end came before the game")
        whole, half = from_data(message["save"], HOST, keep_all=True), bytes.fromhex(message["half"])
        if commitment(half) != self.commitment:
            raise ValueError("the host has changed its half of the seed")
        if self.side != OPEN and whole.setup.seed != joint_seed(half, self._half):
            raise ValueError("the seed isn't made of both halves")
        if whole.events.seen_by(self.side) != self.match.events.entries:
            raise ValueError("the events of the whole game aren't those that this side has seen")
        if whole.view(self.side).digest() != self.match.state.digest():
            raise ValueError("the end of the whole game isn't the one that this side has seen")
        self.whole = whole
        return ["The whole game agrees with what you have seen."]


def _runs_rules(message: Message) -> bool:
    """Return whether rules run on a message: a moment with a question to this side, or the whole game."""
    return message["type"] == "over" or (message["type"] == "moment" and message["moment"].get("ahead") is not None)
