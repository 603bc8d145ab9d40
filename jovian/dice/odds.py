"""Exact odds: how likely every result of a pool is, re-rolled, opposed and changed as the rules say.

All weights are integers over one total, so nothing is rounded before a caller asks for a float. Where the
roller or the opponent chooses, the reference policy does (`quality`, `left_over`). Order of changes: R7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb

from jovian.dice.choosing import Choice, kept, laid, orders, plain
from jovian.dice.codes import best_steps, code_of, decoded, total_steps
from jovian.dice.counting import patterns
from jovian.dice.oppose import EVERYTHING, descent, reach_of_code
from jovian.dice.pool import Pool
from jovian.dice.result import FACES, MAGNITUDES, Result


@dataclass(frozen=True, eq=False)
class Odds:
    """An immutable distribution over results, compared by identity: equal questions share one answer."""

    weights: tuple[tuple[int, int], ...]
    """``(result code, weight)``, each code once, in order of code."""
    total: int
    """What the weights add up to."""

    @classmethod
    def of(cls, weights: dict[int, int]) -> Odds:
        """Return the distribution of weights by result code."""
        possible = sorted((code, weight) for code, weight in weights.items() if weight)
        return cls(tuple(possible), sum(weights.values()))

    @classmethod
    def certain(cls, result: Result) -> Odds:
        """Return the distribution of a result that has fallen already."""
        return cls.of({code_of(result): 1})

    @cached_property
    def _chances(self) -> tuple[tuple[Result, float], ...]:
        return tuple((decoded(code), weight / self.total) for code, weight in self.weights)

    @cached_property
    def _weight(self) -> dict[int, int]:
        return dict(self.weights)

    def items(self) -> Iterator[tuple[Result, Fraction]]:
        """Yield every possible result with its exact probability."""
        for code, weight in self.weights:
            yield decoded(code), Fraction(weight, self.total)

    def probability(self, result: Result) -> Fraction:
        """Return the exact probability of one result."""
        return Fraction(self._weight.get(code_of(result), 0), self.total)

    def expect(self, worth: Callable[[Result], float], known: dict[int, float] | None = None) -> float:
        """Return the expected worth of the result; `known` holds what codes are worth, and takes up what it lacks."""
        mean, total, found = 0.0, self.total, {} if known is None else known
        for code, weight in self.weights:
            if code not in found:
                found[code] = worth(decoded(code))
            mean += weight / total * found[code]
        return mean

    @cached_property
    def expected_steps(self) -> Fraction:
        """The expected number of steps, a ``D`` being 1, ``T`` 2, ``Q+`` 3."""
        return Fraction(sum(weight * total_steps(code) for code, weight in self.weights), self.total)

    @property
    def success(self) -> float:
        """The probability of any set at all."""
        return (self.total - self._weight.get(0, 0)) / self.total

    def magnitude(self) -> dict[str, float]:
        """Return the probability that the greatest set is ``N``, ``D``, ``T`` or ``Q+``."""
        found = [0] * len(MAGNITUDES)
        for code, weight in self.weights:
            found[best_steps(code)] += weight
        return {name: weight / self.total for name, weight in zip(MAGNITUDES, found, strict=True)}

    def as_json(self) -> dict[str, dict[str, float]]:
        """Return what ``odds --json`` prints: ``magnitude`` of the greatest set and ``results`` by name."""
        return {"magnitude": self.magnitude(), "results": {str(result): p for result, p in self._chances}}

    def mapped(self, change: Callable[[Result], Result]) -> Odds:
        """Return the odds of what a rule turns each result into."""
        weights: dict[int, int] = {}
        for code, weight in self.weights:
            turned = code_of(change(decoded(code)))
            weights[turned] = weights.get(turned, 0) + weight
        return Odds.of(weights)

    def rerolled(self) -> Odds:
        """Return the odds if a result below the expected steps is rolled again and the second stands (R8)."""
        bar = self.expected_steps
        below = {code for code, _ in self.weights if total_steps(code) < bar}
        again = sum(weight for code, weight in self.weights if code in below)
        weights = {c: weight * (again + (0 if c in below else self.total)) for c, weight in self.weights}
        return Odds.of(weights)

    def against(self, secondary: Odds, *, swarm: bool = False) -> Odds:
        """Return the odds of this Primary after the Secondary chose (R1) and, if asked, Swarm's diminish."""
        return opposed(self, secondary, swarm=swarm)


@lru_cache(maxsize=512)
def odds(pool: Pool, *, reroll: bool = False, shift: int = 0, swarm: bool = False) -> Odds:
    """Return the odds of an unopposed roll after macro dice and `shift`, its escalates less its diminishes.

    `reroll` lets the roller roll once more; `swarm` diminishes ``T`` and ``Q+`` at the end. For an opposed
    roll leave `swarm` to `opposed`, since it comes after the reduction (R7).
    """
    if reroll or swarm:
        fresh = odds(pool, shift=shift)
        final = fresh.rerolled() if reroll else fresh
        return final.mapped(Result.swarmed) if swarm else final
    rolled = pool.normal()
    cases: dict[tuple[Choice, ...], int] = {}
    for pattern, ways in patterns(rolled, shift):
        case = plain(kept(pattern, rolled.base))
        cases[case] = cases.get(case, 0) + ways
    return Odds.of(_laid_out(cases))


def _laid_out(cases: dict[tuple[Choice, ...], int]) -> dict[int, int]:
    """Return the weights of result codes from those of cases, in each of which all six values are alike."""
    ordered: dict[tuple[int, int], int] = {}
    for case, ways in cases.items():
        values, ends = orders(case)
        each = ways // (sum(ends.values()) * comb(FACES, values))
        for code, times in ends.items():
            ordered[values, code] = ordered.get((values, code), 0) + each * times
    weights: dict[int, int] = {}
    for (values, code), weight in ordered.items():
        for result in laid(values, code):
            weights[result] = weights.get(result, 0) + weight
    return weights


@lru_cache(maxsize=2048)
def opposed(primary: Odds, secondary: Odds, *, swarm: bool = False) -> Odds:
    """Return the odds of an opposed roll: each side rolls by itself, then the Secondary reduces (R1, R8)."""
    reaches = [0] * (EVERYTHING + 1)
    for code, weight in secondary.weights:
        reaches[reach_of_code(code)] += weight
    at_least = [*accumulate(reversed(reaches))][::-1]
    left: dict[int, int] = {0: 0}
    for code, weight in primary.weights:
        steps = descent(code)
        left[0] += weight * at_least[len(steps)]
        for after, times in zip(steps, reaches, strict=False):
            if times:
                left[after] = left.get(after, 0) + weight * times
    final = Odds.of(left)
    return final.mapped(Result.swarmed) if swarm else final


@lru_cache(maxsize=64)
def autohit(steps: int, shift: int = 0) -> Odds:
    """Return the odds of an Autohit of so many steps: no roll, its value by a die (R11)."""
    results = [Result.of([(value, steps)]).escalated(shift) for value in range(1, FACES + 1)]
    weights: dict[int, int] = {}
    for code in map(code_of, results):
        weights[code] = weights.get(code, 0) + 1
    return Odds.of(weights)
