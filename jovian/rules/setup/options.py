"""What may be chosen before a game, and what is wrong with a choice."""

from __future__ import annotations

from collections.abc import Mapping

from jovian.cards.error import meant
from jovian.rules.editions.catalog import OPTIONS
from jovian.rules.editions.variant import GameOption


def game_options() -> tuple[GameOption, ...]:
    """Everything that may be chosen before a game, in the order in which it is offered."""
    return tuple(OPTIONS.values())


def option_faults(options: Mapping[str, str]) -> list[str]:
    """What is wrong with options as they are set: an unknown name, or a value that its option does not have."""
    found = []
    for name, value in options.items():
        if name not in OPTIONS:
            found.append(f"there is no option '{name}'{meant(name, OPTIONS)}")
        elif value not in OPTIONS[name].values:
            found.append(f"option {name} is not '{value}'{meant(value, OPTIONS[name].values)}")
    return found
