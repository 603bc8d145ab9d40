"""The page of a new game, and the page that changes the players of a running game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pygame

from jovian.cards import CardError, FleetList, ScenarioCard, unit_cards
from jovian.cards.files import SCENARIO
from jovian.cards.load import card_file
from jovian.cards.names import BY_LOT
from jovian.dice import parse_seed, random_seed
from jovian.game import State
from jovian.game.events import Started
from jovian.match import Match, Setup
from jovian.rules.basics.rolls import pluralize
from jovian.rules.scenario.special import unrolled_atmospheres
from jovian.rules.setup.briefing import playable_content
from jovian.rules.setup.edition import game_options, layout_words
from jovian.rules.setup.legality import find_setup_problems, tally
from jovian.rules.setup.setup import begin, layout_of, own_rules, side_names
from jovian.ui.board import first_picture
from jovian.ui.board.grid import backdrop
from jovian.ui.kit.draw import draw_panel, draw_side_badge
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height
from jovian.ui.kit.forms import Choice, TextField
from jovian.ui.kit.theme import DANGER, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, px
from jovian.ui.kit.widgets import Action, Button, Toggle, Widget
from jovian.ui.presentation.cards import entry_words
from jovian.ui.screens.navigation import ToBriefing, ToOptions, ToTitle, load_playable, open_file
from jovian.ui.screens.screen import Host, Screen, SeatChoice, leave_draft
from jovian.ui.session.session import Session

# --- New game ---

FIRST_SCENARIO = "introductory"
"""The scenario selected when the screen opens."""


CHOICE_HEIGHT = 36
MIN_COLUMN_WIDTH = 210
"""The minimum width of a column of models."""
SMALL_DIFFERENCE = 0.05
"""Fleets are called unequal if their points differ by more than this share."""
ATMOSPHERE_NOTE = "A die decides how far the atmosphere reaches: at least to the heavy line, at most to the thin one."
"""Shown for a table whose atmosphere is rolled when the game starts."""


PRACTICE = "rehearsal"
"""The option that is offered next to the players."""
EDIT_HINT = "Opens the scenario in the editor. A scenario that came with the game is opened as a copy."
Options = tuple[tuple[str, str], ...]


@lru_cache(maxsize=4)
def _first_state(scenario: ScenarioCard, options: Options, seed: int) -> State:
    return begin(Setup(scenario, (), unit_cards(), seed, dict(options)))


@lru_cache(maxsize=4)
def _picture(scenario: ScenarioCard, options: Options, seed: int, size: int) -> pygame.Surface:
    return first_picture(_first_state(scenario, options, seed), size)


class NewGameScreen(Screen):
    """The page of a new game: scenario, fleets, players, seed, options, real dice, and a picture of the table."""

    def __init__(self, app: Host, file: Path | None = None) -> None:
        super().__init__(app)
        self.file = file
        """A scenario or fleet that is offered in addition to those of the shelves."""
        self._read_files()
        self.chosen = [0, 0]
        self.seats = ["human", "ensign"]
        self.manual = False
        self.options: dict[str, str] = {}
        """Changed options, by name."""
        self.seed = ""
        """The typed seed. Without one a random seed is used, which is hidden until the game is over."""
        self.random_seed = random_seed()
        """The seed that is played if none is typed."""
        self._left_to_edit = False
        first = str(file) if str(file) in self.scenarios else FIRST_SCENARIO
        self._take_scenario(self.scenarios.index(first) if first in self.scenarios else 0)
        if str(file) in self.fleets:
            self.chosen[0] = self.fleets.index(str(file))

    def _read_files(self) -> None:
        """Read what can be played: from the shelves, and the file from outside them.

        Raises:
            CardError: if the file can't be played.

        """
        self.ready = playable_content()
        if self.file is not None:
            scenario, fleet = load_playable(self.file)
            if scenario is not None:
                self.ready = replace(self.ready, scenarios={str(self.file): scenario, **self.ready.scenarios})
            if fleet is not None:
                self.ready = replace(self.ready, fleets={str(self.file): fleet, **self.ready.fleets})
        self.scenarios, self.fleets = list(self.ready.scenarios), list(self.ready.fleets)

    def _take_scenario(self, index: int) -> None:
        self.index = index
        self.scenario: ScenarioCard = self.ready.scenarios[self.scenarios[index]]
        self.chosen = [self.fleets.index(name) for name in self.scenario.fleets] or [0, 0]

    def fleet(self, side: int) -> FleetList:
        """Return the fleet of a side."""
        return self.ready.fleets[self.fleets[self.chosen[side]]]

    # --- Layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """Lay out the scenario on the left, the two sides in the middle, and the table on the right."""
        super().layout(size)
        if self._left_to_edit:
            self._reread()
        gap, top, low = px(16), px(70), px(76)
        height = size[1] - top - low
        left_width = size[0] * 24 // 100
        self._left = pygame.Rect(gap, top, left_width, height)
        right_width = size[0] * 32 // 100
        self._right = pygame.Rect(size[0] - right_width - gap, top, right_width, height)
        middle = pygame.Rect(self._left.right + gap, top, self._right.left - self._left.right - 2 * gap, height)
        side_height = (height - gap) // 2
        self._sides = [
            pygame.Rect(middle.left, middle.top + side * (side_height + gap), middle.width, side_height)
            for side in (0, 1)
        ]
        widgets: list[Widget] = [*self._scenario_widgets(), *self._side_widgets(0), *self._side_widgets(1)]
        start = pygame.Rect(size[0] - px(236), size[1] - px(62), px(220), px(48))
        widgets.append(Button("start", start, "Start", kind="primary", key=pygame.K_RETURN))
        widgets.append(Button("back", pygame.Rect(gap, size[1] - px(62), px(140), px(48)), "Back"))
        widgets += self._table_widgets()
        self.group.renew(widgets)
        self._name_fleets()

    @property
    def _within(self) -> pygame.Rect:
        """The area in which lists may open."""
        return pygame.Rect((0, 0), self.size).inflate(-px(16), -px(16))

    def _scenario_widgets(self) -> list[Widget]:
        inner = self._left.inflate(-px(28), -px(24))
        names = [card.name for card in self.ready.scenarios.values()]
        place = pygame.Rect(inner.left, inner.top + px(26), inner.width, px(CHOICE_HEIGHT))
        scenario = Choice("scenario", place, names, self.index, self._within)
        y = inner.bottom - px(34)
        seed = TextField(
            "seed",
            pygame.Rect(inner.left + px(60), y, inner.width - px(60), px(34)),
            self.seed,
            ghost="random",
            most=48,
        )
        manual = Toggle(
            "manual", pygame.Rect(inner.left, y - px(44), inner.width, px(30)), "Real dice, typed in", self.manual
        )
        changed_count = len([name for name in self.options if name != PRACTICE])
        options_label = f"Options: {changed_count} changed" if changed_count else "Options: v1.2.4"
        options = Button("options", pygame.Rect(inner.left, y - px(90), inner.width, px(38)), options_label)
        return [scenario, options, manual, seed]

    def _side_widgets(self, side: int) -> list[Widget]:
        inner = self._sides[side].inflate(-px(28), -px(24))
        row = pygame.Rect(inner.left, inner.top + px(CHOICE_HEIGHT + 8), inner.width, px(30))
        seat = SeatChoice(side, row, self.seats[side], self._within)
        seats: list[Widget] = [seat, self._practice_toggle(inner)] if side else [seat]
        if self.scenario.models:
            return seats
        fleets = [f"{fleet.size} · {fleet.name} · {fleet.faction}" for fleet in self.ready.fleets.values()]
        place = pygame.Rect(inner.left + px(28), inner.top, inner.width - px(28), px(CHOICE_HEIGHT))
        ink = SIDES[side].main
        chosen = self.chosen[side]
        return [*seats, Choice(f"fleet {side}", place, fleets, chosen, self._within, ink=ink, role="heading")]

    def _practice_toggle(self, inner: pygame.Rect) -> Toggle:
        """Return the switch for unlimited undo and rehearsal, which both sides agree to."""
        option = next(option for option in game_options() if option.name == PRACTICE)
        place = pygame.Rect(inner.left, inner.bottom - px(24), inner.width, px(30))
        toggle = Toggle(PRACTICE, place, option.title, PRACTICE in self.options)
        toggle.hint = option.variants[0].summary
        return toggle

    def _table_widgets(self) -> list[Widget]:
        """Return the buttons below the table: edit the scenario, and a new table if it is random."""
        place = pygame.Rect(0, 0, px(180), px(38))
        place.bottomleft = self._right.left + px(14), self._right.bottom - px(12)
        edit = Button("edit", place, "Edit the scenario", hint=EDIT_HINT)
        if layout_of(self.first_state) not in BY_LOT:
            return [edit]
        place = place.copy()
        place.right = self._right.right - px(14)
        return [edit, Button("another", place, "New random table")]

    @property
    def playing_seed(self) -> int:
        """The seed that is played: the typed one if it is valid, else the random one."""
        try:
            return parse_seed(self.seed)
        except ValueError:
            return self.random_seed

    @property
    def first_state(self) -> State:
        """The state in which the game starts, without fleets."""
        return _first_state(self.scenario, tuple(self.options.items()), self.playing_seed)

    def _name_fleets(self) -> None:
        """Show the fleets with their names in the game. Two fleets of the same name get different names."""
        fleets = (self.fleet(0), self.fleet(1))
        for widget in self.group.widgets:
            if isinstance(widget, Choice) and widget.name.startswith("fleet "):
                side = int(widget.name[6:])
                widget.shown = f"{side_names(fleets)[side]} · {fleets[side].faction} · {fleets[side].size}"

    @property
    def points_warning(self) -> str:
        """A warning if the points of the fleets differ, "" if they don't."""
        if self.scenario.models:
            return ""
        fleets = self.fleet(0), self.fleet(1)
        tallies = [tally(fleet, unit_cards()) for fleet in fleets]
        spent = [fleet_tally.total - fleet_tally.secret for fleet_tally in tallies]
        if max(spent) - min(spent) <= SMALL_DIFFERENCE * max(spent):
            return ""
        text = " against ".join(f"{name} with {tv} TV" for name, tv in zip(side_names(fleets), spent, strict=True))
        return f"Unequal points: {text}"

    # --- Input ---
    def act(self, action: Action) -> None:
        name, value = action.name, action.value
        if name == "scenario":
            self._take_scenario(int(value))
            self.layout(self.size)
        elif name.startswith("fleet "):
            self.chosen[int(name[6:])] = int(value)
            self._name_fleets()
        elif isinstance(chosen := self.group[name], SeatChoice):
            chosen.ask(self.app, int(value), self.seats, lambda: self.layout(self.size))
        elif name == "manual":
            self.manual = bool(value)
        elif name == PRACTICE:
            self.options.pop(PRACTICE, None)
            if value:
                self.options[PRACTICE] = "on"
        elif name == "options":
            self.app.go(ToOptions(self.options, self))
        elif name == "seed":
            self.seed = str(value)
            if isinstance(self.group["seed"], TextField) and self.group["seed"].done:
                self.start()
        elif name == "another":
            self.seed, self.random_seed = "", random_seed()
            self.layout(self.size)
        elif name == "start":
            self.start()
        elif name == "edit":
            leave_draft(self.app, self._edit)
        elif name == "back":
            self.cancel()
        self.dirty = True

    def _edit(self) -> None:
        """Open the chosen scenario in the editor. The shelves are read again afterwards."""
        self._left_to_edit = True
        open_file(self.app, card_file(self.scenarios[self.index], SCENARIO), self)

    def _reread(self) -> None:
        """Read the shelves again, and keep the chosen scenario if it still exists."""
        chosen, self._left_to_edit = self.scenarios[self.index], False
        try:
            self._read_files()
        except CardError as error:
            self.file = None
            self._read_files()
            self.app.say(str(error), bad=True)
        self._take_scenario(self.scenarios.index(chosen) if chosen in self.scenarios else 0)

    def cancel(self) -> None:
        self.app.go(ToTitle())

    def start(self) -> None:
        """Start a game, or show why it can't be played."""
        try:
            seed = parse_seed(self.seed) if self.seed.strip() else self.random_seed
        except ValueError as error:
            self.app.say(f"{str(error).capitalize()}.", bad=True)
            return
        fleets = () if self.scenario.models else (self.fleet(0), self.fleet(1))
        setup = Setup(self.scenario, fleets, unit_cards(), seed, dict(self.options), self.manual)
        for refusal in find_setup_problems(setup):
            self.app.say(f"{refusal.reason} ({refusal.cited})", bad=True)
            return
        match = Match(setup, keep_all=True)
        self.app.go(ToBriefing(Session(match, (self.seats[0], self.seats[1])), None))

    # --- Drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        draw_text(surface, (px(20), px(35)), "New game", "title", TEXT, anchor="midleft")
        inner = draw_panel(surface, self._left, "Scenario")
        top = inner.top + px(CHOICE_HEIGHT + 14)
        text = pygame.Rect(inner.left, top, inner.width, inner.bottom - top - px(142))
        y = draw_wrapped(surface, text, self.scenario.summary.strip(), "body", TEXT_SOFT)
        table_text = f'{self.scenario.width:g}" × {self.scenario.height:g}" · {pluralize(self.scenario.turns, "turn")}'
        draw_text(surface, (text.left, y + px(8)), table_text, "small", TEXT_FAINT)
        y += px(12) + line_height("small")
        for rule in own_rules(self.scenario):
            area = pygame.Rect(text.left, y, text.width, text.bottom - y)
            y = draw_wrapped(surface, area, f"{rule.name}: {rule.summary}", "body", WARN)
        for side in (0, 1):
            self._draw_side(surface, side)
        self._draw_table(surface)
        self._draw_left_out(surface)
        self.group.draw(surface)
        seed = self.group["seed"].rect
        pos = (self.size[0] - px(252), self.size[1] - px(58))
        width = pos[0] - px(180)
        draw_text(surface, pos, self.points_warning, "strong", WARN, anchor="midright", width=max(1, width))
        draw_text(surface, (inner.left, seed.centery), "Seed", "body", TEXT_SOFT, anchor="midleft")
        self.dirty = False

    def _draw_left_out(self, surface: pygame.Surface) -> None:
        """Draw a line about skipped files, with the first of them."""
        if self.ready.left_out:
            text = f"{pluralize(len(self.ready.left_out), 'file')} skipped: {self.ready.left_out[0]}"
            pos, width = (px(176), self.size[1] - px(38)), self.size[0] - px(440)
            draw_text(surface, pos, text, "small", DANGER, anchor="midleft", width=width)

    def _draw_side(self, surface: pygame.Surface, side: int) -> None:
        colors, rect = SIDES[side], self._sides[side]
        draw_panel(surface, rect)
        inner = rect.inflate(-px(28), -px(24))
        draw_side_badge(
            surface, (inner.left + px(8), inner.top + px(CHOICE_HEIGHT) // 2), colors.main, colors.hatched, px(7)
        )
        if self.scenario.models:
            pos = (inner.left + px(28), inner.top + px(CHOICE_HEIGHT) // 2)
            draw_text(surface, pos, "Set by the scenario", "heading", colors.main, anchor="midleft")
            return
        top = inner.top + px(CHOICE_HEIGHT + 8 + 30 + 14)
        bottom = inner.bottom - px(28) if side else inner.bottom + px(8)
        area = pygame.Rect(inner.left, top, inner.width, bottom - top)
        self._draw_fleet(surface, area, self.fleet(side))

    def _draw_fleet(self, surface: pygame.Surface, area: pygame.Rect, fleet: FleetList) -> None:
        """Draw the models of a fleet, in two columns if they are wide enough. The rest is in one line."""
        cards, step = unit_cards(), line_height("body") + px(2)
        columns, gap = (2 if area.width >= 2 * px(MIN_COLUMN_WIDTH) else 1), px(28)
        column_width = (area.width - gap * (columns - 1)) // columns
        lines = max(1, area.height // step)
        drawn_count = columns * lines if len(fleet.entries) <= columns * lines else columns * (lines - 1)
        rows = max(1, min(lines, -(-min(drawn_count, len(fleet.entries)) // columns)))
        for index, entry in enumerate(fleet.entries[:drawn_count]):
            left, y = area.left + index // rows * (column_width + gap), area.top + index % rows * step
            text, tv = entry_words(entry, cards)
            draw_text(surface, (left, y), text, "body", TEXT, width=column_width - px(36))
            draw_text(surface, (left + column_width, y), tv, "body", TEXT_FAINT, anchor="topright")
        others = fleet.entries[drawn_count:]
        if others:
            names = ", ".join(entry.name for entry in others)
            text = f"and {len(others)} more: {names}" if drawn_count else names
            draw_text(surface, (area.left, area.top + (lines - 1) * step), text, "body", TEXT_SOFT, width=area.width)

    def _draw_table(self, surface: pygame.Surface) -> None:
        inner = draw_panel(surface, self._right, "Table")
        size = max(px(120), min(inner.width, inner.height))
        layout = layout_of(self.first_state)
        seed = self.playing_seed if layout in BY_LOT else 0
        image = _picture(self.scenario, tuple(self.options.items()), seed, size)
        picture_rect = surface.blit(image, image.get_rect(midtop=inner.midtop))
        text = layout_words(layout)
        if layout in BY_LOT:
            text += (
                " This table belongs to the seed." if self.seed.strip() else " The seed is shown when the game is over."
            )
        elif unrolled_atmospheres(self.first_state):
            text = ATMOSPHERE_NOTE
        top = picture_rect.bottom + px(10)
        text_area = pygame.Rect(inner.left, top, inner.width, max(0, inner.bottom - px(44) - top))
        draw_wrapped(surface, text_area, text, "body", TEXT_SOFT)


# --- Players ---

NOTE = (
    "If you replace a computer player that is thinking, its current choice is dropped. "
    "If a human takes over, a curtain hides that side's secrets first."
)


class PlayersScreen(Screen):
    """The page that changes the players of a running game. Nothing changes before Done."""

    def __init__(self, app: Host, session: Session, back: Screen, on_done: Callable[[tuple[str, str]], None]) -> None:
        super().__init__(app)
        self._back, self._on_done = back, on_done
        one, two = next(session.match.events.of(Started)).sides
        self._names = (one.name, two.name)
        self.seats = list(session.seats)

    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        width = min(size[0] - px(40), px(640))
        height = min(size[1] - px(150), px(330))
        self._panel = pygame.Rect((size[0] - width) // 2, max(px(40), (size[1] - height) // 3), width, height)
        inner, y = self._panel.inflate(-px(40), -px(40)), self._panel.bottom + px(16)
        within = pygame.Rect((0, 0), size).inflate(-px(16), -px(16))
        choices = [
            SeatChoice(side, pygame.Rect(inner.left, self._name_top(side) + px(16), inner.width, px(38)), seat, within)
            for side, seat in enumerate(self.seats)
        ]
        back = Button("back", pygame.Rect(self._panel.left, y, px(140), px(46)), "Back")
        done = pygame.Rect(self._panel.right - px(160), y, px(160), px(46))
        self.group.renew([*choices, back, Button("done", done, "Done", kind="primary", key=pygame.K_RETURN)])

    def _name_top(self, side: int) -> int:
        """Return the height at which the name of a side is drawn."""
        return self._panel.top + px(82) + side * px(78)

    def act(self, action: Action) -> None:
        chosen = self.group[action.name]
        if isinstance(chosen, SeatChoice):
            chosen.ask(self.app, int(action.value), self.seats, lambda: self.layout(self.size))
        elif action.name == "done":
            self.app.show(self._back)
            self._on_done((self.seats[0], self.seats[1]))
        else:
            self.cancel()

    def cancel(self) -> None:
        """Go back without changes."""
        self.app.show(self._back)

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        draw_panel(surface, self._panel)
        draw_text(surface, (self._panel.left + px(20), self._panel.top + px(8)), "Players", "title", TEXT)
        for side, name in enumerate(self._names):
            colors, y = SIDES[side], self._name_top(side)
            draw_side_badge(surface, (self._panel.left + px(28), y), colors.main, colors.hatched, px(6))
            draw_text(surface, (self._panel.left + px(42), y), name, "heading", colors.main, anchor="midleft")
        top = self._name_top(1) + px(72)
        note = pygame.Rect(self._panel.left + px(20), top, self._panel.width - px(40), self._panel.bottom - top - px(8))
        draw_wrapped(surface, note, NOTE, "small", TEXT_FAINT)
        self.group.draw(surface)
        self.dirty = False
