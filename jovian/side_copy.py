"""A copy of a game as one side may know it: a file to look at, for a friend or a bug report. It can't be continued.

A copy has each moment at which the side's view changed, the log in words, and the events that the side has seen. It is
made of views alone, so it has no hidden models, no seed, and no secret answers. A finished game hides nothing but the
seed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Required, TypedDict

from jovian import __version__
from jovian.cards import CardError, ScenarioCard, UnitCard
from jovian.cards.building import read_card, read_plain
from jovian.cards.files import (
    COPY,
    MAX_JSON,
    UnreadableFileError,
    decoded,
    one_line,
    parse_json,
    read_bytes,
    short_name,
)
from jovian.cards.keys import Limits, OneOf
from jovian.cards.plain_json import to_plain
from jovian.dice import FACES
from jovian.frozen import frozen
from jovian.game import LogEntry, State, view
from jovian.game.events import BASE, FLEX, MACRO, TYPES
from jovian.match import Match
from jovian.match.entries import MalformedSaveError, UnsupportedVersion
from jovian.match.files import SEAL_KEY, check_bytes, seal_text, write_whole
from jovian.match.saves import RULES, replay_entry
from jovian.match.seen_json import StateWriter, next_state, read_setup, setup_to_json
from jovian.narrator import DETAIL, HEADLINE, PLAIN, TITLE, WORDS, Die, LogLine, Narrator, Span
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.setup.setup import names_of_sides

VERSION = 2
SECRETS = ("models that the side has not seen", "the seed and all dice to come", "answers that are still secret")
"""What a copy of a running game doesn't contain."""
MAX_MOMENTS, MAX_LINES = 10_000, 100_000
MAX_ITEMS = 1_000_000
"""The most models and pieces of terrain of all moments, not counting moments that change none of them."""
Data = dict[str, Any]


# --- The JSON form ---

Whole = Annotated[int, Limits(ge=0, le=MAX_JSON)]


class LineJson(TypedDict, total=False):
    """A line of the log."""

    n: Required[Whole]
    level: Required[Annotated[str, OneOf((HEADLINE, PLAIN, DETAIL))]]
    text: Required[str]
    title: bool
    dice: tuple[tuple[Annotated[int, Limits(ge=1, le=FACES)], Annotated[str, OneOf((BASE, FLEX, MACRO))], bool], ...]


class CopyJson(TypedDict):
    """A copy."""

    format: str
    version: int
    app: str
    rules: Any
    contains: str
    missing: list[str]
    side: Annotated[int, Limits(ge=0, le=1)]
    sides: tuple[str, str]
    whole: bool
    setup: Any
    cards: list[Any]
    moments: Annotated[list[Any], Limits(min_length=1, max_length=MAX_MOMENTS)]
    log: Annotated[list[LineJson], Limits(max_length=MAX_LINES)]
    events: Annotated[list[Any], Limits(max_length=MAX_LINES)]
    seal: Any


# --- Writing ---


def save_copy(match: Match, side: int, path: str | Path) -> None:
    """Write what a side may know of a match to a file, completely or not at all. Raises OSError."""
    write_whole(path, copy_text(match, side))


def copy_text(match: Match, side: int) -> str:
    """Return the text of the file that contains what a side may know of a match."""
    return sealed_copy(copy_data(match, side))


def sealed_copy(data: Data) -> str:
    """Return the text of a file of a copy."""
    return seal_text({**data, SEAL_KEY: {}})[0]


def copy_data(match: Match, side: int) -> Data:
    """Return what a side may know of a match as JSON, without the seal."""
    writer, live, is_whole = CopyWriter(side), Match(match.setup), match.over
    decision = match.decision
    last = len(match.journal) - (decision.sealed if decision is not None else 0)
    known = None if is_whole else side
    for entry in (None, *match.journal[:last]):
        if entry is not None and not replay_entry(live, entry):
            break
        state = live.state if known is None else view(live.state, known)
        writer.add(state, live.events.known_to(known, len(live.events)))
    names = names_of_sides(match.setup)
    who = f"side {side} ({names[side]})"
    if is_whole:
        contains = f"A copy of a finished game, made for {who}. It hides nothing but the seed. For looking only."
    else:
        contains = f"A copy of a game with only what {who} may know. For looking only: it can't be continued."
    setup = setup_to_json(match.setup.scenario, match.setup.options, manual=match.setup.manual)
    return writer.job(setup, names, live.events.seen_by(known), contains, is_whole=is_whole)()


class CopyWriter:
    """Collects what one side sees of a game, moment by moment."""

    def __init__(self, side: int, cards: Sequence[UnitCard] = (), moments: Sequence[Data] = ()) -> None:
        """Continue a copy that was read, with its cards and moments."""
        self._side = side
        self._changes = [{key: value for key, value in moment.items() if key != "events"} for moment in moments]
        self._states = StateWriter(cards, self._changes)
        self._counts: list[int] = []
        """The number of events that the side had seen at each moment."""
        for moment in moments:
            self._counts.append(moment.get("events", self._counts[-1] if self._counts else 0))
        self._last: State | None = None
        self._size = 0
        """The characters of the moments that were added."""

    def __len__(self) -> int:
        return len(self._counts)

    def add(self, state: State, events: int) -> bool:
        """Add a moment, with the number of events that the side has seen. Return whether it shows something new."""
        changes, self._last = self._states.changes(state), state
        is_full = len(self) >= MAX_MOMENTS or self._size > MAX_JSON // 2
        if is_full or (not changes and self._counts and self._counts[-1] == events):
            return False
        self._size += len(json.dumps(changes))
        self._changes.append(changes)
        self._counts.append(events)
        return True

    def forget(self, events: int) -> None:
        """Note the number of events that remain after an undo. The moments since are kept."""
        self._counts = [min(count, events) for count in self._counts]

    def answers_at(self, moment: int, whole: Match, side: int) -> int:
        """Return the first number of answers of the whole game after which the side had seen the same events."""
        seen = self._counts[max(0, min(moment, len(self) - 1))]
        counts = (whole.events.known_to(side, whole.events_after(n)) for n in range(len(whole.journal) + 1))
        return next((n for n, count in enumerate(counts) if count >= seen), len(whole.journal))

    def job(
        self, setup: Data, names: tuple[str, str], events: Sequence[LogEntry], contains: str, *, is_whole: bool = False
    ) -> Callable[[], Data]:
        """Return what makes the JSON of the moments so far, without the seal. Any thread may do it."""
        cards, pairs, state = [*self._states.cards], [*zip(self._changes, self._counts, strict=True)], self._last
        assert state is not None

        def make() -> Data:
            moments, known = [], -1
            for changes, count in pairs:
                moments.append(changes | ({"events": count} if count != known else {}))
                known = count
            seen = [replace(entry, event=entry.event.to_players()) for entry in events]
            return {
                "format": COPY, "version": VERSION, "app": __version__, "rules": RULES, "contains": contains,
                "missing": [SECRETS[1]] if is_whole else list(SECRETS), "side": self._side, "sides": list(names),
                "whole": is_whole, "setup": setup, "cards": [to_plain(card) for card in cards], "moments": moments,
                "log": [_line_to_json(line) for line in _log_lines(state, seen)],
                "events": [entry.to_json() for entry in seen],
            }  # fmt: skip

        return make


def _log_lines(state: State, events: Sequence[LogEntry]) -> Iterator[LogLine]:
    """Yield the log in words."""
    narrator = Narrator(rulebook(state))
    narrator.names.learn_boxes(state)
    for story in narrator.tell_stories(events):
        yield from story.lines
        yield from (replace(line, level=DETAIL) for line in story.details)


def _line_to_json(line: LogLine) -> Data:
    data: Data = {"n": line.number, "level": line.level, "text": line.text}
    if line.spans and line.spans[0].kind == TITLE:
        data["title"] = True
    if line.dice:
        data["dice"] = [[die.face, die.kind, die.kept] for die in line.dice]
    return data


# --- Reading ---


@frozen(eq=False)
class SideCopy:
    """A copy that was read from a file."""

    file: str
    side: int
    """The side whose knowledge it is."""
    names: tuple[str, str]
    """The names of both sides."""
    is_whole: bool
    """Whether the game was over, so that nothing is hidden but the seed."""
    states: tuple[State, ...]
    """The view of the side at each moment."""
    event_counts: tuple[int, ...]
    """The number of events that the side had seen at each moment."""
    lines: tuple[LogLine, ...]
    """The log in words."""
    events: tuple[Data, ...]
    """The events that the side has seen, as JSON."""

    @property
    def scenario(self) -> ScenarioCard:
        """The public part of the scenario."""
        return self.states[0].scenario

    @property
    def about(self) -> str:
        """One line about whose knowledge it is, and that the game can't be continued."""
        whose = "nothing hidden" if self.is_whole else f"as {self.names[self.side]} may know it"
        return f"copy for looking, {whose}; it can't be continued"

    def lines_until(self, moment: int) -> tuple[LogLine, ...]:
        """Return the log up to a moment."""
        return tuple(line for line in self.lines if line.number < self.event_counts[moment])


def load_copy(path: str | Path) -> SideCopy:
    """Read a copy. Raises MalformedSaveError or UnsupportedVersion with one line that starts with the file."""
    where = short_name(str(path))
    try:
        raw = read_bytes(path, MAX_JSON)
        data = parse_json(decoded(raw))
    except UnreadableFileError as error:
        raise MalformedSaveError(where, error.cause, error.line) from error
    try:
        _check_header(raw, data, where)
        return read_copy(data, where)
    except CardError as error:
        raise MalformedSaveError(where, error.cause, error.line) from error
    except ValueError as error:
        raise MalformedSaveError(where, str(error)) from error


def _check_header(raw: bytes, data: Any, where: str) -> None:
    if not isinstance(data, dict) or data.get("format") != COPY:
        raise MalformedSaveError(where, "not a copy of a game")
    if data.get("version") not in (1, VERSION):
        version = one_line(str(data.get("version")), 40)
        raise UnsupportedVersion(where, f"copy version {version}, this version reads 1 to {VERSION}")
    if SEAL_KEY not in data:
        raise ValueError(f"missing key '{SEAL_KEY}'")
    if fault := check_bytes(raw, data[SEAL_KEY]):
        raise MalformedSaveError(where, f"changed or cut short since it was written: {fault}")


def read_copy(data: Data, where: str) -> SideCopy:
    """Return the copy of any JSON, whose header was checked. Raises ValueError or CardError."""
    file = read_plain(CopyJson, data)
    start = read_setup(file["setup"], where)
    start.viewer = None if file["whole"] else file["side"]
    cards = [read_card(card) for card in file["cards"]]
    states: list[State] = []
    counts: list[int] = [0]
    items = 0
    for number, moment in enumerate(file["moments"], 1):
        try:
            before, (start, count) = start, _next_moment(start, moment, cards)
            items += len(start.models) * (start.models is not before.models)
            items += len(start.terrain) * (start.terrain is not before.terrain)
            if items > MAX_ITEMS:
                raise ValueError(f"the moments so far have more than {MAX_ITEMS} models and pieces of terrain")
        except ValueError as error:
            raise ValueError(f"moment {number}: {error}") from error
        states.append(start)
        counts.append(counts[-1] if count is None else count)
    lines = tuple(_read_line(line) for line in file["log"])
    return SideCopy(
        where, file["side"], file["sides"], file["whole"], tuple(states), tuple(counts[1:]), lines,
        tuple(map(_read_event, file["events"])),
    )  # fmt: skip


def _next_moment(before: State, data: Any, cards: Sequence[UnitCard]) -> tuple[State, int | None]:
    """Return the state of the next moment, and its number of events if that changed."""
    if not isinstance(data, dict):
        raise ValueError("must be a mapping")
    changes = _as_this_version(data)
    count = read_plain(EventCount, {"events": changes.pop("events")})["events"] if "events" in changes else None
    return next_state(before, changes, cards), count


class EventCount(TypedDict):
    """The number of events that the side has seen at a moment."""

    events: Whole


def _as_this_version(moment: Data) -> Data:
    """Return a copy of a moment, or of a moment of version 1 in the form of this version."""
    changes = {key: value for key, value in moment.items() if key != "active"}
    match moment.get("active"):
        case [str(model), str(action)]:
            changes["activation"] = {"model": model, "action": action, "declared": bool(action)}
        case active if "active" in moment:
            changes["activation"] = active
    return changes


def _read_line(data: LineJson) -> LogLine:
    dice = tuple(Die(face, kind, kept=kept) for face, kind, kept in data.get("dice", ()))
    spans = (Span(data["text"], TITLE if data.get("title") else WORDS),)
    return LogLine(spans, data["level"], dice=dice, number=data["n"])


def _read_event(data: Any) -> Data:
    if not isinstance(data, dict) or data.get("type") not in tuple(TYPES):
        raise ValueError("an event must be a mapping with a known type")
    return data
