"""The closed lists of names that cards, fleets, and scenarios may use. A file with any other name is refused.

Traits are in `traits.py`. The sentences on cargo are shown in tooltips and by the `rules` command.
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

MISSILE_NAMES = {kind: f"{kind} Missile" for kind in MISSILE_KINDS} | {"AC": "Ship Missile", "AS": "Squadron Missile"}
"""The names of missiles without a printed name, by kind."""

TRAIT_TITLES = {"CAP": "Air patrol"}
"""What people read in place of the names of traits that are codes."""

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
