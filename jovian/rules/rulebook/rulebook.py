"""The rulebook of a game: what bends its rules, what may be declared and ordered, and what interrupts a move.

One frozen value, built from the scenario of a game by `setup/edition.py` and held by its state. Core procedures ask the
rulebook of the state that they are given; they know no trait, action or terrain by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jovian.cards import Trait, WeaponCard
from jovian.frozen import freeze_mapping
from jovian.game import State
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.figures import PRINTED, Figures
from jovian.rules.rulebook.interrupt import Interrupt
from jovian.rules.rulebook.model_state import ModelState
from jovian.rules.rulebook.order import Order
from jovian.rules.rulebook.terrain_kind import TerrainKind
from jovian.rules.rulebook.weapon_type import WeaponType


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """Everything that is in force in a game, by name and in the order in which it is offered or asked."""

    traits: Mapping[str, type[Effect]]
    """Traits of models."""
    weapon_traits: Mapping[str, type[Effect]]
    weapon_types: Mapping[str, WeaponType]
    states: Mapping[str, type[ModelState]]
    terrain: Mapping[str, TerrainKind]
    actions: Mapping[str, Action]
    orders: Mapping[str, Order[Any]]
    """What the active model may be ordered, by verb."""
    interrupts: tuple[Interrupt, ...]
    clauses: tuple[Clause, ...]
    """What hangs on the table, the scenario and its sides, in the order in which it is asked."""
    general: tuple[tuple[Effect, ...], tuple[Effect, ...], tuple[Effect, ...]]
    """What clauses lay on every model of side 0, of side 1, and of nobody."""

    steps: Mapping[str, Clause]
    """Clauses that have a step of the agenda, by what it is called."""
    edges: bool = False
    """Does anything of the scenario lie along an edge of the table?"""
    figures: Figures = PRINTED
    layout: str = ""
    """How the table is laid out: "" as the scenario says, else `off` or one of `names.LAYOUTS`."""

    def __post_init__(self) -> None:
        for name in _MAPPINGS:  # players share the book
            object.__setattr__(self, name, freeze_mapping(getattr(self, name)))

    def of_traits(self, traits: tuple[Trait, ...]) -> list[Effect]:
        """The effects of a model's traits, in the order of its card."""
        return [self.traits[trait.name](trait.level) for trait in traits if trait.name in self.traits]

    def of_state(self, name: str, value: int) -> Effect | None:
        """The effect of a state with that value, None for one that has no effect of its own."""
        return self.states[name](value) if name in self.states else None

    def of_weapon(self, weapon: WeaponCard) -> list[Effect]:
        """The effects of a weapon: of its type, then of its traits."""
        own = [trait for trait in weapon.traits if trait.name in self.weapon_traits]
        return [self.weapon_types[weapon.type], *(self.weapon_traits[each.name](each.level) for each in own)]


_MAPPINGS = ("traits", "weapon_traits", "weapon_types", "states", "terrain", "actions", "orders", "steps")


def rulebook(state: State) -> Rulebook:
    """What the game of a state is played under."""
    found: Rulebook = state.rulebook
    return found
