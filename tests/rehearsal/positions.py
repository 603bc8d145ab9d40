"""Small positions with exactly known chances: the last turn, and one decisive shot."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from jovian.dice import Pool, odds
from jovian.match import Match
from jovian.match.play_loop import play
from jovian.players import make_player
from jovian.rehearsal.activations import proposed_activations
from jovian.rehearsal.forecast import Estimate
from jovian.rehearsal.game import Plan, to_tuples
from jovian.rehearsal.puzzles import Candidate, Puzzle, games_from
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


def passed_shot() -> Match:
    """Return the same game at its end, after the gunner passed instead of shooting, so that it was drawn."""
    match = last_shot()
    for choice in (["move", 2.0], ["end"]):
        match.answer(choice)
    play(match, [make_player("random", seed) for seed in (1, 2)])
    return match


def shot_puzzle(title: str = "To shoot or not") -> Puzzle:
    """Return a puzzle of that game with two candidates and made-up scores."""
    match = passed_shot().fork_at(0)
    series = games_from(match, "random", 8, 5, 1)
    scores = ((1.0, 1.0, 0.5, 1.0, 0.0, 1.0, 1.0, 1.0), (1.0, 0.0, 0.5, 1.0, 0.0, 0.0, 1.0, 0.5))
    rows = zip(
        proposed_activations(series.start, "random", 2), scores, (None, Estimate(-0.3125, -0.7, 0.1)), strict=True
    )
    candidates = (Candidate(one.plan, one.model, one.reason, kept, behind) for one, kept, behind in rows)
    return Puzzle(title, match, series, tuple(candidates))


def hits() -> float:
    """Return the probability of a hit."""
    return 1 - odds(SHOT).magnitude()["N"]


def plan(match: Match, name: str, *choices: Any, side: int = 0) -> Plan:
    """Return a plan of these answers for the current position of a match."""
    answers = tuple((kind, to_tuples(choice)) for kind, choice in choices)
    return Plan(name, match.setup.scenario.key, len(match.journal), side, answers)


def write_plan(kept: Plan, path: Path) -> None:
    """Write a plan to a file."""
    path.write_text(json.dumps(kept.to_json()), encoding="utf-8")
