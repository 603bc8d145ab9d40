"""The decision of an activation: move, turn, fly, attack, act, or end (v1.2.4 Sequence > Activation Phase).

`NextOrder` reads its answers from the orders of the rulebook and computes everything from the current state.
`preview` works out where an order would lead and what it would set off on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

from jovian.frozen import frozen
from jovian.game import (
    Activation,
    Answer,
    Decision,
    MalformedAnswerError,
    Model,
    Option,
    Refusal,
    State,
    TerrainEncounter,
)
from jovian.game.answers import Attack, End, Move, Pivot, Turn
from jovian.rules.actions.any_model import free_mounts
from jovian.rules.attack.attack import defenses
from jovian.rules.menu.declarations import still_to_do
from jovian.rules.menu.orders import assess_mounts, attack_options, cmm_mounts
from jovian.rules.menu.samples import off_table_warning, refuse_order, sample_order, suggest_order
from jovian.rules.placement.legal_places import ids_in_contact, names, off_table
from jovian.rules.placement.move_ends import Step, required_route_words
from jovian.rules.placement.move_limits import (
    SLACK,
    RemainingMovement,
    fixed_limits,
    moved_off_planets,
    remaining_movement,
)
from jovian.rules.placement.routes import suppose_route
from jovian.rules.rulebook.order import ADVANCE, FLIGHT, Given, Order, Touch, Trigger
from jovian.rules.rulebook.rulebook import Rulebook, rulebook
from jovian.rules.shots.formula import Assessment
from jovian.rules.shots.shot import POINT_DEFENSE
from jovian.table import Pose, length

# --- Preview ---

UNDER_WAY = replace(FLIGHT, last=False)


@frozen
class Preview:
    """Where a move leads if nothing stops it."""

    poses: tuple[Pose, ...]
    """From the pose of the model to the pose where it would end."""
    inches: float
    touches: tuple[Touch, ...]
    ends_on: tuple[str, ...]
    """Names of the models and pieces that it would touch at the end."""
    off_table: bool
    """Whether the model, or another of its formation, would be partly off the table there, and so be lost."""
    refusal: Refusal | None
    cut: float | None = None
    """The inches after which terrain on the way ends the move, or None if the whole move is possible."""
    onward: str = ""
    """How a ship must continue if it may not end there, or "" if it may."""


def preview(state: State, model: Model, answer: Answer, refusal: Refusal | None) -> Preview:
    """Return the preview of a move, turn, pivot, or flight. Other answers have only a refusal or none."""
    poses = rulebook(state).orders[answer.verb].path(model, answer)
    inches, touches = _path_touches(state, model, poses)
    there = model.at(poses[-1])
    if model.is_capital and not inches:
        there = moved_off_planets(state, there)
        poses = (*poses[:-1], there.pose)
    touched = tuple(names(state, ids_in_contact(state, there)))
    cut = _cut(state, model, touches, inches, poses) if rulebook(state).edges and refusal is None else None
    further = ""
    if isinstance(answer, Move | Turn | Pivot) and refusal is None and touched:
        further = required_route_words(state, model, answer)
    return Preview(poses, inches, tuple(touches), touched, off_table(state, there), refusal, cut, further)


def preview_route(state: State, ship: Model, route: Sequence[Step]) -> Preview:
    """Return the preview of several turns and moves of the active ship, up to the first that would be refused."""
    start, gone, shown = ship.pose, 0.0, Preview((ship.pose,), 0.0, (), (), False, None)
    poses, touches = [start], list[Touch]()
    for order in route:
        shown = preview(state, ship, order, refuse_order(state, ship, order))
        poses += shown.poses[1:]
        touches += [replace(touch, inches=gone + touch.inches) for touch in shown.touches]
        gone += shown.inches
        if shown.refusal is not None or shown.cut is not None:
            break
        state = suppose_route(state, ship, (order,))
        ship = state.models[ship.id]
    cut = None if shown.cut is None else gone - shown.inches + shown.cut
    return replace(shown, poses=tuple(poses), inches=gone, touches=tuple(touches), cut=cut)


def _cut(state: State, model: Model, touches: Iterable[Touch], inches: float, poses: tuple[Pose, ...]) -> float | None:
    """Return the length of the move after the atmosphere that it meets, if that cuts it short, else None (R32)."""
    act, pieces = state.activation, [touch.target_id for touch in touches if touch.kind == "terrain"]
    if act is None or not pieces:
        return None
    after = act.copy()
    after.limits = act.limits or fixed_limits(state, model)
    after.struck = (*act.struck, *(TerrainEncounter(model.id, piece_id) for piece_id in pieces))
    limits = remaining_movement(state, model, after)
    is_reverse = model.is_capital and model.pose.from_table(poses[-1].x, poses[-1].y)[1] < 0
    limit = limits.reverse if is_reverse else limits.forward
    return limit if inches > limit + SLACK else None


def _path_touches(state: State, model: Model, poses: tuple[Pose, ...]) -> tuple[float, list[Touch]]:
    gone, touches = 0.0, []
    triggered: set[tuple[str, str]] = set()
    for number, (before, after) in enumerate(pairwise(poses), 2):
        there = model.at(before)
        dx, dy = after.x - before.x, after.y - before.y
        size = length(dx, dy)
        for trigger in (
            _leg_triggers(state, there, dx, dy, number == len(poses)) if size else _turn_triggers(state, there, after)
        ):
            if (trigger.source, trigger.mount) not in triggered and trigger.inches <= size:
                triggered.add((trigger.source, trigger.mount))
                share = trigger.inches / size if size else 1.0
                at = before.moved(dx * share, dy * share) if size else after
                touches += _touches(state, trigger, gone + trigger.inches, at)
        gone += size
    return gone, touches


def _leg_triggers(state: State, model: Model, dx: float, dy: float, last: bool) -> list[Trigger]:
    manner = ADVANCE if model.is_capital else FLIGHT if last else UNDER_WAY
    interrupts = rulebook(state).interrupts
    return sorted(trigger for kind in interrupts for trigger in kind.on_leg(state, model, dx, dy, manner))


def _turn_triggers(state: State, model: Model, after: Pose) -> list[Trigger]:
    before, turned = model.pose, model.at(after)
    angle = (after.heading - before.heading + 180) % 360 - 180
    interrupts = rulebook(state).interrupts
    return [trigger for kind in interrupts for trigger in kind.on_turn(state, turned, before, angle)]


def _touches(state: State, trigger: Trigger, inches: float, at: Pose) -> list[Touch]:
    touches = [interrupt.touch(state, trigger, inches, at) for interrupt in rulebook(state).interrupts]
    return [touch for touch in touches if touch is not None]


# --- Decision ---

CITATION = "v1.2.4 Sequence > Activation Phase"


class NextOrder(Decision):
    """Choose what the active model does next."""

    kind = "menu"
    __slots__ = ("state",)

    def __init__(self, state: State, model: Model) -> None:
        super().__init__(model.side, f"{model.name}: move, attack, act or end", CITATION, subject=model.id, anchor=True)
        self.state = state

    def on(self, state: State) -> NextOrder:
        return NextOrder(state, state.models[self.subject])

    @property
    def answers(self) -> tuple[type[Answer], ...]:  # type: ignore[override]
        """The answers of the orders that every model has, then those of the further orders of the rulebook."""
        return order_answers(rulebook(self.state))

    @property
    def model(self) -> Model:
        """The active model."""
        return self.state.models[self.subject]

    @property
    def act(self) -> Activation:
        act = self.state.activation
        assert act is not None
        return act

    def orders(self) -> list[Order[Any]]:
        """Return the orders that the model may have where it is: aboard or on the table."""
        return [order for order in rulebook(self.state).orders.values() if order.suits(self.model)]

    def judge(self, answer: Answer) -> Refusal | None:
        return refuse_order(self.state, self.model, answer)

    def default(self) -> Answer:
        return suggest_order(self.state, self.model)

    def sample(self, rng: Random) -> Answer:
        return sample_order(self.state, self.model, rng)

    def options(self) -> Iterator[Option[Answer]]:
        """Yield every attack, the further orders, Point Defense, the action, and the end.

        For a model partly off the table, yield only the end: any declaration would lose the model.
        """
        is_off_table = self.leaving() is not None
        for order in self.orders():
            if order.ends or not is_off_table:
                yield from order.options(self.state, self.model)

    def options_of(self, answer: type[Given]) -> Iterator[Option[Given]]:
        """Yield the legal orders of one kind, as far as they can be listed."""
        order = rulebook(self.state).orders[answer.verb]
        return order.options(self.state, self.model) if order.suits(self.model) else iter(())

    def choices_of(self, answer: type[Given]) -> Iterator[Given]:
        """Yield likely orders of one kind, which may still be refused."""
        return rulebook(self.state).orders[answer.verb].choices(self.state, self.model)

    def question(self) -> tuple[object, ...]:
        """Return the identity of the decision: the same model in the same activation."""
        return (self.kind, self.side, self.subject, self.act.digested(), self.default().to_json())

    def envelope(self) -> RemainingMovement:
        """Return the remaining movement of the model."""
        return remaining_movement(self.state, self.model, self.act)

    def still_to_do(self) -> str:
        """Return the declared action that it can still resolve, or "" if there is none."""
        return still_to_do(self.state, self.model)

    def preview(self, choice: Any) -> Preview:
        """Return where an answer leads and what it would touch. The state doesn't change."""
        try:
            answer = self.read(choice)
        except MalformedAnswerError:
            answer = End()
        return preview(self.state, self.model, answer, self.check(choice))

    def leaving(self) -> Refusal | None:
        """Return the warning for a model that is partly off the table, or None if it isn't."""
        return off_table_warning(self.state, self.model)

    def warning(self, choice: Any) -> Refusal | None:
        """Return what to confirm before this answer: partly off the table, all but a move loses the model."""
        try:
            order = rulebook(self.state).orders[self.read(choice).verb]
        except MalformedAnswerError:
            return self.leaving()
        return None if order.moves else self.leaving()

    def free_mounts(self) -> list[str]:
        """Return the mounts that are neither used nor damaged."""
        return free_mounts(self.state, self.model)

    def attacks(self) -> Iterator[Option[Attack]]:
        """Yield every legal attack: each free weapon alone, and with all that may link to it."""
        return attack_options(self.state, self.model)

    def shots(self, target: Model) -> dict[str, Assessment | Refusal]:
        """Return for each mount the assessment of its shot at the target, or why it can't fire."""
        return assess_mounts(self.state, self.model, target)

    def defenses(self, mount: str = POINT_DEFENSE) -> list[Assessment]:
        """Return the Point Defense shots from here with the ship's guns or a CMM missile."""
        return defenses(self.state, self.model, mount)

    def clusters(self) -> list[str]:
        """Return the unused mounts of CMM missiles, which can defend."""
        return cmm_mounts(self.state, self.model)


@lru_cache(maxsize=64)
def order_answers(book: Rulebook) -> tuple[type[Answer], ...]:
    """Return the answers of all orders of a rulebook, those of the orders that every model has first."""
    return tuple(order.answer for order in sorted(book.orders.values(), key=lambda order: not order.is_standard))
