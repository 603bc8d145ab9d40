"""The secret plan of a Dogfight or Bombing Run: weapon, fuel bid, and split of the dice, with the odds of the plan.

The sheet has widgets for the plan, and a table of what the plan does against each enemy plan.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from jovian.descriptions.odds import Chances, Reply, attack_order, nearest_split, plan_outcomes
from jovian.frozen import frozen
from jovian.game import Decision
from jovian.game.answers import SecretPlan
from jovian.rules.basics.rolls import pluralize
from jovian.rules.close_combat.dogfight import Arms, PlanFight, planned_arms, secret_plan
from jovian.rules.rulebook.effect import DOGFIGHT
from jovian.ui.board import Brackets, Overlay
from jovian.ui.kit.boxes import NOWHERE, Box, citation, item, line, row
from jovian.ui.kit.tables import Cell, Column, Table, TableRow, table_boxes
from jovian.ui.kit.theme import DANGER, GOOD, TEXT_SOFT, WARN, Color
from jovian.ui.kit.widgets import Slider
from jovian.ui.panels.panel import Press, press_button
from jovian.ui.panels.sheet import Sheet, button_lines, text_lines
from jovian.ui.presentation.odds_tables import chance_cell
from jovian.ui.questions.controller import Controller
from jovian.ui.session.keymap import pick_command
from jovian.ui.session.table_selection import TableSelection

# --- The sheet ---

FUEL, SLIDER = 28, 42
"""The heights of the fuel bid and of the split of the dice."""


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


    def lines(self, width: int) -> list[Box]:
        """Return the weapons, the fuel, the split, what the plan does against each enemy plan, and its dice."""
        foot = [*text_lines(self.text, width), citation(self.place)]
        fuels = [item(press_button(press, NOWHERE, "label"), height=FUEL, grow=1) for press in self.fuels]
        bid = row(line("Fuel bid", "caps", TEXT_SOFT, width=64), *fuels, gap=4, height=FUEL + 6)
        return [
            *button_lines(self.answers, width), *([bid] if fuels else []), self._split(),
            *text_lines(self.order, width, color=WARN), *table_boxes(replies_table(self), width), *foot,
        ]  # fmt: skip

    def _split(self) -> Box:
        """Return a slider over the legal splits, or the only one in words."""
        if len(self.splits) < 2:
            return line(f"Attack with {_dice(self.attack)}, defend with {_dice(self.defense)}", color=TEXT_SOFT)
        label, at = f"Attack with {_dice(self.attack)}", self.splits.index(self.attack)
        last, defense = len(self.splits) - 1, f"Defend with {self.defense}"
        return item(Slider("share", NOWHERE, label, 0, last, at, show=lambda _: defense), height=SLIDER)


def _dice(count: int) -> str:
    return pluralize(count, "die", "dice")


def replies_table(sheet: PlanSheet) -> Table:
    """Return a row for each plan of the enemy: what you do to it, and what it does to you."""
    columns = [
        Column(label, 40, group, rank)
        for group in ("You deal", "You take")
        for label, rank in (("Hits", 0), ("Lost", 1))
    ]
    rows = [_reply_row(number, reply) for number, reply in enumerate(sheet.replies)]
    return Table("Enemy plans", tuple(columns), tuple(rows), is_dense=True)


def _reply_row(number: int, reply: Reply) -> TableRow:
    label = f"{reply.attack} attack, {reply.defense} defend"
    note = f"with {reply.fuel} Fuel" if reply.fuel else ""
    cells = (*_cells(reply.damage_dealt, GOOD), *_cells(reply.damage_taken, DANGER))
    return TableRow(f"reply {number}", label, cells, note=note, hint=reply.label.capitalize(), enabled=False)


def _cells(chances: Chances | None, color: Color) -> tuple[Cell | None, ...]:
    """Return the cells of the two columns of one side."""
    if chances is None:
        return Cell("–", TEXT_SOFT), None
    lost = chance_cell(chances.lost, color) if chances.lost is not None else None
    return chance_cell(chances.hurt, color), lost


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
        self.selection.give(self.choice())

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
