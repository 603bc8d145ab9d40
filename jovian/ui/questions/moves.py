"""The moving half of a menu: the move that the pointer or the keys mean, its preview, and its contacts.

A ship goes to the pointer by the route with the fewest turns. If the button is held, it turns its bow there toward the
pointer. Keys turn it in steps. A squadron flies to the pointer, over way points set with Ctrl, or into contact with
what it may touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from math import atan2, degrees

from jovian.frozen import frozen
from jovian.game import Answer, Model, Refusal
from jovian.game.answers import Fly, Move, Pivot, Turn
from jovian.rules.actions.any_model import Ram
from jovian.rules.actions.squadron import Bombing, Interception
from jovian.rules.basics.formation import formation_members
from jovian.rules.menu.next_order import NextOrder, Preview, preview_route
from jovian.rules.menu.samples import lost_as
from jovian.rules.placement.attached import flight_to, may_touch, outline
from jovian.rules.placement.legal_places import format_names, ram_targets
from jovian.rules.placement.move_limits import LITTLE, RemainingMovement
from jovian.rules.placement.routes import Maneuver, pose_after, reach_areas, routes_to, turns_in_place
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import TOLERANCE, Pose, distance, first_touch, length
from jovian.ui.board import BaseRing, BoardPath, Brackets, Overlay, PointLabel, Region
from jovian.ui.board.board_help import (
    COURSE_STEP,
    MAX_TURN,
    ghost_of,
    interception_ranges,
    point_toward,
    room_to_move,
)
from jovian.ui.questions.controller import refusal_overlays
from jovian.ui.questions.held import MIN_DRAG, SAME_PLACE, TURN_STEP, Grip
from jovian.ui.session.table_selection import Point, TableSelection

# --- Contacts of a flight ---

SNAP_GAP = 0.4
"""Inches between the base at the pointer and a model at which the ghost snaps to the model."""
SNAP_REACH = 2.5
"""Inches from the pointer within which a contact next to a model is looked for."""
_WORDS = {Bombing.name: "bomb", Interception.name: "intercept", Ram.name: "ram"}


@frozen
class Contact:
    """Where a flight would end in contact with a model or a piece of terrain."""

    model_id: str
    pose: Pose


class FlightContacts:
    """What a squadron may end its flight in contact with.

    With the pointer on a model, the contact is the nearest point of its base. With the pointer next to it, the contact
    is the one nearest to the pointer, so that the player can choose the side of a ship to bomb. The command `next`
    steps through everything in reach.
    """

    def __init__(self, selection: TableSelection, menu: NextOrder) -> None:
        self.selection = selection
        self.menu = menu
        self.aimed = ""
        """The id of the target chosen with a key."""
        self._prey: tuple[str, ...] | None = None
        self._cached: tuple[object, Contact | None] | None = None

    @property
    def target_ids(self) -> tuple[str, ...]:
        """The ids of what the flight may end in contact with."""
        if self._prey is None:
            model = self.menu.model
            flies = not model.is_capital and model.is_on_table
            self._prey = tuple(dict.fromkeys(may_touch(self.menu.state, model))) if flies else ()
        return self._prey

    def purpose(self, model_id: str) -> str:
        """Return what the contact is for, in a word or two."""
        act, state, model = self.menu.act, self.menu.state, self.menu.model
        action = rulebook(state).actions.get(act.action) if not act.resolved else None
        if action is not None and model_id in action.closes_with(state, model):
            return _WORDS.get(act.action, act.action)
        ship = state.models.get(model_id)
        if ship is None:
            return ""
        orders = (order for order in rulebook(state).orders.values() if order.settles)
        return " or ".join(
            (order.at or order.label).lower() for order in orders if order.welcomes(state, model, ship)
        )

    def name(self, model_id: str) -> str:
        state = self.menu.state
        return state.models[model_id].name if model_id in state.models else format_names(state, [model_id])

    @property
    def is_touching_pointed(self) -> bool:
        """Whether the pointer is on a possible target that the squadron touches already."""
        if self.selection.hovered not in self.target_ids or self.aimed:
            return False
        model = self.menu.model
        return self._gap_to(model, self.selection.hovered) <= TOLERANCE

    def _gap_to(self, model: Model, model_id: str) -> float:
        """Return the distance in inches from a model to another, or to a piece of terrain."""
        parts = outline(self.menu.state, model_id)
        return min((distance(model.base, model.pose, *part) for part in parts), default=SNAP_REACH + SNAP_GAP)

    def step(self) -> bool:
        """Aim at the next target that can be reached. Return whether there is one."""
        inches_left = self.menu.envelope().forward
        reachable = [
            model_id
            for model_id in self.target_ids
            if self._straight(self.menu.model, model_id, inches_left) is not None
        ]
        if reachable:
            self.aimed = reachable[(reachable.index(self.aimed) + 1) % len(reachable) if self.aimed in reachable else 0]
        return bool(reachable)

    def contact(self, start: Point, inches_left: float) -> Contact | None:
        """Return the contact that is meant now by a flight of at most `inches_left` from a point, or None."""
        key = (self.aimed, self.selection.hovered, self.selection.point, tuple(start), inches_left)
        if self._cached is None or self._cached[0] != key:
            self._cached = (key, self._find(start, inches_left) if self.target_ids and inches_left > LITTLE else None)
        return self._cached[1]

    def _find(self, start: Point, inches_left: float) -> Contact | None:
        model = self.menu.model
        model = model.at(Pose(start[0], start[1], model.pose.heading))
        is_pointed = (
            self.selection.point is not None and self.selection.hovered in self.target_ids
        )  # In the roster a click only selects.
        if self.aimed or is_pointed:
            return self._straight(model, self.aimed or self.selection.hovered, inches_left)
        return self._nearest_contact(model, inches_left) if self.selection.point is not None else None

    def _straight(self, model: Model, model_id: str, inches_left: float) -> Contact | None:
        pose = flight_to(self.menu.state, model, model_id, inches_left - TOLERANCE)
        return Contact(model_id, pose) if pose is not None and pose[:2] != model.pose[:2] else None

    def _nearest_contact(self, model: Model, inches_left: float) -> Contact | None:
        """Return the contact nearest to the pointer, if a base there would touch or nearly touch a target."""
        assert self.selection.point is not None
        x, y = self.selection.point
        at = model.at(Pose(x, y, model.pose.heading))
        gap, model_id = min(
            ((self._gap_to(at, target_id), target_id) for target_id in self.target_ids), default=(SNAP_GAP + 1, "")
        )
        contact = self._straight(at, model_id, SNAP_REACH) if gap <= SNAP_GAP else None
        if contact is None:
            return None
        return contact if LITTLE < model.pose.distance_to(contact.pose) <= inches_left - TOLERANCE else None


# --- Contacts of a ramming ship ---

RAM_SNAP = 0.6
"""Inches between the end of the move at the pointer and a contact at which the ghost snaps to it."""


@frozen
class ContactAhead:
    """A contact straight ahead, and the length of the move to it."""

    model_id: str
    inches: float


class RamContacts:
    """What a ship that has declared Ram can run into straight ahead."""

    def __init__(self, selection: TableSelection, menu: NextOrder) -> None:
        self.selection, self.menu = selection, menu
        self.aimed = ""
        """The id of the target chosen with a key."""
        self._cached: tuple[ContactAhead, ...] | None = None

    @property
    def impacts(self) -> tuple[ContactAhead, ...]:
        """All contacts that a legal move reaches, nearest first."""
        if self._cached is None:
            self._cached = tuple(self._find()) if self.menu.model.is_on_table else ()
        return self._cached

    def _find(self) -> list[ContactAhead]:
        state, ship = self.menu.state, self.menu.model
        target_ids, forward = ram_targets(state, ship), self.menu.envelope().forward
        end, impacts = ship.pose.advanced(forward), []
        dx, dy = end.x - ship.pose.x, end.y - ship.pose.y
        for other in [state.models[model_id] for model_id in target_ids] if forward > LITTLE else []:
            inches = first_touch(ship.base, ship.pose, dx, dy, other.base, other.pose)
            if inches is not None and self.menu.check(Move(round(inches, 3))) is None:
                impacts.append(ContactAhead(other.id, round(inches, 3)))
        return sorted(impacts, key=lambda impact: (impact.inches, impact.model_id))

    def pointed_impact(self, ahead: float, *, is_straight: bool = True) -> ContactAhead | None:
        """Return the impact chosen with a key, under the pointer, or close to the end of a straight move; or None."""
        if self.aimed:
            return next((impact for impact in self.impacts if impact.model_id == self.aimed), None)
        pointed = next((impact for impact in self.impacts if impact.model_id == self.selection.hovered), None)
        near = [impact for impact in self.impacts if is_straight and abs(impact.inches - ahead) <= RAM_SNAP]
        return pointed or min(near, key=lambda impact: abs(impact.inches - ahead), default=None)

    def at(self, answer: Answer | None) -> str:
        """Return the name of the model that a move would run into, "" for none."""
        inches = answer.inches if isinstance(answer, Move) else None
        target_id = next((impact.model_id for impact in self.impacts if impact.inches == inches), "")
        return self.menu.state.models[target_id].name if target_id else ""

    def step(self) -> bool:
        """Aim at the next impact. Return whether there is one."""
        target_ids = [impact.model_id for impact in self.impacts]
        if target_ids:
            self.aimed = target_ids[
                (target_ids.index(self.aimed) + 1) % len(target_ids) if self.aimed in target_ids else 0
            ]
        return bool(target_ids)


# --- Moves ---

MAX_PREVIEWS = 64
"""The maximum number of kept previews."""
MAX_WAY_POINTS = 16
TRACK_STEP, CORNER = 0.2, 0.6
"""Inches between the noted places of a drawn path, and how far one must be from a straight line to be a corner."""


def _length(start: Point, end: Point) -> float:
    """Return the distance of two points."""
    return length(end[0] - start[0], end[1] - start[1])


def _corners(track: Sequence[Point]) -> list[Point]:
    """Return the first and the last point of a track, and those between them where its direction changes."""
    (x, y), (end_x, end_y) = track[0], track[-1]
    across = max(length(end_x - x, end_y - y), LITTLE)
    far = [abs((end_x - x) * (py - y) - (end_y - y) * (px - x)) / across for px, py in track]
    at = far.index(max(far))
    if far[at] < CORNER:
        return [track[0], track[-1]]
    return [*_corners(track[: at + 1])[:-1], *_corners(track[at:])]


class Mover:
    """The moving half of the menu."""

    def __init__(self, selection: TableSelection, menu: NextOrder) -> None:
        self.selection = selection
        self.menu = menu
        self.angle = 0
        """The unfinished turn, in degrees."""
        self.way_points: tuple[Point, ...] = ()
        """The way points so far."""
        self.flight_heading: int | None = None
        """The heading in which a squadron flies all its inches, chosen with keys. None if the pointer decides."""
        self.pinned: tuple[Maneuver, ...] = ()
        """A move that was shown and waits for a second click."""
        self.grip = Grip(selection)
        """Where the ship will stop while the player drags its bow."""
        self._track: list[Point] = []
        """Where the pointer was since the button was pressed to draw the path of a squadron, [] if it isn't held."""
        self._kept_points: tuple[Point, ...] = ()
        """The way points before that."""
        self._previews: dict[tuple[Maneuver, ...], Preview] = {}

    @cached_property
    def flight_contacts(self) -> FlightContacts:
        return FlightContacts(self.selection, self.menu)

    @cached_property
    def ram_contacts(self) -> RamContacts | None:
        """What a ship that has declared Ram can run into, None for all other models."""
        return RamContacts(self.selection, self.menu) if ram_targets(self.menu.state, self.model) else None

    @property
    def contacts(self) -> FlightContacts | RamContacts | None:
        """What the model may end in contact with: a squadron by flying, a ship by ramming."""
        return self.ram_contacts if self.model.is_capital else self.flight_contacts

    @property
    def aimed(self) -> str:
        """The id of the contact chosen with a key, "" for none."""
        return self.contacts.aimed if self.contacts is not None else ""

    @property
    def model(self) -> Model:
        """The active model, as the player may see it."""
        return self.menu.model

    @property
    def remaining(self) -> RemainingMovement:
        return self.menu.envelope()

    @property
    def can_move(self) -> bool:
        """Whether any movement is left."""
        remaining = self.remaining
        return remaining.forward > LITTLE or remaining.reverse > LITTLE or remaining.turns > 0 or remaining.pivot

    @property
    def may_hold(self) -> bool:
        """Whether a ship waits at the place where the button is pressed, so that its bow can be dragged."""
        return self.model.is_capital and not self.angle and not (self.ram_contacts is not None and self.aimed)

    @property
    def may_draw(self) -> bool:
        """Whether a press begins the path of a squadron, which follows the pointer until the button is released."""
        is_steered = self.flight_heading is not None or bool(self.aimed) or self.selection.ctrl
        return not self.model.is_capital and not is_steered and bool(self.orders())

    @property
    def is_held(self) -> bool:
        """Whether a button is held to turn a bow or to draw a path."""
        return self.grip.at is not None or bool(self._track)

    @property
    def has_pending(self) -> bool:
        """Whether there is an unfinished move that Escape would cancel."""
        is_steered = self.flight_heading is not None or self.grip.at is not None
        return bool(self.angle or self.way_points or self.aimed or self.pinned) or is_steered

    @property
    def contact(self) -> Contact | None:
        """The contact that the flight would end in, or None."""
        if self.model.is_capital or (self.flight_heading is not None and not self.flight_contacts.aimed):
            return None
        return self.flight_contacts.contact(self._start(), self.remaining.forward - self._inches_to_last_point())

    # --- The meant move ---
    def orders(self) -> tuple[Maneuver, ...]:
        """Return the answers that a click would give, () for none."""
        if self.angle:
            return (Pivot(self.angle) if self.remaining.pivot else Turn(self.angle),)
        if not self.model.is_capital:
            flight = self._meant_flight()
            return (flight,) if flight is not None else ()
        ram = self.ram_contacts
        if ram is not None and (impact := ram.pointed_impact(self._inches_ahead(), is_straight=self._is_straight)):
            return (Move(impact.inches),)
        goal = self.grip.point
        if goal is None:
            return ()
        routes = routes_to(self.model, self.remaining, goal, is_late=self.selection.shift)
        route = next((route for route in routes if self._is_free(route)), routes[0] if routes else ())
        return (*route, *self._turn_of_bow(route)) if self.grip.at is not None else route

    def refuse(self, orders: Sequence[Maneuver]) -> Refusal | None:
        """Return why a move is refused, or None."""
        return self._previewed(tuple(orders)).refusal

    def refuse_place(self) -> Refusal | None:
        """Return why no route leads toward the pointer."""
        return self.menu.check(Move(1.0 if self._inches_ahead() >= 0 else -1.0))

    def _is_free(self, route: tuple[Maneuver, ...]) -> bool:
        """Return whether a ship may end its activation after a route, on the table."""
        preview = self._previewed(route)
        return preview.refusal is None and not preview.onward and not preview.off_table

    def choice(self) -> Maneuver | None:
        """Return the answer that a click would give if it is one, else None."""
        orders = self.orders()
        return orders[0] if len(orders) == 1 else None

    def _meant_flight(self) -> Fly | None:
        """Return the flight of a squadron that a click would order, or None."""
        contact = self.contact
        if contact is not None:
            return Fly((*self.way_points, (contact.pose.x + 0.0, contact.pose.y + 0.0)))
        point = self.selection.point if self.flight_heading is None else self._flight_end(self.flight_heading)
        if point is None or (self.flight_contacts.is_touching_pointed and not self.has_pending):
            return None
        return self._flight(point)

    def _inches_ahead(self) -> float:
        """Return how far ahead of a ship the pointer is."""
        return self.model.pose.from_table(*self.selection.point)[1] if self.selection.point is not None else 0.0

    @property
    def _is_straight(self) -> bool:
        return self.selection.point is not None and self.is_on_course(self.selection.point)

    def _turn_of_bow(self, route: Sequence[Maneuver]) -> tuple[Maneuver, ...]:
        """Return the turns at the end of a route that point the bow at the pointer, as far as turns are left."""
        point, end = self.selection.point, pose_after(self.model.pose, route)
        if point is None or self.grip.heading is None:
            return ()
        toward = degrees(atan2(point[0] - end.x, point[1] - end.y)) - end.heading
        step = 1 if self.selection.shift else TURN_STEP
        angle = round(((toward + 180) % 360 - 180) / step) * step
        used = sum(isinstance(order, Turn) for order in route)
        has_pivot = self.remaining.pivot and not any(isinstance(order, Pivot) for order in route)
        return turns_in_place(replace(self.remaining, turns=self.remaining.turns - used, pivot=has_pivot), angle)

    # --- Moves that are shown first ---
    def pin(self, orders: Sequence[Answer]) -> None:
        """Keep a move as a ghost until it is confirmed or dropped."""
        self.pinned = tuple(order for order in orders if isinstance(order, Move | Turn | Pivot | Fly))

    def must_ask(self, orders: Sequence[Maneuver], *, is_drafting_test: bool = False) -> bool:
        """Return whether a move is only shown at the first click: if something may answer it, or dice are rolled.

        (R22, R27, R29, R71)
        """
        if self.is_pinned(orders):
            return False
        preview, is_tested = self._previewed(tuple(orders)), self.remaining.needs_test
        rolls = is_drafting_test or (is_tested and any(isinstance(order, Turn) for order in orders))
        return preview.refusal is None and bool(rolls or preview.touches or preview.off_table)

    def is_pinned(self, orders: Sequence[Maneuver]) -> bool:
        """Return whether a move ends where the pinned one does, as far as a pointer can tell."""
        if not self.pinned:
            return False
        end, kept = (pose_after(self.model.pose, each) for each in (orders, self.pinned))
        return end.distance_to(kept) < SAME_PLACE

    def is_on_course(self, point: Point) -> bool:
        """Return whether a point is ahead or astern of a ship, within the width of its base. Any is, for a squadron."""
        pose, (x, y) = self.model.pose, point
        sine, cosine = pose.direction()
        across = (x - pose.x) * cosine - (y - pose.y) * sine
        return not self.model.is_capital or abs(across) <= self.model.base.width / 2

    def _flight(self, point: Point) -> Fly | None:
        goal = point_toward(self._start(), point, self.remaining.forward - self._inches_to_last_point())
        if goal is None:
            return Fly(self.way_points) if self.way_points else None
        return Fly((*self.way_points, goal))

    def _start(self) -> Point:
        """Return where the last leg of a flight starts."""
        return self.way_points[-1] if self.way_points else self.model.pose[:2]

    def _flight_end(self, flight_heading: int) -> Point:
        x, y = self._start()
        return Pose(x, y, flight_heading).advanced(max(0.1, self.remaining.forward))[:2]

    def _inches_to_last_point(self) -> float:
        total, (x, y) = 0.0, self.model.pose[:2]
        for px, py in self.way_points:
            total += length(px - x, py - y)
            x, y = px, py
        return total

    def preview(self) -> Preview | None:
        """Return the preview of that answer, or None."""
        orders = self.orders()
        return self._previewed(orders) if orders else None

    def _previewed(self, orders: tuple[Maneuver, ...]) -> Preview:
        """Return the preview of a move. That of the last one is kept."""
        if orders not in self._previews:
            if len(self._previews) >= MAX_PREVIEWS:
                self._previews.clear()
            steps = [order for order in orders if not isinstance(order, Fly)]
            is_route = len(orders) > 1
            shown = preview_route(self.menu.state, self.model, steps) if is_route else self.menu.preview(orders[0])
            self._previews[orders] = shown
        return self._previews[orders]

    # --- Input ---
    def turn(self, steps: int) -> bool:
        """Turn the ghost. Return whether it could be turned."""
        remaining = self.remaining
        if not self.model.is_capital and remaining.forward > 0.05:
            self.flight_contacts.aimed = ""
            self.flight_heading = (
                (self.model.pose.heading if self.flight_heading is None else self.flight_heading) + self._notch(steps)
            ) % 360
            return True
        if not self.model.is_capital or not (remaining.turns or remaining.pivot):
            self.selection.refuse(self.menu.check(Turn(TURN_STEP * steps)))
            return False
        self._drop_contact()
        max_angle = 180 if remaining.pivot else MAX_TURN
        step = steps * (1 if self.selection.shift else TURN_STEP)
        self.angle = min(max_angle, max(-max_angle, self.angle + step))
        return True

    def _notch(self, steps: int) -> int:
        return steps * (1 if self.selection.shift else COURSE_STEP)

    def aim(self) -> bool:
        """Aim at the next model that the move may end in contact with. Return whether there is one."""
        self.flight_heading, self.angle, self.pinned = None, 0, ()
        return self.contacts is not None and self.contacts.step()

    def add_way_point(self) -> bool:
        """Add the pointer's place as a way point. Return whether that is possible."""
        choice = self.choice()
        if not isinstance(choice, Fly) or len(choice.path) >= MAX_WAY_POINTS:
            return False
        self.way_points = choice.path
        return True

    # --- Drawn paths ---
    def begin_path(self, point: Point) -> None:
        """Let the path of a squadron follow the pointer from a point."""
        self._track, self._kept_points = [point], self.way_points

    def follow(self) -> None:
        """Follow the pointer: there is a way point wherever its direction changes, as far as the squadron flies."""
        point = self.selection.point
        if not self._track or point is None or _length(self._track[-1], point) < TRACK_STEP:
            return
        self._track.append(point)
        if not self._is_drawn:
            return
        self.way_points = self._kept_points
        for corner in _corners(self._track)[:-1]:
            left = self.remaining.forward - self._inches_to_last_point()
            if not max(self.model.base.reach, LITTLE) < _length(self._start(), corner) < left:
                if self.way_points or _length(self._start(), corner) >= left:
                    break
                continue  # The path begins on the squadron itself.
            if len(self.way_points) < MAX_WAY_POINTS - 1:
                self.way_points = (*self.way_points, corner)

    def end_path(self) -> bool:
        """End to follow the pointer. Return whether a path was drawn, and not only a place pressed."""
        is_drawn, self._track = self._is_drawn, []
        return is_drawn

    @property
    def _is_drawn(self) -> bool:
        """Whether the pointer was moved since the press, and not only shaken."""
        return any(_length(self._track[0], place) >= MIN_DRAG for place in self._track)

    def drop(self) -> bool:
        """Drop the unfinished move. Return whether there was one."""
        had_any, self._track = self.has_pending, []
        self.angle, self.way_points, self.flight_heading, self.pinned, self.grip.at = 0, (), None, (), None
        self._drop_contact()
        return had_any

    def _drop_contact(self) -> None:
        if self.contacts is not None:
            self.contacts.aimed = ""

    # --- Drawing ---
    def overlays(self) -> tuple[Overlay, ...]:
        """Return the remaining movement, path, ghost, and what would happen on the way."""
        overlays = self.reach() + self.pinned_overlays()
        preview = self.preview()
        self.selection.ghost = preview.poses[-1] if preview is not None else None
        if preview is None:
            return tuple(overlays)
        is_legal, model = preview.refusal is None, self.model
        overlays += refusal_overlays(self.selection, preview.refusal)
        if preview.inches > 0:
            overlays.append(BoardPath(preview.poses, model.base, is_legal))
        overlays.append(ghost_of(model, preview.poses[-1], is_legal))
        overlays += [ghost_of(mate, mate.pose, is_legal) for mate in self._other_members(preview.poses[-1])]
        if is_legal or max(self.remaining.forward, self.remaining.reverse) > LITTLE:
            overlays += self._path_overlays(preview)
        end = preview.poses[-1]
        overlays.append(PointLabel((end.x, end.y), self.summary(preview), "legal" if is_legal else "refused"))
        return tuple(overlays)

    def reach(self) -> list[Overlay]:
        """Return where the model may stop."""
        remaining = self.remaining
        if not remaining.capital or not remaining.turns or remaining.turns_end_move:
            return room_to_move(self.model, remaining)
        areas = self.menu.state.keep(
            ("reach", self.model.id), lambda: reach_areas(self.menu.state, self.model, remaining)
        )
        return [Region(area.outline, "legal" if area.turns == 1 else "measure") for area in areas]

    def pinned_overlays(self) -> list[Overlay]:
        """Return the ghost of the move that waits for a second click, with what may answer it."""
        if not self.pinned:
            return []
        preview = self._previewed(self.pinned)
        end = preview.poses[-1]
        note = PointLabel((end.x, end.y), f"{self.summary(preview)} · again, or Enter: go", "lit")
        path = BoardPath(preview.poses, self.model.base)
        return [path, ghost_of(self.model, end), *self._path_overlays(preview), note]

    def _other_members(self, end: Pose) -> list[Model]:
        """Return the rest of the formation at the end of the move."""
        return formation_members(self.menu.state, self.model.at(end))[1:]

    def _path_overlays(self, preview: Preview) -> list[Overlay]:
        """Return what would happen on the way, the reach of possible interceptors, and what the move ends touching."""
        interceptions = [touch for touch in preview.touches if touch.kind == "interception"]
        overlays = interception_ranges(self.menu.state, [touch.target_id for touch in interceptions])
        overlays += [BaseRing(self.model.base, touch.at, 0.0, "threat") for touch in interceptions]
        overlays += [
            PointLabel((touch.at.x, touch.at.y), f'{touch.label} at {touch.inches:.1f}"', "obscured")
            for touch in preview.touches
        ]  # fmt: skip
        parts = outline(self.menu.state, self.contact.model_id) if self.contact is not None else ()
        return [*overlays, *(Brackets(*part, "lit") for part in parts)]

    def summary(self, preview: Preview) -> str:
        """Return the length or angle of the move, and what is wrong with its end."""
        if preview.refusal is not None:
            return preview.refusal.reason
        text = f'{preview.inches:.1f}"' if preview.inches else f"turn {self.angle:+d}°"
        if preview.cut is not None:
            text += f' · slowed on the way: it ends after {preview.cut:.1f}"'
        if preview.off_table:
            loss = lost_as(self.menu.state, self.model.at(preview.poses[-1]))
            text += f" · partly off the table: {loss} if it ends or acts there"
        elif self.contact is not None:
            model_id = self.contact.model_id
            text += f" · contact: {self.flight_contacts.purpose(model_id)} {self.flight_contacts.name(model_id)}"
        elif self.ram_contacts is not None and (name := self.ram_contacts.at(self.choice())):
            text += f" · contact: ram {name}"
        elif preview.ends_on:
            text += f" · touches {', '.join(preview.ends_on)}"
            text += f", must continue: {preview.onward}" if preview.onward else ""
        return text
