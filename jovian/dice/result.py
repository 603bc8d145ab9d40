"""What a roll comes to: the magnitude of every value, and how it is raised and lowered.

v1.2.4 Dice System > Result, Escalate, Diminish. Magnitudes are counted in steps: none, ``D``, ``T``, ``Q+``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from jovian.frozen import frozen

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
