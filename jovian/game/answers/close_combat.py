"""Answers of close fights: plans, missiles, who fights alone, who rams."""

from __future__ import annotations

from typing import ClassVar

from jovian.frozen import frozen
from jovian.game.answer import Answer, Count, ModelId, MountRefs, MountRefsOrNone, Word


@frozen
class SecretPlan(Answer):
    """Weapons, "linked" or "singly", the fuel bid, and how many dice attack; the others defend."""

    verb: ClassVar[str] = "plan"
    mounts: MountRefsOrNone
    manner: Word
    fuel: Count
    attack: Count


@frozen
class DeclareMissile(Answer):
    """Missiles that strike at the end of the fight."""

    verb: ClassVar[str] = "missile"
    mounts: MountRefs


@frozen
class BreakFormation(Answer):
    """One of a formation fights alone, and the formation is broken."""

    verb: ClassVar[str] = "break"
    model: ModelId


@frozen
class Ram(Answer):
    """A squadron throws itself at the ship; named if it is not the first that could."""

    verb: ClassVar[str] = "ram"
    model: ModelId | None = None
