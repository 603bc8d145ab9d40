"""A computer player in twenty lines: it fires whenever it can, and otherwise does what it must.

Play it with `jovian.new("introductory").play_out(Gunner(), "random")`.
"""

from __future__ import annotations

from jovian import Answer, Decision, State, answers

FIRING = (answers.Attack, answers.OpenFire, answers.Defend)


class Gunner:
    """Takes the first attack that is offered."""

    def choose(self, decision: Decision, view: State) -> Answer:
        """Answer from the finite options; moves are left to the default."""
        for option in decision.options():
            if isinstance(option.answer, FIRING):
                return option.answer
        return decision.default()
