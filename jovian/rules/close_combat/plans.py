"""Plans for a close fight: weapon, fuel bid, the split into attack and defense (v1.2.4 Dogfight, Bombing Run)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import cast

from jovian.cards import WeaponCard
from jovian.frozen import frozen
from jovian.game import Answer, Decision, Model, MountRef, Option, Refusal, State
from jovian.game.answers import SecretPlan
from jovian.game.parts import MODIFIER, Part
from jovian.rules.facts.formation import in_contact, members
from jovian.rules.facts.fuel import shared_fuel
from jovian.rules.facts.rolls import deciding_side
from jovian.rules.facts.words import counted, with_action
from jovian.rules.rulebook.in_force import weapon_type
from jovian.rules.rulebook.shot_facts import BOMBING, DOGFIGHT
from jovian.rules.shooting import ratings
from jovian.rules.shooting.aid import defense_of
from jovian.rules.shooting.evasion import close_guard
from jovian.rules.shooting.link import fires_as_one
from jovian.rules.shooting.shot import touched_arcs, weapon_of
from jovian.table import in_spinal

PLACE = {
    DOGFIGHT: "v1.2.4 Dogfight > Attack and Defense Pools",
    BOMBING: "v1.2.4 Bombing Run > Attack and Defense Pools",
}
LINKED, SINGLY = "linked", "singly"


@frozen
class Arms:
    """Weapons that may be fired together in a close fight: linked for one Fire Control, or singly for one each."""

    mounts: tuple[MountRef, ...]
    linked: bool

    @property
    def cost(self) -> int:
        """Fire Control that they take."""
        return 1 if self.linked else len(self.mounts)


@frozen
class Plan:
    """What one side has decided in secret. Dice of the pool after the split."""

    arms: Arms
    fuel: int
    attack: int
    defense: int
    """Dice that defend, the die of an Evasive model among them."""


class Fight:
    """One side of a close fight as its plan sees it: who, against whom, in which window."""

    __slots__ = ("foe", "model", "state", "window")

    def __init__(self, state: State, model: Model, foe: Model, window: str) -> None:
        self.state = state
        self.model = model
        self.foe = foe
        self.window = window

    @property
    def most_fuel(self) -> int:
        """The highest bid: what every member of a formation can pay."""
        return 0 if self.model.capital else shared_fuel(self.state, self.model)

    def arms(self) -> list[Arms]:
        """Every choice of weapons that Fire Control allows, none last."""
        left = ratings.fire_control_left(self.state, self.model)
        found: list[Arms] = []
        for line in self._lines() if left > 0 else ():
            found += [Arms(line[:number], False) for number in range(1, min(left, len(line)) + 1)]
            if len(line) > 1 and self._links(line):
                found.append(Arms(line, True))
        return [*found, Arms((), False)]

    def _links(self, line: tuple[MountRef, ...]) -> bool:
        weapon = weapon_of(self.model, line[0])
        return weapon is not None and fires_as_one(self.state, self.model, weapon)

    def _lines(self) -> list[tuple[MountRef, ...]]:
        """The usable mounts, those of one weapon together."""
        lines: dict[str, list[MountRef]] = {}
        for ident in close_mounts(self.state, self.model):
            weapon = weapon_of(self.model, ident)
            if weapon is not None and self.rating(weapon) and self._suits(weapon):
                lines.setdefault(ident.line, []).append(ident)
        return [tuple(line) for line in lines.values()]

    def _suits(self, weapon: WeaponCard) -> bool:
        """Is it for close fights, does it bear, and is it no Bomb in a Dogfight?"""
        if not weapon_type(self.state, weapon).shares_pool:
            return False
        if self.window == DOGFIGHT and weapon.trait("Bomb"):
            return False
        return not self.model.capital or covers(self.state, self.model, weapon, self.foe)

    def rating(self, weapon: WeaponCard) -> int:
        """What the weapon adds to the pool: AS, or when bombing what its type says."""
        if self.model.capital or self.window == DOGFIGHT:
            return weapon.as_ or 0
        return weapon_type(self.state, weapon).bombing_rating(self.state, self.model, weapon)

    def parts(self, arms: Arms, bid: int) -> list[Part]:
        """The parts that make up the pool."""
        place = PLACE[self.window]
        weapon = weapon_of(self.model, arms.mounts[0]) if arms.mounts else None
        found = [Part(weapon.name, self.rating(weapon), place)] if weapon else []
        if self.model.capital:
            return [*found, defense_of(self.state, self.model, place, MODIFIER)]
        skill = ratings.close_skill(self.state, self.model, self.window)
        found.append(Part("Skill", skill, place))
        return [*found, Part("Fuel", bid, place)] if bid else found

    def dice(self, arms: Arms, bid: int) -> int:
        """The dice of the pool, which the split divides."""
        pool = 0
        for part in self.parts(arms, bid):
            pool += part.value
        return pool

    def plan(self, answer: SecretPlan) -> Plan:
        """The plan that an answer means."""
        arms = arms_of(answer)
        rest = self.dice(arms, answer.fuel) - answer.attack
        guard = close_guard(self.state, self.model) if rest else 0
        return Plan(arms, answer.fuel, answer.attack, rest + guard)

    def splits(self, arms: Arms, bid: int) -> list[int]:
        """The attack shares that are allowed: 0 or at least 2, and as much left for defense (R72)."""
        pool = self.dice(arms, bid)
        if not arms.mounts:
            return [0]
        return [a for a in range(pool + 1) if pool == 1 or (a != 1 and pool - a != 1)]

    def plans(self) -> Iterator[SecretPlan]:
        """Every legal answer."""
        for arms in self.arms():
            for bid in range(self.most_fuel + 1):
                for share in self.splits(arms, bid):
                    yield secret_plan(arms, bid, share)


def arms_of(answer: SecretPlan) -> Arms:
    """The weapons of a plan."""
    return Arms(answer.mounts, answer.manner == LINKED)


def secret_plan(arms: Arms, fuel: int, attack: int) -> SecretPlan:
    """The answer that plans to fire these weapons."""
    return SecretPlan(arms.mounts, LINKED if arms.linked else SINGLY, fuel, attack)


def close_mounts(state: State, model: Model) -> list[MountRef]:
    """The undamaged mounts of a model and of the others of its formation."""
    return mounts_of(members(state, model))


def mounts_of(group: Sequence[Model]) -> list[MountRef]:
    """The undamaged mounts of those who fly together, the leader's first."""
    found = []
    for number, each in enumerate(group):
        found += [MountRef.of(mount.id, number) for mount in each.card.mounts if mount.id not in each.damaged]
    return found


def covers(state: State, ship: Model, weapon: WeaponCard, foe: Model) -> bool:
    """Can a ship's weapon fire in the attacked arc (v1.2.4 Bombing Run), that which is touched?"""
    foe = in_contact(members(state, foe), [ship])[0]
    attacked = touched_arcs(ship, foe)
    if "turret" in weapon.arcs or any(arc in weapon.arcs for arc in attacked):
        return True
    return "spinal" in weapon.arcs and in_spinal(ship.base, ship.pose, foe.base, foe.pose)


class PlanFight(Decision):
    """The secret plan of one side."""

    kind = "plan"
    answers = (SecretPlan,)
    __slots__ = ("foe", "state", "window")

    def __init__(self, state: State, model: Model, foe: Model, window: str, sealed: int) -> None:
        title = f"{model.name} against {with_action(state, foe)}: weapon, fuel, attack and defense"
        side = deciding_side(state, model.side)
        super().__init__(side, title, PLACE[window], subject=model.id, secret=True, sealed=sealed)
        self.state = state
        self.foe = foe.id
        self.window = window

    def on(self, state: State) -> PlanFight:
        """The same question over a view."""
        return PlanFight(state, state.models[self.subject], state.models[self.foe], self.window, self.sealed)

    @property
    def fight(self) -> Fight:
        """The fight as this side sees it."""
        models = self.state.models
        return Fight(self.state, models[self.subject], models[self.foe], self.window)

    @property
    def foes(self) -> Fight:
        """The fight as the other side sees it: what it could plan."""
        models = self.state.models
        return Fight(self.state, models[self.foe], models[self.subject], self.window)

    def judge(self, answer: Answer) -> Refusal | None:
        """Usable weapons, a bid that can be paid, shares of 0 or at least 2."""
        plan, fight = cast(SecretPlan, answer), self.fight
        arms, bid = arms_of(plan), plan.fuel
        if plan.manner not in (LINKED, SINGLY) or arms not in fight.arms():
            return Refusal("These weapons cannot be used together here.", self.cited)
        if bid > fight.most_fuel:
            return Refusal(f"At most {fight.most_fuel} fuel may be bid.", self.cited)
        if plan.attack in fight.splits(arms, bid):
            return None
        dice = counted(fight.dice(arms, bid), "die", "dice")
        reason = f"Of {dice} a share is 0 or at least 2; without a weapon none attack."
        return Refusal(reason, self.cited)

    def default(self) -> SecretPlan:
        """The best weapon, no fuel, half the dice to attack."""
        fight = self.fight
        arms = max(fight.arms(), key=lambda each: (fight.dice(each, 0), each.linked))
        splits = fight.splits(arms, 0)
        half = fight.dice(arms, 0) / 2
        share = min(splits, key=lambda each: (abs(each - half), each))
        return secret_plan(arms, 0, share)

    def sample(self, rng: Random) -> SecretPlan:
        """Any weapon, any bid, any split."""
        fight = self.fight
        arms = fight.arms()
        chosen = arms[int(rng.random() * max(1, len(arms) - (rng.random() < 0.9 and len(arms) > 1)))]
        bid = int(rng.random() * (fight.most_fuel + 1))
        splits = fight.splits(chosen, bid)
        share = splits[int(rng.random() * len(splits))]
        return secret_plan(chosen, bid, share)

    def options(self) -> Iterator[Option[SecretPlan]]:
        """Every legal plan."""
        for answer in self.fight.plans():
            plan = self.fight.plan(answer)
            yield Option(answer, f"{plan.attack} attack, {plan.defense} defend, {plan.fuel} fuel")
