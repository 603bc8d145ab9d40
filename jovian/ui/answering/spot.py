"""A place that is pointed at or picked with keys; such a one: where a template goes, in reach of its ship."""

from __future__ import annotations

from typing import Generic, TypeVar, cast

from jovian.game import Answer, Decision, Model
from jovian.game.answers import At
from jovian.rules.terrain.templates import Spot
from jovian.table import TOLERANCE, Pose, Shape, distance
from jovian.ui.answering.controller import Controller
from jovian.ui.board import Around, Brackets, Note, Overlay
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk, Point

Where = TypeVar("Where", bound=Answer)
"""An answer that is a place."""


class PointedController(Controller, Generic[Where]):
    """Base of those whose answer is a place; Escape answers nothing."""

    places: list[Where]
    """The places that the keys step through."""
    picked: Where | None = None
    """The place that was chosen with a key."""

    def at(self, point: Point) -> Where:
        """The answer that a point of the table stands for."""
        raise NotImplementedError

    def choice(self) -> Where | None:
        """What is meant now: picked with keys, else under the pointer."""
        if self.picked is not None or self.desk.point is None:
            return self.picked
        return self.at(self.desk.point)

    def fires_at(self, ident: str) -> bool:
        """False: a click means the place."""
        return False

    def click(self, point: Point, ident: str) -> bool:
        """Answer with the place that is shown: the one picked with keys, else the one that was clicked."""
        self.given(self.picked if self.picked is not None else self.at(point))
        return True

    def command(self, name: str) -> bool:
        """Step through some places."""
        if name not in ("next", "left", "right") or not self.places:
            return False
        step = -1 if name == "left" else 1
        at = self.places.index(self.picked) if self.picked in self.places else -1 if step > 0 else 0
        self.picked = self.places[(at + step) % len(self.places)]
        return True

    def press(self, name: str) -> None:
        """A button of the action bar."""
        if self.decision is not None:
            self.given(self.picked if name == "picked" and self.picked is not None else self.decision.default())

    def cancel(self) -> bool:
        """Escape drops what the keys picked; it never answers."""
        had, self.picked = self.picked is not None, None
        return had


class SpotController(PointedController[At]):
    """Answers `spot`; Escape answers nothing."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(Spot, decision)
        desk.selected = decision.subject
        self.places = [option.answer for option in self.asked.options()]

    @property
    def ship(self) -> Model:
        """The model that lays it."""
        return self.asked.state.models[self.asked.subject]

    @property
    def hint(self) -> str:
        """Words on how to answer."""
        keys = self.desk.keymap
        inside = f'wholly within {self.asked.reach:g}"'
        return f"Click where it lies, {inside} · {keys.shown('next')} for the next place · {keys.shown('confirm')}"

    def offers(self) -> list[Offer]:
        """What was picked with keys, else where the ship stands."""
        if self.picked is not None:
            return [Offer("picked", "Lay it there", "primary", "confirm"), Offer("default", "About the ship")]
        return [Offer("default", "About the ship", "primary", "confirm")]

    def at(self, point: Point) -> At:
        """To a hundredth of an inch."""
        return At(round(point[0], 2) + 0.0, round(point[1], 2) + 0.0)

    def overlays(self) -> tuple[Overlay, ...]:
        """The reach, the template, whom it would lie on, and what is wrong with it."""
        ship, choice = self.ship, self.choice()
        found: list[Overlay] = [Around(ship.base, ship.pose, self.asked.reach, "legal")]
        if choice is None:
            return tuple(found)
        refusal, pose = self.check(choice), Pose(choice.x, choice.y, 0)
        shape, style = Shape.circle(self.asked.radius), "lit" if refusal is None else "refused"
        found.append(Around(shape, pose, 0.0, style))
        under = [
            model for model in self.asked.state.on_table() if distance(model.base, model.pose, shape, pose) <= TOLERANCE
        ]
        found += [Brackets(model.base, model.pose, "select") for model in under]
        said = f"on {', '.join(model.name for model in under)}" if under else "on nobody"
        return (*found, Note(pose[:2], said if refusal is None else refusal.reason, style))
