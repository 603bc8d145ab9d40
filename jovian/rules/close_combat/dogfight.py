"""Dogfights, and what Bombing Runs share with them: secret plans, missiles, and attacks at close quarters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import cast

from jovian.cards import WeaponCard
from jovian.cards.traits import implements
from jovian.frozen import frozen
from jovian.game import Answer, Decision, Game, ListDecision, Model, MountRef, Option, Procedure, Refusal, State
from jovian.game.answers import DeclareMissile, Decline, SecretPlan
from jovian.game.events import MODIFIER, Contribution, Declined, FighterPlan, MissileDeclared, PlansRevealed
from jovian.rules.attack.attack import aftermath, apply_result, roll_shot, spend_fire_control, use_up
from jovian.rules.basics.formation import disband, formation_members, in_contact
from jovian.rules.basics.model import burn_together, shared_fuel, show_used
from jovian.rules.basics.rolls import deciding_side, pluralize, with_action
from jovian.rules.escort import return_to_ship
from jovian.rules.moving import fly_path, free_move_manner
from jovian.rules.placement.attached import move_to
from jovian.rules.placement.legal_places import ids_in_contact, off_table
from jovian.rules.placement.move_limits import free_place
from jovian.rules.rulebook.active_effects import (
    find_effect,
    find_weapon_effect,
    weapon_type,
)
from jovian.rules.rulebook.effect import BOMBING, DOGFIGHT, Fired
from jovian.rules.shots import ratings
from jovian.rules.shots.evasion import close_guard
from jovian.rules.shots.formula import Assessment, assess_close, defense_of
from jovian.rules.shots.shot import LineOfFire, Shot, fires_as_one, touched_arcs, weapon_of, weapons_label
from jovian.rules.squadrons import FREE_MOVE, free_move
from jovian.rules.traits.older_traits import FirstInterceptor
from jovian.rules.traits.weapon_traits import SupportWeapon
from jovian.table import Pose, extends_off_table, in_spinal

# --- Plans (v1.2.4 Dogfight, Bombing Run > Attack and Defense Pools, R72) ---
PLACE = {
    DOGFIGHT: "v1.2.4 Dogfight > Attack and Defense Pools",
    BOMBING: "v1.2.4 Bombing Run > Attack and Defense Pools",
}
LINKED, SINGLY = "linked", "singly"


@frozen
class Arms:
    """Weapons that may fire together in a close fight, linked or singly."""

    mounts: tuple[MountRef, ...]
    linked: bool

    @property
    def cost(self) -> int:
        """The Fire Control that they cost: 1 if linked, else 1 each."""
        return 1 if self.linked else len(self.mounts)


@frozen
class DogfightPlan:
    """What one side has secretly decided. Attack and defense are dice after the split."""

    arms: Arms
    fuel: int
    attack: int
    defense: int
    """Dice that defend, including the die of an Evasive model."""


def planned_arms(answer: SecretPlan) -> Arms:
    """Return the weapons of a plan."""
    return Arms(answer.mounts, answer.manner == LINKED)


def secret_plan(arms: Arms, fuel: int, attack: int) -> SecretPlan:
    """Return the answer that plans to fire these weapons."""
    return SecretPlan(arms.mounts, LINKED if arms.linked else SINGLY, fuel, attack)


@implements("Bomb", tests="rules/test_dogfight")
class Fight:
    """One side of a close fight as its plan sees it: the model, its opponent, and the attack window."""

    __slots__ = ("foe", "model", "state", "window")

    def __init__(self, state: State, model: Model, enemy: Model, window: str) -> None:
        self.state = state
        self.model = model
        self.foe = enemy
        self.window = window

    @property
    def max_fuel(self) -> int:
        """The highest bid: what each member of a formation can pay."""
        return 0 if self.model.is_capital else shared_fuel(self.state, self.model)

    def arms(self) -> list[Arms]:
        """Return every choice of weapons that Fire Control allows. The last is to use none."""
        fire_control = ratings.fire_control_left(self.state, self.model)
        choices: list[Arms] = []
        for mounts in self._usable_mounts() if fire_control > 0 else ():
            choices += [Arms(mounts[:number], False) for number in range(1, min(fire_control, len(mounts)) + 1)]
            if len(mounts) > 1 and self._is_linkable(mounts):
                choices.append(Arms(mounts, True))
        return [*choices, Arms((), False)]

    def _is_linkable(self, mounts: tuple[MountRef, ...]) -> bool:
        weapon = weapon_of(self.model, mounts[0])
        return weapon is not None and fires_as_one(self.state, self.model, weapon)

    def _usable_mounts(self) -> list[tuple[MountRef, ...]]:
        """Return the usable mounts, grouped by weapon."""
        mounts_by_weapon: dict[str, list[MountRef]] = {}
        for mount in close_mounts(self.state, self.model):
            weapon = weapon_of(self.model, mount)
            if weapon is not None and self.rating(weapon) and self._is_usable(weapon):
                mounts_by_weapon.setdefault(mount.line, []).append(mount)
        return [tuple(mounts) for mounts in mounts_by_weapon.values()]

    def _is_usable(self, weapon: WeaponCard) -> bool:
        """Return whether the weapon is for close fights, bears on the opponent, and is no Bomb in a Dogfight."""
        if not weapon_type(self.state, weapon).shares_pool:
            return False
        if self.window == DOGFIGHT and weapon.trait("Bomb"):
            return False
        return not self.model.is_capital or covers(self.state, self.model, weapon, self.foe)

    def rating(self, weapon: WeaponCard) -> int:
        """Return what the weapon adds to the pool: its AS, or in a Bombing Run what its type says."""
        if self.model.is_capital or self.window == DOGFIGHT:
            return weapon.as_ or 0
        return weapon_type(self.state, weapon).bombing_rating(self.state, self.model, weapon)

    def contributions(self, arms: Arms, bid: int) -> list[Contribution]:
        """Return the contributions to the pool."""
        place = PLACE[self.window]
        weapon = weapon_of(self.model, arms.mounts[0]) if arms.mounts else None
        parts = [Contribution(weapon.name, self.rating(weapon), place)] if weapon else []
        if self.model.is_capital:
            return [*parts, defense_of(self.state, self.model, place, MODIFIER)]
        skill = ratings.close_skill(self.state, self.model, self.window)
        parts.append(Contribution("Skill", skill, place))
        return [*parts, Contribution("Fuel", bid, place)] if bid else parts

    def dice(self, arms: Arms, bid: int) -> int:
        """Return the dice of the pool that the split divides."""
        pool = 0
        for contribution in self.contributions(arms, bid):
            pool += contribution.value
        return pool

    def plan(self, answer: SecretPlan) -> DogfightPlan:
        """Return the plan of an answer."""
        arms = planned_arms(answer)
        rest = self.dice(arms, answer.fuel) - answer.attack
        guard = close_guard(self.state, self.model) if rest else 0
        return DogfightPlan(arms, answer.fuel, answer.attack, rest + guard)

    def splits(self, arms: Arms, bid: int) -> list[int]:
        """Return the allowed numbers of attack dice: 0 or at least 2, and the same for the defense dice (R72)."""
        pool = self.dice(arms, bid)
        if not arms.mounts:
            return [0]
        return [attack for attack in range(pool + 1) if pool == 1 or (attack != 1 and pool - attack != 1)]

    def plans(self) -> Iterator[SecretPlan]:
        """Yield every legal answer."""
        for arms in self.arms():
            for bid in range(self.max_fuel + 1):
                for share in self.splits(arms, bid):
                    yield secret_plan(arms, bid, share)


def close_mounts(state: State, model: Model) -> list[MountRef]:
    """Return the undamaged mounts of a model and its formation."""
    return mounts_of(formation_members(state, model))


def mounts_of(group: Sequence[Model]) -> list[MountRef]:
    """Return the undamaged mounts of a group, the leader's first."""
    mounts = []
    for number, member in enumerate(group):
        mounts += [MountRef.of(mount.id, number) for mount in member.card.mounts if mount.id not in member.damaged]
    return mounts


def covers(state: State, ship: Model, weapon: WeaponCard, enemy: Model) -> bool:
    """Return whether a ship's weapon can fire in the attacked arc, the one in contact (v1.2.4 Bombing Run)."""
    enemy = in_contact(formation_members(state, enemy), [ship])[0]
    attacked_arcs = touched_arcs(ship, enemy)
    if "turret" in weapon.arcs or any(arc in weapon.arcs for arc in attacked_arcs):
        return True
    return "spinal" in weapon.arcs and in_spinal(ship.base, ship.pose, enemy.base, enemy.pose)


class PlanFight(Decision):
    """Choose weapons, fuel, and the split of dice for a close fight, in secret."""

    kind = "plan"
    answers = (SecretPlan,)
    __slots__ = ("foe", "state", "window")

    def __init__(self, state: State, model: Model, enemy: Model, window: str, sealed: int) -> None:
        title = f"{model.name} against {with_action(state, enemy)}: weapon, fuel, attack and defense"
        side = deciding_side(state, model.side)
        super().__init__(side, title, PLACE[window], subject=model.id, secret=True, sealed=sealed)
        self.state = state
        self.foe = enemy.id
        self.window = window

    def on(self, state: State) -> PlanFight:
        return PlanFight(state, state.models[self.subject], state.models[self.foe], self.window, self.sealed)

    @property
    def fight(self) -> Fight:
        """The fight as this side sees it."""
        models = self.state.models
        return Fight(self.state, models[self.subject], models[self.foe], self.window)

    @property
    def enemy_fight(self) -> Fight:
        """The fight as the opponent sees it."""
        models = self.state.models
        return Fight(self.state, models[self.foe], models[self.subject], self.window)

    def judge(self, answer: Answer) -> Refusal | None:
        plan, fight = cast(SecretPlan, answer), self.fight
        arms, bid = planned_arms(plan), plan.fuel
        if plan.manner not in (LINKED, SINGLY) or arms not in fight.arms():
            return Refusal("These weapons can't be used together here.", self.cited)
        if bid > fight.max_fuel:
            return Refusal(f"The bid may be at most {fight.max_fuel} fuel.", self.cited)
        if plan.attack in fight.splits(arms, bid):
            return None
        dice = pluralize(fight.dice(arms, bid), "die", "dice")
        reason = f"Split {dice} into 0 or at least 2 each. Without a weapon, all dice defend."
        return Refusal(reason, self.cited)

    def default(self) -> SecretPlan:
        """Return the best weapon, no fuel, and half of the dice to attack."""
        fight = self.fight
        arms = max(fight.arms(), key=lambda choice: (fight.dice(choice, 0), choice.linked))
        splits = fight.splits(arms, 0)
        half = fight.dice(arms, 0) / 2
        share = min(splits, key=lambda attack: (abs(attack - half), attack))
        return secret_plan(arms, 0, share)

    def sample(self, rng: Random) -> SecretPlan:
        """Return any weapon, any bid, and any split."""
        fight = self.fight
        arms = fight.arms()
        chosen = arms[int(rng.random() * max(1, len(arms) - (rng.random() < 0.9 and len(arms) > 1)))]
        bid = int(rng.random() * (fight.max_fuel + 1))
        splits = fight.splits(chosen, bid)
        share = splits[int(rng.random() * len(splits))]
        return secret_plan(chosen, bid, share)

    def options(self) -> Iterator[Option[SecretPlan]]:
        for answer in self.fight.plans():
            plan = self.fight.plan(answer)
            yield Option(answer, f"{plan.attack} attack dice, {plan.defense} defense dice, {plan.fuel} fuel")


# --- Preparation (v1.2.4 Dogfight, Bombing Run > Missiles and Bids, R36) ---
MISSILES = {DOGFIGHT: "v1.2.4 Dogfight > Missiles and Bids", BOMBING: "v1.2.4 Bombing Run > Missiles and Bids"}


@frozen
class Fighter:
    """One side of a close fight after both plans are revealed."""

    group: tuple[Model, ...]
    """The model, or its formation when the fight began, the leader first."""
    plan: DogfightPlan
    missile: tuple[MountRef, ...]
    """The mounts of the declared missile, or ()."""

    @property
    def model(self) -> Model:
        """The first living member of the group, or its leader if all are lost."""
        return next((member for member in self.group if member.is_in_game), self.group[0])

    @property
    def alive(self) -> bool:
        """Whether any member is alive."""
        return any(member.is_in_game for member in self.group)

    def still_has(self, mounts: tuple[MountRef, ...]) -> tuple[MountRef, ...]:
        """Return the chosen mounts that the living members still have, named from their new leader."""
        living = [member for member in self.group if member.is_in_game]
        if len(living) == len(self.group):
            return mounts
        weapon_lines = {mount.line for mount in mounts}
        return tuple(mount for mount in mounts_of(living) if mount.line in weapon_lines)[: len(mounts)]


def prepare_fight(game: Game, first: Model, second: Model, window: str) -> Procedure[tuple[Fighter, Fighter]]:
    """Prepare a close fight: declare missiles, plan in secret, reveal both plans, and spend the bids (R36, R72).

    Missiles are declared openly, the first model first. A model with secret weapons decides even if it has only one
    choice. Otherwise, the opponent would learn its weapons.
    """
    missiles = []
    for model, enemy in ((first, second), (second, first)):
        missiles.append((yield from _declare_missile(game, model, enemy, window)))
    plans: list[DogfightPlan] = []
    sealed = 0
    for model, enemy in ((first, second), (second, first)):
        fight = Fight(game.state, model, enemy, window)
        first_plans = [plan for _, plan in zip(range(2), fight.plans(), strict=False)]
        answer = first_plans[0]
        if len(first_plans) > 1 or model.is_concealed:
            answer = cast(SecretPlan, (yield PlanFight(game.state, model, enemy, window, sealed)))
            sealed += 1
        plans.append(fight.plan(answer))
    groups = tuple(formation_members(game.state, first)), tuple(formation_members(game.state, second))
    fighters = Fighter(groups[0], plans[0], missiles[0]), Fighter(groups[1], plans[1], missiles[1])
    _reveal(game, fighters, window)
    return fighters


def _declare_missile(game: Game, model: Model, enemy: Model, window: str) -> Procedure[tuple[MountRef, ...]]:
    choices = missile_arms(game.state, model, enemy)
    if not choices and not model.is_concealed:
        return ()
    listed: list[Option[Decline | DeclareMissile]] = [Option(Decline(), "No missile")]
    for arms in choices:
        label = weapons_label(model, arms.mounts) + (" linked" if arms.linked else "")
        listed.append(Option(DeclareMissile(arms.mounts), label, "attacks last, against the defense pool"))
    title = f"{model.name}: declare a missile against {with_action(game.state, enemy)}?"
    pick = ListDecision("missile", model.side, title, MISSILES[window], listed, subject=model.id)
    answer = pick.read((yield pick))
    if isinstance(answer, Decline):
        game.log_event(Declined(side=model.side, what="missile"))
        return ()
    show_used(game, model, answer.mounts)
    spend_fire_control(game, model.id)
    weapon, mounts = weapon_of(model, answer.mounts[0]), answer.mounts
    game.log_event(
        MissileDeclared(model=model.id, target=enemy.id, mounts=mounts, weapon=weapon.name if weapon else "")
    )
    return mounts


def missile_arms(state: State, model: Model, enemy: Model) -> list[Arms]:
    """Return the missiles that a model may declare: single weapons, and linked ones as one."""
    if ratings.fire_control_left(state, model) < 1:
        return []
    mounts_by_weapon: dict[str, list[MountRef]] = {}
    for mount in close_mounts(state, model):
        if _may_launch(state, model, enemy, mount):
            mounts_by_weapon.setdefault(mount.line, []).append(mount)
    choices = []
    for mounts in mounts_by_weapon.values():
        weapon = weapon_of(model, mounts[0])
        choices.append(Arms((mounts[0],), False))
        if len(mounts) > 1 and weapon is not None and fires_as_one(state, model, weapon):
            choices.append(Arms(tuple(mounts), True))
    return choices


def _may_launch(state: State, model: Model, enemy: Model, mount: MountRef) -> bool:
    weapon = weapon_of(model, mount)
    if weapon is None or not weapon_type(state, weapon).strikes_last(weapon):
        return False
    if not model.is_capital:
        return bool(weapon.ac if enemy.is_capital else weapon.as_)
    all_around = find_weapon_effect(state, weapon, SupportWeapon) is not None
    return bool(weapon.as_) and (all_around or covers(state, model, weapon, enemy))


def _reveal(game: Game, fighters: tuple[Fighter, Fighter], window: str) -> None:
    for fighter in fighters:
        show_used(game, fighter.model, fighter.plan.arms.mounts)
    if game.log is not None:
        plans = tuple(_fighter_plan(fighter) for fighter in fighters)
        game.log_event(PlansRevealed(window=window, plans=plans))
    for fighter in fighters:
        burn_together(game, fighter.model, fighter.plan.fuel, "bid")


def _fighter_plan(fighter: Fighter) -> FighterPlan:
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


# --- Attacks ---
STRIKES_FIRST = 10
"""What an effect that strikes first takes off the weapon initiative: more than any weapon has."""


def fighter_attacks(state: State, fighter: Fighter, target: Fighter, window: str) -> list[Assessment]:
    """Return the attacks of a fighter: one if linked, else one per mount, all with the same attack dice."""
    plan, mounts = fighter.plan, fighter.still_has(fighter.plan.arms.mounts)
    if not plan.attack or not mounts or not target.alive:
        return []
    groups = [mounts] if plan.arms.linked else [(mount,) for mount in mounts]
    return [_attack_numbers(state, fighter, group, target, plan.attack, window) for group in groups]


def _attack_numbers(
    state: State, fighter: Fighter, mounts: tuple[MountRef, ...], target: Fighter, share: int | None, window: str
) -> Assessment:
    """Return the numbers of an attack by the living members. Their contact stays the same after losses."""
    contact = in_contact(fighter.group, target.group)
    return close_shot(state, fighter.model, mounts, target.model, share, target.plan.defense, window, contact)


def close_shot(
    state: State, model: Model, mounts: tuple[MountRef, ...], enemy: Model, share: int | None, resist: int, window: str,
    contact: tuple[Model, Model] | None = None,
) -> Assessment:  # fmt: skip
    """Return the numbers of one attack at close quarters, with attack dice of a pool or with a missile (`share` None).

    `contact` is the pair of models that touch, which decides the attacked arc. The default is the pair that touches
    now.
    """
    weapon = weapon_of(model, mounts[0])
    assert weapon is not None
    line = LineOfFire(state, *(contact or in_contact(formation_members(state, model), formation_members(state, enemy))))
    return assess_close(Shot(state, model, mounts, weapon, enemy, window, share=share, resist=resist, line=line))


def weapon_initiative(state: State, fighter: Fighter) -> int:
    """Return the weapon initiative: the lower side fires first. A Lance (0) fires together with any weapon."""
    mounts = fighter.plan.arms.mounts
    weapon = weapon_of(fighter.model, mounts[0]) if mounts else None
    if weapon is None:
        return 0
    initiative = weapon_type(state, weapon).initiative
    is_first = find_effect(state, fighter.model, FirstInterceptor) is not None
    return initiative - STRIKES_FIRST if is_first else initiative


def strike_together(game: Game, first_shots: list[Assessment], second_shots: list[Assessment]) -> Procedure[None]:
    """Resolve simultaneous attacks: first all dice, then all damage, to the living members of a formation."""
    state, shots = game.state, [*first_shots, *second_shots]
    attackers = [formation_members(state, state.models[shot.attacker]) for shot in shots]
    targets_by_shot = [formation_members(state, state.models[shot.target]) for shot in shots]
    rolled = []
    for shot in shots:
        spend_fire_control(game, shot.attacker)
        rolled.append((shot, (yield from roll_shot(game, shot))))
    for (shot, result), group, targets in zip(rolled, attackers, targets_by_shot, strict=True):
        living = next((member for member in targets if member.is_in_game), targets[0])
        yield from apply_result(game, replace(shot, target=living.id), result)
        use_up(game, group, shot.mounts)


def strike_in_turn(game: Game, fighter: Fighter, target: Fighter, window: str) -> Procedure[None]:
    """Resolve the attacks of one side, each with its damage before the next, at the living targets."""
    for number in range(len(fighter_attacks(game.state, fighter, target, window))):
        for shot in fighter_attacks(game.state, fighter, target, window)[number : number + 1]:
            yield from strike_together(game, [shot], [])


def missiles_strike(game: Game, first: Fighter, second: Fighter, window: str) -> Procedure[None]:
    """Resolve both declared missiles together, even of a lost squadron, against the defense pools."""
    rolled = []
    for fighter, target in ((first, second), (second, first)):
        if fighter.missile and target.alive:
            shot = _attack_numbers(game.state, fighter, fighter.missile, target, None, window)
            rolled.append((shot, (yield from roll_shot(game, shot))))
        if fighter.missile:
            use_up(game, fighter.group, fighter.missile)
    for shot, result in rolled:
        yield from apply_result(game, shot, result)


def after_fight(game: Game, first: Fighter, second: Fighter, window: str) -> Procedure[None]:
    """Apply the effects of having fired to both sides."""
    for fighter in (first, second):
        fired = fighter.plan.arms.mounts if fighter.plan.attack else ()
        for mounts in (fired, fighter.missile):
            if mounts:
                yield from aftermath(game, fighter.group, Fired(mounts, "", window))


# --- Dogfight (v1.2.4 Dogfight, R72, R73) ---
BREAK_OFF = 1.0


def dogfight(game: Game, interceptor: Model, target: Model) -> Procedure[None]:
    """Resolve missiles, plans, weapons by weapon initiative, missiles, and the moves that follow."""
    active = game.state.active
    is_active_side = active is not None and active.side == interceptor.side
    ship = game.state.models.get(interceptor.host) if interceptor.is_escorting else None
    if is_active_side:
        interceptors, targets = yield from prepare_fight(game, interceptor, target, DOGFIGHT)
    else:
        targets, interceptors = yield from prepare_fight(game, target, interceptor, DOGFIGHT)
    first, second = (interceptors, targets) if is_active_side else (targets, interceptors)
    yield from _fire_weapons(game, first, second)
    yield from missiles_strike(game, first, second, DOGFIGHT)
    yield from after_fight(game, first, second, DOGFIGHT)
    if ship is not None and interceptors.alive and ship.is_on_table:
        return_to_ship(game, interceptors.model, ship)
    else:
        yield from _separate(game, interceptors, targets)


def _fire_weapons(game: Game, first: Fighter, second: Fighter) -> Procedure[None]:
    """Fire weapons, the lower weapon initiative first. Equal ones, and a Lance with any weapon, fire together."""
    state = game.state
    first_initiative, second_initiative = weapon_initiative(state, first), weapon_initiative(state, second)
    if first_initiative == second_initiative or not first_initiative or not second_initiative:
        yield from strike_together(
            game, fighter_attacks(state, first, second, DOGFIGHT), fighter_attacks(state, second, first, DOGFIGHT)
        )
        return
    quick, slow = (first, second) if first_initiative < second_initiative else (second, first)
    yield from strike_in_turn(game, quick, slow, DOGFIGHT)
    if slow.alive:
        yield from strike_in_turn(game, slow, quick, DOGFIGHT)


def _separate(game: Game, interceptors: Fighter, targets: Fighter) -> Procedure[None]:
    """Give a lone survivor a free move. If both survive, the interceptor breaks off."""
    if interceptors.alive and targets.alive:
        yield from _break_off(game, interceptors.model, targets.model)
    elif interceptors.alive:
        yield from free_move(game, interceptors.model, FREE_MOVE)
    elif targets.alive:
        yield from free_move(game, targets.model, FREE_MOVE)


def _break_off(game: Game, interceptor: Model, target: Model) -> Procedure[None]:
    """Move the interceptor's formation 1 inch directly away. Terrain attacks as on any move (R29).

    Without a free place, the formation breaks. Each member is placed at the nearest free place, untouched by terrain
    (R26, R28).
    """
    state, start = game.state, interceptor.pose
    group = formation_members(state, interceptor)
    touching, touched = in_contact(group, formation_members(state, target))
    moved_pose = touching.pose.toward(touched.pose, -BREAK_OFF)
    goal = start.moved(moved_pose.x - touching.pose.x, moved_pose.y - touching.pose.y).rounded()
    away = interceptor.at(goal)
    if ids_in_contact(state, away) or off_table(state, away):
        if len(group) > 1:
            disband(game, interceptor)
        for member in group:
            _move_aside(game, member, member.pose.moved(goal.x - start.x, goal.y - start.y).rounded())
        return
    yield from fly_path(game, interceptor, ((goal.x, goal.y),), free_move_manner(state, interceptor))


def _move_aside(game: Game, squadron: Model, spot: Pose) -> None:
    """Put a squadron at a spot, or at the nearest free place on the table."""
    state, moved = game.state, squadron.at(spot)
    if ids_in_contact(state, moved) or extends_off_table(squadron.base, spot, state.width, state.height):
        spot = free_place(state, moved) or squadron.pose
    move_to(game, squadron, spot, "free")
