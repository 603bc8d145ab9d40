"""What it is worth to be hard to find and hard to hit, or to be there sooner."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.traits.states import HardBurn
from jovian.rules.traits.traits import Stealthed
from tests.yardstick.judgment.actions.measures import FAR, IDLE, VERY_FAR, fire_now
from tests.yardstick.judgment.nearby import apart, enemies, nearest_enemy
from tests.yardstick.judgment.objectives.exits import pace, way_out, way_to
from tests.yardstick.judgment.objectives.leaving import RISK, escape
from tests.yardstick.judgment.places.standing import standing


def hard_burn(view: State, ship: Model) -> float:
    """TV that Hard Burn is worth: something far from everybody, with room ahead for two fast turns."""
    if (home := _home(view, ship)) > 0:
        return home
    if nearest_enemy(view, ship) < VERY_FAR or fire_now(view, ship) > IDLE:
        return 0.0
    burning = HardBurn.begun(ship)
    ahead = burning.at(ship.pose.advanced(fixed_limits(view, burning).least))
    return 1.5 if standing(view, ahead) > -100.0 and nearest_enemy(view, ahead) < nearest_enemy(view, ship) else 0.0


def _home(view: State, ship: Model) -> float:
    """TV of burning out of the battle: the risk of a turn more in it, less what the burn leaves of the way."""
    worth = escape(view, ship)
    out = way_out(view, ship) if worth > 0 else None
    if out is None:
        return 0.0
    burning, way = HardBurn.begun(ship), way_to(ship, out.x, out.y)
    saved = min(way, pace(view, burning)) - min(way, pace(view, ship))
    ahead = burning.at(ship.pose.advanced(fixed_limits(view, burning).least))
    safe = standing(view, ahead, worth) > -100.0 and way_to(ahead, out.x, out.y) < way
    return RISK * worth * saved / pace(view, ship) if saved > 0 and safe else 0.0


def silent_running(view: State, ship: Model) -> float:
    """TV that Silent Running is worth: something with nothing to shoot at and missiles within 30 inches."""
    if fire_now(view, ship) > IDLE or Stealthed.holds(ship):
        return 0.0
    threats = [e for e in enemies(view, ship) if apart(ship, e) < 30.0 and _has_missiles(e)]
    return 0.8 + 0.1 * len(threats) if threats else 0.0


def _has_missiles(model: Model) -> bool:
    return any(m.weapon.missile and m.id not in model.damaged for m in model.card.mounts)


def evade(view: State, ship: Model) -> float:
    """TV that Evade is worth: something with little to shoot at and everybody far away."""
    return 0.9 if fire_now(view, ship) < IDLE and nearest_enemy(view, ship) > FAR else 0.0


def deploy_decoy_drones(view: State, ship: Model) -> float:
    """TV that decoys are worth: something when several enemies could shoot at it and it has little to shoot at."""
    near = [e for e in enemies(view, ship) if apart(ship, e) < 18.0]
    return 0.7 * len(near) if len(near) > 1 and fire_now(view, ship) < 2.0 else 0.0


def deploy_debris_field(view: State, ship: Model) -> float:
    """TV that a debris field is worth: so much for each enemy close behind."""
    behind = ship.pose.advanced(-6.0)
    near = [e for e in enemies(view, ship) if abs(e.pose.x - behind.x) < 4.0 and abs(e.pose.y - behind.y) < 4.0]
    return 1.1 * len(near)
