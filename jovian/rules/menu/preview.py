"""What an answer to the menu would do, worked out beforehand: the path, and what it touches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from jovian.frozen import frozen
from jovian.game import Answer, Meeting, Model, Refusal, State
from jovian.game.answers import Move, Pivot, Turn
from jovian.rules.places.contact import contacts, names, off_table
from jovian.rules.places.edges import set_off
from jovian.rules.places.limits import SLACK, envelope, fixed_limits
from jovian.rules.places.move_ends import onward
from jovian.rules.rulebook.interrupt import ADVANCE, FLIGHT, Touch, Trigger
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Pose, length

UNDER_WAY = replace(FLIGHT, last=False)


@frozen
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
    cut: float | None = None
    """Inches after which it ends if it enters all on the way: what it meets leaves it no more; None if it does."""
    onward: str = ""
    """How a ship must go on if the order leaves it standing on something, "" if it may end there."""


def preview(state: State, model: Model, answer: Answer, refusal: Refusal | None) -> Preview:
    """The preview of a move, turn, pivot or flight; other answers have only a refusal or none."""
    poses = rulebook(state).orders[answer.verb].way(model, answer)
    inches, touches = _walk(state, model, poses)
    there = model.at(poses[-1])
    if model.capital and not inches:
        there = set_off(state, there)
        poses = (*poses[:-1], there.pose)
    touched = tuple(names(state, contacts(state, there)))
    cut = _cut(state, model, touches, inches, poses) if rulebook(state).edges and refusal is None else None
    further = ""
    if isinstance(answer, Move | Turn | Pivot) and refusal is None and touched:
        further = onward(state, model, answer)
    return Preview(poses, inches, tuple(touches), touched, off_table(state, there), refusal, cut, further)


def _cut(
    state: State, model: Model, touches: Iterable[Touch], inches: float, poses: tuple[Pose, ...]
) -> float | None:
    """What is left of a move once it has met an atmosphere on the way, if that is less than the way (R32)."""
    act, met = state.activation, [each for each in touches if each.kind == "terrain"]
    if act is None or not met:
        return None
    after = act.copy()
    after.limits = act.limits or fixed_limits(state, model)
    after.struck = (*act.struck, *(Meeting(model.id, each.ident) for each in met))
    limits = envelope(state, model, after)
    back = model.capital and model.pose.from_table(poses[-1].x, poses[-1].y)[1] < 0
    left = limits.reverse if back else limits.forward
    return left if inches > left + SLACK else None


def _walk(state: State, model: Model, poses: tuple[Pose, ...]) -> tuple[float, list[Touch]]:
    gone, found = 0.0, []
    met: set[tuple[str, str]] = set()
    for number, (before, after) in enumerate(pairwise(poses), 2):
        there = model.at(before)
        dx, dy = after.x - before.x, after.y - before.y
        size = length(dx, dy)
        for trigger in _met(state, there, dx, dy, number == len(poses)) if size else _turning(state, there, after):
            if (trigger.source, trigger.mount) not in met and trigger.inches <= size:
                met.add((trigger.source, trigger.mount))
                share = trigger.inches / size if size else 1.0
                at = before.moved(dx * share, dy * share) if size else after
                found += _touches(state, trigger, gone + trigger.inches, at)
        gone += size
    return gone, found


def _met(state: State, model: Model, dx: float, dy: float, last: bool) -> list[Trigger]:
    manner = ADVANCE if model.capital else FLIGHT if last else UNDER_WAY
    return sorted(each for one in rulebook(state).interrupts for each in one.on_leg(state, model, dx, dy, manner))


def _turning(state: State, model: Model, after: Pose) -> list[Trigger]:
    before, turned = model.pose, model.at(after)
    angle = (after.heading - before.heading + 180) % 360 - 180
    return [each for one in rulebook(state).interrupts for each in one.on_turn(state, turned, before, angle)]


def _touches(state: State, trigger: Trigger, inches: float, at: Pose) -> list[Touch]:
    found = [interrupt.touch(state, trigger, inches, at) for interrupt in rulebook(state).interrupts]
    return [each for each in found if each is not None]
