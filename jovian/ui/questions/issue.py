"""Issuing tokens to one's fleet in secret: a sheet with a number for each model, and its controller."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from jovian.frozen import frozen
from jovian.game import Decision
from jovian.game.answers import Issue
from jovian.rules.basics.rolls import pluralize
from jovian.rules.scenario.tokens import IssueTokens
from jovian.ui.kit.boxes import NOWHERE, Align, Box, citation, item, line, row, text
from jovian.ui.kit.theme import ACCENT, GOOD, TEXT, TEXT_SOFT, WARN
from jovian.ui.panels.panel import Press, press_button
from jovian.ui.panels.sheet import Sheet, text_lines
from jovian.ui.questions.controller import Controller
from jovian.ui.session.table_selection import TableSelection

# --- The sheet ---

ROW, STEP, COUNT = 30, 28, 52
"""Height of a line; widths of a button and of the number between the two buttons."""


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


    def lines(self, width: int) -> list[Box]:
        """Return a line with a number for each model, and the tokens that are left."""
        is_done = not self.tokens_left
        message = "All tokens are issued" if is_done else f"{pluralize(self.tokens_left, 'token')} left to issue"
        propose = press_button(self.answers[0], NOWHERE, "label")
        return [
            *text_lines(self.text, width), citation(self.place), *map(self._row, range(len(self.rows))),
            row(line(message, "label", GOOD if is_done else WARN, grow=1), item(propose), height=ROW),
        ]  # fmt: skip

    def _row(self, number: int) -> Box:
        share = self.rows[number]
        can_add = share.count < share.max_tokens and self.tokens_left > 0
        buttons = [press_button(press, NOWHERE) for press in (share.fewer, share.more)]
        buttons[0].enabled, buttons[1].enabled = share.count > 0, can_add
        fewer, more = (item(button, width=STEP, height=ROW - 4) for button in buttons)
        name = text(share.name, "label", ACCENT if number == self.chosen else TEXT, grow=1)
        ink, words = TEXT if share.count else TEXT_SOFT, f"{share.count} / {share.max_tokens}"
        count = line(words, "label", ink, anchor="center", width=COUNT)
        return row(name, fewer, count, more, align=Align.MIDDLE, height=ROW)


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
            followed=f"more:{self.models[self.chosen].id}",
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
