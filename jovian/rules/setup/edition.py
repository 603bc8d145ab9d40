"""What is in force in a game: the one place that knows every effect, terrain, action, order, interrupt and clause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from jovian.cards import PieceCard, ScenarioCard, ZoneCard
from jovian.game import NEUTRAL
from jovian.rules.actions.catalog import ACTIONS
from jovian.rules.close_combat.reacting import EnemyReactions
from jovian.rules.editions.catalog import OPTIONS
from jovian.rules.menu.orders.catalog import ORDERS
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.rules.scenario.catalog import AT_EDGES, COUNTS, OBJECTIVES, SPECIAL_RULES, ZONES
from jovian.rules.scenario.objectives.kinds import EarlyEnd
from jovian.rules.scenario.stations import Stations
from jovian.rules.scenario.tokens.token import Token
from jovian.rules.scenario.zones.own import OwnZones
from jovian.rules.terrain.comet import CometsFly
from jovian.rules.terrain.kinds import TERRAIN_KINDS
from jovian.rules.terrain.meeting import TerrainMet
from jovian.rules.terrain.templates import TemplatesShrink
from jovian.rules.traits.catalog import MODEL_EFFECTS, STATE_EFFECTS
from jovian.rules.weapons.catalog import WEAPON_EFFECTS, WEAPON_TYPE_EFFECTS

Made = TypeVar("Made")
Chosen = tuple[tuple[str, str], ...]
"""Options and their values, in the order of the catalog."""
TABLE = (CometsFly(), TemplatesShrink())
"""What the table does by itself in every game."""


def edition(scenario: ScenarioCard | None = None, options: Mapping[str, str] | None = None) -> Rulebook:
    """v1.2.4, with the zones, objectives and rules of a scenario, and with options by name (unknown ones do nothing).

    Games that have the same of all this share one book.
    """
    chosen = tuple((name, options[name]) for name in OPTIONS if options and name in options)
    if scenario is None:
        return _varied(TABLE, chosen)
    manned = any(piece.station is not None for piece in scenario.terrain)
    along = tuple(sorted({card.kind for card in scenario.terrain if card.edge}))
    return _of_scenario((scenario.zones, scenario.areas), _pieces(scenario), manned, along, chosen)


Pieces = tuple[tuple[PieceCard, ...], tuple[PieceCard, ...], tuple[PieceCard, ...], tuple[PieceCard, ...]]
"""The objectives, early ends, tokens and special rules of a scenario."""


def _pieces(scenario: ScenarioCard) -> Pieces:
    return scenario.objectives, scenario.early_end, scenario.tokens, scenario.special_rules


Drawn = tuple[str, tuple[ZoneCard, ...]]
"""The name of the zones of a scenario, and those that it draws itself."""


@lru_cache(maxsize=64)
def _of_scenario(zones: Drawn, pieces: Pieces, manned: bool, along: tuple[str, ...], options: Chosen) -> Rulebook:
    objectives, endings, tokens, rules = pieces
    own: tuple[Clause, ...] = (
        _zones(*zones), *(_made(OBJECTIVES, line) for line in objectives),
        *(EarlyEnd(**_parameters(line)) for line in endings),
        *(Token(line.kind, **_parameters(line)) for line in tokens),
    )  # fmt: skip
    further = special(rules)
    stations = [Stations()] if manned or any(clause.manned for clause in further) else []
    lying = (*stations, *(AT_EDGES[kind]() for kind in along if kind in AT_EDGES))
    book = _varied((*TABLE, *lying, *own, *further), options)
    return replace(book, edges=True) if along else book


def _zones(name: str, areas: tuple[ZoneCard, ...]) -> Clause:
    """The zones by their name, or as the scenario draws them."""
    return OwnZones(areas) if areas else ZONES[name]()


def special(rules: tuple[PieceCard, ...]) -> tuple[Clause, ...]:
    """The special rules of a scenario."""
    return tuple(_made(SPECIAL_RULES, line) for line in rules)


def _made(kinds: Mapping[str, type[Made]], line: PieceCard) -> Made:
    """What the rules make of a piece."""
    return kinds[line.kind](**_parameters(line))


def _parameters(line: PieceCard) -> dict[str, Any]:
    """What a piece says; what it counts is made in its turn."""
    return {
        key: _made(COUNTS, value) if isinstance(value, PieceCard) else value for key, value in line.parameters
    }


@lru_cache(maxsize=64)
def _varied(clauses: tuple[Clause, ...], options: Chosen) -> Rulebook:
    """The book with these clauses in force, bent by the variants that were chosen."""
    book = composed(clauses)
    for name, value in options:
        variant = OPTIONS[name].variant(value)
        book = variant.applied(book) if variant is not None else book
    return book


@lru_cache(maxsize=64)
def composed(clauses: tuple[Clause, ...]) -> Rulebook:
    """The book with these clauses in force."""
    actions = {action.name: action for clause in clauses for action in clause.actions()}
    return Rulebook(
        traits=MODEL_EFFECTS, weapon_traits=WEAPON_EFFECTS, weapon_types=WEAPON_TYPE_EFFECTS, states=STATE_EFFECTS,
        terrain=TERRAIN_KINDS, actions={**ACTIONS, **actions}, orders=ORDERS,
        interrupts=(TerrainMet(), EnemyReactions()), clauses=clauses,
        general=(_laid(clauses, 0), _laid(clauses, 1), _laid(clauses, NEUTRAL)),
        steps={clause.step: clause for clause in clauses if clause.step},
    )  # fmt: skip


def _laid(clauses: tuple[Clause, ...], side: int) -> tuple[Effect, ...]:
    """What clauses lay on every model of a side."""
    return tuple(effect for clause in clauses for effect in clause.effects(side))
