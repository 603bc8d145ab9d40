"""Answers about damage and its repair."""

from __future__ import annotations

from typing import ClassVar

from jovian.frozen import frozen
from jovian.game.answer import Answer, Counts, MountId, Mounts, Word


@frozen
class Damage(Answer):
    """A rating that is damaged; of a Mass Driver "rating" or "critical"."""

    verb: ClassVar[str] = "damage"
    rating: Word


@frozen
class DamageSystem(Answer):
    """A system trait that is damaged."""

    verb: ClassVar[str] = "system"
    trait: Word


@frozen
class DamageWeapon(Answer):
    """A weapon that may be damaged."""

    verb: ClassVar[str] = "weapon"
    mount: MountId


@frozen
class Allocate(Answer):
    """How many boxes each of a formation marks, its leader first."""

    verb: ClassVar[str] = "allocate"
    boxes: Counts


@frozen
class ChooseRepair(Answer):
    """A row of the repair table, nothing after it; then with what of that row is repaired.

    Rows are "damage", "system", "weapon", "spinal"; the row "squadron" is followed by the id of one aboard.
    """

    verb: ClassVar[str] = "repair"
    row: Word
    repaired: Word


@frozen
class FireWeapons(Answer):
    """Weapons with which an action attacks."""

    verb: ClassVar[str] = "attack"
    mounts: Mounts
