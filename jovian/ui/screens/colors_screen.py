"""The screen of the colors: a sample of each palette, and high contrast.

The theme takes its colors from the palette when the program starts. So the samples show a change, and the page offers
to open the window again.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

import pygame

from jovian.ui.board.grid import backdrop
from jovian.ui.kit.draw import blit_premultiplied, draw_panel, draw_side_badge, supersampled
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height
from jovian.ui.kit.palettes import PALETTES, SAFE, STANDARD, Palette, chosen, palette_of
from jovian.ui.kit.theme import PANEL, TEXT, TEXT_SOFT, WELL, Color, px
from jovian.ui.kit.widgets import Button, Signal, Tabs, Toggle
from jovian.ui.screens.screen import Host, Screen, leave, leave_drafts

LABELS = {STANDARD: "Standard", SAFE: "Color-blind safe"}
"""The names of the palettes."""
NOTE = "Each meaning has a shape as well as a color."
NEXT_START = "Your new colors show when the window opens again."
OPEN_AGAIN = "The window closes and opens again. Games and settings are kept: Continue leads back to your game."
ANSWERS = (("yes", "Open again", "primary"), ("no", "Later", "plain"))

Painter = Callable[[pygame.Surface, Color, float], None]
"""Draws a shape in a color over a square surface of a side."""


class ColorsScreen(Screen):
    """The palettes. `back` is the screen to return to."""

    def __init__(self, app: Host, back: Screen) -> None:
        super().__init__(app)
        self.back = back

    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        width = min(size[0] - px(40), px(820))
        self._panel = pygame.Rect((size[0] - width) // 2, px(20), width, min(size[1] - px(92), px(560)))
        self._panel.top += (size[1] - px(92) - self._panel.height) // 3
        inner = self._panel.inflate(-px(40), -px(32))
        y = inner.top + px(48)
        tabs = Tabs("palette", pygame.Rect(inner.left, y, inner.width, px(34)), [LABELS[name] for name in PALETTES])
        tabs.chosen = list(PALETTES).index(self.app.settings.palette)
        contrast = Toggle(
            "high_contrast", pygame.Rect(inner.left, y + px(40), inner.width, px(34)),
            "High contrast: brighter texts and edges, a plain backdrop", self.app.settings.high_contrast,
        )  # fmt: skip
        top, gap = y + px(84), px(12)
        height = inner.bottom - line_height("small") - px(8) - top
        half = (inner.width - gap) // 2
        self._samples = [pygame.Rect(inner.left + number * (half + gap), top, half, height) for number in range(2)]
        self._note = pygame.Rect(inner.left, inner.bottom - line_height("small"), inner.width, line_height("small"))
        done_place = pygame.Rect(self._panel.right - px(160), self._panel.bottom + px(12), px(160), px(46))
        self.group.renew([tabs, contrast, Button("done", done_place, "Done", kind="primary")])

    def act(self, action: Signal) -> None:
        """Store the choice."""
        settings = self.app.settings
        if action.name == "done":
            self.cancel()
            if self.is_changed:
                self.app.ask("Use the new colors now?", OPEN_AGAIN, ANSWERS, self._on_answer)
            return
        if action.name == "palette":
            tabs = self.group["palette"]
            assert isinstance(tabs, Tabs)
            settings.palette = list(PALETTES)[tabs.chosen]
        else:
            settings.high_contrast = bool(action.value)
        self.app.keep_settings()

    def cancel(self) -> None:
        self.app.show(self.back)

    def _on_answer(self, answer: str) -> None:
        if answer == "yes":
            leave_drafts(self.app, lambda: leave(self.app, lambda: self.app.quit(reopen=True)))

    @property
    def is_changed(self) -> bool:
        """Whether other colors are chosen than those of this run."""
        settings = self.app.settings
        return palette_of(settings.palette, high_contrast=settings.high_contrast) != chosen()

    @property
    def note(self) -> str:
        """What to know about the chosen palette."""
        return f"{NOTE} {NEXT_START}" if self.is_changed else NOTE

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        draw_panel(surface, self._panel)
        draw_text(surface, (self._panel.left + px(20), self._panel.top + px(12)), "Colors", "title", TEXT)
        settings = self.app.settings
        for rect, name in zip(self._samples, PALETTES, strict=True):
            palette = palette_of(name, high_contrast=settings.high_contrast)
            draw_sample(surface, rect, LABELS[name], palette, is_chosen=name == settings.palette)
        draw_wrapped(surface, self._note, self.note, "small", TEXT_SOFT)
        self.group.draw(surface)
        self.dirty = False


# --- Samples ---


def draw_sample(surface: pygame.Surface, rect: pygame.Rect, title: str, palette: Palette, *, is_chosen: bool) -> None:
    """Draw a panel with each meaning of a palette: its shape, its color, and its name."""
    surface.fill(PANEL if palette.high_contrast else WELL, rect)
    pygame.draw.rect(surface, palette.accent if is_chosen else palette.edge, rect, px(2) if is_chosen else 1, px(6))
    draw_text(surface, (rect.left + px(12), rect.top + px(8)), title, "heading", palette.text, width=rect.width)
    top = rect.top + px(14) + line_height("heading")
    rows = _rows(palette)
    pitch = min(px(38), (rect.bottom - px(6) - top) // len(rows))
    side = min(px(24), pitch - px(4))
    for number, (name, hint, color, paint) in enumerate(rows):
        middle = top + number * pitch + pitch // 2
        center = (rect.left + px(28), middle)
        if paint is None:
            draw_side_badge(surface, center, color, name == "Second side", radius=side // 2)
        else:
            _draw_shape(surface, center, side, color, paint)
        x = rect.left + px(52)
        end = draw_text(surface, (x, middle), name, "strong", color, anchor="midleft", width=rect.right - x)
        left = max(end.right + px(10), rect.left + px(168))
        draw_text(
            surface, (left, middle), hint, "small", palette.text_soft, anchor="midleft", width=rect.right - px(8) - left
        )


def _rows(palette: Palette) -> tuple[tuple[str, str, Color, Painter | None], ...]:
    """Return the name, the shape in words, the color, and the painter of each meaning."""
    first, second, _ = palette.sides
    return (
        ("First side", "plain plate, one chevron", first.main, None),
        ("Second side", "hatched plate, two chevrons", second.main, None),
        ("Selected", "broken ring", palette.accent, _paint_ring),
        ("Good", "full bar", palette.good, _paint_disc),
        ("Half", "half bar", palette.warn, _paint_triangle),
        ("Danger", "one segment left", palette.danger, _paint_cross),
        ("Legal move", "dashed outline", palette.legal, _paint_dashes),
        ("Threat", "hatched area", palette.threat, _paint_hatching),
    )


def _draw_shape(surface: pygame.Surface, center: tuple[int, int], side: int, color: Color, paint: Painter) -> None:
    """Draw a smooth shape around a point."""
    image = supersampled((paint.__name__, color, side), (side, side), lambda big, _: paint(big, color, big.get_width()))
    blit_premultiplied(surface, image, (center[0] - side / 2, center[1] - side / 2))


def _paint_disc(big: pygame.Surface, color: Color, side: float) -> None:
    pygame.draw.circle(big, color, (side / 2, side / 2), side * 0.4)


def _paint_ring(big: pygame.Surface, color: Color, side: float) -> None:
    area = pygame.Rect(side * 0.08, side * 0.08, side * 0.84, side * 0.84)
    for quarter in range(4):
        start = quarter * pi / 2 + 0.25
        pygame.draw.arc(big, color, area, start, start + pi / 2 - 0.5, max(2, round(side * 0.12)))


def _paint_triangle(big: pygame.Surface, color: Color, side: float) -> None:
    pygame.draw.polygon(big, color, [(side / 2, side * 0.1), (side * 0.95, side * 0.88), (side * 0.05, side * 0.88)])


def _paint_cross(big: pygame.Surface, color: Color, side: float) -> None:
    low, high, width = side * 0.15, side * 0.85, max(2, round(side * 0.16))
    pygame.draw.line(big, color, (low, low), (high, high), width)
    pygame.draw.line(big, color, (low, high), (high, low), width)


def _paint_dashes(big: pygame.Surface, color: Color, side: float) -> None:
    points = [(side / 2 + side * 0.4 * sin(n * pi / 6), side / 2 - side * 0.4 * cos(n * pi / 6)) for n in range(12)]
    for number in range(0, 12, 2):
        pygame.draw.line(big, color, points[number], points[number + 1], max(2, round(side * 0.1)))


def _paint_hatching(big: pygame.Surface, color: Color, side: float) -> None:
    width = max(2, round(side * 0.08))
    for share in (0.3, 0.65, 1.0, 1.35):
        pygame.draw.line(big, color, (side * (share - 0.25), side * 0.1), (side * (share - 0.65), side * 0.9), width)
