"""Answers that need no asking: one option is at least as good as every other, in every respect, for who decides.

Only exact cases count. A result counts as at least as good if it does all that the other does to the enemy, set by set,
and nothing that could turn against the roller, such as an explosion of a ship that only it would cripple.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from jovian.dice import Result
from jovian.game import Answer, Decision, Pick, State
from jovian.game.answers import Reroll
from jovian.rules.facts.formation import members
from jovian.rules.facts.rolls import Outcomes, SkillStake
from jovian.rules.harm.damage import spent
from jovian.rules.harm.expect import structure_hits
from jovian.rules.harm.meaning import Stake
from jovian.rules.harm.toll import ALL, Table, table_for

KINDS = ("flex", "reroll")
"""The kinds of questions that may need no asking."""


def obvious_answer(view: State, decision: Decision) -> Answer | None:
    """Return the answer that is at least as good as every other one for the deciding side; None to ask.

    Never for a secret choice, nor with real dice, whose players see their own faces.
    """
    if not isinstance(decision, Pick) or decision.kind not in KINDS or decision.secret or decision.sealed:
        return None
    ends: Any = decision.stake
    if view.manual or not isinstance(ends, Outcomes):
        return None
    for index, option in enumerate(decision.listed):
        others = (result for number, result in enumerate(ends.results) if number != index)
        if all(_is_as_good(view, decision.side, ends, ends.results[index], other) for other in others):
            answer: Answer = option.answer
            return answer
    return None


def obvious_words(decision: Decision, answer: Answer) -> str:
    """Return what the log says of an answer that was given without asking."""
    label = next((option.label for option in islice(decision.options(), 100) if option.answer == answer), "")
    what = "rolled again" if isinstance(answer, Reroll) else f"kept {label}" if label else "kept"
    return f"Not asked, {what}: no other choice is better in any respect."


def _is_as_good(view: State, side: int, ends: Outcomes, one: Result | None, other: Result | None) -> bool:
    """Return whether a result is at least as good for its roller as another one; None stands for another roll."""
    if other is None:
        return False
    if one is None:  # another roll costs nothing, and cannot be worse than no result
        return not other and _wants_more(view, side, ends.stake)
    if one == other:
        return True
    if not _wants_more(view, side, ends.stake):
        return False
    if isinstance(ends.stake, Stake):
        return _harms_as_much(view, ends.stake, one, other)
    return not other or (_includes(one, other) and _first_best(one) == _first_best(other))


def _wants_more(view: State, side: int, stake: object) -> bool:
    """Return whether the side that rolls wants as much as possible: in a skill test, and against an enemy."""
    if isinstance(stake, Stake):
        target = view.models.get(stake.target)
        return target is not None and target.side == 1 - side
    return isinstance(stake, SkillStake)


def _harms_as_much(view: State, stake: Stake, one: Result, other: Result) -> bool:
    """Return whether a result does to its target all that another one does, whatever the target's side answers."""
    target = view.models[stake.target]
    table = table_for(view, target, stake.table, stake.redundant, stake.nature)
    if not target.capital:
        return _harms_squadron_as_much(view, stake, table, one, other)
    if stake.opposed or stake.swarm or not _includes(one, other):
        return False
    if table.structure(one) == table.structure(other):
        return not spent(target)
    return not spent(target) and table.structure(one) < structure_hits(target, stake.redundant)


def _harms_squadron_as_much(view: State, stake: Stake, table: Table, one: Result, other: Result) -> bool:
    """Return the same for a squadron, which only loses Structure."""
    if stake.opposed:
        plain = not (table.shielded or table.blunted or table.fatal or table.heavier or stake.swarm)
        return plain and one.total >= other.total
    first, second = (table.structure(each.swarmed() if stake.swarm else each) for each in (one, other))
    if len(members(view, view.models[stake.target])) > 1 and max(first, second) >= ALL:
        return False  # a whole member lost, or damage that its owner shares out: neither includes the other
    return first >= second and (bool(one) or not other)


def _includes(one: Result, other: Result) -> bool:
    """Return whether a result has every set of another one, at the same magnitude."""
    return all(not steps or steps == more for more, steps in zip(one.steps, other.steps, strict=True))


def _first_best(result: Result) -> tuple[int, int]:
    """Return the value and the magnitude of the set by which a test is judged."""
    return next(((value, steps) for value, steps in result.sets if steps == result.best), (0, 0))
