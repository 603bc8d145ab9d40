"""What a model may declare and what not, with a reason: as answers, and as rows of the sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from jovian.game import Answer, Model, Refusal, State
from jovian.game.answers import Declaration
from jovian.game.parts import BASE
from jovian.rules.facts.makeup import part_words
from jovian.rules.facts.skill_test import SkillTest
from jovian.rules.menu.declarable import refuse_ever
from jovian.rules.menu.declare import NONE, Declare
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import distance
from jovian.ui.sheets.declare_sheet import Row

FOLDS = {"fold later": "Not now", "fold never": "Never, for its kind"}
"""The parts of the list that are folded away until they are asked for: what is refused now, and what always is."""


class DeclarableActions:
    """No action and all actions of a game, judged with the fuel that is set; `check` says why an answer is refused."""

    def __init__(self, view: State, asked: Declare, check: Callable[[Answer], Refusal | None]) -> None:
        self._view, self._asked, self._check = view, asked, check
        self.by_name = rulebook(view).actions
        model = asked.model
        self.targets = {name: _nearest_first(view, model, action.targets(view, model))
                        for name, action in self.by_name.items() if action.names_target}  # fmt: skip
        """Whom or what an action that names a target may name."""
        self.never = {name: refusal for name in self.by_name if (refusal := refuse_ever(view, model, name))}
        """Why models of its kind never declare an action: those that they never do."""
        self.boost = 0
        self.refused: dict[str, Refusal | None] = {}
        """No action and all actions with that much boost: why not, or None."""
        self.judge(0)

    def judge(self, boost: int) -> None:
        """Set the fuel to burn; what it leaves too little for cannot be declared with it."""
        self.boost = boost
        self.refused = {name: self._check(self.answer(name, self.first(name))) for name in (NONE, *self.by_name)}

    def first(self, name: str) -> str:
        """The nearest target of an action, "" if it names none."""
        return next(iter(self.targets.get(name, ())), "")

    def answer(self, name: str, target: str = "") -> Declaration:
        """The answer that declares it."""
        return Declaration(name, self.boost, target or None)

    @property
    def able(self) -> list[str]:
        """What may be declared, no action first."""
        return [name for name, refusal in self.refused.items() if refusal is None]

    def folded(self, fold: str) -> list[str]:
        """What is refused now, or always for models of its kind."""
        never = fold == "fold never"
        return [name for name, refusal in self.refused.items() if refusal and (name in self.never) == never]

    def row(self, name: str) -> Row:
        """The line of an action: what it needs and does, or why it cannot be declared."""
        refusal = self.refused[name]
        if name == NONE:
            said = refusal.reason if refusal else "Move and attack only, as most models do."
            return Row(name, title_of(name), said, refusal is None, place=self._asked.cited)
        action = self.by_name[name]
        why = self.never.get(name, refusal)
        said = action.summary if why is None else why.reason
        row = Row(name, title_of(name), said, refusal is None, "", action.needs, action.summary, action.place)
        test = action.test(self._view, self._asked.model, self.first(name))
        return row if test is None else _tested(row, test)

    def fold_row(self, fold: str, unfolded: bool) -> Row:
        """The line that opens and closes a part of the list, with the names of what is in it."""
        folded = self.folded(fold)
        said = ", ".join(map(title_of, folded))
        return Row(fold, f"{FOLDS[fold]} ({len(folded)})", said, True, fold="open" if unfolded else "shut")


def title_of(name: str) -> str:
    """What a row of the list is called."""
    return FOLDS.get(name) or ("No action" if name == NONE else name.title())


def apart(model: Model, target: Model) -> float:
    """Inches from one base to another."""
    return distance(model.base, model.pose, target.base, target.pose)


def _nearest_first(view: State, model: Model, idents: list[str]) -> list[str]:
    """Models by their distance from the active one; what is named by a word, or from aboard a ship, as it comes."""
    if not model.on_table or any(ident not in view.models for ident in idents):
        return idents
    return sorted(idents, key=lambda ident: round(apart(model, view.models[ident]), 3))


def _tested(row: Row, test: SkillTest) -> Row:
    """The row with the odds of its own test, and what that is made of."""
    found = test.odds()
    chances = tuple((word, f"{chance:.0%}") for word, chance in found.magnitude().items())
    made = ", ".join(part_words(part.label, part.value, part.kind) for part in test.parts if part.kind != BASE)
    skill = test.parts[0]
    taught = f"{skill.label} {skill.value}{', ' + made if made else ''}:"
    return replace(row, chance=f"{found.success:.0%}", odds=chances, taught=taught)
