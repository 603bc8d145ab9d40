"""Templates that ships lay: debris behind them, decoy swarms beside them (v1.2.4 Action > Deploy ..., R32, R38)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from jovian.game import Choice, Decision, Game, Model, Option, Procedure, Refusal, State, Terrain
from jovian.game.choice import length
from jovian.game.events import LeftPlay, StateChanged
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
    forms = {"at": (length, length)}  # noqa: RUF012
    __slots__ = ("radius", "reach", "state")

    def __init__(self, state: State, model: Model, radius: float, reach: float, title: str, place: str) -> None:
        super().__init__(model.side, title, place, subject=model.id)
        self.state = state
        self.radius = radius
        self.reach = reach

    def on(self, state: State) -> Spot:
        """The same question over a view."""
        return Spot(state, state.models[self.subject], self.radius, self.reach, self.title, self.place)

    def judge(self, choice: Choice) -> Refusal | None:
        """Wholly within the reach of the model."""
        model = self.state.models[self.subject]
        pose = Pose(choice[1], choice[2], 0)
        if wholly_within(Shape.circle(self.radius), pose, model.base, model.pose, self.reach):
            return None
        ring = (("ring", tuple(model.pose[:2]), self.reach),)
        return Refusal(f'It must be wholly within {self.reach:.0f}" of {model.name}.', self.place, ring)

    def default(self) -> Choice:
        """The center of the model."""
        at = self.state.models[self.subject].pose
        return ["at", round(at.x, 3) + 0.0, round(at.y, 3) + 0.0]

    def sample(self, rng: Random) -> Choice:
        """A random legal point within reach."""
        at = self.default()
        choice = ["at", round(at[1] + rng.random() * 4 - 2, 2), round(at[2] + rng.random() * 4 - 2, 2)]
        return choice if self.judge(choice) is None else at

    def options(self) -> Iterator[Option]:
        """On the model, and as far ahead, astern and aside as is allowed."""
        yield Option(self.default(), "Here")
        model = self.state.models[self.subject]
        for turned in range(0, 360, 45):
            end = model.pose.turned(turned).advanced(self.reach - self.radius)
            choice = ["at", round(end.x, 3) + 0.0, round(end.y, 3) + 0.0]
            if self.judge(choice) is None:
                yield Option(choice, f"{turned} degrees off the bow")


def lay_decoys(game: Game, ship: Model) -> Procedure[None]:
    """A swarm of 4" wholly within 6" of the ship."""
    title = f"{ship.name}: where do the decoys go?"
    choice = yield Spot(game.state, ship, SWARM.shape.reach, REACH, title, DECOYS)
    lay(game, SWARM, Pose(choice[1], choice[2], 0), LAID)


def leave_debris(game: Game, at: Pose) -> None:
    """The Debris Field that a ship dropped where it was at its declaration."""
    lay(game, DEBRIS, Pose(at.x, at.y, 0), LAID)


@dataclass(frozen=True, slots=True)
class TemplatesShrink(Clause):
    """What was laid out for two turns only."""

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
