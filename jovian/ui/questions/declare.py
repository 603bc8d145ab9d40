"""Declaring an action: the draft of what a model will declare, and the list of all actions.

Each row of the list says what an action needs and does, or why it can't be declared now.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from jovian.frozen import frozen
from jovian.game import Activation, Answer, Model, Refusal, State
from jovian.game.answers import Activate, Declaration
from jovian.game.events import BASE
from jovian.rules.basics.rolls import SkillTest, part_words
from jovian.rules.menu.declarations import NONE, Declare, refuse_ever, suppose_declared
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.sequence.activation import ChooseModel
from jovian.table import distance
from jovian.ui.kit.boxes import Box, citation
from jovian.ui.kit.tables import Cell, Column, Table, TableRow, table_boxes
from jovian.ui.kit.theme import GOOD, TEXT_FAINT
from jovian.ui.panels.sheet import Sheet, text_lines
from jovian.ui.questions.attacks import AskedMenu
from jovian.ui.session.table_selection import TableSelection

# --- The sheet ---

@frozen
class ActionRow:
    """A row of the sheet: an action, no action, or the heading of a folded part."""

    name: str
    """The action, `NONE`, or the key of the folded part. Also the name of the row's widget."""
    title: str
    text: str
    """What the action does, or why it can't be declared."""
    is_legal: bool
    chance: str = ""
    """The probability that its skill test succeeds, "" without a test."""
    needs: str = ""
    summary: str = ""
    place: str = ""
    odds: tuple[tuple[str, str], ...] = ()
    """Each Magnitude of that test with its probability."""
    odds_label: str = ""
    """What the odds are made of."""
    fold: str = ""
    """`open` or `shut` for the heading of a folded part, else ""."""


@frozen
class DeclareSheet(Sheet):
    """A sheet of rows, one of them chosen. `answers` are what the rows do."""

    rows: tuple[ActionRow, ...] = ()
    chosen: int = 0

    def lines(self, width: int) -> list[Box]:
        """Return a row for each action, with the chance of its test."""
        rows = [
            TableRow(
                press.name, f"{'▾ ' if row.fold == 'open' else '▸ ' if row.fold else ''}{row.title}",
                (Cell(row.chance, GOOD if row.is_legal else TEXT_FAINT),), hint=f"{row.text} {row.place}".rstrip(),
                lit=number == self.chosen, value=press,
            )
            for number, (press, row) in enumerate(zip(self.answers, self.rows, strict=True))
        ]  # fmt: skip
        table = Table("Action", (Column("Test", 40),), tuple(rows), is_dense=True)
        place = [citation(self.place)] if self.place else []
        return [*text_lines(self.text, width), *table_boxes(table, width), *place]


def foot_lines(row: ActionRow) -> list[str]:
    """Return why a row is refused, its odds, what it needs, and what it does."""
    if row.fold:
        return [row.text]
    needs = f"Needs: {row.needs}" if row.needs not in ("", "-") else "Needs nothing"
    odds = [f"{row.odds_label} {', '.join(f'{word} {chance}' for word, chance in row.odds)}"] if row.odds else []
    return [*([row.text] if not row.is_legal else []), row.summary or row.text, needs, *odds]


# --- Declarable actions ---

FOLDS = {"fold later": "Not now", "fold never": "Not available to this type"}
"""The folded parts of the list: actions refused now, and actions that this type of model never declares."""


class DeclarableActions:
    """All actions of a game and no action, with the fuel that is set. `check` says why an answer is refused."""

    def __init__(self, view: State, decision: Declare, check: Callable[[Answer], Refusal | None]) -> None:
        self._view, self._decision, self._check = view, decision, check
        self.by_name = rulebook(view).actions
        model = decision.model
        self.targets = {name: _nearest_first(view, model, action.targets(view, model))
                        for name, action in self.by_name.items() if action.names_target}  # fmt: skip
        """For each action that names a target: the ids of the possible targets, nearest first."""
        self.never_refusals = {name: refusal for name in self.by_name if (refusal := refuse_ever(view, model, name))}
        """For each action that this type of model never declares: why."""
        self.boost = 0
        self.refusals: dict[str, Refusal | None] = {}
        """For each action and no action: why it can't be declared with the set fuel, or None."""
        self.set_boost(0)

    def set_boost(self, boost: int) -> None:
        """Set the fuel to burn, and check all actions again. Some cost too much after burning it."""
        self.boost = boost
        self.refusals = {
            name: self._check(self.answer(name, self.first_target(name))) for name in (NONE, *self.by_name)
        }

    def first_target(self, name: str) -> str:
        """Return the nearest target of an action, "" if it names none."""
        return next(iter(self.targets.get(name, ())), "")

    def answer(self, name: str, target: str = "") -> Declaration:
        return Declaration(name, self.boost, target or None)

    @property
    def legal_names(self) -> list[str]:
        """The names of what may be declared, no action first."""
        return [name for name, refusal in self.refusals.items() if refusal is None]

    def folded(self, fold: str) -> list[str]:
        """Return the actions of a folded part: refused now, or never available to this type."""
        is_never = fold == "fold never"
        return [
            name for name, refusal in self.refusals.items() if refusal and (name in self.never_refusals) == is_never
        ]

    def row(self, name: str) -> ActionRow:
        """Return the row of an action: what it needs and does, or why it can't be declared."""
        refusal = self.refusals[name]
        if name == NONE:
            text = refusal.reason if refusal else "Declare no action. The model can still move and attack."
            return ActionRow(name, title_of(name), text, refusal is None, place=self._decision.cited)
        action = self.by_name[name]
        reason = self.never_refusals.get(name, refusal)
        text = action.summary if reason is None else reason.reason
        row = ActionRow(name, title_of(name), text, refusal is None, "", action.needs, action.summary, action.place)
        test = action.test(self._view, self._decision.model, self.first_target(name))
        return row if test is None else _with_odds(row, test)

    def fold_row(self, fold: str, unfolded: bool) -> ActionRow:
        """Return the row that opens and closes a folded part of the list, with the names in it."""
        folded = self.folded(fold)
        text = ", ".join(map(title_of, folded))
        return ActionRow(fold, f"{FOLDS[fold]} ({len(folded)})", text, True, fold="open" if unfolded else "shut")


def title_of(name: str) -> str:
    """Return the title of a row."""
    return FOLDS.get(name) or ("Move and attack only" if name == NONE else name.title())


def base_distance(model: Model, target: Model) -> float:
    """Return the distance of two bases in inches."""
    return distance(model.base, model.pose, target.base, target.pose)


def _nearest_first(view: State, model: Model, names: list[str]) -> list[str]:
    """Return models nearest first. Lists with other words, or for a model aboard a ship, keep their order."""
    if not model.is_on_table or any(model_id not in view.models for model_id in names):
        return names
    return sorted(names, key=lambda model_id: round(base_distance(model, view.models[model_id]), 3))


def _with_odds(row: ActionRow, test: SkillTest) -> ActionRow:
    """Return the row with the odds of its own skill test."""
    odds = test.odds()
    chances = tuple((word, f"{chance:.0%}") for word, chance in odds.magnitude().items())
    modifiers = ", ".join(
        part_words(part.label, part.value, part.kind) for part in test.contributions if part.kind != BASE
    )
    skill = test.contributions[0]
    odds_label = f"{skill.label} {skill.value}{', ' + modifiers if modifiers else ''}:"
    return replace(row, chance=f"{odds.success:.0%}", odds=chances, odds_label=odds_label)


# --- The draft ---

MORE = "more"
"""The name of the button that opens the list."""


class ActivationDraft:
    """What a chosen model declares with its first order. Nothing of it has been answered yet.

    For a model that isn't active, the first order also activates it.
    """

    def __init__(self, selection: TableSelection, decision: ChooseModel | Declare, model: Model) -> None:
        self.selection, self.model_id, self.asked = selection, model.id, decision
        self.is_choice = isinstance(decision, ChooseModel)
        state = selection.view
        if self.is_choice:
            state = state.supposed()
            state.activation = Activation(model.id)
        self.decision = Declare(state, model)
        self.actions = DeclarableActions(state, self.decision, self.decision.check)
        """The actions that may be declared with the set fuel."""
        self.action, self.target = self._start.action, self._start.target or ""
        self.unfolded: set[str] = set()
        """The open parts of the list."""
        self.chosen = self.action
        """The row of the list that Enter declares."""
        self.is_open = False
        """Whether the list of all actions is open."""

    @property
    def _start(self) -> Declaration:
        return self.decision.default()

    @property
    def declaration(self) -> Declaration:
        """What the model will declare."""
        return self.actions.answer(self.action, self.target)

    def with_boost(self, burnt: int) -> Declaration:
        """Return what the model would declare with that Fuel."""
        return replace(self.declaration, boost=burnt)

    @property
    def is_changed(self) -> bool:
        """Whether it isn't what the model declares if the player chooses nothing."""
        return self.declaration != self._start

    @property
    def rolls_dice(self) -> bool:
        """Whether the declaration itself needs a skill test."""
        action = self.actions.by_name.get(self.action)
        return action is not None and action.at_once and bool(self.actions.row(self.action).chance)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What comes before the first order."""
        return (*((Activate(self.model_id),) if self.is_choice else ()), self.declaration)

    def menu(self) -> AskedMenu:
        """Return the menu that the model will have after it has declared."""
        state = suppose_declared(self.decision.state, self.decision.model, self.declaration)
        return AskedMenu(state, state.models[self.model_id])

    # --- Changes ---
    def clear(self) -> bool:
        """Go back to what the model declares if the player chooses nothing. Return whether that changed something."""
        was_changed = self.is_changed
        self.action, self.target = self._start.action, self._start.target or ""
        self.actions.set_boost(0)
        return was_changed

    def take(self, name: str, target: str = "") -> Refusal | None:
        """Choose an action with a target, or drop it if it is chosen. Return why it can't be declared, or None."""
        refusal = self.actions.refusals[name]
        if refusal is not None:
            return self.actions.never_refusals.get(name, refusal)
        is_same = name == self.action and not target
        self.action = self._start.action if is_same else name
        self.target = (target or self.actions.first_target(name)) if not is_same else self._start.target or ""
        return None

    def set_boost(self, burnt: int) -> None:
        """Set the fuel to burn, or to 0 if it is set already. Drop the action if it costs too much after that."""
        self.actions.set_boost(0 if self.actions.boost == burnt else burnt)
        if self.actions.refusals[self.action] is not None:
            self.action, self.target = self._start.action, self._start.target or ""

    # --- The list ---
    @property
    def names(self) -> tuple[str, ...]:
        """The rows of the list: what may be declared, then each folded part and, if open, its actions."""
        names = self.actions.legal_names
        for fold in FOLDS:
            folded = self.actions.folded(fold)
            names += [fold, *(folded if fold in self.unfolded else ())] if folded else []
        return tuple(names)

    def row(self, name: str) -> ActionRow:
        """Return a row of the list."""
        return self.actions.fold_row(name, name in self.unfolded) if name in FOLDS else self.actions.row(name)

    def toggle_list(self) -> None:
        """Open or close the list, with the drafted action chosen."""
        self.is_open, self.chosen = not self.is_open, self.action

    def step(self, step: int) -> None:
        """Choose the next row or the one before, around the ends."""
        self.chosen = self.names[(self.names.index(self.chosen) + step) % len(self.names)]

    def fold(self, name: str) -> None:
        """Open or close a part of the list."""
        self.unfolded ^= {name}
        self.chosen = name
