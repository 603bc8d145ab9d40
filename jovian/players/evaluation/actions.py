"""The value of the actions that a ship may declare, in TV.

`VALUES` has a function for each action. The functions are named like their actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from jovian.dice import Result, odds
from jovian.game import Answer, ListDecision, Model, State
from jovian.game.answers import Damage
from jovian.players.evaluation.goals import comet_distances, has_objectives, mining_value, next_boarding_value, objects
from jovian.players.evaluation.gunnery import fire_from
from jovian.players.evaluation.objectives import (
    RISK,
    attack_cost,
    escape_value,
    exit_pose,
    max_distance,
    search_value,
    travel_distance,
    turns_left,
    withdrawal_value,
)
from jovian.players.evaluation.places import (
    NO_ENEMY,
    boardable_ships,
    distance_between,
    enemies,
    nearest_enemy,
    pose_value,
)
from jovian.players.evaluation.threats import HALF_TURN, reach
from jovian.rules.actions.any_model import (
    boarding_range,
    controllable,
    in_supply_range,
    markable_ships,
    useful_supplies,
)
from jovian.rules.actions.capital_ship import draggable_models, repairable_parts, suppressible_ships
from jovian.rules.actions.states import HardBurn, LongShot, OverdrivenSensors
from jovian.rules.basics.rolls import key_to_words
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
from jovian.rules.damage.expected_damage import model_value
from jovian.rules.damage.leaving_play import models_aboard
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.rulebook.active_effects import find_effect
from jovian.rules.rulebook.rulebook import Engine
from jovian.rules.shots import ratings
from jovian.rules.squadrons import squadrons_to_send
from jovian.rules.traits.model_traits import Stealthed
from jovian.table import Pose, distance

# --- Shots ---

FAR, VERY_FAR = 12.0, 22.0
"""Inches to the nearest enemy."""
IDLE = 0.2
"""The TV of its shots up to which a ship counts as having no targets."""


def fire_now(view: State, ship: Model) -> float:
    """Return the TV of the shots from the current pose."""
    return fire_from(view, ship, ratings.fire_control(view, ship))


# --- Marines ---

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
PATH_STEP = 1.0
"""Inches between the checked poses on a ship's path."""


def is_capturable(ship: Model) -> bool:
    """Return whether a ship can be captured and counts for something then."""
    return ship.is_capital and not ship.is_neutral and not ship.card.station and not ship.is_crippled


def capture_chance(view: State, boarder: Model, ship: Model, sent: int) -> float:
    """Return the probability that a boarder's marines take a ship, through the crossing shot and the firefights."""
    bare = crossing_shot(view, ship, boarder)

    def win_chance_after(result: Result) -> float:
        return capture_chance_aboard(view, ship, sent - shot_down(result))

    return odds(bare.pool).expect(win_chance_after) if bare is not None else win_chance_after(Result())


def capture_chance_aboard(view: State, ship: Model, there: int) -> float:
    """Return the probability that this number of boarders aboard takes a ship."""
    guards = ship.rating("marines")
    if there < 1 or not guards:
        return float(there > 0)
    return FIREFIGHT_WEIGHT * win_chance(there, guards, min(FIGHTS, turns_left(view) + (not ship.activated)))


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
    """Return 1.0 for a result that kills exactly `fell` marines, else 0.0."""
    return float(losses(result, defenders) == killed)


def can_reach_to_board(view: State, model: Model, ship: Model) -> bool:
    """Return whether a model could come into boarding range of a ship by its next move, from its pose here."""
    range_inches, max_inches = boarding_range(model), reach(view, model).max_distance
    if model.pose.distance_to(ship.pose) > range_inches + max_inches + model.base.reach + ship.base.reach:
        return False
    if not model.is_capital:
        return distance(model.base, model.pose, ship.base, ship.pose) <= range_inches + max_inches
    return any(distance(model.base, pose, ship.base, ship.pose) <= range_inches for pose in _path_poses(view, model))


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

LOST_TO_POINT_DEFENSE = 0.35
"""Marines that are assumed to be lost per die of the crossing shot."""
PRIZE = 1.2
"""The value of a capture, as a share of the ship's TV."""
CHANCE = 0.3
"""How often a promising boarding is assumed to end in a capture."""
TRIPLE = 2
"""The Magnitude that is assumed for the test of a Long Shot."""


def board(view: State, ship: Model) -> float:
    """Return the TV of Board, by the ship in reach that the marines can take best."""
    max_inches = fixed_limits(view, ship).max_move
    best = next_boarding_value(view, ship)
    for enemy in boardable_ships(view, ship) if ship.is_capital else ():
        ahead = _distance_ahead(ship, enemy, max_inches) <= boarding_range(ship)
        if ahead and _surviving_marines(view, ship, enemy) > marines(enemy):
            best = max(best, CHANCE * PRIZE * model_value(enemy) - attack_cost(view, ship))
    return best


def _surviving_marines(view: State, ship: Model, enemy: Model) -> float:
    shots = crossing_shot(view, enemy, ship)
    return landing_force(view, ship) - (LOST_TO_POINT_DEFENSE * shots.pool.dice if shots is not None else 0.0)


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
    gain = fire_now(view, LongShot.as_tested(ship, TRIPLE))
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
    burning = HardBurn.as_started(ship)
    ahead = burning.at(ship.pose.advanced(fixed_limits(view, burning).min_move))
    return 1.5 if pose_value(view, ahead) > -100.0 and nearest_enemy(view, ahead) < nearest_enemy(view, ship) else 0.0


def _exit_burn_value(view: State, ship: Model) -> float:
    """Return the TV of burning out of the battle: the risk of another turn, by the distance saved."""
    value = escape_value(view, ship)
    out = exit_pose(view, ship) if value > 0 else None
    if out is None:
        return 0.0
    burning, distance = HardBurn.as_started(ship), travel_distance(ship, out.x, out.y)
    saved = min(distance, max_distance(view, burning)) - min(distance, max_distance(view, ship))
    ahead = burning.at(ship.pose.advanced(fixed_limits(view, burning).min_move))
    safe = pose_value(view, ahead, value) > -100.0 and travel_distance(ahead, out.x, out.y) < distance
    return RISK * value * saved / max_distance(view, ship) if saved > 0 and safe else 0.0


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

ACTIONS: tuple[ActionValue, ...] = (
    withdraw, damage_control, purge_airlocks, resupply,
    board, ram, combined_attack, suppressing_fire, long_shot,
    overdrive,
    hard_burn, silent_running, evade, deploy_decoy_drones, deploy_debris_field,
    drone_command, tug, vector_attack, lay_mines,
    search, mine,
)  # fmt: skip
"""The value of the action with the function's name."""
VALUES: dict[str, ActionValue] = {key_to_words(function.__name__): function for function in ACTIONS}
"""The value of each action of a ship, by name. `overdrive` values overdriving the Sensors."""
