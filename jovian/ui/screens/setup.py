"""Setup: scenario, fleets, who plays each side, seed, table terrain, real dice; with a picture of the table."""

from __future__ import annotations

from functools import lru_cache

import pygame

from jovian.cards import FleetList, ScenarioCard, library
from jovian.dice import fresh_seed, read_seed
from jovian.match import Match, Setup
from jovian.rules.facts.telling import counted
from jovian.rules.setup.legality import tally, unplayable
from jovian.rules.setup.ready import ready
from jovian.rules.setup.setup import begin, own_rules, side_names
from jovian.ui.board import picture
from jovian.ui.board.art.backdrop import backdrop
from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import badge, panel
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height
from jovian.ui.kit.forms import TextField
from jovian.ui.kit.theme import (
    ACCENT,
    ACCENT_DEEP,
    DANGER,
    PANEL_HOVER,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WARN,
    WELL,
    mix,
    px,
)
from jovian.ui.kit.widgets import Action, Button, ScrollList, Tabs, Toggle, Widget
from jovian.ui.playing.seats import SEATS
from jovian.ui.playing.session import Session
from jovian.ui.screens.destinations import ToBattle, ToTitle
from jovian.ui.screens.screen import Host, Screen

FIRST = "introductory"
"""The scenario that is chosen when the screen opens."""


NEARLY = 0.05
"""The share of the points by which two fleets may differ before it is said."""


@lru_cache(maxsize=4)
def _picture(scenario: ScenarioCard, terrain: bool, size: int) -> pygame.Surface:
    state = begin(Setup(scenario, (), library(), 0, {} if terrain else {"terrain": "off"}))
    return picture(state, size)


class SetupScreen(Screen):
    """What a new game is started with."""

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.ready = ready()
        self.scenarios, self.fleets = list(self.ready.scenarios), list(self.ready.fleets)
        self.chosen = [0, 0]
        self.seats = ["human", "ensign"]
        self.terrain, self.manual = True, False
        self.seed = ""
        """As typed; without one a seed is drawn, which nobody sees until the game is over."""
        self._take_scenario(self.scenarios.index(FIRST) if FIRST in self.scenarios else 0)

    def _take_scenario(self, index: int) -> None:
        self.index = index
        self.scenario: ScenarioCard = self.ready.scenarios[self.scenarios[index]]
        self.chosen = [self.fleets.index(name) for name in self.scenario.fleets] or [0, 0]

    def fleet(self, side: int) -> FleetList:
        """The fleet that a side brings."""
        return self.ready.fleets[self.fleets[self.chosen[side]]]

    # --- layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """Scenario on the left, the two sides in the middle, the table on the right."""
        super().layout(size)
        gap, top, low = px(16), px(70), px(76)
        high = size[1] - top - low
        narrow = size[0] * 24 // 100
        self._left = pygame.Rect(gap, top, narrow, high)
        right = size[0] * 32 // 100
        self._right = pygame.Rect(size[0] - right - gap, top, right, high)
        middle = pygame.Rect(self._left.right + gap, top, self._right.left - self._left.right - 2 * gap, high)
        half = (high - gap) // 2
        self._sides = [
            pygame.Rect(middle.left, middle.top + side * (half + gap), middle.width, half) for side in (0, 1)
        ]
        widgets: list[Widget] = [*self._scenario_widgets(), *self._side_widgets(0), *self._side_widgets(1)]
        start = pygame.Rect(size[0] - px(236), size[1] - px(62), px(220), px(48))
        widgets.append(Button("start", start, "Start", kind="primary", key=pygame.K_RETURN))
        widgets.append(Button("back", pygame.Rect(gap, size[1] - px(62), px(140), px(48)), "Back"))
        self.group.widgets = widgets

    @property
    def _rows(self) -> int:
        """The height of the list of scenarios: what the text below it leaves."""
        few = max(2, (self._left.height - px(250)) // px(34))
        return min(8, few, len(self.scenarios)) * px(34)

    def _scenario_widgets(self) -> list[Widget]:
        inner = self._left.inflate(-px(28), -px(24))
        rows = self._rows
        listed = ScrollList(
            "scenario", pygame.Rect(inner.left, inner.top + px(26), inner.width, rows), _name_row, row=px(34)
        )
        listed.set_items([card.name for card in self.ready.scenarios.values()])
        listed.chosen = self.index
        y = inner.bottom - px(34)
        seed = TextField(
            "seed",
            pygame.Rect(inner.left + px(60), y, inner.width - px(60), px(34)),
            self.seed,
            ghost="drawn at random",
            most=48,
        )
        manual = Toggle(
            "manual", pygame.Rect(inner.left, y - px(44), inner.width, px(30)), "Real dice, typed in", self.manual
        )
        terrain = Toggle(
            "terrain", pygame.Rect(inner.left, y - px(80), inner.width, px(30)), "Table terrain", self.terrain
        )
        return [listed, terrain, manual, seed]

    def _side_widgets(self, side: int) -> list[Widget]:
        inner = self._sides[side].inflate(-px(28), -px(24))
        labels = [seat.title() for seat in SEATS]
        tabs = Tabs(f"seat {side}", pygame.Rect(inner.left, inner.top + px(30), inner.width, px(30)), labels)
        tabs.chosen = SEATS.index(self.seats[side])
        width = inner.width * 45 // 100
        listed = ScrollList(
            f"fleet {side}",
            pygame.Rect(inner.left, inner.top + px(72), width, inner.height - px(76)),
            _name_row,
            row=px(32),
        )
        listed.set_items([f"{fleet.size} · {fleet.name}" for fleet in self.ready.fleets.values()])
        listed.chosen = self.chosen[side]
        listed.enabled = not self.scenario.models
        return [tabs, listed]

    @property
    def unequal(self) -> str:
        """A warning where the fleets are not worth the same, "" where they nearly are."""
        if self.scenario.models:
            return ""
        fleets = self.fleet(0), self.fleet(1)
        spent = [tally(fleet, library()).total for fleet in fleets]
        if max(spent) - min(spent) <= NEARLY * max(spent):
            return ""
        said = " against ".join(f"{name} with {tv} TV" for name, tv in zip(side_names(fleets), spent, strict=True))
        return f"Unequal points: {said}"

    # --- answers ---
    def act(self, action: Action) -> None:
        """Note what was chosen."""
        name, value = action
        if name == "scenario":
            self._take_scenario(int(value))
            self.layout(self.size)
        elif name.startswith("fleet "):
            self.chosen[int(name[6:])] = int(value)
        elif name.startswith("seat "):
            self.seats[int(name[5:])] = str(value).lower()
        elif name in ("terrain", "manual"):
            setattr(self, name, bool(value))
        elif name == "seed":
            self.seed = str(value)
            if isinstance(self.group["seed"], TextField) and self.group["seed"].done:
                self.start()
        elif name == "start":
            self.start()
        elif name == "back":
            self.cancel()
        self.dirty = True

    def cancel(self) -> None:
        """Back to the title."""
        self.app.go(ToTitle())

    def start(self) -> None:
        """Begin the game."""
        try:
            seed = read_seed(self.seed) if self.seed.strip() else fresh_seed()
        except ValueError as error:
            self.app.say(f"{str(error).capitalize()}.", bad=True)
            return
        fleets = () if self.scenario.models else (self.fleet(0), self.fleet(1))
        options = {} if self.terrain else {"terrain": "off"}
        setup = Setup(self.scenario, fleets, library(), seed, options, self.manual)
        for refusal in unplayable(setup):
            self.app.say(f"{refusal.reason} ({refusal.place})", bad=True)
            return
        match = Match(setup, keep_all=True)
        self.app.go(ToBattle(Session(match, (self.seats[0], self.seats[1]))))

    # --- drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        """Panels, lists, the table."""
        surface.blit(backdrop(self.size), (0, 0))
        draw_text(surface, (px(20), px(35)), "NEW GAME", "title", TEXT, anchor="midleft")
        inner = panel(surface, self._left, "Scenario")
        rows = self._rows
        text = pygame.Rect(
            inner.left, inner.top + rows + px(14), inner.width, inner.bottom - inner.top - rows - px(156)
        )
        y = draw_wrapped(surface, text, self.scenario.summary.strip(), "body", TEXT_SOFT)
        said = f'{self.scenario.width:g}" × {self.scenario.height:g}" · {counted(self.scenario.turns, "turn")}'
        draw_text(surface, (text.left, y + px(8)), said, "small", TEXT_FAINT)
        y += px(12) + line_height("small")
        for clause in own_rules(self.scenario):
            rest = pygame.Rect(text.left, y, text.width, text.bottom - y)
            y = draw_wrapped(surface, rest, f"{clause.name}: {clause.summary}", "body", WARN)
        for side in (0, 1):
            self._draw_side(surface, side)
        self._draw_table(surface)
        self._draw_left_out(surface)
        self.group.draw(surface)
        seed = self.group["seed"].rect
        pos = (self.size[0] - px(252), self.size[1] - px(58))
        width = pos[0] - px(180)
        draw_text(surface, pos, self.unequal, "strong", WARN, anchor="midright", width=max(1, width))
        draw_text(surface, (inner.left, seed.centery), "Seed", "body", TEXT_SOFT, anchor="midleft")
        self.dirty = False

    def _draw_left_out(self, surface: pygame.Surface) -> None:
        """A line below for the files that are left out, the first of them named."""
        if self.ready.left_out:
            said = f"{counted(len(self.ready.left_out), 'file')} left out: {self.ready.left_out[0]}"
            pos, width = (px(176), self.size[1] - px(38)), self.size[0] - px(440)
            draw_text(surface, pos, said, "small", DANGER, anchor="midleft", width=width)

    def _draw_side(self, surface: pygame.Surface, side: int) -> None:
        look, rect = SIDES[side], self._sides[side]
        panel(surface, rect)
        inner = rect.inflate(-px(28), -px(24))
        badge(surface, (inner.left + px(8), inner.top + px(10)), look.main, look.hatched, px(7))
        if self.scenario.models:
            draw_text(surface, (inner.left + px(24), inner.top), "Set by the scenario", "heading", look.main)
            return
        fleet = self.fleet(side)
        name = side_names((self.fleet(0), self.fleet(1)))[side]
        draw_text(surface, (inner.left + px(24), inner.top), f"{name} · {fleet.faction}", "heading", look.main)
        left = inner.left + inner.width * 45 // 100 + px(18)
        y = inner.top + px(74)
        cards = library()
        step = line_height("body") + px(2)
        for index, entry in enumerate(fleet.entries):
            if y + 2 * step > inner.bottom and index < len(fleet.entries) - 1:
                rest = ", ".join(each.name for each in fleet.entries[index:])
                said = f"and {len(fleet.entries) - index} more: {rest}"
                draw_text(surface, (left, y), said, "body", TEXT_SOFT, width=inner.right - left)
                break
            card = cards[entry.unit]
            said = f"{entry.name}  ·  {card.name}"
            draw_text(surface, (left, y), said, "body", TEXT, width=inner.right - left - px(36))
            draw_text(surface, (inner.right, y), str(card.tv), "body", TEXT_FAINT, anchor="topright")
            y += step

    def _draw_table(self, surface: pygame.Surface) -> None:
        inner = panel(surface, self._right, "Table")
        size = max(px(120), min(inner.width, inner.height))
        image = _picture(self.scenario, self.terrain, size)
        surface.blit(image, image.get_rect(midtop=inner.midtop))


def _name_row(surface: pygame.Surface, rect: pygame.Rect, text: object, hovered: bool, chosen: bool) -> None:
    fill = mix(WELL, ACCENT_DEEP, 0.8) if chosen else PANEL_HOVER if hovered else WELL
    box(surface, rect.inflate(-px(4), -px(4)), fill, radius=px(5), border=ACCENT if chosen else fill)
    pos = (rect.left + px(12), rect.centery)
    draw_text(
        surface,
        pos,
        str(text),
        "body",
        TEXT if chosen or hovered else TEXT_SOFT,
        anchor="midleft",
        width=rect.width - px(20),
    )
