"""How ships explode in older texts (v1.2.1 Damage > Catastrophic Damage Table, v1.2.3 States > Explosion)."""

from __future__ import annotations

from jovian.rules.rulebook.figures import Blast
from jovian.rules.weapons.guns import Sensed


class Shockwave(Sensed):
    """Neither rays nor shells: it burns no redundant boxes, and no armor of a kind helps against it."""

    __slots__ = ()
    name = "Shockwave"
    place = "v1.2.1 Damage > Catastrophic Damage Table"
    summary = "The blast of a ship that explodes."


ROLLED = Blast(Shockwave.name, rolled=True, near_bonus=1, near_macro=0, halved=True, debris=False)
"""Structure + 1 within 3", half of it within a d6 more."""
CLEAN = Blast(debris=False)
"""Nothing is left of the ship."""
