"""Controllers of questions that a sheet with a row for each answer shows, the suggested one first.

Corner and edge questions can also be answered by a click on a part of the table. Real dice are entered face by face.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import cast

from jovian.descriptions.odds import (
    Aim,
    Figures,
    answer_figures,
    answer_shot,
    describe_answer,
    with_expectation,
)
from jovian.game import Answer, Decision, ListDecision, Model, Option
from jovian.game.answers import (
    ChooseCorner,
    ChooseEdge,
    Decline,
    Enough,
    HoldOn,
    Intercept,
    Keep,
    OpenFire,
    RealDice,
    Stand,
)
from jovian.rules.basics.rolls import TypedFaces
from jovian.rules.close_combat.interception import Reactions
from jovian.rules.scenario.special import NEAR, edge_strip
from jovian.rules.scenario.zones import quarter
from jovian.table import Pose, Rect
from jovian.ui.board import Brackets, Overlay, PointLabel, Region
from jovian.ui.board.board_help import reaction_overlays
from jovian.ui.kit.tables import Table
from jovian.ui.panels.panel import ButtonPlace, Press
from jovian.ui.panels.sheet import Sheet
from jovian.ui.presentation.odds_tables import AnswerRow, answers_table
from jovian.ui.questions.controller import Controller
from jovian.ui.session.keymap import PICKS, pick_command
from jovian.ui.session.table_selection import Point, TableSelection

# --- Prompts ---

DECLINING = (Decline, Stand, Keep, Enough, HoldOn)
"""Answers that decline."""
DEEDS = {"critical": "Damage {}", "rating": "Damage {}", "repair": "Repair {}"}
"""What the main button says of an answer, by kind of question. Other answers are named as they are."""
MAX_LABEL = 40
"""The longest label of a main button. A longer one is only in the context panel."""
MAX_ANSWERS = 24
"""Maximum number of answers offered for a decision without a list."""


class PromptController(Controller):
    """Answer any `ListDecision`, and decisions that no other controller handles from their first options."""

    decision: Decision

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.listed: tuple[Option[Answer], ...] = _listed_answers(decision)
        self._stepped: int | None = None
        """The number of the answer chosen with a key, None for the suggested one."""
        self._details: dict[int, str] = {}
        """The details of answers, by their number."""
        self._aims: dict[Answer | None, Aim | None] = {}
        """The shots of answers. That of None is the first one of any answer."""
        self._figures: dict[int, Figures] = {}
        """The figures of answers so far, by their number. {} for an answer without figures."""
        self._steps: list[tuple[int, Iterator[Figures]]] = []
        """The answers whose figures aren't complete."""
        self._start_figures()
        if decision.subject != selection.selected and selection.model(decision.subject) is not None:
            selection.selected, selection.weapons = decision.subject, ()

    kept_dice: tuple[tuple[tuple[int, str], ...], ...] = ()
    """The rolled dice with their looks, once for each answer that keeps some."""

    @property
    def hint(self) -> str:
        confirm, cancel = self.selection.keymap.key_label("confirm"), self.selection.keymap.key_label("cancel")
        declines = f", {cancel} declines" if self._declining() is not None else ""
        return f"{confirm} takes the suggested answer{declines}"

    def _answers(self) -> list[Answer]:
        return [option.answer for option in self.listed]

    def _ids(self, answer: Answer) -> list[str]:
        """Return the strings of an answer: ids and other words."""
        return [part for part in answer.to_json()[1:] if isinstance(part, str)]

    @property
    def _lit(self) -> int:
        """The number of the answer that is lit: chosen with a key, else the first one, -1 for none.

        An answer that declines isn't suggested, except the one that keeps a good roll.
        """
        if self._stepped is not None:
            return self._stepped
        is_suggested = self._declining() != 0 or len(self.listed) == 1 or isinstance(self._answers()[0], Stand)
        return 0 if is_suggested else -1

    def _declining(self) -> int | None:
        """Return the number of the answer that declines, or None."""
        return next((n for n, answer in enumerate(self._answers()) if isinstance(answer, DECLINING)), None)

    def sheet(self) -> Sheet:
        answers = tuple(map(self._press, range(len(self.listed))))
        dice = self.kept_dice
        numbers = [] if dice else self._numbers_with_figures()
        in_bar = (max(self._lit, 0), self._declining())
        others = tuple(press for n, press in enumerate(answers) if n not in numbers and n not in in_bar)
        return Sheet(
            self.decision.title, self._context(), self.decision.cited, answers, dice,
            self._table(answers, numbers) if numbers else None, self._lit, others,
            followed=str(self._stepped) if self._stepped is not None else "",
            aim=self._aim_of,
        )  # fmt: skip

    def parts(self, model_id: str) -> Mapping[str, Press]:
        """Return the answers that are parts of the card in question."""
        model = self.selection.model(model_id)
        if model is None or model_id != self.decision.subject:
            return {}
        card, parts = model.card, dict[str, Press]()
        names = {*card.tracks, *(mount.id for mount in card.mounts), *(trait.name for trait in card.traits)}
        for number, option in enumerate(self.listed):
            named = [name for name in self._ids(option.answer) if name in names]
            if len(named) == 1:
                parts.setdefault(named[0], self._press(number))
        return parts

    def _press(self, number: int) -> Press:
        option = self.listed[number]
        return Press(
            str(number), option.label, option.answer, command=pick_command(number + 1), hint=self._detail(number)
        )

    def _detail(self, number: int) -> str:
        """Return what the rules say about an answer, and what it would do in the current position."""
        option = self.listed[number]
        known = "" if self.decision.kind == "flex" else option.detail
        if any(waiting == number for waiting, _ in self._steps):
            return known
        if number not in self._details:
            outcome = describe_answer(self.selection.view, self.decision, number, option.answer, self._figures[number])
            self._details[number] = " · ".join(text for text in (known, outcome) if text)
        return self._details[number]

    # --- Figures ---
    def _start_figures(self) -> None:
        """Start the figures of all answers. Those of interceptions are computed step by step."""
        for number, option in enumerate(self.listed):
            steps = answer_figures(self.selection.view, self.decision, option.answer)
            self._figures[number] = next(steps, {})
            if isinstance(option.answer, Intercept):
                self._steps.append((number, steps))

    @property
    def is_computing(self) -> bool:
        return bool(self._steps)

    def update(self) -> bool:
        if not self._steps:
            return False
        number, steps = self._steps[0]
        figures = next(steps, None)
        if figures is None:
            self._steps.pop(0)
        else:
            self._figures[number] = figures
        return True

    def _numbers_with_figures(self) -> list[int]:
        """Return the numbers of the answers with figures, now or later."""
        return [
            number
            for number, figures in self._figures.items()
            if figures or isinstance(self.listed[number].answer, Intercept)
        ]

    def _table(self, answers: Sequence[Press], numbers: Sequence[int]) -> Table:
        """Return the rows of the answers with figures."""
        waiting, pointed = {number for number, _ in self._steps}, self._pointed_numbers()
        rows = [
            AnswerRow(
                str(number), self.listed[number].label, self.listed[number].detail, self._detail(number),
                self._figures[number], str(number + 1) if number < len(PICKS) else "", number not in waiting,
                number in (self._stepped, *pointed), answers[number],
            )
            for number in numbers
        ]  # fmt: skip
        return answers_table(rows, "Answer")

    def _pointed_numbers(self) -> list[int]:
        """Return the numbers of the answers about the model under the pointer on the board, or the selected one."""
        for model_id in (self.selection.hovered, self.selection.selected):
            if model_id and model_id != self.decision.subject and (numbers := self._answers_about(model_id)):
                return numbers
        return []

    def _answers_about(self, model_id: str) -> list[int]:
        return [n for n, answer in enumerate(self._answers()) if model_id in self._ids(answer)]

    def _context(self) -> str:
        """Return what the active model has declared, if the other side chooses a reaction."""
        state = self.selection.view
        act, active = state.activation, state.active
        if act is None or active is None or active.side == self.decision.side or not act.declared:
            return ""
        return f"{active.name} has declared {act.action.title() if act.action else 'no action'}."

    def _aim_of(self, press: Press | None) -> Aim | None:
        """Return the shot of an answer. Without one, return the first shot of any answer."""
        answer = press.do if press is not None and isinstance(press.do, Answer) else None
        if answer not in self._aims:
            aims = map(self._aim, [answer] if answer is not None else self._answers())
            self._aims[answer] = next((aim for aim in aims if aim is not None), None)
        return self._aims[answer]

    def _aim(self, answer: Answer) -> Aim | None:
        view = self.selection.view
        shot = answer_shot(view, self.decision, answer)
        if shot is None:
            return None
        return with_expectation(view, Aim(view.models[shot.attacker].name, view.models[shot.target].name, shot))

    def offers(self) -> list[Press]:
        declining, number, kind = self._declining(), max(self._lit, 0), "primary" if self._lit >= 0 else "plain"
        lit = self.listed[number]
        deed = "Fire {}" if isinstance(lit.answer, OpenFire) else DEEDS.get(self.decision.kind, "{}")
        label = deed.format(lit.label)
        label = label if len(label) <= MAX_LABEL else f"Take answer {number + 1}"
        buttons = [Press(str(number), label, lit.answer, kind, "confirm", hint=lit.label)]
        if declining is not None and declining != number:
            option, hint = self.listed[declining], f"{self.selection.keymap.key_label('cancel')} does the same."
            buttons.append(Press("decline", option.label, option.answer, hint=hint, place=ButtonPlace.LEAVE))
        return buttons

    # --- Board ---
    def about(self) -> tuple[str, ...]:
        """Return the models and terrain that the question is about, and those that its answers name."""
        known = {*self.selection.view.models, *self.selection.view.terrain}
        named_ids = [part for answer in self._answers() for part in self._ids(answer) if part in known]
        return tuple(dict.fromkeys((*super().about(), *named_ids)))

    def _answer_models(self) -> list[Model]:
        """Return the models on the table that answers name, in order."""
        model_ids = [part for answer in self._answers() for part in self._ids(answer)]
        models = [
            self.selection.model(model_id) for model_id in dict.fromkeys(model_ids) if model_id != self.decision.subject
        ]
        return [model for model in models if model is not None and model.is_on_table]

    def _row_numbers(self) -> dict[Pose, str]:
        """Return the numbers of the rows of models on the table, by their poses. A row of several models has none."""
        numbers: dict[Pose, list[int]] = {}
        models = {model.id: model for model in self._answer_models()}
        for number, answer in enumerate(self._answers()[: len(PICKS)], 1):
            named = dict.fromkeys(part for part in self._ids(answer) if part in models)
            if len(named) == 1:
                numbers.setdefault(models[next(iter(named))].pose, []).append(number)
        return {pose: _join_numbers(own) for pose, own in numbers.items()}

    def overlays(self) -> tuple[Overlay, ...]:
        """Return brackets around the models in question, with the numbers of their rows."""
        numbers = self._row_numbers() if len(self.listed) > 1 else {}
        return tuple(
            replace(overlay, number=numbers.get(overlay.pose, "")) if isinstance(overlay, Brackets) else overlay
            for overlay in self._marks()
        )

    def _marks(self) -> tuple[Overlay, ...]:
        subject = self.selection.model(self.decision.subject)
        overlays: list[Overlay] = []
        if subject is not None and subject.is_on_table:
            host = self.selection.model(subject.host) if subject.is_attached else None
            overlays += [Brackets(model.base, model.pose, "attack") for model in (subject, host) if model is not None]
            if isinstance(self.decision, Reactions):
                return (*overlays, *reaction_overlays(self.selection, self.decision, self._pointed_answer()))
        return (*overlays, *(Brackets(model.base, model.pose, "lit") for model in self._answer_models()))

    def _pointed_answer(self) -> Answer | None:
        """Return the answer of the row under the pointer, or about the model under the pointer, None for none."""
        hovered, pointed = self.selection.hovered, self.pointed.do if self.pointed is not None else None
        if hovered == self.decision.subject:
            return None
        if isinstance(pointed, Answer):
            return pointed
        numbers = self._answers_about(hovered) if hovered else []
        return self._answers()[numbers[0]] if len(numbers) == 1 else None

    # --- Input ---
    def keys(self) -> Mapping[str, Callable[[], object]]:
        forward, back = partial(self._step, 1), partial(self._step, -1)
        return {"step": forward, "pan down": forward, "pan right": forward, "pan up": back, "pan left": back}

    def _step(self, step: int) -> None:
        """Light the next answer or the one before, around the ends."""
        self._stepped = (self._lit + step) % len(self.listed) if self._lit >= 0 or step > 0 else len(self.listed) - 1

    def means_model(self, model_id: str) -> bool:
        return len(self._answers_about(model_id)) == 1 and model_id != self.decision.subject

    def click(self, point: Point, model_id: str) -> bool:
        """Select the model that one answer names. A second click gives that answer."""
        if not self.means_model(model_id):
            return False
        if self.selection.selected == model_id:
            self.selection.give(self._answers()[self._answers_about(model_id)[0]])
        else:
            self.selection.selected = model_id
        return True

    def cancel(self) -> bool:
        """Decline, if an answer declines."""
        number = self._declining()
        if number is not None:
            self.selection.give(self._answers()[number])
        return number is not None


def _join_numbers(numbers: Sequence[int]) -> str:
    """Return numbers as `1`, `1-3` if they follow each other, or `1,3`."""
    first, last = numbers[0], numbers[-1]
    return f"{first}-{last}" if 1 < len(numbers) == last - first + 1 else ",".join(map(str, numbers))


def _listed_answers(decision: Decision) -> tuple[Option[Answer], ...]:
    """Return the answers to offer: the decision's list, or its default and its first other options."""
    if isinstance(decision, ListDecision):
        return decision.listed
    options = list(islice(decision.options(), MAX_ANSWERS))
    default = decision.default()
    first = next((option for option in options if option.answer == default), Option(default, "The suggested answer"))
    return (first, *(option for option in options if option.answer != default))


# --- Parts of the table ---


class PartController(PromptController):
    """Base of controllers that answer by a button, or by a click on a part of the table."""

    @property
    def hint(self) -> str:
        return f"Click a part of the table, or choose a button · {super().hint}"

    def _answer_areas(self) -> list[tuple[Answer, Rect]]:
        """Return each answer with its part of the table."""
        return [(answer, self._part(answer)) for answer in self._answers()]

    def _part(self, answer: Answer) -> Rect:
        """Return the part of the table that an answer names."""
        raise NotImplementedError

    def _part_at(self, point: Point | None) -> tuple[Answer, Rect] | None:
        """Return the answer whose part of the table is under the pointer or nearest to it, None off the table."""
        if point is None:
            return None
        return min(self._answer_areas(), key=lambda pair: _squared_distance(pair[1], point))

    def overlays(self) -> tuple[Overlay, ...]:
        overlays: list[Overlay] = [Region(part.outline, "measure") for _, part in self._answer_areas()]
        pointed = self._part_at(self.selection.point)
        if pointed is None:
            return tuple(overlays)
        answer, part = pointed
        label = next(option.label for option in self.listed if option.answer is answer)
        left, bottom, right, top = part.box
        return (
            *overlays,
            Region(part.outline, "lit"),
            PointLabel(((left + right) / 2, (bottom + top) / 2), label, "lit"),
        )

    def means_model(self, model_id: str) -> bool:
        return False

    def may_show_odds(self, model_id: str) -> bool:
        return False

    def click(self, point: Point, model_id: str) -> bool:
        under = self._part_at(point)
        if under is not None:
            self.selection.give(under[0])
        return under is not None


def _squared_distance(part: Rect, point: Point) -> float:
    """Return the squared distance of a point from a part of the table, 0 inside."""
    left, bottom, right, top = part.box
    dx, dy = max(left - point[0], 0.0, point[0] - right), max(bottom - point[1], 0.0, point[1] - top)
    return dx * dx + dy * dy


class CornerController(PartController):
    """Choose the quarter of the table in which one's fleet deploys (decision `corner`)."""

    def _part(self, answer: Answer) -> Rect:
        return quarter(self.selection.view, cast(ChooseCorner, answer).corner)


class EdgeController(PartController):
    """Choose the table edge by which the other side must escape (decision `edge`)."""

    def _part(self, answer: Answer) -> Rect:
        return edge_strip(self.selection.view, cast(ChooseEdge, answer).edge, NEAR)


# --- Real dice ---

DIE_KINDS = ("base", "flex", "macro")


class FacesController(Controller):
    """Let the player enter the faces of real dice, one die after the other (decision `faces`)."""

    decision: TypedFaces

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.typed: list[int] = []

    @property
    def wanted(self) -> int:
        """The number of dice to enter."""
        return sum(self.decision.counts)

    @property
    def hint(self) -> str:
        return f"{self.typed_text()} · {self.selection.keymap.key_label('cancel')} deletes the last die"

    def typed_text(self) -> str:
        """Return the faces entered so far, by kind of die."""
        parts, rest = [], list(self.typed)
        for kind, count in zip(DIE_KINDS, self.decision.counts, strict=True):
            if count:
                mine, rest = rest[:count], rest[count:]
                parts.append(f"{kind}: {' '.join(map(str, mine)) or '-'} of {count}")
        return " · ".join(parts)

    def sheet(self) -> Sheet:
        answers = tuple(
            Press(str(face), str(face), partial(self._type, face), command=pick_command(face)) for face in range(1, 7)
        )
        return Sheet(self.decision.title, self.typed_text(), self.decision.cited, answers)

    def offers(self) -> list[Press]:
        return [Press("back", "Delete last die", self.cancel)]

    # --- Input ---
    def keys(self) -> Mapping[str, Callable[[], object]]:
        return {"delete": self.cancel}

    def _type(self, face: int) -> None:
        """Enter a face. The last one answers."""
        self.typed.append(face)
        if len(self.typed) >= self.wanted:
            base, split = self.decision.counts.base, self.decision.counts.base + self.decision.counts.flex
            typed, self.typed = self.typed[: self.wanted], []
            self.selection.give(RealDice(tuple(typed[:base]), tuple(typed[base:split]), tuple(typed[split:])))

    def cancel(self) -> bool:
        had_any, self.typed = bool(self.typed), self.typed[:-1]
        return had_any
