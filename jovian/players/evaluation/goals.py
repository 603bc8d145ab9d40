"""The goals that the objectives of a scenario give a model, and the value of places to start from.

`aims` collects the goals of a model for its next order. Places for deployment and beacons are at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from math import ceil, inf

from jovian.frozen import frozen
from jovian.game import NEUTRAL, OBJECT, Model, State, Terrain, kept
from jovian.players.evaluation.objectives import (
    LATER,
    RISK,
    after_handover,
    after_search,
    as_crippled,
    as_destroyed,
    as_withdrawn,
    attack_cost,
    cargo_value,
    counting_objectives,
    escape_value,
    exit_pose,
    final_cargo_value,
    final_withdrawal_value,
    gain,
    gain_of,
    max_distance,
    objectives,
    travel_distance,
    turns_left,
    with_more_tokens,
    withdrawal_value,
)
from jovian.players.evaluation.places import distance_between, enemies
from jovian.rules.actions.any_model import boarding_range
from jovian.rules.damage.boarding import boarders_of, landing_force
from jovian.rules.menu.declarations import boost_limit, refuse_action
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import has_role
from jovian.rules.scenario.objects import (
    MAX_TOKENS_PER_PHASE,
    RetrieveFromObjects,
    is_searched,
    search_of,
    tokens_needed,
)
from jovian.rules.scenario.tokens import Mine, MineComet, comets, cuts, find_token
from jovian.rules.squadrons import refuse_aboard, refuse_berth
from jovian.table import Pose, distance

# --- Comets ---


def mining_value(view: State, model: Model) -> float:
    """Return the TV that mining a comet is expected to bring a squadron's side, or 0 if the squadron may not mine."""
    rule = next((clause for clause in rulebook(view).clauses if isinstance(clause, MineComet)), None)
    if rule is None or model.is_capital or refuse_action(view, model, Mine.name) is not None:
        return 0.0
    best = max(cuts(view, model, comets(view)[0], rule.defense), key=lambda cut: cut.fuel)
    chances = best.chances()[: find_token(view, rule.token).space_left(model)]
    return sum(chances) * _token_value(view, model, rule.token)


def _token_value(view: State, model: Model, token: str) -> float:
    """Return the TV of one more token, on the squadron or on its side's ship where it is worth most."""
    own = gain(view, model.side, [with_more_tokens(model, token, 1)])
    ships = [ship for ship in view.on_table() if ship.side == model.side and ship.is_capital and not ship.is_crippled]
    return max([own, *(cargo_value(view, ship, [with_more_tokens(ship, token, 1)]) for ship in ships)])


def comet_distances(view: State, model: Model) -> Iterator[tuple[float, Terrain]]:
    """Yield the comets, with the inches from a model to each."""
    for piece in comets(view):
        yield min(distance(model.base, model.pose, part, piece.pose) for part in piece.outline), piece


# --- Tokens of squadrons ---

BOOST_INCHES = 3.0
"""Inches per Fuel burned for a Boost."""


def max_flight(squadron: Model, max_boost: int) -> float:
    """Return the inches that a squadron can fly with this much Fuel burned."""
    return squadron.card.speed + BOOST_INCHES * max_boost


def taken_tokens_value(view: State, squadron: Model, ship: Model, token: str, count: int) -> float:
    """Return the TV of the tokens that a squadron takes from a ship, to keep them or to bring them to a better ship."""
    less = with_more_tokens(ship, token, -count)
    keep_value = gain(view, squadron.side, [less, with_more_tokens(squadron, token, count)])
    keep_value -= RISK * turns_left(view) * abs(keep_value)
    others = [other for other in _ships(view, squadron.side) if other.id != ship.id]
    bring_values = (
        gain(view, squadron.side, [as_withdrawn(less), as_withdrawn(with_more_tokens(other, token, count))])
        - gain(view, squadron.side, [as_withdrawn(ship), as_withdrawn(other)])
        for other in others
    )
    return max([keep_value, *(LATER * value for value in bring_values)])


def last_token_value(view: State, squadron: Model, token: str) -> float:
    """Return the TV of the last token of a squadron, kept or aboard the ship where it counts most."""
    fewer, ships = with_more_tokens(squadron, token, -1), _ships(view, squadron.side)
    landing_values = [
        LATER * final_cargo_value(view, ship, [fewer, with_more_tokens(ship, token, 1)]) for ship in ships
    ]
    return max([-gain(view, squadron.side, [fewer]), *landing_values])


def _ships(view: State, side: int) -> list[Model]:
    return [ship for ship in view.on_table() if ship.is_capital and ship.side == side]


# --- Unidentified objects ---

LEAD_SAFETY = (0.0, 0.6, 0.9, 1.0)
"""The safety of a lead of 0, 1, 2, ... marines aboard."""
MAX_LEAD = len(LEAD_SAFETY) - 1
"""The lead at which no more marines are sent."""
MARINE_COST = 0.6
"""TV that a marine sent away is assumed to cost."""
MAX_FETCHERS = 2
"""The largest number of squadrons that go for the token of an object at the same time."""
TRIED_TURNS = (0, 22, -22, 45, -45)
"""Turns in degrees by which a ship may approach an object."""
STOPS = (0.25, 0.5, 0.75, 1.0)
"""Shares of the maximum distance at which a ship may stop for this."""


def objects(view: State) -> list[Model]:
    """Return the unidentified objects on the table, or [] if the scenario has no search for them."""
    return [model for model in view.on_table() if model.card.kind == OBJECT] if tokens_needed(view) else []


def object_value(view: State, ship: Model, side: int) -> float:
    """Return the TV of searching an object before the enemy, or 0 once it has been searched."""
    if not tokens_needed(view) or search_of(view, ship).by != NEUTRAL:
        return 0.0
    mine, theirs = (gain_of(view, side, after_search(view, ship, player_side)) for player_side in (side, 1 - side))
    return (mine - theirs) / 2


def marines_wanted(view: State, ship: Model, side: int) -> int:
    """Return how many more marines aboard would still improve the lead."""
    return max(0, MAX_LEAD - _lead(ship, side))


def boarding_value(view: State, model: Model, ship: Model) -> float:
    """Return the TV of a model's marines aboard an object, minus their cost."""
    sent, lead = min(landing_force(view, model), marines_wanted(view, ship, model.side)), _lead(ship, model.side)
    if sent < 1:
        return 0.0
    return object_value(view, ship, model.side) * (_lead_value(lead + sent) - _lead_value(lead)) - MARINE_COST * sent


def next_boarding_value(view: State, model: Model) -> float:
    """Return the TV of the best object that a model may reach to board in its next move."""
    return max(
        (boarding_value(view, model, ship) for ship in objects(view) if _can_reach_to_board(view, model, ship)),
        default=0.0,
    )


def objects_to_land_on(view: State, squadron: Model) -> list[tuple[Model, float]]:
    """Return the objects where a squadron may land to fetch a token, with their TV, best first.

    An object holds few squadrons. If enough friends are nearer to an object, the squadron leaves it to them.
    """
    value = _fetched_token_value(view, squadron)
    if value <= 0:
        return []
    ships = (ship for ship in objects(view) if refuse_berth(view, squadron, ship) is None)
    candidates = (
        (candidate, value * _token_probability(view, candidate))
        for candidate in ships
        if not _has_enough_fetchers(view, squadron, candidate)
    )
    return sorted((candidate for candidate in candidates if candidate[1] > 0), key=lambda candidate: -candidate[1])


def should_wait_aboard(view: State, squadron: Model) -> bool:
    """Return whether a squadron aboard an object should stay until the object is searched."""
    host = view.models.get(squadron.host)
    if host is None or host.card.kind != OBJECT or boarders_of(host, squadron.side) <= 0:
        return False
    is_soon = not is_searched(view, host) and _token_probability(view, host) > 0
    return is_soon and _fetched_token_value(view, squadron) > 0


def _token_probability(view: State, ship: Model) -> float:
    """Return the probability that an object gives tokens: a side has searched it, or will in this End Phase."""
    if is_searched(view, ship):
        return 1.0
    side = 0 if _lead(ship, 0) > 0 else 1
    lead, held = _lead(ship, side), search_of(view, ship).token_count(side)
    soon = lead > 0 and held + min(MAX_TOKENS_PER_PHASE, lead) >= tokens_needed(view)
    return LATER if soon else 0.0


def _has_enough_fetchers(view: State, squadron: Model, ship: Model) -> bool:
    """Return whether enough friends that could fetch the token are nearer to an object."""
    mine = distance_between(squadron, ship)
    friends = (friend for friend in view.on_table() if friend.side == squadron.side and _can_fetch(friend, squadron))
    return sum(1 for friend in friends if distance_between(friend, ship) < mine) >= MAX_FETCHERS


def _can_fetch(model: Model, other: Model) -> bool:
    return not (model.is_capital or model.is_drone or model.loads or model.id == other.id)


def _fetched_token_value(view: State, squadron: Model) -> float:
    """Return the TV of one more token aboard the best ship for the squadron, or 0 if it already carries one."""
    if squadron.loads or squadron.is_drone:
        return 0.0
    names = [clause.token for clause in rulebook(view).clauses if isinstance(clause, RetrieveFromObjects)]
    if not names:
        return 0.0
    ships = [ship for ship in view.on_table() if ship.is_capital and refuse_aboard(view, squadron, ship) is None]
    values = (gain(view, squadron.side, [with_more_tokens(ship, name, 1)]) for name in names for ship in ships)
    return max(values, default=0.0)


def _lead(ship: Model, side: int) -> int:
    return boarders_of(ship, side) - boarders_of(ship, 1 - side)


def _lead_value(lead: int) -> float:
    share = LEAD_SAFETY[min(abs(lead), MAX_LEAD)]
    return share if lead > 0 else -share


def _can_reach_to_board(view: State, model: Model, ship: Model) -> bool:
    """Return whether a model may get near enough to board: a squadron within its Speed, a ship by a turn and a move."""
    range_inches = boarding_range(model)
    max_inches = fixed_limits(view, model).max_move
    inches = distance_between(model, ship)
    if inches > max_inches + range_inches:
        return False
    if not model.is_capital or inches <= range_inches:
        return True
    directions = (model.pose.turned(angle) for angle in TRIED_TURNS)
    ends = (direction.advanced(max_inches * share) for direction in directions for share in STOPS)
    return any(distance_between(model.at(end), ship) <= range_inches + max_inches * STOPS[0] / 2 for end in ends)


# --- Goals ---

FAR = 24.0
"""Inches over which a goal loses its whole value."""
TOO_LATE = 3.0
"""Inches beyond those in time over which a goal loses the rest of its value."""
MIN_VALUE = 0.5
"""The smallest TV of a goal."""
IN_RANGE = 7.0
"""Inches from an enemy that are near enough to hunt it."""


@frozen
class Goal:
    """A place to go to."""

    x: float
    y: float
    near: float
    """The distance in inches from the point that is near enough."""
    value: float
    """TV of being there."""
    target_id: str = ""
    """The id of the model to approach without touching it, or ""."""
    in_time: float = inf
    """The inches beyond `near` from which it can be reached in time after this turn."""


def goal_value(goals: tuple[Goal, ...], model: Model) -> float:
    """Return the TV of a model's pose here by its best goal: the nearer, the more."""
    return max((goal.value * _near_goal(goal, model) for goal in goals), default=0.0)


def _near_goal(goal: Goal, model: Model) -> float:
    inches = max(0.0, travel_distance(model, goal.x, goal.y) - goal.near)
    share = 1.0 - inches / FAR
    return share * max(0.0, 1.0 - (inches - goal.in_time) / TOO_LATE) if inches > goal.in_time and share > 0 else share


@kept
def kill_bonuses(view: State, side: int) -> Mapping[str, float]:
    """Return the extra TV for destroying enemies on the table, by id. For a ship, crippling it may be worth more."""
    bonuses: dict[str, float] = {}
    for model in view.on_table():
        if model.side == 1 - side:
            value = gain(view, side, as_destroyed(view, model))
            if model.is_capital and not model.is_crippled and counting_objectives(rulebook(view)):
                value = max(value, gain(view, side, [as_crippled(model)]))
            if value > MIN_VALUE:
                bonuses[model.id] = value
    return bonuses


def goals(view: State, model: Model, bonuses: Mapping[str, float]) -> Iterator[Goal]:
    """Yield all goals of a model, not sorted by value."""
    yield from _exits(view, model)
    if not model.is_capital:
        yield from (Goal(ship.pose.x, ship.pose.y, 0.0, value) for ship, value in landing_sites(view, model))
    if (value := mining_value(view, model)) > MIN_VALUE:
        yield from (Goal(piece.pose.x, piece.pose.y, 0.0, value) for _, piece in comet_distances(view, model))
    for ship in objects(view):
        if (value := boarding_value(view, model, ship)) > MIN_VALUE:
            near = ship.base.inner + model.base.inner + boarding_range(model)
            yield Goal(ship.pose.x, ship.pose.y, near, value, ship.id, _inches_in_time(view, model, ship))
    yield from _places(view, model)
    for other in enemies(view, model):
        if other.id in bonuses:
            yield Goal(other.pose.x, other.pose.y, IN_RANGE, bonuses[other.id])


def _inches_in_time(view: State, model: Model, ship: Model) -> float:
    """Return the inches to an object from which a model can still board it next turn or later and search it in time."""
    missing_tokens = tokens_needed(view) - search_of(view, ship).token_count(model.side)
    moves = turns_left(view) + 1 - ceil(missing_tokens / MAX_TOKENS_PER_PHASE)
    return max(0.0, max_distance(view, model) * moves)


def _places(view: State, model: Model) -> Iterator[Goal]:
    """Yield the places that the objectives name, with what the model would gain there."""
    for objective in counting_objectives(rulebook(view)):
        if not objective.settled(view) and has_role(view, model.side, objective.role):
            for place in objective.places(view, model.side):
                pose = Pose(place.x, place.y, model.pose.heading)
                if (value := gain(view, model.side, [model.at(pose)])) > MIN_VALUE:
                    yield Goal(place.x, place.y, place.inches, value)


def landing_sites(view: State, squadron: Model) -> list[tuple[Model, float]]:
    """Return where a squadron should land to hand over or fetch tokens, with the TV, best first."""
    return ships_for_cargo(view, squadron) or objects_to_land_on(view, squadron)


def best_landing_value(view: State, squadron: Model, reach: float) -> float:
    """Return the TV of the best landing site for a squadron that can fly this far in a turn."""
    return max((value for _, value in reachable_landings(view, squadron, reach)), default=0.0)


def reachable_landings(view: State, squadron: Model, reach: float) -> list[tuple[Model, float]]:
    """Return the landing sites that are worth a squadron's turn, with the TV, best first.

    A site that a squadron with tokens reaches only in a later turn counts in part.
    """
    turns = turns_left(view)
    sites = []
    for ship, value in landing_sites(view, squadron):
        inches = distance_between(squadron, ship)
        if inches < reach:
            sites.append((ship, value))
        elif squadron.loads and turns and inches < reach * (turns + 1):
            sites.append((ship, LATER * value))
    return sorted(sites, key=lambda site: -site[1])


def landing_value(view: State, squadron: Model, ship_id: str = "") -> float:
    """Return the TV of landing its tokens on a ship that a squadron can reach now, on any one by default."""
    if not squadron.loads or squadron.is_capital or not squadron.is_on_table:
        return 0.0
    reach = max_flight(squadron, boost_limit(view, squadron))
    sites = ships_for_cargo(view, squadron)
    in_reach = (value for ship, value in sites if ship_id in ("", ship.id) and distance_between(squadron, ship) < reach)
    return max(in_reach, default=0.0)


def ships_for_cargo(view: State, squadron: Model) -> list[tuple[Model, float]]:
    """Return the ships that a squadron's tokens should be aboard, with the TV, best first."""
    if not squadron.loads:
        return []
    ships = [ship for ship in view.on_table() if ship.is_capital and refuse_aboard(view, squadron, ship) is None]
    sites = [(ship, cargo_value(view, ship, after_handover(squadron, ship))) for ship in ships]
    return sorted((site for site in sites if site[1] > MIN_VALUE), key=lambda site: -site[1])


def _exits(view: State, model: Model) -> Iterator[Goal]:
    """Yield the exit, once it is time to leave."""
    final_value, value, exit_point = (
        final_withdrawal_value(view, model),
        withdrawal_value(view, model),
        exit_pose(view, model),
    )
    if exit_point is None or max(final_value, value) <= MIN_VALUE:
        return
    if value > MIN_VALUE or travel_distance(model, exit_point.x, exit_point.y) >= max_distance(
        view, model
    ) * turns_left(view):
        yield Goal(exit_point.x, exit_point.y, 0.0, max(final_value, value))


# --- Aims ---


@frozen
class Aims:
    """What the objectives make a model want. They are computed once and used for all ends of its next move."""

    goals: tuple[Goal, ...] = ()
    bonuses: Mapping[str, float] = field(default_factory=dict)
    """Extra TV for destroying an enemy, by id."""
    escape: float = 0.0
    """TV of leaving the battle now, or 0 if the model should stay."""
    attack_cost: float = 0.0
    """TV that an attack costs."""


NONE = Aims()
"""The aims in a scenario with Victory Points only."""


def has_objectives(view: State) -> bool:
    """Return whether anything other than Victory Points gives Objective Points."""
    return bool(objectives(rulebook(view)))


def aims(view: State, model: Model) -> Aims:
    """Return the aims of a model now."""
    cost = attack_cost(view, model)
    if not has_objectives(view):
        return Aims(attack_cost=cost) if cost else NONE
    bonuses = kill_bonuses(view, model.side)
    return Aims(tuple(goals(view, model, bonuses)), bonuses, escape_value(view, model), cost)
