"""What an answer to the menu would do, worked out beforehand: the ghost, the path, and what it touches."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

from jovian.game import Choice, Malformed, Model, Refusal, State
from jovian.rules import autofire
from jovian.rules.contact import contacts, names, off_table
from jovian.rules.effects.terrain import TERRAIN_EFFECTS
from jovian.rules.movement import ADVANCE, FLIGHT, triggers
from jovian.rules.reactions import AUTOFIRE, INTERCEPTION
from jovian.table import Pose, turn_touches

if TYPE_CHECKING:
    from jovian.rules.menu import Menu


@dataclass(frozen=True, slots=True)
class Touch:
    """Something that happens on the way."""

    inches: float
    """Along the path, from its start."""
    at: Pose
    """Where the model stands then."""
    label: str
    kind: str
    """`terrain`, `autofire` or `interception`."""
    ident: str
    """The piece, or the model that reacts."""


@dataclass(frozen=True, slots=True)
class Preview:
    """Where a move leads, if nothing stops it."""

    poses: tuple[Pose, ...]
    """From where the model stands to where it would end."""
    inches: float
    touches: tuple[Touch, ...]
    ends_on: tuple[str, ...]
    """Names of what the end would touch."""
    off_table: bool
    """Would it, or another of its formation, end or declare that partly off the table, and so be Withdrawn?"""
    refusal: Refusal | None


def preview(menu: Menu, choice: Choice) -> Preview:
    """The preview of a move, turn, pivot or flight; other answers have only a refusal or none."""
    refusal = menu.check(choice)
    try:
        plain = menu.normal(choice)
    except Malformed:
        return Preview((menu.model.pose,), 0.0, (), (), False, refusal)
    poses = _poses(menu.model, plain)
    inches, touches = _walk(menu.state, menu.model, poses)
    end = poses[-1]
    return Preview(
        tuple(poses), inches, tuple(touches), tuple(_named(menu.state, menu.model, end)),
        off_table(menu.state, menu.model, end), refusal,
    )  # fmt: skip


def _poses(model: Model, choice: Choice) -> list[Pose]:
    verb = choice[0]
    if verb == "move":
        return [model.pose, model.pose.advanced(choice[1]).rounded()]
    if verb in ("turn", "pivot"):
        return [model.pose, model.pose.turned(choice[1])]
    if verb == "fly":
        return [model.pose, *(Pose(x, y, model.pose.heading) for x, y in choice[1])]
    return [model.pose]


def _walk(state: State, model: Model, poses: list[Pose]) -> tuple[float, list[Touch]]:
    ghost, gone, found = model.copy(), 0.0, []
    met: set[str] = set()
    for before, after in pairwise(poses):
        ghost.pose = before
        dx, dy = after.x - before.x, after.y - before.y
        size = sqrt(dx * dx + dy * dy)
        for inches, rank, ident in _met(state, ghost, dx, dy) if size else _turning(state, ghost, after):
            if ident not in met and inches <= size:
                met.add(ident)
                share = inches / size if size else 1.0
                at = before.moved(dx * share, dy * share) if size else after
                found.append(_touch(state, gone + inches, at, rank, ident))
        gone += size
    return gone, found


def _met(state: State, ghost: Model, dx: float, dy: float) -> list[tuple[float, int, str]]:
    return sorted(each[:3] for each in triggers(state, ghost, dx, dy, ADVANCE if ghost.capital else FLIGHT))


def _turning(state: State, ghost: Model, after: Pose) -> list[tuple[float, int, str]]:
    from jovian.rules.hazards import hazards

    before, angle = ghost.pose, (after.heading - ghost.pose.heading + 180) % 360 - 180
    found = [
        (0.0, 0, piece.id) for piece in hazards(state, ghost)
        if any(turn_touches(ghost.base, before, angle, part, piece.pose) for part in piece.outline)
    ]  # fmt: skip
    ghost.pose = after
    return found + [(0.0, AUTOFIRE, "/".join(each)) for each in autofire.on_turn(state, ghost, before)]


def _touch(state: State, inches: float, at: Pose, rank: int, ident: str) -> Touch:
    if rank == INTERCEPTION:
        return Touch(inches, at, f"{state.models[ident].name} may intercept", "interception", ident)
    if rank != AUTOFIRE:
        return Touch(inches, at, TERRAIN_EFFECTS[state.terrain[ident].kind].name, "terrain", ident)
    shooter, mount = ident.split("/")
    model = state.models[shooter]
    found = model.mount(mount)
    return Touch(
        inches, at, f"{found.weapon.name if found else 'Point Defense'} of {model.name}", "autofire", shooter
    )


def _named(state: State, model: Model, end: Pose) -> list[str]:
    touched = contacts(state, model, end)
    return names(state, touched).split(", ") if touched else []
