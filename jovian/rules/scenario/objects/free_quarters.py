"""Unidentified objects where nobody deploys (v1.2.4 Scenarios > Scavenger Hunt > Valuable UIOs)."""

from __future__ import annotations

from typing import ClassVar

from jovian.cards import StationCard, TerrainCard
from jovian.frozen import frozen
from jovian.game import NEUTRAL, Game, Procedure, State
from jovian.rules.facts.reveal import reveal
from jovian.rules.facts.rolls import random_pick
from jovian.rules.places.obstacles import free_place
from jovian.rules.places.zones import zones
from jovian.rules.rulebook.clause import Clause
from jovian.rules.scenario.objects.open_hangers import PLACE
from jovian.rules.scenario.stations import rate, standing
from jovian.rules.terrain.layout import CAUSE
from jovian.rules.terrain.manned import HULK
from jovian.table import Pose
from jovian.table.shapes.shape import POINT

LABEL = "UIO"
"""What the book calls an unidentified object for short."""


@frozen
class ObjectsInFreeQuarters(Clause):
    """One in the middle of the table, and one in the middle of each quarter of it that is in nobody's zone."""

    name = "Valuable UIOs"
    place = PLACE
    summary = "Unidentified objects lie in the middle of the table and of each quarter in which nobody deploys."
    manned: ClassVar[bool] = True

    size: tuple[int, int] = (2, 4)
    """The least and the greatest diameter, inches; a die says which of those from one to the other."""
    hangers: int = 2

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """Lay them out, once the zones are settled."""
        for number, spot in enumerate(middles(game.state), 1):
            yield from self._lay(game, number, spot)
        return False

    def _lay(self, game: Game, number: int, spot: Pose) -> Procedure[None]:
        """Size and Structure by dice; on something else it lies at the nearest free place."""
        state, name, (least, greatest) = game.state, f"{LABEL} {number}", self.size
        across = least
        if greatest > least:
            across += yield from random_pick(game, NEUTRAL, f"the size of {name}", greatest - least + 1)
        said = StationCard(name, hangers=self.hangers)
        line = TerrainCard(_free_id(state, number), HULK, spot.x, spot.y, 0, across / 2, (), station=said)
        model = standing(line, said)
        pose = free_place(state, model)
        if pose is None:
            return
        model.pose, model.public = pose.rounded(), False
        state.models[model.id] = model
        reveal(game, model)
        game.tell_move(model, [model.pose], CAUSE)
        yield from rate(game, model, line, said)


def _free_id(state: State, number: int) -> str:
    """An id that nothing else has."""
    ident = f"{LABEL.lower()}-{number}"
    while ident in state.models or ident in state.terrain:
        ident += "x"
    return ident


def middles(state: State) -> list[Pose]:
    """The middle of the table, and of each quarter of it whose middle is in no zone."""
    taken = [region for side in (0, 1) for region in zones(state, side)]
    quarters = [Pose(x * state.width, y * state.height, 0) for y in (0.25, 0.75) for x in (0.25, 0.75)]
    free = [each for each in quarters if not any(region.holds(POINT, each) for region in taken)]
    return [Pose(state.width / 2, state.height / 2, 0), *free]
