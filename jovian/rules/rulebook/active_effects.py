"""Which effects bear on a model or a weapon at one hook, and which clauses on the game.

Tables are made once a card; states, and what clauses lay on every model of a side, are added at each call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jovian.cards import Mount, UnitCard, WeaponCard
from jovian.game import Game, Model, Procedure, State
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.rulebook import Rulebook, WeaponType

Hook = Callable[..., Any]
"""A hook as its base class has it, such as `Effect.end_phase` or `Clause.launched`."""
Table = dict[Hook, tuple[Effect, ...]]
"""By hook, the effects that override it."""

_of_cards: dict[tuple[Rulebook, int], tuple[UnitCard, Table]] = {}
_of_weapons: dict[tuple[Rulebook, int], tuple[WeaponCard, Table]] = {}
_of_mounts: dict[tuple[Rulebook, int], tuple[UnitCard, dict[Hook, tuple[tuple[Mount, Effect], ...]]]] = {}
_of_states: dict[tuple[Rulebook, str, int, Hook], tuple[Effect, ...]] = {}
_states_by_hook: dict[tuple[Rulebook, Hook], frozenset[str]] = {}
_anywhere: dict[tuple[Rulebook, Hook], bool] = {}
_of_games: dict[tuple[Rulebook, Hook], tuple[GlobalRule, ...]] = {}
"""Kept here and not in the rulebook, into which players may look: a table tells of a card. It holds that card,
since the number by which it is found is its own only as long as it lives."""


def overrides(effect: Effect, hook: Hook) -> bool:
    """Does the effect do anything at that hook?"""
    return _bends(type(effect), hook)


def _bends(kind: type[Effect], hook: Hook) -> bool:
    return getattr(kind, hook.__name__) is not hook


def effects_on(state: State, model: Model, hook: Hook) -> tuple[Effect, ...]:
    """The effects on a model that override a hook: of its traits, its states, and what clauses lay on its side."""
    book: Rulebook = state.rulebook
    try:
        found = _of_cards[book, id(model.card)][1][hook]
    except KeyError:
        table = _of_cards.setdefault((book, id(model.card)), (model.card, {}))[1]
        found = table[hook] = tuple(each for each in book.of_traits(model.card.traits) if overrides(each, hook))
    if model.states and not _states_with(book, hook).isdisjoint(model.states):
        found += tuple(e for name in sorted(model.states) for e in _of_state(book, name, model.states[name], hook))
    if general := book.general[model.side]:
        found += tuple(each for each in general if overrides(each, hook))
    return found


def clauses_with(state: State, hook: Hook) -> tuple[GlobalRule, ...]:
    """The clauses of a game that override a hook, in the rulebook's order."""
    book: Rulebook = state.rulebook
    found = _of_games.get((book, hook))
    if found is None:
        found = tuple(each for each in book.clauses if getattr(type(each), hook.__name__) is not hook)
        _of_games[book, hook] = found
    return found


def says_yes(state: State, model: Model, hook: Hook) -> bool:
    """Does an effect of the model say yes to a question that needs nothing more to be answered?"""
    for effect in effects_on(state, model, hook):  # noqa: SIM110 - quicker than any()
        if getattr(effect, hook.__name__)():
            return True
    return False


def _states_with(book: Rulebook, hook: Hook) -> frozenset[str]:
    """The names of the states that override a hook."""
    found = _states_by_hook.get((book, hook))
    if found is None:
        found = frozenset(name for name, kind in book.states.items() if _bends(kind, hook))
        _states_by_hook[book, hook] = found
    return found


def _of_state(book: Rulebook, name: str, value: int, hook: Hook) -> tuple[Effect, ...]:
    key = (book, name, value, hook)
    found = _of_states.get(key)
    if found is None:
        effect = book.of_state(name, value)
        found = _of_states[key] = (effect,) if effect is not None and overrides(effect, hook) else ()
    return found


def in_play(state: State, hook: Hook) -> bool:
    """Has any trait, state or weapon trait of this rulebook a word at a hook? To be asked before everybody is."""
    book: Rulebook = state.rulebook
    found = _anywhere.get((book, hook))
    if found is None:
        laid = map(type, (*book.general[0], *book.general[1]))
        kinds = (*book.traits.values(), *book.states.values(), *book.weapon_traits.values(), *laid)
        found = _anywhere[book, hook] = any(_bends(kind, hook) for kind in kinds)
    return found


def effects_of_weapon(state: State, weapon: WeaponCard, hook: Hook) -> tuple[Effect, ...]:
    """The effects of a weapon's type and traits that override a hook."""
    book: Rulebook = state.rulebook
    try:
        return _of_weapons[book, id(weapon)][1][hook]
    except KeyError:
        table = _of_weapons.setdefault((book, id(weapon)), (weapon, {}))[1]
        found = table[hook] = tuple(each for each in book.of_weapon(weapon) if overrides(each, hook))
        return found


def effects_of_mounts(state: State, model: Model, hook: Hook) -> tuple[tuple[Mount, Effect], ...]:
    """The mounts of a model that work by themselves, and whose weapon overrides a hook, each with the effect that does.

    What is in secret hardpoints does nothing until it is used.
    """
    book: Rulebook = state.rulebook
    try:
        found = _of_mounts[book, id(model.card)][1][hook]
    except KeyError:
        table = _of_mounts.setdefault((book, id(model.card)), (model.card, {}))[1]
        found = table[hook] = tuple(
            (mount, effect) for mount in model.card.mounts for effect in effects_of_weapon(state, mount.weapon, hook)
        )
    if model.damaged:
        found = tuple(each for each in found if each[0].id not in model.damaged)
    if model.states and model.is_concealed:
        found = tuple(each for each in found if not each[0].weapon.hardpoint)
    return found


def weapon_type(state: State, weapon: WeaponCard) -> WeaponType:
    """The effect of a weapon's type."""
    book: Rulebook = state.rulebook
    return book.weapon_types[weapon.type]


def notify_attacked(game: Game, attacker: Model, target: Model, how: str) -> None:
    """Let the clauses know that a model fights another."""
    for clause in clauses_with(game.state, GlobalRule.attacked):
        clause.attacked(game, attacker, target, how)


def fired_at_point(game: Game, attacker: Model) -> None:
    """Tell the clauses that a model fires a Nuke at a point, whether or not anything is there."""
    for clause in clauses_with(game.state, GlobalRule.fired_at_point):
        clause.fired_at_point(game, attacker)


def launched(game: Game, model: Model, ship: Model, forced: bool = False) -> None:
    """Let the clauses know that a model has left a ship."""
    for clause in clauses_with(game.state, GlobalRule.launched):
        clause.launched(game, model, ship, forced)


def take_along(game: Game, model: Model, ship: Model) -> Procedure[None]:
    """Let the clauses say what a model takes along that has launched from a ship."""
    for clause in clauses_with(game.state, GlobalRule.takes_along):
        yield from clause.takes_along(game, model, ship)
