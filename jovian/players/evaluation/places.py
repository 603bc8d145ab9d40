"""The value of places: enemies near, hazards and mines on the way, table edges, cover, and explosions.

`pose_value` values a pose, `movement_cost` the way to it. Shots are valued elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from jovian.cards import TerrainCard
from jovian.dice import FACES, Pool
from jovian.frozen import frozen
from jovian.game import Model, State, Terrain
from jovian.rules.attack.attack import unresolved_explosions
from jovian.rules.attack.autofire import Watcher, watching
from jovian.rules.basics.model import PARTICLE_CANNON
from jovian.rules.basics.nearby import touches_piece
from jovian.rules.damage.critical_hits import TRACKS, systems_gone
from jovian.rules.damage.expected_damage import bare_share, model_value
from jovian.rules.damage.leaving_play import refuse_leaving
from jovian.rules.placement.legal_places import deployment_heading
from jovian.rules.placement.move_limits import (
    fixed_limits,
    hazards,
    may_leave_here,
    moved_off_planets,
    planet_speed_bonus,
)
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.terrain import terrain_pool
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

# --- Distances ---

NO_ENEMY = 99.0
"""The distance to the nearest enemy if there is none."""


def distance_between(one: Model, other: Model) -> float:
    """Return the inches between the bases of two models."""
    return distance(one.base, one.pose, other.base, other.pose)


def enemies(view: State, model: Model, capital: bool | None = None) -> list[Model]:
    """Return the enemies on the table; with `capital` only capital ships (True) or only squadrons (False)."""
    enemy_side = 1 - model.side
    return [other for other in view.on_table() if other.side == enemy_side and capital in (None, other.is_capital)]


def boardable_ships(view: State, model: Model) -> list[Model]:
    """Return the ships on the table that marines may take: enemy and neutral ones."""
    return [other for other in view.on_table() if other.side != model.side and other.is_capital]


def nearest_enemy(view: State, model: Model) -> float:
    """Return the inches to the nearest enemy."""
    return min((distance_between(model, enemy) for enemy in enemies(view, model)), default=NO_ENEMY)


def enemies_within(view: State, model: Model, reach: float, capital: bool) -> list[tuple[float, Model]]:
    """Return the enemy ships or squadrons in reach with their distances, nearest first."""
    distances = [(distance_between(model, other), other.id, other) for other in enemies(view, model, capital)]
    near = sorted((entry for entry in distances if entry[0] <= reach), key=lambda entry: entry[:2])
    return [(inches, other) for inches, _, other in near]


# --- Mines ---


def is_mine(model: Model) -> bool:
    """Return whether a model is a squadron on the table that never moves, such as a mine."""
    return not model.card.speed and not model.is_capital and model.is_on_table


def mines(state: State, model: Model) -> list[Watcher]:
    """Return the mines that may still strike a model, as far as its side knows."""
    if not any(is_mine(other) for other in state.models.values()):
        return []
    return [mine for mine in watching(state, model) if is_mine(mine.model)]


def triggers(model: Model, mine: Watcher, legs: Sequence[tuple[Pose, Pose]], end: Pose) -> bool:
    """Return whether a move brings a model into the reach of a mine, on a leg or by its turn at the end."""
    base, mine_model = model.base, mine.model
    for before, after in legs:
        dx, dy = after.x - before.x, after.y - before.y
        if first_touch(base, before, dx, dy, mine_model.base, mine_model.pose, mine.reach) is not None:
            return True
    was_near, is_near = (within(base, pose, mine_model.base, mine_model.pose, mine.reach) for pose in (model.pose, end))
    return is_near and not was_near


# --- Hazards ---

MINE = 4.0
"""TV that a strike by a mine is assumed to cost."""
PASSING = 0.5
"""TV of passing a hazard: the move can avoid it, unless it is stopped there."""
IN_HAZARD = 0.08
"""The minimum cost of ending a move in a hazard, as a share of the model's TV: the model must leave it again."""

Legs = list[tuple[Pose, Pose]]
"""The straight legs of a move, as pairs of start and end pose."""


def movement_cost(state: State, model: Model, end: Pose, legs: Legs) -> float:
    """Return the TV that a move costs by mines, and by the terrain that it leaves, ends in, or passes (R30).

    A model that stays where it is isn't struck.
    """
    if end == model.pose and not legs:
        return 0.0
    cost = MINE * sum(triggers(model, mine, legs, end) for mine in mines(state, model))
    there, end_cost = model.at(end), 0.0
    for piece in hazards(state, model):
        if touches_piece(model, piece):
            cost += strike_cost(state, model, piece)
        elif touches_piece(there, piece):
            end_cost = max(end_cost, IN_HAZARD * model.card.tv, strike_cost(state, model, piece))
        else:
            cost += PASSING * any(_touches_on_leg(model, piece, *leg) for leg in legs)
    return cost + end_cost


def strike_cost(state: State, model: Model, piece: Terrain) -> float:
    """Return the TV that a strike by a piece of terrain is expected to take of a model."""
    return bare_share(state, model, terrain_pool(state, piece, model)) * model_value(model)


def _touches_on_leg(model: Model, piece: Terrain, before: Pose, after: Pose) -> bool:
    dx, dy = after.x - before.x, after.y - before.y
    return first_touch_outline(model.base, before, dx, dy, piece.outline, piece.pose) is not None


# --- Table edges ---

SPEED_VALUE = 0.15
"""TV of an inch of additional Speed in the next move."""
ECM_VALUE = 0.01
"""The value of a rating of ECM from surrounding air, as a share of the model's TV."""


def with_real_end(state: State, model: Model) -> Model:
    """Return a model where it would really end: a ship beyond a planet's edge stops at that edge."""
    return moved_off_planets(state, model) if model.is_capital else model


def is_lost_at(state: State, model: Model) -> bool:
    """Return whether a model would leave the table at its pose here."""
    return extends_off_table(model.base, model.pose, state.width, state.height) and may_leave_here(state, model)


def may_leave_at(state: State, model: Model) -> bool:
    """Return whether a model may leave the battle at its pose here."""
    return refuse_leaving(state, model) is None


def in_turn(state: State, turn: int) -> State:
    """Return the state as if it were another turn, with the rules about leaving that apply then."""
    later = state.supposed()
    later.turn = turn
    return later


def drift_pose(state: State, ship: Model, after: Pose, escapes: bool = False) -> Pose | None:
    """Return where a ship that drifts to a pose next turn ends, or None if it leaves the table against its interest."""
    if not extends_off_table(ship.base, after, state.width, state.height):
        return after
    there = ship.at(after)
    if may_leave_here(state, there):
        return after if escapes and may_leave_at(in_turn(state, state.turn + 1), there) else None
    return moved_off_planets(state, there).pose


def edge_value(state: State, model: Model) -> float:
    """Return the TV of planets ahead or astern, and of surrounding air, for a model at its pose here."""
    book = rulebook(state)
    if not book.edges:
        return 0.0
    value = SPEED_VALUE * planet_speed_bonus(state, model) if model.is_capital else 0.0
    air = [piece for piece in state.terrain.values() if book.terrain[piece.kind].blurs]
    if any(touches_piece(model, piece) for piece in air):
        value += ECM_VALUE * model.card.tv
    return value


# --- Poses ---

LEAVING_COST = 1000.0
"""TV that leaving the table is assumed to cost."""
CLOSING = 0.25
"""TV per inch toward the preferred range."""
BOW = 1.5
"""TV of a bow that points straight at the nearest enemy."""
SHIP_RANGE, SQUADRON_RANGE = 7.0, 11.0
"""Preferred inches from the nearest enemy, for a ship and a squadron."""
EXPOSED = {"fore": 0.0, "port": 0.02, "starboard": 0.02, "aft": 0.05}
"""The assumed cost of an enemy in this arc, as a share of the model's TV."""
EXPOSURE_RANGE = 15.0
"""Inches within which enemies count for this."""
UNDER_GUNS = 0.04
"""The assumed cost of being within a ship's Point Defense, as a share of a squadron's TV."""
COVER_VALUE = 0.02
"""The value of cover, as a share of the model's TV."""
SAFE = 12.0
"""Inches from all enemies at which a Crippled ship is safe."""
READY = 0.1
"""The assumed probability that a ship loses its Thrusters until its next move."""
TURNED = (0, 45, -45, 20, -20)
"""Turns in degrees that a ship may make to stay on the table."""


@frozen
class Drift:
    """The movement of a ship that only drifts."""

    min_move: float
    turns: int
    escapes: bool
    """Whether it wants to leave the table."""


def pose_value(state: State, model: Model, escape: float = 0.0, exposed: bool = True) -> float:
    """Return the TV of a model's pose. `escape` is the TV of leaving the battle, or 0 if the model should stay.

    Without `exposed`, the threat by enemies nearby isn't included.
    """
    enemy_models = [enemy for enemy in enemies(state, model) if not is_mine(enemy)]
    value = -LEAVING_COST if must_leave_table(state, model, escape > 0) else 0.0
    if is_lost_at(state, model):
        value += escape if escape and may_leave_at(state, model) else -LEAVING_COST
    elif escape and model.is_capital:
        value += _drift_value(state, model, escape)
    if model.is_crippled:
        value += _escape_distance(model, enemy_models)
    elif not escape:
        value += _range_value(model, enemy_models)
    if exposed:
        value -= model.card.tv * _exposure(model, enemy_models)
    return value + _cover(state, model) + edge_value(state, model)


def _range_value(model: Model, enemy_models: list[Model]) -> float:
    """Return the TV of the distance to the nearest enemy, and for a ship of its bow pointing there."""
    if not enemy_models:
        return 0.0
    wanted_inches = SHIP_RANGE if model.is_capital else SQUADRON_RANGE
    inches, nearest = min(
        ((model.pose.distance_to(other.pose), other) for other in enemy_models), key=lambda entry: entry[0]
    )
    value = -CLOSING * abs(inches - wanted_inches)
    if model.is_capital:
        ahead = model.pose.advanced(1.0)
        value += BOW * (inches - ahead.distance_to(nearest.pose))
    return value


def _escape_distance(model: Model, enemy_models: list[Model]) -> float:
    """Return the TV of the distance from all enemies for a Crippled ship."""
    inches = min((model.pose.distance_to(other.pose) for other in enemy_models), default=SAFE)
    return min(inches, SAFE)


def _exposure(model: Model, enemy_models: list[Model]) -> float:
    """Return the assumed cost of arcs exposed to enemies nearby, or of their Point Defense, as a share of the TV."""
    cost = 0.0
    for other in enemy_models:
        inches = model.pose.distance_to(other.pose)
        if inches > EXPOSURE_RANGE:
            continue
        if model.is_capital:
            cost += EXPOSED[main_arcs(model.base, model.pose, other.base, other.pose)[0]]
        elif other.is_capital and other.rating("defense") and inches < model.card.signature + other.base.inner:
            cost += UNDER_GUNS
    return cost


def _cover(state: State, model: Model) -> float:
    """Return the TV of standing in cover."""
    kinds = rulebook(state).terrain
    veiled = any(kinds[piece.kind].veils and touches_piece(model, piece) for piece in state.terrain.values())
    return COVER_VALUE * model.card.tv if veiled else 0.0


def must_leave_table(state: State, ship: Model, escapes: bool = False) -> bool:
    """Return whether the minimum moves of the next 2 turns carry a ship off the table against its interest."""
    if not ship.is_capital:
        return False
    min_inches, _, turns = fixed_limits(state, ship)
    return min_inches > 0 and not _survives(state, ship, ship.pose, Drift(min_inches, turns, escapes), 2)


def _drift_value(state: State, ship: Model, escape: float) -> float:
    """Return the TV of a pose from which a ship without Thrusters leaves the table: a loss if it may not leave yet."""
    after = ship.at(ship.pose.advanced(ship.card.speed))
    if not is_lost_at(state, after):
        return 0.0
    return READY * escape if may_leave_at(in_turn(state, state.turn + 1), after) else -READY * (ship.card.tv + escape)


def _survives(state: State, ship: Model, pose: Pose, drift: Drift, depth: int) -> bool:
    if depth == 0:
        return True
    for angle in TURNED if drift.turns else (0,):
        after = drift_pose(state, ship, pose.turned(angle).advanced(drift.min_move), drift.escapes)
        if after is not None and _survives(state, ship, after, drift, depth - 1):
            return True
    return False


# --- Terrain setup ---

SHELTER_VALUE = 0.005
"""The value of protection from missiles, as a share of a fleet's TV."""
TERRAIN_SPEED_VALUE = 0.15
"""TV of an inch of additional Speed for models that start above a piece."""
STRIKE_DIE_COST = 0.01
"""The assumed cost per die of a strike, as a share of the TV of the ships or squadrons behind the piece."""


def terrain_value(view: State, side: int, card: TerrainCard, pose: Pose) -> float:
    """Return the TV of a piece of terrain at a pose for a side: more, the nearer to its own edge."""
    near = 1.0 - 2.0 * pose.y / view.height
    return piece_value(view, side, card) * (near if deployment_heading(side) == 0 else -near)


def area_value(view: State, side: int, part: Region) -> float:
    """Return the TV of the pieces in a part of the table for a side that has this part to itself."""
    pieces = [piece for piece in view.terrain.values() if part.holds(POINT, Pose(piece.pose.x, piece.pose.y))]
    return sum(piece_value(view, side, piece) for piece in pieces)


def piece_value(view: State, side: int, piece: TerrainCard | Terrain) -> float:
    """Return the TV of a piece for a side's fleet that flies near it, minus its cost."""
    kind, mine = rulebook(view).terrain[piece.kind], view.side_models(side)
    ships = sum(model.card.tv for model in mine if model.is_capital)
    squadrons = sum(model.card.tv for model in mine if not model.is_capital)
    cover = COVER_VALUE * kind.veils + SHELTER_VALUE * kind.shelters
    return (
        cover * (ships + squadrons)
        + TERRAIN_SPEED_VALUE * kind.hastens
        - STRIKE_DIE_COST * (kind.ac * ships + kind.as_ * squadrons)
    )


# --- Comets ---

FARTHEST = 12
"""The maximum inches that a comet flies: two dice."""
THROWS = 36


def comet_risk(view: State, model: Model) -> float:
    """Return the TV that a model is expected to lose at its pose here to comet tails in the next turn."""
    kinds, cost = rulebook(view).terrain, 0.0
    for body in view.terrain.values():
        if not kinds[body.kind].tail or not kinds[body.kind].travels or body.still:
            continue
        ahead = Pose(0.0, 0.0, body.pose.heading).advanced(FARTHEST)
        for tail in view.terrain.values():
            if tail.group == body.group and tail.kind == kinds[body.kind].tail:
                inches = first_touch_outline(model.base, model.pose, -ahead.x, -ahead.y, tail.outline, tail.pose)
                if inches is not None:
                    cost += comet_reach_chance(inches) * strike_cost(view, model, tail)
    return cost


def comet_reach_chance(inches: float) -> float:
    """Return the probability that the sum of two dice is at least this distance in inches."""
    favorable = sum(1 for first in range(1, 7) for second in range(1, 7) if first + second >= inches)
    return favorable / THROWS


# --- Explosions ---

CATASTROPHE_CHANCES = {0: 1.0, 1: 0.5, 2: 0.2}
"""The assumed probability by remaining Structure that a ship soon makes a catastrophic roll."""


@frozen
class PendingExplosion:
    """A ship that may explode."""

    ship: Model
    chance: float


def pending_explosions(view: State) -> list[PendingExplosion]:
    """Return the dead ships whose explosions come next."""
    return [PendingExplosion(ship, 1.0) for ship in unresolved_explosions(view)]


def possible_explosions(view: State) -> list[PendingExplosion]:
    """Return the ships that explode next, and all ships on the table that may soon explode."""
    risks = (PendingExplosion(ship, explosion_chance(view, ship)) for ship in view.on_table() if ship.is_capital)
    return [*pending_explosions(view), *(explosion for explosion in risks if explosion.chance > 0)]


def explosion_chance(view: State, ship: Model) -> float:
    """Return the probability that a ship soon explodes. A hit may take one more of its systems first."""
    catastrophe = CATASTROPHE_CHANCES.get(0 if ship.is_crippled else ship.unmarked("structure"), 0.0)
    return catastrophe * (explosion_share(view, ship) + explosion_share(view, ship, 1)) / 2 if catastrophe else 0.0


def explosion_share(view: State, ship: Model, more: int = 0) -> float:
    """Return the share of catastrophic rolls that are explosions, with up to `more` further ratings at 0."""
    spent = min(systems_gone(ship) + more, sum(1 for track in TRACKS if ship.boxes(track)))
    favorable = FACES + 1 + spent - rulebook(view).figures.explodes
    return max(0, min(FACES, favorable)) / FACES


def blast_share(view: State, ship: Model, model: Model) -> float:
    """Return the share of its value that a model at its pose here is expected to lose if a ship explodes."""
    rule = rulebook(view).figures.blast
    inches = distance(ship.base, ship.pose, model.base, model.pose)
    if inches > rule.reach or ship.id == model.id:
        return 0.0
    rating, macro = rule.dice(ship.card.printed("structure"), inches)
    kind = rulebook(view).weapon_types[rule.weapon or PARTICLE_CANNON]
    return bare_share(view, model, Pool(rating, 0, macro).normal(), type(kind))


def explosion_value(view: State, ship: Model, side: int) -> float:
    """Return the TV that the explosion of a ship is expected to take from the enemy, minus the loss of this side."""
    total = 0.0
    for other in view.on_table():
        if other.id != ship.id and not other.is_neutral and (share := blast_share(view, ship, other)):
            total += share * model_value(other) * (1 if other.side != side else -1)
    return total


def blast_risk(view: State, model: Model, explosions: list[PendingExplosion]) -> float:
    """Return the TV that a model is expected to lose at its pose here to ships that may explode."""
    return model_value(model) * sum(
        explosion.chance * blast_share(view, explosion.ship, model) for explosion in explosions
    )
