"""What close fights are worth: exact odds of every pair of plans.

The payoff is in Threat Value: what the foe is expected to lose less what we are. Missiles are counted where they may
be declared.
"""

from __future__ import annotations

from jovian.game import Model, State
from jovian.game.answers import SecretPlan
from jovian.rules.basics.formation import formation_members
from jovian.rules.close_combat.dogfight import Fight, Fighter, Plan, close_shot, missile_arms, volley, weapon_initiative
from jovian.rules.damage.expected_damage import expected_share, expected_value, kill_chance, model_value
from jovian.rules.rulebook.effect import DOGFIGHT
from tests.yardstick.judgment.combat.mixed import solve
from tests.yardstick.judgment.combat.plans import COARSE, telling_plans

FUEL_WORTH = 0.15
"""TV that a bid of one fuel is reckoned to cost."""
ROUNDS = 60
"""Of fictitious play: fewer than for a plan, since many fights are weighed and one is planned."""


def fight_value(state: State, model: Model, foe: Model, window: str) -> float:
    """What a close fight is worth to a model, in TV, if both sides plan as well as they can."""
    fight, other = Fight(state, model, foe, window), Fight(state, foe, model, window)
    _, value = solve(payoff(fight, telling_plans(fight, COARSE), telling_plans(other, COARSE)), ROUNDS)
    return value + _missiles(state, model, foe, window) - _missiles(state, foe, model, window)


def _missiles(state: State, model: Model, foe: Model, window: str) -> float:
    """What a declared missile adds, against an even split."""
    found, other = missile_arms(state, model, foe), Fight(state, foe, model, window)
    if not found:
        return 0.0
    resist = other.dice(other.arms()[0], 0) // 2
    shots = [close_shot(state, model, arms.mounts, foe, None, resist, window) for arms in found]
    return max(expected_value(state, shot) for shot in shots)


def payoff(fight: Fight, mine: list[SecretPlan], theirs: list[SecretPlan]) -> list[list[float]]:
    """TV gained for every pair of plans, a row for each of ours."""
    state, model, foe, window = fight.state, fight.model, fight.foe, fight.window
    other = Fight(state, foe, model, window)
    us, them = tuple(formation_members(state, model)), tuple(formation_members(state, foe))
    one = [Fighter(us, fight.plan(each), ()) for each in mine]
    two = [Fighter(them, other.plan(each), ()) for each in theirs]
    attack, answer = _Table(state, window), _Table(state, window)
    return [[_gain(state, attack, answer, a, b, window) for b in two] for a in one]


class _Table:
    """Expected shares and kill chances of one side's guns, by its plan and the defense they meet."""

    def __init__(self, state: State, window: str) -> None:
        self.state = state
        self.window = window
        self.known: dict[tuple[Plan, int], tuple[float, float]] = {}

    def of(self, fighter: Fighter, target: Fighter) -> tuple[float, float]:
        """The share of its value that the target loses, and the chance that it is destroyed."""
        key = fighter.plan, target.plan.defense
        if key not in self.known:
            share, survive = 0.0, 1.0
            for shot in volley(self.state, fighter, target, self.window):
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
    """TV of a model, or of the formation that fights as one."""
    total = 0.0
    for each in formation_members(state, model):
        total += model_value(each)
    return total
