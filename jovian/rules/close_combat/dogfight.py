"""Fights of squadrons: their plans, and dogfights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import cast

from jovian.cards import WeaponCard
from jovian.dice import Result
from jovian.frozen import frozen
from jovian.game import Answer, Decision, Game, ListDecision, Model, MountRef, Option, Procedure, Refusal, State
from jovian.game.answers import DeclareMissile, Decline, SecretPlan
from jovian.game.events import MODIFIER, Contribution, Declined, FighterPlan, MissileDeclared, PlansRevealed
from jovian.rules.attack.attack import aftermath, apply_result, roll_shot, spend_fire_control, use_up
from jovian.rules.basics.formation import disband, formation_members, in_contact
from jovian.rules.basics.model import burn_together, shared_fuel, show_used
from jovian.rules.basics.rolls import deciding_side, pluralize, with_action
from jovian.rules.moving import fly_path, free_move_manner
from jovian.rules.placement.attached import cast_off, move_to, nearest_flush
from jovian.rules.placement.legal_places import ids_in_contact, off_table
from jovian.rules.placement.move_limits import free_place
from jovian.rules.rulebook.active_effects import effects_of_weapon, says_yes, weapon_type
from jovian.rules.rulebook.effect import BOMBING, DOGFIGHT, Effect, Fired
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import Assessment, assess_close, defense_of
from jovian.rules.shots.ratings import close_guard
from jovian.rules.shots.shot import Line, Shot, fires_as_one, touched_arcs, weapon_of, weapons_label
from jovian.rules.squadrons import free_move
from jovian.table import Pose, extends_off_table, in_spinal

# --- plans ---
# Plans for a close fight: weapon, fuel bid, the split into attack and defense (v1.2.4 Dogfight, Bombing Run).

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
    def max_fuel(self) -> int:
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

    def parts(self, arms: Arms, bid: int) -> list[Contribution]:
        """The parts that make up the pool."""
        place = PLACE[self.window]
        weapon = weapon_of(self.model, arms.mounts[0]) if arms.mounts else None
        found = [Contribution(weapon.name, self.rating(weapon), place)] if weapon else []
        if self.model.capital:
            return [*found, defense_of(self.state, self.model, place, MODIFIER)]
        skill = ratings.close_skill(self.state, self.model, self.window)
        found.append(Contribution("Skill", skill, place))
        return [*found, Contribution("Fuel", bid, place)] if bid else found

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
            for bid in range(self.max_fuel + 1):
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
    return mounts_of(formation_members(state, model))


def mounts_of(group: Sequence[Model]) -> list[MountRef]:
    """The undamaged mounts of those who fly together, the leader's first."""
    found = []
    for number, each in enumerate(group):
        found += [MountRef.of(mount.id, number) for mount in each.card.mounts if mount.id not in each.damaged]
    return found


def covers(state: State, ship: Model, weapon: WeaponCard, foe: Model) -> bool:
    """Can a ship's weapon fire in the attacked arc (v1.2.4 Bombing Run), that which is touched?"""
    foe = in_contact(formation_members(state, foe), [ship])[0]
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
        if bid > fight.max_fuel:
            return Refusal(f"At most {fight.max_fuel} fuel may be bid.", self.cited)
        if plan.attack in fight.splits(arms, bid):
            return None
        dice = pluralize(fight.dice(arms, bid), "die", "dice")
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
        bid = int(rng.random() * (fight.max_fuel + 1))
        splits = fight.splits(chosen, bid)
        share = splits[int(rng.random() * len(splits))]
        return secret_plan(chosen, bid, share)

    def options(self) -> Iterator[Option[SecretPlan]]:
        """Every legal plan."""
        for answer in self.fight.plans():
            plan = self.fight.plan(answer)
            yield Option(answer, f"{plan.attack} attack, {plan.defense} defend, {plan.fuel} fuel")


# --- fighters ---
# What a Dogfight and a Bombing Run share: missiles declared, secret plans, attacks, missiles that strike last.

FIRST = 10
"""By how much the initiative of who strikes first is lower than that of any weapon."""
MISSILES = {DOGFIGHT: "v1.2.4 Dogfight > Missiles and Bids", BOMBING: "v1.2.4 Bombing Run > Missiles and Bids"}


@frozen
class Fighter:
    """One side once everything is revealed."""

    group: tuple[Model, ...]
    """The squadron or ship, or all of a formation as it was when the fight began, its leader first."""
    plan: Plan
    missile: tuple[MountRef, ...]
    """The mounts of the missile that it declared, () for none."""

    @property
    def model(self) -> Model:
        """Who fights: the first of the group that is left, the first of all if none is."""
        return next((each for each in self.group if each.alive), self.group[0])

    @property
    def alive(self) -> bool:
        """Is any of them left?"""
        return any(each.alive for each in self.group)

    def still_has(self, mounts: tuple[MountRef, ...]) -> tuple[MountRef, ...]:
        """As many of the weapons chosen as those have who are left, whoever of them was lost; named from who leads."""
        left = [each for each in self.group if each.alive]
        if len(left) == len(self.group):
            return mounts
        lines = {mount.line for mount in mounts}
        return tuple(mount for mount in mounts_of(left) if mount.line in lines)[: len(mounts)]


def prepare(game: Game, first: Model, second: Model, window: str) -> Procedure[tuple[Fighter, Fighter]]:
    """Missiles openly, the first side first; then the secret plans, revealed together; bids are spent (R36, R72).

    Who keeps its weapons secret is asked even where there is nothing to choose, which would tell what it has.
    """
    missiles = []
    for model, foe in ((first, second), (second, first)):
        missiles.append((yield from _declare_missile(game, model, foe, window)))
    plans: list[Plan] = []
    sealed = 0
    for model, foe in ((first, second), (second, first)):
        fight = Fight(game.state, model, foe, window)
        able = [plan for _, plan in zip(range(2), fight.plans(), strict=False)]
        answer = able[0]
        if len(able) > 1 or model.is_concealed:
            answer = cast(SecretPlan, (yield PlanFight(game.state, model, foe, window, sealed)))
            sealed += 1
        plans.append(fight.plan(answer))
    groups = tuple(formation_members(game.state, first)), tuple(formation_members(game.state, second))
    fighters = Fighter(groups[0], plans[0], missiles[0]), Fighter(groups[1], plans[1], missiles[1])
    _reveal(game, fighters, window)
    return fighters


def _reveal(game: Game, fighters: tuple[Fighter, Fighter], window: str) -> None:
    for fighter in fighters:
        show_used(game, fighter.model, fighter.plan.arms.mounts)
    if game.log is not None:
        plans = tuple(_told(fighter) for fighter in fighters)
        game.tell(PlansRevealed(window=window, plans=plans))
    for fighter in fighters:
        burn_together(game, fighter.model, fighter.plan.fuel, "bid")


def _told(fighter: Fighter) -> FighterPlan:
    plan = fighter.plan
    weapon = weapon_of(fighter.model, plan.arms.mounts[0]) if plan.arms.mounts else None
    return FighterPlan(
        model=fighter.model.id,
        weapon=weapon.name if weapon else "",
        mounts=plan.arms.mounts,
        linked=plan.arms.linked,
        fuel=plan.fuel,
        attack=plan.attack,
        defense=plan.defense,
        missile=fighter.missile,
    )


def _declare_missile(game: Game, model: Model, foe: Model, window: str) -> Procedure[tuple[MountRef, ...]]:
    found = missile_arms(game.state, model, foe)
    if not found and not model.is_concealed:
        return ()
    listed: list[Option[Decline | DeclareMissile]] = [Option(Decline(), "No missile")]
    for arms in found:
        label = weapons_label(model, arms.mounts) + (" linked" if arms.linked else "")
        listed.append(Option(DeclareMissile(arms.mounts), label, "strikes last, at the defense pool"))
    title = f"{model.name}: declare a missile against {with_action(game.state, foe)}?"
    pick = ListDecision("missile", model.side, title, MISSILES[window], listed, subject=model.id)
    answer = pick.read((yield pick))
    if isinstance(answer, Decline):
        game.tell(Declined(side=model.side, what="missile"))
        return ()
    show_used(game, model, answer.mounts)
    spend_fire_control(game, model.id)
    weapon, mounts = weapon_of(model, answer.mounts[0]), answer.mounts
    game.tell(MissileDeclared(model=model.id, target=foe.id, mounts=mounts, weapon=weapon.name if weapon else ""))
    return mounts


def missile_arms(state: State, model: Model, foe: Model) -> list[Arms]:
    """The missiles that a model may declare: one weapon, or linked ones as one."""
    if ratings.fire_control_left(state, model) < 1:
        return []
    lines: dict[str, list[MountRef]] = {}
    for ident in close_mounts(state, model):
        if _may_launch(state, model, foe, ident):
            lines.setdefault(ident.line, []).append(ident)
    found = []
    for line in lines.values():
        weapon = weapon_of(model, line[0])
        found.append(Arms((line[0],), False))
        if len(line) > 1 and weapon is not None and fires_as_one(state, model, weapon):
            found.append(Arms(tuple(line), True))
    return found


def _may_launch(state: State, model: Model, foe: Model, mount: MountRef) -> bool:
    weapon = weapon_of(model, mount)
    if weapon is None or not weapon_type(state, weapon).strikes_last(weapon):
        return False
    if not model.capital:
        return bool(weapon.ac if foe.capital else weapon.as_)
    return bool(weapon.as_) and (_all_around(state, weapon) or covers(state, model, weapon, foe))


def _all_around(state: State, weapon: WeaponCard) -> bool:
    return any(effect.fires_all_around() for effect in effects_of_weapon(state, weapon, Effect.fires_all_around))


def volley(state: State, fighter: Fighter, target: Fighter, window: str) -> list[Assessment]:
    """The attacks of a fighter's guns: one if linked, else one for each instance, all with the same share."""
    plan, mounts = fighter.plan, fighter.still_has(fighter.plan.arms.mounts)
    if not plan.attack or not mounts or not target.alive:
        return []
    groups = [mounts] if plan.arms.linked else [(mount,) for mount in mounts]
    return [_shot_of(state, fighter, group, target, plan.attack, window) for group in groups]


def _shot_of(
    state: State, fighter: Fighter, mounts: tuple[MountRef, ...], target: Fighter, share: int | None, window: str
) -> Assessment:
    """The numbers of an attack by who is left of a side; they stay in contact as they were, whoever is lost."""
    contact = in_contact(fighter.group, target.group)
    return close_shot(state, fighter.model, mounts, target.model, share, target.plan.defense, window, contact)


def close_shot(
    state: State, model: Model, mounts: tuple[MountRef, ...], foe: Model, share: int | None, resist: int, window: str,
    contact: tuple[Model, Model] | None = None,
) -> Assessment:  # fmt: skip
    """The numbers of one attack at close quarters: a share of the pool, or a missile by its own rating (None).

    `contact` is who of both sides touch each other, which tells the attacked arc; as they stand now without it.
    """
    weapon = weapon_of(model, mounts[0])
    assert weapon is not None
    line = Line(state, *(contact or in_contact(formation_members(state, model), formation_members(state, foe))))
    return assess_close(Shot(state, model, mounts, weapon, foe, window, share=share, resist=resist, line=line))


def weapon_initiative(state: State, fighter: Fighter) -> int:
    """Weapon initiative: who is lower strikes first; a Lance (0) strikes with whatever it meets."""
    mounts = fighter.plan.arms.mounts
    weapon = weapon_of(fighter.model, mounts[0]) if mounts else None
    if weapon is None:
        return 0
    usual = weapon_type(state, weapon).initiative
    return usual - FIRST if says_yes(state, fighter.model, Effect.strikes_first) else usual


def fire(game: Game, shots: list[Assessment]) -> Procedure[list[tuple[Assessment, Result]]]:
    """Roll attacks without damage yet, paying Fire Control for each."""
    found = []
    for shot in shots:
        spend_fire_control(game, shot.attacker)
        found.append((shot, (yield from roll_shot(game, shot))))
    return found


def strike_together(game: Game, one: list[Assessment], two: list[Assessment]) -> Procedure[None]:
    """Simultaneous attacks: all dice first, then all damage, to a formation as long as any of it is left."""
    state, shots = game.state, [*one, *two]
    armed = [formation_members(state, state.models[shot.attacker]) for shot in shots]
    struck = [formation_members(state, state.models[shot.target]) for shot in shots]
    rolled = yield from fire(game, shots)
    for (shot, result), owners, targets in zip(rolled, armed, struck, strict=True):
        standing = next((each for each in targets if each.alive), targets[0])
        yield from apply_result(game, replace(shot, target=standing.id), result)
        use_up(game, owners, shot.mounts)


def strike_in_turn(game: Game, fighter: Fighter, target: Fighter, window: str) -> Procedure[None]:
    """Attacks of one side that harm before the other acts, each on whoever of the target is left."""
    for number in range(len(volley(game.state, fighter, target, window))):
        for shot in volley(game.state, fighter, target, window)[number : number + 1]:
            yield from strike_together(game, [shot], [])


def missiles_strike(game: Game, one: Fighter, two: Fighter, window: str) -> Procedure[None]:
    """The declared missiles, together and last, even if their squadron is gone; they meet the defense pool."""
    rolled = []
    for fighter, target in ((one, two), (two, one)):
        if fighter.missile and target.alive:
            shot = _shot_of(game.state, fighter, fighter.missile, target, None, window)
            rolled.append((shot, (yield from roll_shot(game, shot))))
        if fighter.missile:
            use_up(game, fighter.group, fighter.missile)
    for shot, result in rolled:
        yield from apply_result(game, shot, result)


def after_fight(game: Game, one: Fighter, two: Fighter, window: str) -> Procedure[None]:
    """After the fight: what having fired does to those who did."""
    for fighter in (one, two):
        fired = fighter.plan.arms.mounts if fighter.plan.attack else ()
        for mounts in (fired, fighter.missile):
            if mounts:
                yield from aftermath(game, fighter.group, Fired(mounts, "", window))


# --- dogfight ---
# Dogfight: two squadrons at close quarters (v1.2.4 Dogfight, R72, R73).

BREAK_OFF = 1.0
FREE_MOVE = 4.0


def dogfight(game: Game, interceptor: Model, target: Model) -> Procedure[None]:
    """Missiles, plans, guns by weapon initiative, missiles, and the moves that follow."""
    active = game.state.active
    leads = active is not None and active.side == interceptor.side
    ship = game.state.models.get(interceptor.host) if interceptor.escorting else None
    if leads:
        hunter, prey = yield from prepare(game, interceptor, target, DOGFIGHT)
    else:
        prey, hunter = yield from prepare(game, target, interceptor, DOGFIGHT)
    one, two = (hunter, prey) if leads else (prey, hunter)
    yield from _guns(game, one, two)
    yield from missiles_strike(game, one, two, DOGFIGHT)
    yield from after_fight(game, one, two, DOGFIGHT)
    if ship is not None and hunter.alive and ship.on_table:
        _return(game, hunter.model, ship)
    else:
        yield from _part(game, hunter, prey)


def _guns(game: Game, one: Fighter, two: Fighter) -> Procedure[None]:
    """Lower weapon initiative first; equal ones, and a Lance with any, together."""
    state = game.state
    first, second = weapon_initiative(state, one), weapon_initiative(state, two)
    if first == second or not first or not second:
        yield from strike_together(game, volley(state, one, two, DOGFIGHT), volley(state, two, one, DOGFIGHT))
        return
    quick, slow = (one, two) if first < second else (two, one)
    yield from strike_in_turn(game, quick, slow, DOGFIGHT)
    if slow.alive:
        yield from strike_in_turn(game, slow, quick, DOGFIGHT)


def _part(game: Game, hunter: Fighter, prey: Fighter) -> Procedure[None]:
    """A lone survivor has a free move; otherwise the interceptor breaks off by an inch."""
    if hunter.alive and prey.alive:
        yield from _break_off(game, hunter.model, prey.model)
    elif hunter.alive:
        yield from free_move(game, hunter.model, FREE_MOVE)
    elif prey.alive:
        yield from free_move(game, prey.model, FREE_MOVE)


def _break_off(game: Game, interceptor: Model, target: Model) -> Procedure[None]:
    """One inch directly away with its formation, through terrain as by any move (R29).

    Where there is no room each is placed at the nearest free spot, broken up; placements suffer no terrain (R26, R28).
    """
    state, at = game.state, interceptor.pose
    group = formation_members(state, interceptor)
    one, other = in_contact(group, formation_members(state, target))
    parted = one.pose.toward(other.pose, -BREAK_OFF)
    goal = at.moved(parted.x - one.pose.x, parted.y - one.pose.y).rounded()
    away = interceptor.at(goal)
    if ids_in_contact(state, away) or off_table(state, away):
        if len(group) > 1:
            disband(game, interceptor)
        for each in group:
            _squeeze(game, each, each.pose.moved(goal.x - at.x, goal.y - at.y).rounded())
        return
    yield from fly_path(game, interceptor, ((goal.x, goal.y),), free_move_manner(state, interceptor))


def _squeeze(game: Game, squadron: Model, spot: Pose) -> None:
    """To a spot, or the nearest free place on the table about it."""
    state, there = game.state, squadron.at(spot)
    if ids_in_contact(state, there) or extends_off_table(squadron.base, spot, state.width, state.height):
        spot = free_place(state, there) or squadron.pose
    move_to(game, squadron, spot, "free")


def _return(game: Game, escort: Model, ship: Model) -> None:
    """An escort goes back to its ship at once and stays its escort."""
    spot = nearest_flush(game.state, escort, ship)
    if spot is None:
        cast_off(game, escort)
    else:
        move_to(game, escort, spot, "escort")
