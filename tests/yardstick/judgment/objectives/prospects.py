"""How far a side is ahead in Objective Points if things stay as they are; what is half won counts in part."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from jovian.game import EMBARKED, TABLE, WITHDRAWN, State
from jovian.rules.rulebook.rulebook import Rulebook, rulebook
from jovian.rules.scenario.objectives import (
    AtLeast,
    Counted,
    Counting,
    FirstToAttack,
    Least,
    Most,
    MostVictoryPoints,
    Points,
    has_role,
    victory_points,
)

SWING = 0.2
"""Share of a fleet's TV: a lead of so much is reckoned to be half as good as won."""
LAST, OPEN = 0.1, 0.25
"""What a lead is measured by in the last turn, and so much more for each turn before it."""
LADDER = 25.0
"""The same of a lead that is counted in per cent; of others it is 1."""
USUAL = 4
"""The points for the most Victory Points that a scenario without any is reckoned to have."""
PROMISE, IN_TIME = 0.15, 3
"""Share for which what is still in play is reckoned to be Withdrawn yet, less in so many turns before the end."""
PART = 0.7
"""Share of the points for so much of something that is reckoned by how much of it there is already."""


@lru_cache(maxsize=64)
def counting(book: Rulebook) -> tuple[Counting, ...]:
    """The objectives that count something else than Victory Points."""
    return tuple(clause for clause in book.clauses if isinstance(clause, Counting))


@lru_cache(maxsize=64)
def truces(book: Rulebook) -> tuple[FirstToAttack, ...]:
    """Those that whoever attacks first gets or loses points by."""
    return tuple(clause for clause in book.clauses if isinstance(clause, FirstToAttack))


@lru_cache(maxsize=64)
def for_victory(book: Rulebook) -> int:
    """The points for the most Victory Points."""
    return sum(clause.points for clause in book.clauses if isinstance(clause, MostVictoryPoints))


def point_worth(view: State, side: int) -> float:
    """TV that an Objective Point is worth: what one costs of those for the most Victory Points."""
    return SWING * _fleet(view, side) / (for_victory(rulebook(view)) or USUAL)


def prospect(view: State, side: int) -> float:
    """The points by which a side is ahead in what is yet to be counted, Victory Points left out."""
    ahead = 0.0
    for objective in counting(rulebook(view)):
        if not objective.settled(view):
            points = leaning(objective, *_amounts(view, objective), openness(view))
            mine, theirs = (points[each] if has_role(view, each, objective.role) else 0.0 for each in (side, 1 - side))
            ahead += mine - theirs
    return ahead


def victory(view: State, side: int) -> float:
    """The points for the most Victory Points by which a side is ahead: the surer, the larger its lead."""
    lead = victory_points(view, side) - victory_points(view, 1 - side)
    return for_victory(rulebook(view)) * _sure(lead, SWING * _fleet(view, side) * openness(view))


def leaning(objective: Counting, first: float, second: float, opens: float = 1.0) -> Points:
    """What both sides are reckoned to earn by these amounts, if they stay about as they are."""
    points, half = objective.points, opens * (LADDER if objective.count.unit else 1.0)
    match objective:
        case Most():
            return _to_leader(points, first - second, half)
        case Least():
            return _to_leader(points, second - first, half)
        case AtLeast(amount=amount):
            return points * _reached(first, amount), points * _reached(second, amount)
    return objective.earned(first, second)


def openness(view: State) -> float:
    """How much larger a lead must be to be as good as one in the middle of a game: less near its end."""
    return LAST + OPEN * turns_left(view)


def turns_left(view: State) -> int:
    """Turns after this one."""
    return max(0, view.scenario.turns - view.turn)


def _amounts(view: State, objective: Counting) -> Points:
    """What both sides have now, and in part what they would have if all that may yet get away did."""
    now, share = objective.counted(view), PROMISE * min(1.0, turns_left(view) / IN_TIME)
    if objective.points < 0 or not share or (hoped := _hoped(objective)) is None:
        return now
    later = hoped.counted(view)
    return now[0] + share * (later[0] - now[0]), now[1] + share * (later[1] - now[1])


@lru_cache(maxsize=256)
def _hoped(objective: Counting) -> Counting | None:
    """An objective that counts what has been Withdrawn as if it counted also what is still in play, None for others."""
    count = objective.count
    if isinstance(objective, Least) or not isinstance(count, Counted):
        return None
    if WITHDRAWN not in count.fate or TABLE in count.fate:
        return None
    return replace(objective, count=replace(count, fate=(*count.fate, TABLE, EMBARKED)))


def _to_leader(points: int, lead: float, half: float) -> Points:
    share = _sure(lead, half)
    return points * max(0.0, share), points * max(0.0, -share)


def _reached(amount: float, wanted: int) -> float:
    return (1.0 - PART) * (amount >= wanted) + PART * min(1.0, amount / wanted)


def _sure(lead: float, half: float) -> float:
    """How good a lead is, -1 to 1: so much of it is half as good as sure."""
    return lead / (abs(lead) + half) if half else 0.0


def _fleet(view: State, side: int) -> float:
    """TV of the fleet that a side brought, as far as it is known."""
    return float(sum(model.open_card.tv for model in view.models.values() if model.owner == side)) or 1.0
