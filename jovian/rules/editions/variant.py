"""A variant: another way to play a rule, as what it replaces in the rulebook. How an option for a trait is put
together: from the effects that take the place of what v1.2.4 has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from jovian.rules.rulebook.effect import Effect, ModelState
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import Rulebook, WeaponType

# --- variant ---
# A variant: another way to play a rule, as what it replaces in the rulebook. An option is the choice among some.


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """Another way to play a rule. What it names takes the place of what the rulebook has under that name."""

    name: str
    """What a setting says to choose it."""
    place: str
    """The text that plays it so."""
    summary: str
    """What is different then, in our own words: shown as help."""
    traits: Mapping[str, type[Effect]] = field(default_factory=dict)
    weapon_traits: Mapping[str, type[Effect]] = field(default_factory=dict)
    weapon_types: Mapping[str, WeaponType] = field(default_factory=dict)
    states: Mapping[str, type[ModelState]] = field(default_factory=dict)
    actions: Mapping[str, Action] = field(default_factory=dict)
    figures: Mapping[str, Any] = field(default_factory=dict)
    """Of `Figures`, by name."""
    layout: str = ""
    """How the table is laid out instead of as the scenario says."""
    also: tuple[str, ...] = ()
    """Further texts that play it so, as `v1.2.3`."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts that play it so, that of its place first."""
        return self.place.split()[0], *self.also

    @property
    def cited(self) -> str:
        """Its place, and the further texts that play it so."""
        return ", ".join((self.place, *self.also))

    def applied(self, book: Rulebook) -> Rulebook:
        """The rulebook with this variant in force."""
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


@dataclass(frozen=True, slots=True, eq=False)
class GameOption:
    """A choice that is made before a game."""

    name: str
    """What a setting is called."""
    title: str
    usual: str
    """What a setting says for the rule of v1.2.4, which is played unless another is chosen."""
    summary: str
    """What that rule is."""
    variants: tuple[Variant, ...]
    is_rule: bool = True
    """Is it about a rule of the game, and not about how a game is practiced?"""

    @property
    def values(self) -> tuple[str, ...]:
        """Everything that a setting may say, the usual first."""
        return (self.usual, *(each.name for each in self.variants))

    def variant(self, value: str) -> Variant | None:
        """The variant of that name, None for the usual way."""
        return next((each for each in self.variants if each.name == value), None)


# --- choice ---
# How an option for a trait is put together: from the effects that take the place of what v1.2.4 has.

USUAL = "v1.2.4"
NOTHING = "v1.2.4 has no such trait: on a card it does nothing."


def of_models(
    effect: type[Effect], *further: type[Effect], also: tuple[str, ...] = (), states: tuple[type[ModelState], ...] = ()
) -> Variant:
    """A variant called after the text of an effect, which it brings with further traits and states of models."""
    return Variant(
        effect.place.split()[0], effect.place, effect.summary, also=also,
        traits={each.name: each for each in (effect, *further)}, states={each.name: each for each in states},
    )  # fmt: skip


def of_weapons(effect: type[Effect], also: tuple[str, ...] = ()) -> Variant:
    """A variant called after the text of an effect, which it brings as a trait of weapons."""
    return Variant(
        effect.place.split()[0], effect.place, effect.summary, also=also, weapon_traits={effect.name: effect}
    )


def option(name: str, title: str, usual: str, *variants: Variant) -> GameOption:
    """An option whose usual value is called after v1.2.4."""
    return GameOption(name, title, USUAL, usual, variants)
