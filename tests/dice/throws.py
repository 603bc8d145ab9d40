"""A pool's faces from a list of rolled dice."""

from collections.abc import Sequence

from jovian.dice import Faces, Pool


def faces_of_pool(pool: Pool, dice: Sequence[int]) -> Faces:
    """Return the faces of a pool: R6 first, then base dice, flex dice, and macro dice."""
    rolled = pool.normal()
    assert len(dice) == rolled.dice
    split = rolled.base + rolled.flex
    return Faces(tuple(dice[: rolled.base]), tuple(dice[rolled.base : split]), tuple(dice[split:]))
