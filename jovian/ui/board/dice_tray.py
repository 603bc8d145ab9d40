"""Plates over the board: the dice tray of an attack, the plans of a close fight with its exchanges, and banners.

A tray is a plate next to its target, with a line to it. It shows the dice that roll, those that count, those that are
removed, the dice of the defense, and what the result does. A plate never covers a model if there is space elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot

import pygame

from jovian.dice.looks import BLOCK, DROPPED, MACROS, PLAIN, SET
from jovian.frozen import frozen
from jovian.ui.board.camera import Camera, Point
from jovian.ui.kit.draw import (
    draw_bar,
    draw_box,
    draw_die,
    draw_focus_glow,
    draw_pill,
    draw_side_badge,
    pill_size,
)
from jovian.ui.kit.fonts import draw_text, line_height, text_size, wrap
from jovian.ui.kit.theme import (
    ACCENT,
    BLADE,
    EDGE,
    EDGE_HIGH,
    GOOD,
    PANEL,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WARN,
    Color,
    mix_colors,
    px,
)

# --- Contents ---

ROLL, LAND, DROP = 0.36, 0.08, 0.1
"""Seconds in which dice roll, land, and are lifted or removed."""
DONE = ROLL + LAND + DROP


@frozen
class DiceRow:
    """The dice of one side."""

    label: str
    """Whose dice they are."""
    dice: tuple[tuple[int, str], ...]
    """Faces, and how to draw them once they are evaluated. Removed dice are last."""
    result: str
    """The result in words, and the number of dice that were removed."""
    defends: bool = False
    is_alone: bool = False
    """Whether no dice oppose these. Then the outcome of the attack says their result."""
    lies_still: bool = False
    """Whether the dice were shown before, and don't roll again."""
    is_replaced: bool = False
    """Whether the dice were rolled again. They are struck out."""


@frozen
class Tray:
    """The dice of an attack, and what they do."""

    rows: tuple[DiceRow, ...]
    words: str
    """What the net result does."""
    hit: bool
    title: str = ""
    """What fires."""
    short: str = ""
    """The outcome in a close fight, with the name of the target if it was damaged."""
    target: str = ""
    """The id of the target, "" if no model is attacked."""
    others: tuple[tuple[str, str], ...] = ()
    """The ids of other models that lost something at the same time, and what in words, with their names."""


@frozen
class PlanColumn:
    """One side's plan."""

    side: int
    name: str
    rows: tuple[tuple[str, str], ...]
    """Pairs of a label and the choice."""
    attack: int = 0
    defense: int = 0
    """Dice of the split. Both are 0 if no pool was split."""


@frozen
class Reveal:
    """The plans of both sides, and the exchanges that follow."""

    title: str
    columns: tuple[PlanColumn, ...]
    exchanges: tuple[Tray, ...] = ()


@dataclass(slots=True)
class Plate:
    """A tray or the plans of a fight, on the board."""

    content: Tray | Reveal
    at: Point | None = None
    """The table point that it is about, None for none."""
    reach: float = 0.0
    """Inches from that point to the edge of the model there."""
    start: Point | None = None
    """Where the shot came from."""
    current: int = -1
    """The number of the exchange that is shown, -1 before the first."""
    rect: pygame.Rect | None = None
    """Its place, None before it is first drawn."""
    age: float = 0.0
    """Seconds since its dice lie still, in the time of the window."""
    waited: float = 0.0
    """The same, in the time of the animation."""
    is_kept: bool = False
    """Whether it stays because a question about its dice is open."""
    asked: int = -1
    """The number of the row whose dice can be chosen, -1 for none."""
    choices: frozenset[int] = frozenset()
    """The numbers of the dice in that row that can be chosen."""
    lit: frozenset[int] = frozenset()
    """Those that the answer which is lit takes away."""

    @property
    def asked_dice(self) -> tuple[tuple[int, str], ...]:
        """The dice that can be chosen, with their looks, () for none."""
        is_asked = isinstance(self.content, Tray) and self.is_kept and self.asked >= 0
        return self.content.rows[self.asked].dice if isinstance(self.content, Tray) and is_asked else ()

    def die_at(self, pos: Point) -> int | None:
        """Return the number of the die at a point that can be chosen, None for none."""
        return next((n for n, place in self.places.items() if place.collidepoint(pos)), None)

    @property
    def places(self) -> dict[int, pygame.Rect]:
        """The places of the dice that can be chosen, by their numbers."""
        if not isinstance(self.content, Tray) or self.rect is None or not self.asked_dice:
            return {}
        places = _dice_places(self.rect, self.content)[self.asked]
        return {number: places[number] for number in sorted(self.choices)}

    def draw(
        self,
        surface: pygame.Surface,
        camera: Camera,
        seconds: float,
        occupied: Callable[[], Sequence[pygame.Rect]],
        hint: str = "",
    ) -> None:
        """Draw it a number of seconds after its dice began to roll. The first time, find a free place."""
        view, content = pygame.Rect(camera.view), self.content
        size = reveal_size(content, view.width) if isinstance(content, Reveal) else tray_size(content, view.width)
        if self.is_kept and size[1] > view.height:
            return  # A part of it would be cut. It was shown when the dice were rolled.
        if self.rect is None:
            self.rect = self._place(view, camera, size, occupied())
        self.rect = pygame.Rect(self.rect.topleft, size).clamp(view)
        if self.at is not None:
            _draw_pointer(surface, self.rect, camera.to_screen(self.at), self.reach * camera.pixels_per_inch + px(5))
        if isinstance(content, Reveal):
            draw_reveal(surface, self.rect, content, self.current, seconds, hint)
        else:
            draw_tray(surface, self.rect, content, seconds)
            for number, place in self.places.items() if seconds >= DONE else ():
                if number in self.lit:
                    draw_focus_glow(surface, place, BLADE, px(6), 120)
                pygame.draw.rect(surface, BLADE, place.inflate(px(4), px(4)), px(2), px(6))

    def _place(
        self, view: pygame.Rect, camera: Camera, size: tuple[int, int], occupied: Sequence[pygame.Rect]
    ) -> pygame.Rect:
        if self.at is None:
            rect = pygame.Rect((0, 0), size)
            rect.center = view.center
            return rect
        blocked, target = list(occupied), camera.to_screen(self.at)
        reach = round(2 * self.reach * camera.pixels_per_inch) + px(16)
        pill = pygame.Rect(0, 0, px(110), px(64))
        pill.midbottom = round(target[0]), round(target[1])
        blocked += [_square(target, reach)] * TARGET_WEIGHT + [pill]
        if self.start is not None:
            start = camera.to_screen(self.start)
            steps = [number / 8 for number in range(9)]
            points = [(start[0] + (target[0] - start[0]) * n, start[1] + (target[1] - start[1]) * n) for n in steps]
            blocked += [_square(point, px(14)) for point in points]
        return free_place(view, size, target, NEAR * camera.pixels_per_inch, blocked)


def _square(center: Point, side: int) -> pygame.Rect:
    rect = pygame.Rect(0, 0, side, side)
    rect.center = round(center[0]), round(center[1])
    return rect


# --- Places ---

TARGET_WEIGHT = 6
"""How much worse it is to cover the target than to cover another model."""
NEAR = 10.0
"""Inches from the target within which a tray is placed if there is space."""
STEPS = 18
"""Places that are tried across the board, and along it."""


def free_place(
    view: pygame.Rect, size: tuple[int, int], target: Point, near: float, occupied: Sequence[pygame.Rect]
) -> pygame.Rect:
    """Return a place for a plate near a point of the screen that covers as little as possible.

    The closest free place within `near` pixels is best, then the free place closest to it, then the emptiest one.
    """
    area, blocked = view.inflate(-px(16), -px(16)), list(occupied)
    best: tuple[tuple[int, float], pygame.Rect] | None = None
    for column in range(STEPS + 1):
        left = area.left + max(0, area.width - size[0]) * column // STEPS
        for row in range(STEPS + 1):
            rect = pygame.Rect((left, area.top + max(0, area.height - size[1]) * row // STEPS), size)
            covered = sum(_common(rect, blocked[number]) for number in rect.collidelistall(blocked))
            gap = _gap(rect, target)
            key = covered, gap + (gap if gap > near else 0.0)
            if best is None or key < best[0]:
                best = key, rect
    assert best is not None
    return best[1]


def _common(a: pygame.Rect, b: pygame.Rect) -> int:
    part = a.clip(b)
    return part.width * part.height


def _gap(rect: pygame.Rect, point: Point) -> float:
    """Return the distance from a point to a rectangle, 0 inside."""
    x = max(rect.left - point[0], 0, point[0] - rect.right)
    y = max(rect.top - point[1], 0, point[1] - rect.bottom)
    return hypot(x, y)


# --- The tray ---

DIE, DIE_GAP, DICE_IN_ROW = 28, 5, 8
"""Size of a die and gap between dice, and the dice in a row."""
MIN_WIDTH, MAX_WIDTH = 150, 290
WORDS_WIDTH = 230
"""Width of the outcome from which it is wrapped."""
PADDING, RESULT_GAP = 12, 14


def _dice_size(count: int) -> tuple[int, int]:
    """Return the width and height of rows of dice."""
    columns, rows = min(count, DICE_IN_ROW), -(-count // DICE_IN_ROW)
    return columns * px(DIE + DIE_GAP) - px(DIE_GAP), rows * px(DIE + DIE_GAP)


def _width(tray: Tray, max_width: int) -> int:
    widths = [px(MIN_WIDTH)]
    for row in tray.rows:
        widths += [_dice_size(len(row.dice))[0], text_size(row.label, "label")[0] + text_size(row.result, "label")[0]]
        widths[-1] += px(RESULT_GAP)
    widest = min(px(MAX_WIDTH), max_width - px(40))
    return min(max(*widths, min(text_size(tray.words, "strong")[0], px(WORDS_WIDTH))) + 2 * px(PADDING), widest)


def tray_size(tray: Tray, max_width: int) -> tuple[int, int]:
    """Return the width and height of a tray on a board of a width."""
    width = _width(tray, max_width)
    height = px(PADDING) + len(wrap(tray.words, "strong", width - 2 * px(PADDING))) * line_height("strong")
    for row in tray.rows:
        lines = len(_row_lines(row, width - 2 * px(PADDING)))
        height += lines * line_height("label") + px(4) + _dice_size(len(row.dice))[1]
    return width, height + px(PADDING)


def _row_lines(row: DiceRow, width: int) -> list[tuple[str, str]]:
    """Return the lines above dice: the label on the left, and the result on the right, below it if both are long."""
    space = width - text_size(row.result, "label")[0] - px(RESULT_GAP)
    if text_size(row.label, "label")[0] <= space:
        return [(row.label, row.result)]
    labels, results = wrap(row.label, "label", width), wrap(row.result, "label", width)
    return [*((line, "") for line in labels), *(("", line) for line in results)]


def _dice_places(rect: pygame.Rect, tray: Tray) -> list[list[pygame.Rect]]:
    """Return the places of the dice of each row."""
    left, y, places = rect.left + px(PADDING), rect.top + px(PADDING) - px(4), []
    for row in tray.rows:
        y += len(_row_lines(row, rect.width - 2 * px(PADDING))) * line_height("label") + px(4)
        corners = [divmod(number, DICE_IN_ROW) for number in range(len(row.dice))]
        steps = [(left + column * px(DIE + DIE_GAP), y + line * px(DIE + DIE_GAP)) for line, column in corners]
        places.append([pygame.Rect(*step, px(DIE), px(DIE)) for step in steps])
        y += _dice_size(len(row.dice))[1]
    return places


def draw_tray(surface: pygame.Surface, rect: pygame.Rect, tray: Tray, seconds: float) -> None:
    """Draw a tray a number of seconds after its dice began to roll."""
    is_done = seconds >= DONE or not tray.rows
    border = mix_colors(PANEL, WARN, 0.9) if tray.hit and is_done else EDGE_HIGH
    draw_box(surface, rect.inflate(px(6), px(6)), (0, 0, 0), radius=px(12), alpha=110)
    draw_box(surface, rect, PANEL, radius=px(9), border=border, alpha=246, width=2 if tray.hit and is_done else 1)
    left, right, y = rect.left + px(PADDING), rect.right - px(PADDING), rect.top + px(PADDING) - px(4)
    for row, places in zip(tray.rows, _dice_places(rect, tray), strict=True):
        color = TEXT_FAINT if row.is_replaced else ACCENT if row.defends else TEXT_SOFT
        time = DONE if row.lies_still else seconds
        is_seen = time >= ROLL + LAND
        is_good = not row.is_alone and not row.is_replaced and SET in (look for _, look in row.dice)
        result_color = color if row.defends else GOOD if is_good else TEXT_FAINT
        for label, result in _row_lines(row, right - left):
            draw_text(surface, (left, y), label, "label", color)
            if is_seen:
                draw_text(surface, (right, y), result, "label", result_color, anchor="topright")
            y += line_height("label")
        for number, (die, place) in enumerate(zip(row.dice, places, strict=True)):
            draw_rolling_die(surface, place.topleft, die, number, time, px(DIE), defends=row.defends)
        y += px(4) + _dice_size(len(row.dice))[1]
    if is_done:
        for line in wrap(tray.words, "strong", right - left):
            pos = (rect.centerx, y + line_height("strong") // 2)
            draw_text(surface, pos, line, "strong", BLADE if tray.hit else TEXT_SOFT, anchor="center")
            y += line_height("strong")


def _sunk(look: str, size: int) -> int:
    """Return how far down a die lies: those that count are lifted, removed ones sink."""
    return 0 if look in (PLAIN, BLOCK) else size // 9 if look == DROPPED else -size // 9


TURNS = 14
"""Faces that a rolling die shows per second."""
TILTS = (0, 18, 36, 54, 72)
"""Angles of a rolling die."""


def draw_rolling_die(
    surface: pygame.Surface, pos: Point, die: tuple[int, str], number: int, seconds: float, size: int, *, defends: bool
) -> None:
    """Draw a die as it is a number of seconds after it began to roll. Each one starts with another face."""
    face, look = die
    plain = look if look in MACROS else BLOCK if defends else PLAIN
    if seconds >= DONE:
        draw_die(surface, (pos[0], pos[1] + _sunk(look, size)), face, look, size)
        return
    if seconds >= ROLL + LAND:
        share = (seconds - ROLL - LAND) / DROP
        draw_die(surface, (pos[0], round(pos[1] + _sunk(look, size) * share)), face, look, size)
        return
    if seconds >= ROLL:
        draw_die(surface, pos, face, plain, size)
        return
    step = int(seconds * TURNS) + number
    shown, hop = (face + step) % 6 + 1, abs((seconds * 5 + number * 0.3) % 1 - 0.5) * (1 - seconds / ROLL)
    tilt = TILTS[step % len(TILTS)]
    picture = pygame.Surface((size, size), pygame.SRCALPHA)
    draw_die(picture, (0, 0), shown, plain, size)
    turned = pygame.transform.rotate(picture, tilt)
    middle = (round(pos[0]) + size // 2, round(pos[1] - hop * size * 0.6) + size // 2)
    surface.blit(turned, turned.get_rect(center=middle))


def _draw_pointer(surface: pygame.Surface, rect: pygame.Rect, target: Point, reach: float) -> None:
    """Draw a line from a plate to a ring around its target."""
    color = mix_colors(PANEL, WARN, 0.9)
    pygame.draw.aacircle(surface, color, target, reach, 2)
    near = (min(max(target[0], rect.left), rect.right), min(max(target[1], rect.top), rect.bottom))
    away = hypot(near[0] - target[0], near[1] - target[1])
    if away <= reach:
        return
    share = reach / away
    tip = (target[0] + (near[0] - target[0]) * share, target[1] + (near[1] - target[1]) * share)
    pygame.draw.aaline(surface, color, tip, near, 2)


# --- Plans and exchanges of a close fight ---

PLAN_ROW, EXCHANGE = 22, 54
EXCHANGE_NUMBER = 64
"""The width that an exchange needs beside its texts: the pill with its number, and gaps."""
PLATE_WIDTH = 410


def reveal_size(reveal: Reveal, max_width: int) -> tuple[int, int]:
    """Return the width and height of the plate of a fight on a board of a width."""
    rows = max(len(column.rows) for column in reveal.columns)
    has_split = any(column.attack or column.defense for column in reveal.columns)
    width = min(max_width - px(24), px(PLATE_WIDTH))
    exchanges = sum(_exchange_height(exchange, width - px(20)) for exchange in reveal.exchanges)
    return width, px(38) + _column_height(rows, has_split) + exchanges + px(26)


def _exchange_height(exchange: Tray, width: int) -> int:
    """Return the height of an exchange with the gap below it. A long outcome has a line of its own."""
    return px(EXCHANGE) + (0 if _fits_beside(exchange, width) else line_height("label"))


def _fits_beside(exchange: Tray, width: int) -> bool:
    """Return whether the outcome of an exchange fits on the line of its title, behind the number."""
    needed = text_size(exchange.title, "label")[0] + text_size(exchange.short, "label")[0]
    return needed + px(EXCHANGE_NUMBER) <= width


def _column_height(rows: int, has_split: bool) -> int:
    return px(34) + rows * px(PLAN_ROW) + (px(38) if has_split else px(4))


def draw_reveal(
    surface: pygame.Surface, rect: pygame.Rect, reveal: Reveal, current: int, seconds: float, hint: str
) -> None:
    """Draw both plans, the exchanges up to the current one with their dice, and the others with empty places."""
    draw_box(surface, rect.inflate(px(6), px(6)), (0, 0, 0), radius=px(12), alpha=110)
    draw_box(surface, rect, PANEL, radius=px(10), border=EDGE_HIGH, alpha=248)
    draw_text(surface, (rect.centerx, rect.top + px(19)), reveal.title, "heading", BLADE, anchor="center")
    rows = max(len(column.rows) for column in reveal.columns)
    has_split = any(column.attack or column.defense for column in reveal.columns)
    width, height = (rect.width - px(30)) // 2, _column_height(rows, has_split)
    for index, column in enumerate(reveal.columns[:2]):
        area = pygame.Rect(rect.left + px(10) + index * (width + px(10)), rect.top + px(36), width, height)
        _draw_column(surface, area, column)
    y = rect.top + px(36) + height + px(6)
    for number, exchange in enumerate(reveal.exchanges):
        space = _exchange_height(exchange, rect.width - px(20))
        row = pygame.Rect(rect.left + px(10), y, rect.width - px(20), space - px(6))
        time = DONE if number < current else seconds if number == current else -1.0
        _draw_exchange(surface, row, exchange, number + 1, time)
        y += space
    if hint:
        draw_text(surface, (rect.centerx, rect.bottom - px(13)), hint, "small", TEXT_FAINT, anchor="center")


def _draw_column(surface: pygame.Surface, rect: pygame.Rect, column: PlanColumn) -> None:
    look = SIDES[column.side]
    draw_box(surface, rect, mix_colors(PANEL, look.deep, 0.55), radius=px(7), border=look.main)
    draw_side_badge(surface, (rect.left + px(16), rect.top + px(17)), look.main, look.hatched, px(6))
    pos = (rect.left + px(30), rect.top + px(17))
    draw_text(surface, pos, column.name, "strong", look.light, anchor="midleft", width=rect.width - px(40))
    y = rect.top + px(34)
    for label, value in column.rows:
        space = rect.width - px(24)
        if text_size(label, "small")[0] + text_size(value, "label")[0] + px(6) <= space:
            draw_text(surface, (rect.left + px(12), y), label, "small", TEXT_SOFT)
        draw_text(surface, (rect.right - px(12), y), value, "label", TEXT, anchor="topright", width=space)
        y += px(PLAN_ROW)
    if column.attack or column.defense:
        _draw_split(surface, pygame.Rect(rect.left + px(12), rect.bottom - px(36), rect.width - px(24), px(28)), column)


def _draw_split(surface: pygame.Surface, rect: pygame.Rect, column: PlanColumn) -> None:
    """Draw the split as numbers over one bar: attack on the left, defense on the right."""
    draw_text(surface, rect.topleft, f"Attack {column.attack}", "label", SIDES[column.side].light)
    draw_text(surface, rect.topright, f"Defense {column.defense}", "label", ACCENT, anchor="topright")
    meter = pygame.Rect(rect.left, rect.bottom - px(8), rect.width, px(7))
    draw_bar(surface, meter, 1.0, mix_colors(PANEL, ACCENT, 0.7))
    if column.attack:
        draw_bar(surface, meter, column.attack / (column.attack + column.defense), SIDES[column.side].main)


def _draw_exchange(surface: pygame.Surface, rect: pygame.Rect, exchange: Tray, number: int, seconds: float) -> None:
    """Draw who fires, the dice against each other, and what they did. Before its time, empty places for the dice."""
    is_done, is_lit = seconds >= DONE, exchange.hit and seconds >= DONE
    border = mix_colors(PANEL, WARN, 0.9) if is_lit else EDGE
    draw_box(surface, rect, mix_colors(PANEL, (0, 0, 0), 0.2), radius=px(7), border=border)
    order = f"{number}{ORDINALS.get(number, 'th')}"
    pill = draw_pill(surface, (rect.left + px(8), rect.top + px(13)), order, ACCENT, anchor="midleft", role="caps")
    end = rect.right - px(10)
    words = exchange.short if is_done else "" if seconds >= 0 else "not rolled yet"
    is_beside = _fits_beside(exchange, rect.width)
    if words:
        color = BLADE if is_lit else TEXT_SOFT if is_done else TEXT_FAINT
        pos = (end, rect.top + px(13) + (0 if is_beside else line_height("label")))
        left = draw_text(surface, pos, words, "label", color, anchor="midright", width=rect.width - px(20)).left
        end = left - px(8) if is_beside or not is_done else end
    pos = (pill.right + px(8), rect.top + px(13))
    draw_text(surface, pos, exchange.title, "label", TEXT, anchor="midleft", width=max(px(20), end - pos[0]))
    count = sum(len(row.dice) for row in exchange.rows)
    against = text_size("against", "small")[0] + px(16)
    size = min(px(18), (rect.width - px(20) - against) // max(1, count) - px(3))
    x, y, is_against = rect.left + px(10), rect.bottom - px(6) - size, False
    for row in exchange.rows:
        if row.defends and not is_against:
            draw_text(surface, (x + px(5), y + size // 2), "against", "small", TEXT_SOFT, anchor="midleft")
            x += against
            is_against = True
        for place, die in enumerate(row.dice):
            if seconds < 0:
                draw_box(surface, pygame.Rect(x, y, size, size), PANEL, radius=px(4), border=EDGE)
            else:
                time = DONE if row.lies_still else seconds
                draw_rolling_die(surface, (x, y), die, place, time, size, defends=row.defends)
            x += size + px(3)


ORDINALS = {1: "st", 2: "nd", 3: "rd"}

# --- Banners ---


@dataclass(slots=True)
class Banner:
    """A line at the top of the board about the game: a new turn, or a captured ship."""

    title: str
    detail: str
    """The lines below the title, or ""."""
    color: Color
    seconds: float
    """The seconds for which it is still visible."""

    def draw(self, surface: pygame.Surface, view: pygame.Rect) -> None:
        """Draw it below the top edge of the board."""
        lines = self.detail.split("\n") if self.detail else []
        wanted = max(pill_size(self.title, "title")[0], *(text_size(line, "small")[0] for line in lines), 0) + px(36)
        height = line_height("title") + len(lines) * line_height("small") + px(16)
        rect = pygame.Rect(0, 0, min(wanted, view.width - px(16)), height)
        rect.midtop = view.centerx, view.top + px(48)
        draw_box(surface, rect, PANEL, radius=px(9), border=self.color, alpha=240)
        width, y = rect.width - px(16), rect.top + px(8)
        draw_text(surface, (rect.centerx, y), self.title, "title", self.color, anchor="midtop", width=width)
        y += line_height("title")
        for line in lines:
            draw_text(surface, (rect.centerx, y), line, "small", TEXT_SOFT, anchor="midtop", width=width)
            y += line_height("small")
