"""Traits: what they say comes from the closed lists of the cards, where those with an effect live from the catalogs."""

from __future__ import annotations

from jovian.cards.values.names import MODEL_TRAITS, WEAPON_TRAITS
from jovian.rules.book.rule import Rule, chapter, home, rule
from jovian.rules.setup.edition import edition

NO_EFFECT = {
    "Ace": "rules/facts/formation: refuse_formation",
    "Assault Craft": "rules/actions/generic/board: reach",
    "Bomb": "rules/close_combat/plans: Fight",
    "CAP": "rules/squadrons/escort: refuse_escort",
    "Cargo": "cards/schemas/forces/cargo: checked_cargo",
    "Controllable": "rules/actions/generic/drone_command: controllable",
    "Dock": "rules/squadrons/hangers: capacity",
    "ECCM": "rules/traits/electronics: countermeasures",
    "Exo-Suit": "rules/harm/boarding: marines",
    "Fire Ship": "rules/actions/generic/ram: Ram.refuse",
    "Formation": "rules/facts/formation: refuse_formation, members",
    "Hangers": "rules/squadrons/hangers: capacity",
    "Heavy": "cards/schemas/forces/unit_card: _dice",
    "Marines": "rules/harm/boarding: marines",
    "Repair": "rules/actions/capital_ship/damage_control: DamageControl, mending",
    "Sensor Array": "rules/actions/generic/combined_attack: has_array",
    "Tug": "rules/actions/capital_ship/tug: Tug",
}
"""Done without an effect of their own, and by what: a procedure reads them; a card fills in `ST` when it is read."""
EFFECTS = {**edition().traits, **edition().weapon_traits}
LIVES = {**NO_EFFECT, **{name: home(effect) for name, effect in EFFECTS.items()}}
"""What does the traits that are done."""
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
    "Cargo": "cards/test_cargo",
    "Q-Ship": "rules/test_q_ship",
    "Tender": "rules/test_resupply",
    "Fire Ship": "rules/test_ram",
    "Repair": "rules/test_repair",
    "Sensor Array": "rules/test_combined_attack",
}
"""Where the tests of a trait are, if not with the other traits."""

TRAITS: tuple[Rule, ...] = (
    *chapter(
        "Traits > Fuel Tanks", "rules/test_fuel",
        ("Extra Fueled", "Two more Fuel for one activation; what is left fills up its own tanks.",
         "rules/facts/fuel: tap"),
    ),
    *chapter(
        "Traits", "rules/test_damage",
        ("System Trait", "A trait with boxes that critical hits mark and repairs clear.",
         "rules/facts/marking: mark_system"),
    ),
    *(
        rule(each.name, each.place, each.summary, LIVES.get(each.name, ""), TESTS.get(each.name, "rules/test_traits"))
        for each in (*MODEL_TRAITS.values(), *WEAPON_TRAITS.values())
    ),
)  # fmt: skip
