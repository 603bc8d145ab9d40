"""The closed lists of names that cards, fleets, and scenarios may use. A file with any other name is refused.

The sentences on traits and cargo are shown in tooltips and by the `rules` command.
"""

from __future__ import annotations

from typing import NamedTuple

# --- Upgrades ---

CHARACTER, FITTING, WEAPON = "character", "squadron", "weapon"
UPGRADE_KINDS = (CHARACTER, FITTING, WEAPON)
"""A character aboard a ship; an improvement of a squadron; a weapon for a hardpoint."""
SPINAL = "SPN"
SLOTS = ("I", "II", "III", SPINAL)
"""The classes of hardpoints, v1.2.4 Fleet > Hardpoints."""
CARRIERS = ("capital", "exo-armor", "fighter")
"""The units that may have an upgrade: capital ships, or squadrons of a type."""
DEFAULT_CARRIERS = {CHARACTER: CARRIERS[:1], FITTING: CARRIERS[1:], WEAPON: CARRIERS[:1]}
"""The carriers of an upgrade whose file names none, by kind."""
RATINGS = ("speed", "fire_control", "turns", "skill")
"""Plain ratings that an upgrade may raise."""
BOXES = ("marines", "fuel")
"""Tracks to which an upgrade may add a box, one higher than the highest."""
UNUSED = "Hardpoint"
"""The weapon type of a hardpoint that is empty, or whose weapon is unknown."""


# --- Units, weapons, and scenarios ---

FACTIONS = ("CEGA", "Jovian", "Venusian")
"""The factions that have fleets."""

FACTION_DOCTRINES = {
    "CEGA": (
        "CEGA ships are slow, well armored ahead, and made to come close. Mass drivers break systems, missiles fill "
        "the space between, and marines take the wrecks. Its squadrons are cheap and many. Lunar Strike Group and "
        "First Battle Fleet show it."
    ),
    "Jovian": (
        "Jovian ships hit hard from afar with beams, and fire to all sides. Carriers and tenders keep good pilots in "
        "the fight, who dodge distant fire. Their hulls are light, so they choose when to come close. Ganymede Battle "
        "Line and Second Jovian Fleet show it."
    ),
    "Venusian": (
        "Venusian ships turn as no others do, and jamming and stealth make them hard to hit. They strike from the side "
        "with particle cannons and precise beams, and are gone before the answer. They can take few hits. Aphrodite "
        "Task Force and Celestial Fleet show it."
    ),
}
"""How a fleet of each faction fights, and ready fleets that show it."""

COMMON = "Common"
"""The faction of drones that each fleet can launch. No fleet belongs to it."""

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
"""The weapon types that a card prints (v1.2.4 Weapons > Weapon Attributes)."""

WEAPON_TYPES = (*PRINTED_WEAPONS, "Point Defense", UNUSED)
"""All weapon types, including the Point Defense of each capital ship and hardpoints without a weapon."""

MISSILE_KINDS = ("AC", "AS", "Nuke", "Torpedo")
"""v1.2.4 Weapons > Missile. Cluster munitions and swarms are weapon traits of missiles."""

ARCS = ("turret", "fore", "port", "starboard", "aft", "spinal")
"""v1.2.4 Attack > Model Arcs."""

CONTACTS = ("fore", "starboard", "aft", "port")
"""The sides of a base at which another base may be placed in contact."""

SQUADRON_TYPES = ("exo-armor", "fighter", "drone")
"""v1.2.4 Components > Squadron."""

SHIP_ROLES = (
    "corvette", "frigate", "destroyer", "cruiser", "battleship", "carrier", "monitor", "raider", "scout",
    "assault ship", "tender", "transport", "q-ship", "station", "space mine",
)  # fmt: skip
SQUADRON_ROLES = ("exo-armor", "exo-suit", "fighter", "interceptor", "bomber", "gunboat", "scout", "drone")
"""The roles that a card may name. No rule uses them."""

DRONE_CLASSES = (1, 2, 3)
"""v1.2.4 Weapons > Drone."""

MAGNITUDES = ("D", "T", "Q+")
"""The magnitudes that may follow Autohit."""

STATION_WEAPONS = {"kinetic": "Kinetic Cannon", "beam": "Beam Projector"}
"""The weapons of a space station, and their weapon types (v1.2.4 Terrain > Space Stations)."""

ZONES = ("standard", "beacons", "corners")
"""v1.2.4 Scenarios > Deployment Zone."""

DEPLOYMENTS = ("fleet", "escalating")
"""v1.2.4 Scenarios > Deployment Type."""

INITIATIVES = ("random", "attacker-defender")
"""How the game chooses the side with initiative, unless the scenario names it."""

FATES = ("table", "embarked", "reserve", "withdrawn", "destroyed", "captured", "crippled")
"""The fates of a model that an objective can count."""

ROLES = ("attacker", "defender")
"""The roles of a scenario. The attacker has initiative."""

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
"""The states that a placed model may be in: all that outlast an activation.

Escorting and assaulting need a ship, so a scenario has separate keys for them.
"""


# --- Terrain ---
# The rules of each kind in play are in `rules/setup/catalogs.py`.

OFF, GENERATED, SYMMETRIC, PLACED = "off", "generated", "symmetric", "placed"
BY_LOT = (GENERATED, SYMMETRIC)
LAYOUTS = (*BY_LOT, PLACED)
"""How a table can be laid out without a list of terrain: at random, at random and mirrored, by the players."""
EDGES = ("north", "east", "south", "west")
"""The edges of the table, clockwise from the top."""


class TerrainRule(NamedTuple):
    """The shapes and keys that a scenario file may give a piece of one kind."""

    name: str
    min_radius: float = 0.5
    """Inches: the smallest and the largest radius of a circle."""
    max_radius: float = 24.0
    default_radius: float | None = None
    """The default radius, None if the file must give one."""
    outline: bool = False
    """Whether it may have corners instead of a radius."""
    tail: bool = False
    """Whether it has a tail with a length and a width."""
    edge: bool = False
    """Whether it lies along an edge of the table."""
    band: bool = False
    """Whether it is a band along the edge. Its thickness has the limits of the radius, and a die decides by default."""
    stated: bool = False
    """Whether the rulebook gives its size. The limits of the radius then apply to its corners, too."""
    owned: bool = False
    """Whether it is a space station, a model that a side may own."""
    boarded: bool = False
    """Whether it is a model that marines may board."""

    @property
    def searched(self) -> bool:
        """Whether it is an unidentified object, which no side owns and marines may search."""
        return self.boarded and not self.owned


TERRAIN_KINDS: dict[str, TerrainRule] = {
    rule.name: rule
    for rule in (
        TerrainRule("asteroid-field", outline=True),
        TerrainRule("particle-cloud", outline=True),
        TerrainRule("debris-field", 4.0, 4.0, default_radius=4.0),
        TerrainRule("large-asteroid", 1.0, 2.0, outline=True, stated=True),
        TerrainRule("small-moon", 2.0, 9.0, outline=True, stated=True),
        TerrainRule("wreck", 1.0, 2.0, default_radius=1.0),
        TerrainRule("comet", 1.0, 2.0, tail=True),
        TerrainRule("decoy-swarm", 3.0, 4.0, default_radius=4.0),
        TerrainRule("space-station", 1.0, 3.0, default_radius=1.5, owned=True, boarded=True),
        TerrainRule("unidentified-object", 1.0, 2.0, default_radius=1.0, boarded=True),
        TerrainRule("planet", edge=True),
        TerrainRule("atmosphere", 3.0, 6.0, edge=True, band=True),
    )
}
"""By name, in the order of error messages."""


# --- Cargo ---
# The rulebook leaves prices to upgrade cards, so these are ours. They count as upgrades (v1.2.4 Fleet > Point
# Restrictions).


class CargoRule(NamedTuple):
    """One kind of cargo."""

    name: str
    tv: int
    """The Threat Value of one module."""
    summary: str
    """Its effect, in one sentence."""
    place: str
    """Its place in the rulebook."""


def _cargo_rules(*rows: tuple[str, int, str, str]) -> dict[str, CargoRule]:
    return {name: CargoRule(name, tv, text, f"v1.2.4 Action > {place}") for name, tv, text, place in rows}


CARGO: dict[str, CargoRule] = _cargo_rules(
    ("Drone Munitions", 3, "Resupply refills the Drone Bays of ships in range.", "Resupply"),
    ("Fuel Pods", 2, "Resupply refills Fuel, and gives Fuel Tanks to squadrons aboard.", "Resupply"),
    ("Marines", 3, "Resupply replaces marines that were sent out or lost.", "Resupply"),
    ("Debris Dispenser", 3, "Leaves a Debris Field where the ship stands.", "Deploy Debris Field"),
    ("Decoy Drones", 4, 'Hides what is near under a Decoy Drone Swarm, up to 6" away.', "Deploy Decoy Drones"),
)
"""Cargo by name. A ship carries each kind at most once, and at most as many as the level of its Cargo trait."""


# --- Traits ---
# The rules of each trait in play are in `rules/traits/`.

BARE, LEVEL, MAYBE, MAGNITUDE = "bare", "level", "maybe", "magnitude"
"""The text after the name of a trait: nothing; a number; a number or nothing; D, T, or Q+."""


class TraitRule(NamedTuple):
    """A trait: how a card prints it, what it does, and its place in the rulebook."""

    name: str
    takes: str
    """BARE, LEVEL, MAYBE, or MAGNITUDE."""
    summary: str
    """Its effect, in one sentence."""
    place: str
    """Its place in the rulebook."""


def _trait_rules(chapter: str, *rows: tuple[str, str, str]) -> dict[str, TraitRule]:
    return {name: TraitRule(name, takes, text, f"v1.2.4 {chapter} > {name}") for name, takes, text in rows}


SYSTEM_TRAITS: dict[str, TraitRule] = _trait_rules(
    "Traits",
    ("Catapult", MAYBE, 'Squadrons it launches may be set down in its fore arc, up to 6" away.'),
    ("Cloak", BARE, "Counts as being at Long Range, however near it is."),
    ("Hangers", LEVEL, "Room for this many embarked squadrons, which may be repaired aboard."),
    ("Launchers", MAYBE, 'Squadrons it launches may be set down up to 3" away rather than 1".'),
    ("Sensor Array", MAYBE, "May order a Combined Attack without firing at the target itself."),
)
"""The traits that a critical hit can damage. MODEL_TRAITS contains them, too."""

MODEL_TRAITS: dict[str, TraitRule] = {
    **SYSTEM_TRAITS,
    **_trait_rules(
        "Traits",
        ("Assault Craft", BARE, 'Its marines may board from 3" away rather than 1".'),
        ("Barrier", BARE, 'Its Point Defense reaches 6", and it aids models as far away as that.'),
        ("CAP", BARE, "One friendly squadron may fly escort around this ship."),
        ("Cargo", LEVEL, "Has this many slots for cargo upgrades, whose contents stay hidden."),
        ("Command", BARE, "Friendly models within its Short Range may use its Skill for tests, except repairs."),
        ("Comms", BARE, "As a squadron it may still order Drone Command and Vector Attack."),
        ("Controllable", BARE, "May be activated by Drone Command."),
        ("Dock", BARE, "May start the game with one capital ship aboard."),
        ("ECCM", LEVEL, "Takes away this many levels of its target's ECM."),
        ("ECM", LEVEL, "Attacks on it have -1 for each level that no ECCM takes away."),
        ("Emissions", LEVEL, "Models that attack it have this much more Sensors."),
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
        ("Renowned", MAYBE, "Has one more Skill, and is worth more to the side that destroys or captures it."),
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
    **_trait_rules(
        "Components",
        ("Exo-Suit", BARE, "Small enough to board, one marine for every two Structure left (R65)."),
    ),
    **_trait_rules(
        "Scenarios > Water Raid", ("Fuel Pods", BARE, "Once a game it has two more Fuel for one activation.")
    ),
}
"""The traits of units in v1.2.4."""

WEAPON_TRAITS: dict[str, TraitRule] = _trait_rules(
    "Traits > Weapon Traits",
    ("AP", BARE, "Passes through up to two points of plain armor."),
    ("Autofire", BARE, "May fire for free at an enemy that comes into its sensor range."),
    ("Autohit", MAGNITUDE, "Hits without a roll, with this magnitude and a random value."),
    ("Bomb", BARE, "Reaches planets from high orbit, but is of no use in a dogfight."),
    (
        "CMM",
        BARE,
        "Its AS may stand in for Defense, and it helps other models against missiles and squadrons.",
    ),
    ("Limited", BARE, "Fires once, then is gone for good."),
    ("Link", BARE, "Fires together with others of its type on one Fire Control, each adding +1."),
    ("Precise", BARE, "The attacker picks what a double damages, and weapons break more easily."),
    ("Sniper", BARE, "May fire at Long Range, at -3."),
    ("Snub", BARE, "Has +1 at Short Range, in dogfights and in bombing runs."),
    ("Swarm", BARE, "A short-ranged missile, two dice better in close fights, whose big hits shrink a step."),
)
"""The traits of weapons in v1.2.4."""


# --- Traits of older editions ---
# A card may print them. They have an effect if an option of the game turns them on.


def _older_trait_rules(*rows: tuple[str, str, str, str, str]) -> dict[str, TraitRule]:
    return {
        name: TraitRule(name, takes, f"Has no effect unless the option '{option}' of the game is on.",
                        f"{text} {chapter} > {name}")
        for name, takes, option, text, chapter in rows
    }  # fmt: skip


OLDER_SYSTEMS: dict[str, TraitRule] = _older_trait_rules(
    ("Countermeasures", MAYBE, "countermeasures", "v1.2.2", "Traits"),
    ("Drones", MAYBE, "drones", "v1.2.2", "Traits"),
    ("Minelayer", MAYBE, "mines", "v1.2.2", "Traits"),
    ("Snooper", MAYBE, "snooper", "v1.2.2", "Traits"),
)
"""The ones that a critical hit can damage."""

OLDER_TRAITS: dict[str, TraitRule] = {
    **OLDER_SYSTEMS,
    **_older_trait_rules(
        ("Fleet Tender", BARE, "tender", "v1.2.3", "Traits"),
        ("Overthrust", LEVEL, "overthrust", "v1.2.2", "Traits"),
        ("Ring Module", BARE, "ring_module", "v1.2.2", "Traits"),
        ("Sensor Drone", BARE, "sensor_drone", "v1.2.2", "Traits"),
        ("Sweeper", BARE, "mines", "v1.2.2", "Traits"),
    ),
}  # fmt: skip

OLDER_WEAPON_TRAITS: dict[str, TraitRule] = _older_trait_rules(
    ("Ace", BARE, "ace", "v1.2.2", "Weapon Traits"),
    ("Array", BARE, "array", "v1.2.2", "Weapon Traits"),
)

SYSTEMS = {**SYSTEM_TRAITS, **OLDER_SYSTEMS}
"""The traits of all editions that a critical hit can damage."""
CARD_TRAITS = {**MODEL_TRAITS, **OLDER_TRAITS}
"""The traits that a unit card may print."""
CARD_WEAPON_TRAITS = {**WEAPON_TRAITS, **OLDER_WEAPON_TRAITS}
"""The traits that a weapon line may print."""


# --- Names of files ---

DEVICES = {
    "con", "prn", "aux", "nul", "conin$", "conout$",
    *(f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³"),
}  # fmt: skip
"""Names that Windows reserves for devices."""


def is_device(name: str) -> bool:
    """Return whether Windows reads a file name as a device: `aux`, and `aux .txt`."""
    return name.split(".")[0].rstrip().lower() in DEVICES


def slug(text: str) -> str:
    """Return the text in lower case, with hyphens for all but letters and digits: `Shan-Yu` becomes `shan-yu`.

    It is a valid name of a file on every system, so `Con` becomes `x-con`.
    """
    name = "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in text.lower()).split())
    return f"x-{name}" if is_device(name) else name
