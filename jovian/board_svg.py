"""A position as an SVG picture. The web page of a game draws with the same colors and outlines.

Inches are the units of the picture. Names are text, whatever they contain.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    for mark in landmarks(state):
        _add_landmark(root, mark)
    for piece in in_drawing_order(state.terrain.values()):
        _add_terrain(root, piece)
    models = sorted(state.on_table(), key=lambda model: -model.base.area)
    for model in models:
        _add_model(root, model)
    for model in models:
        _add_name(root, model)
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


def _add_landmark(root: Element, mark: Landmark) -> None:
    """Add a beacon or an escape edge with its name."""
    color = MARK if mark.side is None else SIDES[mark.side][0]
    (x, y), (end_x, end_y) = mark.points[0], mark.points[-1]
    if mark.kind == EDGE:
        _add(root, "line", x1=x, y1=-y, x2=end_x, y2=-end_y, stroke=color, stroke_width=0.3)
    else:
        diamond = ((x, y + 0.4), (x + 0.4, y), (x, y - 0.4), (x - 0.4, y))
        _add_polygon(root, diamond, fill=SPACE, stroke=color, stroke_width=0.12)
    _add_text(root, mark.label, (x + end_x) / 2, -(y + end_y) / 2 + 1.2)


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


def _add_name(root: Element, model: Model) -> None:
    """Add the name of a model below its base, and the Structure of a damaged one."""
    x, y = model.pose.x, model.base.reach + 0.9 - model.pose.y
    _add_text(root, model.name, x, y)
    boxes, unmarked = len(model.card.tracks.get("structure", ())), model.unmarked("structure")
    if unmarked < boxes:
        _add_text(root, f"{unmarked} of {boxes}", x, y + 0.9, "name soft")


def _arc_ends(base: Shape) -> list[Point]:
    """Return where the lines between the 4 arcs of a rectangular base meet its edge, around its center."""
    reach = min(base.width, base.length) / 2
    return [(reach, reach), (reach, -reach), (-reach, -reach), (-reach, reach)]


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
