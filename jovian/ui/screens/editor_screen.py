"""The mouse on the table of the editor: it chooses, drags, turns and sets down pieces, and moves the view. Where
the drafts of the editor go: to files, into games, and away. The page of the scenario editor: board in the middle,
palette left, form right, what is wrong below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from jovian.cards import load_fleet, unit_cards
from jovian.cards.files import BUILTIN_SHELF
from jovian.cards.names import slug
from jovian.dice import random_seed
from jovian.editing.commands import (
    corner_added,
    corner_moved,
    corner_removed,
    corners_of,
    move_piece,
    placed_at,
    pose_of,
    rotate_piece,
    table_of,
)
from jovian.editing.draft import History, Piece, new_draft, two_fleets
from jovian.editing.files import write_draft
from jovian.editing.problems import playable
from jovian.match import Match, Setup
from jovian.rules.setup.legality import unplayable
from jovian.table import Pose
from jovian.ui.board import Board, Scene
from jovian.ui.board.board_help import explain_terrain, zone_areas
from jovian.ui.editor.change_form import Form
from jovian.ui.editor.marks import SIDES, area_at, areas, corner_at, middles, on_grid, overlays, settled_hint, to_come
from jovian.ui.editor.tool_bars import ZONES, EditorBar, Palette, ProblemBar
from jovian.ui.editor.workbench import Point, Workbench
from jovian.ui.files.paths import user_shelf
from jovian.ui.files.saves import in_name
from jovian.ui.kit.widgets import Action, Tooltip
from jovian.ui.panels.panel import Panel
from jovian.ui.questions.deploy import STEP
from jovian.ui.screens.navigation import ToBattle, ToBriefing, ToEditor, ToKeys, ToRehearsal, ToTitle, open_file
from jovian.ui.screens.screen import Host, Screen, leave
from jovian.ui.screens.table import layout_of, moved_view, scrolled_view
from jovian.ui.session.rehearsals import rehearsed_anew
from jovian.ui.session.session import Session
from jovian.ui.session.views import HUMAN

# --- mouse ---
# The mouse on the table of the editor: it chooses, drags, turns and sets down pieces, and moves the view.

STILL = 4
"""Pixels that a pressed button may move without dragging anything."""


class Mouse:
    """Turns events of the pointer over the board into changes of the draft."""

    def __init__(self, bench: Workbench, board: Board, under: Callable[[tuple[int, int]], Piece | None]) -> None:
        self.workbench, self.board, self._under = bench, board, under
        self._panned: tuple[int, int] | None = None
        """Where the view was last dragged to, None while it is not."""
        self._right = False
        self._pressed: tuple[int, int] | None = None
        self._grip: Point | None = None
        """From the pointer to the middle of what is dragged."""
        self._corner = False
        self._drags = 0

    @property
    def dragging(self) -> bool:
        """Is something dragged, the view or a piece?"""
        return self._panned is not None or self._pressed is not None

    def handle(self, event: pygame.event.Event, pointer: tuple[int, int]) -> None:
        """Take an event of the mouse; the pointer is over the board, or a button is held that was pressed there."""
        if event.type in (pygame.MOUSEWHEEL, pygame.MULTIGESTURE):
            self._scroll(event, pointer)
        elif event.type == pygame.MOUSEMOTION:
            self._motion(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (2, 3):
            self._panned, self._right = event.pos, event.button == 3
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self.let_go()

    def let_go(self) -> None:
        """No button is held any more."""
        self._panned, self._pressed, self._grip, self._corner, self._right = None, None, None, False, False
        self.workbench.doing = ""

    def _scroll(self, event: pygame.event.Event, pointer: tuple[int, int]) -> None:
        """Turn what is held, or what is in hand unless a trackpad pans; pan or zoom otherwise."""
        wheel = event.type == pygame.MOUSEWHEEL
        in_hand = self.workbench.tool is not None and not getattr(event, "pans", False)
        if wheel and (self._right or self._pressed is not None or in_hand):
            self.turn(event.y * (1 if self.workbench.shift else STEP))
            self._panned = None
        else:
            self.board.camera = scrolled_view(self.board.camera, event, pointer)

    def turn(self, degrees: int) -> None:
        """Turn what is in hand, else what is chosen."""
        bench = self.workbench
        if bench.tool is not None:
            bench.tool = bench.tool._replace(heading=(bench.tool.heading + degrees) % 360)
        elif bench.chosen is not None:
            bench.do(rotate_piece(bench.draft, bench.chosen, degrees), f"turn {bench.chosen} {self._drags}")

    def _press(self, pos: tuple[int, int]) -> None:
        bench, point = self.workbench, self.board.camera.to_table(pos)
        self._drags += 1
        if bench.tool is not None:
            bench.set_down(*on_grid(point, bench.shift))
            return
        self._pressed = pos
        if bench.chosen is not None and self._takes_corner(point):
            return
        bench.choose(self._under(pos))
        pose = self._pose() if bench.chosen is not None else None
        if pose is not None:
            self._grip = pose.x - point[0], pose.y - point[1]
        elif bench.chosen is not None and (corners := corners_of(bench.draft, bench.chosen)):
            self._grip = corners[0][0] - point[0], corners[0][1] - point[1]

    def _pose(self) -> Pose | None:
        """Where the chosen piece stands, also if that is found as it touches another."""
        bench = self.workbench
        line = bench.draft.line(bench.chosen) if bench.chosen is not None else {}
        model = bench.sketch.state.models.get(bench.sketch.ident(bench.chosen)) if line.get("touching") else None
        return model.pose if model is not None else pose_of(line)

    def _takes_corner(self, point: Point) -> bool:
        """Take a corner of the chosen piece in hand, a new one where the mark between two was pressed."""
        bench = self.workbench
        if bench.chosen is None:
            return False
        corners = corners_of(bench.draft, bench.chosen)
        number = corner_at(corners, point)
        if number is None and (between := corner_at(middles(corners), point)) is not None:
            bench.do(corner_added(bench.draft, bench.chosen, between))
            number = between + 1
        bench.corner, self._corner = number, number is not None
        return number is not None

    def _motion(self, pos: tuple[int, int]) -> None:
        if self._panned is not None:
            dx, dy = pos[0] - self._panned[0], pos[1] - self._panned[1]
            self.board.camera, self._panned = self.board.camera.panned(dx, dy), pos
        elif self._pressed is not None and self._moved(pos):
            self._drag(self.board.camera.to_table(pos))

    def _moved(self, pos: tuple[int, int]) -> bool:
        """Was it moved so far that it drags something?"""
        start = self._pressed or pos
        return bool(self.workbench.doing) or max(abs(pos[0] - start[0]), abs(pos[1] - start[1])) >= STILL

    def _drag(self, point: Point) -> None:
        bench = self.workbench
        if bench.chosen is None:
            return
        doing, fine = f"drag {bench.chosen} {self._drags}", bench.shift
        if self._corner and bench.corner is not None:
            bench.do(corner_moved(bench.draft, bench.chosen, bench.corner, on_grid(point, fine)), doing)
        elif self._grip is not None:
            goal = on_grid((point[0] + self._grip[0], point[1] + self._grip[1]), fine)
            if (pose := self._pose()) is not None and pose_of(bench.draft.line(bench.chosen)) is None:
                bench.do(placed_at(bench.draft, bench.chosen, goal), doing)
                return
            x, y = (pose.x, pose.y) if pose is not None else corners_of(bench.draft, bench.chosen)[0]
            bench.do(move_piece(bench.draft, bench.chosen, goal[0] - x, goal[1] - y), doing)

    def drop_corner(self) -> bool:
        """Take away the corner that was touched last; False if none was."""
        bench, number = self.workbench, self.workbench.corner
        if bench.chosen is None or number is None:
            return False
        bench.do(corner_removed(bench.draft, bench.chosen, number))
        bench.corner = None
        return True


# --- shelving ---
# Where the drafts of the editor go: to files, into games, and away.

SUFFIX = ".yaml"
COMPUTER = "ensign"
LOST = "If you don't save, your changes are lost."


class Shelving:
    """What the buttons and the menu of the editor do with its draft as a whole."""

    def __init__(self, app: Host, bench: Workbench, back: Screen | None) -> None:
        self.app, self.workbench, self.back = app, bench, back

    def command(self, name: str) -> None:
        """A button or a key; any other means nothing."""
        meant: dict[str, Callable[[], object]] = {
            "save": self.save, "save as": self.save_as, "open": lambda: self.after_saving(self.open),
            "play": lambda: self.play((HUMAN, COMPUTER)),
            "watch": lambda: self.play((COMPUTER, COMPUTER)), "rehearse": self.rehearse,
            "menu": self.menu,
        }  # fmt: skip
        meant.get(name, lambda: None)()

    # --- the menu ---
    def menu(self) -> None:
        """Ask what to do."""
        answers = (
            ("resume", "Keep editing", "primary"), ("save as", "Save as …", "plain"), ("open", "Open …", "plain"),
            ("new", "New", "plain"), ("title", "Leave", "danger"),
        )  # fmt: skip
        where = (
            f"It is kept in {self.workbench.path}." if self.workbench.path is not None else "It has not been saved yet."
        )
        self.app.ask(str(self.workbench.draft.data.get("name") or "Scenario"), where, answers, self._chosen)

    def _chosen(self, answer: str) -> None:
        meant: dict[str, Callable[[], object]] = {
            "save as": self.save_as, "open": lambda: self.after_saving(self.open),
            "new": lambda: self.after_saving(self.new), "title": lambda: self.after_saving(self.leave),
        }  # fmt: skip
        meant.get(answer, lambda: None)()

    def after_saving(self, then: Callable[[], object]) -> None:
        """Do something after which the draft is no longer there, as soon as that loses nothing unasked."""
        if not self.workbench.history.unsaved:
            then()
            return

        def answered(answer: str) -> None:
            if answer == "save":
                self.save(then)
            elif answer == "lose":
                then()

        answers = (("save", "Save", "primary"), ("no", "Cancel", "plain"), ("lose", "Don't save", "danger"))
        self.app.ask("Save changes to this scenario?", LOST, answers, answered)

    def leave(self) -> None:
        """Go to where the editor was opened from; nothing is kept."""
        self.app.workbench = None
        if self.back is not None:
            self.app.show(self.back)
        else:
            self.app.go(ToTitle())

    def new(self) -> None:
        """Edit an empty table."""
        self.app.go(ToEditor(fresh_bench(), self.back))

    def open(self) -> None:
        """Ask for a file, and edit it."""
        own = user_shelf().scenarios
        folder = (
            self.workbench.path.parent
            if self.workbench.path is not None
            else own
            if own.is_dir()
            else BUILTIN_SHELF.scenarios
        )
        self.app.ask_file("Open a scenario", folder, SUFFIX, "Open", self.opened)

    def opened(self, path: str) -> None:
        """Edit the file that was chosen; "" is none."""
        if path:
            open_file(self.app, Path(path), self.back)

    # --- files ---
    def save(self, then: Callable[[], object] = lambda: None) -> None:
        """Write its file, under a name that is asked for if it has none; then go on."""
        if self.workbench.path is None:
            self.save_as(then)
        else:
            self._write(self.workbench.path, then)

    def save_as(self, then: Callable[[], object] = lambda: None) -> None:
        """Ask for the name of the file first."""
        given = (
            self.workbench.path.stem
            if self.workbench.path is not None
            else slug(str(self.workbench.draft.data.get("name")))
        )

        def named(name: str) -> None:
            if name:
                path = user_shelf().scenarios / f"{slug(name) or 'scenario'}{SUFFIX}"
                self._over(path, lambda: self._write(path, then))

        self.app.ask_text("Save the scenario", "The name of its file:", given, "Save", named, in_name)

    def _over(self, path: Path, write: Callable[[], None]) -> None:
        """Ask before another file is written over."""
        if path == self.workbench.path or not path.exists():
            write()
            return
        answers = (("yes", "Write over it", "danger"), ("no", "Cancel", "plain"))
        text = f"A scenario named '{path.stem}' already exists."
        self.app.ask("Overwrite it?", text, answers, lambda answer: write() if answer == "yes" else None)

    def _write(self, path: Path, then: Callable[[], object]) -> None:
        try:
            write_draft(self.workbench.draft, path)
        except OSError as error:
            self.app.say(f"It could not be saved: {error.strerror or error}", bad=True)
            return
        self.workbench.path, self.workbench.history = path, self.workbench.history.kept()
        self.app.say(f"Saved as {path}")
        then()

    # --- games ---
    def play(self, seats: tuple[str, str]) -> None:
        """Begin a game of the draft as it stands."""
        setup = self._setup()
        if setup is not None:
            session = Session(Match(setup, keep_all=True), seats)
            leave(self.app, lambda: self.app.go(ToBriefing(session, None) if HUMAN in seats else ToBattle(session)))

    def rehearse(self) -> None:
        """Let the draft be rehearsed as it stands."""
        setup = self._setup()
        if setup is not None:
            self.app.go(ToRehearsal(rehearsed_anew(setup), self.app.screen))

    def _setup(self) -> Setup | None:
        """The set-up of the draft as it stands; why there is none is said."""
        card = playable(self.workbench.draft)
        if card is None:
            said = self.workbench.problems[0].reason if self.workbench.problems else "it cannot be read"
            self.app.say(f"This scenario can't be played: {said}", bad=True)
            return None
        fleets = tuple(load_fleet(stem) for stem in card.fleets)
        setup = Setup(card, fleets, unit_cards(), random_seed())
        for refusal in unplayable(setup):
            self.app.say(f"{refusal.reason} ({refusal.cited})", bad=True)
            return None
        return setup


def fresh_bench() -> Workbench:
    """An empty table for two ready fleets."""
    return Workbench(History((new_draft(two_fleets()),)))


# --- editor ---
# The page of the scenario editor: board in the middle, palette left, form right, what is wrong below.

ON_BOARD = ("terrain", "models", "zones")
POINTER_EVENTS = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
CORNERS = " · drag its corners, or a mark between two for another"
SCROLLED = (pygame.MOUSEWHEEL, pygame.MULTIGESTURE)
TYPED = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING)


class Editor(Screen):
    """The page on which one draft is edited; `back` is where it leads back to, None for the title."""

    def __init__(self, app: Host, bench: Workbench, back: Screen | None = None) -> None:
        super().__init__(app)
        self.workbench = app.workbench = bench
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
        places = layout_of(size)
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
        self.workbench.shift = self.app.shift
        if event.type in POINTER_EVENTS:
            self.pointer = event.pos
            self.workbench.point = self._table_point()
        if event.type in TYPED:
            self._typed(event)
        elif event.type in SCROLLED:
            self._offer(event, [panel for panel in self.panels if panel.rect.collidepoint(self.pointer)])
        elif event.type in POINTER_EVENTS:
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
        bench, camera = self.workbench, moved_view(self.board.camera, name, None)
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
            self.workbench.delete()

    def cancel(self) -> None:
        """Escape: what is in hand, then what is chosen, then the menu."""
        if self.workbench.tool is not None:
            self.workbench.tool = None
        elif self.workbench.chosen is not None:
            self.workbench.choose(None)
        else:
            self.shelving.menu()

    def under(self, pos: tuple[int, int]) -> Piece | None:
        """The piece under a pixel: a model before terrain."""
        shown = self.workbench.sketch
        ident = self.board.pick(pos, shown.state)
        if ident is None:
            found = self.board.land_at(pos, shown.state)
            ident = found[0].id if found is not None else None
        if ident is None and self.palette.open == ZONES:
            return area_at(self.workbench, self.board.camera.to_table(pos))
        return shown.piece(ident) if ident is not None else None

    # --- showing ---
    def refresh(self) -> None:
        """Hand every panel what it is to show."""
        table = table_of(self.workbench.draft)
        if table != self.board.camera.table:
            self.board.camera = self.board.camera.fit(self.board.camera.view, table)
            self.board.invalidate()
        self.top.refresh()
        self.palette.refresh()
        self.form.refresh()
        self.low.show(self._hint(), not self.mouse.dragging)

    def _hint(self) -> str:
        bench, keys = self.workbench, self.app.keymap
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
        if self.workbench.notice:
            self.app.say(self.workbench.notice)
            self.workbench.notice = ""
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
        shown = self.workbench.sketch
        chosen = shown.ident(self.workbench.chosen) if self.workbench.chosen is not None else ""
        zones = areas(self.workbench) or zone_areas(shown.state, SIDES)
        marks = (*to_come(shown.state), *overlays(self.workbench))
        return Scene(chosen, "", marks, zones=zones, labels=self.app.settings.labels)

    def draw(self, surface: pygame.Surface) -> None:
        """Panels from the canvas, the board, what explains itself under the pointer."""
        for panel in self.panels:
            panel.draw(self._canvas)
            surface.blit(self._canvas, panel.rect, panel.rect)
        self.board.draw(surface, self.workbench.sketch.state, self.scene(), self._dt)
        if (option := self.form.option_hint()) is not None:
            Tooltip.of(option[1]).draw(surface, option[0])
        tips = (tip for panel in self.panels if (tip := panel.group.tooltip()) is not None)
        if (found := next(tips, None)) is not None and not any(panel.group.spread for panel in self.panels):
            found[0].draw(surface, found[1])
        elif self.workbench.point is not None and self.workbench.tool is None and not self.mouse.dragging:
            land = self.board.land_at(self.pointer, self.workbench.sketch.state)
            if land is not None and self.workbench.sketch.piece(land[0].id) != self.workbench.chosen:
                explain_terrain(surface, self.workbench.sketch.state, *land)
            elif (
                land is None
                and (mark := settled_hint(self.board, self.workbench.sketch.state, self.pointer)) is not None
            ):
                Tooltip.of(mark[1]).draw(surface, mark[0])
        self.dirty = False
