"""Issuing tokens to one's fleet in secret: a number for each model, changed by buttons or keys."""

from __future__ import annotations

from typing import cast

from jovian.game import Decision
from jovian.game.answers import Issue
from jovian.rules.scenario.tokens.reserves import IssueTokens
from jovian.ui.answering.controller import Controller
from jovian.ui.kit.widgets import Action
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk
from jovian.ui.sheets.issue_sheet import Given, IssueSheet, More


class IssueController(Controller):
    """Answers `issue`. The answer is given by Enter or its button only; Escape never answers."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(IssueTokens, decision)
        self.models = self.asked.models
        self.at = 0
        self.shares: dict[str, int] = {}
        self._spread()

    def _spread(self) -> None:
        """What the rules propose."""
        default = self.asked.default()
        self.shares = dict(zip(default.models, default.counts, strict=True))
        self.desk.selected = self.models[self.at].id

    @property
    def left(self) -> int:
        """How many are still to be issued."""
        return self.asked.total - sum(self.shares.values())

    def choice(self) -> Issue:
        """The answer that Enter gives."""
        return self.asked.issue(self.shares)

    @property
    def hint(self) -> str:
        """Which key does what."""
        keys = self.desk.keymap
        return f"Arrows: a model up and down, fewer and more left and right · {keys.shown('confirm')} issues in secret"

    def offers(self) -> list[Offer]:
        """The one button that answers."""
        return [Offer("confirm", "Issue them", "primary", "confirm", self.check(self.choice()) if self.left else None)]

    def sheet(self) -> IssueSheet:
        """A number for each model."""
        rows = tuple(
            Given(each.id, each.name, each.card.name, self.shares.get(each.id, 0), self.asked.rule.most(each))
            for each in self.models
        )
        text = "The other side knows of it once a model is deployed."
        return IssueSheet(self.asked.title, text, self.asked.cited, (), rows=rows, left=self.left, chosen=self.at)

    # --- input ---
    def _more(self, ident: str, step: int) -> None:
        """One more or fewer, as far as there are any and the model may have them."""
        self.at = next(number for number, each in enumerate(self.models) if each.id == ident)
        self.desk.selected = ident
        count = self.shares.get(ident, 0) + min(step, self.left)
        self.shares[ident] = min(max(count, 0), self.asked.rule.most(self.models[self.at]))

    def press(self, name: str) -> None:
        """The answer, or the proposal."""
        if name == "spread":
            self._spread()
        elif name == "confirm":
            self.given(self.choice())

    def use(self, action: Action) -> None:
        """One more, one fewer, or a button."""
        if isinstance(action.value, More):
            self._more(action.value.ident, action.value.step)
        else:
            self.press(action.name)

    def command(self, name: str) -> bool:
        """Arrow keys: up and down choose a model, left and right give it one fewer or more."""
        if name in ("pan up", "pan down"):
            self.at = min(max(self.at + (1 if name == "pan down" else -1), 0), len(self.models) - 1)
            self.desk.selected = self.models[self.at].id
        elif name in ("pan left", "pan right"):
            self._more(self.models[self.at].id, 1 if name == "pan right" else -1)
        else:
            return False
        return True
