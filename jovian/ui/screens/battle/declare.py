"""Declaring an action: every action of the book with what it needs, met or why not, and fuel for a squadron's boost."""

from __future__ import annotations

from typing import cast

from jovian.dice import Pool, odds
from jovian.game import Decision
from jovian.rules import ratings
from jovian.rules.actions.catalog import ACTIONS, NONE, refuse_action
from jovian.rules.declare import Declare
from jovian.ui.screens.battle.controller import Controller, Offer
from jovian.ui.screens.battle.desk import Desk


class DeclareController(Controller):
    """Answers `declare`. Fuel is set first, then the action is chosen."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(Declare, decision)
        self.boost = 0

    @property
    def hint(self) -> str:
        """What an action costs, and how sure a skill test is."""
        model = self.asked.model
        chance = odds(Pool(ratings.skill(self.desk.view, model)).normal()).success
        return f"Most models declare none · a skill test of {model.name} succeeds {chance:.0%} of the time"

    def offers(self) -> list[Offer]:
        """No action, each action, more fuel."""
        boosting = f" · boost {self.boost}" if self.boost else ""
        found = [Offer(NONE, f"No action{boosting}", "primary", "confirm")]
        for name, action in ACTIONS.items():
            refusal = refuse_action(self.desk.view, self.asked.model, name)
            hint = f"{action.summary} Needs: {action.needs}. {action.place}"
            label = f"{name.title()}{' (test)' if action.tested else ''}"
            found.append(Offer(name, label, refusal=refusal, hint=hint))
        most = self.asked.most_boost
        if most:
            hint = "Each fuel burnt adds to the Speed of this activation."
            found.append(Offer("boost", f"Burn fuel: {self.boost}/{most}", hint=hint, lit=self.boost > 0))
        return found

    def press(self, name: str) -> None:
        """An action, or one more fuel (around to none)."""
        if name == "boost":
            self.boost = (self.boost + 1) % (self.asked.most_boost + 1)
        else:
            self.given(["declare", name, self.boost])

    def command(self, name: str) -> bool:
        """Keys 1 to 9 are the buttons in order."""
        offers = self.offers()
        if name.startswith("pick ") and int(name[5:]) <= len(offers):
            offer = offers[int(name[5:]) - 1]
            self.desk.refuse(offer.refusal)
            if offer.refusal is None:
                self.press(offer.name)
            return True
        return False

    def cancel(self) -> bool:
        """Escape: no fuel."""
        had, self.boost = self.boost > 0, 0
        return had
