"""A Nuke at a point of the table (v1.2.4 Weapons > Missile > Nuke)."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.game.answers import FireNuke
from jovian.rules.firing import nukes
from jovian.rules.rulebook.order import Order


class NukeOrder(Order[FireNuke]):
    """The order to let a Nuke burst at a point of the table."""

    __slots__ = ()

    answer = FireNuke
    label = "Nuke"
    summary = "Lets a Nuke burst at a point of the table."
    drawn = True
    attacks = True

    def refuse(self, state: State, model: Model, answer: FireNuke) -> Refusal | None:
        """By range, arc and Fire Control."""
        return nukes.refuse_nuke(state, model, answer.mount, answer.x, answer.y)

    def perform(self, game: Game, model: Model, answer: FireNuke) -> Procedure[None]:
        """Let the Nuke burst at the point."""
        yield from nukes.fire_nuke(game, model, answer.mount, answer.x, answer.y)

    def choices(self, state: State, model: Model) -> Iterator[FireNuke]:
        """A burst over each enemy."""
        for mount in nukes.nukes(state, model):
            for other in state.on_table():
                if other.side != model.side:
                    yield FireNuke(mount, round(other.pose.x, 3) + 0.0, round(other.pose.y, 3) + 0.0)
