"""Words for activations: who is active, what is declared and carried out, whether shells are heeded."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import LogEntry
from jovian.game.events import Activated, Declared, Resolved, SuppressionAnswered
from jovian.narrator.line import QUIET, THING, WARNING, Line, Span
from jovian.narrator.names import Names
from jovian.rules.menu.declare import NONE
from jovian.rules.rulebook.rulebook import Rulebook

TELLS = (Activated, Declared, Resolved, SuppressionAnswered)


def told(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[Line]:
    """The lines of an event of an activation."""
    match event := entry.event:
        case Activated():
            yield Line((names.model(event.model), Span("activates"), *_when(event)))
        case Declared():
            yield _declared(event, names)
        case Resolved():
            yield Line((names.model(event.model), Span("resolves"), Span(event.action.title(), THING)))
        case SuppressionAnswered():
            said = "keeps its head down" if event.heeds else "presses on under fire"
            yield Line((names.model(event.model), Span(said, WARNING)))


def _when(event: Activated | Declared) -> tuple[Span, ...]:
    """Return a note that the other side hears of it late, () if it does not."""
    return (Span("(before it was revealed)", QUIET),) if event.on_reveal else ()


def _declared(event: Declared, names: Names) -> Line:
    """The action with what it names, and the fuel of a boost."""
    model = names.model(event.model)
    boost = (Span(f"and boosts with {event.boost} fuel", WARNING),) if event.boost else ()
    when = _when(event)
    if event.action == NONE:
        return Line((model, Span("declares no action", QUIET), *boost, *when))
    known = event.target in names
    target = (Span("at"), names.model(event.target)) if known else (Span("of"), Span(event.target, THING))
    named = target if event.target else ()
    return Line((model, Span("declares"), Span(event.action.title(), THING), *named, *boost, *when))
