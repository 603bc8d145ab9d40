"""The reveal of secret plans: both side by side over the board for a moment, before the first die falls (R36)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from jovian.game import Model, MountRef
from jovian.game.events import FighterPlan, MarineOrder, PlansRevealed
from jovian.rules.harm.boarding import MARINES
from jovian.rules.weapons.missiles import Missile
from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import badge, bar
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import ACCENT, BLADE, EDGE_HIGH, PANEL, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, mix, px

TITLES = {"dogfight": "DOGFIGHT", "bombing": "BOMBING RUN", "boarding": "FIREFIGHT ABOARD"}
ROW = 24
OPENING = 0.08
"""Share of its time in which the two plans slide apart."""


@dataclass(frozen=True, slots=True)
class Column:
    """One side's plan."""

    side: int
    name: str
    rows: tuple[tuple[str, str], ...]
    """What it is about, and what was chosen."""
    attack: int = 0
    defense: int = 0
    """Dice of the split, both 0 where no pool was split."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Both plans, as everybody may know them from now on."""

    title: str
    columns: tuple[Column, ...]


def reveal_of(event: PlansRevealed, models: Mapping[str, Model]) -> Reveal:
    """Both plans of an event, under the names of their models."""
    columns = tuple(_column(plan, models.get(plan.model)) for plan in event.plans)
    return Reveal(TITLES.get(event.window, event.window.upper()), columns)


def _column(plan: FighterPlan | MarineOrder, model: Model | None) -> Column:
    name = model.name if model is not None else plan.model
    if isinstance(plan, MarineOrder):
        return Column(plan.side, name, (("Order", plan.order.capitalize()), (MARINES, str(plan.dice))))
    rows = [("Weapon", plan.weapon_words or "None: all dice defend"), ("Fuel", str(plan.fuel))]
    if plan.missile:
        rows.append((Missile.name, _missile(plan.missile, model)))
    return Column(model.side if model is not None else 0, name, tuple(rows), plan.attack, plan.defense)


def _missile(mounts: tuple[str, ...], model: Model | None) -> str:
    mount = model.mount(MountRef(mounts[0]).ident) if model is not None else None
    name = mount.weapon.name if mount is not None else "declared"
    return f"{name} x{len(mounts)} linked" if len(mounts) > 1 else name


def draw_reveal(surface: pygame.Surface, area: pygame.Rect, reveal: Reveal, share: float) -> pygame.Rect:
    """Draw it in the middle of an area, at a share of its time; where it stands."""
    rows = max(len(column.rows) for column in reveal.columns)
    sheet = pygame.Rect(0, 0, min(area.width - px(24), px(600)), px(46) + px(34) + rows * px(ROW) + px(60))
    sheet.center = area.center
    box(surface, sheet.inflate(px(8), px(8)), (0, 0, 0), radius=px(12), alpha=120)
    box(surface, sheet, PANEL, radius=px(10), border=EDGE_HIGH, alpha=248)
    draw_text(surface, (sheet.centerx, sheet.top + px(22)), reveal.title, "heading", BLADE, anchor="center")
    closed = max(0.0, 1.0 - share / OPENING)
    wide = (sheet.width - px(36)) // 2
    for index, column in enumerate(reveal.columns[:2]):
        left = sheet.left + px(12) + index * (wide + px(12))
        shift = round(closed * px(30)) * (1 if index == 0 else -1)
        _draw_column(surface, pygame.Rect(left + shift, sheet.top + px(40), wide, sheet.height - px(64)), column)
    pos = (sheet.centerx, sheet.bottom - px(12))
    draw_text(surface, pos, "Both plans are revealed · click to go on", "tiny", TEXT_FAINT, anchor="center")
    return sheet


def _draw_column(surface: pygame.Surface, rect: pygame.Rect, column: Column) -> None:
    look = SIDES[column.side]
    box(surface, rect, mix(PANEL, look.deep, 0.55), radius=px(7), border=look.main)
    badge(surface, (rect.left + px(16), rect.top + px(18)), look.main, look.hatched, px(6))
    pos = (rect.left + px(30), rect.top + px(18))
    draw_text(surface, pos, column.name, "strong", look.light, anchor="midleft", width=rect.width - px(40))
    y = rect.top + px(40)
    for label, value in column.rows:
        draw_text(surface, (rect.left + px(12), y), label, "small", TEXT_SOFT)
        draw_text(
            surface, (rect.right - px(12), y), value, "strong", TEXT, anchor="topright", width=rect.width - px(90)
        )
        y += px(ROW)
    if column.attack or column.defense:
        _draw_split(surface, pygame.Rect(rect.left + px(12), rect.bottom - px(38), rect.width - px(24), px(30)), column)


def _draw_split(surface: pygame.Surface, rect: pygame.Rect, column: Column) -> None:
    """The split as numbers over one bar: attack from the left, defense the rest."""
    draw_text(surface, rect.topleft, f"Attack {column.attack}", "label", SIDES[column.side].light)
    draw_text(surface, rect.topright, f"Defense {column.defense}", "label", ACCENT, anchor="topright")
    meter = pygame.Rect(rect.left, rect.bottom - px(9), rect.width, px(8))
    bar(surface, meter, 1.0, mix(PANEL, ACCENT, 0.7))
    if column.attack:
        bar(surface, meter, column.attack / (column.attack + column.defense), SIDES[column.side].main)
