"""Movement: legs, turns and flights, interrupted by whatever the rulebook lists (v1.2.4 Movement).

What interrupts a leg is looked for along all that is left of it; the nearest is carried out with the model standing
there, then the rest of the leg is looked at afresh.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import NamedTuple

from jovian.game import NEUTRAL, Activation, Game, Model, Procedure, State, Terrain
from jovian.game.activation import FREE_TURN
from jovian.game.choice import Point
from jovian.rules.facts.formation import mates
from jovian.rules.facts.skill_test import take
from jovian.rules.places.attached import carry, detach
from jovian.rules.places.edges import set_off, stopped_by
from jovian.rules.places.limits import SLACK, envelope, fix_limits, slowing
from jovian.rules.rulebook.interrupt import (
    ADVANCE,
    FLIGHT,
    FREE,
    REVERSE,
    UNOPPOSED,
    Avoidable,
    Manner,
    Trigger,
    Watch,
)
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shooting.skill import skill_test
from jovian.table import Pose, length, overlaps


class LegEnd(Enum):
    """How a straight leg ended."""

    ARRIVED = auto()
    CUT = auto()
    """What it flew into left it less of its move than it was ordered."""
    LOST = auto()
    """The model is not on the table any more."""
    HANDED_OVER = auto()
    """A fight on the way ended the flight: the activation goes on as it likes, maybe with another of the formation.

    Or a ship was captured on its way: its captor goes on with what is left of its move (R47).
    """


class Course(NamedTuple):
    """What must stay as it was for a flight to go on."""

    model: str
    """Whose activation it is."""
    fights: int
    """How many fights it has been drawn into."""
    side: int
    """Who steers it: a ship that is taken on its way goes on as its captor likes. NEUTRAL where nobody does."""


class Stop(NamedTuple):
    """The nearest point at which a leg is interrupted."""

    inches: float
    """From where the model stands."""
    triggers: list[Trigger]
    """What is set off there by one kind of interrupt."""
    watch: Watch
    """Who carries it out."""


def freely(state: State, squadron: Model) -> Manner:
    """How a squadron makes a free move: autofire reacts to the active one alone."""
    active = state.activation is not None and state.activation.model == squadron.id
    return FREE if active else UNOPPOSED


def advance(game: Game, ship: Model, inches: float, manner: Manner | None = None) -> Procedure[None]:
    """A capital ship moves straight ahead (or back, negative) along its heading, and stops at a planet (R27)."""
    fix_limits(game.state, ship)
    stop = stopped_by(game.state, ship, back=inches < 0)
    if stop is not None and stop.inches < abs(inches):
        inches = stop.inches if inches > 0 else -stop.inches
    goal = ship.pose.advanced(inches).rounded()
    manner = manner or (ADVANCE if inches > 0 else REVERSE)
    yield from leg(game, ship, goal, lambda model, piece: True, manner)


def turn(game: Game, ship: Model, degrees: int, free: bool = False) -> Procedure[None]:
    """A capital ship pivots about its center; at Thrusters 0 only after a skill test (R22)."""
    state, act = game.state, game.state.activation
    assert act is not None
    limits = envelope(state, ship, act)
    fix_limits(state, ship)
    if free:
        act.granted = tuple(each for each in act.granted if each != FREE_TURN)
    elif limits.needs_test:
        result = yield from take(game, ship, skill_test(game.state, ship, "turning without Thrusters"))
        act.thrusters_test = bool(result)
        if not result:
            return
        act.turned += 1
    else:
        act.turned += 1
    yield from swing(game, ship, degrees)


def swing(game: Game, ship: Model, degrees: int) -> Procedure[None]:
    """Pivot about the center, whatever that costs, with what rides along and what follows."""
    before = ship.pose
    following = [interrupt.turning(game, ship, degrees) for interrupt in rulebook(game.state).interrupts]
    ship.pose = set_off(game.state, ship.at(before.turned(degrees))).pose
    game.tell_move(ship, [before, ship.pose], "turn", before.distance_to(ship.pose))
    carry(game, ship, before)
    for follow in following:
        yield from follow()


def fly(game: Game, squadron: Model, points: Sequence[Point]) -> Procedure[None]:
    """The active squadron (or formation) flies along a path of its center."""
    fix_limits(game.state, squadron)
    yield from fly_path(game, squadron, points, FLIGHT)


def fly_path(game: Game, squadron: Model, points: Sequence[Point], manner: Manner) -> Procedure[None]:
    """Fly along a path, resolving what happens on the way.

    The flight ends early when the squadron is lost, or when it was fought with: what is left goes on as it likes (R73).
    """
    last, start = Pose(points[-1][0], points[-1][1], squadron.pose.heading), squadron.pose

    def avoidable(model: Model, piece: Terrain) -> bool:
        end = last if model is squadron else model.pose.moved(last.x - squadron.pose.x, last.y - squadron.pose.y)
        return not any(overlaps(model.base, end, part, piece.pose) for part in piece.outline)

    if squadron.attached and points:
        detach(game, squadron)
    on_the_way = replace(manner, last=False) if len(points) > 1 else manner
    for number, (x, y) in enumerate(points, 1):
        how = manner if number == len(points) else on_the_way
        end = yield from leg(game, squadron, Pose(x, y, start.heading), avoidable, how)
        if end is not LegEnd.ARRIVED:
            return


def _course(state: State, manner: Manner) -> Course | None:
    """The course of the activation that runs, None where none does."""
    act = state.activation
    if act is None:
        return None
    return Course(act.model, act.fights, state.models[act.model].side if manner.steered else NEUTRAL)


def leg(game: Game, model: Model, goal: Pose, avoidable: Avoidable, manner: Manner) -> Procedure[LegEnd]:
    """Move straight to a pose, resolving what happens on the way; how that ended."""
    return (yield from Leg(game, model, goal, avoidable, manner).go())


class Leg:
    """A straight leg under way."""

    def __init__(self, game: Game, model: Model, goal: Pose, avoidable: Avoidable, manner: Manner) -> None:
        self.game, self.model, self.goal, self.avoidable, self.manner = game, model, goal, avoidable, manner
        self.gone = 0.0
        """Inches moved so far."""
        self.cut = False
        """Does it end before the place that was ordered?"""

    def go(self) -> Procedure[LegEnd]:
        """To the goal, or as far as the model comes."""
        state = self.game.state
        course = _course(state, self.manner)
        self._shorten()
        watches = [interrupt.watch(self) for interrupt in rulebook(state).interrupts]
        while self.model.on_table and _course(state, self.manner) == course:
            dx, dy = self.goal.x - self.model.pose.x, self.goal.y - self.model.pose.y
            whole = length(dx, dy)
            if whole < SLACK:
                return LegEnd.CUT if self.cut else LegEnd.ARRIVED
            stop = _nearest(watches, dx, dy, whole)
            self._advance(dx, dy, min(stop.inches, whole) if stop is not None else whole, whole)
            if stop is not None:
                yield from stop.watch.happen(stop.triggers)
                self._shorten()
        return LegEnd.HANDED_OVER if self.model.on_table else LegEnd.LOST

    def _shorten(self) -> None:
        """End the leg where nothing is left of the move, if an atmosphere has slowed it (R32)."""
        state, act = self.game.state, self.game.state.activation
        if not rulebook(state).edges or not self.manner.counted or act is None or not self.model.on_table:
            return
        if not slowing(state, self.model, act):
            return
        limits = envelope(state, self.model, act)
        left = limits.forward if self.manner.counted > 0 else limits.reverse
        dx, dy = self.goal.x - self.model.pose.x, self.goal.y - self.model.pose.y
        whole = length(dx, dy)
        if whole > left + SLACK:
            share = left / whole
            self.goal, self.cut = self.model.pose.moved(dx * share, dy * share).rounded(), True

    def _advance(self, dx: float, dy: float, inches: float, whole: float) -> None:
        shift(self.game, self.model, dx, dy, inches / whole, self.goal, self.manner.cause)
        self.gone += inches
        _count(self.game.state.activation, inches, self.manner)


def _nearest(watches: Sequence[Watch], dx: float, dy: float, whole: float) -> Stop | None:
    """Where the rest of a leg is interrupted next, None if it is not; at one point the first kind of interrupt."""
    found = [(trigger, n) for n, watch in enumerate(watches) for trigger in watch.ahead(dx, dy, whole)]
    if not found:
        return None
    nearest, first = min(found)
    here = sorted(each for each, n in found if n == first and each.inches == nearest.inches)
    return Stop(nearest.inches, here, watches[first])


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
    before, inches = model.pose, share * length(dx, dy)
    model.pose = goal if share >= 1 else before.moved(dx * share, dy * share).rounded()
    game.tell_move(model, [before, model.pose], cause, inches)
    if model.capital:
        carry(game, model, before)
        return
    for mate in mates(game.state, model):
        start = mate.pose
        mate.pose = start.moved(model.pose.x - before.x, model.pose.y - before.y).rounded()
        game.tell_move(mate, [start, mate.pose], cause, inches)
