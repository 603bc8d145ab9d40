"""Moves of the menu."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from jovian.game import Answer, Model
from jovian.game.answers import Fly, Move, Pivot, Turn
from jovian.rules.actions.generic import Ram
from jovian.rules.actions.squadron import Bombing, Interception
from jovian.rules.basics.formation import formation_members
from jovian.rules.escort import refuse_escort
from jovian.rules.menu.next_order import NextOrder, Preview
from jovian.rules.menu.samples import lost_as
from jovian.rules.placement.attached import escorts_at_will, flight_to, may_touch, outline
from jovian.rules.placement.legal_places import format_names, prey
from jovian.rules.placement.move_limits import LITTLE, RemainingMovement
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.squadrons import refuse_berth
from jovian.table import TOLERANCE, Pose, distance, first_touch, length
from jovian.ui.board import BaseRing, Brackets, Overlay, Path, PointLabel
from jovian.ui.board.board_help import COURSE_STEP, MOST_TURN, able, ghost_of, room_to_move, toward, watch
from jovian.ui.questions.controller import refusal_overlays
from jovian.ui.session.table_selection import Point, TableSelection

# --- closing ---
# Flying into contact: what a squadron may end its flight touching, what for, and where the ghost snaps to.
#
# With the pointer on a model the contact is the nearest by the shortest way; beside it, the one nearest to the
# pointer, so that the side from which a ship is bombed can be chosen. `next` steps through all that can be reached.

NEAR = 0.4
"""Inches between the base under the pointer and a model at which the ghost snaps to it."""
SNAP = 2.5
"""Inches from the pointer within which a contact beside a model is looked for."""
_WORDS = {Bombing.name: "bomb", Interception.name: "intercept", Ram.name: "ram"}


class Contact(NamedTuple):
    """Where a flight would end touching a model, or a piece of terrain."""

    model_id: str
    pose: Pose


class Closing:
    """The contacts of one menu; nothing changes while it is asked, so what was found is kept."""

    def __init__(self, selection: TableSelection, menu: NextOrder) -> None:
        self.selection = selection
        self.menu = menu
        self.aimed = ""
        """The model that was chosen with a key."""
        self._prey: tuple[str, ...] | None = None
        self._found: tuple[object, Contact | None] | None = None

    @property
    def prey(self) -> tuple[str, ...]:
        """The ids of what the flight may end in contact with."""
        if self._prey is None:
            model = self.menu.model
            flies = not model.capital and model.on_table
            self._prey = tuple(dict.fromkeys(may_touch(self.menu.state, model))) if flies else ()
        return self._prey

    def purpose(self, model_id: str) -> str:
        """What the contact is for, in a word or two."""
        act, state, model = self.menu.act, self.menu.state, self.menu.model
        action = rulebook(state).actions.get(act.action) if not act.resolved else None
        if action is not None and model_id in action.closes_with(state, model):
            return _WORDS.get(act.action, act.action)
        ship = state.models.get(model_id)
        if ship is None:
            return ""
        lands = not act.landed and refuse_berth(state, model, ship) is None
        fresh = escorts_at_will(state, model) or act.launched
        escorts = fresh and refuse_escort(state, model, ship) is None
        return " or ".join(word for word, holds in (("land on", lands), ("escort", escorts)) if holds)

    def name(self, model_id: str) -> str:
        """What the one touched is called."""
        state = self.menu.state
        return state.models[model_id].name if model_id in state.models else format_names(state, [model_id])

    @property
    def there(self) -> bool:
        """Is the pointer on a model that may be touched, and is already?"""
        if self.selection.hovered not in self.prey or self.aimed:
            return False
        model = self.menu.model
        return self._gap(model, self.selection.hovered) <= TOLERANCE

    def _gap(self, model: Model, model_id: str) -> float:
        """Inches from a model at the pose that it has here to another, or to a piece of terrain."""
        about = outline(self.menu.state, model_id)
        return min((distance(model.base, model.pose, *placed) for placed in about), default=SNAP + NEAR)

    def step(self) -> bool:
        """Aim at the next that can be reached from where the squadron stands; True if there is any."""
        left = self.menu.envelope().forward
        able = [model_id for model_id in self.prey if self._straight(self.menu.model, model_id, left) is not None]
        if able:
            self.aimed = able[(able.index(self.aimed) + 1) % len(able) if self.aimed in able else 0]
        return bool(able)

    def contact(self, start: Point, left: float) -> Contact | None:
        """The contact that is meant now, by a flight of at most so many inches from a point; None if none is."""
        key = (self.aimed, self.selection.hovered, self.selection.point, tuple(start), left)
        if self._found is None or self._found[0] != key:
            self._found = (key, self._look(start, left) if self.prey and left > LITTLE else None)
        return self._found[1]

    def _look(self, start: Point, left: float) -> Contact | None:
        model = self.menu.model
        model = model.at(Pose(start[0], start[1], model.pose.heading))
        pointed = (
            self.selection.point is not None and self.selection.hovered in self.prey
        )  # in the roster a click only selects
        if self.aimed or pointed:
            return self._straight(model, self.aimed or self.selection.hovered, left)
        return self._beside(model, left) if self.selection.point is not None else None

    def _straight(self, model: Model, model_id: str, left: float) -> Contact | None:
        pose = flight_to(self.menu.state, model, model_id, left - TOLERANCE)
        return Contact(model_id, pose) if pose is not None and pose[:2] != model.pose[:2] else None

    def _beside(self, model: Model, left: float) -> Contact | None:
        """The contact nearest to the pointer, with a model that a base there would touch or nearly touch."""
        assert self.selection.point is not None
        x, y = self.selection.point
        at = model.at(Pose(x, y, model.pose.heading))
        gap, model_id = min(((self._gap(at, each), each) for each in self.prey), default=(NEAR + 1, ""))
        found = self._straight(at, model_id, SNAP) if gap <= NEAR else None
        if found is None:
            return None
        return found if LITTLE < model.pose.distance_to(found.pose) <= left - TOLERANCE else None


# --- ram ahead ---
# A ship that has declared Ram: where straight ahead it would run into whom, so that the ghost can snap there.

RAM_SNAP = 0.6
"""Inches between the pointer's length of the move and a contact at which the ghost snaps to it."""


class Impact(NamedTuple):
    """A contact straight ahead."""

    model_id: str
    inches: float


class RamAhead:
    """The contacts of one menu; they are worked out once."""

    def __init__(self, selection: TableSelection, menu: NextOrder) -> None:
        self.selection, self.menu = selection, menu
        self.aimed = ""
        """The prey that was chosen with a key."""
        self._found: tuple[Impact, ...] | None = None

    @property
    def impacts(self) -> tuple[Impact, ...]:
        """Every contact that a legal move reaches, nearest first."""
        if self._found is None:
            self._found = tuple(self._look()) if self.menu.model.on_table else ()
        return self._found

    def _look(self) -> list[Impact]:
        state, ship = self.menu.state, self.menu.model
        idents, forward = prey(state, ship), self.menu.envelope().forward
        end, found = ship.pose.advanced(forward), []
        dx, dy = end.x - ship.pose.x, end.y - ship.pose.y
        for other in [state.models[model_id] for model_id in idents] if forward > LITTLE else []:
            inches = first_touch(ship.base, ship.pose, dx, dy, other.base, other.pose)
            if inches is not None and self.menu.check(Move(round(inches, 3))) is None:
                found.append(Impact(other.id, round(inches, 3)))
        return sorted(found, key=lambda each: (each.inches, each.model_id))

    def meant(self, ahead: float) -> Impact | None:
        """The contact that is meant: chosen with a key, under the pointer, or about where the pointer ends the move."""
        if self.aimed:
            return next((each for each in self.impacts if each.model_id == self.aimed), None)
        under = next((each for each in self.impacts if each.model_id == self.selection.hovered), None)
        near = [each for each in self.impacts if abs(each.inches - ahead) <= RAM_SNAP]
        return under or min(near, key=lambda each: abs(each.inches - ahead), default=None)

    def at(self, answer: Answer | None) -> str:
        """The name of whom a move would run into, "" for nobody."""
        inches = answer.inches if isinstance(answer, Move) else None
        found = next((each.model_id for each in self.impacts if each.inches == inches), "")
        return self.menu.state.models[found].name if found else ""

    def step(self) -> bool:
        """Aim at the next; True if there is any."""
        idents = [each.model_id for each in self.impacts]
        if idents:
            self.aimed = idents[(idents.index(self.aimed) + 1) % len(idents) if self.aimed in idents else 0]
        return bool(idents)


# --- move ---
# Moving: ghost, dashed path, inches used, what the path would touch, and what is left, before anything is answered.
#
# A ship is moved straight by the pointer's distance along its heading, turned in steps; a squadron flies to the
# pointer, over way points set with Ctrl, or into contact with what it may touch.

TURN_STEP = 5
MOST_POINTS = 16
Manoeuvre = Move | Turn | Pivot | Fly
"""What the moving half of the menu answers."""


class Mover:
    """The moving half of the menu."""

    def __init__(self, selection: TableSelection, menu: NextOrder) -> None:
        self.selection = selection
        self.menu = menu
        self.angle = 0
        """The turn in hand, degrees."""
        self.way: tuple[Point, ...] = ()
        """Way points set so far."""
        self.course: int | None = None
        """The heading in which a squadron flies all its inches, chosen with keys."""
        self._shown: tuple[Manoeuvre, Preview] | None = None
        self._threats: tuple[Manoeuvre, tuple[str, ...]] | None = None

    @cached_property
    def closing(self) -> Closing:
        """What a squadron may end its flight in contact with."""
        return Closing(self.selection, self.menu)

    @cached_property
    def ramming(self) -> RamAhead | None:
        """What a ship that has declared Ram would run into straight ahead, None for everybody else."""
        return RamAhead(self.selection, self.menu) if prey(self.menu.state, self.model) else None

    @property
    def contacts(self) -> Closing | RamAhead | None:
        """What it may end in contact with: a squadron by flying there, a ship by ramming."""
        return self.ramming if self.model.capital else self.closing

    @property
    def aimed(self) -> str:
        """Whom it is to end in contact with, chosen with a key, "" for nobody."""
        return self.contacts.aimed if self.contacts is not None else ""

    @property
    def model(self) -> Model:
        """The active model, as it may be seen."""
        return self.menu.model

    @property
    def envelope(self) -> RemainingMovement:
        """What is left of the move."""
        return self.menu.envelope()

    @property
    def able(self) -> bool:
        """Is anything of the move left?"""
        envelope = self.envelope
        return envelope.forward > LITTLE or envelope.reverse > LITTLE or envelope.turns > 0 or envelope.pivot

    @property
    def pending(self) -> bool:
        """Is something in hand that Escape would call off?"""
        return bool(self.angle or self.way or self.aimed) or self.course is not None

    @property
    def contact(self) -> Contact | None:
        """The contact that the flight in hand would end in, None if it would end in none."""
        if self.model.capital or (self.course is not None and not self.closing.aimed):
            return None
        return self.closing.contact(self._start(), self.envelope.forward - self._flown())

    # --- what the pointer means ---
    def choice(self) -> Manoeuvre | None:
        """The answer that a click would give, None if it would give none."""
        if self.angle:
            return Pivot(self.angle) if self.envelope.pivot else Turn(self.angle)
        contact = self.contact
        if contact is not None:
            return Fly((*self.way, (contact.pose.x + 0.0, contact.pose.y + 0.0)))
        if self.ramming is not None and self.ramming.aimed and (impact := self.ramming.meant(0.0)) is not None:
            return Move(impact.inches)
        point = self.selection.point if self.course is None else self._far_end(self.course)
        if point is None:
            return None
        if self.model.capital:
            return self._straight(point)
        return None if self.closing.there and not self.pending else self._flight(point)

    def _straight(self, point: Point) -> Move | None:
        pose, envelope = self.model.pose, self.envelope
        sine, cosine = pose.direction()
        ahead = (point[0] - pose.x) * sine + (point[1] - pose.y) * cosine
        impact = self.ramming.meant(ahead) if self.ramming is not None else None
        if impact is not None:
            return Move(impact.inches)
        step = 0.05 if self.selection.shift else 0.25
        inches = round(round(ahead / step) * step, 3)
        if inches > 0 and envelope.forward > 0:
            return Move(min(inches, envelope.forward))
        if inches < 0 and envelope.reverse > 0:
            return Move(-min(-inches, envelope.reverse))
        return Move(inches) if inches else None

    def _flight(self, point: Point) -> Fly | None:
        goal = toward(self._start(), point, self.envelope.forward - self._flown())
        if goal is None:
            return Fly(self.way) if self.way else None
        return Fly((*self.way, goal))

    def _start(self) -> Point:
        """Where the last leg of a flight begins."""
        return self.way[-1] if self.way else self.model.pose[:2]

    def _far_end(self, course: int) -> Point:
        x, y = self._start()
        return Pose(x, y, course).advanced(max(0.1, self.envelope.forward))[:2]

    def _flown(self) -> float:
        total, (x, y) = 0.0, self.model.pose[:2]
        for px, py in self.way:
            total += length(px - x, py - y)
            x, y = px, py
        return total

    def preview(self) -> Preview | None:
        """Where that would lead."""
        choice = self.choice()
        if choice is None:
            return None
        if self._shown is None or self._shown[0] != choice:
            self._shown = (choice, self.menu.preview(choice))
        return self._shown[1]

    def threats(self) -> tuple[str, ...]:
        """The names of the enemies that could fire at the model where it would end."""
        preview = self.preview()
        if preview is None or self._shown is None or preview.refusal is not None:
            return ()
        if self._threats is None or self._threats[0] != self._shown[0]:
            there, state = self.model.at(preview.poses[-1]), self.menu.state
            enemies = [model for model in state.on_table() if model.side == 1 - there.side]
            self._threats = (self._shown[0], tuple(each.name for each in enemies if able(state, each, there)))
        return self._threats[1]

    # --- acting on it ---
    def turn(self, steps: int) -> bool:
        """Turn the ghost."""
        envelope = self.envelope
        if not self.model.capital and envelope.forward > 0.05:
            self.closing.aimed = ""
            self.course = ((self.model.pose.heading if self.course is None else self.course) + self._notch(steps)) % 360
            return True
        if not self.model.capital or not (envelope.turns or envelope.pivot):
            self.selection.refuse(self.menu.check(Turn(TURN_STEP * steps)))
            return False
        self._call_off()
        most = 180 if envelope.pivot else MOST_TURN
        step = steps * (1 if self.selection.shift else TURN_STEP)
        self.angle = min(most, max(-most, self.angle + step))
        return True

    def _notch(self, steps: int) -> int:
        return steps * (1 if self.selection.shift else COURSE_STEP)

    def aim(self) -> bool:
        """Take the next model in hand that the flight may end in contact with; True if there is one."""
        self.course, self.angle = None, 0
        return self.contacts is not None and self.contacts.step()

    def add_way_point(self) -> bool:
        """Fix the pointer's place as a way point."""
        choice = self.choice()
        if not isinstance(choice, Fly) or len(choice.path) >= MOST_POINTS:
            return False
        self.way = choice.path
        return True

    def drop(self) -> bool:
        """Call off what is in hand; True if there was anything."""
        had = self.pending
        self.angle, self.way, self.course = 0, (), None
        self._call_off()
        return had

    def _call_off(self) -> None:
        """No longer aim at a contact."""
        if self.contacts is not None:
            self.contacts.aimed = ""

    # --- drawing ---
    def overlays(self) -> tuple[Overlay, ...]:
        """Envelope, path, ghost, and what would happen."""
        found = room_to_move(self.model, self.envelope)
        preview = self.preview()
        self.selection.ghost = preview.poses[-1] if preview is not None else None
        if preview is None:
            return tuple(found)
        legal, model = preview.refusal is None, self.model
        found += refusal_overlays(self.selection, preview.refusal)
        if preview.inches > 0:
            found.append(Path(preview.poses, model.base, legal))
        found.append(ghost_of(model, preview.poses[-1], legal))
        found += [ghost_of(mate, mate.pose, legal) for mate in self._wing(preview.poses[-1])]
        if legal or max(self.envelope.forward, self.envelope.reverse) > LITTLE:
            found += self._met(preview)
        end = preview.poses[-1]
        found.append(PointLabel((end.x, end.y), self.summary(preview), "legal" if legal else "refused"))
        return tuple(found)

    def _wing(self, end: Pose) -> list[Model]:
        """The rest of its formation where they would end."""
        return formation_members(self.menu.state, self.model.at(end))[1:]

    def _met(self, preview: Preview) -> list[Overlay]:
        """What happens on the way, where, and how far those reach who may intercept; whom it ends in contact with."""
        hunters = [touch for touch in preview.touches if touch.kind == "interception"]
        found = watch(self.menu.state, [touch.ident for touch in hunters])
        found += [BaseRing(self.model.base, touch.at, 0.0, "threat") for touch in hunters]
        found += [
            PointLabel((touch.at.x, touch.at.y), f'{touch.label} at {touch.inches:.1f}"', "obscured")
            for touch in preview.touches
        ]  # fmt: skip
        about = outline(self.menu.state, self.contact.model_id) if self.contact is not None else ()
        return [*found, *(Brackets(*placed, "lit") for placed in about)]

    def summary(self, preview: Preview) -> str:
        """Inches or degrees, and what is wrong with the end."""
        if preview.refusal is not None:
            return preview.refusal.reason
        said = f'{preview.inches:.2f}"' if not self.angle else f"turn {self.angle:+d}°"
        if preview.cut is not None:
            said += f' · slowed on the way: it ends after {preview.cut:.2f}"'
        if preview.off_table:
            lost = lost_as(self.menu.state, self.model.at(preview.poses[-1]))
            said += f" · partly off the table: {lost} if it ends or acts there"
        elif self.contact is not None:
            model_id = self.contact.model_id
            said += f" · contact: {self.closing.purpose(model_id)} {self.closing.name(model_id)}"
        elif self.ramming is not None and (name := self.ramming.at(self.choice())):
            said += f" · contact: ram {name}"
        elif preview.ends_on:
            said += f" · touches {', '.join(preview.ends_on)}"
            said += f", must go on: {preview.onward}" if preview.onward else ""
        return said
