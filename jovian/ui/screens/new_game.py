"""The page of a new game, and the page that changes the players of a running game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import pygame

from jovian.cards import CardError, FleetList, ScenarioCard, unit_cards
from jovian.cards.files import SCENARIO
from jovian.cards.load import card_file
from jovian.cards.names import BY_LOT, FACTION_DOCTRINES
from jovian.dice import parse_seed, random_seed
from jovian.game import State
from jovian.game.events import Started
from jovian.match import Match, Setup
from jovian.net.agreement import Agreement
from jovian.packages import describe_missing
from jovian.rules.basics.rolls import pluralize
from jovian.rules.scenario.special import unrolled_atmospheres
from jovian.rules.setup.briefing import Ready, playable_content
from jovian.rules.setup.edition import game_options, layout_words
from jovian.rules.setup.legality import find_setup_problems, tally
from jovian.rules.setup.setup import begin, layout_of, own_rules, side_names
from jovian.session.session import Session
from jovian.session.views import HUMAN, REMOTE, SEATS, player_name
from jovian.ui.board import GrowingPicture, first_picture
from jovian.ui.editor.fleet_bench import FleetBench, bench_of, make_library
from jovian.ui.kit.boxes import NOWHERE, Box, button, caption, column, item, line, panel, row, space, text
from jovian.ui.kit.card_grid import CardGrid, draw_card_back
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height, wrap
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
from jovian.ui.kit.widgets import NOTHING, Button, Extent, Toggle
from jovian.ui.screens.navigation import (
    ToBriefing,
    ToFleets,
    ToInvite,
    ToOptions,
    ToRehearsal,
    ToTitle,
    load_playable,
    open_file,
)
from jovian.ui.screens.page import BUTTON_WIDTH, FOOT_HEIGHT, Page, draw_fleet, framed, side_badge, side_line
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
BATTLE_HEIGHT, LARGE_BATTLE_HEIGHT, TALL_BATTLE_HEIGHT = 38, 90, 116
"""The unscaled height of the card of a battle, in a usual, in a large, and in a tall window."""
MIN_BATTLE_WIDTH, MIN_TALL_BATTLE_WIDTH = 250, 330
"""The minimum unscaled width of the card of a battle, in a usual and in a tall window."""
LOW_CARD = 84
"""The unscaled height below which the card of an opponent has only the name."""
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
FRIENDS, WATCHED, FRIEND_ELSEWHERE = ["human", "human"], ["captain", "captain"], [HUMAN, REMOTE]
"""The players of a game between two people at one or two computers, and of a game to watch."""
SECRET_FLEET = "Your friend chooses this fleet in secret, after joining. Agree on its size."
NO_REHEARSAL = "Your friend's fleet isn't chosen yet."
JOINT_SEED = "The dice and a random table come from both computers, so no seed can be typed."
MINUTES = (0, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120)
"""The clocks that are offered, in minutes of each player for a Game Turn."""
STAND_INS = ("", *OPPONENTS)
"""The computer players that are offered for the seat of an absent player."""
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

    def __init__(self, seat: str) -> None:
        super().__init__(f"against {seat}", NOWHERE, seat.capitalize())
        self.level = list(OPPONENTS).index(seat) + 1
        self.words = OPPONENTS[seat]

    @property
    def wanted_width(self) -> Extent:
        return Extent(px(110), px(220))

    def adapt(self, rect: pygame.Rect) -> None:
        """Tell in a tooltip what a low card has no space for."""
        self.hint = f"{self.words[0]}. {self.words[1]}" if rect.height < px(LOW_CARD) else ""

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


class NewGameScreen(Page):
    """The page of a new game: battle, opponent, fleets, table, and options. The last choices are the first ones."""

    def __init__(
        self, app: Host, file: Path | None = None, ready: Ready | None = None, bench: FleetBench | None = None,
        *, is_hosted: bool = False,
    ) -> None:  # fmt: skip
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
        self.agreement = Agreement()
        """What is offered to a friend at another computer besides the battle."""
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
        if is_hosted:
            self._take_seats([*FRIEND_ELSEWHERE])

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
        minutes, stand_in = last.get("minutes", ""), last.get("stand in", "")
        self.agreement = Agreement(
            int(minutes) if minutes in map(str, MINUTES) else 0, stand_in if stand_in in STAND_INS else "",
            last.get("rehearsals") == "on",
        )  # fmt: skip
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
        chosen |= {"minutes": str(self.agreement.minutes), "stand in": self.agreement.stand_in}
        chosen["rehearsals"] = "on" if self.agreement.is_rehearsing else ""
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
        self.refresh()

    def fleet(self, side: int) -> FleetList:
        """Return the fleet of a side."""
        return self.ready.fleets[self.fleets[self.chosen[side]]]

    # --- Layout ---
    def compose(self) -> Box:
        """Return battle, opponent, and both sides on the left, and the table with the options on the right."""
        if self._left_to_edit:
            self._reread()
        space_left = self.size[1] - px(124)
        is_large, is_tall, is_tallest = (space_left >= px(height) for height in (760, 560, 900))
        height = TALL_BATTLE_HEIGHT if is_tallest else LARGE_BATTLE_HEIGHT if is_large else BATTLE_HEIGHT
        width = MIN_TALL_BATTLE_WIDTH if is_large else MIN_BATTLE_WIDTH
        columns = max(1, (self.size[0] * 7 // 10 - px(42)) // px(width))
        grid = CardGrid("scenario", NOWHERE, self._draw_battle, columns=columns, height=px(height))
        grid.set_items(self.scenarios)
        grid.chosen = self.index
        rows = 4 if is_tall else 2
        left = column(
            caption("Which battle?"),
            item(grid, self._take_scenario, height=rows * (height + 8), min_height=height + 8),
            row(caption("Against whom?", grow=1), self._pair("friend", "A friend here", FRIENDS),
                self._pair("elsewhere", "A friend elsewhere", FRIEND_ELSEWHERE, describe_missing("net")),
                self._pair("watch", "Watch two computers", WATCHED), height=22, min_height=18, gap=6),
            row(*map(self._opponent, OPPONENTS), height=92 if is_tall else 34, min_height=28, gap=8),
            caption("With what?"), row(self._side(0), self._side(1), gap=14, grow=1), gap=6, grow=70,
        )  # fmt: skip
        right = panel("", Box(paint=self._draw_table, grow=1, min_height=120), *self._table_widgets(), gap=6, grow=30,
                      min_width=280)  # fmt: skip
        foot = row(
            button("back", "Back", self.cancel, width=120), self._warnings(),
            button("rehearse", "Rehearse", self._rehearse, hint=REHEARSE_HINT, width=110,
                   reason=NO_REHEARSAL if self.is_hosted else ""),
            button("start", self._start_label(), self.start, kind="primary", key=pygame.K_RETURN, width=240),
            height=FOOT_HEIGHT, min_height=34, gap=8,
        )  # fmt: skip
        return column(text("New game", "title"), row(left, right, gap=14, grow=1), foot, gap=10, pad=(14, 8, 14, 12))

    def on_layout(self) -> None:
        grid = self.group["scenario"]
        if isinstance(grid, CardGrid) and self._is_opened:
            grid.scroll_to(grid.chosen)
        self._is_opened = False

    def _warnings(self) -> Box:
        """Return what is wrong with the choice, and with files that were skipped, the first of them named."""
        count = pluralize(len(self.ready.left_out), "file")
        skipped = f"{count} skipped: {self.ready.left_out[0]}" if self.ready.left_out else ""
        warning = line(self.points_warning, "strong", WARN, anchor="midright", content_width=NOTHING)
        return column(warning, line(skipped, "small", DANGER, content_width=NOTHING), grow=1, pad=(20, 2, 12, 0))

    def _start_label(self) -> str:
        if self.is_hosted:
            return "Invite your friend"
        opponents = [seat for seat in self.seats if seat != "human"]
        if len(opponents) == 1:
            name = player_name(opponents[0])
            return f"Start against {name[:1].upper()}{name[1:]}"
        return "Start" if not opponents else "Start and watch"

    def _opponent(self, seat: str) -> Box:
        card = OpponentCard(seat)
        card.lit = sorted(self.seats) == sorted(["human", seat])
        return item(card, lambda _: self._take_seats(["human", seat]), on_place=card.adapt, grow=1)

    def _pair(self, name: str, label: str, seats: list[str], reason: str = "") -> Box:
        """Return the button for a game without a computer opponent."""
        take = lambda: self._take_seats(list(seats))  # noqa: E731
        return button(name, label, take, lit=sorted(self.seats) == sorted(seats), role="label", reason=reason)

    @property
    def is_hosted(self) -> bool:
        """Whether the other player is a friend at another computer."""
        return REMOTE in self.seats

    def _side(self, side: int) -> Box:
        """Return the fleet and the player of a side. Some scenarios set the fleets."""
        if self.is_hosted:
            return self._hosted_side(side)
        seat = SeatChoice(side, NOWHERE, self.seats[side], self.within)
        player = item(seat, lambda index: seat.ask(self.app, index, self.seats, self.refresh), height=30, grow=1)
        if self.scenario.models:
            return panel("", side_line(side, "Set by the scenario"), row(player), gap=8, grow=1)
        build = button(f"build {side}", BUILD_LABEL, lambda: self._build_fleet(side), hint=BUILD_HINT, role="label",
                       height=30)  # fmt: skip
        models = Box(paint=partial(self._draw_fleet, side), grow=1, min_height=36)
        fleet = row(side_badge(side), self._fleet_choice(side), gap=4)
        return panel("", fleet, row(player, build, gap=6), models, gap=8, grow=1)

    def _hosted_side(self, side: int) -> Box:
        """Return a side of a game with a friend at another computer, whose fleet is not chosen here."""
        is_own = self.seats[side] == HUMAN
        player = row(line("You" if is_own else "Your friend", "body", TEXT_SOFT, grow=1, content_width=NOTHING),
                     button(f"swap {side}", "Change sides", self._swap, role="label", height=30), gap=6)  # fmt: skip
        if self.scenario.models:
            return panel("", side_line(side, "Set by the scenario"), player, gap=8, grow=1)
        if not is_own:
            return panel("", side_line(side, "Secret"), player, text(SECRET_FLEET, "small", TEXT_SOFT), gap=8, grow=1)
        models = Box(paint=partial(self._draw_fleet, side), grow=1, min_height=36)
        return panel("", row(side_badge(side), self._fleet_choice(side), gap=4), player, models, gap=8, grow=1)

    def _swap(self) -> None:
        self.seats.reverse()
        self.chosen.reverse()

    def _fleet_choice(self, side: int) -> Box:
        """Return the choice of a fleet, with its name in the game: two fleets of the same name get different ones."""
        fleets = (self.fleet(0), self.fleet(1))
        labels = [f"{fleet.size} · {fleet.name} · {fleet.faction}" for fleet in self.ready.fleets.values()]
        ink, chosen = SIDES[side].main, self.chosen[side]
        choice = Choice(f"fleet {side}", NOWHERE, labels, chosen, self.within, ink=ink, role="heading")
        choice.hint = FACTION_DOCTRINES[fleets[side].faction]
        choice.shown = f"{side_names(fleets)[side]} · {fleets[side].faction} · {fleets[side].size}"
        return item(choice, partial(self.chosen.__setitem__, side), height=CHOICE_HEIGHT, grow=1)

    def _table_widgets(self) -> Iterator[Box]:
        """Yield what is below the table: buttons for the scenario, options, practice, dice, and the seed."""
        if layout_of(self.first_state) in BY_LOT and not self.is_hosted:
            yield button("another", "New random table", self._draw_lots, height=36)
        changed = len([name for name in self.options if name != PRACTICE])
        label = f"Options: {changed} changed" if changed else "Options: v1.2.4"
        options = button("options", label, lambda: self.app.go(ToOptions(self.options, self)), grow=1)
        edit = button("edit", "Edit", lambda: leave_draft(self.app, self._edit), hint=EDIT_HINT, grow=1)
        yield row(options, edit, gap=8, height=36, min_height=28)
        if self.is_hosted:
            yield from self._agreement_widgets()
            yield text(JOINT_SEED, "small", TEXT_SOFT)
            return
        option = next(option for option in game_options() if option.name == PRACTICE)
        practice = Toggle(PRACTICE, NOWHERE, option.title, PRACTICE in self.options, option.variants[0].summary)
        yield item(practice, self._set_practice, height=28)
        yield item(Toggle("manual", NOWHERE, "Real dice, typed in", self.manual), self._set_manual, height=28)
        seed = TextField("seed", NOWHERE, self.seed, ghost="random", most=48)
        yield row(line("Seed", "body", TEXT_SOFT, width=44), item(seed, partial(self._set_seed, seed), grow=1), gap=6)

    def _agreement_widgets(self) -> Iterator[Box]:
        """Yield what a host offers to a friend: a clock, a stand-in, and rehearsals."""
        clocks = [f"{minutes} minutes for a Game Turn" if minutes else "No clock" for minutes in MINUTES]
        minutes = Choice("minutes", NOWHERE, clocks, MINUTES.index(self.agreement.minutes), self.within)
        yield item(minutes, lambda index: self._agree(minutes=MINUTES[index]), height=30)
        seats = [f"{seat.capitalize()} for an absent player" if seat else "No stand-in" for seat in STAND_INS]
        stand_in = Choice("stand in", NOWHERE, seats, STAND_INS.index(self.agreement.stand_in), self.within)
        yield item(stand_in, lambda index: self._agree(stand_in=STAND_INS[index]), height=30)
        rehearsals = Toggle("rehearsals", NOWHERE, "Rehearse during the game", self.agreement.is_rehearsing)
        yield item(rehearsals, lambda is_on: self._agree(is_rehearsing=is_on), height=28)

    def _agree(self, **changed: Any) -> None:
        self.agreement = replace(self.agreement, **changed)

    def _set_practice(self, is_on: bool) -> None:
        self.options.pop(PRACTICE, None)
        if is_on:
            self.options[PRACTICE] = "on"

    def _set_manual(self, is_on: bool) -> None:
        self.manual = is_on

    def _set_seed(self, field: TextField, words: str) -> None:
        """Take a typed seed. Enter starts the game."""
        self.seed = words
        if field.done:
            self.start()

    def _draw_lots(self) -> None:
        self.seed, self.random_seed = "", random_seed()

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

    @property
    def points_warning(self) -> str:
        """A warning if the points of the fleets differ, "" if they don't."""
        if self.scenario.models or self.is_hosted:
            return ""
        fleets = self.fleet(0), self.fleet(1)
        tallies = [tally(fleet, unit_cards()) for fleet in fleets]
        spent = [fleet_tally.total - fleet_tally.secret for fleet_tally in tallies]
        if max(spent) - min(spent) <= SMALL_DIFFERENCE * max(spent):
            return ""
        text = " against ".join(f"{name} with {tv} TV" for name, tv in zip(side_names(fleets), spent, strict=True))
        return f"Unequal points: {text}"

    # --- What buttons do ---
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

    def start(self) -> None:
        """Start a game, or show why it can't be played."""
        setup = self._setup()
        if setup is not None:
            self._remember()
            if self.is_hosted:
                self.app.go(ToInvite(setup, self.seats.index(HUMAN), self, self.agreement))
                return
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
            seed = parse_seed(self.seed) if self.seed.strip() and not self.is_hosted else self.random_seed
        except ValueError as error:
            self.app.say(f"{str(error).capitalize()}.", bad=True)
            return None
        fleets = () if self.scenario.models else (self.fleet(0), self.fleet(1))
        options = {name: value for name, value in self.options.items() if name != PRACTICE or not self.is_hosted}
        setup = Setup(self.scenario, fleets, unit_cards(), seed, options, self.manual and not self.is_hosted)
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
    def _draw_fleet(self, side: int, surface: pygame.Surface, area: pygame.Rect) -> None:
        draw_fleet(self.fleet(side), surface, area)

    def _draw_table(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        """Draw the table, and below it what the battle is about."""
        layout = layout_of(self.first_state)
        free = inner.height
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
        for words, role, color in texts:
            area = pygame.Rect(inner.left, y, inner.width, max(0, inner.bottom - y))
            if area.height >= line_height(role):
                y = draw_wrapped(surface, area, words, role, color) + px(2)

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


class PlayersScreen(Page):
    """The page that changes the players of a running game. Nothing changes before Done."""

    def __init__(self, app: Host, session: Session, back: Screen, on_done: Callable[[tuple[str, str]], None]) -> None:
        super().__init__(app)
        self._back, self._on_done = back, on_done
        one, two = next(session.match.events.of(Started)).sides
        self._names = (one.name, two.name)
        self.seats = list(session.seats)

    def compose(self) -> Box:
        players = panel("", text("Players", "title"), self._player(0), self._player(1), text(NOTE, "small", TEXT_FAINT),
                        gap=12)  # fmt: skip
        finish = button("done", "Done", self._finish, kind="primary", key=pygame.K_RETURN, width=BUTTON_WIDTH)
        return framed(players, foot=row(button("back", "Back", self.cancel, width=140), space(), finish), width=640)

    def _player(self, side: int) -> Box:
        seat = SeatChoice(side, NOWHERE, self.seats[side], self.within)
        choice = item(seat, lambda index: seat.ask(self.app, index, self.seats, self.refresh), height=38)
        return column(side_line(side, self._names[side]), choice, gap=6)

    def _finish(self) -> None:
        self.app.show(self._back)
        self._on_done((self.seats[0], self.seats[1]))

    def cancel(self) -> None:
        """Go back without changes."""
        self.app.show(self._back)
