"""Marines: the odds of firefights, the value of a boarding, and what a ship without Marines risks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from jovian.dice import Pool, Result, odds
from jovian.game import OBJECT, Answer, ListDecision, Model, State
from jovian.game.answers import Damage
from jovian.players.evaluation.goals import MARINE_COST, boarding_value, objects
from jovian.players.evaluation.objectives import turns_left
from jovian.players.evaluation.places import distance_between, enemies
from jovian.players.evaluation.threats import HALF_TURN, reach
from jovian.rules.actions.any_model import boarding_range
from jovian.rules.damage.boarding import (
    Boarded,
    Captured,
    boarders,
    crossing_shot,
    firefight_pool,
    landing_force,
    losses,
    marines,
    shot_down,
)
from jovian.rules.damage.expected_damage import model_value, squadron_share
from jovian.rules.placement.move_limits import fixed_limits
from jovian.table import Pose, distance

# --- Odds ---

BOUNTY = 0.5
"""The value of holding a captured ship, as a share of its TV."""
SWING = 2.0 + BOUNTY
"""The cost of a captured ship to its first owner, as a share of its TV."""
FIREFIGHT_WEIGHT = 0.7
"""The weight of the odds of firefights: the enemy may delay them or purge the airlocks."""
FIGHTS = 3
"""The number of firefights aboard to look ahead."""
SOON = 14.0
"""Inches within which a ship with marines may soon come to board."""
LATER = 0.35
"""The weight of an enemy that has activated, compared with one that can still activate this turn."""
PATH_STEP = 1.0
"""Inches between the checked poses on a ship's path."""


def is_capturable(ship: Model) -> bool:
    """Return whether a ship can be captured and counts for something then."""
    return ship.is_capital and not ship.is_neutral and not ship.card.station and not ship.is_crippled


def capture_chance(view: State, boarder: Model, ship: Model, sent: int) -> float:
    """Return the probability that a boarder's marines take a ship, through the crossing shot and the firefights."""
    shot = crossing_shot(view, ship, boarder)
    guards, fights = ship.rating("marines"), _firefights_left(view, ship)
    if shot is None:
        return _chance_aboard(sent, guards, fights)
    return _crossing_chance(shot.pool, sent, guards, fights)


def capture_chance_aboard(view: State, ship: Model, there: int) -> float:
    """Return the probability that this number of boarders aboard takes a ship."""
    return _chance_aboard(there, ship.rating("marines"), _firefights_left(view, ship))


def _firefights_left(view: State, ship: Model) -> int:
    return min(FIGHTS, turns_left(view) + (not ship.activated))


@lru_cache(maxsize=1 << 12)
def _crossing_chance(pool: Pool, sent: int, guards: int, fights: int) -> float:
    """Return the probability that boarders take a ship whose crossing shot rolls this pool at them."""
    return odds(pool).expect(lambda result: _chance_aboard(sent - shot_down(result), guards, fights))


def _chance_aboard(there: int, guards: int, fights: int) -> float:
    if there < 1 or not guards:
        return float(there > 0)
    return FIREFIGHT_WEIGHT * win_chance(there, guards, fights)


@lru_cache(maxsize=1 << 10)
def win_chance(boarders_left: int, guards: int, fights: int) -> float:
    """Return the probability that only boarders are left after this number of firefights, if all engage."""
    if boarders_left < 1 or not guards:
        return float(boarders_left > 0)
    if not fights:
        return 0.0
    total = 0.0
    for killed, chance in _kill_odds(guards, boarders_left).items():
        for guards_killed, guards_chance in _kill_odds(boarders_left, guards).items():
            total += chance * guards_chance * win_chance(boarders_left - killed, guards - guards_killed, fights - 1)
    return total


@lru_cache(maxsize=1 << 8)
def _kill_odds(attackers: int, defenders: int) -> dict[int, float]:
    """Return the probability of each number of enemy marines killed."""
    result = odds(firefight_pool(attackers).pool)
    chances = ((killed, result.expect(partial(_kills_exactly, defenders, killed))) for killed in range(defenders + 1))
    return {killed: chance for killed, chance in chances if chance}


def _kills_exactly(defenders: int, killed: int, result: Result) -> float:
    """Return 1.0 for a result that kills exactly `killed` marines, else 0.0."""
    return float(losses(result, defenders) == killed)


def can_reach_to_board(view: State, model: Model, ship: Model) -> bool:
    """Return whether a model could come into boarding range of a ship by its next move, from its pose here."""
    if _is_too_far_to_board(view, model, ship):
        return False
    range_inches = boarding_range(model)
    if not model.is_capital:
        max_inches = reach(view, model).max_distance
        return distance(model.base, model.pose, ship.base, ship.pose) <= range_inches + max_inches
    return any(distance(model.base, pose, ship.base, ship.pose) <= range_inches for pose in _path_poses(view, model))


def _is_too_far_to_board(view: State, model: Model, ship: Model) -> bool:
    """Return whether a model can't come into boarding range of a ship in any direction. A quick check."""
    inches = boarding_range(model) + reach(view, model).max_distance
    return model.pose.distance_to(ship.pose) > inches + model.base.reach + ship.base.reach


def _path_poses(view: State, ship: Model) -> Iterator[Pose]:
    """Yield poses on a ship's path: straight ahead or after a turn."""
    min_inches, max_inches, turns = fixed_limits(view, ship)
    for angle in (0, HALF_TURN, -HALF_TURN) if turns > 0 else (0,):
        turned = ship.pose.turned(angle)
        inches = max(0.0, min_inches)
        while inches < max_inches:
            yield turned.advanced(inches)
            inches += PATH_STEP
        yield turned.advanced(max(0.0, max_inches))


def capture_cost(view: State, boarder: Model, ship: Model) -> float:
    """Return the TV that a ship without marines is expected to cost its side if a boarder comes into range."""
    if ship.rating("marines") or not is_capturable(ship) or not _can_send_marines(boarder):
        return 0.0
    force = landing_force(view, boarder)
    return capture_chance(view, boarder, ship, force) * SWING * model_value(ship) if force else 0.0


def boarding_cost(view: State, there: Model, later: float = LATER, besides: str = "") -> float:
    """Return the TV that a ship without marines may cost its side by being boarded at its pose here.

    The worst enemy in reach counts, without the one with the id `besides`. `later` is the weight of enemies that have
    activated.
    """
    worst = 0.0
    for enemy in enemies(view, there) if there.is_capital and not there.rating("marines") else ():
        if enemy.id == besides or _is_too_far_to_board(view, enemy, there):
            continue
        cost = (later if enemy.activated else 1.0) * capture_cost(view, enemy, there)
        if cost > worst and can_reach_to_board(view, enemy, there):
            worst = cost
    return worst


def captor_value(ship: Model) -> float:
    """Return the extra TV that a captured ship counts for in the hands of its captor."""
    return BOUNTY * model_value(ship) if Captured.holds(ship) and not ship.is_crippled else 0.0


def boarders_value(view: State, ship: Model) -> float:
    """Return the TV that the boarders of a ship are expected to cost the side that holds it."""
    there = 0 if ship.is_neutral or not is_capturable(ship) else boarders(ship)
    return capture_chance_aboard(view, ship, there) * SWING * model_value(ship) if there else 0.0


def marines_damage(decision: ListDecision[Answer], view: State) -> Answer | None:
    """Return the answer that damages the marines of a ship that may soon be boarded, or None for other ships."""
    ship = view.models[decision.subject]
    if ship.side != 1 - decision.side or not ship.rating("marines") or not _boarders_near(view, ship):
        return None
    wanted = Damage("rating" if decision.kind == "mass" else "marines")
    return wanted if any(option.answer == wanted for option in decision.listed) else None


def _boarders_near(view: State, ship: Model) -> bool:
    """Return whether an enemy is near that may come to board a ship."""
    if ship.is_crippled or ship.card.station or ship in objects(view):
        return False
    return any(
        marines(model) and _can_send_marines(model) and distance_between(model, ship) <= SOON
        for model in view.on_table() if model.side == 1 - ship.side
    )  # fmt: skip


def _can_send_marines(boarder: Model) -> bool:
    """Return whether a model may send marines away."""
    return not boarder.is_crippled and not Captured.holds(boarder) and not Boarded.holds(boarder)


# --- Boarding now ---

CAPTURE_VALUE, NEUTRAL_CAPTURE_VALUE = 2.0, 1.2
"""The value of a captured ship, as a share of its TV: of an enemy's, and of a neutral one.

It counts half again for its captor and nothing for its first owner, but it may be lost again.
"""
UNGUARDED_RISK = 0.15
"""The assumed risk of a ship that keeps no marines with enemies near, as a share of its TV."""
NEAR_INCHES = 10.0
"""Inches within which enemies with marines may soon board."""
DARE = 0.6
"""The assumed probability that an enemy boards a ship without marines if it can."""
MIN_BOARDING_VALUE = 2.0
"""The smallest TV of a boarding."""
PILOTS = 2
"""Structure that each marine of a squadron costs it."""


def target_boarding_value(view: State, boarder: Model, ship: Model) -> float:
    """Return the TV of boarding a ship or an object now."""
    return boarding_value(view, boarder, ship) if ship.card.kind == OBJECT else ship_boarding_value(view, boarder, ship)


def ship_boarding_value(view: State, boarder: Model, ship: Model) -> float:
    """Return the TV of boarding a ship now, without objects."""
    if not _capture_value(boarder, ship):
        return 0.0
    counts = range(1, landing_force(view, boarder) + 1)
    return max((marines_value(view, boarder, ship, count) for count in counts), default=0.0)


def _capture_value(boarder: Model, ship: Model) -> float:
    """Return the TV of capturing a ship, or 0 if that isn't possible or counts for nothing."""
    if ship.is_neutral and ship.is_capital and ship.card.kind != OBJECT and not ship.is_crippled:
        return NEUTRAL_CAPTURE_VALUE * model_value(ship)
    return CAPTURE_VALUE * model_value(ship) if is_capturable(ship) and ship.side == 1 - boarder.side else 0.0


def marines_value(view: State, boarder: Model, ship: Model, marines_sent: int) -> float:
    """Return the TV of this number of marines that cross to a ship."""
    chance = capture_chance(view, boarder, ship, marines_sent)
    return chance * _capture_value(boarder, ship) - _sending_cost(view, boarder, ship, marines_sent, 1.0 - chance)


def full_capture_chance(view: State, boarder: Model, ship: Model) -> float:
    """Return the probability that all the marines of a model take a ship."""
    return capture_chance(view, boarder, ship, landing_force(view, boarder))


def _sending_cost(view: State, boarder: Model, ship: Model, marines_sent: int, failure: float) -> float:
    """Return the TV that a model risks by sending this number of marines. A squadron's marines are its own pilots.

    A ship that sends its last marines may be boarded by other enemies, and by the target if the boarding fails.
    `failure` is the probability of that.
    """
    if not boarder.is_capital:
        structure = boarder.unmarked("structure")
        return model_value(boarder) * squadron_share(min(structure, PILOTS * marines_sent), structure)
    lost = failure * MARINE_COST * marines_sent
    if boarder.rating("marines") > marines_sent:
        return lost
    near = any(
        enemy.rating("marines") and distance_between(boarder, enemy) <= NEAR_INCHES
        for enemy in enemies(view, boarder, True)
    )
    bare = boarder.supposed(marks={"marines": len(boarder.boxes("marines"))})
    failed = LATER * failure * capture_cost(view, ship, bare) if ship.side == 1 - boarder.side else 0.0
    boarded = max(boarding_cost(view, bare, besides=ship.id), failed)
    return lost + max(UNGUARDED_RISK * model_value(boarder) * near, DARE * boarded)
