"""An activation in outline, as somebody proposes it: who, what is declared, which way, what is fired before it."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game.answers import Declaration
from jovian.players.moves.way import Step
from jovian.table import Pose


@dataclass(frozen=True, slots=True)
class Outline:
    """One activation; a quick player fills in what it leaves open."""

    model: str
    declaration: Declaration | None = None
    """None: as the quick player sees fit."""
    steps: tuple[Step, ...] | None = None
    """The answers of its way; None: as the quick player sees fit."""
    end: Pose | None = None
    """Where the way ends."""
    before: tuple[str, ...] | None = None
    """The guns that fire before it moves; None: as the quick player sees fit."""
