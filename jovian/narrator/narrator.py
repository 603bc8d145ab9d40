"""Which lines an event becomes, and the story of a whole game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jovian.game import LogEntry
from jovian.narrator import activations, course, fights, harm, moves, rolls
from jovian.narrator.line import Line
from jovian.narrator.names import Names
from jovian.rules.rulebook.rulebook import Rulebook


def narrate(entry: LogEntry, names: Names, book: Rulebook) -> list[Line]:
    """The lines of one event of a game under a rulebook; [] where other events tell as much."""
    event = entry.event
    found = [
        *course.told(event, names, entry.turn), *activations.told(event, names), *moves.told(entry, names, book),
        *rolls.told(event, names), *fights.told(event, names), *harm.told(event, names, book),
    ]  # fmt: skip
    return [line._replace(number=entry.n) for line in found]


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
