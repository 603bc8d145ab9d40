"""The games of a rehearsal one by one: small boards to choose one from, and tables of what decided them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pygame

from jovian.frozen import frozen
from jovian.rehearsal.forecast import Forecast
from jovian.rehearsal.outcome import PlayedGame
from jovian.ui.kit.card_grid import GAP, CardGrid
from jovian.ui.kit.draw import draw_box, draw_focus_glow, draw_rule, draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height, wrap
from jovian.ui.kit.theme import (
    ACCENT,
    BLADE,
    EDGE,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WELL,
    Color,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import ScrollList, Signal, Widget, activates

Names = tuple[str, str]

# --- Texts ---


def whole_percents(counts: Sequence[int]) -> list[int]:
    """Return the shares of counts in whole percent that add up to 100. The largest remainders are rounded up."""
    total = sum(counts)
    if not total:
        return [0] * len(counts)
    percents = [100 * count // total for count in counts]
    by_rest = sorted(range(len(counts)), key=lambda number: (-(100 * counts[number] % total), number))
    for number in by_rest[: 100 - sum(percents)]:
        percents[number] += 1
    return percents


def describe_game(game: PlayedGame, names: Names) -> str:
    """Return how a game ended, in a sentence."""
    winner = game.winner
    result = "A draw" if winner is None else f"{names[winner]} wins"
    order = (0, 1) if winner != 1 else (1, 0)
    objective, victory = (tuple(scores[side] for side in order) for scores in (game.objective, game.victory))
    points = objective if objective[0] != objective[1] else victory
    decided = f", decided by: {game.decided}" if game.decided and winner is not None else ""
    return f"Game {game.number + 1}: {result} {points[0]:g} : {points[1]:g} in turn {game.turns}{decided}."


# --- Grid ---

TILE = 46
"""The smallest unscaled width of a small board."""


class GameGrid(CardGrid):
    """Small boards of games at their end, in the order in which they finished. A click or Enter chooses one.

    None stands for a game that isn't played yet.
    """

    pressed_by_keys = True

    def __init__(self, name: str, table: tuple[float, float]) -> None:
        super().__init__(name, pygame.Rect(0, 0, 0, 0), self._draw_game, columns=1, height=px(TILE))
        self.table = table
        self._boards: dict[tuple[str, tuple[int, int]], pygame.Surface] = {}
        """The drawn boards by the last state of the game and their size."""

    def fit(self, rect: pygame.Rect) -> None:
        """Choose columns and heights for a place, and take whole rows of it."""
        self.columns = max(1, rect.width // px(TILE + GAP))
        width = (rect.width - px(14) + px(GAP)) // self.columns - px(GAP)
        self.row = min(px(2 * TILE), max(px(TILE // 2), round(width * self.table[1] / self.table[0]))) + px(GAP)
        rows = max(1, (rect.height + px(GAP)) // self.row)
        self.rect = pygame.Rect(rect.topleft, (rect.width, min(rect.height, rows * self.row - px(GAP))))
        self.set_items(self.items)

    def follow(self, old: Widget) -> None:
        """Keep the game that the keyboard has reached, and the drawn boards."""
        super().follow(old)
        if isinstance(old, GameGrid):
            self.chosen, self._boards = old.chosen, old._boards

    @property
    def pointed(self) -> Any:
        """The game under the pointer, else the one that the keyboard has reached, else None."""
        index = self.hover_row if self.hover_row >= 0 else self.chosen if self.focused else -1
        return self.items[index] if 0 <= index < len(self.items) else None

    def _key(self, event: pygame.event.Event) -> Signal | None:
        """Move by keys without choosing. Only Enter and Space choose."""
        if event.key in self.moves and self.items:
            self.chosen = min(len(self.items) - 1, max(0, self.chosen + self.moves[event.key]))
            self.scroll_to(self.chosen)
            self.touch()
            return None
        return Signal(self.name, self.chosen) if activates(event) and self.chosen >= 0 else None

    def _draw_game(self, surface: pygame.Surface, rect: pygame.Rect, game: Any, hovered: bool, chosen: bool) -> None:
        if game is None:
            draw_box(surface, rect, mix_colors(WELL, EDGE, 0.15), radius=px(4), border=mix_colors(WELL, EDGE, 0.6))
            return
        key = (game.digest, rect.size)
        if key not in self._boards:
            self._boards[key] = draw_board(game, rect.size, self.table)
        surface.blit(self._boards[key], rect)
        if hovered or (chosen and self.focused):
            pygame.draw.rect(surface, TEXT, rect, max(1, px(2)), px(4))
        if chosen and self.focused:
            draw_focus_glow(surface, rect, ACCENT, px(4), 110)


def draw_board(game: PlayedGame, size: tuple[int, int], table: tuple[float, float]) -> pygame.Surface:
    """Return a small board: the models at the end of a game on the color of the winner, with a mark of its shape."""
    image, winner = pygame.Surface(size, pygame.SRCALPHA), game.winner
    color: Color = BLADE if winner is None else SIDES[winner].main
    rect = image.get_rect()
    draw_box(image, rect, mix_colors(WELL, color, 0.3), radius=px(4), border=color)
    inner = rect.inflate(-px(6), -px(6))
    for side, x, y, is_capital in game.table:
        if side in (0, 1):
            pos = (inner.left + inner.width * x / table[0], inner.bottom - inner.height * y / table[1])
            pygame.draw.circle(image, SIDES[side].light, pos, px(3) if is_capital else px(2))
            pygame.draw.circle(image, SIDES[side].main, pos, px(2) if is_capital else px(1))
    if winner is not None:
        look = SIDES[winner]
        draw_side_badge(image, (rect.right - px(8), rect.top + px(8)), look.main, look.hatched, px(4))
    return image


# --- Table of causes ---


@frozen
class CauseRow:
    """A row of the tables of causes."""

    text: str
    cells: tuple[str, ...] = ()
    """Right-aligned cells of the columns."""
    kind: str = ""
    """`head`, `sum`, `note`, or "" for a cause."""
    side: int | None = None
    """The side of the model in the first column."""


def cause_rows(forecast: Forecast, games: Sequence[PlayedGame]) -> list[CauseRow]:
    """Return the tables of a result: what decided the games, by winner, and what the loss of a model changes."""
    winners = Counter((game.decided, game.winner) for game in games)
    causes = [cause for cause, _ in forecast.decided]
    counts = [count for _, count in forecast.decided]
    rows = [CauseRow("Games decided by", ("", "", "games", "share"), "head")]
    for cause, count, percent in zip(causes, counts, whole_percents(counts), strict=True):
        sides = tuple(str(winners[cause, side] or "-") for side in (0, 1))
        rows.append(CauseRow(f"{cause[:1].upper()}{cause[1:]}", (*sides, str(count), f"{percent} %")))
    total = tuple(str(sum(game.winner == side for game in games)) for side in (0, 1))
    rows.append(CauseRow("All games", (*total, str(sum(counts)), "100 %"), "sum"))
    if forecast.hinges:
        rows.append(CauseRow("Chance of its side to win", ("if lost", "if kept"), "head"))
    else:
        rows.append(CauseRow("The loss of no single model goes with the winner so far.", (), "note"))
    for hinge in forecast.hinges:
        lost, kept = hinge.lost, forecast.games - hinge.lost
        cells = f"{100 * hinge.wins.value:.0f} % of {lost}", f"{100 * hinge.otherwise.value:.0f} % of {kept}"
        rows.append(CauseRow(hinge.name, cells, "", hinge.side))
    if forecast.hinges:
        rows.append(CauseRow("Lost is destroyed, captured, or Crippled. The numbers after the shares are games.",
                             (), "note"))  # fmt: skip
    return rows


CELL = 46
"""The unscaled width of a column, and of two columns for the chances."""


class CauseTable(ScrollList):
    """The tables of causes, which scroll together. Long causes have several lines."""

    def __init__(self, name: str) -> None:
        super().__init__(name, pygame.Rect(0, 0, 0, 0), self._draw_row, height_of=self._height, well=False)

    @property
    def focusable(self) -> bool:
        """Whether it can scroll."""
        return super().focusable and bool(self.furthest)

    def _cell_width(self, row: CauseRow) -> int:
        return px(CELL if len(row.cells) == 4 else 2 * CELL)

    def _lines(self, row: CauseRow) -> tuple[str, ...]:
        cells = [cell for cell in row.cells if cell or row.kind == "head"]
        used = len(row.cells) * self._cell_width(row) if cells else 0
        badge = px(20) if row.side is not None else 0
        return wrap(row.text, self._role(row), max(px(60), self.rect.width - px(14) - used - badge))

    @staticmethod
    def _role(row: CauseRow) -> str:
        return "small" if row.kind in ("", "note") else "strong"

    def _height(self, row: Any) -> int:
        return len(self._lines(row)) * line_height(self._role(row)) + px(10 if row.kind == "head" else 4)

    def _draw_row(self, surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
        role, left = self._role(row), rect.left
        top = rect.top + px(8 if row.kind == "head" else 2)
        if row.kind == "sum":
            draw_rule(surface, rect.left, rect.right - px(6), rect.top)
        colors = SIDES[row.side] if row.side is not None else None
        if colors is not None:
            middle = top + line_height(role) // 2
            draw_side_badge(surface, (left + px(7), middle), colors.main, colors.hatched, px(5))
            left += px(20)
        color = colors.main if colors is not None else TEXT_SOFT if row.kind in ("", "note") else TEXT
        for number, line in enumerate(self._lines(row)):
            draw_text(surface, (left, top + number * line_height(role)), line, role, color)
        right = rect.right - px(6)
        for number, cell in reversed(list(enumerate(row.cells))):
            if row.kind == "head" and not cell and number < 2 and len(row.cells) == 4:
                look = SIDES[number]
                pos = (right - px(8), top + line_height(role) // 2)
                draw_side_badge(surface, pos, look.main, look.hatched, px(5))
            elif cell:
                ink = TEXT_FAINT if row.kind == "head" else TEXT
                draw_text(surface, (right, top), cell, "small", ink, anchor="topright")
            right -= self._cell_width(row)
