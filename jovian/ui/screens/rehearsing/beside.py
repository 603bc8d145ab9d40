"""The word about a rehearsal that runs beside whatever is shown; a click on it opens its page."""

from __future__ import annotations

import pygame

from jovian.ui.kit.boxes import box
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import ACCENT, DANGER, EDGE_HIGH, PANEL_HIGH, TEXT, TEXT_SOFT, px
from jovian.ui.kit.widgets import Tooltip
from jovian.ui.playing.rehearsed import Beside
from jovian.ui.screens.rehearsing.figures import percent
from jovian.ui.screens.screen import Host, Screen

HINT = "A rehearsal, beside the game: what computer players make of the position it began from. Click to look at it."


class Word:
    """Stands in the corner that a screen has for it."""

    def __init__(self, app: Host) -> None:
        self._app = app
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._heard = 0
        self._hovered = False

    def _due(self, screen: Screen) -> Beside | None:
        """What it tells of: whoever looks may know it, and the screen has a place for it."""
        beside = self._app.beside
        known = beside is not None and (beside.of.side is None or beside.of.side == screen.eyes)
        return beside if known and screen.corner is not None else None

    def news(self) -> bool:
        """Is there anything new to draw?"""
        heard = self._app.beside.run.heard if self._app.beside is not None else 0
        before, self._heard = self._heard, heard
        return heard != before

    def pressed(self, event: pygame.event.Event, screen: Screen) -> Beside | None:
        """What it tells of, if it was clicked."""
        beside = self._due(screen)
        if beside is not None and event.type == pygame.MOUSEMOTION:
            self._hovered = self._rect.collidepoint(event.pos)
        clicked = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        return beside if clicked and self._rect.collidepoint(event.pos) else None

    def draw(self, surface: pygame.Surface, screen: Screen) -> None:
        """Draw it, and what it means while the pointer is on it."""
        beside, corner = self._due(screen), screen.corner
        if beside is None or corner is None:
            self._rect = pygame.Rect(0, 0, 0, 0)
            return
        said = said_of(beside)
        self._rect = pygame.Rect(corner, (measure(said, "label")[0] + px(22), px(26)))
        edge = ACCENT if beside.run.running else DANGER if beside.run.notice else EDGE_HIGH
        box(surface, self._rect, PANEL_HIGH, radius=px(6), border=edge, alpha=235)
        ink = TEXT if self._hovered else TEXT_SOFT
        draw_text(surface, self._rect.center, said, "label", ink, anchor="center")
        if self._hovered:
            Tooltip.of(HINT).draw(surface, self._rect)


def said_of(beside: Beside) -> str:
    """How far a rehearsal is and how it stands, in a few words."""
    answer = beside.run.poll()
    if beside.run.notice:
        return "Rehearsal: it failed"
    if answer is None:
        return "Rehearsal: no game so far"
    found = answer["forecast"]
    wins = " : ".join(percent(each["value"]) for each in found["wins"])
    return f"Rehearsal {found['games']}/{beside.wish.games} · wins {wins}"
