"""Launching from a menu: out of the hanger of the ship that carries the active model, alone or as a formation."""

from __future__ import annotations

from jovian.game import Model
from jovian.game.answers import Launch
from jovian.rules.close_combat.interception import interceptors_near
from jovian.rules.facts import formation
from jovian.rules.harm import unloading
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.scenario.objects.retrieving import found_on
from jovian.rules.squadrons import hangers
from jovian.table import Pose, arcs_of, distance
from jovian.ui.answering.in_hand.set_down import SetDown
from jovian.ui.board import Around, Fan, Overlay
from jovian.ui.over_the_board.places import watch
from jovian.ui.panels.offer import Offer, named
from jovian.ui.playing.desk import Desk


class Launching(SetDown):
    """Out of the hanger of the ship that carries the active model."""

    kind = "launch"
    stays = True

    def __init__(self, desk: Desk, menu: NextOrder) -> None:
        super().__init__(desk, menu, menu.model, menu.state.models[menu.model.host])
        self.partners: tuple[str, ...] = ()
        """Who launches with it as a formation."""

    @property
    def title(self) -> str:
        """What is in hand: that it is aboard, of what, and what it brings along from there."""
        found = found_on(self.menu.state, self.model, self.ship)
        return f"aboard {self.ship.name}{f', to bring 1 {found}' if found else ''}"

    def choice(self, pose: Pose) -> Launch:
        """The answer that launches it to a pose, alone or with its formation."""
        return Launch(*pose, self.partners)

    def found(self) -> list[Pose]:
        """Ahead of the ship and about it."""
        return list(hangers.launch_spots(self.menu.state, self.model))

    def reaches(self, pose: Pose) -> bool:
        """Within reach all around, or farther ahead of a Catapult."""
        reach, fore = unloading.launch_reach(self.menu.state, self.ship)
        apart = distance(self.model.base, pose, self.ship.base, self.ship.pose)
        ahead = fore and apart <= fore and "fore" in arcs_of(self.ship.base, self.ship.pose, self.model.base, pose)
        return apart <= reach or bool(ahead)

    def area(self) -> list[Overlay]:
        """The reach about the ship, and the arc of a Catapult."""
        reach, fore = unloading.launch_reach(self.menu.state, self.ship)
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
        return watch(self.menu.state, interceptors_near(self.menu.state, self.model.at(pose)))

    def offers(self) -> list[Offer]:
        """A switch for each partner that may form up with it."""
        return [
            Offer.to("partner", each.id, f"Formation with {each.name}", command="" if n else "partner",
                  lit=each.id in self.partners, hint="They launch together and fly as one")
            for n, each in enumerate(self._mates())
        ]  # fmt: skip

    def _mates(self) -> list[Model]:
        state, model = self.menu.state, self.model
        waiting = [
            each for each in unloading.aboard(state, self.ship)
            if each.id != model.id and not each.activated and formation.refuse_formation(model, [each]) == ""
        ]  # fmt: skip
        taken = [state.models[ident] for ident in self.partners]
        free = [e for e in waiting if e not in taken and not formation.refuse_formation(model, [*taken, e])]
        return [*taken, *free[:1]]

    def press(self, name: str) -> bool:
        """Take a partner along, or leave it; True if the button was one."""
        offer = named(self.offers(), name)
        if offer is None:
            return False
        ident = offer.about
        self.partners = (
            tuple(each for each in self.partners if each != ident)
            if ident in self.partners else (*self.partners, ident)
        )  # fmt: skip
        self._spots = None
        return True
