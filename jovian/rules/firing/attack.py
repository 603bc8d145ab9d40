"""An attack from its declaration to its last consequence (v1.2.4 Attack > Attack Window, Weapons > Kinetic Cannon)."""

from __future__ import annotations

from collections.abc import Sequence

from jovian.game import Game, Model, MountRef, Option, Pick, Procedure, Refusal, State, ask
from jovian.game.answers import FireFrom
from jovian.game.events import Expended
from jovian.rules.facts.formation import PLACE as FORMATION
from jovian.rules.facts.formation import members
from jovian.rules.facts.nearby import near
from jovian.rules.facts.reveal import show_used
from jovian.rules.facts.skill_test import take
from jovian.rules.facts.unprinted import POINT_DEFENSE_GUNS, point_defense
from jovian.rules.firing.explosion import empty_queue
from jovian.rules.firing.resolve import resolve
from jovian.rules.rulebook.effect import Effect, Fired
from jovian.rules.rulebook.in_force import effects_of_weapon, effects_on, in_play
from jovian.rules.rulebook.shot_facts import ACTIVATION, SHORT
from jovian.rules.shooting import ratings
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess, assess_from, assess_origins, assess_shot
from jovian.rules.shooting.origin import along_shot
from jovian.rules.shooting.shot import POINT_DEFENSE, Shot, weapon_of, weapons_called


def attack(game: Game, attacker: Model, mounts: tuple[str, ...], target: Model, window: str) -> Procedure[None]:
    """One attack with one or more linked mounts; in its own activation it costs one Fire Control.

    Who must find the target first and does not keeps Fire Control and weapons.
    """
    state, group = game.state, members(game.state, attacker)
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
    title = f"{weapons_called(attacker, mounts)} at {target.name}: from which of the formation?"
    pick = Pick("origin", attacker.side, title, FORMATION, listed, subject=target.id)
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
    found = bool((yield from take(game, attacker, shot.seeking)))
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
        for other in near(state, ship.base, ship.pose, farthest_defense(state, ship))
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
        for each in members(game.state, game.state.models[ident]):
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
