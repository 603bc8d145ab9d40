"""Which sets the roller keeps from a pattern, and how the choice falls on the six values.

`kept` finds the best choices of a pattern; where several are equally good but for their values, `orders`
looks at every order in which the curves can follow one another and lets the reference policy decide.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import accumulate, combinations
from operator import lshift

from jovian.dice.codes import CODE_BITS, value_rank
from jovian.dice.counting import SLOT, WIDTH, Curve, Pattern
from jovian.dice.result import FACES, MOST_STEPS

Group = tuple[int, ...]
"""What values of one curve come to, greatest first; the lowest value of the group takes the first."""
Choice = tuple[Group, ...]
"""One choice for a whole pattern: a group for each curve."""
Way = tuple[int, int, int, Choice]
"""Dice used, steps together, greatest steps, and the choice."""

CODE = (1 << CODE_BITS) - 1
SHIFTS = tuple(tuple(combinations(range(CODE_BITS - 2, -1, -2), values)) for values in range(FACES + 1))
"""For 0 to 6 values, where in a result code the steps of each choice of values stand, lowest value first."""


def kept(pattern: Pattern, base: int) -> tuple[Choice, ...]:
    """Return the choices of at most `base` dice that tie for most steps and then greatest magnitude."""
    if sum(points[-1][0] * count for points, count in pattern) <= base:
        return (tuple((points[-1][1],) * count for points, count in pattern),)
    ways = _ways(pattern, base)
    top = max((steps, best) for _, steps, best, _ in ways)
    return tuple(choice for _, steps, best, choice in ways if (steps, best) == top)


@lru_cache(maxsize=1 << 12)
def _ways(pattern: Pattern, base: int) -> list[Way]:
    """Return the ways worth considering, built up from those of the pattern without its last curve."""
    if not pattern:
        return [(0, 0, 0, ())]
    further = _groups(*pattern[-1])
    ways = [
        (dice + more, steps + gain, max(best, group[0]), (*choice, group))
        for dice, steps, best, choice in _ways(pattern[:-1], base)
        for more, gain, group in further
        if dice + more <= base
    ]
    return _undominated(ways, base)


def _undominated(ways: list[Way], base: int) -> list[Way]:
    """Return the ways that no other beats in steps with as few dice."""
    most = [0] * (base + 1)
    for dice, steps, _, _ in ways:
        most[dice] = max(most[dice], steps)
    most = [*accumulate(most, max)]
    return [way for way in ways if way[1] == most[way[0]]]


@lru_cache(maxsize=1 << 10)
def _groups(points: Curve, count: int) -> tuple[tuple[int, int, Group], ...]:
    """Return each way to keep dice of `count` values of one curve: dice, steps, and what they come to."""
    groups: list[tuple[int, int, Group]] = [(0, 0, ())]
    for _ in range(count):
        groups = [
            (dice + more, steps + gain, (*group, gain))
            for dice, steps, group in groups
            for more, gain in points
            if not group or gain <= group[-1]
        ]
    return tuple(groups)


def plain(choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Return choices with the curves that come out alike taken together, so that equal cases meet."""
    fixed: dict[int, int] = {}
    varied = []
    for groups in zip(*choices, strict=True):
        step = groups[0][0]
        if all(set(group) == {step} for group in groups):
            fixed[step] = fixed.get(step, 0) + len(groups[0])
        else:
            varied.append(groups)
    columns = sorted(varied) + [((step,) * fixed[step],) * len(choices) for step in sorted(fixed) if step]
    return tuple(sorted(tuple(column[row] for column in columns) for row in range(len(choices))))


@lru_cache(maxsize=1 << 10)
def orders(choices: tuple[Choice, ...]) -> tuple[int, dict[int, int]]:
    """Return how many values the groups take, and how many of their orders (lowest first) end in which steps.

    Which values they are does not matter to the choice, only how they follow one another. The steps of all
    choices are packed side by side in one number, twelve bits each, which grows by one value at a time.
    """
    columns = [_column(groups) for groups in zip(*choices, strict=True)]
    rows: dict[int, list[int]] = {0: [0]}
    values = sum(len(column) for column in columns)
    for _ in range(values):
        longer: dict[int, list[int]] = {}
        for used, row in rows.items():
            for slot, column in enumerate(columns):
                place = used >> WIDTH * slot & SLOT
                if place < len(column):
                    step = column[place]
                    grown = [so_far << 2 | step for so_far in row]
                    here = used + (1 << WIDTH * slot)
                    longer[here] = longer[here] + grown if here in longer else grown
        rows = longer
    (ended,) = rows.values()
    return values, ended_in(ended, len(choices))


def ended_in(ended: list[int], choices: int) -> dict[int, int]:
    """Return how often each best choice's steps come up among orders packed side by side."""
    fields = Counter(ended)
    if choices == 1:
        return fields
    found: dict[int, int] = {}
    shifts = range(0, CODE_BITS * choices, CODE_BITS)
    for packed_choices, times in fields.items():
        code = max([packed_choices >> shift & CODE for shift in shifts], key=value_rank)
        found[code] = found.get(code, 0) + times
    return found


def _column(groups: tuple[Group, ...]) -> list[int]:
    """Return what each value of one curve, in order, comes to in all choices, side by side."""
    return [
        sum(step << CODE_BITS * row for row, step in enumerate(steps)) for steps in zip(*groups, strict=True)
    ]


@cache
def laid(values: int, code: int) -> tuple[int, ...]:
    """Return the result codes of steps in order, over every choice of that many of the six values."""
    steps = [code >> 2 * place & MOST_STEPS for place in reversed(range(values))]
    return tuple(sum(map(lshift, steps, shifts)) for shifts in SHIFTS[values])
