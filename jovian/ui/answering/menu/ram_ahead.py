"""A ship that has declared Ram: where straight ahead it would run into whom, so that the ghost can snap there."""

from __future__ import annotations

from typing import NamedTuple

from jovian.game import Answer
from jovian.game.answers import Move
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.places.contact import prey
from jovian.rules.places.limits import LITTLE
from jovian.table import first_touch
from jovian.ui.playing.desk import Desk

SNAP = 0.6
"""Inches between the pointer's length of the move and a contact at which the ghost snaps to it."""


class Impact(NamedTuple):
    """A contact straight ahead."""

    ident: str
    inches: float


class RamAhead:
    """The contacts of one menu; they are worked out once."""

    def __init__(self, desk: Desk, menu: NextOrder) -> None:
        self.desk, self.menu = desk, menu
        self.aimed = ""
        """The prey that was chosen with a key."""
        self._found: tuple[Impact, ...] | None = None

    @property
    def impacts(self) -> tuple[Impact, ...]:
        """Every contact that a legal move reaches, nearest first."""
        if self._found is None:
            self._found = tuple(self._look()) if self.menu.model.on_table else ()
        return self._found

    def _look(self) -> list[Impact]:
        state, ship = self.menu.state, self.menu.model
        idents, forward = prey(state, ship), self.menu.envelope().forward
        end, found = ship.pose.advanced(forward), []
        dx, dy = end.x - ship.pose.x, end.y - ship.pose.y
        for other in [state.models[ident] for ident in idents] if forward > LITTLE else []:
            inches = first_touch(ship.base, ship.pose, dx, dy, other.base, other.pose)
            if inches is not None and self.menu.check(Move(round(inches, 3))) is None:
                found.append(Impact(other.id, round(inches, 3)))
        return sorted(found, key=lambda each: (each.inches, each.ident))

    def meant(self, ahead: float) -> Impact | None:
        """The contact that is meant: chosen with a key, under the pointer, or about where the pointer ends the move."""
        if self.aimed:
            return next((each for each in self.impacts if each.ident == self.aimed), None)
        under = next((each for each in self.impacts if each.ident == self.desk.hovered), None)
        near = [each for each in self.impacts if abs(each.inches - ahead) <= SNAP]
        return under or min(near, key=lambda each: abs(each.inches - ahead), default=None)

    def at(self, answer: Answer | None) -> str:
        """The name of whom a move would run into, "" for nobody."""
        inches = answer.inches if isinstance(answer, Move) else None
        found = next((each.ident for each in self.impacts if each.inches == inches), "")
        return self.menu.state.models[found].name if found else ""

    def step(self) -> bool:
        """Aim at the next; True if there is any."""
        idents = [each.ident for each in self.impacts]
        if idents:
            self.aimed = idents[(idents.index(self.aimed) + 1) % len(idents) if self.aimed in idents else 0]
        return bool(idents)
