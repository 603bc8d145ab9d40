"""Build scenarios from documents, and check what the types of single keys can't."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import NamedTuple

from jovian.cards.files import (
    CardError,
    Cause,
    Document,
    KeyPath,
    Mention,
    about_piece,
    absent,
    as_parts,
    key_mention,
    line_mention,
    suggest_names,
)
from jovian.cards.fleet import UnitCard, UpgradeCard, with_upgrades
from jovian.cards.fleet_builder import checked_cargo, checked_hardpoints, checked_upgrades
from jovian.cards.names import EDGES, ROLES, TERRAIN_KINDS, slug
from jovian.cards.scenario import (
    Placement,
    ScenarioCard,
    ScenarioPiece,
    StationCard,
    Table,
    TerrainCard,
    ZoneCard,
    formations,
    rule_name,
)
from jovian.cards.schema import checked
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

STATION_KEYS = ("owner", "tv", "weapons", "dock")
"""The keys of a space station."""
BOARDED_KEYS = ("name", "structure", "hangers", "boarders")
OBJECT_KEYS = ("search",)
KEY_GROUPS = ((STATION_KEYS, "owned"), (BOARDED_KEYS, "boarded"), (OBJECT_KEYS, "searched"))
"""Groups of keys, each with the property that a kind of terrain needs for them."""


def station_of(piece: TerrainCard, label: Mention, document: Document, path: KeyPath) -> StationCard | None:
    """Return the ratings of a station or object, or None for other terrain. Wrong keys are recorded."""
    rule, station = TERRAIN_KINDS[piece.kind], piece.station
    for keys, whose in KEY_GROUPS:
        for key in keys:
            is_wrong = document.gives(path, key) and not getattr(rule, whose)
            document.add_error_if(
                is_wrong, (*path, key), (label, f": only {_kinds(whose)} has the key '", key_mention(key), "'")
            )
    if station is None or not rule.boarded:
        return None
    is_boarded = station.owner is not None and any(station.boarders)
    document.add_error_if(is_boarded, (*path, "boarders"), (label, ": only a neutral one starts with boarders"))
    hangers = station.hangers if rule.owned or station.hangers is not None else 0
    return replace(station, name=station.name or piece.kind.replace("-", " ").title(), hangers=hangers)


def _kinds(whose: str) -> str:
    return " or ".join(f"a {rule.name}" for rule in TERRAIN_KINDS.values() if getattr(rule, whose))


# --- Terrain ---

ALONG = f"only {' and '.join(rule.name for rule in TERRAIN_KINDS.values() if rule.edge)} lie along an edge"
PLACED = ("x", "y", "radius", "points", "tail_length", "tail_width", "moves")
"""The keys of terrain that isn't along an edge."""
OUTWARD = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The direction of each of `EDGES` from the center: to the right, and up."""
TAILED = [rule.name for rule in TERRAIN_KINDS.values() if rule.tail]


def terrain_piece(piece: TerrainCard, table: Table, document: Document, path: KeyPath) -> TerrainCard:
    """Return the piece with the values that follow from others. Errors are recorded in the document.

    Raises CardError if it has no position or size.
    """
    label = line_mention("terrain", piece.id, piece.kind)
    document.add_error_if(bool(piece.edge), (*path, "edge"), (label, f": {ALONG}"))
    document.add_error_if(bool(piece.thickness), (*path, "thickness"), (label, f": {ALONG}"))
    if not document.gives(path, "x", "y"):
        raise document.error(path, (label, ": needs x and y"))
    outside = not (0 <= piece.x <= table.width and 0 <= piece.y <= table.height)
    document.add_error_if(outside, path, (label, ": is off the table"))
    _check_tail(piece, label, document, path)
    points = _points(piece, label, document, path)
    return replace(
        piece, heading=piece.heading % 360, points=points,
        radius=None if points else _radius(piece, label, document, path),
        station=station_of(piece, label, document, path),
    )  # fmt: skip


def edge_piece(piece: TerrainCard, scenario: ScenarioCard, document: Document, path: KeyPath) -> TerrainCard:
    """Return a piece along an edge of the table. An atmosphere without an edge uses the edge of the only planet.

    Raises CardError if there is no edge.
    """
    label, rule = line_mention("terrain", piece.id, piece.kind), TERRAIN_KINDS[piece.kind]
    placed = [key for key in PLACED if document.gives(path, key)]
    document.add_error_if(
        bool(placed), (*path, *placed[:1]), (label, f": lies along an edge, without {', '.join(placed)}")
    )
    thick = piece.thickness
    document.add_error_if(bool(thick) and not rule.band, (*path, "thickness"), (label, ": has no thickness"))
    fits = not thick or not rule.band or rule.min_radius <= thick <= rule.max_radius
    span = (label, f": thickness must be {_span(rule.min_radius, rule.max_radius)} inches")
    document.add_error_if(not fits, (*path, "thickness"), span)
    edge = piece.edge or (_only_edge(scenario) if rule.band else "")
    if not edge:
        raise document.error(path, (label, f": needs an edge ({', '.join(EDGES)})"))
    twins = [other for other in scenario.terrain if (other.kind, other.edge) == (piece.kind, piece.edge)]
    cause = (label, ": another ", key_mention(piece.kind), " lies along that edge")
    document.add_error_if(len(twins) > 1, path, cause)
    number = EDGES.index(edge)
    right, up = OUTWARD[number]
    return replace(
        piece, x=scenario.width * (1 + right) / 2, y=scenario.height * (1 + up) / 2, heading=90 * number, edge=edge,
        station=station_of(piece, label, document, path),
    )  # fmt: skip


def _only_edge(scenario: ScenarioCard) -> str:
    """Return the edge of the only planet, or "" if there is no planet or more than one."""
    edges = [piece.edge for piece in scenario.terrain if (rule := TERRAIN_KINDS[piece.kind]).edge and not rule.band]
    return edges[0] if len(edges) == 1 else ""


def _check_tail(piece: TerrainCard, label: Mention, document: Document, path: KeyPath) -> None:
    """Check the tail of a comet. A comet that moves must have one."""
    given = bool(piece.tail_length), bool(piece.tail_width)
    if not TERRAIN_KINDS[piece.kind].tail:
        document.add_error_if(any(given), path, (label, f": only a {' or '.join(TAILED)} has a tail"))
        moves = document.gives(path, "moves")
        document.add_error_if(moves, (*path, "moves"), (label, f": only a {' or '.join(TAILED)} moves"))
        return
    lacking = not all(given) and (any(given) or piece.moves)
    document.add_error_if(
        lacking, path, (label, ": needs ", key_mention("tail_length"), " and ", key_mention("tail_width"))
    )


def _radius(piece: TerrainCard, label: Mention, document: Document, path: KeyPath) -> float:
    _, least, greatest, usual, *_ = TERRAIN_KINDS[piece.kind]
    radius = piece.radius if piece.radius is not None else usual
    if radius is None:
        raise document.error(path, (label, ": needs a radius or points"))
    cause = (label, f": radius must be {_span(least, greatest)} inches")
    document.add_error_if(not least <= radius <= greatest, (*path, "radius"), cause)
    return float(radius)


def _span(least: float, greatest: float) -> str:
    return f"{least:g}" if least == greatest else f"{least:g} to {greatest:g}"


def _points(piece: TerrainCard, label: Mention, document: Document, path: KeyPath) -> tuple[Corner, ...]:
    points = piece.points
    if not points:
        return ()
    rule = TERRAIN_KINDS[piece.kind]
    document.add_error_if(piece.radius is not None, path, (label, ": has a radius and points"))
    document.add_error_if(not rule.outline, (*path, "points"), (label, ": is a circle"))
    fault = outline_fault(points)
    document.add_error_if(bool(fault), (*path, "points"), (label, f": {fault}"))
    least, greatest, wide = 2 * rule.min_radius, 2 * rule.max_radius, across(points)
    wrong = rule.stated and rule.outline and not least <= wide <= greatest
    cause = (label, f": must be {_span(least, greatest)} inches across, not {wide:.4g}")
    document.add_error_if(wrong, (*path, "points"), cause)
    return points if signed_area(points) > 0 else points[::-1]


# --- Placed models ---


class Known(NamedTuple):
    """The cards that a scenario may name."""

    cards: Mapping[str, UnitCard]
    upgrades: Mapping[str, UpgradeCard]
    left_out: Collection[CardError]
    """The errors of skipped card files."""


def placed_models(
    scenario: ScenarioCard, terrain: Sequence[TerrainCard], document: Document, known: Known
) -> tuple[Placement, ...]:
    """Return the models of a scenario. Errors are recorded in the document."""
    placed: list[Placement] = []
    for index, line in enumerate(scenario.models):
        path: KeyPath = ("models", index)
        card = known.cards.get(line.card)
        if card is None:
            cause = f"no unit card has the key '{line.card}'{absent(line.card, known.cards, known.left_out)}"
            document.add_error_if(True, (*path, "card"), cause)
            continue
        model = replace(line, id=line.id or f"{slug(card.name)}-{index + 1}", name=line.name or card.name)
        model = _placement(model, card, known, document, path)
        outside = not model.embarked_in and not (0 <= model.x <= scenario.width and 0 <= model.y <= scenario.height)
        document.add_error_if(outside, path, (line_mention("model", model.id), ": is off the table"))
        _check_loads(model, [token.token for token in scenario.tokens], document, path)
        placed.append(model)
    if len(placed) == len(scenario.models):
        check_unique([model.id for model in placed], "model", document, "models")
        check_company(placed, terrain, known.cards, scenario.docking, document)
    return tuple(placed)


def _check_loads(model: Placement, tokens: list[str], document: Document, path: KeyPath) -> None:
    """Check that a model carries tokens of the scenario only."""
    for token in model.loads:
        cause = line_mention("model", model.id), f": no token is called '{token}'{suggest_names(token, tokens)}"
        document.add_error_if(token not in tokens, (*path, "loads", token), cause)


def check_unique(ids: list[str], noun: str, document: Document, key: str, id_noun: str = "id") -> None:
    """Record each line of a list with the id or name of an earlier line."""
    for index, value in enumerate(ids):
        document.add_error_if(value in ids[:index], (key, index), f"another {noun} has the {id_noun} '{value}'")


def _no_position(who: Mention) -> Cause:
    return who, ": needs x and y, or ", key_mention("embarked_in"), ", or ", key_mention("touching")


def _placement(model: Placement, card: UnitCard, known: Known, document: Document, path: KeyPath) -> Placement:
    who = line_mention("model", model.id)
    no_position = not model.embarked_in and not document.gives(path, "x", "y")
    document.add_error_if(no_position and not model.touching, path, _no_position(who))
    document.add_error_if(
        bool(model.at and not model.touching), (*path, "at"), (who, ": at is a side of what it is touching")
    )
    has_both = not no_position and bool(model.at)
    document.add_error_if(has_both, (*path, "at"), (who, ": give either x and y, or at"))
    names, loaded = document.at((*path, "upgrades")), document.at((*path, "hardpoints"))
    upgrades = checked_upgrades(
        [str(name) for name in names] if isinstance(names, list) else (), card, known.upgrades, document,
        (*path, "upgrades"), who.text,
    )  # fmt: skip
    hardpoints = checked_hardpoints(
        {line: str(name) for line, name in loaded.items()} if isinstance(loaded, dict) else {}, card, known.upgrades,
        document, (*path, "hardpoints"), who.text,
    )  # fmt: skip
    _check_damage(model, with_upgrades(card, upgrades, hardpoints), who, document, path)
    return replace(
        model, heading=model.heading % 360, upgrades=upgrades, hardpoints=hardpoints,
        cargo=checked_cargo(model.cargo, card, document, (*path, "cargo"), who.text),
        at=model.at or ("fore" if no_position and model.touching else ""),
    )  # fmt: skip


def _check_damage(model: Placement, card: UnitCard, who: Mention, document: Document, path: KeyPath) -> None:
    """Check that its ratings are boxes of its card, and that its card has what is damaged. Upgrades count."""
    for track, value in {**model.ratings, "structure": model.structure, "fuel": model.fuel}.items():
        where = (*path, "ratings", track) if track in model.ratings else (*path, track)
        fits = value is None or value == 0 or value in card.tracks[track]
        document.add_error_if(not fits, where, (who, f": {card.name} has no {track} box {value}"))
    known = [mount.id for mount in card.mounts if not mount.weapon.vacant]
    known += [trait.name for trait in card.traits if trait.name in SYSTEMS]
    for number, name in enumerate(model.damaged):
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


def _check_zones(scenario: ScenarioCard, document: Document) -> None:
    """Record errors in the zones that a scenario draws."""
    if isinstance(scenario.zones, str):
        return
    for index, zone in enumerate(scenario.zones):
        fault = _zone_fault(zone, scenario.table, document, ("zones", index))
        document.add_error_if(bool(fault), ("zones", index), (key_mention("zones"), f" {index + 1}: {fault}"))
    whose = {zone.side for zone in scenario.zones}
    attackers = (scenario.initiative,) if isinstance(scenario.initiative, int) else (0, 1)
    without_zone = [
        side for attacker in attackers for side in (0, 1)
        if whose.isdisjoint((side, ROLES[side != attacker]))
    ]  # fmt: skip
    for side in without_zone[:1]:
        cause = (key_mention("zones"), ": ", Mention(f"side {side}", "side", side), " has no zone")
        document.add_error_if(True, ("zones",), cause)


def _zone_fault(zone: ZoneCard, table: Table, document: Document, path: KeyPath) -> str:
    """Return what is wrong with a zone, or ""."""
    circle = [document.gives(path, key) for key in ("x", "y", "radius")]
    if bool(zone.points) == any(circle) or (not zone.points and not all(circle)):
        return "needs points, or x, y and radius"
    if any(not (0 <= x <= table.width and 0 <= y <= table.height) for x, y in zone.points or ((zone.x, zone.y),)):
        return "is off the table"
    return outline_fault(zone.points) if zone.points else ""


# --- Pieces that need others ---
# A rule or objective can be without effect because another one, or terrain, is missing. That is an error in a file and
# in a draft. A running game with such a piece continues.


def check_needs(scenario: ScenarioCard, document: Document) -> None:
    """Record each piece without effect, and objectives that are scored after the last turn."""
    lists = {"objectives": scenario.objectives, "early_end": scenario.early_end}
    for key, pieces in {"special_rules": scenario.special_rules, **lists}.items():
        for number, piece in enumerate(pieces):
            what: Cause = "counts nothing without "
            if key == "special_rules":
                what = key_mention(rule_name(type(piece))), " has no effect without "
            for lack in piece.lacks(scenario):
                cause = key_mention(key), f" {number + 1}: ", *as_parts(what), *as_parts(lack)
                document.add_error_if(True, (key, number), cause)
            is_late = key in lists and getattr(piece, "turn", 0) > scenario.turns
            document.add_error_if(
                is_late, (key, number, "turn"), (key_mention(key), f" {number + 1}: its turn is after the last turn")
            )


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
    is_empty = not scenario.fleets and not scenario.models
    document.add_error_if(is_empty, (), "needs 'fleets' or 'models'")
    starts_late = scenario.turn > 1 and not scenario.models
    document.add_error_if(starts_late, ("turn",), "turn: only a scenario that places models starts later than turn 1")
    document.add_error_if(scenario.turn > scenario.turns, ("turn",), "turn: is after the last turn")
    rules, tokens = scenario.special_rules, [token.token for token in scenario.tokens]
    document.add_error_if(len(set(rules)) < len(rules), ("special_rules",), "a special rule is listed twice")
    check_unique(tokens, "token", document, "tokens", "name")
    lists = {"objectives": scenario.objectives, "early_end": scenario.early_end, "special_rules": rules}
    for where, pieces in lists.items():
        _check_tokens(pieces, tokens, document, where)
    if not idle:
        check_needs(scenario, document)
    has_both = bool(scenario.fleets and scenario.models)
    document.add_error_if(has_both, ("fleets",), "fleets: a scenario that places models has no fleets")
    lists_terrain = bool(scenario.layout) and not all(TERRAIN_KINDS[line.kind].boarded for line in scenario.terrain)
    document.add_error_if(
        lists_terrain, ("layout",), "layout: a table that is laid out in the game lists stations only"
    )
    _check_zones(scenario, document)
    terrain = _terrain(scenario, document)
    models = placed_models(scenario, terrain, document, Known(cards, upgrades or {}, left_out))
    document.settle()
    return replace(
        scenario, key=scenario.key or key, summary=" ".join(scenario.summary.split()),
        briefing=_paragraphs(scenario.briefing.strip()), terrain=terrain, models=models,
        source_text=json.dumps(document.data),
    )  # fmt: skip


def _paragraphs(text: str) -> str:
    """Return a briefing with an empty line between paragraphs. Folded YAML text keeps one line break of two."""
    separator = "\n\n" if "\n\n" in text else "\n"
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split(separator))


def _check_tokens(pieces: Sequence[ScenarioPiece], tokens: list[str], document: Document, key: str) -> None:
    """Check that each piece names tokens of the scenario only."""
    for number, piece in enumerate(pieces):
        for inner in (piece, getattr(piece, "count", None)):
            token = getattr(inner, "token", "")
            cause = key_mention(key), f" {number + 1}: no token is called '{token}'"
            document.add_error_if(bool(token) and token not in tokens, (key, number), cause)


def _terrain(scenario: ScenarioCard, document: Document) -> tuple[TerrainCard, ...]:
    pieces: list[TerrainCard] = []
    for index, line in enumerate(scenario.terrain):
        path: KeyPath = ("terrain", index)
        with document.noting():
            card = replace(line, id=line.id or f"terrain-{index + 1}")
            if TERRAIN_KINDS[card.kind].edge:
                pieces.append(edge_piece(card, scenario, document, path))
            else:
                pieces.append(terrain_piece(card, scenario.table, document, path))
    check_unique([card.id for card in pieces], "piece", document, "terrain")
    placed = [line.id for line in scenario.models]
    for index, card in enumerate(pieces):
        is_taken = card.station is not None and card.id in placed
        document.add_error_if(is_taken, ("terrain", index), f"a model also has the id '{card.id}'")
    return tuple(pieces)
