"""Tests that each trait, weapon type, state, and action is named in one file of the rules only."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from jovian.cards.traits import MODEL_TRAITS, WEAPON_TRAITS
from tests.rules_api import build_rulebook
from tests.source import FILES, PACKAGE, facts

RULES, CARDS = PACKAGE / "rules", PACKAGE / "cards"
LISTS = (RULES / "book.py", CARDS / "names.py", CARDS / "traits.py")
"""The texts of the rulebook, and the closed lists of the cards."""
WORDS = ("open",)
"""Names that are also ordinary words."""
WRITTEN = {
    ("players/habits.py", "suppressed"), ("game/events.py", "boarded"), ("game/events.py", "captured"),
    ("ui/panels/roster.py", "Escort"), ("ui/panels/roster.py", "Formation"), ("ui/board/sprites.py", "Formation"),
    ("ui/presentation/sounds.py", "boarded"), ("ui/presentation/sounds.py", "crippled"),
}  # fmt: skip
"""Files with an event, a kind of decision, a label, or a sound that shares its name with a state or trait."""


def printed() -> set[str]:
    """Return the names on cards: traits and weapon types."""
    return {*MODEL_TRAITS, *WEAPON_TRAITS, *build_rulebook().weapon_types}


def names() -> list[str]:
    book = build_rulebook()
    all_names = {*printed(), *book.states, *book.actions, *book.terrain}
    return sorted(all_names - set(WORDS))


@cache
def homes() -> dict[str, set[str]]:
    """Return the files that contain each text as a string of its own, docstrings left out."""
    files: dict[str, set[str]] = defaultdict(set)
    for path in FILES:
        if path not in LISTS:
            for _, string in facts(path).strings:
                files[string].add(path.relative_to(PACKAGE).as_posix())
    return files


def _files_below(name: str, *folders: str) -> set[str]:
    return {file for file in homes()[name] if file.startswith(folders) and (file, name) not in WRITTEN}


def test_a_name_has_one_home() -> None:
    """In the rules, or in `game/` if a model itself knows its state."""
    assert {name: files for name in names() if len(files := _files_below(name, "rules/", "game/")) > 1} == {}


def test_a_name_on_a_card_has_one_home_among_the_cards() -> None:
    """Besides the lists, the schema that checks what such a card needs can name it."""
    assert {name: files for name in printed() if len(files := _files_below(name, "cards/")) > 1} == {}


def test_above_the_rules_no_trait_type_or_state_is_named() -> None:
    """The layers above ask the rules instead."""
    above = ("match/", "players/", "narrator/", "user_files/", "descriptions/", "session/", "ui/", "commands/")
    asked = {*printed(), *build_rulebook().states} - set(WORDS)
    assert {name: files for name in asked if (files := _files_below(name, *above))} == {}


def test_above_the_rules_a_game_is_asked_for_its_own_rulebook() -> None:
    """The game knows its rulebook (`state.rulebook`). No other layer reads it from the edition."""
    above = [path for path in FILES if RULES not in path.parents]
    assert [path.name for path in above if "jovian.rules.setup.edition.build_rulebook" in facts(path).names] == []
