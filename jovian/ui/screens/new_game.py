"""The page of a new game, and the page that changes the players of a running game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import pygame

from jovian.cards import CardError, FleetList, ScenarioCard, unit_cards
from jovian.cards.files import SCENARIO
from jovian.cards.load import card_file
from jovian.cards.names import BY_LOT, FACTION_DOCTRINES
from jovian.descriptions.cards import entry_words, shorten_entry
from jovian.dice import parse_seed, random_seed
from jovian.game import State
from jovian.game.events import Started
from jovian.match import Match, Setup
from jovian.rules.basics.rolls import pluralize
from jovian.rules.scenario.special import unrolled_atmospheres
from jovian.rules.setup.briefing import Ready, playable_content
from jovian.rules.setup.edition import game_options, layout_words
from jovian.rules.setup.legality import find_setup_problems, tally
from jovian.rules.setup.setup import begin, layout_of, own_rules, side_names
from jovian.session.session import Session
from jovian.session.views import SEATS, player_name
from jovian.ui.board import GrowingPicture, first_picture
from jovian.ui.board.grid import backdrop
from jovian.ui.editor.fleet_bench import FleetBench, bench_of, make_library
from jovian.ui.kit.card_grid import CardGrid, draw_card_back
from jovian.ui.kit.draw import draw_box, draw_panel, draw_side_badge
from jovian.ui.kit.fonts import draw_text, draw_wrapped, fitting_role, line_height, text_size, wrap
from jovian.ui.kit.forms import Choice, TextField
from jovian.ui.kit.theme import (
    BLADE,
    DANGER,
    EDGE_HIGH,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WARN,
    WELL,
    Color,
    px,
)
from jovian.ui.kit.widgets import Action, Button, Toggle, Widget
from jovian.ui.screens.navigation import ToBriefing, ToFleets, ToOptions, ToRehearsal, ToTitle, load_playable, open_file
from jovian.ui.screens.screen import Host, Screen, SeatChoice, leave_draft, leave_fleet
from jovian.ui.session.rehearsals import new_position
from jovian.ui.settings import MAX_WORD

# --- New game ---

BUILT = ""
"""The key of a fleet of the builder that isn't saved."""
BUILD_LABEL, BUILD_HINT = "Edit fleet", "Change this fleet, or build another one. You come back here with it."

FIRST_SCENARIO = "introductory"
"""The scenario selected when the screen opens."""


CHOICE_HEIGHT = 36
MIN_COLUMN_WIDTH = 180
"""The minimum width of a column of models."""
BATTLE_HEIGHT, LARGE_BATTLE_HEIGHT, TALL_BATTLE_HEIGHT = 38, 90, 116
"""The unscaled height of the card of a battle, in a usual, in a large, and in a tall window."""
MIN_BATTLE_WIDTH, MIN_TALL_BATTLE_WIDTH = 250, 330
"""The minimum unscaled width of the card of a battle, in a usual and in a tall window."""
MIN_TABLE = 260
"""The unscaled size at which the whole table fits into its picture. A smaller one is scaled down."""
MIN_PICTURE = 180
"""The unscaled size of the picture below which the texts about the battle are shortened."""
PICTURE = 260
"""The longer side in pixels of the table on such a card, before it is made smaller."""
OPPONENTS = {
    "cadet": ("For a first game", "Knows the rules, and makes plain mistakes."),
    "ensign": ("Once you know the rules", "Uses exact odds and simple rules, and answers at once."),
    "captain": ("A real opponent", "Plans whole activations, and plays for the points."),
    "admiral": ("The hardest", "Simulates its plans before it chooses, and takes its time."),
}
"""Computer players, weakest first: for whom they are, and what they do."""
FRIENDS, WATCHED = ["human", "human"], ["captain", "captain"]
"""The players of a game between two people, and of a game to watch."""
SMALL_DIFFERENCE = 0.05
"""Fleets are called unequal if their points differ by more than this share."""
ATMOSPHERE_NOTE = "A die decides how far the atmosphere reaches: at least to the heavy line, at most to the thin one."
"""Shown for a table whose atmosphere is rolled when the game starts."""


PRACTICE = "rehearsal"
"""The option that is offered next to the players."""
REHEARSE_HINT = "Let computer players play this battle many times"
EDIT_HINT = "Opens the scenario in the editor. A scenario that came with the game is opened as a copy."
Options = tuple[tuple[str, str], ...]


@lru_cache(maxsize=4)
def _first_state(scenario: ScenarioCard, options: Options, seed: int) -> State:
    return begin(Setup(scenario, (), unit_cards(), seed, dict(options)))


@lru_cache(maxsize=4)
def _picture(scenario: ScenarioCard, options: Options, seed: int, size: int) -> GrowingPicture:
    state = _first_state(scenario, options, seed)
    return GrowingPicture(state, size, lambda: first_picture(state, size))


class OpponentCard(Button):
    """A computer player to play against: its strength, for whom it is, and what it does."""

    def __init__(self, seat: str, rect: pygame.Rect) -> None:
        super().__init__(f"against {seat}", rect, seat.capitalize())
        self.level = list(OPPONENTS).index(seat) + 1
        self.words = OPPONENTS[seat]
        if rect.height < px(70):
            self.hint = f"{self.words[0]}. {self.words[1]}"

    def draw(self, surface: pygame.Surface) -> None:
        super(Button, self).draw(surface)
        draw_card_back(surface, self.rect, self.hovered or self.focused, self.lit)
        inner = self.rect.inflate(-px(20), -px(12))
        side = px(8)
        for number in range(len(OPPONENTS)):
            x = inner.right - (len(OPPONENTS) - number) * (side + px(3))
            color = BLADE if number < self.level else EDGE_HIGH
            draw_box(surface, pygame.Rect(x, inner.top + px(6), side, side), color, radius=px(2))
        draw_text(surface, inner.topleft, self.label, "strong", TEXT)
        if self.hint:
            return
        y = inner.top + line_height("strong")
        draw_text(surface, (inner.left, y), self.words[0], "small", BLADE, width=inner.width)
        y += line_height("small")
        area = pygame.Rect(inner.left, y, inner.width, inner.bottom - y + px(4))
        draw_wrapped(surface, area, self.words[1], "small", TEXT_SOFT)


class NewGameScreen(Screen):
    """The page of a new game: battle, opponent, fleets, table, and options. The last choices are the first ones."""

    def __init__(
        self, app: Host, file: Path | None = None, ready: Ready | None = None, bench: FleetBench | None = None
    ) -> None:
        super().__init__(app)
        self.file = file
        """A scenario or fleet that is offered in addition to those of the shelves."""
        self._built: FleetList | None = None
        """A fleet of the builder that is not saved, offered in addition."""
        self._read_files(ready)
        self.chosen = [0, 0]
        self.seats = ["human", "cadet"]
        self.manual = False
        self.options: dict[str, str] = {}
        """Changed options, by name."""
        self._pictures: dict[str, GrowingPicture] = {}
        """Small pictures of the tables, by scenario. A part of one is made per frame."""
        self._table: GrowingPicture | None = None
        """The large picture of the chosen table."""
        self.seed = ""
        """The typed seed. Without one a random seed is used, which is hidden until the game is over."""
        self.random_seed = random_seed()
        """The seed that is played if none is typed."""
        self._left_to_edit, self._is_opened = False, True
        last = app.settings.last_game
        first = str(file) if str(file) in self.scenarios else last.get("scenario", FIRST_SCENARIO)
        first = first if first in self.scenarios else FIRST_SCENARIO
        self._take_scenario(self.scenarios.index(first) if first in self.scenarios else 0)
        self._take_last(last)
        if str(file) in self.fleets:
            self.chosen[0] = self.fleets.index(str(file))
        if bench is not None:
            if self.scenario.models and FIRST_SCENARIO in self.scenarios:  # It places its own models.
                self._take_scenario(self.scenarios.index(FIRST_SCENARIO))
            self._use_fleet(0, bench)

    def _read_files(self, ready: Ready | None = None) -> None:
        """Read what can be played: from the shelves unless they have just been read, and the file from outside them.

        Raises:
            CardError: if the file can't be played.

        """
        self.ready = ready or playable_content()
        if self.file is not None:
            scenario, fleet = load_playable(self.file)
            if scenario is not None:
                self.ready = replace(self.ready, scenarios={str(self.file): scenario, **self.ready.scenarios})
            if fleet is not None:
                self.ready = replace(self.ready, fleets={str(self.file): fleet, **self.ready.fleets})
        if self._built is not None:
            self.ready = replace(self.ready, fleets={BUILT: self._built, **self.ready.fleets})
        self.scenarios, self.fleets = list(self.ready.scenarios), list(self.ready.fleets)

    def _take_scenario(self, index: int) -> None:
        self.index = index
        self.scenario: ScenarioCard = self.ready.scenarios[self.scenarios[index]]
        self.chosen = [self.fleets.index(name) for name in self.scenario.fleets] or [0, 0]

    # --- Last choices ---
    def _take_last(self, last: Mapping[str, str]) -> None:
        """Take the choices of the last game, as far as they still exist."""
        for side in (0, 1):
            self.seats[side] = seat if (seat := last.get(f"seat {side}", "")) in SEATS else self.seats[side]
            fleet = last.get(f"fleet {side}")
            is_same = last.get("scenario") == self.scenarios[self.index]
            if fleet in self.fleets and is_same and not self.scenario.models:
                self.chosen[side] = self.fleets.index(fleet)
        self.manual = last.get("dice") == "real"
        for option in game_options():
            value = last.get(f"option {option.name}", "")
            if any(variant.name == value for variant in option.variants):
                self.options[option.name] = value

    def _remember(self) -> None:
        """Store the choices for the next game. Files and players from elsewhere are not remembered."""
        chosen = {"scenario": self.scenarios[self.index], "dice": "real" if self.manual else "rolled"}
        for side in (0, 1):
            chosen[f"seat {side}"] = self.seats[side] if self.seats[side] in SEATS else ""
            chosen[f"fleet {side}"] = self.fleets[self.chosen[side]]
        chosen |= {f"option {name}": value for name, value in self.options.items()}
        self.app.settings.last_game = {
            key: value for key, value in chosen.items() if 0 < len(value) <= MAX_WORD and value != str(self.file)
        }
        self.app.write_settings()

    # --- Fleets of the builder ---
    def _build_fleet(self, side: int) -> None:
        """Open the fleet of a side in the builder."""
        stem, library = self.fleets[self.chosen[side]], make_library()
        bench = self.app.fleet_bench if stem == BUILT else bench_of(self.fleet(side), stem, library)

        def go() -> None:
            self.app.go(ToFleets(bench, self, lambda used: self._use_fleet(side, used)))

        if bench is self.app.fleet_bench:
            go()
        else:
            leave_fleet(self.app, go)

    def _use_fleet(self, side: int, bench: FleetBench) -> None:
        """Choose a fleet of the builder for a side, and for the other side one of the same size."""
        is_saved = bench.path is not None and not bench.history.unsaved
        self._built = None if is_saved else bench.ready_fleet()
        before = self.fleets[self.chosen[1 - side]]
        self._read_files()
        stem = bench.path.stem if is_saved and bench.path is not None else BUILT
        self.chosen[side] = self.fleets.index(stem) if stem in self.fleets else 0
        self.chosen[1 - side] = self.fleets.index(before) if before in self.fleets else 0
        if self.fleet(1 - side).size != self.fleet(side).size:
            sizes = [fleet.size == self.fleet(side).size for fleet in self.ready.fleets.values()]
            others = [fleet.faction != self.fleet(side).faction for fleet in self.ready.fleets.values()]
            ranks = [2 * same_size + other for same_size, other in zip(sizes, others, strict=True)]
            self.chosen[1 - side] = ranks.index(max(ranks)) if any(sizes) else self.chosen[1 - side]
        self.layout(self.size)

    def fleet(self, side: int) -> FleetList:
        """Return the fleet of a side."""
        return self.ready.fleets[self.fleets[self.chosen[side]]]

    # --- Layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """Lay out battle, opponent, and both sides on the left, and the table with the options on the right."""
        super().layout(size)
        if self._left_to_edit:
            self._reread()
        gap, top, low = px(14), px(54), px(70)
        right_width = max(px(280), size[0] * 30 // 100)
        self._right = pygame.Rect(size[0] - right_width - gap, top, right_width, size[1] - top - low)
        left = pygame.Rect(gap, top, self._right.left - 2 * gap, self._right.height)
        is_large, tall = left.height >= px(760), left.height >= px(560)
        is_tallest = left.height >= px(900)
        battle_height = px(TALL_BATTLE_HEIGHT if is_tallest else LARGE_BATTLE_HEIGHT if is_large else BATTLE_HEIGHT)
        caption, step = line_height("caps") + px(6), battle_height + px(8)
        rows = 4 if tall else 2
        columns = max(1, left.width // px(MIN_TALL_BATTLE_WIDTH if is_large else MIN_BATTLE_WIDTH))
        battles = pygame.Rect(left.left, left.top + caption, left.width, rows * step)
        self._captions = [left.topleft]
        y = battles.bottom + px(4)
        self._captions.append((left.left, y))
        card_height = px(92 if tall else 34)
        cards = [
            pygame.Rect(0, y + caption, (left.width + px(8)) // len(OPPONENTS) - px(8), card_height) for _ in OPPONENTS
        ]
        for number, card in enumerate(cards):
            card.left = left.left + number * (card.width + px(8))
        y = cards[0].bottom + px(8)
        self._captions.append((left.left, y))
        side_top = y + caption
        self._sides = [pygame.Rect(left.left, side_top, (left.width - gap) // 2, left.bottom - side_top)]
        self._sides.append(self._sides[0].move(self._sides[0].width + gap, 0))
        grid = CardGrid("scenario", battles, self._draw_battle, columns=columns, height=battle_height)
        grid.set_items(self.scenarios)
        grid.chosen = self.index
        widgets: list[Widget] = [grid, *self._opponent_widgets(cards, left), *self._table_widgets()]
        widgets += [*self._side_widgets(0), *self._side_widgets(1)]
        y = size[1] - px(58)
        start = pygame.Rect(size[0] - gap - px(240), y, px(240), px(46))
        widgets.append(Button("start", start, self._start_label(), kind="primary", key=pygame.K_RETURN))
        rehearse = pygame.Rect(start.left - px(118), y, px(110), px(46))
        widgets.append(Button("rehearse", rehearse, "Rehearse", hint=REHEARSE_HINT))
        widgets.append(Button("back", pygame.Rect(gap, y, px(120), px(46)), "Back"))
        self._foot_right = rehearse.left
        self.group.renew(widgets)
        if grid.chosen >= 0 and self._is_opened:
            grid.scroll_to(grid.chosen)
        self._is_opened = False
        self._name_fleets()

    @property
    def _within(self) -> pygame.Rect:
        """The area in which lists may open."""
        return pygame.Rect((0, 0), self.size).inflate(-px(16), -px(16))

    def _start_label(self) -> str:
        opponents = [seat for seat in self.seats if seat != "human"]
        if len(opponents) == 1:
            name = player_name(opponents[0])
            return f"Start against {name[:1].upper()}{name[1:]}"
        return "Start" if not opponents else "Start and watch"

    def _opponent_widgets(self, cards: list[pygame.Rect], left: pygame.Rect) -> list[Widget]:
        widgets: list[Widget] = []
        for seat, rect in zip(OPPONENTS, cards, strict=True):
            card = OpponentCard(seat, rect)
            card.lit = sorted(self.seats) == sorted(["human", seat])
            widgets.append(card)
        right, y = left.right, self._captions[1][1] - px(4)
        for name, label, seats in (("watch", "Watch two computers", WATCHED), ("friend", "A friend here", FRIENDS)):
            width = text_size(label, "label")[0] + px(20)
            button = Button(
                name, pygame.Rect(right - width, y, width, line_height("caps") + px(6)), label, role="label"
            )
            button.lit = self.seats == seats
            widgets.append(button)
            right -= width + px(6)
        return widgets

    def _side_widgets(self, side: int) -> list[Widget]:
        inner = self._sides[side].inflate(-px(28), -px(24))
        row = pygame.Rect(inner.left, inner.top + px(CHOICE_HEIGHT + 8), inner.width, px(30))
        build = Button(f"build {side}", row.copy(), BUILD_LABEL, hint=BUILD_HINT, role="label")
        build.rect.width = text_size(BUILD_LABEL, "label")[0] + px(20)
        build.rect.right = row.right
        row.width -= 0 if self.scenario.models else build.rect.width + px(6)
        seats: list[Widget] = [SeatChoice(side, row, self.seats[side], self._within)]
        if self.scenario.models:
            return seats
        seats.append(build)
        fleets = [f"{fleet.size} · {fleet.name} · {fleet.faction}" for fleet in self.ready.fleets.values()]
        place = pygame.Rect(inner.left + px(28), inner.top, inner.width - px(28), px(CHOICE_HEIGHT))
        ink = SIDES[side].main
        chosen = self.chosen[side]
        fleet_choice = Choice(f"fleet {side}", place, fleets, chosen, self._within, ink=ink, role="heading")
        fleet_choice.hint = FACTION_DOCTRINES[self.fleet(side).faction]
        return [*seats, fleet_choice]

    def _table_widgets(self) -> list[Widget]:
        """Return what is below the table: options, dice, practice, the seed, and buttons for the scenario."""
        inner = self._right.inflate(-px(28), -px(24))
        y = inner.bottom - px(32)
        label_width = px(50)
        rect = pygame.Rect(inner.left + label_width, y, inner.width - label_width, px(32))
        seed = TextField("seed", rect, self.seed, ghost="random", most=48)
        y -= px(38)
        manual = Toggle("manual", pygame.Rect(inner.left, y, inner.width, px(30)), "Real dice, typed in", self.manual)
        y -= px(32)
        option = next(option for option in game_options() if option.name == PRACTICE)
        practice = Toggle(
            PRACTICE, pygame.Rect(inner.left, y, inner.width, px(30)), option.title, PRACTICE in self.options
        )
        practice.hint = option.variants[0].summary
        y -= px(42)
        changed_count = len([name for name in self.options if name != PRACTICE])
        options_label = f"Options: {changed_count} changed" if changed_count else "Options: v1.2.4"
        half = (inner.width - px(8)) // 2
        options = Button("options", pygame.Rect(inner.left, y, half, px(36)), options_label)
        edit = Button("edit", pygame.Rect(inner.right - half, y, half, px(36)), "Edit", hint=EDIT_HINT)
        widgets: list[Widget] = [options, edit, practice, manual, seed]
        self._text_bottom = y - px(6)
        if layout_of(self.first_state) in BY_LOT:
            y -= px(42)
            widgets.append(Button("another", pygame.Rect(inner.left, y, inner.width, px(36)), "New random table"))
            self._text_bottom = y - px(6)
        return widgets

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
        elif name.startswith("build "):
            self._build_fleet(int(name[6:]))
        elif name.startswith("against "):
            self._take_seats(["human", name.removeprefix("against ")])
        elif name in ("friend", "watch"):
            self._take_seats(list(FRIENDS if name == "friend" else WATCHED))
        elif name == "rehearse":
            self._rehearse()
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
        self._pictures.clear()
        self._take_scenario(self.scenarios.index(chosen) if chosen in self.scenarios else 0)

    def cancel(self) -> None:
        self.app.go(ToTitle())

    def _take_seats(self, seats: list[str]) -> None:
        self.seats = seats
        self.layout(self.size)

    def start(self) -> None:
        """Start a game, or show why it can't be played."""
        setup = self._setup()
        if setup is not None:
            self._remember()
            match = Match(setup, keep_all=True)
            self.app.go(ToBriefing(Session(match, (self.seats[0], self.seats[1])), None, self))

    def _rehearse(self) -> None:
        """Open the page that lets computer players play this battle many times."""
        setup = self._setup()
        if setup is not None:
            self.app.go(ToRehearsal(new_position(setup), self))

    def _setup(self) -> Setup | None:
        """Return what is chosen. Show why, if it can't be played."""
        try:
            seed = parse_seed(self.seed) if self.seed.strip() else self.random_seed
        except ValueError as error:
            self.app.say(f"{str(error).capitalize()}.", bad=True)
            return None
        fleets = () if self.scenario.models else (self.fleet(0), self.fleet(1))
        setup = Setup(self.scenario, fleets, unit_cards(), seed, dict(self.options), self.manual)
        for refusal in find_setup_problems(setup):
            self.app.say(f"{refusal.reason} ({refusal.cited})", bad=True)
            return None
        return setup

    # --- Pictures of the battles ---
    @property
    def busy(self) -> bool:
        return len(self._pictures) < len(self.scenarios) or self._growing is not None

    @property
    def _growing(self) -> GrowingPicture | None:
        """The picture that is being made, the large one first, or None."""
        pictures = filter(None, (self._table, *self._pictures.values()))
        return next((picture for picture in pictures if picture.busy), None)

    def update(self, dt: float) -> None:
        """Make a part of a picture that isn't complete."""
        missing = next((name for name in self.scenarios if name not in self._pictures), None)
        if (growing := self._growing) is not None:
            self.dirty |= growing.grow()
        elif missing is not None:
            state = _first_state(self.ready.scenarios[missing], (), 0)
            draw = partial(first_picture, state, PICTURE, names=False)
            self._pictures[missing] = GrowingPicture(state, PICTURE, draw)

    def finish(self) -> None:
        while self.busy:
            self.update(0.0)

    def _draw_battle(self, surface: pygame.Surface, rect: pygame.Rect, name: Any, hovered: bool, chosen: bool) -> None:
        """Draw the card of a battle: its table and its name, and in a tall window its turns and its summary."""
        draw_card_back(surface, rect, hovered, chosen)
        is_tall = rect.height >= px(LARGE_BATTLE_HEIGHT)
        inset = px(6 if is_tall else 3)
        card, side = self.ready.scenarios[name], rect.height - 2 * inset
        place = pygame.Rect(rect.left + inset, rect.top + inset, side, side)
        draw_box(surface, place, WELL, radius=px(5))
        if name in self._pictures:
            whole = self._pictures[name].image
            share = side / max(whole.get_size())
            image = pygame.transform.smoothscale(whole, (round(whole.width * share), round(whole.height * share)))
            surface.blit(image, image.get_rect(center=place.center))
        margin = px(7 if rect.height >= px(TALL_BATTLE_HEIGHT) else 4)
        left, y = place.right + px(10), rect.top + margin
        width = rect.right - left - px(8)
        if not is_tall:
            draw_text(surface, (left, rect.centery), card.name, "strong", TEXT, anchor="midleft", width=width)
            return
        turns = draw_text(
            surface, (left + width, y + px(2)), pluralize(card.turns, "turn"), "small", BLADE, anchor="topright"
        )
        draw_text(surface, (left, y), card.name, "strong", TEXT, width=turns.left - left - px(8))
        y += line_height("strong")
        area = pygame.Rect(left, y, width, rect.bottom - margin + px(2) - y)
        draw_wrapped(surface, area, _opening_words(card, area), "small", TEXT_SOFT)

    # --- Drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        draw_text(surface, (px(14), px(28)), "New game", "title", TEXT, anchor="midleft")
        for pos, text in zip(self._captions, ("Which battle?", "Against whom?", "With what?"), strict=True):
            draw_text(surface, pos, text, "caps", TEXT_SOFT)
        for side in (0, 1):
            self._draw_side(surface, side)
        self._draw_table(surface)
        self._draw_left_out(surface)
        self.group.draw(surface)
        seed = self.group["seed"].rect
        pos = (self._foot_right - px(16), self.size[1] - px(35))
        width = pos[0] - px(150)
        draw_text(surface, pos, self.points_warning, "strong", WARN, anchor="midright", width=max(1, width))
        draw_text(surface, (self._right.left + px(14), seed.centery), "Seed", "body", TEXT_SOFT, anchor="midleft")
        self.dirty = False

    def _draw_left_out(self, surface: pygame.Surface) -> None:
        """Draw a line about skipped files, with the first of them."""
        if self.ready.left_out:
            text = f"{pluralize(len(self.ready.left_out), 'file')} skipped: {self.ready.left_out[0]}"
            pos, width = (px(150), self.size[1] - px(16)), self._foot_right - px(166)
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
        top = inner.top + px(CHOICE_HEIGHT + 8 + 30 + 10)
        area = pygame.Rect(inner.left, top, inner.width, inner.bottom + px(8) - top)
        self._draw_fleet(surface, area, self.fleet(side))

    def _draw_fleet(self, surface: pygame.Surface, area: pygame.Rect, fleet: FleetList) -> None:
        """Draw the models of a fleet, in two columns if they are wide enough. The rest is in one line."""
        cards, step = unit_cards(), line_height("body") + px(2)
        columns, gap = (2 if area.width >= 2 * px(MIN_COLUMN_WIDTH) else 1), px(28)
        column_width = (area.width - gap * (columns - 1)) // columns
        lines = max(1, area.height // step)
        drawn_count = columns * lines if len(fleet.entries) <= columns * lines else columns * (lines - 1)
        rows = max(1, min(lines, -(-min(drawn_count, len(fleet.entries)) // columns)))
        width = column_width - px(28)
        texts = [entry_words(entry, cards) for entry in fleet.entries[:drawn_count]]
        shorts = [shorten_entry(text, lambda words: text_size(words, "label")[0] <= width) for text, _ in texts]
        role = fitting_role(max(shorts, key=lambda text: text_size(text, "body")[0], default=""), "body", width)
        for index, ((text, tv), short) in enumerate(zip(texts, shorts, strict=True)):
            left, y = area.left + index // rows * (column_width + gap), area.top + index % rows * step
            draw_text(surface, (left, y), short, role, TEXT, whole=text)
            draw_text(surface, (left + column_width, y), tv, "body", TEXT_FAINT, anchor="topright")
        others = fleet.entries[drawn_count:]
        if others:
            names = ", ".join(entry.name for entry in others)
            count = f"and {len(others)} more" if drawn_count else pluralize(len(others), "model")
            text = f"{count}: {names}"
            short = text if text_size(text, "label")[0] <= area.width else count
            pos = (area.left, area.top + (lines - 1) * step)
            draw_text(surface, pos, short, fitting_role(short, "body", area.width), TEXT_SOFT, whole=names)

    def _draw_table(self, surface: pygame.Surface) -> None:
        """Draw the table, and below it what the battle is about."""
        draw_panel(surface, self._right)
        inner = self._right.inflate(-px(28), -px(24))
        layout = layout_of(self.first_state)
        free = self._text_bottom - inner.top
        for is_short in (False, True):
            texts = self._table_texts(layout, is_short)
            heights = [len(wrap(text, role, inner.width)) * line_height(role) + px(2) for text, role, _ in texts]
            size = min(inner.width, free * 66 // 100, free - px(8) - line_height("heading") - sum(heights))
            if size >= px(MIN_PICTURE):
                break
        y = inner.top
        if size >= px(MIN_PICTURE // 2):  # The texts come first.
            seed = self.playing_seed if layout in BY_LOT else 0
            self._table = _picture(self.scenario, tuple(self.options.items()), seed, max(size, px(MIN_TABLE)))
            image = self._table.image
            share = size / max(image.get_size())
            if share < 1:
                image = pygame.transform.smoothscale(image, (round(image.width * share), round(image.height * share)))
            y = surface.blit(image, image.get_rect(midtop=inner.midtop)).bottom + px(8)
        draw_text(surface, (inner.left, y), self.scenario.name, "heading", TEXT, width=inner.width)
        y += line_height("heading")
        for text, role, color in texts:
            area = pygame.Rect(inner.left, y, inner.width, max(0, self._text_bottom - y))
            if area.height >= line_height(role):
                y = draw_wrapped(surface, area, text, role, color) + px(2)

    def _table_texts(self, layout: str, is_short: bool) -> list[tuple[str, str, Color]]:
        """Return what the page says about the battle, each text with its role and color.

        A short text has only the names of the scenario's own rules.
        """
        table = f'{self.scenario.width:g}" × {self.scenario.height:g}" · {pluralize(self.scenario.turns, "turn")}'
        words = layout_words(layout)
        if layout in BY_LOT:
            is_typed = bool(self.seed.strip())
            words += " This table belongs to the seed." if is_typed else " The seed is shown when the game is over."
        elif unrolled_atmospheres(self.first_state):
            words = ATMOSPHERE_NOTE
        rules = own_rules(self.scenario)
        rule_texts = [f"{rule.name}: {rule.summary}" for rule in rules]
        if is_short and rules:
            rule_texts = [f"Rules of its own: {', '.join(rule.name for rule in rules)}. The briefing explains them."]
        texts = [(table, "small", TEXT_FAINT), (words, "small", TEXT_SOFT)]
        texts += [(text, "small", WARN) for text in rule_texts]
        texts.append((" ".join(self.scenario.summary.split()), "small", TEXT_SOFT))
        return [text for text in texts if text[0]]


def _opening_words(card: ScenarioCard, area: pygame.Rect) -> str:
    """Return as many whole clauses of a scenario's summary as fit into an area."""
    summary = " ".join(card.summary.split())
    openings = [f"{summary[: clause.start()]}." for clause in re.finditer(r"[.,:;](?= |$)", summary)]
    max_lines = (area.height + 2) // line_height("small")
    return next((text for text in reversed(openings) if len(wrap(text, "small", area.width)) <= max_lines), "")


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
