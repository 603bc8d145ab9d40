"""Faces in the order rolled, put into the dice of a pool."""

from collections.abc import Sequence

from jovian.dice import Faces, Pool


def dealt(pool: Pool, dice: Sequence[int]) -> Faces:
    """The faces of a pool: its base dice first, then flex, then macro dice; R6 is applied first."""
    rolled = pool.normal()
    assert len(dice) == rolled.dice
    split = rolled.base + rolled.flex
    return Faces(tuple(dice[: rolled.base]), tuple(dice[rolled.base : split]), tuple(dice[split:]))
