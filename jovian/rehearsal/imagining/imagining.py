"""A game as one side may know it, made whole in another way for each key; and what of it is drawn anew, in words."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from jovian.match.knowledge import Knowledge, supposed
from jovian.match.lookahead import Trial
from jovian.rehearsal.imagining.dealing import dealt
from jovian.rehearsal.imagining.enemy import Enemy, enemy_of
from jovian.rehearsal.imagining.guess import Guess, composed, ready_guesses


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """A knowledge, and what may be hidden from it."""

    known: Knowledge
    enemy: Enemy
    ready: tuple[Guess, ...]
    """The ready fleets that it may be; none: cards are drawn."""

    @classmethod
    def of(cls, known: Knowledge) -> Unknown:
        """What may be hidden from a side that knows so much."""
        enemy = enemy_of(known)
        return cls(known, enemy, ready_guesses(enemy))


def imagined(unknown: Unknown, key: bytes, *, common: bool = False) -> Trial:
    """A game that depends on what a side may know and on the key alone; `common` as in `Match.reseed`."""
    drawn = Random(b"imagined " + key)
    ready = unknown.ready
    guess = ready[int(drawn.random() * len(ready))] if ready else composed(unknown.enemy, drawn)
    return supposed(unknown.known, dealt(unknown.known, unknown.enemy, guess, drawn), key, common=common)
