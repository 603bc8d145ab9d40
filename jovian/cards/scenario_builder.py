"""Build the value of a scenario from its file, and check what a schema can't."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from jovian.cards.files import CardError, Document, Path_, absent, suggest_names
from jovian.cards.fleet import UnitCard, UpgradeCard, with_upgrades
from jovian.cards.fleet_schema import checked_cargo, checked_hardpoints, checked_upgrades
from jovian.cards.names import EDGES, SYSTEMS, TERRAIN_KINDS, slug
from jovian.cards.scenario import PieceCard, Placement, ScenarioCard, TerrainCard, check_company
from jovian.cards.scenario_schema import (
    OWN,
    Ambush,
    CometInZone,
    CountPrevented,
    CountSearched,
    Distribute,
    Mine,
    ModelLine,
    ObjectsInFreeQuarters,
    RetrieveFromObjects,
    Scenario,
    Search,
    SearchObjects,
    Table,
    Terrain,
    Timed,
    across,
    outline_fault,
    own_zones,
    piece,
    signed_area,
    station_of,
)
from jovian.cards.schema import Strict, checked, name_of
from jovian.frozen import freeze_mapping

# --- Terrain ---

ALONG = f"only {' and '.join(rule.name for rule in TERRAIN_KINDS.values() if rule.edge)} lie along an edge"
PLACED = ("x", "y", "radius", "points", "tail_length", "tail_width", "moves")
"""The keys of terrain that isn't along an edge."""
OUTWARD = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The direction of each of `EDGES` from the center: to the right, and up."""
TAILED = [rule.name for rule in TERRAIN_KINDS.values() if rule.tail]


def terrain_piece(line: Terrain, ident: str, table: Table, document: Document, path: Path_) -> TerrainCard:
    """Return the piece of a line. Errors are recorded in the document.

    Raises CardError if the line has no position or size.
    """
    label = f"terrain {ident} ({line.kind})"
    document.add_error_if(line.edge is not None, (*path, "edge"), f"{label}: {ALONG}")
    document.add_error_if(line.thickness is not None, (*path, "thickness"), f"{label}: {ALONG}")
    if line.x is None or line.y is None:
        raise document.error(path, f"{label}: needs x and y")
    outside = not (0 <= line.x <= table.width and 0 <= line.y <= table.height)
    document.add_error_if(outside, path, f"{label}: is off the table")
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
    """Return a piece along an edge of the table. An atmosphere without an edge uses the edge of the only planet.

    Raises CardError if there is no edge.
    """
    label, rule, table = f"terrain {ident} ({line.kind})", TERRAIN_KINDS[line.kind], scenario.table
    placed = [key for key in PLACED if getattr(line, key) is not None]
    document.add_error_if(
        bool(placed), (*path, *placed[:1]), f"{label}: lies along an edge, without {', '.join(placed)}"
    )
    thick = line.thickness
    document.add_error_if(thick is not None and not rule.band, (*path, "thickness"), f"{label}: has no thickness")
    fits = thick is None or not rule.band or rule.least <= thick <= rule.greatest
    span = f"{label}: thickness must be {_span(rule.least, rule.greatest)} inches"
    document.add_error_if(not fits, (*path, "thickness"), span)
    edge = line.edge or (_only_edge(scenario) if rule.band else "")
    if not edge:
        raise document.error(path, f"{label}: needs an edge ({', '.join(EDGES)})")
    twin = any(other.kind == line.kind and other is not line and other.edge == line.edge for other in scenario.terrain)
    document.add_error_if(twin, path, f"{label}: another {line.kind} lies along that edge")
    number = EDGES.index(edge)
    right, up = OUTWARD[number]
    return TerrainCard(
        id=ident, kind=line.kind, x=table.width * (1 + right) / 2, y=table.height * (1 + up) / 2, heading=90 * number,
        radius=None, points=(), edge=edge, thickness=float(thick or 0.0),
        station=station_of(line, line.kind, label, document, path),
    )  # fmt: skip


def _only_edge(scenario: Scenario) -> str:
    """Return the edge of the only planet, or "" if there is no planet or more than one."""
    edges = [line.edge for line in scenario.terrain if (rule := TERRAIN_KINDS[line.kind]).edge and not rule.band]
    return (edges[0] or "") if len(edges) == 1 else ""


def _check_tail(line: Terrain, label: str, document: Document, path: Path_) -> None:
    """Check the tail of a comet. A comet that moves must have one."""
    given = (line.tail_length is not None, line.tail_width is not None)
    if not TERRAIN_KINDS[line.kind].tail:
        document.add_error_if(any(given), path, f"{label}: only a {' or '.join(TAILED)} has a tail")
        document.add_error_if(line.moves is not None, (*path, "moves"), f"{label}: only a {' or '.join(TAILED)} moves")
        return
    lacking = not all(given) and (any(given) or line.moves is not False)
    document.add_error_if(lacking, path, f"{label}: needs tail_length and tail_width")


def _radius(line: Terrain, label: str, document: Document, path: Path_) -> float:
    _, least, greatest, usual, *_ = TERRAIN_KINDS[line.kind]
    radius = line.radius if line.radius is not None else usual
    if radius is None:
        raise document.error(path, f"{label}: needs a radius or points")
    cause = f"{label}: radius must be {_span(least, greatest)} inches"
    document.add_error_if(not least <= radius <= greatest, (*path, "radius"), cause)
    return float(radius)


def _span(least: float, greatest: float) -> str:
    return f"{least:g}" if least == greatest else f"{least:g} to {greatest:g}"


def _points(line: Terrain, label: str, document: Document, path: Path_) -> tuple[tuple[float, float], ...]:
    if line.points is None:
        return ()
    rule = TERRAIN_KINDS[line.kind]
    both = line.radius is not None
    document.add_error_if(both, path, f"{label}: has a radius and points")
    document.add_error_if(not rule.outline, (*path, "points"), f"{label}: is a circle")
    points = [(float(x), float(y)) for x, y in line.points]
    fault = outline_fault(points)
    document.add_error_if(bool(fault), (*path, "points"), f"{label}: {fault}")
    least, greatest, wide = 2 * rule.least, 2 * rule.greatest, across(points)
    wrong = rule.stated and rule.outline and not least <= wide <= greatest
    cause = f"{label}: must be {_span(least, greatest)} inches across, not {wide:.4g}"
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
    scenario: Scenario, terrain: Sequence[TerrainCard], document: Document, known: Known
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
        document.add_error_if(outside, path, f"model {model.id}: is off the table")
        _check_loads(line, model.id, [token.name for token in scenario.tokens], document, path)
        placed.append(model)
    if len(placed) == len(scenario.models):
        check_unique([model.id for model in placed], "model", document, "models")
        check_company(placed, terrain, known.cards, scenario.docking, document)
    return tuple(placed)


def _check_loads(line: ModelLine, ident: str, tokens: list[str], document: Document, path: Path_) -> None:
    """Check that a model carries tokens of the scenario only."""
    for token in line.loads:
        cause = f"model {ident}: no token is called '{token}'{suggest_names(token, tokens)}"
        document.add_error_if(token not in tokens, (*path, "loads", token), cause)


def check_unique(ids: list[str], noun: str, document: Document, key: str, id_noun: str = "id") -> None:
    """Record each line of a list with the id or name of an earlier line."""
    for index, value in enumerate(ids):
        document.add_error_if(value in ids[:index], (key, index), f"another {noun} has the {id_noun} '{value}'")


def _placement(line: ModelLine, card: UnitCard, ident: str, known: Known, document: Document, path: Path_) -> Placement:
    who = f"model {ident}"
    no_position = line.embarked_in is None and (line.x is None or line.y is None)
    document.add_error_if(no_position and not line.touching, path, f"{who}: needs x and y, or embarked_in, or touching")
    document.add_error_if(
        bool(line.at and not line.touching), (*path, "at"), f"{who}: at is a side of what it is touching"
    )
    has_both = not no_position and bool(line.at)
    document.add_error_if(has_both, (*path, "at"), f"{who}: give either x and y, or at")
    upgrades = checked_upgrades(line.upgrades, card, known.upgrades, document, (*path, "upgrades"), who)
    loaded = checked_hardpoints(line.hardpoints, card, known.upgrades, document, (*path, "hardpoints"), who)
    _check_damage(line, with_upgrades(card, upgrades, loaded), who, document, path)
    return Placement(
        id=ident,
        card=line.card,
        side=line.side,
        x=float(line.x or 0.0),
        y=float(line.y or 0.0),
        heading=line.heading % 360,
        name=line.name or card.name,
        structure=line.structure,
        ratings=freeze_mapping({str(track): value for track, value in line.ratings.items()}),
        fuel=line.fuel,
        damaged=tuple(line.damaged),
        states=freeze_mapping({str(name): value for name, value in line.states.items()}),
        activated=line.activated,
        embarked_in=line.embarked_in or "",
        escorting=line.escorting or "",
        assaulting=line.assaulting or "",
        formation=line.formation or "",
        cargo=checked_cargo(line.cargo, card, document, (*path, "cargo"), who),
        loads=freeze_mapping(line.loads),
        upgrades=upgrades,
        hardpoints=loaded,
        touching=line.touching or "",
        at=line.at or ("fore" if no_position and line.touching else ""),
    )


def _check_damage(line: ModelLine, card: UnitCard, who: str, document: Document, path: Path_) -> None:
    """Check that its ratings are boxes of its card, and that its card has what is damaged. Upgrades count."""
    ratings: dict[str, int] = {str(track): value for track, value in line.ratings.items()}
    for track, value in {**ratings, "structure": line.structure, "fuel": line.fuel}.items():
        where = (*path, "ratings", track) if track in ratings else (*path, track)
        fits = value is None or value == 0 or value in card.tracks[track]
        document.add_error_if(not fits, where, f"{who}: {card.name} has no {track} box {value}")
    known = [mount.id for mount in card.mounts if not mount.weapon.vacant]
    known += [trait.name for trait in card.traits if trait.name in SYSTEMS]
    for number, name in enumerate(line.damaged):
        cause = f"{who}: {card.name} has no '{name}'{suggest_names(name, known)}"
        document.add_error_if(name not in known, (*path, "damaged", number), cause)


# --- Pieces that need others ---
# A rule or objective can be without effect because another one, or terrain, is missing. That is an error in a file and
# in a draft. A running game with such a piece continues.

BRINGING = (Distribute, Mine, RetrieveFromObjects, Search)
"""The rules that give tokens to models."""
OBJECT = next(kind.name for kind in TERRAIN_KINDS.values() if kind.searched)
COMET = next(kind.name for kind in TERRAIN_KINDS.values() if kind.tail)


def check_needs(scenario: Scenario, document: Document) -> None:
    """Record each piece without effect, and objectives that are scored after the last turn."""
    for number, rule in enumerate(scenario.special_rules):
        for lack in _lacks(scenario, rule):
            _note(document, "special_rules", number, f"{name_of(type(rule), 'rule')} has no effect without {lack}")
    for key, lines in (("objectives", scenario.objectives), ("early_end", scenario.early_end)):
        for number, line in enumerate(lines):
            for lack in _uncounted(scenario, getattr(line, "count", None)):
                _note(document, key, number, f"counts nothing without {lack}")
            is_late = isinstance(line, Timed) and line.turn is not None and line.turn > scenario.turns
            document.add_error_if(
                is_late, (key, number, "turn"), f"{key} {number + 1}: its turn is after the last turn"
            )


def _note(document: Document, key: str, number: int, cause: str) -> None:
    document.add_error_if(True, (key, number), f"{key} {number + 1}: {cause}")


def _lacks(scenario: Scenario, rule: Strict) -> Iterator[str]:
    """Yield what a special rule needs and the scenario lacks."""
    pieces = [line for line in scenario.terrain if TERRAIN_KINDS[line.kind].searched]
    object_rules = [other for other in scenario.special_rules if isinstance(other, ObjectsInFreeQuarters)]
    if isinstance(rule, RetrieveFromObjects):
        if not _has(scenario, SearchObjects):
            yield _rule_name(SearchObjects)
        elif not any(line.hangers for line in pieces) and not any(other.hangers != 0 for other in object_rules):
            yield f"hangers in an {OBJECT}"
    if isinstance(rule, SearchObjects) and not pieces and not object_rules:
        yield f"an {OBJECT}"
    if isinstance(rule, CometInZone | ObjectsInFreeQuarters) and scenario.models:
        yield "a deployment, and models are placed"
    if isinstance(rule, Ambush) and scenario.models and rule.edge is None:
        yield "an edge, where models are placed"
    has_comet = scenario.layout is not None or any(TERRAIN_KINDS[line.kind].tail for line in scenario.terrain)
    if isinstance(rule, Mine) and not has_comet and not _has(scenario, CometInZone):
        yield f"a {COMET}"


def _uncounted(scenario: Scenario, count: Strict | None) -> Iterator[str]:
    """Yield what a count needs to be above 0 and the scenario lacks."""
    if isinstance(count, CountSearched) and not _has(scenario, SearchObjects):
        yield _rule_name(SearchObjects)
    token = getattr(count, "token", None)
    if isinstance(count, CountPrevented):
        if not _has(scenario, Distribute, token):
            yield f"{_rule_name(Distribute)} for '{token}'"
    elif token is not None:
        is_carried = any(token in line.loads for line in scenario.models)
        if not is_carried and not any(_has(scenario, rule, token) for rule in BRINGING):
            yield f"a rule that brings '{token}', or a model that carries it"


def _has(scenario: Scenario, kind: type[Strict], token: str | None = None) -> bool:
    """Return whether a scenario has a rule of a kind, for a token if one is given."""
    rules = (rule for rule in scenario.special_rules if isinstance(rule, kind))
    return any(token is None or getattr(rule, "token", None) == token for rule in rules)


def _rule_name(kind: type[Strict]) -> str:
    return f"the rule {name_of(kind, 'rule')}"


# --- The scenario ---


def build_scenario(
    document: Document, key: str, cards: Mapping[str, UnitCard], left_out: Collection[CardError] = (),
    upgrades: Mapping[str, UpgradeCard] | None = None, *, idle: bool = False,
) -> ScenarioCard:  # fmt: skip
    """Build the scenario of a document from unit cards and upgrades. Raises CardError with all errors.

    `left_out` are the errors of skipped card files. `idle` allows rules and objectives without effect, as in a running
    game.
    """
    scenario = checked(Scenario, document)
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
    return ScenarioCard(
        key=scenario.key or key,
        name=scenario.name,
        summary=" ".join(scenario.summary.split()),
        width=scenario.table.width,
        height=scenario.table.height,
        zones=scenario.zones if isinstance(scenario.zones, str) else OWN,
        deployment=scenario.deployment,
        initiative=scenario.initiative,
        turn=scenario.turn,
        turns=scenario.turns,
        objectives=objectives,
        special_rules=rules,
        tokens=tokens,
        early_end=endings,
        briefing=_paragraphs((scenario.briefing or "").strip()),
        areas=areas,
        docking=scenario.docking,
        fleets=tuple(scenario.fleets or ()),
        terrain=terrain,
        models=models,
        layout=scenario.layout or "",
        source_text=json.dumps(document.data),
    )


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
                document.add_error_if(is_unknown, (key, number), f"{key} {number + 1}: no token is called '{value}'")


def _terrain(scenario: Scenario, document: Document) -> tuple[TerrainCard, ...]:
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
