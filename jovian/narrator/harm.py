"""Words for what becomes of models: damage and repairs, states, marines aboard, capture, supplies."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import LogEntry
from jovian.game.events import (
    Damaged,
    MarinesBoarded,
    ObjectSearched,
    ShipCaptured,
    StateChanged,
    Supplied,
    TokensCarried,
)
from jovian.narrator.line import DAMAGE, DETAIL, HARM, REPAIR, WARNING, Line, Span
from jovian.narrator.names import Names
from jovian.rules.facts.words import counted, several
from jovian.rules.rulebook.model_state import state_words
from jovian.rules.rulebook.rulebook import Rulebook

TELLS = (Damaged, StateChanged, MarinesBoarded, ShipCaptured, Supplied, TokensCarried, ObjectSearched)


def told(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[Line]:
    """The lines of an event of harm, states or marines."""
    match event := entry.event:
        case Damaged():
            yield _damaged(event, names.model(event.model))
        case StateChanged():
            yield Line((names.model(event.model), Span(state_words(event, book.states), WARNING)))
        case MarinesBoarded():
            yield _boarded(event, names)
        case ShipCaptured():
            left = Span(f"with {counted(event.marines, 'marine')} left")
            yield Line((names.model(event.model), Span("is captured by", HARM), names.side(event.side), left))
        case Supplied():
            supplied, by = names.model(event.model), names.model(event.by)
            yield Line((supplied, Span("is supplied by"), by, Span(f"({event.what})")))
        case ObjectSearched():
            said = "have searched it" if event.done else f"{counted(event.held, 'search token')} of {event.needed}"
            marines = (Span("marines of"), names.side(event.side), Span("search"), names.model(event.model))
            yield Line((*marines, Span(f"(+{event.tokens}): {said}", WARNING)))
        case TokensCarried():
            verb = "takes on" if event.amount > 0 else "gives up"
            count = counted(abs(event.amount), event.token, several(event.token))
            said = f"{verb} {count} ({event.cause}), {event.left} aboard"
            yield Line((names.model(event.model), Span(said)))


def _damaged(event: Damaged, model: Span) -> Line:
    """What is lost, repaired or used up, and what is left of it."""
    if event.launched:
        said = Span(f"launches from its {event.called}: {event.left} of that class left in stock")
        return Line((model, said))
    if event.weapon is not None:
        what, left = event.called or event.weapon, ""
    else:
        what, left = f"{abs(event.amount)} {event.what.capitalize()},", f"{event.left} left"
    verb, kind = ("repairs", REPAIR) if event.repaired else ("burns", WARNING) if event.spent else ("loses", HARM)
    return Line((model, Span(f"{verb} {what}", kind), *((Span(left),) if left else ())), DETAIL, DAMAGE)


def _boarded(event: MarinesBoarded, names: Names) -> Line:
    """How many marines got aboard a ship."""
    ship, by = names.model(event.model), names.model(event.by)
    if not event.marines:
        return Line((Span("No marine of"), by, Span("reaches"), ship))
    said = f"by {counted(event.marines, 'marine')}, {event.boarders} aboard in all"
    return Line((ship, Span("is boarded", WARNING), Span("from"), by, Span(said)))
