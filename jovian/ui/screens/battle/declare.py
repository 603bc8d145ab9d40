"""Declaring an action: those that may be declared, the rest with the reason why not, and fuel for a squadron's boost.

An action that names what it is for is one entry; a model is then clicked on the board, or taken from the list like a
rating.
"""

from __future__ import annotations

from typing import cast

from jovian.dice import Pool, odds
from jovian.game import Choice, Decision, Model, Refusal
from jovian.rules import ratings
from jovian.rules.actions.catalog import ACTIONS, NONE
from jovian.rules.declare import Declare
from jovian.table import distance
from jovian.ui.board import Brackets, Line, Overlay
from jovian.ui.screens.battle.controller import Controller, Offer, Sheet
from jovian.ui.screens.battle.desk import Desk, Point
from jovian.ui.screens.battle.sheet_panel import Listing

TARGET = "target:"
MORE, BACK = "more", "back"


class DeclareController(Controller):
    """Answers `declare`. Fuel is set first, then the action is chosen, then its target if it names one."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(Declare, decision)
        desk.selected = decision.subject or desk.selected
        self.boost = 0
        self.naming = ""
        """The action whose target is being chosen, "" for none."""
        self.aimed = ""
        """The target in hand."""
        self.showing = False
        """Is the list of the actions that cannot be declared open?"""
        model = self.asked.model
        self.targets = {name: _nearest_first(desk, model, action.targets(desk.view, model))
                        for name, action in ACTIONS.items() if action.names_target}  # fmt: skip
        names = (NONE, *ACTIONS)
        self.refused = {name: self.asked.check(self._choice(name, self._first(name))) for name in names}

    def _first(self, name: str) -> str:
        """The nearest target of an action, "" if it names none."""
        return next(iter(self.targets.get(name, ())), "")

    def _choice(self, name: str, target: str = "") -> Choice:
        return ["declare", name, self.boost, *([target] if target else [])]

    @property
    def title(self) -> str:
        """What is asked."""
        return f"{self.asked.model.name}: {self.naming} of …" if self.naming else self.asked.title

    @property
    def hint(self) -> str:
        """What an action costs, and how sure a skill test is."""
        keys, model = self.desk.keymap, self.asked.model
        if self.naming:
            where = "on the board or below" if self.desk.model(self.aimed) is not None else "below"
            return f"Click it {where} · {keys.shown('next')} for the next · {keys.shown('cancel')} back"
        chance = odds(Pool(ratings.skill(self.desk.view, model)).normal()).success
        return f"Most models declare none · a skill test of {model.name} succeeds {chance:.0%} of the time"

    # --- the buttons ---
    def offers(self) -> list[Offer]:
        """What may be declared, more fuel, the rest; or the targets of the action in hand."""
        if self.naming:
            return self._target_offers()
        first = NONE if self.refused[NONE] is None else next(iter(self._able()), NONE)
        found = [self._offer(name, name == first) for name in (NONE, *self._able())]
        most = self.asked.most_boost
        if most:
            hint = "Each fuel burnt adds to the Speed of this activation."
            found.append(Offer("boost", f"Burn fuel: {self.boost}/{most}", hint=hint, lit=self.boost > 0))
        count = len(self._unable())
        if count:
            hint = "The other actions of the book, and what each of them lacks"
            found.append(Offer(MORE, f"Not now: {count}", hint=hint, lit=self.showing))
        return found

    def _able(self) -> list[str]:
        return [name for name in ACTIONS if self.refused[name] is None]

    def _unable(self) -> list[str]:
        return [name for name in ACTIONS if self.refused[name] is not None]

    def _offer(self, name: str, first: bool) -> Offer:
        kind, command = ("primary", "confirm") if first else ("plain", "")
        boosting = f" · boost {self.boost}" if self.boost and first else ""
        if name == NONE:
            return Offer(NONE, f"No action{boosting}", kind, command, self.refused[NONE])
        action = ACTIONS[name]
        hint = f"{action.summary} Needs: {action.needs}. {action.place}"
        label = f"{name.title()}{' (test)' if action.tested else ''}{' of …' if action.names_target else ''}{boosting}"
        return Offer(name, label, kind, command, hint=hint)

    def _target_offers(self) -> list[Offer]:
        found = []
        for ident in self.targets[self.naming]:
            target, lit = self.desk.model(ident), ident == self.aimed
            label = ident.capitalize()
            if target is not None:
                label = f'{target.name} {_apart(self.asked.model, target):.0f}"'
            found.append(Offer(TARGET + ident, label, "primary" if lit else "plain", "confirm" if lit else ""))
        return [*found, Offer(BACK, "Back")]

    def sheet(self) -> Sheet | None:
        """The actions that cannot be declared, each with what it lacks, if they are asked for."""
        if not self.showing:
            return None
        listed = [(name, _reason(self.refused[name])) for name in self._unable()]
        answers = tuple((f"why {name}", name.title(), reason) for name, reason in listed)
        return Listing("Not now", "What each of them lacks", "", answers, MORE)

    # --- the board ---
    def overlays(self) -> tuple[Overlay, ...]:
        """The targets that may be named, and the one in hand."""
        model = self.asked.model
        found: list[Overlay] = []
        for ident in self.targets[self.naming] if self.naming else ():
            target = self.desk.model(ident)
            if target is not None:
                found.append(Brackets(target.base, target.pose, "attack" if ident == self.aimed else "lit"))
        aimed = self.desk.model(self.aimed)
        if aimed is None or not model.on_table:
            return tuple(found)
        return (*found, Line(model.pose[:2], aimed.pose[:2], 0.0, "attack", f'{_apart(model, aimed):.1f}"'))

    def click(self, point: Point, ident: str) -> bool:
        """Name the squadron that was clicked."""
        if not self.naming or not ident:
            return False
        if ident in self.targets[self.naming]:
            self.given(self._choice(self.naming, ident))
        else:
            self.desk.refuse(self.asked.check(self._choice(self.naming, ident)))
        return True

    # --- input ---
    def press(self, name: str) -> None:
        """An action, its target, one more fuel (around to none), or the list of the rest."""
        self.desk.refuse(None)
        if name == "boost":
            self.boost = (self.boost + 1) % (self.asked.most_boost + 1)
        elif name == MORE:
            self.showing = not self.showing
        elif name.startswith("why "):
            self.desk.refuse(self.refused.get(name[4:]))
        elif name == BACK:
            self.cancel()
        elif name.startswith(TARGET):
            self.given(self._choice(self.naming, name.removeprefix(TARGET)))
        elif len(self.targets.get(name, ())) > 1:
            self.naming, self.aimed, self.showing = name, self._first(name), False
        else:
            self.given(self._choice(name, self._first(name)))

    def command(self, name: str) -> bool:
        """Keys 1 to 9 are the buttons in order; while naming, the next target."""
        if name == "next" and self.naming:
            able = self.targets[self.naming]
            self.aimed = able[(able.index(self.aimed) + 1) % len(able)]
            if self.desk.model(self.aimed) is not None:
                self.desk.selected = self.aimed
            return True
        offers = self.offers()
        if name.startswith("pick ") and int(name[5:]) <= len(offers):
            offer = offers[int(name[5:]) - 1]
            self.desk.refuse(offer.refusal)
            if offer.refusal is None:
                self.press(offer.name)
            return True
        return False

    def cancel(self) -> bool:
        """Escape: no target, no list, no fuel."""
        had = bool(self.naming) or self.showing or self.boost > 0
        if self.naming:
            self.naming = self.aimed = ""
            self.desk.selected = self.asked.subject
        elif self.showing:
            self.showing = False
        else:
            self.boost = 0
        return had


def _apart(model: Model, target: Model) -> float:
    return distance(model.base, model.pose, target.base, target.pose)


def _nearest_first(desk: Desk, model: Model, idents: list[str]) -> list[str]:
    """Models by their distance from the active one; what is named by a word, or from aboard a ship, as it comes."""
    if not model.on_table or any(desk.model(ident) is None for ident in idents):
        return idents
    return sorted(idents, key=lambda ident: round(_apart(model, desk.view.models[ident]), 3))


def _reason(refusal: Refusal | None) -> str:
    return refusal.reason if refusal is not None else ""
