"""Where objectives draw a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from jovian.game import NEUTRAL, OBJECT, Model, State, Terrain
from jovian.game.answers import Point
from jovian.players.evaluation.objectives import (
    LATER,
    RISK,
    aboard_at_last,
    blind,
    counting,
    escape,
    exit_pose,
    first_attack_cost,
    gain,
    gain_of,
    handed_over,
    in_time,
    left_at_last,
    lost,
    pace,
    searched,
    travel_distance,
    truces,
    turns_left,
    with_more_tokens,
    withdrawal_value,
    withdrawn,
)
from jovian.players.evaluation.places import distance_between, enemies
from jovian.rules.actions.generic import boarding_range
from jovian.rules.actions.generic import boarding_range as board_reach
from jovian.rules.damage.boarding import boarders_of, landing_force
from jovian.rules.menu.declarations import refuse_action
from jovian.rules.placement.legal_places import zones
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objects import MOST, RetrieveFromObjects, search_of, tokens_needed, yields
from jovian.rules.scenario.tokens import Mine, MineComet, comets, cuts, find_token
from jovian.rules.scenario.zones import NEAR, beacons
from jovian.rules.squadrons import refuse_aboard, refuse_berth
from jovian.table import POINT, Pose, distance, within

# --- mining ---
# What it is worth to mine a comet.


def mining(view: State, model: Model) -> float:
    """TV that mining is expected to bring the side of a squadron that comes to a comet; 0 where it may not mine."""
    rule = next((each for each in rulebook(view).clauses if isinstance(each, MineComet)), None)
    if rule is None or model.capital or refuse_action(view, model, Mine.name) is not None:
        return 0.0
    best = max(cuts(view, model, comets(view)[0], rule.defense), key=lambda cut: cut.fuel)
    chances = best.chances()[: find_token(view, rule.token).room(model)]
    return sum(chances) * _unit(view, model, rule.token)


def _unit(view: State, model: Model, token: str) -> float:
    """TV of one token more, on the squadron itself or on the ship of its side that would bring it home best."""
    own = gain(view, model.side, [with_more_tokens(model, token, 1)])
    ships = [each for each in view.on_table() if each.side == model.side and each.capital and not each.is_crippled]
    return max([own, *(in_time(view, each, [with_more_tokens(each, token, 1)]) for each in ships)])


def seams(view: State, model: Model) -> Iterator[tuple[float, Terrain]]:
    """The comets, each after the inches that a model is from it."""
    for piece in comets(view):
        yield min(distance(model.base, model.pose, part, piece.pose) for part in piece.outline), piece


# --- carrying ---
# What it is worth to take tokens along on a launch, and to keep each that a squadron carries.


def along(view: State, squadron: Model, ship: Model, token: str, count: int) -> float:
    """TV of so many tokens that a squadron takes from a ship: to keep them, or to bring them to a better one."""
    less = with_more_tokens(ship, token, -count)
    kept = gain(view, squadron.side, [less, with_more_tokens(squadron, token, count)])
    kept -= RISK * turns_left(view) * abs(kept)
    others = [each for each in _ships(view, squadron.side) if each.id != ship.id]
    brought = (
        gain(view, squadron.side, [withdrawn(less), withdrawn(with_more_tokens(each, token, count))])
        - gain(view, squadron.side, [withdrawn(ship), withdrawn(each)])
        for each in others
    )
    return max([kept, *(LATER * worth for worth in brought)])


def last_one(view: State, squadron: Model, token: str) -> float:
    """TV of the last of the tokens that a squadron carries: as it stands, or aboard the ship where it counts most."""
    less, ships = with_more_tokens(squadron, token, -1), _ships(view, squadron.side)
    landed = [LATER * aboard_at_last(view, ship, [less, with_more_tokens(ship, token, 1)]) for ship in ships]
    return max([-gain(view, squadron.side, [less]), *landed])


def _ships(view: State, side: int) -> list[Model]:
    return [each for each in view.on_table() if each.capital and each.side == side]


# --- objects ---
# Unidentified objects: what it is worth to have marines aboard, and to fetch what is found there.

LEADS = (0.0, 0.6, 0.9, 1.0)
"""How good a lead of so many marines aboard is, against an object that is sure."""
ENOUGH = len(LEADS) - 1
"""The lead beyond which no more marines are sent."""
COST = 0.6
"""TV that a marine sent away is reckoned to cost."""
FETCHING = 2
"""How many squadrons at most go for the token of an object at a time."""
TRIED = (0, 22, -22, 45, -45)
"""Turns by which a ship may come near an object."""
STOPS = (0.25, 0.5, 0.75, 1.0)
"""Shares of its most at which it may stop for that."""


def objects(view: State) -> list[Model]:
    """The unidentified objects on the table, [] where the scenario has nobody search them."""
    return [each for each in view.on_table() if each.card.kind == OBJECT] if tokens_needed(view) else []


def prize(view: State, ship: Model, side: int) -> float:
    """TV of having searched an object before the enemy; 0 once it has been searched."""
    if not tokens_needed(view) or search_of(view, ship).by != NEUTRAL:
        return 0.0
    mine, theirs = (gain_of(view, side, searched(view, ship, each)) for each in (side, 1 - side))
    return (mine - theirs) / 2


def wanted(view: State, ship: Model, side: int) -> int:
    """How many more marines make the lead aboard as good as it gets."""
    return max(0, ENOUGH - _lead(ship, side))


def boarding_value(view: State, model: Model, ship: Model) -> float:
    """TV that the marines of a model are worth aboard an object, less what they cost."""
    sent, lead = min(landing_force(view, model), wanted(view, ship, model.side)), _lead(ship, model.side)
    if sent < 1:
        return 0.0
    return prize(view, ship, model.side) * (_held(lead + sent) - _held(lead)) - COST * sent


def board_soon(view: State, model: Model) -> float:
    """TV of the best object that a model may come to board in its next move."""
    return max((boarding_value(view, model, each) for each in objects(view) if _near(view, model, each)), default=0.0)


def harbors(view: State, squadron: Model) -> list[tuple[Model, float]]:
    """Objects that a squadron may land on to fetch a token, each with the TV of it: those of its side, the surer.

    Each gives one token a turn: whoever has friends enough nearer to it leaves it to them.
    """
    worth = _fetched(view, squadron)
    if worth <= 0:
        return []
    able = (each for each in objects(view) if refuse_berth(view, squadron, each) is None)
    mine = ((each, worth * _sure(view, each, squadron.side)) for each in able if not _crowded(view, squadron, each))
    return sorted((each for each in mine if each[1] > 0), key=lambda each: -each[1])


def waits_aboard(view: State, squadron: Model) -> bool:
    """Had a squadron aboard an object better stay, since that gives its token in a later turn?"""
    host = view.models.get(squadron.host)
    if host is None or host.card.kind != OBJECT or boarders_of(host, squadron.side) <= 0:
        return False
    later = not yields(view, host, squadron.side) and _sure(view, host, squadron.side) > 0
    return later and _fetched(view, squadron) > 0


def _sure(view: State, ship: Model, side: int) -> float:
    """Share for which the tokens of an object are a side's: it has searched it, or will have in this End Phase."""
    search, lead = search_of(view, ship), _lead(ship, side)
    if search.by != NEUTRAL:
        return float(search.by == side)
    soon = lead > 0 and search.held(side) + min(MOST, lead) >= tokens_needed(view)
    return LATER if soon else 0.0


def _crowded(view: State, squadron: Model, ship: Model) -> bool:
    """Are friends enough nearer to an object, who could fetch what it gives?"""
    mine = distance_between(squadron, ship)
    friends = (each for each in view.on_table() if each.side == squadron.side and _fetches(each, squadron))
    return sum(1 for each in friends if distance_between(each, ship) < mine) >= FETCHING


def _fetches(model: Model, other: Model) -> bool:
    return not (model.capital or model.drone or model.loads or model.id == other.id)


def _fetched(view: State, squadron: Model) -> float:
    """TV of one more token, aboard the ship with room for the squadron where it counts most; 0 to who carries one."""
    if squadron.loads or squadron.drone:
        return 0.0
    names = [each.token for each in rulebook(view).clauses if isinstance(each, RetrieveFromObjects)]
    if not names:
        return 0.0
    ships = [each for each in view.on_table() if each.capital and refuse_aboard(view, squadron, each) is None]
    found = (gain(view, squadron.side, [with_more_tokens(ship, name, 1)]) for name in names for ship in ships)
    return max(found, default=0.0)


def _lead(ship: Model, side: int) -> int:
    return boarders_of(ship, side) - boarders_of(ship, 1 - side)


def _held(lead: int) -> float:
    share = LEADS[min(abs(lead), ENOUGH)]
    return share if lead > 0 else -share


def _near(view: State, model: Model, ship: Model) -> bool:
    """May it come near enough to board: a squadron anywhere within its Speed, a ship by a turn and a straight run?"""
    across = boarding_range(model)
    most = fixed_limits(view, model).most
    inches = distance_between(model, ship)
    if inches > most + across:
        return False
    if not model.capital or inches <= across:
        return True
    ways = (model.pose.turned(angle) for angle in TRIED)
    ends = (way.advanced(most * share) for way in ways for share in STOPS)
    return any(distance_between(model.at(end), ship) <= across + most * STOPS[0] / 2 for end in ends)


# --- goals ---
# Where the objectives draw a model: out of the battle, home with what it carries, to those who carry most.

FAR = 24.0
"""Inches over which all that a goal is worth is gone."""
LITTLE = 0.5
"""TV below which nothing is gone for."""
IN_RANGE = 7.0
"""Inches from an enemy at which it is hunted well enough."""


class Goal(NamedTuple):
    """A place worth going to."""

    x: float
    y: float
    near: float
    """Inches from it that will do."""
    worth: float
    """TV of being there."""
    beside: str = ""
    """The id of the model that it is to come near to without touching it, "" for none."""


def drawn(goals: tuple[Goal, ...], model: Model) -> float:
    """TV that the pose that it has here is worth to a model: the nearer to a goal, the more."""
    return max((goal.worth * _near_goal(goal, model) for goal in goals), default=0.0)


def _near_goal(goal: Goal, model: Model) -> float:
    return 1.0 - max(0.0, travel_distance(model, goal.x, goal.y) - goal.near) / FAR


def hunted(view: State, side: int) -> dict[str, float]:
    """TV beyond their own that it is worth to destroy enemies on the table, by id."""
    foes = (model for model in view.on_table() if model.side == 1 - side)
    found = {model.id: gain(view, side, lost(view, model)) for model in foes}
    return {ident: value for ident, value in found.items() if value > LITTLE}


def goals(view: State, model: Model, prey: Mapping[str, float]) -> Iterator[Goal]:
    """All goals that draw a model, in no order of worth."""
    yield from _exits(view, model)
    if not model.capital:
        yield from (Goal(ship.pose.x, ship.pose.y, 0.0, value) for ship, value in havens(view, model))
    if (value := mining(view, model)) > LITTLE:
        yield from (Goal(piece.pose.x, piece.pose.y, 0.0, value) for _, piece in seams(view, model))
    for each in objects(view):
        if (value := boarding_value(view, model, each)) > LITTLE:
            near = each.base.inner + model.base.inner + board_reach(model)
            yield Goal(each.pose.x, each.pose.y, near, value, each.id)
    for other in enemies(view, model):
        if other.id in prey:
            yield Goal(other.pose.x, other.pose.y, IN_RANGE, prey[other.id])


def havens(view: State, squadron: Model) -> list[tuple[Model, float]]:
    """Where a squadron had better land, to hand over what it carries or to fetch something, the best first."""
    return homes(view, squadron) or harbors(view, squadron)


def carrying(view: State, squadron: Model, reach: float) -> float:
    """TV of the way to a haven, for who comes so far this turn: in part for what is carried to one farther off."""
    return max((value for _, value in bound(view, squadron, reach)), default=0.0)


def bound(view: State, squadron: Model, reach: float) -> list[tuple[Model, float]]:
    """The havens that are worth a squadron's turn if it comes so far in it, each with the TV of going there."""
    turns = turns_left(view)
    found = []
    for ship, value in havens(view, squadron):
        inches = distance_between(squadron, ship)
        if inches < reach:
            found.append((ship, value))
        elif squadron.loads and turns and inches < reach * (turns + 1):
            found.append((ship, LATER * value))
    return sorted(found, key=lambda each: -each[1])


def homes(view: State, squadron: Model) -> list[tuple[Model, float]]:
    """Ships that what a squadron carries had better be aboard of, each with the TV of it, the best first."""
    if not squadron.loads:
        return []
    ships = [each for each in view.on_table() if each.capital and refuse_aboard(view, squadron, each) is None]
    found = [(ship, in_time(view, ship, handed_over(squadron, ship))) for ship in ships]
    return sorted((each for each in found if each[1] > LITTLE), key=lambda each: -each[1])


def _exits(view: State, model: Model) -> Iterator[Goal]:
    """The way out, once it is time to go."""
    last, now, out = left_at_last(view, model), withdrawal_value(view, model), exit_pose(view, model)
    if out is None or max(last, now) <= LITTLE:
        return
    if now > LITTLE or travel_distance(model, out.x, out.y) >= pace(view, model) * turns_left(view):
        yield Goal(out.x, out.y, 0.0, max(last, now))


# --- aims ---
# All that the objectives make of a model's next order, found once and weighed with every end of its move.


@dataclass(frozen=True, slots=True)
class Aims:
    """What a model is after; by itself nothing."""

    goals: tuple[Goal, ...] = ()
    prey: Mapping[str, float] = field(default_factory=dict)
    """TV beyond its own that destroying an enemy is worth, by id."""
    escape: float = 0.0
    """TV of leaving the battle now, 0 if it had better stay."""
    truce: float = 0.0
    """TV that attacking costs."""


NONE = Aims()
"""Where Victory Points are all."""


def contested(view: State) -> bool:
    """Do Objective Points come from anything but Victory Points?"""
    book = rulebook(view)
    return bool(counting(book) or truces(book))


def aims(view: State, model: Model) -> Aims:
    """What a model is after now."""
    if not contested(view):
        return NONE
    prey = hunted(view, model.side)
    return Aims(tuple(goals(view, model, prey)), prey, escape(view, model), first_attack_cost(view, model.side))


# --- berths ---
# What a place in a deployment zone is worth, and one for a beacon.

SPREAD, CROWD = 6.0, 2.5
"""Inches between ships deployed side by side, and between others, as far as there is room."""
CROWDED = 2.0
"""What each inch too near to a friend costs."""
OPPOSITE = 0.5
"""What each enemy straight ahead is worth."""

ENGAGED = 16.0
"""Inches from the nearest enemy, or else from the middle of its nearest zone, that suit a model where it begins."""
TOGETHER = 0.1
"""What each inch to the middle of its own fleet costs a model that begins away from it."""
HOME = 10.0
"""Inches from its own edge that suit a side's beacons."""
CENTRAL = 0.5
"""What each inch from the middle of the table costs a beacon of a side that knows no edge yet by which it may leave."""
CLUTTERED = 6.0
"""What terrain costs that a beacon stands in, or near."""


def berth(view: State, model: Model) -> float:
    """How good the place of a model is to deploy in: near the middle and somebody to fight, but not crowded."""
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
    """How good a place is in a zone that is no strip: the enemy near enough, friends about, and room between them."""
    pose, worth = model.pose, 0.0
    friends = [each for each in view.on_table() if each.side == model.side and not each.card.station]
    for other in friends:
        apart, room = pose.distance_to(other.pose), SPREAD if other.capital and model.capital else CROWD
        worth -= CROWDED * max(0.0, room - apart) + TOGETHER * apart / len(friends)
    return worth - abs(min(_to_enemy(view, model), default=ENGAGED) - ENGAGED) / 4


def homeward(view: State, model: Model, worth: float) -> float:
    """TV that the way out of the battle costs a model from the pose that it has here, if leaving is worth so much."""
    out = exit_pose(view, model) if worth > 0 else None
    return -worth * travel_distance(model, out.x, out.y) / FAR if out is not None else 0.0


def _to_enemy(view: State, model: Model) -> list[float]:
    """Inches to all enemies, or to the middles of their zones as long as there is none."""
    x, y = model.pose[:2]
    found = [model.pose.distance_to(each.pose) for each in view.on_table() if each.side == 1 - model.side]
    boxes = [region.box for region in zones(view, 1 - model.side)]
    return found or [Pose((a + c) / 2, (b + d) / 2).distance_to(Pose(x, y)) for a, b, c, d in boxes]


def site(view: State, side: int, point: Point) -> float:
    """How good a place for a beacon is: before the own edge, near the side's other beacons, clear of terrain."""
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
        if any(within(part, each.pose, POINT, here, NEAR) for part in each.outline)
    ]  # fmt: skip
    return worth - CLUTTERED * len(met)
