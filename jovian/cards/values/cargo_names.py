"""What the slots of the Cargo trait may hold: each module's price, what it does in a sentence, and its place.

The prices are ours; the book leaves them to upgrade cards. They count as upgrades (v1.2.4 Fleet > Point Restrictions).
"""

from __future__ import annotations

from typing import NamedTuple


class CargoRule(NamedTuple):
    """One kind of cargo."""

    name: str
    tv: int
    """Threat Value that one module costs."""
    summary: str
    """What it does, in one sentence."""
    place: str
    """Where the book says so."""


def _list(*rows: tuple[str, int, str, str]) -> dict[str, CargoRule]:
    return {name: CargoRule(name, tv, text, f"v1.2.4 Action > {place}") for name, tv, text, place in rows}


CARGO: dict[str, CargoRule] = _list(
    ("Drone Munitions", 3, "Resupply refills the Drone Bays of whom it reaches.", "Resupply"),
    ("Fuel Pods", 2, "Resupply refills Fuel, and gives Fuel Tanks to squadrons aboard.", "Resupply"),
    ("Marines", 3, "Resupply replaces the marines that were sent out or lost.", "Resupply"),
    ("Debris Dispenser", 3, "Leaves a Debris Field where the ship stands.", "Deploy Debris Field"),
    ("Decoy Drones", 4, 'Hides what is near under a Decoy Drone Swarm, up to 6" away.', "Deploy Decoy Drones"),
)
"""Cargo by name; a ship takes each at most once, and not more of them than its Cargo trait says."""
