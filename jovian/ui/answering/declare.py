"""Declaring an action: a sheet with those of its kind, a few in the action bar, and fuel for a squadron's boost.

An action that names what it is for is one entry; a model is then clicked on the board, or taken from the list like a
rating. Fuel is set before the action is declared.
"""

from __future__ import annotations

from typing import cast

from jovian.game import Decision
from jovian.rules.menu.declare import NONE, Declare
from jovian.ui.answering.controller import Controller
from jovian.ui.answering.declarable_actions import FOLDS, DeclarableActions, apart, title_of
from jovian.ui.board import Brackets, Line, Overlay
from jovian.ui.kit.widgets import Action
from jovian.ui.panels.offer import Offer, named
from jovian.ui.playing.desk import Desk, Point
from jovian.ui.playing.keys import PICKS
from jovian.ui.sheets.declare_sheet import DeclareSheet, Row, Top

MORE, BACK = "more", "back"
IN_BAR, LETTERS = 4, 44
"""Actions that stand in the action bar too, and the letters that they may have together."""


class DeclareController(Controller):
    """Answers `declare`. Fuel is set first, then the action is chosen, then its target if it names one."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(Declare, decision)
        desk.selected = decision.subject or desk.selected
        self.boosts = {f"boost {burnt}": burnt for burnt in range(1, self.asked.most_boost + 1)}
        """The buttons of fuel, and how much each burns."""
        self.naming = ""
        """The action whose target is being chosen, "" for none."""
        self.aimed = ""
        """The target in hand."""
        self.actions = DeclarableActions(desk.view, self.asked, self.check)
        """What may be declared with the fuel that is set."""
        self.unfolded: set[str] = set()
        """The parts of the list that were asked for."""
        self.chosen = self.names[0]
        """The one that Enter declares."""
        self.showing = False
        """Is the sheet open? Most models only move: it is opened by whoever wants it."""
        self.top, self.follow = 0, True

    @property
    def names(self) -> tuple[str, ...]:
        """The rows of the sheet: what may be declared, then each fold and what is in it if it is open."""
        found = self.actions.able
        for fold in FOLDS:
            folded = self.actions.folded(fold)
            found += [fold, *(folded if fold in self.unfolded else ())] if folded else []
        return tuple(found)

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
        burnt = f", boost {self.actions.boost}" if self.actions.boost else ""
        what = f"{keys.shown('confirm')}: {title_of(self.chosen)}{burnt}"
        if self.showing:
            return f"{what} · {keys.shown('pan up')}/{keys.shown('pan down')} another · {keys.shown('cancel')} closes"
        fuel = f" · {keys.shown('left')}/{keys.shown('right')} fuel" if self.asked.most_boost else ""
        return f"{what}{fuel} · {keys.shown('next')}: all actions, what each needs and does"

    # --- the buttons ---
    def offers(self) -> list[Offer]:
        """No action, more fuel, a few that may be declared, the sheet; or the targets of the action in hand."""
        if self.naming:
            return self._target_offers()
        fuel = [Offer(name, f"Boost +{burnt}", hint=self._boosting(burnt), lit=self.actions.boost == burnt)
                for name, burnt in self.boosts.items()]  # fmt: skip
        hint = "Every action of its kind: what it needs and does, and why some cannot be declared now"
        more = Offer(MORE, "Actions", "plain", "" if self.showing else "next", hint=hint, lit=self.showing)
        return [self._offer(NONE), *fuel, *map(self._offer, self._in_bar()), more]

    def _boosting(self, burnt: int) -> str:
        """What burning so much does, and the actions for which it leaves too little."""
        lost = [title_of(name) for name in self.actions.able if name != NONE and self.asked.refuse_boost(name, burnt)]
        warning = f" It leaves too little for {' and '.join(lost)}." if lost else ""
        return f"Each fuel burnt adds to the Speed of this activation; {self.asked.most_boost} at most.{warning}"

    def _in_bar(self) -> list[str]:
        """The first few actions that may be declared, those left out for which there is no room."""
        found: list[str] = []
        for name in self.actions.able:
            if name != NONE and len(found) < IN_BAR and len("".join([*found, name])) <= LETTERS:
                found.append(name)
        return found

    def _offer(self, name: str) -> Offer:
        kind, command = ("primary", "confirm") if name == self.chosen else ("plain", "")
        if name == NONE:
            return Offer(NONE, title_of(NONE), kind, command, self.actions.refused[NONE])
        action = self.actions.by_name[name]
        hint = f"{action.summary} Needs: {action.needs}. {action.place}"
        return Offer(name, title_of(name), kind, command, hint=hint)

    def _target_offers(self) -> list[Offer]:
        found = []
        for ident in self.actions.targets[self.naming]:
            target, answer = self.desk.model(ident), self.actions.answer(self.naming, ident)
            kind, command = ("primary", "confirm") if ident == self.aimed else ("plain", "")
            label = ident.capitalize()
            if target is not None:
                label = f'{target.name} {apart(self.asked.model, target):.0f}"'
            found.append(Offer.to("target", ident, label, kind=kind, command=command, answer=answer))
        return [*found, Offer(BACK, "Back")]

    def sheet(self) -> DeclareSheet | None:
        """All actions, if they are asked for."""
        if not self.showing or self.naming:
            return None
        rows = tuple(map(self._row, self.names))
        listed = tuple((row.name, row.title, row.said) for row in rows)
        able = len([name for name in self.actions.able if name != NONE])
        kind = len(self.actions.by_name) - len(self.actions.never)
        text = f"{able} of {kind} of its kind can be declared · % is the chance of the skill test"
        return DeclareSheet(
            self.asked.title, text, "", listed,
            rows=rows, chosen=self.names.index(self.chosen), top=self.top, follow=self.follow,
        )  # fmt: skip

    def _row(self, name: str) -> Row:
        return self.actions.fold_row(name, name in self.unfolded) if name in FOLDS else self.actions.row(name)

    # --- the board ---
    def overlays(self) -> tuple[Overlay, ...]:
        """The targets that may be named, and the one meant: under the pointer, else chosen with a key."""
        model, hovered = self.asked.model, self.desk.hovered
        meant = hovered if self.naming and hovered in self.actions.targets[self.naming] else self.aimed
        found: list[Overlay] = []
        for ident in self.actions.targets[self.naming] if self.naming else ():
            target = self.desk.model(ident)
            if target is not None:
                found.append(Brackets(target.base, target.pose, "attack" if ident == meant else "lit"))
        aimed = self.desk.model(meant)
        if aimed is None or not model.on_table:
            return tuple(found)
        return (*found, Line(model.pose[:2], aimed.pose[:2], 0.0, "attack", f'{apart(model, aimed):.1f}"'))

    def click(self, point: Point, ident: str) -> bool:
        """Name the squadron that was clicked."""
        if not self.naming or not ident:
            return False
        if ident in self.actions.targets[self.naming]:
            self.given(self.actions.answer(self.naming, ident))
        else:
            self.desk.refuse(self.check(self.actions.answer(self.naming, ident)))
        return True

    # --- input ---
    def press(self, name: str) -> None:
        """The sheet, a part of it, fuel (pressed again: none), an action or its target."""
        self.desk.refuse(None)
        if name in FOLDS:
            self.unfolded ^= {name}
            self.chosen, self.follow = name, True
        elif name in self.boosts:
            self._boost(0 if self.actions.boost == self.boosts[name] else self.boosts[name])
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
        if self.actions.refused[name] is not None:
            self.chosen = name
            self.desk.refuse(self.actions.never.get(name, self.actions.refused[name]))
        elif len(self.actions.targets.get(name, ())) > 1:
            self.naming, self.aimed = name, self.actions.first(name)
        else:
            self.given(self.actions.answer(name, self.actions.first(name)))

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
        self._boost(min(max(self.actions.boost + step, 0), self.asked.most_boost))

    def _boost(self, burnt: int) -> None:
        """Set the fuel to burn; what it leaves too little for cannot be declared with it."""
        self.actions.judge(burnt)
        if self.chosen not in self.names:
            self.chosen, self.follow = self.names[0], True

    def command(self, name: str) -> bool:
        """Up and down in the sheet, left and right turn for fuel; 1 to 9 are the buttons in order."""
        if self.naming:
            return self._command_naming(name)
        if self.showing and name in ("next", "pan down", "pan up"):
            self._step(-1 if name == "pan up" else 1)
        elif name == "confirm" and self.actions.refused.get(self.chosen) is not None:
            self.desk.refuse(self.actions.refused[self.chosen])
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
        able = self.actions.targets[self.naming]
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
        had = bool(self.naming) or self.showing or self.actions.boost > 0
        if self.naming:
            self.naming = self.aimed = ""
            self.desk.selected = self.asked.subject
        elif self.showing:
            self._show(False)
        else:
            self._boost(0)
        return had
