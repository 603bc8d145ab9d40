"""A question with its answers, as lines of the context panel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

import pygame

from jovian.descriptions.odds import Aim
from jovian.dice.looks import SET
from jovian.frozen import frozen
from jovian.ui.kit.boxes import NOWHERE, Box, citation, item, row
from jovian.ui.kit.boxes import text as text_box
from jovian.ui.kit.draw import draw_die
from jovian.ui.kit.fonts import wrap
from jovian.ui.kit.tables import Table, TableRow, table_boxes
from jovian.ui.kit.theme import TEXT_SOFT, Color, px
from jovian.ui.kit.widgets import Button
from jovian.ui.panels.panel import Press, press_button
from jovian.ui.session.keymap import PICKS

ANSWER_HEIGHT = 34
"""The height of an answer without a row in a table."""
FACES = 6
"""The faces of a die."""


@frozen
class Sheet:
    """A question with its answers."""

    title: str
    text: str
    place: str
    answers: tuple[Press, ...]
    """The answers, each with its detail as a hint. Enter gives the lit one, else the first one."""
    dice: tuple[tuple[tuple[int, str], ...], ...] = ()
    """For answers that keep dice: all dice of the roll, with their looks if that answer is given."""
    table: Table | None = None
    """The rows of the answers that have figures. Their values are those answers."""
    lit: int = 0
    """The number of the answer that is lit, -1 for none."""
    others: tuple[Press, ...] = ()
    """The answers without a row in the table that have a button below it."""
    change: Callable[[Any], object] = field(default=lambda value: None, compare=False)
    """What gets the value of a widget that isn't a button: a slider, a heading."""
    foot: str = ""
    """A text below the lines, instead of the hint."""
    followed: str = ""
    """The name of the widget that stays in sight."""
    aim: Callable[[Press | None], Aim | None] = field(default=lambda press: None, compare=False)
    """The shot that an answer would make, or None. The odds panel shows it."""
    letters: Mapping[str, Press] = field(default_factory=dict, compare=False)
    """What letters do while they stand for icons, by capital letter."""

    @property
    def presses(self) -> tuple[Press, ...]:
        """All that the buttons and rows of the sheet do."""
        return self.answers

    def lines(self, width: int) -> list[Box]:
        """Return the text, the answers, and the place in the rulebook, from the top."""
        head, foot = text_lines(self.text, width), [citation(self.place)] if self.place else []
        if self._has_die_faces:
            return [*head, row(*map(_face_box, self.answers), gap=4), *foot]
        table, others = (self.table, self.others) if self.table is not None else (self._answers_table(), ())
        buttons = [item(press_button(press, NOWHERE), height=ANSWER_HEIGHT) for press in others]
        return [*head, *table_boxes(table, width), *buttons, *foot]

    @property
    def _has_die_faces(self) -> bool:
        """Whether the answers are the six faces of a die."""
        return bool(self.answers) and self.answers[0].label == "1"

    def _answers_table(self) -> Table:
        """Return a table of the answers, without columns."""
        rows = [
            TableRow(
                press.name, press.label, note=press.hint, hint=press.hint, mark=str(n) if n <= len(PICKS) else "",
                lit=n == self.lit + 1, dice=self.dice[n - 1] if n <= len(self.dice) else (), value=press,
            )
            for n, press in enumerate(self.answers, 1)
        ]  # fmt: skip
        return Table("Answer", (), tuple(rows))


def text_lines(
    text: str, width: int, role: str = "small", color: Color = TEXT_SOFT, *, is_link: bool = False
) -> list[Box]:
    """Return the lines of a text, [] for none. `is_link`: its terms lead to the rules."""
    return [text_box(words, role, color, is_link=is_link) for words in wrap(text, role, width)] if text else []


class _Face(Button):
    """A button with the face of a die."""

    def draw(self, surface: pygame.Surface) -> None:
        label, self.label = self.label, ""
        super().draw(surface)
        self.label, size = label, min(px(28), self.rect.width - px(8))
        pos = (self.rect.centerx - size // 2, self.rect.centery - size // 2)
        draw_die(surface, pos, int(label), SET, size)


def _face_box(press: Press) -> Box:
    button = _Face(press.name, NOWHERE, press.label, value=press)
    return item(button, height=44, grow=1)


def button_lines(presses: Sequence[Press], width: int, height: int = 30) -> Iterator[Box]:
    """Yield small buttons in as many rows as they need. Each row is filled."""
    boxes = [item(press_button(press, NOWHERE, "label"), height=height, grow=1) for press in presses]
    line: list[Box] = []
    for box in boxes:
        if line and sum(other.wanted_width().best + px(4) for other in (*line, box)) - px(4) > width:
            yield row(*line, gap=4)
            line = []
        line.append(box)
    if line:
        yield row(*line, gap=4)
