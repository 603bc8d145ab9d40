"""What close fights are worth: exact odds of every pair of plans.

The payoff is in Threat Value: what the foe is expected to lose less what we are. Missiles are counted where they may
be declared.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from math import inf

from jovian.game import Model, State
from jovian.game.answers import SecretPlan
from jovian.players.judgment.combat.known import Known, Worth, known_of
from jovian.players.judgment.combat.mixed import solve
from jovian.players.judgment.combat.plans import COARSE, EVEN, telling_plans
from jovian.rules.close_combat.fighters import Fighter, close_shot, missile_arms, volley, weapon_initiative
from jovian.rules.close_combat.plans import Fight
from jovian.rules.facts.formation import members
from jovian.rules.harm.expect import expected_share, expected_value, share_and_kill, worth
from jovian.rules.rulebook.shot_facts import BOMBING, DOGFIGHT
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import crowded, met_by
from jovian.rules.shooting.shot import touched_arcs

FUEL_WORTH = 0.15
"""TV that a bid of one fuel is reckoned to cost."""
ROUNDS = 60
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
    _, value = solve(list(zip(*columns, strict=True)), ROUNDS)
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
        group = tuple(members(state, fight.model))
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
    for each in members(state, model):
        total += worth(each)
    return total


def even_share(state: State, model: Model, foe: Model, window: str) -> float:
    """The share of its value that a foe is expected to lose in a close fight if both split their pools evenly.

    Its best weapon with all its fuel: a quick guess, where many fights are feared that are never fought.
    """
    fight, other = Fight(state, model, foe, window), Fight(state, foe, model, window)
    plans = [each for each in telling_plans(fight, EVEN) if each.fuel == fight.most_fuel]
    one, two = _Side(fight, plans), _Side(other, telling_plans(other, EVEN)[:1])
    return max((one.against(number, two.fighters[0])[0] for number in range(len(plans))), default=0.0)
