"""Answers about damage and its repair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jovian.game.answer import Answer, Counts, MountId, Mounts, Word


@dataclass(frozen=True, slots=True)
class Damage(Answer):
    """A rating that is damaged; of a Mass Driver "rating" or "critical"."""

    verb: ClassVar[str] = "damage"
    rating: Word


@dataclass(frozen=True, slots=True)
class DamageSystem(Answer):
    """A system trait that is damaged."""

    verb: ClassVar[str] = "system"
    trait: Word


@dataclass(frozen=True, slots=True)
class DamageWeapon(Answer):
    """A weapon that may be damaged."""

    verb: ClassVar[str] = "weapon"
    mount: MountId


@dataclass(frozen=True, slots=True)
class Allocate(Answer):
    """How many boxes each of a formation marks, its leader first."""

    verb: ClassVar[str] = "allocate"
    boxes: Counts


@dataclass(frozen=True, slots=True)
class ChooseRepair(Answer):
    """A row of the repair table, nothing after it; then with what of that row is repaired.

    Rows are "damage", "system", "weapon", "spinal"; the row "squadron" is followed by the id of one aboard.
    """

    verb: ClassVar[str] = "repair"
    row: Word
    repaired: Word


@dataclass(frozen=True, slots=True)
class FireWeapons(Answer):
    """Weapons with which an action attacks."""

    verb: ClassVar[str] = "attack"
    mounts: Mounts
