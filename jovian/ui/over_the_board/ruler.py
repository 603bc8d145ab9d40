"""The ruler: from any model or point to any other, with band and arcs where models are measured. It changes nothing."""

from __future__ import annotations

import pygame

from jovian.game import Model, State
from jovian.rules.shooting.shot import sensor_band
from jovian.rules.shooting.sight import obscured_by
from jovian.table import arcs_of, distance, length, main_arcs, nearest_segment
from jovian.ui.board import Brackets, Line, Overlay, Ring
from jovian.ui.kit.draw import pill
from jovian.ui.kit.theme import WARN, px
from jovian.ui.playing.desk import Desk, Point

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

    @property
    def cue(self) -> str:
        """What says that it is on, and what the next click does."""
        key = self.desk.keymap.shown("ruler")
        to = "click the other end" if self.stop is None else "click to begin anew"
        do = to if self.start is not None else "click where to measure from"
        return f"RULER ON · {do} · {key} or Escape puts it away"

    def draw(self, surface: pygame.Surface, view: pygame.Rect, pointer: tuple[int, int]) -> None:
        """The cue at the top of the board and a cross at the pointer, while it is on."""
        if not self.on:
            return
        pill(surface, (view.centerx, view.top + px(6)), self.cue, WARN, anchor="midtop")
        if view.collidepoint(pointer):
            x, y = pointer
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                near, far = (x + dx * px(5), y + dy * px(5)), (x + dx * px(16), y + dy * px(16))
                pygame.draw.line(surface, WARN, near, far, 2)

    def overlays(self) -> tuple[Overlay, ...]:
        """The measured line; before the first click, what it would begin at."""
        if not self.on:
            return ()
        if self.start is None:
            under = self.desk.under
            if under is not None and under.on_table:
                return (Brackets(under.base, under.pose, "obscured"),)
            return (Ring(self.desk.point, 0.3, "obscured"),) if self.desk.point is not None else ()
        end = self.stop or ((self.desk.hovered, self.desk.point) if self.desk.point is not None else None)
        if end is None:
            return ()
        a, b = self.desk.model(self.start[0]), self.desk.model(end[0])
        if a is not None and b is not None and a is not b:
            return between(self.desk.view, a, b)
        p = a.pose[:2] if a is not None else self.start[1]
        q = b.pose[:2] if b is not None else end[1]
        return (Line(p, q, 0.0, "measure", f'{length(q[0] - p[0], q[1] - p[1]):.2f}"'),)


def between(state: State, a: Model, b: Model) -> tuple[Overlay, ...]:
    """Base to base: distance, and from each to the other the range band, the arcs, and what obscures."""
    inches = distance(a.base, a.pose, b.base, b.pose)
    line = nearest_segment(a.base, a.pose, b.base, b.pose) or (a.pose[:2], b.pose[:2])
    return (Line(line[0], line[1], 0.0, "measure", "\n".join([f'{inches:.2f}"', *facts(state, a, b, inches)])),)


def facts(state: State, a: Model, b: Model, inches: float) -> list[str]:
    """What holds besides the inches, a line for each way; friends have arcs, but no range."""
    found = []
    for one, other in ((a, b), (b, a)):
        arcs = [f"in its {', '.join(arcs_of(one.base, one.pose, other.base, other.pose))}"] if one.capital else []
        if other.capital:
            arcs.append(f"strikes {' or '.join(main_arcs(other.base, other.pose, one.base, one.pose))}")
        if a.side != b.side:
            cover = obscured_by(state, one, other)
            hidden = f"obscured by {cover}" if cover else "not obscured"
            found.append(f"{one.name}: {sensor_band(state, one, other, inches)} range · {hidden}")
        if arcs:
            found.append(f"{one.name}: {' · '.join(arcs)}")
    return found
