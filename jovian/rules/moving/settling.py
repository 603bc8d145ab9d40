"""Where squadrons in contact with a ship stand once it has moved, by their owner's choice (R24, R25, R74)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from jovian.game import Answer, Decision, Game, Model, Option, Procedure, Refusal, State
from jovian.game.answers import PlaceAt, Stay
from jovian.rules.harm.casualties import leave_table
from jovian.rules.places.attached import ASSAULT, ESCORT, attached_to, cast_off, flush_spots, move_to, refuse_flush


class Attach(Decision):
    """Where an attached squadron stands about its ship after the ship has moved."""

    kind = "attach"
    answers = (PlaceAt, Stay)
    __slots__ = ("ship", "state")

    def __init__(self, state: State, squadron: Model, ship: Model) -> None:
        title = f"{squadron.name}: where about {ship.name}?"
        place = ESCORT if squadron.escorting else ASSAULT
        super().__init__(squadron.side, title, place, subject=squadron.id)
        self.state = state
        self.ship = ship.id

    def on(self, state: State) -> Attach:
        """The same question over a view."""
        return Attach(state, state.models[self.subject], state.models[self.ship])

    @property
    def _pair(self) -> tuple[Model, Model]:
        return self.state.models[self.subject], self.state.models[self.ship]

    def judge(self, answer: Answer) -> Refusal | None:
        """Flush on the ship's base, on nobody else."""
        squadron, ship = self._pair
        pose = answer.pose if isinstance(answer, PlaceAt) else squadron.pose
        return refuse_flush(self.state, squadron.at(pose), ship)

    def default(self) -> PlaceAt | Stay:
        """Stay, or the nearest free place."""
        if self.judge(Stay()) is None:
            return Stay()
        return min(self._places(), key=self._gap)

    def _gap(self, place: PlaceAt) -> tuple[float, float, float]:
        at = self._pair[0].pose
        dx, dy = place.x - at.x, place.y - at.y
        return round(dx * dx + dy * dy, 6), place.x, place.y

    def _places(self) -> Iterator[PlaceAt]:
        squadron, ship = self._pair
        for spot in flush_spots(self.state, squadron, ship):
            yield PlaceAt(round(spot.x, 3) + 0.0, round(spot.y, 3) + 0.0, spot.heading)

    def sample(self, rng: Random) -> PlaceAt | Stay:
        """A random place of those that are free."""
        found = [each.answer for each in self.options()]
        return found[int(rng.random() * len(found))]

    def options(self) -> Iterator[Option[PlaceAt | Stay]]:
        """Staying, and every free place."""
        if self.judge(Stay()) is None:
            yield Option(Stay(), "Stay where it is")
        for place in self._places():
            if self.judge(place) is None:
                yield Option(place, "Here")


def settle_attached(game: Game, ship: Model) -> Procedure[None]:
    """After a ship's move each squadron in contact is placed about it anew by its owner; without room it comes off."""
    for squadron in attached_to(game.state, ship):
        if not any(True for _ in Attach(game.state, squadron, ship).options()):
            leave_table(game, [squadron])
            if squadron.on_table:
                cast_off(game, squadron)
            continue
        answer = yield Attach(game.state, squadron, ship)
        if isinstance(answer, PlaceAt):
            move_to(game, squadron, answer.pose, "escort" if squadron.escorting else "assault")


def attended(state: State) -> list[Model]:
    """The ships that squadrons are in contact with, in the order of the fleets."""
    hosts = {model.host for model in state.on_table() if model.host}
    return [ship for ship in state.on_table() if ship.id in hosts]


def crowded(state: State, ship: Model) -> bool:
    """Does a squadron in contact with a ship stand where it may not?"""
    return any(refuse_flush(state, each, ship) is not None for each in attached_to(state, ship))
