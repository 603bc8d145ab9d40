"""Declaring actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pygame

from jovian.game import Answer, Decision, Model, Refusal, State
from jovian.game.answers import Declaration
from jovian.game.events import BASE
from jovian.rules.basics.rolls import MAGNITUDE_WORDS, SkillTest, part_words
from jovian.rules.menu.declarations import NONE, Declare, refuse_ever
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import distance
from jovian.ui.board import Brackets, Line, Overlay
from jovian.ui.kit.draw import draw_box, rule
from jovian.ui.kit.fonts import draw_text, wrap
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
from jovian.ui.kit.widgets import Action, Button, Widget
from jovian.ui.panels.panel import ActionButton, named
from jovian.ui.questions.controller import Controller, Sheet
from jovian.ui.session.keymap import PICKS
from jovian.ui.session.table_selection import Point, TableSelection

# --- declare sheet ---
# The sheet of the declare step: the actions of a model's kind, what each needs and does, or why it is refused now.
#
# It is a value that the controller makes anew; where it stands, which rows are in sight and how it is drawn is here.

MARGIN = 14
WIDEST = 720
"""On a board so wide that this is less than two thirds of it, those are taken."""
SHARE = 60
"""Percent of the board's height that the sheet may take."""
NAMES, CHANCES = 132, 40
"""Widths of the columns before the text."""
ROW, LINE, FOOT_LINES = 20, 16, 4
"""Heights of a row and of a line of the foot, and how many lines that has."""
NARROW = 560
"""Below this width the head has two lines, and the foot half as many again."""
FIRM = mix_colors(TEXT_FAINT, TEXT_SOFT, 0.55)
"""What cannot be declared is dim, but to be read."""


@dataclass(frozen=True, slots=True)
class Row:
    """One action, or none."""

    name: str
    """The action, no action, or the part of the list that it folds away; also the name of its widget."""
    title: str
    said: str
    """What it does, or why it cannot be declared."""
    able: bool
    chance: str = ""
    """How likely its skill test succeeds, "" without one."""
    needs: str = ""
    summary: str = ""
    place: str = ""
    odds: tuple[tuple[str, str], ...] = ()
    """Magnitude and its chance in that test."""
    taught: str = ""
    """What the odds are of."""
    fold: str = ""
    """`open` or `shut` for the line that folds a part of the list away."""


@dataclass(frozen=True, slots=True)
class DeclareSheet(Sheet):
    """A sheet with rows of which one is in hand; `answers` are the same rows as names, titles and texts."""

    rows: tuple[Row, ...] = ()
    chosen: int = 0
    top: int = 0
    """The row at the top of the list, where that keeps the one in hand in sight."""
    follow: bool = True
    """Must the row in hand be in sight?"""


class Entry(Button):
    """A row that is pressed to declare it, or to be told why not."""

    def __init__(self, row: Row, rect: pygame.Rect, lit: bool) -> None:
        super().__init__(row.name, rect, row.title, hint=row.said)
        self.row, self.lit = row, lit
        self.under = False
        """Is the pointer on it, and was it moved there since a key chose another row?"""

    def handle(self, event: pygame.event.Event) -> Action | None:
        """As a button, noting where the pointer goes."""
        if event.type == pygame.MOUSEMOTION and self.under != self.rect.collidepoint(event.pos):
            self.under = not self.under
            self.touch()
        return super().handle(event)

    def draw(self, surface: pygame.Surface) -> None:
        """Name, chance of the test, and as much of the text as there is room for: all of it is in the foot."""
        Widget.draw(self, surface)
        row, rect = self.row, self.rect
        if self.lit or self.under:
            fill = (ACCENT_DEEP if row.able else PANEL_HIGH) if self.lit else mix_colors(PANEL_HIGH, EDGE_HIGH, 0.3)
            draw_box(surface, rect, fill, radius=px(4), border=ACCENT if self.lit else None, alpha=230)
        ink = TEXT if row.able else FIRM
        left = rect.left + px(8)
        if row.fold:
            self._draw_fold(surface, left)
            return
        draw_text(surface, (left, rect.centery), row.title, "label", ink, anchor="midleft", width=px(NAMES - 4))
        right = left + px(NAMES + CHANCES - 12)
        draw_text(surface, (right, rect.centery), row.chance, "label", GOOD if row.able else FIRM, anchor="midright")
        start = left + px(NAMES + CHANCES)
        color = (TEXT if self.lit else TEXT_SOFT) if row.able else FIRM
        width = rect.right - px(6) - start
        draw_text(surface, (start, rect.centery), row.said, "small", color, anchor="midleft", width=width)

    def _draw_fold(self, surface: pygame.Surface, left: int) -> None:
        """A triangle that points down where the part is open, its name, and what is in it."""
        row, middle, half = self.row, self.rect.centery, px(4)
        across = [(left, middle - half), (left, middle + half), (left + half, middle)]
        down = [(left - half // 2, middle - half // 2), (left + half * 3 // 2, middle - half // 2),
                (left + half // 2, middle + half)]  # fmt: skip
        pygame.draw.polygon(surface, TEXT_SOFT, down if row.fold == "open" else across)
        name = draw_text(surface, (left + px(12), middle), row.title, "label", TEXT_SOFT, anchor="midleft")
        pos = (name.right + px(12), middle)
        width = self.rect.right - px(6) - pos[0]
        if row.fold == "shut" and width > px(30):
            draw_text(surface, pos, row.said, "small", FIRM, anchor="midleft", width=width)


@dataclass(frozen=True, slots=True)
class Top:
    """The row that is to be at the top."""

    row: int


class Wheel(Widget):
    """The ground under the rows: the wheel on it moves the list, and does not reach the board."""

    def __init__(self, rect: pygame.Rect, top: int, furthest: int) -> None:
        super().__init__("wheel", rect)
        self.top, self.furthest = top, furthest

    @property
    def focusable(self) -> bool:
        """It is not to be reached by Tab."""
        return False

    def handle(self, event: pygame.event.Event) -> Action | None:
        """The row that is to be at the top now."""
        if event.type == pygame.MOUSEWHEEL and self.hovered:
            return Action(self.name, Top(min(self.furthest, max(0, self.top - event.y))))
        return super().handle(event)


def lay_declare(sheet: DeclareSheet, area: pygame.Rect) -> tuple[pygame.Rect, list[Widget]]:
    """Where the sheet stands at the bottom of an area, and its widgets: the ground, then the rows in sight."""
    width = min(area.width - px(12), max(px(WIDEST), area.width * 2 // 3))
    wide = width - 2 * px(MARGIN - 6) - px(10)
    head, foot, count = _head(width), _foot(width), len(sheet.rows)
    seen = min(count, max(1, (area.height * SHARE // 100 - head - foot) // px(ROW)))
    rect = pygame.Rect(0, 0, width, head + seen * px(ROW) + foot)
    rect.midbottom = (area.centerx, area.bottom - px(6))
    start = min(sheet.top, count - seen)
    if sheet.follow:
        start = min(max(start, sheet.chosen - seen + 1), sheet.chosen)
    made: list[Widget] = [Wheel(rect, start, count - seen)]
    left, top = rect.left + px(MARGIN - 6), rect.top + head
    for index in range(start, start + seen):
        place = pygame.Rect(left, top + (index - start) * px(ROW), wide, px(ROW) - 1)
        made.append(Entry(sheet.rows[index], place, index == sheet.chosen))
    return rect, made


def _narrow(width: int) -> bool:
    return width < px(NARROW)


def _head(width: int) -> int:
    return px(46 if _narrow(width) else 30)


def _foot(width: int) -> int:
    return FOOT_LINES * (3 if _narrow(width) else 2) // 2 * px(LINE) + px(14)


def draw_declare(surface: pygame.Surface, rect: pygame.Rect, sheet: DeclareSheet, widgets: list[Widget]) -> None:
    """Everything but the rows: the head, how far the list goes on, and what the row in hand is about."""
    left, inner = rect.left + px(MARGIN), rect.width - 2 * px(MARGIN)
    name = draw_text(surface, (left, rect.top + px(7)), sheet.title, "strong", width=inner)
    if _narrow(rect.width):
        draw_text(surface, (left, name.bottom), sheet.text, "small", TEXT_SOFT, width=inner)
    else:
        room = rect.right - px(MARGIN) - name.right - px(16)
        pos = (rect.right - px(MARGIN), name.centery)
        draw_text(surface, pos, sheet.text, "small", TEXT_SOFT, anchor="midright", width=room)
    entries = [each for each in widgets if isinstance(each, Entry)]
    _bar(surface, rect, len(entries), len(sheet.rows), sheet.rows.index(entries[0].row) if entries else 0)
    under = next((each.row for each in entries if each.under), sheet.rows[sheet.chosen])
    foot = _foot(rect.width)
    _draw_foot(surface, pygame.Rect(left, rect.bottom - foot + px(4), inner, foot - px(8)), under)


def _bar(surface: pygame.Surface, rect: pygame.Rect, seen: int, count: int, start: int) -> None:
    """How much of the list is in sight."""
    if seen >= count:
        return
    high = rect.height - _head(rect.width) - _foot(rect.width)
    top = rect.top + _head(rect.width) + high * start // count
    thumb = pygame.Rect(rect.right - px(12), top, px(6), max(px(16), high * seen // count))
    draw_box(surface, thumb, EDGE_HIGH, radius=px(3))


def _draw_foot(surface: pygame.Surface, area: pygame.Rect, row: Row) -> None:
    """Place in the book and the odds of its test, why it is refused, requirement, and what it does."""
    rule(surface, area.left, area.right, area.top)
    y, step, right = area.top + px(5), px(LINE), area.right
    name = draw_text(surface, (area.left, y), row.title, "label", ACCENT)
    narrow = _narrow(area.width + 2 * px(MARGIN))
    at = y + step if narrow and row.chance else y
    for word, chance in reversed(row.odds):
        right = draw_text(surface, (right, at), f"{word} {chance}", "label", GOOD, anchor="topright").left - px(10)
    if row.taught:
        right = draw_text(surface, (right, at), row.taught, "small", TEXT_SOFT, anchor="topright").left - px(10)
    pos = (name.right + px(10), y)
    draw_text(surface, pos, row.place, "small", TEXT_FAINT, width=max(1, (right if at == y else area.right) - pos[0]))
    y = at
    for text, color in _told(row):
        for line in wrap(text, "small", area.width):
            y += step
            if y + step > area.bottom + px(6):
                return
            draw_text(surface, (area.left, y), line, "small", color)


def _told(row: Row) -> list[tuple[str, Color]]:
    """The texts of the foot: why not, what it needs, what it does."""
    if row.fold:
        return [(row.said, TEXT_SOFT)]
    needs = f"Needs: {row.needs}" if row.needs not in ("", "-") else "Needs nothing"
    why = [(row.said, WARN)] if not row.able else []
    return [*why, (needs, TEXT), (row.summary or ("" if why else row.said), TEXT_SOFT)]


def magnitudes_at(rect: pygame.Rect, sheet: DeclareSheet, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
    """What N, D, T and Q+ are, for a point in the foot that shows their chances."""
    foot = pygame.Rect(rect.left, rect.bottom - _foot(rect.width), rect.width, px(2 * LINE))
    if not foot.collidepoint(pos) or not sheet.rows[sheet.chosen].odds:
        return None
    return foot, " ".join(MAGNITUDE_WORDS.values())


# --- declarable actions ---
# What a model may declare and what not, with a reason: as answers, and as rows of the sheet.

FOLDS = {"fold later": "Not now", "fold never": "Not available to this type"}
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
            said = refusal.reason if refusal else "Declare no action. The model moves and attacks as usual."
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
    return FOLDS.get(name) or ("Move and attack only" if name == NONE else name.title())


def apart(model: Model, target: Model) -> float:
    """Inches from one base to another."""
    return distance(model.base, model.pose, target.base, target.pose)


def _nearest_first(view: State, model: Model, idents: list[str]) -> list[str]:
    """Models by their distance from the active one; what is named by a word, or from aboard a ship, as it comes."""
    if not model.on_table or any(model_id not in view.models for model_id in idents):
        return idents
    return sorted(idents, key=lambda model_id: round(apart(model, view.models[model_id]), 3))


def _tested(row: Row, test: SkillTest) -> Row:
    """The row with the odds of its own test, and what that is made of."""
    found = test.odds()
    chances = tuple((word, f"{chance:.0%}") for word, chance in found.magnitude().items())
    made = ", ".join(part_words(part.label, part.value, part.kind) for part in test.parts if part.kind != BASE)
    skill = test.parts[0]
    taught = f"{skill.label} {skill.value}{', ' + made if made else ''}:"
    return replace(row, chance=f"{found.success:.0%}", odds=chances, taught=taught)


# --- declare ---
# Declaring an action: a sheet with those of its kind, a few in the action bar, and fuel for a squadron's boost.
#
# An action that names what it is for is one entry; a model is then clicked on the board, or taken from the list like
# a rating. Fuel is set before the action is declared.

MORE, BACK = "more", "back"
IN_BAR, LETTERS = 4, 44
"""Actions that stand in the action bar too, and the letters that they may have together."""


class DeclareController(Controller):
    """Answers `declare`. Fuel is set first, then the action is chosen, then its target if it names one."""

    decision: Declare

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        selection.selected = decision.subject or selection.selected
        self.boosts = {f"boost {burnt}": burnt for burnt in range(1, self.decision.most_boost + 1)}
        """The buttons of fuel, and how much each burns."""
        self.naming = ""
        """The action whose target is being chosen, "" for none."""
        self.aimed = ""
        """The target in hand."""
        self.actions = DeclarableActions(selection.view, self.decision, self.check)
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
        return f"{self.decision.model.name}: {self.naming} of …" if self.naming else self.decision.title

    @property
    def hint(self) -> str:
        """What Enter does, and which key chooses another action."""
        keys = self.selection.keymap
        if self.naming:
            where = "on the board or below" if self.selection.model(self.aimed) is not None else "below"
            return f"Click it {where} · {keys.shown('next')} for the next · {keys.shown('cancel')} back"
        burnt = f", boost {self.actions.boost}" if self.actions.boost else ""
        what = f"{keys.shown('confirm')}: {title_of(self.chosen)}{burnt}"
        if self.showing:
            return f"{what} · {keys.shown('pan up')}/{keys.shown('pan down')} another · {keys.shown('cancel')} closes"
        fuel = f" · {keys.shown('left')}/{keys.shown('right')} fuel" if self.decision.most_boost else ""
        return f"{what}{fuel} · {keys.shown('next')}: all actions, what each needs and does"

    # --- the buttons ---
    def offers(self) -> list[ActionButton]:
        """No action, more fuel, a few that may be declared, the sheet; or the targets of the action in hand."""
        if self.naming:
            return self._target_offers()
        fuel = [ActionButton(name, f"Boost +{burnt}", hint=self._boosting(burnt), lit=self.actions.boost == burnt)
                for name, burnt in self.boosts.items()]  # fmt: skip
        hint = "All actions for this model: requirements, effects, and why some are unavailable"
        more = ActionButton(MORE, "Actions", "plain", "" if self.showing else "next", hint=hint, lit=self.showing)
        return [self._offer(NONE), *fuel, *map(self._offer, self._in_bar()), more]

    def _boosting(self, burnt: int) -> str:
        """What burning so much does, and the actions for which it leaves too little."""
        lost = [
            title_of(name) for name in self.actions.able if name != NONE and self.decision.refuse_boost(name, burnt)
        ]
        warning = f" It leaves too little for {' and '.join(lost)}." if lost else ""
        return f"Each fuel burnt adds to the Speed of this activation; {self.decision.most_boost} at most.{warning}"

    def _in_bar(self) -> list[str]:
        """The first few actions that may be declared, those left out for which there is no room."""
        found: list[str] = []
        for name in self.actions.able:
            if name != NONE and len(found) < IN_BAR and len("".join([*found, name])) <= LETTERS:
                found.append(name)
        return found

    def _offer(self, name: str) -> ActionButton:
        kind, command = ("primary", "confirm") if name == self.chosen else ("plain", "")
        if name == NONE:
            return ActionButton(NONE, title_of(NONE), kind, command, self.actions.refused[NONE])
        action = self.actions.by_name[name]
        hint = f"{action.summary} Needs: {action.needs}. {action.place}"
        return ActionButton(name, title_of(name), kind, command, hint=hint)

    def _target_offers(self) -> list[ActionButton]:
        found = []
        for model_id in self.actions.targets[self.naming]:
            target, answer = self.selection.model(model_id), self.actions.answer(self.naming, model_id)
            kind, command = ("primary", "confirm") if model_id == self.aimed else ("plain", "")
            label = model_id.capitalize()
            if target is not None:
                label = f'{target.name} {apart(self.decision.model, target):.0f}"'
            found.append(ActionButton.to("target", model_id, label, kind=kind, command=command, answer=answer))
        return [*found, ActionButton(BACK, "Back")]

    def sheet(self) -> DeclareSheet | None:
        """All actions, if they are asked for."""
        if not self.showing or self.naming:
            return None
        rows = tuple(map(self._row, self.names))
        listed = tuple((row.name, row.title, row.said) for row in rows)
        able = len([name for name in self.actions.able if name != NONE])
        kind = len(self.actions.by_name) - len(self.actions.never)
        text = f"{able} of {kind} actions available · % = chance to pass the skill test"
        return DeclareSheet(
            self.decision.title, text, "", listed,
            rows=rows, chosen=self.names.index(self.chosen), top=self.top, follow=self.follow,
        )  # fmt: skip

    def _row(self, name: str) -> Row:
        return self.actions.fold_row(name, name in self.unfolded) if name in FOLDS else self.actions.row(name)

    # --- the board ---
    def overlays(self) -> tuple[Overlay, ...]:
        """The targets that may be named, and the one meant: under the pointer, else chosen with a key."""
        model, hovered = self.decision.model, self.selection.hovered
        meant = hovered if self.naming and hovered in self.actions.targets[self.naming] else self.aimed
        found: list[Overlay] = []
        for model_id in self.actions.targets[self.naming] if self.naming else ():
            target = self.selection.model(model_id)
            if target is not None:
                found.append(Brackets(target.base, target.pose, "attack" if model_id == meant else "lit"))
        aimed = self.selection.model(meant)
        if aimed is None or not model.on_table:
            return tuple(found)
        return (*found, Line(model.pose[:2], aimed.pose[:2], 0.0, "attack", f'{apart(model, aimed):.1f}"'))

    def click(self, point: Point, model_id: str) -> bool:
        """Name the squadron that was clicked."""
        if not self.naming or not model_id:
            return False
        if model_id in self.actions.targets[self.naming]:
            self.give(self.actions.answer(self.naming, model_id))
        else:
            self.selection.refuse(self.check(self.actions.answer(self.naming, model_id)))
        return True

    # --- input ---
    def press(self, name: str) -> None:
        """The sheet, a part of it, fuel (pressed again: none), an action or its target."""
        self.selection.refuse(None)
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
                self.give(offer.answer)
        else:
            self._declare(name)

    def _declare(self, name: str) -> None:
        """Declare an action, or name its target first, or say why it cannot be declared."""
        if self.actions.refused[name] is not None:
            self.chosen = name
            self.selection.refuse(self.actions.never.get(name, self.actions.refused[name]))
        elif len(self.actions.targets.get(name, ())) > 1:
            self.naming, self.aimed = name, self.actions.first(name)
        else:
            self.give(self.actions.answer(name, self.actions.first(name)))

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
        self._boost(min(max(self.actions.boost + step, 0), self.decision.most_boost))

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
            self.selection.refuse(self.actions.refused[self.chosen])
        elif name == "confirm":
            self.press(self.chosen)
        elif name in ("left", "right") and self.decision.most_boost:
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
        if self.selection.model(self.aimed) is not None:
            self.selection.selected = self.aimed
        return True

    def _pick(self, name: str) -> bool:
        """The button of that number."""
        offers, number = self.offers(), PICKS.get(name, 0)
        if not 1 <= number <= len(offers):
            return False
        offer = offers[number - 1]
        self.selection.refuse(offer.refusal)
        if offer.refusal is None:
            self.press(offer.name)
        return True

    def cancel(self) -> bool:
        """Escape: no target, no sheet, no fuel; it never answers."""
        had = bool(self.naming) or self.showing or self.actions.boost > 0
        if self.naming:
            self.naming = self.aimed = ""
            self.selection.selected = self.decision.subject
        elif self.showing:
            self._show(False)
        else:
            self._boost(0)
        return had
