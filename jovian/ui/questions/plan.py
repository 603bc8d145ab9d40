"""The secret plan of a Dogfight or Bombing Run: weapon, fuel bid, and split of the dice, with the odds of the plan.

The sheet has widgets for the plan, and a table of what the plan does against each enemy plan.
"""

from __future__ import annotations

import pygame

from jovian.frozen import frozen
from jovian.game import Decision
from jovian.game.answers import SecretPlan
from jovian.rules.basics.rolls import pluralize
from jovian.rules.close_combat.dogfight import Arms, PlanFight, planned_arms, secret_plan
from jovian.rules.rulebook.effect import DOGFIGHT
from jovian.ui.board import Brackets, Overlay
from jovian.ui.kit.draw import draw_bar, draw_box, draw_rule
from jovian.ui.kit.fonts import draw_text, line_height
from jovian.ui.kit.theme import DANGER, GOOD, PANEL_HIGH, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, px
from jovian.ui.kit.widgets import Action, Button, Slider, Widget
from jovian.ui.panels.panel import ActionButton
from jovian.ui.presentation.odds import Chances, Reply, attack_order, nearest_split, plan_outcomes
from jovian.ui.questions.controller import Controller, Sheet
from jovian.ui.session.keymap import PICKS
from jovian.ui.session.table_selection import TableSelection

# --- The sheet ---

ROW_HEIGHT = 21
CAPTION_HEIGHT = 34
MARGIN = 16
NARROW, SPREAD, WIDEST = 700, 840, 1080
"""Maximum width with the table below the widgets; minimum and maximum width with the table next to them."""


@frozen
class ChooseWeapons:
    """Choose the weapons with that index."""

    index: int


@frozen
class BidFuel:
    """Bid that much fuel."""

    fuel: int


@frozen
class AttackWith:
    """Attack with that number of dice, and defend with the others."""

    dice: int


@frozen
class PlanSheet(Sheet):
    """A sheet on which a plan is made, instead of a list of answers."""

    arms: tuple[tuple[str, str], ...] = ()
    """Weapons: their label, and what they add and cost."""
    chosen: int = 0
    max_fuel: int = 0
    fuel: int = 0
    splits: tuple[int, ...] = (0,)
    """The legal numbers of attack dice."""
    attack: int = 0
    defense: int = 0
    order: str = ""
    """Which side attacks first."""
    enemy_name: str = ""
    replies: tuple[Reply, ...] = ()


def lay_plan(sheet: PlanSheet, area: pygame.Rect) -> tuple[pygame.Rect, list[Widget]]:
    """Return the rectangle of the sheet at the bottom of an area, and its widgets from the top down.

    If there is enough width, the table is next to the widgets, else below them.
    """
    is_wide = area.width - px(16) >= px(SPREAD)
    width = min(area.width - px(16), px(WIDEST if is_wide else NARROW))
    part = _widgets_width(width)
    columns = 2 if len(sheet.arms) <= 6 else 3
    rows = (len(sheet.arms) + columns - 1) // columns
    table = _table_height(sheet) + px(14)
    fixed = _head_height() + px(40) + px(44) + (px(8) if is_wide else table)
    button_height = min(px(34), max(px(18), (area.height - px(12) - fixed) // rows - px(4)))
    rect = pygame.Rect(0, 0, width, max(fixed + rows * (button_height + px(4)), _head_height() + table))
    rect.midbottom = (area.centerx, area.bottom - px(6))
    left = rect.left + px(MARGIN)
    button_width = (part - px(6) * (columns - 1)) // columns
    widgets: list[Widget] = []
    for index, (label, detail) in enumerate(sheet.arms):
        x = left + index % columns * (button_width + px(6))
        y = rect.top + _head_height() + index // columns * (button_height + px(4))
        place, text = pygame.Rect(x, y, button_width, button_height), f"{label}  {detail}"
        button = Button(f"arms {index}", place, text, role="label", value=ChooseWeapons(index))
        button.lit = index == sheet.chosen
        widgets.append(button)
    y = rect.top + _head_height() + rows * (button_height + px(4)) + px(4)
    widgets += _fuel_buttons(sheet, pygame.Rect(left, y, part, px(30)))
    return rect, widgets + _split_slider(sheet, pygame.Rect(left, y + px(38), part, px(36)))


def _widgets_width(width: int) -> int:
    """Return the width of the widgets. The table takes the rest, or is below them."""
    inner = width - 2 * px(MARGIN)
    return inner * 46 // 100 if width >= px(SPREAD) else inner


def _head_height() -> int:
    return px(14) + line_height("heading") + line_height("small") + px(8)


def _table_height(sheet: PlanSheet) -> int:
    return px(CAPTION_HEIGHT) + len(sheet.replies) * px(ROW_HEIGHT) + px(4)


def _fuel_buttons(sheet: PlanSheet, area: pygame.Rect) -> list[Widget]:
    """Return a button for each fuel bid, and the one that confirms."""
    widgets: list[Widget] = []
    for bid in range(sheet.max_fuel + 1) if sheet.max_fuel else ():
        rect = pygame.Rect(area.left + px(74) + bid * px(40), area.top, px(36), area.height)
        hint = f"Bid {bid} fuel: {pluralize(bid, 'die', 'dice')} more, spent in any case"
        button = Button(f"fuel {bid}", rect, str(bid), hint=hint, value=BidFuel(bid))
        button.lit = bid == sheet.fuel
        widgets.append(button)
    confirm = pygame.Rect(area.right - px(150), area.top, px(150), area.height)
    return [*widgets, Button("confirm", confirm, "Confirm the plan", kind="primary")]


def _split_slider(sheet: PlanSheet, area: pygame.Rect) -> list[Widget]:
    """Return a slider over the legal splits, or nothing if only one is legal."""
    if len(sheet.splits) < 2:
        return []
    at = sheet.splits.index(sheet.attack)
    label = f"Attack with {_dice(sheet.attack)}"
    return [
        Slider("share", area, label, 0, len(sheet.splits) - 1, at, show=lambda _: f"Defend with {_dice(sheet.defense)}")
    ]


def _dice(count: int) -> str:
    return pluralize(count, "die", "dice")


def split_at(sheet: PlanSheet, value: float) -> AttackWith:
    """Return the split for a value of the slider."""
    return AttackWith(sheet.splits[round(value)])


def draw_plan(surface: pygame.Surface, rect: pygame.Rect, sheet: PlanSheet, widgets: list[Widget]) -> None:
    """Draw everything but the widgets."""
    left, inner = rect.left + px(MARGIN), rect.width - 2 * px(MARGIN)
    name = draw_text(surface, (left, rect.top + px(10)), sheet.title, "heading", width=inner)
    max_width = rect.right - px(MARGIN) - name.right - px(16)
    if sheet.order and max_width > px(60):
        pos = (rect.right - px(MARGIN), name.centery)
        draw_text(surface, pos, sheet.order, "small", WARN, anchor="midright", width=max_width)
    pos = (left, rect.top + px(12) + line_height("heading"))
    pool = draw_text(surface, pos, sheet.text, "small", TEXT, width=inner)
    max_width = rect.right - px(MARGIN) - pool.right - px(10)
    if max_width > px(60):
        draw_text(surface, (pool.right + px(10), pool.top), sheet.place, "small", TEXT_FAINT, width=max_width)
    y = widgets[len(sheet.arms)].rect.centery
    label = "Fuel bid" if sheet.max_fuel else "No fuel to bid"
    draw_text(surface, (left, y), label, "caps", TEXT_SOFT, anchor="midleft")
    if len(sheet.splits) < 2:
        fixed = f"Attack with {_dice(sheet.attack)}, defend with {_dice(sheet.defense)}"
        draw_text(surface, (left, y + px(24)), fixed, "body", TEXT_SOFT)
    table_width = inner - _widgets_width(rect.width)
    if table_width:
        place = pygame.Rect(
            rect.right - px(MARGIN) - table_width + px(20), rect.top + _head_height(), table_width - px(20), 0
        )
        _draw_table(surface, place, sheet)
    else:
        _draw_table(surface, pygame.Rect(left, rect.bottom - _table_height(sheet) - px(8), inner, 0), sheet)


def _draw_table(surface: pygame.Surface, area: pygame.Rect, sheet: PlanSheet) -> None:
    """Draw one line for each plan of the enemy: what you do to it, what it does to you."""
    draw_rule(surface, area.left, area.right, area.top)
    start, column_width = _columns(area)
    draw_text(
        surface, (area.left, area.top + px(5)), f"If {sheet.enemy_name} plans", "caps", TEXT_SOFT, width=start - px(8)
    )
    for index, (word, color) in enumerate((("You deal", GOOD), ("You take", DANGER))):
        x = area.left + start + index * 3 * column_width
        draw_text(surface, (x, area.top + px(4)), word, "tiny", color)
        for number, column in enumerate(("damage", "destroyed", "points")):
            draw_text(surface, (x + number * column_width, area.top + px(18)), column, "tiny", TEXT_FAINT)
    for index, reply in enumerate(sheet.replies):
        row = pygame.Rect(
            area.left, area.top + px(CAPTION_HEIGHT) + index * px(ROW_HEIGHT), area.width, px(ROW_HEIGHT) - 1
        )
        _draw_row(surface, row, reply, start, column_width, index % 2 == 0)


def _columns(area: pygame.Rect) -> tuple[int, int]:
    start = area.width * 36 // 100
    return start, (area.width - start) // 6


def _draw_row(
    surface: pygame.Surface, row: pygame.Rect, reply: Reply, start: int, column_width: int, is_shaded: bool
) -> None:
    if is_shaded:
        draw_box(surface, row.inflate(px(8), 0), PANEL_HIGH, radius=px(3), alpha=150)
    spent = f", {reply.fuel} fuel" if reply.fuel else ""
    text = f"{reply.label} ({reply.attack} / {reply.defense}{spent})"
    draw_text(surface, (row.left, row.centery), text, "small", TEXT, anchor="midleft", width=start - px(8))
    for index, (chances, color) in enumerate(((reply.damage_dealt, GOOD), (reply.damage_taken, DANGER))):
        x = row.left + start + index * 3 * column_width
        for number, (text, share) in enumerate(_cells(chances)):
            pos = (x + number * column_width, row.centery - px(2))
            draw_text(surface, pos, text, "label", TEXT if share is not None else TEXT_SOFT, anchor="midleft")
            if share is not None:
                draw_bar(surface, pygame.Rect(pos[0], row.bottom - px(4), column_width - px(14), px(3)), share, color)


def _cells(chances: Chances | None) -> list[tuple[str, float | None]]:
    """Return text and share of the three columns of one side."""
    if chances is None:
        return [("no attack", None)]
    destroyed = (f"{chances.lost:.1%}", chances.lost) if chances.lost is not None else ("–", None)
    return [(f"{chances.hurt:.1%}", chances.hurt), destroyed, (f"{chances.steps:.2f}", None)]


# --- The controller ---


class PlanController(Controller):
    """Answer `plan` (v1.2.4 Dogfight). Only Enter or the button confirms; Escape never answers."""

    decision: PlanFight

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.fight, self.foes = self.decision.fight, self.decision.enemy_fight
        self.arms = self.fight.arms()
        self.index, self.bid, self.share = 0, 0, 0
        selection.selected, selection.weapons = decision.subject, ()
        self._take(self.decision.default())
        self.is_confirmed = False
        """Whether the plan is confirmed. The sheet still shows until the game asks something else."""
        self._replies_by_plan: dict[SecretPlan, tuple[Reply, ...]] = {}

    def _take(self, plan: SecretPlan) -> None:
        """Start with the plan of an answer."""
        self.index = self.arms.index(planned_arms(plan))
        self.bid, self.share = plan.fuel, plan.attack

    # --- The current plan ---
    @property
    def chosen(self) -> Arms:
        """The chosen weapons."""
        return self.arms[self.index]

    @property
    def splits(self) -> list[int]:
        """The legal numbers of attack dice with the chosen weapons and bid."""
        return self.fight.splits(self.chosen, self.bid)

    def choice(self) -> SecretPlan:
        """Return the answer that Enter gives."""
        return secret_plan(self.chosen, self.bid, self.share)

    def _change(self, index: int, bid: int) -> None:
        """Change weapons or bid, and keep the split as close to the old one as possible."""
        pool = self.fight.dice(self.chosen, self.bid)
        part = self.share / pool if pool and self.chosen.mounts else 0.5
        self.index = min(max(index, 0), len(self.arms) - 1)
        self.bid = min(max(bid, 0), self.fight.max_fuel)
        wanted = part * self.fight.dice(self.chosen, self.bid)
        self.share = nearest_split(self.splits, wanted)

    def _step_split(self, step: int) -> None:
        """Choose the next legal split."""
        at = self.splits.index(self.share) + step
        self.share = self.splits[min(max(at, 0), len(self.splits) - 1)]

    # --- Window ---
    @property
    def title(self) -> str:
        """Who fights whom, without any detail of the plan."""
        kind = "Dogfight" if self.decision.window == DOGFIGHT else "Bombing Run"
        return f"{kind}: {self.fight.model.name} against {self.fight.foe.name}"

    @property
    def hint(self) -> str:
        if self.is_confirmed:
            return "Plan confirmed"
        key = self.selection.keymap.key_label
        fuel = f" · {key('left')}/{key('right')} fuel" if self.fight.max_fuel else ""
        return f"Arrows: weapon up and down, split left and right{fuel} · {key('confirm')} confirms in secret"

    def offers(self) -> list[ActionButton]:
        return [ActionButton("confirm", "Confirm the plan", "primary", "confirm")]

    def sheet(self) -> PlanSheet:
        """Return everything to choose, and the odds of the plan."""
        choice = self.choice()
        plan, parts = self.fight.plan(choice), self.fight.contributions(self.chosen, self.bid)
        pool = " + ".join(f"{part.label} {part.value}" for part in parts)
        guard = plan.defense - (self.fight.dice(self.chosen, self.bid) - plan.attack)
        text = f"{pool} = {pluralize(self.fight.dice(self.chosen, self.bid), 'die', 'dice')}"
        text += f", {guard} more to defend (Evasive)" if guard else ""
        return PlanSheet(
            self.title, text, self.decision.cited, (), arms=tuple(self._label(arms) for arms in self.arms),
            chosen=self.index, max_fuel=self.fight.max_fuel, fuel=self.bid, splits=tuple(self.splits),
            attack=plan.attack, defense=plan.defense, order=attack_order(self.fight, self.foes, choice),
            enemy_name=self.fight.foe.name, replies=self._replies(choice),
        )  # fmt: skip

    def _label(self, arms: Arms) -> tuple[str, str]:
        """Return the label of the weapons, and what they add and cost."""
        if not arms.mounts:
            return "No weapon", "all dice used for defense"
        part = self.fight.contributions(arms, 0)[0]
        count = len(arms.mounts)
        many = f" x{count} {'linked' if arms.linked else 'singly'}" if count > 1 else ""
        return f"{part.label}{many}", f"+{part.value} · {arms.cost} FC"

    def _replies(self, planned: SecretPlan) -> tuple[Reply, ...]:
        if planned not in self._replies_by_plan:
            self._replies_by_plan[planned] = tuple(plan_outcomes(self.fight, self.foes, planned))
        return self._replies_by_plan[planned]

    def about(self) -> tuple[str, ...]:
        return self.fight.model.id, self.fight.foe.id

    def overlays(self) -> tuple[Overlay, ...]:
        us, them = self.fight.model, self.fight.foe
        return Brackets(us.base, us.pose, "lit"), Brackets(them.base, them.pose, "attack")

    # --- Input ---
    def press(self, name: str) -> None:
        if name == "confirm":
            self.is_confirmed = True
            self.give(self.choice())

    def use(self, action: Action) -> None:
        """Handle a weapon, a bid, a split, or the confirmation."""
        match action.value:
            case ChooseWeapons(index):
                self._change(index, self.bid)
            case BidFuel(fuel):
                self._change(self.index, fuel)
            case AttackWith(share):
                self.share = share
            case _:
                self.press(action.name)

    def command(self, name: str) -> bool:
        """Handle arrows for weapon and split, turn keys for fuel, and numbers for weapons."""
        if name in ("pan up", "pan down"):
            self._change(self.index + (1 if name == "pan down" else -1), self.bid)
        elif name in ("pan left", "pan right"):
            self._step_split(1 if name == "pan right" else -1)
        elif name in ("left", "right"):
            self._change(self.index, self.bid + (1 if name == "right" else -1))
        elif 1 <= PICKS.get(name, 0) <= len(self.arms):
            self._change(PICKS[name] - 1, self.bid)
        else:
            return False
        return True
