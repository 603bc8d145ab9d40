"""Controllers of questions that are also answered on what they change: dice of the tray, boxes of cards, and arcs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from jovian.dice.looks import MACROS
from jovian.game import Answer, Decision, ListDecision
from jovian.game.answers import Allocate, ChooseRepair, KeepDice, LookOut, Reduce, Reroll
from jovian.narrator import dice_looks, sorted_dice
from jovian.rules.actions.capital_ship import repairable_parts
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.rolls import Outcomes
from jovian.table import POINT, Pose, arcs_of
from jovian.ui.board import ArcOverlay, Brackets, Overlay, PointLabel
from jovian.ui.board.dice_tray import DiceRow
from jovian.ui.panels.panel import Press
from jovian.ui.panels.sheet import Sheet
from jovian.ui.questions.prompts import PromptController
from jovian.ui.session.table_selection import Point, TableSelection

Dice = Sequence[tuple[int, str]]
"""Faces and looks of the dice of a row of the tray."""
ALL_DICE = 99
"""More dice than can have the same face."""


class SurfaceController(PromptController):
    """Base of controllers whose rows are lit by what is pointed at elsewhere."""

    @property
    def _pointed_number(self) -> int | None:
        """The number of the answer under the pointer: that of a row, a die, or a box."""
        name = self.pointed.name if self.pointed is not None else ""
        return int(name) if name.isdigit() and int(name) < len(self.listed) else None

    def _pointed_numbers(self) -> list[int]:
        is_row = self.pointed is None or isinstance(self.pointed.do, Answer)
        return [self._pointed_number] if self._pointed_number is not None and not is_row else []

    def sheet(self) -> Sheet:
        return replace(super().sheet(), lit=next(iter(self._pointed_numbers()), self._lit))


# --- Dice ---


class DiceController(SurfaceController):
    """Choose which dice stay, are rolled again, or count less (decisions `flex`, `reroll`, `reduce`).

    A click on a die of the tray gives the answer that takes it away. If several do, it lights the first one.
    """

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        stake = cast(Outcomes, cast(ListDecision[Answer], decision).stake)
        pairs = list(zip(self._answers(), stake.results, strict=True))
        self._picked: tuple[int, ...] = ()
        """The numbers of the dice that were clicked."""
        most = [max(result.steps[n] for _, result in pairs if result is not None) for n in range(6)]
        self._taken: list[Counter[int]] = []
        """For each answer, how many dice of a face it takes away at most."""
        for answer, result in pairs:
            if isinstance(answer, KeepDice) and stake.faces is not None:
                taken = Counter((*stake.faces.base, *stake.faces.flex)) - Counter(answer.faces)
            elif isinstance(answer, Reduce) and result is not None:
                taken = Counter({n + 1: ALL_DICE for n in range(6) if result.steps[n] < most[n]})
            else:
                taken = Counter(dict.fromkeys(range(1, 7), ALL_DICE) if isinstance(answer, Reroll) else ())
            self._taken.append(taken)
        if stake.faces is not None and stake.pool is not None:
            faces, macro = stake.faces, stake.pool.macro
            self.kept_dice = tuple(
                dice_looks(sorted_dice(faces, answer.faces, str(result), macro))
                for answer, result in pairs if isinstance(answer, KeepDice)
            )  # fmt: skip
            all_dice = sorted_dice(faces, (*faces.base, *faces.flex), "", macro)
            self.asked_dice = DiceRow(decision.title.partition(":")[0], dice_looks(all_dice), "", is_alone=True)

    @property
    def hint(self) -> str:
        return f"Click a die, or a row · {super().hint}"

    @property
    def marked(self) -> str:
        return f"die {self._picked[-1]}" if self._picked else ""

    def _about(self, dice: Dice, picked: Sequence[int]) -> list[int]:
        """Return the numbers of the answers that take away some dice of the tray."""
        if any(dice[number][1] in MACROS for number in picked):
            return []
        wanted = Counter(dice[number][0] for number in picked)
        return [n for n, taken in enumerate(self._taken) if all(taken[face] >= wanted[face] for face in wanted)]

    def _with(self, dice: Dice, die: int) -> tuple[int, ...]:
        """Return the clicked dice with one more, or that one alone if no answer takes all of them away."""
        picked = tuple(dict.fromkeys((*self._picked, die)))
        return picked if self._about(dice, picked) else (die,)

    def choices(self, dice: Dice) -> frozenset[int]:
        """Return the numbers of the dice that an answer takes away."""
        return frozenset(number for number in range(len(dice)) if self._about(dice, (number,)))

    def taken(self, dice: Dice) -> frozenset[int]:
        """Return the numbers of the dice that the answer pointed at takes away, or the lit one."""
        number = self._pointed_number
        left = self._taken[number if number is not None else max(self._lit, 0)].copy()
        lit = set[int]()
        for die in dict.fromkeys((*self._picked, *reversed(range(len(dice))))):
            face = dice[die][0]
            if left[face] > 0 and dice[die][1] not in MACROS:
                left[face] -= 1
                lit.add(die)
        return frozenset(lit)

    def press_of(self, dice: Dice, die: int) -> Press:
        """Return what a click on a die does."""
        number = self._about(dice, self._with(dice, die))[0]
        return Press(str(number), self.listed[number].label, partial(self._take, dice, die), hint=self._detail(number))

    def _take(self, dice: Dice, die: int) -> None:
        is_again, picked = die in self._picked, self._with(dice, die)
        numbers = self._about(dice, picked)
        self._picked, self._stepped = picked, numbers[0]
        if is_again or len(numbers) == 1:
            self.selection.give(self._answers()[numbers[0]])


# --- Boxes ---


ROWS = ("damage", "system", "weapon", "spinal")
"""The rows of the repair table after which there is a choice."""


class RepairController(SurfaceController):
    """Choose a row of the repair table, and what to repair (decision `repair`). A click on the damage does both."""

    @property
    def hint(self) -> str:
        return f"Click what to repair on the card, or a row · {super().hint}"

    def parts(self, model_id: str) -> Mapping[str, Press]:
        parts, ship = dict(super().parts(model_id)), self.selection.model(model_id)
        for number, answer in enumerate(self._answers()):
            if ship is None or model_id != self.decision.subject or not isinstance(answer, ChooseRepair):
                continue
            if answer.row in ship.states:
                parts[answer.row] = self._press(number)
            is_row = answer.row in ROWS and not answer.repaired
            for part, label, _ in repairable_parts(self.selection.view, ship, answer.row) if is_row else ():
                give = partial(self.selection.give, answer, ChooseRepair(answer.row, part))
                parts[part] = replace(self._press(number), do=give, label=label, hint=self.listed[number].label)
        return parts


class AllocateController(PromptController):
    """Split the damage of a formation (decision `allocate`). A click on a member gives it one more box of it."""

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        members = formation_members(selection.view, selection.view.models[decision.subject])
        self._given = {member.id: 0 for member in members if member.is_in_game}
        """The boxes that each member takes so far."""

    @property
    def hint(self) -> str:
        return f"Click a model for each box that it takes, or a row · {super().hint}"

    def _add(self, model_id: str) -> None:
        """Let a member take one more box. The last one answers. One too many begins again."""
        more = self._given | {model_id: self._given[model_id] + 1}
        if not self._fitting(more):
            more = dict.fromkeys(self._given, 0) | {model_id: 1}
        self._given, numbers = more, self._fitting(more)
        self._stepped = numbers[0]
        answer = cast(Allocate, self._answers()[numbers[0]])
        if sum(more.values()) == sum(answer.boxes):
            self.selection.give(answer)

    def _fitting(self, given: Mapping[str, int]) -> list[int]:
        """Return the numbers of the answers that give each member at least that many boxes."""
        splits = [cast(Allocate, answer).boxes for answer in self._answers()]
        return [n for n, split in enumerate(splits) if all(map(int.__ge__, split, given.values()))]

    def parts(self, model_id: str) -> Mapping[str, Press]:
        if model_id not in self._given:
            return {}
        return {"structure": Press("structure", "Structure", partial(self._add, model_id), hint="takes one box more")}

    def _marks(self) -> tuple[Overlay, ...]:
        members = [self.selection.view.models[model_id] for model_id in self._given]
        pointed = self._pointed_answer()
        boxes = pointed.boxes if isinstance(pointed, Allocate) else self._given.values()
        labels = [PointLabel(each.pose[:2], f"-{count}", "lit") for each, count in zip(members, boxes, strict=True)]
        marks = [Brackets(each.base, each.pose, "lit") for each in members]
        return (*marks, *(label for label in labels if label.text != "-0"))

    def means_model(self, model_id: str) -> bool:
        return model_id in self._given

    def click(self, point: Point, model_id: str) -> bool:
        return self.take_target(model_id)

    def take_target(self, model_id: str) -> bool:
        is_member = model_id in self._given
        if is_member:
            self._add(model_id)
        return is_member

    def cancel(self) -> bool:
        had_any, self._given = any(self._given.values()), dict.fromkeys(self._given, 0)
        self._stepped = None
        return had_any


# --- Arcs ---

ARC_INCHES = 9.0
"""Length of the drawn arcs."""


class LookoutController(PromptController):
    """Choose the arc that a Sensor Drone watches (decision `lookout`). A click into an arc chooses it."""

    @property
    def hint(self) -> str:
        return f"Click into an arc, or a row · {super().hint}"

    def _number_at(self, point: Point | None) -> int | None:
        """Return the number of the answer whose arc has a point of the table, None off the table."""
        ship = self.selection.view.models[self.decision.subject]
        if point is None:
            return None
        arcs = arcs_of(ship.base, ship.pose, POINT, Pose(*point, 0))
        return next(n for n, answer in enumerate(self._answers()) if cast(LookOut, answer).arc in arcs)

    def sheet(self) -> Sheet:
        number = self._number_at(self.selection.point)
        return replace(super().sheet(), lit=self._lit if number is None else number)

    def overlays(self) -> tuple[Overlay, ...]:
        ship, number = self.selection.view.models[self.decision.subject], self._number_at(self.selection.point)
        if number is None and (press := self.pointed) is not None:
            number = self._answers().index(press.do) if press.do in self._answers() else None
        arcs = [cast(LookOut, answer).arc for answer in self._answers()]
        lit = arcs[self._lit if number is None else number]
        return tuple(
            ArcOverlay(ship.pose, ship.base, (arc,), 0.0, ARC_INCHES, "lit" if arc == lit else "arc", labels=False)
            for arc in sorted(arcs, key=lambda arc: arc == lit)
        )

    def means_model(self, model_id: str) -> bool:
        return False

    def may_show_odds(self, model_id: str) -> bool:
        return False

    def click(self, point: Point, model_id: str) -> bool:
        number = self._number_at(point)
        if number is not None:
            self.selection.give(self._answers()[number])
        return number is not None
