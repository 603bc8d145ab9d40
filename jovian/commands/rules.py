"""The command `rules`: find rules by words."""

from __future__ import annotations

import shutil
from textwrap import fill

from jovian.commands.problem import CommandError
from jovian.rules.book import DONE, RULES, Rule
from jovian.rules.editions.variant import GameOption, Variant
from jovian.rules.setup.edition import game_options


def show_rules(words: list[str]) -> int:
    """Print the rules and options that contain all words. Without words, print the chapters. Raises CommandError."""
    if not words:
        _print_chapters()
        return 0
    rules, options = find_rules(words), find_options(words)
    if not rules and not options:
        raise CommandError(f"no rule mentions {' and '.join(words)}", 1)
    width = min(100, shutil.get_terminal_size().columns)
    for rule in rules:
        print(f"{rule.name} [{rule.place}]")
        print(fill(rule.summary, width, initial_indent="  ", subsequent_indent="  "))
        if rule.state == DONE:
            print(f"  implemented in {rule.home}, tested by {rule.tests}\n")
        else:
            print("  not implemented yet\n")
    for option, variant in options:
        print(f"Option: {option.title} [{variant.place}]")
        print(fill(variant.summary, width, initial_indent="  ", subsequent_indent="  "))
        print(f"  use it with --option {option.name}={variant.name}\n")
    return 0


def find_rules(words: list[str]) -> list[Rule]:
    """Return the rules that contain all words, those with the words in their name first."""
    parts = _parts(words)
    rules = [rule for rule in RULES if all(part in _rule_text(rule) for part in parts)]
    return sorted(rules, key=lambda rule: _rank(rule, parts))


def find_options(words: list[str]) -> list[tuple[GameOption, Variant]]:
    """Return the variants of options that contain all words, with their options."""
    parts = _parts(words)
    pairs = [(option, variant) for option in game_options() for variant in option.variants]
    return [pair for pair in pairs if all(part in _option_text(*pair) for part in parts)]


def _parts(words: list[str]) -> list[str]:
    return [part for word in words for part in word.lower().split()]


def _option_text(option: GameOption, variant: Variant) -> str:
    return f"{option.title} {variant.place} {variant.summary}".lower()


def _rule_text(rule: Rule) -> str:
    return f"{rule.name} {rule.place} {rule.summary}".lower()


def _rank(rule: Rule, parts: list[str]) -> int:
    name = rule.name.lower()
    if name == " ".join(parts):
        return 0
    return 1 if all(part in name for part in parts) else 2


def _print_chapters() -> None:
    counts: dict[str, int] = {}
    for rule in RULES:
        counts[rule.chapter] = counts.get(rule.chapter, 0) + 1
    for chapter, count in counts.items():
        print(f"{chapter}: {count} rules")
    print("Find rules by words, for example: rules kinetic cannon")
