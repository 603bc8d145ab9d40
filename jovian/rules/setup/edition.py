"""The rules options before a game, and the rulebook that they result in.

`build_rulebook` combines the catalogs, a scenario, and options into the one `Rulebook` of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from jovian.cards import ScenarioCard, ScenarioPiece, ZoneCard
from jovian.cards.files import suggest_names
from jovian.game import NEUTRAL
from jovian.rules.close_combat.interception import EnemyReactions
from jovian.rules.editions.catalog import OPTIONS
from jovian.rules.editions.variant import GameOption, Variant
from jovian.rules.menu.orders import ORDERS
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.rules.scenario.objects import Stations
from jovian.rules.scenario.zones import OwnZones
from jovian.rules.setup.catalogs import (
    ACTIONS,
    AT_EDGES,
    COUNTS,
    MODEL_EFFECTS,
    OBJECTIVES,
    STATE_EFFECTS,
    TERRAIN_KINDS,
    WEAPON_EFFECTS,
    WEAPON_TYPE_EFFECTS,
    ZONES,
)
from jovian.rules.terrain import CometsFly, TemplatesShrink, TerrainMet

# --- Options ---

EDITION = "v1.2.4"


def game_options() -> tuple[GameOption, ...]:
    """Return every option that can be chosen before a game, in the order offered."""
    return tuple(OPTIONS.values())


def rule_options() -> tuple[GameOption, ...]:
    """Return the options about rules: all except those that are offered next to the seats."""
    return tuple(option for option in game_options() if option.is_rule)


def layout_words(layout: str) -> str:
    """Return the summary of a table layout, or "" for the default."""
    summaries = (
        variant.summary
        for option in game_options() for variant in option.variants if variant.layout == layout and layout
    )  # fmt: skip
    return next(summaries, "")


def editions() -> tuple[str, ...]:
    """Return the rules editions that can be chosen as a whole: v1.2.4 and the older ones that options name."""
    older = {text for option in game_options() for variant in option.variants for text in variant.texts}
    return (EDITION, *sorted(text for text in older if text.startswith("v") and text != EDITION))


def edition_options(text: str) -> dict[str, str]:
    """Return the options that differ from v1.2.4 in an older edition, {} for v1.2.4."""
    if text == EDITION:
        return {}
    return {
        option.name: variant.name
        for option in game_options() for variant in option.variants if text in variant.texts
    }  # fmt: skip


def chosen(options: Mapping[str, str]) -> list[tuple[GameOption, Variant]]:
    """Return the options that are changed from the default, in the order of the catalog. Unknown names are skipped."""
    chosen_variants = ((option, option.variant(options[name])) for name, option in OPTIONS.items() if name in options)
    return [(option, variant) for option, variant in chosen_variants if variant is not None]


def chosen_words(options: Mapping[str, str]) -> list[str]:
    """Return the changed options in words: the edition if they are exactly its rules, else each option by its title."""
    variants = chosen(options)
    rules = {option.name: variant.name for option, variant in variants if option.is_rule}
    text = next((text for text in editions() if rules and edition_options(text) == rules), "")
    titles = [f"{option.title}: {variant.name}" for option, variant in variants if not (text and option.is_rule)]
    return [f"all as {text}", *titles] if text else titles


def option_faults(options: Mapping[str, str]) -> list[str]:
    """Return the errors in options: unknown names, and values that the option doesn't have."""
    errors = []
    for name, value in options.items():
        if name not in OPTIONS:
            errors.append(f"there is no option '{name}'{suggest_names(name, OPTIONS)}")
        elif value not in OPTIONS[name].values:
            errors.append(f"option {name} is not '{value}'{suggest_names(value, OPTIONS[name].values)}")
    return errors


# --- Rulebook ---

Chosen = tuple[tuple[str, str], ...]
"""Options and their values, in the order of the catalog."""
TABLE = (CometsFly(), TemplatesShrink())
"""What happens on the table in every game without a scenario."""


def build_rulebook(scenario: ScenarioCard | None = None, options: Mapping[str, str] | None = None) -> Rulebook:
    """Return the rulebook of v1.2.4 with the rules of a scenario and options by name. Unknown options have no effect.

    Games with the same scenario rules and options share one rulebook.
    """
    chosen = tuple((name, options[name]) for name in OPTIONS if options and name in options)
    if scenario is None:
        return _with_options(TABLE, chosen)
    has_stations = any(piece.station is not None for piece in scenario.terrain)
    edge_kinds = tuple(sorted({card.kind for card in scenario.terrain if card.edge}))
    pieces = (*scenario.objectives, *scenario.early_end, *scenario.tokens, *scenario.special_rules)
    return _with_scenario(scenario.zones, global_rules(pieces), has_stations, edge_kinds, chosen)


def global_rules(pieces: Iterable[ScenarioPiece]) -> tuple[GlobalRule, ...]:
    """Return the pieces of a scenario that are rules: all except for counts."""
    return tuple(piece for piece in pieces if isinstance(piece, GlobalRule))


def forget_rulebooks() -> None:
    """Forget the shared rulebooks, after a change of the catalogs. Games that are running keep theirs."""
    for build in (_with_scenario, _with_options, _compose):
        build.cache_clear()


@lru_cache(maxsize=64)
def _with_scenario(
    zones: str | tuple[ZoneCard, ...], pieces: tuple[GlobalRule, ...], has_stations: bool, edge_kinds: tuple[str, ...],
    options: Chosen,
) -> Rulebook:  # fmt: skip
    stations = [Stations()] if has_stations or any(rule.manned for rule in pieces) else []
    terrain_rules = (*stations, *(AT_EDGES[kind]() for kind in edge_kinds if kind in AT_EDGES))
    zone_rule = ZONES[zones]() if isinstance(zones, str) else OwnZones(zones)
    book = _with_options((*TABLE, *terrain_rules, zone_rule, *pieces), options)
    return replace(book, edges=True) if edge_kinds else book


def objective_title(line: Mapping[str, Any]) -> str:
    """Return what a line of a scenario's objectives gives points for, without its turn, or "" if it isn't complete.

    The line may be of a draft, with any value under any key.
    """
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in line.items() if key != "kind"
    }
    try:
        if "count" in values:
            count = dict(values["count"])
            values["count"] = COUNTS[count.pop("of")](**count)
        return OBJECTIVES[line["kind"]](**values).short
    except (AttributeError, KeyError, TypeError, ValueError):
        return ""


@lru_cache(maxsize=64)
def _with_options(clauses: tuple[GlobalRule, ...], options: Chosen) -> Rulebook:
    """Return the rulebook with these global rules, changed by the chosen variants."""
    book = _compose(clauses)
    for name, value in options:
        variant = OPTIONS[name].variant(value)
        book = variant.applied(book) if variant is not None else book
    return book


@lru_cache(maxsize=64)
def _compose(clauses: tuple[GlobalRule, ...]) -> Rulebook:
    """Return the rulebook with these global rules in force."""
    actions = {action.name: action for clause in clauses for action in clause.actions()}
    return Rulebook(
        traits=MODEL_EFFECTS, weapon_traits=WEAPON_EFFECTS, weapon_types=WEAPON_TYPE_EFFECTS, states=STATE_EFFECTS,
        terrain=TERRAIN_KINDS, actions={**ACTIONS, **actions}, orders=ORDERS,
        interrupts=(TerrainMet(), EnemyReactions()), clauses=clauses,
        general=(_general_effects(clauses, 0), _general_effects(clauses, 1), _general_effects(clauses, NEUTRAL)),
        steps={clause.step: clause for clause in clauses if clause.step},
    )  # fmt: skip


def _general_effects(clauses: tuple[GlobalRule, ...], side: int) -> tuple[Effect, ...]:
    """Return the effects of the global rules on every model of a side."""
    return tuple(effect for clause in clauses for effect in clause.effects(side))
