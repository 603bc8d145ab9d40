"""`rules`: find a rule of the book by words."""

from __future__ import annotations

import shutil
from textwrap import fill

from jovian.commands.output.problem import Problem
from jovian.rules.book import RULES
from jovian.rules.book.rule import DONE, Rule


def show_rules(words: list[str]) -> int:
    """Print the rules that all words fit; without words, the chapters. Raises Problem if nothing is found."""
    if not words:
        _chapters()
        return 0
    found = find(words)
    if not found:
        raise Problem(f"no rule mentions {' and '.join(words)}", 1)
    width = min(100, shutil.get_terminal_size().columns)
    for rule in found:
        print(f"{rule.name} [{rule.place}]")
        print(fill(rule.summary, width, initial_indent="  ", subsequent_indent="  "))
        if rule.state == DONE:
            print(f"  lives in {rule.home}, tested by {rule.tests}\n")
        else:
            print("  not done yet\n")
    return 0


def find(words: list[str]) -> list[Rule]:
    """The rules in which every word occurs, those named so first."""
    wanted = [part for word in words for part in word.lower().split()]
    found = [rule for rule in RULES if all(part in _text(rule) for part in wanted)]
    return sorted(found, key=lambda rule: _rank(rule, wanted))


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
