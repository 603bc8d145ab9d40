"""What all screens with a table share: the board with camera and pointer, the panels around it, ruler, and arcs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise

import pygame

from jovian.frozen import frozen
from jovian.game import NEUTRAL, LogEntry, Model, State
from jovian.game.events import Started
from jovian.rules.pages import RulePage, page_of_events, rule_pages
from jovian.rules.placement.move_limits import remaining_movement
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.sequence.deployment import DEPLOYMENT
from jovian.rules.setup.setup import Setup
from jovian.rules.shots.shot import POINT_DEFENSE
from jovian.session.session import Session
from jovian.table import Pose, length
from jovian.ui.board import Board, Camera, Overlay, Scene
from jovian.ui.board.board_help import (
    Ruler,
    Shots,
    all_mounts,
    disks_of,
    explain_station,
    explain_terrain,
    firing_arc_overlays,
    landmark_hint,
    zone_areas,
)
from jovian.ui.board.camera import Disk
from jovian.ui.board.effects import Trail
from jovian.ui.board.framing import CameraMover, Frame, draw_arrows, frame_of
from jovian.ui.board.overview import Overview
from jovian.ui.board.sprites import base_rect, help_of
from jovian.ui.board.terrain import fitting_margin
from jovian.ui.kit.fonts import cites_rule
from jovian.ui.kit.linked_text import drawn_term_at
from jovian.ui.kit.theme import SCALE, TEXT, Color, px
from jovian.ui.kit.widgets import GROUP_END, OFF, Group, Signal, Tooltip, Widget, focus_next_group, move_focus
from jovian.ui.panels.column import Need, share_height
from jovian.ui.panels.lesson_strip import LessonStrip
from jovian.ui.panels.log_panel import LogPanel, LogStrip
from jovian.ui.panels.objectives import BRIEFING
from jovian.ui.panels.order_strip import OrderStrip
from jovian.ui.panels.panel import GROUND, CanvasPanel, Press
from jovian.ui.panels.roster import Roster
from jovian.ui.panels.top_bar import TopBar
from jovian.ui.panels.unit_card import UnitCardPanel
from jovian.ui.presentation.animation import Animation, LostBox, trails_of, with_harm
from jovian.ui.presentation.log import LogRowCache
from jovian.ui.screens.navigation import ToBriefing, ToRules, rehearse
from jovian.ui.screens.screen import BOOKMARK, Host, Screen, ask_bookmark
from jovian.ui.session.keymap import PANEL
from jovian.ui.session.table_selection import Point, TableSelection
from jovian.ui.settings import STILL, UNSAID

# --- View ---

PAN_PIXELS = 60
"""Pixels by which a pan key moves the view."""
ZOOM_FACTOR = 1.15
"""The factor of one step of the wheel or of a zoom key."""
SCROLL_PIXELS = 30
"""Pixels by which one step of a trackpad moves the view."""
CLICK_PIXELS = 4
"""Pixels that the mouse may move during a click with the right button."""
_PANS = {
    "pan left": (PAN_PIXELS, 0),
    "pan right": (-PAN_PIXELS, 0),
    "pan up": (0, PAN_PIXELS),
    "pan down": (0, -PAN_PIXELS),
}


def moved_view(camera: Camera, command: str, chosen: Model | None) -> Camera | None:
    """Return the view after a command that changes it, None for other commands."""
    if command in _PANS:
        return camera.panned(*_PANS[command])
    if command in ("zoom in", "zoom out"):
        return camera.zoomed(camera.center, ZOOM_FACTOR if command == "zoom in" else 1 / ZOOM_FACTOR)
    if command == "focus" and chosen is not None and chosen.is_on_table:
        return camera.focused(chosen.pose[:2])
    return None


def scrolled_view(camera: Camera, event: pygame.event.Event, pointer: tuple[int, int]) -> Camera:
    """Return the view after a wheel, two fingers on a trackpad, or a pinch, which zooms at the pointer."""
    if event.type == pygame.MULTIGESTURE:
        return camera.zoomed(pointer, event.zoom) if event.zoom != 1 else camera
    x, y = getattr(event, "precise_x", float(event.x)), getattr(event, "precise_y", float(event.y))
    if getattr(event, "pans", False):
        return camera.panned(-x * SCROLL_PIXELS, y * SCROLL_PIXELS)
    return camera.zoomed(pointer, ZOOM_FACTOR**y) if y else camera


def with_moving_terrain(state: State, poses: Mapping[str, Pose]) -> State:
    """Return the state with moving terrain where the animation draws it."""
    moving = {model_id: pose for model_id, pose in poses.items() if model_id in state.terrain}
    if not moving:
        return state
    moved = state.clone()
    for model_id, pose in moving.items():
        moved.terrain[model_id] = moved.terrain[model_id].at(pose)
    return moved


def arc_overlays(selection: TableSelection, viewer: int | None) -> tuple[Overlay, ...]:
    """Return the arcs of the selected model if they are on. None as `viewer` means that no side looks."""
    chosen = selection.model(selection.selected)
    if not selection.arcs or chosen is None or not chosen.is_on_table:
        return ()
    style = "arc" if viewer in (None, chosen.side) else "threat"
    return firing_arc_overlays(
        selection.view, chosen, selection.weapons or all_mounts(chosen), selection.under, selection.ghost, style
    )


def nearest_enemy(state: State, model: Model) -> Model | None:
    """Return the enemy on the table that is nearest to a model, or None."""
    enemies = [other for other in state.on_table() if other.side not in (model.side, NEUTRAL)]
    return min(enemies, key=lambda other: other.pose.distance_to(model.pose), default=None)


# --- Layout ---

LOW_HEIGHT = 84
"""The height of the bar below the board on screens that change a position."""
WIDTHS = ((960, 39, 190, 352), (1280, 52, 196, 378), (1504, 52, 188, 395), (1714, 52, 218, 427), (2200, 60, 250, 480),
          (3600, 60, 320, 560))  # fmt: skip
"""For widths of the window: those of the folded roster, of the roster, and of the column. Others are between them."""
HEIGHTS = ((540, 33, 24), (720, 40, 28), (960, 43, 30))
"""For heights of the window: those of the top bar and of the log line."""
DRAWER_SHARE = 40
"""The share of the board's height that the log covers, in percent."""
COLUMN_PAD, COLUMN_GAP = 6, 6
"""The space around the panels of the column, and between them."""


@frozen
class ScreenLayout:
    """The parts of a screen with a table."""

    top: pygame.Rect
    roster: pygame.Rect
    open_roster: pygame.Rect
    """The place of the roster while it is pointed at."""
    strip: pygame.Rect
    """The strip of a lesson, with a height of 0 without one."""
    board: pygame.Rect
    foot: pygame.Rect
    """The bar between board and log line, with a height of 0 without one."""
    log_line: pygame.Rect
    column: pygame.Rect
    low: pygame.Rect


def _between(points: Sequence[tuple[int, ...]], at: float) -> list[int]:
    """Return the lengths for a length of the window in pixels, between those of the nearest points."""
    at = min(max(at, points[0][0]), points[-1][0])
    low, high = next(pair for pair in pairwise(points) if at <= pair[1][0])
    share = (at - low[0]) / (high[0] - low[0])
    return [px(round(first + share * (last - first))) for first, last in zip(low[1:], high[1:], strict=True)]


def layout_of(size: tuple[int, int], strip: int = 0, low: int = 0, foot: int = 0) -> ScreenLayout:
    """Return the parts of a screen of that size, with bars of these heights: above the board, at the end of the window,
    and between board and log line.

    The roster folds to figures if the board would be less than half of the window.
    """
    width, height = size
    folded, roster, column = _between(WIDTHS, width / SCALE.factor)
    top, log = _between(HEIGHTS, height / SCALE.factor)
    inner = height - top - low
    whole = roster
    if 2 * (width - roster - column) * (inner - log) < width * height:
        roster = folded
    middle = width - roster - column
    return ScreenLayout(
        pygame.Rect(0, 0, width, top), pygame.Rect(0, top, roster, inner),
        pygame.Rect(0, top + strip, whole, inner - strip - log),
        pygame.Rect(roster, top, middle, strip), pygame.Rect(roster, top + strip, middle, inner - strip - foot - log),
        pygame.Rect(roster, top + inner - foot - log, middle, foot),
        pygame.Rect(roster, top + inner - log, middle, log), pygame.Rect(width - column, top, column, inner),
        pygame.Rect(0, height - low, width, low),
    )  # fmt: skip


# --- Keys instead of a mouse ---

KEY_STEP, FINE_KEY_STEP = 0.5, 0.05
"""Inches by which a key moves the pointer, and with Shift."""
OFF_TABLE = 4.0
"""Inches beyond the edge of the table that keys may move the pointer to."""
_POINTS = {"point left": (-1, 0), "point right": (1, 0), "point up": (0, 1), "point down": (0, -1)}


class KeyPointer:
    """The pointer that keys move over a board. It acts by events of the mouse, so that keys can do the same."""

    def __init__(self) -> None:
        self.point: Point | None = None
        """The table point that keys have chosen, None while a mouse moves the pointer."""
        self._about = ""

    def follow(self, event: pygame.event.Event) -> None:
        """Leave the pointer to the mouse when it is used."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN) and not getattr(event, "by_keys", False):
            self.point = None

    def pixel(self, camera: Camera) -> tuple[int, int] | None:
        """Return where the pointer is on the screen, None while a mouse moves it."""
        return _rounded(camera.to_screen(self.point)) if self.point is not None else None

    def events(
        self, command: str, board: Board, start: Point | None, about: str = "", *, is_fine: bool
    ) -> list[pygame.event.Event]:
        """Return the events of the mouse that a command stands for, [] for other commands.

        The first time, and when `about` has changed, the pointer moves from `start`, or from the middle of the view.
        """
        camera = board.camera
        if command in _POINTS and about != self._about:
            self.point, self._about = None, about
        if command == "click":
            at = _rounded(camera.to_screen(self.point or start or (camera.x, camera.y)))
            buttons = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
            return [pygame.event.Event(kind, pos=at, button=1, by_keys=True) for kind in buttons]
        if command not in _POINTS:
            return []
        step = FINE_KEY_STEP if is_fine else KEY_STEP
        (x, y), (across, up) = self.point or start or (camera.x, camera.y), _POINTS[command]
        x, y = x + step * across, y + step * up
        width, height = camera.table
        point = min(width + OFF_TABLE, max(-OFF_TABLE, x)), min(height + OFF_TABLE, max(-OFF_TABLE, y))
        if not pygame.Rect(camera.view).collidepoint(camera.to_screen(point)):
            board.camera = camera.focused(point)
        if not pygame.Rect(camera.view).collidepoint(at := _rounded(board.camera.to_screen(point))):
            return []
        self.point = point
        return [pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), by_keys=True)]

    def draw(self, surface: pygame.Surface, camera: Camera) -> None:
        """Draw a cross with a gap at the pointer."""
        if (at := self.pixel(camera)) is None:
            return
        inner, outer = px(4), px(12)
        for color, width in (((0, 0, 0), px(2) + 3), (TEXT, px(2))):
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                start, end = (at[0] + dx * inner, at[1] + dy * inner), (at[0] + dx * outer, at[1] + dy * outer)
                pygame.draw.line(surface, color, start, end, width)


def _rounded(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


# --- Pointer ---


class Pointer:
    """Turns pointer events into clicks, drags, and zooms of a table."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table
        self._at: tuple[int, int] | None = None
        """Where the view was last dragged to, None if it isn't being dragged."""
        self._right = False
        self._clicked_at: tuple[int, int] | None = None
        """Where the right button was pressed, None after it has dragged or turned something."""
        self._idle_at: tuple[int, int] | None = None
        """Where the left button was pressed on nothing, so that a drag pans. None if it isn't held."""

    @property
    def dragging(self) -> bool:
        """Whether the view is being dragged."""
        return self._at is not None

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event of the pointer."""
        if event.type in (pygame.MOUSEWHEEL, pygame.MULTIGESTURE):
            self._scroll(event)
        elif event.type == pygame.MOUSEMOTION:
            self._motion(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._down(event)
        elif event.type == pygame.MOUSEBUTTONUP and event.button in (2, 3):
            is_click = event.button == 3 and self._clicked_at is not None
            self.let_go()
            if is_click:
                self._table.right_clicked()
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.let_go()
            self._table.released()

    def let_go(self) -> None:
        """Forget held buttons."""
        self._at, self._right, self._clicked_at, self._idle_at = None, False, None, None

    def _scroll(self, event: pygame.event.Event) -> None:
        """Turn what is placed or moved while the right button is held. Otherwise pan or zoom."""
        table, steps = self._table, event.y if event.type == pygame.MOUSEWHEEL else 0
        if table.is_on_board(table.pointer):
            if self._right and steps and table.turn_wheel(steps):
                self._at = self._clicked_at = None
            else:
                table.board.camera = scrolled_view(table.board.camera, event, table.pointer)
        self.point()

    def _motion(self, event: pygame.event.Event) -> None:
        table, idle = self._table, self._idle_at
        if idle is not None and not event.buttons[0]:  # Something else got the release.
            self.let_go()
        elif idle is not None and self._at is None:
            self._at = idle if length(event.pos[0] - idle[0], event.pos[1] - idle[1]) >= CLICK_PIXELS else None
        if self._at is not None:
            dx, dy = event.pos[0] - self._at[0], event.pos[1] - self._at[1]
            table.board.camera = table.board.camera.panned(dx, dy)
            self._at = event.pos
        at = self._clicked_at
        if at is not None and length(event.pos[0] - at[0], event.pos[1] - at[1]) >= CLICK_PIXELS:
            self._clicked_at = None
        table.card.hover(event.pos)
        self.point()

    def _down(self, event: pygame.event.Event) -> None:
        table = self._table
        inside = table.is_on_board(event.pos)
        if event.button in (2, 3) and inside:
            self._at, self._right = event.pos, event.button == 3
            self._clicked_at = event.pos if event.button == 3 and table.takes_right_clicks else None
        elif event.button == 1:
            self.point()
            mount = table.card.weapon_at(event.pos) if table.card.rect.collidepoint(event.pos) else ""
            part = table.card.part_at(event.pos)
            if inside:
                self._idle_at = None if table.clicked() else event.pos
            elif part is not None:
                part.carry_out(table.selection)
            elif mount:
                table.weapon(mount)
            else:
                term = table.card.pill_at(event.pos) or table.second_card.pill_at(event.pos)
                if (page := rule_pages().cited_page(term)) is not None:
                    table.open_rules(page)

    def point(self) -> None:
        """Note what is under the pointer."""
        table, selection = self._table, self._table.selection
        table.pointer = table.keys.pixel(table.board.camera) or table.pointer
        if table.is_on_board(table.pointer):
            selection.point = table.keys.point or table.board.camera.to_table(table.pointer)
            picked = None if table.app.alt else table.board.pick(table.pointer, table.shown, table.drawn)
            selection.hovered = picked or ""
        else:
            selection.point = None
            selection.hovered = table.roster.under if table.roster.rect.collidepoint(table.pointer) else ""


# --- The screen ---

MENU_SIGN = "☰"
"""The label of the button of the menu."""
LOG_LINE_WIDTH = 4000
"""The width of the last entry of the log in its line. What doesn't fit is cut."""
CANCEL = Press("no", "Cancel", lambda: None)
"""The button that closes a dialog."""
POINTER_EVENTS = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


class TableScreen(Screen):
    """Base of all screens with a table. Subclasses define what is below the board and which controller handles
    input.
    """

    panels_per_frame = 2
    """The maximum number of changed panels that are drawn in a frame."""
    has_steps = False
    """Whether Tab steps through models or places until a panel has the focus."""

    def __init__(self, app: Host, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.selection = TableSelection(session, app.keymap)
        one, two = next(session.match.events.of(Started)).sides
        self.names = (one.name, two.name)
        setup = session.match.setup
        open_briefing = partial(self.command, BRIEFING)
        self.order, self.roster = OrderStrip(self.names, self.select), Roster(self.names, self.select)
        values, presses = (one.tv, two.tv), tuple(self.top_presses())
        self.top = TopBar(self.names, self.order, app.keymap, values, setup.options, presses, open_briefing)
        self.card, self.second_card = UnitCardPanel(), UnitCardPanel(self.select)
        self._carded_model = self._pointed_model = ""
        """The models of both cards. The second is the last one under the pointer, or a member of the same Formation."""
        self.log = self.make_log()
        self.log_line = LogStrip(self._toggle_log, app.keymap.key_label("log"))
        self._pointed_panel: CanvasPanel | None = None
        """The panel under the pointer, or the one on which a button was pressed and is held."""
        self._is_holding = False
        """Whether a button that was pressed on a panel is held."""
        self.keys = KeyPointer()
        self.ruler, self.animation = Ruler(self.selection), Animation(self.names, app.sounds.play)
        self.shown: State = session.view
        margin = fitting_margin(self.shown.terrain.values())
        self.board = Board((0, 0, 400, 400), (self.shown.width, self.shown.height), margin)
        self.overview = Overview()
        self.mover, self.frame = CameraMover(self.board), Frame(())
        """What moves the camera by itself, and what it shows."""
        self._framed_at: tuple[str, Pose] | None = None
        """Where the framed model was: the ship that carries it, and its pose."""
        self._moved_path: Sequence[Pose] = ()
        """The path of the motion that was framed last."""
        self._is_pressed = False
        """Whether a button of the mouse is held."""
        self.pointer, self._pointer = (-1, -1), Pointer(self)
        self._pointed_in: Camera | None = None
        """What was visible when the pointer last moved. What the camera moves under it later isn't explained."""
        self._canvas = pygame.Surface((8, 8))
        self._waiting: list[CanvasPanel] = []
        """Changed panels that are drawn in the next frame."""
        self._has_skipped = False
        """Whether all changed panels waited in the last frame, because much of the board was new."""
        self._drawn_for: tuple[int | None, int | None] | None = None
        """The sides whose knowledge the panels on the canvas show, None before the first picture."""
        self.drawn = Scene()
        """The scene that was drawn last."""
        self._trails: tuple[Trail, ...] = ()
        """The moves of the last activation that the screen has shown."""
        self._dt = 1.0
        self.places = layout_of(app.size)
        self._column_key: object = None
        """What the heights in the column were computed for."""

    def make_log(self) -> LogPanel:
        """Return an empty log. All logs of a game share the words of its events."""
        book = rulebook(self.session.view)
        return LogPanel(self.names, book, self.words, self.show_event, lambda ids: self.see(disks_of(self.shown, ids)))

    @property
    def words(self) -> LogRowCache:
        """The words of the events of the game."""
        words: LogRowCache = self.session.kept.setdefault("log", LogRowCache(rulebook(self.session.view)))
        return words

    def show_event(self, number: int) -> None:
        """Show what happened at an event of the log. Subclasses override it."""

    def top_presses(self) -> list[Press]:
        """Return the buttons of the top bar."""
        return [
            Press("menu", MENU_SIGN, partial(self.command, "menu"), command="menu", hint="Menu"),
            Press("undo", "Undo", partial(self.command, "undo"), command="undo"),
            Press("rules", "Rules", partial(self.command, "help"), command="help"),
        ]

    # --- Layout ---
    strip: LessonStrip | None = None
    """The strip between top bar and board, None for none."""
    low: CanvasPanel | None = None
    """The bar at the end of the window, None for none."""
    foot: CanvasPanel | None = None
    """The bar between board and log line, None for none."""
    foot_height = 0
    """Its unscaled height."""

    def column(self) -> Sequence[tuple[CanvasPanel, Need]]:
        """Return the panels of the column from the top, with the heights that they need."""
        raise NotImplementedError

    @cached_property
    def panels(self) -> list[CanvasPanel]:
        """All panels in the order of the keyboard. An open log is the first one."""
        column = [panel for panel, _ in self.column()]
        panels = [self.roster, self.top, *column, self.log_line, self.low, self.foot, self.strip]
        return [panel for panel in panels if panel is not None]

    @property
    def middle(self) -> pygame.Rect:
        """The part of the screen for the board."""
        return self.places.board

    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        if self._canvas.get_size() != size:
            self._canvas, self._drawn_for = pygame.Surface(size, 0, 32), None
        strip = self.strip.height_at(layout_of(size).board.width) if self.strip is not None else 0
        low = px(LOW_HEIGHT) if self.low is not None else 0
        self.places = places = layout_of(size, strip, low, px(self.foot_height) if self.foot_height else 0)
        self.top.layout(places.top)
        self.roster.layout(places.roster)
        self.log_line.layout(places.log_line)
        for panel, rect in ((self.strip, places.strip), (self.low, places.low), (self.foot, places.foot)):
            if panel is not None:
                panel.layout(rect)
        drawer = places.board.copy()
        drawer.height = drawer.height * DRAWER_SHARE // 100
        drawer.bottom = places.board.bottom
        self.log.layout(drawer)
        self._column_key = None
        self.lay_column()
        self.board.stand_in(places.board)
        self.refresh()

    @property
    def acting(self) -> str:
        """The id of the model whose card decides how high the card is, "" for none."""
        act = self.shown.activation
        return act.model if act is not None else self.selection.selected

    def lay_column(self) -> None:
        """Share the column among its panels, if the window, the scale, the acting model, or the phase has changed."""
        key = (self.size, SCALE.factor, self.acting, self.is_deploying)
        if key == self._column_key:
            return
        self._column_key, column = key, self.column()
        inner, gap = self.places.column.inflate(-2 * px(COLUMN_PAD), -2 * px(COLUMN_PAD)), px(COLUMN_GAP)
        heights, top = share_height(inner.height, [need for _, need in column], gap), inner.top
        for (panel, _), height in zip(column, heights, strict=True):
            panel.layout(pygame.Rect(inner.left, top, inner.width if height else 0, height))
            top += height + gap if height else 0

    def card_need(self, rank: int, *, is_whole: bool = False) -> Need:
        """Return the height that the card of the acting model needs."""
        model, width = self.shown.models.get(self.acting), self.places.column.width
        return self.card.need(model, self.shown, width, rank, is_whole=is_whole)

    @property
    def is_deploying(self) -> bool:
        """Whether models are placed, so that cards matter more than odds."""
        return self.shown.phase == DEPLOYMENT

    @property
    def is_log_open(self) -> bool:
        """Whether the log is open."""
        return self.log in self.panels

    def _toggle_log(self) -> None:
        """Open or close the log."""
        if self.is_log_open:
            self.log.group.focus_on(None)
            self.panels.remove(self.log)
        else:
            self.log.forget_picture()
            self.roster.layout(self.places.roster)
            self.panels.insert(0, self.log)
        self.dirty = True

    @property
    def corner(self) -> tuple[int, int] | None:
        """The place of the note about a rehearsal: at the top of the board."""
        return self.middle.left + px(10), self.middle.top + px(4)

    @property
    def viewer(self) -> int | None:
        return self.session.viewer

    @property
    def setup(self) -> Setup | None:
        return self.session.match.setup

    @property
    def view_rect(self) -> pygame.Rect:
        """The board's rectangle on the screen."""
        return pygame.Rect(self.board.camera.view)

    def is_on_board(self, pos: tuple[int, int]) -> bool:
        """Return whether a point is on the board, and not on the overview or a panel over the board."""
        others = (self.overview.rect, *(panel.rect for panel in self.panels))
        return self.view_rect.collidepoint(pos) and not any(rect.collidepoint(pos) for rect in others)

    def about(self) -> Sequence[str]:
        """Return the ids of what the overview must not cover."""
        return (self.selection.selected,)

    def _handle_overview(self, event: pygame.event.Event) -> bool:
        """Move the view if the event is one for the overview. Return whether it was."""
        camera = self.overview.handle(event, self.board.camera)
        if camera is None:
            return False
        self.board.camera = camera
        self.point()
        return True

    # --- Input ---
    def group_at(self, pos: tuple[int, int]) -> Group:
        return next((panel.group for panel in self.panels if panel.rect.collidepoint(pos)), self.group)

    def drag_button(self, pos: tuple[int, int]) -> int:
        if self.is_on_board(pos):
            return pygame.BUTTON_MIDDLE
        return pygame.BUTTON_LEFT if self.overview.rect.collidepoint(pos) else super().drag_button(pos)

    def let_go(self) -> None:
        super().let_go()
        for panel in self.panels:
            panel.group.let_go()
        self._pointer.let_go()
        self.overview.let_go()
        self._is_holding = self._is_pressed = False

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event: what floats over the board first, then panels, then keys or the board."""
        if event.type in POINTER_EVENTS:
            self.pointer, self._pointed_in = event.pos, self.board.camera
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._is_pressed = event.type == pygame.MOUSEBUTTONDOWN
        self.keys.follow(event)
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.animation.clear()
        self.dirty = True
        self.selection.shift, self.selection.ctrl = self.app.shift, self.app.ctrl
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in (pygame.K_LALT, pygame.K_RALT):
            self.point()
        if event.type == pygame.MOUSEMOTION:
            self._unfold_roster(event.pos)
        if self._handle_focus(event):
            return
        if self.log.take_search_key(event):
            if not self.is_log_open:
                self._toggle_log()
            return
        focus = self.focus
        if self._handle_floating(event) or self._handle_overview(event):
            return
        for panel in self._panels_for(event):
            if (action := panel.handle(event)) is not None:
                self.act(action)
                return
        if event.type == pygame.KEYDOWN:
            command = self.app.keymap.command(event)
            if focus is not None and focus.owns(event):
                return  # A disabled button: Enter must not answer instead.
            if command == "cancel" and focus is not None:
                self._remove_focus()
            elif command:
                self.command(command)
        else:
            self._pointer.handle(event)

    def _panels_over_board(self) -> list[CanvasPanel]:
        """Return the open log and the open roster."""
        board, open_panels = self.middle, (self.roster, *([self.log] if self.is_log_open else []))
        return [panel for panel in open_panels if panel.rect.colliderect(board)]

    def _unfold_roster(self, pos: tuple[int, int]) -> None:
        """Open a folded roster over the board while it is pointed at."""
        is_folded = self.places.roster.width < self.places.open_roster.width
        is_open = is_folded and not self.is_log_open and self.roster.rect.collidepoint(pos)
        place = self.places.open_roster if is_open else self.places.roster
        if place != self.roster.rect:
            self.roster.layout(place)

    @property
    def groups(self) -> list[Group]:
        """The groups of widgets in the order in which Tab goes through them."""
        return [panel.group for panel in self.panels if panel.rect.width and panel.rect.height]

    @property
    def focus(self) -> Widget | None:
        """The widget that has the focus, or None."""
        return next((group.focus for group in self.groups if group.focus is not None), None)

    def _remove_focus(self) -> None:
        for group in self.groups:
            group.focus_on(None)

    def _handle_focus(self, event: pygame.event.Event) -> bool:
        """Move the focus to the next panel, or by Tab. Return whether the event was such a key."""
        if event.type != pygame.KEYDOWN or any(group.engaged for group in self.groups):
            return False
        if event.key == pygame.K_TAB and (self.focus is not None or not self.has_steps):
            move_focus(self.groups, -1 if getattr(event, "mod", 0) & pygame.KMOD_SHIFT else 1)
            return True
        if self.app.keymap.command(event) == PANEL:
            focus_next_group(self.groups)
            return True
        return False

    @property
    def caret(self) -> pygame.Rect | None:
        """The caret of the search field of the log, or of another widget."""
        return self.log.group.caret or super().caret

    def _panels_for(self, event: pygame.event.Event) -> list[CanvasPanel]:
        """Return the panels that get an event.

        Pointer events: the panel under the pointer and the one before. Wheel: the panel under the pointer. Keys: the
        panel with the focus.
        """
        if event.type == pygame.MOUSEWHEEL:
            return [self._pointed_panel] if self._pointed_panel is not None else []
        if event.type not in POINTER_EVENTS:
            return [panel for panel in self.panels if panel.group.focus is not None]
        pointed = next((panel for panel in self.panels if panel.rect.collidepoint(event.pos)), None)
        previous, is_press = self._pointed_panel, event.type == pygame.MOUSEBUTTONDOWN
        self._is_holding = pointed is not None if is_press else self._is_holding and event.type != pygame.MOUSEBUTTONUP
        if not self._is_holding or is_press:
            self._pointed_panel = pointed
        if is_press and any(panel.group.focus for panel in self.panels):  # A click anywhere removes the focus.
            return self.panels
        return [panel for panel in dict.fromkeys((previous, pointed)) if panel is not None]

    def _handle_floating(self, event: pygame.event.Event) -> bool:
        """Handle an event for something over the board. Return whether it was used."""
        return False

    def point(self) -> None:
        self._pointer.point()

    def clicked(self) -> bool:
        """Handle a click on the board. Return whether it did anything. If not, dragging pans."""
        if self.ruler.on and self.selection.point is not None:
            self.ruler.click(self.selection.point, self.selection.hovered)
        elif self.selection.hovered:
            self.select(self.selection.hovered)
        return self.ruler.on or bool(self.selection.hovered)

    def released(self) -> None:
        """Handle the end of a click. Subclasses override it."""

    def turn_wheel(self, steps: int) -> bool:
        return False

    def weapon(self, mount: str) -> None:
        """Show or hide the arcs of the clicked weapon."""
        self.selection.weapons = () if self.selection.weapons == (mount,) else (mount,)
        self.selection.arcs = bool(self.selection.weapons)

    def select(self, model_id: str) -> None:
        """Show the card of another model."""
        if model_id != self.selection.selected:
            self.selection.selected, self.selection.weapons = model_id, ()

    def act(self, action: Signal) -> None:
        """Handle what a widget says. Its value is what it does."""
        self.carry_out(action.value)

    def carry_out(self, value: object) -> None:
        """Carry out a press, or call a function. Nothing else does anything."""
        if isinstance(value, Press):
            value.carry_out(self.selection)
        elif callable(value):
            value()

    def command(self, name: str) -> None:
        """Handle a command that every table has: view, arcs, ruler, names, help, Escape."""
        chosen = self.selection.model(self.acting)
        if chosen is not None and not chosen.is_on_table:  # The ship that carries it, if any.
            chosen = self.selection.model(chosen.host)
        camera = moved_view(self.board.camera, name, chosen)
        start, about = self._key_start, self.selection.selected
        if pointed := self.keys.events(name, self.board, start, about, is_fine=self.app.shift):
            for event in pointed:
                self.handle(event)
        elif camera is not None:
            self.board.camera = camera
            if name == "focus" and self.keys.point is not None and chosen is not None:
                self.keys.point = chosen.pose[:2]
        elif do := self.commands().get(name):
            do()
        self.point()

    def commands(self) -> dict[str, Callable[[], object]]:
        """Return what commands do that don't move view or pointer."""
        return {
            "fit": self.board.toggle_whole, "arcs": self._toggle_arcs, "ruler": self.ruler.toggle,
            "labels": self._toggle_labels,
            "help": lambda: self.open_rules(self.page_under_pointer()),
            BRIEFING: lambda: self.app.go(ToBriefing(self.session, self)),
            "rehearse": lambda: rehearse(self.app, self.session, self),
            BOOKMARK: lambda: ask_bookmark(self.app, self.session), "cancel": self.cancel, "log": self._toggle_log,
        }  # fmt: skip

    def _toggle_arcs(self) -> None:
        self.selection.arcs = not self.selection.arcs

    def _toggle_labels(self) -> None:
        self.app.settings.labels = not self.app.settings.labels
        self.app.write_settings()

    def ask(self, title: str, text: str, presses: Sequence[Press | None]) -> None:
        """Show a dialog with buttons that aren't answers of the game. None leaves space between two of them."""
        answers = [
            GROUP_END if press is None else (press.name, press.label, OFF if press.refusal else press.kind)
            for press in presses
        ]
        chosen = {press.name: press for press in presses if press is not None}
        key_label = self.app.keymap.key_label
        caps = {name: key_label(press.command) for name, press in chosen.items() if press.command}

        def on_answer(name: str) -> None:
            if name in chosen:
                chosen[name].carry_out(self.selection)

        self.app.ask(title, text, answers, on_answer, caps)

    @property
    def _key_start(self) -> Point | None:
        """The table point from which keys move the pointer: under the mouse if it is used, else the selected model."""
        chosen, mouse = self.selection.chosen, self.selection.point if self.keys.point is None else None
        return mouse or (chosen.pose[:2] if chosen is not None and chosen.is_on_table else None)

    def open_rules(self, page: RulePage | None) -> None:
        """Open a page of the rules. Without one, open that of the last refusal, or the contents."""
        refusal = self.selection.notice
        if refusal is not None:
            cited = rule_pages().cited_page(refusal.cited)
            page, refusal = (cited, refusal) if page in (None, cited) else (page, None)
        self.app.go(ToRules(self, self.session, page.key if page is not None else "", refusal, self.shown))

    def page_under_pointer(self) -> RulePage | None:
        """Return the page of the rules about what is under the pointer, or None. The board gives way to a refusal."""
        pages = rule_pages()
        hints = [text for panel in self.panels if (text := panel.group.hint)]
        if hints and (page := pages.cited_page(hints[0])) is not None:
            return page
        drawn = drawn_term_at(self.pointer) if not self.is_on_board(self.pointer) else None
        if drawn is not None and not self.roster.rect.collidepoint(self.pointer):
            return drawn[0]
        term = self.term_at(self.pointer)
        if (page := pages.cited_page(term) or pages.page_for(term)) is not None:
            return page
        if entries := self.log.events_at(self.pointer) if self.is_log_open else ():
            return page_of_events([entry.event for entry in entries], rulebook(self.shown))
        on_board = self.is_on_board(self.pointer) and self.selection.notice is None
        return pages.page_for(self.term_on_board()) if on_board else None

    def is_table_at(self, pos: tuple[int, int]) -> bool:
        return self.is_on_board(pos) or self.roster.rect.collidepoint(pos)

    def term_at(self, pos: tuple[int, int]) -> str:
        """Return the rule of what a panel draws at a point, its citation, or ""."""
        hint = self.hint_at(pos)
        term = self.card.term_at(pos) or self.second_card.term_at(pos)
        return term or (hint[1] if hint is not None and cites_rule(hint[1]) else "")

    def term_on_board(self) -> str:
        """Return the rule of the marker, the model, or the terrain under the pointer, or ""."""
        if (token := self.board.token_at(self.pointer)) is not None:
            return help_of(token[1], rulebook(self.shown).states)[2]
        if (badge := self.board.badge_at(self.pointer)) is not None:
            return badge[0].place
        model = self.shown.models.get(self.selection.hovered)
        if model is not None:
            kind = rulebook(self.shown).terrain.get(model.card.image) if model.card.station else None
            return kind.place if kind is not None else "Capital Ship" if model.is_capital else "Squadron"
        land = self.board.land_at(self.pointer, self.shown)
        return rulebook(self.shown).terrain[land[0].kind].place if land is not None else ""

    def cancel(self) -> None:
        """Handle Escape: close ruler or log, cancel what is unfinished, hide the arcs, or close the screen."""
        if not self._cancel_last():
            self.close()

    @property
    def takes_right_clicks(self) -> bool:
        return not self.app.is_guarding_clicks and not self.animation.running

    def right_clicked(self) -> None:
        """Do what Escape does, but never close the screen."""
        self.selection.refuse(None)
        self._cancel_last()
        self.point()

    def _cancel_last(self) -> bool:
        """Close or cancel what was begun last. Return whether there was anything."""
        if self.ruler.on:
            self.ruler.toggle()
        elif self.is_log_open:
            self._toggle_log()
        elif not self.cancel_unfinished():
            was_on, self.selection.arcs = self.selection.arcs, False
            return was_on
        return True

    def cancel_unfinished(self) -> bool:
        """Cancel what is unfinished. Return whether there was anything."""
        return False

    def close(self) -> None:
        """Close the screen on Escape, if the subclass allows that."""

    # --- Drawing ---
    def overlays(self) -> tuple[Overlay, ...]:
        return (*arc_overlays(self.selection, self.session.viewer), *self.ruler.overlays())

    def scene(self) -> Scene:
        """Return what the board shows besides the state."""
        moving, models = self.animation.running, self.shown.models
        moves_so_far = [
            Trail(path, models[model_id].base, models[model_id].side)
            for model_id, path in self.animation.gliding.items() if model_id in models
        ]  # fmt: skip
        return Scene(
            self.selection.selected,
            self.selection.hovered,
            () if moving else self.overlays(),
            dict(self.animation.poses),
            zone_areas(self.shown, self.names),
            self.app.settings.labels,
            hidden=frozenset(self.animation.gone),
            lit=self.animation.lit,
            trails=(*self._trails, *moves_so_far),
        )

    def refresh(self) -> None:
        """Update all panels."""
        state, events = self.shown, self.seen_events()
        self.roster.show(state, self.selection.selected, self.selection.hovered)
        self._show_cards(state)
        self.lay_column()
        self.log.show_remarks(self.app.settings.reasons != UNSAID)
        self.log.show_captions(self.app.settings.captions)
        self.log.show(events, state)
        self.log_line.show(self.log.last_row(LOG_LINE_WIDTH))
        self._trails = trails_of(events, state)

    def shots(self) -> Shots:
        """Return the shots of the first card at the enemy under the pointer."""
        return {}

    def _show_cards(self, state: State) -> None:
        """Show the card of the selected model, and beside it the last other one under the pointer.

        Until another one is pointed at, the second card shows the next member of a selected Formation, else the enemy
        nearest to the selected model.
        """
        selection = self.selection
        pointed = state.models.get(selection.hovered)
        model = state.models.get(selection.selected) or pointed
        weapons = selection.weapons if POINT_DEFENSE not in selection.weapons else ()
        self.card.show(state, model, weapons, self.shots())
        if model is not None and model.formation and model.id != self._carded_model:
            members = [member.id for member in state.side_models(model.side) if member.formation == model.formation]
            self._pointed_model = next(member for member in [*members, ""] if member != model.id)
        self._carded_model = model.id if model is not None else ""
        if pointed is not None and pointed is not model:
            self._pointed_model = pointed.id
        second = state.models.get(self._pointed_model)
        if second is None and model is not None and model.is_on_table:
            second = nearest_enemy(state, model)
        self.second_card.show(state, second if second is not model else None, (), {})

    @property
    def first_unseen(self) -> int | None:
        """The number of the first event that the animation hasn't shown yet, None if it has shown all."""
        return self.animation.first_unseen

    def seen_events(self) -> Sequence[LogEntry]:
        """Return the events that the screen has shown so far. The log never runs ahead of the animation."""
        events, first_unseen = self.session.events(), self.first_unseen
        if first_unseen is None:
            return events
        return events[: bisect_left(events, first_unseen, key=lambda entry: entry.n)]

    def update(self, dt: float) -> None:
        """Advance the animation. Subclasses refresh the panels afterwards."""
        self._dt = dt
        self._move_camera(dt)
        self.log.wait(dt)
        animation = self.animation
        if animation.busy and not self.mover.is_moving:
            self.dirty |= animation.running
            animation.advance(dt, self.app.settings.speed or 1.0)
            self.dirty |= not animation.busy
            if harm := animation.take_harm():
                self.shown = with_harm(self.shown, harm)

    # --- Camera ---
    @property
    def framed(self) -> str:
        """The id of the model that the camera frames, "" for none."""
        return self.shown.activation.model if self.shown.activation is not None else ""

    def _frame(self, model: Model) -> Frame:
        """Return the frame of the acting model."""
        act = self.shown.activation
        return frame_of(self.shown, model, remaining_movement(self.shown, model, act)) if act is not None else Frame(())

    def _framed_targets(self) -> list[Model]:
        """Return the enemies within the range of the acting model, else the nearest one."""
        models, acting = self.shown.models, self.shown.models.get(self.framed)
        targets = [models[target] for target in self.frame.targets if target in models and models[target].is_on_table]
        nearest = nearest_enemy(self.shown, acting) if acting is not None and acting.is_on_table else None
        return targets or [nearest] if nearest is not None else targets

    def _move_camera(self, dt: float) -> None:
        """Frame the model that acts and the next motion, unless the player holds, aims, or has moved the camera."""
        if self._is_pressed or self._pointer.dragging:
            return
        may_move = self.mover.follow()
        if self.app.settings.auto_frame:
            self._follow_action(may_move)
        if self.mover.is_moving:
            self.mover.advance(dt * (self.app.settings.speed or 1.0))
            if not self.mover.is_moving:
                self.on_camera_moved()
                self.dirty = True

    def _follow_action(self, may_move: bool) -> None:
        """Frame what acts when another model does or when it has moved, and the next motion."""
        model, path = self.shown.models.get(self.framed), self.animation.path
        motion = [(pose[:2], 1.0) for pose in path] if path is not self._moved_path else []
        self._moved_path = path
        if model is not None and self.mover.begin((self.shown.turn, model.id)):
            may_move, self._framed_at = True, None
        elif self.aimed:
            may_move = False
        if model is not None and self._framed_at != (model.host, model.pose):
            self.frame, self._framed_at = self._frame(model), (model.host, model.pose)
            if may_move:
                self.see([*self.frame.needed, *motion], disks_of(self.shown, self.frame.targets))
        elif motion and may_move:
            self.see(motion)

    def see(self, needed: Sequence[Disk], others: Sequence[Disk] | None = None) -> None:
        """Move the camera so that all disks are visible. Near enough for a model to act, if `others` isn't None."""
        settings = self.app.settings
        at_once = not settings.speed or settings.motion == STILL
        if self.mover.show(needed, others or (), is_near=others is not None, at_once=at_once):
            self.on_camera_moved()

    def on_camera_moved(self) -> None:
        """Point at what is under the pointer now."""
        self.point()

    @property
    def busy(self) -> bool:
        return self.animation.busy or self.board.busy or self.mover.is_moving or self.log.awaits_click

    @property
    def stale(self) -> bool:
        return self.dirty or self.busy or any(panel.dirty for panel in self.panels)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panels, the board, and what floats over it. The more of the board is new, the more panels wait."""
        work = self.board.work
        models = [model.id for model in self.shown.on_table()]
        self.overview.lay(self.board.camera, disks_of(self.shown, (*self.about(), *models)))
        self.drawn = self.scene()
        for place in (self.places.column, self.places.roster):
            surface.fill(GROUND, place)
        self.board.draw(surface, with_moving_terrain(self.shown, self.animation.poses), self.drawn, self._dt)
        work = self.board.work - work
        if self.framed and self.app.settings.auto_frame and not self.animation.running:
            draw_arrows(surface, self.board.camera, self._framed_targets(), self.board.occupied)
        self._draw_panels(surface, max(1 if self._has_skipped else 0, self.panels_per_frame - work))
        self._shake_base(surface)
        self.animation.draw(surface, self.board.camera, lambda: [*self.board.occupied, self.overview.rect])
        if any(self.animation.jolt):
            surface.subsurface(self.view_rect).scroll(*self.animation.jolt)
        self.overview.draw(surface, self.shown, self.board.camera)
        self.ruler.draw(surface, self.view_rect, self.pointer)
        self.draw_floating(surface)
        for panel in self._panels_over_board():
            surface.blit(self._canvas, panel.rect, panel.rect)
        self.keys.draw(surface, self.board.camera)
        self.animation.draw_lost_boxes(surface, self.places_of_box)
        self._draw_tooltip(surface)
        self.dirty = False

    def _shake_base(self, surface: pygame.Surface) -> None:
        """Shift the picture of a model that is hit."""
        model_id, shift = self.animation.tremor
        marker = self.board.markers(self.shown, self.drawn).get(model_id)
        if marker is not None and any(shift):
            base = base_rect(self.board.camera, marker.shape, marker.pose).inflate(8, 8).clip(self.view_rect)
            surface.subsurface(base).scroll(*shift)

    def places_of_box(self, box: LostBox) -> list[tuple[pygame.Rect, Color]]:
        """Return where a lost box was drawn, in the bar of the model and on its card, with its color."""
        places = [card.place_of_box(box.model, box.track, box.left) for card in (self.card, self.second_card)]
        if box.track == "structure":
            places.append(self.board.place_of_box(box.model, box.left))
        return [place for place in places if place is not None]

    def _draw_panels(self, surface: pygame.Surface, count: int) -> None:
        """Draw the panels. If many have changed, draw a number of them now and the others later.

        The question and its buttons never wait, because keys answer them. If another side looks, it doesn't see the old
        pictures: all panels are empty until they are drawn.
        """
        before, self._drawn_for = self._drawn_for, (self.viewer, self.shown.viewer)
        if before != self._drawn_for:
            self._canvas.fill(GROUND)
            for panel in self.panels:
                panel.forget_picture()
        changed = [panel for panel in self.panels if panel.dirty and not panel.is_urgent]
        changed.sort(key=lambda panel: panel not in self._waiting)
        self._waiting = changed[count:]
        self._has_skipped = count == 0 and bool(changed)
        for panel in self.panels:
            panel.keep_picture() if panel in self._waiting else panel.draw(self._canvas)
            surface.blit(self._canvas, panel.rect, panel.rect)

    def finish(self) -> None:
        self.board.finish(self.shown, self.scene())
        for panel in self.panels:
            panel.draw(self._canvas)

    def draw_floating(self, surface: pygame.Surface) -> None:
        """Draw what floats over the board. Subclasses override it."""

    @property
    def aimed(self) -> bool:
        """Whether the odds panel is visible."""
        return False

    def _draw_tooltip(self, surface: pygame.Surface) -> None:
        """Draw the tooltip of a widget, of a drawn item, of a station, or of terrain without a model.

        That of a widget in the column is left of the column, so that it covers no other answer.
        """
        is_shifted = self.keys.point is None and self._pointed_in != self.board.camera
        is_off = is_shifted or self.animation.running or self.ruler.on or self._pointer.dragging
        column = self.places.column
        if widget_tip := next((tip for panel in self.panels if (tip := panel.group.tooltip()) is not None), None):
            tooltip, near = widget_tip
            is_beside = column.contains(near)
            place = pygame.Rect(column.left, near.top, column.width, near.height) if is_beside else near
            tooltip.draw(surface, place, is_beside=is_beside)
        elif hint := self.hint_at(self.pointer):
            Tooltip.of(hint[1]).draw(surface, hint[0])
        elif not is_off and self.selection.hovered:
            self._draw_station(surface)
        elif not is_off and (land := self.board.land_at(self.pointer, self.shown)) is not None:
            explain_terrain(surface, self.shown, *land)

    def _draw_station(self, surface: pygame.Surface) -> None:
        """Draw the explanation of a station under the pointer, unless the odds panel is visible."""
        model = self.shown.models.get(self.selection.hovered)
        if model is None or not model.card.station or self.aimed:
            return
        if self.board.pick(self.pointer, self.shown) == model.id:
            rect = base_rect(self.board.camera, model.base, model.pose)
            explain_station(surface, self.shown, model, self.names, rect)

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """Return the explanation of what is drawn under a point and isn't a widget, or None."""
        hint = next((found for panel in self.panels if (found := panel.hint_at(pos)) is not None), None)
        return hint or landmark_hint(self.board, self.shown, self.names, pos)
