"""Which lines an event becomes, and the story of a whole game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from jovian.game import Event, LogEntry
from jovian.narrator import activations, course, fights, harm, moves, rolls
from jovian.narrator.line import Line
from jovian.narrator.names import Names
from jovian.rules.rulebook.rulebook import Rulebook

Teller = Callable[[LogEntry, Names, Rulebook], Iterator[Line]]
_TELLERS: dict[type[Event], Teller] = {
    kind: teller
    for teller, kinds in (
        (course.told, course.TELLS), (activations.told, activations.TELLS), (moves.told, moves.TELLS),
        (rolls.told, rolls.TELLS), (fights.told, fights.TELLS), (harm.told, harm.TELLS),
    )
    for kind in kinds
}
"""By the class of an event, what puts it into words. Of what is not here other events tell as much."""


def narrate(entry: LogEntry, names: Names, book: Rulebook) -> list[Line]:
    """The lines of one event of a game under a rulebook; [] where other events tell as much."""
    told = _TELLERS.get(type(entry.event))
    return [line._replace(number=entry.n) for line in told(entry, names, book)] if told is not None else []


class Narrator:
    """Tells the events of a game as they come, and learns names from them."""

    def __init__(self, book: Rulebook, names: Names | None = None) -> None:
        self.names = names or Names()
        self._book = book

    def tell(self, entries: Iterable[LogEntry]) -> Iterator[Line]:
        """The lines of some more events, in order."""
        for entry in entries:
            lines = narrate(entry, self.names, self._book)
            self.names.learn(entry.event)
            yield from lines
