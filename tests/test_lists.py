"""Tests that names on cards are in one list of the cards, which no schema repeats and the rules implement."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

from jovian.cards import names
from jovian.cards.traits import CARD_TRAITS, CARD_WEAPON_TRAITS, MODEL_TRAITS, WEAPON_TRAITS
from tests.rules_api import TRAIT_EFFECTS, build_rulebook
from tests.source import PACKAGE, relative, tree

FILES_OF_CARDS = sorted((PACKAGE / "cards").glob("*.py"))
LISTS = [
    each for name, each in vars(names).items()
    if name.isupper() and isinstance(each, tuple | dict)
]  # fmt: skip
ELSEWHERE = {"escorting", "assaulting", "boarded-first", "boarded-second", "concealed"}
"""States that have a key of their own in a scenario because they need a ship or are neutral, or that a trait brings."""


def literals(path: Path) -> set[object]:
    """Return every word that a file lists in a Literal."""
    subscripts = [node for node in ast.walk(tree(path)) if isinstance(node, ast.Subscript)]
    literal_types = [node for node in subscripts if ast.unparse(node.value) == "Literal"]
    return {child.value for node in literal_types for child in ast.walk(node) if isinstance(child, ast.Constant)}


def test_no_schema_repeats_a_list() -> None:
    """The two kinds of cards are no repetition: each has a class of its own, which says which kind it is."""
    listed = {name for listing in (*LISTS, CARD_TRAITS, CARD_WEAPON_TRAITS) for name in listing} - set(names.KINDS)
    assert [relative(path) for path in FILES_OF_CARDS if literals(path) & listed] == []


def test_a_literal_is_found() -> None:
    """Find literals as long as schemas have any."""
    assert {"small", "hex", "ST"} <= set().union(*map(literals, FILES_OF_CARDS))


def test_every_weapon_type_of_the_cards_is_played_and_no_other() -> None:
    assert set(build_rulebook().weapon_types) == set(names.WEAPON_TYPES)


def test_the_effect_of_a_trait_has_the_words_of_its_row() -> None:
    book, rows = build_rulebook(), {**MODEL_TRAITS, **WEAPON_TRAITS}
    effects = {**book.traits, **book.weapon_traits}
    assert effects == TRAIT_EFFECTS and effects.keys() <= rows.keys()
    for name, effect in effects.items():
        assert (effect.name, effect.place, effect.summary) == (name, rows[name].place, rows[name].summary)
        assert getattr(import_module(effect.__module__), effect.__name__) is effect


def test_the_terrain_of_scenarios_is_what_the_rules_do_not_lay_themselves() -> None:
    """A comet draws its own tail."""
    assert set(build_rulebook().terrain) - set(names.TERRAIN_KINDS) == {"comet-tail"}
    assert set(names.TERRAIN_KINDS) < set(build_rulebook().terrain)
    assert {name for name, rule in names.TERRAIN_KINDS.items() if rule.tail} == {
        name for name, kind in build_rulebook().terrain.items() if kind.tail
    }


def test_models_are_placed_in_the_states_that_last_beyond_an_activation() -> None:
    lasting = {name for name, effect in build_rulebook().states.items() if not effect.passes}
    assert set(names.PLACED_STATES) == lasting - ELSEWHERE
