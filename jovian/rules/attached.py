"""Squadrons in contact with a ship, as escorts or assailants: they move along with it (R24, R25, R74)."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random

from jovian.game import TABLE, Choice, Decision, Game, Model, Option, Procedure, Refusal, State
from jovian.game.choice import heading, length
from jovian.rules.entering import enter, leave
from jovian.rules.obstacles import in_the_way, solid_parts, taken
from jovian.table import Pose, exits, free_flush, is_flush, nearest_free, overlaps

ESCORT = "v1.2.4 Action > Combat Air Patrol > Escorting"
ASSAULT = "v1.2.4 Action > Assaulting"
PLACES = {"escorting": ESCORT, "assaulting": ASSAULT}


def attached_to(state: State, ship: Model) -> list[Model]:
    """The squadrons that escort or assault a ship."""
    return [m for m in state.models.values() if m.host == ship.id and m.place == TABLE]


def attach(game: Game, squadron: Model, ship: Model, state: str) -> None:
    """Let a squadron escort or assault a ship, with which it is in contact."""
    squadron.host = ship.id
    enter(game, squadron, state)


def detach(game: Game, squadron: Model) -> None:
    """End an escort or an assault; the squadron stays where it stands."""
    squadron.host = ""
    for state in PLACES:
        leave(game, squadron, state)


def carry(game: Game, ship: Model, before: Pose) -> None:
    """Take the squadrons in contact along after a ship has moved or turned."""
    for squadron in attached_to(game.state, ship):
        start = squadron.pose
        squadron.pose = follow(squadron, before, ship.pose).pose
        game.tell_move(squadron, [start, squadron.pose], "escort" if squadron.escorting else "assault")


def follow(squadron: Model, before: Pose, after: Pose) -> Model:
    """The squadron where it would be if its ship went from one pose to another: itself if it stays."""
    if before == after:
        return squadron
    ghost = squadron.copy()
    x, y = after.to_table(*before.from_table(squadron.pose.x, squadron.pose.y))
    ghost.pose = Pose(x, y, (squadron.pose.heading + after.heading - before.heading) % 360).rounded()
    return ghost


def flush_spots(state: State, squadron: Model, ship: Model) -> list[Pose]:
    """The free places about a ship at which a squadron's edge lies wholly on the ship's base."""
    others = taken(state, squadron, ship)
    return free_flush(ship.base, ship.pose, squadron.base, others, state.width, state.height)


def nearest_flush(state: State, squadron: Model, ship: Model) -> Pose | None:
    """The free place in contact with the ship that is nearest to the squadron, None without one."""
    at = squadron.pose

    def gap(spot: Pose) -> tuple[float, Pose]:
        dx, dy = spot.x - at.x, spot.y - at.y
        return round(dx * dx + dy * dy, 6), spot

    return min(flush_spots(state, squadron, ship), key=gap, default=None)


def refuse_flush(state: State, squadron: Model, ship: Model, pose: Pose) -> Refusal | None:
    """Why a squadron may not stand in contact with the ship at a pose."""
    place = ASSAULT if squadron.side != ship.side else ESCORT
    if not is_flush(ship.base, ship.pose, squadron.base, pose):
        return Refusal(f"One edge of its base must lie wholly on the base of {ship.name}.", place)
    if exits(squadron.base, pose, state.width, state.height):
        return Refusal("That is off the table.", place)
    for other in state.on_table():
        if other.id not in (squadron.id, ship.id) and overlaps(squadron.base, pose, other.base, other.pose):
            return Refusal(f"It would overlap {other.name}.", place, (("base", other.id),))
    for _, part, at in solid_parts(state, squadron):
        if overlaps(squadron.base, pose, part, at):
            return Refusal("It would overlap solid terrain.", place)
    return None


class Attach(Decision):
    """Where an attached squadron stands about its ship after the ship has moved."""

    kind = "attach"
    forms = {"place": (length, length, heading), "stay": ()}  # noqa: RUF012
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

    def judge(self, choice: Choice) -> Refusal | None:
        """Flush on the ship's base, on nobody else."""
        squadron, ship = self._pair
        pose = squadron.pose if choice[0] == "stay" else Pose(*choice[1:])
        return refuse_flush(self.state, squadron, ship, pose)

    def default(self) -> Choice:
        """Stay, or the nearest free place."""
        if self.judge(["stay"]) is None:
            return ["stay"]
        return min(self._places(), key=self._gap)

    def _gap(self, choice: Choice) -> tuple[float, float, float]:
        at = self._pair[0].pose
        dx, dy = choice[1] - at.x, choice[2] - at.y
        return round(dx * dx + dy * dy, 6), choice[1], choice[2]

    def _places(self) -> Iterator[Choice]:
        squadron, ship = self._pair
        for spot in flush_spots(self.state, squadron, ship):
            yield ["place", round(spot.x, 3) + 0.0, round(spot.y, 3) + 0.0, spot.heading]

    def sample(self, rng: Random) -> Choice:
        """Any free place."""
        found = [each.choice for each in self.options()]
        return found[int(rng.random() * len(found))]

    def options(self) -> Iterator[Option]:
        """Staying, and every free place."""
        if self.judge(["stay"]) is None:
            yield Option(["stay"], "Stay where it is")
        for choice in self._places():
            if self.judge(choice) is None:
                yield Option(choice, "Here")


def settle_attached(game: Game, ship: Model) -> Procedure[None]:
    """After a ship's move each squadron in contact is placed about it anew by its owner; without room it comes off."""
    from jovian.rules.casualties import leave_table  # what leaves play comes off its ship

    for squadron in attached_to(game.state, ship):
        if not any(True for _ in Attach(game.state, squadron, ship).options()):
            leave_table(game, [squadron])
            if squadron.on_table:
                cast_off(game, squadron)
            continue
        choice = yield Attach(game.state, squadron, ship)
        if choice[0] == "place":
            move_to(game, squadron, Pose(*choice[1:]), "escort" if squadron.escorting else "assault")


def crowded(state: State, ship: Model) -> bool:
    """Does a squadron in contact with a ship stand where it may not?"""
    return any(refuse_flush(state, each, ship, each.pose) is not None for each in attached_to(state, ship))


def cast_off(game: Game, squadron: Model) -> None:
    """End the contact and put the squadron clear of everything."""
    detach(game, squadron)
    state = game.state
    goal = nearest_free(squadron.base, squadron.pose, in_the_way(state, squadron), state.width, state.height)
    if goal is not None:
        move_to(game, squadron, goal, "overlap")


def move_to(game: Game, squadron: Model, goal: Pose, cause: str) -> None:
    """Set a squadron elsewhere, and tell."""
    before, squadron.pose = squadron.pose, goal.rounded()
    if before != squadron.pose:
        dx, dy = goal.x - before.x, goal.y - before.y
        game.tell_move(squadron, [before, squadron.pose], cause, sqrt(dx * dx + dy * dy))


def release(game: Game, ship: Model, spent: bool = True) -> None:
    """The ship is gone: its escorts and assailants are free where they stand, eligible from next turn (R74)."""
    for squadron in attached_to(game.state, ship):
        detach(game, squadron)
        squadron.activated = squadron.activated or spent
