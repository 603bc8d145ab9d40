"""`rules`: find a rule of the book by words."""

from __future__ import annotations

import shutil
from textwrap import fill

from jovian.commands.problem import CommandError
from jovian.rules.book import DONE, RULES, Rule
from jovian.rules.editions.variant import GameOption, Variant
from jovian.rules.setup.edition import game_options


def show_rules(words: list[str]) -> int:
    """Print rules and options that all words fit; without words, the chapters. Raises Problem if nothing is found."""
    if not words:
        _chapters()
        return 0
    found, otherwise = find(words), find_options(words)
    if not found and not otherwise:
        raise CommandError(f"no rule mentions {' and '.join(words)}", 1)
    width = min(100, shutil.get_terminal_size().columns)
    for rule in found:
        print(f"{rule.name} [{rule.place}]")
        print(fill(rule.summary, width, initial_indent="  ", subsequent_indent="  "))
        if rule.state == DONE:
            print(f"  lives in {rule.home}, tested by {rule.tests}\n")
        else:
            print("  not done yet\n")
    for option, variant in otherwise:
        print(f"Option: {option.title} [{variant.place}]")
        print(fill(variant.summary, width, initial_indent="  ", subsequent_indent="  "))
        print(f"  played with --option {option.name}={variant.name}\n")
    return 0


def find(words: list[str]) -> list[Rule]:
    """The rules in which every word occurs, those named so first."""
    wanted = [part for word in words for part in word.lower().split()]
    found = [rule for rule in RULES if all(part in _text(rule) for part in wanted)]
    return sorted(found, key=lambda rule: _rank(rule, wanted))


def find_options(words: list[str]) -> list[tuple[GameOption, Variant]]:
    """The options, each with its variant, in which every word occurs."""
    wanted = [part for word in words for part in word.lower().split()]
    listed = [(option, variant) for option in game_options() for variant in option.variants]
    return [(option, variant) for option, variant in listed if all(part in _said(option, variant) for part in wanted)]


def _said(option: GameOption, variant: Variant) -> str:
    return f"{option.title} {variant.place} {variant.summary}".lower()


def _text(rule: Rule) -> str:
    return f"{rule.name} {rule.place} {rule.summary}".lower()


def _rank(rule: Rule, wanted: list[str]) -> int:
    name = rule.name.lower()
    if name == " ".join(wanted):
        return 0
    return 1 if all(part in name for part in wanted) else 2


def _chapters() -> None:
    counts: dict[str, int] = {}
    for rule in RULES:
        counts[rule.chapter] = counts.get(rule.chapter, 0) + 1
    for chapter, count in counts.items():
        print(f"{chapter}: {count} rules")
    print("Give words to find a rule, such as: rules kinetic cannon")
