"""The standard zones: a strip along each side's edge (v1.2.4 Scenarios > Deployment Zone)."""

from __future__ import annotations

from jovian.game import State
from jovian.rules.places.zones import facing
from jovian.rules.rulebook.clause import Clause
from jovian.table import Rect

DEPTH = 12.0
"""Inches of the strip from a table edge."""


class StandardZone(Clause):
    """A strip along the own edge of the table."""

    __slots__ = ()
    name = "Standard Deployment Zone"
    place = "v1.2.4 Scenarios > Deployment Zone > Standard Deployment Zone"
    summary = 'Each side sets up within 12" of its own edge.'

    def zones(self, state: State, side: int) -> tuple[Rect, ...]:
        """Side 0 at the lower edge, side 1 at the upper."""
        if side == 0:
            return (Rect(0.0, 0.0, state.width, DEPTH),)
        return (Rect(0.0, state.height - DEPTH, state.width, state.height),)

    def faces(self, state: State, side: int) -> int:
        """The heading straight across the table."""
        return facing(side)
