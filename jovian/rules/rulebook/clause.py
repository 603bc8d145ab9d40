"""The Clause: a rule that hangs on no model or weapon, but on the table, the scenario or one of its sides.

A clause is a frozen value with its parameters. It overrides the hooks it needs, may lay effects on every model of a
side, bring actions of its own, and remember: in the state, so that it is undone, saved and replayed like the rest.
"""

from __future__ import annotations

from typing import ClassVar

from jovian.frozen import frozen
from jovian.game import Game, Note, State
from jovian.game.events import Noted
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.hooks.games import GameHooks

HOUSE = "House rule"
"""Where the place of a rule begins that no book has."""


@frozen
class Clause(GameHooks):
    """Base of all clauses. Every hook does nothing."""

    name: ClassVar[str] = ""
    place: ClassVar[str] = ""
    """Where it comes from: a place in the book, or `House rule > ...` for one of our own."""
    summary: ClassVar[str] = ""
    """What it does, in our own words: shown as help."""
    manned: ClassVar[bool] = False
    """Does it bring stations or unidentified objects to the table?"""
    step: ClassVar[str] = ""
    """What its step at the end of the Deployment Phase is called in the agenda; "" for none."""

    def effects(self, side: int) -> tuple[Effect, ...]:
        """What bears on every model that a side controls, for as long as the game is played under it."""
        return ()

    def actions(self) -> tuple[Action, ...]:
        """Actions that may be declared besides those of the book."""
        return ()

    def recall(self, state: State, otherwise: Note = ()) -> Note:
        """What it remembers, known to both sides."""
        return state.notes.get(self.name, otherwise)

    def remember(self, game: Game, note: Note, said: str = "", side: int | None = None) -> None:
        """Remember a plain value in place of the former, and tell it in words, as the doing of a side or of nobody."""
        self.note(game, self.name, note, said, side)

    def note(self, game: Game, key: str, note: Note, said: str = "", side: int | None = None) -> None:
        """Remember it under a key of its own, where a game may have several clauses of the name."""
        game.state.notes[key] = note
        game.tell(Noted(clause=key, note=note, said=said, side=side))
