"""Interception: squadrons that catch others, in their own activation or the enemy's (v1.2.4 Action > Interception)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from jovian.game import TABLE, Game, Model, Procedure, State, Terrain
from jovian.game.events import Intercepted
from jovian.rules.close_combat.dogfight import dogfight
from jovian.rules.facts.formation import ask_to_break, mates, members
from jovian.rules.facts.fuel import burn_together, fuel, fueled, shared_fuel
from jovian.rules.facts.nearby import around, on_way
from jovian.rules.facts.skill_test import SkillTest, take
from jovian.rules.firing.explosion import empty_queue
from jovian.rules.harm.casualties import leave_table
from jovian.rules.moving.movement import LegEnd, leg
from jovian.rules.moving.overlap import push
from jovian.rules.places.attached import cast_off
from jovian.rules.places.contact import contacts
from jovian.rules.places.obstacles import ROOM, moored, solid_parts
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import attacked, effects_on, says_yes
from jovian.rules.rulebook.interrupt import UNOPPOSED
from jovian.rules.rulebook.shot_facts import DOGFIGHT
from jovian.rules.shooting.skill import skill_test
from jovian.rules.squadrons.escort import CLASS_III
from jovian.table import TOLERANCE, Placed, Pose, approaches, distance, exits, first_touch, overlaps, touches

REACTIVE = "v1.2.4 Action > Interception > Reactive Interception"
NAME = "interception"
"""What it is called wherever it is declared, asked about, declined or shown."""
REACH = 3.0


def may_intercept(state: State, squadron: Model) -> bool:
    """Return whether a squadron can intercept: not Static, and of drones only Class III.

    A formation needs one member with Fuel: if another has none, the formation breaks (v1.2.4 Traits > Formation).
    """
    able = squadron.card.drone_class in (None, CLASS_III) and not moored(state, squadron)
    return not squadron.capital and squadron.on_table and able and bool(fueled(state, squadron))


def reach_of(state: State, squadron: Model) -> float:
    """Inches within which it may react."""
    reach = REACH
    for effect in effects_on(state, squadron, Effect.interception_reach):
        reach = effect.interception_reach(state, squadron, reach)
    return reach


def watching(state: State, group: list[Model], dx: float = 0.0, dy: float = 0.0) -> Iterator[Model]:
    """The enemy squadrons that may react to any of a group on its leg (R45, R71); of a formation, its leader.

    A few of them may be too far off: the world names who is near, and some reach farther than it was asked for.
    """
    act = state.activation
    if act is None or act.intercepted or act.let_pass or group[0].capital:
        return
    if group[0].assaulting and says_yes(state, group[0], Effect.beyond_reactions):
        return
    met = (other for each in group for other in on_way(state, each.base, each.pose, dx, dy, REACH))
    close, foe = {other.formation or other.id for other in met}, 1 - group[0].side
    for enemy in state.models.values():
        if enemy.side != foe or enemy.place != TABLE or enemy.capital or enemy.id in act.reacted:
            continue
        if enemy.id not in close and not effects_on(state, enemy, Effect.interception_reach):
            continue
        named = act.target and any(each.id == act.target for each in members(state, enemy))
        if not named and enemy.formation in ("", enemy.id) and may_intercept(state, enemy):
            yield enemy


class InReach(NamedTuple):
    """A squadron, or the leader of a formation, whose reach a leg brings the mover into."""

    inches: float
    """Along the leg, from its start."""
    squadron: str


def on_leg(state: State, mover: Model, dx: float, dy: float) -> Iterator[InReach]:
    """Where along a straight leg each watching squadron gets its chance; at once if it is in range already."""
    for enemy in watching(state, [mover], dx, dy):
        reach = reach_of(state, enemy)
        touches = [_first(each, mover, dx, dy, reach) for each in fueled(state, enemy)]
        near = [touch for touch in touches if touch is not None]
        if near:
            yield InReach(min(near), enemy.id)


def _first(enemy: Model, mover: Model, dx: float, dy: float, reach: float) -> float | None:
    if distance(mover.base, mover.pose, enemy.base, enemy.pose) <= reach + TOLERANCE:
        return 0.0
    return first_touch(mover.base, mover.pose, dx, dy, enemy.base, enemy.pose, reach)


def interceptors_near(state: State, mover: Model) -> list[str]:
    """The squadrons that may intercept the active one where it stands; partly off the table nobody fights (R27)."""
    if any(exits(each.base, each.pose, state.width, state.height) for each in members(state, mover)):
        return []
    near = watching(state, members(state, mover))
    return [enemy.id for enemy in near if gap(state, mover, enemy) <= reach_of(state, enemy) + TOLERANCE]


def gap(state: State, mover: Model, interceptor: Model) -> float:
    """Return the inches between two squadrons or formations; members of the interceptor's without Fuel don't count."""
    hunters = fueled(state, interceptor) or members(state, interceptor)
    return min(distance(a.base, a.pose, b.base, b.pose) for a in members(state, mover) for b in hunters)


def catchable(state: State, mover: Model, ident: str) -> bool:
    """Return whether a squadron may intercept the mover where it stands: not asked yet, in reach, with room (R71)."""
    if ident not in interceptors_near(state, mover):
        return False
    interceptor = state.models[ident]
    alone = members(state, interceptor) if interceptor.formation else ()
    return _reaches_as_one(state, interceptor, mover) or any(_reaches_alone(state, each, mover) for each in alone)


def _reaches_as_one(state: State, interceptor: Model, target: Model) -> bool:
    """Return whether an interceptor can come into contact with its whole formation, every member of which has Fuel."""
    return shared_fuel(state, interceptor) > 0 and contact_pose(state, interceptor, target) is not None


def _reaches_alone(state: State, member: Model, target: Model) -> bool:
    """Return whether one member of a formation has Fuel and can come into contact without the others."""
    return fuel(member) > 0 and contact_pose(state, member, target, alone=True) is not None


def _far(state: State, squadron: Model, mover: Model) -> bool:
    """Does an interception cost a fuel for its range?"""
    return gap(state, mover, squadron) > REACH + TOLERANCE


def price(state: State, squadron: Model, mover: Model) -> str:
    """Describe what an interception costs a squadron, and the Fuel that it has left."""
    cost = "1 Fuel for the range, " if _far(state, squadron, mover) else ""
    fit = fueled(state, squadron)
    if shared_fuel(state, squadron) or not fit:
        return f"{cost}{shared_fuel(state, squadron)} Fuel left"
    left = " or ".join(f"{member.name} ({fuel(member)} Fuel left)" for member in fit)
    return f"{cost}the formation breaks: only {left} fights"


def note(state: State, *idents: str) -> None:
    """These have had their offer, with all who fly with them: it comes once (R71)."""
    act = state.activation
    assert act is not None
    asked = [each.id for ident in idents for each in members(state, state.models[ident])]
    act.reacted = (*act.reacted, *asked)


def intercept(game: Game, interceptor: Model, target: Model) -> Procedure[None]:
    """A Reactive Interception: pay for the range, close in, fight; who fights for a formation stays behind."""
    state = game.state
    far = _far(state, interceptor, target)
    interceptor = yield from ask_to_break(
        game, interceptor, lambda each: _reaches_alone(state, each, target), _reaches_as_one(state, interceptor, target)
    )
    note(state, interceptor.id)
    if far:
        farther = effects_on(state, interceptor, Effect.interception_reach)
        burn_together(game, interceptor, 1, farther[0].name if farther else "")
    hunter = interceptor
    target = yield from ask_to_break(game, target, lambda each: contact_pose(state, hunter, each) is not None)
    if (yield from _reaches(game, interceptor, target)):
        act = state.activation
        assert act is not None
        act.fights += 1
        act.intercepted = act.intercepted or act.model in {each.id for each in members(state, target)}
        yield from _fight(game, interceptor, target)
    if target.on_table and state.active is not None and target is not state.active:
        _stay_behind(game, target, members(state, state.active))


def _reaches(game: Game, interceptor: Model, target: Model) -> Procedure[bool]:
    """The interceptor closes in; does it come into contact alive?"""
    end = contact_pose(game.state, interceptor, target)
    if end is None:
        return False
    goal = end
    if interceptor.assaulting:
        cast_off(game, interceptor)

    def avoidable(model: Model, piece: Terrain) -> bool:
        return not any(overlaps(model.base, goal, part, piece.pose) for part in piece.outline)

    end_of_leg = yield from leg(game, interceptor, goal, avoidable, UNOPPOSED)
    return end_of_leg is LegEnd.ARRIVED and target.on_table


def _fight(game: Game, interceptor: Model, target: Model) -> Procedure[None]:
    """The Dogfight of two in contact; off a hull first, if the prey clings to one."""
    if target.assaulting:
        cast_off(game, target)
    yield from catch(game, interceptor, target)
    yield from dogfight(game, interceptor, target)


def _stay_behind(game: Game, fighter: Model, flying_on: list[Model]) -> None:
    """Who fought for its formation has ended its flight there: it stands on nobody but those who fly on (R24, R76)."""
    own = {each.id for each in flying_on}
    if fighter.id in own:
        return
    leave_table(game, [fighter])
    if fighter.on_table and any(ident not in own for ident in contacts(game.state, fighter)):
        push(game, fighter)


def intercept_actively(game: Game, interceptor: Model, target: Model) -> Procedure[None]:
    """An Active Interception: the active squadron in contact with its target fights it."""
    state = game.state
    game.tell(Intercepted(model=interceptor.id, target=target.id, active=True))
    attacked(game, interceptor, target, NAME)
    hunters = fueled(state, interceptor)
    target = yield from ask_to_break(game, target, lambda each: _touch(each, hunters))
    prey = members(state, target)
    interceptor = yield from ask_to_break(
        game, interceptor, lambda each: fuel(each) > 0 and _touch(each, prey), shared_fuel(state, interceptor) > 0
    )
    yield from _fight(game, interceptor, target)
    yield from empty_queue(game)


def _touch(one: Model, group: list[Model]) -> bool:
    return any(touches(one.base, one.pose, other.base, other.pose) for other in group)


def contact_pose(state: State, interceptor: Model, target: Model, alone: bool = False) -> Pose | None:
    """Where the interceptor touches its target by the shortest way, with its formation or alone; None without room."""
    group = [interceptor, *(() if alone else mates(state, interceptor))]
    others = _in_the_way(state, group, target)
    for pose in approaches(
        interceptor.base, interceptor.pose, target.base, target.pose, others, state.width, state.height
    ):
        if len(group) == 1 or _free(state, members(state, interceptor.at(pose))[1:], [*others, _placed(target)]):
            return pose
    return None


def _placed(model: Model) -> Placed:
    return model.base, model.pose


def _in_the_way(state: State, group: list[Model], target: Model) -> list[Placed]:
    """What a group in contact with a target may touch; if the target is `at` another pose, so is its formation."""
    moved = {each.id: each for each in members(state, target)}
    models, pieces = around(state, target.base, target.pose, 2 * group[0].base.reach + ROOM + _spread(group))
    named, out = {*moved, *(each.id for each in models)}, {target.id, *(each.id for each in group)}
    found = [_placed(moved.get(each.id, each)) for each in state.on_table() if each.id in named and each.id not in out]
    return found + [each.placed for each in solid_parts(state, group[0], pieces)]


def _spread(group: list[Model]) -> float:
    """How far from the first of a group the others fly."""
    first, *others = [each.pose for each in group]
    return max((first.distance_to(other) for other in others), default=0.0)


def _free(state: State, group: list[Model], others: list[Placed]) -> bool:
    return not any(
        exits(one.base, one.pose, state.width, state.height)
        or any(touches(one.base, one.pose, *each) for each in others)
        for one in group
    )


def catch(game: Game, chaser: Model, prey: Model, window: str = DOGFIGHT) -> Procedure[None]:
    """To catch what is Fast one that is not must pass a skill test or lose a fuel (v1.2.4 Traits > Fast)."""
    test = catching(game.state, chaser, prey, window)
    if test is None:
        return
    result = yield from take(game, chaser, test)
    if not result and shared_fuel(game.state, chaser):
        burn_together(game, chaser, 1, effects_on(game.state, prey, Effect.outruns)[0].name)


def catching(state: State, chaser: Model, prey: Model, window: str = DOGFIGHT) -> SkillTest | None:
    """The test to catch what is Fast, None where none is made."""
    outruns = any(effect.outruns(prey) for effect in effects_on(state, prey, Effect.outruns))
    if not outruns or any(effect.outruns(chaser) for effect in effects_on(state, chaser, Effect.outruns)):
        return None
    return skill_test(state, chaser, f"catching {prey.name}", window=window)
