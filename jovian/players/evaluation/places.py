"""Places: who is near, what is dangerous, where to stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from jovian.cards import TerrainCard
from jovian.dice import FACES, Pool
from jovian.game import Model, State, Terrain
from jovian.rules.attack.attack import pending
from jovian.rules.attack.autofire import Watcher, watching
from jovian.rules.damage.casualties import refuse_leaving, systems_gone
from jovian.rules.damage.expected_damage import bare_share, model_value
from jovian.rules.placement.legal_places import deployment_heading
from jovian.rules.placement.move_limits import fixed_limits, hazards, leaves, pull, set_off
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.shot import touches_piece
from jovian.table import (
    POINT,
    Pose,
    Region,
    distance,
    extends_off_table,
    first_touch,
    first_touch_outline,
    main_arcs,
    within,
)

# --- nearby ---
# Who is near whom, and how near.

NOBODY = 99.0
"""Inches to an enemy when there is none."""


def distance_between(one: Model, other: Model) -> float:
    """Inches from base to base."""
    return distance(one.base, one.pose, other.base, other.pose)


def enemies(view: State, model: Model, capital: bool | None = None) -> list[Model]:
    """The enemies on the table; with `capital` only capital ships (True) or only squadrons (False)."""
    foe = 1 - model.side
    return [m for m in view.on_table() if m.side == foe and capital in (None, m.capital)]


def prizes(view: State, model: Model) -> list[Model]:
    """The ships on the table that marines may take: the enemy's, and what is nobody's."""
    return [m for m in view.on_table() if m.side != model.side and m.capital]


def nearest_enemy(view: State, model: Model) -> float:
    """Inches to the nearest enemy."""
    return min((distance_between(model, enemy) for enemy in enemies(view, model)), default=NOBODY)


def enemies_within(view: State, model: Model, reach: float, capital: bool) -> list[tuple[float, Model]]:
    """Enemy ships or squadrons in reach, each after its distance, the nearest first."""
    found = [(distance_between(model, other), other.id, other) for other in enemies(view, model, capital)]
    near = sorted((each for each in found if each[0] <= reach), key=lambda each: each[:2])
    return [(inches, other) for inches, _, other in near]


# --- mines ---
# What lies in wait: enemies that never move, and strike by themselves whoever comes near.


def lies_in_wait(model: Model) -> bool:
    """Is it a squadron on the table that never moves, such as a mine?"""
    return not model.card.speed and not model.capital and model.on_table


def mines(state: State, model: Model) -> list[Watcher]:
    """The mines that may still strike a model, as far as its side sees."""
    if not any(lies_in_wait(each) for each in state.models.values()):
        return []
    return [each for each in watching(state, model) if lies_in_wait(each.model)]


def trips(model: Model, mine: Watcher, legs: Sequence[tuple[Pose, Pose]], end: Pose) -> bool:
    """Does a way of a model bring it near enough, by a leg or by how it turns at its end?"""
    base, lying = model.base, mine.model
    for before, after in legs:
        dx, dy = after.x - before.x, after.y - before.y
        if first_touch(base, before, dx, dy, lying.base, lying.pose, mine.reach) is not None:
            return True
    was, there = (within(base, pose, lying.base, lying.pose, mine.reach) for pose in (model.pose, end))
    return there and not was


# --- hazards ---
# What terrain and mines are reckoned to cost on a way and where it ends.

MINE = 4.0
"""TV that a strike by a mine is reckoned to cost."""
PASSING = 0.5
"""TV that coming to a hazard on the way is reckoned to cost: it can be avoided, unless the move is stopped in it."""
IN_HAZARD = 0.08
"""Share of its own TV that ending a move in a hazard is reckoned to cost at least: it must be left again."""

Legs = list[tuple[Pose, Pose]]
"""The straight legs of a way, each from where to where."""


def dangers(state: State, model: Model, end: Pose, legs: Legs) -> float:
    """TV that a way costs by mines, by what it leaves, by what it ends in, and by what it comes to between (R30).

    Nothing strikes who stays where it is.
    """
    if end == model.pose and not legs:
        return 0.0
    cost = MINE * sum(trips(model, mine, legs, end) for mine in mines(state, model))
    there, into = model.at(end), 0.0
    for piece in hazards(state, model):
        if touches_piece(model, piece):
            cost += strike_cost(state, model, piece)
        elif touches_piece(there, piece):
            into = max(into, IN_HAZARD * model.card.tv, strike_cost(state, model, piece))
        else:
            cost += PASSING * any(_comes_to(model, piece, *leg) for leg in legs)
    return cost + into


def strike_cost(state: State, model: Model, piece: Terrain) -> float:
    """TV that a strike of a piece is expected to take of a model."""
    rating = rulebook(state).terrain[piece.kind].rating(model.capital)
    return bare_share(state, model, Pool(rating).normal()) * model_value(model)


def _comes_to(model: Model, piece: Terrain, before: Pose, after: Pose) -> bool:
    dx, dy = after.x - before.x, after.y - before.y
    return first_touch_outline(model.base, before, dx, dy, piece.outline, piece.pose) is not None


# --- edges ---
# What the edges of the table are worth to a model: where it may be lost over them, what a planet and its air do.

FASTER = 0.15
"""TV that an inch of Speed more, for the next move, is reckoned to be worth."""
BLURRED = 0.01
"""Share of its own TV that a rating of ECM by the air about it is worth."""


def stopped_at(state: State, model: Model) -> Model:
    """A model where it would really end: a ship with a pose beyond a planet's edge stops at that edge."""
    return set_off(state, model) if model.capital else model


def lost_at(state: State, model: Model) -> bool:
    """Would a model leave the table at the pose that it has here?"""
    return extends_off_table(model.base, model.pose, state.width, state.height) and leaves(state, model)


def may_leave_at(state: State, model: Model) -> bool:
    """May a model leave the battle at the pose that it has here?"""
    return refuse_leaving(state, model) is None


def drifted(state: State, ship: Model, after: Pose, escapes: bool = False) -> Pose | None:
    """Where a ship ends that would drift to a pose, None if that takes it off the table where it had better stay."""
    if not extends_off_table(ship.base, after, state.width, state.height):
        return after
    there = ship.at(after)
    if leaves(state, there):
        return after if escapes and may_leave_at(state, there) else None
    return set_off(state, there).pose


def at_edge(state: State, model: Model) -> float:
    """What planets ahead or astern, and air about it, are worth to a model where it stands, in TV."""
    book = rulebook(state)
    if not book.edges:
        return 0.0
    worth = FASTER * pull(state, model) if model.capital else 0.0
    air = [piece for piece in state.terrain.values() if book.terrain[piece.kind].blurs]
    if any(touches_piece(model, piece) for piece in air):
        worth += BLURRED * model.card.tv
    return worth


# --- standing ---
# What standing somewhere is worth besides its shots: range, exposure, cover, and the way on.

DOOM = 1000.0
"""TV that leaving the table is reckoned to cost."""
CLOSING = 0.25
"""TV for each inch nearer to where it can shoot."""
BOW = 1.5
"""TV for a bow that points straight at the nearest enemy."""
SHIP_RANGE, SQUADRON_RANGE = 7.0, 11.0
"""Inches from the nearest enemy that a ship, and a squadron, prefers."""
EXPOSED = {"fore": 0.0, "port": 0.02, "starboard": 0.02, "aft": 0.05}
"""Share of its own TV that an enemy in that arc is reckoned to cost."""
SEEN = 15.0
"""Inches within which an enemy counts for that."""
UNDER_GUNS = 0.04
"""Share of its own TV that a squadron within a ship's Point Defense is reckoned to cost."""
VEILED = 0.02
"""Share of its own TV that standing veiled is worth."""
SAFE = 12.0
"""Inches from everybody beyond which a crippled ship gains nothing."""
TURNED = (0, 45, -45, 20, -20)
"""Turns that a ship may yet make to stay on the table."""


class Drift(NamedTuple):
    """How a ship moves that only drifts."""

    least: float
    turns: int
    escapes: bool
    """Would it like to leave the table?"""


def pose_value(state: State, model: Model, escape: float = 0.0, exposed: bool = True) -> float:
    """The worth of a model's pose, in TV; `escape` is what leaving the battle is worth, 0 where it had better stay.

    Without `exposed`, what enemies about it may do is left to others to reckon.
    """
    foes = [each for each in enemies(state, model) if not lies_in_wait(each)]
    worth = -DOOM if _doomed(state, model, escape > 0) else 0.0
    if lost_at(state, model):
        worth += escape if escape and may_leave_at(state, model) else -DOOM
    if model.is_crippled:
        worth += _flight(model, foes)
    elif not escape:
        worth += _closing(model, foes)
    if exposed:
        worth -= model.card.tv * _exposure(model, foes)
    return worth + _cover(state, model) + at_edge(state, model)


def _closing(model: Model, foes: list[Model]) -> float:
    """Nearer is better until the preferred range; a ship also wants its bow toward them."""
    if not foes:
        return 0.0
    wanted = SHIP_RANGE if model.capital else SQUADRON_RANGE
    apart, nearest = min(((model.pose.distance_to(other.pose), other) for other in foes), key=lambda each: each[0])
    worth = -CLOSING * abs(apart - wanted)
    if model.capital:
        ahead = model.pose.advanced(1.0)
        worth += BOW * (apart - ahead.distance_to(nearest.pose))
    return worth


def _flight(model: Model, foes: list[Model]) -> float:
    """A crippled ship wants to be more than 6" from everybody."""
    apart = min((model.pose.distance_to(other.pose) for other in foes), default=SAFE)
    return min(apart, SAFE)


def _exposure(model: Model, foes: list[Model]) -> float:
    """What the arcs that it shows to those near it, or their Point Defense, are reckoned to cost."""
    cost = 0.0
    for other in foes:
        apart = model.pose.distance_to(other.pose)
        if apart > SEEN:
            continue
        if model.capital:
            cost += EXPOSED[main_arcs(model.base, model.pose, other.base, other.pose)[0]]
        elif other.capital and other.rating("defense") and apart < model.card.signature + other.base.inner:
            cost += UNDER_GUNS
    return cost


def _cover(state: State, model: Model) -> float:
    """Standing veiled, without being struck, is worth a little."""
    kinds = rulebook(state).terrain
    veiled = any(kinds[piece.kind].veils and touches_piece(model, piece) for piece in state.terrain.values())
    return VEILED * model.card.tv if veiled else 0.0


def _doomed(state: State, ship: Model, escapes: bool) -> bool:
    """Would its minimum move next turn, and the one after, carry a ship off the table where it had better stay?"""
    if not ship.capital:
        return False
    least, _, turns = fixed_limits(state, ship)
    return least > 0 and not _survives(state, ship, ship.pose, Drift(least, turns, escapes), 2)


def _survives(state: State, ship: Model, pose: Pose, drift: Drift, depth: int) -> bool:
    if depth == 0:
        return True
    for angle in TURNED if drift.turns else (0,):
        after = drifted(state, ship, pose.turned(angle).advanced(drift.least), drift.escapes)
        if after is not None and _survives(state, ship, after, drift, depth - 1):
            return True
    return False


# --- ground ---
# What terrain is worth to a side that lays it out: cover before its own fleet, hazards before the other's.

SHELTERED = 0.005
"""Share of a fleet's TV that being harder to find for missiles is worth."""
HASTENED = 0.15
"""TV that an inch of Speed more for whoever starts above it is worth."""
STRUCK = 0.01
"""Share of the TV of ships, or of squadrons, that a die of a strike is reckoned to cost whose fleet lies behind it."""


def ground(view: State, side: int, card: TerrainCard, pose: Pose) -> float:
    """TV that a piece brings a side at a pose: what it is worth to a fleet that flies by it, the nearer the more."""
    near = 1.0 - 2.0 * pose.y / view.height
    return usefulness(view, side, card) * (near if deployment_heading(side) == 0 else -near)


def lie_of(view: State, side: int, part: Region) -> float:
    """TV that the pieces in a part of the table bring a side that has it to itself."""
    pieces = [each for each in view.terrain.values() if part.holds(POINT, Pose(each.pose.x, each.pose.y))]
    return sum(usefulness(view, side, each) for each in pieces)


def usefulness(view: State, side: int, piece: TerrainCard | Terrain) -> float:
    """What a piece is worth to the fleet of a side that flies by it, less what it costs, in TV."""
    kind, mine = rulebook(view).terrain[piece.kind], view.side_models(side)
    ships = sum(model.card.tv for model in mine if model.capital)
    squadrons = sum(model.card.tv for model in mine if not model.capital)
    cover = VEILED * kind.veils + SHELTERED * kind.shelters
    return cover * (ships + squadrons) + HASTENED * kind.hastens - STRUCK * (kind.ac * ships + kind.as_ * squadrons)


# --- comets ---
# What a comet is reckoned to cost whoever stands in its way when it flies on.

FARTHEST = 12
"""Inches that a comet flies at most: two dice."""
THROWS = 36


def comet_risk(view: State, model: Model) -> float:
    """TV that a model, where it stands here, is expected to lose to tails that sweep it in the next turn."""
    kinds, cost = rulebook(view).terrain, 0.0
    for body in view.terrain.values():
        if not kinds[body.kind].tail or not kinds[body.kind].travels or body.still:
            continue
        ahead = Pose(0.0, 0.0, body.pose.heading).advanced(FARTHEST)
        for tail in view.terrain.values():
            if tail.group == body.group and tail.kind == kinds[body.kind].tail:
                met = first_touch_outline(model.base, model.pose, -ahead.x, -ahead.y, tail.outline, tail.pose)
                if met is not None:
                    cost += flies_so_far(met) * strike_cost(view, model, tail)
    return cost


def flies_so_far(inches: float) -> float:
    """How likely two dice are to reach so many inches."""
    good = sum(1 for one in range(1, 7) for other in range(1, 7) if one + other >= inches)
    return good / THROWS


# --- blasts ---
# Ships that may blow up, and what that would do to those about them.

SOON = {0: 1.0, 1: 0.5, 2: 0.2}
"""How likely a ship with so much Structure is reckoned to come to a catastrophic roll before long."""


class Bomb(NamedTuple):
    """A ship that may blow up."""

    ship: Model
    chance: float


def pending_bombs(view: State) -> list[Bomb]:
    """Return the dead ships whose explosions come next."""
    return [Bomb(ship, 1.0) for ship in pending(view)]


def bombs(view: State) -> list[Bomb]:
    """Return the ships that explode next, and all ships on the table that may blow up before long."""
    found = (Bomb(ship, chance_of(view, ship)) for ship in view.on_table() if ship.capital)
    return [*pending_bombs(view), *(bomb for bomb in found if bomb.chance > 0)]


def chance_of(view: State, ship: Model) -> float:
    """How likely a ship is reckoned to blow up before long: what hits it may take one system more from it first."""
    soon = SOON.get(0 if ship.is_crippled else ship.unmarked("structure"), 0.0)
    return soon * (explodes(view, ship) + explodes(view, ship, 1)) / 2 if soon else 0.0


def explodes(view: State, ship: Model, more: int = 0) -> float:
    """How often a catastrophic roll of a ship, of so many more systems at 0, is an explosion."""
    good = FACES + 1 + systems_gone(ship) + more - rulebook(view).figures.explodes
    return max(0, min(FACES, good)) / FACES


def blast(view: State, ship: Model, model: Model) -> float:
    """The share of its value that a model, where it stands here, is expected to lose if a ship blows up."""
    rule = rulebook(view).figures.blast
    apart = distance(ship.base, ship.pose, model.base, model.pose)
    if apart > rule.reach or ship.id == model.id:
        return 0.0
    rating, macro = rule.dice(ship.card.printed("structure"), apart)
    return bare_share(view, model, Pool(rating, 0, macro).normal())


def fallout(view: State, ship: Model, side: int) -> float:
    """TV that the explosion of a ship is expected to take from the other side, less what it takes from this one."""
    total = 0.0
    for other in view.on_table():
        if other.id != ship.id and not other.neutral and (share := blast(view, ship, other)):
            total += share * model_value(other) * (1 if other.side != side else -1)
    return total


def blast_risk(view: State, model: Model, found: list[Bomb]) -> float:
    """TV that a model, where it stands here, is expected to lose to ships that may blow up."""
    return model_value(model) * sum(bomb.chance * blast(view, bomb.ship, model) for bomb in found)
