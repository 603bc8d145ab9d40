"""Plans of a rehearsal beside its game: what was tried from one position, and how the note of a save holds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from jovian.cards.error import one_line
from jovian.match import Match
from jovian.match.entries import Entry, read_journal, written_journal
from jovian.rehearsal.one_game.plans import Plan, plan_of
from jovian.table import Pose

PLANS = "plans"
"""Their name in the note; a side each that has any."""
FARTHEST = 1000
"""Inches from the corner of the table that a model may have ended."""
LETTERS = "ABCDEFGH"
"""What plans are called."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A plan that was played once, and what it led to that time."""

    plan: Plan
    model: str
    """The name of the model that activated in it."""
    ends: tuple[tuple[str, Pose], ...]
    """The models of its side that it moved, by their ids, and where to."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The plans of one side, all for the same position."""

    before: tuple[Entry, ...] = ()
    """The answers of the game up to that position, as its journal has them."""
    tried: tuple[Tried, ...] = ()

    def stands_in(self, match: Match) -> bool:
        """Has the game come by their position?"""
        return match.journal[: len(self.before)] == list(self.before)


def written(kept: Mapping[int, Kept]) -> list[dict[str, Any]] | None:
    """The plans of both sides as a note holds them, None for none."""
    return [
        {"journal": written_journal(each.before), "tried": [_tried(one) for one in each.tried]}
        for each in kept.values() if each.tried
    ] or None  # fmt: skip


def _tried(one: Tried) -> dict[str, Any]:
    ends = [[ident, pose.x, pose.y, pose.heading] for ident, pose in one.ends]
    return {"plan": one.plan.written(), "model": one.model, "ends": ends}


def read(given: Any, match: Match) -> dict[int, Kept]:
    """The plans of each side out of a note beside a match. Raises ValueError with what is wrong, in a line."""
    found: dict[int, Kept] = {}
    for each in _list(given, "plans is a list, one of each side that has any", least=0, most=2):
        if not isinstance(each, dict) or set(each) != {"journal", "tried"}:
            raise ValueError("the plans of a side are a journal and what was tried")
        before = read_journal(_list(each["journal"], "journal is a list of answers", least=0))
        rows = _list(each["tried"], f"a side has 1 to {len(LETTERS)} plans", most=len(LETTERS))
        kept = Kept(tuple(before), tuple(_read_one(row, number) for number, row in enumerate(rows)))
        side = kept.tried[0].plan.side
        if side in found or any(one.plan.side != side for one in kept.tried):
            raise ValueError("the plans of a side stand together")
        if any(_place(one.plan) != (match.setup.scenario.key, len(before)) for one in kept.tried):
            raise ValueError("a plan is for another position than its journal leads to")
        found[side] = kept
    return found


def _place(plan: Plan) -> tuple[str, int]:
    return plan.scenario, plan.answers


def _list(given: Any, what: str, *, least: int = 1, most: int | None = None) -> list[Any]:
    if not isinstance(given, list) or len(given) < least or (most is not None and len(given) > most):
        raise ValueError(what)
    return given


def _read_one(row: Any, number: int) -> Tried:
    """A plan that was tried; it is called by its letter."""
    letter = LETTERS[number]
    if not isinstance(row, dict) or set(row) != {"plan", "model", "ends"} or not isinstance(row["model"], str):
        raise ValueError(f"plan {letter} is a plan, the name of a model and where models ended")
    try:
        plan = plan_of(row["plan"])
    except ValueError as error:
        raise ValueError(f"plan {letter}: {error}") from error
    if plan.name != letter:
        raise ValueError(f"plan {letter}: it is called otherwise")
    return Tried(plan, one_line(row["model"]), tuple(_ends(row["ends"], letter)))


def _ends(given: Any, letter: str) -> Iterator[tuple[str, Pose]]:
    what = f"plan {letter}: where a model ended is its id, two places in inches and a heading in degrees"
    for end in _list(given, what, least=0):
        if not isinstance(end, list) or len(end) != 4 or not isinstance(end[0], str):
            raise ValueError(what)
        near = all(type(each) in (int, float) and -FARTHEST <= each <= FARTHEST for each in end[1:3])
        if not near or type(end[3]) is not int or not 0 <= end[3] < 360:
            raise ValueError(what)
        yield end[0], Pose(float(end[1]), float(end[2]), end[3])
