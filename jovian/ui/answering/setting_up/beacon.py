"""Setting up a beacon: its zone under the pointer, how far the others keep it off, and a click."""

from __future__ import annotations

from itertools import islice
from typing import cast

from jovian.game import Decision
from jovian.game.answers import SetBeacon
from jovian.rules.scenario.zones.beacons import APART, NEAR, PlaceBeacon, beacons
from jovian.ui.answering.controller import drawn
from jovian.ui.answering.deploy import SNAP
from jovian.ui.answering.spot import PointedController
from jovian.ui.board import Note, Overlay, Ring
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk, Point

LISTED = 12
"""Places that the keys step through."""


class BeaconController(PointedController[SetBeacon]):
    """Answers `beacon`; Escape answers nothing."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(PlaceBeacon, decision)
        self.places = [cast(SetBeacon, option.answer) for option in islice(self.asked.options(), LISTED)]
        desk.selected = ""

    @property
    def hint(self) -> str:
        """Words on how to answer."""
        keys = self.desk.keymap
        return (
            f'Click where it stands, {APART:g}" from every other · models deploy within {NEAR:g}" of it · '
            f"{keys.shown('next')} for the next place"
        )

    def offers(self) -> list[Offer]:
        """What was picked with keys, else the suggested place."""
        if self.picked is not None:
            return [Offer("picked", "Set it up there", "primary", "confirm"), Offer("auto", "Set it up for me")]
        hint = "Before your own edge, where there is room"
        return [Offer("auto", "Set it up for me", "primary", "confirm", hint=hint)]

    def at(self, point: Point) -> SetBeacon:
        """A beacon at a point, put on the grid, which Shift makes finer."""
        step = 0.05 if self.desk.shift else SNAP
        x, y = (round(round(each / step) * step, 3) + 0.0 for each in point)
        return SetBeacon(x, y)

    def overlays(self) -> tuple[Overlay, ...]:
        """How far the others keep it off, the zone that it would make, and why it may not stand there."""
        kept: list[Overlay] = [Ring((each.x, each.y), APART, "measure") for each in beacons(self.asked.state)]
        choice = self.choice()
        if choice is None:
            return tuple(kept)
        refusal = self.check(choice)
        style = "lit" if refusal is None else "refused"
        said = f'{choice.x:g}", {choice.y:g}"' if refusal is None else refusal.reason
        here = (choice.x, choice.y)
        return (*kept, *drawn(self.desk, refusal), Ring(here, NEAR, style), Note(here, said, style))
