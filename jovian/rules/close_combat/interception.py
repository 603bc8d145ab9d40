"""Interceptions, and the question about all reactions to a move, Autofire included (v1.2.4 Action > Interception).

Autofire itself is in `attack/autofire.py`, the Dogfight that follows an interception in `dogfight.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from jovian.frozen import frozen
from jovian.game import TABLE, Answer, Game, ListDecision, Model, Option, Procedure, State, Terrain, WeaponRef, ask
from jovian.game.answers import Decline, Intercept, LetPass, OpenFire
from jovian.game.events import Declined, Intercepted
from jovian.rules.attack import autofire
from jovian.rules.attack.attack import attack, empty_queue
from jovian.rules.basics.formation import ask_to_break, formation_members, other_formation_members
from jovian.rules.basics.model import burn_together, fuel, members_with_fuel, shared_fuel
from jovian.rules.basics.nearby import models_maybe_on_leg, pieces_maybe_within
from jovian.rules.basics.rolls import SkillTest, roll_skill_test, with_action
from jovian.rules.close_combat.dogfight import dogfight
from jovian.rules.damage.leaving_play import leave_table
from jovian.rules.escort import CLASS_III
from jovian.rules.moving import Leg, LegEnd, push
from jovian.rules.placement.attached import Assaulting, cast_off
from jovian.rules.placement.legal_places import ids_in_contact
from jovian.rules.placement.move_limits import ROOM, is_immobile, solid_parts
from jovian.rules.rulebook.active_effects import find_effect, notify_attacked
from jovian.rules.rulebook.effect import AUTOFIRE as WINDOW
from jovian.rules.rulebook.effect import DOGFIGHT
from jovian.rules.rulebook.order import UNOPPOSED, Interrupt, LegFacts, Manner, Touch, Trigger
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import Assessment
from jovian.rules.shots.ratings import skill_test
from jovian.rules.shots.shot import weapons_label
from jovian.rules.traits.model_traits import Fast, Interceptor
from jovian.rules.traits.weapon_traits import Autofire
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

# --- Who may intercept (R45, R71) ---
REACTIVE = "v1.2.4 Action > Interception > Reactive Interception"
NAME = "interception"
"""The name of interceptions in declarations, questions, and events."""
REACH = 3.0


def may_intercept(state: State, squadron: Model) -> bool:
    """Return whether a squadron can intercept: not Static, and of drones only Class III.

    A formation needs 1 member with Fuel. If another has none, the formation breaks (v1.2.4 Traits > Formation).
    """
    may_fight = squadron.card.drone_class in (None, CLASS_III) and not is_immobile(state, squadron)
    return not squadron.is_capital and squadron.is_on_table and may_fight and bool(members_with_fuel(state, squadron))


def interception_reach(state: State, squadron: Model) -> float:
    """Return the inches within which a squadron may intercept: 3", or its Speed with Interceptor and Fuel."""
    if find_effect(state, squadron, Interceptor) is None or not members_with_fuel(state, squadron):
        return REACH
    return max(REACH, float(ratings.speed(state, squadron)))


def _possible_interceptors(state: State, group: list[Model], dx: float = 0.0, dy: float = 0.0) -> Iterator[Model]:
    """Yield the enemy squadrons that may react to a group on its leg (R45, R71). A formation is listed as its leader.

    The result can include squadrons that are too far away: some effects extend the reach.
    """
    act = state.activation
    if act is None or act.intercepted or act.let_pass or group[0].is_capital:
        return
    assaulting = find_effect(state, group[0], Assaulting)
    if assaulting is not None and assaulting.beyond_reactions:
        return
    near_models = (
        other for member in group for other in models_maybe_on_leg(state, member.base, member.pose, dx, dy, REACH)
    )
    near_ids, enemy_side = {other.formation or other.id for other in near_models}, 1 - group[0].side
    for enemy in state.models.values():
        if enemy.side != enemy_side or enemy.place != TABLE or enemy.is_capital or enemy.id in act.reacted:
            continue
        if enemy.id not in near_ids and find_effect(state, enemy, Interceptor) is None:
            continue
        is_named_target = act.target and any(member.id == act.target for member in formation_members(state, enemy))
        if not is_named_target and enemy.formation in ("", enemy.id) and may_intercept(state, enemy):
            yield enemy


@frozen
class InReach:
    """A squadron, or the leader of a formation, that comes into reach on a leg."""

    inches: float
    """Along the leg, from its start."""
    squadron: str


def _interceptions_on_leg(state: State, mover: Model, dx: float, dy: float) -> Iterator[InReach]:
    """Yield where along a straight leg each possible interceptor gets its chance: at 0 if it is in reach already."""
    for enemy in _possible_interceptors(state, [mover], dx, dy):
        reach = interception_reach(state, enemy)
        touch_inches = [_inches_to_reach(member, mover, dx, dy, reach) for member in members_with_fuel(state, enemy)]
        reached = [inches for inches in touch_inches if inches is not None]
        if reached:
            yield InReach(min(reached), enemy.id)


def _inches_to_reach(enemy: Model, mover: Model, dx: float, dy: float, reach: float) -> float | None:
    if distance(mover.base, mover.pose, enemy.base, enemy.pose) <= reach + TOLERANCE:
        return 0.0
    return first_touch(mover.base, mover.pose, dx, dy, enemy.base, enemy.pose, reach)


def interceptors_near(state: State, mover: Model) -> list[str]:
    """Return the ids of the squadrons that may intercept the active one where it is.

    Partly off the table, no squadron fights (R27).
    """
    if any(
        extends_off_table(member.base, member.pose, state.width, state.height)
        for member in formation_members(state, mover)
    ):
        return []
    enemies = _possible_interceptors(state, formation_members(state, mover))
    return [
        enemy.id
        for enemy in enemies
        if fight_distance(state, mover, enemy) <= interception_reach(state, enemy) + TOLERANCE
    ]


def fight_distance(state: State, mover: Model, interceptor: Model) -> float:
    """Return the inches between 2 squadrons or formations. Interceptors without Fuel don't count."""
    interceptors = members_with_fuel(state, interceptor) or formation_members(state, interceptor)
    return min(
        distance(member.base, member.pose, enemy.base, enemy.pose)
        for member in formation_members(state, mover)
        for enemy in interceptors
    )


def _is_catchable(state: State, mover: Model, interceptor_id: str) -> bool:
    """Return whether a squadron may intercept the mover here: not asked yet, in reach, with a free place (R71)."""
    if interceptor_id not in interceptors_near(state, mover):
        return False
    interceptor = state.models[interceptor_id]
    members = formation_members(state, interceptor) if interceptor.formation else ()
    return _reaches_as_one(state, interceptor, mover) or any(_reaches_alone(state, member, mover) for member in members)


def _reaches_as_one(state: State, interceptor: Model, target: Model) -> bool:
    """Return whether an interceptor has Fuel and a place in contact for its whole formation."""
    return shared_fuel(state, interceptor) > 0 and contact_pose(state, interceptor, target) is not None


def _reaches_alone(state: State, member: Model, target: Model) -> bool:
    """Return whether one member of a formation has Fuel and a place in contact without the others."""
    return fuel(member) > 0 and contact_pose(state, member, target, alone=True) is not None


def _costs_fuel_for_range(state: State, squadron: Model, mover: Model) -> bool:
    """Return whether an interception costs 1 Fuel for its range."""
    return fight_distance(state, mover, squadron) > REACH + TOLERANCE


def _describe_cost(state: State, squadron: Model, mover: Model) -> str:
    """Describe the cost of an interception, and the squadron's remaining Fuel."""
    cost = "1 Fuel for the range, " if _costs_fuel_for_range(state, squadron, mover) else ""
    fueled_members = members_with_fuel(state, squadron)
    if shared_fuel(state, squadron) or not fueled_members:
        return f"{cost}{shared_fuel(state, squadron)} Fuel left"
    names = " or ".join(f"{member.name} ({fuel(member)} Fuel left)" for member in fueled_members)
    return f"{cost}the formation breaks: only {names} fights"


# --- Places in contact with the target ---


def contact_pose(state: State, interceptor: Model, target: Model, alone: bool = False) -> Pose | None:
    """Return where the interceptor touches its target by the shortest path, or None without a free place.

    Unless it is `alone`, its formation must fit too.
    """
    group = [interceptor, *(() if alone else other_formation_members(state, interceptor))]
    obstacles = _obstacles(state, group, target)
    for pose in approaches(
        interceptor.base, interceptor.pose, target.base, target.pose, obstacles, state.width, state.height
    ):
        if len(group) == 1 or _is_free(
            state, formation_members(state, interceptor.at(pose))[1:], [*obstacles, _placed(target)]
        ):
            return pose
    return None


def _placed(model: Model) -> Placed:
    return model.base, model.pose


def _obstacles(state: State, group: list[Model], target: Model) -> list[Placed]:
    """Return what blocks a group in contact with a target. If the target is `at` another pose, its formation is too."""
    target_by_id = {model.id: model for model in formation_members(state, target)}
    models, pieces = pieces_maybe_within(
        state, target.base, target.pose, 2 * group[0].base.reach + ROOM + _spread(group)
    )
    near_ids, ignored_ids = (
        {*target_by_id, *(model.id for model in models)},
        {target.id, *(model.id for model in group)},
    )
    placed = [
        _placed(target_by_id.get(model.id, model))
        for model in state.on_table()
        if model.id in near_ids and model.id not in ignored_ids
    ]
    return placed + [model.placed for model in solid_parts(state, group[0], pieces)]


def _spread(group: list[Model]) -> float:
    """Return the greatest distance of a member from the first of a group, in inches."""
    first, *others = [member.pose for member in group]
    return max((first.distance_to(other) for other in others), default=0.0)


def _is_free(state: State, group: list[Model], obstacles: list[Placed]) -> bool:
    return not any(
        extends_off_table(member.base, member.pose, state.width, state.height)
        or any(touches(member.base, member.pose, *obstacle) for obstacle in obstacles)
        for member in group
    )


# --- Resolving an interception ---


def intercept(game: Game, interceptor: Model, target: Model) -> Procedure[None]:
    """Resolve a Reactive Interception: pay for the range, close in, fight. A lone fighter stays behind."""
    state = game.state
    costs_fuel = _costs_fuel_for_range(state, interceptor, target)
    interceptor = yield from ask_to_break(
        game,
        interceptor,
        lambda member: _reaches_alone(state, member, target),
        _reaches_as_one(state, interceptor, target),
    )
    _note_asked(state, interceptor.id)
    if costs_fuel:
        is_interceptor = find_effect(state, interceptor, Interceptor) is not None
        burn_together(game, interceptor, 1, Interceptor.name if is_interceptor else "")
    fighter = interceptor
    target = yield from ask_to_break(game, target, lambda member: contact_pose(state, fighter, member) is not None)
    if (yield from _close_in(game, interceptor, target)):
        act = state.activation
        assert act is not None
        act.fights += 1
        act.intercepted = act.intercepted or act.model in {member.id for member in formation_members(state, target)}
        yield from _fight(game, interceptor, target)
    if target.is_on_table and state.active is not None and target is not state.active:
        _stay_behind(game, target, formation_members(state, state.active))


def _close_in(game: Game, interceptor: Model, target: Model) -> Procedure[bool]:
    """Move the interceptor into contact, and return whether both are alive there."""
    end = contact_pose(game.state, interceptor, target)
    if end is None:
        return False
    goal = end
    if interceptor.is_assaulting:
        cast_off(game, interceptor)

    def avoidable(model: Model, piece: Terrain) -> bool:
        return not any(overlaps(model.base, goal, part, piece.pose) for part in piece.outline)

    end_of_leg = yield from Leg(game, interceptor, goal, avoidable, UNOPPOSED).run()
    return end_of_leg is LegEnd.ARRIVED and target.is_on_table


def intercept_actively(game: Game, interceptor: Model, target: Model) -> Procedure[None]:
    """Resolve an Active Interception: the active squadron fights the target in contact."""
    state = game.state
    game.log_event(Intercepted(model=interceptor.id, target=target.id, active=True))
    notify_attacked(game, interceptor, target, NAME)
    fueled_members = members_with_fuel(state, interceptor)
    target = yield from ask_to_break(game, target, lambda member: _touches_any(member, fueled_members))
    targets = formation_members(state, target)
    interceptor = yield from ask_to_break(
        game,
        interceptor,
        lambda member: fuel(member) > 0 and _touches_any(member, targets),
        shared_fuel(state, interceptor) > 0,
    )
    yield from _fight(game, interceptor, target)
    yield from empty_queue(game)


def _touches_any(one: Model, group: list[Model]) -> bool:
    return any(touches(one.base, one.pose, other.base, other.pose) for other in group)


def _fight(game: Game, interceptor: Model, target: Model) -> Procedure[None]:
    """Resolve the Dogfight of 2 squadrons in contact. A target on a hull leaves it first."""
    if target.is_assaulting:
        cast_off(game, target)
    yield from roll_to_catch(game, interceptor, target)
    yield from dogfight(game, interceptor, target)


def _stay_behind(game: Game, fighter: Model, continuing: list[Model]) -> None:
    """Leave a fighter where its fight ended, clear of all models but the rest of its formation (R24, R76)."""
    continuing_ids = {member.id for member in continuing}
    if fighter.id in continuing_ids:
        return
    leave_table(game, [fighter])
    if fighter.is_on_table and any(model_id not in continuing_ids for model_id in ids_in_contact(game.state, fighter)):
        push(game, fighter)


# --- Fast targets (v1.2.4 Traits > Fast) ---


def roll_to_catch(game: Game, chaser: Model, target: Model, window: str = DOGFIGHT) -> Procedure[None]:
    """Roll a skill test to catch a Fast target. A chaser that isn't Fast loses 1 Fuel if it fails."""
    test = catch_test(game.state, chaser, target, window)
    if test is None:
        return
    result = yield from roll_skill_test(game, chaser, test)
    if not result and shared_fuel(game.state, chaser):
        burn_together(game, chaser, 1, Fast.name)


def catch_test(state: State, chaser: Model, target: Model, window: str = DOGFIGHT) -> SkillTest | None:
    """Return the test to catch a Fast target, or None if none is necessary."""
    if find_effect(state, target, Fast) is None or find_effect(state, chaser, Fast) is not None:
        return None
    return skill_test(state, chaser, f"catching {target.name}", window=window)


# --- Reactions (R56, R71) ---
# Autofire and Reactive Interceptions are offered together, each with the point of the leg at which it becomes possible.
# If the player chooses one, all earlier ones are passed. Later ones are offered again, with new numbers.

AUTOFIRE, INTERCEPTION = 1, 2
"""Ranks: at one point, Autofire comes before interceptions (R56)."""
Reaction = OpenFire | Intercept
Reply = Reaction | Decline | LetPass
"""What the question about reactions takes as an answer."""


@frozen
class Chance:
    """One reaction that is possible."""

    inches: float
    """Along the leg, from its start, or 0 where the mover is now."""
    rank: int
    model_id: str
    """The id of the model that may react."""
    mount: str
    """The mount that may fire, or "" for an interception."""
    mover: str
    """The id of the model that triggers it: the mover, or another member of its formation."""
    pose: Pose | None
    """Where the mover is at that point, or None for where it is now."""

    @property
    def answer(self) -> Reaction:
        """The answer that chooses it."""
        return OpenFire(self.model_id, self.mount) if self.rank == AUTOFIRE else Intercept(self.model_id)

    @property
    def mount_ref(self) -> WeaponRef:
        """The weapon mount that fires."""
        return WeaponRef(self.model_id, self.mount)

    def target(self, state: State, mover: Model) -> Model:
        """Return the model that triggers it, where it is at that point."""
        if self.pose is None:
            return state.models[self.mover]
        mover_then = mover.at(self.pose)
        return next((member for member in formation_members(state, mover_then) if member.id == self.mover), mover_then)


class Reactions(ListDecision[Reply]):
    """Choose one of several reactions, none of them, or none for the rest of this move."""

    __slots__ = ("chances",)

    def __init__(self, state: State, mover: Model, chances: Sequence[Chance]) -> None:
        shots = [chance for chance in chances if chance.rank == AUTOFIRE]
        kind, place = ("autofire", Autofire.place) if shots else (NAME, REACTIVE)
        reactions = [_reaction_option(state, mover, chance) for chance in chances]
        none, rest = _passing_options(mover, len(chances), bool(shots))
        listed: list[Option[Reply]] = [*reactions, none, rest] if shots else [none, *reactions, rest]
        title = _title(with_action(state, mover), len(shots), len(chances))
        super().__init__(kind, state.models[chances[0].model_id].side, title, place, listed, subject=mover.id)
        self.chances = tuple(chances)
        """The reactions offered, in the order in which they become possible."""

    def chosen_reaction(self, answer: Answer) -> Chance | None:
        """Return the reaction that an answer chooses, or None."""
        return next((chance for chance in self.chances if chance.answer == answer), None)


def _title(name: str, shots: int, count: int) -> str:
    if not shots:
        return f"Intercept {name}?"
    return f"{name} comes into range: {'autofire' if shots == count else 'react'}?"


def _passing_options(mover: Model, count: int, has_shots: bool) -> tuple[Option[Decline], Option[LetPass]]:
    """Return the options to pass on these reactions, and on all for the rest of the move."""
    label = "Hold fire" if has_shots and count == 1 else "Let it pass"
    pass_all = Option(LetPass(), "Ignore for the rest of this move", f"no more questions about {mover.name}")
    return Option(Decline(), label, "not offered again in this move"), pass_all


def _reaction_option(state: State, mover: Model, chance: Chance) -> Option[Reaction]:
    """Return the option of one reaction, with its point on the leg."""
    model, target = state.models[chance.model_id], chance.target(state, mover)
    where = f'after {chance.inches:.1f}"' if chance.inches else ""
    if chance.rank == INTERCEPTION:
        cost = _describe_cost(state, model, target)
        return Option(chance.answer, f"{model.name} intercepts", _join_words(where, cost))
    shot = autofire.shot_at(state, target, chance.mount_ref)
    assert isinstance(shot, Assessment)
    label = f"{weapons_label(model, (chance.mount_ref.mount,))} of {model.name}"
    return Option(chance.answer, label, _join_words(where, f"{shot.roll.pool.words()} dice"))


def _join_words(*words: str) -> str:
    return " · ".join(word for word in words if word)


def chances_here(
    mover: Model, shots: Iterable[tuple[Model, WeaponRef]], interceptor_ids: Iterable[str]
) -> list[Chance]:
    """Return the chances where a model is: Autofire at it or its formation, and interceptions."""
    chances = [Chance(0.0, AUTOFIRE, shooter_id, mount, target.id, None) for target, (shooter_id, mount) in shots]
    return chances + [Chance(0.0, INTERCEPTION, shooter_id, "", mover.id, None) for shooter_id in interceptor_ids]


def offer_reactions(
    game: Game, mover: Model, here: Sequence[Chance], ahead: Sequence[Chance] = (), chosen: Chance | None = None
) -> Procedure[Chance | None]:
    """Offer what is possible here, with what is possible later on the leg, until nothing here is left (R56, R71).

    Returns the reaction chosen for a later point. There, it is carried out without another question.
    """
    while now := _possible_chances(game.state, mover, here):
        chosen_now = next((chance for chance in now if chosen is not None and chance.answer == chosen.answer), None)
        if chosen_now is None:
            decision = Reactions(game.state, mover, _possible_chances(game.state, mover, [*now, *ahead]))
            answer = yield from ask(decision)
            chosen_now = decision.chosen_reaction(answer)
            _note_passed(game, decision, chosen_now, answer)
        chosen = None
        if chosen_now is None:
            return None
        if chosen_now not in now:
            return chosen_now
        yield from _carry_out(game, mover, chosen_now)
        if not mover.is_on_table:
            mover, here = _with_new_leader(game.state, mover, here)
            ahead = ()
    return chosen


def _with_new_leader(state: State, mover: Model, here: Sequence[Chance]) -> tuple[Model, Sequence[Chance]]:
    """Return the model that is active after the mover was lost from its formation, and its chances."""
    active = state.active
    if active is None or active.side != mover.side:
        return mover, here
    return active, [replace(chance, mover=active.id) if chance.rank == INTERCEPTION else chance for chance in here]


def _possible_chances(state: State, mover: Model, chances: Sequence[Chance]) -> list[Chance]:
    """Return the chances that are possible now, each once."""
    possible: dict[tuple[str, str], Chance] = {}
    for chance in chances:
        if (chance.model_id, chance.mount) not in possible and _is_possible(state, mover, chance):
            possible[chance.model_id, chance.mount] = chance
    return list(possible.values())


def _is_possible(state: State, mover: Model, chance: Chance) -> bool:
    act = state.activation
    if act is None or act.let_pass or not state.models[chance.mover].is_on_table:
        return False
    target = chance.target(state, mover)
    if chance.rank == INTERCEPTION:
        return _is_catchable(state, target, chance.model_id)
    if chance.mount_ref in act.fired_on:
        return False
    return isinstance(autofire.shot_at(state, target, chance.mount_ref), Assessment)


def _note_passed(game: Game, decision: Reactions, chosen: Chance | None, answer: Answer) -> None:
    """Note the offers that were passed: all that come before the chosen one."""
    act = game.state.activation
    assert act is not None
    act.let_pass = isinstance(answer, LetPass)
    for chance in decision.chances:
        if chosen is None or (chance.inches, chance.rank) < (chosen.inches, chosen.rank):
            _note_offered(game.state, chance)
    if chosen is None:
        for rank, what in ((AUTOFIRE, "autofire"), (INTERCEPTION, NAME)):
            if any(chance.rank == rank for chance in decision.chances):
                game.log_event(Declined(side=decision.side, what=what))


def _note_offered(state: State, chance: Chance) -> None:
    """Note that a reaction has been offered. It isn't offered again in this activation."""
    act = state.activation
    assert act is not None
    if chance.rank == AUTOFIRE:
        act.fired_on = (*act.fired_on, chance.mount_ref)
    else:
        _note_asked(state, chance.model_id)


def _note_asked(state: State, *squadron_ids: str) -> None:
    """Note that these squadrons and their formations have had their offer (R71)."""
    act = state.activation
    assert act is not None
    asked_ids = [
        member.id for squadron_id in squadron_ids for member in formation_members(state, state.models[squadron_id])
    ]
    act.reacted = (*act.reacted, *asked_ids)


def _carry_out(game: Game, mover: Model, chance: Chance) -> Procedure[None]:
    models = game.state.models
    if chance.rank == AUTOFIRE:
        _note_offered(game.state, chance)
        yield from attack(game, models[chance.model_id], (chance.mount,), models[chance.mover], WINDOW)
    else:
        game.log_event(Intercepted(model=chance.model_id, target=mover.id, active=False))
        notify_attacked(game, models[chance.model_id], mover, NAME)
        yield from intercept(game, models[chance.model_id], mover)
        yield from empty_queue(game)


# --- Reactions to a move ---
AGAIN = 0.25
"""Inches after which an interceptor without a place in contact is offered its reaction again."""


class EnemyReactions(Interrupt):
    """The interrupt of enemies that may react to a move, by Autofire or a Reactive Interception (R56, R71)."""

    __slots__ = ()

    def on_leg(self, state: State, model: Model, dx: float, dy: float, manner: Manner) -> Iterator[Trigger]:
        """Yield where each enemy gets its first chance at the model or its formation."""
        for member in formation_members(state, model):
            if manner.under_fire:
                for shot in autofire.on_leg(state, member, dx, dy, manner.last):
                    yield Trigger(
                        round(shot.inches, 4), AUTOFIRE, shot.mount_ref.model, shot.mount_ref.mount, member.id
                    )
            if manner.interceptable and not member.is_capital:
                for fight in _interceptions_on_leg(state, member, dx, dy):
                    yield Trigger(round(fight.inches, 4), INTERCEPTION, fight.squadron, "", member.id)

    def on_turn(self, state: State, model: Model, before: Pose, degrees: int) -> Iterator[Trigger]:
        """Yield the Autofire mounts into whose range a turn brings the model."""
        for gun in autofire.on_turn(state, model, before):
            yield Trigger(0.0, AUTOFIRE, gun.model, gun.mount, model.id)

    def watch(self, leg: LegFacts) -> ReactionWatch:
        return ReactionWatch(self, leg)

    def turning(self, game: Game, ship: Model, degrees: int) -> Callable[[], Procedure[None]]:
        """Return the procedure that offers Autofire after the turn."""
        return partial(_fire_at_turned, game, ship, ship.pose)

    def touch(self, state: State, trigger: Trigger, inches: float, at: Pose) -> Touch | None:
        """Return a labeled touch of the model that may react, or None for triggers of another kind."""
        if trigger.rank == INTERCEPTION:
            label = f"{state.models[trigger.source].name} may intercept"
            return Touch(inches, at, label, NAME, trigger.source)
        if trigger.rank != AUTOFIRE:
            return None
        model = state.models[trigger.source]
        label = f"{weapons_label(model, (trigger.mount,))} of {model.name}"
        return Touch(inches, at, label, "autofire", trigger.source)


def _fire_at_turned(game: Game, ship: Model, before: Pose) -> Procedure[None]:
    if ship.is_on_table:
        shots = [(ship, gun) for gun in autofire.on_turn(game.state, ship, before)]
        yield from offer_reactions(game, ship, chances_here(ship, shots, ()))


class ReactionWatch:
    """The reactions along one leg, and the one chosen for a later point."""

    def __init__(self, interrupt: EnemyReactions, leg: LegFacts) -> None:
        self.interrupt, self.leg = interrupt, leg
        self.seen: set[tuple[str, str, str]] = set()
        self.waiting: dict[str, float] = {}
        """After how many inches each interceptor without a place in contact gets its next chance."""
        self.chosen: Chance | None = None
        self.chances: dict[Trigger, Chance] = {}
        """The chances of the rest of the leg when it was last examined."""

    def ahead(self, dx: float, dy: float, length: float) -> list[Trigger]:
        """Return the triggers that haven't been offered."""
        leg = self.leg
        triggers = self.interrupt.on_leg(leg.game.state, leg.model, dx, dy, leg.manner)
        open_triggers = [
            self._delayed(trigger, length)
            for trigger in triggers
            if (trigger.source, trigger.mount, trigger.mover) not in self.seen
        ]
        self.chances = {trigger: self._chance(trigger, dx, dy, length) for trigger in sorted(open_triggers)}
        return open_triggers

    def _delayed(self, trigger: Trigger, length: float) -> Trigger:
        """Delay an interceptor that had no place in contact, but at most to the end of the leg."""
        if trigger.rank != INTERCEPTION or trigger.source not in self.waiting:
            return trigger
        next_inches = min(round(self.waiting[trigger.source] - self.leg.inches_moved, 4), length)
        return trigger._replace(inches=max(trigger.inches, next_inches))

    def _chance(self, trigger: Trigger, dx: float, dy: float, length: float) -> Chance:
        """Return the chance of a trigger as the mover sees it from where it is now."""
        leg = self.leg
        mover = leg.model.id if trigger.rank == INTERCEPTION else trigger.mover
        share = trigger.inches / length
        pose = leg.goal if share >= 1 else leg.model.pose.moved(dx * share, dy * share).rounded()
        return Chance(
            round(leg.inches_moved + trigger.inches, 4), trigger.rank, trigger.source, trigger.mount, mover, pose
        )

    def happen(self, here: Sequence[Trigger]) -> Procedure[None]:
        """Offer what is possible here, together with what the rest of the leg offers."""
        leg = self.leg
        chances = [replace(self.chances.pop(trigger), pose=None) for trigger in here]
        self.chosen = yield from offer_reactions(leg.game, leg.model, chances, list(self.chances.values()), self.chosen)
        act = leg.game.state.activation
        for trigger in here:
            if trigger.rank == INTERCEPTION and act is not None and trigger.source not in act.reacted:
                self.waiting[trigger.source] = leg.inches_moved + AGAIN
            else:
                self.seen.add((trigger.source, trigger.mount, trigger.mover))
