"""Flying into contact: what a squadron may end its flight touching, what for, and where the ghost snaps to.

With the pointer on a model the contact is the nearest by the shortest way; beside it, the one nearest to the pointer,
so that the side from which a ship is bombed can be chosen. `next` steps through all that can be reached.
"""

from __future__ import annotations

from typing import NamedTuple

from jovian.game import Model
from jovian.rules.actions.generic.ram import Ram
from jovian.rules.actions.squadron.bombing import Bombing
from jovian.rules.actions.squadron.interception import Interception
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.places.attached import escorts_at_will
from jovian.rules.places.contact import named
from jovian.rules.places.limits import LITTLE
from jovian.rules.places.touching import flight_to, may_touch, outline
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.squadrons.escort import refuse_escort
from jovian.rules.squadrons.hangers import refuse_berth
from jovian.table import TOLERANCE, Pose, distance
from jovian.ui.playing.desk import Desk, Point

NEAR = 0.4
"""Inches between the base under the pointer and a model at which the ghost snaps to it."""
SNAP = 2.5
"""Inches from the pointer within which a contact beside a model is looked for."""
_WORDS = {Bombing.name: "bomb", Interception.name: "intercept", Ram.name: "ram"}


class Contact(NamedTuple):
    """Where a flight would end touching a model, or a piece of terrain."""

    ident: str
    pose: Pose


class Closing:
    """The contacts of one menu; nothing changes while it is asked, so what was found is kept."""

    def __init__(self, desk: Desk, menu: NextOrder) -> None:
        self.desk = desk
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

    def purpose(self, ident: str) -> str:
        """What the contact is for, in a word or two."""
        act, state, model = self.menu.act, self.menu.state, self.menu.model
        action = rulebook(state).actions.get(act.action) if not act.resolved else None
        if action is not None and ident in action.closes_with(state, model):
            return _WORDS.get(act.action, act.action)
        ship = state.models.get(ident)
        if ship is None:
            return ""
        lands = not act.landed and refuse_berth(state, model, ship) is None
        fresh = escorts_at_will(state, model) or act.launched
        escorts = fresh and refuse_escort(state, model, ship) is None
        return " or ".join(word for word, holds in (("land on", lands), ("escort", escorts)) if holds)

    def name(self, ident: str) -> str:
        """What the one touched is called."""
        state = self.menu.state
        return state.models[ident].name if ident in state.models else named(state, [ident])

    @property
    def there(self) -> bool:
        """Is the pointer on a model that may be touched, and is already?"""
        if self.desk.hovered not in self.prey or self.aimed:
            return False
        model = self.menu.model
        return self._gap(model, self.desk.hovered) <= TOLERANCE

    def _gap(self, model: Model, ident: str) -> float:
        """Inches from a model at the pose that it has here to another, or to a piece of terrain."""
        about = outline(self.menu.state, ident)
        return min((distance(model.base, model.pose, *placed) for placed in about), default=SNAP + NEAR)

    def step(self) -> bool:
        """Aim at the next that can be reached from where the squadron stands; True if there is any."""
        left = self.menu.envelope().forward
        able = [ident for ident in self.prey if self._straight(self.menu.model, ident, left) is not None]
        if able:
            self.aimed = able[(able.index(self.aimed) + 1) % len(able) if self.aimed in able else 0]
        return bool(able)

    def contact(self, start: Point, left: float) -> Contact | None:
        """The contact that is meant now, by a flight of at most so many inches from a point; None if none is."""
        key = (self.aimed, self.desk.hovered, self.desk.point, tuple(start), left)
        if self._found is None or self._found[0] != key:
            self._found = (key, self._look(start, left) if self.prey and left > LITTLE else None)
        return self._found[1]

    def _look(self, start: Point, left: float) -> Contact | None:
        model = self.menu.model
        model = model.at(Pose(start[0], start[1], model.pose.heading))
        pointed = self.desk.point is not None and self.desk.hovered in self.prey  # in the roster a click only selects
        if self.aimed or pointed:
            return self._straight(model, self.aimed or self.desk.hovered, left)
        return self._beside(model, left) if self.desk.point is not None else None

    def _straight(self, model: Model, ident: str, left: float) -> Contact | None:
        pose = flight_to(self.menu.state, model, ident, left - TOLERANCE)
        return Contact(ident, pose) if pose is not None and pose[:2] != model.pose[:2] else None

    def _beside(self, model: Model, left: float) -> Contact | None:
        """The contact nearest to the pointer, with a model that a base there would touch or nearly touch."""
        assert self.desk.point is not None
        x, y = self.desk.point
        at = model.at(Pose(x, y, model.pose.heading))
        gap, ident = min(((self._gap(at, each), each) for each in self.prey), default=(NEAR + 1, ""))
        found = self._straight(at, ident, SNAP) if gap <= NEAR else None
        if found is None:
            return None
        return found if LITTLE < model.pose.distance_to(found.pose) <= left - TOLERANCE else None
