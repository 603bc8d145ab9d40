"""Templates that ships lay: debris behind them, decoy swarms beside them (v1.2.4 Action > Deploy ..., R32, R38)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

from jovian.game import Answer, Decision, Game, Model, Option, Procedure, Refusal, State, Terrain
from jovian.game.answers import At
from jovian.game.events import LeftPlay, StateChanged
from jovian.game.pointing import PointRing
from jovian.rules.harm.laying import DEBRIS, SWARM, lay
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Pose, Shape, wholly_within

DECOYS = "v1.2.4 Action > Deploy Decoy Drones"
SWARMS = "v1.2.4 Terrain > Decoy Drone Swarm"
REACH = 6.0
SHRUNKEN = Shape.circle(3.0)
LAID = "template"
"""Why a piece is there that a ship lays."""


class Spot(Decision):
    """The center of a template that must lie wholly within some inches of a model."""

    kind = "spot"
    answers = (At,)
    __slots__ = ("radius", "reach", "state")

    def __init__(self, state: State, model: Model, radius: float, reach: float, title: str, place: str) -> None:
        super().__init__(model.side, title, place, subject=model.id)
        self.state = state
        self.radius = radius
        self.reach = reach

    def on(self, state: State) -> Spot:
        """The same question over a view."""
        return Spot(state, state.models[self.subject], self.radius, self.reach, self.title, self.cited)

    def judge(self, answer: Answer) -> Refusal | None:
        """Wholly within the reach of the model."""
        model, spot = self.state.models[self.subject], cast(At, answer)
        if wholly_within(Shape.circle(self.radius), Pose(spot.x, spot.y, 0), model.base, model.pose, self.reach):
            return None
        ring = (PointRing(model.pose[:2], self.reach),)
        return Refusal(f'It must be wholly within {self.reach:.0f}" of {model.name}.', self.cited, ring)

    def default(self) -> At:
        """The center of the model."""
        at = self.state.models[self.subject].pose
        return At(round(at.x, 3) + 0.0, round(at.y, 3) + 0.0)

    def sample(self, rng: Random) -> At:
        """A random legal point within reach."""
        at = self.default()
        spot = At(round(at.x + rng.random() * 4 - 2, 2), round(at.y + rng.random() * 4 - 2, 2))
        return spot if self.judge(spot) is None else at

    def options(self) -> Iterator[Option[At]]:
        """On the model, and as far ahead, astern and aside as is allowed."""
        yield Option(self.default(), "Here")
        model = self.state.models[self.subject]
        for turned in range(0, 360, 45):
            end = model.pose.turned(turned).advanced(self.reach - self.radius)
            spot = At(round(end.x, 3) + 0.0, round(end.y, 3) + 0.0)
            if self.judge(spot) is None:
                yield Option(spot, f"{turned} degrees off the bow")


def lay_decoys(game: Game, ship: Model, reach: float = REACH) -> Procedure[None]:
    """A swarm of 4" wholly within 6" of the ship, or as far as it reaches."""
    title = f"{ship.name}: where do the decoys go?"
    spot = cast(At, (yield Spot(game.state, ship, SWARM.shape.reach, reach, title, DECOYS)))
    lay(game, SWARM, Pose(spot.x, spot.y, 0), LAID)


def leave_debris(game: Game, at: Pose) -> None:
    """The Debris Field that a ship dropped where it was at its declaration."""
    lay(game, DEBRIS, Pose(at.x, at.y, 0), LAID)


class TemplatesShrink(Clause):
    """What was laid out for two turns only."""

    __slots__ = ()
    name = "Shrinking templates"
    place = SWARMS
    summary = "A swarm shrinks in the End Phase after it was laid, and is gone after the next."

    def end_phase(self, game: Game) -> None:
        """Decoy swarms shrink to 3", and those that have are gone (R38)."""
        state, kinds = game.state, rulebook(game.state).terrain
        for piece in [each for each in state.terrain.values() if kinds[each.kind].shrinks]:
            if piece.outline[0] is SHRUNKEN:
                del state.terrain[piece.id]
                game.tell(LeftPlay(model=piece.id, how="withdrawn"))
            else:
                state.terrain[piece.id] = Terrain(piece.id, piece.kind, piece.pose, (SHRUNKEN,), piece.group)
                game.tell(StateChanged(model=piece.id, state="shrunken", value=1, entered=True))
