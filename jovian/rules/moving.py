"""Legs, turns and flights, and putting apart what has ended on something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum, auto
from random import Random
from typing import NamedTuple

from jovian.game import NEUTRAL, Activation, Answer, Decision, Game, Model, Option, Procedure, Refusal, State, Terrain
from jovian.game.answers import PlaceAt, Point, Stay
from jovian.game.state import FREE_TURN
from jovian.rules.basics.formation import disband, other_formation_members
from jovian.rules.basics.nearby import pieces_maybe_within
from jovian.rules.basics.rolls import roll_skill_test
from jovian.rules.damage.casualties import leave_table
from jovian.rules.placement.attached import (
    ASSAULT,
    ESCORT,
    attached_to,
    carry,
    cast_off,
    detach,
    flush_spots,
    move_to,
    refuse_flush,
)
from jovian.rules.placement.legal_places import ids_in_contact, own_contacts
from jovian.rules.placement.move_limits import (
    SLACK,
    Obstacle,
    firm,
    fix_limits,
    free_place,
    hinders,
    outweighs,
    remaining_movement,
    set_off,
    slowing,
    solid_parts,
    stopped_by,
)
from jovian.rules.rulebook.effect import HARD, MARKED, Ending, StateMarker
from jovian.rules.rulebook.order import ADVANCE, FLIGHT, FREE, REVERSE, UNOPPOSED, Avoidable, Manner, Trigger, Watch
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.ratings import skill_test
from jovian.rules.shots.shot import touches_piece
from jovian.table import Placed, Pose, distance, length, nearest_free_about, overlaps, reposition, touches

# --- settling ---
# Where squadrons in contact with a ship stand once it has moved, by their owner's choice (R24, R25, R74).


class Attach(Decision):
    """Where an attached squadron stands about its ship after the ship has moved."""

    kind = "attach"
    answers = (PlaceAt, Stay)
    __slots__ = ("ship", "state")

    def __init__(self, state: State, squadron: Model, ship: Model) -> None:
        title = f"{squadron.name}: where about {ship.name}?"
        place = ESCORT if squadron.escorting else ASSAULT
        super().__init__(squadron.side, title, place, subject=squadron.id)
        self.state = state
        self.ship = ship.id

    def on(self, state: State) -> Attach:
        """The same question over a view."""
        return Attach(state, state.models[self.subject], state.models[self.ship])

    @property
    def _pair(self) -> tuple[Model, Model]:
        return self.state.models[self.subject], self.state.models[self.ship]

    def judge(self, answer: Answer) -> Refusal | None:
        """Flush on the ship's base, on nobody else."""
        squadron, ship = self._pair
        pose = answer.pose if isinstance(answer, PlaceAt) else squadron.pose
        return refuse_flush(self.state, squadron.at(pose), ship)

    def default(self) -> PlaceAt | Stay:
        """Stay, or the nearest free place."""
        if self.judge(Stay()) is None:
            return Stay()
        return min(self._places(), key=self._gap)

    def _gap(self, place: PlaceAt) -> tuple[float, float, float]:
        at = self._pair[0].pose
        dx, dy = place.x - at.x, place.y - at.y
        return round(dx * dx + dy * dy, 6), place.x, place.y

    def _places(self) -> Iterator[PlaceAt]:
        squadron, ship = self._pair
        for spot in flush_spots(self.state, squadron, ship):
            yield PlaceAt(round(spot.x, 3) + 0.0, round(spot.y, 3) + 0.0, spot.heading)

    def sample(self, rng: Random) -> PlaceAt | Stay:
        """A random place of those that are free."""
        found = [each.answer for each in self.options()]
        return found[int(rng.random() * len(found))]

    def options(self) -> Iterator[Option[PlaceAt | Stay]]:
        """Staying, and every free place."""
        if self.judge(Stay()) is None:
            yield Option(Stay(), "Stay where it is")
        for place in self._places():
            if self.judge(place) is None:
                yield Option(place, "Here")


def settle_attached(game: Game, ship: Model) -> Procedure[None]:
    """After a ship's move each squadron in contact is placed about it anew by its owner; without room it comes off."""
    for squadron in attached_to(game.state, ship):
        if not any(True for _ in Attach(game.state, squadron, ship).options()):
            leave_table(game, [squadron])
            if squadron.on_table:
                cast_off(game, squadron)
            continue
        answer = yield Attach(game.state, squadron, ship)
        if isinstance(answer, PlaceAt):
            move_to(game, squadron, answer.pose, "escort" if squadron.escorting else "assault")


def attended(state: State) -> list[Model]:
    """The ships that squadrons are in contact with, in the order of the fleets."""
    hosts = {model.host for model in state.on_table() if model.host}
    return [ship for ship in state.on_table() if ship.id in hosts]


def crowded(state: State, ship: Model) -> bool:
    """Does a squadron in contact with a ship stand where it may not?"""
    return any(refuse_flush(state, each, ship) is not None for each in attached_to(state, ship))


# --- overlap ---
# Settling a move that ended on something: who is put where (v1.2.4 Movement > Overlapping, R25, R26).


def settle(game: Game, mover: Model) -> Procedure[None]:
    """Put apart what the mover stands on at the end of its move, and set the squadrons in contact about their ships."""
    if mover.capital:
        moved = _part_ships(game, mover)
        make_room(game, mover)
        yield from settle_about(game, [mover, *moved])
        return
    for each in [mover, *other_formation_members(game.state, mover)]:
        if not each.is_attached:
            push(game, each)


def settle_about(game: Game, ships: list[Model]) -> Procedure[None]:
    """Place the squadrons in contact with ships that have moved anew, then those whom that leaves no room (R25)."""
    for ship in ships:
        yield from settle_attached(game, ship)
    for ship in [each for each in attended(game.state) if crowded(game.state, each)]:
        yield from settle_attached(game, ship)


def _part_ships(game: Game, mover: Model) -> list[Model]:
    """Put ships apart: the mover past what outweighs it, else what it stands on past the mover; who was moved."""
    state = game.state
    touched = [ident for ident in ids_in_contact(state, mover) if _is_firm(state, ident)]
    heavier = next((ident for ident in touched if outweighs(state, ident, mover)), "")
    if heavier:
        put_ahead(game, mover, heavier)
        return []
    for ident in touched:
        put_ahead(game, state.models[ident], mover.id)
    return [state.models[ident] for ident in touched]


def _is_firm(state: State, ident: str) -> bool:
    return ident not in state.models or firm(state, state.models[ident])


def put_ahead(game: Game, ship: Model, ident: str) -> None:
    """Slide a ship forward past what it stands on, else back, else to the nearest free place; squadrons make room."""
    state = game.state
    blocks = _blocks(state, ship, state.on_table(), state.terrain.values())
    under = [block for block in blocks if block.ident == ident and _meets(state, ship, block)]
    if not under:
        return
    further = [block.placed for block in blocks if block is not under[0]]
    goal = reposition(ship.base, ship.pose, under[0].placed, further, state.width, state.height)
    _put(game, ship, goal)
    make_room(game, ship)


def _blocks(state: State, ship: Model, models: Iterable[Model], pieces: Iterable[Terrain]) -> list[Obstacle]:
    """What of these a ship is not put onto: other ships, Static models, solid terrain."""
    found = [Obstacle(each.id, each.base, each.pose) for each in models if hinders(each, ship) and firm(state, each)]
    return found + solid_parts(state, ship, pieces)


def _meets(state: State, ship: Model, block: Obstacle) -> bool:
    """Does a ship touch the base of a model, or overlap a piece of terrain?"""
    return (touches if block.ident in state.models else overlaps)(ship.base, ship.pose, *block.placed)


def make_room(game: Game, ship: Model) -> None:
    """Squadrons that a ship has come to stand on are pushed clear of it; those about another ship move with that."""
    state = game.state
    for ident in own_contacts(state, ship):
        other = state.models.get(ident)
        if other is not None and not firm(state, other) and not other.is_attached:
            push(game, other)


def push(game: Game, model: Model) -> None:
    """Move a model the shortest way clear (R25, R26): a squadron of everything, a ship of all but squadrons.

    A squadron that is torn from its formation flies alone.
    """
    state, at = game.state, model.pose
    if not own_contacts(state, model):
        return
    if firm(state, model):
        goal = _free_of_blocks(state, model)
    else:
        goal = free_place(state, model, [(mate.base, mate.pose) for mate in other_formation_members(state, model)])
    _put(game, model, goal)
    if model.pose != at and model.formation:
        disband(game, model)
    if firm(state, model):
        make_room(game, model)


def _free_of_blocks(state: State, ship: Model) -> Pose | None:
    """The nearest place where a ship stands on nothing that it is not put onto."""

    def about(inches: float) -> list[Placed]:
        return [
            block.placed for block in _blocks(state, ship, *pieces_maybe_within(state, ship.base, ship.pose, inches))
        ]

    return nearest_free_about(ship.base, ship.pose, about, state.width, state.height)


def _put(game: Game, model: Model, goal: Pose | None) -> None:
    if goal is None or goal == model.pose:
        return
    before, model.pose = model.pose, goal
    game.tell_move(model, [before, goal], "overlap", before.distance_to(goal))
    carry(game, model, before)


# --- movement ---
# Movement: legs, turns and flights, interrupted by whatever the rulebook lists (v1.2.4 Movement).
#
# What interrupts a leg is looked for along all that is left of it; the nearest is carried out with the model
# standing there, then the rest of the leg is looked at afresh.


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
    limits = remaining_movement(state, ship, act)
    fix_limits(state, ship)
    if free:
        act.granted = tuple(each for each in act.granted if each != FREE_TURN)
    elif limits.needs_test:
        result = yield from roll_skill_test(game, ship, skill_test(game.state, ship, "turning without Thrusters"))
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

    if squadron.is_attached and points:
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
        limits = remaining_movement(state, self.model, act)
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
    for mate in other_formation_members(game.state, model):
        start = mate.pose
        mate.pose = start.moved(model.pose.x - before.x, model.pose.y - before.y).rounded()
        game.tell_move(mate, [start, mate.pose], cause, inches)


# --- towing ---
# Towing: what a Tug drags toward itself (v1.2.4 Traits > Tug, R48).

MOST = 3.0
STEP = 0.1
THOUSANDTHS = 1000
CLEAR = 0.01
"""Inches that are left between the load and its tug."""


class Towed(Ending):
    """Dragged by a tug this turn."""

    __slots__ = ()
    name = "towed"
    place = "v1.2.4 Traits > Tug"
    summary = "It has been dragged this turn and is not dragged again."
    sign = StateMarker("TW", MARKED, HARD)

    @classmethod
    def inches(cls, model: Model) -> float:
        """How far the model has been dragged this turn. The state keeps thousandths of an inch, at least one."""
        return cls.level_of(model) / THOUSANDTHS

    @classmethod
    def drag(cls, game: Game, model: Model, inches: float) -> None:
        """Note that it is dragged so much farther, which may be nothing."""
        cls.enter(game, model, max(1, cls.level_of(model) + round(inches * THOUSANDTHS)))


class Drag(NamedTuple):
    """Where something is dragged to."""

    goal: Pose
    inches: float


def tow(game: Game, tug: Model, load: Model) -> Procedure[None]:
    """Straight to the tug, 3" a turn in all, to the farthest free place; terrain strikes on the way (R29).

    The load avoids only what it does not end on (R30); who is in contact with it is placed about it anew (R25).
    """
    way = _way(game.state, tug, load, MOST - Towed.inches(load))
    Towed.drag(game, load, way.inches)
    if not way.inches:
        return
    there = load.at(way.goal)

    def avoidable(model: Model, piece: Terrain) -> bool:
        return model is load and not touches_piece(there, piece)

    yield from leg(game, load, way.goal, avoidable, UNOPPOSED)
    if load.on_table:
        yield from settle_attached(game, load)


def _way(state: State, tug: Model, load: Model, most: float) -> Drag:
    """How far it can be dragged without ending on anything."""
    inches = min(most, max(0.0, distance(tug.base, tug.pose, load.base, load.pose) - CLEAR))
    while inches > 0:
        goal = load.pose.toward(tug.pose, inches).rounded()
        if not ids_in_contact(state, load.at(goal)):
            return Drag(goal, inches)
        inches -= STEP
    return Drag(load.pose, 0.0)
