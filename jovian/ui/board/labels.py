"""Names and badges next to models and terrain, placed so that none covers another.

The layout is greedy, the most important labels first. A name keeps its side of a model while it is visible, if nothing
is in the way there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

import pygame

from jovian.frozen import frozen
from jovian.game import OBJECT, Model, State, Terrain
from jovian.rules.basics.rolls import key_to_words
from jovian.rules.scenario.objects import search_of, tokens_needed
from jovian.rules.scenario.tokens import find_token
from jovian.table import Pose
from jovian.ui.board.camera import Camera, Point, strips
from jovian.ui.board.colors import tint
from jovian.ui.board.markers import Marker, Seen
from jovian.ui.board.sprites import (
    DOTS,
    MAX_DOTS,
    NameToken,
    States,
    base_rect,
    detail_at,
    draw_token,
    token_size,
    tokens_of,
)
from jovian.ui.board.terrain import is_along_edge
from jovian.ui.kit.draw import blit_premultiplied, draw_segments, supersampled
from jovian.ui.kit.fonts import SurfaceCache, draw_text, text_size
from jovian.ui.kit.theme import BLADE, SCALE, SIDES, TEXT, WELL, Color, health, mix_colors, px

# --- Spots around a box ---

Leader = tuple[tuple[int, int], tuple[int, int]]
"""A line from a label to what it names."""
Offset = tuple[int, int, int, Leader | None]
"""Offset to the right and down, cost, and leader line."""
RINGS = (0, 14, 34, 60)
"""Pixels between a box and its label, by ring. From the second ring on, a leader line is drawn."""
FAR_RINGS = (90, 125)
"""More rings, for labels that must be shown."""
_NEAR_SPOTS: tuple[tuple[float, float, int], ...] = (
    (0, 1, 0), (0, -1, 1), (-0.5, 1, 2), (0.5, 1, 2), (1, 0, 3), (-1, 0, 3), (-0.5, -1, 4), (0.5, -1, 4),
    (1, 1, 5), (-1, 1, 5), (1, -1, 5), (-1, -1, 5),
)  # fmt: skip
"""Direction from the box (right, down), and the cost of the spot."""
_FAR_SPOTS: tuple[tuple[float, float], ...] = (
    (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1),
)  # fmt: skip


@lru_cache(maxsize=2000)
def offsets(own: tuple[int, int], size: tuple[int, int], leaders: bool) -> tuple[Offset, ...]:
    """Return the spots of a label around a box, both given by size, the near ones first."""
    box, (width, height) = pygame.Rect((0, 0), own), size
    near: list[Offset] = []
    for sx, sy, cost in _NEAR_SPOTS:
        rect = pygame.Rect(0, 0, width, height)
        level = sy == 0 or abs(sx) == 1
        rect.centerx = box.centerx + round(sx * ((box.width + width) / 2 + 2 if level else width / 2))
        rect.centery = box.centery + round(sy * ((box.height + height) / 2 + (1 if abs(sx) == 1 else 2)))
        near.append((rect.left, rect.top, cost, None))
    return (*near, *_far_offsets(box, size, RINGS[1:], 1)) if leaders else tuple(near)


@lru_cache(maxsize=500)
def farther_offsets(own: tuple[int, int], size: tuple[int, int]) -> tuple[Offset, ...]:
    """Return the spots of a label that must be shown, after those of `offsets`."""
    return tuple(_far_offsets(pygame.Rect((0, 0), own), size, FAR_RINGS, len(RINGS)))


def _far_offsets(box: pygame.Rect, size: tuple[int, int], rings: Sequence[int], first: int) -> Iterator[Offset]:
    for ring, away in enumerate(rings, first):
        for sx, sy in _FAR_SPOTS:
            rect = pygame.Rect((0, 0), size)
            rect.centerx = box.centerx + round(sx * ((box.width + rect.width) / 2 + away * (0.6 if sy else 1)))
            rect.centery = box.centery + round(sy * ((box.height + rect.height) / 2 + away * (0.6 if sx else 1)))
            yield rect.left, rect.top, 5 * ring + 1, _leader(box, rect)


def spots_area(own: pygame.Rect, size: tuple[int, int]) -> pygame.Rect:
    """Return an area that contains every spot of `offsets` around a box."""
    width, height = size
    return own.inflate(2 * (width + RINGS[-1] + 2), 2 * (height + RINGS[-1] + 2))


def _leader(own: pygame.Rect, rect: pygame.Rect) -> Leader:
    x = max(rect.left, min(rect.right, own.centerx))
    y = max(rect.top, min(rect.bottom, own.centery))
    ax = max(own.left, min(own.right, x))
    ay = max(own.top, min(own.bottom, y))
    return ((2 * ax + own.centerx) // 3, (2 * ay + own.centery) // 3), (x, y)


# --- Tags ---
#
# Structure is a bar with a segment for each box.

WIDEST = 176
"""Most pixels of a row of tokens."""
_EDGE = 2
"""Pixels around a tag for the edge of its bar."""
_images = SurfaceCache(400, 2_000_000)


class Tag(NamedTuple):
    """The label of a model: its name, Structure, and state tokens."""

    name: str
    color: Color
    boxes: int
    """Printed Structure boxes."""
    remaining: int
    """Structure boxes that aren't marked."""
    tokens: tuple[NameToken, ...]
    detail: int
    """The detail of the tokens."""


def tag_of(
    model: Model, zoom: float, states: States, strong: bool = False, aboard: int = 0, name: str = ""
) -> Tag:  # fmt: skip
    """Return the tag of a model at a zoom. `strong` is for the selected one, `aboard` the number of models aboard.

    `name` is the name of its Formation, if that shares a marker.
    """
    color, detail = TEXT if strong else mix_colors(SIDES[model.side].light, TEXT, 0.4), detail_at(zoom)
    tokens = tokens_of(model, detail != DOTS, states, aboard)[: MAX_DOTS if detail == DOTS else None]
    boxes, remaining = len(model.boxes("structure")), model.unmarked("structure")
    return Tag(name or model.name, color, boxes, remaining, tokens, detail)


def joint_name(names: Sequence[str]) -> str:
    """Return the names of a Formation as one, such as "Thorn 1+2"."""
    stem = names[0].rpartition(" ")[0]
    if stem and all(name.rpartition(" ")[0] == stem for name in names):
        return f"{stem} {'+'.join(name.rpartition(' ')[2] for name in names)}"
    return " + ".join(names)


def terrain_tag(piece: Terrain, zoom: float) -> Tag:
    """Return the tag of a piece of terrain: its name."""
    name = key_to_words(piece.kind).capitalize()
    return Tag(name, mix_colors(tint(piece.kind), TEXT, 0.25), 0, 0, (), detail_at(zoom))


def _role(tag: Tag) -> str:
    return "label" if tag.detail and tag.boxes else "caps"


def _bar_size(tag: Tag) -> tuple[int, int]:
    if tag.detail:
        return min(px(72), px(10) * tag.boxes), px(6)
    return max(px(14), min(px(44), px(7) * tag.boxes)), px(4)


def tag_size(tag: Tag) -> tuple[int, int]:
    """Return the size of a tag."""
    return _tag_size(tag, SCALE.factor)


@lru_cache(maxsize=1000)
def _tag_size(tag: Tag, factor: float) -> tuple[int, int]:
    name = text_size(tag.name, _role(tag))
    rows = _rows(tag)
    height = name[1] + (_bar_size(tag)[1] + 1 if tag.boxes else 0) + sum(_row_size(tag, row)[1] for row in rows)
    widest = max((_row_size(tag, row)[0] for row in rows), default=0)
    return max(name[0] + 1, _bar_size(tag)[0] if tag.boxes else 0, widest), height


def _rows(tag: Tag) -> list[list[NameToken]]:
    """Return the tokens in rows that aren't too wide."""
    rows: list[list[NameToken]] = []
    for token in tag.tokens:
        if not rows or _row_size(tag, [*rows[-1], token])[0] > px(WIDEST):
            rows.append([])
        rows[-1].append(token)
    return rows


def _row_size(tag: Tag, row: list[NameToken]) -> tuple[int, int]:
    sizes = [token_size(token, tag.detail) for token in row]
    return sum(width + px(2) for width, _ in sizes), sizes[0][1] + px(2)


def draw_tag(surface: pygame.Surface, rect: pygame.Rect, tag: Tag) -> None:
    """Draw a tag into its rectangle."""
    image = _images.get((tag, SCALE.factor), lambda: _image(tag, rect.size))
    surface.blit(image, (rect.left - _EDGE, rect.top))
    for area, token in token_areas(rect, tag) if tag.tokens else ():
        draw_token(surface, area, token, tag.detail)


def _image(tag: Tag, size: tuple[int, int]) -> pygame.Surface:
    """Return an image of the name and the Structure bar."""
    image = pygame.Surface((size[0] + 2 * _EDGE, size[1] + 2 * _EDGE), pygame.SRCALPHA)
    draw_text(image, (size[0] // 2 + _EDGE, 0), tag.name, _role(tag), tag.color, anchor="midtop")
    if tag.boxes:
        _structure(image, bar_area(pygame.Rect((_EDGE, 0), size), tag), tag)
    return image


def bar_area(rect: pygame.Rect, tag: Tag) -> pygame.Rect:
    """Return the rectangle of the Structure bar of a tag, below the name."""
    width, height = _bar_size(tag)
    top = rect.top + text_size(tag.name, _role(tag))[1] - 1
    return pygame.Rect(rect.left + rect.width // 2 - width // 2, top, width, height)


def token_areas(rect: pygame.Rect, tag: Tag) -> list[tuple[pygame.Rect, NameToken]]:
    """Return the rectangles of the tokens of a tag."""
    return [(area.move(rect.topleft), token) for area, token in _token_areas(tag, rect.size, SCALE.factor)]


@lru_cache(maxsize=1000)
def _token_areas(tag: Tag, size: tuple[int, int], factor: float) -> tuple[tuple[pygame.Rect, NameToken], ...]:
    """Return the rectangles of the tokens relative to the corner of the tag."""
    rows = _rows(tag)
    y, areas = size[1] - sum(_row_size(tag, row)[1] for row in rows) + px(2), []
    for row in rows:
        width, height = _row_size(tag, row)
        x = size[0] // 2 - width // 2
        for token in row:
            area = pygame.Rect((x, y), token_size(token, tag.detail))
            areas.append((area, token))
            x = area.right + px(2)
        y += height
    return tuple(areas)


def _structure(surface: pygame.Surface, rect: pygame.Rect, tag: Tag) -> None:
    full, empty = health(tag.remaining / tag.boxes), (50, 58, 76)
    surface.fill((0, 0, 0), rect.inflate(2, 2))
    draw_segments(surface, rect, tag.boxes, tag.remaining, full, empty)


# --- Placement ---
#
# Each label tries its spots in order of cost. A spot is unsuitable if it covers a base or another label, or if its
# center is nearer to something else than to what it names. A label without a suitable spot is omitted, but the name of
# a model takes the spot that covers least, with a line to its model.

RIM = 8
"""Pixels between the edge of the table and the name of terrain beyond it."""
AMBIGUOUS = 7
"""Cost of a spot that is as near to something else as to what the label names."""
_FAR = 10**9
_NONE = range(0)


class Spot(NamedTuple):
    """A place that a label may take."""

    rect: pygame.Rect
    cost: int = 0
    leader: Leader | None = None


@dataclass(slots=True)
class LabelRequest:
    """A label that needs a place."""

    key: str
    spots: Iterable[Spot]
    """In order of cost."""
    own: Sequence[pygame.Rect] = ()
    """The boxes of what it names. () for a label that lies on a line."""
    others: Sequence[pygame.Rect] = ()
    """Boxes that its center must be farther from than from its own, and its whole rectangle should be."""
    shy: Sequence[pygame.Rect] = ()
    """Boxes that its whole rectangle should be farther from."""
    rank: int = 0
    """Lower ranks are placed first."""
    mine: range = _NONE
    """The indices of `others` that are its own. So one list of all boxes serves every request."""
    bounds: pygame.Rect | None = None
    """An area that contains all its spots, or None if unknown. Boxes outside it are ignored."""
    needed: tuple[int, int] | None = None
    """Its size if it must be shown even without a suitable spot, else None."""


@frozen
class PlacedLabel:
    """A label with its place."""

    key: str
    rect: pygame.Rect
    leader: Leader | None


def place(
    requests: Iterable[LabelRequest], blocked: Sequence[pygame.Rect], view: pygame.Rect,
    taken: Sequence[pygame.Rect] = (),
) -> dict[str, PlacedLabel]:  # fmt: skip
    """Return places for as many labels as fit into the view without covering one another or blocked boxes."""
    placed: dict[str, PlacedLabel] = {}
    full = [*blocked, *taken]
    for request in sorted(requests, key=lambda request: request.rank):
        if request.own and view.collidelist(request.own) < 0:
            continue
        spot, _ = cheapest_spot(request, full, view)
        if spot is not None:
            placed[request.key] = PlacedLabel(request.key, spot.rect, spot.leader)
            full.append(spot.rect.inflate(2, 2))
    return placed


def cheapest_spot(request: LabelRequest, full: list[pygame.Rect], view: pygame.Rect) -> tuple[Spot | None, pygame.Rect]:
    """Return the cheapest spot of a label or None, and the area on which that result depends."""
    best, min_cost, own, others, mine = None, _FAR, request.own, request.others, request.mine
    near = full if request.bounds is None else [full[n] for n in request.bounds.collidelistall(full)]
    looked = pygame.Rect(own[0]) if own else view
    for spot in request.spots:
        rect, cost, _ = spot
        if cost >= min_cost:
            break
        looked = looked.union(rect)
        if not view.contains(rect) or rect.collidelist(near) >= 0:
            continue
        if own:
            gap, around = _reach(pygame.Rect(rect.center, (1, 1)), own)
            looked.union_ip(around)
            if not _alone(pygame.Rect(rect.center, (1, 1)), gap, around, others, mine):
                continue
            gap, around = _reach(rect, own)
            looked.union_ip(around)
            if not (_alone(rect, gap, around, request.shy) and _alone(rect, gap, around, others, mine)):
                cost += AMBIGUOUS
        if cost < min_cost:
            best, min_cost = spot, cost
    return best, looked


_OVER_NAME, _OVER_BASE = 400.0, 45.0
"""Cost of a label that is wholly over another one, and over bases."""


def least_bad_spot(
    request: LabelRequest, size: tuple[int, int], names: list[pygame.Rect], view: pygame.Rect
) -> tuple[Spot, pygame.Rect]:
    """Return the spot of a label that covers as little as possible, with a leader line, and the area it depends on."""
    area, others = _around(request.own), request.others
    best, min_cost, looked = Spot(pygame.Rect(area)), float(_FAR), pygame.Rect(area)
    for x, y, far, _ in (*offsets(area.size, size, True), *farther_offsets(area.size, size)):
        rect = pygame.Rect((area.left + x, area.top + y), size)
        looked.union_ip(rect)
        rect.clamp_ip(view)
        if far >= min_cost:
            break
        cost = far + _OVER_NAME * _share_covered(rect, [names[n] for n in rect.collidelistall(names)])
        bases = [others[n] for n in rect.collidelistall(others)]
        cost += _OVER_BASE * _share_covered(rect, bases) if cost < min_cost else 0.0
        if cost < min_cost:
            best, min_cost = Spot(rect, far, _leader(area, rect)), cost
    return best, looked


def _share_covered(rect: pygame.Rect, others: Iterable[pygame.Rect]) -> float:
    """Return the share of a box that others cover, at most 1 for each."""
    parts = [rect.clip(other) for other in others]
    return sum(part.width * part.height for part in parts) / (rect.width * rect.height)


def _square_gap(one: pygame.Rect, others: Iterable[pygame.Rect]) -> int:
    """Return the smallest squared gap between a box and others."""
    left, top, width, height = one
    right, bottom, smallest = left + width, top + height, _FAR
    for x, y, other_width, other_height in others:
        across = x - right if x > right else left - x - other_width if left > x + other_width else 0
        down = y - bottom if y > bottom else top - y - other_height if top > y + other_height else 0
        if (square := across * across + down * down) < smallest:
            smallest = square
    return smallest


def _reach(rect: pygame.Rect, own: Sequence[pygame.Rect]) -> tuple[int, pygame.Rect]:
    """Return the squared gap between a box and its own, and the area in which anything as near would be."""
    gap = _square_gap(rect, own)
    reach = 2 * (isqrt(gap) + 2)
    return gap, rect.inflate(reach, reach)


def _alone(
    rect: pygame.Rect, gap: int, around: pygame.Rect, others: Sequence[pygame.Rect], mine: range = _NONE
) -> bool:
    """Return whether all other boxes are farther than a squared gap."""
    return _square_gap(rect, [others[n] for n in around.collidelistall(others) if n not in mine]) > gap


def spots_around(own: pygame.Rect, size: tuple[int, int], leaders: bool = True) -> Iterator[Spot]:
    """Yield spots around a box, near ones first. Spots with leader lines are optional."""
    left, top = own.topleft
    for x, y, cost, leader in offsets(own.size, size, leaders):
        rect = pygame.Rect((left + x, top + y), size)
        if leader is None:
            yield Spot(rect, cost)
        else:
            (x0, y0), (x1, y1) = leader
            yield Spot(rect, cost, ((left + x0, top + y0), (left + x1, top + y1)))


def edge_spots(own: pygame.Rect, size: tuple[int, int], table: pygame.Rect) -> Iterator[Spot]:
    """Yield spots within terrain along an edge of the table, the middle first, none far beyond the table."""
    near = table.inflate(2 * (size[0] + RIM), 2 * (size[1] + RIM))
    for share in (0.5, 0.34, 0.66):
        rect = pygame.Rect((0, 0), size)
        upright = own.height > own.width
        rect.center = own.center
        if upright:
            rect.centery = table.top + round(table.height * share)
        else:
            rect.centerx = table.left + round(table.width * share)
        rect.clamp_ip(near)
        if own.contains(rect):
            yield Spot(rect)


def inner_spots(own: pygame.Rect, size: tuple[int, int], cost: int) -> Iterator[Spot]:
    """Yield spots within an area that is large enough, the lowest first."""
    for share in (0.82, 0.5, 0.18):
        rect = pygame.Rect((0, 0), size)
        rect.center = (own.centerx, own.top + round(own.height * share))
        if own.contains(rect):
            yield Spot(rect, cost)


# --- Layout ---
#
# The place of a label depends on an area: the boxes there, the labels placed before, and the edge of the view. If
# nothing in that area has changed since the last picture, the label keeps its place without a new search.

Boxes = Mapping[str, Sequence[pygame.Rect]]
"""The boxes of models and terrain by id."""
Sizes = Mapping[str, tuple[int, int]]
"""The size of every label by the id of what it names, the most important first."""
Shift = tuple[int, int]


@frozen
class Settled:
    """The place of a label or None, and the area on which it depends."""

    at: PlacedLabel | None
    looked: pygame.Rect


@frozen
class LabelLayout:
    """All labels of a picture."""

    view: pygame.Rect
    things: Boxes
    sizes: Sizes
    labels: dict[str, Settled]


EMPTY = LabelLayout(pygame.Rect(0, 0, 0, 0), {}, {}, {})


def update_layout(
    view: pygame.Rect, things: Boxes, blocked: Sequence[pygame.Rect], sizes: Sizes,
    request: Callable[[str], LabelRequest], before: LabelLayout = EMPTY, shift: Shift = (0, 0),
) -> LabelLayout:  # fmt: skip
    """Return the labels of a picture. `before` is the last layout, which was shifted by some pixels since.

    The result doesn't depend on `before`, which only saves work.
    """
    old = _shifted(before, shift) if _in_order(before.sizes, sizes) else EMPTY
    changed = _changed(old.things, things)
    changed += [_padded(label.at) for key, label in old.labels.items() if label.at is not None and key not in sizes]
    inner, full = view.clip(old.view), list(blocked)
    labels: dict[str, Settled] = {}
    for key, size in sizes.items():
        last = old.labels.get(key)
        same = last is not None and old.sizes[key] == size and old.things[key] == things[key]
        if last is not None and same and inner.contains(last.looked) and last.looked.collidelist(changed) < 0:
            labels[key] = last
        else:
            labels[key] = _placed(request(key), full, view, len(blocked))
            if last is None or last.at != labels[key].at:
                both = (last, labels[key])
                changed += [_padded(label.at) for label in both if label is not None and label.at is not None]
        at = labels[key].at
        if at is not None:
            full.append(_padded(at))
    return LabelLayout(view, things, sizes, labels)


def _placed(request: LabelRequest, full: list[pygame.Rect], view: pygame.Rect, first: int) -> Settled:
    """Return the place of a label. `first` is the index of the first label in `full`, after all bases."""
    if view.collidelist(request.own) < 0:
        return Settled(None, pygame.Rect(request.own[0]))
    spot, looked = cheapest_spot(request, full, view)
    if spot is None and request.needed is not None:
        spot, area = least_bad_spot(request, request.needed, full[first:], view)
        looked = looked.union(area)
    return Settled(PlacedLabel(request.key, spot.rect, spot.leader) if spot is not None else None, looked)


def _padded(at: PlacedLabel) -> pygame.Rect:
    """Return the box in which no other label may be."""
    return at.rect.inflate(2, 2)


def _in_order(before: Sizes, now: Sizes) -> bool:
    """Return whether the keys that are in both have the same order."""
    return [key for key in before if key in now] == [key for key in now if key in before]


def _changed(before: Boxes, now: Boxes) -> list[pygame.Rect]:
    """Return the old and the new boxes of everything that has changed."""
    keys = [key for key in {**before, **now} if before.get(key) != now.get(key)]
    return [rect for key in keys for boxes in (before, now) for rect in boxes.get(key, ())]


def _shifted(layout: LabelLayout, shift: Shift) -> LabelLayout:
    if shift == (0, 0):
        return layout
    things = {key: [rect.move(shift) for rect in boxes] for key, boxes in layout.things.items()}
    labels = {key: Settled(_moved(label.at, shift), label.looked.move(shift)) for key, label in layout.labels.items()}
    return LabelLayout(layout.view.move(shift), things, layout.sizes, labels)


def _moved(at: PlacedLabel | None, shift: Shift) -> PlacedLabel | None:
    if at is None:
        return None
    (x, y), leader = shift, at.leader
    if leader is not None:
        leader = (leader[0][0] + x, leader[0][1] + y), (leader[1][0] + x, leader[1][1] + y)
    return replace(at, rect=at.rect.move(shift), leader=leader)


# --- Names ---

Name = tuple[PlacedLabel, Tag]
_UNNAMED = ("comet-tail",)
"""Kinds without a name. The name of the comet is enough for both parts."""
_SELECTED, _SHIP, _SQUADRON, _TERRAIN, _MOVING = range(5)


@frozen
class PlacedNames:
    """The names of a picture, and the camera they were placed for."""

    camera: Camera
    layout: LabelLayout
    tags: dict[str, Tag]

    @property
    def visible_names(self) -> list[Name]:
        """The names that have a place, the most important first."""
        labels = self.layout.labels.items()
        return [(label.at, self.tags[key]) for key, label in labels if label.at is not None]


def names_of(
    view: pygame.Rect, camera: Camera, models: Sequence[Seen], markers: Mapping[str, Marker], bases: Boxes,
    pieces: Sequence[Terrain], selected: str, moving: Mapping[str, Pose], aboard: Mapping[str, int], states: States,
    before: PlacedNames | None = None,
) -> PlacedNames:  # fmt: skip
    """Return the names of all models and terrain. Each model has one, unless it shares that of its Formation.

    Moving models come last, so that the names around them stay. `before` are the names of the last picture. They save
    work, and names keep their sides.
    """
    named = [piece for piece in pieces if piece.kind not in _UNNAMED]
    strips_by_id = {piece.id: terrain_boxes(camera, piece) for piece in named}
    table = _Table(bases, strips_by_id, table_rect(camera), [piece.id for piece in named if is_along_edge(piece)])
    named_models, zoom = [model for model, _ in models if not markers[model.id].leader], camera.pixels_per_inch
    names = {model.id: model.name for model, _ in models}
    tags = {}
    for model in named_models:
        group = [names[member] for member in (model.id, *markers[model.id].members) if member in names]
        is_strong, joint = selected in (model.id, *markers[model.id].members), joint_name(group) if group[1:] else ""
        tags[model.id] = tag_of(model, zoom, states, is_strong, aboard.get(model.id, 0), joint)
    ranks = {model.id: _SHIP if model.is_capital else _SQUADRON for model in named_models}
    ranks |= {item_id: _SELECTED for item_id in (selected,) if item_id in ranks}
    ranks |= {item_id: _MOVING for item_id in moving if item_id in ranks}
    tags |= {piece.id: terrain_tag(piece, zoom) for piece in pieces if piece.id in table.lands}
    ranks |= dict.fromkeys(table.lands, _TERRAIN)
    sizes = {item_id: tag_size(tags[item_id]) for item_id in sorted(ranks, key=lambda item_id: ranks[item_id])}

    def request(item_id: str) -> LabelRequest:
        if item_id not in bases:
            return table.terrain(item_id, sizes[item_id])
        kept = _kept_spots(before.layout, item_id, bases[item_id], sizes[item_id]) if before is not None else []
        return table.model(item_id, sizes[item_id], kept)

    last, shift = (before.layout, pan_shift(before.camera, camera)) if before is not None else (EMPTY, None)
    last = last if shift is not None else EMPTY
    things = {**bases, **table.lands, "": [table.rect]}
    return PlacedNames(camera, update_layout(view, things, table.blocked, sizes, request, last, shift or (0, 0)), tags)


def _kept_spots(last: LabelLayout, item_id: str, now: Sequence[pygame.Rect], size: tuple[int, int]) -> list[Spot]:
    """Return the spot on the side of its model where the label was, [] if it was elsewhere."""
    label = last.labels.get(item_id)
    if label is None or label.at is None:
        return []
    (left, top), area, old = label.at.rect.topleft, _around(now), _around(last.things[item_id])
    sides = zip(
        offsets(old.size, last.sizes[item_id], False), offsets(area.size, size, False), strict=True
    )  # fmt: skip
    return [
        Spot(pygame.Rect((area.left + spot[0], area.top + spot[1]), size), -1)
        for side, spot in sides if (old.left + side[0], old.top + side[1]) == (left, top)
    ][:1]  # fmt: skip


def pan_shift(before: Camera, now: Camera) -> Shift | None:
    """Return by how many pixels a picture was panned, or None if it was zoomed, too."""
    if (before.pixels_per_inch, before.view) != (now.pixels_per_inch, now.view):
        return None
    return round((before.x - now.x) * now.pixels_per_inch), round((now.y - before.y) * now.pixels_per_inch)


def terrain_boxes(camera: Camera, piece: Terrain) -> list[pygame.Rect]:
    """Return the boxes of a piece of terrain on the screen."""
    return [rect for shape in piece.outline for rect in strips(camera, shape, piece.pose)]


def table_rect(camera: Camera) -> pygame.Rect:
    """Return the box of the table on the screen."""
    (left, top), (right, bottom) = camera.to_screen((0, camera.table[1])), camera.to_screen((camera.table[0], 0))
    return pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))


class _Table:
    """The boxes of everything on the table, for the requests of all names."""

    def __init__(self, bases: Boxes, lands: Boxes, rect: pygame.Rect, along: Sequence[str]) -> None:
        self.bases, self.lands, self.rect, self.along = bases, lands, rect, along
        self.blocked = [rect for boxes in bases.values() for rect in boxes]
        self.land = [rect for boxes in lands.values() for rect in boxes]
        self._mine: dict[str, range] = {}
        start = 0
        for model_id, boxes in bases.items():
            self._mine[model_id] = range(start, start + len(boxes))
            start += len(boxes)
        self._lands = {piece_id: _around(boxes) for piece_id, boxes in lands.items()}

    def model(self, model_id: str, size: tuple[int, int], kept: Sequence[Spot] = ()) -> LabelRequest:
        """Return a request for a place nearer to its own base than to others, and than to terrain beside the model.

        `kept` are places to try first.
        """
        own = self.bases[model_id]
        area = _around(own)
        under = [key for key, box in self._lands.items() if area.colliderect(box) and _meet(own, self.lands[key])]
        shy = self.land
        if under:
            shy = [rect for key, boxes in self.lands.items() if key not in under for rect in boxes]
        mine = self._mine[model_id]
        spots = [*kept, *spots_around(area, size)]
        return LabelRequest(model_id, spots, own, self.blocked, shy, 0, mine, spots_area(area, size), size)

    def terrain(self, piece_id: str, size: tuple[int, int]) -> LabelRequest:
        """Return a request for a place nearer to its own outline than to any base or other terrain.

        The name stays on the table, clear of the rulers. Terrain along an edge has its name inside, if it fits.
        """
        own, area = self.lands[piece_id], self._lands[piece_id]
        separate = [boxes for key, boxes in self.lands.items() if key != piece_id and not self._within(piece_id, key)]
        others = [*self.blocked, *(rect for boxes in separate for rect in boxes)]

        def spots() -> Iterator[Spot]:
            if piece_id in self.along:
                yield from edge_spots(area, size, self.rect)
            around = [spot for spot in spots_around(area, size, leaders=False) if spot.cost <= 3]
            yield from [spot for spot in around if self.rect.contains(spot.rect)]
            yield from inner_spots(area, size, 4)

        return LabelRequest(piece_id, spots(), own, others, bounds=spots_area(area, size))

    def _within(self, piece_id: str, other: str) -> bool:
        """Return whether a piece touches a larger one, so that a label near it is near that, too."""
        one, two = self._lands[piece_id], self._lands[other]
        return one.width * one.height < two.width * two.height and _meet(self.lands[piece_id], self.lands[other])


def _around(boxes: Sequence[pygame.Rect]) -> pygame.Rect:
    return boxes[0].unionall(boxes[1:])


def _meet(one: Sequence[pygame.Rect], other: Sequence[pygame.Rect]) -> bool:
    return any(rect.collidelist(other) >= 0 for rect in one)


# --- Badges ---
#
# Each kind of token has its own shape and color.

HEXAGON, DROP, SQUARE, PEAK, RHOMB = "hexagon", "drop", "square", "peak", "rhomb"
_LOOKS: tuple[tuple[str, Color], ...] = (
    (HEXAGON, BLADE), (DROP, (132, 214, 255)), (SQUARE, (206, 176, 255)), (PEAK, (150, 232, 176)),
)  # fmt: skip
"""Shapes and colors of the kinds of tokens, in the order of the scenario."""
_OUTLINES: dict[str, tuple[Point, ...]] = {
    HEXAGON: ((0.25, 0.03), (0.75, 0.03), (1.0, 0.5), (0.75, 0.97), (0.25, 0.97), (0.0, 0.5)),
    DROP: ((0.5, -0.1), (0.9, 0.26), (1.04, 0.6), (0.92, 0.88), (0.66, 1.03), (0.34, 1.03), (0.08, 0.88), (-0.04, 0.6),
           (0.1, 0.26)),
    SQUARE: ((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)),
    PEAK: ((0.5, 0.0), (1.0, 0.4), (1.0, 1.0), (0.0, 1.0), (0.0, 0.4)),
    RHOMB: ((0.5, -0.05), (1.05, 0.5), (0.5, 1.05), (-0.05, 0.5)),
}  # fmt: skip
SIZE = 15


@frozen
class Badge:
    """A kind of token and its number."""

    shape: str
    color: Color
    number: int
    title: str
    """The badge in words."""
    text: str = ""
    """What the token does."""
    place: str = ""


def badges_of(state: State, model: Model) -> tuple[Badge, ...]:
    """Return the badges of the tokens that a model carries, and for an object the search tokens of both sides."""
    badges = tuple(_load(state, name, count) for name, count in model.loads)
    if model.card.kind != OBJECT or not (needed := tokens_needed(state)):
        return badges
    search = search_of(state, model)
    counts = ((side, search.token_count(side)) for side in (0, 1))
    text = f"A side with {needed} of them has searched the object."
    return badges + tuple(
        Badge(RHOMB, SIDES[side].main, count, f"{count} of {needed} search tokens", text)
        for side, count in counts if count
    )  # fmt: skip


def _load(state: State, name: str, count: int) -> Badge:
    kinds = [token.token for token in state.scenario.tokens]
    shape, color = _LOOKS[kinds.index(name) % len(_LOOKS)] if name in kinds else _LOOKS[0]
    token = find_token(state, name)
    return Badge(shape, color, count, f"Carries {token.words(count)}", token.summary, token.place)


def all_badges(state: State) -> dict[str, tuple[Badge, ...]]:
    """Return the badges of every model on the table that has any, by its id."""
    if not state.scenario.tokens and not tokens_needed(state):
        return {}
    return {model.id: badges for model in state.on_table() if (badges := badges_of(state, model))}


def badge_size(badge: Badge) -> tuple[int, int]:
    """Return the size of a badge in pixels."""
    return max(px(SIZE), text_size(str(badge.number), "tiny")[0] + px(8)), px(SIZE)


def draw_badge(surface: pygame.Surface, rect: pygame.Rect, badge: Badge) -> None:
    """Draw a badge into its rectangle."""
    width, height = rect.size

    def draw(big: pygame.Surface, over: int) -> None:
        w, h = (width - 2) * over, (height - 2) * over
        points = [(over + x * w, over + y * h) for x, y in _OUTLINES[badge.shape]]
        pygame.draw.polygon(big, badge.color, points)
        for index, point in enumerate(points):
            pygame.draw.line(big, mix_colors(WELL, (0, 0, 0), 0.4), points[index - 1], point, over + 1)

    blit_premultiplied(surface, supersampled(("load", badge.shape, badge.color), rect.size, draw), rect.topleft)
    draw_text(surface, (rect.centerx, rect.centery + (badge.shape in (DROP, PEAK))), str(badge.number), "tiny", WELL,
              anchor="center", shadow=False)  # fmt: skip


def draw_badges(
    surface: pygame.Surface,
    camera: Camera,
    models: Sequence[Seen],
    markers: Mapping[str, Marker],
    badges: Mapping[str, tuple[Badge, ...]],
) -> list[tuple[pygame.Rect, str, Badge]]:
    """Draw the badges of models at the right corner of each base. Return their boxes with model ids."""
    placed = []
    for model, _ in models:
        box = base_rect(camera, markers[model.id].shape, markers[model.id].pose)
        left = box.right - px(SIZE) // 2
        for badge in badges.get(model.id, ()):
            rect = pygame.Rect((left, box.top - px(SIZE) // 2), badge_size(badge))
            draw_badge(surface, rect, badge)
            placed.append((rect, model.id, badge))
            left = rect.right + 1
    return placed
