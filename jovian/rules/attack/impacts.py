"""Nukes that burst, and ships that ram."""

from __future__ import annotations

from functools import lru_cache

from jovian.cards import WeaponCard
from jovian.dice import Pool, Result
from jovian.game import Game, Model, MountRef, Procedure, Refusal, State
from jovian.game.answers import Ram
from jovian.game.decision import PointRing, pointed_arcs
from jovian.game.events import BASE, ESCALATE, MODIFIER, Contribution, NukeBurst, sum_parts
from jovian.rules.attack.attack import NEAR, NEAR_MACRO, REACH, aftermath, empty_queue, resolve, spend, use_up
from jovian.rules.basics.formation import formation_members, leave_formation
from jovian.rules.basics.model import PARTICLE_CANNON
from jovian.rules.basics.nearby import models_maybe_within
from jovian.rules.basics.rolls import Bare, SkillTest, completed, roll, roll_skill_test, tell_bare
from jovian.rules.damage.casualties import critical_hit, destroy, lose_structure, perish
from jovian.rules.damage.damage import DamageContext, DamageManner, chooser_against, strike
from jovian.rules.rulebook.active_effects import fired_at_point, notify_attacked, weapon_type
from jovian.rules.rulebook.effect import AUTOFIRE, EXPLOSION, OPTIMUM, Fired
from jovian.rules.rulebook.rulebook import Hit
from jovian.rules.shots.formula import ARC_BONUS, MODIFIERS, Assessment, assess, assess_shot
from jovian.rules.shots.ratings import fire_control_left, skill_test
from jovian.rules.shots.shot import POINT_DEFENSE, Shot, weapon_of
from jovian.table import POINT, TOLERANCE, Pose, Shape, arcs_of, distance, main_arcs, touches, within

# --- nukes ---
# Nukes: missiles that burst at a point of the table (v1.2.4 Weapons > Missile > Nuke, R61).

PLACE = "v1.2.4 Weapons > Missile > Nuke"
RANGE = 18.0


def nukes(state: State, model: Model) -> list[str]:
    """The undamaged mounts of a model, and of the others of its formation, that hold Nukes."""
    found: list[str] = []
    for number, each in enumerate(formation_members(state, model)):
        mounts = (mount for mount in each.card.mounts if mount.id not in each.damaged)
        bursting = (mount for mount in mounts if weapon_type(state, mount.weapon).bursts(mount.weapon))
        found += [MountRef.of(mount.id, number) for mount in bursting]
    return found


def refuse_nuke(state: State, model: Model, mount: str, x: float, y: float) -> Refusal | None:
    """Why a Nuke may not be fired at a point."""
    act, weapon = state.activation, weapon_of(model, mount)
    if mount not in nukes(state, model) or weapon is None:
        return Refusal("There is no Nuke of that name to fire.", PLACE)
    if act is not None and mount in act.used:
        return Refusal("This weapon has already been used in this activation.", PLACE)
    if fire_control_left(state, model) < 1:
        return Refusal("No Fire Control is left.", "v1.2.4 Attack > Fire Control")
    if not (0 <= x <= state.width and 0 <= y <= state.height):
        return Refusal("The point is off the table.", PLACE)
    point = Pose(x, y, 0)
    if not any(within(each.base, each.pose, POINT, point, RANGE) for each in formation_members(state, model)):
        ring = (PointRing(model.pose[:2], RANGE),)
        return Refusal(f'The point is beyond {RANGE:.0f}".', PLACE, ring)
    arcs = arcs_of(model.base, model.pose, POINT, point) if model.capital else ()
    if "turret" in weapon.arcs or not model.capital or any(arc in weapon.arcs for arc in arcs):
        return None
    return Refusal("The point is outside the arc.", PLACE, pointed_arcs(model.id, weapon.arcs))


def blast_at(state: State, model: Model, mount: str, x: float, y: float) -> list[Assessment]:
    """The attacks that a burst at a point would make, nearest first, friend or foe."""
    weapon = weapon_of(model, mount)
    if weapon is None:
        return []
    origin = _origin(model, x, y)
    found = []
    for other in models_maybe_within(state, origin.base, origin.pose, REACH):
        apart = distance(origin.base, origin.pose, other.base, other.pose)
        if apart <= REACH + TOLERANCE:
            shot = _blast(state, origin, mount, weapon, other, apart)
            if isinstance(shot, Assessment):
                found.append(shot)
    return sorted(found, key=lambda shot: (round(shot.range.distance, 4), shot.target))


def _origin(model: Model, x: float, y: float) -> Model:
    """The model as if it were a point there, for arcs and distances."""
    return model.supposed(base=POINT).at(Pose(x, y, 0))


def _blast(
    state: State, origin: Model, mount: str, weapon: WeaponCard, other: Model, apart: float
) -> Assessment | Refusal:
    burst = WeaponCard(
        name="Nuke", type=PARTICLE_CANNON, arcs=("turret",), ac=weapon.ac, as_=weapon.as_,
        macro=NEAR_MACRO if apart <= NEAR + TOLERANCE else 0,
    )  # fmt: skip
    return assess_shot(Shot(state, origin, (mount,), burst, other, EXPLOSION))


def fire_nuke(game: Game, model: Model, mount: str, x: float, y: float) -> Procedure[None]:
    """Spend it, and let everything near the point suffer; it leaves no debris."""
    state, group = game.state, formation_members(game.state, model)
    spend(game, (mount,))
    fired_at_point(game, model)
    game.tell(NukeBurst(model=model.id, weapon=mount, at=(x, y)))
    shots = blast_at(state, model, mount, x, y)
    for shot in shots:
        if state.models[shot.target].on_table:
            yield from resolve(game, shot)
    use_up(game, group, (mount,))
    yield from empty_queue(game)
    yield from aftermath(game, group, Fired((mount,), OPTIMUM, EXPLOSION))


# --- ramming ---
# Ramming: squadrons that throw themselves at a ship, and ships that run into one another (v1.2.4 Action > Ram).

COLLISION = Ram.verb
"""What ships do to each other then, and what is asked and answered about it."""
RAM = "v1.2.4 Action > Ram > Capital Ship Ramming Capital Ship"
TRIPLE = 2


def ram_ship(game: Game, squadron: Model, ship: Model) -> Procedure[None]:
    """The ship's Point Defense first; whoever comes through it strikes. A formation breaks: one rams."""
    notify_attacked(game, squadron, ship, COLLISION)
    if squadron.formation:
        leave_formation(game, squadron)
    shot = assess(game.state, ship, (POINT_DEFENSE,), squadron, AUTOFIRE)
    if isinstance(shot, Assessment):
        yield from resolve(game, shot)
    if squadron.on_table and ship.on_table:
        yield from impact(game, squadron, ship)


def ram_capital(game: Game, rammer: Model, ship: Model) -> Procedure[None]:
    """Two ships collide: both roll their starting Structure, sets escalate, and a Crippled rammer is gone (R50)."""
    notify_attacked(game, rammer, ship, COLLISION)
    was_crippled, cause = rammer.is_crippled, f"{rammer.name} rams {ship.name}"
    test = yield from roll_skill_test(game, rammer, ramming_test(game.state, rammer, ship))
    given = yield from _collide(game, rammer, ship, 1 if test else 0)
    taken = yield from _collide(game, ship, rammer, 1)
    for target, attacker, result in ((ship, rammer, given), (rammer, ship, taken)):
        if result and target.alive:
            chooser = chooser_against(game.state, attacker.side, target)
            yield from strike(game, target, result, DamageManner(chooser, cause))
    if was_crippled and rammer.alive:
        yield from perish(game, rammer)


def _collide(game: Game, striker: Model, struck: Model, shift: int) -> Procedure[Result]:
    """One side's roll in a collision."""
    bare = collision(striker, struck, shift)
    purpose = f"{striker.name} strikes {struck.name}"
    stake = DamageContext(struck.id)
    result = yield from roll(game, striker.side, purpose, bare.pool, shift=shift, parts=bare.makeup, stake=stake)
    tell_bare(game, striker.id, "Ram", struck.id, COLLISION, bare, result)
    return result


def collision(striker: Model, struck: Model, shift: int) -> Bare:
    """One side's dice in a collision."""
    parts = collision_parts(striker, struck)
    if shift:
        parts.append(Contribution("The collision", shift, RAM, ESCALATE))
    rating = Contribution("Structure", striker.card.printed("structure"), RAM, BASE)
    pool = Pool(rating.value + sum_parts(parts, BASE)).modified(sum_parts(parts, MODIFIER)).normal()
    return Bare(pool, completed((rating, *parts), pool), tuple(parts), shift)


def ramming_test(state: State, rammer: Model, ship: Model | None) -> SkillTest:
    """The skill test of a Ram, on a ship if it is known yet."""
    return skill_test(state, rammer, f"ramming {ship.name}" if ship is not None else "ramming")


def collision_parts(striker: Model, struck: Model) -> list[Contribution]:
    """What adds to a collision roll: the arc that is struck, and bow against bow; a station has neither (R33)."""
    if striker.card.station or struck.card.station:
        return []
    arc = max(main_arcs(struck.base, struck.pose, striker.base, striker.pose), key=lambda each: -ARC_BONUS[each])
    parts = [Contribution(f"{arc.capitalize()} arc", ARC_BONUS[arc], MODIFIERS)] if ARC_BONUS[arc] else []
    if bows_meet(striker, struck):
        parts.append(Contribution("Bow against bow", 1, RAM, BASE))
    return parts


def bow_on(ship: Model, other: Model) -> bool:
    """Is the part of a ship's base in its front arc in contact with another that lies mostly ahead?"""
    ahead = "fore" in main_arcs(ship.base, ship.pose, other.base, other.pose)
    return ahead and touches(bow(ship.base), ship.pose, other.base, other.pose)


def bows_meet(one: Model, other: Model) -> bool:
    """Are the front arcs of two ships in contact, each mostly ahead of the other?"""
    both = bow_on(one, other) and bow_on(other, one)
    return both and touches(bow(one.base), one.pose, bow(other.base), other.pose)


@lru_cache(maxsize=64)
def bow(base: Shape) -> Shape:
    """The part of a ship's base that lies in its front arc (R15)."""
    half, front = base.width / 2, base.length / 2
    side = min(half, front)
    return Shape.polygon(((0.0, 0.0), (side, side), (half, front), (-half, front), (-side, side)))


def impact(game: Game, squadron: Model, ship: Model) -> Procedure[None]:
    """A skill test: a critical hit, with triples a point of Structure too; the squadron is lost."""
    cause, chooser = f"{squadron.name} rams {ship.name}", chooser_against(game.state, squadron.side, ship)
    test = ramming_test(game.state, squadron, ship)
    result = yield from roll_skill_test(game, squadron, test)
    tell_bare(game, squadron.id, "Ram", ship.id, COLLISION, Bare(test.pool, test.parts), result)
    if result:
        value = next(value for value, steps in result.sets if steps == result.best)
        yield from critical_hit(game, ship, Hit(value, chooser, cause))
    if result.best >= TRIPLE and ship.on_table:
        yield from lose_structure(game, ship, cause)
    if squadron.alive:
        destroy(game, squadron)
