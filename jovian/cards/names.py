"""The closed lists of names that a card may use."""

from __future__ import annotations

from typing import NamedTuple

# --- cargo names ---
# What the slots of the Cargo trait may hold: each module's price, what it does in a sentence, and its place.
#
# The prices are ours; the book leaves them to upgrade cards. They count as upgrades (v1.2.4 Fleet > Point
# Restrictions).


class CargoRule(NamedTuple):
    """One kind of cargo."""

    name: str
    tv: int
    """Threat Value that one module costs."""
    summary: str
    """What it does, in one sentence."""
    place: str
    """Where the book says so."""


def _cargo_rules(*rows: tuple[str, int, str, str]) -> dict[str, CargoRule]:
    return {name: CargoRule(name, tv, text, f"v1.2.4 Action > {place}") for name, tv, text, place in rows}


CARGO: dict[str, CargoRule] = _cargo_rules(
    ("Drone Munitions", 3, "Resupply refills the Drone Bays of whom it reaches.", "Resupply"),
    ("Fuel Pods", 2, "Resupply refills Fuel, and gives Fuel Tanks to squadrons aboard.", "Resupply"),
    ("Marines", 3, "Resupply replaces the marines that were sent out or lost.", "Resupply"),
    ("Debris Dispenser", 3, "Leaves a Debris Field where the ship stands.", "Deploy Debris Field"),
    ("Decoy Drones", 4, 'Hides what is near under a Decoy Drone Swarm, up to 6" away.', "Deploy Decoy Drones"),
)
"""Cargo by name; a ship takes each at most once, and not more of them than its Cargo trait says."""


# --- terrain names ---
# The terrain that a scenario file may lay out: each kind's name, and what shape a piece of it may have.
#
# What a kind does in play is a `TerrainKind` of the rules layer.

OFF, GENERATED, SYMMETRIC, PLACED = "off", "generated", "symmetric", "placed"
BY_LOT = (GENERATED, SYMMETRIC)
LAYOUTS = (*BY_LOT, PLACED)
"""How a table may be laid out besides piece by piece: by lot, by lot and mirrored, by the players."""
EDGES = ("north", "east", "south", "west")
"""The edges of the table, clockwise from the one up the table."""


class TerrainRule(NamedTuple):
    """How a piece of one kind is written down."""

    name: str
    least: float = 0.5
    """Inches: the least and greatest radius of a circle."""
    greatest: float = 24.0
    usual: float | None = None
    """The radius that it has if none is given, None if one must be."""
    outline: bool = False
    """May it have corners rather than a radius?"""
    tail: bool = False
    """Does it draw a tail after it, whose length and width are given?"""
    edge: bool = False
    """Does it lie along an edge of the table, rather than at a place of its own?"""
    band: bool = False
    """Is it a band along that edge, as thick as others have a radius, or by a die if no thickness is given?"""
    stated: bool = False
    """Does the book say how large it is, so that corners must lie as far apart as those of such a circle?"""
    owned: bool = False
    """Is it a space station, a model that a side may own?"""
    boarded: bool = False
    """Is it a model that marines may board?"""

    @property
    def searched(self) -> bool:
        """Is it an unidentified object, which nobody owns and marines may search?"""
        return self.boarded and not self.owned


TERRAIN_KINDS: dict[str, TerrainRule] = {
    each.name: each
    for each in (
        TerrainRule("asteroid-field", outline=True),
        TerrainRule("particle-cloud", outline=True),
        TerrainRule("debris-field", 4.0, 4.0, usual=4.0),
        TerrainRule("large-asteroid", 1.0, 2.0, outline=True, stated=True),
        TerrainRule("small-moon", 2.0, 9.0, outline=True, stated=True),
        TerrainRule("wreck", 1.0, 2.0, usual=1.0),
        TerrainRule("comet", 1.0, 2.0, tail=True),
        TerrainRule("decoy-swarm", 3.0, 4.0, usual=4.0),
        TerrainRule("space-station", 1.0, 3.0, usual=1.5, owned=True, boarded=True),
        TerrainRule("unidentified-object", 1.0, 2.0, usual=1.0, boarded=True),
        TerrainRule("planet", edge=True),
        TerrainRule("atmosphere", 3.0, 6.0, edge=True, band=True),
    )
}
"""By name, in the order in which a file that names another is told of them."""


# --- trait names ---
# Every trait of the book: what may follow its name on a card, what it does in a sentence, and its place.
#
# These sentences feed tooltips and the rules finder; what a trait does in play is an effect of the rules layer.

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
    **_list("Scenarios > Water Raid", ("Fuel Pods", BARE, "Once a game it has two more Fuel for one activation.")),
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


# --- upgrade names ---
# The closed lists of upgrades: their kinds, who may carry them, what they may raise, the classes of hardpoints.

CHARACTER, FITTING, WEAPON = "character", "squadron", "weapon"
UPGRADE_KINDS = (CHARACTER, FITTING, WEAPON)
"""Somebody aboard a ship; something that a squadron has more of; what fills a hardpoint."""
SPINAL = "SPN"
SLOTS = ("I", "II", "III", SPINAL)
"""The classes of hardpoints, v1.2.4 Fleet > Hardpoints."""
CARRIERS = ("capital", "exo-armor", "fighter")
"""Who may have an upgrade: capital ships, or squadrons of a type."""
USUAL = {CHARACTER: CARRIERS[:1], FITTING: CARRIERS[1:], WEAPON: CARRIERS[:1]}
"""Who may have an upgrade of a kind that does not say so."""
RATINGS = ("speed", "fire_control", "turns", "skill")
"""Plain ratings that an upgrade may raise."""
BOXES = ("marines", "fuel")
"""Tracks that an upgrade may give another box, one higher than the highest."""
UNUSED = "Hardpoint"
"""The type of the weapon that stands where none is, or where none is known."""


# --- older names ---
# Traits that only older texts have. A card may print them; they do something where an option of the game says so.


def _older_list(*rows: tuple[str, str, str, str, str]) -> dict[str, TraitRule]:
    return {
        name: TraitRule(name, takes, f"Does nothing, unless the game is played with the option '{option}'.",
                        f"{text} {chapter} > {name}")
        for name, takes, option, text, chapter in rows
    }  # fmt: skip


OLDER_SYSTEMS: dict[str, TraitRule] = _older_list(
    ("Countermeasures", MAYBE, "countermeasures", "v1.2.2", "Traits"),
    ("Drones", MAYBE, "drones", "v1.2.2", "Traits"),
    ("Minelayer", MAYBE, "mines", "v1.2.2", "Traits"),
    ("Snooper", MAYBE, "snooper", "v1.2.2", "Traits"),
)
"""Those that a critical hit can damage."""

OLDER_TRAITS: dict[str, TraitRule] = {
    **OLDER_SYSTEMS,
    **_older_list(
        ("Fleet Tender", BARE, "tender", "v1.2.3", "Traits"),
        ("Overthrust", LEVEL, "overthrust", "v1.2.2", "Traits"),
        ("Ring Module", BARE, "ring_module", "v1.2.2", "Traits"),
        ("Sensor Drone", BARE, "sensor_drone", "v1.2.2", "Traits"),
        ("Sweeper", BARE, "mines", "v1.2.2", "Traits"),
    ),
}  # fmt: skip
"""Of models."""

OLDER_WEAPON_TRAITS: dict[str, TraitRule] = _older_list(
    ("Ace", BARE, "ace", "v1.2.2", "Weapon Traits"),
    ("Array", BARE, "array", "v1.2.2", "Weapon Traits"),
)

SYSTEMS = {**SYSTEM_TRAITS, **OLDER_SYSTEMS}
"""Every trait that a critical hit can damage, whatever text has it."""
CARD_TRAITS = {**MODEL_TRAITS, **OLDER_TRAITS}
"""Every trait that may stand on the trait line of a unit card."""
CARD_WEAPON_TRAITS = {**WEAPON_TRAITS, **OLDER_WEAPON_TRAITS}
"""Every trait that may stand on a weapon line."""


# --- names ---
# The closed lists: every name that a card may use. What is not in them is refused when a card is read.

FACTIONS = ("CEGA", "Jovian", "Venusian")
"""Who fields fleets."""

COMMON = "Common"
"""What drones are built by: everybody has them, and no fleet is of it."""

KINDS = ("capital", "squadron")
"""The two kinds of unit card, v1.2.4 Components > Unit Cards."""

PRINTED_WEAPONS = (
    "Beam Projector",
    "Kinetic Cannon",
    "Mass Driver",
    "Missile",
    "Particle Cannon",
    "Lance",
    "Drone Bay",
)
"""What a card prints, v1.2.4 Attack > Weapon Type."""

WEAPON_TYPES = (*PRINTED_WEAPONS, "Point Defense", UNUSED)
"""With what every capital ship has besides, and what stands for a hardpoint without a weapon."""

MISSILE_KINDS = ("AC", "AS", "Nuke", "Torpedo")
"""v1.2.4 Attack > Missile; cluster munitions and swarms are weapon traits of these."""

ARCS = ("turret", "fore", "port", "starboard", "aft", "spinal")
"""v1.2.4 Attack > Model Arcs."""

CONTACTS = ("fore", "starboard", "aft", "port")
"""The sides of a base at which another may be placed in contact."""

SQUADRON_TYPES = ("exo-armor", "fighter", "drone")
"""v1.2.4 Components > Squadron."""

DRONE_CLASSES = (1, 2, 3)
"""v1.2.4 Attack > Drone."""

MAGNITUDES = ("D", "T", "Q+")
"""What may follow Autohit."""

STATION_WEAPONS = {"kinetic": "Kinetic Cannon", "beam": "Beam Projector"}
"""What a space station may be armed with, and the type of weapon that it is, v1.2.4 Terrain > Space Stations."""

ZONES = ("standard", "beacons", "corners")
"""v1.2.4 Scenarios > Deployment Zone."""

DEPLOYMENTS = ("fleet", "escalating")
"""v1.2.4 Scenarios > Deployment Type."""

INITIATIVES = ("random", "attacker-defender")
"""How the side with initiative is found, unless the scenario names it."""

FATES = ("table", "embarked", "reserve", "withdrawn", "destroyed", "captured", "crippled")
"""What may have become of a model that an objective counts."""

ROLES = ("attacker", "defender")
"""What the sides are in a scenario that has roles, the one with initiative first."""

PLACED_STATES = (
    "boarded",
    "captured",
    "crippled",
    "evading",
    "extra-fueled",
    "fuel-pod",
    "hard-burn",
    "overdriven-defense",
    "overdriven-sensors",
    "overdriven-thrusters",
    "station-keeping",
    "stealthed",
    "suppressed",
    "targeted",
    "towed",
)
"""The states that a placed model may be in: those that last beyond an activation.

Escorting and assaulting need a ship, and have keys of their own.
"""


def slug(text: str) -> str:
    """Lower case with hyphens for everything but letters and digits: `Shan-Yu` becomes `shan-yu`."""
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in text.lower()).split()
    return "-".join(words)


__all__ = [
    "ARCS",
    "CARGO",
    "COMMON",
    "CONTACTS",
    "DEPLOYMENTS",
    "DRONE_CLASSES",
    "EDGES",
    "FACTIONS",
    "FATES",
    "INITIATIVES",
    "KINDS",
    "LAYOUTS",
    "MAGNITUDES",
    "MISSILE_KINDS",
    "MODEL_TRAITS",
    "PLACED_STATES",
    "PRINTED_WEAPONS",
    "ROLES",
    "SQUADRON_TYPES",
    "STATION_WEAPONS",
    "SYSTEM_TRAITS",
    "TERRAIN_KINDS",
    "WEAPON_TRAITS",
    "WEAPON_TYPES",
    "ZONES",
    "CargoRule",
    "TerrainRule",
    "TraitRule",
    "slug",
]
