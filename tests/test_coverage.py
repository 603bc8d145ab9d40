"""Tests that the list of the rulebook's rules, the page made of it, and the catalogs agree."""

from __future__ import annotations

import ast
from importlib import import_module
from operator import attrgetter
from pathlib import Path

from jovian.cards.names import WEAPON_TYPES
from jovian.cards.traits import MODEL_TRAITS, WEAPON_TRAITS
from tests.rules_api import DONE, EDITION, HOUSE_RULE, NOT_DONE, RULES, build_rulebook
from tests.source import tree
from tools.coverage_page import PAGE, page

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = {
    "declaring", "requirements", "boost", "launch", "land", "combat air patrol", "active interception",
    "reactive interception", "capital ship ramming capital ship", "squadron ramming capital ship",
}  # fmt: skip
"""Headings of the Action chapter that are parts of an action, or orders of a menu."""
HEADINGS_OF_STATES = {
    "assaulting", "boarded", "escorting", "evading", "overdriven", "station keeping", "stealthed", "suppressed",
    "targeted",
}  # fmt: skip
FUEL = {"extra fueled", "fuel pod", "pod fuel", "spare fuel"}
"""States that belong to the traits that bring them."""
DONE_RULES = [rule for rule in RULES if rule.state == DONE]
BY_NAME = {(rule.chapter, rule.name.lower()): rule for rule in RULES}


def done(chapter: str) -> set[str]:
    """Return the lowercase names of the done rules of a chapter."""
    return {name for (part, name), rule in BY_NAME.items() if part == chapter and rule.state == DONE}


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tools.coverage_page"


def test_every_rule_has_a_place_of_its_own_and_words() -> None:
    assert len({rule.place for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert rule.place.startswith((EDITION, HOUSE_RULE)) and rule.summary, rule
        assert rule.state in (DONE, NOT_DONE), rule


def test_what_is_done_has_code_and_tests() -> None:
    for rule in DONE_RULES:
        assert (ROOT / rule.where).is_file(), rule.where
        assert (ROOT / rule.tests).is_file(), rule.tests
        assert bool(rule.symbols) == rule.where.endswith(".py"), "code by its names, scenarios and pages as a whole"


def test_code_is_defined_in_the_file_of_its_row() -> None:
    trees = {where: tree(ROOT / where) for where in {rule.where for rule in DONE_RULES if rule.symbols}}
    for rule in DONE_RULES:
        if rule.symbols:
            module = import_module(rule.where.removesuffix(".py").replace("/", "."))
        for symbol in rule.symbols:
            assert attrgetter(symbol)(module) is not None, rule.home
            assert defines(trees[rule.where], symbol), f"{rule.home}: {symbol} is only imported there"


def defines(node: ast.Module | ast.ClassDef, symbol: str) -> bool:
    """Return whether a node defines a name: a class, a function, a value, or `Class.method`."""
    name, _, inner = symbol.partition(".")
    nodes = [each for each in node.body if name in defined(each)]
    return any(not inner or (isinstance(each, ast.ClassDef) and defines(each, inner)) for each in nodes)


def defined(node: ast.stmt) -> list[str]:
    """Return the names that a statement defines."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [each.id for each in targets if isinstance(each, ast.Name)]


def test_a_name_that_is_only_imported_is_not_defined() -> None:
    source = ast.parse("from a import b\nclass C(b):\n    d = 1\n    def e(self): pass\nf: int = 2\n")
    names = ("b", "C", "C.d", "C.e", "C.b", "e", "f", "f.g")
    assert [name for name in names if defines(source, name)] == ["C", "C.d", "C.e", "f"]


def test_what_is_not_done_names_no_file() -> None:
    assert [rule for rule in RULES if rule.state == NOT_DONE and (rule.home or rule.tests)] == []


def test_every_trait_is_done() -> None:
    """Some code implements it, and its module is loaded with the rulebook."""
    places = {rule.place for rule in DONE_RULES}
    assert [name for name, trait in {**MODEL_TRAITS, **WEAPON_TRAITS}.items() if trait.place not in places] == []


def test_every_action_of_the_rulebook_is_done_and_no_other() -> None:
    actions = {name for name, action in build_rulebook().actions.items() if action.place.startswith(EDITION)}
    assert done("Action") - EXTRAS - HEADINGS_OF_STATES == actions - {"tug"}, "Tug is a trait"


ABOARD = {"boarded first", "boarded second"}
"""A neutral ship has a boarded state for each side."""


def test_every_state_in_play_is_done() -> None:
    known = done("Action") | done("States")
    spoken = {
        name.replace("-", " ").removesuffix(" defense").removesuffix(" sensors").removesuffix(" thrusters")
        for name in build_rulebook().states
    }
    assert spoken - FUEL - {"boosting", "concealed", "towed"} - ABOARD <= known
    assert ("boosting" in build_rulebook().states) == ("boost" in known)


def test_every_weapon_type_in_play_is_done_and_no_other() -> None:
    in_play = {name.lower() for name in build_rulebook().weapon_types} - {"hardpoint"}
    assert done("Weapons") & {name.lower() for name in WEAPON_TYPES} == in_play


def test_every_terrain_in_play_is_done_and_no_other() -> None:
    named = {kind.place for kind in build_rulebook().terrain.values()}
    places = {rule.place for rule in RULES if rule.chapter == "Terrain" and rule.state == DONE}
    general = {"v1.2.4 Terrain > Avoiding Terrain", "v1.2.4 Terrain > Move Effects"}
    assert places - general == named
