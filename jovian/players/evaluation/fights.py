"""Close combat, raids and reactions, and what to expect of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from math import inf
from random import Random

from jovian.game import Model, State
from jovian.game.answers import SecretPlan
from jovian.players.evaluation.gunnery import Known, Worth, fire_from, known_of
from jovian.players.evaluation.gunnery import expected_value as gunnery_expected_value
from jovian.players.evaluation.places import dangers, enemies_within
from jovian.rules.actions.generic import Ram
from jovian.rules.actions.squadron import Bombing
from jovian.rules.basics.formation import formation_members
from jovian.rules.close_combat.dogfight import (
    Fight,
    Fighter,
    close_shot,
    missile_arms,
    secret_plan,
    volley,
    weapon_initiative,
)
from jovian.rules.close_combat.interception import INTERCEPTION, Chance, Reactions, contact_pose
from jovian.rules.damage.expected_damage import expected_share, expected_value, model_value, share_and_kill
from jovian.rules.rulebook.effect import AUTOFIRE, BOMBING, DOGFIGHT
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import Assessment, along_shot, assess, crowded, met_by, origin_of
from jovian.rules.shots.shot import POINT_DEFENSE, touched_arcs
from jovian.table import Pose, approaches, length

# --- mixed ---
# Mixed strategies for secret choices: a zero-sum game solved by fictitious play, and a draw from the solution.
#
# Each side in turn answers best to how often the other has played what; the frequencies converge to an equilibrium
# (Brown 1951, Robinson 1951). Plain numbers in, plain numbers out.

MIXING_ROUNDS = 300


def solve(payoff: Sequence[Sequence[float]], rounds: int = MIXING_ROUNDS) -> tuple[list[float], float]:
    """How often to play each row against a foe who picks columns, and what the row player gains on average.

    `payoff[i][j]` is what the row player gains when row i meets column j. Frequencies add up to 1.
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


def draw(frequencies: Sequence[float], rng: Random) -> int:
    """An index, as often as its frequency says."""
    point = rng.random()
    for index, share in enumerate(frequencies):
        point -= share
        if point < 0:
            return index
    return max(range(len(frequencies)), key=lambda i: frequencies[i])


# --- plans ---
# The few plans of a close fight that tell: enough to judge it by, or to draw one from.

MOST_ARMS = 2
"""How many weapons are tried, the best first."""
FINE: tuple[float, ...] = (0.0, 1 / 3, 0.5, 2 / 3, 1.0)
COARSE: tuple[float, ...] = (0.0, 0.5, 1.0)
EVEN: tuple[float, ...] = (0.5,)
"""Shares of the pool that are tried: for a plan, for judging whether a fight is worth seeking, for a guess."""


def telling_plans(fight: Fight, shares: tuple[float, ...] = FINE) -> list[SecretPlan]:
    """A few telling plans: the best weapons, no fuel, one or all of it, and some shares of the pool that attack."""
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


# --- fights ---
# What close fights are worth: exact odds of every pair of plans.
#
# The payoff is in Threat Value: what the foe is expected to lose less what we are. Missiles are counted where they
# may be declared.

FUEL_WORTH = 0.15
"""TV that a bid of one fuel is reckoned to cost."""
FIGHT_ROUNDS = 60
"""Of fictitious play: fewer than for a plan, since many fights are weighed and one is planned."""


def fight_value(state: State, model: Model, foe: Model, window: str, least: float = -inf) -> float:
    """What a close fight is worth to a model, in TV, if both sides plan as well as they can.

    Where one plan of the foe shows that it is worth less than `least`, that is left as it is: some value below it.
    """
    fight, other = Fight(state, model, foe, window), Fight(state, foe, model, window)
    missiles = _missiles(state, model, foe, window) - _missiles(state, foe, model, window)
    columns = []
    for column in _columns(fight, telling_plans(fight, COARSE), _likely_first(other)):
        columns.append(column)
        if (most := max(column) + missiles) < least:
            return most
    _, value = solve(list(zip(*columns, strict=True)), FIGHT_ROUNDS)
    return value + missiles


def _likely_first(fight: Fight) -> list[SecretPlan]:
    """A few telling plans, those with even pools first."""
    even = telling_plans(fight, EVEN)
    return even + [each for each in telling_plans(fight, COARSE) if each not in even]


def _missiles(state: State, model: Model, foe: Model, window: str) -> float:
    """What a declared missile adds, against an even split."""
    found, other = missile_arms(state, model, foe), Fight(state, foe, model, window)
    if not found:
        return 0.0
    resist = other.dice(other.arms()[0], 0) // 2
    shots = [close_shot(state, model, arms.mounts, foe, None, resist, window) for arms in found]
    return max(expected_value(state, shot) for shot in shots)


def payoff(fight: Fight, mine: list[SecretPlan], theirs: list[SecretPlan]) -> list[tuple[float, ...]]:
    """TV gained for every pair of plans, a row for each of ours."""
    return list(zip(*_columns(fight, mine, theirs), strict=True))


def _columns(fight: Fight, mine: list[SecretPlan], theirs: list[SecretPlan]) -> Iterator[list[float]]:
    """TV gained by each of our plans, for one of theirs after the other."""
    one = _Side(fight, mine)
    two = _Side(Fight(fight.state, fight.foe, fight.model, fight.window), theirs)
    for column in range(len(theirs)):
        yield [_gain(one, row, two, column) for row in range(len(mine))]


class _Side:
    """One side of a fight: expected shares and kill chances of its guns, by its plan and the defense they meet."""

    def __init__(self, fight: Fight, answers: list[SecretPlan]) -> None:
        state, window = fight.state, fight.window
        group = tuple(formation_members(state, fight.model))
        fighters = [Fighter(group, fight.plan(each), ()) for each in answers]
        self.state, self.window, self.fighters = state, window, fighters
        self.total = _total(state, fight.model)
        self.firsts = [weapon_initiative(state, each) if window == DOGFIGHT else 0 for each in fighters]
        """By plan, its weapon initiative, 0 if nobody strikes first."""
        known = known_of(state)
        self._volleys: dict[Hashable, list[Assessment]] = {}
        """By weapons and the dice that attack, what is rolled."""
        self._met: dict[Hashable, Worth] = known.fights.setdefault(_key(known, fight), {})

    def against(self, number: int, target: Fighter) -> Worth:
        """The share of its value that a target loses by a plan, and the chance that it is destroyed.

        That chance is left at 0 where nobody strikes first, so that it tells nothing.
        """
        fighter = self.fighters[number]
        plan = fighter.plan
        defense = target.plan.defense
        key = plan.arms.mounts, plan.arms.linked, plan.attack, defense
        found = self._met.get(key)
        if found is None:
            share, survive = 0.0, 1.0
            for shot in self._volley(fighter, target):
                part, kill = self._strikes(met_by(shot, defense))
                share += part
                survive *= 1.0 - kill
            found = self._met[key] = min(1.0, share), 1.0 - survive
        return found

    def _strikes(self, shot: Assessment) -> Worth:
        """The share that one attack is expected to take, and its chance to kill, where that may tell."""
        if self.window == DOGFIGHT:
            return share_and_kill(self.state, shot)
        return expected_share(self.state, shot), 0.0

    def _volley(self, fighter: Fighter, target: Fighter) -> list[Assessment]:
        """The attacks of a plan on a target, whatever defends it."""
        plan = fighter.plan
        key = plan.arms.mounts, plan.arms.linked, plan.attack
        found = self._volleys.get(key)
        if found is None:
            found = self._volleys[key] = volley(self.state, fighter, target, self.window)
        return found


def _key(known: Known, fight: Fight) -> Hashable:
    """All that counts in what the guns of a model do to a foe, but for their plans.

    Who bombs counts by where it touches; whoever has friends to help, by where all of them are.
    """
    state, model, foe, window = fight.state, fight.model, fight.foe, fight.window
    if model.capital or model.formation or foe.formation or crowded(state):
        return window, known.model(model, stands=True), known.model(foe, stands=True), known.crowd(state)
    sides = touched_arcs(foe, model) if window == BOMBING and foe.capital else ()
    return window, known.model(model), known.model(foe, stands=True), sides


def _gain(one: _Side, row: int, two: _Side, column: int) -> float:
    mine, theirs = one.fighters[row], two.fighters[column]
    given, kill = one.against(row, theirs)
    taken, loss = two.against(column, mine)
    first, second = one.firsts[row], two.firsts[column]
    if first and second and first != second:
        if first < second:
            taken *= 1.0 - kill
        else:
            given *= 1.0 - loss
    fuel = FUEL_WORTH * (theirs.plan.fuel - mine.plan.fuel)
    return given * two.total - taken * one.total + fuel


def _total(state: State, model: Model) -> float:
    """TV of a model, or of the formation that fights as one."""
    total = 0.0
    for each in formation_members(state, model):
        total += model_value(each)
    return total


def even_share(state: State, model: Model, foe: Model, window: str) -> float:
    """The share of its value that a foe is expected to lose in a close fight if both split their pools evenly.

    Its best weapon with all its fuel: a quick guess, where many fights are feared that are never fought.
    """
    fight, other = Fight(state, model, foe, window), Fight(state, foe, model, window)
    plans = [each for each in telling_plans(fight, EVEN) if each.fuel == fight.max_fuel]
    one, two = _Side(fight, plans), _Side(other, telling_plans(other, EVEN)[:1])
    return max((one.against(number, two.fighters[0])[0] for number in range(len(plans))), default=0.0)


# --- raids ---
# What close flights of squadrons are worth: bombing, catching, and standing off to shoot instead.

WEARY = 0.34
"""Share of Structure at or below which a squadron goes home."""
THREAT = 0.1
"""Share of a bomber's value that stopping it is reckoned to save."""
STANDOFF = 3.0
"""Inches short of an enemy from which its shots are reckoned."""
ROUND = 4.0
"""Inches beyond its Speed within which a squadron looks for something to shoot at."""
SHOT_AT = 2
"""How many of the nearest ships, and of squadrons, are weighed as targets."""


def bombing(view: State, squadron: Model, ship: Model, boost: int, least: float = -inf) -> float:
    """What bombing a ship is worth, less what its Point Defense is expected to cost on the way in.

    Not reckoned to its end where that is less than `least`, as in `fight_value`.
    """
    there = at_contact(view, squadron, ship, boost)
    cost = flak(view, there, ship)
    return fight_value(view, there, ship, BOMBING, least + cost) - cost


def catching(view: State, squadron: Model, other: Model, boost: int, least: float = -inf) -> float:
    """What intercepting another squadron as an action is worth, not reckoned to its end below `least`."""
    return fight_value(view, at_contact(view, squadron, other, boost), other, DOGFIGHT, least)


def bombing_at_hand(view: State, squadron: Model, ship: Model) -> float:
    """What bombing a ship is worth to a squadron that has come near."""
    return fight_value(view, at_contact(view, squadron, ship), ship, BOMBING)


def intercepting(view: State, squadron: Model, mover: Model) -> float:
    """What intercepting one that moves is worth, more if it comes to bomb."""
    value = fight_value(view, squadron, mover, DOGFIGHT)
    act = view.activation
    if act is not None and act.action in (Bombing.name, Ram.name) and not act.resolved:
        value += THREAT * model_value(mover)
    return value


def standing_off(view: State, squadron: Model) -> float:
    """TV of the shots it could make from near its nearest enemies, one Fire Control kept for a fight."""
    best = 0.0
    for capital in (True, False):
        for _, other in enemies_within(view, squadron, squadron.card.speed + ROUND, capital)[:SHOT_AT]:
            best = max(best, fire_from(view, squadron.at(_beside(squadron, other)), 1))
    return best


def at_contact(view: State, squadron: Model, other: Model, boost: int = 0) -> Model:
    """The squadron as if it were in contact with another model, the fuel of a boost spent."""
    burnt = squadron.marks.get("fuel", 0) + min(boost, squadron.unmarked("fuel"))
    found = approaches(squadron.base, squadron.pose, other.base, other.pose, [], view.width, view.height)
    return squadron.supposed(marks={"fuel": burnt}).at(next(iter(found), squadron.pose))


def weary(squadron: Model) -> bool:
    """Has it lost so much that it had better go home?"""
    boxes = len(squadron.boxes("structure"))
    return not squadron.drone and squadron.unmarked("structure") <= boxes * WEARY


def guard(view: State, model: Model) -> bool:
    """Is it made for escorts: quick to intercept, and no bomber?"""
    guns = [mount.weapon for mount in model.card.mounts]
    best_as, best_ac = max((g.as_ or 0 for g in guns), default=0), max((g.ac or 0 for g in guns), default=0)
    return ratings.speed(view, model) > 0 and best_as >= best_ac and not model.capital


def flak(view: State, squadron: Model, ship: Model) -> float:
    """TV that the ship's Point Defense is expected to cost on the way in."""
    shot = assess(view, ship, (POINT_DEFENSE,), squadron, AUTOFIRE)
    return gunnery_expected_value(view, shot) if isinstance(shot, Assessment) else 0.0


def _beside(model: Model, other: Model) -> Pose:
    """A pose a few inches short of another model."""
    dx, dy = other.pose.x - model.pose.x, other.pose.y - model.pose.y
    size = length(dx, dy) or 1.0
    share = max(0.0, size - STANDOFF) / size
    return model.pose.moved(dx * share, dy * share).rounded()


# --- reactions ---
# What reactions to a move are worth where they come up.


def chance_worth(decision: Reactions, view: State, chance: Chance) -> float:
    """TV that it promises where it comes up; a shot that harms friends more is worth less than none."""
    shooter, mover = view.models[chance.ident], chance.target(view, view.models[decision.subject])
    if chance.rank == INTERCEPTION:
        return intercepting(view, shooter, mover) - _harm(view, shooter, mover)
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


def _harm(view: State, hunter: Model, mover: Model) -> float:
    """TV that the way to an interception costs it by what lies there."""
    end = contact_pose(view, hunter, mover)
    return dangers(view, hunter, end, [(hunter.pose, end)]) if end is not None else 0.0
