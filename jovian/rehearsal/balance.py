"""What factions, fleets, and units are worth: one player plays both sides, and the fleets swap sides within a pair.

A balance is a duel between fleets. `share_table` counts the wins of ready fleets. `unit_values` finds out from random
fleets how much each unit adds to the chance of a win for its points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, count, islice
from math import sqrt
from random import Random

from mpmath import fp

from jovian.cards import FleetList, load_fleet, unit_cards, upgrades
from jovian.cards.names import FACTIONS
from jovian.fleets.random_fleet import random_fleet
from jovian.fleets.status import Library
from jovian.frozen import frozen
from jovian.play import setup_of
from jovian.rehearsal.duels import Duel, Meeting, Pair, PairJob, as_save
from jovian.rehearsal.forecast import CONFIDENCE, Estimate, bounded, deviate

# --- Ready fleets ---


def fleet_meetings(scenarios: Sequence[str], fleets: Sequence[str]) -> tuple[Meeting, ...]:
    """Return each scenario with all pairs of fleets of different factions. Raises CardError."""
    faction_of = {fleet: load_fleet(fleet).faction for fleet in fleets}
    return tuple(
        (scenario, (one, other))
        for scenario in scenarios
        for one, other in combinations(fleets, 2)
        if faction_of[one] != faction_of[other]
    )


@frozen
class GroupShare:
    """How often a faction or a fleet won."""

    name: str
    pairs: int
    """The number of pairs of games that it played."""
    share: Estimate
    """The share of its games that it won. A draw is half a win, and the interval is over pairs."""


def share_table(pairs: Sequence[Pair], group_of: Callable[[str], str]) -> list[GroupShare]:
    """Return the shares of groups of fleets against all others, the best first. `group_of` names a fleet's group."""
    scores: dict[str, list[float]] = {}
    for pair in pairs:
        first, second = map(group_of, pair.fleets)
        scores.setdefault(first, []).append(pair.score)
        scores.setdefault(second, []).append(1 - pair.score)
    shares = [GroupShare(name, len(own), bounded(own, 0.0, 1.0)) for name, own in scores.items()]
    return sorted(shares, key=lambda share: (-share.share.value, share.name))


# --- Random fleets ---

SPREAD = 0.2
"""By how much the points of a random fleet may differ from the size. Without it, only differences could be measured."""
PRIOR = 0.5
"""The standard deviation of the values of units that is assumed before any game."""
LEAST_NOISE = 1e-6
"""With less variance between the scores of pairs, there were too few games to say anything."""
UPGRADES = "upgrades"
"""The name among the units of all upgrades together, except weapons in hardpoints."""


@frozen
class RandomDuel(Duel):
    """A duel between random legal fleets of random factions, a new pair of fleets for each pair of games."""

    size: int = 250
    """The mean Threat Value of the fleets."""

    def fights(self, begin: int = 0) -> Iterator[PairJob]:
        """Yield its pairs in order, starting with number `begin`."""
        for number in islice(count(begin), None if self.pairs is None else max(0, self.pairs - begin)):
            scenario, fleets = self.draw(number)
            game = as_save(replace(setup_of(scenario), fleets=fleets))
            names = tuple(fleet.name for fleet in fleets)
            yield PairJob(number, scenario, names, game, self.players, self.seed + number, swaps_fleets=True)

    def draw(self, number: int) -> tuple[str, tuple[FleetList, FleetList]]:
        """Return the scenario and the fleets of a pair."""
        rng, library = Random(self.seed + number), Library(unit_cards(), upgrades())
        scenario, _ = rng.choice(self.meetings)

        def fleet(letter: str) -> FleetList:
            size = round(self.size * rng.uniform(1 - SPREAD, 1 + SPREAD))
            draft = random_fleet(library, rng.choice(FACTIONS), size, rng, name=f"Fleet {number}{letter}")
            return draft.build(library.units, library.upgrades)

        return scenario, (fleet("A"), fleet("B"))

    def heading(self) -> dict[str, object]:
        """Return the first line of its file."""
        return Duel.heading(self) | {"size": self.size}


@frozen
class UnitValue:
    """How much a unit adds to the chance of a win per point, compared with all units together, which have 1."""

    unit: str
    """The key of its card, or `UPGRADES`."""
    pairs: int
    """The number of pairs of games in which a fleet had it."""
    value: Estimate


def unit_values(duel: RandomDuel, pairs: Sequence[Pair]) -> list[UnitValue]:
    """Return the values of all units in the fleets of these pairs, at least one pair, the best first.

    This is a linear regression of the score of a pair on the differences of both fleets in the points of each unit.
    First the effect of a point of any kind is estimated, then the deviation of each unit from it, with a normal prior
    around 0 (ridge regression; A. E. Hoerl and R. W. Kennard, 1970). The intervals take the first step as known.
    """
    leads = [_lead(duel, pair.number) for pair in pairs]
    totals = [sum(lead.values()) for lead in leads]
    scores = [pair.score - 0.5 for pair in pairs]
    effect = sum(t * s for t, s in zip(totals, scores, strict=True)) / (sum(t * t for t in totals) or 1.0)
    rests = [score - effect * total for score, total in zip(scores, totals, strict=True)]
    noise = sum(rest * rest for rest in rests) / max(1, len(rests) - 1)
    units = sorted({unit for lead in leads for unit in lead})
    if effect <= 0 or noise < LEAST_NOISE:
        unknown = Estimate(1.0, float("-inf"), float("inf"))
        return [UnitValue(unit, _number_with(unit, leads), unknown) for unit in units]
    rows = [[effect * lead.get(unit, 0.0) for unit in units] for lead in leads]
    precision = [
        [sum(row[i] * row[k] for row in rows) / noise + (PRIOR**-2 if i == k else 0.0) for k in range(len(units))]
        for i in range(len(units))
    ]
    sums = [sum(row[i] * rest for row, rest in zip(rows, rests, strict=True)) / noise for i in range(len(units))]
    covariance = fp.inverse(fp.matrix(precision))
    values = []
    for i, unit in enumerate(units):
        value = 1 + float(sum(covariance[i, k] * total for k, total in enumerate(sums)))
        half = deviate(CONFIDENCE) * sqrt(covariance[i, i])
        values.append(UnitValue(unit, _number_with(unit, leads), Estimate(value, value - half, value + half)))
    return sorted(values, key=lambda each: (-each.value.value, each.unit))


def _lead(duel: RandomDuel, number: int) -> dict[str, float]:
    """Return by how many points per size the first fleet of a pair has more of each unit, 0 if both have the same.

    The weapons in its hardpoints belong to a unit.
    """
    lead: dict[str, float] = {}
    for sign, fleet in zip((1, -1), duel.draw(number)[1], strict=True):
        for entry in fleet.entries:
            weapons = sum(line.tv for line in entry.hardpoints)
            own, others = unit_cards()[entry.unit].tv + weapons, entry.upgrade_tv - weapons
            for unit, points in ((entry.unit, own), (UPGRADES, others)):
                if points:
                    lead[unit] = lead.get(unit, 0.0) + sign * points / duel.size
    return lead


def _number_with(unit: str, leads: Sequence[dict[str, float]]) -> int:
    return sum(unit in lead for lead in leads)
