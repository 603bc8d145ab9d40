"""How a checked scenario file becomes a `ScenarioCard`, and what no schema can say of it."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence

from jovian.cards.error import CardError
from jovian.cards.reading.document import Document, Path_
from jovian.cards.schemas.scenarios.needs import check_needs
from jovian.cards.schemas.scenarios.pieces import piece
from jovian.cards.schemas.scenarios.placed import Known, ids_once, placed_models
from jovian.cards.schemas.scenarios.scenario import Scenario
from jovian.cards.schemas.scenarios.terrain_card import edge_piece, terrain_piece
from jovian.cards.schemas.scenarios.zones import OWN, own_zones
from jovian.cards.schemas.validate import checked
from jovian.cards.values.card import UnitCard
from jovian.cards.values.names import TERRAIN_KINDS
from jovian.cards.values.piece import PieceCard
from jovian.cards.values.scenario import ScenarioCard, TerrainCard
from jovian.cards.values.upgrade import UpgradeCard


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
    document.note_if(bare, (), "needs 'fleets' or 'models'")
    late = scenario.turn > 1 and not scenario.models
    document.note_if(late, ("turn",), "turn: only a scenario that places models starts later than turn 1")
    document.note_if(scenario.turn > scenario.turns, ("turn",), "turn: is after the last turn")
    rules = tuple(piece(line, "rule") for line in scenario.special_rules)
    document.note_if(len(set(rules)) < len(rules), ("special_rules",), "a special rule stands there twice")
    tokens = tuple(piece(line, "name") for line in scenario.tokens)
    ids_once([each.kind for each in tokens], "token", document, "tokens", "name")
    objectives = tuple(piece(line, "kind") for line in scenario.objectives)
    endings = tuple(piece(line) for line in scenario.early_end)
    for where, lines in (("objectives", objectives), ("early_end", endings), ("special_rules", rules)):
        _know_tokens(lines, [each.kind for each in tokens], document, where)
    if not idle:
        check_needs(scenario, document)
    beside = bool(scenario.fleets and scenario.models)
    document.note_if(beside, ("fleets",), "fleets: a scenario that places its models takes no fleets")
    both = bool(scenario.layout) and not all(TERRAIN_KINDS[line.kind].boarded for line in scenario.terrain)
    document.note_if(both, ("layout",), "layout: a table that is laid out in the game lists no terrain but stations")
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
    ids_once([card.id for card in pieces], "piece", document, "terrain")
    placed = [line.id for line in scenario.models]
    for index, card in enumerate(pieces):
        twice = card.station is not None and card.id in placed
        document.note_if(twice, ("terrain", index), f"a model has the id '{card.id}' too")
    return tuple(pieces)
