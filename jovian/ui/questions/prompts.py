"""Questions that a sheet with buttons answers: its layout and drawing, and its controllers.

The sheet shows the question, its place in the rulebook, and a large button for each answer, the suggested one first.
Corner and edge questions can also be answered by a click on a part of the table. Real dice are entered face by face.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import cast

import pygame

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
    KeepDice,
    OpenFire,
    RealDice,
    Stand,
)
from jovian.narrator import sorted_dice
from jovian.rules.basics.rolls import Outcomes, TypedFaces
from jovian.rules.close_combat.interception import Reactions
from jovian.rules.scenario.special import NEAR, edge_strip
from jovian.rules.scenario.zones import quarter
from jovian.table import Pose, Rect
from jovian.ui.board import Brackets, Overlay, PointLabel, Region
from jovian.ui.board.board_help import reaction_overlays
from jovian.ui.kit.draw import SET, draw_dice, draw_die
from jovian.ui.kit.fonts import draw_citation, draw_text, line_height, text_size, wrap
from jovian.ui.kit.tables import RowWidget, Table, TableRow, lay_table, table_height
from jovian.ui.kit.theme import TEXT_FAINT, TEXT_SOFT, mix_colors, px
from jovian.ui.kit.widgets import Button, Widget
from jovian.ui.panels.panel import Press, press_button
from jovian.ui.presentation.log import dice_looks
from jovian.ui.presentation.odds_tables import AnswerRow, answers_table
from jovian.ui.questions.controller import TABLE_SPACE, Controller, Sheet
from jovian.ui.session.keymap import PICKS, pick_command
from jovian.ui.session.table_selection import Point, TableSelection

# --- Answer buttons ---

PAD, ANSWER_MARGIN, MAX_LINES = 7, 22, 4
"""Padding above and below the text, margin at its sides, and the maximum number of lines of label and detail."""


class AnswerButton(Button):
    """A large button for one answer: its label, and the lines of its detail below it."""

    def __init__(self, press: Press, rect: pygame.Rect, kind: str, kept: int = 0) -> None:
        super().__init__(press.name, rect, press.label, kind=kind, hint=press.hint, value=press)
        self.detail, self.kept = press.hint, kept
        """The small text, and the height that stays free below the text."""

    def draw(self, surface: pygame.Surface) -> None:
        label, self.label = self.label, ""
        super().draw(surface)
        self.label = label
        ink = self._colors()[2]
        rows = [
            *((line, "button", ink) for line in answer_lines(label, "button", self.rect.width)),
            *(
                (line, "small", mix_colors(TEXT_SOFT, ink, 0.4))
                for line in answer_lines(self.detail, "small", self.rect.width)
            ),
        ]
        height_left = self.rect.height - self.kept
        while len(rows) > 1 and sum(line_height(role) for _, role, _ in rows) > height_left:
            rows.pop()
        y = self.rect.centery - self.kept // 2 - sum(line_height(role) for _, role, _ in rows) // 2
        for line, role, color in rows:
            draw_text(surface, (self.rect.centerx, y), line, role, color, anchor="midtop")
            y += line_height(role)


def answer_lines(text: str, role: str, width: int) -> tuple[str, ...]:
    """Return a text as the lines on a button of that width: at most `MAX_LINES`, () for no text."""
    return _wrapped(text, role, width)[:MAX_LINES]


def is_cut(text: str, role: str, width: int) -> bool:
    """Return whether a button of that width has too few lines for a text."""
    return len(_wrapped(text, role, width)) > MAX_LINES


def _wrapped(text: str, role: str, width: int) -> tuple[str, ...]:
    return wrap(text, role, max(1, width - 2 * px(ANSWER_MARGIN))) if text else ()


def button_height(label: str, detail: str, width: int) -> int:
    """Return the height of a button that shows label and detail in full."""
    total = len(answer_lines(label, "button", width)) * line_height("button")
    return total + len(answer_lines(detail, "small", width)) * line_height("small") + 2 * px(PAD)


# --- Layout of the sheet ---

WIDEST, MARGIN, GAP = 620, 14, 6
MAX_COLUMNS = 6
SHARE, MIN_COLUMN_WIDTH = 0.4, 180
"""A sheet takes at most this share of its area's height, as long as its columns can have this width."""
MIN_BUTTON_HEIGHT, FACES_HEIGHT = 24, 70
"""The lowest button before answers are put in more columns; the height of a button that shows dice."""
MIN_TABLE_HEIGHT = 130
"""The height of two candidates with their headings."""
TEXT_LINES = 4
DICE_HEIGHT = 22
"""Height of the dice below the text of an answer that keeps them."""


def lay_prompt(sheet: Sheet, area: pygame.Rect, first: int = 0) -> tuple[pygame.Rect, list[Widget]]:
    """Return the rectangle of the sheet at the bottom of an area, and its buttons."""
    if sheet.table is not None:
        return _lay_rows(sheet, sheet.table, sheet.others, area, first)
    width = min(area.width - px(12), px(WIDEST))
    inner = width - 2 * px(MARGIN)
    head, gap = _head(sheet, inner), px(GAP)
    max_height = area.height - px(12) - head - px(MARGIN)
    columns = _columns(sheet, inner)
    while columns < MAX_COLUMNS and _row_count(sheet, columns) * px(MIN_BUTTON_HEIGHT + GAP) > max_height:
        columns += 1
    column_width = (inner - gap * (columns - 1)) // columns
    row_heights = _heights(sheet, columns, column_width, max_height)
    while head + sum(row_heights) > SHARE * area.height and columns < min(
        len(sheet.answers), inner // px(MIN_COLUMN_WIDTH)
    ):
        narrower = (inner - gap * columns) // (columns + 1)
        if _are_cut(sheet, narrower) and not _are_cut(sheet, column_width):
            break
        columns, column_width = columns + 1, narrower
        row_heights = _heights(sheet, columns, column_width, max_height)
    rect = pygame.Rect(0, 0, width, head + sum(row_heights) + gap * len(row_heights) + px(MARGIN) - gap)
    rect.midbottom = (area.centerx, area.bottom - px(6))
    if rect.height > area.height - px(TABLE_SPACE) and not has_die_faces(sheet):
        return _lay_rows(sheet, _plain_table(sheet), (), area, first)
    widgets: list[Widget] = []
    for index, press in enumerate(sheet.answers):
        row, column = divmod(index, columns)
        left = rect.left + px(MARGIN) + column * (column_width + gap)
        top = rect.top + head + sum(row_heights[:row]) + gap * row
        widgets.append(_button(sheet, press, pygame.Rect(left, top, column_width, row_heights[row]), index == 0))
    return rect, widgets


def _plain_table(sheet: Sheet) -> Table:
    """Return a table of the answers without columns. It needs less space than buttons, and scrolls."""
    kept = DICE_HEIGHT if sheet.dice else 0
    rows = [
        TableRow(
            press.name, press.label, note=press.hint, hint=press.hint, mark=str(n) if n <= len(PICKS) else "",
            lit=n == 1 and sheet.is_suggested, kept=kept, value=press,
        )
        for n, press in enumerate(sheet.answers, 1)
    ]  # fmt: skip
    return Table("AnswerButton", (), tuple(rows))


def _lay_rows(
    sheet: Sheet, table: Table, others: Sequence[Press], area: pygame.Rect, first: int
) -> tuple[pygame.Rect, list[Widget]]:
    """Return the rectangle of a sheet with a table, its rows from `first` on, and a button for each other answer.

    If the table is too high, it scrolls. The heading of the card stays visible.
    """
    width = min(area.width - px(12), px(WIDEST))
    inner, gap = width - 2 * px(MARGIN), px(GAP)
    head = _head(sheet, inner)
    heights = [max(px(34), button_height(press.label, "", inner)) for press in others]
    foot = sum(heights) + gap * len(heights) + px(MARGIN)
    max_height = max(px(2 * MIN_BUTTON_HEIGHT), area.height - px(TABLE_SPACE) - head - foot)
    if max_height < min(px(MIN_TABLE_HEIGHT), table_height(table, inner)):  # Then the sheet covers the card, too.
        max_height = max(max_height, area.height - px(12) - head - foot)
    height = min(table_height(table, inner), max_height)
    rect = pygame.Rect(0, 0, width, head + height + foot)
    rect.midbottom = (area.centerx, area.bottom - px(6))
    place = pygame.Rect(rect.left + px(MARGIN), rect.top + head, inner, height)
    widgets = lay_table(table, place, first)
    y = place.bottom + gap
    for press, height in zip(others, heights, strict=True):
        place = pygame.Rect(place.left, y, inner, height)
        widgets.append(press_button(press, place))
        y += height + gap
    return rect, widgets


def _button(sheet: Sheet, press: Press, rect: pygame.Rect, first: bool) -> Widget:
    kind = "primary" if first and sheet.is_suggested and not press.label.isdigit() else "plain"
    if has_die_faces(sheet):
        return press_button(press, rect)
    return AnswerButton(press, rect, kind, px(DICE_HEIGHT) if sheet.dice else 0)


def _head(sheet: Sheet, inner: int) -> int:
    title = len(wrap(sheet.title, "heading", inner)) * line_height("heading")
    return px(10) + title + len(_subtitle_lines(sheet, inner)) * line_height("small") + px(8)


def _subtitle_lines(sheet: Sheet, inner: int) -> Sequence[str]:
    """Return the lines below the question: its text and its place in the rulebook."""
    text_lines = wrap(sheet.text, "small", inner)[:TEXT_LINES] if sheet.text else ()
    return (*text_lines, sheet.place) if sheet.place else text_lines


def _columns(sheet: Sheet, inner: int) -> int:
    """Return the number of columns in which no label is cut. Long details get one column if space is short."""
    if has_die_faces(sheet):
        return 6
    if sheet.dice:
        return max(1, min(3, len(sheet.answers), inner // px(190)))
    widest = max(
        max(text_size(press.label, "button")[0], text_size(press.hint, "small")[0]) for press in sheet.answers
    )
    return max(1, min(3, len(sheet.answers), inner // max(1, widest + px(50))))


def _heights(sheet: Sheet, columns: int, column_width: int, max_height: int) -> list[int]:
    """Return the height of each row of buttons: what the texts need, or less if space is short."""
    rows = _row_count(sheet, columns)
    min_height = px(FACES_HEIGHT if sheet.dice else 40 if len(sheet.answers) <= 8 else 34)
    heights = [min_height] * rows
    dice = px(DICE_HEIGHT) if sheet.dice else 0
    for index, press in enumerate(sheet.answers):
        height = button_height(press.label, press.hint, column_width) + dice
        heights[index // columns] = max(heights[index // columns], height)
    if sum(heights) + px(GAP) * rows > max_height:
        heights = [max(px(14), max_height // rows - px(GAP))] * rows
    return heights


def _are_cut(sheet: Sheet, width: int) -> bool:
    """Return whether a button of that width cuts the words of an answer."""
    return any(
        is_cut(press.label, "button", width) or is_cut(press.hint, "small", width) for press in sheet.answers
    )


def _row_count(sheet: Sheet, columns: int) -> int:
    return (len(sheet.answers) + columns - 1) // columns


def has_die_faces(sheet: Sheet) -> bool:
    """Return whether the answers are the six faces of a die."""
    return bool(sheet.answers) and sheet.answers[0].label == "1"


def draw_prompt(surface: pygame.Surface, rect: pygame.Rect, sheet: Sheet) -> None:
    """Draw the question and the lines below it."""
    inner = rect.width - 2 * px(MARGIN)
    x, y = rect.left + px(MARGIN), rect.top + px(10)
    for line in wrap(sheet.title, "heading", inner):
        draw_text(surface, (x, y), line, "heading")
        y += line_height("heading")
    for line in _subtitle_lines(sheet, inner):
        if line == sheet.place:
            draw_citation(surface, (x, y), line, width=inner)
        else:
            draw_text(surface, (x, y), line, "small", TEXT_SOFT, width=inner)
        y += line_height("small")


def draw_on_buttons(surface: pygame.Surface, sheet: Sheet, widgets: Sequence[Widget]) -> None:
    """Draw the dice of answers that keep some of them, and the number key of each answer in its corner."""
    rows = [widget for widget in widgets if isinstance(widget, RowWidget)]
    for widget, dice in zip(rows or widgets, sheet.dice, strict=False):
        if not widget.visible:
            continue
        side = min(px(18), (widget.rect.width - px(16)) // max(1, len(dice)) - px(3))
        left = widget.rect.left + px(24) if rows else widget.rect.centerx - len(dice) * (side + px(3)) // 2
        draw_dice(surface, (left, widget.rect.bottom - side - px(4)), dice, side, px(3))
    if has_die_faces(sheet):
        for face, widget in enumerate(widgets, 1):
            draw_die(surface, (widget.rect.centerx - px(14), widget.rect.centery - px(14)), face, SET, px(28))
    elif len(sheet.answers) > 1 and not rows:
        for number, widget in enumerate(widgets[:9], 1):
            pos = (widget.rect.left + px(6), widget.rect.top + px(4))
            draw_text(surface, pos, str(number), "tiny", TEXT_SOFT if number == 1 else TEXT_FAINT)


# --- Prompts ---

DECLINING = (Decline, Stand, Keep, Enough, HoldOn)
"""Answers that decline."""
MAX_LABEL = 40
"""The longest label that the action bar shows. A longer one is only on the sheet."""
MAX_ANSWERS = 24
"""Maximum number of answers offered for a decision without a list."""


class PromptController(Controller):
    """Answer any `ListDecision`, and decisions that no other controller handles from their first options."""

    decision: Decision

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.listed: tuple[Option[Answer], ...] = _listed_answers(decision)
        self._details: dict[int, str] = {}
        """The details of answers, by their number."""
        self._aims: dict[Answer | None, Aim | None] = {}
        """The shots of answers. That of None is the first one of any answer."""
        self._figures: dict[int, Figures] = {}
        """The figures of answers so far, by their number. {} for an answer without figures."""
        self._steps: list[tuple[int, Iterator[Figures]]] = []
        """The answers whose figures aren't complete."""
        self._start_figures()
        if decision.subject and selection.model(decision.subject) is not None:
            selection.selected = decision.subject

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
    def _is_suggested(self) -> bool:
        """Whether the first answer is lit. An answer that declines isn't, except the one that keeps a good roll."""
        return self._declining() != 0 or len(self.listed) == 1 or isinstance(self._answers()[0], Stand)

    def _declining(self) -> int | None:
        """Return the number of the answer that declines, or None."""
        return next((n for n, answer in enumerate(self._answers()) if isinstance(answer, DECLINING)), None)

    def sheet(self) -> Sheet:
        answers = tuple(
            Press(str(n), option.label, option.answer, command=pick_command(n + 1), hint=self._detail(n))
            for n, option in enumerate(self.listed)
        )
        dice = self._dice()
        numbers = [] if dice else self._numbers_with_figures()
        in_bar = (0, self._declining())
        others = tuple(press for n, press in enumerate(answers) if n not in numbers and n not in in_bar)
        return Sheet(
            self.decision.title, self._context(), self.decision.cited, answers, dice,
            self._table(answers, numbers) if numbers else None, self._is_suggested, others,
        )  # fmt: skip

    def _dice(self) -> tuple[tuple[tuple[int, str], ...], ...]:
        """Return the rolled dice with their looks, once for each answer that keeps some, or ()."""
        stake = self.decision.stake if isinstance(self.decision, ListDecision) else None
        if not isinstance(stake, Outcomes) or stake.faces is None or stake.pool is None:
            return ()
        return tuple(
            dice_looks(sorted_dice(stake.faces, answer.faces, str(result), stake.pool.macro))
            for answer, result in zip(self._answers(), stake.results, strict=True)
            if isinstance(answer, KeepDice)
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
                number in pointed, answers[number],
            )
            for number in numbers
        ]  # fmt: skip
        return answers_table(rows, "AnswerButton")

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

    def aim(self, press: Press | None) -> Aim | None:
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
        declining, kind = self._declining(), "primary" if self._is_suggested else "plain"
        first = self.listed[0]
        label = f"Fire {first.label}" if isinstance(first.answer, OpenFire) else first.label
        label = label if len(label) <= MAX_LABEL else "Take answer 1"
        buttons = [Press("0", label, first.answer, kind, "confirm", hint=first.label)]
        if declining:
            option, hint = self.listed[declining], f"{self.selection.keymap.key_label('cancel')} does the same."
            buttons.append(Press("decline", option.label, option.answer, hint=hint, is_last=True))
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
    def click(self, point: Point, model_id: str) -> bool:
        """Select the model that one answer names. A second click gives that answer."""
        numbers = self._answers_about(model_id) if model_id else []
        if len(numbers) != 1 or model_id == self.decision.subject:
            return False
        if self.selection.selected == model_id:
            self.give(self._answers()[numbers[0]])
        else:
            self.selection.selected = model_id
        return True

    def cancel(self) -> bool:
        """Decline, if an answer declines."""
        number = self._declining()
        if number is not None:
            self.give(self._answers()[number])
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

    def may_show_odds(self, model_id: str) -> bool:
        return False

    def click(self, point: Point, model_id: str) -> bool:
        under = self._part_at(point)
        if under is not None:
            self.give(under[0])
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
    def _type(self, face: int) -> None:
        """Enter a face. The last one answers."""
        self.typed.append(face)
        if len(self.typed) >= self.wanted:
            base, split = self.decision.counts.base, self.decision.counts.base + self.decision.counts.flex
            typed, self.typed = self.typed[: self.wanted], []
            self.give(RealDice(tuple(typed[:base]), tuple(typed[base:split]), tuple(typed[split:])))

    def cancel(self) -> bool:
        had_any, self.typed = bool(self.typed), self.typed[:-1]
        return had_any
