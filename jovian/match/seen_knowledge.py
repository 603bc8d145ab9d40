"""What a side knows of a match as JSON and back, so that a guest can rehearse its own position.

The events are those that the side has received with its moments. So only their number is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Required, TypedDict

from jovian.cards.building import read_card, read_plain
from jovian.cards.keys import Limits
from jovian.cards.plain_json import to_plain
from jovian.game import LogEntry
from jovian.match.entries import Answered
from jovian.match.knowledge import Knowledge
from jovian.match.seen_json import MAX_CARDS, Count, Side, StateWriter, next_state
from jovian.match.seen_match import SeenMatch
from jovian.match.seen_moments import MAX_ANSWERS, MAX_EVENTS, Face, SeenReader

Data = dict[str, Any]


class KnowledgeJson(TypedDict):
    """A knowledge."""

    cards: Annotated[list[Any], Limits(max_length=MAX_CARDS)]
    start: dict[str, Any]
    answers: Annotated[list[tuple[Side, str, list[Any] | None]], Limits(max_length=MAX_ANSWERS)]
    rolled_faces: tuple[tuple[Face, ...], ...]
    past_events: Required[Annotated[int, Limits(ge=0, le=MAX_EVENTS)]]
    """The number of the events before the start."""
    aboard: dict[str, Count]
    withdrawn_unknown: dict[str, Count]
    listed: bool
    is_choice_open: bool
    chooser: Side | None


def knowledge_to_json(known: Knowledge) -> Data:
    """Return what a side knows as JSON."""
    writer = StateWriter()
    start = writer.changes(known.start)
    return {
        "cards": [to_plain(card) for card in writer.cards], "start": start,
        "answers": [entry.to_json() for entry in known.answers], "rolled_faces": to_plain(known.rolled_faces),
        "past_events": len(known.past_events), "aboard": dict(known.aboard),
        "withdrawn_unknown": dict(known.withdrawn_unknown), "listed": known.listed,
        "is_choice_open": known.is_choice_open, "chooser": known.chooser,
    }  # fmt: skip


def read_knowledge(data: Any, reader: SeenReader, events: Sequence[LogEntry]) -> Knowledge:
    """Return the knowledge of the side of a reader, to which events are known. Raises ValueError with one line."""
    known = read_plain(KnowledgeJson, data, "knowledge: ")
    if known["past_events"] > len(events):
        raise ValueError(f"knowledge: there are only {len(events)} events")
    start = reader.start_of(next_state(reader.blank, known["start"], [read_card(card) for card in known["cards"]]))
    answers = tuple(Answered(side, kind, choice) for side, kind, choice in known["answers"])
    return Knowledge(
        reader.side, start, answers, known["rolled_faces"], tuple(events[: known["past_events"]]), known["aboard"],
        known["withdrawn_unknown"], known["listed"], known["is_choice_open"], known["chooser"],
    )  # fmt: skip


class KnownMatch(SeenMatch):
    """A match that runs elsewhere at one moment, with what its side knows, from which games can be imagined."""

    def __init__(self, setup: Any, side: int, moment: Any, known: Any) -> None:
        """All are JSON. Raises ValueError or CardError."""
        reader = SeenReader(setup, side, "the position")
        super().__init__(reader, lambda choice: None)
        self.show(reader.read(moment))
        self.knowledge = read_knowledge(known, reader, self.events.entries)
