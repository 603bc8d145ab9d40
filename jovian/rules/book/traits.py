"""Traits: what they say comes from the closed lists of the cards; which are done, and where, is written here."""

from __future__ import annotations

from jovian.cards.names import MODEL_TRAITS, WEAPON_TRAITS
from jovian.rules.book.rule import Rule, chapter, rule

LIVES = {
    "AP": "rules/effects/weapon_traits",
    "Autofire": "rules/autofire",
    "Ace": "rules/formation",
    "CAP": "rules/escort",
    "Catapult": "rules/hangers",
    "Comms": "rules/actions/vector_attack",
    "Controllable": "rules/actions/drone_command",
    "Dock": "rules/hangers",
    "ECCM": "rules/effects/model_traits",
    "ECM": "rules/effects/model_traits",
    "Energy Armor": "rules/effects/model_traits",
    "Escort": "rules/escort",
    "Evasive": "rules/evasion",
    "Expendable": "rules/effects/model_traits",
    "Fast": "rules/effects/model_traits",
    "Formation": "rules/formation",
    "Fuel Pods": "rules/fuel",
    "Fuel Tanks": "rules/fuel",
    "Grappler": "rules/effects/model_traits",
    "Hangers": "rules/hangers",
    "Heavy": "cards/unit_schema",
    "Interceptor": "rules/effects/model_traits",
    "Launchers": "rules/hangers",
    "Limited": "rules/effects/weapon_traits",
    "Link": "rules/link",
    "Reactive Armor": "rules/effects/model_traits",
    "Sluggish": "rules/effects/model_traits",
    "Sniper": "rules/effects/weapon_traits",
    "Snub": "rules/effects/weapon_traits",
    "Stealth": "rules/stealth",
    "Swarm": "rules/effects/weapon_traits",
}
"""Where the traits that are done live."""
NO_EFFECT = (
    "Ace", "CAP", "Catapult", "Comms", "Controllable", "Dock", "ECCM", "Escort", "Formation", "Fuel Pods", "Fuel Tanks",
    "Hangers", "Heavy", "Launchers",
)  # fmt: skip
"""Done without an effect of their own: a procedure reads them, and a card fills in `ST` when it is read."""
TESTS = {
    "Heavy": "cards/test_unit_cards",
    **dict.fromkeys(("Ace", "Formation"), "rules/test_formation"),
    **dict.fromkeys(("CAP", "Escort"), "rules/test_escorts"),
    **dict.fromkeys(("Catapult", "Dock", "Hangers", "Launchers"), "rules/test_hangers"),
    "Comms": "rules/test_vector_attack",
    "Controllable": "rules/test_drones",
    **dict.fromkeys(("Fuel Pods", "Fuel Tanks", "Fast"), "rules/test_fuel"),
    "Interceptor": "rules/test_interception",
    **dict.fromkeys(("Grappler", "Snub", "Swarm"), "rules/test_dogfight"),
}
"""Where the tests of a trait are, if not with the other traits."""

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
