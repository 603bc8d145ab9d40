"""The price of a unit card: what its numbers are worth in Threat Value.

- A pool of n dice is worth n(n + 1) / 4 TV, because sets grow with pairs of dice. Its dice against capital ships count
  50 %, those against squadrons 40 %.
- Weapons beyond the Fire Control rating count 40 %, the best first.
- A Drone Bay is worth less than its stock as free squadrons, because drones wait for commands.
- Boxes, armor, speed, and traits (`cards/traits.py`) add a fixed value each. Empty hardpoints add none: a fleet pays
  for their weapons.

The weights are fitted to played games. `python -m tools.check_contents` checks that each card of the game costs what
it is worth, within 6 %.
"""

from __future__ import annotations

from jovian.cards import UnitCard, WeaponCard
from jovian.cards.traits import CARD_TRAITS, CARD_WEAPON_TRAITS

TYPE_FACTORS = {
    "Beam Projector": 1.6, "Kinetic Cannon": 1.0, "Mass Driver": 1.0, "Missile": 0.95, "Particle Cannon": 1.15,
    "Lance": 1.0,
}  # fmt: skip
SHIP_TRAIT_FACTOR, SQUADRON_TRAIT_FACTOR = 1.25, 0.4
AUTOHIT_DICE = {"D": 4, "T": 6, "Q+": 8}
"""The dice that an automatic hit of a magnitude is worth."""
NUKE_FACTOR = 1.5
LANCE_VALUE = 2.0
STOCK_VALUES = {1: 0.85, 2: 2.0, 3: 2.95}
"""TV of a box of a Drone Bay, by the class of its drone."""


def card_value(card: UnitCard) -> float:
    """Return the Threat Value that a card is worth."""
    is_ship = card.kind == "capital"
    bays = _sum([STOCK_VALUES[box] for mount in card.mounts for box in mount.weapon.stock])
    weapons = sorted(
        (_weapon_value(mount.weapon, is_ship) for mount in card.mounts if not mount.weapon.stock), reverse=True
    )
    shots = _sum(weapons[: card.fire_control]) + 0.4 * _sum(weapons[card.fire_control :])
    traits = _sum([CARD_TRAITS[trait.name].price * (trait.level or 1) for trait in card.traits])
    return shots + bays + _hull_value(card) + traits * (SHIP_TRAIT_FACTOR if is_ship else SQUADRON_TRAIT_FACTOR)


def suggested_tv(card: UnitCard) -> int:
    """Return the Threat Value that a card should cost: its value as a whole number. A drone costs nothing."""
    return 0 if card.drone else max(0, round(card_value(card)))


def _hull_value(card: UnitCard) -> float:
    boxes = {track: len(ratings) for track, ratings in card.tracks.items()}
    if card.kind == "squadron":
        crew = 0.5 * (card.skill + card.sensors)
        return 0.9 * boxes["structure"] + card.armor["fore"] + 0.2 * card.speed + 0.4 * boxes["fuel"] + crew
    armor = card.armor["fore"] + 1.5 * card.armor["side"] + 0.5 * card.armor["aft"]
    systems = boxes["defense"] + boxes["sensors"] + 0.7 * boxes["thrusters"] + 0.4 * boxes["marines"]
    return 2.0 * boxes["structure"] + armor + systems + 0.6 * card.speed + 0.6 * card.turns + card.skill


def _weapon_value(weapon: WeaponCard, is_ship: bool) -> float:
    if weapon.type == "Lance":
        return LANCE_VALUE
    autohit = weapon.trait("Autohit")
    ratings = [AUTOHIT_DICE[autohit.note] if autohit and rating else rating for rating in (weapon.ac, weapon.as_)]
    value = 0.5 * _dice_value(ratings[0]) + 0.4 * _dice_value(ratings[1]) + 0.6 * weapon.macro
    value *= NUKE_FACTOR if weapon.missile == "Nuke" else 1.0
    value *= TYPE_FACTORS[weapon.type] * (_arc_factor(weapon) if is_ship else 1.0)
    for trait in weapon.traits:
        value *= CARD_WEAPON_TRAITS[trait.name].price
    return value


def _arc_factor(weapon: WeaponCard) -> float:
    if weapon.spinal:
        return 0.86
    return 1.38 if "turret" in weapon.arcs else 0.86 + 0.115 * len(weapon.arcs)


def _dice_value(rating: int | None) -> float:
    return 0.0 if rating is None else rating * (rating + 1) / 4


def _sum(values: list[float]) -> float:
    """Add in order, so that every Python rounds alike (`sum` of 3.12 does not)."""
    total = 0.0
    for value in values:
        total += value
    return total
