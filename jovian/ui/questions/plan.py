"""Plans of a close combat."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from jovian.game import Decision
from jovian.game.answers import SecretPlan
from jovian.rules.basics.rolls import pluralize
from jovian.rules.close_combat.dogfight import Arms, PlanFight, arms_of, secret_plan
from jovian.rules.rulebook.effect import DOGFIGHT
from jovian.ui.board import Brackets, Overlay
from jovian.ui.kit.draw import bar, draw_box, rule
from jovian.ui.kit.fonts import draw_text, line_height
from jovian.ui.kit.theme import DANGER, GOOD, PANEL_HIGH, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, px
from jovian.ui.kit.widgets import Action, Button, Slider, Widget
from jovian.ui.panels.panel import ActionButton
from jovian.ui.presentation.odds import Chances, Reply, nearest_split, order, replies
from jovian.ui.questions.controller import Controller, Sheet
from jovian.ui.session.keymap import PICKS
from jovian.ui.session.table_selection import TableSelection

# --- plan sheet ---
# The sheet of a plan: weapons, fuel and the split as widgets, and the table of what it does against what.

ROW = 21
"""Height of a line of the table."""
CAPTION = 34
MARGIN = 16
NARROW, SPREAD, WIDEST = 700, 840, 1080
"""Widths: with the table below the widgets at most, beside them at least and at most."""


@dataclass(frozen=True, slots=True)
class TakeArms:
    """The weapons of that place in the list are taken in hand."""

    index: int


@dataclass(frozen=True, slots=True)
class BidFuel:
    """So much fuel is bid."""

    fuel: int


@dataclass(frozen=True, slots=True)
class AttackWith:
    """So many dice attack, the others defend."""

    dice: int


@dataclass(frozen=True, slots=True)
class PlanSheet(Sheet):
    """A sheet with a plan to be made instead of answers."""

    arms: tuple[tuple[str, str], ...] = ()
    """Weapons: what they are called, and what they add and cost."""
    chosen: int = 0
    max_fuel: int = 0
    fuel: int = 0
    splits: tuple[int, ...] = (0,)
    """The attack shares that are legal."""
    attack: int = 0
    defense: int = 0
    order: str = ""
    """Who strikes first."""
    foe: str = ""
    replies: tuple[Reply, ...] = ()


def lay_plan(sheet: PlanSheet, area: pygame.Rect) -> tuple[pygame.Rect, list[Widget]]:
    """Where the sheet stands at the bottom of an area, and its widgets from the top down.

    Where there is the width the table stands beside the widgets, else below them.
    """
    spread = area.width - px(16) >= px(SPREAD)
    width = min(area.width - px(16), px(WIDEST if spread else NARROW))
    part = _part(width)
    columns = 2 if len(sheet.arms) <= 6 else 3
    rows = (len(sheet.arms) + columns - 1) // columns
    table = _table_height(sheet) + px(14)
    fixed = _head() + px(40) + px(44) + (px(8) if spread else table)
    high = min(px(34), max(px(18), (area.height - px(12) - fixed) // rows - px(4)))
    rect = pygame.Rect(0, 0, width, max(fixed + rows * (high + px(4)), _head() + table))
    rect.midbottom = (area.centerx, area.bottom - px(6))
    left = rect.left + px(MARGIN)
    wide = (part - px(6) * (columns - 1)) // columns
    made: list[Widget] = []
    for index, (label, detail) in enumerate(sheet.arms):
        x = left + index % columns * (wide + px(6))
        y = rect.top + _head() + index // columns * (high + px(4))
        place, said = pygame.Rect(x, y, wide, high), f"{label}  {detail}"
        button = Button(f"arms {index}", place, said, role="label", value=TakeArms(index))
        button.lit = index == sheet.chosen
        made.append(button)
    y = rect.top + _head() + rows * (high + px(4)) + px(4)
    made += _fuel(sheet, pygame.Rect(left, y, part, px(30)))
    return rect, made + _split(sheet, pygame.Rect(left, y + px(38), part, px(36)))


def _part(width: int) -> int:
    """How much of the width the widgets have; the table has the rest, if there is any."""
    inner = width - 2 * px(MARGIN)
    return inner * 46 // 100 if width >= px(SPREAD) else inner


def _head() -> int:
    return px(14) + line_height("heading") + line_height("small") + px(8)


def _table_height(sheet: PlanSheet) -> int:
    return px(CAPTION) + len(sheet.replies) * px(ROW) + px(4)


def _fuel(sheet: PlanSheet, area: pygame.Rect) -> list[Widget]:
    """A button for each bid after the word, and the one that confirms at the right end."""
    made: list[Widget] = []
    for bid in range(sheet.max_fuel + 1) if sheet.max_fuel else ():
        rect = pygame.Rect(area.left + px(74) + bid * px(40), area.top, px(36), area.height)
        hint = f"Bid {bid} fuel: {pluralize(bid, 'die', 'dice')} more, spent in any case"
        button = Button(f"fuel {bid}", rect, str(bid), hint=hint, value=BidFuel(bid))
        button.lit = bid == sheet.fuel
        made.append(button)
    confirm = pygame.Rect(area.right - px(150), area.top, px(150), area.height)
    return [*made, Button("confirm", confirm, "Confirm the plan", kind="primary")]


def _split(sheet: PlanSheet, area: pygame.Rect) -> list[Widget]:
    """The slider runs over the legal splits only; without a choice there is none."""
    if len(sheet.splits) < 2:
        return []
    at = sheet.splits.index(sheet.attack)
    label = f"Attack with {_dice(sheet.attack)}"
    return [
        Slider("share", area, label, 0, len(sheet.splits) - 1, at, show=lambda _: f"Defend with {_dice(sheet.defense)}")
    ]


def _dice(count: int) -> str:
    return pluralize(count, "die", "dice")


def share_at(sheet: PlanSheet, value: float) -> AttackWith:
    """The split at a place of the slider."""
    return AttackWith(sheet.splits[round(value)])


def draw_plan(surface: pygame.Surface, rect: pygame.Rect, sheet: PlanSheet, widgets: list[Widget]) -> None:
    """Everything but the widgets."""
    left, inner = rect.left + px(MARGIN), rect.width - 2 * px(MARGIN)
    name = draw_text(surface, (left, rect.top + px(10)), sheet.title, "heading", width=inner)
    room = rect.right - px(MARGIN) - name.right - px(16)
    if sheet.order and room > px(60):
        pos = (rect.right - px(MARGIN), name.centery)
        draw_text(surface, pos, sheet.order, "small", WARN, anchor="midright", width=room)
    pos = (left, rect.top + px(12) + line_height("heading"))
    said = draw_text(surface, pos, sheet.text, "small", TEXT, width=inner)
    room = rect.right - px(MARGIN) - said.right - px(10)
    if room > px(60):
        draw_text(surface, (said.right + px(10), said.top), sheet.place, "small", TEXT_FAINT, width=room)
    y = widgets[len(sheet.arms)].rect.centery
    word = "FUEL BID" if sheet.max_fuel else "NO FUEL TO BID"
    draw_text(surface, (left, y), word, "caps", TEXT_SOFT, anchor="midleft")
    if len(sheet.splits) < 2:
        fixed = f"Attack with {_dice(sheet.attack)}, defend with {_dice(sheet.defense)}"
        draw_text(surface, (left, y + px(24)), fixed, "body", TEXT_SOFT)
    aside = inner - _part(rect.width)
    if aside:
        place = pygame.Rect(rect.right - px(MARGIN) - aside + px(20), rect.top + _head(), aside - px(20), 0)
        _table(surface, place, sheet)
    else:
        _table(surface, pygame.Rect(left, rect.bottom - _table_height(sheet) - px(8), inner, 0), sheet)


def _table(surface: pygame.Surface, area: pygame.Rect, sheet: PlanSheet) -> None:
    """One line for each answer of the foe: what you do to it, what it does to you."""
    rule(surface, area.left, area.right, area.top)
    start, wide = _columns(area)
    draw_text(surface, (area.left, area.top + px(5)), f"If {sheet.foe} plans", "caps", TEXT_SOFT, width=start - px(8))
    for index, (word, color) in enumerate((("YOU DO", GOOD), ("YOU SUFFER", DANGER))):
        x = area.left + start + index * 3 * wide
        draw_text(surface, (x, area.top + px(4)), word, "tiny", color)
        for number, column in enumerate(("damage", "destroyed", "points")):
            draw_text(surface, (x + number * wide, area.top + px(18)), column, "tiny", TEXT_FAINT)
    for index, reply in enumerate(sheet.replies):
        row = pygame.Rect(area.left, area.top + px(CAPTION) + index * px(ROW), area.width, px(ROW) - 1)
        _row(surface, row, reply, start, wide, index % 2 == 0)


def _columns(area: pygame.Rect) -> tuple[int, int]:
    start = area.width * 36 // 100
    return start, (area.width - start) // 6


def _row(surface: pygame.Surface, row: pygame.Rect, reply: Reply, start: int, wide: int, shaded: bool) -> None:
    if shaded:
        draw_box(surface, row.inflate(px(8), 0), PANEL_HIGH, radius=px(3), alpha=150)
    spent = f", {reply.fuel} fuel" if reply.fuel else ""
    said = f"{reply.label} ({reply.attack} / {reply.defense}{spent})"
    draw_text(surface, (row.left, row.centery), said, "small", TEXT, anchor="midleft", width=start - px(8))
    for index, (found, color) in enumerate(((reply.given, GOOD), (reply.taken, DANGER))):
        x = row.left + start + index * 3 * wide
        for number, (text, share) in enumerate(_cells(found)):
            pos = (x + number * wide, row.centery - px(2))
            draw_text(surface, pos, text, "label", TEXT if share is not None else TEXT_SOFT, anchor="midleft")
            if share is not None:
                bar(surface, pygame.Rect(pos[0], row.bottom - px(4), wide - px(14), px(3)), share, color)


def _cells(found: Chances | None) -> list[tuple[str, float | None]]:
    """Text and share of the three columns of one side."""
    if found is None:
        return [("no attack", None)]
    lost = (f"{found.lost:.1%}", found.lost) if found.lost is not None else ("–", None)
    return [(f"{found.hurt:.1%}", found.hurt), lost, (f"{found.steps:.2f}", None)]


# --- plan ---
# Planning a close fight: weapon, fuel bid and split, chosen with the odds of the plan in sight (v1.2.4 Dogfight).


class PlanController(Controller):
    """Answers `plan`. The answer is given by Enter or its button only; Escape never answers."""

    decision: PlanFight

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.fight, self.foes = self.decision.fight, self.decision.foes
        self.arms = self.fight.arms()
        self.index, self.bid, self.share = 0, 0, 0
        selection.selected, selection.weapons = decision.subject, ()
        self._take(self.decision.default())
        self.done = False
        """Has the answer been given? Then the screen still shows what follows from it."""
        self._known: dict[SecretPlan, tuple[Reply, ...]] = {}

    def _take(self, planned: SecretPlan) -> None:
        """Begin with the plan of an answer."""
        self.index = self.arms.index(arms_of(planned))
        self.bid, self.share = planned.fuel, planned.attack

    # --- the plan in hand ---
    @property
    def chosen(self) -> Arms:
        """The weapons in hand."""
        return self.arms[self.index]

    @property
    def splits(self) -> list[int]:
        """The attack shares that are legal with weapons and bid in hand."""
        return self.fight.splits(self.chosen, self.bid)

    def choice(self) -> SecretPlan:
        """The answer that Enter gives."""
        return secret_plan(self.chosen, self.bid, self.share)

    def _change(self, index: int, bid: int) -> None:
        """Take other weapons or another bid, and keep the split as near as can be."""
        pool = self.fight.dice(self.chosen, self.bid)
        part = self.share / pool if pool and self.chosen.mounts else 0.5
        self.index = min(max(index, 0), len(self.arms) - 1)
        self.bid = min(max(bid, 0), self.fight.max_fuel)
        wanted = part * self.fight.dice(self.chosen, self.bid)
        self.share = nearest_split(self.splits, wanted)

    def _shift(self, step: int) -> None:
        """The next legal split."""
        at = self.splits.index(self.share) + step
        self.share = self.splits[min(max(at, 0), len(self.splits) - 1)]

    # --- what is shown ---
    @property
    def title(self) -> str:
        """Who fights whom, without a word of the plan."""
        kind = "Dogfight" if self.decision.window == DOGFIGHT else "Bombing Run"
        return f"{kind}: {self.fight.model.name} against {self.fight.foe.name}"

    @property
    def hint(self) -> str:
        """Which key does what."""
        if self.done:
            return "Plan confirmed"
        keys = self.selection.keymap
        fuel = f" · {keys.shown('left')}/{keys.shown('right')} fuel" if self.fight.max_fuel else ""
        return f"Arrows: weapon up and down, split left and right{fuel} · {keys.shown('confirm')} confirms in secret"

    def offers(self) -> list[ActionButton]:
        """The one button that answers."""
        return [ActionButton("confirm", "Confirm the plan", "primary", "confirm")]

    def sheet(self) -> PlanSheet:
        """Everything to choose, and what it is worth."""
        choice, foe = self.choice(), self.fight.foe
        plan, parts = self.fight.plan(choice), self.fight.parts(self.chosen, self.bid)
        pool = " + ".join(f"{part.label} {part.value}" for part in parts)
        guard = plan.defense - (self.fight.dice(self.chosen, self.bid) - plan.attack)
        text = f"{pool} = {pluralize(self.fight.dice(self.chosen, self.bid), 'die', 'dice')}"
        text += f", {guard} more to defend (Evasive)" if guard else ""
        return PlanSheet(
            self.title, text, self.decision.cited, (), arms=tuple(self._label(each) for each in self.arms),
            chosen=self.index, max_fuel=self.fight.max_fuel, fuel=self.bid, splits=tuple(self.splits),
            attack=plan.attack, defense=plan.defense, order=order(self.fight, self.foes, choice),
            foe=foe.name, replies=self._replies(choice),
        )  # fmt: skip

    def _label(self, arms: Arms) -> tuple[str, str]:
        """What the weapons are called, and what they add and cost."""
        if not arms.mounts:
            return "No weapon", "all dice used for defense"
        part = self.fight.parts(arms, 0)[0]
        count = len(arms.mounts)
        many = f" x{count} {'linked' if arms.linked else 'singly'}" if count > 1 else ""
        return f"{part.label}{many}", f"+{part.value} · {arms.cost} FC"

    def _replies(self, planned: SecretPlan) -> tuple[Reply, ...]:
        if planned not in self._known:
            self._known[planned] = tuple(replies(self.fight, self.foes, planned))
        return self._known[planned]

    def about(self) -> tuple[str, ...]:
        """Both sides of the fight."""
        return self.fight.model.id, self.fight.foe.id

    def overlays(self) -> tuple[Overlay, ...]:
        """Both sides of the fight, as far as they are seen beside the sheet."""
        us, them = self.fight.model, self.fight.foe
        return Brackets(us.base, us.pose, "lit"), Brackets(them.base, them.pose, "attack")

    # --- input ---
    def press(self, name: str) -> None:
        """The answer."""
        if name == "confirm":
            self.done = True
            self.give(self.choice())

    def use(self, action: Action) -> None:
        """A weapon, a bid, a split, or the answer."""
        match action.value:
            case TakeArms(index):
                self._change(index, self.bid)
            case BidFuel(fuel):
                self._change(self.index, fuel)
            case AttackWith(share):
                self.share = share
            case _:
                self.press(action.name)

    def command(self, name: str) -> bool:
        """Arrows, turn keys for fuel, numbers for weapons."""
        if name in ("pan up", "pan down"):
            self._change(self.index + (1 if name == "pan down" else -1), self.bid)
        elif name in ("pan left", "pan right"):
            self._shift(1 if name == "pan right" else -1)
        elif name in ("left", "right"):
            self._change(self.index, self.bid + (1 if name == "right" else -1))
        elif 1 <= PICKS.get(name, 0) <= len(self.arms):
            self._change(PICKS[name] - 1, self.bid)
        else:
            return False
        return True
