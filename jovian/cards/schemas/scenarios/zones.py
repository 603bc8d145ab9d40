"""Deployment zones that a scenario draws itself, and what no schema can say of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from jovian.cards.reading.document import Document
from jovian.cards.schemas.listed import OneOf
from jovian.cards.schemas.scenarios.outline import outline_fault
from jovian.cards.schemas.validate import Extent, Inches, Strict
from jovian.cards.values.names import ROLES
from jovian.cards.values.scenario import ZoneCard

if TYPE_CHECKING:
    from jovian.cards.schemas.scenarios.scenario import Scenario

OWN = "own"
"""What the zones of a scenario are called that draws them itself."""
Corner = Annotated[list[Inches], Field(min_length=2, max_length=2)]
Sided = Annotated[int, Field(ge=0, le=1)] | Annotated[str, OneOf(ROLES)]


class Zone(Strict):
    """A polygon, or a circle, in inches of the table."""

    side: Sided
    points: Annotated[list[Corner], Field(min_length=3, max_length=64)] | None = None
    x: Inches | None = None
    y: Inches | None = None
    radius: Extent | None = None


def own_zones(scenario: Scenario, document: Document) -> tuple[ZoneCard, ...]:
    """The zones that a scenario draws, () where it names them; what is wrong is noted."""
    if isinstance(scenario.zones, str):
        return ()
    for index, line in enumerate(scenario.zones):
        fault = _fault(line, scenario.table.width, scenario.table.height)
        document.note_if(bool(fault), ("zones", index), f"zones {index + 1}: {fault}")
    whose = {line.side for line in scenario.zones}
    attackers = (scenario.initiative,) if isinstance(scenario.initiative, int) else (0, 1)
    homeless = [
        side for attacker in attackers for side in (0, 1)
        if whose.isdisjoint((side, ROLES[side != attacker]))
    ]  # fmt: skip
    document.note_if(bool(homeless), ("zones",), f"zones: side {homeless[0] if homeless else 0} would have none")
    return tuple(map(_card, scenario.zones))


def _fault(line: Zone, width: float, height: float) -> str:
    """What is wrong with a line, "" if nothing is."""
    circle = (line.x, line.y, line.radius)
    if (line.points is None) == all(each is None for each in circle) or (line.points is None and None in circle):
        return "needs points, or x, y and radius"
    spots = line.points or [[line.x or 0.0, line.y or 0.0]]
    if any(not (0 <= x <= width and 0 <= y <= height) for x, y in spots):
        return "lies off the table"
    return outline_fault([(x, y) for x, y in line.points]) if line.points else ""


def _card(line: Zone) -> ZoneCard:
    points = tuple((float(x), float(y)) for x, y in line.points or ())
    return ZoneCard(line.side, points, float(line.x or 0.0), float(line.y or 0.0), float(line.radius or 0.0))
