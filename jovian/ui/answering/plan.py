"""Planning a close fight: weapon, fuel bid and split, chosen with the odds of the plan in sight (v1.2.4 Dogfight)."""

from __future__ import annotations

from typing import cast

from jovian.game import Decision
from jovian.game.answers import SecretPlan
from jovian.rules.close_combat.plans import Arms, PlanFight, arms_of, secret_plan
from jovian.rules.facts.words import counted
from jovian.rules.rulebook.shot_facts import DOGFIGHT
from jovian.ui.answering.controller import Controller
from jovian.ui.board import Brackets, Overlay
from jovian.ui.kit.widgets import Action
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk
from jovian.ui.playing.keys import PICKS
from jovian.ui.presenting.plan_odds import Reply, nearest_split, order, replies
from jovian.ui.sheets.plan_sheet import AttackWith, BidFuel, PlanSheet, TakeArms


class PlanController(Controller):
    """Answers `plan`. The answer is given by Enter or its button only; Escape never answers."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(PlanFight, decision)
        self.fight, self.foes = self.asked.fight, self.asked.foes
        self.arms = self.fight.arms()
        self.index, self.bid, self.share = 0, 0, 0
        desk.selected, desk.weapons = decision.subject, ()
        self._take(self.asked.default())
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
        self.bid = min(max(bid, 0), self.fight.most_fuel)
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
        kind = "Dogfight" if self.asked.window == DOGFIGHT else "Bombing Run"
        return f"{kind}: {self.fight.model.name} against {self.fight.foe.name}"

    @property
    def hint(self) -> str:
        """Which key does what."""
        if self.done:
            return "The plan is made"
        keys = self.desk.keymap
        fuel = f" · {keys.shown('left')}/{keys.shown('right')} fuel" if self.fight.most_fuel else ""
        return f"Arrows: weapon up and down, split left and right{fuel} · {keys.shown('confirm')} confirms in secret"

    def offers(self) -> list[Offer]:
        """The one button that answers."""
        return [Offer("confirm", "Confirm the plan", "primary", "confirm")]

    def sheet(self) -> PlanSheet:
        """Everything to choose, and what it is worth."""
        choice, foe = self.choice(), self.fight.foe
        plan, parts = self.fight.plan(choice), self.fight.parts(self.chosen, self.bid)
        pool = " + ".join(f"{part.label} {part.value}" for part in parts)
        guard = plan.defense - (self.fight.dice(self.chosen, self.bid) - plan.attack)
        text = f"{pool} = {counted(self.fight.dice(self.chosen, self.bid), 'die', 'dice')}"
        text += f", {guard} more to defend (Evasive)" if guard else ""
        return PlanSheet(
            self.title, text, self.asked.cited, (), arms=tuple(self._label(each) for each in self.arms),
            chosen=self.index, most_fuel=self.fight.most_fuel, fuel=self.bid, splits=tuple(self.splits),
            attack=plan.attack, defense=plan.defense, order=order(self.fight, self.foes, choice),
            foe=foe.name, replies=self._replies(choice),
        )  # fmt: skip

    def _label(self, arms: Arms) -> tuple[str, str]:
        """What the weapons are called, and what they add and cost."""
        if not arms.mounts:
            return "No weapon", "all dice defend"
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
            self.given(self.choice())

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
