"""Results as numbers below 4096, for counting: two bits a value, value 1 in the highest.

Only odds and reductions work on codes; everybody else has `Result`.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from jovian.dice.result import FACES, MOST_STEPS, Result

CODE_BITS = 2 * FACES
LOW_BITS = 0b010101010101
"""The lower bit of every value's two."""


def code_of(result: Result) -> int:
    """Return the code of a result."""
    code = 0
    for step in result.steps:
        code = code << 2 | step
    return code


@cache
def decoded(code: int) -> Result:
    """Return the result of a code; one object for each of the 4096."""
    return Result(tuple(code >> 2 * place & MOST_STEPS for place in reversed(range(FACES))))


def total_steps(code: int) -> int:
    """Return all steps together."""
    return (code & LOW_BITS).bit_count() + 2 * (code >> 1 & LOW_BITS).bit_count()


def best_steps(code: int) -> int:
    """Return the steps of the greatest set."""
    if code & code >> 1 & LOW_BITS:
        return MOST_STEPS
    return 2 if code & LOW_BITS << 1 else int(code > 0)


def _lowest_first() -> dict[int, int]:
    """Return the place of every choice of values, by its bits, when the lowest values come last."""
    bits = [(value, 1 << CODE_BITS - 2 * value) for value in range(1, FACES + 1)]
    choices = [chosen for size in range(FACES + 1) for chosen in combinations(bits, size)]
    ranked = sorted(choices, key=lambda chosen: [value for value, _ in chosen], reverse=True)
    return {sum(bit for _, bit in chosen): place for place, chosen in enumerate(ranked)}


_VALUE_RANK = _lowest_first()


@cache
def value_rank(code: int) -> int:
    """Return the rank by `quality` of results equal in total and best steps: lower values are greater."""
    return _VALUE_RANK[(code | code >> 1) & LOW_BITS] << CODE_BITS | code
