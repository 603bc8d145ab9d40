"""How marines fare: how likely they take a ship, who may bring them there, and what is hit first for them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from jovian.dice import Result, odds
from jovian.game import Answer, Model, Pick, State
from jovian.game.answers import Damage
from jovian.players.judgment.nearby import apart
from jovian.players.judgment.objectives.objects import objects
from jovian.players.judgment.objectives.prospects import turns_left
from jovian.players.judgment.threat.reach import HALF_TURN, reach
from jovian.rules.actions.generic.board import reach as boarding_reach
from jovian.rules.harm.boarded import Boarded, Captured, boarders
from jovian.rules.harm.boarding import crossing, fighting, landing_force, losses, marines, shot_down
from jovian.rules.harm.expect import worth
from jovian.rules.places.limits import fixed_limits
from jovian.table import Pose, distance

BOUNTY = 0.5
"""What a captured ship counts for beyond its TV, in shares of that, as long as its captor keeps it."""
SWING = 2.0 + BOUNTY
"""What a ship that is captured costs the side that had it, in shares of its TV."""
HELD = 0.7
"""What the odds of firefights count: they may be held up, and airlocks purged."""
FIGHTS = 3
"""Firefights aboard that are looked ahead to."""
SOON = 14.0
"""Inches within which a ship with marines may come to board before long."""
STRIDE = 1.0
"""Inches between the places that are looked at on a ship's way."""


def takable(ship: Model) -> bool:
    """May a ship change hands, and count for something then?"""
    return ship.capital and not ship.neutral and not ship.card.station and not ship.crippled


def chance(view: State, boarder: Model, ship: Model, sent: int) -> float:
    """How likely so many marines of a boarder take a ship: the crossing shot, then the firefights aboard."""
    bare = crossing(view, ship, boarder)

    def taken(result: Result) -> float:
        return aboard(view, ship, sent - shot_down(result))

    return odds(bare.pool).expect(taken) if bare is not None else taken(Result())


def aboard(view: State, ship: Model, there: int) -> float:
    """How likely so many boarders take a ship, once they are aboard."""
    guards = ship.rating("marines")
    if there < 1 or not guards:
        return float(there > 0)
    return HELD * fought(there, guards, min(FIGHTS, turns_left(view) + (not ship.activated)))


@lru_cache(maxsize=1 << 10)
def fought(there: int, guards: int, fights: int) -> float:
    """How likely so many boarders are alone aboard after so many firefights, if all engage."""
    if there < 1 or not guards:
        return float(there > 0)
    if not fights:
        return 0.0
    total = 0.0
    for lost, one in _losses(guards, there).items():
        for fallen, other in _losses(there, guards).items():
            total += one * other * fought(there - lost, guards - fallen, fights - 1)
    return total


@lru_cache(maxsize=1 << 8)
def _losses(number: int, foes: int) -> dict[int, float]:
    """How likely so many marines fell how many of their foes."""
    result = odds(fighting(number).pool)
    likely = ((fell, result.expect(partial(_fell, foes, fell))) for fell in range(foes + 1))
    return {fell: each for fell, each in likely if each}


def _fell(foes: int, fell: int, result: Result) -> float:
    """1.0 for a result that fells just so many of so many foes, else 0.0."""
    return float(losses(result, foes) == fell)


def could_board(view: State, model: Model, ship: Model) -> bool:
    """Could a model come alongside a ship by its next move, from the pose that it has here?"""
    far, most = boarding_reach(model), reach(view, model).most
    if model.pose.distance_to(ship.pose) > far + most + model.base.reach + ship.base.reach:
        return False
    if not model.capital:
        return distance(model.base, model.pose, ship.base, ship.pose) <= far + most
    return any(distance(model.base, pose, ship.base, ship.pose) <= far for pose in _way(view, model))


def _way(view: State, ship: Model) -> Iterator[Pose]:
    """Poses that a ship may come to: straight on, or after a turn."""
    least, most, turns = fixed_limits(view, ship)
    for angle in (0, HALF_TURN, -HALF_TURN) if turns > 0 else (0,):
        turned = ship.pose.turned(angle)
        run = max(0.0, least)
        while run < most:
            yield turned.advanced(run)
            run += STRIDE
        yield turned.advanced(max(0.0, most))


def lost_to(view: State, boarder: Model, ship: Model) -> float:
    """TV that a ship which nobody guards is expected to cost its side if a boarder comes alongside."""
    if ship.rating("marines") or not takable(ship) or not _able(boarder):
        return 0.0
    force = landing_force(view, boarder)
    return chance(view, boarder, ship, force) * SWING * worth(ship) if force else 0.0


def bounty(ship: Model) -> float:
    """TV beyond its own that a ship counts for in the hands of its captor."""
    return BOUNTY * worth(ship) if Captured.holds(ship) and not ship.crippled else 0.0


def won_aboard(view: State, ship: Model) -> float:
    """TV that the boarders of a ship are expected to cost the side that holds it."""
    there = 0 if ship.neutral or not takable(ship) else boarders(ship)
    return aboard(view, ship, there) * SWING * worth(ship) if there else 0.0


def damage(decision: Pick[Answer], view: State) -> Answer | None:
    """Marines first, of a ship that may soon be boarded; None where that does not come up."""
    ship = view.models[decision.subject]
    if ship.side != 1 - decision.side or not ship.rating("marines") or not _soon(view, ship):
        return None
    wanted = Damage("rating" if decision.kind == "mass" else "marines")
    return wanted if any(option.answer == wanted for option in decision.listed) else None


def _soon(view: State, ship: Model) -> bool:
    """Is anybody near who may come to board a ship?"""
    if ship.crippled or ship.card.station or ship in objects(view):
        return False
    return any(
        marines(each) and _able(each) and apart(each, ship) <= SOON
        for each in view.on_table() if each.side == 1 - ship.side
    )  # fmt: skip


def _able(boarder: Model) -> bool:
    """May a model send marines away?"""
    return not boarder.crippled and not Captured.holds(boarder) and not Boarded.holds(boarder)
