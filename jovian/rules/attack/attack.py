"""An attack from its declaration to its end."""

from __future__ import annotations

from collections.abc import Sequence

from jovian.dice import Result
from jovian.game import Game, ListDecision, Model, MountRef, Option, Procedure, Refusal, State, ask
from jovian.game.answers import FireFrom, Keep, SpendFuel
from jovian.game.events import Attacked, Contribution, Expended
from jovian.rules.basics.formation import PLACE as FORMATION
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import POINT_DEFENSE_GUNS, burn, explosion_weapon, fuel, point_defense, show_used
from jovian.rules.basics.nearby import models_maybe_within
from jovian.rules.basics.rolls import describe_result, one_die, oppose, roll, roll_skill_test, with_action
from jovian.rules.damage.boarding import Boarded, check_capture
from jovian.rules.damage.damage import DamageManner, Dodge, chooser_against, stake_of, strike
from jovian.rules.rulebook.active_effects import effects_of_weapon, effects_on, in_play, notify_attacked
from jovian.rules.rulebook.effect import ACTIVATION, EXPLOSION, SHORT, Effect, Fired
from jovian.rules.rulebook.rulebook import PRINTED, rulebook
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import Assessment, along_shot, assess, assess_from, assess_origins, assess_shot
from jovian.rules.shots.ratings import PLACE as EVASIVE
from jovian.rules.shots.ratings import Evasive
from jovian.rules.shots.shot import POINT_DEFENSE, Shot, jammed_by, weapon_of, weapons_label
from jovian.table import TOLERANCE, distance

# --- resolve ---
# The dice of one shot and what they do: rolled, resisted, told, inflicted (v1.2.4 Attack > Attack Window).


def resolve(game: Game, shot: Assessment) -> Procedure[None]:
    """Roll the shot as it was assessed, let the target resist, and apply the damage."""
    result = yield from roll_shot(game, shot)
    yield from apply_result(game, shot, result)


def roll_shot(game: Game, shot: Assessment) -> Procedure[Result]:
    """The dice of a shot: rolled, resisted, told; nothing is damaged yet."""
    attacker, target = game.state.models[shot.attacker], game.state.models[shot.target]
    chooser = chooser_against(game.state, attacker.side, target)
    if shot.jammed:
        _tell(game, shot, attacker, Result())
        return Result()
    if shot.roll.autohit:
        result = yield from _sure_hit(game, shot, chooser)
    else:
        made, said, stake = _made(game, shot), _purpose(game, shot), stake_of(shot, opposed=shot.opposition is not None)
        result = yield from roll(
            game, chooser, said, shot.roll.pool,
            reroll=shot.roll.reroll, shift=shot.roll.shift, parts=made, stake=stake,
        )  # fmt: skip
    if shot.opposition is not None and result:
        result = yield from _resist(game, shot, result)
    if shot.roll.swarm:
        result = result.swarmed()
    _tell(game, shot, attacker, result)
    return result


def _sure_hit(game: Game, shot: Assessment, chooser: int) -> Procedure[Result]:
    """Autohit: no roll, its value by a die (R11)."""
    value = yield from one_die(game, chooser, f"value of {_purpose(game, shot)}")
    return Result.of([(value, "NDTQ".index(shot.roll.autohit[0]))]).escalated(shot.roll.shift)


def apply_result(game: Game, shot: Assessment, result: Result) -> Procedure[None]:
    """Apply what a shot's dice came to, if its target is still there."""
    attacker, target = game.state.models[shot.attacker], game.state.models[shot.target]
    if result and target.alive:
        chooser = chooser_against(game.state, attacker.side, target)
        impact, purpose = shot.impact, _purpose(game, shot)
        manner = DamageManner(chooser, purpose, impact.table, impact.redundant, impact.precise, impact.nature)
        yield from strike(game, target, result, manner)


def _purpose(game: Game, shot: Assessment) -> str:
    models = game.state.models
    return f"{shot.weapon} of {models[shot.attacker].name} at {models[shot.target].name}"


def _resist(game: Game, shot: Assessment, result: Result) -> Procedure[Result]:
    target, against = game.state.models[shot.target], shot.opposition
    assert against is not None
    if against.may_burn:
        who = with_action(game.state, game.state.models[shot.attacker])
        what = f"{target.name} evades {shot.weapon} of {who} ({describe_result(result)})"
        title = f"{what}: spend a fuel for one more flex die?"
        listed: list[Option[Keep | SpendFuel]] = [
            Option(Keep(), "Keep the fuel"), Option(SpendFuel(), "Spend 1 Fuel", f"{fuel(target)} left"),
        ]  # fmt: skip
        burning = against.burning()
        dodge = Dodge(stake_of(shot), result, (against.pool, burning.pool))
        pick = ListDecision("evasion", target.side, title, EVASIVE, listed, subject=target.id, stake=dodge)
        if isinstance((yield from ask(pick)), SpendFuel):
            burn(game, target, 1, Evasive.name)
            against = burning
    parts = against.makeup() if game.log is not None else ()
    purpose = f"{target.name} against {shot.weapon}"
    return (yield from oppose(game, target.side, purpose, result, against.pool, parts, stake_of(shot), against.reroll))


def _made(game: Game, shot: Assessment) -> tuple[Contribution, ...]:
    """What the pool is made of, if anybody listens."""
    return shot.roll.makeup() if game.log is not None else ()


def _tell(game: Game, shot: Assessment, attacker: Model, result: Result) -> None:
    notify_attacked(game, attacker, game.state.models[shot.target], shot.window)
    if game.log is None:
        return
    jammer = jammed_by(game.state, game.state.models[shot.target]) if shot.jammed else None
    game.tell(Attacked(
        attacker=shot.attacker, weapon=shot.weapon, target=shot.target, window=shot.window, mounts=shot.mounts,
        distance=round(shot.range.distance, 3), band=shot.range.band, arc=shot.range.arc,
        modifiers=tuple(shot.roll.parts), net=shot.roll.net,
        pool=shot.roll.pool if shot.rolls else None, dice=tuple(shot.roll.makeup()) if shot.rolls else (),
        shift=shot.roll.shift, autohit=shot.roll.autohit, jammed=jammer.id if jammer is not None else "",
        defense=shot.opposition.pool if shot.opposition is not None else None, defense_dice=tuple(shot.resisting()),
        result=result, fire_control_left=ratings.fire_control_left(game.state, attacker), swarm=shot.roll.swarm,
        defense_reroll=shot.opposition is not None and shot.opposition.reroll,
    ))  # fmt: skip


# --- explosion ---
# Explosions of dead ships, resolved one after the other (v1.2.4 Damage > Explosion, R70).

REACH, NEAR, NEAR_MACRO = PRINTED.blast.reach, PRINTED.blast.near, PRINTED.blast.near_macro
"""Of v1.2.4, and of Nukes."""


HELD = "held"
"""The first step of the queue while what has caused the explosions is still being resolved."""


def hold_explosions(game: Game) -> None:
    """Let all explosions wait until `release_explosions`, whatever is resolved in between (R70)."""
    game.state.queue.insert(0, [HELD])


def release_explosions(game: Game) -> Procedure[None]:
    """Resolve the explosions that were held, in the order in which the ships died."""
    game.state.queue.remove([HELD])
    yield from empty_queue(game)


def pending(state: State) -> list[Model]:
    """Return the dead ships whose explosions are yet to be resolved, first to last."""
    return [state.models[step[1]] for step in state.queue if step != [HELD]]


def empty_queue(game: Game) -> Procedure[None]:
    """Resolve what is queued, and what that causes in turn; nothing while explosions are held."""
    yield from hand_over_ships(game)
    queue = game.state.queue
    while queue and queue[0] != [HELD]:
        _, ident, *escorts = queue.pop(0)
        yield from explosion(game, game.state.models[ident], escorts)
        yield from hand_over_ships(game)


def hand_over_ships(game: Game) -> Procedure[None]:
    """Boarded ships that have lost their last Marines change hands (R46)."""
    for ship in [each for each in game.state.on_table() if each.states and (each.neutral or Boarded.holds(each))]:
        yield from check_capture(game, ship)


def explosion(game: Game, ship: Model, escorts: list[str]) -> Procedure[None]:
    """A Particle Cannon attack on every model within 6", its escort first (R74), then the nearest, friend or foe."""
    rule = rulebook(game.state).figures.blast
    reach = rule.reach
    if rule.rolled:
        reach = rule.near + (yield from one_die(game, ship.side, f"reach of the explosion of {ship.name}"))
    for target in victims(game, ship, escorts, reach):
        if target.on_table:
            shot = blast(game, ship, target)
            if isinstance(shot, Assessment):
                yield from resolve(game, shot)


def victims(game: Game, ship: Model, escorts: list[str], reach: float) -> list[Model]:
    """The models so near to where the ship stood: those that escorted it, then the others, nearest first."""
    found = [
        (other.id not in escorts, round(distance(ship.base, ship.pose, other.base, other.pose), 4), other.id, other)
        for other in models_maybe_within(game.state, ship.base, ship.pose, reach)
    ]
    return [other for _, apart, _, other in sorted(found, key=lambda each: each[:3]) if apart <= reach + TOLERANCE]


def blast(game: Game, ship: Model, target: Model) -> object:
    """The assessed attack of an explosion on one model: Short Range or none, never Long."""
    rule, apart = rulebook(game.state).figures.blast, distance(ship.base, ship.pose, target.base, target.pose)
    weapon = explosion_weapon(*rule.dice(ship.card.printed("structure"), apart - TOLERANCE), rule.weapon)
    return assess_shot(Shot(game.state, ship, ("explosion",), weapon, target, EXPLOSION))


# --- attack ---
# An attack from its declaration to its last consequence (v1.2.4 Attack > Attack Window, Weapons > Kinetic Cannon).


def attack(game: Game, attacker: Model, mounts: tuple[str, ...], target: Model, window: str) -> Procedure[None]:
    """One attack with one or more linked mounts; in its own activation it costs one Fire Control.

    Who must find the target first and does not keeps Fire Control and weapons.
    """
    state, group = game.state, formation_members(game.state, attacker)
    show_used(game, attacker, mounts)
    origin = yield from _origin(game, attacker, mounts, target, window)
    if in_play(state, Effect.seeking) and not (yield from _finds(game, origin, mounts, target, window)):
        return
    if window == ACTIVATION:
        spend(game, mounts)
    shot = assess_from(state, origin, mounts, target, window)
    if isinstance(shot, Assessment):
        others = along_shot(state, origin, shot, target)
        yield from resolve(game, shot)
        for other in others:
            yield from _secondary(game, origin, mounts, other, window)
    use_up(game, group, mounts)
    yield from empty_queue(game)
    if isinstance(shot, Assessment):
        yield from aftermath(game, group, Fired(mounts, shot.range.band, window, target.id))


def _origin(game: Game, attacker: Model, mounts: tuple[str, ...], target: Model, window: str) -> Procedure[Model]:
    """Who of a formation the attack goes out from: asked where that tells."""
    state = game.state
    ways = assess_origins(state, attacker, mounts, target, window) if attacker.formation else []
    if len(ways) < 2:
        return state.models[ways[0].attacker] if ways else attacker
    listed = [Option(FireFrom(way.attacker), *_from(state, way, target)) for way in ways]
    title = f"{weapons_label(attacker, mounts)} at {target.name}: from which of the formation?"
    pick = ListDecision("origin", attacker.side, title, FORMATION, listed, subject=target.id)
    return state.models[(yield from ask(pick)).model]


def _from(state: State, shot: Assessment, target: Model) -> tuple[str, str]:
    """An origin as a player reads it: who, its band and dice, whom the line strikes besides."""
    origin = state.models[shot.attacker]
    struck = [each.name for each in along_shot(state, origin, shot, target)]
    besides = f" · strikes {', '.join(struck)} too" if struck else ""
    return f"From {origin.name}", f"{shot.range.band} · {shot.roll.pool}{besides}"


def _finds(game: Game, attacker: Model, mounts: tuple[str, ...], target: Model, window: str) -> Procedure[bool]:
    """Does it find the target, by a test where it must make one?"""
    shot = assess_from(game.state, attacker, mounts, target, window)
    if not isinstance(shot, Assessment) or shot.seeking is None:
        return True
    found = bool((yield from roll_skill_test(game, attacker, shot.seeking)))
    for effect in effects_on(game.state, target, Effect.sought):
        effect.sought(game, attacker, target, found)
    return found


def aftermath(game: Game, group: Sequence[Model], fired: Fired) -> Procedure[None]:
    """What an attack does to those who made it together: a cover blown, a weapon strained, an end."""
    for each in group:
        for effect in effects_on(game.state, each, Effect.after_attack):
            if each.alive:
                yield from effect.after_attack(game, each, fired)
    yield from empty_queue(game)


def defend(game: Game, ship: Model, mount: str = POINT_DEFENSE) -> Procedure[None]:
    """Point Defense at every enemy squadron in range, for one Fire Control; a CMM missile may be used so too (R64)."""
    spend(game, (mount,))
    if mount != POINT_DEFENSE:
        tell_expended(game, ship, (mount,), POINT_DEFENSE_GUNS)
    for shot in defenses(game.state, ship, mount):
        if game.state.models[shot.target].on_table:
            yield from resolve(game, shot)
    if mount != POINT_DEFENSE:
        use_up(game, [ship], (mount,))
    yield from empty_queue(game)
    yield from aftermath(game, [ship], Fired((mount,), SHORT, ACTIVATION))


def defenses(state: State, ship: Model, mount: str = POINT_DEFENSE) -> list[Assessment]:
    """The Point Defense shots that a ship could make now with its guns or a CMM missile, nearest target first."""
    found = [
        shot
        for other in models_maybe_within(state, ship.base, ship.pose, farthest_defense(state, ship))
        if other.side != ship.side and not other.capital
        and isinstance(shot := _defensive(state, ship, mount, other), Assessment)
    ]  # fmt: skip
    return sorted(found, key=lambda shot: (round(shot.range.distance, 4), shot.target))


def farthest_defense(state: State, ship: Model) -> float:
    """Inches within which Point Defense of a ship reaches any squadron, each at its own Signature at least."""
    reach = float(max((other.card.signature for other in state.on_table() if not other.capital), default=0))
    for effect in effects_on(state, ship, Effect.point_defense_reach):
        reach = effect.point_defense_reach(reach)
    return reach


def _defensive(state: State, ship: Model, mount: str, other: Model) -> Assessment | Refusal:
    if mount == POINT_DEFENSE:
        return assess(state, ship, (mount,), other, ACTIVATION)
    dice = stand_in(state, ship, mount) or 0
    return assess_shot(Shot(state, ship, (mount,), point_defense(dice), other, ACTIVATION))


def stand_in(state: State, ship: Model, mount: str) -> int | None:
    """The dice with which a weapon may stand in for a ship's Defense, None if it may not (R64)."""
    weapon = weapon_of(ship, mount)
    if weapon is not None:
        for effect in effects_of_weapon(state, weapon, Effect.stands_in):
            return effect.stands_in(weapon)
    return None


def spend(game: Game, mounts: tuple[str, ...]) -> None:
    """Spend one Fire Control of the active model, and the weapons of an attack."""
    act = game.state.activation
    if act is not None:
        show_used(game, game.state.models[act.model], mounts)
        spend_fire_control(game, act.model)
        act.used = (*act.used, *mounts)


def spend_fire_control(game: Game, ident: str) -> None:
    """Spend one Fire Control of any model; it refreshes at the end of the activation (R40)."""
    act = game.state.activation
    if act is not None:
        act.spent = (*act.spent, ident)
        for each in formation_members(game.state, game.state.models[ident]):
            for effect in effects_on(game.state, each, Effect.spends):
                effect.spends(game, each)


def tell_expended(game: Game, model: Model, mounts: tuple[str, ...], cause: str) -> None:
    """Tell that weapons are spent without an attack of their own: a CMM missile that defends, suppressing fire."""
    weapon = weapon_of(model, mounts[0])
    name = weapon.name if weapon is not None else ""
    left = ratings.fire_control_left(game.state, model)
    game.tell(Expended(model=model.id, mounts=tuple(mounts), weapon=name, cause=cause, fire_control_left=left))


def _secondary(game: Game, attacker: Model, mounts: tuple[str, ...], other: Model, window: str) -> Procedure[None]:
    if other.on_table:
        shot = assess(game.state, attacker, mounts, other, window, secondary=True)
        if isinstance(shot, Assessment):
            yield from resolve(game, shot)


def use_up(game: Game, group: Sequence[Model], mounts: Sequence[str]) -> None:
    """What an attack does to the weapons that made it, each on its owner's card: one of those who attacked as one."""
    for ref in map(MountRef, mounts):
        weapon = weapon_of(group[0], ref)
        if weapon is not None and ref.member < len(group):
            for effect in effects_of_weapon(game.state, weapon, Effect.after_firing):
                effect.after_firing(game, group[ref.member], ref.ident)
