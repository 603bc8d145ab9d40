"""Choosing the model that activates: by a click on it, in the roster, or with the keys.

Models aboard a ship are chosen in the roster, by the buttons that a chosen ship has for those aboard, or by a click on
the name of their ship, which takes one after the other.
"""

from __future__ import annotations

from typing import cast

from jovian.game import Decision, Model
from jovian.game.answers import Activate
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_on
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.sequence.activation import eligible as may_activate
from jovian.ui.answering.controller import Controller
from jovian.ui.board import Around, Brackets, Note, Overlay, Path
from jovian.ui.over_the_board.places import ghost_of
from jovian.ui.panels.offer import Offer, named
from jovian.ui.playing.desk import Desk, Point


class ActivateController(Controller):
    """Answers `activate`: the first click selects, the second on the same model activates it."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(ChooseModel, decision)
        able = [model.id for model in self.able]
        if desk.selected not in able:
            desk.selected = able[0] if able else ""

    @property
    def able(self) -> list[Model]:
        """The models that may activate."""
        return may_activate(self.desk.view, self.asked.side)

    @property
    def hint(self) -> str:
        """Words on how to choose."""
        how = f"Click a model to look at it, click it again to activate · {self.desk.keymap.shown('next')} for the next"
        return how + (" · those aboard: buttons below" if any(each.aboard for each in self.able) else "")

    def offers(self) -> list[Offer]:
        """Activate the selected one."""
        model = self.desk.chosen
        refusal = self.check(Activate(self.desk.selected))
        name = model.name if model else "a model"
        carrier = self.carrier
        aboard = [
            Offer.to("aboard", each.id, each.name, command=f"pick {n + 1}" if n < 9 else "",
                     lit=each.id == self.desk.selected,
                     hint=f"{each.card.name}, aboard {carrier.name if carrier else ''}")
            for n, each in enumerate(self._aboard(carrier))
        ]  # fmt: skip
        return [
            Offer("activate", f"Activate {name}", "primary", "confirm", refusal),
            Offer("next", "Next model", command="next"), *aboard,
        ]  # fmt: skip

    @property
    def carrier(self) -> Model | None:
        """The chosen ship, or the one that carries what is chosen."""
        model = self.desk.chosen
        return self.desk.model(model.host) if model is not None and model.aboard else model

    def _aboard(self, ship: Model | None) -> list[Model]:
        """Those aboard a ship who may activate."""
        return [each for each in self.able if ship is not None and each.aboard and each.host == ship.id]

    def click_name(self, ident: str) -> bool:
        """On that of a ship: choose the next model aboard it; True if there is one."""
        aboard = [each.id for each in self._aboard(self.desk.model(ident))]
        if aboard:
            at = aboard.index(self.desk.selected) if self.desk.selected in aboard else -1
            self.desk.selected = aboard[(at + 1) % len(aboard)]
        return bool(aboard)

    def overlays(self) -> tuple[Overlay, ...]:
        """Those who may are lit, and the ship that carries what is chosen."""
        able, chosen, view = self.able, self.desk.chosen, self.desk.view
        found: list[Overlay] = [
            Around(each.base, each.pose, 0.12, "select") for each in able
            if each.on_table and each.id != self.desk.selected
        ]  # fmt: skip
        if chosen is not None and chosen.aboard and chosen.host in view.models:
            ship = view.models[chosen.host]
            found += [Brackets(ship.base, ship.pose, "lit"), Note(ship.pose[:2], f"{chosen.name} is aboard", "lit")]
        if chosen is not None and chosen.on_table:
            found += self._drift(chosen)
        return tuple(found)

    def _drift(self, model: Model) -> list[Overlay]:
        """Where it may be carried before it is asked anything, and what the die must show for that."""
        found: list[Overlay] = []
        for effect in effects_on(self.desk.view, model, Effect.carried):
            for end, faces in effect.carried(self.desk.view, model):
                found += [Path((model.pose, end), model.base), ghost_of(model, end), Note(end[:2], faces, "lit")]
        return found

    def click(self, point: Point, ident: str) -> bool:
        """Select a model; a second click activates it."""
        if not ident:
            return False
        if ident == self.desk.selected:
            self.given(Activate(ident))
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
            self.given(Activate(self.desk.selected))
        elif (offer := named(self.offers(), name)) is not None and offer.about:
            self.desk.selected = offer.about
        else:
            self.command(name)
