"""Which effects bear on a model or a weapon at one hook, and which clauses on the game.

Tables are made once a card; states, and what clauses lay on every model of a side, are added at each call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jovian.cards import Mount, UnitCard, WeaponCard
from jovian.game import Game, Model, State
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.rules.rulebook.weapon_type import WeaponType

Hook = Callable[..., Any]
"""A hook as its base class has it, such as `Effect.end_phase` or `Clause.launched`."""
Table = dict[Hook, tuple[Effect, ...]]
"""By hook, the effects that override it."""

_of_cards: dict[tuple[int, int], tuple[Rulebook, UnitCard, Table]] = {}
_of_weapons: dict[tuple[int, int], tuple[Rulebook, WeaponCard, Table]] = {}
_of_mounts: dict[tuple[int, int], tuple[Rulebook, UnitCard, dict[Hook, tuple[tuple[Mount, Effect], ...]]]] = {}
_of_states: dict[tuple[int, str, int, Hook], tuple[Rulebook, tuple[Effect, ...]]] = {}
_states_by_hook: dict[tuple[int, Hook], tuple[Rulebook, frozenset[str]]] = {}
_anywhere: dict[tuple[int, Hook], tuple[Rulebook, bool]] = {}
_of_games: dict[tuple[int, Hook], tuple[Rulebook, tuple[Clause, ...]]] = {}
"""Kept here and not in the rulebook, into which players may look: a table tells of a card. Each holds what it names."""


def overrides(effect: Effect, hook: Hook) -> bool:
    """Does the effect do anything at that hook?"""
    return _bends(type(effect), hook)


def _bends(kind: type[Effect], hook: Hook) -> bool:
    return getattr(kind, hook.__name__) is not hook


def effects_on(state: State, model: Model, hook: Hook) -> tuple[Effect, ...]:
    """The effects on a model that override a hook: of its traits, its states, and what clauses lay on its side."""
    book: Rulebook = state.rulebook
    try:
        found = _of_cards[id(book), id(model.card)][2][hook]
    except KeyError:
        table = _of_cards.setdefault((id(book), id(model.card)), (book, model.card, {}))[2]
        found = table[hook] = tuple(each for each in book.of_traits(model.card.traits) if overrides(each, hook))
    if model.states and not _states_with(book, hook).isdisjoint(model.states):
        found += tuple(e for name in sorted(model.states) for e in _of_state(book, name, model.states[name], hook))
    if general := book.general[model.side]:
        found += tuple(each for each in general if overrides(each, hook))
    return found


def clauses_with(state: State, hook: Hook) -> tuple[Clause, ...]:
    """The clauses of a game that override a hook, in the rulebook's order."""
    book: Rulebook = state.rulebook
    entry = _of_games.get((id(book), hook))
    if entry is None:
        found = tuple(each for each in book.clauses if getattr(type(each), hook.__name__) is not hook)
        entry = _of_games[id(book), hook] = (book, found)
    return entry[1]


def says_yes(state: State, model: Model, hook: Hook) -> bool:
    """Does an effect of the model say yes to a question that needs nothing more to be answered?"""
    for effect in effects_on(state, model, hook):  # noqa: SIM110 - quicker than any()
        if getattr(effect, hook.__name__)():
            return True
    return False


def _states_with(book: Rulebook, hook: Hook) -> frozenset[str]:
    """The names of the states that override a hook."""
    entry = _states_by_hook.get((id(book), hook))
    if entry is None:
        names = frozenset(name for name, kind in book.states.items() if _bends(kind, hook))
        entry = _states_by_hook[id(book), hook] = (book, names)
    return entry[1]


def _of_state(book: Rulebook, name: str, value: int, hook: Hook) -> tuple[Effect, ...]:
    key = (id(book), name, value, hook)
    entry = _of_states.get(key)
    if entry is None:
        effect = book.of_state(name, value)
        entry = _of_states[key] = (book, (effect,) if effect is not None and overrides(effect, hook) else ())
    return entry[1]


def in_play(state: State, hook: Hook) -> bool:
    """Has any trait or state of models of this rulebook a word at a hook? To be asked before everybody is."""
    book: Rulebook = state.rulebook
    entry = _anywhere.get((id(book), hook))
    if entry is None:
        kinds = (*book.traits.values(), *book.states.values(), *map(type, (*book.general[0], *book.general[1])))
        entry = _anywhere[id(book), hook] = (book, any(_bends(kind, hook) for kind in kinds))
    return entry[1]


def effects_of_weapon(state: State, weapon: WeaponCard, hook: Hook) -> tuple[Effect, ...]:
    """The effects of a weapon's type and traits that override a hook."""
    book: Rulebook = state.rulebook
    try:
        return _of_weapons[id(book), id(weapon)][2][hook]
    except KeyError:
        table = _of_weapons.setdefault((id(book), id(weapon)), (book, weapon, {}))[2]
        found = table[hook] = tuple(each for each in book.of_weapon(weapon) if overrides(each, hook))
        return found


def effects_of_mounts(state: State, model: Model, hook: Hook) -> tuple[tuple[Mount, Effect], ...]:
    """The mounts of a model that work and whose weapon overrides a hook, each with the effect that does."""
    book: Rulebook = state.rulebook
    try:
        found = _of_mounts[id(book), id(model.card)][2][hook]
    except KeyError:
        table = _of_mounts.setdefault((id(book), id(model.card)), (book, model.card, {}))[2]
        found = table[hook] = tuple(
            (mount, effect) for mount in model.card.mounts for effect in effects_of_weapon(state, mount.weapon, hook)
        )
    return tuple(each for each in found if each[0].id not in model.damaged) if model.damaged else found


def weapon_type(state: State, weapon: WeaponCard) -> WeaponType:
    """The effect of a weapon's type."""
    book: Rulebook = state.rulebook
    return book.weapon_types[weapon.type]


def attacked(game: Game, attacker: Model, target: Model, how: str) -> None:
    """Let the clauses know that a model fights another."""
    for clause in clauses_with(game.state, Clause.attacked):
        clause.attacked(game, attacker, target, how)


def launched(game: Game, model: Model, ship: Model, forced: bool = False) -> None:
    """Let the clauses know that a model has left a ship."""
    for clause in clauses_with(game.state, Clause.launched):
        clause.launched(game, model, ship, forced)
