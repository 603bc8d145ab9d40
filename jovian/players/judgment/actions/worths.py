"""The worth of every action that a ship may declare, by its name."""

from __future__ import annotations

from collections.abc import Callable

from jovian.game import Model, State
from jovian.players.judgment.actions import evading, leading, mending, striking

VALUES: dict[str, Callable[[State, Model], float]] = {
    "withdraw": mending.withdraw, "damage control": mending.damage_control, "purge airlocks": mending.purge_airlocks,
    "resupply": mending.resupply,
    "board": striking.board, "ram": striking.ram, "combined attack": striking.combined_attack,
    "suppressing fire": striking.suppressing_fire, "long shot": striking.long_shot, "overdrive": striking.overdrive,
    "hard burn": evading.hard_burn, "silent running": evading.silent_running, "evade": evading.evade,
    "deploy decoy drones": evading.decoys, "deploy debris field": evading.debris,
    "drone command": leading.drone_command, "tug": leading.tug, "vector attack": leading.vector_attack,
}  # fmt: skip
"""What each action of a ship is worth now, by name; the worth of `overdrive` is that of the Sensors."""
