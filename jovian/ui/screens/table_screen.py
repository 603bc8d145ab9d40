"""What battle and replay share: the board with camera and pointer, roster, card, log, phase bar, ruler and arcs."""

from __future__ import annotations

import pygame

from jovian.game import State, Terrain
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.sequence.zones import zones
from jovian.ui.board import Board, Overlay, Scene, Zone
from jovian.ui.kit.theme import px
from jovian.ui.kit.widgets import Action, Tooltip
from jovian.ui.over_the_board.reach import all_mounts, fans
from jovian.ui.over_the_board.ruler import Ruler
from jovian.ui.over_the_board.terrain_help import explain_terrain
from jovian.ui.panels.log_panel import LOWEST, LogPanel
from jovian.ui.panels.panel import Panel
from jovian.ui.panels.phase_bar import PhaseBar
from jovian.ui.panels.roster import Roster
from jovian.ui.panels.unit_card import UnitCard
from jovian.ui.playing.desk import Desk
from jovian.ui.playing.session import Session
from jovian.ui.screens.destinations import ToKeys
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.telling.animation import Animation

PAN = 60
"""Pixels that a pan key moves the view."""
ZOOM = 1.15


def side_names(session: Session) -> tuple[str, str]:
    """What the sides are called."""
    started = session.match.events.events[0]["sides"]
    return str(started[0]["name"]), str(started[1]["name"])


class TableScreen(Screen):
    """Subclasses say which controller listens and what lies at the bottom."""

    def __init__(self, app: Host, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.desk = Desk(session, app.keymap)
        self.names = side_names(session)
        values = session.match.events.events[0]["sides"]
        self.top = PhaseBar(self.names, session.match.setup.scenario.name, (values[0]["tv"], values[1]["tv"]))
        self.roster = Roster(self.names)
        self.card = UnitCard()
        self.log = LogPanel(self.names, rulebook(session.view))
        self.ruler = Ruler(self.desk)
        self.animation = Animation()
        self.shown: State = session.view
        state = self.shown
        self.board = Board((0, 0, 400, 400), (state.width, state.height))
        self.pointer = (0, 0)
        self._canvas = pygame.Surface((8, 8))
        self._dragging: tuple[int, int] | None = None
        self._right_down = False
        self._scene = Scene()
        self._dt = 1.0
        self._fitted = False
        self.middle = pygame.Rect(0, 0, 400, 400)
        """The part of the screen that the board has as long as nothing else needs it."""

    # --- layout ---
    @property
    def panels(self) -> list[Panel]:
        """All panels, the bottom one last."""
        return [self.top, self.roster, self.card, self.log, self.bottom]

    @property
    def bottom(self) -> Panel:
        """What lies below the board."""
        raise NotImplementedError

    def layout(self, size: tuple[int, int]) -> None:
        """Panels around, the board in the middle."""
        super().layout(size)
        wide, high = size
        top, low = px(46), px(84)
        left = min(px(230), wide // 5)
        right = min(px(400), wide * 3 // 10)
        self._canvas = pygame.Surface(size, 0, 32)
        self.top.layout(pygame.Rect(0, 0, wide, top))
        self.roster.layout(pygame.Rect(0, top, left, high - top - low))
        self._column = pygame.Rect(wide - right, top, right, high - top - low)
        self.bottom.layout(pygame.Rect(0, high - low, wide, low))
        self._split = (0, 0, -1)
        self._lay_column()
        view = (left, top, wide - left - right, high - top - low)
        self.middle = pygame.Rect(view)
        camera = self.board.camera
        self.board.camera = camera.shown_in(view) if self._fitted else camera.fit(view, camera.table)
        self._fitted = True
        self.board.invalidate()
        self.refresh()

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
        """Where that stands now; it is empty if there is no room."""

    def _lay_column(self) -> None:
        """Card above, log below: the card as high as it wants, the log hidden where there is no room for both."""
        column, kept = self._column, self.kept
        room, wanted = column.height - kept, self.card.wanted(self.card.model)
        split = min(room - px(150 if not kept else 90), max(px(200), wanted))
        split = split if split >= px(200) or not kept else min(room, max(px(200), wanted))
        strip = self.strip if room - split - self.strip >= px(LOWEST) else 0
        if (split, kept, strip) != self._split:
            self._split = (split, kept, strip)
            self.card.layout(pygame.Rect(column.left, column.top, column.width, split))
            self.lay_strip(pygame.Rect(column.left, column.top + split, column.width, strip))
            self.log.layout(pygame.Rect(column.left, column.top + split + strip, column.width, room - split - strip))

    # --- input ---
    def handle(self, event: pygame.event.Event) -> None:
        """Pointer first, then panels, then keys."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.pointer = event.pos
        self.dirty = True
        self.desk.shift, self.desk.ctrl = self.app.shift, self.app.ctrl
        if self._floating(event):
            return
        for panel in self.panels:
            action = panel.handle(event)
            if action is not None:
                self.act(action)
                return
        if event.type == pygame.KEYDOWN:
            command = self.app.keymap.command(event)
            if command:
                self.command(command)
        else:
            self._mouse(event)

    def _floating(self, event: pygame.event.Event) -> bool:
        """Something over the board takes it first."""
        return False

    def _mouse(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL:
            self._wheel(event.y)
        elif event.type == pygame.MOUSEMOTION:
            self._motion(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._down(event)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._up(event)

    def _wheel(self, steps: int) -> None:
        if self.view_rect.collidepoint(self.pointer):
            if self._right_down and self.turn_wheel(steps):
                self._dragging = None
            else:
                self.board.camera = self.board.camera.zoomed(self.pointer, ZOOM**steps)
        self.point()

    def _motion(self, event: pygame.event.Event) -> None:
        if self._dragging is not None:
            dx, dy = event.pos[0] - self._dragging[0], event.pos[1] - self._dragging[1]
            self.board.camera = self.board.camera.panned(dx, dy)
            self._dragging = event.pos
        self.card.hover(event.pos)
        self.point()

    def _down(self, event: pygame.event.Event) -> None:
        inside = self.view_rect.collidepoint(event.pos)
        if event.button in (2, 3) and inside:
            self._right_down = event.button == 3
            self._dragging = event.pos
        elif event.button == 1:
            self.point()
            if inside:
                self.clicked()
            elif self.card.rect.collidepoint(event.pos):
                mount = self.card.weapon_at(event.pos)
                if mount:
                    self.weapon(mount)

    def _up(self, event: pygame.event.Event) -> None:
        if event.button in (2, 3):
            self._dragging, self._right_down = None, False

    def point(self) -> None:
        """Note what lies under the pointer."""
        desk = self.desk
        if self.view_rect.collidepoint(self.pointer):
            desk.point = self.board.camera.to_table(self.pointer)
            desk.hovered = self.board.pick(self.pointer, self.shown, self._scene) or ""
        else:
            desk.point = None
            desk.hovered = self.roster.under if self.roster.rect.collidepoint(self.pointer) else ""

    def clicked(self) -> None:
        """A click on the board."""
        if self.ruler.on and self.desk.point is not None:
            self.ruler.click(self.desk.point, self.desk.hovered)
        elif self.desk.hovered:
            self.select(self.desk.hovered)

    def turn_wheel(self, steps: int) -> bool:
        """The wheel with the right button held; True if it meant something."""
        return False

    def weapon(self, mount: str) -> None:
        """A weapon of the card was clicked: its arcs are shown."""
        self.desk.weapons = () if self.desk.weapons == (mount,) else (mount,)
        self.desk.arcs = bool(self.desk.weapons)

    def select(self, ident: str) -> None:
        """Show another card."""
        if ident != self.desk.selected:
            self.desk.selected, self.desk.weapons = ident, ()

    def act(self, action: Action) -> None:
        """A widget of a panel was used."""
        if action.name == "select":
            self.select(str(action.value))
        elif action.name == "keys":
            self.command("help")
        elif action.name in ("menu", "undo"):
            self.command(action.name)

    def command(self, name: str) -> None:
        """A key."""
        camera = self.board.camera
        pans = {"pan left": (PAN, 0), "pan right": (-PAN, 0), "pan up": (0, PAN), "pan down": (0, -PAN)}
        if name in pans:
            self.board.camera = camera.panned(*pans[name])
        elif name in ("zoom in", "zoom out"):
            self.board.camera = camera.zoomed(camera.center, ZOOM if name == "zoom in" else 1 / ZOOM)
        elif name == "fit":
            self.board.camera = camera.fit(camera.view, camera.table)
        elif name == "focus" and self.desk.chosen is not None and self.desk.chosen.on_table:
            self.board.camera = camera.focused(self.desk.chosen.pose[:2])
        elif name == "arcs":
            self.desk.arcs = not self.desk.arcs
        elif name == "ruler":
            self.ruler.toggle()
        elif name == "labels":
            self.app.settings.labels = not self.app.settings.labels
        elif name == "help":
            self.app.go(ToKeys(self))
        elif name == "cancel":
            self.cancel()
        self.point()

    def cancel(self) -> None:
        """Escape: the ruler, then the arcs, then the selection."""
        if self.ruler.on:
            self.ruler.toggle()
        elif self.desk.arcs:
            self.desk.arcs = False

    # --- drawing ---
    def overlays(self) -> tuple[Overlay, ...]:
        """Arcs of the selected model where asked for, and the ruler."""
        desk = self.desk
        found: tuple[Overlay, ...] = ()
        chosen = desk.model(desk.selected)
        if desk.arcs and chosen is not None and chosen.on_table:
            style = "arc" if self.session.looker in (None, chosen.side) else "threat"
            found = fans(desk.view, chosen, desk.weapons or all_mounts(chosen), desk.under, desk.ghost, style)
        return (*found, *self.ruler.overlays())

    def zone_areas(self) -> tuple[Zone, ...]:
        """Deployment zones while anything is deployed."""
        state = self.shown
        if state.phase not in ("", "deployment"):
            return ()
        return tuple(
            Zone(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), side, f"Deployment zone · {self.names[side]}")
            for side in (0, 1) for x0, y0, x1, y1 in zones(state, side)
        )  # fmt: skip

    def scene(self) -> Scene:
        """What the board shows besides the state."""
        moving = self.animation.running
        return Scene(
            self.desk.selected, self.desk.hovered, () if moving else self.overlays(), dict(self.animation.poses),
            self.zone_areas(), self.app.settings.labels, hidden=frozenset(self.animation.gone),
        )  # fmt: skip

    def refresh(self) -> None:
        """Hand every panel what it is to show."""
        state = self.shown
        self.roster.show(state, self.desk.selected, self.desk.hovered)
        model = state.models.get(self.desk.selected) or state.models.get(self.desk.hovered)
        self.card.show(state, model, self.desk.weapons, {})
        self._lay_column()
        self.log.show(self.session.events(), state)

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
        """Anything to draw?"""
        return self.dirty or self.busy or any(panel.dirty for panel in self.panels)

    def draw(self, surface: pygame.Surface) -> None:
        """Panels from the canvas, the board, what floats over it."""
        for panel in self.panels:
            panel.draw(self._canvas)
            surface.blit(self._canvas, panel.rect, panel.rect)
        self._scene = self.scene()
        self.board.draw(surface, self._posed(), self._scene, self._dt)
        self.animation.draw(surface, self.board.camera)
        self.ruler.draw(surface, self.view_rect, self.pointer)
        self.draw_floating(surface)
        self._draw_tooltip(surface)
        self.dirty = False

    def _posed(self) -> State:
        """The shown state, with terrain where it is drawn while it moves."""
        moving = {ident: pose for ident, pose in self.animation.poses.items() if ident in self.shown.terrain}
        if not moving:
            return self.shown
        state = self.shown.clone()
        for ident, pose in moving.items():
            state.terrain[ident] = state.terrain[ident].at(pose)
        return state

    def draw_floating(self, surface: pygame.Surface) -> None:
        """What lies over the board."""

    def _draw_tooltip(self, surface: pygame.Surface) -> None:
        for panel in self.panels:
            found = panel.group.tooltip()
            if found is not None:
                found[0].draw(surface, found[1])
                return
        hint = self.hint_at(self.pointer)
        if hint is not None:
            Tooltip.of(hint[1]).draw(surface, hint[0])
        elif (land := self._land()) is not None:
            explain_terrain(surface, self.shown, *land)

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """What is to be said of what is drawn under a point, and is no widget."""
        return self.card.hint_at(pos) or self.log.hint_at(pos)

    def _land(self) -> tuple[Terrain, pygame.Rect] | None:
        """The terrain that the pointer asks about: under it, and no model over it."""
        if self.animation.running or self.desk.hovered or self.ruler.on or self._dragging is not None:
            return None
        return self.board.land_at(self.pointer, self.shown)
