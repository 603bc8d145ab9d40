"""Setting models down from a menu: out of the hanger, or drones out of a bay. A ghost stays where it is allowed.

The pointer is drawn in toward the ship until its base lies within reach, and pushed out again until it is clear of it.
"""

from __future__ import annotations

from math import sqrt

from jovian.cards import UnitCard
from jovian.game import Choice, Model, Refusal
from jovian.rules import drones, formation, hangers
from jovian.rules.attached import flush_spots
from jovian.rules.escort import CLASS_III, refuse_escort
from jovian.rules.interception import here
from jovian.rules.menu import Menu
from jovian.rules.shot import weapon_of
from jovian.table import Pose, arcs_of, distance, touches, wholly_within
from jovian.ui.answering.controller import drawn
from jovian.ui.answering.menu.hand import Hand
from jovian.ui.board import Around, Brackets, Fan, Note, Overlay
from jovian.ui.over_the_board.places import ghost_of, nearest, spread, watch
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk, Point

STEP = 15
"""Degrees of one notch; Shift makes it 1."""
PULL = 0.05
"""Inches by which a ghost is moved until it may stand there."""
MOST = 1600
FLUSH = 0.4
"""Inches from a ship at which an escort snaps to it."""


class SetDown(Hand):
    """A model in hand that the active one sets on the table, or that leaves its ship itself."""

    def __init__(self, desk: Desk, menu: Menu, model: Model, ship: Model) -> None:
        self.desk, self.menu = desk, menu
        self.model, self.ship = model, ship
        self.heading = ship.pose.heading
        self.picked: Pose | None = None
        """The place that was chosen with a key."""
        self._spots: tuple[Pose, ...] | None = None
        self._drawn: tuple[object, Pose] | None = None

    # --- what kinds of it differ in ---
    def choice(self, pose: Pose) -> Choice:
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
        length = sqrt(dx * dx + dy * dy)
        sine, cosine = self.ship.pose.direction()
        ux, uy = (dx / length, dy / length) if length > PULL else (-sine, -cosine)
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

    def best(self) -> Choice:
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


class Launching(SetDown):
    """Out of the hanger of the ship that carries the active model."""

    kind = "launch"
    stays = True

    def __init__(self, desk: Desk, menu: Menu) -> None:
        super().__init__(desk, menu, menu.model, menu.state.models[menu.model.host])
        self.partners: tuple[str, ...] = ()
        """Who launches with it as a formation."""

    @property
    def title(self) -> str:
        """Whom it leaves."""
        return f"aboard {self.ship.name}"

    def choice(self, pose: Pose) -> Choice:
        """Alone or with its formation."""
        return ["launch", pose.x, pose.y, pose.heading, *self.partners]

    def found(self) -> list[Pose]:
        """Ahead of the ship and about it."""
        return list(hangers.launch_spots(self.menu.state, self.model))

    def reaches(self, pose: Pose) -> bool:
        """Within reach all around, or farther ahead of a Catapult."""
        reach, fore = hangers.launch_reach(self.ship)
        apart = distance(self.model.base, pose, self.ship.base, self.ship.pose)
        ahead = fore and apart <= fore and "fore" in arcs_of(self.ship.base, self.ship.pose, self.model.base, pose)
        return apart <= reach or bool(ahead)

    def area(self) -> list[Overlay]:
        """The reach about the ship, and the arc of a Catapult."""
        reach, fore = hangers.launch_reach(self.ship)
        found: list[Overlay] = [Around(self.ship.base, self.ship.pose, reach, "legal")]
        if fore:
            found.append(Fan(self.ship.pose, self.ship.base, ("fore",), 0.0, fore, "legal", labels=False))
        return found

    def group(self, pose: Pose) -> list[Pose]:
        """The leader's place and those beside it that are free."""
        state, model = self.menu.state, self.model
        for places in formation.places(model, pose, len(self.partners)) if self.partners else ():
            if hangers.refuse_launch(state, model, (pose, *places)) is None:
                return [pose, *places]
        return [pose]

    def hunters(self, pose: Pose) -> list[Overlay]:
        """Enemies that come within reach of it as it leaves."""
        ghost = self.model.copy()
        ghost.pose = pose
        return watch(self.menu.state, here(self.menu.state, ghost))

    def offers(self) -> list[Offer]:
        """A switch for each partner that may form up with it."""
        return [
            Offer(f"partner:{each.id}", f"Formation with {each.name}", command="" if n else "partner",
                  lit=each.id in self.partners, hint="They launch together and fly as one")
            for n, each in enumerate(self._mates())
        ]  # fmt: skip

    def _mates(self) -> list[Model]:
        state, model = self.menu.state, self.model
        waiting = [
            each for each in hangers.aboard(state, self.ship)
            if each.id != model.id and not each.activated and formation.refuse_formation(state, model, [each]) == ""
        ]  # fmt: skip
        taken = [state.models[ident] for ident in self.partners]
        free = [e for e in waiting if e not in taken and not formation.refuse_formation(state, model, [*taken, e])]
        return [*taken, *free[:1]]

    def press(self, name: str) -> bool:
        """Switch a partner."""
        verb, _, ident = name.partition(":")
        if verb != "partner":
            return False
        self.partners = (
            tuple(each for each in self.partners if each != ident)
            if ident in self.partners else (*self.partners, ident)
        )  # fmt: skip
        self._spots = None
        return True


class Droning(SetDown):
    """Out of a Drone Bay of the active ship, one drone squadron at a time."""

    kind = "drones"

    def __init__(self, desk: Desk, menu: Menu, mount: str, card: UnitCard) -> None:
        self.mount, self.card = mount, card
        ghost = Model("drone", card, menu.side)  # not "", which is the host of whatever has none
        super().__init__(desk, menu, ghost, menu.model)

    @property
    def title(self) -> str:
        """The mode."""
        return "drones"

    @property
    def label(self) -> str:
        """Which drone."""
        return f"Launch {self.model.name}"

    def choice(self, pose: Pose) -> Choice:
        """One of these drones from this bay."""
        return ["drone", self.mount, self.card.key, pose.x, pose.y, pose.heading]

    def found(self) -> list[Pose]:
        """Flush as an escort, and in the arcs of the bay."""
        return list(drones.drone_spots(self.menu.state, self.ship, self.mount, self.card))

    def reaches(self, pose: Pose) -> bool:
        """Wholly within reach."""
        return wholly_within(self.model.base, pose, self.ship.base, self.ship.pose, drones.REACH)

    def area(self) -> list[Overlay]:
        """The reach about the ship, in the bay's arcs."""
        weapon = weapon_of(self.menu.state, self.ship, self.mount)
        arcs = weapon.arcs if weapon else ()
        return [Fan(self.ship.pose, self.ship.base, arcs, 0.0, drones.REACH, "legal", labels=False)]

    def drawn_in(self, point: Point) -> Pose:
        """Flush beside a ship that it may escort, else within reach."""
        return self._flush(point) or super().drawn_in(point)

    def _flush(self, point: Point) -> Pose | None:
        if self.card.drone_class != CLASS_III:
            return None
        state, at = self.menu.state, Pose(point[0], point[1], self.heading)
        for ship in state.on_table():
            near = ship.capital and distance(self.model.base, at, ship.base, ship.pose) <= FLUSH
            if near and refuse_escort(state, self.model, ship) is None:
                return nearest(flush_spots(state, self.model, ship), point)
        return None

    def said(self, pose: Pose) -> str:
        """As an escort, if it would be one."""
        ghost = self.model.copy()
        ghost.pose = pose
        ship = drones.escorted_by(self.menu.state, ghost)
        return f"{self.model.name} escorts {ship.name}" if ship is not None else super().said(pose)


def drone_hands(desk: Desk, menu: Menu) -> list[tuple[Offer, Droning | None]]:
    """A button for each kind of drone in each bay, with what it puts in hand; none where it may not be launched."""
    state, ship = menu.state, menu.model
    mounts = drones.bays(ship) if ship.on_table else []
    found: list[tuple[Offer, Droning | None]] = []
    for mount in mounts:
        refused = drones.refuse_bay(state, ship, mount)
        for card in state.yard:
            cls = card.drone_class or 0
            if cls in drones.stock_left(ship, mount):
                left = drones.stock_left(ship, mount)[cls]
                no = refused or (None if left else Refusal(f"No Class {cls} drones are left in stock.", drones.PLACE))
                label = f"{'' if len(mounts) == 1 else mount.upper() + ' '}{card.name} {'I' * cls} · {left}"
                offer = Offer(f"drone:{mount}:{card.key}", label, command=_key(len(found)), refusal=no,
                              hint=f"Class {cls}, {left} left in stock")  # fmt: skip
                found.append((offer, None if no else Droning(desk, menu, mount, card)))
    return found


def _key(index: int) -> str:
    return f"pick {index + 1}" if index < 9 else ""
