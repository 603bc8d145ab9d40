"""The bars of the editor: what is edited and what may be done with it, above; what is wrong with it, below."""

from __future__ import annotations

import pygame

from jovian.editing.mending import Mend, mend
from jovian.editing.problems import Problem
from jovian.rules.facts.words import counted
from jovian.ui.editing.workbench import Workbench
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import DANGER, GOOD, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, mix, px
from jovian.ui.kit.widgets import Action, Button, ScrollList
from jovian.ui.kit.widgets.rows import draw_line
from jovian.ui.panels.panel import Panel

BUTTONS = (
    ("open", "Open …", "plain"), ("save", "Save", "plain"), ("undo", "Undo", "plain"), ("redo", "Redo", "plain"),
    ("play", "Play from here", "primary"), ("watch", "Let the computers play it", "plain"),
    ("rehearse", "Rehearse", "plain"), ("menu", "Menu", "plain"),
)  # fmt: skip
MEND = 330
"""Pixels of the button that mends a problem."""
HINTS = {"rehearse": "Let it be rehearsed: computer players play many games of it"}
NOT_PLAYABLE = "Something is wrong with it: see below"


class EditorBar(Panel):
    """Its buttons are those of `BUTTONS`."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.bench = bench

    def layout(self, rect: pygame.Rect) -> None:
        """Buttons from the right end."""
        super().layout(rect)
        right, made = rect.right - px(10), []
        for name, label, kind in reversed(BUTTONS):
            wide = measure(label, "button")[0] + px(26)
            place = pygame.Rect(right - wide, rect.top + px(6), wide, rect.height - px(12))
            made.append(Button(name, place, label, kind=kind, hint=HINTS.get(name, "")))
            right = place.left - px(6)
        self.left_of = right
        self.group.renew(reversed(made))

    def refresh(self) -> None:
        """Buttons on and off."""
        bench = self.bench
        self.group["undo"].set_enabled(bench.history.can_undo, "Nothing has been done yet")
        self.group["redo"].set_enabled(bench.history.can_redo, "Nothing has been undone")
        for name in ("play", "watch", "rehearse"):
            self.group[name].set_enabled(not bench.problems, NOT_PLAYABLE)
        self.offer((bench.draft.data.get("name"), bench.path, bench.history.unsaved))

    def paint(self, canvas: pygame.Surface) -> None:
        """Its name, and where it is kept."""
        super().paint(canvas)
        name = str(self.bench.draft.data.get("name") or "A scenario without a name")
        left, room = self.rect.left + px(14), self.left_of - self.rect.left - px(30)
        place = self.bench.path.name if self.bench.path is not None else "not saved yet"
        said = f"{place} · changed" if self.bench.path is not None and self.bench.history.unsaved else place
        head = draw_text(canvas, (left, self.rect.centery), name, "heading", TEXT, anchor="midleft", width=room)
        rest = room - head.width - px(14)
        if rest > px(60):
            pos = (head.right + px(14), self.rect.centery + px(1))
            draw_text(canvas, pos, said, "small", TEXT_FAINT, anchor="midleft", width=rest)


class ProblemBar(Panel):
    """How to go on with what is in hand or chosen; below it all that is wrong (`problems`), and what helps (`mend`)."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.bench = bench
        self.hint = ""
        self.list = ScrollList("problems", pygame.Rect(0, 0, 10, 10), draw_line, row=px(26), well=False)
        self.button = Button("mend", pygame.Rect(0, 0, 10, 10), "", kind="primary")
        self.button.visible = False
        self.group.widgets = [self.list, self.button]
        self._told: list[Problem] = []
        self._mend: Mend | None = None
        """What would mend the problem that is chosen, else the first."""
        self._sought = True

    def layout(self, rect: pygame.Rect) -> None:
        """The list below the hint."""
        super().layout(rect)
        if self.list.row != px(26):
            rows, self.list.row = self.list.items, px(26)
            self.list.set_items(())
            self.list.set_items(rows)
        wide = px(MEND) if self._mend is not None else 0
        top = rect.top + px(30)
        self.list.rect = pygame.Rect(rect.left + px(8), top, rect.width - px(16) - wide, rect.height - px(34))
        self.button.rect = pygame.Rect(rect.right - px(MEND), top, px(MEND) - px(10), px(38))

    def show(self, hint: str, settled: bool) -> None:
        """Tell how to go on, and what is wrong now; what would help as soon as nothing is dragged."""
        self.hint = hint
        told = self.bench.problems
        if told != self._told or len(self.list.items) != len(told):
            self._told = list(told)
            self.list.set_items(())
            self.list.set_items([each.reason for each in told])
            self.list.chosen = 0 if told else -1
            self._sought = False
        if settled and not self._sought:
            self._find()
        self.offer((hint, tuple(told)))

    def _find(self) -> None:
        """See what would mend the chosen problem."""
        self._sought = True
        self._mend = mend(self.bench.draft, self._told[self.list.chosen]) if self._told else None
        self.button.visible = self._mend is not None
        self.button.label = f"Mend: {self._mend.said}" if self._mend is not None else ""
        self.layout(self.rect)

    def use(self, action: Action) -> bool:
        """Choose the piece that a problem is about; mend a problem."""
        if action.name == "mend" and self._mend is not None:
            self.bench.do(self._mend.draft)
        elif action.name == "problems":
            self.bench.choose(self._told[int(action.value)].piece)
            self._find()
        return action.name in ("problems", "mend")

    def paint(self, canvas: pygame.Surface) -> None:
        """The hint on the left, how many problems there are on the right."""
        super().paint(canvas)
        wrong = len(self._told)
        said, ink = (counted(wrong, "problem"), mix(DANGER, WARN, 0.3)) if wrong else ("Nothing is wrong with it", GOOD)
        right, y = self.rect.right - px(14), self.rect.top + px(16)
        head = draw_text(canvas, (right, y), said, "strong", ink, anchor="midright")
        room = head.left - self.rect.left - px(28)
        draw_text(canvas, (self.rect.left + px(14), y), self.hint, "body", TEXT_SOFT, anchor="midleft", width=room)
