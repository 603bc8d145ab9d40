"""A position with overlays as an SVG picture, and dice. The web page of a game draws with the same colors and outlines.

Inches are the units of the picture. Names are text, whatever they contain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from jovian.cards.art import silhouette
from jovian.cards.files import one_line
from jovian.dice import looks
from jovian.game import Model, State, Terrain
from jovian.rules.placement.legal_places import deployment_zones, landmarks
from jovian.rules.rulebook.global_rule import EDGE, Landmark
from jovian.rules.terrain import COMET, comet_corridor
from jovian.table.overlays import (
    ArcOverlay,
    BaseRing,
    BoardLine,
    BoardPath,
    Brackets,
    ChanceArea,
    Ghost,
    Overlay,
    PointLabel,
    Region,
    Ring,
    arc_area,
    range_places,
    range_texts,
)
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
STYLES = {
    "arc": "#4cc8ec", "legal": "#68e8be", "refused": "#fa3f7c", "attack": "#fd8e60", "lit": "#f6ce80",
    "obscured": MARK, "threat": "#dc6ebe", "measure": "#a7b6d1", "select": "#4cc8ec",
}  # fmt: skip
"""The colors of overlays by their styles."""
DASHED = ("obscured", "refused", "attack", "threat")
DICE = {
    looks.PLAIN: ("#161f32", "#3e5680", "#a7b6d1"), looks.SET: ("#204b3a", "#56dc8a", "#e2eaf7"),
    looks.DROPPED: ("#090d18", "#293956", "#7f90b0"), looks.BLOCK: ("#10202d", "#2a6a82", "#a7b6d1"),
    looks.BLOCK_SET: ("#24586d", "#4cc8ec", "#e2eaf7"), looks.MACRO_PLUS: ("#1d4558", "#4cc8ec", "#e2eaf7"),
    looks.MACRO_MINUS: ("#511c36", "#fa3f7c", "#e2eaf7"),
}  # fmt: skip
"""The colors of dice by their looks: of the body, its edge, and the pips."""
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
    return _facets(card.image, card.squadron_type or ("station" if card.base.shape == "circle" else "capital"))


def _facets(image: str, fallback: str) -> Facets:
    return [(facet.tone, facet.lit, list(facet.points)) for facet in silhouette(image, fallback)]


def bow_of(model: Model) -> float:
    """Return the distance in inches from the center of a model's base to the bow of its silhouette."""
    return model.card.base.length * FIGURE_SHARE[model.card.base.shape]


# --- The picture ---

MARGIN = 1.0
"""Inches around the table."""
GRID_STEP = 6
"""Inches between the lines of the grid."""


def board_svg(
    state: State, size: int = 1600, part: Part | None = None, overlays: Sequence[Overlay] = (), detail: float = 1.0,
    title: str = "",
) -> str:  # fmt: skip
    """Return a picture of the table or of a part. `size` is the longer side in pixels.

    `detail` is the size of texts and the width of lines, 1 for a whole table.
    """
    left, bottom, right, top = part or (-MARGIN, -MARGIN, state.width + MARGIN, state.height + MARGIN)
    scale = size / max(right - left, top - bottom)
    title = one_line(title or f"{state.scenario.name}, {turn_name(state.turn)}")
    root = Element("svg", {
        "xmlns": "http://www.w3.org/2000/svg", "role": "img", "aria-label": title,
        "viewBox": _numbers((left, -top, right - left, top - bottom)),
        "width": f"{(right - left) * scale:.0f}", "height": f"{(top - bottom) * scale:.0f}",
    })  # fmt: skip
    SubElement(root, "title").text = title
    _add(root, "rect", x=left, y=-top, width=right - left, height=top - bottom, fill=SPACE)
    _add_table(root, state)
    for side, region in deployment_zones(state):
        _add_polygon(
            root, region.outline, data_zone=side, fill=SIDES[side][0], fill_opacity=0.08, stroke=SIDES[side][0],
            stroke_width=0.06, stroke_dasharray="0.5 0.35",
        )  # fmt: skip
    names = NamePlaces((left, bottom, right, top), detail)
    for mark in landmarks(state):
        names.keep_free(_add_landmark(root, mark))
    for piece in in_drawing_order(state.terrain.values()):
        _add_terrain(root, piece)
    models = sorted(state.on_table(), key=lambda model: -model.base.area)
    for model in models:
        _add_model(root, model, detail)
        names.cover(model)
    for overlay in overlays:
        _add_overlay(root, overlay, detail)
    for model in models:
        _add_name(root, model, names)
    for overlay in overlays:
        _add_texts(root, overlay, names)
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
    _add_text(root, mark.label, middle, -baseline, 1.0)
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


def _add_model(root: Element, model: Model, detail: float) -> None:
    """Add a base with its arcs and its heading, and a silhouette."""
    (x, y, heading), base, main = model.pose, model.base, SIDES[model.side][0]
    group = _add(root, "g", data_model=model.id, transform=f"translate({_numbers((x, -y))})")
    SubElement(group, "title").text = one_line(f"{model.name} ({model.card.name})")
    turned = _add(group, "g", transform=f"rotate({heading})", opacity=0.6 if model.activated else 1)
    _add_shape(turned, base, PLATE, main, detail)
    if model.card.base.shape == "rect":
        for point in _arc_ends(base):
            _add_line(turned, [(0.78 * point[0], 0.78 * point[1]), point], main, detail)
    for chevron in range((1, 2, 0)[model.side]):
        foot = base.length / 2 + 0.12 + 0.2 * chevron
        _add_line(turned, [(-0.25, foot), (0.0, foot + 0.25), (0.25, foot)], main, detail)
    _add_figure(turned, figure_of(model), bow_of(model), model.side)


def _add_figure(group: Element, facets: Facets, bow: float, side: int) -> None:
    """Add a silhouette whose bow is a number of inches ahead."""
    colors = tones(side)
    for tone, lit, points in facets:
        _add_polygon(group, [(x * bow, y * bow) for x, y in points], fill=colors[tone][0 if lit else 1])


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
        y = names.detail * (CAPS + number * LINE) - top
        _add_text(root, text, (left + right) / 2, y, names.detail, SOFT if number else INK)


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


def _text_part(text: str, middle: float, top: float, lines: int = 1, detail: float = 1.0) -> Part:
    """Return the part of the table under a text, about as wide as its letters."""
    half = detail * len(text) * LETTER / 2
    return middle - half, top - detail * (CAPS + 0.2 + (lines - 1) * LINE), middle + half, top


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

    def __init__(self, whole: Part, detail: float = 1.0) -> None:
        left, bottom, right, top = whole
        self._whole = left + GAP * detail, bottom + GAP * detail, right - GAP * detail, top - GAP * detail
        self.detail = detail
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
        return self._cheapest(self._spots(model.pose.x, model.pose.y, model.base.reach, lines), model.id)

    def place_text(self, text: str, points: Sequence[Point]) -> Part:
        """Return the part of the table for a text: in the middle of the cheapest of some points, or around the first.

        A model may be at that one.
        """
        left, bottom, right, top = _text_part(text, 0.0, 0.0, 1, self.detail)
        half, high = (right - left) / 2, (top - bottom) / 2
        middle = [((x - half, y - high, x + half, y + high), 0) for x, y in points]
        x, y = points[0]
        under = [base for base in self._bases.values() if base[0] < x < base[2] and base[1] < y < base[3]]
        reach = max((base[2] - x for base in under), default=0.0)
        return self._cheapest([*middle, *self._spots(x, y, reach, [text])])

    def _cheapest(self, spots: Iterable[tuple[Part, int]], own: str = "") -> Part:
        part = min(((self._cost(own, part, ring), part) for part, ring in spots), key=lambda spot: spot[0])[1]
        self._texts.append(part)
        return part

    def _spots(self, x: float, y: float, reach: float, lines: list[str]) -> Iterator[tuple[Part, int]]:
        """Yield the possible parts around a base with their rings, the nearest first."""
        left, bottom, right, top = _text_part(max(lines, key=len), 0.0, 0.0, len(lines), self.detail)
        width, height = right - left, top - bottom
        for ring, more in enumerate(RINGS):
            away = reach + self.detail * (GAP + more)
            for across, up in SIDEWAYS:
                middle = x + across * (away + width / 2) * (0.8 if up else 1.0)
                level = y + up * (away + height / 2) * (0.8 if across else 1.0)
                yield (middle - width / 2, level - height / 2, middle + width / 2, level + height / 2), ring

    def _cost(self, own: str, part: Part, ring: int) -> float:
        texts = sum(_shared(part, text) for text in self._texts)
        bases = sum(_shared(part, base) for model_id, base in self._bases.items() if model_id != own)
        area = (part[2] - part[0]) * (part[3] - part[1])
        outside = area - _shared(part, self._whole)
        return round(TEXT_COST * (texts + outside) + BASE_COST * bases + RING_COST * ring, 3)


# --- Overlays ---


def _add_overlay(root: Element, overlay: Overlay, detail: float) -> None:
    """Add an overlay without its texts."""
    match overlay:
        case ArcOverlay(pose, base, arcs, short, optimum):
            for arc in arcs:
                for inches, opacity in ((optimum, 0.12), (short, 0.16)):
                    if inches > 0:
                        _add_area(root, arc_area(base, pose, arc, inches), overlay.style, opacity, detail)
        case BoardPath(poses, base, legal):
            color = STYLES["legal" if legal else "refused"]
            _add_line(root, [pose[:2] for pose in poses], color, detail, **_dashes("refused", detail))
            for pose in dict.fromkeys(poses[1:-1]):
                _add_polygon(root, base.outline(pose), fill="none", stroke=color, stroke_width=0.06 * detail)
        case Ghost(base, pose, image, fallback, side):
            place = f"translate({_numbers((pose.x, -pose.y))}) rotate({pose.heading})"
            turned = _add(root, "g", transform=place, opacity=0.55)
            _add_shape(turned, base, PLATE)
            _add_figure(turned, _facets(image, fallback), base.length * FIGURE_SHARE["rect"], side)
            _add_area(root, base.outline(pose), "legal" if overlay.legal else "refused", 0, detail)
        case BoardLine(start, end, width, style):
            if width:
                _add_line(root, (start, end), STYLES[style], 1.0, stroke_width=width, stroke_opacity=0.2)
            _add_line(root, (start, end), STYLES[style], detail, **_dashes(style, detail))
        case Ring((x, y), radius, style):
            _add(root, "circle", cx=x, cy=-y, r=radius, fill="none", stroke=STYLES[style], stroke_width=0.08 * detail)
        case BaseRing(base, pose, inches, style):
            _add_area(root, base.grown(inches).outline(pose), style, 0.12, detail)
        case Region(points, style):
            _add_area(root, points, style, 0.1, detail)
        case Brackets(base, pose, style):
            _add_area(root, base.grown(0.2).outline(pose), style, 0, detail)
        case ChanceArea(pieces=pieces):
            for points, chance in pieces:
                _add_polygon(root, points, fill=STYLES[overlay.style], fill_opacity=0.05 + 0.3 * chance)


def _add_texts(root: Element, overlay: Overlay, names: NamePlaces) -> None:
    """Add the texts of an overlay, each at one of its places or near."""
    texts: list[tuple[str, list[Point]]] = []
    match overlay:
        case ArcOverlay(labels=True):
            texts = [(text, range_places(overlay.base, overlay.pose, overlay.arcs, inches))
                     for inches, text in range_texts(overlay)]  # fmt: skip
        case BoardLine():
            (x, y), (end_x, end_y), away = overlay.start, overlay.end, names.detail * LINE
            texts = [(overlay.label, [((x + end_x) / 2, (y + end_y) / 2 + up * away) for up in (1, -1)])]
        case Ring():
            texts = [(overlay.label, [(overlay.center[0], overlay.center[1] + overlay.radius)])]
        case PointLabel():
            texts = [(overlay.text, [overlay.point])]
    for text, points in texts:
        if text:
            left, _, right, top = names.place_text(text, points)
            _add_text(root, text, (left + right) / 2, names.detail * CAPS - top, names.detail)


def _add_area(root: Element, points: Iterable[Point], style: str, opacity: float, detail: float) -> None:
    marks = {"fill": STYLES[style], "stroke": STYLES[style], "stroke_width": 0.08 * detail} | _dashes(style, detail)
    _add_polygon(root, points, fill_opacity=opacity, **marks)


def _dashes(style: str, detail: float) -> dict[str, Any]:
    return {"stroke_dasharray": _numbers((0.6 * detail, 0.4 * detail))} if style in DASHED else {}


# --- Dice ---

DIE, STEP = 20, 24
"""The side of a die, and from one die to the next."""


def dice_svg(dice: Sequence[tuple[int, str]]) -> str:
    """Return dice in a row, each a face and a look."""
    width = STEP * len(dice)
    root = Element("svg", {
        "viewBox": f"-2 -2 {width} {STEP}", "width": str(width), "height": str(STEP), "role": "img",
        "aria-label": ", ".join(str(face) for face, _ in dice),
    })  # fmt: skip
    for number, (face, look) in enumerate(dice):
        fill, edge, pip = DICE[look]
        group = _add(root, "g", transform=f"translate({STEP * number} 0)", data_die=face, data_look=look)
        body = {"fill": fill, "stroke": edge, "stroke_width": 1.3}
        if look in looks.MACROS:
            near, far, cut = 0.0, float(DIE), looks.CUT * DIE
            corners = ((cut, near), (far - cut, near), (far, cut), (far, far - cut))
            around = (*corners, *((far - x, far - y) for x, y in corners))
            _add_polygon(group, [(x, -y) for x, y in around], **body)
        else:
            _add(group, "rect", width=DIE, height=DIE, rx=looks.ROUNDING * DIE, **body)
        for x, y in looks.PIPS[face]:
            _add(group, "circle", cx=x * DIE, cy=y * DIE, r=looks.PIP_RADIUS * DIE, fill=pip)
        if look == looks.DROPPED:
            _add(group, "line", x1=2, y1=DIE - 2, x2=DIE - 2, y2=2, stroke=pip, stroke_width=1.4)
        elif look in looks.MACROS:
            sign = _add(group, "text", x=DIE - 3, y=6, fill=edge, font_size=10, font_weight="bold")
            sign.text = "+" if look == looks.MACRO_PLUS else "-"
    return tostring(root, encoding="unicode")


# --- Elements ---


def _add(parent: Element, tag: str, **marks: Any) -> Element:
    """Add an element. Its attributes have hyphens instead of underscores."""
    texts = {name.replace("_", "-"): value if isinstance(value, str) else _numbers((value,))
             for name, value in marks.items()}  # fmt: skip
    return SubElement(parent, tag, texts)


def _add_polygon(parent: Element, points: Iterable[Point], **marks: Any) -> None:
    _add(parent, "polygon", points=_corners(points), **marks)


def _add_line(parent: Element, points: Iterable[Point], color: str, detail: float, **marks: Any) -> None:
    marks = {"fill": "none", "stroke": color, "stroke_width": 0.12 * detail} | marks
    _add(parent, "polyline", points=_corners(points), **marks)


def _add_shape(parent: Element, shape: Shape, fill: str, edge: str = "", detail: float = 1.0) -> None:
    """Add a shape around the center at heading 0, with an edge in a color."""
    points = corners_of(shape)
    line: dict[str, Any] = {"stroke": edge, "stroke_width": 0.12 * detail} if edge else {}
    if len(points) == 1:
        ((x, y),) = points
        _add(parent, "circle", cx=x, cy=-y, r=shape.radius, fill=fill, **line)
        return
    if not edge:  # The line closes gaps between the parts of a piece.
        line = {"stroke": fill, "stroke_width": max(2 * shape.radius, 0.04), "stroke_linejoin": "round"}
    _add_polygon(parent, points, fill=fill, **line)


def _add_text(parent: Element, text: str, x: float, y: float, detail: float, color: str = INK) -> None:
    _add(
        parent, "text", x=x, y=y, font_family="sans-serif", font_size=0.85 * detail, text_anchor="middle", fill=color,
        stroke=SPACE, stroke_width=0.18 * detail, paint_order="stroke",
    ).text = one_line(text)  # fmt: skip


def _corners(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(-y)}" for x, y in points)


def _numbers(values: Iterable[float]) -> str:
    return " ".join(map(_number, values))


def _number(value: float) -> str:
    return f"{round(value, PLACES) + 0.0:g}"
