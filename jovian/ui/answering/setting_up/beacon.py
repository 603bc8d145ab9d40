"""Setting up a beacon: its zone under the pointer, how far the others keep it off, and a click."""

from __future__ import annotations

from itertools import islice
from typing import cast

from jovian.game import Decision
from jovian.game.answers import SetBeacon
from jovian.rules.scenario.zones.beacons import APART, NEAR, PlaceBeacon, beacons
from jovian.ui.answering.controller import Controller, drawn
from jovian.ui.answering.deploy import SNAP
from jovian.ui.board import Note, Overlay, Ring
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk, Point

LISTED = 12
"""Places that the keys step through."""


class BeaconController(Controller):
    """Answers `beacon`; Escape answers nothing."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(PlaceBeacon, decision)
        self.places = [cast(SetBeacon, option.answer) for option in islice(self.asked.options(), LISTED)]
        self.picked: SetBeacon | None = None
        """The place that was chosen with a key."""
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

    def choice(self) -> SetBeacon | None:
        """What is meant now: picked with keys, else under the pointer."""
        if self.picked is not None or self.desk.point is None:
            return self.picked
        return self._at(self.desk.point)

    def _at(self, point: Point) -> SetBeacon:
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

    def fires_at(self, ident: str) -> bool:
        """A click sets the beacon up."""
        return False

    def click(self, point: Point, ident: str) -> bool:
        """Set it up there."""
        self.picked = None
        self.given(self._at(point))
        return True

    def command(self, name: str) -> bool:
        """Step through some free places."""
        if name not in ("next", "left", "right") or not self.places:
            return False
        step = -1 if name == "left" else 1
        at = self.places.index(self.picked) if self.picked in self.places else -1 if step > 0 else 0
        self.picked = self.places[(at + step) % len(self.places)]
        return True

    def press(self, name: str) -> None:
        """A button of the action bar."""
        self.given(self.picked if name == "picked" and self.picked is not None else self.asked.default())

    def cancel(self) -> bool:
        """Escape drops what the keys picked; it never answers."""
        had, self.picked = self.picked is not None, None
        return had
