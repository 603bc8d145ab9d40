"""Setting models down from a menu: a ghost stays where it is allowed (`launching.py`, `droning.py`).

The pointer is drawn in toward the ship until its base lies within reach, and pushed out again until it is clear of it.
"""

from __future__ import annotations

from jovian.game import Answer, Model
from jovian.rules.menu.next_order import NextOrder
from jovian.table import Pose, distance, length, touches
from jovian.ui.answering.controller import drawn
from jovian.ui.answering.in_hand.mode import Mode
from jovian.ui.board import Brackets, Note, Overlay
from jovian.ui.over_the_board.places import ghost_of, spread
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk, Point

STEP = 15
"""Degrees of one notch; Shift makes it 1."""
PULL = 0.05
"""Inches by which a ghost is moved until it may stand there."""
MOST = 1600


class SetDown(Mode):
    """A model in hand that the active one sets on the table, or that leaves its ship itself."""

    def __init__(self, desk: Desk, menu: NextOrder, model: Model, ship: Model) -> None:
        self.desk, self.menu = desk, menu
        self.model, self.ship = model, ship
        self.heading = ship.pose.heading
        self.picked: Pose | None = None
        """The place that was chosen with a key."""
        self._spots: tuple[Pose, ...] | None = None
        self._drawn: tuple[object, Pose] | None = None

    # --- what kinds of it differ in ---
    def choice(self, pose: Pose) -> Answer:
        """The answer that sets it down there."""
        raise NotImplementedError

    def found(self) -> list[Pose]:
        """Places that the rules offer."""
        raise NotImplementedError

    def reaches(self, pose: Pose) -> bool:
        """Is that near enough to the ship?"""
        raise NotImplementedError

    def area(self) -> list[Overlay]:
        """Where it may be set down."""
        raise NotImplementedError

    @property
    def hint(self) -> str:
        """How to use it."""
        return f"Click to set {self.model.name} down · {self.desk.keymap.shown('next')} for the next place"

    @property
    def label(self) -> str:
        """What its button says."""
        return "Launch"

    def button(self) -> Offer:
        """Where the ghost stands, or at the first place."""
        hint = "Where the ghost stands, or at the first place; click the board for another"
        return Offer("launch", self.label, "primary", "confirm", self.menu.check(self.best()), hint)

    def drop(self) -> bool:
        """Forget the place that keys picked."""
        had, self.picked = self.picked is not None, None
        return had

    # --- where the ghost is ---
    @property
    def spots(self) -> tuple[Pose, ...]:
        """Places that the rules offer and allow, asked for once."""
        if self._spots is None:
            legal = [pose for pose in self.found() if self.menu.check(self.choice(pose)) is None]
            self._spots = tuple(legal)
        return self._spots

    @property
    def pose(self) -> Pose | None:
        """Where it would stand: at the picked place, under the pointer as far as that may be, else nowhere."""
        if self.picked is not None or self.desk.point is None:
            return self.picked
        key = (self.desk.point, self.heading, len(self.spots))
        if self._drawn is None or self._drawn[0] != key:
            pose = self.drawn_in(self.desk.point)
            forced = len(self.spots) == 1 and self.menu.check(self.choice(pose)) is not None
            self._drawn = (key, self.spots[0] if forced else pose)
        return self._drawn[1]

    def drawn_in(self, point: Point) -> Pose:
        """The pointer's place, moved toward the ship into reach and off its base."""
        dx, dy = self.ship.pose.x - point[0], self.ship.pose.y - point[1]
        far = length(dx, dy)
        sine, cosine = self.ship.pose.direction()
        ux, uy = (dx / far, dy / far) if far > PULL else (-sine, -cosine)
        pose = Pose(round(point[0], 2), round(point[1], 2), self.heading)
        for _ in range(MOST):
            if self.reaches(pose):
                break
            pose = pose.moved(ux * PULL, uy * PULL)
        for _ in range(MOST):
            if not touches(self.model.base, pose, self.ship.base, self.ship.pose):
                break
            pose = pose.moved(-ux * PULL, -uy * PULL)
        return Pose(round(pose.x, 3) + 0.0, round(pose.y, 3) + 0.0, self.heading)

    def best(self) -> Answer:
        """What Enter and the button take: the ghost, or the first place if there is none."""
        pose = self.pose or next(iter(self.spots), self.ship.pose)
        return self.choice(pose)

    def turn(self, steps: int) -> bool:
        """Turn the ghost."""
        self.heading = (self.heading + steps * (1 if self.desk.shift else STEP)) % 360
        self.picked = None
        return True

    def step(self) -> bool:
        """Take the next place in hand; True if there is one."""
        spots = spread(self.spots, self.model.base.width)
        if spots:
            at = spots.index(self.picked) if self.picked in spots else -1
            self.picked = spots[(at + 1) % len(spots)]
        return bool(spots)

    # --- drawing ---
    def overlays(self) -> tuple[Overlay, ...]:
        """Reach, ship, ghost, who could intercept it there, and why it may not stand there."""
        found: list[Overlay] = [*self.area(), Brackets(self.ship.base, self.ship.pose, "lit")]
        pose = self.pose
        if pose is None:
            return tuple(found)
        refusal = self.menu.check(self.choice(pose))
        found += drawn(self.desk, refusal)
        found += [ghost_of(self.model, each, refusal is None) for each in self.group(pose)]
        found += self.hunters(pose) if refusal is None else []
        said = refusal.reason if refusal else self.said(pose)
        return (*found, Note((pose.x, pose.y), said, "refused" if refusal else "legal"))

    def said(self, pose: Pose) -> str:
        """What the note at a legal ghost says."""
        return f'{self.model.name} · {distance(self.model.base, pose, self.ship.base, self.ship.pose):.1f}"'

    def group(self, pose: Pose) -> list[Pose]:
        """All places that would be taken."""
        return [pose]

    def hunters(self, pose: Pose) -> list[Overlay]:
        """How far those reach who may intercept it there."""
        return []
