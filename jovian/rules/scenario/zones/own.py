"""Zones that a scenario draws itself: polygons and circles, for a side or for a role."""

from __future__ import annotations

from jovian.cards import ZoneCard
from jovian.frozen import frozen
from jovian.game import State
from jovian.rules.rulebook.clause import Clause
from jovian.rules.scenario.roles import role_of
from jovian.table import Disc, Patch, Region


@frozen
class OwnZones(Clause):
    """Zones that the scenario draws."""

    name = "Zones of the Scenario"
    place = "v1.2.4 Scenarios > Deployment Zone"
    summary = "Each side sets up where the scenario has drawn its zones."

    cards: tuple[ZoneCard, ...]

    def zones(self, state: State, side: int) -> tuple[Region, ...]:
        """Those of the side, and those of its role."""
        whose = (side, role_of(state, side))
        return tuple(_region(card) for card in self.cards if card.whose in whose)


def _region(card: ZoneCard) -> Region:
    return Patch(card.points) if card.points else Disc(card.x, card.y, card.radius)
