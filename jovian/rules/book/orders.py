"""Actions, the states they enter, and the procedures that have chapters of their own."""

from __future__ import annotations

from jovian.rules.book.rule import Rule, chapter, played
from jovian.rules.setup.edition import edition

OWN_HEADINGS = [each for each in edition().actions.values() if each.place.lower() == f"v1.2.4 action > {each.name}"]
"""The actions that the book tells under their own names; of the others the parts stand below."""
TESTS = {
    **dict.fromkeys(("Board", "Purge Airlocks"), "rules/test_boarding"),
    "Bombing": "rules/test_bombing",
    "Combined Attack": "rules/test_combined_attack",
    **dict.fromkeys(("Deploy Debris Field", "Deploy Decoy Drones"), "rules/test_templates"),
    "Drone Command": "rules/test_drones",
    "Hard Burn": "rules/test_hard_burn",
    "Long Shot": "rules/test_long_shot",
    "Overdrive": "rules/test_overdrive",
    "Ram": "rules/test_ram",
    "Resupply": "rules/test_resupply",
    "Silent Running": "rules/test_silent_running",
    "Suppressing Fire": "rules/test_suppression",
    "Vector Attack": "rules/test_vector_attack",
}
"""Where the tests of an action are, if not with the other actions."""

ORDERS: tuple[Rule, ...] = (
    *played(OWN_HEADINGS, "rules/test_actions", TESTS),
    *chapter(
        "Action", "rules/test_actions",
        ("Declaring", "One action, declared first; Boost, Launch and Land come on top.", "rules/menu/declare"),
        ("Requirements", "A rating that an action needs must be there when it is declared.", "rules/rulebook/action"),
        ("Boarded", "Boarders and marines fight at the start of each activation.", "rules/harm/boarding",
         "rules/test_boarding"),
        ("Targeted", "Every attack on the ship has a bonus.", "rules/traits/conditions",
         "rules/test_combined_attack"),
        ("Evading", "Counts as Evasive, at Short Range too if it is so by nature.", "rules/shooting/evasion",
         "rules/test_states"),
        ("Launch", "An embarked model comes to the table.", "rules/squadrons/hangers",
         "rules/test_hangers"),
        ("Capital Ship Ramming Capital Ship", "Both strike with their Structure.", "rules/firing/ramming",
         "rules/test_ram"),
        ("Squadron Ramming Capital Ship", "The squadron is spent for a critical hit.", "rules/firing/ramming",
         "rules/test_ramming"),
        ("Stealthed", "Stealth and one more ECM.", "rules/traits/electronics",
         "rules/test_silent_running"),
        ("Assaulting", "Exo-armor clings to the ship that it bombed.", "rules/squadrons/assault",
         "rules/test_assault"),
        ("Boost", 'Fuel for 3" of Speed a point; Evasive for the activation.', "rules/menu/declare"),
        ("Combat Air Patrol", "A squadron takes up escort as it deploys.", "rules/squadrons/escort",
         "rules/test_escorts"),
        ("Escorting", "Flies with its ship and intercepts for it.", "rules/places/attached",
         "rules/test_escorts"),
        ("Interception", "What may be intercepted, and when not.", "rules/close_combat/interception",
         "rules/test_interception"),
        ("Active Interception", "A squadron attacks another that it has flown to.", "rules/actions/interception",
         "rules/test_interception"),
        ("Reactive Interception", "A squadron pounces on one that comes near.", "rules/close_combat/interception",
         "rules/test_interception"),
        ("Land", "A squadron goes aboard a ship with room.", "rules/squadrons/hangers",
         "rules/test_hangers"),
        ("Damage Control", "The ship repairs itself.", "rules/actions/damage_control"),
        ("Overdriven", "The rating counts as undamaged until the End Phase.", "rules/traits/conditions",
         "rules/test_overdrive"),
        ("Station Keeping", "Speed 0, and easier to hit.", "rules/traits/states", "rules/test_states"),
        ("Suppressed", "Less Thrusters, or a hit for ignoring it.", "rules/firing/suppression",
         "rules/test_suppression"),
    ),
    *chapter(
        "Bombing Run", "",
        ("Missiles and Bids", "Missiles are declared, Fuel and guns chosen in secret.", "rules/close_combat/fighters",
         "rules/test_bombing"),
        ("Attack and Defense Pools", "Both sides split their dice in secret.", "rules/close_combat/plans",
         "rules/test_bombing"),
        ("Resolving", "Both attack at once, missiles last, and the squadron flies on or clings.",
         "rules/close_combat/bombing",
         "rules/test_bombing"),
    ),
    *chapter(
        "Dogfight", "",
        ("Missiles and Bids", "Missiles are declared, Fuel and guns chosen in secret.", "rules/close_combat/fighters",
         "rules/test_dogfight"),
        ("Attack and Defense Pools", "Both sides split their dice in secret.", "rules/close_combat/plans",
         "rules/test_dogfight"),
        ("Weapon Initiative", "Beams before particles, shells and slugs; missiles last.", "rules/close_combat/fighters",
         "rules/test_dogfight"),
        ("After the Dogfight", "The survivor flies on, or the two break off.", "rules/close_combat/dogfight",
         "rules/test_dogfight"),
    ),
    *chapter(
        "Repair", "rules/test_actions",
        ("Capital Ship Repairing Itself", "A skill test and a table: ratings, then systems, then weapons.",
         "rules/actions/damage_control"),
        ("Capital Ship Repairing an Embarked Squadron", "A skill test for each squadron aboard.",
         "rules/actions/damage_control",
         "rules/test_repair"),
    ),
)  # fmt: skip
