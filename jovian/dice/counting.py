"""How many of the equally likely throws of a pool show which pattern, without looking at each throw.

The six values are alike before the roller chooses, so throws are counted by pattern: how many values bear
two, three, four or more dice, and how many macro dice fall on each of those. Two values that promise the
roller the same steps for the same kept dice share a *curve*; a *pattern* is how many values have which curve.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import comb, factorial, perm

from jovian.dice.pool import Pool
from jovian.dice.result import FACES, MOST_STEPS, worth

Curve = tuple[tuple[int, int], ...]
"""What a value is worth: ``(dice kept, steps)`` wherever keeping more gives more, from ``(0, 0)`` up."""
Pattern = tuple[tuple[Curve, int], ...]
"""The curves worth anything, with how many values have each."""
Split = dict[tuple[int, int], int]
"""Ways by (values of each curve, values with 1, 2, 3 macro hits), both packed in slots of `WIDTH` bits."""

WIDTH = 4
"""Bits of a slot, which counts the values of one curve, or those with so many macro hits."""
SLOT = (1 << WIDTH) - 1


@cache
def curve(dice: int, hits: int, shift: int) -> Curve:
    """Return the curve of a value with 2, 3 or 4 dice (4 standing for more) and signed macro hits."""
    points = [(0, 0)]
    for kept in range(2, dice + 1):
        steps = worth(kept, hits, shift)
        if steps > points[-1][1]:
            points.append((kept, steps))
    return tuple(points)


def patterns(pool: Pool, shift: int) -> list[tuple[Pattern, int]]:
    """Return every pattern a normal pool can show, with how many of its throws show it."""
    dice, macro = pool.base + pool.flex, abs(pool.macro)
    names: list[Curve] = []
    groups = {alike: _groups(alike, dice // alike, pool.macro, shift, names) for alike in (2, 3, 4)}
    counted: dict[int, int] = {}
    for twos, threes, fours in _shares(dice):
        ways = _dice_ways(dice, twos, threes, fours)
        split = _joined(_joined(groups[2][twos], groups[3][threes]), groups[4][fours])
        for (packed, hits), times in split.items():
            fallen = _hit_ways(macro, _most_hits(pool.macro), twos + threes + fours, hits)
            counted[packed] = counted.get(packed, 0) + ways * times * fallen
    return [(_unpacked(packed, names), ways) for packed, ways in counted.items() if ways]


def _most_hits(macro: int) -> int:
    """Return the macro hits beyond which nothing changes: two lift a ``D`` to ``Q+``, three sink a ``Q+``."""
    return MOST_STEPS if macro < 0 else MOST_STEPS - 1


def _shares(dice: int) -> Iterator[tuple[int, int, int]]:
    """Yield how many values may bear exactly two, exactly three, and four or more of the dice."""
    for fours in range(min(FACES, dice // 4) + 1):
        for threes in range(min(FACES - fours, (dice - 4 * fours) // 3) + 1):
            rest = dice - 4 * fours - 3 * threes
            for twos in range(min(FACES - fours - threes, rest // 2) + 1):
                yield twos, threes, fours


@lru_cache(maxsize=1 << 12)
def _dice_ways(dice: int, twos: int, threes: int, fours: int) -> int:
    """Return how many throws share the dice out so, over any values; the rest is single or on the fours."""
    single = FACES - twos - threes - fours
    rest = dice - 2 * twos - 3 * threes
    on_fours = sum(
        comb(rest, loose) * perm(single, loose) * _crowded(rest - loose, fours, 4)
        for loose in range(rest + 1)
    )
    sizes = factorial(twos) * factorial(threes) * factorial(fours) * factorial(single)
    alike: int = 2**twos * 6**threes
    return factorial(FACES) // sizes * on_fours * factorial(dice) // (alike * factorial(rest))


@lru_cache(maxsize=1 << 12)
def _crowded(dice: int, values: int, least: int) -> int:
    """Return the ways to throw the dice onto the given values alone, `least` or more on each."""
    if values == 0:
        return int(dice == 0)
    most = dice - least * (values - 1)
    return sum(comb(dice, here) * _crowded(dice - here, values - 1, least) for here in range(least, most + 1))


@lru_cache(maxsize=1 << 12)
def _hit_ways(macro: int, cap: int, values: int, hits: int) -> int:
    """Return the ways the macro dice hit given values so: exactly, but from `cap` on that often or more."""
    ones, at_cap = hits & SLOT, hits >> WIDTH * (cap - 1) & SLOT
    twos = hits >> WIDTH & SLOT if cap > 2 else 0
    rest = macro - ones - 2 * twos
    if rest < 0:
        return 0
    spread: int = sum(
        comb(rest, here) * _crowded(here, at_cap, cap) * (FACES - values) ** (rest - here)
        for here in range(rest + 1)
    )
    return spread * (factorial(macro) // factorial(rest) >> twos)


def _groups(alike: int, most: int, macro: int, shift: int, names: list[Curve]) -> list[Split]:
    """Return the splits of 0, 1, 2 ... values with so many dice alike, by curve and macro hits.

    New curves are added to `names`; a curve's place there is its slot.
    """
    sign = -1 if macro < 0 else 1
    steps: Split = {}
    for hits in range(min(_most_hits(macro), abs(macro)) + 1):
        here = curve(alike, sign * hits, shift)
        if len(here) > 1 and here not in names:
            names.append(here)
        slot = 1 << WIDTH * names.index(here) if len(here) > 1 else 0
        steps[slot, 1 << WIDTH * (hits - 1) if hits else 0] = 1
    groups: list[Split] = [{(0, 0): 1}]
    for _ in range(min(most, FACES)):
        groups.append(_joined(groups[-1], steps))
    return groups


def _joined(left: Split, right: Split) -> Split:
    """Return the splits of two groups of values taken together."""
    both: Split = {}
    for (packed, hits), ways in left.items():
        for (more, further), times in right.items():
            key = packed + more, hits + further
            both[key] = both.get(key, 0) + ways * times
    return both


def _unpacked(packed: int, names: list[Curve]) -> Pattern:
    """Return the pattern of packed counts."""
    counts = [packed >> WIDTH * slot & SLOT for slot in range(len(names))]
    return tuple((name, count) for name, count in zip(names, counts, strict=True) if count)
