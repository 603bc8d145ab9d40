"""A position as an SVG picture. The web page of a game draws with the same colors and outlines.

Inches are the units of the picture. Names are text, whatever they contain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from jovian.cards.art import silhouette
from jovian.cards.files import one_line
from jovian.game import Model, State, Terrain
from jovian.rules.placement.legal_places import deployment_zones, landmarks
from jovian.rules.rulebook.global_rule import EDGE, Landmark
from jovian.rules.terrain import COMET, comet_corridor
from jovian.table.polygons import Point
from jovian.table.shapes import Shape

PLACES = 2
"""The decimals of inches."""
Part = tuple[float, float, float, float]
"""A part of the table: its left, bottom, right, and top edge in inches."""

# --- Colors ---

TABLE, SPACE, BORDER, GRID, PLATE = "#0d1426", "#070b16", "#2c3a58", "#1a2440", "#101a30"
INK, SOFT, MARK = "#e6ecf8", "#9fb0cc", "#ffc24d"
SIDES = (
    ("#5fb2ff", "#eef4ff", "#8ba2c8", "#5e7090", "#3f4c66"),
    ("#ff8a5c", "#fff1e8", "#c9977f", "#8d6656", "#5c4138"),
    ("#c6c8ac", "#f0f0e4", "#acae98", "#787a66", "#55574a"),
)
"""The colors of each side and of neutral models: the main one, then the tones of a hull from light to dark."""
TERRAIN = {
    "planet": "#4a352b", "atmosphere": "#33405c", "comet": "#b9d7ea", "comet-tail": "#24405c",
    "asteroid-field": "#4a4438", "large-asteroid": "#6a604e", "small-moon": "#7b7f8c", "debris-field": "#3f4650",
    "wreck": "#565d68", "particle-cloud": "#2a3a5c",
}  # fmt: skip
OTHER_TERRAIN = "#333c50"
TERRAIN_ORDER = {"atmosphere": -2, "planet": -1, "comet": 1}
"""Kinds of terrain that are drawn before (negative) or after all others."""


def tones(side: int) -> dict[str, tuple[str, str]]:
    """Return the lit and the shaded color of each tone of a silhouette."""
    main, hull, plate, deep, dark = SIDES[side]
    return {
        "hull": (hull, plate), "plate": (plate, deep), "deep": (deep, dark), "accent": (main, main),
        "glow": ("#ffe3a0", "#ffc060"),
    }  # fmt: skip


# --- Outlines ---


def in_drawing_order(pieces: Iterable[Terrain]) -> list[Terrain]:
    """Return pieces of terrain in the order in which they are drawn."""
    return sorted(pieces, key=lambda piece: TERRAIN_ORDER.get(piece.kind, 0))


FIGURE_SHARE = {"rect": 0.465, "hex": 0.32, "circle": 0.465}
"""The distance from the center of a base to the bow of its silhouette, as a share of the length of the base."""
Facets = list[tuple[str, bool, list[Point]]]
"""The polygons of a silhouette: tone, whether it faces the light, and corners."""


def corners_of(shape: Shape, heading: int = 0) -> list[Point]:
    """Return the rounded corners of a shape. Its radius is added to them."""
    return [(round(x, PLACES), round(y, PLACES)) for x, y in shape.turned(heading)]


def figure_of(model: Model) -> Facets:
    """Return the silhouette of a model. Its bow is at (0, 1)."""
    card = model.card
    fallback = card.squadron_type or ("station" if card.base.shape == "circle" else "capital")
    return [(facet.tone, facet.lit, list(facet.points)) for facet in silhouette(card.image, fallback)]


def bow_of(model: Model) -> float:
    """Return the distance in inches from the center of a model's base to the bow of its silhouette."""
    return model.card.base.length * FIGURE_SHARE[model.card.base.shape]


# --- The picture ---

MARGIN = 1.0
"""Inches around the table."""
GRID_STEP = 6
"""Inches between the lines of the grid."""
STYLE = (
    f".name {{ font: 0.85px sans-serif; fill: {INK}; paint-order: stroke; stroke: {SPACE}; stroke-width: 0.18px; "
    f"text-anchor: middle; }} .soft {{ fill: {SOFT}; }}"
)


def board_svg(state: State, size: int = 1600, part: Part | None = None) -> str:
    """Return a picture of the table or of a part. `size` is the longer side in pixels."""
    left, bottom, right, top = part or (-MARGIN, -MARGIN, state.width + MARGIN, state.height + MARGIN)
    scale = size / max(right - left, top - bottom)
    root = Element("svg", {
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": _numbers((left, -top, right - left, top - bottom)),
        "width": f"{(right - left) * scale:.0f}", "height": f"{(top - bottom) * scale:.0f}",
    })  # fmt: skip
    SubElement(root, "title").text = one_line(f"{state.scenario.name}, {turn_name(state.turn)}")
    SubElement(root, "style").text = STYLE
    _add(root, "rect", x=left, y=-top, width=right - left, height=top - bottom, fill=SPACE)
    _add_table(root, state)
    for side, region in deployment_zones(state):
        _add_polygon(
            root, region.outline, data_zone=side, fill=SIDES[side][0], fill_opacity=0.08, stroke=SIDES[side][0],
            stroke_width=0.06, stroke_dasharray="0.5 0.35",
        )  # fmt: skip
    names = NamePlaces((left, bottom, right, top))
    for mark in landmarks(state):
        names.keep_free(_add_landmark(root, mark))
    for piece in in_drawing_order(state.terrain.values()):
        _add_terrain(root, piece)
    models = sorted(state.on_table(), key=lambda model: -model.base.area)
    for model in models:
        _add_model(root, model)
    for model in models:
        names.cover(model)
    for model in models:
        _add_name(root, model, names)
    return tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def turn_name(turn: int) -> str:
    """Return the name of a turn. Number 0 is what comes before the first one."""
    return f"Turn {turn}" if turn else "Deployment"


def _add_table(root: Element, state: State) -> None:
    width, height = state.width, state.height
    _add(root, "rect", x=0, y=-height, width=width, height=height, fill=TABLE, stroke=BORDER, stroke_width=0.1)
    grid = _add(root, "g", stroke=GRID, stroke_width=0.05)
    for inch in range(GRID_STEP, round(width), GRID_STEP):
        _add(grid, "line", x1=inch, x2=inch, y1=-height, y2=0)
    for inch in range(GRID_STEP, round(height), GRID_STEP):
        _add(grid, "line", x1=0, x2=width, y1=-inch, y2=-inch)


def _add_landmark(root: Element, mark: Landmark) -> Part:
    """Add a beacon or an escape edge with its name, and return the part of the table under the name."""
    color = MARK if mark.side is None else SIDES[mark.side][0]
    (x, y), (end_x, end_y) = mark.points[0], mark.points[-1]
    if mark.kind == EDGE:
        _add(root, "line", x1=x, y1=-y, x2=end_x, y2=-end_y, stroke=color, stroke_width=0.3)
    else:
        diamond = ((x, y + 0.4), (x + 0.4, y), (x, y - 0.4), (x - 0.4, y))
        _add_polygon(root, diamond, fill=SPACE, stroke=color, stroke_width=0.12)
    middle, baseline = (x + end_x) / 2, (y + end_y) / 2 - 1.2
    _add_text(root, mark.label, middle, -baseline)
    return _text_part(mark.label, middle, baseline + CAPS)


def _add_terrain(root: Element, piece: Terrain) -> None:
    """Add a piece of terrain, and the next path of a comet."""
    color, (x, y, heading) = TERRAIN.get(piece.kind, OTHER_TERRAIN), piece.pose
    if piece.kind == COMET and not piece.still:
        for strip in comet_corridor(piece):
            _add_polygon(
                root, strip, fill=color, fill_opacity=0.06, stroke=color, stroke_opacity=0.5, stroke_width=0.05,
                stroke_dasharray="0.3 0.3",
            )  # fmt: skip
    group = _add(root, "g", data_terrain=piece.id, transform=f"translate({_numbers((x, -y))}) rotate({heading})")
    SubElement(group, "title").text = one_line(piece.kind.replace("-", " "))
    for shape in piece.outline:
        _add_shape(group, shape, color)


def _add_model(root: Element, model: Model) -> None:
    """Add a base with its arcs and its heading, and a silhouette."""
    (x, y, heading), base, main = model.pose, model.base, SIDES[model.side][0]
    group = _add(root, "g", data_model=model.id, transform=f"translate({_numbers((x, -y))})")
    SubElement(group, "title").text = one_line(f"{model.name} ({model.card.name})")
    turned = _add(group, "g", transform=f"rotate({heading})", opacity=0.6 if model.activated else 1)
    _add_shape(turned, base, PLATE, main)
    if model.card.base.shape == "rect":
        for point in _arc_ends(base):
            _add_line(turned, [(0.78 * point[0], 0.78 * point[1]), point], main)
    for chevron in range((1, 2, 0)[model.side]):
        foot = base.length / 2 + 0.12 + 0.2 * chevron
        _add_line(turned, [(-0.25, foot), (0.0, foot + 0.25), (0.25, foot)], main)
    bow, colors = bow_of(model), tones(model.side)
    for tone, lit, points in figure_of(model):
        _add_polygon(turned, [(x * bow, y * bow) for x, y in points], fill=colors[tone][0 if lit else 1])


def _add_name(root: Element, model: Model, names: NamePlaces) -> None:
    """Add the name of a model near its base, and the Structure of a damaged one. A line leads to a far name."""
    boxes, unmarked = len(model.card.tracks.get("structure", ())), model.unmarked("structure")
    lines = [model.name, *([f"{unmarked} of {boxes}"] if unmarked < boxes else [])]
    left, bottom, right, top = names.place(model, lines)
    if max(_gaps(model, (left, bottom, right, top))) > FAR:
        (x, y, _), end = model.pose, _nearest((left, bottom, right, top), model.pose.x, model.pose.y)
        length = hypot(end[0] - x, end[1] - y)
        start = tuple(c + (e - c) * min(1.0, model.base.reach / length) for c, e in zip((x, y), end, strict=True))
        _add(root, "line", x1=start[0], y1=-start[1], x2=end[0], y2=-end[1], stroke=SOFT, stroke_width=0.06)
    for number, text in enumerate(lines):
        kind = "name soft" if number else "name"
        _add_text(root, text, (left + right) / 2, CAPS + number * LINE - top, kind)


def _arc_ends(base: Shape) -> list[Point]:
    """Return where the lines between the 4 arcs of a rectangular base meet its edge, around its center."""
    reach = min(base.width, base.length) / 2
    return [(reach, reach), (reach, -reach), (-reach, -reach), (-reach, reach)]


# --- Places of names ---
# Greedy, the largest bases first. A name stays below its base unless something is there.

CAPS, LINE, LETTER = 0.65, 0.9, 0.48
"""Inches from the top of a line of text to its baseline and to the next line, and the width of a letter."""
GAP, FAR = 0.25, 0.6
"""Inches between a base and its name, and those from which on a line leads to the name."""
RINGS = (0.0, 1.2, 2.4, 3.8)
"""Inches by which names are farther from their base."""
SIDEWAYS = ((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1))
"""The directions in which a name is tried: right and up."""
TEXT_COST, BASE_COST, RING_COST = 4.0, 1.0, 0.5
"""The cost of a square inch of another text or of a base under a name, and of each ring."""


def _text_part(text: str, middle: float, top: float, lines: int = 1) -> Part:
    """Return the part of the table under a text, about as wide as its letters."""
    half = (len(text) * LETTER) / 2
    return middle - half, top - CAPS - 0.2 - (lines - 1) * LINE, middle + half, top


def _shared(one: Part, other: Part) -> float:
    """Return the square inches that two parts share."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0


def _nearest(part: Part, x: float, y: float) -> Point:
    """Return the point of a part that is nearest to a point."""
    return max(part[0], min(part[2], x)), max(part[1], min(part[3], y))


def _gaps(model: Model, part: Part) -> tuple[float, float]:
    """Return the inches between a base and a part, across and along the table."""
    end = _nearest(part, model.pose.x, model.pose.y)
    return abs(end[0] - model.pose.x) - model.base.reach, abs(end[1] - model.pose.y) - model.base.reach


class NamePlaces:
    """Chooses places for names, so that they cover each other and other bases as little as possible."""

    def __init__(self, whole: Part) -> None:
        self._whole = whole
        self._texts: list[Part] = []
        self._bases: dict[str, Part] = {}

    def keep_free(self, part: Part) -> None:
        """Note a part of the table with a text."""
        self._texts.append(part)

    def cover(self, model: Model) -> None:
        """Note the base of a model."""
        (x, y, _), reach = model.pose, 0.8 * model.base.reach
        self._bases[model.id] = x - reach, y - reach, x + reach, y + reach

    def place(self, model: Model, lines: list[str]) -> Part:
        """Return the part of the table for the lines of a model's name."""
        widest = max(lines, key=len)
        spots = [(self._cost(model, part, ring), part) for part, ring in self._spots(model, widest, len(lines))]
        part = min(spots, key=lambda spot: spot[0])[1]
        self._texts.append(part)
        return part

    @staticmethod
    def _spots(model: Model, text: str, lines: int) -> Iterator[tuple[Part, int]]:
        """Yield the possible parts with their rings, the nearest first."""
        left, bottom, right, top = _text_part(text, 0.0, 0.0, lines)
        width, height = right - left, top - bottom
        for ring, more in enumerate(RINGS):
            away = model.base.reach + GAP + more
            for across, up in SIDEWAYS:
                x = model.pose.x + across * (away + width / 2) * (0.8 if up else 1.0)
                y = model.pose.y + up * (away + height / 2) * (0.8 if across else 1.0)
                yield (x - width / 2, y - height / 2, x + width / 2, y + height / 2), ring

    def _cost(self, model: Model, part: Part, ring: int) -> float:
        texts = sum(_shared(part, text) for text in self._texts)
        bases = sum(_shared(part, base) for model_id, base in self._bases.items() if model_id != model.id)
        area = (part[2] - part[0]) * (part[3] - part[1])
        outside = area - _shared(part, self._whole)
        return round(TEXT_COST * (texts + outside) + BASE_COST * bases + RING_COST * ring, 3)


# --- Elements ---


def _add(parent: Element, tag: str, **marks: Any) -> Element:
    """Add an element. Its attributes have hyphens instead of underscores."""
    texts = {name.replace("_", "-"): value if isinstance(value, str) else _numbers((value,))
             for name, value in marks.items()}  # fmt: skip
    return SubElement(parent, tag, texts)


def _add_polygon(parent: Element, points: Iterable[Point], **marks: Any) -> None:
    _add(parent, "polygon", points=_corners(points), **marks)


def _add_line(parent: Element, points: Iterable[Point], color: str) -> None:
    _add(parent, "polyline", points=_corners(points), fill="none", stroke=color, stroke_width=0.12)


def _add_shape(parent: Element, shape: Shape, fill: str, edge: str = "") -> None:
    """Add a shape around the center at heading 0, with an edge in a color."""
    points = corners_of(shape)
    line: dict[str, Any] = {"stroke": edge, "stroke_width": 0.12} if edge else {}
    if len(points) == 1:
        ((x, y),) = points
        _add(parent, "circle", cx=x, cy=-y, r=shape.radius, fill=fill, **line)
        return
    if not edge:  # The line closes gaps between the parts of a piece.
        line = {"stroke": fill, "stroke_width": max(2 * shape.radius, 0.04), "stroke_linejoin": "round"}
    _add_polygon(parent, points, fill=fill, **line)


def _add_text(parent: Element, text: str, x: float, y: float, kind: str = "name") -> None:
    _add(parent, "text", **{"class": kind}, x=x, y=y).text = one_line(text)


def _corners(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(-y)}" for x, y in points)


def _numbers(values: Iterable[float]) -> str:
    return " ".join(map(_number, values))


def _number(value: float) -> str:
    return f"{round(value, PLACES) + 0.0:g}"
