"""A weapon's row of the unit card: its arcs, name and numbers, and what it would do to the target in sight."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from jovian.cards import Mount
from jovian.game import Refusal
from jovian.rules.shooting.assessment import Assessment
from jovian.ui.kit.boxes import box
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.rosette import rosette
from jovian.ui.kit.theme import ACCENT, DANGER, EDGE, GOOD, PANEL_HIGH, TEXT, TEXT_FAINT, WELL, Color, mix, px


class Seen(NamedTuple):
    """How a weapon is seen now, besides its card."""

    lit: bool
    """Is it in hand, or are its arcs shown?"""
    pointed: bool
    """Is the pointer on it?"""
    gone: bool
    """Is it damaged, or used up in this activation?"""
    note: str
    """A word beside its name, "" for its traits."""
    color: Color
    """The color of that word."""
    shot: Assessment | Refusal | None
    """What it would do to the target in sight, or why it cannot, None without a target."""


def draw_weapon(canvas: pygame.Surface, rect: pygame.Rect, mount: Mount, seen: Seen) -> None:
    """Draw the row into a rectangle."""
    weapon = mount.weapon
    pointed = mix(PANEL_HIGH, ACCENT, 0.1) if seen.pointed else WELL
    box(canvas, rect, mix(PANEL_HIGH, ACCENT, 0.25) if seen.lit else pointed, radius=px(4),
        border=ACCENT if seen.lit else EDGE)  # fmt: skip
    ink = TEXT_FAINT if seen.gone else TEXT
    rosette(canvas, (rect.left + px(14), rect.centery), weapon.arcs, min(px(9), rect.height // 2 - 1), ink)
    pos = (rect.left + px(29), rect.centery)
    said = draw_text(canvas, pos, weapon.name, "label", ink, anchor="midleft", width=rect.width - px(176))
    note = seen.note or " ".join(str(trait) for trait in weapon.traits).upper()
    if note:
        room = max(1, rect.right - px(140) - said.right)
        draw_text(canvas, (said.right + px(6), rect.centery), note, "tiny", seen.color, anchor="midleft", width=room)
    columns = ((weapon.macro or None, px(64)), (weapon.as_, px(96)), (weapon.ac, px(128)))
    for value, off in columns:
        text = "–" if value is None else str(value)
        draw_text(canvas, (rect.right - off, rect.centery), text, "label", ink, anchor="center")
    _draw_shot(canvas, (rect.right - px(8), rect.centery), seen.shot)


def _draw_shot(canvas: pygame.Surface, pos: tuple[int, int], shot: Assessment | Refusal | None) -> None:
    """What the weapon would do to the target in sight, at the right end of its row."""
    if isinstance(shot, Refusal):
        draw_text(canvas, pos, "no", "tiny", mix(DANGER, TEXT_FAINT, 0.4), anchor="midright")
    elif shot is not None:
        draw_text(canvas, pos, f"{shot.odds().success:.0%}", "label", GOOD, anchor="midright")
