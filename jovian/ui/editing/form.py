"""The form of the editor: the rows of the chosen piece, or of the scenario."""

from __future__ import annotations

import pygame

from jovian.editing.draft import Piece
from jovian.editing.forms.given import given
from jovian.editing.forms.piece_rows import piece_rows
from jovian.editing.forms.row import Kind, Row
from jovian.editing.forms.scenario_rows import scenario_rows
from jovian.ui.editing.rows import FOOT, Rows
from jovian.ui.editing.workbench import Workbench
from jovian.ui.kit.theme import ACCENT, EDGE, mix, px
from jovian.ui.kit.widgets import Action, Button, Widget


class Form(Rows):
    """Below its rows: `scenario`, `copy`, `delete`."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.bench = bench
        self._of: Piece | None = None

    def layout(self, rect: pygame.Rect) -> None:
        """Another piece begins at the top."""
        if self.bench.chosen != self._of:
            self.offset, self._of, self.bad = 0, self.bench.chosen, ""
        super().layout(rect)

    def made(self) -> list[Row]:
        """Those of the chosen piece, else those of the scenario."""
        chosen = self.bench.chosen
        return piece_rows(self.bench.draft, chosen) if chosen is not None else scenario_rows(self.bench.draft)

    @property
    def foot(self) -> int:
        """Where a piece is chosen there are buttons."""
        return px(FOOT) if self.bench.chosen is not None else 0

    def below(self) -> list[Widget]:
        """Back to the scenario, a copy, away with it."""
        if not self.foot:
            return []
        top, wide = self.rect.bottom - self.foot, (self.inner.width - px(16)) // 3
        names = (("scenario", "Scenario", "plain"), ("copy", "Copy", "plain"), ("delete", "Delete", "danger"))
        return [
            Button(name, pygame.Rect(self.inner.left + n * (wide + px(8)), top, wide, px(38)), label, kind=kind)
            for n, (name, label, kind) in enumerate(names)
        ]

    def wrong(self, row: Row) -> bool:
        """A problem is about it, or nothing is meant by it."""
        return super().wrong(row) or any(each.path == row.path for each in self.bench.problems)

    def use(self, action: Action) -> bool:
        """Take what a widget tells; False if it is none of its own."""
        if action.name in ("scenario", "copy", "delete"):
            {"scenario": lambda: self.bench.choose(None), "copy": self.bench.copy, "delete": self.bench.delete}[
                action.name
            ]()
            return True
        row = self.row_of(action)
        if row is None:
            return False
        if row.kind is Kind.PIECE:
            self.bench.choose(Piece(str(row.path[0]), int(row.path[1])))
        else:
            self._give(row, action)
        return True

    def _give(self, row: Row, action: Action) -> None:
        """Put what was written or chosen into the draft; what means nothing stays in its field alone."""
        try:
            value = self.value_in(row, action)
        except ValueError:
            return
        draft, piece = given(self.bench.draft, row, value)
        doing = f"write {action.name}" if row.kind not in (Kind.ADD,) else ""
        if piece is None:
            self.bench.do(draft, doing)
        else:
            self.bench.add(draft, piece, doing)

    def refresh(self) -> None:
        """Show the draft as it is now."""
        fact = (self.bench.draft, self.bench.chosen, self.bad)
        if fact != self._shown:
            self.offer(fact)
            self.layout(self.rect)

    def paint(self, canvas: pygame.Surface) -> None:
        """A line at the side where a piece is chosen."""
        super().paint(canvas)
        if self.bench.chosen is not None:
            canvas.fill(mix(ACCENT, EDGE, 0.6), (self.rect.left, self.rect.top, px(2), self.rect.height))
