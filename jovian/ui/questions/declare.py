"""Declaring an action: the sheet with all actions, its drawing, and the controller.

Each row says what an action needs and does, or why it can't be declared now. A few actions are buttons of the action
bar too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, partial

from jovian.frozen import frozen
from jovian.game import Answer, Decision, Model, Refusal, State
from jovian.game.answers import Declaration
from jovian.game.events import BASE
from jovian.rules.basics.rolls import SkillTest, part_words
from jovian.rules.menu.declarations import NONE, Declare, refuse_ever
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.sequence.activation import sides_to_come
from jovian.table import distance
from jovian.ui.board import BoardLine, Brackets, Overlay
from jovian.ui.board.board_help import can_fire
from jovian.ui.kit.boxes import Box, citation
from jovian.ui.kit.tables import Cell, Column, Table, TableRow, table_boxes
from jovian.ui.kit.theme import GOOD, TEXT_FAINT
from jovian.ui.panels.panel import Press, number_presses
from jovian.ui.panels.sheet import Sheet, text_lines
from jovian.ui.questions.attacks import ATTACK_HINT
from jovian.ui.questions.controller import Controller
from jovian.ui.session.table_selection import Point, TableSelection

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


def _foot_lines(row: ActionRow) -> list[str]:
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


# --- The controller ---

MORE, BACK = "more", "back"
FIRST_TURN, FIRST_ATTACK = "first turn", "first attack"
"""The names of the buttons that declare no action and start with a turn or an attack."""
MAX_BAR_ACTIONS, MAX_BAR_LETTERS = 4, 44
"""The maximum number of actions in the action bar, and of their letters together."""


class DeclareController(Controller):
    """Answer `declare`: the player sets fuel, chooses an action, and names its target if it has one."""

    decision: Declare

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        selection.selected = decision.subject or selection.selected
        self.named_action = ""
        """The action whose target is being chosen, "" for none."""
        self.aimed = ""
        """The chosen target."""
        self.actions = DeclarableActions(selection.view, self.decision, self.check)
        """The actions that may be declared with the set fuel."""
        self.unfolded: set[str] = set()
        """The open parts of the list."""
        self.chosen = self.names[0]
        """The row that Enter declares."""
        self.is_open = False
        """Whether the sheet is open. Most models only move, so it starts closed."""

    @property
    def names(self) -> tuple[str, ...]:
        """The rows of the sheet: what may be declared, then each folded part and, if open, its actions."""
        names = self.actions.legal_names
        for fold in FOLDS:
            folded = self.actions.folded(fold)
            names += [fold, *(folded if fold in self.unfolded else ())] if folded else []
        return tuple(names)

    @property
    def title(self) -> str:
        if self.named_action:
            return f"{self.decision.model.name}: choose a target for {self.named_action}"
        if self.is_open or self.decision.model.is_embarked:
            return self.decision.title
        return f"{self.decision.model.name}: what first?"

    @property
    def hint(self) -> str:
        key = self.selection.keymap.key_label
        if self.named_action:
            where = "on the board or below" if self.selection.model(self.aimed) is not None else "below"
            return f"Click a target {where} · {key('next')}: next target · {key('cancel')}: back"
        burnt = f", boost {self.actions.boost}" if self.actions.boost else ""
        what = f"{key('confirm')}: {title_of(self.chosen)}{burnt}"
        if self.is_open:
            return f"{what} · {key('pan up')}/{key('pan down')} choose · {key('cancel')}: close"
        fuel = f" · {key('left')} and {key('right')} set the fuel to burn" if self.decision.most_boost else ""
        if self.actions.refusals[NONE] is not None:
            return f"{what}{fuel} · {key('next')}: all actions"
        burnt = f"Boost {self.actions.boost}. " if self.actions.boost else ""
        return f"{burnt}{self._usual_order} · {key('next')}: all actions{fuel}"

    @property
    def _usual_order(self) -> str:
        """What the model can do without a special action."""
        verbs = "Move, turn, and attack" if self.decision.model.is_capital else "Move and attack"
        return f"{verbs} in any order. A special action comes first"

    @property
    def stage(self) -> str:
        """`last` if no other model of the side acts in this turn."""
        return "" if self.decision.side in sides_to_come(self.selection.view) else "last"

    # --- Buttons ---
    def offers(self) -> list[Press]:
        if self.named_action:
            return number_presses(self._target_buttons())
        fuel = [
            Press(f"boost {burnt}", f"Boost +{burnt}", partial(self._toggle_boost, burnt),
                  hint=self._boost_hint(burnt), lit=self.actions.boost == burnt)
            for burnt in range(1, self.decision.most_boost + 1)
        ]  # fmt: skip
        hint = "What this model could do: requirements, effects, and why some actions are unavailable"
        key = "" if self.is_open else "next"
        more = Press(MORE, "All actions", self._toggle_sheet, command=key, hint=hint, lit=self.is_open)
        actions = [] if self.is_open else self._bar_actions()  # The sheet has rows for them.
        buttons = [self._button(NONE), *fuel, *map(self._button, actions), more]
        none, *others, more = number_presses(buttons)  # The list of all actions has the last number.
        return [none, *self._first_buttons(), more, *others]

    def _first_buttons(self) -> list[Press]:
        """Return the buttons that declare no action and start with a turn or an attack."""
        model = self.decision.model
        if self.actions.refusals[NONE] is not None or model.is_embarked:
            return []
        attack = Press(FIRST_ATTACK, "Attack", partial(self._begin_with, "fire"), command="fire", hint=ATTACK_HINT,
                       refusal=self._attack_refusal)  # fmt: skip
        turn_hint = "Turn before moving. v1.2.4 Movement > Turns"
        turn = Press(FIRST_TURN, "Turn", partial(self._begin_with, "right"), command="right", hint=turn_hint)
        return [turn, attack] if model.is_capital and not self.decision.most_boost else [attack]

    def _begin_with(self, command: str) -> None:
        """Declare no action. The menu after it begins with a command."""
        self.selection.first_order = (self.decision.subject, command)
        self._declare(NONE)

    @cached_property
    def _attack_refusal(self) -> Refusal | None:
        """Why an attack can't come first: no weapon can fire at an enemy from here. None if one can."""
        view, model = self.selection.view, self.decision.model
        if any(can_fire(view, model, enemy) for enemy in view.on_table() if enemy.side == 1 - model.side):
            return None
        return Refusal(f"No weapon of {model.name} can fire at an enemy from here.", "v1.2.4 Attack > Attack Window")

    def _boost_hint(self, burnt: int) -> str:
        """Return what burning that fuel does, and which actions cost too much after it."""
        excluded = [
            title_of(name)
            for name in self.actions.legal_names
            if name != NONE and self.decision.refuse_boost(name, burnt)
        ]
        warning = f" Not enough is left for {' and '.join(excluded)}." if excluded else ""
        text = f"Each fuel burned adds to the Speed of this activation. Maximum {self.decision.most_boost}.{warning}"
        return f"{text} v1.2.4 Action > Boost"

    def _bar_actions(self) -> list[str]:
        """Return the first actions that may be declared and fit in the action bar."""
        names: list[str] = []
        for name in self.actions.legal_names:
            if name != NONE and len(names) < MAX_BAR_ACTIONS and len("".join([*names, name])) <= MAX_BAR_LETTERS:
                names.append(name)
        return names

    def _button(self, name: str) -> Press:
        kind, command = ("primary", "confirm") if name == self.chosen else ("plain", "")
        declare = partial(self._declare, name)
        if name == NONE:
            label = title_of(NONE) if self.is_open or self.decision.model.is_embarked else "Move"
            hint = f"{self._usual_order}. v1.2.4 Action > Declaring"
            return Press(NONE, label, declare, kind, command, self.actions.refusals[NONE], hint)
        action = self.actions.by_name[name]
        hint = f"{action.summary} Needs: {action.needs}. {action.place}"
        return Press(name, title_of(name), declare, kind, command, hint=hint)

    def _target_buttons(self) -> list[Press]:
        buttons = []
        for model_id in self.actions.targets[self.named_action]:
            target, answer = self.selection.model(model_id), self.actions.answer(self.named_action, model_id)
            kind, command = ("primary", "confirm") if model_id == self.aimed else ("plain", "")
            label = model_id.capitalize()
            if target is not None:
                label = f'{target.name} {base_distance(self.decision.model, target):.0f}"'
            buttons.append(Press(f"target:{model_id}", label, answer, kind, command))
        return [*buttons, Press(BACK, "Back", self.cancel)]

    def sheet(self) -> DeclareSheet | None:
        if not self.is_open or self.named_action:
            return None
        rows = tuple(map(self._row, self.names))
        answers = tuple(Press(row.name, row.title, partial(self._choose, row.name), hint=row.text) for row in rows)
        legal_count = len([name for name in self.actions.legal_names if name != NONE])
        type_count = len(self.actions.by_name) - len(self.actions.never_refusals)
        text = f"{legal_count} of {type_count} actions available · % = chance to pass the skill test"
        is_row = self.pointed is not None and self.pointed.name in self.names
        pointed = self.pointed.name if self.pointed is not None and is_row else self.chosen
        row = self._row(pointed)
        foot = " ".join(f"{line.rstrip('.')}." for line in _foot_lines(row) if line)
        return DeclareSheet(
            self.decision.title, text, row.place, answers, foot=foot, followed=self.chosen,
            rows=rows, chosen=self.names.index(self.chosen),
        )  # fmt: skip

    def _row(self, name: str) -> ActionRow:
        return self.actions.fold_row(name, name in self.unfolded) if name in FOLDS else self.actions.row(name)

    @property
    def cited(self) -> str:
        if self.is_open and not self.named_action:
            return self._row(self.chosen).place or super().cited
        return super().cited

    # --- Board ---
    def overlays(self) -> tuple[Overlay, ...]:
        """Return marks on the possible targets, and a line to the one pointed at, else to the one chosen with a key."""
        model, hovered = self.decision.model, self.selection.hovered
        target_id = hovered if self.named_action and hovered in self.actions.targets[self.named_action] else self.aimed
        overlays: list[Overlay] = []
        for model_id in self.actions.targets[self.named_action] if self.named_action else ():
            target = self.selection.model(model_id)
            if target is not None:
                overlays.append(Brackets(target.base, target.pose, "attack" if model_id == target_id else "lit"))
        target = self.selection.model(target_id)
        if target is None or not model.is_on_table:
            return tuple(overlays)
        inches = f'{base_distance(model, target):.1f}"'
        return (*overlays, BoardLine(model.pose[:2], target.pose[:2], 0.0, "attack", inches))

    def click(self, point: Point, model_id: str) -> bool:
        """Name the clicked model as the target."""
        if not self.named_action or not model_id:
            return False
        if model_id in self.actions.targets[self.named_action]:
            self.give(self.actions.answer(self.named_action, model_id))
        else:
            self.selection.refuse(self.check(self.actions.answer(self.named_action, model_id)))
        return True

    # --- Input ---
    def reveal(self, name: str) -> bool:
        if self.is_open and name in self.names:
            self.chosen = name
        return self.is_open and name in self.names

    def _choose(self, name: str) -> None:
        """Declare the action of a row, or fold its part of the list."""
        if name in FOLDS:
            self.unfolded ^= {name}
            self.chosen = name
        else:
            self._declare(name)

    def _declare(self, name: str) -> None:
        """Declare an action, or choose its target first, or show why it can't be declared."""
        if self.actions.refusals[name] is not None:
            self.chosen = name
            self.selection.refuse(self.actions.never_refusals.get(name, self.actions.refusals[name]))
        elif len(self.actions.targets.get(name, ())) > 1:
            self.named_action, self.aimed = name, self.actions.first_target(name)
        else:
            self.give(self.actions.answer(name, self.actions.first_target(name)))

    def _toggle_sheet(self) -> None:
        self._open_sheet(not self.is_open)

    def _open_sheet(self, is_open: bool) -> None:
        """Open or close the sheet, and choose the first row."""
        self.is_open, self.chosen = is_open, self.names[0]

    def _step(self, step: int) -> None:
        """Choose the next row or the one before, around the ends."""
        self.chosen = self.names[(self.names.index(self.chosen) + step) % len(self.names)]

    def _change_boost(self, step: int) -> None:
        self._boost(min(max(self.actions.boost + step, 0), self.decision.most_boost))

    def _toggle_boost(self, burnt: int) -> None:
        """Set the fuel to burn, or to 0 if it is set already."""
        self._boost(0 if self.actions.boost == burnt else burnt)

    def _boost(self, burnt: int) -> None:
        """Set the fuel to burn, and choose the first row if the chosen one is gone."""
        self.actions.set_boost(burnt)
        if self.chosen not in self.names:
            self.chosen = self.names[0]

    def keys(self) -> Mapping[str, Callable[[], object]]:
        if self.named_action:
            return {"next": self._next_target}
        keys: dict[str, Callable[[], object]] = {"confirm": self._confirm}
        if self.is_open:
            forward = partial(self._step, 1)
            keys |= {"next": forward, "pan down": forward, "pan up": partial(self._step, -1)}
        if self.decision.most_boost:
            keys |= {"left": partial(self._change_boost, -1), "right": partial(self._change_boost, 1)}
        return keys

    def _confirm(self) -> None:
        """Declare the chosen row, or show why that isn't possible."""
        refusal = self.actions.refusals.get(self.chosen)
        if refusal is not None:
            self.selection.refuse(refusal)
        else:
            self._choose(self.chosen)

    def _next_target(self) -> None:
        """Choose the next target."""
        targets = self.actions.targets[self.named_action]
        self.aimed = targets[(targets.index(self.aimed) + 1) % len(targets)]
        if self.selection.model(self.aimed) is not None:
            self.selection.selected = self.aimed

    def cancel(self) -> bool:
        """Drop the target, close the sheet, or unset the fuel. Escape never answers."""
        had_any = bool(self.named_action) or self.is_open or self.actions.boost > 0
        if self.named_action:
            self.named_action = self.aimed = ""
            self.selection.selected = self.decision.subject
        elif self.is_open:
            self._open_sheet(False)
        else:
            self._boost(0)
        return had_any
