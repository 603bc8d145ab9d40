"""A prompt on the screen: a sheet near the bottom of the board with large buttons, the suggested one lit. Not modal."""

from __future__ import annotations

import pygame

from jovian.ui.kit.boxes import box
from jovian.ui.kit.dice import PLAIN, SET, dice_row, die
from jovian.ui.kit.fonts import draw_text, line_height, measure, wrap
from jovian.ui.kit.theme import ACCENT, PANEL, TEXT_FAINT, TEXT_SOFT, px
from jovian.ui.kit.widgets import Action, Button, Group, Widget
from jovian.ui.screens.battle.controller import Sheet


class SheetPanel:
    """Shows a sheet; its action is the name of the answer."""

    def __init__(self) -> None:
        self.sheet: Sheet | None = None
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.group = Group()
        self._area = pygame.Rect(0, 0, 0, 0)

    def show(self, sheet: Sheet | None, area: pygame.Rect) -> None:
        """Lay a sheet out at the bottom of an area, or show none."""
        if (sheet, area) != (self.sheet, self._area):
            self.sheet, self._area = sheet, pygame.Rect(area)
            self.group.widgets = self._laid_out(sheet) if sheet else []

    def _laid_out(self, sheet: Sheet) -> list[Widget]:
        width = min(self._area.width - px(20), px(620))
        inner = width - px(32)
        high = px(70 if sheet.faces else 46 if len(sheet.answers) <= 8 else 36)
        columns = self._columns(sheet, inner)
        rows = (len(sheet.answers) + columns - 1) // columns
        head = len(wrap(sheet.title, "heading", inner)) * line_height("heading") + px(20)
        total = px(18) + head + rows * (high + px(6)) + px(10)
        self.rect = pygame.Rect(0, 0, width, total)
        self.rect.midbottom = (self._area.centerx, self._area.bottom - px(10))
        wide = (inner - px(8) * (columns - 1)) // columns
        made: list[Widget] = []
        for index, (name, label, detail) in enumerate(sheet.answers):
            left = self.rect.left + px(16) + index % columns * (wide + px(8))
            top = self.rect.top + px(14) + head + index // columns * (high + px(6))
            text = f"{label} · {detail}" if detail and not label.isdigit() else label
            kind = "primary" if index == 0 and not label.isdigit() else "plain"
            made.append(Button(name, pygame.Rect(left, top, wide, high), text, kind=kind, hint=detail))
        return made

    def _columns(self, sheet: Sheet, inner: int) -> int:
        if sheet.answers and sheet.answers[0][1] == "1":
            return 6
        widest = max(measure(f"{label} · {detail}", "button")[0] for _, label, detail in sheet.answers) + px(28)
        return max(1, min(3, len(sheet.answers), inner // max(1, widest)))

    def handle(self, event: pygame.event.Event) -> Action | None:
        """The answer that was clicked."""
        return self.group.handle(event) if self.sheet else None

    def holds(self, pos: tuple[int, int]) -> bool:
        """Is a point on the sheet?"""
        return self.sheet is not None and self.rect.collidepoint(pos)

    @property
    def dirty(self) -> bool:
        """Did a button change?"""
        return self.group.dirty

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it over the board."""
        sheet = self.sheet
        if sheet is None:
            return
        box(surface, self.rect.inflate(px(8), px(8)), (0, 0, 0), radius=px(12), alpha=110)
        box(surface, self.rect, PANEL, radius=px(9), border=ACCENT, alpha=250)
        x, y = self.rect.left + px(16), self.rect.top + px(12)
        for line in wrap(sheet.title, "heading", self.rect.width - px(32)):
            draw_text(surface, (x, y), line, "heading")
            y += line_height("heading")
        said = sheet.text or sheet.place
        draw_text(
            surface, (x, y), said, "small", TEXT_SOFT if sheet.text else TEXT_FAINT, width=self.rect.width - px(32)
        )
        self.group.draw(surface)
        for widget, faces in zip(self.group.widgets, sheet.faces, strict=False):
            look = [(face, SET if faces.count(face) > 1 else PLAIN) for face in faces]
            side = min(px(18), (widget.rect.width - px(16)) // max(1, len(faces)) - px(3))
            left = widget.rect.centerx - len(faces) * (side + px(3)) // 2
            dice_row(surface, (left, widget.rect.bottom - side - px(4)), look, side, px(3))
        for widget in self.group.widgets if sheet.answers[0][1] == "1" else ():
            die(surface, (widget.rect.centerx - px(14), widget.rect.centery - px(14)), int(widget.name), SET, px(28))
