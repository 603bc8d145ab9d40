"""The curtain: between the secret choices of two players at one machine it hides all, and recaps what was open."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from jovian.game import State
from jovian.rules.deployment import SQUADRONS
from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import badge
from jovian.ui.kit.fonts import draw_text, line_height, measure
from jovian.ui.kit.theme import PANEL, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, VOID, mix, px
from jovian.ui.screens.battle.log_lines import Line
from jovian.ui.screens.battle.session import Session

RECAP = 8
"""Lines of recap."""


def wanted(session: Session, before: int | None) -> bool:
    """Is the next question of two humans secret, or to the other one and about what they hold back?

    The first of two secret choices is covered too if the same player has just answered: the other looks on.
    """
    decision = session.match.decision
    if decision is None or not session.hot_seat or before is None:
        return False
    if decision.secret:
        return True
    return decision.side != before and _reserves(session.match.state, decision.kind, before)


def _reserves(state: State, kind: str, other: int) -> bool:
    """Does a side deploy squadrons while the other still hides some?"""
    hidden = any(not model.public and model.alive for model in state.side_models(other))
    return kind == "deploy" and state.stage == SQUADRONS and hidden


def draw_curtain(surface: pygame.Surface, name: str, side: int, key: str, recap: Sequence[Line]) -> None:
    """Cover everything; what the other side did in the open is told below."""
    look, rect = SIDES[side], surface.get_rect()
    surface.fill(mix(VOID, look.deep, 0.14))
    sheet = pygame.Rect(0, 0, min(rect.width - px(40), px(560)), px(180) + len(recap) * line_height("small"))
    sheet.center = rect.center
    box(surface, sheet, PANEL, radius=px(12), border=look.main)
    wide = measure(name, "title")[0]
    badge(surface, (sheet.centerx - wide // 2 - px(18), sheet.top + px(50)), look.main, look.hatched, px(8))
    draw_text(surface, (sheet.centerx, sheet.top + px(50)), name, "title", TEXT, anchor="center")
    draw_text(
        surface,
        (sheet.centerx, sheet.top + px(84)),
        "The other player looks away now.",
        "body",
        TEXT_SOFT,
        anchor="center",
    )
    y = sheet.top + px(112)
    for line in recap:
        x = sheet.left + px(40)
        for piece in line.pieces:
            x = draw_text(
                surface, (x, y), piece.text, piece.role, piece.color, width=max(1, sheet.right - px(20) - x)
            ).right + px(4)
        y += line_height("small")
    said = f"Click, or press {key}, when ready"
    draw_text(surface, (sheet.centerx, sheet.bottom - px(30)), said, "strong", TEXT_FAINT, anchor="center")
