"""Where a move may not end: on other bases, on solid terrain, on terrain that was avoided (R24, R30, R32)."""

from __future__ import annotations

from jovian.game import Model, Refusal, State, Terrain
from jovian.rules.effects.terrain import TERRAIN_EFFECTS
from jovian.rules.formation import mates
from jovian.rules.hazards import hazards
from jovian.rules.limits import envelope
from jovian.rules.obstacles import others, solid_parts
from jovian.table import Pose, exits, first_touch_outline, overlaps, touches

ENDING = "v1.2.4 Movement > Overlapping"
STEP = 0.25
"""How finely a free end straight ahead is looked for, inches."""


def contacts(state: State, model: Model, pose: Pose) -> list[str]:
    """The ids of what the model (with its formation) would touch (bases) or overlap (terrain) at a pose."""
    found = own_contacts(state, model, pose)
    for mate in mates(state, model) if model.formation else ():
        start = state.models[model.id].pose
        found += own_contacts(state, mate, mate.pose.moved(pose.x - start.x, pose.y - start.y))
    return list(dict.fromkeys(found)) if model.formation else found


def own_contacts(state: State, model: Model, pose: Pose) -> list[str]:
    """The ids of what the model alone would touch or overlap at a pose."""
    found = [other.id for other in others(state, model) if touches(model.base, pose, other.base, other.pose)]
    found += [ident for ident, part, at in solid_parts(state, model) if overlaps(model.base, pose, part, at)]
    return found


def off_table(state: State, model: Model, pose: Pose) -> bool:
    """Would a model, or another of its formation, be partly off the table at a pose?"""
    if exits(model.base, pose, state.width, state.height):
        return True
    start = state.models[model.id].pose if model.formation else pose
    return any(
        exits(mate.base, mate.pose.moved(pose.x - start.x, pose.y - start.y), state.width, state.height)
        for mate in mates(state, model)
    )


def free_end_ahead(state: State, ship: Model) -> float | None:
    """How much farther straight ahead the ship must go to end free, within its move; None if it cannot (R24).

    Ends off the table do not count, nor do those behind terrain that would strike.
    """
    act = state.activation
    if act is None:
        return None
    left = envelope(state, ship, act).forward
    dangers = hazards(state, ship)
    for step in range(1, int(left / STEP) + 2):
        inches = min(left, step * STEP)
        pose = ship.pose.advanced(inches)
        if exits(ship.base, pose, state.width, state.height) or _struck(ship, inches, dangers):
            return None
        if inches > 0 and not contacts(state, ship, pose):
            return inches
    return None


def refuse_stop(state: State, ship: Model, inches: float) -> Refusal | None:
    """Why a part of a move may not stop on something: a free end lies on the way, and none beyond (R24)."""
    act = state.activation
    touched = unwanted(state, ship, ship.pose.advanced(inches))
    if not touched or act is None:
        return None
    room, dangers = envelope(state, ship, act), hazards(state, ship)
    sign = 1.0 if inches > 0 else -1.0
    farthest = room.forward if inches > 0 else room.reverse
    free = [each for each in _steps(room.least, farthest) if _free(state, ship, sign * each, dangers)]
    if not free or any(each > abs(inches) for each in free):
        return None
    what = names(state, touched)
    reason = f'It would end on {what}; it can stop free after {free[-1]:.2f}".'
    return Refusal(reason, ENDING, tuple(("base", ident) for ident in touched))


def unwanted(state: State, ship: Model, pose: Pose) -> list[str]:
    """What a ship would touch at a pose, less the prey of its Ram, whose base the ram may overlap."""
    wanted = prey(state, ship)
    return [ident for ident in contacts(state, ship, pose) if ident not in wanted]


def prey(state: State, ship: Model) -> list[str]:
    """What the ship may run into: every enemy ship while a Ram is declared and not resolved (R24)."""
    act = state.activation
    if act is None or act.model != ship.id or act.action != "ram" or act.resolved:
        return []
    return [other.id for other in state.on_table() if other.capital and other.side != ship.side]


def refuse_turn(state: State, ship: Model, angle: int) -> Refusal | None:
    """Why a ship may not turn into what it does not touch yet: nothing is free ahead from there (R24)."""
    ghost, act = ship.copy(), state.activation
    ghost.pose = ship.pose.turned(angle)
    touched = unwanted(state, ghost, ghost.pose)
    if not touched or act is None or contacts(state, ship, ship.pose):
        return None
    room, dangers = envelope(state, ship, act), hazards(state, ship)
    if any(_free(state, ghost, each, dangers) for each in _steps(0.0, room.forward)):
        return None
    reason = f"It would turn into {names(state, touched)}, with no free end ahead."
    return Refusal(reason, ENDING, tuple(("base", ident) for ident in touched))


def _steps(least: float, most: float) -> list[float]:
    """The lengths that are tried between two, both included."""
    found = [least] if least > 0 else []
    found += [each for step in range(1, int(most / STEP) + 1) if (each := step * STEP) > least]
    return [*found, most] if most > 0 and (not found or found[-1] < most) else found


def _free(state: State, ship: Model, inches: float, dangers: list[Terrain]) -> bool:
    pose = ship.pose.advanced(inches)
    if exits(ship.base, pose, state.width, state.height) or contacts(state, ship, pose):
        return False
    return not _struck(ship, inches, dangers)


def _struck(ship: Model, inches: float, dangers: list[Terrain]) -> bool:
    goal = ship.pose.advanced(inches)
    dx, dy = goal.x - ship.pose.x, goal.y - ship.pose.y
    return any(
        first_touch_outline(ship.base, ship.pose, dx, dy, piece.outline, piece.pose) is not None for piece in dangers
    )


def refuse_end(state: State, model: Model) -> Refusal | None:
    """Why the active model may not end its move here: it stands on something and could go on."""
    act = state.activation
    if act is None or not act.moved or not model.capital:
        return None
    touched = unwanted(state, model, model.pose)
    if not touched:
        return None
    ahead = free_end_ahead(state, model)
    if ahead is None:
        return None
    return Refusal(
        f"{model.name} touches {names(state, touched)}; it is free {ahead:.2f}\" ahead and must go on.", ENDING,
        tuple(("base", ident) for ident in touched),
    )  # fmt: skip


def names(state: State, idents: list[str]) -> str:
    """What these ids are called."""
    return ", ".join(
        state.models[ident].name if ident in state.models else TERRAIN_EFFECTS[state.terrain[ident].kind].name
        for ident in idents
    )
