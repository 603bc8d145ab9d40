"""The worth of every action that a ship may declare, by its name."""

from __future__ import annotations

from collections.abc import Callable

from jovian.game import Model, State
from jovian.players.judgment.actions import evading, leading, mending, seeking, striking
from jovian.rules.facts.words import spoken

Worth = Callable[[State, Model], float]

ACTIONS: tuple[Worth, ...] = (
    mending.withdraw, mending.damage_control, mending.purge_airlocks, mending.resupply,
    striking.board, striking.ram, striking.combined_attack, striking.suppressing_fire, striking.long_shot,
    striking.overdrive,
    evading.hard_burn, evading.silent_running, evading.evade, evading.deploy_decoy_drones, evading.deploy_debris_field,
    leading.drone_command, leading.tug, leading.vector_attack, leading.lay_mines,
    seeking.search, seeking.mine,
)  # fmt: skip
"""Each is what the action of its name is worth."""
VALUES: dict[str, Worth] = {spoken(each.__name__): each for each in ACTIONS}
"""What each action of a ship is worth now, by name; the worth of `overdrive` is that of the Sensors."""
