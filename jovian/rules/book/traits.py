"""Traits: what they say comes from the closed lists of the cards; which are done, and where, is written here."""

from __future__ import annotations

from jovian.cards.names import MODEL_TRAITS, WEAPON_TRAITS
from jovian.rules.book.rule import Rule, chapter, rule

LIVES = {
    "AP": "rules/effects/weapon_traits",
    "Autofire": "rules/autofire",
    "ECCM": "rules/effects/model_traits",
    "ECM": "rules/effects/model_traits",
    "Energy Armor": "rules/effects/model_traits",
    "Evasive": "rules/evasion",
    "Expendable": "rules/effects/model_traits",
    "Heavy": "cards/unit_schema",
    "Limited": "rules/effects/weapon_traits",
    "Link": "rules/link",
    "Reactive Armor": "rules/effects/model_traits",
    "Sluggish": "rules/effects/model_traits",
    "Sniper": "rules/effects/weapon_traits",
    "Stealth": "rules/stealth",
}
"""Where the traits that are done live."""
NO_EFFECT = ("ECCM", "Heavy")
"""Done without an effect of their own: ECM reads ECCM, and a card fills in `ST` when it is read."""
TESTS = {"Heavy": "cards/test_unit_cards"}

TRAITS: tuple[Rule, ...] = (
    *chapter(
        "Traits", "rules/test_damage",
        ("System Trait", "A trait with boxes that critical hits mark and repairs clear.", "rules/critical"),
    ),
    *(
        rule(each.name, each.place, each.summary, LIVES.get(each.name, ""), TESTS.get(each.name, "rules/test_traits"))
        for each in (*MODEL_TRAITS.values(), *WEAPON_TRAITS.values())
    ),
)  # fmt: skip
