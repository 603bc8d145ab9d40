"""Issuing upgrades."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from jovian.game import Decision
from jovian.game.answers import Issue
from jovian.rules.scenario.tokens import IssueTokens
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_text, line_height
from jovian.ui.kit.theme import GOOD, PANEL_HIGH, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, px
from jovian.ui.kit.widgets import Action, Button, Widget
from jovian.ui.panels.panel import ActionButton
from jovian.ui.questions.controller import Controller, Sheet
from jovian.ui.session.table_selection import TableSelection

# --- issue sheet ---
# The sheet of what is issued to a fleet: a line for each model with fewer and more, and what is left to issue.

ROW, STEP, COUNT = 30, 28, 52
"""Height of a line; widths of a button and of the number between two."""
MARGIN, GAP = 14, 8
WIDEST, COLUMN = 760, 300
FOOT, BUTTON = 40, 104


@dataclass(frozen=True, slots=True)
class Given:
    """What a model is issued just now."""

    model_id: str
    name: str
    kind: str
    """What it is, after its name."""
    count: int
    most: int


@dataclass(frozen=True, slots=True)
class More:
    """One more for a model, or one fewer."""

    model_id: str
    step: int


@dataclass(frozen=True, slots=True)
class IssueSheet(Sheet):
    """A sheet with a number for each model instead of answers."""

    rows: tuple[Given, ...] = ()
    left: int = 0
    """How many are still to be issued."""
    chosen: int = 0
    """The line that keys change."""


def lay_issue(sheet: IssueSheet, area: pygame.Rect) -> tuple[pygame.Rect, list[Widget]]:
    """Where the sheet stands at the bottom of an area, and its buttons from the top down."""
    width = min(area.width - px(12), px(WIDEST))
    columns = _columns(sheet, width)
    lines = (len(sheet.rows) + columns - 1) // columns
    rect = pygame.Rect(0, 0, width, _head() + lines * px(ROW) + px(FOOT))
    rect.midbottom = (area.centerx, area.bottom - px(6))
    made: list[Widget] = []
    for number, row in enumerate(sheet.rows):
        line = _line(sheet, rect, number)
        fewer = pygame.Rect(line.right - px(2 * STEP + COUNT), line.top + px(2), px(STEP), line.height - px(4))
        more = pygame.Rect(line.right - px(STEP), fewer.top, px(STEP), fewer.height)
        for name, place, step, able in (
            ("fewer", fewer, -1, row.count > 0), ("more", more, 1, row.count < row.most and sheet.left > 0),
        ):  # fmt: skip
            button = Button(f"{name}:{row.model_id}", place, "-+"[step > 0], value=More(row.model_id, step))
            button.enabled = able
            made.append(button)
    foot = pygame.Rect(rect.left + px(MARGIN), rect.bottom - px(FOOT) + px(4), width - 2 * px(MARGIN), px(30))
    done = Button("confirm", pygame.Rect(foot.right - px(BUTTON), foot.top, px(BUTTON), foot.height), "Issue them",
                  kind="primary")  # fmt: skip
    done.enabled = sheet.left == 0
    again = pygame.Rect(done.rect.left - px(BUTTON + GAP), foot.top, px(BUTTON), foot.height)
    return rect, [*made, Button("spread", again, "Propose", hint="Spread them over the ships"), done]


def _columns(sheet: IssueSheet, width: int) -> int:
    return 2 if len(sheet.rows) > 4 and width - 2 * px(MARGIN) >= 2 * px(COLUMN) else 1


def _head() -> int:
    return px(12) + line_height("heading") + line_height("small") + px(8)


def _line(sheet: IssueSheet, rect: pygame.Rect, number: int) -> pygame.Rect:
    columns = _columns(sheet, rect.width)
    inner = rect.width - 2 * px(MARGIN)
    wide = (inner - px(GAP) * 2 * (columns - 1)) // columns
    down, across = divmod(number, columns)
    left = rect.left + px(MARGIN) + across * (wide + 2 * px(GAP))
    return pygame.Rect(left, rect.top + _head() + down * px(ROW), wide, px(ROW))


def draw_issue(surface: pygame.Surface, rect: pygame.Rect, sheet: IssueSheet) -> None:
    """Everything but the buttons."""
    left, inner = rect.left + px(MARGIN), rect.width - 2 * px(MARGIN)
    name = draw_text(surface, (left, rect.top + px(8)), sheet.title, "heading", width=inner)
    said = draw_text(surface, (left, name.bottom), sheet.text, "small", TEXT_SOFT, width=inner)
    room = rect.right - px(MARGIN) - said.right - px(10)
    if room > px(60):
        draw_text(surface, (said.right + px(10), said.top), sheet.place, "small", TEXT_FAINT, width=room)
    for number, row in enumerate(sheet.rows):
        _draw_row(surface, _line(sheet, rect, number), row, number == sheet.chosen)
    told, color = (f"{sheet.left} left to issue", WARN) if sheet.left else ("All are issued", GOOD)
    draw_text(surface, (left, rect.bottom - px(FOOT) + px(18)), told, "label", color, anchor="midleft")


def _draw_row(surface: pygame.Surface, line: pygame.Rect, row: Given, lit: bool) -> None:
    if lit:
        draw_box(surface, line.inflate(px(6), -px(2)), PANEL_HIGH, radius=px(4), alpha=170)
    room = line.width - px(2 * STEP + COUNT + GAP)
    name = draw_text(surface, (line.left, line.centery), row.name, "label", TEXT, anchor="midleft", width=room)
    if room - name.width > px(60):
        pos = (name.right + px(8), line.centery)
        draw_text(surface, pos, row.kind, "small", TEXT_FAINT, anchor="midleft", width=room - name.width - px(8))
    middle = (line.right - px(STEP) - px(COUNT) // 2, line.centery)
    draw_text(surface, middle, f"{row.count} / {row.most}", "label", TEXT if row.count else TEXT_SOFT, anchor="center")


# --- issue ---
# Issuing tokens to one's fleet in secret: a number for each model, changed by buttons or keys.


class IssueController(Controller):
    """Answers `issue`. The answer is given by Enter or its button only; Escape never answers."""

    decision: IssueTokens

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.models = self.decision.models
        self.at = 0
        self.shares: dict[str, int] = {}
        self._spread()

    def _spread(self) -> None:
        """What the rules propose."""
        default = self.decision.default()
        self.shares = dict(zip(default.models, default.counts, strict=True))
        self.selection.selected = self.models[self.at].id

    @property
    def left(self) -> int:
        """How many are still to be issued."""
        return self.decision.total - sum(self.shares.values())

    def choice(self) -> Issue:
        """The answer that Enter gives."""
        return self.decision.issue(self.shares)

    @property
    def hint(self) -> str:
        """Which key does what."""
        keys = self.selection.keymap
        return f"Arrows: a model up and down, fewer and more left and right · {keys.shown('confirm')} issues in secret"

    def offers(self) -> list[ActionButton]:
        """The one button that answers."""
        return [
            ActionButton(
                "confirm", "Issue them", "primary", "confirm", self.check(self.choice()) if self.left else None
            )
        ]

    def sheet(self) -> IssueSheet:
        """A number for each model."""
        rows = tuple(
            Given(each.id, each.name, each.card.name, self.shares.get(each.id, 0), self.decision.rule.most(each))
            for each in self.models
        )
        text = "The other player sees the tokens once the model is deployed."
        return IssueSheet(self.decision.title, text, self.decision.cited, (), rows=rows, left=self.left, chosen=self.at)

    # --- input ---
    def _more(self, model_id: str, step: int) -> None:
        """One more or fewer, as far as there are any and the model may have them."""
        self.at = next(number for number, each in enumerate(self.models) if each.id == model_id)
        self.selection.selected = model_id
        count = self.shares.get(model_id, 0) + min(step, self.left)
        self.shares[model_id] = min(max(count, 0), self.decision.rule.most(self.models[self.at]))

    def press(self, name: str) -> None:
        """The answer, or the proposal."""
        if name == "spread":
            self._spread()
        elif name == "confirm":
            self.give(self.choice())

    def use(self, action: Action) -> None:
        """One more, one fewer, or a button."""
        if isinstance(action.value, More):
            self._more(action.value.model_id, action.value.step)
        else:
            self.press(action.name)

    def command(self, name: str) -> bool:
        """Arrow keys: up and down choose a model, left and right give it one fewer or more."""
        if name in ("pan up", "pan down"):
            self.at = min(max(self.at + (1 if name == "pan down" else -1), 0), len(self.models) - 1)
            self.selection.selected = self.models[self.at].id
        elif name in ("pan left", "pan right"):
            self._more(self.models[self.at].id, 1 if name == "pan right" else -1)
        else:
            return False
        return True
