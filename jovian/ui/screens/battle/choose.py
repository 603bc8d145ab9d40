"""Choosing the model that activates: by a click on it, in the roster, or with the keys."""

from __future__ import annotations

from typing import cast

from jovian.game import Decision, Model
from jovian.rules.activation import ChooseModel
from jovian.rules.activation import eligible as may_activate
from jovian.ui.board import Around, Overlay
from jovian.ui.screens.battle.controller import Controller, Offer
from jovian.ui.screens.battle.desk import Desk, Point


class ChooseController(Controller):
    """Answers `activate`: the first click selects, the second on the same model activates it."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(ChooseModel, decision)
        able = [model.id for model in self.able]
        if desk.selected not in able:
            desk.selected = able[0] if able else ""

    @property
    def able(self) -> list[Model]:
        """Those who may."""
        return may_activate(self.desk.view, self.asked.side)

    @property
    def hint(self) -> str:
        """How to choose."""
        return (
            f"Click a model to look at it, click it again to activate · {self.desk.keymap.shown('next')} for the next"
        )

    def offers(self) -> list[Offer]:
        """Activate the selected one."""
        model = self.desk.chosen
        refusal = self.asked.check(["activate", self.desk.selected])
        name = model.name if model else "a model"
        return [
            Offer("activate", f"Activate {name}", "primary", "confirm", refusal),
            Offer("next", "Next model", command="next"),
        ]

    def overlays(self) -> tuple[Overlay, ...]:
        """Those who may are lit."""
        return tuple(
            Around(model.base, model.pose, 0.12, "select") for model in self.able if model.id != self.desk.selected
        )

    def click(self, point: Point, ident: str) -> bool:
        """Select, then activate."""
        if not ident:
            return False
        if ident == self.desk.selected:
            self.given(["activate", ident])
        else:
            self.desk.selected = ident
        return True

    def command(self, name: str) -> bool:
        """Step through those who may."""
        able = [model.id for model in self.able]
        if name != "next" or not able:
            return False
        at = able.index(self.desk.selected) if self.desk.selected in able else -1
        self.desk.selected = able[(at + 1) % len(able)]
        return True

    def press(self, name: str) -> None:
        """A button of the action bar."""
        if name == "activate":
            self.given(["activate", self.desk.selected])
        else:
            self.command(name)
