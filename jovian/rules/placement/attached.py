"""Models that touch ships: landing, escorts, flush places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from jovian.game import ASSAULTING, ESCORTING, TABLE, Game, Model, Refusal, State
from jovian.game.decision import pointed_bases
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.nearby import pieces_maybe_within, pieces_on_way
from jovian.rules.placement.legal_places import format_names, ids_in_contact, off_table
from jovian.rules.placement.move_limits import free_place, hazards, in_the_way, solid_parts, taken
from jovian.rules.rulebook.active_effects import says_yes
from jovian.rules.rulebook.effect import ACTIVATION, AUTOFIRE, HARD, MARKED, Effect, ModelState, ShotFacts, StateMarker
from jovian.rules.rulebook.rulebook import rulebook
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
from jovian.table.shapes import FULL_TURN

# --- attached ---
# Squadrons in contact with a ship, as escorts or assailants: they move along with it (R24, R25, R74).

ESCORT = "v1.2.4 Action > Combat Air Patrol > Escorting"
ASSAULT = "v1.2.4 Action > Assaulting"


class Escorting(ModelState):
    """Flying in contact with a ship to protect it."""

    __slots__ = ()
    name = ESCORTING
    place = ESCORT
    summary = "Moves along with its ship, has no activation of its own, and intercepts what comes near."
    sign = StateMarker("EC", tied=True)
    words = ("escorts its ship", "is no escort any more")


class Assaulting(ModelState):
    """Exo-armors on the hull of an enemy ship."""

    __slots__ = ()
    name = ASSAULTING
    place = ASSAULT
    summary = "Clings to an enemy ship; only weapons without macro dice and Point Defense reach it; must bomb next."
    sign = StateMarker("AS", MARKED, HARD, tied=True)
    words = ("clings to the hull", "is off the hull")

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Only weapons of Macro 0 and Point Defense may target it."""
        if shot.window not in (ACTIVATION, AUTOFIRE) or shot.weapon.macro == 0:
            return None
        return Refusal(f"{shot.target.name} clings to a hull: only weapons with Macro 0 may target it.", self.place)


TIES: tuple[type[ModelState], ...] = (Escorting, Assaulting)
"""What holds a squadron in contact with a ship."""


def attached_to(state: State, ship: Model) -> list[Model]:
    """The squadrons that escort or assault a ship."""
    return [m for m in state.models.values() if m.host == ship.id and m.place == TABLE]


def attach(game: Game, squadron: Model, ship: Model, tie: type[ModelState]) -> None:
    """Let a squadron escort or assault a ship, with which it is in contact."""
    squadron.host = ship.id
    tie.enter(game, squadron)


def detach(game: Game, squadron: Model) -> None:
    """End an escort or an assault; the squadron stays where it stands."""
    squadron.host = ""
    for tie in TIES:
        tie.leave(game, squadron)


def carry(game: Game, ship: Model, before: Pose) -> None:
    """Take the squadrons in contact along after a ship has moved or turned."""
    for squadron in attached_to(game.state, ship):
        start = squadron.pose
        squadron.pose = follow(squadron, before, ship.pose).pose
        game.tell_move(squadron, [start, squadron.pose], "escort" if squadron.escorting else "assault")


def follow(squadron: Model, before: Pose, after: Pose) -> Model:
    """The squadron where it would be if its ship went from one pose to another: itself if it stays."""
    if before == after:
        return squadron
    x, y = after.to_table(*before.from_table(squadron.pose.x, squadron.pose.y))
    return squadron.at(Pose(x, y, (squadron.pose.heading + after.heading - before.heading) % 360).rounded())


def flush_spots(state: State, squadron: Model, ship: Model) -> list[Pose]:
    """The free places about a ship at which a squadron's edge lies wholly on the ship's base."""
    others = taken(state, squadron, (ship.base, ship.pose), (squadron.id, ship.id))
    return free_flush(ship.base, ship.pose, squadron.base, others, state.width, state.height)


def nearest_flush(state: State, squadron: Model, ship: Model) -> Pose | None:
    """The free place in contact with the ship that is nearest to the squadron, None without one."""
    at = squadron.pose

    def gap(spot: Pose) -> tuple[float, Pose]:
        dx, dy = spot.x - at.x, spot.y - at.y
        return round(dx * dx + dy * dy, 6), spot

    return min(flush_spots(state, squadron, ship), key=gap, default=None)


def refuse_flush(state: State, squadron: Model, ship: Model) -> Refusal | None:
    """Why a squadron may not stand where it does in contact with the ship."""
    place, pose = ASSAULT if squadron.side != ship.side else ESCORT, squadron.pose
    if not is_flush(ship.base, ship.pose, squadron.base, pose):
        return Refusal(f"One edge of its base must lie wholly on the base of {ship.name}.", place)
    if extends_off_table(squadron.base, pose, state.width, state.height):
        return Refusal("That is off the table.", place)
    models, pieces = pieces_maybe_within(state, squadron.base, pose)
    for other in models:
        if other.id not in (squadron.id, ship.id) and overlaps(squadron.base, pose, other.base, other.pose):
            return Refusal(f"It would overlap {other.name}.", place, pointed_bases([other.id]))
    if any(overlaps(squadron.base, pose, *each.placed) for each in solid_parts(state, squadron, pieces)):
        return Refusal("It would overlap solid terrain.", place)
    return None


def escorts_at_will(state: State, squadron: Model) -> bool:
    """May it take up an escort, and leave it, in any of its activations?"""
    return says_yes(state, squadron, Effect.escorts_at_will)


def cast_off(game: Game, squadron: Model) -> None:
    """End the contact and put the squadron clear of everything."""
    detach(game, squadron)
    goal = free_place(game.state, squadron)
    if goal is not None:
        move_to(game, squadron, goal, "overlap")


def move_to(game: Game, squadron: Model, goal: Pose, cause: str) -> None:
    """Set a squadron elsewhere, and tell."""
    before, squadron.pose = squadron.pose, goal.rounded()
    if before != squadron.pose:
        game.tell_move(squadron, [before, squadron.pose], cause, before.distance_to(goal))


def misplaced(state: State, ship: Model) -> list[Model]:
    """The squadrons in contact with a ship for which that makes no sense: enemies as escorts, friends as assailants."""
    return [each for each in attached_to(state, ship) if each.escorting != (each.side == ship.side)]


def release(game: Game, squadrons: Iterable[Model]) -> None:
    """These have no ship any more: they are free where they stand, eligible from next turn (R74)."""
    for squadron in squadrons:
        detach(game, squadron)
        squadron.activated = True


# --- touching ---
# Where a flight may end, and with what it may be in contact then (v1.2.4 Movement > Squadron Movement, R24).

FLY = "v1.2.4 Movement > Squadron Movement"
AROUND_STEP, AROUND_ANGLE = 0.5, 15
"""Inches and degrees between the ends that are tried all around."""
SHORTEST = 0.01
"""Inches of the shortest way clear: rounding puts apart what is nearer than that."""


def may_touch(state: State, squadron: Model) -> list[str]:
    """The ids of what the active squadron may end in contact with: its prey, and ships to land on or to escort."""
    return _prey(state, squadron) + [ship.id for ship in state.on_table() if _welcomed(state, squadron, ship)]


def _prey(state: State, squadron: Model) -> list[str]:
    """What the action of the squadron wants it in contact with."""
    act = state.activation
    if act is None or not act.action or act.resolved:
        return []
    return rulebook(state).actions[act.action].closes_with(state, squadron)


def _welcomed(state: State, squadron: Model, ship: Model | None) -> bool:
    """May it land on that ship, or on what is nobody's, or escort it?"""
    if ship is None or not (ship.neutral or (ship.capital and ship.side == squadron.side)):
        return False
    return any(order.settles and order.welcomes(state, squadron, ship) for order in rulebook(state).orders.values())


def refuse_landing(state: State, squadron: Model) -> Refusal | None:
    """Why a flight may not end where a squadron stands: it touches what it has no business with, or overlaps it."""
    touched = ids_in_contact(state, squadron) + _own_ship(state, squadron)
    if not touched:
        return None
    wanted = _prey(state, squadron)
    wrong = [
        ident for ident in touched
        if ident not in wanted and not _welcomed(state, squadron, state.models.get(ident))
    ] or _overlapped(state, squadron, touched)  # fmt: skip
    if not wrong:
        return None
    draw = pointed_bases(wrong)
    return Refusal(f"It may not end touching {format_names(state, wrong)}.", FLY, draw)


def refuse_flight(state: State, squadron: Model, left: float) -> Refusal | None:
    """Why a flight may not stop where a squadron stands: it may not end there, and no free end is left (R24)."""
    refusal = refuse_landing(state, squadron)
    return refusal if refusal is None or free_landing(state, squadron, left) is None else None


def free_landing(state: State, squadron: Model, inches: float) -> Pose | None:
    """Return where a straight flight of at most so many inches may end touching nothing, None if nowhere (R24).

    The nearest place comes first. If terrain would strike on the way there, places all around are tried.
    """
    if inches < SHORTEST:
        return None
    start, group = squadron.pose, formation_members(state, squadron)
    about = _forbidden(state, squadron, group)
    found = nearest_free_about(squadron.base, start, about, state.width, state.height, inches - SHORTEST)
    if found is None:
        return None
    ends = chain([_flown(start, found)], _ends_around(start, inches - 2 * SHORTEST))
    return next((end for end in ends if _is_clear_landing(state, squadron, group, end)), None)


def _ends_around(start: Pose, inches: float) -> Iterator[Pose]:
    """Yield the ends of straight flights in all directions, the shortest first."""
    lengths = [step * AROUND_STEP for step in range(1, int(inches / AROUND_STEP) + 1)]
    for flown in [*lengths, inches]:
        for turned in range(0, FULL_TURN, AROUND_ANGLE):
            x, y, _ = start.turned(turned).advanced(flown)
            yield Pose(round(x, 3), round(y, 3), start.heading)


def _is_clear_landing(state: State, squadron: Model, group: list[Model], end: Pose) -> bool:
    """Return whether a straight flight ends there on the table, touching nothing, and terrain doesn't strike on it."""
    there = squadron.at(end)
    if ids_in_contact(state, there) or _own_ship(state, there) or off_table(state, there):
        return False
    dx, dy = end.x - squadron.pose.x, end.y - squadron.pose.y
    return not any(_strikes(state, member, dx, dy) for member in group)


def _flown(start: Pose, free: Pose) -> Pose:
    """Where an order to fly to a free place leads: written in thousandths of an inch, and no shorter than it may be."""
    dx, dy = free.x - start.x, free.y - start.y
    longer = max(1.0, SHORTEST / (length(dx, dy) or SHORTEST))
    return Pose(round(start.x + dx * longer, 3), round(start.y + dy * longer, 3), start.heading)


def _forbidden(state: State, squadron: Model, group: list[Model]) -> Callable[[float], list[Placed]]:
    """What the first of a formation may not touch so that none of it does: obstacles as far aside as each flies."""
    lead, host = group[0].pose, state.models.get(squadron.host)
    own = [(host.base, host.pose)] if host is not None else []

    def about(inches: float) -> list[Placed]:
        return [
            (shape, pose.moved(lead.x - each.pose.x, lead.y - each.pose.y))
            for each in group for shape, pose in [*in_the_way(state, squadron.at(each.pose), inches), *own]
        ]  # fmt: skip

    return about


def _strikes(state: State, squadron: Model, dx: float, dy: float) -> bool:
    met = pieces_on_way(state, squadron.base, squadron.pose, dx, dy)
    return any(
        first_touch_outline(squadron.base, squadron.pose, dx, dy, piece.outline, piece.pose) is not None
        for piece in hazards(state, squadron, met)
    )


def _own_ship(state: State, squadron: Model) -> list[str]:
    """The ship that an escort leaves by flying, if the flight would end on it."""
    ship = state.models.get(squadron.host)
    if ship is None or not squadron.is_attached or not touches(squadron.base, squadron.pose, ship.base, ship.pose):
        return []
    return [ship.id]


def _overlapped(state: State, squadron: Model, touched: list[str]) -> list[str]:
    group = formation_members(state, squadron)
    return [
        ident for ident in touched
        if (other := state.models.get(ident)) is not None
        and any(overlaps(each.base, each.pose, other.base, other.pose) for each in group)
    ]  # fmt: skip


def flight_to(state: State, squadron: Model, ident: str, inches: float) -> Pose | None:
    """Where a straight flight of so many inches ends in contact with what may be touched; None if none does."""
    return next(flights_to(state, squadron, ident, inches), None)


def flights_to(state: State, squadron: Model, ident: str, inches: float) -> Iterator[Pose]:
    """All such ends, the nearest first."""
    shapes = outline(state, ident)
    if not shapes or ident not in may_touch(state, squadron):
        return
    table, group = (state.width, state.height), {ident, *(each.id for each in formation_members(state, squadron))}
    for shape, stands in shapes:
        placed = taken(state, squadron, (shape, stands), group)
        for pose in approaches(squadron.base, squadron.pose, shape, stands, placed, *table):
            dx, dy = pose.x - squadron.pose.x, pose.y - squadron.pose.y
            if dx * dx + dy * dy > inches * inches:
                break
            if refuse_landing(state, squadron.at(pose)) is None:
                yield pose


def outline(state: State, ident: str) -> tuple[Placed, ...]:
    """The base of a model on the table, or the parts of a piece of terrain; () for what is not there."""
    other, piece = state.models.get(ident), state.terrain.get(ident)
    if other is not None and other.on_table:
        return ((other.base, other.pose),)
    return tuple((part, piece.pose) for part in piece.outline) if piece is not None and other is None else ()


def others_wait(state: State, model: Model) -> bool:
    """Has the side another model on the table that may still activate?"""
    return any(
        other.side == model.side and not other.activated and other.id != model.id and takes_turns(state, other)
        for other in state.on_table()
    )


def takes_turns(state: State, model: Model) -> bool:
    """Has it activations of its own: no drone, and no escort but one at will (R35)?"""
    return not model.drone and (not model.escorting or escorts_at_will(state, model))
