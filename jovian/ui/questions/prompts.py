"""Questions that a sheet with buttons answers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import cast

import pygame

from jovian.game import Answer as GameAnswer
from jovian.game import Decision, ListDecision, Model, Option
from jovian.game.answers import ChooseCorner, ChooseEdge, Decline, Enough, HoldOn, Keep, KeepDice, Stand
from jovian.rules.close_combat.interception import Reactions
from jovian.rules.scenario.special import NEAR, band
from jovian.rules.scenario.zones import quarter
from jovian.table import Rect
from jovian.ui.board import Brackets, Overlay, PointLabel, Region
from jovian.ui.board.board_help import coming
from jovian.ui.kit.draw import PLAIN, SET, dice_row, die
from jovian.ui.kit.fonts import draw_text, line_height, text_size, wrap
from jovian.ui.kit.theme import TEXT_FAINT, TEXT_SOFT, mix_colors, px
from jovian.ui.kit.widgets import Button, Widget
from jovian.ui.panels.panel import ActionButton
from jovian.ui.presentation.odds import Aim, shot_of, told, words_of
from jovian.ui.questions.controller import Controller, Sheet
from jovian.ui.session.keymap import PICKS
from jovian.ui.session.table_selection import Point, TableSelection

# --- answer ---
# An answer of a prompt: a large button with its label and, below it, as many lines of detail as there are.

PAD, ANSWER_MARGIN, MOST_LINES = 7, 22, 4
"""Above and below the text, at either side of it; lines of label and of detail at most."""


class Answer(Button):
    """A button for one answer. Nothing of its text is cut as long as four lines of each will do."""

    def __init__(self, name: str, rect: pygame.Rect, label: str, detail: str, suggested: bool, kept: int = 0) -> None:
        super().__init__(name, rect, label, kind="primary" if suggested else "plain", hint=detail)
        self.detail, self.kept = detail, kept
        """What is written small, and the height that is left free below it."""

    def draw(self, surface: pygame.Surface) -> None:
        """The plate of a button, then the lines."""
        label, self.label = self.label, ""
        super().draw(surface)
        self.label = label
        ink = self._colors()[2]
        rows = [
            *((line, "button", ink) for line in lines(label, "button", self.rect.width)),
            *(
                (line, "small", mix_colors(TEXT_SOFT, ink, 0.4))
                for line in lines(self.detail, "small", self.rect.width)
            ),
        ]
        room = self.rect.height - self.kept
        while len(rows) > 1 and sum(line_height(role) for _, role, _ in rows) > room:
            rows.pop()
        y = self.rect.centery - self.kept // 2 - sum(line_height(role) for _, role, _ in rows) // 2
        for line, role, color in rows:
            draw_text(surface, (self.rect.centerx, y), line, role, color, anchor="midtop")
            y += line_height(role)


def lines(text: str, role: str, width: int) -> tuple[str, ...]:
    """A text in the lines that a button of that width gives it, () for none."""
    return _wrapped(text, role, width)[:MOST_LINES]


def is_cut(text: str, role: str, width: int) -> bool:
    """Return whether a button of that width has too few lines for a text."""
    return len(_wrapped(text, role, width)) > MOST_LINES


def _wrapped(text: str, role: str, width: int) -> tuple[str, ...]:
    return wrap(text, role, max(1, width - 2 * px(ANSWER_MARGIN))) if text else ()


def height(label: str, detail: str, width: int) -> int:
    """How high a button must be to show both in full."""
    high = len(lines(label, "button", width)) * line_height("button")
    return high + len(lines(detail, "small", width)) * line_height("small") + 2 * px(PAD)


# --- prompt sheet ---
# The sheet of a prompt: the question, its place in the book, and a large button for each answer, the first lit.

WIDEST, MARGIN, GAP = 620, 14, 6
MOST_COLUMNS = 6
SHARE, LEAST_WIDE = 0.4, 180
"""Of the height of its area a sheet takes no more, if columns no narrower than this bring it there."""
LEAST_HIGH, FACES_HIGH = 24, 70
"""The lowest button before answers are put in more columns; one that shows dice."""
TEXT_LINES = 4
DICE_HIGH = 22
"""Height of the dice below the words of an answer that keeps them."""


def lay_prompt(sheet: Sheet, area: pygame.Rect) -> tuple[pygame.Rect, list[Widget]]:
    """Where the sheet stands at the bottom of an area, and its buttons."""
    width = min(area.width - px(12), px(WIDEST))
    inner = width - 2 * px(MARGIN)
    head, gap = _head(sheet, inner), px(GAP)
    most = area.height - px(12) - head - px(MARGIN)
    columns = _columns(sheet, inner)
    while columns < MOST_COLUMNS and _rows(sheet, columns) * px(LEAST_HIGH + GAP) > most:
        columns += 1
    wide = (inner - gap * (columns - 1)) // columns
    highs = _heights(sheet, columns, wide, most)
    while head + sum(highs) > SHARE * area.height and columns < min(len(sheet.answers), inner // px(LEAST_WIDE)):
        narrower = (inner - gap * columns) // (columns + 1)
        if _are_cut(sheet, narrower) and not _are_cut(sheet, wide):
            break
        columns, wide = columns + 1, narrower
        highs = _heights(sheet, columns, wide, most)
    rect = pygame.Rect(0, 0, width, head + sum(highs) + gap * len(highs) + px(MARGIN) - gap)
    rect.midbottom = (area.centerx, area.bottom - px(6))
    made: list[Widget] = []
    for index, answer in enumerate(sheet.answers):
        row, column = divmod(index, columns)
        left = rect.left + px(MARGIN) + column * (wide + gap)
        top = rect.top + head + sum(highs[:row]) + gap * row
        made.append(_button(sheet, answer, pygame.Rect(left, top, wide, highs[row]), index == 0))
    return rect, made


def _button(sheet: Sheet, answer: tuple[str, str, str], rect: pygame.Rect, first: bool) -> Widget:
    name, label, detail = answer
    suggested = first and not label.isdigit()
    if dice_to_type(sheet):
        return Button(name, rect, label, kind="primary" if suggested else "plain", hint=detail)
    return Answer(name, rect, label, detail, suggested, px(DICE_HIGH) if sheet.faces else 0)


def _head(sheet: Sheet, inner: int) -> int:
    title = len(wrap(sheet.title, "heading", inner)) * line_height("heading")
    return px(10) + title + len(_said(sheet, inner)) * line_height("small") + px(8)


def _said(sheet: Sheet, inner: int) -> Sequence[str]:
    """What is told below the question: a text if there is one, and the place in the book."""
    told = wrap(sheet.text, "small", inner)[:TEXT_LINES] if sheet.text else ()
    return (*told, sheet.place) if sheet.place else told


def _columns(sheet: Sheet, inner: int) -> int:
    """As many columns as no label is cut in, and one where there are details to read unless there is much room."""
    if dice_to_type(sheet):
        return 6
    if sheet.faces:
        return max(1, min(3, len(sheet.answers), inner // px(190)))
    widest = max(
        max(text_size(label, "button")[0], text_size(detail, "small")[0]) for _, label, detail in sheet.answers
    )
    return max(1, min(3, len(sheet.answers), inner // max(1, widest + px(50))))


def _heights(sheet: Sheet, columns: int, wide: int, most: int) -> list[int]:
    """The height of each row of buttons: what its texts need, less if there is not the room."""
    rows = _rows(sheet, columns)
    least = px(FACES_HIGH if sheet.faces else 40 if len(sheet.answers) <= 8 else 34)
    found = [least] * rows
    dice = px(DICE_HIGH) if sheet.faces else 0
    for index, (_, label, detail) in enumerate(sheet.answers):
        found[index // columns] = max(found[index // columns], height(label, detail, wide) + dice)
    if sum(found) + px(GAP) * rows > most:
        found = [max(px(14), most // rows - px(GAP))] * rows
    return found


def _are_cut(sheet: Sheet, wide: int) -> bool:
    """Return whether a button of that width cuts the words of an answer."""
    return any(is_cut(label, "button", wide) or is_cut(detail, "small", wide) for _, label, detail in sheet.answers)


def _rows(sheet: Sheet, columns: int) -> int:
    return (len(sheet.answers) + columns - 1) // columns


def dice_to_type(sheet: Sheet) -> bool:
    """Are the answers the six faces of a die?"""
    return bool(sheet.answers) and sheet.answers[0][1] == "1"


def draw_prompt(surface: pygame.Surface, rect: pygame.Rect, sheet: Sheet) -> None:
    """The question and what is told below it."""
    inner = rect.width - 2 * px(MARGIN)
    x, y = rect.left + px(MARGIN), rect.top + px(10)
    for line in wrap(sheet.title, "heading", inner):
        draw_text(surface, (x, y), line, "heading")
        y += line_height("heading")
    for line in _said(sheet, inner):
        draw_text(surface, (x, y), line, "small", TEXT_FAINT if line == sheet.place else TEXT_SOFT, width=inner)
        y += line_height("small")


def draw_on_buttons(surface: pygame.Surface, sheet: Sheet, widgets: Sequence[Widget]) -> None:
    """Dice on the answers that are dice, and the number key of each answer in its corner."""
    for widget, faces in zip(widgets, sheet.faces, strict=False):
        look = [(face, SET if faces.count(face) > 1 else PLAIN) for face in faces]
        side = min(px(18), (widget.rect.width - px(16)) // max(1, len(faces)) - px(3))
        left = widget.rect.centerx - len(faces) * (side + px(3)) // 2
        dice_row(surface, (left, widget.rect.bottom - side - px(4)), look, side, px(3))
    if dice_to_type(sheet):
        for widget in widgets:
            die(surface, (widget.rect.centerx - px(14), widget.rect.centery - px(14)), int(widget.name), SET, px(28))
    elif len(sheet.answers) > 1:
        for number, widget in enumerate(widgets[:9], 1):
            pos = (widget.rect.left + px(6), widget.rect.top + px(4))
            draw_text(surface, pos, str(number), "tiny", TEXT_SOFT if number == 1 else TEXT_FAINT)


# --- prompts ---
# Prompts: every short list of answers, with the suggested one first and Escape for the one that declines.

DECLINING = (Decline, Stand, Keep, Enough, HoldOn)
"""Answers that mean no."""
MOST = 24
"""Answers that are offered of a question that has no list."""


class PromptController(Controller):
    """Answers any `Pick`, and by its finite part any question that no other controller knows."""

    decision: Decision

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.listed: tuple[Option[GameAnswer], ...] = _listed(decision)
        self._details: dict[int, str] = {}
        """What answers would do, told once."""
        self._aims: dict[str, Aim | None] = {}
        if decision.subject and selection.model(decision.subject) is not None:
            selection.selected = decision.subject

    @property
    def hint(self) -> str:
        """Which key does what."""
        confirm, cancel = self.selection.keymap.shown("confirm"), self.selection.keymap.shown("cancel")
        return f"{confirm} takes the suggested answer" + (f", {cancel} declines" if self._declining() else "")

    def _answers(self) -> list[GameAnswer]:
        return [option.answer for option in self.listed]

    def _ids(self, answer: GameAnswer) -> list[str]:
        """The ids, and other words, that an answer names."""
        return [part for part in answer.to_json()[1:] if isinstance(part, str)]

    def _declining(self) -> str:
        return next((str(n) for n, each in enumerate(self._answers()) if isinstance(each, DECLINING)), "")

    def sheet(self) -> Sheet:
        """The question with its answers as buttons."""
        answers = tuple((str(n), each.label, self._detail(n)) for n, each in enumerate(self.listed))
        faces = tuple(each.faces for each in self._answers() if isinstance(each, KeepDice))
        return Sheet(self.decision.title, self._context(), self.decision.cited, answers, faces)

    def _detail(self, number: int) -> str:
        """What the rules say of an answer, and what it would do on the table as it is."""
        if number not in self._details:
            option = self.listed[number]
            known = "" if self.decision.kind == "flex" else option.detail
            found = words_of(self.selection.view, self.decision, number, option.answer)
            self._details[number] = " · ".join(each for each in (known, found) if each)
        return self._details[number]

    def _context(self) -> str:
        """What the active model has declared, for the side that reacts to it."""
        state = self.selection.view
        act, active = state.activation, state.active
        if act is None or active is None or active.side == self.decision.side or not act.declared:
            return ""
        return f"{active.name} has declared {act.action.title() if act.action else 'no action'}."

    def aim(self, name: str) -> Aim | None:
        """The shot of an answer, or of the first that makes one, for the sheet of its odds; worked out once."""
        if name not in self._aims:
            self._aims[name] = self._aim(name)
        return self._aims[name]

    def _aim(self, name: str) -> Aim | None:
        answers = self._answers()
        first = int(name) if name.isdigit() and int(name) < len(answers) else 0
        for answer in (answers[first], *(answers if not name else ())):
            shot = shot_of(self.selection.view, self.decision, answer)
            if shot is not None:
                models = self.selection.view.models
                return told(self.selection.view, Aim(models[shot.attacker].name, models[shot.target].name, shot))
        return None

    def offers(self) -> list[ActionButton]:
        """The suggested answer in the action bar too."""
        return [ActionButton("0", self.listed[0].label, "primary", "confirm")]

    # --- the board ---
    def about(self) -> tuple[str, ...]:
        """Whom any prompt is about, and whom or what its answers name."""
        known = {*self.selection.view.models, *self.selection.view.terrain}
        named = [part for answer in self._answers() for part in self._ids(answer) if part in known]
        return tuple(dict.fromkeys((*super().about(), *named)))

    def _named(self) -> list[Model]:
        """The models that answers name, in their order."""
        idents = [part for answer in self._answers() for part in self._ids(answer)]
        models = [
            self.selection.model(model_id) for model_id in dict.fromkeys(idents) if model_id != self.decision.subject
        ]
        return [model for model in models if model is not None and model.on_table]

    def overlays(self) -> tuple[Overlay, ...]:
        """The model it is about, its ship if it is on one, and those that an answer names."""
        about = self.selection.model(self.decision.subject)
        found: list[Overlay] = []
        if about is not None and about.on_table:
            host = self.selection.model(about.host) if about.is_attached else None
            found += [Brackets(each.base, each.pose, "attack") for each in (about, host) if each is not None]
            if isinstance(self.decision, Reactions):
                return (*found, *coming(self.selection, self.decision))
        return (*found, *(Brackets(model.base, model.pose, "lit") for model in self._named()))

    # --- input ---
    def press(self, name: str) -> None:
        """Give the answer of that number."""
        if name.isdigit() and int(name) < len(self.listed):
            self.give(self._answers()[int(name)])

    def click(self, point: Point, model_id: str) -> bool:
        """A click on a model that one answer names shows its card, the next one gives the answer."""
        naming = [str(n) for n, each in enumerate(self._answers()) if model_id and model_id in self._ids(each)]
        if len(naming) != 1 or model_id == self.decision.subject:
            return False
        if self.selection.selected == model_id:
            self.press(naming[0])
        else:
            self.selection.selected = model_id
        return True

    def command(self, name: str) -> bool:
        """Keys 1 to 9 are the answers in order."""
        number = PICKS.get(name, 0)
        if not 1 <= number <= len(self.listed):
            return False
        self.press(str(number - 1))
        return True

    def cancel(self) -> bool:
        """Escape declines where that can be done."""
        name = self._declining()
        if name:
            self.press(name)
        return bool(name)


def _listed(decision: Decision) -> tuple[Option[GameAnswer], ...]:
    """The answers to offer: the list of a pick, else the default and what else the question has to offer."""
    if isinstance(decision, ListDecision):
        return decision.listed
    found = list(islice(decision.options(), MOST))
    default = decision.default()
    first = next((option for option in found if option.answer == default), Option(default, "The suggested answer"))
    return (first, *(option for option in found if option.answer != default))


# --- part ---
# A part of the table that is chosen: all of them outlined, the one under the pointer lit.


class PartController(PromptController):
    """Base of those that answer by a button, or by a click on a part of the table."""

    @property
    def hint(self) -> str:
        """Words on how to answer."""
        return f"Click that part of the table, or choose it here · {super().hint}"

    def _parts(self) -> list[tuple[GameAnswer, Rect]]:
        """Each answer with its part of the table."""
        return [(answer, self._part(answer)) for answer in self._answers()]

    def _part(self, answer: GameAnswer) -> Rect:
        """What of the table an answer stands for."""
        raise NotImplementedError

    def _under(self, point: Point | None) -> tuple[GameAnswer, Rect] | None:
        """The answer whose part of the table is under the pointer, or nearest to it."""
        if point is None:
            return None
        return min(self._parts(), key=lambda each: _away(each[1], point))

    def overlays(self) -> tuple[Overlay, ...]:
        """All the parts, the one under the pointer lit."""
        found: list[Overlay] = [Region(part.outline, "measure") for _, part in self._parts()]
        under = self._under(self.selection.point)
        if under is None:
            return tuple(found)
        answer, part = under
        label = next(each.label for each in self.listed if each.answer is answer)
        left, bottom, right, top = part.box
        return (*found, Region(part.outline, "lit"), PointLabel(((left + right) / 2, (bottom + top) / 2), label, "lit"))

    def fires_at(self, model_id: str) -> bool:
        """False: a click chooses a part of the table."""
        return False

    def click(self, point: Point, model_id: str) -> bool:
        """Choose the part of the table that was clicked."""
        under = self._under(point)
        if under is not None:
            self.give(under[0])
        return under is not None


def _away(part: Rect, point: Point) -> float:
    """How far a point is from a part of the table, its square; 0 inside."""
    left, bottom, right, top = part.box
    dx, dy = max(left - point[0], 0.0, point[0] - right), max(bottom - point[1], 0.0, point[1] - top)
    return dx * dx + dy * dy


# --- corner ---
# Choosing the quarter of the table in which one deploys.


class CornerController(PartController):
    """Answers `corner`."""

    def _part(self, answer: GameAnswer) -> Rect:
        return quarter(self.selection.view, cast(ChooseCorner, answer).corner)


# --- edge ---
# Choosing the edge of the table by which the other side must escape.


class EdgeController(PartController):
    """Answers `edge`."""

    def _part(self, answer: GameAnswer) -> Rect:
        return band(self.selection.view, cast(ChooseEdge, answer).edge, NEAR)
