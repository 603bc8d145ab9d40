"""Two computer players in some twenty lines each: one fires whenever it can, the other tries its best attacks first.

Play one with `jovian.new("introductory").play_out(Gunner(), "random")`, or on the command line as
`docs/example_bot.py:Gunner`.
"""

from __future__ import annotations

from jovian import TYPICAL, Answer, Decision, State, answers, attacks, current_score

FIRING = (answers.Attack, answers.OpenFire, answers.Defend)


class Gunner:
    """Takes the first attack that is offered."""

    def choose(self, decision: Decision, view: State) -> Answer:
        """Answer from the finite options; moves are left to the default."""
        for option in decision.options():
            if isinstance(option.answer, FIRING):
                return option.answer
        return decision.default()


class Planner:
    """A player that takes the attack with the best result if all dice are average."""

    def choose(self, decision: Decision, view: State) -> Answer:
        """Return the best of 3 attacks, tried in private games, or the default of any other decision."""
        found = attacks(view, decision.subject)[:3] if decision.kind == "menu" else ()
        tried = [attack.answer for attack in found if decision.check(attack.answer) is None]
        return max(tried, key=lambda answer: self.lead(decision.side, view, answer), default=decision.default())

    def lead(self, side: int, view: State, answer: Answer) -> float:
        """Return the lead in Victory Points after an answer and all that follows from it."""
        assert view.trial is not None
        trial = view.trial(b"what if", TYPICAL)
        trial.answer(answer)
        while trial.decision is not None and trial.decision.kind != "menu":
            trial.answer(trial.decision.default())
        scores = current_score(trial.state).scores
        return scores[side].victory - scores[1 - side].victory
