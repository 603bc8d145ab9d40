"""What is rolled: base, flex and macro dice as one value, and the table that turns a net modifier into dice.

Everything that changes a pool is plain addition here; R10 gives the order in which callers add.
"""

from __future__ import annotations

from jovian.frozen import frozen

SMALLEST_BASE = 2
"""A pool with fewer base dice rolls exactly this many and nothing else (R6)."""


def net_to_dice(net: int) -> tuple[int, int, int]:
    """Return the base, flex and macro dice that a net Attack Modifier adds.

    A penalty costs one macro die a point. Bonuses give a base die, then a flex die as well, then one macro
    die for every point from the third on. v1.2.4 Attack > Attack Modifier.
    """
    if net <= 0:
        return 0, 0, net
    return 1, int(net >= 2), max(0, net - 2)


@frozen
class Pool:
    """Dice of the three kinds, as printed and modified. v1.2.4 Dice System > Dice Pools."""

    base: int
    """Base dice; may stand below 2 while modifiers are being added."""
    flex: int = 0
    """Dice rolled on top and taken out again by the roller's choice."""
    macro: int = 0
    """Dice that raise sets, or lower them if negative."""

    def plus(self, base: int = 0, flex: int = 0, macro: int = 0) -> Pool:
        """Return this pool with dice of each kind added (or taken away)."""
        return Pool(self.base + base, self.flex + flex, self.macro + macro)

    def modified(self, net: int) -> Pool:
        """Return this pool with a net Attack Modifier converted and added (R10)."""
        return self.plus(*net_to_dice(net))

    def normal(self) -> Pool:
        """Return the pool that is really rolled: two bare dice when the base is below 2 (R6)."""
        if self.base < SMALLEST_BASE:
            return Pool(SMALLEST_BASE)
        return self if self.flex >= 0 else Pool(self.base, 0, self.macro)

    @property
    def dice(self) -> int:
        """How many dice lie on the table when this pool is rolled, macro dice included."""
        rolled = self.normal()
        return rolled.base + rolled.flex + abs(rolled.macro)

    def __str__(self) -> str:
        """Return the short form, such as ``3B 1F -2M``."""
        parts = [f"{self.base}B"]
        parts += [f"{self.flex}F"] if self.flex else []
        parts += [f"{self.macro}M"] if self.macro else []
        return " ".join(parts)
