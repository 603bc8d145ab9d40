"""The effects on a model or weapon that override a hook or are of a class, and the global rules that override a hook.

Tables are built once per card and side. The effects of states are added at every call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, overload

from jovian.cards import Mount, UnitCard, WeaponCard
from jovian.game import Game, Model, Procedure, State
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.rulebook import Rulebook, WeaponType

Hook = Callable[..., Any]
"""A hook of its base class, such as `Effect.end_phase` or `GlobalRule.launched`, or a class of effects."""
Table = dict[Hook, tuple[Effect, ...]]
"""The effects that override a hook or are of a class."""
SidedTable = dict[Hook, tuple[tuple[Effect, ...], tuple[Effect, ...]]]
"""The same in 2 parts: those of a card's traits, and those that global rules give to all models of a side."""
E = TypeVar("E", bound=Effect)
"""A class of effects that a procedure asks for."""

_card_tables: Final[dict[tuple[Rulebook, int, int], tuple[UnitCard, SidedTable]]] = {}
_weapon_tables: Final[dict[tuple[Rulebook, int], tuple[WeaponCard, Table]]] = {}
_mount_tables: Final[dict[tuple[Rulebook, int], tuple[UnitCard, dict[Hook, tuple[tuple[Mount, Any], ...]]]]] = {}
_state_effects: Final[dict[tuple[Rulebook, str, int, Hook], tuple[Effect, ...]]] = {}
_states_by_hook: Final[dict[tuple[Rulebook, Hook], frozenset[str]]] = {}
_is_in_play: Final[dict[tuple[Rulebook, Hook], bool]] = {}
_global_rules: dict[tuple[Rulebook, Hook], tuple[GlobalRule, ...]] = {}
"""Not in the rulebook, which players can read, since a table reveals a card. An entry keeps its card alive, because the
`id` in its key is unique only while the card exists."""


def clear_caches() -> None:
    """Let go of the rulebooks and cards of finished games."""
    for table in (
        _card_tables, _weapon_tables, _mount_tables, _state_effects, _states_by_hook, _is_in_play, _global_rules,
    ):  # fmt: skip
        table.clear()


# --- Effects ---


def _overrides(effect: Effect, hook: Hook) -> bool:
    """Return whether the effect overrides the hook or is of the class."""
    return _class_overrides(type(effect), hook)


def _class_overrides(kind: type[Effect], hook: Hook) -> bool:
    return issubclass(kind, hook) if isinstance(hook, type) else getattr(kind, hook.__name__) is not hook


def find_effect(state: State, model: Model, kind: type[E]) -> E | None:
    """Return the first effect of a class on a model, None if it has none."""
    effects = effects_on(state, model, kind)
    return effects[0] if effects else None


@overload
def effects_on(state: State, model: Model, hook: type[E]) -> tuple[E, ...]: ...


@overload
def effects_on(state: State, model: Model, hook: Hook) -> tuple[Effect, ...]: ...


def effects_on(state: State, model: Model, hook: Hook) -> tuple[Any, ...]:
    """Return the effects on a model that override a hook or are of a class.

    They come from its traits, its states, and the global rules of its side.
    """
    book: Rulebook = state.rulebook
    try:
        of_traits, of_side = _card_tables[book, id(model.card), model.side][1][hook]
    except KeyError:
        of_traits, of_side = _add_to_card_table(book, model, hook)
    if model.states and not _states_with(book, hook).isdisjoint(model.states):
        of_traits += tuple(
            effect
            for name in sorted(model.states)
            for effect in _effects_of_state(book, name, model.states[name], hook)
        )
    return of_traits + of_side


def _add_to_card_table(book: Rulebook, model: Model, hook: Hook) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
    table = _card_tables.setdefault((book, id(model.card), model.side), (model.card, {}))[1]
    of_traits = tuple(effect for effect in book.of_traits(model.card.traits) if _overrides(effect, hook))
    of_side = tuple(effect for effect in book.general[model.side] if _overrides(effect, hook))
    parts = table[hook] = of_traits, of_side
    return parts


def global_rules_with(state: State, hook: Hook) -> tuple[GlobalRule, ...]:
    """Return the global rules of a game that override a hook, in the rulebook's order."""
    book: Rulebook = state.rulebook
    rules = _global_rules.get((book, hook))
    if rules is None:
        rules = tuple(rule for rule in book.clauses if getattr(type(rule), hook.__name__) is not hook)
        _global_rules[book, hook] = rules
    return rules


def _states_with(book: Rulebook, hook: Hook) -> frozenset[str]:
    """Return the names of the states that override a hook or are of a class."""
    names = _states_by_hook.get((book, hook))
    if names is None:
        names = frozenset(name for name, kind in book.states.items() if _class_overrides(kind, hook))
        _states_by_hook[book, hook] = names
    return names


def _effects_of_state(book: Rulebook, name: str, value: int, hook: Hook) -> tuple[Effect, ...]:
    key = (book, name, value, hook)
    effects = _state_effects.get(key)
    if effects is None:
        effect = book.of_state(name, value)
        effects = _state_effects[key] = (effect,) if effect is not None and _overrides(effect, hook) else ()
    return effects


def is_in_play(state: State, hook: Hook) -> bool:
    """Return whether any trait, state, or weapon trait of the rulebook overrides a hook or is of a class.

    Quicker than a search among all models.
    """
    book: Rulebook = state.rulebook
    result = _is_in_play.get((book, hook))
    if result is None:
        general_kinds = map(type, (*book.general[0], *book.general[1]))
        kinds = (*book.traits.values(), *book.states.values(), *book.weapon_traits.values(), *general_kinds)
        result = _is_in_play[book, hook] = any(_class_overrides(kind, hook) for kind in kinds)
    return result


def find_weapon_effect(state: State, weapon: WeaponCard, kind: type[E]) -> E | None:
    """Return the first effect of a class among a weapon's type and traits, None if it has none."""
    effects = effects_of_weapon(state, weapon, kind)
    return effects[0] if effects else None


@overload
def effects_of_weapon(state: State, weapon: WeaponCard, hook: type[E]) -> tuple[E, ...]: ...


@overload
def effects_of_weapon(state: State, weapon: WeaponCard, hook: Hook) -> tuple[Effect, ...]: ...


def effects_of_weapon(state: State, weapon: WeaponCard, hook: Hook) -> tuple[Any, ...]:
    """Return the effects of a weapon's type and traits that override a hook or are of a class."""
    book: Rulebook = state.rulebook
    try:
        return _weapon_tables[book, id(weapon)][1][hook]
    except KeyError:
        table = _weapon_tables.setdefault((book, id(weapon)), (weapon, {}))[1]
        effects = table[hook] = tuple(effect for effect in book.of_weapon(weapon) if _overrides(effect, hook))
        return effects


def effects_of_mounts(state: State, model: Model, kind: type[E]) -> tuple[tuple[Mount, E], ...]:
    """Return the undamaged mounts of a model whose weapon has an effect of a class, each with that effect.

    Weapons in secret hardpoints count only once they have been used.
    """
    book: Rulebook = state.rulebook
    try:
        pairs = _mount_tables[book, id(model.card)][1][kind]
    except KeyError:
        table = _mount_tables.setdefault((book, id(model.card)), (model.card, {}))[1]
        pairs = table[kind] = tuple(
            (mount, effect) for mount in model.card.mounts for effect in effects_of_weapon(state, mount.weapon, kind)
        )
    if model.damaged:
        pairs = tuple(pair for pair in pairs if pair[0].id not in model.damaged)
    if model.states and model.is_concealed:
        pairs = tuple(pair for pair in pairs if not pair[0].weapon.hardpoint)
    return pairs


def weapon_type(state: State, weapon: WeaponCard) -> WeaponType:
    book: Rulebook = state.rulebook
    return book.weapon_types[weapon.type]


# --- Notifications ---


def notify_attacked(game: Game, attacker: Model, target: Model, how: str) -> None:
    """Notify the global rules that a model attacks another."""
    for rule in global_rules_with(game.state, GlobalRule.attacked):
        rule.attacked(game, attacker, target, how)


def notify_fired_at_point(game: Game, attacker: Model) -> None:
    """Notify the global rules that a model fires a Nuke at a point, even if nothing is there."""
    for rule in global_rules_with(game.state, GlobalRule.fired_at_point):
        rule.fired_at_point(game, attacker)


def notify_launched(game: Game, model: Model, ship: Model) -> None:
    """Notify the global rules that a model has left a ship."""
    for rule in global_rules_with(game.state, GlobalRule.launched):
        rule.launched(game, model, ship)


def take_along(game: Game, model: Model, ship: Model) -> Procedure[None]:
    """Let the global rules give something to a model that has launched from a ship."""
    for rule in global_rules_with(game.state, GlobalRule.takes_along):
        yield from rule.takes_along(game, model, ship)
