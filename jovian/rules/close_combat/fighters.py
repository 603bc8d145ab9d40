"""What a Dogfight and a Bombing Run share: missiles declared, secret plans, attacks, missiles that strike last."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from jovian.cards import WeaponCard
from jovian.dice import Result
from jovian.frozen import frozen
from jovian.game import Game, Model, MountRef, Option, Pick, Procedure, State
from jovian.game.answers import DeclareMissile, Decline, SecretPlan
from jovian.game.events import Declined, FighterPlan, MissileDeclared, PlansRevealed
from jovian.rules.close_combat.plans import Arms, Fight, Plan, PlanFight, close_mounts, covers, mounts_of
from jovian.rules.facts.formation import in_contact, members
from jovian.rules.facts.fuel import burn_together
from jovian.rules.facts.reveal import show_used
from jovian.rules.facts.words import with_action
from jovian.rules.firing.attack import aftermath, spend_fire_control, use_up
from jovian.rules.firing.resolve import apply_result, roll_shot
from jovian.rules.rulebook.effect import Effect, Fired
from jovian.rules.rulebook.in_force import effects_of_weapon, says_yes, weapon_type
from jovian.rules.rulebook.shot_facts import BOMBING, DOGFIGHT
from jovian.rules.shooting import ratings
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess_close
from jovian.rules.shooting.link import fires_as_one
from jovian.rules.shooting.shot import Line, Shot, weapon_of, weapons_called

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
        if len(able) > 1 or model.concealed:
            answer = cast(SecretPlan, (yield PlanFight(game.state, model, foe, window, sealed)))
            sealed += 1
        plans.append(fight.plan(answer))
    groups = tuple(members(game.state, first)), tuple(members(game.state, second))
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
        model=fighter.model.id, weapon=weapon.name if weapon else "", mounts=plan.arms.mounts, linked=plan.arms.linked,
        fuel=plan.fuel, attack=plan.attack, defense=plan.defense, missile=fighter.missile,
    )


def _declare_missile(game: Game, model: Model, foe: Model, window: str) -> Procedure[tuple[MountRef, ...]]:
    found = missile_arms(game.state, model, foe)
    if not found and not model.concealed:
        return ()
    listed: list[Option[Decline | DeclareMissile]] = [Option(Decline(), "No missile")]
    for arms in found:
        label = weapons_called(model, arms.mounts) + (" linked" if arms.linked else "")
        listed.append(Option(DeclareMissile(arms.mounts), label, "strikes last, at the defense pool"))
    title = f"{model.name}: declare a missile against {with_action(game.state, foe)}?"
    pick = Pick("missile", model.side, title, MISSILES[window], listed, subject=model.id)
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
    line = Line(state, *(contact or in_contact(members(state, model), members(state, foe))))
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
    armed = [members(state, state.models[shot.attacker]) for shot in shots]
    struck = [members(state, state.models[shot.target]) for shot in shots]
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
