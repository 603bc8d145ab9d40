"""Who may not leave the battle yet (v1.2.4 Scenarios > Fleet Engagement, Water Raid; R27)."""

from __future__ import annotations

from dataclasses import field

from jovian.frozen import frozen
from jovian.game import Model, Refusal, State
from jovian.rules.harm.unloading import aboard
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.effect import Effect
from jovian.rules.scenario.roles import plays

NO_QUARTER = "v1.2.4 Scenarios > Fleet Engagement > No Quarter Given"
SURPRISE = "v1.2.4 Scenarios > Water Raid > Surprise Attack!"
KINDS = {"capital": "capital ships", "squadron": "squadrons"}


@frozen
class Bound(Effect):
    """What keeps models from leaving."""

    name = "No Withdrawal"
    place = NO_QUARTER
    summary = "It may not withdraw yet; off the table it counts as destroyed, with what it carries."

    rule: NoWithdrawal = field(kw_only=True)

    def refuse_leaving(self, state: State, model: Model) -> Refusal | None:
        """A refusal as long as the rule holds for it."""
        held = self._holds(state, model)
        return Refusal(f"{model.name} may not withdraw {self.rule.when}.", self.rule.place) if held else None

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """No action that takes it out of the battle, nor while it carries somebody who may not leave."""
        if not action.gives_up:
            return None
        for each in (model, *aboard(state, model)):
            refusal = self.refuse_leaving(state, each)
            if refusal is not None:
                return refusal
        return None

    def _holds(self, state: State, model: Model) -> bool:
        rule = self.rule
        if rule.kind and model.capital != (rule.kind == "capital"):
            return False
        early = not rule.until or state.turn < rule.until
        return early and model.rating("structure") > rule.above and plays(state, model.side, rule.role)


@frozen
class NoWithdrawal(Clause):
    """Some models may not leave: those of a role or kind, before a turn, as long as they are sound."""

    name = Bound.name

    role: str = ""
    """Whose, "" for both sides'."""
    kind: str = ""
    """`capital` or `squadron`, "" for both."""
    until: int = 0
    """The turn in which they may, 0 for none."""
    above: int = -1
    """The Structure rating down to which they may; -1 for none."""

    @property
    def place(self) -> str:  # type: ignore[override]
        """Of the scenario that has a rule like it: until a turn, or down to some Structure."""
        return SURPRISE if self.until and self.above < 0 else NO_QUARTER

    @property
    def summary(self) -> str:  # type: ignore[override]
        """Who may not, and how long."""
        kind = KINDS.get(self.kind, "models")
        whose = f"The {self.role}'s {kind}" if self.role else kind.capitalize()
        return f"{whose} may not withdraw {self.when}; off the table they count as destroyed."

    @property
    def when(self) -> str:
        """How long they may not."""
        turn = f"before turn {self.until}" if self.until else ""
        hale = f"with more than {self.above} Structure" if self.above >= 0 else ""
        return " ".join(each for each in (turn, hale) if each) or "from this battle"

    def effects(self, side: int) -> tuple[Effect, ...]:
        """It bears on all; whom it is for is seen from the roles of the game."""
        return (Bound(rule=self),)
