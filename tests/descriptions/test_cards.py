"""Every trait and state on a card has a text that explains it."""

from __future__ import annotations

from jovian.cards import unit_cards
from jovian.cards.traits import MODEL_TRAITS, WEAPON_TRAITS
from jovian.descriptions.cards import help_of
from tests.rules_api import HOUSE_RULE, build_rulebook


def test_every_trait_and_state_is_explained_to_players() -> None:
    book = build_rulebook()
    pairs = ((book.traits, MODEL_TRAITS), (book.weapon_traits, WEAPON_TRAITS), (book.states, book.states))
    for effects, names in pairs:
        for name in names:
            text = help_of(effects, name, names)
            assert text.strip() and "rule in play" not in text and (" v1.2.4" in text or HOUSE_RULE in text), name
    for card in unit_cards().values():
        assert all(help_of(build_rulebook().traits, trait.name) for trait in card.traits)
        printed = {each.name for mount in card.mounts for each in mount.weapon.traits}
        assert all(help_of(build_rulebook().weapon_traits, name, WEAPON_TRAITS) for name in printed)
