"""The captain's analysis of a state: temperaments, threats, targets, and the goals of each model.

`CaptainAnalysis` computes each part once, when it is first used.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property

from jovian.frozen import frozen
from jovian.game import Model, State
from jovian.players.captain.boarding import Captures, boarding_values, goals_at_unguarded_ships
from jovian.players.evaluation.goals import IN_RANGE, NONE, Aims, Goal, aims, has_objectives
from jovian.players.evaluation.gunnery import ScoredAttack, possible_attacks, share_and_kill
from jovian.players.evaluation.marines import captor_value
from jovian.players.evaluation.objectives import (
    as_destroyed,
    can_escape,
    counting_objectives,
    escape_value,
    exit_pose,
    expected_lead,
    final_withdrawal_value,
    group_withdrawn,
    loss_value,
    max_distance,
    point_value,
    rescue_value,
    travel_distance,
    turns_left,
)
from jovian.players.evaluation.places import (
    PendingExplosion,
    blast_risk,
    comet_risk,
    distance_between,
    explosion_share,
    explosion_value,
    possible_explosions,
)
from jovian.players.evaluation.threats import EnemyThreat, Matchups, Raids, Threats, reach
from jovian.rules.damage.expected_damage import model_value
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import victory_points
from jovian.rules.sequence.activation import eligible
from jovian.rules.sequence.sequence import current_score, fighting, is_beaten
from jovian.rules.shots.ratings import fire_control_left
from jovian.table import Pose

# --- Temperaments ---


@frozen
class Temperament:
    """The weights of a captain for danger and opportunities."""

    caution: float = 0.6
    """The weight of TV that it may lose, compared with TV that it takes."""
    later: float = 0.35
    """The weight of an enemy that has activated, compared with one that can still activate this turn."""
    promise: float = 0.3
    """The weight of what it could do next turn, compared with now."""
    waiting: float = 0.85
    """The share of its current opportunities that is assumed to remain if it waits."""
    menace: float = 0.7
    """The value of stopping an enemy, as a share of what that enemy could do in its next activation."""
    boarding: float = 1.0
    """The weight of ships that may soon be boarded, its own and the enemy's."""


TEMPERAMENTS = {
    "bold": Temperament(caution=0.35, promise=0.4), "steady": Temperament(), "wary": Temperament(caution=0.9),
}  # fmt: skip
"""By name. The default is steady."""


# --- End of the game, and withdrawal ---

MAX_ENEMIES_LEFT = 4
"""The largest number of remaining enemies at which one of them may be spared."""


def enemy_to_spare(view: State, side: int, menace: Callable[[Model], float]) -> str:
    """Return the id of the enemy that should survive, because the game ends without the last enemy; "" for none.

    This is only useful if the side would lose a game that ended so, and if turns remain to change that.
    """
    remaining = list(fighting(view, 1 - side)) if turns_left(view) else []
    if not 0 < len(remaining) <= MAX_ENEMIES_LEFT or not is_behind(_without(view, remaining), side):
        return ""
    return min(remaining, key=lambda enemy: (menace(enemy), enemy.id)).id


def deciding_leavers(view: State, side: int) -> frozenset[str]:
    """Return the ids of a side's models that win by leaving, if there is time and beating the enemy wouldn't win."""
    after = _without(view, fighting(view, 1 - side))
    if not is_behind(after, side):
        return frozenset()
    leaving, leavers = set[str](), frozenset[str]()
    for _, _, model in sorted(_possible_leavers(view, side), key=lambda entry: entry[:2]):
        after = after.supposed(group_withdrawn(after, model))
        leaving.add(model.id)
        if not is_behind(after, side):
            leavers = frozenset(leaving)
    return leavers


def is_behind(view: State, side: int) -> bool:
    """Return whether a side would lose if the game ended now."""
    scores = current_score(view).scores
    return scores[side] < scores[1 - side]


def _possible_leavers(view: State, side: int) -> list[tuple[float, str, Model]]:
    """Return a side's models that can leave in time, with the turns that they need."""
    leavers = []
    for model in view.on_table():
        exit_point = exit_pose(view, model) if model.side == side and model.card.tv else None
        if exit_point is not None and can_escape(view, model, exit_point):
            leavers.append(
                (
                    travel_distance(model, exit_point.x, exit_point.y) / max(1.0, max_distance(view, model)),
                    model.id,
                    model,
                )
            )
    return leavers


def _without(view: State, models: Iterable[Model]) -> State:
    """Return the state without some models and the models aboard them."""
    return view.supposed([lost_model for model in models for lost_model in as_destroyed(view, model)])


# --- Enemies that may escape ---

ESCAPE_CHANCE = 0.8
"""The assumed probability that an enemy gets away if nothing stops it."""
MIN_VALUE = 0.5
"""The smallest TV at which an enemy is hunted."""
OTHERS_SHARE = 0.3
"""The share of the value of other escaping enemies if it is enough to stop one, and that one is easier to stop."""
CLOSE = 6.0
"""Inches between models below which their distance hardly matters."""


def escaping_enemies(view: State, side: int) -> dict[str, float]:
    """Return the TV of destroying enemies that gain by leaving, by id; empty unless they win the game by it."""
    if not counting_objectives(rulebook(view)):
        return {}
    leaving = [enemy for enemy in view.on_table() if enemy.side == 1 - side and final_withdrawal_value(view, enemy) > 0]
    after = view.supposed([leaving_model for model in leaving for leaving_model in group_withdrawn(view, model)])
    if not is_behind(after, side):
        return {}
    stopped_states = {enemy.id: after.supposed(as_destroyed(view, enemy)) for enemy in leaving}
    values = {enemy_id: _value_of_stopping(view, after, state, side) for enemy_id, state in stopped_states.items()}
    deciding = [enemy for enemy in leaving if not is_behind(stopped_states[enemy.id], side)]
    if len(deciding) > 1:  # One of them is enough.
        easiest = max(deciding, key=lambda enemy: (_nearness(view, enemy, side), enemy.id))
        values = {
            enemy_id: value if enemy_id == easiest.id else OTHERS_SHARE * value for enemy_id, value in values.items()
        }
    return {enemy_id: value for enemy_id, value in values.items() if value > MIN_VALUE}


def _value_of_stopping(view: State, after: State, stopped: State, side: int) -> float:
    """Return the TV of a state in which one enemy was stopped, compared with the one in which all have left."""
    return ESCAPE_CHANCE * point_value(view, side) * (expected_lead(stopped, side) - expected_lead(after, side))


def _nearness(view: State, enemy: Model, side: int) -> float:
    """Return how near a side's models are to an enemy, by their TV and for each of its boxes of Structure."""
    own = (model for model in view.on_table() if model.side == side and not model.is_crippled)
    force = sum(model_value(model) / (CLOSE + distance_between(model, enemy)) for model in own)
    return force / max(1, enemy.unmarked("structure"))


# --- Last turn ---

ENOUGH_ATTACKS = 3
"""The number of later attacks at which damage to a model counts in full, because they may finish it."""
MAX_BOXES = 3
"""Boxes of Structure above which a model isn't any safer."""


def attacks_in_last_turn(view: State, attacks: Iterable[ScoredAttack], later_attacks: int) -> list[ScoredAttack]:
    """Return the attacks by the models that they destroy or Cripple, best first.

    In the last turn, damage alone is worth nothing. It counts by the number of attacks of its side that may follow.
    """
    wasted_share = 1.0 - min(1.0, later_attacks / ENOUGH_ATTACKS)
    revised = list(attacks)
    if wasted_share:
        revised = [
            replace(attack, value=attack.value - wasted_share * _damage_value(view, attack)) for attack in revised
        ]
    return sorted(revised, key=lambda attack: -attack.value)


def _damage_value(view: State, attack: ScoredAttack) -> float:
    """Return the TV of the damage of an attack that doesn't destroy or Cripple its target."""
    total = 0.0
    for shot in attack.shots:
        share, kill = share_and_kill(view, shot)
        total += max(0.0, share - kill) * model_value(view.models[shot.target])
    return total


def loss_cost(model: Model, cost: float) -> float:
    """Return the part of an expected cost for losing the model, not for damage: less with more Structure."""
    whole = model_value(model)
    if not whole:
        return 0.0
    boxes = min(MAX_BOXES, max(1, model.unmarked("structure")))
    return whole * float(min(1.0, cost / whole) ** ((1 + boxes) / 2))


# --- Fighting on ---

HOLDING_SHARE = 0.75
"""The share of the enemy's remaining TV with which a side fights on: who runs is shot at and shoots no longer."""
SPARE_TURNS = 1
"""Spare turns beyond those that the way to the exit takes."""


def can_hold(view: State, side: int) -> bool:
    """Return whether a side has enough TV left to fight on."""
    own, other = (_remaining_value(view, player_side) for player_side in (side, 1 - side))
    return own > HOLDING_SHARE * other


def _remaining_value(view: State, side: int) -> float:
    """Return the TV of a side's models that can fight on."""
    return sum(model_value(model) for model in fighting(view, side) if not model.is_crippled)


def can_leave_later(view: State, model: Model) -> bool:
    """Return whether a model has time to leave later and nothing to bring home."""
    exit_point = exit_pose(view, model)
    if exit_point is None or model.loads or model.is_crippled:
        return False
    return travel_distance(model, exit_point.x, exit_point.y) <= max_distance(view, model) * (
        turns_left(view) - SPARE_TURNS
    )


# --- Analysis of a state ---

WEAK_STRUCTURE = 2
"""The Structure at which a ship may soon be lost and explode."""

SPARED_COST = 2.0
"""The negative value of an enemy that should survive, as a share of its TV."""

DECISIVE_VALUE = 40.0
"""TV of leaving for models whose withdrawal decides the game."""

LEAD_FACTOR, MIN_CAUTION, MAX_CAUTION = 1.5, 0.6, 1.6
"""How much a lead in Victory Points changes the caution at the end of a game, and the limits of the change."""


class CaptainAnalysis:
    """A state as a captain sees it for one side."""

    def __init__(self, view: State, side: int, matchups: Matchups, raids: Raids, temperament: Temperament) -> None:
        self.view, self.side, self.temperament = view, side, temperament
        self.matchups, self.raids = matchups, raids
        self._aims: dict[str, Aims] = {}
        self._bonuses_by_model: dict[str, dict[str, float]] = {}
        self._objective_losses: dict[str, float] = {}
        self._attacks: dict[Hashable, list[ScoredAttack]] = {}

    @cached_property
    def threats(self) -> Threats:
        """The threats to the side."""
        return Threats(self.view, self.side, self.matchups, self.raids)

    @cached_property
    def bonuses(self) -> dict[str, float]:
        """The extra TV of stopping an enemy, by id: what it could still do this turn, and its boarders."""
        costs = self.captures.costs_of_destroying
        bonuses = {
            enemy.model.id: self._stopping_value(enemy) - costs.get(enemy.model.id, 0.0)
            for enemy in self.threats.enemies
        }
        if self.enemy_to_spare in bonuses:
            bonuses[self.enemy_to_spare] = -SPARED_COST * model_value(self.view.models[self.enemy_to_spare])
        return bonuses

    @cached_property
    def captures(self) -> Captures:
        """The ships that may be captured."""
        return Captures(self.view, self.side, self.threats, self.promise, self.temperament.boarding)

    @cached_property
    def enemy_to_spare(self) -> str:
        """The id of the enemy that it should not destroy, or ""."""
        return enemy_to_spare(self.view, self.side, self._threat_of)

    @cached_property
    def deciding_leavers(self) -> frozenset[str]:
        """The ids of its models whose withdrawal wins the game, while an enemy is spared for it or none is left."""
        deciding = self.enemy_to_spare or is_beaten(self.view, 1 - self.side)
        return deciding_leavers(self.view, self.side) if deciding else frozenset()

    @cached_property
    def escaping_enemies(self) -> dict[str, float]:
        """The TV of stopping enemies that would escape with what the objectives count, by id."""
        values = escaping_enemies(self.view, self.side)
        return {enemy_id: value for enemy_id, value in values.items() if enemy_id != self.enemy_to_spare}

    @cached_property
    def explosions(self) -> list[PendingExplosion]:
        """The ships that may explode."""
        return possible_explosions(self.view)

    @cached_property
    def later(self) -> float:
        """The weight of an enemy that has activated: 0 in the last turn."""
        return self.temperament.later if turns_left(self.view) else 0.0

    @cached_property
    def promise(self) -> float:
        """The weight of the next turn: 0 in the last turn."""
        return self.temperament.promise if turns_left(self.view) else 0.0

    @cached_property
    def is_last_turn(self) -> bool:
        """Whether this is the last turn."""
        return not turns_left(self.view)

    @cached_property
    def _can_hold(self) -> bool:
        return can_hold(self.view, self.side)

    @cached_property
    def _waiting(self) -> int:
        """The number of its models that still have to activate."""
        return len(eligible(self.view, self.side))

    @cached_property
    def caution(self) -> float:
        """The weight of a loss: more with a lead and few turns left, less when behind."""
        own, other = (victory_points(self.view, side) for side in (self.side, 1 - self.side))
        played = 1.0 - turns_left(self.view) / max(1, self.view.scenario.turns)
        lead = (own - other) / max(1.0, own + other)
        return self.temperament.caution * min(MAX_CAUTION, max(MIN_CAUTION, 1.0 + LEAD_FACTOR * played * lead))

    def _threat_of(self, model: Model) -> float:
        """Return the TV that an enemy may take in its next activation, or 0 while it isn't on the table."""
        return next(
            (self.threats.menace(enemy, 1.0) for enemy in self.threats.enemies if enemy.model.id == model.id), 0.0
        )

    def _stopping_value(self, enemy: EnemyThreat) -> float:
        value = self.temperament.menace * self.threats.menace(enemy, self.later) + captor_value(enemy.model)
        if enemy.model.is_capital and enemy.model.unmarked("structure") <= WEAK_STRUCTURE:
            value += explosion_share(self.view, enemy.model, 1) * explosion_value(self.view, enemy.model, self.side)
        return value

    def risk(self, model: Model, pose: Pose, later: float | None = None) -> float:
        """Return the TV that counts against a pose: enemy attacks there, and ships that may explode."""
        cost = self.threats.cost(model, pose, self.later if later is None else later)
        if bonus := captor_value(model) + self.objective_loss(model):
            cost *= 1.0 + bonus / model_value(model)
        if self.is_last_turn:
            cost = loss_cost(model, cost)
        there = model.at(pose)
        if self.explosions:
            cost += blast_risk(self.view, there, self.explosions)
        if self.promise:
            cost += comet_risk(self.view, there)
        cost += self.captures.boarding_cost(there, self.later if later is None else later)
        return self.caution * cost

    def objective_loss(self, model: Model) -> float:
        """Return the TV by objectives that its side would lose with a model, besides the model's own TV."""
        if model.id not in self._objective_losses:
            own = self.view.models[model.id]
            worth = loss_value(self.view, own) if has_objectives(self.view) and model_value(own) else 0.0
            self._objective_losses[model.id] = max(0.0, worth)
        return self._objective_losses[model.id]

    def aims(self, model: Model) -> Aims:
        """Return the aims of a model: by the objectives, or to escape if its side would lose it where it is."""
        if model.id not in self._aims:
            model_aims = aims(self.view, model)
            if model_aims is NONE and (value := rescue_value(self.view, model)) > 0:
                exit_point = exit_pose(self.view, model)
                model_aims = Aims(
                    (Goal(exit_point.x, exit_point.y, 0.0, value),) if exit_point is not None else (), {}, value
                )
            if self.should_stay(model):
                model_aims = _aims_to_stay(self.view, model, model_aims)
            if model.id in self.deciding_leavers:
                model_aims = _aims_to_leave(self.view, model, model_aims)
            elif self.escaping_enemies:
                model_aims = _aims_to_hunt(self.view, model_aims, self.escaping_enemies)
            if not model_aims.escape and (ships := tuple(self._goals_at_unguarded_ships(model))):
                model_aims = replace(model_aims, goals=(*model_aims.goals, *ships))
            self._aims[model.id] = model_aims
        return self._aims[model.id]

    def should_stay(self, model: Model) -> bool:
        """Return whether a model should fight on for now, although it gains by leaving."""
        return self._can_hold and model.id not in self.deciding_leavers and can_leave_later(self.view, model)

    def escape(self, model: Model) -> float:
        """Return the TV of leaving now for a model that can leave in time, or 0 if it should stay."""
        return 0.0 if self.should_stay(model) else escape_value(self.view, model)

    def is_in_a_hurry(self, model: Model) -> bool:
        """Return whether the objectives require a ship to be somewhere else in time."""
        return bool(self.escaping_enemies) or model.id in self.deciding_leavers

    def _goals_at_unguarded_ships(self, model: Model) -> list[Goal]:
        return [goal for goal in goals_at_unguarded_ships(self.view, model) if goal.target_id != self.enemy_to_spare]

    def boarding_values(self, model: Model) -> dict[str, float]:
        """Return the TV of boarding each enemy ship in reach, by id."""
        return {
            ship_id: value
            for ship_id, value in boarding_values(self.view, model).items()
            if ship_id != self.enemy_to_spare
        }

    def value(self, enemy: Model) -> float:
        """Return the TV of destroying an enemy now."""
        return model_value(enemy) + self.bonuses.get(enemy.id, 0.0)

    def bonuses_for(self, model: Model) -> dict[str, float]:
        """Return the extra TV of enemies to a model, by id: their threat, and the objectives."""
        bonuses = self._bonuses_by_model.get(model.id)
        if bonuses is None:
            bonuses = self._bonuses_by_model[model.id] = dict(self.bonuses)
            for enemy_id, bonus in self.aims(model).bonuses.items():
                bonuses[enemy_id] = bonuses.get(enemy_id, 0.0) + bonus
        return bonuses

    def attacks(
        self, state: State, model: Model, free: list[str], used: tuple[str, ...], bonuses: Mapping[str, float]
    ) -> list[ScoredAttack]:
        """Return all attacks that a model could make from its pose in a state, best first.

        Several declarations lead to the same ends. A declaration may change the states of a model, but no other facts.
        """
        if state is not self.view:
            return self._new_attacks(state, model, free, used, bonuses)
        key = model.id, model.pose, frozenset(model.states.items()), *free, None, *used, None, *bonuses.items()
        attacks = self._attacks.get(key)
        if attacks is None:
            attacks = self._attacks[key] = self._new_attacks(state, model, free, used, bonuses)
        return attacks

    def _new_attacks(
        self, state: State, model: Model, free: list[str], used: tuple[str, ...], bonuses: Mapping[str, float]
    ) -> list[ScoredAttack]:
        attacks = possible_attacks(state, model, free, used, bonuses)
        attacks = self.captures.with_marines_value(state, attacks, self.enemy_to_spare)
        if not self.is_last_turn:
            return attacks
        return attacks_in_last_turn(state, attacks, fire_control_left(state, model) - 1 + max(0, self._waiting - 1))

    def shots(self, model: Model, pose: Pose) -> dict[str, float]:
        """Return the approximate TV of each weapon's best target from a pose."""
        best: dict[str, float] = {}
        bonuses = self.bonuses_for(model)
        for enemy in self.threats.enemies:
            matchup = self.threats.matchup(model, enemy.model)
            value = model_value(enemy.model) + bonuses.get(enemy.model.id, 0.0)
            for mount, share in matchup.by_mount(pose, enemy.model.pose).items():
                if share * value > best.get(mount, 0.0):
                    best[mount] = share * value
        return best

    def share_in_reach(self, model: Model, enemy: Model) -> float:
        """Return the share of an enemy's value that a model's weapons could take by its next move."""
        matchup, reachable = self.threats.matchup(model, enemy), reach(self.view, model)
        inches = model.pose.distance_to(enemy.pose) - model.base.inner - enemy.base.inner
        if inches > reachable.max_distance + matchup.reach:
            return 0.0
        if model.is_capital:
            return matchup.best_share(reachable.poses, enemy.pose)
        return matchup.share_at(inches - reachable.radius)

    def next_turn_value(self, model: Model, pose: Pose) -> float:
        """Return the TV that a model could take next turn from a pose, if the enemy stays where it is."""
        there = model.at(pose)
        reachable = reach(self.view, there)
        best = 0.0
        for enemy in self.threats.enemies:
            matchup = self.threats.matchup(model, enemy.model)
            inches = pose.distance_to(enemy.model.pose) - model.base.inner - enemy.model.base.inner
            if inches > reachable.max_distance + matchup.reach:
                continue
            if model.is_capital:
                share = matchup.best_share(reachable.poses, enemy.model.pose)
            else:
                share = matchup.share_at(inches - reachable.radius)
                if inches <= reachable.radius and not model.is_drone:
                    share = max(share, self.raids.share_lost_by_target(self.view, model, enemy.model))
            best = max(best, share * matchup.value)
        return best

    def close_fight_value(self, squadron: Model) -> float:
        """Return the approximate TV of the best close fight in a squadron's reach, minus its own loss."""
        radius, best = reach(self.view, squadron).radius, 0.0
        for enemy in self.threats.enemies if radius and not squadron.is_drone else ():
            if distance_between(squadron, enemy.model) <= radius:
                value = self.raids.share_lost_by_target(self.view, squadron, enemy.model) * self.value(enemy.model)
                best = max(
                    best,
                    value - self.raids.share_lost_by_squadron(self.view, squadron, enemy.model) * model_value(squadron),
                )
        return best


def _aims_to_stay(view: State, model: Model, model_aims: Aims) -> Aims:
    """Return the aims without the exit."""
    exit_point = exit_pose(view, model)
    goals = tuple(
        goal for goal in model_aims.goals if exit_point is None or (goal.x, goal.y) != (exit_point.x, exit_point.y)
    )
    return replace(model_aims, goals=goals, escape=0.0)


def _aims_to_leave(view: State, model: Model, model_aims: Aims) -> Aims:
    """Return the aims of a model that must leave, because that decides the game."""
    exit_point = exit_pose(view, model)
    goals = (Goal(exit_point.x, exit_point.y, 0.0, DECISIVE_VALUE),) if exit_point is not None else ()
    return replace(model_aims, goals=goals, escape=max(DECISIVE_VALUE, model_aims.escape))


def _aims_to_hunt(view: State, model_aims: Aims, escaping_enemies: dict[str, float]) -> Aims:
    """Return the aims with enemies that must not escape."""
    bonuses = dict(model_aims.bonuses)
    for enemy_id, value in escaping_enemies.items():
        bonuses[enemy_id] = max(value, bonuses.get(enemy_id, 0.0))
    poses = {enemy_id: view.models[enemy_id].pose for enemy_id in escaping_enemies}
    hunting_goals = tuple(Goal(pose.x, pose.y, IN_RANGE, bonuses[enemy_id]) for enemy_id, pose in poses.items())
    return replace(model_aims, goals=(*model_aims.goals, *hunting_goals), bonuses=bonuses)
