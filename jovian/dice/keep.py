"""What fell, and which dice the roller leaves out for the flex dice.

v1.2.4 Dice System > Flex Pool; R5: the roller sees every face, macro dice too, and takes out any of the base
and flex dice, as many as there are flex dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from jovian.dice.codes import decoded
from jovian.dice.pool import Pool
from jovian.dice.result import FACES, Result, worth
from jovian.frozen import frozen


@frozen
class Faces:
    """The faces of one roll, each 1 to 6, in the order rolled."""

    base: tuple[int, ...]
    flex: tuple[int, ...] = ()
    """Rolled like the base dice and kept or taken out like them; they are just the last of those rolled."""
    macro: tuple[int, ...] = ()


@frozen
class Keep:
    """One way to take the flex dice out."""

    kept: tuple[int, ...]
    """The faces that stay, lowest first."""
    result: Result
    """What they come to with the macro dice and the roll's escalates and diminishes."""


def composed(kept: Iterable[int], macro: Iterable[int] = (), sign: int = 1, shift: int = 0) -> Result:
    """Return what kept and macro faces come to; `sign` is the macro pool's, `shift` the net escalates."""
    dice, hits = [0] * (FACES + 1), [0] * (FACES + 1)
    for face in kept:
        dice[face] += 1
    for face in macro:
        hits[face] += sign
    code = 0
    for value in range(1, FACES + 1):
        code = code << 2 | (worth(dice[value], hits[value], shift) if dice[value] > 1 else 0)
    return decoded(code)


@cache
def quality(result: Result) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    """Return the rank of a result for its roller, greater being better: the reference policy.

    Most steps; then the greatest single magnitude; then the lowest values (compared from the lowest up, where
    a list that ends sooner is lower); then, with the same values, the greater magnitude on the lower value.
    """
    low = tuple(-value for value, _ in result.sets)
    return result.total, result.best, (*low, 0), result.steps


def removals(faces: Faces, pool: Pool, shift: int = 0) -> tuple[Keep, ...]:
    """Return every result the roller can choose, best first by `quality`, each with the dice that give it.

    Of several ways to one result, the lowest dice stay. `shift` is the roll's escalates less its diminishes.
    Raises ``ValueError`` if the faces are not those of this pool.
    """
    rolled = pool.normal()
    dice = sorted(faces.base + faces.flex)
    if (len(faces.base), len(faces.flex), len(faces.macro)) != (rolled.base, rolled.flex, abs(rolled.macro)):
        raise ValueError(f"these are not the faces of {rolled}: {faces}")
    sign = -1 if rolled.macro < 0 else 1
    ways: dict[Result, Keep] = {}
    for kept in _kept(dice, rolled.base):
        result = composed(kept, faces.macro, sign, shift)
        ways.setdefault(result, Keep(kept, result))
    return tuple(sorted(ways.values(), key=lambda way: quality(way.result), reverse=True))


def _kept(dice: list[int], count: int) -> Iterator[tuple[int, ...]]:
    """Yield each different handful of `count` of the sorted dice once, lowest first."""
    if count == 0:
        yield ()
        return
    for place in range(len(dice) - count + 1):
        if place == 0 or dice[place] != dice[place - 1]:
            for rest in _kept(dice[place + 1 :], count - 1):
                yield (dice[place], *rest)
