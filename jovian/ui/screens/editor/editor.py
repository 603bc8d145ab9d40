"""The page of the scenario editor: board in the middle, palette left, form right, what is wrong below."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from jovian.editing.commands import table_of
from jovian.editing.corners import corners_of
from jovian.editing.draft import Piece
from jovian.ui.board import Board, Scene
from jovian.ui.editing.areas import area_at, areas
from jovian.ui.editing.bars import EditorBar, ProblemBar
from jovian.ui.editing.form import Form
from jovian.ui.editing.marks import overlays
from jovian.ui.editing.palette import ZONES, Palette
from jovian.ui.editing.to_come import SIDES, settled_hint, to_come
from jovian.ui.editing.workbench import Workbench
from jovian.ui.kit.widgets import Action, Tooltip
from jovian.ui.over_the_board.terrain_help import explain_terrain
from jovian.ui.over_the_board.zone_areas import zone_areas
from jovian.ui.panels.panel import Panel
from jovian.ui.screens.destinations import ToKeys
from jovian.ui.screens.editor.mouse import Mouse
from jovian.ui.screens.editor.shelving import Shelving
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.screens.table.column import places_in
from jovian.ui.screens.table.showing import looked

ON_BOARD = ("terrain", "models", "zones")
POINTED = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
CORNERS = " · drag its corners, or a mark between two for another"
SCROLLED = (pygame.MOUSEWHEEL, pygame.MULTIGESTURE)
TYPED = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING)


class Editor(Screen):
    """The page on which one draft is edited; `back` is where it leads back to, None for the title."""

    def __init__(self, app: Host, bench: Workbench, back: Screen | None = None) -> None:
        super().__init__(app)
        self.bench = app.bench = bench
        self.top, self.palette, self.form = EditorBar(bench), Palette(bench), Form(bench)
        self.low = ProblemBar(bench)
        self.panels: list[Panel] = [self.top, self.palette, self.form, self.low]
        self.board = Board((0, 0, 400, 400), table_of(bench.draft))
        self.mouse = Mouse(bench, self.board, self.under)
        self.shelving = Shelving(app, bench, back)
        self.pointer = (0, 0)
        self._held: Panel | None = None
        """The panel on which a button was pressed that is still held."""
        self._canvas = pygame.Surface((8, 8))
        self._dt = 1.0

    # --- layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """Panels around, the board in the middle."""
        super().layout(size)
        self._canvas = pygame.Surface(size, 0, 32)
        places = places_in(size)
        self.top.layout(places.top)
        self.palette.layout(places.left)
        self.form.layout(places.right)
        self.low.layout(places.low)
        self.board.stand_in(places.middle)
        self.refresh()

    @property
    def view_rect(self) -> pygame.Rect:
        """The board on the screen."""
        return pygame.Rect(self.board.camera.view)

    @property
    def question(self) -> tuple[object, ...]:
        """The list that is spread over a panel."""
        return tuple(panel.group.spread for panel in self.panels)

    # --- input ---
    def let_go(self) -> None:
        """Forget every button that is held on a panel or a piece."""
        for panel in self.panels:
            panel.group.let_go()
        self.mouse.let_go()
        self._held = None

    def handle(self, event: pygame.event.Event) -> None:
        """What is written goes to its field, clicks to what lies under them, other keys are commands."""
        self.dirty = True
        self.bench.shift = self.app.shift
        if event.type in POINTED:
            self.pointer = event.pos
            self.bench.point = self._table_point()
        if event.type in TYPED:
            self._typed(event)
        elif event.type in SCROLLED:
            self._offer(event, [panel for panel in self.panels if panel.rect.collidepoint(self.pointer)])
        elif event.type in POINTED:
            self._pointed(event)

    def _table_point(self) -> tuple[float, float] | None:
        over = self.view_rect.collidepoint(self.pointer)
        return self.board.camera.to_table(self.pointer) if over else None

    def _typed(self, event: pygame.event.Event) -> None:
        """Escape leaves a field; keys are commands while nothing is written and no list is spread."""
        writing = next((panel for panel in self.panels if panel.group.spread or panel.group.focus), None)
        command = self.app.keymap.command(event)
        if writing is not None and (writing.group.spread or command != "cancel"):
            self._offer(event, [writing])
        elif writing is not None:
            for widget in writing.group.widgets:
                widget.focused = False
            writing.stale = True
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_TAB:
            self.form.handle(event)
        elif command:
            self.command(command)

    def _pointed(self, event: pygame.event.Event) -> None:
        """A list that is spread takes everything; a panel keeps the button that was pressed on it."""
        spread = next((panel for panel in self.panels if panel.group.spread), None)
        under = next((panel for panel in self.panels if panel.rect.collidepoint(event.pos)), None)
        if spread is not None:
            self._offer(event, [spread])
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._held = under
            self._offer(event, self.panels)
            if under is None:
                self.mouse.handle(event, self.pointer)
        elif self.mouse.dragging or (under is None and self._held is None):
            self.mouse.handle(event, self.pointer)
            self._offer(event, self.panels)
        else:
            self._offer(event, self.panels)
        if event.type == pygame.MOUSEBUTTONUP:
            self._held = None

    def _offer(self, event: pygame.event.Event, panels: Sequence[Panel]) -> None:
        """Let panels have an event, and do what comes of it."""
        actions = [action for panel in panels if (action := panel.handle(event)) is not None]
        if not panels and event.type in SCROLLED and self.view_rect.collidepoint(self.pointer):
            self.mouse.handle(event, self.pointer)
        for action in actions:
            self.act(action)

    def act(self, action: Action) -> None:
        """A widget of a panel was used."""
        if not (self.palette.use(action) or self.form.use(action) or self.low.use(action)):
            self.command(action.name)

    def command(self, name: str) -> None:
        """A key or a button: what is done with the draft, the view, or leaves the page."""
        bench, camera = self.bench, looked(self.board.camera, name, None)
        if camera is not None:
            self.board.camera = camera
        elif name in ("left", "right"):
            self.mouse.turn((-1 if name == "left" else 1) * (1 if bench.shift else 15))
        elif name in ("undo", "redo", "copy", "delete"):
            {"undo": bench.undo, "redo": bench.redo, "copy": bench.copy, "delete": self._delete}[name]()
        elif name == "labels":
            self.app.settings.labels = not self.app.settings.labels
            self.app.write_settings()
        elif name == "help":
            self.app.go(ToKeys(self))
        elif name == "cancel":
            self.cancel()
        else:
            self.shelving.command(name)

    def _delete(self) -> None:
        """The corner that was touched last, else the chosen piece."""
        if not self.mouse.drop_corner():
            self.bench.delete()

    def cancel(self) -> None:
        """Escape: what is in hand, then what is chosen, then the menu."""
        if self.bench.tool is not None:
            self.bench.tool = None
        elif self.bench.chosen is not None:
            self.bench.choose(None)
        else:
            self.shelving.menu()

    def under(self, pos: tuple[int, int]) -> Piece | None:
        """The piece under a pixel: a model before terrain."""
        shown = self.bench.sketch
        ident = self.board.pick(pos, shown.state)
        if ident is None:
            found = self.board.land_at(pos, shown.state)
            ident = found[0].id if found is not None else None
        if ident is None and self.palette.open == ZONES:
            return area_at(self.bench, self.board.camera.to_table(pos))
        return shown.piece(ident) if ident is not None else None

    # --- showing ---
    def refresh(self) -> None:
        """Hand every panel what it is to show."""
        table = table_of(self.bench.draft)
        if table != self.board.camera.table:
            self.board.camera = self.board.camera.fit(self.board.camera.view, table)
            self.board.invalidate()
        self.top.refresh()
        self.palette.refresh()
        self.form.refresh()
        self.low.show(self._hint(), not self.mouse.dragging)

    def _hint(self) -> str:
        bench, keys = self.bench, self.app.keymap
        turn = f"{keys.shown('left')}/{keys.shown('right')} turn it (Shift: by 1°)"
        if bench.tool is not None:
            return f"Click to set it down · wheel or {turn} · {keys.shown('cancel')} puts it away"
        if bench.chosen is not None:
            more = CORNERS if corners_of(bench.draft, bench.chosen) else ""
            copy, gone = keys.shown("copy"), keys.shown("delete")
            if bench.chosen.section not in ON_BOARD:
                return f"{copy} copies · {gone} deletes · {keys.shown('cancel')} back to the scenario"
            return f"Drag to move · {turn} · {copy} copies · {gone} deletes{more}"
        where = f" · {bench.point[0]:.1f}, {bench.point[1]:.1f} inches" if bench.point is not None else ""
        return f"Click a piece, or take one from the palette{where}"

    def update(self, dt: float) -> None:
        """Show what was done."""
        self._dt = dt
        if self.bench.notice:
            self.app.say(self.bench.notice)
            self.bench.notice = ""
        if self.dirty:
            self.refresh()

    @property
    def busy(self) -> bool:
        """A sharp picture of the board is due."""
        return self.board.busy

    @property
    def stale(self) -> bool:
        """Has anything changed since it was drawn?"""
        return self.dirty or self.busy or any(panel.dirty for panel in self.panels)

    @property
    def caret(self) -> pygame.Rect | None:
        """Where something is being written."""
        return next((panel.group.caret for panel in self.panels if panel.group.caret is not None), None)

    def scene(self) -> Scene:
        """What the board shows besides the state."""
        shown = self.bench.sketch
        chosen = shown.ident(self.bench.chosen) if self.bench.chosen is not None else ""
        zones = areas(self.bench) or zone_areas(shown.state, SIDES)
        marks = (*to_come(shown.state), *overlays(self.bench))
        return Scene(chosen, "", marks, zones=zones, labels=self.app.settings.labels)

    def draw(self, surface: pygame.Surface) -> None:
        """Panels from the canvas, the board, what explains itself under the pointer."""
        for panel in self.panels:
            panel.draw(self._canvas)
            surface.blit(self._canvas, panel.rect, panel.rect)
        self.board.draw(surface, self.bench.sketch.state, self.scene(), self._dt)
        if (option := self.form.option_hint()) is not None:
            Tooltip.of(option[1]).draw(surface, option[0])
        tips = (tip for panel in self.panels if (tip := panel.group.tooltip()) is not None)
        if (found := next(tips, None)) is not None and not any(panel.group.spread for panel in self.panels):
            found[0].draw(surface, found[1])
        elif self.bench.point is not None and self.bench.tool is None and not self.mouse.dragging:
            land = self.board.land_at(self.pointer, self.bench.sketch.state)
            if land is not None and self.bench.sketch.piece(land[0].id) != self.bench.chosen:
                explain_terrain(surface, self.bench.sketch.state, *land)
            elif land is None and (mark := settled_hint(self.board, self.bench.sketch.state, self.pointer)) is not None:
                Tooltip.of(mark[1]).draw(surface, mark[0])
        self.dirty = False
