"""The moments of a game as one side may know them, as JSON and back: view, question, events, and whether to undo.

A moment holds what has changed since the one before. Its reader has all that a player at the side has: the view, the
private games to look ahead in, and from them the pending decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Annotated, Any, Literal, Required, TypedDict

from jovian.cards import UnitCard
from jovian.cards.building import read_card, read_plain
from jovian.cards.keys import Limits
from jovian.cards.plain_json import to_plain
from jovian.dice import FACES
from jovian.frozen import frozen
from jovian.game import LogEntry, Refusal, State
from jovian.game.events import TYPES, UNWRITTEN, Event, plain
from jovian.match.entries import Answered
from jovian.match.lookahead import LookAhead
from jovian.match.match import Match
from jovian.match.seen_json import MAX_CARDS, Count, Seat, Side, StateWriter, next_state, read_setup

Data = dict[str, Any]
MAX_EVENTS, MAX_ANSWERS = 100_000, 2_000
"""The most events of a game, and the most answers since a point from which it can be resumed."""

# --- The JSON form ---

Face = Annotated[int, Limits(ge=1, le=FACES)]


class AheadJson(TypedDict):
    """What the side that is to answer can look ahead from."""

    start: dict[str, Any]
    """How the state at the last anchor differs from the view."""
    answers: list[tuple[Side, str, list[Any] | None]]
    """The answers since. The choice of a secret answer is None."""
    faces: tuple[tuple[Face, ...], ...]
    """The faces rolled since."""
    unseen: dict[str, Count]


class MomentJson(TypedDict, total=False):
    """A moment."""

    view: Required[dict[str, Any]]
    """How the view differs from that of the moment before."""
    asked: Required[Seat | None]
    """The side that is to answer, None when the game is over."""
    ahead: Required[AheadJson | None]
    cards: Annotated[list[Any], Limits(max_length=MAX_CARDS)]
    """The cards that weren't in a moment before."""
    kept: Required[Annotated[int, Limits(ge=0, le=MAX_EVENTS)]]
    """The number of events that are still as they were: an undo removes the others."""
    events: Annotated[list[dict[str, Any]], Limits(max_length=MAX_EVENTS)]
    """The new events."""
    undo: Required[tuple[str, str] | None]
    """Why the last answer can't be undone, and the rule that says so. None if it can."""


class EntryJson(TypedDict):
    """The part of an event's JSON that all events have."""

    n: Count
    turn: Count
    phase: Literal["", "deployment", "activation", "end"]
    type: str
    seen_by: Literal["both", 0, 1]


# --- Writing ---


class SeenWriter:
    """Writes what one side may know of a match, moment by moment. `OPEN` is the side of spectators.

    The first moment is whole, so a new reader needs a new writer.
    """

    def __init__(self, side: int) -> None:
        self.side = side
        self._states = StateWriter()
        self._cards = 0
        self._events: list[LogEntry] = []
        self._last: Data = {}

    def moment(self, match: Match) -> Data | None:
        """Return the present moment as JSON, None if this side sees the same as before."""
        view, asked, refusal = match.view(self.side), match.decision, match.can_undo()
        events = match.events.seen_by(self.side)
        kept = next((n for n, pair in enumerate(zip(self._events, events, strict=False)) if pair[0] != pair[1]), None)
        if kept is None:
            kept = min(len(self._events), len(events))
        has_lost, self._events = kept < len(self._events), events
        moment: Data = {
            "view": self._states.changes(view), "asked": asked.side if asked is not None else None,
            "ahead": self._ahead(view.trial), "kept": kept,
            "undo": [refusal.reason, refusal.cited] if refusal is not None else None,
        }  # fmt: skip
        stays, self._last = (self._last, {key: moment[key] for key in ("asked", "ahead", "undo")})
        if not moment["view"] and stays == self._last and not has_lost and kept == len(events):
            return None
        new = [*self._states.cards][self._cards :]
        self._cards += len(new)
        if new:
            moment["cards"] = [to_plain(card) for card in new]
        if kept < len(events):
            moment["events"] = [entry_to_json(entry) for entry in events[kept:]]
        return moment

    def _ahead(self, ahead: Any) -> Data | None:
        if not isinstance(ahead, LookAhead):
            return None
        return {
            "start": self._states.changes_aside(ahead.start), "answers": [entry.to_json() for entry in ahead.known],
            "faces": to_plain(ahead.faces), "unseen": dict(ahead.unseen),
        }  # fmt: skip


def entry_to_json(entry: LogEntry) -> Data:
    """Return an event with the fields that only programs need, which its documented JSON doesn't have."""
    event = entry.event
    more = ((item, getattr(event, item.name)) for item in fields(event) if item.metadata == UNWRITTEN)
    return entry.to_json() | {item.name: plain(value) for item, value in more if value != item.default}


# --- Reading ---


@frozen(eq=False)
class SeenMoment:
    """A moment of a game as one side knows it."""

    view: State
    """The view of the side. Only to be read, and copied."""
    asked: int | None
    """The side that is to answer, None when the game is over."""
    ahead: LookAhead | None
    """What the side can look ahead from, if it is to answer."""
    events: tuple[LogEntry, ...]
    """All events that the side has seen."""
    undo: Refusal | None
    """Why the last answer can't be undone, None if it can."""


class SeenReader:
    """Reads the moments of a game, which another program wrote."""

    def __init__(self, setup: Any, side: int, where: str) -> None:
        """`where` replaces the file in errors. Raises ValueError or CardError."""
        self.blank, self.setup = read_setup(setup, where), setup
        self.side = side
        self._key = self.blank.cache_key.of_view(side)
        self._view = self.blank
        self._cards: list[UnitCard] = []
        self._events: list[LogEntry] = []

    def read(self, data: Any) -> SeenMoment:
        """Return the next moment. Raises ValueError with one line. Then the moments so far stay as they are."""
        moment = read_plain(MomentJson, data)
        cards = [*self._cards, *(read_card(card) for card in moment.get("cards", ()))]
        if len(cards) > MAX_CARDS:
            raise ValueError(f"there can't be more than {MAX_CARDS} cards")
        if moment["kept"] > len(self._events):
            raise ValueError(f"kept: there are only {len(self._events)} events")
        events = [*self._events[: moment["kept"]], *map(read_entry, moment.get("events", ()))]
        if len(events) > MAX_EVENTS or [entry.n for entry in events] != [*range(len(events))]:
            raise ValueError(f"events must be numbered from 0, and can't be more than {MAX_EVENTS}")
        view = next_state(self._view, moment["view"], cards)
        ahead = self._ahead(view, moment["ahead"], cards)
        undo = Refusal(*moment["undo"]) if moment["undo"] is not None else None
        self._view, self._cards, self._events = view, cards, events
        return SeenMoment(self._known(view, self.side), moment["asked"], ahead, tuple(events), undo)

    def _ahead(self, view: State, data: AheadJson | None, cards: Sequence[UnitCard]) -> LookAhead | None:
        if data is None:
            return None
        if len(data["answers"]) > MAX_ANSWERS:
            raise ValueError(f"ahead: there can't be more than {MAX_ANSWERS} answers")
        start = self.start_of(next_state(view, data["start"], cards))
        known = [Answered(side, kind, choice) for side, kind, choice in data["answers"]]
        return LookAhead(self.side, start, known, data["faces"], data["unseen"])

    def start_of(self, state: State) -> State:
        """Return the state from which private games start."""
        return self._known(state, None)

    def _known(self, state: State, viewer: int | None) -> State:
        """Return a copy of a state whose values are its own."""
        known = state.clone()
        known.viewer, known.cache_key = viewer, self._key
        known.kept = {} if viewer is not None else None
        return known


def read_entry(data: Any) -> LogEntry:
    """Return the event of `entry_to_json`. Raises ValueError with one line."""
    if not isinstance(data, dict):
        raise ValueError("an event must be a mapping")
    head = read_plain(EntryJson, {key: data[key] for key in EntryJson.__annotations__ if key in data}, "event: ")
    kind = TYPES.get(head["type"])
    if kind is None:
        raise ValueError(f"event: there is no type '{head['type'][:40]}'")
    rest = {key: value for key, value in data.items() if key not in EntryJson.__annotations__}
    event: Event = read_plain(kind, rest, f"event {kind.type}: ")
    return LogEntry(head["n"], head["turn"], head["phase"], head["seen_by"], event)
