"""The messages of a game over a network: one JSON object each, checked by its class and bounded in size.

A guest sends `hello`, then `fleet` if the sides choose fleets, then answers. The host sends `setup`, then a `moment`
whenever the guest's side sees something new, and at the end `over` with the whole game.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal, TypedDict

from jovian.cards.building import read_plain
from jovian.cards.files import UnreadableFileError, parse_json
from jovian.cards.keys import Limits
from jovian.match.seen_json import Count
from jovian.net.agreement import MAX_MINUTES, Agreement

PROTOCOL = 2
"""Raised when messages change. Both computers must have the same."""
Message = dict[str, Any]
MAX_SPECTATORS = 4
MAX_NAME = 40
"""The most characters of a player's name."""
Name = Annotated[str, Limits(max_length=MAX_NAME)]
Words = Annotated[str, Limits(max_length=200)]
Seconds = Annotated[float, Limits(ge=0, le=60 * MAX_MINUTES)]
Hex = Annotated[str, Limits(pattern=r"^[0-9a-f]{1,64}$")]


class Hello(TypedDict):
    """The first message of a guest or a spectator."""

    type: Literal["hello"]
    protocol: int
    rules: int
    token: Hex
    name: Name
    watching: bool
    """Whether it only watches."""


class SetupMessage(TypedDict):
    """The public part of the game, the answer to `hello`."""

    type: Literal["setup"]
    setup: dict[str, Any]
    side: Annotated[int, Limits(ge=-1, le=1)]
    """The side of the guest, -1 for a spectator."""
    name: Name
    """The name of the host's player."""
    commitment: Hex
    """The SHA-256 hash of the host's half of the seed."""
    size: Count
    """The Threat Value of the host's fleet, to which the guest's should be equal. 0 if none are chosen."""
    has_begun: bool
    """Whether the fleets are chosen, so that moments follow."""
    agreement: Agreement


class FleetMessage(TypedDict):
    """The guest's fleet, and its half of the seed."""

    type: Literal["fleet"]
    fleet: dict[str, Any] | None
    """A fleet and its own cards as in a save. None if the scenario places its models."""
    half: Hex


class MomentMessage(TypedDict):
    """What the side sees now, as what has changed since the moment before on this connection."""

    type: Literal["moment"]
    ask: Count
    """A number that grows with each moment of the guest's side. An answer names it. 0 for spectators."""
    taken: Count
    """The number of answers of the guest's side in the game, 0 for spectators."""
    moment: dict[str, Any]


class AnswerMessage(TypedDict):
    """The answer to the question of a moment."""

    type: Literal["answer"]
    ask: Count
    choice: list[Any]


class SignalMessage(TypedDict):
    """What a player says to the others. Words of the program have no name. The host knows who has sent a line."""

    type: Literal["signal"]
    name: Name
    text: Words


class StatusMessage(TypedDict):
    """What all may know about the players and their clocks."""

    type: Literal["status"]
    names: Annotated[list[Name], Limits(min_length=2, max_length=2)]
    """The players of both sides."""
    left: Annotated[list[Seconds], Limits(min_length=2, max_length=2)]
    """The seconds that both have left for this Game Turn."""
    running: Annotated[int, Limits(ge=0, le=1)] | None
    """The side whose clock runs."""
    watchers: Annotated[list[Name], Limits(max_length=MAX_SPECTATORS)]


class UndoMessage(TypedDict):
    """The wish to undo the last answer of the sender and what followed, or the reply to such a wish."""

    type: Literal["undo"]
    ask: Count
    wish: Literal["request", "yes", "no"]


class HandOver(TypedDict):
    """The guest is about to leave, and wants the computer player of the agreement to take its seat."""

    type: Literal["hand_over"]


class KnowledgeRequest(TypedDict):
    """The wish to know all that this side knows, to rehearse with it."""

    type: Literal["knowledge"]
    ask: Count


class KnowledgeMessage(TypedDict):
    """What the side knows at the moment of the request."""

    type: Literal["knowledge"]
    ask: Count
    knowledge: dict[str, Any]


class RefusedMessage(TypedDict):
    """An answer that the host refuses, or a fleet."""

    type: Literal["refused"]
    ask: Count
    reason: str
    rule: str


class OverMessage(TypedDict):
    """The game is over. The whole save, with the seed of which both sides gave a half."""

    type: Literal["over"]
    save: dict[str, Any]
    half: Hex
    """The host's half of the seed."""


class Bye(TypedDict):
    """The other computer leaves, or doesn't let this one in."""

    type: Literal["bye"]
    reason: Words


FROM_GUEST: Final[dict[str, tuple[Any, int]]] = {
    "hello": (Hello, 16 << 10), "fleet": (FleetMessage, 256 << 10), "answer": (AnswerMessage, 16 << 10),
    "undo": (UndoMessage, 1 << 10), "hand_over": (HandOver, 1 << 10), "signal": (SignalMessage, 2 << 10),
    "knowledge": (KnowledgeRequest, 1 << 10), "bye": (Bye, 1 << 10),
}  # fmt: skip
FROM_HOST: Final[dict[str, tuple[Any, int]]] = {
    "setup": (SetupMessage, 1 << 20), "moment": (MomentMessage, 2 << 20), "refused": (RefusedMessage, 16 << 10),
    "undo": (UndoMessage, 1 << 10), "signal": (SignalMessage, 2 << 10), "status": (StatusMessage, 2 << 10),
    "knowledge": (KnowledgeMessage, 2 << 20), "over": (OverMessage, 8 << 20), "bye": (Bye, 1 << 10),
}  # fmt: skip
"""The class of each message and the most characters of its text."""
MAX_FROM_GUEST, MAX_FROM_HOST = (max(size for _, size in kinds.values()) for kinds in (FROM_GUEST, FROM_HOST))


class MessageError(ValueError):
    """A text isn't a message. `str()` is one line that says why."""


def encode(message: Message) -> str:
    """Return the text of a message."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def decode(text: str | bytes, kinds: dict[str, tuple[Any, int]]) -> Message:
    """Return the message of any text. Raises MessageError."""
    if not isinstance(text, str):
        raise MessageError("a message must be text")
    try:
        data = parse_json(text)
    except UnreadableFileError as error:
        raise MessageError(error.cause) from None
    name = data.get("type") if isinstance(data, dict) else None
    kind, size = kinds.get(name, (None, 0)) if isinstance(name, str) else (None, 0)
    if kind is None:
        raise MessageError("a message must be an object with a known type")
    if len(text) > size:
        raise MessageError(f"the message '{data['type']}' is longer than {size} characters")
    try:
        message: Message = read_plain(kind, data, f"{data['type']}: ")
    except ValueError as error:
        raise MessageError(str(error)) from None
    return message
