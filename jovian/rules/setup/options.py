"""What may be chosen before a game, and what is wrong with a choice."""

from __future__ import annotations

from collections.abc import Mapping

from jovian.cards.error import meant
from jovian.rules.editions.catalog import OPTIONS
from jovian.rules.editions.variant import GameOption, Variant

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
            found.append(f"there is no option '{name}'{meant(name, OPTIONS)}")
        elif value not in OPTIONS[name].values:
            found.append(f"option {name} is not '{value}'{meant(value, OPTIONS[name].values)}")
    return found
