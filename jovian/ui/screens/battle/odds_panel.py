"""The sheet beside a target: labelled modifiers, pool, exact odds as bars; or why there is no shot."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from jovian.dice import MAGNITUDES
from jovian.game import Refusal
from jovian.rules.assessment import Assessment
from jovian.rules.parts import MODIFIER, Part
from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import bar, pill, rule
from jovian.ui.kit.fonts import draw_text, line_height, wrap
from jovian.ui.kit.theme import ACCENT, DANGER, EDGE_HIGH, GOOD, PANEL, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, mix, px

_COLORS = (TEXT_FAINT, WARN, GOOD, ACCENT)


@dataclass(frozen=True, slots=True)
class Aim:
    """What the sheet tells of."""

    attacker: str
    target: str
    shot: Assessment | Refusal
    mounts: int = 1
    also: tuple[str, ...] = ()
    """Names of those whom the shot strikes besides."""
    note: str = ""


def draw_odds(surface: pygame.Surface, area: pygame.Rect, aim: Aim, clear: tuple[float, float]) -> pygame.Rect:
    """Draw it in the upper right corner of an area, or the left one to keep a point clear; where it stands."""
    width = min(px(300), area.width - px(20))
    image = pygame.Rect(0, 0, width, _height(aim, width))
    image.topright = (area.right - px(10), area.top + px(10))
    if image.inflate(px(60), px(60)).collidepoint(clear):
        image.topleft = (area.left + px(10), area.top + px(10))
    box(surface, image, PANEL, radius=px(8), border=EDGE_HIGH, alpha=240)
    inner = image.inflate(-px(24), -px(18))
    y = _heading(surface, inner, aim)
    if isinstance(aim.shot, Refusal):
        _refusal(surface, inner, y, aim.shot, width)
    else:
        _numbers(surface, inner, y, aim, aim.shot)
    return image


def _height(aim: Aim, width: int) -> int:
    row = line_height("small")
    if isinstance(aim.shot, Refusal):
        lines = wrap(aim.shot.reason, "body", width - px(24))
        return px(62) + len(lines) * line_height("body") + row
    rows = len(aim.shot.parts) + len(aim.shot.defense_parts) + 1 + bool(aim.also) + (2 if aim.shot.defense else 0)
    return px(62) + rows * row + px(34) + 4 * px(18) + px(34)


def _heading(surface: pygame.Surface, inner: pygame.Rect, aim: Aim) -> int:
    weapon = aim.shot.weapon if isinstance(aim.shot, Assessment) else aim.note or "No shot"
    linked = f" × {aim.mounts}" if aim.mounts > 1 else ""
    draw_text(surface, inner.topleft, f"{weapon}{linked}", "heading", TEXT, width=inner.width)
    pos = (inner.left, inner.top + px(22))
    draw_text(surface, pos, f"{aim.attacker} at {aim.target}", "small", TEXT_SOFT, width=inner.width)
    rule(surface, inner.left, inner.right, inner.top + px(40))
    return inner.top + px(46)


def _refusal(surface: pygame.Surface, inner: pygame.Rect, y: int, shot: Refusal, width: int) -> None:
    for line in wrap(shot.reason, "body", width - px(24)):
        draw_text(surface, (inner.left, y), line, "body", mix(DANGER, TEXT, 0.25))
        y += line_height("body")
    draw_text(surface, (inner.left, y), shot.place, "small", TEXT_FAINT, width=inner.width)


def _numbers(surface: pygame.Surface, inner: pygame.Rect, y: int, aim: Aim, shot: Assessment) -> None:
    row = line_height("small")
    arc = f" · {shot.arc} arc" if shot.arc else ""
    said = f'{shot.distance:.1f}" · {shot.band} range{arc} · {shot.against}'
    draw_text(surface, (inner.left, y), said, "small", TEXT_SOFT, width=inner.width)
    y += row
    for part in shot.parts:
        _line(surface, inner, y, part, part.label, part.value)
        y += row
    y = _pools(surface, inner, y + px(4), shot)
    for part in shot.defense_parts:
        _line(surface, inner, y, part, f"resists: {part.label}", -part.value)
        y += row
    odds = shot.odds()
    chances = odds.magnitude()
    for name, color in zip(MAGNITUDES, _COLORS, strict=True):
        draw_text(surface, (inner.left, y + px(8)), name, "label", TEXT, anchor="midleft")
        meter = pygame.Rect(inner.left + px(30), y + px(4), inner.width - px(96), px(8))
        bar(surface, meter, chances[name], color)
        draw_text(surface, (inner.right, y + px(8)), f"{chances[name]:.1%}", "label", TEXT, anchor="midright")
        y += px(18)
    steps = f"{float(odds.expected_steps):.2f} steps expected"
    draw_text(surface, (inner.left, y + px(2)), steps, "strong", GOOD)
    if aim.also:
        draw_text(
            surface, (inner.left, y + px(20)), f"strikes too: {', '.join(aim.also)}", "small", WARN, width=inner.width
        )


def _pools(surface: pygame.Surface, inner: pygame.Rect, y: int, shot: Assessment) -> int:
    notes = f"{' · may re-roll' if shot.reroll else ''}{f' · {shot.shift:+d} magnitude' if shot.shift else ''}"
    rect = pill(surface, (inner.left, y), str(shot.pool), ACCENT, anchor="topleft", solid=True)
    draw_text(
        surface, (rect.right + px(8), rect.centery), f"net {shot.net:+d}{notes}", "small", TEXT_SOFT, anchor="midleft"
    )
    y = rect.bottom + px(4)
    if shot.defense is not None:
        rect = pill(surface, (inner.left, y), str(shot.defense), WARN, anchor="topleft")
        said = "opposed" + (" · may burn fuel for a die" if shot.defense_fuel else "")
        draw_text(surface, (rect.right + px(8), rect.centery), said, "small", TEXT_SOFT, anchor="midleft")
        y = rect.bottom + px(4)
    return y


def _line(surface: pygame.Surface, inner: pygame.Rect, y: int, part: Part, label: str, sign: int) -> None:
    """Label, place in the book as far as there is room, value."""
    value = f"{part.value:+d}" + ("" if part.kind == MODIFIER else f" {part.kind}")
    color = GOOD if sign > 0 else DANGER if sign < 0 else TEXT_SOFT
    said = draw_text(surface, (inner.left, y), label, "small", TEXT, width=inner.width - px(56))
    place = part.place.removeprefix("v1.2.4 ").rpartition(" > ")[2]
    room = inner.right - px(56) - said.right - px(6)
    if room > px(40):
        draw_text(surface, (said.right + px(6), said.centery), place, "tiny", TEXT_FAINT, anchor="midleft", width=room)
    draw_text(surface, (inner.right, y), value, "label", color, anchor="topright")
