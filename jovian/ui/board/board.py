"""What a scenario has set up on the table: beacons, and the edge by which a side escapes. The board: three cached
layers, each drawn again only when what it shows has changed. A picture of a position, without a window: for files,
reports and tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from math import hypot
from typing import Any

import pygame

from jovian.game import EMBARKED, Model, State, Terrain
from jovian.rules.placement.legal_places import landmarks
from jovian.rules.rulebook.global_rule import EDGE, Landmark
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.special import extremes, unmeasured
from jovian.table import Pose
from jovian.table.space import QueryWorld
from jovian.ui.board.camera import MARGIN, Area, Camera, Point, strips
from jovian.ui.board.colors import draw_dashed_line, fill_polygon, line, polyline
from jovian.ui.board.grid import Zone, backdrop, draw_rulers, draw_table, draw_zone
from jovian.ui.board.labels import (
    Badge,
    Name,
    Names,
    Seen,
    all_badges,
    draw_badges,
    draw_tag,
    land_strips,
    names_of,
    token_areas,
)
from jovian.ui.board.overlays import Overlay, Pill, draw_overlays, draw_pills, place_pills
from jovian.ui.board.sprites import (
    Token,
    base_rect,
    draw_former,
    draw_glow,
    draw_hover,
    draw_selection,
    draw_sprite,
    draw_ties,
    look_of,
    make_sprite,
)
from jovian.ui.board.terrain import draw_air_to_come, draw_corridor, draw_terrain, make_terrain, seen_as_terrain
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import ACCENT, SIDES, TEXT, VOID, WARN, Color, mix_colors, px

# --- landmarks ---
# What a scenario has set up on the table: beacons, and the edge by which a side escapes.
#
# A beacon of side 0 is one diamond, one of side 1 a hatched one in another; the edge is a band with arrows out of
# the table. So they differ without color too.

ARROWS, WIDE, LONG = 6.0, 0.9, 1.1
"""Inches between the arrows of an edge, and how wide and long they are."""
INDENT = 2.0
"""Inches from its end to the name of an edge."""
SPAN = 7
"""Pixels from the middle of a beacon to its points."""


def draw_landmark(surface: pygame.Surface, camera: Camera, mark: Landmark) -> None:
    """Draw a beacon or an escape edge."""
    if mark.kind == EDGE:
        _edge(surface, camera, mark)
    else:
        _beacon(surface, camera, mark)


def _color(mark: Landmark) -> Color:
    return WARN if mark.side is None else SIDES[mark.side].main


def _beacon(surface: pygame.Surface, camera: Camera, mark: Landmark) -> None:
    """A mast seen from above: a diamond with a dot, a second one about it for side 1, and its number."""
    x, y = camera.to_screen(mark.points[0])
    color, span = _color(mark), px(SPAN)
    hatched = mark.side is not None and SIDES[mark.side].hatched
    polygon = _diamond(x, y, span)
    pygame.draw.polygon(surface, mix_colors(color, VOID, 0.65), polygon)
    fill_polygon(surface, polygon, color, 60, hatch=4 if hatched else 0)
    polyline(surface, polygon, color, 2, closed=True)
    if hatched:
        polyline(surface, _diamond(x, y, span + px(4)), color, 1, closed=True)
    pygame.draw.circle(surface, TEXT, (x, y), px(2))
    number = mark.label.rpartition(" ")[2]
    draw_text(surface, (x + span + px(6), y), number, "caps", mix_colors(color, TEXT, 0.3), anchor="midleft")


def _diamond(x: float, y: float, span: float) -> list[Point]:
    return [(x, y - span), (x + span, y), (x, y + span), (x - span, y)]


def _edge(surface: pygame.Surface, camera: Camera, mark: Landmark) -> None:
    """A band along the edge, dashed where it ends, with arrows out of the table, and its name."""
    (ax, ay), (bx, by) = mark.points
    nx, ny = _inward(mark, camera)
    color, deep = mix_colors(_color(mark), WARN, 0.6), mark.inches
    inner = [(ax + nx * deep, ay + ny * deep), (bx + nx * deep, by + ny * deep)]
    fill_polygon(surface, camera.polygon(((ax, ay), (bx, by), inner[1], inner[0])), color, 12)
    draw_dashed_line(surface, [camera.to_screen(each) for each in inner], mix_colors(color, VOID, 0.25), 2, 4, 6)
    line(surface, camera.to_screen((ax, ay)), camera.to_screen((bx, by)), color, 3)
    size = max(abs(bx - ax), abs(by - ay))
    tx, ty = (bx - ax) / size, (by - ay) / size
    for count in range(int(size / ARROWS)):
        along = ARROWS * (count + 0.5)
        _arrow(surface, camera, (ax + tx * along, ay + ty * along), (nx, ny), color)
    x, y = camera.to_screen((bx - tx * INDENT + nx * deep, by - ty * INDENT + ny * deep))
    anchor = ("midleft" if nx > 0 else "midright") if nx else ("bottomright" if ny > 0 else "topright")
    draw_text(surface, (x + nx * px(8), y), mark.label.upper(), "label", color, anchor=anchor)


def _inward(mark: Landmark, camera: Camera) -> Point:
    """Which way the table lies from its edge."""
    (ax, ay), (_, by) = mark.points
    if ay == by:
        return 0.0, 1.0 if ay < camera.table[1] / 2 else -1.0
    return (1.0 if ax < camera.table[0] / 2 else -1.0), 0.0


def _arrow(surface: pygame.Surface, camera: Camera, at: Point, inward: Point, color: Color) -> None:
    (x, y), (nx, ny) = at, inward
    back = [(x + nx * LONG * 2 + ny * side, y + ny * LONG * 2 + nx * side) for side in (-WIDE, WIDE)]
    tip = (x + nx * LONG, y + ny * LONG)
    polyline(surface, [camera.to_screen(each) for each in (back[0], tip, back[1])], color, 2)


# --- board ---
# The board: three cached layers, each drawn again only when what it shows has changed.
#
# Ground (backdrop, grid, zones, terrain), ships (with marks and tags), overlays. Every layer holds all below it, so
# what is static costs one copy; while the table is dragged nothing is, and all goes to the screen at once. While the
# zoom changes the last picture is scaled. From 120 ms after, the pictures for the new zoom are made, a few per frame,
# and then the table is drawn sharp.

REFINE = 0.12
"""Seconds of quiet after which a zoomed picture is drawn sharp."""
_UPON = {"atmosphere": -2, "planet": -1, "comet": 1}
"""Kinds that are drawn before, or after, all others."""
SPRITES = 4
"""Pictures of models that are made in one frame; of terrain it is one."""
SLACK = 5.0
"""Pixels outside a base at which it is still picked."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What the screen adds to the state. Equal scenes are not drawn twice."""

    selected: str = ""
    hovered: str = ""
    overlays: tuple[Overlay, ...] = ()
    poses: Mapping[str, Pose] = field(default_factory=dict)
    """Where models are drawn instead of where they stand, while they move."""
    zones: tuple[Zone, ...] = ()
    labels: bool = True
    forecast: bool = True
    """Whether the next path of a comet is drawn."""
    hidden: frozenset[str] = frozenset()
    """Models not to draw: the one in hand while a ghost stands for it."""
    air: tuple[Terrain, ...] = ()
    """Atmosphere that is still to be rolled, as thick as it may become."""


class Board:
    """The table in a viewport of the screen."""

    def __init__(self, view: Area, table: tuple[float, float]) -> None:
        self.camera = Camera.fit(view, table)
        self._placed = False
        """Has it been given its part of the screen?"""
        self.redraws = [0, 0, 0]
        """How often each layer was drawn: tests and the profile read it."""
        self._layers: list[pygame.Surface] = []
        self._keys: list[Any] = [None, None, None]
        self._whole = True
        """Do the lower layers hold what was drawn last?"""
        self._kept = False
        """Does the last layer hold it?"""
        self._drawn: Camera | None = None
        self._quiet = REFINE
        self._making: Iterator[None] | None = None
        """Makes the pictures for the zoom of now, a few at a time; None if that has not begun."""
        self._naming: Callable[..., Names] | None = None
        """Places names, for the picture as it is now."""
        self._names: Names | None = None
        """The names of that picture, whatever is hovered."""
        self._seen: dict[str, Seen] = {}
        self._shown: list[Name] = []
        """Those of them that no pill has put out."""
        self._pills: list[tuple[Pill, pygame.Rect]] = []
        self.badges: list[tuple[pygame.Rect, str, Badge]] = []
        """The badges in sight, where they stand in the viewport, and whose they are."""
        self._bases: list[pygame.Rect] = []
        self._blocked: list[pygame.Rect] = []
        self._last: Camera = self.camera

    def stand_in(self, rect: pygame.Rect) -> None:
        """Give it its part of the screen: the whole table fits it at first, from then on the view stays what it was."""
        view = (rect.left, rect.top, rect.width, rect.height)
        self.camera = self.camera.shown_in(view) if self._placed else Camera.fit(view, self.camera.table)
        self._placed = True
        self.invalidate()

    @property
    def busy(self) -> bool:
        """Whether it wants to be drawn again soon though nothing happens: a sharp picture is due."""
        return self._drawn is not None and self._drawn != self.camera

    def invalidate(self) -> None:
        """Draw everything afresh next time."""
        self._keys = [None, None, None]
        self._drawn = None

    def draw(self, surface: pygame.Surface, state: State, scene: Scene = Scene(), dt: float = 1.0) -> None:
        """Draw the table into its viewport; `dt` is the seconds since the last call."""
        view = pygame.Rect(self.camera.view)
        if self.camera.pixels_per_inch != self._last.pixels_per_inch:
            self._quiet, self._making = 0.0, None
        self._quiet += dt
        self._last = self.camera
        zoomed = self._drawn is not None and self._drawn.pixels_per_inch != self.camera.pixels_per_inch
        if zoomed and self._kept and (self._quiet < REFINE or (dt < REFINE and self._makes(state, scene))):
            self._draw_scaled(surface, view)
            return
        self._prepare(view.size)
        dragged = self._drawn is not None and self._drawn != self.camera and not zoomed
        self._update(state, scene, surface.subsurface(view) if dragged else self._layers[2])
        self._kept = not dragged
        if self._kept:
            surface.blit(self._layers[2], view)

    def _makes(self, state: State, scene: Scene) -> bool:
        """Make a few pictures for a new zoom; return whether there may be more to make."""
        if self._making is None:
            self._making = self._missing(state, scene)
        return next(self._making, self) is None

    def _missing(self, state: State, scene: Scene) -> Iterator[None]:
        """Make what is missing for this zoom, and pause after each part that is made."""
        camera, made = self._local(), 0
        for piece in seen_as_terrain(state.terrain.values()):
            if make_terrain(camera, piece):
                yield
        for model in state.on_table():
            pose = scene.poses.get(model.id, model.pose)
            if model.id not in scene.hidden and camera.sees(pose, model.base.reach + 1):
                made += make_sprite(look_of(model), camera.pixels_per_inch, pose.heading)
                if made == SPRITES:
                    made = 0
                    yield

    def draw_once(self, surface: pygame.Surface, state: State, scene: Scene = Scene()) -> None:
        """Draw the table into its viewport without keeping layers: for a picture that isn't drawn again."""
        self._whole = False
        self._update(state, scene, surface.subsurface(self.camera.view), layered=False)

    def pick(self, pos: Point, state: State, scene: Scene = Scene()) -> str | None:
        """The id of the model under a pixel: inside its real outline or within a few pixels of it."""
        if not pygame.Rect(self.camera.view).collidepoint(pos):
            return None
        (x, y), slack = self.camera.to_table(pos), SLACK / self.camera.pixels_per_inch
        bases = (
            (model.id, model.base, scene.poses.get(model.id, model.pose))
            for model in state.on_table()
            if model.id not in scene.hidden
        )
        near = (each for each in bases if hypot(each[2].x - x, each[2].y - y) <= each[1].reach + slack + 0.1)
        return QueryWorld(near).pick(x, y, slack)

    def land_at(self, pos: Point, state: State) -> tuple[Terrain, pygame.Rect] | None:
        """The terrain under a pixel or named there, and its box on the screen; a body before the tail behind it."""
        if not pygame.Rect(self.camera.view).collidepoint(pos):
            return None
        piece = state.terrain.get(self.label_at(pos) or "")
        if piece is None:
            parts = [(each, part) for each in state.terrain.values() for part in each.outline]
            world = QueryWorld((str(number), part, each.pose) for number, (each, part) in enumerate(parts))
            found = world.pick(*self.camera.to_table(pos))
            piece = parts[int(found)][0] if found is not None else None
        if piece is None:
            return None
        boxes = land_strips(self.camera, piece)
        return piece, boxes[0].unionall(boxes[1:])

    def label_at(self, pos: Point) -> str | None:
        """The id of what the label under a pixel names."""
        left, top = self.camera.view[:2]
        found = (each.key for each, _ in self._shown if each.rect.collidepoint(pos[0] - left, pos[1] - top))
        return next(found, None)

    @property
    def names(self) -> dict[str, pygame.Rect]:
        """Where the names stand that are shown, by what they name, in pixels of the screen."""
        return {each.key: each.rect.move(self.camera.view[:2]) for each, _ in self._shown}

    @property
    def pills(self) -> list[tuple[Pill, pygame.Rect]]:
        """The texts of overlays that are shown, and where, in pixels of the viewport."""
        return self._pills

    def token_at(self, pos: Point) -> tuple[str, Token, pygame.Rect] | None:
        """The token under a pixel: whose it is, what it says, where it stands on the screen."""
        left, top = self.camera.view[:2]
        for placed, tag in self._shown:
            for rect, token in token_areas(placed.rect, tag):
                if rect.collidepoint(pos[0] - left, pos[1] - top):
                    return placed.key, token, rect.move(left, top)
        return None

    def badge_at(self, pos: Point) -> tuple[Badge, pygame.Rect] | None:
        """The badge under a pixel, and where it stands on the screen."""
        left, top = self.camera.view[:2]
        local = (pos[0] - left, pos[1] - top)
        return next(((each, rect.move(left, top)) for rect, _, each in self.badges if rect.collidepoint(local)), None)

    def _prepare(self, size: tuple[int, int]) -> None:
        if not self._layers or self._layers[0].get_size() != size:
            self._layers = [pygame.Surface(size, 0, 32) for _ in range(3)]
            self.invalidate()

    def _local(self) -> Camera:
        return replace(self.camera, view=(0, 0, self.camera.view[2], self.camera.view[3]))

    def _update(self, state: State, scene: Scene, top: pygame.Surface, *, layered: bool = True) -> None:
        """Draw what has changed; what shows everything is `top`: the last layer, or the screen itself.

        Without layers, everything is drawn into `top`.
        """
        camera = self._local()
        pieces, marks = seen_as_terrain(state.terrain.values()), landmarks(state)
        keys = (
            (camera, pieces, scene.zones, scene.forecast, scene.air, marks),
            (
                tuple(map(_looks_of, state.on_table())), dict(scene.poses), scene.selected, scene.labels, scene.hidden,
                aboard_of(state), all_badges(state),
            ),
            (scene.overlays, scene.hovered),
        )  # fmt: skip
        stale = next((n for n in range(3) if keys[n] != self._keys[n]), 3)
        panned = not layered or (self._drawn is not None and self._drawn != self.camera)
        stale = stale if self._whole or (self._kept and stale == 3) else 0
        self._whole = self._whole if stale == 3 else not panned
        for n in range(stale, 3):
            self.redraws[n] += 1
            layer = top if panned or n == 2 else self._layers[n]
            if n == 0:
                _draw_ground(layer, camera, pieces, scene, marks)
            elif not panned:
                layer.blit(self._layers[n - 1], (0, 0))
            if n == 1:
                self._draw_ships(layer, camera, state, scene)
            elif n == 2:
                self._draw_overlays(layer, camera, scene)
        self._keys = list(keys)
        self._drawn = self.camera

    def _draw_ships(self, layer: pygame.Surface, camera: Camera, state: State, scene: Scene) -> None:
        seen = [
            (model, scene.poses.get(model.id, model.pose)) for model in state.on_table() if model.id not in scene.hidden
        ]
        seen = [(model, pose) for model, pose in seen if camera.sees(pose, model.base.reach + 1)]
        seen.sort(key=lambda each: (each[0].id == scene.selected, -each[0].base.area))
        for model, pose in seen:
            _draw_ship(layer, camera, model, pose, scene)
        draw_ties(layer, camera, seen)
        self.badges = draw_badges(layer, camera, seen, all_badges(state))
        self._seen = {model.id: (model, pose) for model, pose in seen}
        self._bases = [base_rect(camera, model.base, pose) for model, pose in seen]
        bases = {model.id: strips(camera, model.base, pose) for model, pose in seen}
        for rect, ident, _ in self.badges:
            bases[ident] = [*bases[ident], rect]
        self._blocked = [rect for each in bases.values() for rect in each]
        view, pieces = layer.get_rect().inflate(-4, -4), seen_as_terrain(state.terrain.values())
        self._naming = partial(
            names_of, view, camera, seen, bases, pieces, scene.selected, scene.poses, aboard_of(state),
            rulebook(state).states,
        )  # fmt: skip
        self._names = self._naming(self._names) if scene.labels else None

    def _draw_overlays(self, layer: pygame.Surface, camera: Camera, scene: Scene) -> None:
        """The mark of what is hovered, overlays, the names over them, and the overlays' own texts on top."""
        names = self._names.shown if self._names is not None else []
        if scene.hovered in self._seen:
            model, pose = self._seen[scene.hovered]
            if scene.hovered != scene.selected:
                draw_hover(layer, camera, model.base, pose, SIDES[model.side].main)
            if self._naming is not None and scene.labels and all(each.key != scene.hovered for each, _ in names):
                names = self._naming(self._names, scene.hovered).shown
        texts = draw_overlays(layer, camera, scene.overlays, self._bases)
        view = layer.get_rect().inflate(-8, -8)
        pills, self._shown = place_pills(texts.pills, view, [*self._blocked, *texts.ghosts], names)
        self._pills = [(pill, at.rect) for pill, at in pills]
        for placed, tag in self._shown:
            if placed.leader:
                pygame.draw.aaline(layer, (96, 112, 146), *placed.leader)
            draw_tag(layer, placed.rect, tag)
        draw_pills(layer, view, pills)

    def _draw_scaled(self, surface: pygame.Surface, view: pygame.Rect) -> None:
        """The last sharp picture, enlarged or shrunk to the camera of now."""
        old = self._drawn
        if old is None:
            return
        corner = self.camera.to_screen(old.to_table((old.view[0], old.view[1])))
        factor = self.camera.pixels_per_inch / old.pixels_per_inch
        dest = pygame.Rect(round(corner[0]), round(corner[1]), round(old.view[2] * factor), round(old.view[3] * factor))
        seen = dest.clip(view)
        surface.blit(backdrop(view.size), view)
        picture = self._layers[2].get_rect()
        source = pygame.Rect(
            round((seen.left - dest.left) / factor), round((seen.top - dest.top) / factor),
            round(seen.width / factor), round(seen.height / factor),
        ).clip(picture)  # fmt: skip
        if source.width > 0 and source.height > 0 and seen.width > 0 and seen.height > 0:
            surface.blit(pygame.transform.scale(self._layers[2].subsurface(source), seen.size), seen)


def _looks_of(model: Model) -> tuple[Any, ...]:
    """All of a model that can be seen, as a value to compare."""
    return (
        model.id, model.pose, model.side, model.activated, model.name, model.unmarked("structure"),
        tuple(model.states.items()) if model.states else (), model.host, model.formation,
    )  # fmt: skip


def aboard_of(state: State) -> dict[str, int]:
    """How many models are aboard each ship, as far as may be seen: of the enemy's the number alone is known."""
    found = dict(state.unseen)
    for model in state.models.values():
        if model.place == EMBARKED:
            found[model.host] = found.get(model.host, 0) + 1
    return found


def _draw_ground(
    layer: pygame.Surface, camera: Camera, pieces: tuple[Terrain, ...], scene: Scene, marks: tuple[Landmark, ...]
) -> None:
    draw_table(layer, camera)
    for zone in scene.zones:
        draw_zone(layer, camera, zone)
    for mark in marks:
        draw_landmark(layer, camera, mark)
    for piece in pieces:
        if piece.kind == "comet" and not piece.still and scene.forecast:
            draw_corridor(layer, camera, piece)
    for piece in scene.air:
        draw_air_to_come(layer, camera, piece)
    for piece in sorted(pieces, key=lambda piece: _UPON.get(piece.kind, 0)):
        draw_terrain(layer, camera, piece)
    draw_rulers(layer, camera)


def _draw_ship(layer: pygame.Surface, camera: Camera, model: Model, pose: Pose, scene: Scene) -> None:
    if model.id == scene.selected:
        draw_glow(layer, camera, model.base, pose, ACCENT)
    draw_sprite(layer, look_of(model), camera.pixels_per_inch, pose.heading, camera.to_screen((pose.x, pose.y)))
    if model.owner != model.side:
        draw_former(layer, camera, model.base, pose, model.owner)
    if model.id == scene.selected:
        draw_selection(layer, camera, model.base, pose, mix_colors(ACCENT, (255, 255, 255), 0.4))


# --- picture ---
# A picture of a position, without a window: for files, reports and tests.

Part = tuple[float, float, float, float]
"""A part of the table: its left, bottom, right and top edge in inches."""


def first_picture(state: State, size: int, zones: tuple[Zone, ...] = ()) -> pygame.Surface:
    """The whole table before the first die: air that one measures is laid as thin as it may be, the rest is hatched."""
    shown, thick = state.clone(), []
    for card in unmeasured(state):
        least, most = extremes(state, card)
        shown.terrain[least.id] = least
        thick.append(most)
    return picture(shown, size, Scene(air=tuple(thick), zones=zones))


def picture_size(state: State, longer_px: int, part: Part | None = None) -> tuple[int, int]:
    """Return the width and height in pixels of a picture of the table, or of a part, with that longer side."""
    left, bottom, right, top = _shown(state, part)
    share = longer_px / max(right - left, top - bottom)
    return round((right - left) * share), round((top - bottom) * share)


def _shown(state: State, part: Part | None) -> Part:
    return part or (-MARGIN, -MARGIN, state.width + MARGIN, state.height + MARGIN)


def picture(
    state: State,
    size: tuple[int, int] | int = 1600,
    scene: Scene = Scene(),
    part: Part | None = None,
) -> pygame.Surface:
    """The whole table, or a part; one number is the longer side, the other following the shape of what is shown."""
    left, bottom, right, top = _shown(state, part)
    if isinstance(size, int):
        size = picture_size(state, size, part)
    surface = pygame.Surface(size, 0, 32)
    board = Board((0, 0, *size), (state.width, state.height))
    if part is not None:
        ppi = min(size[0] / (right - left), size[1] / (top - bottom))
        board.camera = replace(board.camera, x=(left + right) / 2, y=(bottom + top) / 2, pixels_per_inch=ppi)
    board.draw_once(surface, state, scene)
    return surface
