"""How an option for a trait is put together: from the effects that take the place of what v1.2.4 has."""

from __future__ import annotations

from jovian.rules.editions.variant import GameOption, Variant
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.model_state import ModelState

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
