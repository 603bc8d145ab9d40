"""Answers of close fights: plans, missiles, who fights alone, who rams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jovian.game.answer import Answer, Count, ModelId, MountRefs, MountRefsOrNone, Word


@dataclass(frozen=True, slots=True)
class SecretPlan(Answer):
    """Weapons, "linked" or "singly", the fuel bid, and how many dice attack; the others defend."""

    verb: ClassVar[str] = "plan"
    mounts: MountRefsOrNone
    manner: Word
    fuel: Count
    attack: Count


@dataclass(frozen=True, slots=True)
class DeclareMissile(Answer):
    """Missiles that strike at the end of the fight."""

    verb: ClassVar[str] = "missile"
    mounts: MountRefs


@dataclass(frozen=True, slots=True)
class BreakFormation(Answer):
    """One of a formation fights alone, and the formation is broken."""

    verb: ClassVar[str] = "break"
    model: ModelId


@dataclass(frozen=True, slots=True)
class Ram(Answer):
    """A squadron throws itself at the ship; named if it is not the first that could."""

    verb: ClassVar[str] = "ram"
    model: ModelId | None = None
