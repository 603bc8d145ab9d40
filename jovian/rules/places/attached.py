"""Squadrons in contact with a ship, as escorts or assailants: they move along with it (R24, R25, R74)."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.game import ASSAULTING, ESCORTING, TABLE, Game, Model, Refusal, State
from jovian.game.pointing import pointed_bases
from jovian.rules.facts.nearby import around
from jovian.rules.places.obstacles import free_place, solid_parts, taken
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import says_yes
from jovian.rules.rulebook.model_state import HARD, MARKED, ModelState, Sign
from jovian.rules.rulebook.shot_facts import ACTIVATION, AUTOFIRE, ShotFacts
from jovian.table import Pose, exits, free_flush, is_flush, overlaps

ESCORT = "v1.2.4 Action > Combat Air Patrol > Escorting"
ASSAULT = "v1.2.4 Action > Assaulting"


class Escorting(ModelState):
    """Flying in contact with a ship to protect it."""

    __slots__ = ()
    name = ESCORTING
    place = ESCORT
    summary = "Moves along with its ship, has no activation of its own, and intercepts what comes near."
    sign = Sign("EC", tied=True)
    words = ("escorts its ship", "is no escort any more")


class Assaulting(ModelState):
    """Exo-armors on the hull of an enemy ship."""

    __slots__ = ()
    name = ASSAULTING
    place = ASSAULT
    summary = "Clings to an enemy ship; only weapons without macro dice and Point Defense reach it; must bomb next."
    sign = Sign("AS", MARKED, HARD, tied=True)
    words = ("clings to the hull", "is off the hull")

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Only weapons of Macro 0 and Point Defense may target it."""
        if shot.window not in (ACTIVATION, AUTOFIRE) or shot.weapon.macro == 0:
            return None
        return Refusal(f"{shot.target.name} clings to a hull: only weapons with Macro 0 may target it.", self.place)


TIES: tuple[type[ModelState], ...] = (Escorting, Assaulting)
"""What holds a squadron in contact with a ship."""


def attached_to(state: State, ship: Model) -> list[Model]:
    """The squadrons that escort or assault a ship."""
    return [m for m in state.models.values() if m.host == ship.id and m.place == TABLE]


def attach(game: Game, squadron: Model, ship: Model, tie: type[ModelState]) -> None:
    """Let a squadron escort or assault a ship, with which it is in contact."""
    squadron.host = ship.id
    tie.enter(game, squadron)


def detach(game: Game, squadron: Model) -> None:
    """End an escort or an assault; the squadron stays where it stands."""
    squadron.host = ""
    for tie in TIES:
        tie.leave(game, squadron)


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
    x, y = after.to_table(*before.from_table(squadron.pose.x, squadron.pose.y))
    return squadron.at(Pose(x, y, (squadron.pose.heading + after.heading - before.heading) % 360).rounded())


def flush_spots(state: State, squadron: Model, ship: Model) -> list[Pose]:
    """The free places about a ship at which a squadron's edge lies wholly on the ship's base."""
    others = taken(state, squadron, (ship.base, ship.pose), (squadron.id, ship.id))
    return free_flush(ship.base, ship.pose, squadron.base, others, state.width, state.height)


def nearest_flush(state: State, squadron: Model, ship: Model) -> Pose | None:
    """The free place in contact with the ship that is nearest to the squadron, None without one."""
    at = squadron.pose

    def gap(spot: Pose) -> tuple[float, Pose]:
        dx, dy = spot.x - at.x, spot.y - at.y
        return round(dx * dx + dy * dy, 6), spot

    return min(flush_spots(state, squadron, ship), key=gap, default=None)


def refuse_flush(state: State, squadron: Model, ship: Model) -> Refusal | None:
    """Why a squadron may not stand where it does in contact with the ship."""
    place, pose = ASSAULT if squadron.side != ship.side else ESCORT, squadron.pose
    if not is_flush(ship.base, ship.pose, squadron.base, pose):
        return Refusal(f"One edge of its base must lie wholly on the base of {ship.name}.", place)
    if exits(squadron.base, pose, state.width, state.height):
        return Refusal("That is off the table.", place)
    models, pieces = around(state, squadron.base, pose)
    for other in models:
        if other.id not in (squadron.id, ship.id) and overlaps(squadron.base, pose, other.base, other.pose):
            return Refusal(f"It would overlap {other.name}.", place, pointed_bases([other.id]))
    if any(overlaps(squadron.base, pose, *each.placed) for each in solid_parts(state, squadron, pieces)):
        return Refusal("It would overlap solid terrain.", place)
    return None


def escorts_at_will(state: State, squadron: Model) -> bool:
    """May it take up an escort, and leave it, in any of its activations?"""
    return says_yes(state, squadron, Effect.escorts_at_will)


def cast_off(game: Game, squadron: Model) -> None:
    """End the contact and put the squadron clear of everything."""
    detach(game, squadron)
    goal = free_place(game.state, squadron)
    if goal is not None:
        move_to(game, squadron, goal, "overlap")


def move_to(game: Game, squadron: Model, goal: Pose, cause: str) -> None:
    """Set a squadron elsewhere, and tell."""
    before, squadron.pose = squadron.pose, goal.rounded()
    if before != squadron.pose:
        game.tell_move(squadron, [before, squadron.pose], cause, before.distance_to(goal))


def misplaced(state: State, ship: Model) -> list[Model]:
    """The squadrons in contact with a ship for which that makes no sense: enemies as escorts, friends as assailants."""
    return [each for each in attached_to(state, ship) if each.escorting != (each.side == ship.side)]


def release(game: Game, squadrons: Iterable[Model]) -> None:
    """These have no ship any more: they are free where they stand, eligible from next turn (R74)."""
    for squadron in squadrons:
        detach(game, squadron)
        squadron.activated = True
