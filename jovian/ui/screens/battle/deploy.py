"""Deploying: take a model from the roster, see its ghost, turn it by wheel or keys, set it down by a click."""

from __future__ import annotations

from typing import cast

from jovian.game import Decision, Model, Refusal
from jovian.rules.deployment import Deploy
from jovian.rules.zones import facing
from jovian.table import Pose
from jovian.ui.board import Ghost, Note, Overlay
from jovian.ui.board.sprites import look_of
from jovian.ui.screens.battle.controller import Controller, Offer, drawn
from jovian.ui.screens.battle.desk import Desk, Point

STEP = 15
"""Degrees of one notch; Shift makes it 1."""
SNAP = 0.25


class DeployController(Controller):
    """Answers `deploy`."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(Deploy, decision)
        waiting = [model.id for model in self.asked.models]
        if desk.selected not in waiting:
            desk.selected = waiting[0] if waiting else ""
        self.heading = facing(decision.side)

    @property
    def model(self) -> Model | None:
        """What is in hand."""
        return self.desk.model(self.desk.selected)

    @property
    def hint(self) -> str:
        """How to place it."""
        left, right = self.desk.keymap.shown("left"), self.desk.keymap.shown("right")
        return f"Click in your zone to place · {left}/{right} or right button and wheel turns · choose in the roster"

    def offers(self) -> list[Offer]:
        """Placing by default, turning, holding back."""
        found = [
            Offer("auto", "Place for me", command="confirm", hint="At the first free spot from the middle outward"),
            Offer("all", "Place all for me", hint="Every model that may be placed now, one after the other"),
            Offer("left", "Turn left", command="left"),
            Offer("right", "Turn right", command="right"),
        ]
        refusal = self.asked.check(["decline"])
        if refusal is None:
            found.append(Offer("decline", "Hold the rest in reserve", "danger"))
        return found

    def _pose(self, point: Point) -> Pose:
        step = 0.05 if self.desk.shift else SNAP
        return Pose(round(round(point[0] / step) * step, 3), round(round(point[1] / step) * step, 3), self.heading)

    def _choice(self, point: Point) -> list[object]:
        pose = self._pose(point)
        return ["place", self.desk.selected, pose.x, pose.y, pose.heading]

    def overlays(self) -> tuple[Overlay, ...]:
        """The ghost under the pointer, and why it may not stand there."""
        model, point = self.model, self.desk.point
        if model is None or point is None:
            return ()
        refusal = self.decision.check(self._choice(point)) if self.decision else None
        look, pose = look_of(model), self._pose(point)
        ghost = Ghost(model.base, pose, look.image, look.fallback, model.side, refusal is None)
        note = Note((pose.x, pose.y), refusal.reason if refusal else f"{model.name} · {self.heading}°",
                    "refused" if refusal else "legal")  # fmt: skip
        return (*drawn(self.desk, refusal), ghost, note)

    def click(self, point: Point, ident: str) -> bool:
        """Set it down."""
        if self.model is None or self.model not in self.asked.models:
            self.desk.refuse(Refusal("Choose one of the models that wait in the roster.", self.asked.place))
            return True
        self.given(self._choice(point))
        return True

    def wheel(self, steps: int) -> bool:
        """Turn the ghost."""
        self.heading = (self.heading + steps * (1 if self.desk.shift else STEP)) % 360
        return True

    def command(self, name: str) -> bool:
        """Turn, step through what waits."""
        if name in ("left", "right"):
            return self.wheel(-1 if name == "left" else 1)
        if name == "next":
            waiting = [model.id for model in self.asked.models]
            at = waiting.index(self.desk.selected) if self.desk.selected in waiting else -1
            self.desk.selected = waiting[(at + 1) % len(waiting)]
            return True
        return False

    def press(self, name: str) -> None:
        """A button of the action bar."""
        if name in ("left", "right"):
            self.wheel(-1 if name == "left" else 1)
        elif name == "decline":
            self.given(["decline"])
        elif name == "auto":
            self.given(self._free_spot())
        elif name == "all":
            view = self.desk.view
            self.desk.placing.add((self.asked.side, view.turn, view.stage))

    def _free_spot(self) -> list[object]:
        """The first free spot of the model in hand, as the rules offer it."""
        for option in self.asked.options():
            if option.choice[0] == "place" and option.choice[1] == self.desk.selected:
                return option.choice
        return self.asked.default()
