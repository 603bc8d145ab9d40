"""The value of objectives, and of leaving the table.

Objectives say themselves what they count and who earns their points (`Objective` in `rules/scenario/objectives.py`).
The values are in TV: what a change of the game would bring a side in expected Objective Points. The states for this are
states as if models had changed (`State.supposed`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from jovian.dice import MAGNITUDES
from jovian.game import DESTROYED, TABLE, WITHDRAWN, Model, State, kept
from jovian.players.evaluation.places import in_turn
from jovian.rules.actions.any_model import Withdraw
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import token_count
from jovian.rules.damage.critical_hits import Crippled
from jovian.rules.damage.expected_damage import model_value
from jovian.rules.damage.leaving_play import SelfDestruct, models_aboard, refuse_leaving
from jovian.rules.menu.declarations import refuse_action
from jovian.rules.placement.move_limits import EAST, NORTH, SOUTH, WEST, fixed_limits, planets
from jovian.rules.rulebook.rulebook import Rulebook, rulebook
from jovian.rules.scenario.objectives import DEFENDER, HALF, Objective, Points, has_role, victory_points
from jovian.rules.scenario.objects import SearchObjects, search_of, searches, tokens_needed
from jovian.rules.scenario.special import Ambush, escape_edge
from jovian.rules.scenario.tokens import Search, SearchFor, find_token
from jovian.table import Pose, edge_distances

# --- Expected points ---

HALF_WON_LEAD = 0.2
"""A lead of this share of a fleet's TV counts as half won."""
LAST_TURN_SCALE, SCALE_PER_TURN = 0.1, 0.25
"""The scale for a lead in the last turn, and the addition for each turn before it."""
PERCENT_SCALE = 25.0
"""The scale for a lead in percent. For other leads it is 1."""
DEFAULT_AWARD = 4
"""The assumed points for the most Victory Points, in a scenario that has none."""
WITHDRAWAL_SHARE, IN_TIME = 0.15, 3
"""The share of models in play assumed to be Withdrawn later, and the number of last turns in which it shrinks."""
MINOR_WEIGHT = 0.25
"""The weight of objectives that cannot win a game against the side with the most Victory Points."""
PARTIAL_SHARE = 0.7
"""The share of the points for an amount that is counted in proportion to the amount reached so far."""


@lru_cache(maxsize=64)
def objectives(book: Rulebook) -> tuple[Objective, ...]:
    """Return the objectives other than those for Victory Points."""
    return tuple(clause for clause in book.clauses if isinstance(clause, Objective) and not clause.of_victory)


@lru_cache(maxsize=64)
def counting_objectives(book: Rulebook) -> tuple[Objective, ...]:
    """Return the objectives that count something other than Victory Points."""
    return tuple(objective for objective in objectives(book) if objective.counts)


@lru_cache(maxsize=64)
def victory_points_award(book: Rulebook) -> int:
    """Return the points for the most Victory Points."""
    return sum(clause.points for clause in book.clauses if isinstance(clause, Objective) and clause.of_victory)


@lru_cache(maxsize=64)
def objectives_weight(book: Rulebook) -> float:
    """Return the weight of objectives other than Victory Points.

    If all of them together give no more than the points for the most Victory Points, they decide nothing: the side with
    the most Victory Points has at least as many points, and wins the tie.
    """
    others = objectives(book)
    open_ended = any(objective.open_ended for objective in others)
    decide = open_ended or sum(abs(objective.points) for objective in others) > victory_points_award(book)
    return 1.0 if decide else MINOR_WEIGHT


@kept
def point_value(view: State, side: int) -> float:
    """Return the TV of an Objective Point: what one of the points for the most Victory Points costs."""
    return HALF_WON_LEAD * _fleet(view, side) / (victory_points_award(rulebook(view)) or DEFAULT_AWARD)


@kept
def expected_lead(view: State, side: int) -> float:
    """Return a side's expected lead in points that are still to be counted, without those for Victory Points."""
    ahead = 0.0
    for objective in counting_objectives(rulebook(view)):
        if not objective.settled(view) and (amounts := _amounts(view, objective)) is not None:
            points = expected_points(objective, *amounts, lead_scale(view))
            mine, theirs = (
                points[player_side] if has_role(view, player_side, objective.role) else 0.0
                for player_side in (side, 1 - side)
            )
            ahead += mine - theirs
    return ahead * objectives_weight(rulebook(view))


@kept
def expected_victory_lead(view: State, side: int) -> float:
    """Return a side's expected lead in points for the most Victory Points. A larger lead is safer."""
    lead = victory_points(view, side) - victory_points(view, 1 - side)
    return victory_points_award(rulebook(view)) * _safety(lead, HALF_WON_LEAD * _fleet(view, side) * lead_scale(view))


def expected_points(objective: Objective, first: float, second: float, opens: float = 1.0) -> Points:
    """Return the points that both sides are expected to earn by these amounts, if these stay about the same."""
    points = objective.points
    if (lead := objective.lead(first, second)) is not None:
        share = _safety(lead, opens * (PERCENT_SCALE if objective.unit else 1.0))
        return points * max(0.0, share), points * max(0.0, -share)
    if (enough := objective.enough) is not None:
        return points * _reached(first, enough), points * _reached(second, enough)
    return objective.earned(first, second)


def lead_scale(view: State) -> float:
    """Return the scale of a lead: early in a game, a lead must be larger to be worth the same."""
    return LAST_TURN_SCALE + SCALE_PER_TURN * turns_left(view)


def turns_left(view: State) -> int:
    """Return the number of turns after this one."""
    return max(0, view.scenario.turns - view.turn)


def _amounts(view: State, objective: Objective) -> Points | None:
    """Return the amounts of both sides, with a share of what they would have if all models in play got away."""
    now, share = objective.counted(view), WITHDRAWAL_SHARE * min(1.0, turns_left(view) / IN_TIME)
    if now is None or objective.points < 0 or not share or (later := objective.counted_if_all_leave(view)) is None:
        return now
    return now[0] + share * (later[0] - now[0]), now[1] + share * (later[1] - now[1])


def _reached(amount: float, wanted: int) -> float:
    return (1.0 - PARTIAL_SHARE) * (amount >= wanted) + PARTIAL_SHARE * min(1.0, amount / wanted)


def _safety(lead: float, half: float) -> float:
    """Return how safe a lead is, from -1 to 1. A lead equal to `half` counts 0.5."""
    return lead / (abs(lead) + half) if half else 0.0


def _fleet(view: State, side: int) -> float:
    """Return the TV of the fleet that a side brought, as far as it is known."""
    return float(sum(model.open_card.tv for model in view.models.values() if model.owner == side)) or 1.0


# --- Changed states ---

LATER = 0.6
"""The value of having something aboard, as a share of the value of bringing it home."""


def gain(view: State, side: int, changed: Iterable[Model]) -> float:
    """Return the TV that a side gains by objectives other than Victory Points if these models change."""
    return gain_of(view, side, view.supposed(changed))


def gain_of(view: State, side: int, after: State) -> float:
    """Return the TV that a side gains by objectives other than Victory Points in another state of the game."""
    return point_value(view, side) * (expected_lead(after, side) - expected_lead(view, side))


def after_search(view: State, ship: Model, side: int) -> State:
    """Return the state after a side has searched an object."""
    others = (search for search in searches(view) if search.object != ship.id)
    finished = search_of(view, ship).gained(side, tokens_needed(view), True)
    after = view.supposed()
    after.notes = view.notes | {SearchObjects.name: tuple(search.plain for search in (*others, finished))}
    return after


def group_withdrawn(view: State, model: Model) -> list[Model]:
    """Return a model, its formation, and the models aboard as Withdrawn."""
    models = [one for member in formation_members(view, model) for one in (member, *models_aboard(view, member))]
    return [as_withdrawn(member) for member in models]


def as_withdrawn(model: Model) -> Model:
    """Return a copy of a single model as Withdrawn."""
    return _at(model, WITHDRAWN)


def as_destroyed(view: State, model: Model) -> list[Model]:
    """Return a model and the models aboard as destroyed, without their tokens."""
    models = [_at(lost_model, DESTROYED) for lost_model in (model, *models_aboard(view, model))]
    for lost_model in models:
        lost_model.loads = ()
    return models


def as_crippled(ship: Model) -> Model:
    """Return a ship as Crippled."""
    return Crippled.supposed(ship.supposed(marks=ship.marks | {"structure": len(ship.boxes("structure"))}))


def with_more_tokens(model: Model, token: str, count: int) -> Model:
    """Return a copy of a model with this number of additional tokens."""
    new = model.copy()
    tokens = dict(model.loads) | {token: token_count(model, token) + count}
    new.loads = tuple(sorted((name, number) for name, number in tokens.items() if number > 0))
    return new


def loss_value(view: State, model: Model) -> float:
    """Return the TV by objectives that its side would lose with a model, and with what it may still bring home."""
    lost = as_destroyed(view, model)
    value = -gain(view, model.side, lost)
    if not model.loads or not model.is_capital:
        return value
    return max(value, LATER * (gain(view, model.side, [as_withdrawn(model)]) + value))


def cargo_value(view: State, ship: Model, changed: list[Model]) -> float:
    """Return the TV of more tokens on a ship, the last changed model: now, or in part once it is Withdrawn."""
    return max(gain(view, ship.side, changed), LATER * final_cargo_value(view, ship, changed))


def final_cargo_value(view: State, ship: Model, changed: list[Model]) -> float:
    """Return the TV of more tokens on a ship, the last changed model, once it is Withdrawn."""
    return gain(view, ship.side, [*changed[:-1], as_withdrawn(changed[-1])]) - gain(
        view, ship.side, [as_withdrawn(ship)]
    )


def after_handover(giver: Model, taker: Model) -> list[Model]:
    """Return copies of two models after one has given all its tokens to the other."""
    empty, full = giver.copy(), taker
    empty.loads = ()
    for token, count in giver.loads:
        full = with_more_tokens(full, token, count)
    return [empty, full]


def _at(model: Model, place: str) -> Model:
    new = model.copy()
    new.place = place
    return new


# --- Exits ---

EDGES = (WEST, EAST, SOUTH, NORTH)
"""The edges in the order of `edge_distances`."""
BEYOND_EDGE = 1.0
"""Inches beyond the edge that a model heads for."""
EXIT_LOOKAHEAD = 3.0
"""Inches ahead of a ship at which its nearest edge is measured."""
TURN_COST = 5.0
"""Inches that a ship is assumed to lose by a turn of 90 degrees."""


@kept
def exit_pose(view: State, model: Model) -> Pose | None:
    """Return the pose beyond the edge where a model would leave the table, or None if no edge allows it.

    This is the nearest such edge, or the farthest while the enemy still has to choose the edge.
    """
    later = in_turn(view, view.scenario.turns)
    planet_edges = {planet.pose.heading for planet in planets(view)}
    arrived = model.copy()
    arrived.place = TABLE
    ahead = arrived.at(model.pose.advanced(EXIT_LOOKAHEAD)) if model.is_capital else arrived
    gaps = edge_distances(ahead.base, ahead.pose, view.width, view.height)
    exits = []
    for gap, edge in zip(gaps, EDGES, strict=True):
        step = Pose(ahead.pose.x, ahead.pose.y, edge).advanced(gap + BEYOND_EDGE)
        if edge not in planet_edges and refuse_leaving(later, arrived.at(step)) is None:
            exits.append((gap, edge, step))
    if not exits:
        return None
    return (max if is_exit_unknown(view, model.side) else min)(exits)[-1]


def first_exit_turn(view: State, model: Model) -> int:
    """Return the first turn from now on in which a model may leave the battle at its exit, or the last turn."""
    exit_point, arrived = exit_pose(view, model), model.copy()
    arrived.place = TABLE
    for turn in range(max(1, view.turn), view.scenario.turns):
        if exit_point is not None and refuse_leaving(in_turn(view, turn), arrived.at(exit_point)) is None:
            return turn
    return view.scenario.turns


def is_exit_unknown(view: State, side: int) -> bool:
    """Return whether the enemy still has to choose the edge over which a side may leave."""
    choosing = any(isinstance(clause, Ambush) for clause in rulebook(view).clauses)
    return choosing and not escape_edge(view) and has_role(view, side, DEFENDER)


def travel_distance(model: Model, x: float, y: float) -> float:
    """Return the inches to a point, plus what a ship loses by turning to it."""
    inches = model.pose.distance_to(Pose(x, y, 0))
    if not model.is_capital or inches <= BEYOND_EDGE:
        return inches
    _, ahead = model.pose.from_table(x, y)
    return inches + TURN_COST * (1.0 - ahead / inches)


def max_distance(view: State, model: Model) -> float:
    """Return the inches that a model can move in a turn."""
    return fixed_limits(view, model).max_move


# --- Searches ---


def search_value(view: State, model: Model) -> float:
    """Return the TV that a search by a model is expected to bring its side, or 0 if it can find nothing."""
    clauses = rulebook(view).clauses
    finders = [
        finder for finder in clauses if isinstance(finder, SearchFor) and has_role(view, model.side, finder.role)
    ]
    if not finders:
        return 0.0
    chances = tuple(Search().test(view, model).odds().magnitude().values())
    return sum(_expected(view, model, finder, chances) for finder in finders)


def _expected(view: State, model: Model, finder: SearchFor, chances: tuple[float, ...]) -> float:
    capacity = find_token(view, finder.token).space_left(model)
    counts = [min(count, capacity) for count in finder.found]
    values = {
        count: gain(view, model.side, [with_more_tokens(model, finder.token, count)]) for count in set(counts) if count
    }
    return sum(chance * values.get(count, 0.0) for count, chance in zip(counts, chances, strict=True))


# --- Withdrawal ---

STAYING = 0.02
"""The gain on the enemy per turn of fighting, as a share of the model's TV."""
FINDING = 0.3
"""The gain per remaining turn by searches, as a share of the value of a search now."""
BURNS = 2
"""The number of turns in which a ship may double its Speed by a burn."""
RISK = 0.15
"""The assumed probability per turn that a model is lost."""


@kept
def withdrawal_value(view: State, model: Model) -> float:
    """Return the TV of being Withdrawn now, minus what the model may still gain. At 0 or less it should stay."""
    if not counting_objectives(rulebook(view)):
        return 0.0
    value = final_withdrawal_value(view, model)
    at_risk = max(0.0, value) - gain(view, model.side, as_destroyed(view, model))
    return value + RISK * turns_left(view) * at_risk - staying_value(view, model)


def escape_value(view: State, model: Model) -> float:
    """Return the TV of leaving for a model that can leave in time, or 0 if it should stay."""
    value = withdrawal_value(view, model)
    return value if value > 0 and can_escape(view, model, exit_pose(view, model)) else 0.0


def rescue_value(view: State, model: Model) -> float:
    """Return the TV of withdrawing a Crippled ship in a scenario with Victory Points only."""
    if not model.is_crippled or not can_escape(view, model, exit_pose(view, model)):
        return 0.0
    return HALF * model_value(model)


def withdrawal_chance(view: State, model: Model) -> float:
    """Return the probability that the Withdraw action of a model succeeds at its pose."""
    return 1.0 - Withdraw().test(view, model).odds().magnitude()[MAGNITUDES[0]]


def can_escape(view: State, model: Model, out: Pose | None) -> bool:
    """Return whether a model can leave in time, over the edge or by the Withdraw action."""
    burn = BURNS * model.card.speed if model.is_capital else 0
    if (
        out is not None
        and travel_distance(model, out.x, out.y) <= max_distance(view, model) * (turns_left(view) + 1) + burn
    ):
        return True
    return refuse_action(view, model, Withdraw.name) is None


def retreat_value(view: State, model: Model) -> float:
    """Return the TV of leaving for a model that has yet to arrive, or 0 if it should stay."""
    if not counting_objectives(rulebook(view)):
        return 0.0
    arrived = model.copy()
    arrived.place = TABLE
    return max(0.0, withdrawal_value(view.supposed([arrived]), arrived))


@kept
def final_withdrawal_value(view: State, model: Model) -> float:
    """Return the TV of leaving the battle if the model had nothing left to do in it."""
    after, side = view.supposed(group_withdrawn(view, model)), model.side
    points = (
        expected_lead(after, side)
        - expected_lead(view, side)
        + expected_victory_lead(after, side)
        - expected_victory_lead(view, side)
    )
    return point_value(view, side) * points


def staying_value(view: State, model: Model) -> float:
    """Return the TV that a model may gain in the remaining turns; 0 for a Crippled ship."""
    return (
        0.0
        if model.is_crippled
        else (STAYING * model_value(model) + FINDING * search_value(view, model)) * turns_left(view)
    )


# --- First attack ---

PATIENCE = 0.5
"""The share of the points that counts: a side that waits is shot at first."""


LAST_ACT = 0.5
"""The part of its TV that a model with Self Destruct expects to win at the start of a game. It shrinks by turns."""


def last_act_cost(view: State, model: Model) -> float:
    """Return the TV that an attack or action costs a model with Self Destruct: it is destroyed then. Others have 0."""
    if model.card.trait(SelfDestruct.name) is None:
        return 0.0
    return LAST_ACT * model.card.tv * (turns_left(view) + 1) / view.scenario.turns


def attack_cost(view: State, model: Model) -> float:
    """Return the TV that an attack now would cost a model and its side."""
    return _first_attack_cost(view, model.side) + last_act_cost(view, model)


def _first_attack_cost(view: State, side: int) -> float:
    """Return the TV that attacking now would cost a side, or 0 after the first attack."""
    points = -sum(objective.first_attack_points(view, side) for objective in objectives(rulebook(view)))
    return max(0.0, PATIENCE * points * point_value(view, side)) if points else 0.0


def first_attack_lead(view: State, side: int) -> int:
    """Return the points by which a side is ahead because of objectives that count nothing, such as the first attack."""
    awards = (
        award
        for objective in objectives(rulebook(view))
        if not objective.counts
        for award in objective.awards(view, (0.0, 0.0))
    )
    return sum(award.points if award.side == side else -award.points for award in awards)
