"""Movement: legs, turns and flights, interrupted by what they touch and by who fires at them (v1.2.4 Movement).

A leg's triggers (terrain, autofire) are found as `(rounded distance, rank, id)`; the nearest is resolved with the model
standing there, then the rest of the leg is looked at afresh.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt

from jovian.game import Game, Model, Procedure, State, Terrain
from jovian.rules import autofire
from jovian.rules.hazards import hazards, meet
from jovian.rules.limits import envelope, fix_limits
from jovian.rules.rolls import skill_test
from jovian.rules.sight import touches_piece
from jovian.table import Pose, first_touch_outline, overlaps, turn_touches

TERRAIN, AUTOFIRE = 0, 1
Trigger = tuple[float, int, str]
Avoidable = Callable[[Terrain], bool]


def advance(game: Game, ship: Model, inches: float) -> Procedure[None]:
    """A capital ship moves straight ahead (or back, negative) along its heading."""
    state, act = game.state, game.state.activation
    assert act is not None
    fix_limits(state, ship)
    before = ship.pose
    goal = before.advanced(inches).rounded()
    gone = yield from _leg(game, ship, goal, lambda piece: True, "advance")
    if inches > 0:
        act.ran = round(act.ran + gone, 3)
    else:
        act.reversed = round(act.reversed + gone, 3)


def turn(game: Game, ship: Model, degrees: int, free: bool = False) -> Procedure[None]:
    """A capital ship pivots about its center; at Thrusters 0 only after a skill test (R22)."""
    state, act = game.state, game.state.activation
    assert act is not None
    room = envelope(state, ship, act)
    fix_limits(state, ship)
    if free:
        act.granted = tuple(each for each in act.granted if each != "pivot")
    elif room.needs_test:
        result = yield from skill_test(game, ship, "turning without Thrusters")
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
    for piece, inside in swept:
        if ship.on_table:
            yield from meet(game, ship, piece, not inside)
    if ship.on_table:
        yield from autofire.react(game, ship, autofire.on_turn(state, ship, before))


def _turned_into(ship: Model, before: Pose, degrees: int, piece: Terrain) -> bool:
    return any(turn_touches(ship.base, before, degrees, part, piece.pose) for part in piece.outline)


def fly(game: Game, squadron: Model, points: list[list[float]]) -> Procedure[None]:
    """A squadron flies along a path of its center."""
    act = game.state.activation
    assert act is not None
    fix_limits(game.state, squadron)
    last = Pose(points[-1][0], points[-1][1], squadron.pose.heading)

    def avoidable(piece: Terrain) -> bool:
        return not any(overlaps(squadron.base, last, part, piece.pose) for part in piece.outline)

    for x, y in points:
        if squadron.on_table:
            goal = Pose(x, y, squadron.pose.heading)
            gone = yield from _leg(game, squadron, goal, avoidable, "squadron")
            act.ran = round(act.ran + gone, 3)


def _leg(game: Game, model: Model, goal: Pose, avoidable: Avoidable, cause: str) -> Procedure[float]:
    """Move straight to a pose, resolving what happens on the way; return the inches moved."""
    gone = 0.0
    seen: set[str] = set()
    while model.on_table:
        dx, dy = goal.x - model.pose.x, goal.y - model.pose.y
        length = sqrt(dx * dx + dy * dy)
        if length < 0.0005:
            break
        found = sorted(each for each in triggers(game.state, model, dx, dy) if each[2] not in seen)
        inches = min(found[0][0], length) if found else length
        at = [each for each in found if each[0] == found[0][0] and each[1] == found[0][1]]
        _shift(game, model, dx, dy, inches / length, goal, cause)
        gone += inches
        seen.update(each[2] for each in at)
        yield from _resolve(game, model, at, avoidable)
    return gone


def _shift(game: Game, model: Model, dx: float, dy: float, share: float, goal: Pose, cause: str) -> None:
    if share <= 0:
        return
    before = model.pose
    model.pose = goal if share >= 1 else before.moved(dx * share, dy * share).rounded()
    game.tell_move(model, [before, model.pose], cause, share * sqrt(dx * dx + dy * dy))


def triggers(state: State, model: Model, dx: float, dy: float) -> Iterator[Trigger]:
    """What a straight leg would set off, and after how many inches."""
    for piece in hazards(state, model):
        if touches_piece(model, piece):
            yield 0.0, TERRAIN, piece.id
            continue
        touch = first_touch_outline(model.base, model.pose, dx, dy, piece.outline, piece.pose)
        if touch is not None:
            yield round(touch, 4), TERRAIN, piece.id
    for touch, (ident, mount) in autofire.on_leg(state, model, dx, dy):
        yield round(touch, 4), AUTOFIRE, f"{ident}/{mount}"


def _resolve(game: Game, model: Model, at: list[Trigger], avoidable: Avoidable) -> Procedure[None]:
    if not at:
        return
    if at[0][1] == TERRAIN:
        for _, _, ident in at:
            piece = game.state.terrain[ident]
            inside = any(overlaps(model.base, model.pose, part, piece.pose) for part in piece.outline)
            if model.on_table:
                yield from meet(game, model, piece, not inside and avoidable(piece))
        return
    reactions = [(ident.split("/")[0], ident.split("/")[1]) for _, _, ident in at]
    yield from autofire.react(game, model, reactions)


