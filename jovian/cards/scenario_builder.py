"""Build scenarios from documents, and check what the types of single keys can't.

A `line` is what `checked` returns: an object with an attribute for each key.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from jovian.cards.files import (
    CardError,
    Cause,
    Document,
    Mention,
    Path_,
    about_piece,
    absent,
    as_parts,
    key_mention,
    line_mention,
    suggest_names,
)
from jovian.cards.fleet import UnitCard, UpgradeCard, with_upgrades
from jovian.cards.fleet_builder import checked_cargo, checked_hardpoints, checked_upgrades
from jovian.cards.keys import frozen_value, make, name_of
from jovian.cards.names import EDGES, ROLES, TERRAIN_KINDS, slug
from jovian.cards.scenario import (
    OWN,
    Ambush,
    CometInZone,
    CountPrevented,
    CountSearched,
    Distribute,
    Mine,
    ObjectsInFreeQuarters,
    PieceCard,
    Placement,
    RetrieveFromObjects,
    ScenarioCard,
    Search,
    SearchObjects,
    StationCard,
    Table,
    TerrainCard,
    ZoneCard,
    formations,
)
from jovian.cards.schema import Line, checked
from jovian.cards.traits import SYSTEMS

# --- Outlines of terrain ---

Corner = tuple[float, float]


def signed_area(points: Sequence[Corner]) -> float:
    """Return the area in square inches, positive if the corners go counterclockwise."""
    total = 0.0
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        total += ax * by - bx * ay
    return total / 2


def across(points: Sequence[Corner]) -> float:
    """Return the largest distance between two corners."""
    return max(sqrt((ax - bx) ** 2 + (ay - by) ** 2) for ax, ay in points for bx, by in points)


def outline_fault(points: Sequence[Corner]) -> str:
    """Return why an outline isn't a simple polygon, or ""."""
    if not abs(signed_area(points)) >= 0.1:
        return "the outline has no area"
    sides = list(zip(points, [*points[1:], points[0]], strict=True))
    for first in range(len(sides)):
        if sides[first][0] == sides[first][1]:
            return "two corners in a row are the same"
        for second in range(first + 1, len(sides)):
            next_to = second == first + 1 or (first == 0 and second == len(sides) - 1)
            if not next_to and _touch(*sides[first], *sides[second]):
                return "the outline crosses itself"
    return ""


def _turn(a: Corner, b: Corner, c: Corner) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _between(a: Corner, b: Corner, c: Corner) -> bool:
    """Return whether c, a point on the line through a and b, is between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def _touch(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    """Return whether the segments ab and cd share a point."""
    one, two, three, four = _turn(c, d, a), _turn(c, d, b), _turn(a, b, c), _turn(a, b, d)
    if one * two < 0 and three * four < 0:
        return True
    return (
        (one == 0 and _between(c, d, a))
        or (two == 0 and _between(c, d, b))
        or (three == 0 and _between(a, b, c))
        or (four == 0 and _between(a, b, d))
    )


# --- Space stations and unidentified objects ---

OF_STATIONS = ("owner", "tv", "weapons", "dock")
"""The keys of a space station."""
OF_BOTH = ("name", "structure", "hangers", "boarders")
OF_OBJECTS = ("search",)
WHOSE = ((OF_STATIONS, "owned"), (OF_BOTH, "boarded"), (OF_OBJECTS, "searched"))
"""Groups of keys, each with the property that a kind of terrain needs for them."""


def station_of(line: Any, label: Mention, document: Document, path: Path_) -> StationCard | None:
    """Return the ratings of a station or object, or None for other terrain. Wrong keys are recorded."""
    rule = TERRAIN_KINDS[line.kind]
    for keys, whose in WHOSE:
        for key in keys:
            is_wrong = getattr(line, key) is not None and not getattr(rule, whose)
            document.add_error_if(
                is_wrong, (*path, key), (label, f": only {_kinds(whose)} has the key '", key_mention(key), "'")
            )
    if not rule.boarded:
        return None
    owner = line.owner if isinstance(line.owner, int) else None
    is_boarded = owner is not None and any(line.boarders or ())
    document.add_error_if(is_boarded, (*path, "boarders"), (label, ": only a neutral one starts with boarders"))
    hangers = line.hangers if rule.owned or line.hangers is not None else 0
    return make(StationCard, line, name=line.name or line.kind.replace("-", " ").title(), owner=owner, hangers=hangers)


def _kinds(whose: str) -> str:
    return " or ".join(f"a {rule.name}" for rule in TERRAIN_KINDS.values() if getattr(rule, whose))


# --- Terrain ---

ALONG = f"only {' and '.join(rule.name for rule in TERRAIN_KINDS.values() if rule.edge)} lie along an edge"
PLACED = ("x", "y", "radius", "points", "tail_length", "tail_width", "moves")
"""The keys of terrain that isn't along an edge."""
OUTWARD = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The direction of each of `EDGES` from the center: to the right, and up."""
TAILED = [rule.name for rule in TERRAIN_KINDS.values() if rule.tail]


def terrain_piece(line: Any, ident: str, table: Any, document: Document, path: Path_) -> TerrainCard:
    """Return the piece of a line. Errors are recorded in the document.

    Raises CardError if the line has no position or size.
    """
    label = line_mention("terrain", ident, line.kind)
    document.add_error_if(line.edge is not None, (*path, "edge"), (label, f": {ALONG}"))
    document.add_error_if(line.thickness is not None, (*path, "thickness"), (label, f": {ALONG}"))
    if line.x is None or line.y is None:
        raise document.error(path, (label, ": needs x and y"))
    outside = not (0 <= line.x <= table.width and 0 <= line.y <= table.height)
    document.add_error_if(outside, path, (label, ": is off the table"))
    _check_tail(line, label, document, path)
    points = _points(line, label, document, path)
    return make(
        TerrainCard, line, id=ident, heading=line.heading % 360, points=points,
        radius=None if points else _radius(line, label, document, path),
        station=station_of(line, label, document, path),
    )  # fmt: skip


def edge_piece(line: Any, ident: str, scenario: Any, document: Document, path: Path_) -> TerrainCard:
    """Return a piece along an edge of the table. An atmosphere without an edge uses the edge of the only planet.

    Raises CardError if there is no edge.
    """
    label, rule, table = line_mention("terrain", ident, line.kind), TERRAIN_KINDS[line.kind], scenario.table
    placed = [key for key in PLACED if getattr(line, key) is not None]
    document.add_error_if(
        bool(placed), (*path, *placed[:1]), (label, f": lies along an edge, without {', '.join(placed)}")
    )
    thick = line.thickness
    document.add_error_if(thick is not None and not rule.band, (*path, "thickness"), (label, ": has no thickness"))
    fits = thick is None or not rule.band or rule.min_radius <= thick <= rule.max_radius
    span = (label, f": thickness must be {_span(rule.min_radius, rule.max_radius)} inches")
    document.add_error_if(not fits, (*path, "thickness"), span)
    edge = line.edge or (_only_edge(scenario) if rule.band else "")
    if not edge:
        raise document.error(path, (label, f": needs an edge ({', '.join(EDGES)})"))
    twin = any(other.kind == line.kind and other is not line and other.edge == line.edge for other in scenario.terrain)
    document.add_error_if(twin, path, (label, ": another ", key_mention(line.kind), " lies along that edge"))
    number = EDGES.index(edge)
    right, up = OUTWARD[number]
    return make(
        TerrainCard, line, id=ident, x=table.width * (1 + right) / 2, y=table.height * (1 + up) / 2,
        heading=90 * number, edge=edge, station=station_of(line, label, document, path),
    )  # fmt: skip


def _only_edge(scenario: Any) -> str:
    """Return the edge of the only planet, or "" if there is no planet or more than one."""
    edges = [line.edge for line in scenario.terrain if (rule := TERRAIN_KINDS[line.kind]).edge and not rule.band]
    return (edges[0] or "") if len(edges) == 1 else ""


def _check_tail(line: Any, label: Mention, document: Document, path: Path_) -> None:
    """Check the tail of a comet. A comet that moves must have one."""
    given = (line.tail_length is not None, line.tail_width is not None)
    if not TERRAIN_KINDS[line.kind].tail:
        document.add_error_if(any(given), path, (label, f": only a {' or '.join(TAILED)} has a tail"))
        document.add_error_if(
            line.moves is not None, (*path, "moves"), (label, f": only a {' or '.join(TAILED)} moves")
        )
        return
    lacking = not all(given) and (any(given) or line.moves is not False)
    document.add_error_if(
        lacking, path, (label, ": needs ", key_mention("tail_length"), " and ", key_mention("tail_width"))
    )


def _radius(line: Any, label: Mention, document: Document, path: Path_) -> float:
    _, least, greatest, usual, *_ = TERRAIN_KINDS[line.kind]
    radius = line.radius if line.radius is not None else usual
    if radius is None:
        raise document.error(path, (label, ": needs a radius or points"))
    cause = (label, f": radius must be {_span(least, greatest)} inches")
    document.add_error_if(not least <= radius <= greatest, (*path, "radius"), cause)
    return float(radius)


def _span(least: float, greatest: float) -> str:
    return f"{least:g}" if least == greatest else f"{least:g} to {greatest:g}"


def _points(line: Any, label: Mention, document: Document, path: Path_) -> tuple[tuple[float, float], ...]:
    if line.points is None:
        return ()
    rule = TERRAIN_KINDS[line.kind]
    both = line.radius is not None
    document.add_error_if(both, path, (label, ": has a radius and points"))
    document.add_error_if(not rule.outline, (*path, "points"), (label, ": is a circle"))
    points = [(float(x), float(y)) for x, y in line.points]
    fault = outline_fault(points)
    document.add_error_if(bool(fault), (*path, "points"), (label, f": {fault}"))
    least, greatest, wide = 2 * rule.min_radius, 2 * rule.max_radius, across(points)
    wrong = rule.stated and rule.outline and not least <= wide <= greatest
    cause = (label, f": must be {_span(least, greatest)} inches across, not {wide:.4g}")
    document.add_error_if(wrong, (*path, "points"), cause)
    return tuple(points if signed_area(points) > 0 else reversed(points))


# --- Placed models ---


class Known(NamedTuple):
    """The cards that a scenario may name."""

    cards: Mapping[str, UnitCard]
    upgrades: Mapping[str, UpgradeCard]
    left_out: Collection[CardError]
    """The errors of skipped card files."""


def placed_models(
    scenario: Any, terrain: Sequence[TerrainCard], document: Document, known: Known
) -> tuple[Placement, ...]:
    """Return the models of a scenario. Errors are recorded in the document."""
    placed: list[Placement] = []
    for index, line in enumerate(scenario.models):
        path: Path_ = ("models", index)
        card = known.cards.get(line.card)
        if card is None:
            cause = f"no unit card has the key '{line.card}'{absent(line.card, known.cards, known.left_out)}"
            document.add_error_if(True, (*path, "card"), cause)
            continue
        model = _placement(line, card, line.id or f"{slug(card.name)}-{index + 1}", known, document, path)
        outside = not line.embarked_in and not (
            0 <= model.x <= scenario.table.width and 0 <= model.y <= scenario.table.height
        )
        document.add_error_if(outside, path, (line_mention("model", model.id), ": is off the table"))
        _check_loads(line, model.id, [token.name for token in scenario.tokens], document, path)
        placed.append(model)
    if len(placed) == len(scenario.models):
        check_unique([model.id for model in placed], "model", document, "models")
        check_company(placed, terrain, known.cards, scenario.docking, document)
    return tuple(placed)


def _check_loads(line: Any, ident: str, tokens: list[str], document: Document, path: Path_) -> None:
    """Check that a model carries tokens of the scenario only."""
    for token in line.loads:
        cause = line_mention("model", ident), f": no token is called '{token}'{suggest_names(token, tokens)}"
        document.add_error_if(token not in tokens, (*path, "loads", token), cause)


def check_unique(ids: list[str], noun: str, document: Document, key: str, id_noun: str = "id") -> None:
    """Record each line of a list with the id or name of an earlier line."""
    for index, value in enumerate(ids):
        document.add_error_if(value in ids[:index], (key, index), f"another {noun} has the {id_noun} '{value}'")


def _no_position(who: Mention) -> Cause:
    return who, ": needs x and y, or ", key_mention("embarked_in"), ", or ", key_mention("touching")


def _placement(line: Any, card: UnitCard, ident: str, known: Known, document: Document, path: Path_) -> Placement:
    who = line_mention("model", ident)
    no_position = line.embarked_in is None and (line.x is None or line.y is None)
    document.add_error_if(no_position and not line.touching, path, _no_position(who))
    document.add_error_if(
        bool(line.at and not line.touching), (*path, "at"), (who, ": at is a side of what it is touching")
    )
    has_both = not no_position and bool(line.at)
    document.add_error_if(has_both, (*path, "at"), (who, ": give either x and y, or at"))
    upgrades = checked_upgrades(line.upgrades, card, known.upgrades, document, (*path, "upgrades"), who.text)
    loaded = checked_hardpoints(line.hardpoints, card, known.upgrades, document, (*path, "hardpoints"), who.text)
    _check_damage(line, with_upgrades(card, upgrades, loaded), who, document, path)
    return make(
        Placement, line, id=ident, heading=line.heading % 360, name=line.name or card.name, upgrades=upgrades,
        hardpoints=loaded, cargo=checked_cargo(line.cargo, card, document, (*path, "cargo"), who.text),
        at=line.at or ("fore" if no_position and line.touching else ""),
    )  # fmt: skip


def _check_damage(line: Any, card: UnitCard, who: Mention, document: Document, path: Path_) -> None:
    """Check that its ratings are boxes of its card, and that its card has what is damaged. Upgrades count."""
    for track, value in {**line.ratings, "structure": line.structure, "fuel": line.fuel}.items():
        where = (*path, "ratings", track) if track in line.ratings else (*path, track)
        fits = value is None or value == 0 or value in card.tracks[track]
        document.add_error_if(not fits, where, (who, f": {card.name} has no {track} box {value}"))
    known = [mount.id for mount in card.mounts if not mount.weapon.vacant]
    known += [trait.name for trait in card.traits if trait.name in SYSTEMS]
    for number, name in enumerate(line.damaged):
        cause = (who, f": {card.name} has no '{name}'{suggest_names(name, known)}")
        document.add_error_if(name not in known, (*path, "damaged", number), cause)


# --- Placed models that belong together ---
# These checks are about who is aboard, escorts, assaults, or flies in formation with whom (v1.2.4 States > Embarked,
# Action > Assaulting and Escorting, Traits > Dock, Formation and Hangers; R35, R74, R75, R85).
# `rules/setup/start_positions.py` checks whether bases touch or overlap.

LINKS = ("embarked_in", "escorting", "assaulting")
"""A model may have only one of these keys."""
PAIR, WITH_ACE = 2, 3
"""The most squadrons in a Formation, without and with an Ace."""


def check_company(
    placed: list[Placement], terrain: Sequence[TerrainCard], cards: Mapping[str, UnitCard], docking: bool,
    document: Document,
) -> None:  # fmt: skip
    """Record the first error of each model in the document."""
    company = _Company(placed, terrain, cards, docking)
    for index, model in enumerate(placed):
        key, fault = next((fault for fault in company.faults(model) if fault[1]), ("", ""))
        cause = (line_mention("model", model.id), ": ", *as_parts(fault))
        document.add_error_if(bool(fault), ("models", index, key), cause)


class _Host(NamedTuple):
    """A placed model or a station that carries, or is in contact with, other models."""

    id: str
    side: int | None
    """None if it is neutral."""
    capital: bool
    hangers: int | None
    """The number of squadrons that it can hold, or None if it is rolled."""
    docks: int
    """The number of ships that it can hold."""
    escorted: bool = False
    """Whether it has CAP."""
    embarked_in: str = ""
    open_to: tuple[bool, ...] = (False, False)
    """The sides whose squadrons may be aboard a neutral object: sides with marines there."""


def _ship(model: Placement, card: UnitCard) -> _Host:
    docks = min(1, card.level("Dock"))
    escorted = card.trait("CAP") is not None
    return _Host(
        model.id, model.side, card.kind == "capital", card.level("Hangers"), docks, escorted, model.embarked_in
    )


def _station(piece: TerrainCard, said: StationCard) -> _Host:
    rule = TERRAIN_KINDS[piece.kind]
    open_to = tuple(rule.searched and count > 0 for count in said.boarders)
    return _Host(piece.id, said.owner, rule.owned, said.hangers, int(said.dock), open_to=open_to)


class _Company:
    """The placed models by id. Its methods return the cause of an error, or ""."""

    def __init__(
        self, placed: list[Placement], terrain: Sequence[TerrainCard], cards: Mapping[str, UnitCard], docking: bool
    ) -> None:
        self.placed = {model.id: model for model in placed}
        self.cards = {model.id: model.flown(cards[model.card]) for model in placed}
        self.hosts = {piece.id: _station(piece, piece.station) for piece in terrain if piece.station is not None}
        self.hosts |= {model.id: _ship(model, self.cards[model.id]) for model in placed}
        self.docking = docking
        self.groups = formations(placed)

    def card(self, model: Placement) -> UnitCard:
        return self.cards[model.id]

    def faults(self, model: Placement) -> Iterable[tuple[str, Cause]]:
        """Yield the key and the error of each check. A check relies on the ones before it."""
        said = [key for key in LINKS if getattr(model, key)]
        if len(said) > 1:
            yield said[1], f"is either {said[0]} or {said[1]}, not both"
        for key in (*said, "touching", "formation"):
            at, among = getattr(model, key), self.placed if key == "formation" else self.hosts
            is_unknown = at and at not in among
            yield key, about_piece(at, f"is not among the models{suggest_names(at, among)}") if is_unknown else ""
        if model.embarked_in:
            yield "embarked_in", self._ring(model) or self._aboard(model, self.hosts[model.embarked_in])
        if model.escorting:
            yield "escorting", self._escort(model, self.hosts[model.escorting])
        if model.assaulting:
            yield "assaulting", self._assault(model, self.hosts[model.assaulting])
        if model.touching:
            yield "touching", self._touch(model, self.hosts[model.touching])
        if model.formation:
            yield "formation", self._wing(model, self.placed[model.formation])

    def _ring(self, model: Placement) -> Cause:
        """Check that a model isn't aboard itself, directly or through others."""
        at, seen = model.embarked_in, [model.id]
        while at in self.placed:
            if at in seen:
                return about_piece(at, "would be aboard itself")
            seen.append(at)
            at = self.placed[at].embarked_in
        return ""

    def _aboard(self, model: Placement, carrier: _Host) -> Cause:
        squadron = self.card(model).kind == "squadron"
        trait = "Hangers" if squadron else "Dock"
        places = carrier.hangers if squadron else carrier.docks
        if places is None:
            return about_piece(carrier.id, "has its Hangers rolled, so no model can be aboard: set the key hangers")
        others = [m for m in self.placed.values() if m.embarked_in == carrier.id]
        taken = sum(self.card(m).kind == self.card(model).kind for m in others)
        return _first(
            (not squadron and not self.docking, "a capital ship is embarked only if the scenario says docking: true"),
            (self.card(model).drone, "a drone is never embarked"),
            (places == 0, about_piece(carrier.id, f"has no {trait}")),
            (not squadron and self.card(model).trait("Dock") is not None, "a ship with Dock is never embarked"),
            (carrier.side is None and not carrier.open_to[model.side], about_piece(carrier.id, "is neutral")),
            (carrier.side not in (None, model.side), about_piece(carrier.id, "is of the other side")),
            (taken > places, about_piece(carrier.id, f"has {trait} for {places}, not for {taken}")),
        )

    def _touch(self, model: Placement, other: _Host) -> Cause:
        """Check that the other model is on the table and listed before."""
        above = list(self.placed)[: list(self.placed).index(model.id)]
        late = other.id in self.placed and bool(self.placed[other.id].touching) and other.id not in above
        return _first(
            (bool(model.embarked_in), "is embarked, so it touches nothing"),
            (other.id == model.id, "cannot touch itself"),
            (bool(other.embarked_in), about_piece(other.id, "is embarked")),
            (late, about_piece(other.id, "touches another model itself: its line must be above this one")),
        )

    def _escort(self, model: Placement, ship: _Host) -> Cause:
        card = self.card(model)
        bound = not _escorts_anyone(card)
        others = [m for m in self.placed.values() if m.escorting == ship.id and not _escorts_anyone(self.card(m))]
        return self._about(model, ship) or _first(
            (card.drone and card.drone_class != 3, "only a drone of Class III escorts"),
            (ship.side is None, about_piece(ship.id, "is neutral")),
            (ship.side != model.side, about_piece(ship.id, "is of the other side")),
            (bound and not ship.escorted, about_piece(ship.id, "has no CAP")),
            (bound and len(others) > 1, about_piece(ship.id, "has another escort")),
        )

    def _assault(self, model: Placement, ship: _Host) -> Cause:
        return self._about(model, ship) or _first(
            (self.card(model).squadron_type != "exo-armor", "only an exo-armor squadron assaults a ship"),
            (ship.side == model.side, about_piece(ship.id, "is of its own side")),
        )

    def _about(self, model: Placement, ship: _Host) -> Cause:
        """Check what escorts and assailants share."""
        return _first(
            (self.card(model).kind != "squadron", "only a squadron does that"),
            (not ship.capital, about_piece(ship.id, "is no capital ship")),
            (bool(ship.embarked_in), about_piece(ship.id, "is embarked")),
        )

    def _wing(self, model: Placement, mate: Placement) -> Cause:
        group = next((g for g in self.groups if model in g), [])
        card = self.card(model)
        aces = any(self.card(m).trait("Ace") for m in group)
        tied = [m for m in (model, mate) if m.embarked_in or m.escorting]
        return _first(
            (mate is model, "is not a formation by itself"),
            (mate.card != model.card, about_piece(mate.id, "is another unit")),
            (mate.side != model.side, about_piece(mate.id, "is of the other side")),
            (card.kind != "squadron" or not card.trait("Formation"), f"{card.name} has no Formation"),
            (bool(tied), about_piece(tied[0].id if tied else "", "is aboard or escorting, so in no formation")),
            (mate.assaulting != model.assaulting, about_piece(mate.id, "does not assault the same ship")),
            (len(group) > (WITH_ACE if aces else PAIR), f"a formation of {len(group)} is too large"),
        )


def _escorts_anyone(card: UnitCard) -> bool:
    """Return whether a squadron may escort a ship without CAP (R75)."""
    return card.trait("Escort") is not None or card.drone_class == 3


def _first(*rows: tuple[bool, Cause]) -> Cause:
    """Return the cause of the first condition that holds, or ""."""
    return next((text for wrong, text in rows if wrong), "")


# --- Deployment zones that a scenario draws ---


def own_zones(scenario: Any, document: Document) -> tuple[ZoneCard, ...]:
    """Return the zones that a scenario draws, or () if it names them. Errors are recorded."""
    if isinstance(scenario.zones, str):
        return ()
    for index, line in enumerate(scenario.zones):
        fault = _zone_fault(line, scenario.table.width, scenario.table.height)
        document.add_error_if(bool(fault), ("zones", index), (key_mention("zones"), f" {index + 1}: {fault}"))
    whose = {line.side for line in scenario.zones}
    attackers = (scenario.initiative,) if isinstance(scenario.initiative, int) else (0, 1)
    without_zone = [
        side for attacker in attackers for side in (0, 1)
        if whose.isdisjoint((side, ROLES[side != attacker]))
    ]  # fmt: skip
    for side in without_zone[:1]:
        cause = (key_mention("zones"), ": ", Mention(f"side {side}", "side", side), " has no zone")
        document.add_error_if(True, ("zones",), cause)
    return tuple(make(ZoneCard, line) for line in scenario.zones)


def _zone_fault(line: Any, width: float, height: float) -> str:
    """Return what is wrong with a zone, or ""."""
    circle = (line.x, line.y, line.radius)
    if (line.points is None) == all(value is None for value in circle) or (line.points is None and None in circle):
        return "needs points, or x, y and radius"
    spots = line.points or [[line.x or 0.0, line.y or 0.0]]
    if any(not (0 <= x <= width and 0 <= y <= height) for x, y in spots):
        return "is off the table"
    return outline_fault([(x, y) for x, y in line.points]) if line.points else ""


# --- Values of pieces ---


def piece(line: Any, name: str = "") -> PieceCard:
    """Return the value of a line. The key `name` holds the name of the piece, the other keys are its parameters."""
    parameters = tuple((key, _plain(value)) for key, value in vars(line).items() if key != name and value is not None)
    return PieceCard(getattr(line, name) if name else "", parameters)


def _plain(value: Any) -> Any:
    return piece(value, "of") if isinstance(value, Line) else frozen_value(value)


# --- Pieces that need others ---
# A rule or objective can be without effect because another one, or terrain, is missing. That is an error in a file and
# in a draft. A running game with such a piece continues.

BRINGING = (Distribute, Mine, RetrieveFromObjects, Search)
"""The rules that give tokens to models."""
OBJECT = next(kind.name for kind in TERRAIN_KINDS.values() if kind.searched)
COMET = next(kind.name for kind in TERRAIN_KINDS.values() if kind.tail)


def check_needs(scenario: Any, document: Document) -> None:
    """Record each piece without effect, and objectives that are scored after the last turn."""
    for number, rule in enumerate(scenario.special_rules):
        for lack in _lacks(scenario, rule):
            _note(
                document, "special_rules", number, (key_mention(rule.rule), " has no effect without ", *as_parts(lack))
            )
    for key, lines in (("objectives", scenario.objectives), ("early_end", scenario.early_end)):
        for number, line in enumerate(lines):
            for lack in _uncounted(scenario, getattr(line, "count", None)):
                _note(document, key, number, ("counts nothing without ", *as_parts(lack)))
            is_late = (getattr(line, "turn", None) or 0) > scenario.turns
            document.add_error_if(
                is_late, (key, number, "turn"), (key_mention(key), f" {number + 1}: its turn is after the last turn")
            )


def _note(document: Document, key: str, number: int, cause: Cause) -> None:
    document.add_error_if(True, (key, number), (key_mention(key), f" {number + 1}: ", *as_parts(cause)))


def _lacks(scenario: Any, rule: Any) -> Iterator[Cause]:
    """Yield what a special rule needs and the scenario lacks."""
    pieces = [line for line in scenario.terrain if TERRAIN_KINDS[line.kind].searched]
    object_rules = [other for other in scenario.special_rules if _is(other, ObjectsInFreeQuarters)]
    if _is(rule, RetrieveFromObjects):
        if not _has(scenario, SearchObjects):
            yield _rule_name(SearchObjects)
        elif not any(line.hangers for line in pieces) and not any(other.hangers != 0 for other in object_rules):
            yield "hangers in an ", key_mention(OBJECT)
    if _is(rule, SearchObjects) and not pieces and not object_rules:
        yield "an ", key_mention(OBJECT)
    if _is(rule, CometInZone, ObjectsInFreeQuarters) and scenario.models:
        yield "a deployment, and models are placed"
    if _is(rule, Ambush) and scenario.models and rule.edge is None:
        yield "an edge, where models are placed"
    has_comet = scenario.layout is not None or any(TERRAIN_KINDS[line.kind].tail for line in scenario.terrain)
    if _is(rule, Mine) and not has_comet and not _has(scenario, CometInZone):
        yield "a ", key_mention(COMET)


def _is(line: Any, *kinds: type) -> bool:
    """Return whether a line has the keys of one of these classes."""
    return isinstance(line, Line) and line.form in kinds


def _uncounted(scenario: Any, count: Any) -> Iterator[Cause]:
    """Yield what a count needs to be above 0 and the scenario lacks."""
    if _is(count, CountSearched) and not _has(scenario, SearchObjects):
        yield _rule_name(SearchObjects)
    token = getattr(count, "token", None)
    if _is(count, CountPrevented):
        if not _has(scenario, Distribute, token):
            yield *_rule_name(Distribute), f" for '{token}'"
    elif token is not None:
        is_carried = any(token in line.loads for line in scenario.models)
        if not is_carried and not any(_has(scenario, rule, token) for rule in BRINGING):
            yield f"a rule that brings '{token}', or a model that carries it"


def _has(scenario: Any, kind: type, token: str | None = None) -> bool:
    """Return whether a scenario has a rule of a kind, for a token if one is given."""
    rules = (rule for rule in scenario.special_rules if _is(rule, kind))
    return any(token is None or getattr(rule, "token", None) == token for rule in rules)


def _rule_name(kind: type) -> tuple[str | Mention, ...]:
    return "the rule ", key_mention(str(name_of(kind, "rule")))


# --- The scenario ---


def build_scenario(
    document: Document, key: str, cards: Mapping[str, UnitCard], left_out: Collection[CardError] = (),
    upgrades: Mapping[str, UpgradeCard] | None = None, *, idle: bool = False,
) -> ScenarioCard:  # fmt: skip
    """Build the scenario of a document from unit cards and upgrades. Raises CardError with all errors.

    `left_out` are the errors of skipped card files. `idle` allows rules and objectives without effect, as in a running
    game.
    """
    scenario = checked(ScenarioCard, document)
    is_empty = scenario.fleets is None and not scenario.models
    document.add_error_if(is_empty, (), "needs 'fleets' or 'models'")
    starts_late = scenario.turn > 1 and not scenario.models
    document.add_error_if(starts_late, ("turn",), "turn: only a scenario that places models starts later than turn 1")
    document.add_error_if(scenario.turn > scenario.turns, ("turn",), "turn: is after the last turn")
    rules = tuple(piece(line, "rule") for line in scenario.special_rules)
    document.add_error_if(len(set(rules)) < len(rules), ("special_rules",), "a special rule is listed twice")
    tokens = tuple(piece(line, "name") for line in scenario.tokens)
    check_unique([token.kind for token in tokens], "token", document, "tokens", "name")
    objectives = tuple(piece(line, "kind") for line in scenario.objectives)
    endings = tuple(piece(line) for line in scenario.early_end)
    for where, lines in (("objectives", objectives), ("early_end", endings), ("special_rules", rules)):
        _check_tokens(lines, [token.kind for token in tokens], document, where)
    if not idle:
        check_needs(scenario, document)
    has_both = bool(scenario.fleets and scenario.models)
    document.add_error_if(has_both, ("fleets",), "fleets: a scenario that places models has no fleets")
    lists_terrain = bool(scenario.layout) and not all(TERRAIN_KINDS[line.kind].boarded for line in scenario.terrain)
    document.add_error_if(
        lists_terrain, ("layout",), "layout: a table that is laid out in the game lists stations only"
    )
    areas = own_zones(scenario, document)
    terrain = _terrain(scenario, document)
    models = placed_models(scenario, terrain, document, Known(cards, upgrades or {}, left_out))
    document.settle()
    return make(
        ScenarioCard, scenario, key=scenario.key or key, summary=" ".join(scenario.summary.split()),
        briefing=_paragraphs((scenario.briefing or "").strip()), table=make(Table, scenario.table),
        zones=scenario.zones if isinstance(scenario.zones, str) else OWN, areas=areas, objectives=objectives,
        special_rules=rules, early_end=endings, tokens=tokens, terrain=terrain, models=models,
        source_text=json.dumps(document.data),
    )  # fmt: skip


def _paragraphs(text: str) -> str:
    """Return a briefing with an empty line between paragraphs. Folded YAML text keeps one line break of two."""
    separator = "\n\n" if "\n\n" in text else "\n"
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split(separator))


def _check_tokens(lines: Sequence[PieceCard], tokens: list[str], document: Document, key: str) -> None:
    """Check that each piece names tokens of the scenario only."""
    for number, line in enumerate(lines):
        for inner in (line, *(value for _, value in line.parameters if isinstance(value, PieceCard))):
            for word, value in inner.parameters:
                is_unknown = word == "token" and value not in tokens
                cause = key_mention(key), f" {number + 1}: no token is called '{value}'"
                document.add_error_if(is_unknown, (key, number), cause)


def _terrain(scenario: Any, document: Document) -> tuple[TerrainCard, ...]:
    pieces: list[TerrainCard] = []
    for index, line in enumerate(scenario.terrain):
        path: Path_ = ("terrain", index)
        with document.noting():
            ident = line.id or f"terrain-{index + 1}"
            if TERRAIN_KINDS[line.kind].edge:
                pieces.append(edge_piece(line, ident, scenario, document, path))
            else:
                pieces.append(terrain_piece(line, ident, scenario.table, document, path))
    check_unique([card.id for card in pieces], "piece", document, "terrain")
    placed = [line.id for line in scenario.models]
    for index, card in enumerate(pieces):
        is_taken = card.station is not None and card.id in placed
        document.add_error_if(is_taken, ("terrain", index), f"a model also has the id '{card.id}'")
    return tuple(pieces)
