"""What hides a target: v1.2.4 Attack > Obscured, and the cover of large bodies (R19, R32)."""

from __future__ import annotations

from typing import NamedTuple

from jovian.game import Meeting, Model, State, Terrain
from jovian.rules.facts.formation import members
from jovian.rules.facts.nearby import along, around
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import TOLERANCE, Pose, Shape, distance, nearest_segment, overlaps, segment_touches

NEAR = 3.0
"""Inches from the target within which a blocker obscures and a large body hides."""
OBSCURED = -2
"""The modifier to an attack at a target that something hides."""


class Blocker(NamedTuple):
    """Something that may be in the way of a line."""

    name: str
    parts: tuple[Shape, ...]
    pose: Pose
    model: str = ""
    """The id of the model that it is, "" for a piece of terrain."""


class Cover(NamedTuple):
    """What obscures a target, or may."""

    over: str
    """The name of what it is inside of, whoever fires; "" for nothing."""
    blockers: list[Blocker]
    """What stands near it."""


def obscured_by(state: State, attacker: Model, target: Model) -> str:
    """The name of what obscures the target from the attacker, "" for nothing. Counts once (R19)."""
    return obscured_in(cover(state, target), attacker, target)


def obscured_in(found: Cover, attacker: Model, target: Model) -> str:
    """The same by the cover of the target, which is the same for all attackers."""
    if found.over:
        return found.over
    blockers = [each for each in found.blockers if each.model != attacker.id] if found.blockers else ()
    if not blockers:
        return ""
    line = nearest_segment(attacker.base, attacker.pose, target.base, target.pose)
    if line is None:
        return ""
    for each in blockers:
        if any(segment_touches(line[0], line[1], 0.0, part, each.pose) for part in each.parts):
            return each.name
    return ""


def cover(state: State, target: Model) -> Cover:
    """What obscures a target, or may."""
    over = _area_over(state, target)
    return Cover(over, [] if over else _blockers(state, target))


def _area_over(state: State, target: Model) -> str:
    kinds = rulebook(state).terrain
    for piece in state.terrain.values():
        kind = kinds[piece.kind]
        if kind.veils and touches_piece(target, piece) and not avoided(state, target, piece):
            return kind.name
    return ""


def _blockers(state: State, target: Model) -> list[Blocker]:
    limit, kinds = target.card.signature, rulebook(state).terrain
    found: list[Blocker] = []
    models, pieces = around(state, target.base, target.pose, NEAR)
    for piece in pieces:
        kind = kinds[piece.kind]
        if kind.signature > limit and near_piece(target, piece, NEAR):
            found.append(Blocker(kind.name, piece.outline, piece.pose))
    for other in models:
        if other.id == target.id or other.card.signature <= limit:
            continue
        if distance(other.base, other.pose, target.base, target.pose) <= NEAR + TOLERANCE:
            found.append(Blocker(other.name, (other.base,), other.pose, other.id))
    return found


def avoided(state: State, model: Model, piece: Terrain) -> bool:
    """Does the active model avoid the piece, and so have no benefit from it (R30)?"""
    act = state.activation
    return act is not None and Meeting(model.id, piece.id) in act.avoided


def touches_piece(model: Model, piece: Terrain) -> bool:
    """Does the model's base overlap a terrain piece, even in part?"""
    base, stands, lies = model.base, model.pose, piece.pose
    for part in piece.outline:  # noqa: SIM110 - quicker than any()
        if overlaps(base, stands, part, lies):
            return True
    return False


def near_piece(model: Model, piece: Terrain, inches: float) -> bool:
    """Is the model within that many inches of a terrain piece?"""
    return any(distance(model.base, model.pose, part, piece.pose) <= inches + TOLERANCE for part in piece.outline)


def hidden_near(state: State, model: Model) -> str:
    """The large body near the model that gives it one Stealth level, "" for none (R32)."""
    kinds = rulebook(state).terrain
    for piece in state.terrain.values():
        kind = kinds[piece.kind]
        if kind.shelters and near_piece(model, piece, NEAR) and not avoided(state, model, piece):
            return kind.name
    return ""


KINETIC_WIDTH = 1.0


def along_line(state: State, attacker: Model, target: Model) -> list[Model]:
    """The models that the kinetic line to a target touches, farthest from the attacker first (R18, R58)."""
    line = nearest_segment(attacker.base, attacker.pose, target.base, target.pose)
    if line is None:
        return []
    mates = members(state, attacker)[1:] if attacker.formation else []
    others = [each for each in along(state, *line, KINETIC_WIDTH) if each.id not in {mate.id for mate in mates}]
    struck = [
        other
        for other in (*others, *mates)
        if other.id not in (attacker.id, target.id)
        and segment_touches(line[0], line[1], KINETIC_WIDTH, other.base, other.pose)
    ]
    apart = {other.id: distance(attacker.base, attacker.pose, other.base, other.pose) for other in struck}
    return sorted(struck, key=lambda other: (-round(apart[other.id], 4), other.id))
