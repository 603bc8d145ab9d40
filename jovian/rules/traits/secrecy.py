"""A ship that keeps its weapons to itself, and that it does so (v1.2.4 Traits > Q-Ship)."""

from __future__ import annotations

from jovian.game import CONCEALED, Model
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.model_state import CREW, GOOD, SHIPS, ModelState, Sign

PLACE = "v1.2.4 Traits > Q-Ship"


class Concealed(ModelState):
    """What its hardpoints hold is known to its own side alone."""

    __slots__ = ()
    name = CONCEALED
    place = PLACE
    summary = "What its hardpoints hold is secret until one of them is used; none of it acts by itself until then."
    sign = Sign("Q?", CREW, GOOD, lasting=True)
    only_of = SHIPS
    words = ("keeps its weapons under cover", "drops its cover")


class QShip(Effect):
    """A raider that looks like a merchant."""

    __slots__ = ()
    name = "Q-Ship"
    place = PLACE
    summary = "What its hardpoints hold, if anything, is secret until the first of them is used, then all public."

    def brings(self, model: Model) -> str:
        """The state Concealed, if it has hardpoints to hide."""
        return "" if model.card.cover is None else Concealed.name
