"""The board, drawn in three cached layers, and pictures of a position without a window.

The ground layer holds the backdrop, grid, zones, landmarks, and terrain. The next one adds ships, the last one overlays
and texts. A layer is redrawn only if its content has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from math import hypot
from typing import Any

import pygame

from jovian.board_svg import Part, in_drawing_order
from jovian.frozen import frozen
from jovian.game import DESTROYED, EMBARKED, Model, State, Terrain
from jovian.rules.placement.legal_places import landmarks
from jovian.rules.rulebook.global_rule import EDGE, Landmark
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.special import extreme_atmospheres, unrolled_atmospheres
from jovian.table import Pose
from jovian.table.overlays import Overlay
from jovian.table.space import QueryWorld
from jovian.ui.board.camera import MARGIN, Area, Camera, Point, strips
from jovian.ui.board.colors import draw_dashed_line, draw_line, draw_polyline, fill_polygon
from jovian.ui.board.effects import Trail, draw_smoke, draw_trail, draw_wreck
from jovian.ui.board.grid import Zone, backdrop, backdrops_made, draw_rulers, draw_table, draw_zone, make_backdrop
from jovian.ui.board.labels import (
    Badge,
    Name,
    PlacedNames,
    all_badges,
    bar_area,
    draw_badges,
    draw_tag,
    names_of,
    terrain_boxes,
    token_areas,
)
from jovian.ui.board.markers import Marker, interface_scale, lay_markers
from jovian.ui.board.overlays import Pill, draw_discs, draw_overlays, draw_pills, place_pills
from jovian.ui.board.sprites import (
    NameToken,
    draw_acted,
    draw_former_owner,
    draw_glow,
    draw_hover,
    draw_moved,
    draw_selection,
    draw_sprite,
    draw_ties,
    make_sprite,
    sprite_key,
)
from jovian.ui.board.terrain import draw_air_to_come, draw_corridor, draw_terrain, make_terrain, seen_as_terrain
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import ACCENT, SIDES, TEXT, VOID, WARN, Color, health, mix_colors, px

# --- Landmarks ---
#
# Sides also differ without color: beacons of side 1 are hatched and have a second outline.

ARROW_SPACING, ARROW_HALF_WIDTH, ARROW_LENGTH = 6.0, 0.9, 1.1
"""Inches between the arrows of an edge, and the size of an arrow."""
INDENT = 2.0
"""Inches between the end of an edge and its name."""
SPAN = 7
"""Pixels from the center of a beacon to its corners."""


def draw_landmark(surface: pygame.Surface, camera: Camera, mark: Landmark) -> None:
    """Draw a beacon or an escape edge."""
    if mark.kind == EDGE:
        _edge(surface, camera, mark)
    else:
        _beacon(surface, camera, mark)


def _color(mark: Landmark) -> Color:
    return WARN if mark.side is None else SIDES[mark.side].main


def _beacon(surface: pygame.Surface, camera: Camera, mark: Landmark) -> None:
    """Draw a beacon: a diamond with a dot and its number. Side 1 has a second outline."""
    x, y = camera.to_screen(mark.points[0])
    color, span = _color(mark), px(SPAN)
    hatched = mark.side is not None and SIDES[mark.side].hatched
    polygon = _diamond(x, y, span)
    pygame.draw.polygon(surface, mix_colors(color, VOID, 0.65), polygon)
    fill_polygon(surface, polygon, color, 60, hatch=4 if hatched else 0)
    draw_polyline(surface, polygon, color, 2, closed=True)
    if hatched:
        draw_polyline(surface, _diamond(x, y, span + px(4)), color, 1, closed=True)
    pygame.draw.circle(surface, TEXT, (x, y), px(2))
    number = mark.label.rpartition(" ")[2]
    draw_text(surface, (x + span + px(6), y), number, "caps", mix_colors(color, TEXT, 0.3), anchor="midleft")


def _diamond(x: float, y: float, span: float) -> list[Point]:
    return [(x, y - span), (x + span, y), (x, y + span), (x - span, y)]


def _edge(surface: pygame.Surface, camera: Camera, mark: Landmark) -> None:
    """Draw an escape edge: a band, dashed on the inside, with arrows off the table and its name."""
    (ax, ay), (bx, by) = mark.points
    nx, ny = _inward(mark, camera)
    color, depth = mix_colors(_color(mark), WARN, 0.6), mark.inches
    inner = [(ax + nx * depth, ay + ny * depth), (bx + nx * depth, by + ny * depth)]
    fill_polygon(surface, camera.polygon(((ax, ay), (bx, by), inner[1], inner[0])), color, 12)
    inner_screen = [camera.to_screen(point) for point in inner]
    draw_dashed_line(surface, inner_screen, mix_colors(color, VOID, 0.25), 2, 4, 6)
    draw_line(surface, camera.to_screen((ax, ay)), camera.to_screen((bx, by)), color, 3)
    size = max(abs(bx - ax), abs(by - ay))
    tx, ty = (bx - ax) / size, (by - ay) / size
    for count in range(int(size / ARROW_SPACING)):
        along = ARROW_SPACING * (count + 0.5)
        _arrow(surface, camera, (ax + tx * along, ay + ty * along), (nx, ny), color)
    x, y = camera.to_screen((bx - tx * INDENT + nx * depth, by - ty * INDENT + ny * depth))
    anchor = ("midleft" if nx > 0 else "midright") if nx else ("bottomright" if ny > 0 else "topright")
    draw_text(surface, (x + nx * px(8), y), mark.label, "label", color, anchor=anchor)


def _inward(mark: Landmark, camera: Camera) -> Point:
    """Return the direction from an edge into the table."""
    (ax, ay), (_, by) = mark.points
    if ay == by:
        return 0.0, 1.0 if ay < camera.table[1] / 2 else -1.0
    return (1.0 if ax < camera.table[0] / 2 else -1.0), 0.0


def _arrow(surface: pygame.Surface, camera: Camera, at: Point, inward: Point, color: Color) -> None:
    (x, y), (nx, ny) = at, inward
    size, half = ARROW_LENGTH, ARROW_HALF_WIDTH
    back = [(x + nx * size * 2 + ny * side, y + ny * size * 2 + nx * side) for side in (-half, half)]
    tip = (x + nx * size, y + ny * size)
    draw_polyline(surface, [camera.to_screen(point) for point in (back[0], tip, back[1])], color, 2)


# --- Board ---
#
# Each layer contains the ones below it, so an unchanged picture costs one copy. While the table is dragged, all layers
# are drawn straight to the screen. While the zoom changes, the last picture is scaled, until 120 ms after the last
# change. Missing pictures of models and terrain are made a few per frame. Meanwhile the last picture is shown. While
# the camera moves by itself, the picture of its goal is made, and both pictures are scaled.

REFINE = 0.12
"""Seconds without a change of zoom after which the picture is redrawn."""
PIXELS, MIN_PIXELS = 6000, 1500
"""The pixels of pictures after which the next ones are made in another frame, and what a small one counts as."""
SLACK = 5.0
"""Pixels outside a base that still pick it."""


@frozen
class Scene:
    """What the screen adds to the state. Equal scenes aren't drawn twice."""

    selected: str = ""
    hovered: str = ""
    overlays: tuple[Overlay, ...] = ()
    poses: Mapping[str, Pose] = field(default_factory=dict)
    """Poses of models that are drawn elsewhere than in the state, while they move."""
    zones: tuple[Zone, ...] = ()
    labels: bool = True
    forecast: bool = True
    """Whether the next path of a comet is drawn."""
    hidden: frozenset[str] = frozenset()
    """Models not to draw, such as the one that is shown as a ghost."""
    lit: frozenset[str] = frozenset()
    """Crippled models whose lights are still on."""
    trails: tuple[Trail, ...] = ()
    """The moves of the last activation."""
    air: tuple[Terrain, ...] = ()
    """Atmosphere whose depth is still to be rolled, at its largest."""
    rulers: bool = True
    """Whether the numbers of inches are drawn."""


EMPTY_SCENE = Scene()


class Board:
    """The table in a viewport of the screen."""

    def __init__(self, view: Area, table: tuple[float, float], margin: float = MARGIN) -> None:
        self.camera = Camera.fit(view, table, margin)
        self.is_late = True
        """Whether a new picture comes a frame later than what is around the board."""
        self._placed = False
        """Whether the board has been given its part of the screen."""
        self.redraws = [0, 0, 0]
        """How often each layer was drawn. Tests and the profiler read it."""
        self._layers: list[pygame.Surface] = []
        self._keys: list[Any] = [None, None, None]
        self._whole = True
        """Whether the lower layers contain what was drawn last."""
        self._kept = False
        """Whether the last layer contains what was drawn last."""
        self._drawn: Camera | None = None
        self._quiet = REFINE
        self._making: Iterator[None] | None = None
        """Makes the pictures of a new position or zoom, a few at a time. None if none are missing."""
        self._names: PlacedNames | None = None
        """The names of the current picture."""
        self._seen: dict[str, tuple[Model, Marker]] = {}
        """The visible models with their markers."""
        self.visible_names: list[Name] = []
        """The names that no pill has replaced."""
        self._pills: list[tuple[Pill, pygame.Rect]] = []
        self.badges: list[tuple[pygame.Rect, str, Badge]] = []
        """The visible badges: their boxes in the viewport, and the ids of their models."""
        self._marks: tuple[Any, dict[str, Marker]] = (None, {})
        """The markers of all models on the table, and what they depend on."""
        self._blocked: list[pygame.Rect] = []
        self._last: Camera = self.camera
        self._goal: Camera | None = None
        """Where the camera is on its way to by itself, None if it isn't."""
        self._left: tuple[Camera, pygame.Surface] | None = None
        """The last picture from before that way."""
        self._part: Camera | None = None
        """What was visible before the whole table, None at first."""

    def stand_in(self, rect: pygame.Rect) -> None:
        """Set the viewport. The first time, fit the whole table into it. Later, keep the visible part."""
        view = (rect.left, rect.top, rect.width, rect.height)
        self.camera = (
            self.camera.shown_in(view) if self._placed else Camera.fit(view, self.camera.table, self.camera.margin)
        )
        self._placed = True
        self.invalidate()

    def move(self, camera: Camera, goal: Camera) -> None:
        """Set a camera on the way to its goal. No other change of the camera is to come before the goal."""
        self.camera = self._last = camera
        self._goal, self._quiet = goal if camera != goal else None, REFINE

    def toggle_whole(self) -> None:
        """Show the whole table, or if it does, again what was visible before."""
        camera = self.camera
        whole = Camera.fit(camera.view, camera.table, camera.margin)
        if camera != whole:
            self.camera, self._part = whole, camera
        elif self._part is not None:
            self.camera = self._part.shown_in(camera.view)

    @property
    def busy(self) -> bool:
        """Whether the board must be drawn again soon without an event, because it shows an older picture."""
        return self._making is not None or (self._drawn is not None and self._drawn != self.camera)

    @property
    def work(self) -> int:
        """A number that grows with the work of drawing: by 1 for each layer, and by 2 for a new backdrop."""
        return sum(self.redraws) + 2 * backdrops_made()

    def invalidate(self) -> None:
        """Redraw everything next time."""
        self._keys = [None, None, None]
        self._drawn = self._left = None

    def hide(self) -> None:
        """Note that the board is not on the screen. When it appears again, it is late."""
        self._drawn, self._left, self._making, self.is_late = None, None, None, True

    def forget_models(self) -> None:
        """Draw the models again at once, and show nothing of the last picture."""
        self._keys[1:] = [None, None]
        self._drawn, self._left, self.is_late = None, None, False

    def draw(self, surface: pygame.Surface, state: State, scene: Scene = EMPTY_SCENE, dt: float = 1.0) -> None:
        """Draw the table into its viewport. `dt` is the time since the last call in seconds."""
        view = pygame.Rect(self.camera.view)
        if self.camera.pixels_per_inch != self._last.pixels_per_inch:
            self._quiet, self._making = 0.0, None
        if self.camera != self._last:
            self._goal = None
        self._quiet += dt
        self._last = self.camera
        self._prepare(view.size)
        if self._goal is not None and (self._left is not None or (self._kept and self._drawn is not None)):
            self._draw_moving(surface, view, state, scene, self._goal)
            return
        self._left = None
        zoomed = self._drawn is not None and self._drawn.pixels_per_inch != self.camera.pixels_per_inch
        keys = self._keys_of(state, scene)
        dragged = self._drawn is not None and self._drawn != self.camera and not zoomed
        waits = zoomed and self._kept and self._quiet < REFINE
        if waits or (dt < REFINE and not dragged and self._makes(state, scene, keys)):
            self._draw_scaled(surface, view)
            return
        self.is_late = False
        self._update(state, scene, keys, surface.subsurface(view) if dragged else self._layers[2])
        self._kept = not dragged
        if self._kept:
            surface.blit(self._layers[2], view)

    def _makes(self, state: State, scene: Scene, keys: tuple[Any, ...]) -> bool:
        """Make a few missing pictures, and return whether there may be more to make.

        If the table was just dragged, its last picture wasn't kept and can't be shown meanwhile, so nothing waits.
        """
        may_wait = self._kept or self._drawn is None
        if self._making is None and may_wait and keys[:2] != tuple(self._keys[:2]):
            self._making = self.make_pictures(state, scene)
        if self.is_late:
            self.is_late = False
        elif self._making is None or next(self._making, self) is not None:
            self._making = None
        return self._making is not None

    def finish(self, state: State, scene: Scene = EMPTY_SCENE) -> None:
        """Make all missing pictures, so that the next picture is complete."""
        self.is_late = False
        for _ in self.make_pictures(state, scene):
            pass

    def make_pictures(self, state: State, scene: Scene) -> Iterator[None]:
        """Make the missing pictures of a position at this zoom, and pause after every few."""
        camera, made = self._local(), 0
        if make_backdrop(camera.view[2:]):
            yield
        for piece in seen_as_terrain(state.terrain.values()):
            pixels = make_terrain(camera, piece)
            made += max(pixels, MIN_PIXELS) if pixels else 0
            if made >= PIXELS:
                made = 0
                yield
        for model_id, marker in self.markers(state, scene).items():
            if camera.sees(marker.pose, marker.shape.reach + 1):
                look = sprite_key(state.models[model_id], marker)
                made += MIN_PIXELS * make_sprite(look, camera.pixels_per_inch, marker.heading)
                if made >= PIXELS:
                    made = 0
                    yield

    def draw_once(self, surface: pygame.Surface, state: State, scene: Scene = EMPTY_SCENE) -> None:
        """Draw the table into its viewport without keeping layers, for a picture that is drawn once."""
        self._whole = False
        self._update(state, scene, self._keys_of(state, scene), surface.subsurface(self.camera.view), layered=False)

    def markers(self, state: State, scene: Scene = EMPTY_SCENE) -> dict[str, Marker]:
        """Return the markers of all models on the table."""
        models = [
            (model, scene.poses.get(model.id, model.pose)) for model in state.on_table() if model.id not in scene.hidden
        ]
        zoom = self.camera.pixels_per_inch
        key = (
            zoom,
            interface_scale(),
            tuple(scene.poses),
            [(model.id, pose, model.side, model.formation) for model, pose in models],
        )
        if self._marks[0] != key:
            self._marks = key, lay_markers(models, zoom, scene.poses)
        return self._marks[1]

    def pick(self, pos: Point, state: State, scene: Scene = EMPTY_SCENE) -> str | None:
        """Return the id of the model whose marker is at a pixel or within a few pixels of it, or None.

        The second plate of a Formation gives way to other markers, and the true base of a moved marker comes last.
        """
        if not pygame.Rect(self.camera.view).collidepoint(pos):
            return None
        (x, y), slack = self.camera.to_table(pos), SLACK / self.camera.pixels_per_inch
        markers = self.markers(state, scene)
        shapes = [(key, marker.shape, marker.pose, bool(marker.leader)) for key, marker in markers.items()]
        near = [item for item in shapes if hypot(item[2].x - x, item[2].y - y) <= item[1].reach + slack + 0.1]
        for is_behind in (False, True):
            hit = QueryWorld(item[:3] for item in near if item[3] == is_behind).pick(x, y, 0.0)
            if hit is not None:
                return hit
        true = ((key, state.models[key].base, marker.true) for key, marker in markers.items() if marker.true)
        return QueryWorld(true).pick(x, y, 0.0) or QueryWorld(item[:3] for item in near).pick(x, y, slack)

    def land_at(self, pos: Point, state: State) -> tuple[Terrain, pygame.Rect] | None:
        """Return the terrain at a pixel or named there, with its box on the screen. Prefer a comet to its tail."""
        if not pygame.Rect(self.camera.view).collidepoint(pos):
            return None
        piece = state.terrain.get(self.label_at(pos) or "")
        if piece is None:
            parts = [(piece, part) for piece in state.terrain.values() for part in piece.outline]
            world = QueryWorld((str(number), part, piece.pose) for number, (piece, part) in enumerate(parts))
            index = world.pick(*self.camera.to_table(pos))
            piece = parts[int(index)][0] if index is not None else None
        if piece is None:
            return None
        boxes = terrain_boxes(self.camera, piece)
        return piece, boxes[0].unionall(boxes[1:])

    def label_at(self, pos: Point) -> str | None:
        """Return the id of the model or terrain whose name is at a pixel, or None."""
        left, top = self.camera.view[:2]
        local = (pos[0] - left, pos[1] - top)
        return next((name.key for name, _ in self.visible_names if name.rect.collidepoint(local)), None)

    @property
    def names(self) -> dict[str, pygame.Rect]:
        """The boxes of the visible names on the screen, by the id of what they name."""
        return {name.key: name.rect.move(self.camera.view[:2]) for name, _ in self.visible_names}

    @property
    def occupied(self) -> list[pygame.Rect]:
        """The boxes of all drawn models, badges, and names on the screen."""
        boxes = [*self._blocked, *(name.rect for name, _ in self.visible_names)]
        return [rect.move(self.camera.view[:2]) for rect in boxes]

    def place_of_box(self, model_id: str, index: int) -> tuple[pygame.Rect, Color] | None:
        """Return where a box is in the bar of a model on the screen, with its color. None if the bar isn't visible."""
        found = next((item for item in self.visible_names if item[0].key == model_id and item[1].boxes > index), None)
        if found is None:
            return None
        bar, boxes = bar_area(found[0].rect, found[1]).move(self.camera.view[:2]), found[1].boxes
        left, right = (bar.left + bar.width * number // boxes for number in (index, index + 1))
        return pygame.Rect(left, bar.top, right - left, bar.height), health((index + 1) / boxes)

    @property
    def pills(self) -> list[tuple[Pill, pygame.Rect]]:
        """The visible texts of overlays with their boxes in the viewport."""
        return self._pills

    def token_at(self, pos: Point) -> tuple[str, NameToken, pygame.Rect] | None:
        """Return the token at a pixel: the id of its model, the token, and its box on the screen."""
        left, top = self.camera.view[:2]
        for placed, tag in self.visible_names:
            for rect, token in token_areas(placed.rect, tag):
                if rect.collidepoint(pos[0] - left, pos[1] - top):
                    return placed.key, token, rect.move(left, top)
        return None

    def badge_at(self, pos: Point) -> tuple[Badge, pygame.Rect] | None:
        """Return the badge at a pixel and its box on the screen."""
        left, top = self.camera.view[:2]
        local = (pos[0] - left, pos[1] - top)
        badges = ((badge, rect.move(left, top)) for rect, _, badge in self.badges if rect.collidepoint(local))
        return next(badges, None)

    def _prepare(self, size: tuple[int, int]) -> None:
        if not self._layers or self._layers[0].get_size() != size:
            self._layers = [pygame.Surface(size, 0, 32) for _ in range(3)]
            self.invalidate()

    def _local(self) -> Camera:
        return replace(self.camera, view=(0, 0, self.camera.view[2], self.camera.view[3]))

    def _keys_of(self, state: State, scene: Scene) -> tuple[Any, ...]:
        """Return what each layer shows, as values to compare."""
        pieces = seen_as_terrain(state.terrain.values())
        return (
            (self._local(), pieces, scene.zones, scene.forecast, scene.rulers, scene.air, landmarks(state)),
            (
                tuple(map(_visible_parts, state.on_table())), dict(scene.poses), scene.selected, scene.labels,
                scene.hidden, scene.lit, scene.trails, [model.id for model in wrecks_of(state)], aboard_of(state),
                all_badges(state),
            ),
            (scene.overlays, scene.hovered),
        )  # fmt: skip

    def _update(
        self, state: State, scene: Scene, keys: tuple[Any, ...], top: pygame.Surface, *, layered: bool = True
    ) -> None:
        """Draw the layers that have changed. `top` is the final surface: the last layer or the screen.

        Without layers, draw everything into `top`.
        """
        camera, pieces, marks = keys[0][0], keys[0][1], keys[0][-1]
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
        markers = self.markers(state, scene)
        models = [
            (state.models[model_id], scene.poses.get(model_id, state.models[model_id].pose))
            for model_id, marker in markers.items()
            if camera.sees(marker.pose, marker.shape.reach + 1)
        ]
        models.sort(key=lambda item: _drawing_order(item[0], markers[item[0].id], scene.selected))
        for model in wrecks_of(state):
            draw_wreck(layer, camera, model)
        for trail in scene.trails:
            draw_trail(layer, camera, trail)
        for model, _ in models:
            draw_moved(layer, camera, model, markers[model.id])
        for model, pose in models:
            _draw_ship(layer, camera, model, pose, markers[model.id], scene)
        draw_ties(layer, camera, models, markers)
        self.badges = draw_badges(layer, camera, models, markers, all_badges(state))
        self._seen = {model.id: (model, markers[model.id]) for model, _ in models}
        bases = {model.id: strips(camera, markers[model.id].shape, markers[model.id].pose) for model, _ in models}
        for rect, model_id, _ in self.badges:
            bases[model_id] = [*bases[model_id], rect]
        self._blocked = [rect for boxes in bases.values() for rect in boxes]
        view, pieces = layer.get_rect().inflate(-4, -4), seen_as_terrain(state.terrain.values())
        self._names = names_of(
            view, camera, models, markers, bases, pieces, scene.selected, scene.poses, aboard_of(state),
            rulebook(state).states, self._names,
        ) if scene.labels else None  # fmt: skip

    def _draw_overlays(self, layer: pygame.Surface, camera: Camera, scene: Scene) -> None:
        """Draw the outline under the pointer, overlays, names over them, and the texts of overlays on top."""
        names = self._names.visible_names if self._names is not None else []
        if scene.hovered in self._seen:
            model, marker = self._seen[scene.hovered]
            if scene.hovered != scene.selected:
                draw_hover(layer, camera, marker.shape, marker.pose, SIDES[model.side].main)
        places = {scene.poses.get(model.id, model.pose)[:2]: marker for model, marker in self._seen.values()}
        texts = draw_overlays(layer, camera, scene.overlays, places)
        view = layer.get_rect().inflate(-8, -8)
        blocked = [*self._blocked, *texts.ghosts, *(rect for rect, _, _ in texts.discs)]
        pills, self.visible_names = place_pills(texts.pills, view, blocked, names)
        self._pills = [(pill, at.rect) for pill, at in pills]
        for placed, tag in self.visible_names:
            if placed.leader:
                draw_line(layer, *placed.leader, VOID, 3)
                draw_line(layer, *placed.leader, mix_colors(tag.color, VOID, 0.3), 1)
            draw_tag(layer, placed.rect, tag)
        draw_pills(layer, view, pills)
        draw_discs(layer, texts.discs)

    def _draw_moving(
        self, surface: pygame.Surface, view: pygame.Rect, state: State, scene: Scene, goal: Camera
    ) -> None:
        """Draw the picture from before the camera moved, or that of the goal as soon as it is made.

        If neither covers the view, draw both.
        """
        if self._left is None:
            self._left, self._making = (self._drawn or self.camera, self._layers[2].copy()), None
        if self._drawn != goal:
            self.camera = goal
            self._making = self._making or self.make_pictures(state, scene)
            if next(self._making, self) is not None:
                self._making = None
                self._update(state, scene, self._keys_of(state, scene), self._layers[2])
            self.camera = self._last
        pictures = [self._left, (goal, self._layers[2])][: 1 + (self._drawn == goal)]
        whole = [picture for picture in pictures if self._place_of(picture[0]).contains(view)]
        if not whole:
            surface.blit(backdrop(view.size), view)
        for picture in whole[-1:] or pictures:
            self._blit_scaled(surface, view, *picture)

    def _draw_scaled(self, surface: pygame.Surface, view: pygame.Rect) -> None:
        """Draw the last picture, scaled to the current camera. Without one, draw nothing."""
        if self._drawn is None:
            surface.fill(VOID, view)
        elif self._drawn == self.camera:
            surface.blit(self._layers[2], view)
        else:
            surface.blit(backdrop(view.size), view)
            self._blit_scaled(surface, view, self._drawn, self._layers[2])

    def _blit_scaled(self, surface: pygame.Surface, view: pygame.Rect, old: Camera, image: pygame.Surface) -> None:
        """Draw a picture that was made for another camera."""
        dest, factor = self._place_of(old), self.camera.pixels_per_inch / old.pixels_per_inch
        visible = dest.clip(view)
        source = pygame.Rect(
            round((visible.left - dest.left) / factor), round((visible.top - dest.top) / factor),
            round(visible.width / factor), round(visible.height / factor),
        ).clip(image.get_rect())  # fmt: skip
        if source.width > 0 and source.height > 0 and visible.width > 0 and visible.height > 0:
            surface.blit(pygame.transform.scale(image.subsurface(source), visible.size), visible)

    def _place_of(self, old: Camera) -> pygame.Rect:
        """Return where the viewport of another camera is now."""
        corner = self.camera.to_screen(old.to_table((old.view[0], old.view[1])))
        factor = self.camera.pixels_per_inch / old.pixels_per_inch
        return pygame.Rect(round(corner[0]), round(corner[1]), round(old.view[2] * factor), round(old.view[3] * factor))


def _visible_parts(model: Model) -> tuple[Any, ...]:
    """Return everything about a model that the board shows, as a value to compare."""
    return (
        model.id, model.pose, model.side, model.activated, model.name, model.unmarked("structure"),
        tuple(model.states.items()) if model.states else (), model.host, model.formation,
    )  # fmt: skip


def wrecks_of(state: State) -> list[Model]:
    """Return the models that were destroyed on the table."""
    return [model for model in state.models.values() if model.place == DESTROYED and not model.host]


def aboard_of(state: State) -> dict[str, int]:
    """Return the number of models aboard each ship. Of enemy models only the number is known."""
    counts = dict(state.unseen)
    for model in state.models.values():
        if model.place == EMBARKED:
            counts[model.host] = counts.get(model.host, 0) + 1
    return counts


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
    for piece in in_drawing_order(pieces):
        draw_terrain(layer, camera, piece)
    if scene.rulers:
        draw_rulers(layer, camera)


def _drawing_order(model: Model, marker: Marker, selected: str) -> tuple[bool, bool, float, float]:
    """Return a sort key: the back of a Formation first, small markers after large ones, the selected one last."""
    is_selected = not marker.leader and selected in (model.id, *marker.members)
    return is_selected, not marker.leader, -marker.shape.area, -marker.pose.x


def _draw_ship(layer: pygame.Surface, camera: Camera, model: Model, pose: Pose, marker: Marker, scene: Scene) -> None:
    if model.id == scene.selected:
        draw_glow(layer, camera, marker.shape, marker.pose, ACCENT)
    look = sprite_key(model, marker, is_lit=model.id in scene.lit)
    draw_sprite(layer, look, camera.pixels_per_inch, marker.heading, camera.to_screen(marker.pose[:2]))
    if look.is_dark and not marker.is_plate:
        draw_smoke(layer, camera, model.id, marker.shape, marker.pose)
    if model.owner != model.side:
        draw_former_owner(layer, camera, model.base, pose, model.owner)
    if look.has_acted and not marker.leader:
        draw_acted(layer, camera, marker.shape, marker.pose, SIDES[model.side].main)
    if model.id == scene.selected:
        draw_selection(layer, camera, marker.shape, marker.pose, mix_colors(ACCENT, (255, 255, 255), 0.4))


# --- Pictures without a window ---


def first_picture(state: State, size: int, zones: tuple[Zone, ...] = (), *, names: bool = True) -> pygame.Surface:
    """Return a picture of the whole table before the first roll, with or without the names of terrain.

    Atmosphere of a depth that is still to be rolled is drawn at its smallest, and the rest of it hatched.
    """
    smallest, largest = state.clone(), []
    for card in unrolled_atmospheres(state):
        piece, largest_piece = extreme_atmospheres(state, card)
        smallest.terrain[piece.id] = piece
        largest.append(largest_piece)
    return picture(smallest, size, Scene(air=tuple(largest), zones=zones, labels=names))


def picture_size(state: State, longer_px: int, part: Part | None = None) -> tuple[int, int]:
    """Return the width and height in pixels of a picture of the table or of a part, from its longer side."""
    left, bottom, right, top = _part_or_table(state, part)
    share = longer_px / max(right - left, top - bottom)
    return round((right - left) * share), round((top - bottom) * share)


def _part_or_table(state: State, part: Part | None) -> Part:
    return part or (-MARGIN, -MARGIN, state.width + MARGIN, state.height + MARGIN)


def picture(
    state: State,
    size: tuple[int, int] | int = 1600,
    scene: Scene = EMPTY_SCENE,
    part: Part | None = None,
) -> pygame.Surface:
    """Return a picture of the table or of a part. If `size` is one number, it is the longer side in pixels."""
    left, bottom, right, top = _part_or_table(state, part)
    if isinstance(size, int):
        size = picture_size(state, size, part)
    surface = pygame.Surface(size, 0, 32)
    board = Board((0, 0, *size), (state.width, state.height))
    if part is not None:
        zoom = min(size[0] / (right - left), size[1] / (top - bottom))
        board.camera = replace(board.camera, x=(left + right) / 2, y=(bottom + top) / 2, pixels_per_inch=zoom)
    board.draw_once(surface, state, scene)
    return surface


class GrowingPicture:
    """A picture of a whole table that is made in parts, one per frame. It is empty until all of them are made.

    `size` is the longer side in pixels. `draw` draws the picture, which is fast then.
    """

    def __init__(self, state: State, size: int, draw: Callable[[], pygame.Surface]) -> None:
        self.image = pygame.Surface(picture_size(state, size), pygame.SRCALPHA)
        self.busy = True
        """Whether the picture is still empty."""
        self._draw = draw
        board = Board((0, 0, *self.image.get_size()), (state.width, state.height))
        self._parts = board.make_pictures(state, EMPTY_SCENE)

    def grow(self) -> bool:
        """Make a part if one is missing, and return whether the picture has appeared."""
        if not self.busy or next(self._parts, self) is None:
            return False
        self.image, self.busy = self._draw(), False
        return True
