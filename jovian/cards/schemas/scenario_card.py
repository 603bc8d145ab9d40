"""How a checked scenario file becomes a `ScenarioCard`, and what no schema can say of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from jovian.cards.error import CardError, meant
from jovian.cards.reading.document import Document, Path_
from jovian.cards.schemas.absent import absent
from jovian.cards.schemas.cargo import checked_cargo
from jovian.cards.schemas.company import check_company
from jovian.cards.schemas.pieces import piece
from jovian.cards.schemas.scenario import ModelLine, Scenario
from jovian.cards.schemas.terrain_card import edge_piece, terrain_piece
from jovian.cards.schemas.validate import checked, plain_copy
from jovian.cards.values.card import Printed, UnitCard
from jovian.cards.values.names import TERRAIN_KINDS, slug
from jovian.cards.values.older_names import SYSTEMS
from jovian.cards.values.piece import PieceCard
from jovian.cards.values.scenario import Placement, ScenarioCard, TerrainCard


def build_scenario(
    document: Document, key: str, cards: Mapping[str, UnitCard], left_out: Collection[CardError] = ()
) -> ScenarioCard:
    """The scenario of a document; the cards of its models must be among those given.

    Raises CardError with everything that is wrong. `left_out` are the files of cards that are wrong.
    """
    scenario = checked(Scenario, document)
    bare = scenario.fleets is None and not scenario.models
    document.note_if(bare, (), "needs 'fleets' or 'models'")
    late = scenario.turn > 1 and not scenario.models
    document.note_if(late, ("turn",), "turn: only a scenario that places models starts later than turn 1")
    document.note_if(scenario.turn > scenario.turns, ("turn",), "turn: is after the last turn")
    rules = tuple(piece(line, "rule") for line in scenario.special_rules)
    document.note_if(len(set(rules)) < len(rules), ("special_rules",), "a special rule stands there twice")
    tokens = tuple(piece(line, "name") for line in scenario.tokens)
    _ids_once([each.kind for each in tokens], "token", document, "tokens", "name")
    objectives = tuple(piece(line, "kind") for line in scenario.objectives)
    endings = tuple(piece(line) for line in scenario.early_end)
    for where, lines in (("objectives", objectives), ("early_end", endings), ("special_rules", rules)):
        _know_tokens(lines, [each.kind for each in tokens], document, where)
    beside = bool(scenario.fleets and scenario.models)
    document.note_if(beside, ("fleets",), "fleets: a scenario that places its models takes no fleets")
    both = bool(scenario.layout and scenario.terrain)
    document.note_if(both, ("layout",), "layout: a table that is laid out in the game lists no terrain")
    _refuse_unbuilt(scenario, document)
    terrain, models = _terrain(scenario, document), _models(scenario, document, cards, left_out)
    document.settle()
    return ScenarioCard(
        key=scenario.key or key,
        name=scenario.name,
        summary=" ".join(scenario.summary.split()),
        width=scenario.table.width,
        height=scenario.table.height,
        zones=scenario.zones,
        deployment=scenario.deployment,
        initiative=scenario.initiative,
        turn=scenario.turn,
        turns=scenario.turns,
        objectives=objectives,
        special_rules=rules,
        tokens=tokens,
        early_end=endings,
        briefing="\n\n".join(" ".join(each.split()) for each in (scenario.briefing or "").split("\n\n")),
        docking=scenario.docking,
        fleets=tuple(scenario.fleets or ()),
        terrain=terrain,
        models=models,
        layout=scenario.layout or "",
        source=plain_copy(document.data),
    )


def _refuse_unbuilt(scenario: Scenario, document: Document) -> None:
    """Names of the book that the rules do not play yet are refused, never quietly played as something else."""
    document.note_if(scenario.zones != "standard", ("zones",), f"zones: '{scenario.zones}' is not played yet")
    way = scenario.deployment
    document.note_if(way != "fleet", ("deployment",), f"deployment: '{way}' is not played yet")
    first = scenario.initiative
    document.note_if(first == "attacker-defender", ("initiative",), f"initiative: '{first}' is not played yet")


def _know_tokens(lines: Sequence[PieceCard], tokens: list[str], document: Document, key: str) -> None:
    """Whatever names a token must name one that the scenario has."""
    for number, line in enumerate(lines):
        for inner in (line, *(value for _, value in line.parameters if isinstance(value, PieceCard))):
            for word, value in inner.parameters:
                strange = word == "token" and value not in tokens
                document.note_if(strange, (key, number), f"{key} {number + 1}: no token is called '{value}'")


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
    _ids_once([card.id for card in pieces], "piece", document, "terrain")
    placed = [line.id for line in scenario.models]
    for index, card in enumerate(pieces):
        twice = card.station is not None and card.id in placed
        document.note_if(twice, ("terrain", index), f"a model has the id '{card.id}' too")
    return tuple(pieces)


def _ids_once(idents: list[str], what: str, document: Document, key: str, called: str = "id") -> None:
    for index, ident in enumerate(idents):
        document.note_if(ident in idents[:index], (key, index), f"another {what} has the {called} '{ident}'")


def _models(
    scenario: Scenario, document: Document, cards: Mapping[str, UnitCard], left_out: Collection[CardError]
) -> tuple[Placement, ...]:
    placed: list[Placement] = []
    for index, line in enumerate(scenario.models):
        path: Path_ = ("models", index)
        card = cards.get(line.card)
        if card is None:
            cause = f"no unit card has the key '{line.card}'{absent(line.card, cards, left_out)}"
            document.note_if(True, (*path, "card"), cause)
            continue
        model = _placement(line, card, index, document, path)
        outside = not line.embarked_in and not (
            0 <= model.x <= scenario.table.width and 0 <= model.y <= scenario.table.height
        )
        document.note_if(outside, path, f"model {model.id}: stands off the table")
        placed.append(model)
    if len(placed) == len(scenario.models):
        _ids_once([model.id for model in placed], "model", document, "models")
        check_company(placed, cards, scenario.docking, document)
    return tuple(placed)


def _placement(line: ModelLine, card: UnitCard, index: int, document: Document, path: Path_) -> Placement:
    ident = line.id or f"{slug(card.name)}-{index + 1}"
    aboard = line.embarked_in is not None
    homeless = not aboard and (line.x is None or line.y is None)
    document.note_if(homeless, path, f"model {ident}: needs x and y, or embarked_in")
    ratings: dict[str, int] = {str(track): value for track, value in line.ratings.items()}
    for track, value in {**ratings, "structure": line.structure, "fuel": line.fuel}.items():
        where = (*path, "ratings", track) if track in ratings else (*path, track)
        fits = value is None or value == 0 or value in card.tracks[track]
        document.note_if(not fits, where, f"model {ident}: {card.name} has no {track} box {value}")
    known = [mount.id for mount in card.mounts] + [t.name for t in card.traits if t.name in SYSTEMS]
    for number, name in enumerate(line.damaged):
        strange = name not in known
        cause = f"model {ident}: {card.name} has no '{name}'{meant(name, known)}"
        document.note_if(strange, (*path, "damaged", number), cause)
    return Placement(
        id=ident,
        card=line.card,
        side=line.side,
        x=float(line.x or 0.0),
        y=float(line.y or 0.0),
        heading=line.heading % 360,
        name=line.name or card.name,
        structure=line.structure,
        ratings=Printed(ratings),
        fuel=line.fuel,
        damaged=tuple(line.damaged),
        states=Printed({str(name): value for name, value in line.states.items()}),
        activated=line.activated,
        embarked_in=line.embarked_in or "",
        escorting=line.escorting or "",
        assaulting=line.assaulting or "",
        formation=line.formation or "",
        cargo=checked_cargo(line.cargo, card, document, (*path, "cargo"), f"model {ident}"),
    )
