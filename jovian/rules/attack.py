"""An attack from its declaration to its last consequence (v1.2.4 Attack > Attack Window, Weapons > Kinetic Cannon)."""

from __future__ import annotations

from typing import Any

from jovian.dice import Result
from jovian.game import Game, Model, Option, Pick, Procedure, Refusal, State
from jovian.rules import ratings
from jovian.rules.assessment import Assessment
from jovian.rules.damage import Harm, chooser_against, strike
from jovian.rules.effects.bearing import bearing, of_weapon
from jovian.rules.effects.effect import Fired
from jovian.rules.evasion import PLACE as EVASIVE
from jovian.rules.explosion import empty_queue
from jovian.rules.formation import members
from jovian.rules.formula import assess, assess_shot
from jovian.rules.fuel import burn, fuel
from jovian.rules.guidance import jammed_by
from jovian.rules.makeup import told_parts, told_pool
from jovian.rules.meaning import Dodge, stake_of
from jovian.rules.parts import FLEX, Part
from jovian.rules.rolls import one_die, oppose, roll
from jovian.rules.shot import ACTIVATION, POINT_DEFENSE, SHORT, Shot, own_mount, point_defense, weapon_of
from jovian.rules.sight import along_line
from jovian.rules.telling import set_words, with_action


def attack(game: Game, attacker: Model, mounts: tuple[str, ...], target: Model, window: str) -> Procedure[None]:
    """One attack with one or more linked mounts; in its own activation it costs one Fire Control."""
    if window == ACTIVATION:
        spend(game, mounts)
    shot = assess(game.state, attacker, mounts, target, window)
    if isinstance(shot, Assessment):
        origin = game.state.models[shot.attacker]
        others = along_line(game.state, origin, target) if shot.kinetic else []
        yield from resolve(game, shot)
        for other in others:
            yield from _secondary(game, origin, mounts, other, window)
    wear(game, attacker, mounts)
    yield from empty_queue(game)
    if isinstance(shot, Assessment):
        yield from aftermath(game, attacker, Fired(mounts, shot.band, window))


def aftermath(game: Game, attacker: Model, fired: Fired) -> Procedure[None]:
    """What an attack does to its maker: a cover blown, a weapon strained, an end."""
    for each in members(game.state, attacker):
        for effect in bearing(game.state, each, "after_attack"):
            if each.alive:
                yield from effect.after_attack(game, each, fired)
    yield from empty_queue(game)


def defend(game: Game, ship: Model, mount: str = POINT_DEFENSE) -> Procedure[None]:
    """Point Defense at every enemy squadron in range, for one Fire Control; a CMM missile may be used so too (R64)."""
    spend(game, (mount,))
    if mount != POINT_DEFENSE:
        tell_expended(game, ship, (mount,), "Point Defense")
    for shot in defenses(game.state, ship, mount):
        if game.state.models[shot.target].on_table:
            yield from resolve(game, shot)
    if mount != POINT_DEFENSE:
        wear(game, ship, (mount,))
    yield from empty_queue(game)
    if ship.alive:
        yield from aftermath(game, ship, Fired((mount,), SHORT, ACTIVATION))


def defenses(state: State, ship: Model, mount: str = POINT_DEFENSE) -> list[Assessment]:
    """The Point Defense shots that a ship could make now with its guns or a CMM missile, nearest target first."""
    found = [
        shot
        for other in state.on_table()
        if other.side != ship.side and not other.capital
        and isinstance(shot := _defensive(state, ship, mount, other), Assessment)
    ]  # fmt: skip
    return sorted(found, key=lambda shot: (round(shot.distance, 4), shot.target))


def _defensive(state: State, ship: Model, mount: str, other: Model) -> Assessment | Refusal:
    if mount == POINT_DEFENSE:
        return assess(state, ship, (mount,), other, ACTIVATION)
    missile = weapon_of(state, ship, mount)
    cluster = missile.as_ or 0 if missile is not None and missile.trait("CMM") else 0
    return assess_shot(Shot(state, ship, (mount,), point_defense(cluster), other, ACTIVATION))


def spend(game: Game, mounts: tuple[str, ...]) -> None:
    """Spend one Fire Control of the active model, and the weapons of an attack."""
    act = game.state.activation
    if act is not None:
        spend_fire_control(game, act.model)
        act.used = (*act.used, *mounts)


def spend_fire_control(game: Game, ident: str) -> None:
    """Spend one Fire Control of any model; it refreshes at the end of the activation (R40)."""
    act = game.state.activation
    if act is not None:
        act.spent = (*act.spent, ident)


def tell_expended(game: Game, model: Model, mounts: tuple[str, ...], cause: str) -> None:
    """Tell that weapons are spent without an attack of their own: a CMM missile that defends, suppressing fire."""
    weapon = weapon_of(game.state, model, mounts[0])
    name = weapon.name if weapon is not None else ""
    left = ratings.fire_control_left(game.state, model)
    game.tell("expended", model=model.id, mounts=list(mounts), weapon=name, cause=cause, fire_control_left=left)


def _secondary(game: Game, attacker: Model, mounts: tuple[str, ...], other: Model, window: str) -> Procedure[None]:
    if other.on_table:
        shot = assess(game.state, attacker, mounts, other, window, secondary=True)
        if isinstance(shot, Assessment):
            yield from resolve(game, shot)


def wear(game: Game, attacker: Model, mounts: tuple[str, ...]) -> None:
    """What an attack does to the weapons that made it."""
    leader = game.state.models.get(attacker.formation, attacker)
    group = members(game.state, leader)
    for ident in mounts:
        weapon, number = weapon_of(game.state, attacker, ident), ident.count("+")
        if weapon is not None and number < len(group):
            for effect in of_weapon(weapon, "spent"):
                effect.spent(game, group[number], own_mount(ident))


def resolve(game: Game, shot: Assessment) -> Procedure[None]:
    """Roll the shot as it was assessed, let the target resist, and apply the damage."""
    result = yield from determine(game, shot)
    yield from inflict(game, shot, result)


def determine(game: Game, shot: Assessment) -> Procedure[Result]:
    """The dice of a shot: rolled, resisted, told; nothing is damaged yet."""
    attacker, target = game.state.models[shot.attacker], game.state.models[shot.target]
    chooser = chooser_against(attacker.side, target)
    if shot.jammed:
        _tell(game, shot, attacker, Result())
        return Result()
    if shot.autohit:
        result = yield from _sure_hit(game, shot, chooser)
    else:
        made, said, stake = _made(game, shot), _purpose(game, shot), stake_of(shot, opposed=shot.defense is not None)
        result = yield from roll(
            game, chooser, said, shot.pool, reroll=shot.reroll, shift=shot.shift, parts=made, stake=stake,
        )  # fmt: skip
    if shot.defense is not None and result:
        result = yield from _resist(game, shot, result)
    if shot.swarm:
        result = result.swarmed()
    _tell(game, shot, attacker, result)
    return result


def _sure_hit(game: Game, shot: Assessment, chooser: int) -> Procedure[Result]:
    """Autohit: no roll, its value by a die (R11)."""
    value = yield from one_die(game, chooser, f"value of {_purpose(game, shot)}")
    return Result.of([(value, "NDTQ".index(shot.autohit[0]))]).escalated(shot.shift)


def inflict(game: Game, shot: Assessment, result: Result) -> Procedure[None]:
    """Apply what a shot's dice came to, if its target is still there."""
    attacker, target = game.state.models[shot.attacker], game.state.models[shot.target]
    if result and target.alive:
        chooser = chooser_against(attacker.side, target)
        harm = Harm(chooser, _purpose(game, shot), shot.table, shot.redundant, shot.precise)
        yield from strike(game, target, result, harm)


def _purpose(game: Game, shot: Assessment) -> str:
    models = game.state.models
    return f"{shot.weapon} of {models[shot.attacker].name} at {models[shot.target].name}"


def _resist(game: Game, shot: Assessment, result: Result) -> Procedure[Result]:
    target, pool = game.state.models[shot.target], shot.defense
    assert pool is not None
    parts = shot.defense_makeup() if game.log is not None else ()
    if shot.defense_fuel:
        who = with_action(game.state, game.state.models[shot.attacker])
        what = f"{target.name} evades {shot.weapon} of {who} ({set_words(result)})"
        title = f"{what}: spend a fuel for one more flex die?"
        listed = [Option(["keep"], "Keep the fuel"), Option(["spend"], "Spend 1 Fuel", f"{fuel(target)} left")]
        dodge = Dodge(stake_of(shot), result, (pool, pool.plus(flex=1)))
        choice = yield Pick("evasion", target.side, title, EVASIVE, listed, subject=target.id, stake=dodge)
        if choice[0] == "spend":
            burn(game, target, 1, "Evasive")
            pool, parts = pool.plus(flex=1), (*parts, Part("Fuel", 1, EVASIVE, FLEX))
    purpose = f"{target.name} against {shot.weapon}"
    return (yield from oppose(game, target.side, purpose, result, pool, parts, stake_of(shot)))


def _made(game: Game, shot: Assessment) -> tuple[Part, ...]:
    """What the pool is made of, if anybody listens."""
    return shot.makeup() if game.log is not None else ()


def _tell(game: Game, shot: Assessment, attacker: Model, result: Result) -> None:
    if game.log is None:
        return
    game.tell(
        "attacked", attacker=shot.attacker, weapon=shot.weapon, target=shot.target, window=shot.window,
        mounts=list(shot.mounts), distance=round(shot.distance, 3), band=shot.band, arc=shot.arc,
        modifiers=told_parts(shot.parts), net=shot.net, **_dice_of(game.state, shot), result=str(result),
        fire_control_left=ratings.fire_control_left(game.state, attacker),
    )  # fmt: skip


def _dice_of(state: State, shot: Assessment) -> dict[str, Any]:
    """The pool of a shot, all that it is made of, how magnitudes are shifted, or why nothing was rolled."""
    jammer = jammed_by(state, state.models[shot.target]) if shot.jammed else None
    return {
        "pool": told_pool(shot.pool) if shot.rolls else None, "dice": told_parts(shot.makeup()) if shot.rolls else [],
        "shift": shot.shift, "autohit": shot.autohit, "jammed": jammer.id if jammer is not None else "",
        "defense": told_pool(shot.defense) if shot.defense is not None else None,
        "defense_dice": told_parts(shot.defense_makeup()),
    }  # fmt: skip
