"""Free moves: a few inches after a fight, off a hull, or on a Vector Attack, which nobody intercepts (R29, R73)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from jovian.game import Answer, Decision, Game, Model, Option, Procedure, Refusal, State
from jovian.game.answers import Assault, Fly, Stay
from jovian.game.choice import Point
from jovian.game.pointing import pointed_bases
from jovian.rules.facts.formation import members
from jovian.rules.harm.casualties import leave_table
from jovian.rules.moving.movement import fly_path, freely
from jovian.rules.places.attached import refuse_flush
from jovian.rules.places.contact import contacts, named, off_table
from jovian.rules.places.edges import refuse_crossing
from jovian.rules.places.limits import LITTLE, SLACK, path_length
from jovian.rules.places.obstacles import free_place, moored
from jovian.rules.squadrons.assault import cling, hull_spots
from jovian.table import Pose, touches

PLACE = "v1.2.4 Dogfight > After the Dogfight"
ASSAULTING = "v1.2.4 Action > Assaulting"
AROUND = 12


class FreeMove(Decision):
    """Where a squadron goes with its free inches; after a Bombing Run exo-armors may stay on the hull instead."""

    kind = "free"
    answers = (Fly, Stay, Assault)
    __slots__ = ("inches", "ship", "state")

    def __init__(self, state: State, squadron: Model, inches: float, ship: str = "") -> None:
        title = f'{squadron.name}: a free move of up to {inches:.0f}"' + (", or assault the ship" if ship else "")
        super().__init__(squadron.side, title, PLACE, subject=squadron.id)
        self.state = state
        self.inches = inches
        self.ship = ship
        """The ship that it may assault, "" for none."""

    def on(self, state: State) -> FreeMove:
        """The same question over a view."""
        return FreeMove(state, state.models[self.subject], self.inches, self.ship)

    @property
    def model(self) -> Model:
        """The squadron that moves."""
        return self.state.models[self.subject]

    def judge(self, answer: Answer) -> Refusal | None:
        """Within its inches, on the table, clear of everything; on the hull with a whole edge."""
        match answer:
            case Assault():
                return self._judge_assault(answer.pose)
            case Fly(path):
                return self._judge_flight(path)
        return self._refuse_here(self.model.pose) if self._nearest() is not None else None

    def _judge_flight(self, path: tuple[Point, ...]) -> Refusal | None:
        inches = path_length(self.model, path)
        if inches > self.inches + SLACK:
            return Refusal(f'The path is {inches:.2f}" long, {self.inches:.0f}" are free.', self.cited)
        crossing = refuse_crossing(self.state, self.model, path, self.cited)
        if crossing is not None:
            return crossing
        x, y = path[-1]
        return self._refuse_there(Pose(x, y, self.model.pose.heading))

    def _refuse_there(self, pose: Pose) -> Refusal | None:
        """An escort that flies off must not end on its own ship either."""
        ship = self._own_ship()
        if ship is not None and touches(self.model.base, pose, ship.base, ship.pose):
            return Refusal(f"It may not end touching {ship.name}.", self.cited, pointed_bases([ship.id]))
        return self._refuse_here(pose)

    def _own_ship(self) -> Model | None:
        """The ship that it escorts."""
        return self.state.models.get(self.model.host) if self.model.attached else None

    def _judge_assault(self, pose: Pose) -> Refusal | None:
        ship = self.state.models.get(self.ship)
        if ship is None:
            return Refusal("Only exo-armors that have just bombed a ship may assault it.", ASSAULTING)
        refusal = refuse_flush(self.state, self.model.at(pose), ship)
        return refusal if refusal is None or pose not in self.hull_spots() else None

    def _refuse_here(self, pose: Pose) -> Refusal | None:
        there = self.model.at(pose)
        if off_table(self.state, there):
            return Refusal("A free move ends on the table.", self.cited)
        touched = contacts(self.state, there)
        if not touched:
            return None
        what = named(self.state, touched)
        return Refusal(f"It may not end touching {what}.", self.cited, pointed_bases(touched))

    def _nearest(self) -> Fly | None:
        """The nearest free place within reach."""
        state, model, ship = self.state, self.model, self._own_ship()
        also = [(ship.base, ship.pose)] if ship is not None else []
        goal = free_place(state, model, also, self.inches - LITTLE)
        flight = Fly(((round(goal.x, 3) + 0.0, round(goal.y, 3) + 0.0),)) if goal is not None else None
        return flight if flight is not None and self.judge(flight) is None else None

    def default(self) -> Fly | Stay:
        """Stay if that is allowed, else the nearest free place."""
        if self._refuse_here(self.model.pose) is None:
            return Stay()
        return self._nearest() or Stay()

    def sample(self, rng: Random) -> Answer:
        """A random one of its options."""
        found = [option.answer for option in self.options()]
        return found[int(rng.random() * len(found))] if found else self.default()

    def options(self) -> Iterator[Option[Answer]]:
        """The default, places on the hull, and the ends of straight flights all around."""
        yield Option(self.default(), "The nearest free place")
        if self.ship:
            for pose in self.hull_spots():
                yield Option(Assault(*pose), "Assault")
        for turned in range(0, 360, 360 // AROUND):
            for inches in (self.inches - LITTLE, self.inches / 2):
                end = self.model.pose.turned(turned).advanced(inches)
                flight = Fly(((round(end.x, 3) + 0.0, round(end.y, 3) + 0.0),))
                if self.judge(flight) is None:
                    yield Option(flight, f"Fly {turned} degrees")

    def hull_spots(self) -> list[Pose]:
        """Places on the hull that it may take, others making room if need be."""
        return hull_spots(self.state, self.model, self.state.models[self.ship])


def free_move(game: Game, squadron: Model, inches: float, ship: str = "") -> Procedure[None]:
    """Ask for a free move and make it: terrain strikes, autofire only at the active squadron, nobody intercepts."""
    if moored(game.state, squadron):
        return
    answer = yield FreeMove(game.state, squadron, inches, ship)
    match answer:
        case Fly(path):
            group = members(game.state, squadron)
            yield from fly_path(game, squadron, path, freely(game.state, squadron))
            leave_table(game, group)
        case Assault():
            cling(game, squadron, game.state.models[ship], answer.pose)
