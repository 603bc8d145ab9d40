"""Prompts: every short list of answers, with the suggested one first and Escape for the one that declines."""

from __future__ import annotations

from typing import cast

from jovian.game import Choice, Decision, Pick
from jovian.ui.board import Brackets, Overlay
from jovian.ui.screens.battle.controller import Controller, Offer, Sheet
from jovian.ui.screens.battle.desk import Desk

DECLINING = (["decline"], ["stand"], ["keep"], ["enough"], ["no"])
"""Answers that mean no."""


class PromptController(Controller):
    """Answers any `Pick`."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(Pick, decision)
        if decision.subject and desk.model(decision.subject) is not None:
            desk.selected = decision.subject

    @property
    def hint(self) -> str:
        """Which key does what."""
        confirm, cancel = self.desk.keymap.shown("confirm"), self.desk.keymap.shown("cancel")
        return f"{confirm} takes the suggested answer" + (f", {cancel} declines" if self._declining() else "")

    def _choices(self) -> list[Choice]:
        return [option.choice for option in self.asked.listed]

    def _declining(self) -> str:
        return next((str(n) for n, choice in enumerate(self._choices()) if choice in DECLINING), "")

    def sheet(self) -> Sheet:
        """The prompt."""
        listed, dice = self.asked.listed, self.asked.kind == "flex"
        answers = tuple((str(n), each.label, "" if dice else each.detail) for n, each in enumerate(listed))
        faces = tuple(tuple(each.choice[1]) for each in listed) if dice else ()
        return Sheet(self.asked.title, "", self.asked.place, answers, self._declining(), faces)

    def offers(self) -> list[Offer]:
        """The suggested answer in the action bar too."""
        first = self.asked.listed[0]
        return [Offer("0", first.label, "primary", "confirm")]

    def overlays(self) -> tuple[Overlay, ...]:
        """The model it is about, and those that an answer names."""
        named = [part for choice in self._choices() for part in choice[1:] if isinstance(part, str)]
        models = [self.desk.model(ident) for ident in dict.fromkeys([self.asked.subject, *named])]
        return tuple(
            Brackets(model.base, model.pose, "attack" if model.id == self.asked.subject else "lit")
            for model in models
            if model is not None and model.on_table
        )

    def press(self, name: str) -> None:
        """Give the answer of that number."""
        if name.isdigit() and int(name) < len(self.asked.listed):
            self.given(self._choices()[int(name)])

    def command(self, name: str) -> bool:
        """Keys 1 to 9 are the answers in order."""
        if name.startswith("pick ") and int(name[5:]) <= len(self.asked.listed):
            self.press(str(int(name[5:]) - 1))
            return True
        return False

    def cancel(self) -> bool:
        """Escape declines where that can be done."""
        name = self._declining()
        if name:
            self.press(name)
        return bool(name)
