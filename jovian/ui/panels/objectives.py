"""The objectives in words: what each one gives, and what both sides have of it. They use only what the viewer knows."""

from __future__ import annotations

from jovian.rules.basics.rolls import pluralize
from jovian.rules.scenario.objectives import amount_words
from jovian.rules.sequence.sequence import ObjectiveProgress

Names = tuple[str, str]
FLEET_LEFT = "Counted in Victory Points: captured ships give one and a half times their TV, famous enemies a share."
"""What `most fleet left` doesn't say."""
BRIEFING = "briefing"
"""The command that opens the briefing."""


def points_words(points: int) -> str:
    """Return a number of points with its unit."""
    return pluralize(points, "point") if abs(points) != 1 else f"{points} point"


def heading(objective: ObjectiveProgress) -> str:
    """Return what an objective gives, and for what."""
    role = f", {objective.role} only" if objective.role else ""
    return f"{points_words(objective.points)} for {objective.title}{role}"


def side_words(objective: ObjectiveProgress, side: int, names: Names) -> str:
    """Return what a side has of an objective, and the points that this gives."""
    share = objective.shares[side]
    if not share.eligible:
        return f"{names[side]}: not for this side"
    amount = "" if share.amount is None else amount_words(share.amount, objective.unit)
    status = ", ".join(filter(None, (amount, share.words)))
    points = f"{points_words(share.earned)}" if share.earned else "no points"
    return f"{names[side]}: {status + ' · ' if status else ''}{points}"


def when_words(objective: ObjectiveProgress, over: bool) -> str:
    """Return when the objective is or was counted."""
    if objective.missed:
        return f"The game started after turn {objective.turn}, so neither side scores this."
    if objective.settled:
        return f"Settled in turn {objective.turn}." if objective.turn else "Settled." if not over else ""
    return f"Counted at the end of turn {objective.turn}." if objective.turn else "Counted at the end."


def open_words(objective: ObjectiveProgress, names: Names) -> str:
    """Return which sides can still win or lose the points, or "" if the objective is settled."""
    if objective.settled:
        return ""
    shares = objective.shares
    able = [names[side] for side in (0, 1) if shares[side].open]
    if not able:
        return "Neither side can still score this."
    unable = [names[side] for side in (0, 1) if shares[side].eligible and not shares[side].open]
    verb = "lose" if objective.points < 0 else "win"
    return f"{' and '.join(able)} can still {verb} it{f', {unable[0]} no longer' if unable else ''}."


def lines_of(objective: ObjectiveProgress, names: Names, over: bool = False) -> list[str]:
    """Return the lines of an objective's tooltip."""
    ends = " ".join(filter(None, (when_words(objective, over), open_words(objective, names))))
    sides = (side_words(objective, side, names) for side in (0, 1))
    return [f"{heading(objective)}.".replace("..", "."), *sides, ends, *([FLEET_LEFT] if objective.of_victory else [])]
