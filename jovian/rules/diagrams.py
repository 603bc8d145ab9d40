"""Diagrams on the pages of the rules. The window and the HTML pages draw the same shapes.

Lengths are in inches of the table, except for the dice. X goes to the right and y up.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import NamedTuple

from jovian.frozen import frozen

Point = tuple[float, float]

AREA, BASE, LINE, DASHED, LABEL = "area", "base", "line", "dashed", "label"
"""The kinds of shapes: a tinted polygon, a polygon in full color, two kinds of lines, and a text around a point."""
OURS, THEIRS, QUIET, INK = "ours", "theirs", "quiet", "ink"
"""The colors: of the side that acts, of the other side, of all else, and of marks on a base."""


class DiagramShape(NamedTuple):
    """One shape of a diagram."""

    kind: str
    color: str
    points: tuple[Point, ...]
    text: str = ""


@frozen
class Diagram:
    """A drawing with a caption."""

    caption: str
    width: float
    height: float
    shapes: tuple[DiagramShape, ...]


# --- Shapes ---


def _label(x: float, y: float, text: str, color: str = QUIET) -> DiagramShape:
    return DiagramShape(LABEL, color, ((x, y),), text)


def _turned(points: Sequence[Point], x: float, y: float, heading: float) -> tuple[Point, ...]:
    """Return points around (0, 0), heading up, at a place with another heading in degrees, clockwise."""
    s, c = sin(radians(heading)), cos(radians(heading))
    return tuple((x + px * c + py * s, y - px * s + py * c) for px, py in points)


def _rectangle(x: float, y: float, width: float, length: float, heading: float = 0) -> tuple[Point, ...]:
    half, long = width / 2, length / 2
    return _turned(((-half, -long), (-half, long), (half, long), (half, -long)), x, y, heading)


def _ship(x: float, y: float, heading: float = 0, color: str = OURS, kind: str = BASE) -> tuple[DiagramShape, ...]:
    """Return a medium base with an arrow that shows its heading."""
    arrow = _turned(((-0.5, 0.4), (0, 1.1), (0.5, 0.4)), x, y, heading)
    return DiagramShape(kind, color, _rectangle(x, y, 2, 3, heading)), DiagramShape(LINE, INK, arrow)


def _round(x: float, y: float, radius: float, first: float = 0, last: float = 360) -> tuple[Point, ...]:
    """Return points on a circle, between two directions in degrees, clockwise from up."""
    steps = max(6, round((last - first) / 6))
    angles = [radians(first + (last - first) * step / steps) for step in range(steps + 1)]
    return tuple((x + radius * sin(angle), y + radius * cos(angle)) for angle in angles)


def _dashes(*points: Point, color: str = QUIET) -> DiagramShape:
    return DiagramShape(DASHED, color, points)


def _diagonals(x: float, y: float, reach: float) -> tuple[DiagramShape, ...]:
    """Return the lines between the four arcs of a ship that heads up."""
    ends = [(x + dx * reach, y + dy * reach) for dx in (-1, 1) for dy in (-1, 1)]
    return tuple(_dashes((x, y), end) for end in ends)


# --- Diagrams ---


def _arcs() -> Diagram:
    x, y, reach = 6.0, 4.5, 4.3
    fore = DiagramShape(AREA, OURS, ((x, y), *_round(x, y, reach, -45, 45)))
    strip = (_dashes((x - 1, y + 1.5), (x - 1, 8.9)), _dashes((x + 1, y + 1.5), (x + 1, 8.9)))
    labels = (
        _label(x, 8.0, "Spinal"), _label(x - 2.1, 7.3, "Fore"), _label(1.6, y, "Port"), _label(10.4, y, "Starboard"),
        _label(x, 1.2, "Aft"),
    )  # fmt: skip
    caption = "The arcs of a ship that heads up the page. The strip ahead is for spinal weapons."
    return Diagram(caption, 12, 9, (fore, *_diagonals(x, y, 3.6), *strip, *_ship(x, y), *labels))


def _armor() -> Diagram:
    x, y = 4.0, 4.5
    side = DiagramShape(AREA, THEIRS, ((x, y), (x + 3.8, y + 3.8), (x + 3.8, y - 3.8)))
    line = _dashes((11, 6.2), (x, y), color=OURS)
    labels = (_label(x, 8.0, "Fore"), _label(6.6, 3.0, "Side"), _label(x, 1.0, "Aft"), _label(11, 8.4, "Attacker"))
    caption = "The attacker is in the starboard arc of the target, so the Armor of its side counts."
    shapes = (side, *_diagonals(x, y, 3.8), line, *_ship(x, y, color=THEIRS), *_ship(11, 6.2, 250), *labels)
    return Diagram(caption, 13, 9, shapes)


def _sensor_range() -> Diagram:
    x, y, signature, sensors = 1.2, 3.0, 5, 2
    short, optimum = x + 0.5 + signature, x + 0.5 + signature + 3 * sensors
    bands = (
        DiagramShape(AREA, OURS, ((x, y), *_round(x, y, short - x, 60, 120))),
        DiagramShape(LINE, OURS, _round(x, y, short - x, 60, 120)),
        DiagramShape(LINE, OURS, _round(x, y, optimum - x, 75, 105)),
    )
    labels = (
        _label(3.9, 3.0, "Short"), _label(9.4, 3.0, "Optimum"), _label(14.4, 3.0, "Long"),
        _label(short + 0.2, 0.5, f'{signature}"'), _label(optimum + 0.5, 0.5, f'{signature + 3 * sensors}"'),
    )  # fmt: skip
    caption = (
        f"Sensors {sensors} against Signature {signature}: short range ends at {signature} inches, and optimum range "
        f"3 inches farther for each rating of Sensors."
    )
    return Diagram(caption, 16, 6, (*bands, DiagramShape(BASE, OURS, _round(x, y, 0.5)), *labels))


def _obscured() -> Diagram:
    attacker, target = (1.2, 3.7), (12.6, 3.7)
    shapes = (
        DiagramShape(AREA, QUIET, _round(*target, 3.5)), _dashes(attacker, target, color=OURS),
        DiagramShape(BASE, QUIET, _round(10.6, 4.0, 0.9)), DiagramShape(BASE, OURS, _round(*attacker, 0.5)),
        DiagramShape(BASE, THEIRS, _round(*target, 0.5)), _label(1.4, 4.9, "Attacker"), _label(13.4, 4.9, "Target"),
        _label(10.6, 5.5, "Asteroid"), _label(12.6, 1.1, 'within 3"'),
    )  # fmt: skip
    caption = "The asteroid is in the line, within 3 inches of the target, and has the greater Signature: Obscured."
    return Diagram(caption, 16.4, 7.4, shapes)


def _minimum_move() -> Diagram:
    x, y = 2.5, 2.4
    middles = (_dashes((x, y), (x + 3, y)), DiagramShape(LINE, OURS, ((x + 3, y), (x + 5, y))))
    labels = (_label(x + 1.5, 0.4, 'at least 3"'), _label(x + 5, 0.4, 'at most 5"'))
    caption = "A ship with Speed 4 and Thrusters 1 ends its move between the two outlines."
    ends = (*_ship(x + 3, y, 90, kind=AREA), *_ship(x + 5, y, 90, kind=AREA))
    return Diagram(caption, 11, 4, (*ends, *_ship(x, y, 90), *middles, *labels))


def _turns() -> Diagram:
    start, corner = (2.2, 2.0), (5.2, 2.0)
    step = 3 * sin(radians(45))
    end = (corner[0] + step, corner[1] + step)
    shapes = (
        *_ship(*corner, 90, kind=AREA), *_ship(*corner, 45, kind=AREA), _dashes(start, corner, end, color=OURS),
        *_ship(*start, 90), *_ship(*end, 45), _label(3.7, 0.3, '3"'), _label(8.4, 1.4, "45 degrees"),
        _label(5.3, 4.4, '3"'),
    )  # fmt: skip
    caption = "Three inches ahead, a turn of 45 degrees about the middle of the base, and 3 inches more."
    return Diagram(caption, 11, 6.2, shapes)


def _overlapping() -> Diagram:
    big, small, clear = (5.5, 2.4), (4.0, 3.5), (4.0, 4.65)
    shapes = (
        DiagramShape(BASE, THEIRS, _rectangle(*big, 2.5, 4, 90)), DiagramShape(AREA, OURS, _rectangle(*small, 1.5, 2)),
        DiagramShape(BASE, OURS, _rectangle(*clear, 1.5, 2)), _label(8.6, 2.4, "Larger ship"),
        _label(6.2, 4.8, "Smaller ship"),
    )  # fmt: skip
    caption = "The smaller ship would end on the larger one. It slides until it is clear."
    return Diagram(caption, 10.4, 6, shapes)


def _deployment_zones() -> Diagram:
    def table(left: float) -> DiagramShape:
        return DiagramShape(LINE, QUIET, ((left, 6), (left, 54), (left + 48, 54), (left + 48, 6), (left, 6)))

    def zone(x: float, y: float, width: float, height: float, color: str) -> DiagramShape:
        return DiagramShape(AREA, color, ((x, y), (x + width, y), (x + width, y + height), (x, y + height)))

    shapes = (
        zone(1, 6, 48, 12, OURS), zone(1, 42, 48, 12, THEIRS), table(1), _label(25, 2, "Standard"),
        _label(25, 30, '12" from each edge'), zone(61, 6, 24, 24, OURS), zone(85, 30, 24, 24, THEIRS), table(61),
        _label(85, 2, "Corner"),
    )  # fmt: skip
    return Diagram("Deployment Zones on a table of 48 by 48 inches.", 110, 55, shapes)


PIPS = {
    1: ((0, 0),), 2: ((-1, 1), (1, -1)), 3: ((-1, 1), (0, 0), (1, -1)), 4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)), 6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}  # fmt: skip
"""The dots of a die by its face, in steps from its middle."""


def _dice(*faces: int) -> Diagram:
    shapes: list[DiagramShape] = []
    alike = max(faces, key=lambda face: (faces.count(face), face))
    for number, face in enumerate(faces):
        x, color = 1.0 + 1.8 * number, OURS if face == alike else QUIET
        shapes.append(DiagramShape(AREA, color, _rectangle(x, 0.9, 1.4, 1.4)))
        shapes += [DiagramShape(BASE, color, _round(x + 0.4 * dx, 0.9 + 0.4 * dy, 0.13)) for dx, dy in PIPS[face]]
    caption = f"A result of {', '.join(map(str, faces))}: two dice are alike, so it is a double of {alike}s, D{alike}."
    return Diagram(caption, 1.8 * len(faces) + 0.2, 1.8, tuple(shapes))


DIAGRAMS = {
    "Attack > Model Arcs": _arcs(), "Attack > Armor": _armor(), "Attack > Sensor Range": _sensor_range(),
    "Attack > Obscured": _obscured(), "Movement > Minimum Move Distance": _minimum_move(),
    "Movement > Turns": _turns(), "Movement > Overlapping": _overlapping(),
    "Scenarios > Deployment Zone": _deployment_zones(), "Dice System > Magnitude": _dice(1, 3, 3, 5, 6),
}  # fmt: skip
"""The diagrams by the key of their page."""
