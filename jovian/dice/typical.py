"""What dice show that are neither lucky nor unlucky: the throw in the middle of many, by what it makes of its pool."""

from __future__ import annotations

from functools import lru_cache

from jovian.dice.keep import Faces, removals
from jovian.dice.pool import SMALLEST_BASE, Pool
from jovian.dice.stream import chain_from_seed, faces

THROWS = 61
"""How many throws of a pool are looked at; an odd number has one in its middle."""


@lru_cache(maxsize=512)
def typical(base: int, flex: int = 0, macro: int = 0) -> tuple[int, ...]:
    """The faces of so many base, flex and macro dice, in this order.

    Of as many throws the one in the middle: by the steps of the best result of its base and flex dice, then by its sum.
    """
    chain = chain_from_seed(f"typical {base} {flex} {macro}")
    throws = [faces(chain, number, base + flex + macro) for number in range(THROWS)]

    def rank(thrown: tuple[int, ...]) -> tuple[int, int]:
        shown = Faces(thrown[:base], thrown[base : base + flex])
        steps = removals(shown, Pool(base, flex))[0].result.total if base >= SMALLEST_BASE else 0
        return steps, sum(thrown)

    return sorted(throws, key=rank)[THROWS // 2]
