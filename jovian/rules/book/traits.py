"""Traits: what they say comes from the closed lists of the cards, where those with an effect live from the catalogs."""

from __future__ import annotations

from jovian.cards.values.names import MODEL_TRAITS, WEAPON_TRAITS
from jovian.rules.book.rule import Rule, chapter, home, rule
from jovian.rules.setup.edition import edition

NO_EFFECT = {
    "Ace": "rules/facts/formation",
    "Assault Craft": "rules/actions/board",
    "Bomb": "rules/close_combat/plans",
    "CAP": "rules/squadrons/escort",
    "Cargo": "rules/actions/resupply",
    "Catapult": "rules/harm/unloading",
    "Controllable": "rules/actions/drone_command",
    "Dock": "rules/squadrons/hangers",
    "ECCM": "rules/traits/electronics",
    "Exo-Suit": "rules/harm/boarding",
    "Fire Ship": "rules/actions/ram",
    "Formation": "rules/facts/formation",
    "Hangers": "rules/squadrons/hangers",
    "Heavy": "cards/schemas/unit_card",
    "Launchers": "rules/harm/unloading",
    "Marines": "rules/harm/boarding",
    "Repair": "rules/actions/damage_control",
    "Sensor Array": "rules/actions/combined_attack",
    "Tender": "rules/actions/resupply",
    "Tug": "rules/actions/tug",
}
"""Done without an effect of their own, and where: a procedure reads them, and a card fills in `ST` when it is read."""
EFFECTS = {**edition().traits, **edition().weapon_traits}
LIVES = {**NO_EFFECT, **{name: home(effect) for name, effect in EFFECTS.items()}}
"""Where the traits that are done live."""
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
