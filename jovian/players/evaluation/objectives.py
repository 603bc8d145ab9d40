"""What objectives are worth, and what leaving the table is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from jovian.game import DESTROYED, EMBARKED, TABLE, WITHDRAWN, Model, State
from jovian.rules.actions.generic import Withdraw
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import token_count
from jovian.rules.damage.casualties import models_aboard, refuse_leaving
from jovian.rules.damage.expected_damage import model_value
from jovian.rules.menu.declarations import refuse_action
from jovian.rules.placement.move_limits import EAST, NORTH, SOUTH, WEST, fixed_limits, planets
from jovian.rules.rulebook.rulebook import Rulebook, rulebook
from jovian.rules.scenario.objectives import (
    DEFENDER,
    HALF,
    AtLeast,
    Counted,
    Counting,
    Each,
    FirstToAttack,
    Least,
    Most,
    MostVictoryPoints,
    Points,
    has_role,
    victory_points,
)
from jovian.rules.scenario.objects import SearchObjects, search_of, searches, tokens_needed
from jovian.rules.scenario.special import Ambush, escape_edge
from jovian.rules.scenario.tokens import Search, SearchFor, find_token
from jovian.table import Pose, edge_distances

# --- prospects ---
# How far a side is ahead in Objective Points if things stay as they are; what is half won counts in part.

SWING = 0.2
"""Share of a fleet's TV: a lead of so much is reckoned to be half as good as won."""
LAST, OPEN = 0.1, 0.25
"""What a lead is measured by in the last turn, and so much more for each turn before it."""
LADDER = 25.0
"""The same of a lead that is counted in per cent; of others it is 1."""
USUAL = 4
"""The points for the most Victory Points that a scenario without any is reckoned to have."""
PROMISE, IN_TIME = 0.15, 3
"""Share for which what is still in play is reckoned to be Withdrawn yet, less in so many turns before the end."""
BESIDE = 0.25
"""Share for which points are reckoned that cannot win a game against whoever has the most Victory Points."""
PART = 0.7
"""Share of the points for so much of something that is reckoned by how much of it there is already."""


@lru_cache(maxsize=64)
def counting(book: Rulebook) -> tuple[Counting, ...]:
    """The objectives that count something else than Victory Points."""
    return tuple(clause for clause in book.clauses if isinstance(clause, Counting))


@lru_cache(maxsize=64)
def truces(book: Rulebook) -> tuple[FirstToAttack, ...]:
    """Those that whoever attacks first gets or loses points by."""
    return tuple(clause for clause in book.clauses if isinstance(clause, FirstToAttack))


@lru_cache(maxsize=64)
def for_victory(book: Rulebook) -> int:
    """The points for the most Victory Points."""
    return sum(clause.points for clause in book.clauses if isinstance(clause, MostVictoryPoints))


@lru_cache(maxsize=64)
def weight(book: Rulebook) -> float:
    """The share for which points for other things than Victory Points are reckoned.

    Where all of them together come to no more than those for the most Victory Points they decide nothing: who has the
    most of these has as many points at least, and wins the tie.
    """
    others = (*counting(book), *truces(book))
    open_ended = any(isinstance(each, Each) for each in others)
    decide = open_ended or sum(abs(each.points) for each in others) > for_victory(book)
    return 1.0 if decide else BESIDE


def point_worth(view: State, side: int) -> float:
    """TV that an Objective Point is worth: what one costs of those for the most Victory Points."""
    return SWING * _fleet(view, side) / (for_victory(rulebook(view)) or USUAL)


def prospect(view: State, side: int) -> float:
    """The points by which a side is ahead in what is yet to be counted, Victory Points left out."""
    ahead = 0.0
    for objective in counting(rulebook(view)):
        if not objective.settled(view):
            points = leaning(objective, *_amounts(view, objective), openness(view))
            mine, theirs = (points[each] if has_role(view, each, objective.role) else 0.0 for each in (side, 1 - side))
            ahead += mine - theirs
    return ahead * weight(rulebook(view))


def victory(view: State, side: int) -> float:
    """The points for the most Victory Points by which a side is ahead: the surer, the larger its lead."""
    lead = victory_points(view, side) - victory_points(view, 1 - side)
    return for_victory(rulebook(view)) * _sure(lead, SWING * _fleet(view, side) * openness(view))


def leaning(objective: Counting, first: float, second: float, opens: float = 1.0) -> Points:
    """What both sides are reckoned to earn by these amounts, if they stay about as they are."""
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
    """How much larger a lead must be to be as good as one in the middle of a game: less near its end."""
    return LAST + OPEN * turns_left(view)


def turns_left(view: State) -> int:
    """Turns after this one."""
    return max(0, view.scenario.turns - view.turn)


def _amounts(view: State, objective: Counting) -> Points:
    """What both sides have now, and in part what they would have if all that may yet get away did."""
    now, share = objective.counted(view), PROMISE * min(1.0, turns_left(view) / IN_TIME)
    if objective.points < 0 or not share or (hoped := _hoped(objective)) is None:
        return now
    later = hoped.counted(view)
    return now[0] + share * (later[0] - now[0]), now[1] + share * (later[1] - now[1])


@lru_cache(maxsize=256)
def _hoped(objective: Counting) -> Counting | None:
    """An objective that counts what has been Withdrawn as if it counted also what is still in play, None for others."""
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
    """How good a lead is, -1 to 1: so much of it is half as good as sure."""
    return lead / (abs(lead) + half) if half else 0.0


def _fleet(view: State, side: int) -> float:
    """TV of the fleet that a side brought, as far as it is known."""
    return float(sum(model.open_card.tv for model in view.models.values() if model.owner == side)) or 1.0


# --- supposing ---
# What a change would be worth to a side by the objectives: the same count with some models in another state.

LATER = 0.6
"""Share of what it is worth to bring something home that having it aboard is reckoned to be worth."""


def with_models(view: State, changed: Iterable[Model]) -> State:
    """The state with these models in place of those of their names."""
    after = view.clone()
    after.models.update({model.id: model for model in changed})
    return after


def gain(view: State, side: int, changed: Iterable[Model]) -> float:
    """TV that objectives other than Victory Points would give a side if these models were so."""
    return gain_of(view, side, with_models(view, changed))


def gain_of(view: State, side: int, after: State) -> float:
    """TV that objectives other than Victory Points would give a side in another state of the game."""
    return point_worth(view, side) * (prospect(after, side) - prospect(view, side))


def searched(view: State, ship: Model, side: int) -> State:
    """The state as if a side had searched an object."""
    after = with_models(view, ())
    others = (each for each in searches(view) if each.object != ship.id)
    done = search_of(view, ship).gained(side, tokens_needed(view), True)
    after.notes[SearchObjects.name] = tuple(each.plain for each in (*others, done))
    return after


def gone(view: State, model: Model) -> list[Model]:
    """A model, what flies with it and what is aboard, as if they were Withdrawn."""
    leaving = [each for one in formation_members(view, model) for each in (one, *models_aboard(view, one))]
    return [withdrawn(each) for each in leaving]


def withdrawn(model: Model) -> Model:
    """A model by itself as if it were Withdrawn."""
    return _at(model, WITHDRAWN)


def lost(view: State, model: Model) -> list[Model]:
    """A model and what is aboard as if they were destroyed, with all that they carry."""
    found = [_at(each, DESTROYED) for each in (model, *models_aboard(view, model))]
    for each in found:
        each.loads = ()
    return found


def with_more_tokens(model: Model, token: str, count: int) -> Model:
    """A model as if it carried so many tokens more."""
    new = model.copy()
    held = dict(model.loads) | {token: token_count(model, token) + count}
    new.loads = tuple(sorted((name, number) for name, number in held.items() if number > 0))
    return new


def in_time(view: State, ship: Model, changed: list[Model]) -> float:
    """TV of a change by which a ship, the last of those changed, carries more: now, or in part once it is Withdrawn."""
    return max(gain(view, ship.side, changed), LATER * aboard_at_last(view, ship, changed))


def aboard_at_last(view: State, ship: Model, changed: list[Model]) -> float:
    """TV of a change by which a ship, the last of those changed, carries more, once it is Withdrawn."""
    return gain(view, ship.side, [*changed[:-1], withdrawn(changed[-1])]) - gain(view, ship.side, [withdrawn(ship)])


def handed_over(giver: Model, taker: Model) -> list[Model]:
    """Two models as if one had given the other all that it carries."""
    empty, full = giver.copy(), taker
    empty.loads = ()
    for token, count in giver.loads:
        full = with_more_tokens(full, token, count)
    return [empty, full]


def _at(model: Model, place: str) -> Model:
    new = model.copy()
    new.place = place
    return new


# --- exits ---
# The ways out of the battle: over which edge a model would leave, and how far it is from there.

EDGES = (WEST, EAST, SOUTH, NORTH)
"""As their distances are told."""
BEYOND = 1.0
"""Inches beyond the edge that a model makes for."""
ABOUT = 3.0
"""Inches ahead from which a ship looks for the nearest edge."""
TURNING = 5.0
"""Inches that a ship is reckoned to lose by turning a quarter of a circle."""


def exit_pose(view: State, model: Model) -> Pose | None:
    """Where it would leave the table in the end, None without any edge that lets it.

    The nearest; as long as the enemy is yet to choose the edge, the farthest.
    """
    later = with_models(view, ())
    later.turn = view.scenario.turns
    held = {planet.pose.heading for planet in planets(view)}
    come = model.copy()
    come.place = TABLE
    ahead = come.at(model.pose.advanced(ABOUT)) if model.capital else come
    gaps = edge_distances(ahead.base, ahead.pose, view.width, view.height)
    found = []
    for gap, way in zip(gaps, EDGES, strict=True):
        step = Pose(ahead.pose.x, ahead.pose.y, way).advanced(gap + BEYOND)
        if way not in held and refuse_leaving(later, come.at(step)) is None:
            found.append((gap, way, step))
    if not found:
        return None
    return (max if blind(view, model.side) else min)(found)[-1]


def blind(view: State, side: int) -> bool:
    """Is the edge by which a side may leave yet to be chosen by the enemy?"""
    choosing = any(isinstance(each, Ambush) for each in rulebook(view).clauses)
    return choosing and not escape_edge(view) and has_role(view, side, DEFENDER)


def travel_distance(model: Model, x: float, y: float) -> float:
    """Inches to a point, and for a ship what it loses by turning there."""
    apart = model.pose.distance_to(Pose(x, y, 0))
    if not model.capital or apart <= BEYOND:
        return apart
    _, ahead = model.pose.from_table(x, y)
    return apart + TURNING * (1.0 - ahead / apart)


def pace(view: State, model: Model) -> float:
    """Inches that it makes in a turn."""
    return fixed_limits(view, model).most


# --- searching ---
# What it is worth to search for tokens.


def searching(view: State, model: Model) -> float:
    """TV that a search by a model is expected to bring its side; 0 where it may find nothing."""
    clauses = rulebook(view).clauses
    finders = [each for each in clauses if isinstance(each, SearchFor) and has_role(view, model.side, each.role)]
    if not finders:
        return 0.0
    chances = tuple(Search().test(view, model).odds().magnitude().values())
    return sum(_expected(view, model, each, chances) for each in finders)


def _expected(view: State, model: Model, finder: SearchFor, chances: tuple[float, ...]) -> float:
    room = find_token(view, finder.token).room(model)
    counts = [min(count, room) for count in finder.found]
    worth = {
        count: gain(view, model.side, [with_more_tokens(model, finder.token, count)]) for count in set(counts) if count
    }
    return sum(chance * worth.get(count, 0.0) for count, chance in zip(counts, chances, strict=True))


# --- leaving ---
# What it is worth by the objectives to take a model out of the battle.

STAYING = 0.02
"""Share of its TV that a model is reckoned to gain on the enemy in each turn that it stays and fights."""
FINDING = 0.3
"""Share of what a search is worth now that one in each of these turns is reckoned to bring."""
BURNS = 2
"""Turns in which a ship may make its Speed once more, by a burn."""
RISK = 0.15
"""How likely a model is reckoned to be lost in each turn that it stays."""


def withdrawal_value(view: State, model: Model) -> float:
    """TV that it would be worth to be Withdrawn now, less what it would yet do; 0 or less if it had better stay."""
    if not counting(rulebook(view)):
        return 0.0
    worth = left_at_last(view, model)
    at_risk = max(0.0, worth) - gain(view, model.side, lost(view, model))
    return worth + RISK * turns_left(view) * at_risk - staying(view, model)


def escape(view: State, model: Model) -> float:
    """TV of leaving, to a model that can in the turns that are left; 0 if it had better stay, or fight its way."""
    value = withdrawal_value(view, model)
    return value if value > 0 and gets_away(view, model, exit_pose(view, model)) else 0.0


def rescue(view: State, model: Model) -> float:
    """TV of getting a Crippled ship away where Victory Points are all: what it counts once it is Withdrawn."""
    if not model.is_crippled or not gets_away(view, model, exit_pose(view, model)):
        return 0.0
    return HALF * model_value(model)


def gets_away(view: State, model: Model, out: Pose | None) -> bool:
    """Can a model leave in time: over the edge, or by the action that it takes?"""
    burn = BURNS * model.card.speed if model.capital else 0
    if out is not None and travel_distance(model, out.x, out.y) <= pace(view, model) * (turns_left(view) + 1) + burn:
        return True
    return refuse_action(view, model, Withdraw.name) is None


def retreat(view: State, model: Model) -> float:
    """TV of leaving, to a model that is yet to come, as soon as it is on the table; 0 if it had better stay."""
    if not counting(rulebook(view)):
        return 0.0
    come = model.copy()
    come.place = TABLE
    return max(0.0, withdrawal_value(with_models(view, [come]), come))


def left_at_last(view: State, model: Model) -> float:
    """TV of leaving the battle if there were nothing left to do in it."""
    after, side = with_models(view, gone(view, model)), model.side
    points = prospect(after, side) - prospect(view, side) + victory(after, side) - victory(view, side)
    return point_worth(view, side) * points


def staying(view: State, model: Model) -> float:
    """TV that it may earn in the turns to come; nothing for a Crippled ship."""
    return (
        0.0
        if model.is_crippled
        else (STAYING * model_value(model) + FINDING * searching(view, model)) * turns_left(view)
    )


# --- truce ---
# What it costs to attack before anybody else has, where a scenario takes points for that.

PATIENCE = 0.5
"""Share of the points that is reckoned: whoever waits is shot at first."""


def first_attack_cost(view: State, side: int) -> float:
    """TV that attacking now would cost a side, 0 once somebody has."""
    standing = [each for each in truces(rulebook(view)) if each.recall(view) == () and has_role(view, side, each.role)]
    points = sum(-each.points for each in standing)
    return max(0.0, PATIENCE * points * point_worth(view, side)) if points else 0.0
