"""A quick player for private games: it answers in a fraction of the time of the others.

It shoots by expected shares that are computed once, moves to where it can shoot, and seeks close fights, boardings, and
landings that count. Decisions with a short list get the habit of all players, and all others the default.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from jovian.frozen import frozen
from jovian.game import Answer, Decision, Model, State
from jovian.game.answers import (
    Activate,
    Attack,
    Declaration,
    Decline,
    Defend,
    Fly,
    Move,
    Resolve,
    SecretPlan,
    Turn,
)
from jovian.players.evaluation.actions import VALUES
from jovian.players.evaluation.fights import at_contact, is_weak, payoff_matrix
from jovian.players.evaluation.goals import NONE, Aims, goal_value, goals, has_objectives, kill_bonuses, landing_sites
from jovian.players.evaluation.gunnery import Salvo, expected_share, expected_value, total_value
from jovian.players.evaluation.moves import ESCAPE, IN_THE_WAY, MIN_FLIGHT, CandidateMove, Step, can_continue
from jovian.players.evaluation.objectives import attack_cost, escape_value
from jovian.players.evaluation.places import (
    CLOSING,
    EXPOSED,
    EXPOSURE_RANGE,
    LEAVING_COST,
    SHIP_RANGE,
    SQUADRON_RANGE,
    UNDER_GUNS,
    distance_between,
    enemies,
)
from jovian.players.habits import (
    CAPTURE_HABITS,
    LIST_HABITS,
    OBJECTIVE_ACTIONS,
    Weights,
    approach_boost,
    best_action,
    possible_fights,
)
from jovian.players.orders import fly_to, land, launch_order, most_urgent, ships_with_space
from jovian.rules.actions.any_model import Withdraw
from jovian.rules.actions.squadron import Bombing
from jovian.rules.close_combat.dogfight import Fight, close_mounts, secret_plan
from jovian.rules.close_combat.interception import INTERCEPTION, Reactions, Reply
from jovian.rules.damage.expected_damage import hull_of, model_value
from jovian.rules.menu.declarations import NONE as NO_ACTION
from jovian.rules.menu.declarations import Declare, refuse_action
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.move_limits import RemainingMovement, fixed_limits
from jovian.rules.rulebook.active_effects import weapon_type
from jovian.rules.rulebook.effect import ACTIVATION, AUTOFIRE, BOMBING, DOGFIGHT
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.shots.formula import Assessment, assess, may_reach_long
from jovian.rules.shots.ratings import fire_control, fire_control_left
from jovian.rules.shots.shot import POINT_DEFENSE, link_group, weapon_of
from jovian.table import TOLERANCE, Pose, arcs_of, distance, extends_off_table, main_arcs

QUICK = Weights(min_fight_margin=0.3, min_interception=0.5, nearest=2)
"""The weights of the quick player."""

# --- Outlines ---


@frozen
class Outline:
    """One activation as someone proposes it. A quick player decides the remaining parts."""

    model: str
    declaration: Declaration | None = None
    """None if the quick player decides."""
    steps: tuple[Step, ...] | None = None
    """The answers of its move, or None if the quick player decides."""
    end: Pose | None = None
    """Where the move ends."""
    before: tuple[str, ...] | None = None
    """The weapons that fire before it moves, or None if the quick player decides."""


# --- Cache ---

ANYWHERE = 999.0
"""The reach in inches of a weapon that may fire at Long Range."""


class PairAttack(NamedTuple):
    """An attack on one target from a pose."""

    mounts: tuple[str, ...]
    share: float
    """The share of the target's value that it is expected to take."""


class RelativePosition:
    """The relative position of two models. Each part is computed when it is first used."""

    def __init__(self, model: Model, enemy: Model) -> None:
        self._own, self._other = (model.base, model.pose), (enemy.base, enemy.pose)
        self._own_is_capital, self._other_is_capital = model.is_capital, enemy.is_capital
        self.center_distance = model.pose.distance_to(enemy.pose)
        """Inches from center to center."""

    @cached_property
    def inches(self) -> float:
        """Inches from base to base."""
        return distance(*self._own, *self._other)

    @cached_property
    def arcs(self) -> tuple[str, ...]:
        """The arcs of a ship that contain the enemy, or () for a squadron."""
        return arcs_of(*self._own, *self._other) if self._own_is_capital else ()

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The arcs of an enemy ship that face the model, or () for a squadron."""
        return main_arcs(*self._other, *self._own) if self._other_is_capital else ()


class EvaluationCache:
    """The values computed for one decision.

    One cache serves all private games of a decision and no others, so an answer depends only on the decision. The key
    of a shot contains attacker, target, ranges, arcs, and damage, but not the terrain between them.
    """

    __slots__ = (
        "_action_values", "_aims", "_attacks", "_bonuses", "_empty_table", "_positions", "_reaches", "fights",
        "has_objectives",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        self._empty_table = state.clone()
        self._empty_table.terrain = {}
        self._reaches: dict[tuple[object, ...], tuple[float, ...]] = {}
        self._attacks: dict[tuple[object, ...], tuple[PairAttack, ...]] = {}
        self._aims: dict[str, Aims] = {}
        self._bonuses: dict[int, Mapping[str, float]] = {}
        self._positions: dict[tuple[str, Pose, str, Pose], RelativePosition] = {}
        self._action_values: dict[tuple[object, ...], float] = {}
        self.fights: dict[tuple[object, ...], float] = {}
        """The values of close fights."""
        self.has_objectives = has_objectives(state)

    def aims(self, state: State, model: Model) -> Aims:
        """Return the aims of a model, computed once."""
        if not self.has_objectives:
            return NONE
        key = model.id
        if key not in self._aims:
            bonuses = self.bonuses(state, model.side)
            escape, cost = escape_value(state, model), attack_cost(state, model)
            self._aims[key] = Aims(tuple(goals(state, model, bonuses)), bonuses, escape, cost)
        return self._aims[key]

    def bonuses(self, state: State, side: int) -> Mapping[str, float]:
        """Return the extra TV of a side's enemies, by id."""
        if not self.has_objectives:
            return {}
        if side not in self._bonuses:
            self._bonuses[side] = kill_bonuses(state, side)
        return self._bonuses[side]

    def action_value(self, state: State, model: Model, name: str) -> float:
        """Return the TV of an action for the objectives, computed once."""
        key = (model.id, name, state.turn, model.is_crippled, model.loads)
        value = self._action_values.get(key)
        if value is None:
            value = self._action_values[key] = VALUES[name](state, model)
        return value

    def position(self, model: Model, enemy: Model) -> RelativePosition:
        """Return the relative position of a model and an enemy."""
        key = (model.id, model.pose, enemy.id, enemy.pose)
        position = self._positions.get(key)
        if position is None:
            position = self._positions[key] = RelativePosition(model, enemy)
        return position

    def reaches(self, state: State, attacker: Model, target: Model) -> tuple[float, ...]:
        """Return the distances at which the attacks of a model on another change, nearest first."""
        key = (
            attacker.id, target.id, attacker.damaged, attacker.marks.get("sensors"), tuple(attacker.states),
            tuple(target.states),
        )  # fmt: skip
        reaches = self._reaches.get(key)
        if reaches is None:
            reaches = self._reaches[key] = _reaches(state, attacker, target)
        return reaches

    def attacks(
        self, state: State, attacker: Model, target: Model, steps: tuple[float, ...], position: RelativePosition
    ) -> tuple[PairAttack, ...]:
        """Return all attacks of a model on another from its pose, best first. `steps` are the results of `reaches`."""
        zone, inches = 0, position.inches
        for step in steps:
            if inches > step:
                zone += 1
        key = (
            attacker.id, target.id, zone, position.arcs, position.sides, attacker.damaged,
            attacker.marks.get("sensors"), hull_of(state, target), tuple(attacker.states), tuple(target.states),
            attacker.formation,
        )  # fmt: skip
        attacks = self._attacks.get(key)
        if attacks is None:
            attacks = self._attacks[key] = self._compute_attacks(state, attacker, target)
        return attacks

    def _compute_attacks(self, state: State, attacker: Model, target: Model) -> tuple[PairAttack, ...]:
        table = self._empty_table
        table.models, table.activation = state.models, state.activation
        attacks: list[PairAttack] = []
        bearing: list[str] = []
        mounts: list[str] = list(close_mounts(table, attacker))
        for mount_id in mounts:
            if _add_attack(table, attacker, (mount_id,), target, attacks):
                bearing.append(mount_id)
        for mount_id in bearing if len(bearing) > 1 else ():
            group = link_group(table, attacker, mount_id, bearing, target)
            if len(group) > 1 and group[0] == min(group):
                _add_attack(table, attacker, tuple(group), target, attacks)
        if attacker.is_capital and not target.is_capital:
            _add_attack(table, attacker, (POINT_DEFENSE,), target, attacks)
        return tuple(sorted(attacks, key=lambda attack: (-attack.share, attack.mounts)))


def _add_attack(
    table: State, attacker: Model, mounts: tuple[str, ...], target: Model, attacks: list[PairAttack]
) -> bool:
    shot = assess(table, attacker, mounts, target, ACTIVATION)
    if not isinstance(shot, Assessment):
        return False
    attacks.append(PairAttack(mounts, expected_share(table, shot)))
    return True


def _reaches(state: State, attacker: Model, target: Model) -> tuple[float, ...]:
    reaches = {float(target.card.signature)} if attacker.card.mounts or attacker.is_capital else set()
    for mount in attacker.card.mounts:
        weapon = weapon_of(attacker, mount.id)
        if weapon is not None and mount.id not in attacker.damaged:
            far = may_reach_long(state, attacker, weapon)
            reaches.add(ANYWHERE if far else weapon_type(state, weapon).reach(state, attacker, weapon, target))
            if far:
                reaches.add(weapon_type(state, weapon).reach(state, attacker, weapon, target))
    return tuple(sorted(inches + TOLERANCE for inches in reaches if inches > 0))


# --- Attacks ---

BASE_MARGIN = 5.0
"""The largest difference in inches between the distance of two centers and that of the bases."""


@frozen
class Opportunities:
    """The opportunities of a model at a pose."""

    salvos: list[Salvo]
    """Its attacks, best first."""
    nearest: float
    """Inches from center to center of the nearest enemy."""
    exposed: float
    """The cost of its exposed arcs, as a share of its TV."""


def opportunities_of(
    state: State, cache: EvaluationCache, model: Model, free: Collection[str], enemy_models: list[Model]
) -> Opportunities:
    """Return what a model could do with its free mounts from its pose here."""
    salvos: list[Salvo] = []
    bonuses = cache.bonuses(state, model.side)
    defense, nearest, exposed = 0.0, 999.0, 0.0
    for enemy in enemy_models:
        position = cache.position(model, enemy)
        nearest = min(nearest, position.center_distance)
        steps = cache.reaches(state, model, enemy)
        if position.center_distance <= EXPOSURE_RANGE:
            arcs = position.arcs
            point_defense_cost = (
                UNDER_GUNS if enemy.is_capital and not arcs and position.inches < model.card.signature else 0.0
            )
            exposed += EXPOSED.get(arcs[0], 0.0) if arcs else point_defense_cost
        if not steps or position.center_distance >= steps[-1] + BASE_MARGIN or position.inches > steps[-1]:
            continue
        value = model_value(enemy) + bonuses.get(enemy.id, 0.0)
        for mounts, share in cache.attacks(state, model, enemy, steps, position):
            if mounts[0] == POINT_DEFENSE:
                defense += share * value
            elif all(mount in free for mount in mounts):
                salvos.append(Salvo(-share * value, Attack.verb, mounts, enemy.id, mounts))
    if defense > 0 and POINT_DEFENSE in free:
        salvos.append(Salvo(-defense, Defend.verb, (), "", (POINT_DEFENSE,)))
    salvos.sort(key=lambda salvo: salvo.minus)
    return Opportunities(salvos, nearest, exposed)


def shots_value(state: State, cache: EvaluationCache, model: Model) -> float:
    """Return the TV of the shots of a model's intact weapons from its pose, without Point Defense."""
    free = [mount.id for mount in model.card.mounts if mount.id not in model.damaged]
    salvos = opportunities_of(state, cache, model, free, enemies(state, model)).salvos
    return total_value(salvos, fire_control(state, model))


# --- Close fights ---


def close_fight(
    state: State, cache: EvaluationCache, model: Model, enemy: Model, window: str, there: bool = False
) -> float:
    """Return the TV of a close fight to a model if both sides plan as the rules suggest.

    Unless it is `there`, the model flies into contact first.
    """
    key = (
        model.id, enemy.id, window, model.marks.get("structure"), model.marks.get("fuel"), enemy.marks.get("structure"),
        enemy.marks.get("fuel"), enemy.damaged, tuple(model.states), tuple(enemy.states), there,
    )  # fmt: skip
    value = cache.fights.get(key)
    if value is None:
        value = cache.fights[key] = _fight_value(
            state, model if there else at_contact(state, model, enemy), enemy, window
        )
    return value


def _fight_value(state: State, model: Model, enemy: Model, window: str) -> float:
    fight, other = Fight(state, model, enemy, window), Fight(state, enemy, model, window)
    return payoff_matrix(fight, [suggested_plan(fight)], [suggested_plan(other)])[0][0]


def suggested_plan(fight: Fight) -> SecretPlan:
    """Return the plan that the rules suggest: the best weapon, no Fuel, and about half of the dice to attack."""
    arms = max(fight.arms(), key=lambda arm: (fight.dice(arm, 0), arm.linked))
    half_dice = fight.dice(arms, 0) / 2
    return secret_plan(arms, 0, min(fight.splits(arms, 0), key=lambda split: (abs(split - half_dice), split)))


# --- Reactions to a move ---


def choose_reaction(decision: Reactions, state: State, cache: EvaluationCache) -> Reply:
    """Choose the first reaction on the path that is worth it."""
    for chance in sorted(decision.chances, key=lambda chance: (chance.inches, chance.rank)):
        shooter, mover = state.models[chance.model_id], chance.target(state, state.models[decision.subject])
        if chance.rank == INTERCEPTION:
            if close_fight(state, cache, shooter, mover, DOGFIGHT, there=True) > QUICK.min_interception:
                return chance.answer
            continue
        shot = assess(state, shooter, (chance.mount,), mover, AUTOFIRE)
        if isinstance(shot, Assessment) and expected_value(state, shot) > 0:
            return chance.answer
    return Decline()


# --- Declarations ---

LEAVING_DISTANCE = 8.0
"""Inches from all enemies at which a Crippled ship leaves the battle."""


def choose_declaration(decision: Declare, state: State, cache: EvaluationCache) -> Declaration | None:
    """Return the declaration of the active model, or None for the default."""
    model = decision.model
    if model.is_embarked or decision.must_bomb:
        return None
    objective_action = (
        best_action(state, model, OBJECTIVE_ACTIONS, lambda name: cache.action_value(state, model, name))
        if cache.has_objectives
        else (0.0, NO_ACTION)
    )
    if model.is_capital:
        return _ship_declaration(state, model, objective_action)
    best = objective_action[0], Declaration(objective_action[1], 0)
    if not is_weak(model):
        shots = shots_value(state, cache, model)
        for fight in possible_fights(state, model, decision.most_boost, QUICK.nearest):
            window = BOMBING if fight.declared.action == Bombing.name else DOGFIGHT
            value = close_fight(state, cache, model, fight.other, window)
            if value > best[0] + QUICK.min_fight_margin + shots:
                best = value, fight.declared
    if best[0] > 0:
        return best[1]
    nearest = min((model.pose.distance_to(enemy.pose) for enemy in enemies(state, model)), default=0.0)
    return Declaration(NO_ACTION, approach_boost(model, nearest, decision.most_boost))


def _ship_declaration(state: State, ship: Model, objective_action: tuple[float, str]) -> Declaration | None:
    """Return a ship's declaration: an action for objectives, or Withdraw if it is Crippled and no enemy is near."""
    if objective_action[0] > 0:
        return Declaration(objective_action[1], 0)
    enemy_models = enemies(state, ship)
    is_alone = (
        min((ship.pose.distance_to(enemy.pose) for enemy in enemy_models), default=LEAVING_DISTANCE) >= LEAVING_DISTANCE
    )
    if ship.is_crippled and is_alone and refuse_action(state, ship, Withdraw.name) is None:
        return Declaration(Withdraw.name, 0)
    return None


# --- Moves ---

TURNS = (0, 45, -45)
"""Turns in degrees that are tried before and after a move."""
STANDOFF_INCHES = (2.8, 5.5)
"""Inches from an enemy's center at which a squadron looks for a place."""
NEAREST_TO_MEET = 3
"""The number of enemies to approach."""
RIM = 0.7
"""Inches that a flight keeps away from the edges of the table."""


def best_move(
    menu: NextOrder, cache: EvaluationCache, free: list[str], fire_control: int
) -> tuple[float, tuple[Step, ...]]:
    """Return the TV of the shots from the best end, and the answers that lead there, none to stay."""
    state, model, movement = menu.state, menu.model, menu.envelope()
    enemy_models = enemies(state, model)
    results = []
    for move in (
        _ship_moves(model, movement)
        if movement.capital
        else _squadron_moves(state, model, movement, enemy_models, cache)
    ):
        there = model.at(move.end)
        opportunities = opportunities_of(state, cache, there, free, enemy_models)
        results.append((*_end_value(state, cache, there, opportunities, fire_control), move))
    for _, shots, move in sorted(results, key=lambda result: -result[0]):
        steps = move.steps
        if not steps or (menu.judge(steps[0]) is None and can_continue(state, model, steps)):
            return shots, steps
    return 0.0, ()


def _end_value(
    state: State, cache: EvaluationCache, there: Model, opportunities: Opportunities, fire_control: int
) -> tuple[float, float]:
    """Return the value of an end, and the part of it that is shots."""
    shots = total_value(opportunities.salvos, fire_control)
    aims = cache.aims(state, there)
    value = shots - there.card.tv * opportunities.exposed + (goal_value(aims.goals, there) if aims.goals else 0.0)
    if there.is_crippled:
        value += min(opportunities.nearest, 12.0)
    elif opportunities.nearest < 900.0 and not aims.escape:
        value -= CLOSING * abs(opportunities.nearest - (SHIP_RANGE if there.is_capital else SQUADRON_RANGE / 2))
    if _blocked(state, there):
        value -= IN_THE_WAY
    if extends_off_table(there.base, there.pose, state.width, state.height) or (
        there.is_capital and _must_leave_table(state, there)
    ):
        value -= LEAVING_COST
    return value, shots


def _blocked(state: State, there: Model) -> bool:
    """Return whether a model overlaps another one, by the inner circles of their bases."""
    for other in state.models.values():
        if other.place == there.place and other.id != there.id and not (other.host and other.host == there.id):
            reach = other.base.inner + there.base.inner
            dx, dy = other.pose.x - there.pose.x, other.pose.y - there.pose.y
            if dx * dx + dy * dy < reach * reach:
                return True
    return False


def _must_leave_table(state: State, ship: Model) -> bool:
    """Return whether a ship's next minimum move takes it off the table with any turn."""
    min_inches, _, turns = fixed_limits(state, ship)
    if min_inches <= 0:
        return False
    turns_tried = TURNS if turns else (0,)
    return all(
        extends_off_table(ship.base, ship.pose.turned(angle).advanced(min_inches), state.width, state.height)
        for angle in turns_tried
    )


def _ship_moves(ship: Model, movement: RemainingMovement) -> Iterator[CandidateMove]:
    start, turns = ship.pose, movement.turns
    lengths = [movement.min_move, movement.forward] if movement.forward > movement.min_move else [movement.forward]
    if movement.min_move <= 0:
        yield CandidateMove((), start, [])
        lengths.append(movement.forward / 2)
    for first in TURNS if turns and not movement.turns_end_move else (0,):
        turned = start.turned(first)
        for inches in dict.fromkeys(round(length, 2) for length in lengths):
            moved = turned.advanced(inches)
            for last in TURNS if turns > (first != 0) else (0,):
                steps: tuple[Step, ...] = (
                    *((Turn(first),) if first else ()), *((Move(inches),) if inches > 0 else ()),
                    *((Turn(last),) if last else ()),
                )  # fmt: skip
                if steps:
                    yield CandidateMove(steps, moved.turned(last), [])


def _squadron_moves(
    state: State, squadron: Model, movement: RemainingMovement, enemy_models: list[Model], cache: EvaluationCache
) -> Iterator[CandidateMove]:
    start, reach = squadron.pose, movement.forward
    yield CandidateMove((), start, [])
    if reach < 1.0:
        return
    for x, y in _flight_points(state, squadron, reach, enemy_models, cache):
        end = Pose(round(x, 2), round(y, 2), start.heading)
        is_inside = RIM < end.x < state.width - RIM and RIM < end.y < state.height - RIM
        if is_inside and start.distance_to(end) >= MIN_FLIGHT:
            yield CandidateMove((Fly(((end.x, end.y),)),), end, [])


def _flight_points(
    state: State, squadron: Model, reach: float, enemy_models: list[Model], cache: EvaluationCache
) -> Iterator[tuple[float, float]]:
    start = squadron.pose
    nearest = sorted((start.distance_to(enemy.pose), enemy.id, enemy) for enemy in enemy_models)[:NEAREST_TO_MEET]
    for center_inches, _, enemy in nearest:
        for inches in STANDOFF_INCHES:
            step = min(center_inches - inches, reach - 0.02)
            if center_inches > 0 and step > 0:
                yield (
                    start.x + (enemy.pose.x - start.x) / center_inches * step,
                    start.y + (enemy.pose.y - start.y) / center_inches * step,
                )
        behind = enemy.pose.advanced(-STANDOFF_INCHES[1]) if enemy.is_capital else enemy.pose
        if enemy.is_capital and start.distance_to(behind) <= reach:
            yield behind.x, behind.y
    if nearest and nearest[0][0] < STANDOFF_INCHES[1] + 4.0:
        center_inches, _, enemy = nearest[0]
        step = min(6.0, reach - 0.02) / (center_inches or 1.0)
        yield start.x - (enemy.pose.x - start.x) * step, start.y - (enemy.pose.y - start.y) * step
    for goal in cache.aims(state, squadron).goals:
        inches = start.distance_to(Pose(goal.x, goal.y, 0)) or 1.0
        share = min(1.0, (reach - 0.05) / inches)
        yield start.x + share * (goal.x - start.x), start.y + share * (goal.y - start.y)


# --- Orders ---


class Orders:
    """The orders of one activation, with the remaining steps of its move."""

    __slots__ = ("_before", "_cache", "_end", "_model", "_outline", "_steps", "_turn")

    def __init__(self, cache: EvaluationCache) -> None:
        self._cache = cache
        self._model = ""
        self._turn = -1
        self._steps: tuple[Step, ...] | None = None
        self._before: tuple[str, ...] = ()
        self._end: Pose | None = None
        self._outline: Outline | None = None

    def follow(self, outline: Outline) -> None:
        """Let the model of an outline make the outlined activation."""
        self._outline = outline

    def _start_activation(self, menu: NextOrder) -> None:
        """Start a new activation, by the outline if there is one for the model."""
        self._model, self._turn, self._steps, self._before, self._end = menu.subject, menu.state.turn, None, (), None
        outline = self._outline
        if outline is not None and outline.model == menu.subject:
            self._steps, self._before, self._outline = outline.steps, outline.before or (), None
            self._end = outline.end if outline.before is None else None

    def next(self, menu: NextOrder) -> Answer | None:
        """Return the next order, or None for the default."""
        if (self._model, self._turn) != (menu.subject, menu.state.turn):
            self._start_activation(menu)
        model = menu.model
        if model.is_embarked:
            enemy_models = enemies(menu.state, model)
            return launch_order(
                menu,
                lambda launch: -min((launch.pose.distance_to(enemy.pose) for enemy in enemy_models), default=0.0),
            )
        if (special := _resolution(menu) or _contact_order(menu)) is not None:
            return special
        return self._fire_or_move(menu)

    def _fire_or_move(self, menu: NextOrder) -> Answer | None:
        state, model, cache = menu.state, menu.model, self._cache
        remaining, free = fire_control_left(state, model), menu.free_mounts()
        if POINT_DEFENSE not in menu.act.used:
            free.append(POINT_DEFENSE)
        here: list[Salvo] = []
        if remaining > 0 and menu.leaving() is None:
            here = opportunities_of(state, cache, model, free, enemies(state, model)).salvos
        value = total_value(here, remaining) - attack_cost(state, model)
        should_fire = value > QUICK.min_attack
        if self._steps is None:
            shots, steps = best_move(menu, cache, free, remaining)
            if (
                should_fire
                and (not steps or value * QUICK.move_first >= shots)
                and (shot := _shot(menu, here)) is not None
            ):
                return shot
            self._steps = steps
        elif self._end is not None and self._steps:
            there = opportunities_of(state, cache, model.at(self._end), free, enemies(state, model)).salvos
            if (
                should_fire
                and value * QUICK.move_first >= total_value(there, remaining)
                and (shot := _shot(menu, here)) is not None
            ):
                return shot
            self._end = None
        if self._before and (shot := self._early_shot(menu, here)) is not None:
            return shot
        return self._next_step(menu) or (_shot(menu, here) if should_fire else None)

    def _early_shot(self, menu: NextOrder, salvos: list[Salvo]) -> Answer | None:
        """Return the best attack with the weapons that fire before the move."""
        usable = [salvo for salvo in salvos if all(mount in self._before for mount in salvo.mounts)]
        shot = _shot(menu, usable)
        if not isinstance(shot, Attack):
            self._before = ()
            return None
        self._before = tuple(mount for mount in self._before if mount not in shot.mounts)
        return shot

    def _next_step(self, menu: NextOrder) -> Answer | None:
        """Return the next step of the move, if it is legal."""
        if not self._steps:
            return None
        step, self._steps = self._steps[0], self._steps[1:]
        if menu.judge(step) is None:
            return step
        self._steps = ()
        return None


def _shot(menu: NextOrder, salvos: list[Salvo]) -> Answer | None:
    """Return the best legal attack."""
    answers = (salvo.answer for salvo in salvos if salvo.minus < 0)
    return next((answer for answer in answers if menu.judge(answer) is None), None)


def _resolution(menu: NextOrder) -> Answer | None:
    """Return the order that resolves the declared action, or None if that isn't possible here."""
    act = menu.act
    if not act.action or act.resolved or rulebook(menu.state).actions[act.action].at_once:
        return None
    return Resolve() if menu.judge(Resolve()) is None else None


def _contact_order(menu: NextOrder) -> Answer | None:
    """Return the order that brings a squadron into contact for its action, or a weak or loaded one to a ship."""
    state, model, act = menu.state, menu.model, menu.act
    if model.is_capital or act.landed:
        return None
    max_flights = QUICK.nearest if menu.envelope().forward > 0 else 0
    if action := menu.still_to_do():
        targets = rulebook(state).actions[action].closes_with(state, model)
        if act.target in targets:
            return fly_to(menu, [act.target][:max_flights])
        nearest = sorted(
            (distance_between(model, state.models[target_id]), target_id)
            for target_id in targets
            if target_id in state.models
        )
        return fly_to(menu, [target_id for _, target_id in nearest[:max_flights]])
    if model.loads:
        return land(menu, [ship for ship, _ in landing_sites(state, model)], max_flights)
    return land(menu, ships_with_space(state, model), max_flights) if is_weak(model) else None


# --- Player ---

QUICK_HABITS = {**LIST_HABITS, **CAPTURE_HABITS}


class Quick:
    """Answers for both sides of one private game, from its full state."""

    def __init__(self, cache: EvaluationCache) -> None:
        self._cache = cache
        self._orders = Orders(cache)
        self._outline: Outline | None = None

    def follow(self, outline: Outline) -> None:
        """Make the next activation follow an outline, as far as that is legal."""
        self._outline = outline
        self._orders.follow(outline)

    def choose(self, decision: Decision, state: State) -> Answer:
        """Return its answer, or the default if it has no legal one."""
        answer = self._answer_by_rule(decision, state)
        if answer is not None and decision.judge(answer) is None:
            return answer
        return decision.default()

    def _answer_by_rule(self, decision: Decision, state: State) -> Answer | None:
        match decision:
            case ChooseModel():
                return self._outlined_answer(decision) or most_urgent(decision, state, self._urgency)
            case Declare():
                return self._outlined_answer(decision) or choose_declaration(decision, state, self._cache)
            case NextOrder():
                return self._orders.next(decision)
            case Reactions():
                return choose_reaction(decision, state, self._cache)
        habit = QUICK_HABITS.get(decision.kind)
        return habit(decision, state) if habit is not None else None

    def _outlined_answer(self, decision: ChooseModel | Declare) -> Answer | None:
        """Return the outlined answer, once for each of the two decisions."""
        outline = self._outline
        if outline is None:
            return None
        if isinstance(decision, ChooseModel):
            return Activate(outline.model)
        self._outline = None
        declared = outline.declaration if decision.subject == outline.model else None
        return declared if declared is not None and decision.judge(declared) is None else None

    def _urgency(self, state: State, model: Model) -> float:
        """Return the TV of a model's shots from its pose. Crippled ships come first."""
        if model.is_crippled:
            return ESCAPE
        return shots_value(state, self._cache, model) if model.is_on_table else 0.0
