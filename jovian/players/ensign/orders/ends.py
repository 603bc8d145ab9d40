"""The ends that the active model may come to, each weighed no farther than it must be."""

from __future__ import annotations

from jovian.players.ensign.attention import Weighed
from jovian.players.judgment.combat.gunnery import Gunnery
from jovian.players.judgment.moves import Hope, hope, weighed
from jovian.players.judgment.objectives.aims import Aims
from jovian.players.moves.way import Way
from jovian.players.moves.ways import Legality, possible
from jovian.rules.menu.next_order import NextOrder
from jovian.table import Pose


class Ends:
    """The ends of the ways from here, in the order of the ways."""

    def __init__(self, menu: NextOrder, aims: Aims, guns: Gunnery) -> None:
        self._menu, self._aims, self._guns = menu, aims, guns
        self._ways = list(possible(menu, aims.goals))
        self._legal = Legality(menu)
        self._hopes: dict[Pose, Hope] = {}

    def lead_on(self) -> bool:
        """Is there any but staying?"""
        return any(way.steps and self._legal.may_begin(way) for way in self._ways)

    def stay(self) -> Weighed | None:
        """What staying promises, None where it must move on."""
        return next((self._weighed(way) for way in self._ways if not way.steps), None)

    def all(self) -> list[Weighed]:
        """Every end that may be made for."""
        return [self._weighed(way) for way in self._ways if self._legal.may_begin(way)]

    def best(self) -> Weighed | None:
        """The first of those that are worth most.

        Those that promise most come first: once what they promise is less than one is worth, none can be better, and
        whether it costs anything, or is legal at all, is left unasked.
        """
        found: tuple[float, int, Weighed] | None = None
        hopes = [self._hope(way) for way in self._ways]
        for number in sorted(range(len(hopes)), key=lambda each: -hopes[each].most):
            if found is not None and hopes[number].most < -found[0]:
                break
            each = self._weighed(self._ways[number])
            rank = -each.outlook.worth, number
            if (found is None or rank < found[:2]) and self._legal.may_begin(self._ways[number]):
                found = *rank, each
        return found[2] if found is not None else None

    def _hope(self, way: Way) -> Hope:
        found = self._hopes.get(way.end)
        if found is None:
            found = self._hopes[way.end] = hope(self._menu, way.end, self._aims, self._guns)
        return found

    def _weighed(self, way: Way) -> Weighed:
        return Weighed(way.steps, weighed(self._menu, self._hope(way), way.legs, self._aims))
