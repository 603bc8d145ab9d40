"""The opposed roll: what the Secondary Player's result does to the Primary's.

v1.2.4 Types of Rolls > Opposed Roll, whose list is lost in print; R1 restores it. Each ``D`` of the Secondary
takes one step, each ``T`` two (from two results or from one), any ``Q+`` takes everything; they add up and
the Secondary chooses.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from jovian.dice.codes import LOW_BITS, best_steps, code_of, total_steps
from jovian.dice.result import FACES, MOST_STEPS, NO_RESULT, Result

EVERYTHING = FACES * MOST_STEPS
"""The reach of a ``Q+``: no result has more steps."""


def reach(secondary: Result) -> int:
    """Return how many steps a Secondary's result takes away."""
    return reach_of_code(code_of(secondary))


def reach_of_code(code: int) -> int:
    """Return `reach` of a result code."""
    return EVERYTHING if best_steps(code) == MOST_STEPS else total_steps(code)


def left_over(result: Result) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    """Return the rank of what is left for the Secondary, lesser being better: the reference policy.

    Fewest steps left; then the smallest greatest magnitude; then the lowest values left, as in `quality`.
    """
    values = tuple(value for value, _ in result.sets)
    return result.total, result.best, values, tuple(-step for step in result.steps)


def reductions(primary: Result, secondary: Result) -> tuple[Result, ...]:
    """Return the distinct outcomes the Secondary may choose, best for the Secondary first.

    No step that can be used is given away: all outcomes have lost equally many.
    """
    steps = reach(secondary)
    if steps >= primary.total:
        return (NO_RESULT,)
    return tuple(sorted((Result(left) for left in _lowered(primary.steps, steps)), key=left_over))


@cache
def descent(code: int) -> tuple[int, ...]:
    """Return the codes of what the reference policy leaves after 0, 1, 2 ... steps, while anything is left.

    To keep the greatest magnitude smallest, the greatest sets are leveled first; on the way to the next level
    the steps come off the highest value, then the next, so that the lowest values are left.
    """
    if not code:
        return ()
    threes = code & code >> 1 & LOW_BITS
    greatest = threes or code >> 1 & LOW_BITS
    left = [code]
    for _ in range((greatest or code).bit_count() - 1):
        lowest = left[-1] & -left[-1]
        left.append(left[-1] - (lowest if lowest & LOW_BITS else lowest >> 1))
    return (*left, *descent(code - greatest if greatest else 0))


def _lowered(steps: tuple[int, ...], loss: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to take exactly `loss` steps off."""
    if not steps:
        yield ()
        return
    spare = sum(steps[1:])
    for taken in range(max(0, loss - spare), min(steps[0], loss) + 1):
        for rest in _lowered(steps[1:], loss - taken):
            yield (steps[0] - taken, *rest)
