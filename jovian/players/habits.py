"""The habits of computer players: which rule of thumb answers which kind of decision, and what it weighs.

`HABITS` has a habit for each kind of decision that a player answers without a plan, and `HabitPlayer` answers by them.
A player chooses its weights, and adds its own habits for what it plans. The orders of an activation are in `orders.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from hashlib import blake2b
from itertools import count, islice
from random import Random
from typing import Any

from jovian.frozen import frozen
from jovian.game import Answer, Decision, ListDecision, Model, State
from jovian.game.answers import (
    Assault,
    ChooseCorner,
    ChooseEdge,
    Commit,
    CutOut,
    Damage,
    Declaration,
    Decline,
    Defy,
    Embark,
    Engage,
    Enough,
    Fly,
    Heed,
    HoldSystems,
    Issue,
    Keep,
    Lay,
    Place,
    PlaceEscort,
    Refine,
    Sabotage,
    SecretPlan,
    SetBeacon,
    SpendFuel,
    TakeAlong,
    Tap,
)
from jovian.players.evaluation.actions import VALUES
from jovian.players.evaluation.deployment import (
    beacon_value,
    departure,
    deployment_value,
    open_zone_value,
    start_cost,
)
from jovian.players.evaluation.fights import (
    bombing_value,
    candidate_plans,
    draw_index,
    interception_action_value,
    is_escort,
    is_weak,
    payoff_matrix,
    reaction_value,
    solve,
    standoff_value,
)
from jovian.players.evaluation.goals import (
    BOOST_INCHES,
    MIN_VALUE,
    best_landing_value,
    last_token_value,
    marines_wanted,
    max_flight,
    mining_value,
    objects,
    reachable_landings,
    taken_tokens_value,
)
from jovian.players.evaluation.marines import marines_damage, marines_value
from jovian.players.evaluation.moves import free_move_value
from jovian.players.evaluation.objectives import (
    attack_cost,
    escape_value,
    exit_pose,
    is_exit_unknown,
    last_act_cost,
    travel_distance,
)
from jovian.players.evaluation.places import (
    area_value,
    distance_between,
    enemies,
    enemies_within,
    nearest_enemy,
    terrain_value,
)
from jovian.rules.actions.any_model import Board, Evade, Ram, Withdraw
from jovian.rules.actions.capital_ship import Overdrive
from jovian.rules.actions.squadron import Bombing, Interception
from jovian.rules.basics.model import FUEL_POD, fuel, shared_fuel
from jovian.rules.close_combat.dogfight import PlanFight
from jovian.rules.close_combat.interception import INTERCEPTION, Chance, Reactions, Reply, may_intercept
from jovian.rules.damage.boarding import boarders
from jovian.rules.damage.damage import DamageContext
from jovian.rules.damage.leaving_play import launch_reach
from jovian.rules.menu.declarations import NONE, Declare, refuse_action
from jovian.rules.placement.legal_places import deployment_heading, heading_at, spots, zones
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.special import edge_gap
from jovian.rules.scenario.tokens import IssueTokens, Mine, MineComet, Search, Taking
from jovian.rules.scenario.zones import OPPOSITE, PlaceBeacon, beacon_places, quarter
from jovian.rules.sequence.deployment import Deploy
from jovian.rules.shots import ratings
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.squadrons import FreeMove, refuse_aboard
from jovian.rules.terrain import PlaceTerrain
from jovian.table import Pose, Rect

# --- Weights ---


@frozen
class Weights:
    """What a player weighs in its habits. Values are in TV."""

    min_fight_margin: float = 0.4
    """By how much a close fight must beat shooting."""
    min_interception: float = 0.2
    """What an interception of a move must promise."""
    min_attack: float = 0.05
    """The smallest value of an attack."""
    min_nuke: float = 3.0
    """What a Nuke must be expected to take, minus the harm to friends."""
    min_move_gain: float = 0.05
    """How much better than staying a move must be."""
    move_first: float = 1.1
    """The model shoots first unless moving first promises this many times more."""
    nearest: int = 4
    """The number of enemies to consider for each kind of close fight."""


ENSIGN = Weights()
"""The weights of the ensign, and of the captain where it doesn't plan."""

# --- Tokens ---

POD_VALUE = 1.5
"""The assumed TV of a pod's Fuel."""
NEAR = 6.0
"""Inches beyond its Speed within which an enemy makes a squadron use a pod."""


def choose_issue(decision: IssueTokens, view: State) -> Issue:
    """Issue tokens to few ships, those that can take most damage."""
    return max((option.answer for option in decision.options()), key=lambda answer: _toughness(view, answer))


def choose_tokens(decision: ListDecision[Answer], view: State) -> Answer:
    """Take along as many tokens as are worth most on the squadron, possibly none."""
    taking, squadron = decision.stake, view.models[decision.subject]
    if not isinstance(taking, Taking):
        return decision.default()
    ship, best, answer = view.models[taking.ship], MIN_VALUE, decision.default()
    for option in decision.listed:
        if isinstance(option.answer, TakeAlong) and option.answer.count:
            value = taken_tokens_value(view, squadron, ship, taking.token, option.answer.count)
            if value > best:
                best, answer = value, option.answer
    return answer


def choose_refining(decision: ListDecision[Answer], view: State) -> Answer:
    """Refine a token if it is worth less than its Fuel."""
    squadron = view.models[decision.subject]
    tokens = [clause.token for clause in rulebook(view).clauses if isinstance(clause, MineComet)]
    spare = tokens and last_token_value(view, squadron, tokens[0]) < POD_VALUE
    return Refine() if spare else Keep()


def choose_fuel_source(decision: ListDecision[Answer], view: State) -> Answer:
    """Use a pod if the squadron can mine, escape, or fight. Keep spare tanks."""
    pod, squadron = Tap(FUEL_POD), view.models[decision.subject]
    if all(option.answer != pod for option in decision.listed):
        return Keep()
    useful = nearest_enemy(view, squadron) <= squadron.card.speed + NEAR or mining_value(view, squadron) > MIN_VALUE
    return pod if useful or escape_value(view, squadron) > 0 else Keep()


def _toughness(view: State, issue: Issue) -> int:
    """Return the Structure boxes of the ships with tokens, summed over the tokens."""
    shares: list[tuple[Model, int]] = [
        (view.models[ship_id], count) for ship_id, count in zip(issue.models, issue.counts, strict=True)
    ]
    return sum(count * len(model.boxes("structure")) for model, count in shares if model.is_capital)


# --- Deployment, beacons, and corners ---

EDGE = 5.0
"""Inches kept from the side edges."""
EXIT_TURNS = (0, 90, 270, 180)
"""The turns in degrees, from the way to the enemy, of a ship that is about to leave."""
MAX_DEPLOYMENT_PLACES, MAX_BEACON_PLACES = 40, 60
"""The number of places to consider in each open zone, and for a beacon."""


def choose_place(decision: Deploy, view: State) -> Answer | None:
    """Place the most valuable waiting model: aboard a catapult ship, as an escort, or at the best free spot."""
    model = max(decision.models, key=lambda waiting: waiting.card.tv)
    if not model.is_capital:
        special = _with_ship(decision, view, model)
        if special is not None:
            return special
    best: tuple[float, Pose] | None = None
    strip, leaving = facing_strip(view, model.side), departure(view, model)
    place_value = deployment_value if strip is not None else open_zone_value
    for pose in _in_strip(view, model, strip, leaving.value > 0) if strip is not None else _in_zones(view, model):
        there = model.at(pose)
        value = place_value(view, there) - start_cost(view, there, leaving)
        if (best is None or value > best[0]) and decision.judge(Place(model.id, *pose)) is None:
            best = (value, pose)
    if best is None:
        return None
    pose = best[1]
    same_kind = [
        waiting.id for waiting in decision.models if waiting is not model and waiting.card.key == model.card.key
    ]
    formed = Place(model.id, *pose, tuple(same_kind[:1]))
    return formed if same_kind and decision.judge(formed) is None else Place(model.id, *pose)


def _with_ship(decision: Deploy, view: State, model: Model) -> Answer | None:
    """Return an escort for a ship with CAP, or the boarding of a ship that can catapult the squadron."""
    for option in decision.ships_to_join(model):
        match option.answer:
            case PlaceEscort() if is_escort(view, model):
                return option.answer
            case Embark(_, ship) if launch_reach(view, view.models[ship]).fore:
                return option.answer
    return None


def facing_strip(view: State, side: int) -> Rect | None:
    """Return a side's zone if it is a single strip that faces the table, else None."""
    own = zones(view, side)
    zone = own[0] if len(own) == 1 else None
    if not isinstance(zone, Rect) or heading_at(view, side, zone.outline[0]) != deployment_heading(side):
        return None
    return zone


def _in_zones(view: State, model: Model) -> list[Pose]:
    """Return places in all zones, about the same number in each."""
    return [
        Pose(pose.x, pose.y, heading_at(view, model.side, pose[:2]))
        for zone in zones(view, model.side) for pose in _thinned(list(spots(view, model, (zone,))))
    ]  # fmt: skip


def _thinned(places: list[Pose]) -> list[Pose]:
    return places[:: max(1, len(places) // MAX_DEPLOYMENT_PLACES)]


def choose_corner(decision: ListDecision[Answer], view: State) -> Answer:
    """Choose the quarter of the table whose terrain is better than the opposite one's, assuming equal fleets."""

    def value(answer: Answer) -> float:
        own = answer.corner if isinstance(answer, ChooseCorner) else ""
        mine, theirs = (
            area_value(view, decision.side, quarter(view, own_or_opposite)) for own_or_opposite in (own, OPPOSITE[own])
        )
        return mine - theirs

    return max((option.answer for option in decision.listed), key=value)


def choose_beacon(decision: PlaceBeacon, view: State) -> SetBeacon | None:
    """Place a beacon at the best of a few free places, or of all places if the exit edge is unknown.

    Return None without places.
    """
    free = beacon_places(view, decision.side)
    some = free if is_exit_unknown(view, decision.side) else islice(free, MAX_BEACON_PLACES)
    best = max(some, key=lambda point: (beacon_value(view, decision.side, point), point), default=None)
    return SetBeacon(*best) if best is not None else None


def _in_strip(view: State, model: Model, zone: Rect, leaves: bool) -> list[Pose]:
    """Return places along the front of a strip. A model that is about to leave also gets its back."""
    left, bottom, right, top = zone.box
    heading = deployment_heading(model.side)
    depth = model.base.reach + (1.5 if model.is_capital else 0.1)
    rows = [top - depth, bottom + depth] if heading == 0 else [bottom + depth, top - depth]
    width = int(right - left - 2 * EDGE)
    poses = [(rows[0], heading)]
    if leaves:
        poses += [(rows[1], (heading + angle) % 360) for angle in _turns(view, model.at(Pose(left, rows[1], heading)))]
    return [Pose(left + EDGE + step, y, heading).rounded() for y, heading in poses for step in range(width + 1)]


def _turns(view: State, model: Model) -> tuple[int, ...]:
    """Return the turns of a model that starts near its exit. A ship that can't stay still doesn't face the exit."""
    if not model.is_capital:
        return (0,)
    return EXIT_TURNS if fixed_limits(view, model).min_move <= 0 else EXIT_TURNS[:-1]


# --- Terrain setup ---

MAX_TERRAIN_PLACES = 8
"""The number of free places to consider for a piece."""


def choose_terrain(decision: PlaceTerrain, view: State) -> Lay | None:
    """Lay out the best piece at one of a few places each, or None if no piece fits."""
    layouts = [
        (terrain_value(view, decision.side, card, pose), Lay(card.id, *pose))
        for card in decision.pool for pose in islice(decision.places(card), MAX_TERRAIN_PLACES)
    ]  # fmt: skip
    return max(layouts, key=lambda layout: layout[0])[1] if layouts else None


# --- Reactions to a move ---


def choose_reaction(decision: Reactions, view: State, weights: Weights = ENSIGN) -> Reply:
    """Choose the first of the planned reactions on the path, the best one at a point. Later chances may be lost."""
    planned = _planned_reactions(decision, view, weights)
    if not planned:
        return Decline()
    first = min(planned, key=lambda chance: (chance.inches, chance.rank, -planned[chance]))
    return first.answer


def _planned_reactions(decision: Reactions, view: State, weights: Weights) -> dict[Chance, float]:
    """Return the planned reactions with their value: one interception, and as many shots as Fire Control allows."""
    costs = {chance.model_id: attack_cost(view, view.models[chance.model_id]) for chance in decision.chances}
    values = {chance: reaction_value(decision, view, chance) - costs[chance.model_id] for chance in decision.chances}
    interceptions = [
        chance for chance in values if chance.rank == INTERCEPTION and values[chance] > weights.min_interception
    ]
    planned = {
        chance: values[chance]
        for chance in interceptions
        if chance is max(interceptions, key=lambda other: values[other])
    }
    shots = [chance for chance in values if chance.rank != INTERCEPTION and values[chance] > 0]
    for shooter_id in dict.fromkeys(chance.model_id for chance in shots):
        own = sorted((chance for chance in shots if chance.model_id == shooter_id), key=lambda chance: -values[chance])
        planned |= {chance: values[chance] for chance in own[: fire_control_left(view, view.models[shooter_id])]}
    return planned


# --- Close fights ---


def choose_plan(decision: PlanFight, view: State, seed: int) -> SecretPlan:
    """Draw a plan from the mixed strategy, so that the enemy can't predict it."""
    mine, theirs = candidate_plans(decision.fight), candidate_plans(decision.enemy_fight)
    frequencies, _ = solve(payoff_matrix(decision.fight, mine, theirs))
    rng = Random(blake2b(f"{seed} {view.digest()}".encode(), digest_size=8).digest())
    return mine[draw_index(frequencies, rng)]


# --- Declarations ---

FAR = 10.0
"""Inches beyond its Speed at which an enemy is far from a squadron."""
BOOST_MARGIN = 0.05
"""Inches by which a flight must not reach its limit."""
OBJECTIVE_ACTIONS = (Withdraw.name, Search.name, Mine.name, Board.name)
"""What a squadron declares only where objectives give it a value."""


@frozen
class PossibleFight:
    """A possible close fight."""

    declared: Declaration
    other: Model


def choose_declaration(decision: Declare, view: State, weights: Weights = ENSIGN) -> Declaration:
    """Declare a ship's best action. A squadron attacks, rams if nearly lost, evades if that is free, or boosts."""
    model = decision.model
    if model.is_capital:
        return _ship_declaration(view, model)
    if decision.must_bomb:
        return decision.default()
    if model.is_embarked:
        return Declaration(NONE, 0)
    errand = best_action(view, model, OBJECTIVE_ACTIONS)
    if not is_weak(model):
        landing_value = best_landing_value(view, model, max_flight(model, decision.most_boost))
        other_value = max(0.0, errand[0], escape_value(view, model), landing_value)
        fight = _best_fight(decision, view, other_value, weights)
        if fight is not None:
            return fight
    if errand[0] > 0:
        return Declaration(errand[1], 0)
    if model.rating("structure") == 1 and should_ram(view, model):
        return Declaration(Ram.name, 0)
    max_boost = decision.most_boost
    boost = (
        exit_boost(view, model, max_boost)
        or landing_boost(view, model, max_boost)
        or approach_boost(model, nearest_enemy(view, model), max_boost)
    )
    evade = refuse_action(view, model, Evade.name) is None and ratings.fire_control(view, model) == 1
    return Declaration(Evade.name if evade and not boost else NONE, boost)


def _ship_declaration(view: State, ship: Model) -> Declaration:
    best, name = best_action(view, ship, VALUES)
    return to_declaration(name if best > 0 else NONE)


def to_declaration(name: str) -> Declaration:
    """Return the declaration of an action. Overdrive is for the Sensors, as its value assumes."""
    return Declaration(name, 0, "sensors" if name == Overdrive.name else None)


def best_action(
    view: State, model: Model, names: Iterable[str], value: Callable[[str], float] | None = None
) -> tuple[float, str]:
    """Return the best of these actions with its TV, among those that this game has and the model may declare."""
    actions, cost = rulebook(view).actions, last_act_cost(view, model)
    return max(
        (
            ((value(name) if value is not None else VALUES[name](view, model)) - cost, name)
            for name in names
            if name in actions and refuse_action(view, model, name) is None
        ),
        default=(0.0, NONE),
    )


def _best_fight(decision: Declare, view: State, errand: float, weights: Weights) -> Declaration | None:
    """Return the best close fight, if it beats shooting from afar and the other errands."""
    model, best = decision.model, None
    fights = [
        fight
        for fight in possible_fights(view, model, decision.most_boost, weights.nearest)
        if fight.declared.boost <= decision.most_boost
    ]
    at_least = (
        weights.min_fight_margin + standoff_value(view, model) + errand + attack_cost(view, model) if fights else 0.0
    )
    for fight in fights:
        declared = fight.declared
        fight_value = bombing_value if declared.action == Bombing.name else interception_action_value
        value = fight_value(view, model, fight.other, declared.boost, at_least)
        if value > at_least or (value == at_least and best is None):
            best, at_least = declared, value
    return best


def possible_fights(view: State, model: Model, max_boost: int, nearest: int) -> Iterator[PossibleFight]:
    """Yield the close fights with the nearest enemies in reach, bombing first.

    At the limit of its reach, a fight can take 1 Fuel more than `max_boost`.
    """
    speed, reach = model.card.speed, max_flight(model, max_boost)
    for inches, ship in enemies_within(view, model, reach, True)[:nearest]:
        yield PossibleFight(Declaration(Bombing.name, boost_for(inches, speed)), ship)
    if may_intercept(view, model):
        for inches, other in enemies_within(view, model, reach, False)[:nearest]:
            boost = boost_for(inches, speed)
            if boost < shared_fuel(view, model):
                yield PossibleFight(Declaration(Interception.name, boost, other.id), other)


def boost_for(inches: float, speed: float) -> int:
    """Return the Fuel to burn to fly this far."""
    return next(burned for burned in count() if inches <= speed + BOOST_INCHES * burned - BOOST_MARGIN)


def should_ram(view: State, model: Model) -> bool:
    """Return whether an enemy ship is in reach of a squadron that has little to lose and no carrier to return to."""
    if refuse_action(view, model, Ram.name) is not None:
        return False
    home = any(ship.is_capital and refuse_aboard(view, model, ship) is None for ship in view.on_table())
    near = any(distance_between(model, ship) <= model.card.speed - 0.1 for ship in enemies(view, model, True))
    return near and not home


def exit_boost(view: State, squadron: Model, max_boost: int) -> int:
    """Return the Fuel to burn on the way out of the battle, at most all of it."""
    exit_point = exit_pose(view, squadron) if escape_value(view, squadron) > 0 else None
    if exit_point is None:
        return 0
    return min(max_boost, boost_for(travel_distance(squadron, exit_point.x, exit_point.y), squadron.card.speed))


def landing_boost(view: State, squadron: Model, max_boost: int) -> int:
    """Return the Fuel to burn on the way to a ship where it hands over or fetches tokens, at most all of it."""
    sites = reachable_landings(view, squadron, max_flight(squadron, max_boost))
    return min(max_boost, boost_for(distance_between(squadron, sites[0][0]), squadron.card.speed)) if sites else 0


def approach_boost(squadron: Model, inches: float, max_boost: int) -> int:
    """Return the Fuel to burn if the nearest enemy is so far away: all but the last."""
    far = inches > squadron.card.speed + FAR
    return max(0, min(max_boost, squadron.unmarked("fuel") - 1)) if far else 0


# --- Decisions with a short list ---


def _choose_edge(decision: ListDecision[Answer], view: State) -> Answer:
    """Let the enemy leave by the edge that is farthest from its most valuable models."""
    enemies = [enemy for enemy in view.on_table() if enemy.side == 1 - decision.side]

    def distance(answer: Answer) -> float:
        edge = answer.edge if isinstance(answer, ChooseEdge) else ""
        return sum(enemy.open_card.tv * edge_gap(view, enemy, edge) for enemy in enemies)

    return max((option.answer for option in decision.listed), key=distance)


def _choose_bid(decision: ListDecision[Answer], view: State) -> Answer:
    """Bid all Fuel for water, because Fuel comes back in the End Phase."""

    def bid(answer: Answer) -> int:
        return answer.fuel if isinstance(answer, CutOut) else 0

    return max((option.answer for option in decision.listed), key=bid)


def _choose_engagement(decision: ListDecision[Answer], view: State) -> Answer:
    """Fight if the odds are good. Otherwise hold the systems, or sabotage them."""
    ship = view.models[decision.subject]
    ours, theirs = ship.rating("marines"), boarders(ship)
    if decision.side == ship.side:
        return Engage() if ours >= theirs else HoldSystems()
    return Engage() if theirs >= ours else Sabotage()


def choose_marines(decision: ListDecision[Answer], view: State) -> Answer:
    """Send the number of marines with the highest value, but to an object no more than are useful."""
    model = view.models[decision.subject]
    ship = view.models[decision.stake.target] if isinstance(decision.stake, DamageContext) else None
    if ship is None:
        return decision.default()
    answers = [option.answer for option in decision.listed if isinstance(option.answer, Commit)]
    if ship in objects(view):
        max_marines = marines_wanted(view, ship, decision.side)
        return next((answer for answer in answers if answer.marines <= max_marines), decision.default())
    best = max(answers, key=lambda answer: marines_value(view, model, ship, answer.marines), default=None)
    return best if best is not None else decision.default()


def _choose_obedience(decision: ListDecision[Answer], view: State) -> Answer:
    """Obey the suppression, unless it would leave no Thrusters."""
    ship = view.models[decision.subject]
    return Heed() if ratings.thrusters(view, ship) > 0 else Defy()


def _first_offer(decision: ListDecision[Answer], view: State) -> Answer:
    """Take the first offer other than declining, because it has no lasting cost."""
    offers = _offers(decision)
    return offers[0] if offers else decision.default()


def _last_offer(decision: ListDecision[Answer], view: State) -> Answer:
    """Use as many missiles as possible: the last offer."""
    offers = _offers(decision)
    return offers[-1] if offers else decision.default()


def _offers(decision: ListDecision[Answer]) -> list[Answer]:
    """Return the offers other than declining."""
    return [option.answer for option in decision.listed if not isinstance(option.answer, Decline | Enough)]


def choose_free_move(decision: FreeMove, view: State) -> Answer | None:
    """Keep exo-armors on the hull of a ship, and move others to their best pose."""
    return best_free_move(decision, lambda end, on_hull: free_move_value(view, decision.model, end, on_hull))


def best_free_move(decision: FreeMove, value: Callable[[Pose, bool], float]) -> Answer | None:
    """Return the free move with the best end. `value` gets the end, and whether it is on the hull of a ship."""
    model = decision.model
    return max(
        (option.answer for option in decision.options()),
        key=lambda answer: value(end_of_free_move(model, answer), isinstance(answer, Assault)),
        default=None,
    )


def end_of_free_move(model: Model, answer: Answer) -> Pose:
    """Return the pose to which an answer to a free move leads."""
    match answer:
        case Assault():
            return answer.pose
        case Fly(path):
            return Pose(*path[-1], model.pose.heading)
    return model.pose


def _choose_fuel(decision: ListDecision[Answer], view: State) -> Answer:
    """Spend Fuel, which comes back in the End Phase, unless the squadron may still need it this turn."""
    model = view.models[decision.subject]
    return SpendFuel() if model.activated or fuel(model) > 1 else Keep()


def _choose_rating(decision: ListDecision[Answer], view: State) -> Answer:
    """Damage a rating that this reduces to 0, which makes the catastrophic roll worse; else the default."""
    target = view.models[decision.subject]
    for option in decision.listed:
        match option.answer:
            case Damage(rating) if rating != "marines" and target.unmarked(rating) == 1:
                return option.answer
    return decision.default()


def choose_damage(decision: ListDecision[Answer], view: State) -> Answer | None:
    """Damage the marines of a ship that may soon be boarded."""
    return marines_damage(decision, view) or (_choose_rating(decision, view) if decision.kind == "critical" else None)


# --- Habits by kind of decision ---

Habit = Callable[[Any, State], Answer | None]
"""Returns the answer to a decision about a view. None stands for the default."""

LIST_HABITS: dict[str, Habit] = {
    "along": choose_tokens, "refine": choose_refining, "tap": choose_fuel_source, "corner": choose_corner,
    "evasion": _choose_fuel, "critical": _choose_rating, "missile": _last_offer, "vector": _first_offer,
    "command": _first_offer, "supply": _first_offer, "commit": choose_marines, "mine": _choose_bid,
    "firefight": _choose_engagement, "edge": _choose_edge, "suppressed": _choose_obedience,
}  # fmt: skip
"""The habits for decisions with a short list."""
CAPTURE_HABITS: dict[str, Habit] = dict.fromkeys(("rating", "mass", "critical"), choose_damage)
"""The habits of players that prepare boardings."""
HABITS: dict[str, Habit] = {
    **LIST_HABITS, PlaceTerrain.kind: choose_terrain, PlaceBeacon.kind: choose_beacon, IssueTokens.kind: choose_issue,
    Deploy.kind: choose_place, FreeMove.kind: choose_free_move,
}  # fmt: skip
"""The habits that depend on nothing but the decision. `HabitPlayer` adds those that depend on weights or a seed."""


class HabitPlayer:
    """Answers each kind of decision by a habit, and all others by the default.

    A player that plans overrides `answer_by_rule`. Its habits can't be methods of the player: it would refer to itself,
    and only the garbage collector could free it.
    """

    def __init__(self, seed: int, habits: Mapping[str, Habit], weights: Weights = ENSIGN) -> None:
        """`habits` are its own habits, which replace those of `HABITS`."""
        self.seed = seed
        self.weights = weights
        react = partial(choose_reaction, weights=weights)
        self._habits: dict[str, Habit] = {
            **HABITS, PlanFight.kind: partial(choose_plan, seed=seed), "autofire": react, "interception": react,
            Declare.kind: partial(choose_declaration, weights=weights), **habits,
        }  # fmt: skip
        self._last: tuple[Decision, Answer, State] | None = None
        """The last decision, its answer, and the view."""

    def choose(self, decision: Decision, view: State) -> Answer:
        """Return its answer, or the default if its habit finds no legal one."""
        answer = self.answer_by_rule(decision, view)
        if answer is None or decision.check(answer) is not None:
            answer = decision.default()
        self._last = decision, answer, view
        return answer

    def answer_by_rule(self, decision: Decision, view: State) -> Answer | None:
        """Return the answer of its habit, which may be illegal, or None."""
        habit = self._habits.get(decision.kind)
        return habit(decision, view) if habit is not None else None
