"""Options of a game, and their variants: other ways to play a rule.

A `Variant` names what it replaces in the rulebook. `of_models`, `of_weapons`, and `trait_option` build the variants and
options of older traits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from jovian.cards.traits import MODEL_TRAITS, WEAPON_TRAITS
from jovian.frozen import frozen
from jovian.rules.rulebook.effect import Effect, ModelState
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import Rulebook, WeaponType


@frozen(eq=False)
class Variant:
    """Another way to play a rule. Its entries replace those of the rulebook with the same names."""

    name: str
    """The value of the option that chooses it."""
    place: str
    """The place of the rule in its edition."""
    summary: str
    """The difference in our own words, shown as help."""
    traits: Mapping[str, type[Effect]] = field(default_factory=dict)
    weapon_traits: Mapping[str, type[Effect]] = field(default_factory=dict)
    weapon_types: Mapping[str, WeaponType] = field(default_factory=dict)
    states: Mapping[str, type[ModelState]] = field(default_factory=dict)
    actions: Mapping[str, Action] = field(default_factory=dict)
    figures: Mapping[str, Any] = field(default_factory=dict)
    """Changed fields of `Figures`."""
    layout: str = ""
    """The table layout that replaces that of the scenario, or ""."""
    also: tuple[str, ...] = ()
    """Further editions with this rule, such as `v1.2.3`."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The editions with this rule, that of `place` first."""
        return self.place.split()[0], *self.also

    @property
    def cited(self) -> str:
        """The place, and the further editions with this rule."""
        return ", ".join((self.place, *self.also))

    def applied(self, book: Rulebook) -> Rulebook:
        """Return the rulebook with this variant in force."""
        return replace(
            book,
            traits={**book.traits, **self.traits},
            weapon_traits={**book.weapon_traits, **self.weapon_traits},
            weapon_types={**book.weapon_types, **self.weapon_types},
            states={**book.states, **self.states},
            actions={**book.actions, **self.actions},
            figures=replace(book.figures, **self.figures),
            layout=self.layout or book.layout,
        )


@frozen(eq=False)
class GameOption:
    """A choice before a game."""

    name: str
    """The name of the setting."""
    title: str
    default: str
    """The value for the default, which is the rule of v1.2.4."""
    summary: str
    """The default rule in our own words."""
    variants: tuple[Variant, ...]
    is_rule: bool = True
    """Whether it changes a rule of the game. Other options are about practice."""

    @property
    def values(self) -> tuple[str, ...]:
        """All values of the setting, the default first."""
        return (self.default, *(variant.name for variant in self.variants))

    def variant(self, value: str) -> Variant | None:
        """Return the variant of that name, or None for the default."""
        return next((variant for variant in self.variants if variant.name == value), None)


# --- Builders ---

DEFAULT = "v1.2.4"
NOTHING = "v1.2.4 has no such trait: on a card it does nothing."
AND_V123 = ("v1.2.3",)
"""The further edition of a v1.2.2 rule that is also in v1.2.3."""


def of_models(
    effect: type[Effect], *further: type[Effect], also: tuple[str, ...] = (), states: tuple[type[ModelState], ...] = ()
) -> Variant:
    """Return a variant named after the edition of an effect, with all these traits and states of models."""
    return Variant(
        effect.place.split()[0], effect.place, effect.summary, also=also,
        traits={trait.name: trait for trait in (effect, *further)}, states={state.name: state for state in states},
    )  # fmt: skip


def of_weapons(effect: type[Effect], also: tuple[str, ...] = ()) -> Variant:
    """Return a variant named after the edition of an effect, with the effect as a weapon trait."""
    return Variant(
        effect.place.split()[0], effect.place, effect.summary, also=also, weapon_traits={effect.name: effect}
    )


def option(name: str, title: str, default: str, *variants: Variant) -> GameOption:
    """Return an option whose default is v1.2.4."""
    return GameOption(name, title, DEFAULT, default, variants)


def trait_option(name: str, trait: str, *variants: Variant) -> GameOption:
    """Return an option about a trait. Its default is what the trait does in v1.2.4, perhaps nothing."""
    row = MODEL_TRAITS.get(trait) or WEAPON_TRAITS.get(trait)
    return option(name, trait, row.summary if row else NOTHING, *variants)
