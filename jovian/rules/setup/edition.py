"""What is in force in a game: the one place that knows every effect, terrain, action, order and interrupt."""

from __future__ import annotations

from functools import lru_cache

from jovian.rules.actions.catalog import ACTIONS
from jovian.rules.close_combat.reacting import EnemyReactions
from jovian.rules.menu.orders import ORDERS
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.rules.terrain.kinds import TERRAIN_KINDS
from jovian.rules.terrain.meeting import TerrainMet
from jovian.rules.traits.catalog import MODEL_EFFECTS, STATE_EFFECTS
from jovian.rules.weapons.catalog import WEAPON_EFFECTS, WEAPON_TYPE_EFFECTS


@lru_cache(maxsize=1)
def edition() -> Rulebook:
    """v1.2.4."""
    return Rulebook(
        traits=MODEL_EFFECTS, weapon_traits=WEAPON_EFFECTS, weapon_types=WEAPON_TYPE_EFFECTS, states=STATE_EFFECTS,
        terrain=TERRAIN_KINDS, actions=ACTIONS, orders=ORDERS, interrupts=(TerrainMet(), EnemyReactions()),
    )  # fmt: skip
