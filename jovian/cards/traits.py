"""The traits of units and weapons: how a card prints them, what they need, what they do, and what they cost.

A trait has one row here. Code joins it by name: a class of effects (`class Barrier(Effect, trait="Barrier")`), or a
procedure that reads the trait from the card (`@implements("CAP")`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from jovian.frozen import frozen

# --- Rows ---

BARE, LEVEL, MAYBE, MAGNITUDE = "bare", "level", "maybe", "magnitude"
"""The text after the name of a trait: nothing; a number; a number or nothing; D, T, or Q+."""


@frozen
class TraitRule:
    """The row of a trait."""

    name: str
    takes: str
    """BARE, LEVEL, MAYBE, or MAGNITUDE."""
    price: float
    """TV per level for a unit, a factor for a weapon (`fleets/price.py`)."""
    summary: str
    """Its effect, in a sentence or two."""
    is_system: bool = False
    """Whether a critical hit can damage it."""
    weapon_type: str = ""
    """The only weapon type that may have it, "" if any may."""
    rating: str = ""
    """The rating that the weapon needs, `AC` or `AS`, "" if none."""
    excludes: str = ""
    """The trait that the weapon can't have too, "" if none."""
    place: str = ""
    """Its place in the rulebook."""


def _rows(chapter: str, *rules: TraitRule) -> dict[str, TraitRule]:
    return {rule.name: replace(rule, place=f"{chapter} > {rule.name}") for rule in rules}


MODEL_TRAITS: dict[str, TraitRule] = {
    **_rows(
        "v1.2.4 Traits",
        TraitRule("Catapult", MAYBE, 0.85, 'It may launch squadrons into its fore arc, up to 6" away.', is_system=True),
        TraitRule("Cloak", BARE, 4.0,
                  "Guns always have it at Long Range. Missiles and close fights aren't affected.", is_system=True),
        TraitRule("Hangers", LEVEL, 1.2,
                  "Room for this many embarked squadrons, which may be repaired aboard.", is_system=True),
        TraitRule("Launchers", MAYBE, 0.5, 'It may launch squadrons up to 3" away instead of 1".', is_system=True),
        TraitRule("Sensor Array", MAYBE, 1.3,
                  "May order a Combined Attack without firing at the target itself.", is_system=True),
        TraitRule("Assault Craft", BARE, 0.1, 'Its marines may board from 3" away rather than 1".'),
        TraitRule("Barrier", BARE, 1.5,
                  'Its Point Defense reaches 6". Friends within 6" get a flex die from it, or use its Defense.'),
        TraitRule("CAP", BARE, 0.75, "One friendly squadron may fly escort around this ship."),
        TraitRule("Cargo", LEVEL, 0.2, "Has this many slots for cargo upgrades, whose contents stay hidden."),
        TraitRule("Command", BARE, 2.15,
                  "Friends within their own Signature of it may use its Skill for skill tests, except for repairs."),
        TraitRule("Comms", BARE, 0.55, "A squadron with it may declare Drone Command and Vector Attack."),
        TraitRule("Controllable", BARE, 0.0, "May be activated by Drone Command."),
        TraitRule("Dock", BARE, 2.0, "May start the game with one capital ship aboard."),
        TraitRule("ECCM", LEVEL, 1.45, "Takes away this many levels of its target's ECM."),
        TraitRule("ECM", LEVEL, 2.5, "Attackers get -1 for each rating that their ECCM doesn't cancel."),
        TraitRule("Emissions", LEVEL, -1.0, "Its attackers add this level to their Sensors."),
        TraitRule("Energy Armor", LEVEL, 1.5,
                  "Adds to Armor in all arcs against Beam Projectors and Particle Cannons."),
        TraitRule("Escort", BARE, 1.0,
                  "A ship deploys when squadrons deploy. "
                  "A squadron may start or end an escort in any of its activations, even without Air patrol."),
        TraitRule("Evasive", BARE, 1.6, "Shots from beyond Short Range (not missiles) are opposed by its Skill."),
        TraitRule("Expendable", BARE, 0.5, "Counts in full for its owner even when crippled or destroyed."),
        TraitRule("Fast", BARE, 1.05,
                  "To catch it, others pass a test or lose 1 Fuel. "
                  "It dodges with 1 more flex die, and may Boost with up to 3 Fuel."),
        TraitRule("Fire Ship", BARE, 0.0, "May ram while it has more than one Structure left."),
        TraitRule("Formation", BARE, 0.75, "Two squadrons of the kind may deploy and act as one."),
        TraitRule("Fuel Tanks", BARE, 0.6, "A squadron starts with spare Fuel. A ship hands out spare Fuel."),
        TraitRule("Grappler", BARE, 1.0, "+1 Skill in interceptions and dogfights."),
        TraitRule("Heavy", BARE, 0.0, "Ratings printed as ST stay at the starting Structure."),
        TraitRule("Interceptor", BARE, 1.0, 'For 1 Fuel, it intercepts within its Speed in inches instead of 3".'),
        TraitRule("Jammer", BARE, 2.0, "Missiles at models within 6\" of it fail, for both sides. Nukes don't."),
        TraitRule("Marines", LEVEL, 0.5, "Carries marines of this rating."),
        TraitRule("Q-Ship", BARE, 1.0,
                  "The contents of its hardpoints are secret until the first one is used. Then all are public."),
        TraitRule("Reactive Armor", LEVEL, 2.0,
                  "Adds to Armor in all arcs against Mass Drivers, Kinetic Cannons and Missiles."),
        TraitRule("Renowned", MAYBE, 1.0, "+1 Skill. It is worth more to the side that destroys or captures it."),
        TraitRule("Repair", LEVEL, 1.15,
                  "Repairs squadrons with this many flex dice, and ships with this much on the die."),
        TraitRule("Self Destruct", BARE, -12.2, "It is destroyed once its first attack or action has been resolved."),
        TraitRule("Sluggish", BARE, -0.5, "It turns only at the end of its move, and can't Evade."),
        TraitRule("Shield", BARE, 2.5, "Sets of value 1 and 2 do 1 less damage."),
        TraitRule("Static", BARE, -3.0, "It doesn't move by itself. A Tug may drag it."),
        TraitRule("Stealth", MAYBE, 1.6, 'It counts as 6" farther away for missiles, for each level.'),
        TraitRule("TD", BARE, 1.0,
                  "Friendly missiles escalate against targets in its Optimum Range. "
                  "At Short Range, their Stealth doesn't count."),
        TraitRule("Tender", BARE, 1.0, 'Resupplies better, and from up to 12" away.'),
        TraitRule("Tug", BARE, 0.5, 'May drag a Static model within 3" towards itself.'),
    ),
    **_rows(
        "v1.2.4 Traits > Formation",
        TraitRule("Ace", BARE, 0.5, "May join a Formation of its own kind as the third squadron."),
    ),
    **_rows(
        "v1.2.4 Components",
        TraitRule("Exo-Suit", BARE, 0.7, "Small enough to board, one marine for every two Structure left (R65)."),
    ),
    **_rows(
        "v1.2.4 Scenarios > Water Raid",
        TraitRule("Fuel Pods", BARE, 0.5, "Once per game, it has 2 more Fuel for 1 activation."),
    ),
}  # fmt: skip
"""The traits of units in v1.2.4."""

WEAPON_TRAITS: dict[str, TraitRule] = _rows(
    "v1.2.4 Traits > Weapon Traits",
    TraitRule("AP", BARE, 1.1, "Ignores up to 2 ratings of printed Armor."),
    TraitRule("Autofire", BARE, 1.3,
              "It may fire without Fire Control at an active enemy as the enemy comes into range."),
    TraitRule("Autohit", MAGNITUDE, 1.05, "Hits without a roll, with its printed Magnitude and a random value."),
    TraitRule("Bomb", BARE, 1.0, "Reaches planets from high orbit, but is of no use in a dogfight."),
    TraitRule("CMM", BARE, 1.2,
              'Its AS may replace Defense against missiles, squadrons, and bombers. It helps friends within 6".',
              weapon_type="Missile", rating="AS"),
    TraitRule("Limited", BARE, 0.8, "It is used up after its first attack and can't be repaired."),
    TraitRule("Link", BARE, 1.1,
              "Weapons of one type with a shared arc fire together for 1 Fire Control, with +1 for each further "
              "weapon."),
    TraitRule("Precise", BARE, 0.85,
              "The attacker chooses what a double damages, even a system trait. "
              "Weapons break on a 4+ (spinal 5+)."),
    TraitRule("Sniper", BARE, 1.45, "May fire at Long Range, at -3."),
    TraitRule("Snub", BARE, 1.05, "+1 at Short Range, in a Dogfight and in a Bombing Run."),
    TraitRule("Swarm", BARE, 0.8,
              "Range 9\", 2 more dice at close quarters. Triples and better lose 1 Magnitude, doubles don't.",
              weapon_type="Missile", excludes="CMM"),
)  # fmt: skip
"""The traits of weapons in v1.2.4."""


# --- Traits of older editions ---
# A card may print them. They have an effect if an option of the game turns them on.


def _older(name: str, takes: str, option: str, price: float = 0.0, *, is_system: bool = False) -> TraitRule:
    return TraitRule(name, takes, price, f"Has no effect unless the option '{option}' of the game is on.", is_system)


OLDER_TRAITS: dict[str, TraitRule] = {
    **_rows(
        "v1.2.2 Traits",
        _older("Countermeasures", MAYBE, "countermeasures", is_system=True),
        _older("Drones", MAYBE, "drones", is_system=True),
        _older("Minelayer", MAYBE, "mines", is_system=True),
        _older("Snooper", MAYBE, "snooper", is_system=True),
    ),
    **_rows("v1.2.3 Traits", _older("Fleet Tender", BARE, "tender")),
    **_rows(
        "v1.2.2 Traits",
        _older("Overthrust", LEVEL, "overthrust"),
        _older("Ring Module", BARE, "ring_module"),
        _older("Sensor Drone", BARE, "sensor_drone"),
        _older("Sweeper", BARE, "mines"),
    ),
}
"""The traits of units that only older editions have."""

CARD_TRAITS = {**MODEL_TRAITS, **OLDER_TRAITS}
"""The traits that a unit card may print."""
CARD_WEAPON_TRAITS = {
    **WEAPON_TRAITS,
    **_rows("v1.2.2 Weapon Traits", _older("Ace", BARE, "ace", 1.0), _older("Array", BARE, "array", 1.0)),
}
"""The traits that a weapon line may print."""
SYSTEMS = {name: rule for name, rule in CARD_TRAITS.items() if rule.is_system}
"""The traits that a critical hit can damage."""


# --- Code ---

Code = TypeVar("Code", bound=Callable[..., Any])

IMPLEMENTATIONS: dict[str, tuple[str, str]] = {
    "Cargo": ("cards/fleet_builder: checked_cargo", "cards/test_cargo"),
    "Heavy": ("cards/fleet: _dice", "cards/test_unit_cards"),
}
"""The code of each trait of v1.2.4 that is done, and the file of its tests, as in `rules/book.py`.

`implements` adds all but those of the card reader, which is loaded only when cards are read.
"""


def implements(*traits: str, tests: str = "rules/test_traits") -> Callable[[Code], Code]:
    """Return a decorator for a class or function that implements traits."""

    def register(code: Code) -> Code:
        for trait in traits:
            before = f"{IMPLEMENTATIONS[trait][0]}, " if trait in IMPLEMENTATIONS else f"{home(code)}: "
            IMPLEMENTATIONS[trait] = f"{before}{code.__qualname__}", tests
        return code

    return register


def home(code: Callable[..., Any]) -> str:
    """Return the file of a class or function: `rules/actions/any_model`."""
    return code.__module__.removeprefix("jovian.").replace(".", "/")
