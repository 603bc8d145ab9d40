"""The list of the book's rules, the page made of it, and the catalogs of what is in play say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from jovian.cards.values.names import MODEL_TRAITS, WEAPON_TRAITS, WEAPON_TYPES
from jovian.rules.book import RULES
from jovian.rules.book.rule import DONE, NOT_DONE
from jovian.rules.book.traits import NO_EFFECT
from jovian.rules.setup.edition import edition
from tests.coverage_doc import PAGE, page

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
BY_NAME = {(rule.chapter, rule.name.lower()): rule for rule in RULES}


def done(chapter: str) -> set[str]:
    """The names, in lower case, of what is done in a chapter."""
    return {name for (part, name), rule in BY_NAME.items() if part == chapter and rule.state == DONE}


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tests.coverage_doc"


def test_every_rule_has_a_place_of_its_own_and_words() -> None:
    assert len({rule.place for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert rule.place.startswith("v1.2.4 ") and rule.summary, rule
        assert rule.state in (DONE, NOT_DONE), rule


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.state == DONE], ids=lambda rule: rule.place)
def test_what_is_done_has_code_and_tests(rule) -> None:
    assert (ROOT / rule.where).is_file(), rule.where
    assert (ROOT / rule.tests).is_file(), rule.tests


def test_what_is_not_done_names_no_file() -> None:
    assert [rule for rule in RULES if rule.state == NOT_DONE and (rule.where or rule.tests)] == []


def test_every_trait_with_an_effect_is_done_and_no_other() -> None:
    traits = {**MODEL_TRAITS, **WEAPON_TRAITS}
    states = {rule.place: rule.state for rule in RULES}
    in_play = {*edition().traits, *edition().weapon_traits, *NO_EFFECT}
    assert {name for name, each in traits.items() if states[each.place] == DONE} == in_play


def test_every_action_in_play_is_done_and_no_other() -> None:
    assert done("Action") - EXTRAS - HEADINGS_OF_STATES == set(edition().actions) - {"tug"}, "Tug is a trait"


def test_every_state_in_play_is_done() -> None:
    known = done("Action") | done("States")
    spoken = {name.replace("-", " ").removesuffix(" defense").removesuffix(" sensors").removesuffix(" thrusters")
              for name in edition().states}
    assert spoken - FUEL - {"boosting", "towed"} <= known
    assert ("boosting" in edition().states) == ("boost" in known)


def test_every_weapon_type_in_play_is_done_and_no_other() -> None:
    in_play = {name.lower() for name in edition().weapon_types}
    assert done("Weapons") & {name.lower() for name in WEAPON_TYPES} == in_play


def test_every_terrain_in_play_is_done_and_no_other() -> None:
    named = {kind.place for kind in edition().terrain.values()}
    places = {rule.place for rule in RULES if rule.chapter == "Terrain" and rule.state == DONE}
    general = {"v1.2.4 Terrain > Avoiding Terrain", "v1.2.4 Terrain > Move Effects"}
    assert places - general == named
