"""What may be chosen before a game, and what is wrong with a choice. What is in force in a game: the one place that
knows every effect, terrain, action, order, interrupt and clause.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from jovian.cards import PieceCard, ScenarioCard, ZoneCard
from jovian.cards.files import suggest_names
from jovian.game import NEUTRAL
from jovian.rules.close_combat.interception import EnemyReactions
from jovian.rules.editions.catalog import OPTIONS
from jovian.rules.editions.variant import GameOption, Variant
from jovian.rules.menu.orders import ORDERS
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.rules.scenario.objectives import EarlyEnd
from jovian.rules.scenario.objects import Stations
from jovian.rules.scenario.tokens import Token
from jovian.rules.scenario.zones import OwnZones
from jovian.rules.setup.catalogs import (
    ACTIONS,
    AT_EDGES,
    COUNTS,
    MODEL_EFFECTS,
    OBJECTIVES,
    SPECIAL_RULES,
    STATE_EFFECTS,
    TERRAIN_KINDS,
    WEAPON_EFFECTS,
    WEAPON_TYPE_EFFECTS,
    ZONES,
)
from jovian.rules.terrain import CometsFly, TemplatesShrink, TerrainMet

# --- options ---
# What may be chosen before a game, and what is wrong with a choice.

EDITION = "v1.2.4"


def game_options() -> tuple[GameOption, ...]:
    """Everything that may be chosen before a game, in the order in which it is offered."""
    return tuple(OPTIONS.values())


def rule_options() -> tuple[GameOption, ...]:
    """Return the options that are about rules: all but those that are offered next to the seats."""
    return tuple(option for option in game_options() if option.is_rule)


def layout_words(layout: str) -> str:
    """What a way to lay out the table means, "" for the one that needs no words."""
    ways = (each for option in game_options() for each in option.variants if each.layout == layout and layout)
    return next((each.summary for each in ways), "")


def editions() -> tuple[str, ...]:
    """The texts whose rules can be chosen all at once: v1.2.4, and each older one that an option names."""
    older = {text for option in game_options() for each in option.variants for text in each.texts}
    return (EDITION, *sorted(text for text in older if text.startswith("v") and text != EDITION))


def edition_options(text: str) -> dict[str, str]:
    """The options by which a game is played as an older text has it, as far as it differs; {} for v1.2.4."""
    if text == EDITION:
        return {}
    return {
        option.name: each.name
        for option in game_options() for each in option.variants if text in each.texts
    }  # fmt: skip


def chosen(options: Mapping[str, str]) -> list[tuple[GameOption, Variant]]:
    """What of some options is not as usual, in the order of the list; what the list does not know is left out."""
    found = ((option, option.variant(options[name])) for name, option in OPTIONS.items() if name in options)
    return [(option, variant) for option, variant in found if variant is not None]


def chosen_words(options: Mapping[str, str]) -> list[str]:
    """What is not as usual, in words: the text whose rules these are, if it is one, else each option by its title."""
    found = chosen(options)
    rules = {option.name: variant.name for option, variant in found if option.is_rule}
    text = next((each for each in editions() if rules and edition_options(each) == rules), "")
    told = [f"{option.title}: {variant.name}" for option, variant in found if not (text and option.is_rule)]
    return [f"all as {text}", *told] if text else told


def option_faults(options: Mapping[str, str]) -> list[str]:
    """What is wrong with options as they are set: an unknown name, or a value that its option does not have."""
    found = []
    for name, value in options.items():
        if name not in OPTIONS:
            found.append(f"there is no option '{name}'{suggest_names(name, OPTIONS)}")
        elif value not in OPTIONS[name].values:
            found.append(f"option {name} is not '{value}'{suggest_names(value, OPTIONS[name].values)}")
    return found


# --- edition ---
# What is in force in a game: the one place that knows every effect, terrain, action, order, interrupt and clause.

Made = TypeVar("Made")
Chosen = tuple[tuple[str, str], ...]
"""Options and their values, in the order of the catalog."""
TABLE = (CometsFly(), TemplatesShrink())
"""What the table does by itself in every game."""


def build_rulebook(scenario: ScenarioCard | None = None, options: Mapping[str, str] | None = None) -> Rulebook:
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
    own: tuple[GlobalRule, ...] = (
        _zones(*zones), *(_made(OBJECTIVES, line) for line in objectives),
        *(EarlyEnd(**_parameters(line)) for line in endings),
        *(Token(line.kind, **_parameters(line)) for line in tokens),
    )  # fmt: skip
    further = special(rules)
    stations = [Stations()] if manned or any(clause.manned for clause in further) else []
    lying = (*stations, *(AT_EDGES[kind]() for kind in along if kind in AT_EDGES))
    book = _varied((*TABLE, *lying, *own, *further), options)
    return replace(book, edges=True) if along else book


def _zones(name: str, areas: tuple[ZoneCard, ...]) -> GlobalRule:
    """The zones by their name, or as the scenario draws them."""
    return OwnZones(areas) if areas else ZONES[name]()


def special(rules: tuple[PieceCard, ...]) -> tuple[GlobalRule, ...]:
    """The special rules of a scenario."""
    return tuple(_made(SPECIAL_RULES, line) for line in rules)


def _made(kinds: Mapping[str, type[Made]], line: PieceCard) -> Made:
    """What the rules make of a piece."""
    return kinds[line.kind](**_parameters(line))


def _parameters(line: PieceCard) -> dict[str, Any]:
    """What a piece says; what it counts is made in its turn."""
    return {key: _made(COUNTS, value) if isinstance(value, PieceCard) else value for key, value in line.parameters}


@lru_cache(maxsize=64)
def _varied(clauses: tuple[GlobalRule, ...], options: Chosen) -> Rulebook:
    """The book with these clauses in force, bent by the variants that were chosen."""
    book = composed(clauses)
    for name, value in options:
        variant = OPTIONS[name].variant(value)
        book = variant.applied(book) if variant is not None else book
    return book


@lru_cache(maxsize=64)
def composed(clauses: tuple[GlobalRule, ...]) -> Rulebook:
    """The book with these clauses in force."""
    actions = {action.name: action for clause in clauses for action in clause.actions()}
    return Rulebook(
        traits=MODEL_EFFECTS, weapon_traits=WEAPON_EFFECTS, weapon_types=WEAPON_TYPE_EFFECTS, states=STATE_EFFECTS,
        terrain=TERRAIN_KINDS, actions={**ACTIONS, **actions}, orders=ORDERS,
        interrupts=(TerrainMet(), EnemyReactions()), clauses=clauses,
        general=(_laid(clauses, 0), _laid(clauses, 1), _laid(clauses, NEUTRAL)),
        steps={clause.step: clause for clause in clauses if clause.step},
    )  # fmt: skip


def _laid(clauses: tuple[GlobalRule, ...], side: int) -> tuple[Effect, ...]:
    """What clauses lay on every model of a side."""
    return tuple(effect for clause in clauses for effect in clause.effects(side))
