"""Every trait of the book: what may follow its name on a card, what it does in a sentence, and its place.

These sentences feed tooltips and the rules finder; what a trait does in play is an effect of the rules layer.
"""

from __future__ import annotations

from typing import NamedTuple

BARE, LEVEL, MAYBE, MAGNITUDE = "bare", "level", "maybe", "magnitude"
"""What follows a name: nothing; a number; a number or nothing; D, T or Q+."""


class TraitRule(NamedTuple):
    """One entry of the closed lists of traits."""

    name: str
    takes: str
    """BARE, LEVEL, MAYBE or MAGNITUDE."""
    summary: str
    """What it does, in one sentence."""
    place: str
    """Where the book says so."""


def _list(chapter: str, *rows: tuple[str, str, str]) -> dict[str, TraitRule]:
    return {name: TraitRule(name, takes, text, f"v1.2.4 {chapter} > {name}") for name, takes, text in rows}


SYSTEM_TRAITS: dict[str, TraitRule] = _list(
    "Traits",
    ("Catapult", MAYBE, 'Squadrons it launches may be set down in its fore arc, up to 6" away.'),
    ("Cloak", BARE, "Counts as being at Long Range, however near it is."),
    ("Hangers", LEVEL, "Room for this many embarked squadrons, which may be repaired aboard."),
    ("Launchers", MAYBE, 'Squadrons it launches may be set down up to 3" away rather than 1".'),
    ("Sensor Array", MAYBE, "May order a Combined Attack without firing at the target itself."),
)
"""Traits that a critical hit can damage; also among MODEL_TRAITS."""

MODEL_TRAITS: dict[str, TraitRule] = {
    **SYSTEM_TRAITS,
    **_list(
        "Traits",
        ("Assault Craft", BARE, 'Its marines may board from 3" away rather than 1".'),
        ("Barrier", BARE, 'Its Point Defense reaches 6", and it aids models as far away as that.'),
        ("CAP", BARE, "One friendly squadron may fly escort around this ship."),
        ("Cargo", LEVEL, "Has this many slots for cargo upgrades, whose contents stay hidden."),
        ("Command", BARE, "Friends within its short range may test with its Skill, except for repairs."),
        ("Comms", BARE, "As a squadron it may still order Drone Command and Vector Attack."),
        ("Controllable", BARE, "May be activated by Drone Command."),
        ("Dock", BARE, "May start the game with one capital ship aboard."),
        ("ECCM", LEVEL, "Takes away this many levels of its target's ECM."),
        ("ECM", LEVEL, "Attacks on it have -1 for each level that no ECCM takes away."),
        ("Emissions", LEVEL, "Whoever attacks it does so with this much better Sensors."),
        ("Energy Armor", LEVEL, "Adds this much armor all round against beams and particle cannons."),
        ("Escort", BARE, "Deploys like a squadron if a ship; escorts and breaks off at will if a squadron."),
        ("Evasive", BARE, "May dodge shots from beyond Short Range: they become opposed rolls against its Skill."),
        ("Expendable", BARE, "Losing it costs its owner no victory points."),
        ("Fast", BARE, "Hard to catch, better at dodging, and may boost with a third point of Fuel."),
        ("Fire Ship", BARE, "May ram while it has more than one Structure left."),
        ("Formation", BARE, "Two squadrons of the kind may deploy and act as one."),
        ("Fuel Tanks", BARE, "Starts with spare Fuel if a squadron; hands out spare Fuel if a ship."),
        ("Grappler", BARE, "Has one more Skill in interceptions and dogfights."),
        ("Heavy", BARE, "Ratings printed as ST stay at the starting Structure."),
        ("Interceptor", BARE, "May spend Fuel to intercept as far away as its Speed."),
        ("Jammer", BARE, 'Missiles other than nukes fail against models within 6" of it.'),
        ("Marines", LEVEL, "Carries marines of this rating."),
        ("Q-Ship", BARE, "What its hardpoints hold is hidden until the first of them is used."),
        ("Reactive Armor", LEVEL, "Adds this much armor all round against shells, slugs and missiles."),
        ("Renowned", MAYBE, "Has one more Skill, and is worth more to whoever destroys or captures it."),
        ("Repair", LEVEL, "Repairs squadrons with this many flex dice, and ships with this much on the die."),
        ("Self Destruct", BARE, "Is destroyed once its first attack or action is resolved."),
        ("Sluggish", BARE, "Turns only when it has finished moving."),
        ("Shield", BARE, "Hits of value 1 or 2 do one less damage."),
        ("Static", BARE, "Does not move."),
        ("Stealth", MAYBE, 'Counts as 6" farther away from missiles, for each level.'),
        ("TD", BARE, "Guides friendly missiles at what it sees, and through Stealth when near."),
        ("Tender", BARE, 'Resupplies better, and from up to 12" away.'),
        ("Tug", BARE, 'May drag a Static model within 3" towards itself.'),
    ),
    "Ace": TraitRule(
        "Ace", BARE, "May join a Formation of its own kind as the third squadron.", "v1.2.4 Traits > Formation > Ace"
    ),
    **_list(
        "Components",
        ("Exo-Suit", BARE, "Small enough to board, one marine for every two Structure left (R65)."),
    ),
    **_list(
        "Scenarios > Water Raid", ("Fuel Pods", BARE, "Once a game it has two more Fuel for one activation.")
    ),
}
"""What may stand on the trait line of a unit card."""

WEAPON_TRAITS: dict[str, TraitRule] = _list(
    "Traits > Weapon Traits",
    ("AP", BARE, "Passes through up to two points of plain armor."),
    ("Autofire", BARE, "May fire for free at an enemy that comes into its sensor range."),
    ("Autohit", MAGNITUDE, "Hits without a roll, with this magnitude and a random value."),
    ("Bomb", BARE, "Reaches planets from high orbit, but is of no use in a dogfight."),
    (
        "CMM",
        BARE,
        "Its AS may stand in for Defense, and it lends others a hand against missiles and squadrons.",
    ),
    ("Limited", BARE, "Fires once, then is gone for good."),
    ("Link", BARE, "Fires together with others of its type on one Fire Control, each adding +1."),
    ("Precise", BARE, "The attacker picks what a double damages, and weapons break more easily."),
    ("Sniper", BARE, "May fire at Long Range, at -3."),
    ("Snub", BARE, "Has +1 at Short Range, in dogfights and in bombing runs."),
    ("Swarm", BARE, "A short-ranged missile, two dice better in close fights, whose big hits shrink a step."),
)
"""What may stand on a weapon line."""
