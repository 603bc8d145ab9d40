"""What an ensign chooses, question by question."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from itertools import islice
from random import Random

from jovian.game import Answer, ListDecision, Model, State
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
from jovian.players.evaluation.fights import (
    bombing,
    catching,
    chance_worth,
    draw,
    guard,
    payoff,
    solve,
    standing_off,
    telling_plans,
    weary,
)
from jovian.players.evaluation.goals import (
    LITTLE,
    along,
    berth,
    bound,
    carrying,
    homeward,
    last_one,
    mining,
    objects,
    outpost,
    site,
    wanted,
)
from jovian.players.evaluation.moves import free_place
from jovian.players.evaluation.objectives import blind, escape, exit_pose, first_attack_cost, retreat, travel_distance
from jovian.players.evaluation.places import distance_between, enemies, enemies_within, ground, lie_of, nearest_enemy
from jovian.rules.actions.generic import Board, Evade, Ram, Withdraw
from jovian.rules.actions.ship import Overdrive
from jovian.rules.actions.squadron import Bombing, Interception
from jovian.rules.basics.model import FUEL_POD, fuel, shared_fuel
from jovian.rules.close_combat.dogfight import PlanFight
from jovian.rules.close_combat.interception import INTERCEPTION, Chance, Reactions, Reply, may_intercept
from jovian.rules.damage.boarding import boarders
from jovian.rules.damage.casualties import launch_reach
from jovian.rules.damage.damage import DamageContext
from jovian.rules.menu.declarations import NONE, Declare, refuse_action
from jovian.rules.placement.legal_places import deployment_heading, heading_at, spots, zones
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.special import edge_gap
from jovian.rules.scenario.tokens import IssueTokens, Mine, MineComet, Search, Taking
from jovian.rules.scenario.zones import OPPOSITE, PlaceBeacon, places, quarter
from jovian.rules.sequence.deployment import Deploy
from jovian.rules.shots import ratings
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.squadrons import FreeMove, refuse_aboard
from jovian.rules.terrain import LayOut
from jovian.table import Pose, Rect

# --- carrying ---
# What the ensign does with tokens: who is issued them, what squadrons take along, and what becomes fuel.

POD = 1.5
"""TV that the fuel of a pod is reckoned to be worth."""
NEAR = 6.0
"""Inches beyond its Speed within which an enemy makes a squadron draw on a pod."""


def issue(decision: IssueTokens, view: State) -> Issue:
    """Issue to few ships, those that can take most."""
    return max((option.answer for option in decision.options()), key=lambda each: _toughness(view, each))


def take(decision: ListDecision[Answer], view: State) -> Answer:
    """Take along as many as are worth most on the squadron; none where they had better stay aboard."""
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
    """Make fuel of a unit that is worth less than the fuel."""
    squadron = view.models[decision.subject]
    tokens = [each.token for each in rulebook(view).clauses if isinstance(each, MineComet)]
    spare = tokens and last_one(view, squadron, tokens[0]) < POD
    return Refine() if spare else Keep()


def draw_on(decision: ListDecision[Answer], view: State) -> Answer:
    """Keep spare tanks; burn a pod as soon as there is use for it: to mine, to get away, to fight."""
    pod, squadron = Tap(FUEL_POD), view.models[decision.subject]
    if all(option.answer != pod for option in decision.listed):
        return Keep()
    useful = nearest_enemy(view, squadron) <= squadron.card.speed + NEAR or mining(view, squadron) > LITTLE
    return pod if useful or escape(view, squadron) > 0 else Keep()


def _toughness(view: State, issue: Issue) -> int:
    """Boxes of Structure about each token, summed up over ships."""
    shares: list[tuple[Model, int]] = [
        (view.models[ident], count) for ident, count in zip(issue.models, issue.counts, strict=True)
    ]
    return sum(count * len(model.boxes("structure")) for model, count in shares if model.capital)


# --- deploying ---
# Where the ensign deploys: in a strip ships spread about the middle facing the enemy, squadrons beside them at the
# front; elsewhere where friends are near and the enemy is within a move or two; who is to leave, near its way out. And
# where it sets up beacons, and which corner it takes.

EDGE = 5.0
"""Inches kept from the side edges."""
TURNED = (0, 90, 270, 180)
"""How a ship may begin that is about to leave, from the way to the enemy on."""
DEPLOYING_WEIGHED, BEACONS_WEIGHED = 40, 60
"""Places that are weighed in each zone that is no strip, and for a beacon."""


def spot(decision: Deploy, view: State) -> Answer | None:
    """The dearest waiting model: aboard a catapult ship, as an escort, or at the best free spot."""
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
    """A guard for each ship with CAP, then squadrons into ships that can catapult them."""
    for option in decision.beside(model):
        match option.answer:
            case PlaceEscort() if guard(view, model):
                return option.answer
            case Embark(_, ship) if launch_reach(view, view.models[ship]).fore:
                return option.answer
    return None


def across(view: State, side: int) -> Rect | None:
    """The zone of a side if it is one strip that looks across the table, else None."""
    own = zones(view, side)
    zone = own[0] if len(own) == 1 else None
    if not isinstance(zone, Rect) or heading_at(view, side, zone.outline[0]) != deployment_heading(side):
        return None
    return zone


def _in_zones(view: State, model: Model) -> list[Pose]:
    """Places all over the zones, as many in each."""
    return [
        Pose(pose.x, pose.y, heading_at(view, model.side, pose[:2]))
        for zone in zones(view, model.side) for pose in _thinned(list(spots(view, model, (zone,))))
    ]  # fmt: skip


def _thinned(places: list[Pose]) -> list[Pose]:
    return places[:: max(1, len(places) // DEPLOYING_WEIGHED)]


def corner(decision: ListDecision[Answer], view: State) -> Answer:
    """The quarter whose terrain is better than that across, the enemy's fleet being reckoned to be like its own."""

    def worth(answer: Answer) -> float:
        own = answer.corner if isinstance(answer, ChooseCorner) else ""
        mine, theirs = (lie_of(view, decision.side, quarter(view, each)) for each in (own, OPPOSITE[own]))
        return mine - theirs

    return max((option.answer for option in decision.listed), key=worth)


def beacon(decision: PlaceBeacon, view: State) -> SetBeacon | None:
    """The best of a few free places for a beacon, of all where the middle is sought; None if there is none."""
    free = places(view, decision.side)
    some = free if blind(view, decision.side) else islice(free, BEACONS_WEIGHED)
    best = max(some, key=lambda point: (site(view, decision.side, point), point), default=None)
    return SetBeacon(*best) if best is not None else None


def _in_strip(view: State, model: Model, zone: Rect, leaves: bool) -> list[Pose]:
    """Along the front of a strip; to who is about to leave also along its back, facing as it may begin its way."""
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
    """How a model may be turned that begins near its way out; a ship that cannot lie still does not look there."""
    if not model.capital:
        return (0,)
    return TURNED if fixed_limits(view, model).least <= 0 else TURNED[:-1]


# --- laying ---
# What the ensign lays out before the game: terrain where it helps most and harms least.

LAYING_WEIGHED = 8
"""Free places of a piece that are weighed."""


def lay(decision: LayOut, view: State) -> Lay | None:
    """The best of a few places of each piece; None if none has room."""
    found = [
        (ground(view, decision.side, card, pose), Lay(card.id, *pose))
        for card in decision.pool for pose in islice(decision.places(card), LAYING_WEIGHED)
    ]  # fmt: skip
    return max(found, key=lambda each: each[0])[1] if found else None


# --- reacting ---
# How the ensign reacts to a move: each worthwhile shot as it comes up, and the best of the interceptions.

WORTHWHILE = 0.2
"""TV that an interception must promise."""


def react(decision: Reactions, view: State) -> Reply:
    """The first that comes up of those that it means to take, at one point the best; what is passed by is lost."""
    meant = _meant(decision, view)
    if not meant:
        return Decline()
    first = min(meant, key=lambda each: (each.inches, each.rank, -meant[each]))
    return first.answer


def _meant(decision: Reactions, view: State) -> dict[Chance, float]:
    """What it means to take, with its worth: one interception, and as many shots as there is Fire Control for."""
    peace = first_attack_cost(view, decision.side)
    worth = {each: chance_worth(decision, view, each) - peace for each in decision.chances}
    hunts = [each for each in worth if each.rank == INTERCEPTION and worth[each] > WORTHWHILE]
    found = {each: worth[each] for each in hunts if each is max(hunts, key=lambda one: worth[one])}
    shots = [each for each in worth if each.rank != INTERCEPTION and worth[each] > 0]
    for ident in dict.fromkeys(each.ident for each in shots):
        own = sorted((each for each in shots if each.ident == ident), key=lambda each: -worth[each])
        found |= {each: worth[each] for each in own[: fire_control_left(view, view.models[ident])]}
    return found


# --- fighting ---
# How the ensign plans a close fight: by a draw from a strategy that cannot be read.


def plan(decision: PlanFight, view: State, seed: int) -> SecretPlan:
    """A plan drawn from the mixed strategy."""
    mine, theirs = telling_plans(decision.fight), telling_plans(decision.foes)
    frequencies, _ = solve(payoff(decision.fight, mine, theirs))
    rng = Random(blake2b(f"{seed} {view.digest()}".encode(), digest_size=8).digest())
    return mine[draw(frequencies, rng)]


# --- declaring ---
# What the ensign declares: a ship the action that is worth most, a squadron a raid, an evasion or a boost.

FAR = 10.0
"""Inches beyond its Speed at which an enemy is far for a squadron."""
BOOST_INCHES = 3.0
MARGIN = 0.4
"""TV by which a close fight must beat shooting."""
ERRANDS = (Withdraw.name, Search.name, Mine.name, Board.name)
"""What a squadron declares only where objectives make it worth something."""
NEAREST = 4
"""How many enemies are weighed."""


Sought = tuple[Callable[[State, Model, Model, int, float], float], str, int, Model]
"""A close fight that could be sought: what judges it, the action, the fuel to burn for it, the other model."""


def declaration(decision: Declare, view: State) -> Declaration:
    """A ship's best action; a squadron raids, rams when it is lost, evades where it costs nothing, or boosts."""
    model = decision.model
    if model.capital:
        return _ship(view, model)
    if decision.must_bomb:
        return decision.default()
    if model.aboard:
        return Declaration(NONE, 0)
    errand = best_of(view, model, ERRANDS)
    if not weary(model):
        home = carrying(view, model, _farthest(model, decision.most_boost))
        sought = _raid(decision, view, max(0.0, errand[0], escape(view, model), home))
        if sought is not None:
            return sought
    if errand[0] > 0:
        return Declaration(errand[1], 0)
    if model.rating("structure") == 1 and may_ram(view, model):
        return Declaration(Ram.name, 0)
    most = decision.most_boost
    boost = flight(view, model, most) or _to_haven(view, model, most) or _boost(view, model, most)
    evade = refuse_action(view, model, Evade.name) is None and ratings.fire_control(view, model) == 1
    return Declaration(Evade.name if evade and not boost else NONE, boost)


def _ship(view: State, ship: Model) -> Declaration:
    best, name = best_of(view, ship, VALUES)
    if best <= 0:
        return Declaration(NONE, 0)
    return Declaration(name, 0, "sensors" if name == Overdrive.name else None)


def best_of(view: State, model: Model, names: Iterable[str]) -> tuple[float, str]:
    """The action of these that is worth most, after its TV."""
    found = [(VALUES[name](view, model), name) for name in names if _may(view, model, name)]
    return max(found, default=(0.0, NONE))


def _may(view: State, model: Model, name: str) -> bool:
    """Is there such an action in this game, and may the model declare it?"""
    return name in rulebook(view).actions and refuse_action(view, model, name) is None


def _raid(decision: Declare, view: State, errand: float) -> Declaration | None:
    """The close fight that is worth most, if it beats shooting from afar and an errand besides."""
    model, best = decision.model, None
    sought = _sought(view, model, decision.most_boost)
    least = MARGIN + standing_off(view, model) + errand + first_attack_cost(view, model.side) if sought else 0.0
    for judged, action, boost, other in sought:
        worth = judged(view, model, other, boost, least)
        if worth > least or (worth == least and best is None):
            best, least = Declaration(action, boost, other.id if action == Interception.name else None), worth
    return best


def _sought(view: State, model: Model, most: int) -> list[Sought]:
    """The close fights that it can come to, bombing first."""
    found: list[Sought] = [(bombing, Bombing.name, *each) for each in in_flight(view, model, most, True)]
    if may_intercept(view, model):
        near = in_flight(view, model, most, False)
        found += [(catching, Interception.name, *each) for each in near if each[0] < shared_fuel(view, model)]
    return found


def in_flight(view: State, model: Model, most: int, capital: bool) -> list[tuple[int, Model]]:
    """The nearest enemies that it can come to, each after the fuel to burn for it."""
    found = []
    for inches, other in enemies_within(view, model, model.card.speed + BOOST_INCHES * most, capital)[:NEAREST]:
        boost = _boost_for(inches, model.card.speed, most)
        if boost is not None:
            found.append((boost, other))
    return found


def _boost_for(inches: float, speed: float, most: int) -> int | None:
    """Fuel to burn to come that far, None if it cannot."""
    for burnt in range(most + 1):
        if inches <= speed + BOOST_INCHES * burnt - 0.05:
            return burnt
    return None


def may_ram(view: State, model: Model) -> bool:
    """Is an enemy ship in reach of a squadron that has little to lose, and no carrier to go home to?"""
    if refuse_action(view, model, Ram.name) is not None:
        return False
    home = any(ship.capital and refuse_aboard(view, model, ship) is None for ship in view.on_table())
    near = any(distance_between(model, ship) <= model.card.speed - 0.1 for ship in enemies(view, model, True))
    return near and not home


def flight(view: State, squadron: Model, most: int) -> int:
    """Fuel to burn on the way out of the battle: as much as takes it there, or all of it."""
    out = exit_pose(view, squadron) if escape(view, squadron) > 0 else None
    if out is None:
        return 0
    needed = _boost_for(travel_distance(squadron, out.x, out.y), squadron.card.speed, most)
    return most if needed is None else needed


def _farthest(squadron: Model, most: int) -> float:
    """Inches within which it comes to whatever it makes for, all fuel burnt."""
    return squadron.card.speed + BOOST_INCHES * most


def _to_haven(view: State, squadron: Model, most: int) -> int:
    """Fuel to burn to land where it hands something over, or fetches it: as much as takes it there, or all of it."""
    found = bound(view, squadron, _farthest(squadron, most))
    if not found:
        return 0
    needed = _boost_for(distance_between(squadron, found[0][0]), squadron.card.speed, most)
    return most if needed is None else needed


def _boost(view: State, squadron: Model, most: int) -> int:
    if nearest_enemy(view, squadron) <= squadron.card.speed + FAR or most < 1:
        return 0
    return max(0, min(most, squadron.unmarked("fuel") - 1))


# --- picking ---
# The ensign's small choices: reactions, damage, fuel. Where it has no opinion the reference policy answers.


def pick(decision: ListDecision[Answer], view: State) -> Answer:
    """The ensign's answer to a question with a short list; the first of the list where it has no opinion."""
    if isinstance(decision, Reactions):
        return react(decision, view)
    habit = HABITS.get(decision.kind)
    return habit(decision, view) if habit is not None else decision.default()


def _edge(decision: ListDecision[Answer], view: State) -> Answer:
    """The enemy escapes by the edge that is farthest from what it is worth."""
    foes = [each for each in view.on_table() if each.side == 1 - decision.side]

    def flight(answer: Answer) -> float:
        way = answer.edge if isinstance(answer, ChooseEdge) else ""
        return sum(each.open_card.tv * edge_gap(view, each, way) for each in foes)

    return max((option.answer for option in decision.listed), key=flight)


def _mine(decision: ListDecision[Answer], view: State) -> Answer:
    """Fuel comes back in the End Phase: all of it is bid for water."""

    def bid(answer: Answer) -> int:
        return answer.fuel if isinstance(answer, CutOut) else 0

    return max((each.answer for each in decision.listed), key=bid)


def _firefight(decision: ListDecision[Answer], view: State) -> Answer:
    """Fight while the odds are good; hold out, or wreck what can be wrecked, when they are not."""
    ship = view.models[decision.subject]
    ours, theirs = ship.rating("marines"), boarders(ship)
    if decision.side == ship.side:
        return Engage() if ours >= theirs else HoldSystems()
    return Engage() if theirs >= ours else Sabotage()


def _commit(decision: ListDecision[Answer], view: State) -> Answer:
    """All its marines; to an object no more than make sure of it."""
    ship = view.models[decision.stake.target] if isinstance(decision.stake, DamageContext) else None
    if ship is None or ship not in objects(view):
        return decision.default()
    most = wanted(view, ship, decision.side)
    able = [each.answer for each in decision.listed if isinstance(each.answer, Commit) and each.answer.marines <= most]
    return able[0] if able else decision.default()


def _suppressed(decision: ListDecision[Answer], view: State) -> Answer:
    """Keep its head down unless that would leave it no Thrusters."""
    ship = view.models[decision.subject]
    return Heed() if ratings.thrusters(view, ship) > 0 else Defy()


def _willing(decision: ListDecision[Answer], view: State) -> Answer:
    """What costs nothing that lasts is done: the first that is offered."""
    able = _doing(decision)
    return able[0] if able else decision.default()


def _missiles(decision: ListDecision[Answer], view: State) -> Answer:
    """As many as there are: the last that is offered."""
    able = _doing(decision)
    return able[-1] if able else decision.default()


def _doing(decision: ListDecision[Answer]) -> list[Answer]:
    """What is offered beside leaving it."""
    return [option.answer for option in decision.listed if not isinstance(option.answer, Decline | Enough)]


def free_move(decision: FreeMove, view: State) -> Answer:
    """Exo-armors stay on the hull of a ship; others go where their pose is worth most."""
    model = decision.model
    best: tuple[float, Answer] | None = None
    for option in decision.options():
        value = free_place(view, model, goal(model, option.answer), isinstance(option.answer, Assault))
        if best is None or value > best[0]:
            best = value, option.answer
    return best[1] if best is not None else decision.default()


def goal(model: Model, answer: Answer) -> Pose:
    """Where an answer to a free move leads."""
    match answer:
        case Assault():
            return answer.pose
        case Fly(path):
            return Pose(*path[-1], model.pose.heading)
    return model.pose


def _fuel(decision: ListDecision[Answer], view: State) -> Answer:
    """Fuel comes back in the End Phase: spend it unless the squadron may still want it this turn."""
    model = view.models[decision.subject]
    return SpendFuel() if model.activated or fuel(model) > 1 else Keep()


def _critical(decision: ListDecision[Answer], view: State) -> Answer:
    """A rating that this would bring to 0 makes the catastrophic roll worse; else the default."""
    target = view.models[decision.subject]
    for option in decision.listed:
        match option.answer:
            case Damage(rating) if rating != "marines" and target.unmarked(rating) == 1:
                return option.answer
    return decision.default()


HABITS: dict[str, Callable[[ListDecision[Answer], State], Answer]] = {
    "along": take, "refine": refine, "tap": draw_on, "corner": corner,
    "evasion": _fuel, "critical": _critical, "missile": _missiles, "vector": _willing, "command": _willing,
    "supply": _willing, "commit": _commit, "mine": _mine, "firefight": _firefight, "edge": _edge,
    "suppressed": _suppressed,
}  # fmt: skip
"""What it does about each kind of question that it has an opinion of."""
