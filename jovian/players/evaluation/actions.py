"""The value of the actions that a ship may declare, in TV.

`VALUES` has a function for each action. The functions are named like their actions.
"""

from __future__ import annotations

from collections.abc import Callable

from jovian.game import Model, State
from jovian.players.evaluation.goals import comet_distances, has_objectives, mining_value, next_boarding_value
from jovian.players.evaluation.gunnery import fire_from
from jovian.players.evaluation.marines import MIN_BOARDING_VALUE, can_reach_to_board, ship_boarding_value
from jovian.players.evaluation.objectives import (
    RISK,
    attack_cost,
    escape_value,
    exit_pose,
    max_distance,
    search_value,
    travel_distance,
    withdrawal_value,
)
from jovian.players.evaluation.places import (
    NO_ENEMY,
    boardable_ships,
    distance_between,
    enemies,
    must_leave_table,
    nearest_enemy,
    pose_value,
)
from jovian.rules.actions.any_model import (
    controllable,
    in_supply_range,
    markable_ships,
    useful_supplies,
)
from jovian.rules.actions.capital_ship import Reorient, draggable_models, repairable_parts, suppressible_ships
from jovian.rules.actions.states import HardBurnState, LongShotState, OverdrivenSensors, StationKeeping
from jovian.rules.basics.rolls import key_to_words
from jovian.rules.damage.boarding import (
    Captured,
    boarders,
)
from jovian.rules.damage.expected_damage import model_value
from jovian.rules.damage.leaving_play import models_aboard
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.rulebook.active_effects import find_effect
from jovian.rules.rulebook.rulebook import Engine
from jovian.rules.shots import ratings
from jovian.rules.squadrons import squadrons_to_send
from jovian.rules.traits.model_traits import Stealthed

# --- Shots ---

FAR, VERY_FAR = 12.0, 22.0
"""Inches to the nearest enemy."""
IDLE = 0.2
"""The TV of its shots up to which a ship counts as having no targets."""


def fire_now(view: State, ship: Model) -> float:
    """Return the TV of the shots from the current pose."""
    return fire_from(view, ship, ratings.fire_control(view, ship))


# --- Repair, supply, and withdrawal ---


def withdraw(view: State, ship: Model) -> float:
    """Return the TV of Withdraw: high for a Crippled ship and 0 for others, unless the scenario has objectives."""
    if has_objectives(view):
        return withdrawal_value(view, ship)
    return 50.0 if ship.is_crippled else 0.0


def damage_control(view: State, ship: Model) -> float:
    """Return the TV of Damage Control, by the number of repairable rows and damaged squadrons aboard."""
    broken = sum(len(repairable_parts(view, ship, row)) for row in ("damage", "weapon", "system"))
    broken += find_effect(view, ship, Engine) is not None
    hurt = sum(1 for squadron in models_aboard(view, ship) if squadron.marks.get("structure"))
    return 1.0 + 0.5 * broken + 2.0 * hurt if broken or hurt else 0.0


def purge_airlocks(view: State, ship: Model) -> float:
    """Return the TV of Purge Airlocks: high if there are more boarders than marines."""
    return 20.0 if boarders(ship) > ship.rating("marines") else 0.0


def resupply(view: State, ship: Model) -> float:
    """Return the TV of Resupply: 1 per model that needs something."""
    needy = [
        *in_supply_range(view, ship),
        *(model for model in models_aboard(view, ship) if useful_supplies(ship, model)),
    ]
    return 1.0 * len(needy)


# --- Boarding, ramming, and attacks ---

TRIPLE = 2
"""The Magnitude that is assumed for the test of a Long Shot."""


def board(view: State, ship: Model) -> float:
    """Return the TV of Board, by the ship in reach that the marines gain most by boarding."""
    best = next_boarding_value(view, ship)
    targets = [enemy for enemy in boardable_ships(view, ship) if can_reach_to_board(view, ship, enemy)]
    ship_value = max((ship_boarding_value(view, ship, enemy) for enemy in targets if ship.is_capital), default=0.0)
    return max(best, ship_value - attack_cost(view, ship)) if ship_value > MIN_BOARDING_VALUE else best


def ram(view: State, ship: Model) -> float:
    """Return the TV of Ram: positive with few targets and a more valuable ship straight ahead."""
    if ship.is_crippled or fire_now(view, ship) > 2.0:
        return 0.0
    max_inches = fixed_limits(view, ship).max_move
    targets = [
        enemy
        for enemy in enemies(view, ship, True)
        if model_value(enemy) > model_value(ship) and _distance_ahead(ship, enemy, max_inches) <= 0.0
    ]
    return 3.0 - attack_cost(view, ship) if targets else 0.0


def _distance_ahead(ship: Model, other: Model, max_inches: float) -> float:
    """Return the smallest distance to another model during a straight move, at a few points."""
    stops = (ship.at(ship.pose.advanced(max_inches * share)) for share in (0.25, 0.5, 0.75, 1.0))
    return min(NO_ENEMY, *(distance_between(there, other) for there in stops))


def combined_attack(view: State, ship: Model) -> float:
    """Return the TV of Combined Attack, by the number of friends that still have to activate."""
    if not markable_ships(view, ship):
        return 0.0
    friends = sum(
        1 for model in view.on_table() if model.side == ship.side and not model.activated and model.id != ship.id
    )
    return 0.5 * friends


def suppressing_fire(view: State, ship: Model) -> float:
    """Return the TV of Suppressing Fire: positive if the ship's weapons reach no good target."""
    ready = [model_id for model_id in suppressible_ships(view, ship) if not view.models[model_id].activated]
    return 1.2 if ready and fire_now(view, ship) < 1.0 else 0.0


def long_shot(view: State, ship: Model) -> float:
    """Return the TV of Long Shot: the far shots minus the strain, if nothing is in range."""
    if fire_now(view, ship) > IDLE or ratings.skill(view, ship) < 3:
        return 0.0
    gain = fire_now(view, LongShotState.as_tested(ship, TRIPLE))
    return gain - 1.0 if gain > 2.0 else 0.0


def overdrive(view: State, ship: Model) -> float:
    """Return the TV of Overdrive: the shots that better Sensors would allow."""
    if ship.is_crippled or Captured.holds(ship):
        return 0.0
    if ship.rating("sensors") == ship.card.printed("sensors") or not ship.unmarked("sensors"):
        return 0.0
    gain = fire_now(view, OverdrivenSensors.supposed(ship)) - fire_now(view, ship)
    return gain - 2.0 if gain > 3.0 else 0.0


# --- Evasion and speed ---


def hard_burn(view: State, ship: Model) -> float:
    """Return the TV of Hard Burn: positive far from all enemies, with space ahead for two fast turns."""
    if (home := _exit_burn_value(view, ship)) > 0:
        return home
    if nearest_enemy(view, ship) < VERY_FAR or fire_now(view, ship) > IDLE:
        return 0.0
    burning = HardBurnState.as_started(ship)
    ahead = burning.at(ship.pose.advanced(fixed_limits(view, burning).min_move))
    return 1.5 if pose_value(view, ahead) > -100.0 and nearest_enemy(view, ahead) < nearest_enemy(view, ship) else 0.0


def _exit_burn_value(view: State, ship: Model) -> float:
    """Return the TV of burning out of the battle: the risk of another turn, by the distance saved."""
    value = escape_value(view, ship)
    out = exit_pose(view, ship) if value > 0 else None
    if out is None:
        return 0.0
    burning, distance = HardBurnState.as_started(ship), travel_distance(ship, out.x, out.y)
    saved = min(distance, max_distance(view, burning)) - min(distance, max_distance(view, ship))
    ahead = burning.at(ship.pose.advanced(fixed_limits(view, burning).min_move))
    safe = pose_value(view, ahead, value) > -100.0 and travel_distance(ahead, out.x, out.y) < distance
    return RISK * value * saved / max_distance(view, ship) if saved > 0 and safe else 0.0


USUAL_TURNS, FREE_TURNS = (0, 45, -45), (90, -90, 135, -135, 180)
"""Turns in degrees that a ship may make anyway, and others that need Reorient."""


def reorient(view: State, ship: Model) -> float:
    """Return the TV of Reorient: the shots after a free turn, for a ship near enemies that it can't point at."""
    if nearest_enemy(view, ship) > FAR or fire_now(view, ship) > IDLE:
        return 0.0
    moved = ship.at(ship.pose.advanced(fixed_limits(view, ship).min_move))
    usual, free = (
        max(fire_now(view, moved.at(moved.pose.turned(angle))) for angle in angles)
        for angles in (USUAL_TURNS, FREE_TURNS)
    )
    return Reorient().test(view, ship).odds().success * (free - usual) if free > usual else 0.0


def station_keep(view: State, ship: Model) -> float:
    """Return the TV of Station Keep: high if the minimum move would carry the ship off the table."""
    escapes = escape_value(view, ship) > 0
    is_carried_off = must_leave_table(view, ship, escapes)
    return 20.0 if is_carried_off and not must_leave_table(view, StationKeeping.supposed(ship), escapes) else 0.0


def silent_running(view: State, ship: Model) -> float:
    """Return the TV of Silent Running: positive with no targets and enemy missiles within 30 inches."""
    if fire_now(view, ship) > IDLE or Stealthed.holds(ship):
        return 0.0
    threats = [enemy for enemy in enemies(view, ship) if distance_between(ship, enemy) < 30.0 and _has_missiles(enemy)]
    return 0.8 + 0.1 * len(threats) if threats else 0.0


def _has_missiles(model: Model) -> bool:
    return any(mount.weapon.missile and mount.id not in model.damaged for mount in model.card.mounts)


def evade(view: State, ship: Model) -> float:
    """Return the TV of Evade: positive with few targets and all enemies far away."""
    return 0.9 if fire_now(view, ship) < IDLE and nearest_enemy(view, ship) > FAR else 0.0


def deploy_decoy_drones(view: State, ship: Model) -> float:
    """Return the TV of Decoy Drones: positive if several enemies could shoot at a ship with few targets."""
    near = [enemy for enemy in enemies(view, ship) if distance_between(ship, enemy) < 18.0]
    return 0.7 * len(near) if len(near) > 1 and fire_now(view, ship) < 2.0 else 0.0


def deploy_debris_field(view: State, ship: Model) -> float:
    """Return the TV of a debris field, by the number of enemies close behind."""
    behind = ship.pose.advanced(-6.0)
    near = [
        enemy
        for enemy in enemies(view, ship)
        if abs(enemy.pose.x - behind.x) < 4.0 and abs(enemy.pose.y - behind.y) < 4.0
    ]
    return 1.1 * len(near)


# --- Leading other models ---

MINES = 1.5
"""TV that a mine is expected to take."""


def drone_command(view: State, ship: Model) -> float:
    """Return the TV of Drone Command, by the number of drones that the ship can steer."""
    return 2.5 * len(controllable(view, ship, []))


def tug(view: State, ship: Model) -> float:
    """Return the TV of Tug: positive with a friend farther from the enemy than the ship itself."""
    own = [model_id for model_id in draggable_models(view, ship) if view.models[model_id].side == ship.side]
    return 0.5 if own and nearest_enemy(view, ship) < nearest_enemy(view, view.models[own[0]]) else 0.0


def vector_attack(view: State, ship: Model) -> float:
    """Return the TV of Vector Attack, by the number of friends far from the enemy that still have to activate."""
    ready = [model for model in squadrons_to_send(view, ship) if not model.activated and not model.is_escorting]
    waiting = [model for model in ready if nearest_enemy(view, model) > FAR / 2]
    return 0.35 * len(waiting) if fire_now(view, ship) < 3.0 else 0.0


def lay_mines(view: State, ship: Model) -> float:
    """Return the TV of mines: a little while enemies may come near and the ship has few targets."""
    return MINES if fire_now(view, ship) < MINES and nearest_enemy(view, ship) < FAR else 0.0


# --- Scenario actions ---


def search(view: State, model: Model) -> float:
    """Return the TV of Search: the tokens that it is expected to find."""
    return search_value(view, model)


def mine(view: State, model: Model) -> float:
    """Return the TV of Mine: what it is expected to bring, if a comet is in reach."""
    near = any(inches < model.card.speed for inches, _ in comet_distances(view, model))
    return mining_value(view, model) if near and not model.is_capital else 0.0


# --- Values by action ---

ActionValue = Callable[[State, Model], float]

ACTIONS: tuple[tuple[ActionValue, str], ...] = (
    (withdraw, "leaving is worth more than staying"),
    (damage_control, "damage can be repaired"),
    (purge_airlocks, "enemy marines outnumber its own"),
    (resupply, "models in reach need supplies"),
    (board, "it gains most by boarding"),
    (ram, "a more valuable ship is straight ahead"),
    (combined_attack, "friends can still fire at it"),
    (suppressing_fire, "it has no better target"),
    (long_shot, "it has targets only at Long Range"),
    (overdrive, "better Sensors give it better shots"),
    (hard_burn, "it is far from where it must be"),
    (reorient, "another heading is better"),
    (station_keep, "it would be carried off the table"),
    (silent_running, "enemies with missiles are near"),
    (evade, "all enemies are far away"),
    (deploy_decoy_drones, "several enemies are near"),
    (deploy_debris_field, "enemies follow close behind"),
    (drone_command, "it can steer drones"),
    (tug, "a friend is far from the enemy"),
    (vector_attack, "squadrons can still be sent"),
    (lay_mines, "an enemy is near"),
    (search, "there may be a token to find"),
    (mine, "a comet is in reach"),
)
"""The value of the action with the function's name, and the fact by which it is positive."""
VALUES: dict[str, ActionValue] = {key_to_words(function.__name__): function for function, _ in ACTIONS}
"""The value of each action of a ship, by name. `overdrive` values overdriving the Sensors."""
REASONS: dict[str, str] = {key_to_words(function.__name__): why for function, why in ACTIONS}
"""The fact by which an action has a positive value, by name."""
