"""Each trait, weapon type, state and action has one home: its name stands in one file of the rules and in no other."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from jovian.cards.values.names import MODEL_TRAITS, WEAPON_TRAITS
from tests.face import edition
from tests.test_circles import HOUSE

RULES, CARDS = HOUSE / "rules", HOUSE / "cards"
TEXTS = RULES / "book"
"""What the book says of a name stands beside its home, not in its place."""
LISTS = CARDS / "values"
"""The closed lists of what a card may say."""
WORDS = ("open",)
"""Names that are other words besides."""
PRICES = HOUSE / "commands" / "ours"
"""What we ask of our own cards goes by the names on them."""
WRITTEN = {
    ("players/ensign/picking.py", "suppressed"), ("game/events/harm.py", "boarded"),
    ("game/events/harm.py", "captured"),
}  # fmt: skip
"""Files that name an event or a kind of decision that is called like a state."""


def printed() -> set[str]:
    """What cards name: traits and weapon types."""
    return {*MODEL_TRAITS, *WEAPON_TRAITS, *edition().weapon_types}


def names() -> list[str]:
    book = edition()
    found = {*printed(), *book.states, *book.actions, *book.terrain}
    return sorted(found - set(WORDS))


@cache
def homes() -> dict[str, set[str]]:
    """The files in which each text stands by itself, docstrings left out."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in HOUSE.rglob("*.py"):
        if not {TEXTS, LISTS, PRICES}.intersection(path.parents):
            for text in _texts(path):
                found[text].add(path.relative_to(HOUSE).as_posix())
    return found


def _texts(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in said]
    return {node.value for node in constants if isinstance(node.value, str)}


def _below(name: str, *folders: str) -> set[str]:
    return {file for file in homes()[name] if file.startswith(folders)}


@pytest.mark.parametrize("name", names())
def test_a_name_has_one_home(name: str) -> None:
    """In the rules, or in the game where a model itself knows its state."""
    assert len({file for file in _below(name, "rules/", "game/") if (file, name) not in WRITTEN}) <= 1


@pytest.mark.parametrize("name", sorted(printed()))
def test_a_name_on_a_card_has_one_home_among_the_cards(name: str) -> None:
    """Besides the lists: the schema that checks what else such a card must say."""
    assert len(_below(name, "cards/")) <= 1


@pytest.mark.parametrize("name", sorted({*printed(), *edition().states} - set(WORDS)))
def test_above_the_rules_traits_types_and_states_are_asked_for_and_not_named(name: str) -> None:
    above = _below(name, "match/", "players/", "narrator/", "ui/", "commands/")
    assert {file for file in above if (file, name) not in WRITTEN} == set()


def test_above_the_rules_a_game_is_asked_for_its_own_rulebook() -> None:
    """Which rulebook is in force, the game knows (`state.rulebook`): nobody else takes the edition for it."""
    above = [path for path in HOUSE.rglob("*.py") if RULES not in path.parents]
    assert [path.name for path in above if "setup.edition" in path.read_text(encoding="utf-8")] == []
