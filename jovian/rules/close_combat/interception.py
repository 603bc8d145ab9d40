"""Interception, and the other reactions to a move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from jovian.frozen import frozen
from jovian.game import TABLE, Answer, Game, Gun, ListDecision, Model, Option, Procedure, State, Terrain, ask
from jovian.game.answers import Decline, Intercept, LetPass, OpenFire
from jovian.game.events import Declined, Intercepted
from jovian.rules.attack import autofire
from jovian.rules.attack.attack import attack, empty_queue
from jovian.rules.basics.formation import ask_to_break, formation_members, other_formation_members
from jovian.rules.basics.model import burn_together, fuel, fueled, shared_fuel
from jovian.rules.basics.nearby import on_way, pieces_maybe_within
from jovian.rules.basics.rolls import SkillTest, roll_skill_test, with_action
from jovian.rules.close_combat.dogfight import dogfight
from jovian.rules.damage.casualties import leave_table
from jovian.rules.escort import CLASS_III
from jovian.rules.moving import Leg, LegEnd, push
from jovian.rules.placement.attached import cast_off
from jovian.rules.placement.legal_places import ids_in_contact
from jovian.rules.placement.move_limits import ROOM, is_immobile, solid_parts
from jovian.rules.rulebook.active_effects import effects_on, notify_attacked, says_yes
from jovian.rules.rulebook.effect import AUTOFIRE as WINDOW
from jovian.rules.rulebook.effect import DOGFIGHT, Effect
from jovian.rules.rulebook.order import UNOPPOSED, Interrupt, LegFacts, Manner, Touch, Trigger
from jovian.rules.shots.formula import Assessment
from jovian.rules.shots.ratings import skill_test
from jovian.rules.shots.shot import weapons_label
from jovian.table import (
    TOLERANCE,
    Placed,
    Pose,
    approaches,
    distance,
    extends_off_table,
    first_touch,
    overlaps,
    touches,
)

# --- interception ---
# Interception: squadrons that catch others, in their own activation or the enemy's (v1.2.4 Action > Interception).

REACTIVE = "v1.2.4 Action > Interception > Reactive Interception"
NAME = "interception"
"""What it is called wherever it is declared, asked about, declined or shown."""
REACH = 3.0


def may_intercept(state: State, squadron: Model) -> bool:
    """Return whether a squadron can intercept: not Static, and of drones only Class III.

    A formation needs one member with Fuel: if another has none, the formation breaks (v1.2.4 Traits > Formation).
    """
    able = squadron.card.drone_class in (None, CLASS_III) and not is_immobile(state, squadron)
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
        named = act.target and any(each.id == act.target for each in formation_members(state, enemy))
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
    if any(
        extends_off_table(each.base, each.pose, state.width, state.height) for each in formation_members(state, mover)
    ):
        return []
    near = watching(state, formation_members(state, mover))
    return [enemy.id for enemy in near if gap(state, mover, enemy) <= reach_of(state, enemy) + TOLERANCE]


def gap(state: State, mover: Model, interceptor: Model) -> float:
    """Return the inches between two squadrons or formations; members of the interceptor's without Fuel don't count."""
    hunters = fueled(state, interceptor) or formation_members(state, interceptor)
    return min(distance(a.base, a.pose, b.base, b.pose) for a in formation_members(state, mover) for b in hunters)


def catchable(state: State, mover: Model, ident: str) -> bool:
    """Return whether a squadron may intercept the mover where it stands: not asked yet, in reach, with room (R71)."""
    if ident not in interceptors_near(state, mover):
        return False
    interceptor = state.models[ident]
    alone = formation_members(state, interceptor) if interceptor.formation else ()
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
    asked = [each.id for ident in idents for each in formation_members(state, state.models[ident])]
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
        act.intercepted = act.intercepted or act.model in {each.id for each in formation_members(state, target)}
        yield from _fight(game, interceptor, target)
    if target.on_table and state.active is not None and target is not state.active:
        _stay_behind(game, target, formation_members(state, state.active))


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

    end_of_leg = yield from Leg(game, interceptor, goal, avoidable, UNOPPOSED).run()
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
    if fighter.on_table and any(ident not in own for ident in ids_in_contact(game.state, fighter)):
        push(game, fighter)


def intercept_actively(game: Game, interceptor: Model, target: Model) -> Procedure[None]:
    """An Active Interception: the active squadron in contact with its target fights it."""
    state = game.state
    game.tell(Intercepted(model=interceptor.id, target=target.id, active=True))
    notify_attacked(game, interceptor, target, NAME)
    hunters = fueled(state, interceptor)
    target = yield from ask_to_break(game, target, lambda each: _touch(each, hunters))
    prey = formation_members(state, target)
    interceptor = yield from ask_to_break(
        game, interceptor, lambda each: fuel(each) > 0 and _touch(each, prey), shared_fuel(state, interceptor) > 0
    )
    yield from _fight(game, interceptor, target)
    yield from empty_queue(game)


def _touch(one: Model, group: list[Model]) -> bool:
    return any(touches(one.base, one.pose, other.base, other.pose) for other in group)


def contact_pose(state: State, interceptor: Model, target: Model, alone: bool = False) -> Pose | None:
    """Where the interceptor touches its target by the shortest way, with its formation or alone; None without room."""
    group = [interceptor, *(() if alone else other_formation_members(state, interceptor))]
    others = _in_the_way(state, group, target)
    for pose in approaches(
        interceptor.base, interceptor.pose, target.base, target.pose, others, state.width, state.height
    ):
        if len(group) == 1 or _free(
            state, formation_members(state, interceptor.at(pose))[1:], [*others, _placed(target)]
        ):
            return pose
    return None


def _placed(model: Model) -> Placed:
    return model.base, model.pose


def _in_the_way(state: State, group: list[Model], target: Model) -> list[Placed]:
    """What a group in contact with a target may touch; if the target is `at` another pose, so is its formation."""
    moved = {each.id: each for each in formation_members(state, target)}
    models, pieces = pieces_maybe_within(
        state, target.base, target.pose, 2 * group[0].base.reach + ROOM + _spread(group)
    )
    named, out = {*moved, *(each.id for each in models)}, {target.id, *(each.id for each in group)}
    found = [_placed(moved.get(each.id, each)) for each in state.on_table() if each.id in named and each.id not in out]
    return found + [each.placed for each in solid_parts(state, group[0], pieces)]


def _spread(group: list[Model]) -> float:
    """How far from the first of a group the others fly."""
    first, *others = [each.pose for each in group]
    return max((first.distance_to(other) for other in others), default=0.0)


def _free(state: State, group: list[Model], others: list[Placed]) -> bool:
    return not any(
        extends_off_table(one.base, one.pose, state.width, state.height)
        or any(touches(one.base, one.pose, *each) for each in others)
        for one in group
    )


def catch(game: Game, chaser: Model, prey: Model, window: str = DOGFIGHT) -> Procedure[None]:
    """To catch what is Fast one that is not must pass a skill test or lose a fuel (v1.2.4 Traits > Fast)."""
    test = catching(game.state, chaser, prey, window)
    if test is None:
        return
    result = yield from roll_skill_test(game, chaser, test)
    if not result and shared_fuel(game.state, chaser):
        burn_together(game, chaser, 1, effects_on(game.state, prey, Effect.outruns)[0].name)


def catching(state: State, chaser: Model, prey: Model, window: str = DOGFIGHT) -> SkillTest | None:
    """The test to catch what is Fast, None where none is made."""
    outruns = any(effect.outruns(prey) for effect in effects_on(state, prey, Effect.outruns))
    if not outruns or any(effect.outruns(chaser) for effect in effects_on(state, chaser, Effect.outruns)):
        return None
    return skill_test(state, chaser, f"catching {prey.name}", window=window)


# --- reactions ---
# Reactions: one question to the other side for all that a part of a move offers it (R56, R71).
#
# OpenFire and Reactive Interceptions are offered together, each with the place on the leg where it comes up.
# Choosing one lets everything pass that comes up before it; what comes after is offered again, looked at afresh.

AUTOFIRE, INTERCEPTION = 1, 2
"""Ranks: at one point autofire comes before interceptions (R56)."""
Reaction = OpenFire | Intercept
Reply = Reaction | Decline | LetPass
"""What a question about reactions may be answered with."""


@frozen
class Chance:
    """One reaction that may come up."""

    inches: float
    """Along the leg, from its start; 0 where the mover stands still."""
    rank: int
    ident: str
    """Who reacts."""
    mount: str
    """With what; "" for an interception."""
    mover: str
    """Who sets it off: the mover, or another of its formation."""
    pose: Pose | None
    """Where the mover stands when it comes up farther on; None for where it stands now."""

    @property
    def answer(self) -> Reaction:
        """The answer that takes it."""
        return OpenFire(self.ident, self.mount) if self.rank == AUTOFIRE else Intercept(self.ident)

    @property
    def gun(self) -> Gun:
        """The gun that fires."""
        return Gun(self.ident, self.mount)

    def target(self, state: State, mover: Model) -> Model:
        """Who sets it off, where it stands then."""
        if self.pose is None:
            return state.models[self.mover]
        there = mover.at(self.pose)
        return next((each for each in formation_members(state, there) if each.id == self.mover), there)


class Reactions(ListDecision[Reply]):
    """Which of several reactions, none of them, or none for the rest of this move."""

    __slots__ = ("chances",)

    def __init__(self, state: State, mover: Model, chances: Sequence[Chance]) -> None:
        fires = [each for each in chances if each.rank == AUTOFIRE]
        kind, place = ("autofire", autofire.AUTOFIRE_CITATION) if fires else (NAME, REACTIVE)
        able = [_option(state, mover, each) for each in chances]
        none, rest = _refusals(mover, len(chances), bool(fires))
        listed: list[Option[Reply]] = [*able, none, rest] if fires else [none, *able, rest]
        title = _title(with_action(state, mover), len(fires), len(chances))
        super().__init__(kind, state.models[chances[0].ident].side, title, place, listed, subject=mover.id)
        self.chances = tuple(chances)
        """What is offered, in the order in which it comes up."""

    def taken(self, answer: Answer) -> Chance | None:
        """The reaction that an answer takes, None if it takes none."""
        return next((each for each in self.chances if each.answer == answer), None)


def _title(name: str, fires: int, count: int) -> str:
    if not fires:
        return f"Intercept {name}?"
    return f"{name} comes into range: {'autofire' if fires == count else 'react'}?"


def _refusals(mover: Model, count: int, fires: bool) -> tuple[Option[Decline], Option[LetPass]]:
    """None of what is offered, and nothing any more."""
    label, detail = ("None of them", "they are") if count > 1 else ("Hold fire" if fires else "Let it pass", "it is")
    rest = Option(LetPass(), "Ignore for the rest of this move", f"you are not asked again about {mover.name}")
    return Option(Decline(), label, f"{detail} not offered again this move"), rest


def _option(state: State, mover: Model, chance: Chance) -> Option[Reaction]:
    """One reaction as a player reads it, with the place on the leg."""
    model, target = state.models[chance.ident], chance.target(state, mover)
    where = f'after {chance.inches:.1f}"' if chance.inches else ""
    if chance.rank == INTERCEPTION:
        cost = price(state, model, target)
        return Option(chance.answer, f"{model.name} intercepts", _joined(where, cost))
    shot = autofire.shot_at(state, target, chance.gun)
    assert isinstance(shot, Assessment)
    label = f"{weapons_label(model, (chance.gun.mount,))} of {model.name}"
    return Option(chance.answer, label, _joined(where, str(shot.roll.pool)))


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def standing(mover: Model, shots: Iterable[tuple[Model, Gun]], hunters: Iterable[str]) -> list[Chance]:
    """What comes up where a model stands: autofire at it or its formation, and interceptions."""
    found = [Chance(0.0, AUTOFIRE, ident, mount, target.id, None) for target, (ident, mount) in shots]
    return found + [Chance(0.0, INTERCEPTION, ident, "", mover.id, None) for ident in hunters]


def react(
    game: Game, mover: Model, here: Sequence[Chance], ahead: Sequence[Chance] = (), chosen: Chance | None = None
) -> Procedure[Chance | None]:
    """Offer what comes up here, with what the leg offers farther on, until nothing here is left (R56, R71).

    Returns the reaction chosen for farther on; at its place it is carried out without asking again.
    """
    while now := _ready(game.state, mover, here):
        taken = next((each for each in now if chosen is not None and each.answer == chosen.answer), None)
        if taken is None:
            asked = Reactions(game.state, mover, _ready(game.state, mover, [*now, *ahead]))
            answer = yield from ask(asked)
            taken = asked.taken(answer)
            _let_pass(game, asked, taken, answer)
        chosen = None
        if taken is None:
            return None
        if taken not in now:
            return taken
        yield from _carry_out(game, mover, taken)
        if not mover.on_table:
            mover, here = _taken_over(game.state, mover, here)
            ahead = ()
    return chosen


def _taken_over(state: State, mover: Model, here: Sequence[Chance]) -> tuple[Model, Sequence[Chance]]:
    """Who is active in the mover's place once that is lost out of its formation, and what comes up there for it."""
    active = state.active
    if active is None or active.side != mover.side:
        return mover, here
    return active, [replace(each, mover=active.id) if each.rank == INTERCEPTION else each for each in here]


def _ready(state: State, mover: Model, chances: Sequence[Chance]) -> list[Chance]:
    """Those that are possible as things stand, each once."""
    found: dict[tuple[str, str], Chance] = {}
    for each in chances:
        if (each.ident, each.mount) not in found and _possible(state, mover, each):
            found[each.ident, each.mount] = each
    return list(found.values())


def _possible(state: State, mover: Model, chance: Chance) -> bool:
    act = state.activation
    if act is None or act.let_pass or not state.models[chance.mover].on_table:
        return False
    target = chance.target(state, mover)
    if chance.rank == INTERCEPTION:
        return catchable(state, target, chance.ident)
    if chance.gun in act.fired_on:
        return False
    return isinstance(autofire.shot_at(state, target, chance.gun), Assessment)


def _let_pass(game: Game, asked: Reactions, taken: Chance | None, answer: Answer) -> None:
    """What is not taken and comes up no later has had its offer."""
    act = game.state.activation
    assert act is not None
    act.let_pass = isinstance(answer, LetPass)
    for each in asked.chances:
        if taken is None or (each.inches, each.rank) < (taken.inches, taken.rank):
            _note(game.state, each)
    if taken is None:
        for rank, what in ((AUTOFIRE, "autofire"), (INTERCEPTION, NAME)):
            if any(each.rank == rank for each in asked.chances):
                game.tell(Declined(side=asked.side, what=what))


def _note(state: State, chance: Chance) -> None:
    """It has been offered, and is not offered again in this activation."""
    act = state.activation
    assert act is not None
    if chance.rank == AUTOFIRE:
        act.fired_on = (*act.fired_on, chance.gun)
    else:
        note(state, chance.ident)


def _carry_out(game: Game, mover: Model, chance: Chance) -> Procedure[None]:
    models = game.state.models
    if chance.rank == AUTOFIRE:
        _note(game.state, chance)
        yield from attack(game, models[chance.ident], (chance.mount,), models[chance.mover], WINDOW)
    else:
        game.tell(Intercepted(model=chance.ident, target=mover.id, active=False))
        notify_attacked(game, models[chance.ident], mover, NAME)
        yield from intercept(game, models[chance.ident], mover)
        yield from empty_queue(game)


# --- reacting ---
# Enemies that react to a move, by autofire or a Reactive Interception: one kind of interrupt (R56, R71).

AGAIN = 0.25
"""Inches after which an interceptor without room for contact is looked at again."""


class EnemyReactions(Interrupt):
    """Whoever gets its first chance on a leg; at one point autofire comes before interceptions."""

    __slots__ = ()

    def on_leg(self, state: State, model: Model, dx: float, dy: float, manner: Manner) -> Iterator[Trigger]:
        """Where each enemy gets its first chance at the model or another of its formation."""
        for each in formation_members(state, model):
            if manner.under_fire:
                for inches, gun in autofire.on_leg(state, each, dx, dy, manner.last):
                    yield Trigger(round(inches, 4), AUTOFIRE, gun.model, gun.mount, each.id)
            if manner.interceptable and not each.capital:
                for inches, squadron in on_leg(state, each, dx, dy):
                    yield Trigger(round(inches, 4), INTERCEPTION, squadron, "", each.id)

    def on_turn(self, state: State, model: Model, before: Pose, degrees: int) -> Iterator[Trigger]:
        """The guns into whose range a turn brings it."""
        for gun in autofire.on_turn(state, model, before):
            yield Trigger(0.0, AUTOFIRE, gun.model, gun.mount, model.id)

    def watch(self, leg: LegFacts) -> ReactionWatch:
        """Enemies that may react to the move: each is offered its reaction once."""
        return ReactionWatch(self, leg)

    def turning(self, game: Game, ship: Model, degrees: int) -> Callable[[], Procedure[None]]:
        """Autofire, once it has turned."""
        return partial(_fire_at_turned, game, ship, ship.pose)

    def touch(self, state: State, trigger: Trigger, inches: float, at: Pose) -> Touch | None:
        """Who may react, and with what."""
        if trigger.rank == INTERCEPTION:
            label = f"{state.models[trigger.source].name} may intercept"
            return Touch(inches, at, label, NAME, trigger.source)
        if trigger.rank != AUTOFIRE:
            return None
        model = state.models[trigger.source]
        label = f"{weapons_label(model, (trigger.mount,))} of {model.name}"
        return Touch(inches, at, label, "autofire", trigger.source)


def _fire_at_turned(game: Game, ship: Model, before: Pose) -> Procedure[None]:
    if ship.on_table:
        shots = [(ship, each) for each in autofire.on_turn(game.state, ship, before)]
        yield from react(game, ship, standing(ship, shots, ()))


class ReactionWatch:
    """What enemies may do along one leg, and the reaction that was chosen for farther on."""

    def __init__(self, interrupt: EnemyReactions, leg: LegFacts) -> None:
        self.interrupt, self.leg = interrupt, leg
        self.seen: set[tuple[str, str, str]] = set()
        self.waiting: dict[str, float] = {}
        """After how many inches each interceptor that had no room is looked at again."""
        self.chosen: Chance | None = None
        self.chances: dict[Trigger, Chance] = {}
        """All that the rest of the leg holds, as it was last looked at."""

    def ahead(self, dx: float, dy: float, length: float) -> list[Trigger]:
        """Those that have not been offered."""
        leg = self.leg
        found = self.interrupt.on_leg(leg.game.state, leg.model, dx, dy, leg.manner)
        due = [self._delayed(each, length) for each in found if (each.source, each.mount, each.mover) not in self.seen]
        self.chances = {each: self._chance(each, dx, dy, length) for each in sorted(due)}
        return due

    def _delayed(self, trigger: Trigger, length: float) -> Trigger:
        """An interceptor that had no room is looked at again a little farther on, at the end of the leg at last."""
        if trigger.rank != INTERCEPTION or trigger.source not in self.waiting:
            return trigger
        again = min(round(self.waiting[trigger.source] - self.leg.gone, 4), length)
        return trigger._replace(inches=max(trigger.inches, again))

    def _chance(self, trigger: Trigger, dx: float, dy: float, length: float) -> Chance:
        """A reaction as it will come up, seen from where the model stands now."""
        leg = self.leg
        mover = leg.model.id if trigger.rank == INTERCEPTION else trigger.mover
        share = trigger.inches / length
        pose = leg.goal if share >= 1 else leg.model.pose.moved(dx * share, dy * share).rounded()
        return Chance(round(leg.gone + trigger.inches, 4), trigger.rank, trigger.source, trigger.mount, mover, pose)

    def happen(self, here: Sequence[Trigger]) -> Procedure[None]:
        """Offer what comes up here, and with it what the rest of the leg holds."""
        leg = self.leg
        now = [replace(self.chances.pop(each), pose=None) for each in here]
        self.chosen = yield from react(leg.game, leg.model, now, list(self.chances.values()), self.chosen)
        act = leg.game.state.activation
        for each in here:
            if each.rank == INTERCEPTION and act is not None and each.source not in act.reacted:
                self.waiting[each.source] = leg.gone + AGAIN
            else:
                self.seen.add((each.source, each.mount, each.mover))
