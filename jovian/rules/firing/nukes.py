"""Nukes: missiles that burst at a point of the table (v1.2.4 Weapons > Missile > Nuke, R61)."""

from __future__ import annotations

from jovian.cards import WeaponCard
from jovian.game import Game, Model, MountRef, Procedure, Refusal, State
from jovian.game.events import NukeBurst
from jovian.game.pointing import PointRing, pointed_arcs
from jovian.rules.facts.formation import members
from jovian.rules.facts.nearby import near
from jovian.rules.facts.unprinted import PARTICLE_CANNON
from jovian.rules.firing.attack import aftermath, spend, use_up
from jovian.rules.firing.explosion import NEAR, NEAR_MACRO, REACH, empty_queue
from jovian.rules.firing.resolve import resolve
from jovian.rules.rulebook.effect import Fired
from jovian.rules.rulebook.in_force import fired_at_point, weapon_type
from jovian.rules.rulebook.shot_facts import EXPLOSION, OPTIMUM
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess_shot
from jovian.rules.shooting.ratings import fire_control_left
from jovian.rules.shooting.shot import Shot, weapon_of
from jovian.table import POINT, TOLERANCE, Pose, arcs_of, distance, within

PLACE = "v1.2.4 Weapons > Missile > Nuke"
RANGE = 18.0


def nukes(state: State, model: Model) -> list[str]:
    """The undamaged mounts of a model, and of the others of its formation, that hold Nukes."""
    found: list[str] = []
    for number, each in enumerate(members(state, model)):
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
    if not any(within(each.base, each.pose, POINT, point, RANGE) for each in members(state, model)):
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
    for other in near(state, origin.base, origin.pose, REACH):
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
    state, group = game.state, members(game.state, model)
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
