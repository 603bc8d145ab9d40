"""A pool of dice, the result of a roll, and the reduction by an opposed roll (v1.2.4 Dice System, Types of Rolls)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

from jovian.frozen import frozen

# --- Results ---
# Magnitudes are counted in steps: none, ``D``, ``T``, ``Q+``.

FACES = 6
MOST_STEPS = 3
MAGNITUDES = ("N", "D", "T", "Q+")
"""The names of 0, 1, 2 and 3 steps."""

_SET = re.compile(r"(D|T|Q\+?)([1-6])(\+?)")


@frozen
class Result:
    """The steps of each of the six values (v1.2.4 Dice System > Result, Escalate, Diminish)."""

    steps: tuple[int, ...] = (0,) * FACES
    """``steps[value - 1]`` is the magnitude of the set of that value, 0 to 3."""

    def __post_init__(self) -> None:
        if len(self.steps) != FACES or not all(step in range(MOST_STEPS + 1) for step in self.steps):
            raise ValueError(f"a result has {FACES} magnitudes from 0 to {MOST_STEPS}, not {self.steps!r}")

    @classmethod
    def of(cls, sets: Iterable[tuple[int, int]]) -> Result:
        """Return the result with the given ``(value, steps)`` sets; raises ``ValueError`` for a value no die has."""
        steps = [0] * FACES
        for value, step in sets:
            if value not in range(1, FACES + 1):
                raise ValueError(f"a die has no face {value!r}")
            steps[value - 1] = step
        return cls(tuple(steps))

    @classmethod
    def parse(cls, text: str) -> Result:
        """Read ``"N"`` or sets such as ``"D2,T4"`` and ``"Q+1"``; raises ``ValueError`` for anything else."""
        if text == MAGNITUDES[0]:
            return cls()
        matches = [_SET.fullmatch(part.strip()) for part in text.split(",")]
        sets = [(int(m[2]), "NDTQ".index(m[1][0])) for m in matches if m and not (m[3] and m[1] != "Q")]
        if len(sets) != len(matches) or len({value for value, _ in sets}) != len(sets):
            raise ValueError(f"not a result: {text!r}")
        return cls.of(sets)

    @property
    def sets(self) -> tuple[tuple[int, int], ...]:
        """The sets as ``(value, steps)``, in order of value."""
        return tuple((value, step) for value, step in enumerate(self.steps, 1) if step)

    @property
    def total(self) -> int:
        """The sum of all steps, by which the reference policy compares results."""
        return sum(self.steps)

    @property
    def best(self) -> int:
        """The steps of the greatest set, 0 for no result."""
        return max(self.steps)

    @property
    def magnitude(self) -> str:
        """The name of the greatest set's magnitude: ``N``, ``D``, ``T`` or ``Q+``."""
        return MAGNITUDES[self.best]

    def __bool__(self) -> bool:
        """Return whether the roll succeeded."""
        return any(self.steps)

    def __str__(self) -> str:
        """Return ``"D2,T4"``, sets in order of value, or ``"N"``."""
        return ",".join(f"{MAGNITUDES[step]}{value}" for value, step in self.sets) or MAGNITUDES[0]

    def escalated(self, times: int = 1) -> Result:
        """Raise every set, to ``Q+`` at most. No result stays no result. A negative number diminishes."""
        return Result(tuple(shifted(step, times) for step in self.steps)) if times else self

    def diminished(self, times: int = 1) -> Result:
        """Lower every set. A ``D`` disappears, a ``Q+`` of any number of dice becomes a ``T``."""
        return self.escalated(-times)

    def swarmed(self) -> Result:
        """Lower ``T`` and ``Q+`` one step, after all other changes (v1.2.4 Traits > Weapon Traits > Swarm, R7)."""
        return Result(tuple(step - (step > 1) for step in self.steps))


NO_RESULT = Result()
"""``N``."""


def shifted(step: int, shift: int) -> int:
    """Return the steps of a set after net escalates: 0 stays 0, others stay within 0 to 3."""
    return min(MOST_STEPS, max(0, step + shift)) if step else 0


def worth(kept: int, hits: int, shift: int = 0) -> int:
    """Return the steps of a value from dice kept, matching macro dice (negative lower), and net escalates.

    Four or more alike are three steps before macro dice (v1.2.4 Dice System > Macro Pool, R5, R7).
    """
    return shifted(shifted(max(0, min(kept, 4) - 1), hits), shift)


# --- Result codes ---
# Results as numbers below 4096, for counting: two bits for each value, value 1 in the highest bits. Only odds and
# reductions use codes.

CODE_BITS = 2 * FACES
LOW_BITS = 0b010101010101
"""The lower of the two bits of every value."""


def code_of(result: Result) -> int:
    """Return the code of a result."""
    code = 0
    for step in result.steps:
        code = code << 2 | step
    return code


@cache
def decoded(code: int) -> Result:
    """Return the result of a code. There is one object for each of the 4096 codes."""
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
    """Return the rank of every set of values, by its bits. The set with the lowest values ranks last."""
    bits = [(value, 1 << CODE_BITS - 2 * value) for value in range(1, FACES + 1)]
    choices = [values for size in range(FACES + 1) for values in combinations(bits, size)]
    ranked = sorted(choices, key=lambda values: [value for value, _ in values], reverse=True)
    return {sum(bit for _, bit in values): place for place, values in enumerate(ranked)}


_VALUE_RANK = _lowest_first()


@cache
def value_rank(code: int) -> int:
    """Return the rank by `quality` among results with equal total and best steps. Lower values rank higher."""
    return _VALUE_RANK[(code | code >> 1) & LOW_BITS] << CODE_BITS | code


# --- Pools ---

SMALLEST_BASE = 2
"""A pool with fewer base dice rolls exactly this many and no other dice (R6)."""


def net_to_dice(net: int) -> tuple[int, int, int]:
    """Return the base, flex, and macro dice that a net Attack Modifier adds.

    A penalty of N is N negative macro dice. A bonus is a base die, from 2 on also a flex die, and from 3 on a macro die
    for each further point (v1.2.4 Attack > Attack Modifier).
    """
    if net <= 0:
        return 0, 0, net
    return 1, int(net >= 2), max(0, net - 2)


@frozen
class Pool:
    """Dice of the three kinds, as printed or modified (v1.2.4 Dice System > Dice Pools)."""

    base: int
    """Base dice. The number may be below 2 while modifiers are added."""
    flex: int = 0
    """Extra dice. The roller removes as many dice again."""
    macro: int = 0
    """Dice that raise sets, or lower them if negative."""

    def plus(self, base: int = 0, flex: int = 0, macro: int = 0) -> Pool:
        """Return this pool with dice of each kind added or removed."""
        return Pool(self.base + base, self.flex + flex, self.macro + macro)

    def modified(self, net: int) -> Pool:
        """Return this pool with the dice of a net Attack Modifier (R10).

        >>> Pool(3).modified(2).words()
        '4 base, 1 flex'
        """
        return self.plus(*net_to_dice(net))

    def normal(self) -> Pool:
        """Return the pool that is rolled: only two base dice if the base is below 2 (R6)."""
        if self.base < SMALLEST_BASE:
            return Pool(SMALLEST_BASE)
        return self if self.flex >= 0 else Pool(self.base, 0, self.macro)

    @property
    def dice(self) -> int:
        """The number of rolled dice, including macro dice."""
        rolled = self.normal()
        return rolled.base + rolled.flex + abs(rolled.macro)

    def words(self) -> str:
        """Return the dice in words: `3 base, 1 flex, -2 macro`."""
        dice = ((self.base, "base"), (self.flex, "flex"), (self.macro, "macro"))
        return ", ".join(f"{count} {kind}" for count, kind in dice if count or kind == "base")

    def __str__(self) -> str:
        """Return the short form, such as ``3B 1F -2M``."""
        parts = [f"{self.base}B"]
        parts += [f"{self.flex}F"] if self.flex else []
        parts += [f"{self.macro}M"] if self.macro else []
        return " ".join(parts)


# --- Faces and flex dice ---
# The roller sees every face, also of macro dice, and removes any of the base and flex dice, as many as there are flex
# dice (v1.2.4 Dice System > Flex Pool, R5).


@frozen
class Faces:
    """The faces of one roll, each 1 to 6, in the order rolled."""

    base: tuple[int, ...]
    flex: tuple[int, ...] = ()
    """Rolled, kept, and removed like base dice. They are the last ones rolled."""
    macro: tuple[int, ...] = ()


@frozen
class Removal:
    """One way to remove the flex dice."""

    kept: tuple[int, ...]
    """The faces that stay, in ascending order."""
    result: Result
    """Their result with macro dice, escalates, and diminishes."""


def result_of_faces(kept: Iterable[int], macro: Iterable[int] = (), sign: int = 1, shift: int = 0) -> Result:
    """Return the result of kept and macro faces. `sign` is that of the macro pool, `shift` the net escalates."""
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
    """Return the rank of a result for its roller by the reference policy. Greater is better.

    Most steps come first, then the greatest magnitude, then the lowest values (compared from the lowest up; a list that
    ends earlier is lower). With the same values, the greater magnitude on the lower value.
    """
    low = tuple(-value for value, _ in result.sets)
    return result.total, result.best, (*low, 0), result.steps


def removals(faces: Faces, pool: Pool, shift: int = 0) -> tuple[Removal, ...]:
    """Return every result that the roller can choose with the dice for it, best first by `quality`.

    If dice of different faces give the same result, the lowest dice stay. `shift` is the roll's escalates minus its
    diminishes. Raises ``ValueError`` if the faces don't fit the pool.
    """
    rolled = pool.normal()
    dice = sorted(faces.base + faces.flex)
    if (len(faces.base), len(faces.flex), len(faces.macro)) != (rolled.base, rolled.flex, abs(rolled.macro)):
        raise ValueError(f"{faces} doesn't fit the pool {rolled}")
    sign = -1 if rolled.macro < 0 else 1
    keep_by_result: dict[Result, Removal] = {}
    for kept in _kept(dice, rolled.base):
        result = result_of_faces(kept, faces.macro, sign, shift)
        keep_by_result.setdefault(result, Removal(kept, result))
    return tuple(sorted(keep_by_result.values(), key=lambda keep: quality(keep.result), reverse=True))


def _kept(dice: list[int], count: int) -> Iterator[tuple[int, ...]]:
    """Yield each different selection of `count` of the sorted dice once, lowest first."""
    if count == 0:
        yield ()
        return
    for place in range(len(dice) - count + 1):
        if place == 0 or dice[place] != dice[place - 1]:
            for rest in _kept(dice[place + 1 :], count - 1):
                yield (dice[place], *rest)


# --- Opposed rolls ---
# What the Secondary's result does to the Primary's (v1.2.4 Types of Rolls > Opposed Roll). The printed list is lost; R1
# restores it. Each ``D`` of the Secondary removes one step, each ``T`` two, and any ``Q+`` all. The Secondary chooses.

EVERYTHING = FACES * MOST_STEPS
"""The reach of a ``Q+``. No result has more steps."""


def reach(secondary: Result) -> int:
    """Return how many steps a Secondary's result removes."""
    return reach_of_code(code_of(secondary))


def reach_of_code(code: int) -> int:
    return EVERYTHING if best_steps(code) == MOST_STEPS else total_steps(code)


def left_over(result: Result) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    """Return the rank of a remaining result for the Secondary by the reference policy. Less is better.

    Fewest steps come first, then the smallest greatest magnitude, then the lowest values as in `quality`.
    """
    values = tuple(value for value, _ in result.sets)
    return result.total, result.best, values, tuple(-step for step in result.steps)


def reductions(primary: Result, secondary: Result) -> tuple[Result, ...]:
    """Return the distinct results that the Secondary can choose, best for the Secondary first.

    All possible steps are removed, so all results have lost equally many.
    """
    steps = reach(secondary)
    if steps >= primary.total:
        return (NO_RESULT,)
    return tuple(sorted((Result(lowered) for lowered in _lowered(primary.steps, steps)), key=left_over))


@cache
def descent(code: int) -> tuple[int, ...]:
    """Return the codes that remain after 0, 1, 2 ... removed steps by the reference policy, without the empty one.

    The policy lowers the greatest sets first, so that the greatest magnitude gets small. Among them it lowers the
    highest value first, so that the lowest values remain.
    """
    if not code:
        return ()
    threes = code & code >> 1 & LOW_BITS
    greatest = threes or code >> 1 & LOW_BITS
    codes = [code]
    for _ in range((greatest or code).bit_count() - 1):
        lowest = codes[-1] & -codes[-1]
        codes.append(codes[-1] - (lowest if lowest & LOW_BITS else lowest >> 1))
    return (*codes, *descent(code - greatest if greatest else 0))


def _lowered(steps: tuple[int, ...], loss: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to remove exactly `loss` steps."""
    if not steps:
        yield ()
        return
    spare = sum(steps[1:])
    for removed in range(max(0, loss - spare), min(steps[0], loss) + 1):
        for rest in _lowered(steps[1:], loss - removed):
            yield (steps[0] - removed, *rest)
