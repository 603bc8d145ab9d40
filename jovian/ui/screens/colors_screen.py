"""The screen of the colors: a sample of each palette, and high contrast.

The theme takes its colors from the palette when the program starts. So the samples show a change, and the page offers
to open the window again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin

import pygame

from jovian.ui.kit.boxes import NOWHERE, Box, item, panel, row, space, text
from jovian.ui.kit.draw import blit_premultiplied, draw_side_badge, supersampled
from jovian.ui.kit.fonts import draw_text, line_height
from jovian.ui.kit.palettes import PALETTES, SAFE, STANDARD, Palette, chosen, palette_of
from jovian.ui.kit.theme import PANEL, TEXT_SOFT, WELL, Color, px
from jovian.ui.kit.widgets import Tabs, Toggle
from jovian.ui.screens.page import Page, done, framed
from jovian.ui.screens.screen import Host, Screen, leave, leave_drafts

LABELS = {STANDARD: "Standard", SAFE: "Color-blind safe"}
"""The names of the palettes."""
CONTRAST_LABEL = "High contrast: brighter texts and edges, a plain backdrop"
NOTE = "Each meaning has a shape as well as a color."
NEXT_START = "Your new colors show when the window opens again."
OPEN_AGAIN = "The window closes and opens again. Games and settings are kept: Continue leads back to your game."
ANSWERS = (("yes", "Open again", "primary"), ("no", "Later", "plain"))

Painter = Callable[[pygame.Surface, Color, float], None]
"""Draws a shape in a color over a square surface of a side."""


class ColorsScreen(Page):
    """The palettes. `back` is the screen to return to."""

    def __init__(self, app: Host, back: Screen) -> None:
        super().__init__(app)
        self.back = back

    def compose(self) -> Box:
        settings = self.app.settings
        tabs = Tabs("palette", NOWHERE, [LABELS[name] for name in PALETTES], list(PALETTES).index(settings.palette))
        contrast = Toggle("high_contrast", NOWHERE, CONTRAST_LABEL, settings.high_contrast)
        samples = (Box(paint=partial(self._draw_sample, name), grow=1, height=300, min_height=120) for name in PALETTES)
        page = panel(
            "", text("Colors", "title"), item(tabs, lambda _: self._store("palette", list(PALETTES)[tabs.chosen])),
            item(contrast, partial(self._store, "high_contrast")), row(*samples, gap=12, grow=1),
            text(self.note, "small", TEXT_SOFT), gap=8,
        )  # fmt: skip
        return framed(page, foot=row(space(), done(self._finish)), width=820)

    def _store(self, name: str, value: object) -> None:
        setattr(self.app.settings, name, value)
        self.app.keep_settings()

    def _finish(self) -> None:
        self.cancel()
        if self.is_changed:
            self.app.ask("Use the new colors now?", OPEN_AGAIN, ANSWERS, self._on_answer)

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

    def _draw_sample(self, name: str, surface: pygame.Surface, rect: pygame.Rect) -> None:
        settings = self.app.settings
        palette = palette_of(name, high_contrast=settings.high_contrast)
        draw_sample(surface, rect, LABELS[name], palette, is_chosen=name == settings.palette)


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
