"""Moving: ghost, dashed path, inches used, what the path would touch, and what is left, before anything is answered.

A ship is moved straight by the pointer's distance along its heading, turned in steps; a squadron flies to the pointer,
over way points set with Ctrl, or into contact with what it may touch.
"""

from __future__ import annotations

from functools import cached_property

from jovian.game import Model
from jovian.game.answers import Fly, Move, Pivot, Turn
from jovian.rules.facts.formation import members
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.menu.preview import Preview
from jovian.rules.menu.refusing import lost_as
from jovian.rules.places.contact import prey
from jovian.rules.places.limits import LITTLE, Envelope
from jovian.rules.places.touching import outline
from jovian.table import Pose, length
from jovian.ui.answering.controller import drawn
from jovian.ui.answering.menu.closing import Closing, Contact
from jovian.ui.answering.menu.ram_ahead import RamAhead
from jovian.ui.board import Around, Brackets, Note, Overlay, Path
from jovian.ui.over_the_board.move_left import MOST_TURN, room_to_move
from jovian.ui.over_the_board.places import COURSE_STEP, ghost_of, toward, watch
from jovian.ui.over_the_board.reach import able
from jovian.ui.playing.desk import Desk, Point

TURN_STEP = 5
MOST_POINTS = 16
Manoeuvre = Move | Turn | Pivot | Fly
"""What the moving half of the menu answers."""


class Mover:
    """The moving half of the menu."""

    def __init__(self, desk: Desk, menu: NextOrder) -> None:
        self.desk = desk
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
        return Closing(self.desk, self.menu)

    @cached_property
    def ramming(self) -> RamAhead | None:
        """What a ship that has declared Ram would run into straight ahead, None for everybody else."""
        return RamAhead(self.desk, self.menu) if prey(self.menu.state, self.model) else None

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
    def envelope(self) -> Envelope:
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
        point = self.desk.point if self.course is None else self._far_end(self.course)
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
        step = 0.05 if self.desk.shift else 0.25
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
            self.desk.refuse(self.menu.check(Turn(TURN_STEP * steps)))
            return False
        self._call_off()
        most = 180 if envelope.pivot else MOST_TURN
        step = steps * (1 if self.desk.shift else TURN_STEP)
        self.angle = min(most, max(-most, self.angle + step))
        return True

    def _notch(self, steps: int) -> int:
        return steps * (1 if self.desk.shift else COURSE_STEP)

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
        self.desk.ghost = preview.poses[-1] if preview is not None else None
        if preview is None:
            return tuple(found)
        legal, model = preview.refusal is None, self.model
        found += drawn(self.desk, preview.refusal)
        if preview.inches > 0:
            found.append(Path(preview.poses, model.base, legal))
        found.append(ghost_of(model, preview.poses[-1], legal))
        found += [ghost_of(mate, mate.pose, legal) for mate in self._wing(preview.poses[-1])]
        if legal or max(self.envelope.forward, self.envelope.reverse) > LITTLE:
            found += self._met(preview)
        end = preview.poses[-1]
        found.append(Note((end.x, end.y), self.summary(preview), "legal" if legal else "refused"))
        return tuple(found)

    def _wing(self, end: Pose) -> list[Model]:
        """The rest of its formation where they would end."""
        return members(self.menu.state, self.model.at(end))[1:]

    def _met(self, preview: Preview) -> list[Overlay]:
        """What happens on the way, where, and how far those reach who may intercept; whom it ends in contact with."""
        hunters = [touch for touch in preview.touches if touch.kind == "interception"]
        found = watch(self.menu.state, [touch.ident for touch in hunters])
        found += [Around(self.model.base, touch.at, 0.0, "threat") for touch in hunters]
        found += [
            Note((touch.at.x, touch.at.y), f'{touch.label} at {touch.inches:.1f}"', "obscured")
            for touch in preview.touches
        ]  # fmt: skip
        about = outline(self.menu.state, self.contact.ident) if self.contact is not None else ()
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
            ident = self.contact.ident
            said += f" · contact: {self.closing.purpose(ident)} {self.closing.name(ident)}"
        elif self.ramming is not None and (name := self.ramming.at(self.choice())):
            said += f" · contact: ram {name}"
        elif preview.ends_on:
            said += f" · touches {', '.join(preview.ends_on)}"
            said += f", must go on: {preview.onward}" if preview.onward else ""
        return said
