"""The figures of a rehearsal as they are drawn: chances with their intervals, and how points were spread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from jovian.rehearsal.one_game.outcome import CRIPPLED, LOST
from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import badge
from jovian.ui.kit.fonts import draw_text, line_height
from jovian.ui.kit.theme import BLADE, EDGE, EDGE_HIGH, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WELL, Color, mix, px

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
        badge(surface, (left + px(7), rect.top + px(9)), look.main, look.hatched, px(5))
        left += px(20)
    y = rect.top + px(9)
    value = draw_text(surface, (rect.right, y), percent(estimate["value"]), "heading", TEXT, anchor="midright")
    told = draw_text(surface, (value.left - px(10), y), between(estimate), "small", TEXT_SOFT, anchor="midright")
    draw_text(surface, (left, y), label, "strong", color, anchor="midleft", width=told.left - left - px(10))
    track = pygame.Rect(rect.left, rect.top + px(24), rect.width, px(14))
    box(surface, track, WELL, radius=px(4), border=EDGE)
    inner = track.inflate(-2, -2)
    full = pygame.Rect(inner.left, inner.top, round(inner.width * estimate["value"]), inner.height)
    surface.fill(mix(WELL, color, 0.6), full)
    _interval(surface, inner, estimate, mix(color, TEXT, 0.5))


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
        surface.fill(mix(WELL, color, 0.75), (x, top + high - tall, width, tall))
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
    badge(surface, (rect.left + px(7), rect.top + px(9)), look.main, look.hatched, px(5))
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
    surface.fill(mix(WELL, EDGE, 0.6), line)
    surface.fill(look.main, (line.left, line.top, round(line.width * lost), line.height))


def lost_share(model: dict[str, Any]) -> float:
    """How often a model was destroyed or captured, 0 to 1."""
    fates = model["fates"]
    return float(sum(fates[how]["value"] for how in LOST))
