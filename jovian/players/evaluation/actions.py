"""What an action is worth now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from jovian.dice import Result, odds
from jovian.game import Answer, ListDecision, Model, State
from jovian.game.answers import Damage
from jovian.players.evaluation.goals import board_soon, contested, mining, objects, seams
from jovian.players.evaluation.gunnery import fire_from
from jovian.players.evaluation.objectives import (
    RISK,
    escape,
    exit_pose,
    first_attack_cost,
    pace,
    searching,
    travel_distance,
    turns_left,
    withdrawal_value,
)
from jovian.players.evaluation.places import NOBODY, distance_between, enemies, nearest_enemy, pose_value, prizes
from jovian.players.evaluation.threats import HALF_TURN, reach
from jovian.rules.actions.generic import boarding_range as boarding_reach
from jovian.rules.actions.generic import controllable, in_supply_range, markable, useful
from jovian.rules.actions.ship import draggable, repairable, suppressible
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
from jovian.rules.damage.casualties import models_aboard as casualties_aboard
from jovian.rules.damage.expected_damage import model_value
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.rulebook.active_effects import effects_on
from jovian.rules.rulebook.effect import Effect
from jovian.rules.shots import ratings
from jovian.rules.squadrons import sendable
from jovian.rules.traits.states import HardBurn, LongShot, OverdrivenSensors
from jovian.rules.traits.traits import Stealthed
from jovian.table import Pose, distance

# --- measures ---
# What actions are weighed by: the shots of a ship as it is, or as it would be.

FAR, VERY_FAR = 12.0, 22.0
"""Inches to the nearest enemy."""
IDLE = 0.2
"""TV of its shots at or below which a ship has next to nothing to shoot at."""


def fire_now(view: State, ship: Model) -> float:
    """TV of the shots from where it stands."""
    return fire_from(view, ship, ratings.fire_control(view, ship))


# --- marines ---
# How marines fare: how likely they take a ship, who may bring them there, and what is hit first for them.

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
    return ship.capital and not ship.neutral and not ship.card.station and not ship.is_crippled


def chance(view: State, boarder: Model, ship: Model, sent: int) -> float:
    """How likely so many marines of a boarder take a ship: the crossing shot, then the firefights aboard."""
    bare = crossing_shot(view, ship, boarder)

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
    result = odds(firefight_pool(number).pool)
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
    return chance(view, boarder, ship, force) * SWING * model_value(ship) if force else 0.0


def bounty(ship: Model) -> float:
    """TV beyond its own that a ship counts for in the hands of its captor."""
    return BOUNTY * model_value(ship) if Captured.holds(ship) and not ship.is_crippled else 0.0


def won_aboard(view: State, ship: Model) -> float:
    """TV that the boarders of a ship are expected to cost the side that holds it."""
    there = 0 if ship.neutral or not takable(ship) else boarders(ship)
    return aboard(view, ship, there) * SWING * model_value(ship) if there else 0.0


def damage(decision: ListDecision[Answer], view: State) -> Answer | None:
    """Marines first, of a ship that may soon be boarded; None where that does not come up."""
    ship = view.models[decision.subject]
    if ship.side != 1 - decision.side or not ship.rating("marines") or not _soon(view, ship):
        return None
    wanted = Damage("rating" if decision.kind == "mass" else "marines")
    return wanted if any(option.answer == wanted for option in decision.listed) else None


def _soon(view: State, ship: Model) -> bool:
    """Is anybody near who may come to board a ship?"""
    if ship.is_crippled or ship.card.station or ship in objects(view):
        return False
    return any(
        marines(each) and _able(each) and distance_between(each, ship) <= SOON
        for each in view.on_table() if each.side == 1 - ship.side
    )  # fmt: skip


def _able(boarder: Model) -> bool:
    """May a model send marines away?"""
    return not boarder.is_crippled and not Captured.holds(boarder) and not Boarded.holds(boarder)


# --- mending ---
# What it is worth to look after the ship and its own: repairs, supplies, boarders, and flight.


def withdraw(view: State, ship: Model) -> float:
    """TV that Withdraw is worth: more than all else to a crippled ship, nothing to others; or what objectives say."""
    if contested(view):
        return withdrawal_value(view, ship)
    return 50.0 if ship.is_crippled else 0.0


def damage_control(view: State, ship: Model) -> float:
    """TV that Damage Control is worth: so much for each thing broken, and each squadron aboard that is hurt."""
    broken = sum(len(repairable(view, ship, row)) for row in ("damage", "weapon", "system"))
    broken += len(effects_on(view, ship, Effect.mends))
    hurt = sum(1 for squadron in casualties_aboard(view, ship) if squadron.marks.get("structure"))
    return 1.0 + 0.5 * broken + 2.0 * hurt if broken or hurt else 0.0


def purge_airlocks(view: State, ship: Model) -> float:
    """TV that Purge Airlocks is worth: something once there are more boarders than marines."""
    return 20.0 if boarders(ship) > ship.rating("marines") else 0.0


def resupply(view: State, ship: Model) -> float:
    """TV that Resupply is worth: 1 for each model that could use something."""
    needy = [*in_supply_range(view, ship), *(each for each in casualties_aboard(view, ship) if useful(ship, each))]
    return 1.0 * len(needy)


# --- striking ---
# What it is worth to strike with all a ship has: boarding, ramming, and guns used in another way.

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
            best = max(best, CHANCE * PRIZE * model_value(enemy) - first_attack_cost(view, ship.side))
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
    return 3.0 - first_attack_cost(view, ship.side) if dear else 0.0


def _apart_ahead(ship: Model, other: Model, most: float) -> float:
    """How near a straight run brings it, in a few steps."""
    stops = (ship.at(ship.pose.advanced(most * share)) for share in (0.25, 0.5, 0.75, 1.0))
    return min(NOBODY, *(distance_between(there, other) for there in stops))


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


# --- evading ---
# What it is worth to be hard to find and hard to hit, or to be there sooner.


def hard_burn(view: State, ship: Model) -> float:
    """TV that Hard Burn is worth: something far from everybody, with room ahead for two fast turns."""
    if (home := _home(view, ship)) > 0:
        return home
    if nearest_enemy(view, ship) < VERY_FAR or fire_now(view, ship) > IDLE:
        return 0.0
    burning = HardBurn.begun(ship)
    ahead = burning.at(ship.pose.advanced(fixed_limits(view, burning).least))
    return 1.5 if pose_value(view, ahead) > -100.0 and nearest_enemy(view, ahead) < nearest_enemy(view, ship) else 0.0


def _home(view: State, ship: Model) -> float:
    """TV of burning out of the battle: the risk of a turn more in it, less what the burn leaves of the way."""
    worth = escape(view, ship)
    out = exit_pose(view, ship) if worth > 0 else None
    if out is None:
        return 0.0
    burning, way = HardBurn.begun(ship), travel_distance(ship, out.x, out.y)
    saved = min(way, pace(view, burning)) - min(way, pace(view, ship))
    ahead = burning.at(ship.pose.advanced(fixed_limits(view, burning).least))
    safe = pose_value(view, ahead, worth) > -100.0 and travel_distance(ahead, out.x, out.y) < way
    return RISK * worth * saved / pace(view, ship) if saved > 0 and safe else 0.0


def silent_running(view: State, ship: Model) -> float:
    """TV that Silent Running is worth: something with nothing to shoot at and missiles within 30 inches."""
    if fire_now(view, ship) > IDLE or Stealthed.holds(ship):
        return 0.0
    threats = [e for e in enemies(view, ship) if distance_between(ship, e) < 30.0 and _has_missiles(e)]
    return 0.8 + 0.1 * len(threats) if threats else 0.0


def _has_missiles(model: Model) -> bool:
    return any(m.weapon.missile and m.id not in model.damaged for m in model.card.mounts)


def evade(view: State, ship: Model) -> float:
    """TV that Evade is worth: something with little to shoot at and everybody far away."""
    return 0.9 if fire_now(view, ship) < IDLE and nearest_enemy(view, ship) > FAR else 0.0


def deploy_decoy_drones(view: State, ship: Model) -> float:
    """TV that decoys are worth: something when several enemies could shoot at it and it has little to shoot at."""
    near = [e for e in enemies(view, ship) if distance_between(ship, e) < 18.0]
    return 0.7 * len(near) if len(near) > 1 and fire_now(view, ship) < 2.0 else 0.0


def deploy_debris_field(view: State, ship: Model) -> float:
    """TV that a debris field is worth: so much for each enemy close behind."""
    behind = ship.pose.advanced(-6.0)
    near = [e for e in enemies(view, ship) if abs(e.pose.x - behind.x) < 4.0 and abs(e.pose.y - behind.y) < 4.0]
    return 1.1 * len(near)


# --- leading ---
# What it is worth to move others: drones, friends far behind, and what can be towed.

MINES = 1.5
"""TV that a mine is expected to take."""


def drone_command(view: State, ship: Model) -> float:
    """TV that Drone Command is worth: so much for each drone that it can steer."""
    return 2.5 * len(controllable(view, ship, []))


def tug(view: State, ship: Model) -> float:
    """TV that Tug is worth: something with a friend farther back than itself."""
    own = [i for i in draggable(view, ship) if view.models[i].side == ship.side]
    return 0.5 if own and nearest_enemy(view, ship) < nearest_enemy(view, view.models[own[0]]) else 0.0


def vector_attack(view: State, ship: Model) -> float:
    """TV that Vector Attack is worth: so much for each friend yet to act far from every enemy."""
    ready = [each for each in sendable(view, ship) if not each.activated and not each.escorting]
    waiting = [each for each in ready if nearest_enemy(view, each) > FAR / 2]
    return 0.35 * len(waiting) if fire_now(view, ship) < 3.0 else 0.0


def lay_mines(view: State, ship: Model) -> float:
    """TV that mines are worth: little, while enemies may still come this way and nothing better is to be done."""
    return MINES if fire_now(view, ship) < MINES and nearest_enemy(view, ship) < FAR else 0.0


# --- seeking ---
# What it is worth to look for what a scenario has hidden.


def search(view: State, model: Model) -> float:
    """TV that Search is worth: that of the tokens that it is expected to find."""
    return searching(view, model)


def mine(view: State, model: Model) -> float:
    """TV that Mine is worth: that of what it is expected to cut out of a comet in reach."""
    near = any(inches < model.card.speed for inches, _ in seams(view, model))
    return mining(view, model) if near and not model.capital else 0.0


# --- worths ---
# The worth of every action that a ship may declare, by its name.

Worth = Callable[[State, Model], float]

ACTIONS: tuple[Worth, ...] = (
    withdraw, damage_control, purge_airlocks, resupply,
    board, ram, combined_attack, suppressing_fire, long_shot,
    overdrive,
    hard_burn, silent_running, evade, deploy_decoy_drones, deploy_debris_field,
    drone_command, tug, vector_attack, lay_mines,
    search, mine,
)  # fmt: skip
"""Each is what the action of its name is worth."""
VALUES: dict[str, Worth] = {key_to_words(each.__name__): each for each in ACTIONS}
"""What each action of a ship is worth now, by name; the worth of `overdrive` is that of the Sensors."""
