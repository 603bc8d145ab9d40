"""The orders that an ensign gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from jovian.game import OBJECT, Answer, Model, State, Terrain
from jovian.game.answers import Activate, Attack, Defend, End, FireNuke, Fly, Land, Launch, LaunchDrone, Move, Resolve
from jovian.players.evaluation.fights import bombing_at_hand, weary
from jovian.players.evaluation.goals import NONE, Aims, aims, boarding_value, havens, seams, waits_aboard
from jovian.players.evaluation.gunnery import Gunnery, Salvo, burst, together
from jovian.players.evaluation.moves import (
    CandidateMove,
    Hope,
    Legality,
    Outlook,
    Step,
    Underway,
    gunnery,
    hope,
    launch,
    possible,
    urgency,
    weighed,
)
from jovian.players.evaluation.places import distance_between, enemies, enemies_within, nearest_enemy
from jovian.rules.actions.generic import Board, CombinedAttack, Ram, markable, struck
from jovian.rules.actions.generic import in_boarding_range as in_boarding_reach
from jovian.rules.actions.ship import SuppressingFire, Tug, draggable, suppressible
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

# --- attention ---
# What a player takes of what it has weighed: the ensign the best of it. Who makes mistakes takes another.


class Weighed(NamedTuple):
    """A way that may be gone, and what it promises."""

    steps: tuple[Step, ...]
    """The answers that make it, none to stay."""
    outlook: Outlook


class Attention:
    """The best of everything; of those alike the first."""

    wanders: ClassVar[bool] = False
    """May it take an end that is not the best, so that all must be weighed?"""

    def model(self, view: State, weighed: Sequence[tuple[Model, float]]) -> Model:
        """Whom to activate, of models with their urgency."""
        return max(weighed, key=lambda each: each[1])[0]

    def end(self, view: State, model: Model, weighed: Sequence[Weighed]) -> Weighed:
        """The way to go."""
        return max(weighed, key=lambda each: each.outlook.worth)

    def fire(self, view: State, model: Model, salvos: Sequence[Salvo]) -> Salvo:
        """The attack to make first; they come best first."""
        return salvos[0]


FULL = Attention()


# --- activating ---
# Whom the ensign activates.


def most_urgent(decision: ChooseModel, view: State, attention: Attention = FULL) -> Activate:
    """The answer that activates the most urgent model; of those alike the first of the fleet."""
    weighed = [(model, urgency(view, model)) for model in eligible(view, decision.side)]
    return Activate(attention.model(view, weighed).id)


# --- launching ---
# When and where the ensign launches: squadrons toward the enemy, drones when somebody is near.

DRONE_RANGE = 16.0
"""Inches within which an enemy must be for drones to be launched."""


def launch_out(menu: NextOrder) -> Answer | None:
    """Leave the ship where that is worth most; a weary squadron stays aboard."""
    state, model = menu.state, menu.model
    if (weary(model) or waits_aboard(state, model)) and menu.judge(End()) is None:
        return End()
    found = [option.answer for option in menu.options_of(Launch)]
    return max(found, key=lambda each: (launch(state, model.at(each.pose)), len(each.partners)), default=None)


def drones(menu: NextOrder) -> LaunchDrone | None:
    """Launch what a bay holds, Class III beside the ship first, else toward the enemy."""
    state, model = menu.state, menu.model
    if nearest_enemy(state, model) > DRONE_RANGE:
        return None
    found = [option.answer for option in menu.options_of(LaunchDrone)]
    cards = {card.key: card for card in state.drone_cards}
    return max(found, key=lambda each: (cards[each.card].drone_class or 0, each.card), default=None)


# --- closing ---
# How the ensign closes in: a squadron flies to what it declared, a ship runs into its prey, the weary go home.

NEAREST = 4
"""How many ships are weighed."""


def close_in(menu: NextOrder) -> Answer | None:
    """Fly into contact with what the declared action wants, and resolve it there; home if weary."""
    act, model = menu.act, menu.model
    if model.aboard:
        return launch_out(menu)
    action = menu.still_to_do()
    if model.capital:
        return _run_into(menu) if action == Ram.name else None
    if action in (Bombing.name, Interception.name, Ram.name):
        if menu.judge(Resolve()) is None:
            return Resolve()
        return _fly_to(menu, [act.target] if act.target else _ships(menu))
    if action == Mine.name:
        if menu.judge(Resolve()) is None:
            return Resolve()
        if way := _fly_to(menu, [piece.id for _, piece in sorted(seams(menu.state, model), key=_nearest)]):
            return way
    if act.landed:
        return None
    if wanted := [ship for ship, _ in havens(menu.state, model)]:
        return _land(menu, wanted)
    return _home(menu) if weary(model) else None


def _run_into(menu: NextOrder) -> Answer | None:
    """A ship that rams goes straight ahead until it touches its prey."""
    ship, forward = menu.model, menu.envelope().forward
    end = ship.pose.advanced(forward)
    dx, dy = end.x - ship.pose.x, end.y - ship.pose.y
    for other in enemies(menu.state, ship, True) if forward > 0 else ():
        touch = first_touch(ship.base, ship.pose, dx, dy, other.base, other.pose)
        move = Move(round(touch, 3)) if touch is not None else None
        if move is not None and menu.judge(move) is None:
            return move
    return None


def _nearest(seam: tuple[float, Terrain]) -> tuple[float, str]:
    return round(seam[0], 4), seam[1].id


def _ships(menu: NextOrder) -> list[str]:
    """Enemy ships, those first that promise most."""
    state, model = menu.state, menu.model
    near = enemies_within(state, model, menu.envelope().forward + 0.1, True)[:NEAREST]
    value = {ship.id: bombing_at_hand(state, model, ship) for _, ship in near}
    return sorted(value, key=lambda ident: (-value[ident], ident))


def _fly_to(menu: NextOrder, idents: list[str]) -> Answer | None:
    """The flight into contact with the first of these that it can reach, None if it reaches none."""
    forward = menu.envelope().forward
    for ident in idents:
        pose = flight_to(menu.state, menu.model, ident, forward)
        if pose is not None:
            return Fly(((pose.x + 0.0, pose.y + 0.0),))
    return None


def _home(menu: NextOrder) -> Answer | None:
    """The way to land on a ship that has room, None without one."""
    state, model = menu.state, menu.model
    ships = [s for s in state.on_table() if s.capital and refuse_aboard(state, model, s) is None and not s.is_crippled]
    return _land(menu, sorted(ships, key=lambda ship: distance_between(model, ship)))


def _land(menu: NextOrder, ships: list[Model]) -> Answer | None:
    """Land on the first of the ships that is in contact, else fly to the first in reach."""
    for ship in ships:
        if menu.judge(Land(ship.id)) is None:
            return Land(ship.id)
    return _fly_to(menu, [ship.id for ship in ships])


# --- shooting ---
# What the ensign shoots at.

WORTH_A_NUKE = 3.0
"""TV that a Nuke must be expected to take, friends deducted."""
WORTH_FIRING = 0.05
"""TV below which a shot is not worth the trouble."""


@dataclass(frozen=True, slots=True)
class Shot:
    """The attack to make first, and what all that may follow is worth with it, in TV."""

    answer: Attack | Defend
    total: float


def best_attack(menu: NextOrder, aims: Aims, guns: Gunnery, attention: Attention = FULL) -> Shot | None:
    """The best attack from where the active model stands; None if there is none worth it."""
    if menu.leaving() is not None:
        return None
    left = fire_control_left(menu.state, menu.model)
    salvos = guns.salvos(menu.model, left)
    total = together(salvos, left)
    if total <= WORTH_FIRING + aims.truce:
        return None
    return Shot(attention.fire(menu.state, menu.model, salvos).answer, total)


def best_nuke(menu: NextOrder, aims: Aims = NONE) -> FireNuke | None:
    """A Nuke where it hurts the enemy most and friends little; None if that is not worth it."""
    best: tuple[float, FireNuke] | None = None
    if menu.model.aboard or fire_control_left(menu.state, menu.model) < 1:
        return None
    for answer in menu.choices_of(FireNuke):
        value = burst(menu.state, menu.model, answer)
        if value > WORTH_A_NUKE + aims.truce and (best is None or value > best[0]) and menu.judge(answer) is None:
            best = value, answer
    return best[1] if best is not None else None


# --- ends ---
# The ends that the active model may come to, each weighed no farther than it must be.


class Ends:
    """The ends of the ways from here, in the order of the ways."""

    def __init__(self, menu: NextOrder, aims: Aims, guns: Gunnery) -> None:
        self._menu, self._aims, self._guns = menu, aims, guns
        self._ways = list(possible(menu, aims.goals))
        self._legal = Legality(menu)
        self._hopes: dict[Pose, Hope] = {}

    def lead_on(self) -> bool:
        """Is there any but staying?"""
        return any(way.steps and self._legal.may_begin(way) for way in self._ways)

    def stay(self) -> Weighed | None:
        """What staying promises, None where it must move on."""
        return next((self._weighed(way) for way in self._ways if not way.steps), None)

    def all(self) -> list[Weighed]:
        """Every end that may be made for."""
        return [self._weighed(way) for way in self._ways if self._legal.may_begin(way)]

    def best(self) -> Weighed | None:
        """The first of those that are worth most.

        Those that promise most come first: once what they promise is less than one is worth, none can be better, and
        whether it costs anything, or is legal at all, is left unasked.
        """
        found: tuple[float, int, Weighed] | None = None
        hopes = [self._hope(way) for way in self._ways]
        for number in sorted(range(len(hopes)), key=lambda each: -hopes[each].most):
            if found is not None and hopes[number].most < -found[0]:
                break
            each = self._weighed(self._ways[number])
            rank = -each.outlook.worth, number
            if (found is None or rank < found[:2]) and self._legal.may_begin(self._ways[number]):
                found = *rank, each
        return found[2] if found is not None else None

    def _hope(self, way: CandidateMove) -> Hope:
        found = self._hopes.get(way.end)
        if found is None:
            found = self._hopes[way.end] = hope(self._menu, way.end, self._aims, self._guns)
        return found

    def _weighed(self, way: CandidateMove) -> Weighed:
        return Weighed(way.steps, weighed(self._menu, self._hope(way), way.legs, self._aims))


# --- moving ---
# Where the ensign moves: a few dozen ends are tried, each judged by its shots, its exposure and the way on.

GAIN = 0.05
"""How much better an end must be than staying."""


class Going(Underway):
    """The way that it has decided on, no steps to stay."""

    def __init__(self, model: Model, steps: Sequence[Step], offense: float) -> None:
        super().__init__(model.id, model.pose, steps)
        self.offense = offense
        """TV of the shots from its end."""
        self._stands = not steps
        """Does it fire where it is, and look for a way once it has fired?"""

    def stand(self) -> None:
        """Leave what is left of the way, if anything is, to fire first."""
        self._stands = self._stands or bool(self.steps)
        self.steps.clear()

    def leads(self, menu: NextOrder, fires: bool) -> bool:
        """Need it look for no other way: is it on this one, or at its end, or does it stand and still fire?"""
        begun = menu.act.moved or bool(menu.act.used)
        if not begun or not self.holds(menu.model):  # what is left of an activation before leads nowhere
            return False
        if self.steps:
            return menu.judge(self.steps[0]) is None
        return fires if self._stands else menu.judge(End()) is None


def next_move(menu: NextOrder, aims: Aims, guns: Gunnery, attention: Attention = FULL) -> Going | None:
    """The best way from here; None if the model can no longer move."""
    ends = Ends(menu, aims, guns)
    if not ends.lead_on():
        return None
    best = attention.end(menu.state, menu.model, ends.all()) if attention.wanders else ends.best()
    assert best is not None
    stay = ends.stay()
    taken = stay if stay is not None and best.outlook.worth < stay.outlook.worth + GAIN else best
    return Going(menu.model, taken.steps, taken.outlook.offense)


# --- ordering ---
# What the ensign orders the active model: act, shoot now or after moving, move, end.

PATIENCE = 1.1
"""It shoots first unless moving first promises this much more."""
CLOSING = (Bombing.name, Interception.name)
"""Actions that are resolved once the squadron is in contact."""
TARGETS: dict[str, Callable[[State, Model], list[str]]] = {
    Board.name: in_boarding_reach, CombinedAttack.name: markable, SuppressingFire.name: suppressible, Ram.name: struck,
    Tug.name: draggable,
}  # fmt: skip
"""The ids that an action may be resolved on."""


def order(
    menu: NextOrder, going: Going | None = None, attention: Attention = FULL
) -> tuple[Answer | None, Going | None]:
    """The next order of the active model, after the way that it was on; and the way that it is on from there.

    No order for one aboard that has nothing better to do than the default.
    """
    after = aims(menu.state, menu.model)
    special = resolve(menu) or close_in(menu) or (drones(menu) if menu.model.capital else None)
    special = special or best_nuke(menu, after)
    if special is not None or menu.model.aboard:
        return special, None
    guns = gunnery(menu, after)
    shot = best_attack(menu, after, guns, attention)
    if going is None or not going.leads(menu, shot is not None):
        going = next_move(menu, after, guns, attention)
    if going is not None and going.steps and (shot is None or shot.total * PATIENCE < going.offense):
        return going.take(menu.model), going
    if going is not None and shot is not None:
        going.stand()
    return shot.answer if shot is not None else menu.default(), going


def resolve(menu: NextOrder) -> Answer | None:
    """Resolve the declared action if this is the place for it; on the best target where it has one."""
    act = menu.act
    at_once = act.action and rulebook(menu.state).actions[act.action].at_once
    if not act.action or act.resolved or at_once or act.action in CLOSING:
        return None
    targets = TARGETS.get(act.action)
    if targets is None:
        return Resolve() if menu.judge(Resolve()) is None else None
    able = (ident for ident in targets(menu.state, menu.model) if menu.judge(Resolve(ident)) is None)
    ready = {ident: _worth(menu, ident) for ident in able}
    best = max(ready, key=lambda ident: ready[ident], default="")
    return Resolve(best) if ready and ready[best] > 0 else None


def _worth(menu: NextOrder, ident: str) -> float:
    """What resolving an action on a model is about: an object for what its search brings, else its TV."""
    other = menu.state.models[ident]
    return boarding_value(menu.state, menu.model, other) if other.card.kind == OBJECT else model_value(other)
