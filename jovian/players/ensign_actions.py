"""Which action a ship of the ensign declares: each is given what it is reckoned to be worth, in TV; the best is taken.

Rough figures, on the careful side: an action that would cost for nothing is worth nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from jovian.game import Choice, Model, State
from jovian.players.ensign_fire import offense, volleys
from jovian.players.ensign_worth import standing
from jovian.rules import ratings
from jovian.rules.actions.board import reach as boarding_reach
from jovian.rules.actions.catalog import refuse_action
from jovian.rules.actions.combined_attack import markable
from jovian.rules.actions.damage_control import repairable
from jovian.rules.actions.drone_command import controllable
from jovian.rules.actions.resupply import in_reach, useful
from jovian.rules.actions.suppressing_fire import suppressible
from jovian.rules.actions.tug import draggable
from jovian.rules.actions.vector_attack import led
from jovian.rules.boarding import crossing, landing_force, marines
from jovian.rules.declare import Declare
from jovian.rules.expect import worth
from jovian.rules.hangers import aboard
from jovian.rules.limits import fixed_limits
from jovian.table import distance

LOST_TO_POINT_DEFENSE = 0.35
"""Marines that each die of the crossing shot is reckoned to cost."""
PRIZE = 1.2
"""What a capture is worth, in shares of the ship's TV: it changes sides."""
FAR, VERY_FAR = 12.0, 22.0


def ship_action(decision: Declare, view: State) -> Choice:
    """The declaration of a capital ship."""
    ship = decision.model
    found = [(value(view, ship), name) for name, value in VALUES.items() if refuse_action(view, ship, name) is None]
    if not ship.crippled and "captured" not in ship.states and refuse_action(view, ship, "overdrive") is None:
        found.append((_overdrive(view, ship), "overdrive"))
    best, name = max(found, default=(0.0, "none"))
    if best <= 0:
        return ["declare", "none", 0]
    return ["declare", name, 0, "sensors"] if name == "overdrive" else ["declare", name, 0]


def _apart(one: Model, other: Model) -> float:
    return distance(one.base, one.pose, other.base, other.pose)


def _enemies(view: State, model: Model, capital: bool | None = None) -> list[Model]:
    return [m for m in view.on_table() if m.side != model.side and capital in (None, m.capital)]


def _nearest(view: State, model: Model) -> float:
    return min((_apart(model, enemy) for enemy in _enemies(view, model)), default=99.0)


def _fire(view: State, ship: Model) -> float:
    """TV of the shots from where it stands."""
    free = [mount.id for mount in ship.card.mounts if mount.id not in ship.damaged]
    return offense(volleys(view, ship, free, ()), ratings.fire_control(view, ship))


def _in_state(ship: Model, state: str, level: int = 1) -> Model:
    """The ship as it would be in a state."""
    ghost = ship.copy()
    ghost.states[state] = level
    return ghost


# --- what each is worth ---
def _withdraw(view: State, ship: Model) -> float:
    return 50.0 if ship.crippled else 0.0


def _damage_control(view: State, ship: Model) -> float:
    broken = sum(len(repairable(ship, row)) for row in ("damage", "weapon", "system"))
    hurt = sum(1 for squadron in aboard(view, ship) if squadron.marks.get("structure"))
    return 1.0 + 0.5 * broken + 2.0 * hurt if broken or hurt else 0.0


def _drone_command(view: State, ship: Model) -> float:
    return 2.5 * len(controllable(view, ship, []))


def _purge(view: State, ship: Model) -> float:
    return 20.0 if ship.states.get("boarded", 0) > ship.rating("marines") else 0.0


def _board(view: State, ship: Model) -> float:
    """Enough marines to take a ship that it can come near to."""
    _, most, _ = fixed_limits(view, ship)
    best = 0.0
    for enemy in _enemies(view, ship, True):
        ahead = _apart_ahead(ship, enemy, most) <= boarding_reach(ship)
        if ahead and _survivors(view, ship, enemy) > marines(enemy):
            best = max(best, 0.3 * PRIZE * worth(enemy))
    return best


def _apart_ahead(ship: Model, other: Model, most: float) -> float:
    """How near a straight run brings it, in a few steps."""
    ghost = ship.copy()
    nearest = 99.0
    for share in (0.25, 0.5, 0.75, 1.0):
        ghost.pose = ship.pose.advanced(most * share)
        nearest = min(nearest, _apart(ghost, other))
    return nearest


def _survivors(view: State, ship: Model, enemy: Model) -> float:
    shots = crossing(view, enemy)
    return landing_force(view, ship) - (LOST_TO_POINT_DEFENSE * shots.pool.dice if shots is not None else 0.0)


def _ram(view: State, ship: Model) -> float:
    """Only what is nearly lost, at something dearer straight ahead, next to no chance to get away."""
    if ship.crippled or _fire(view, ship) > 2.0:
        return 0.0
    _, most, _ = fixed_limits(view, ship)
    dear = [e for e in _enemies(view, ship, True) if worth(e) > worth(ship) and _apart_ahead(ship, e, most) <= 0.0]
    return 3.0 if dear else 0.0


def _combined(view: State, ship: Model) -> float:
    """For each friend that has not acted yet, if it can mark a ship now."""
    if not markable(view, ship):
        return 0.0
    friends = sum(1 for m in view.on_table() if m.side == ship.side and not m.activated and m.id != ship.id)
    return 0.5 * friends


def _suppress(view: State, ship: Model) -> float:
    """When its guns reach nothing, they may as well pin somebody down."""
    ready = [i for i in suppressible(view, ship) if not view.models[i].activated]
    return 1.2 if ready and _fire(view, ship) < 1.0 else 0.0


def _long_shot(view: State, ship: Model) -> float:
    """When nothing is in range and the far shot is worth the strain."""
    if _fire(view, ship) > 0.2 or ratings.skill(view, ship) < 3:
        return 0.0
    gain = _fire(view, _in_state(ship, "long-shot", 3))
    return gain - 1.0 if gain > 2.0 else 0.0


def _overdrive(view: State, ship: Model) -> float:
    """Sensors that would bring its guns to bear again."""
    if ship.rating("sensors") == ship.card.printed("sensors") or not ship.left("sensors"):
        return 0.0
    gain = _fire(view, _in_state(ship, "overdriven-sensors")) - _fire(view, ship)
    return gain - 2.0 if gain > 3.0 else 0.0


def _hard_burn(view: State, ship: Model) -> float:
    """Far from everybody, with room ahead for two fast turns."""
    if _nearest(view, ship) < VERY_FAR or _fire(view, ship) > 0.2:
        return 0.0
    ghost = _in_state(ship, "hard-burn", 2)
    least, _, _ = fixed_limits(view, ghost)
    ghost.pose = ship.pose.advanced(least)
    return 1.5 if standing(view, ghost) > -100.0 and _nearest(view, ghost) < _nearest(view, ship) else 0.0


def _silent(view: State, ship: Model) -> float:
    """With nothing to shoot at, out of sight of missiles."""
    if _fire(view, ship) > 0.2 or "stealthed" in ship.states:
        return 0.0
    threats = [e for e in _enemies(view, ship) if _apart(ship, e) < 30.0 and _has_missiles(e)]
    return 0.8 + 0.1 * len(threats) if threats else 0.0


def _has_missiles(model: Model) -> bool:
    return any(m.weapon.type == "Missile" and m.id not in model.damaged for m in model.card.mounts)


def _evade(view: State, ship: Model) -> float:
    """While it has little to shoot at."""
    return 0.9 if _fire(view, ship) < 0.2 and _nearest(view, ship) > FAR else 0.0


def _resupply(view: State, ship: Model) -> float:
    needy = [*in_reach(view, ship), *(each for each in aboard(view, ship) if useful(ship, each))]
    return 1.0 * len(needy)


def _decoys(view: State, ship: Model) -> float:
    """When several enemies are near enough to shoot and it has not much to shoot with itself."""
    near = [e for e in _enemies(view, ship) if _apart(ship, e) < 18.0]
    return 0.7 * len(near) if len(near) > 1 and _fire(view, ship) < 2.0 else 0.0


def _debris(view: State, ship: Model) -> float:
    """When it is followed closely."""
    behind = ship.pose.advanced(-6.0)
    near = [e for e in _enemies(view, ship) if abs(e.pose.x - behind.x) < 4.0 and abs(e.pose.y - behind.y) < 4.0]
    return 1.1 * len(near)


def _tug(view: State, ship: Model) -> float:
    own = [i for i in draggable(view, ship) if view.models[i].side == ship.side]
    return 0.5 if own and _nearest(view, ship) < _nearest(view, view.models[own[0]]) else 0.0


def _vectors(view: State, ship: Model) -> float:
    """Friends out of reach of anybody are brought nearer."""
    waiting = [m for m in led(view, ship) if not m.activated and not m.escorting and _nearest(view, m) > FAR / 2]
    return 0.35 * len(waiting) if _fire(view, ship) < 3.0 else 0.0


VALUES: dict[str, Callable[[State, Model], float]] = {
    "withdraw": _withdraw, "damage control": _damage_control, "drone command": _drone_command,
    "purge airlocks": _purge, "board": _board, "ram": _ram, "combined attack": _combined,
    "suppressing fire": _suppress, "long shot": _long_shot, "hard burn": _hard_burn, "silent running": _silent,
    "evade": _evade, "resupply": _resupply, "deploy decoy drones": _decoys, "deploy debris field": _debris,
    "tug": _tug, "vector attack": _vectors,
}  # fmt: skip
"""What each action of a ship is worth now, by name."""
