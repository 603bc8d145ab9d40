"""Issuing tokens to one's fleet in secret: a sheet with a number for each model, and its controller."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pygame

from jovian.frozen import frozen
from jovian.game import Decision
from jovian.game.answers import Issue
from jovian.rules.basics.rolls import pluralize
from jovian.rules.scenario.tokens import IssueTokens
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_citation, draw_text, line_height
from jovian.ui.kit.theme import GOOD, PANEL_HIGH, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, px
from jovian.ui.kit.widgets import Widget
from jovian.ui.panels.panel import Press, press_button
from jovian.ui.questions.controller import Controller, Sheet
from jovian.ui.session.table_selection import TableSelection

# --- The sheet ---

ROW, STEP, COUNT = 30, 28, 52
"""Height of a line; widths of a button and of the number between the two buttons."""
MARGIN, GAP = 14, 8
WIDEST, COLUMN = 760, 300
FOOT, BUTTON = 40, 104


@frozen
class ModelShare:
    """The tokens issued to one model so far."""

    model_id: str
    name: str
    kind: str
    """The name of its card."""
    count: int
    max_tokens: int
    fewer: Press
    more: Press


@frozen
class IssueSheet(Sheet):
    """A sheet with a number for each model. `answers` propose numbers, and issue the tokens."""

    rows: tuple[ModelShare, ...] = ()
    tokens_left: int = 0
    """The number of tokens that remain to be issued."""
    chosen: int = 0
    """The index of the line that keys change."""

    @property
    def presses(self) -> tuple[Press, ...]:
        return (*self.answers, *(press for row in self.rows for press in (row.fewer, row.more)))


def lay_issue(sheet: IssueSheet, area: pygame.Rect) -> tuple[pygame.Rect, list[Widget]]:
    """Return the rectangle of the sheet at the bottom of an area, and its buttons from the top down."""
    width = min(area.width - px(12), px(WIDEST))
    columns = _column_count(sheet, width)
    line_count = (len(sheet.rows) + columns - 1) // columns
    rect = pygame.Rect(0, 0, width, _head_height() + line_count * px(ROW) + px(FOOT))
    rect.midbottom = (area.centerx, area.bottom - px(6))
    widgets: list[Widget] = []
    for number, row in enumerate(sheet.rows):
        line = _line_rect(sheet, rect, number)
        fewer = pygame.Rect(line.right - px(2 * STEP + COUNT), line.top + px(2), px(STEP), line.height - px(4))
        more = pygame.Rect(line.right - px(STEP), fewer.top, px(STEP), fewer.height)
        can_add = row.count < row.max_tokens and sheet.tokens_left > 0
        for press, place, is_enabled in ((row.fewer, fewer, row.count > 0), (row.more, more, can_add)):
            button = press_button(press, place)
            button.enabled = is_enabled
            widgets.append(button)
    foot = pygame.Rect(rect.left + px(MARGIN), rect.bottom - px(FOOT) + px(4), width - 2 * px(MARGIN), px(30))
    propose, issue = sheet.answers
    done = press_button(issue, pygame.Rect(foot.right - px(BUTTON), foot.top, px(BUTTON), foot.height))
    done.enabled = sheet.tokens_left == 0
    again = pygame.Rect(done.rect.left - px(BUTTON + GAP), foot.top, px(BUTTON), foot.height)
    return rect, [*widgets, press_button(propose, again), done]


def _column_count(sheet: IssueSheet, width: int) -> int:
    return 2 if len(sheet.rows) > 4 and width - 2 * px(MARGIN) >= 2 * px(COLUMN) else 1


def _head_height() -> int:
    return px(12) + line_height("heading") + 2 * line_height("small") + px(8)


def _line_rect(sheet: IssueSheet, rect: pygame.Rect, number: int) -> pygame.Rect:
    columns = _column_count(sheet, rect.width)
    inner = rect.width - 2 * px(MARGIN)
    line_width = (inner - px(GAP) * 2 * (columns - 1)) // columns
    down, across = divmod(number, columns)
    left = rect.left + px(MARGIN) + across * (line_width + 2 * px(GAP))
    return pygame.Rect(left, rect.top + _head_height() + down * px(ROW), line_width, px(ROW))


def draw_issue(surface: pygame.Surface, rect: pygame.Rect, sheet: IssueSheet) -> None:
    """Draw everything but the buttons."""
    left, inner = rect.left + px(MARGIN), rect.width - 2 * px(MARGIN)
    name = draw_text(surface, (left, rect.top + px(8)), sheet.title, "heading", width=inner)
    text = draw_text(surface, (left, name.bottom), sheet.text, "small", TEXT_SOFT, width=inner)
    draw_citation(surface, (left, text.bottom), sheet.place, width=inner)
    for number, row in enumerate(sheet.rows):
        _draw_row(surface, _line_rect(sheet, rect, number), row, number == sheet.chosen)
    message, color = (
        (f"{pluralize(sheet.tokens_left, 'token')} left to issue", WARN)
        if sheet.tokens_left
        else ("All tokens are issued", GOOD)
    )
    draw_text(surface, (left, rect.bottom - px(FOOT) + px(18)), message, "label", color, anchor="midleft")


def _draw_row(surface: pygame.Surface, line: pygame.Rect, row: ModelShare, is_lit: bool) -> None:
    if is_lit:
        draw_box(surface, line.inflate(px(6), -px(2)), PANEL_HIGH, radius=px(4), alpha=170)
    max_width = line.width - px(2 * STEP + COUNT + GAP)
    name = draw_text(surface, (line.left, line.centery), row.name, "label", TEXT, anchor="midleft", width=max_width)
    if max_width - name.width > px(60):
        pos = (name.right + px(8), line.centery)
        draw_text(surface, pos, row.kind, "small", TEXT_FAINT, anchor="midleft", width=max_width - name.width - px(8))
    middle = (line.right - px(STEP) - px(COUNT) // 2, line.centery)
    draw_text(
        surface, middle, f"{row.count} / {row.max_tokens}", "label", TEXT if row.count else TEXT_SOFT, anchor="center"
    )


# --- The controller ---


class IssueController(Controller):
    """Answer `issue`. Only Enter or the button confirms; Escape never answers."""

    decision: IssueTokens

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.models = self.decision.models
        self.chosen = 0
        self.shares: dict[str, int] = {}
        self._propose()

    def _propose(self) -> None:
        """Take the tokens as the rules propose them."""
        default = self.decision.default()
        self.shares = dict(zip(default.models, default.counts, strict=True))
        self.selection.selected = self.models[self.chosen].id

    @property
    def tokens_left(self) -> int:
        """The number of tokens that remain to be issued."""
        return self.decision.total - sum(self.shares.values())

    def choice(self) -> Issue:
        """Return the answer that Enter gives."""
        return self.decision.issue(self.shares)

    @property
    def hint(self) -> str:
        keys = self.selection.keymap
        return f"Arrows: up and down choose a model, left and right change its number · {keys.key_label('confirm')}"

    def offers(self) -> list[Press]:
        refusal = self.check(self.choice()) if self.tokens_left else None
        return [Press("confirm", "Issue", self.choice(), "primary", "confirm", refusal)]

    def sheet(self) -> IssueSheet:
        rows = tuple(
            ModelShare(
                model.id,
                model.name,
                model.card.name,
                self.shares.get(model.id, 0),
                self.decision.rule.max_tokens(model),
                Press(f"fewer:{model.id}", "-", partial(self._change, model.id, -1)),
                Press(f"more:{model.id}", "+", partial(self._change, model.id, 1)),
            )
            for model in self.models
        )
        text = "The other player sees the tokens once the model is deployed."
        return IssueSheet(
            self.decision.title,
            text,
            self.decision.cited,
            (Press("spread", "Propose", self._propose, hint="Spread the tokens over the ships"), *self.offers()),
            rows=rows,
            tokens_left=self.tokens_left,
            chosen=self.chosen,
        )

    # --- Input ---
    def _change(self, model_id: str, step: int) -> None:
        """Give a model one token more or fewer, within its limit and the tokens that are left."""
        self.chosen = next(number for number, model in enumerate(self.models) if model.id == model_id)
        self.selection.selected = model_id
        count = self.shares.get(model_id, 0) + min(step, self.tokens_left)
        self.shares[model_id] = min(max(count, 0), self.decision.rule.max_tokens(self.models[self.chosen]))

    def keys(self) -> Mapping[str, Callable[[], object]]:
        """Return what arrow keys do: up and down choose a model, left and right give it fewer or more."""
        model_id = self.models[self.chosen].id
        return {
            "pan up": partial(self._step, -1), "pan down": partial(self._step, 1),
            "pan left": partial(self._change, model_id, -1), "pan right": partial(self._change, model_id, 1),
        }  # fmt: skip

    def _step(self, step: int) -> None:
        """Choose the next model or the one before."""
        self.chosen = min(max(self.chosen + step, 0), len(self.models) - 1)
        self.selection.selected = self.models[self.chosen].id
