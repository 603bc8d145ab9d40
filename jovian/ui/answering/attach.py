"""Where a squadron stands about a ship that has moved with it or sets it down: click one of the places."""

from __future__ import annotations

from typing import cast

from jovian.game import Decision, Model
from jovian.game.answers import PlaceAt, Stay
from jovian.rules.harm.unloading import Disembark
from jovian.rules.moving.settling import Attach
from jovian.table import Pose
from jovian.ui.answering.controller import Controller
from jovian.ui.board import Brackets, Note, Overlay
from jovian.ui.over_the_board.places import ghost_of, marked, nearest, spread
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk, Point

CLOSE = 2.0
"""Inches from the pointer within which a place is meant."""


class AttachController(Controller):
    """Answers `attach`; Escape answers nothing."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(Attach | Disembark, decision)
        desk.selected = decision.subject
        answers = [option.answer for option in self.asked.options()]
        self.spots = [answer.pose for answer in answers if isinstance(answer, PlaceAt)]
        self.picked: Pose | None = None
        """The place that was chosen with a key."""

    @property
    def model(self) -> Model:
        """The squadron."""
        return self.asked.state.models[self.asked.subject]

    @property
    def hint(self) -> str:
        """Words on how to answer."""
        keys = self.desk.keymap
        return f"Click a place about the ship · {keys.shown('next')} for the next · {keys.shown('confirm')} takes it"

    def offers(self) -> list[Offer]:
        """Staying, or the nearest place; what was picked with keys."""
        stays = isinstance(self.asked.default(), Stay)
        picked = self.picked is not None
        label = "Stay where it is" if stays else "To the nearest place"
        found = [Offer("default", label, "plain" if picked else "primary", "" if picked else "confirm")]
        return [Offer("picked", "Stand there", "primary", "confirm"), *found] if picked else found

    @property
    def purpose(self) -> str:
        """What it does there."""
        return "escort" if self.model.escorting else "on the hull"

    def spot(self) -> Pose | None:
        """The place in hand: picked, or the nearest to the pointer."""
        if self.picked is not None or self.desk.point is None:
            return self.picked
        return self.near(self.desk.point)

    def near(self, point: Point) -> Pose | None:
        """The place that a point means."""
        return nearest(self.spots, point, CLOSE)

    def overlays(self) -> tuple[Overlay, ...]:
        """Ship, places, and the ghost at the one in hand."""
        ship, spot = self.asked.state.models[self.asked.ship], self.spot()
        found: list[Overlay] = [Brackets(ship.base, ship.pose, "lit"), *marked(self.model, self.spots)]
        if spot is None:
            return tuple(found)
        return (*found, ghost_of(self.model, spot), Note(spot[:2], f"{self.model.name}: {self.purpose}", "legal"))

    def click(self, point: Point, ident: str) -> bool:
        """Stand at the place that is shown: the one picked with keys, else the one nearest to the click."""
        spot = self.picked or self.near(point)
        if spot is not None:
            self.given(PlaceAt(*spot))
        return spot is not None

    def command(self, name: str) -> bool:
        """Step through the places."""
        if name not in ("next", "left", "right"):
            return False
        places = spread(self.spots, self.model.base.width * 0.98)
        if places:
            at = places.index(self.picked) if self.picked in places else -1 if name != "left" else 0
            self.picked = places[(at + (-1 if name == "left" else 1)) % len(places)]
        return bool(places)

    def press(self, name: str) -> None:
        """A button of the action bar."""
        if name == "picked" and self.picked is not None:
            self.given(PlaceAt(*self.picked))
        else:
            self.given(self.asked.default())

    def cancel(self) -> bool:
        """Escape drops what the keys picked; it never answers."""
        had, self.picked = self.picked is not None, None
        return had
