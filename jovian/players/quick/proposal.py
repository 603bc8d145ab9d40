"""A whole activation that somebody proposes: who, what is declared, which way, and what is fired before it."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game.answers import Declaration
from jovian.players.moves.way import Step


@dataclass(frozen=True, slots=True)
class Proposal:
    """One activation; a quick player fills in what it leaves open."""

    model: str
    declaration: Declaration | None = None
    """None: as the quick player sees fit."""
    steps: tuple[Step, ...] | None = None
    """The answers of its way; None: as the quick player sees fit."""
    before: tuple[str, ...] = ()
    """The guns that fire before it moves."""
    worth: float = 0.0
    """What it seems to be worth to who proposes it, in TV."""
