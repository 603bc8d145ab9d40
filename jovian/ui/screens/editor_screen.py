"""The screen of the scenario editor: the board in the middle, the palette on the left, the form on the right, and
the problems below.

It also has the mouse on the board, and the commands that save, open, and play a draft.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pygame

from jovian.cards import load_fleet, unit_cards
from jovian.cards.files import BUILTIN_SHELF
from jovian.cards.names import slug
from jovian.dice import random_seed
from jovian.editing.commands import (
    add_corner,
    corners_of,
    move_corner,
    move_piece,
    placed_at,
    pose_of,
    remove_corner,
    rotate_piece,
    table_of,
)
from jovian.editing.draft import History, Piece, new_draft, two_fleets
from jovian.editing.files import write_draft
from jovian.editing.labels import side_labels
from jovian.editing.problems import playable
from jovian.match import Match, Setup
from jovian.rules.setup.legality import find_setup_problems
from jovian.session.session import Session
from jovian.session.views import HUMAN
from jovian.table import Pose
from jovian.ui.board import Board, Scene
from jovian.ui.board.board_help import terrain_tooltip, zone_areas
from jovian.ui.editor.change_form import EditorForm
from jovian.ui.editor.marks import (
    corner_at,
    drawn_zones,
    edge_middles,
    on_grid,
    overlays,
    settled_hint,
    undecided_parts,
    zone_at,
)
from jovian.ui.editor.tool_bars import ZONES, PalettePanel, ProblemBar, draw_ground, history_buttons
from jovian.ui.editor.workbench import Point, Workbench
from jovian.ui.kit.boxes import NOWHERE, Box, button, column, item, line, row, space
from jovian.ui.kit.theme import TEXT_FAINT, px
from jovian.ui.kit.widgets import Signal, Tooltip, Widget
from jovian.ui.questions.deploy import STEP
from jovian.ui.screens.form_page import FormPage
from jovian.ui.screens.navigation import ToBattle, ToBriefing, ToEditor, ToRehearsal, ToRules, ToTitle, open_file
from jovian.ui.screens.screen import Host, Screen, leave
from jovian.ui.screens.table import (
    LOW_HEIGHT,
    POINTER_EVENTS,
    KeyPointer,
    moved_view,
    scrolled_view,
)
from jovian.ui.session.rehearsals import new_position
from jovian.user_files.paths import user_shelf
from jovian.user_files.saves import in_name

PALETTE, MIN_FORM, MAX_FORM = 0.165, 0.3, 760
"""The shares of the palette and the form in the window's width, and the greatest width of a form."""
TOP_HEIGHT = 40
"""The height of the bar above the board."""

# --- Mouse ---

DRAG_PIXELS = 4
"""Pixels that the mouse may move with a held button before it drags anything."""


class Mouse:
    """Turns mouse events over the board into changes of the draft: choosing, dragging, turning, and placing pieces."""

    def __init__(self, workbench: Workbench, board: Board, under: Callable[[tuple[int, int]], Piece | None]) -> None:
        self.workbench, self.board, self._under = workbench, board, under
        self._panned_to: tuple[int, int] | None = None
        """Where the view was last dragged to, None if it isn't being dragged."""
        self._right = False
        self._pressed_at: tuple[int, int] | None = None
        self._grip_offset: Point | None = None
        """The offset from the pointer to the middle of the dragged piece."""
        self._has_corner = False
        self._drag_count = 0

    @property
    def dragging(self) -> bool:
        """Whether the view or a piece is being dragged."""
        return self._panned_to is not None or self._pressed_at is not None

    def handle(self, event: pygame.event.Event, pointer: tuple[int, int]) -> None:
        """Handle a mouse event over the board, or while a button is held that was pressed there."""
        if event.type in (pygame.MOUSEWHEEL, pygame.MULTIGESTURE):
            self._scroll(event, pointer)
        elif event.type == pygame.MOUSEMOTION:
            self._motion(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (2, 3):
            self._panned_to, self._right = event.pos, event.button == 3
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self.let_go()

    def drag_button(self, pos: tuple[int, int]) -> int:
        """Return the button that drags what is at a point: the left one for a piece or a corner, else for the view."""
        workbench, point = self.workbench, self.board.camera.to_table(pos)
        corners = corners_of(workbench.draft, workbench.chosen) if workbench.chosen is not None else []
        is_corner = any(corner_at(places, point) is not None for places in (corners, edge_middles(corners)))
        is_piece = workbench.tool is None and (is_corner or self._under(pos) is not None)
        return pygame.BUTTON_LEFT if is_piece else pygame.BUTTON_MIDDLE

    def let_go(self) -> None:
        """Forget held buttons."""
        self._panned_to, self._pressed_at, self._grip_offset, self._has_corner, self._right = (
            None,
            None,
            None,
            False,
            False,
        )
        self.workbench.change_key = ""

    def _scroll(self, event: pygame.event.Event, pointer: tuple[int, int]) -> None:
        """Turn the held or chosen piece, or the tool unless a trackpad pans. Otherwise pan or zoom."""
        is_wheel = event.type == pygame.MOUSEWHEEL
        has_tool = self.workbench.tool is not None and not getattr(event, "pans", False)
        if is_wheel and (self._right or self._pressed_at is not None or has_tool):
            self.turn(event.y * (1 if self.workbench.shift else STEP))
            self._panned_to = None
        else:
            self.board.camera = scrolled_view(self.board.camera, event, pointer)

    def turn(self, degrees: int) -> None:
        """Turn the tool, else the chosen piece."""
        workbench = self.workbench
        if workbench.tool is not None:
            workbench.tool = replace(workbench.tool, heading=(workbench.tool.heading + degrees) % 360)
        elif workbench.chosen is not None:
            workbench.apply(
                rotate_piece(workbench.draft, workbench.chosen, degrees), f"turn {workbench.chosen} {self._drag_count}"
            )

    def _press(self, pos: tuple[int, int]) -> None:
        workbench, point = self.workbench, self.board.camera.to_table(pos)
        self._drag_count += 1
        if workbench.tool is not None:
            workbench.place_tool(*on_grid(point, workbench.shift))
            return
        self._pressed_at = pos
        if workbench.chosen is not None and self._take_corner(point):
            return
        workbench.choose(self._under(pos))
        pose = self._pose() if workbench.chosen is not None else None
        if pose is not None:
            self._grip_offset = pose.x - point[0], pose.y - point[1]
        elif workbench.chosen is not None and (corners := corners_of(workbench.draft, workbench.chosen)):
            self._grip_offset = corners[0][0] - point[0], corners[0][1] - point[1]

    def _pose(self) -> Pose | None:
        """Return the pose of the chosen piece, also if its contact with another piece defines it."""
        workbench = self.workbench
        line = workbench.draft.line(workbench.chosen) if workbench.chosen is not None else {}
        model = (
            workbench.sketch.state.models.get(workbench.sketch.piece_id(workbench.chosen))
            if line.get("touching")
            else None
        )
        return model.pose if model is not None else pose_of(line)

    def _take_corner(self, point: Point) -> bool:
        """Take the corner of the chosen piece at a point, or add one at a mark between two. Return whether there is
        one.
        """
        workbench = self.workbench
        if workbench.chosen is None:
            return False
        corners = corners_of(workbench.draft, workbench.chosen)
        number = corner_at(corners, point)
        if number is None and (between := corner_at(edge_middles(corners), point)) is not None:
            workbench.apply(add_corner(workbench.draft, workbench.chosen, between))
            number = between + 1
        workbench.corner, self._has_corner = number, number is not None
        return number is not None

    def _motion(self, pos: tuple[int, int]) -> None:
        if self._panned_to is not None:
            dx, dy = pos[0] - self._panned_to[0], pos[1] - self._panned_to[1]
            self.board.camera, self._panned_to = self.board.camera.panned(dx, dy), pos
        elif self._pressed_at is not None and self._has_moved(pos):
            self._drag(self.board.camera.to_table(pos))

    def _has_moved(self, pos: tuple[int, int]) -> bool:
        """Return whether the mouse has moved far enough to drag."""
        start = self._pressed_at or pos
        return bool(self.workbench.change_key) or max(abs(pos[0] - start[0]), abs(pos[1] - start[1])) >= DRAG_PIXELS

    def _drag(self, point: Point) -> None:
        workbench = self.workbench
        if workbench.chosen is None:
            return
        change_key, is_fine = f"drag {workbench.chosen} {self._drag_count}", workbench.shift
        if self._has_corner and workbench.corner is not None:
            workbench.apply(
                move_corner(workbench.draft, workbench.chosen, workbench.corner, on_grid(point, is_fine)), change_key
            )
        elif self._grip_offset is not None:
            goal = on_grid((point[0] + self._grip_offset[0], point[1] + self._grip_offset[1]), is_fine)
            if (pose := self._pose()) is not None and pose_of(workbench.draft.line(workbench.chosen)) is None:
                workbench.apply(placed_at(workbench.draft, workbench.chosen, goal), change_key)
                return
            x, y = (pose.x, pose.y) if pose is not None else corners_of(workbench.draft, workbench.chosen)[0]
            workbench.apply(move_piece(workbench.draft, workbench.chosen, goal[0] - x, goal[1] - y), change_key)

    def drop_corner(self) -> bool:
        """Remove the corner touched last. Return whether there was one."""
        workbench, number = self.workbench, self.workbench.corner
        if workbench.chosen is None or number is None:
            return False
        workbench.apply(remove_corner(workbench.draft, workbench.chosen, number))
        workbench.corner = None
        return True


# --- Commands for the draft ---

SUFFIX = ".yaml"
COMPUTER = "ensign"
UNSAVED_TEXT = "If you don't save, your changes are lost."


class DraftCommands:
    """What the buttons and the menu of the editor do with its draft as a whole."""

    def __init__(self, app: Host, workbench: Workbench, back: Screen | None) -> None:
        self.app, self.workbench, self.back = app, workbench, back

    # --- Menu ---
    def menu(self) -> None:
        answers = (
            ("resume", "Keep editing", "primary"), ("save as", "Save as…", "plain"), ("open", "Open…", "plain"),
            ("new", "New", "plain"), ("title", "Leave", "danger"),
        )  # fmt: skip
        path = self.workbench.path
        text = f"Saved in {path}." if path is not None else "Not saved yet."
        self.app.ask(str(self.workbench.draft.data.get("name") or "Scenario"), text, answers, self._on_answer)

    def _on_answer(self, answer: str) -> None:
        commands: dict[str, Callable[[], object]] = {
            "save as": self.save_as, "open": lambda: self.after_saving(self.open),
            "new": lambda: self.after_saving(self.new), "title": lambda: self.after_saving(self.leave),
        }  # fmt: skip
        commands.get(answer, lambda: None)()

    def after_saving(self, then: Callable[[], object]) -> None:
        """Call `then`, which discards the draft. Ask first if it has unsaved changes."""
        if not self.workbench.history.unsaved:
            then()
            return

        def on_answer(answer: str) -> None:
            if answer == "save":
                self.save(then)
            elif answer == "lose":
                then()

        answers = (("save", "Save", "primary"), ("no", "Cancel", "plain"), ("lose", "Don't save", "danger"))
        self.app.ask("Save changes to this scenario?", UNSAVED_TEXT, answers, on_answer)

    def leave(self) -> None:
        """Discard the draft, and return to where the editor was opened."""
        self.app.workbench = None
        if self.back is not None:
            self.app.show(self.back)
        else:
            self.app.go(ToTitle())

    def new(self) -> None:
        self.app.go(ToEditor(empty_workbench(), self.back))

    def open(self) -> None:
        """Ask for a file, and edit it."""
        own_folder = user_shelf().scenarios
        folder = (
            self.workbench.path.parent
            if self.workbench.path is not None
            else own_folder
            if own_folder.is_dir()
            else BUILTIN_SHELF.scenarios
        )
        self.app.ask_file("Open a scenario", folder, SUFFIX, "Open", self.open_path)

    def open_path(self, path: str) -> None:
        """Edit the chosen file. Do nothing for ""."""
        if path:
            open_file(self.app, Path(path), self.back)

    # --- Files ---
    def save(self, then: Callable[[], object] = lambda: None) -> None:
        """Save the draft in its file, then call `then`. Ask for a name if it has none."""
        if self.workbench.path is None:
            self.save_as(then)
        else:
            self._write(self.workbench.path, then)

    def save_as(self, then: Callable[[], object] = lambda: None) -> None:
        """Ask for a name, and save the draft."""
        default = (
            self.workbench.path.stem
            if self.workbench.path is not None
            else slug(str(self.workbench.draft.data.get("name")))
        )

        def on_name(name: str) -> None:
            if name:
                path = user_shelf().scenarios / f"{slug(name) or 'scenario'}{SUFFIX}"
                self._confirm_overwrite(path, lambda: self._write(path, then))

        self.app.ask_text("Save scenario", "File name:", default, "Save", on_name, in_name)

    def _confirm_overwrite(self, path: Path, write: Callable[[], None]) -> None:
        """Ask before another file is overwritten."""
        if path == self.workbench.path or not path.exists():
            write()
            return
        answers = (("yes", "Overwrite", "danger"), ("no", "Cancel", "plain"))
        text = f"A scenario named '{path.stem}' already exists."
        self.app.ask("Overwrite it?", text, answers, lambda answer: write() if answer == "yes" else None)

    def _write(self, path: Path, then: Callable[[], object]) -> None:
        try:
            write_draft(self.workbench.draft, path)
        except OSError as error:
            self.app.say(f"The scenario could not be saved: {error.strerror or error}", bad=True)
            return
        self.workbench.path, self.workbench.history = path, self.workbench.history.marked_saved()
        self.app.say(f"Saved as {path}")
        then()

    # --- Games ---
    def play(self, seats: tuple[str, str]) -> None:
        """Start a game of the draft."""
        setup = self._setup()
        if setup is not None:
            session = Session(Match(setup, keep_all=True), seats)
            briefing = ToBriefing(session, None, self.app.screen)
            leave(self.app, lambda: self.app.go(briefing if HUMAN in seats else ToBattle(session)))

    def rehearse(self) -> None:
        """Open the page that rehearses the draft."""
        setup = self._setup()
        if setup is not None:
            self.app.go(ToRehearsal(new_position(setup), self.app.screen))

    def _setup(self) -> Setup | None:
        """Return the setup of the draft, or None. If None, the reason is shown."""
        card = playable(self.workbench.draft)
        if card is None:
            reason = self.workbench.problems[0].reason if self.workbench.problems else "it cannot be read"
            self.app.say(f"This scenario can't be played: {reason}", bad=True)
            return None
        fleets = tuple(load_fleet(stem) for stem in card.fleets)
        setup = Setup(card, fleets, unit_cards(), random_seed())
        for refusal in find_setup_problems(setup):
            self.app.say(f"{refusal.reason} ({refusal.cited})", bad=True)
            return None
        return setup


def empty_workbench() -> Workbench:
    """Return a workbench with an empty table for two built-in fleets."""
    return Workbench(History((new_draft(two_fleets()),)))


# --- The screen ---

BOARD_SECTIONS = ("terrain", "models", "zones")
CORNER_HINT = " · drag a corner, or a mark between two to add one"
NOT_PLAYABLE = "Fix the problems listed below first"
WHEEL_EVENTS = (pygame.MOUSEWHEEL, pygame.MULTIGESTURE)


class EditorScreen(FormPage):
    """The screen on which a draft is edited. `back` is the screen to return to, None for the title."""

    form: EditorForm

    def __init__(self, app: Host, workbench: Workbench, back: Screen | None = None) -> None:
        super().__init__(app, EditorForm(workbench))
        self.workbench = app.workbench = workbench
        self.board = Board((0, 0, 400, 400), table_of(workbench.draft))
        self.mouse = Mouse(workbench, self.board, self.under)
        self.palette = PalettePanel(workbench)
        self.problems = ProblemBar(workbench, self._hint, lambda: not self.mouse.dragging)
        self.whole = DraftCommands(app, workbench, back)
        self.pointer = (0, 0)
        self.keys = KeyPointer()
        self.dt = 1.0
        self._composed: tuple[object, ...] = ()
        """What the boxes depend on, as it was when they were composed."""

    # --- Boxes ---
    def compose(self) -> Box:
        """Return the board in the middle, the palette at the left, the form at the right, and bars above and below."""
        self._composed = self._content
        table = table_of(self.workbench.draft)
        if table != self.board.camera.table:
            self.board.camera = self.board.camera.fit(self.board.camera.view, table)
            self.board.invalidate()
        palette, low = self.palette.compose(), self.problems.compose()
        palette.grow, low.height = round(PALETTE * self.size[0]), LOW_HEIGHT
        board = self.size[1] - px(TOP_HEIGHT) - px(LOW_HEIGHT)  # A square as high as the space allows.
        form = max(round(MIN_FORM * self.size[0]), min(px(MAX_FORM), self.size[0] - palette.grow - board))
        middle = row(
            palette,
            item(BoardView("board", self), on_place=self._place_board, grow=self.size[0] - palette.grow - form),
            self.form_box(width=0, grow=form), grow=1,
        )  # fmt: skip
        return column(self._top(), middle, low)

    @property
    def _content(self) -> tuple[object, ...]:
        workbench = self.workbench
        is_unsaved = workbench.history.unsaved
        return workbench.draft, workbench.chosen, workbench.tool, workbench.path, is_unsaved, self.mouse.dragging

    def _top(self) -> Box:
        workbench, whole = self.workbench, self.whole
        place = workbench.path.name if workbench.path is not None else "not saved yet"
        status = f"{place} · changed" if workbench.path is not None and workbench.history.unsaved else place
        reason = NOT_PLAYABLE if workbench.problems else ""
        return row(
            line(str(workbench.draft.data.get("name") or "Untitled scenario"), "heading", min_width=120),
            row(line(status, "small", TEXT_FAINT), priority=1, pad=(8, 0, 0, 0)), space(),
            button("open", "Open…", lambda: whole.after_saving(whole.open)), button("save", "Save", whole.save),
            *history_buttons(workbench),
            button("play", "Play from here", lambda: whole.play((HUMAN, COMPUTER)), kind="primary", reason=reason),
            button("watch", "Watch computers play", lambda: whole.play((COMPUTER, COMPUTER)), reason=reason),
            button("rehearse", "Rehearse", whole.rehearse, reason=reason,
                   hint="Computer players play many games of this scenario"),
            button("menu", "Menu", whole.menu), gap=6, height=TOP_HEIGHT, pad=(14, 5, 10, 5), paint=draw_ground,
        )  # fmt: skip

    def _place_board(self, rect: pygame.Rect) -> None:
        if rect != self.view_rect:
            self.board.stand_in(rect)

    @property
    def view_rect(self) -> pygame.Rect:
        """The board's rectangle on the screen."""
        return pygame.Rect(self.board.camera.view)

    # --- Input ---
    def let_go(self) -> None:
        super().let_go()
        self.mouse.let_go()

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event. Tab leads into the form first."""
        self.keys.follow(event)
        self.workbench.shift = self.app.shift
        if event.type in POINTER_EVENTS:
            over = self.view_rect.collidepoint(event.pos)
            self.pointer, self.dirty = event.pos, True
            self.workbench.point = self.board.camera.to_table(event.pos) if over else None
        has_focus = self.group.focus is not None or self.form.group.focus is not None
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB and not has_focus:
            self.pass_to_form(event)
        else:
            super().handle(event)

    def _carry_out(self, command: str) -> None:
        """Move the pointer or the view, or do what any page does."""
        camera = moved_view(self.board.camera, command, None)
        for event in self.keys.events(command, self.board, self.workbench.point, is_fine=self.workbench.shift):
            self.handle(event)
        if camera is not None:
            self.board.camera, self.dirty = camera, True
        super()._carry_out(command)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        workbench, whole = self.workbench, self.whole
        step = 1 if workbench.shift else STEP
        return {
            "left": lambda: self.mouse.turn(-step), "right": lambda: self.mouse.turn(step), "copy": workbench.copy,
            "fit": self.board.toggle_whole, "undo": workbench.undo, "redo": workbench.redo, "delete": self._delete,
            "labels": self._show_labels, "help": lambda: self.app.go(ToRules(self)), "save": whole.save,
            "rehearse": whole.rehearse,
            "menu": whole.menu,
        }  # fmt: skip

    def _show_labels(self) -> None:
        self.app.settings.labels = not self.app.settings.labels
        self.app.write_settings()

    def _delete(self) -> None:
        """Delete the corner touched last, else the chosen piece."""
        if not self.mouse.drop_corner():
            self.workbench.delete()

    def cancel(self) -> None:
        """Handle Escape: leave a list, else drop the tool, else the choice, else open the menu."""
        if self.group.focus is not None:
            self.group.focus_on(None)
        elif self.workbench.tool is not None:
            self.workbench.tool = None
        elif self.workbench.chosen is not None:
            self.workbench.choose(None)
        else:
            self.whole.menu()

    def under(self, pos: tuple[int, int]) -> Piece | None:
        """Return the piece under a pixel, models before terrain, or None."""
        sketch = self.workbench.sketch
        piece_id = self.board.pick(pos, sketch.state)
        if piece_id is None:
            land = self.board.land_at(pos, sketch.state)
            piece_id = land[0].id if land is not None else None
        if piece_id is None and self.palette.open == ZONES:
            return zone_at(self.workbench, self.board.camera.to_table(pos))
        return sketch.piece(piece_id) if piece_id is not None else None

    # --- Window ---
    def _hint(self) -> str:
        workbench, keys = self.workbench, self.app.keymap
        turn_hint = f"{keys.key_label('left')}/{keys.key_label('right')} turn (Shift: by 1°)"
        if workbench.tool is not None:
            return f"Click to place · wheel or {turn_hint} · {keys.key_label('cancel')}: cancel"
        if workbench.chosen is not None:
            corner_hint = CORNER_HINT if corners_of(workbench.draft, workbench.chosen) else ""
            copy_key, delete_key = keys.key_label("copy"), keys.key_label("delete")
            if workbench.chosen.section not in BOARD_SECTIONS:
                return f"{copy_key}: copy · {delete_key}: delete · {keys.key_label('cancel')}: back to the scenario"
            return f"Drag to move · {turn_hint} · {copy_key}: copy · {delete_key}: delete{corner_hint}"
        where = f" · {workbench.point[0]:.1f}, {workbench.point[1]:.1f} inches" if workbench.point is not None else ""
        return f"Click a piece, or choose one from the palette{where}"

    def update(self, dt: float) -> None:
        """Show what the mouse, keys, and dialogs have changed."""
        self.dt = dt
        if self.workbench.notice:
            self.app.say(self.workbench.notice)
            self.workbench.notice = ""
        if self._content != self._composed:
            self.refresh()

    @property
    def busy(self) -> bool:
        """Whether a sharp picture of the board is due."""
        return self.board.busy

    def finish(self) -> None:
        self.board.finish(self.workbench.sketch.state, self.scene())

    def scene(self) -> Scene:
        sketch = self.workbench.sketch
        chosen = sketch.piece_id(self.workbench.chosen) if self.workbench.chosen is not None else ""
        zones = drawn_zones(self.workbench) or zone_areas(sketch.state, side_labels(self.workbench.draft))
        marks = (*undecided_parts(sketch.state), *overlays(self.workbench))
        return Scene(chosen, "", marks, zones=zones, labels=self.app.settings.labels)

    def tooltip(self) -> tuple[Tooltip, pygame.Rect] | None:
        """Return the tooltip of a widget, else that of what is under the pointer on the board."""
        if (tip := super().tooltip()) is not None or self.group.spread is not None:
            return tip
        if self.workbench.point is None or self.workbench.tool is not None or self.mouse.dragging:
            return None
        sketch, sides = self.workbench.sketch, side_labels(self.workbench.draft)
        if (land := self.board.land_at(self.pointer, sketch.state)) is not None:
            is_chosen = sketch.piece(land[0].id) == self.workbench.chosen
            return None if is_chosen else (terrain_tooltip(sketch.state, land[0]), land[1])
        mark = settled_hint(self.board, sketch.state, self.pointer, sides)
        return (Tooltip.of(mark[1]), mark[0]) if mark is not None else None


class BoardView(Widget):
    """The board of the editor on its page."""

    is_audible = False

    def __init__(self, name: str, page: EditorScreen) -> None:
        super().__init__(name, NOWHERE)
        self.page = page

    @property
    def focusable(self) -> bool:
        return False

    def drag_button(self, pos: tuple[int, int]) -> int:
        return self.page.mouse.drag_button(pos)

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Pass what the mouse does on the board, or while it drags something, to the mouse of the page."""
        self.track(event)
        starts = event.type in (*WHEEL_EVENTS, pygame.MOUSEBUTTONDOWN) and self.rect.collidepoint(self.page.pointer)
        if starts or (self.page.mouse.dragging and event.type in (*WHEEL_EVENTS, *POINTER_EVENTS)):
            self.page.mouse.handle(event, self.page.pointer)
            self.touch()
        return None

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        page = self.page
        page.board.draw(surface, page.workbench.sketch.state, page.scene(), page.dt)
        page.keys.draw(surface, page.board.camera)
