"""What a unit is worth in Threat Value: the yardstick that keeps the three factions comparable.

Points for hull, movement and crew, for traits, and for guns. A pool of n dice is worth n(n + 1) / 4, since
sets grow with pairs of dice; guns beyond the Fire Control rating count 40 %, the best first. A Drone Bay is worth
its stock, less than as many free squadrons, since drones wait for commands. Printed TV may stray a little. Drones
cost nothing themselves; the yardstick keeps those of one class alike. The weights are fitted to play: the cards are as
they are because their fleets are even (docs/performance.md), and the weights price those cards.
"""

from __future__ import annotations

from jovian.cards import UnitCard, WeaponCard

TYPES = {
    "Beam Projector": 1.6,
    "Kinetic Cannon": 1.0,
    "Mass Driver": 1.0,
    "Missile": 0.95,
    "Particle Cannon": 1.15,
    "Lance": 1.0,
}
WEAPON_TRAITS = {
    "Link": 1.1, "Autofire": 1.3, "Sniper": 1.45, "AP": 1.1,
    "Precise": 0.85, "CMM": 1.2, "Swarm": 0.8, "Snub": 1.05, "Limited": 0.8,
    "Autohit": 1.05,
}  # fmt: skip
TRAITS = {
    "Hangers": 1.2, "Catapult": 0.85, "Launchers": 0.5, "CAP": 0.75, "Command": 2.15, "ECM": 2.5, "ECCM": 1.45,
    "Stealth": 1.6, "Evasive": 1.6, "Interceptor": 1.0, "Fast": 1.05, "Grappler": 1.0, "Repair": 1.15,
    "Sensor Array": 1.3, "Assault Craft": 0.1, "Energy Armor": 1.5, "Reactive Armor": 2.0, "TD": 1.0,
    "Formation": 0.75, "Comms": 0.55, "Escort": 1.0, "Fuel Tanks": 0.6, "Dock": 2.0, "Controllable": 0.0,
    "Cargo": 0.5, "Tender": 1.0, "Tug": 0.5, "Sluggish": -0.5, "Barrier": 1.5, "Shield": 2.5, "Cloak": 4.0,
    "Jammer": 2.0, "Emissions": -1.0, "Fire Ship": 0.0, "Exo-Suit": 0.7, "Marines": 0.5,
    "Static": -3.0, "Self Destruct": -6.0, "Expendable": 0.5, "Q-Ship": 1.0, "Heavy": 0.0,
}  # fmt: skip
SQUADRON_TRAIT = 0.4
AUTOHIT = {"D": 4, "T": 6, "Q+": 8}
"""The dice that a hit without a roll is worth."""
NUKE = 1.5
"""A burst strikes whoever is near."""
LANCE = 2.0
STOCK = {1: 0.85, 2: 2.0, 3: 2.95}
"""A box of a Drone Bay by the class of what it holds."""
DRONE_WORTH = {1: (5.0, 6.0), 2: (7.0, 8.5), 3: (9.5, 11.0)}
"""Least and most by the class of a drone."""
TOLERANCE = 0.06


def worth(card: UnitCard) -> float:
    """Threat Value by the yardstick."""
    ship = card.kind == "capital"
    bays = _total([STOCK[box] for mount in card.mounts for box in mount.weapon.stock])
    guns = sorted((_gun(mount.weapon, ship) for mount in card.mounts if not mount.weapon.stock), reverse=True)
    fire = card.fire_control
    shots = _total(guns[:fire]) + 0.4 * _total(guns[fire:])
    traits = _total([TRAITS[trait.name] * (trait.level or 1) for trait in card.traits])
    return shots + bays + _hull(card) + traits * (1.0 if ship else SQUADRON_TRAIT)


def _hull(card: UnitCard) -> float:
    boxes = {track: len(found) for track, found in card.tracks.items()}
    if card.kind == "squadron":
        return (
            0.9 * boxes["structure"]
            + card.armor["fore"]
            + 0.2 * card.speed
            + 0.4 * boxes["fuel"]
            + 0.5 * (card.skill + card.sensors)
        )
    armor = card.armor["fore"] + 1.5 * card.armor["side"] + 0.5 * card.armor["aft"]
    soft = boxes["defense"] + boxes["sensors"] + 0.7 * boxes["thrusters"] + 0.4 * boxes["marines"]
    return 2.4 * boxes["structure"] + armor + soft + 0.6 * card.speed + 0.6 * card.turns + card.skill


def _gun(weapon: WeaponCard, ship: bool) -> float:
    if weapon.type == "Lance":
        return LANCE
    sure = weapon.trait("Autohit")
    against = [AUTOHIT[sure.note] if sure and rating else rating for rating in (weapon.ac, weapon.as_)]
    power = 0.5 * _dice(against[0]) + 0.4 * _dice(against[1]) + 0.6 * weapon.macro
    power *= NUKE if weapon.missile == "Nuke" else 1.0
    power *= TYPES[weapon.type] * (_reach(weapon) if ship else 1.0)
    for trait in weapon.traits:
        power *= WEAPON_TRAITS[trait.name]
    return power


def _reach(weapon: WeaponCard) -> float:
    if weapon.spinal:
        return 0.75
    return 1.2 if "turret" in weapon.arcs else 0.75 + 0.1 * len(weapon.arcs)


def _dice(rating: int | None) -> float:
    return 0.0 if rating is None else rating * (rating + 1) / 4


def _total(values: list[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


def stray(card: UnitCard) -> str:
    """How the price of a card strays from its worth, "" if it does not."""
    found = worth(card)
    if card.drone:
        least, most = DRONE_WORTH[card.drone_class or 0]
        good = card.tv == 0 and least <= found <= most
        said = f"costs {card.tv} TV and is worth {found:.1f}, a drone of its class 0 and {least} to {most}"
        return "" if good else said
    return f"costs {card.tv} TV, worth {found:.1f}" if abs(card.tv - found) > TOLERANCE * found else ""
