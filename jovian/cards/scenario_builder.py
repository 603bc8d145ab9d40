"""How the value of a scenario is made of what its file says."""

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

# --- terrain card ---
# How a line of terrain in a scenario file becomes a `TerrainCard`: its size, its outline, its tail.

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
    document.add_error_if(line.edge is not None, (*path, "edge"), f"{label}: {ALONG}")
    document.add_error_if(line.thickness is not None, (*path, "thickness"), f"{label}: {ALONG}")
    if line.x is None or line.y is None:
        raise document.error(path, f"{label}: needs x and y")
    outside = not (0 <= line.x <= table.width and 0 <= line.y <= table.height)
    document.add_error_if(outside, path, f"{label}: stands off the table")
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
    twin = any(each.kind == line.kind and each is not line and each.edge == line.edge for each in scenario.terrain)
    document.add_error_if(twin, path, f"{label}: another {line.kind} lies along that edge")
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


# --- placed ---
# How the lines of models that a scenario places become `Placement`s: damaged, equipped, in company.


class Known(NamedTuple):
    """The cards that a scenario may name."""

    cards: Mapping[str, UnitCard]
    upgrades: Mapping[str, UpgradeCard]
    left_out: Collection[CardError]
    """The files of cards that are wrong."""


def placed_models(
    scenario: Scenario, terrain: Sequence[TerrainCard], document: Document, known: Known
) -> tuple[Placement, ...]:
    """The models of a scenario with that terrain; what is wrong with them is noted in the document."""
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
        document.add_error_if(outside, path, f"model {model.id}: stands off the table")
        _know_loads(line, model.id, [each.name for each in scenario.tokens], document, path)
        placed.append(model)
    if len(placed) == len(scenario.models):
        ids_once([model.id for model in placed], "model", document, "models")
        check_company(placed, terrain, known.cards, scenario.docking, document)
    return tuple(placed)


def _know_loads(line: ModelLine, ident: str, tokens: list[str], document: Document, path: Path_) -> None:
    """What it carries are tokens of the scenario."""
    for token in line.loads:
        cause = f"model {ident}: no token is called '{token}'{suggest_names(token, tokens)}"
        document.add_error_if(token not in tokens, (*path, "loads", token), cause)


def ids_once(idents: list[str], what: str, document: Document, key: str, called: str = "id") -> None:
    """Note each line of a list whose id, or what it is called by, stands there before."""
    for index, ident in enumerate(idents):
        document.add_error_if(ident in idents[:index], (key, index), f"another {what} has the {called} '{ident}'")


def _placement(line: ModelLine, card: UnitCard, ident: str, known: Known, document: Document, path: Path_) -> Placement:
    who = f"model {ident}"
    aboard = line.embarked_in is not None
    homeless = not aboard and (line.x is None or line.y is None)
    document.add_error_if(homeless and not line.touching, path, f"{who}: needs x and y, or embarked_in, or touching")
    document.add_error_if(
        bool(line.at and not line.touching), (*path, "at"), f"{who}: at is a side of what it is touching"
    )
    twice = not homeless and bool(line.at)
    document.add_error_if(twice, (*path, "at"), f"{who}: either x and y, or at, say where it touches")
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
        at=line.at or ("fore" if homeless and line.touching else ""),
    )


def _check_damage(line: ModelLine, card: UnitCard, who: str, document: Document, path: Path_) -> None:
    """Its ratings are boxes of its card, which has what is damaged; upgrades count."""
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


# --- needs ---
# Pieces of a scenario that do nothing without another piece, or without something on the table: what they lack.
#
# A file that is read is asked for it, a draft, too; a game that has begun with such pieces goes on.

BRINGING = (Distribute, Mine, RetrieveFromObjects, Search)
"""Rules by which models come by tokens."""
OBJECT = next(kind.name for kind in TERRAIN_KINDS.values() if kind.searched)
COMET = next(kind.name for kind in TERRAIN_KINDS.values() if kind.tail)


def check_needs(scenario: Scenario, document: Document) -> None:
    """Note each piece that lacks what it needs, and objectives that are counted too late."""
    for number, rule in enumerate(scenario.special_rules):
        for lack in _lacks(scenario, rule):
            _note(document, "special_rules", number, f"{name_of(type(rule), 'rule')} has no effect without {lack}")
    for key, lines in (("objectives", scenario.objectives), ("early_end", scenario.early_end)):
        for number, line in enumerate(lines):
            for lack in _uncounted(scenario, getattr(line, "count", None)):
                _note(document, key, number, f"counts nothing without {lack}")
            late = isinstance(line, Timed) and line.turn is not None and line.turn > scenario.turns
            document.add_error_if(late, (key, number, "turn"), f"{key} {number + 1}: its turn is after the last turn")


def _note(document: Document, key: str, number: int, cause: str) -> None:
    document.add_error_if(True, (key, number), f"{key} {number + 1}: {cause}")


def _lacks(scenario: Scenario, rule: Strict) -> Iterator[str]:
    """What a special rule needs and the scenario has not."""
    pieces = [line for line in scenario.terrain if TERRAIN_KINDS[line.kind].searched]
    laid = [each for each in scenario.special_rules if isinstance(each, ObjectsInFreeQuarters)]
    if isinstance(rule, RetrieveFromObjects):
        if not _has(scenario, SearchObjects):
            yield _called(SearchObjects)
        elif not any(line.hangers for line in pieces) and not any(each.hangers != 0 for each in laid):
            yield f"hangers in an {OBJECT}"
    if isinstance(rule, SearchObjects) and not pieces and not laid:
        yield f"an {OBJECT}"
    if isinstance(rule, CometInZone | ObjectsInFreeQuarters) and scenario.models:
        yield "a deployment, and models are placed"
    if isinstance(rule, Ambush) and scenario.models and rule.edge is None:
        yield "an edge, where models are placed"
    flying = scenario.layout is not None or any(TERRAIN_KINDS[line.kind].tail for line in scenario.terrain)
    if isinstance(rule, Mine) and not flying and not _has(scenario, CometInZone):
        yield f"a {COMET}"


def _uncounted(scenario: Scenario, count: Strict | None) -> Iterator[str]:
    """What is needed for a count to be more than nothing, and the scenario has not."""
    if isinstance(count, CountSearched) and not _has(scenario, SearchObjects):
        yield _called(SearchObjects)
    token = getattr(count, "token", None)
    if isinstance(count, CountPrevented):
        if not _has(scenario, Distribute, token):
            yield f"{_called(Distribute)} for '{token}'"
    elif token is not None:
        laden = any(token in line.loads for line in scenario.models)
        if not laden and not any(_has(scenario, each, token) for each in BRINGING):
            yield f"a rule that brings '{token}', or a model that carries it"


def _has(scenario: Scenario, kind: type[Strict], token: str | None = None) -> bool:
    """Is there a rule of that kind, with a token for that token?"""
    found = (each for each in scenario.special_rules if isinstance(each, kind))
    return any(token is None or getattr(each, "token", None) == token for each in found)


def _called(kind: type[Strict]) -> str:
    return f"the rule {name_of(kind, 'rule')}"


# --- scenario card ---
# How a checked scenario file becomes a `ScenarioCard`, and what no schema can say of it.


def build_scenario(
    document: Document, key: str, cards: Mapping[str, UnitCard], left_out: Collection[CardError] = (),
    upgrades: Mapping[str, UpgradeCard] | None = None, *, idle: bool = False,
) -> ScenarioCard:  # fmt: skip
    """The scenario of a document; the cards of its models must be among those given, their upgrades among theirs.

    Raises CardError with everything that is wrong. `left_out` are the files of cards that are wrong. With `idle` pieces
    may stand there that do nothing, as they may in a game that has begun.
    """
    scenario = checked(Scenario, document)
    bare = scenario.fleets is None and not scenario.models
    document.add_error_if(bare, (), "needs 'fleets' or 'models'")
    late = scenario.turn > 1 and not scenario.models
    document.add_error_if(late, ("turn",), "turn: only a scenario that places models starts later than turn 1")
    document.add_error_if(scenario.turn > scenario.turns, ("turn",), "turn: is after the last turn")
    rules = tuple(piece(line, "rule") for line in scenario.special_rules)
    document.add_error_if(len(set(rules)) < len(rules), ("special_rules",), "a special rule stands there twice")
    tokens = tuple(piece(line, "name") for line in scenario.tokens)
    ids_once([each.kind for each in tokens], "token", document, "tokens", "name")
    objectives = tuple(piece(line, "kind") for line in scenario.objectives)
    endings = tuple(piece(line) for line in scenario.early_end)
    for where, lines in (("objectives", objectives), ("early_end", endings), ("special_rules", rules)):
        _know_tokens(lines, [each.kind for each in tokens], document, where)
    if not idle:
        check_needs(scenario, document)
    beside = bool(scenario.fleets and scenario.models)
    document.add_error_if(beside, ("fleets",), "fleets: a scenario that places its models takes no fleets")
    both = bool(scenario.layout) and not all(TERRAIN_KINDS[line.kind].boarded for line in scenario.terrain)
    document.add_error_if(
        both, ("layout",), "layout: a table that is laid out in the game lists no terrain but stations"
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
    """A briefing with an empty line between paragraphs; of the two ends of line there folded text keeps one."""
    apart = "\n\n" if "\n\n" in text else "\n"
    return "\n\n".join(" ".join(each.split()) for each in text.split(apart))


def _know_tokens(lines: Sequence[PieceCard], tokens: list[str], document: Document, key: str) -> None:
    """Whatever names a token must name one that the scenario has."""
    for number, line in enumerate(lines):
        for inner in (line, *(value for _, value in line.parameters if isinstance(value, PieceCard))):
            for word, value in inner.parameters:
                strange = word == "token" and value not in tokens
                document.add_error_if(strange, (key, number), f"{key} {number + 1}: no token is called '{value}'")


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
    ids_once([card.id for card in pieces], "piece", document, "terrain")
    placed = [line.id for line in scenario.models]
    for index, card in enumerate(pieces):
        twice = card.station is not None and card.id in placed
        document.add_error_if(twice, ("terrain", index), f"a model has the id '{card.id}' too")
    return tuple(pieces)
