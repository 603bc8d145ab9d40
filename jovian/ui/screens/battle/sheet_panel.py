"""A prompt on the screen: a sheet near the bottom of the board with large buttons, the suggested one lit. Not modal."""

from __future__ import annotations

import pygame

from jovian.ui.kit.boxes import box
from jovian.ui.kit.dice import PLAIN, SET, dice_row, die
from jovian.ui.kit.fonts import draw_text, line_height, measure, wrap
from jovian.ui.kit.theme import ACCENT, PANEL, TEXT_FAINT, TEXT_SOFT, px
from jovian.ui.kit.widgets import Action, Button, Group, Slider, Widget
from jovian.ui.screens.battle.controller import Sheet
from jovian.ui.screens.battle.declare_sheet import DeclareSheet, draw_declare, lay_declare
from jovian.ui.screens.battle.plan_sheet import PlanSheet, draw_plan, lay_plan, share_of

MOST_COLUMNS = 6
LEAST_HIGH = 24
"""The lowest button before answers are put in more columns."""


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
            old = {widget.name: widget for widget in self.group.widgets}
            self.group.widgets = self._laid_out(sheet) if sheet else []
            for widget in self.group.widgets:
                _keep(old.get(widget.name), widget)

    def _laid_out(self, sheet: Sheet) -> list[Widget]:
        if isinstance(sheet, PlanSheet):
            self.rect, widgets = lay_plan(sheet, self._area)
            return widgets
        if isinstance(sheet, DeclareSheet):
            self.rect, widgets = lay_declare(sheet, self._area)
            return widgets
        width = min(self._area.width - px(20), px(620))
        inner = width - px(32)
        head = len(wrap(sheet.title, "heading", inner)) * line_height("heading") + px(20)
        most = self._area.height - px(40) - head
        columns = self._columns(sheet, inner)
        while columns < MOST_COLUMNS and _rows(sheet, columns) * px(LEAST_HIGH + 6) > most:
            columns += 1
        rows = _rows(sheet, columns)
        high = px(70 if sheet.faces else 46 if len(sheet.answers) <= 8 else 36)
        high = max(px(14), min(high, most // rows - px(6)))
        total = px(18) + head + rows * (high + px(6)) + px(10)
        self.rect = pygame.Rect(0, 0, width, total)
        self.rect.midbottom = (self._area.centerx, self._area.bottom - px(10))
        wide = (inner - px(8) * (columns - 1)) // columns
        made: list[Widget] = []
        for index, (name, label, detail) in enumerate(sheet.answers):
            left = self.rect.left + px(16) + index % columns * (wide + px(8))
            top = self.rect.top + px(14) + head + index // columns * (high + px(6))
            text = f"{label} · {detail}" if detail and not label.isdigit() else label
            suggested = index == 0 and not label.isdigit()
            kind = "primary" if suggested else "plain"
            made.append(Button(name, pygame.Rect(left, top, wide, high), text, kind=kind, hint=detail))
        return made

    def _columns(self, sheet: Sheet, inner: int) -> int:
        if _dice_to_type(sheet):
            return 6
        widest = max(measure(f"{label} · {detail}", "button")[0] for _, label, detail in sheet.answers) + px(28)
        return max(1, min(3, len(sheet.answers), inner // max(1, widest)))

    def handle(self, event: pygame.event.Event) -> Action | None:
        """The answer that was clicked; of a plan the part that was changed, a split as `share 4`."""
        action = self.group.handle(event) if self.sheet else None
        if action is not None and isinstance(self.sheet, PlanSheet) and action.name == "share":
            return Action(f"share {share_of(self.sheet, action.value)}")
        return action

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
        if isinstance(sheet, PlanSheet):
            draw_plan(surface, self.rect, sheet, self.group.widgets)
            self.group.draw(surface)
            return
        if isinstance(sheet, DeclareSheet):
            draw_declare(surface, self.rect, sheet, self.group.widgets)
            self.group.draw(surface)
            return
        x, y = self.rect.left + px(16), self.rect.top + px(12)
        for line in wrap(sheet.title, "heading", self.rect.width - px(32)):
            draw_text(surface, (x, y), line, "heading")
            y += line_height("heading")
        said = sheet.text or sheet.place
        draw_text(
            surface, (x, y), said, "small", TEXT_SOFT if sheet.text else TEXT_FAINT, width=self.rect.width - px(32)
        )
        self.group.draw(surface)
        self._draw_faces(surface, sheet)
        self._draw_numbers(surface, sheet)

    def _draw_faces(self, surface: pygame.Surface, sheet: Sheet) -> None:
        for widget, faces in zip(self.group.widgets, sheet.faces, strict=False):
            look = [(face, SET if faces.count(face) > 1 else PLAIN) for face in faces]
            side = min(px(18), (widget.rect.width - px(16)) // max(1, len(faces)) - px(3))
            left = widget.rect.centerx - len(faces) * (side + px(3)) // 2
            dice_row(surface, (left, widget.rect.bottom - side - px(4)), look, side, px(3))
        for widget in self.group.widgets if _dice_to_type(sheet) else ():
            die(surface, (widget.rect.centerx - px(14), widget.rect.centery - px(14)), int(widget.name), SET, px(28))

    def _draw_numbers(self, surface: pygame.Surface, sheet: Sheet) -> None:
        """The number key of each answer in its corner."""
        if _dice_to_type(sheet) or len(sheet.answers) < 2:
            return
        for number, widget in enumerate(self.group.widgets[:9], 1):
            pos = (widget.rect.left + px(6), widget.rect.top + px(4))
            draw_text(surface, pos, str(number), "tiny", TEXT_SOFT if number == 1 else TEXT_FAINT)


def _rows(sheet: Sheet, columns: int) -> int:
    return (len(sheet.answers) + columns - 1) // columns


def _dice_to_type(sheet: Sheet) -> bool:
    """Are the answers the six faces of a die?"""
    return bool(sheet.answers) and sheet.answers[0][1] == "1"


def _keep(old: Widget | None, new: Widget) -> None:
    """What is hovered, held or in focus stays so when the sheet is laid out anew."""
    if old is not None and type(old) is type(new):
        new.focused = old.focused
        new.hovered = old.hovered and old.rect == new.rect
        new.pressed = old.pressed and isinstance(new, Slider)
