"""The ruler: from any model or point to any other, with band and arcs where models are measured. It changes nothing."""

from __future__ import annotations

from math import sqrt

from jovian.game import Model, State
from jovian.rules.shot import sensor_band
from jovian.table import arcs_of, distance, main_arcs, nearest_segment
from jovian.ui.board import Line, Overlay
from jovian.ui.screens.battle.desk import Desk, Point

End = tuple[str, Point]
"""The id of a model ("" for none), and a point."""


class Ruler:
    """On or off; its first end is set by a click."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.on = False
        self.start: End | None = None
        self.stop: End | None = None

    def toggle(self) -> None:
        """Switch it on (from the selected model) or off."""
        self.on = not self.on
        self.start = self.stop = None

    def click(self, point: Point, ident: str) -> None:
        """Set the first end, then the second, then begin anew."""
        if self.start is None or self.stop is not None:
            self.start, self.stop = (ident, point), None
        else:
            self.stop = (ident, point)

    def overlays(self) -> tuple[Overlay, ...]:
        """The measured line."""
        if not self.on or self.start is None:
            return ()
        end = self.stop or ((self.desk.hovered, self.desk.point) if self.desk.point is not None else None)
        if end is None:
            return ()
        a, b = self.desk.model(self.start[0]), self.desk.model(end[0])
        if a is not None and b is not None and a is not b:
            return between(self.desk.view, a, b)
        p = a.pose[:2] if a is not None else self.start[1]
        q = b.pose[:2] if b is not None else end[1]
        length = sqrt((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2)
        return (Line(p, q, 0.0, "measure", f'{length:.2f}"'),)


def between(state: State, a: Model, b: Model) -> tuple[Overlay, ...]:
    """Base to base: distance, range band, in which arcs of the one, in which arc of the other."""
    inches = distance(a.base, a.pose, b.base, b.pose)
    line = nearest_segment(a.base, a.pose, b.base, b.pose) or (a.pose[:2], b.pose[:2])
    said = f'{inches:.2f}"'
    if a.side != b.side:
        said += f" · {sensor_band(state, a, b, inches)} range"
    if a.capital:
        said += f" · {', '.join(arcs_of(a.base, a.pose, b.base, b.pose))} of {a.name}"
    if b.capital:
        said += f" · from {' or '.join(main_arcs(b.base, b.pose, a.base, a.pose))}"
    return (Line(line[0], line[1], 0.0, "measure", said),)
