"""The page of a rehearsal: the form that starts it, its result, and the note that one is running in the background."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import pygame

from jovian.background import Status
from jovian.cards.names import slug
from jovian.game import State
from jovian.match import Match
from jovian.match.files import write_whole
from jovian.players import PLAYERS
from jovian.rehearsal.documents import RehearsalResult, loss_rate, rehearsal_document
from jovian.rehearsal.forecast import Estimate, Forecast, ModelForecast, Spread
from jovian.rehearsal.game import RehearsalSpec
from jovian.rehearsal.outcome import CRIPPLED
from jovian.rules.basics.rolls import pluralize
from jovian.session.session import Session
from jovian.ui.board import Board, Scene
from jovian.ui.board.grid import backdrop
from jovian.ui.kit.draw import draw_bar, draw_box, draw_panel, draw_rule, draw_side_badge
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height, text_size, wrap
from jovian.ui.kit.forms import Choice, list_area
from jovian.ui.kit.theme import (
    ACCENT,
    BLADE,
    DANGER,
    EDGE,
    EDGE_HIGH,
    GOOD,
    PANEL_HIGH,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WARN,
    WELL,
    Color,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import Button, ScrollList, Signal, Tabs, Tooltip, Widget
from jovian.ui.presentation.rehearsed_games import CauseTable, GameGrid, cause_rows, describe_game
from jovian.ui.screens.navigation import ToReplay
from jovian.ui.screens.screen import Host, Pollable, Screen
from jovian.ui.session.rehearsals import (
    BackgroundRehearsal,
    RehearsalPosition,
    ReplayJob,
)
from jovian.user_files.paths import home

# --- Figures ---

MAX_BINS = 24
"""The maximum number of bars of a histogram."""
NARROW_SPREAD, MIN_HISTOGRAM = 150, 8
"""The unscaled width below which a mean has no interval, and the smallest height of a histogram."""


def format_percent(share: float) -> str:
    """Return a share as whole percent."""
    return f"{100 * share:.0f} %"


def format_interval(estimate: Estimate) -> str:
    """Return the interval of a share in percent, "" for an estimate from a few games."""
    return "" if estimate.is_rough else f"{100 * estimate.low:.0f} to {100 * estimate.high:.0f} %"


def draw_chance(
    surface: pygame.Surface, rect: pygame.Rect, label: str, estimate: Estimate, side: int | None
) -> None:
    """Draw a chance as a bar with its interval, its label above, and its number on the right."""
    colors = SIDES[side] if side is not None else None
    color: Color = colors.main if colors is not None else BLADE
    left = rect.left
    if colors is not None:
        draw_side_badge(surface, (left + px(7), rect.top + px(9)), colors.main, colors.hatched, px(5))
        left += px(20)
    y = rect.top + px(9)
    value = draw_text(surface, (rect.right, y), format_percent(estimate.value), "heading", TEXT, anchor="midright")
    interval = draw_text(
        surface, (value.left - px(10), y), format_interval(estimate), "small", TEXT_SOFT, anchor="midright"
    )
    draw_text(surface, (left, y), label, "strong", color, anchor="midleft", width=interval.left - left - px(10))
    track = pygame.Rect(rect.left, rect.top + px(24), rect.width, px(14))
    draw_box(surface, track, WELL, radius=px(4), border=EDGE)
    inner = track.inflate(-2, -2)
    full = pygame.Rect(inner.left, inner.top, round(inner.width * estimate.value), inner.height)
    surface.fill(mix_colors(WELL, color, 0.6), full)
    if not estimate.is_rough:
        _draw_interval(surface, inner, estimate, mix_colors(color, TEXT, 0.5))


def _draw_interval(surface: pygame.Surface, inner: pygame.Rect, estimate: Estimate, color: Color) -> None:
    """Draw an interval as a line with a stop at each end."""
    low, high = (inner.left + round(inner.width * end) for end in (estimate.low, estimate.high))
    surface.fill(color, (low, inner.centery - px(1), max(1, high - low), px(2)))
    for x in (low, high):
        surface.fill(color, (min(x, inner.right - px(2)), inner.top + px(1), px(2), inner.height - px(2)))


def draw_spread(
    surface: pygame.Surface, rect: pygame.Rect, label: str, results: Spread, span: float, color: Color
) -> None:
    """Draw numbers as their mean, with a histogram from 0 to `span` below it.

    In little space the half width of the interval is left out, then the histogram.
    """
    mean = format_mean(results.mean) if rect.width >= px(NARROW_SPREAD) else f"{results.mean.value:.1f}"
    value = draw_text(surface, rect.topright, mean, "strong", TEXT, anchor="topright")
    pos = (rect.left, value.centery)
    draw_text(surface, pos, label, "small", TEXT_SOFT, anchor="midleft", width=rect.width - value.width - px(8))
    top = rect.top + line_height("strong") + px(2)
    max_height = rect.bottom - top - px(14)
    if max_height < px(MIN_HISTOGRAM):
        return
    bars = bar_heights(results.counts, span)
    bar_width = rect.width / len(bars)
    max_games = max(bars) or 1
    for number, games in enumerate(bars):
        height = max(px(2), round(max_height * games / max_games)) if games else 0
        x = rect.left + round(number * bar_width)
        width = max(1, rect.left + round((number + 1) * bar_width) - x - px(1))
        surface.fill(mix_colors(WELL, color, 0.75), (x, top + max_height - height, width, height))
    surface.fill(EDGE_HIGH, (rect.left, top + max_height, rect.width, 1))
    draw_text(surface, (rect.left, top + max_height + px(1)), "0", "tiny", TEXT_FAINT)
    draw_text(surface, (rect.right, top + max_height + px(1)), f"{span:g}", "tiny", TEXT_FAINT, anchor="topright")


def format_mean(estimate: Estimate) -> str:
    """Return a mean with the half width of its interval."""
    half = f" ± {estimate.half:.1f}" if estimate.half < inf and not estimate.is_rough else ""
    return f"{estimate.value:.1f}{half}"


def max_value(spreads: Sequence[Spread]) -> float:
    """Return the largest number of several spreads, at least 1. Their histograms end there."""
    return max([1.0, *(float(value) for results in spreads for value, _ in results.counts)])


def bar_heights(counts: Sequence[tuple[float, int]], span: float) -> list[float]:
    """Return the number of games in each bar from 0 to `span`. A few whole numbers have a bar each."""
    has_few = span < MAX_BINS
    bars = [0.0] * (int(span) + 1 if has_few else MAX_BINS)
    for value, games in counts:
        bars[min(len(bars) - 1, max(0, int(value if has_few else MAX_BINS * value / span)))] += games
    return bars


def draw_losses(surface: pygame.Surface, rect: pygame.Rect, model: ModelForecast) -> None:
    """Draw a model with how often it was lost and crippled, and by what."""
    colors = SIDES[model.side]
    lost_part, crippled_part = loss_rate(model), model.fates[CRIPPLED].value
    draw_side_badge(surface, (rect.left + px(7), rect.top + px(9)), colors.main, colors.hatched, px(5))
    y = rect.top + line_height("strong")
    text = f"lost {format_percent(lost_part)}"
    value = draw_text(surface, (rect.right - px(4), rect.top), text, "strong", TEXT, anchor="topright")
    left = rect.left + px(20)
    draw_text(surface, (left, rect.top), model.name, "strong", colors.main, width=value.left - left - px(8))
    crippled_text = f"crippled {format_percent(crippled_part)}" if crippled_part else ""
    crippled_rect = (
        draw_text(surface, (rect.right - px(4), y), crippled_text, "small", TEXT_FAINT, anchor="topright")
        if crippled_text
        else None
    )
    causes = " · ".join(f"{cause} ({times})" for cause, times in model.by[:3])
    max_width = (crippled_rect.left if crippled_rect is not None else rect.right) - left - px(8)
    draw_text(surface, (left, y), causes, "small", TEXT_SOFT, width=max_width)
    line = pygame.Rect(left, y + line_height("small") + px(2), rect.right - px(4) - left, px(3))
    surface.fill(mix_colors(WELL, EDGE, 0.6), line)
    surface.fill(colors.main, (line.left, line.top, round(line.width * lost_part), line.height))


# --- Result ---

NO_GAME_YET = "No game has finished yet."
NOT_STARTED = (
    "Computer players finish your game many times from here. Results appear as games finish. Your game doesn't change."
)
MIN_LEAD_HEIGHT = 520
"""The unscaled height of the result at which it says in words who leads."""
INTERVAL = "The line over a bar shows where the truth lies in 95 of 100 such rehearsals."
CHANCE_HINT = "Win chance in percent. The line over the bar is the 95% confidence interval."
SPREAD_HINT = "The mean of all games with its interval, and a histogram of the games from 0 to the maximum."
DECIDED_HINT = "What gave the winner the largest lead, the most frequent first. Columns count games by winner."
MODELS, CAUSES, GAMES_TAB = "Models", "Causes", "Games"
TITLES = {MODELS: "Models, the most often lost first", CAUSES: "What decided games", GAMES_TAB: "Games so far"}
"""The tabs of the right panel with the titles of their contents."""
TAB_HEIGHT, CHOICE_LINES = 28, 3
"""The unscaled height of the tabs, and the lines about the game under the pointer."""
WATCH_HINT = "Click a game, or choose it by keys and press Enter, to watch it. Its color and mark are the winner's."
NO_GAMES = "Small boards of the games appear here as they finish."
STACKED, GRID_PERCENT = 700, 45
"""The unscaled height of the right panel from which games have a panel of their own, and its share of the height."""


class ResultSheet:
    """Draws the latest result into the areas of the page.

    `list` is the widget of the models, `causes` that of what decided games, and `grid` that of the games. Tabs choose
    between them, but in a high window the games have an area of their own.
    """

    def __init__(self, names: tuple[str, str], table: tuple[float, float]) -> None:
        self.names, self.table = names, table
        self.tab = MODELS
        self._answer: RehearsalResult | None = None
        self._games = 0
        """The number of games that the grid has places for."""
        area = pygame.Rect(0, 0, 100, 100)
        self.list = ScrollList("models", area, _draw_model, row=10, well=False)
        self.causes, self.grid = CauseTable("causes", area), GameGrid("game", area, table)
        self._tabs = Tabs("result", area, (MODELS, CAUSES))
        self._grid_area: pygame.Rect | None = area
        self._hints: list[tuple[pygame.Rect, str]] = []
        """The drawn figures, with their explanations."""

    @property
    def widgets(self) -> list[Widget]:
        """The visible widgets."""
        shown: Widget = {MODELS: self.list, CAUSES: self.causes, GAMES_TAB: self.grid}[self.tab]
        return [self._tabs, shown, *([self.grid] if self._grid_area is not None and shown is not self.grid else [])]

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """Return the place and the explanation of the figure under a point, or None."""
        return next(((rect, text) for rect, text in self._hints if rect.collidepoint(pos)), None)

    def layout(self, area: pygame.Rect, grid_area: pygame.Rect | None) -> None:
        """Lay out the area of the tabs, and the area of the games, which may be None."""
        labels = (MODELS, CAUSES) if grid_area is not None else (MODELS, CAUSES, GAMES_TAB)
        self.tab = self.tab if self.tab in labels else MODELS
        self._grid_area = grid_area
        self._tabs = Tabs("result", pygame.Rect(area.left, area.top, area.width, px(TAB_HEIGHT)), labels)
        self._tabs.chosen = labels.index(self.tab)
        place = pygame.Rect(area.left, area.top + px(TAB_HEIGHT + 10), area.width, area.height - px(TAB_HEIGHT + 10))
        row_height = line_height("strong") + line_height("small") + px(14)
        self.list = ScrollList("models", place, _draw_model, row=row_height, well=False)
        self.causes = CauseTable("causes", place)
        head = CHOICE_LINES * line_height("small") + px(8)
        of_grid = grid_area if grid_area is not None else place
        rect = pygame.Rect(of_grid.left, of_grid.top + head, of_grid.width, of_grid.height - head)
        self.grid = GameGrid("game", rect, self.table)
        self._fill()

    def show(self, answer: RehearsalResult | None, games: int) -> None:
        """Show another result, None if there is none yet. The grid has places for this number of games."""
        if answer is not self._answer or games != self._games:
            self._answer, self._games = answer, games
            self._fill()

    def _fill(self) -> None:
        answer = self._answer
        models = answer.forecast.models if answer is not None else ()
        worst = sorted(models, key=lambda model: (-loss_rate(model), -model.fates[CRIPPLED].value))
        played = answer.played if answer is not None else ()
        causes = cause_rows(answer.forecast, played) if answer is not None else []
        missing = [None] * max(0, self._games - len(played))
        for widget, items in ((self.list, worst), (self.causes, causes), (self.grid, [*played, *missing])):
            offset = widget.offset
            widget.set_items(())
            widget.set_items(items)
            widget.offset = min(offset, widget.furthest)

    def draw_chances(self, surface: pygame.Surface, area: pygame.Rect, running: bool) -> None:
        """Draw the chances, the points of both sides, and the turns."""
        self._hints = []
        if self._answer is None:
            draw_wrapped(surface, area, NO_GAME_YET if running else NOT_STARTED, "body", TEXT_FAINT)
            return
        forecast = self._answer.forecast
        rows = ((f"{self.names[0]} wins", forecast.wins[0], 0), ("Draw", forecast.draws, None),
                (f"{self.names[1]} wins", forecast.wins[1], 1))  # fmt: skip
        for number, (label, estimate, side) in enumerate(rows):
            rect = pygame.Rect(area.left, area.top + number * px(50), area.width, px(42))
            draw_chance(surface, rect, label, estimate, side)
            self._hints.append((rect, CHANCE_HINT))
        top = area.top + px(154)
        if area.height >= px(MIN_LEAD_HEIGHT):
            place = pygame.Rect(area.left, area.top + px(148), area.width, 2 * line_height("small"))
            draw_wrapped(surface, place, f"{INTERVAL} {self._lead_words(forecast)}", "small", TEXT_SOFT)
            top = place.bottom + px(8)
        draw_rule(surface, area.left, area.right, top)
        self._draw_points(
            surface, pygame.Rect(area.left, top + px(10), area.width, area.bottom - top - px(10)), forecast
        )

    def _lead_words(self, forecast: Forecast) -> str:
        """Return who leads, if the intervals of both sides tell it."""
        wins = forecast.wins
        for side, name in enumerate(self.names):
            if not forecast.draws.is_rough and wins[side].low > wins[1 - side].high:
                return f"{name} is clearly ahead."
        return "More games would be needed to tell who is ahead."

    def _draw_points(self, surface: pygame.Surface, area: pygame.Rect, forecast: Forecast) -> None:
        gap, head = px(20), px(24)
        spreads = (
            (forecast.objective, "Objective Points"), (forecast.victory, "Victory Points"),
            (forecast.losses, "Threat Value lost"),
        )  # fmt: skip
        column_width, row_height = (area.width - gap) // 2, (area.height - head) // (len(spreads) + 1)
        for side in (0, 1):
            colors, left = SIDES[side], area.left + side * (column_width + gap)
            draw_side_badge(surface, (left + px(7), area.top + px(9)), colors.main, colors.hatched, px(5))
            draw_text(
                surface, (left + px(20), area.top), self.names[side], "strong", colors.main, width=column_width - px(20)
            )
            for row, (results, label) in enumerate(spreads):
                rect = pygame.Rect(left, area.top + head + row * row_height, column_width, row_height - px(8))
                draw_spread(surface, rect, label, results[side], max_value(results), colors.main)
                self._hints.append((rect, SPREAD_HINT))
        rect = pygame.Rect(area.left, area.top + head + len(spreads) * row_height, area.width, row_height - px(8))
        draw_spread(
            surface, rect, "The turn in which games ended", forecast.turns, max_value([forecast.turns]), BLADE
        )
        self._hints.append((rect, SPREAD_HINT))

    def draw_tables(self, surface: pygame.Surface) -> None:
        """Draw what isn't a widget: the line above the games, and texts for empty tables."""
        if self.tab == CAUSES:
            self._hints.append((self.causes.rect, DECIDED_HINT))
            if self._answer is None:
                draw_wrapped(surface, self.causes.rect, NO_GAME_YET, "body", TEXT_FAINT)
        if self.grid in self.widgets:
            game = self.grid.pointed
            text = describe_game(game, self.names) if game is not None else WATCH_HINT
            if self._answer is None:
                text = NO_GAMES
            height = CHOICE_LINES * line_height("small")
            top = self.grid.rect.top - height - px(8)
            area = pygame.Rect(self.grid.rect.left, top, self.grid.rect.width, height)
            draw_wrapped(surface, area, text, "small", TEXT_SOFT if game is None else TEXT)


def _draw_model(surface: pygame.Surface, rect: pygame.Rect, model: Any, hovered: bool, chosen: bool) -> None:
    draw_losses(surface, rect, model)


# --- Form ---

GAMES = {"30": 30, "100": 100, "300": 300, "1000": 1000}
UNTIL: dict[str, float | None] = {"off": None, "± 10 %": 0.1, "± 5 %": 0.05, "± 2 %": 0.02}
TURNS: dict[str, int | None] = {"all": None, "1": 1, "2": 2, "3": 3}
HINTS = {
    "games": "The maximum number of games to play",
    "until": "Stop as soon as the win chance is known this precisely",
    "turns": "How many Game Turns to play. Points are counted at that time.",
}
FORM_ROWS = (("games", "Maximum games"), ("until", "Stop early at precision"), ("turns", "Turns to play"))
EQUAL, ROW_SHARES = (0, 1, 2), (0, 4, 9, 12)
"""Where columns beside each other begin, in shares of the width: those of players, and those of FORM_ROWS."""

FORM_HEIGHT = 372
"""The unscaled height of the form with the button to start below it."""
WIDE_FORM, WIDE_FORM_HEIGHT = 480, 200
"""The unscaled width from which rows of the form are beside each other, and its height then, with the progress."""


class RequestForm:
    """The form of a rehearsal: players, number of games, precision, and turns. `spec` is its content."""

    def __init__(self, names: tuple[str, str], spec: RehearsalSpec) -> None:
        self.names, self.spec = names, spec
        self._area = pygame.Rect(0, 0, 0, 0)

    def widgets(self, area: pygame.Rect, within: pygame.Rect) -> list[Widget]:
        """Return the widgets, laid out from the top of an area. Lists open within `within`."""
        self._area = area
        widgets: list[Widget] = []
        for side in (0, 1):
            place = self._player(side)
            rect = pygame.Rect(place.left, place.top + px(20), place.width, px(32))
            chosen = PLAYERS.index(self.spec.players[side])
            choice = Choice(f"player {side}", rect, [name.title() for name in PLAYERS], chosen, within)
            choice.hint = f"The computer player that continues as {self.names[side]}"
            widgets.append(choice)
        for number, (name, _) in enumerate(FORM_ROWS):
            place = self._row(number)
            rect = pygame.Rect(place.left, place.top + px(18), place.width, px(28))
            labels, chosen = self._chosen(name)
            tabs = Tabs(name, rect, labels, chosen)
            tabs.hint = HINTS[name]
            widgets.append(tabs)
        return widgets

    @property
    def is_wide(self) -> bool:
        """Whether both players are beside each other, and so are the other rows."""
        return self._area.width >= px(WIDE_FORM)

    @property
    def is_low(self) -> bool:
        """Whether there is so little space that the rows are close, and the button to start is elsewhere."""
        return self._area.height < px(FORM_HEIGHT) and not self.is_wide

    def _player(self, side: int) -> pygame.Rect:
        """Return the column and the top of a player's name and list."""
        if self.is_wide:
            return self._column(side, EQUAL, 0)
        top = self._area.top + px(20 + side * (54 if self.is_low else 62))
        return pygame.Rect(self._area.left, top, self._area.width, 0)

    def _row(self, number: int) -> pygame.Rect:
        """Return the column and the top of a label with its tabs."""
        if self.is_wide:
            return self._column(number, ROW_SHARES, 64)
        top = self._area.top + px(130 + number * 48 if self.is_low else 154 + number * 56)
        return pygame.Rect(self._area.left, top, self._area.width, 0)

    def _column(self, number: int, shares: tuple[int, ...], top: int) -> pygame.Rect:
        """Return one of several columns beside each other, at an unscaled distance from the top."""
        gap, area = px(14), self._area
        left, right = (round(share * (area.width + gap) / shares[-1]) for share in shares[number : number + 2])
        return pygame.Rect(area.left + left, area.top + px(top), right - left - gap, 0)

    @property
    def button(self) -> pygame.Rect:
        """The place of the button to start below the rows. In a wide form, the progress is beside it."""
        if self.is_wide:
            place = self._column(0, EQUAL, 122)
            return pygame.Rect(place.left, place.top, place.width, px(42))
        top = self._row(len(FORM_ROWS)).top + px(6)
        return pygame.Rect(self._area.left, top, self._area.width, px(42))

    @property
    def progress(self) -> pygame.Rect:
        """The area of the progress."""
        if self.is_wide:
            place, top = self._column(1, EQUAL, 122), self.button.top
        else:
            place, top = self._area, self.button.top + px(54)
        return pygame.Rect(place.left, top, place.width, self._area.bottom - top)

    def _chosen(self, name: str) -> tuple[tuple[str, ...], int]:
        """Return the labels of a row, and the index of the chosen one."""
        spec = self.spec
        if name == "games":
            return tuple(GAMES), list(GAMES.values()).index(spec.games or 0)
        if name == "until":
            return tuple(UNTIL), list(UNTIL.values()).index(spec.until)
        return tuple(TURNS), list(TURNS.values()).index(spec.turns)

    def take(self, action: Signal) -> bool:
        """Note a change of the form. Return whether the action belongs to it."""
        name, value = action.name, action.value
        if name == "games":
            self.spec = replace(self.spec, games=GAMES[value])
        elif name == "until":
            self.spec = replace(self.spec, until=UNTIL[value])
        elif name == "turns":
            self.spec = replace(self.spec, turns=TURNS[value])
        elif name.startswith("player "):
            players = list(self.spec.players)
            players[int(name[7:])] = PLAYERS[int(value)]
            self.spec = replace(self.spec, players=(players[0], players[1]))
        else:
            return False
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the labels above the widgets."""
        if not self.is_wide:
            draw_text(surface, self._area.topleft, "Players", "caps", TEXT_FAINT)
        for side, look in enumerate(SIDES[:2]):
            place = self._player(side)
            left, y, width = place.left + px(20), place.top + px(9), place.width - px(20)
            draw_side_badge(surface, (place.left + px(7), y), look.main, look.hatched, px(5))
            draw_text(surface, (left, y), self.names[side], "strong", look.main, anchor="midleft", width=width)
        for number, (_, label) in enumerate(FORM_ROWS):
            draw_text(surface, self._row(number).topleft, label, "caps", TEXT_FAINT)


# --- Saving results ---

JSON_SUFFIX, HTML_SUFFIX = ".json", ".html"


def rehearsal_folder() -> Path:
    """Return the folder of saved results."""
    return home() / "rehearsals"


def save_result(rehearsal: BackgroundRehearsal) -> tuple[str, str]:
    """Save the latest result, which there must be, and its report if there is one, under an unused name.

    Return the path, and an error line, "" if all is well.
    """
    assert rehearsal.run.value is not None
    document = rehearsal_document(rehearsal.spec, rehearsal.run.value)
    try:
        path = _free_path(slug(rehearsal.of.title) or "rehearsal")
        write_whole(path, json.dumps(document, indent=1) + "\n")
        if rehearsal.report:
            path = path.with_suffix(HTML_SUFFIX)
            write_whole(path, rehearsal.report)
    except OSError as error:
        return "", f"The result could not be saved: {error.strerror or error}"
    return str(path), ""


def _free_path(stem: str) -> Path:
    """Return the path of a file that doesn't exist yet, with a number if necessary."""
    number, path = 1, rehearsal_folder() / f"{stem}{JSON_SUFFIX}"
    while path.exists():
        number += 1
        path = rehearsal_folder() / f"{stem} {number}{JSON_SUFFIX}"
    return path


# --- Note ---

NOTE_HINT = "A rehearsal runs in the background: computer players continue from its position. Click to show it."


class RehearsalNote:
    """The note about a background rehearsal, in the corner that a screen has for it."""

    def __init__(self, app: Host) -> None:
        self._app = app
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._seen_count = 0
        self._hovered = False
        self._compared: tuple[object, object, bool] = (None, None, False)
        """A position, a screen, and whether both are of the same game."""

    def _visible_rehearsal(self, screen: Screen) -> BackgroundRehearsal | None:
        """Return the rehearsal that the note is about.

        It is of the game on the screen, the viewer may know it, and the screen has a place for the note.
        """
        rehearsal = self._app.background
        if rehearsal is None or screen.corner is None:
            return None
        if self._compared[:2] != (rehearsal.of, screen):
            self._compared = rehearsal.of, screen, rehearsal.of.setup == screen.setup
        return rehearsal if self._compared[2] and rehearsal.of.side in (None, screen.viewer) else None

    def news(self) -> bool:
        """Return whether there is something new to draw."""
        count = self._app.background.run.news if self._app.background is not None else 0
        old_count, self._seen_count = self._seen_count, count
        return count != old_count

    def pressed(self, event: pygame.event.Event, screen: Screen) -> BackgroundRehearsal | None:
        """Return the rehearsal if the note was clicked, else None."""
        rehearsal = self._visible_rehearsal(screen)
        if rehearsal is not None and event.type == pygame.MOUSEMOTION:
            self._hovered = self._rect.collidepoint(event.pos)
        is_click = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        return rehearsal if is_click and self._rect.collidepoint(event.pos) else None

    def draw(self, surface: pygame.Surface, screen: Screen) -> None:
        """Draw the note, and its tooltip while the pointer is on it."""
        rehearsal, corner = self._visible_rehearsal(screen), screen.corner
        if rehearsal is None or corner is None:
            self._rect = pygame.Rect(0, 0, 0, 0)
            return
        text = describe_rehearsal(rehearsal)
        self._rect = pygame.Rect(corner, (text_size(text, "label")[0] + px(22), px(26)))
        border = ACCENT if rehearsal.run.running else DANGER if rehearsal.run.notice else EDGE_HIGH
        draw_box(surface, self._rect, PANEL_HIGH, radius=px(6), border=border, alpha=235)
        ink = TEXT if self._hovered else TEXT_SOFT
        draw_text(surface, self._rect.center, text, "label", ink, anchor="center")
        if self._hovered:
            Tooltip.of(NOTE_HINT).draw(surface, self._rect)


def describe_rehearsal(rehearsal: BackgroundRehearsal) -> str:
    """Return the progress and the chances of a rehearsal in a few words."""
    result = rehearsal.run.value
    if rehearsal.run.notice:
        return "Rehearsal failed"
    if result is None:
        return "Rehearsal: no games finished yet"
    wins = " : ".join(format_percent(estimate.value) for estimate in result.forecast.wins)
    return f"Rehearsal {result.forecast.games}/{rehearsal.spec.games} · wins {wins}"


# --- The screen ---

OTHER_RUNS = "Only one rehearsal can run. If you start this one, the other one ends and its results are lost."
SAVE_HINT = "Saves the result next to your saved games, as JSON and as a web page"
STATUS_TEXTS = {
    Status.DONE: ("Complete", GOOD), Status.CANCELED: ("Canceled", WARN),
    Status.FAILED: ("Failed", DANGER),
}  # fmt: skip


WIDE, MAX_TABLE_SHARE = 1600, 34
"""The unscaled width from which the table is beside the numbers, and the percent of the width that it has at most."""


class RehearsalScreen(Screen):
    """The page of a rehearsal. `of` is what may be rehearsed from here.

    It runs in the background. A player doesn't see what the other player has rehearsed. In a wide window, the table is
    beside the numbers, and shows the model in the row under the pointer.
    """

    def __init__(self, app: Host, of: RehearsalPosition, back: Screen) -> None:
        super().__init__(app)
        self.of, self.back, self._seen_count = of, back, -1
        self._pointer = (-1, -1)
        self._dt = 0.0
        self.board: Board | None = None
        """The table, None in a narrow window or if each game sets it up again."""
        spec = self.rehearsal.spec if self.rehearsal is not None else of.spec
        self.form = RequestForm(self._visible.names, spec)
        self.sheet = ResultSheet(self._visible.names, self._visible.table)

    @property
    def rehearsal(self) -> BackgroundRehearsal | None:
        """The background rehearsal that runs now or ran last.

        None if this player may not see it, or if it is of another game.
        """
        rehearsal = self.app.background
        is_own = rehearsal is not None and rehearsal.of.side in (None, self.of.side)
        return rehearsal if is_own and rehearsal is not None and rehearsal.of.setup == self.of.setup else None

    @property
    def _visible(self) -> RehearsalPosition:
        """The subject of the shown or next result."""
        return self.rehearsal.of if self.rehearsal is not None else self.of

    @property
    def _running(self) -> bool:
        return self.rehearsal is not None and self.rehearsal.run.running

    # --- Layout ---
    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        gap, top, low = px(16), px(78), px(76)
        height = size[1] - top - low
        left_width, form_top = max(px(290), size[0] * 22 // 100), top
        view, self.board = self._visible.view, None
        side = min(height - px(WIDE_FORM_HEIGHT + 48) - gap, size[0] * MAX_TABLE_SHARE // 100)
        self.table_rect = pygame.Rect(gap, top, side, side)
        if view is not None and size[0] >= px(WIDE) and side >= px(WIDE_FORM + 28):
            left_width, form_top = side, top + side + gap
            self.board = Board((gap, top, side, side), (view.width, view.height))
        middle_width = (size[0] - left_width - 4 * gap) // 2
        self._left = pygame.Rect(gap, form_top, left_width, top + height - form_top)
        self._middle = pygame.Rect(self._left.right + gap, top, middle_width, height)
        self._right = pygame.Rect(self._middle.right + gap, top, size[0] - self._middle.right - 2 * gap, height)
        self._games_panel: pygame.Rect | None = None
        if height >= px(STACKED):
            lower = height * GRID_PERCENT // 100
            self._games_panel = pygame.Rect(self._right.left, top + height - lower, self._right.width, lower)
            self._right.height -= lower + gap
        self._lay_sheet()

    def _lay_sheet(self) -> None:
        games = self._inner_area(self._games_panel) if self._games_panel is not None else None
        self.sheet.layout(self._inner_area(self._right), games)
        self._arrange()

    @staticmethod
    def _inner_area(rect: pygame.Rect) -> pygame.Rect:
        inner = rect.inflate(-px(28), -px(24))
        inner.top, inner.height = inner.top + px(24), inner.height - px(24)
        return inner

    def _arrange(self) -> None:
        """Renew the widgets for the current state."""
        within = list_area(self.size)
        self.group.renew(
            [*self.form.widgets(self._inner_area(self._left), within), *self._buttons(), *self.sheet.widgets]
        )

    def _buttons(self) -> list[Button]:
        y = self.size[1] - px(62)
        place = pygame.Rect(px(188), y, px(220), px(48)) if self.form.is_low else self.form.button
        hint = f"Computer players play many games from here: {self.of.title}"
        start = Button("start", place, "Rehearse", kind="primary", key=pygame.K_RETURN, hint=hint)
        if self._running:
            start = Button("stop", place, "Cancel", kind="danger", hint="Results so far are kept")
        back = Button(
            "back", pygame.Rect(px(16), y, px(160), px(48)), "Back", hint="The rehearsal continues in the background"
        )
        keep = Button("keep", pygame.Rect(self.size[0] - px(196), y, px(180), px(48)), "Save result", hint=SAVE_HINT)
        keep.set_enabled(self._answer is not None, "No results yet")
        return [start, back, keep]

    @property
    def _answer(self) -> RehearsalResult | None:
        return self.rehearsal.run.value if self.rehearsal is not None else None

    @property
    def _places(self) -> int:
        """The number of games that the grid has places for: all that may be played while the rehearsal runs."""
        return self.rehearsal.spec.games or 0 if self.rehearsal is not None and self._running else 0

    # --- Input ---
    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event, and note the pointer: figures show their explanation under it."""
        if event.type == pygame.MOUSEMOTION:
            before, self._pointer = self.sheet.hint_at(self._pointer), event.pos
            self.dirty = self.dirty or self.sheet.hint_at(self._pointer) != before
        super().handle(event)

    def act(self, action: Signal) -> None:
        if action.name == "start":
            self._ask_start()
        elif action.name == "stop" and self.rehearsal is not None:
            self.rehearsal.run.cancel()
        elif action.name == "keep" and self.rehearsal is not None:
            path, problem = save_result(self.rehearsal)
            self.app.say(problem or f"Saved as {path}", bad=bool(problem))
        elif action.name == "back":
            self.cancel()
        elif action.name == "result":
            self.sheet.tab = str(action.value)
            self._lay_sheet()
            self.dirty = True
        elif action.name == "game":
            self._watch(self.sheet.grid.items[int(action.value)])
        elif self.form.take(action):
            self.dirty = True

    def _ask_start(self) -> None:
        """Start the rehearsal. Ask first if that ends another one, which isn't shown here."""
        other = self.app.background
        if other is None or other is self.rehearsal or not other.run.running:
            self._start()
            return
        answers = (("yes", "Start this one", "danger"), ("no", "Cancel", "primary"))
        start = lambda answer: self._start() if answer == "yes" else None  # noqa: E731
        self.app.ask("Another rehearsal is running", OTHER_RUNS, answers, start)

    def _start(self) -> None:
        if self.app.background is not None:
            self.app.background.run.cancel()
        self.app.background = BackgroundRehearsal.start(self.of, self.form.spec)
        self.form.names = self.sheet.names = self.of.names
        self.sheet.table = self.of.table
        self._seen_count = -1
        self.layout(self.size)

    def _watch(self, game: Any) -> None:
        """Play a game again while the window waits, and open it as a replay. None stands for no game."""
        rehearsal = self.rehearsal
        if game is None or rehearsal is None or self._answer is None:
            return
        at, players = rehearsal.spec.start.answers, rehearsal.spec.players

        def on_played(match: Match | str) -> None:
            if isinstance(match, str):
                self.app.say(match, bad=True)
            else:
                start = at if match.is_savable else 0
                self.app.go(ToReplay(Session(match, players), self, start))

        job: Pollable[Match | str] = ReplayJob(rehearsal.spec, game.number, game.digest)
        self.app.wait_for("Playing the game again", describe_game(game, self.sheet.names), job, on_played)

    def cancel(self) -> None:
        """Go back. A running rehearsal continues."""
        self.app.show(self.back)

    def update(self, dt: float) -> None:
        """Show new results, and the table when its pictures are made."""
        self._dt += dt
        self.dirty = self.dirty or self.busy
        count = self.rehearsal.run.news if self.rehearsal is not None else 0
        if count != self._seen_count:
            self._seen_count = count
            self.sheet.show(self._answer, self._places)
            self._arrange()
            self.dirty = True

    # --- Drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        of = self._visible
        draw_text(surface, (px(20), px(24)), "Rehearsal", "title", TEXT, anchor="midleft")
        draw_text(surface, (px(20), px(54)), of.title, "body", TEXT_SOFT, anchor="midleft", width=self.size[0] // 2)
        pos, max_width = (self.size[0] - px(20), px(54)), self.size[0] // 2 - px(60)
        for number, line in enumerate(reversed(wrap(of.knowledge_line, "small", max_width))):
            y = pos[1] - number * line_height("small")
            draw_text(surface, (pos[0], y), line, "small", TEXT_SOFT, anchor="midright")
        self._draw_table(surface)
        draw_panel(surface, self._left, "Settings")
        draw_panel(surface, self._middle, "How games end")
        draw_panel(surface, self._right, TITLES[self.sheet.tab])
        if self._games_panel is not None:
            draw_panel(surface, self._games_panel, TITLES[GAMES_TAB])
        self.form.draw(surface)
        self._draw_progress(surface)
        self.sheet.draw_chances(surface, self._inner_area(self._middle), self._running)
        self.sheet.draw_tables(surface)
        self.group.draw(surface)
        self.dirty = False

    @property
    def busy(self) -> bool:
        """Whether the pictures of the table are being made."""
        return self.board is not None and self.board.busy

    def finish(self) -> None:
        if self.board is not None and self._visible.view is not None:
            self.board.finish(self._visible.view, self.scene(self._visible.view))

    def scene(self, view: State) -> Scene:
        """Return the table with the model of the row under the pointer selected."""
        rows, index = self.sheet.list.items, self.sheet.list.hover_row
        row = rows[index] if 0 <= index < len(rows) else None
        models = view.models.values() if row is not None else ()
        ids = (model.id for model in models if row and (model.name, model.side) == (row.name, row.side))
        return Scene(selected=next(ids, ""))

    def _draw_table(self, surface: pygame.Surface) -> None:
        if self.board is None or self._visible.view is None:
            return
        self.board.draw(surface, self._visible.view, self.scene(self._visible.view), self._dt)
        self._dt = 0.0
        pygame.draw.rect(surface, EDGE, self.table_rect, 1)

    def tooltip(self) -> tuple[Tooltip, pygame.Rect] | None:
        """Return the tooltip of a widget, or of a figure under the pointer."""
        figure = self.sheet.hint_at(self._pointer) if self.group.spread is None else None
        return super().tooltip() or ((Tooltip.of(figure[1]), figure[0]) if figure is not None else None)

    def _draw_progress(self, surface: pygame.Surface) -> None:
        """Draw the number of games, and the status or the error."""
        rehearsal = self.rehearsal
        if rehearsal is None:
            return
        inner = self.form.progress
        if self.form.is_low:
            left, right = px(424), self.size[0] - px(212)
            inner = pygame.Rect(left, self.size[1] - px(64), right - left, px(60))
        y = inner.top
        games, max_games = self._answer.forecast.games if self._answer is not None else 0, rehearsal.spec.games or 1
        count_text = f"{pluralize(games, 'game')} of {max_games}{' at most' if rehearsal.spec.until else ''}"
        draw_text(surface, (inner.left, y), count_text, "strong", TEXT)
        draw_bar(
            surface, pygame.Rect(inner.left, y + px(22), inner.width, px(8)), games / max_games, ACCENT
        )
        is_complete = self._answer is not None and self._answer.complete
        running_text = "The report is being written" if is_complete else "The rehearsal runs in the background"
        status, color = STATUS_TEXTS.get(rehearsal.run.status, (running_text, TEXT_SOFT))
        area = pygame.Rect(inner.left, y + px(38), inner.width, inner.bottom - y - px(38))
        end = draw_wrapped(surface, area, rehearsal.run.notice or status, "small", color) + px(8)
        if self._answer is not None and self._answer.drawn:
            drawn_area = pygame.Rect(inner.left, end, inner.width, inner.bottom - end)
            draw_wrapped(
                surface, drawn_area, f"Randomized in each game: {'; '.join(self._answer.drawn)}", "small", TEXT_SOFT
            )
