"""Which effects bear on a model or a weapon at one hook: tables made once a card, states added at each call."""

from __future__ import annotations

from functools import lru_cache

from jovian.cards import Trait, UnitCard, WeaponCard
from jovian.game import Model, State
from jovian.rules.effects.effect import Effect, WeaponType

_card_tables: dict[int, tuple[UnitCard, dict[str, tuple[Effect, ...]]]] = {}


def overrides(effect: Effect, hook: str) -> bool:
    """Does the effect do anything at that hook?"""
    return getattr(type(effect), hook) is not getattr(Effect, hook)


def bearing(state: State, model: Model, hook: str) -> tuple[Effect, ...]:
    """The effects of a model's traits and states that override a hook, traits first, each in a fixed order."""
    entry = _card_tables.get(id(model.card))
    if entry is None:
        entry = _card_tables[id(model.card)] = (model.card, {})
    found = entry[1].get(hook)
    if found is None:
        found = entry[1][hook] = tuple(e for e in _of_traits(model.card.traits) if overrides(e, hook))
    if model.states:
        found += tuple(e for name in sorted(model.states) for e in _of_state(name, model.states[name], hook))
    return found


def _of_traits(traits: tuple[Trait, ...]) -> list[Effect]:
    from jovian.rules.effects.catalog import MODEL_EFFECTS  # the catalog imports every effect, and they import this

    return [MODEL_EFFECTS[trait.name](trait.level) for trait in traits if trait.name in MODEL_EFFECTS]


@lru_cache(maxsize=1024)
def _of_state(name: str, value: int, hook: str) -> tuple[Effect, ...]:
    from jovian.rules.effects.catalog import STATE_EFFECTS

    effect = STATE_EFFECTS[name](value) if name in STATE_EFFECTS else None
    return (effect,) if effect is not None and overrides(effect, hook) else ()


_weapon_tables: dict[int, tuple[WeaponCard, dict[str, tuple[Effect, ...]]]] = {}


def of_weapon(weapon: WeaponCard, hook: str) -> tuple[Effect, ...]:
    """The effects of a weapon's type and traits that override a hook."""
    entry = _weapon_tables.get(id(weapon))
    if entry is None:
        entry = _weapon_tables[id(weapon)] = (weapon, {})
    found = entry[1].get(hook)
    if found is None:
        found = entry[1][hook] = tuple(e for e in _of_weapon(weapon) if overrides(e, hook))
    return found


def _of_weapon(weapon: WeaponCard) -> list[Effect]:
    from jovian.rules.effects.catalog import WEAPON_EFFECTS

    found: list[Effect] = [weapon_type(weapon)]
    found += [WEAPON_EFFECTS[trait.name](trait.level) for trait in weapon.traits if trait.name in WEAPON_EFFECTS]
    return found


@lru_cache(maxsize=1)
def _types() -> dict[str, WeaponType]:
    from jovian.rules.effects.catalog import WEAPON_TYPE_EFFECTS

    return {name: cls() for name, cls in WEAPON_TYPE_EFFECTS.items()}


def weapon_type(weapon: WeaponCard) -> WeaponType:
    """The effect of a weapon's type."""
    return _types()[weapon.type]
