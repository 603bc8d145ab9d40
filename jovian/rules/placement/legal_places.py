"""What a model meets on its way, zones, and where it may be set down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jovian.game import Model, Refusal, State
from jovian.game.answers import Point
from jovian.game.decision import pointed_bases
from jovian.rules.basics import formation
from jovian.rules.basics.formation import other_formation_members
from jovian.rules.basics.nearby import pieces_maybe_within
from jovian.rules.placement.move_limits import firm, hinders, solid_parts
from jovian.rules.rulebook.active_effects import clauses_with
from jovian.rules.rulebook.global_rule import GlobalRule, Landmark
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Pose, Rect, Region, extends_off_table, overlaps, touches
from jovian.table.shapes import COSINE, FULL_TURN, SINE

# --- contact ---
# Where a move may not end: on other bases, on solid terrain, on terrain that was avoided (R24, R30, R32).


def ids_in_contact(state: State, model: Model) -> list[str]:
    """The ids of what a model (with its formation) touches (bases) or overlaps (terrain) where it stands."""
    found = own_contacts(state, model)
    for mate in _moved_along(state, model) if model.formation else ():
        found += own_contacts(state, mate)
    return list(dict.fromkeys(found)) if model.formation else found


def own_contacts(state: State, model: Model) -> list[str]:
    """The ids of what a model alone touches or overlaps where it stands."""
    base, pose = model.base, model.pose
    models, pieces = pieces_maybe_within(state, base, pose)
    found = [other.id for other in models if hinders(other, model) and touches(base, pose, other.base, other.pose)]
    parts = solid_parts(state, model, pieces) if pieces else ()
    return found + [each.ident for each in parts if overlaps(base, pose, *each.placed)]


def off_table(state: State, model: Model) -> bool:
    """Is a model, or another of its formation, partly off the table where it stands?"""
    if extends_off_table(model.base, model.pose, state.width, state.height):
        return True
    moved = _moved_along(state, model) if model.formation else ()
    return any(extends_off_table(mate.base, mate.pose, state.width, state.height) for mate in moved)


def _moved_along(state: State, model: Model) -> Iterator[Model]:
    """The others of a formation, each moved from where it stands as far as the model is from its place in the state."""
    real = state.models[model.id].pose
    dx, dy = model.pose.x - real.x, model.pose.y - real.y
    return (mate.at(mate.pose.moved(dx, dy)) for mate in other_formation_members(state, model))


def unwanted(state: State, ship: Model) -> list[str]:
    """What a ship touches where it stands, less the prey of its Ram, whose base the ram may overlap.

    Squadrons keep no rammer off its prey: they make room for what has come into contact with it (R24, R25).
    """
    wanted, touched = prey(state, ship), ids_in_contact(state, ship)
    left = [ident for ident in touched if ident not in wanted]
    if len(left) == len(touched):
        return left
    return [ident for ident in left if ident not in state.models or firm(state, state.models[ident])]


def prey(state: State, ship: Model) -> list[str]:
    """What the ship may run into: every enemy ship while a Ram is declared and not resolved (R24)."""
    act = state.activation
    if act is None or act.model != ship.id or not act.action or act.resolved:
        return []
    if not rulebook(state).actions[act.action].rams:
        return []
    return [other.id for other in state.on_table() if other.capital and other.side != ship.side]


def names(state: State, idents: Iterable[str]) -> list[str]:
    """The names of the models and the kinds of the pieces with these ids."""
    kinds = rulebook(state).terrain
    return [
        state.models[ident].name if ident in state.models else kinds[state.terrain[ident].kind].name for ident in idents
    ]


def format_names(state: State, idents: Iterable[str]) -> str:
    """The names of the models and the kinds of the pieces with these ids, in one text."""
    return ", ".join(names(state, idents))


# --- zones ---
# Where a side deploys, by the clauses of its game, and which way its models look there.

NOTCH = 15
"""Degrees to which the way toward the enemy is rounded."""


def zones(state: State, side: int) -> tuple[Region, ...]:
    """The parts of the table in one of which each model of a side must be, those first that are to be filled first."""
    return tuple(region for clause in clauses_with(state, GlobalRule.zones) for region in clause.zones(state, side))


def landmarks(state: State) -> tuple[Landmark, ...]:
    """What the clauses of the game have set up on the table."""
    return tuple(mark for clause in clauses_with(state, GlobalRule.landmarks) for mark in clause.landmarks(state))


def in_zone(state: State, model: Model) -> bool:
    """Does a model stand in the zone of its side, and wholly on the table?"""
    if not any(region.holds(model.base, model.pose) for region in zones(state, model.side)):
        return False
    return not extends_off_table(model.base, model.pose, state.width, state.height)


def deployment_heading(side: int) -> int:
    """The heading from a side's table edge toward the other's."""
    return 0 if side == 0 else 180


def heading_at(state: State, side: int, at: Point) -> int:
    """Which way a model of a side looks toward the enemy from a point of its zone."""
    for clause in clauses_with(state, GlobalRule.faces):
        return clause.faces(state, side)
    x, y = _middle(zones(state, 1 - side)) or (state.width / 2, state.height / 2)
    dx, dy = x - at[0], y - at[1]
    return max(range(0, FULL_TURN, NOTCH), key=lambda turn: round(dx * SINE[turn] + dy * COSINE[turn], 6))


def _middle(regions: tuple[Region, ...]) -> Point | None:
    """The middle of regions, None without any."""
    boxes = [region.box for region in regions]
    if not boxes:
        return None
    across, up = ([(each[low] + each[low + 2]) / 2 for each in boxes] for low in (0, 1))
    return sum(across) / len(across), sum(up) / len(up)


# --- berths ---
# Where a model may be deployed: in its zone, on nothing else (v1.2.4 Sequence > Deployment Phase).

PLACE = "v1.2.4 Sequence > Deployment Phase"
STEP = 1.0
"""Inches between the places that are tried."""


def refuse_place(state: State, model: Model) -> Refusal | None:
    """Why a model may not be deployed at the pose that it has here; None if it may."""
    if not in_zone(state, model):
        return refuse_outside(state, model)
    touched = ids_in_contact(state, model)
    if touched:
        return Refusal(f"{model.name} would overlap another base or solid terrain.", PLACE, pointed_bases(touched))
    return None


def refuse_outside(state: State, model: Model) -> Refusal:
    """What to say of a model that is outside of its zone."""
    wholly = all(region.wholly for region in zones(state, model.side))
    where = "wholly in the deployment zone" if wholly else "in the deployment zone, and wholly on the table"
    return Refusal(f"{model.name} must lie {where}.", PLACE)


def formation_spots(state: State, leader: Model, pose: Pose, count: int) -> tuple[Pose, ...]:
    """Where the others of a formation stand about its leader in the zone, () without room."""
    for spots in formation.places(leader, pose, count):
        if all(refuse_place(state, leader.at(spot)) is None for spot in spots):
            return spots
    return ()


def spots(state: State, model: Model, among: Iterable[Region] = ()) -> Iterator[Pose]:
    """Places for a model, zone by zone (or in some) from the middle outward, in a strip near the front first."""
    for zone in among or zones(state, model.side):
        yield from _in(state, model, zone)


def free_spot(state: State, model: Model, among: Iterable[Region] = ()) -> Pose | None:
    """The first place at which a model may be deployed, in its zones or some of them; None if there is none."""
    return next((pose for pose in spots(state, model, among) if refuse_place(state, model.at(pose)) is None), None)


def _in(state: State, model: Model, zone: Region) -> Iterator[Pose]:
    left, bottom, right, top = zone.box
    front = heading_at(state, model.side, ((left + right) / 2, (bottom + top) / 2))
    if isinstance(zone, Rect) and front == deployment_heading(model.side):
        return _rows(model, zone, front)
    return _rings(model, zone, front)


def _rows(model: Model, zone: Rect, front: int) -> Iterator[Pose]:
    left, bottom, right, top = zone.box
    middle, reach = (left + right) / 2, model.base.reach + 0.05
    depths = [reach + 0.5 * step for step in range(int((top - bottom - 2 * reach) / 0.5) + 1)]
    for depth in depths:
        y = top - depth if front == 0 else bottom + depth
        for step in range(int((right - left) / 2 - reach) + 1):
            yield Pose(middle + step, y, front).rounded()
            if step:
                yield Pose(middle - step, y, front).rounded()


def _rings(model: Model, zone: Region, front: int) -> Iterator[Pose]:
    """Places in a zone of any form, the nearest to its middle first."""
    left, bottom, right, top = zone.box
    x, y, reach = (left + right) / 2, (bottom + top) / 2, model.base.reach
    wide, high = int(((right - left) / 2 + reach) / STEP), int(((top - bottom) / 2 + reach) / STEP)
    found = [(a * STEP, b * STEP) for a in range(-wide, wide + 1) for b in range(-high, high + 1)]
    for dx, dy in sorted(found, key=lambda each: (each[0] * each[0] + each[1] * each[1], each)):
        pose = Pose(x + dx, y + dy, front).rounded()
        if zone.holds(model.base, pose):
            yield pose
