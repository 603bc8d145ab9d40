"""The secret plan of a Dogfight or Bombing Run: weapon, fuel bid, and split of the dice, with the odds of the plan.

The sheet has widgets for the plan, and a table of what the plan does against each enemy plan.
"""

from __future__ import annotations

from dataclasses import replace

import pygame

from jovian.descriptions.odds import Chances, Reply, attack_order, nearest_split, plan_outcomes
from jovian.frozen import frozen
from jovian.game import Decision
from jovian.game.answers import SecretPlan
from jovian.rules.basics.rolls import pluralize
from jovian.rules.close_combat.dogfight import Arms, PlanFight, planned_arms, secret_plan
from jovian.rules.rulebook.effect import DOGFIGHT
from jovian.ui.board import Brackets, Overlay
from jovian.ui.kit.fonts import draw_citation, draw_text, line_height, text_size, wrap
from jovian.ui.kit.tables import Cell, Column, Row, Table, lay_table, table_height
from jovian.ui.kit.theme import DANGER, GOOD, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, Color, px
from jovian.ui.kit.widgets import Button, Signal, Slider, Widget
from jovian.ui.panels.panel import ActionButton
from jovian.ui.presentation.odds_tables import chance_cell, number_cell
from jovian.ui.questions.controller import TABLE_SPACE, Controller, Sheet
from jovian.ui.session.keymap import PICKS
from jovian.ui.session.table_selection import TableSelection

# --- The sheet ---

MARGIN, WIDEST = 14, 620
FUEL_HEIGHT, SLIDER_HEIGHT = 38, 42
"""Heights of the fuel bid, and of the split of the dice."""
MIN_ARM_HEIGHT = 24
"""The minimum height of the button of a weapon."""
MIN_REPLIES = 3
"""Replies for which weapons leave space."""
LOW_ARMS = 19
"""Height of the lowest button of weapons that has their details."""


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


def lay_plan(sheet: PlanSheet, area: pygame.Rect, first: int = 0) -> tuple[pygame.Rect, list[Widget]]:
    """Return the rectangle of the sheet at the bottom of an area, and its widgets from the top down.

    The table of replies gets what the choices leave, and scrolls. Weapons share rows if there are many.
    """
    width = min(area.width - px(12), px(WIDEST))
    inner = width - 2 * px(MARGIN)
    head = sum(line_height(role) for _, role, _ in _head_lines(sheet, inner)) + px(18)
    table = replies_table(sheet)
    fixed = head + px(FUEL_HEIGHT) + px(SLIDER_HEIGHT) + px(10)
    min_table = table_height(replace(table, rows=table.rows[:MIN_REPLIES]), inner)
    columns, button_height, max_height = 1, 0, 0
    for kept, least in ((TABLE_SPACE, min_table), (12, min_table), (12, 0)):  # Without space, cover the card.
        if button_height < px(MIN_ARM_HEIGHT):
            max_height = area.height - px(kept)
            columns, button_height = _arms_layout(sheet, inner, max_height - fixed - least)
    arms_height = -(-len(sheet.arms) // columns) * (button_height + px(4))
    place_height = min(table_height(table, inner), max(0, max_height - fixed - arms_height))
    rect = pygame.Rect(0, 0, width, fixed + arms_height + place_height)
    rect.midbottom = (area.centerx, area.bottom - px(6))
    left, y = rect.left + px(MARGIN), rect.top + head
    button_width = (inner - px(6) * (columns - 1)) // columns
    widgets: list[Widget] = []
    for index, (label, detail) in enumerate(sheet.arms):
        place = pygame.Rect(left + index % columns * (button_width + px(6)), 0, button_width, button_height)
        place.top = y + index // columns * (button_height + px(4))
        hint = f"{label}  {detail}"
        text = label if button_height < px(LOW_ARMS) else hint
        button = Button(f"arms {index}", place, text, role="label", value=ChooseWeapons(index), hint=hint)
        button.lit = index == sheet.chosen
        widgets.append(button)
    y += arms_height + px(2)
    widgets += _fuel_buttons(sheet, pygame.Rect(left, y, inner, px(FUEL_HEIGHT - 8)))
    y += px(FUEL_HEIGHT)
    widgets += _split_slider(sheet, pygame.Rect(left, y, inner, px(SLIDER_HEIGHT - 4)))
    y += px(SLIDER_HEIGHT)
    if place_height >= table_height(replace(table, rows=table.rows[:1]), inner):
        widgets += lay_table(table, pygame.Rect(left, y, inner, place_height), first)
    return rect, widgets


def _arms_layout(sheet: PlanSheet, inner: int, max_height: int) -> tuple[int, int]:
    """Return the number of columns of the weapons, and the height of a button.

    Choose as few columns as fit, at most 3, and never narrower than the texts if that is possible.
    """
    widest = max(text_size(f"{label}  {detail}", "label")[0] + px(20) for label, detail in sheet.arms)
    candidates = [count for count in (2, 3) if widest <= (inner - px(6) * (count - 1)) // count] or [1]
    for height in (MIN_ARM_HEIGHT, LOW_ARMS):
        for columns in candidates:
            rows = -(-len(sheet.arms) // columns)
            if rows * px(height + 4) <= max_height:
                return columns, min(px(34), max_height // rows - px(4))
    return 2, px(LOW_ARMS - 1)


def _head_lines(sheet: PlanSheet, inner: int) -> list[tuple[str, str, Color]]:
    """Return the lines above the weapons: the question, the dice, and which side attacks first."""
    lines = [(line, "heading", TEXT) for line in wrap(sheet.title, "heading", inner)]
    lines += [(line, "small", TEXT) for line in wrap(sheet.text, "small", inner)]
    lines += [(line, "small", WARN) for line in wrap(sheet.order, "small", inner) if sheet.order]
    return [*lines, (sheet.place, "small", TEXT_FAINT)]


def _fuel_buttons(sheet: PlanSheet, area: pygame.Rect) -> list[Widget]:
    """Return a button for each fuel bid."""
    widgets: list[Widget] = []
    step = min(px(40), (area.width - px(74)) // max(1, sheet.max_fuel + 1))
    for bid in range(sheet.max_fuel + 1) if sheet.max_fuel else ():
        rect = pygame.Rect(area.left + px(74) + bid * step, area.top, step - px(4), area.height)
        hint = f"Bid {bid} fuel: {pluralize(bid, 'die', 'dice')} more, spent in any case"
        button = Button(f"fuel {bid}", rect, str(bid), hint=hint, value=BidFuel(bid))
        button.lit = bid == sheet.fuel
        widgets.append(button)
    return widgets


def _split_slider(sheet: PlanSheet, area: pygame.Rect) -> list[Widget]:
    """Return a slider over the legal splits, or nothing if only one is legal."""
    if len(sheet.splits) < 2:
        return []
    at = sheet.splits.index(sheet.attack)
    label = f"Attack with {_dice(sheet.attack)}"
    return [Slider("share", area, label, 0, len(sheet.splits) - 1, at, show=lambda _: f"Defend with {sheet.defense}")]


def _dice(count: int) -> str:
    return pluralize(count, "die", "dice")


def split_at(sheet: PlanSheet, value: float) -> AttackWith:
    """Return the split for a value of the slider."""
    return AttackWith(sheet.splits[round(value)])


def draw_plan(surface: pygame.Surface, rect: pygame.Rect, sheet: PlanSheet, widgets: list[Widget]) -> None:
    """Draw everything but the widgets."""
    left, inner = rect.left + px(MARGIN), rect.width - 2 * px(MARGIN)
    y = rect.top + px(10)
    for text, role, color in _head_lines(sheet, inner):
        if text == sheet.place:
            draw_citation(surface, (left, y), text, width=inner)
        else:
            draw_text(surface, (left, y), text, role, color, width=inner)
        y += line_height(role)
    y = widgets[len(sheet.arms) - 1].rect.bottom + px(6 + (FUEL_HEIGHT - 8) // 2)
    label = "Fuel bid" if sheet.max_fuel else "No fuel to bid"
    draw_text(surface, (left, y), label, "caps", TEXT_SOFT, anchor="midleft")
    if len(sheet.splits) < 2:
        fixed = f"Attack with {_dice(sheet.attack)}, defend with {_dice(sheet.defense)}"
        draw_text(surface, (left, y + px(FUEL_HEIGHT // 2 + 6)), fixed, "body", TEXT_SOFT, width=inner)


def replies_table(sheet: PlanSheet) -> Table:
    """Return a row for each plan of the enemy: what you do to it, and what it does to you."""
    columns = [
        Column(label, 40, group, rank)
        for group in ("You deal", "You take")
        for label, rank in (("Hit", 0), ("Lost", 1), ("Damage", 2))
    ]
    rows = [_reply_row(number, reply) for number, reply in enumerate(sheet.replies)]
    return Table("Enemy plans", tuple(columns), tuple(rows))


def _reply_row(number: int, reply: Reply) -> Row:
    label = f"{reply.attack} attack, {reply.defense} defend"
    note = f"with {reply.fuel} Fuel" if reply.fuel else ""
    cells = (*_cells(reply.damage_dealt, GOOD), *_cells(reply.damage_taken, DANGER))
    return Row(f"reply {number}", label, cells, note=note, hint=reply.label.capitalize(), enabled=False)


def _cells(chances: Chances | None, color: Color) -> tuple[Cell | None, ...]:
    """Return the cells of the three columns of one side."""
    if chances is None:
        return Cell("–", TEXT_SOFT), None, None
    lost = chance_cell(chances.lost, color) if chances.lost is not None else None
    return chance_cell(chances.hurt, color), lost, number_cell(chances.steps)


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
        return f"{part.label}{many}", f"+{part.value} · {arms.cost} Fire Control"

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

    def use(self, action: Signal) -> None:
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
