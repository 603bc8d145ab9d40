"""The sheet beside a target: labelled modifiers, pool, exact odds as bars; or why there is no shot. The list beside
a burst: everybody inside a Nuke's rings, the chance to hurt each, and the steps to expect.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

import pygame

from jovian.dice import MAGNITUDES
from jovian.game import Refusal
from jovian.game.events import BASE, DIMINISH, ESCALATE, FLEX, MACRO, Contribution
from jovian.rules.shots.formula import Assessment
from jovian.ui.kit.draw import bar, draw_box, draw_pill, draw_side_badge, rule
from jovian.ui.kit.fonts import draw_text, line_height, text_size, wrap
from jovian.ui.kit.theme import (
    ACCENT,
    DANGER,
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
from jovian.ui.presentation.odds import Aim

# --- odds panel ---
# The sheet beside a target: labelled modifiers, pool, exact odds as bars; or why there is no shot.

_COLORS = (TEXT_FAINT, WARN, GOOD, ACCENT)
_WORDS = {"N": "none", "D": "double", "T": "triple", "Q+": "four"}
_LETTERS = {BASE: "B", FLEX: "F", MACRO: "M", ESCALATE: " step"}
"""How a row names the kind of its dice; a modifier of the net has none."""


@dataclass(frozen=True, slots=True)
class Summand:
    """One row of what a pool is made of."""

    label: str
    place: str
    value: str
    """`+1` of the net, `+2B`, `+1F`, `-1M` of the dice, `+1 step` of the result."""
    sign: int


def draw_odds(
    surface: pygame.Surface, area: pygame.Rect, aim: Aim, clear: Sequence[Sequence[float]], column: pygame.Rect
) -> pygame.Rect:
    """Draw it in the upper right corner of an area, or the left one if that keeps points clear; where it stands.

    Where the area is too low for it, it lies over the foot of the column beside it.
    """
    width = min(px(300), area.width - px(20))
    image = pygame.Rect(0, 0, width, _height(aim, width))
    image.topright = (area.right - px(10), area.top + px(10))
    other = image.copy()
    other.topleft = (area.left + px(10), area.top + px(10))
    if _hides(other, clear) < _hides(image, clear):
        image = other
    if not area.contains(image):
        image.bottomright = (column.right - px(10), column.bottom - px(10))
    draw_box(surface, image, PANEL, radius=px(8), border=EDGE_HIGH, alpha=240)
    inner = image.inflate(-px(24), -px(18))
    y = _heading(surface, inner, aim)
    if isinstance(aim.shot, Refusal):
        _refusal(surface, inner, y, aim)
    else:
        _numbers(surface, inner, y, aim, aim.shot)
    return image


def _hides(image: pygame.Rect, clear: Sequence[Sequence[float]]) -> int:
    """How many points it would lie over or too near to, with the note above a point."""
    around = image.inflate(px(200), px(80))
    return sum(around.collidepoint(point) for point in clear)


def _height(aim: Aim, width: int) -> int:
    row = line_height("small")
    if isinstance(aim.shot, Refusal):
        return px(62) + sum(line_height(role) for _, role, _ in _refusal_rows(aim, width - px(24)))
    shot = aim.shot
    rows = len(merged(shot.roll.makeup())) + len(merged(shot.resisting())) + 1 + bool(aim.also) + bool(shot.jammed)
    rows += bool(shot.seeking)
    rows += 2 if shot.opposition else 0
    rows += len(wrap(aim.told, "small", width - px(24))) if aim.told else 0
    return px(62) + rows * row + px(34) + 4 * px(18) + px(34)


def _heading(surface: pygame.Surface, inner: pygame.Rect, aim: Aim) -> int:
    weapon = aim.shot.weapon if isinstance(aim.shot, Assessment) else aim.note or "No shot"
    linked = f" × {aim.mounts}" if aim.mounts > 1 else ""
    draw_text(surface, inner.topleft, f"{weapon}{linked}", "heading", TEXT, width=inner.width)
    pos = (inner.left, inner.top + px(22))
    draw_text(surface, pos, f"{aim.attacker} at {aim.target}", "small", TEXT_SOFT, width=inner.width)
    rule(surface, inner.left, inner.right, inner.top + px(40))
    return inner.top + px(46)


def _refusal(surface: pygame.Surface, inner: pygame.Rect, y: int, aim: Aim) -> None:
    for text, role, color in _refusal_rows(aim, inner.width):
        draw_text(surface, (inner.left, y), text, role, color, width=inner.width)
        y += line_height(role)


def _refusal_rows(aim: Aim, width: int) -> list[tuple[str, str, Color]]:
    """Return the rows of text on a shot that cannot be: each weapon with its reason and what would help."""
    assert isinstance(aim.shot, Refusal)
    danger = mix_colors(DANGER, TEXT, 0.25)
    if not aim.refused:
        rows = [(line, "body", danger) for line in wrap(aim.shot.reason, "body", width)]
        return [*rows, (aim.shot.cited, "small", TEXT_FAINT)]
    found: list[tuple[str, str, Color]] = []
    for no_shot in aim.refused:
        found += [(line, "label", TEXT) for line in wrap(_weapons_words(no_shot.weapons), "label", width)]
        found += [(line, "small", danger) for line in wrap(no_shot.refusal.reason, "small", width)]
        found += [(line, "small", GOOD) for line in wrap(no_shot.remedy, "small", width) if no_shot.remedy]
    places = dict.fromkeys(no_shot.refusal.cited.removeprefix("v1.2.4 ") for no_shot in aim.refused)
    return [*found, *((line, "tiny", TEXT_FAINT) for line in wrap(" · ".join(places), "tiny", width))]


def _weapons_words(names: tuple[str, ...]) -> str:
    """Return the names of weapons in a few words: several of one name are counted."""
    kinds = {name.partition(" (")[0] for name in names}
    return f"{kinds.pop()} ×{len(names)}" if len(kinds) == 1 and len(names) > 1 else ", ".join(names)


def _numbers(surface: pygame.Surface, inner: pygame.Rect, y: int, aim: Aim, shot: Assessment) -> None:
    row = line_height("small")
    arc = f" · {shot.range.arc} arc" if shot.range.arc else ""
    said = f'{shot.range.distance:.1f}" · {shot.range.band} range{arc} · {shot.range.against}'
    draw_text(surface, (inner.left, y), said, "small", TEXT_SOFT, width=inner.width)
    y += row
    if shot.seeking is not None:
        said = f"detection test first: {shot.seeking.odds().success:.0%}"
        draw_text(surface, (inner.left, y), said, "small", WARN, width=inner.width)
        y += row
    for line in merged(shot.roll.makeup()):
        _line(surface, inner, y, line, 1)
        y += row
    y = _pools(surface, inner, y + px(4), shot)
    for line in merged(shot.resisting()):
        _line(surface, inner, y, replace(line, label=f"resists: {line.label}"), -1)
        y += row
    odds = shot.odds()
    chances = odds.magnitude()
    for name, color in zip(MAGNITUDES, _COLORS, strict=True):
        draw_text(surface, (inner.left, y + px(8)), f"{name} {_WORDS[name]}", "label", TEXT, anchor="midleft")
        meter = pygame.Rect(inner.left + px(84), y + px(4), inner.width - px(150), px(8))
        bar(surface, meter, chances[name], color)
        draw_text(surface, (inner.right, y + px(8)), f"{chances[name]:.1%}", "label", TEXT, anchor="midright")
        y += px(18)
    steps = f"{float(odds.expected_steps):.2f} steps expected"
    draw_text(surface, (inner.left, y + px(2)), steps, "strong", GOOD)
    for told in wrap(aim.told, "small", inner.width) if aim.told else ():
        draw_text(surface, (inner.left, y + px(20)), told, "small", TEXT)
        y += row
    if shot.jammed:
        draw_text(surface, (inner.left, y + px(20)), f"jammed by {shot.jammed}: it fails", "small", DANGER)
        y += row
    if aim.also:
        draw_text(
            surface, (inner.left, y + px(20)), f"strikes too: {', '.join(aim.also)}", "small", WARN, width=inner.width
        )


def _pools(surface: pygame.Surface, inner: pygame.Rect, y: int, shot: Assessment) -> int:
    roll = shot.roll
    notes = f"{' · may re-roll' if roll.reroll else ''}{f' · {roll.shift:+d} magnitude' if roll.shift else ''}"
    rect = draw_pill(surface, (inner.left, y), str(roll.pool), ACCENT, anchor="topleft", solid=True)
    said = f"net {roll.net:+d}{notes}"
    draw_text(surface, (rect.right + px(8), rect.centery), said, "small", TEXT_SOFT, anchor="midleft")
    y = rect.bottom + px(4)
    if shot.opposition is not None:
        rect = draw_pill(surface, (inner.left, y), str(shot.opposition.pool), WARN, anchor="topleft")
        said = "opposed" + (" · may burn fuel for a die" if shot.opposition.may_burn else "")
        said += " · may re-roll" if shot.opposition.reroll else ""
        draw_text(surface, (rect.right + px(8), rect.centery), said, "small", TEXT_SOFT, anchor="midleft")
        y = rect.bottom + px(4)
    return y


def merged(parts: Sequence[Contribution]) -> list[Summand]:
    """Parts as rows: those of one label together, dice with the letter of their kind."""
    rows: dict[tuple[str, str], list[Contribution]] = {}
    for part in parts:
        rows.setdefault((part.label, part.place), []).append(part)
    return [
        Summand(label, place, " ".join(map(_amount, found)), 1 if all(map(_helps, found)) else -1)
        for (label, place), found in rows.items()
    ]


def _amount(part: Contribution) -> str:
    if part.kind == DIMINISH:
        return f"-{part.value} step" if part.value else "1 magnitude lower"
    return f"{part.value:+d}{_LETTERS.get(part.kind, '')}"


def _helps(part: Contribution) -> bool:
    return part.value > 0 and part.kind != DIMINISH


def _line(surface: pygame.Surface, inner: pygame.Rect, y: int, part: Summand, side: int) -> None:
    """Label, place in the book as far as there is room, value; what opposes the shot (`side` -1) in the other color."""
    value, wide = part.value, max(px(56), text_size(part.value, "label")[0] + px(8))
    color = GOOD if part.sign * side > 0 else DANGER
    said = draw_text(surface, (inner.left, y), part.label, "small", TEXT, width=inner.width - wide)
    place = part.place.removeprefix("v1.2.4 ").rpartition(" > ")[2]
    room = inner.right - wide - said.right - px(6)
    if room > px(40):
        draw_text(surface, (said.right + px(6), said.centery), place, "tiny", TEXT_FAINT, anchor="midleft", width=room)
    draw_text(surface, (inner.right, y), value, "label", color, anchor="topright")


# --- blast panel ---
# The list beside a burst: everybody inside a Nuke's rings, the chance to hurt each, and the steps to expect.

MOST = 9
"""Rows at most; what is left out is counted."""


class Struck(NamedTuple):
    """Somebody inside a burst."""

    ident: str
    name: str
    side: int
    friend: bool
    inches: float
    near: bool
    """Within the inner ring, where it has macro dice?"""
    chance: float
    """Of any damage."""
    steps: float
    """Steps of damage expected."""


class Burst(Protocol):
    """A burst that is aimed."""

    @property
    def point(self) -> tuple[float, float] | None:
        """Where it would be on the table, None while nothing is pointed at."""

    def refusal(self) -> Refusal | None:
        """Why it may not burst there."""

    def inside(self, at: tuple[float, float]) -> Sequence[Struck]:
        """Everybody whom a burst at a point would attack, nearest first."""


def draw_blast(
    surface: pygame.Surface, area: pygame.Rect, told: Sequence[Struck], clear: tuple[float, float]
) -> pygame.Rect:
    """Draw it in the upper right corner of an area, or the left one to keep a point clear; where it stands."""
    rows, row = told[:MOST], px(19)
    high = px(62) + row * max(1, len(rows)) + (row if len(told) > MOST else 0) + px(26)
    rect = pygame.Rect(0, 0, min(px(320), area.width - px(20)), high)
    rect.topright = (area.right - px(10), area.top + px(10))
    if rect.inflate(px(60), px(60)).collidepoint(clear):
        rect.topleft = (area.left + px(10), area.top + px(10))
    draw_box(surface, rect, mix_colors(PANEL, (0, 0, 0), 0.2), radius=px(7), border=EDGE_HIGH, alpha=238)
    inner = rect.inflate(-px(24), -px(18))
    draw_text(surface, inner.topleft, "Inside the burst", "strong", TEXT)
    _columns(surface, inner, inner.top + px(26))
    y = inner.top + px(44)
    for each in rows:
        _row(surface, pygame.Rect(inner.left, y, inner.width, row), each)
        y += row
    if len(told) > MOST:
        draw_text(surface, (inner.left, y), f"and {len(told) - MOST} more", "small", TEXT_FAINT)
        y += row
    if not rows:
        draw_text(surface, (inner.left, y), "Nobody", "small", TEXT_SOFT)
        y += row
    _sum(surface, inner, y + px(4), told)
    return rect


def _columns(surface: pygame.Surface, inner: pygame.Rect, y: int) -> None:
    for text, right in (("AWAY", 128), ("ANY HARM", 62), ("STEPS", 0)):
        draw_text(surface, (inner.right - px(right), y), text, "tiny", TEXT_FAINT, anchor="topright")


def _row(surface: pygame.Surface, rect: pygame.Rect, each: Struck) -> None:
    look, y = SIDES[each.side], rect.centery
    draw_side_badge(surface, (rect.left + px(5), y), look.main, look.hatched, px(4))
    ink = WARN if each.friend else TEXT
    name = f"{each.name} (own)" if each.friend else each.name
    pos = (rect.left + px(15), y)
    draw_text(surface, pos, name, "label", ink, anchor="midleft", width=rect.width - px(190))
    away = f'{each.inches:.1f}"{" macro" if each.near else ""}'
    for text, right, color in ((away, 128, TEXT_SOFT), (f"{each.chance:.1%}", 62, ink), (f"{each.steps:.2f}", 0, ink)):
        draw_text(surface, (rect.right - px(right), y), text, "label", color, anchor="midright")


def _sum(surface: pygame.Surface, inner: pygame.Rect, y: int, told: Sequence[Struck]) -> None:
    """What to expect of all, the enemy's harm and one's own."""
    own = enemy = 0.0
    for each in told:
        own, enemy = (own + each.steps, enemy) if each.friend else (own, enemy + each.steps)
    rule(surface, inner.left, inner.right, y)
    draw_text(surface, (inner.left, y + px(5)), f"{enemy:.2f} steps to the enemy", "strong", GOOD)
    if own:
        draw_text(surface, (inner.right, y + px(5)), f"{own:.2f} to you", "strong", DANGER, anchor="topright")
