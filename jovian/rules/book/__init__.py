"""Every rule of the book by name: what it says in our words, its place, whether it is done, where it lives, its tests.

The rules finder, the coverage page and its check read this. One file a part of the book; traits come from the closed
lists of the cards.
"""

from jovian.rules.book.attack import ATTACK
from jovian.rules.book.basics import BASICS
from jovian.rules.book.orders import ORDERS
from jovian.rules.book.rule import DONE, NOT_DONE, Rule
from jovian.rules.book.scenarios import SCENARIOS
from jovian.rules.book.table import TABLE
from jovian.rules.book.traits import TRAITS

RULES: tuple[Rule, ...] = (*BASICS, *TABLE, *ATTACK, *ORDERS, *TRAITS, *SCENARIOS)
"""In the order of the book."""

__all__ = ["DONE", "NOT_DONE", "RULES", "Rule"]
