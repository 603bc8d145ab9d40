"""The curtain: between the secret choices of two players at one machine it hides all, and recaps what was open."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from jovian.game.events import Revealed
from jovian.game.view import OPEN
from jovian.narrator import Line, Names, narrate
from jovian.narrator.line import WHY
from jovian.rules.rulebook.rulebook import rulebook
from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import badge
from jovian.ui.kit.fonts import draw_text, line_height, measure
from jovian.ui.kit.theme import PANEL, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, VOID, mix, px
from jovian.ui.playing.session import Session
from jovian.ui.presenting.log_rows import rows_of

RECAP = 8
"""Lines of recap."""


def recap(session: Session, sides: tuple[str, str]) -> list[Line]:
    """The last lines of the log that both may see, in words that both may read."""
    view = session.match.view(OPEN)
    names = Names.of(view, sides)
    for each in session.match.events.of(Revealed):
        names.learn(each)
    told = session.match.events.seen_by(OPEN)[-8 * RECAP :]
    lines = [line for entry in told for line in narrate(entry, names, rulebook(view))]
    return [line.spelled() for line in lines if not line.dice and line.about != WHY][-RECAP:]


def draw_curtain(surface: pygame.Surface, name: str, side: int, key: str, recap: Sequence[Line]) -> None:
    """Cover everything; what the other side did in the open is told below."""
    look, rect = SIDES[side], surface.get_rect()
    surface.fill(mix(VOID, look.deep, 0.14))
    span, high = min(rect.width - px(40), px(640)), line_height("small")
    rows = [row for line in recap for row in rows_of(line, span - px(60))]
    rows = rows[-max(1, (rect.height - px(190)) // high) :]
    sheet = pygame.Rect(0, 0, span, px(180) + len(rows) * high)
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
    for row in rows:
        x = sheet.left + px(40)
        for piece in row.pieces:
            x = draw_text(
                surface, (x, y), piece.text, piece.role, piece.color, width=max(1, sheet.right - px(20) - x)
            ).right + px(4)
        y += high
    said = f"Click, or press {key}, when ready"
    draw_text(surface, (sheet.centerx, sheet.bottom - px(30)), said, "strong", TEXT_FAINT, anchor="center")
