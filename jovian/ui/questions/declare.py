"""Declaring an action: the draft of what a model will declare, and the list of all actions.

Each row of the list says what an action needs and does, or why it can't be declared now.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from jovian.frozen import frozen
from jovian.game import Activation, Answer, Model, Refusal, State
from jovian.game.answers import Activate, Declaration
from jovian.game.events import BASE
from jovian.rules.basics.rolls import MAGNITUDE_WORDS, SkillTest, part_words
from jovian.rules.menu.declarations import NONE, Declare, refuse_ever, suppose_declared
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.sequence.activation import ChooseModel
from jovian.table import distance
from jovian.ui.kit.draw import draw_box, draw_rule
from jovian.ui.kit.fonts import draw_citation, draw_text, wrap
from jovian.ui.kit.theme import (
    ACCENT,
    ACCENT_DEEP,
    EDGE_HIGH,
    GOOD,
    PANEL_HIGH,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WARN,
    Color,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import Button, Signal, Widget
from jovian.ui.panels.panel import Press
from jovian.ui.questions.attacks import AskedMenu
from jovian.ui.questions.controller import Sheet
from jovian.ui.session.table_selection import TableSelection

# --- The sheet ---

MARGIN = 14
WIDEST = 720
"""The sheet is this wide, or two thirds of a wider board."""
SHARE, COLUMN_SHARE = 60, 80
"""Maximum share of the height of the board's area and of the right column, in percent."""
NAMES, CHANCES = 132, 40
"""Widths of the columns before the text."""
ROW, LINE, FOOT_LINES = 20, 16, 4
"""Heights of a row and of a line of the foot; the number of lines of the foot."""
NARROW, NARROW_ROW = 560, 24
"""Below this width, the head has a line more and the foot half as many lines again, and rows of the second height are
in two columns, without texts.
"""
SHORT_FOOT_LINES = 3
"""The number of lines of a short foot, which has only texts."""
MIN_SPACE, MIN_LINES = 64, 4
"""Minimum height above a sheet in its column, for the heading of the card. If fewer lines of a narrow list would be
visible, it has a short foot and covers the card, or has no foot.
"""
DISABLED_INK = mix_colors(TEXT_FAINT, TEXT_SOFT, 0.55)
"""The color of rows that can't be declared: dim, but readable."""


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
    top: int = 0
    """The row at the top of the list."""
    follow: bool = True
    """Whether the list scrolls so that the chosen row is visible."""


class ActionButton(Button):
    """The button of a row. It declares the action, or shows why that isn't possible."""

    def __init__(self, press: Press, row: ActionRow, rect: pygame.Rect, lit: bool) -> None:
        super().__init__(press.name, rect, row.title, hint=f"{row.text} {row.place}".rstrip(), value=press)
        self.row, self.lit = row, lit
        self.under = False
        """Whether the pointer is on it and has moved since a key chose another row."""

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Handle the event as a button does, and note where the pointer goes."""
        if event.type == pygame.MOUSEMOTION and self.under != self.rect.collidepoint(event.pos):
            self.under = not self.under
            self.touch()
        return super().handle(event)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the name, the chance of the test, and as much of the text as fits. The foot shows all of it."""
        Widget.draw(self, surface)
        row, rect = self.row, self.rect
        if self.lit or self.under:
            fill = (ACCENT_DEEP if row.is_legal else PANEL_HIGH) if self.lit else mix_colors(PANEL_HIGH, EDGE_HIGH, 0.3)
            draw_box(surface, rect, fill, radius=px(4), border=ACCENT if self.lit else None, alpha=230)
        ink = TEXT if row.is_legal else DISABLED_INK
        left = rect.left + px(8)
        if row.fold:
            self._draw_fold(surface, left)
            return
        draw_text(surface, (left, rect.centery), row.title, "label", ink, anchor="midleft", width=px(NAMES - 4))
        right = min(left + px(NAMES + CHANCES - 12), rect.right - px(6))
        draw_text(
            surface,
            (right, rect.centery),
            row.chance,
            "label",
            GOOD if row.is_legal else DISABLED_INK,
            anchor="midright",
        )
        start = left + px(NAMES + CHANCES)
        if rect.width < px(NARROW) // 2:
            return
        color = (TEXT if self.lit else TEXT_SOFT) if row.is_legal else DISABLED_INK
        width = rect.right - px(6) - start
        draw_text(surface, (start, rect.centery), row.text, "small", color, anchor="midleft", width=width)

    def _draw_fold(self, surface: pygame.Surface, left: int) -> None:
        """Draw a triangle that points down if the part is open, its name, and its actions."""
        row, middle, half = self.row, self.rect.centery, px(4)
        across = [(left, middle - half), (left, middle + half), (left + half, middle)]
        down = [(left - half // 2, middle - half // 2), (left + half * 3 // 2, middle - half // 2),
                (left + half // 2, middle + half)]  # fmt: skip
        pygame.draw.polygon(surface, TEXT_SOFT, down if row.fold == "open" else across)
        name = draw_text(surface, (left + px(12), middle), row.title, "label", TEXT_SOFT, anchor="midleft")
        pos = (name.right + px(12), middle)
        width = self.rect.right - px(6) - pos[0]
        if row.fold == "shut" and self.rect.width >= px(NARROW) // 2 and width > px(30):
            draw_text(surface, pos, row.text, "small", DISABLED_INK, anchor="midleft", width=width)


class Wheel(Widget):
    """The area under the rows. The wheel scrolls the list there instead of zooming the board.

    Its value is the row to scroll to the top.
    """

    def __init__(self, rect: pygame.Rect, top: int, max_top: int) -> None:
        super().__init__("wheel", rect)
        self.top, self.max_top = top, max_top

    @property
    def focusable(self) -> bool:
        return False

    def handle(self, event: pygame.event.Event) -> Signal | None:
        if event.type == pygame.MOUSEWHEEL and self.hovered:
            return Signal(self.name, min(self.max_top, max(0, self.top - event.y)))
        return super().handle(event)


def lay_declare(sheet: DeclareSheet, area: pygame.Rect, share: int = SHARE) -> tuple[pygame.Rect, list[Widget]]:
    """Return the rectangle of the sheet at the bottom of an area, and its widgets: the area, then the visible rows."""
    width = min(area.width - px(12), max(px(WIDEST), area.width * 2 // 3))
    row_width = width - 2 * px(MARGIN - 6) - px(10)
    head, foot, count = _head_height(sheet, width), _foot_height(width), len(sheet.rows)
    columns, row_height = (2, px(NARROW_ROW)) if _is_narrow(width) else (1, px(ROW))
    space = area.height * share // 100
    if columns > 1:
        space, whole = min(space, area.height - px(MIN_SPACE)), area.height - px(6)
        tries = ((space, head, foot), (space, px(30), _short_foot_height()), (whole, px(30), _short_foot_height()),
                 (space, px(30), px(8)))  # fmt: skip
        fitting = (sizes for sizes in tries if sizes[0] - sizes[1] - sizes[2] >= MIN_LINES * row_height)
        space, head, foot = next(fitting, (whole, px(30), px(8)))
    lines = max(1, (space - head - foot) // row_height)
    visible = min(count, lines * columns)
    lines = -(-visible // columns)
    rect = pygame.Rect(0, 0, width, head + lines * row_height + foot)
    rect.midbottom = (area.centerx, area.bottom - px(6))
    start = min(sheet.top, count - visible)
    if sheet.follow:
        start = min(max(start, sheet.chosen - visible + 1), sheet.chosen)
    widgets: list[Widget] = [Wheel(rect, start, count - visible)]
    left, top = rect.left + px(MARGIN - 6), rect.top + head
    for index in range(start, start + visible):
        column, line = divmod(index - start, lines)
        place = pygame.Rect(left + column * row_width // columns, top + line * row_height, 0, row_height - 1)
        place.width = row_width // columns - px(4) * (columns - 1)
        widgets.append(ActionButton(sheet.answers[index], sheet.rows[index], place, index == sheet.chosen))
    return rect, widgets


def _is_narrow(width: int) -> bool:
    return width < px(NARROW)


def _head_lines(sheet: DeclareSheet, width: int) -> tuple[str, ...]:
    """Return the lines below the title of a narrow sheet."""
    return wrap(sheet.text, "small", width - 2 * px(MARGIN)) if _is_narrow(width) else ()


def _head_height(sheet: DeclareSheet, width: int) -> int:
    return px(30) + len(_head_lines(sheet, width)) * px(LINE + 2)


def _foot_height(width: int) -> int:
    return FOOT_LINES * (3 if _is_narrow(width) else 2) // 2 * px(LINE) + px(14)


def _short_foot_height() -> int:
    return SHORT_FOOT_LINES * px(LINE) + px(14)


def draw_declare(surface: pygame.Surface, rect: pygame.Rect, sheet: DeclareSheet, widgets: list[Widget]) -> None:
    """Draw everything but the rows: the head, the scroll bar, and the details of the pointed or chosen row."""
    left, inner = rect.left + px(MARGIN), rect.width - 2 * px(MARGIN)
    name = draw_text(surface, (left, rect.top + px(7)), sheet.title, "strong", width=inner)
    foot = _foot_of(rect, widgets)
    is_whole = foot.height >= _foot_height(rect.width)
    if _is_narrow(rect.width) and is_whole:
        for number, line in enumerate(_head_lines(sheet, rect.width)):
            draw_text(surface, (left, name.bottom + number * px(LINE + 2)), line, "small", TEXT_SOFT)
    elif not _is_narrow(rect.width):
        max_width = rect.right - px(MARGIN) - name.right - px(16)
        pos = (rect.right - px(MARGIN), name.centery)
        draw_text(surface, pos, sheet.text, "small", TEXT_SOFT, anchor="midright", width=max_width)
    buttons = [button for button in widgets if isinstance(button, ActionButton)]
    _draw_scroll_bar(surface, rect, sheet, buttons)
    under = next((button.row for button in buttons if button.under), sheet.rows[sheet.chosen])
    area = pygame.Rect(left, foot.top + px(4), inner, foot.height - px(8))
    if is_whole:
        _draw_foot(surface, area, under)
    elif foot.height:
        draw_rule(surface, area.left, area.right, area.top)
        above = px(LINE) - px(5)
        place = pygame.Rect(area.left, area.top - above, area.width, area.height + above)
        _draw_foot_lines(surface, place, _short_foot_lines(under))


def _foot_of(rect: pygame.Rect, widgets: list[Widget]) -> pygame.Rect:
    """Return the area of the foot, with a height of 0 if there is no space for it."""
    top = max(button.rect.bottom for button in widgets if isinstance(button, ActionButton)) + 1
    return pygame.Rect(rect.left, top, rect.width, rect.bottom - top if rect.bottom - top > px(20) else 0)


def _draw_scroll_bar(
    surface: pygame.Surface, rect: pygame.Rect, sheet: DeclareSheet, buttons: list[ActionButton]
) -> None:
    """Draw how much of the list is visible, unless all of it is."""
    count, visible, start = len(sheet.rows), len(buttons), sheet.rows.index(buttons[0].row)
    if visible >= count:
        return
    high = max(button.rect.bottom for button in buttons) - buttons[0].rect.top
    top = buttons[0].rect.top + high * start // count
    thumb = pygame.Rect(rect.right - px(12), top, px(6), max(px(16), high * visible // count))
    draw_box(surface, thumb, EDGE_HIGH, radius=px(3))


def _draw_foot(surface: pygame.Surface, area: pygame.Rect, row: ActionRow) -> None:
    """Draw the rulebook place and the odds of a row, why it is refused, what it needs, and what it does."""
    draw_rule(surface, area.left, area.right, area.top)
    y, step, right = area.top + px(5), px(LINE), area.right
    name = draw_text(surface, (area.left, y), row.title, "label", ACCENT)
    narrow = _is_narrow(area.width + 2 * px(MARGIN))
    at = y + step if narrow and row.chance else y
    for word, chance in reversed(row.odds):
        right = draw_text(surface, (right, at), f"{word} {chance}", "label", GOOD, anchor="topright").left - px(10)
    if row.odds_label:
        right = draw_text(surface, (right, at), row.odds_label, "small", TEXT_SOFT, anchor="topright").left - px(10)
    pos = (name.right + px(10), y)
    draw_citation(surface, pos, row.place, width=max(1, (right if at == y else area.right) - pos[0]))
    _draw_foot_lines(surface, pygame.Rect(area.left, at, area.width, area.bottom - at), _foot_lines(row))


def _draw_foot_lines(surface: pygame.Surface, area: pygame.Rect, lines: list[tuple[str, Color]]) -> None:
    """Draw the texts of the foot below the first line of an area. Lines without space are left out."""
    y, step = area.top, px(LINE)
    for text, color in lines:
        for line in wrap(text, "small", area.width):
            y += step
            if y + step > area.bottom + px(6):
                return
            draw_text(surface, (area.left, y), line, "small", color)


def _foot_lines(row: ActionRow) -> list[tuple[str, Color]]:
    """Return the texts of the foot with their colors."""
    if row.fold:
        return [(row.text, TEXT_SOFT)]
    needs = f"Needs: {row.needs}" if row.needs not in ("", "-") else "Needs nothing"
    why = [(row.text, WARN)] if not row.is_legal else []
    return [*why, (needs, TEXT), (row.summary or ("" if why else row.text), TEXT_SOFT)]


def _short_foot_lines(row: ActionRow) -> list[tuple[str, Color]]:
    """Return the texts of a short foot with their colors: why a row is refused or what it does, then what it needs."""
    lines = [(text, color) for text, color in _foot_lines(row) if text]
    return lines if row.fold or not row.is_legal else lines[::-1]


def declare_hint_at(
    rect: pygame.Rect, sheet: DeclareSheet, widgets: list[Widget], pos: tuple[int, int]
) -> tuple[pygame.Rect, str] | None:
    """Return the explanation of the Magnitudes in the foot, or the details of a row if there is no whole foot."""
    foot = _foot_of(rect, widgets)
    if foot.height < _foot_height(rect.width):
        buttons = [widget for widget in widgets if isinstance(widget, ActionButton)]
        row = next((button.row for button in buttons if button.rect.collidepoint(pos)), None)
        row = sheet.rows[sheet.chosen] if row is None and foot.collidepoint(pos) else row
        return (rect, _details(row)) if row is not None else None
    magnitudes = pygame.Rect(foot.left, foot.top, foot.width, px(2 * LINE))
    if not magnitudes.collidepoint(pos) or not sheet.rows[sheet.chosen].odds:
        return None
    return magnitudes, " ".join(MAGNITUDE_WORDS.values())


def _details(row: ActionRow) -> str:
    """Return what the foot says about a row."""
    return " ".join([*(f"{text.rstrip('.')}." for text, _ in _foot_lines(row) if text), row.place]).rstrip()


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
        self.selection, self.model_id = selection, model.id
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
        self.top, self.follow = 0, True

    @property
    def _start(self) -> Declaration:
        return self.decision.default()

    @property
    def declaration(self) -> Declaration:
        """What the model will declare."""
        return self.actions.answer(self.action, self.target)

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
        self.is_open, self.chosen, self.top, self.follow = not self.is_open, self.action, 0, True

    def step(self, step: int) -> None:
        """Choose the next row or the one before, around the ends."""
        self.reveal(self.names[(self.names.index(self.chosen) + step) % len(self.names)])

    def fold(self, name: str) -> None:
        """Open or close a part of the list."""
        self.unfolded ^= {name}
        self.reveal(name)

    def reveal(self, name: str) -> None:
        """Choose a row and scroll to it."""
        self.chosen, self.follow = name, True

    def scroll_to(self, row: int) -> None:
        """Scroll the list to a row."""
        self.top, self.follow = row, False
