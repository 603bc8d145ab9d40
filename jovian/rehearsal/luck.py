"""Luck: what each roll was worth compared with its average, by exact odds.

The unit is one step of Magnitude (`D` 1, `T` 2, `Q+` 3), which is about one box marked. Luck measures only the dice,
never choices: the flex dice are removed, and dice are rerolled, as the reference policy says. So the average luck of
each roll is 0, and luck adds up to 0 in the long run.

- An attack is worth the average steps that remain after the opposing dice. The opposing dice are worth the steps that
  they remove. A Swarm's reduction is included.
- A roll that may be rerolled is worth what a reroll gives on average, if that is better. The second roll is worth its
  own result.
- Other pools (skill tests, marines, mining) are worth their steps.
- A single die is worth one step if its side wants some of the faces: to damage a weapon, repair, keep a strained
  weapon, or survive Catastrophic Damage. If all faces are equally good (the value of a sure hit, Random Selection, the
  direction of a comet, the blast of a lost ship), it has no luck. Initiative has none either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt

from jovian.dice import FACES, Odds, Result, odds, reach, removals
from jovian.dice.pool import EVERYTHING, code_of, decoded, descent, reach_of_code
from jovian.frozen import frozen
from jovian.game import LogEntry
from jovian.game.events import DIMINISH, ESCALATE, Attacked, Opposed, Rolled, sum_parts

ATTACK, DEFENSE, OTHER, DIE = KINDS = ("attack", "defense", "other", "die")
"""Attack dice; dice that oppose a result; tests and all other pools; single dice."""


@frozen
class RollLuck:
    """The luck of one roll."""

    n: int
    """The number of its event in the game."""
    turn: int
    side: int
    """The side whose luck it is."""
    kind: str
    """One of `KINDS`."""
    purpose: str
    """Its purpose in words."""
    came: float
    """The steps that it was worth."""
    expected: float
    """The exact average of this."""
    variance: float
    """The variance of this."""
    again: bool
    """Whether it is a reroll."""

    @property
    def luck(self) -> float:
        """The steps above the average."""
        return self.came - self.expected


@frozen
class Luck:
    """The luck of one side, summed over its rolls."""

    throws: int
    steps: float
    """The steps above the average."""
    deviation: float
    """The standard deviation of the sum, in steps."""

    @property
    def score(self) -> float:
        """The standard deviations above the average."""
        return self.steps / self.deviation if self.deviation else 0.0


@dataclass(slots=True)
class _RollGroup:
    """A roll with its reroll, the dice that opposed it, and the attack that it belonged to."""

    tries: list[LogEntry]
    against: list[LogEntry] = field(default_factory=list)
    opposed: Opposed | None = None
    attack: Attacked | None = None


def luck_of(throws: Iterable[RollLuck], side: int, kind: str = "") -> Luck:
    """Return the luck of a side, with one kind of dice or with all."""
    own = [throw for throw in throws if throw.side == side and kind in ("", throw.kind)]
    return Luck(len(own), sum(throw.luck for throw in own), sqrt(sum(throw.variance for throw in own)))


def luck_in_attacks(entries: Iterable[LogEntry]) -> float:
    """Return the steps by which side 0 was luckier than side 1 in attacks and the dice that oppose them.

    The mean over all games is 0.
    """
    throws = [throw for throw in throws_of(entries) if throw.kind in (ATTACK, DEFENSE)]
    return sum(throw.luck if throw.side == 0 else -throw.luck for throw in throws)


def throws_of(entries: Iterable[LogEntry]) -> tuple[RollLuck, ...]:
    """Return all rolls of a game (or of what a side knows of it) that involve luck, in order."""
    throws = (throw for group in _roll_groups(entries) for throw in _throws_of_group(group))
    return tuple(sorted((throw for throw in throws if throw.variance > 0), key=lambda throw: throw.n))


def _roll_groups(entries: Iterable[LogEntry]) -> list[_RollGroup]:
    """Return the events of dice in groups: opposing dice follow the roll, and the attack follows both."""
    groups: list[_RollGroup] = []
    for entry in entries:
        match event := entry.event:
            case Rolled(rerolled=True) if groups:
                groups[-1].tries.append(entry)
            case Rolled(rerolled=False):
                groups.append(_RollGroup([entry]))
            case Opposed() if len(groups) > 1 and groups[-2].opposed is None:
                against = groups.pop()
                groups[-1].against, groups[-1].opposed = against.tries, event
            case Attacked() if groups and event.pool is not None and _first_roll(groups[-1]).pool == event.pool:
                groups[-1].attack = event
    return groups


def _first_roll(group: _RollGroup) -> Rolled:
    event = group.tries[0].event
    assert isinstance(event, Rolled)
    return event


def _throws_of_group(group: _RollGroup) -> Iterator[RollLuck]:
    """Yield the rolls of a group with their luck."""
    first, attack = _first_roll(group), group.attack
    swarm = attack is not None and attack.swarm
    if not first.result.isdigit():
        yield from _pool_throws(
            group.tries, _ResultValue(_opposing_odds(attack), swarm), ATTACK if attack is not None else OTHER
        )
    elif first.good:
        yield _die(group.tries[0], first)
    if group.opposed is not None:
        yield from _pool_throws(group.against, _ResultValue(None, swarm, group.opposed.primary), DEFENSE)


def _opposing_odds(attack: Attacked | None) -> Odds | None:
    """Return the odds of the dice that oppose an attack, or None if there are none."""
    if attack is None or attack.defense is None:
        return None
    return odds(attack.defense, reroll=attack.defense_reroll)


@frozen
class _ResultValue:
    """The value of a result."""

    opposing: Odds | None
    """The dice that may still reduce it, or None."""
    swarm: bool
    """Whether the remaining result shrinks, because the attacker is a Swarm."""
    against: Result | None = None
    """For opposing dice, the result that they oppose."""

    def __call__(self, result: Result) -> float:
        """Return the steps that a result is worth."""
        if self.against is not None:
            return _total(self.against, self.swarm) - _remaining_after(self.against, result, self.swarm)
        if self.opposing is None:
            return _total(result, self.swarm)
        return _remaining_steps(result, self.opposing, self.swarm)


def _total(result: Result, swarm: bool) -> float:
    return float((result.swarmed() if swarm else result).total)


def _remaining_after(primary: Result, secondary: Result, swarm: bool) -> float:
    """Return the remaining steps of a result against another one."""
    if swarm:
        return _remaining_steps(primary, Odds.certain(secondary), swarm)
    return float(max(0, primary.total - reach(secondary)))


def _remaining_steps(primary: Result, secondary: Odds, swarm: bool) -> float:
    """Return the average remaining steps of a result."""
    if not swarm:
        return _remaining_by_steps(secondary)[primary.total]
    remaining = [_swarmed_total(code) for code in descent(code_of(primary))]
    weights = _reach_weights(secondary).items()
    total = sum(weight * remaining[reduction] for reduction, weight in weights if reduction < len(remaining))
    return total / secondary.total


@lru_cache(maxsize=4096)
def _swarmed_total(code: int) -> int:
    """Return the steps of a result by its code after Swarm. Results share most results of their descents."""
    return decoded(code).swarmed().total


@lru_cache(maxsize=256)
def _reach_weights(secondary: Odds) -> dict[int, int]:
    """Return the weights of the numbers of steps that opposing dice remove."""
    weights: dict[int, int] = {}
    for code, weight in secondary.weights:
        weights[reach_of_code(code)] = weights.get(reach_of_code(code), 0) + weight
    return weights


@lru_cache(maxsize=256)
def _remaining_by_steps(secondary: Odds) -> tuple[float, ...]:
    """Return the average remaining steps of results with 0, 1, 2, ... steps."""
    chances: dict[int, float] = {}
    for result, chance in secondary.items():
        chances[reach(result)] = chances.get(reach(result), 0.0) + float(chance)
    return tuple(
        sum(chance * max(0, steps - reduction) for reduction, chance in chances.items())
        for steps in range(EVERYTHING + 1)
    )


def _pool_throws(tries: list[LogEntry], value_of: _ResultValue, kind: str) -> Iterator[RollLuck]:
    """Yield the roll of a pool and its reroll."""
    for number, entry in enumerate(tries):
        event = entry.event
        assert isinstance(event, Rolled)
        shift = 0 if kind == DEFENSE else sum_parts(event.parts, ESCALATE) - sum_parts(event.parts, DIMINISH)
        own = odds(event.pool, shift=shift)
        again = event.may_reroll and not number
        expected, variance = _mean_and_variance(own, value_of, again)
        best = removals(event.faces, event.pool, shift)[0].result
        came = (
            _mean_and_variance(own, value_of, False)[0] if again and best.total < own.expected_steps else value_of(best)
        )
        yield RollLuck(entry.n, entry.turn, event.side, kind, event.purpose, came, expected, variance, bool(number))


@lru_cache(maxsize=512)
def _mean_and_variance(own: Odds, value_of: _ResultValue, again: bool) -> tuple[float, float]:
    """Return the mean and variance of a roll's value. With `again`, a poor roll is rerolled."""
    threshold, reroll_mean = (
        own.expected_steps if again else 0,
        _mean_and_variance(own, value_of, False)[0] if again else 0.0,
    )
    mean = square = 0.0
    for result, exact in own.items():
        value, chance = reroll_mean if result.total < threshold else value_of(result), float(exact)
        mean += chance * value
        square += chance * value * value
    return mean, max(0.0, square - mean * mean)


def _die(entry: LogEntry, event: Rolled) -> RollLuck:
    """Return the luck of a single die with good faces."""
    chance = len(event.good) / FACES
    came = float(event.faces.base[0] in event.good)
    variance = chance * (1 - chance)
    return RollLuck(entry.n, entry.turn, event.side, DIE, event.purpose, came, chance, variance, False)
