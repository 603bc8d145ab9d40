"""Launching drones from a menu: out of a bay of the active ship, a button for each kind of them."""

from __future__ import annotations

from jovian.cards import UnitCard
from jovian.game import Model, Refusal
from jovian.game.answers import LaunchDrone
from jovian.rules.facts.marking import stock_left
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.places.attached import flush_spots
from jovian.rules.shooting.shot import weapon_of
from jovian.rules.squadrons import drones
from jovian.rules.squadrons.escort import CLASS_III, refuse_escort
from jovian.table import Pose, distance, wholly_within
from jovian.ui.answering.in_hand.set_down import SetDown
from jovian.ui.board import Fan, Overlay
from jovian.ui.over_the_board.places import nearest
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk, Point

FLUSH = 0.4
"""Inches from a ship at which an escort snaps to it."""


class Droning(SetDown):
    """Out of a Drone Bay of the active ship, one drone squadron at a time."""

    kind = "drones"

    def __init__(self, desk: Desk, menu: NextOrder, mount: str, card: UnitCard) -> None:
        self.mount, self.card = mount, card
        drone = Model("drone", card, menu.side)  # not "", which is the host of whatever has none
        super().__init__(desk, menu, drone, menu.model)

    @property
    def title(self) -> str:
        """What is in hand, in a word."""
        return "drones"

    @property
    def label(self) -> str:
        """The name of the drone squadron that is launched."""
        return f"Launch {self.model.name}"

    def choice(self, pose: Pose) -> LaunchDrone:
        """The answer that launches one of these drones from this bay to a pose."""
        return LaunchDrone(self.mount, self.card.key, *pose)

    def found(self) -> list[Pose]:
        """Flush as an escort, and in the arcs of the bay."""
        return list(drones.drone_spots(self.menu.state, self.ship, self.mount, self.card))

    def reaches(self, pose: Pose) -> bool:
        """Is a base there wholly within reach of the bay?"""
        return wholly_within(self.model.base, pose, self.ship.base, self.ship.pose, drones.REACH)

    def area(self) -> list[Overlay]:
        """The reach about the ship, in the bay's arcs."""
        weapon = weapon_of(self.ship, self.mount)
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
        """That it would be an escort there, if so."""
        ship = drones.escorted_by(self.menu.state, self.model.at(pose))
        return f"{self.model.name} escorts {ship.name}" if ship is not None else super().said(pose)


def drone_modes(desk: Desk, menu: NextOrder) -> list[tuple[Offer, Droning | None]]:
    """A button for each kind of drone in each bay, with what it puts in hand; none where it may not be launched."""
    state, ship = menu.state, menu.model
    mounts = drones.bays(menu.state, ship) if ship.on_table else []
    found: list[tuple[Offer, Droning | None]] = []
    for mount in mounts:
        refused = drones.refuse_bay(state, ship, mount)
        for card in state.drone_cards:
            cls = card.drone_class or 0
            if cls in stock_left(ship, mount):
                left = stock_left(ship, mount)[cls]
                no = refused or (None if left else Refusal(f"No Class {cls} drones are left in stock.", drones.PLACE))
                label = f"{'' if len(mounts) == 1 else mount.upper() + ' '}{card.name} {'I' * cls} · {left}"
                offer = Offer(f"drone:{mount}:{card.key}", label, command=_key(len(found)), refusal=no,
                              hint=f"Class {cls}, {left} left in stock")  # fmt: skip
                found.append((offer, None if no else Droning(desk, menu, mount, card)))
    return found


def _key(index: int) -> str:
    return f"pick {index + 1}" if index < 9 else ""
