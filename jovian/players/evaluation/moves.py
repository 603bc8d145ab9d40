"""Ways that a model can go, what a move is worth, and who moves first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from jovian.game import Model, State
from jovian.game.answers import Fly, Move, Turn
from jovian.players.evaluation.goals import NONE, Aims, Goal, drawn, homes
from jovian.players.evaluation.gunnery import Gunnery, fire_from
from jovian.players.evaluation.objectives import with_more_tokens, withdrawal_value
from jovian.players.evaluation.places import (
    CLOSING,
    Legs,
    blast_risk,
    dangers,
    enemies,
    nearest_enemy,
    pending_bombs,
    pose_value,
    stopped_at,
)
from jovian.players.evaluation.places import distance_between as places_apart
from jovian.rules.actions.generic import Board, Withdraw, in_boarding_range
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.menu.samples import refuse_order
from jovian.rules.placement.attached import refuse_landing
from jovian.rules.placement.legal_places import ids_in_contact
from jovian.rules.placement.move_limits import RemainingMovement
from jovian.rules.scenario.objects import found_on
from jovian.rules.shots import ratings
from jovian.rules.shots.ratings import fire_control_left
from jovian.table import Pose, first_touch

# --- way ---
# A way that a model may go: the answers that make it, where it ends, and over what.

Step = Move | Turn | Fly
"""One answer of a way."""


class CandidateMove(NamedTuple):
    """A way that may be gone."""

    steps: tuple[Step, ...]
    """The answers that make it, none to stay."""
    end: Pose
    legs: list[tuple[Pose, Pose]]
    """Its straight legs, each from where to where."""


# --- underway ---
# A way that a model is on: what is left of it, and where the model should be by now.

AWRY = 0.02
"""Inches from where it should be that make a player plan anew."""


class Underway:
    """The steps of a model's way that are left, from a pose on."""

    def __init__(self, model: str, pose: Pose, steps: Sequence[Step]) -> None:
        self.model, self.pose, self.steps = model, pose, list(steps)

    def holds(self, model: Model) -> bool:
        """Is it that model, and is it where it should be?"""
        pose = model.pose
        near = abs(pose.x - self.pose.x) + abs(pose.y - self.pose.y) < AWRY
        return near and self.model == model.id and pose.heading == self.pose.heading

    def take(self, model: Model) -> Step:
        """The next step of the model; where it leads, the model should be then if nothing comes between."""
        step = self.steps.pop(0)
        self.pose = _after(model.pose, step)
        return step


def _after(pose: Pose, step: Step) -> Pose:
    match step:
        case Turn(angle):
            return pose.turned(angle)
        case Move(inches):
            return pose.advanced(inches)
        case Fly(path):
            return Pose(*path[-1], pose.heading)


# --- runs ---
# The ways of a ship: a turn, a move ahead, a turn again; or straight back.

TURNS = (0, 22, -22, 45, -45)
"""Turns that are tried before a ship moves."""
AFTER, AFTER_TURN = (0, 22, -22, 45, -45), (0, 45, -45)
"""Those after it has moved, and if it had turned before."""
SHARES = (0.0, 0.5, 1.0)
"""How far it goes, from the least to the most."""
BESIDE = 0.5
"""Inches from what it is after at which a ship stops."""


def runs(
    state: State, ship: Model, envelope: RemainingMovement, goals: tuple[Goal, ...] = ()
) -> Iterator[CandidateMove]:
    """Turn, move, turn again, as far as turns and inches allow."""
    start = ship.pose
    if envelope.least <= 0:
        yield CandidateMove((), start, [])
    for first in TURNS if envelope.turns and not envelope.turns_end_move and not envelope.needs_test else (0,):
        turned = start.turned(first)
        for inches in (*_lengths(envelope), *_stops(state, ship.at(turned), envelope, goals)):
            moved = turned.advanced(inches)
            left = envelope.turns - (1 if first else 0)
            again = left > 0 and not envelope.needs_test
            for last in _after_run(again, first):
                if first or inches > 0 or last:
                    yield CandidateMove(_steps(first, inches, last), moved.turned(last), [(turned, moved)])
    if envelope.reverse > 0:
        back = start.advanced(-envelope.reverse)
        yield CandidateMove((Move(-envelope.reverse),), back, [(start, back)])


def _lengths(envelope: RemainingMovement) -> Iterator[float]:
    for share in SHARES if envelope.forward > 0 else (0.0,):
        yield round(envelope.least + share * (envelope.forward - envelope.least), 2)


def _stops(state: State, ship: Model, envelope: RemainingMovement, goals: tuple[Goal, ...]) -> Iterator[float]:
    """Inches straight ahead to where it comes beside what it is after."""
    end = ship.pose.advanced(envelope.forward + BESIDE)
    for goal in goals:
        other = state.models.get(goal.beside)
        if other is not None and envelope.forward > 0:
            dx, dy = end.x - ship.pose.x, end.y - ship.pose.y
            touch = first_touch(ship.base, ship.pose, dx, dy, other.base, other.pose)
            if touch is not None and envelope.least <= touch - BESIDE <= envelope.forward:
                yield round(touch - BESIDE, 2)


def _after_run(again: bool, first: int) -> tuple[int, ...]:
    """The turns that are tried at the end of a move."""
    if not again:
        return (0,)
    return AFTER_TURN if first else AFTER


def _steps(first: int, inches: float, last: int) -> tuple[Step, ...]:
    before: tuple[Step, ...] = (Turn(first),) if first else ()
    ahead: tuple[Step, ...] = (Move(inches),) if inches > 0 else ()
    after: tuple[Step, ...] = (Turn(last),) if last else ()
    return before + ahead + after


# --- flights ---
# The ways of a squadron: rings around the nearest enemies, straight toward them, and toward goals.

RINGS = (2.6, 4.6, 7.5)
"""Inches from an enemy's center at which a squadron looks for a place."""
AROUND = 8
"""How many places of a ring are tried."""
NEAREST = 4
"""How many enemies are looked around."""
RIM = 0.6
"""Inches from the edges of the table that a flight keeps away."""
SHORT = 0.05
"""Inches that a flight to a goal stays short of what it may be."""
LEAST = 0.25
"""Inches below which a flight is not worth an answer."""


def flights(
    state: State, squadron: Model, envelope: RemainingMovement, goals: tuple[Goal, ...] = ()
) -> Iterator[CandidateMove]:
    """Stay, or fly to rings around the nearest enemies, or straight toward them, or toward a goal."""
    start = squadron.pose
    yield CandidateMove((), start, [])
    foes = sorted((start.distance_to(other.pose), other.id, other) for other in enemies(state, squadron))
    for apart, _, other in foes[:NEAREST]:
        for x, y in _places(start, other.pose, apart, envelope.forward):
            end = Pose(round(x, 2), round(y, 2), start.heading)
            if inside(state, end) and start.distance_to(end) >= LEAST:
                yield _straight(start, end)
    for goal in goals:
        way = Pose(goal.x, goal.y, start.heading)
        inches = start.distance_to(way)
        share = min(1.0, (envelope.forward - SHORT) / (inches or 1.0))
        if share > 0 and share * inches >= LEAST:
            yield _straight(start, start.moved(share * (way.x - start.x), share * (way.y - start.y)).rounded())


def inside(state: State, end: Pose) -> bool:
    """Does a flight that ends there keep away from the edges of the table?"""
    return RIM < end.x < state.width - RIM and RIM < end.y < state.height - RIM


def _straight(start: Pose, end: Pose) -> CandidateMove:
    return CandidateMove((Fly(((end.x, end.y),)),), end, [(start, end)])


def _places(start: Pose, enemy: Pose, apart: float, reach: float) -> Iterator[tuple[float, float]]:
    for ring in RINGS:
        for number in range(AROUND):
            side = Pose(enemy.x, enemy.y, number * 360 // AROUND).advanced(ring)
            if start.distance_to(side) <= reach:
                yield side.x, side.y
    if apart > 0:
        for share in (0.5, 0.98):
            step = min(reach * share, max(0.0, apart - RINGS[0]))
            yield start.x + (enemy.x - start.x) / apart * step, start.y + (enemy.y - start.y) / apart * step


# --- ways ---
# The ways of the active model: `ways(menu, goals)`, or all that are `possible`, to be judged later.


def candidate_moves(menu: NextOrder, goals: tuple[Goal, ...] = ()) -> Iterator[CandidateMove]:
    """Every way worth weighing whose first answer is legal now, in an order that depends on the state alone.

    Staying is among them unless the model must move on. `goals` are places to make for besides the enemy. What comes
    after the first answer is not judged: on the way things may happen.
    """
    legal = Legality(menu)
    return (way for way in possible(menu, goals) if legal.may_begin(way))


def possible(menu: NextOrder, goals: tuple[Goal, ...] = ()) -> Iterator[CandidateMove]:
    """The same, whether their first answers are legal or not."""
    envelope = menu.envelope()
    return (runs if envelope.capital else flights)(menu.state, menu.model, envelope, goals)


class Legality:
    """Which first answers of ways are legal, each judged once and only if it is asked for."""

    def __init__(self, menu: NextOrder) -> None:
        self._menu = menu
        self._legal: dict[Step, bool] = {}

    def may_begin(self, way: CandidateMove) -> bool:
        """Return whether a way may be begun and leads on as far as can be told now. Staying always may."""
        if not way.steps:
            return True
        first = way.steps[0]
        if first not in self._legal:
            self._legal[first] = self._menu.judge(first) is None
        return self._legal[first] and leads_on(self._menu.state, self._menu.model, way.steps)


def leads_on(state: State, model: Model, steps: Sequence[Step]) -> bool:
    """Return whether a model that takes the first of some legal steps need not take it back.

    A flight must end where it may stay: the rules let it go on to what it may not touch, only to fly clear again. A
    ship that turns must be able to make the move for which it turns.
    """
    match steps:
        case [Fly(path), *_]:
            x, y = path[-1]
            return refuse_landing(state, model.at(Pose(x, y, model.pose.heading))) is None
        case [Turn(angle), Move() as move, *_]:
            return refuse_order(state, model.at(model.pose.turned(angle)), move) is None
    return True


# --- moves ---
# What moves are worth: the shots from their ends, the place, the dangers on the way.

IN_THE_WAY = 8.0
"""TV that an end on another base is reckoned to cost."""
BOARDERS = 8.0
"""TV that an end from which it can board is reckoned to be worth, once that is declared."""
HULL = 1.5
"""TV that a place on an enemy hull is reckoned to be worth."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a move promises, in TV."""

    worth: float
    offense: float
    """The part of it that is the shots from its end."""


class Hope(NamedTuple):
    """What an end promises before it is looked at what it costs."""

    there: Model
    """The model as it would stand there."""
    offense: float
    """TV of the shots from it."""
    gains: float
    """TV of shots, place and goals."""
    most: float
    """TV that it cannot exceed, whatever the way to it."""


def gunnery(menu: NextOrder, aims: Aims = NONE) -> Gunnery:
    """The guns that the active model may still use."""
    return Gunnery(menu.state, menu.model, menu.free_mounts(), menu.act.used, aims.prey)


def outlook(menu: NextOrder, end: Pose, legs: Legs, aims: Aims = NONE, guns: Gunnery | None = None) -> Outlook:
    """What a move of the active model to an end is worth; who weighs several ends hands in its `gunnery`."""
    return weighed(menu, hope(menu, end, aims, guns or gunnery(menu, aims)), legs, aims)


def hope(menu: NextOrder, end: Pose, aims: Aims, guns: Gunnery) -> Hope:
    """What an end promises if nothing there or on the way to it costs anything."""
    state, there = menu.state, stopped_at(menu.state, menu.model.at(end))
    shots = guns.offense(there, fire_control_left(state, there))
    gains = shots + pose_value(state, there, aims.escape) + drawn(aims.goals, there)
    most = gains + BOARDERS if _boards(menu) else gains
    return Hope(there, shots, gains, most + max(0.0, aims.escape))


def weighed(menu: NextOrder, hoped: Hope, legs: Legs, aims: Aims) -> Outlook:
    """What an end is worth by one way: what it promises, less what lies on the way and what stands there."""
    state, there = menu.state, hoped.there
    worth = hoped.gains - dangers(state, menu.model, there.pose, legs)
    if ids_in_contact(state, there):
        worth -= IN_THE_WAY
    if _boards(menu) and in_boarding_range(state, there):
        worth += BOARDERS
    if aims.escape and _gets_away(menu, there):
        worth += aims.escape
    return Outlook(worth, hoped.offense)


def _boards(menu: NextOrder) -> bool:
    """Is it about to board?"""
    return menu.act.action == Board.name and not menu.act.resolved


def _gets_away(menu: NextOrder, there: Model) -> bool:
    """Could a model that is about to withdraw do so from an end?"""
    waiting = menu.act.action == Withdraw.name and not menu.act.resolved
    return waiting and Withdraw().refuse_resolve(menu.state, there) is None


def free_place(view: State, model: Model, end: Pose, hull: bool) -> float:
    """Return the value in TV of a free move to an end pose, which may be on the hull of an enemy ship.

    Explosions that wait for the end of the move count (R70).
    """
    legs, there = [(model.pose, end)] if end != model.pose else [], model.at(end)
    cost = dangers(view, model, end, legs) + blast_risk(view, there, pending_bombs(view))
    return pose_value(view, there) - cost + (HULL if hull else 0.0)


# --- launches ---
# What leaving a ship is worth.


def launch(view: State, squadron: Model) -> float:
    """TV that starting at the pose that it has here is worth to a squadron aboard: more, the nearer to an enemy.

    With a token that it finds where it is, the nearer to the ship that this is best brought to.
    """
    host = view.models.get(squadron.host)
    token = found_on(view, squadron, host) if host is not None else ""
    if token and (home := homes(view, with_more_tokens(squadron, token, 1))):
        return -CLOSING * places_apart(squadron, home[0][0])
    return -CLOSING * nearest_enemy(view, squadron)


# --- urgency ---
# What acting next is worth to a model.

ESCAPE = 1000.0
"""What comes before all shots: that a crippled ship gets away."""


def urgency(view: State, model: Model) -> float:
    """Crippled ships first, to get away; then whoever has the best shots, or leaves the battle with most to show."""
    if model.is_crippled:
        return ESCAPE
    return fire_from(view, model, ratings.fire_control(view, model)) + max(0.0, withdrawal_value(view, model))
