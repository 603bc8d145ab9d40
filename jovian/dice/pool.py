"""A pool of dice, what it comes to, and what two pools against each other leave."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

from jovian.frozen import frozen

# --- result ---
# What a roll comes to: the magnitude of every value, and how it is raised and lowered.
#
# v1.2.4 Dice System > Result, Escalate, Diminish. Magnitudes are counted in steps: none, ``D``, ``T``, ``Q+``.

FACES = 6
MOST_STEPS = 3
MAGNITUDES = ("N", "D", "T", "Q+")
"""The names of 0, 1, 2 and 3 steps."""

_SET = re.compile(r"(D|T|Q\+?)([1-6])(\+?)")


@frozen
class Result:
    """The steps of each of the six values. Immutable; equal results are equal and hash alike."""

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
        found = [_SET.fullmatch(part.strip()) for part in text.split(",")]
        sets = [(int(m[2]), "NDTQ".index(m[1][0])) for m in found if m and not (m[3] and m[1] != "Q")]
        if len(sets) != len(found) or len({value for value, _ in sets}) != len(sets):
            raise ValueError(f"not a result: {text!r}")
        return cls.of(sets)

    @property
    def sets(self) -> tuple[tuple[int, int], ...]:
        """The sets as ``(value, steps)``, in order of value."""
        return tuple((value, step) for value, step in enumerate(self.steps, 1) if step)

    @property
    def total(self) -> int:
        """All steps together, the yardstick of the reference policy."""
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
        """Whether the roll succeeded at all."""
        return any(self.steps)

    def __str__(self) -> str:
        """Return ``"D2,T4"``, sets in order of value, or ``"N"``."""
        return ",".join(f"{MAGNITUDES[step]}{value}" for value, step in self.sets) or MAGNITUDES[0]

    def escalated(self, times: int = 1) -> Result:
        """Raise every set, ``Q+`` at most; no result stays none. A negative number diminishes."""
        return Result(tuple(shifted(step, times) for step in self.steps)) if times else self

    def diminished(self, times: int = 1) -> Result:
        """Lower every set; a ``D`` goes away, a ``Q+`` of any number of dice becomes a ``T``."""
        return self.escalated(-times)

    def swarmed(self) -> Result:
        """Lower ``T`` and ``Q+`` one step, last of all changes (R7). v1.2.4 Traits > Swarm."""
        return Result(tuple(step - (step > 1) for step in self.steps))


NO_RESULT = Result()
"""``N``."""


def shifted(step: int, shift: int) -> int:
    """Return one set's steps after net escalates: none stays none, the rest stays within 0 to 3."""
    return min(MOST_STEPS, max(0, step + shift)) if step else 0


def worth(kept: int, hits: int, shift: int = 0) -> int:
    """Return the steps of one value: dice kept, matching macro dice (negative lower), then net escalates.

    Four alike or more are three steps before macro dice. v1.2.4 Dice System > Macro Pool; R5, R7.
    """
    return shifted(shifted(max(0, min(kept, 4) - 1), hits), shift)


# --- codes ---
# Results as numbers below 4096, for counting: two bits a value, value 1 in the highest.
#
# Only odds and reductions work on codes; everybody else has `Result`.

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


# --- pool ---
# What is rolled: base, flex and macro dice as one value, and the table that turns a net modifier into dice.
#
# Everything that changes a pool is plain addition here; R10 gives the order in which callers add.

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


# --- keep ---
# What fell, and which dice the roller leaves out for the flex dice.
#
# v1.2.4 Dice System > Flex Pool; R5: the roller sees every face, macro dice too, and takes out any of the base and
# flex dice, as many as there are flex dice.


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


# --- oppose ---
# The opposed roll: what the Secondary Player's result does to the Primary's.
#
# v1.2.4 Types of Rolls > Opposed Roll, whose list is lost in print; R1 restores it. Each ``D`` of the Secondary
# takes one step, each ``T`` two (from two results or from one), any ``Q+`` takes everything; they add up and the
# Secondary chooses.

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
