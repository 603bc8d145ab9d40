"""A comet that a side lays in its own zone before anybody deploys (v1.2.4 Scenarios > Water Raid)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from jovian.cards import TerrainCard
from jovian.frozen import frozen
from jovian.game import Game, Procedure, Refusal, State, Terrain
from jovian.game.answers import Decline, Lay
from jovian.rules.places.zones import zones
from jovian.rules.rulebook.clause import Clause
from jovian.rules.scenario.roles import side_of
from jovian.rules.terrain.comet import COMET
from jovian.rules.terrain.layout import LayOut, put, refuse_pieces

PLACE = "v1.2.4 Scenarios > Water Raid > Water Reserves"
IDENT = "comet-in-zone"


@frozen
class CometInZone(Clause):
    """A side lays a comet that stays where it is."""

    name = "Comet in the Zone"
    place = PLACE
    summary = "Before anybody deploys, a side lays a comet in its own zone; it stays where it is."

    role: str
    radius: float = 1.5
    tail_length: float = 0.0
    tail_width: float = 0.0

    @property
    def card(self) -> TerrainCard:
        """The comet, before it has a place."""
        return TerrainCard(
            IDENT, COMET, 0.0, 0.0, 0, self.radius, (), self.tail_length, self.tail_width or self.radius, moves=False
        )

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """The question where; without any room there is no comet."""
        question = LayInZone(game.state, side_of(game.state, self.role), self.card)
        if not isinstance(question.default(), Decline):
            answer = cast(Lay, (yield question))
            put(game, self.card, answer.pose, question.side, self.name)
        return False


class LayInZone(LayOut):
    """Lay one piece wholly in the own zone, but for its tail."""

    answers = (Lay,)
    __slots__ = ("piece",)

    def __init__(self, state: State, side: int, piece: TerrainCard) -> None:
        super().__init__(state, side, "Lay the comet in your zone")
        self.piece = piece

    def on(self, state: State) -> LayInZone:
        """The same question over a view."""
        return LayInZone(state, self.side, self.piece)

    @property
    def pool(self) -> tuple[TerrainCard, ...]:
        """The comet alone."""
        return (self.piece,)

    def refuse(self, group: Sequence[Terrain]) -> Refusal | None:
        """In the zone, on the table, clear of what lies there."""
        body, regions = group[0], zones(self.state, self.side)
        if not any(all(region.holds(part, body.pose) for part in body.outline) for region in regions):
            return Refusal("It must lie wholly in your deployment zone, but for a tail.", PLACE)
        return refuse_pieces(self.state, group, apart=False)
