"""Events of an activation: it begins and ends, an action is declared and carried out, shells are heeded."""

from __future__ import annotations

from typing import ClassVar

from jovian.frozen import frozen
from jovian.game.events.event import Event


@frozen(kw_only=True)
class Activated(Event):
    """The activation of a model begins."""

    type: ClassVar[str] = "activated"
    model: str
    """Its id."""
    side: int
    """Who controls it."""
    on_reveal: bool | None = None
    """True if it happened in secret, and only the other side is told now that the model is revealed."""


@frozen(kw_only=True)
class Deactivated(Event):
    """The activation of a model ends."""

    type: ClassVar[str] = "deactivated"
    model: str
    """Its id."""
    side: int
    """Who controls it."""


@frozen(kw_only=True)
class Declared(Event):
    """A model declares an action. The other side is told at once, or when the model is revealed."""

    type: ClassVar[str] = "declared"
    model: str
    """Its id."""
    side: int
    """Who controls it."""
    action: str
    """The name of the action, or `none`."""
    target: str
    """The id of a model, or another word that the action names; empty if it names nothing."""
    boost: int
    """Fuel spent to boost."""
    on_reveal: bool | None = None
    """True if it happened in secret, and only the other side is told now that the model is revealed."""


@frozen(kw_only=True)
class Resolved(Event):
    """A model carries out the action that it has declared."""

    type: ClassVar[str] = "resolved"
    model: str
    """Its id."""
    side: int
    """Who controls it."""
    action: str
    """The name of the action."""
    target: str
    """The id of a model, or another word that the action names; empty if it names nothing."""


@frozen(kw_only=True)
class SuppressionAnswered(Event):
    """A ship heeds Suppressing Fire, or defies it."""

    type: ClassVar[str] = "suppression"
    model: str
    """Its id."""
    heeds: bool
    """Does it keep its head down? Otherwise it presses on under fire."""
