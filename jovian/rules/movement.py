"""Movement: legs, turns and flights, interrupted by what they touch and by who fires at them (v1.2.4 Movement).

A leg's triggers (terrain, autofire, interceptions) are found as `(rounded distance, rank, id, who)`; the nearest is
resolved with the model standing there, then the rest of the leg is looked at afresh. What the other side may react
with is one question, asked at the first point that offers something (`reactions.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import sqrt

from jovian.game import Activation, Game, Model, Procedure, State, Terrain
from jovian.rules import autofire, interception
from jovian.rules.attached import attached_to, carry, detach, follow
from jovian.rules.formation import mates, members
from jovian.rules.hazards import hazards, meet
from jovian.rules.limits import envelope, fix_limits
from jovian.rules.reactions import AUTOFIRE, INTERCEPTION, Chance, react, standing
from jovian.rules.sight import near_piece, touches_piece
from jovian.rules.skill import skill_test, take
from jovian.table import Pose, first_touch_outline, overlaps, turn_touches

TERRAIN = 0
PROBE = 0.01
"""Inches that a model flush with terrain is thought ahead to see whether it moves into it."""
AGAIN = 0.25
"""Inches after which an interceptor without room for contact is looked at again."""
Trigger = tuple[float, int, str, str]
"""Inches, rank, what is set off (a piece, `model/mount`, or an interceptor), and the model that sets it off."""
Avoidable = Callable[[Model, Terrain], bool]


@dataclass(frozen=True, slots=True)
class Manner:
    """How a move is told, and who may react to it."""

    cause: str
    under_fire: bool = True
    """May autofire react?"""
    interceptable: bool = True
    counted: int = 0
    """Does it take of the move of the activation: 1 ahead or in flight, -1 in reverse, 0 not at all?"""


ADVANCE, REVERSE, FLIGHT = Manner("advance", counted=1), Manner("advance", counted=-1), Manner("squadron", counted=1)
FREE = Manner("free", interceptable=False)
"""The free moves of the active squadron."""
ASIDE = Manner("free", under_fire=False, interceptable=False)
"""A free move of a squadron that is not active."""


def freely(state: State, squadron: Model) -> Manner:
    """How a squadron makes a free move: autofire reacts to the active one alone."""
    return FREE if state.activation is not None and state.activation.model == squadron.id else ASIDE


def advance(game: Game, ship: Model, inches: float) -> Procedure[None]:
    """A capital ship moves straight ahead (or back, negative) along its heading."""
    fix_limits(game.state, ship)
    goal = ship.pose.advanced(inches).rounded()
    yield from leg(game, ship, goal, lambda model, piece: model is ship, ADVANCE if inches > 0 else REVERSE)


def turn(game: Game, ship: Model, degrees: int, free: bool = False) -> Procedure[None]:
    """A capital ship pivots about its center; at Thrusters 0 only after a skill test (R22)."""
    state, act = game.state, game.state.activation
    assert act is not None
    room = envelope(state, ship, act)
    fix_limits(state, ship)
    if free:
        act.granted = tuple(each for each in act.granted if each != "pivot")
    elif room.needs_test:
        result = yield from take(game, ship, skill_test(game.state, ship, "turning without Thrusters"))
        act.thrusters_test = 1 if result else -1
        if not result:
            return
        act.turned += 1
    else:
        act.turned += 1
    before = ship.pose
    swept = [
        (p, touches_piece(ship, p)) for p in hazards(state, ship) if _turned_into(ship, before, degrees, p)
    ]
    ship.pose = before.turned(degrees)
    game.tell_move(ship, [before, ship.pose], "turn")
    inside_now = {(each.id, p.id) for each in attached_to(state, ship) for p in _touched(state, each)}
    carry(game, ship, before)
    for piece, inside in swept:
        if ship.on_table:
            yield from meet(game, ship, piece, not inside)
    for each in attached_to(state, ship):
        for piece in _touched(state, each):
            if each.on_table and (each.id, piece.id) not in inside_now:
                yield from meet(game, each, piece, False)
    if ship.on_table:
        shots = [(ship, each) for each in autofire.on_turn(state, ship, before)]
        yield from react(game, ship, standing(ship, shots, ()))


def _touched(state: State, model: Model) -> list[Terrain]:
    """The hazards that a model stands in."""
    return [piece for piece in hazards(state, model) if touches_piece(model, piece)]


def _turned_into(ship: Model, before: Pose, degrees: int, piece: Terrain) -> bool:
    return any(turn_touches(ship.base, before, degrees, part, piece.pose) for part in piece.outline)


def fly(game: Game, squadron: Model, points: list[list[float]]) -> Procedure[None]:
    """The active squadron (or formation) flies along a path of its center."""
    fix_limits(game.state, squadron)
    yield from fly_path(game, squadron, points, FLIGHT)


def fly_path(game: Game, squadron: Model, points: list[list[float]], manner: Manner) -> Procedure[None]:
    """Fly along a path, resolving what happens on the way.

    The flight ends early when the squadron is lost, or when it was fought with: what is left goes on as it likes (R73).
    """
    last, start = Pose(points[-1][0], points[-1][1], squadron.pose.heading), squadron.pose
    course = _course(game.state)

    def avoidable(model: Model, piece: Terrain) -> bool:
        end = last if model is squadron else model.pose.moved(last.x - squadron.pose.x, last.y - squadron.pose.y)
        return not any(overlaps(model.base, end, part, piece.pose) for part in piece.outline)

    if squadron.attached and points:
        detach(game, squadron)
    for x, y in points:
        if squadron.on_table and _course(game.state) == course:
            yield from leg(game, squadron, Pose(x, y, start.heading), avoidable, manner)


def _course(state: State) -> tuple[str, int] | None:
    """What must stay as it was for a flight to go on: whose it is, and how many fights it has been drawn into."""
    act = state.activation
    return (act.model, act.fights) if act is not None else None


def leg(game: Game, model: Model, goal: Pose, avoidable: Avoidable, manner: Manner) -> Procedure[None]:
    """Move straight to a pose, resolving what happens on the way."""
    yield from Leg(game, model, goal, avoidable, manner).go()


class Leg:
    """A straight leg under way: what it has met so far, and the reaction that was chosen for farther on."""

    def __init__(self, game: Game, model: Model, goal: Pose, avoidable: Avoidable, manner: Manner) -> None:
        self.game, self.model, self.goal, self.avoidable, self.manner = game, model, goal, avoidable, manner
        self.gone = 0.0
        """Inches moved so far."""
        self.seen: set[tuple[str, str]] = set()
        self.waiting: dict[str, float] = {}
        """After how many inches each interceptor that had no room is looked at again."""
        self.chosen: Chance | None = None

    def go(self) -> Procedure[None]:
        """To the goal, or as far as the model comes."""
        course = _course(self.game.state)
        while self.model.on_table and _course(self.game.state) == course:
            dx, dy = self.goal.x - self.model.pose.x, self.goal.y - self.model.pose.y
            length = sqrt(dx * dx + dy * dy)
            if length < 0.0005:
                break
            found = self._found(dx, dy, length)
            chances = {each: self._chance(each, dx, dy, length) for each in found if each[1] != TERRAIN}
            self._advance(dx, dy, min(found[0][0], length) if found else length, length)
            if found and found[0][1] == TERRAIN:
                yield from self._strike([each for each in found if each[:2] == found[0][:2]])
            elif found:
                yield from self._react([each for each in found if each[0] == found[0][0]], chances)

    def _advance(self, dx: float, dy: float, inches: float, length: float) -> None:
        shift(self.game, self.model, dx, dy, inches / length, self.goal, self.manner.cause)
        self.gone += inches
        _count(self.game.state.activation, inches, self.manner)

    def _found(self, dx: float, dy: float, length: float) -> list[Trigger]:
        """What the rest of the leg would set off, nearest first."""
        found = triggers(self.game.state, self.model, dx, dy, self.manner)
        return sorted(self._delayed(each, length) for each in found if each[2:] not in self.seen)

    def _delayed(self, trigger: Trigger, length: float) -> Trigger:
        """An interceptor that had no room is looked at again a little farther on, at the end of the leg at last."""
        if trigger[1] != INTERCEPTION or trigger[2] not in self.waiting:
            return trigger
        return max(trigger[0], min(round(self.waiting[trigger[2]] - self.gone, 4), length)), *trigger[1:]

    def _chance(self, trigger: Trigger, dx: float, dy: float, length: float) -> Chance:
        """A reaction as it will come up, seen from where the model stands now."""
        inches, rank, what, who = trigger
        who = self.model.id if rank == INTERCEPTION else who
        share = inches / length
        pose = self.goal if share >= 1 else self.model.pose.moved(dx * share, dy * share).rounded()
        ident, _, mount = what.partition("/")
        return Chance(round(self.gone + inches, 4), rank, ident, mount, who, pose)

    def _react(self, at: list[Trigger], chances: dict[Trigger, Chance]) -> Procedure[None]:
        """Offer what comes up here, and with it what the rest of the leg holds."""
        here = [replace(chances.pop(each), pose=None) for each in at]
        self.chosen = yield from react(self.game, self.model, here, list(chances.values()), self.chosen)
        act = self.game.state.activation
        for each in at:
            if each[1] == INTERCEPTION and act is not None and each[2] not in act.reacted:
                self.waiting[each[2]] = self.gone + AGAIN
            else:
                self.seen.add(each[2:])

    def _strike(self, at: list[Trigger]) -> Procedure[None]:
        """Terrain that is touched here attacks, or is avoided."""
        state = self.game.state
        for _, _, ident, who in at:
            piece, mover = state.terrain[ident], state.models[who]
            inside = any(overlaps(mover.base, mover.pose, part, piece.pose) for part in piece.outline)
            if mover.on_table:
                yield from meet(self.game, mover, piece, not inside and self.avoidable(mover, piece))
        self.seen.update(each[2:] for each in at)


def _count(act: Activation | None, inches: float, manner: Manner) -> None:
    """Take the inches off what the active model has left, at once: a fight on the way ends the flight there."""
    if act is not None and manner.counted > 0:
        act.ran = round(act.ran + inches, 4)
    elif act is not None and manner.counted < 0:
        act.reversed = round(act.reversed + inches, 4)


def shift(game: Game, model: Model, dx: float, dy: float, share: float, goal: Pose, cause: str) -> None:
    """Move a model by a share of the way to its goal, with its formation or the squadrons in contact with it."""
    if share <= 0:
        return
    before, inches = model.pose, share * sqrt(dx * dx + dy * dy)
    model.pose = goal if share >= 1 else before.moved(dx * share, dy * share).rounded()
    game.tell_move(model, [before, model.pose], cause, inches)
    if model.capital:
        carry(game, model, before)
        return
    for mate in mates(game.state, model):
        start = mate.pose
        mate.pose = start.moved(model.pose.x - before.x, model.pose.y - before.y).rounded()
        game.tell_move(mate, [start, mate.pose], cause, inches)


def triggers(state: State, model: Model, dx: float, dy: float, manner: Manner = ADVANCE) -> Iterator[Trigger]:
    """What a straight leg of a model and its formation would set off, and after how many inches."""
    for each in carried(state, model):
        for piece in hazards(state, each):
            if touches_piece(each, piece):
                yield 0.0, TERRAIN, piece.id, each.id
                continue
            touch = first_touch_outline(each.base, each.pose, dx, dy, piece.outline, piece.pose)
            if touch is None and _enters(each, dx, dy, piece):
                touch = 0.0
            if touch is not None:
                yield round(touch, 4), TERRAIN, piece.id, each.id
    for each in members(state, model):
        if manner.under_fire:
            for touch, (ident, mount) in autofire.on_leg(state, each, dx, dy):
                yield round(touch, 4), AUTOFIRE, f"{ident}/{mount}", each.id
        if manner.interceptable and not each.capital:
            for touch, ident in interception.on_leg(state, each, dx, dy):
                yield round(touch, 4), INTERCEPTION, ident, each.id


def _enters(model: Model, dx: float, dy: float, piece: Terrain) -> bool:
    """Does a model that stands flush with a piece move into it?"""
    if not near_piece(model, piece, 0.0):
        return False
    size = sqrt(dx * dx + dy * dy) or 1.0
    inside = model.pose.moved(dx / size * PROBE, dy / size * PROBE)
    return any(overlaps(model.base, inside, part, piece.pose) for part in piece.outline)


def carried(state: State, model: Model) -> list[Model]:
    """What moves when a model does: its formation, or a ship and the squadrons in contact with it, where they are."""
    if not model.capital:
        return members(state, model)
    real = state.models[model.id].pose
    return [model, *(follow(each, real, model.pose) for each in attached_to(state, model))]
