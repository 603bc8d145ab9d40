"""Movement: straight legs, turns, and flights, with everything that interrupts them (v1.2.4 Movement).

Also what follows a move: models that overlap are separated, and attached squadrons are placed around their ship. Towing
uses the same legs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum, auto
from random import Random

from jovian.frozen import frozen
from jovian.game import NEUTRAL, Activation, Answer, Decision, Game, Model, Option, Procedure, Refusal, State, Terrain
from jovian.game.activation import FREE_TURN
from jovian.game.answers import PlaceAt, Point, Stay
from jovian.rules.basics.formation import disband, other_formation_members
from jovian.rules.basics.nearby import pieces_maybe_within, touches_piece
from jovian.rules.basics.rolls import roll_skill_test
from jovian.rules.damage.leaving_play import leave_table
from jovian.rules.placement.attached import (
    ASSAULT,
    ESCORT,
    attached_to,
    boarded_ship,
    cast_off,
    detach,
    flush_spots,
    move_attached,
    move_to,
    refuse_flush,
)
from jovian.rules.placement.legal_places import ids_in_contact, own_contacts
from jovian.rules.placement.move_limits import (
    SLACK,
    Obstacle,
    fix_limits,
    free_place,
    is_blocking,
    keeps_place,
    moved_off_planets,
    outweighs,
    remaining_movement,
    slowing,
    solid_parts,
    stopped_by,
)
from jovian.rules.rulebook.effect import HARD, MARKED, Ending, StateMarker
from jovian.rules.rulebook.order import ADVANCE, FLIGHT, FREE, REVERSE, UNOPPOSED, Avoidable, Manner, Trigger, Watch
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.ratings import skill_test
from jovian.table import Placed, Pose, distance, length, nearest_free_about, overlaps, reposition, touches

# --- Legs ---
# A leg stops at its nearest interrupt. The interrupt is resolved there, then the rest of the leg is examined again.


class LegEnd(Enum):
    """How a straight leg ended."""

    ARRIVED = auto()
    CUT = auto()
    """The model lost part of its ordered move to something that it flew into."""
    LOST = auto()
    """The model isn't on the table anymore."""
    HANDED_OVER = auto()
    """A fight ended the flight: the activation continues, maybe with another model of the formation.

    Or a ship was captured on its move: its captor continues with the rest of the move (R47).
    """


@frozen
class Course:
    """What must stay the same for a leg to continue."""

    model: str
    """The id of the model whose activation it is."""
    fights: int
    """The number of fights that the activation has had so far."""
    side: int
    """The side that steers the model, or NEUTRAL. A captured ship continues as its captor decides."""


@frozen
class LegStop:
    """The nearest point at which a leg is interrupted."""

    inches: float
    """The distance from where the model is now."""
    triggers: list[Trigger]
    """What is triggered there by one kind of interrupt."""
    watch: Watch
    """The watch that resolves them."""


class Leg:
    """One straight leg of a move."""

    def __init__(self, game: Game, model: Model, goal: Pose, avoidable: Avoidable, manner: Manner) -> None:
        self.game, self.model, self.goal, self.avoidable, self.manner = game, model, goal, avoidable, manner
        self.inches_moved = 0.0
        """Inches moved so far."""
        self.cut = False
        """Whether the leg ends before its ordered goal."""

    def run(self) -> Procedure[LegEnd]:
        """Move to the goal, or as far as the model gets, and return how the leg ended."""
        state = self.game.state
        course = _current_course(state, self.manner)
        self._shorten()
        watches = [interrupt.watch(self) for interrupt in rulebook(state).interrupts]
        while self.model.is_on_table and _current_course(state, self.manner) == course:
            dx, dy = self.goal.x - self.model.pose.x, self.goal.y - self.model.pose.y
            remaining = length(dx, dy)
            if remaining < SLACK:
                return LegEnd.CUT if self.cut else LegEnd.ARRIVED
            stop = _next_stop(watches, dx, dy, remaining)
            self._advance(dx, dy, min(stop.inches, remaining) if stop is not None else remaining, remaining)
            if stop is not None:
                yield from stop.watch.happen(stop.triggers)
                self._shorten()
        return LegEnd.HANDED_OVER if self.model.is_on_table else LegEnd.LOST

    def _shorten(self) -> None:
        """End the leg where the move is used up, if an atmosphere has slowed the model (R32)."""
        state, act = self.game.state, self.game.state.activation
        if not rulebook(state).edges or not self.manner.counted or act is None or not self.model.is_on_table:
            return
        if not slowing(state, self.model, act):
            return
        limits = remaining_movement(state, self.model, act)
        limit = limits.forward if self.manner.counted > 0 else limits.reverse
        dx, dy = self.goal.x - self.model.pose.x, self.goal.y - self.model.pose.y
        remaining = length(dx, dy)
        if remaining > limit + SLACK:
            share = limit / remaining
            self.goal, self.cut = self.model.pose.moved(dx * share, dy * share).rounded(), True

    def _advance(self, dx: float, dy: float, inches: float, remaining: float) -> None:
        _move_part(self.game, self.model, dx, dy, inches / remaining, self.goal, self.manner.cause)
        self.inches_moved += inches
        _count_inches(self.game.state.activation, inches, self.manner)


def _current_course(state: State, manner: Manner) -> Course | None:
    """Return the course of the current activation, or None without one."""
    act = state.activation
    if act is None:
        return None
    return Course(act.model, act.fights, state.models[act.model].side if manner.steered else NEUTRAL)


def _next_stop(watches: Sequence[Watch], dx: float, dy: float, remaining: float) -> LegStop | None:
    """Return where the rest of a leg is interrupted next, or None. At one point, the first kind of interrupt wins."""
    triggers = [(trigger, n) for n, watch in enumerate(watches) for trigger in watch.ahead(dx, dy, remaining)]
    if not triggers:
        return None
    nearest, first = min(triggers)
    nearest_triggers = sorted(trigger for trigger, n in triggers if n == first and trigger.inches == nearest.inches)
    return LegStop(nearest.inches, nearest_triggers, watches[first])


def _count_inches(act: Activation | None, inches: float, manner: Manner) -> None:
    """Count the inches against the active model's move at once: a fight on the way ends the flight there."""
    if act is not None and manner.counted > 0:
        act.ran = round(act.ran + inches, 4)
    elif act is not None and manner.counted < 0:
        act.reversed = round(act.reversed + inches, 4)


def _move_part(game: Game, model: Model, dx: float, dy: float, share: float, goal: Pose, cause: str) -> None:
    """Move a model by a share of the distance to its goal, with its formation or attached squadrons."""
    if share <= 0:
        return
    before, inches = model.pose, share * length(dx, dy)
    model.pose = goal if share >= 1 else before.moved(dx * share, dy * share).rounded()
    game.tell_move(model, [before, model.pose], cause, inches)
    if model.is_capital:
        move_attached(game, model, before)
        return
    for mate in other_formation_members(game.state, model):
        start = mate.pose
        mate.pose = start.moved(model.pose.x - before.x, model.pose.y - before.y).rounded()
        game.tell_move(mate, [start, mate.pose], cause, inches)


# --- Capital ships ---


def advance(game: Game, ship: Model, inches: float, manner: Manner | None = None) -> Procedure[None]:
    """Move a capital ship straight along its heading, backward if `inches` is negative. It stops at a planet (R27)."""
    fix_limits(game.state, ship)
    stop = stopped_by(game.state, ship, back=inches < 0)
    if stop is not None and stop.inches < abs(inches):
        inches = stop.inches if inches > 0 else -stop.inches
    goal = ship.pose.advanced(inches).rounded()
    manner = manner or (ADVANCE if inches > 0 else REVERSE)
    yield from Leg(game, ship, goal, lambda model, piece: True, manner).run()


def turn(game: Game, ship: Model, degrees: int, free: bool = False) -> Procedure[None]:
    """Pivot a capital ship about its center. With Thrusters 0 it takes a skill test first (R22)."""
    state, act = game.state, game.state.activation
    assert act is not None
    limits = remaining_movement(state, ship, act)
    fix_limits(state, ship)
    if free:
        act.granted = tuple(grant for grant in act.granted if grant != FREE_TURN)
    elif limits.needs_test:
        result = yield from roll_skill_test(game, ship, skill_test(game.state, ship, "turning without Thrusters"))
        act.thrusters_test = bool(result)
        if not result:
            return
        act.turned += 1
    else:
        act.turned += 1
    yield from pivot_ship(game, ship, degrees)


def pivot_ship(game: Game, ship: Model, degrees: int) -> Procedure[None]:
    """Pivot a ship at no cost, move its attached squadrons along, and resolve what the turn triggers."""
    before = ship.pose
    interrupts_after = [interrupt.turning(game, ship, degrees) for interrupt in rulebook(game.state).interrupts]
    ship.pose = moved_off_planets(game.state, ship.at(before.turned(degrees))).pose
    game.tell_move(ship, [before, ship.pose], "turn", before.distance_to(ship.pose))
    move_attached(game, ship, before)
    for resolve_interrupt in interrupts_after:
        yield from resolve_interrupt()


# --- Squadrons ---


def free_move_manner(state: State, squadron: Model) -> Manner:
    """Return the manner of a squadron's free move: Autofire reacts to the active squadron only."""
    active = state.activation is not None and state.activation.model == squadron.id
    return FREE if active else UNOPPOSED


def fly(game: Game, squadron: Model, points: Sequence[Point]) -> Procedure[None]:
    """Fly the active squadron (or formation) along a path of its center."""
    fix_limits(game.state, squadron)
    yield from fly_path(game, squadron, points, FLIGHT)


def fly_path(game: Game, squadron: Model, points: Sequence[Point], manner: Manner) -> Procedure[None]:
    """Fly along a path, and resolve what happens on the way.

    The flight ends early if the squadron is lost or has fought. Its owner may then use the rest of the move (R73).
    """
    last, start = Pose(points[-1][0], points[-1][1], squadron.pose.heading), squadron.pose

    def avoidable(model: Model, piece: Terrain) -> bool:
        if manner.counted:  # It may fly on from there, or is pushed clear (R25, R30).
            return True
        end = last if model is squadron else model.pose.moved(last.x - squadron.pose.x, last.y - squadron.pose.y)
        return not any(overlaps(model.base, end, part, piece.pose) for part in piece.outline)

    if squadron.is_attached and points:
        detach(game, squadron)
    manner_on_the_way = replace(manner, last=False) if len(points) > 1 else manner
    for number, (x, y) in enumerate(points, 1):
        leg_manner = manner if number == len(points) else manner_on_the_way
        end = yield from Leg(game, squadron, Pose(x, y, start.heading), avoidable, leg_manner).run()
        if end is not LegEnd.ARRIVED:
            return


# --- Overlapping (v1.2.4 Movement > Overlapping, R25, R26) ---


def resolve_overlaps(game: Game, mover: Model) -> Procedure[None]:
    """Separate the mover from what it overlaps at the end of its move, and place squadrons around ships that moved."""
    if mover.is_capital:
        moved = _separate_ships(game, mover)
        push_squadrons(game, mover)
        yield from settle_about(game, [mover, *moved])
        return
    boarded = boarded_ship(game.state)
    for model in [mover, *other_formation_members(game.state, mover)]:
        if not model.is_attached and any(item_id != boarded for item_id in own_contacts(game.state, model)):
            push(game, model)


def settle_about(game: Game, ships: list[Model]) -> Procedure[None]:
    """Place the squadrons attached to ships that moved, then those that this leaves in an illegal place (R25)."""
    for ship in ships:
        yield from settle_attached(game, ship)
    for ship in [ship for ship in _ships_with_attached(game.state) if _has_misplaced_squadrons(game.state, ship)]:
        yield from settle_attached(game, ship)


def _separate_ships(game: Game, mover: Model) -> list[Model]:
    """Separate a ship from other ships and solid terrain, and return the other ships that moved.

    The mover is put past the first block that outweighs it. If there is none, the blocks are put past the mover.
    """
    state = game.state
    touched_ids = [block_id for block_id in ids_in_contact(state, mover) if _is_firm(state, block_id)]
    heavier_id = next((block_id for block_id in touched_ids if outweighs(state, block_id, mover)), "")
    if heavier_id:
        put_ahead(game, mover, heavier_id)
        return []
    for block_id in touched_ids:
        put_ahead(game, state.models[block_id], mover.id)
    return [state.models[block_id] for block_id in touched_ids]


def _is_firm(state: State, model_id: str) -> bool:
    return model_id not in state.models or keeps_place(state, state.models[model_id])


def put_ahead(game: Game, ship: Model, block_id: str) -> None:
    """Slide a ship forward past what it overlaps, else back, else to the nearest free place.

    Squadrons there are pushed away.
    """
    state = game.state
    blocks = _blocks(state, ship, state.on_table(), state.terrain.values())
    overlapped = [block for block in blocks if block.obstacle_id == block_id and _touches_block(state, ship, block)]
    if not overlapped:
        return
    other_blocks = [block.placed for block in blocks if block is not overlapped[0]]
    goal = reposition(ship.base, ship.pose, overlapped[0].placed, other_blocks, state.width, state.height)
    _move_to_free_place(game, ship, goal)
    push_squadrons(game, ship)


def _blocks(state: State, ship: Model, models: Iterable[Model], pieces: Iterable[Terrain]) -> list[Obstacle]:
    """Return those models and pieces that a ship may not overlap: other ships, Static models, solid terrain."""
    hindering = [
        Obstacle(model.id, model.base, model.pose)
        for model in models
        if is_blocking(model, ship) and keeps_place(state, model)
    ]
    return hindering + solid_parts(state, ship, pieces)


def _touches_block(state: State, ship: Model, block: Obstacle) -> bool:
    """Return whether a ship touches the base of a model, or overlaps a piece of terrain."""
    return (touches if block.obstacle_id in state.models else overlaps)(ship.base, ship.pose, *block.placed)


def push_squadrons(game: Game, ship: Model) -> None:
    """Push squadrons clear of a ship that overlaps them. Squadrons attached to another ship stay with that ship."""
    state = game.state
    for model_id in own_contacts(state, ship):
        other = state.models.get(model_id)
        if other is not None and not keeps_place(state, other) and not other.is_attached:
            push(game, other)


def push(game: Game, model: Model) -> None:
    """Move a model the shortest distance clear: a squadron of everything, a ship of all but squadrons (R25, R26).

    A squadron that is torn from its formation flies alone.
    """
    state, start = game.state, model.pose
    if not own_contacts(state, model):
        return
    if keeps_place(state, model):
        goal = _nearest_free_of_blocks(state, model)
    else:
        goal = free_place(state, model, [(mate.base, mate.pose) for mate in other_formation_members(state, model)])
    _move_to_free_place(game, model, goal)
    if model.pose != start and model.formation:
        disband(game, model)
    if keeps_place(state, model):
        push_squadrons(game, model)


def _nearest_free_of_blocks(state: State, ship: Model) -> Pose | None:
    """Return the nearest place where a ship overlaps nothing that blocks it, or None."""

    def about(inches: float) -> list[Placed]:
        return [
            block.placed for block in _blocks(state, ship, *pieces_maybe_within(state, ship.base, ship.pose, inches))
        ]

    return nearest_free_about(ship.base, ship.pose, about, state.width, state.height)


def _move_to_free_place(game: Game, model: Model, goal: Pose | None) -> None:
    if goal is None or goal == model.pose:
        return
    before, model.pose = model.pose, goal
    game.tell_move(model, [before, goal], "overlap", before.distance_to(goal))
    move_attached(game, model, before)


# --- Attached squadrons (R24, R25, R74) ---


class Attach(Decision):
    """Place an attached squadron around its ship after the ship has moved."""

    kind = "attach"
    answers = (PlaceAt, Stay)
    __slots__ = ("ship", "state")

    def __init__(self, state: State, squadron: Model, ship: Model) -> None:
        title = f"{squadron.name}: choose its place around {ship.name}"
        place = ESCORT if squadron.is_escorting else ASSAULT
        super().__init__(squadron.side, title, place, subject=squadron.id)
        self.state = state
        self.ship = ship.id

    def on(self, state: State) -> Attach:
        return Attach(state, state.models[self.subject], state.models[self.ship])

    @property
    def _squadron_and_ship(self) -> tuple[Model, Model]:
        return self.state.models[self.subject], self.state.models[self.ship]

    def judge(self, answer: Answer) -> Refusal | None:
        squadron, ship = self._squadron_and_ship
        pose = answer.pose if isinstance(answer, PlaceAt) else squadron.pose
        return refuse_flush(self.state, squadron.at(pose), ship)

    def default(self) -> PlaceAt | Stay:
        """Return Stay if the squadron may stay, else the nearest free place."""
        if self.judge(Stay()) is None:
            return Stay()
        return min(self._places(), key=self._distance_key)

    def _distance_key(self, place: PlaceAt) -> tuple[float, float, float]:
        start = self._squadron_and_ship[0].pose
        dx, dy = place.x - start.x, place.y - start.y
        return round(dx * dx + dy * dy, 6), place.x, place.y

    def _places(self) -> Iterator[PlaceAt]:
        squadron, ship = self._squadron_and_ship
        for spot in flush_spots(self.state, squadron, ship):
            yield PlaceAt(round(spot.x, 3) + 0.0, round(spot.y, 3) + 0.0, spot.heading)

    def sample(self, rng: Random) -> PlaceAt | Stay:
        places = [option.answer for option in self.options()]
        return places[int(rng.random() * len(places))]

    def options(self) -> Iterator[Option[PlaceAt | Stay]]:
        """Yield Stay if the squadron may stay, and every free place."""
        if self.judge(Stay()) is None:
            yield Option(Stay(), "Stay here")
        for place in self._places():
            if self.judge(place) is None:
                yield Option(place, "Here")


def settle_attached(game: Game, ship: Model) -> Procedure[None]:
    """Ask where each squadron attached to a ship that has moved goes. One without a free place is cast off."""
    for squadron in attached_to(game.state, ship):
        if not any(True for _ in Attach(game.state, squadron, ship).options()):
            leave_table(game, [squadron])
            if squadron.is_on_table:
                cast_off(game, squadron)
            continue
        answer = yield Attach(game.state, squadron, ship)
        if isinstance(answer, PlaceAt):
            move_to(game, squadron, answer.pose, "escort" if squadron.is_escorting else "assault")


def _ships_with_attached(state: State) -> list[Model]:
    """Return the ships that squadrons are attached to, in the order of the fleets."""
    hosts = {model.host for model in state.on_table() if model.host}
    return [ship for ship in state.on_table() if ship.id in hosts]


def _has_misplaced_squadrons(state: State, ship: Model) -> bool:
    """Return whether a squadron attached to a ship is where it may not be."""
    return any(refuse_flush(state, squadron, ship) is not None for squadron in attached_to(state, ship))


# --- Towing (v1.2.4 Traits > Tug, R48) ---
MAX_TOW = 3.0
TOW_STEP = 0.1
TOW_GAP = 0.01
"""Inches left between the load and its tug."""
THOUSANDTHS = 1000


class Towed(Ending):
    """A model that a tug has dragged this turn."""

    __slots__ = ()
    name = "towed"
    place = "v1.2.4 Traits > Tug"
    summary = "It has been dragged this turn and is not dragged again."
    sign = StateMarker("TW", MARKED, HARD)

    @classmethod
    def inches(cls, model: Model) -> float:
        """Return how far the model has been dragged this turn, in inches. The state stores thousandths, at least 1."""
        return cls.level_of(model) / THOUSANDTHS

    @classmethod
    def drag(cls, game: Game, model: Model, inches: float) -> None:
        """Add to the distance that a model has been dragged. The distance may be 0."""
        cls.enter(game, model, max(1, cls.level_of(model) + round(inches * THOUSANDTHS)))


@frozen
class Drag:
    """The end of a drag and its length."""

    goal: Pose
    inches: float


def tow(game: Game, tug: Model, load: Model) -> Procedure[None]:
    """Drag a load straight to its tug, to the farthest free place, 3" a turn in all. Terrain attacks on the way (R29).

    The load avoids only terrain that it doesn't end on (R30). Squadrons attached to it are placed again (R25).
    """
    drag = _farthest_free_place(game.state, tug, load, MAX_TOW - Towed.inches(load))
    Towed.drag(game, load, drag.inches)
    if not drag.inches:
        return
    load_at_goal = load.at(drag.goal)

    def avoidable(model: Model, piece: Terrain) -> bool:
        return model is load and not touches_piece(load_at_goal, piece)

    yield from Leg(game, load, drag.goal, avoidable, UNOPPOSED).run()
    if load.is_on_table:
        yield from settle_attached(game, load)


def _farthest_free_place(state: State, tug: Model, load: Model, max_inches: float) -> Drag:
    """Return how far a load can be dragged without ending on anything."""
    inches = min(max_inches, max(0.0, distance(tug.base, tug.pose, load.base, load.pose) - TOW_GAP))
    while inches > 0:
        goal = load.pose.toward(tug.pose, inches).rounded()
        if not ids_in_contact(state, load.at(goal)):
            return Drag(goal, inches)
        inches -= TOW_STEP
    return Drag(load.pose, 0.0)
