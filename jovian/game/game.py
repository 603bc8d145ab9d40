"""A running game as the rules see it: a state to change, and someone to tell what happened."""

from __future__ import annotations

from typing import Any

from jovian.game.events import BOTH, EventLog
from jovian.game.model import Model
from jovian.game.state import State
from jovian.table import Pose


class Game:
    """The state and, where anybody listens, the event log."""

    __slots__ = ("log", "state")

    def __init__(self, state: State, log: EventLog | None = None) -> None:
        self.state = state
        self.log = log

    def tell(self, type_: str, seen_by: str | int = BOTH, /, **data: Any) -> None:
        """Tell of an event, if anybody listens."""
        if self.log is not None:
            state = self.state
            self.log.add(
                {"n": 0, "turn": state.turn, "phase": state.phase, "type": type_, "seen_by": seen_by, **data}
            )

    def tell_about(self, model: Model, type_: str, /, **data: Any) -> None:
        """Tell what happens to a model: to both sides, or only to its own while its card is hidden."""
        self.tell(type_, BOTH if model.public else model.side, model=model.id, **data)

    def tell_move(self, model: Model, path: list[Pose], cause: str, inches: float = 0.0) -> None:
        """Tell that a model moved (or was placed, if the path has one pose)."""
        if self.log is None:
            return
        start = list(path[0]) if len(path) > 1 else None
        self.tell(
            "moved" if len(path) > 1 else "placed", BOTH, model=model.id, **{"from": start}, to=list(path[-1]),
            path=[list(pose) for pose in path], cause=cause, inches=round(inches, 3),
        )  # fmt: skip
