"""The value of close combat for a computer player: secret plans, dogfights, bombing, interception, and reactions.

`fight_value` values a close fight if both sides plan well. `solve` finds a mixed strategy for secret choices.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from math import inf
from random import Random

from jovian.game import Model, State
from jovian.game.answers import SecretPlan
from jovian.players.evaluation.gunnery import ShotCache, ShotValue, fire_from, shot_cache
from jovian.players.evaluation.gunnery import expected_value as gunnery_expected_value
from jovian.players.evaluation.places import enemies_within, movement_cost
from jovian.rules.actions.any_model import Ram
from jovian.rules.actions.squadron import Bombing
from jovian.rules.basics.formation import formation_members
from jovian.rules.close_combat.dogfight import (
    Fight,
    Fighter,
    close_shot,
    fighter_attacks,
    missile_arms,
    secret_plan,
    weapon_initiative,
)
from jovian.rules.close_combat.interception import INTERCEPTION, Chance, Reactions, contact_pose
from jovian.rules.damage.expected_damage import (
    DamageTable,
    Hull,
    expected_value,
    kill_by_odds,
    model_value,
    share_by_odds,
    table_and_hull,
)
from jovian.rules.rulebook.effect import AUTOFIRE, BOMBING, DOGFIGHT
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import Assessment, along_shot, assess, may_friends_matter, origin_of, split_defense
from jovian.rules.shots.shot import POINT_DEFENSE, touched_arcs
from jovian.table import Pose, approaches, length

# --- Mixed strategies ---

MIXING_ROUNDS = 300


def solve(payoff: Sequence[Sequence[float]], rounds: int = MIXING_ROUNDS) -> tuple[list[float], float]:
    """Return how often to play each row against an enemy who picks columns, and the average gain of the row player.

    `payoff[i][j]` is the gain of the row player if row i meets column j. The frequencies add up to 1. The method is
    fictitious play: each side in turn plays its best answer to the other's past choices, which converges to an
    equilibrium (Brown 1951, Robinson 1951).
    """
    columns = list(zip(*payoff, strict=True))
    gains, losses = [0.0] * len(payoff), [0.0] * len(payoff[0])
    counts = [0] * len(payoff)
    lower, upper = float("-inf"), float("inf")
    for number in range(1, rounds + 1):
        row = gains.index(max(gains))
        counts[row] += 1
        losses = [loss + more for loss, more in zip(losses, payoff[row], strict=True)]
        column = losses.index(min(losses))
        gains = [gain + more for gain, more in zip(gains, columns[column], strict=True)]
        lower, upper = max(lower, losses[column] / number), min(upper, max(gains) / number)
    return [count / rounds for count in counts], (lower + upper) / 2


def draw_index(frequencies: Sequence[float], rng: Random) -> int:
    """Return a random index with these frequencies."""
    point = rng.random()
    for index, share in enumerate(frequencies):
        point -= share
        if point < 0:
            return index
    return max(range(len(frequencies)), key=lambda i: frequencies[i])


# --- Candidate plans ---

MAX_WEAPONS = 2
"""The number of weapons to try, best first."""
FINE: tuple[float, ...] = (0.0, 1 / 3, 0.5, 2 / 3, 1.0)
COARSE: tuple[float, ...] = (0.0, 0.5, 1.0)
EVEN: tuple[float, ...] = (0.5,)
"""The tried shares of the pool that attack: for a plan, for the value of a fight, and for a quick guess."""


def candidate_plans(fight: Fight, shares: tuple[float, ...] = FINE) -> list[SecretPlan]:
    """Return a few plans: the best weapons, 0, 1, or all Fuel, and some shares of the pool that attack."""
    arms = sorted(fight.arms()[:-1], key=lambda arm: -fight.dice(arm, 0) - arm.linked)[:MAX_WEAPONS]
    bids = sorted({0, min(1, fight.max_fuel), fight.max_fuel} if shares is FINE else {0, fight.max_fuel})
    plans: list[SecretPlan] = []
    for arm in arms or fight.arms():
        for bid in bids:
            splits, pool = fight.splits(arm, bid), fight.dice(arm, bid)
            wanted = {_nearest(splits, pool * share) for share in shares}
            plans += [secret_plan(arm, bid, share) for share in sorted(wanted)]
    return plans


def _nearest(splits: list[int], wanted: float) -> int:
    return min(splits, key=lambda split: abs(split - wanted))


# --- Values of close fights ---

FUEL_WORTH = 0.15
"""TV that a bid of 1 Fuel is assumed to cost."""
FIGHT_ROUNDS = 60
"""Rounds of fictitious play: fewer than for a plan, because many fights are valued and few are planned."""


def fight_value(state: State, model: Model, enemy: Model, window: str, at_least: float = -inf) -> float:
    """Return the TV of a close fight to a model if both sides plan as well as they can.

    The value is the expected loss of the enemy minus the model's own, by the exact odds of all pairs of plans. If one
    plan of the enemy shows that the value is below `at_least`, the method stops and returns some value below it.
    """
    fight, other = Fight(state, model, enemy, window), Fight(state, enemy, model, window)
    missiles = _missiles(state, model, enemy, window) - _missiles(state, enemy, model, window)
    columns = []
    for column in _columns(fight, candidate_plans(fight, COARSE), _likely_first(other)):
        columns.append(column)
        if (bound := max(column) + missiles) < at_least:
            return bound
    _, value = solve(list(zip(*columns, strict=True)), FIGHT_ROUNDS)
    return value + missiles


def _likely_first(fight: Fight) -> list[SecretPlan]:
    """Return a few plans, those with an even split first."""
    even = candidate_plans(fight, EVEN)
    return even + [plan for plan in candidate_plans(fight, COARSE) if plan not in even]


def _missiles(state: State, model: Model, enemy: Model, window: str) -> float:
    """Return the additional TV of a declared missile against an even split."""
    missiles, other = missile_arms(state, model, enemy), Fight(state, enemy, model, window)
    if not missiles:
        return 0.0
    resist = other.dice(other.arms()[0], 0) // 2
    shots = [close_shot(state, model, arms.mounts, enemy, None, resist, window) for arms in missiles]
    return max(expected_value(state, shot) for shot in shots)


def payoff_matrix(fight: Fight, mine: list[SecretPlan], theirs: list[SecretPlan]) -> list[tuple[float, ...]]:
    """Return the TV gained for every pair of plans, with a row for each of ours."""
    return list(zip(*_columns(fight, mine, theirs), strict=True))


def _columns(fight: Fight, mine: list[SecretPlan], theirs: list[SecretPlan]) -> Iterator[list[float]]:
    """Yield the TV gained by each of our plans, for one enemy plan after the other."""
    one = _Side(fight, mine)
    two = _Side(Fight(fight.state, fight.foe, fight.model, fight.window), theirs)
    for column in range(len(theirs)):
        yield [_plan_gain(one, row, two, column) for row in range(len(mine))]


class _Side:
    """One side of a fight: the expected shares and kill chances of its weapons, by its plan and the enemy's defense."""

    def __init__(self, fight: Fight, answers: list[SecretPlan]) -> None:
        state, window = fight.state, fight.window
        group = tuple(formation_members(state, fight.model))
        fighters = [Fighter(group, fight.plan(plan), ()) for plan in answers]
        self.state, self.window, self.fighters = state, window, fighters
        self.total = _total(state, fight.model)
        self.initiatives = [weapon_initiative(state, fighter) if window == DOGFIGHT else 0 for fighter in fighters]
        """The weapon initiative of each plan, or 0 if neither side strikes first."""
        known = shot_cache(state)
        self._volleys: dict[Hashable, list[tuple[Assessment, DamageTable, Hull]]] = {}
        """The shots with their damage tables and what the target has left, by weapons and attack dice."""
        self._results: dict[Hashable, ShotValue] = known.fights.setdefault(_key(known, fight), {})

    def against(self, number: int, target: Fighter) -> ShotValue:
        """Return the share of its value that a target loses to a plan, and the probability that it is destroyed.

        The probability is 0 where neither side strikes first, because it isn't used there.
        """
        fighter = self.fighters[number]
        plan = fighter.plan
        defense = target.plan.defense
        key = plan.arms.mounts, plan.arms.linked, plan.attack, defense
        result = self._results.get(key)
        if result is None:
            share, survive = 0.0, 1.0
            for shot, table, hull in self._volley(fighter, target):
                odds = shot.odds_against(split_defense(defense))
                share += share_by_odds(odds, table, hull)
                if self.window == DOGFIGHT:
                    survive *= 1.0 - kill_by_odds(odds, table, hull)
            result = self._results[key] = min(1.0, share), 1.0 - survive
        return result

    def _volley(self, fighter: Fighter, target: Fighter) -> list[tuple[Assessment, DamageTable, Hull]]:
        """Return the attacks of a plan on a target, without the target's defense."""
        plan = fighter.plan
        key = plan.arms.mounts, plan.arms.linked, plan.attack
        attacks = self._volleys.get(key)
        if attacks is None:
            shots = fighter_attacks(self.state, fighter, target, self.window)
            attacks = self._volleys[key] = [(shot, *table_and_hull(self.state, shot)) for shot in shots]
        return attacks


def _key(known: ShotCache, fight: Fight) -> Hashable:
    """Return the cache key: all that matters for the weapons of a model against an enemy, except the plans.

    The touched arcs matter for bombing. The positions of all models matter if friends can help.
    """
    state, model, enemy, window = fight.state, fight.model, fight.foe, fight.window
    if model.is_capital or model.formation or enemy.formation or may_friends_matter(state):
        return window, known.model(model, with_pose=True), known.model(enemy, with_pose=True), known.crowd(state).number
    sides = touched_arcs(enemy, model) if window == BOMBING and enemy.is_capital else ()
    return window, known.model(model), known.model(enemy, with_pose=True), sides


def _plan_gain(one: _Side, row: int, two: _Side, column: int) -> float:
    mine, theirs = one.fighters[row], two.fighters[column]
    damage_dealt, kill = one.against(row, theirs)
    damage_taken, loss = two.against(column, mine)
    first, second = one.initiatives[row], two.initiatives[column]
    if first and second and first != second:
        if first < second:
            damage_taken *= 1.0 - kill
        else:
            damage_dealt *= 1.0 - loss
    fuel = FUEL_WORTH * (theirs.plan.fuel - mine.plan.fuel)
    return damage_dealt * two.total - damage_taken * one.total + fuel


def _total(state: State, model: Model) -> float:
    """Return the TV of a model, or of its whole formation."""
    total = 0.0
    for member in formation_members(state, model):
        total += model_value(member)
    return total


def even_share(state: State, model: Model, enemy: Model, window: str) -> float:
    """Return the share of its value that an enemy is expected to lose in a close fight with evenly split pools.

    This is a quick guess with the best weapon and all its Fuel, for fights that may never happen.
    """
    fight, other = Fight(state, model, enemy, window), Fight(state, enemy, model, window)
    plans = [plan for plan in candidate_plans(fight, EVEN) if plan.fuel == fight.max_fuel]
    one, two = _Side(fight, plans), _Side(other, candidate_plans(other, EVEN)[:1])
    return max((one.against(number, two.fighters[0])[0] for number in range(len(plans))), default=0.0)


# --- Bombing and interception ---

WEAK_SHARE = 0.34
"""The share of Structure at or below which a squadron goes home."""
BOMBER_SHARE = 0.1
"""The assumed value of stopping a bomber, as a share of its TV."""
STANDOFF = 3.0
"""Inches from an enemy at which shots are computed."""
SEARCH_MARGIN = 4.0
"""Inches beyond its Speed within which a squadron looks for targets."""
MAX_TARGETS = 2
"""How many of the nearest ships, and of the nearest squadrons, are considered as targets."""


def bombing_value(view: State, squadron: Model, ship: Model, boost: int, at_least: float = -inf) -> float:
    """Return the TV of bombing a ship, minus the expected cost of its Point Defense on the way.

    If the result is below `at_least`, it isn't exact, as in `fight_value`.
    """
    there = at_contact(view, squadron, ship, boost)
    cost = point_defense_cost(view, there, ship)
    return fight_value(view, there, ship, BOMBING, at_least + cost) - cost


def interception_action_value(view: State, squadron: Model, other: Model, boost: int, at_least: float = -inf) -> float:
    """Return the TV of intercepting another squadron as an action, not exact below `at_least`."""
    return fight_value(view, at_contact(view, squadron, other, boost), other, DOGFIGHT, at_least)


def contact_bombing_value(view: State, squadron: Model, ship: Model) -> float:
    """Return the TV of bombing a ship for a squadron that is near it."""
    return fight_value(view, at_contact(view, squadron, ship), ship, BOMBING)


def interception_value(view: State, squadron: Model, mover: Model) -> float:
    """Return the TV of intercepting a moving model, more if it is about to bomb or ram."""
    value = fight_value(view, squadron, mover, DOGFIGHT)
    act = view.activation
    if act is not None and act.action in (Bombing.name, Ram.name) and not act.resolved:
        value += BOMBER_SHARE * model_value(mover)
    return value


def standoff_value(view: State, squadron: Model) -> float:
    """Return the TV of the shots from near the nearest enemies, with one Fire Control kept for a fight."""
    best = 0.0
    for capital in (True, False):
        for _, other in enemies_within(view, squadron, squadron.card.speed + SEARCH_MARGIN, capital)[:MAX_TARGETS]:
            best = max(best, fire_from(view, squadron.at(_standoff_pose(squadron, other)), 1))
    return best


def at_contact(view: State, squadron: Model, other: Model, boost: int = 0) -> Model:
    """Return the squadron in contact with another model, with the Fuel of a boost spent."""
    burnt = squadron.marks.get("fuel", 0) + min(boost, squadron.unmarked("fuel"))
    contacts = approaches(squadron.base, squadron.pose, other.base, other.pose, [], view.width, view.height)
    return squadron.supposed(marks={"fuel": burnt}).at(next(iter(contacts), squadron.pose))


def is_weak(squadron: Model) -> bool:
    """Return whether a squadron has lost so much Structure that it should go home."""
    boxes = len(squadron.boxes("structure"))
    return not squadron.is_drone and squadron.unmarked("structure") <= boxes * WEAK_SHARE


def is_escort(view: State, model: Model) -> bool:
    """Return whether a squadron is made for escort: good at interception, and no bomber."""
    weapons = [mount.weapon for mount in model.card.mounts]
    best_as, best_ac = (
        max((weapon.as_ or 0 for weapon in weapons), default=0),
        max((weapon.ac or 0 for weapon in weapons), default=0),
    )
    return ratings.speed(view, model) > 0 and best_as >= best_ac and not model.is_capital


def point_defense_cost(view: State, squadron: Model, ship: Model) -> float:
    """Return the TV that a ship's Point Defense is expected to cost a squadron on its way in."""
    shot = assess(view, ship, (POINT_DEFENSE,), squadron, AUTOFIRE)
    return gunnery_expected_value(view, shot) if isinstance(shot, Assessment) else 0.0


def _standoff_pose(model: Model, other: Model) -> Pose:
    """Return a pose a few inches short of another model."""
    dx, dy = other.pose.x - model.pose.x, other.pose.y - model.pose.y
    size = length(dx, dy) or 1.0
    share = max(0.0, size - STANDOFF) / size
    return model.pose.moved(dx * share, dy * share).rounded()


# --- Reactions ---


def reaction_value(decision: Reactions, view: State, chance: Chance) -> float:
    """Return the TV of a possible reaction. It is negative if the reaction harms friends more than enemies."""
    shooter, mover = view.models[chance.model_id], chance.target(view, view.models[decision.subject])
    if chance.rank == INTERCEPTION:
        return interception_value(view, shooter, mover) - _interception_cost(view, shooter, mover)
    shot = assess(view, shooter, (chance.mount,), mover, AUTOFIRE)
    if not isinstance(shot, Assessment):
        return 0.0
    value = gunnery_expected_value(view, shot)
    origin = origin_of(view, shooter, shot)
    for other in along_shot(view, origin, shot, mover):
        second = assess(view, origin, (chance.mount,), other, AUTOFIRE, secondary=True)
        if isinstance(second, Assessment):
            value += gunnery_expected_value(view, second) * (1 if other.side != shooter.side else -1)
    return value


def _interception_cost(view: State, hunter: Model, mover: Model) -> float:
    """Return the TV that hazards on the path of an interception cost."""
    end = contact_pose(view, hunter, mover)
    return movement_cost(view, hunter, end, [(hunter.pose, end)]) if end is not None else 0.0
