"""The habits of an activation: which model is next, and the orders of the active model.

`order` gives the next order of a player that plans only its next move. `Attention` is the choice among the valued
options: the ensign takes the best one, and a player that makes mistakes takes another. Players with plans use the
functions for contact, launches, landings, and Nukes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from jovian.frozen import frozen
from jovian.game import Answer, Model, State, Terrain
from jovian.game.answers import (
    Activate,
    Attack,
    Defend,
    End,
    FireNuke,
    Fly,
    Land,
    Launch,
    LaunchDrone,
    Move,
    Pivot,
    Resolve,
    Turn,
)
from jovian.players.evaluation.fights import contact_bombing_value, is_weak
from jovian.players.evaluation.goals import (
    NONE,
    Aims,
    aims,
    comet_distances,
    landing_sites,
    should_wait_aboard,
)
from jovian.players.evaluation.gunnery import Gunnery, Salvo, nuke_value, total_value
from jovian.players.evaluation.marines import target_boarding_value
from jovian.players.evaluation.moves import (
    CandidateMove,
    EndValue,
    Legality,
    MoveValue,
    Step,
    active_gunnery,
    end_value,
    launch_value,
    possible_moves,
    value_by_path,
)
from jovian.players.evaluation.places import distance_between, enemies, enemies_within, nearest_enemy
from jovian.players.habits import ENSIGN, Weights
from jovian.rules.actions.any_model import (
    Board,
    CombinedAttack,
    Ram,
    in_boarding_range,
    markable_ships,
    rammable_ships,
)
from jovian.rules.actions.capital_ship import SuppressingFire, Tug, draggable_models, suppressible_ships
from jovian.rules.actions.squadron import Bombing, Interception
from jovian.rules.damage.expected_damage import model_value
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.attached import flight_to
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.tokens import Mine
from jovian.rules.sequence.activation import ChooseModel, eligible
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.squadrons import refuse_aboard
from jovian.table import Pose, first_touch

# --- Choice among valued options ---


@frozen
class ValuedMove:
    """A candidate move and its value."""

    steps: tuple[Step, ...]
    """The answers that make it, none to stay."""
    value: MoveValue


class Attention:
    """Takes the best of everything, and the first of equals."""

    makes_mistakes: ClassVar[bool] = False
    """Whether it may take a move that isn't the best, so that all moves must be valued."""

    def model(self, view: State, urgencies: Sequence[tuple[Model, float]]) -> Model:
        """Return the model to activate, from models with their urgency."""
        return max(urgencies, key=lambda entry: entry[1])[0]

    def end(self, view: State, model: Model, moves: Sequence[ValuedMove]) -> ValuedMove:
        """Return the move to make."""
        return max(moves, key=lambda move: move.value.value)

    def fire(self, view: State, model: Model, salvos: Sequence[Salvo]) -> Salvo:
        """Return the attack to make first. The attacks come best first."""
        return salvos[0]


FULL = Attention()


# --- Activation ---


def most_urgent(
    decision: ChooseModel, view: State, urgency: Callable[[State, Model], float], attention: Attention = FULL
) -> Activate:
    """Return the answer that activates the most urgent model, or the first of equals."""
    urgencies = [(model, urgency(view, model)) for model in eligible(view, decision.side)]
    return Activate(attention.model(view, urgencies).id)


# --- Launches ---

DRONE_RANGE = 16.0
"""Inches within which an enemy must be for drones to be launched."""


def launch_order(menu: NextOrder, value: Callable[[Launch], float], waits: bool = False) -> Answer | None:
    """Return the best launch with the largest formation. A weak squadron, or one that `waits`, stays aboard."""
    if waits or is_weak(menu.model):
        return End()
    launches = (option.answer for option in menu.options_of(Launch))
    return max(launches, key=lambda launch: (value(launch), len(launch.partners)), default=None)


def drone_launch(menu: NextOrder) -> LaunchDrone | None:
    """Return the drone to launch from a bay: Class III first. None without an enemy near."""
    state, model = menu.state, menu.model
    if nearest_enemy(state, model) > DRONE_RANGE:
        return None
    launches = [option.answer for option in menu.options_of(LaunchDrone)]
    cards = {card.key: card for card in state.drone_cards}
    return max(launches, key=lambda drone: (cards[drone.card].drone_class or 0, drone.card), default=None)


# --- Declared actions of squadrons, and landing ---

NEAREST = 4
"""The number of ships to consider."""


def contact_order(menu: NextOrder) -> Answer | None:
    """Return the order that brings the model into contact for its action, or resolves it. A weak squadron lands."""
    act, model = menu.act, menu.model
    if model.is_embarked:
        return launch_order(
            menu,
            lambda launch: launch_value(menu.state, model.at(launch.pose)),
            waits=should_wait_aboard(menu.state, model),
        )
    action = menu.still_to_do()
    if model.is_capital:
        return _ramming_move(menu) if action == Ram.name else None
    if action in (Bombing.name, Interception.name, Ram.name):
        if menu.judge(Resolve()) is None:
            return Resolve()
        return fly_to(menu, [act.target] if act.target else _ships_to_bomb(menu))
    if action == Mine.name:
        if menu.judge(Resolve()) is None:
            return Resolve()
        if flight := fly_to(
            menu, [piece.id for _, piece in sorted(comet_distances(menu.state, model), key=_by_distance)]
        ):
            return flight
    if act.landed:
        return None
    if ships := [ship for ship, _ in landing_sites(menu.state, model)]:
        return land(menu, ships)
    return land(menu, ships_with_space(menu.state, model)) if is_weak(model) else None


def _ramming_move(menu: NextOrder) -> Answer | None:
    """Return the straight move of a ramming ship into its target."""
    ship, forward = menu.model, menu.envelope().forward
    end = ship.pose.advanced(forward)
    dx, dy = end.x - ship.pose.x, end.y - ship.pose.y
    for other in enemies(menu.state, ship, True) if forward > 0 else ():
        touch = first_touch(ship.base, ship.pose, dx, dy, other.base, other.pose)
        move = Move(round(touch, 3)) if touch is not None else None
        if move is not None and menu.judge(move) is None:
            return move
    return None


def _by_distance(entry: tuple[float, Terrain]) -> tuple[float, str]:
    return round(entry[0], 4), entry[1].id


def _ships_to_bomb(menu: NextOrder) -> list[str]:
    """Return the ids of enemy ships near, by the value of bombing them."""
    state, model = menu.state, menu.model
    near = enemies_within(state, model, menu.envelope().forward + 0.1, True)[:NEAREST]
    values = {ship.id: contact_bombing_value(state, model, ship) for _, ship in near}
    return sorted(values, key=lambda ship_id: (-values[ship_id], ship_id))


def fly_to(menu: NextOrder, target_ids: list[str]) -> Answer | None:
    """Return the flight into contact with the first of these models or pieces in reach, or None if none is."""
    forward = menu.envelope().forward
    for target_id in target_ids:
        pose = flight_to(menu.state, menu.model, target_id, forward)
        if pose is not None:
            return Fly(((pose.x + 0.0, pose.y + 0.0),))
    return None


def ships_with_space(state: State, squadron: Model) -> list[Model]:
    """Return the ships on which a squadron may land and stay, nearest first."""
    ships = [
        ship
        for ship in state.on_table()
        if ship.is_capital and refuse_aboard(state, squadron, ship) is None and not ship.is_crippled
    ]
    return sorted(ships, key=lambda ship: distance_between(squadron, ship))


def land(menu: NextOrder, ships: Sequence[Model], max_flights: int | None = None) -> Answer | None:
    """Return the landing on the first of the ships in contact, or the flight to the first in reach.

    `max_flights` is the number of ships to try to reach, or None for all.
    """
    for ship in ships:
        if menu.judge(Land(ship.id)) is None:
            return Land(ship.id)
    return fly_to(menu, [ship.id for ship in ships[:max_flights]])


# --- Attacks ---


@frozen
class FirstAttack:
    """The attack to make first, and the TV of all attacks that may follow, including it."""

    answer: Attack | Defend
    total: float


def best_attack(
    menu: NextOrder, aims: Aims, weapons: Gunnery, attention: Attention = FULL, weights: Weights = ENSIGN
) -> FirstAttack | None:
    """Return the best attack from the active model's pose, or None if none is good enough."""
    if menu.leaving() is not None:
        return None
    remaining = fire_control_left(menu.state, menu.model)
    salvos = weapons.salvos(menu.model, remaining)
    total = total_value(salvos, remaining)
    if total <= weights.min_attack + aims.attack_cost:
        return None
    return FirstAttack(attention.fire(menu.state, menu.model, salvos).answer, total)


def best_nuke(menu: NextOrder, aims: Aims = NONE, weights: Weights = ENSIGN) -> FireNuke | None:
    """Return the best Nuke attack, or None if none is good enough."""
    best: tuple[float, FireNuke] | None = None
    if menu.model.is_embarked or fire_control_left(menu.state, menu.model) < 1:
        return None
    for answer in menu.choices_of(FireNuke):
        value = nuke_value(menu.state, menu.model, answer)
        if (
            value > weights.min_nuke + aims.attack_cost
            and (best is None or value > best[0])
            and menu.judge(answer) is None
        ):
            best = value, answer
    return best[1] if best is not None else None


# --- Ends of moves ---


class Ends:
    """The ends of the active model's moves, in the order of the moves, valued only as far as needed."""

    def __init__(self, menu: NextOrder, aims: Aims, weapons: Gunnery) -> None:
        self._menu, self._aims, self._weapons = menu, aims, weapons
        self._moves = list(possible_moves(menu, aims.goals))
        self._legal = Legality(menu)
        self._end_values: dict[Pose, EndValue] = {}

    def can_move(self) -> bool:
        """Return whether any move other than staying is legal."""
        return any(move.steps and self._legal.may_begin(move) for move in self._moves)

    def stay(self) -> ValuedMove | None:
        """Return the value of staying, or None if the model must move."""
        return next((self._valued(move) for move in self._moves if not move.steps), None)

    def all(self) -> list[ValuedMove]:
        """Return all legal moves with their values."""
        return [self._valued(move) for move in self._moves if self._legal.may_begin(move)]

    def best(self) -> ValuedMove | None:
        """Return the first of the best moves.

        Moves with the highest limit come first. Once the limit is below the best value so far, no later move can be
        better, so costs and legality of the rest aren't computed.
        """
        best: tuple[float, int, ValuedMove] | None = None
        end_values = [self._end_value(move) for move in self._moves]
        for number in sorted(range(len(end_values)), key=lambda index: -end_values[index].max_value):
            if best is not None and end_values[number].max_value < -best[0]:
                break
            valued = self._valued(self._moves[number])
            rank = -valued.value.value, number
            if (best is None or rank < best[:2]) and self._legal.may_begin(self._moves[number]):
                best = *rank, valued
        return best[2] if best is not None else None

    def _end_value(self, move: CandidateMove) -> EndValue:
        value = self._end_values.get(move.end)
        if value is None:
            value = self._end_values[move.end] = end_value(self._menu, move.end, self._aims, self._weapons)
        return value

    def _valued(self, move: CandidateMove) -> ValuedMove:
        return ValuedMove(move.steps, value_by_path(self._menu, self._end_value(move), move.legs, self._aims))


# --- Moves ---

MAX_DEVIATION = 0.02
"""Inches from the planned pose that make a player plan again."""


class MoveInProgress:
    """The remaining steps of a model's planned move, from a pose on."""

    def __init__(self, model: str, pose: Pose, steps: Sequence[Step]) -> None:
        self.model, self.pose, self.steps = model, pose, list(steps)

    def is_on_course(self, model: Model) -> bool:
        """Return whether this is the same model at the planned pose."""
        pose = model.pose
        near = abs(pose.x - self.pose.x) + abs(pose.y - self.pose.y) < MAX_DEVIATION
        return near and self.model == model.id and pose.heading == self.pose.heading

    def next_step(self, model: Model) -> Step:
        """Return the next step, and expect the model at the end of that step."""
        step = self.steps.pop(0)
        self.pose = _pose_after(model.pose, step)
        return step


def _pose_after(pose: Pose, step: Step) -> Pose:
    match step:
        case Turn(angle) | Pivot(angle):
            return pose.turned(angle)
        case Move(inches):
            return pose.advanced(inches)
        case Fly(path):
            return Pose(*path[-1], pose.heading)


class ChosenMove(MoveInProgress):
    """The move that the player has decided on, without steps to stay."""

    def __init__(self, model: Model, chosen: ValuedMove, stay: ValuedMove | None) -> None:
        super().__init__(model.id, model.pose, chosen.steps)
        steps, value = chosen.steps, chosen.value
        self.attack_value = value.offense
        """TV of the shots from its end."""
        gain = value.value - stay.value.value if stay is not None else 0.0
        self.is_for_shots = stay is not None and value.offense - stay.value.offense > max(0.0, gain / 2)
        """Whether shots are most of what it gains, compared with staying."""
        self._stays = not steps
        """Whether the model fires here first, and looks for a move afterward."""

    def fire_first(self) -> None:
        """Drop the remaining steps to fire first."""
        self._stays = self._stays or bool(self.steps)
        self.steps.clear()

    def is_valid(self, menu: NextOrder, fires: bool) -> bool:
        """Return whether no new move is needed: the model is on its path, at its end, or still fires."""
        has_started = menu.act.moved or bool(menu.act.used)
        if not has_started or not self.is_on_course(menu.model):  # The plan is from an earlier activation.
            return False
        if self.steps:
            return menu.judge(self.steps[0]) is None
        return fires if self._stays else menu.judge(End()) is None


def next_move(
    menu: NextOrder, aims: Aims, weapons: Gunnery, attention: Attention = FULL, weights: Weights = ENSIGN
) -> ChosenMove | None:
    """Return the best move from here, or None if the model can no longer move."""
    ends = Ends(menu, aims, weapons)
    if not ends.can_move():
        return None
    best = attention.end(menu.state, menu.model, ends.all()) if attention.makes_mistakes else ends.best()
    assert best is not None
    stay = ends.stay()
    chosen = stay if stay is not None and best.value.value < stay.value.value + weights.min_move_gain else best
    return ChosenMove(menu.model, chosen, stay)


# --- Orders ---

CONTACT_ACTIONS = (Bombing.name, Interception.name)
"""Actions that are resolved when the squadron is in contact."""
TARGETS: dict[str, Callable[[State, Model], list[str]]] = {
    Board.name: in_boarding_range,
    CombinedAttack.name: markable_ships,
    SuppressingFire.name: suppressible_ships,
    Ram.name: rammable_ships,
    Tug.name: draggable_models,
}
"""The functions that return the ids that an action may be resolved on."""


def order(
    menu: NextOrder, chosen: ChosenMove | None = None, attention: Attention = FULL, weights: Weights = ENSIGN
) -> tuple[Answer | None, ChosenMove | None]:
    """Return the next order of the active model, and the move that it is on after that.

    A model aboard without anything better to do than the default gets None.
    """
    current_aims = aims(menu.state, menu.model)
    special = resolution(menu) or contact_order(menu) or (drone_launch(menu) if menu.model.is_capital else None)
    special = special or best_nuke(menu, current_aims, weights)
    if special is not None or menu.model.is_embarked:
        return special, None
    weapons = active_gunnery(menu, current_aims)
    shot = best_attack(menu, current_aims, weapons, attention, weights)
    if chosen is None or not chosen.is_valid(menu, shot is not None):
        chosen = next_move(menu, current_aims, weapons, attention, weights)
    if chosen is not None and chosen.steps and (shot is None or shot.total * weights.move_first < chosen.attack_value):
        return chosen.next_step(menu.model), chosen
    if chosen is not None and shot is not None:
        chosen.fire_first()
    return shot.answer if shot is not None else menu.default(), chosen


def resolution(menu: NextOrder) -> Answer | None:
    """Return the order that resolves the declared action, on its best target, or None if it can't be resolved here."""
    act = menu.act
    at_once = act.action and rulebook(menu.state).actions[act.action].at_once
    if not act.action or act.resolved or at_once or act.action in CONTACT_ACTIONS:
        return None
    targets = TARGETS.get(act.action)
    if targets is None:
        return Resolve() if menu.judge(Resolve()) is None else None
    possible = (target_id for target_id in targets(menu.state, menu.model) if menu.judge(Resolve(target_id)) is None)
    values = {target_id: _target_value(menu, target_id) for target_id in possible}
    best = max(values, key=lambda target_id: values[target_id], default="")
    return Resolve(best) if values and values[best] > 0 else None


def _target_value(menu: NextOrder, target_id: str) -> float:
    """Return the value of resolving an action on a model: for a boarding what it gains, else the model's TV."""
    other = menu.state.models[target_id]
    if menu.act.action == Board.name:
        return target_boarding_value(menu.state, menu.model, other)
    return model_value(other)
