"""An attack from its declaration to its last consequence (v1.2.4 Attack > Attack Window).

`attack` fires weapons, `defend` fires Point Defense, `resolve` rolls one assessed shot. `empty_queue` resolves the
explosions of dead ships (v1.2.4 Damage > Explosion).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from jovian.dice import Result
from jovian.game import Game, ListDecision, Model, MountRef, Option, Procedure, Refusal, State, ask
from jovian.game.answers import FireFrom, Keep, SpendFuel
from jovian.game.events import Attacked, Expended
from jovian.rules.basics.formation import PLACE as FORMATION
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import (
    POINT_DEFENSE_GUNS,
    break_weapon,
    explosion_weapon,
    fuel,
    point_defense,
    show_used,
    spend_fuel,
)
from jovian.rules.basics.nearby import models_maybe_within
from jovian.rules.basics.rolls import (
    PART_OF_ATTACK,
    RollLink,
    describe_result,
    join_words,
    one_die,
    oppose,
    random_pick,
    roll,
    roll_skill_test,
    with_action,
)
from jovian.rules.damage.boarding import Boarded, check_capture
from jovian.rules.damage.damage import DamageManner, EvasionStake, chooser_against, damage_context, strike
from jovian.rules.rulebook.active_effects import (
    effects_on,
    find_effect,
    find_weapon_effect,
    is_in_play,
    notify_attacked,
)
from jovian.rules.rulebook.effect import ACTIVATION, EXPLOSION, SHORT, Effect, Fired
from jovian.rules.rulebook.rulebook import PRINTED, rulebook
from jovian.rules.shots import ratings
from jovian.rules.shots.evasion import PLACE as EVASIVE
from jovian.rules.shots.evasion import Evasive
from jovian.rules.shots.formula import Assessment, along_shot, assess, assess_from, assess_origins, assess_shot
from jovian.rules.shots.shot import POINT_DEFENSE, Shot, jammed_by, weapon_of, weapons_label
from jovian.rules.traits.model_traits import Barrier
from jovian.rules.traits.older_traits import RunningQuiet, SoughtTarget
from jovian.rules.traits.weapon_traits import Limited, SupportWeapon
from jovian.table import TOLERANCE, distance

REACH, NEAR, NEAR_MACRO = PRINTED.blast.reach, PRINTED.blast.near, PRINTED.blast.near_macro
"""Inches, inches, and macro dice of v1.2.4, also used by Nukes."""
HELD = "held"
"""The first entry of the queue while explosions are delayed."""


def attack(game: Game, attacker: Model, mounts: tuple[str, ...], target: Model, window: str) -> Procedure[None]:
    """Attack with one or more linked mounts. In the attacker's own activation this costs one Fire Control.

    An attacker that must first find the target and fails keeps its Fire Control and weapons.
    """
    state, group = game.state, formation_members(game.state, attacker)
    show_used(game, attacker, mounts)
    origin = yield from _choose_origin(game, attacker, mounts, target, window)
    if is_in_play(state, SoughtTarget) and not (yield from _finds_target(game, origin, mounts, target, window)):
        return
    if window == ACTIVATION:
        spend(game, mounts)
    shot = assess_from(state, origin, mounts, target, window)
    if isinstance(shot, Assessment):
        others = along_shot(state, origin, shot, target)
        yield from resolve(game, shot)
        for other in others:
            if other.is_on_table:
                secondary = assess(state, origin, mounts, other, window, secondary=True)
                if isinstance(secondary, Assessment):
                    yield from resolve(game, secondary)
    use_up(game, group, mounts)
    yield from empty_queue(game)
    if isinstance(shot, Assessment):
        yield from aftermath(game, group, Fired(mounts, shot.range.band, window, target.id))


def _choose_origin(
    game: Game, attacker: Model, mounts: tuple[str, ...], target: Model, window: str
) -> Procedure[Model]:
    """Return the formation member that attacks. Ask if the choice makes a difference."""
    state = game.state
    shots = assess_origins(state, attacker, mounts, target, window) if attacker.formation else []
    if len(shots) < 2:
        return state.models[shots[0].attacker] if shots else attacker
    listed = [Option(FireFrom(shot.attacker), *_origin_label(state, shot, target)) for shot in shots]
    title = f"Which model fires {weapons_label(attacker, mounts)} at {target.name}?"
    pick = ListDecision("origin", attacker.side, title, FORMATION, listed, subject=target.id)
    return state.models[(yield from ask(pick)).model]


def _origin_label(state: State, shot: Assessment, target: Model) -> tuple[str, str]:
    """Return label and note of an origin: its name, band, dice, and what else the line of fire strikes."""
    origin = state.models[shot.attacker]
    names = [model.name for model in along_shot(state, origin, shot, target)]
    also = f" · strikes {', '.join(names)} too" if names else ""
    return f"From {origin.name}", f"{shot.range.band} · {shot.roll.pool.words()} dice{also}"


def _finds_target(game: Game, attacker: Model, mounts: tuple[str, ...], target: Model, window: str) -> Procedure[bool]:
    """Return whether the attacker finds the target. Roll the skill test if it needs one."""
    shot = assess_from(game.state, attacker, mounts, target, window)
    if not isinstance(shot, Assessment) or shot.seeking is None:
        return True
    is_found = bool((yield from roll_skill_test(game, attacker, shot.seeking)))
    cloak = find_effect(game.state, target, SoughtTarget)
    if cloak is not None:
        cloak.note_search(game, attacker, target, is_found)
    return is_found


def aftermath(game: Game, group: Sequence[Model], fired: Fired) -> Procedure[None]:
    """Apply what an attack does to its attackers, such as ending Silent Running."""
    for model in group:
        for effect in effects_on(game.state, model, Effect.after_attack):
            if model.is_in_game:
                yield from effect.after_attack(game, model, fired)
    yield from empty_queue(game)


# --- Costs of an attack ---


def spend(game: Game, mounts: tuple[str, ...]) -> None:
    """Spend one Fire Control of the active model and mark the mounts as used."""
    act = game.state.activation
    if act is not None:
        show_used(game, game.state.models[act.model], mounts)
        spend_fire_control(game, act.model)
        act.used = (*act.used, *mounts)


def spend_fire_control(game: Game, model_id: str) -> None:
    """Spend one Fire Control of any model. It refreshes at the end of the activation (R40)."""
    act = game.state.activation
    if act is not None:
        act.spent = (*act.spent, model_id)
        for model in formation_members(game.state, game.state.models[model_id]):
            RunningQuiet.leave(game, model)


def tell_expended(game: Game, model: Model, mounts: tuple[str, ...], cause: str) -> None:
    """Log weapons spent without an attack of their own: a CMM missile that defends, or Suppressing Fire."""
    weapon = weapon_of(model, mounts[0])
    name = weapon.name if weapon is not None else ""
    remaining = ratings.fire_control_left(game.state, model)
    game.log_event(
        Expended(model=model.id, mounts=tuple(mounts), weapon=name, cause=cause, fire_control_left=remaining)
    )


def use_up(game: Game, group: Sequence[Model], mounts: Sequence[str]) -> None:
    """Apply what an attack does to its weapons, such as Expend, on the cards of their owners."""
    for ref in map(MountRef, mounts):
        weapon = weapon_of(group[0], ref)
        is_limited = weapon is not None and find_weapon_effect(game.state, weapon, Limited) is not None
        if is_limited and ref.member < len(group):
            break_weapon(game, group[ref.member], ref.ident, Limited.name)


# --- Point Defense ---


def defend(game: Game, ship: Model, mount: str = POINT_DEFENSE) -> Procedure[None]:
    """Fire Point Defense, or a CMM missile in its place (R64), at all enemy squadrons in range for one Fire Control."""
    spend(game, (mount,))
    if mount != POINT_DEFENSE:
        tell_expended(game, ship, (mount,), POINT_DEFENSE_GUNS)
    for shot in defenses(game.state, ship, mount):
        if game.state.models[shot.target].is_on_table:
            yield from resolve(game, shot)
    if mount != POINT_DEFENSE:
        use_up(game, [ship], (mount,))
    yield from empty_queue(game)
    yield from aftermath(game, [ship], Fired((mount,), SHORT, ACTIVATION))


def defenses(state: State, ship: Model, mount: str = POINT_DEFENSE) -> list[Assessment]:
    """Return the Point Defense shots that a ship could make now, by its guns or a CMM missile, nearest target first."""
    shots = [
        shot
        for other in models_maybe_within(state, ship.base, ship.pose, farthest_defense(state, ship))
        if other.side != ship.side and not other.is_capital
        and isinstance(shot := _defense_shot(state, ship, mount, other), Assessment)
    ]  # fmt: skip
    return sorted(shots, key=lambda shot: (round(shot.range.distance, 4), shot.target))


def farthest_defense(state: State, ship: Model) -> float:
    """Return the inches within which Point Defense of a ship can reach any squadron."""
    reach = float(max((other.card.signature for other in state.on_table() if not other.is_capital), default=0))
    barrier = find_effect(state, ship, Barrier)
    return reach if barrier is None else max(reach, barrier.reach)


def _defense_shot(state: State, ship: Model, mount: str, other: Model) -> Assessment | Refusal:
    if mount == POINT_DEFENSE:
        return assess(state, ship, (mount,), other, ACTIVATION)
    dice = replacement_defense(state, ship, mount) or 0
    return assess_shot(Shot(state, ship, (mount,), point_defense(dice), other, ACTIVATION))


def replacement_defense(state: State, ship: Model, mount: str) -> int | None:
    """Return the dice with which a weapon may replace a ship's Defense rating, None if it may not (R64)."""
    weapon = weapon_of(ship, mount)
    effect = find_weapon_effect(state, weapon, SupportWeapon) if weapon is not None else None
    return effect.defense(weapon) if weapon is not None and effect is not None else None


# --- One shot ---


def resolve(game: Game, shot: Assessment) -> Procedure[None]:
    """Roll an assessed shot, let the target oppose it, and apply the damage."""
    result = yield from roll_shot(game, shot)
    yield from apply_result(game, shot, result)


def roll_shot(game: Game, shot: Assessment) -> Procedure[Result]:
    """Roll a shot and the dice that oppose it, and log the attack. Return the result; apply no damage."""
    attacker, target = game.state.models[shot.attacker], game.state.models[shot.target]
    chooser = chooser_against(game.state, attacker.side, target)
    if shot.jammed:
        _log_attack(game, shot, attacker, Result())
        return Result()
    if shot.roll.autohit:
        result = yield from _autohit(game, shot, chooser)
    else:
        result = yield from roll(
            game, chooser, _purpose(game, shot), shot.roll.pool,
            reroll=shot.roll.reroll, shift=shot.roll.shift,
            parts=shot.roll.all_contributions() if game.log is not None else (),
            stake=damage_context(shot, opposed=shot.opposition is not None), link=PART_OF_ATTACK,
        )  # fmt: skip
    if shot.opposition is not None and result:
        result = yield from _oppose_shot(game, shot, result)
    if shot.roll.swarm:
        result = result.swarmed()
    _log_attack(game, shot, attacker, result)
    return result


def _autohit(game: Game, shot: Assessment, chooser: int) -> Procedure[Result]:
    """Return the result of an Autohit: no roll, only a die for its value (R11)."""
    value = yield from one_die(game, chooser, f"value of {_purpose(game, shot)}", link=PART_OF_ATTACK)
    return Result.of([(value, "NDTQ".index(shot.roll.autohit[0]))]).escalated(shot.roll.shift)


def _purpose(game: Game, shot: Assessment) -> str:
    models = game.state.models
    return f"{shot.weapon} of {models[shot.attacker].name} at {models[shot.target].name}"


def _oppose_shot(game: Game, shot: Assessment, result: Result) -> Procedure[Result]:
    target, opposition = game.state.models[shot.target], shot.opposition
    assert opposition is not None
    if opposition.may_burn:
        attacker_name = with_action(game.state, game.state.models[shot.attacker])
        situation = f"{target.name} evades {shot.weapon} of {attacker_name} ({describe_result(result)})"
        title = f"{situation}: spend 1 Fuel for one more flex die?"
        listed: list[Option[Keep | SpendFuel]] = [
            Option(Keep(), "Keep the fuel"), Option(SpendFuel(), "Spend 1 Fuel", f"{fuel(target)} left"),
        ]  # fmt: skip
        burning = opposition.burning()
        evasion = EvasionStake(damage_context(shot), result, (opposition.pool, burning.pool))
        pick = ListDecision("evasion", target.side, title, EVASIVE, listed, subject=target.id, stake=evasion)
        if isinstance((yield from ask(pick)), SpendFuel):
            spend_fuel(game, target, 1, Evasive.name)
            opposition = burning
    parts = opposition.all_contributions() if game.log is not None else ()
    purpose = f"{target.name} against {shot.weapon}"
    return (
        yield from oppose(
            game,
            target.side,
            purpose,
            result,
            opposition.pool,
            parts,
            damage_context(shot),
            opposition.reroll,
            PART_OF_ATTACK,
        )
    )


def _log_attack(game: Game, shot: Assessment, attacker: Model, result: Result) -> None:
    notify_attacked(game, attacker, game.state.models[shot.target], shot.window)
    if game.log is None:
        return
    jammer = jammed_by(game.state, game.state.models[shot.target]) if shot.jammed else None
    game.log_event(Attacked(
        attacker=shot.attacker, weapon=shot.weapon, target=shot.target, window=shot.window, mounts=shot.mounts,
        distance=round(shot.range.distance, 3), band=shot.range.band, arc=shot.range.arc,
        modifiers=tuple(shot.roll.contributions), net=shot.roll.net,
        pool=shot.roll.pool if shot.rolls else None, dice=tuple(shot.roll.all_contributions()) if shot.rolls else (),
        shift=shot.roll.shift, autohit=shot.roll.autohit, jammed=jammer.id if jammer is not None else "",
        defense=shot.opposition.pool if shot.opposition is not None else None, defense_dice=tuple(shot.resisting()),
        result=result, fire_control_left=ratings.fire_control_left(game.state, attacker), swarm=shot.roll.swarm,
        defense_reroll=shot.opposition is not None and shot.opposition.reroll,
    ))  # fmt: skip


def apply_result(game: Game, shot: Assessment, result: Result) -> Procedure[None]:
    """Apply the result of a shot if its target is still alive."""
    attacker, target = game.state.models[shot.attacker], game.state.models[shot.target]
    if result and target.is_in_game:
        chooser = chooser_against(game.state, attacker.side, target)
        impact, purpose = shot.impact, _purpose(game, shot)
        manner = DamageManner(chooser, purpose, impact.table, impact.redundant, impact.precise, impact.nature)
        yield from strike(game, target, result, manner)


# --- Explosions ---


def hold_explosions(game: Game) -> None:
    """Delay all explosions until `release_explosions` (R70)."""
    game.state.queue.insert(0, [HELD])


def release_explosions(game: Game) -> Procedure[None]:
    """Resolve the delayed explosions in the order in which the ships died."""
    game.state.queue.remove([HELD])
    yield from empty_queue(game)


def unresolved_explosions(state: State) -> list[Model]:
    """Return the dead ships whose explosions aren't resolved yet, in order."""
    return [state.models[step[1]] for step in state.queue if step != [HELD]]


def empty_queue(game: Game) -> Procedure[None]:
    """Resolve all queued explosions and those they cause. Do nothing while explosions are delayed."""
    yield from hand_over_ships(game)
    queue = game.state.queue
    while queue and queue[0] != [HELD]:
        _, ship_id, *escorts = queue.pop(0)
        yield from resolve_explosion(game, game.state.models[ship_id], escorts)
        yield from hand_over_ships(game)


def hand_over_ships(game: Game) -> Procedure[None]:
    """Give Boarded ships without Marines to their captors (R46)."""
    for ship in [
        model for model in game.state.on_table() if model.states and (model.is_neutral or Boarded.holds(model))
    ]:
        yield from check_capture(game, ship)


def resolve_explosion(game: Game, ship: Model, escorts: list[str]) -> Procedure[None]:
    """Attack every model within reach as with a Particle Cannon: escorts first (R74), then the nearest, both sides."""
    blast = rulebook(game.state).figures.blast
    reach = blast.reach
    if blast.rolled:
        purpose = f"reach of the explosion of {ship.name}"
        reach = blast.near + (yield from one_die(game, ship.side, purpose, link=RollLink(ship.id)))
    inches = _inches_from(game.state, ship, reach)
    while shots := _explosion_shots(game.state, ship, inches):
        next_ids = [target_id for target_id in shots if target_id in escorts] or list(shots)
        candidates = {target_id: inches[target_id] for target_id in next_ids}
        target_id = yield from nearest_target(game, ship.side, f"the explosion of {ship.name}", candidates)
        del inches[target_id]
        yield from resolve(game, shots[target_id])


def _inches_from(state: State, ship: Model, reach: float) -> dict[str, float]:
    """Return the distance in inches from a dead ship of each model within reach, by id."""
    inches = {
        other.id: distance(ship.base, ship.pose, other.base, other.pose)
        for other in models_maybe_within(state, ship.base, ship.pose, reach)
    }
    return {model_id: value for model_id, value in inches.items() if value <= reach + TOLERANCE}


def _explosion_shots(state: State, ship: Model, target_ids: Iterable[str]) -> dict[str, Assessment]:
    """Return the attacks of an explosion on those of these models that are still on the table, by id."""
    targets = (state.models[target_id] for target_id in target_ids if state.models[target_id].is_on_table)
    shots = ((target.id, _explosion_shot(state, ship, target)) for target in targets)
    return {target_id: shot for target_id, shot in shots if isinstance(shot, Assessment)}


def nearest_target(game: Game, side: int, cause: str, inches: Mapping[str, float]) -> Procedure[str]:
    """Return the id of the nearest of these models. Equal distances are rolled for in the open (R12, R70)."""
    nearest = min(round(value, 4) for value in inches.values())
    tied_ids = [model_id for model_id, value in inches.items() if round(value, 4) == nearest]
    if len(tied_ids) == 1:
        return tied_ids[0]
    names = join_words([game.state.models[model_id].name for model_id in tied_ids], "or")
    return tied_ids[(yield from random_pick(game, side, f"whether {cause} strikes {names} first", len(tied_ids)))]


def _explosion_shot(state: State, ship: Model, target: Model) -> Assessment | Refusal:
    """Return the assessed attack of an explosion on one model, or why it is none. It is in Short Range, never Long."""
    blast, inches = rulebook(state).figures.blast, distance(ship.base, ship.pose, target.base, target.pose)
    weapon = explosion_weapon(*blast.dice(ship.card.printed("structure"), inches - TOLERANCE), blast.weapon)
    return assess_shot(Shot(state, ship, ("explosion",), weapon, target, EXPLOSION))
