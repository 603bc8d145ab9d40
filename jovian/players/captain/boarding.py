"""Marines for objects and for enemy ships: whom the captain boards, and which captures it expects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache

from jovian.dice import Odds, Result
from jovian.game import Model, State
from jovian.players.evaluation.goals import MIN_VALUE, Goal, boarding_value, objects
from jovian.players.evaluation.gunnery import ScoredAttack, burning_target
from jovian.players.evaluation.marines import (
    CAPTURE_VALUE,
    MIN_BOARDING_VALUE,
    SWING,
    boarders_value,
    boarding_cost,
    can_reach_to_board,
    ship_boarding_value,
)
from jovian.players.evaluation.objectives import attack_cost, turns_left
from jovian.players.evaluation.places import distance_between, enemies
from jovian.players.evaluation.threats import Threats
from jovian.rules.actions.any_model import Board, boarding_range
from jovian.rules.damage.expected_damage import DamageTable, model_value, table_and_hull
from jovian.rules.menu.declarations import refuse_action
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.sequence.activation import eligible

# --- Objects ---

OBJECT_SHARE = 0.6
"""The value of marines kept for an object, as a share of what they would gain there."""


def can_reach_object(view: State, ship: Model) -> bool:
    """Return whether a ship may reach an object to board by its next move, with something to gain.

    A turn may bring its base nearer than its path does.
    """
    objects_here = objects(view)
    if not objects_here or refuse_action(view, ship, Board.name) is not None:
        return False
    max_distance = _boarding_distance(view, ship, 1) + ship.base.reach - ship.base.inner
    return any(
        distance_between(ship, other) <= max_distance and boarding_value(view, ship, other) > MIN_VALUE
        for other in objects_here
    )


def marines_value_at_objects(view: State, model: Model) -> float:
    """Return the TV of a model's marines aboard the best object that it can reach in the remaining turns."""
    turns = turns_left(view) + 1
    near = (ship for ship in objects(view) if distance_between(model, ship) <= _boarding_distance(view, model, turns))
    return OBJECT_SHARE * max((boarding_value(view, model, ship) for ship in near), default=0.0)


def _boarding_distance(view: State, model: Model, turns: int) -> float:
    """Return the inches to a model that it may board within this number of turns."""
    return fixed_limits(view, model).max_move * turns + boarding_range(model)


# --- Boarding now ---

UNGUARDED_SHARE = 0.25
"""How much of its value an unguarded ship attracts models that could take it."""


def boarding_values(view: State, model: Model) -> dict[str, float]:
    """Return the TV of boarding each enemy ship in reach, by id."""
    if refuse_action(view, model, Board.name) is not None:
        return {}
    max_distance = fixed_limits(view, model).max_move + boarding_range(model)
    ships = [ship for ship in enemies(view, model, True) if distance_between(model, ship) <= max_distance]
    other_cost = attack_cost(view, model) + max(0.0, marines_value_at_objects(view, model)) if ships else 0.0
    values = {ship.id: ship_boarding_value(view, model, ship) - other_cost for ship in ships}
    return {ship_id: value for ship_id, value in values.items() if value > MIN_BOARDING_VALUE}


def boarding_goals(view: State, model: Model, values: dict[str, float]) -> tuple[Goal, ...]:
    """Return goals next to the ships to board."""
    ships = (view.models[ship_id] for ship_id in values)
    return tuple(Goal(ship.pose.x, ship.pose.y, 0.0, 0.0, ship.id) for ship in ships)


def goals_at_unguarded_ships(view: State, model: Model) -> Iterator[Goal]:
    """Yield goals at enemy ships without marines, for a ship that has some."""
    if not model.is_capital or model.is_crippled or model.rating("marines") < 1:
        return
    for ship in enemies(view, model, True):
        if not ship.is_crippled and not ship.rating("marines") and not ship.card.station:
            near = ship.base.inner + model.base.inner + boarding_range(model)
            yield Goal(ship.pose.x, ship.pose.y, near, UNGUARDED_SHARE * CAPTURE_VALUE * model_value(ship), ship.id)


# --- Expected captures ---

UNGUARDED_WEIGHT = 0.6
"""The value of a ship without marines, as a share of what boarding it would be worth then."""
PARTIAL_KILL_SHARE = 0.4
"""The value of killing some of a ship's marines, compared with all of them."""
MAX_MARINES = 4
"""The largest number of marines on a ship at which they are attacked."""


class Captures:
    """Ships that may be captured, as a captain sees it for one side."""

    def __init__(self, view: State, side: int, threats: Threats, promise: float, weight: float) -> None:
        """`promise` is the weight of the next turn, `weight` the weight of all captures."""
        self._view, self._side, self._threats = view, side, threats
        self._promise, self._weight = promise, weight
        self._targets: dict[str, list[tuple[Model, float]]] = {}

    @cached_property
    def costs_of_destroying(self) -> dict[str, float]:
        """The TV that is lost with its boarders when a ship is destroyed, by id."""
        values: dict[str, float] = {}
        for enemy in self._threats.enemies:
            if value := boarders_value(self._view, enemy.model) * CAPTURE_VALUE / SWING:
                values[enemy.model.id] = self._weight * value
        for model, counts in self._boarders():
            for ship, value in self._targets_of(model):
                if counts * value > values.get(ship.id, 0.0) and can_reach_to_board(self._view, model, ship):
                    values[ship.id] = counts * value
        return values

    @cached_property
    def marines_values(self) -> dict[str, float]:
        """The TV of killing all marines aboard ships that friends may reach, by id."""
        values: dict[str, float] = {}
        guarded = [enemy.model for enemy in self._threats.enemies if 1 <= enemy.model.rating("marines") <= MAX_MARINES]
        for model, counts in self._boarders() if guarded else ():
            if refuse_action(self._view, model, Board.name) is not None:
                continue
            for ship in guarded:
                if can_reach_to_board(self._view, model, ship):
                    value = UNGUARDED_WEIGHT * counts * _gain_without_marines(self._view, model, ship)
                    values[ship.id] = max(value, values.get(ship.id, 0.0))
        return {ship_id: value for ship_id, value in values.items() if value > 0}

    def _boarders(self) -> list[tuple[Model, float]]:
        """Return the friendly models with the weight of their boarding: this turn or the next."""
        ready = {friend.id for friend in eligible(self._view, self._side)}
        friends = self._threats.friends
        boarders = [(friend, self._weight * (1.0 if friend.id in ready else self._promise)) for friend in friends]
        return [boarder for boarder in boarders if boarder[1] > 0]

    def _targets_of(self, model: Model) -> list[tuple[Model, float]]:
        """Return the enemy ships that a model's marines might take, wherever they are, with the TV."""
        if model.id not in self._targets:
            can_board = refuse_action(self._view, model, Board.name) is None
            ships = enemies(self._view, model, True) if can_board else []
            targets = [(ship, ship_boarding_value(self._view, model, ship)) for ship in ships]
            self._targets[model.id] = [target for target in targets if target[1] > MIN_BOARDING_VALUE]
        return self._targets[model.id]

    def next_turn_value(self, there: Model) -> float:
        """Return the TV of the best ship that a model could board by its next move, from its pose here."""
        values = (value for ship, value in self._targets_of(there) if can_reach_to_board(self._view, there, ship))
        return self._weight * max(values, default=0.0)

    def boarding_cost(self, there: Model, later: float) -> float:
        """Return the TV that a ship may cost its side by being boarded here.

        `later` is the weight of enemies that have activated.
        """
        return self._weight * boarding_cost(self._view, there, later)

    def with_marines_value(
        self, state: State, attacks: Iterable[ScoredAttack], enemy_to_spare: str
    ) -> list[ScoredAttack]:
        """Return the attacks, best first, with the value of killing marines added."""
        values = {ship_id: value for ship_id, value in self.marines_values.items() if ship_id != enemy_to_spare}
        if not values:
            return list(attacks)
        raised = [
            replace(attack, value=attack.value + _marines_kill_value(state, attack, values)) for attack in attacks
        ]
        return sorted(raised, key=lambda attack: -attack.value)


def _gain_without_marines(view: State, boarder: Model, ship: Model) -> float:
    """Return the TV that boarding a ship would gain if no marines were left aboard."""
    bare = ship.supposed(marks={"marines": len(ship.boxes("marines"))})
    return ship_boarding_value(view, boarder, bare) - ship_boarding_value(view, boarder, ship)


def _marines_kill_value(view: State, attack: ScoredAttack, values: Mapping[str, float]) -> float:
    """Return the TV that an attack adds by killing marines, with the TV of killing all of them by ship."""
    total = 0.0
    for shot in attack.shots:
        if value := values.get(shot.target, 0.0):
            target = view.models[shot.target]
            table, hull = table_and_hull(view, shot)
            total += value * _kill_progress(
                burning_target(shot).odds(), table, target.rating("marines"), len(hull.structure)
            )
    return total


@lru_cache(maxsize=1 << 12)
def _kill_progress(result: Odds, table: DamageTable, guards: int, structure_hits: int) -> float:
    """Return how near an attack gets to killing all marines, if they are hit first and the ship isn't Crippled."""

    def progress(damage: Result) -> float:
        hits = table.others(damage)
        if table.structure(damage) >= structure_hits:
            return 0.0
        return 1.0 if hits >= guards else PARTIAL_KILL_SHARE * hits / guards

    return result.expect(progress)
