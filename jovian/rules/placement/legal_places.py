"""What a model touches where it is, deployment zones, and the places in them.

Bases, solid terrain, and avoided terrain are where a move may not end (R24, R30, R32). A model may be deployed in its
zone where it overlaps nothing (v1.2.4 Sequence > Deployment Phase).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jovian.game import Model, Refusal, State, kept
from jovian.game.answers import Point
from jovian.game.decision import pointed_bases
from jovian.rules.basics import formation
from jovian.rules.basics.formation import formation_members, other_formation_members
from jovian.rules.basics.nearby import pieces_maybe_within
from jovian.rules.placement.move_limits import is_blocking, keeps_place, solid_parts
from jovian.rules.rulebook.active_effects import global_rules_with
from jovian.rules.rulebook.global_rule import GlobalRule, Landmark
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Pose, Rect, Region, extends_off_table, overlaps, touches
from jovian.table.polygons import COSINE, FULL_TURN, SINE

# --- Contact ---


def ids_in_contact(state: State, model: Model) -> list[str]:
    """Return the ids of bases that a model with its formation touches, and of terrain that it overlaps."""
    ids = own_contacts(state, model)
    for member in _formation_moved_along(state, model) if model.formation else ():
        ids += own_contacts(state, member)
    return list(dict.fromkeys(ids)) if model.formation else ids


def own_contacts(state: State, model: Model) -> list[str]:
    """Return the ids of bases that a model alone touches, and of terrain that it overlaps."""
    base, pose = model.base, model.pose
    models, pieces = pieces_maybe_within(state, base, pose)
    ids = [other.id for other in models if is_blocking(other, model) and touches(base, pose, other.base, other.pose)]
    parts = solid_parts(state, model, pieces) if pieces else ()
    return ids + [part.obstacle_id for part in parts if overlaps(base, pose, *part.placed)]


def refuse_placement(state: State, model: Model, place: str, ship: Model | None = None) -> Refusal | None:
    """Return why a rule may not place a model with its formation at its pose, None if it may (R28).

    It may touch all bases but those of enemies, also that of the `ship` that it leaves. It overlaps nothing.
    """
    if off_table(state, model):
        return Refusal("That is off the table.", place)
    contacts = ids_in_contact(state, model)
    if ship is not None and touches(model.base, model.pose, ship.base, ship.pose):
        contacts = [ship.id, *contacts]
    overlapped = [item_id for item_id in contacts if _is_overlapped(state, model, item_id)]
    for verb, blocking in (("touch", _ids_of_enemies(state, model, contacts)), ("overlap", overlapped)):
        if blocking:
            reason = f"{model.name} would {verb} {format_names(state, blocking)}."
            return Refusal(reason, place, pointed_bases(blocking))
    return None


def _ids_of_enemies(state: State, model: Model, ids: Iterable[str]) -> list[str]:
    return [item_id for item_id in ids if item_id in state.models and state.models[item_id].side == 1 - model.side]


def _is_overlapped(state: State, model: Model, item_id: str) -> bool:
    """Return whether a model or its formation, in contact with a base or on solid terrain, overlaps it."""
    other = state.models.get(item_id)
    return other is None or any(
        overlaps(member.base, member.pose, other.base, other.pose) for member in formation_members(state, model)
    )


def off_table(state: State, model: Model) -> bool:
    """Return whether a model, or another member of its formation, is partly off the table."""
    if extends_off_table(model.base, model.pose, state.width, state.height):
        return True
    members = _formation_moved_along(state, model) if model.formation else ()
    return any(extends_off_table(member.base, member.pose, state.width, state.height) for member in members)


def _formation_moved_along(state: State, model: Model) -> Iterator[Model]:
    """Yield the other members of a formation, moved as far as the model is from its pose in the state."""
    stored_pose = state.models[model.id].pose
    dx, dy = model.pose.x - stored_pose.x, model.pose.y - stored_pose.y
    return (member.at(member.pose.moved(dx, dy)) for member in other_formation_members(state, model))


def unwanted_contacts(state: State, ship: Model) -> list[str]:
    """Return the ids that a ship touches, except targets of its Ram, whose bases it may overlap.

    Squadrons don't keep a rammer off its targets. They are moved away (R24, R25).
    """
    targets, touched = ram_targets(state, ship), ids_in_contact(state, ship)
    others = [model_id for model_id in touched if model_id not in targets]
    if len(others) == len(touched):
        return others
    return [
        model_id for model_id in others if model_id not in state.models or keeps_place(state, state.models[model_id])
    ]


def ram_targets(state: State, ship: Model) -> list[str]:
    """Return the ids of the enemy ships that the ship may ram: all while a Ram is declared and not resolved (R24)."""
    act = state.activation
    if act is None or act.model != ship.id or not act.action or act.resolved:
        return []
    if not rulebook(state).actions[act.action].rams:
        return []
    return [other.id for other in state.on_table() if other.is_capital and other.side != ship.side]


def names(state: State, ids: Iterable[str]) -> list[str]:
    """Return the names of the models, or the kinds of the pieces, with these ids."""
    kinds = rulebook(state).terrain
    return [
        state.models[item_id].name if item_id in state.models else kinds[state.terrain[item_id].kind].name
        for item_id in ids
    ]


def format_names(state: State, ids: Iterable[str]) -> str:
    """Return the same names as one text."""
    return ", ".join(names(state, ids))


# --- Zones ---

HEADING_STEP = 15
"""Degrees to which the direction toward the enemy is rounded."""


@kept
def zones(state: State, side: int) -> tuple[Region, ...]:
    """Return the parts of the table in one of which a side deploys, in order of preference."""
    return tuple(region for rule in global_rules_with(state, GlobalRule.zones) for region in rule.zones(state, side))


def deployment_zones(state: State) -> tuple[tuple[int, Region], ...]:
    """Return the deployment zones with their sides, or () after the Deployment Phase."""
    if state.phase not in ("", "deployment"):
        return ()
    return tuple((side, region) for side in (0, 1) for region in zones(state, side))


def landmarks(state: State) -> tuple[Landmark, ...]:
    """Return the landmarks that the rules of the game have placed on the table."""
    return tuple(mark for rule in global_rules_with(state, GlobalRule.landmarks) for mark in rule.landmarks(state))


def in_zone(state: State, model: Model) -> bool:
    """Return whether a model is in the zone of its side and wholly on the table."""
    if not any(region.holds(model.base, model.pose) for region in zones(state, model.side)):
        return False
    return not extends_off_table(model.base, model.pose, state.width, state.height)


def deployment_heading(side: int) -> int:
    """Return the heading from a side's table edge to the other edge."""
    return 0 if side == 0 else 180


def heading_at(state: State, side: int, at: Point) -> int:
    """Return the heading in which a model of a side faces the enemy from a point of its zone."""
    for rule in global_rules_with(state, GlobalRule.faces):
        return rule.faces(state, side)
    x, y = _middle_of(zones(state, 1 - side)) or (state.width / 2, state.height / 2)
    dx, dy = x - at[0], y - at[1]
    return max(range(0, FULL_TURN, HEADING_STEP), key=lambda turn: round(dx * SINE[turn] + dy * COSINE[turn], 6))


def _middle_of(regions: tuple[Region, ...]) -> Point | None:
    """Return the middle of regions, None without any."""
    boxes = [region.box for region in regions]
    if not boxes:
        return None
    xs, ys = ([(box[axis] + box[axis + 2]) / 2 for box in boxes] for axis in (0, 1))
    return sum(xs) / len(xs), sum(ys) / len(ys)


# --- Deployment places ---

PLACE = "v1.2.4 Sequence > Deployment Phase"


def refuse_place(state: State, model: Model) -> Refusal | None:
    """Return why a model may not be deployed at its pose, None if it may."""
    if not in_zone(state, model):
        return refuse_outside(state, model)
    touched = ids_in_contact(state, model)
    if touched:
        return Refusal(f"{model.name} would overlap another base or solid terrain.", PLACE, pointed_bases(touched))
    return None


def refuse_outside(state: State, model: Model) -> Refusal:
    """Return the refusal of a model outside its zone."""
    is_wholly = all(region.wholly for region in zones(state, model.side))
    where = "wholly in the deployment zone" if is_wholly else "in the deployment zone and wholly on the table"
    return Refusal(f"{model.name} must be {where}.", PLACE)


def formation_spots(state: State, leader: Model, pose: Pose, count: int) -> tuple[Pose, ...]:
    """Return the poses of the other members of a formation around its leader, () if there is no space."""
    for poses in formation.places(leader, pose, count):
        if all(refuse_place(state, leader.at(member_pose)) is None for member_pose in poses):
            return poses
    return ()


def spots(state: State, model: Model, among: Iterable[Region] = ()) -> Iterator[Pose]:
    """Yield places for a model zone by zone, from the middle outward, in a strip near the front first."""
    for zone in among or zones(state, model.side):
        yield from _spots_in(state, model, zone)


def free_spot(state: State, model: Model, among: Iterable[Region] = ()) -> Pose | None:
    """Return the first place where a model may be deployed, None if there is none."""
    return next((pose for pose in spots(state, model, among) if refuse_place(state, model.at(pose)) is None), None)


def _spots_in(state: State, model: Model, zone: Region) -> Iterator[Pose]:
    left, bottom, right, top = zone.box
    front = heading_at(state, model.side, ((left + right) / 2, (bottom + top) / 2))
    if isinstance(zone, Rect) and front == deployment_heading(model.side):
        return _spots_in_rows(model, zone, front)
    return _spots_around_middle(model, zone, front)


def _spots_in_rows(model: Model, zone: Rect, front: int) -> Iterator[Pose]:
    left, bottom, right, top = zone.box
    middle, reach = (left + right) / 2, model.base.reach + 0.05
    depths = [reach + 0.5 * step for step in range(int((top - bottom - 2 * reach) / 0.5) + 1)]
    for depth in depths:
        y = top - depth if front == 0 else bottom + depth
        for step in range(int((right - left) / 2 - reach) + 1):
            yield Pose(middle + step, y, front).rounded()
            if step:
                yield Pose(middle - step, y, front).rounded()


def _spots_around_middle(model: Model, zone: Region, front: int) -> Iterator[Pose]:
    """Yield places in a zone of any shape, 1 inch apart, the nearest to its middle first."""
    left, bottom, right, top = zone.box
    x, y, reach = (left + right) / 2, (bottom + top) / 2, model.base.reach
    columns, rows = int((right - left) / 2 + reach), int((top - bottom) / 2 + reach)
    offsets = [(column, row) for column in range(-columns, columns + 1) for row in range(-rows, rows + 1)]
    for dx, dy in sorted(offsets, key=lambda offset: (offset[0] * offset[0] + offset[1] * offset[1], offset)):
        pose = Pose(x + dx, y + dy, front).rounded()
        if zone.holds(model.base, pose):
            yield pose
