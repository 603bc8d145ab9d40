"""Luck: what each throw of a game was worth against the average of what it might have come to, by exact odds.

The unit is a step of a result, as everywhere (`D` 1, `T` 2, `Q+` 3), which is about a box marked. What is judged is
how the dice fell, never what was chosen: of the flex dice those are taken out, and that is rolled again, which the
reference policy says. So each throw is worth nothing on average, whatever was thrown before it, and luck adds up to
nothing in the long run.

- An attack is worth the steps that the odds leave of it after dice that oppose it; those are worth the steps that
  they take off. What shrinks a swarm's result is counted.
- A throw that may be rolled again is worth what is to be had from there; the second throw is worth itself.
- Other pools (skill tests, marines, mining) are worth their steps.
- A single die is worth a step where its side wishes for some faces: that a critical hit breaks a weapon, a repair
  holds, a strained weapon bears up, a ship lives through its Catastrophic Damage. Where no face is better than another
  (the value of a sure hit, Random Selection, the way of a comet, the blast of a ship that is lost anyhow) it is no
  luck; neither is who has initiative, which no step measures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt

from jovian.dice import FACES, Odds, Result, odds, opposed_odds, reach, removals
from jovian.dice.pool import EVERYTHING
from jovian.game import LogEntry
from jovian.game.events import DIMINISH, ESCALATE, Attacked, Opposed, Rolled, sum_parts

ATTACK, DEFENSE, OTHER, DIE = KINDS = ("attack", "defense", "other", "die")
"""Dice of an attack; dice that oppose a result; tests and all other pools; single dice."""


@dataclass(frozen=True, slots=True)
class Throw:
    """What one throw was worth."""

    n: int
    """The number of its event in the game."""
    turn: int
    side: int
    """Whose luck it is."""
    kind: str
    """One of `KINDS`."""
    purpose: str
    """What it was for, in words."""
    came: float
    """The steps that it was good for."""
    expected: float
    """What it might be expected to be good for, exactly."""
    variance: float
    """Of that, over all that might fall."""
    again: bool
    """Is it the second try?"""

    @property
    def luck(self) -> float:
        """Steps more than expected."""
        return self.came - self.expected


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of one side: the sum of its throws."""

    throws: int
    steps: float
    """Steps more than expected."""
    deviation: float
    """The standard deviation of such a sum, in steps."""

    @property
    def score(self) -> float:
        """Standard deviations above the average."""
        return self.steps / self.deviation if self.deviation else 0.0


@dataclass(slots=True)
class _Contest:
    """A throw with all that belongs to it: a second try, what opposed it, the attack that it was."""

    tries: list[LogEntry]
    against: list[LogEntry] = field(default_factory=list)
    opposed: Opposed | None = None
    attack: Attacked | None = None


def luck_of(throws: Iterable[Throw], side: int, kind: str = "") -> Luck:
    """The luck of a side, with one kind of dice or with all."""
    own = [each for each in throws if each.side == side and kind in ("", each.kind)]
    return Luck(len(own), sum(each.luck for each in own), sqrt(sum(each.variance for each in own)))


def throws_of(told: Iterable[LogEntry]) -> tuple[Throw, ...]:
    """Every throw of a game, or of what a side knows of it, that luck had a say in, in the order in which they fell."""
    found = (throw for contest in _contests(told) for throw in _judged(contest))
    return tuple(sorted((each for each in found if each.variance > 0), key=lambda each: each.n))


def _contests(told: Iterable[LogEntry]) -> list[_Contest]:
    """Events of dice put together: who opposes follows who rolls, and the attack follows both."""
    found: list[_Contest] = []
    for entry in told:
        match event := entry.event:
            case Rolled(rerolled=True) if found:
                found[-1].tries.append(entry)
            case Rolled(rerolled=False):
                found.append(_Contest([entry]))
            case Opposed() if len(found) > 1 and found[-2].opposed is None:
                against = found.pop()
                found[-1].against, found[-1].opposed = against.tries, event
            case Attacked() if found and event.pool is not None and _rolled(found[-1]).pool == event.pool:
                found[-1].attack = event
    return found


def _rolled(contest: _Contest) -> Rolled:
    event = contest.tries[0].event
    assert isinstance(event, Rolled)
    return event


def _judged(contest: _Contest) -> Iterator[Throw]:
    """The throws of a contest, each with its worth."""
    first, attack = _rolled(contest), contest.attack
    swarm = attack is not None and attack.swarm
    if not first.result.isdigit():
        yield from _thrown(contest.tries, _Worth(_resisting(attack), swarm), ATTACK if attack is not None else OTHER)
    elif first.good:
        yield _die(contest.tries[0], first)
    if contest.opposed is not None:
        yield from _thrown(contest.against, _Worth(None, swarm, contest.opposed.primary), DEFENSE)


def _resisting(attack: Attacked | None) -> Odds | None:
    """The odds of the dice that oppose an attack, None if none do."""
    if attack is None or attack.defense is None:
        return None
    return odds(attack.defense, reroll=attack.defense_reroll)


@dataclass(frozen=True, slots=True)
class _Worth:
    """By what a result is judged."""

    resisting: Odds | None
    """What may still take steps off it, None for nothing."""
    swarm: bool
    """Does what is left of it shrink?"""
    against: Result | None = None
    """The result that it opposes, None if it is no Secondary's."""

    def __call__(self, result: Result) -> float:
        """The steps that a result is good for."""
        if self.against is not None:
            return _total(self.against, self.swarm) - _left(self.against, Odds.certain(result), self.swarm)
        if self.resisting is None:
            return _total(result, self.swarm)
        return _left(result, self.resisting, self.swarm)


def _total(result: Result, swarm: bool) -> float:
    return float((result.swarmed() if swarm else result).total)


def _left(primary: Result, secondary: Odds, swarm: bool) -> float:
    """The steps that are left of a result, on average."""
    if swarm:
        return float(opposed_odds(Odds.certain(primary), secondary, swarm=True).expected_steps)
    return _rest(secondary)[primary.total]


@lru_cache(maxsize=256)
def _rest(secondary: Odds) -> tuple[float, ...]:
    """The steps that are left on average of results of 0, 1, 2 ... steps."""
    taken = [(reach(result), float(chance)) for result, chance in secondary.items()]
    return tuple(sum(chance * max(0, steps - less) for less, chance in taken) for steps in range(EVERYTHING + 1))


def _thrown(tries: list[LogEntry], worth: _Worth, kind: str) -> Iterator[Throw]:
    """A throw of a pool and, if it was rolled again, the second."""
    for number, entry in enumerate(tries):
        event = entry.event
        assert isinstance(event, Rolled)
        shift = 0 if kind == DEFENSE else sum_parts(event.parts, ESCALATE) - sum_parts(event.parts, DIMINISH)
        own = odds(event.pool, shift=shift)
        again = event.may_reroll and not number
        expected, variance = _prospects(own, worth, again)
        best = removals(event.faces, event.pool, shift)[0].result
        came = _prospects(own, worth, False)[0] if again and best.total < own.expected_steps else worth(best)
        yield Throw(entry.n, entry.turn, event.side, kind, event.purpose, came, expected, variance, bool(number))


@lru_cache(maxsize=512)
def _prospects(own: Odds, worth: _Worth, again: bool) -> tuple[float, float]:
    """The expected worth of a throw and its variance; `again` says that a poor one is rolled again."""
    bar, fresh = own.expected_steps if again else 0, _prospects(own, worth, False)[0] if again else 0.0
    mean = square = 0.0
    for result, exact in own.items():
        value, chance = fresh if result.total < bar else worth(result), float(exact)
        mean += chance * value
        square += chance * value * value
    return mean, max(0.0, square - mean * mean)


def _die(entry: LogEntry, event: Rolled) -> Throw:
    """A single die that some faces are good of."""
    chance = len(event.good) / FACES
    came = float(event.faces.base[0] in event.good)
    spread = chance * (1 - chance)
    return Throw(entry.n, entry.turn, event.side, DIE, event.purpose, came, chance, spread, False)
