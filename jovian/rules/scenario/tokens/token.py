"""A token that models carry: it goes along when its bearer lands, and is lost with it (v1.2.4 Scenarios)."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game import Game, Model
from jovian.rules.facts.loads import carried, hand_over, load
from jovian.rules.rulebook.clause import Clause


@dataclass(frozen=True, slots=True)
class Token(Clause):
    """One kind of token of a scenario."""

    name = "Tokens"
    place = "v1.2.4 Scenarios > Advanced Scenarios"
    summary = "What models carry goes to the ship they land on, and is lost with them."

    token: str
    plural: str = ""
    on_captured: int = 1
    """For how many one counts aboard a captured ship (`objectives/counts.py` reads it of the scenario)."""

    def landed(self, game: Game, model: Model, ship: Model) -> None:
        """All that a squadron carries is the ship's; aboard what is nobody's it keeps it."""
        if (count := carried(model, self.token)) and not ship.neutral:
            hand_over(game, model, ship, self.token, count, "landed")

    def destroyed(self, game: Game, model: Model) -> None:
        """What it carried is lost."""
        load(game, model, self.token, -carried(model, self.token), "destroyed")
