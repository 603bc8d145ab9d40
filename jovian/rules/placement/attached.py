"""Squadrons in contact with ships: escorts, assaults, and flights that end on a ship.

Attached squadrons move along with their ship (R24, R25, R74). `refuse_landing` decides with what a flight may end in
contact (v1.2.4 Movement > Squadron Movement, R24).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import ClassVar

from jovian.game import ASSAULTING, ESCORTING, TABLE, Game, Model, Refusal, State
from jovian.game.decision import pointed_bases
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.nearby import pieces_maybe_within, pieces_on_way
from jovian.rules.placement.legal_places import format_names, ids_in_contact, off_table
from jovian.rules.placement.move_limits import free_place, hazards, in_the_way, obstacles_around_host, solid_parts
from jovian.rules.rulebook.active_effects import find_effect
from jovian.rules.rulebook.effect import ACTIVATION, AUTOFIRE, HARD, MARKED, ModelState, ShotFacts, StateMarker
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.traits.model_traits import Escort
from jovian.table import (
    Placed,
    Pose,
    approaches,
    extends_off_table,
    first_touch_outline,
    free_flush,
    is_flush,
    length,
    nearest_free_about,
    overlaps,
    touches,
)
from jovian.table.polygons import FULL_TURN

# --- Attached squadrons ---

ESCORT = "v1.2.4 Action > Combat Air Patrol > Escorting"
ASSAULT = "v1.2.4 Action > Assaulting"


class Escorting(ModelState):
    """The state of a squadron that moves in contact with its ship."""

    __slots__ = ()
    name = ESCORTING
    place = ESCORT
    summary = "Moves with its ship, doesn't activate by itself, and intercepts enemies that come near."
    sign = StateMarker("EC", tied=True)
    words = ("escorts its ship", "no longer escorts its ship")


class Assaulting(ModelState):
    """The state of Exo-Armors in contact with an enemy ship."""

    __slots__ = ()
    name = ASSAULTING
    place = ASSAULT
    summary = "Moves with an enemy ship. Only Point Defense and weapons with Macro 0 may target it. Must bomb next."
    sign = StateMarker("AS", MARKED, HARD, tied=True)
    words = ("assaults its ship", "no longer assaults its ship")
    beyond_reactions: ClassVar[bool] = False
    """Whether no squadron may react to it in its own activation."""

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Refuse weapons with macro dice."""
        if shot.window not in (ACTIVATION, AUTOFIRE) or shot.weapon.macro == 0:
            return None
        return Refusal(
            f"{shot.target.name} is Assaulting: only Point Defense and weapons with Macro 0 may target it.", self.place
        )


TIES: tuple[type[ModelState], ...] = (Escorting, Assaulting)
"""The states that keep a squadron in contact with a ship."""


def attached_to(state: State, ship: Model) -> list[Model]:
    """Return the squadrons that escort or assault a ship."""
    return [model for model in state.models.values() if model.host == ship.id and model.place == TABLE]


def attach(game: Game, squadron: Model, ship: Model, tie: type[ModelState]) -> None:
    """Start an escort or assault of a ship that the squadron touches."""
    squadron.host = ship.id
    tie.enter(game, squadron)


def detach(game: Game, squadron: Model) -> None:
    """End an escort or assault. The squadron keeps its pose."""
    squadron.host = ""
    for tie in TIES:
        tie.leave(game, squadron)


def move_attached(game: Game, ship: Model, before: Pose) -> None:
    """Move the attached squadrons after their ship has moved or turned."""
    for squadron in attached_to(game.state, ship):
        start = squadron.pose
        squadron.pose = moved_along(squadron, before, ship.pose).pose
        game.tell_move(squadron, [start, squadron.pose], "escort" if squadron.is_escorting else "assault")


def moved_along(squadron: Model, before: Pose, after: Pose) -> Model:
    """Return the squadron moved along with its ship from one pose to another."""
    if before == after:
        return squadron
    x, y = after.to_table(*before.from_table(squadron.pose.x, squadron.pose.y))
    return squadron.at(Pose(x, y, (squadron.pose.heading + after.heading - before.heading) % 360).rounded())


def flush_spots(state: State, squadron: Model, ship: Model) -> list[Pose]:
    """Return the free places where an edge of the squadron lies wholly on the ship's base."""
    obstacles = obstacles_around_host(state, squadron, (ship.base, ship.pose), (squadron.id, ship.id))
    return free_flush(ship.base, ship.pose, squadron.base, obstacles, state.width, state.height)


def nearest_flush(state: State, squadron: Model, ship: Model) -> Pose | None:
    """Return the free place in contact with the ship nearest to the squadron, None if there is none."""
    pose = squadron.pose

    def sort_key(spot: Pose) -> tuple[float, Pose]:
        dx, dy = spot.x - pose.x, spot.y - pose.y
        return round(dx * dx + dy * dy, 6), spot

    return min(flush_spots(state, squadron, ship), key=sort_key, default=None)


def refuse_flush(state: State, squadron: Model, ship: Model) -> Refusal | None:
    """Return why a squadron may not be in contact with the ship at its pose, None if it may."""
    place, pose = ASSAULT if squadron.side != ship.side else ESCORT, squadron.pose
    if not is_flush(ship.base, ship.pose, squadron.base, pose):
        return Refusal(f"One edge of {squadron.name} must be wholly in contact with {ship.name}.", place)
    if extends_off_table(squadron.base, pose, state.width, state.height):
        return Refusal(f"{squadron.name} would be off the table.", place)
    models, pieces = pieces_maybe_within(state, squadron.base, pose)
    for other in models:
        if other.id not in (squadron.id, ship.id) and overlaps(squadron.base, pose, other.base, other.pose):
            return Refusal(f"{squadron.name} would overlap {other.name}.", place, pointed_bases([other.id]))
    if any(overlaps(squadron.base, pose, *part.placed) for part in solid_parts(state, squadron, pieces)):
        return Refusal(f"{squadron.name} would overlap solid terrain.", place)
    return None


def escorts_at_will(state: State, squadron: Model) -> bool:
    """Return whether the squadron may start and end an escort in any of its activations."""
    escort = find_effect(state, squadron, Escort)
    return escort is not None and escort.at_will


def activates_itself(state: State, model: Model) -> bool:
    """Return whether the model activates by itself: not a drone, nor an escort except one at will (R35)."""
    return not model.is_drone and (not model.is_escorting or escorts_at_will(state, model))


def cast_off(game: Game, squadron: Model) -> None:
    """Release a squadron and move it clear of everything."""
    release(game, [squadron])
    place = free_place(game.state, squadron)
    if place is not None:
        move_to(game, squadron, place, "overlap")


def move_to(game: Game, squadron: Model, pose: Pose, cause: str) -> None:
    """Move a squadron to a pose and log it."""
    before, squadron.pose = squadron.pose, pose.rounded()
    if before != squadron.pose:
        game.tell_move(squadron, [before, squadron.pose], cause, before.distance_to(pose))


def misplaced(state: State, ship: Model) -> list[Model]:
    """Return the squadrons whose contact no longer fits: enemies that escort, friends that assault."""
    return [squadron for squadron in attached_to(state, ship) if squadron.is_escorting != (squadron.side == ship.side)]


def release(game: Game, squadrons: Iterable[Model]) -> None:
    """Detach squadrons. Those without an activation of their own while attached have one from next turn (R74)."""
    for squadron in squadrons:
        squadron.activated = squadron.activated or not activates_itself(game.state, squadron)
        detach(game, squadron)


# --- Ends of flights ---

SQUADRON_MOVEMENT = "v1.2.4 Movement > Squadron Movement"
AROUND_STEP, AROUND_ANGLE = 0.5, 15
"""Inches and degrees between the ends that are tried in all directions."""
SHORTEST = 0.01
"""Inches of the shortest move clear. Rounding separates what is closer."""


def may_touch(state: State, squadron: Model) -> list[str]:
    """Return the ids that the active squadron may end in contact with: its targets, and ships to land on or escort."""
    return _targets_in_contact(state, squadron) + [
        ship.id for ship in state.on_table() if _is_welcome(state, squadron, ship)
    ]


def _targets_in_contact(state: State, squadron: Model) -> list[str]:
    """Return the ids that the squadron's action needs it in contact with."""
    act = state.activation
    if act is None or not act.action:
        return []
    if act.resolved:
        return [ship_id] if (ship_id := boarded_ship(state)) else []
    return rulebook(state).actions[act.action].closes_with(state, squadron)


def boarded_ship(state: State) -> str:
    """Return the id of the ship that the active model has boarded, which a squadron may still touch, or ""."""
    act = state.activation
    is_boarding = act is not None and act.resolved and rulebook(state).actions[act.action].boards
    return act.target if act is not None and is_boarding else ""


def _is_welcome(state: State, squadron: Model, ship: Model | None) -> bool:
    """Return whether the squadron may land on that ship or neutral object, or escort it."""
    if ship is None or not (ship.is_neutral or (ship.is_capital and ship.side == squadron.side)):
        return False
    return any(order.settles and order.welcomes(state, squadron, ship) for order in rulebook(state).orders.values())


def refuse_landing(state: State, squadron: Model) -> Refusal | None:
    """Return why a flight may not end at the squadron's pose, None if it may: it touches or overlaps something."""
    touched = ids_in_contact(state, squadron) + _escorted_ship(state, squadron)
    if not touched:
        return None
    targets = _targets_in_contact(state, squadron)
    forbidden = [
        item_id for item_id in touched
        if item_id not in targets and not _is_welcome(state, squadron, state.models.get(item_id))
    ] or _overlapped_models(state, squadron, touched)  # fmt: skip
    if not forbidden:
        return None
    marks = pointed_bases(forbidden)
    return Refusal(f"{squadron.name} may not end touching {format_names(state, forbidden)}.", SQUADRON_MOVEMENT, marks)


def refuse_flight(state: State, squadron: Model, inches: float) -> Refusal | None:
    """Return why a flight may not stop at the squadron's pose, None if it may or if no free end is left (R24)."""
    refusal = refuse_landing(state, squadron)
    return refusal if refusal is None or free_landing(state, squadron, inches) is None else None


def free_landing(state: State, squadron: Model, inches: float) -> Pose | None:
    """Return where a straight flight within some inches may end in contact with nothing, None if nowhere (R24).

    The nearest place comes first. If terrain would strike on the way there, places all around are tried.
    """
    if inches < SHORTEST:
        return None
    start, group = squadron.pose, formation_members(state, squadron)
    obstacles = _obstacles_for_leader(state, squadron, group)
    nearest = nearest_free_about(squadron.base, start, obstacles, state.width, state.height, inches - SHORTEST)
    if nearest is None:
        return None
    ends = chain([_rounded_end(start, nearest)], _ends_around(start, inches - 2 * SHORTEST))
    return next((end for end in ends if _is_clear_landing(state, squadron, group, end)), None)


def _ends_around(start: Pose, inches: float) -> Iterator[Pose]:
    """Yield the ends of straight flights in all directions, the shortest first."""
    lengths = [step * AROUND_STEP for step in range(1, int(inches / AROUND_STEP) + 1)]
    for distance in [*lengths, inches]:
        for degrees in range(0, FULL_TURN, AROUND_ANGLE):
            x, y, _ = start.turned(degrees).advanced(distance)
            yield Pose(round(x, 3), round(y, 3), start.heading)


def _is_clear_landing(state: State, squadron: Model, group: list[Model], end: Pose) -> bool:
    """Return whether a straight flight ends there on the table, in contact with nothing, and not struck."""
    at_end = squadron.at(end)
    if ids_in_contact(state, at_end) or _escorted_ship(state, at_end) or off_table(state, at_end):
        return False
    dx, dy = end.x - squadron.pose.x, end.y - squadron.pose.y
    return not any(_is_struck(state, member, dx, dy) for member in group)


def _rounded_end(start: Pose, free: Pose) -> Pose:
    """Return the end of a flight to a free place, in thousandths of an inch and not shorter than `SHORTEST`."""
    dx, dy = free.x - start.x, free.y - start.y
    scale = max(1.0, SHORTEST / (length(dx, dy) or SHORTEST))
    return Pose(round(start.x + dx * scale, 3), round(start.y + dy * scale, 3), start.heading)


def _obstacles_for_leader(state: State, squadron: Model, group: list[Model]) -> Callable[[float], list[Placed]]:
    """Return the obstacles of all formation members, moved so that the first member must avoid them."""
    leader_pose, host = group[0].pose, state.models.get(squadron.host)
    own_ship = [(host.base, host.pose)] if host is not None else []

    def obstacles(inches: float) -> list[Placed]:
        return [
            (shape, pose.moved(leader_pose.x - member.pose.x, leader_pose.y - member.pose.y))
            for member in group for shape, pose in [*in_the_way(state, squadron.at(member.pose), inches), *own_ship]
        ]  # fmt: skip

    return obstacles


def _is_struck(state: State, squadron: Model, dx: float, dy: float) -> bool:
    """Return whether terrain would strike the squadron on a straight flight."""
    pieces = pieces_on_way(state, squadron.base, squadron.pose, dx, dy)
    return any(
        first_touch_outline(squadron.base, squadron.pose, dx, dy, piece.outline, piece.pose) is not None
        for piece in hazards(state, squadron, pieces)
    )


def _escorted_ship(state: State, squadron: Model) -> list[str]:
    """Return the id of the ship that an escort leaves, if the flight would end on it."""
    ship = state.models.get(squadron.host)
    if ship is None or not squadron.is_attached or not touches(squadron.base, squadron.pose, ship.base, ship.pose):
        return []
    return [ship.id]


def _overlapped_models(state: State, squadron: Model, touched: list[str]) -> list[str]:
    """Return the ids of models that the formation overlaps."""
    group = formation_members(state, squadron)
    return [
        model_id for model_id in touched
        if (other := state.models.get(model_id)) is not None
        and any(overlaps(member.base, member.pose, other.base, other.pose) for member in group)
    ]  # fmt: skip


def flight_to(state: State, squadron: Model, target_id: str, inches: float) -> Pose | None:
    """Return the end of the nearest straight flight in contact with a target, None if it can't be reached."""
    return next(flights_to(state, squadron, target_id, inches), None)


def flights_to(state: State, squadron: Model, target_id: str, inches: float) -> Iterator[Pose]:
    """Yield the ends of straight flights in contact with a target, the nearest first."""
    shapes = outline(state, target_id)
    if not shapes or target_id not in may_touch(state, squadron):
        return
    table_size = (state.width, state.height)
    group = {target_id, *(member.id for member in formation_members(state, squadron))}
    for shape, shape_pose in shapes:
        obstacles = obstacles_around_host(state, squadron, (shape, shape_pose), group)
        for pose in approaches(squadron.base, squadron.pose, shape, shape_pose, obstacles, *table_size):
            dx, dy = pose.x - squadron.pose.x, pose.y - squadron.pose.y
            if dx * dx + dy * dy > inches * inches:
                break
            if refuse_landing(state, squadron.at(pose)) is None:
                yield pose


def outline(state: State, item_id: str) -> tuple[Placed, ...]:
    """Return the base of a model on the table, or the parts of a piece of terrain. () if there is neither."""
    other, piece = state.models.get(item_id), state.terrain.get(item_id)
    if other is not None and other.is_on_table:
        return ((other.base, other.pose),)
    return tuple((part, piece.pose) for part in piece.outline) if piece is not None and other is None else ()
