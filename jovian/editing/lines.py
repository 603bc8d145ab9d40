"""New lines of a scenario document: what a piece says when it is put on the table."""

from __future__ import annotations

from jovian.cards import CardError, UnitCard, fleet_names, load_fleet
from jovian.cards.values.names import EDGES, TERRAIN_KINDS, slug
from jovian.cards.values.terrain_names import TerrainRule
from jovian.editing.draft import Data, Draft, draft_of

ROUGH = ((-4, -1), (-1.5, -3), (2.5, -2.5), (4, 0.5), (1, 1.2), (0.5, 3), (-3, 2.5))
"""The corners of an outline that is to be drawn by hand, inches."""
TAIL = (7, 2)
"""Length of a comet's tail, and how many times its radius it is wide."""
ZONE_RADIUS = 6


def new_draft(fleets: tuple[str, ...]) -> Draft:
    """An empty table for two ready fleets; if there are none, for models that are placed."""
    data: Data = {
        "name": "New Scenario",
        "summary": "Two small forces meet over open space.",
        "table": {"width": 48, "height": 48},
        "zones": "standard",
        "deployment": "fleet",
        "initiative": "random",
        "turns": 7,
        "objectives": [{"kind": "most_victory_points", "points": 10}],
    }
    return draft_of({**data, "fleets": list(fleets)} if len(fleets) == 2 else data)


def terrain_line(kind: str, x: float, y: float) -> Data:
    """A piece of terrain of a kind, as large as it usually is."""
    rule = TERRAIN_KINDS[kind]
    if rule.edge:
        return {"id": kind, "kind": kind, **_of_edge(rule)}
    line: Data = {"id": kind, "kind": kind, "x": x, "y": y}
    if rule.outline and not rule.stated:
        return {**line, "points": [list(corner) for corner in ROUGH]}
    radius = rule.usual or max(rule.least, min(rule.greatest, (rule.least + rule.greatest) / 2))
    if rule.usual is None or rule.least != rule.greatest:
        line["radius"] = radius
    return {**line, "tail_length": TAIL[0], "tail_width": TAIL[1] * radius} if rule.tail else line


def _of_edge(rule: TerrainRule) -> Data:
    """A band beside a planet lies along the planet's edge by itself."""
    return {"thickness": rule.least} if rule.band else {"edge": EDGES[0]}


def model_line(card: UnitCard, side: int, x: float, y: float) -> Data:
    """A model of a card, fresh, heading for the other side of the table."""
    return {"id": slug(card.name), "card": card.key, "side": side, "x": x, "y": y, "heading": 180 * side}


def zone_line(side: int | str, x: float, y: float, corners: bool) -> Data:
    """A zone of a side: a circle, or a square that is to be drawn by its corners."""
    if not corners:
        return {"side": side, "x": x, "y": y, "radius": ZONE_RADIUS}
    r = ZONE_RADIUS
    return {"side": side, "points": [[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]]}


def two_fleets() -> tuple[str, ...]:
    """The first ready fleets of two factions that are of one size, () if there are none."""
    found: dict[tuple[int, str], str] = {}
    for stem in fleet_names():
        try:
            fleet = load_fleet(stem)
        except CardError:
            continue
        found.setdefault((fleet.size, fleet.faction), stem)
    for size, faction in sorted(found):
        others = [stem for (other, its), stem in sorted(found.items()) if other == size and its != faction]
        if others:
            return found[size, faction], others[0]
    return ()
