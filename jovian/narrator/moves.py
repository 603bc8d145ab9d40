"""Words for what stands where: placed, moved, come to light, gone, aboard."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import BOTH, DESTROYED, EMBARKED, LogEntry
from jovian.game.events import (
    OWN_MOVES,
    TURN,
    HangerCount,
    HardpointsShown,
    LeftPlay,
    Moved,
    Placed,
    Revealed,
    TerrainAvoided,
)
from jovian.narrator.line import CARD, DAMAGE, HARM, MODEL, PLACE, QUIET, WARNING, Line, Span
from jovian.narrator.names import Names, terrain_name
from jovian.rules.facts.words import spoken
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.rules.terrain.layout import CAUSE
from jovian.table import Pose

LIES = "terrain"
"""Why a piece is there that is measured as the game begins."""
CALLED = {
    "drift": "drifts", "free": "flies freely", "escort": "takes its place beside its ship",
    "assault": "takes its place on the hull",
}  # fmt: skip
"""What a move with such a cause is called."""


TELLS = (Placed, Moved, Revealed, HardpointsShown, HangerCount, TerrainAvoided, LeftPlay)


def told(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[Line]:
    """The lines of an event of what stands where."""
    match event := entry.event:
        case Placed() if event.side is None or not _is_tail(event.kind or "", book):
            yield _placed(event, names)
        case Moved() if not _is_tail(names.terrain(event.model), book):
            yield Line((names.model(event.model), *_way(event, names), _at(event.to)))
        case Revealed() if event.side is not None:
            known = Span(f"comes to light: {event.unit}, {event.tv} TV", CARD)
            yield Line((Span(event.name, MODEL, event.side, event.model), known))
        case HardpointsShown():
            held = ", ".join(counted_names(event.weapons)) or "nothing"
            yield Line((names.model(event.model), Span(f"shows what its hardpoints hold: {held}, {event.tv} TV", CARD)))
        case HangerCount():
            yield Line((names.model(event.ship), Span(f"has {event.aboard} aboard")))
        case TerrainAvoided():
            yield Line((names.model(event.model), Span(f"avoids {terrain_name(event.kind)}")))
        case LeftPlay():
            yield from _left(event, names, entry.seen_by == BOTH)


def counted_names(names: tuple[str, ...]) -> Iterator[str]:
    """Each name once, with how often it stands there."""
    for name in dict.fromkeys(names):
        yield f"{names.count(name)} {name}" if names.count(name) > 1 else name


def _is_tail(kind: str, book: Rulebook) -> bool:
    """Is it a tail, which moves with what it belongs to?"""
    return kind != "" and any(each.tail == kind for each in book.terrain.values())


def _placed(event: Placed, names: Names) -> Line:
    """It is launched or arrives; a wreck is left, and terrain laid out by a side."""
    if event.side is not None and event.kind is not None:
        laid = Span(f"lays out {terrain_name(event.kind)}")
        return Line((names.side(event.side), laid, _at(event.to)))
    if event.kind is not None and event.cause == LIES:
        return Line((Span(f"{terrain_name(event.kind)} lies along the edge"), _at(event.to)))
    if event.kind is not None:
        return Line((Span(f"a {spoken(event.kind)} is left"), _at(event.to)))
    verb = {"launch": "is launched", CAUSE: "lies"}.get(event.cause, "arrives")
    return Line((names.model(event.model), Span(verb), _at(event.to)))


def _way(event: Moved, names: Names) -> Iterator[Span]:
    """How it moves, and how far."""
    far = f'{round(event.inches, 2):g}"'
    if event.cause == TURN:
        off = f", set off {far} from the planet" if event.inches else ""
        yield Span(f"turns {event.degrees:+d}°{off}")
    elif event.cause == "overlap":
        yield Span("is set beside what it would overlap")
    elif event.cause in CALLED:
        yield Span(f"{CALLED[event.cause]} {far}" if event.inches else CALLED[event.cause])
    else:
        yield Span(f"moves {far}" if event.inches else "moves")
        if event.cause not in (*OWN_MOVES, names.terrain(event.model)):
            yield Span(f"({event.cause})", QUIET)


def _at(pose: Pose) -> Span:
    return Span(f"at ({pose.x:.1f}, {pose.y:.1f}) heading {pose.heading}", PLACE)


def _left(event: LeftPlay, names: Names, public: bool) -> Iterator[Line]:
    """It is gone; who went aboard a ship in secret is no line of its own where nobody knows it."""
    if event.how != EMBARKED:
        said = Span(f"is {event.how}", HARM if event.how == DESTROYED else WARNING)
        yield Line((names.model(event.model), said), about=DAMAGE)
    elif public or event.model in names:
        yield Line((names.model(event.model), Span("goes aboard"), names.model(event.host or "")))
