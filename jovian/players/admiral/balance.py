"""What both sides have left in a game, and what an attack is expected to take of it.

A model counts its Threat Value less what its wounds bring nearer; one that is Crippled little, since few get away.
Both are reckoned alike, so that the luck of an attack is what it took less what it was expected to take.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from jovian.dice import FACES, Odds, Result
from jovian.game import DESTROYED, RESERVE, WITHDRAWN, Model, State
from jovian.players.judgment.actions.marines import bounty
from jovian.players.judgment.combat.expecting import swerving
from jovian.rules.harm.catastrophe import survived
from jovian.rules.harm.damage import TRACKS
from jovian.rules.harm.expect import RATING, WOUND, worth
from jovian.rules.harm.toll import Table, table_for
from jovian.rules.scenario.victory import multiplier
from jovian.rules.shooting.assessment import Assessment

HULK = 0.08
"""Share of its Threat Value that a Crippled ship on the table is reckoned to be worth."""
AFLOAT = 0.5
"""Share that a ship counts for at least as long as it is not Crippled."""
APART = ("structure", "fuel")
"""Tracks whose boxes are no further ratings."""


def balance(state: State, side: int) -> float:
    """TV by which a side is ahead."""
    total = 0.0
    for model in state.models.values():
        if model.side == side:
            total += counts(state, model)
        elif model.side == 1 - side:
            total -= counts(state, model)
    return total


def counts(state: State, model: Model) -> float:
    """TV that a model counts for whoever controls it: a ship that is captured half again as much."""
    return (worth(model) + bounty(model)) * share_left(state, model)


def share_left(state: State, model: Model) -> float:
    """The share of its Threat Value that a model still counts for."""
    if model.place == DESTROYED:
        return multiplier(state, model)
    if model.place in (WITHDRAWN, RESERVE) or model.crippled:
        return multiplier(state, model) if model.place != "table" else HULK
    return _whole(model) if model.marks or model.damaged else 1.0


def _whole(model: Model) -> float:
    boxes = len(model.boxes("structure")) or 1
    share = 1.0 - WOUND * model.marks.get("structure", 0) / boxes
    if not model.capital:
        return share
    return max(AFLOAT, share - RATING * _others(model))


def _others(model: Model) -> int:
    """Boxes of other ratings, and weapons, that are damaged."""
    return len(model.damaged) + sum(count for track, count in model.marks.items() if track not in APART)


def expected(state: State, shot: Assessment) -> float:
    """TV that a shot is expected to take from its target, by the measure of `share_left`."""
    target = state.models[shot.target]
    table = table_for(state, target, shot.impact.table, shot.impact.redundant, shot.impact.nature)
    share = HULK if target.crippled else _whole(target)
    drop = _drop(swerving(shot).odds(), Hull.of(state, target), table, round(share, 4))
    return (worth(target) + bounty(target)) * drop


class Hull(NamedTuple):
    """What is left of a target, as far as damage asks for it."""

    boxes: int
    unmarked: int
    """Boxes of its Structure, all and those that are left."""
    spent: bool
    """Is nothing left of its ratings, so that what would hit one hits Structure (R68)?"""
    lives: float
    """How likely it outlives a roll for Catastrophic Damage."""

    @staticmethod
    def of(state: State, target: Model) -> Hull:
        """What is left of a model."""
        spent = not any(target.unmarked(each) for each in TRACKS)
        lives = len(survived(state, target)) / FACES if target.capital else 0.0
        return Hull(len(target.boxes("structure")) or 1, target.unmarked("structure"), spent, lives)


@lru_cache(maxsize=1 << 13)
def _drop(result: Odds, hull: Hull, table: Table, share: float) -> float:
    return result.expect(lambda each: _taken(each, hull, table, share))


def _taken(result: Result, hull: Hull, table: Table, share: float) -> float:
    structure = table.structure(result)
    if not table.capital:
        return share if structure >= hull.unmarked else WOUND * structure / hull.boxes
    structure += table.others(result) * hull.spent
    if hull.unmarked <= 0:
        return HULK - HULK * hull.lives**structure
    if structure >= hull.unmarked:
        return share - HULK * hull.lives ** (structure - hull.unmarked + 1)
    return min(share - AFLOAT, WOUND * structure / hull.boxes + RATING * table.others(result))
