"""The exact odds of every result of a pool, also rerolled and opposed. Start reading at `odds`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate, combinations
from math import comb, factorial, perm
from operator import lshift

from jovian.dice.pool import (
    CODE_BITS,
    EVERYTHING,
    FACES,
    MAGNITUDES,
    MOST_STEPS,
    Pool,
    Result,
    best_steps,
    code_of,
    decoded,
    descent,
    reach_of_code,
    total_steps,
    value_rank,
    worth,
)

# --- Counting patterns ---
# How many of the equally likely throws of a pool show which pattern, without looking at each throw.
#
# The six values are equal before the roller chooses, so throws are counted by pattern: how many values show on two,
# three, four or more dice, and how many macro dice show each of those. A *curve* says how many steps a value gives for
# the dice kept. A *pattern* is how many values have which curve.


Curve = tuple[tuple[int, int], ...]
"""The steps of a value: ``(dice kept, steps)`` where one more die gives more steps, from ``(0, 0)`` up."""
Pattern = tuple[tuple[Curve, int], ...]
"""The curves with any steps, and how many values have each."""
Split = dict[tuple[int, int], int]
"""Number of ways by (values of each curve, values with 1, 2, 3 macro hits), both packed in slots of `WIDTH` bits."""

WIDTH = 4
"""Bits of a slot. A slot counts the values of one curve, or those with a number of macro hits."""
SLOT = (1 << WIDTH) - 1


@cache
def curve(dice: int, hits: int, shift: int) -> Curve:
    """Return the curve of a value with 2, 3, or 4 dice (4 means 4 or more) and signed macro hits."""
    points = [(0, 0)]
    for kept in range(2, dice + 1):
        steps = worth(kept, hits, shift)
        if steps > points[-1][1]:
            points.append((kept, steps))
    return tuple(points)


def patterns(pool: Pool, shift: int) -> list[tuple[Pattern, int]]:
    """Return every pattern that a normal pool can show, with the number of its throws."""
    dice, macro = pool.base + pool.flex, abs(pool.macro)
    names: list[Curve] = []
    groups = {alike: _groups(alike, dice // alike, pool.macro, shift, names) for alike in (2, 3, 4)}
    ways_by_pattern: dict[int, int] = {}
    for twos, threes, fours in _shares(dice):
        ways = _dice_ways(dice, twos, threes, fours)
        split = _joined(_joined(groups[2][twos], groups[3][threes]), groups[4][fours])
        for (packed, hits), times in split.items():
            hit_ways = _hit_ways(macro, _most_hits(pool.macro), twos + threes + fours, hits)
            ways_by_pattern[packed] = ways_by_pattern.get(packed, 0) + ways * times * hit_ways
    return [(_unpacked(packed, names), ways) for packed, ways in ways_by_pattern.items() if ways]


def _most_hits(macro: int) -> int:
    """Return the macro hits beyond which nothing changes: two raise a ``D`` to ``Q+``, three lower a ``Q+`` to none."""
    return MOST_STEPS if macro < 0 else MOST_STEPS - 1


def _shares(dice: int) -> Iterator[tuple[int, int, int]]:
    """Yield how many values can have exactly two, exactly three, and four or more of the dice."""
    for fours in range(min(FACES, dice // 4) + 1):
        for threes in range(min(FACES - fours, (dice - 4 * fours) // 3) + 1):
            rest = dice - 4 * fours - 3 * threes
            for twos in range(min(FACES - fours - threes, rest // 2) + 1):
                yield twos, threes, fours


@lru_cache(maxsize=1 << 12)
def _dice_ways(dice: int, twos: int, threes: int, fours: int) -> int:
    """Return in how many throws that many values have two, three, and four or more dice. The other dice are single."""
    single = FACES - twos - threes - fours
    rest = dice - 2 * twos - 3 * threes
    on_fours = sum(
        comb(rest, loose) * perm(single, loose) * _crowded(rest - loose, fours, 4) for loose in range(rest + 1)
    )
    sizes = factorial(twos) * factorial(threes) * factorial(fours) * factorial(single)
    alike: int = 2**twos * 6**threes
    return factorial(FACES) // sizes * on_fours * factorial(dice) // (alike * factorial(rest))


@lru_cache(maxsize=1 << 12)
def _crowded(dice: int, values: int, least: int) -> int:
    """Return the ways to roll dice that show only the given values, with `least` or more dice on each."""
    if values == 0:
        return int(dice == 0)
    most = dice - least * (values - 1)
    return sum(comb(dice, here) * _crowded(dice - here, values - 1, least) for here in range(least, most + 1))


@lru_cache(maxsize=1 << 12)
def _hit_ways(macro: int, cap: int, values: int, hits: int) -> int:
    """Return the ways in which macro dice hit the given values: exactly that often, or `cap` times or more."""
    ones, at_cap = hits & SLOT, hits >> WIDTH * (cap - 1) & SLOT
    twos = hits >> WIDTH & SLOT if cap > 2 else 0
    rest = macro - ones - 2 * twos
    if rest < 0:
        return 0
    spread: int = sum(
        comb(rest, here) * _crowded(here, at_cap, cap) * (FACES - values) ** (rest - here) for here in range(rest + 1)
    )
    return spread * (factorial(macro) // factorial(rest) >> twos)


def _groups(alike: int, most: int, macro: int, shift: int, names: list[Curve]) -> list[Split]:
    """Return the splits of 0, 1, 2 ... values with `alike` dice each, by curve and macro hits.

    Appends new curves to `names`; the index of a curve is its slot.
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
    """Return the splits of two groups of values together."""
    both: Split = {}
    for (packed, hits), ways in left.items():
        for (more, further), times in right.items():
            key = packed + more, hits + further
            both[key] = both.get(key, 0) + ways * times
    return both


def _unpacked(packed: int, names: list[Curve]) -> Pattern:
    counts = [packed >> WIDTH * slot & SLOT for slot in range(len(names))]
    return tuple((name, count) for name, count in zip(names, counts, strict=True) if count)


# --- Choosing sets ---
# Which sets the roller keeps of a pattern, and which values they can have.
#
# `best_choices` finds the best choices of a pattern. If several differ only in their values, `order_ends` tries every
# order of the curves, and the reference policy decides.

Group = tuple[int, ...]
"""The steps of the values of one curve, greatest first. The lowest value of the group gets the first."""
Choice = tuple[Group, ...]
"""One choice for a whole pattern: a group for each curve."""
Candidate = tuple[int, int, int, Choice]
"""Dice used, total steps, greatest steps, and the choice."""

CODE = (1 << CODE_BITS) - 1
SHIFTS = tuple(tuple(combinations(range(CODE_BITS - 2, -1, -2), values)) for values in range(FACES + 1))
"""For 0 to 6 values, the positions of the steps of each set of values in a result code, lowest value first."""


def best_choices(pattern: Pattern, base: int) -> tuple[Choice, ...]:
    """Return the choices of at most `base` dice with the most steps and then the greatest magnitude."""
    if sum(points[-1][0] * count for points, count in pattern) <= base:
        return (tuple((points[-1][1],) * count for points, count in pattern),)
    candidates = _candidates(pattern, base)
    top = max((steps, best) for _, steps, best, _ in candidates)
    return tuple(choice for _, steps, best, choice in candidates if (steps, best) == top)


@lru_cache(maxsize=1 << 12)
def _candidates(pattern: Pattern, base: int) -> list[Candidate]:
    """Return the candidates, extending those of the pattern without its last curve."""
    if not pattern:
        return [(0, 0, 0, ())]
    further = _ways_to_keep(*pattern[-1])
    candidates = [
        (dice + more, steps + gain, max(best, group[0]), (*choice, group))
        for dice, steps, best, choice in _candidates(pattern[:-1], base)
        for more, gain, group in further
        if dice + more <= base
    ]
    return _best_candidates(candidates, base)


def _best_candidates(candidates: list[Candidate], base: int) -> list[Candidate]:
    """Return the candidates for which no other candidate has more steps with as few dice."""
    max_steps = [0] * (base + 1)
    for dice, steps, _, _ in candidates:
        max_steps[dice] = max(max_steps[dice], steps)
    max_steps = [*accumulate(max_steps, max)]
    return [candidate for candidate in candidates if candidate[1] == max_steps[candidate[0]]]


@lru_cache(maxsize=1 << 10)
def _ways_to_keep(points: Curve, count: int) -> tuple[tuple[int, int, Group], ...]:
    """Return each way to keep dice of `count` values of one curve: dice, steps, and the group."""
    groups: list[tuple[int, int, Group]] = [(0, 0, ())]
    for _ in range(count):
        groups = [
            (dice + more, steps + gain, (*group, gain))
            for dice, steps, group in groups
            for more, gain in points
            if not group or gain <= group[-1]
        ]
    return tuple(groups)


def merge_alike(choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Return choices with curves of the same outcome merged, so that equal cases are counted together."""
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
def order_ends(choices: tuple[Choice, ...]) -> tuple[int, dict[int, int]]:
    """Return the number of values that the groups take, and how many of their orders give which steps.

    Only the order of the values matters, not which they are. The steps of all choices are packed in one number with
    twelve bits each, which grows by one value at a time.
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
    (ends,) = rows.values()
    return values, count_best_ends(ends, len(choices))


def count_best_ends(ends: list[int], choices: int) -> dict[int, int]:
    """Return how often each choice's steps are the best among packed orders."""
    fields = Counter(ends)
    if choices == 1:
        return fields
    counts: dict[int, int] = {}
    shifts = range(0, CODE_BITS * choices, CODE_BITS)
    for packed_choices, times in fields.items():
        code = max([packed_choices >> shift & CODE for shift in shifts], key=value_rank)
        counts[code] = counts.get(code, 0) + times
    return counts


def _column(groups: tuple[Group, ...]) -> list[int]:
    """Return the steps of each value of one curve in all choices, packed side by side."""
    return [sum(step << CODE_BITS * row for row, step in enumerate(steps)) for steps in zip(*groups, strict=True)]


@cache
def codes_of_steps(values: int, code: int) -> tuple[int, ...]:
    """Return the result codes of steps in order, for every choice of that many of the six values."""
    steps = [code >> 2 * place & MOST_STEPS for place in reversed(range(values))]
    return tuple(sum(map(lshift, steps, shifts)) for shifts in SHIFTS[values])


# --- Odds ---

# All weights are integers over one total, so nothing is rounded before a caller asks for a float. Where the roller
# or the opponent chooses, the reference policy does (`quality`, `left_over`). Order of changes: R7.


@dataclass(frozen=True, eq=False, slots=True)
class Odds:
    """An immutable distribution over results, compared by identity: equal questions share one answer."""

    weights: tuple[tuple[int, int], ...]
    """``(result code, weight)``, each code once, in order of the codes."""
    total: int
    """The sum of the weights."""

    @classmethod
    def of(cls, weights: dict[int, int]) -> Odds:
        """Return the distribution with these weights by result code."""
        possible = sorted((code, weight) for code, weight in weights.items() if weight)
        return cls(tuple(possible), sum(weights.values()))

    @classmethod
    def certain(cls, result: Result) -> Odds:
        """Return the distribution of a known result."""
        return cls.of({code_of(result): 1})

    def items(self) -> Iterator[tuple[Result, Fraction]]:
        """Yield every possible result with its exact probability."""
        for code, weight in self.weights:
            yield decoded(code), Fraction(weight, self.total)

    def probability(self, result: Result) -> Fraction:
        """Return the exact probability of one result."""
        return Fraction(dict(self.weights).get(code_of(result), 0), self.total)

    def expect(self, worth: Callable[[Result], float], known: dict[int, float] | None = None) -> float:
        """Return the expected value of a function of the result. `known` caches values by result code."""
        mean, total, known_values = 0.0, self.total, {} if known is None else known
        for code, weight in self.weights:
            if code not in known_values:
                known_values[code] = worth(decoded(code))
            mean += weight / total * known_values[code]
        return mean

    @property
    def expected_steps(self) -> Fraction:
        """The expected number of steps (``D`` 1, ``T`` 2, ``Q+`` 3)."""
        return Fraction(sum(weight * total_steps(code) for code, weight in self.weights), self.total)

    @property
    def success(self) -> float:
        """The probability of any set."""
        return (self.total - dict(self.weights).get(0, 0)) / self.total

    def magnitude(self) -> dict[str, float]:
        """Return the probability that the greatest set is ``N``, ``D``, ``T`` or ``Q+``."""
        weights = [0] * len(MAGNITUDES)
        for code, weight in self.weights:
            weights[best_steps(code)] += weight
        return {name: weight / self.total for name, weight in zip(MAGNITUDES, weights, strict=True)}

    def as_json(self) -> dict[str, dict[str, float]]:
        """Return what ``odds --json`` prints: ``magnitude`` of the greatest set and ``results`` by name."""
        return {
            "magnitude": self.magnitude(),
            "results": {str(result): float(chance) for result, chance in self.items()},
        }

    def mapped(self, change: Callable[[Result], Result]) -> Odds:
        """Return the odds after a rule has changed each result."""
        weights: dict[int, int] = {}
        for code, weight in self.weights:
            turned = code_of(change(decoded(code)))
            weights[turned] = weights.get(turned, 0) + weight
        return Odds.of(weights)

    def rerolled(self) -> Odds:
        """Return the odds if a result below the expected steps is rolled again and the second roll stands (R8)."""
        bar = self.expected_steps
        below = {code for code, _ in self.weights if total_steps(code) < bar}
        reroll_weight = sum(weight for code, weight in self.weights if code in below)
        weights = {c: weight * (reroll_weight + (0 if c in below else self.total)) for c, weight in self.weights}
        return Odds.of(weights)

    def against(self, secondary: Odds, *, swarm: bool = False) -> Odds:
        """Return the odds of this Primary after the Secondary's reduction (R1) and, if wanted, Swarm's diminish."""
        return opposed_odds(self, secondary, swarm=swarm)


@lru_cache(maxsize=512)
def odds(pool: Pool, *, reroll: bool = False, shift: int = 0, swarm: bool = False) -> Odds:
    """Return the odds of an unopposed roll after macro dice and `shift`, its escalates minus its diminishes.

    With `reroll`, the roller may roll once more. `swarm` diminishes ``T`` and ``Q+`` at the end. For an opposed roll,
    pass `swarm` to `opposed_odds` instead, because it comes after the reduction (R7).
    """
    if reroll or swarm:
        fresh = odds(pool, shift=shift)
        final = fresh.rerolled() if reroll else fresh
        return final.mapped(Result.swarmed) if swarm else final
    rolled = pool.normal()
    cases: dict[tuple[Choice, ...], int] = {}
    for pattern, ways in patterns(rolled, shift):
        case = merge_alike(best_choices(pattern, rolled.base))
        cases[case] = cases.get(case, 0) + ways
    return Odds.of(_weights_by_code(cases))


def _weights_by_code(cases: dict[tuple[Choice, ...], int]) -> dict[int, int]:
    """Return the weights of result codes from the weights of cases. In a case all six values are equal."""
    ordered: dict[tuple[int, int], int] = {}
    for case, ways in cases.items():
        values, ends = order_ends(case)
        weight_of_order = ways // (sum(ends.values()) * comb(FACES, values))
        for code, times in ends.items():
            ordered[values, code] = ordered.get((values, code), 0) + weight_of_order * times
    weights: dict[int, int] = {}
    for (values, code), weight in ordered.items():
        for result in codes_of_steps(values, code):
            weights[result] = weights.get(result, 0) + weight
    return weights


@lru_cache(maxsize=2048)
def opposed_odds(primary: Odds, secondary: Odds, *, swarm: bool = False) -> Odds:
    """Return the odds of an opposed roll: both sides roll, then the Secondary reduces (R1, R8)."""
    reaches = [0] * (EVERYTHING + 1)
    for code, weight in secondary.weights:
        reaches[reach_of_code(code)] += weight
    at_least = [*accumulate(reversed(reaches))][::-1]
    weights: dict[int, int] = {0: 0}
    for code, weight in primary.weights:
        steps = descent(code)
        weights[0] += weight * at_least[len(steps)]
        for after, times in zip(steps, reaches, strict=False):
            if times:
                weights[after] = weights.get(after, 0) + weight * times
    final = Odds.of(weights)
    return final.mapped(Result.swarmed) if swarm else final


@lru_cache(maxsize=64)
def autohit(steps: int, shift: int = 0) -> Odds:
    """Return the odds of an Autohit: no roll, its value by a die (R11)."""
    results = [Result.of([(value, steps)]).escalated(shift) for value in range(1, FACES + 1)]
    weights: dict[int, int] = {}
    for code in map(code_of, results):
        weights[code] = weights.get(code, 0) + 1
    return Odds.of(weights)
