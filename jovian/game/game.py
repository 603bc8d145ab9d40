"""A running game as the rules see it: a state to change, and someone to tell what happened."""

from __future__ import annotations

from collections.abc import Sequence

from jovian.game.events import BOTH, Event, EventLog, Moved, Placed
from jovian.game.model import Model
from jovian.game.state import State
from jovian.table import Pose


class Game:
    """The state and, where anybody listens, the event log."""

    __slots__ = ("log", "state")

    def __init__(self, state: State, log: EventLog | None = None) -> None:
        self.state = state
        self.log = log

    def tell(self, event: Event, seen_by: str | int = BOTH) -> None:
        """Log an event, if anybody listens; `seen_by` is a side that alone knows of it, or `both`."""
        if self.log is not None:
            self.log.add(event, self.state.turn, self.state.phase, seen_by)

    def tell_about(self, model: Model | None, event: Event) -> None:
        """Log what happens to a model, or to none: for both sides, or for its own alone while its card is hidden."""
        self.tell(event, BOTH if model is None or model.public else model.side)

    def tell_move(self, model: Model, path: Sequence[Pose], cause: str, inches: float = 0.0) -> None:
        """Log that a model moved along a path (or was placed, if the path has one pose)."""
        if self.log is None:
            return
        way, long = tuple(path), round(inches, 3)
        if len(way) == 1:
            self.tell(Placed(model=model.id, start=None, to=way[0], path=way, cause=cause, inches=long))
        else:
            self.tell(Moved(model=model.id, start=way[0], to=way[-1], path=way, cause=cause, inches=long))
