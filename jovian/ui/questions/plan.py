"""The secret plan of a Dogfight or Bombing Run: weapon, fuel bid, and split of the dice, with the odds of the plan.

The sheet has widgets for the plan, and a table of what the plan does against each enemy plan.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

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
from jovian.ui.kit.tables import Cell, Column, Table, TableRow, lay_table, table_height
from jovian.ui.kit.theme import DANGER, GOOD, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, Color, px
from jovian.ui.kit.widgets import Slider, Widget
from jovian.ui.panels.panel import Press, press_button
from jovian.ui.presentation.odds_tables import chance_cell, number_cell
from jovian.ui.questions.controller import TABLE_SPACE, Controller, Sheet
from jovian.ui.session.keymap import pick_command
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
class PlanSheet(Sheet):
    """A sheet on which a plan is made. `answers` are the weapons, and the value of `change` is the index of a split."""

    fuels: tuple[Press, ...] = ()
    """The fuel bids, () if there is no fuel."""
    splits: tuple[int, ...] = (0,)
    """The legal numbers of attack dice."""
    attack: int = 0
    defense: int = 0
    order: str = ""
    """Which side attacks first."""
    enemy_name: str = ""
    replies: tuple[Reply, ...] = ()

    @property
    def presses(self) -> tuple[Press, ...]:
        return (*self.answers, *self.fuels)


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
    arms_height = -(-len(sheet.answers) // columns) * (button_height + px(4))
    place_height = min(table_height(table, inner), max(0, max_height - fixed - arms_height))
    rect = pygame.Rect(0, 0, width, fixed + arms_height + place_height)
    rect.midbottom = (area.centerx, area.bottom - px(6))
    left, y = rect.left + px(MARGIN), rect.top + head
    button_width = (inner - px(6) * (columns - 1)) // columns
    widgets: list[Widget] = []
    for index, press in enumerate(sheet.answers):
        place = pygame.Rect(left + index % columns * (button_width + px(6)), 0, button_width, button_height)
        place.top = y + index // columns * (button_height + px(4))
        button = press_button(press, place, "label")
        button.label = press.label if button_height < px(LOW_ARMS) else press.hint
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
    widest = max(text_size(press.hint, "label")[0] + px(20) for press in sheet.answers)
    candidates = [count for count in (2, 3) if widest <= (inner - px(6) * (count - 1)) // count] or [1]
    for height in (MIN_ARM_HEIGHT, LOW_ARMS):
        for columns in candidates:
            rows = -(-len(sheet.answers) // columns)
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
    step = min(px(40), (area.width - px(74)) // max(1, len(sheet.fuels)))
    for number, press in enumerate(sheet.fuels):
        rect = pygame.Rect(area.left + px(74) + number * step, area.top, step - px(4), area.height)
        widgets.append(press_button(press, rect))
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
    y = widgets[len(sheet.answers) - 1].rect.bottom + px(6 + (FUEL_HEIGHT - 8) // 2)
    label = "Fuel bid" if sheet.fuels else "No fuel to bid"
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


def _reply_row(number: int, reply: Reply) -> TableRow:
    label = f"{reply.attack} attack, {reply.defense} defend"
    note = f"with {reply.fuel} Fuel" if reply.fuel else ""
    cells = (*_cells(reply.damage_dealt, GOOD), *_cells(reply.damage_taken, DANGER))
    return TableRow(f"reply {number}", label, cells, note=note, hint=reply.label.capitalize(), enabled=False)


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

    def _change(self, index: int | None = None, bid: int | None = None) -> None:
        """Change weapons or bid, and keep the split as close to the old one as possible."""
        index, bid = self.index if index is None else index, self.bid if bid is None else bid
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

    def offers(self) -> list[Press]:
        return [Press("confirm", "Confirm the plan", self._confirm, "primary", "confirm")]

    def sheet(self) -> PlanSheet:
        """Return everything to choose, and the odds of the plan."""
        choice = self.choice()
        plan, parts = self.fight.plan(choice), self.fight.contributions(self.chosen, self.bid)
        pool = " + ".join(f"{part.label} {part.value}" for part in parts)
        guard = plan.defense - (self.fight.dice(self.chosen, self.bid) - plan.attack)
        text = f"{pool} = {pluralize(self.fight.dice(self.chosen, self.bid), 'die', 'dice')}"
        text += f", {guard} more to defend (Evasive)" if guard else ""
        return PlanSheet(
            self.title, text, self.decision.cited, tuple(map(self._arms_press, range(len(self.arms)))),
            change=self._take_split, fuels=self._fuel_presses(), splits=tuple(self.splits), attack=plan.attack,
            defense=plan.defense, order=attack_order(self.fight, self.foes, choice), enemy_name=self.fight.foe.name,
            replies=self._replies(choice),
        )  # fmt: skip

    def _arms_press(self, index: int) -> Press:
        """Return the button that chooses weapons. Its hint also says what they add and cost."""
        arms = self.arms[index]
        label, detail = "No weapon", "all dice used for defense"
        if arms.mounts:
            part, count = self.fight.contributions(arms, 0)[0], len(arms.mounts)
            label = f"{part.label} x{count} {'linked' if arms.linked else 'singly'}" if count > 1 else part.label
            detail = f"+{part.value} · {arms.cost} Fire Control"
        return Press(f"arms {index}", label, partial(self._change, index=index), command=pick_command(index + 1),
                     hint=f"{label}  {detail}", lit=index == self.index)  # fmt: skip

    def _fuel_presses(self) -> tuple[Press, ...]:
        """Return a button for each fuel bid, () if there is no fuel."""
        return tuple(
            Press(f"fuel {bid}", str(bid), partial(self._change, bid=bid), lit=bid == self.bid,
                  hint=f"Bid {bid} fuel: {pluralize(bid, 'die', 'dice')} more, spent in any case")
            for bid in (range(self.fight.max_fuel + 1) if self.fight.max_fuel else ())
        )  # fmt: skip

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
    def _confirm(self) -> None:
        self.is_confirmed = True
        self.give(self.choice())

    def _take_split(self, index: float) -> None:
        """Take the split with that index."""
        self.share = self.splits[round(index)]

    def keys(self) -> Mapping[str, Callable[[], object]]:
        """Return what arrows do for weapon and split, and turn keys for fuel."""
        return {
            "pan up": partial(self._change, index=self.index - 1), "pan left": partial(self._step_split, -1),
            "pan down": partial(self._change, index=self.index + 1), "pan right": partial(self._step_split, 1),
            "left": partial(self._change, bid=self.bid - 1), "right": partial(self._change, bid=self.bid + 1),
        }  # fmt: skip
