"""A computer player in twenty lines: it fires whenever it can, and otherwise does what it must.

Play it with `jovian.new("introductory").play_out(Gunner(), "random")`.
"""

from __future__ import annotations

from jovian import Choice, Decision, State


class Gunner:
    """Takes the first attack that is offered."""

    def choose(self, decision: Decision, view: State) -> Choice:
        """Answer from the finite options; moves are left to the default."""
        for option in decision.options():
            if option.choice[0] in ("attack", "fire", "defend"):
                return option.choice
        return decision.default()
