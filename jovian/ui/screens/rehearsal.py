"""The page of a rehearsal: the form that starts it, its result, and the note that one is running in the background."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
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
from jovian.rehearsal.outcome import CRIPPLED
from jovian.rules.basics.rolls import pluralize
from jovian.session.session import Session
from jovian.ui.board import Board, Scene
from jovian.ui.kit.boxes import (
    NOWHERE,
    Align,
    Box,
    button,
    caption,
    column,
    hinted,
    item,
    line,
    panel,
    row,
    space,
    text,
)
from jovian.ui.kit.draw import draw_bar, draw_box, draw_rule, draw_side_badge
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height, text_size
from jovian.ui.kit.forms import Choice
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
from jovian.ui.kit.widgets import NOTHING, Extent, ScrollList, Tabs, Tooltip
from jovian.ui.presentation.rehearsed_games import CauseTable, GameGrid, cause_rows, describe_game
from jovian.ui.screens.navigation import ToReplay
from jovian.ui.screens.page import BUTTON_WIDTH, FOOT_HEIGHT, Page, page, side_line
from jovian.ui.screens.screen import Host, Pollable, Screen
from jovian.ui.session.rehearsals import BackgroundRehearsal, RehearsalPosition, ReplayJob
from jovian.user_files.paths import home

# --- Figures ---

MAX_BINS = 24
"""The maximum number of bars of a histogram."""
MIN_LABEL, MIN_HISTOGRAM = 50, 22
"""The least width of the label of a mean, and the least height of a histogram."""

CHANCE_HINT = "Win chance in percent. The line over the bar is the 95% confidence interval."
SPREAD_HINT = "The mean of all games with its interval, and a histogram of the games from 0 to the maximum."


def format_percent(share: float) -> str:
    """Return a share as whole percent."""
    return f"{100 * share:.0f} %"


def format_interval(estimate: Estimate) -> str:
    """Return the interval of a share in percent, "" for an estimate from a few games."""
    return "" if estimate.is_rough else f"{100 * estimate.low:.0f} to {100 * estimate.high:.0f} %"


def chance_box(label: str, estimate: Estimate, side: int | None) -> Box:
    """Return a chance: its label with its number, and a bar with its interval below."""
    color = BLADE if side is None else SIDES[side].main
    title = line(label, "strong", color, content_width=NOTHING, grow=1) if side is None else (
        side_line(side, label, "strong", grow=1))  # fmt: skip
    number = line(format_percent(estimate.value), "heading")
    return hinted(
        f"chance {side}", CHANCE_HINT,
        row(title, line(format_interval(estimate), "small", TEXT_SOFT), number, gap=10),
        Box(paint=partial(_draw_chance, estimate, color), height=14, min_height=10), gap=2,
    )  # fmt: skip


def _draw_chance(estimate: Estimate, color: Color, surface: pygame.Surface, track: pygame.Rect) -> None:
    """Draw a share of a bar, and its interval as a line with a stop at each end."""
    draw_box(surface, track, WELL, radius=px(4), border=EDGE)
    inner = track.inflate(-2, -2)
    surface.fill(mix_colors(WELL, color, 0.6), (inner.topleft, (round(inner.width * estimate.value), inner.height)))
    if estimate.is_rough:
        return
    ink = mix_colors(color, TEXT, 0.5)
    low, high = (inner.left + round(inner.width * end) for end in (estimate.low, estimate.high))
    surface.fill(ink, (low, inner.centery - px(1), max(1, high - low), px(2)))
    for x in (low, high):
        surface.fill(ink, (min(x, inner.right - px(2)), inner.top + px(1), px(2), inner.height - px(2)))


def spread_box(name: str, label: str, results: Spread, span: float, color: Color) -> Box:
    """Return numbers as their mean with its interval, and a histogram from 0 to `span` below.

    In little space the histogram is left out, then the interval.
    """
    mean = results.mean
    has_interval = mean.half < inf and not mean.is_rough
    return hinted(
        name, SPREAD_HINT,
        row(line(label, "small", TEXT_SOFT, min_width=MIN_LABEL, grow=1), line(f"{mean.value:.1f}", "strong"),
            line(f"± {mean.half:.1f}", "strong", priority=1) if has_interval else None, gap=4),
        Box(paint=partial(_draw_histogram, results, span, color), min_height=MIN_HISTOGRAM, height=MIN_HISTOGRAM,
            grow=1, priority=1), gap=2, grow=1,
    )  # fmt: skip


def _draw_histogram(results: Spread, span: float, color: Color, surface: pygame.Surface, rect: pygame.Rect) -> None:
    bars, max_height = bar_heights(results.counts, span), rect.height - px(14)
    bar_width, max_games, bottom = rect.width / len(bars), max(bars) or 1, rect.top + max_height
    for number, games in enumerate(bars):
        height = max(px(2), round(max_height * games / max_games)) if games else 0
        x = rect.left + round(number * bar_width)
        width = max(1, rect.left + round((number + 1) * bar_width) - x - px(1))
        surface.fill(mix_colors(WELL, color, 0.75), (x, bottom - height, width, height))
    surface.fill(EDGE_HIGH, (rect.left, bottom, rect.width, 1))
    draw_text(surface, (rect.left, bottom + px(1)), "0", "tiny", TEXT_FAINT)
    draw_text(surface, (rect.right, bottom + px(1)), f"{span:g}", "tiny", TEXT_FAINT, anchor="topright")


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


def draw_losses(surface: pygame.Surface, rect: pygame.Rect, model: Any, hovered: bool, chosen: bool) -> None:
    """Draw a model with how often it was lost and crippled, and by what."""
    assert isinstance(model, ModelForecast)
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

NO_GAME_YET = "No game has finished yet."
NOT_STARTED = (
    "Computer players finish your game many times from here. Results appear as games finish. Your game doesn't change."
)
INTERVAL = "The line over a bar shows where the truth lies in 95 of 100 such rehearsals."
DECIDED_HINT = "What gave the winner the largest lead, the most frequent first. Columns count games by winner."
MODELS, CAUSES, GAMES_TAB = "Models", "Causes", "Games"
TITLES = {MODELS: "Models, the most often lost first", CAUSES: "What decided games", GAMES_TAB: "Games so far"}
"""The tabs of the right panel with the titles of their contents."""
WATCH_HINT = "Click a game, or choose it by keys and press Enter, to watch it. Its color and mark are the winner's."
NO_GAMES = "Small boards of the games appear here as they finish."
GAMES = {"30": 30, "100": 100, "300": 300, "1000": 1000}
UNTIL: dict[str, float | None] = {"off": None, "± 10 %": 0.1, "± 5 %": 0.05, "± 2 %": 0.02}
TURNS: dict[str, int | None] = {"all": None, "1": 1, "2": 2, "3": 3}
OPTIONS: tuple[tuple[str, str, dict[str, Any], int, str], ...] = (
    ("games", "Maximum games", GAMES, 4, "The maximum number of games to play"),
    ("until", "Stop early at precision", UNTIL, 5, "Stop as soon as the win chance is known this precisely"),
    ("turns", "Turns to play", TURNS, 3, "How many Game Turns to play. Points are counted at that time."),
)
"""The options of a rehearsal: name, label, values, share of the width, and hint."""
OTHER_RUNS = "Only one rehearsal can run. If you start this one, the other one ends and its results are lost."
BACK_HINT = "The rehearsal continues in the background"
SAVE_HINT = "Saves the result next to your saved games, as JSON and as a web page"
STATUS_TEXTS = {
    Status.DONE: ("Complete", GOOD), Status.CANCELED: ("Canceled", WARN),
    Status.FAILED: ("Failed", DANGER),
}  # fmt: skip
HIGH, TALL = 740, 850
"""The heights of a window from which the result says in words who leads, and games have a panel of their own."""
CHOICE_LINES = 3
"""The lines about the game under the pointer."""
WIDE, MIN_TABLE, MAX_TABLE_SHARE, TABLE_SPACE = 1600, 508, 34, 360
"""The width of a window from which the table is at the left, its least width, the percent of the width that it has at
most, and the height of a window that it doesn't get.
"""


class RehearsalScreen(Page):
    """The page of a rehearsal. `of` is what may be rehearsed from here.

    It runs in the background. A player doesn't see what the other player has rehearsed. In a wide window, the table is
    beside the numbers, and shows the model in the row under the pointer.
    """

    def __init__(self, app: Host, of: RehearsalPosition, back: Screen) -> None:
        super().__init__(app)
        self.of, self.back, self._seen_count = of, back, -1
        self.spec = self.rehearsal.spec if self.rehearsal is not None else of.spec
        """The options in the form."""
        self.tab = MODELS
        self.board: Board | None = None
        """The table, None in a narrow window or if each game sets it up again."""
        self._dt = 0.0

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

    @property
    def _answer(self) -> RehearsalResult | None:
        return self.rehearsal.run.value if self.rehearsal is not None else None

    # --- Boxes ---
    def compose(self) -> Box:
        of = self._visible
        self.models = ScrollList("models", NOWHERE, draw_losses, well=False,
                                 row=line_height("strong") + line_height("small") + px(14))  # fmt: skip
        self.grid = GameGrid("game", of.table)
        width = min(text_size(of.knowledge_line, "small")[0], self.size[0] * 2 // 5)
        heading = row(
            text("Rehearsal", "title"), line(of.title, "body", TEXT_SOFT, content_width=NOTHING, grow=1),
            text(of.knowledge_line, "small", TEXT_SOFT, content_width=Extent(width, width), min_height=0),
            gap=16, align=Align.MIDDLE,
        )  # fmt: skip
        body = row(self._settings(), self._result(), self._tables(), gap=16, grow=1)
        return page("", column(heading, body, row(*self._buttons(), gap=12, height=FOOT_HEIGHT), gap=10, grow=1))

    def _buttons(self) -> Iterator[Box]:
        """Yield the buttons below: leave, save, and start or cancel, with the progress."""
        reason = "" if self._answer is not None else "No results yet"
        yield button("back", "Back", self.cancel, hint=BACK_HINT, width=BUTTON_WIDTH)
        yield column(*self._progress(), gap=1, width=520, min_width=160)
        yield space()
        yield button("keep", "Save result", self._keep, reason=reason, hint=SAVE_HINT, width=180)
        if self._running:
            yield button("stop", "Cancel", self._stop, kind="danger", hint="Results so far are kept", width=220)
        else:
            yield button("start", "Rehearse", self._ask_start, kind="primary", key=pygame.K_RETURN, width=220,
                         hint=f"Computer players play many games from here: {self._visible.title}")  # fmt: skip

    def _settings(self) -> Box:
        """Return the form, in a wide window below the table."""
        view = self._visible.view
        side = min(self.size[1] - px(TABLE_SPACE), self.size[0] * MAX_TABLE_SHARE // 100)
        if view is None or self.size[0] < px(WIDE) or side < px(MIN_TABLE):
            self.board = None
            return panel("Settings", *self._form(column), gap=8, width=290, min_width=290, grow=22)
        table = Box(paint=partial(self._draw_table, view), on_place=partial(self._place_table, view),
                    content_width=Extent(side, side), height_at=lambda _: side)  # fmt: skip
        return column(table, panel("Settings", *self._form(row), gap=8, grow=1), gap=16)

    def _form(self, arrange: Callable[..., Box]) -> Iterator[Box]:
        """Yield the players and the options, as rows or as columns, and what is random."""
        is_wide, answer = arrange is row, self._answer
        yield arrange(*(self._player(side, grow=is_wide) for side in (0, 1)), gap=14 if is_wide else 6)
        yield arrange(*(self._option(*option, is_wide) for option in OPTIONS), gap=14 if is_wide else 6)
        if answer is not None and answer.drawn:
            words = f"Randomized in each game: {'; '.join(answer.drawn)}"
            yield text(words, "small", TEXT_SOFT, content_width=NOTHING, min_height=0, priority=1)

    def _player(self, side: int, **more: Any) -> Box:
        """Return the list of the computer players that may continue a side."""
        name = self._visible.names[side]
        choice = Choice(f"player {side}", NOWHERE, [player.title() for player in PLAYERS],
                        PLAYERS.index(self.spec.players[side]), self.within)  # fmt: skip
        choice.hint = f"The computer player that continues as {name}"
        return column(side_line(side, name, "strong"), item(choice, partial(self._choose, side)), gap=2, **more)

    def _choose(self, side: int, index: int) -> None:
        first, second = self.spec.players
        players = (PLAYERS[index], second) if side == 0 else (first, PLAYERS[index])
        self.spec = replace(self.spec, players=players)

    def _option(self, name: str, label: str, values: dict[str, Any], share: int, hint: str, is_wide: bool) -> Box:
        tabs = Tabs(name, NOWHERE, tuple(values), list(values.values()).index(getattr(self.spec, name)))
        tabs.hint = hint
        return column(caption(label), item(tabs, partial(self._set_option, name, values), height=28), gap=2,
                      grow=share * is_wide)  # fmt: skip

    def _set_option(self, name: str, values: dict[str, Any], label: str) -> None:
        self.spec = replace(self.spec, **{name: values[label]})

    def _progress(self) -> Iterator[Box]:
        """Yield the number of games, and the status or the error."""
        rehearsal, answer = self.rehearsal, self._answer
        if rehearsal is None:
            return
        games, max_games = answer.forecast.games if answer is not None else 0, rehearsal.spec.games or 1
        count = f"{pluralize(games, 'game')} of {max_games}{' at most' if rehearsal.spec.until else ''}"
        yield line(count, "label", content_width=NOTHING)
        bar = lambda surface, rect: draw_bar(surface, rect, games / max_games, ACCENT)  # noqa: E731
        yield Box(paint=bar, height=6, min_height=4)
        is_complete = answer is not None and answer.complete
        running_text = "The report is being written" if is_complete else "The rehearsal runs in the background"
        status, color = STATUS_TEXTS.get(rehearsal.run.status, (running_text, TEXT_SOFT))
        yield line(rehearsal.run.notice or status, "small", color, content_width=NOTHING)

    def _result(self) -> Box:
        """Return the chances, the points of both sides, and the turns."""
        if self._answer is None:
            words = text(NO_GAME_YET if self._running else NOT_STARTED, "body", TEXT_FAINT)
            return panel("How games end", words, grow=39)
        forecast, names = self._answer.forecast, self._visible.names
        numbers = (
            ("Objective Points", forecast.objective), ("Victory Points", forecast.victory),
            ("Threat Value lost", forecast.losses),
        )  # fmt: skip
        spreads = (
            row(*(spread_box(f"{label} {side}", label, results[side], max_value(results), SIDES[side].main)
                  for side in (0, 1)), gap=20, grow=1) for label, results in numbers
        )  # fmt: skip
        lead = text(f"{INTERVAL} {describe_lead(forecast, names)}", "small", TEXT_SOFT)
        return panel(
            "How games end", chance_box(f"{names[0]} wins", forecast.wins[0], 0),
            chance_box("Draw", forecast.draws, None), chance_box(f"{names[1]} wins", forecast.wins[1], 1),
            lead if self.size[1] >= px(HIGH) else None,
            row(*(side_line(side, names[side], "strong", grow=1) for side in (0, 1)), gap=20, pad=(0, 10, 0, 0),
                paint=lambda surface, rect: draw_rule(surface, rect.left, rect.right, rect.top)),
            *spreads,
            spread_box("turns", "The turn in which games ended", forecast.turns, max_value([forecast.turns]), BLADE),
            gap=6, grow=39,
        )  # fmt: skip

    def _tables(self) -> Box:
        """Return the models, the causes, and the games. In a high window, the games have a panel of their own."""
        is_tall = self.size[1] >= px(TALL)
        labels = (MODELS, CAUSES) if is_tall else (MODELS, CAUSES, GAMES_TAB)
        tab = self.tab if self.tab in labels else MODELS
        shown = {MODELS: self._model_table, CAUSES: self._cause_table, GAMES_TAB: self._games}[tab]()
        tabs = item(Tabs("result", NOWHERE, labels, labels.index(tab)), self._open_tab, height=28)
        return column(
            panel(TITLES[tab], tabs, shown, gap=10, grow=55),
            panel(TITLES[GAMES_TAB], self._games(), grow=45) if is_tall else None, gap=16, grow=39,
        )  # fmt: skip

    def _open_tab(self, label: str) -> None:
        self.tab = label

    def _model_table(self) -> Box:
        models = self._answer.forecast.models if self._answer is not None else ()
        self.models.set_items(sorted(models, key=lambda model: (-loss_rate(model), -model.fates[CRIPPLED].value)))
        return item(self.models, grow=1)

    def _cause_table(self) -> Box:
        if self._answer is None:
            return text(NO_GAME_YET, "body", TEXT_FAINT)
        causes, rows = CauseTable("causes"), cause_rows(self._answer.forecast, self._answer.played)
        causes.hint = DECIDED_HINT
        return item(causes, on_place=lambda _: causes.set_items(rows), grow=1)

    def _games(self) -> Box:
        """Return the games, with places for all that may be played while the rehearsal runs."""
        played = self._answer.played if self._answer is not None else ()
        places = self.rehearsal.spec.games or 0 if self.rehearsal is not None and self._running else 0
        self.grid.set_items([*played, *[None] * (places - len(played))])
        words = Box(paint=self._draw_game_words, height_at=lambda _: CHOICE_LINES * line_height("small"))
        return column(words, item(self.grid, self._watch, on_place=self.grid.fit, grow=1), gap=8, grow=1)

    # --- Use ---
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
        self.app.background, self._seen_count = BackgroundRehearsal.start(self.of, self.spec), -1

    def _stop(self) -> None:
        if self.rehearsal is not None:
            self.rehearsal.run.cancel()

    def _keep(self) -> None:
        if self.rehearsal is not None:
            path, problem = save_result(self.rehearsal)
            self.app.say(problem or f"Saved as {path}", bad=bool(problem))

    def _watch(self, number: int) -> None:
        """Play a game again while the window waits, and open it as a replay. None stands for no game."""
        game, rehearsal = self.grid.items[number], self.rehearsal
        if game is None or rehearsal is None:
            return
        at, players = rehearsal.spec.start.answers, rehearsal.spec.players

        def on_played(match: Match | str) -> None:
            if isinstance(match, str):
                self.app.say(match, bad=True)
            else:
                start = at if match.is_savable else 0
                self.app.go(ToReplay(Session(match, players), self, start))

        job: Pollable[Match | str] = ReplayJob(rehearsal.spec, game.number, game.digest)
        self.app.wait_for("Playing the game again", describe_game(game, self._visible.names), job, on_played)

    def cancel(self) -> None:
        """Go back. A running rehearsal continues."""
        self.app.show(self.back)

    def update(self, dt: float) -> None:
        """Show new results, and the table when its pictures are made."""
        self._dt += dt
        count = self.rehearsal.run.news if self.rehearsal is not None else 0
        if count != self._seen_count:
            self._seen_count = count
            self.refresh()

    # --- Drawing ---
    @property
    def busy(self) -> bool:
        """Whether the pictures of the table are being made."""
        return self.board is not None and self.board.busy

    def finish(self) -> None:
        if self.board is not None and self._visible.view is not None:
            self.board.finish(self._visible.view, self.scene(self._visible.view))

    def scene(self, view: State) -> Scene:
        """Return the table with the model of the row under the pointer selected."""
        rows, index = self.models.items, self.models.hover_row
        row = rows[index] if 0 <= index < len(rows) else None
        models = view.models.values() if row is not None else ()
        ids = (model.id for model in models if row and (model.name, model.side) == (row.name, row.side))
        return Scene(selected=next(ids, ""))

    def _place_table(self, view: State, rect: pygame.Rect) -> None:
        if self.board is None or rect != pygame.Rect(self.board.camera.view):
            self.board = Board((rect.left, rect.top, rect.width, rect.height), (view.width, view.height))

    def _draw_table(self, view: State, surface: pygame.Surface, rect: pygame.Rect) -> None:
        if self.board is not None:
            self.board.draw(surface, view, self.scene(view), self._dt)
            self._dt = 0.0
            pygame.draw.rect(surface, EDGE, rect, 1)

    def _draw_game_words(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw how the game under the pointer ended."""
        game, hint = self.grid.pointed, WATCH_HINT if self._answer is not None else NO_GAMES
        words = describe_game(game, self._visible.names) if game is not None else hint
        draw_wrapped(surface, rect, words, "small", TEXT_SOFT if game is None else TEXT)


def describe_lead(forecast: Forecast, names: Sequence[str]) -> str:
    """Return who leads, if the intervals of both sides tell it."""
    wins = forecast.wins
    for side, name in enumerate(names):
        if not forecast.draws.is_rough and wins[side].low > wins[1 - side].high:
            return f"{name} is clearly ahead."
    return "More games would be needed to tell who is ahead."
