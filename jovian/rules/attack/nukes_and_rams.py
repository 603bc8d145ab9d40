"""Attacks without weapon fire at one target: Nukes that burst at a point, and Rams.

Nukes are missiles that attack everything near a point (v1.2.4 Weapons > Missile > Nuke, R61). A Ram is a squadron that
hits a ship, or 2 ships that collide (v1.2.4 Action > Ram).
"""

from __future__ import annotations

from functools import lru_cache

from jovian.cards import WeaponCard
from jovian.dice import Pool, Result
from jovian.game import Game, Model, MountRef, Procedure, Refusal, State
from jovian.game.answers import Ram
from jovian.game.decision import PointRing, pointed_arcs
from jovian.game.events import BASE, ESCALATE, MODIFIER, Contribution, NukeBurst, sum_parts
from jovian.rules.attack.attack import (
    NEAR,
    NEAR_MACRO,
    REACH,
    aftermath,
    empty_queue,
    nearest_target,
    resolve,
    spend,
    use_up,
)
from jovian.rules.basics.formation import formation_members, leave_formation
from jovian.rules.basics.model import PARTICLE_CANNON
from jovian.rules.basics.nearby import models_maybe_within
from jovian.rules.basics.rolls import (
    PART_OF_ATTACK,
    AttackDice,
    SkillTest,
    log_bare_attack,
    pool_contributions,
    roll,
    roll_skill_test,
)
from jovian.rules.damage.critical_hits import critical_hit, destroy_rammer, lose_structure
from jovian.rules.damage.damage import DamageContext, DamageManner, chooser_against, strike
from jovian.rules.damage.expected_damage import ram_damage
from jovian.rules.damage.leaving_play import destroy
from jovian.rules.rulebook.active_effects import notify_attacked, notify_fired_at_point, weapon_type
from jovian.rules.rulebook.effect import AUTOFIRE, EXPLOSION, OPTIMUM, Fired
from jovian.rules.rulebook.rulebook import Hit
from jovian.rules.shots.formula import ARC_BONUS, MODIFIERS, Assessment, assess, assess_shot
from jovian.rules.shots.ratings import fire_control_left, skill_test
from jovian.rules.shots.shot import POINT_DEFENSE, Shot, weapon_of
from jovian.table import POINT, TOLERANCE, Pose, Shape, arcs_of, distance, main_arcs, touches, within

# --- Nukes ---

PLACE = "v1.2.4 Weapons > Missile > Nuke"
RANGE = 18.0


def nukes(state: State, model: Model) -> list[str]:
    """Return the undamaged mounts with Nukes of a model and of the rest of its formation."""
    mounts: list[str] = []
    for number, member in enumerate(formation_members(state, model)):
        undamaged = (mount for mount in member.card.mounts if mount.id not in member.damaged)
        nuke_mounts = (mount for mount in undamaged if weapon_type(state, mount.weapon).bursts(mount.weapon))
        mounts += [MountRef.of(mount.id, number) for mount in nuke_mounts]
    return mounts


def refuse_nuke(state: State, model: Model, mount: str, x: float, y: float) -> Refusal | None:
    """Return why a Nuke may not be fired at a point, None if it may."""
    act, weapon = state.activation, weapon_of(model, mount)
    if mount not in nukes(state, model) or weapon is None:
        return Refusal(f"{model.name} has no Nuke {mount} to fire.", PLACE)
    if act is not None and mount in act.used:
        return Refusal(f"{weapon.name} has already been used in this activation.", PLACE)
    if fire_control_left(state, model) < 1:
        return Refusal(f"{model.name} has no Fire Control left.", "v1.2.4 Attack > Fire Control")
    if not (0 <= x <= state.width and 0 <= y <= state.height):
        return Refusal("The point is off the table.", PLACE)
    point = Pose(x, y, 0)
    if not any(within(member.base, member.pose, POINT, point, RANGE) for member in formation_members(state, model)):
        ring = (PointRing(model.pose[:2], RANGE),)
        return Refusal(f'The point is beyond {RANGE:.0f}".', PLACE, ring)
    arcs = arcs_of(model.base, model.pose, POINT, point) if model.is_capital else ()
    if "turret" in weapon.arcs or not model.is_capital or any(arc in weapon.arcs for arc in arcs):
        return None
    return Refusal(f"The point is outside the arc of {weapon.name}.", PLACE, pointed_arcs(model.id, weapon.arcs))


def burst_shots(state: State, model: Model, mount: str, x: float, y: float) -> list[Assessment]:
    """Return the attacks of a burst at a point on models of both sides, nearest first."""
    weapon = weapon_of(model, mount)
    if weapon is None:
        return []
    origin = model.supposed(base=POINT).at(Pose(x, y, 0))  # A point there, for arcs and distances.
    shots = []
    for other in models_maybe_within(state, origin.base, origin.pose, REACH):
        inches = distance(origin.base, origin.pose, other.base, other.pose)
        if inches <= REACH + TOLERANCE:
            shot = _burst_shot(state, origin, mount, weapon, other, inches)
            if isinstance(shot, Assessment):
                shots.append(shot)
    return sorted(shots, key=lambda shot: (round(shot.range.distance, 4), shot.target))


def _burst_shot(
    state: State, origin: Model, mount: str, weapon: WeaponCard, other: Model, inches: float
) -> Assessment | Refusal:
    """Return the assessed attack of a burst on one model, or why it can't be attacked."""
    burst = WeaponCard(
        name="Nuke", type=PARTICLE_CANNON, arcs=("turret",), ac=weapon.ac, as_=weapon.as_,
        macro=NEAR_MACRO if inches <= NEAR + TOLERANCE else 0,
    )  # fmt: skip
    return assess_shot(Shot(state, origin, (mount,), burst, other, EXPLOSION))


def fire_nuke(game: Game, model: Model, mount: str, x: float, y: float) -> Procedure[None]:
    """Expend a Nuke and attack everything near its point. It leaves no Debris."""
    state, group = game.state, formation_members(game.state, model)
    spend(game, (mount,))
    notify_fired_at_point(game, model)
    game.log_event(NukeBurst(model=model.id, weapon=mount, at=(x, y)))
    shots = {shot.target: shot for shot in burst_shots(state, model, mount, x, y)}
    while shots := {target_id: shot for target_id, shot in shots.items() if state.models[target_id].is_on_table}:
        inches = {target_id: shot.range.distance for target_id, shot in shots.items()}
        target_id = yield from nearest_target(game, model.side, "the Nuke", inches)
        yield from resolve(game, shots.pop(target_id))
    use_up(game, group, (mount,))
    yield from empty_queue(game)
    yield from aftermath(game, group, Fired((mount,), OPTIMUM, EXPLOSION))


# --- Rams ---

COLLISION = Ram.verb
"""The window of collisions, also the verb of the answer that declares a Ram."""
RAM = "v1.2.4 Action > Ram > Capital Ship Ramming Capital Ship"


def ram_ship(game: Game, squadron: Model, ship: Model) -> Procedure[None]:
    """Ram a ship with one squadron. The ship's Point Defense fires first. The squadron leaves its formation."""
    notify_attacked(game, squadron, ship, COLLISION)
    if squadron.formation:
        leave_formation(game, squadron)
    shot = assess(game.state, ship, (POINT_DEFENSE,), squadron, AUTOFIRE)
    if isinstance(shot, Assessment):
        yield from resolve(game, shot)
    if squadron.is_on_table and ship.is_on_table:
        yield from resolve_squadron_ram(game, squadron, ship)


def resolve_squadron_ram(game: Game, squadron: Model, ship: Model) -> Procedure[None]:
    """Roll the skill test of a ramming squadron: a Critical Hit, from a triple 1 Structure too. Destroy it."""
    cause, chooser = f"{squadron.name} rams {ship.name}", chooser_against(game.state, squadron.side, ship)
    test = ramming_test(game.state, squadron, ship)
    result = yield from roll_skill_test(game, squadron, test)
    log_bare_attack(game, squadron.id, "Ram", ship.id, COLLISION, AttackDice(test.pool, test.contributions), result)
    value, structure = ram_damage(result)
    if value:
        yield from critical_hit(game, ship, Hit(value, chooser, cause))
    if structure and ship.is_on_table:
        yield from lose_structure(game, ship, cause)
    if squadron.is_in_game:
        destroy(game, squadron)


def ram_capital(game: Game, rammer: Model, ship: Model) -> Procedure[None]:
    """Ram a ship with a ship: both roll starting Structure, sets escalate, a Crippled rammer dies (R50)."""
    notify_attacked(game, rammer, ship, COLLISION)
    was_crippled, cause = rammer.is_crippled, f"{rammer.name} rams {ship.name}"
    test = yield from roll_skill_test(game, rammer, ramming_test(game.state, rammer, ship))
    damage_dealt = yield from _roll_collision(game, rammer, ship, 1 if test else 0)
    damage_taken = yield from _roll_collision(game, ship, rammer, 1)
    for target, attacker, result in ((ship, rammer, damage_dealt), (rammer, ship, damage_taken)):
        if result and target.is_in_game:
            chooser = chooser_against(game.state, attacker.side, target)
            yield from strike(game, target, result, DamageManner(chooser, cause))
    if was_crippled and rammer.is_in_game:
        yield from destroy_rammer(game, rammer)


def _roll_collision(game: Game, striker: Model, struck: Model, shift: int) -> Procedure[Result]:
    """Roll for one ship of a collision. Return the damage that it does."""
    dice = collision_roll(striker, struck, shift)
    purpose = f"{striker.name} strikes {struck.name}"
    stake = DamageContext(struck.id)
    result = yield from roll(
        game, striker.side, purpose, dice.pool, shift=shift, parts=dice.all_contributions, stake=stake,
        link=PART_OF_ATTACK,
    )  # fmt: skip
    log_bare_attack(game, striker.id, "Ram", struck.id, COLLISION, dice, result)
    return result


def collision_roll(striker: Model, struck: Model, shift: int) -> AttackDice:
    """Return the dice of one ship in a collision."""
    parts = _collision_parts(striker, struck)
    if shift:
        parts.append(Contribution("The collision", shift, RAM, ESCALATE))
    rating = Contribution("Structure", striker.card.printed("structure"), RAM, BASE)
    pool = Pool(rating.value + sum_parts(parts, BASE)).modified(sum_parts(parts, MODIFIER)).normal()
    return AttackDice(pool, pool_contributions((rating, *parts), pool), tuple(parts), shift)


def ramming_test(state: State, rammer: Model, ship: Model | None) -> SkillTest:
    """Return the skill test of a Ram. `ship` is None before the target is known."""
    return skill_test(state, rammer, f"ramming {ship.name}" if ship is not None else "ramming")


def _collision_parts(striker: Model, struck: Model) -> list[Contribution]:
    """Return the bonuses of a collision roll: the arc struck, and bow against bow. None for stations (R33)."""
    if striker.card.station or struck.card.station:
        return []
    arc = max(main_arcs(struck.base, struck.pose, striker.base, striker.pose), key=lambda name: -ARC_BONUS[name])
    parts = [Contribution(f"{arc.capitalize()} arc", ARC_BONUS[arc], MODIFIERS)] if ARC_BONUS[arc] else []
    if _bows_meet(striker, struck):
        parts.append(Contribution("Bow against bow", 1, RAM, BASE))
    return parts


def bow_on(ship: Model, other: Model) -> bool:
    """Return whether the other ship touches the front-arc part of a ship's base and lies mostly ahead."""
    ahead = "fore" in main_arcs(ship.base, ship.pose, other.base, other.pose)
    return ahead and touches(front_arc_part(ship.base), ship.pose, other.base, other.pose)


def _bows_meet(one: Model, other: Model) -> bool:
    """Return whether the front arcs of 2 ships touch and each lies mostly ahead of the other."""
    both = bow_on(one, other) and bow_on(other, one)
    return both and touches(front_arc_part(one.base), one.pose, front_arc_part(other.base), other.pose)


@lru_cache(maxsize=64)
def front_arc_part(base: Shape) -> Shape:
    """Return the part of a ship's base that is in its front arc (R15)."""
    half, front = base.width / 2, base.length / 2
    side = min(half, front)
    return Shape.polygon(((0.0, 0.0), (side, side), (half, front), (-half, front), (-side, side)))
