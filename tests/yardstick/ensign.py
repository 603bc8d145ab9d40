"""The reference player: the ensign of 2026-11-22 with all that it used, frozen.

The strength of computer players is measured against it, so it never gets better or faster:
`python main.py duel captain tests/yardstick/ensign.py:Ensign`. It imports nothing from `jovian/players/`. Change it by
hand, and only as far as a renamed or changed rule requires. For explanations, read `jovian/players/ensign/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from math import sqrt
from random import Random
from typing import NamedTuple

from jovian.cards import TerrainCard
from jovian.dice import Pool
from jovian.game import (
    DESTROYED,
    EMBARKED,
    NEUTRAL,
    OBJECT,
    TABLE,
    WITHDRAWN,
    Answer,
    Decision,
    ListDecision,
    Model,
    State,
    Terrain,
)
from jovian.game.answers import (
    Activate,
    Assault,
    Attack,
    ChooseCorner,
    ChooseEdge,
    Commit,
    CutOut,
    Damage,
    Declaration,
    Decline,
    Defend,
    Defy,
    Embark,
    End,
    Engage,
    Enough,
    FireNuke,
    Fly,
    Heed,
    HoldSystems,
    Issue,
    Keep,
    Land,
    Launch,
    LaunchDrone,
    Lay,
    Move,
    Place,
    PlaceEscort,
    Point,
    Refine,
    Resolve,
    Sabotage,
    SecretPlan,
    SetBeacon,
    SpendFuel,
    TakeAlong,
    Tap,
    Turn,
)
from jovian.rules.actions.generic import (
    Board,
    CombinedAttack,
    Evade,
    Ram,
    Withdraw,
    boarding_range,
    controllable,
    in_boarding_range,
    in_supply_range,
    markable_ships,
    rammable_ships,
    useful_supplies,
)
from jovian.rules.actions.generic import boarding_range as board_reach
from jovian.rules.actions.generic import boarding_range as boarding_reach
from jovian.rules.actions.generic import in_boarding_range as in_boarding_reach
from jovian.rules.actions.ship import (
    Overdrive,
    SuppressingFire,
    Tug,
    draggable_models,
    repairable_parts,
    suppressible_ships,
)
from jovian.rules.actions.squadron import Bombing, Interception
from jovian.rules.attack.attack import defenses, replacement_defense
from jovian.rules.attack.autofire import Watcher, watching
from jovian.rules.attack.impacts import burst_shots
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import FUEL_POD, fuel, shared_fuel, token_count
from jovian.rules.close_combat.dogfight import (
    Fight,
    Fighter,
    PlanFight,
    close_shot,
    fighter_attacks,
    missile_arms,
    secret_plan,
    weapon_initiative,
)
from jovian.rules.close_combat.dogfight import Plan as DogfightPlan
from jovian.rules.close_combat.interception import INTERCEPTION, Chance, Reactions, Reply, may_intercept
from jovian.rules.damage.boarding import Captured, boarders, boarders_of, crossing_shot, landing_force, marines
from jovian.rules.damage.casualties import launch_reach, models_aboard, refuse_leaving
from jovian.rules.damage.damage import DamageContext
from jovian.rules.damage.expected_damage import bare_share, expected_share, expected_value, kill_chance, model_value
from jovian.rules.menu.declarations import NONE as DECLARATIONS_NONE
from jovian.rules.menu.declarations import Declare, refuse_action
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.attached import flight_to
from jovian.rules.placement.legal_places import deployment_heading, heading_at, ids_in_contact, spots, zones
from jovian.rules.placement.move_limits import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    RemainingMovement,
    fixed_limits,
    hazards,
    may_leave_here,
    moved_off_planets,
    planet_speed_bonus,
    planets,
)
from jovian.rules.rulebook.active_effects import find_effect, weapon_type
from jovian.rules.rulebook.effect import ACTIVATION, AUTOFIRE, BOMBING, DOGFIGHT
from jovian.rules.rulebook.rulebook import Engine, Rulebook, rulebook
from jovian.rules.scenario.objectives import (
    DEFENDER,
    AtLeast,
    Counted,
    Counting,
    FirstToAttack,
    Least,
    Most,
    MostVictoryPoints,
    Points,
    has_role,
    victory_points,
)
from jovian.rules.scenario.objects import (
    RetrieveFromObjects,
    SearchObjects,
    has_token_for,
    search_of,
    searches,
    tokens_needed,
)
from jovian.rules.scenario.special import Ambush, edge_gap, escape_edge
from jovian.rules.scenario.tokens import (
    IssueTokens,
    Mine,
    MineComet,
    Search,
    SearchFor,
    Taking,
    comets,
    cuts,
    find_token,
)
from jovian.rules.scenario.zones import BEACON_REACH as ZONES_NEAR
from jovian.rules.scenario.zones import OPPOSITE as ZONES_OPPOSITE
from jovian.rules.scenario.zones import PlaceBeacon, beacon_places, beacons, quarter
from jovian.rules.sequence.activation import ChooseModel, eligible
from jovian.rules.sequence.deployment import Deploy
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import Assessment, assess, may_reach_long
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import POINT_DEFENSE, along_line, link_group, touches_piece
from jovian.rules.squadrons import FreeMove, refuse_aboard, refuse_berth, squadrons_to_send
from jovian.rules.terrain import PlaceTerrain
from jovian.rules.traits.states import HardBurn, LongShot, OverdrivenSensors
from jovian.rules.traits.traits import Stealthed
from jovian.table import (
    POINT,
    TOLERANCE,
    Pose,
    Rect,
    Region,
    approaches,
    distance,
    edge_distances,
    extends_off_table,
    first_touch,
    first_touch_outline,
    main_arcs,
    within,
)

# --- Mixed strategies ---

MIXING_ROUNDS = 300


def solve(payoff: Sequence[Sequence[float]], rounds: int = MIXING_ROUNDS) -> tuple[list[float], float]:
    rows, columns = range(len(payoff)), range(len(payoff[0]))
    gains, losses = [0.0] * len(payoff), [0.0] * len(payoff[0])
    counts = [0] * len(payoff)
    lower, upper = float("-inf"), float("inf")
    for number in range(1, rounds + 1):
        row = max(rows, key=lambda i: gains[i])
        counts[row] += 1
        for j, value in enumerate(payoff[row]):
            losses[j] += value
        column = min(columns, key=lambda j: losses[j])
        for i in rows:
            gains[i] += payoff[i][column]
        lower, upper = max(lower, losses[column] / number), min(upper, max(gains) / number)
    return [count / rounds for count in counts], (lower + upper) / 2


def draw(frequencies: Sequence[float], rng: Random) -> int:
    point = rng.random()
    for index, share in enumerate(frequencies):
        point -= share
        if point < 0:
            return index
    return max(range(len(frequencies)), key=lambda i: frequencies[i])


# --- Plans of close fights ---

MOST_ARMS = 2
FINE: tuple[float, ...] = (0.0, 1 / 3, 0.5, 2 / 3, 1.0)
COARSE: tuple[float, ...] = (0.0, 0.5, 1.0)


def telling_plans(fight: Fight, shares: tuple[float, ...] = FINE) -> list[SecretPlan]:
    arms = sorted(fight.arms()[:-1], key=lambda each: -fight.dice(each, 0) - each.linked)[:MOST_ARMS]
    bids = sorted({0, min(1, fight.max_fuel), fight.max_fuel} if shares is FINE else {0, fight.max_fuel})
    found: list[SecretPlan] = []
    for each in arms or fight.arms():
        for bid in bids:
            splits, pool = fight.splits(each, bid), fight.dice(each, bid)
            wanted = {_nearest(splits, pool * share) for share in shares}
            found += [secret_plan(each, bid, share) for share in sorted(wanted)]
    return found


def _nearest(splits: list[int], wanted: float) -> int:
    return min(splits, key=lambda split: abs(split - wanted))


# --- Values of close fights ---

FUEL_WORTH = 0.15
ROUNDS = 60


def fight_value(state: State, model: Model, foe: Model, window: str) -> float:
    fight, other = Fight(state, model, foe, window), Fight(state, foe, model, window)
    _, value = solve(payoff(fight, telling_plans(fight, COARSE), telling_plans(other, COARSE)), ROUNDS)
    return value + _missiles(state, model, foe, window) - _missiles(state, foe, model, window)


def _missiles(state: State, model: Model, foe: Model, window: str) -> float:
    found, other = missile_arms(state, model, foe), Fight(state, foe, model, window)
    if not found:
        return 0.0
    resist = other.dice(other.arms()[0], 0) // 2
    shots = [close_shot(state, model, arms.mounts, foe, None, resist, window) for arms in found]
    return max(expected_value(state, shot) for shot in shots)


def payoff(fight: Fight, mine: list[SecretPlan], theirs: list[SecretPlan]) -> list[list[float]]:
    state, model, foe, window = fight.state, fight.model, fight.foe, fight.window
    other = Fight(state, foe, model, window)
    us, them = tuple(formation_members(state, model)), tuple(formation_members(state, foe))
    one = [Fighter(us, fight.plan(each), ()) for each in mine]
    two = [Fighter(them, other.plan(each), ()) for each in theirs]
    attack, answer = _Table(state, window), _Table(state, window)
    return [[_gain(state, attack, answer, a, b, window) for b in two] for a in one]


class _Table:
    def __init__(self, state: State, window: str) -> None:
        self.state = state
        self.window = window
        self.known: dict[tuple[DogfightPlan, int], tuple[float, float]] = {}

    def of(self, fighter: Fighter, target: Fighter) -> tuple[float, float]:
        key = fighter.plan, target.plan.defense
        if key not in self.known:
            share, survive = 0.0, 1.0
            for shot in fighter_attacks(self.state, fighter, target, self.window):
                share += expected_share(self.state, shot)
                survive *= 1.0 - kill_chance(self.state, shot)
            self.known[key] = min(1.0, share), 1.0 - survive
        return self.known[key]


def _gain(state: State, attack: _Table, answer: _Table, one: Fighter, two: Fighter, window: str) -> float:
    given, kill = attack.of(one, two)
    taken, loss = answer.of(two, one)
    first, second = (weapon_initiative(state, each) if window == DOGFIGHT else 0 for each in (one, two))
    if first and second and first != second:
        if first < second:
            taken *= 1.0 - kill
        else:
            given *= 1.0 - loss
    fuel = FUEL_WORTH * (two.plan.fuel - one.plan.fuel)
    return given * _total(state, two.model) - taken * _total(state, one.model) + fuel


def _total(state: State, model: Model) -> float:
    total = 0.0
    for each in formation_members(state, model):
        total += model_value(each)
    return total


# --- Distances ---

NOBODY = 99.0


def apart(one: Model, other: Model) -> float:
    return distance(one.base, one.pose, other.base, other.pose)


def enemies(view: State, model: Model, capital: bool | None = None) -> list[Model]:
    foe = 1 - model.side
    return [m for m in view.on_table() if m.side == foe and capital in (None, m.capital)]


def prizes(view: State, model: Model) -> list[Model]:
    return [m for m in view.on_table() if m.side != model.side and m.capital]


def nearest_enemy(view: State, model: Model) -> float:
    return min((apart(model, enemy) for enemy in enemies(view, model)), default=NOBODY)


def enemies_within(view: State, model: Model, reach: float, capital: bool) -> list[tuple[float, Model]]:
    found = [(apart(model, other), other.id, other) for other in enemies(view, model, capital)]
    near = sorted((each for each in found if each[0] <= reach), key=lambda each: each[:2])
    return [(inches, other) for inches, _, other in near]


# --- Shots ---

FRIENDS_IN_LINE = 1.2
FRIENDS_IN_BLAST = 1.3


@dataclass(frozen=True, slots=True)
class Fire:
    answer: Attack | Defend
    value: float
    mounts: tuple[str, ...]
    shots: tuple[Assessment, ...]


def offense(fires: list[Fire], fire_control: int) -> float:
    used: tuple[str, ...] = ()
    total = 0.0
    for fire in fires:
        if fire_control < 1:
            break
        if fire.value > 0 and not any(mount in used for mount in fire.mounts):
            used = (*used, *fire.mounts)
            total += fire.value
            fire_control -= 1
    return total


def fire_from(view: State, model: Model, fire_control: int) -> float:
    free = [mount.id for mount in model.card.mounts if mount.id not in model.damaged]
    return offense(volleys(view, model, free, ()), fire_control)


def burst(view: State, model: Model, nuke: FireNuke) -> float:
    total = 0.0
    for shot in burst_shots(view, model, nuke.mount, nuke.x, nuke.y):
        value, target = expected_value(view, shot), view.models[shot.target]
        if not target.neutral:
            total += value if target.side != model.side else -FRIENDS_IN_BLAST * value
    return total


def volleys(
    view: State, model: Model, free: list[str], used: tuple[str, ...], prey: Mapping[str, float] | None = None
) -> list[Fire]:
    if fire_control_left(view, model) < 1:
        return []
    foes = enemies(view, model)
    found = [fire for enemy in foes for fire in _attacks_at(view, model, free, enemy)]
    if model.capital and POINT_DEFENSE not in used and any(not enemy.capital for enemy in foes):
        found += _defense(view, model, free)
    if prey:
        found = [_at_prey(view, fire, prey) for fire in found]
    return sorted(found, key=_best_first)


def _at_prey(view: State, fire: Fire, prey: Mapping[str, float]) -> Fire:
    more = sum(prey.get(shot.target, 0.0) * expected_share(view, shot) for shot in fire.shots)
    return replace(fire, value=fire.value + more) if more else fire


def _best_first(fire: Fire) -> tuple[float, str, tuple[str, ...], str]:
    match fire.answer:
        case Attack(mounts, target):
            return -fire.value, Attack.verb, mounts, target
        case Defend(mount):
            return -fire.value, Defend.verb, () if mount is None else (mount,), ""


def _attacks_at(view: State, model: Model, free: list[str], enemy: Model) -> list[Fire]:
    found: list[Fire] = []
    bearing: list[str] = []
    inches = apart(model, enemy)
    for ident in free:
        if not _reaches(view, model, ident, enemy, inches):
            continue
        shot = assess(view, model, (ident,), enemy, ACTIVATION)
        if isinstance(shot, Assessment):
            bearing.append(ident)
            found.append(_fire(view, model, enemy, shot))
    for ident in bearing:
        group = link_group(view, model, ident, bearing, enemy) if len(bearing) > 1 else [ident]
        if len(group) > 1 and group[0] == min(group):
            shot = assess(view, model, tuple(group), enemy, ACTIVATION)
            if isinstance(shot, Assessment):
                found.append(_fire(view, model, enemy, shot))
    return found


def _reaches(view: State, model: Model, ident: str, enemy: Model, inches: float) -> bool:
    mount = model.mount(ident)
    if mount is None or may_reach_long(view, model, mount.weapon):
        return mount is not None
    return inches <= weapon_type(view, mount.weapon).reach(view, model, mount.weapon, enemy) + TOLERANCE


def _fire(view: State, model: Model, enemy: Model, shot: Assessment) -> Fire:
    value = expected_value(view, shot)
    if shot.impact.kinetic:
        value += _along(view, model, shot, enemy)
    return Fire(Attack(shot.mounts, enemy.id), value, shot.mounts, (shot,))


def _along(view: State, model: Model, shot: Assessment, enemy: Model) -> float:
    total = 0.0
    for other in along_line(view, model, enemy):
        if other.id != model.id and not other.neutral:
            second = assess(view, model, shot.mounts, other, ACTIVATION, secondary=True)
            if isinstance(second, Assessment):
                worth = expected_value(view, second)
                total += worth if other.side != model.side else -FRIENDS_IN_LINE * worth
    return total


def _defense(view: State, model: Model, free: list[str]) -> list[Fire]:
    found = []
    for mount in (POINT_DEFENSE, *(m for m in free if replacement_defense(view, model, m) is not None)):
        total, shots = 0.0, tuple(defenses(view, model, mount))
        for shot in shots:
            total += expected_value(view, shot)
        if total > 0:
            answer = Defend() if mount == POINT_DEFENSE else Defend(mount)
            found.append(Fire(answer, total, (mount,), shots))
    return found


# --- Shots of a ship ---

FAR, VERY_FAR = 12.0, 22.0
IDLE = 0.2


def fire_now(view: State, ship: Model) -> float:
    return fire_from(view, ship, ratings.fire_control(view, ship))


# --- Actions: leading other models ---

MINES = 1.5


def drone_command(view: State, ship: Model) -> float:
    return 2.5 * len(controllable(view, ship, []))


def tug(view: State, ship: Model) -> float:
    own = [i for i in draggable_models(view, ship) if view.models[i].side == ship.side]
    return 0.5 if own and nearest_enemy(view, ship) < nearest_enemy(view, view.models[own[0]]) else 0.0


def vector_attack(view: State, ship: Model) -> float:
    ready = [each for each in squadrons_to_send(view, ship) if not each.activated and not each.escorting]
    waiting = [each for each in ready if nearest_enemy(view, each) > FAR / 2]
    return 0.35 * len(waiting) if fire_now(view, ship) < 3.0 else 0.0


def lay_mines(view: State, ship: Model) -> float:
    return MINES if fire_now(view, ship) < MINES and nearest_enemy(view, ship) < FAR else 0.0


# --- Bombing and interception ---

WEARY = 0.34
THREAT = 0.1
STANDOFF = 3.0
ROUND = 4.0
SHOT_AT = 2


def bombing(view: State, squadron: Model, ship: Model, boost: int) -> float:
    there = at_contact(view, squadron, ship, boost)
    return fight_value(view, there, ship, BOMBING) - _flak(view, there, ship)


def catching(view: State, squadron: Model, other: Model, boost: int) -> float:
    return fight_value(view, at_contact(view, squadron, other, boost), other, DOGFIGHT)


def bombing_at_hand(view: State, squadron: Model, ship: Model) -> float:
    return fight_value(view, at_contact(view, squadron, ship), ship, BOMBING)


def intercepting(view: State, squadron: Model, mover: Model) -> float:
    value = fight_value(view, squadron, mover, DOGFIGHT)
    act = view.activation
    if act is not None and act.action in (Bombing.name, Ram.name) and not act.resolved:
        value += THREAT * model_value(mover)
    return value


def standing_off(view: State, squadron: Model) -> float:
    best = 0.0
    for capital in (True, False):
        for _, other in enemies_within(view, squadron, squadron.card.speed + ROUND, capital)[:SHOT_AT]:
            best = max(best, fire_from(view, squadron.at(_beside(squadron, other)), 1))
    return best


def at_contact(view: State, squadron: Model, other: Model, boost: int = 0) -> Model:
    burnt = squadron.marks.get("fuel", 0) + min(boost, squadron.unmarked("fuel"))
    found = approaches(squadron.base, squadron.pose, other.base, other.pose, [], view.width, view.height)
    return squadron.supposed(marks={"fuel": burnt}).at(next(iter(found), squadron.pose))


def weary(squadron: Model) -> bool:
    boxes = len(squadron.boxes("structure"))
    return not squadron.drone and squadron.unmarked("structure") <= boxes * WEARY


def guard(view: State, model: Model) -> bool:
    guns = [mount.weapon for mount in model.card.mounts]
    best_as, best_ac = max((g.as_ or 0 for g in guns), default=0), max((g.ac or 0 for g in guns), default=0)
    return ratings.speed(view, model) > 0 and best_as >= best_ac and not model.capital


def _flak(view: State, squadron: Model, ship: Model) -> float:
    shot = assess(view, ship, (POINT_DEFENSE,), squadron, AUTOFIRE)
    return expected_value(view, shot) if isinstance(shot, Assessment) else 0.0


def _beside(model: Model, other: Model) -> Pose:
    dx, dy = other.pose.x - model.pose.x, other.pose.y - model.pose.y
    size = sqrt(dx * dx + dy * dy) or 1.0
    share = max(0.0, size - STANDOFF) / size
    return model.pose.moved(dx * share, dy * share).rounded()


# --- Reactions ---


def chance_worth(decision: Reactions, view: State, chance: Chance) -> float:
    shooter, mover = view.models[chance.ident], chance.target(view, view.models[decision.subject])
    if chance.rank == INTERCEPTION:
        return intercepting(view, shooter, mover)
    shot = assess(view, shooter, (chance.mount,), mover, AUTOFIRE)
    if not isinstance(shot, Assessment):
        return 0.0
    value = expected_value(view, shot)
    for other in along_line(view, shooter, mover) if shot.impact.kinetic else ():
        second = assess(view, shooter, (chance.mount,), other, AUTOFIRE, secondary=True)
        if isinstance(second, Assessment):
            value += expected_value(view, second) * (1 if other.side != shooter.side else -1)
    return value


# --- Expected points ---

SWING = 0.2
LAST, OPEN = 0.1, 0.25
LADDER = 25.0
USUAL = 4
PROMISE, IN_TIME = 0.15, 3
PART = 0.7


@lru_cache(maxsize=64)
def counting(book: Rulebook) -> tuple[Counting, ...]:
    return tuple(clause for clause in book.clauses if isinstance(clause, Counting))


@lru_cache(maxsize=64)
def truces(book: Rulebook) -> tuple[FirstToAttack, ...]:
    return tuple(clause for clause in book.clauses if isinstance(clause, FirstToAttack))


@lru_cache(maxsize=64)
def for_victory(book: Rulebook) -> int:
    return sum(clause.points for clause in book.clauses if isinstance(clause, MostVictoryPoints))


def point_worth(view: State, side: int) -> float:
    return SWING * _fleet(view, side) / (for_victory(rulebook(view)) or USUAL)


def prospect(view: State, side: int) -> float:
    ahead = 0.0
    for objective in counting(rulebook(view)):
        if not objective.settled(view):
            points = leaning(objective, *_amounts(view, objective), openness(view))
            mine, theirs = (points[each] if has_role(view, each, objective.role) else 0.0 for each in (side, 1 - side))
            ahead += mine - theirs
    return ahead


def victory(view: State, side: int) -> float:
    lead = victory_points(view, side) - victory_points(view, 1 - side)
    return for_victory(rulebook(view)) * _sure(lead, SWING * _fleet(view, side) * openness(view))


def leaning(objective: Counting, first: float, second: float, opens: float = 1.0) -> Points:
    points, half = objective.points, opens * (LADDER if objective.count.unit else 1.0)
    match objective:
        case Most():
            return _to_leader(points, first - second, half)
        case Least():
            return _to_leader(points, second - first, half)
        case AtLeast(amount=amount):
            return points * _reached(first, amount), points * _reached(second, amount)
    return objective.earned(first, second)


def openness(view: State) -> float:
    return LAST + OPEN * turns_left(view)


def turns_left(view: State) -> int:
    return max(0, view.scenario.turns - view.turn)


def _amounts(view: State, objective: Counting) -> Points:
    now, share = objective.counted(view), PROMISE * min(1.0, turns_left(view) / IN_TIME)
    if objective.points < 0 or not share or (hoped := _hoped(objective)) is None:
        return now
    later = hoped.counted(view)
    return now[0] + share * (later[0] - now[0]), now[1] + share * (later[1] - now[1])


@lru_cache(maxsize=256)
def _hoped(objective: Counting) -> Counting | None:
    count = objective.count
    if isinstance(objective, Least) or not isinstance(count, Counted):
        return None
    if WITHDRAWN not in count.fate or TABLE in count.fate:
        return None
    return replace(objective, count=replace(count, fate=(*count.fate, TABLE, EMBARKED)))


def _to_leader(points: int, lead: float, half: float) -> Points:
    share = _sure(lead, half)
    return points * max(0.0, share), points * max(0.0, -share)


def _reached(amount: float, wanted: int) -> float:
    return (1.0 - PART) * (amount >= wanted) + PART * min(1.0, amount / wanted)


def _sure(lead: float, half: float) -> float:
    return lead / (abs(lead) + half) if half else 0.0


def _fleet(view: State, side: int) -> float:
    return float(sum(model.open_card.tv for model in view.models.values() if model.owner == side)) or 1.0


# --- Changed states ---

LATER = 0.6


def supposing(view: State, changed: Iterable[Model]) -> State:
    after = view.clone()
    after.models.update({model.id: model for model in changed})
    return after


def gain(view: State, side: int, changed: Iterable[Model]) -> float:
    return gain_of(view, side, supposing(view, changed))


def gain_of(view: State, side: int, after: State) -> float:
    return point_worth(view, side) * (prospect(after, side) - prospect(view, side))


def searched(view: State, ship: Model, side: int) -> State:
    after = supposing(view, ())
    others = (each for each in searches(view) if each.object != ship.id)
    done = search_of(view, ship).gained(side, tokens_needed(view), True)
    after.notes[SearchObjects.name] = tuple(each.plain for each in (*others, done))
    return after


def gone(view: State, model: Model) -> list[Model]:
    leaving = [each for one in formation_members(view, model) for each in (one, *models_aboard(view, one))]
    return [withdrawn(each) for each in leaving]


def withdrawn(model: Model) -> Model:
    return _at(model, WITHDRAWN)


def lost(view: State, model: Model) -> list[Model]:
    found = [_at(each, DESTROYED) for each in (model, *models_aboard(view, model))]
    for each in found:
        each.loads = ()
    return found


def loaded(model: Model, token: str, count: int) -> Model:
    new = model.copy()
    held = dict(model.loads) | {token: token_count(model, token) + count}
    new.loads = tuple(sorted((name, number) for name, number in held.items() if number > 0))
    return new


def in_time(view: State, ship: Model, changed: list[Model]) -> float:
    return max(gain(view, ship.side, changed), LATER * aboard_at_last(view, ship, changed))


def aboard_at_last(view: State, ship: Model, changed: list[Model]) -> float:
    return gain(view, ship.side, [*changed[:-1], withdrawn(changed[-1])]) - gain(view, ship.side, [withdrawn(ship)])


def handed_over(giver: Model, taker: Model) -> list[Model]:
    empty, full = giver.copy(), taker
    empty.loads = ()
    for token, count in giver.loads:
        full = loaded(full, token, count)
    return [empty, full]


def _at(model: Model, place: str) -> Model:
    new = model.copy()
    new.place = place
    return new


# --- Exits ---

EDGES = (WEST, EAST, SOUTH, NORTH)
BEYOND = 1.0
ABOUT = 3.0
TURNING = 5.0


def way_out(view: State, model: Model) -> Pose | None:
    later = supposing(view, ())
    later.turn = view.scenario.turns
    held = {planet.pose.heading for planet in planets(view)}
    ahead = model.at(model.pose.advanced(ABOUT)) if model.capital else model
    gaps = edge_distances(ahead.base, ahead.pose, view.width, view.height)
    found = []
    for gap, way in zip(gaps, EDGES, strict=True):
        step = Pose(ahead.pose.x, ahead.pose.y, way).advanced(gap + BEYOND)
        if way not in held and refuse_leaving(later, model.at(step)) is None:
            found.append((gap, way, step))
    if not found:
        return None
    return (max if blind(view, model.side) else min)(found)[-1]


def blind(view: State, side: int) -> bool:
    choosing = any(isinstance(each, Ambush) for each in rulebook(view).clauses)
    return choosing and not escape_edge(view) and has_role(view, side, DEFENDER)


def way_to(model: Model, x: float, y: float) -> float:
    apart = model.pose.distance_to(Pose(x, y, 0))
    if not model.capital or apart <= BEYOND:
        return apart
    _, ahead = model.pose.from_table(x, y)
    return apart + TURNING * (1.0 - ahead / apart)


def pace(view: State, model: Model) -> float:
    return fixed_limits(view, model).most


# --- Comets ---


def mining(view: State, model: Model) -> float:
    rule = next((each for each in rulebook(view).clauses if isinstance(each, MineComet)), None)
    if rule is None or model.capital or refuse_action(view, model, Mine.name) is not None:
        return 0.0
    best = max(cuts(view, model, comets(view)[0], rule.defense), key=lambda cut: cut.fuel)
    chances = best.chances()[: find_token(view, rule.token).room(model)]
    return sum(chances) * _unit(view, model, rule.token)


def _unit(view: State, model: Model, token: str) -> float:
    own = gain(view, model.side, [loaded(model, token, 1)])
    ships = [each for each in view.on_table() if each.side == model.side and each.capital and not each.is_crippled]
    return max([own, *(in_time(view, each, [loaded(each, token, 1)]) for each in ships)])


def seams(view: State, model: Model) -> Iterator[tuple[float, Terrain]]:
    for piece in comets(view):
        yield min(distance(model.base, model.pose, part, piece.pose) for part in piece.outline), piece


# --- Unidentified objects ---

LEADS = (0.0, 0.6, 0.9, 1.0)
ENOUGH = len(LEADS) - 1
COST = 0.6
TRIED = (0, 22, -22, 45, -45)
STOPS = (0.25, 0.5, 0.75, 1.0)


def objects(view: State) -> list[Model]:
    return [each for each in view.on_table() if each.card.kind == OBJECT] if tokens_needed(view) else []


def prize(view: State, ship: Model, side: int) -> float:
    if not tokens_needed(view) or search_of(view, ship).by != NEUTRAL:
        return 0.0
    mine, theirs = (gain_of(view, side, searched(view, ship, each)) for each in (side, 1 - side))
    return (mine - theirs) / 2


def wanted(view: State, ship: Model, side: int) -> int:
    return max(0, ENOUGH - _lead(ship, side))


def boarding(view: State, model: Model, ship: Model) -> float:
    sent, lead = min(landing_force(view, model), wanted(view, ship, model.side)), _lead(ship, model.side)
    if sent < 1:
        return 0.0
    return prize(view, ship, model.side) * (_held(lead + sent) - _held(lead)) - COST * sent


def board_soon(view: State, model: Model) -> float:
    return max(
        (boarding(view, model, each) for each in objects(view) if _can_reach_to_board(view, model, each)), default=0.0
    )


def harbors(view: State, squadron: Model) -> list[tuple[Model, float]]:
    worth = _fetched(view, squadron)
    if worth <= 0:
        return []
    mine = (each for each in objects(view) if search_of(view, each).by == squadron.side)
    return [(each, worth) for each in mine if refuse_berth(view, squadron, each) is None]


def waits_aboard(view: State, squadron: Model) -> bool:
    host = view.models.get(squadron.host)
    wants = host is not None and host.card.kind == OBJECT and boarders_of(host, squadron.side) > 0
    return wants and host is not None and not has_token_for(view, host, squadron.side) and _fetched(view, squadron) > 0


def _fetched(view: State, squadron: Model) -> float:
    if squadron.loads:
        return 0.0
    names = [each.token for each in rulebook(view).clauses if isinstance(each, RetrieveFromObjects)]
    ships = [each for each in view.on_table() if each.capital and each.side == squadron.side]
    found = (gain(view, squadron.side, [loaded(ship, name, 1)]) for name in names for ship in ships)
    return max(found, default=0.0)


def _lead(ship: Model, side: int) -> int:
    return boarders_of(ship, side) - boarders_of(ship, 1 - side)


def _held(lead: int) -> float:
    share = LEADS[min(abs(lead), ENOUGH)]
    return share if lead > 0 else -share


def _can_reach_to_board(view: State, model: Model, ship: Model) -> bool:
    across = boarding_range(model)
    most = fixed_limits(view, model).most
    inches = apart(model, ship)
    if inches > most + across:
        return False
    if not model.capital or inches <= across:
        return True
    ways = (model.pose.turned(angle) for angle in TRIED)
    ends = (way.advanced(most * share) for way in ways for share in STOPS)
    return any(apart(model.at(end), ship) <= across + most * STOPS[0] / 2 for end in ends)


# --- Searches ---


def searching(view: State, model: Model) -> float:
    clauses = rulebook(view).clauses
    finders = [each for each in clauses if isinstance(each, SearchFor) and has_role(view, model.side, each.role)]
    if not finders:
        return 0.0
    chances = tuple(Search().test(view, model).odds().magnitude().values())
    return sum(_expected(view, model, each, chances) for each in finders)


def _expected(view: State, model: Model, finder: SearchFor, chances: tuple[float, ...]) -> float:
    room = find_token(view, finder.token).room(model)
    counts = [min(count, room) for count in finder.found]
    worth = {count: gain(view, model.side, [loaded(model, finder.token, count)]) for count in set(counts) if count}
    return sum(chance * worth.get(count, 0.0) for count, chance in zip(counts, chances, strict=True))


# --- Actions: search and mining ---


def search(view: State, model: Model) -> float:
    return searching(view, model)


def mine(view: State, model: Model) -> float:
    near = any(inches < model.card.speed for inches, _ in seams(view, model))
    return mining(view, model) if near and not model.capital else 0.0


# --- Withdrawal ---

STAYING = 0.02
FINDING = 0.3
BURNS = 2
RISK = 0.15


def leaving(view: State, model: Model) -> float:
    if not counting(rulebook(view)):
        return 0.0
    worth = left_at_last(view, model)
    at_risk = max(0.0, worth) - gain(view, model.side, lost(view, model))
    return worth + RISK * turns_left(view) * at_risk - staying(view, model)


def escape(view: State, model: Model) -> float:
    value = leaving(view, model)
    return value if value > 0 and gets_away(view, model, way_out(view, model)) else 0.0


def gets_away(view: State, model: Model, out: Pose | None) -> bool:
    burn = BURNS * model.card.speed if model.capital else 0
    if out is not None and way_to(model, out.x, out.y) <= pace(view, model) * (turns_left(view) + 1) + burn:
        return True
    return refuse_action(view, model, Withdraw.name) is None


def retreat(view: State, model: Model) -> float:
    if not counting(rulebook(view)):
        return 0.0
    come = model.copy()
    come.place = TABLE
    return max(0.0, leaving(supposing(view, [come]), come))


def left_at_last(view: State, model: Model) -> float:
    after, side = supposing(view, gone(view, model)), model.side
    points = prospect(after, side) - prospect(view, side) + victory(after, side) - victory(view, side)
    return point_worth(view, side) * points


def staying(view: State, model: Model) -> float:
    return (
        0.0
        if model.is_crippled
        else (STAYING * model_value(model) + FINDING * searching(view, model)) * turns_left(view)
    )


# --- Tokens of squadrons ---


def along(view: State, squadron: Model, ship: Model, token: str, count: int) -> float:
    less = loaded(ship, token, -count)
    kept = gain(view, squadron.side, [less, loaded(squadron, token, count)])
    kept -= RISK * turns_left(view) * abs(kept)
    others = [each for each in _ships(view, squadron.side) if each.id != ship.id]
    brought = (
        gain(view, squadron.side, [withdrawn(less), withdrawn(loaded(each, token, count))])
        - gain(view, squadron.side, [withdrawn(ship), withdrawn(each)])
        for each in others
    )
    return max([kept, *(LATER * worth for worth in brought)])


def last_one(view: State, squadron: Model, token: str) -> float:
    less, ships = loaded(squadron, token, -1), _ships(view, squadron.side)
    landed = [LATER * aboard_at_last(view, ship, [less, loaded(ship, token, 1)]) for ship in ships]
    return max([-gain(view, squadron.side, [less]), *landed])


def _ships(view: State, side: int) -> list[Model]:
    return [each for each in view.on_table() if each.capital and each.side == side]


# --- Goals ---

GOAL_DISTANCE = 24.0
LITTLE = 0.5
IN_RANGE = 7.0


class Goal(NamedTuple):
    x: float
    y: float
    near: float
    worth: float
    beside: str = ""


def drawn(goals: tuple[Goal, ...], model: Model) -> float:
    return max((goal.worth * _near(goal, model) for goal in goals), default=0.0)


def _near(goal: Goal, model: Model) -> float:
    return 1.0 - max(0.0, way_to(model, goal.x, goal.y) - goal.near) / GOAL_DISTANCE


def hunted(view: State, side: int) -> dict[str, float]:
    foes = (model for model in view.on_table() if model.side == 1 - side)
    found = {model.id: gain(view, side, lost(view, model)) for model in foes}
    return {ident: value for ident, value in found.items() if value > LITTLE}


def goals(view: State, model: Model, prey: Mapping[str, float]) -> Iterator[Goal]:
    yield from _exits(view, model)
    if not model.capital:
        yield from (Goal(ship.pose.x, ship.pose.y, 0.0, value) for ship, value in havens(view, model))
    if (value := mining(view, model)) > LITTLE:
        yield from (Goal(piece.pose.x, piece.pose.y, 0.0, value) for _, piece in seams(view, model))
    for each in objects(view):
        if (value := boarding(view, model, each)) > LITTLE:
            near = each.base.inner + model.base.inner + board_reach(model)
            yield Goal(each.pose.x, each.pose.y, near, value, each.id)
    for other in enemies(view, model):
        if other.id in prey:
            yield Goal(other.pose.x, other.pose.y, IN_RANGE, prey[other.id])


def havens(view: State, squadron: Model) -> list[tuple[Model, float]]:
    return homes(view, squadron) or harbors(view, squadron)


def homes(view: State, squadron: Model) -> list[tuple[Model, float]]:
    if not squadron.loads:
        return []
    ships = [each for each in view.on_table() if each.capital and refuse_aboard(view, squadron, each) is None]
    found = [(ship, in_time(view, ship, handed_over(squadron, ship))) for ship in ships]
    return sorted((each for each in found if each[1] > LITTLE), key=lambda each: -each[1])


def _exits(view: State, model: Model) -> Iterator[Goal]:
    last, now, out = left_at_last(view, model), leaving(view, model), way_out(view, model)
    if out is None or max(last, now) <= LITTLE:
        return
    if now > LITTLE or way_to(model, out.x, out.y) >= pace(view, model) * turns_left(view):
        yield Goal(out.x, out.y, 0.0, max(last, now))


# --- First attack ---

PATIENCE = 0.5


def truce(view: State, side: int) -> float:
    standing = [each for each in truces(rulebook(view)) if each.recall(view) == () and has_role(view, side, each.role)]
    points = sum(-each.points for each in standing)
    return max(0.0, PATIENCE * points * point_worth(view, side)) if points else 0.0


# --- Actions: boarding, ramming, and attacks ---

LOST_TO_POINT_DEFENSE = 0.35
PRIZE = 1.2
CHANCE = 0.3
TRIPLE = 2


def board(view: State, ship: Model) -> float:
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
    stops = (ship.at(ship.pose.advanced(most * share)) for share in (0.25, 0.5, 0.75, 1.0))
    return min(NOBODY, *(apart(there, other) for there in stops))


def combined_attack(view: State, ship: Model) -> float:
    if not markable_ships(view, ship):
        return 0.0
    friends = sum(1 for m in view.on_table() if m.side == ship.side and not m.activated and m.id != ship.id)
    return 0.5 * friends


def suppressing_fire(view: State, ship: Model) -> float:
    ready = [i for i in suppressible_ships(view, ship) if not view.models[i].activated]
    return 1.2 if ready and fire_now(view, ship) < 1.0 else 0.0


def long_shot(view: State, ship: Model) -> float:
    if fire_now(view, ship) > IDLE or ratings.skill(view, ship) < 3:
        return 0.0
    gain = fire_now(view, LongShot.as_tested(ship, TRIPLE))
    return gain - 1.0 if gain > 2.0 else 0.0


def overdrive(view: State, ship: Model) -> float:
    if ship.is_crippled or Captured.holds(ship):
        return 0.0
    if ship.rating("sensors") == ship.card.printed("sensors") or not ship.unmarked("sensors"):
        return 0.0
    gain = fire_now(view, OverdrivenSensors.supposed(ship)) - fire_now(view, ship)
    return gain - 2.0 if gain > 3.0 else 0.0


# --- Aims ---


@dataclass(frozen=True, slots=True)
class Aims:
    goals: tuple[Goal, ...] = ()
    prey: Mapping[str, float] = field(default_factory=dict)
    escape: float = 0.0
    truce: float = 0.0


NONE = Aims()


def contested(view: State) -> bool:
    book = rulebook(view)
    return bool(counting(book) or truces(book))


def aims(view: State, model: Model) -> Aims:
    if not contested(view):
        return NONE
    prey = hunted(view, model.side)
    return Aims(tuple(goals(view, model, prey)), prey, escape(view, model), truce(view, model.side))


# --- Actions: repair and supply ---


def withdraw(view: State, ship: Model) -> float:
    if contested(view):
        return leaving(view, ship)
    return 50.0 if ship.is_crippled else 0.0


def damage_control(view: State, ship: Model) -> float:
    broken = sum(len(repairable_parts(view, ship, row)) for row in ("damage", "weapon", "system"))
    broken += find_effect(view, ship, Engine) is not None
    hurt = sum(1 for squadron in models_aboard(view, ship) if squadron.marks.get("structure"))
    return 1.0 + 0.5 * broken + 2.0 * hurt if broken or hurt else 0.0


def purge_airlocks(view: State, ship: Model) -> float:
    return 20.0 if boarders(ship) > ship.rating("marines") else 0.0


def resupply(view: State, ship: Model) -> float:
    needy = [*in_supply_range(view, ship), *(each for each in models_aboard(view, ship) if useful_supplies(ship, each))]
    return 1.0 * len(needy)


# --- Deployment places ---

SPREAD, CROWD = 6.0, 2.5
CROWDED = 2.0
OPPOSITE = 0.5

ENGAGED = 16.0
TOGETHER = 0.1
HOME = 10.0
CENTRAL = 0.5
CLUTTERED = 6.0


def berth(view: State, model: Model) -> float:
    pose = model.pose
    worth = -abs(pose.x - view.width / 2) / 4
    for other in view.on_table():
        if other.side == model.side:
            apart = abs(other.pose.x - pose.x)
            room = SPREAD if other.capital and model.capital else CROWD
            if apart < room:
                worth -= CROWDED * (room - apart)
    for other in view.on_table():
        if other.side == 1 - model.side and abs(other.pose.x - pose.x) < SPREAD:
            worth += OPPOSITE
    return worth


def outpost(view: State, model: Model) -> float:
    pose, worth = model.pose, 0.0
    friends = [each for each in view.on_table() if each.side == model.side and not each.card.station]
    for other in friends:
        apart, room = pose.distance_to(other.pose), SPREAD if other.capital and model.capital else CROWD
        worth -= CROWDED * max(0.0, room - apart) + TOGETHER * apart / len(friends)
    return worth - abs(min(_to_enemy(view, model), default=ENGAGED) - ENGAGED) / 4


def homeward(view: State, model: Model, worth: float) -> float:
    out = way_out(view, model) if worth > 0 else None
    return -worth * way_to(model, out.x, out.y) / GOAL_DISTANCE if out is not None else 0.0


def _to_enemy(view: State, model: Model) -> list[float]:
    x, y = model.pose[:2]
    found = [model.pose.distance_to(each.pose) for each in view.on_table() if each.side == 1 - model.side]
    boxes = [region.box for region in zones(view, 1 - model.side)]
    return found or [Pose((a + c) / 2, (b + d) / 2).distance_to(Pose(x, y)) for a, b, c, d in boxes]


def site(view: State, side: int, point: Point) -> float:
    here = Pose(*point, 0)
    home = HOME if side == 0 else view.height - HOME
    own = [Pose(each.x, each.y, 0) for each in beacons(view) if each.side == side]
    worth = -abs(point[1] - home) / 4 - abs(point[0] - view.width / 2) / 8
    if blind(view, side):
        worth = -CENTRAL * here.distance_to(Pose(view.width / 2, view.height / 2))
    worth -= sum(here.distance_to(each) for each in own) / (4 * len(own)) if own else 0.0
    kinds = rulebook(view).terrain
    met = [
        each for each in view.terrain.values() if kinds[each.kind].solid or kinds[each.kind].ac
        if any(within(part, each.pose, POINT, here, ZONES_NEAR) for part in each.outline)
    ]  # fmt: skip
    return worth - CLUTTERED * len(met)


# --- Table edges ---

FASTER = 0.15
BLURRED = 0.01


def stopped_at(state: State, model: Model) -> Model:
    return moved_off_planets(state, model) if model.capital else model


def lost_at(state: State, model: Model) -> bool:
    return extends_off_table(model.base, model.pose, state.width, state.height) and may_leave_here(state, model)


def may_leave_at(state: State, model: Model) -> bool:
    return refuse_leaving(state, model) is None


def drifted(state: State, ship: Model, after: Pose, escapes: bool = False) -> Pose | None:
    if not extends_off_table(ship.base, after, state.width, state.height):
        return after
    there = ship.at(after)
    if may_leave_here(state, there):
        return after if escapes and may_leave_at(state, there) else None
    return moved_off_planets(state, there).pose


def at_edge(state: State, model: Model) -> float:
    book = rulebook(state)
    if not book.edges:
        return 0.0
    worth = FASTER * planet_speed_bonus(state, model) if model.capital else 0.0
    air = [piece for piece in state.terrain.values() if book.terrain[piece.kind].blurs]
    if any(touches_piece(model, piece) for piece in air):
        worth += BLURRED * model.card.tv
    return worth


# --- Mines ---


def lies_in_wait(model: Model) -> bool:
    return not model.card.speed and not model.capital and model.on_table


def mines(state: State, model: Model) -> list[Watcher]:
    if not any(lies_in_wait(each) for each in state.models.values()):
        return []
    return [each for each in watching(state, model) if lies_in_wait(each.model)]


def trips(model: Model, mine: Watcher, legs: Sequence[tuple[Pose, Pose]], end: Pose) -> bool:
    base, lying = model.base, mine.model
    for before, after in legs:
        dx, dy = after.x - before.x, after.y - before.y
        if first_touch(base, before, dx, dy, lying.base, lying.pose, mine.reach) is not None:
            return True
    was, there = (within(base, pose, lying.base, lying.pose, mine.reach) for pose in (model.pose, end))
    return there and not was


# --- Hazards ---

MINE = 4.0
PASSING = 0.5
IN_HAZARD = 0.08

Legs = list[tuple[Pose, Pose]]


def dangers(state: State, model: Model, end: Pose, legs: Legs) -> float:
    if end == model.pose and not legs:
        return 0.0
    cost = MINE * sum(trips(model, mine, legs, end) for mine in mines(state, model))
    there, into = model.at(end), False
    for piece in hazards(state, model):
        if touches_piece(model, piece):
            cost += strike_cost(state, model, piece)
        elif touches_piece(there, piece):
            into = True
        else:
            cost += PASSING * any(_comes_to(model, piece, *leg) for leg in legs)
    return cost + IN_HAZARD * model.card.tv * into


def strike_cost(state: State, model: Model, piece: Terrain) -> float:
    rating = rulebook(state).terrain[piece.kind].rating(model.capital)
    return bare_share(state, model, Pool(rating).normal()) * model_value(model)


def _comes_to(model: Model, piece: Terrain, before: Pose, after: Pose) -> bool:
    dx, dy = after.x - before.x, after.y - before.y
    return first_touch_outline(model.base, before, dx, dy, piece.outline, piece.pose) is not None


# --- Poses ---

DOOM = 1000.0
CLOSING = 0.25
BOW = 1.5
SHIP_RANGE, SQUADRON_RANGE = 7.0, 11.0
EXPOSED = {"fore": 0.0, "port": 0.02, "starboard": 0.02, "aft": 0.05}
SEEN = 15.0
UNDER_GUNS = 0.04
VEILED = 0.02
SAFE = 12.0
DRIFT_TURNS = (0, 45, -45, 20, -20)


class Drift(NamedTuple):
    least: float
    turns: int
    escapes: bool


def standing(state: State, model: Model, escape: float = 0.0) -> float:
    foes = [each for each in enemies(state, model) if not lies_in_wait(each)]
    worth = -DOOM if _doomed(state, model, escape > 0) else 0.0
    if lost_at(state, model):
        worth += escape if escape and may_leave_at(state, model) else -DOOM
    if model.is_crippled:
        worth += _flight(model, foes)
    elif not escape:
        worth += _closing(model, foes)
    worth -= model.card.tv * _exposure(model, foes)
    return worth + _cover(state, model) + at_edge(state, model)


def _closing(model: Model, foes: list[Model]) -> float:
    if not foes:
        return 0.0
    wanted = SHIP_RANGE if model.capital else SQUADRON_RANGE
    apart, nearest = min(((model.pose.distance_to(other.pose), other) for other in foes), key=lambda each: each[0])
    worth = -CLOSING * abs(apart - wanted)
    if model.capital:
        ahead = model.pose.advanced(1.0)
        worth += BOW * (apart - ahead.distance_to(nearest.pose))
    return worth


def _flight(model: Model, foes: list[Model]) -> float:
    apart = min((model.pose.distance_to(other.pose) for other in foes), default=SAFE)
    return min(apart, SAFE)


def _exposure(model: Model, foes: list[Model]) -> float:
    cost = 0.0
    for other in foes:
        apart = model.pose.distance_to(other.pose)
        if apart > SEEN:
            continue
        if model.capital:
            cost += EXPOSED[main_arcs(model.base, model.pose, other.base, other.pose)[0]]
        elif other.capital and other.rating("defense") and apart < model.card.signature + other.base.inner:
            cost += UNDER_GUNS
    return cost


def _cover(state: State, model: Model) -> float:
    kinds = rulebook(state).terrain
    veiled = any(kinds[piece.kind].veils and touches_piece(model, piece) for piece in state.terrain.values())
    return VEILED * model.card.tv if veiled else 0.0


def _doomed(state: State, ship: Model, escapes: bool) -> bool:
    if not ship.capital:
        return False
    least, _, turns = fixed_limits(state, ship)
    return least > 0 and not _survives(state, ship, ship.pose, Drift(least, turns, escapes), 2)


def _survives(state: State, ship: Model, pose: Pose, drift: Drift, depth: int) -> bool:
    if depth == 0:
        return True
    for angle in DRIFT_TURNS if drift.turns else (0,):
        after = drifted(state, ship, pose.turned(angle).advanced(drift.least), drift.escapes)
        if after is not None and _survives(state, ship, after, drift, depth - 1):
            return True
    return False


# --- Actions: evasion and speed ---


def hard_burn(view: State, ship: Model) -> float:
    if (home := _home(view, ship)) > 0:
        return home
    if nearest_enemy(view, ship) < VERY_FAR or fire_now(view, ship) > IDLE:
        return 0.0
    burning = HardBurn.begun(ship)
    ahead = burning.at(ship.pose.advanced(fixed_limits(view, burning).least))
    return 1.5 if standing(view, ahead) > -100.0 and nearest_enemy(view, ahead) < nearest_enemy(view, ship) else 0.0


def _home(view: State, ship: Model) -> float:
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
    if fire_now(view, ship) > IDLE or Stealthed.holds(ship):
        return 0.0
    threats = [e for e in enemies(view, ship) if apart(ship, e) < 30.0 and _has_missiles(e)]
    return 0.8 + 0.1 * len(threats) if threats else 0.0


def _has_missiles(model: Model) -> bool:
    return any(m.weapon.missile and m.id not in model.damaged for m in model.card.mounts)


def evade(view: State, ship: Model) -> float:
    return 0.9 if fire_now(view, ship) < IDLE and nearest_enemy(view, ship) > FAR else 0.0


def deploy_decoy_drones(view: State, ship: Model) -> float:
    near = [e for e in enemies(view, ship) if apart(ship, e) < 18.0]
    return 0.7 * len(near) if len(near) > 1 and fire_now(view, ship) < 2.0 else 0.0


def deploy_debris_field(view: State, ship: Model) -> float:
    behind = ship.pose.advanced(-6.0)
    near = [e for e in enemies(view, ship) if abs(e.pose.x - behind.x) < 4.0 and abs(e.pose.y - behind.y) < 4.0]
    return 1.1 * len(near)


# --- Values of actions ---

Worth = Callable[[State, Model], float]

ACTIONS: tuple[Worth, ...] = (
    withdraw, damage_control, purge_airlocks, resupply, board, ram, combined_attack, suppressing_fire, long_shot,
    overdrive, hard_burn, silent_running, evade, deploy_decoy_drones, deploy_debris_field, drone_command, tug,
    vector_attack, lay_mines, search, mine,
)  # fmt: skip
VALUES: dict[str, Worth] = {function.__name__.replace("_", " "): function for function in ACTIONS}


# --- Launches ---


def launch(view: State, squadron: Model) -> float:
    return -CLOSING * nearest_enemy(view, squadron)


# --- Values of moves ---

IN_THE_WAY = 8.0
BOARDERS = 8.0
HULL = 1.5


@dataclass(frozen=True, slots=True)
class Outlook:
    worth: float
    offense: float


def outlook(menu: NextOrder, end: Pose, legs: Legs, aims: Aims = NONE) -> Outlook:
    state, there = menu.state, stopped_at(menu.state, menu.model.at(end))
    fires = volleys(state, there, menu.free_mounts(), menu.act.used, aims.prey)
    shots = offense(fires, fire_control_left(state, there))
    worth = shots + standing(state, there, aims.escape) + drawn(aims.goals, there)
    worth -= dangers(state, menu.model, there.pose, legs)
    if ids_in_contact(state, there):
        worth -= IN_THE_WAY
    if menu.act.action == Board.name and not menu.act.resolved and in_boarding_range(state, there):
        worth += BOARDERS
    if aims.escape and _gets_away(menu, there):
        worth += aims.escape
    return Outlook(worth, shots)


def _gets_away(menu: NextOrder, there: Model) -> bool:
    waiting = menu.act.action == Withdraw.name and not menu.act.resolved
    return waiting and Withdraw().refuse_resolve(menu.state, there) is None


def free_place(view: State, model: Model, end: Pose, hull: bool) -> float:
    legs = [(model.pose, end)] if end != model.pose else []
    return standing(view, model.at(end)) - dangers(view, model, end, legs) + (HULL if hull else 0.0)


# --- Terrain setup ---

SHELTERED = 0.005
HASTENED = 0.15
STRUCK = 0.01


def ground(view: State, side: int, card: TerrainCard, pose: Pose) -> float:
    near = 1.0 - 2.0 * pose.y / view.height
    return usefulness(view, side, card) * (near if deployment_heading(side) == 0 else -near)


def lie_of(view: State, side: int, part: Region) -> float:
    pieces = [each for each in view.terrain.values() if part.holds(POINT, Pose(each.pose.x, each.pose.y))]
    return sum(usefulness(view, side, each) for each in pieces)


def usefulness(view: State, side: int, piece: TerrainCard | Terrain) -> float:
    kind, mine = rulebook(view).terrain[piece.kind], view.side_models(side)
    ships = sum(model.card.tv for model in mine if model.capital)
    squadrons = sum(model.card.tv for model in mine if not model.capital)
    cover = VEILED * kind.veils + SHELTERED * kind.shelters
    return cover * (ships + squadrons) + HASTENED * kind.hastens - STRUCK * (kind.ac * ships + kind.as_ * squadrons)


# --- Urgency ---

ESCAPE = 1000.0


def urgency(view: State, model: Model) -> float:
    if model.is_crippled:
        return ESCAPE
    return fire_from(view, model, ratings.fire_control(view, model)) + max(0.0, leaving(view, model))


# --- Activation ---


def most_urgent(decision: ChooseModel, view: State) -> Activate:
    best = max(eligible(view, decision.side), key=lambda model: urgency(view, model))
    return Activate(best.id)


# --- Tokens of squadrons ---

POD = 1.5
NEAR = 6.0


def issue(decision: IssueTokens, view: State) -> Issue:
    return max((option.answer for option in decision.options()), key=lambda each: _toughness(view, each))


def take(decision: ListDecision[Answer], view: State) -> Answer:
    taking, squadron = decision.stake, view.models[decision.subject]
    if not isinstance(taking, Taking):
        return decision.default()
    ship, best, answer = view.models[taking.ship], LITTLE, decision.default()
    for option in decision.listed:
        if isinstance(option.answer, TakeAlong) and option.answer.count:
            worth = along(view, squadron, ship, taking.token, option.answer.count)
            if worth > best:
                best, answer = worth, option.answer
    return answer


def refine(decision: ListDecision[Answer], view: State) -> Answer:
    squadron = view.models[decision.subject]
    tokens = [each.token for each in rulebook(view).clauses if isinstance(each, MineComet)]
    spare = tokens and last_one(view, squadron, tokens[0]) < POD
    return Refine() if spare else Keep()


def draw_on(decision: ListDecision[Answer], view: State) -> Answer:
    pod, squadron = Tap(FUEL_POD), view.models[decision.subject]
    if all(option.answer != pod for option in decision.listed):
        return Keep()
    useful = nearest_enemy(view, squadron) <= squadron.card.speed + NEAR or mining(view, squadron) > LITTLE
    return pod if useful or escape(view, squadron) > 0 else Keep()


def _toughness(view: State, issue: Issue) -> int:
    shares: list[tuple[Model, int]] = [
        (view.models[ident], count) for ident, count in zip(issue.models, issue.counts, strict=True)
    ]
    return sum(count * len(model.boxes("structure")) for model, count in shares if model.capital)


# --- Declarations ---

FAR_FROM_SQUADRON = 10.0
BOOST_INCHES = 3.0
MARGIN = 0.4
ERRANDS = (Withdraw.name, Search.name, Mine.name, Board.name)


@dataclass(frozen=True, slots=True)
class Raid:
    action: str
    target: str
    boost: int
    worth: float


def declaration(decision: Declare, view: State) -> Declaration:
    model = decision.model
    if model.capital:
        return _ship(view, model)
    if decision.must_bomb:
        return decision.default()
    if model.aboard:
        return Declaration(DECLARATIONS_NONE, 0)
    errand = _best(view, model, ERRANDS)
    if not weary(model):
        sought = _raid(decision, view, max(0.0, errand[0], escape(view, model)))
        if sought is not None:
            return sought
    if errand[0] > 0:
        return Declaration(errand[1], 0)
    if model.rating("structure") == 1 and _may_ram(view, model):
        return Declaration(Ram.name, 0)
    boost = _exit_boost(view, model, decision.most_boost) or _boost(view, model, decision.most_boost)
    evade = refuse_action(view, model, Evade.name) is None and ratings.fire_control(view, model) == 1
    return Declaration(Evade.name if evade and not boost else DECLARATIONS_NONE, boost)


def _ship(view: State, ship: Model) -> Declaration:
    best, name = _best(view, ship, VALUES)
    if best <= 0:
        return Declaration(DECLARATIONS_NONE, 0)
    return Declaration(name, 0, "sensors" if name == Overdrive.name else None)


def _best(view: State, model: Model, names: Iterable[str]) -> tuple[float, str]:
    found = [(VALUES[name](view, model), name) for name in names if _may(view, model, name)]
    return max(found, default=(0.0, DECLARATIONS_NONE))


def _may(view: State, model: Model, name: str) -> bool:
    return name in rulebook(view).actions and refuse_action(view, model, name) is None


def _raid(decision: Declare, view: State, errand: float) -> Declaration | None:
    model = decision.model
    found = [*_bombing(view, model, decision.most_boost), *_catching(view, model, decision.most_boost)]
    if not found:
        return None
    best = max(found, key=lambda each: each.worth)
    if best.worth < MARGIN + standing_off(view, model) + errand + truce(view, model.side):
        return None
    return Declaration(best.action, best.boost, best.target if best.action == Interception.name else None)


def _in_flight(view: State, model: Model, most: int, capital: bool) -> list[tuple[int, Model]]:
    found = []
    for inches, other in enemies_within(view, model, model.card.speed + BOOST_INCHES * most, capital)[:NEAREST]:
        boost = _boost_for(inches, model.card.speed, most)
        if boost is not None:
            found.append((boost, other))
    return found


def _boost_for(inches: float, speed: float, most: int) -> int | None:
    for burnt in range(most + 1):
        if inches <= speed + BOOST_INCHES * burnt - 0.05:
            return burnt
    return None


def _bombing(view: State, model: Model, most: int) -> list[Raid]:
    near = _in_flight(view, model, most, True)
    return [Raid(Bombing.name, ship.id, boost, bombing(view, model, ship, boost)) for boost, ship in near]


def _catching(view: State, model: Model, most: int) -> list[Raid]:
    if not may_intercept(view, model):
        return []
    near = [each for each in _in_flight(view, model, most, False) if each[0] < shared_fuel(view, model)]
    return [Raid(Interception.name, other.id, boost, catching(view, model, other, boost)) for boost, other in near]


def _may_ram(view: State, model: Model) -> bool:
    if refuse_action(view, model, Ram.name) is not None:
        return False
    home = any(ship.capital and refuse_aboard(view, model, ship) is None for ship in view.on_table())
    near = any(apart(model, ship) <= model.card.speed - 0.1 for ship in enemies(view, model, True))
    return near and not home


def _exit_boost(view: State, squadron: Model, most: int) -> int:
    out = way_out(view, squadron) if escape(view, squadron) > 0 else None
    if out is None:
        return 0
    needed = _boost_for(way_to(squadron, out.x, out.y), squadron.card.speed, most)
    return most if needed is None else needed


def _boost(view: State, squadron: Model, most: int) -> int:
    if nearest_enemy(view, squadron) <= squadron.card.speed + FAR_FROM_SQUADRON or most < 1:
        return 0
    return max(0, min(most, squadron.unmarked("fuel") - 1))


# --- Deployment ---

EDGE = 5.0
TURNED = (0, 90, 270, 180)
WEIGHED, BEACONS_WEIGHED = 40, 60


def spot(decision: Deploy, view: State) -> Answer | None:
    model = max(decision.models, key=lambda each: each.card.tv)
    if not model.capital:
        special = _with_ship(decision, view, model)
        if special is not None:
            return special
    best: tuple[float, Pose] | None = None
    strip, away = across(view, model.side), retreat(view, model)
    for pose in _in_strip(view, model, strip, away > 0) if strip is not None else _in_zones(view, model):
        there = model.at(pose)
        worth = (berth if strip is not None else outpost)(view, there) + homeward(view, there, away)
        if (best is None or worth > best[0]) and decision.judge(Place(model.id, *pose)) is None:
            best = (worth, pose)
    if best is None:
        return None
    pose = best[1]
    alike = [each.id for each in decision.models if each is not model and each.card.key == model.card.key]
    formed = Place(model.id, *pose, tuple(alike[:1]))
    return formed if alike and decision.judge(formed) is None else Place(model.id, *pose)


def _with_ship(decision: Deploy, view: State, model: Model) -> Answer | None:
    for option in decision.beside(model):
        match option.answer:
            case PlaceEscort() if guard(view, model):
                return option.answer
            case Embark(_, ship) if launch_reach(view, view.models[ship]).fore:
                return option.answer
    return None


def across(view: State, side: int) -> Rect | None:
    own = zones(view, side)
    zone = own[0] if len(own) == 1 else None
    if not isinstance(zone, Rect) or heading_at(view, side, zone.outline[0]) != deployment_heading(side):
        return None
    return zone


def _in_zones(view: State, model: Model) -> list[Pose]:
    return [
        Pose(pose.x, pose.y, heading_at(view, model.side, pose[:2]))
        for zone in zones(view, model.side) for pose in _thinned(list(spots(view, model, (zone,))))
    ]  # fmt: skip


def _thinned(places: list[Pose]) -> list[Pose]:
    return places[:: max(1, len(places) // WEIGHED)]


def corner(decision: ListDecision[Answer], view: State) -> Answer:

    def worth(answer: Answer) -> float:
        own = answer.corner if isinstance(answer, ChooseCorner) else ""
        mine, theirs = (lie_of(view, decision.side, quarter(view, each)) for each in (own, ZONES_OPPOSITE[own]))
        return mine - theirs

    return max((option.answer for option in decision.listed), key=worth)


def beacon(decision: PlaceBeacon, view: State) -> SetBeacon | None:
    free = beacon_places(view, decision.side)
    some = free if blind(view, decision.side) else islice(free, BEACONS_WEIGHED)
    best = max(some, key=lambda point: (site(view, decision.side, point), point), default=None)
    return SetBeacon(*best) if best is not None else None


def _in_strip(view: State, model: Model, zone: Rect, leaves: bool) -> list[Pose]:
    left, bottom, right, top = zone.box
    turned = deployment_heading(model.side)
    depth = model.base.reach + (1.5 if model.capital else 0.1)
    rows = [top - depth, bottom + depth] if turned == 0 else [bottom + depth, top - depth]
    width = int(right - left - 2 * EDGE)
    poses = [(rows[0], turned)]
    if leaves:
        poses += [(rows[1], (turned + angle) % 360) for angle in _turns(view, model.at(Pose(left, rows[1], turned)))]
    return [Pose(left + EDGE + step, y, heading).rounded() for y, heading in poses for step in range(width + 1)]


def _turns(view: State, model: Model) -> tuple[int, ...]:
    if not model.capital:
        return (0,)
    return TURNED if fixed_limits(view, model).least <= 0 else TURNED[:-1]


# --- Close fights ---


def plan(decision: PlanFight, view: State, seed: int) -> SecretPlan:
    mine, theirs = telling_plans(decision.fight), telling_plans(decision.foes)
    frequencies, _ = solve(payoff(decision.fight, mine, theirs))
    rng = Random(blake2b(f"{seed} {view.digest()}".encode(), digest_size=8).digest())
    return mine[draw(frequencies, rng)]


# --- Launches of squadrons ---

DRONE_RANGE = 16.0


def launch_out(menu: NextOrder) -> Answer | None:
    state, model = menu.state, menu.model
    if (weary(model) or waits_aboard(state, model)) and menu.judge(End()) is None:
        return End()
    found = [option.answer for option in menu.options_of(Launch)]
    return max(found, key=lambda each: (launch(state, model.at(each.pose)), len(each.partners)), default=None)


def drones(menu: NextOrder) -> LaunchDrone | None:
    state, model = menu.state, menu.model
    if nearest_enemy(state, model) > DRONE_RANGE:
        return None
    found = [option.answer for option in menu.options_of(LaunchDrone)]
    cards = {card.key: card for card in state.drone_cards}
    return max(found, key=lambda each: (cards[each.card].drone_class or 0, each.card), default=None)


# --- Declared actions of squadrons, and landing ---

NEAREST = 4


def close_in(menu: NextOrder) -> Answer | None:
    act, model = menu.act, menu.model
    if model.capital:
        return _run_into(menu) if act.action == Ram.name and not act.resolved else None
    if model.aboard:
        return launch_out(menu)
    if act.action in (Bombing.name, Interception.name, Ram.name) and not act.resolved:
        if menu.judge(Resolve()) is None:
            return Resolve()
        return _fly_to(menu, [act.target] if act.target else _ships_to_bomb(menu))
    if act.action == Mine.name and not act.resolved:
        if menu.judge(Resolve()) is None:
            return Resolve()
        if way := _fly_to(menu, [piece.id for _, piece in sorted(seams(menu.state, model), key=_by_distance)]):
            return way
    if act.landed:
        return None
    if wanted := [ship for ship, _ in havens(menu.state, model)]:
        return _land(menu, wanted)
    return _way_home(menu) if weary(model) else None


def _run_into(menu: NextOrder) -> Answer | None:
    ship, forward = menu.model, menu.envelope().forward
    end = ship.pose.advanced(forward)
    dx, dy = end.x - ship.pose.x, end.y - ship.pose.y
    for other in enemies(menu.state, ship, True) if forward > 0 else ():
        touch = first_touch(ship.base, ship.pose, dx, dy, other.base, other.pose)
        move = Move(round(touch, 3)) if touch is not None else None
        if move is not None and menu.judge(move) is None:
            return move
    return None


def _by_distance(seam: tuple[float, Terrain]) -> tuple[float, str]:
    return round(seam[0], 4), seam[1].id


def _ships_to_bomb(menu: NextOrder) -> list[str]:
    state, model = menu.state, menu.model
    near = enemies_within(state, model, menu.envelope().forward + 0.1, True)[:NEAREST]
    value = {ship.id: bombing_at_hand(state, model, ship) for _, ship in near}
    return sorted(value, key=lambda ident: (-value[ident], ident))


def _fly_to(menu: NextOrder, idents: list[str]) -> Answer | None:
    forward = menu.envelope().forward
    for ident in idents:
        pose = flight_to(menu.state, menu.model, ident, forward)
        if pose is not None:
            return Fly(((pose.x + 0.0, pose.y + 0.0),))
    return None


def _way_home(menu: NextOrder) -> Answer | None:
    state, model = menu.state, menu.model
    ships = [s for s in state.on_table() if s.capital and refuse_aboard(state, model, s) is None and not s.is_crippled]
    return _land(menu, sorted(ships, key=lambda ship: apart(model, ship)))


def _land(menu: NextOrder, ships: list[Model]) -> Answer | None:
    for ship in ships:
        if menu.judge(Land(ship.id)) is None:
            return Land(ship.id)
    return _fly_to(menu, [ship.id for ship in ships])


# --- Choice of terrain ---

MAX_TERRAIN_PLACES = 8


def lay(decision: PlaceTerrain, view: State) -> Lay | None:
    found = [
        (ground(view, decision.side, card, pose), Lay(card.id, *pose))
        for card in decision.pool for pose in islice(decision.places(card), MAX_TERRAIN_PLACES)
    ]  # fmt: skip
    return max(found, key=lambda each: each[0])[1] if found else None


# --- Moves ---

TURNS = (0, 22, -22, 45, -45)
AFTER, AFTER_TURN = (0, 22, -22, 45, -45), (0, 45, -45)
SHARES = (0.0, 0.5, 1.0)
RINGS = (2.6, 4.6, 7.5)
AROUND = 8
BESIDE = 0.5
SHORT = 0.05
GAIN = 0.05


Step = Move | Turn | Fly


class Way(NamedTuple):
    first: Step | None
    end: Pose
    legs: Legs


@dataclass(frozen=True, slots=True)
class Plan:
    answer: Step | None
    offense: float


def next_move(menu: NextOrder, aims: Aims = NONE) -> Plan | None:
    envelope = menu.envelope()
    found = (_ship_ways if envelope.capital else _flights)(menu.state, menu.model, envelope, aims.goals)
    ways = [way for way in found if way.first is None or menu.judge(way.first) is None]
    if not ways or all(way.first is None for way in ways):
        return None
    plans = [(way.first, outlook(menu, way.end, way.legs, aims)) for way in ways]
    best = max(plans, key=lambda plan: plan[1].worth)
    stay = next((plan for plan in plans if plan[0] is None), None)
    answer, promise = stay if stay is not None and best[1].worth < stay[1].worth + GAIN else best
    return Plan(answer, promise.offense)


def _ship_ways(state: State, ship: Model, envelope: RemainingMovement, goals: tuple[Goal, ...] = ()) -> Iterator[Way]:
    start = ship.pose
    if envelope.least <= 0:
        yield Way(None, start, [])
    for first in TURNS if envelope.turns and not envelope.turns_end_move and not envelope.needs_test else (0,):
        turned = start.turned(first)
        for inches in (*_runs(envelope), *_stops(state, ship.at(turned), envelope, goals)):
            moved = turned.advanced(inches)
            left = envelope.turns - (1 if first else 0)
            again = left > 0 and not envelope.needs_test
            for last in _after(again, first):
                if first or inches > 0 or last:
                    yield Way(_first(first, inches, last), moved.turned(last), [(turned, moved)])
    if envelope.reverse > 0:
        back = start.advanced(-envelope.reverse)
        yield Way(Move(-envelope.reverse), back, [(start, back)])


def _runs(envelope: RemainingMovement) -> Iterator[float]:
    for share in SHARES if envelope.forward > 0 else (0.0,):
        yield round(envelope.least + share * (envelope.forward - envelope.least), 2)


def _stops(state: State, ship: Model, envelope: RemainingMovement, goals: tuple[Goal, ...]) -> Iterator[float]:
    end = ship.pose.advanced(envelope.forward + BESIDE)
    for goal in goals:
        other = state.models.get(goal.beside)
        if other is not None and envelope.forward > 0:
            dx, dy = end.x - ship.pose.x, end.y - ship.pose.y
            touch = first_touch(ship.base, ship.pose, dx, dy, other.base, other.pose)
            if touch is not None and envelope.least <= touch - BESIDE <= envelope.forward:
                yield round(touch - BESIDE, 2)


def _after(again: bool, first: int) -> tuple[int, ...]:
    if not again:
        return (0,)
    return AFTER_TURN if first else AFTER


def _first(first: int, inches: float, last: int) -> Step:
    if first:
        return Turn(first)
    return Move(inches) if inches > 0 else Turn(last)


def _flights(state: State, squadron: Model, envelope: RemainingMovement, goals: tuple[Goal, ...] = ()) -> Iterator[Way]:
    start = squadron.pose
    yield Way(None, start, [])
    foes = sorted((start.distance_to(other.pose), other.id, other) for other in enemies(state, squadron))
    for apart, _, other in foes[:NEAREST]:
        for x, y in _goals(start, other.pose, apart, envelope.forward):
            end = Pose(round(x, 2), round(y, 2), start.heading)
            if 0.6 < end.x < state.width - 0.6 and 0.6 < end.y < state.height - 0.6:
                yield Way(Fly(((end.x, end.y),)), end, [(start, end)])
    for goal in goals:
        way = Pose(goal.x, goal.y, start.heading)
        share = min(1.0, (envelope.forward - SHORT) / (start.distance_to(way) or 1.0))
        if share > 0:
            end = start.moved(share * (way.x - start.x), share * (way.y - start.y)).rounded()
            yield Way(Fly(((end.x, end.y),)), end, [(start, end)])


def _goals(start: Pose, enemy: Pose, apart: float, reach: float) -> Iterator[tuple[float, float]]:
    for ring in RINGS:
        for number in range(AROUND):
            side = Pose(enemy.x, enemy.y, number * 360 // AROUND).advanced(ring)
            if start.distance_to(side) <= reach:
                yield side.x, side.y
    if apart > 0:
        for share in (0.5, 0.98):
            step = min(reach * share, max(0.0, apart - RINGS[0]))
            yield start.x + (enemy.x - start.x) / apart * step, start.y + (enemy.y - start.y) / apart * step


# --- Reactions to a move ---

WORTHWHILE = 0.2


def react(decision: Reactions, view: State) -> Reply:
    meant = _meant(decision, view)
    if not meant:
        return Decline()
    first = min(meant, key=lambda each: (each.inches, each.rank, -meant[each]))
    return first.answer


def _meant(decision: Reactions, view: State) -> dict[Chance, float]:
    peace = truce(view, decision.side)
    worth = {each: chance_worth(decision, view, each) - peace for each in decision.chances}
    hunts = [each for each in worth if each.rank == INTERCEPTION and worth[each] > WORTHWHILE]
    found = {each: worth[each] for each in hunts if each is max(hunts, key=lambda one: worth[one])}
    shots = [each for each in worth if each.rank != INTERCEPTION and worth[each] > 0]
    for ident in dict.fromkeys(each.ident for each in shots):
        own = sorted((each for each in shots if each.ident == ident), key=lambda each: -worth[each])
        found |= {each: worth[each] for each in own[: fire_control_left(view, view.models[ident])]}
    return found


# --- Decisions with a short list ---

ELSEWHERE: dict[str, Callable[[ListDecision[Answer], State], Answer]] = {
    "along": take, "refine": refine, "tap": draw_on, "corner": corner,
}  # fmt: skip


def pick(decision: ListDecision[Answer], view: State) -> Answer:
    if isinstance(decision, Reactions):
        return react(decision, view)
    if decision.kind == "evasion":
        return _fuel(decision, view)
    if decision.kind == "critical":
        return _critical(decision, view)
    if decision.kind in ("missile", "vector", "command", "supply"):
        return _willing(decision, view)
    if decision.kind in ELSEWHERE:
        return ELSEWHERE[decision.kind](decision, view)
    if decision.kind == "commit":
        return _commit(decision, view)
    if decision.kind == "mine":
        return max((each.answer for each in decision.listed), key=_fuel_bid)
    if decision.kind == "firefight":
        return _firefight(decision, view)
    if decision.kind == "edge":
        return _edge(decision, view)
    if decision.kind == "suppressed":
        return _suppressed(decision, view)
    return decision.default()


def _edge(decision: ListDecision[Answer], view: State) -> Answer:
    foes = [each for each in view.on_table() if each.side == 1 - decision.side]

    def flight(answer: Answer) -> float:
        way = answer.edge if isinstance(answer, ChooseEdge) else ""
        return sum(each.open_card.tv * edge_gap(view, each, way) for each in foes)

    return max((option.answer for option in decision.listed), key=flight)


def _fuel_bid(answer: Answer) -> int:
    return answer.fuel if isinstance(answer, CutOut) else 0


def _firefight(decision: ListDecision[Answer], view: State) -> Answer:
    ship = view.models[decision.subject]
    ours, theirs = ship.rating("marines"), boarders(ship)
    if decision.side == ship.side:
        return Engage() if ours >= theirs else HoldSystems()
    return Engage() if theirs >= ours else Sabotage()


def _commit(decision: ListDecision[Answer], view: State) -> Answer:
    ship = view.models[decision.stake.target] if isinstance(decision.stake, DamageContext) else None
    if ship is None or ship not in objects(view):
        return decision.default()
    most = wanted(view, ship, decision.side)
    able = [each.answer for each in decision.listed if isinstance(each.answer, Commit) and each.answer.marines <= most]
    return able[0] if able else decision.default()


def _suppressed(decision: ListDecision[Answer], view: State) -> Answer:
    ship = view.models[decision.subject]
    return Heed() if ratings.thrusters(view, ship) > 0 else Defy()


def _willing(decision: ListDecision[Answer], view: State) -> Answer:
    able = [option.answer for option in decision.listed if not isinstance(option.answer, Decline | Enough)]
    return able[-1] if decision.kind == "missile" else able[0]


def free_move(decision: FreeMove, view: State) -> Answer:
    model = decision.model
    best: tuple[float, Answer] | None = None
    for option in decision.options():
        value = free_place(view, model, _goal(model, option.answer), isinstance(option.answer, Assault))
        if best is None or value > best[0]:
            best = value, option.answer
    return best[1] if best is not None else decision.default()


def _goal(model: Model, answer: Answer) -> Pose:
    match answer:
        case Assault():
            return answer.pose
        case Fly(path):
            return Pose(*path[-1], model.pose.heading)
    return model.pose


def _fuel(decision: ListDecision[Answer], view: State) -> Answer:
    model = view.models[decision.subject]
    return SpendFuel() if model.activated or fuel(model) > 1 else Keep()


def _critical(decision: ListDecision[Answer], view: State) -> Answer:
    target = view.models[decision.subject]
    for option in decision.listed:
        match option.answer:
            case Damage(rating) if rating != "marines" and target.unmarked(rating) == 1:
                return option.answer
    return decision.default()


# --- Attacks ---

WORTH_A_NUKE = 3.0
WORTH_FIRING = 0.05


@dataclass(frozen=True, slots=True)
class Shot:
    answer: Attack | Defend
    total: float


def best_attack(menu: NextOrder, aims: Aims = NONE) -> Shot | None:
    if menu.leaving() is not None:
        return None
    fires = volleys(menu.state, menu.model, menu.free_mounts(), menu.act.used, aims.prey)
    total = offense(fires, fire_control_left(menu.state, menu.model))
    return Shot(fires[0].answer, total) if total > WORTH_FIRING + aims.truce else None


def best_nuke(menu: NextOrder, aims: Aims = NONE) -> FireNuke | None:
    best: tuple[float, FireNuke] | None = None
    if menu.model.aboard or fire_control_left(menu.state, menu.model) < 1:
        return None
    for answer in menu.choices_of(FireNuke):
        value = burst(menu.state, menu.model, answer)
        if value > WORTH_A_NUKE + aims.truce and (best is None or value > best[0]) and menu.judge(answer) is None:
            best = value, answer
    return best[1] if best is not None else None


# --- Orders ---

MOVE_FIRST_FACTOR = 1.1
CONTACT_ACTIONS = (Bombing.name, Interception.name)
TARGETS: dict[str, Callable[[State, Model], list[str]]] = {
    Board.name: in_boarding_reach,
    CombinedAttack.name: markable_ships,
    SuppressingFire.name: suppressible_ships,
    Ram.name: rammable_ships,
    Tug.name: draggable_models,
}


def order(menu: NextOrder) -> Answer | None:
    after = aims(menu.state, menu.model)
    special = _resolve(menu) or close_in(menu) or (drones(menu) if menu.model.capital else None)
    special = special or best_nuke(menu, after)
    if special is not None or menu.model.aboard:
        return special
    shot = best_attack(menu, after)
    plan = next_move(menu, after)
    if shot is not None and (plan is None or shot.total * MOVE_FIRST_FACTOR >= plan.offense):
        return shot.answer
    if plan is not None and plan.answer is not None:
        return plan.answer
    return shot.answer if shot is not None else menu.default()


def _resolve(menu: NextOrder) -> Answer | None:
    act = menu.act
    at_once = act.action and rulebook(menu.state).actions[act.action].at_once
    if not act.action or act.resolved or at_once or act.action in CONTACT_ACTIONS:
        return None
    targets = TARGETS.get(act.action)
    if targets is None:
        return Resolve() if menu.judge(Resolve()) is None else None
    able = (ident for ident in targets(menu.state, menu.model) if menu.judge(Resolve(ident)) is None)
    ready = {ident: _worth(menu, ident) for ident in able}
    best = max(ready, key=lambda ident: ready[ident], default="")
    return Resolve(best) if ready and ready[best] > 0 else None


def _worth(menu: NextOrder, ident: str) -> float:
    other = menu.state.models[ident]
    return boarding(menu.state, menu.model, other) if other.card.kind == OBJECT else model_value(other)


# --- Player ---


class Ensign:
    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, decision: Decision, view: State) -> Answer:
        answer = self._by_habit(decision, view)
        if answer is not None and decision.check(answer) is None:
            return answer
        return decision.default()

    def _by_habit(self, decision: Decision, view: State) -> Answer | None:
        match decision:
            case PlaceTerrain():
                return lay(decision, view)
            case PlaceBeacon():
                return beacon(decision, view)
            case IssueTokens():
                return issue(decision, view)
            case Deploy():
                return spot(decision, view)
            case ChooseModel():
                return most_urgent(decision, view)
            case Declare():
                return declaration(decision, view)
            case NextOrder():
                return order(decision)
            case PlanFight():
                return plan(decision, view, self.seed)
            case FreeMove():
                return free_move(decision, view)
            case ListDecision():
                return pick(decision, view)
        return None
