"""What models, terrain and sides are called, as far as whoever reads may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from jovian.game import EMBARKED, NEUTRAL, State
from jovian.game.events import Event, LeftPlay, Placed, Revealed, Started
from jovian.narrator.line import MODEL, SIDE, Span
from jovian.rules.facts.words import spoken

UNSEEN = "an unseen model"
"""What a model is called that the reader does not know, such as one that burns fuel aboard an enemy ship."""


class Name(NamedTuple):
    """What something is called, and whose it is."""

    text: str
    side: int | None = None
    """None for terrain and for what is nobody's."""
    terrain: str = ""
    """The kind of a piece of terrain."""


class Names:
    """Names by id: of a state, or learned from events."""

    def __init__(self, sides: Sequence[str] = ("Side 0", "Side 1"), known: Mapping[str, Name] | None = None) -> None:
        self.sides = tuple(sides)
        self._known = dict(known or {})
        self.asked: set[str] = set()
        """The ids that were asked about, since it was emptied."""

    @classmethod
    def of(cls, state: State, sides: Sequence[str]) -> Names:
        """The names of all that a state holds."""
        names = cls(sides)
        names.learn_state(state)
        return names

    def called(self, ident: str) -> Name | None:
        """What a model or a piece of terrain is called, None if that is not known."""
        self.asked.add(ident)
        return self._known.get(ident)

    def hold(self, told: Iterable[tuple[str, Name | None]]) -> bool:
        """Is each of these called so, None where that is not known?"""
        known = self._known
        for ident, name in told:  # noqa: SIM110 - quicker than all()
            if known.get(ident) != name:
                return False
        return True

    def __contains__(self, ident: str) -> bool:
        return self.called(ident) is not None

    def model(self, ident: str) -> Span:
        """The span that names a model or a piece of terrain."""
        name = self.called(ident)
        return Span(UNSEEN, MODEL) if name is None else Span(name.text, MODEL, name.side, ident)

    def side(self, side: int) -> Span:
        """The span that names a side."""
        return Span(self.sides[side], SIDE, side)

    def terrain(self, ident: str) -> str:
        """The kind of a piece of terrain, empty for all else."""
        name = self.called(ident)
        return name.terrain if name is not None else ""

    # --- learning ---
    def learn_state(self, state: State) -> None:
        """The names of all that a state holds, in place of what they were called before."""
        self._known |= {model.id: _whose(model.name, model.side) for model in state.models.values()}
        self._known |= {piece.id: _piece(piece.kind) for piece in state.terrain.values()}

    def learn(self, event: Event) -> None:
        """The names that an event tells."""
        match event:
            case Started():
                self._start(event)
            case Revealed():
                self._known[event.model] = Name(event.name, event.side)
            case Placed(kind=str(kind)):
                self._known[event.model] = _piece(kind)
            case LeftPlay(how=how, host=str(host)) if how == EMBARKED and event.model not in self._known:
                name = self._known.get(host, Name(UNSEEN))
                self._known[event.model] = Name(f"a model aboard {name.text}", name.side)

    def _start(self, event: Started) -> None:
        self.sides = tuple(side.name or f"Side {number}" for number, side in enumerate(event.sides))
        for each in event.models:
            self._known[each.id] = _piece(each.card) if each.name is None else Name(each.name, each.side)


def _whose(text: str, side: int) -> Name:
    return Name(text, None if side == NEUTRAL else side)


def terrain_name(kind: str) -> str:
    """What a piece of terrain of a kind is called: `the asteroid field`."""
    return f"the {spoken(kind)}"


def _piece(kind: str) -> Name:
    return Name(terrain_name(kind), None, kind)
