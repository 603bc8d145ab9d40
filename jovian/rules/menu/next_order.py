"""What an answer to the menu would do, worked out beforehand: the path, and what it touches. The question of an
activation: move, turn, fly, attack, act, end (v1.2.4 Sequence > Activation Phase).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

from jovian.frozen import frozen
from jovian.game import Activation, Answer, Decision, MalformedAnswerError, Meeting, Model, Option, Refusal, State
from jovian.game.answers import Attack, End, Move, Pivot, Turn
from jovian.rules.actions.generic import free_mounts
from jovian.rules.attack.attack import defenses
from jovian.rules.menu.declarations import still_to_do
from jovian.rules.menu.orders import attacks, clusters, shots
from jovian.rules.menu.samples import leaving, refuse_order, sample, suggested
from jovian.rules.placement.legal_places import ids_in_contact, names, off_table
from jovian.rules.placement.move_ends import onward
from jovian.rules.placement.move_limits import SLACK, RemainingMovement, fixed_limits, remaining_movement, set_off
from jovian.rules.rulebook.order import ADVANCE, FLIGHT, Given, Order, Touch, Trigger
from jovian.rules.rulebook.rulebook import Rulebook, rulebook
from jovian.rules.shots.formula import Assessment
from jovian.rules.shots.shot import POINT_DEFENSE
from jovian.table import Pose, length

# --- preview ---
# What an answer to the menu would do, worked out beforehand: the path, and what it touches.

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
    touched = tuple(names(state, ids_in_contact(state, there)))
    cut = _cut(state, model, touches, inches, poses) if rulebook(state).edges and refusal is None else None
    further = ""
    if isinstance(answer, Move | Turn | Pivot) and refusal is None and touched:
        further = onward(state, model, answer)
    return Preview(poses, inches, tuple(touches), touched, off_table(state, there), refusal, cut, further)


def _cut(state: State, model: Model, touches: Iterable[Touch], inches: float, poses: tuple[Pose, ...]) -> float | None:
    """What is left of a move once it has met an atmosphere on the way, if that is less than the way (R32)."""
    act, met = state.activation, [each for each in touches if each.kind == "terrain"]
    if act is None or not met:
        return None
    after = act.copy()
    after.limits = act.limits or fixed_limits(state, model)
    after.struck = (*act.struck, *(Meeting(model.id, each.ident) for each in met))
    limits = remaining_movement(state, model, after)
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


# --- next order ---
# The question of an activation: move, turn, fly, attack, act, end (v1.2.4 Sequence > Activation Phase).
#
# What may be ordered, when it is refused and what it does is known by the orders themselves (`orders/`), which the
# rulebook lists. Everything is judged from the state at the moment of asking; nothing is kept across a change.

PLACE = "v1.2.4 Sequence > Activation Phase"


class NextOrder(Decision):
    """What the active model does next."""

    kind = "menu"
    __slots__ = ("state",)

    def __init__(self, state: State, model: Model) -> None:
        super().__init__(model.side, f"{model.name}: move, attack, act or end", PLACE, subject=model.id, anchor=True)
        self.state = state

    def on(self, state: State) -> NextOrder:
        """The same question over a view."""
        return NextOrder(state, state.models[self.subject])

    @property
    def answers(self) -> tuple[type[Answer], ...]:  # type: ignore[override]
        """Those of the orders that every model has, then of the further orders of the rulebook."""
        return order_answers(rulebook(self.state))

    @property
    def model(self) -> Model:
        """The active model."""
        return self.state.models[self.subject]

    @property
    def act(self) -> Activation:
        """What the activation knows."""
        act = self.state.activation
        assert act is not None
        return act

    def orders(self) -> list[Order[Any]]:
        """The orders that may come up for the model where it is."""
        return [order for order in rulebook(self.state).orders.values() if order.suits(self.model)]

    # --- answers ---
    def judge(self, answer: Answer) -> Refusal | None:
        """Each order by its own rules."""
        return refuse_order(self.state, self.model, answer)

    def default(self) -> Answer:
        """Move what must be moved, then end; in contact, do what it came for."""
        return suggested(self.state, self.model)

    def sample(self, rng: Random) -> Answer:
        """A random order that most often makes for the enemy."""
        return sample(self.state, self.model, rng)

    def options(self) -> Iterator[Option[Answer]]:
        """Every attack, alone and fully linked; further orders; Point Defense, the action and the end.

        Off the table, where a declaration only withdraws the model, no more than the end.
        """
        gone = self.leaving() is not None
        for order in self.orders():
            if order.ends or not gone:
                yield from order.options(self.state, self.model)

    def options_of(self, answer: type[Given]) -> Iterator[Option[Given]]:
        """The legal orders of one kind, as far as they can be listed."""
        order = rulebook(self.state).orders[answer.verb]
        return order.options(self.state, self.model) if order.suits(self.model) else iter(())

    def choices_of(self, answer: type[Given]) -> Iterator[Given]:
        """Likely orders of one kind, which may still be refused."""
        return rulebook(self.state).orders[answer.verb].choices(self.state, self.model)

    def question(self) -> tuple[object, ...]:
        """The same model with the same activation behind it."""
        return (self.kind, self.side, self.subject, self.act.digested(), self.default().to_json())

    # --- what else a player or a screen may ask ---
    def envelope(self) -> RemainingMovement:
        """What is left of the movement."""
        return remaining_movement(self.state, self.model, self.act)

    def still_to_do(self) -> str:
        """The declared action that it can still resolve once it is in place, "" if there is none."""
        return still_to_do(self.state, self.model)

    def preview(self, choice: Any) -> Preview:
        """Where an answer leads and what it would touch, without changing anything."""
        try:
            answer = self.read(choice)
        except MalformedAnswerError:
            answer = End()
        return preview(self.state, self.model, answer, self.check(choice))

    def leaving(self) -> Refusal | None:
        """Why nothing more is suggested to a model that is partly off the table; None if it is not."""
        return leaving(self.state, self.model)

    def warning(self, choice: Any) -> Refusal | None:
        """What a person is asked about before it is given: off the table all but a move takes a model out of play."""
        try:
            order = rulebook(self.state).orders[self.read(choice).verb]
        except MalformedAnswerError:
            return self.leaving()
        return None if order.moves else self.leaving()

    def free_mounts(self) -> list[str]:
        """The mounts that have neither been used nor damaged."""
        return free_mounts(self.state, self.model)

    def attacks(self) -> Iterator[Option[Attack]]:
        """Every legal attack: each free weapon alone, and with all that may link to it."""
        return attacks(self.state, self.model)

    def shots(self, target: Model) -> dict[str, Assessment | Refusal]:
        """Every mount of the card against one target: its numbers, or why it cannot fire."""
        return shots(self.state, self.model, target)

    def defenses(self, mount: str = POINT_DEFENSE) -> list[Assessment]:
        """The Point Defense shots that could be made from here with the ship's guns or a CMM missile."""
        return defenses(self.state, self.model, mount)

    def clusters(self) -> list[str]:
        """The unused mounts of CMM missiles, which may defend."""
        return clusters(self.state, self.model)


@lru_cache(maxsize=64)
def order_answers(book: Rulebook) -> tuple[type[Answer], ...]:
    """The answers that give the orders of a rulebook, those of the orders that every model has first."""
    return tuple(order.answer for order in sorted(book.orders.values(), key=lambda order: not order.usual))
