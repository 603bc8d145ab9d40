"""An objective in words: what it gives and to whom, how each side stands, when it is counted, who may still win it."""

from __future__ import annotations

from jovian.game import State
from jovian.rules.facts.words import counted
from jovian.rules.scenario.objectives.counts import amount_words
from jovian.rules.scenario.roles import known_role
from jovian.rules.sequence.progress import Progress

Names = tuple[str, str]


def points_words(points: int) -> str:
    """So many points, with a sign where they are lost."""
    return counted(points, "point") if abs(points) != 1 else f"{points} point"


def heading(each: Progress) -> str:
    """What an objective gives, and for what."""
    whose = f", {each.role} only" if each.role else ""
    return f"{points_words(each.points)} for {each.title}{whose}"


def amounts_of(each: Progress) -> tuple[str, str]:
    """What is counted for each side; "" where nothing is, or where it is none of that side's business."""
    first, second = (
        "" if share.amount is None else amount_words(share.amount, each.unit.strip() if each.unit == "%" else "")
        for share in each.shares
    )
    return first, second


def side_words(each: Progress, side: int, names: Names) -> str:
    """How a side stands, and what that gives it."""
    share = each.shares[side]
    if not share.eligible:
        return f"{names[side]}: not for this side"
    had = "" if share.amount is None else amount_words(share.amount, each.unit)
    stands = ", ".join(filter(None, (had, share.words)))
    gets = f"{points_words(share.earned)}" if share.earned else "no points"
    return f"{names[side]}: {stands + ' · ' if stands else ''}{gets}"


def when_words(each: Progress, over: bool) -> str:
    """Return when the objective is counted, or was."""
    if each.missed:
        return f"The game started after turn {each.turn}, so neither side scores this."
    if each.settled:
        return f"Settled in turn {each.turn}." if each.turn else "Settled." if not over else ""
    return f"Counted at the end of turn {each.turn}." if each.turn else "Counted at the end."


def open_words(each: Progress, names: Names) -> str:
    """Who may still win or lose the points."""
    open_to = [names[side] for side in (0, 1) if each.shares[side].open]
    verb = "lose" if each.points < 0 else "win"
    if each.settled:
        return ""
    if not open_to:
        return "Out of reach."
    shut = [names[side] for side in (0, 1) if each.shares[side].eligible and not each.shares[side].open]
    return f"{' and '.join(open_to)} may still {verb} it{f', {shut[0]} no longer' if shut else ''}."


def lines_of(each: Progress, names: Names, over: bool = False) -> list[str]:
    """All there is to say of an objective, line by line, for a tooltip."""
    ends = " ".join(filter(None, (when_words(each, over), open_words(each, names))))
    return [f"{heading(each)}.".replace("..", "."), *(side_words(each, side, names) for side in (0, 1)), ends]


def holder(state: State, role: str) -> int | None:
    """The side of a role, None as long as nobody knows."""
    return next((side for side in (0, 1) if role and known_role(state, side) == role), None)
