"""Small positions with exactly known chances: the last turn, and one decisive shot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jovian.dice import Pool, odds
from jovian.match import Match
from jovian.rehearsal.game import Plan, to_tuples
from tests.rules.stage import Cast, gun, ship, squadron, stage

SHOT = Pool(3)
"""The gunner's dice without opposition: any result destroys the mark."""
SHOOT = ["menu", ["attack", ["a1"], "mark"]]
AHEAD, PASS = ["menu", ["move", 2.0]], ["menu", ["end"]]


def last_shot(*more: Cast, options: dict[str, str] | None = None) -> Match:
    """Return a game in which side 0's gunner gives its orders. Only its shot can score: a draw, or a win for side 0.
    More ships of side 1 may be added. The fleets have equal value.
    """
    worth = 40 + sum(cast.card.tv for cast in more)
    gunner = ship("Gunner", 0, (24, 12), tv=worth, weapons=[gun(ac=3, as_=3)])
    mark = squadron("Mark", 1, (24, 20), tv=40, structure_left=1, fuel_left=1, activated=True)
    setup = stage(gunner, mark, *more, turns=1, options=options).match.setup
    match = Match(replace(setup, manual=False), keep_all=True)
    match.answer(["declare", "none", 0])
    return match


def hits() -> float:
    """Return the probability of a hit."""
    return 1 - odds(SHOT).magnitude()["N"]


def plan(match: Match, name: str, *choices: Any, side: int = 0) -> Plan:
    """Return a plan of these answers for the current position of a match."""
    answers = tuple((kind, to_tuples(choice)) for kind, choice in choices)
    return Plan(name, match.setup.scenario.key, len(match.journal), side, answers)
