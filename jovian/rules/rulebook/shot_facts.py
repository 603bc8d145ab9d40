"""Range bands and attack windows, and what a hook may ask of a shot; the shot itself is built in `shooting/shot.py`."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from jovian.cards import WeaponCard
from jovian.game import Model, State

SHORT, OPTIMUM, LONG = "short", "optimum", "long"
ACTIVATION, AUTOFIRE, EXPLOSION = "activation", "autofire", "explosion"
DOGFIGHT, BOMBING = "dogfight", "bombing"
SUPPRESSION = "suppression"
CLOSE = (DOGFIGHT, BOMBING, SUPPRESSION)
"""Attack windows without range, arc bonus and cover: those in base contact (R53), and shells that were ignored."""


class Hidden(NamedTuple):
    """How well a model is hidden from missiles."""

    levels: int = 0
    """Of Stealth, 6" each."""
    why: str = ""
    """What gives them."""


class ShotFacts(Protocol):
    """A shot from one model at another in one attack window."""

    state: State
    attacker: Model
    mounts: tuple[str, ...]
    weapon: WeaponCard
    """The weapon whose ratings are used; the other mounts are linked to it."""
    linked: int
    """How many mounts are linked to it."""
    target: Model
    window: str
    secondary: bool
    """Is it a secondary target of a kinetic line?"""
    share: int | None
    """Dice of a split pool that attack, in place of the printed rating."""
    resist: int | None
    """Dice of the target's split pool that defend; None where no pool was split."""

    @property
    def against(self) -> str:
        """`AC` or `AS`, by what the target is."""

    @property
    def printed(self) -> int | None:
        """The printed rating against the target, None if the weapon cannot attack it."""

    @property
    def distance(self) -> float:
        """Inches between the bases."""

    @property
    def sensed(self) -> float:
        """Inches within which the attacker has the target in Short or Optimum Range; -1 for never."""

    @property
    def band(self) -> str:
        """`short`, `optimum` or `long`, as its weapon type tells (v1.2.4 Attack > Sensor Range)."""

    @property
    def arcs(self) -> tuple[str, ...]:
        """The attacker's arcs in which the target lies."""

    @property
    def bears(self) -> bool:
        """Does the target lie in an arc of the weapon?"""

    @property
    def sides(self) -> tuple[str, ...]:
        """The target's arcs that face the attacker, () for squadrons."""

    @property
    def obscured(self) -> str:
        """What obscures the target, "" for nothing."""

    @property
    def hidden(self) -> Hidden:
        """How well the target is hidden from missiles."""
