"""Names and badges beside models, laid out so that none covers another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

import pygame

from jovian.game import OBJECT, Model, State, Terrain
from jovian.rules.basics.rolls import key_to_words
from jovian.rules.scenario.objects import search_of, tokens_needed
from jovian.rules.scenario.tokens import find_token
from jovian.table import Pose
from jovian.ui.board.camera import Camera, Point, strips
from jovian.ui.board.colors import tint
from jovian.ui.board.sprites import States, Token, base_rect, draw_token, token_size, tokens_of
from jovian.ui.board.terrain import lies_along
from jovian.ui.kit.draw import stamp, supersampled
from jovian.ui.kit.fonts import SurfaceCache, draw_text, text_size
from jovian.ui.kit.theme import BLADE, SCALE, SIDES, TEXT, TEXT_FAINT, WELL, Color, health, mix_colors, px

# --- sides ---
# The sides of a thing where its label may stand, worked out once for a size: offsets from its upper left corner.

Leader = tuple[tuple[int, int], tuple[int, int]]
"""A line from what is named to its label."""
Offset = tuple[int, int, int, Leader | None]
"""Across, down, cost, and the line from the thing."""
RINGS = (0, 14, 34, 60)
"""Pixels between what is named and its label, by ring; from the second ring on a leader line is drawn."""
_BESIDE: tuple[tuple[float, float, int], ...] = (
    (0, 1, 0), (0, -1, 1), (-0.5, 1, 2), (0.5, 1, 2), (1, 0, 3), (-1, 0, 3), (-0.5, -1, 4), (0.5, -1, 4),
    (1, 1, 5), (-1, 1, 5), (1, -1, 5), (-1, -1, 5),
)  # fmt: skip
"""Sides of a thing: across, down, and what the spot costs."""
_AWAY: tuple[tuple[float, float], ...] = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))


@lru_cache(maxsize=2000)
def offsets(own: tuple[int, int], size: tuple[int, int], leaders: bool) -> tuple[Offset, ...]:
    """Where a label of a size may stand about a thing of a size, the close spots first."""
    thing, (width, height), found = pygame.Rect((0, 0), own), size, []
    for sx, sy, cost in _BESIDE:
        rect = pygame.Rect(0, 0, width, height)
        level = sy == 0 or abs(sx) == 1
        rect.centerx = thing.centerx + round(sx * ((thing.width + width) / 2 + 2 if level else width / 2))
        rect.centery = thing.centery + round(sy * ((thing.height + height) / 2 + (1 if abs(sx) == 1 else 2)))
        found.append((rect.left, rect.top, cost, None))
    far: list[Offset] = []
    for ring, away in enumerate(RINGS[1:], 1) if leaders else ():
        for sx, sy in _AWAY:
            rect = pygame.Rect(0, 0, width, height)
            rect.centerx = thing.centerx + round(sx * (thing.width / 2 + width / 2 + away * (0.6 if sy else 1)))
            rect.centery = thing.centery + round(sy * (thing.height / 2 + height / 2 + away * (0.6 if sx else 1)))
            far.append((rect.left, rect.top, 5 * ring + 1, _leader(thing, rect)))
    return (*found, *far)


def room(own: pygame.Rect, size: tuple[int, int]) -> pygame.Rect:
    """An area that holds every spot of a label about a thing."""
    width, height = size
    return own.inflate(2 * (width + RINGS[-1] + 2), 2 * (height + RINGS[-1] + 2))


def _leader(own: pygame.Rect, rect: pygame.Rect) -> Leader:
    x = max(rect.left, min(rect.right, own.centerx))
    y = max(rect.top, min(rect.bottom, own.centery))
    ax = max(own.left, min(own.right, x))
    ay = max(own.top, min(own.bottom, y))
    return ((ax + own.centerx) // 2, (ay + own.centery) // 2), (x, y)


# --- tags ---
# The tag under a model: its name, what is left of its Structure, the states it is in.
#
# Structure is a solid bar when the table is seen whole and boxes when it is near, so it never blurs.

NEAR = 24.0
"""Pixels an inch from which boxes are drawn."""
WIDEST = 176
"""Pixels of a row of tokens."""
_EDGE = 2
"""Pixels around a tag for the edge of its bar."""
_images = SurfaceCache(400, 2_000_000)


class Tag(NamedTuple):
    """What a tag says."""

    name: str
    color: Color
    boxes: int
    """Printed Structure boxes."""
    left: int
    """Those not marked."""
    tokens: tuple[Token, ...]
    near: bool


def tag_of(model: Model, ppi: float, states: States, strong: bool = False, aboard: int = 0) -> Tag:
    """The tag of a model at a zoom; `strong` for the selected one, with the number of models aboard it."""
    look = SIDES[model.side]
    color = (
        TEXT
        if strong
        else mix_colors(look.light, TEXT_FAINT, 0.62)
        if model.activated
        else mix_colors(look.light, TEXT, 0.4)
    )
    tokens = tokens_of(model, ppi >= NEAR, states, aboard)
    return Tag(model.name, color, len(model.boxes("structure")), model.unmarked("structure"), tokens, ppi >= NEAR)


def terrain_tag(piece: Terrain, ppi: float) -> Tag:
    """The name of a piece of terrain."""
    return Tag(key_to_words(piece.kind).upper(), mix_colors(tint(piece.kind), TEXT, 0.25), 0, 0, (), ppi >= NEAR)


def _role(tag: Tag) -> str:
    return "label" if tag.near and tag.boxes else "caps"


def _bar_size(tag: Tag) -> tuple[int, int]:
    if tag.near:
        return min(px(72), px(10) * tag.boxes), px(6)
    return px(30), px(4)


def tag_size(tag: Tag) -> tuple[int, int]:
    """How much room it needs."""
    return _tag_size(tag, SCALE.factor)


@lru_cache(maxsize=1000)
def _tag_size(tag: Tag, factor: float) -> tuple[int, int]:
    name = text_size(tag.name, _role(tag))
    rows = _rows(tag)
    height = name[1] + (_bar_size(tag)[1] + 1 if tag.boxes else 0) + sum(_row_size(tag, row)[1] for row in rows)
    widest = max((_row_size(tag, row)[0] for row in rows), default=0)
    return max(name[0] + 1, _bar_size(tag)[0] if tag.boxes else 0, widest), height


def _rows(tag: Tag) -> list[list[Token]]:
    """The tokens row by row, none wider than a tag should be."""
    rows: list[list[Token]] = []
    for each in tag.tokens:
        if not rows or _row_size(tag, [*rows[-1], each])[0] > px(WIDEST):
            rows.append([])
        rows[-1].append(each)
    return rows


def _row_size(tag: Tag, row: list[Token]) -> tuple[int, int]:
    sizes = [token_size(each, tag.near) for each in row]
    return sum(width + px(2) for width, _ in sizes), sizes[0][1] + px(2)


def draw_tag(surface: pygame.Surface, rect: pygame.Rect, tag: Tag) -> None:
    """Draw it in the room it was given."""
    image = _images.get((tag, SCALE.factor), lambda: _image(tag, rect.size))
    surface.blit(image, (rect.left - _EDGE, rect.top))
    for area, each in token_areas(rect, tag) if tag.tokens else ():
        draw_token(surface, area, each, tag.near)


def _image(tag: Tag, size: tuple[int, int]) -> pygame.Surface:
    """Name and Structure, for a blit, with room for the edge of what is left of it."""
    image = pygame.Surface((size[0] + 2 * _EDGE, size[1] + 2 * _EDGE), pygame.SRCALPHA)
    middle = size[0] // 2 + _EDGE
    name = draw_text(image, (middle, 0), tag.name, _role(tag), tag.color, anchor="midtop")
    if tag.boxes:
        width, height = _bar_size(tag)
        _structure(image, pygame.Rect(middle - width // 2, name.bottom - 1, width, height), tag)
    return image


def token_areas(rect: pygame.Rect, tag: Tag) -> list[tuple[pygame.Rect, Token]]:
    """Where the tokens of a tag stand in the room it was given."""
    return [(area.move(rect.topleft), each) for area, each in _token_areas(tag, rect.size, SCALE.factor)]


@lru_cache(maxsize=1000)
def _token_areas(tag: Tag, size: tuple[int, int], factor: float) -> tuple[tuple[pygame.Rect, Token], ...]:
    """Where they stand in a room of that size, from its corner."""
    rows = _rows(tag)
    y, found = size[1] - sum(_row_size(tag, row)[1] for row in rows) + px(2), []
    for row in rows:
        wide, high = _row_size(tag, row)
        x = size[0] // 2 - wide // 2
        for each in row:
            area = pygame.Rect((x, y), token_size(each, tag.near))
            found.append((area, each))
            x = area.right + px(2)
        y += high
    return tuple(found)


def _structure(surface: pygame.Surface, rect: pygame.Rect, tag: Tag) -> None:
    share = tag.left / tag.boxes
    color = health(share)
    surface.fill((0, 0, 0), rect.inflate(2, 2))
    if not tag.near:
        surface.fill((44, 52, 70), rect)
        surface.fill(color, (rect.left, rect.top, round(rect.width * share), rect.height))
        return
    for index in range(tag.boxes):
        left = rect.left + rect.width * index // tag.boxes
        right = rect.left + rect.width * (index + 1) // tag.boxes - 2
        surface.fill(color if index < tag.left else (50, 58, 76), (left, rect.top, right - left + 1, rect.height))


# --- labels ---
# Where names and pills go: one placement pass in screen space, a pure function of what is in sight now.
#
# Greedy, the most important first. Each label tries its spots in order of cost; one that would cover a base or
# another label, or whose middle would be nearer to something else than to what it names, is left out. Where a label
# goes follows from what is in sight alone, so it cannot stay where its thing no longer is (`layout` only spares finding
# it again).

RIM = 8
"""Pixels between the edge of the table and the name of what lies beyond it."""
LOOSE = 7
"""What it costs to reach as near to something else as to what is named."""
_FAR = 10**9
_NONE = range(0)


class Spot(NamedTuple):
    """A place that a label may take."""

    rect: pygame.Rect
    cost: int = 0
    leader: Leader | None = None


@dataclass(slots=True)
class Request:
    """A label that wants a place."""

    key: str
    spots: Iterable[Spot]
    """In order of cost."""
    own: Sequence[pygame.Rect] = ()
    """What it names, on the screen, in strips; none for what lies on a line and stands beside nothing."""
    others: Sequence[pygame.Rect] = ()
    """What its middle must be farther from than from its own, and all of it had better be."""
    shy: Sequence[pygame.Rect] = ()
    """What all of it had better be farther from."""
    rank: int = 0
    """Lower ranks are placed first."""
    mine: range = _NONE
    """Which of the others are its own after all: a list of everything serves every request."""
    room: pygame.Rect | None = None
    """An area that holds all its spots, if one is known: what is full elsewhere is not looked at."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A label that has a place."""

    key: str
    rect: pygame.Rect
    leader: Leader | None


def place(
    requests: Iterable[Request], blocked: Sequence[pygame.Rect], view: pygame.Rect,
    taken: Sequence[pygame.Rect] = (),
) -> dict[str, Placed]:  # fmt: skip
    """Places for as many labels as have room inside the view, none over another, over `taken` or what is blocked."""
    placed: dict[str, Placed] = {}
    full = [*blocked, *taken]
    for request in sorted(requests, key=lambda each: each.rank):
        if request.own and view.collidelist(request.own) < 0:
            continue
        found, _ = cheapest(request, full, view)
        if found is not None:
            placed[request.key] = Placed(request.key, found.rect, found.leader)
            full.append(found.rect.inflate(2, 2))
    return placed


def cheapest(request: Request, full: list[pygame.Rect], view: pygame.Rect) -> tuple[Spot | None, pygame.Rect]:
    """The best spot of a label, None if there is none; and the area that had to be looked at to find it."""
    best, least, own, others, mine = None, _FAR, request.own, request.others, request.mine
    near = full if request.room is None else [full[n] for n in request.room.collidelistall(full)]
    looked = pygame.Rect(own[0]) if own else view
    for spot in request.spots:
        rect, cost, _ = spot
        if cost >= least:
            break
        looked = looked.union(rect)
        if not view.contains(rect) or rect.collidelist(near) >= 0:
            continue
        if own:
            away, around = _reach(pygame.Rect(rect.center, (1, 1)), own)
            looked.union_ip(around)
            if not _alone(pygame.Rect(rect.center, (1, 1)), away, around, others, mine):
                continue
            away, around = _reach(rect, own)
            looked.union_ip(around)
            if not (_alone(rect, away, around, request.shy) and _alone(rect, away, around, others, mine)):
                cost += LOOSE
        if cost < least:
            best, least = spot, cost
    return best, looked


def _square_gap(one: pygame.Rect, others: Iterable[pygame.Rect]) -> int:
    left, top, width, height = one
    right, bottom, least = left + width, top + height, _FAR
    for x, y, wide, high in others:
        across = x - right if x > right else left - x - wide if left > x + wide else 0
        down = y - bottom if y > bottom else top - y - high if top > y + high else 0
        if (square := across * across + down * down) < least:
            least = square
    return least


def _reach(rect: pygame.Rect, own: Sequence[pygame.Rect]) -> tuple[int, pygame.Rect]:
    """How far a box is from its own, squared; and the area in which anything as near would be."""
    away = _square_gap(rect, own)
    reach = 2 * (isqrt(away) + 2)
    return away, rect.inflate(reach, reach)


def _alone(
    rect: pygame.Rect, away: int, around: pygame.Rect, others: Sequence[pygame.Rect], mine: range = _NONE
) -> bool:
    """Is none of the others so near to a box?"""
    return _square_gap(rect, [others[n] for n in around.collidelistall(others) if n not in mine]) > away


def beside(own: pygame.Rect, size: tuple[int, int], leaders: bool = True) -> Iterator[Spot]:
    """Spots around a thing, close ones first; those farther off, with leader lines, only where a line may be drawn."""
    left, top = own.topleft
    for x, y, cost, leader in offsets(own.size, size, leaders):
        rect = pygame.Rect((left + x, top + y), size)
        if leader is None:
            yield Spot(rect, cost)
        else:
            (x0, y0), (x1, y1) = leader
            yield Spot(rect, cost, ((left + x0, top + y0), (left + x1, top + y1)))


def along(own: pygame.Rect, size: tuple[int, int], table: pygame.Rect) -> Iterator[Spot]:
    """Spots within what lies along an edge of the table, the middle first; beyond the table they are close to it."""
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


def inside(own: pygame.Rect, size: tuple[int, int], cost: int) -> Iterator[Spot]:
    """Spots within an area that is large enough, the lowest first."""
    for share in (0.82, 0.5, 0.18):
        rect = pygame.Rect((0, 0), size)
        rect.center = (own.centerx, own.top + round(own.height * share))
        if own.contains(rect):
            yield Spot(rect, cost)


# --- layout ---
# Names from picture to picture: what nothing has touched stays where it is, and stands as if placed anew.
#
# A place follows from the area that was looked at to find it. While nothing in that area changes (what stands there,
# the labels that were placed before, the edge of the view) it is found again without looking.

Boxes = Mapping[str, Sequence[pygame.Rect]]
"""What stands on the table in strips, by its id."""
Wishes = Mapping[str, tuple[int, int]]
"""The size of every label by what it names, the most important first."""
Shift = tuple[int, int]


class Settled(NamedTuple):
    """What became of a label, and the area on which that depends."""

    at: Placed | None
    looked: pygame.Rect


class Layout(NamedTuple):
    """All labels of a picture."""

    view: pygame.Rect
    things: Boxes
    wishes: Wishes
    labels: dict[str, Settled]


EMPTY = Layout(pygame.Rect(0, 0, 0, 0), {}, {}, {})


def settle(
    view: pygame.Rect, things: Boxes, blocked: Sequence[pygame.Rect], wishes: Wishes,
    request: Callable[[str], Request], before: Layout = EMPTY, shift: Shift = (0, 0),
) -> Layout:  # fmt: skip
    """The labels of a picture; `before` is the picture before it, which has since been shifted by so many pixels.

    It is the same whatever was before: that decides how much is worked out again, and nothing else.
    """
    old = _shifted(before, shift) if _in_order(before.wishes, wishes) else EMPTY
    changed = _changed(old.things, things)
    changed += [_kept(each.at) for key, each in old.labels.items() if each.at is not None and key not in wishes]
    inner, full = view.clip(old.view), list(blocked)
    labels: dict[str, Settled] = {}
    for key, size in wishes.items():
        last = old.labels.get(key)
        same = last is not None and old.wishes[key] == size and old.things[key] == things[key]
        if last is not None and same and inner.contains(last.looked) and last.looked.collidelist(changed) < 0:
            labels[key] = last
        else:
            labels[key] = _placed(request(key), full, view)
            if last is None or last.at != labels[key].at:
                changed += [_kept(each.at) for each in (last, labels[key]) if each is not None and each.at is not None]
        at = labels[key].at
        if at is not None:
            full.append(_kept(at))
    return Layout(view, things, wishes, labels)


def _placed(request: Request, full: list[pygame.Rect], view: pygame.Rect) -> Settled:
    if view.collidelist(request.own) < 0:
        return Settled(None, pygame.Rect(request.own[0]))
    spot, looked = cheapest(request, full, view)
    return Settled(Placed(request.key, spot.rect, spot.leader) if spot is not None else None, looked)


def _kept(at: Placed) -> pygame.Rect:
    """The room that a label takes from others."""
    return at.rect.inflate(2, 2)


def _in_order(before: Wishes, now: Wishes) -> bool:
    """Do those that are in both come in the same order?"""
    return [key for key in before if key in now] == [key for key in now if key in before]


def _changed(before: Boxes, now: Boxes) -> list[pygame.Rect]:
    """Where something was that has moved or gone, and where it is now."""
    keys = [key for key in {**before, **now} if before.get(key) != now.get(key)]
    return [rect for key in keys for boxes in (before, now) for rect in boxes.get(key, ())]


def _shifted(layout: Layout, shift: Shift) -> Layout:
    if shift == (0, 0):
        return layout
    things = {key: [rect.move(shift) for rect in each] for key, each in layout.things.items()}
    labels = {key: Settled(_moved(at, shift), looked.move(shift)) for key, (at, looked) in layout.labels.items()}
    return Layout(layout.view.move(shift), things, layout.wishes, labels)


def _moved(at: Placed | None, shift: Shift) -> Placed | None:
    if at is None:
        return None
    (x, y), leader = shift, at.leader
    if leader is not None:
        leader = (leader[0][0] + x, leader[0][1] + y), (leader[1][0] + x, leader[1][1] + y)
    return replace(at, rect=at.rect.move(shift), leader=leader)


# --- names ---
# The names on the table: of every model and piece of terrain in sight, each beside its own or left out.

Seen = tuple[Model, Pose]
Name = tuple[Placed, Tag]
_UNNAMED = ("comet-tail",)
"""Kinds that bear no name: the comet's stands for both its parts."""
_FIRST, _SECOND, _SHIP, _SQUADRON, _TERRAIN, _MOVING = range(-2, 4)


class Names(NamedTuple):
    """The names of a picture, and what they were placed for."""

    camera: Camera
    layout: Layout
    tags: dict[str, Tag]

    @property
    def shown(self) -> list[Name]:
        """The names that found a place, the most important first."""
        return [(each.at, self.tags[key]) for key, each in self.layout.labels.items() if each.at is not None]


def names_of(
    view: pygame.Rect, camera: Camera, seen: Sequence[Seen], bases: Boxes, pieces: Sequence[Terrain], selected: str,
    moving: Mapping[str, Pose], aboard: Mapping[str, int], states: States, before: Names | None = None,
    hovered: str = "",
) -> Names:  # fmt: skip
    """Every name. The hovered one, if any is given, has its place whoever else must go without.

    What moves comes last: the names around it stay where they are while it passes by. `before` are the names of the
    picture before, which spare placing those again that nothing has touched.
    """
    named = [piece for piece in pieces if piece.kind not in _UNNAMED]
    lands = {piece.id: land_strips(camera, piece) for piece in named}
    table = _Table(bases, lands, table_rect(camera), [piece.id for piece in named if lies_along(piece)])
    tags = {
        model.id: tag_of(model, camera.pixels_per_inch, states, model.id == selected, aboard.get(model.id, 0))
        for model, _ in seen
    }
    ranks = {model.id: _SHIP if model.capital else _SQUADRON for model, _ in seen}
    ranks |= {ident: _FIRST for ident in (selected,) if ident in ranks}
    ranks |= {ident: _MOVING for ident in moving if ident in ranks}
    ranks |= {ident: min(_SECOND, ranks[ident]) for ident in (hovered,) if ident in ranks}
    tags |= {piece.id: terrain_tag(piece, camera.pixels_per_inch) for piece in pieces if piece.id in table.lands}
    ranks |= dict.fromkeys(table.lands, _TERRAIN)
    wishes = {ident: tag_size(tags[ident]) for ident in sorted(ranks, key=lambda ident: ranks[ident])}

    def request(ident: str) -> Request:
        return table.model(ident, wishes[ident]) if ident in bases else table.terrain(ident, wishes[ident])

    last, shift = (before.layout, shift_of(before.camera, camera)) if before is not None else (EMPTY, None)
    last = last if shift is not None else EMPTY
    things = {**bases, **table.lands, "": [table.rect]}
    return Names(camera, settle(view, things, table.blocked, wishes, request, last, shift or (0, 0)), tags)


def shift_of(before: Camera, now: Camera) -> Shift | None:
    """By how many pixels a picture was panned; None if it was zoomed too."""
    if (before.pixels_per_inch, before.view) != (now.pixels_per_inch, now.view):
        return None
    return round((before.x - now.x) * now.pixels_per_inch), round((now.y - before.y) * now.pixels_per_inch)


def land_strips(camera: Camera, piece: Terrain) -> list[pygame.Rect]:
    """A piece of terrain on the screen."""
    return [rect for shape in piece.outline for rect in strips(camera, shape, piece.pose)]


def table_rect(camera: Camera) -> pygame.Rect:
    """The table on the screen."""
    (left, top), (right, bottom) = camera.to_screen((0, camera.table[1])), camera.to_screen((camera.table[0], 0))
    return pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))


class _Table:
    """What lies on the table in pixels, asked by every name."""

    def __init__(self, bases: Boxes, lands: Boxes, rect: pygame.Rect, along: Sequence[str]) -> None:
        self.bases, self.lands, self.rect, self.along = bases, lands, rect, along
        self.blocked = [rect for each in bases.values() for rect in each]
        self.land = [rect for each in lands.values() for rect in each]
        self._mine: dict[str, range] = {}
        start = 0
        for ident, each in bases.items():
            self._mine[ident] = range(start, start + len(each))
            start += len(each)
        self._lands = {ident: _around(each) for ident, each in lands.items()}

    def model(self, ident: str, size: tuple[int, int]) -> Request:
        """Nearer to its own base than to any other, and than to terrain that it does not stand on."""
        own = self.bases[ident]
        area = _around(own)
        under = [key for key, box in self._lands.items() if area.colliderect(box) and _meet(own, self.lands[key])]
        shy = self.land if not under else [r for key, each in self.lands.items() if key not in under for r in each]
        return Request(ident, beside(area, size), own, self.blocked, shy, 0, self._mine[ident], room(area, size))

    def terrain(self, ident: str, size: tuple[int, int]) -> Request:
        """Nearer to its own outline than to any base, and than to other terrain but what it lies within.

        It stays on the table, clear of the scale; what lies along an edge bears it within, if there is room.
        """
        own, area = self.lands[ident], self._lands[ident]
        apart = [each for key, each in self.lands.items() if key != ident and not self._within(ident, key)]
        others = [*self.blocked, *(rect for each in apart for rect in each)]

        def spots() -> Iterator[Spot]:
            if ident in self.along:
                yield from along(area, size, self.rect)
            about = [spot for spot in beside(area, size, leaders=False) if spot.cost <= 3]
            yield from [spot for spot in about if self.rect.contains(spot.rect)]
            yield from inside(area, size, 4)

        return Request(ident, spots(), own, others, room=room(area, size))

    def _within(self, ident: str, other: str) -> bool:
        """Does a piece lie in or over a larger one, so that what is near it is near that, too?"""
        one, two = self._lands[ident], self._lands[other]
        return one.width * one.height < two.width * two.height and _meet(self.lands[ident], self.lands[other])


def _around(boxes: Sequence[pygame.Rect]) -> pygame.Rect:
    return boxes[0].unionall(boxes[1:])


def _meet(one: Sequence[pygame.Rect], other: Sequence[pygame.Rect]) -> bool:
    return any(rect.collidelist(other) >= 0 for rect in one)


# --- badges ---
# Badges on bases: how many tokens of each kind a model carries, and how far each side has searched an object.
#
# Each kind of token has a shape and a shade of its own, whatever the names beside the models are doing.

HEXAGON, DROP, SQUARE, PEAK, RHOMB = "hexagon", "drop", "square", "peak", "rhomb"
_LOOKS: tuple[tuple[str, Color], ...] = (
    (HEXAGON, BLADE), (DROP, (132, 214, 255)), (SQUARE, (206, 176, 255)), (PEAK, (150, 232, 176)),
)  # fmt: skip
"""Of the kinds of tokens, in the order of the scenario."""
_OUTLINES: dict[str, tuple[Point, ...]] = {
    HEXAGON: ((0.25, 0.03), (0.75, 0.03), (1.0, 0.5), (0.75, 0.97), (0.25, 0.97), (0.0, 0.5)),
    DROP: ((0.5, -0.1), (0.9, 0.26), (1.04, 0.6), (0.92, 0.88), (0.66, 1.03), (0.34, 1.03), (0.08, 0.88), (-0.04, 0.6),
           (0.1, 0.26)),
    SQUARE: ((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)),
    PEAK: ((0.5, 0.0), (1.0, 0.4), (1.0, 1.0), (0.0, 1.0), (0.0, 0.4)),
    RHOMB: ((0.5, -0.05), (1.05, 0.5), (0.5, 1.05), (-0.05, 0.5)),
}  # fmt: skip
SIZE = 15


class Badge(NamedTuple):
    """A kind of token and its number."""

    shape: str
    color: Color
    number: int
    title: str
    """The same in words."""
    text: str = ""
    """What it does, and where the book has it."""
    place: str = ""


def badges_of(state: State, model: Model) -> tuple[Badge, ...]:
    """What a model carries, and of an object the search tokens of both sides."""
    found = tuple(_load(state, name, count) for name, count in model.loads)
    if model.card.kind != OBJECT or not (needed := tokens_needed(state)):
        return found
    search = search_of(state, model)
    held = ((side, search.held(side)) for side in (0, 1))
    said, of = f"A side with {needed} of them has searched the object.", f"of {needed} search tokens"
    return found + tuple(Badge(RHOMB, SIDES[side].main, count, f"{count} {of}", said) for side, count in held if count)


def _load(state: State, name: str, count: int) -> Badge:
    kinds = [each.kind for each in state.scenario.tokens]
    shape, color = _LOOKS[kinds.index(name) % len(_LOOKS)] if name in kinds else _LOOKS[0]
    token = find_token(state, name)
    return Badge(shape, color, count, f"Carries {token.words(count)}", token.summary, token.place)


def all_badges(state: State) -> dict[str, tuple[Badge, ...]]:
    """The badges of every model on the table that has any, by its id."""
    if not state.scenario.tokens and not tokens_needed(state):
        return {}
    return {model.id: found for model in state.on_table() if (found := badges_of(state, model))}


def badge_size(badge: Badge) -> tuple[int, int]:
    """Pixels of a badge."""
    return max(px(SIZE), text_size(str(badge.number), "tiny")[0] + px(8)), px(SIZE)


def draw_badge(surface: pygame.Surface, rect: pygame.Rect, badge: Badge) -> None:
    """Draw it in its rectangle."""
    width, height = rect.size

    def draw(big: pygame.Surface, over: int) -> None:
        w, h = (width - 2) * over, (height - 2) * over
        points = [(over + x * w, over + y * h) for x, y in _OUTLINES[badge.shape]]
        pygame.draw.polygon(big, badge.color, points)
        for index, point in enumerate(points):
            pygame.draw.line(big, mix_colors(WELL, (0, 0, 0), 0.4), points[index - 1], point, over + 1)

    stamp(surface, supersampled(("load", badge.shape, badge.color), rect.size, draw), rect.topleft)
    draw_text(surface, (rect.centerx, rect.centery + (badge.shape in (DROP, PEAK))), str(badge.number), "tiny", WELL,
              anchor="center", shadow=False)  # fmt: skip


def draw_badges(
    surface: pygame.Surface, camera: Camera, seen: list[tuple[Model, Pose]], held: Mapping[str, tuple[Badge, ...]]
) -> list[tuple[pygame.Rect, str, Badge]]:
    """Draw the badges of models, from the right corner of each base on: where each stands, whose and which it is."""
    placed = []
    for model, pose in (each for each in seen if each[0].id in held):
        box = base_rect(camera, model.base, pose)
        left = box.right - px(SIZE) // 2
        for badge in held[model.id]:
            rect = pygame.Rect((left, box.top - px(SIZE) // 2), badge_size(badge))
            draw_badge(surface, rect, badge)
            placed.append((rect, model.id, badge))
            left = rect.right + 1
    return placed
