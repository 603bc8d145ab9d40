"""What all screens with a table share."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

import pygame

from jovian.game import LogEntry, Model, State
from jovian.game.events import Started
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Pose
from jovian.ui.board import Board, Camera, Overlay, Scene
from jovian.ui.board.board_help import (
    Ruler,
    all_mounts,
    explain_station,
    explain_terrain,
    fans,
    landmark_hint,
    zone_areas,
)
from jovian.ui.board.sprites import base_rect
from jovian.ui.files.settings import UNSAID
from jovian.ui.kit.theme import px
from jovian.ui.kit.widgets import Action, Tooltip
from jovian.ui.panels.bars import PhaseBar
from jovian.ui.panels.log_panel import LOWEST, LogPanel
from jovian.ui.panels.objectives_panel import BRIEFING, Objectives
from jovian.ui.panels.panel import Panel
from jovian.ui.panels.roster import Roster
from jovian.ui.panels.unit_card import UnitCard
from jovian.ui.presentation.animation import Animation
from jovian.ui.screens.navigation import ToBriefing, ToKeys, rehearse
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.session.session import Session
from jovian.ui.session.table_selection import TableSelection

# --- showing ---
# What a table shows besides its panels: the view that keys move, arcs, terrain on its way.

PAN = 60
"""Pixels that a pan key moves the view."""
ZOOM = 1.15
"""The factor of a step of the wheel or of a zoom key."""
SCROLL = 30
"""Pixels that the view moves per step of a trackpad."""
PINCH, STILL = 5.0, 0.002
"""The zoom per unit of a pinch, and the pinch below which fingers only move side by side."""
_PANS = {"pan left": (PAN, 0), "pan right": (-PAN, 0), "pan up": (0, PAN), "pan down": (0, -PAN)}


def looked(camera: Camera, command: str, chosen: Model | None) -> Camera | None:
    """The view after a command that is about it, None for any other."""
    if command in _PANS:
        return camera.panned(*_PANS[command])
    if command in ("zoom in", "zoom out"):
        return camera.zoomed(camera.center, ZOOM if command == "zoom in" else 1 / ZOOM)
    if command == "fit":
        return camera.fit(camera.view, camera.table)
    if command == "focus" and chosen is not None and chosen.on_table:
        return camera.focused(chosen.pose[:2])
    return None


def scrolled(camera: Camera, event: pygame.event.Event, pointer: tuple[int, int]) -> Camera:
    """Return the view after a wheel, two fingers on a trackpad, or a pinch, which zooms at the pointer."""
    if event.type == pygame.MULTIGESTURE:
        pinch = event.pinched if abs(event.pinched) >= STILL else 0.0
        return camera.zoomed(pointer, max(0.5, 1 + PINCH * pinch)) if pinch else camera
    x, y = getattr(event, "precise_x", float(event.x)), getattr(event, "precise_y", float(event.y))
    if getattr(event, "pans", False):
        return camera.panned(-x * SCROLL, y * SCROLL)
    return camera.zoomed(pointer, ZOOM**y) if y else camera


def on_its_way(state: State, poses: Mapping[str, Pose]) -> State:
    """A state with its terrain where it is drawn while it moves."""
    moving = {ident: pose for ident, pose in poses.items() if ident in state.terrain}
    if not moving:
        return state
    shown = state.clone()
    for ident, pose in moving.items():
        shown.terrain[ident] = shown.terrain[ident].at(pose)
    return shown


def arcs_of(desk: TableSelection, looker: int | None) -> tuple[Overlay, ...]:
    """The arcs of the selected model where they are asked for, by a side or by nobody (None)."""
    chosen = desk.model(desk.selected)
    if not desk.arcs or chosen is None or not chosen.on_table:
        return ()
    style = "arc" if looker in (None, chosen.side) else "threat"
    return fans(desk.view, chosen, desk.weapons or all_mounts(chosen), desk.under, desk.ghost, style)


# --- column ---
# Where panels stand around a table; the right column: card above, log below, a strip between them.


class Places(NamedTuple):
    """The parts of a screen with a table."""

    top: pygame.Rect
    left: pygame.Rect
    middle: pygame.Rect
    """The board."""
    right: pygame.Rect
    low: pygame.Rect


def places_in(size: tuple[int, int]) -> Places:
    """The parts of a screen of that size."""
    wide, high = size
    top, low = px(46), px(84)
    left, right, tall = min(px(230), wide // 5), min(px(400), wide * 3 // 10), high - top - low
    return Places(
        pygame.Rect(0, 0, wide, top), pygame.Rect(0, top, left, tall),
        pygame.Rect(left, top, wide - left - right, tall), pygame.Rect(wide - right, top, right, tall),
        pygame.Rect(0, high - low, wide, low),
    )  # fmt: skip


class Column:
    """Lays them anew only when something has changed; `lay_strip` is told where the strip stands."""

    def __init__(self, card: UnitCard, log: LogPanel, lay_strip: Callable[[pygame.Rect], None]) -> None:
        self.card, self.log = card, log
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._lay_strip = lay_strip
        self._split = (0, 0, -1)

    def layout(self, rect: pygame.Rect) -> None:
        """Give it another place; what stands in it is to be laid afterwards."""
        self.rect, self._split = rect, (0, 0, -1)

    def lay(self, kept: int, wanted: int) -> None:
        """The card as high as it wants, the log hidden where there is no room for both.

        `kept` are the pixels at the bottom that something else has, `wanted` those that the strip would like.
        """
        rect, room, high = self.rect, self.rect.height - kept, self.card.wanted(self.card.model)
        split = min(room - px(150 if not kept else 90), max(px(200), high))
        split = split if split >= px(200) or not kept else min(room, max(px(200), high))
        strip = wanted if room - split - wanted >= px(LOWEST) else 0
        if (split, kept, strip) != self._split:
            self._split = (split, kept, strip)
            self.card.layout(pygame.Rect(rect.left, rect.top, rect.width, split))
            self._lay_strip(pygame.Rect(rect.left, rect.top + split, rect.width, strip))
            self.log.layout(pygame.Rect(rect.left, rect.top + split + strip, rect.width, room - split - strip))


# --- pointing ---
# The pointer on a table: it drags and zooms the view, clicks on board and card, and lies over something.


class Pointed(Protocol):
    """The table that is pointed at."""

    board: Board
    card: UnitCard
    selection: TableSelection
    roster: Roster
    shown: State
    pointer: tuple[int, int]

    @property
    def view_rect(self) -> pygame.Rect:
        """The board on the screen."""

    @property
    def drawn(self) -> Scene:
        """What was drawn last."""

    def clicked(self) -> None:
        """A click on the board."""

    def turn_wheel(self, steps: int) -> bool:
        """The wheel with the right button held; True if it meant something."""

    def weapon(self, mount: str) -> None:
        """A weapon of the card was clicked."""


class Pointing:
    """Turns events of the pointer into clicks, drags and zooms of a table."""

    def __init__(self, table: Pointed) -> None:
        self._table = table
        self._at: tuple[int, int] | None = None
        """Where the view was last dragged to, None while it is not."""
        self._right = False

    @property
    def dragging(self) -> bool:
        """Is the view dragged?"""
        return self._at is not None

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event of the mouse."""
        if event.type in (pygame.MOUSEWHEEL, pygame.MULTIGESTURE):
            self._scroll(event)
        elif event.type == pygame.MOUSEMOTION:
            self._motion(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._down(event)
        elif event.type == pygame.MOUSEBUTTONUP and event.button in (2, 3):
            self.let_go()

    def let_go(self) -> None:
        """No button is held any more."""
        self._at, self._right = None, False

    def _scroll(self, event: pygame.event.Event) -> None:
        """Turn what is in hand while the right button is held; pan or zoom otherwise."""
        table, steps = self._table, event.y if event.type == pygame.MOUSEWHEEL else 0
        if table.view_rect.collidepoint(table.pointer):
            if self._right and steps and table.turn_wheel(steps):
                self._at = None
            else:
                table.board.camera = scrolled(table.board.camera, event, table.pointer)
        self.point()

    def _motion(self, event: pygame.event.Event) -> None:
        table = self._table
        if self._at is not None:
            dx, dy = event.pos[0] - self._at[0], event.pos[1] - self._at[1]
            table.board.camera = table.board.camera.panned(dx, dy)
            self._at = event.pos
        table.card.hover(event.pos)
        self.point()

    def _down(self, event: pygame.event.Event) -> None:
        table = self._table
        inside = table.view_rect.collidepoint(event.pos)
        if event.button in (2, 3) and inside:
            self._at, self._right = event.pos, event.button == 3
        elif event.button == 1:
            self.point()
            mount = table.card.weapon_at(event.pos) if table.card.rect.collidepoint(event.pos) else ""
            if inside:
                table.clicked()
            elif mount:
                table.weapon(mount)

    def point(self) -> None:
        """Note what lies under the pointer."""
        table, desk = self._table, self._table.selection
        if table.view_rect.collidepoint(table.pointer):
            desk.point = table.board.camera.to_table(table.pointer)
            desk.hovered = table.board.pick(table.pointer, table.shown, table.drawn) or ""
        else:
            desk.point = None
            desk.hovered = table.roster.under if table.roster.rect.collidepoint(table.pointer) else ""


# --- table screen ---
# What battle and replay share: the board with camera and pointer, the panels around it, ruler and arcs.

POINTED = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
"""Events of the pointer that say where it is."""


class TableScreen(Screen):
    """Subclasses say which controller listens and what lies at the bottom."""

    coached = False
    """May a coach be asked?"""

    def __init__(self, app: Host, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.selection = TableSelection(session, app.keymap)
        one, two = next(session.match.events.of(Started)).sides
        self.names = (one.name, two.name)
        setup = session.match.setup
        self.top = PhaseBar(self.names, setup.scenario.name, (one.tv, two.tv), setup.options, coached=self.coached)
        self.roster, self.card = Roster(self.names), UnitCard()
        self.objectives = Objectives(self.names, app.keymap.shown(BRIEFING))
        self.log = LogPanel(self.names, rulebook(session.view))
        self.column = Column(self.card, self.log, self.lay_strip)
        self.panels: list[Panel] = [self.top, self.roster, self.objectives, self.card, self.log, self.bottom]
        self._touched: Panel | None = None
        """The panel that the pointer is on, or that is held by a pressed button."""
        self._held = self._tabbed = False
        """Is a button held that was pressed on a panel? Has Tab given a widget the focus?"""
        self.ruler, self.animation = Ruler(self.selection), Animation(self.names)
        self.shown: State = session.view
        self.board = Board((0, 0, 400, 400), (self.shown.width, self.shown.height))
        self.pointer, self._pointing = (0, 0), Pointing(self)
        self._canvas = pygame.Surface((8, 8))
        self.drawn = Scene()
        """What was drawn last."""
        self._dt = 1.0
        self._left = pygame.Rect(0, 0, 230, 400)
        """The column of roster and objectives."""
        self.middle = pygame.Rect(0, 0, 400, 400)
        """The part of the screen that the board has as long as nothing else needs it."""

    # --- layout ---
    @property
    def bottom(self) -> Panel:
        """What lies below the board."""
        raise NotImplementedError

    def layout(self, size: tuple[int, int]) -> None:
        """Panels around, the board in the middle."""
        super().layout(size)
        self._canvas = pygame.Surface(size, 0, 32)
        places = places_in(size)
        self.top.layout(places.top)
        self.bottom.layout(places.low)
        self._left = places.left
        self.objectives.take(self.shown)
        self.lay_left()
        self.column.layout(places.right)
        self.lay_column()
        self.middle = places.middle
        self.board.stand_in(self.middle)
        self.refresh()

    @property
    def corner(self) -> tuple[int, int] | None:
        """Where a word about a rehearsal may stand: over the board, above its inches."""
        return self.middle.left + px(10), self.middle.top + px(4)

    @property
    def eyes(self) -> int | None:
        """The side that looks."""
        return self.session.looker

    @property
    def view_rect(self) -> pygame.Rect:
        """The board on the screen."""
        return pygame.Rect(self.board.camera.view)

    @property
    def kept(self) -> int:
        """The pixels at the bottom of the column that are kept for something else."""
        return 0

    @property
    def strip(self) -> int:
        """The pixels between card and log that something else would like."""
        return 0

    def lay_strip(self, rect: pygame.Rect) -> None:
        """Take the place of that strip, which is empty if there is no room."""

    def lay_column(self) -> None:
        """Card above, log below, in what is left of the column."""
        self.column.lay(self.kept, self.strip)

    def lay_left(self) -> None:
        """Roster above, objectives below."""
        area = self._left.copy()
        high = self.objectives.wanted(area.height, area.width)
        area.height -= high
        self.roster.layout(area)
        self.objectives.layout(pygame.Rect(area.left, area.bottom, area.width, high))

    # --- input ---
    def let_go(self) -> None:
        """Forget every button that is held on a panel or the board."""
        super().let_go()
        for panel in self.panels:
            panel.group.let_go()
        self._pointing.let_go()
        self._held = False

    def handle(self, event: pygame.event.Event) -> None:
        """What floats over the board first, then panels, then keys or the board."""
        if event.type in POINTED:
            self.pointer = event.pos
        self.dirty = True
        self.selection.shift, self.selection.ctrl = self.app.shift, self.app.ctrl
        if self._floating(event):
            return
        for panel in self._reached(event):
            if (action := panel.handle(event)) is not None:
                self.act(action)
                return
        if event.type == pygame.KEYDOWN:
            command = self.app.keymap.command(event)
            if command:
                self.command(command)
        else:
            self._pointing.handle(event)

    def _reached(self, event: pygame.event.Event) -> list[Panel]:
        """The panels that an event is for: of the pointer's the one under it and the one that it was on before, of the
        wheel's the one under it, of the keys' none before Tab has given a widget the focus.
        """
        if event.type == pygame.MOUSEWHEEL:
            return [self._touched] if self._touched is not None else []
        if event.type not in POINTED:
            self._tabbed |= event.type == pygame.KEYDOWN and event.key == pygame.K_TAB
            return self.panels if self._tabbed else []
        under = next((panel for panel in self.panels if panel.rect.collidepoint(event.pos)), None)
        before, pressed = self._touched, event.type == pygame.MOUSEBUTTONDOWN
        self._held = under is not None if pressed else self._held and event.type != pygame.MOUSEBUTTONUP
        if not self._held or pressed:
            self._touched = under
        if pressed and self._tabbed:  # a click anywhere takes the focus away
            self._tabbed = False
            return self.panels
        return [panel for panel in dict.fromkeys((before, under)) if panel is not None]

    def _floating(self, event: pygame.event.Event) -> bool:
        """Something over the board takes it first."""
        return False

    def point(self) -> None:
        """Note what lies under the pointer."""
        self._pointing.point()

    def clicked(self) -> None:
        """A click on the board."""
        if self.ruler.on and self.selection.point is not None:
            self.ruler.click(self.selection.point, self.selection.hovered)
        elif self.selection.hovered:
            self.select(self.selection.hovered)

    def turn_wheel(self, steps: int) -> bool:
        """The wheel with the right button held; True if it meant something."""
        return False

    def weapon(self, mount: str) -> None:
        """A weapon of the card was clicked: its arcs are shown."""
        self.selection.weapons = () if self.selection.weapons == (mount,) else (mount,)
        self.selection.arcs = bool(self.selection.weapons)

    def select(self, ident: str) -> None:
        """Show the card of another model."""
        if ident != self.selection.selected:
            self.selection.selected, self.selection.weapons = ident, ()

    def act(self, action: Action) -> None:
        """A widget of a panel was used."""
        if action.name == "select":
            self.select(str(action.value))
        elif action.name in ("keys", "menu", "undo", "coach", BRIEFING):
            self.command("help" if action.name == "keys" else action.name)

    def command(self, name: str) -> None:
        """A command of the keymap that every table has: view, arcs, ruler, names, help, Escape."""
        camera = looked(self.board.camera, name, self.selection.chosen)
        if camera is not None:
            self.board.camera = camera
        elif name == "arcs":
            self.selection.arcs = not self.selection.arcs
        elif name == "ruler":
            self.ruler.toggle()
        elif name == "labels":
            self.app.settings.labels = not self.app.settings.labels
            self.app.write_settings()
        elif name == "help":
            self.app.go(ToKeys(self))
        elif name == BRIEFING:
            self.app.go(ToBriefing(self.session, self))
        elif name == "rehearse":
            rehearse(self.app, self.session, self)
        elif name == "cancel":
            self.cancel()
        self.point()

    def cancel(self) -> None:
        """Escape: puts the ruler away, else calls off what is in hand, else hides the arcs, else closes what it may."""
        if self.ruler.on:
            self.ruler.toggle()
        elif self.called_off():
            return
        elif self.selection.arcs:
            self.selection.arcs = False
        else:
            self.close()

    def called_off(self) -> bool:
        """Call off what is in hand; True if there was anything."""
        return False

    def close(self) -> None:
        """What Escape does when nothing else is left for it: nothing, unless a subclass leaves."""

    # --- drawing ---
    def overlays(self) -> tuple[Overlay, ...]:
        """Arcs of the selected model where asked for, and the ruler."""
        return (*arcs_of(self.selection, self.session.looker), *self.ruler.overlays())

    def scene(self) -> Scene:
        """What the board shows besides the state."""
        moving = self.animation.running
        return Scene(
            self.selection.selected,
            self.selection.hovered,
            () if moving else self.overlays(),
            dict(self.animation.poses),
            zone_areas(self.shown, self.names),
            self.app.settings.labels,
            hidden=frozenset(self.animation.gone),
        )

    def refresh(self) -> None:
        """Hand every panel what it is to show."""
        state = self.shown
        self.objectives.take(state)
        if self.objectives.wanted(*self._left.size[::-1]) != self.objectives.rect.height:
            self.lay_left()
        self.roster.show(state, self.selection.selected, self.selection.hovered)
        model = state.models.get(self.selection.selected) or state.models.get(self.selection.hovered)
        self.card.show(state, model, self.selection.weapons, {})
        self.lay_column()
        self.log.show_remarks(self.app.settings.reasons != UNSAID)
        self.log.show(self.seen_events(), state)

    @property
    def first_unseen(self) -> int | None:
        """The number of the first event that the animation has still to show; None if it has shown all of them."""
        return self.animation.first_unseen

    def seen_events(self) -> Sequence[LogEntry]:
        """Return the events that the screen has shown so far: the log never runs ahead of the animation."""
        events, first_unseen = self.session.events(), self.first_unseen
        if first_unseen is None:
            return events
        return events[: bisect_left(events, first_unseen, key=lambda entry: entry.n)]

    def update(self, dt: float) -> None:
        """Let the animation live; subclasses refresh the panels after their part."""
        self._dt = dt
        if self.animation.running:
            self.animation.advance(dt * (self.app.settings.speed or 1.0))
            self.dirty = True

    @property
    def busy(self) -> bool:
        """Something moves, or a sharp picture is due."""
        return self.animation.running or self.board.busy

    @property
    def stale(self) -> bool:
        """Has anything changed since it was drawn?"""
        return self.dirty or self.busy or any(panel.dirty for panel in self.panels)

    def draw(self, surface: pygame.Surface) -> None:
        """Panels from the canvas, the board, what floats over it."""
        for panel in self.panels:
            panel.draw(self._canvas)
            surface.blit(self._canvas, panel.rect, panel.rect)
        self.drawn = self.scene()
        self.board.draw(surface, on_its_way(self.shown, self.animation.poses), self.drawn, self._dt)
        self.animation.draw(surface, self.board.camera)
        self.ruler.draw(surface, self.view_rect, self.pointer)
        self.draw_floating(surface)
        self._draw_tooltip(surface)
        self.dirty = False

    def draw_floating(self, surface: pygame.Surface) -> None:
        """Draw what floats over the board: nothing, unless a subclass has something."""

    @property
    def aimed(self) -> bool:
        """Are the numbers of a shot shown beside the pointer?"""
        return False

    def _draw_tooltip(self, surface: pygame.Surface) -> None:
        """Of a widget, of what is drawn, of a station, else of the terrain under the pointer where no model is."""
        away = self.animation.running or self.ruler.on or self._pointing.dragging
        if found := next((tip for panel in self.panels if (tip := panel.group.tooltip()) is not None), None):
            found[0].draw(surface, found[1])
        elif hint := self.hint_at(self.pointer):
            Tooltip.of(hint[1]).draw(surface, hint[0])
        elif not away and self.selection.hovered:
            self._draw_station(surface)
        elif not away and (land := self.board.land_at(self.pointer, self.shown)) is not None:
            explain_terrain(surface, self.shown, *land)

    def _draw_station(self, surface: pygame.Surface) -> None:
        """What a station under the pointer is, unless a shot at it is told of."""
        model = self.shown.models.get(self.selection.hovered)
        if model is None or not model.card.station or self.aimed:
            return
        if self.board.pick(self.pointer, self.shown) == model.id:
            rect = base_rect(self.board.camera, model.base, model.pose)
            explain_station(surface, self.shown, model, self.names, rect)

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """What is to be said of what is drawn under a point, and is no widget."""
        found = self.card.hint_at(pos) or self.log.hint_at(pos) or self.objectives.hint_at(pos)
        return found or landmark_hint(self.board, self.shown, self.names, pos)
