"""The figures of a rehearsal as they are drawn: chances with their intervals, and how points were spread. The
answer of a rehearsal on its page: chances and points in the middle, models and what decided it at the right. How a
rehearsal is asked for: who plays on, how many games or until which interval, how many turns. Keeping the answer of
a rehearsal beside the saves: as JSON, and the whole one as a page for a browser. The word about a rehearsal that
runs beside whatever is shown; a click on it opens its page. The page of a rehearsal: how it is asked on the left,
and the answer, live, while the game waits behind the page.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame

from jovian.cards.names import slug
from jovian.match.files import write_whole
from jovian.players import PLAYERS
from jovian.rehearsal.outcome import CRIPPLED, LOST
from jovian.rules.basics.rolls import pluralize
from jovian.ui.board.grid import backdrop
from jovian.ui.files.paths import home
from jovian.ui.kit.draw import bar, draw_box, draw_panel, draw_side_badge, rule
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
from jovian.ui.kit.widgets import Action, Button, ScrollList, Tabs, Tooltip, Widget
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.session.rehearsals import BackgroundRehearsal, RehearsalRequest, RehearsalStatus, Rehearsed

# --- figures ---
# The figures of a rehearsal as they are drawn: chances with their intervals, and how points were spread.

BINS = 24
"""Bars of a histogram at most."""


def percent(share: float) -> str:
    """A share in whole percent."""
    return f"{100 * share:.0f} %"


def between(estimate: dict[str, Any]) -> str:
    """The interval of a share."""
    return f"{100 * estimate['low']:.0f} to {100 * estimate['high']:.0f} %"


def chance(surface: pygame.Surface, rect: pygame.Rect, label: str, estimate: dict[str, Any], side: int | None) -> None:
    """A chance as a bar with its interval over it, named above, its number at the right."""
    look = SIDES[side] if side is not None else None
    color: Color = look.main if look is not None else BLADE
    left = rect.left
    if look is not None:
        draw_side_badge(surface, (left + px(7), rect.top + px(9)), look.main, look.hatched, px(5))
        left += px(20)
    y = rect.top + px(9)
    value = draw_text(surface, (rect.right, y), percent(estimate["value"]), "heading", TEXT, anchor="midright")
    told = draw_text(surface, (value.left - px(10), y), between(estimate), "small", TEXT_SOFT, anchor="midright")
    draw_text(surface, (left, y), label, "strong", color, anchor="midleft", width=told.left - left - px(10))
    track = pygame.Rect(rect.left, rect.top + px(24), rect.width, px(14))
    draw_box(surface, track, WELL, radius=px(4), border=EDGE)
    inner = track.inflate(-2, -2)
    full = pygame.Rect(inner.left, inner.top, round(inner.width * estimate["value"]), inner.height)
    surface.fill(mix_colors(WELL, color, 0.6), full)
    _interval(surface, inner, estimate, mix_colors(color, TEXT, 0.5))


def _interval(surface: pygame.Surface, inner: pygame.Rect, estimate: dict[str, Any], color: Color) -> None:
    """A line from end to end of an interval, with a stop at each."""
    low, high = (inner.left + round(inner.width * estimate[end]) for end in ("low", "high"))
    surface.fill(color, (low, inner.centery - px(1), max(1, high - low), px(2)))
    for x in (low, high):
        surface.fill(color, (min(x, inner.right - px(2)), inner.top + px(1), px(2), inner.height - px(2)))


def spread(
    surface: pygame.Surface, rect: pygame.Rect, label: str, found: dict[str, Any], span: float, color: Color
) -> None:
    """How numbers were spread: their mean, and a histogram from 0 to `span` below it."""
    said = mean_of(found["mean"])
    value = draw_text(surface, rect.topright, said, "strong", TEXT, anchor="topright")
    pos = (rect.left, value.centery)
    draw_text(surface, pos, label, "small", TEXT_SOFT, anchor="midleft", width=rect.width - value.width - px(8))
    top = rect.top + line_height("strong") + px(2)
    high = rect.bottom - top - px(14)
    bars = heights(found["counts"], span)
    wide = rect.width / len(bars)
    most = max(bars) or 1
    for number, games in enumerate(bars):
        tall = max(px(2), round(high * games / most)) if games else 0
        x = rect.left + round(number * wide)
        width = max(1, rect.left + round((number + 1) * wide) - x - px(1))
        surface.fill(mix_colors(WELL, color, 0.75), (x, top + high - tall, width, tall))
    surface.fill(EDGE_HIGH, (rect.left, top + high, rect.width, 1))
    draw_text(surface, (rect.left, top + high + px(1)), "0", "tiny", TEXT_FAINT)
    draw_text(surface, (rect.right, top + high + px(1)), f"{span:g}", "tiny", TEXT_FAINT, anchor="topright")


def mean_of(estimate: dict[str, Any]) -> str:
    """A mean, and how far it may be off."""
    low, high = estimate["low"], estimate["high"]
    half = f" ± {(high - low) / 2:.1f}" if low is not None and high is not None else ""
    return f"{estimate['value']:.1f}{half}"


def span_of(spreads: Sequence[dict[str, Any]]) -> float:
    """The largest number of several spreads, at least 1: where their histograms end."""
    return max([1.0, *(float(value) for each in spreads for value, _ in each["counts"])])


def heights(counts: Sequence[Sequence[float]], span: float) -> list[float]:
    """How many games in each bar from 0 to `span`; whole numbers have a bar each where there are few."""
    few = span < BINS
    bars = [0.0] * (int(span) + 1 if few else BINS)
    for value, games in counts:
        bars[min(len(bars) - 1, max(0, int(value if few else BINS * value / span)))] += games
    return bars


def loss(surface: pygame.Surface, rect: pygame.Rect, model: dict[str, Any]) -> None:
    """A model with how often it was lost, and crippled, and by what."""
    look, fates = SIDES[model["side"]], model["fates"]
    lost, crippled = lost_share(model), fates[CRIPPLED]["value"]
    draw_side_badge(surface, (rect.left + px(7), rect.top + px(9)), look.main, look.hatched, px(5))
    y = rect.top + line_height("strong")
    told = f"lost {percent(lost)}"
    value = draw_text(surface, (rect.right - px(4), rect.top), told, "strong", TEXT, anchor="topright")
    left = rect.left + px(20)
    draw_text(surface, (left, rect.top), model["name"], "strong", look.main, width=value.left - left - px(8))
    more = f"crippled {percent(crippled)}" if crippled else ""
    aside = draw_text(surface, (rect.right - px(4), y), more, "small", TEXT_FAINT, anchor="topright") if more else None
    by = " · ".join(f"{what} ({times})" for what, times in model["by"][:3])
    room = (aside.left if aside is not None else rect.right) - left - px(8)
    draw_text(surface, (left, y), by, "small", TEXT_SOFT, width=room)
    line = pygame.Rect(left, y + line_height("small") + px(2), rect.right - px(4) - left, px(3))
    surface.fill(mix_colors(WELL, EDGE, 0.6), line)
    surface.fill(look.main, (line.left, line.top, round(line.width * lost), line.height))


def lost_share(model: dict[str, Any]) -> float:
    """How often a model was destroyed or captured, 0 to 1."""
    fates = model["fates"]
    return float(sum(fates[how]["value"] for how in LOST))


# --- answer ---
# The answer of a rehearsal on its page: chances and points in the middle, models and what decided it at the right.

NONE = "No game has finished yet."
NOTHING = "Results appear here as games finish."
SPREADS = (("objective", "Objective Points"), ("victory", "Victory Points"), ("losses", "Threat Value lost"))
CHANCE = "Win chance in percent. The line over the bar is the 95% confidence interval."
SPREAD = "The mean of all games, with its interval; below it how many games came to how much, from 0 to the most."
DECISIVE = "What gave the winner most more than the other side, the most frequent first."
DECIDED = 6
"""How many things that decided games are listed."""


class AnswerSheet:
    """Draws the latest answer into two areas of the page; `list` is the widget of the models."""

    def __init__(self, names: tuple[str, str]) -> None:
        self.names = names
        self._answer: dict[str, Any] | None = None
        self.list = ScrollList("models", pygame.Rect(0, 0, 10, 10), _draw_model, row=10, well=False)
        self._decided = pygame.Rect(0, 0, 0, 0)
        self._hints: list[tuple[pygame.Rect, str]] = []
        """What was drawn where, and what it means."""

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """What the figures under a point mean, with their place; None where there are none."""
        return next(((rect, said) for rect, said in self._hints if rect.collidepoint(pos)), None)

    def layout(self, area: pygame.Rect) -> None:
        """Models above, what decided games below, in the area at the right."""
        high = px(26) + DECIDED * line_height("small")
        self._decided = pygame.Rect(area.left, area.bottom - high, area.width, high)
        row = line_height("strong") + line_height("small") + px(14)
        self.list = ScrollList("models", pygame.Rect(area.left, area.top, area.width, area.height - high - px(12)),
                               _draw_model, row=row, well=False)  # fmt: skip
        self._fill()

    def show(self, answer: dict[str, Any] | None) -> None:
        """Show another answer, None for none so far."""
        if answer is not self._answer:
            self._answer = answer
            self._fill()

    def _fill(self) -> None:
        models = self._answer["forecast"]["models"] if self._answer is not None else []
        worst = sorted(models, key=lambda each: (-lost_share(each), -each["fates"][CRIPPLED]["value"]))
        offset = self.list.offset
        self.list.set_items(worst)
        self.list.offset = min(offset, self.list.furthest)

    def draw_chances(self, surface: pygame.Surface, area: pygame.Rect, running: bool) -> None:
        """Chances, points of both sides, turns."""
        self._hints = []
        if self._answer is None:
            draw_wrapped(surface, area, NONE if running else NOTHING, "body", TEXT_FAINT)
            return
        found = self._answer["forecast"]
        rows = ((f"{self.names[0]} wins", found["wins"][0], 0), ("Draw", found["draws"], None),
                (f"{self.names[1]} wins", found["wins"][1], 1))  # fmt: skip
        for number, (label, estimate, side) in enumerate(rows):
            rect = pygame.Rect(area.left, area.top + number * px(50), area.width, px(42))
            chance(surface, rect, label, estimate, side)
            self._hints.append((rect, CHANCE))
        top = area.top + px(154)
        rule(surface, area.left, area.right, top)
        self._draw_points(surface, pygame.Rect(area.left, top + px(10), area.width, area.bottom - top - px(10)), found)

    def _draw_points(self, surface: pygame.Surface, area: pygame.Rect, found: dict[str, Any]) -> None:
        gap, head = px(20), px(24)
        wide, high = (area.width - gap) // 2, (area.height - head) // (len(SPREADS) + 1)
        for side in (0, 1):
            look, left = SIDES[side], area.left + side * (wide + gap)
            draw_side_badge(surface, (left + px(7), area.top + px(9)), look.main, look.hatched, px(5))
            draw_text(surface, (left + px(20), area.top), self.names[side], "strong", look.main, width=wide - px(20))
            for row, (key, label) in enumerate(SPREADS):
                rect = pygame.Rect(left, area.top + head + row * high, wide, high - px(8))
                spread(surface, rect, label, found[key][side], span_of(found[key]), look.main)
                self._hints.append((rect, SPREAD))
        rect = pygame.Rect(area.left, area.top + head + len(SPREADS) * high, area.width, high - px(8))
        spread(surface, rect, "The turn in which games ended", found["turns"], span_of([found["turns"]]), BLADE)
        self._hints.append((rect, SPREAD))

    def draw_decided(self, surface: pygame.Surface) -> None:
        """What decided games, the most frequent first."""
        area = self._decided
        if self._answer is not None:
            self._hints.append((area, DECISIVE))
        rule(surface, area.left, area.right, area.top)
        draw_text(surface, (area.left, area.top + px(6)), "WHAT DECIDED GAMES", "caps", TEXT_FAINT)
        y = area.top + px(26)
        for what, times in (self._answer["forecast"]["decided"] if self._answer is not None else [])[:DECIDED]:
            said = draw_text(surface, (area.right, y), pluralize(times, "game"), "small", TEXT, anchor="topright")
            draw_text(surface, (area.left, y), what, "small", TEXT_SOFT, width=said.left - area.left - px(8))
            y += line_height("small")


def _draw_model(surface: pygame.Surface, rect: pygame.Rect, model: Any, hovered: bool, chosen: bool) -> None:
    loss(surface, rect, model)


# --- asking ---
# How a rehearsal is asked for: who plays on, how many games or until which interval, how many turns.

GAMES = {"30": 30, "100": 100, "300": 300, "1000": 1000}
UNTIL: dict[str, float | None] = {"off": None, "± 10 %": 0.1, "± 5 %": 0.05, "± 2 %": 0.02}
TURNS: dict[str, int | None] = {"all": None, "1": 1, "2": 2, "3": 3}
HINTS = {
    "games": "The maximum number of games to play",
    "until": "Stop as soon as the win chance is known this precisely",
    "turns": "How many Game Turns to play. Points are counted at that time.",
}
ROWS = (("games", "Maximum games"), ("until", "Stop early at precision"), ("turns", "Turns to play"))


class Asking:
    """The form; `wish` is what it says."""

    def __init__(self, names: tuple[str, str], wish: RehearsalRequest) -> None:
        self.names, self.request = names, wish
        self._area = pygame.Rect(0, 0, 0, 0)

    def widgets(self, area: pygame.Rect, within: pygame.Rect) -> list[Widget]:
        """Laid out from the top of an area; lists spread `within`."""
        self._area = area
        made: list[Widget] = []
        for side in (0, 1):
            rect = pygame.Rect(area.left, area.top + px(20 + side * 62 + 20), area.width, px(32))
            chosen = PLAYERS.index(self.request.players[side])
            choice = Choice(f"player {side}", rect, [name.title() for name in PLAYERS], chosen, within)
            choice.hint = f"Which computer player plays {self.names[side]} on"
            made.append(choice)
        for number, (name, _) in enumerate(ROWS):
            rect = pygame.Rect(area.left, self._row(number) + px(18), area.width, px(28))
            labels, chosen = self._chosen(name)
            tabs = Tabs(name, rect, labels, chosen)
            tabs.hint = HINTS[name]
            made.append(tabs)
        return made

    def _row(self, number: int) -> int:
        return self._area.top + px(154 + number * 56)

    @property
    def bottom(self) -> int:
        """Where it ends."""
        return self._row(len(ROWS))

    def _chosen(self, name: str) -> tuple[tuple[str, ...], int]:
        """The labels of a row, and which of them is chosen."""
        wish = self.request
        if name == "games":
            return tuple(GAMES), list(GAMES.values()).index(wish.games)
        if name == "until":
            return tuple(UNTIL), list(UNTIL.values()).index(wish.until)
        return tuple(TURNS), list(TURNS.values()).index(wish.turns)

    def take(self, action: Action) -> bool:
        """Note what was chosen; False if it was no widget of the form."""
        name, value = action
        if name == "games":
            self.request = replace(self.request, games=GAMES[value])
        elif name == "until":
            self.request = replace(self.request, until=UNTIL[value])
        elif name == "turns":
            self.request = replace(self.request, turns=TURNS[value])
        elif name.startswith("player "):
            players = list(self.request.players)
            players[int(name[7:])] = PLAYERS[int(value)]
            self.request = replace(self.request, players=(players[0], players[1]))
        else:
            return False
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """The words above the widgets."""
        left, top = self._area.topleft
        draw_text(surface, (left, top), "Players", "caps", TEXT_FAINT)
        for side, look in enumerate(SIDES[:2]):
            y = top + px(20 + side * 62 + 9)
            draw_side_badge(surface, (left + px(7), y), look.main, look.hatched, px(5))
            room = self._area.width - px(20)
            draw_text(surface, (left + px(20), y), self.names[side], "strong", look.main, anchor="midleft", width=room)
        for number, (_, label) in enumerate(ROWS):
            draw_text(surface, (left, self._row(number)), label, "caps", TEXT_FAINT)


# --- keeping ---
# Keeping the answer of a rehearsal beside the saves: as JSON, and the whole one as a page for a browser.

SUFFIX, PAGE = ".json", ".html"


def folder() -> Path:
    """Where kept rehearsals lie."""
    return home() / "rehearsals"


def keep_answer(beside: BackgroundRehearsal) -> tuple[str, str]:
    """Write the latest answer, and its report if it has one, under a name that none has.

    The file, and one line about what went wrong.
    """
    try:
        path = _free(slug(beside.of.title) or "rehearsal")
        write_whole(path, json.dumps(beside.run.poll(), indent=1) + "\n")
        if beside.report is not None:
            path = path.with_suffix(PAGE)
            write_whole(path, beside.report.read_bytes())
    except OSError as error:
        return "", f"It could not be kept: {error.strerror or error}"
    return str(path), ""


def _free(stem: str) -> Path:
    """A file that there is not, numbered if need be."""
    number, path = 1, folder() / f"{stem}{SUFFIX}"
    while path.exists():
        number += 1
        path = folder() / f"{stem} {number}{SUFFIX}"
    return path


# --- beside ---
# The word about a rehearsal that runs beside whatever is shown; a click on it opens its page.

HINT = "A rehearsal, beside the game: what computer players make of the position it began from. Click to look at it."


class Word:
    """Stands in the corner that a screen has for it."""

    def __init__(self, app: Host) -> None:
        self._app = app
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._heard = 0
        self._hovered = False

    def _due(self, screen: Screen) -> BackgroundRehearsal | None:
        """What it tells of: whoever looks may know it, and the screen has a place for it."""
        beside = self._app.beside
        known = beside is not None and (beside.of.side is None or beside.of.side == screen.eyes)
        return beside if known and screen.corner is not None else None

    def news(self) -> bool:
        """Is there anything new to draw?"""
        heard = self._app.beside.run.receive if self._app.beside is not None else 0
        before, self._heard = self._heard, heard
        return heard != before

    def pressed(self, event: pygame.event.Event, screen: Screen) -> BackgroundRehearsal | None:
        """What it tells of, if it was clicked."""
        beside = self._due(screen)
        if beside is not None and event.type == pygame.MOUSEMOTION:
            self._hovered = self._rect.collidepoint(event.pos)
        clicked = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        return beside if clicked and self._rect.collidepoint(event.pos) else None

    def draw(self, surface: pygame.Surface, screen: Screen) -> None:
        """Draw it, and what it means while the pointer is on it."""
        beside, corner = self._due(screen), screen.corner
        if beside is None or corner is None:
            self._rect = pygame.Rect(0, 0, 0, 0)
            return
        said = said_of(beside)
        self._rect = pygame.Rect(corner, (text_size(said, "label")[0] + px(22), px(26)))
        edge = ACCENT if beside.run.running else DANGER if beside.run.notice else EDGE_HIGH
        draw_box(surface, self._rect, PANEL_HIGH, radius=px(6), border=edge, alpha=235)
        ink = TEXT if self._hovered else TEXT_SOFT
        draw_text(surface, self._rect.center, said, "label", ink, anchor="center")
        if self._hovered:
            Tooltip.of(HINT).draw(surface, self._rect)


def said_of(beside: BackgroundRehearsal) -> str:
    """How far a rehearsal is and how it stands, in a few words."""
    answer = beside.run.poll()
    if beside.run.notice:
        return "Rehearsal failed"
    if answer is None:
        return "Rehearsal: no games finished yet"
    found = answer["forecast"]
    wins = " : ".join(percent(each["value"]) for each in found["wins"])
    return f"Rehearsal {found['games']}/{beside.request.games} · wins {wins}"


# --- page ---
# The page of a rehearsal: how it is asked on the left, and the answer, live, while the game waits behind the page.

KEPT = "Saves the result next to your saved games, as JSON and as a web page"
STANDS = {
    RehearsalStatus.DONE: ("Complete", GOOD), RehearsalStatus.CANCELED: ("Canceled", WARN),
    RehearsalStatus.FAILED: ("Failed", DANGER),
}  # fmt: skip


class RehearsalPage(Screen):
    """`of` is what may be rehearsed from here. What one player of two has rehearsed the other does not see."""

    def __init__(self, app: Host, of: Rehearsed, back: Screen) -> None:
        super().__init__(app)
        self.of, self.back, self._heard = of, back, -1
        self._pointer = (-1, -1)
        wish = self.beside.request if self.beside is not None else RehearsalRequest(of.players)
        self.asking = Asking(self._shown.names, wish)
        self.sheet = AnswerSheet(self._shown.names)

    @property
    def beside(self) -> BackgroundRehearsal | None:
        """The rehearsal that plays, or played last."""
        beside = self.app.beside
        other = beside is not None and beside.of.side not in (None, self.of.side)
        return None if other else beside

    @property
    def _shown(self) -> Rehearsed:
        """What the answer is about, or will be."""
        return self.beside.of if self.beside is not None else self.of

    @property
    def _running(self) -> bool:
        return self.beside is not None and self.beside.run.running

    # --- layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """How it is asked, the chances, the models; what may be done below."""
        super().layout(size)
        gap, top, low = px(16), px(78), px(76)
        high = size[1] - top - low
        narrow = max(px(290), size[0] * 22 // 100)
        wide = (size[0] - narrow - 4 * gap) // 2
        self._left = pygame.Rect(gap, top, narrow, high)
        self._middle = pygame.Rect(self._left.right + gap, top, wide, high)
        self._right = pygame.Rect(self._middle.right + gap, top, size[0] - self._middle.right - 2 * gap, high)
        self.sheet.layout(self._inside(self._right))
        self._arrange()

    @staticmethod
    def _inside(rect: pygame.Rect) -> pygame.Rect:
        inner = rect.inflate(-px(28), -px(24))
        inner.top, inner.height = inner.top + px(24), inner.height - px(24)
        return inner

    def _arrange(self) -> None:
        """The widgets as things stand now."""
        within = pygame.Rect((0, 0), self.size).inflate(-px(16), -px(16))
        self.group.renew([*self.asking.widgets(self._inside(self._left), within), *self._buttons(), self.sheet.list])

    def _buttons(self) -> list[Button]:
        y, inner = self.size[1] - px(62), self._inside(self._left)
        place = pygame.Rect(inner.left, self.asking.bottom + px(6), inner.width, px(42))
        hint = f"Computer players play many games from here: {self.of.title}"
        start = Button("start", place, "Rehearse", kind="primary", key=pygame.K_RETURN, hint=hint)
        if self._running:
            start = Button("stop", place, "Cancel", kind="danger", hint="Results so far are kept")
        back = Button(
            "back", pygame.Rect(px(16), y, px(160), px(48)), "Back", hint="The rehearsal continues in the background"
        )
        keep = Button("keep", pygame.Rect(self.size[0] - px(196), y, px(180), px(48)), "Save result", hint=KEPT)
        keep.set_enabled(self._answer is not None, "No results yet")
        return [start, back, keep]

    @property
    def _answer(self) -> dict[str, Any] | None:
        return self.beside.run.poll() if self.beside is not None else None

    # --- answers ---
    def handle(self, event: pygame.event.Event) -> None:
        """Note where the pointer is: figures explain themselves under it."""
        if event.type == pygame.MOUSEMOTION:
            before, self._pointer = self.sheet.hint_at(self._pointer), event.pos
            self.dirty = self.dirty or self.sheet.hint_at(self._pointer) != before
        super().handle(event)

    def act(self, action: Action) -> None:
        """Start, call off, keep, go back; or something of the form."""
        if action.name == "start":
            self._start()
        elif action.name == "stop" and self.beside is not None:
            self.beside.run.cancel()
        elif action.name == "keep" and self.beside is not None:
            told, wrong = keep_answer(self.beside)
            self.app.say(wrong or f"Kept as {told}", bad=bool(wrong))
        elif action.name == "back":
            self.cancel()
        elif self.asking.take(action):
            self.dirty = True

    def _start(self) -> None:
        if self.app.beside is not None:
            self.app.beside.run.cancel()
        try:
            self.app.beside = BackgroundRehearsal.begun(self.of, self.asking.request)
        except OSError as error:
            self.app.say(f"It cannot be rehearsed: {error.strerror or error}", bad=True)
            return
        self.asking.names = self.sheet.names = self.of.names
        self._heard = -1

    def cancel(self) -> None:
        """Back to where it was opened; a rehearsal goes on."""
        self.app.show(self.back)

    def update(self, dt: float) -> None:
        """Show what has come in."""
        heard = self.beside.run.receive if self.beside is not None else 0
        if heard != self._heard:
            self._heard = heard
            self.sheet.show(self._answer)
            self._arrange()
            self.dirty = True

    # --- drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        """Title, three panels, buttons."""
        surface.blit(backdrop(self.size), (0, 0))
        of = self._shown
        draw_text(surface, (px(20), px(24)), "REHEARSAL", "title", TEXT, anchor="midleft")
        draw_text(surface, (px(20), px(54)), of.title, "body", TEXT_SOFT, anchor="midleft", width=self.size[0] // 2)
        pos, room = (self.size[0] - px(20), px(54)), self.size[0] // 2 - px(60)
        draw_text(surface, pos, of.said, "small", TEXT_SOFT, anchor="midright", width=room)
        draw_panel(surface, self._left, "What is played")
        draw_panel(surface, self._middle, "How games end")
        draw_panel(surface, self._right, "Models, the most often lost first")
        self.asking.draw(surface)
        self._draw_progress(surface)
        self.sheet.draw_chances(surface, self._inside(self._middle), self._running)
        self.sheet.draw_decided(surface)
        self.group.draw(surface)
        self.dirty = False

    def tooltip(self) -> tuple[Tooltip, pygame.Rect] | None:
        """Return also what the figures under the pointer mean."""
        figure = self.sheet.hint_at(self._pointer) if self.group.spread is None else None
        return super().tooltip() or ((Tooltip.of(figure[1]), figure[0]) if figure is not None else None)

    def _draw_progress(self, surface: pygame.Surface) -> None:
        """How many games there are, and how it stands or what went wrong."""
        beside = self.beside
        if beside is None:
            return
        inner = self._inside(self._left)
        y = self.asking.bottom + px(60)
        games = self._answer["forecast"]["games"] if self._answer is not None else 0
        told = f"{pluralize(games, 'game')} of {beside.request.games}{' at most' if beside.request.until else ''}"
        draw_text(surface, (inner.left, y), told, "strong", TEXT)
        bar(surface, pygame.Rect(inner.left, y + px(22), inner.width, px(8)), games / beside.request.games, ACCENT)
        whole = self._answer is not None and self._answer["complete"]
        plays = "Its report is being written" if whole else "It plays beside the game"
        said, ink = STANDS.get(beside.run.course, (plays, TEXT_SOFT))
        where = pygame.Rect(inner.left, y + px(38), inner.width, inner.bottom - y - px(38))
        end = draw_wrapped(surface, where, beside.run.notice or said, "small", ink) + px(8)
        if self._answer is not None and self._answer["drawn"]:
            rest = pygame.Rect(inner.left, end, inner.width, inner.bottom - end)
            draw_wrapped(surface, rest, f"Drawn anew: {'; '.join(self._answer['drawn'])}", "small", TEXT_SOFT)
