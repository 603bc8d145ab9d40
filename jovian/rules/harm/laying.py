"""Templates: pieces of terrain that a game puts on the table, and laying them (v1.2.4 Terrain, Damage)."""

from __future__ import annotations

from typing import NamedTuple

from jovian.game import Game, Terrain
from jovian.game.events import Placed
from jovian.table import Pose, Shape


class Template(NamedTuple):
    """A piece that is not there from the start."""

    kind: str
    """The kind of terrain that it is."""
    shape: Shape


WRECK = Template("wreck", Shape.circle(1.0))
DEBRIS = Template("debris-field", Shape.circle(4.0))
SWARM = Template("decoy-swarm", Shape.circle(4.0))


def lay(game: Game, template: Template, pose: Pose, cause: str) -> None:
    """Put a new piece on the table, and tell."""
    state, kind = game.state, template.kind
    state.serial += 1
    ident = f"{kind}-{state.serial}"
    state.terrain[ident] = Terrain(ident, kind, pose.rounded(), (template.shape,))
    game.tell(Placed(model=ident, start=None, to=pose, path=(pose,), cause=cause, inches=0.0, kind=kind))
