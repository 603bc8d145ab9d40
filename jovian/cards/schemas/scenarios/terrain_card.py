"""How a line of terrain in a scenario file becomes a `TerrainCard`: its size, its outline, its tail."""

from __future__ import annotations

from jovian.cards.reading.document import Document, Path_
from jovian.cards.schemas.scenarios.outline import across, outline_fault, signed_area
from jovian.cards.schemas.scenarios.scenario import Scenario, Table, Terrain
from jovian.cards.schemas.scenarios.stations import station_of
from jovian.cards.values.names import EDGES, TERRAIN_KINDS
from jovian.cards.values.scenario import TerrainCard

ALONG = f"only {' and '.join(rule.name for rule in TERRAIN_KINDS.values() if rule.edge)} lie along an edge"
PLACED = ("x", "y", "radius", "points", "tail_length", "tail_width", "moves")
"""Keys of pieces that have a place of their own."""
OUTWARD = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Where the table ends, of each of `EDGES`: to the right, and up."""
TAILED = [rule.name for rule in TERRAIN_KINDS.values() if rule.tail]


def terrain_piece(line: Terrain, ident: str, table: Table, document: Document, path: Path_) -> TerrainCard:
    """The piece of a line; what is wrong with it is noted in the document.

    Raises CardError where nothing can be made of it.
    """
    label = f"terrain {ident} ({line.kind})"
    document.note_if(line.edge is not None, (*path, "edge"), f"{label}: {ALONG}")
    document.note_if(line.thickness is not None, (*path, "thickness"), f"{label}: {ALONG}")
    if line.x is None or line.y is None:
        raise document.error(path, f"{label}: needs x and y")
    outside = not (0 <= line.x <= table.width and 0 <= line.y <= table.height)
    document.note_if(outside, path, f"{label}: stands off the table")
    _check_tail(line, label, document, path)
    points = _points(line, label, document, path)
    return TerrainCard(
        id=ident,
        kind=line.kind,
        x=float(line.x),
        y=float(line.y),
        heading=line.heading % 360,
        radius=None if points else _radius(line, label, document, path),
        points=points,
        tail_length=float(line.tail_length or 0.0),
        tail_width=float(line.tail_width or 0.0),
        moves=line.moves is not False,
        station=station_of(line, line.kind, label, document, path),
    )


def edge_piece(line: Terrain, ident: str, scenario: Scenario, document: Document, path: Path_) -> TerrainCard:
    """What lies along an edge of the table; an atmosphere without one lies along that of the only planet.

    Raises CardError where it has none.
    """
    label, rule, table = f"terrain {ident} ({line.kind})", TERRAIN_KINDS[line.kind], scenario.table
    placed = [key for key in PLACED if getattr(line, key) is not None]
    document.note_if(bool(placed), (*path, *placed[:1]), f"{label}: lies along an edge, without {', '.join(placed)}")
    thick = line.thickness
    document.note_if(thick is not None and not rule.band, (*path, "thickness"), f"{label}: has no thickness")
    fits = thick is None or not rule.band or rule.least <= thick <= rule.greatest
    span = f"{label}: thickness must be {_span(rule.least, rule.greatest)} inches"
    document.note_if(not fits, (*path, "thickness"), span)
    edge = line.edge or (_only_edge(scenario) if rule.band else "")
    if not edge:
        raise document.error(path, f"{label}: needs an edge ({', '.join(EDGES)})")
    twin = any(each.kind == line.kind and each is not line and each.edge == line.edge for each in scenario.terrain)
    document.note_if(twin, path, f"{label}: another {line.kind} lies along that edge")
    number = EDGES.index(edge)
    right, up = OUTWARD[number]
    return TerrainCard(
        id=ident, kind=line.kind, x=table.width * (1 + right) / 2, y=table.height * (1 + up) / 2, heading=90 * number,
        radius=None, points=(), edge=edge, thickness=float(thick or 0.0),
        station=station_of(line, line.kind, label, document, path),
    )  # fmt: skip


def _only_edge(scenario: Scenario) -> str:
    """The edge of the only planet, "" if there is none or more."""
    edges = [each.edge for each in scenario.terrain if (rule := TERRAIN_KINDS[each.kind]).edge and not rule.band]
    return (edges[0] or "") if len(edges) == 1 else ""


def _check_tail(line: Terrain, label: str, document: Document, path: Path_) -> None:
    """A comet that flies has a tail, and flies away from it; one that stays may do without."""
    given = (line.tail_length is not None, line.tail_width is not None)
    if not TERRAIN_KINDS[line.kind].tail:
        document.note_if(any(given), path, f"{label}: only a {' or '.join(TAILED)} has a tail")
        document.note_if(line.moves is not None, (*path, "moves"), f"{label}: only a {' or '.join(TAILED)} moves")
        return
    lacking = not all(given) and (any(given) or line.moves is not False)
    document.note_if(lacking, path, f"{label}: needs tail_length and tail_width")


def _radius(line: Terrain, label: str, document: Document, path: Path_) -> float:
    _, least, greatest, usual, *_ = TERRAIN_KINDS[line.kind]
    radius = line.radius if line.radius is not None else usual
    if radius is None:
        raise document.error(path, f"{label}: needs a radius or points")
    cause = f"{label}: radius must be {_span(least, greatest)} inches"
    document.note_if(not least <= radius <= greatest, (*path, "radius"), cause)
    return float(radius)


def _span(least: float, greatest: float) -> str:
    return f"{least:g}" if least == greatest else f"{least:g} to {greatest:g}"


def _points(line: Terrain, label: str, document: Document, path: Path_) -> tuple[tuple[float, float], ...]:
    if line.points is None:
        return ()
    rule = TERRAIN_KINDS[line.kind]
    both = line.radius is not None
    document.note_if(both, path, f"{label}: has a radius and points")
    document.note_if(not rule.outline, (*path, "points"), f"{label}: is a circle")
    points = [(float(x), float(y)) for x, y in line.points]
    fault = outline_fault(points)
    document.note_if(bool(fault), (*path, "points"), f"{label}: {fault}")
    least, greatest, wide = 2 * rule.least, 2 * rule.greatest, across(points)
    wrong = rule.stated and rule.outline and not least <= wide <= greatest
    cause = f"{label}: must be {_span(least, greatest)} inches across, not {wide:.4g}"
    document.note_if(wrong, (*path, "points"), cause)
    return tuple(points if signed_area(points) > 0 else reversed(points))
