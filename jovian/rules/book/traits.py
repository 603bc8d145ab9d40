"""Traits: what they say comes from the closed lists of the cards; which are done, and where, is written here."""

from __future__ import annotations

from jovian.cards.values.names import MODEL_TRAITS, WEAPON_TRAITS
from jovian.rules.book.rule import Rule, chapter, rule

LIVES = {
    "Ace": "rules/facts/formation",
    "AP": "rules/weapons/weapon_traits",
    "Assault Craft": "rules/actions/board",
    "Autofire": "rules/weapons/weapon_traits",
    "Autohit": "rules/weapons/weapon_traits",
    "Barrier": "rules/traits/auras",
    "Bomb": "rules/close_combat/plans",
    "CAP": "rules/squadrons/escort",
    "Cargo": "rules/actions/resupply",
    "Catapult": "rules/harm/unloading",
    "Cloak": "rules/traits/electronics",
    "CMM": "rules/weapons/cluster",
    "Command": "rules/traits/auras",
    "Comms": "rules/traits/auras",
    "Controllable": "rules/actions/drone_command",
    "Dock": "rules/squadrons/hangers",
    "ECCM": "rules/traits/electronics",
    "ECM": "rules/traits/electronics",
    "Emissions": "rules/traits/electronics",
    "Energy Armor": "rules/traits/armor",
    "Escort": "rules/traits/auras",
    "Evasive": "rules/shooting/evasion",
    "Exo-Suit": "rules/harm/boarding",
    "Expendable": "rules/traits/worth",
    "Fast": "rules/traits/flight",
    "Fire Ship": "rules/actions/ram",
    "Formation": "rules/facts/formation",
    "Fuel Pods": "rules/traits/supplies",
    "Fuel Tanks": "rules/traits/supplies",
    "Grappler": "rules/traits/flight",
    "Hangers": "rules/squadrons/hangers",
    "Heavy": "cards/schemas/unit_card",
    "Interceptor": "rules/traits/flight",
    "Jammer": "rules/traits/auras",
    "Launchers": "rules/harm/unloading",
    "Limited": "rules/weapons/weapon_traits",
    "Link": "rules/weapons/weapon_traits",
    "Marines": "rules/harm/boarding",
    "Precise": "rules/weapons/weapon_traits",
    "Reactive Armor": "rules/traits/armor",
    "Renowned": "rules/traits/worth",
    "Repair": "rules/actions/damage_control",
    "Self Destruct": "rules/traits/worth",
    "Sensor Array": "rules/actions/combined_attack",
    "Shield": "rules/traits/armor",
    "Sluggish": "rules/traits/flight",
    "Sniper": "rules/weapons/weapon_traits",
    "Snub": "rules/weapons/weapon_traits",
    "Static": "rules/traits/flight",
    "Stealth": "rules/traits/electronics",
    "Swarm": "rules/weapons/missiles",
    "TD": "rules/traits/auras",
    "Tender": "rules/actions/resupply",
    "Tug": "rules/actions/tug",
}
"""Where the traits that are done live."""
NO_EFFECT = (
    "Ace", "Assault Craft", "Bomb", "CAP", "Cargo", "Catapult", "Controllable", "Dock",
    "ECCM", "Exo-Suit", "Fire Ship", "Formation", "Hangers", "Heavy",
    "Launchers", "Marines", "Repair", "Sensor Array", "Tender", "Tug",
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
    **dict.fromkeys(("Bomb", "Grappler", "Snub", "Swarm"), "rules/test_dogfight"),
    **dict.fromkeys(("Cloak", "Emissions", "Command"), "rules/test_electronics"),
    **dict.fromkeys(("CMM", "Barrier"), "rules/test_cluster_munitions"),
    **dict.fromkeys(("Precise", "Shield", "Autohit", "Self Destruct", "Renowned"), "rules/test_damage_traits"),
    **dict.fromkeys(("Tug", "Static"), "rules/test_tug"),
    **dict.fromkeys(("Assault Craft", "Exo-Suit", "Marines"), "rules/test_boarding"),
    **dict.fromkeys(("Cargo", "Tender"), "rules/test_resupply"),
    "Fire Ship": "rules/test_ram",
    "Repair": "rules/test_repair",
    "Sensor Array": "rules/test_combined_attack",
}
"""Where the tests of a trait are, if not with the other traits."""

TRAITS: tuple[Rule, ...] = (
    *chapter(
        "Traits > Fuel Tanks", "rules/test_fuel",
        ("Extra Fueled", "Two more Fuel for one activation; what is left fills up its own tanks.", "rules/facts/fuel"),
    ),
    *chapter(
        "Traits", "rules/test_damage",
        ("System Trait", "A trait with boxes that critical hits mark and repairs clear.", "rules/harm/critical"),
    ),
    *(
        rule(each.name, each.place, each.summary, LIVES.get(each.name, ""), TESTS.get(each.name, "rules/test_traits"))
        for each in (*MODEL_TRAITS.values(), *WEAPON_TRAITS.values())
    ),
)  # fmt: skip
