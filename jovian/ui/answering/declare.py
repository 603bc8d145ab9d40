"""Declaring an action: a sheet with those of its kind, a few in the action bar, and fuel for a squadron's boost.

An action that names what it is for is one entry; a model is then clicked on the board, or taken from the list like a
rating. Fuel is set before the action is declared.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from jovian.game import Decision, Model, Refusal
from jovian.game.answers import Declaration
from jovian.game.parts import BASE
from jovian.rules.facts.makeup import part_words
from jovian.rules.facts.skill_test import SkillTest
from jovian.rules.menu.declarable import refuse_ever
from jovian.rules.menu.declare import NONE, Declare
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import distance
from jovian.ui.answering.controller import Controller
from jovian.ui.board import Brackets, Line, Overlay
from jovian.ui.kit.widgets import Action
from jovian.ui.panels.offer import Offer, named
from jovian.ui.playing.desk import Desk, Point
from jovian.ui.playing.keys import PICKS
from jovian.ui.sheets.declare_sheet import DeclareSheet, Row, Top

MORE, BACK = "more", "back"
FOLDS = {"fold later": "Not now", "fold never": "Never, for its kind"}
"""The parts of the list that are folded away until they are asked for: what is refused now, and what always is."""
IN_BAR, LETTERS = 4, 44
"""Actions that stand in the action bar too, and the letters that they may have together."""


class DeclareController(Controller):
    """Answers `declare`. Fuel is set first, then the action is chosen, then its target if it names one."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(Declare, decision)
        desk.selected = decision.subject or desk.selected
        self.boost = 0
        self.boosts = {f"boost {burnt}": burnt for burnt in range(1, self.asked.most_boost + 1)}
        """The buttons of fuel, and how much each burns."""
        self.naming = ""
        """The action whose target is being chosen, "" for none."""
        self.aimed = ""
        """The target in hand."""
        self.actions = rulebook(desk.view).actions
        model = self.asked.model
        self.targets = {name: _nearest_first(desk, model, action.targets(desk.view, model))
                        for name, action in self.actions.items() if action.names_target}  # fmt: skip
        self.refused = self._judged()
        self.never = {name: refusal for name in self.actions if (refusal := refuse_ever(desk.view, model, name))}
        """Why models of its kind never declare an action: those that they never do."""
        self.unfolded: set[str] = set()
        """The parts of the list that were asked for."""
        self.chosen = self.names[0]
        """The one that Enter declares."""
        self.showing = False
        """Is the sheet open? Most models only move: it is opened by whoever wants it."""
        self.top, self.follow = 0, True

    def _judged(self) -> dict[str, Refusal | None]:
        """No action and all actions with that much boost: why not, or None."""
        return {name: self.check(self._choice(name, self._first(name))) for name in (NONE, *self.actions)}

    @property
    def names(self) -> tuple[str, ...]:
        """The rows of the sheet: what may be declared, then each fold and what is in it if it is open."""
        found = self._able()
        for fold in FOLDS:
            folded = self._folded(fold)
            found += [fold, *(folded if fold in self.unfolded else ())] if folded else []
        return tuple(found)

    def _folded(self, fold: str) -> list[str]:
        """What is refused now, or always for models of its kind."""
        never = fold == "fold never"
        return [name for name, refusal in self.refused.items() if refusal and (name in self.never) == never]

    def _first(self, name: str) -> str:
        """The nearest target of an action, "" if it names none."""
        return next(iter(self.targets.get(name, ())), "")

    def _choice(self, name: str, target: str = "") -> Declaration:
        return Declaration(name, self.boost, target or None)

    @property
    def title(self) -> str:
        """What is asked."""
        return f"{self.asked.model.name}: {self.naming} of …" if self.naming else self.asked.title

    @property
    def hint(self) -> str:
        """What Enter does, and which key chooses another action."""
        keys = self.desk.keymap
        if self.naming:
            where = "on the board or below" if self.desk.model(self.aimed) is not None else "below"
            return f"Click it {where} · {keys.shown('next')} for the next · {keys.shown('cancel')} back"
        burnt = f", boost {self.boost}" if self.boost else ""
        what = f"{keys.shown('confirm')}: {_title(self.chosen)}{burnt}"
        if self.showing:
            return f"{what} · {keys.shown('pan up')}/{keys.shown('pan down')} another · {keys.shown('cancel')} closes"
        fuel = f" · {keys.shown('left')}/{keys.shown('right')} fuel" if self.asked.most_boost else ""
        return f"{what}{fuel} · {keys.shown('next')}: all actions, what each needs and does"

    # --- the buttons ---
    def offers(self) -> list[Offer]:
        """No action, more fuel, a few that may be declared, the sheet; or the targets of the action in hand."""
        if self.naming:
            return self._target_offers()
        fuel = [Offer(name, f"Boost +{burnt}", hint=self._boosting(burnt), lit=self.boost == burnt)
                for name, burnt in self.boosts.items()]  # fmt: skip
        hint = "Every action of its kind: what it needs and does, and why some cannot be declared now"
        more = Offer(MORE, "Actions", "plain", "" if self.showing else "next", hint=hint, lit=self.showing)
        return [self._offer(NONE), *fuel, *map(self._offer, self._in_bar()), more]

    def _boosting(self, burnt: int) -> str:
        """What burning so much does, and the actions for which it leaves too little."""
        lost = [_title(name) for name in self._able() if name != NONE and self.asked.refuse_boost(name, burnt)]
        warning = f" It leaves too little for {' and '.join(lost)}." if lost else ""
        return f"Each fuel burnt adds to the Speed of this activation; {self.asked.most_boost} at most.{warning}"

    def _able(self) -> list[str]:
        return [name for name in (NONE, *self.actions) if self.refused[name] is None]

    def _in_bar(self) -> list[str]:
        """The first few actions that may be declared, those left out for which there is no room."""
        found: list[str] = []
        for name in self._able():
            if name != NONE and len(found) < IN_BAR and len("".join([*found, name])) <= LETTERS:
                found.append(name)
        return found

    def _offer(self, name: str) -> Offer:
        kind, command = ("primary", "confirm") if name == self.chosen else ("plain", "")
        if name == NONE:
            return Offer(NONE, _title(NONE), kind, command, self.refused[NONE])
        action = self.actions[name]
        return Offer(name, _title(name), kind, command, hint=f"{action.summary} Needs: {action.needs}. {action.place}")

    def _target_offers(self) -> list[Offer]:
        found = []
        for ident in self.targets[self.naming]:
            target, answer = self.desk.model(ident), self._choice(self.naming, ident)
            kind, command = ("primary", "confirm") if ident == self.aimed else ("plain", "")
            label = ident.capitalize()
            if target is not None:
                label = f'{target.name} {_apart(self.asked.model, target):.0f}"'
            found.append(Offer.to("target", ident, label, kind=kind, command=command, answer=answer))
        return [*found, Offer(BACK, "Back")]

    def sheet(self) -> DeclareSheet | None:
        """All actions, if they are asked for."""
        if not self.showing or self.naming:
            return None
        rows = tuple(map(self._row, self.names))
        listed = tuple((row.name, row.title, row.said) for row in rows)
        able, kind = len(self._able()) - (self.refused[NONE] is None), len(self.actions) - len(self.never)
        text = f"{able} of {kind} of its kind can be declared · % is the chance of the skill test"
        return DeclareSheet(
            self.asked.title, text, "", listed,
            rows=rows, chosen=self.names.index(self.chosen), top=self.top, follow=self.follow,
        )  # fmt: skip

    def _row(self, name: str) -> Row:
        if name in FOLDS:
            return self._fold_row(name)
        refusal = self.refused[name]
        if name == NONE:
            said = refusal.reason if refusal else "Move and attack only, as most models do."
            return Row(name, _title(NONE), said, refusal is None, place=self.asked.cited)
        action = self.actions[name]
        why = self.never.get(name, refusal)
        said = action.summary if why is None else why.reason
        row = Row(name, _title(name), said, refusal is None, "", action.needs, action.summary, action.place)
        test = action.test(self.desk.view, self.asked.model, self._first(name))
        return row if test is None else _tested(row, test)

    def _fold_row(self, fold: str) -> Row:
        """The line that opens and closes a part of the list, with the names of what is in it."""
        folded = self._folded(fold)
        said = ", ".join(map(_title, folded))
        return Row(fold, f"{FOLDS[fold]} ({len(folded)})", said, True, fold="open" if fold in self.unfolded else "shut")

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
            self.desk.refuse(self.check(self._choice(self.naming, ident)))
        return True

    # --- input ---
    def press(self, name: str) -> None:
        """The sheet, a part of it, fuel (pressed again: none), an action or its target."""
        self.desk.refuse(None)
        if name in FOLDS:
            self.unfolded ^= {name}
            self.chosen, self.follow = name, True
        elif name in self.boosts:
            self._boost(0 if self.boost == self.boosts[name] else self.boosts[name])
        elif name == MORE:
            self._show(not self.showing)
        elif name == BACK:
            self.cancel()
        elif self.naming:
            offer = named(self.offers(), name)
            if offer is not None and offer.answer is not None:
                self.given(offer.answer)
        else:
            self._declare(name)

    def _declare(self, name: str) -> None:
        """Declare an action, or name its target first, or say why it cannot be declared."""
        if self.refused[name] is not None:
            self.chosen = name
            self.desk.refuse(self.never.get(name, self.refused[name]))
        elif len(self.targets.get(name, ())) > 1:
            self.naming, self.aimed = name, self._first(name)
        else:
            self.given(self._choice(name, self._first(name)))

    def use(self, action: Action) -> None:
        """A row of the sheet, or how far the list is moved."""
        if isinstance(action.value, Top):
            self.top, self.follow = action.value.row, False
        else:
            super().use(action)

    def _show(self, showing: bool) -> None:
        """Open or close the sheet; closed, nothing is in hand that cannot be seen."""
        self.showing, self.chosen, self.top, self.follow = showing, self.names[0], 0, True

    def _step(self, step: int) -> None:
        """The next row or the one before, around the ends."""
        self.chosen = self.names[(self.names.index(self.chosen) + step) % len(self.names)]
        self.follow = True

    def _burn(self, step: int) -> None:
        """A fuel more or less."""
        self._boost(min(max(self.boost + step, 0), self.asked.most_boost))

    def _boost(self, burnt: int) -> None:
        """Set the fuel to burn; what it leaves too little for cannot be declared with it."""
        self.boost = burnt
        self.refused = self._judged()
        if self.chosen not in self.names:
            self.chosen, self.follow = self.names[0], True

    def command(self, name: str) -> bool:
        """Up and down in the sheet, left and right turn for fuel; 1 to 9 are the buttons in order."""
        if self.naming:
            return self._command_naming(name)
        if self.showing and name in ("next", "pan down", "pan up"):
            self._step(-1 if name == "pan up" else 1)
        elif name == "confirm" and self.refused.get(self.chosen) is not None:
            self.desk.refuse(self.refused[self.chosen])
        elif name == "confirm":
            self.press(self.chosen)
        elif name in ("left", "right") and self.asked.most_boost:
            self._burn(1 if name == "right" else -1)
        else:
            return self._pick(name)
        return True

    def _command_naming(self, name: str) -> bool:
        """The next target, or the one of that number."""
        if name != "next":
            return self._pick(name)
        able = self.targets[self.naming]
        self.aimed = able[(able.index(self.aimed) + 1) % len(able)]
        if self.desk.model(self.aimed) is not None:
            self.desk.selected = self.aimed
        return True

    def _pick(self, name: str) -> bool:
        """The button of that number."""
        offers, number = self.offers(), PICKS.get(name, 0)
        if not 1 <= number <= len(offers):
            return False
        offer = offers[number - 1]
        self.desk.refuse(offer.refusal)
        if offer.refusal is None:
            self.press(offer.name)
        return True

    def cancel(self) -> bool:
        """Escape: no target, no sheet, no fuel; it never answers."""
        had = bool(self.naming) or self.showing or self.boost > 0
        if self.naming:
            self.naming = self.aimed = ""
            self.desk.selected = self.asked.subject
        elif self.showing:
            self._show(False)
        else:
            self._boost(0)
        return had


def _apart(model: Model, target: Model) -> float:
    return distance(model.base, model.pose, target.base, target.pose)


def _nearest_first(desk: Desk, model: Model, idents: list[str]) -> list[str]:
    """Models by their distance from the active one; what is named by a word, or from aboard a ship, as it comes."""
    if not model.on_table or any(desk.model(ident) is None for ident in idents):
        return idents
    return sorted(idents, key=lambda ident: round(_apart(model, desk.view.models[ident]), 3))


def _tested(row: Row, test: SkillTest) -> Row:
    """The row with the odds of its own test, and what that is made of."""
    found = test.odds()
    chances = tuple((word, f"{chance:.0%}") for word, chance in found.magnitude().items())
    made = ", ".join(part_words(part.label, part.value, part.kind) for part in test.parts if part.kind != BASE)
    skill = test.parts[0]
    taught = f"{skill.label} {skill.value}{', ' + made if made else ''}:"
    return replace(row, chance=f"{found.success:.0%}", odds=chances, taught=taught)


def _title(name: str) -> str:
    return FOLDS.get(name) or ("No action" if name == NONE else name.title())
