"""Words for dice: a roll with what fell and what it came to, and what an opposing roll leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from jovian.dice import Result
from jovian.game import LogEntry
from jovian.game.events import Opposed, Rolled
from jovian.game.parts import BASE, FLEX, MACRO
from jovian.narrator.line import DETAIL, DICE, OPPOSED, RESULT, ROLLED, Die, Line, Span
from jovian.narrator.names import Names
from jovian.rules.facts.words import result_words, set_words
from jovian.rules.rulebook.rulebook import Rulebook

TELLS = (Rolled, Opposed)


def told(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[Line]:
    """The lines of an event of dice."""
    match event := entry.event:
        case Rolled():
            again = "rolls again for" if event.rerolled else "rolls for"
            yield Line((names.side(event.side), Span(f"{again} {event.purpose}")), DETAIL, DICE)
            came_to = Span(event.result, ROLLED, spelled=result_words(event.result))
            yield Line((came_to,), DETAIL, DICE, tuple(_dice(event)))
        case Opposed() if event.secondary:
            spans = (
                result(event.primary, OPPOSED), Span("opposed by"), result(event.secondary, OPPOSED), Span("leaves"),
                result(event.left, RESULT),
            )  # fmt: skip
            yield Line(spans, DETAIL)


def result(found: Result, kind: str = RESULT) -> Span:
    """The span of a result: its code, and the same in words."""
    return Span(str(found), kind, spelled=set_words(found))


def _dice(event: Rolled) -> Iterator[Die]:
    """What fell, with what became of each die."""
    kept, sets = Counter(event.kept), _values_of_sets(event.result)
    for kind, faces in ((BASE, event.faces.base), (FLEX, event.faces.flex)):
        for face in faces:
            stays = kept[face] > 0
            kept[face] -= stays
            yield Die(face, kind, kept=stays, counts=stays and face in sets)
    for face in event.faces.macro:
        yield Die(face, MACRO, sign=1 if event.pool.macro > 0 else -1)


def _values_of_sets(code: str) -> tuple[int, ...]:
    """The values of the sets of a result; () for a number that was rolled."""
    try:
        return tuple(value for value, _ in Result.parse(code).sets)
    except ValueError:
        return ()
