"""Numbers of the book that an older text has otherwise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figures:
    """As v1.2.4 has them."""

    dead: int = 6
    """The least total on the Catastrophic Damage Table by which a ship is Dead."""
    explodes: int = 8
    """The least total by which it explodes instead."""


PRINTED = Figures()
"""Those of v1.2.4."""
