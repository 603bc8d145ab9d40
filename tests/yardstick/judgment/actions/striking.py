"""What it is worth to strike with all a ship has: boarding, ramming, and guns used in another way."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.rules.actions.generic import boarding_range as boarding_reach
from jovian.rules.actions.generic import markable
from jovian.rules.actions.ship import suppressible
from jovian.rules.damage.boarding import Captured, crossing_shot, landing_force, marines
from jovian.rules.damage.expected_damage import model_value
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.shots import ratings
from jovian.rules.traits.states import LongShot, OverdrivenSensors
from tests.yardstick.judgment.actions.measures import IDLE, fire_now
from tests.yardstick.judgment.nearby import NOBODY, apart, enemies, prizes
from tests.yardstick.judgment.objectives.objects import board_soon
from tests.yardstick.judgment.objectives.truce import truce

LOST_TO_POINT_DEFENSE = 0.35
"""Marines that each die of the crossing shot is reckoned to cost."""
PRIZE = 1.2
"""What a capture is worth, in shares of the ship's TV: it changes sides."""
CHANCE = 0.3
"""How often a boarding that looks good is reckoned to end in a capture."""
TRIPLE = 2
"""The magnitude that a Long Shot's test is reckoned to give."""


def board(view: State, ship: Model) -> float:
    """TV that Board is worth: by the ship within reach that its marines can best take."""
    most = fixed_limits(view, ship).most
    best = board_soon(view, ship)
    for enemy in prizes(view, ship) if ship.capital else ():
        ahead = _apart_ahead(ship, enemy, most) <= boarding_reach(ship)
        if ahead and _survivors(view, ship, enemy) > marines(enemy):
            best = max(best, CHANCE * PRIZE * model_value(enemy) - truce(view, ship.side))
    return best


def _survivors(view: State, ship: Model, enemy: Model) -> float:
    shots = crossing_shot(view, enemy, ship)
    return landing_force(view, ship) - (LOST_TO_POINT_DEFENSE * shots.pool.dice if shots is not None else 0.0)


def ram(view: State, ship: Model) -> float:
    """TV that Ram is worth: something with little to shoot at and a dearer ship straight ahead."""
    if ship.is_crippled or fire_now(view, ship) > 2.0:
        return 0.0
    most = fixed_limits(view, ship).most
    dear = [
        e
        for e in enemies(view, ship, True)
        if model_value(e) > model_value(ship) and _apart_ahead(ship, e, most) <= 0.0
    ]
    return 3.0 - truce(view, ship.side) if dear else 0.0


def _apart_ahead(ship: Model, other: Model, most: float) -> float:
    """How near a straight run brings it, in a few steps."""
    stops = (ship.at(ship.pose.advanced(most * share)) for share in (0.25, 0.5, 0.75, 1.0))
    return min(NOBODY, *(apart(there, other) for there in stops))


def combined_attack(view: State, ship: Model) -> float:
    """TV that Combined Attack is worth: so much for each friend yet to act, if it can mark a ship now."""
    if not markable(view, ship):
        return 0.0
    friends = sum(1 for m in view.on_table() if m.side == ship.side and not m.activated and m.id != ship.id)
    return 0.5 * friends


def suppressing_fire(view: State, ship: Model) -> float:
    """TV that Suppressing Fire is worth: something when its guns reach nothing they could harm."""
    ready = [i for i in suppressible(view, ship) if not view.models[i].activated]
    return 1.2 if ready and fire_now(view, ship) < 1.0 else 0.0


def long_shot(view: State, ship: Model) -> float:
    """TV that Long Shot is worth: that of the far shots less the strain, with nothing in range."""
    if fire_now(view, ship) > IDLE or ratings.skill(view, ship) < 3:
        return 0.0
    gain = fire_now(view, LongShot.as_tested(ship, TRIPLE))
    return gain - 1.0 if gain > 2.0 else 0.0


def overdrive(view: State, ship: Model) -> float:
    """TV that Overdrive is worth: that of the shots which better Sensors would give it."""
    if ship.is_crippled or Captured.holds(ship):
        return 0.0
    if ship.rating("sensors") == ship.card.printed("sensors") or not ship.unmarked("sensors"):
        return 0.0
    gain = fire_now(view, OverdrivenSensors.supposed(ship)) - fire_now(view, ship)
    return gain - 2.0 if gain > 3.0 else 0.0
