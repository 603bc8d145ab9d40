"""Moving: ghost, dashed path, inches used, what the path would touch, and what is left, before anything is answered.

A ship is moved straight by the pointer's distance along its heading, turned in steps; a squadron flies to the pointer,
over way points set with Ctrl.
"""

from __future__ import annotations

from math import sqrt

from jovian.game import Choice, Model
from jovian.rules.assessment import Assessment
from jovian.rules.limits import Envelope
from jovian.rules.menu import Menu
from jovian.rules.preview import Preview
from jovian.table import Pose
from jovian.ui.board import Ghost, Line, Note, Overlay, Path, Region, Ring
from jovian.ui.board.sprites import look_of
from jovian.ui.screens.battle.controller import drawn
from jovian.ui.screens.battle.desk import Desk, Point
from jovian.ui.screens.battle.reach import what_if

TURN_STEP = 5
MOST_TURN = 45
MOST_POINTS = 16


class Mover:
    """The moving half of the menu."""

    def __init__(self, desk: Desk, menu: Menu) -> None:
        self.desk = desk
        self.menu = menu
        self.angle = 0
        """The turn in hand, degrees."""
        self.way: list[list[float]] = []
        """Way points set so far."""
        self._shown: tuple[str, Preview] | None = None
        self._threats: tuple[str, tuple[str, ...]] | None = None

    @property
    def model(self) -> Model:
        """The active model, as it may be seen."""
        return self.menu.model

    @property
    def room(self) -> Envelope:
        """What is left of the move."""
        return self.menu.envelope()

    @property
    def able(self) -> bool:
        """Is anything of the move left?"""
        room = self.room
        return room.forward > 0.01 or room.reverse > 0.01 or room.turns > 0 or room.pivot

    @property
    def pending(self) -> bool:
        """Is something in hand that Escape would call off?"""
        return bool(self.angle or self.way)

    # --- what the pointer means ---
    def choice(self) -> Choice | None:
        """The answer that a click would give, None if it would give none."""
        if self.angle:
            return ["pivot" if self.room.pivot else "turn", self.angle]
        if self.desk.point is None:
            return None
        return self._straight(self.desk.point) if self.model.capital else self._flight(self.desk.point)

    def _straight(self, point: Point) -> Choice | None:
        pose, room = self.model.pose, self.room
        sine, cosine = pose.direction()
        ahead = (point[0] - pose.x) * sine + (point[1] - pose.y) * cosine
        step = 0.05 if self.desk.shift else 0.25
        inches = round(round(ahead / step) * step, 3)
        if inches > 0 and room.forward > 0:
            return ["move", min(inches, room.forward)]
        if inches < 0 and room.reverse > 0:
            return ["move", -min(-inches, room.reverse)]
        return ["move", inches] if inches else None

    def _flight(self, point: Point) -> Choice | None:
        start = self.way[-1] if self.way else list(self.model.pose[:2])
        dx, dy = point[0] - start[0], point[1] - start[1]
        length = sqrt(dx * dx + dy * dy)
        left = self.room.forward - self._flown()
        if length < 0.05 or left < 0.01:
            return ["fly", list(self.way)] if self.way else None
        share = min(1.0, (left - 0.002) / length)
        goal = [round(start[0] + dx * share, 3), round(start[1] + dy * share, 3)]
        return ["fly", [*self.way, goal]]

    def _flown(self) -> float:
        total, (x, y) = 0.0, self.model.pose[:2]
        for px, py in self.way:
            total += sqrt((px - x) ** 2 + (py - y) ** 2)
            x, y = px, py
        return total

    def preview(self) -> Preview | None:
        """Where that would lead."""
        choice = self.choice()
        if choice is None:
            return None
        key = repr(choice)
        if self._shown is None or self._shown[0] != key:
            self._shown = (key, self.menu.preview(choice))
        return self._shown[1]

    def threats(self) -> tuple[str, ...]:
        """The names of the enemies that could fire at the model where it would end."""
        preview = self.preview()
        if preview is None or self._shown is None:
            return ()
        if self._threats is None or self._threats[0] != self._shown[0]:
            ghost, state = self.model.copy(), self.menu.state
            ghost.pose = preview.poses[-1]
            enemies = [model for model in state.on_table() if model.side != ghost.side]
            able = [
                each for each in enemies if any(isinstance(s, Assessment) for s in what_if(state, each, ghost).values())
            ]
            self._threats = (self._shown[0], tuple(model.name for model in able))
        return self._threats[1]

    # --- acting on it ---
    def turn(self, steps: int) -> bool:
        """Turn the ghost."""
        room = self.room
        if not self.model.capital or not (room.turns or room.pivot):
            self.desk.refuse(self.menu.check(["turn", TURN_STEP * steps]))
            return False
        most = 180 if room.pivot else MOST_TURN
        step = steps * (1 if self.desk.shift else TURN_STEP)
        self.angle = min(most, max(-most, self.angle + step))
        return True

    def add_way_point(self) -> bool:
        """Fix the pointer's place as a way point."""
        choice = self.choice()
        if choice is None or choice[0] != "fly" or len(choice[1]) >= MOST_POINTS:
            return False
        self.way = choice[1]
        return True

    def drop(self) -> bool:
        """Call off what is in hand; True if there was anything."""
        had = self.pending
        self.angle, self.way = 0, []
        return had

    # --- drawing ---
    def overlays(self) -> tuple[Overlay, ...]:
        """Envelope, path, ghost, and what would happen."""
        found: list[Overlay] = list(self._envelope())
        preview = self.preview()
        self.desk.ghost = preview.poses[-1] if preview is not None else None
        if preview is None:
            return tuple(found)
        legal, model = preview.refusal is None, self.model
        found += drawn(self.desk, preview.refusal)
        if preview.inches > 0:
            found.append(Path(preview.poses, model.base, legal))
        look = look_of(model)
        found.append(Ghost(model.base, preview.poses[-1], look.image, look.fallback, model.side, legal))
        found += [
            Note((touch.at.x, touch.at.y), f'{touch.label} at {touch.inches:.1f}"', "obscured")
            for touch in preview.touches
        ]  # fmt: skip
        end = preview.poses[-1]
        found.append(Note((end.x, end.y), self.summary(preview), "legal" if legal else "refused"))
        return tuple(found)

    def summary(self, preview: Preview) -> str:
        """Inches or degrees, and what is wrong with the end."""
        if preview.refusal is not None:
            return preview.refusal.reason
        said = f'{preview.inches:.2f}"' if not self.angle else f"turn {self.angle:+d}°"
        if preview.off_table:
            said += " · partly off the table"
        elif preview.ends_on:
            said += f" · touches {', '.join(preview.ends_on)}"
        return said

    def left(self) -> str:
        """What is left of the move, in words."""
        room = self.room
        if not room.capital:
            return f'{room.forward:.1f}" to fly'
        parts = [f'{room.forward:.2f}" ahead' if room.forward else "no way ahead"]
        if room.least > 0.001:
            parts.append(f'{room.least:.2f}" of them must be moved')
        if room.reverse:
            parts.append(f'{room.reverse:.2f}" back')
        parts.append(
            f"{room.turns} turn{'' if room.turns == 1 else 's'}" + (" (after a test)" if room.needs_test else "")
        )
        return " · ".join(parts + (["a free turn"] if room.pivot else []))

    def _envelope(self) -> list[Overlay]:
        room, model = self.room, self.model
        if not room.capital:
            return [Ring(model.pose[:2], room.forward, "legal", f'{room.forward:g}"')] if room.forward > 0 else []
        found: list[Overlay] = []
        half, front = model.base.width / 2, model.base.length / 2
        if room.forward > 0:
            found.append(_strip(model.pose, half, front + room.least, front + room.forward, "legal"))
            if room.least > 0:
                found.append(_strip(model.pose, half, front, front + room.least, "measure"))
        if room.reverse > 0:
            found.append(_strip(model.pose, half, -front - room.reverse, -front, "legal"))
        if room.turns or room.pivot:
            reach = front + max(1.5, min(room.forward, 4.0))
            found += [
                Line(model.pose[:2], model.pose.turned(angle).advanced(reach)[:2], 0.0, "select")
                for angle in (-MOST_TURN, MOST_TURN)
            ]
        return found


def _strip(pose: Pose, half: float, near: float, far: float, style: str) -> Region:
    corners = ((-half, near), (half, near), (half, far), (-half, far))
    return Region(tuple(pose.to_table(x, y) for x, y in corners), style)
