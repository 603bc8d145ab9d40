"""Each trait, weapon type, state and action has one home: its name stands in one file of the rules and in no other."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from jovian.cards.values.names import MODEL_TRAITS, WEAPON_TRAITS
from jovian.rules.setup.edition import edition
from tests.test_circles import HOUSE

RULES = HOUSE / "rules"
TEXTS = RULES / "book"
"""What the book says of a name stands beside its home, not in its place."""
WORDS = ("open",)
"""Names that are other words besides."""


def names() -> list[str]:
    book = edition()
    found = {*MODEL_TRAITS, *WEAPON_TRAITS, *book.weapon_types, *book.states, *book.actions, *book.terrain}
    return sorted(found - set(WORDS))


@cache
def homes() -> dict[str, set[str]]:
    """The files in which each text stands by itself, docstrings left out."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in RULES.rglob("*.py"):
        if TEXTS not in path.parents:
            for text in _texts(path):
                found[text].add(path.relative_to(RULES).as_posix())
    return found


def _texts(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in said]
    return {node.value for node in constants if isinstance(node.value, str)}


@pytest.mark.parametrize("name", names())
def test_a_name_has_one_home(name: str) -> None:
    assert len(homes()[name]) <= 1


def test_above_the_rules_a_game_is_asked_for_its_own_rulebook() -> None:
    """Which rulebook is in force, the game knows (`state.rulebook`): nobody else takes the edition for it."""
    above = [path for path in HOUSE.rglob("*.py") if RULES not in path.parents]
    assert [path.name for path in above if "setup.edition" in path.read_text(encoding="utf-8")] == []
